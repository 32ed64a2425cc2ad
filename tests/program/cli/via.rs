//! Tests of `simulate --via` and `simulate --batch`: games played by a command give the results of
//! one process, whatever happens to their lines.

use std::process::Stdio;

use serde_json::{Value, json};

use super::{RunOutput, program, run, stdout_of};

/// Plays the lines.
const BATCH: &str = concat!(env!("CARGO_BIN_EXE_fourcade"), " simulate --batch");

/// Runs `fourcade simulate` with the arguments in a line and `--via`. In the command, `BATCH` plays
/// lines.
fn run_via(args: &str, command: &str) -> RunOutput {
    let command = command.replace("BATCH", BATCH);
    let args = ["simulate"].into_iter().chain(args.split(' ')).chain(["--via", &command]);
    run(&args.collect::<Vec<_>>())
}

/// Returns a report as text without its times and without who played; nothing else is changed.
fn without_times(report: &str) -> String {
    let mut text = report.to_owned();
    for key in ["\"seconds\":", "\"ms_per_move\":", "\"ms_max\":", "\"threads\":", "\"via\":"] {
        let mut pieces = text.split(key);
        let mut kept = pieces.next().unwrap().to_owned();
        for piece in pieces {
            kept += piece[piece.find([',', '}']).unwrap()..].trim_start_matches(',');
        }
        text = kept;
    }
    assert_ne!(text, report, "a report contains times");
    text
}

/// Returns the words of a table without its times and without who played: the second half of the
/// heading, and the last two columns of the rows.
fn words_without_times(table: &str) -> Vec<Vec<&str>> {
    let mut lines: Vec<Vec<_>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    let seed = lines[0].iter().position(|word| *word == "seed").unwrap();
    lines[0].truncate(seed + 2);
    let is_row = |line: &Vec<&str>| line.iter().any(|word| word.ends_with('%'));
    for line in lines.iter_mut().filter(|line| is_row(line) && line.contains(&"±")) {
        line.truncate(line.len() - 2);
    }
    lines
}

/// Checks that a command gives the report of one process, byte for byte but for the times.
fn check(args: &str, commands: &[&str]) {
    let whole = stdout_of(&format!("simulate {args} --json"));
    let table = stdout_of(&format!("simulate {args}"));
    for command in commands {
        let via = run_via(&format!("{args} --json"), command);
        assert_eq!((via.status, via.err.as_str()), (0, ""), "{args}, {command}");
        assert_eq!(without_times(&via.out), without_times(&whole), "{args}, {command}");
        let json: Value = serde_json::from_str(&via.out).unwrap();
        assert_eq!((json["threads"].is_null(), json["via"].is_string()), (true, true));
        let via = run_via(args, command);
        assert_eq!(via.status, 0, "{}", via.err);
        assert!(via.out.lines().next().unwrap().contains(", played by a command, "), "{}", via.out);
        assert_eq!(words_without_times(&via.out), words_without_times(&table), "{args}");
    }
}

#[test]
fn a_command_gives_the_results_of_one_process_in_every_game() {
    for args in [
        "flip --players greedy,random --games 11 --size 6 --seed 5",
        "flip --players greedy,random --games 11 --size 6 --seed 5 --swap",
        "flip --players level:3,first --games 4 --size 4 --seed 5 --nodes 50",
        "intensity --players random,careful,random,novice --games 10 --seed 6",
        "intensity --players random,careful,random,novice --games 10 --seed 6 --swap",
        "concentration --players memory:10,memory:3 --games 9 --seed 7",
        "eater --players line,random --games 9 --size 4 --seed 8 --swap --openings 2",
    ] {
        check(args, &["BATCH"]);
    }
}

#[test]
fn a_command_gives_the_ladder_of_one_process() {
    check("flip --ladder --games 5 --size 4 --seed 3 --nodes 20", &["BATCH"]);
    check("eater --ladder --games 4 --seed 7 --size 3 --nodes 20", &["BATCH --threads 1 | tac"]);
}

#[test]
fn the_results_do_not_depend_on_what_happens_to_the_lines() {
    let args = "flip --players greedy,random --games 11 --size 6 --seed 5 --swap";
    check(args, &["BATCH | sed p", "BATCH; exit 3", "BATCH --threads 2; sleep 1000 & sleep 0.01"]);
    let whole = stdout_of(&format!("simulate {args} --json"));
    for (command, message) in [
        ("BATCH | awk 'NR % 2'", "5 of 11 games have no result; sending them again"),
        ("head -n 4 | BATCH", "7 of 11 games have no result; sending them again"),
        ("head -c 500 | BATCH", "games have no result; sending them again"),
        ("head -n 6 | BATCH; kill -9 $$", "5 of 11 games have no result; sending"),
        ("echo hello; echo why >&2; BATCH", "ignored a line that isn't a result: hello"),
        (
            "BATCH | sed 'p;s/\"id\":\"./\"id\":\"x/'",
            "ignored the result of another simulation: x-",
        ),
        (
            "BATCH --threads 1 | sed 'h;s/\"deal\":[0-9]*/\"deal\":99/p;g'",
            "ignored a result that does not fit its game: 1-1-",
        ),
    ] {
        let via = run_via(&format!("{args} --json"), command);
        assert_eq!(via.status, 0, "{command}: {}", via.err);
        assert!(via.err.contains(message), "{command}: {}", via.err);
        assert_eq!(without_times(&via.out), without_times(&whole), "{command}");
    }
}

#[test]
fn a_command_that_plays_no_games_is_an_error_that_says_what_to_do() {
    let args = "flip --players first,last --games 2 --size 4 --seed 1";
    for (command, why) in [
        ("cat", "it repeats the games instead of playing them; add `fourcade simulate --batch`"),
        ("true", "2 of 2 games have no result, although `true` was started 4 times: it ended"),
        ("exit 9", "it ended with exit status: 9"),
        ("no-such-command", "`no-such-command` can't be run: "),
        ("yes", "`yes` prints lines without end that aren't results; add"),
    ] {
        let ran = run_via(args, command);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{command}: {}", ran.err);
        let last = ran.err.lines().last().unwrap();
        assert!(last.contains(why), "{command}: {}", ran.err);
        assert!(ran.err.len() < 5000, "{command}: {}", ran.err);
    }
}

#[test]
fn bad_lines_are_explained_and_the_others_are_played() {
    let line = |id: &str, game: &str, players: &[&str]| {
        json!({"id": id, "game": game, "players": players, "seed": 1, "size": 4}).to_string()
    };
    let input = [
        line("good", "flip", &["first", "last"]),
        "junk".to_owned(),
        String::new(),
        line("chess", "chess", &["first", "last"]),
        line("alone", "flip", &["first"]),
        line("human", "flip", &["human", "first"]),
        line("nobody", "flip", &["first", "nobody"]),
        line("small", "flip", &["first", "last"]).replace(":4", ":3"),
        line("more", "flip", &["first", "last"]).replace(":4", ":4,\"rounds\":3"),
        line("program", "eater", &["random", "program:/bin/true"]),
    ];
    let home = tempfile::tempdir().unwrap();
    let mut child = program(home.path())
        .args(["simulate", "--batch", "--threads", "1", "--no-sandbox"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.join("\n").as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let expected = [
        (1, json!("good"), None),
        (2, Value::Null, Some("this is not a game: expected value at line 1")),
        (4, json!("chess"), Some("chess")),
        (5, json!("alone"), Some("it has 1 players, not 2; `fourcade simulate --help` shows one")),
        (6, json!("human"), Some("human can't play here; name computer players")),
        (7, json!("nobody"), Some("no player called \"nobody\"")),
        (8, json!("small"), Some("--size for Flip is a whole number from 4 to 1024, not 3")),
        (9, json!("more"), Some("unknown field `rounds`")),
        (10, json!("program"), Some("`fourcade simulate --batch --allow-programs`")),
    ];
    assert_eq!(answers.len(), expected.len(), "{text}");
    for (answer, (line, id, error)) in answers.iter().zip(expected) {
        assert_eq!((&answer["line"], &answer["id"]), (&json!(line), &id), "{answer}");
        let found = answer["error"].as_str();
        assert_eq!(found.is_some(), error.is_some(), "{answer}");
        assert!(found.unwrap_or_default().contains(error.unwrap_or_default()), "{answer}");
        assert_eq!(answer["outcome"].is_object(), error.is_none(), "{answer}");
    }
}

#[test]
fn the_options_of_lines_are_checked() {
    for (line, message) in [
        ("simulate flip --batch", "can't be used with"),
        ("simulate --batch --seed 1", "can't be used with"),
        ("simulate flip --players first,last --games 2 --allow-programs", "--batch"),
        ("simulate flip --players first,last --games 2 --via BATCH --threads 2", "--threads"),
        ("simulate", "needs"),
    ] {
        let output = super::run_line(line);
        assert_eq!((output.status, output.out.as_str()), (2, ""), "{line}");
        assert!(output.err.contains(message), "{line}: {}", output.err);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_simulation_ends_its_command_and_shows_its_games() {
    use rustix::process::{Pid, Signal, kill_process};

    let home = tempfile::tempdir().unwrap();
    let mark = home.path().join("played");
    let command = format!("head -n 3 | {BATCH}; touch {}; sleep 1000", mark.display());
    let child = program(home.path())
        .args("simulate flip --players first,last --games 8 --size 4 --seed 1 --json".split(' '))
        .args(["--via", &command])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    crate::support::wait_until("some games are over", || mark.exists());
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("these are the 3 games of 8 that were finished"), "{message}");
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["games"], 3);
}
