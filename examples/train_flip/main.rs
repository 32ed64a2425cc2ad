//! Trains Flip's evaluation on games that it plays against itself, and writes
//! `assets/flip/weights.bin`.
//!
//!     cargo run --release --example train_flip
//!
//! Each round plays games from random openings with what the round before has learnt (the first one
//! with the plain evaluation), labels all positions by a deep search and by the exact end, and fits
//! the weights anew. What a finished round has learnt is written at once, so it may be stopped at
//! any time; `--from FILE --done ROUNDS` goes on with it. The same arguments give the same weights.

mod games;
mod regression;
mod spread;

use std::{fs, path::PathBuf, time::Duration};

use clap::Parser;
use color_eyre::eyre::{Context, Result};
use fourcade::games::flip::engine::{
    evaluation::{PHASES, Trained, Weights, weights},
    plain::Places,
};
use games::Round;
use indicatif::{ProgressBar, ProgressStyle};

/// Trains Flip's evaluation on games that it plays against itself.
#[derive(Parser)]
struct Args {
    /// Games of each round, round by round.
    #[arg(long, value_delimiter = ',', default_value = "40000,40000,60000,150000")]
    games: Vec<u64>,
    /// Plies that the games' players look ahead, round by round (the last number stands for all
    /// further rounds).
    #[arg(long, value_delimiter = ',', default_value = "3,4,6,4")]
    depth: Vec<u32>,
    /// So many empty cells are played out exactly.
    #[arg(long, default_value_t = 14)]
    exact: u32,
    /// The seed of all chance.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Goes on with these weights, not from nothing.
    #[arg(long)]
    from: Option<PathBuf>,
    /// So many rounds are done already: goes on after them, exactly as if nothing had stopped it.
    #[arg(long, value_name = "ROUNDS", default_value_t = 0, requires = "from")]
    done: usize,
    /// Where the weights are written.
    #[arg(long, default_value = "assets/flip/weights.bin")]
    out: PathBuf,
    /// Only measures how far shallow searches are off deep ones, for multi-ProbCut.
    #[arg(long)]
    spread: bool,
}

fn main() -> Result<()> {
    color_eyre::install()?;
    let args = Args::parse();
    let mut learnt = match &args.from {
        Some(path) => {
            let file = fs::read(path).with_context(|| format!("can't read {}", path.display()))?;
            Some(
                Weights::read(&file)
                    .with_context(|| format!("{} can't be used", path.display()))?,
            )
        }
        None => None,
    };
    if args.spread {
        spread::measure(
            &Trained::with(learnt.as_ref().unwrap_or_else(|| Weights::trained())),
            args.seed,
        );
        return Ok(());
    }
    for (number, &games) in args.games.iter().enumerate().skip(args.done) {
        let depth = args.depth.get(number).or(args.depth.last()).copied().unwrap_or(1);
        let seed = args.seed.wrapping_mul(1000).wrapping_add(number as u64);
        let round = Round { games, depth, exact: args.exact, seed };
        let bar = bar(games, format!("round {}: games", number + 1));
        let samples = match &learnt {
            Some(weights) => round.play(&Trained::with(weights), true, &bar),
            None => round.play(&Places::new(8), false, &bar),
        };
        bar.finish();
        let bar = self::bar(PHASES as u64, format!("round {}: phases", number + 1));
        let fitted = regression::fit(&samples, &bar);
        bar.finish();
        let file = weights::write(&fitted)?;
        fs::write(&args.out, &file)
            .with_context(|| format!("can't write {}", args.out.display()))?;
        eprintln!("{}: {} positions, {} bytes", args.out.display(), samples.len(), file.len());
        learnt = Some(Weights::read(&file)?);
    }
    Ok(())
}

fn bar(count: u64, words: String) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}")
        .expect("the template is right");
    let bar = ProgressBar::new(count).with_style(style).with_message(words);
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}
