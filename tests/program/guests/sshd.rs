//! A real SSH server on the loopback interface, with settings, keys and a host's folder of its own.

use std::{
    fs,
    io::Read as _,
    net::{TcpListener, TcpStream},
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

use crate::support::{HOME_FILES, Launch, find_program};

/// How long a test waits for the server.
const PATIENCE: Duration = Duration::from_secs(20);
/// The time between two checks of a condition.
const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// The settings allow more than a host should: what is refused is refused by the keys' options and
/// by the program.
const SETTINGS: &str = "
ListenAddress 127.0.0.1
HostKey FOLDER/host_key
PidFile none
AuthorizedKeysFile FOLDER/keys
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin yes
AcceptEnv *
AllowTcpForwarding yes
AllowAgentForwarding yes
X11Forwarding yes
Subsystem sftp internal-sftp
";

/// A server that runs until this is dropped.
pub struct Sshd {
    folder: TempDir,
    port: u16,
    user: String,
    server: Child,
}

impl Drop for Sshd {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Returns the path of the server, if it is installed.
fn sshd() -> Option<PathBuf> {
    let folders = ["/usr/sbin", "/usr/local/sbin", "/sbin"].map(Path::new);
    let usual = folders.iter().map(|folder| folder.join("sshd")).find(|file| file.is_file());
    find_program("sshd").or(usual)
}

/// Runs a command of the test itself, which must succeed. Returns its output.
#[track_caller]
fn run(program: &str, args: &[&str]) -> String {
    let output = Command::new(program).args(args).output().expect(program);
    assert!(output.status.success(), "{program} {args:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

impl Sshd {
    /// Starts a server at which guests with these names have keys. The guest without a name has
    /// one, too. Returns `None`, and says so, if no server is installed or it can't start here.
    pub fn start(names: &[&str]) -> Option<Self> {
        let (Some(sshd), Some(_)) = (sshd(), find_program("ssh")) else {
            eprintln!("skipped: OpenSSH is not installed");
            return None;
        };
        let user = run("id", &["-un"]);
        if user == "root" && fs::create_dir_all("/run/sshd").is_err() {
            eprintln!("skipped: the SSH server has no folder for its privilege separation");
            return None;
        }
        let mut folder = TempDir::with_prefix("fourcade-sshd-").expect("a temporary folder");
        let path = folder.path().to_str().expect("a temporary folder is text").to_owned();
        let key = |name: &str| {
            let file = format!("{path}/{name}");
            run("ssh-keygen", &["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", &file]);
            fs::read_to_string(format!("{file}.pub")).expect("a public key")
        };
        key("host_key");
        let program = env!("CARGO_BIN_EXE_fourcade");
        let line = |option: &str, name: &str| {
            let command = format!("{program} guest --home {path}/host{option}");
            format!("restrict,pty,command=\"{command}\" {}", key(name))
        };
        let all = names.iter().map(|name| line(&format!(" --name {name}"), name));
        let keys: String = all.chain([line("", "nobody")]).collect();
        fs::write(folder.path().join("keys"), keys).expect("the keys can be written");
        // The server of the host runs as another user than a guest's process if the tests do so.
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("our own folder");
        let settings = SETTINGS.replace("FOLDER", &path);
        for _ in 0..10 {
            let port = free_port();
            let file = folder.path().join("settings");
            fs::write(&file, format!("Port {port}\n{settings}")).expect("the settings");
            let server = Command::new(&sshd)
                .args(["-D", "-e", "-f"])
                .arg(&file)
                .stdin(Stdio::null())
                .stderr(fs::File::create(folder.path().join("log")).expect("a log"))
                .spawn()
                .expect("the server can be started");
            let mut started = Self { folder, port, user: user.clone(), server };
            if started.wait_until_ready() {
                return Some(started);
            }
            let log = fs::read_to_string(started.folder.path().join("log")).unwrap_or_default();
            assert!(log.contains("in use"), "the server does not start: {log}");
            // Another process was faster.
            let other = TempDir::new().expect("a temporary folder");
            folder = std::mem::replace(&mut started.folder, other);
        }
        panic!("there is no free port");
    }

    /// Whether the server answers before it ends.
    fn wait_until_ready(&mut self) -> bool {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline && self.server.try_wait().is_ok_and(|end| end.is_none()) {
            let mut greeting = [0; 4];
            let answer = TcpStream::connect(("127.0.0.1", self.port))
                .and_then(|mut stream| stream.read_exact(&mut greeting));
            if answer.is_ok() && &greeting == b"SSH-" {
                return true;
            }
            thread::sleep(POLL_INTERVAL);
        }
        false
    }

    /// Makes these guests known: their arcade opens as if they had been here before, and plays
    /// quickly.
    pub fn furnish(&self, names: &[&str]) {
        for name in names {
            let folder = self.host().join("guests/named").join(name);
            fs::create_dir_all(&folder).expect("a guest's folder");
            for (file, text) in HOME_FILES {
                fs::write(folder.join(file), text).expect("a guest's file");
            }
        }
    }

    /// The folder of the host: settings, games of all guests, shared tables.
    pub fn host(&self) -> PathBuf {
        self.folder.path().join("host")
    }

    /// A folder of the guest's own machine.
    pub fn client_folder(&self) -> &Path {
        self.folder.path()
    }

    /// The options of `ssh`, `scp` and `sftp` for the guest with this key.
    pub fn options(&self, name: &str) -> Vec<String> {
        let key = self.folder.path().join(name);
        let known = self.folder.path().join("known_hosts");
        let options = [
            "BatchMode=yes".to_owned(),
            "IdentitiesOnly=yes".to_owned(),
            "StrictHostKeyChecking=accept-new".to_owned(),
            format!("UserKnownHostsFile={}", known.display()),
            format!("IdentityFile={}", key.display()),
            format!("Port={}", self.port),
            "ConnectTimeout=10".to_owned(),
            "LogLevel=ERROR".to_owned(),
        ];
        let mut all = vec!["-F".to_owned(), "none".to_owned()];
        all.extend(options.into_iter().flat_map(|option| ["-o".to_owned(), option]));
        all
    }

    /// The account and the address of the host.
    pub fn address(&self) -> String {
        format!("{}@127.0.0.1", self.user)
    }

    /// Returns a command of the guest with this key: `ssh` with these options in front of the
    /// address and these arguments behind it. It ends after a while whatever the server does.
    pub fn ssh(&self, name: &str, options: &[&str], args: &[&str]) -> Command {
        let mut command = Command::new("timeout");
        command.args(["30", "ssh"]).args(self.options(name)).args(options);
        command.arg(self.address()).args(args).stdin(Stdio::null());
        command
    }

    /// Describes a terminal in which the guest with this key connects, with these options.
    pub fn launch(&self, name: &str, options: &[&str], args: &[&str]) -> Launch {
        let launch = Launch::new("ssh").args(self.options(name)).args(options);
        launch.arg(self.address()).args(args)
    }

    /// Returns the processes of the guests with this name: their numbers and environments.
    pub fn guests(&self, name: &str) -> Vec<(i32, Vec<String>)> {
        let home = format!("FOURCADE_HOME={}/guests/named/{name}", self.host().display());
        let mut found = Vec::new();
        for process in fs::read_dir("/proc").into_iter().flatten().flatten() {
            let number = process.file_name().to_str().and_then(|name| name.parse().ok());
            let Some(number) = number else { continue };
            let read = |name| fs::read_to_string(process.path().join(name)).unwrap_or_default();
            let values =
                |text: String| text.split_terminator('\0').map(str::to_owned).collect::<Vec<_>>();
            let environment = values(read("environ"));
            let is_session = values(read("cmdline")).iter().any(|arg| arg == "guest-session");
            if is_session && environment.contains(&home) {
                found.push((number, environment));
            }
        }
        found
    }

    /// Waits until this number of guests with this name are here. Returns their processes.
    #[track_caller]
    pub fn wait_guests(&self, name: &str, count: usize) -> Vec<(i32, Vec<String>)> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let guests = self.guests(name);
            if guests.len() == count {
                return guests;
            }
            assert!(Instant::now() < deadline, "{count} guests expected: {guests:?}");
            thread::sleep(POLL_INTERVAL);
        }
    }
}

/// Returns a port that is free now.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("the loopback interface");
    listener.local_addr().expect("an address").port()
}
