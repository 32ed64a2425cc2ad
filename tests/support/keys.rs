//! What a terminal sends for keys and for the mouse.

use super::Modes;

/// What a hand does with the mouse, at a column and a row from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// Presses the left button and lets it go.
    Click(u16, u16),
    /// Presses the right button and lets it go.
    RightClick(u16, u16),
    /// Turns the wheel away from the hand.
    WheelUp(u16, u16),
    /// Turns the wheel towards the hand.
    WheelDown(u16, u16),
    /// Moves, with no button pressed.
    Move(u16, u16),
    /// Moves with the left button pressed.
    Drag(u16, u16),
}

/// The names of the keys that are not a character. (`ctrl-x` and `alt-x` are names, too, with any
/// letter.)
pub const NAMES: [&str; 28] = [
    "up", "down", "right", "left", "home", "end", "pgup", "pgdn", "insert", "del", "enter", "esc",
    "tab", "backtab", "space", "bs", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10",
    "f11", "f12",
];

/// The bytes of one key.
pub fn key(name: &str, modes: &Modes) -> Vec<u8> {
    let cursor = |end: char| format!("\x1b{}{end}", if modes.is_on(1) { 'O' } else { '[' });
    let text = match name {
        "up" => cursor('A'),
        "down" => cursor('B'),
        "right" => cursor('C'),
        "left" => cursor('D'),
        "home" => cursor('H'),
        "end" => cursor('F'),
        "insert" => "\x1b[2~".to_owned(),
        "del" => "\x1b[3~".to_owned(),
        "pgup" => "\x1b[5~".to_owned(),
        "pgdn" => "\x1b[6~".to_owned(),
        "enter" => "\r".to_owned(),
        "esc" => "\x1b".to_owned(),
        "tab" => "\t".to_owned(),
        "backtab" => "\x1b[Z".to_owned(),
        "space" => " ".to_owned(),
        "bs" => "\x7f".to_owned(),
        _ => other_key(name).unwrap_or_else(|| panic!("there is no key called {name:?}")),
    };
    text.into_bytes()
}

/// Function keys, keys with Ctrl or Alt, characters.
fn other_key(name: &str) -> Option<String> {
    let only = |text: &str| {
        let mut chars = text.chars();
        chars.next().filter(|_| chars.next().is_none())
    };
    if let Some(letter) = name.strip_prefix("ctrl-").and_then(only) {
        return letter.is_ascii_lowercase().then(|| char::from(letter as u8 & 0x1f).to_string());
    }
    if let Some(letter) = name.strip_prefix("alt-").and_then(only) {
        return Some(format!("\x1b{letter}"));
    }
    if let Some(letter) = only(name) {
        return Some(letter.to_string());
    }
    let number: usize = name.strip_prefix('f')?.parse().ok()?;
    let codes =
        ["OP", "OQ", "OR", "OS", "[15~", "[17~", "[18~", "[19~", "[20~", "[21~", "[23~", "[24~"];
    codes.get(number.checked_sub(1)?).map(|code| format!("\x1b{code}"))
}

/// The bytes for the mouse: none when the program did not ask for them.
pub fn mouse(event: Mouse, modes: &Modes) -> Vec<u8> {
    let report = |code: u8, (column, row): (u16, u16), end: char| {
        format!("\x1b[<{code};{};{}{end}", column + 1, row + 1)
    };
    let text = match event {
        _ if !modes.mouse() => String::new(),
        Mouse::Click(x, y) => report(0, (x, y), 'M') + &report(0, (x, y), 'm'),
        Mouse::RightClick(x, y) => report(2, (x, y), 'M') + &report(2, (x, y), 'm'),
        Mouse::WheelUp(x, y) => report(64, (x, y), 'M'),
        Mouse::WheelDown(x, y) => report(65, (x, y), 'M'),
        Mouse::Move(x, y) if modes.is_on(1003) => report(35, (x, y), 'M'),
        Mouse::Drag(x, y) if modes.is_on(1003) || modes.is_on(1002) => report(32, (x, y), 'M'),
        Mouse::Move(..) | Mouse::Drag(..) => String::new(),
    };
    text.into_bytes()
}

/// The bytes of pasted text.
pub fn paste(text: &str, modes: &Modes) -> Vec<u8> {
    if modes.is_on(2004) {
        format!("\x1b[200~{text}\x1b[201~").into_bytes()
    } else {
        text.as_bytes().to_owned()
    }
}
