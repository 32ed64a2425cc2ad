//! For tests: drawings as text that a person can read and compare, and keys as a person would write
//! them down.

use std::fmt::Write as _;

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, style::Style};

use super::{ColorDepth, Key, Look, Motion, Theme};

/// One letter for each style of a drawing.
const LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// Nothing moves, and what the next step hides stays until a key is pressed.
pub const NO_MOTION: Motion = Motion { enabled: false, linger: None };

/// The dark theme.
pub fn look(depth: ColorDepth, ascii: bool) -> Look {
    Look::new(&Theme::default(), depth, ascii)
}

/// What is drawn, row by row.
pub fn text(buffer: &Buffer) -> String {
    grid(buffer, |cell| cell.symbol().to_owned())
}

/// What is drawn, then a letter for the style of each cell, then what the letters stand for.
pub fn styled(buffer: &Buffer) -> String {
    let mut styles: Vec<Style> = Vec::new();
    let map = grid(buffer, |cell| {
        let style = Style { underline_color: None, ..cell.style() };
        let at = styles.iter().position(|known| *known == style).unwrap_or_else(|| {
            styles.push(style);
            styles.len() - 1
        });
        LETTERS.chars().nth(at).expect("a letter for each style").to_string()
    });
    let mut all = format!("{}\n\n{map}\n\n", text(buffer));
    for (letter, style) in LETTERS.chars().zip(&styles) {
        let color = |color: Option<ratatui::style::Color>| {
            color.unwrap_or_default().to_string().to_lowercase()
        };
        let _ = write!(all, "{letter}: {} on {}", color(style.fg), color(style.bg));
        if !style.add_modifier.is_empty() {
            let _ = write!(all, ", {}", format!("{:?}", style.add_modifier).to_lowercase());
        }
        all.push('\n');
    }
    all
}

fn grid(buffer: &Buffer, mut sign: impl FnMut(&ratatui::buffer::Cell) -> String) -> String {
    let rows = buffer.content.chunks(usize::from(buffer.area.width.max(1)));
    let rows = rows.map(|row| row.iter().map(&mut sign).collect::<String>().trim_end().to_owned());
    rows.collect::<Vec<_>>().join("\n")
}

/// Keys in the order they are typed: `<Enter>`, `<S-Tab>`, `<C-c>` and the like; anything else is
/// itself.
pub fn keys(written: &str) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut rest = written;
    while let Some(letter) = rest.chars().next() {
        let named = rest.strip_prefix('<').and_then(|rest| rest.split_once('>'));
        rest = match named {
            Some((name, after)) => {
                keys.push(key(name));
                after
            }
            None => {
                keys.push(Key::char(letter));
                &rest[letter.len_utf8()..]
            }
        };
    }
    keys
}

fn key(name: &str) -> Key {
    let code = match name {
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "Space" => KeyCode::Char(' '),
        "Tab" => KeyCode::Tab,
        "S-Tab" => KeyCode::BackTab,
        "Up" => KeyCode::Up,
        "Down" => KeyCode::Down,
        "Left" => KeyCode::Left,
        "Right" => KeyCode::Right,
        "PgUp" => KeyCode::PageUp,
        "PgDn" => KeyCode::PageDown,
        "Back" => KeyCode::Backspace,
        _ => {
            return Key::ctrl(
                name.strip_prefix("C-").and_then(|name| name.chars().next()).expect(name),
            );
        }
    };
    Key::plain(code)
}
