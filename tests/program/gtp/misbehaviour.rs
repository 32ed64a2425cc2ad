//! Engines that misbehave: each fault is described, and no process is left.

use std::{thread, time::Duration};

use fourcade_engine::play::{Budget, CancelToken, PlayerError};

use super::{TestEngine, after, choose, processes, start, supervised};
use crate::support::{TIMEOUT, wait_until};

/// The timeout for engines that never answer.
const SHORT_TIMEOUT: Duration = Duration::from_millis(400);

/// The descriptions are the same with a supervisor and without.
#[test]
fn each_fault_is_described() {
    for (behaviour, moves, fault) in [
        ("mute", "", "timed out after 0.4 s"),
        ("hang", "", "timed out after 0.4 s"),
        ("half", "", "timed out after 0.4 s"),
        ("gone", "", "ended with status 7"),
        ("crash", "", "ended by signal 6 (aborted)"),
        ("status", "", "ended with status 3"),
        ("leave", "", "ended in the middle of the game"),
        ("flood", "", "printed more than 64 KiB"),
        ("closed", "", "closed its output"),
        ("number", "f5", "answers with the id 17, though the command has none"),
        ("refuse", "", "has no move: I do not feel like it"),
        ("small", "", "has no board of 8 x 8: unacceptable size"),
        ("go", "", "does not play Othello: unsupported game"),
        ("once", "", "refuses a new game: not again"),
        ("none", "A1", "plays A1 - that turns nothing"),
        ("none", "e4", "plays e4 - that cell is taken"),
        ("none", "J9", "plays J9 - there is no such cell"),
        ("none", "pass", "passes, though it can move"),
        ("none", "Resign", "resigns, but games are played to their end"),
        ("none", "banana", "answers \"banana\", which isn't a move"),
        ("none", "", "answers \"\", which isn't a move"),
    ] {
        let runner = supervised();
        let answer_timeout = if fault.starts_with("timed out") { SHORT_TIMEOUT } else { TIMEOUT };
        let mut engine = TestEngine::new(&runner, behaviour, answer_timeout, moves);
        assert_eq!(engine.fault(&start(8)), fault, "{behaviour} {moves}");
        // The engine is started again after a broken conversation.
        assert_eq!(engine.fault(&start(8)), fault, "{behaviour} {moves}");
        let path = engine.log_path();
        drop(engine.player);
        assert_eq!(processes(&path), Vec::<String>::new(), "{behaviour}");
    }
}

#[test]
fn tolerable_behaviour_is_accepted() {
    // The legal move f5 is our 4 2.
    for behaviour in ["none", "plain", "babble", "passes", "clinging"] {
        let mut engine = TestEngine::new(&supervised(), behaviour, TIMEOUT, "f5");
        for _ in 0..3 {
            let (cell, fault) = engine.choose(&start(8)).unwrap();
            assert_eq!((cell.to_string().as_str(), fault), ("4 2", None), "{behaviour}");
        }
        let path = engine.log_path();
        drop(engine.player);
        assert_eq!(processes(&path), Vec::<String>::new(), "{behaviour}");
    }
}

#[test]
fn refusing_a_legal_move_is_a_fault_of_the_engine() {
    let mut engine = TestEngine::new(&supervised(), "strict", TIMEOUT, "f5");
    assert_eq!(engine.fault(&after(8, &["4 2"])), "refuses F5, which is legal: illegal move");
}

#[test]
fn boards_with_too_many_columns_are_not_sent_to_an_engine() {
    let mut engine = TestEngine::new(&supervised(), "none", TIMEOUT, "f5");
    assert_eq!(engine.fault(&start(27)), "can't be told of boards of more than 26 x 26");
    assert_eq!(engine.take_log(), Vec::<String>::new());
}

#[test]
fn waiting_for_an_engine_can_be_cancelled() {
    for (behaviour, genmoves) in [("hang", 1), ("family", 1), ("mute", 0)] {
        let runner = supervised();
        let mut engine = TestEngine::new(&runner, behaviour, TIMEOUT, "");
        let path = engine.log_path();
        let cancel = CancelToken::default();
        let flag = cancel.clone();
        let log = path.clone();
        let waiting = thread::spawn(move || {
            wait_until("the engine thinks", || {
                let commands = std::fs::read_to_string(&log).unwrap_or_default();
                commands.matches("genmove").count() == genmoves && !processes(&log).is_empty()
            });
            flag.cancel();
        });
        let result = choose(&mut engine.player, &start(8), Budget::Nodes(1), &cancel);
        assert_eq!(result, Err(PlayerError::Cancelled), "{behaviour}");
        waiting.join().unwrap();
        if behaviour == "family" {
            // Its children are the subject of the next test.
            continue;
        }
        assert_eq!(processes(&path), Vec::<String>::new(), "{behaviour}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_supervisor_kills_all_processes_that_an_engine_started() {
    let mut engine = TestEngine::new(&supervised(), "family", TIMEOUT, "");
    let path = engine.log_path();
    let (cancel, log) = (CancelToken::default(), path.clone());
    let flag = cancel.clone();
    let waiting = thread::spawn(move || {
        // The engine and its three children, one of which leads its own session.
        wait_until("the engine and its children run", || processes(&log).len() >= 4);
        flag.cancel();
    });
    assert_eq!(
        choose(&mut engine.player, &start(8), Budget::Nodes(1), &cancel),
        Err(PlayerError::Cancelled)
    );
    waiting.join().unwrap();
    assert_eq!(processes(&path), Vec::<String>::new());
}
