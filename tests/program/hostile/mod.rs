//! Hostile programs: whatever a program tries, the game is finished, nothing is left running,
//! nothing is left on disk, no control character is printed, and the next game is unharmed.
//!
//! [`table`] lists the programs with what must happen in the sandbox and without it; their sources
//! are in `programs`. Each is run in each [mode](Mode) that works here, in a process namespace of
//! its own where there are such namespaces, so that the tests harm nobody.
mod gtp;
mod intensity;
mod mode;
mod run;
pub mod table;
mod terminal;

use std::{io::Write, thread};

use mode::Mode;
use table::Hostile;

/// How many programs run at once. Most of them wait for the end of their time.
const AT_ONCE: usize = 4;

/// Runs a test with each program of a group. All failures are reported together.
#[track_caller]
fn for_each(mode: Mode, group: &[Hostile], test: fn(&Hostile, Mode) -> Result<(), String>) {
    if let Err(why) = mode.availability() {
        skip(&why);
        return;
    }
    let mut failures = Vec::new();
    for some in group.chunks(AT_ONCE) {
        thread::scope(|scope| {
            let running: Vec<_> =
                some.iter().map(|program| scope.spawn(move || test(program, mode))).collect();
            for (program, result) in some.iter().zip(running) {
                let result = result.join().unwrap_or_else(|_| Err("the test panicked".to_owned()));
                failures.extend(result.err().map(|why| format!("{}: {why}", program.name)));
            }
        });
    }
    assert!(failures.is_empty(), "{mode:?}:\n{}", failures.join("\n"));
}

/// Says that something can't be tested here, even where the output of tests is captured.
fn skip(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}
