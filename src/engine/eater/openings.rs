//! Openings: positions of the 7 x 7 board after two rounds that are nearly even.
//!
//! Chosen by the expert; its search of 6,000 positions gives the Passer 42 to 58 %. No two are
//! mirror images.

/// The cells of each opening, the Passer's first in each round.
///
/// The list must not change, because people compare their results.
#[rustfmt::skip]
pub const OPENINGS: [&str; 48] = [
    "4 2,3 6,3 3,3 5", "4 4,5 3,5 2,5 4", "3 4,5 5,5 6,5 4",
    "3 4,5 3,5 6,5 2", "5 3,3 5,3 2,3 6", "4 3,4 5,3 2,5 4",
    "6 3,4 4,4 5,4 2", "2 4,3 4,3 2,3 3", "4 5,4 3,3 6,4 2",
    "3 2,3 4,3 6,4 3", "3 5,5 4,5 2,5 5", "4 3,4 4,3 2,5 4",
    "4 2,3 5,3 4,2 3", "3 3,3 5,4 3,5 3", "4 5,4 4,5 6,5 4",
    "6 4,4 5,4 3,4 6", "4 5,3 3,3 5,2 6", "3 5,4 2,4 5,4 4",
    "4 5,5 3,5 5,3 6", "3 4,4 3,4 2,4 5", "3 2,4 5,4 6,4 3",
    "2 5,4 4,4 5,4 6", "4 3,3 5,3 6,3 4", "5 3,4 4,4 2,4 3",
    "4 5,3 4,3 3,3 5", "4 4,4 3,3 4,5 5", "3 3,4 4,4 5,4 3",
    "3 4,4 5,4 2,4 4", "4 5,4 4,6 5,4 2", "5 3,3 4,3 6,3 2",
    "5 4,5 5,4 5,6 5", "4 6,4 3,5 6,4 2", "4 3,4 5,4 6,3 3",
    "5 5,4 3,4 2,3 5", "5 2,3 3,3 6,3 5", "4 2,4 6,5 4,3 4",
    "6 4,4 5,4 6,4 3", "3 5,2 6,2 3,2 5", "4 5,4 3,4 2,5 4",
    "4 4,4 5,2 3,3 5", "3 2,4 3,4 5,4 2", "3 4,3 5,2 3,4 5",
    "4 3,6 4,6 5,6 3", "4 5,4 3,3 5,4 2", "3 4,3 5,5 3,2 3",
    "3 3,4 2,4 5,4 3", "4 4,4 3,5 4,3 3", "3 5,5 3,5 6,5 4",
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{
        eater::{Eater, model::EaterSetup},
        play::{RecordHeader, Session},
    };

    #[test]
    fn the_openings_are_legal_and_different() {
        let mut boards = HashSet::new();
        for opening in OPENINGS {
            let players = vec!["human".to_owned(); 2];
            let header =
                RecordHeader { setup: EaterSetup::new(7).unwrap(), players, seed: 1, clock: None };
            let mut session = Session::<Eater>::new(header);
            for cell in opening.split(',') {
                let seat = session.awaited().iter().next().unwrap();
                session.choose(seat, cell.parse().unwrap()).expect(opening);
            }
            let board = session.game().board();
            assert_eq!((session.lines().len(), board.marker_counts()), (2, [2, 2]), "{opening}");
            for alike in [board.clone(), board.mirrored(), board.upside_down()] {
                assert!(!boards.contains(&alike.to_string()), "{opening} is listed twice");
            }
            boards.insert(board.to_string());
        }
    }
}
