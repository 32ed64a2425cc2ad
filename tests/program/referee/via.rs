//! `tournament --via`: a command plays the games. Whatever happens to its lines, its workers and
//! the tournament itself, the standings are those of one process.

use std::{fs, path::Path, process::Stdio};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;

use super::{CommandOutput, TestDir};
use crate::support::{find_program, wait_until};

/// The options of the tournament that most tests play.
const OPTIONS: &str = "--player random --player random --player random --player random \
                       --player random --player random --player novice --player novice \
                       --player casual:3 --player careful --rounds 4 --seed 5";

/// The number of games of that tournament.
const GAMES: usize = 12;

/// Plays the lines of a round.
const BATCH: &str = concat!(env!("CARGO_BIN_EXE_fourcade"), " referee --batch --allow-programs");

/// Runs `fourcade tournament` with the options in a line and `--via`. In the command, `BATCH` plays
/// lines, and `HERE` stands for the folder.
fn run_via(dir: &TestDir, options: &str, command: &str) -> CommandOutput {
    let output = via(dir, options, command).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    CommandOutput {
        status: output.status.code().unwrap(),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

fn via(dir: &TestDir, options: &str, command: &str) -> std::process::Command {
    let mut tournament = dir.command(&format!("tournament {options} --via"));
    let here = dir.home.path().to_str().unwrap();
    tournament.arg(command.replace("BATCH", BATCH).replace("HERE", here));
    tournament.stdin(Stdio::null());
    tournament
}

/// Returns the table of the standings without the times.
fn standings(out: &str) -> Vec<String> {
    let (_, table) = out.split_once("\n\n").expect("a table below its heading");
    let (table, _) = table.split_once("\n\n").expect("a legend below the table");
    table.lines().map(|line| line.rsplit_once("  ").unwrap().0.trim_end().to_owned()).collect()
}

/// Returns the lines of a saved tournament without the times.
fn saved(path: &Path) -> Vec<String> {
    let results = path.join("results.jsonl");
    let path = if path.is_dir() { &results } else { path };
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| line.split(",\"slowest_ms\"").next().unwrap().to_owned()).collect()
}

/// The tournament in one process: its standings and its file.
fn in_one_process(dir: &TestDir) -> (Vec<String>, Vec<String>) {
    let out = dir.stdout_of(&format!("tournament {OPTIONS} --threads 2 --save HERE/one"));
    let saved = saved(&dir.file("one"));
    assert_eq!(saved.len(), GAMES + 1);
    (standings(&out), saved)
}

#[test]
fn the_standings_do_not_depend_on_what_happens_to_the_lines() {
    let dir = TestDir::new();
    let (expected, lines) = in_one_process(&dir);
    assert_eq!(expected.len(), 11);
    for (name, command, message) in [
        ("plain", "BATCH", None),
        ("reversed", "BATCH --threads 1 | tac", None),
        ("doubled", "BATCH | sed p", None),
        ("lost", "BATCH | awk 'NR % 2'", Some("1 of 3 games of round 1 have no result; sending")),
        ("unread", "head -n 1 | BATCH", Some("2 of 3 games of round 1 have no result; sending")),
        ("cut", "head -c 200 | BATCH", Some("have no result; sending them again")),
        (
            "noisy",
            "echo hello; echo why >&2; BATCH",
            Some("ignored a line that isn't a result: hello"),
        ),
        (
            "foreign",
            "echo '{\"id\":\"5\",\"line\":1,\"error\":\"no\"}'; \
             BATCH | sed 'p;s/\"id\":\"./\"id\":\"x/'",
            Some("ignored the result of another tournament: x-"),
        ),
        ("failing", "BATCH; exit 3", None),
        ("lingering", "BATCH; sleep 1000 & sleep 0.01", None),
    ] {
        let file = dir.file(name);
        let ran = run_via(&dir, &format!("{OPTIONS} --save {}", file.display()), command);
        assert_eq!(ran.status, 0, "{name}: {}", ran.err);
        assert_eq!(standings(&ran.out), expected, "{name}");
        assert_eq!(saved(&file), lines, "{name}");
        let rounds = ran.err.lines().filter(|line| line.ends_with(" of 4 is over")).count();
        assert_eq!(rounds, 4, "{name}: {}", ran.err);
        match message {
            Some(message) => assert!(ran.err.contains(message), "{name}: {}", ran.err),
            None => assert_eq!(ran.err.lines().count(), 4, "{name}: {}", ran.err),
        }
    }
    let heading = run_via(&dir, OPTIONS, "BATCH").out;
    assert!(heading.starts_with(
        "Intensity: Swiss tournament, 4 rounds, 12 games, seed 5, played by a command, "
    ));
    let json = run_via(&dir, &format!("{OPTIONS} --json"), "BATCH").out;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((json["via"].as_str(), &json["threads"]), (Some(BATCH), &Value::Null));
    dir.assert_nothing_is_left();
}

#[test]
fn a_command_that_is_no_referee_is_an_error_that_says_what_to_do() {
    let dir = TestDir::new();
    let options = "--player random --player random --rounds 2 --seed 1";
    for (command, why) in [
        ("cat", "`cat` was started 4 times: it repeats the games instead of playing them; add"),
        ("true", "although `true` was started 4 times: it ended without their results"),
        ("echo hello", "it prints lines that aren't results; add `fourcade referee --batch` to it"),
        ("exit 9", "it ended with exit status: 9; with --save DIR"),
        ("printf 'carriage return\\r\\n' >&2; exit 1", "(carriage return)"),
        ("kill -9 $$", "it ended with signal: 9 (SIGKILL)"),
        ("echo broken >&2; exit 1", "it ended with exit status: 1 (broken)"),
        ("no-such-command", "`no-such-command` can't be run: "),
        ("yes", "`yes` prints lines without end that aren't results; add"),
    ] {
        let ran = run_via(&dir, options, command);
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{command}: {}", ran.err);
        let last = ran.err.lines().last().unwrap();
        assert!(last.contains(why), "{command}: {}", ran.err);
        assert!(last.ends_with("; with --save DIR, games would be kept"), "{}", ran.err);
        assert!(ran.err.len() < 5000, "{command}: {}", ran.err);
    }
    // A program that may not start there.
    let batch = BATCH.replace("--allow-programs", "--no-sandbox");
    let ran = run_via(&dir, "./lowest --rounds 1 --seed 1", &batch);
    assert_eq!(ran.status, 1);
    assert!(ran.err.contains("play these lines with `fourcade referee --batch --allow-programs`"));
}

#[test]
fn a_tournament_whose_command_dies_is_resumed_with_the_same_standings() {
    let dir = TestDir::new();
    let (expected, lines) = in_one_process(&dir);
    let dying = "echo >>HERE/starts; if [ $(wc -l <HERE/starts) -gt 3 ]; then exit 9; fi; BATCH";
    let ran = run_via(&dir, &format!("{OPTIONS} --save HERE/dead"), dying);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    let file = dir.file("dead");
    let command = dying.replace("BATCH", BATCH).replace("HERE", dir.home.path().to_str().unwrap());
    let path = file.display();
    let advice = format!(
        "3 of 3 games of round 4 have no result, although `{command}` was started 4 times: it \
         ended with exit status: 9; {path} keeps 9 games: continue with --resume \
         {path}\n"
    );
    assert!(ran.err.ends_with(&advice), "{}", ran.err);
    let mut played = saved(&file);
    played[1..].sort_unstable();
    let mut expected_lines = lines[..10].to_vec();
    expected_lines[1..].sort_unstable();
    assert_eq!(played, expected_lines);
    fs::copy(file.join("results.jsonl"), dir.file("copy")).unwrap();
    let resumed = run_via(&dir, "--resume HERE/dead", "BATCH");
    assert_eq!(standings(&resumed.out), expected, "{}", resumed.err);
    assert_eq!(saved(&file), lines);
    let alone = dir.stdout_of("tournament --resume HERE/copy");
    assert_eq!(standings(&alone), expected);
    assert_eq!(saved(&dir.file("copy")), lines);
}

#[test]
fn a_saved_tournament_starts_no_program_and_no_command_unasked() {
    let dir = TestDir::new();
    dir.stdout_of("tournament ./lowest --rounds 1 --seed 1 --save HERE/foreign");
    let results = dir.file("foreign/results.jsonl");
    let text = fs::read_to_string(&results).unwrap();
    assert!(!text.contains("referee"), "no command is saved: {text}");
    let resume = |more: &str| {
        run_via(
            &dir,
            &format!("--resume HERE/foreign --rounds 2 {more}"),
            "touch HERE/started; BATCH",
        )
    };
    let refused = resume("");
    assert_eq!((refused.status, refused.out.as_str()), (2, ""));
    assert!(refused.err.contains("--allow-programs"), "{}", refused.err);
    assert!(!dir.file("started").exists());
    assert_eq!(fs::read_to_string(&results).unwrap(), text);
    let allowed = resume("--allow-programs");
    let alone = dir.stdout_of("tournament ./lowest --rounds 2 --seed 1");
    assert_eq!(standings(&allowed.out), standings(&alone), "{}", allowed.err);
    assert!(dir.file("started").exists());
    // The header can't smuggle in a command.
    let smuggled = text.replacen("\"seed\"", "\"via\":\"touch HERE/smuggled\",\"seed\"", 1);
    fs::write(&results, smuggled).unwrap();
    let ran = dir.run("tournament --resume HERE/foreign --allow-programs");
    assert!(ran.status == 1 && ran.err.contains("unknown field `via`"), "{}", ran.err);
}

/// The process in a file that a command has written.
fn process_in(path: &Path) -> Pid {
    let read = || fs::read_to_string(path).unwrap_or_default();
    wait_until("the command has started", || read().ends_with('\n'));
    Pid::from_raw(read().trim().parse().unwrap()).unwrap()
}

/// Whether a process runs. It may still wait to be reaped.
fn is_running(process: Pid) -> bool {
    let stat = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_pid()));
    stat.is_ok_and(|stat| !stat.contains(") Z "))
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_tournament_ends_its_command_and_keeps_its_games() {
    let dir = TestDir::new();
    let (_, lines) = in_one_process(&dir);
    let waiting =
        "if [ -e HERE/once ]; then echo $$ >HERE/pid; sleep 1000; fi; touch HERE/once; BATCH";
    let mut tournament = via(&dir, &format!("{OPTIONS} --save HERE/file"), waiting);
    let child = tournament.spawn().unwrap();
    let shell = process_in(&dir.file("pid"));
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(143), "{err}");
    assert!(err.contains("interrupted: these are the standings after 3 games of 12"), "{err}");
    assert!(!is_running(shell));
    assert_eq!(saved(&dir.file("file")), lines[..4]);
    dir.assert_nothing_is_left();
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_tournament_is_resumed_with_the_same_standings() {
    let dir = TestDir::new();
    let (expected, lines) = in_one_process(&dir);
    let slow = "echo $$ >HERE/pid; \
                while read -r line; do sleep 0.02; echo \"$line\"; done | BATCH --threads 1";
    let mut child = via(&dir, &format!("{OPTIONS} --save HERE/file"), slow).spawn().unwrap();
    let file = dir.file("file");
    let count =
        || fs::read_to_string(file.join("results.jsonl")).unwrap_or_default().lines().count();
    // Killed in the middle of a round.
    wait_until("some games are over", || count() > 5);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(count() <= GAMES, "it was killed before its end");
    // The command can print nothing any more, so it ends, too.
    let shell = process_in(&dir.file("pid"));
    wait_until("the command has ended", || !is_running(shell));
    let resumed = run_via(&dir, "--resume HERE/file", "BATCH");
    assert_eq!(standings(&resumed.out), expected, "{}", resumed.err);
    assert_eq!(saved(&file), lines);
}

#[test]
fn gnu_parallel_plays_a_tournament_although_a_worker_is_killed() {
    if find_program("parallel").is_none() {
        eprintln!("skipped: GNU parallel is not installed");
        return;
    }
    let dir = TestDir::new();
    let (expected, lines) = in_one_process(&dir);
    // One worker is killed before it can return the result of its game.
    let worker = "#!/bin/sh\n\
        if mkdir HERE/killed 2>/dev/null; then BATCH >/dev/null; kill -9 $$; fi\n\
        echo >>HERE/workers\n\
        exec BATCH\n";
    let here = dir.home.path().to_str().unwrap();
    let worker = worker.replace("BATCH", BATCH).replace("HERE", here);
    fs::write(dir.file("worker"), worker).unwrap();
    fs::create_dir(dir.file("parallel")).unwrap();
    let parallel = "PARALLEL_HOME=HERE/parallel parallel --will-cite --pipe -N 1 -j 4 \
                    --line-buffer sh HERE/worker";
    let ran = run_via(&dir, &format!("{OPTIONS} --save HERE/file"), parallel);
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert!(ran.err.contains("1 of 3 games of round 1 have no result; sending"), "{}", ran.err);
    assert_eq!(standings(&ran.out), expected);
    assert_eq!(saved(&dir.file("file")), lines);
    let workers = fs::read_to_string(dir.file("workers")).unwrap().lines().count();
    assert_eq!(workers, GAMES, "one more worker plays the lost game again");
    dir.assert_nothing_is_left();
}

#[test]
fn strict_answers_are_demanded_from_the_command_too() {
    let dir = TestDir::new();
    let options = "./wordy ./lowest --rounds 2 --seed 4 --strict";
    let expected = standings(&dir.stdout_of(&format!("tournament {options}")));
    let wordy = expected.iter().find(|line| line.contains("wordy")).expect("an entrant");
    assert!(wordy.contains("22"), "illegal answers in {wordy}");
    let output = run_via(&dir, options, "BATCH");
    assert_eq!((output.status, standings(&output.out)), (0, expected), "{}", output.err);
}

#[test]
fn programs_that_start_others_on_other_hosts_are_reported() {
    let dir = TestDir::new();
    let referee = dir.run("referee ./asking --seed 4 --json");
    if !referee.err.contains("./asking: starts other programs (sh)") {
        println!("skipped: there is no sandbox");
        return;
    }
    assert!(referee.out.contains("\"started\":[\"sh\"]"), "{}", referee.out);
    // Without a sandbox nothing is noticed here.
    let output = run_via(&dir, "./asking ./lowest --rounds 2 --seed 4 --no-sandbox", "BATCH");
    let warning = "fourcade: ./asking: starts other programs (sh), which the course forbids\n";
    assert_eq!((output.status, output.err.matches(warning).count()), (0, 1), "{}", output.err);
}
