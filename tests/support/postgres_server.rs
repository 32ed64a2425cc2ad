//! A `PostgreSQL` server for tests and benchmarks, in a temporary folder and on a Unix socket only.
//!
//! The server is found where systems install it. Without one, [`PostgresServer::start`] returns
//! `None` and says once that these tests are skipped. A server ends, and its folder is removed,
//! when it is dropped or when the process that started it ends in any way.
#![allow(dead_code)] // Each test binary uses only a part of this module.

use std::{
    env, fs,
    io::{self, Write as _},
    os::unix::{fs::chown, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Once, OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Timeout for the start of the server. After a crash it recovers first.
const START_TIMEOUT: Duration = Duration::from_secs(60);
/// Interval at which a starting server is polled.
const START_POLL_INTERVAL: Duration = Duration::from_millis(20);
/// The usual folders of the server's programs, as patterns in which `*` stands for any text.
const PROGRAM_FOLDERS: [&str; 5] = [
    "/usr/lib/postgresql/*/bin",
    "/usr/lib/postgresql*/bin",
    "/usr/pgsql-*/bin",
    "/opt/homebrew/opt/postgresql*/bin",
    "/usr/local/opt/postgresql*/bin",
];
/// Stops the server and removes its folder as soon as the process that holds the other end of
/// standard input has ended.
const JANITOR: &str = r#"trap "" INT TERM HUP; cat >/dev/null
"$1/pg_ctl" stop -D "$2/data" -m immediate -w -t 20 >/dev/null 2>&1; rm -rf "$2""#;

/// The role that owns the databases. It needs no password.
pub const ROLE: &str = "arcade";
/// A role that needs [`PASSWORD`].
pub const ROLE_WITH_PASSWORD: &str = "secretive";
/// The password of [`ROLE_WITH_PASSWORD`].
pub const PASSWORD: &str = "open-sesame";

/// A running server.
#[derive(Debug)]
pub struct PostgresServer {
    /// The folder of the server's programs.
    programs: PathBuf,
    /// The folder with the data, the socket and the log.
    folder: PathBuf,
    /// The user and the group of the server if we are root, because it refuses to run as root.
    user: Option<(u32, u32)>,
    postmaster: Child,
    janitor: Child,
    databases: AtomicU32,
}

impl PostgresServer {
    /// Starts a server. Returns `None` if there is none on this machine.
    pub fn start() -> Option<Self> {
        let (Some(programs), Ok(user)) = (find_programs(), user()) else {
            report_skip();
            return None;
        };
        let folder = tempfile::Builder::new().prefix("fourcade-pg").tempdir();
        let folder = folder.expect("a temporary folder").keep();
        if let Some((user, group)) = user {
            chown(&folder, Some(user), Some(group)).expect("root may do this");
        }
        let data = folder.join("data");
        let mut initdb = command(&programs.join("initdb"), user, &folder);
        initdb.args(["-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"]);
        let made = initdb.arg("-D").arg(&data).output().expect("initdb starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let rules = format!("local all {ROLE_WITH_PASSWORD} scram-sha-256\nlocal all all trust\n");
        fs::write(data.join("pg_hba.conf"), rules).expect("the file is there");

        let mut janitor = command(Path::new("/bin/sh"), user, &folder);
        janitor.args(["-c", JANITOR, "janitor"]).arg(&programs).arg(&folder);
        let janitor = janitor.stdin(Stdio::piped()).spawn().expect("a shell starts");
        let postmaster = start_postmaster(&programs, user, &folder);
        let databases = AtomicU32::new(0);
        let server = Self { programs, folder, user, postmaster, janitor, databases };
        server.run(&format!("CREATE ROLE {ROLE} LOGIN"));
        server.run(&format!("CREATE ROLE {ROLE_WITH_PASSWORD} LOGIN PASSWORD '{PASSWORD}'"));
        Some(server)
    }

    /// Returns the server that all tests of this process share.
    pub fn shared() -> Option<&'static Self> {
        static SERVER: OnceLock<Option<PostgresServer>> = OnceLock::new();
        SERVER.get_or_init(Self::start).as_ref()
    }

    /// Creates an empty database and returns its URL.
    pub fn create_database(&self) -> String {
        let number = self.databases.fetch_add(1, Ordering::Relaxed);
        let name = format!("test{number}");
        self.run(&format!("CREATE DATABASE {name} OWNER {ROLE}"));
        self.url(ROLE, &name)
    }

    /// Returns the URL of a database. `role` may contain a password after a colon.
    pub fn url(&self, role: &str, database: &str) -> String {
        let folder = self.folder.to_str().expect("a temporary folder has a plain name");
        format!("postgres://{role}@/{database}?host={}", folder.replace('/', "%2F"))
    }

    /// Runs a statement as the administrator.
    pub fn run(&self, sql: &str) {
        self.load(&self.url("postgres", "postgres"), sql);
    }

    /// Runs a script in the database with this URL.
    pub fn load(&self, url: &str, sql: &str) {
        let beside = self.programs.join("psql");
        let psql = if beside.exists() { beside } else { PathBuf::from("psql") };
        let mut psql = command(&psql, None, &self.folder);
        psql.args(["-X", "-q", "-v", "ON_ERROR_STOP=1", "-c", sql, url]);
        let ran = psql.output().expect("psql starts");
        assert!(ran.status.success(), "{sql}: {}", String::from_utf8_lossy(&ran.stderr));
    }

    /// Kills the server without cleaning up, like a power failure.
    pub fn kill(&mut self) {
        self.postmaster.kill().expect("the server runs");
        self.postmaster.wait().expect("the server ends");
    }

    /// Starts the server again after [`Self::kill`].
    pub fn restart(&mut self) {
        self.postmaster = start_postmaster(&self.programs, self.user, &self.folder);
    }

    pub fn process_id(&self) -> u32 {
        self.postmaster.id()
    }

    /// The log of the server so far.
    pub fn log(&self) -> String {
        let log = fs::read(self.folder.join("log")).unwrap_or_default();
        String::from_utf8_lossy(&log).into_owned()
    }
}

impl Drop for PostgresServer {
    fn drop(&mut self) {
        drop(self.janitor.stdin.take());
        // Both end soon, and the tests are over.
        let _ = self.janitor.wait();
        let _ = self.postmaster.kill();
        let _ = self.postmaster.wait();
    }
}

/// Starts the server and waits until it accepts connections. After a crash, processes of the old
/// server may be in the way for a moment.
fn start_postmaster(programs: &Path, user: Option<(u32, u32)>, folder: &Path) -> Child {
    let deadline = Instant::now() + START_TIMEOUT;
    let state = folder.join("data").join("postmaster.pid");
    loop {
        let log = fs::File::options().create(true).append(true).open(folder.join("log"));
        let log = log.expect("the log can be written");
        let mut postgres = command(&programs.join("postgres"), user, folder);
        postgres.arg("-D").arg(folder.join("data")).arg("-k").arg(folder);
        let settings = ["listen_addresses=", "max_connections=700", "shared_buffers=32MB"];
        for setting in settings.into_iter().chain(["fsync=on", "unix_socket_permissions=0777"]) {
            postgres.args(["-c", setting]);
        }
        postgres.stdout(Stdio::null()).stderr(log);
        let mut server = postgres.spawn().expect("the server starts");
        let id = server.id().to_string();
        while server.try_wait().expect("the server is ours").is_none() {
            let text = fs::read_to_string(&state).unwrap_or_default();
            let is_ready = text.lines().last().is_some_and(|line| line.trim() == "ready");
            if is_ready && text.lines().next() == Some(&id) {
                return server;
            }
            assert!(Instant::now() < deadline, "PostgreSQL doesn't start");
            thread::sleep(START_POLL_INTERVAL);
        }
        let log = fs::read_to_string(folder.join("log")).unwrap_or_default();
        assert!(Instant::now() < deadline, "PostgreSQL doesn't start:\n{log}");
        thread::sleep(START_POLL_INTERVAL);
    }
}

/// Returns a command that runs as this user, in a folder that it may read.
fn command(program: &Path, user: Option<(u32, u32)>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    // Nothing in the environment may lead to another server.
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("PG")) {
        command.env_remove(name);
    }
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
    command
}

/// Returns the folder with the programs of the newest server on this machine.
fn find_programs() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let installed = PROGRAM_FOLDERS.iter().flat_map(|pattern| expand(pattern));
    let folders = installed.chain(env::split_paths(&path));
    folders.into_iter().find(|folder| {
        ["initdb", "postgres", "pg_ctl"].iter().all(|program| folder.join(program).exists())
    })
}

/// Returns the folders that match a pattern with one `*`, those with the highest number first.
fn expand(pattern: &str) -> Vec<PathBuf> {
    let Some((before, after)) = pattern.split_once('*') else { return Vec::new() };
    let (parent, start) = before.rsplit_once('/').unwrap_or(("", before));
    let number = |name: &str| -> u32 {
        let digits: String = name.chars().filter(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(0)
    };
    let mut names: Vec<String> = fs::read_dir(parent)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.starts_with(start))
        .collect();
    names.sort_by_key(|name| std::cmp::Reverse(number(name)));
    names
        .iter()
        .map(|name| Path::new(parent).join(name).join(after.trim_start_matches('/')))
        .collect()
}

/// Returns the user and the group for the server if we are root.
///
/// # Errors
/// Returns an error if there is no such user.
fn user() -> io::Result<Option<(u32, u32)>> {
    if !rustix::process::geteuid().is_root() {
        return Ok(None);
    }
    let users = fs::read_to_string("/etc/passwd")?;
    let ids = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2).map(str::parse);
        Some((fields.next()?.ok()?, fields.next()?.ok()?))
    };
    let found = ids("postgres").or_else(|| ids("nobody"));
    found.map(Some).ok_or_else(|| io::ErrorKind::NotFound.into())
}

/// Reports once that there is no server. Bypasses the test harness, which would capture the
/// message.
fn report_skip() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let line = "PostgreSQL is not installed: the tests with it are skipped";
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "{line}");
    });
}
