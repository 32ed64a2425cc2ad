//! What a program switched on and off in the terminal, and what it asked of it.

use std::collections::BTreeMap;

use vte::{Params, Parser, Perform};

/// Modes that a terminal has on when nobody has touched them: automatic wrap and the cursor.
const ON_BY_DEFAULT: [u16; 2] = [7, 25];
/// Modes that no program gives back and nobody misses: the blinking of the cursor, and `ncurses`'
/// eighth bit.
const IGNORED: [u16; 2] = [12, 1034];

/// The number that our shell's messages carry: the program's process.
pub const STARTED: &str = "7770";
/// The shell's message that the program ended or stopped, with its status.
pub const ENDED: &str = "7771";
/// The shell's message that the program goes on.
pub const RESUMED: &str = "7772";

/// The switches of a terminal.
#[derive(Clone, Debug, Default)]
pub struct Modes {
    private: BTreeMap<u16, bool>,
    keyboard_levels: usize,
    keypad: bool,
    cursor_shape: u16,
    times_entered: usize,
}

/// A question of the program, which a terminal answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Query {
    /// Where is the cursor?
    Cursor,
    /// What are you?
    Attributes,
    /// Are you well?
    Status,
    /// Is this mode on?
    Mode(u16),
    /// What colour is the text (10), the background (11)?
    Colour(u16),
}

/// A message of the shell that the program runs under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// The program has this process number.
    Started(i32),
    /// The program ended or stopped with this status.
    Ended(u32),
    /// The program goes on.
    Resumed,
}

/// Reads the bytes that a program writes, for what is not text.
#[derive(Default)]
pub struct SequenceParser {
    parser: Parser,
    seen: TerminalState,
}

/// What was read.
#[derive(Default)]
pub struct TerminalState {
    pub modes: Modes,
    pub queries: Vec<Query>,
    pub messages: Vec<Message>,
}

impl Modes {
    /// Whether this private mode (`CSI ? mode h`) is on.
    pub fn is_on(&self, mode: u16) -> bool {
        self.private.get(&mode).copied().unwrap_or(ON_BY_DEFAULT.contains(&mode))
    }

    /// Whether the program has the whole screen to itself.
    pub fn alternate_screen(&self) -> bool {
        [47, 1047, 1049].into_iter().any(|mode| self.is_on(mode))
    }

    /// How often the program has taken the whole screen.
    pub fn times_entered(&self) -> usize {
        self.times_entered
    }

    /// Whether clicks are told to the program, in the form that [`super::Terminal`] can send.
    pub fn mouse(&self) -> bool {
        self.is_on(1006) && [1000, 1002, 1003].into_iter().any(|mode| self.is_on(mode))
    }

    /// Whether the cursor is shown.
    pub fn cursor(&self) -> bool {
        self.is_on(25)
    }

    /// Whether a frame is being written that is not to be shown yet.
    pub fn in_frame(&self) -> bool {
        self.is_on(2026)
    }

    /// What is not as it was before the program came, in words.
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

fn name(mode: u16) -> String {
    match mode {
        1 => "application cursor keys",
        7 => "automatic wrap",
        25 => "the cursor",
        47 | 1047 | 1049 => "the alternate screen",
        1000 | 1002 | 1003 | 1005 | 1006 | 1015 => "the mouse",
        1004 => "telling of the focus",
        2004 => "bracketed paste",
        2026 => "synchronized update",
        _ => return format!("mode {mode}"),
    }
    .to_owned()
        + &format!(" ({mode})")
}

impl SequenceParser {
    /// Reads on.
    pub fn read(&mut self, bytes: &[u8]) {
        self.parser.advance(&mut self.seen, bytes);
    }

    /// The switches now.
    pub fn modes(&self) -> &Modes {
        &self.seen.modes
    }

    /// The questions since the last time.
    pub fn take_queries(&mut self) -> Vec<Query> {
        std::mem::take(&mut self.seen.queries)
    }

    /// The shell's messages since the last time.
    pub fn take_messages(&mut self) -> Vec<Message> {
        std::mem::take(&mut self.seen.messages)
    }
}

impl Perform for TerminalState {
    fn csi_dispatch(&mut self, params: &Params, between: &[u8], _: bool, end: char) {
        let numbers: Vec<u16> = params.iter().filter_map(|param| param.first().copied()).collect();
        let first = numbers.first().copied().unwrap_or(0);
        match (between, end) {
            (b"?", 'h' | 'l') => {
                self.modes.private.extend(numbers.iter().map(|&mode| (mode, end == 'h')));
                self.modes.times_entered += usize::from(end == 'h' && numbers.contains(&1049));
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

    fn esc_dispatch(&mut self, between: &[u8], _: bool, end: u8) {
        match (between, end) {
            (b"", b'=') => self.modes.keypad = true,
            (b"", b'>') => self.modes.keypad = false,
            (b"", b'c') => self.modes = Modes::default(),
            _ => {}
        }
    }

    fn osc_dispatch(&mut self, params: &[&[u8]], _: bool) {
        let words: Vec<_> = params.iter().map(|param| String::from_utf8_lossy(param)).collect();
        let words: Vec<&str> = words.iter().map(|word| &**word).collect();
        let message = match words[..] {
            [STARTED, process] => process.parse().ok().map(Message::Started),
            [ENDED, status] => status.parse().ok().map(Message::Ended),
            [RESUMED, ..] => Some(Message::Resumed),
            ["10", "?"] => return self.queries.push(Query::Colour(10)),
            ["11", "?"] => return self.queries.push(Query::Colour(11)),
            _ => None,
        };
        self.messages.extend(message);
    }
}
