//! Keys that `terminput` doesn't read in full: the keypad in application mode, `^H`, and a key's
//! text and base layout key in the kitty protocol.
//!
//! Source: "Comprehensive keyboard handling in terminals", sw.kovidgoyal.net/kitty.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use super::Received;

const ESC: u8 = 0x1b;

const SHIFT: u16 = 1;
const ALT: u16 = 2;
const CTRL: u16 = 4;
/// Alt, Ctrl, Super, Hyper and Meta: a key with one of them types no text.
const COMMAND_MODIFIERS: u16 = ALT | CTRL | 8 | 16 | 32;
const RELEASED: u16 = 3;

/// The last letter of Latin Extended-B. Later Latin letters, such as most of the accented ones of
/// Vietnamese, are treated like those of other scripts.
const LAST_LATIN: char = '\u{24f}';

/// The punctuation keys of a US keyboard that carry letters in other scripts: plain and with Shift.
const PUNCTUATION: [&str; 2] = ["`[];',./", "~{}:\"<>?"];

pub fn is_non_latin(letter: char) -> bool {
    letter > LAST_LATIN && letter.is_alphabetic()
}

pub fn read(sequence: &[u8]) -> Option<Received> {
    let key = |code| Some(Received::Event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE))));
    match sequence {
        [0x08] => key(KeyCode::Backspace),
        [ESC, b'O', .., b'M'] => key(KeyCode::Enter),
        [ESC, b'O', .., b'I'] => key(KeyCode::Tab),
        [ESC, b'O', .., b' '] => key(KeyCode::Char(' ')),
        [ESC, b'O', .., b'X'] => key(KeyCode::Char('=')),
        // From `*` to `9`.
        [ESC, b'O', .., last @ b'j'..=b'y'] => key(KeyCode::Char(char::from(last - b'@'))),
        [ESC, b'[', b'?', .., b'u'] => Some(Received::SupportsKitty),
        [ESC, b'[', body @ .., b'u'] => kitty_key(std::str::from_utf8(body).ok()?),
        _ => None,
    }
}

/// Reads a key with text, or a command key of a non-Latin layout.
///
/// The body is `code:shifted:base;modifiers:event;text`, all numbers; only the first is required.
/// `base` is the character of the key on a US keyboard.
fn kitty_key(body: &str) -> Option<Received> {
    let mut parts = body.split(';');
    let character = |number: &str| char::from_u32(number.parse().ok()?);
    let mut codes = parts.next()?.split(':').map(character);
    let letter = codes.next()??;
    let base = codes.nth(1).flatten().filter(char::is_ascii_graphic);
    let mut modifiers = parts.next().unwrap_or_default().split(':').map(str::parse::<u16>);
    let held = modifiers.next().and_then(Result::ok).unwrap_or(1).saturating_sub(1);
    if modifiers.next() == Some(Ok(RELEASED)) {
        return None;
    }
    if held & COMMAND_MODIFIERS == 0 {
        let text: Option<String> = parts.next()?.split(':').map(character).collect();
        let text = text.filter(|text| !text.is_empty() && !text.contains(char::is_control))?;
        let mut letters = text.chars();
        return match (letters.next(), letters.next()) {
            (Some(typed), None) => Some(typed_key(typed, base, held & SHIFT != 0)),
            // Several characters come from an input method.
            _ => Some(Received::Event(Event::Paste(text))),
        };
    }
    let base = base.filter(|_| is_non_latin(letter))?;
    let with = |bit, key| if held & bit != 0 { key } else { KeyModifiers::NONE };
    let modifiers = with(ALT, KeyModifiers::ALT) | with(CTRL, KeyModifiers::CONTROL);
    Some(Received::Event(Event::Key(KeyEvent::new(KeyCode::Char(base), modifiers))))
}

fn typed_key(typed: char, base: Option<char>, is_shifted: bool) -> Received {
    let key = KeyEvent::new(KeyCode::Char(typed), KeyModifiers::NONE);
    match base.filter(|_| is_non_latin(typed)) {
        Some(base) if is_shifted || typed.is_uppercase() => {
            Received::NonLatinKey(key, with_shift(base))
        }
        Some(base) => Received::NonLatinKey(key, base),
        None => Received::Event(Event::Key(key)),
    }
}

fn with_shift(base: char) -> char {
    let [plain, shifted] = PUNCTUATION;
    let at = plain.find(base).and_then(|at| shifted[at..].chars().next());
    at.unwrap_or(base.to_ascii_uppercase())
}
