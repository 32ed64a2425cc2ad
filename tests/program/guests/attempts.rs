//! What guests try and don't get. The list stands in the documentation, too.

use std::{
    fs,
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    os::unix::net::UnixListener,
    process::{Child, Command, Output},
    thread,
    time::{Duration, Instant},
};

use super::sshd::{Sshd, free_port};
use crate::support::{Exit, Terminal};

/// What a guest tries.
#[derive(Clone, Copy, Debug)]
enum Attempt {
    NoTerminal,
    Shell,
    CommandInTerminal,
    Scp,
    Sftp,
    LocalForwarding,
    DynamicForwarding,
    RemoteForwarding,
    Environment,
    Agent,
    X11,
    Suspend,
    File,
    Program,
}

/// All attempts, what they are and what happens.
const ATTEMPTS: [(Attempt, &str, &str); 14] = [
    (Attempt::NoTerminal, "`ssh -T`: no terminal", "refused with a sentence"),
    (Attempt::Shell, "`ssh host sh`, or another command", "refused with a sentence; not run"),
    (
        Attempt::CommandInTerminal,
        "`ssh -t host sh`: a command in a terminal",
        "not run; the arcade opens and says so",
    ),
    (Attempt::Scp, "`scp` to and from the host, both protocols", "refused; no file is copied"),
    (Attempt::Sftp, "`sftp`", "refused"),
    (Attempt::LocalForwarding, "`ssh -L`, `ssh -W`: ports of the host", "refused by `restrict`"),
    (Attempt::DynamicForwarding, "`ssh -D`: the host as a proxy", "refused by `restrict`"),
    (Attempt::RemoteForwarding, "`ssh -R`: ports on the host", "refused by `restrict`"),
    (
        Attempt::Environment,
        "`SendEnv` of `FOURCADE_HOME`, `LC_ALL` and others",
        "the arcade gets none, even if the server accepts them",
    ),
    (Attempt::Agent, "`ssh -A`: one's agent on the host", "refused by `restrict`"),
    (Attempt::X11, "`ssh -X`: windows of the host", "refused by `restrict`"),
    (Attempt::Suspend, "`Ctrl-z`, to get a shell", "\"Not available to guests\""),
    (
        Attempt::File,
        "a file's name: saving, exporting, importing a game",
        "no field asks for one; \"Not available to guests\"",
    ),
    (Attempt::Program, "a program as a player", "not listed; \"Not available to guests\""),
];

/// Returns the list as a table.
pub fn markdown() -> String {
    let rows = ATTEMPTS.map(|(_, what, answer)| format!("| {what} | {answer} |\n"));
    format!("| attempt | what happens |\n|---|---|\n{}", rows.concat())
}

/// What a guest who gets no arcade reads.
const ONLY_THE_ARCADE: &str = "only the arcade is open to guests";

#[test]
fn guests_get_nothing_but_the_arcade() {
    let Some(sshd) = Sshd::start(&["ada"]) else { return };
    sshd.furnish(&["ada"]);
    for (attempt, what, _) in ATTEMPTS {
        println!("{what}");
        attempt.make(&sshd);
        sshd.wait_guests("ada", 0);
    }
}

impl Attempt {
    #[track_caller]
    fn make(self, sshd: &Sshd) {
        match self {
            Self::NoTerminal => refuse(&mut sshd.ssh("ada", &["-T"], &[])),
            Self::Shell => {
                let file = sshd.client_folder().join("PWNED");
                let touch = format!("touch {}", file.display());
                for command in ["sh", "id", "", touch.as_str(), "fourcade play flip"] {
                    refuse(&mut sshd.ssh("ada", &["-T"], &[command]));
                }
                assert!(!file.exists(), "the command was run");
            }
            Self::CommandInTerminal => {
                let terminal = sshd.launch("ada", &["-t"], &["id; sleep 9"]).start();
                terminal.wait_text("Only the arcade is open to guests.");
                terminal.press("enter");
                terminal.wait_text("You are ada");
                leave(&terminal);
            }
            Self::Scp => scp(sshd),
            Self::Sftp => {
                let mut sftp = Command::new("timeout");
                sftp.args(["30", "sftp"]).args(sshd.options("ada")).arg(sshd.address());
                let output = sftp.output().expect("sftp");
                assert!(!output.status.success(), "{output:?}");
            }
            Self::LocalForwarding => local_forwarding(sshd),
            Self::DynamicForwarding => dynamic_forwarding(sshd),
            Self::RemoteForwarding => {
                let forwarding = format!("{}:127.0.0.1:9", free_port());
                let options = ["-N", "-o", "ExitOnForwardFailure=yes", "-R", &forwarding];
                let output = sshd.ssh("ada", &options, &[]).output().expect("ssh");
                let error = String::from_utf8_lossy(&output.stderr);
                assert!(!output.status.success() && error.contains("forwarding failed"), "{error}");
            }
            Self::Environment => environment(sshd, &[], &[]),
            Self::Agent => {
                let socket = sshd.client_folder().join("agent");
                let agent = UnixListener::bind(&socket).expect("a socket");
                // An agent that says nothing: the client asks it for keys, too.
                thread::spawn(move || agent.incoming().for_each(drop));
                let socket = socket.to_str().expect("a temporary folder is text");
                environment(sshd, &["-A"], &[("SSH_AUTH_SOCK", socket)]);
            }
            Self::X11 => environment(sshd, &["-X"], &[("DISPLAY", ":99")]),
            Self::Suspend => {
                let terminal = arcade(sshd);
                refuse_key(&terminal, "ctrl-z");
                leave(&terminal);
            }
            Self::File => {
                let terminal = menu(sshd);
                terminal.press("g");
                terminal.wait_text("No games yet.");
                for key in ["I", "s"] {
                    refuse_key(&terminal, key);
                }
                // Through SSH, Esc and 2 at once are Alt-2.
                terminal.press("esc");
                terminal.wait_text("Today's deal");
                terminal.press("2");
                terminal.wait_text("New game: Flip");
                terminal.press("enter");
                terminal.wait_text("Your move");
                refuse_key(&terminal, "s");
                leave(&terminal);
            }
            Self::Program => {
                let terminal = menu(sshd);
                terminal.press("2");
                terminal.wait_text("New game: Flip");
                terminal.press("a");
                terminal.wait_text("Flip, advanced");
                assert!(!terminal.text().contains("program"), "{}", terminal.describe());
                leave(&terminal);
            }
        }
    }
}

/// Opens the arcade, which begins at the lobby.
#[track_caller]
fn arcade(sshd: &Sshd) -> Terminal {
    let terminal = sshd.launch("ada", &["-t"], &[]).start();
    terminal.wait_text("You are ada");
    terminal
}

/// Opens the menu.
#[track_caller]
fn menu(sshd: &Sshd) -> Terminal {
    let terminal = arcade(sshd);
    terminal.press("esc");
    terminal.wait_text("Today's deal");
    terminal
}

/// Presses a key that does nothing for guests. A dialog would hide the answer.
#[track_caller]
fn refuse_key(terminal: &Terminal, key: &str) {
    terminal.press(key);
    terminal.wait_text("Not available to guests.");
    terminal.press("ctrl-l");
    terminal.wait_gone("Not available to guests.");
}

/// Ends the arcade.
#[track_caller]
fn leave(terminal: &Terminal) {
    terminal.press("ctrl-c");
    assert_eq!(terminal.wait_exit(), Exit::Code(0));
}

/// Runs a command that the program must refuse.
#[track_caller]
fn refuse(command: &mut Command) {
    let Output { status, stdout, stderr } = command.output().expect("ssh");
    let (out, error) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    let is_refused = status.code() == Some(1) && error.contains(ONLY_THE_ARCADE);
    assert!(is_refused && out.is_empty(), "{command:?}: {status}\n{out}\n{error}");
}

/// Tries to copy a file in both directions.
#[track_caller]
fn scp(sshd: &Sshd) {
    let folder = sshd.client_folder();
    let (there, here) = (folder.join("secret"), folder.join("copied"));
    fs::write(&there, "secret").expect("a file");
    let remote = |file: &std::path::Path| format!("{}:{}", sshd.address(), file.display());
    let local = there.display().to_string();
    let (from, to) = (remote(&there), remote(&here));
    for protocol in ["-s", "-O"] {
        for (from, to) in [(&local, &to), (&from, &here.display().to_string())] {
            let mut scp = Command::new("timeout");
            scp.args(["30", "scp", protocol]).args(sshd.options("ada")).args([from, to]);
            let output = scp.output().expect("scp");
            assert!(!output.status.success() && !here.exists(), "{scp:?}: {output:?}");
        }
    }
}

/// A server on the host that others should not reach. It says this to everybody.
fn secret_server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("the loopback interface");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let _ = stream.and_then(|mut stream| stream.write_all(b"secret"));
        }
    });
    port
}

/// A connection without a session, until this is dropped.
struct Forwarding(Child);

impl Drop for Forwarding {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Forwarding {
    /// Connects with this option, and returns a connection to the local port.
    #[track_caller]
    fn start(sshd: &Sshd, option: [&str; 2], port: u16) -> (Self, TcpStream) {
        let mut command = Command::new("ssh");
        command.args(sshd.options("ada")).arg("-N").args(option).arg(sshd.address());
        let forwarding = Self(command.spawn().expect("ssh"));
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            if let Ok(stream) = TcpStream::connect(("127.0.0.1", port)) {
                let _ = stream.set_read_timeout(Some(Duration::from_secs(20)));
                return (forwarding, stream);
            }
            assert!(Instant::now() < deadline, "the local port is not open");
            thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Reads what comes until the connection ends.
fn read_all(mut stream: TcpStream) -> Vec<u8> {
    let mut read = Vec::new();
    // A connection that is reset has said what it has to say.
    let _ = stream.read_to_end(&mut read);
    read
}

#[track_caller]
fn local_forwarding(sshd: &Sshd) {
    let secret = secret_server();
    assert_eq!(read_all(TcpStream::connect(("127.0.0.1", secret)).unwrap()), b"secret");
    let port = free_port();
    let option = format!("{port}:127.0.0.1:{secret}");
    let (_forwarding, stream) = Forwarding::start(sshd, ["-L", &option], port);
    assert_eq!(read_all(stream), b"");
    let target = format!("127.0.0.1:{secret}");
    let output = sshd.ssh("ada", &["-W", &target], &[]).output().expect("ssh");
    assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
}

#[track_caller]
fn dynamic_forwarding(sshd: &Sshd) {
    let secret = secret_server();
    let port = free_port();
    let (_forwarding, mut stream) = Forwarding::start(sshd, ["-D", &port.to_string()], port);
    // SOCKS 5 without authentication, to 127.0.0.1 and the port.
    stream.write_all(&[5, 1, 0]).expect("a request");
    let mut answer = [0; 2];
    stream.read_exact(&mut answer).expect("an answer");
    assert_eq!(answer, [5, 0]);
    let [high, low] = secret.to_be_bytes();
    stream.write_all(&[5, 1, 0, 1, 127, 0, 0, 1, high, low]).expect("a request");
    let answer = read_all(stream);
    assert!(!answer.windows(6).any(|bytes| bytes == b"secret"), "{answer:?}");
}

/// Connects with these options and an environment that is sent; the arcade gets nothing of it.
#[track_caller]
fn environment(sshd: &Sshd, options: &[&str], variables: &[(&str, &str)]) {
    let evil = sshd.client_folder().join("evil");
    let evil = evil.to_str().expect("a temporary folder is text");
    let sent = [
        ("FOURCADE_HOME", evil),
        ("FOURCADE_DATABASE", evil),
        ("XDG_DATA_HOME", evil),
        ("LC_ALL", "C"),
        ("LANG", "C"),
        ("NO_COLOR", "1"),
        ("EDITOR", "sh"),
        ("TERM", "xterm-256color"),
    ];
    let mut all = vec!["-t", "-o", "SendEnv=FOURCADE_* XDG_* LC_* LANG NO_COLOR EDITOR"];
    all.extend(options);
    let mut launch = sshd.launch("ada", &all, &[]);
    for (name, value) in sent.iter().chain(variables) {
        launch = launch.env(name, value);
    }
    let terminal = launch.start();
    terminal.wait_text("You are ada");
    let guests = sshd.wait_guests("ada", 1);
    let host = sshd.host();
    let host = host.to_str().expect("a temporary folder is text");
    for variable in &guests[0].1 {
        let (name, value) = variable.split_once('=').expect("a variable");
        let is_expected = match name {
            "FOURCADE_HOME" => value == format!("{host}/guests/named/ada"),
            "FOURCADE_DATABASE" => value == format!("{host}/shared.db"),
            "LANG" => value == "C.UTF-8",
            "TERM" => value == "xterm-256color",
            "HOME" | "USER" | "LOGNAME" => !value.contains("evil"),
            _ => false,
        };
        assert!(is_expected, "{variable}");
    }
    assert!(!std::path::Path::new(evil).exists(), "files of the client's choice");
    leave(&terminal);
}
