//! Themes: what each colour is for, read from TOML.
//!
//! ```toml
//! words = "calm and dark"
//! [inks]
//! accent = ["#7aa2f7", "lightblue"]    # 24 bits, and the stand-in among sixteen
//! ```

use std::str::FromStr;

use ratatui::style::Color;
use serde::Deserialize;

use super::{ColorDepth, color::step_down};

/// One value for each purpose of colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Palette<T> {
    /// Behind everything.
    pub background: T,
    /// Text.
    pub text: T,
    /// Text that matters less, and what may not be chosen.
    pub dim: T,
    /// Lines and frames.
    pub rule: T,
    /// Titles, keys, and what to look at now.
    pub accent: T,
    /// Behind what is selected.
    pub selection: T,
    /// What went wrong, or could be lost.
    pub alert: T,
    /// The seats, in order.
    pub seats: [T; 4],
    /// A board's cells, in turn.
    pub cells: [T; 2],
    /// A board's rim.
    pub rim: T,
    /// What stands on the rim.
    pub rim_text: T,
    /// The cell under the cursor.
    pub cursor: T,
    /// The cells that changed last.
    pub fresh: T,
    /// The cell that was chosen last.
    pub last: T,
    /// Where one may move.
    pub hint: T,
    /// The face of a playing card.
    pub paper: T,
    /// Black and red on it.
    pub print: [T; 2],
    /// The back of a playing card, and its pattern.
    pub back: [T; 2],
}

impl<T> Palette<T> {
    fn map<U>(&self, f: impl Fn(&T) -> U) -> Palette<U> {
        Palette {
            background: f(&self.background),
            text: f(&self.text),
            dim: f(&self.dim),
            rule: f(&self.rule),
            accent: f(&self.accent),
            selection: f(&self.selection),
            alert: f(&self.alert),
            seats: self.seats.each_ref().map(&f),
            cells: self.cells.each_ref().map(&f),
            rim: f(&self.rim),
            rim_text: f(&self.rim_text),
            cursor: f(&self.cursor),
            fresh: f(&self.fresh),
            last: f(&self.last),
            hint: f(&self.hint),
            paper: f(&self.paper),
            print: self.print.each_ref().map(&f),
            back: self.back.each_ref().map(&f),
        }
    }
}

/// A colour and its stand-in among the sixteen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "(String, String)")]
pub struct ThemeColor {
    color: Color,
    ansi: Color,
}

impl TryFrom<(String, String)> for ThemeColor {
    type Error = String;

    fn try_from((color, ansi): (String, String)) -> Result<Self, String> {
        let parse =
            |text: &str| Color::from_str(text).map_err(|_| format!("{text:?} is no colour"));
        let ink = Self { color: parse(&color)?, ansi: parse(&ansi)? };
        if matches!(ink.ansi, Color::Rgb(..) | Color::Indexed(_)) {
            return Err(format!(
                "{ansi:?} is not one of the sixteen colours, such as lightblue, or reset"
            ));
        }
        Ok(ink)
    }
}

/// A named set of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Its name.
    pub name: String,
    /// What it is like.
    pub words: String,
    palette: Palette<ThemeColor>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTheme {
    words: String,
    inks: Palette<ThemeColor>,
}

/// The themes that come with the program: name and TOML.
const BUILT_IN: [(&str, &str); 6] = [
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("contrast", include_str!("../../assets/themes/contrast.toml")),
    ("tearoom", include_str!("../../assets/themes/tearoom.toml")),
    ("okabe-ito", include_str!("../../assets/themes/okabe-ito.toml")),
    ("mono", include_str!("../../assets/themes/mono.toml")),
];

/// Why a theme can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThemeError {
    /// No such theme.
    #[error("there is no theme called {name:?}; the themes are: {known}")]
    Unknown {
        /// The name asked for.
        name: String,
        /// Those there are.
        known: String,
    },
    /// Its text is wrong.
    #[error("the theme {name:?} can't be used: {what}")]
    Broken {
        /// Its name.
        name: String,
        /// What is wrong, and where.
        what: String,
    },
}

/// The first of those that come with the program; its text is tested.
impl Default for Theme {
    fn default() -> Self {
        let (name, text) = BUILT_IN[0];
        Self::parse(name, text).expect("a theme that comes with the program can be read")
    }
}

impl Theme {
    /// The names of the themes that come with the program; the first is the usual one.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// A theme that comes with the program.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn built_in(name: &str) -> Result<Self, ThemeError> {
        let found = BUILT_IN.iter().find(|(known, _)| *known == name);
        let Some((_, text)) = found else {
            let known = Self::names().collect::<Vec<_>>().join(", ");
            return Err(ThemeError::Unknown { name: name.to_owned(), known });
        };
        Self::parse(name, text)
    }

    /// A theme from its TOML text.
    ///
    /// # Errors
    /// If the text is no theme: what is wrong, and where.
    pub fn parse(name: &str, text: &str) -> Result<Self, ThemeError> {
        let raw: RawTheme = toml::from_str(text).map_err(|error| ThemeError::Broken {
            name: name.to_owned(),
            what: in_line(&error, text),
        })?;
        Ok(Self { name: name.to_owned(), words: raw.words, palette: raw.inks })
    }

    /// Its colours as a terminal of this depth shows them.
    pub fn palette(&self, depth: ColorDepth) -> Palette<Color> {
        self.palette.map(|ink| step_down(ink.color, ink.ansi, depth))
    }
}

/// What is wrong with a TOML text, and in which line.
fn in_line(error: &toml::de::Error, text: &str) -> String {
    // The message may quote the text and go on over several lines.
    let message = error.message().replace('\n', " ");
    match error.span().and_then(|span| text.get(..span.start)) {
        Some(before) => format!("line {}: {message}", before.matches('\n').count() + 1),
        None => message,
    }
}

#[cfg(test)]
mod tests;
