//! The sandbox `bwrap`, the program of bubblewrap.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use rustix::fs::{Access, access};

use super::view::{SYSTEM_FOLDERS, link_target};
use crate::programs::command::ProgramCommand;

/// Finds `bwrap` in `PATH`.
pub fn find() -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .map(|folder| folder.join("bwrap"))
        .find(|file| file.is_file() && access(file, Access::EXEC_OK).is_ok())
}

/// Returns the command that starts a program in the sandbox, without the program's arguments.
pub fn command(bwrap: &Path, program: &ProgramCommand, folder_bytes: u64) -> Command {
    let mut command = Command::new(bwrap);
    command.args(["--die-with-parent", "--unshare-all", "--new-session", "--cap-drop", "ALL"]);
    for folder in SYSTEM_FOLDERS.map(Path::new) {
        if let Some(target) = link_target(folder) {
            command.arg("--symlink").arg(target).arg(folder);
        } else if folder.is_dir() {
            command.arg("--ro-bind").arg(folder).arg(folder);
        }
    }
    command.args(["--dev", "/dev", "--proc", "/proc"]);
    let folder = program.folder_path();
    if program.folder.is_none() {
        command.arg("--size").arg(folder_bytes.to_string());
        command.arg("--perms").arg("0700").arg("--tmpfs").arg(folder);
    }
    if let Some(view) = &program.sandbox {
        for bind in &view.binds {
            command.arg(if bind.is_writable { "--bind-try" } else { "--ro-bind-try" });
            command.arg(&bind.source).arg(&bind.target);
        }
    }
    // A working directory that is not in the view is empty there.
    if let Some(working_dir) = program.working_dir() {
        command.arg("--dir").arg(working_dir);
        command.arg("--chdir").arg(working_dir);
    }
    for folder in ["/proc", "/dev", "/"] {
        command.arg("--remount-ro").arg(folder);
    }
    command.arg("--").arg(&program.program);
    command
}
