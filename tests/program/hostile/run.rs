//! Runs `fourcade` with hostile programs and finds out what they have left.

use std::{
    collections::BTreeSet,
    env, fs, io,
    net::TcpListener,
    os::{
        fd::AsRawFd,
        linux::net::SocketAddrExt,
        unix::{
            fs::PermissionsExt,
            net::{SocketAddr, UnixListener},
            process::CommandExt,
        },
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::LazyLock,
};

use super::mode::{Mode, containment};

/// The time for a decision, in milliseconds, of programs that must reach it.
pub const SHORT_LIMIT: u32 = 1000;

/// The time in seconds after which a run has failed.
const RUN_LIMIT: &str = "120";

/// What is in the files that no program may read.
const SECRET: &str = "hostile-secret-4711";

/// The compiled programs, and what they try to reach.
struct Base {
    folder: PathBuf,
    /// Removes the folder when this process ends, because a static is never dropped.
    _janitor: Child,
    _port: TcpListener,
    _abstract: UnixListener,
}

static BASE: LazyLock<Base> = LazyLock::new(|| {
    // This is often in the home of whoever runs the tests, not in the usual temporary folder. The
    // programs of root run as another user, whom root's home is closed to.
    let is_root = rustix::process::geteuid().is_root();
    let parent = if is_root { env::temp_dir() } else { env!("CARGO_TARGET_TMPDIR").into() };
    let mut folder = tempfile::Builder::new();
    folder.prefix("hostile-").permissions(fs::Permissions::from_mode(0o755));
    let folder = folder.tempdir_in(parent).unwrap().keep();
    let mut janitor = Command::new("sh");
    janitor.args(["-c", "read -r _; chmod -R u+rwx \"$0\"; rm -rf \"$0\""]).arg(&folder);
    janitor.process_group(0).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    let port = TcpListener::bind("127.0.0.1:0").unwrap();
    let name = folder.file_name().unwrap().as_encoded_bytes();
    let address = SocketAddr::from_abstract_name(name).unwrap();
    let sources = ["main", "signals", "processes", "output", "files", "reach", "kernel", "gtp"]
        .map(|name| programs(&format!("{name}.c")));
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-w"]).arg(format!("-DBASE=\"{}\"", folder.display()));
    compiler.arg(format!("-DPORT={}", port.local_addr().unwrap().port()));
    compiler.arg(format!("-DLIMIT={SHORT_LIMIT}")).arg("-o").arg(folder.join("hostile"));
    assert!(compiler.args(sources).status().expect("these tests need cc").success());
    let mut compiler = Command::new("cc");
    compiler.args(["-O1", "-w", "-o"]).arg(folder.join("guard")).arg(programs("guard.c"));
    assert!(compiler.status().unwrap().success());
    Base {
        folder,
        _janitor: janitor.spawn().unwrap(),
        _port: port,
        _abstract: UnixListener::bind_addr(&address).unwrap(),
    }
});

/// Returns the path of a source of the programs.
fn programs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/hostile/programs").join(name)
}

/// The folder of one run. It is removed when dropped.
pub struct Run {
    folder: PathBuf,
    /// The program that is tested.
    pub program: PathBuf,
    /// An Intensity program that plays by the rules.
    pub polite: PathBuf,
    /// An Othello program that plays by the rules.
    pub polite_engine: PathBuf,
    mode: Mode,
    _sockets: Vec<UnixListener>,
}

/// How `fourcade` ended.
#[derive(Debug)]
pub struct Ending {
    pub out: String,
    pub err: String,
    /// The lines of the guard's report.
    report: Vec<String>,
}

impl Run {
    /// Creates a folder for a program. `name` is that of an attempt, a source or a script, after
    /// `prefix`.
    pub fn new(prefix: &str, name: &str, mode: Mode) -> Self {
        let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
        let run = format!("{prefix}{stem}.{}", mode.name());
        let folder = BASE.folder.join(&run);
        for inner in ["home", "arcade", "tmp", "program", "work"] {
            fs::create_dir_all(folder.join(inner)).unwrap();
        }
        for inner in ["home", "arcade", "tmp"] {
            fs::write(folder.join(inner).join("secret"), SECRET).unwrap();
        }
        let sockets = ["home", "tmp"].map(|inner| listen(&folder.join(inner)));
        let compiled = BASE.folder.join("hostile");
        let mut program = folder.join("program").join(&run);
        let polite = folder.join("program/polite");
        let polite_engine = folder.join("program/gtp-polite");
        copy(&compiled, &polite);
        copy(&compiled, &polite_engine);
        match ending {
            "" => copy(&compiled, &program),
            "c" => {
                program.as_mut_os_string().push(".c");
                let source = fs::read_to_string(programs("compiled").join(name)).unwrap();
                let secret = folder.join("home/secret");
                let source = source.replace("SECRET", secret.to_str().unwrap());
                let escapes = "\u{1b}]0;PWNED\u{7}\u{1b}[31m\u{9b}m\u{202e}\u{2028}";
                fs::write(&program, source.replace("ESCAPES", escapes)).unwrap();
            }
            _ => {
                let script = fs::read_to_string(programs(name)).unwrap();
                let secret = folder.join("home/secret");
                let script = script.replace("SECRET", secret.to_str().unwrap());
                let source = folder.join("script");
                fs::write(&source, script).unwrap();
                copy(&source, &program);
                fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
                fs::remove_file(source).unwrap();
            }
        }
        Self { folder, program, polite, polite_engine, mode, _sockets: sockets.into() }
    }

    /// Returns a file in the folder of the run.
    pub fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// Sets the environment of a command.
    fn prepare<'a>(&self, command: &'a mut Command) -> &'a mut Command {
        command.env("HOME", self.file("home")).env("FOURCADE_HOME", self.file("arcade"));
        command.env("TMPDIR", self.file("tmp")).env("HOSTILE_SECRET", SECRET);
        command.env("NO_COLOR", "1").env("COLUMNS", "100").current_dir(self.file("work"));
        command.stdin(Stdio::null())
    }

    /// Runs a program of ours under the guard.
    pub fn guarded(&self, command: &mut Command) -> Ending {
        let mut report = self.folder.clone();
        report.as_mut_os_string().push(".report");
        let mut words: Vec<_> = containment(self.mode).iter().map(Into::into).collect();
        words.push(BASE.folder.join("guard").into_os_string());
        words.extend([report.clone().into_os_string(), RUN_LIMIT.into()]);
        words.push(command.get_program().to_owned());
        words.extend(command.get_args().map(ToOwned::to_owned));
        let mut guard = Command::new(&words[0]);
        guard.args(&words[1..]);
        for (name, value) in command.get_envs() {
            guard.env(name, value.unwrap_or_default());
        }
        let output = self.prepare(&mut guard).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).expect("all output is UTF-8");
        let words = fs::read_to_string(&report).unwrap_or_default();
        let _ = fs::remove_file(report);
        Ending {
            out: text(output.stdout),
            err: text(output.stderr),
            report: words.lines().map(ToOwned::to_owned).collect(),
        }
    }

    /// Runs `fourcade` without the guard and returns what it printed.
    pub fn output(&self, command: &mut Command) -> Result<String, String> {
        let output = self.prepare(command).output().map_err(|why| why.to_string())?;
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        if !output.status.success() {
            return Err(format!("{}: {}", output.status, text(&output.stderr)));
        }
        Ok(text(&output.stdout))
    }

    /// Returns all files of the run, and those that programs leave in shared folders.
    pub fn files(&self) -> BTreeSet<PathBuf> {
        let mut found = BTreeSet::new();
        collect(&self.folder, &mut found);
        let mark = self.mark();
        let shared = ["tmp", "var/tmp", "dev/shm", "run"].map(|folder| Path::new("/").join(folder));
        found.extend(
            shared
                .map(|folder| folder.join(&mark))
                .into_iter()
                .filter(|file| fs::symlink_metadata(file).is_ok()),
        );
        found
    }

    /// Returns the name of the files that a program creates outside its folder.
    pub fn mark(&self) -> String {
        format!("hostile-{}", self.folder.file_name().unwrap().to_str().unwrap())
    }

    /// Checks what `fourcade` printed: nothing that a terminal obeys, and no secret.
    pub fn check_output(&self, ending: &Ending) -> Result<(), String> {
        for (stream, text) in [("output", &ending.out), ("errors", &ending.err)] {
            if let Some(at) = text.find(is_unprintable) {
                let around: String = text[at..].chars().take(40).collect();
                return Err(format!("a control character in the {stream}: {around:?}"));
            }
            if self.mode.is_sandboxed() && text.contains(SECRET) {
                return Err(format!("a secret in the {stream}: {text}"));
            }
        }
        Ok(())
    }
}

impl Ending {
    /// Returns whether `fourcade` was stopped, and continued by the guard.
    pub fn was_stopped(&self) -> bool {
        self.report.iter().any(|line| line.starts_with("stopped"))
    }

    /// Checks that `fourcade` ended with this line of the report and left no process.
    pub fn check(&self, expected: &str) -> Result<(), String> {
        let is_unexpected = |line: &&String| *line != expected && !line.starts_with("stopped");
        match self.report.iter().find(is_unexpected) {
            _ if self.report.is_empty() => Err(format!("it was not run: {}", self.err)),
            Some(line) => Err(format!("{line}, not {expected}\n{}{}", self.out, self.err)),
            None => Ok(()),
        }
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        for file in self.files() {
            if !file.starts_with(&self.folder) {
                let _ = fs::remove_file(file);
            }
        }
        // A failing test may leave folders without permissions.
        let _ = Command::new("chmod").args(["-R", "u+rwx"]).arg(&self.folder).output();
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Whether a terminal may obey a character, or hide or reorder text because of it.
fn is_unprintable(char: char) -> bool {
    let is_format = matches!(char,
        '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}'
        | '\u{feff}');
    (char.is_control() && char != '\n') || is_format
}

/// Listens on a socket in a folder. The path may be too long for an address.
fn listen(folder: &Path) -> UnixListener {
    let folder = fs::File::open(folder).unwrap();
    UnixListener::bind(format!("/proc/self/fd/{}/socket", folder.as_raw_fd())).unwrap()
}

/// Copies a file in another process. If this process had it open for writing while another test
/// starts a process, the file could not be executed.
fn copy(from: &Path, to: &Path) {
    assert!(Command::new("cp").arg(from).arg(to).status().unwrap().success());
}

/// Collects a folder and everything in it.
fn collect(path: &Path, found: &mut BTreeSet<PathBuf>) {
    let entries: io::Result<Vec<_>> = fs::read_dir(path).and_then(Iterator::collect);
    for entry in entries.unwrap_or_default() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&entry.path(), found);
        }
        found.insert(entry.path());
    }
}
