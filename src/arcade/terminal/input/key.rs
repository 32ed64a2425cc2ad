//! Keys that `terminput` does not know, or of which it drops a part: the keypad in application mode,
//! `^H`, and the text and the place of a key in the kitty protocol.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use super::Sent;

const ESC: u8 = 0x1b;

const SHIFT: u16 = 1;
const ALT: u16 = 2;
const CTRL: u16 = 4;
/// Also Super, Hyper and Meta. A key with one of them types no text.
const COMMAND_MODIFIERS: u16 = ALT | CTRL | 8 | 16 | 32;
/// The kind of the event when a key is let go.
const RELEASED: u16 = 3;

/// The last letters of Latin Extended-B. Behind them are other scripts.
const LAST_LATIN: char = '\u{24f}';

/// The places that have letters in other scripts but none in Latin, without and with Shift.
const PUNCTUATION: [&str; 2] = ["`[];',./", "~{}:\"<>?"];

/// Whether this is a letter that is not Latin.
pub fn is_foreign(letter: char) -> bool {
    letter > LAST_LATIN && letter.is_alphabetic()
}

pub fn read(sequence: &[u8]) -> Option<Sent> {
    let key = |code| Some(Sent::Event(Event::Key(KeyEvent::new(code, KeyModifiers::NONE))));
    match sequence {
        [0x08] => key(KeyCode::Backspace),
        [ESC, b'O', .., b'M'] => key(KeyCode::Enter),
        [ESC, b'O', .., b'I'] => key(KeyCode::Tab),
        [ESC, b'O', .., b' '] => key(KeyCode::Char(' ')),
        [ESC, b'O', .., b'X'] => key(KeyCode::Char('=')),
        // From `*` to `9`.
        [ESC, b'O', .., last @ b'j'..=b'y'] => key(KeyCode::Char(char::from(last - b'@'))),
        [ESC, b'[', b'?', .., b'u'] => Some(Sent::KnowsKitty),
        [ESC, b'[', body @ .., b'u'] => kitty_key(std::str::from_utf8(body).ok()?),
        _ => None,
    }
}

/// Reads a key with text or of another script: `code:shifted:place;modifiers;text`, all of them
/// numbers, of which only the first one must be there.
fn kitty_key(body: &str) -> Option<Sent> {
    let mut parts = body.split(';');
    let character = |number: &str| char::from_u32(number.parse().ok()?);
    let mut codes = parts.next()?.split(':').map(character);
    let letter = codes.next()??;
    let place = codes.nth(1).flatten().filter(char::is_ascii_graphic);
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
            (Some(typed), None) => Some(typed_key(typed, place, held & SHIFT != 0)),
            // What an input method has composed.
            _ => Some(Sent::Event(Event::Paste(text))),
        };
    }
    let place = place.filter(|_| is_foreign(letter))?;
    let with = |bit, key| if held & bit != 0 { key } else { KeyModifiers::NONE };
    let modifiers = with(ALT, KeyModifiers::ALT) | with(CTRL, KeyModifiers::CONTROL);
    Some(Sent::Event(Event::Key(KeyEvent::new(KeyCode::Char(place), modifiers))))
}

fn typed_key(typed: char, place: Option<char>, is_shifted: bool) -> Sent {
    let key = KeyEvent::new(KeyCode::Char(typed), KeyModifiers::NONE);
    match place.filter(|_| is_foreign(typed)) {
        Some(place) if is_shifted || typed.is_uppercase() => Sent::Placed(key, shifted(place)),
        Some(place) => Sent::Placed(key, place),
        None => Sent::Event(Event::Key(key)),
    }
}

/// The character of a place with Shift.
fn shifted(place: char) -> char {
    let [plain, shifted] = PUNCTUATION;
    let at = plain.find(place).and_then(|at| shifted[at..].chars().next());
    at.unwrap_or(place.to_ascii_uppercase())
}
