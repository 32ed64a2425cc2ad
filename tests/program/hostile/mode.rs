//! The ways of running programs that are tested.

use std::{process::Command, sync::LazyLock};

use fourcade::programs::{Runner, SandboxKind};

/// How programs are isolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// In a sandbox made of namespaces.
    Namespaces,
    /// In the sandbox of bubblewrap.
    Bubblewrap,
    /// Without a sandbox.
    Unsandboxed,
}

impl Mode {
    const ALL: [Self; 3] = [Self::Namespaces, Self::Bubblewrap, Self::Unsandboxed];

    /// The name of the mode in the names of files.
    pub fn name(self) -> &'static str {
        self.kind().map_or("none", SandboxKind::name)
    }

    /// Returns the mode with this name.
    pub fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|mode| mode.name() == name).expect("a mode has this name")
    }

    fn kind(self) -> Option<SandboxKind> {
        match self {
            Self::Namespaces => Some(SandboxKind::Namespaces),
            Self::Bubblewrap => Some(SandboxKind::Bubblewrap),
            Self::Unsandboxed => None,
        }
    }

    pub fn is_sandboxed(self) -> bool {
        self.kind().is_some()
    }

    /// Returns why this mode can't be tested here.
    pub fn availability(self) -> Result<(), String> {
        let Some(kind) = self.kind() else { return Ok(()) };
        let runner = Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"));
        runner.sandboxed_by(kind).map(drop).map_err(|error| error.to_string())
    }

    /// Makes `fourcade` use this mode.
    pub fn apply(self, command: &mut Command) -> &mut Command {
        match self.kind() {
            Some(kind) => command.arg("--sandbox").env("FOURCADE_SANDBOX_KIND", kind.name()),
            None => command.arg("--no-sandbox"),
        }
    }

    /// Returns a runner of programs in this mode.
    pub fn runner(self) -> Runner {
        let runner = Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"));
        match self.kind() {
            Some(kind) => runner.sandboxed_by(kind).expect("this kind was tested before"),
            None => runner,
        }
    }
}

/// The command that runs another one in process and mount namespaces of its own, in which its first
/// process adopts all others; empty where this is not allowed.
pub static CONTAINMENT: LazyLock<&[&str]> = LazyLock::new(|| {
    let command: &[&str] =
        &["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"];
    let mut test = Command::new(command[0]);
    let works = test.args(&command[1..]).arg("true").output();
    if works.is_ok_and(|output| output.status.success()) { command } else { &[] }
});
