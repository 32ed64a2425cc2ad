//! The command line, environment and folder of one run.

use std::{
    env,
    ffi::OsString,
    fs::{self, Permissions},
    io,
    os::{fd::OwnedFd, unix::fs::PermissionsExt},
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde::{Deserialize, Serialize};

use super::{
    sandbox::{
        config::{SandboxConfig, path_bytes},
        report::{MAX_NAME_CHARS, MAX_NAMES},
    },
    temp_folder::TempFolder,
};

/// Path of the fresh folder inside a sandbox of namespaces.
pub(super) const SANDBOX_FOLDER: &str = "/program";

const INHERITED_VARIABLES: [&str; 2] = ["PATH", "LANG"];

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum WorkingDir {
    Fresh,
    Inherited,
    At(#[serde(with = "path_bytes")] PathBuf),
}

/// The output stream that the client reads; the other one is discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum CapturedStream {
    Stdout,
    Stderr,
    /// Standard output; the supervisor also reports the beginning of standard error.
    StdoutAndStderr,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct ProgramCommand {
    #[serde(with = "path_bytes")]
    pub program: PathBuf,
    pub args: Vec<OsString>,
    pub captured: CapturedStream,
    pub working_dir: WorkingDir,
    /// The program's folder, or `None` if the sandbox makes one inside itself.
    pub folder: Option<RunFolder>,
    /// `None` without a sandbox.
    pub sandbox: Option<SandboxConfig>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RunFolder {
    #[serde(with = "path_bytes")]
    pub path: PathBuf,
    /// Whether the folder outlives the run, because the program's result is there.
    pub is_kept: bool,
}

impl ProgramCommand {
    /// Creates the program's fresh folder, unless it has one or the sandbox makes it. Dropping the
    /// result removes the folder.
    pub fn create_folder(&mut self) -> io::Result<Option<TempFolder>> {
        let is_made_inside =
            self.sandbox.as_ref().is_some_and(|sandbox| sandbox.kind.has_own_root());
        if self.folder.is_some() || is_made_inside {
            return Ok(None);
        }
        let folder = TempFolder::new()?;
        self.folder = Some(RunFolder { path: folder.path().to_owned(), is_kept: false });
        Ok(Some(folder))
    }

    /// Returns the path of the folder as the program sees it.
    pub fn folder_path(&self) -> &Path {
        self.folder.as_ref().map_or(Path::new(SANDBOX_FOLDER), |folder| &folder.path)
    }

    /// Returns the names of at most [`MAX_NAMES`] files left in a folder that isn't kept.
    pub fn left_files(&self) -> Vec<String> {
        if self.folder.as_ref().is_some_and(|folder| folder.is_kept) {
            return Vec::new();
        }
        // The program may have taken away the permissions.
        let _ = fs::set_permissions(self.folder_path(), Permissions::from_mode(0o700));
        let entries = fs::read_dir(self.folder_path()).into_iter().flatten().flatten();
        let name = |entry: fs::DirEntry| {
            entry.file_name().to_string_lossy().chars().take(MAX_NAME_CHARS).collect()
        };
        entries.take(MAX_NAMES).map(name).collect()
    }

    pub fn working_dir(&self) -> Option<&Path> {
        match &self.working_dir {
            WorkingDir::Fresh => Some(self.folder_path()),
            WorkingDir::Inherited => None,
            WorkingDir::At(folder) => Some(folder),
        }
    }

    /// Must be called inside the namespaces if the sandbox consists of them.
    pub fn to_command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.args);
        self.set_environment(&mut command);
        if let Some(folder) = self.working_dir() {
            command.current_dir(folder);
        }
        command
    }

    pub fn sandbox_environment(&self) -> Vec<(OsString, OsString)> {
        let folder = self.folder_path().as_os_str();
        let working_dir = self.working_dir().map_or(folder, Path::as_os_str);
        let own = [("TMPDIR", folder), ("HOME", folder), ("PWD", working_dir)];
        INHERITED_VARIABLES
            .into_iter()
            .filter_map(|name| Some((name.into(), env::var_os(name)?)))
            .chain(own.map(|(name, value)| (name.into(), value.to_owned())))
            .collect()
    }

    fn set_environment(&self, command: &mut Command) {
        if self.sandbox.is_some() {
            command.env_clear().envs(self.sandbox_environment());
            return;
        }
        command.env("TMPDIR", self.folder_path());
        if let Some(folder) = self.working_dir() {
            command.env("PWD", folder);
        }
    }

    /// Connects the captured stream to our standard output, and standard error to `stderr_pipe` if
    /// the supervisor reports it.
    pub fn inherit_output(&self, command: &mut Command, stderr_pipe: Option<OwnedFd>) {
        match self.captured {
            CapturedStream::Stdout | CapturedStream::StdoutAndStderr => {
                command.stderr(stderr_pipe.map_or_else(Stdio::null, Into::into))
            }
            CapturedStream::Stderr => {
                let output = rustix::io::dup(io::stdout());
                command
                    .stdout(Stdio::null())
                    .stderr(output.map_or_else(|_| Stdio::null(), Into::into))
            }
        };
    }
}
