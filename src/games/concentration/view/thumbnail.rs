//! The miniature of the grid.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
    style::{Modifier, Style},
};

use super::card::{self, CardAppearance};
use crate::widgets::{
    Look,
    cards::{fill, has_backgrounds},
};
use fourcade_engine::{
    concentration::model::{ConcentrationObservation, Face, PlayingCard, ROWS, Spot},
    play::Seat,
};

/// Draws the cards without row and column numbers. In a narrow area each card is one column wide.
#[allow(clippy::cast_possible_truncation)] // 4 and 13
pub fn draw(observation: &ConcentrationObservation, area: Rect, buffer: &mut Buffer, look: &Look) {
    let rows = ROWS as u16;
    let (width, gap) = match area.width {
        ..25 => (1, 0),
        25..38 => (1, 1),
        38..51 => (2, 1),
        _ => (3, 1),
    };
    let step = (area.height.saturating_add(1) / rows).max(1);
    let height = step.saturating_sub(1).clamp(1, 3);
    let step = step.min(height + 1);
    let board = area.centered_vertically(Length(rows * step - (step - height)));
    for spot in Spot::all() {
        let (row, column) = (spot.row() as u16, spot.column() as u16 - 1);
        let place =
            Rect::new(board.x + column * (width + gap), board.y + row * step, width, height);
        let place = place.intersection(area);
        let appearance = appearance(observation, spot);
        match width {
            _ if place.is_empty() => {}
            1 => draw_narrow(buffer, place, appearance, look),
            _ => card::draw(buffer, place, appearance, look),
        }
    }
}

/// The appearance of the card on a spot.
fn appearance(observation: &ConcentrationObservation, spot: Spot) -> CardAppearance {
    // The two cards of the last turn stay visible until the next card is turned up.
    let last = observation.history.last().filter(|_| observation.first.is_none());
    let shown = last.and_then(|turn| turn.cards.iter().find(|(at, _)| *at == spot));
    match (observation.at(spot), shown) {
        (Face::Turned(card), _) | (Face::Down, Some(&(_, card))) => CardAppearance::Face(card),
        (Face::Won(card, seat), Some(_)) => CardAppearance::Fresh(card, seat),
        (Face::Won(card, seat), None) => CardAppearance::Won(card, seat),
        (Face::Down, None) => CardAppearance::Back,
    }
}

/// Draws a card of one column.
fn draw_narrow(buffer: &mut Buffer, area: Rect, appearance: CardAppearance, look: &Look) {
    let rank =
        |card: PlayingCard| if card.rank().name() == "10" { "T" } else { card.rank().name() };
    let of = |seat: Seat| look.text().fg(look.palette.seats[seat.index()]);
    let (sign, style) = match appearance {
        CardAppearance::Back => (look.glyphs.fan, look.text().fg(look.palette.back[0])),
        CardAppearance::Won(_, seat) => (look.glyphs.empty, of(seat)),
        CardAppearance::Fresh(card, seat) => {
            (rank(card), of(seat).add_modifier(Modifier::BOLD | Modifier::REVERSED))
        }
        CardAppearance::Face(card) | CardAppearance::Remembered(card, _)
            if has_backgrounds(look) =>
        {
            let print = look.palette.print[usize::from(card.suit().is_red())];
            (rank(card), Style::new().fg(print).bg(look.palette.paper).add_modifier(Modifier::BOLD))
        }
        CardAppearance::Face(card) | CardAppearance::Remembered(card, _) => {
            (rank(card), look.strong().add_modifier(Modifier::REVERSED))
        }
    };
    match appearance {
        CardAppearance::Back => fill(buffer, area, sign, style),
        CardAppearance::Won(..) => {}
        _ => fill(buffer, area, " ", style),
    }
    buffer.set_stringn(
        area.x,
        area.y + area.height.saturating_sub(1) / 2,
        sign,
        area.width.into(),
        style,
    );
}
