//! All that a program has written so far, and the screen that it makes.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Instant,
};

use super::modes::{Message, Modes, Query, SequenceParser};

/// What a program has written.
pub struct Output {
    screen: vt100::Parser,
    /// Rows and columns.
    size: (u16, u16),
    watcher: SequenceParser,
    /// How many bytes it wrote.
    pub bytes: u64,
    /// When the last of them came.
    pub last: Instant,
    /// Nothing more will come: nobody holds the terminal any more.
    pub ended: bool,
    /// The program's process, once the shell has told it.
    pub process: Option<i32>,
    /// What the shell said when the program ended or stopped.
    pub status: Option<u32>,
    /// The window is being closed: the reader is to let go.
    pub closing: bool,
    /// The text of the screen after everything that came, once somebody wants to see each frame.
    pub frames: Option<Vec<String>>,
}

impl Output {
    /// Nothing yet, on a screen of this size.
    pub fn new(columns: u16, rows: u16) -> Self {
        let size = at_least(columns, rows);
        Self {
            screen: vt100::Parser::new(size.0, size.1, 0),
            size,
            watcher: SequenceParser::default(),
            bytes: 0,
            last: Instant::now(),
            ended: false,
            process: None,
            status: None,
            closing: false,
            frames: None,
        }
    }

    /// Takes what was read, and returns what a terminal answers to it.
    pub fn take(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.bytes += bytes.len() as u64;
        self.last = Instant::now();
        self.watcher.read(bytes);
        // vt100 can stumble over half of a wide sign that a smaller window cut. What comes after
        // goes to a new screen.
        if catch_unwind(AssertUnwindSafe(|| self.screen.process(bytes))).is_err() {
            let (rows, columns) = self.size;
            self.screen = vt100::Parser::new(rows, columns, 0);
            if self.modes().alternate_screen() {
                self.screen.process(b"\x1b[?1049h");
            }
        }
        if self.frames.is_some() {
            let text = self.text();
            self.frames.get_or_insert_default().push(text);
        }
        for message in self.watcher.take_messages() {
            match message {
                Message::Started(process) => self.process = Some(process),
                Message::Ended(status) => self.status = Some(status),
                Message::Resumed => self.status = None,
            }
        }
        let queries = self.watcher.take_queries();
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

    /// Gives the screen another size.
    pub fn resize(&mut self, columns: u16, rows: u16) {
        self.size = at_least(columns, rows);
        self.screen.screen_mut().set_size(self.size.0, self.size.1);
    }

    /// The screen.
    pub fn screen(&self) -> &vt100::Screen {
        self.screen.screen()
    }

    /// The switches.
    pub fn modes(&self) -> &Modes {
        self.watcher.modes()
    }

    /// The screen's text, one line a row.
    pub fn text(&self) -> String {
        let columns = self.screen().size().1;
        let rows: Vec<_> =
            self.screen().rows(0, columns).map(|row| row.trim_end().to_owned()).collect();
        rows.join("\n")
    }

    /// Where these words begin on the screen: column and row, from 0.
    pub fn find(&self, words: &str) -> Option<(u16, u16)> {
        let columns = self.screen().size().1;
        let mut rows = self.screen().rows(0, columns).zip(0..);
        rows.find_map(|(row, number)| {
            let before = &row[..row.find(words)?];
            let column = unicode_width::UnicodeWidthStr::width(before);
            Some((u16::try_from(column).ok()?, number))
        })
    }
}

/// Rows and columns that vt100 can reckon with: one of either is too few for it.
fn at_least(columns: u16, rows: u16) -> (u16, u16) {
    (rows.max(2), columns.max(2))
}
