//! The sandbox, and the choice of a kind that works on this system.

pub(super) mod config;
#[cfg(target_os = "linux")]
mod kernel;
#[cfg(target_os = "linux")]
pub(super) mod landlock;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
pub(super) mod namespaces;
pub(super) mod report;
#[cfg(target_os = "linux")]
pub(super) mod rights;
#[cfg(target_os = "linux")]
pub(super) mod start_watcher;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod system_calls;

use std::{
    fmt,
    path::Path,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

use super::{
    ProgramLimits,
    command::{CapturedStream, ProgramCommand, WorkingDir},
    error::ProgramError,
    supervisor::client::SupervisorClient,
};

pub use config::SandboxKind;
use config::VisibleFiles;

/// Whether programs run in a sandbox.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SandboxPolicy {
    /// They run without one.
    #[default]
    Off,
    /// They run in the best sandbox that works here, or without one.
    IfAvailable,
    /// They run in a sandbox or not at all.
    Required,
}

/// Why no sandbox works here: the error of each kind that was tried.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "programs can't be sandboxed here{reasons}; allow user namespaces on this system, or use \
     --no-sandbox if you trust the programs",
    reasons = format_reasons(.0)
)]
pub struct SandboxError(Vec<String>);

fn format_reasons(reasons: &[String]) -> String {
    if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join("; ")) }
}

/// A kind of sandbox that works here.
#[derive(Clone, Debug)]
struct FoundSandbox {
    kind: SandboxKind,
    /// The errors of the better kinds.
    better_kinds_failed: Vec<String>,
}

/// The policy, and the sandbox found when the first program was prepared. Clones share the result.
#[derive(Clone)]
pub(super) struct SandboxChoice {
    pub policy: SandboxPolicy,
    pub kinds: Arc<[SandboxKind]>,
    found: Arc<OnceLock<Result<FoundSandbox, SandboxError>>>,
    is_warning_taken: Arc<AtomicBool>,
}

impl Default for SandboxChoice {
    fn default() -> Self {
        Self::new(SandboxPolicy::default(), &SandboxKind::ALL)
    }
}

impl SandboxChoice {
    pub fn new(policy: SandboxPolicy, kinds: &[SandboxKind]) -> Self {
        let (found, is_warning_taken) = (Arc::default(), Arc::default());
        Self { policy, kinds: kinds.into(), found, is_warning_taken }
    }

    /// Returns `None` for no sandbox, and an error if one is required but none works.
    pub fn kind(&self, supervisor: &Path) -> Result<Option<SandboxKind>, SandboxError> {
        let Some(found) = self.search(supervisor) else { return Ok(None) };
        match found {
            Ok(found) => Ok(Some(found.kind)),
            Err(error) if self.policy == SandboxPolicy::Required => Err(error.clone()),
            Err(_) => Ok(None),
        }
    }

    /// Returns a warning if programs run in a weaker sandbox, or without one because none works.
    pub fn warning(&self, supervisor: &Path) -> Option<String> {
        warning(self.policy, self.search(supervisor)?)
    }

    /// Returns [`SandboxChoice::warning`] once, after the sandbox was looked for.
    pub fn take_warning(&self) -> Option<String> {
        let sentence = warning(self.policy, self.found.get()?)?;
        (!self.is_warning_taken.swap(true, Relaxed)).then_some(sentence)
    }

    /// Returns a sentence about the sandbox. Returns `None` until it was looked for, and if
    /// programs don't run because the policy requires one and none works.
    pub fn status(&self) -> Option<&'static str> {
        if self.policy == SandboxPolicy::Off {
            return Some("Programs run without a sandbox");
        }
        match self.found.get()?.as_ref().map(|found| found.kind) {
            Ok(SandboxKind::Namespaces) => Some("Programs run in a sandbox (namespaces)"),
            Ok(SandboxKind::Landlock) => Some(
                "Programs run in a weaker sandbox (landlock): they see your processes and the \
                 names of your files",
            ),
            Err(_) if self.policy == SandboxPolicy::Required => None,
            Err(_) => Some("Programs run without a sandbox: there is none here"),
        }
    }

    /// Looks for a sandbox at the first call. Returns `None` if the policy is off.
    fn search(&self, supervisor: &Path) -> Option<&Result<FoundSandbox, SandboxError>> {
        let is_off = self.policy == SandboxPolicy::Off;
        (!is_off).then(|| self.found.get_or_init(|| find_sandbox(&self.kinds, supervisor)))
    }
}

fn warning(policy: SandboxPolicy, found: &Result<FoundSandbox, SandboxError>) -> Option<String> {
    match found {
        Ok(FoundSandbox { kind: SandboxKind::Namespaces, .. }) => None,
        Ok(FoundSandbox { kind: SandboxKind::Landlock, better_kinds_failed }) => Some(format!(
            "programs run in the weaker sandbox `landlock`{}: they see your processes and the \
             names of your files, and the size of all their files together isn't limited",
            format_reasons(better_kinds_failed)
        )),
        Err(error) => (policy == SandboxPolicy::IfAvailable)
            .then(|| format!("programs run without a sandbox: {error}")),
    }
}

impl fmt::Debug for SandboxChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SandboxChoice").field(&self.policy).field(&self.kinds).finish()
    }
}

fn find_sandbox(kinds: &[SandboxKind], supervisor: &Path) -> Result<FoundSandbox, SandboxError> {
    let mut failed = Vec::new();
    for &kind in kinds {
        match try_sandbox(kind, supervisor) {
            Ok(()) => return Ok(FoundSandbox { kind, better_kinds_failed: failed }),
            Err(error) => failed.push(format!("{}: {error}", kind.name())),
        }
    }
    Err(SandboxError(failed))
}

/// Runs an empty shell command in the sandbox.
fn try_sandbox(kind: SandboxKind, supervisor: &Path) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Err("not on this system".to_owned());
    }
    let program = Path::new("/bin/sh");
    let visible = VisibleFiles { program, args: &[], shown: &[], writable_folder: None };
    let command = ProgramCommand {
        args: vec!["-c".into(), ":".into()],
        captured: CapturedStream::Stderr,
        working_dir: WorkingDir::Fresh,
        folder: None,
        sandbox: Some(visible.sandbox_config(kind)),
        program: program.to_owned(),
    };
    let limits = ProgramLimits::default();
    let run = SupervisorClient::run(supervisor, &limits, command, b"", &|| false);
    let message = String::from_utf8_lossy(&run.output).trim_end().to_owned();
    match run.end {
        Ok(0) => Ok(()),
        Err(ProgramError::CannotRun(why)) => Err(why),
        end if message.is_empty() => Err(format!("{end:?}")),
        _ => Err(message),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_program_is_said_to_run_without_a_required_sandbox() {
        let status = |policy| {
            let choice = SandboxChoice::new(policy, &[]);
            let _ = choice.kind(Path::new("no supervisor"));
            choice.status()
        };
        assert_eq!(status(SandboxPolicy::Required), None);
        let without = Some("Programs run without a sandbox: there is none here");
        assert_eq!(status(SandboxPolicy::IfAvailable), without);
    }
}
