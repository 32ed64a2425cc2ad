//! Sessions of Eater's program, checked line by line.

use std::{ffi::OsString, fs};

use fourcade_course::eater::classic;
use fourcade_engine::play::random;
use rand::{RngExt, seq::IndexedRandom};

use super::{
    EATER,
    eater_checker::{Ending, NAMES, check_session},
    session_text::assert_any,
    transcript, transcripts,
};
use crate::support::{Exit, Launch};

/// Runs the program and returns its arguments, its output and its exit status.
fn output_of(args: &str, typed: &[u8]) -> (Vec<OsString>, String, i32) {
    let args: Vec<_> = args.split_whitespace().map(OsString::from).collect();
    let (output, _, status) = super::run(classic::run, &args, &mut &*typed);
    (args, output, status.into())
}

/// Runs the program and checks its output.
fn run(args: &str, typed: &[u8]) -> Ending {
    let (args, printed, status) = output_of(args, typed);
    check_session(&args, typed, &printed, status)
}

#[test]
fn transcripts_follow_the_course_sheet() {
    let mut endings = Vec::new();
    for file in transcripts(&EATER) {
        for run in transcript::parse(&EATER, &fs::read_to_string(file).unwrap()) {
            if run.status != 2 {
                endings.push(check_session(
                    &run.args,
                    &run.typed,
                    std::str::from_utf8(&run.printed).unwrap(),
                    run.status,
                ));
            }
        }
    }
    for computers in [[false, false], [false, true], [true, false], [true, true]] {
        let has_players = |end: &Ending| end.computers == computers;
        assert_any(&endings, &format!("{computers:?} and a clash"), |end| {
            has_players(end) && end.clashes > 0
        });
        assert_any(&endings, &format!("{computers:?} and a winner"), |end| {
            has_players(end) && end.winner.is_some()
        });
    }
    for winner in [0, 1] {
        assert_any(&endings, NAMES[winner], |end| {
            end.winner == Some(winner) && end.computers == [false; 2]
        });
    }
    for size in [3, 9, 10, 15] {
        assert_any(&endings, &format!("size {size} to the end"), |end| {
            end.size == size && end.winner.is_some()
        });
    }
}

#[test]
fn games_between_computers_follow_the_course_sheet() {
    let mut endings = Vec::new();
    for seed in 0..40 {
        let size = 3 + seed % 13;
        let end = run(&format!("{size} --passer random --eater random --seed {seed}"), b"");
        assert!(end.winner.is_some() && end.size == size);
        endings.push(end);
    }
    for winner in [0, 1] {
        assert_any(&endings, NAMES[winner], |end| end.winner == Some(winner));
    }
    assert_any(&endings, "a clash", |end| end.clashes > 0);
}

#[test]
fn games_with_arbitrary_input_follow_the_course_sheet() {
    let mut endings = Vec::new();
    for seed in 0..120 {
        let mut rng = random::rng(seed, &[]);
        let size: i64 = rng.random_range(3..=6);
        let mut typed = vec!["2".to_owned(), size.to_string()];
        for _ in 0..rng.random_range(0..12 * size * size) {
            let junk = [
                "",
                "1",
                "2 ",
                "x",
                "1,2",
                "1 x",
                "  1\t2 more",
                "+1 +3",
                "2 2.5",
                "-0 1",
                "0 9",
                "1 99999999999",
            ];
            let junk = junk.choose(&mut rng).filter(|_| rng.random_ratio(1, 8));
            typed.push(match junk {
                Some(junk) => (*junk).to_owned(),
                None => {
                    format!("{} {}", rng.random_range(1..=size), rng.random_range(1..=size))
                }
            });
        }
        let kinds = ["", " --passer random", " --eater random"];
        let kind = kinds.choose(&mut rng).unwrap();
        endings.push(run(&format!("--seed {seed}{kind}"), typed.join("\n").as_bytes()));
    }
    for computers in [[false, false], [false, true], [true, false]] {
        let has_players = |end: &Ending| end.computers == computers;
        for winner in [Some(0), Some(1), None] {
            assert_any(&endings, &format!("{computers:?} won by {winner:?}"), |end| {
                has_players(end) && end.winner == winner
            });
        }
        assert_any(&endings, &format!("{computers:?} and a clash"), |end| {
            has_players(end) && end.clashes > 0
        });
    }
    assert_any(&endings, "many refusals", |end| end.refusals > 50);
    assert_any(&endings, "many rounds", |end| end.rounds > 12);
}

#[test]
#[should_panic(expected = "but")]
fn the_checker_finds_a_wrong_character() {
    let (args, printed, status) = output_of("5 --passer random --eater random --seed 1", b"");
    check_session(&args, b"", &printed.replacen("| P |", "| E |", 1), status);
}

#[test]
#[should_panic(expected = "but")]
fn the_checker_finds_a_game_that_continues_after_a_path() {
    let typed = b"1 1\n3 3\n2 2\n2 3\n3 1\n1 3\n";
    let (args, printed, status) = output_of("3", typed);
    check_session(
        &args,
        typed,
        &printed.replace("Passer wins!", "Passer's move (row column): "),
        status,
    );
}

#[test]
fn on_a_terminal_the_passer_s_line_is_gone_before_the_eater_chooses() {
    let terminal = Launch::arcade().args(["classic", "eater", "3"]).size(40, 12).start();
    // The second line takes two rows of the window.
    for (typed, eater) in [("1 2", "3 3"), (&*format!("2 1{}.", " ".repeat(40)), "3 2")] {
        let prompt = "Passer's move (row column): ";
        terminal.wait_text(prompt);
        terminal.type_text(typed);
        terminal.wait_text(&format!("{prompt}{}", &typed[..3]));
        terminal.press("enter");
        let end = "------------\nThe Passer has chosen.\nEater's move (row column):";
        terminal.wait_for("the Eater's turn", |output| {
            let text: Vec<_> = output.text().lines().map(|line| line.trim().to_owned()).collect();
            text.join("\n").trim_end().ends_with(end)
        });
        assert!(!terminal.text().contains("Passer's move"), "{}", terminal.describe());
        terminal.type_text(eater);
        terminal.press("enter");
    }
    terminal.wait_text("Passer's move (row column): ");
    terminal.press("ctrl-d");
    assert_eq!(terminal.wait_exit(), Exit::Code(1));
}
