//! Tournaments: the same results with any number of threads and after any interruption.

use std::fs;

use serde_json::Value;

use super::TestDir;
use crate::support::wait_until;

/// Parses the standings and removes what depends on times and threads.
fn without_times(json: &str) -> Value {
    let mut json: Value = serde_json::from_str(json).unwrap();
    for key in ["threads", "seconds"] {
        assert!(json[key].is_number());
        json[key].take();
    }
    json["sandbox"].take();
    for row in json["standings"].as_array_mut().unwrap() {
        assert!(row["slowest_ms"].is_number());
        row["slowest_ms"].take();
    }
    json
}

const PLAYERS: &str =
    "./lowest ./ritchie ./student ./wordy --player random --player careful --player counter";

#[test]
fn a_tournament_is_the_same_for_any_number_of_threads() {
    let dir = TestDir::new();
    let run = |threads: &str| {
        without_times(
            &dir.stdout_of(&format!("tournament {PLAYERS} --rounds 4 --seed 5 --json {threads}")),
        )
    };
    let one = run("--threads 1");
    assert_eq!(run("--threads 4 --no-sandbox"), one);
    assert_eq!(run("--no-sandbox"), one);
    let other = without_times(
        &dir.stdout_of(&format!("tournament {PLAYERS} --rounds 4 --seed 6 --json --no-sandbox")),
    );
    assert_ne!(other["standings"], one["standings"]);
    assert_eq!(
        (&one["game"], &one["seed"], &one["rounds"]),
        (&"intensity".into(), &5.into(), &4.into())
    );
    assert_eq!((&one["games"], &one["games_played"]), (&8.into(), &8.into()));
    let rows = one["standings"].as_array().unwrap();
    assert_eq!(rows.len(), 7);
    assert!(rows.iter().all(|row| row["games"] == 4), "each plays in each round");
    assert!(rows.is_sorted_by(|one, other| one["points"].as_f64() >= other["points"].as_f64()));
    let ritchie = rows.iter().find(|row| row["name"] == "Dennis Ritchie").unwrap();
    assert_eq!(ritchie["player"], "program:./ritchie");
    // It always plays the same card, which is sometimes legal.
    assert!((30..=44).contains(&ritchie["illegal"].as_u64().unwrap()), "{ritchie}");
    assert!(rows.iter().all(|row| row["name"] == "Dennis Ritchie" || row["illegal"] == 0));
    for row in rows {
        let place = 4.0 - row["points"].as_f64().unwrap() / 4.0;
        assert!((row["average_place"].as_f64().unwrap() - place).abs() < 1e-9, "{row}");
    }
    dir.assert_nothing_is_left();
}

#[test]
fn standings_are_printed_as_a_table() {
    let dir = TestDir::new();
    let ran = dir.run("tournament ./lowest ./ritchie --rounds 2 --seed 5 --threads 1");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let lines: Vec<_> = ran.out.lines().collect();
    assert!(
        lines[0].starts_with("Intensity: Swiss tournament, 2 rounds, 2 games, seed 5, 1 thread, "),
        "{}",
        lines[0]
    );
    let heading: Vec<_> =
        lines[2].split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
    assert_eq!(
        heading,
        [
            "player",
            "points",
            "games",
            "place",
            "penalty",
            "wins",
            "shared",
            "rating",
            "illegal",
            "slowest ms"
        ]
    );
    assert!(
        lines[3].starts_with("#1 lowest ") && lines[4].starts_with("#2 Dennis Ritchie  "),
        "{}",
        ran.out
    );
    assert!(lines[2..5].iter().all(|line| line.chars().count() == lines[2].len()), "{}", ran.out);
    // Every column after the player is explained below the table.
    assert_eq!(lines[5], "");
    let end = lines[6..].iter().position(|line| line.is_empty()).unwrap();
    let legend = lines[6..6 + end].join("; ");
    let explained: Vec<_> = legend.split("; ").filter_map(|part| part.split_once(": ")).collect();
    for column in &heading[1..] {
        assert!(
            *column == "games" || explained.iter().any(|(name, _)| name == column),
            "{column}: {legend}"
        );
    }
    // Penalties by kind, and who beat whom.
    assert!(ran.out.contains("\n\nillegal answers    wrong  late  crashed  no answer\n#2 Dennis"));
    let first = "\n#2 Dennis Ritchie: illegal 22 times; first in round 1, game 1: \
                 discards [10, 11, 12] - illegal discard\n";
    assert!(ran.out.contains(first), "{}", ran.out);
    assert!(ran.out.contains("\n1 lowest            -  2/2\n"), "{}", ran.out);
    assert!(
        legend.contains("wins: games won alone; shared: games in which first place was shared")
    );
}

#[test]
fn a_saved_tournament_is_resumed_with_the_same_results() {
    let dir = TestDir::new();
    let args = format!("tournament {PLAYERS} --no-sandbox --rounds 3 --seed 8 --json");
    let whole = without_times(&dir.stdout_of(&format!("{args} --save HERE/saved")));
    let saved = fs::read_to_string(dir.file("saved/results.jsonl")).unwrap();
    assert_eq!(saved.lines().count(), 7);
    // The file is truncated in several places after the first line.
    let first = saved.find('\n').unwrap() + 1;
    for length in [first, first + 1, first + 200, saved.len() / 2, saved.len() - 1, saved.len()] {
        fs::write(dir.file("cut"), &saved[..length]).unwrap();
        assert_eq!(
            without_times(
                &dir.stdout_of("tournament --resume HERE/cut --allow-programs --no-sandbox --json")
            ),
            whole,
            "{length} bytes"
        );
        let mut lines: Vec<_> =
            fs::read_to_string(dir.file("cut")).unwrap().lines().map(without_slowest).collect();
        let mut all: Vec<_> = saved.lines().map(without_slowest).collect();
        lines.sort();
        all.sort();
        assert_eq!(lines, all, "{length} bytes");
    }
    let longer =
        without_times(&dir.stdout_of(
            "tournament --resume HERE/cut --allow-programs --no-sandbox --rounds 4 --json",
        ));
    assert_eq!(longer, without_times(&dir.stdout_of(&args.replace("--rounds 3", "--rounds 4"))));
}

/// Returns the line of a game without the measured times.
fn without_slowest(line: &str) -> String {
    line.split(",\"slowest_ms\"").next().unwrap().to_owned()
}

#[test]
fn a_different_or_damaged_tournament_is_not_resumed() {
    let dir = TestDir::new();
    dir.stdout_of("tournament ./lowest --player random --rounds 3 --seed 8 --save HERE/saved");
    let saved = fs::read_to_string(dir.file("saved/results.jsonl")).unwrap();
    let second = saved.lines().nth(1).unwrap();
    let resume = |more: &str| {
        let ran = dir.run(&format!("tournament --resume HERE/file --allow-programs {more}"));
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{more}: {}", ran.err);
        ran.err
    };
    fs::write(dir.file("file"), &saved).unwrap();
    // The file names programs, which need permission to start.
    let ran = dir.run("tournament --resume HERE/file");
    assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{}", ran.err);
    assert!(ran.err.contains("`./lowest`") && ran.err.contains("--allow-programs"), "{}", ran.err);
    assert!(resume("--seed 9").contains("belongs to another tournament: its seed is 8, not 9; "));
    let players = "its players are program:./lowest, random, not program:./wordy, random; ";
    assert!(resume("./wordy --player random").contains(players));
    assert!(resume("--rounds 2").contains("its round 3 is played, but only 2 are wanted; "));
    for (text, why) in [
        (String::new(), "isn't a tournament saved with --save (line 1: the file is empty"),
        (
            saved[..20].to_owned(),
            "isn't a tournament saved with --save (line 1: the file is empty or cut short",
        ),
        ("junk\n".to_owned(), "isn't a tournament saved with --save (line 1: this is not"),
        (
            saved.replace("tournament\":1", "tournament\":2"),
            "(line 1: it has version 2; this program reads version 1)",
        ),
        (
            saved.replace("\"round\":1", "\"round\":x"),
            "is damaged (line 3: this is not a game of a tournament: ",
        ),
        (
            format!("{saved}{second}\n"),
            "is damaged (line 5: this game isn't part of this tournament, or appears twice)",
        ),
        (saved.replacen("\"seats\":[", "\"seats\":[null,", 1), "is damaged (line 2: this is not"),
    ] {
        fs::write(dir.file("file"), &text).unwrap();
        let message = resume("");
        assert!(message.contains(why), "{message}");
        assert_eq!(fs::read_to_string(dir.file("file")).unwrap(), text, "the file is unchanged");
    }
}

#[test]
fn in_a_round_robin_any_two_players_meet_equally_often() {
    let dir = TestDir::new();
    let robin = format!("tournament {PLAYERS} --no-sandbox --system round-robin --seed 8");
    let ran = dir.run(&format!("{robin} --json --threads 3 --save HERE/saved"));
    let announced = "fourcade: round robin of 7 players: 28 games in 7 rounds\n";
    assert_eq!((ran.status, ran.err.as_str()), (0, announced));
    let whole = without_times(&ran.out);
    assert_eq!((&whole["system"], &whole["rounds"]), (&"round-robin".into(), &7.into()));
    assert_eq!((&whole["games"], &whole["games_played"]), (&28.into(), &28.into()));
    assert!(whole["standings"].as_array().unwrap().iter().all(|row| row["games"] == 16));
    for (number, row) in whole["crosstable"].as_array().unwrap().iter().enumerate() {
        for (column, cell) in row.as_array().unwrap().iter().enumerate() {
            assert!(if column == number { cell.is_null() } else { cell["games"] == 8 }, "{row}");
        }
    }
    let dealt = |name: &str| fs::read_to_string(dir.file("saved").join(name)).unwrap();
    let hands = |record: &str| {
        let header: Value = serde_json::from_str(record.lines().next().unwrap()).unwrap();
        (header["seed"].clone(), header["seats"].clone())
    };
    let [first, second] =
        [1, 2].map(|game| hands(&dealt(&format!("round-01-game-{game}.fourcade"))));
    assert!(first.0 == second.0 && first.1 != second.1, "one deal, other seats");
    // The games of `--via` are the same.
    let command = format!("{robin} --json --via");
    let mut via = dir.command(&command);
    let batch =
        concat!(env!("CARGO_BIN_EXE_fourcade"), " referee --batch --allow-programs --no-sandbox");
    let output = via.arg(batch).output().unwrap();
    let by_command: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(by_command["points_by_round"], whole["points_by_round"]);
    // A resumed tournament keeps its system.
    let saved = fs::read_to_string(dir.file("saved/results.jsonl")).unwrap();
    let cut: String = saved.split_inclusive('\n').take(12).collect();
    let resume = "tournament --resume HERE/cut --allow-programs --no-sandbox";
    for system in ["", "--system round-robin"] {
        fs::write(dir.file("cut"), &cut).unwrap();
        let ran = dir.run(&format!("{resume} --json {system}"));
        assert_eq!((ran.status, ran.err.as_str()), (0, announced));
        assert_eq!(without_times(&ran.out), whole);
    }
    let page = dir.stdout_of(&format!("{resume} --format html"));
    assert!(page.contains("<p>7 players, round robin, 7 rounds, 28 games, seed 8</p>"), "{page}");
    let table = dir.stdout_of(resume);
    assert!(table.starts_with("Intensity: round robin, 7 rounds, 28 games, seed 8, "), "{table}");
    // Options that contradict the tournament are refused.
    let is_refused = |args: &str, status: i32, why: &str| {
        let ran = dir.run(args);
        assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{args}: {}", ran.err);
        assert!(ran.err.contains(why), "{args}: {}", ran.err);
    };
    let rounds = "a round robin has as many rounds as it needs; leave out --rounds";
    is_refused(&format!("{robin} --rounds 3"), 2, rounds);
    is_refused(&format!("{resume} --rounds 8"), 2, rounds);
    let other = "it is a round robin, not a Swiss tournament; ";
    is_refused(&format!("{resume} --system swiss"), 1, other);
    let crowd = format!("tournament --system round-robin{}", " --player random".repeat(101));
    is_refused(&crowd, 2, "101 players are too many for a round robin; it takes at most 100");
    dir.stdout_of("tournament --player random --rounds 1 --save HERE/swiss");
    let other = "it is a Swiss tournament, not a round robin; ";
    is_refused("tournament --resume HERE/swiss --system round-robin", 1, other);
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_tournament_shows_its_standings_and_can_be_resumed() {
    use rustix::process::{Pid, Signal, kill_process};
    let dir = TestDir::new();
    let args = "tournament ./lowest ./hanging-in-tournament --player random --player random \
                --player random --rounds 20 --seed 3 --threads 2";
    let child = dir.command(&format!("{args} --timeout 0.05 --save HERE/saved")).spawn().unwrap();
    let results = dir.file("saved/results.jsonl");
    let lines = || fs::read_to_string(&results).unwrap_or_default().lines().count();
    wait_until("some games are over", || lines() > 3);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let (out, err) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("fourcade: interrupted: these are the standings after "), "{err}");
    let saved = dir.file("saved").display().to_string();
    let next = format!(
        "; to continue: fourcade tournament --resume {saved} --allow-programs --threads 2\n"
    );
    assert!(err.ends_with(&next), "{err}");
    assert!(out.contains("\n#1 "), "{out}");
    dir.assert_nothing_is_left();
    assert!(super::processes("hanging-in-tournament").iter().all(|process| !process.exists()));
    let so_far = lines() - 1;
    assert!(so_far < 40 && err.contains(&format!("after {so_far} games of 40")), "{so_far}: {err}");
    // A tournament that was killed can be resumed, too.
    let mut child =
        dir.command("tournament --resume HERE/saved --allow-programs --threads 2").spawn().unwrap();
    wait_until("some more games are over", || lines() > so_far + 3);
    child.kill().unwrap();
    child.wait().unwrap();
    let json = dir.stdout_of("tournament --resume HERE/saved --allow-programs --json");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["games"], &json["games_played"]), (&40.into(), &40.into()));
}

#[test]
fn a_saved_tournament_keeps_what_decides_its_results() {
    let dir = TestDir::new();
    let players = "./hanging --player counter --player random --player careful";
    let options = "--timeout 0.05 --strict --cc cc --show HERE/tmp";
    dir.stdout_of(&format!("tournament {players} {options} --rounds 1 --seed 3 --save HERE/saved"));
    // With the default time limit, the program that hangs would take minutes.
    let again = "tournament --resume HERE/saved --allow-programs --cc cc --show HERE/tmp";
    let page = dir.stdout_of(&format!("{again} --rounds 2 --format html"));
    let show = dir.file("tmp").display().to_string();
    let repeats: Vec<_> = page.split("<code>fourcade referee ").skip(1).collect();
    assert_eq!(repeats.len(), 2, "{page}");
    for option in ["--timeout 0.05", "--strict", &format!("--show {show}"), "--cc cc"] {
        assert!(repeats.iter().all(|command| command.contains(&format!(" {option} "))), "{page}");
    }
    // Only the second game began after ten late answers.
    assert!(!repeats[0].contains("--late-before") && repeats[1].contains("--late-before "));
    let own = repeats[1].split_once("</code>").unwrap().0;
    let played = dir.stdout_of(&format!("referee {own} --json"));
    let record = fs::read_to_string(dir.file("saved/round-02-game-1.fourcade")).unwrap();
    assert!(record.contains("\"late_before\":["), "{record}");
    let lines = |record: &str| record.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines(&played), lines(&record));
    let repeated = dir.run("referee --repeat HERE/saved/round-02-game-1.fourcade --allow-programs");
    assert!(repeated.err.contains("the game is the same as in the record"), "{}", repeated.err);
    // Other rules are another tournament, and options are not taken from a file.
    let refused = |args: &str| {
        let ran = dir.run(&format!("tournament --resume HERE/saved --allow-programs {args}"));
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{args}: {}", ran.err);
        ran.err
    };
    let why = refused("--cc cc --show HERE/tmp --timeout 5");
    assert!(why.contains("its programs have 0.05 s for a decision, not 5 s"), "{why}");
    for (args, own) in [
        ("", "without such options".to_owned()),
        ("--cc cc", "with --cc cc".to_owned()),
        (
            "--cc cc --show HERE/tmp --no-sandbox",
            format!("with --no-sandbox --show {show} --cc cc"),
        ),
    ] {
        let expected = format!("was played with --show {show} --cc cc, not {own}; give the same");
        let why = refused(args);
        assert!(why.contains(&expected), "{args}: {why}");
    }
}

#[test]
fn a_program_that_has_changed_is_named_and_refused() {
    let dir = TestDir::new();
    let source = fs::read_to_string(super::FOLDER.path().join("lowest.c")).unwrap();
    for name in ["one.c", "two.c"] {
        fs::write(dir.file(name), &source).unwrap();
    }
    let players = "HERE/one.c HERE/two.c --player random --player careful";
    dir.stdout_of(&format!("tournament {players} --rounds 1 --seed 3 --save HERE/saved"));
    fs::write(dir.file("two.c"), format!("{source}// better\n")).unwrap();
    for args in ["--allow-programs --rounds 2", players] {
        let ran = dir.run(&format!("tournament --resume HERE/saved {args}"));
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
        let two = dir.file("two.c").display().to_string();
        assert!(
            ran.err.contains(&format!(" was saved: {two}; add --allow-changed")),
            "{}",
            ran.err
        );
    }
    let again = "tournament --resume HERE/saved --allow-programs --rounds 2";
    dir.stdout_of(&format!("{again} --allow-changed"));
    // From then on, the changed program belongs to the tournament.
    dir.stdout_of(&format!("{again} --json"));
}

#[test]
fn all_broken_sources_are_named_and_can_be_left_out() {
    let dir = TestDir::new();
    fs::write(dir.file("worse.c"), "int main(void) { return nothing; }\n").unwrap();
    let args = "tournament broken.c ./lowest HERE/worse.c ./missing --player random --rounds 1";
    let ran = dir.run(args);
    assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{}", ran.err);
    for broken in ["broken.c could not", "worse.c could not", "there is no program ./missing"] {
        assert_eq!(ran.err.matches(broken).count(), 1, "{broken}: {}", ran.err);
    }
    assert!(ran.err.ends_with("\nadd --skip-broken to play without what is broken\n"));
    let ran = dir.run(&format!("{args} --skip-broken"));
    assert_eq!(ran.status, 0, "{}", ran.err);
    assert_eq!(ran.err.matches("fourcade: left out: ").count(), 3, "{}", ran.err);
    let (players, _) = ran.out.split_once("\npoints: ").unwrap();
    assert_eq!(players.matches("\n#").count(), 2, "{}", ran.out);
    dir.assert_nothing_is_left();
}

#[cfg(target_os = "linux")]
#[test]
fn a_temporary_folder_without_execution_is_named_before_the_games() {
    let dir = TestDir::new();
    let mount = "mount -t tmpfs -o noexec,mode=1777 none \"$TMPDIR\" && exec \"$@\"";
    let run = |args: &str| {
        let fourcade = dir.command(args);
        let mut command = std::process::Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-c", mount, "sh"]);
        command.arg(fourcade.get_program()).args(fourcade.get_args());
        for (name, value) in fourcade.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let output = command.current_dir(super::FOLDER.path()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    if run("--version").0 != Some(0) {
        println!("skipped: nothing can be mounted here");
        return;
    }
    let tmp = dir.file("tmp").canonicalize().unwrap().display().to_string();
    let message = format!("compiled programs can't be started in {tmp}, because its file system");
    for args in ["tournament lowest.c low.c --player random --rounds 1", "referee lowest.c"] {
        let (status, out, err) = run(args);
        assert_eq!((status, out.as_str()), (Some(1), ""), "{args}: {err}");
        assert_eq!(err.matches(&message).count(), 1, "{args}: {err}");
        assert!(err.contains("set TMPDIR to another folder"), "{err}");
    }
    let (status, out, _) = run("check lowest.c --requests 1");
    assert!(status == Some(1) && out.contains(&message), "{out}");
    // Only compiled programs need the folder.
    assert_eq!(run("tournament ./lowest --player random --rounds 1").0, Some(0));
}
