//! Are programs that misbehave said to do what they do, and is nothing left of them? A C program
//! does all kinds of mischief on demand.
#![cfg(unix)]

mod kept;
mod killed;
mod mischief;
mod prepared;
#[cfg(target_os = "linux")]
mod sandboxed;

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::LazyLock,
    thread,
    time::{Duration, Instant},
};

use fourcade::{
    play::CancelToken,
    programs::{Program, ProgramError, ProgramLimits, ProgramOutput, Runner},
};
use tempfile::TempDir;

/// Long enough for everything, and shorter than a person's patience.
const HANG: Duration = Duration::from_secs(60);

/// A room as the arcade has it.
fn kept() -> Runner {
    Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"))
}

/// ProgramLimits for programs that reach the limit of time.
fn short() -> ProgramLimits {
    ProgramLimits { time: Duration::from_millis(300), ..ProgramLimits::default() }
}

/// ProgramLimits that nothing here reaches, whatever else the machine does.
fn long() -> ProgramLimits {
    ProgramLimits { time: HANG, ..ProgramLimits::default() }
}

/// `naughty.c`, compiled once for all tests.
static NAUGHTY: LazyLock<(TempDir, PathBuf)> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("naughty");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/naughty.c");
    let status = Command::new("cc").args(["-O1", "-w", "-o"]).arg(&program).arg(source).status();
    assert!(status.expect("these tests need the C compiler cc").success());
    (folder, program)
});

/// A copy of the mischievous program, which can be told from all others by its path.
struct Naughty {
    folder: TempDir,
    program: Program,
}

impl Naughty {
    fn new(room: &Runner) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("naughty");
        fs::hard_link(&NAUGHTY.1, &path).unwrap();
        let program = room.prepare(&path, &CancelToken::default()).unwrap();
        Self { folder, program }
    }

    fn notes(&self) -> PathBuf {
        self.folder.path().join("notes")
    }

    /// What it has to be told to do this.
    fn words(&self, mischief: &str) -> Vec<u8> {
        format!("{mischief} {}\n", self.notes().display()).into_bytes()
    }

    /// Runs it, and looks whether it left anything.
    #[track_caller]
    fn run(&self, mischief: &str, limits: &ProgramLimits) -> Result<ProgramOutput, ProgramError> {
        let result = self.program.run(&self.words(mischief), limits, &CancelToken::default());
        self.assert_nothing_is_left();
        result
    }

    /// Runs it with plenty of everything: what it printed.
    #[track_caller]
    fn answer(&self, mischief: &str) -> String {
        let answer = self.run(mischief, &long()).unwrap_or_else(|why| panic!("{mischief}: {why}"));
        String::from_utf8_lossy(&answer.output).trim_end().to_owned()
    }

    /// The folders in which it ran until now.
    fn folders(&self) -> Vec<PathBuf> {
        fs::read_to_string(self.notes()).unwrap_or_default().lines().map(PathBuf::from).collect()
    }

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

/// The processes that run this file, as `number: arguments`.
fn processes(file: &Path) -> Vec<String> {
    if cfg!(target_os = "linux") {
        let all = fs::read_dir("/proc").unwrap().flatten();
        let lines = all.filter_map(|entry| {
            let words = fs::read_to_string(entry.path().join("cmdline")).ok()?;
            Some((
                words.split('\0').next()?.to_owned(),
                format!("{}: {words}", entry.path().display()),
            ))
        });
        lines.filter(|(first, _)| Path::new(first) == file).map(|(_, line)| line).collect()
    } else {
        let all = Command::new("ps").args(["-A", "-o", "pid=,args="]).output().unwrap();
        let lines = String::from_utf8_lossy(&all.stdout).into_owned();
        lines
            .lines()
            .filter(|line| line.contains(file.to_str().unwrap()))
            .map(ToOwned::to_owned)
            .collect()
    }
}

/// Waits until it is so.
#[track_caller]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < HANG, "waited in vain until {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Writes a file by another process: one that we had open ourselves could not be run while another
/// test starts something.
fn write_file(path: &Path, mode: &str, text: &str) {
    let mut shell = Command::new("sh");
    shell
        .args(["-c", "printf %s \"$2\" > \"$0\" && chmod \"$1\" \"$0\""])
        .arg(path)
        .args([mode, text]);
    assert!(shell.stdin(Stdio::null()).status().unwrap().success());
}
