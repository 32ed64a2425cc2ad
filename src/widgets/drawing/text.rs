//! Text that is measured, cut, wrapped and drawn.

use std::{borrow::Cow, mem};

use ratatui::{
    buffer::{Buffer, Cell},
    layout::{Constraint, Rect},
    style::Style,
};
use unicode_width::UnicodeWidthStr;

use crate::{printable::is_unprintable, widgets::Look};

/// A number of rows or columns. Saturates: no screen has more than `u16` holds.
pub fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

pub fn text_width(text: &str) -> u16 {
    cells(text.width())
}

/// Replaces unprintable characters in a buffer, so that no text can control the terminal, and
/// suits and no-break spaces by the look's.
pub fn make_printable(buffer: &mut Buffer, look: &Look) {
    // Nearly all cells are plain.
    let is_plain = |cell: &Cell| matches!(cell.symbol().as_bytes(), [b' '..=b'~']);
    for cell in buffer.content.iter_mut().filter(|cell| !is_plain(cell)) {
        if cell.symbol().contains(is_unprintable) {
            cell.set_symbol("?");
        } else if let Cow::Owned(symbol) = look.glyphs.translate(cell.symbol()) {
            cell.set_symbol(&symbol);
        }
    }
}

/// Cuts a text that is wider than this number of columns, and ends it with an ellipsis.
pub fn truncate(text: &str, columns: u16, look: &Look) -> String {
    if text_width(text) <= columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    for letter in text.chars() {
        cut.push(letter);
        if text_width(&cut) >= columns {
            cut.pop();
            break;
        }
    }
    if columns > 0 {
        cut.push_str(look.glyphs.ellipsis);
    }
    cut
}

/// The first text that fits into this number of columns, or else the last one.
pub fn fitting<T: AsRef<str>>(texts: &[T], columns: u16) -> &str {
    let fitting = texts.iter().find(|text| text_width(text.as_ref()) <= columns);
    fitting.or(texts.last()).map_or("", AsRef::as_ref)
}

pub fn pad(text: &str, columns: u16) -> String {
    let missing = columns.saturating_sub(text_width(text));
    format!("{text}{}", " ".repeat(missing.into()))
}

/// Wraps each line of a text with [`wrap`], and breaks words that are longer than a row.
pub fn wrap_lines(text: &str, columns: u16) -> Vec<String> {
    let mut rows = Vec::new();
    for row in text.split('\n').flat_map(|line| wrap(line, columns)) {
        let mut rest = String::new();
        for letter in row.chars() {
            rest.push(letter);
            if rest.len() > letter.len_utf8() && text_width(&rest) > columns {
                rest.pop();
                rows.push(mem::replace(&mut rest, letter.to_string()));
            }
        }
        rows.push(rest);
    }
    rows
}

pub fn draw_lines(buffer: &mut Buffer, area: Rect, text: &str, style: Style, look: &Look) {
    for (line, row) in wrap_lines(text, area.width).into_iter().zip(area.rows()) {
        draw_text(buffer, row, &line, style, look);
    }
}

/// Draws a wrapped text in the middle of an area.
pub fn draw_centered(buffer: &mut Buffer, area: Rect, text: &str, style: Style, look: &Look) {
    let lines = wrap_lines(text, area.width);
    let middle = area.centered_vertically(Constraint::Length(cells(lines.len())));
    for (line, row) in lines.iter().zip(middle.rows()) {
        let place = row.centered_horizontally(Constraint::Length(text_width(line)));
        draw_text(buffer, place, line, style, look);
    }
}

/// Wraps a text at spaces into rows of at most this number of columns, as few and as even as
/// possible. A longer word is not broken and gets its own row.
pub fn wrap(text: &str, columns: u16) -> Vec<String> {
    let rows = wrap_greedily(text, columns);
    let count = cells(rows.len());
    if count == 1 {
        return rows;
    }
    let narrowest = text_width(text) / count;
    let mut narrower = (narrowest..columns).map(|columns| wrap_greedily(text, columns));
    narrower.find(|even| even.len() == rows.len()).unwrap_or(rows)
}

fn wrap_greedily(text: &str, columns: u16) -> Vec<String> {
    let mut rows = vec![String::new()];
    for word in text.split(' ') {
        let Some(row) = rows.last_mut() else { break };
        if row.is_empty() {
            row.push_str(word);
        } else if text_width(row).saturating_add(1).saturating_add(text_width(word)) <= columns {
            row.push(' ');
            row.push_str(word);
        } else {
            rows.push(word.to_owned());
        }
    }
    rows
}

/// Draws a text in the first row of `area`, cut if necessary.
pub fn draw_text(buffer: &mut Buffer, area: Rect, text: &str, style: Style, look: &Look) {
    if area.height > 0 {
        buffer.set_stringn(
            area.x,
            area.y,
            truncate(text, area.width, look),
            area.width.into(),
            style,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, Theme};

    #[test]
    fn wide_characters_take_two_columns() {
        let look = crate::widgets::testing::look(ColorDepth::True, false);
        for columns in 0..8 {
            let cut = truncate("日本語の名前", columns, &look);
            assert!(text_width(&cut) <= columns, "{cut} in {columns}");
            assert_eq!(text_width(&pad(&cut, columns)), columns);
        }
        assert_eq!(truncate("日本語", 6, &look), "日本語");
        assert_eq!((pad("日本", 5), pad("日本", 2)), ("日本 ".to_owned(), "日本".to_owned()));
    }

    #[test]
    fn wrapped_rows_are_few_and_even() {
        assert_eq!(wrap("one two three four", 15), ["one two", "three four"]);
        assert_eq!(wrap("one two three four", 18), ["one two three four"]);
        assert_eq!(wrap("a a_long_word b", 4), ["a", "a_long_word", "b"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("no room", 0), ["no", "room"]);
        assert_eq!(wrap(&format!("a {}", "b".repeat(70_000)), 4).len(), 2);
    }

    #[test]
    fn lines_are_wrapped_and_long_words_are_broken() {
        let lines = |text| wrap_lines(text, 8);
        assert_eq!(lines("one two\nthree four five"), ["one two", "three", "four", "five"]);
        assert_eq!(lines("in /a/very/long/path"), ["in", "/a/very/", "long/pat", "h"]);
        assert_eq!(lines("\n漢字漢字漢"), ["", "漢字漢字", "漢"]);
        assert_eq!(wrap_lines("漢字", 1), ["漢", "字"], "a letter is not broken");
    }

    #[test]
    fn text_is_shortened_to_a_width() {
        let look = Look::new(&Theme::built_in("dark").unwrap(), ColorDepth::True, true);
        assert_eq!(truncate("level:10", 8, &look), "level:10");
        assert_eq!(truncate("level:10", 7, &look), "level:~");
        assert_eq!(truncate("level:10", 1, &look), "~");
        assert_eq!(truncate("level:10", 0, &look), "");
    }
}
