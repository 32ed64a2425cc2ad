//! Requests to a program that plays Eater. A request tells the program its role (1 for the Passer,
//! 2 for the Eater), the size of the board, and the board row by row: 0 for an empty cell,
//! otherwise the number of the role whose marker is there.

use std::fmt::Write as _;

use rand::RngExt as _;

use crate::check::{CheckRequest, ChecksPlayers, play_steps, random_action};
use crate::program::{
    AsksPrograms,
    answer::{AnswerFormat, read_row_and_column},
};
use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, EaterSetup, MAX_SIZE, MIN_SIZE, Role},
    },
    play::{Game as _, PlayerArg, Rng, Seat, Seats},
};

/// Largest board of a random request. Programs that can read these can also read larger ones.
const MAX_RANDOM_SIZE: u16 = 9;

/// Boards on which only one cell can be chosen.
const ONE_CELL_LEFT: [&str; 2] = [".PP\nEEE\nPEP", "PPP\nEEE\nPE."];

impl AsksPrograms for Eater {
    const ARG: PlayerArg = PlayerArg::Command;
    const DESCRIPTION: &'static str = "A program of yours that reads the board and prints a cell. \
                                       It runs in a sandbox where there is one.";

    fn request(seat: Seat, EaterObservation { board, .. }: &EaterObservation) -> Option<String> {
        let size = board.size();
        let mut text = format!("{}\n{size}\n", number(Role::of(seat)));
        for row in 0..size {
            let cells = (0..size).map(|col| board.at(Cell::new(row, col)).map_or(0, number));
            let cells: Vec<_> = cells.map(|cell| cell.to_string()).collect();
            let _ = writeln!(text, "{}", cells.join(" "));
        }
        Some(text)
    }

    fn read_answer(
        _: Seat,
        EaterObservation { board, .. }: &EaterObservation,
        format: AnswerFormat,
        output: &[u8],
    ) -> Result<Cell, String> {
        read_row_and_column(format, output, |cell| board.check(cell))
    }
}

impl ChecksPlayers for Eater {
    fn scripted_requests() -> Vec<CheckRequest<Self>> {
        let empty = [MIN_SIZE, MAX_SIZE].map(EaterBoard::empty);
        let boards = empty.into_iter().map(|board| ("empty", board));
        let last = ONE_CELL_LEFT.iter().filter_map(|text| Some(("last", text.parse().ok()?)));
        let boards = boards.chain(last).flat_map(|(kind, board): (_, EaterBoard)| {
            Role::BOTH.map(|role| {
                CheckRequest::choice(kind, role.seat(), EaterObservation::of(board.clone()))
            })
        });
        boards.flatten().collect()
    }

    fn random_request(number: usize, rng: &mut Rng) -> Option<CheckRequest<Self>> {
        let size = rng.random_range(MIN_SIZE..=MAX_RANDOM_SIZE);
        let mut game = Self::start(&EaterSetup::new(size).ok()?);
        let rounds = rng.random_range(0..usize::from(size * size));
        play_steps(&mut game, rounds, rng, random_action)?;
        let (role, kind) = [(Role::Passer, "passer"), (Role::Eater, "eater")][number % 2];
        CheckRequest::choice(kind, role.seat(), game.observe(Seats::one(role.seat())))
    }
}

const fn number(role: Role) -> usize {
    role.index() + 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scale::scaled;
    use fourcade_engine::{
        eater::model::EaterSetup,
        play::{RecordHeader, Session},
    };
    use proptest::prelude::*;

    fn requests(game: &Eater) -> [String; 2] {
        Role::BOTH.map(|role| {
            let observation = game.observe(Seats::one(role.seat()));
            Eater::request(role.seat(), &observation).unwrap()
        })
    }

    #[test]
    fn a_request_is_the_role_the_size_and_the_board() {
        let mut game = Eater::start(&EaterSetup::new(3).unwrap());
        assert_eq!(
            requests(&game),
            ["1", "2"].map(|role| format!("{role}\n3\n{}", "0 0 0\n".repeat(3)))
        );
        for cells in [[(0, 1), (2, 0)], [(1, 1), (1, 1)]] {
            let cells = cells.map(|(row, col)| Cell::new(row, col));
            game.step(&[(Role::Passer.seat(), cells[0]), (Role::Eater.seat(), cells[1])]).unwrap();
        }
        // Where both chose the same cell, the Eater's marker stands.
        assert_eq!(
            requests(&game),
            ["1", "2"].map(|role| format!("{role}\n3\n0 1 0\n0 2 0\n2 0 0\n"))
        );
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(scaled(256)))]

        /// What the other has chosen in this round is not in the request.
        #[test]
        fn a_request_hides_the_choice_of_the_other(
            size in 3..8_u16,
            picks in prop::collection::vec(any::<[prop::sample::Index; 2]>(), 0..30),
            first in 0..2_usize,
        ) {
            let setup = EaterSetup::new(size).unwrap();
            let players = vec!["human".to_owned(); 2];
            let mut session =
                Session::<Eater>::new(RecordHeader { setup, players, seed: 1, clock: None });
            for pick in picks {
                if session.outcome().is_some() {
                    break;
                }
                let empty: Vec<_> = session.game().board().empty_cells().iter().collect();
                let before = requests(session.game());
                let order = [first, 1 - first].map(Seat::new);
                session.choose(order[0], *pick[0].get(&empty)).unwrap();
                prop_assert_eq!(requests(session.game()), before);
                session.choose(order[1], *pick[1].get(&empty)).unwrap();
            }
        }
    }
}
