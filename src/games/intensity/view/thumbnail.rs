//! The small picture of a game: the round in the middle and the hands around it.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Margin, Rect, Size},
    style::Style,
};

use super::{
    card::{self, CardFace},
    layout::TableSide,
};
use crate::widgets::{
    Look,
    cards::{draw_ground, fill},
    drawing,
};
use fourcade_engine::{
    intensity::model::{Card, CardSet, IntensityObservation, SEATS, Trick},
    play::Seat,
};

/// Card sizes, each with the smallest area for it. All have room for a sign in the middle, with a
/// margin.
const THUMBNAIL_CARD_SIZES: [(Size, Size); 7] = [
    (Size::new(12, 8), Size::new(62, 34)),
    (Size::new(8, 5), Size::new(46, 24)),
    (Size::new(6, 4), Size::new(30, 16)),
    (Size::new(4, 3), Size::new(30, 15)),
    (Size::new(4, 2), Size::new(24, 12)),
    (Size::new(3, 2), Size::new(18, 12)),
    (Size::new(2, 1), Size::new(0, 0)),
];

/// A narrower picture doesn't name its seats.
pub const MIN_WIDTH_WITH_SEATS: u16 = 30;
/// During the game, names have as much room as if this many stood side by side.
const NAMES_ACROSS: u16 = 6;

/// Draws the round, the hands and the `names`, which are by seat and may be empty. At the end,
/// points follow the names, and the winners' are emphasized.
pub fn draw(
    observation: &IntensityObservation,
    names: &[String],
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
) {
    draw_ground(buffer, area, look);
    let trick = shown_trick(observation);
    let has_round = trick.plays().next().is_some();
    // A visible hand is the subject of the picture, so it is near.
    let open = observation.hands.iter().position(Option::is_some);
    let near = Seat::new(open.unwrap_or(0));
    let scale = if open.is_some() { 1 } else { (area.height / 12).max(1) };
    let open_hand = observation.hands[near.index()].filter(|hand| !hand.is_empty());
    let hand_cards = open_hand.map(|hand| open_hand_cards(hand, has_round, area));
    for &(place, card) in hand_cards.iter().flatten() {
        card::draw(buffer, place, card, CardFace::Normal, look);
    }
    let room = round_area(area, scale, hand_cards.as_deref().filter(|_| has_round));
    let card_size = round_card_size(area, room);
    let has_followers = trick.plays().nth(1).is_some();
    // The names at the left and right share a row below both hands. Without a round, an open hand
    // is between these, and the row is below it, too.
    let bottoms = hand_cards.iter().flatten().map(|(place, _)| place.bottom() + 1);
    let mut side_names_y = bottoms.max().filter(|_| !has_round).unwrap_or(area.y);
    let mut named_places = Vec::new();
    for seat in (0..SEATS).map(Seat::new) {
        let side = TableSide::of(seat, near);
        let played = trick.card_of(seat).map(|card| (card_area(side, card_size, room), card));
        if let Some((place, card)) = played {
            let wins = has_followers && trick.winning_card() == Some(card);
            let face = if wins { CardFace::Highlighted } else { CardFace::Normal };
            card::draw(buffer, place, card, face, look);
        }
        if side == TableSide::Near && open_hand.is_some() {
            continue;
        }
        let edge =
            if side.is_beside() { Rect { y: room.y, height: room.height, ..area } } else { area };
        let count = observation.hand_sizes[seat.index()];
        let backs = draw_backs(count, side, scale, edge, buffer, look);
        let place = match played {
            Some((card, _)) if backs.is_empty() => card,
            _ => Rect { height: backs.height + 1, ..backs },
        };
        if side.is_beside() {
            side_names_y = side_names_y.max(place.bottom());
        }
        named_places.push((seat, side, place));
    }
    let max_width = if observation.is_over() {
        // Only the cards of the last round are left between the names.
        (area.width.saturating_sub(card_size.width) / 2).saturating_sub(2)
    } else {
        area.width / NAMES_ACROSS
    };
    for (seat, side, place) in named_places {
        let Some(name) = names.get(seat.index()) else { continue };
        let (text, style) = label(observation, seat, name, look);
        let width = drawing::text_width(&text).min(max_width);
        let place = name_area(width, side, place, side_names_y, area);
        drawing::draw_text(buffer, place.intersection(area), &text, style, look);
    }
}

/// A complete round is shown until the next one begins.
fn shown_trick(observation: &IntensityObservation) -> Trick {
    match observation.history.last() {
        Some(last) if observation.trick.plays().next().is_none() => *last,
        _ => observation.trick,
    }
}

/// The name of a seat and, at the end, its points.
fn label(
    observation: &IntensityObservation,
    seat: Seat,
    name: &str,
    look: &Look,
) -> (String, Style) {
    let points = |seat: usize| observation.score(Seat::new(seat));
    let own = points(seat.index());
    let is_over = observation.is_over();
    let has_won = is_over && (0..SEATS).all(|seat| own <= points(seat));
    let style = if has_won { look.won() } else { look.text() };
    let text = if is_over { format!("{name} {own}") } else { name.to_owned() };
    (text, Style { bg: None, ..style })
}

/// The room for the played cards: between the backs of the hands, and with a blank row above an
/// open hand.
fn round_area(area: Rect, scale: u16, open_hand: Option<&[(Rect, Card)]>) -> Rect {
    let top = open_hand.and_then(|cards| cards.iter().map(|(place, _)| place.y).min());
    let bottom = match top {
        Some(top) => top.saturating_sub(1),
        None => area.bottom().saturating_sub(scale),
    };
    let y = (area.y + scale).min(bottom);
    let room = area.inner(Margin::new(2 * scale, 0));
    Rect { y, height: bottom - y, ..room }
}

/// The largest card for this area with which a round fits into `room`.
fn round_card_size(area: Rect, room: Rect) -> Size {
    let fits = |&&(card, min): &&(Size, Size)| {
        min.width <= area.width
            && min.height <= area.height
            && round_size(card).width <= room.width
            && 2 * card.height < room.height
    };
    let sizes = &THUMBNAIL_CARD_SIZES;
    sizes.iter().find(fits).unwrap_or(&sizes[sizes.len() - 1]).0
}

/// The size of four played cards with gaps, if there is room enough.
fn round_size(card: Size) -> Size {
    Size::new(3 * card.width + 2 * (card.width / 2), 3 * card.height + 2 * card.height.div_ceil(3))
}

/// Places the cards of the near hand in one or two rows. They are as large as possible, but leave
/// room for the other hands and for a round of the next smaller cards. Without a round, they are in
/// the middle.
fn open_hand_cards(hand: CardSet, has_round: bool, area: Rect) -> Vec<(Rect, Card)> {
    let count = u16::try_from(hand.len()).unwrap_or(0);
    // Cards of one row need no gap.
    let size_of = |card: &Size, columns: u16| {
        let gap = u16::from(card.height > 1);
        let rows = count.div_ceil(columns);
        Size::new(columns * (card.width + 1) - 1, rows * (card.height + gap) - gap)
    };
    let cards = THUMBNAIL_CARD_SIZES.map(|(card, _)| card);
    let smaller = cards.iter().skip(1).chain(cards.last());
    let candidates = cards.iter().zip(smaller).flat_map(|(card, smaller)| {
        [count, count.div_ceil(2)].map(|columns| (*card, *smaller, columns))
    });
    // On each side, a hand of two columns and a free column.
    let sides = 2 * (2 + 1);
    // The far hand, the round and a free row.
    let above = |round: Size| 1 + if has_round { round_size(round).height + 1 } else { 0 };
    let fits = |&(card, round, columns): &(Size, Size, u16)| {
        let Size { width, height } = size_of(&card, columns);
        width + sides <= area.width && height + above(round) <= area.height
    };
    let best = candidates.clone().find(fits).or(candidates.last());
    let (card, round, columns) = best.unwrap_or((Size::new(2, 1), Size::new(2, 1), count));
    let size = size_of(&card, columns);
    let x = area.x + area.width.saturating_sub(size.width) / 2;
    let free = area.height.saturating_sub(size.height);
    let margin = if has_round { u16::from(free > above(round)) } else { free / 2 };
    let y = area.bottom().saturating_sub(size.height + margin);
    let step = card.height + u16::from(card.height > 1);
    let place = |at: u16| Rect {
        x: x + at % columns * (card.width + 1),
        y: y + at / columns * step,
        width: card.width,
        height: card.height,
    };
    (0..).zip(hand.iter()).map(|(at, card)| (place(at).intersection(area), card)).collect()
}

/// The place of a card in the round. If there is room, a row stays free above and below the round.
fn card_area(side: TableSide, card: Size, room: Rect) -> Rect {
    let Size { width, height } = round_size(card);
    let height = height.min(room.height.saturating_sub(2)).max(2 * card.height + 1);
    let round = room.centered(Length(width), Length(height));
    side.area_at_edge(card, round).intersection(room)
}

/// The place of a name at the right of the far or near `hand`, in its outer row, or below a hand at
/// the left or right, in row `y`. A seat without a hand has its played card instead.
fn name_area(width: u16, side: TableSide, hand: Rect, y: u16, area: Rect) -> Rect {
    let (x, y) = match side {
        TableSide::Far => (hand.right() + 1, hand.y),
        TableSide::Near => (hand.right() + 1, hand.bottom().min(area.bottom()).saturating_sub(1)),
        TableSide::Left | TableSide::Right => {
            let middle = (hand.x + hand.width / 2).saturating_sub(width / 2);
            let last = area.right().saturating_sub(width + 1);
            (middle.min(last).max(area.x + 1), y)
        }
    };
    Rect { x, y, width, height: 1 }
}

/// Draws the backs of a hand, each of `scale` x `scale` cells: near and far in a row, left and
/// right in two columns. Returns their place.
#[allow(clippy::cast_possible_truncation)] // at most ten cards
fn draw_backs(
    count: usize,
    side: TableSide,
    scale: u16,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
) -> Rect {
    let count = count as u16;
    let style =
        if look.has_backgrounds() { look.text().bg(look.palette.cells[0]) } else { look.text() };
    let style = style.fg(look.palette.back[0]);
    let (extent, glyph) = match side {
        TableSide::Near | TableSide::Far => (Size::new(count * scale, scale), look.glyphs.fan),
        TableSide::Left | TableSide::Right => {
            (Size::new(2 * scale, count.div_ceil(2) * scale), look.glyphs.low)
        }
    };
    let place = side.area_at_edge(extent, area).intersection(area);
    fill(buffer, place, glyph, style);
    place
}
