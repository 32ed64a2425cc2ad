//! The words of a shell's command line.

use std::{
    borrow::Cow,
    ffi::OsString,
    path::{Path, PathBuf},
};

use super::PrepareError;

/// Quotes a word for a shell where it needs quotes.
pub fn quoted(word: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ",:-._/=+@".contains(letter);
    // Zsh expands a word that starts with `=`.
    if !word.is_empty() && !word.starts_with('=') && word.chars().all(is_plain) {
        return word.into();
    }
    // Quoting fails for zero bytes, which no command can contain.
    shlex::try_quote(word).unwrap_or_else(|_| word.into())
}

/// Quotes a path for a shell where it needs quotes.
pub fn quoted_path(path: &Path) -> String {
    quoted(&path.display().to_string()).into_owned()
}

/// Splits a command line into its program and arguments, as a shell does.
///
/// # Errors
/// Returns an error if a quote is missing or there is no program.
pub fn split_command(command: &str) -> Result<(PathBuf, Vec<OsString>), PrepareError> {
    let mut words = shlex::split(command)
        .ok_or_else(|| PrepareError::UnmatchedQuotes(command.to_owned()))?
        .into_iter();
    let program = words.next().filter(|word| !word.is_empty());
    let program = program.ok_or_else(|| PrepareError::NotInPath(format!("{command:?}")))?;
    Ok((program.into(), words.map(OsString::from).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_the_word_that_was_quoted() {
        for word in ["./flip", "-std=c99", "human,first", "1:2@3+4"] {
            assert_eq!(quoted(word), word, "it needs no quotes");
        }
        for word in ["", "two words", "it's", "=ls", "$HOME", "a;b", "-DNAME=\"Low\""] {
            let read = shlex::split(&quoted(word)).unwrap();
            assert!(quoted(word) != word && read == [word], "{word}: {read:?}");
        }
    }
}
