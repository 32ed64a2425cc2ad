//! A line of text that is edited with the keys of readline. The cursor moves by grapheme.

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};
use unicode_segmentation::UnicodeSegmentation;

use super::{Key, Look, drawing};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextField {
    text: String,
    /// The byte before which a typed character is inserted.
    cursor: usize,
    /// Whether the text is a preset that was not touched. Typing then replaces it.
    is_preset: bool,
}

impl TextField {
    /// Typing or pasting replaces `text`, unless a key for editing or moving is pressed first.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { cursor: text.len(), is_preset: !text.is_empty(), text }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn take(&mut self) -> String {
        std::mem::take(self).text
    }

    /// Control characters are left out.
    pub fn insert(&mut self, text: &str) {
        let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.is_preset) {
            self.text.clear();
            self.cursor = 0;
        }
        self.text.insert_str(self.cursor, &text);
        self.cursor += text.len();
    }

    /// Returns whether the key has a meaning here.
    pub fn on_key(&mut self, key: Key) -> bool {
        if let KeyCode::Char(letter) = key.code
            && key.is_text()
        {
            self.insert(letter.encode_utf8(&mut [0; 4]));
            return true;
        }
        match (key.code, key.ctrl, key.alt) {
            (KeyCode::Home, ..) | (KeyCode::Char('a'), true, _) => self.cursor = 0,
            (KeyCode::End, ..) | (KeyCode::Char('e'), true, _) => self.cursor = self.text.len(),
            (KeyCode::Left, true, _) | (KeyCode::Left | KeyCode::Char('b'), _, true) => {
                self.cursor = self.word_start();
            }
            (KeyCode::Right, true, _) | (KeyCode::Right | KeyCode::Char('f'), _, true) => {
                self.cursor = self.word_end();
            }
            (KeyCode::Left, ..) | (KeyCode::Char('b'), true, _) => self.cursor = self.previous(),
            (KeyCode::Right, ..) | (KeyCode::Char('f'), true, _) => self.cursor = self.next(),
            (KeyCode::Char('w'), true, _) | (KeyCode::Backspace, _, true) => {
                self.delete(self.word_start(), self.cursor);
            }
            (KeyCode::Char('u'), true, _) => self.delete(0, self.cursor),
            (KeyCode::Char('k'), true, _) => self.delete(self.cursor, self.text.len()),
            (KeyCode::Backspace, ..) | (KeyCode::Char('h'), true, _) => {
                self.delete(self.previous(), self.cursor);
            }
            (KeyCode::Delete, ..) | (KeyCode::Char('d'), true, _) => {
                self.delete(self.cursor, self.next());
            }
            _ => return false,
        }
        self.is_preset = false;
        true
    }

    /// Deletes the bytes from `from` to `to`, where the cursor then is.
    fn delete(&mut self, from: usize, to: usize) {
        self.text.replace_range(from..to, "");
        self.cursor = from;
    }

    /// The start of the grapheme before the cursor.
    fn previous(&self) -> usize {
        let before = self.text[..self.cursor].grapheme_indices(true).next_back();
        before.map_or(0, |(start, _)| start)
    }

    /// The end of the grapheme at the cursor.
    fn next(&self) -> usize {
        self.cursor + self.at_cursor().len()
    }

    /// The grapheme at the cursor; empty at the end of the text.
    fn at_cursor(&self) -> &str {
        self.text[self.cursor..].graphemes(true).next().unwrap_or_default()
    }

    /// The start of the word before the cursor. Words are separated by spaces, as in a shell.
    fn word_start(&self) -> usize {
        let before = self.text[..self.cursor].trim_end();
        before
            .rfind(char::is_whitespace)
            .map_or(0, |space| space + before[space..].chars().next().map_or(0, char::len_utf8))
    }

    /// The end of the word after the cursor.
    fn word_end(&self) -> usize {
        let after = &self.text[self.cursor..];
        let word = after.trim_start();
        let gap = after.len() - word.len();
        self.cursor + gap + word.find(char::is_whitespace).unwrap_or(word.len())
    }

    /// Draws the field in the first row of an area. A long text is cut so that the cursor is
    /// visible.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let under = if self.at_cursor().is_empty() { " " } else { self.at_cursor() };
        let taken = drawing::text_width(under).max(1);
        let mut before = &self.text[..self.cursor];
        while drawing::text_width(before) + taken > area.width {
            let Some(first) = before.graphemes(true).next() else { break };
            before = &before[first.len()..];
        }
        // A preset is shown as selected, because typing replaces it.
        let style = if self.is_preset { look.selected() } else { look.strong() };
        let line = Line::from(vec![
            Span::styled(before, style),
            Span::styled(under, look.selected()),
            Span::styled(&self.text[self.next()..], style),
        ]);
        buffer.set_line(area.x, area.y, &line, area.width);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, testing};

    /// The text after these keys, with `|` at the cursor.
    #[track_caller]
    fn check(preset: &str, keys: &str, expected: &str) {
        let mut field = TextField::new(preset);
        for key in testing::keys(keys) {
            assert!(field.on_key(key), "{key:?}");
        }
        let (before, after) = field.text.split_at(field.cursor);
        assert_eq!(format!("{before}|{after}"), expected, "{keys}");
    }

    #[test]
    fn typing_replaces_a_preset_that_was_not_touched() {
        check("flip-1.jsonl", "tui.rec", "tui.rec|");
        check("flip-1.jsonl", "<End>.gz", "flip-1.jsonl.gz|");
        check("flip-1.jsonl", "<Left>x", "flip-1.jsonx|l");
        check("7", "<Back>9", "9|");
        let mut field = TextField::new("flip-1.jsonl");
        field.insert("my games/a b\n");
        assert!(field.on_key(Key::char('c')));
        assert_eq!(field.text(), "my games/a bc");
    }

    #[test]
    fn keys_edit_as_in_readline() {
        check("", "one two", "one two|");
        check("", "one two<Home>x<End>y", "xone twoy|");
        check("", "one two<C-a>x<C-e>y", "xone twoy|");
        check("", "one two <C-w>", "one |");
        check("", "one two<Left><C-w>", "one |o");
        check("", "one two<Left><Left><C-u>", "|wo");
        check("", "one two<Left><Left><C-k>", "one t|");
        check("", "one<Home><C-d>", "|ne");
        check("", "one<Home><Del><Del>", "|e");
        check("", "one<C-b><C-b><C-f><C-h>", "o|e");
        check("", "<Back><C-w><C-u><C-k><Left><Right><Del>", "|");
    }

    #[test]
    fn the_cursor_moves_by_grapheme() {
        check("ae\u{301}", "<Back>", "a|");
        check("ae\u{301}", "<Left>", "a|e\u{301}");
        check("a\u{1f468}\u{200d}\u{1f469}", "<Home><Right><Del>b", "ab|");
    }

    #[test]
    fn a_long_text_is_cut_so_that_the_cursor_is_visible() {
        let drawn = |field: &TextField| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 5, 1));
            field.draw(buffer.area, &mut buffer, &testing::look(ColorDepth::True, false));
            buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        let mut field = TextField::new("abcdefgh");
        assert_eq!(drawn(&field), "efgh ");
        field.on_key(Key::plain(KeyCode::Home));
        assert_eq!(drawn(&field), "abcde");
    }
}
