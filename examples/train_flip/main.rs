//! Trains Flip's evaluation on games against itself and writes `assets/flip/weights.bin`.
//!
//!     cargo run --release --example train_flip
//!
//! Each round plays games from random openings with the weights of the previous round (the first
//! round with the hand-crafted evaluation), labels all positions by a search and by the result of
//! the game, which is solved near its end, and fits new weights. The weights are written after each
//! round, so the training can be interrupted at any time; `--from FILE --done ROUNDS` continues it.
//! The same arguments give the same weights.

mod deviation;
mod regression;
mod self_play;

use std::{fs, path::PathBuf, time::Duration};

use clap::Parser;
use color_eyre::eyre::{Context, Result};
use fourcade::games::flip::engine::evaluation::{
    HandcraftedEvaluator, PHASES, PatternWeights, TrainedEvaluator, weights,
};
use indicatif::{ProgressBar, ProgressStyle};
use self_play::Round;

/// Trains Flip's evaluation on games against itself.
#[derive(Parser)]
struct Args {
    /// The number of games of each round
    #[arg(long, value_delimiter = ',', default_value = "40000,40000,60000,150000")]
    games: Vec<u64>,
    /// The search depth in the games of each round, in plies; the last number counts for all
    /// further rounds
    #[arg(long, value_delimiter = ',', default_value = "3,4,6,4")]
    depth: Vec<u32>,
    /// Solve positions with at most this many empty squares
    #[arg(long, default_value_t = 14)]
    exact: u32,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start with the weights in this file
    #[arg(long)]
    from: Option<PathBuf>,
    /// Continue after this many rounds, exactly as if the training had not been interrupted
    #[arg(long, value_name = "ROUNDS", default_value_t = 0, requires = "from")]
    done: usize,
    /// The file to which the weights are written
    #[arg(long, default_value = "assets/flip/weights.bin")]
    out: PathBuf,
    /// Only measure how far shallow searches are off deep ones, for multi-ProbCut
    #[arg(long)]
    deviation: bool,
}

fn main() -> Result<()> {
    color_eyre::install()?;
    let args = Args::parse();
    let mut trained = match &args.from {
        Some(path) => {
            let file = fs::read(path).with_context(|| format!("can't read {}", path.display()))?;
            let weights = PatternWeights::read(&file)
                .with_context(|| format!("{} can't be used", path.display()))?;
            Some(weights)
        }
        None => None,
    };
    if args.deviation {
        let weights = trained.as_ref().unwrap_or_else(|| PatternWeights::trained());
        deviation::measure(&TrainedEvaluator::new(weights), args.seed);
        return Ok(());
    }
    for (number, &games) in args.games.iter().enumerate().skip(args.done) {
        let depth = args.depth.get(number).or(args.depth.last()).copied().unwrap_or(1);
        let seed = args.seed.wrapping_mul(1000).wrapping_add(number as u64);
        let round = Round { games, depth, exact: args.exact, seed };
        let bar = progress_bar(games, format!("round {}: games", number + 1));
        let samples = match &trained {
            Some(weights) => round.play(&TrainedEvaluator::new(weights), true, &bar),
            None => round.play(&HandcraftedEvaluator::new(8), false, &bar),
        };
        bar.finish();
        let bar = progress_bar(PHASES as u64, format!("round {}: phases", number + 1));
        let fitted = regression::fit(&samples, &bar);
        bar.finish();
        let file = weights::write(&fitted)?;
        fs::write(&args.out, &file)
            .with_context(|| format!("can't write {}", args.out.display()))?;
        eprintln!("{}: {} positions, {} bytes", args.out.display(), samples.len(), file.len());
        trained = Some(PatternWeights::read(&file)?);
    }
    Ok(())
}

fn progress_bar(count: u64, message: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}")
        .expect("the template is valid");
    let bar = ProgressBar::new(count).with_style(style).with_message(message);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
