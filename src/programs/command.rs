//! How a program is called.

use std::{path::Path, process::Command};

/// Calls a program without arguments in this folder; with the path of `bwrap`, in a sandbox.
pub(super) fn call(program: &Path, folder: &Path, bwrap: Option<&Path>) -> Command {
    let mut command = match bwrap {
        None => Command::new(program),
        Some(bwrap) => super::sandbox::enter(bwrap, program, folder),
    };
    command.current_dir(folder).env("PWD", folder).env("TMPDIR", folder);
    command
}
