//! The style in which the terminal writes, and the sequences that change it.

use std::fmt::{self, Write};

use ratatui::style::{Color, Modifier};

use super::SHOWN_ON_BLANKS;

/// The style in which the terminal writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pen {
    pub fg: Color,
    pub bg: Color,
    pub modifier: Modifier,
}

/// What switches a modifier on and off. Two modifiers that share the latter go off together.
const CODES: [(Modifier, u8, u8); 9] = [
    (Modifier::BOLD, 1, 22),
    (Modifier::DIM, 2, 22),
    (Modifier::ITALIC, 3, 23),
    (Modifier::UNDERLINED, 4, 24),
    (Modifier::SLOW_BLINK, 5, 25),
    (Modifier::RAPID_BLINK, 6, 25),
    (Modifier::REVERSED, 7, 27),
    (Modifier::HIDDEN, 8, 28),
    (Modifier::CROSSED_OUT, 9, 29),
];

impl Pen {
    /// The style of a fresh terminal.
    pub const DEFAULT: Self =
        Self { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

    /// Whether a blank cell with this background can be written in this style.
    pub fn suits_blank(self, bg: Color) -> bool {
        self.bg == bg && !self.modifier.intersects(SHOWN_ON_BLANKS)
    }

    /// Returns the style nearest to this one that suits a blank cell with this background.
    pub fn for_blank(self, bg: Color) -> Self {
        Self { bg, modifier: self.modifier.difference(SHOWN_ON_BLANKS), ..self }
    }

    /// Writes the sequence that changes `from` to this style. An unknown style is reset.
    ///
    /// # Errors
    /// Returns an error if `out` does; a text doesn't.
    pub fn change(self, from: Option<Self>, out: &mut impl Write) -> fmt::Result {
        let from = match from {
            Some(from) if from == self => return Ok(()),
            Some(from) if self != Self::DEFAULT => from,
            _ => {
                out.write_str("\x1b[m")?;
                return self.change(Some(Self::DEFAULT), out);
            }
        };
        let mut codes = Codes { out, is_first: true };
        let mut on = from.modifier;
        for (modifier, _, off) in CODES {
            if on.contains(modifier) && !self.modifier.contains(modifier) {
                codes.push(format_args!("{off}"))?;
                on.remove(CODES.iter().filter(|code| code.2 == off).map(|code| code.0).collect());
            }
        }
        for (modifier, code, _) in CODES {
            if self.modifier.contains(modifier) && !on.contains(modifier) {
                codes.push(format_args!("{code}"))?;
            }
        }
        if from.fg != self.fg {
            codes.push_color(3, self.fg)?;
        }
        if from.bg != self.bg {
            codes.push_color(4, self.bg)?;
        }
        codes.out.write_char('m')
    }

    /// Returns the length of the sequence that [`Self::change`] writes.
    pub fn cost(self, from: Option<Self>) -> usize {
        let mut length = Length(0);
        // Counting doesn't fail.
        let _ = self.change(from, &mut length);
        length.0
    }
}

/// Counts the bytes that are written.
struct Length(usize);

impl Write for Length {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += text.len();
        Ok(())
    }
}

/// Writes the parameters of a sequence.
struct Codes<'a, W> {
    out: &'a mut W,
    is_first: bool,
}

impl<W: Write> Codes<'_, W> {
    fn push(&mut self, code: fmt::Arguments) -> fmt::Result {
        self.out.write_str(if self.is_first { "\x1b[" } else { ";" })?;
        self.is_first = false;
        self.out.write_fmt(code)
    }

    /// Pushes a colour; `layer` is 3 for the foreground and 4 for the background.
    fn push_color(&mut self, layer: u8, color: Color) -> fmt::Result {
        let index = match color {
            Color::Reset => return self.push(format_args!("{layer}9")),
            Color::Rgb(red, green, blue) => {
                return self.push(format_args!("{layer}8;2;{red};{green};{blue}"));
            }
            Color::Indexed(index) => index,
            Color::Black => 0,
            Color::Red => 1,
            Color::Green => 2,
            Color::Yellow => 3,
            Color::Blue => 4,
            Color::Magenta => 5,
            Color::Cyan => 6,
            Color::Gray => 7,
            Color::DarkGray => 8,
            Color::LightRed => 9,
            Color::LightGreen => 10,
            Color::LightYellow => 11,
            Color::LightBlue => 12,
            Color::LightMagenta => 13,
            Color::LightCyan => 14,
            Color::White => 15,
        };
        self.push(format_args!("{layer}8;5;{index}"))
    }
}
