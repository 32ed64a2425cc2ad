//! Properties of Flip's rules, checked in games of random moves.

use super::array;
use crate::random_play::{check_jumps, check_record, check_undo, random_cases};
use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipBoard, FlipEvent, FlipSetup, Side},
    },
    play::{Game, Observation, RecordHeader, Seats, Session},
};
use proptest::{collection::vec, prelude::*, sample::Index};

/// Plays random moves. `inspect` is called at the start and after each move.
fn play_out(
    size: u16,
    choices: &[Index],
    mut inspect: impl FnMut(&Session<Flip>),
) -> Session<Flip> {
    let players = vec!["human".to_owned(), "human".to_owned()];
    let mut session = Session::<Flip>::new(RecordHeader {
        setup: FlipSetup::new(size).unwrap(),
        players,
        seed: 0,
        clock: None,
    });
    inspect(&session);
    for choice in choices {
        let Some(seat) = session.awaited().only() else { break };
        let legal = session.game().observe(Seats::one(seat)).legal(seat);
        session.choose(seat, *choice.get(&legal)).unwrap();
        inspect(&session);
    }
    session
}

/// Generates enough choices for whole games up to 8 x 8, and for a good part of larger ones.
fn choices() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..80)
}

/// Checks that the legal moves of a side are exactly those that flip tiles of the opponent.
fn check_moves(board: &FlipBoard, side: Side) {
    let legal = board.legal(side);
    assert!(legal.is_sorted() && board.first_legal(side) == legal.first().copied());
    assert_eq!(board.last_legal(side), legal.last().copied());
    for square in board.squares() {
        let flips = board.flips(side, square);
        assert_eq!(legal.contains(&square), !flips.is_empty(), "{side} to {square}\n{board}");
        assert_eq!(board.is_legal(side, square), !flips.is_empty());
        assert!(flips.iter().all(|&flip| board.at(flip) == Some(side.other())));
    }
}

proptest! {
    #![proptest_config(random_cases(100))]

    #[test]
    fn legal_moves_flip_and_others_do_not(size in 4..=11_u16, choices in choices()) {
        play_out(size, &choices, |session| {
            for side in Side::BOTH {
                check_moves(session.game().board(), side);
            }
        });
    }

    #[test]
    fn bitboards_and_the_array_agree(size in 4..=8_u16, choices in choices()) {
        play_out(size, &choices, |session| {
            let board = session.game().board();
            let array = array(board);
            assert_eq!(board.counts(), array.counts());
            for side in Side::BOTH {
                assert_eq!(board.legal(side), array.legal(side).collect::<Vec<_>>());
                assert_eq!(board.first_legal(side), array.legal(side).next());
                assert_eq!(board.last_legal(side), array.legal(side).next_back());
                for square in board.squares() {
                    let mut flips = board.flips(side, square);
                    let mut others = array.flips(side, square);
                    flips.sort_unstable();
                    others.sort_unstable();
                    assert_eq!(flips, others);
                }
            }
        });
    }

    #[test]
    fn tiles_are_counted_and_turns_end_as_the_rules_say(size in 4..=10_u16, choices in choices()) {
        let session = play_out(size, &choices, |session| {
            let game = session.game();
            let tiles: u32 = game.board().counts().iter().sum();
            assert_eq!(tiles, 4 + game.turns());
            assert_eq!(game.board().empties(), u32::from(size).pow(2) - tiles);
            assert_eq!(game.position().is_over(), game.outcome().is_some());
            match game.awaited().only() {
                Some(seat) => assert!(!game.observe(Seats::one(seat)).legal(seat).is_empty()),
                None => assert!(game.outcome().is_some()),
            }
        });
        for events in session.events() {
            let FlipEvent::Placed { side, flipped, .. } = &events[0] else {
                panic!("the first event is a move");
            };
            assert!(!flipped.is_empty());
            // After a move, its own side is never the first to pass.
            let is_own_pass = |event| {
                matches!(event, &FlipEvent::Passed { side: passed, .. } if passed == *side)
            };
            assert!(!events.get(1).is_some_and(is_own_pass));
        }
    }

    #[test]
    fn undo_restores_the_previous_states(size in 4..=9_u16, choices in choices()) {
        let mut states = Vec::new();
        let mut session = play_out(size, &choices, |session| states.push(session.game().clone()));
        check_undo(&mut session, &states);
    }

    #[test]
    fn going_to_any_line_equals_replaying_the_game(
        size in 8..=12_u16,
        choices in vec(any::<Index>(), 60..140),
        goals in vec(any::<Index>(), 1..20),
        branch in any::<Index>(),
    ) {
        let mut states = Vec::new();
        let mut session = play_out(size, &choices, |session| states.push(session.game().clone()));
        check_jumps(&mut session, &states, goals);
        // A different continuation from the middle of the game, then undone step by step.
        session.go_to(states.len() / 2);
        let before = session.lines().len();
        while let Some(seat) = session.awaited().only() {
            let legal = session.game().observe(Seats::one(seat)).legal(seat);
            session.choose(seat, *branch.get(&legal)).unwrap();
        }
        let whole = session.record();
        for done in (before.saturating_sub(20)..whole.lines.len()).rev() {
            prop_assert!(session.undo());
            let mut fresh = Session::new(whole.header.clone());
            for line in &whole.lines[..done] {
                fresh.push(line.clone()).unwrap();
            }
            prop_assert_eq!(session.game(), fresh.game());
        }
    }

    #[test]
    fn a_record_can_be_read_back(size in 4..=9_u16, choices in choices()) {
        check_record(&play_out(size, &choices, |_| ()).record());
    }
}
