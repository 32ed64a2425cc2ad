//! Themes: a colour for each purpose, read from TOML.
//!
//! ```toml
//! words = "calm and dark"
//! [inks]
//! accent = ["#7aa2f7", "lightblue"]    # a 24-bit colour, and its substitute among sixteen
//! ```

use std::str::FromStr;

use ratatui::style::Color;
use serde::Deserialize;

use super::{ColorDepth, color::reduce};

/// A value, such as a colour, for each purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Palette<T> {
    /// The background of the screen.
    pub background: T,
    /// Normal text.
    pub text: T,
    /// Secondary text and disabled items.
    pub dim: T,
    /// Lines and frames.
    pub rule: T,
    /// Titles, keys and highlights.
    pub accent: T,
    /// The background of the selected item.
    pub selection: T,
    /// Errors and warnings.
    pub alert: T,
    /// The colours of the players, by seat.
    pub seats: [T; 4],
    /// The backgrounds of a board's cells, which alternate.
    pub cells: [T; 2],
    /// The rim of a board.
    pub rim: T,
    /// The coordinates on the rim.
    pub rim_text: T,
    /// The background of the cell under the cursor.
    pub cursor: T,
    /// The background of the cells that the last step changed.
    pub fresh: T,
    /// The background of the cell that was chosen last.
    pub last: T,
    /// The marks on legal moves.
    pub hint: T,
    /// The face of a playing card.
    pub paper: T,
    /// Black and red print on the face.
    pub print: [T; 2],
    /// The back of a playing card, and the pattern on it.
    pub back: [T; 2],
}

impl<T> Palette<T> {
    /// Applies a function to each value.
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

/// A colour, and its substitute on a terminal with sixteen colours.
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
        let colors = Self { color: parse(&color)?, ansi: parse(&ansi)? };
        if matches!(colors.ansi, Color::Rgb(..) | Color::Indexed(_)) {
            return Err(format!(
                "{ansi:?} is not one of the sixteen colours, such as lightblue, or reset"
            ));
        }
        Ok(colors)
    }
}

/// A named set of colours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    /// The name of the theme.
    pub name: String,
    /// A short description for the screen.
    pub description: String,
    palette: Palette<ThemeColor>,
}

/// A theme file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTheme {
    words: String,
    inks: Palette<ThemeColor>,
}

/// The name and the TOML text of each built-in theme.
const BUILT_IN: [(&str, &str); 6] = [
    ("dark", include_str!("../../../assets/themes/dark.toml")),
    ("light", include_str!("../../../assets/themes/light.toml")),
    ("contrast", include_str!("../../../assets/themes/contrast.toml")),
    ("tearoom", include_str!("../../../assets/themes/tearoom.toml")),
    ("okabe-ito", include_str!("../../../assets/themes/okabe-ito.toml")),
    ("mono", include_str!("../../../assets/themes/mono.toml")),
];

/// Why a theme can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThemeError {
    /// No theme has this name.
    #[error("there is no theme called {name:?}; the themes are: {known}")]
    Unknown {
        /// The unknown name.
        name: String,
        /// The names of the built-in themes, separated by commas.
        known: String,
    },
    /// The text is not a valid theme.
    #[error("the theme {name:?} can't be used: {problem}")]
    Invalid {
        /// The name of the theme.
        name: String,
        /// What is wrong, and on which line.
        problem: String,
    },
}

/// The default is the first built-in theme.
impl Default for Theme {
    fn default() -> Self {
        let (name, text) = BUILT_IN[0];
        Self::parse(name, text).expect("the built-in themes are valid")
    }
}

impl Theme {
    /// Returns the names of the built-in themes. The first is the default.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    /// Returns the built-in theme with this name.
    ///
    /// # Errors
    /// Returns an error if there is no such theme.
    pub fn built_in(name: &str) -> Result<Self, ThemeError> {
        let found = BUILT_IN.iter().find(|(other, _)| *other == name);
        let Some((_, text)) = found else {
            let known = Self::names().collect::<Vec<_>>().join(", ");
            return Err(ThemeError::Unknown { name: name.to_owned(), known });
        };
        Self::parse(name, text)
    }

    /// Parses the TOML text of a theme.
    ///
    /// # Errors
    /// Returns an error if the text is not a valid theme. It says what is wrong and on which line.
    pub fn parse(name: &str, text: &str) -> Result<Self, ThemeError> {
        let raw: RawTheme = toml::from_str(text).map_err(|error| ThemeError::Invalid {
            name: name.to_owned(),
            problem: with_line(&error, text),
        })?;
        Ok(Self { name: name.to_owned(), description: raw.words, palette: raw.inks })
    }

    /// Returns the colours as a terminal of this depth shows them.
    pub fn palette(&self, depth: ColorDepth) -> Palette<Color> {
        self.palette.map(|color| reduce(color.color, color.ansi, depth))
    }
}

/// Describes an error in a TOML text, with the number of its line.
fn with_line(error: &toml::de::Error, text: &str) -> String {
    // A problem is shown on one line, but the message may have several.
    let message = error.message().replace('\n', " ");
    match error.span().and_then(|span| text.get(..span.start)) {
        Some(before) => format!("line {}: {message}", before.matches('\n').count() + 1),
        None => message,
    }
}

#[cfg(test)]
mod tests;
