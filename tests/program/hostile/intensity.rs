//! Games of Intensity with a hostile program: `fourcade referee`.

use std::{collections::HashMap, env, fs, process::Command, sync::Mutex};

use crate::support::program;

use super::{
    for_each,
    mode::{Mode, containment},
    run::{Ending, Run, SHORT_LIMIT},
    skip,
    table::{FILES, Happens, Hostile, OUTPUT, PROCESSES, REACH, SIGNALS, SOURCES},
};

/// The seed of all games.
const SEED: &str = "11";

/// A time for a decision that no program needs, in milliseconds.
const LONG_LIMIT: u32 = 60_000;

/// Declares a test of each group in one mode.
macro_rules! tests {
    ($($module:ident: $mode:ident),*) => {
        $(mod $module {
            use super::*;

            #[test]
            fn signals() { for_each(Mode::$mode, SIGNALS, play) }

            #[test]
            fn processes() { for_each(Mode::$mode, PROCESSES, play) }

            #[test]
            fn output() { for_each(Mode::$mode, OUTPUT, play) }

            #[test]
            fn files() { for_each(Mode::$mode, FILES, play) }

            #[test]
            fn reaching_others() { for_each(Mode::$mode, REACH, play) }

            #[test]
            fn sources() { for_each(Mode::$mode, SOURCES, play) }
        })*
    };
}

tests!(namespaces: Namespaces, landlock: Landlock, unsandboxed: Unsandboxed);

/// Returns the command for a game. `timeout` is the time for a decision in milliseconds.
fn referee(mode: Mode, timeout: u32) -> Command {
    let mut command = program(&env::temp_dir());
    command.args(["referee", "--in-order", "--seed", SEED]);
    command.args(["--timeout", &format!("{}", f64::from(timeout) / 1000.0)]);
    mode.apply(&mut command);
    command
}

/// Plays a game with a hostile and a polite program, and then one with the polite program only.
fn play(hostile: &Hostile, mode: Mode) -> Result<(), String> {
    let happens = hostile.happens(mode);
    if containment(mode).is_empty() && !mode.is_sandboxed() && is_dangerous(hostile) {
        skip(&format!("{} needs a process namespace", hostile.name));
        return Ok(());
    }
    let run = Run::new("", hostile.name, mode);
    let before = run.files();
    let is_slow = matches!(happens, Happens::Fails("timed out") | Happens::Finishes);
    let timeout = if is_slow { SHORT_LIMIT } else { LONG_LIMIT };
    let ending = run.guarded(referee(mode, timeout).arg(&run.program).arg(&run.polite));
    run.check_output(&ending)?;
    check(&ending, happens)?;
    if happens == Happens::KillsFourcade {
        // What was left is removed at the next start.
        check_next_game(&run, mode)?;
    }
    let mut left = run.files();
    match happens {
        // It may have written where it should not, as the user who runs it may.
        Happens::Succeeds => left.retain(|file| !file.ends_with(run.mark())),
        Happens::FailsFromThenOn(_) => _ = left.insert(run.program.clone()),
        _ => {}
    }
    if left != before {
        let changed: Vec<_> = left.symmetric_difference(&before).collect();
        return Err(format!("these files were left, or are gone: {changed:?}"));
    }
    check_next_game(&run, mode)
}

/// Whether a program can harm the machine of whoever runs the tests.
fn is_dangerous(hostile: &Hostile) -> bool {
    ["kill-all", "privileges", "raise-limits"].contains(&hostile.name)
}

/// Checks that a game is the same after a hostile program as before all of them.
fn check_next_game(run: &Run, mode: Mode) -> Result<(), String> {
    static EXPECTED: Mutex<Option<HashMap<Mode, String>>> = Mutex::new(None);
    let log = run.output(referee(mode, LONG_LIMIT).arg(&run.polite))?;
    if log.contains(FINE) || !is_complete(&log) {
        return Err(format!("the next game is harmed:\n{log}"));
    }
    let mut expected = EXPECTED.lock().map_err(|why| why.to_string())?;
    let expected = expected.get_or_insert_default().entry(mode).or_insert_with(|| log.clone());
    if *expected == log { Ok(()) } else { Err(format!("the next game is different:\n{log}")) }
}

/// What follows the description of an illegal answer in the log.
const FINE: &str = ": 5 penalty points - referee chooses ";

fn is_complete(log: &str) -> bool {
    let count = |start: &str| log.lines().filter(|line| line.starts_with(start)).count();
    count("Round ") == 40 && count("#") == 4
}

/// Checks how a game went.
fn check(ending: &Ending, happens: Happens) -> Result<(), String> {
    match happens {
        Happens::KillsFourcade => return ending.check("signal 9"),
        Happens::IsRefused(message) => {
            ending.check("status 1")?;
            return check_contains(&ending.err, message);
        }
        Happens::StopsFourcade if !ending.was_stopped() => {
            return Err(format!("it was not stopped: {ending:?}"));
        }
        _ => {}
    }
    ending.check("status 0")?;
    let log = &ending.out;
    if !is_complete(log) {
        return Err(format!("the game was not finished:\n{log}{}", ending.err));
    }
    let faults = faults(log)?;
    let expected: [Option<&str>; 2] = match happens {
        Happens::PlaysOn | Happens::StopsFourcade => [None, None],
        Happens::Fails(what) => [Some(what); 2],
        Happens::FailsTwice(first, second) => [Some(first), Some(second)],
        Happens::Succeeds => [Some("printed no number but \"done\""); 2],
        Happens::FailsFromThenOn(what) => {
            return faults.iter().try_for_each(|fault| {
                check_contains(fault.as_deref().unwrap_or("nothing illegal"), what)
            });
        }
        Happens::Finishes | Happens::KillsFourcade | Happens::IsRefused(_) => return Ok(()),
    };
    for (fault, expected) in faults.iter().zip(expected) {
        match expected {
            Some(expected) => {
                check_contains(fault.as_deref().unwrap_or("nothing illegal"), expected)?;
            }
            None if fault.is_some() => return Err(format!("an illegal answer: {fault:?}")),
            None => {}
        }
    }
    match faults.iter().skip(2).flatten().next() {
        Some(fault) if happens != Happens::Succeeds => {
            Err(format!("an illegal answer later in the game: {fault}"))
        }
        _ => Ok(()),
    }
}

fn check_contains(text: &str, part: &str) -> Result<(), String> {
    if text.contains(part) { Ok(()) } else { Err(format!("{text:?} does not contain {part:?}")) }
}

/// Returns the description of each illegal answer of the hostile program: for the cards that it
/// passes, and then for each card that it plays. All other answers must be legal.
fn faults(log: &str) -> Result<Vec<Option<String>>, String> {
    let name = log.lines().find_map(|line| line.strip_prefix("Table position 0: "));
    let name = name.and_then(|line| line.rsplit_once(": [")).map_or("", |(name, _)| name.trim());
    let mut faults = Vec::new();
    for line in log.lines() {
        let fault = line.split_once(FINE).map(|(before, _)| before);
        let answer = match line.strip_prefix("Round ").and_then(|line| line.split_once(": ")) {
            Some((_, play)) => play.starts_with(name),
            None => line.starts_with(name) && !line.contains(" wins the round"),
        };
        if answer {
            faults.push(fault.map(ToOwned::to_owned));
        } else if fault.is_some() {
            return Err(format!("another player is harmed: {line}"));
        }
    }
    if faults.len() == 11 {
        Ok(faults)
    } else {
        Err(format!("{name} should have answered 11 times, not {}:\n{log}", faults.len()))
    }
}

/// What programs leave behind is told as theirs, and the others play on.
fn leave_a_mess(mode: Mode) {
    if let Err(why) = mode.availability() {
        return skip(&why);
    }
    let run = Run::new("table-", "mess", mode);
    let mut tournament = program(&env::temp_dir());
    tournament.args(["tournament", "--rounds", "1", "--seed", SEED, "--json"]);
    mode.apply(&mut tournament);
    let ending = run.guarded(tournament.arg(&run.program).arg(&run.polite).arg("--player=counter"));
    ending.check("status 0").unwrap();
    assert!(ending.err.contains("mess") && ending.err.contains(": creates files ("), "{ending:?}");
    let report: serde_json::Value = serde_json::from_str(&ending.out).unwrap();
    assert_eq!(report["games_played"], 1);
    assert!(report["standings"].as_array().unwrap().iter().all(|row| row["illegal"] == 0));
}

#[test]
fn a_tournament_goes_on_whatever_programs_leave_in_namespaces() {
    leave_a_mess(Mode::Namespaces);
}

#[test]
fn a_tournament_goes_on_whatever_programs_leave_with_landlock() {
    leave_a_mess(Mode::Landlock);
}

#[test]
fn a_tournament_goes_on_whatever_programs_leave_without_a_sandbox() {
    leave_a_mess(Mode::Unsandboxed);
}

/// The names that programs print and the paths of their files reach tables and warnings.
#[test]
fn tables_and_warnings_are_printable() {
    let mode = Mode::Unsandboxed;
    let runs = ["escapes", "bidi", "bad-bytes", "die"].map(|name| Run::new("table-", name, mode));
    let mut tournament = program(&env::temp_dir());
    tournament.args(["tournament", "--rounds", "1", "--seed", SEED]);
    mode.apply(&mut tournament);
    for run in &runs {
        let folder = run.file("program/\u{1b}]0;PWNED\u{7}\u{9b}m\u{202e}");
        fs::create_dir(&folder).unwrap();
        let program = folder.join(run.program.file_name().unwrap());
        fs::rename(&run.program, &program).unwrap();
        tournament.arg(program);
    }
    let ending = runs[0].guarded(tournament.arg(&runs[0].polite));
    ending.check("status 0").unwrap();
    runs[0].check_output(&ending).unwrap();
    assert!(ending.out.contains("polite") && ending.err.contains("signal 6"), "{ending:?}");
}
