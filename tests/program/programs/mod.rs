//! Programs that misbehave: each kind of misbehaviour is reported correctly, and no process or file
//! is left behind. A C program misbehaves in many ways on demand.
#[cfg(target_os = "linux")]
mod interference;
mod killed;
mod misbehaviour;
mod prepared;
#[cfg(target_os = "linux")]
mod sandboxed;
#[cfg(target_os = "linux")]
mod starts;
mod supervised;
mod together;
#[cfg(target_os = "linux")]
mod tools;

use std::{
    env, fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::LazyLock,
    time::Duration,
};

use fourcade_programs::{Program, ProgramError, ProgramLimits, Runner};
use tempfile::TempDir;

use crate::support::TIMEOUT;

/// Returns a runner with the program's own binary as the supervisor, as in the arcade.
fn supervised() -> Runner {
    Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"))
}

/// Returns the command that runs an ignored test in its own process.
fn ignored_test(test: &str) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored"]);
    command
}

/// Runs an ignored test in its own process. Tests in which a supervisor is killed need this: the
/// process that started it kills all children that it could have left. Here these include the
/// programs in the terminals of other tests.
#[track_caller]
fn run_in_own_process(test: &str) {
    let output = ignored_test(test).output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && report.contains("1 passed"), "{report}");
}

/// Returns limits with a short time, for programs that must reach the time limit.
fn short_limits() -> ProgramLimits {
    ProgramLimits { time: Duration::from_millis(300), ..ProgramLimits::default() }
}

/// Returns limits that no program here reaches, even on a busy machine.
fn generous_limits() -> ProgramLimits {
    ProgramLimits { time: TIMEOUT, ..ProgramLimits::default() }
}

/// `misbehaving.c`, compiled once for all tests.
static MISBEHAVING: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("misbehaving");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/programs/misbehaving.c");
    let status = Command::new("cc").args(["-O1", "-w", "-o"]).arg(&program).arg(source).status();
    assert!(status.expect("these tests need the C compiler cc").success());
    (folder, program)
});

/// Creates a folder that other users may read, as programs of root run as another user.
fn public_folder() -> TempDir {
    let mut folder = tempfile::Builder::new();
    folder.permissions(fs::Permissions::from_mode(0o755)).tempdir().unwrap()
}

/// A copy of the misbehaving program. Its path distinguishes its processes from those of other
/// tests.
struct TestProgram {
    folder: TempDir,
    program: Program,
}

impl TestProgram {
    fn new(runner: &Runner) -> Self {
        let folder = public_folder();
        let path = folder.path().join("misbehaving");
        fs::hard_link(&MISBEHAVING.1, &path).unwrap();
        let program = runner.prepare(&path, &|| false).unwrap();
        Self { folder, program }
    }

    /// Returns the path of the file to which the program appends its working directories.
    fn notes(&self) -> PathBuf {
        self.folder.path().join("notes")
    }

    /// Returns the input that makes the program behave like this. `behaviour` is a keyword and a
    /// number.
    fn input_for(&self, behaviour: &str) -> Vec<u8> {
        format!("{behaviour} {}\n", self.notes().display()).into_bytes()
    }

    /// Runs the program and checks that no process and no folder of it is left.
    #[track_caller]
    fn run(&self, behaviour: &str, limits: &ProgramLimits) -> Result<Vec<u8>, ProgramError> {
        let input = self.input_for(behaviour);
        let result = self.program.run(&input, limits, &|| false).answer();
        self.assert_nothing_is_left();
        result
    }

    /// Runs the program with generous limits and returns what it printed.
    #[track_caller]
    fn answer(&self, behaviour: &str) -> String {
        let answer = self
            .run(behaviour, &generous_limits())
            .unwrap_or_else(|error| panic!("{behaviour}: {error}"));
        String::from_utf8_lossy(&answer).trim_end().to_owned()
    }

    /// Returns the folders in which the program has run so far.
    fn folders(&self) -> Vec<PathBuf> {
        fs::read_to_string(self.notes()).unwrap_or_default().lines().map(PathBuf::from).collect()
    }

    /// Checks that no process and no folder of the program is left.
    #[track_caller]
    fn assert_nothing_is_left(&self) {
        assert_eq!(processes(self.program.file()), Vec::<String>::new());
        for folder in self.folders() {
            assert!(
                folder.is_absolute() && fs::symlink_metadata(&folder).is_err(),
                "{} is left",
                folder.display()
            );
        }
    }
}

/// Returns the processes that run this file, as `path: arguments`.
fn processes(file: &Path) -> Vec<String> {
    if cfg!(target_os = "linux") {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        let lines = entries.filter_map(|entry| {
            let args = fs::read_to_string(entry.path().join("cmdline")).ok()?;
            Some((
                args.split('\0').next()?.to_owned(),
                format!("{}: {args}", entry.path().display()),
            ))
        });
        lines.filter(|(first, _)| Path::new(first) == file).map(|(_, line)| line).collect()
    } else {
        let output = Command::new("ps").args(["-A", "-o", "pid=,args="]).output().unwrap();
        let lines = String::from_utf8_lossy(&output.stdout).into_owned();
        lines
            .lines()
            .filter(|line| line.contains(file.to_str().unwrap()))
            .map(ToOwned::to_owned)
            .collect()
    }
}

/// Writes a file from another process. If this process had it open for writing while another test
/// starts a process, the file could not be executed.
fn write_file(path: &Path, mode: &str, text: &str) {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "printf %s \"$2\" > \"$0\" && chmod \"$1\" \"$0\""])
        .arg(path)
        .args([mode, text]);
    assert!(shell.stdin(Stdio::null()).status().unwrap().success());
}
