//! `fourcade check eater --player` and `concentration`: the examples of the documentation pass, and
//! each kind of mistake is named.

use std::{fs, path::Path};

use serde_json::Value;
use tempfile::TempDir;

use crate::grid_programs::{examples, run};

/// Checks programs and returns the exit status and the JSON of each.
fn check(folder: &Path, game: &str, args: &[&str]) -> (i32, Vec<Value>) {
    let fixed = ["check", game, "--player", "--json", "--seed", "5"];
    let (status, out, err) = run(folder, &[&fixed[..], args].concat());
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {err}"));
    assert_eq!(report["game"], game);
    (status, report["programs"].as_array().unwrap().clone())
}

/// Returns the counts of legal, illegal, late, crashed, missing and omitted answers.
fn counts(program: &Value) -> [u64; 6] {
    ["passed", "illegal", "late", "crashed", "silent", "not_tried"]
        .map(|key| program[key].as_u64().unwrap())
}

/// Whether programs run in a sandbox here.
fn has_sandbox(folder: &Path) -> bool {
    let args = ["check", "eater", "--player", "--json", "--requests", "0", "true"];
    !run(folder, &args).1.contains("\"sandbox\":\"none\"")
}

#[test]
fn the_examples_of_the_documentation_pass() {
    let folder = examples();
    let (status, programs) = check(folder.path(), "eater", &["--strict", "near.c"]);
    assert_eq!((status, counts(&programs[0])), (0, [108, 0, 0, 0, 0, 0]), "{}", programs[0]);
    if !Path::new("/usr/bin/python3").exists() {
        return;
    }
    let args = ["--strict", "--requests", "40", "./pairs.py", "python3 pairs.py"];
    let (status, programs) = check(folder.path(), "concentration", &args);
    for program in &programs {
        assert_eq!((status, counts(program)), (0, [43, 0, 0, 0, 0, 0]), "{program}");
        assert_eq!(program["starts_programs"], serde_json::json!([]), "{program}");
    }
}

/// Chooses the first empty cell, with nothing but the shell's own commands.
const FIRST_CELL: &str = "read role; read size; row=0
while read line; do row=$((row + 1)); column=0
    for cell in $line; do column=$((column + 1))
        if [ $cell = 0 ]; then echo $row $column; END; fi
    done
done";

/// Returns the command of a shell script.
fn shell(script: &str) -> String {
    format!("sh -c {}", shlex::try_quote(script).unwrap())
}

/// Checks that each script fails, with this sentence among those of its failures.
#[track_caller]
fn are_caught(game: &str, mistakes: &[(&str, &str, &str)]) {
    let folder = TempDir::new().unwrap();
    for (script, verdict, fault) in mistakes {
        let program = shell(script);
        let args = ["--requests", "20", "--timeout", "5", "--threads", "1", &program];
        let args = if *verdict == "late" {
            [&args[..2], &["--timeout", "0.3"], &args[6..]].concat()
        } else {
            args.to_vec()
        };
        let (status, programs) = check(folder.path(), game, &args);
        assert_eq!((status, &programs[0]["result"]), (1, &"failed".into()), "{script}");
        let failures = programs[0]["cases"].as_array().unwrap();
        let is_named = |failure: &Value| {
            let Value::Object(named) = &failure["fault"] else { return false };
            named["kind"] == *verdict && named["sentence"] == *fault
        };
        assert!(failures.iter().any(is_named), "{script}: {failures:#?}");
    }
}

const WRONG: [(&str, &str, &str); 7] = [
    ("true", "silent", "printed nothing"),
    ("exit 3", "crashed", "printed nothing and ended with status 3"),
    ("echo the middle", "illegal", "printed no number but \"the middle\""),
    ("echo 2", "illegal", "printed only one number, 2"),
    ("yes", "illegal", "printed more than 64 KiB"),
    ("kill -SEGV $$", "crashed", "ended by signal 11 (segmentation fault)"),
    ("sleep 100", "late", "timed out after 0.3 s"),
];

#[test]
fn each_mistake_of_a_program_for_eater_is_named() {
    are_caught("eater", &WRONG);
    are_caught(
        "eater",
        &[
            ("echo 1 1", "illegal", "1 1 - that cell is taken"),
            ("echo 4 1", "illegal", "4 1 - row and column must be within 1 - 3"),
            ("echo 0 0", "illegal", "0 0 - give a row and a column, such as 2 3"),
        ],
    );
}

#[test]
fn each_mistake_of_a_program_for_concentration_is_named() {
    are_caught("concentration", &WRONG);
    are_caught(
        "concentration",
        &[
            ("echo 0 1", "illegal", "0 1 - that pair is won already"),
            (
                // The last card is the one that has just been turned up.
                "while read row column rest; do last=\"$row $column\"; done; echo $last",
                "illegal",
                LAST_CARD,
            ),
            ("echo 4 1", "illegal", "4 1 - row and column must be within 0 - 3 and 1 - 13"),
            ("echo 1 14", "illegal", "1 14 - row and column must be within 0 - 3 and 1 - 13"),
        ],
    );
}

const LAST_CARD: &str = "2 13 - the second card cannot be the same as the first";

#[test]
fn strict_answers_start_no_program_and_are_two_numbers() {
    let folder = TempDir::new().unwrap();
    let wordy =
        shell(&FIRST_CELL.replace("echo $row", "echo I choose $row").replace("END", "exit"));
    let asking = shell(&format!("expr 1 + 1 >&2\n{}", FIRST_CELL.replace("END", "exit")));
    let args = ["--requests", "8", &wordy, &asking];
    let (status, programs) = check(folder.path(), "eater", &args);
    assert_eq!(status, 0, "{programs:?}");
    let (status, strict) = check(folder.path(), "eater", &[&args[..], &["--strict"]].concat());
    assert_eq!((status, counts(&strict[0])), (1, [0, 16, 0, 0, 0, 0]));
    let fault = "printed \"I choose 1 1\" instead of two numbers";
    assert_eq!(strict[0]["cases"][0]["fault"]["sentence"], fault);
    if !has_sandbox(folder.path()) {
        println!("skipped: there is no sandbox");
        return;
    }
    assert_eq!(programs[1]["starts_programs"], serde_json::json!(["expr"]));
    assert_eq!(counts(&strict[1]), [0, 16, 0, 0, 0, 0]);
    let fault = "started another program (expr), which the course forbids";
    assert_eq!(strict[1]["cases"][0]["fault"]["sentence"], fault);
}

#[test]
fn programs_that_create_files_are_reported_and_refused_if_strict() {
    let folder = TempDir::new().unwrap();
    let answer = FIRST_CELL.replace("END", "exit");
    let (keeping, clean) = (shell(&format!(": > memory\n{answer}")), shell(&answer));
    let args = ["--requests", "8", &keeping, &clean];
    let (status, programs) = check(folder.path(), "eater", &args);
    assert_eq!(status, 0, "{programs:?}");
    assert_eq!(programs[0]["creates_files"], serde_json::json!(["memory"]));
    assert_eq!(programs[1]["creates_files"], serde_json::json!([]));
    let (_, table, _) = run(folder.path(), &[&["check", "eater", "--player"], &args[..]].concat());
    assert_eq!(table.matches("creates files (memory), which the course forbids\n").count(), 1);
    if !has_sandbox(folder.path()) {
        println!("skipped: there is no sandbox");
        return;
    }
    let (status, strict) = check(folder.path(), "eater", &[&args[..], &["--strict"]].concat());
    assert_eq!((status, counts(&strict[0])), (1, [0, 16, 0, 0, 0, 0]));
    let fault = "created a file (memory), which the course forbids";
    assert_eq!(strict[0]["cases"][0]["fault"]["sentence"], fault);
}

#[test]
fn unusual_answers_are_reported_once() {
    let folder = TempDir::new().unwrap();
    let odd = shell(&FIRST_CELL.replace("END", "echo thinking >&2; exit 3"));
    let args = ["check", "eater", "--player", "--requests", "8", "--seed", "5", &odd];
    let (status, out, err) = run(folder.path(), &args);
    assert_eq!((status, err.as_str()), (0, ""), "{out}");
    for odd in [
        ": 16 legal answers with an exit status other than 0\n",
        ": 16 legal answers with text on standard error, which begins: thinking\n",
    ] {
        assert_eq!(out.matches(odd).count(), 1, "{out}");
    }
}

#[test]
fn failed_requests_can_be_repeated_in_a_shell_and_are_the_same_again() {
    let folder = TempDir::new().unwrap();
    let program = shell("echo why >&2; echo 2 2");
    let args = ["check", "eater", "--player", "-v", "--requests", "4", "--seed", "5", &program];
    let (status, out, _) = run(folder.path(), &args);
    let (_, failures) = out.split_once("failed\n\n").unwrap_or_else(|| panic!("{out}"));
    assert_eq!((status, run(folder.path(), &args).1.ends_with(failures)), (1, true), "{out}");
    let block = failures.split("\n\n").next().unwrap();
    assert_eq!(
        block,
        "request 5: last\n  2 2 - that cell is taken.\n  came:     2 2\n  \
         on standard error: why\n  \
         repeat:   printf '1\\n3\\n0 1 1\\n2 2 2\\n1 2 1\\n' | \
         sh -c 'echo why >&2; echo 2 2'"
    );
    fs::remove_dir_all(folder).unwrap();
}
