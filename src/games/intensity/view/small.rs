//! The card table in few cells: the round in the middle, the backs of the hands around it.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
};

use super::{
    card::{self, Lie},
    layout::Side,
};
use crate::{
    games::intensity::rules::{HAND, IntensityObservation, SEATS, Trick},
    play::Seat,
    ui::{
        Look,
        cards::{fill, has_backgrounds},
    },
};

/// Width and height of a card of the round, with the least area for it.
const CARDS: [(Size, Size); 3] = [
    (Size::new(6, 4), Size::new(44, 18)),
    (Size::new(5, 3), Size::new(30, 13)),
    (Size::new(2, 1), Size::new(0, 0)),
];

/// Draws the table as it is from the first seat.
pub fn draw(seen: &IntensityObservation, area: Rect, buffer: &mut Buffer, look: &Look) {
    let fits =
        |&&(_, least): &&(Size, Size)| least.width <= area.width && least.height <= area.height;
    let card = CARDS.iter().find(fits).map_or(CARDS[CARDS.len() - 1].0, |&(card, _)| card);
    let felt =
        if has_backgrounds(look) { look.text().bg(look.palette.cells[0]) } else { look.text() };
    fill(buffer, area, " ", felt);
    // A round that is over is looked at until the next one begins.
    let (trick, is_over) = match seen.history.last() {
        Some(last) if seen.trick.plays().next().is_none() => (*last, true),
        _ => (seen.trick, false),
    };
    for seat in (0..SEATS).map(Seat::new) {
        let side = Side::of(seat, Seat::new(0));
        draw_back(seen.counts[seat.index()], side, area, buffer, look);
        draw_played(trick, is_over, seat, place(side, card, area), buffer, look);
    }
}

fn draw_played(
    trick: Trick,
    is_over: bool,
    seat: Seat,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
) {
    let Some((_, played)) = trick.plays().find(|(by, _)| *by == seat) else { return };
    let lie = if is_over && trick.winner() == seat { Lie::Winning } else { Lie::Face };
    card::draw(buffer, area, played, lie, look);
}

/// Where a side's card of the round lies.
fn place(side: Side, card: Size, area: Rect) -> Rect {
    let middle = area.centered(Length(card.width), Length(card.height));
    let (right, down) = side.direction();
    let (across, along) = (
        i32::from(card.width + card.width.div_ceil(2)),
        i32::from(card.height + card.height.div_ceil(3)),
    );
    let moved = |from: u16, by: i32| u16::try_from(i32::from(from) + by).unwrap_or(0);
    Rect { x: moved(middle.x, right * across), y: moved(middle.y, down * along), ..middle }
        .intersection(area)
}

/// The hand of a side: a column for each card, in two rows at the left and the right.
#[allow(clippy::cast_possible_truncation)] // ten
fn draw_back(count: usize, side: Side, area: Rect, buffer: &mut Buffer, look: &Look) {
    let (count, half) = (count as u16, HAND as u16 / 2);
    let style =
        if has_backgrounds(look) { look.text().bg(look.palette.cells[0]) } else { look.text() };
    let style = style.fg(look.palette.back[0]);
    let mut row = |x: u16, y: u16, count: u16| {
        let fan = Rect { x, y, width: count, height: 1 }.intersection(area);
        fill(buffer, fan, look.glyphs.fan, style);
    };
    let middle = area.y + area.height.saturating_sub(2) / 2;
    match side {
        Side::Near => row(
            area.x + area.width.saturating_sub(count) / 2,
            area.bottom().saturating_sub(1),
            count,
        ),
        Side::Far => row(area.x + area.width.saturating_sub(count) / 2, area.y, count),
        Side::Left | Side::Right => {
            let x = if side == Side::Left { area.x } else { area.right().saturating_sub(half) };
            row(x, middle, count.min(half));
            row(x, middle + 1, count.saturating_sub(half));
        }
    }
}
