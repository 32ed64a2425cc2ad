//! Finds the ends of the sequences in the bytes of a terminal. `terminput` says what they mean.

use std::mem;

use crossterm::event::{Event, KeyCode};

const ESC: u8 = 0x1b;
const CTRL_C: u8 = 0x03;
const PASTE_START: &[u8] = b"\x1b[200~";
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
        if is_cut(&self.sequence, byte) {
            if (self.sequence.as_slice(), byte) == (&[ESC], ESC) {
                self.escape_key();
            }
            self.sequence.clear();
        }
        self.sequence.push(byte);
        if self.sequence == PASTE_START {
            self.paste = Some(Paste::default());
            self.sequence.clear();
        } else if is_finished(&self.sequence) {
            self.events.extend(decode(&self.sequence));
            self.sequence.clear();
        } else {
            self.sequence.truncate(MAX_SEQUENCE_BYTES);
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

/// Whether this byte can't continue an unfinished sequence, which then has no meaning.
fn is_cut(sequence: &[u8], byte: u8) -> bool {
    match sequence {
        [] => false,
        [ESC] => matches!(byte, ESC | CTRL_C),
        [ESC, b'[', b'M', ..] => byte < b' ',
        [ESC, b'[' | b'O', ..] => !(b' '..=b'~').contains(&byte),
        // A character in UTF-8.
        _ => !(0x80..=0xbf).contains(&byte),
    }
}

fn is_finished(sequence: &[u8]) -> bool {
    match sequence {
        [ESC] | [ESC, b'[' | b'O'] | [ESC, b'[', b'['] => false,
        // The function keys of the Linux console.
        [ESC, b'[', b'[', ..] => true,
        // A mouse event of an old terminal: three bytes of any value.
        [ESC, b'[', b'M', rest @ ..] => rest.len() == 3,
        [ESC, b'[', .., last] => !(b' '..=b'?').contains(last),
        [ESC, b'O', .., last] => !(b'0'..=b';').contains(last),
        [ESC, character @ ..] | character => match character.first() {
            Some(0xc2..=0xdf) => character.len() == 2,
            Some(0xe0..=0xef) => character.len() == 3,
            Some(0xf0..=0xf4) => character.len() == 4,
            _ => true,
        },
    }
}

/// Returns the event of a finished sequence, if it has a meaning.
fn decode(sequence: &[u8]) -> Option<Event> {
    // The columns and rows of the mouse count from 1, and `terminput` subtracts that unchecked.
    let has_zero = sequence.windows(2).any(|pair| matches!(pair, b";0" | b";+"));
    if has_zero || sequence.len() > MAX_SEQUENCE_BYTES {
        return None;
    }
    let event = terminput::Event::parse_from(sequence).ok()??;
    terminput_crossterm::to_crossterm(event).ok()
}
