//! Properties of every random session. `states` holds its games from start to end.

use std::fmt::Debug;

use fourcade_engine::play::{Game, Record, Session};
use proptest::{prelude::ProptestConfig, sample::Index};

use crate::scale::scaled;

/// The settings of a test with this many random cases, or more ([`scaled`]).
pub fn random_cases(count: u32) -> ProptestConfig {
    ProptestConfig { cases: scaled(count), ..ProptestConfig::default() }
}

/// Checks that undoing line by line restores the same states, and redoing all lines the last one.
pub fn check_undo<G: Game + PartialEq + Debug>(session: &mut Session<G>, states: &[G]) {
    for state in states.iter().rev().skip(1) {
        assert!(session.undo());
        assert_eq!(session.game(), state);
    }
    assert!(!session.undo());
    session.go_to(states.len() - 1);
    assert_eq!(session.game(), states.last().unwrap());
}

/// Checks that the session has the same state at any line as when it was played.
pub fn check_jumps<G: Game + PartialEq + Debug>(
    session: &mut Session<G>,
    states: &[G],
    goals: Vec<Index>,
) {
    let (all, events) = (session.record(), session.events().to_vec());
    for goal in goals {
        session.go_to(goal.index(states.len()));
        let line_count = session.lines().len();
        assert_eq!(session.game(), &states[line_count]);
        assert_eq!(session.events(), &events[..line_count]);
        assert_eq!(session.lines(), &all.lines[..line_count]);
    }
}

/// Checks that the record is read as it was written.
pub fn check_record<G: Game + PartialEq + Debug>(record: &Record<G>) {
    let mut written = Vec::new();
    record.write(&mut written).unwrap();
    assert_eq!(&Session::<G>::read(&mut written.as_slice()).unwrap().record(), record);
}

/// Tests that every session of a game can be undone, replayed and read, for games that
/// `$play_out(seed, choices, visit)` plays from `$choices()`.
macro_rules! test_sessions {
    ($play_out:path, $choices:path) => {
        proptest! {
            #![proptest_config($crate::random_play::random_cases(100))]

            #[test]
            fn undo_restores_the_same_states(seed in any::<u64>(), choices in $choices()) {
                let mut states = Vec::new();
                let mut session =
                    $play_out(seed, &choices, |session| states.push(session.game().clone()));
                $crate::random_play::check_undo(&mut session, &states);
            }

            #[test]
            fn jumping_to_a_step_equals_playing_to_it(
                seed in any::<u64>(),
                choices in $choices(),
                goals in vec(any::<Index>(), 1..20),
            ) {
                let mut states = Vec::new();
                let mut session =
                    $play_out(seed, &choices, |session| states.push(session.game().clone()));
                $crate::random_play::check_jumps(&mut session, &states, goals);
            }

            #[test]
            fn a_record_reads_back_as_it_was_written(
                seed in any::<u64>(),
                choices in $choices(),
            ) {
                $crate::random_play::check_record(&$play_out(seed, &choices, |_| ()).record());
            }
        }
    };
}
pub(crate) use test_sessions;
