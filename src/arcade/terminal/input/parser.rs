//! Splits the terminal's bytes into sequences, which `terminput` then decodes.

use std::{
    mem,
    time::{Duration, Instant},
};

use crossterm::event::{Event, KeyCode};

use super::{Received, key};

const ESC: u8 = 0x1b;
const BEL: u8 = 0x07;
const CTRL_C: u8 = 0x03;
const PASTE_START: &[u8] = b"\x1b[200~";
const PASTE_END: &[u8] = b"\x1b[201~";

/// Maximum length of a sequence, in bytes. A longer one is read to its end and ignored.
const MAX_SEQUENCE_BYTES: usize = 256;

/// Maximum length of a pasted text, in bytes. The rest is dropped.
const MAX_PASTE_BYTES: usize = 1 << 20;

/// Maximum length of a reply of the terminal, in bytes. The rest is read as keys.
const MAX_REPLY_BYTES: usize = 1 << 20;

/// Timeout of a reply. If its end hasn't arrived by then, it was lost, and the next key counts.
pub(super) const MAX_REPLY_TIME: Duration = Duration::from_secs(2);

/// Turns bytes into events. The caller reports pauses between the bytes.
///
/// - An unfinished sequence is dropped after a pause, so that it can't swallow the next key. A
///   control character ends it at once and counts itself, so Ctrl-C always gets through.
/// - A paste may arrive in parts with pauses between them. If a later part is a single key or
///   contains Ctrl-C, the end of the paste was lost: the paste is dropped and the key counts.
/// - Replies of the terminal (OSC, DCS, APC, PM and SOS strings) are dropped, even with pauses in
///   them. They begin like a key with Alt, so their third byte must follow without a pause.
#[derive(Debug, Default)]
pub struct Parser {
    sequence: Vec<u8>,
    /// Whether the Escape was read alone, before the rest of the sequence.
    is_split: bool,
    paste: Option<Paste>,
    reply: Option<Reply>,
    received: Vec<Received>,
}

#[derive(Debug, Default)]
struct Paste {
    text: Vec<u8>,
    /// Where the text received since the last pause begins.
    part_start: usize,
    is_stalled: bool,
}

#[derive(Debug)]
struct Reply {
    introducer: u8,
    start: Instant,
    length: usize,
    /// Whether the last byte was Escape, the first half of the string terminator.
    is_ending: bool,
}

impl Parser {
    pub fn take(&mut self) -> Vec<Received> {
        mem::take(&mut self.received)
    }

    /// Whether [`Self::pause`] must be called if no byte follows.
    pub fn is_waiting(&self) -> bool {
        match &self.paste {
            Some(paste) => !paste.is_stalled || paste.text.len() > paste.part_start,
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
        // Escape and a backslash end a reply; before another byte, the Escape was a key.
        if next.is_some_and(|next| next != b'\\') {
            self.begin_at_last_escape();
        }
        // Esc and another key may follow each other faster than the pause. Only a byte from the
        // same read as the Escape makes a key with Alt.
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

    /// Ends an unfinished sequence or a lost paste, because no byte has come for a while.
    pub fn pause(&mut self, now: Instant) {
        self.drop_late_reply(now);
        if let Some(paste) = &mut self.paste {
            let part = paste.text.get(paste.part_start..).unwrap_or_default();
            let key = if paste.is_stalled { single_key(part, now) } else { None };
            if let Some(key) = key {
                self.paste = None;
                self.received.push(key);
            } else {
                (paste.is_stalled, paste.part_start) = (true, paste.text.len());
            }
        } else {
            self.end_sequence();
        }
    }

    fn escape_key(&mut self) {
        self.sequence.clear();
        self.received.push(Received::Event(Event::Key(KeyCode::Esc.into())));
    }

    /// Ends an unfinished sequence. The beginning of a reply was a key with Alt after all, and an
    /// Escape at the end was the Esc key.
    fn end_sequence(&mut self) {
        let sequence = mem::take(&mut self.sequence);
        if let [ESC, introducer, ..] = *sequence
            && is_introducer(introducer)
        {
            if self.is_split {
                self.escape_key();
                self.received.extend(decode(&[introducer]));
            } else {
                self.received.extend(decode(&[ESC, introducer]));
            }
        }
        if sequence.ends_with(&[ESC]) {
            self.escape_key();
        }
    }

    /// If a reply, or its beginning, stopped at an Escape, ends it and begins a sequence with the
    /// Escape, because what follows doesn't make it the end of the reply.
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
                ReplyState::Interrupted => {
                    // The byte continues that sequence, or is a key.
                    self.begin_at_last_escape();
                    self.reply = None;
                }
            }
        }
        if let Some(paste) = &mut self.paste {
            if let Some(text) = paste.push(byte) {
                self.paste = None;
                self.received.push(Received::Event(Event::Paste(text)));
            }
            return;
        }
        if is_interrupted(&self.sequence, byte) {
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
            self.received.extend(decode(&self.sequence));
            self.sequence.clear();
        } else {
            self.sequence.truncate(MAX_SEQUENCE_BYTES);
        }
    }
}

impl Paste {
    /// Returns the text once it is complete.
    fn push(&mut self, byte: u8) -> Option<String> {
        self.text.push(byte);
        if self.text.ends_with(PASTE_END) {
            self.text.truncate(self.text.len() - PASTE_END.len());
            self.text.truncate(MAX_PASTE_BYTES);
            return Some(String::from_utf8_lossy(&self.text).into_owned());
        }
        // The last bytes are kept, because the end of the paste may have begun in them.
        if self.text.len() > 2 * MAX_PASTE_BYTES {
            let kept = self.text.len() - (PASTE_END.len() - 1);
            self.text.drain(MAX_PASTE_BYTES..kept);
            self.part_start = self.part_start.min(self.text.len());
        }
        None
    }
}

enum ReplyState {
    Open,
    Ended,
    /// The byte doesn't belong to the reply.
    Interrupted,
}

impl Reply {
    fn push(&mut self, byte: u8) -> ReplyState {
        self.length += 1;
        if self.length > MAX_REPLY_BYTES || (self.is_ending && byte != b'\\') {
            return ReplyState::Interrupted;
        }
        if self.is_ending || is_bell_terminator(self.introducer, byte) {
            return ReplyState::Ended;
        }
        self.is_ending = byte == ESC;
        // Bell, tabs and line breaks may be part of the text; other control characters are keys.
        match byte {
            ESC | BEL..=b'\r' | b' '.. => ReplyState::Open,
            _ => ReplyState::Interrupted,
        }
    }
}

/// Whether this byte after Escape introduces a string: DCS, SOS, OSC, PM or APC.
fn is_introducer(byte: u8) -> bool {
    matches!(byte, b'P' | b'X' | b']' | b'^' | b'_')
}

/// Whether the byte is the Bell that ends an OSC string.
fn is_bell_terminator(introducer: u8, byte: u8) -> bool {
    introducer == b']' && byte == BEL
}

/// Returns the key if these bytes are exactly one.
fn single_key(bytes: &[u8], now: Instant) -> Option<Received> {
    let mut parser = Parser::default();
    parser.feed(bytes, now);
    if parser.is_waiting() {
        parser.pause(now);
    }
    match &parser.received[..] {
        [key @ (Received::Event(Event::Key(_)) | Received::NonLatinKey(..))] => Some(key.clone()),
        _ => None,
    }
}

/// Whether this byte can't continue the unfinished sequence.
fn is_interrupted(sequence: &[u8], byte: u8) -> bool {
    match sequence {
        [] => false,
        [ESC] => matches!(byte, ESC | CTRL_C),
        [ESC, introducer, rest @ ..] if is_introducer(*introducer) => match rest {
            [] => byte < b' ' && byte != ESC && !is_bell_terminator(*introducer, byte),
            _ => byte != b'\\',
        },
        [ESC, b'[', b'M', ..] => byte < b' ',
        [ESC, b'[' | b'O', ..] => !(b' '..=b'~').contains(&byte),
        // The rest of a character in UTF-8.
        _ => !(0x80..=0xbf).contains(&byte),
    }
}

fn is_finished(sequence: &[u8]) -> bool {
    match sequence {
        [ESC] | [ESC, b'[' | b'O'] | [ESC, b'[', b'['] => false,
        // The function keys of the Linux console.
        [ESC, b'[', b'[', ..] => true,
        // A mouse event in X10 form: three bytes of any value.
        [ESC, b'[', b'M', rest @ ..] => rest.len() == 3,
        [ESC, b'[', .., last] => !(b' '..=b'?').contains(last),
        [ESC, b'O', .., last] => !(b'0'..=b';').contains(last),
        [ESC, introducer, rest @ ..] if is_introducer(*introducer) => match rest {
            [end] => is_bell_terminator(*introducer, *end),
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

/// `None` if the sequence has no meaning.
pub(super) fn decode(sequence: &[u8]) -> Option<Received> {
    if sequence.len() > MAX_SEQUENCE_BYTES {
        return None;
    }
    if let Some(received) = key::read(sequence) {
        return Some(received);
    }
    // Mouse coordinates count from 1, and `terminput` subtracts 1 unchecked.
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
        Event::Key(key) if is_lock(key.code) => None,
        _ => Some(Received::Event(event)),
    }
}
