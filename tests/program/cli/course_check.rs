//! `fourcade check` of course programs: ours pass, and each typical mistake is named.

use serde_json::Value;

use super::{RunOutput, run};

/// Programs in the folder of wrong ones: the game, the mistake, a case that catches it, and what is
/// said of it.
const MISTAKES: [(&str, &str, &str, &str); 15] = [
    ("flip", "one-line", "33", "turns tiles in some lines only: the one at 2 0 is not turned"),
    ("flip", "odd-centre", "24", "the top left one of the four belongs at 2 2"),
    ("flip", "word-start", "09", "`4bob` is taken for the dimension 4"),
    ("flip", "types-lost", "69", "the player types are not saved: X was a computer"),
    ("concentration", "column-from-0", "46", "columns are counted from 1, not from 0"),
    ("concentration", "extra-turn", "25", "moves again after a pair; a pair gives no extra turn"),
    (
        "concentration",
        "not-shuffled",
        "11",
        "two runs deal the same cards: the deck isn't shuffled",
    ),
    (
        "concentration",
        "pairs-counted",
        "31",
        "it counts 1 flipped cards, 1 and 0, where 2, 2 and 0",
    ),
    ("concentration", "up-accepted", "51", "is accepted as the 1st card: it was flipped already"),
    ("eater", "early-update", "24", "shows the Passer's move 1 1 before the Eater has moved"),
    ("eater", "same-cell", "25", "both chose 2 2, and the Passer's marker stands there"),
    ("eater", "path-up", "43", "the Passer has no path from top to bottom, which never goes up"),
    ("eater", "no-end", "29", "the game goes on although the Passer has a path"),
    ("eater", "taken", "20", "was taken by E, and a move there is accepted"),
    ("eater", "row-column", "23", "row and column are swapped"),
];

fn wrong_program(game: &str, mistake: &str) -> String {
    format!("{}/tests/data/wrong/{game}.py {mistake}", env!("CARGO_MANIFEST_DIR"))
}

/// Checks a program and returns the exit status and what is reported of it.
fn check(game: &str, program: &str, options: &[&str]) -> (i32, Value) {
    let RunOutput { status, out, err } =
        run(&[&["check", game, program, "--json"], options].concat());
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {err}"));
    (status, report["programs"][0].clone())
}

/// Returns the sentences about the cases that failed.
fn sentences(program: &Value) -> Vec<String> {
    let cases = program["cases"].as_array().unwrap().iter();
    let failed = cases.filter(|case| case["verdict"] == "failed");
    failed.map(|case| format!("{}: {}", case["name"], case["fault"]["sentence"])).collect()
}

fn assert_passes(game: &str, program: &str) {
    let (status, report) = check(game, program, &["--strict"]);
    assert_eq!(sentences(&report), Vec::<String>::new());
    assert_eq!((status, &report["result"]), (0, &"ok".into()));
    assert!(report["passed"].as_u64().unwrap() >= 40, "{report}");
}

#[test]
fn our_flip_and_a_correct_one_pass_every_case() {
    assert_passes("flip", &format!("{} classic flip", env!("CARGO_BIN_EXE_fourcade")));
    assert_passes("flip", &wrong_program("flip", "none"));
}

#[test]
fn our_concentration_and_a_correct_one_pass_every_case() {
    let ours = format!("{} classic concentration", env!("CARGO_BIN_EXE_fourcade"));
    assert_passes("concentration", &ours);
    assert_passes("concentration", &wrong_program("concentration", "none"));
}

#[test]
fn our_eater_and_a_correct_one_pass_every_case() {
    assert_passes("eater", &format!("{} classic eater", env!("CARGO_BIN_EXE_fourcade")));
    // Its boards and questions look otherwise.
    assert_passes("eater", &wrong_program("eater", "none"));
}

#[test]
fn typical_mistakes_are_caught_and_named() {
    for (game, mistake, case, sentence) in MISTAKES {
        let (status, report) = check(game, &wrong_program(game, mistake), &["--case", case]);
        let said = sentences(&report);
        assert_eq!(status, 1, "{game} {mistake}");
        assert!(said.iter().any(|said| said.contains(sentence)), "{game} {mistake}: {said:?}");
    }
}
