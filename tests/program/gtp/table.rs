//! Engines as players of the arcade, run with the real binary.

use std::{path::Path, process::Stdio};

use serde_json::Value;

use super::{OURS, processes};
use crate::support::{self, wait_until};

fn run(args: &[&str]) -> (i32, String, String) {
    let home = tempfile::tempdir().unwrap();
    let output = support::program(home.path()).args(args).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Returns the name of a player that is one of our own players as an engine.
fn engine_player(player: &str) -> String {
    format!("program:'{OURS}' engine flip --player {player} --nodes 2000 --seed 1")
}

/// Returns the results of a simulation without the players' names and times.
fn results(players: &str, size: &str) -> Vec<Value> {
    let args = [
        "simulate",
        "flip",
        "--games",
        "4",
        "--swap",
        "--seed",
        "5",
        "--json",
        "--size",
        size,
        "--players",
    ];
    let (status, out, err) = run(&[&args[..], &[players]].concat());
    assert_eq!((status, err.as_str()), (0, ""), "{players}");
    let mut json: Value = serde_json::from_str(&out).unwrap();
    let mut results = json["results"].as_array_mut().unwrap().clone();
    for result in &mut results {
        for key in ["player", "ms_per_move", "ms_max"] {
            result[key].take();
        }
    }
    results
}

#[test]
fn engines_play_the_same_games_as_our_players() {
    for size in ["6", "8"] {
        let ours = results("first,last", size);
        let of_engines =
            results(&format!("{},{}", engine_player("first"), engine_player("last")), size);
        assert_eq!(ours, of_engines);
        assert!(of_engines.iter().all(|result| result["illegal"] == 0));
    }
}

#[test]
fn searching_engines_play_whole_games_without_faults() {
    for (size, players) in
        [("6", ["expert", "level:4"]), ("8", ["level:4", "expert"]), ("9", ["expert", "first"])]
    {
        let both = results(&players.map(engine_player).join(","), size);
        assert!(both.iter().all(|result| result["illegal"] == 0), "{both:?}");
        assert!(both.iter().all(|result| result["moves"].as_u64() > Some(10)), "{both:?}");
    }
}

#[test]
fn a_typed_game_against_an_engine_can_be_undone_and_resumed() {
    let home = tempfile::tempdir().unwrap();
    let players = format!("human,{}", engine_player("first"));
    let mut ours = support::program(home.path());
    ours.current_dir(home.path());
    ours.args(["play", "flip", "--plain", "--seed", "3", "--players", &players]);
    let mut ours =
        ours.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let lines = "3 5\nundo\n3 5\nundo\n4 6\nsave game\nquit\n";
    std::io::Write::write_all(&mut ours.stdin.take().unwrap(), lines.as_bytes()).unwrap();
    let output = ours.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && output.stderr.is_empty(), "{out}");
    assert_eq!(out.matches("Taken back: 2 moves.").count(), 2);
    assert!(!out.contains("refuses") && out.contains("Saved as game."), "{out}");
    let answers: Vec<_> = out.lines().filter(|line| line.contains(" plays ")).collect();
    // One answer to each of the three moves; the first two are the same.
    assert!(answers.len() == 3 && answers[0] == answers[1], "{answers:?}");

    // The saved game is resumed with the same engine.
    let saved = home.path().join("game");
    let (status, out, err) = run(&[
        "watch",
        "flip",
        "--plain",
        "--load",
        saved.to_str().unwrap(),
        "--players",
        &format!("first,{}", engine_player("first")),
    ]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains(" wins: ") || out.contains("It's a tie: "), "{out}");
    assert!(!out.contains("refuses") && !out.contains("answers"), "{out}");
}

#[test]
fn an_engine_that_cannot_be_started_is_an_error() {
    for (player, why) in [
        ("program", "program needs a command, such as program:./player"),
        ("program: ", "program needs a command"),
    ] {
        let (status, out, err) =
            run(&["watch", "flip", "--plain", "--players", &format!("first,{player}")]);
        assert_eq!((status, out.as_str()), (2, ""), "{player}");
        assert!(err.contains(why), "{err}");
    }
    for (player, why) in [
        (
            "program:no-such-engine --gtp",
            "there is no program no-such-engine, neither here nor in a folder of PATH",
        ),
        ("program:./no-such-engine", "there is no program ./no-such-engine; give the path"),
        ("program:'half", "isn't a command, because a quote is missing"),
        ("program:src", "there is no program src"),
        ("program:./src", "is a folder"),
        ("program:Cargo.toml", "isn't executable"),
    ] {
        let (status, _, err) =
            run(&["watch", "flip", "--plain", "--players", &format!("first,{player}")]);
        assert_eq!(status, 1, "{player}");
        assert!(err.contains(why), "{err}");
    }
}

#[test]
fn a_fault_of_an_engine_is_reported_and_a_random_move_is_played() {
    let (status, out, err) = run(&[
        "watch",
        "flip",
        "--plain",
        "--size",
        "4",
        "--seed",
        "3",
        "--players",
        "first,program:sh -c 'exit 3'",
    ]);
    assert_eq!((status, err.as_str()), (0, ""));
    assert!(out.contains("sh broke the rules (ended with status 3)"), "{out}");
    assert!(out.contains(" wins: ") || out.contains("It's a tie: "), "{out}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_engine_and_its_children_are_killed_with_the_arcade() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/gtp/misbehaving.sh");
    let players = format!("first,program:sh '{}' family '{}'", script.display(), log.display());
    let mut ours = support::program(folder.path());
    ours.args(["watch", "flip", "--plain", "--players", &players]);
    let mut ours = ours.stdin(Stdio::null()).stdout(Stdio::null()).spawn().unwrap();
    let engines = || processes(&log).into_iter().filter(|args| !args.contains("--players")).count();
    wait_until("the engine and its children run", || engines() >= 4);
    ours.kill().unwrap();
    ours.wait().unwrap();
    wait_until("all of them have ended", || engines() == 0);
}
