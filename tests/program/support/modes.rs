//! Parses a program's output for terminal modes, for queries to the terminal, and for messages of
//! the test shell.

use std::collections::BTreeMap;

use vte::{Params, Parser, Perform};

/// The modes that are on by default: automatic wrap and the cursor.
const ON_BY_DEFAULT: [u16; 2] = [7, 25];
/// Modes that programs usually don't restore, which is harmless: the blinking cursor, and the
/// eight-bit input of `ncurses`.
const IGNORED: [u16; 2] = [12, 1034];

/// The OSC number of the shell's message that the program has started, with the process number.
pub const STARTED: &str = "7770";
/// The OSC number of the message that the program has ended or stopped, with the status.
pub const ENDED: &str = "7771";
/// The OSC number of the message that the program continues.
pub const RESUMED: &str = "7772";

#[derive(Clone, Debug, Default)]
pub struct Modes {
    private: BTreeMap<u16, bool>,
    keyboard_levels: usize,
    keypad: bool,
    cursor_shape: u16,
    times_entered: usize,
}

/// A query that a terminal answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    Cursor,
    /// The type of the terminal.
    Attributes,
    Status,
    Mode(u16),
    /// The colour of the text (10) or of the background (11).
    Colour(u16),
}

/// A message of the shell that runs the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// Started, with this process number.
    Started(i32),
    /// Ended or stopped, with this status.
    Ended(u32),
    Resumed,
}

#[derive(Default)]
pub struct SequenceParser {
    parser: Parser,
    state: TerminalState,
}

/// The queries and messages are those that have not been taken yet.
#[derive(Default)]
pub struct TerminalState {
    pub modes: Modes,
    pub queries: Vec<Query>,
    pub messages: Vec<Message>,
    /// The texts that the program has copied to the clipboard, in Base64.
    pub copied: Vec<String>,
}

impl Modes {
    /// Private modes are set by `CSI ? mode h`.
    pub fn is_on(&self, mode: u16) -> bool {
        self.private.get(&mode).copied().unwrap_or(ON_BY_DEFAULT.contains(&mode))
    }

    pub fn alternate_screen(&self) -> bool {
        [47, 1047, 1049].into_iter().any(|mode| self.is_on(mode))
    }

    /// How often the program has switched to the alternate screen.
    pub fn times_entered(&self) -> usize {
        self.times_entered
    }

    /// Whether the program gets mouse events in the format that [`super::Terminal`] sends.
    pub fn mouse(&self) -> bool {
        self.is_on(1006) && [1000, 1002, 1003].into_iter().any(|mode| self.is_on(mode))
    }

    pub fn cursor(&self) -> bool {
        self.is_on(25)
    }

    /// Whether a frame is being written that should not be shown yet.
    pub fn in_frame(&self) -> bool {
        self.is_on(2026)
    }

    /// Describes the modes that differ from the defaults.
    pub fn unrestored(&self) -> Vec<String> {
        let mut left: Vec<_> = self
            .private
            .keys()
            .filter(|mode| {
                !IGNORED.contains(mode) && self.is_on(**mode) != ON_BY_DEFAULT.contains(mode)
            })
            .map(|&mode| {
                format!("{} is {}", name(mode), if self.is_on(mode) { "on" } else { "off" })
            })
            .collect();
        if self.keyboard_levels > 0 {
            left.push("the keyboard protocol is on".to_owned());
        }
        if self.keypad {
            left.push("the application keypad is on".to_owned());
        }
        if self.cursor_shape > 0 {
            left.push(format!("the cursor has shape {}", self.cursor_shape));
        }
        left
    }
}

/// For failure messages.
fn name(mode: u16) -> String {
    match mode {
        1 => "application cursor keys",
        7 => "automatic wrap",
        25 => "the cursor",
        47 | 1047 | 1049 => "the alternate screen",
        1000 | 1002 | 1003 | 1005 | 1006 | 1015 => "the mouse",
        1004 => "focus events",
        2004 => "bracketed paste",
        2026 => "synchronized update",
        _ => return format!("mode {mode}"),
    }
    .to_owned()
        + &format!(" ({mode})")
}

impl SequenceParser {
    pub fn read(&mut self, bytes: &[u8]) {
        self.parser.advance(&mut self.state, bytes);
    }

    pub fn modes(&self) -> &Modes {
        &self.state.modes
    }

    pub fn take_queries(&mut self) -> Vec<Query> {
        std::mem::take(&mut self.state.queries)
    }

    pub fn copied(&self) -> &[String] {
        &self.state.copied
    }

    pub fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.state.messages)
    }
}

impl Perform for TerminalState {
    fn csi_dispatch(&mut self, params: &Params, intermediates: &[u8], _: bool, last: char) {
        let numbers: Vec<u16> = params.iter().filter_map(|param| param.first().copied()).collect();
        let first = numbers.first().copied().unwrap_or(0);
        match (intermediates, last) {
            (b"?", 'h' | 'l') => {
                self.modes.private.extend(numbers.iter().map(|&mode| (mode, last == 'h')));
                self.modes.times_entered += usize::from(last == 'h' && numbers.contains(&1049));
            }
            (b"?$", 'p') => self.queries.push(Query::Mode(first)),
            (b">", 'u') => self.modes.keyboard_levels += 1,
            (b"<", 'u') => {
                let levels = usize::from(first.max(1));
                self.modes.keyboard_levels = self.modes.keyboard_levels.saturating_sub(levels);
            }
            (b" ", 'q') => self.modes.cursor_shape = first,
            (b"!", 'p') => self.modes = Modes::default(),
            (b"", 'c') => self.queries.push(Query::Attributes),
            (b"", 'n') if first == 6 => self.queries.push(Query::Cursor),
            (b"", 'n') if first == 5 => self.queries.push(Query::Status),
            _ => {}
        }
    }

    fn esc_dispatch(&mut self, intermediates: &[u8], _: bool, last: u8) {
        match (intermediates, last) {
            (b"", b'=') => self.modes.keypad = true,
            (b"", b'>') => self.modes.keypad = false,
            (b"", b'c') => self.modes = Modes::default(),
            _ => {}
        }
    }

    fn osc_dispatch(&mut self, params: &[&[u8]], _: bool) {
        let texts: Vec<_> = params.iter().map(|param| String::from_utf8_lossy(param)).collect();
        let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
        let message = match texts[..] {
            [STARTED, process] => process.parse().ok().map(Message::Started),
            [ENDED, status] => status.parse().ok().map(Message::Ended),
            [RESUMED, ..] => Some(Message::Resumed),
            ["10", "?"] => return self.queries.push(Query::Colour(10)),
            ["11", "?"] => return self.queries.push(Query::Colour(11)),
            ["52", "c", text] => return self.copied.push(text.to_owned()),
            _ => None,
        };
        self.messages.extend(message);
    }
}
