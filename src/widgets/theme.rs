//! Themes: a colour for each purpose, read from TOML. The built-in ones are in `assets/themes`.
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

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Palette<T> {
    pub background: T,
    pub text: T,
    /// Secondary text and disabled items.
    pub dim: T,
    /// Lines and frames.
    pub rule: T,
    /// Titles, keys and highlights.
    pub accent: T,
    pub selection: T,
    /// Errors and warnings.
    pub alert: T,
    /// The colours of the players, by seat.
    pub seats: [T; 4],
    /// The backgrounds of a board's cells, which alternate.
    pub cells: [T; 2],
    pub rim: T,
    pub rim_text: T,
    pub cursor: T,
    /// The background of the cells changed by the last step.
    pub fresh: T,
    /// The background of the cell chosen last.
    pub last: T,
    /// The marks on legal moves.
    pub hint: T,
    /// The face of a playing card.
    pub paper: T,
    /// The face of a highlighted playing card. `None` stands for [`Self::accent`] with print in the
    /// background's colour.
    pub lit: Option<T>,
    /// Black and red print on the face.
    pub print: [T; 2],
    /// The back of a playing card, and the pattern on it.
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
            lit: self.lit.as_ref().map(&f),
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Theme {
    pub name: String,
    pub description: String,
    palette: Palette<ThemeColor>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTheme {
    words: String,
    inks: Palette<ThemeColor>,
}

const BUILT_IN: [(&str, &str); 6] = [
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
    ("contrast", include_str!("../../assets/themes/contrast.toml")),
    ("tearoom", include_str!("../../assets/themes/tearoom.toml")),
    ("okabe-ito", include_str!("../../assets/themes/okabe-ito.toml")),
    ("mono", include_str!("../../assets/themes/mono.toml")),
];

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThemeError {
    #[error("there is no theme called {name:?}; the themes are: {known}")]
    Unknown { name: String, known: String },
    #[error("the theme {name:?} can't be used: {problem}")]
    Invalid { name: String, problem: String },
}

impl Default for Theme {
    fn default() -> Self {
        let (name, text) = BUILT_IN[0];
        Self::parse(name, text).expect("the built-in themes are valid")
    }
}

impl Theme {
    /// The first is the default.
    pub fn names() -> impl Iterator<Item = &'static str> {
        BUILT_IN.iter().map(|(name, _)| *name)
    }

    pub fn built_in(name: &str) -> Result<Self, ThemeError> {
        let found = BUILT_IN.iter().find(|(other, _)| *other == name);
        let Some((_, text)) = found else {
            let known = Self::names().collect::<Vec<_>>().join(", ");
            return Err(ThemeError::Unknown { name: name.to_owned(), known });
        };
        Self::parse(name, text)
    }

    pub fn parse(name: &str, text: &str) -> Result<Self, ThemeError> {
        let raw: RawTheme = toml::from_str(text).map_err(|error| ThemeError::Invalid {
            name: name.to_owned(),
            problem: with_line(&error, text),
        })?;
        Ok(Self { name: name.to_owned(), description: raw.words, palette: raw.inks })
    }

    pub fn palette(&self, depth: ColorDepth) -> Palette<Color> {
        self.palette.map(|color| reduce(color.color, color.ansi, depth))
    }
}

fn with_line(error: &toml::de::Error, text: &str) -> String {
    // The message may have several lines.
    let message = error.message().replace('\n', " ");
    match error.span().and_then(|span| text.get(..span.start)) {
        Some(before) => format!("line {}: {message}", before.matches('\n').count() + 1),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::testing::{contrast, linear};

    fn multiply(matrix: &[[f64; 3]; 3], color: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(color).map(|(factor, part)| factor * part).sum())
    }

    #[test]
    fn every_theme_is_valid_and_has_enough_contrast() {
        for name in Theme::names() {
            let palette = Theme::built_in(name).unwrap().palette(ColorDepth::True);
            let Palette { background, text, dim, accent, alert, .. } = palette;
            let [cell, other_cell] = palette.cells;
            let [first, second, third, fourth] = palette.seats;
            let board = [cell, other_cell, palette.cursor, palette.fresh, palette.last];
            let for_text = if name == "contrast" { 7.0 } else { 4.5 };
            // Foregrounds, backgrounds and the minimum contrast.
            let pairs: [(&[Color], &[Color], f64); 11] = [
                (&[text, dim, accent, alert, first, second], &[background, cell], for_text),
                (&[third, fourth], &[background], for_text),
                (&[text], &[palette.selection, other_cell], for_text),
                (&[palette.rim_text, accent, first, second], &[palette.rim], for_text),
                (&palette.print, &[palette.paper], for_text),
                (&[palette.print[0]], palette.lit.as_slice(), for_text),
                (&[first, second], &board, 3.0),
                (&palette.seats, &[palette.selection], 3.0),
                (&[accent, text], &[palette.cursor, palette.selection, other_cell], 3.0),
                (&[palette.hint], &palette.cells, 3.0),
                (&[palette.back[0]], &[background], 3.0),
            ];
            let pairs = pairs.iter().flat_map(|(inks, grounds, min)| {
                inks.iter().flat_map(move |&ink| grounds.iter().map(move |&on| (ink, on, *min)))
            });
            for (ink, on, min) in pairs {
                let found = contrast(ink, on);
                assert!(found >= min, "{name}: {ink} on {on} has contrast {found:.2}, not {min}");
            }
        }
    }

    #[test]
    fn the_error_of_an_invalid_theme_names_the_line() {
        let text = include_str!("../../assets/themes/dark.toml").replace("accent", "accident");
        let error = Theme::parse("mine", &text).unwrap_err().to_string();
        assert!(
            error.contains("mine") && error.contains("accident") && error.contains("line"),
            "{error}"
        );
        assert!(error.contains("line 8") && !error.contains('\n'), "{error}");
        let error = Theme::built_in("drak").unwrap_err().to_string();
        assert!(error.contains("dark, light, contrast, tearoom, okabe-ito, mono"), "{error}");
    }

    #[test]
    fn a_monochrome_terminal_gets_no_colours() {
        let palette = Theme::built_in("dark").unwrap().palette(ColorDepth::Mono);
        assert_eq!(palette, palette.map(|_| Color::Reset));
    }

    /// Matrices that simulate protanopia, deuteranopia and tritanopia on linear red, green and
    /// blue. Source: Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation
    /// of Color Vision Deficiency", 2009.
    const COLOR_VISION_DEFICIENCIES: [[[f64; 3]; 3]; 3] = [
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    /// Converts linear red, green and blue to CIE 1976 L*a*b* (with D65 as white).
    fn lab(light: [f64; 3]) -> [f64; 3] {
        const XYZ: [[f64; 3]; 3] = [
            [0.412_456, 0.357_576, 0.180_438],
            [0.212_673, 0.715_152, 0.072_175],
            [0.019_334, 0.119_192, 0.950_304],
        ];
        let root = |t: f64| {
            if t > (6.0_f64 / 29.0).powi(3) {
                t.cbrt()
            } else {
                t * (29.0_f64 / 6.0).powi(2) / 3.0 + 4.0 / 29.0
            }
        };
        let [x, y, z] = multiply(&XYZ, light);
        let [x, y, z] = [root(x / 0.950_47), root(y), root(z / 1.088_83)];
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Returns the distance in L*a*b* between two colours as people with this deficiency see them.
    /// Distances below about 2 are invisible.
    fn difference(a: Color, b: Color, deficiency: &[[f64; 3]; 3]) -> f64 {
        let [a, b] = [a, b]
            .map(|color| lab(multiply(deficiency, linear(color)).map(|part| part.clamp(0.0, 1.0))));
        a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn color_blind_people_can_tell_the_seats_of_okabe_and_ito_apart() {
        let seats = Theme::built_in("okabe-ito").unwrap().palette(ColorDepth::True).seats;
        for deficiency in &COLOR_VISION_DEFICIENCIES {
            for (at, &seat) in seats.iter().enumerate() {
                for &other in &seats[..at] {
                    let found = difference(seat, other, deficiency);
                    assert!(found >= 20.0, "{seat} and {other} differ by {found:.1}");
                }
            }
        }
    }

    #[test]
    fn the_mono_theme_is_grey_and_its_seats_differ_in_brightness() {
        let theme = Theme::built_in("mono").unwrap();
        let palette = theme.palette(ColorDepth::True);
        palette.map(|&color| {
            let Color::Rgb(r, g, b) = color else { panic!("{color} is not a 24-bit colour") };
            assert!(r == g && g == b, "{color} is not grey");
        });
        for (at, &seat) in palette.seats.iter().enumerate() {
            for &other in &palette.seats[..at] {
                assert!(contrast(seat, other) >= 1.3, "{seat} {other}");
            }
        }
    }
}
