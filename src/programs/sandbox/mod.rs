//! The sandbox: which kinds there are, and which of them works here.

pub(super) mod bubblewrap;
mod installation;
#[cfg(target_os = "linux")]
pub(super) mod landlock;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
pub(super) mod namespaces;
mod view;

use std::{
    env, fmt,
    path::{Path, PathBuf},
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use serde::{Deserialize, Serialize};

use super::{
    ProgramLimits,
    command::{CapturedStream, ProgramCommand, WorkingDir, path_bytes},
    program::run_command,
    run_report::RunEnd,
};
use fourcade_engine::play::CancelToken;

pub(super) use view::{View, ViewRequest};

/// The variable that names the only kind of sandbox to try, for tests: one of the names of
/// [`SandboxKind`], or `none`.
const KIND_VARIABLE: &str = "FOURCADE_SANDBOX_KIND";

/// Whether programs run in a sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SandboxPolicy {
    /// They run without a sandbox.
    #[default]
    Off,
    /// They run in a sandbox if the system has one.
    IfAvailable,
    /// They run in a sandbox or not at all.
    Required,
}

/// A kind of sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SandboxKind {
    /// User, process, mount and network namespaces of our own, and Landlock where it exists.
    Namespaces,
    /// The program `bwrap` of bubblewrap.
    Bubblewrap,
    /// Landlock alone: a program sees other processes and, depending on the kernel, may reach
    /// sockets. It can't read or write files outside its view.
    Landlock,
}

impl SandboxKind {
    /// All kinds, in the order in which they are tried. Our own namespaces come before bubblewrap,
    /// because they start faster and limit the number of files.
    pub const ALL: [Self; 3] = [Self::Namespaces, Self::Bubblewrap, Self::Landlock];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Bubblewrap => "bubblewrap",
            Self::Landlock => "landlock",
        }
    }
}

/// Why there is no sandbox: what each kind said when it was tried.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "programs can't be sandboxed here{reasons}; install bubblewrap, or use --no-sandbox if you \
     trust the programs",
    reasons = format_reasons(.0)
)]
pub struct SandboxError(Vec<String>);

fn format_reasons(reasons: &[String]) -> String {
    if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join("; ")) }
}

/// How a sandbox is made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Backend {
    Namespaces,
    /// The path of `bwrap`.
    Bubblewrap(#[serde(with = "path_bytes")] PathBuf),
    Landlock,
}

impl Backend {
    /// Whether the program's fresh folder is made by the sandbox and disappears with it.
    pub fn has_own_folder(&self) -> bool {
        !matches!(self, Self::Landlock)
    }
}

/// The sandbox that a runner uses. It is looked for when the first program is made ready. Clones
/// share the result.
#[derive(Clone, Default)]
pub(super) struct SandboxChoice {
    pub policy: SandboxPolicy,
    /// The only kind to try.
    pub kind: Option<SandboxKind>,
    found: Arc<OnceLock<Result<Backend, SandboxError>>>,
    /// Whether the user was told that there is none.
    is_told: Arc<AtomicBool>,
}

impl SandboxChoice {
    pub fn new(policy: SandboxPolicy, kind: Option<SandboxKind>) -> Self {
        Self { policy, kind, ..Self::default() }
    }

    /// Returns the sandbox to use, or `None` for none.
    ///
    /// # Errors
    /// Returns an error if there must be one and there is none.
    pub fn backend(&self, supervisor: Option<&Path>) -> Result<Option<Backend>, SandboxError> {
        match (self.policy, self.search(supervisor)) {
            (SandboxPolicy::Off, _) | (SandboxPolicy::IfAvailable, Some(Err(_)) | None) => Ok(None),
            (_, Some(found)) => found.map(Some),
            (SandboxPolicy::Required, None) => Err(SandboxError(Vec::new())),
        }
    }

    /// Returns why programs run without a sandbox although they should have one.
    pub fn missing(&self, supervisor: Option<&Path>) -> Option<SandboxError> {
        self.search(supervisor)?.err().filter(|_| self.policy == SandboxPolicy::IfAvailable)
    }

    /// Whether programs run in a sandbox.
    pub fn is_found(&self, supervisor: Option<&Path>) -> bool {
        matches!(self.search(supervisor), Some(Ok(_)))
    }

    /// Returns why there is no sandbox, once, if that has turned out.
    pub fn take_news(&self) -> Option<SandboxError> {
        let why = self.found.get()?.as_ref().err()?;
        let is_news =
            self.policy == SandboxPolicy::IfAvailable && !self.is_told.swap(true, Relaxed);
        is_news.then(|| why.clone())
    }

    fn search(&self, supervisor: Option<&Path>) -> Option<Result<Backend, SandboxError>> {
        let is_off = self.policy == SandboxPolicy::Off;
        (!is_off).then(|| self.found.get_or_init(|| find(self.kind, supervisor)).clone())
    }
}

impl fmt::Debug for SandboxChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SandboxChoice").field(&self.policy).field(&self.kind).finish()
    }
}

/// Returns the first kind of sandbox that works.
fn find(only: Option<SandboxKind>, supervisor: Option<&Path>) -> Result<Backend, SandboxError> {
    let named = env::var(KIND_VARIABLE).ok();
    let is_tried = |kind: &SandboxKind| {
        only.is_none_or(|only| only == *kind)
            && named.as_ref().is_none_or(|name| name == kind.name())
    };
    let mut reasons = Vec::new();
    for kind in SandboxKind::ALL.into_iter().filter(is_tried) {
        match try_kind(kind, supervisor) {
            Ok(backend) => return Ok(backend),
            Err(why) => reasons.push(format!("{}: {why}", kind.name())),
        }
    }
    Err(SandboxError(reasons))
}

fn try_kind(kind: SandboxKind, supervisor: Option<&Path>) -> Result<Backend, String> {
    let backend = match kind {
        SandboxKind::Bubblewrap => {
            Backend::Bubblewrap(bubblewrap::find().ok_or("`bwrap` is not installed")?)
        }
        _ if !cfg!(target_os = "linux") => return Err("not on this system".to_owned()),
        _ if supervisor.is_none() => return Err("needs a supervisor".to_owned()),
        SandboxKind::Namespaces => Backend::Namespaces,
        SandboxKind::Landlock => Backend::Landlock,
    };
    test(&backend, supervisor).map(|()| backend)
}

/// Runs a shell that does nothing in the sandbox.
fn test(backend: &Backend, supervisor: Option<&Path>) -> Result<(), String> {
    let program = PathBuf::from("/bin/sh");
    let request = ViewRequest { program: &program, args: &[], folder: None };
    let mut command = ProgramCommand {
        args: vec!["-c".into(), ":".into()],
        captured: CapturedStream::Stderr,
        working_dir: WorkingDir::Fresh,
        folder: None,
        sandbox: Some(request.view(backend.clone())),
        program,
    };
    let temp_folder = command.prepare_folder().map_err(|why| why.to_string())?;
    let (limits, cancel) = (ProgramLimits::default(), CancelToken::default());
    let report = run_command(supervisor, command, b"", &limits, &cancel);
    drop(temp_folder);
    let report = report.map_err(|why| why.to_string())?;
    let message = String::from_utf8_lossy(&report.output).trim_end().to_owned();
    match report.end {
        RunEnd::Status(0) => Ok(()),
        RunEnd::CannotRun(why) => Err(why),
        end if message.is_empty() => Err(format!("{end:?}")),
        _ => Err(message),
    }
}
