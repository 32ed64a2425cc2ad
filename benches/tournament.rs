//! Compares the speed of a tournament with that of the same number of runs of the same program in a
//! plain loop, without a sandbox and with the one that programs get here. Then compares it with the
//! same tournament played by a command (`--via`). `-- --via` makes the second comparison only.

use std::{
    io,
    path::PathBuf,
    process::{Command, Stdio},
    time::Instant,
};

use fourcade_course::{
    intensity::{
        referee::RosterBuilder,
        tournament::{PlayedGame, Tournament, TournamentObserver, ViaCommand},
    },
    program::AnswerRules,
};
use fourcade_engine::{
    intensity::Intensity,
    play::{CancelToken, Session},
};
use fourcade_programs::{Program, ProgramLimits, Runner, SandboxPolicy};
use rayon::prelude::*;

/// The number of programs, which play 10 games in each round.
const PLAYERS: usize = 40;
const ROUNDS: usize = 5;
/// The number of runs of a program: each game has 44 choices, 11 for each of its four players.
const RUNS: usize = ROUNDS * PLAYERS * 11;
/// The request that each run of the plain loop answers.
const REQUEST: &[u8] =
    b"2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n";

fn main() {
    if !std::env::args().any(|arg| arg == "--via") {
        measure_sandboxes();
    }
    measure_commands();
}

/// Compares tournaments with plain loops, without a sandbox and with one.
fn measure_sandboxes() {
    println!("{PLAYERS} programs, {ROUNDS} rounds: {RUNS} runs of a program\n");
    println!("sandbox     threads  plain loop  tournament  overhead  per decision");
    let runner = || Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"));
    measure("none", &runner());
    let sandboxed = runner().with_sandbox(SandboxPolicy::Required);
    match sandboxed.sandbox_kind() {
        Some(kind) => measure(kind.name(), &sandboxed),
        None => println!("there is no sandbox here"),
    }
}

/// Prints the times with one thread and with one for each core.
fn measure(sandbox: &str, runner: &Runner) {
    let path =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/referee/players.c"));
    let cancel = CancelToken::default();
    let program = runner.prepare(&path, &|| false).expect("the program can be compiled");
    let programs = vec![path; PLAYERS];
    let builder = RosterBuilder {
        programs: &programs,
        players: &[],
        runner,
        rules: AnswerRules::default(),
        skips_broken: false,
    };
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    for threads in [1, cores] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("the threads can be started");
        let roster = builder.build(false, &cancel).expect("the programs can be run");
        let mut tournament = Tournament::swiss(roster, ROUNDS, 1, AnswerRules::default())
            .expect("there are enough programs");
        // Alternate, because the load of the machine may vary.
        let (mut looped, mut played) = (0.0, 0.0);
        for round in 1..=ROUNDS {
            looped += seconds(|| pool.install(|| run(&program, RUNS / ROUNDS)));
            played += seconds(|| {
                tournament.set_rounds(round);
                tournament.run(&pool, &cancel, &mut |_, _| Ok(())).expect("the tournament runs");
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
            .run(REQUEST, &ProgramLimits::default(), &|| false)
            .answer()
            .expect("the program answers")
    };
    (0..runs).into_par_iter().map(answer).for_each(drop);
}

/// Runs a function and returns the time it took in seconds.
fn seconds(function: impl FnOnce()) -> f64 {
    let start = Instant::now();
    function();
    start.elapsed().as_secs_f64()
}

/// The number of rounds of quick players that a command plays.
const VIA_ROUNDS: usize = 20;
/// The number of tournaments of quick players.
const REPEATS: usize = 9;
/// A command that plays lines on one thread.
const BATCH: &str = concat!(env!("CARGO_BIN_EXE_fourcade"), " referee --batch --threads 1");

/// Measures the overhead of a command in a tournament, and games per second with several workers.
fn measure_commands() {
    let games = VIA_ROUNDS * PLAYERS / 4;
    println!("\nplayed by commands: {PLAYERS} players, {games} games\n");
    let quick = || tournament(&[], &vec!["random".to_owned(); PLAYERS], VIA_ROUNDS);
    let (mut own, mut via, mut parallel) = (Vec::new(), Vec::new(), Vec::new());
    let has_parallel = has_parallel();
    // Alternate, because the load of the machine may vary.
    for _ in 0..REPEATS {
        own.push(seconds(|| run_here(&mut quick())));
        via.push(seconds(|| run_via(&mut quick(), BATCH)));
        if has_parallel {
            parallel.push(seconds(|| run_via(&mut quick(), &parallel_command(1))));
        }
    }
    let own = median(own);
    let per_game = |all: Vec<f64>| 1000.0 * (median(all) - own) / to_float(games);
    println!("quick players, added per game:");
    println!("  one process for each round   {:>6.2} ms", per_game(via));
    if !has_parallel {
        println!("GNU parallel is not installed: several workers are not measured");
        return;
    }
    println!("  GNU parallel and one worker  {:>6.2} ms", per_game(parallel));
    let path =
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/program/referee/players.c"));
    let folder = std::env::temp_dir().join(format!("fourcade-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a temporary folder");
    let program = folder.join("student");
    let compiled = Command::new("cc").args(["-O1", "-w", "-o"]).arg(&program).arg(path).status();
    assert!(compiled.is_ok_and(|status| status.success()), "the program can be compiled");
    let programs = vec![program; PLAYERS];
    let games = ROUNDS * PLAYERS / 4;
    println!("\n{PLAYERS} programs, {games} games, games per second:");
    let speed = |time: f64| to_float(games) / time;
    let programs = || tournament(&programs, &[], ROUNDS);
    let here = speed(seconds(|| run_here(&mut programs())));
    println!("  this process, one thread     {here:>6.1}");
    for workers in [1, 2, 4] {
        let time = seconds(|| run_via(&mut programs(), &parallel_command(workers)));
        let speed = speed(time);
        println!("  GNU parallel, workers: {workers}     {speed:>6.1}, ratio {:.2}", speed / here);
    }
    std::fs::remove_dir_all(folder).expect("our own folder");
}

fn has_parallel() -> bool {
    let version = Command::new("parallel").arg("--version").stdout(Stdio::null()).status();
    version.is_ok_and(|status| status.success())
}

/// Returns the command that spreads the games of a round over this many workers.
fn parallel_command(workers: usize) -> String {
    let lines = (PLAYERS / 4).div_ceil(workers);
    format!("parallel --will-cite --pipe -N {lines} -j {workers} {BATCH}")
}

fn tournament(programs: &[PathBuf], players: &[String], rounds: usize) -> Tournament {
    let runner = Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"));
    let builder = RosterBuilder {
        programs,
        players,
        runner: &runner,
        rules: AnswerRules::default(),
        skips_broken: false,
    };
    let roster = builder.build(false, &CancelToken::default()).expect("the players are ready");
    Tournament::swiss(roster, rounds, 1, AnswerRules::default()).expect("there are enough players")
}

fn run_here(tournament: &mut Tournament) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let cancel = CancelToken::default();
    tournament.run(&pool, &cancel, &mut |_, _| Ok(())).expect("the tournament runs");
}

fn run_via(tournament: &mut Tournament, command: &str) {
    let via = ViaCommand { command, wants_records: false };
    tournament.run_via(via, &CancelToken::default(), &mut Quiet).expect("the command plays");
}

/// Ignores messages, such as those about missing sandboxes.
struct Quiet;

impl TournamentObserver for Quiet {
    fn played(&mut self, _: &PlayedGame, _: Option<&Session<Intensity>>) -> io::Result<()> {
        Ok(())
    }

    fn round_over(&mut self, _: usize) {}

    fn message(&mut self, _: &str) {}
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn to_float(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::INFINITY, f64::from)
}
