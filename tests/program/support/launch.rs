//! Describes how to start a program in a new terminal.

use std::{
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use portable_pty::CommandBuilder;
use tempfile::TempDir;

use super::{
    Terminal,
    modes::{ENDED, RESUMED, STARTED},
};

/// Marks that the program has run before. Without it, the program shows a welcome screen.
const WELCOMED: &str = "welcomed";

/// Computer players answer at once, so that tests are quick.
const SETTINGS: &str = "answer-delay = 0\n";

/// Without this file, the menu offers a lesson before it opens a game for the first time.
const LESSONS: (&str, &str) =
    ("lessons.toml", "offered = [\"concentration\", \"eater\", \"flip\", \"intensity\"]\n");

#[derive(Clone, Debug)]
pub struct Launch {
    command: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    size: (u16, u16),
    tells_size: bool,
    home: Arc<TempDir>,
    bare: bool,
}

/// The files of every home, with their texts.
pub const HOME_FILES: [(&str, &str); 3] = [(WELCOMED, ""), ("config.toml", SETTINGS), LESSONS];

impl Launch {
    /// Opens a window of 80 x 24, and creates a home folder.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let home = TempDir::with_prefix("fourcade-").expect("a temporary folder can be created");
        for (name, text) in HOME_FILES {
            fs::write(home.path().join(name), text).expect("the home can be written");
        }
        Self {
            command: vec![program.as_ref().to_owned()],
            env: Vec::new(),
            size: (80, 24),
            tells_size: true,
            home: Arc::new(home),
            bare: false,
        }
    }

    /// Makes the program start as if it had never run before.
    pub fn first_run(self) -> Self {
        fs::remove_file(self.home().join(WELCOMED)).expect("the home can be written");
        self
    }

    pub fn without_settings(self) -> Self {
        fs::remove_file(self.home().join("config.toml")).expect("the home can be written");
        self
    }

    /// Makes the menu offer the lesson of a game that is opened for the first time.
    pub fn offering_lessons(self) -> Self {
        fs::remove_file(self.home().join(LESSONS.0)).expect("the home can be written");
        self
    }

    pub fn arcade() -> Self {
        Self::new(env!("CARGO_BIN_EXE_fourcade"))
    }

    pub fn script(script: &str) -> Self {
        Self::new("sh").args(["-c", script, "sh"])
    }

    pub fn arg(self, arg: impl AsRef<OsStr>) -> Self {
        self.args([arg])
    }

    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.command.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// The environment of the tests is not inherited, except for `PATH`.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.into(), value.as_ref().to_owned()));
        self
    }

    pub fn size(mut self, columns: u16, rows: u16) -> Self {
        self.size = (columns, rows);
        self
    }

    /// Opens a window that says it has no columns and no rows.
    pub fn without_size(mut self) -> Self {
        self.tells_size = false;
        self
    }

    /// Starts the program without a shell, as the leader of the terminal's session.
    ///
    /// Its exit status is then exact (a shell reports signal n as 128 + n), and no other process is
    /// started. But the program can't be stopped and continued, and when it ends, the system resets
    /// the tty, so tests can't check that it was restored.
    pub fn bare(mut self) -> Self {
        self.bare = true;
        self
    }

    /// Shared by all starts of this launch.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    #[track_caller]
    pub fn start(&self) -> Terminal {
        Terminal::open(self)
    }

    pub(super) fn is_bare(&self) -> bool {
        self.bare
    }

    pub(super) fn columns_and_rows(&self) -> (u16, u16) {
        self.size
    }

    pub(super) fn tells_size(&self) -> bool {
        self.tells_size
    }

    pub(super) fn folder(&self) -> Arc<TempDir> {
        self.home.clone()
    }

    fn argv(&self) -> Vec<OsString> {
        if self.bare {
            return self.command.clone();
        }
        ["sh", "-c", &shell(), "sh"]
            .into_iter()
            .map(OsString::from)
            .chain(self.command.clone())
            .collect()
    }

    pub(super) fn command(&self) -> CommandBuilder {
        let mut command = CommandBuilder::from_argv(self.argv());
        command.env_clear();
        for (name, value) in
            [("TERM", "xterm-256color"), ("COLORTERM", "truecolor"), ("LANG", "C.UTF-8")]
        {
            command.env(name, value);
        }
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.env("HOME", self.home());
        command.env("FOURCADE_HOME", self.home());
        for (name, value) in &self.env {
            command.env(name, value);
        }
        command.cwd(self.home());
        command
    }
}

/// The script of the shell that runs the program.
///
/// The shell has job control, so the program can be stopped and continued. Unlike an interactive
/// shell, it doesn't reset the tty, which would hide what the program has not restored. It reports
/// each change of the program's state by an invisible control sequence in the output.
fn shell() -> String {
    format!(
        r#"
set -m
# SIGINT must not end this shell together with the program.
trap : INT
sh -c 'printf "\033]{STARTED};%d\007" "$$"; exec "$@"' sh "$@"
status=$?
while :; do
    printf '\033]{ENDED};%d\007' "$status"
    until read -r line && [ "$line" = fg ]; do :; done
    printf '\033]{RESUMED};\007'
    fg >/dev/null
    status=$?
done
"#
    )
}

/// Finds a program in `PATH` and in the usual folders for games.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/games".into(), "/usr/local/games".into()])
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}
