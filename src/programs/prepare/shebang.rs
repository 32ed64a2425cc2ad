//! The first line of a script, which names its interpreter after `#!`.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs::File,
    io::Read,
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

const MAX_LINE_BYTES: u64 = 256;

const SHELLS: [&str; 6] = ["sh", "bash", "dash", "ash", "ksh", "zsh"];

/// Returns the interpreter of a script. After `env` or `env -S`, finds it in `PATH`. Only for
/// messages: a script must not decide what the sandbox shows.
pub(crate) fn interpreter_of(script: &Path) -> Option<PathBuf> {
    let mut words = words(script)?.into_iter();
    let interpreter = words.next()?;
    if !is_env(&interpreter) {
        return Some(interpreter.into());
    }
    let name = words.find(|word| word != "-S")?;
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(&name)).find(|file| file.is_file())
}

pub(crate) fn is_shell_script(file: &Path) -> bool {
    let interpreter = interpreter_of(file);
    let name = interpreter.as_deref().and_then(Path::file_name);
    name.is_some_and(|name| SHELLS.iter().any(|shell| name == *shell))
}

/// Whether a program is `env`, or a script whose interpreter `env` starts.
pub(crate) fn is_started_by_env(program: &Path) -> bool {
    let first_word = words(program).and_then(|words| words.into_iter().next());
    is_env(first_word.as_deref().unwrap_or(program.as_os_str()))
}

/// Whether the line ends in a carriage return, which the system takes as part of the interpreter's
/// name.
pub(crate) fn has_windows_ending(script: &Path) -> bool {
    line(script).is_some_and(|line| line.ends_with(b"\r"))
}

fn is_env(interpreter: &OsStr) -> bool {
    Path::new(interpreter).file_name().is_some_and(|name| name == "env")
}

fn words(script: &Path) -> Option<Vec<OsString>> {
    let line = line(script)?;
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    Some(words.map(|word| OsStr::from_bytes(word).to_owned()).collect())
}

/// Returns the line after `#!`, without its line feed.
fn line(script: &Path) -> Option<Vec<u8>> {
    let mut start = Vec::new();
    File::open(script).ok()?.take(MAX_LINE_BYTES).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    Some(line.to_vec())
}
