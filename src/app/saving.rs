//! A game goes to a file that a person names; what is there is replaced only when asked for.

use std::{
    io::{self, Write},
    path::Path,
};

use super::{
    dialog::{DialogChoice, Question, TextInput, yes_or_no},
    screen::Transition,
};
use crate::files;

static REPLACE: [DialogChoice; 2] = yes_or_no("replace it", "keep it");

/// Asks for a file's name; the answer is a text.
pub fn ask_name(usual: &Path) -> Transition {
    Transition::Open(Box::new(TextInput::new("Save the game as", usual.to_string_lossy())))
}

/// Asks whether the file may be replaced; choice 0 says so. Nothing if nothing is there.
pub fn ask_to_replace(path: &Path) -> Option<Transition> {
    let words = format!("{} is there already.", path.display());
    path.is_file()
        .then(|| Transition::Open(Box::new(Question::new("Replace it?", words, &REPLACE))))
}

/// Writes the file, and says so; or says why not.
///
/// # Errors
/// If it can't be written; then it is as it was.
pub fn save(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<String, String> {
    let name = path.display();
    match files::write_atomic(path, write) {
        Ok(()) => Ok(format!("saved as {name}")),
        Err(why) => Err(format!("not saved: {name}: {why}; try another place")),
    }
}
