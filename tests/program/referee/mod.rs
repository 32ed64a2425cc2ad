//! Whole games and tournaments between programs, some of which misbehave: each is finished, reports
//! what happened, and leaves no process and no file.
mod batch;
mod checks;
mod compilers;
mod games;
mod logs;
mod records;
mod tournaments;
mod via;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::LazyLock,
};

use tempfile::TempDir;

/// The names of the test programs, which determine how they behave.
const PLAYERS: [&str; 22] = [
    "student",
    "ritchie",
    "lulu",
    "control",
    "lowest",
    "wordy",
    "deaf",
    "silent",
    "crashing",
    "hanging",
    "flooding",
    "junk",
    "short",
    "leaving",
    "evil",
    "noisy",
    "asking",
    // For tests that wait until no such process is left, while other tests run.
    "hanging-in-batch",
    "hanging-in-check",
    "hanging-in-game",
    "hanging-in-tournament",
    "leaving-in-game",
];

/// A folder with all test programs, compiled once. No executable file is written later: a process
/// that is just being started could hold it open.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/referee/players.c");
    let program = folder.path().join("players");
    let status = Command::new("cc").args(["-O1", "-w", "-o"]).arg(&program).arg(&source).status();
    assert!(status.expect("these tests need the C compiler cc").success());
    for name in PLAYERS {
        fs::hard_link(&program, folder.path().join(name)).unwrap();
    }
    fs::copy(source, folder.path().join("lowest.c")).unwrap();
    crate::support::write_example_programs(folder.path(), &["low.c", "low.py"]);
    fs::write(folder.path().join("broken.c"), "int main( {\n").unwrap();
    fs::write(folder.path().join("text"), "no program\n").unwrap();
    folder
});

/// The result of a run of `fourcade`.
struct CommandOutput {
    status: i32,
    out: String,
    err: String,
}

/// A folder for the files that `fourcade` writes. It runs in the folder of the test programs.
struct TestDir {
    home: TempDir,
}

impl TestDir {
    fn new() -> Self {
        LazyLock::force(&FOLDER);
        let home = tempfile::tempdir().unwrap();
        for folder in ["home", "tmp"] {
            fs::create_dir(home.path().join(folder)).unwrap();
        }
        Self { home }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn command(&self, args: &str) -> Command {
        let mut command = crate::support::program(&self.file("home"));
        let here = self.home.path().to_str().unwrap();
        command.args(args.split_whitespace().map(|arg| arg.replace("HERE", here)));
        command.current_dir(FOLDER.path()).env("NO_COLOR", "1").env("COLUMNS", "100");
        command.env("TMPDIR", self.file("tmp"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs `fourcade` with the arguments in a line. `HERE` stands for this folder.
    fn run(&self, args: &str) -> CommandOutput {
        self.run_with_input(args, "")
    }

    /// Runs `fourcade` with this standard input.
    fn run_with_input(&self, args: &str, input: &str) -> CommandOutput {
        let mut child = self.command(args).stdin(Stdio::piped()).spawn().unwrap();
        // The write fails if the program ends before it has read everything.
        let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
        let output = child.wait_with_output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        CommandOutput {
            status: output.status.code().unwrap(),
            out: text(output.stdout),
            err: text(output.stderr),
        }
    }

    /// Runs `fourcade`, which must succeed, and returns its standard output.
    fn stdout_of(&self, args: &str) -> String {
        let output = self.run(args);
        assert_eq!(output.status, 0, "{args}: {}", output.err);
        output.out
    }

    /// Checks that no temporary file is left and that the home folder is empty.
    fn assert_nothing_is_left(&self) {
        for folder in ["home", "tmp"] {
            let left: Vec<_> = fs::read_dir(self.file(folder))
                .unwrap()
                .map(|entry| entry.unwrap().path())
                .collect();
            assert!(left.is_empty(), "{left:?}");
        }
    }
}

/// Returns the processes that run the test program with this name.
#[cfg(target_os = "linux")]
fn processes(name: &str) -> Vec<PathBuf> {
    let program = fs::canonicalize(FOLDER.path()).unwrap().join(name);
    let all = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path());
    let runs_program = |process: &PathBuf| {
        let line = fs::read(process.join("cmdline")).unwrap_or_default();
        line.split(|&byte| byte == 0)
            .next()
            .is_some_and(|word| word == program.as_os_str().as_encoded_bytes())
    };
    all.filter(runs_program).collect()
}
