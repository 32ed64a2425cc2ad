//! The answers to questions tell everything that the table's screen shows.

use std::collections::BTreeMap;

use super::check;
use crate::random_play::random_cases;
use fourcade::{
    games::{ArcadeGame, GridGame as _, GridPos, Notation, spoken::Audience},
    plain::sentences,
};
use fourcade_engine::{
    concentration::{Concentration, model::Face},
    eater::{
        Eater,
        model::{Cell, Role},
    },
    flip::{Flip, model::Square},
    intensity::{Intensity, model::CardSet},
    play::{Game, Observation as _, Seat, Seats, random},
};
use proptest::prelude::*;

/// A game after this many random steps, and the first seat.
fn random_game<G: ArcadeGame>(steps: usize, seed: u64) -> G {
    let mut rng = random::rng(seed, &[]);
    let size = G::SIZES.map_or(0, |sizes| 4.clamp(sizes.min, sizes.max));
    let mut game = G::start(&G::deal(size, &mut rng).unwrap());
    for _ in 0..steps {
        let moves: Vec<_> = game
            .awaited()
            .iter()
            .map(|seat| {
                let legal = game.observe(Seats::one(seat)).legal(seat);
                (seat, legal[rng.random_range(0..legal.len())])
            })
            .collect();
        if moves.is_empty() {
            break;
        }
        game.step(&moves).unwrap();
    }
    game
}

/// Also checks that the answer can be spoken.
fn ask<G: ArcadeGame>(game: &G, word: &str, argument: &str) -> Vec<String> {
    let seat = Seat::new(0);
    let observation = game.observe(Seats::one(seat));
    let names: Vec<String> = (0..G::SEAT_NAMES.len())
        .map(|at| if at == 0 { "you" } else { "Easy" }.to_owned())
        .collect();
    let notation = Notation::FromOne;
    let audience = Audience::<G> { observation: &observation, seat, names: &names, notation };
    let answer = match word {
        "moves" => G::moves(&audience),
        "score" => vec![G::score(&audience)],
        "board" => G::position(&audience),
        word => {
            let question = G::QUESTIONS.iter().find(|question| question.word == word).unwrap();
            (question.answer)(&audience, argument).unwrap_or_else(|why| vec![why])
        }
    };
    let said: Vec<String> = answer.iter().flat_map(|text| sentences(text)).collect();
    check(&said.join("\n"));
    said
}

/// What an answer tells about each column of a row, or about each row of a column.
fn cells(answer: &[String]) -> BTreeMap<u16, String> {
    let joined = answer.join(" ").replace(". Also ", ", ");
    let (_, parts) = joined.split_once(": ").unwrap();
    let mut cells = BTreeMap::new();
    for part in parts.trim_end_matches('.').split(", ") {
        let words: Vec<&str> = part.split(' ').collect();
        let number = |word: &str| word.parse::<u16>().unwrap();
        let (first, last, rest) = match words[1] {
            "to" | "and" => (number(words[0]), number(words[2]), &words[3..]),
            _ => (number(words[0]), number(words[0]), &words[1..]),
        };
        for column in first..=last {
            cells.insert(column, rest.join(" "));
        }
    }
    cells
}

proptest! {
    #![proptest_config(random_cases(40))]

    #[test]
    fn the_rows_of_flip_tell_its_board(steps in 0..16_usize, seed: u64) {
        let game = random_game::<Flip>(steps, seed);
        for row in 0..4 {
            let told = cells(&ask(&game, "row", &(row + 1).to_string()));
            for col in 0..4 {
                let tile = game.board().at(Square::new(row, col));
                let expected = tile.map_or("empty".to_owned(), |side| side.to_string());
                prop_assert_eq!(&told[&(col + 1)], &expected);
                let down = cells(&ask(&game, "column", &(col + 1).to_string()));
                prop_assert_eq!(&down[&(row + 1)], &expected);
                ask(&game, "near", &format!("{} {}", row + 1, col + 1));
            }
        }
        let [own, other] = game.board().counts();
        prop_assert_eq!(ask(&game, "score", ""), [format!("O {own}, X {other}.")]);
        let moves = ask(&game, "moves", "").join(" ");
        for square in game.observe(Seats::NONE).legal(Seat::new(0)) {
            let (row, col) = (square.row + 1, square.col + 1);
            let told = format!("{row} {col} turns");
            prop_assert!(moves.contains(&told));
        }
        ask(&game, "board", "");
        ask(&game, "where", "");
        ask(&game, "where", "x");
    }

    #[test]
    fn the_rows_of_eater_tell_its_board(steps in 0..8_usize, seed: u64) {
        let game = random_game::<Eater>(steps, seed);
        let board = game.board();
        for row in 0..4 {
            let told = cells(&ask(&game, "row", &(row + 1).to_string()));
            for col in 0..4 {
                let cell = Cell::new(row, col);
                let expected = match board.at(cell) {
                    Some(Role::Eater) => "eaten",
                    Some(Role::Passer) if board.reached_cells().contains(cell) => "joined",
                    Some(Role::Passer) => "loose",
                    None if board.live_cells().contains(cell) => "empty",
                    None => "useless",
                };
                prop_assert_eq!(&told[&(col + 1)], expected);
            }
        }
        let path = ask(&game, "path", "").join(" ");
        let closed = board.closed_row().map(|row| format!("Row {} is closed", row + 1));
        prop_assert!(closed.is_none_or(|told| path.contains(&told)));
        for word in ["moves", "score", "board", "where"] {
            ask(&game, word, "");
        }
    }

    #[test]
    fn the_cards_of_intensity_are_spoken(steps in 0..42_usize, seed: u64) {
        let game = random_game::<Intensity>(steps, seed);
        let seen = game.observe(Seats::one(Seat::new(0)));
        let hand = seen.hands[0].unwrap();
        let told = ask(&game, "hand", "").join(" ");
        prop_assert!(hand.iter().all(|card| told.contains(&card.to_string())));
        let table = ask(&game, "table", "").join(" ");
        prop_assert!(seen.trick.cards().iter().all(|card| table.contains(&card.to_string())));
        let out = CardSet::ALL - seen.played() - hand;
        let others = ask(&game, "seen", "").join(" ");
        for card in CardSet::ALL.iter() {
            prop_assert_eq!(others.contains(&card.to_string()), out.contains(card), "{}", card);
        }
        let score = ask(&game, "score", "").join(" ");
        for seat in 0..4 {
            let points = format!(" {}", seen.score(Seat::new(seat)));
            prop_assert!(score.contains(&points));
        }
        for (round, trick) in (1..).zip(seen.history.iter()) {
            let told = ask(&game, "round", &round.to_string()).join(" ");
            prop_assert!(trick.cards().iter().all(|card| told.contains(&card.to_string())));
        }
        ask(&game, "board", "");
        ask(&game, "moves", "");
    }

    #[test]
    fn concentration_tells_what_lies_face_up_and_nothing_else(steps in 0..200_usize, seed: u64) {
        let game = random_game::<Concentration>(steps, seed);
        let seen = game.observe(Seats::NONE);
        for row in 0..4 {
            let told = cells(&ask(&game, "row", &(row + 1).to_string()));
            for col in 0..13 {
                let spot = Concentration::action_at(GridPos::new(row, col));
                let told = &told[&(col + 1)];
                match seen.at(spot) {
                    Face::Down => prop_assert_eq!(told, "face down"),
                    Face::Turned(card) | Face::Won(card, _) => {
                        let rank = card.rank().plural().trim_end_matches('s').to_owned();
                        prop_assert!(told.starts_with(rank.trim_end_matches("ixe")), "{}", told);
                    }
                }
            }
        }
        for word in ["moves", "score", "board", "rest", "where"] {
            ask(&game, word, "");
        }
    }
}
