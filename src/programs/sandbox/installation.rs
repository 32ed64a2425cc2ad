//! Which folders belong to a program: where it is installed, and which interpreter runs it.

use std::{
    env,
    ffi::OsStr,
    fs::File,
    io::Read,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

/// The folders that hold the programs of an installation. Its other files are beside them.
const PROGRAM_FOLDERS: [&str; 4] = ["bin", "sbin", "shims", "libexec"];

/// How many interpreters may interpret each other.
const MAX_INTERPRETERS: usize = 4;

/// How much of a file is read to find its interpreter.
const MAX_FIRST_LINE: u64 = 256;

/// Returns the folder of the installation that a program belongs to, or the program itself if that
/// folder holds other things, too.
pub fn installation_of(program: &Path) -> PathBuf {
    let Some(folder) = program.parent() else { return program.to_owned() };
    let is_program_folder =
        folder.file_name().is_some_and(|name| PROGRAM_FOLDERS.iter().any(|other| name == *other));
    let outer = folder.parent().filter(|_| is_program_folder);
    outer
        .into_iter()
        .chain([folder])
        .find(|folder| !is_shared(folder))
        .unwrap_or(program)
        .to_owned()
}

/// Whether a folder holds things of different kinds: a folder of the root, a home, a folder for
/// temporary files, or a folder above one of these.
fn is_shared(folder: &Path) -> bool {
    let Some(parent) = folder.parent() else { return true };
    if parent.parent().is_none() || parent.ends_with("home") {
        return true;
    }
    let home = env::home_dir().unwrap_or_default();
    let in_home = [".local/share", ".config", ".cache"].map(|name| home.join(name));
    let variables = ["TMPDIR", "XDG_RUNTIME_DIR"];
    let named = variables.into_iter().filter_map(env::var_os).map(PathBuf::from);
    let fixed = ["/var/tmp", "/run/user", "/dev/shm"].map(PathBuf::from);
    let mut shared = fixed.into_iter().chain(in_home).chain(named).chain([env::temp_dir(), home]);
    let is_above = |shared: PathBuf| {
        let canonical = shared.canonicalize();
        shared.starts_with(folder) || canonical.is_ok_and(|path| path.starts_with(folder))
    };
    shared.any(is_above)
}

/// Returns the interpreters of a script, outermost last: the programs that `#!` lines name.
pub fn interpreters(program: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut script = program.to_owned();
    while found.len() < MAX_INTERPRETERS {
        let Some(interpreter) = interpreter_of(&script) else { break };
        script.clone_from(&interpreter);
        found.push(interpreter);
    }
    found
}

/// Returns the interpreter that the first line of a script names. `env` is resolved as it resolves
/// itself: by the folders of `PATH`.
fn interpreter_of(script: &Path) -> Option<PathBuf> {
    let mut start = Vec::new();
    File::open(script).ok()?.take(MAX_FIRST_LINE).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words =
        line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).map(OsStr::from_bytes);
    let interpreter = Path::new(words.next()?);
    if interpreter.file_name().is_none_or(|name| name != "env") {
        return Some(interpreter.to_owned());
    }
    let is_name =
        |word: &&OsStr| !word.as_bytes().starts_with(b"-") && !word.as_bytes().contains(&b'=');
    let name = words.find(is_name)?;
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
