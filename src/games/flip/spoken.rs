//! Flip for listeners.

use crate::games::{
    GridPos, spoken,
    spoken::{Audience, Spoken, SpokenGrid, TypedQuestion, enumerate},
};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipEvent, Side, Square},
    },
    play::Observation as _,
};

impl Spoken for Flip {
    const QUESTIONS: &'static [TypedQuestion<Self>] =
        &[TypedQuestion::ROW, TypedQuestion::COLUMN, TypedQuestion::WHERE, TypedQuestion::NEAR];

    fn changes_score(event: &FlipEvent) -> bool {
        matches!(event, FlipEvent::Placed { .. })
    }

    fn score(audience: &Audience<Self>) -> String {
        let [first, second] = audience.observation.position.board.counts();
        format!("{} {first}, {} {second}.", Side::O, Side::X)
    }

    fn position(audience: &Audience<Self>) -> Vec<String> {
        let mut sentences = spoken::rows(audience, "empty");
        sentences.push(Self::score(audience));
        sentences
    }

    /// The corners first, and cells beside an empty corner last.
    fn moves(audience: &Audience<Self>) -> Vec<String> {
        let (board, side) = (&audience.observation.position.board, Side::of(audience.seat));
        let last = board.size() - 1;
        let distance = |index: u16| index.min(last - index);
        let corner = |square: Square| {
            let end = |index: u16| if index * 2 > last { last } else { 0 };
            Square::new(end(square.row), end(square.col))
        };
        let group = |square: Square| match (distance(square.row), distance(square.col)) {
            (0, 0) => 0,
            (0..=1, 0..=1) if board.at(corner(square)).is_none() => 3,
            (0, _) | (_, 0) => 1,
            _ => 2,
        };
        let titles = ["Corners", "Edges", "Inside", "Beside an empty corner"];
        let mut groups: [Vec<(usize, Square)>; 4] = Default::default();
        for square in audience.observation.legal(audience.seat) {
            groups[group(square)].push((board.flips(side, square).len(), square));
        }
        let mut sentences = Vec::new();
        for (title, mut group) in titles.into_iter().zip(groups) {
            // Turning few tiles leaves the opponent few answers.
            group.sort_by_key(|&(turned, square)| (turned, square.row, square.col));
            let cells = group
                .iter()
                .map(|&(turned, square)| format!("{} turns {turned}", audience.write(square)));
            sentences.extend(enumerate(title, &cells.collect::<Vec<_>>()));
        }
        sentences
    }
}

impl SpokenGrid for Flip {
    const CELL_WORDS: &'static [(&'static str, &'static str)] =
        &[("O", "the tiles of O"), ("X", "the tiles of X"), ("empty", "cells without a tile")];

    fn cell(audience: &Audience<Self>, pos: GridPos) -> String {
        let tile = audience.observation.position.board.at(Square::new(pos.row, pos.col));
        tile.map_or_else(|| "empty".to_owned(), |side| side.to_string())
    }
}
