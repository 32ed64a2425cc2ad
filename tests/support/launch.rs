//! Starting a program in a terminal of its own.

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

/// Who has this file at home is not new, and is told nothing at the start.
const WELCOMED: &str = "welcomed";

/// What to start, and in what surroundings.
#[derive(Clone, Debug)]
pub struct Launch {
    command: Vec<OsString>,
    env: Vec<(OsString, OsString)>,
    size: (u16, u16),
    home: Arc<TempDir>,
    bare: bool,
}

impl Launch {
    /// This program, on a terminal of 80 x 24 with a home folder of its own.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let home = TempDir::with_prefix("fourcade-").expect("a temporary folder");
        fs::write(home.path().join(WELCOMED), "").expect("the home can be written");
        Self {
            command: vec![program.as_ref().to_owned()],
            env: Vec::new(),
            size: (80, 24),
            home: Arc::new(home),
            bare: false,
        }
    }

    /// As somebody who was never here.
    pub fn first_run(self) -> Self {
        fs::remove_file(self.home().join(WELCOMED)).expect("the home can be written");
        self
    }

    /// The arcade.
    pub fn arcade() -> Self {
        Self::new(env!("CARGO_BIN_EXE_fourcade"))
    }

    /// A shell script.
    pub fn script(script: &str) -> Self {
        Self::new("sh").args(["-c", script, "sh"])
    }

    /// With one more argument.
    pub fn arg(self, arg: impl AsRef<OsStr>) -> Self {
        self.args([arg])
    }

    /// With more arguments.
    pub fn args(mut self, args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Self {
        self.command.extend(args.into_iter().map(|arg| arg.as_ref().to_owned()));
        self
    }

    /// With this variable in its environment (which has little else: nothing of the person's who
    /// runs the tests).
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.env.push((name.into(), value.as_ref().to_owned()));
        self
    }

    /// On a terminal with this many columns and rows.
    pub fn size(mut self, columns: u16, rows: u16) -> Self {
        self.size = (columns, rows);
        self
    }

    /// With no shell around it: the program leads the terminal's session. Its exit status is exact
    /// then (a shell says 128 + n for signal n), and there is nothing to start beside it. But it
    /// can't be stopped and resumed (there is nobody to resume it), and when it ends the system
    /// resets the tty, so nothing is known of how it was left.
    pub fn bare(mut self) -> Self {
        self.bare = true;
        self
    }

    /// Its folder for settings and saves, which a second start of the same launch finds again.
    pub fn home(&self) -> &Path {
        self.home.path()
    }

    /// Starts it.
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

/// The shell that a program runs under, as it does when a person types its name: with job control,
/// so that it can be stopped and resumed, and it leaves the tty as the program left it. (An
/// interactive shell would put it right and hide what the program forgot.) It tells us what happens
/// in sequences that no terminal shows, in order with what the program writes.
fn shell() -> String {
    format!(
        r#"
set -m
# A program that SIGINT ends would take this shell along.
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

/// Where a program lies, looking through `PATH` and the folders of games.
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain(["/usr/games".into(), "/usr/local/games".into()])
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}
