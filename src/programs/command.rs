//! How a program is called.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use serde::{Deserialize, Serialize};

/// Where a program runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum WorkingDir {
    /// In the fresh folder.
    Fresh,
    /// Where we run ourselves (in a sandbox in the fresh folder all the same).
    Ours,
}

/// A program and how it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ProgramCommand {
    pub program: PathBuf,
    pub args: Vec<OsString>,
    pub place: WorkingDir,
    /// With the path of `bwrap`: in a sandbox.
    pub bwrap: Option<PathBuf>,
}

impl ProgramCommand {
    /// The command for it, with a fresh folder.
    pub fn command(&self, folder: &Path) -> Command {
        let mut command = match &self.bwrap {
            None => Command::new(&self.program),
            Some(bwrap) => super::sandbox::enter(bwrap, &self.program, folder),
        };
        command.args(&self.args).env("TMPDIR", folder);
        if self.place == WorkingDir::Fresh || self.bwrap.is_some() {
            command.current_dir(folder).env("PWD", folder);
        }
        command
    }
}
