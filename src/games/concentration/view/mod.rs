//! Draws Concentration: the grid of cards with coordinates.

mod card;
mod layout;
mod piles;
#[cfg(test)]
mod tests;

pub use layout::CardGridLayout;

use std::time::Duration;

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    style::Style,
};

use super::{
    controller::{Command, ConcentrationController, memories_refusal},
    moments::{MISSED_PAIR, THREE_PAIRS},
};
use crate::{
    games::{
        GameView, Naming, STEP_TIME, Scene, Timing, counted,
        grid::{self, Grid, GridGame as _},
        leading_name, player_names,
    },
    widgets::{
        ClickAreas, Look,
        cards::draw_ground,
        drawing::{self, SideMark},
        glow,
    },
};
use card::{CardAppearance, CardStyle};
use fourcade_engine::{
    concentration::{
        Concentration,
        model::{
            COLUMNS, ConcentrationEvent, ConcentrationObservation, Face, PlayingCard, ROWS, Spot,
            Turn,
        },
        players::{Memory, memory_capacity},
    },
    play::{Game as _, Seat},
};
use piles::Piles;

/// The motion at which the second card of a pair is up and the pair starts to lift off.
const TURN_END: f32 = 0.45;

/// The cards of a thumbnail, the largest first.
const THUMBNAIL_CARDS: [Size; 5] =
    [Size::new(6, 4), Size::new(5, 3), Size::new(4, 3), Size::new(4, 2), Size::new(4, 1)];
/// The space between the cards of a thumbnail, and around them.
const THUMBNAIL_GAP: Size = Size::new(2, 1);
/// If fewer columns fit even of the smallest cards, these stand closer together.
const MIN_THUMBNAIL_COLUMNS: u16 = 4;

pub struct View<'a> {
    scene: &'a Scene<'a, Concentration>,
    layout: CardGridLayout,
    look: &'a Look,
    cursor: Option<Spot>,
    /// By seat; empty unless they are shown.
    memories: [Vec<(Spot, PlayingCard)>; 2],
    marks: [String; 2],
}

/// The players' initials, or numbers if initials don't tell the seats apart or look like ranks.
fn marks(players: &[String], naming: Naming) -> [String; 2] {
    let names = player_names(Concentration::KEY, players, &[], naming);
    let initial = |seat: usize| {
        let (name, player) = (names.get(seat)?, players.get(seat)?);
        // A player unknown to this version is shown as in the record and has no initial.
        let first = name.chars().next().filter(|_| name != player)?;
        let initial = first.to_uppercase().to_string();
        let is_rank = PlayingCard::all().any(|card| card.rank().name() == initial);
        (!is_rank).then_some(initial)
    };
    match (initial(0), initial(1)) {
        (Some(first), Some(second)) if first != second => [first, second],
        _ => card::MARKS.map(str::to_owned),
    }
}

impl<'a> View<'a> {
    pub fn new(
        scene: &'a Scene<'a, Concentration>,
        layout: CardGridLayout,
        look: &'a Look,
        cursor: Option<Spot>,
        shows_memories: bool,
    ) -> Self {
        let memory = |seat: usize| {
            let capacity = scene
                .names
                .get(seat)
                .and_then(|name| memory_capacity(name))
                .filter(|_| shows_memories)?;
            Some(Memory::new(&scene.observation.history, capacity).iter().collect())
        };
        let memories = [0, 1].map(|seat| memory(seat).unwrap_or_default());
        Self { scene, layout, look, cursor, memories, marks: marks(scene.names, scene.naming) }
    }

    fn card_style(&self) -> CardStyle<'_> {
        CardStyle { look: self.look, marks: self.marks.each_ref().map(String::as_str) }
    }

    pub fn draw(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        buffer.set_style(self.layout.frame, self.look.text());
        if let Some(piles) = self.piles() {
            return self.draw_piles(&piles, buffer);
        }
        self.draw_labels(buffer);
        for spot in Spot::all() {
            let area = self.layout.area_of(spot);
            match self.turning_spot() {
                Some(turning) if turning == spot && self.turning_motion() < 1.0 => {
                    card::draw_turning(
                        buffer,
                        area,
                        self.turning_motion(),
                        self.appearance(spot),
                        self.card_style(),
                    );
                }
                _ => card::draw(buffer, area, self.appearance(spot), self.card_style()),
            }
            areas.add(area, Command::ChooseAt(Concentration::pos_of(spot)));
        }
        self.draw_lift_off(buffer);
        self.draw_moment(buffer);
        let advised = self.scene.hint.map(|advice| advice.action);
        if let Some(spot) = advised {
            let area = self.layout.area_of(spot);
            buffer.set_style(area, Style::new().fg(self.look.palette.accent));
            // A card of one row has no room for brackets; its colour marks it.
            if area.height > 1 || !self.look.has_backgrounds() {
                self.draw_side_mark(buffer, spot, SideMark::Advice);
            }
        }
        if let Some(spot) = self.cursor {
            let is_advised = advised == Some(spot);
            let mark = if is_advised { SideMark::SelectedAdvice } else { SideMark::Selected };
            self.draw_side_mark(buffer, spot, mark);
            grid::focus_on(self.layout.area_of(spot), areas);
        }
    }

    fn piles(&self) -> Option<Piles<'_>> {
        Piles::at(self.scene.observation, self.lower_seat(), self.scene.celebration?)
    }

    /// The seat whose pairs are below: the only person, else the first seat.
    fn lower_seat(&self) -> Seat {
        let [is_first, is_second] = [0, 1].map(|seat| self.scene.is_person(Seat::new(seat)));
        Seat::new(usize::from(is_second && !is_first))
    }

    fn draw_piles(&self, piles: &Piles, buffer: &mut Buffer) {
        let layout = self.layout.piles(piles.rows);
        let Scene { names, people, naming, .. } = *self.scene;
        let names = player_names(Concentration::KEY, names, people, naming);
        for (pile, seat) in piles.seats.into_iter().enumerate() {
            draw_ground(buffer, layout.ground(pile), self.look);
            for (number, card) in piles.cards(seat).enumerate() {
                let appearance = CardAppearance::Fresh(card, seat);
                card::draw(buffer, layout.card(pile, number), appearance, self.card_style());
            }
            let Some(heading) = layout.heading(pile) else { continue };
            let pairs = counted(piles.pair_counts()[seat.index()], "pair");
            let name = names.get(seat.index()).map_or_else(String::new, |it| leading_name(it));
            let style = self.look.seat(seat.index());
            drawing::draw_text(buffer, heading, &format!("{name}: {pairs}"), style, self.look);
        }
    }

    fn draw_labels(&self, buffer: &mut Buffer) {
        let here = self.turn_style();
        let style = |is_here: bool| if is_here { here } else { self.look.dim() };
        let frame = self.layout.frame;
        let Grid { rows, columns, .. } =
            Concentration::grid(self.scene.observation, self.scene.notation);
        for column in 1..=COLUMNS {
            let Some(spot) = Spot::new(0, column) else { continue };
            let area = self.layout.area_of(spot);
            let text = (usize::from(columns.first) + column - 1).to_string();
            let inset = (usize::from(area.width) - text.len().min(area.width.into())) / 2;
            let is_here = self.cursor.is_some_and(|cursor| cursor.column() == column);
            buffer.set_stringn(
                area.x + u16::try_from(inset).unwrap_or(0),
                frame.y,
                &text,
                area.width.into(),
                style(is_here),
            );
        }
        for row in 0..ROWS {
            let Some(spot) = Spot::new(row, 1) else { continue };
            let area = self.layout.area_of(spot);
            if !area.is_empty() {
                let is_here = self.cursor.is_some_and(|cursor| cursor.row() == row);
                buffer.set_string(
                    frame.x,
                    area.y + (area.height - 1) / 2,
                    (usize::from(rows.first) + row).to_string(),
                    style(is_here),
                );
            }
        }
    }

    fn turning_spot(&self) -> Option<Spot> {
        self.scene.events.iter().find_map(|event| match event {
            ConcentrationEvent::Turned { spot, .. } => Some(*spot),
            _ => None,
        })
    }

    fn won_pair(&self) -> Option<&Turn> {
        self.scene.events.iter().find_map(|event| match event {
            ConcentrationEvent::Won(turn) => Some(turn),
            _ => None,
        })
    }

    /// Progress of the last card's turn, from 0 to 1. A pair lifts off afterwards.
    fn turning_motion(&self) -> f32 {
        let whole = if self.won_pair().is_some() { TURN_END } else { 1.0 };
        (self.scene.motion / whole).min(1.0)
    }

    /// Draws a won pair on its way to its owner: down to a person, up to a computer or the second
    /// person. Cards of a single row stay, because two more would look like cards on the table.
    fn draw_lift_off(&self, buffer: &mut Buffer) {
        let Some(turn) = self.won_pair() else { return };
        let done = (self.scene.motion - TURN_END) / (1.0 - TURN_END);
        if !(0.0..1.0).contains(&done) {
            return;
        }
        let is_below = self.scene.is_person(turn.seat) && turn.seat == self.lower_seat();
        let frame = self.layout.frame;
        for &(spot, card) in &turn.cards {
            let area = self.layout.area_of(spot);
            if area.height == 1 {
                continue;
            }
            let end = if is_below { frame.bottom() } else { frame.y };
            let way = f32::from(end) - f32::from(area.y);
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // inside the frame
            let y = (f32::from(area.y) + done * done * way).round().max(0.0) as u16;
            let place = Rect { y, ..area }.intersection(frame);
            card::draw(buffer, place, CardAppearance::Face(card), self.card_style());
        }
    }

    fn draw_moment(&self, buffer: &mut Buffer) {
        let Some((moment, done)) = self.scene.moment else { return };
        let turns = if moment.key == THREE_PAIRS { 3 } else { 1 };
        let own = self.scene.observation.history.iter().rev().filter(|it| it.seat == moment.seat);
        let cards: Vec<_> = own.take(turns).flat_map(|turn| turn.cards).collect();
        let count = f32::from(u8::try_from(cards.len()).unwrap_or(u8::MAX));
        let ink = match moment.key {
            MISSED_PAIR => self.look.palette.alert,
            _ => self.look.palette.seats[moment.seat.index()],
        };
        for (at, (spot, _)) in (0_u8..).zip(cards.into_iter().rev()) {
            let delay = f32::from(at) / count;
            glow::draw(buffer, self.layout.area_of(spot), done, delay, ink, self.look);
        }
    }

    fn appearance(&self, spot: Spot) -> CardAppearance {
        let turn = self.scene.events.iter().find_map(|event| match event {
            ConcentrationEvent::Won(turn) | ConcentrationEvent::Missed(turn) => Some(turn),
            _ => None,
        });
        let shown = turn.and_then(|turn| turn.cards.iter().find(|(at, _)| *at == spot));
        match (self.scene.observation.at(spot), shown) {
            (Face::Turned(card), _) => face_up(self.scene.observation, spot, card),
            // Until the second card is up, the first one must not tell that it matches.
            (Face::Won(card, _), Some(_)) if self.turning_motion() < 1.0 => {
                CardAppearance::Face(card)
            }
            (Face::Won(card, seat), Some(_)) => CardAppearance::Fresh(card, seat),
            (Face::Won(card, seat), None) => CardAppearance::Won(card, seat),
            (Face::Down, Some(&(_, card))) if self.scene.is_lingering => CardAppearance::Face(card),
            (Face::Down, _) => self.face_down(spot),
        }
    }

    fn face_down(&self, spot: Spot) -> CardAppearance {
        let remembered =
            self.memories.each_ref().map(|memory| memory.iter().find(|(at, _)| *at == spot));
        let by = remembered.map(|card| card.is_some());
        remembered
            .into_iter()
            .flatten()
            .next()
            .map_or(CardAppearance::Back, |&(_, card)| CardAppearance::Remembered(card, by))
    }

    fn draw_side_mark(&self, buffer: &mut Buffer, spot: Spot, mark: SideMark) {
        let (area, frame) = (self.layout.area_of(spot), self.layout.frame);
        // The mark at the right of the last column stands beside the frame, if there is room.
        let frame = Rect { width: frame.width + 1, ..frame }.intersection(buffer.area);
        drawing::draw_side_mark(buffer, area, frame, mark, self.turn_style(), self.look);
    }

    fn turn_style(&self) -> Style {
        self.look.strong().fg(self.scene.turn_color(self.look))
    }
}

impl Timing for Concentration {
    fn animation(events: &[ConcentrationEvent]) -> Duration {
        let is_won = events.iter().any(|event| matches!(event, ConcentrationEvent::Won(_)));
        if is_won { Duration::from_millis(480) } else { STEP_TIME }
    }

    fn celebration(_: &ConcentrationObservation) -> Duration {
        piles::TIME
    }
}

impl GameView for Concentration {
    type Controller = ConcentrationController;

    const MIN_SIZE: Size = Size::new(40, 11);

    fn thumbnail_size(room: Size, _: Size) -> Size {
        let grid = ThumbnailGrid::new(room);
        let Size { width, height } = grid.size();
        let (beside, above) = (2 * THUMBNAIL_GAP.width, 2 * THUMBNAIL_GAP.height);
        Size::new((width + beside).min(room.width), (height + above).min(room.height))
    }

    fn open_points(observation: &ConcentrationObservation) -> Option<u32> {
        u32::try_from(observation.cards_left() / 2).ok()
    }

    fn seat_marks(names: &[String], naming: Naming) -> Option<[String; 2]> {
        Some(marks(names, naming))
    }

    fn counted_scores(observation: &ConcentrationObservation, done: f32) -> Option<Vec<i32>> {
        let piles = Piles::at(observation, Seat::new(0), done);
        let pairs = piles.map_or([0; 2], |piles| piles.pair_counts());
        Some(pairs.iter().map(|&pairs| i32::try_from(pairs).unwrap_or(i32::MAX)).collect())
    }

    fn extent(_: &ConcentrationController, _: &Scene<Concentration>, room: Size, _: &Look) -> Size {
        CardGridLayout::extent(room)
    }

    fn draw(
        controller: &mut ConcentrationController,
        scene: &Scene<Concentration>,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        // Beside two cards that don't match, the next person's cursor would seem to mean one of
        // them.
        let shows_cursor = scene.celebration.is_none()
            && !scene.is_lingering
            && (controller.cursor.placed().is_some() || !scene.deciding.is_empty());
        let cursor = shows_cursor.then(|| controller.cursor(scene));
        let shows_memories = controller.players_see_memories
            || controller.spectators_see_memories && memories_refusal(scene).is_none();
        View::new(scene, CardGridLayout::new(area), look, cursor, shows_memories)
            .draw(buffer, areas);
    }

    #[allow(clippy::cast_possible_truncation)] // 4 and 13
    fn draw_thumbnail(
        observation: &ConcentrationObservation,
        labels: &[String],
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let marks = match labels {
            [first, second] => [first, second].map(String::as_str),
            _ => card::MARKS,
        };
        let grid = ThumbnailGrid::new(area.as_size());
        let last = observation.history.last().and_then(|turn| turn.cards.last().copied());
        let shown = observation.first.or(last);
        let column_count = COLUMNS as u16;
        let middle = shown.map_or(column_count / 2, |(spot, _)| spot.column() as u16 - 1);
        let first = middle.saturating_sub(grid.columns / 2).min(column_count - grid.columns);
        let Size { width, height } = grid.size();
        draw_ground(buffer, area, look);
        let x = area.x + area.width.saturating_sub(width) / 2;
        let y = area.y + area.height.saturating_sub(height) / 2;
        for spot in Spot::all() {
            let (row, column) = (spot.row() as u16, spot.column() as u16 - 1);
            let Some(column) = column.checked_sub(first).filter(|&column| column < grid.columns)
            else {
                continue;
            };
            let Size { width, height } = grid.card;
            let x = x + column * (width + grid.gap.width);
            let place = Rect::new(x, y + row * (height + grid.gap.height), width, height);
            let place = place.intersection(area);
            let appearance = thumbnail_appearance(observation, spot);
            card::draw_small(buffer, place, appearance, CardStyle { look, marks });
        }
    }
}

/// The cards of a thumbnail. If not all columns fit, some are left out.
struct ThumbnailGrid {
    columns: u16,
    card: Size,
    gap: Size,
}

impl ThumbnailGrid {
    #[allow(clippy::cast_possible_truncation)] // 13 columns
    fn new(area: Size) -> Self {
        let gap = Size::new(1, THUMBNAIL_GAP.height);
        let with_all_columns = |card: Size| Self { columns: COLUMNS as u16, card, gap };
        let fits = |grid: &Self, margins: u16| {
            let Size { width, height } = grid.size();
            width + 2 * margins <= area.width && height + margins <= area.height
        };
        let mut all_columns = THUMBNAIL_CARDS.map(with_all_columns).into_iter();
        if let Some(grid) = all_columns.find(|grid| fits(grid, 1)) {
            return grid;
        }
        let with_some_columns = |card: Size, gap: u16| Self {
            columns: (area.width.saturating_sub(2) + gap) / (card.width + gap),
            card,
            gap: Size::new(gap, THUMBNAIL_GAP.height),
        };
        let grids = THUMBNAIL_CARDS.map(|card| with_some_columns(card, THUMBNAIL_GAP.width));
        // Low cards need no margin: those above and below them are open, too.
        let is_large_enough = |grid: &Self| {
            grid.columns >= MIN_THUMBNAIL_COLUMNS && fits(grid, u16::from(grid.card.height > 2))
        };
        let smallest = with_some_columns(THUMBNAIL_CARDS[THUMBNAIL_CARDS.len() - 1], 1);
        let mut grid = grids.into_iter().find(is_large_enough).unwrap_or(smallest);
        grid.columns = grid.columns.clamp(1, COLUMNS as u16);
        let free = area.height.saturating_sub(grid.size().height);
        if free > ROWS as u16 {
            grid.gap.height += 1;
        }
        grid
    }

    #[allow(clippy::cast_possible_truncation)] // 4 rows
    fn size(&self) -> Size {
        let Self { columns, card, gap } = self;
        Size::new(
            columns * (card.width + gap.width) - gap.width,
            ROWS as u16 * (card.height + gap.height) - gap.height,
        )
    }
}

fn face_up(
    observation: &ConcentrationObservation,
    spot: Spot,
    card: PlayingCard,
) -> CardAppearance {
    let is_first = observation.first == Some((spot, card));
    if is_first { CardAppearance::Face(card) } else { CardAppearance::Left(card) }
}

fn thumbnail_appearance(observation: &ConcentrationObservation, spot: Spot) -> CardAppearance {
    // The two cards of the last turn stay visible until the next card is turned up.
    let last = observation
        .history
        .last()
        .filter(|_| observation.first.is_none() && observation.cards_left() > 0);
    let shown = last.and_then(|turn| turn.cards.iter().find(|(at, _)| *at == spot));
    match (observation.at(spot), shown) {
        (Face::Turned(card), _) => face_up(observation, spot, card),
        (Face::Down, Some(&(_, card))) => CardAppearance::Face(card),
        (Face::Won(card, seat), _) => CardAppearance::Won(card, seat),
        (Face::Down, None) => CardAppearance::Back,
    }
}
