//! Tests of the arcade in lines, as a program: pipes, the end of the input, signals and the
//! environment. What is said is tested in `tests/games/conversation`.

use std::{io::Write as _, path::Path, process::Stdio};

use fourcade::games::ArcadeGame;
use fourcade_engine::{GameKind, with_game};

use super::{RunOutput, program};

/// Runs the program with these arguments and these lines on standard input.
fn run_with_input(args: &str, lines: &str) -> RunOutput {
    let home = tempfile::tempdir().unwrap();
    run_at(home.path(), args, lines, &[])
}

fn run_at(home: &Path, args: &str, lines: &str, env: &[(&str, &str)]) -> RunOutput {
    let mut child = program(home)
        .current_dir(home)
        .args(args.split_whitespace())
        .envs(env.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that exits early does not read everything.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    child.wait_with_output().unwrap().into()
}

#[test]
fn each_typed_line_gets_an_answer() {
    let flip = "play flip --plain --size 4 --players human,first --seed 1";
    for (lines, expected) in [
        ("help\n", "moves: the moves you can make now"),
        ("moves\n", "1 3 turns 1, 2 4 turns 1, 3 1 turns 1, 4 2 turns 1."),
        ("1 1\n", "A move must turn at least one tile. moves lists"),
        ("foo\n", "moves lists your moves, help everything else."),
        ("\n\n", "Your move.\n"),
        ("hint\n", "Play "),
        ("undo\n", "There is no move to take back."),
        ("1 3\nundo\n", "Taken back: 2 moves."),
        ("rules\n", "Flip is Reversi on a square board"),
        ("save\n", "Name a file"),
        // The game's own file is brought up to date, and no other one is replaced.
        ("save game\nsave game\n", "Saved as game.\nSaved as game."),
        ("save fourcade.db\n", "fourcade.db already exists"),
        ("save nowhere/game\n", "Not saved: nowhere/game: "),
        ("board\n", "Row 2: 1 empty, 2 O, 3 X, 4 empty."),
        ("quit\nmoves\n", "Goodbye."),
        ("resign\nyes\n", "You resigned."),
        ("", "Goodbye."),
    ] {
        let output = run_with_input(flip, lines);
        assert_eq!((output.status, output.err.as_str()), (0, ""), "{lines}");
        assert!(output.out.contains(expected), "{lines:?}: {}", output.out);
        assert!(!lines.starts_with("quit") || !output.out.contains("turns"), "{}", output.out);
    }
    let output = run_with_input(flip, &format!("{}\n1 3\nquit\n", "x".repeat(100_000)));
    assert!(output.status == 0 && output.out.contains("You play 1 3"), "{}", output.out);
}

#[test]
fn the_hands_of_others_are_hidden() {
    let output = run_with_input(
        "play intensity --plain --seed 5 --players human,random,random,random",
        "board\nseen\nquit\n",
    );
    assert!(output.out.contains("Your hand: 11, 13, 14"), "{}", output.out);
    let two = "play intensity --plain --seed 5 --players human,human,random,random";
    let output = run_with_input(two, "");
    assert!(output.out.contains("Press Enter when nobody else listens."), "{}", output.out);
    assert!(!output.out.contains("hand"), "{}", output.out);
}

#[test]
fn the_end_of_the_input_saves_the_game() {
    let home = tempfile::tempdir().unwrap();
    let output = run_at(home.path(), "play flip --plain --players human,first", "3 5\n", &[]);
    assert!(output.status == 0 && output.out.ends_with("Goodbye.\n"), "{}", output.out);
    let again = run_at(home.path(), "--plain", "continue\nlast\nback\nsaved\nback\n", &[]);
    assert!(
        again.out.contains("Continue Flip 8 x 8 against First, 2 moves so far."),
        "{}",
        again.out
    );
    assert!(again.out.contains("You play 3 5 and turn 1."), "{}", again.out);
    assert!(again.out.contains("1 Flip 8 x 8: you, First; unfinished, 2 moves."), "{}", again.out);
}

#[test]
fn the_environment_and_the_settings_choose_line_mode() {
    let menu = "What now?\n";
    for env in [("FOURCADE_PLAIN", "1"), ("ACCESSIBLE", "1"), ("TERM", "dumb")] {
        let home = tempfile::tempdir().unwrap();
        let output = run_at(home.path(), "", "quit\n", &[env]);
        assert!(output.status == 0 && output.out.contains(menu), "{env:?}: {}", output.err);
    }
    let home = tempfile::tempdir().unwrap();
    let env = [("FOURCADE_PLAIN", "0")];
    assert_eq!(run_at(home.path(), "", "quit\n", &env).status, 2);
    std::fs::write(home.path().join("config.toml"), "arcade = \"lines\"\n").unwrap();
    let output = run_at(home.path(), "", "quit\n", &[]);
    assert!(output.status == 0 && output.out.contains(menu), "{}", output.err);
    let output = run_at(home.path(), "learn flip", "back\n", &[]);
    assert!(output.out.starts_with("The lesson of Flip.\n"), "{}", output.out);
}

#[test]
fn todays_deal_counts_in_line_mode() {
    let home = tempfile::tempdir().unwrap();
    let output = run_at(home.path(), "daily eater --plain", "hint\nno\nresign\nyes\n", &[]);
    assert!(output.out.contains("A hint or an undo makes it practice"), "{}", output.out);
    assert!(output.out.contains("the daily deal won't count."), "{}", output.out);
    let end = "Play tomorrow for 2 days in a row.\nNext deal: Intensity (3 deals left).\n";
    assert!(output.out.contains(end), "{}", output.out);
    let list = run_at(home.path(), "daily --plain", "back\n", &[]);
    assert!(list.out.contains("4 Eater: lost by resigning."), "{}", list.out);
    let again = run_at(home.path(), "daily eater --plain", "quit\n", &[]);
    assert!(again.out.contains("It is for practice."), "{}", again.out);
}

#[test]
fn line_mode_writes_only_plain_lines() {
    for kind in GameKind::ALL {
        let args = format!("play {} --plain --seed 2 --level beginner", kind.key());
        let lines =
            "help\nmoves\nboard\nrules\nhint\nwhy\ngoal\nscore\nplayers\nmore\nless\nlast\n";
        let output = run_with_input(&args, lines);
        assert_eq!((output.status, &*output.err), (0, ""));
        for line in output.out.lines() {
            assert!(line.chars().count() <= 160, "{line}");
            assert!(!line.contains(|sign: char| sign.is_control()), "{line:?}");
        }
    }
}

#[test]
fn a_round_of_practice_is_a_conversation() {
    fn check<G: ArcadeGame>() {
        let args = format!("practice {} --plain", G::KEY);
        let output = run_with_input(&args, "help\nmoves\nno move\nanswer\nanswer\nback\n");
        assert_eq!((output.status, &*output.err), (0, ""), "{}", output.out);
        let title = G::FACTS.title;
        for text in [
            &*format!("{title}, 1 of "),
            &format!("\n{title}, 3 of "),
            "back: leave the round.",
            "moves lists your moves",
            "The answer: ",
            "\n0 of 2 right.\nYour rating: 1",
        ] {
            assert!(output.out.contains(text), "{text:?} in\n{}", output.out);
        }
        assert!(!output.out.contains("Memory"), "{}", output.out);
    }
    for kind in GameKind::ALL {
        with_game!(kind, G => check::<G>());
    }
}

#[test]
fn practice_judges_what_was_typed() {
    // Some of the cells are legal in any position.
    let lines = (1..=8).flat_map(|row| (1..=8).map(move |column| format!("{row} {column}\n")));
    let lines: String = lines.collect();
    let output = run_with_input("practice flip --plain", &lines);
    assert_eq!(output.status, 0, "{}", output.err);
    let verdicts = ["Right! ", "Right!\n", "Not this one.\n"];
    assert!(verdicts.iter().any(|verdict| output.out.contains(verdict)), "{}", output.out);
    assert!(output.out.contains(" right.\nYour rating: "), "{}", output.out);
}

#[test]
fn a_round_is_followed_by_another_one_or_by_what_was_missed() {
    let answers = "answer\n".repeat(10);
    let lines = format!("{answers}missed\n{}\nanswer\nback\n", "answer\n".repeat(10));
    let output = run_with_input("practice eater --plain", &lines);
    assert_eq!((output.status, &*output.err), (0, ""), "{}", output.out);
    for text in [
        "\n0 of 10 right.\nYour rating: ",
        "Enter begins another round, missed asks the 10 missed positions again, back leaves.\n",
        "\nEater, 10 of 10: ",
    ] {
        assert!(output.out.contains(text), "{text:?} in\n{}", output.out);
    }
    assert_eq!(output.out.matches("\nEater, 1 of 10: ").count(), 2, "{}", output.out);
    assert_eq!(output.out.matches("Your rating: ").count(), 2, "{}", output.out);
}

#[test]
fn a_rush_has_three_lives() {
    let output = run_with_input("practice flip --rush --plain", "answer\nanswer\nanswer\nback\n");
    assert_eq!((output.status, &*output.err), (0, ""), "{}", output.out);
    for text in [
        "Flip rush, position 1, 3 lives left: ",
        "Flip rush, position 3, 1 life left: ",
        "\nYou solved 0.\n",
    ] {
        assert!(output.out.contains(text), "{text:?} in\n{}", output.out);
    }
    assert!(!output.out.contains("Your rating: "), "{}", output.out);
    assert_ne!(run_with_input("practice --rush", "").status, 0);
}

#[test]
fn practice_lists_what_is_due() {
    let output = run_with_input("practice", "");
    assert!(output.out.starts_with("Practice, "), "{}", output.out);
    for kind in GameKind::ALL {
        let command = format!(
            " 0 to repeat  puzzle of the day not played       fourcade practice {}\n",
            kind.key()
        );
        assert!(output.out.contains(&command), "{command:?} in\n{}", output.out);
    }
}
