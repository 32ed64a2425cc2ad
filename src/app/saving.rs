//! Saving a game to a file that the user names. Replacing an existing file takes a confirmation.

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

/// Opens a dialog that asks for the name of a file. Its answer is a text.
pub fn ask_name(default: &Path) -> Transition {
    Transition::Open(Box::new(TextInput::new("Save the game as", default.to_string_lossy())))
}

/// Opens a dialog that asks whether to replace a file (choice 0); `None` if there is no such file.
pub fn ask_to_replace(path: &Path) -> Option<Transition> {
    let text = format!("{} is there already.", path.display());
    path.is_file().then(|| Transition::Open(Box::new(Question::new("Replace it?", text, &REPLACE))))
}

/// Writes a file and returns a message for the user.
///
/// # Errors
/// Returns a message if the file can't be written. An existing file is then unchanged.
pub fn save(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<String, String> {
    let name = path.display();
    match files::write_atomic(path, write) {
        Ok(()) => Ok(format!("saved as {name}")),
        Err(error) => Err(format!("not saved: {name}: {error}; try another place")),
    }
}
