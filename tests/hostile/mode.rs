//! The ways of running programs that are tested.

use std::{process::Command, sync::LazyLock};

use fourcade::programs::Runner;

/// How programs are isolated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// In the sandbox of bubblewrap.
    Bubblewrap,
    /// Without a sandbox.
    None,
}

impl Mode {
    /// The name of the mode in the names of files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Bubblewrap => "bwrap",
            Self::None => "none",
        }
    }

    pub fn is_sandboxed(self) -> bool {
        self != Self::None
    }

    /// Returns why this mode can't be tested here.
    pub fn availability(self) -> Result<(), String> {
        static BUBBLEWRAP: LazyLock<bool> =
            LazyLock::new(|| succeeds(&["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]));
        match self {
            Self::Bubblewrap if !*BUBBLEWRAP => Err("bubblewrap does not work here".to_owned()),
            Self::Bubblewrap | Self::None => Ok(()),
        }
    }

    /// Returns the mode with this name.
    pub fn named(name: &str) -> Self {
        let mut modes = [Self::Bubblewrap, Self::None].into_iter();
        modes.find(|mode| mode.name() == name).expect("a mode has this name")
    }

    /// Returns the options of `fourcade` for this mode.
    pub fn options(self) -> &'static [&'static str] {
        match self {
            Self::Bubblewrap => &["--sandbox"],
            Self::None => &[],
        }
    }

    /// Returns the options of `fourcade watch` for this mode.
    pub fn watch_options(self) -> &'static [&'static str] {
        &[]
    }

    /// Returns a runner of programs in this mode.
    pub fn runner(self) -> Runner {
        let runner = Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"));
        match self {
            Self::Bubblewrap => runner.sandboxed().unwrap(),
            Self::None => runner,
        }
    }
}

/// The command that runs another one in process and mount namespaces of its own, in which its first
/// process adopts all others; empty where this is not allowed.
pub static CONTAINMENT: LazyLock<&[&str]> = LazyLock::new(|| {
    let command: &[&str] =
        &["unshare", "--user", "--map-root-user", "--pid", "--fork", "--mount-proc"];
    let works = succeeds(&[command, &["true"]].concat());
    if works { command } else { &[] }
});

fn succeeds(command: &[&str]) -> bool {
    let mut process = Command::new(command[0]);
    process.args(&command[1..]).output().is_ok_and(|output| output.status.success())
}
