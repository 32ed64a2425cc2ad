//! A backend for ratatui that writes frames in few bytes.
//!
//! The backend of crossterm writes the changed cells row by row, and both colours whenever one
//! changes. Here a frame is one update, so its cells are written in whatever order is shorter: row
//! by row, or style by style. `pen` changes only what differs, `cursor` takes the shortest way to
//! the next cell, and `encoder` puts them together.

mod cursor;
mod encoder;
mod pen;
#[cfg(test)]
mod tests;

use std::{
    cell::Cell as Value,
    env,
    io::{self, Write},
};

use ratatui::{
    backend::{Backend, ClearType, CrosstermBackend, WindowSize},
    buffer::{Buffer, Cell},
    layout::{Position, Size},
    style::{Color, Modifier},
};

use unicode_width::UnicodeWidthStr;

use encoder::{Encoder, Piece};
use pen::Pen;

/// A backend that writes frames in few bytes. Everything but drawing is left to crossterm's.
#[derive(Debug)]
pub struct FrameBackend<W: Write> {
    inner: CrosstermBackend<W>,
    /// The style in which the terminal writes, or `None` if it is unknown.
    pen: Option<Pen>,
    /// Whether the cursor is hidden; `None` if that is unknown.
    is_hidden: Option<bool>,
    /// The number of columns, as last asked for.
    columns: Value<u16>,
    /// Whether the screen may show a symbol that is wider than a cell. Writing on one half of it
    /// erases the other, so cells must then be written from left to right.
    has_wide: bool,
    /// Whether erased cells get the background colour that is set.
    erases_in_color: bool,
}

impl<W: Write> FrameBackend<W> {
    /// Creates a backend that writes to `writer`, for the terminal that the environment names.
    pub fn new(writer: W) -> Self {
        // All widespread terminals erase in colour, except the program `screen`.
        let term = env::var("TERM").unwrap_or_default();
        Self::with(writer, !term.is_empty() && !term.starts_with("screen"))
    }

    fn with(writer: W, erases_in_color: bool) -> Self {
        Self {
            inner: CrosstermBackend::new(writer),
            pen: None,
            is_hidden: None,
            columns: Value::new(0),
            has_wide: false,
            erases_in_color,
        }
    }

    /// Forgets what is known about the terminal, because others may have written to it.
    pub fn forget(&mut self) {
        (self.pen, self.is_hidden) = (None, None);
    }

    /// Sets the style of a fresh terminal. Erasing and other programs must not get ours.
    fn put_down_pen(&mut self) -> io::Result<()> {
        if self.pen != Some(Pen::DEFAULT) {
            self.pen = Some(Pen::DEFAULT);
            self.inner.write_all(b"\x1b[m")?;
        }
        Ok(())
    }
}

impl<W: Write> Backend for FrameBackend<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let pieces = encoder::pieces(content);
        if pieces.is_empty() {
            return Ok(());
        }
        self.has_wide |= pieces.iter().any(|piece| piece.symbol.width() > 1);
        let encoder = Encoder {
            start: self.pen,
            columns: self.columns.get(),
            by_rows: self.has_wide,
            erases_in_color: self.erases_in_color,
        };
        let (text, pen) = encoder.encode(&pieces);
        self.pen = pen;
        self.inner.write_all(text.as_bytes())
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        // ratatui hides the cursor in every frame.
        if self.is_hidden != Some(true) {
            self.is_hidden = Some(true);
            self.inner.write_all(b"\x1b[?25l")?;
        }
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        self.is_hidden = Some(false);
        self.inner.write_all(b"\x1b[?25h")
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        self.inner.get_cursor_position()
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        self.inner.set_cursor_position(position)
    }

    fn clear(&mut self) -> io::Result<()> {
        self.has_wide = false;
        self.put_down_pen()?;
        self.inner.clear()
    }

    fn clear_region(&mut self, clear_type: ClearType) -> io::Result<()> {
        self.has_wide &= !matches!(clear_type, ClearType::All);
        self.put_down_pen()?;
        self.inner.clear_region(clear_type)
    }

    fn size(&self) -> io::Result<Size> {
        let size = self.inner.size()?;
        self.columns.set(size.width);
        Ok(size)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        self.inner.window_size()
    }

    fn flush(&mut self) -> io::Result<()> {
        Backend::flush(&mut self.inner)
    }
}

/// Modifiers that show on a blank cell.
const SHOWN_ON_BLANKS: Modifier =
    Modifier::UNDERLINED.union(Modifier::REVERSED).union(Modifier::CROSSED_OUT);

/// Whether only the background of a cell is visible.
fn is_blank(cell: &Cell) -> bool {
    cell.symbol() == " " && !cell.modifier.intersects(SHOWN_ON_BLANKS)
}

/// Removes from blank cells what is invisible, so that it counts as no change.
pub fn normalize(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if is_blank(cell) {
            (cell.fg, cell.modifier) = (Color::Reset, Modifier::empty());
        }
    }
}

impl<'a> Piece<'a> {
    fn new(x: u16, y: u16, cell: &'a Cell) -> Self {
        let pen = Pen { fg: cell.fg, bg: cell.bg, modifier: cell.modifier };
        Self { x, y, symbol: cell.symbol(), pen, is_blank: is_blank(cell) }
    }
}
