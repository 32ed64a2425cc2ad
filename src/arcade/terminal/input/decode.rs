//! The meaning of complete sequences, which is the one that crossterm gives them.
//!
//! The sequences are those of xterm (<https://invisible-island.net/xterm/ctlseqs/ctlseqs.html>), of
//! rxvt and the Linux console, and of kitty's keyboard protocol
//! (<https://sw.kovidgoyal.net/kitty/keyboard-protocol/>).

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyEventState, KeyModifiers, MediaKeyCode,
    ModifierKeyCode, MouseButton, MouseEvent, MouseEventKind,
};

pub fn ascii(byte: u8) -> Option<Event> {
    let ctrl = |first: u8, from: u8| {
        let key = KeyCode::Char(char::from(byte - first + from));
        Event::Key(KeyEvent::new(key, KeyModifiers::CONTROL))
    };
    Some(match byte {
        b'\r' => Event::Key(KeyCode::Enter.into()),
        b'\t' => Event::Key(KeyCode::Tab.into()),
        0x7f => Event::Key(KeyCode::Backspace.into()),
        0 => ctrl(0, b' '),
        1..=0x1a => ctrl(1, b'a'),
        0x1c..=0x1f => ctrl(0x1c, b'4'),
        0x20..=0x7e => character(char::from(byte)),
        _ => return None,
    })
}

pub fn character(character: char) -> Event {
    let shift = if character.is_uppercase() { KeyModifiers::SHIFT } else { KeyModifiers::NONE };
    Event::Key(KeyEvent::new(KeyCode::Char(character), shift))
}

/// Decodes what follows `ESC [ [`.
pub fn console_function_key(byte: u8) -> Option<Event> {
    matches!(byte, b'A'..=b'E').then(|| Event::Key(KeyCode::F(1 + byte - b'A').into()))
}

/// Decodes what follows `ESC O`.
pub fn ss3(last: u8) -> Option<Event> {
    let is_known = matches!(last, b'A'..=b'D' | b'F' | b'H' | b'P'..=b'S');
    cursor_key(last).filter(|_| is_known).map(|key| Event::Key(key.into()))
}

/// Decodes a sequence that starts with `ESC [`: its parameters and its last byte.
pub fn csi(parameters: &str, last: u8) -> Option<Event> {
    match (parameters.as_bytes().first(), last) {
        (Some(b'<'), b'M' | b'm') => sgr_mouse(parameters.get(1..)?, last == b'm'),
        (None, b'I') => Some(Event::FocusGained),
        (None, b'O') => Some(Event::FocusLost),
        (None, b'Z') => Some(Event::Key(KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT))),
        // Without modifiers this would be the answer to a question about the cursor.
        (_, b'R') => None,
        (None, _) => cursor_key(last).map(|key| Event::Key(key.into())),
        (Some(b'0'..=b'9'), b'M') => rxvt_mouse(parameters),
        (Some(b'0'..=b'9'), b'~') => numbered_key(parameters),
        (Some(b'0'..=b'9'), b'u') => unicode_key(parameters),
        (Some(b'0'..=b'9' | b';'), _) => modified_key(parameters, last),
        _ => None,
    }
}

/// The key of a letter in `ESC [ letter`.
fn cursor_key(letter: u8) -> Option<KeyCode> {
    Some(match letter {
        b'A' => KeyCode::Up,
        b'B' => KeyCode::Down,
        b'C' => KeyCode::Right,
        b'D' => KeyCode::Left,
        b'F' => KeyCode::End,
        b'H' => KeyCode::Home,
        b'P'..=b'S' => KeyCode::F(1 + letter - b'P'),
        _ => return None,
    })
}

/// Decodes `number ; modifiers : kind letter`, or `modifiers letter`.
fn modified_key(parameters: &str, last: u8) -> Option<Event> {
    let (modifiers, kind) = match Modifiers::of(parameters.split(';').nth(1)) {
        Some(modifiers) => (modifiers.keys(), modifiers.kind),
        None => {
            let digit = parameters.bytes().last().filter(u8::is_ascii_digit)?;
            (
                Modifiers { mask: digit - b'0', kind: KeyEventKind::Press }.keys(),
                KeyEventKind::Press,
            )
        }
    };
    Some(Event::Key(KeyEvent::new_with_kind(cursor_key(last)?, modifiers, kind)))
}

/// Decodes `number ; modifiers : kind ~`.
fn numbered_key(parameters: &str) -> Option<Event> {
    let mut parts = parameters.split(';');
    let code = match parts.next()?.parse::<u8>().ok()? {
        1 | 7 => KeyCode::Home,
        2 => KeyCode::Insert,
        3 => KeyCode::Delete,
        4 | 8 => KeyCode::End,
        5 => KeyCode::PageUp,
        6 => KeyCode::PageDown,
        number @ 11..=15 => KeyCode::F(number - 10),
        number @ 17..=21 => KeyCode::F(number - 11),
        number @ 23..=26 => KeyCode::F(number - 12),
        number @ 28..=29 => KeyCode::F(number - 15),
        number @ 31..=34 => KeyCode::F(number - 17),
        _ => return None,
    };
    let modifiers = Modifiers::of(parts.next()).unwrap_or_default();
    Some(Event::Key(KeyEvent {
        code,
        modifiers: modifiers.keys(),
        kind: modifiers.kind,
        state: modifiers.locks(),
    }))
}

/// Decodes `character : shifted character ; modifiers : kind u`.
fn unicode_key(parameters: &str) -> Option<Event> {
    let mut parts = parameters.split(';');
    let mut characters = parts.next()?.split(':');
    let number = characters.next()?.parse::<u32>().ok()?;
    let held = Modifiers::of(parts.next()).unwrap_or_default();
    let mut modifiers = held.keys();
    let mut state = held.locks();
    let mut code = match functional_key(number) {
        Some((code, is_keypad)) => {
            state.set(KeyEventState::KEYPAD, is_keypad);
            code
        }
        None => match char::from_u32(number)? {
            '\x1b' => KeyCode::Esc,
            '\r' => KeyCode::Enter,
            '\t' if modifiers.contains(KeyModifiers::SHIFT) => KeyCode::BackTab,
            '\t' => KeyCode::Tab,
            '\x7f' => KeyCode::Backspace,
            character => KeyCode::Char(character),
        },
    };
    if let KeyCode::Modifier(key) = code {
        modifiers |= modifier_of(key);
    }
    if modifiers.contains(KeyModifiers::SHIFT) {
        let shifted = characters.next().and_then(|text| text.parse().ok());
        if let Some(character) = shifted.and_then(char::from_u32) {
            code = KeyCode::Char(character);
            modifiers.remove(KeyModifiers::SHIFT);
        }
    }
    Some(Event::Key(KeyEvent { code, modifiers, kind: held.kind, state }))
}

/// The modifiers of a key, as terminals encode them, and what happened to the key.
struct Modifiers {
    /// One more than the sum of the bits.
    mask: u8,
    kind: KeyEventKind,
}

impl Default for Modifiers {
    fn default() -> Self {
        Self { mask: 1, kind: KeyEventKind::Press }
    }
}

impl Modifiers {
    /// Parses `mask : kind`, or `mask`.
    fn of(text: Option<&str>) -> Option<Self> {
        let mut parts = text?.split(':');
        let mask = parts.next()?.parse().ok()?;
        let kind = match parts.next() {
            Some("2") => KeyEventKind::Repeat,
            Some("3") => KeyEventKind::Release,
            _ => KeyEventKind::Press,
        };
        Some(Self { mask, kind })
    }

    fn keys(&self) -> KeyModifiers {
        let bits = self.mask.saturating_sub(1);
        let bit = |bit: u8, key| if bits & bit == 0 { KeyModifiers::NONE } else { key };
        bit(1, KeyModifiers::SHIFT)
            | bit(2, KeyModifiers::ALT)
            | bit(4, KeyModifiers::CONTROL)
            | bit(8, KeyModifiers::SUPER)
            | bit(16, KeyModifiers::HYPER)
            | bit(32, KeyModifiers::META)
    }

    fn locks(&self) -> KeyEventState {
        let bits = self.mask.saturating_sub(1);
        let bit = |bit: u8, key| if bits & bit == 0 { KeyEventState::NONE } else { key };
        bit(64, KeyEventState::CAPS_LOCK) | bit(128, KeyEventState::NUM_LOCK)
    }
}

const KEYPAD: [KeyCode; 29] = [
    KeyCode::Char('0'),
    KeyCode::Char('1'),
    KeyCode::Char('2'),
    KeyCode::Char('3'),
    KeyCode::Char('4'),
    KeyCode::Char('5'),
    KeyCode::Char('6'),
    KeyCode::Char('7'),
    KeyCode::Char('8'),
    KeyCode::Char('9'),
    KeyCode::Char('.'),
    KeyCode::Char('/'),
    KeyCode::Char('*'),
    KeyCode::Char('-'),
    KeyCode::Char('+'),
    KeyCode::Enter,
    KeyCode::Char('='),
    KeyCode::Char(','),
    KeyCode::Left,
    KeyCode::Right,
    KeyCode::Up,
    KeyCode::Down,
    KeyCode::PageUp,
    KeyCode::PageDown,
    KeyCode::Home,
    KeyCode::End,
    KeyCode::Insert,
    KeyCode::Delete,
    KeyCode::KeypadBegin,
];

const LOCKS: [KeyCode; 6] = [
    KeyCode::CapsLock,
    KeyCode::ScrollLock,
    KeyCode::NumLock,
    KeyCode::PrintScreen,
    KeyCode::Pause,
    KeyCode::Menu,
];

const MEDIA: [MediaKeyCode; 13] = [
    MediaKeyCode::Play,
    MediaKeyCode::Pause,
    MediaKeyCode::PlayPause,
    MediaKeyCode::Reverse,
    MediaKeyCode::Stop,
    MediaKeyCode::FastForward,
    MediaKeyCode::Rewind,
    MediaKeyCode::TrackNext,
    MediaKeyCode::TrackPrevious,
    MediaKeyCode::Record,
    MediaKeyCode::LowerVolume,
    MediaKeyCode::RaiseVolume,
    MediaKeyCode::MuteVolume,
];

const MODIFIERS: [ModifierKeyCode; 14] = [
    ModifierKeyCode::LeftShift,
    ModifierKeyCode::LeftControl,
    ModifierKeyCode::LeftAlt,
    ModifierKeyCode::LeftSuper,
    ModifierKeyCode::LeftHyper,
    ModifierKeyCode::LeftMeta,
    ModifierKeyCode::RightShift,
    ModifierKeyCode::RightControl,
    ModifierKeyCode::RightAlt,
    ModifierKeyCode::RightSuper,
    ModifierKeyCode::RightHyper,
    ModifierKeyCode::RightMeta,
    ModifierKeyCode::IsoLevel3Shift,
    ModifierKeyCode::IsoLevel5Shift,
];

/// The key of a number in kitty's private range, and whether it is on the keypad.
fn functional_key(number: u32) -> Option<(KeyCode, bool)> {
    let at = |first: u32| usize::try_from(number.checked_sub(first)?).ok();
    let find = |first, keys: &[KeyCode]| at(first).and_then(|at| keys.get(at).copied());
    if let Some(key) = find(57399, &KEYPAD) {
        return Some((key, true));
    }
    let key = match number {
        57376..=57398 => {
            at(57376 - 13).and_then(|number| u8::try_from(number).ok().map(KeyCode::F))
        }
        57428..=57440 => at(57428).and_then(|at| MEDIA.get(at)).map(|&key| KeyCode::Media(key)),
        57441.. => at(57441).and_then(|at| MODIFIERS.get(at)).map(|&key| KeyCode::Modifier(key)),
        _ => find(57358, &LOCKS),
    };
    key.map(|key| (key, false))
}

fn modifier_of(key: ModifierKeyCode) -> KeyModifiers {
    match key {
        ModifierKeyCode::LeftShift | ModifierKeyCode::RightShift => KeyModifiers::SHIFT,
        ModifierKeyCode::LeftControl | ModifierKeyCode::RightControl => KeyModifiers::CONTROL,
        ModifierKeyCode::LeftAlt | ModifierKeyCode::RightAlt => KeyModifiers::ALT,
        ModifierKeyCode::LeftSuper | ModifierKeyCode::RightSuper => KeyModifiers::SUPER,
        ModifierKeyCode::LeftHyper | ModifierKeyCode::RightHyper => KeyModifiers::HYPER,
        ModifierKeyCode::LeftMeta | ModifierKeyCode::RightMeta => KeyModifiers::META,
        _ => KeyModifiers::NONE,
    }
}

/// Decodes `button ; column ; row`, where a release is told by the last letter.
fn sgr_mouse(parameters: &str, is_release: bool) -> Option<Event> {
    let mut parts = parameters.split(';');
    let button = parts.next()?.parse().ok()?;
    let column = parts.next()?.parse::<u16>().ok()?.checked_sub(1)?;
    let row = parts.next()?.parse::<u16>().ok()?.checked_sub(1)?;
    let mut event = mouse(button, column, row)?;
    if let (true, MouseEventKind::Down(button)) = (is_release, event.kind) {
        event.kind = MouseEventKind::Up(button);
    }
    Some(Event::Mouse(event))
}

/// Decodes `button ; column ; row`, where the button is 32 more than it means.
fn rxvt_mouse(parameters: &str) -> Option<Event> {
    let mut parts = parameters.split(';');
    let button = parts.next()?.parse::<u8>().ok()?.checked_sub(32)?;
    let column = parts.next()?.parse::<u16>().ok()?.checked_sub(1)?;
    let row = parts.next()?.parse::<u16>().ok()?.checked_sub(1)?;
    mouse(button, column, row).map(Event::Mouse)
}

/// Decodes three bytes that are each 32 more than they mean.
pub fn x10_mouse(button: u8, column: u8, row: u8) -> Option<Event> {
    let (column, row) = (column.checked_sub(33)?, row.checked_sub(33)?);
    mouse(button.checked_sub(32)?, column.into(), row.into()).map(Event::Mouse)
}

/// Decodes a mouse button with its modifiers, at a column and a row counted from 0.
fn mouse(button: u8, column: u16, row: u16) -> Option<MouseEvent> {
    let is_drag = button & 32 != 0;
    let kind = match ((button & 3) | ((button & 0b1100_0000) >> 4), is_drag) {
        (0, false) => MouseEventKind::Down(MouseButton::Left),
        (1, false) => MouseEventKind::Down(MouseButton::Middle),
        (2, false) => MouseEventKind::Down(MouseButton::Right),
        (0, true) => MouseEventKind::Drag(MouseButton::Left),
        (1, true) => MouseEventKind::Drag(MouseButton::Middle),
        (2, true) => MouseEventKind::Drag(MouseButton::Right),
        (3, false) => MouseEventKind::Up(MouseButton::Left),
        (3..=5, true) => MouseEventKind::Moved,
        (4, false) => MouseEventKind::ScrollUp,
        (5, false) => MouseEventKind::ScrollDown,
        (6, false) => MouseEventKind::ScrollLeft,
        (7, false) => MouseEventKind::ScrollRight,
        _ => return None,
    };
    let bit = |bit: u8, key| if button & bit == 0 { KeyModifiers::NONE } else { key };
    let modifiers =
        bit(4, KeyModifiers::SHIFT) | bit(8, KeyModifiers::ALT) | bit(16, KeyModifiers::CONTROL);
    Some(MouseEvent { kind, column, row, modifiers })
}
