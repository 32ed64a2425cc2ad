//! A backend for ratatui that writes frames in few bytes.
//!
//! The backend of crossterm writes the changed cells row by row, and both colours whenever one
//! changes. Here a frame is one update, so its cells are written in whatever order is shorter: row
//! by row, or style by style. [`Pen`] changes only what differs, [`Cursor`] takes the shortest way
//! to the next cell, and [`Encoder`] puts them together.

use std::{
    cell::Cell as Value,
    env,
    fmt::{self, Write as _},
    io::{self, Write},
};

use ratatui::{
    backend::{Backend, ClearType, CrosstermBackend, WindowSize},
    buffer::{Buffer, Cell},
    layout::{Position, Size},
    style::{Color, Modifier},
};
use unicode_width::UnicodeWidthStr;

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
        let pieces = pieces(content);
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

/// Frames with more styles than this are written row by row: so many cells have changed that each
/// style is needed in most rows.
const MAX_STYLES: usize = 48;

/// A changed cell.
#[derive(Clone, Copy, Debug)]
struct Piece<'a> {
    x: u16,
    y: u16,
    symbol: &'a str,
    pen: Pen,
    /// Whether only the background is visible, so that the rest of the style doesn't matter.
    is_blank: bool,
}

impl<'a> Piece<'a> {
    fn new(x: u16, y: u16, cell: &'a Cell) -> Self {
        let pen = Pen { fg: cell.fg, bg: cell.bg, modifier: cell.modifier };
        Self { x, y, symbol: cell.symbol(), pen, is_blank: is_blank(cell) }
    }
}

/// Collects the changed cells, which come row by row. Blank cells take the style of a neighbour if
/// they can, so that words and the gaps between them are written together.
fn pieces<'a>(content: impl Iterator<Item = (u16, u16, &'a Cell)>) -> Vec<Piece<'a>> {
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

#[derive(Clone, Copy, Debug)]
struct Encoder {
    start: Option<Pen>,
    columns: u16,
    by_rows: bool,
    erases_in_color: bool,
}

impl Encoder {
    /// Returns the text that writes the cells, and the style that is then set.
    fn encode(&self, pieces: &[Piece]) -> (String, Option<Pen>) {
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Pen {
    fg: Color,
    bg: Color,
    modifier: Modifier,
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
    const DEFAULT: Self = Self { fg: Color::Reset, bg: Color::Reset, modifier: Modifier::empty() };

    /// Whether a blank cell with this background can be written in this style.
    fn suits_blank(self, bg: Color) -> bool {
        self.bg == bg && !self.modifier.intersects(SHOWN_ON_BLANKS)
    }

    /// Returns the style nearest to this one that suits a blank cell with this background.
    fn for_blank(self, bg: Color) -> Self {
        Self { bg, modifier: self.modifier.difference(SHOWN_ON_BLANKS), ..self }
    }

    /// Writes the sequence that changes `from` to this style. An unknown style is reset.
    ///
    /// # Errors
    /// Returns an error if `out` does; a text doesn't.
    fn change(self, from: Option<Self>, out: &mut impl fmt::Write) -> fmt::Result {
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
    fn cost(self, from: Option<Self>) -> usize {
        let mut length = Length(0);
        // Counting doesn't fail.
        let _ = self.change(from, &mut length);
        length.0
    }
}

/// Counts the bytes that are written.
struct Length(usize);

impl fmt::Write for Length {
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

impl<W: fmt::Write> Codes<'_, W> {
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

#[derive(Clone, Copy, Debug)]
struct Cursor {
    /// The column and the row; `None` if they are unknown.
    at: Option<(u16, u16)>,
    /// Whether all terminals agree on the position: they don't on the width of some characters.
    is_certain: bool,
    columns: u16,
}

impl Cursor {
    fn unknown(columns: u16) -> Self {
        Self { at: None, is_certain: false, columns }
    }

    fn advance(&mut self, symbol: &str) {
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
    fn go_to(&mut self, x: u16, y: u16, out: &mut impl fmt::Write) -> fmt::Result {
        if self.at == Some((x, y)) {
            return Ok(());
        }
        let way = self.at.filter(|_| self.is_certain).and_then(|from| Way::new(from, (x, y)));
        // Only an absolute position is known for certain.
        (self.at, self.is_certain) = (Some((x, y)), true);
        let (row, column) = (u32::from(y) + 1, u32::from(x) + 1);
        match way {
            // No absolute position is shorter than this.
            Some(way) if way.length() < 6 || way.length() < digits(row) + digits(column) + 4 => {
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
            _ => 3 + digits(u32::from(right.max(left))),
        };
        usize::from(down) + sideways
    }

    fn write(&self, out: &mut impl fmt::Write) -> fmt::Result {
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

fn digits(number: u32) -> usize {
    number.checked_ilog10().map_or(1, |digits| digits as usize + 1)
}

/// Whether all terminals draw a character in one cell: it is ASCII, or a line or a block.
fn is_certainly_narrow(letter: char) -> bool {
    matches!(letter, ' '..='~' | '\u{2500}'..='\u{259f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prelude::*, sample::select};
    use ratatui::{
        buffer::Buffer,
        layout::Rect,
        style::{Color, Modifier, Style},
    };
    use std::{cell::RefCell, rc::Rc};
    use vt100::Parser;

    const AREA: Rect = Rect::new(0, 0, 24, 6);

    /// Collects bytes.
    #[derive(Clone, Debug, Default)]
    struct Sink(Rc<RefCell<Vec<u8>>>);

    impl Write for Sink {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// A terminal, and what it should show.
    struct Screen {
        parser: Parser,
        backend: FrameBackend<Sink>,
        written: Sink,
        shown: Buffer,
    }

    impl Screen {
        fn new(erases_in_color: bool) -> Self {
            let written = Sink::default();
            let backend = FrameBackend::with(written.clone(), erases_in_color);
            backend.columns.set(AREA.width);
            Self {
                parser: Parser::new(AREA.height, AREA.width, 0),
                backend,
                written,
                shown: Buffer::empty(AREA),
            }
        }

        /// Draws a frame and returns its bytes.
        fn draw(&mut self, mut next: Buffer) -> String {
            normalize(&mut next);
            self.backend.draw(self.shown.diff(&next).into_iter()).unwrap();
            self.shown = next;
            let bytes = self.written.0.take();
            self.parser.process(&bytes);
            String::from_utf8(bytes).unwrap()
        }

        /// Checks that every cell looks as it should.
        fn check(&self) {
            for position in AREA.positions() {
                let (x, y) = (position.x, position.y);
                let cell = &self.shown[position];
                let seen = self.parser.screen().cell(y, x).unwrap();
                if seen.is_wide_continuation() {
                    continue;
                }
                let symbol = if seen.has_contents() { seen.contents() } else { " " };
                assert_eq!(symbol, cell.symbol(), "{x} {y}");
                assert_eq!(seen.bgcolor(), color(cell.bg), "{x} {y}");
                if is_blank(cell) {
                    assert!(!seen.inverse() && !seen.underline(), "{x} {y}");
                    continue;
                }
                assert_eq!(seen.fgcolor(), color(cell.fg), "{x} {y}");
                let modifiers = [
                    (seen.bold(), Modifier::BOLD),
                    (seen.dim(), Modifier::DIM),
                    (seen.italic(), Modifier::ITALIC),
                    (seen.underline(), Modifier::UNDERLINED),
                    (seen.inverse(), Modifier::REVERSED),
                ];
                for (is_on, modifier) in modifiers {
                    assert_eq!(is_on, cell.modifier.contains(modifier), "{x} {y} {modifier:?}");
                }
            }
        }
    }

    fn color(color: Color) -> vt100::Color {
        match color {
            Color::Rgb(red, green, blue) => vt100::Color::Rgb(red, green, blue),
            Color::Indexed(index) => vt100::Color::Idx(index),
            Color::LightRed => vt100::Color::Idx(9),
            _ => vt100::Color::Default,
        }
    }

    fn style() -> impl Strategy<Value = Style> {
        let color = || {
            select(vec![
                Color::Reset,
                Color::Rgb(1, 2, 3),
                Color::Rgb(200, 100, 0),
                Color::Indexed(77),
                Color::LightRed,
            ])
        };
        let modifier = select(vec![
            Modifier::empty(),
            Modifier::BOLD,
            Modifier::DIM,
            Modifier::DIM | Modifier::ITALIC,
            Modifier::BOLD | Modifier::REVERSED,
            Modifier::UNDERLINED,
        ]);
        // The emulated terminal has no text that is bold and dim, so modifiers are not added up.
        let plain = Style::new().remove_modifier(Modifier::all());
        (color(), color(), modifier)
            .prop_map(move |(fg, bg, modifier)| plain.fg(fg).bg(bg).add_modifier(modifier))
    }

    /// A text and where it is written. Wide symbols are always in the same place, because ratatui
    /// does not redraw the second half of one whose first half is overwritten.
    fn text() -> impl Strategy<Value = (u16, u16, String, Style)> {
        let words =
            ["word", "two  words", "a long text with gaps", "            ", " ", "▐██▌", "♠♥"];
        let narrow = (0..AREA.width, 0..AREA.height - 1, select(words.to_vec()), style());
        let wide = (Just(4), Just(AREA.height - 1), select(vec!["日本", "本日"]), style());
        prop_oneof![9 => narrow.boxed(), 1 => wide.boxed()]
            .prop_map(|(x, y, text, style)| (x, y, text.to_owned(), style))
    }

    proptest! {
        #[test]
        fn a_terminal_shows_every_frame(
            frames in vec(vec(text(), 0..12), 1..6),
            erases_in_color: bool,
        ) {
            let mut screen = Screen::new(erases_in_color);
            for texts in frames {
                let mut next = screen.shown.clone();
                for (x, y, text, style) in texts {
                    next.set_string(x, y, text, style);
                }
                screen.draw(next);
                screen.check();
            }
        }
    }

    #[test]
    fn a_moved_highlight_sets_each_colour_once() {
        let (plain, lit) =
            (Style::new().bg(Color::Rgb(9, 9, 9)), Style::new().bg(Color::Rgb(5, 5, 5)));
        let with_row = |lit_row| {
            let mut buffer = Buffer::empty(AREA);
            for row in 0..4 {
                let style = if row == lit_row { lit } else { plain };
                buffer.set_string(3, row, "▐▌", style.fg(Color::Rgb(7, 7, 7)));
                buffer.set_string(
                    9,
                    row,
                    format!("item {row}         "),
                    style.fg(Color::Rgb(1, 1, 1)),
                );
            }
            buffer
        };
        let mut screen = Screen::new(true);
        screen.draw(with_row(1));
        let bytes = screen.draw(with_row(2));
        screen.check();
        for color in ["1;1;1", "5;5;5", "9;9;9"] {
            assert!(bytes.matches(color).count() <= 1, "{bytes:?}");
        }
        assert!(bytes.contains("\x1b[9X"), "{bytes:?}");
        assert!(!bytes.contains("\x1b[m"), "{bytes:?}");
    }

    #[test]
    fn a_terminal_that_does_not_erase_in_colour_gets_blanks() {
        let mut screen = Screen::new(false);
        let mut buffer = Buffer::empty(AREA);
        buffer.set_style(AREA, Style::new().bg(Color::Rgb(1, 2, 3)));
        let bytes = screen.draw(buffer);
        assert!(!bytes.contains('X') && bytes.len() > usize::from(AREA.width * AREA.height));
    }

    #[test]
    fn an_unchanged_frame_is_empty_and_the_cursor_is_hidden_once() {
        let mut screen = Screen::new(true);
        screen.backend.hide_cursor().unwrap();
        assert_eq!(screen.draw(Buffer::empty(AREA)), "\x1b[?25l");
        screen.backend.hide_cursor().unwrap();
        assert_eq!(screen.draw(Buffer::empty(AREA)), "");
        screen.backend.forget();
        screen.backend.hide_cursor().unwrap();
        assert_eq!(screen.draw(Buffer::empty(AREA)), "\x1b[?25l");
    }
}
