//! Games as text: watched, and replayed from files.

use std::{fs, path::Path};

use super::{good, program, run};

#[test]
fn watch_prints_a_game_that_its_seed_repeats() {
    let game = good("watch flip --plain --players random,greedy --size 5 --seed 7");
    assert!(game.starts_with("Flip, size 5, seed 7\nO: random\nX: greedy\n\n+-----+\n|.....|\n"), "{game}");
    assert!(game.lines().any(|line| line.starts_with("O random plays ")), "{game}");
    let last = game.lines().last().unwrap();
    assert!(last.contains(" wins: O ") || last.starts_with("A draw: O "), "{last}");
    // Without a terminal it does the same by itself.
    assert_eq!(good("watch flip --players random,greedy --size 5 --seed 7"), game);
    assert_ne!(good("watch flip --players random,greedy --size 5 --seed 8"), game);
    assert!(good("watch flip --plain --size 4").contains("seed"));
}

/// A game saved by the classic program after a move, in this folder.
pub fn recorded(folder: &Path) -> String {
    let path = folder.join("game").to_str().unwrap().to_owned();
    let home = tempfile::tempdir().unwrap();
    let mut words = program(home.path());
    words.args(["classic", "flip", "new", "4", "1"]);
    let said = assert_cmd::Command::from_std(words).write_stdin(format!("0 2\ns{path}\n")).output().unwrap();
    assert_eq!(said.status.code(), Some(0));
    path
}

#[test]
fn a_saved_game_can_be_watched_on_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let path = recorded(folder.path());
    let game = run(&["watch", "flip", "--load", &path, "--players", "first,last"]);
    assert!(game.status == 0 && game.out.contains("O: first") && game.out.contains("+----+\n|.XO.|"), "{}", game.out);
    let person = run(&["watch", "flip", "--load", &path]);
    assert!(person.status == 2 && person.err.contains("--players"), "{}", person.err);

    let replay = run(&["replay", &path, "--plain"]);
    let expected = "\
Flip, size 4, seed 0
O: human
X: first

+----+
|....|
|.OX.|
|.XO.|
|....|
+----+

O human plays 0 2, flips 1

+----+
|..O.|
|.OO.|
|.XO.|
|....|
+----+

X first plays 0 1, flips 1

+----+
|.XO.|
|.XO.|
|.XO.|
|....|
+----+

The game is not over; to move: O human.
";
    assert_eq!((replay.status, replay.out.as_str()), (0, expected));
}

#[test]
fn files_that_are_no_records_are_named_with_the_line() {
    let folder = tempfile::tempdir().unwrap();
    let whole = fs::read_to_string(recorded(folder.path())).unwrap();
    let path = folder.path().join("other");
    let path = path.to_str().unwrap();
    for (text, hint) in [
        (String::new(), "line 1"),
        ("junk\n".to_owned(), "line 1"),
        (whole.replace("\"0 2\"", "\"0 0\""), "line 2: a move must flip at least one tile"),
        (whole.replace("{\"end\":2}\n", ""), "line 4"),
        (whole.replace("\"flip\"", "\"poker\""), "poker"),
        ("\0".repeat(100_000), "line 1"),
    ] {
        fs::write(path, text).unwrap();
        for words in [
            &["replay", "--plain", path][..],
            &["replay", path],
            &["watch", "flip", "--load", path],
            &["play", "flip", "--load", path],
        ] {
            let ran = run(words);
            assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{words:?}");
            assert!(ran.err.starts_with("fourcade: ") && ran.err.contains(path), "{words:?}: {}", ran.err);
            assert!(ran.err.contains(hint), "{hint}: {}", ran.err);
        }
    }
    for missing in [folder.path().to_str().unwrap(), "missing"] {
        let ran = run(&["replay", "--plain", missing]);
        assert_eq!(ran.status, 1, "{missing}: {}", ran.err);
    }
}
