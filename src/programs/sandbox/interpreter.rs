//! The interpreter of a script, for messages: what a script says never decides what it sees.

use std::{
    env,
    ffi::OsStr,
    fs::File,
    io::Read,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

/// How much of a file is read to find its interpreter.
const MAX_FIRST_LINE: u64 = 256;

/// Returns the interpreter that the first line of a script names. `env` is resolved as it resolves
/// itself, by the folders of `PATH`, if it has no options.
pub fn interpreter_of(script: &Path) -> Option<PathBuf> {
    let mut start = Vec::new();
    File::open(script).ok()?.take(MAX_FIRST_LINE).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let mut words =
        line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).map(OsStr::from_bytes);
    let interpreter = Path::new(words.next()?);
    if interpreter.file_name().is_none_or(|name| name != "env") {
        return Some(interpreter.to_owned());
    }
    let name = words.find(|word| *word != "-S")?;
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}
