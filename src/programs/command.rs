//! How a program is called, with or without the sandbox `bwrap`.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use serde::{Deserialize, Serialize};

/// The working directory of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum WorkingDir {
    /// A fresh folder.
    Fresh,
    /// Our own working directory, or a fresh folder in the sandbox.
    Inherited,
}

/// A program, its arguments and where it runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProgramCommand {
    pub program: PathBuf,
    pub args: Vec<OsString>,
    pub working_dir: WorkingDir,
    /// The path of `bwrap`, if the program runs in the sandbox.
    pub bwrap: Option<PathBuf>,
}

impl ProgramCommand {
    pub fn is_sandboxed(&self) -> bool {
        self.bwrap.is_some()
    }

    /// Returns the command that starts the program with this fresh folder.
    pub fn to_command(&self, folder: &Path) -> Command {
        let mut command = match &self.bwrap {
            None => Command::new(&self.program),
            Some(bwrap) => sandboxed_command(bwrap, &self.program, folder),
        };
        command.args(&self.args).env("TMPDIR", folder);
        if self.working_dir == WorkingDir::Fresh || self.is_sandboxed() {
            command.current_dir(folder).env("PWD", folder);
        }
        command
    }
}

/// Returns the command that starts a program in the sandbox. The program sees the system read-only
/// and may write only in its folder. It has no network, sees no other processes, and can't reach
/// services that listen on sockets in the usual folders.
pub(super) fn sandboxed_command(bwrap: &Path, program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(bwrap);
    command.args(["--die-with-parent", "--unshare-all", "--new-session", "--cap-drop", "ALL"]);
    command.args(["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]);
    let hidden = hidden_folders();
    for hidden_folder in &hidden {
        command.arg("--tmpfs").arg(hidden_folder);
    }
    // A program inside a hidden folder is made visible, together with the files beside it.
    let parent = program.parent().unwrap_or(program);
    if let Some(hidden_folder) = hidden.iter().find(|hidden| program.starts_with(hidden)) {
        let visible = if parent == hidden_folder { program } else { parent };
        command.arg("--ro-bind").arg(visible).arg(visible);
    }
    command.arg("--bind").arg(folder).arg(folder);
    for read_only in hidden.iter().map(PathBuf::as_path).chain([Path::new("/dev")]) {
        command.arg("--remount-ro").arg(read_only);
    }
    command.arg("--chdir").arg(folder).arg("--").arg(program);
    command
}

/// Returns the folders that are hidden in the sandbox because other processes keep their sockets
/// and private files there.
fn hidden_folders() -> Vec<PathBuf> {
    [PathBuf::from("/run"), env::temp_dir()]
        .into_iter()
        .filter_map(|folder| folder.canonicalize().ok())
        .collect()
}
