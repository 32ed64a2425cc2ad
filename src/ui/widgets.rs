//! Small parts that several screens draw.

use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::Style,
    text::{Line, Span},
    widgets::{Block, Clear, Widget},
};
use unicode_width::UnicodeWidthStr;

use super::{Areas, Depth, Look, Offer, Target};

/// A window of fewer columns is narrow.
const NARROW: u16 = 60;

/// Text as wide as it is shown, in columns.
pub fn width(text: &str) -> u16 {
    u16::try_from(text.width()).unwrap_or(u16::MAX)
}

/// `text`, cut to so many columns with a sign that something was left out.
pub fn fit(text: &str, columns: u16, look: &Look) -> String {
    if width(text) <= columns {
        return text.to_owned();
    }
    let mut cut = String::new();
    for letter in text.chars() {
        if width(&cut) + 2 > columns {
            break;
        }
        cut.push(letter);
    }
    if columns > 0 {
        cut.push_str(look.glyphs.ellipsis);
    }
    cut
}

/// Writes one line of text, cut to `area`'s first row.
pub fn put(buffer: &mut Buffer, area: Rect, text: &str, style: Style, look: &Look) {
    if area.height > 0 {
        buffer.set_stringn(area.x, area.y, fit(text, area.width, look), area.width.into(), style);
    }
}

/// The footer: what can be done now, key by key, as many as fit. The last `pinned` offers are kept at the right.
pub fn footer(buffer: &mut Buffer, area: Rect, offers: &[Offer], pinned: usize, look: &Look, areas: &mut Areas) {
    let label = |at: usize| {
        let offer = &offers[at];
        offer.footer.filter(|_| offer.applies()).map(|(key, word)| (at, key, word))
    };
    let room = |&(_, key, word): &(usize, &str, &str)| width(key) + width(word) + 3;
    let (free, fixed) = (0..offers.len()).partition::<Vec<_>, _>(|&at| at + pinned < offers.len());
    // A narrow window has room for the help only, which names all the others.
    let most = if area.width < NARROW { 1 } else { pinned };
    let fixed: Vec<_> = fixed.into_iter().filter_map(label).take(most).collect();
    let mut right = area.right();
    for item in fixed.iter().rev() {
        right = right.saturating_sub(room(item)).max(area.x);
    }
    let mut x = area.x + 1;
    for item in free.into_iter().filter_map(label) {
        if x + room(&item) > right {
            continue;
        }
        x = key_word(buffer, Rect { x, width: right - x, ..area }, item, look, areas);
    }
    let mut x = right.max(area.x) + 1;
    for item in fixed {
        x = key_word(buffer, Rect { x, width: area.right().saturating_sub(x), ..area }, item, look, areas);
    }
}

/// Draws `key word` and makes it a button; returns where the next one may start.
fn key_word(
    buffer: &mut Buffer,
    area: Rect,
    (at, key, word): (usize, &str, &str),
    look: &Look,
    areas: &mut Areas,
) -> u16 {
    let line =
        Line::from(vec![Span::styled(key.to_owned(), look.accent()), Span::styled(format!(" {word}"), look.dim())]);
    let drawn = width(key) + 1 + width(word);
    buffer.set_line(area.x, area.y, &line, area.width);
    areas.add(Rect { width: drawn.min(area.width), height: 1, ..area }, Target::Offer(at));
    area.x + drawn + 2
}

/// A framed box in the middle of `area`, over what is there; returns its inside.
pub fn dialog(
    buffer: &mut Buffer,
    area: Rect,
    inside: (u16, u16),
    title: &str,
    look: &Look,
    areas: &mut Areas,
) -> Rect {
    use ratatui::layout::Constraint::Length;
    let frame = area.centered(Length(inside.0.saturating_add(4)), Length(inside.1.saturating_add(2)));
    areas.add(area, Target::Nothing);
    Clear.render(frame, buffer);
    Block::bordered()
        .border_set(look.glyphs.border)
        .border_style(look.rule())
        .style(look.text())
        .title(Line::styled(format!(" {} ", fit(title, frame.width.saturating_sub(4), look)), look.accent()))
        .render(frame, buffer);
    frame.inner(Margin::new(2, 1))
}

/// A bar across `area`: the first `part` of `whole` in one style, the rest in another.
pub fn bar(buffer: &mut Buffer, area: Rect, (part, whole): (u32, u32), styles: [Style; 2], look: &Look) {
    let filled =
        if whole == 0 { 0 } else { (u64::from(part) * u64::from(area.width) * 2 / u64::from(whole)).div_ceil(2) };
    for (column, x) in (area.x..area.right()).enumerate() {
        let (sign, style) = if (column as u64) < filled {
            (look.glyphs.bar, styles[0])
        } else {
            // Two colours are enough, if there are any.
            let is_plain = !look.glyphs.blocks || look.depth == Depth::Mono;
            (if is_plain { look.glyphs.track } else { look.glyphs.bar }, styles[1])
        };
        buffer.set_string(x, area.y, sign, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::{Motion, Theme};

    #[test]
    fn text_is_cut_to_its_columns() {
        let look = Look::new(&Theme::built_in("dark").unwrap(), Depth::True, true, Motion::default());
        assert_eq!(fit("level:10", 8, &look), "level:10");
        assert_eq!(fit("level:10", 7, &look), "level:~");
        assert_eq!(fit("level:10", 1, &look), "~");
        assert_eq!(fit("level:10", 0, &look), "");
    }
}
