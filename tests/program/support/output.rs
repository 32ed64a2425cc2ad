//! The output of a program, and the screen that it draws.

use std::{
    num::NonZeroU16,
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use super::{
    modes::{Message, Modes, Query, SequenceParser},
    wrapped_text,
};

pub struct Output {
    screen: vt100::Parser,
    /// Rows and columns.
    size: (NonZeroU16, NonZeroU16),
    sequences: SequenceParser,
    pub bytes: u64,
    /// When the last output arrived.
    pub last: Instant,
    /// Whether no more output can arrive, because no process has the terminal open.
    pub ended: bool,
    /// `None` until the shell has reported it.
    pub process: Option<i32>,
    /// The status that the shell reported when the program ended or stopped.
    pub status: Option<u32>,
    pub times_resumed: u32,
    /// Whether the window is being closed, so that the reader thread must end.
    pub closing: bool,
    /// The text of the screen after each output; `None` until a test requests the frames.
    pub frames: Option<Vec<String>>,
}

impl Output {
    pub fn new(columns: u16, rows: u16) -> Self {
        let size = vt100_size(columns, rows);
        Self {
            screen: vt100::Parser::new(size.0, size.1, 0),
            size,
            sequences: SequenceParser::default(),
            bytes: 0,
            last: Instant::now(),
            ended: false,
            process: None,
            status: None,
            times_resumed: 0,
            closing: false,
            frames: None,
        }
    }

    /// Returns the terminal's answers to the queries in the output.
    pub fn take(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.bytes += bytes.len() as u64;
        self.last = Instant::now();
        self.sequences.read(bytes);
        // vt100 can panic on half of a wide character that was cut off by a smaller window. In that
        // case, continue with a new screen.
        if catch_unwind(AssertUnwindSafe(|| self.screen.process(bytes))).is_err() {
            let (rows, columns) = self.size;
            self.screen = vt100::Parser::new(rows, columns, 0);
            if self.modes().alternate_screen() {
                self.screen.process(b"\x1b[?1049h");
            }
        }
        if self.frames.is_some() && !self.modes().in_frame() {
            let text = self.text();
            self.frames.get_or_insert_default().push(text);
        }
        for message in self.sequences.take_messages() {
            match message {
                Message::Started(process) => self.process = Some(process),
                Message::Ended(status) => self.status = Some(status),
                Message::Resumed => {
                    self.status = None;
                    self.times_resumed += 1;
                }
            }
        }
        let queries = self.sequences.take_queries();
        queries.iter().flat_map(|query| self.answer(query)).collect()
    }

    fn answer(&self, query: &Query) -> Vec<u8> {
        match *query {
            Query::Cursor => {
                let (row, column) = self.screen().cursor_position();
                format!("\x1b[{};{}R", row + 1, column + 1)
            }
            Query::Attributes => "\x1b[?62;22c".to_owned(),
            Query::Status => "\x1b[0n".to_owned(),
            Query::Mode(mode) => {
                format!("\x1b[?{mode};{}$y", if self.modes().is_on(mode) { 1 } else { 2 })
            }
            Query::Colour(which) => {
                let shade = if which == 10 { "dcdc" } else { "1212" };
                format!("\x1b]{which};rgb:{shade}/{shade}/{shade}\x1b\\")
            }
        }
        .into_bytes()
    }

    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.size = vt100_size(columns, rows);
        self.screen.screen_mut().set_size(self.size.0, self.size.1);
    }

    /// Rows and columns.
    pub fn size(&self) -> (u16, u16) {
        (self.size.0.get(), self.size.1.get())
    }

    pub fn screen(&self) -> &vt100::Screen {
        self.screen.screen()
    }

    pub fn modes(&self) -> &Modes {
        self.sequences.modes()
    }

    /// Texts copied to the clipboard (OSC 52), in Base64.
    pub fn copied(&self) -> &[String] {
        self.sequences.copied()
    }

    pub fn text(&self) -> String {
        let columns = self.size().1;
        let rows: Vec<_> =
            self.screen().rows(0, columns).map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n")
    }

    /// The column and row, from 0, at which this text begins. It may be wrapped in a column.
    pub fn find(&self, text: &str) -> Option<(u16, u16)> {
        let columns = self.size().1;
        let rows: Vec<_> = self.screen().rows(0, columns).collect();
        let (column, row) = wrapped_text::find(rows.iter().map(String::as_str), text)?;
        Some((u16::try_from(column).ok()?, u16::try_from(row).ok()?))
    }
}

const TWO: NonZeroU16 = NonZeroU16::new(2).unwrap();

/// Rows and columns: vt100 requires at least two of each.
fn vt100_size(columns: u16, rows: u16) -> (NonZeroU16, NonZeroU16) {
    let at_least_two = |cells| NonZeroU16::new(cells).map_or(TWO, |cells| cells.max(TWO));
    (at_least_two(rows), at_least_two(columns))
}
