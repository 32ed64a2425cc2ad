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

use super::{Depth, color::step_down};

/// One value for each purpose of colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inks<T> {
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

impl<T> Inks<T> {
    fn map<U>(&self, f: impl Fn(&T) -> U) -> Inks<U> {
        Inks {
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
pub struct Ink {
    color: Color,
    ansi: Color,
}

impl TryFrom<(String, String)> for Ink {
    type Error = String;

    fn try_from((color, ansi): (String, String)) -> Result<Self, String> {
        let parse = |text: &str| Color::from_str(text).map_err(|_| format!("{text:?} is no colour"));
        let ink = Self { color: parse(&color)?, ansi: parse(&ansi)? };
        if matches!(ink.ansi, Color::Rgb(..) | Color::Indexed(_)) {
            return Err(format!("{ansi:?} is not one of the sixteen colours, such as lightblue, or reset"));
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
    inks: Inks<Ink>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTheme {
    words: String,
    inks: Inks<Ink>,
}

/// The themes that come with the program: name and TOML.
const BUILT_IN: [(&str, &str); 4] = [
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("contrast", include_str!("../../assets/themes/contrast.toml")),
    ("tearoom", include_str!("../../assets/themes/tearoom.toml")),
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
        let raw: RawTheme = toml::from_str(text)
            .map_err(|error| ThemeError::Broken { name: name.to_owned(), what: error.to_string() })?;
        Ok(Self { name: name.to_owned(), words: raw.words, inks: raw.inks })
    }

    /// Its colours as a terminal of this depth shows them.
    pub fn inks(&self, depth: Depth) -> Inks<Color> {
        self.inks.map(|ink| step_down(ink.color, ink.ansi, depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2.1: relative luminance.
    fn luminance(color: Color) -> f64 {
        let Color::Rgb(r, g, b) = color else { panic!("{color} is not of 24 bits") };
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
    }

    fn contrast(a: Color, b: Color) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_theme_can_be_read_in_every_sense() {
        for name in Theme::names() {
            let theme = Theme::built_in(name).unwrap();
            let inks = theme.inks(Depth::True);
            let least = if name == "contrast" { 7.0 } else { 4.5 };
            for (what, ink, paper, least) in [
                ("text", inks.text, inks.background, least),
                ("text on a selection", inks.text, inks.selection, least),
                ("accent", inks.accent, inks.background, 4.5),
                ("dim", inks.dim, inks.background, 3.0),
                ("alert", inks.alert, inks.background, 4.5),
                ("rim", inks.rim_text, inks.rim, 3.0),
            ] {
                let found = contrast(ink, paper);
                assert!(found >= least, "{name}: {what} has contrast {found:.2}, not {least}");
            }
            for seat in inks.seats {
                for cell in inks.cells.into_iter().chain([inks.background, inks.cursor, inks.fresh, inks.last]) {
                    let found = contrast(seat, cell);
                    assert!(found >= 2.5, "{name}: a seat's {seat} on {cell} has contrast {found:.2}");
                }
            }
        }
    }

    #[test]
    fn a_broken_theme_says_where() {
        let text = include_str!("../../assets/themes/dark.toml").replace("accent", "accident");
        let error = Theme::parse("mine", &text).unwrap_err().to_string();
        assert!(error.contains("mine") && error.contains("accident") && error.contains("line"), "{error}");
        assert!(Theme::built_in("drak").unwrap_err().to_string().contains("dark, light, contrast, tearoom"));
    }

    #[test]
    fn without_colours_there_are_none() {
        let inks = Theme::built_in("dark").unwrap().inks(Depth::Mono);
        assert_eq!(inks, inks.map(|_| Color::Reset));
    }
}
