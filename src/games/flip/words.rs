//! Flip in words: the course's drawing of the board, events, goals and highlights.

use super::{corners, reasons};
use crate::games::{
    ActionText as _, GameWords, Notation, Overview, OverviewRow, Series, ShareSquare, Style,
    spoken::Audience,
};
use fourcade_course::flip::classic;
use fourcade_engine::flip::model::{FlipEvent, FlipObservation, Side, Square};
use fourcade_engine::flip::{Flip, FlipReason};
use fourcade_engine::play::Seat;

/// Moves before the end in which tiles matter more than mobility; fewer on small boards.
const LAST_MOVES: u32 = 10;

/// The largest board with curves in the overview: those of longer games are unreadable.
const MAX_OVERVIEW_SIZE: u16 = 16;

impl GameWords for Flip {
    const REMATCH: &'static str = "swap colours";
    const SHARED_GOAL: Option<&'static str> =
        Some("enclose the other's tiles to turn them; the most tiles win");

    fn draw_plain(observation: &FlipObservation) -> String {
        classic::board_lines(&observation.position.board).map(|line| line + "\n").collect()
    }

    fn tell(event: &FlipEvent, style: Style, to: &Audience<Self>) -> Option<String> {
        Some(match (event, style) {
            (FlipEvent::Placed { side, square, flipped }, Style::Spoken) => {
                let plays = to.subject_and_verb(side.seat(), "play");
                let turn = if plays.starts_with("You ") { "turn" } else { "turns" };
                format!("{plays} {} and {turn} {}.", to.write(*square), flipped.len())
            }
            (FlipEvent::Placed { side, square, flipped }, _) => {
                let played = format!("{} played {}", to.subject(side.seat()), to.write(*square));
                match style {
                    Style::Log { is_short: true, .. } => played,
                    _ => format!("{played} (+{})", flipped.len()),
                }
            }
            (FlipEvent::Passed { is_end: true, .. }, _) => return None,
            (FlipEvent::Passed { side, .. }, Style::Spoken) => {
                format!(
                    "{}: there is no move for {side}.",
                    to.subject_and_verb(side.seat(), "pass")
                )
            }
            (FlipEvent::Passed { side, .. }, _) => {
                format!("{} couldn't move and passed", to.subject(side.seat()))
            }
            (FlipEvent::Over(tiles), style) => {
                let cells = u32::from(to.observation.position.board.size()).pow(2);
                let loser = [Side::O, Side::X].into_iter().find(|side| tiles[side.index()] == 0);
                let told = match loser {
                    Some(loser) => {
                        format!("{} no tiles left", to.subject_and_verb(loser.seat(), "have"))
                    }
                    None if tiles.iter().sum::<u32>() < cells => "Neither side can move".to_owned(),
                    None => return None,
                };
                if style == Style::Spoken { told + "." } else { told }
            }
        })
    }

    fn highlights(game: &Flip, _: Option<Seat>, _: &[String], _: Notation) -> Vec<String> {
        let board = game.board();
        if board.counts().contains(&0) {
            return vec!["A wipe-out".to_owned()];
        }
        let corners: Vec<_> =
            corners(board).into_iter().filter_map(|corner| board.at(corner)).collect();
        if corners.is_empty() {
            return Vec::new();
        }
        let count = |side| corners.iter().filter(|owner| **owner == side).count();
        let (first, second) = (count(Side::O), count(Side::X));
        vec![format!("Corners: {} {first}, {} {second}", Side::O, Side::X)]
    }

    fn overview(history: &[Vec<FlipEvent>], observation: &FlipObservation) -> Option<Overview> {
        let size = observation.position.board.size();
        if history.is_empty() || size > MAX_OVERVIEW_SIZE {
            return None;
        }
        let mut tiles = [2, 2];
        let mut curves = tiles.map(|count| vec![count]);
        for event in history.iter().flatten() {
            let FlipEvent::Placed { side, flipped, .. } = event else { continue };
            let turned = u32::try_from(flipped.len()).unwrap_or_default();
            tiles[side.index()] += 1 + turned;
            tiles[side.other().index()] -= turned;
            for (curve, count) in curves.iter_mut().zip(tiles) {
                curve.push(count);
            }
        }
        let cells = u32::from(size).pow(2);
        let most = curves.iter().flatten().copied().fold(cells / 4, u32::max);
        // This leaves a little space above the higher curve.
        let max = most + most / 8 + 1;
        let row = |(side, values): (Side, Vec<u32>)| OverviewRow {
            label: side.to_string(),
            seat: Some(side.seat()),
            note: values.last().map_or_else(String::new, u32::to_string),
            series: Series::Curve { values, max },
        };
        let rows = [Side::O, Side::X].into_iter().zip(curves).map(row).collect();
        Some(Overview { heading: "Tiles after each move", rows })
    }

    /// The final board, with the person's tiles as full blocks.
    fn share_picture(game: &Flip, person: Seat) -> Vec<String> {
        let board = game.board();
        let cell = |row, col| match board.at(Square::new(row, col)) {
            None => "··",
            Some(side) if side.seat() == person => "██",
            Some(_) => "░░",
        };
        let row = |row| (0..board.size()).map(|col| cell(row, col)).collect();
        (0..board.size()).map(row).collect()
    }

    /// One square per row of the board: good if the person has more tiles in it.
    fn share_squares(game: &Flip, person: Seat) -> Vec<ShareSquare> {
        let board = game.board();
        let row = |row| {
            let sides = (0..board.size()).filter_map(|col| board.at(Square::new(row, col)));
            let (own, others): (Vec<_>, Vec<_>) = sides.partition(|side| side.seat() == person);
            own.len().cmp(&others.len()).into()
        };
        (0..board.size()).map(row).collect()
    }

    fn explain(
        reason: &FlipReason,
        chooser: Seat,
        reader: Option<Seat>,
        notation: Notation,
    ) -> String {
        reasons::clause(*reason, None, chooser, reader, notation)
    }

    fn explain_against(
        reason: &FlipReason,
        better: Square,
        chooser: Seat,
        reader: Option<Seat>,
        notation: Notation,
    ) -> String {
        reasons::clause(*reason, Some(better), chooser, reader, notation)
    }

    fn tells_outlook(reason: &FlipReason) -> bool {
        matches!(reason, FlipReason::Solved { .. } | FlipReason::WipesOut | FlipReason::WinsAll)
    }

    fn goal(observation: &FlipObservation, seat: Seat, notation: Notation) -> Option<String> {
        let (board, side) = (&observation.position.board, Side::of(seat));
        let corner = corners(board).into_iter().find(|&corner| board.is_legal(side, corner));
        if let Some(corner) = corner {
            let corner = Self::write(corner, notation);
            return Some(format!("the corner {corner} is free, and nobody can turn it back"));
        }
        let cells = u32::from(board.size()).pow(2);
        let [own, others] = [side, side.other()].map(|side| board.legal(side).len());
        let other = side.other();
        Some(if board.empties() <= LAST_MOVES.min(cells / 4) {
            format!("the end is near: turn as many of {other}'s tiles as you can")
        } else if own < others {
            format!("{other} could play on {others} cells, you on {own}: leave {other} fewer")
        } else {
            format!("enclose {other}'s tiles, but only a few at a time")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{
        flip::model::FlipSetup,
        play::{Game as _, Observation as _, Seats},
    };

    #[test]
    fn the_overview_counts_the_tiles_after_each_move() {
        let mut game = Flip::start(&FlipSetup::new(4).unwrap());
        let mut history = Vec::new();
        while let Some(seat) = game.awaited().only() {
            let action = game.observe(Seats::NONE).legal(seat)[0];
            history.push(game.step(&[(seat, action)]).unwrap());
            let overview = Flip::overview(&history, &game.observe(Seats::NONE)).unwrap();
            let last = overview.rows.iter().map(|row| match &row.series {
                Series::Curve { values, .. } => (values.len(), *values.last().unwrap()),
                other @ Series::Blocks(_) => panic!("{other:?}"),
            });
            let [first, second] = game.board().counts();
            assert_eq!(last.collect::<Vec<_>>(), [first, second].map(|n| (history.len() + 1, n)));
        }
        let large = Flip::start(&FlipSetup::new(30).unwrap());
        assert_eq!(Flip::overview(&[], &large.observe(Seats::NONE)), None);
    }

    #[test]
    fn the_goal_follows_the_game() {
        let mut game = Flip::start(&FlipSetup::new(6).unwrap());
        let goal = |game: &Flip| {
            let seat = game.awaited().only().unwrap();
            Flip::goal(&game.observe(Seats::NONE), seat, Notation::FromOne).unwrap()
        };
        assert!(goal(&game).starts_with("enclose X's tiles"));
        for square in ["4 2", "2 1", "1 1", "0 1"] {
            let seat = game.awaited().only().unwrap();
            game.step(&[(seat, square.parse().unwrap())]).unwrap();
        }
        assert!(goal(&game).starts_with("the corner 1\u{a0}1 is free"));
    }

    #[test]
    fn the_goal_changes_for_the_last_ten_moves() {
        let mut game = Flip::start(&FlipSetup::new(8).unwrap());
        let (mut changes, mut is_outnumbered) = (Vec::new(), false);
        while let Some(seat) = game.awaited().only() {
            let observation = game.observe(Seats::NONE);
            let goal = Flip::goal(&observation, seat, Notation::FromOne).unwrap();
            is_outnumbered |= goal.contains("could play on");
            if !goal.contains("corner") {
                changes.push((observation.position.board.empties(), goal.starts_with("the end")));
            }
            let action = observation.legal(seat)[0];
            game.step(&[(seat, action)]).unwrap();
        }
        assert!(is_outnumbered && changes.iter().any(|(_, is_end)| *is_end), "{changes:?}");
        assert!(changes.iter().all(|&(empty, is_end)| is_end == (empty <= 10)), "{changes:?}");
    }

    #[test]
    fn a_wipe_out_is_said_in_place_of_the_corners() {
        let mut game = Flip::start(&FlipSetup::new(8).unwrap());
        let highlights = |game: &Flip| Flip::highlights(game, None, &[], Notation::FromOne);
        assert!(highlights(&game).is_empty());
        for square in "2 4,2 3,1 2,1 5,1 4,2 5,4 2,1 3,1 6".split(',') {
            let seat = game.awaited().only().unwrap();
            game.step(&[(seat, square.parse().unwrap())]).unwrap();
        }
        assert_eq!(highlights(&game), ["A wipe-out"]);
    }

    #[test]
    fn the_end_is_told_instead_of_the_passes_before_it() {
        let told = |size, squares: &str| {
            let mut game = Flip::start(&FlipSetup::new(size).unwrap());
            let mut events = Vec::new();
            for square in squares.split(',') {
                let seat = game.awaited().only().unwrap();
                events = game.step(&[(seat, square.parse().unwrap())]).unwrap();
            }
            let observation = &game.observe(Seats::NONE);
            let to = Audience::<Flip> {
                observation,
                seat: Seat::new(0),
                names: &[],
                notation: Notation::FromOne,
            };
            events
                .iter()
                .filter_map(|event| Flip::tell(event, Style::Line, &to))
                .collect::<Vec<_>>()
        };
        let wipe_out = told(8, "2 4,2 3,1 2,1 5,1 4,2 5,4 2,1 3,1 6");
        assert_eq!(wipe_out[1..], ["X has no tiles left"]);
    }
}
