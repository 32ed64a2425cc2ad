//! Runs the program without a terminal, in a home folder of the test.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Stdio},
};

/// Variables that name a folder of the user.
const USER_FOLDERS: [&str; 6] = [
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "XDG_STATE_HOME",
    "XDG_CACHE_HOME",
    "XDG_RUNTIME_DIR",
    "FOURCADE_HOME",
];

/// Has no standard input, and can't reach the home folder of the person who runs the tests.
pub fn program(home: &Path) -> Command {
    let mut program = Command::new(env!("CARGO_BIN_EXE_fourcade"));
    for name in USER_FOLDERS {
        program.env_remove(name);
    }
    program.env("HOME", home).env("FOURCADE_HOME", home).stdin(Stdio::null());
    program
}

/// Writes example programs of `docs/programs.md` as executable files.
pub fn write_example_programs(folder: &Path, names: &[&str]) {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/programs.md")).unwrap();
    for name in names {
        let (_, from) = page.split_once(&format!("<!-- {name} -->\n```")).expect(name);
        let (_, from) = from.split_once('\n').expect(name);
        let (program, _) = from.split_once("```\n").expect(name);
        let path = folder.join(name);
        fs::write(&path, program).unwrap();
        fs::set_permissions(path, Permissions::from_mode(0o755)).unwrap();
    }
}
