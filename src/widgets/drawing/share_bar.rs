//! A bar that shows two shares of a whole.

use ratatui::{buffer::Buffer, layout::Rect};

use crate::widgets::{ColorDepth, Look};

/// Draws the first seat's share, the rest, and the second seat's share on the right.
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
    // Rounded to the nearest column, but no share vanishes.
    let least = |share: u32| u16::from(share > 0).min(area.width);
    let columns = |share: u32| {
        let doubled =
            (u64::from(share) * u64::from(area.width) * 2).checked_div(total).unwrap_or(0);
        u16::try_from(doubled.div_ceil(2)).unwrap_or(0).clamp(least(share), area.width)
    };
    let left = columns(first).min(area.width - least(second));
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
    use crate::widgets::Theme;

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
        assert_eq!(drawn([1, 1], 62), "#........=");
        assert_eq!(drawn([51, 1], 0), "#########=");
        assert_eq!(drawn([26, 26], 0), "#####=====");
        assert_eq!(drawn([52, 0], 0), "##########");
        assert_eq!(drawn([0, 0], 0), "..........");
    }
}
