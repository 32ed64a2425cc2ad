//! Games that are played by typed lines.

use std::{fmt::Write as _, io::Write as _, process::Stdio};

use fourcade::{
    games::{ArcadeGame, GameKind, GameVisitor, HUMAN, find_player},
    play::{
        Budget, Observation, RecordHeader, Seats, Session, ThinkContext, choose_checked, random,
    },
};

use super::{Ran, program};

/// Runs it with these words and these lines on standard input.
fn typed(words: &str, lines: &str) -> Ran {
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path())
        .current_dir(home.path())
        .args(words.split_whitespace())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Whoever leaves early does not read all.
    let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran {
        status: output.status.code().unwrap(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// The lines of a person who always takes the first move that is allowed, against players by
/// chance; and the scores.
struct Lines;

impl GameVisitor for Lines {
    type Output = (String, String, Vec<i32>);

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let setup =
            G::deal(G::SIZES.map_or(0, |sizes| sizes.min), &mut random::rng(3, &[])).unwrap();
        let mut seats = vec!["random".to_owned(); G::SEAT_NAMES.len()];
        HUMAN.clone_into(&mut seats[0]);
        let players = seats.join(",");
        let mut session = Session::<G>::new(RecordHeader { setup, seats, seed: 3 });
        let mut random = find_player::<G>("random").unwrap().make().unwrap();
        let mut lines = String::new();
        while !session.awaited().is_empty() {
            for seat in session.awaited().iter() {
                if seat.index() > 0 {
                    let think = ThinkContext::new(
                        Budget::Nodes(G::DEFAULT_NODES),
                        3,
                        seat,
                        session.lines().len(),
                    );
                    let (action, fault) =
                        choose_checked(random.as_mut(), session.game(), seat, &think).unwrap();
                    session.choose_with_fault(seat, action, fault).unwrap();
                    continue;
                }
                let action = session.game().observe(Seats::one(seat)).legal(seat)[0];
                writeln!(lines, "{action}").unwrap();
                session.choose(seat, action).unwrap();
            }
        }
        let size = G::SIZES.map_or(String::new(), |sizes| format!(" --size {}", sizes.min));
        let words = format!("play {} --plain --seed 3 --players {players}{size}", G::KEY);
        (words, lines, session.outcome().unwrap().scores().to_vec())
    }
}

#[test]
fn each_game_is_played_to_its_end() {
    for kind in GameKind::ALL {
        let (words, lines, scores) = kind.with(Lines);
        let ran = typed(&words, &lines);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{words}");
        let last = ran.out.lines().last().unwrap();
        assert!(
            [" wins", "share the first place: ", "A draw: "]
                .iter()
                .any(|words| last.contains(words)),
            "{last}"
        );
        let told = |score: &i32| last.contains(&format!(" {score}")) || !last.contains(':');
        assert!(scores.iter().all(told), "{scores:?} in {last}");
    }
}

#[test]
fn what_is_typed_is_answered() {
    let flip = "play flip --plain --size 4 --players human,first --seed 1";
    for (lines, words) in [
        ("help\n", "moves        what you may do now"),
        ("moves\n", "You may: 0 2, 1 3, 2 0, 3 1"),
        ("0 0\n", "0 0: a move must flip at least one tile. `moves` lists"),
        ("foo\n", "`moves` lists what you may do, `help` the rest."),
        ("\n\n", "O, your move (or help): "),
        ("hint\n", "Hint: "),
        ("undo\n", "There is no move to take back."),
        ("0 2\nundo\n", "Taken back."),
        ("rules\n", "# Flip"),
        ("save\n", "Name a file"),
        ("save game\nsave game\n", "game is there already"),
        ("save nowhere/game\n", "Not saved: nowhere/game: "),
        ("board\n", "|.OX.|"),
        ("quit\nmoves\n", "Goodbye."),
        ("", "Goodbye."),
    ] {
        let ran = typed(flip, lines);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{lines}");
        assert!(ran.out.contains(words), "{lines:?}: {}", ran.out);
        assert!(!lines.starts_with("quit") || !ran.out.contains("You may"), "{}", ran.out);
    }
    let ran = typed(flip, &format!("{}\n0 2\nquit\n", "x".repeat(100_000)));
    assert!(ran.status == 0 && ran.out.contains("O human plays 0 2, flips 1"), "{}", ran.out);
}

#[test]
fn others_hands_are_not_told() {
    let ran = typed(
        "play intensity --plain --seed 5 --players human,random,random,random",
        "board\nquit\n",
    );
    assert!(
        ran.out.contains("South  11 13 14") && ran.out.contains("West   10 cards"),
        "{}",
        ran.out
    );
    assert!(!ran.out.contains("West   10 16"));
    let two = typed("play intensity --plain --players human,human,random,random", "");
    assert_eq!((two.status, two.out.as_str()), (2, ""));
    assert!(two.err.contains("one person can play with --plain"), "{}", two.err);
}
