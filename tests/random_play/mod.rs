//! What holds for the session of any game that was played at random; `states` are its games from
//! the start to the end.

use std::fmt::Debug;

use fourcade::play::{Game, Record, Session};
use proptest::sample::Index;

/// Taking back one line after the other gives the same states again, and going forth gives the last
/// one.
pub fn check_undo<G: Game + PartialEq + Debug>(session: &mut Session<G>, states: &[G]) {
    for state in states.iter().rev().skip(1) {
        assert!(session.undo());
        assert_eq!(session.game(), state);
    }
    assert!(!session.undo());
    session.go_to(states.len() - 1);
    assert_eq!(session.game(), states.last().unwrap());
}

/// Wherever the session goes, it is as if it had just been played to there.
pub fn check_jumps<G: Game + PartialEq + Debug>(
    session: &mut Session<G>,
    states: &[G],
    goals: Vec<Index>,
) {
    let (all, events) = (session.record(), session.events().to_vec());
    for goal in goals {
        session.go_to(goal.index(states.len()));
        let done = session.lines().len();
        assert_eq!(session.game(), &states[done]);
        assert_eq!(session.events(), &events[..done]);
        assert_eq!(session.lines(), &all.lines[..done]);
    }
}

/// Its record is read as it was written.
pub fn check_record<G: Game + PartialEq + Debug>(record: &Record<G>) {
    let mut written = Vec::new();
    record.write(&mut written).unwrap();
    assert_eq!(&Record::<G>::read(&mut written.as_slice()).unwrap(), record);
}
