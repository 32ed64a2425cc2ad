//! Games of Othello from other programs, and `export`.

use std::{fs, num::NonZero, path::Path, process::Stdio};

use fourcade::games::GameFacts;
use fourcade_engine::{GameKind, with_game};

use super::{RunOutput, every_game::record_game, program, run, stdout_of};

/// A game in which Black passes before the last two moves.
const WITH_PASS: &str = "c4c5f6c3b5g7e3e6c2f3g3a5h8b3f4f2b4f5f7h3a3d2e2e1a6e7d7c1c6g8f1g4d1b6b1d3\
                         g6b7f8a7c7h6a8b2g5g2a1d6h2h5a4d8c8h7e8a2h4b8PSg1h1";
/// A game in which White takes all discs.
const WIPE_OUT: &str =
    "C4 C3 D3 E3 E2 C6 E6 C5 B5 A4 A6 F3 D6 F6 F2 B4 B6 F1 A3 A7 A5 A2 B3 B2 F7 G8";
/// Two games of one match, and one of another kind.
const GAMES: &str = "\
2 (;GM[Othello]PC[GGS/os]PB[Ada]PW[Bob]TY[s8]RE[+64.00:r]B[f5//0.01]W[d6/1.2/3]B[c3]W[d3]B[c4];)\
(;GM[Othello]PB[Bob]PW[Ada]TY[s8]B[f5]W[f6]B[e6];)
1 (;GM[Othello]TY[8a]PB[Eve]PW[Zoe]B[f5];)
";

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Runs the program with this text as its standard input.
fn run_with(input: &str, args: &[&str]) -> RunOutput {
    let home = tempfile::tempdir().unwrap();
    let file = write(home.path(), "input", input);
    let mut command = program(home.path());
    command.args(args).stdin(Stdio::from(fs::File::open(file).unwrap()));
    command.output().unwrap().into()
}

#[test]
fn a_transcript_with_a_pass_and_one_with_a_wipe_out_are_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "pass.txt", WITH_PASS);
    let game = stdout_of(&format!("replay {file} --plain"));
    let passed = "\
Player 2 played 8 7 (+2)
Player 1 couldn't move and passed

+--------+
|..OOOOOO|
|OOOOOOOX|
|OOXOOOXO|
|OOOOOXOO|
|OOXOXXOO|
|OXOOXOXO|
|OXXOOXXO|
|OOOOOOXO|
+--------+

Player 2 played 1 2 (+7)
";
    assert!(game.contains(passed), "{game}");
    assert!(game.ends_with("\n\nO Player 1 wins: O 44, X 20.\n"), "{game}");
    // F5 is Black's first move at the board as Othello players see it; ours is its mirror image.
    let wiped_out = run_with(WIPE_OUT, &["replay", "-", "--plain"]);
    assert!(wiped_out.out.contains("Player 1 played 4 6 (+1)"), "{}", wiped_out.out);
    assert!(wiped_out.out.ends_with("X Player 2 wins: O 0, X 30.\n"), "{}", wiped_out.out);
}

#[test]
fn the_games_of_a_file_are_listed_and_chosen_by_number() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "games.ggf", GAMES);
    for args in [
        &["replay", "--plain", &file][..],
        &["analyse", &file],
        &["export", &file, "--format", "moves"],
        &["play", "flip", "--plain", "--load", &file],
    ] {
        let output = run(args);
        let list = format!(
            "fourcade: {file} has 3 games; choose one with --game N:\n  1  Ada - Bob, s8, \
             +64.00:r\n  2  Bob - Ada, s8\n  3  Eve - Zoe, 8a\n"
        );
        assert_eq!((output.status, output.out.as_str()), (2, ""), "{args:?}");
        assert_eq!(output.err, list, "{args:?}");
    }
    assert!(stdout_of(&format!("replay --plain --game 1 {file}")).contains("O: Ada\nX: Bob\n"));
    assert_eq!(stdout_of(&format!("export {file} --game 2 --format moves")), "f5f6e6\n");
    for (number, status, message) in [
        ("3", 1, "line 2: in games of type 8a, the fewest discs win; they can't be read"),
        ("4", 2, "has 3 games, so there is no game 4"),
        ("0", 2, "--game <N> can't be \"0\""),
    ] {
        let output = run(&["replay", "--plain", "--game", number, &file]);
        assert_eq!(output.status, status, "{}", output.err);
        assert!(output.err.contains(message), "{}", output.err);
    }
    let review = stdout_of(&format!("analyse {file} --game 1 --nodes 1000 --json"));
    assert_eq!(review.lines().count(), 5, "{review}");
}

#[test]
fn broken_games_are_reported_with_the_line_and_the_move() {
    let folder = tempfile::tempdir().unwrap();
    for (text, message) in [
        ("f5 d6\nc3 d4\n", "line 2: move 4 (d4): that cell is taken"),
        ("(;GM[Amazons]TY[10];)", "line 1: this is a game of Amazons, not of Othello"),
    ] {
        let file = write(folder.path(), "broken", text);
        for args in [&["replay", "--plain", &file][..], &["analyse", &file]] {
            let output = run(args);
            assert_eq!((output.status, output.out.as_str()), (1, ""), "{args:?}");
            let expected = format!("fourcade: can't read the game in {file}: {message}\n");
            assert_eq!(output.err, expected, "{args:?}");
        }
    }
}

#[test]
fn exported_games_can_be_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let record = super::games::recorded(folder.path());
    let ggf = stdout_of(&format!("export {record} --format ggf"));
    assert_eq!(
        ggf,
        "(;GM[Othello]PC[fourcade]PB[human]PW[first]TY[4]BO[4 ---- -O*- -*O- ---- *]B[b1]W[c1];)\n"
    );
    let file = write(folder.path(), "game.ggf", &ggf);
    let replay = |file: &str| stdout_of(&format!("replay {file} --plain"));
    assert_eq!(replay(&file), replay(&record));
    // Into a file, and from a pipe.
    let list = folder.path().join("list");
    let args = ["export", "-", "--format", "moves", "--output", list.to_str().unwrap()];
    let output = run_with(WITH_PASS, &args);
    assert_eq!((output.status, output.out.as_str(), output.err.as_str()), (0, "", ""));
    assert_eq!(fs::read_to_string(&list).unwrap(), WITH_PASS.replace("PS", "") + "\n");
    let output = run(&["export", &record, "--format", "moves", "--output", "/nowhere/at/all"]);
    assert_eq!(output.status, 1);
    assert!(output.err.contains("name another file with --output"), "{}", output.err);
}

#[test]
fn every_game_can_be_a_picture_or_a_recording_and_only_flip_a_move_list() {
    let folder = tempfile::tempdir().unwrap();
    for kind in GameKind::ALL {
        let path = folder.path().join("game");
        with_game!(kind, G => record_game::<G>(&path, 7, usize::MAX));
        let (file, title) = (path.display(), GameFacts::of(kind).title);
        let output = run(&["export", &file.to_string(), "--format", "moves"]);
        assert_eq!(output.status, i32::from(kind != GameKind::Flip), "{}", output.err);
        if kind != GameKind::Flip {
            assert!(output.err.contains("only games of Flip can be written"), "{}", output.err);
        }
        let svg = stdout_of(&format!("export {file} --format svg --window 100x30"));
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
        assert!(
            svg.contains(&format!("<title>{title}: ")) && svg.contains("width=\"918\""),
            "{svg}"
        );
        // Colours are in it even if this terminal has none.
        let cast = stdout_of(&format!("export {file} --format cast --pace 0.25"));
        let mut lines = cast.lines();
        let header = lines.next().unwrap();
        assert!(header.starts_with(r#"{"version":2,"width":80,"height":24,"title":""#), "{header}");
        let size = [24, 80].map(|cells| NonZero::new(cells).unwrap());
        let mut screen = vt100::Parser::new(size[0], size[1], 0);
        let mut last = 0.0;
        for (at, line) in (0_u32..).zip(lines) {
            let (time, code, data): (f64, String, String) = serde_json::from_str(line).unwrap();
            assert_eq!((time, code.as_str()), (0.25 * f64::from(at), "o"), "{line}");
            screen.process(data.as_bytes());
            last = time;
        }
        assert!(last > 0.5, "{cast}");
        assert!(cast.contains("38;2;"), "{kind:?}");
        assert!(screen.screen().contents().contains(title), "{}", screen.screen().contents());
    }
}
