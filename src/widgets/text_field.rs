//! An editable line of text with the keys of readline. The cursor moves by grapheme.

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
    widgets::{Paragraph, Widget},
};
use tui_input::{Input, InputRequest};
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use super::{ClickAreas, Key, Look, drawing};

#[derive(Clone, Debug, Default)]
pub struct TextField {
    input: Input,
    is_preset: bool,
    /// The maximum width of the text, in columns.
    pub max_width: Option<usize>,
}

impl TextField {
    /// `text` is a preset, which typing replaces unless it is edited first.
    pub fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { is_preset: !text.is_empty(), input: Input::new(text), max_width: None }
    }

    pub fn text(&self) -> &str {
        self.input.value()
    }

    pub fn take(&mut self) -> String {
        std::mem::take(self).input.into()
    }

    pub fn insert(&mut self, text: &str) {
        let mut text: String = text.chars().filter(|letter| !letter.is_control()).collect();
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.is_preset) {
            self.input.reset();
        }
        if let Some(max_width) = self.max_width {
            let room = max_width.saturating_sub(self.text().width());
            while text.width() > room {
                text.pop();
            }
        }
        // Inserting the characters of a long text one by one would be slow.
        let cursor = self.input.cursor() + text.chars().count();
        let (before, after) = self.split_at_cursor();
        self.input = Input::new(format!("{before}{text}{after}")).with_cursor(cursor);
    }

    /// Returns whether the key was used.
    pub fn on_key(&mut self, key: Key) -> bool {
        if let KeyCode::Char(letter) = key.code
            && key.is_text()
        {
            self.insert(letter.encode_utf8(&mut [0; 4]));
            return true;
        }
        let request = match (key.code, key.ctrl, key.alt) {
            (KeyCode::Home, ..) | (KeyCode::Char('a'), true, _) => InputRequest::GoToStart,
            (KeyCode::End, ..) | (KeyCode::Char('e'), true, _) => InputRequest::GoToEnd,
            (KeyCode::Left, true, _) | (KeyCode::Left | KeyCode::Char('b'), _, true) => {
                InputRequest::GoToPrevWord
            }
            (KeyCode::Right, true, _) | (KeyCode::Right | KeyCode::Char('f'), _, true) => {
                InputRequest::GoToNextWord
            }
            (KeyCode::Left, ..) | (KeyCode::Char('b'), true, _) => InputRequest::GoToPrevChar,
            (KeyCode::Right, ..) | (KeyCode::Char('f'), true, _) => InputRequest::GoToNextChar,
            (KeyCode::Char('w'), true, _) | (KeyCode::Backspace, _, true) => {
                InputRequest::DeletePrevWord
            }
            (KeyCode::Char('u'), true, _) => InputRequest::DeleteFromStart,
            (KeyCode::Char('k'), true, _) => InputRequest::DeleteTillEnd,
            (KeyCode::Backspace, ..) | (KeyCode::Char('h'), true, _) => {
                InputRequest::DeletePrevChar
            }
            (KeyCode::Delete, ..) | (KeyCode::Char('d'), true, _) => InputRequest::DeleteNextChar,
            _ => return false,
        };
        self.input.handle(request);
        self.is_preset = false;
        true
    }

    fn split_at_cursor(&self) -> (&str, &str) {
        let text = self.text();
        let cursor = text.char_indices().nth(self.input.cursor());
        text.split_at(cursor.map_or(text.len(), |(at, _)| at))
    }

    /// Draws the field in the first row of an area, scrolled to the cursor, which has the focus.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let (before, after) = self.split_at_cursor();
        let under = after.graphemes(true).next().unwrap_or_default();
        let taken = drawing::text_width(under).max(1);
        let scroll = self.input.visual_scroll(area.width.saturating_sub(taken).into());
        // A preset is shown as selected, because typing replaces it.
        let own = Style { bg: None, ..look.strong() };
        let style = if self.is_preset { look.selected() } else { own };
        let line = Line::from(vec![
            Span::styled(before, style),
            Span::styled(if under.is_empty() { " " } else { under }, look.selected()),
            Span::styled(&after[under.len()..], style),
        ]);
        let scroll = drawing::cells(scroll);
        let cursor = drawing::text_width(before).saturating_sub(scroll).min(area.width);
        areas.focus_on(Rect { x: area.x + cursor, width: area.width - cursor, ..area });
        Paragraph::new(line).scroll((0, scroll)).render(Rect { height: 1, ..area }, buffer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::testing;

    /// `expected` has `|` at the cursor.
    #[track_caller]
    fn check(preset: &str, keys: &str, expected: &str) {
        let mut field = TextField::new(preset);
        for key in testing::keys(keys) {
            assert!(field.on_key(key), "{key:?}");
        }
        let (before, after) = field.split_at_cursor();
        assert_eq!(format!("{before}|{after}"), expected, "{keys}");
    }

    #[test]
    fn typing_replaces_an_untouched_preset() {
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
    fn a_text_stops_at_its_width() {
        let mut field = TextField { max_width: Some(4), ..TextField::new("Ada") };
        field.insert("\u{7530}Grace");
        assert_eq!(field.text(), "\u{7530}Gr");
        assert!(field.on_key(Key::char('a')));
        assert_eq!(field.text(), "\u{7530}Gr");
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
    fn a_long_text_is_scrolled_to_the_cursor() {
        let drawn = |field: &TextField| {
            let (buffer, areas) = testing::drawn((5, 1), |area, buffer, areas| {
                field.draw(area, buffer, &testing::dark(), areas);
            });
            (testing::text(&buffer), areas.focus().map(|focus| focus.x))
        };
        let mut field = TextField::new("abcdefgh");
        assert_eq!(drawn(&field), ("efgh".to_owned(), Some(4)));
        field.on_key(Key::plain(KeyCode::Left));
        assert_eq!(drawn(&field), ("defgh".to_owned(), Some(4)));
        field.on_key(Key::plain(KeyCode::Home));
        assert_eq!(drawn(&field), ("abcde".to_owned(), Some(0)));
    }
}
