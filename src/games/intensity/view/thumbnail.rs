//! The miniature of the card table: the round, with the backs of the hands around it.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
};

use super::{
    card::{self, CardFace},
    layout::TableSide,
};
use crate::widgets::{
    Look,
    cards::{fill, has_backgrounds},
};
use fourcade_engine::{
    intensity::model::{HAND_SIZE, IntensityObservation, SEATS, Trick},
    play::Seat,
};

/// The sizes of a card of the round, each with the smallest area that it is used in.
const CARD_SIZES: [(Size, Size); 3] = [
    (Size::new(6, 4), Size::new(44, 18)),
    (Size::new(5, 3), Size::new(30, 13)),
    (Size::new(2, 1), Size::new(0, 0)),
];

/// Draws the table with the first seat at the near side.
pub fn draw(observation: &IntensityObservation, area: Rect, buffer: &mut Buffer, look: &Look) {
    let fits = |&&(_, min): &&(Size, Size)| min.width <= area.width && min.height <= area.height;
    let (card, _) = CARD_SIZES.iter().find(fits).unwrap_or(&CARD_SIZES[CARD_SIZES.len() - 1]);
    let felt =
        if has_backgrounds(look) { look.text().bg(look.palette.cells[0]) } else { look.text() };
    fill(buffer, area, " ", felt);
    // A complete round stays visible until the next one begins.
    let (trick, is_complete) = match observation.history.last() {
        Some(last) if observation.trick.plays().next().is_none() => (*last, true),
        _ => (observation.trick, false),
    };
    for seat in (0..SEATS).map(Seat::new) {
        let side = TableSide::of(seat, Seat::new(0));
        draw_backs(observation.counts[seat.index()], side, area, buffer, look);
        draw_played(trick, is_complete, seat, card_area(side, *card, area), buffer, look);
    }
}

fn draw_played(
    trick: Trick,
    is_complete: bool,
    seat: Seat,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
) {
    let Some((_, played)) = trick.plays().find(|(by, _)| *by == seat) else { return };
    let is_winner = is_complete && trick.winner() == seat;
    let face = if is_winner { CardFace::Highlighted } else { CardFace::Normal };
    card::draw(buffer, area, played, face, look);
}

/// The area of a side's card in the round.
fn card_area(side: TableSide, card: Size, area: Rect) -> Rect {
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

/// Draws the backs of a side's hand, one column per card, at the left and right in two rows.
#[allow(clippy::cast_possible_truncation)] // ten
fn draw_backs(count: usize, side: TableSide, area: Rect, buffer: &mut Buffer, look: &Look) {
    let (count, half) = (count as u16, HAND_SIZE as u16 / 2);
    let style =
        if has_backgrounds(look) { look.text().bg(look.palette.cells[0]) } else { look.text() };
    let style = style.fg(look.palette.back[0]);
    let mut row = |x: u16, y: u16, count: u16| {
        let fan = Rect { x, y, width: count, height: 1 }.intersection(area);
        fill(buffer, fan, look.glyphs.fan, style);
    };
    let middle = area.y + area.height.saturating_sub(2) / 2;
    match side {
        TableSide::Near => row(
            area.x + area.width.saturating_sub(count) / 2,
            area.bottom().saturating_sub(1),
            count,
        ),
        TableSide::Far => row(area.x + area.width.saturating_sub(count) / 2, area.y, count),
        TableSide::Left | TableSide::Right => {
            let x =
                if side == TableSide::Left { area.x } else { area.right().saturating_sub(half) };
            row(x, middle, count.min(half));
            row(x, middle + 1, count.saturating_sub(half));
        }
    }
}
