//! The sandbox `bwrap`, the program of bubblewrap: finding it and checking that it works.

use std::{
    env,
    path::{Path, PathBuf},
};

use rustix::fs::{Access, access};

use super::{
    ProgramLimits,
    command::sandboxed_command,
    run_report::RunEnd,
    temp_folder::TempFolder,
    unsupervised::{CapturedStream, run_command},
};
use crate::play::CancelToken;

/// Why the sandbox can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SandboxError {
    /// `bwrap` is not installed.
    #[error(
        "the sandbox needs the program `bwrap`, which is not installed; \
         install bubblewrap, or do without it"
    )]
    Missing,
    /// `bwrap` is installed but fails, with this message.
    #[error("the sandbox does not work here: {0}; do without it")]
    Broken(String),
}

/// A `bwrap` that works.
#[derive(Debug)]
pub(super) struct Sandbox {
    bwrap: PathBuf,
}

impl Sandbox {
    /// Finds `bwrap` in `PATH` and tests it.
    pub fn find() -> Result<Self, SandboxError> {
        let path = env::var_os("PATH").unwrap_or_default();
        let mut candidates = env::split_paths(&path)
            .filter(|folder| folder.is_absolute())
            .map(|folder| folder.join("bwrap"));
        let bwrap = candidates.find(|file| file.is_file() && access(file, Access::EXEC_OK).is_ok());
        let sandbox = Self { bwrap: bwrap.ok_or(SandboxError::Missing)? };
        sandbox.test()?;
        Ok(sandbox)
    }

    pub fn bwrap(&self) -> &Path {
        &self.bwrap
    }

    /// Runs `bwrap --version` in the sandbox: a program that certainly exists.
    fn test(&self) -> Result<(), SandboxError> {
        let folder = TempFolder::new().map_err(|why| SandboxError::Broken(why.to_string()))?;
        let mut command = sandboxed_command(&self.bwrap, &self.bwrap, folder.path());
        command.arg("--version").current_dir(folder.path());
        let report = run_command(
            command,
            CapturedStream::Stderr,
            b"",
            &ProgramLimits::default(),
            &CancelToken::default(),
        );
        let report = report.map_err(|why| SandboxError::Broken(why.to_string()))?;
        if report.end == RunEnd::Status(0) {
            return Ok(());
        }
        let message = String::from_utf8_lossy(&report.output).trim_end().to_owned();
        let is_silent = message.is_empty();
        Err(SandboxError::Broken(if is_silent { format!("{:?}", report.end) } else { message }))
    }
}
