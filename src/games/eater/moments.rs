//! The moments of Eater.

use crate::games::moments::{MomentKey, MomentKind, Moments, Step};
use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterEvent, Role},
    },
    play::Seat,
};

pub const PATH: MomentKey = MomentKey("path");
pub const ROW_CLOSED: MomentKey = MomentKey("row_closed");
pub const ONE_TO_GO: MomentKey = MomentKey("one_to_go");
pub const CLASH: MomentKey = MomentKey("clash");

impl Moments for Eater {
    const MOMENTS: &'static [MomentKind<Self>] = &[
        MomentKind { key: PATH, sentence: None, detect: path },
        MomentKind { key: ROW_CLOSED, sentence: None, detect: row_closed },
        MomentKind { key: ONE_TO_GO, sentence: Some("One cell to go!"), detect: one_to_go },
        MomentKind { key: CLASH, sentence: None, detect: clash },
    ];
}

fn path(step: &Step<Eater>) -> Option<Seat> {
    step.events.contains(&EaterEvent::Over(Role::Passer)).then(|| Role::Passer.seat())
}

fn row_closed(step: &Step<Eater>) -> Option<Seat> {
    let is_closed = |event: &EaterEvent| matches!(event, EaterEvent::Closed(_));
    step.events.iter().any(is_closed).then(|| Role::Eater.seat())
}

/// The Passer, if a single cell can newly complete the path.
fn one_to_go(step: &Step<Eater>) -> Option<Seat> {
    let needs_one = |board| !paths_with_one_more(board).is_empty();
    let is_new = needs_one(step.after.board()) && !needs_one(step.before.board());
    is_new.then(|| Role::Passer.seat())
}

/// For each empty cell that completes a path, one of these paths.
pub fn paths_with_one_more(board: &EaterBoard) -> Vec<Vec<Cell>> {
    let path_with = |cell| {
        let mut next = board.clone();
        next.set(cell, Some(Role::Passer));
        next.winning_path()
    };
    board.empty_cells().iter().filter_map(path_with).collect()
}

fn clash(step: &Step<Eater>) -> Option<Seat> {
    let is_clash =
        |event: &EaterEvent| matches!(event, EaterEvent::Chose(both) if both.clash().is_some());
    step.events.iter().any(is_clash).then(|| Role::Eater.seat())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::moments::testing::moment_of;
    use fourcade_engine::{eater::model::EaterSetup, play::Game as _};

    /// `rounds` are the choices of the Passer and the Eater.
    fn moments(size: u16, rounds: &[[&str; 2]]) -> Vec<Option<(&'static str, usize)>> {
        let mut game = Eater::start(&EaterSetup::new(size).unwrap());
        let play = |[passer, eater]: &[&str; 2]| {
            let choices = game.awaited().iter().zip([passer, eater]);
            let choices: Vec<_> =
                choices.map(|(seat, cell)| (seat, cell.parse().unwrap())).collect();
            let moment = moment_of(&game, &choices);
            game.step(&choices).unwrap();
            moment
        };
        rounds.iter().map(play).collect()
    }

    #[test]
    fn a_clash_a_closed_row_one_to_go_and_the_path_are_moments() {
        let passer = [["1 1", "3 3"], ["2 1", "1 3"], ["3 1", "2 2"]];
        assert_eq!(moments(3, &passer), [None, Some(("one_to_go", 0)), Some(("path", 0))]);
        let eater = [["1 1", "1 1"], ["2 1", "1 2"], ["3 1", "1 3"]];
        assert_eq!(moments(3, &eater), [Some(("clash", 1)), None, Some(("row_closed", 1))]);
    }

    #[test]
    fn a_path_that_lacks_a_cell_has_no_other_stones() {
        let board: EaterBoard = "P.P\nP..\n..E".parse().unwrap();
        let cells = |text: [&str; 3]| text.map(|cell| cell.parse().unwrap()).to_vec();
        let paths = ["3 1", "3 2"].map(|last| cells(["1 1", "2 1", last]));
        assert_eq!(paths_with_one_more(&board), paths);
        assert!(paths_with_one_more(&EaterBoard::empty(3)).is_empty());
    }
}
