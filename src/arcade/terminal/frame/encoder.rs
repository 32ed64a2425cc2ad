//! Turns the changed cells of a frame into bytes.

use std::fmt::{self, Write};

use ratatui::{buffer::Cell, style::Color};

use super::{cursor::Cursor, pen::Pen};

/// Frames with more styles than this are written row by row: so many cells have changed that each
/// style is needed in most rows.
const MAX_STYLES: usize = 48;

/// A changed cell.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    pub x: u16,
    pub y: u16,
    pub symbol: &'a str,
    pub pen: Pen,
    /// Whether only the background is visible, so that the rest of the style doesn't matter.
    pub is_blank: bool,
}

/// Collects the changed cells, which come row by row. Blank cells take the style of a neighbour if
/// they can, so that words and the gaps between them are written together.
pub fn pieces<'a>(content: impl Iterator<Item = (u16, u16, &'a Cell)>) -> Vec<Piece<'a>> {
    let mut pieces: Vec<_> = content.map(|(x, y, cell)| Piece::new(x, y, cell)).collect();
    for at in 1..pieces.len() {
        adopt(&mut pieces, at, at - 1);
    }
    for at in (1..pieces.len()).rev() {
        adopt(&mut pieces, at - 1, at);
    }
    pieces
}

/// Gives a blank cell the style of its neighbour if that makes no visible difference.
fn adopt(pieces: &mut [Piece], blank: usize, neighbor: usize) {
    let (cell, other) = (pieces[blank], pieces[neighbor]);
    let is_beside = cell.y == other.y && cell.x.abs_diff(other.x) == 1;
    // A blank cell that has adopted a style keeps it.
    let is_free = cell.is_blank && cell.pen.fg == Color::Reset;
    if is_beside && is_free && other.pen.suits_blank(cell.pen.bg) {
        pieces[blank].pen = other.pen;
    }
}

/// Writes cells to a terminal in a known state.
#[derive(Clone, Copy, Debug)]
pub struct Encoder {
    /// The style in which the terminal writes, or `None` if it is unknown.
    pub start: Option<Pen>,
    /// The number of columns of the terminal.
    pub columns: u16,
    /// Whether the cells must be written row by row.
    pub by_rows: bool,
    /// Whether erased cells get the background colour that is set.
    pub erases_in_color: bool,
}

impl Encoder {
    /// Returns the text that writes the cells, and the style that is then set.
    pub fn encode(&self, pieces: &[Piece]) -> (String, Option<Pen>) {
        let by_rows = self.text(pieces.iter());
        if self.by_rows {
            return by_rows;
        }
        let Some(groups) = self.groups(pieces) else { return by_rows };
        let by_styles = self.text(groups.into_iter().flatten());
        if by_styles.0.len() < by_rows.0.len() { by_styles } else { by_rows }
    }

    /// Groups the cells by style, each time with a style that is near to the last one. Returns
    /// `None` if there are too many styles.
    fn groups<'p, 'a>(&self, pieces: &'p [Piece<'a>]) -> Option<Vec<Vec<&'p Piece<'a>>>> {
        let mut groups: Vec<(Pen, Vec<&Piece>)> = Vec::new();
        // Most cells have the style of the one before.
        let mut last = 0;
        for piece in pieces {
            if groups.get(last).is_none_or(|(pen, _)| *pen != piece.pen) {
                last = groups.iter().position(|(pen, _)| *pen == piece.pen).unwrap_or(groups.len());
            }
            match groups.get_mut(last) {
                Some((_, group)) => group.push(piece),
                None if last == MAX_STYLES => return None,
                None => groups.push((piece.pen, vec![piece])),
            }
        }
        let mut pen = self.start;
        let mut sorted = Vec::with_capacity(groups.len());
        while !groups.is_empty() {
            let costs = groups.iter().map(|(to, group)| match (pen, group.as_slice()) {
                (Some(pen), [first, ..]) if first.is_blank && pen.suits_blank(to.bg) => 0,
                _ => to.cost(pen),
            });
            let (nearest, _) = costs.enumerate().min_by_key(|(_, cost)| *cost)?;
            let (next, group) = groups.remove(nearest);
            pen = Some(next);
            sorted.push(group);
        }
        Some(sorted)
    }

    /// Returns the text that writes the cells in this order, and the style that is then set.
    fn text<'p, 'a: 'p>(
        &self,
        pieces: impl Iterator<Item = &'p Piece<'a>>,
    ) -> (String, Option<Pen>) {
        let cursor = Cursor::unknown(self.columns);
        let mut writer = Writer { encoder: *self, cursor, pen: self.start, out: String::new() };
        // Writing to a text doesn't fail.
        let _ = writer.write_all(pieces);
        (writer.out, writer.pen)
    }
}

/// The state while cells are written.
struct Writer {
    encoder: Encoder,
    cursor: Cursor,
    pen: Option<Pen>,
    out: String,
}

impl Writer {
    fn write_all<'p, 'a: 'p>(
        &mut self,
        pieces: impl Iterator<Item = &'p Piece<'a>>,
    ) -> fmt::Result {
        let mut pieces = pieces.peekable();
        while let Some(piece) = pieces.next() {
            self.cursor.go_to(piece.x, piece.y, &mut self.out)?;
            self.set_pen(piece)?;
            if !piece.is_blank {
                self.write_symbol(piece.symbol);
                continue;
            }
            let is_at = |next: &Piece, x| (next.x, next.y) == (x, piece.y);
            let mut end = piece.x + 1;
            while pieces
                .next_if(|next| next.is_blank && next.pen.bg == piece.pen.bg && is_at(next, end))
                .is_some()
            {
                end += 1;
            }
            let is_continued = pieces.peek().is_some_and(|next| is_at(next, end));
            self.write_blanks(end - piece.x, is_continued)?;
        }
        Ok(())
    }

    /// Sets the style of a cell. For a blank cell, only the background matters.
    fn set_pen(&mut self, piece: &Piece) -> fmt::Result {
        let wanted = match self.pen {
            Some(pen) if piece.is_blank && pen.suits_blank(piece.pen.bg) => pen,
            Some(pen) if piece.is_blank && piece.pen.fg == Color::Reset => {
                pen.for_blank(piece.pen.bg)
            }
            _ => piece.pen,
        };
        wanted.change(self.pen, &mut self.out)?;
        self.pen = Some(wanted);
        Ok(())
    }

    fn write_symbol(&mut self, symbol: &str) {
        self.out.push_str(symbol);
        self.cursor.advance(symbol);
    }

    /// Writes blank cells, or erases so many, whichever is shorter. `is_continued` says that the
    /// next cell is written behind them.
    fn write_blanks(&mut self, count: u16, is_continued: bool) -> fmt::Result {
        // Erasing does not move the cursor. A sequence for more than nine cells has five bytes.
        let min = if is_continued { 11 } else { 6 };
        let is_default = self.pen.is_some_and(|pen| pen.bg == Color::Reset);
        if count >= min && (self.encoder.erases_in_color || is_default) {
            return write!(self.out, "\x1b[{count}X");
        }
        (0..count).for_each(|_| self.write_symbol(" "));
        Ok(())
    }
}
