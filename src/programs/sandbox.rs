//! The sandbox: `bwrap`, the program of bubblewrap.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use rustix::fs::{Access, access};

use super::{
    ProgramLimits,
    command::{ProgramCommand, WorkingDir},
    direct::{OutputCapture, attend},
    failure::RunEnd,
    folder::TempFolder,
};
use crate::play::CancelToken;

/// Why there is no sandbox.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SandboxError {
    /// It is not installed.
    #[error(
        "the sandbox needs the program `bwrap`, which is not installed; install bubblewrap, or do without it"
    )]
    Missing,
    /// It is installed but does not work: what it says.
    #[error("the sandbox does not work here: {0}; do without it")]
    Broken(String),
}

/// A `bwrap` that works.
#[derive(Debug)]
pub(super) struct Sandbox {
    bwrap: PathBuf,
}

impl Sandbox {
    /// Finds `bwrap` and tries it.
    pub fn find() -> Result<Self, SandboxError> {
        let path = env::var_os("PATH").unwrap_or_default();
        let mut places = env::split_paths(&path)
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join("bwrap"));
        let bwrap = places.find(|file| file.is_file() && access(file, Access::EXEC_OK).is_ok());
        let sandbox = Self { bwrap: bwrap.ok_or(SandboxError::Missing)? };
        sandbox.attempt()?;
        Ok(sandbox)
    }

    pub fn bwrap(&self) -> &Path {
        &self.bwrap
    }

    /// Runs the one program in it that is there for sure.
    fn attempt(&self) -> Result<(), SandboxError> {
        let broken = |why: String| SandboxError::Broken(why);
        let folder = TempFolder::new().map_err(|why| broken(why.to_string()))?;
        let call = ProgramCommand {
            program: self.bwrap.clone(),
            args: vec!["--version".into()],
            place: WorkingDir::Fresh,
            bwrap: Some(self.bwrap.clone()),
        };
        let said = attend(
            call.command(folder.path()),
            OutputCapture::Errors,
            b"",
            &ProgramLimits::default(),
            &CancelToken::default(),
        );
        let said = said.map_err(|why| broken(why.to_string()))?;
        match said.end {
            RunEnd::Status(0) => Ok(()),
            _ if !said.output.is_empty() => {
                Err(broken(String::from_utf8_lossy(&said.output).trim_end().to_owned()))
            }
            end => Err(broken(format!("{end:?}"))),
        }
    }
}

/// Calls a program in a sandbox: it sees the system but can't change it, has no network, sees no
/// other processes, and can't reach those that listen where they usually do, in files for sockets.
/// It may write in its folder only.
pub(super) fn enter(bwrap: &Path, program: &Path, folder: &Path) -> Command {
    let mut command = Command::new(bwrap);
    command.args(["--die-with-parent", "--unshare-all", "--new-session", "--cap-drop", "ALL"]);
    command.args(["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]);
    let hidden = hidden();
    for place in &hidden {
        command.arg("--tmpfs").arg(place);
    }
    // A program that lies in a hidden folder is shown with what lies beside it.
    let beside = program.parent().unwrap_or(program);
    if let Some(place) = hidden.iter().find(|place| program.starts_with(place)) {
        let shown = if beside == place { program } else { beside };
        command.arg("--ro-bind").arg(shown).arg(shown);
    }
    command.arg("--bind").arg(folder).arg(folder);
    for place in hidden.iter().map(PathBuf::as_path).chain([Path::new("/dev")]) {
        command.arg("--remount-ro").arg(place);
    }
    command.arg("--chdir").arg(folder).arg("--").arg(program);
    command
}

/// The folders in which other processes listen, and keep what is nobody's business.
fn hidden() -> Vec<PathBuf> {
    [PathBuf::from("/run"), env::temp_dir()]
        .into_iter()
        .filter_map(|folder| folder.canonicalize().ok())
        .collect()
}
