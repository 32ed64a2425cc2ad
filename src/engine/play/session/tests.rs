//! Tests of choices, undo and resignation, with the toy game.

use rand::RngExt;

use super::{
    super::{Observation, random, toy},
    *,
};

const SEATS: [Seat; 3] = [Seat::new(0), Seat::new(1), Seat::new(2)];

#[test]
fn a_joint_step_waits_for_all_choices() {
    let mut session = toy::session(&[3, 1, 2]);
    assert_eq!(session.awaited(), Seats::first(3));
    assert_eq!(session.choose(SEATS[1], toy::bid(4)), Ok(None));
    assert_eq!(session.awaited(), Seats::one(SEATS[0]).with(SEATS[2]));
    assert!(session.choose(SEATS[1], toy::bid(1)).is_err(), "a second choice needs a retraction");
    assert_eq!(session.lines(), [], "an incomplete step is not a line");
    assert_eq!(session.pending_choices().collect::<Vec<_>>(), [(SEATS[1], toy::bid(4))]);
    let before = session.game().observe(Seats::one(SEATS[0]));
    assert!(session.retract(SEATS[1]));
    assert_eq!(
        session.game().observe(Seats::one(SEATS[0])),
        before,
        "a waiting choice is not observable"
    );
    for (seat, bid) in [(SEATS[0], 2), (SEATS[1], 1)] {
        assert_eq!(session.choose(seat, toy::bid(bid)), Ok(None));
    }
    let events = session.choose(SEATS[2], toy::bid(5)).unwrap().unwrap();
    assert_eq!(events, [toy::ToyEvent::Won { seat: SEATS[2], bids: vec![2, 1, 5] }]);
    assert_eq!(session.awaited(), Seats::one(SEATS[2]));
}

#[test]
fn an_illegal_choice_changes_nothing() {
    let mut session = toy::session(&[3, 1, 2]);
    assert!(session.choose(SEATS[0], toy::turn(0)).is_err());
    assert!(session.choose(SEATS[0], toy::bid(99)).is_err());
    assert_eq!(session.awaited(), Seats::first(3));
}

#[test]
fn undo_and_redo_restore_the_same_states() {
    let mut session = toy::session(&[3, 1, 2]);
    let mut states = vec![session.game().clone()];
    toy::play_out(&mut session, |s| states.push(s.game().clone()));
    assert!(session.outcome().is_some());
    let events = session.events().to_vec();
    for state in states.iter().rev().skip(1) {
        assert!(session.undo());
        assert_eq!(session.game(), state);
    }
    assert!(!session.undo());
    for (state, events) in states[1..].iter().zip(&events) {
        assert_eq!(session.redo(), Some(events.as_slice()));
        assert_eq!(session.game(), state);
    }
    assert_eq!(session.redo(), None);
    session.go_to(1);
    assert_eq!((session.lines().len(), session.undone_len()), (1, states.len() - 2));
}

#[test]
fn after_any_undo_and_redo_the_state_equals_a_replay() {
    let mut rng = random::rng(3, &[]);
    for _ in 0..50 {
        let mut session = toy::session(&[3, 1, 2, 5]);
        for _ in 0..100 {
            match rng.random_range(0..5) {
                0 => _ = session.undo(),
                1 => _ = session.redo(),
                2 => session.go_to(rng.random_range(0..8)),
                // This fails if the seat has resigned or the game is over.
                3 => _ = session.resign(Seat::new(rng.random_range(0..4))),
                _ => {
                    for seat in session.awaited().iter() {
                        let legal = session.game().observe(Seats::one(seat)).legal(seat);
                        session.choose(seat, legal[rng.random_range(0..legal.len())]).unwrap();
                    }
                }
            }
            let fresh = Session::from_record(session.record()).unwrap();
            assert_eq!((session.game(), session.events()), (fresh.game(), fresh.events()));
            assert_eq!(
                (session.resigned(), session.awaited()),
                (fresh.resigned(), fresh.awaited())
            );
        }
    }
}

#[test]
fn a_new_step_drops_the_undone_lines() {
    let mut session = toy::session(&[3, 1, 2]);
    toy::play_out(&mut session, |_| ());
    session.go_to(0);
    for seat in SEATS {
        session.choose(seat, toy::bid(1)).unwrap();
    }
    assert_eq!((session.lines().len(), session.undone_len()), (1, 0));
}

#[test]
fn a_resignation_ends_only_a_two_player_game() {
    let mut two = toy::session(&[3, 1]);
    two.resign(SEATS[0]).unwrap();
    assert_eq!(two.outcome().unwrap().winners().only(), Some(SEATS[1]));
    assert!(two.awaited().is_empty());
    assert!(two.resign(SEATS[1]).is_err());
    assert!(two.undo() && two.outcome().is_none());

    let mut three = toy::session(&[3, 1, 2]);
    three.resign(SEATS[0]).unwrap();
    assert_eq!(three.outcome(), None);
    assert_eq!(three.awaited(), Seats::first(3));
    assert!(three.resign(SEATS[0]).is_err());
}

#[test]
fn a_fault_is_fined_and_replayed() {
    let mut session = toy::session(&[3, 1, 2]);
    let fault = Fault { seat: SEATS[0], description: "printed nothing".to_owned(), fine: 5 };
    session.choose_with_fault(SEATS[0], toy::bid(0), Some(fault)).unwrap();
    session.choose(SEATS[1], toy::bid(0)).unwrap();
    session.choose(SEATS[2], toy::bid(1)).unwrap();
    assert_eq!(session.game().scores(), [-5, 0, 0]);
    let again = Session::from_record(session.record()).unwrap();
    assert_eq!(again.game(), session.game());
}

#[test]
fn hints_and_practice_are_recorded_with_their_step() {
    let mut session = toy::session(&[3, 1]);
    session.mark_hint();
    for seat in [0, 1] {
        session.choose(Seat::new(seat), toy::bid(1)).unwrap();
    }
    session.choose(Seat::new(0), toy::turn(1)).unwrap();
    assert!(!session.is_practice());
    session.mark_practice();
    session.undo();
    assert!(session.is_practice());
    session.choose(Seat::new(0), toy::turn(0)).unwrap();

    let mut written = Vec::new();
    session.record().write(&mut written).unwrap();
    let text = String::from_utf8(written.clone()).unwrap();
    let lines: Vec<_> = text.lines().skip(1).collect();
    assert_eq!(lines[0], r#"{"step":[[0,"bid 1"],[1,"bid 1"]],"hinted":true}"#);
    assert_eq!(lines[1], r#"{"step":[[0,"turn 0"]],"practice":true}"#);
    let again = Session::<toy::Toy>::read(&mut written.as_slice()).unwrap();
    assert_eq!(again.record(), session.record());
    assert!(again.is_practice());
}

#[test]
fn take_unchanged_is_enough_to_update_a_copy_of_the_lines() {
    let mut session = toy::session(&[3, 1]);
    let mut copy: Vec<RecordLine<toy::ToyAction>> = Vec::new();
    let update = |session: &mut Session<toy::Toy>, copy: &mut Vec<_>| {
        let unchanged = session.take_unchanged();
        copy.truncate(unchanged);
        copy.extend_from_slice(&session.lines()[unchanged..]);
        assert_eq!(copy, session.lines());
        unchanged
    };
    toy::play_out(&mut session, |_| ());
    assert_eq!(update(&mut session, &mut copy), 0);
    assert_eq!(update(&mut session, &mut copy), copy.len(), "no change");
    session.go_to(2);
    session.go_to(4);
    assert_eq!(update(&mut session, &mut copy), 2);
    session.go_to(3);
    session.choose(Seat::new(0), toy::bid(7)).unwrap();
    session.choose(Seat::new(1), toy::bid(9)).unwrap();
    assert_eq!(update(&mut session, &mut copy), 3);
    session.go_to(0);
    assert_eq!(update(&mut session, &mut copy), 0);
}
