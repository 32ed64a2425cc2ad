//! Finds the ends of the sequences in the bytes of a terminal. `terminput` says what they mean.

use std::{
    mem,
    time::{Duration, Instant},
};

use crossterm::event::{Event, KeyCode};

use super::{Sent, key};

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const CTRL_C: u8 = 0x03;
const PASTE_START: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// The maximum length of a sequence in bytes. A longer one is read to its end and ignored.
const MAX_SEQUENCE_BYTES: usize = 256;

/// The maximum length of a pasted text in bytes. What follows is dropped.
const MAX_PASTE_BYTES: usize = 1 << 20;

/// The maximum length of a reply of the terminal in bytes. What follows is read as keys.
const MAX_REPLY_BYTES: usize = 1 << 20;

/// The time in which a reply arrives. After that its end was lost, and the next key counts.
pub(super) const MAX_REPLY_TIME: Duration = Duration::from_secs(2);

/// Turns bytes into events. The caller reports pauses between the bytes.
///
/// After a pause an unfinished sequence is dropped, so that it can't swallow the next key. A
/// control character ends an unfinished sequence at once and counts itself, so Ctrl-C always gets
/// through.
///
/// A paste may be long and come in parts with pauses between them. If one of the later parts is a
/// single key, or Ctrl-C is in it, then the end of the paste was lost: the paste is dropped and the
/// key counts.
///
/// The replies of the terminal that have the form of a string (OSC, DCS, APC, PM and SOS) are
/// dropped. Their parts may have pauses between them, but each begins like a key with Alt, so only
/// what follows without a pause makes it a reply.
#[derive(Debug, Default)]
pub struct Parser {
    sequence: Vec<u8>,
    /// Whether the Escape of the sequence was read before its second byte.
    is_split: bool,
    paste: Option<Paste>,
    reply: Option<Reply>,
    sent: Vec<Sent>,
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

/// A reply of the terminal whose end has not come yet.
#[derive(Debug)]
struct Reply {
    introducer: u8,
    start: Instant,
    length: usize,
    /// Whether the last byte was Escape, the first half of the string terminator.
    is_ending: bool,
}

impl Parser {
    pub fn take(&mut self) -> Vec<Sent> {
        mem::take(&mut self.sent)
    }

    /// Whether [`Self::pause`] must be called if no byte comes for a while.
    pub fn is_waiting(&self) -> bool {
        match &self.paste {
            Some(paste) => !paste.is_stalled || paste.text.len() > paste.part,
            None => self.reply.is_some() || !self.sequence.is_empty(),
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

    /// Takes bytes that were read at once, at this time.
    pub fn feed(&mut self, mut bytes: &[u8], now: Instant) {
        self.drop_late_reply(now);
        if let Some(paste) = &self.paste
            && paste.is_stalled
            && let Some(at) = bytes.iter().position(|&byte| byte == CTRL_C)
            && !bytes.windows(PASTE_END.len()).any(|part| part == PASTE_END)
        {
            self.paste = None;
            bytes = &bytes[at..];
        }
        let next = bytes.first().copied();
        if next.is_some_and(|next| next != b'\\') {
            self.begin_at_last_escape();
        }
        // Escape and another key are often sent faster than the pause. Only what was read at once
        // with Escape is a key with Alt.
        if self.sequence == [ESC]
            && let Some(next) = next
        {
            if matches!(next, b'[' | b'O') || is_introducer(next) {
                self.is_split = true;
            } else {
                self.escape_key();
            }
        }
        for &byte in bytes {
            self.push(byte, now);
        }
    }

    /// Ends what is unfinished, because no byte has come for a while. A reply may still go on.
    pub fn pause(&mut self, now: Instant) {
        self.drop_late_reply(now);
        if let Some(paste) = &mut self.paste {
            let part = paste.text.get(paste.part..).unwrap_or_default();
            if let Some(key) = single_key(part, now).filter(|_| paste.is_stalled) {
                self.paste = None;
                self.sent.push(key);
            } else {
                (paste.is_stalled, paste.part) = (true, paste.text.len());
            }
        } else {
            self.end_sequence();
        }
    }

    fn escape_key(&mut self) {
        self.sequence.clear();
        self.sent.push(Sent::Event(Event::Key(KeyCode::Esc.into())));
    }

    /// Ends an unfinished sequence. What looked like the beginning of a reply was a key with Alt,
    /// and an Escape at the end a key, too.
    fn end_sequence(&mut self) {
        let sequence = mem::take(&mut self.sequence);
        if let [ESC, introducer, ..] = *sequence
            && is_introducer(introducer)
        {
            if self.is_split {
                self.escape_key();
                self.sent.extend(decode(&[introducer]));
            } else {
                self.sent.extend(decode(&[ESC, introducer]));
            }
        }
        if sequence.ends_with(&[ESC]) {
            self.escape_key();
        }
    }

    /// An Escape that does not end a reply begins another sequence.
    fn begin_at_last_escape(&mut self) {
        if let [_, _, ESC] = *self.sequence {
            self.sequence.pop();
            self.end_sequence();
        } else if self.reply.take_if(|reply| reply.is_ending).is_none() {
            return;
        }
        self.sequence.push(ESC);
        self.is_split = false;
    }

    fn drop_late_reply(&mut self, now: Instant) {
        let is_late =
            |reply: &mut Reply| now.saturating_duration_since(reply.start) > MAX_REPLY_TIME;
        if self.reply.take_if(is_late).is_some_and(|reply| reply.is_ending) {
            self.escape_key();
        }
    }

    fn push(&mut self, byte: u8, now: Instant) {
        if let Some(reply) = &mut self.reply {
            match reply.push(byte) {
                ReplyState::Open => return,
                ReplyState::Ended => {
                    self.reply = None;
                    return;
                }
                ReplyState::Cut => {
                    self.begin_at_last_escape();
                    self.reply = None;
                }
            }
        }
        if let Some(paste) = &mut self.paste {
            if let Some(text) = paste.push(byte) {
                self.paste = None;
                self.sent.push(Sent::Event(Event::Paste(text)));
            }
            return;
        }
        if is_cut(&self.sequence, byte) {
            match *self.sequence {
                [ESC] if byte == CTRL_C => self.sequence.clear(),
                [_, _, ESC] => {
                    self.begin_at_last_escape();
                    return self.push(byte, now);
                }
                _ => self.end_sequence(),
            }
        }
        if self.sequence.is_empty() {
            self.is_split = false;
        }
        self.sequence.push(byte);
        if self.sequence == PASTE_START {
            self.paste = Some(Paste::default());
            self.sequence.clear();
        } else if let [ESC, introducer, b' '..=0xff] = *self.sequence
            && is_introducer(introducer)
        {
            self.reply = Some(Reply { introducer, start: now, length: 1, is_ending: false });
            self.sequence.clear();
        } else if is_finished(&self.sequence) {
            self.sent.extend(decode(&self.sequence));
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

enum ReplyState {
    Open,
    Ended,
    /// The byte does not belong to the reply.
    Cut,
}

impl Reply {
    fn push(&mut self, byte: u8) -> ReplyState {
        self.length += 1;
        if self.length > MAX_REPLY_BYTES || (self.is_ending && byte != b'\\') {
            return ReplyState::Cut;
        }
        if self.is_ending || is_short_end(self.introducer, byte) {
            return ReplyState::Ended;
        }
        self.is_ending = byte == ESC;
        // Bell, tabs and line breaks may be in the text. Other control characters are keys.
        match byte {
            ESC | BEL..=b'\r' | b' '.. => ReplyState::Open,
            _ => ReplyState::Cut,
        }
    }
}

/// Whether this byte after Escape introduces a string: DCS, SOS, OSC, PM or APC.
fn is_introducer(byte: u8) -> bool {
    matches!(byte, b'P' | b'X' | b']' | b'^' | b'_')
}

/// Whether the byte ends a string without a terminator.
fn is_short_end(introducer: u8, byte: u8) -> bool {
    introducer == b']' && byte == BEL
}

/// Returns what was sent if these bytes are exactly one key.
fn single_key(bytes: &[u8], now: Instant) -> Option<Sent> {
    let mut parser = Parser::default();
    parser.feed(bytes, now);
    if parser.is_waiting() {
        parser.pause(now);
    }
    let is_key = |sent: &&Sent| matches!(sent, Sent::Event(Event::Key(_)) | Sent::Placed(..));
    let [sent] = &parser.sent[..] else { return None };
    Some(sent).filter(is_key).cloned()
}

/// Whether this byte can't continue an unfinished sequence, which then has no meaning.
fn is_cut(sequence: &[u8], byte: u8) -> bool {
    match sequence {
        [] => false,
        [ESC] => matches!(byte, ESC | CTRL_C),
        [ESC, introducer, rest @ ..] if is_introducer(*introducer) => match rest {
            [] => byte < b' ' && byte != ESC && !is_short_end(*introducer, byte),
            _ => byte != b'\\',
        },
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
        [ESC, introducer, rest @ ..] if is_introducer(*introducer) => match rest {
            [end] => is_short_end(*introducer, *end),
            rest => !rest.is_empty(),
        },
        [ESC, character @ ..] | character => match character.first() {
            Some(0xc2..=0xdf) => character.len() == 2,
            Some(0xe0..=0xef) => character.len() == 3,
            Some(0xf0..=0xf4) => character.len() == 4,
            _ => true,
        },
    }
}

/// Returns what a finished sequence means, if it has a meaning.
pub(super) fn decode(sequence: &[u8]) -> Option<Sent> {
    if sequence.len() > MAX_SEQUENCE_BYTES {
        return None;
    }
    if let Some(sent) = key::read(sequence) {
        return Some(sent);
    }
    // The columns and rows of the mouse count from 1, and `terminput` subtracts that unchecked.
    let has_zero = sequence.windows(2).any(|pair| matches!(pair, b";0" | b";+"));
    let is_reply = matches!(sequence, [ESC, introducer, _, ..] if is_introducer(*introducer));
    if has_zero || is_reply {
        return None;
    }
    let event = terminput::Event::parse_from(sequence).ok()??;
    let event = terminput_crossterm::to_crossterm(event).ok()?;
    let is_lock = |code| {
        use KeyCode::{CapsLock, Modifier, NumLock, ScrollLock};
        matches!(code, CapsLock | Modifier(_) | NumLock | ScrollLock)
    };
    match &event {
        // Keys that only change what others mean.
        Event::Key(key) if is_lock(key.code) => None,
        _ => Some(Sent::Event(event)),
    }
}
