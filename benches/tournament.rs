//! Compares the speed of a tournament with that of the same number of runs of the same program in a
//! plain loop, without a sandbox and with each kind that works here.

use std::{path::PathBuf, time::Instant};

use fourcade::{
    games::intensity::{protocol::AnswerFormat, referee::RosterBuilder, tournament::Tournament},
    play::CancelToken,
    programs::{Program, ProgramLimits, Runner, SandboxKind},
};
use rayon::prelude::*;

/// The number of programs, which play 10 games in each round.
const PLAYERS: usize = 40;
/// The number of rounds.
const ROUNDS: usize = 5;
/// The number of runs of a program: each game has 44 choices, 11 for each of its four players.
const RUNS: usize = ROUNDS * PLAYERS * 11;
/// The request that each run of the plain loop answers.
const REQUEST: &[u8] =
    b"2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n";

fn main() {
    println!("{PLAYERS} programs, {ROUNDS} rounds: {RUNS} runs of a program\n");
    println!("sandbox     threads  plain loop  tournament  overhead  per decision");
    let runner = || Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"));
    measure("none", &runner());
    for kind in SandboxKind::ALL {
        match runner().sandboxed_by(kind) {
            Ok(runner) => measure(kind.name(), &runner),
            Err(error) => println!("{:<11} {error}", kind.name()),
        }
    }
}

/// Prints the times with one thread and with one for each core.
fn measure(sandbox: &str, runner: &Runner) {
    let path =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/referee/players.c"));
    let cancel = CancelToken::default();
    let program = runner.prepare(&path, &cancel).expect("the program can be compiled");
    let programs = vec![path; PLAYERS];
    let builder = RosterBuilder {
        programs: &programs,
        players: &[],
        runner,
        limits: ProgramLimits::default(),
        format: AnswerFormat::default(),
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    for threads in [1, cores] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("the threads can be started");
        let roster = builder.build(false, &cancel).expect("the programs can be run");
        let mut tournament = Tournament::new(roster, ROUNDS, 1).expect("there are enough programs");
        // Alternate, because the load of the machine may vary.
        let (mut looped, mut played) = (0.0, 0.0);
        for round in 1..=ROUNDS {
            looped += seconds(|| pool.install(|| run(&program, RUNS / ROUNDS)));
            played += seconds(|| {
                tournament.set_rounds(round);
                tournament.run(&pool, &cancel, &mut |_| Ok(())).expect("the tournament runs");
            });
        }
        let overhead = 100.0 * (played - looped) / played;
        let runs = u32::try_from(RUNS).map_or(f64::INFINITY, f64::from);
        let decision = 1000.0 * played / runs;
        println!(
            "{sandbox:<11} {threads:>7}  {looped:>8.2} s  {played:>8.2} s  {overhead:>7.1}%  \
             {decision:>9.2} ms"
        );
    }
}

/// Runs the program this many times in parallel.
fn run(program: &Program, runs: usize) {
    let answer = |_| {
        program
            .run(REQUEST, &ProgramLimits::default(), &CancelToken::default())
            .expect("the program answers")
    };
    (0..runs).into_par_iter().map(answer).for_each(drop);
}

/// Runs a function and returns how many seconds it took.
fn seconds(function: impl FnOnce()) -> f64 {
    let start = Instant::now();
    function();
    start.elapsed().as_secs_f64()
}
