//! Finds the ends of the sequences in the bytes of a terminal.

use std::mem;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use super::decode;

const ESC: u8 = 0x1b;
const CTRL_C: u8 = 0x03;
const PASTE_END: &[u8] = b"\x1b[201~";

/// The maximum length of a sequence in bytes. A longer one is read to its end and ignored.
const MAX_SEQUENCE_BYTES: usize = 256;

/// The maximum length of a pasted text in bytes. What follows is dropped.
const MAX_PASTE_BYTES: usize = 1 << 20;

/// Turns bytes into events. The caller reports pauses between the bytes.
///
/// After a pause an unfinished sequence is dropped, so that it can't swallow the next key. A
/// control character ends an unfinished sequence at once and counts itself, so Ctrl-C always gets
/// through.
///
/// A paste may be long and come in parts with pauses between them. If one of the later parts is a
/// single key, or Ctrl-C is in it, then the end of the paste was lost: the paste is dropped and the
/// key counts.
#[derive(Debug, Default)]
pub struct Parser {
    sequence: Vec<u8>,
    paste: Option<Paste>,
    events: Vec<Event>,
}

/// A paste whose end has not come yet.
#[derive(Debug, Default)]
struct Paste {
    text: Vec<u8>,
    /// Where the text since the last pause starts.
    part: usize,
    /// Whether there was a pause.
    is_stalled: bool,
}

/// What the bytes of a sequence are.
enum Scan {
    Unfinished,
    /// A sequence. Its event is `None` if it has no meaning.
    Finished(Option<Event>),
    /// All but the last byte are something that was cut, or the event; the last byte starts anew.
    Cut(Option<Event>),
    Paste,
}

impl Parser {
    pub fn take(&mut self) -> Vec<Event> {
        mem::take(&mut self.events)
    }

    /// Whether [`Self::pause`] must be called if no byte comes for a while.
    pub fn is_waiting(&self) -> bool {
        match &self.paste {
            Some(paste) => !paste.is_stalled || paste.text.len() > paste.part,
            None => !self.sequence.is_empty(),
        }
    }

    #[cfg(test)]
    pub(super) fn sequence_length(&self) -> usize {
        self.sequence.len()
    }

    #[cfg(test)]
    pub(super) fn paste_length(&self) -> usize {
        self.paste.as_ref().map_or(0, |paste| paste.text.len())
    }

    /// Takes bytes that were read at once.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        if let Some(paste) = &self.paste
            && paste.is_stalled
            && let Some(at) = bytes.iter().position(|&byte| byte == CTRL_C)
            && !bytes.windows(PASTE_END.len()).any(|part| part == PASTE_END)
        {
            self.paste = None;
            bytes = &bytes[at..];
        }
        // Escape and another key are often sent faster than the pause. Only what was read at once
        // with Escape is a key with Alt.
        if self.sequence == [ESC] && !matches!(bytes.first(), None | Some(b'[' | b'O')) {
            self.escape_key();
        }
        for &byte in bytes {
            self.push(byte);
        }
    }

    /// Ends what is unfinished, because no byte has come for a while.
    pub fn pause(&mut self) {
        if let Some(paste) = &mut self.paste {
            let part = paste.text.get(paste.part..).unwrap_or_default();
            if let Some(key) = single_key(part).filter(|_| paste.is_stalled) {
                self.paste = None;
                self.events.push(key);
            } else {
                (paste.is_stalled, paste.part) = (true, paste.text.len());
            }
        } else if self.sequence == [ESC] {
            self.escape_key();
        } else {
            self.sequence.clear();
        }
    }

    fn escape_key(&mut self) {
        self.sequence.clear();
        self.events.push(Event::Key(KeyCode::Esc.into()));
    }

    fn push(&mut self, byte: u8) {
        if let Some(paste) = &mut self.paste {
            if let Some(text) = paste.push(byte) {
                self.paste = None;
                self.events.push(Event::Paste(text));
            }
            return;
        }
        self.sequence.push(byte);
        let mut scanned = scan(&self.sequence);
        if let Scan::Cut(event) = scanned {
            self.events.extend(event);
            self.sequence = vec![byte];
            scanned = scan(&self.sequence);
        }
        match scanned {
            Scan::Unfinished => self.sequence.truncate(MAX_SEQUENCE_BYTES),
            Scan::Finished(event) | Scan::Cut(event) => {
                self.events.extend(event);
                self.sequence.clear();
            }
            Scan::Paste => {
                self.paste = Some(Paste::default());
                self.sequence.clear();
            }
        }
    }
}

impl Paste {
    /// Adds a byte. Returns the text if it is complete.
    fn push(&mut self, byte: u8) -> Option<String> {
        self.text.push(byte);
        if self.text.ends_with(PASTE_END) {
            self.text.truncate(self.text.len() - PASTE_END.len());
            self.text.truncate(MAX_PASTE_BYTES);
            return Some(String::from_utf8_lossy(&self.text).into_owned());
        }
        // The end may have begun in the bytes that are dropped.
        if self.text.len() > 2 * MAX_PASTE_BYTES {
            let kept = self.text.len() - (PASTE_END.len() - 1);
            self.text.drain(MAX_PASTE_BYTES..kept);
            self.part = self.part.min(self.text.len());
        }
        None
    }
}

/// Returns the event if these bytes are exactly one key.
fn single_key(bytes: &[u8]) -> Option<Event> {
    let mut parser = Parser::default();
    parser.feed(bytes);
    if parser.is_waiting() {
        parser.pause();
    }
    let [event @ Event::Key(_)] = &parser.events[..] else { return None };
    Some(event.clone())
}

/// Says what these bytes are. There is at least one; all but the last were unfinished before.
fn scan(bytes: &[u8]) -> Scan {
    match bytes {
        [ESC] => Scan::Unfinished,
        [ESC, ESC] => Scan::Cut(Some(Event::Key(KeyCode::Esc.into()))),
        [ESC, CTRL_C] => Scan::Cut(None),
        [ESC, b'[', rest @ ..] => scan_csi(rest),
        [ESC, b'O', rest @ ..] => scan_ss3(rest),
        [ESC, rest @ ..] => match scan_character(rest) {
            Scan::Finished(Some(Event::Key(key))) => Scan::Finished(Some(Event::Key(KeyEvent {
                modifiers: key.modifiers | KeyModifiers::ALT,
                ..key
            }))),
            scanned => scanned,
        },
        _ => scan_character(bytes),
    }
}

/// Scans a control character or a character in UTF-8.
fn scan_character(bytes: &[u8]) -> Scan {
    let Some((&first, rest)) = bytes.split_first() else { return Scan::Unfinished };
    let length = match first {
        0..=0x7f => return Scan::Finished(decode::ascii(first)),
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return Scan::Finished(None),
    };
    if rest.last().is_some_and(|byte| !(0x80..=0xbf).contains(byte)) {
        return Scan::Cut(None);
    }
    if bytes.len() < length {
        return Scan::Unfinished;
    }
    let character = str::from_utf8(bytes).ok().and_then(|text| text.chars().next());
    Scan::Finished(character.map(decode::character))
}

/// Scans what follows `ESC [`.
#[allow(clippy::match_same_arms)] // The order of the arms matters.
fn scan_csi(bytes: &[u8]) -> Scan {
    match bytes {
        [.., 0..=0x1f] => Scan::Cut(None),
        // The function keys of the Linux console.
        [b'[', key] => Scan::Finished(decode::console_function_key(*key)),
        // A mouse event of an old terminal: three bytes of any value.
        [b'M', button, column, row] => Scan::Finished(decode::x10_mouse(*button, *column, *row)),
        [] | [b'[' | b'M'] | [b'M', ..] => Scan::Unfinished,
        [.., 0x7f..=0xff] => Scan::Cut(None),
        [.., 0x20..=0x3f] => Scan::Unfinished,
        b"200~" => Scan::Paste,
        [parameters @ .., last] => {
            let event = str::from_utf8(parameters)
                .ok()
                .filter(|parameters| parameters.len() < MAX_SEQUENCE_BYTES - 2)
                .and_then(|parameters| decode::csi(parameters, *last));
            Scan::Finished(event)
        }
    }
}

/// Scans what follows `ESC O`.
fn scan_ss3(bytes: &[u8]) -> Scan {
    match bytes {
        [.., 0..=0x1f | 0x7f..=0xff] => Scan::Cut(None),
        [] | [.., b'0'..=b';'] => Scan::Unfinished,
        [last] => Scan::Finished(decode::ss3(*last)),
        _ => Scan::Finished(None),
    }
}
