//! `fourcade check`, and strict answers in the referee and in tournaments.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{CommandOutput, TestDir};

/// Checks programs and returns the exit status and the JSON of each.
fn check(dir: &TestDir, args: &str) -> (i32, Vec<Value>) {
    let CommandOutput { status, out, err } =
        dir.run(&format!("check --json --seed 5 --requests 10 {args}"));
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|why| panic!("{why}: {err}"));
    dir.assert_nothing_is_left();
    (status, report["programs"].as_array().unwrap().clone())
}

/// Returns the counts of legal, illegal, late, crashed, missing and omitted answers.
fn counts(program: &Value) -> [u64; 6] {
    ["passed", "illegal", "late", "crashed", "silent", "not_tried"]
        .map(|key| program[key].as_u64().unwrap())
}

#[test]
fn good_programs_pass() {
    let dir = TestDir::new();
    let (status, programs) = check(&dir, "./lowest lowest.c ./wordy low.c ./leaving");
    assert_eq!(status, 0, "{programs:?}");
    for program in &programs {
        assert_eq!((&program["result"], counts(program)), (&"ok".into(), [113, 0, 0, 0, 0, 0]));
        assert!(program["cases"].as_array().unwrap().is_empty(), "{program}");
        assert!(program["slowest_ms"].as_f64().unwrap() > 0.0);
    }
    assert_eq!(programs[1]["compiled_by"], "cc -O2 -Wall -o lowest lowest.c -lm");
    let table = dir.stdout_of("check ./lowest --seed 5 --threads 2");
    let lines: Vec<_> = table.lines().collect();
    assert!(
        lines[0].starts_with("1 program, 203 requests of intensity each, seed 5, 2 threads, "),
        "{table}"
    );
    let row: Vec<_> = lines[3].split_whitespace().collect();
    assert_eq!(row[..8], ["./lowest", "ok", "203", "0", "0", "0", "0", "0"], "{table}");
    assert_eq!(lines.len(), 4, "{table}");
}

#[test]
fn each_way_to_fail_has_its_count() {
    let dir = TestDir::new();
    for (program, expected, fault) in [
        // It always plays the 42, which is legal in 7 of these requests.
        ("ritchie", [8, 105, 0, 0, 0, 0], "its tests ended with status 4"),
        ("silent", [1, 0, 0, 0, 112, 0], "printed nothing"),
        ("junk", [2, 111, 0, 0, 0, 0], "printed no number but \"no idea\""),
        ("flooding", [0, 113, 0, 0, 0, 0], "printed more than 64 KiB"),
        ("crashing", [0, 0, 0, 113, 0, 0], "ended by signal 11 (segmentation fault)"),
        ("hanging", [0, 0, 3, 0, 0, 110], "timed out after 0.2 s"),
    ] {
        let timeout = if program == "hanging" { "--timeout 0.2 --threads 1" } else { "" };
        let (status, programs) = check(&dir, &format!("./{program} --no-sandbox {timeout}"));
        let program = &programs[0];
        assert_eq!((status, &program["result"]), (1, &"failed".into()));
        assert_eq!(counts(program), expected, "{}", program["program"]);
        assert_eq!(program["cases"][0]["fault"]["sentence"], fault);
    }
}

#[test]
fn programs_that_cannot_run_fail_and_the_others_are_checked() {
    let dir = TestDir::new();
    let args = "check broken.c ./nothing ./text ./lowest --requests 4 --seed 1";
    let CommandOutput { status, out, err } = dir.run(args);
    assert_eq!((status, err.as_str()), (1, ""), "{out}");
    let row = |name: &str| {
        let line = out.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        line.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).nth(1).unwrap().to_owned()
    };
    assert_eq!(row("broken.c"), "not compiled");
    assert_eq!((row("./nothing"), row("./text")), ("can't run".into(), "can't run".into()));
    assert_eq!(row("./lowest"), "ok");
    for problem in [
        "\nbroken.c could not be compiled:\n",
        "\nthere is no program ./nothing; give the path of an executable, .c or .py file",
        "make it executable with `chmod +x ./text`\n",
    ] {
        assert!(out.contains(problem), "{problem}: {out}");
    }
    dir.assert_nothing_is_left();
    let usage = dir.run("check");
    assert_eq!((usage.status, usage.out.as_str()), (2, ""));
}

#[test]
fn failed_requests_can_be_repeated_in_a_shell() {
    let dir = TestDir::new();
    let brief = dir.run("check ./ritchie --seed 5 --requests 4");
    let (_, failures) = brief.out.split_once("\n\n./ritchie: 99 requests failed; ").unwrap();
    let blocks: Vec<_> = failures.split("\n\n").collect();
    assert_eq!(blocks[0], "the first of each kind:");
    assert!(blocks[1].starts_with("request 2: tests\n  its tests ended with status 4."));
    let (hint, shown) = blocks[1..].split_last().unwrap();
    assert_eq!(*hint, "--verbose --seed 5 shows all that failed\n");
    let kind = |block: &&str| block.lines().next().unwrap().split_once(": ").unwrap().1.to_owned();
    let kinds: BTreeSet<String> = shown.iter().map(kind).collect();
    assert!(kinds.len() == shown.len() && kinds.contains("pass"), "{failures}");
    let verbose = dir.run("check ./ritchie --seed 5 --requests 4 --verbose");
    assert_eq!(verbose.status, 1);
    let blocks: Vec<_> = verbose.out.trim_end().split("\n\n").skip(3).collect();
    assert_eq!(blocks.len(), 99, "{}", verbose.out);
    assert_eq!(
        blocks[2],
        "request 4: example\n  plays the 42 - card not in hand.\n  came:     42\n  \
         repeat:   printf '2\\n9 2 0\\n11 15 18 23 33 34 47 48 49\\n24 26\\n16 13 19 12\\n\
         37 38 39\\n34 47 48\\n' | ./ritchie"
    );
    for block in &blocks[1..] {
        let lines: Vec<_> = block.lines().map(str::trim).collect();
        let command = lines.last().unwrap().strip_prefix("repeat:   ").unwrap();
        let mut shell = std::process::Command::new("sh");
        let output = shell.arg("-c").arg(command).current_dir(super::FOLDER.path()).output();
        let output = String::from_utf8(output.unwrap().stdout).unwrap();
        let printed = lines[2].strip_prefix("came:").unwrap().trim();
        assert_eq!(output.trim_end(), printed, "{block}");
    }
    // The same seed makes the same requests.
    let last = format!("{}\n", blocks[98]);
    assert!(dir.run("check ./ritchie --seed 5 --requests 4 -v").out.ends_with(&last));
    assert!(!dir.run("check ./ritchie --seed 6 --requests 4 -v").out.ends_with(&last));
}

#[test]
fn strict_answers_are_exactly_the_numbers_asked_for() {
    let dir = TestDir::new();
    let (status, programs) = check(&dir, "--no-sandbox --strict ./lowest ./wordy low.c ./deaf");
    assert_eq!(status, 1);
    assert_eq!(
        (counts(&programs[0]), counts(&programs[2])),
        ([113, 0, 0, 0, 0, 0], [113, 0, 0, 0, 0, 0])
    );
    assert_eq!(counts(&programs[1]), [2, 111, 0, 0, 0, 0]);
    let fault = "printed \"I hold 10 cards.\\nMy choi\"... instead of three numbers";
    assert_eq!(programs[1]["cases"][0]["fault"]["sentence"], fault);
    // The referee names the mistake in its log and in the record.
    let log = dir.stdout_of("referee ./wordy --seed 11 --strict");
    let quoted = format!("wordy  {fault}: 5 penalty points - referee chooses [");
    assert!(log.contains(&quoted), "{log}");
    assert_eq!(log.matches(" instead of one number: 5 penalty points").count(), 10, "{log}");
    let record = dir.stdout_of("referee ./wordy --seed 11 --strict --json");
    assert_eq!(record.matches(" instead of one number\",\"fine\":5").count(), 10, "{record}");
    assert_eq!(
        dir.stdout_of("referee ./lowest --seed 11 --strict"),
        dir.stdout_of("referee ./lowest --seed 11"),
    );
    dir.assert_nothing_is_left();
}

#[test]
fn the_help_of_strict_lists_what_it_refuses() {
    let dir = TestDir::new();
    for command in ["referee", "tournament", "check"] {
        let help = dir.stdout_of(&format!("{command} --help"));
        let words: Vec<_> = help.split_whitespace().collect();
        let text = "and none of programs that start others or create files";
        assert!(words.join(" ").contains(text), "{command}: {help}");
    }
}

#[test]
fn programs_that_start_others_are_reported_once_and_refused_if_strict() {
    let dir = TestDir::new();
    let warning = "./asking: starts other programs (sh), which the course forbids\n";
    let refused = "started another program (sh), which the course forbids";
    let (_, unwatched) = check(&dir, "--no-sandbox --strict ./asking");
    assert_eq!(unwatched[0]["starts_programs"], serde_json::json!([]));
    assert_eq!(unwatched[0]["result"], "ok", "{}", unwatched[0]);
    let report = dir.stdout_of("check ./asking ./lowest --requests 4 --seed 5 --json");
    let report: Value = serde_json::from_str(&report).unwrap();
    if report["sandbox"] == "none" {
        println!("skipped: there is no sandbox");
        return;
    }
    assert_eq!(report["programs"][0]["starts_programs"], serde_json::json!(["sh"]));
    assert_eq!(report["programs"][1]["starts_programs"], serde_json::json!([]));
    let table = dir.stdout_of("check ./asking ./lowest --requests 4 --seed 5");
    assert!(table.ends_with(&format!("\n\n{warning}")), "{table}");
    let (status, strict) = check(&dir, "--strict ./asking ./lowest");
    assert_eq!((status, counts(&strict[0])), (1, [0, 113, 0, 0, 0, 0]));
    assert_eq!(strict[0]["cases"][0]["fault"]["sentence"], refused);
    assert_eq!(counts(&strict[1]), [113, 0, 0, 0, 0, 0]);
    for command in ["referee ./asking --seed 11", "tournament ./asking ./lowest --rounds 2"] {
        let CommandOutput { status, out, err } = dir.run(command);
        assert_eq!((status, err.matches(warning).count()), (0, 1), "{command}: {err}");
        assert!(!out.contains("5 penalty points"), "{out}");
    }
    let log = dir.stdout_of("referee ./asking --seed 11 --strict");
    let fault = format!(" {refused}: 5 penalty points - referee chooses ");
    assert_eq!(log.matches(&fault).count(), 11, "{log}");
    dir.assert_nothing_is_left();
}

#[test]
fn a_saved_tournament_stays_strict() {
    let dir = TestDir::new();
    let illegal = |out: &str| -> Vec<u64> {
        let report: Value = serde_json::from_str(out).unwrap();
        let standings = report["standings"].as_array().unwrap();
        let wordy = standings.iter().filter(|row| row["name"].as_str() == Some("wordy"));
        wordy.map(|row| row["illegal"].as_u64().unwrap()).collect()
    };
    let args = "tournament ./wordy ./lowest --seed 4 --json";
    assert_eq!(illegal(&dir.stdout_of(&format!("{args} --rounds 2"))), [0]);
    let strict = format!("{args} --strict --rounds 2 --save HERE/strict");
    assert_eq!(illegal(&dir.stdout_of(&strict)), [22]);
    let header = std::fs::read_to_string(dir.file("strict/results.jsonl")).unwrap();
    assert!(header.lines().next().unwrap().contains(",\"strict\":true,"), "{header}");
    let resumed = "tournament --resume HERE/strict --rounds 3 --json --allow-programs";
    assert_eq!(illegal(&dir.stdout_of(resumed)), [33], "--strict is kept");
    dir.stdout_of(&format!("{args} --rounds 1 --save HERE/usual"));
    let header = std::fs::read_to_string(dir.file("usual/results.jsonl")).unwrap();
    assert!(!header.contains("strict"), "{header}");
    let mixed = dir.run("tournament --resume HERE/usual --rounds 2 --strict --allow-programs");
    assert_eq!((mixed.status, mixed.out.as_str()), (1, ""));
    assert!(
        mixed.err.contains("another tournament: it is played without --strict, not with --strict"),
        "{}",
        mixed.err
    );
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_check_reports_what_is_done() {
    use rustix::process::{Pid, Signal, kill_process};

    let dir = TestDir::new();
    let child =
        dir.command("check ./lowest ./hanging-in-check --threads 1 --requests 2").spawn().unwrap();
    crate::support::wait_until("the program runs", || {
        !super::processes("hanging-in-check").is_empty()
    });
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.contains("interrupted: these are the results so far"), "{err}");
    let out = String::from_utf8(output.stdout).unwrap();
    let result = |name: &str| {
        let row = out.lines().find(|line| line.starts_with(name)).unwrap();
        row.split_whitespace().nth(1).unwrap().to_owned()
    };
    assert_eq!((result("./lowest"), result("./hanging")), ("ok".into(), "stopped".into()));
    assert!(super::processes("hanging-in-check").is_empty());
    dir.assert_nothing_is_left();
}
