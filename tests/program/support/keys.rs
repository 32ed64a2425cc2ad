//! The bytes that a terminal sends for keys and mouse events.

use super::Modes;

/// A mouse event at a column and a row, both counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mouse {
    /// The left button, pressed and released.
    Click(u16, u16),
    RightClick(u16, u16),
    WheelUp(u16, u16),
    WheelDown(u16, u16),
    /// Without a button.
    Move(u16, u16),
    /// With the left button.
    Drag(u16, u16),
}

/// Keys that are not characters, apart from `ctrl-x` and `alt-x` with any letter.
pub const NAMES: [&str; 28] = [
    "up", "down", "right", "left", "home", "end", "pgup", "pgdn", "insert", "del", "enter", "esc",
    "tab", "backtab", "space", "bs", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9", "f10",
    "f11", "f12",
];

/// The bytes depend on the terminal's modes.
pub fn key(name: &str, modes: &Modes) -> Vec<u8> {
    let cursor = |last: char| format!("\x1b{}{last}", if modes.is_on(1) { 'O' } else { '[' });
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

/// A function key, a key with Ctrl or Alt, or a character.
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

/// Empty if the program has not requested the event.
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

/// Bracketed if the program has requested that.
pub fn paste(text: &str, modes: &Modes) -> Vec<u8> {
    if modes.is_on(2004) {
        format!("\x1b[200~{text}\x1b[201~").into_bytes()
    } else {
        text.as_bytes().to_owned()
    }
}
