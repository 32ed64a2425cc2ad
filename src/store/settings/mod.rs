//! What a person can choose: how the arcade looks and behaves. It is kept in `config.toml`, which
//! people may write, too.
//!
//! ```toml
//! theme = "light"
//! glyphs = "ascii"        # or "unicode"
//! motion = false
//! mouse = true
//! pace = 0.8              # seconds, at least, between two moves of computers that play alone
//! linger = "key"          # or seconds: how long what the next move hides stays to be seen
//! [names]                 # of the persons at the keyboard
//! first = "Ada"
//! ```

mod file;
mod read;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::ui::{Motion, Theme};

pub use file::{SettingsFile, SettingsWriteError};
pub use read::{ParsedSettings, SettingProblem, read};

/// Persons at one keyboard, at most.
pub const PERSONS: usize = 4;
/// A name is not wider, in columns.
pub const WIDEST_NAME: u16 = 20;
/// The keys of the persons' names.
const ORDINALS: [&str; PERSONS] = ["first", "second", "third", "fourth"];

/// What a person has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The colours, by the name of a theme.
    pub theme: String,
    /// ASCII signs only.
    pub ascii: bool,
    /// What moves by itself.
    pub motion: Motion,
    /// Whether clicks and the wheel are for the arcade.
    pub mouse: bool,
    /// The least time between two moves of computers that play alone.
    pub wait: Duration,
    /// What the persons at the keyboard are called, in the order of their seats; empty: nothing
    /// special.
    pub names: [String; PERSONS],
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::names().next().unwrap_or_default().to_owned(),
            ascii: false,
            motion: Motion::default(),
            mouse: true,
            wait: Duration::from_millis(800),
            names: Default::default(),
        }
    }
}

/// One of the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    /// The colours.
    Theme,
    /// The signs.
    Glyphs,
    /// Whether things move by themselves.
    Motion,
    /// Whether the mouse is asked for.
    Mouse,
    /// The least time between two moves of computers.
    Pace,
    /// How long something stays to be looked at.
    Linger,
    /// The name of a person, by number.
    Name(usize),
}

impl Setting {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 6 + PERSONS] = [
        Self::Theme,
        Self::Glyphs,
        Self::Motion,
        Self::Mouse,
        Self::Pace,
        Self::Linger,
        Self::Name(0),
        Self::Name(1),
        Self::Name(2),
        Self::Name(3),
    ];

    /// Its table in the file, if it is in one, and its key there.
    pub fn key(self) -> (Option<&'static str>, &'static str) {
        match self {
            Self::Theme => (None, "theme"),
            Self::Glyphs => (None, "glyphs"),
            Self::Motion => (None, "motion"),
            Self::Mouse => (None, "mouse"),
            Self::Pace => (None, "pace"),
            Self::Linger => (None, "linger"),
            Self::Name(person) => (Some("names"), ORDINALS[person % PERSONS]),
        }
    }
}

/// A name as it is kept: one line, without blanks around it.
///
/// # Errors
/// If it is too wide, or has signs that can't be shown.
pub fn name(text: &str) -> Result<String, String> {
    let name = text.trim();
    if name.contains(char::is_control) {
        return Err("a name is plain text on one line".to_owned());
    }
    if crate::ui::widgets::text_width(name) > WIDEST_NAME {
        return Err(format!("a name has room in {WIDEST_NAME} columns"));
    }
    Ok(name.to_owned())
}
