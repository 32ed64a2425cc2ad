//! The settings, stored in `config.toml`, which users can edit.
//!
//! ```toml
//! theme = "light"
//! glyphs = "ascii"        # or "unicode"
//! coordinates = "course"  # or "arcade"
//! motion = false
//! mouse = true
//! pace = 0.8              # minimum seconds between two moves when only computers play
//! answer-delay = 0.6      # minimum seconds between a person's move and a computer's answer
//! linger = "key"          # or seconds: the time that a finished round stays visible
//! bell = true             # rings for "your move", for arrivals and at the end of a game
//! table-talk = false      # opponents say nothing
//! squares = "plain"       # no emoji in copied texts
//! arcade = "lines"        # or "screens": the arcade as a conversation
//! telling = "brief"       # or "normal" or "full": the detail in lines
//! [names]                 # the people at the keyboard
//! first = "Ada"
//! [shared]                # shared tables: a file or a PostgreSQL server
//! database = "postgres://db.example/arcade"
//! [guest]                 # limits for guests of `fourcade guest`
//! tables = 5
//! thinking = 1            # seconds for a computer's move
//! cores = 1               # for all guests together
//! [keys]                  # commands by their names, which `fourcade keys` lists
//! undo = "f"
//! hint = ["H", "F2"]
//! ```

mod code_attempts;
pub mod consent;
mod file;
pub mod guest;
pub mod home;
pub mod last_setups;
pub mod lessons;
pub mod local_clock;
pub mod log;
pub mod paths;
mod read;
mod setting;
mod state_file;
#[cfg(test)]
mod tests;
pub mod themes;

use crate::{printable::is_unprintable, widgets::drawing};

pub use file::{SettingsFile, SettingsWriteError};
pub use read::{ParsedSettings, SettingProblem, parse};
pub use setting::{Detail, EditedSettings, PACES, Setting, Settings, in_seconds};

/// In columns.
pub const MAX_NAME_WIDTH: usize = 20;
pub const MAX_PEOPLE: usize = 4;

/// Trims a person's name. Returns a message if it is wider than [`MAX_NAME_WIDTH`] or unprintable.
pub fn parse_name(text: &str) -> Result<String, String> {
    let name = text.trim();
    if name.contains(is_unprintable) {
        return Err("a name is plain text on one line".to_owned());
    }
    if usize::from(drawing::text_width(name)) > MAX_NAME_WIDTH {
        return Err(format!("a name is at most {MAX_NAME_WIDTH} columns wide"));
    }
    Ok(name.to_owned())
}
