//! Draws text, footers, dialogs and bars.

use std::{borrow::Cow, mem};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect, Size},
    style::{Modifier, Style},
    text::{Line, Span},
    widgets::{Block, Clear, Widget},
};
use tui_big_text::{BigText, PixelSize};
use unicode_width::UnicodeWidthStr;

use super::{AnyCommand, ClickAreas, ColorDepth, Look, Offer, backdrop};
use crate::printable::is_unprintable;

/// In a narrower window, only the first pinned offer is shown.
const MIN_WIDTH_FOR_PINNED: u16 = 60;

/// A number of rows or columns. More than a screen can have are as many as `u16` holds.
pub fn cells(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

pub fn text_width(text: &str) -> u16 {
    cells(text.width())
}

/// Replaces unprintable characters in a buffer, so that no text can control the terminal, and
/// suits and no-break spaces by the look's.
pub fn make_printable(buffer: &mut Buffer, look: &Look) {
    for cell in &mut buffer.content {
        if cell.symbol().contains(is_unprintable) {
            cell.set_symbol("?");
        } else if let Cow::Owned(symbol) = look.glyphs.write(cell.symbol()) {
            cell.set_symbol(&symbol);
        }
    }
}

/// Shortens a text to this number of columns. A text that was cut ends with an ellipsis.
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

/// Draws a text wrapped by [`wrap_lines`], as far as there is room.
pub fn draw_lines(buffer: &mut Buffer, area: Rect, text: &str, style: Style, look: &Look) {
    for (line, row) in wrap_lines(text, area.width).into_iter().zip(area.rows()) {
        draw_text(buffer, row, &line, style, look);
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

/// Draws a text in the first row of an area, shortened if necessary.
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

/// The width and height of a large letter: 8 x 8 pixels in quadrants.
pub const LARGE_LETTER: (u16, u16) = (4, 4);

/// The last letter of the large font, which has the Latin-1 characters.
const LAST_LARGE_LETTER: char = '\u{ff}';

/// The size of a text in the largest letters made of blocks that fit into `room`; `None` if none
/// do, or if a letter isn't in the font.
pub fn large_text_size(text: &str, room: Size) -> Option<Size> {
    let (width, height) = LARGE_LETTER;
    let width = text_width(text).saturating_mul(width);
    let sizes = [2, 1].map(|scale| Size::new(width.saturating_mul(scale), scale * height));
    let fits = |size: &Size| size.width <= room.width && size.height <= room.height;
    let is_in_font = text.chars().all(|letter| letter <= LAST_LARGE_LETTER);
    sizes.into_iter().find(fits).filter(|_| is_in_font)
}

/// Draws a text in large letters made of blocks. They are twice as large if there is room.
pub fn draw_large_text(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    let size = large_text_size(text, area.as_size());
    let is_double = size.is_some_and(|size| size.height > LARGE_LETTER.1);
    BigText::builder()
        .pixel_size(if is_double { PixelSize::Full } else { PixelSize::Quadrant })
        .style(style)
        .lines(vec![Line::from(text)])
        .build()
        .render(area, buffer);
}

/// Draws the footer: the keys of the available offers, as many as fit. The last `pinned` offers are
/// on the right and take precedence; then comes Esc.
pub fn draw_footer(
    buffer: &mut Buffer,
    area: Rect,
    offers: &[Offer<AnyCommand>],
    pinned: usize,
    look: &Look,
    areas: &mut ClickAreas,
) {
    fn button(offer: &Offer<AnyCommand>) -> Option<(Button<'_>, &AnyCommand)> {
        let (key, label) = offer.footer.as_ref().filter(|_| offer.is_available())?;
        Some((Button::new((key, label)), &offer.command))
    }
    let (free, fixed) = offers.split_at(offers.len().saturating_sub(pinned));
    // The first pinned offer is the help, which lists all others.
    let max = if area.width < MIN_WIDTH_FOR_PINNED { 1 } else { pinned };
    let fixed: Vec<_> = fixed.iter().filter_map(button).take(max).collect();
    let mut right = area.right();
    for (button, _) in fixed.iter().rev() {
        right = right.saturating_sub(button.width() + BUTTON_GAP).max(area.x);
    }
    let mut room = right.saturating_sub(area.x);
    if area.width >= MIN_WIDTH_FOR_PINNED {
        room = room.saturating_sub(BUTTON_GAP);
    }
    let mut free: Vec<_> = free
        .iter()
        .filter_map(|offer| Some((footer_rank(offer, area.width), button(offer)?, false)))
        .collect();
    let mut order: Vec<_> = (0..free.len()).collect();
    order.sort_by_key(|&at| free[at].0);
    for at in order {
        let (_, (button, _), is_shown) = &mut free[at];
        if let Some(rest) = room.checked_sub(button.width() + BUTTON_GAP) {
            (*is_shown, room) = (true, rest);
        }
    }
    let free = free.into_iter().filter(|(.., is_shown)| *is_shown).map(|(_, button, _)| button);
    let parts: [(_, _, Vec<_>); 2] =
        [(area.x + 1, right, free.collect()), (right + 1, area.right(), fixed)];
    for (mut x, end, buttons) in parts {
        for (button, command) in buttons {
            let place = Rect { x, width: end.saturating_sub(x), ..area };
            button.draw(place, look.dim(), command.clone(), buffer, look, areas);
            x += button.width() + BUTTON_GAP;
        }
    }
}

/// The priority of an offer in a footer of this width, lowest first. In a narrow window, arrow keys
/// and Tab come last, because people find them anyway.
fn footer_rank(offer: &Offer<AnyCommand>, width: u16) -> u8 {
    match offer.keys.first() {
        Some(key) if key.code == KeyCode::Esc => 0,
        Some(key) if width < MIN_WIDTH_FOR_PINNED && key.is_movement() => 2,
        _ => 1,
    }
}

/// A key with its label, in the footer or in a dialog.
#[derive(Clone, Copy, Debug)]
pub struct Button<'a> {
    pub key: &'a str,
    pub label: &'a str,
}

const BUTTON_GAP: u16 = 2;

impl<'a> Button<'a> {
    pub fn new((key, label): (&'a str, &'a str)) -> Self {
        Self { key, label }
    }

    pub fn width(self) -> u16 {
        text_width(self.key) + 1 + text_width(self.label)
    }

    /// Draws the button at the left of an area; a click runs the command.
    pub fn draw(
        self,
        area: Rect,
        style: Style,
        command: AnyCommand,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        if areas.hides(self.key) {
            return;
        }
        let line = Line::from(vec![
            Span::styled(self.key, look.accent()),
            Span::styled(format!(" {}", self.label), style),
        ]);
        buffer.set_line(area.x, area.y, &line, area.width);
        areas.add_any(Rect { width: self.width().min(area.width), height: 1, ..area }, command);
    }
}

/// Lays out buttons of these widths in rows of at most `columns` columns, relative to the first.
pub fn button_places(widths: impl IntoIterator<Item = u16>, columns: u16) -> Vec<Rect> {
    let (mut x, mut y) = (0, 0);
    let place = |width: u16| {
        if x > 0 && x + width > columns {
            (x, y) = (0, y + 1);
        }
        let place = Rect { x, y, width, height: 1 };
        x += width + BUTTON_GAP;
        place
    };
    widths.into_iter().map(place).collect()
}

pub struct Buttons<'a>(pub Vec<(Button<'a>, AnyCommand)>);

impl Buttons<'_> {
    fn places(&self, columns: u16) -> Vec<Rect> {
        button_places(self.0.iter().map(|(button, _)| button.width()), columns)
    }

    pub fn width(&self) -> u16 {
        self.places(u16::MAX).last().map_or(0, |last| last.right() + BUTTON_GAP)
    }

    pub fn height(&self, columns: u16) -> u16 {
        self.places(columns).last().map_or(0, |last| last.bottom())
    }

    /// Draws the buttons in the last rows of an area.
    pub fn draw(self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let top = area.bottom().saturating_sub(self.height(area.width)).max(area.y);
        let places = self.places(area.width);
        for ((button, command), place) in self.0.into_iter().zip(places) {
            let (x, y) = (area.x + place.x, top + place.y);
            let width = area.right().saturating_sub(x);
            let place = Rect { x, y, width, height: 1 }.intersection(area);
            if !place.is_empty() {
                button.draw(place, look.text(), command, buffer, look, areas);
            }
        }
    }
}

/// Draws an empty frame in the middle of an area and dims the rest. Returns the area inside, which
/// has the given size (columns and rows) if there is room. Its first row has the focus by default.
pub fn draw_dialog_frame(
    buffer: &mut Buffer,
    area: Rect,
    inner_size: (u16, u16),
    title: &str,
    look: &Look,
    areas: &mut ClickAreas,
) -> Rect {
    use ratatui::layout::Constraint::Length;
    let frame = area
        .centered(Length(inner_size.0.saturating_add(4)), Length(inner_size.1.saturating_add(2)));
    areas.cover(area);
    backdrop::recede(buffer, area, frame, look);
    draw_frame(buffer, frame, title, look);
    let inside = frame.inner(Margin::new(2, 1));
    areas.focus_on(inside);
    inside
}

pub fn draw_empty(buffer: &mut Buffer, area: Rect, look: &Look) {
    Clear.render(area, buffer);
    buffer.set_style(area, look.text());
}

pub fn draw_frame(buffer: &mut Buffer, frame: Rect, title: &str, look: &Look) {
    Clear.render(frame, buffer);
    Block::bordered()
        .border_set(look.glyphs.border)
        .border_style(look.rule())
        .style(look.text())
        .title(Line::styled(
            format!(" {} ", truncate(title, frame.width.saturating_sub(4), look)),
            look.accent(),
        ))
        .render(frame, buffer);
}

/// From this height on, advice is marked only in the middle row.
const MIN_HEIGHT_FOR_SINGLE_MARK: u16 = 3;

/// Draws two glyphs to the left and right of `area`, a card or a cell, but not outside `frame`.
/// Brackets cover the whole height. Marks of advice are only in the middle row of a high area, or
/// of any area without block glyphs, where stacked marks would look like a pattern or a cursor.
pub fn draw_brackets(
    buffer: &mut Buffer,
    area: Rect,
    frame: Rect,
    glyphs: [&str; 2],
    style: Style,
    look: &Look,
) {
    if area.is_empty() {
        return;
    }
    let is_advice = glyphs == look.glyphs.advice;
    let middle = area.y + (area.height - 1) / 2;
    let is_low = look.glyphs.blocks && area.height < MIN_HEIGHT_FOR_SINGLE_MARK;
    let is_whole = !is_advice || is_low;
    let rows = if is_whole { area.y..area.bottom() } else { middle..middle + 1 };
    for y in rows {
        if area.x > frame.x {
            buffer.set_string(area.x - 1, y, glyphs[0], style.add_modifier(Modifier::BOLD));
        }
        if area.right() < frame.right() {
            buffer.set_string(area.right(), y, glyphs[1], style.add_modifier(Modifier::BOLD));
        }
    }
}

/// Draws a bar: the first seat's share, the rest, and the second seat's share on the right.
pub fn draw_share_bar(buffer: &mut Buffer, area: Rect, shares: [u32; 2], rest: u32, look: &Look) {
    draw_share_bar_with(look.glyphs.bar, buffer, area, shares, rest, look);
}

pub fn draw_share_bar_with(
    bar: &str,
    buffer: &mut Buffer,
    area: Rect,
    [first, second]: [u32; 2],
    rest: u32,
    look: &Look,
) {
    let total = u64::from(first) + u64::from(second) + u64::from(rest);
    // Rounded to the nearest column.
    let columns = |share: u32| {
        let doubled =
            (u64::from(share) * u64::from(area.width) * 2).checked_div(total).unwrap_or(0);
        u16::try_from(doubled.div_ceil(2)).unwrap_or(0).min(area.width)
    };
    let left = columns(first);
    let right = if rest == 0 && total > 0 {
        area.width - left
    } else {
        columns(second).min(area.width - left)
    };
    let other = second_bar_glyph(bar, look);
    for column in 0..area.width {
        let (glyph, style) = if column < left {
            (bar, look.seat(0))
        } else if column >= area.width - right {
            (other, look.seat(1))
        } else {
            (look.glyphs.track, look.rule())
        };
        buffer.set_string(area.x + column, area.y, glyph, style);
    }
}

/// The glyph for the second seat's share of a bar; different only if there are too few colours.
pub fn second_bar_glyph<'a>(bar: &'a str, look: &Look) -> &'a str {
    let is_plain = !look.glyphs.blocks || look.depth == ColorDepth::Mono;
    if is_plain { look.glyphs.other_bar } else { bar }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{Binding, Key, Theme, keys::Group};

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

    #[test]
    fn a_narrow_footer_keeps_esc_and_drops_the_arrows_first() {
        static TABLE: [Binding<u8>; 6] = [
            Binding::new("", 0, &[Key::plain(KeyCode::Up)], "up").footer("arrows", "move"),
            Binding::new("", 1, &[Key::plain(KeyCode::Enter)], "play").footer("Enter", "play"),
            Binding::new("", 2, &[Key::plain(KeyCode::Tab)], "next").footer("Tab", "next"),
            Binding::new("", 3, &[Key::plain(KeyCode::Esc)], "back").footer("Esc", "back"),
            Binding::new("", 4, &[Key::char('u')], "undo").footer("u", "undo"),
            Binding::new("", 5, &[Key::char('?')], "help").footer("?", "help"),
        ];
        let look = Look::new(&Theme::built_in("dark").unwrap(), ColorDepth::Mono, true);
        let drawn = |width| {
            let offers: Vec<_> = TABLE
                .iter()
                .map(|row| Offer::new(Group::Page, row, None).map(AnyCommand::new))
                .collect();
            let mut buffer = Buffer::empty(Rect::new(0, 0, width, 1));
            let (area, mut areas) = (buffer.area, ClickAreas::default());
            draw_footer(&mut buffer, area, &offers, 1, &look, &mut areas);
            let text: String = buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect();
            text.trim().to_owned()
        };
        assert_eq!(drawn(40), "Enter play  Esc back  u undo    ? help");
        assert_eq!(drawn(24), "Esc back        ? help");
        let all = "arrows move  Enter play  Tab next  Esc back  u undo  ? help";
        assert_eq!(drawn(80).split_whitespace().collect::<Vec<_>>().join(" "), {
            all.split_whitespace().collect::<Vec<_>>().join(" ")
        });
    }

    #[test]
    fn shares_meet_when_there_is_no_rest() {
        let look = Look::new(&Theme::built_in("dark").unwrap(), ColorDepth::Mono, true);
        let drawn = |shares, rest| {
            let mut buffer = Buffer::empty(Rect::new(0, 0, 10, 1));
            draw_share_bar(&mut buffer, Rect::new(0, 0, 10, 1), shares, rest, &look);
            buffer.content.iter().map(ratatui::buffer::Cell::symbol).collect::<String>()
        };
        assert_eq!(drawn([0, 0], 52), "..........");
        assert_eq!(drawn([10, 20], 20), "##....====");
        assert_eq!(drawn([26, 26], 0), "#####=====");
        assert_eq!(drawn([52, 0], 0), "##########");
        assert_eq!(drawn([0, 0], 0), "..........");
    }
}
