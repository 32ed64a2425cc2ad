//! The terminal's cursor, and the shortest way to a cell.

use std::fmt::{self, Write};

use unicode_width::UnicodeWidthStr;

/// Where the cursor is.
#[derive(Clone, Copy, Debug)]
pub struct Cursor {
    /// The column and the row; `None` if they are unknown.
    at: Option<(u16, u16)>,
    /// Whether all terminals agree on the position: they don't on the width of some characters.
    is_certain: bool,
    /// The number of columns of the terminal.
    columns: u16,
}

impl Cursor {
    /// Returns a cursor that may be anywhere.
    pub fn unknown(columns: u16) -> Self {
        Self { at: None, is_certain: false, columns }
    }

    /// Notes that this symbol was written.
    pub fn advance(&mut self, symbol: &str) {
        let width = u16::try_from(symbol.width()).unwrap_or(u16::MAX);
        self.is_certain &= width == 1 && symbol.chars().all(is_certainly_narrow);
        self.at = self.at.and_then(|(x, y)| {
            let x = x.checked_add(width)?;
            // In the last column, the cursor stays until the next symbol wraps.
            (width == 1 && x < self.columns).then_some((x, y))
        });
    }

    /// Writes the shortest sequence that moves the cursor to a cell.
    ///
    /// # Errors
    /// Returns an error if `out` does; a text doesn't.
    pub fn go_to(&mut self, x: u16, y: u16, out: &mut impl Write) -> fmt::Result {
        if self.at == Some((x, y)) {
            return Ok(());
        }
        let way = self.at.filter(|_| self.is_certain).and_then(|from| Way::new(from, (x, y)));
        // Only an absolute position is known for certain.
        (self.at, self.is_certain) = (Some((x, y)), true);
        let (row, column) = (u32::from(y) + 1, u32::from(x) + 1);
        match way {
            // No absolute position is shorter than this.
            Some(way) if way.length() < 6 || way.length() < length(row) + length(column) + 4 => {
                way.write(out)
            }
            _ if column == 1 => write!(out, "\x1b[{row}H"),
            _ if row == 1 => write!(out, "\x1b[;{column}H"),
            _ => write!(out, "\x1b[{row};{column}H"),
        }
    }
}

/// A way to another cell, which is not far below.
struct Way {
    down: u16,
    right: u16,
    left: u16,
}

impl Way {
    fn new(from: (u16, u16), to: (u16, u16)) -> Option<Self> {
        const MAX_ROWS: u16 = 3;
        let down = to.1.checked_sub(from.1).filter(|&rows| rows <= MAX_ROWS)?;
        let (right, left) = (to.0.saturating_sub(from.0), from.0.saturating_sub(to.0));
        Some(Self { down, right, left })
    }

    fn length(&self) -> usize {
        let Self { down, right, left } = *self;
        let sideways = match (right, left) {
            (0, 0..=4) => usize::from(left),
            (1, _) => 3,
            _ => 3 + length(u32::from(right.max(left))),
        };
        usize::from(down) + sideways
    }

    fn write(&self, out: &mut impl Write) -> fmt::Result {
        let Self { down, right, left } = *self;
        (0..down).try_for_each(|_| out.write_char('\n'))?;
        match (right, left) {
            (0, 0..=4) => (0..left).try_for_each(|_| out.write_char('\x08')),
            (0, left) => write!(out, "\x1b[{left}D"),
            (1, _) => out.write_str("\x1b[C"),
            (right, _) => write!(out, "\x1b[{right}C"),
        }
    }
}

/// Returns the number of digits.
fn length(number: u32) -> usize {
    number.checked_ilog10().map_or(1, |digits| digits as usize + 1)
}

/// Whether all terminals draw a character in one cell: it is ASCII, or a line or a block.
fn is_certainly_narrow(letter: char) -> bool {
    matches!(letter, ' '..='~' | '\u{2500}'..='\u{259f}')
}
