//! Records, databases and arguments with control sequences: nothing of them reaches the output. And
//! programs that files name: without a terminal they don't start.

use std::{fs, path::Path};

use fourcade::database::{GameIdentity, Store};
use fourcade_engine::{
    flip::Flip,
    play::{RecordHeader, Seat, Session},
};
use proptest::{prelude::*, test_runner::Config};

use super::{program, run};

/// Sets the title, starts a sequence with a C1 character, reorders, hides, and breaks the line.
const EVIL: &str = "\u{1b}]0;PWNED\u{7}\u{9b}31m\u{202e}\u{200b}\u{2028}\u{85}\u{feff}\nfaked";

/// Whether a terminal would obey or hide something in an output.
fn is_hostile(output: &str) -> bool {
    output.contains(|letter: char| {
        (letter.is_control() && letter != '\n')
            || "\u{202e}\u{200b}\u{2028}\u{feff}\u{ad}\u{2066}\u{200f}".contains(letter)
    })
}

/// A record of Flip with a text in each place where one can stand.
fn record(place: &str, text: &str) -> String {
    let text = serde_json::to_string(text).unwrap();
    let inner = &text[1..text.len() - 1];
    let fill = |name: &str, usual: &str, hostile: &str| {
        if name == place { hostile.to_owned() } else { usual.to_owned() }
    };
    let quoted = |name: &str, usual: &str| fill(name, &format!("\"{usual}\""), &text);
    let extra = |name: &str| fill(name, "", &format!(",\"{inner}\":{text}"));
    format!(
        "{{\"fourcade\":1,\"game\":{},\"format\":1,\"setup\":{{{}:4{}}},\"seats\":[{},\"first\"],\
         \"seed\":{}{}}}\n{{\"step\":[[0,{}]],\
         \"faults\":[{{\"seat\":0,\"said\":{},\"fine\":0}}]{}}}\n\
         {{\"end\":{}}}\n",
        quoted("game", "flip"),
        quoted("setup key", "size"),
        extra("setup"),
        fill("seat", "\"random\"", &text),
        fill("seed", "7", &text),
        extra("header"),
        quoted("move", "0 2"),
        quoted("note", "silence"),
        extra("line"),
        fill("end", "1", &text),
    )
}

const PLACES: [&str; 10] =
    ["game", "setup key", "setup", "seat", "seed", "header", "move", "note", "line", "end"];

/// Runs everything that reads a record without a terminal. Returns what they printed.
fn outputs(path: &Path) -> Vec<(i32, String)> {
    let path = path.to_str().unwrap();
    [
        &["replay", "--plain", path][..],
        &["analyse", path, "--nodes", "50"],
        &["watch", "flip", "--plain", "--load", path],
        &["play", "flip", "--plain", "--load", path],
    ]
    .into_iter()
    .map(|args| {
        let output = run(args);
        (output.status, output.out + &output.err)
    })
    .collect()
}

#[test]
fn no_field_of_a_record_reaches_the_output_unescaped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game");
    for place in PLACES {
        for text in [EVIL, &format!("level:1{EVIL}"), &format!("program:sh{EVIL}")] {
            fs::write(&path, record(place, text)).unwrap();
            for (status, output) in outputs(&path) {
                assert!(!is_hostile(&output), "{place}: {output:?}");
                assert!(!output.lines().any(|line| line == "faked"), "{place}: {output}");
                assert!(place == "note" || status != 0, "{place}: {output}");
            }
        }
    }
    // What is harmless stays readable, and a note is shown.
    fs::write(&path, record("note", &format!("said {EVIL}"))).unwrap();
    let (status, output) = outputs(&path).swap_remove(0);
    assert!(status == 0 && output.contains("(said \\u{1b}]0;PWNED\\u{7}"), "{output}");
    fs::write(&path, record("seat", "levle:3")).unwrap();
    for (status, output) in outputs(&path) {
        assert_eq!(status, 1, "{output}");
        assert!(output.contains("line 1: Flip has no player called \"levle:3\""), "{output}");
    }
}

proptest! {
    #![proptest_config(Config { failure_persistence: None, ..Config::with_cases(12) })]
    #[test]
    fn arbitrary_text_in_a_record_reaches_no_output(
        place in prop::sample::select(&PLACES[..]),
        text in any::<String>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game");
        fs::write(&path, record(place, &text)).unwrap();
        for (_, output) in outputs(&path) {
            prop_assert!(!is_hostile(&output), "{}: {:?}", place, output);
        }
    }
}

#[test]
fn names_in_the_database_reach_no_output() {
    let home = tempfile::tempdir().unwrap();
    let header = RecordHeader {
        setup: serde_json::from_str(r#"{"size":4}"#).unwrap(),
        players: vec!["human".to_owned(), EVIL.to_owned()],
        seed: 7,
        clock: None,
    };
    let mut session = Session::<Flip>::new(header);
    session.resign(Seat::new(0)).unwrap();
    let store = Store::at(home.path().join("fourcade.db"), || ());
    let identity = GameIdentity::of::<Flip>(session.header()).unwrap();
    let mut handle = store.new_game(identity);
    handle.update(&session);
    store.close().unwrap();
    for args in [&["stats"][..], &["stats", "--json"]] {
        let output = program(home.path()).args(args).output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains("PWNED") && !is_hostile(&text), "{text:?}");
        assert!(!text.lines().any(|line| line.starts_with("faked")), "{text}");
    }
}

#[test]
fn arguments_are_quoted_without_their_control_sequences() {
    let evil = "\u{1b}]0;PWNED\u{7}";
    for args in [
        &[evil][..],
        &["play", evil],
        &["play", "flip", "--size", evil],
        &["play", "flip", "--theme", evil],
        &["watch", "flip", "--players", evil],
        &["watch", "flip", "--players", "random,program:sh \u{1b}[2J"],
        &["replay", evil],
        &["analyse", evil],
        &["referee", evil],
        &["tournament", "--resume", evil],
        &["classic", evil],
        &["classic", "concentration", evil],
        &["classic", "eater", evil],
        &["classic", "intensity", "--player", evil],
        &["man", evil],
    ] {
        let output = run(args);
        let text = output.out + &output.err;
        assert!(output.status != 0 && !is_hostile(&text), "{args:?}: {text:?}");
    }
}

#[test]
fn a_written_record_holds_no_control_sequence_and_reads_the_same() {
    let record = record("note", EVIL);
    let read = Session::<Flip>::read(&mut record.as_bytes()).unwrap().record();
    let mut written = Vec::new();
    read.write(&mut written).unwrap();
    let text = String::from_utf8(written).unwrap();
    assert!(!is_hostile(&text), "{text:?}");
    assert_eq!(Session::<Flip>::read(&mut text.as_bytes()).unwrap().record(), read);
}

#[test]
fn without_a_terminal_a_program_in_a_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (game, mark) = (folder.path().join("game"), folder.path().join("PWNED"));
    let touch = format!("program:sh -c 'touch {}'", mark.display());
    fs::write(&game, record("seat", &touch)).unwrap();
    let game = game.to_str().unwrap();
    let home = tempfile::tempdir().unwrap();
    let run = |args: &[&str]| {
        let output = program(home.path()).args(args).output().unwrap();
        String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
    };
    for args in [
        &["watch", "flip", "--plain", "--load", game][..],
        &["play", "flip", "--plain", "--load", game],
    ] {
        fs::remove_file(&mark).ok();
        let text = run(args);
        assert!(text.contains("touch") && text.contains("--allow-programs"), "{args:?}: {text}");
        assert!(!mark.exists(), "{args:?}: the program has run");
        // Now it may: it is a program that gives no move, and the game goes on.
        let text = run(&[args, &["--allow-programs"]].concat());
        assert!(["O: sh", "O is sh"].iter().any(|seat| text.contains(seat)));
        assert!(!text.contains("--allow-programs"), "{text}");
    }
    for args in [&["replay", "--plain", game][..], &["analyse", game, "--nodes", "50"]] {
        fs::remove_file(&mark).ok();
        run(args);
        assert!(!mark.exists(), "{args:?}: the program has run");
    }
    // A typed program needs no consent.
    let typed =
        run(&["watch", "flip", "--plain", "--size", "4", "--players", &format!("{touch},random")]);
    assert!(!typed.contains("--allow-programs"), "{typed}");
}
