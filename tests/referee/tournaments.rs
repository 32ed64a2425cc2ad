//! Tournaments: the same with any number of threads, and after any interruption.

use std::{
    fs, thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use super::Place;

/// Waits for something that comes soon.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    while !is_so() {
        assert!(began.elapsed() < Duration::from_secs(60), "never came: {what}");
        thread::sleep(Duration::from_millis(5));
    }
}

/// The standings without what depends on clocks and threads.
fn timeless(json: &str) -> Value {
    let mut json: Value = serde_json::from_str(json).unwrap();
    for key in ["threads", "seconds"] {
        assert!(json[key].is_number());
        json[key].take();
    }
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
    let place = Place::new();
    let run = |threads: &str| {
        timeless(&place.good(&format!("tournament {PLAYERS} --rounds 4 --seed 5 --json {threads}")))
    };
    let one = run("--threads 1");
    assert_eq!(run("--threads 4"), one);
    assert_eq!(run(""), one);
    let other = timeless(&place.good(&format!("tournament {PLAYERS} --rounds 4 --seed 6 --json")));
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
    // Its one card is legal now and then.
    assert!((30..=44).contains(&ritchie["illegal"].as_u64().unwrap()), "{ritchie}");
    assert!(rows.iter().all(|row| row["name"] == "Dennis Ritchie" || row["illegal"] == 0));
    for row in rows {
        let place = 4.0 - row["points"].as_f64().unwrap() / 4.0;
        assert!((row["average_place"].as_f64().unwrap() - place).abs() < 1e-9, "{row}");
    }
    place.assert_nothing_is_left();
}

#[test]
fn a_tournament_is_a_table() {
    let place = Place::new();
    let ran = place.run("tournament ./lowest ./ritchie --rounds 2 --seed 5 --threads 1");
    assert_eq!((ran.status, ran.err.as_str()), (0, ""));
    let lines: Vec<_> = ran.out.lines().collect();
    assert!(
        lines[0].starts_with("Intensity: 2 rounds, 2 games, seed 5, 1 thread, "),
        "{}",
        lines[0]
    );
    let heading: Vec<_> =
        lines[2].split("  ").map(str::trim).filter(|word| !word.is_empty()).collect();
    assert_eq!(
        heading,
        ["player", "points", "games", "place", "penalty", "wins", "illegal", "slowest ms"]
    );
    assert!(
        lines[3].starts_with("#1 lowest ") && lines[4].starts_with("#2 Dennis Ritchie  "),
        "{}",
        ran.out
    );
    assert!(lines[2..].iter().all(|line| line.chars().count() == lines[2].len()), "{}", ran.out);
    assert_eq!(lines.len(), 5);
}

#[test]
fn a_saved_tournament_is_gone_on_with_to_the_same_end() {
    let place = Place::new();
    let words = format!("tournament {PLAYERS} --rounds 5 --seed 8 --json");
    let whole = timeless(&place.good(&format!("{words} --save HERE/saved")));
    let saved = fs::read_to_string(place.file("saved")).unwrap();
    assert_eq!(saved.lines().count(), 11);
    // Cut anywhere behind the first line.
    let first = saved.find('\n').unwrap() + 1;
    for length in [first, first + 1, first + 200, saved.len() / 2, saved.len() - 1, saved.len()] {
        fs::write(place.file("cut"), &saved[..length]).unwrap();
        assert_eq!(
            timeless(&place.good("tournament --resume HERE/cut --json")),
            whole,
            "{length} bytes"
        );
        let mut lines: Vec<_> =
            fs::read_to_string(place.file("cut")).unwrap().lines().map(seats_of).collect();
        let mut all: Vec<_> = saved.lines().map(seats_of).collect();
        lines.sort();
        all.sort();
        assert_eq!(lines, all, "{length} bytes");
    }
    let longer = timeless(&place.good("tournament --resume HERE/cut --rounds 6 --json"));
    assert_eq!(longer, timeless(&place.good(&words.replace("--rounds 5", "--rounds 6"))));
}

/// A game's line up to what was measured.
fn seats_of(line: &str) -> String {
    line.split(",\"slowest_ms\"").next().unwrap().to_owned()
}

#[test]
fn what_does_not_fit_is_not_resumed() {
    let place = Place::new();
    place.good("tournament ./lowest --player random --rounds 3 --seed 8 --save HERE/saved");
    let saved = fs::read_to_string(place.file("saved")).unwrap();
    let second = saved.lines().nth(1).unwrap();
    let resume = |more: &str| {
        let ran = place.run(&format!("tournament --resume HERE/file {more}"));
        assert_eq!((ran.status, ran.out.as_str()), (1, ""), "{more}: {}", ran.err);
        ran.err
    };
    fs::write(place.file("file"), &saved).unwrap();
    assert!(resume("--seed 9").contains("is of another tournament: its seed is 8, not 9; "));
    let players = "its players are program:./lowest, random, not program:./wordy, random; ";
    assert!(resume("./wordy --player random").contains(players));
    assert!(resume("--rounds 2").contains("its round 2 is played, but only 2 are wanted; "));
    for (text, why) in [
        (String::new(), "is no tournament that --save wrote (line 1: the file is empty"),
        (
            saved[..20].to_owned(),
            "is no tournament that --save wrote (line 1: the file is empty or cut short",
        ),
        ("junk\n".to_owned(), "is no tournament that --save wrote (line 1: this is not"),
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
            "is damaged (line 5: this game is none of this tournament, or is there twice)",
        ),
        (saved.replacen("\"seats\":[", "\"seats\":[null,", 1), "is damaged (line 2: this is not"),
    ] {
        fs::write(place.file("file"), &text).unwrap();
        let said = resume("");
        assert!(said.contains(why), "{said}");
        assert_eq!(fs::read_to_string(place.file("file")).unwrap(), text, "it stays as it was");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_tournament_shows_its_standings_and_is_gone_on_with() {
    use rustix::process::{Pid, Signal, kill_process};
    let place = Place::new();
    let words = "tournament ./lowest ./hanging --player random --player random --player random --rounds 50 --seed 3";
    let child =
        place.command(&format!("{words} --timeout 0.05 --save HERE/saved")).spawn().unwrap();
    let lines = || fs::read_to_string(place.file("saved")).unwrap_or_default().lines().count();
    wait_until("some games are over", || lines() > 3);
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    let (out, err) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
    assert_eq!(output.status.code(), Some(130), "{err}");
    assert!(err.contains("fourcade: interrupted: these are the standings after "), "{err}");
    assert!(out.contains("\n#1 "), "{out}");
    place.assert_nothing_is_left();
    assert!(super::processes("hanging").iter().all(|process| !process.exists()));
    let so_far = lines() - 1;
    assert!(
        so_far < 100 && err.contains(&format!("after {so_far} games of 100")),
        "{so_far}: {err}"
    );
    // Killed, it can be gone on with, too.
    let mut child = place.command("tournament --resume HERE/saved --timeout 0.05").spawn().unwrap();
    wait_until("some more games are over", || lines() > so_far + 3);
    child.kill().unwrap();
    child.wait().unwrap();
    let json = place.good("tournament --resume HERE/saved --rounds 50 --timeout 0.01 --json");
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["games"], &json["games_played"]), (&100.into(), &100.into()));
}
