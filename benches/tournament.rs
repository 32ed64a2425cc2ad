//! How fast a tournament is, against the same number of runs of the same program in a plain loop.

use std::{path::PathBuf, time::Instant};

use fourcade::{
    games::intensity::{referee::RosterBuilder, tournament::Tournament},
    play::CancelToken,
    programs::{Program, ProgramLimits, Runner},
};
use rayon::prelude::*;

/// Programs and rounds: 10 games of 44 choices a round.
const PLAYERS: usize = 40;
const ROUNDS: usize = 5;
const RUNS: usize = ROUNDS * PLAYERS * 11;

const REQUEST: &[u8] =
    b"2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n";

fn main() {
    let runner = Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"));
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/referee/players.c"));
    let cancel = CancelToken::default();
    let program = runner.prepare(&path, &cancel).expect("it is compiled");
    let programs = vec![path; PLAYERS];
    let builder = RosterBuilder {
        programs: &programs,
        players: &[],
        runner: &runner,
        limits: ProgramLimits::default(),
    };
    println!("{PLAYERS} programs, {ROUNDS} rounds: {RUNS} runs of a program\n");
    println!("threads  plain loop  tournament  ours");
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    for threads in [1, cores] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let roster = builder.build(false, &cancel).expect("they are ready");
        let mut tournament = Tournament::new(roster, ROUNDS, 1).expect("four play");
        // In turn, as the machine may have other work at times.
        let (mut looped, mut played) = (0.0, 0.0);
        for round in 1..=ROUNDS {
            looped += seconds(|| pool.install(|| run(&program, RUNS / ROUNDS)));
            played += seconds(|| {
                tournament.set_rounds(round);
                tournament.run(&pool, &cancel, &mut |_| Ok(())).expect("they play");
            });
        }
        let share = 100.0 * (played - looped) / played;
        println!("{threads:>7}  {looped:>8.2} s  {played:>8.2} s  {share:.1}%");
    }
}

fn run(program: &Program, runs: usize) {
    let answer = |_| {
        program
            .run(REQUEST, &ProgramLimits::default(), &CancelToken::default())
            .expect("it answers")
    };
    (0..runs).into_par_iter().map(answer).for_each(drop);
}

fn seconds(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64()
}
