//! Solves the empty board of Eater, which need not be square. Prints the Passer's chance of winning
//! with best play, and the first choices of both sides.
//!
//!     cargo run --profile bench --example solve_eater -- 4 5
//!     cargo run --profile bench --example solve_eater -- 5 5 \
//!         --state eater-5x5.values --memory 4000
//!
//! The first number is the number of rows: the Passer's path goes from the top row to the bottom
//! row. With `--state`, the values are written to a file at intervals, and the same command
//! continues after an interruption, such as by Ctrl-C. Progress goes to standard error.
//!
//! `--openings FILE` also writes the values of the first rounds of 5 x 5, with which `expert` plays
//! these rounds:
//!
//!     cargo run --profile bench --example solve_eater -- 5 5 \
//!         --state eater-5x5.values --memory 4000 --openings src/engine/assets/eater/openings-5x5

use std::{
    fs::{File, OpenOptions},
    io::{BufReader, IsTerminal},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use clap::Parser;
use color_eyre::eyre::{Context, OptionExt, Result};
use fourcade::files::{is_not_found, open_regular, write_atomic};
use fourcade_engine::{
    eater::{
        model::{Cell, EaterBoard, Role},
        solver::{MixedStrategy, PositionAnalysis, SolveBudget, Solver},
    },
    play::{Budget, SearchStop, Seat, ThinkContext},
};
use indicatif::{ProgressBar, ProgressStyle};

/// Solves the empty board of Eater.
#[derive(Parser)]
struct Args {
    /// The number of rows; the path goes from the first to the last one
    #[arg(value_parser = clap::value_parser!(u16).range(3..=5))]
    rows: u16,
    /// The number of columns
    #[arg(value_parser = clap::value_parser!(u16).range(3..=5))]
    cols: u16,
    /// Continue with the values in this file, and keep them there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// The seconds between two writes of the file
    #[arg(long, default_value_t = 120, value_parser = clap::value_parser!(u64).range(1..))]
    interval: u64,
    /// The memory for values, in megabytes
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    memory: u32,
    /// Also write the values of the first rounds of 5 x 5 to this file
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
}

/// The number of rounds in which the openings contain both sides' strategies.
const OPENING_ROUNDS: u32 = 3;

fn main() -> Result<()> {
    let args = Args::parse();
    let mut solver = Solver::with_memory(args.memory as usize * 1_000_000);
    let known = match &args.state {
        Some(path) => read_state(&mut solver, path)?,
        None => 0,
    };
    let bar = ProgressBar::new_spinner();
    bar.set_style(ProgressStyle::with_template("{spinner} {elapsed_precise} {msg}")?);
    let board = empty_board(args.rows, args.cols);
    let mut visited = 0;
    let analysis = loop {
        let (result, nodes) = solve_for(&mut solver, &board, args.interval, visited, &bar);
        visited += nodes;
        if let Some(path) = &args.state {
            write_atomic(path, |writer| solver.write_values(writer)).wrap_err_with(|| {
                format!("Can't write {}. Name a file in a folder you can write to.", path.display())
            })?;
        }
        match result {
            Ok(analysis) => break analysis.ok_or_eyre("This board is too large.")?,
            Err(_) if !std::io::stderr().is_terminal() => {
                eprintln!("{} s: {visited} positions solved", bar.elapsed().as_secs());
            }
            Err(_) => {}
        }
    };
    bar.finish_and_clear();
    println!("{} rows x {} columns: the Passer wins {:.9}", args.rows, args.cols, analysis.value);
    println!("{visited} positions solved, {known} known before");
    for role in Role::BOTH {
        print_strategy(role, analysis.of(role), args.rows, args.cols);
    }
    match &args.openings {
        Some(path) => write_openings(&mut solver, path, &bar),
        None => Ok(()),
    }
}

fn write_openings(solver: &mut Solver, path: &Path, bar: &ProgressBar) -> Result<()> {
    bar.reset();
    let progress = bar.clone();
    let all = Budget::Nodes(u64::MAX);
    let context = ThinkContext::new(all, 1, Seat::new(0), 0).with_listener(move |message| {
        progress.set_message(format!("openings: {message}"));
        progress.tick();
    });
    let mut entries = Vec::new();
    let mut budget = SolveBudget::whole(&context);
    let count = solver.write_openings(OPENING_ROUNDS, &mut budget, &mut entries)?;
    bar.finish_and_clear();
    write_atomic(path, |writer| writer.write_all(&entries)).wrap_err_with(|| {
        format!("Can't write {}. Name a file in a folder you can write to.", path.display())
    })?;
    println!("{count} values of openings, for which {} more positions were solved", budget.nodes());
    Ok(())
}

/// Reads the values in a file, if it exists, and returns their number.
fn read_state(solver: &mut Solver, path: &Path) -> Result<u64> {
    let file: File = match open_regular(path, OpenOptions::new().read(true)) {
        Ok(file) => file,
        Err(why) if is_not_found(&why) => return Ok(0),
        Err(why) => return Err(why).wrap_err_with(|| format!("Can't open {}.", path.display())),
    };
    solver.read_values(&mut BufReader::new(file)).wrap_err_with(|| {
        format!("Can't read {}. Remove it to start again, or name another file.", path.display())
    })
}

/// Solves for this many seconds. Returns the result and the number of positions solved.
fn solve_for(
    solver: &mut Solver,
    board: &EaterBoard,
    seconds: u64,
    visited: u64,
    bar: &ProgressBar,
) -> (Result<Option<PositionAnalysis>, SearchStop>, u64) {
    let time = Budget::Time(Duration::from_secs(seconds));
    let (progress, start) = (bar.clone(), Instant::now());
    let context = ThinkContext::new(time, 1, Seat::new(0), 0).with_listener(move |message| {
        let seconds = start.elapsed().as_secs();
        progress.set_message(format!("{visited} positions solved, then {message} in {seconds} s"));
        progress.tick();
    });
    let mut budget = SolveBudget::whole(&context);
    let result = solver.analyse(board, &mut budget);
    (result, budget.nodes())
}

/// Returns an empty board with these numbers of rows and columns, as part of a square board. Rows
/// of the Passer's markers at the bottom, or columns of the Eater's, change nothing.
fn empty_board(rows: u16, cols: u16) -> EaterBoard {
    let mut board = EaterBoard::empty(rows.max(cols));
    for cell in board.cells() {
        if cell.row >= rows {
            board.set(cell, Some(Role::Passer));
        } else if cell.col >= cols {
            board.set(cell, Some(Role::Eater));
        }
    }
    board
}

fn print_strategy(role: Role, strategy: &MixedStrategy, rows: u16, cols: u16) {
    println!("{role}:");
    for row in 0..rows {
        let share = |col| 100.0 * strategy.probability(Cell::new(row, col));
        let line: Vec<String> = (0..cols).map(|col| format!("{:6.2}%", share(col))).collect();
        println!("  {}", line.join(" "));
    }
}
