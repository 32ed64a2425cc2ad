//! What is said of engines that do something wrong, and that nothing is left of them.

use std::{thread, time::Duration};

use fourcade::{
    play::{Budget, CancelToken, PlayerError},
    programs::Runner,
};

use super::{HANG, Naughty, after, choose, kept, processes, start, wait_until};

/// For engines that never answer.
const SHORT: Duration = Duration::from_millis(400);

/// The words for each mischief, with a keeper and without.
#[test]
fn each_mischief_has_its_words() {
    for (mischief, moves, said) in [
        ("mute", "", "timed out after 0.4 s"),
        ("hang", "", "timed out after 0.4 s"),
        ("half", "", "timed out after 0.4 s"),
        ("gone", "", "ended with status 7"),
        ("crash", "", "ended by signal 6 (it aborted)"),
        ("status", "", "ended with status 3"),
        ("leave", "", "ended in the middle of the game"),
        ("flood", "", "printed more than 64 KiB"),
        ("closed", "", "closed its output"),
        ("refuse", "", "has no move: I do not feel like it"),
        ("small", "", "has no board of 8 x 8: unacceptable size"),
        ("go", "", "does not play Othello: unsupported game"),
        ("once", "", "refuses a new game: not again"),
        ("none", "A1", "plays A1 - that flips nothing"),
        ("none", "e4", "plays e4 - that cell is taken"),
        ("none", "J9", "plays J9 - there is no such cell"),
        ("none", "pass", "passes, though it can move"),
        ("none", "Resign", "resigns, but games are played to their end"),
        ("none", "banana", "answers \"banana\", which is no move"),
        ("none", "", "answers \"\", which is no move"),
    ] {
        for room in [kept(), Runner::default()] {
            let answer_timeout = if said.starts_with("timed out") { SHORT } else { HANG };
            let mut naughty = Naughty::new(&room, mischief, answer_timeout, moves);
            assert_eq!(naughty.fault(&start(8)), said, "{mischief} {moves}");
            // It is asked again: started anew, if it has been ended.
            assert_eq!(naughty.fault(&start(8)), said, "{mischief} {moves}");
            let path = naughty.path();
            drop(naughty.player);
            assert_eq!(processes(&path), Vec::<String>::new(), "{mischief}");
        }
    }
}

#[test]
fn what_is_no_fault_is_taken() {
    // A legal move is f5, which is our 4 2.
    for mischief in ["none", "plain", "babble", "passes", "clinging"] {
        let mut naughty = Naughty::new(&kept(), mischief, HANG, "f5");
        for _ in 0..3 {
            let (cell, fault) = naughty.choose(&start(8)).unwrap();
            assert_eq!((cell.to_string().as_str(), fault), ("4 2", None), "{mischief}");
        }
        let path = naughty.path();
        drop(naughty.player);
        assert_eq!(processes(&path), Vec::<String>::new(), "{mischief}");
    }
}

#[test]
fn a_legal_move_that_is_refused_is_the_engines_fault() {
    let mut naughty = Naughty::new(&kept(), "strict", HANG, "f5");
    assert_eq!(naughty.fault(&after(8, &["4 2"])), "refuses F5, which is legal: illegal move");
}

#[test]
fn boards_without_names_for_all_columns_are_not_told() {
    let mut naughty = Naughty::new(&kept(), "none", HANG, "f5");
    assert_eq!(naughty.fault(&start(27)), "can't be told of boards of more than 26 x 26");
    assert_eq!(naughty.notes(), Vec::<String>::new());
}

#[test]
fn nobody_waits_for_an_engine_whose_answer_is_no_longer_wanted() {
    for (mischief, asked) in [("hang", 1), ("family", 1), ("mute", 0)] {
        for room in [kept(), Runner::default()] {
            let mut naughty = Naughty::new(&room, mischief, HANG, "");
            let path = naughty.path();
            let cancel = CancelToken::default();
            let flag = cancel.clone();
            let notes = path.clone();
            let waiting = thread::spawn(move || {
                wait_until("the engine thinks", || {
                    let told = std::fs::read_to_string(&notes).unwrap_or_default();
                    told.matches("genmove").count() == asked && !processes(&notes).is_empty()
                });
                flag.cancel();
            });
            let stopped = choose(&mut naughty.player, &start(8), Budget::Nodes(1), &cancel);
            assert_eq!(stopped, Err(PlayerError::Cancelled), "{mischief}");
            waiting.join().unwrap();
            if mischief == "family" {
                continue;
            }
            assert_eq!(processes(&path), Vec::<String>::new(), "{mischief}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn the_keeper_ends_all_that_an_engine_started() {
    let mut naughty = Naughty::new(&kept(), "family", HANG, "");
    let path = naughty.path();
    let (cancel, notes) = (CancelToken::default(), path.clone());
    let flag = cancel.clone();
    let waiting = thread::spawn(move || {
        // The engine and its three children; one of them leads a session of its own.
        wait_until("the whole family runs", || processes(&notes).len() >= 4);
        flag.cancel();
    });
    assert_eq!(
        choose(&mut naughty.player, &start(8), Budget::Nodes(1), &cancel),
        Err(PlayerError::Cancelled)
    );
    waiting.join().unwrap();
    assert_eq!(processes(&path), Vec::<String>::new());
}
