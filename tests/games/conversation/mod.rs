//! The arcade in lines, without a terminal.

mod by_ear;
mod facts;
mod noise;
mod saving;
mod transcripts;

use std::{
    io::{self, BufRead, Read, Write},
    mem,
    path::Path,
    sync::{Arc, Mutex},
};

use fourcade::{
    database::Store,
    plain::{App, Console, Error},
    settings::{Settings, consent::Programs, home::Home},
};
use fourcade_engine::play::CancelToken;

/// Everything said, with the typed lines among it.
#[derive(Clone, Default)]
pub struct Log {
    text: Arc<Mutex<String>>,
    /// Everything said since the last typed line.
    news: Arc<Mutex<String>>,
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
        self.text.lock().unwrap().push_str(text);
        self.news.lock().unwrap().push_str(text);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Types the lines that a listener chooses after what was said since the last one.
struct Typist<F> {
    log: Log,
    listen: F,
    line: Vec<u8>,
    at: usize,
}

impl<F: FnMut(&str) -> Option<String>> Typist<F> {
    fn next(&mut self) {
        let news = mem::take(&mut *self.log.news.lock().unwrap());
        let line = (self.listen)(&news);
        (self.line, self.at) = (Vec::new(), 0);
        if let Some(line) = line {
            self.log.text.lock().unwrap().extend(["> ", &line, "\n"]);
            self.line = format!("{line}\n").into_bytes();
        }
    }
}

impl<F: FnMut(&str) -> Option<String>> Read for Typist<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let bytes = self.fill_buf()?;
        let count = bytes.len().min(buffer.len());
        buffer[..count].copy_from_slice(&bytes[..count]);
        self.consume(count);
        Ok(count)
    }
}

impl<F: FnMut(&str) -> Option<String>> BufRead for Typist<F> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.line.len() {
            self.next();
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, count: usize) {
        self.at += count;
    }
}

/// Holds a conversation with a listener, who types a line or leaves. Returns what was said, with
/// the typed lines behind `> `.
pub fn converse(
    home: &Path,
    listen: impl FnMut(&str) -> Option<String> + Send + 'static,
    talk: impl FnOnce(&mut App) -> Result<(), Error>,
) -> String {
    let log = Log::default();
    let typist = Typist { log: log.clone(), listen, line: Vec::new(), at: 0 };
    let console = Console::new(Box::new(typist), Box::new(log.clone()), CancelToken::default());
    let console = console.unwrap();
    let store = Store::at(home.join("fourcade.db"), || ());
    let home = Home::unsaved(Settings::default());
    let mut app = App::new(console, home, Programs::default(), store);
    match talk(&mut app) {
        Ok(()) | Err(Error::End) => {}
        Err(error) => panic!("{error}\n{}", log.text.lock().unwrap()),
    }
    app.context.store.close().unwrap();
    let text = log.text.lock().unwrap().clone();
    check(&text);
    text
}

/// Types these lines, whatever is said.
pub fn script(lines: &str) -> impl FnMut(&str) -> Option<String> + Send + 'static {
    let mut lines = lines.lines().map(str::to_owned).collect::<Vec<_>>().into_iter();
    move |_| lines.next()
}

/// Checks that what is said can be spoken: printable text and newlines, in short lines.
pub fn check(text: &str) {
    for line in text.lines().filter(|line| !line.starts_with("> ")) {
        assert!(line.chars().count() <= 162, "too long: {line}");
        assert!(!line.contains(|sign: char| sign.is_control() || sign == '\u{a0}'), "{line:?}");
        assert!(!line.contains("  ") && !line.ends_with(' '), "{line:?}");
        for sign in ['♥', '♦', '♠', '♣', '★', '█', '…', '`', '{', '}', '#', '*'] {
            assert!(!line.contains(sign), "{sign} can't be spoken: {line}");
        }
    }
}
