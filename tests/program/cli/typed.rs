//! Tests of `play --plain`: games played by typed lines.

use std::{fmt::Write as _, io::Write as _, process::Stdio};

use fourcade::games::{ArcadeGame, find_player, written};
use fourcade_engine::{
    GameKind,
    play::{
        Budget, HUMAN, Observation, RecordHeader, Seats, Session, ThinkContext, choose_checked,
        random,
    },
    with_game,
};

use super::{RunOutput, program};

/// Runs the program with these arguments and these lines on standard input.
fn run_with_input(args: &str, lines: &str) -> RunOutput {
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path())
        .current_dir(home.path())
        .args(args.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that exits early does not read everything.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    RunOutput {
        status: output.status.code().unwrap(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Plays a game in which the person always takes the first legal action against random players.
/// Returns the arguments, the typed lines and the scores.
fn first_move_game<G: ArcadeGame>() -> (String, String, Vec<i32>) {
    let setup = G::deal(G::SIZES.map_or(0, |sizes| sizes.min), &mut random::rng(3, &[])).unwrap();
    let mut seats = vec!["random".to_owned(); G::SEAT_NAMES.len()];
    HUMAN.clone_into(&mut seats[0]);
    let players = seats.join(",");
    let mut session = Session::<G>::new(RecordHeader { setup, seats, seed: 3, clock: None });
    let mut random = find_player::<G>("random").unwrap().make().unwrap();
    let mut lines = String::new();
    while !session.awaited().is_empty() {
        for seat in session.awaited().iter() {
            if seat.index() > 0 {
                let context = ThinkContext::new(
                    Budget::Nodes(G::DEFAULT_NODES),
                    3,
                    seat,
                    session.lines().len(),
                );
                let (action, fault) =
                    choose_checked(random.as_mut(), session.game(), seat, &context).unwrap();
                session.choose_with_fault(seat, action, fault).unwrap();
                continue;
            }
            let action = session.game().observe(Seats::one(seat)).legal(seat)[0];
            writeln!(lines, "{}", written::<G>(action).replace('\u{a0}', " ")).unwrap();
            session.choose(seat, action).unwrap();
        }
    }
    let size = G::SIZES.map_or(String::new(), |sizes| format!(" --size {}", sizes.min));
    let args = format!("play {} --plain --seed 3 --players {players}{size}", G::KEY);
    (args, lines, session.outcome().unwrap().scores().to_vec())
}

#[test]
fn each_game_can_be_played_to_its_end() {
    for kind in GameKind::ALL {
        let (args, lines, scores) = with_game!(kind, G => first_move_game::<G>());
        let output = run_with_input(&args, &lines);
        assert_eq!((output.status, output.err.as_str()), (0, ""), "{args}");
        let last = output.out.lines().last().unwrap();
        assert!(
            [" win", "tie for first", "It's a tie: "].iter().any(|text| last.contains(text)),
            "{last}"
        );
        let is_shown = |score: &i32| last.contains(&format!(" {score}")) || !last.contains(':');
        assert!(scores.iter().all(is_shown), "{scores:?} in {last}");
    }
}

#[test]
fn typed_lines_are_answered() {
    let flip = "play flip --plain --size 4 --players human,first --seed 1";
    for (lines, expected) in [
        ("help\n", "moves        the moves you can make now"),
        ("moves\n", "Legal moves: 1 3, 2 4, 3 1, 4 2"),
        ("1 1\n", "1 1: a move must flip at least one tile. `moves` lists"),
        ("foo\n", "`moves` lists your moves, `help` everything else."),
        ("\n\n", "O, your move (or help): "),
        ("hint\n", "Hint: "),
        ("undo\n", "There is no move to take back."),
        ("1 3\nundo\n", "Taken back."),
        ("rules\n", "# Flip"),
        ("save\n", "Name a file"),
        ("save game\nsave game\n", "game already exists"),
        ("save nowhere/game\n", "Not saved: nowhere/game: "),
        ("board\n", "|.OX.|"),
        ("quit\nmoves\n", "Goodbye."),
        ("", "Goodbye."),
    ] {
        let output = run_with_input(flip, lines);
        assert_eq!((output.status, output.err.as_str()), (0, ""), "{lines}");
        assert!(output.out.contains(expected), "{lines:?}: {}", output.out);
        assert!(
            !lines.starts_with("quit") || !output.out.contains("Legal moves"),
            "{}",
            output.out
        );
    }
    let output = run_with_input(flip, &format!("{}\n1 3\nquit\n", "x".repeat(100_000)));
    assert!(output.status == 0 && output.out.contains("You played 1 3 (+1)"), "{}", output.out);
}

#[test]
fn the_hands_of_others_are_hidden() {
    let output = run_with_input(
        "play intensity --plain --seed 5 --players human,random,random,random",
        "board\nquit\n",
    );
    assert!(
        output.out.contains("South  11 13 14") && output.out.contains("West   10 cards"),
        "{}",
        output.out
    );
    assert!(!output.out.contains("West   10 16"));
    let two = run_with_input("play intensity --plain --players human,human,random,random", "");
    assert_eq!((two.status, two.out.as_str()), (2, ""));
    assert!(two.err.contains("one person can play with --plain"), "{}", two.err);
}

#[test]
fn a_round_of_practice_is_a_conversation() {
    fn check<G: ArcadeGame>() {
        let args = format!("practice {} --plain", G::KEY);
        let output = run_with_input(&args, "help\nmoves\nno move\nanswer\nanswer\nquit\n");
        assert_eq!((output.status, &*output.err), (0, ""), "{}", output.out);
        let title = G::FACTS.title;
        for text in [
            &*format!("\n{title}, 1 of "),
            &format!("\n{title}, 3 of "),
            "Your choice (or help): Type a move",
            "leave the round",
            "Legal moves: ",
            "no move: ",
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
    let verdicts = ["Right! Play ", "Not this one. You played "];
    assert!(verdicts.iter().any(|verdict| output.out.contains(verdict)), "{}", output.out);
    assert!(output.out.contains(" right.\nYour rating: "), "{}", output.out);
}

#[test]
fn practice_lists_what_is_due() {
    let output = run_with_input("practice", "");
    assert!(output.out.starts_with("Practice, "), "{}", output.out);
    for kind in GameKind::ALL {
        let command = format!(
            " 0 due  puzzle of the day open             fourcade practice {}\n",
            kind.key()
        );
        assert!(output.out.contains(&command), "{command:?} in\n{}", output.out);
    }
}
