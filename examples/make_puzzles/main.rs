//! Makes the collections of puzzles in `src/engine/assets/puzzles`.
//!
//!     cargo run --profile bench --example make_puzzles
//!     cargo run --profile bench --example make_puzzles -- --game intensity --count 30
//!
//! The second command has made the collection of Intensity, whose searches take longest.
//!
//! Levels play one game after another. A position becomes a puzzle of a theme if
//!
//! - a thorough search clearly separates right choices from wrong ones,
//! - a different search agrees,
//! - Beginner doesn't solve it by chance, and the strongest player solves it.
//!
//! The share of tries in which each level solves it is stored, too.
//!
//! The work can be interrupted at any time, such as by Ctrl-C. The same command continues it,
//! because finished games are stored in a file. The same seed gives the same puzzles with any
//! number of threads, unless `--seconds` ends the work early. The collections are written at the
//! end, and a table on standard output summarises them.

mod concentration;
mod eater;
mod flip;
mod intensity;
mod maker;
mod work;

use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use clap::{Parser, value_parser};
use color_eyre::eyre::{Context, Result};
use fourcade::files::write_atomic;
use fourcade_engine::{
    GameKind,
    play::{Collection, Level, PUZZLE_TRIES, Practicable as _, Puzzle},
    with_game,
};
use indicatif::{ProgressBar, ProgressStyle};
use maker::Maker;
use rayon::prelude::*;
use work::WorkFile;

/// The number of games played before the puzzles found are counted. It is the same on every
/// machine, because the collections depend on it.
const BATCH: u64 = 8;
/// At most one puzzle of a theme in this many is easy.
const EASY_INTERVAL: usize = 4;
/// A puzzle is easy if Beginner solves it in more than this many of [`PUZZLE_TRIES`].
const MAX_HARD_SOLVES: u8 = 7;

/// Makes the collections of puzzles.
#[derive(Parser)]
struct Args {
    /// Only this game
    #[arg(long)]
    game: Option<GameKind>,
    /// The number of puzzles of each theme
    #[arg(long, default_value_t = 60)]
    count: usize,
    /// Stop after so many seconds, with the puzzles found so far
    #[arg(long)]
    seconds: Option<u64>,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of threads
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u8).range(1..=2))]
    threads: u8,
    /// The file that keeps what is done, so that the work can go on after an interruption
    #[arg(long, default_value = "target/make_puzzles.jsonl")]
    work: PathBuf,
    /// The folder to which the collections are written
    #[arg(long, default_value = "src/engine/assets/puzzles")]
    out: PathBuf,
}

fn main() -> Result<()> {
    color_eyre::install()?;
    let args = Args::parse();
    let mut work = WorkFile::open(&args.work, args.seed)?;
    let deadline = args.seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(args.threads.into()).build()?;
    let games: Vec<_> = GameKind::ALL
        .into_iter()
        .filter(|&kind| args.game.is_none_or(|game| game == kind))
        .collect();
    let themes = |kind: GameKind| with_game!(kind, G => G::THEMES.len());
    let wanted: usize = games.iter().map(|&kind| args.count * themes(kind)).sum();
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {elapsed}")?;
    let bar = ProgressBar::new(wanted as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_millis(500));
    let mut round = 0;
    loop {
        let mut found = 0;
        let mut is_complete = true;
        for &kind in &games {
            for theme in 0..themes(kind) {
                let count = with_game!(kind, G => {
                    work_on::<G>(&mut work, theme, round, &args, &pool, (deadline, &bar))
                })?;
                is_complete &= count >= args.count;
                found += count.min(args.count);
                bar.set_position(found as u64);
            }
        }
        round += 1;
        if is_complete || deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            break;
        }
    }
    bar.finish_and_clear();
    for kind in games {
        with_game!(kind, G => write::<G>(&work, &args))?;
    }
    Ok(())
}

/// Plays the games of a round for a theme, unless there are enough puzzles. Returns the number of
/// puzzles.
fn work_on<G: Maker>(
    work: &mut WorkFile,
    theme: usize,
    round: u64,
    args: &Args,
    pool: &rayon::ThreadPool,
    (deadline, bar): (Option<Instant>, &ProgressBar),
) -> Result<usize> {
    let theme = &G::THEMES[theme];
    let numbers = round * BATCH..(round + 1) * BATCH;
    let puzzles = select::<G>(work, theme.key, numbers.start, args.count)?;
    if puzzles.len() >= args.count {
        return Ok(puzzles.len());
    }
    let missing: Vec<_> =
        numbers.clone().filter(|&number| !work.has_game(G::KEY, theme.key, number)).collect();
    if !missing.is_empty() {
        bar.set_message(format!("{} {} {}", G::KEY, theme.key, numbers.start));
        let made: Vec<_> = pool.install(|| {
            missing
                .into_par_iter()
                .filter(|_| deadline.is_none_or(|deadline| Instant::now() < deadline))
                .map(|number| Ok((number, maker::make::<G>(theme, args.seed, number)?)))
                .collect::<Result<_>>()
        })?;
        for (number, puzzle) in made {
            let puzzle = puzzle.map(|puzzle| serde_json::to_value(&puzzle)).transpose()?;
            work.add(G::KEY, theme.key, number, puzzle)?;
        }
    }
    Ok(select::<G>(work, theme.key, numbers.end, args.count)?.len())
}

/// Selects the puzzles of a theme from the games below `end`, in the order of the games. Duplicates
/// and surplus easy ones are left out.
fn select<G: Maker>(
    work: &WorkFile,
    theme: &str,
    end: u64,
    count: usize,
) -> Result<Vec<Puzzle<G>>> {
    let mut selected: Vec<Puzzle<G>> = Vec::new();
    let mut easy = 0;
    for json in work.puzzles(G::KEY, theme, end) {
        let puzzle: Puzzle<G> = serde_json::from_value(json.clone())?;
        let is_easy = puzzle.solves().is_some_and(|[beginner, ..]| beginner > MAX_HARD_SOLVES);
        let is_duplicate = selected.iter().any(|other| other.id() == puzzle.id());
        if selected.len() < count
            && !is_duplicate
            && (!is_easy || EASY_INTERVAL * easy < selected.len())
        {
            easy += usize::from(is_easy);
            selected.push(puzzle);
        }
    }
    Ok(selected)
}

/// Writes the collection of a game and prints a summary.
fn write<G: Maker>(work: &WorkFile, args: &Args) -> Result<()> {
    let mut puzzles: Vec<Puzzle<G>> = Vec::new();
    println!("{}", G::KEY);
    for theme in G::THEMES {
        let mut found = select::<G>(work, theme.key, u64::MAX, args.count)?;
        // A position may suit two themes.
        found.retain(|puzzle| puzzles.iter().all(|other| other.id() != puzzle.id()));
        print_row(theme.key, &found);
        puzzles.extend(found);
    }
    print_row("all", &puzzles);
    let path: PathBuf = args.out.join(G::KEY);
    let collection = Collection { puzzles };
    let mut file = Vec::new();
    collection.write(&mut file)?;
    write_file(&path, &file)?;
    println!("  {} bytes", file.len());
    Ok(())
}

fn write_file(path: &Path, contents: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    write_atomic(path, |file| file.write_all(contents))
        .with_context(|| format!("can't write {}", path.display()))
}

/// Prints the number of puzzles, and the percentage of tries in which each level solves them.
fn print_row<G: Maker>(name: &str, puzzles: &[Puzzle<G>]) {
    let names = Level::ALL.map(Level::name).into_iter().chain(["Master"]).enumerate();
    let columns = names.map(|(level, name)| {
        let counts = puzzles.iter().filter_map(Puzzle::solves).map(|solves| solves[level]);
        let solved: usize = counts.map(usize::from).sum();
        let tries = (usize::from(PUZZLE_TRIES) * puzzles.len()).max(1);
        format!("  {name} {:3}%", 100 * solved / tries)
    });
    let columns: String = columns.collect();
    println!("  {name:14} {:4}{columns}", puzzles.len());
}
