//! Helpers for tests: drawings as text, keys written as text, and the contrast of colours.

use std::fmt::Write as _;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Style},
};

use super::{ClickAreas, ColorDepth, Key, Look, Motion, Theme};

const STYLE_LETTERS: &str = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

/// The motion settings of tests: no animations, and reveals stay visible until a key is pressed.
pub const NO_MOTION: Motion = Motion { enabled: false, linger: None };

/// A look with the default theme.
pub fn look(depth: ColorDepth, ascii: bool) -> Look {
    Look::new(&Theme::default(), depth, ascii)
}

/// The look of most tests: the default theme in full colour.
pub fn dark() -> Look {
    look(ColorDepth::True, false)
}

/// The looks of less capable terminals, with names for snapshots.
pub fn reduced_looks() -> [(&'static str, Look); 3] {
    [
        ("ansi", look(ColorDepth::Ansi, false)),
        ("mono", look(ColorDepth::Mono, false)),
        ("mono-ascii", look(ColorDepth::Mono, true)),
    ]
}

pub fn drawn(
    (width, height): (u16, u16),
    draw: impl FnOnce(Rect, &mut Buffer, &mut ClickAreas),
) -> (Buffer, ClickAreas) {
    let area = Rect::new(0, 0, width, height);
    let (mut buffer, mut areas) = (Buffer::empty(area), ClickAreas::default());
    draw(area, &mut buffer, &mut areas);
    (buffer, areas)
}

pub fn clickable<C: Clone + PartialEq + 'static>((buffer, areas): &(Buffer, ClickAreas)) -> Vec<C> {
    let mut commands = Vec::new();
    for command in buffer.area.positions().filter_map(|at| areas.hit(at.x, at.y)?.get()) {
        if !commands.contains(&command) {
            commands.push(command);
        }
    }
    commands
}

pub fn text(buffer: &Buffer) -> String {
    grid(buffer, |cell| cell.symbol().to_owned())
}

/// The text of a drawing, a letter for the style of each cell, and a legend.
pub fn styled(buffer: &Buffer) -> String {
    let mut styles: Vec<Style> = Vec::new();
    let map = grid(buffer, |cell| {
        let style = Style { underline_color: None, ..cell.style() };
        let index = styles.iter().position(|other| *other == style).unwrap_or_else(|| {
            styles.push(style);
            styles.len() - 1
        });
        STYLE_LETTERS
            .chars()
            .nth(index)
            .expect("there are enough letters for the styles")
            .to_string()
    });
    let mut all = format!("{}\n\n{map}\n\n", text(buffer));
    for (letter, style) in STYLE_LETTERS.chars().zip(&styles) {
        let color = |color: Option<Color>| color.unwrap_or_default().to_string().to_lowercase();
        let _ = write!(all, "{letter}: {} on {}", color(style.fg), color(style.bg));
        if !style.add_modifier.is_empty() {
            let _ = write!(all, ", {}", format!("{:?}", style.add_modifier).to_lowercase());
        }
        all.push('\n');
    }
    all
}

fn grid(buffer: &Buffer, mut cell_text: impl FnMut(&ratatui::buffer::Cell) -> String) -> String {
    let rows = buffer.content.chunks(usize::from(buffer.area.width.max(1)));
    let rows =
        rows.map(|row| row.iter().map(&mut cell_text).collect::<String>().trim_end().to_owned());
    rows.collect::<Vec<_>>().join("\n")
}

/// Special keys are written as `<Enter>`, `<S-Tab>` or `<C-c>`.
pub fn keys(text: &str) -> Vec<Key> {
    let mut keys = Vec::new();
    let mut rest = text;
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
        "Del" => KeyCode::Delete,
        "F1" => KeyCode::F(1),
        _ => {
            let character = name.strip_prefix("C-").and_then(|name| name.chars().next());
            return Key::ctrl(character.unwrap_or_else(|| panic!("no key is called <{name}>")));
        }
    };
    Key::plain(code)
}

/// Linear red, green and blue of a 24-bit colour, each from 0 to 1.
pub fn linear(color: Color) -> [f64; 3] {
    let Color::Rgb(r, g, b) = color else { panic!("{color} is not a 24-bit colour") };
    [r, g, b].map(|c| {
        let c = f64::from(c) / 255.0;
        if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
    })
}

/// Relative luminance as defined by WCAG 2.1.
fn luminance(color: Color) -> f64 {
    let [r, g, b] = linear(color);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// Contrast ratio as defined by WCAG 2.1, from 1 to 21.
pub fn contrast(a: Color, b: Color) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}
