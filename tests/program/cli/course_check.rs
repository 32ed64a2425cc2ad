//! `fourcade check` of course programs: ours pass, and each typical mistake is named.

use std::{collections::BTreeMap, fs, iter, os::unix::fs::PermissionsExt, path::Path};

use serde_json::Value;

use super::{RunOutput, run};

/// Programs in the folder of wrong ones: the game, the mistake, a case that catches it, and what is
/// said of it.
const MISTAKES: [(&str, &str, &str, &str); 19] = [
    (
        "flip",
        "one-line",
        "two-lines-turn",
        "turns tiles in some lines only: the tile at 2 0 is not turned",
    ),
    ("flip", "odd-centre", "start-odd", "the top left one of the four belongs at 2 2"),
    ("flip", "word-start", "dimension-letters", "`4bob` is taken for the dimension 4"),
    ("flip", "types-lost", "load-computer-x", "the player types are not saved: X was a computer"),
    ("concentration", "column-from-0", "column-0", "columns are counted from 1, not from 0"),
    (
        "concentration",
        "extra-turn",
        "turns-alternate-computers",
        "moves again after a pair; a pair gives no extra turn",
    ),
    (
        "concentration",
        "not-shuffled",
        "shuffled",
        "two runs deal the same cards: the deck isn't shuffled",
    ),
    ("concentration", "pairs-counted", "counts-human", "pairs are counted instead of cards: "),
    (
        "concentration",
        "up-accepted",
        "up-first",
        "is accepted as the 1st card: it was flipped already",
    ),
    (
        "eater",
        "early-update",
        "simultaneous",
        "shows the Passer's move 1 1 before the Eater has moved",
    ),
    ("eater", "same-cell", "same-cell", "both chose 2 2, and the Passer's marker stands there"),
    (
        "eater",
        "path-up",
        "no-win-up",
        "the Passer has no path from top to bottom (a path never goes up)",
    ),
    ("eater", "no-end", "win-column", "the game goes on although the Passer has a path"),
    (
        "eater",
        "taken",
        "passer-takes-eater",
        "was taken by E, and the Passer's move there is accepted",
    ),
    ("eater", "row-column", "row-then-column", "row and column are swapped"),
    ("eater", "never-full", "full-3", "the game goes on although the board is full"),
    ("eater", "no-computers", "random-passer-3", "the lines typed are the moves of both players"),
    ("eater", "no-computers", "random-eater-3", "the lines typed are the moves of both players"),
    ("eater", "no-computers", "random-both-end-4", "the lines typed are the moves of both players"),
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

/// A program of the folder of wrong ones with one change, and the case that catches it.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct WrongProgram {
    find: String,
    with: String,
    /// What else must be replaced for the change.
    #[serde(default)]
    also: Vec<[String; 2]>,
    case: String,
}

impl WrongProgram {
    fn text(&self, name: &str, right: &str) -> String {
        let change = [self.find.clone(), self.with.clone()];
        iter::once(&change).chain(&self.also).fold(right.to_owned(), |text, [find, with]| {
            assert_eq!(text.matches(find).count(), 1, "{name}: {find}");
            text.replace(find, with)
        })
    }
}

fn assert_each_is_caught(game: &str) {
    let folder = format!("{}/tests/data/wrong", env!("CARGO_MANIFEST_DIR"));
    let read = |kind: &str| fs::read_to_string(format!("{folder}/{game}.{kind}")).unwrap();
    let (right, list) = (read("py"), read("toml"));
    let programs: BTreeMap<String, WrongProgram> = toml::from_str(&list).unwrap();
    assert!(programs.len() >= 20, "{game}");
    let folder = public_folder();
    let mut by_case = BTreeMap::<&str, Vec<String>>::new();
    for (name, program) in &programs {
        let path = folder.path().join(format!("{name}.py"));
        fs::write(&path, program.text(name, &right)).unwrap();
        by_case.entry(&program.case).or_default().push(format!("{} none", path.display()));
    }
    let mut missed = Vec::new();
    for (case, programs) in by_case {
        let mut args = vec!["check", game, "--json", "--case", case];
        args.extend(programs.iter().map(String::as_str));
        let RunOutput { out, err, .. } = run(&args);
        let report: Value = serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {err}"));
        let programs = report["programs"].as_array().unwrap().iter();
        let passed = programs.filter(|program| program["failed"] != 1);
        missed.extend(passed.map(|program| format!("{}: {case}", program["program"])));
    }
    assert_eq!(missed, Vec::<String>::new());
}

#[test]
fn each_wrong_flip_is_caught() {
    assert_each_is_caught("flip");
}

#[test]
fn each_wrong_eater_is_caught() {
    assert_each_is_caught("eater");
}

#[test]
fn each_wrong_concentration_is_caught() {
    assert_each_is_caught("concentration");
}

#[test]
fn long_output_is_shortened_in_the_report() {
    let folder = public_folder();
    let program = folder.path().join("flip");
    write_script(&program, "head -c 4000000 /dev/zero | tr '\\0' x");
    let program = program.to_str().unwrap();
    let args = ["check", "flip", program, "--case", "01", "--case", "02"];
    let json = run(&[&args[..], &["--json"]].concat()).out;
    assert!(json.contains("(3999700 characters left out)"), "{}", json.len());
    for report in [json, run(&args).out] {
        assert!(report.len() < 20_000, "{}", report.len());
    }
}

/// Writes a program in the shell, which all may run.
fn write_script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn public_folder() -> tempfile::TempDir {
    let mut folder = tempfile::Builder::new();
    folder.permissions(fs::Permissions::from_mode(0o755)).tempdir().unwrap()
}

#[test]
fn the_first_line_that_differs_is_shown_with_a_command_that_repeats_it() {
    let program = wrong_program("flip", "one-line");
    let checked = run(&["check", "flip", &program, "--case", "two-lines-turn"]);
    assert_eq!((checked.status, checked.err.as_str()), (1, ""));
    let (table, failure) = checked.out.split_once("1 case failed\n\n").unwrap();
    assert!(table.starts_with("1 program, 1 case of flip each, "), "{table}");
    let lines: Vec<&str> = failure.lines().map(str::trim).collect();
    assert!(lines[0].contains("-two-lines-turn: A move turns the tiles of all lines that it"));
    let expected =
        ["expected: |XOO.|", "came:     |OOO.|", "typed:    0 2 / 0 3 / 3 1 / 3 0 / 2 0 / 1 0"];
    assert_eq!(lines[2..5], expected);
    let command = lines[5].strip_prefix("repeat:   ").unwrap();
    assert!(command.starts_with("printf '0 2\\n0 3\\n"), "{command}");
    let repeated = std::process::Command::new("sh").args(["-c", command]).output().unwrap();
    let repeated = String::from_utf8(repeated.stdout).unwrap();
    assert!(repeated.contains("|XXX.|\n|OOO.|"), "{repeated}");
}

#[test]
fn other_blanks_pass_with_a_note_unless_blanks_matter() {
    let folder = public_folder();
    let program = folder.path().join("flip");
    // No blank after the question, and an empty line after the board.
    let script = r"printf '+----+\n|....|\n|.OX.|\n|.XO.|\n|....|\n+----+\n\nPlayer (O)>'
echo End of input from Player O.; exit 5";
    write_script(&program, script);
    let program = program.to_str().unwrap();
    let (status, report) = check("flip", program, &["--case", "start-4"]);
    assert_eq!((status, &report["blanks"], &report["failed"]), (0, &1.into(), &0.into()));
    let (status, report) = check("flip", program, &["--case", "start-4", "--strict"]);
    assert_eq!((status, &report["blanks"], &report["failed"]), (1, &0.into(), &1.into()));
    assert!(sentences(&report)[0].contains("only blanks differ"), "{report}");
    let (_, report) = check("flip", program, &["--case", "usage"]);
    assert_eq!(report["failed"], 1);
}

#[test]
fn the_command_line_says_what_is_checked() {
    for (line, message) in [
        // A file with the name of a game is given by its path; without it, the game is meant.
        (
            "check flip",
            "`fourcade check flip` needs a program; one in a file called flip is ./flip",
        ),
        ("check", "`fourcade check` needs <PROGRAM>"),
        ("check flip --player true", "Flip's players speak GTP"),
        ("check true --list", "are for course programs; name flip, concentration or eater"),
        ("check eater --player --case 1 true", "are for course programs"),
        ("check eater --seed 1 true", "--requests and --seed are for players; add --player"),
    ] {
        let ran = super::run_line(line);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{line}");
        assert!(ran.err.contains(message), "{line}: {}", ran.err);
    }
    let report = |line: &str| {
        let ran = super::run_line(&format!("check {line} --requests 1 --seed 1 --json"));
        serde_json::from_str::<Value>(&ran.out).unwrap()
    };
    for (line, game) in [
        ("/bin/true", "intensity"),
        ("intensity /bin/true", "intensity"),
        ("intensity --player /bin/true", "intensity"),
        ("eater --player /bin/true", "eater"),
        ("--player concentration /bin/true", "concentration"),
    ] {
        let report = report(line);
        assert_eq!((&report["game"], &report["seed"]), (&game.into(), &1.into()), "{line}");
        assert_eq!(report["programs"].as_array().unwrap().len(), 1, "{line}");
        assert_eq!(report["programs"][0]["program"], "/bin/true", "{line}");
    }
}

#[test]
fn a_teacher_s_cases_are_tried_and_replace_ours() {
    let folder = public_folder();
    let program = folder.path().join("echo");
    write_script(&program, "echo \"got $*\"; cat notes/list; cat; exit 3");
    let cases = folder.path().join("cases");
    fs::create_dir(&cases).unwrap();
    let own = r#"
requirement = "It repeats what it is given"
folders = ["notes"]
files = { "notes/list" = "one\n" }

[[run]]
args = ["a b", "c"]
session = """
got a b c
one
{two}
two
"""
status = 3

[[run]]
typed = ["x", "y"]
shows = ["got", "x y"]
never = ["z"]
"#;
    fs::write(cases.join("190-own.toml"), own).unwrap();
    fs::write(cases.join("start.toml"), "[random-both]\nmissing = true\n").unwrap();
    let (cases, program) = (cases.to_str().unwrap(), program.to_str().unwrap());
    let (status, report) = check("flip", program, &["--cases", cases, "--case", "190"]);
    assert_eq!((status, sentences(&report)), (0, vec![]));
    let (_, report) =
        check("eater", program, &["--cases", cases, "--case", "random-both-5", "--case", "own"]);
    assert_eq!((&report["passed"], &report["left_out"]), (&1.into(), &1.into()), "{report}");
    fs::write(Path::new(cases).join("91.toml"), "requirement = 1").unwrap();
    let wrong = run(&["check", "flip", program, "--cases", cases]);
    assert!(wrong.status == 2 && wrong.err.contains("91.toml is no case"), "{}", wrong.err);
}

#[test]
fn cases_are_listed_and_found_by_name_or_number() {
    for game in ["flip", "concentration", "eater"] {
        let list = run(&["check", game, "--list"]);
        assert_eq!(list.status, 0);
        let lines: Vec<&str> = list.out.lines().collect();
        assert!(lines.len() >= 40, "{game}");
        let requirements: std::collections::BTreeSet<_> =
            lines.iter().map(|line| line.split_once("  ").unwrap().1.trim()).collect();
        assert_eq!(requirements.len(), lines.len(), "{game}: each stands for something");
    }
    let unknown = run(&["check", "flip", "true", "--case", "start-5"]);
    let hint = "there is no case \"start-5\"; did you mean ";
    assert!(unknown.status == 2 && unknown.err.contains(hint), "{}", unknown.err);
}

#[test]
fn a_hanging_or_crashing_program_is_reported_as_one() {
    let folder = public_folder();
    let hanging = folder.path().join("hanging");
    write_script(&hanging, "while :; do sleep 1; done");
    let (status, report) =
        check("flip", hanging.to_str().unwrap(), &["--timeout", "0.3", "--threads", "1"]);
    assert_eq!((status, &report["failed"]), (1, &3.into()));
    assert!(report["not_tried"].as_u64().unwrap() > 40, "{report}");
    assert!(sentences(&report)[0].contains("timed out after 0.3 s"), "{report}");
    let crashing = folder.path().join("crashing");
    write_script(&crashing, "echo; kill -SEGV $$");
    let (_, report) = check("concentration", crashing.to_str().unwrap(), &["--case", "row-4"]);
    assert!(sentences(&report)[0].contains("ended by signal 11"), "{report}");
    // A file that the command names is found, wherever the program runs.
    let (_, report) = check("flip", "cat Cargo.toml", &["--case", "new-alone"]);
    assert!(
        report["cases"][0]["fault"]["came"].as_str().unwrap().starts_with("# The engine with ")
    );
    let missing = run(&["check", "flip", "./nothing-here"]);
    assert!(missing.status == 1 && missing.out.contains("can't run"), "{}", missing.out);
}

/// Returns what is said of one case that fails.
#[track_caller]
fn sentence(game: &str, program: &str, case: &str, options: &[&str]) -> String {
    let (_, report) = check(game, program, &[&["--case", case], options].concat());
    let said = sentences(&report);
    assert_eq!(said.len(), 1, "{program}: {report}");
    said[0].clone()
}

/// The programs of others print boards with a bar after each cell and none after the number, ask
/// for a mode after the size, and offer another game.
#[test]
fn a_program_with_a_menu_passes_with_a_start_file() {
    let program = wrong_program("eater", "menu-again");
    let cases = ["01", "08", "29", "52", "58"];
    let cases: Vec<&str> = cases.iter().flat_map(|case| ["--case", *case]).collect();
    let (_, report) = check("eater", &program, &cases);
    let faults = report["cases"].as_array().unwrap().iter().map(|case| &case["fault"]);
    for fault in faults.filter(|fault| fault["command"] != Value::Null) {
        let hint = fault["hint"].as_str().unwrap_or_default();
        assert!(hint.contains("\n[people]\ntyped = [\"{size}\", \"1\"]\n"), "{fault}");
    }
    let said = sentences(&report);
    assert!(said[0].contains("if 1 is typed after the size, the first round is right"), "{said:?}");
    let without = wrong_program("eater", "no-computers");
    let (_, report) = check("eater", &without, &["--case", "random-passer-3"]);
    assert!(report["cases"][0]["fault"]["hint"].as_str().unwrap().contains("\n[random-passer]\n"));
    let table = run(&["check", "eater", &program, "--case", "01", "--case", "02"]);
    assert_eq!(table.out.matches("start.toml").count(), 1, "{}", table.out);
    let folder = public_folder();
    let start = r#"
[people]
typed = ["{size}", "1"]
[random-passer]
typed = ["{size}", "2"]
[random-both]
typed = ["{size}", "3"]
"#;
    fs::write(folder.path().join("start.toml"), start).unwrap();
    let options = [&["--cases", folder.path().to_str().unwrap()][..], &cases].concat();
    let (status, report) = check("eater", &program, &options);
    assert_eq!((sentences(&report), status), (vec![], 0));
    assert_eq!(report["passed"], 5, "{report}");
    // A size that is an argument can't be asked for again.
    fs::write(folder.path().join("start.toml"), "[people]\nargs = [\"{size}\"]\n").unwrap();
    let sizes = ["--cases", options[1], "--case", "08"];
    let (status, report) = check("eater", &program, &sizes);
    assert_eq!((status, &report["left_out"]), (0, &1.into()), "{report}");
    let why = "left out 08-size-2: the size isn't typed, so it can't be asked for again";
    let text = run(&[&["check", "eater", &program], &sizes[..]].concat()).out;
    assert!(text.contains(why), "{text}");
}

#[test]
fn a_report_begins_with_the_program_s_mistake() {
    for (mistake, case, start) in [
        ("crash-outside", "passer-row-0", "it crashes: ended by signal 11"),
        ("crash-outside", "many-refusals", "it crashes: ended by signal 11"),
        ("crash-at-end", "win-column", "the game ends as it should, and then it crashes: ended by"),
        ("early-end", "no-win-gap", "the game ends too early: the Passer has no path"),
        ("early-end-again", "win-large", "the game ends too early: the Passer has no path"),
        (
            "zero-accepted",
            "passer-column-0",
            "the Passer's move 1 0, which is not on the board, is accepted",
        ),
        ("draw", "full-3", "the Eater has won, but a draw is announced"),
    ] {
        let said = sentence("eater", &wrong_program("eater", mistake), case, &[]);
        assert!(said.contains(&format!(": \"{start}")), "{mistake}: {said}");
    }
}

#[test]
fn a_report_names_the_wrong_size_that_was_accepted() {
    let folder = public_folder();
    let program = folder.path().join("eater.py");
    let right = fs::read_to_string(wrong_program("eater", "").trim_end()).unwrap();
    let accepting = [("while size < 3:", "while size < 2:"), ("size < 3:", "-3 < size < 3:")];
    for ((find, with), case, size) in
        [(accepting[0], "size-2", "2"), (accepting[1], "size-minus-3", "-3")]
    {
        fs::write(&program, right.replacen(find, with, 1)).unwrap();
        let program = format!("{} none", program.display());
        let said = sentence("eater", &program, case, &[]);
        assert!(said.contains(&format!("\"{size} was accepted as the size;")), "{said}");
    }
}

/// The cells that are left are typed so that a program which goes on is noticed.
#[test]
fn the_repeating_command_types_only_what_leads_to_the_mistake() {
    for (mistake, case, input) in [
        ("early-update", "simultaneous", "printf '5\\n1 1\\n5 5\\n' | "),
        ("no-end", "win-column", "printf '3\\n1 2\\n3 3\\n2 2\\n3 1\\n3 2\\n2 3\\n' | "),
        ("draw", "random-both-end-9", "printf '9\\n' | "),
    ] {
        let program = wrong_program("eater", mistake);
        let (_, report) = check("eater", &program, &["--case", case]);
        let command = report["cases"][0]["fault"]["command"].as_str().unwrap_or_default();
        assert!(command.is_empty() || command.starts_with(input), "{mistake}: {command}");
        // By chance, a game of two computers may end as it should.
        assert!(!command.is_empty() || mistake == "draw", "{mistake}: {report}");
    }
}

#[test]
fn the_command_that_compiles_a_program_stands_before_those_that_need_it() {
    let folder = public_folder();
    let program = folder.path().join("flip.c");
    fs::write(&program, "int main(void) { return 0; }\n").unwrap();
    let checked = run(&["check", "flip", program.to_str().unwrap(), "--case", "usage"]);
    let compiled = checked.out.find("\ncompiled by: cc ").unwrap();
    assert!(compiled < checked.out.find("\n  repeat:   ./flip").unwrap(), "{}", checked.out);
}

#[test]
fn programs_that_hang_without_output_time_out() {
    let program = wrong_program("eater", "hang");
    let options = ["--timeout", "0.5", "--threads", "1"];
    let (_, report) = check("eater", &program, &options);
    assert_eq!(report["failed"], 3, "{report}");
    assert!(sentences(&report)[0].contains("it does not end: timed out after 0.5 s"), "{report}");
    assert!(report["not_tried"].as_u64().unwrap() > 50, "{report}");
}

#[test]
fn a_report_of_a_missing_file_names_the_file_that_was_written() {
    let program = wrong_program("flip", "other-file");
    for case in ["save", "load-position"] {
        let said = sentence("flip", &program, case, &[]);
        assert!(said.contains("it has not written the file `game`; there is `game_`"), "{said}");
    }
}

#[test]
fn a_shortened_line_says_how_much_was_left_out() {
    let program = wrong_program("eater", "no-end");
    for (case, before) in
        [("win-top-row", "(1 line before) / "), ("win-snake", "(9 lines before) / ")]
    {
        let checked = run(&["check", "eater", &program, "--case", case]);
        assert!(checked.out.contains(before), "{}", checked.out);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupt_shows_what_is_done() {
    use std::process::Stdio;

    use rustix::process::{Pid, Signal, kill_process};

    let folder = public_folder();
    let hanging = folder.path().join("hanging");
    write_script(&hanging, "while :; do sleep 1; done");
    let home = tempfile::tempdir().unwrap();
    let mut command = super::program(home.path());
    command.args(["check", "flip"]).arg(&hanging).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    super::signals::wait_for_thread(&child, "interrupts");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(err.contains("interrupted: these are the results so far"), "{err}");
    assert!(out.contains(" stopped "), "{out}");
}
