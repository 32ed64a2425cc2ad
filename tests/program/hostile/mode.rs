//! The ways of running programs that are tested.

use std::{fs, path::Path, process::Command, sync::LazyLock};

use fourcade_programs::{Runner, SandboxKind, SandboxPolicy};

/// How programs are isolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// In a sandbox made of namespaces.
    Namespaces,
    /// In the sandbox of Landlock alone.
    Landlock,
    /// Without a sandbox.
    Unsandboxed,
}

impl Mode {
    const ALL: [Self; 3] = [Self::Namespaces, Self::Landlock, Self::Unsandboxed];

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
            Self::Landlock => Some(SandboxKind::Landlock),
            Self::Unsandboxed => None,
        }
    }

    pub fn is_sandboxed(self) -> bool {
        self.kind().is_some()
    }

    /// Returns why this mode can't be tested here.
    pub fn availability(self) -> Result<(), String> {
        // Older versions of Landlock refuse no signals.
        let release = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
        let mut numbers = release.split('.').map_while(|number| number.parse::<u32>().ok());
        if self == Self::Landlock && (numbers.next(), numbers.next()) < (Some(6), Some(12)) {
            return Err("landlock is tested on Linux 6.12 and later".to_owned());
        }
        let shell = self.runner().prepare(Path::new("/bin/sh"), &|| false);
        shell.map(drop).map_err(|error| error.to_string())
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
            Some(kind) => runner.with_sandbox(SandboxPolicy::Required).with_sandbox_kinds(&[kind]),
            None => runner,
        }
    }
}

/// The command that runs another one in process and mount namespaces of its own, in which its first
/// process adopts all others; empty where this is not allowed. Root stays root; without a sandbox
/// only in a user namespace, so that the programs can't harm the machine.
pub fn containment(mode: Mode) -> &'static [&'static str] {
    static ALL: LazyLock<[&[&str]; 2]> = LazyLock::new(|| {
        let own: &[&str] = &["unshare", "--pid", "--fork", "--mount-proc"];
        let current: &[&str] =
            &["unshare", "--user", "--map-current-user", "--pid", "--fork", "--mount-proc"];
        let root: &[&str] =
            &["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"];
        let works = |command: &&[&str]| {
            let output = Command::new(command[0]).args(&command[1..]).arg("true").output();
            output.is_ok_and(|output| output.status.success())
        };
        let first = |commands: [&'static [&'static str]; 2]| {
            commands.into_iter().find(|command| works(command)).unwrap_or(&[])
        };
        [first([own, current]), first([root, current])]
    });
    ALL[usize::from(!mode.is_sandboxed())]
}
