//! The settings: how the program looks and behaves. They are stored in `config.toml`, which users
//! can edit.
//!
//! ```toml
//! theme = "light"
//! glyphs = "ascii"        # or "unicode"
//! motion = false
//! mouse = true
//! pace = 0.8              # minimum seconds between two moves when only computers play
//! answer-delay = 0.6      # minimum seconds between a person's move and a computer's answer
//! linger = "key"          # or seconds: how long a finished round stays visible
//! bell = true             # rings for "your move" and at the end of a game
//! [names]                 # the people at the keyboard
//! first = "Ada"
//! [shared]                # where shared tables are: a file, or a `PostgreSQL` server
//! database = "postgres://db.example/arcade"
//! [guest]                 # what each guest of `fourcade guest` may do
//! tables = 5
//! thinking = 1            # seconds for a computer's move
//! cores = 1               # for all guests together
//! ```

pub mod allowed_programs;
mod file;
pub mod guest;
pub mod home;
pub mod last_setups;
pub mod lesson_offers;
pub mod log;
pub mod paths;
mod read;
#[cfg(test)]
mod tests;
pub mod themes;

use std::time::Duration;

use crate::settings::guest::GuestLimits;
use crate::{
    printable::is_unprintable,
    widgets::{Motion, Theme, drawing},
};

pub use file::{SettingsFile, SettingsWriteError};
pub use read::{ParsedSettings, SettingProblem, parse};

/// The maximum width of a person's name, in columns.
pub const MAX_NAME_WIDTH: usize = 20;
/// The maximum number of people at one keyboard.
pub const MAX_PEOPLE: usize = 4;
/// The keys of the people's names in the file.
const ORDINALS: [&str; MAX_PEOPLE] = ["first", "second", "third", "fourth"];

#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub theme: String,
    pub ascii: bool,
    pub motion: Motion,
    pub mouse: bool,
    /// The minimum time between two moves when only computers play.
    pub wait: Duration,
    /// The minimum time between a person's move, once its animation has ended, and the answer of a
    /// computer player.
    pub answer_delay: Duration,
    /// Whether the terminal's bell rings when it is a person's move again and when a game ends.
    pub bell: bool,
    /// The names of the people at the keyboard, in the order of their seats. An empty name means
    /// the default.
    pub names: [String; MAX_PEOPLE],
    /// Where shared tables are: a file or the URL of a `PostgreSQL` server. `None` is the default
    /// file.
    pub database: Option<String>,
    pub guest: GuestLimits,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::names().next().unwrap_or_default().to_owned(),
            ascii: false,
            motion: Motion::default(),
            mouse: true,
            wait: Duration::from_millis(800),
            answer_delay: Duration::from_millis(600),
            bell: false,
            names: Default::default(),
            database: None,
            guest: GuestLimits::default(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Theme,
    Glyphs,
    Motion,
    Mouse,
    Pace,
    AnswerDelay,
    /// How long a finished round or a mismatched pair stays visible.
    Linger,
    Bell,
    /// The name of the person with this index.
    Name(usize),
    Database,
    GuestTables,
    GuestThinking,
    GuestCores,
}

impl Setting {
    /// The settings that are changed in the arcade, in the order in which they are shown.
    pub const SHOWN: &[Self] = Self::ALL.split_at(8 + MAX_PEOPLE).0;

    /// All settings: those of [`Self::SHOWN`], then those that are changed in the file only.
    pub const ALL: [Self; 12 + MAX_PEOPLE] = [
        Self::Theme,
        Self::Glyphs,
        Self::Motion,
        Self::Mouse,
        Self::Pace,
        Self::Linger,
        Self::AnswerDelay,
        Self::Bell,
        Self::Name(0),
        Self::Name(1),
        Self::Name(2),
        Self::Name(3),
        Self::Database,
        Self::GuestTables,
        Self::GuestThinking,
        Self::GuestCores,
    ];

    /// Returns the table of the file that contains the setting (`None` is the root), and its key in
    /// that table.
    pub fn key(self) -> (Option<&'static str>, &'static str) {
        match self {
            Self::Theme => (None, "theme"),
            Self::Glyphs => (None, "glyphs"),
            Self::Motion => (None, "motion"),
            Self::Mouse => (None, "mouse"),
            Self::Pace => (None, "pace"),
            Self::AnswerDelay => (None, "answer-delay"),
            Self::Linger => (None, "linger"),
            Self::Bell => (None, "bell"),
            Self::Name(person) => (Some("names"), ORDINALS[person % MAX_PEOPLE]),
            Self::Database => (Some("shared"), "database"),
            Self::GuestTables => (Some("guest"), "tables"),
            Self::GuestThinking => (Some("guest"), "thinking"),
            Self::GuestCores => (Some("guest"), "cores"),
        }
    }
}

/// Returns a person's name without the whitespace around it.
/// Returns a message if the name is wider than [`MAX_NAME_WIDTH`] or is not printable.
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
