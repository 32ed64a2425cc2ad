//! How the grid of Concentration is drawn: cards that look like cards, their places numbered at the
//! rim.

mod card;
mod layout;
mod small;
#[cfg(test)]
mod tests;

use ratatui::{buffer::Buffer, style::Style};

pub use layout::Layout;
pub use small::draw as draw_small;

use card::Lie;

use super::{
    Concentration,
    players::{Memory, remembers},
    rules::{COLUMNS, ConcentrationEvent, Face, PlayingCard, ROWS, Spot},
};
use crate::{
    games::Scene,
    ui::{ClickAreas, ClickTarget, Look, widgets},
};

/// What is drawn: the scene, the cursor, and whether the computers' memories are shown.
pub struct View<'a> {
    scene: &'a Scene<'a, Concentration>,
    layout: Layout,
    look: &'a Look,
    cursor: Option<Spot>,
    /// What each seat remembers, if it is shown.
    memories: [Vec<(Spot, PlayingCard)>; 2],
}

impl<'a> View<'a> {
    /// The grid of `scene`, laid out so; with the cursor if it is shown, and with what the
    /// computers remember.
    pub fn new(
        scene: &'a Scene<'a, Concentration>,
        layout: Layout,
        look: &'a Look,
        cursor: Option<Spot>,
        shows_memories: bool,
    ) -> Self {
        let memory = |seat: usize| {
            let most = scene
                .names
                .get(seat)
                .and_then(|name| remembers(name))
                .filter(|_| shows_memories)?;
            Some(Memory::of(&scene.observation.history, most).iter().collect())
        };
        let memories = [0, 1].map(|seat| memory(seat).unwrap_or_default());
        Self { scene, layout, look, cursor, memories }
    }

    /// Draws it and makes each card a spot, by its number.
    pub fn draw(&self, buffer: &mut Buffer, areas: &mut ClickAreas) {
        buffer.set_style(self.layout.frame, self.look.text());
        self.labels(buffer);
        for spot in Spot::all() {
            let area = self.layout.area_of(spot);
            match self.turning() {
                Some(turning) if turning == spot && self.scene.motion < 1.0 => {
                    card::turning(buffer, area, self.scene.motion, self.lie(spot), self.look);
                }
                _ => card::draw(buffer, area, self.lie(spot), self.look),
            }
            areas.add(area, ClickTarget::Item(spot.index()));
        }
        let advised = self.scene.hint.map(|advice| advice.action);
        if let Some(spot) = advised.filter(|&spot| Some(spot) != self.cursor) {
            self.embrace(
                buffer,
                spot,
                self.look.glyphs.advice,
                self.look.strong().fg(self.look.palette.hint),
            );
        }
        if let Some(spot) = self.cursor {
            let is_advised = advised == Some(spot);
            let signs =
                if is_advised { self.look.glyphs.advice } else { self.look.glyphs.brackets };
            self.embrace(buffer, spot, signs, self.look.accent());
        }
    }

    fn labels(&self, buffer: &mut Buffer) {
        let style = |is_here: bool| if is_here { self.look.accent() } else { self.look.dim() };
        let frame = self.layout.frame;
        for column in 1..=COLUMNS {
            let Some(spot) = Spot::new(0, column) else { continue };
            let area = self.layout.area_of(spot);
            let text = column.to_string();
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
                    row.to_string(),
                    style(is_here),
                );
            }
        }
    }

    /// The card that was turned up in the last step.
    fn turning(&self) -> Option<Spot> {
        self.scene.events.iter().find_map(|event| match event {
            ConcentrationEvent::Turned { spot, .. } => Some(*spot),
            _ => None,
        })
    }

    /// How the card there lies.
    fn lie(&self, spot: Spot) -> Lie {
        let turn = self.scene.events.iter().find_map(|event| match event {
            ConcentrationEvent::Won(turn) | ConcentrationEvent::Missed(turn) => Some(turn),
            _ => None,
        });
        let shown = turn.and_then(|turn| turn.cards.iter().find(|(at, _)| *at == spot));
        match (self.scene.observation.at(spot), shown) {
            (Face::Turned(card), _) => Lie::Face(card),
            (Face::Won(card, seat), Some(_)) => Lie::Fresh(card, seat),
            (Face::Won(card, seat), None) => Lie::Won(card, seat),
            (Face::Down, Some(&(_, card))) if self.scene.is_lingering => Lie::Face(card),
            (Face::Down, _) => self.memory(spot),
        }
    }

    fn memory(&self, spot: Spot) -> Lie {
        let known =
            self.memories.each_ref().map(|memory| memory.iter().find(|(at, _)| *at == spot));
        let by = known.map(|known| known.is_some());
        known.into_iter().flatten().next().map_or(Lie::Back, |&(_, card)| Lie::Remembered(card, by))
    }

    /// Signs beside the card there.
    fn embrace(&self, buffer: &mut Buffer, spot: Spot, signs: [&str; 2], style: Style) {
        widgets::draw_brackets(
            buffer,
            self.layout.area_of(spot),
            self.layout.frame,
            signs,
            style,
            self.look,
        );
    }
}
