//! Tests of `analyse` with positions and recorded games.

use std::{fs, path::Path};

use fourcade::games::{ArcadeGame, GameFacts};
use fourcade_engine::{
    GameKind,
    eater::Eater,
    flip::Flip,
    play::{Budget, RecordHeader, Session, ThinkContext, choose_checked, find_player},
    with_game,
};
use serde_json::Value;

use super::{RunOutput, run};

/// Position 20 of the endgame test suite of the French Othello Federation.
const FFO_20: &str = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X";
/// The start position of Flip.
const START: &str = "---------------------------OX------XO--------------------------- O";

/// Runs `analyse` with these arguments.
fn analyse(args: &[&str]) -> RunOutput {
    run(&[&["analyse"], args].concat())
}

/// Returns the output of an analysis after checking that it succeeded.
#[track_caller]
fn analyse_ok(args: &[&str]) -> String {
    let output = analyse(args);
    assert_eq!((output.status, output.err.as_str()), (0, ""), "{args:?}");
    output.out
}

/// Writes a game between computers on the smallest board to a file in this folder. Returns the
/// file's path.
fn recorded<G: ArcadeGame>(folder: &Path) -> String {
    let size = G::SIZES.map_or(0, |sizes| sizes.min);
    let setup = G::deal_seeded(size, 3).unwrap();
    let players = G::FACTS.demo_seats.iter().map(ToString::to_string).collect();
    let mut session = Session::<G>::new(RecordHeader { setup, players, seed: 3, clock: None });
    while session.outcome().is_none() {
        for seat in session.awaited().iter() {
            let mut player = find_player::<G>(G::FACTS.demo_seats[seat.index()]).unwrap();
            let context = ThinkContext::new(Budget::Nodes(1), 3, seat, session.lines().len());
            let (action, _) =
                choose_checked(player.as_mut(), session.game(), seat, &context).unwrap();
            session.choose(seat, action).unwrap();
        }
    }
    let path = folder.join(G::KEY);
    session.record().write(&mut fs::File::create(&path).unwrap()).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_position_can_be_solved_exactly() {
    let json = analyse_ok(&["--board", FFO_20, "--exact", "--json"]);
    assert_eq!(json.lines().count(), 1);
    let json: Value = serde_json::from_str(&json).unwrap();
    let keys: Vec<_> = json.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys.len(), 7);
    for key in ["score", "best", "line", "exact", "depth", "nodes", "seconds"] {
        assert!(keys.contains(&key), "{key}");
    }
    // The solution of the test suite is h5.
    assert_eq!(
        (&json["score"], &json["best"], &json["exact"]),
        (&6.into(), &vec!["4 7"].into(), &true.into())
    );
    assert_eq!((&json["line"][0], &json["depth"]), (&"4 7".into(), &6.into()));
    assert!(json["nodes"].as_u64().unwrap() > 0 && json["seconds"].as_f64().unwrap() >= 0.0);
    let text = analyse_ok(&["--board", FFO_20, "--exact"]);
    for line in [
        "score   +6 tiles for X (the final score with best play)\n",
        "best    5 8\n",
        "line    5 8",
        "per second\n",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn depth_and_node_limits_are_respected() {
    let json: Value =
        serde_json::from_str(&analyse_ok(&["--board", START, "--depth", "3", "--json"])).unwrap();
    assert_eq!((&json["depth"], &json["exact"]), (&3.into(), &false.into()));
    let timeless = |args: &[&str]| {
        let mut json: Value = serde_json::from_str(&analyse_ok(args)).unwrap();
        json["seconds"].take();
        json
    };
    let args = ["--board", START, "--nodes", "20000", "--json"];
    assert_eq!(timeless(&args), timeless(&args));
    assert!(timeless(&args)["nodes"].as_u64().unwrap() <= 20_000);
    assert!(analyse_ok(&["--board", START, "--time", "0.05"]).contains("an estimate, "));
}

#[test]
fn a_side_without_moves_must_pass() {
    let passes = analyse_ok(&["--board", "OX-------------- X", "--exact"]);
    assert!(
        passes.contains("score   -16 tiles for X")
            && passes.contains("best    none: X must pass\n"),
        "{passes}"
    );
    let json: Value =
        serde_json::from_str(&analyse_ok(&["--board", "OX-------------- X", "--json"])).unwrap();
    assert_eq!((&json["score"], &json["best"]), (&(-16).into(), &Value::Array(Vec::new())));
    let over = analyse_ok(&["--board", "OOO------------X O"]);
    assert!(
        over.contains("score   +14 tiles for O (the game is over)\n") && !over.contains("best"),
        "{over}"
    );
}

#[test]
fn an_invalid_position_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path().to_str().unwrap();
    for (args, status, hint) in [
        (&["--board", ""][..], 2, "a board is its cells row by row, a space, and O or X"),
        (
            &["--board", "XO- X"],
            2,
            "a board has 64 cells (or 16, 25, 36, 49 on smaller boards), not 3",
        ),
        (
            &["--board", &START.replace("XO", "X?")],
            2,
            "'?', cell 37 of the board, isn't one of X O -",
        ),
        (&["--board", &START.replace(" O", " Z")], 2, "\"Z\" isn't a side"),
        (&["--board", START.trim_end_matches(" O")], 2, "O or X for the side to move"),
        (&[], 2, "give the path of a saved game, or a position with --board"),
        (&["--board", START, "file"], 2, "can't be used with"),
        (&["--board", START, "--depth", "0"], 2, "--depth"),
        (&["--board", START, "--depth", "3", "--exact"], 2, "can't be used with"),
        (&["--board", START, "--nodes", "3", "--time", "1"], 2, "can't be used with"),
        (&["--board", START, "--time", "0"], 2, "seconds from 0.001 to 86400"),
        (&["--board", START, "--memory", "0"], 2, "--memory"),
        (&["--board", START, "--nodes", "1"], 1, "give more with --time or --nodes"),
        (&["nothing.there"], 1, "there is no such file"),
        (&[folder], 1, "it is a folder"),
    ] {
        let output = analyse(args);
        assert_eq!((output.status, output.out.as_str()), (status, ""), "{args:?} {}", output.err);
        assert!(output.err.contains(hint), "{args:?}: {}", output.err);
    }
}

#[test]
fn every_game_can_be_reviewed() {
    let folder = tempfile::tempdir().unwrap();
    for kind in GameKind::ALL {
        let file = with_game!(kind, G => recorded::<G>(folder.path()));
        let json = analyse_ok(&[&file, "--nodes", "500", "--json"]);
        let rows: Vec<Value> =
            json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let numbers: Vec<_> = rows.iter().map(|row| row["move"].as_u64().unwrap()).collect();
        assert!(numbers.is_sorted() && numbers[0] == 1, "{kind:?} {numbers:?}");
        for row in &rows {
            for key in [
                "seat", "player", "played", "better", "value", "cost", "unit", "exact", "line",
                "reasons", "merits",
            ] {
                assert!(row.get(key).is_some(), "{kind:?} {key}: {row}");
            }
            assert!(
                row["played"].is_string() && row["cost"].as_f64().is_none_or(|cost| cost >= 0.0),
                "{row}"
            );
        }
        let table = analyse_ok(&[&file, "--nodes", "500"]);
        for text in [GameFacts::of(kind).title, "500 positions each", kind.seat_names()[0]] {
            assert!(table.contains(text), "{kind:?} {text}: {table}");
        }
        let has_costly = ["Costliest moves", "\nWhy:\n"].iter().all(|text| table.contains(text));
        assert!(has_costly || table.contains("No costly moves."), "{kind:?}: {table}");
    }
}

#[test]
fn a_small_game_is_solved_exactly() {
    let folder = tempfile::tempdir().unwrap();
    let file = recorded::<Flip>(folder.path());
    let json = analyse_ok(&[&file, "--exact", "--json"]);
    let first: Value = serde_json::from_str(json.lines().next().unwrap()).unwrap();
    // With best play, the second player wins on 4 x 4 by 10 tiles.
    assert_eq!((&first["value"], &first["exact"]), (&(-10.0).into(), &true.into()));
    let table = analyse_ok(&[&file, "--exact"]);
    assert!(
        table.contains("Costliest moves (tiles ahead at the end):") && !table.contains("estimate"),
        "{table}"
    );
}

#[test]
fn games_that_cannot_be_reviewed_are_reported_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let large = folder.path().join("large");
    let header = r#"{"fourcade":1,"game":"flip","format":1,"setup":{"size":10},"seats":["first","last"],"seed":1}"#;
    fs::write(&large, format!("{header}\n{{\"end\":0}}\n")).unwrap();
    let output = analyse(&[large.to_str().unwrap()]);
    assert_eq!((output.status, output.out.as_str()), (1, ""));
    assert!(output.err.contains("more than 8 x 8 can't be reviewed"), "{}", output.err);
    let other = recorded::<Eater>(folder.path());
    let output = analyse(&[&other, "--depth", "3"]);
    assert!(
        output.status == 2
            && output
                .err
                .contains("only Flip has --depth and --exact; use --time or --nodes for Eater"),
        "{}",
        output.err
    );
    let torn = folder.path().join("torn");
    fs::write(&torn, "{\"fourcade\":1}").unwrap();
    assert_eq!(analyse(&[torn.to_str().unwrap()]).status, 1);
}
