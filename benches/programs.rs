//! Measures a run of a program that does almost nothing. This is the overhead of each decision of a
//! player program.

use std::path::Path;

use divan::Bencher;
use fourcade_programs::{ProgramLimits, Runner, SandboxPolicy};

fn main() {
    divan::main();
}

/// Runs the program with a supervisor, as the arcade does.
#[divan::bench(threads = [1, 2, 4])]
fn supervised(bencher: Bencher) {
    run(bencher, &supervised_runner());
}

/// Runs the program with a supervisor in the sandbox.
#[divan::bench]
fn sandboxed(bencher: Bencher) {
    let runner = supervised_runner().with_sandbox(SandboxPolicy::Required);
    if runner.sandbox_kind().is_some() {
        run(bencher, &runner);
    } else {
        println!("there is no sandbox here");
    }
}

fn supervised_runner() -> Runner {
    Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"))
}

fn run(bencher: Bencher, runner: &Runner) {
    let echo = ["/bin/echo", "/usr/bin/echo"].into_iter().map(Path::new).find(|path| path.exists());
    let program = runner
        .prepare(echo.expect("the system has no `echo`"), &|| false)
        .expect("`echo` can be run");
    bencher.bench(|| {
        program
            .run(b"", &ProgramLimits::default(), &|| false)
            .answer()
            .expect("`echo` prints an empty line")
    });
}
