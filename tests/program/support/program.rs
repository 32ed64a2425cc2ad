//! Runs the program without a terminal, in a home folder of the test.

use std::{
    path::Path,
    process::{Command, Stdio},
};

/// The environment variables that name a folder of the user.
const USER_FOLDERS: [&str; 6] = [
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "XDG_RUNTIME_DIR",
    "FOURCADE_HOME",
];

/// Returns a command that runs the program with this home folder and without standard input. It
/// can't reach the home folder of whoever runs the tests.
pub fn program(home: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_fourcade"));
    for name in USER_FOLDERS {
        program.env_remove(name);
    }
    program.env("HOME", home).env("FOURCADE_HOME", home).stdin(Stdio::null());
    program
}
