//! Tests of `watch` and `replay` as text.

use std::{fs, path::Path};

use super::{program, run, stdout_of};

#[test]
fn watch_prints_the_same_game_for_the_same_seed() {
    let game = stdout_of("watch flip --plain --players random,greedy --size 5 --seed 7");
    assert!(
        game.starts_with("Flip, size 5, seed 7\nO: Random\nX: Greedy\n\n+-----+\n|.....|\n"),
        "{game}"
    );
    assert!(game.lines().any(|line| line.starts_with("Random played ")), "{game}");
    let last = game.lines().last().unwrap();
    assert!(last.contains(" wins: O ") || last.starts_with("It's a tie: O "), "{last}");
    // Without a terminal, --plain is the default.
    assert_eq!(stdout_of("watch flip --players random,greedy --size 5 --seed 7"), game);
    assert_ne!(stdout_of("watch flip --players random,greedy --size 5 --seed 8"), game);
    assert!(stdout_of("watch flip --plain --size 4").contains("seed"));
}

/// Saves a game after a move with the classic program and returns its path.
pub fn recorded(folder: &Path) -> String {
    let path = folder.join("game").to_str().unwrap().to_owned();
    let home = tempfile::tempdir().unwrap();
    let mut command = program(home.path());
    command.args(["classic", "flip", "new", "4", "1"]);
    let output = assert_cmd::Command::from_std(command)
        .write_stdin(format!("0 2\ns{path}\n"))
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    path
}

#[test]
fn a_saved_game_can_be_continued_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = recorded(folder.path());
    let game = run(&["watch", "flip", "--load", &path, "--players", "first,last"]);
    assert!(
        game.status == 0 && game.out.contains("O: First") && game.out.contains("+----+\n|.XO.|"),
        "{}",
        game.out
    );
    let person = run(&["watch", "flip", "--load", &path]);
    assert!(person.status == 2 && person.err.contains("--players"), "{}", person.err);

    let replay = run(&["replay", &path, "--plain"]);
    let expected = "\
Flip, size 4, seed 0
O: you
X: First

+----+
|....|
|.OX.|
|.XO.|
|....|
+----+

You played 1 3 (+1)

+----+
|..O.|
|.OO.|
|.XO.|
|....|
+----+

First played 1 2 (+1)

+----+
|.XO.|
|.XO.|
|.XO.|
|....|
+----+

The game is not over; to move: you.
";
    assert_eq!((replay.status, replay.out.as_str()), (0, expected));
}

#[test]
fn an_invalid_record_is_reported_with_its_line() {
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read_to_string(recorded(folder.path())).unwrap();
    let path = folder.path().join("other");
    let path = path.to_str().unwrap();
    for (text, hint) in [
        (String::new(), "line 1"),
        ("junk\n".to_owned(), "line 1"),
        (whole.replace("\"0 2\"", "\"0 0\""), "line 2: a move must turn at least one tile"),
        (whole.replace("{\"end\":2}\n", ""), "line 4"),
        (whole.replace("\"flip\"", "\"poker\""), "poker"),
        ("\0".repeat(100_000), "line 1"),
    ] {
        fs::write(path, text).unwrap();
        for args in [
            &["replay", "--plain", path][..],
            &["replay", path],
            &["watch", "flip", "--load", path],
            &["play", "flip", "--load", path],
        ] {
            let output = run(args);
            assert_eq!((output.status, output.out.as_str()), (1, ""), "{args:?}");
            let kind = if hint.contains("line 1") || hint == "poker" {
                "not a saved"
            } else {
                "a damaged"
            };
            let start = format!("fourcade: {path} is {kind} game of fourcade (line ");
            assert!(
                output.err.starts_with(&start) && output.err.contains("; give "),
                "{args:?}: {}",
                output.err
            );
            assert!(output.err.contains(hint), "{hint}: {}", output.err);
        }
    }
}

#[test]
fn an_unreadable_file_is_reported_with_advice() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for (path, reason) in [
        ("missing", "there is no such file; give the path of a saved game"),
        (folder, "it is a folder; give the path of a saved game"),
    ] {
        for args in [&["replay", "--plain", path][..], &["play", "flip", "--load", path]] {
            let output = run(args);
            assert_eq!(
                (output.status, output.err),
                (1, format!("fourcade: can't read {path}: {reason}\n")),
                "{args:?}"
            );
        }
    }
}

#[test]
fn an_unknown_player_in_a_record_is_reported_with_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = recorded(folder.path());
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replace("\"first\"", "\"frist\"")).unwrap();
    let output = run(&["play", "flip", "--load", &path]);
    assert_eq!(output.status, 1, "{}", output.err);
    let reason = "(line 1: Flip has no player called \"frist\"; did you mean first";
    assert!(
        output.err.starts_with(&format!("fourcade: {path} is ")) && output.err.contains(reason),
        "{}",
        output.err
    );
}

#[test]
fn todays_deals_are_listed_with_the_command_that_plays_each() {
    let list = stdout_of("daily --date 2026-11-22");
    assert!(list.starts_with("The deals, 22 November 2026 (UTC), against Hard:\n"), "{list}");
    for game in ["intensity", "flip", "concentration", "eater"] {
        let command = format!("  not played  fourcade daily {game} --date 2026-11-22\n");
        assert!(list.contains(&command), "{list}");
    }
    assert!(stdout_of("daily").starts_with("Today's deal, "));
    for args in [&["daily", "--date", "9999-01-01"][..], &["daily", "flip", "--date=9999-01-01"]] {
        let refused = run(args).err;
        assert!(refused.contains("the deal of 1 January 9999 comes on that day"), "{refused}");
    }
}
