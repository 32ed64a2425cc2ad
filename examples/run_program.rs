//! Runs a program with limits and prints its answer: `cargo run --example run_program answer.c <
//! input`.
//!
//! The program is a `.c` file, a `.py` file, or one that can be executed. It runs in a sandbox
//! where there is one.

use std::{
    env,
    io::{self, Read as _, Write as _},
    path::Path,
    process::ExitCode,
    time::Duration,
};

use fourcade_programs::{ProgramLimits, Runner, SUPERVISOR, SandboxPolicy, supervise};

fn main() -> ExitCode {
    let args: Vec<_> = env::args_os().collect();
    // The supervisor of the program is this binary, too.
    if args.get(1).is_some_and(|arg| arg == SUPERVISOR) {
        return supervise(args.into_iter().skip(2));
    }
    let Some(path) = args.get(1) else {
        eprintln!("name a program to run");
        return ExitCode::from(2);
    };
    let result = run(Path::new(path));
    Runner::remove_folders();
    match result {
        Ok(status) => status,
        Err(why) => {
            eprintln!("{}: {why}", Path::new(path).display());
            ExitCode::FAILURE
        }
    }
}

fn run(path: &Path) -> Result<ExitCode, Box<dyn std::error::Error>> {
    let runner = Runner::default().with_sandbox(SandboxPolicy::IfAvailable);
    let program = runner.prepare(path, &|| false)?;
    let mut input = Vec::new();
    io::stdin().read_to_end(&mut input)?;
    let limits = ProgramLimits::default().with_time(Duration::from_secs(2));
    let run = program.run(&input, &limits, &|| false);
    eprint!("{}", run.stderr);
    io::stdout().write_all(&run.answer()?)?;
    Ok(ExitCode::SUCCESS)
}
