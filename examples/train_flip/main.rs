//! Trains Flip's evaluation on games against itself and writes
//! `src/engine/assets/flip/weights.bin`.
//!
//!     cargo run --profile bench --example train_flip
//!
//! There are two kinds of rounds. The first rounds play games from random openings with the weights
//! of the previous round (the very first one with the hand-crafted evaluation). They label all
//! positions by a search and by the result of the game, which is solved near its end, and fit new
//! weights. The later rounds label positions of quick games by a deep search each, which is less
//! noisy, and improve the weights of the previous round.
//!
//! The training can be interrupted at any time. The same command continues it, because finished
//! games are stored in a folder. `--from FILE --done ROUNDS` starts with the weights of these
//! rounds. The same arguments give the same weights.

mod deviation;
mod labels;
mod progress;
mod regression;
mod self_play;

use std::{fs, ops::Range, path::PathBuf};

use clap::Parser;
use color_eyre::eyre::{Context, Result};
use fourcade_engine::flip::search::evaluation::{
    HandcraftedEvaluator, PHASES, PatternWeights, TrainedEvaluator, weights,
};
use indicatif::ProgressBar;
use labels::LabelRound;
use progress::{Progress, progress_bar};
use self_play::{Round, Sample};

/// The number of games stored in one file.
const PART_GAMES: u64 = 2000;

/// Trains Flip's evaluation on games against itself.
#[derive(Parser)]
struct Args {
    /// The number of games of each of the first rounds
    #[arg(long, value_delimiter = ',', default_value = "40000,40000,60000,150000")]
    games: Vec<u64>,
    /// The search depth in the games of each of the first rounds, in plies; the last number counts
    /// for all further ones
    #[arg(long, value_delimiter = ',', default_value = "3,4,6,4")]
    depth: Vec<u32>,
    /// Solve positions of the first rounds with at most this many empty squares
    #[arg(long, default_value_t = 14)]
    exact: u32,
    /// The number of games of each of the later rounds, whose positions are labelled by searches
    #[arg(long, value_delimiter = ',', default_value = "102000")]
    label_games: Vec<u64>,
    /// The depth of the searches for the labels, in plies
    #[arg(long, default_value_t = 10)]
    label_depth: u32,
    /// Solve positions of the later rounds with at most this many empty squares
    #[arg(long, default_value_t = 15)]
    label_exact: u32,
    /// How strongly the weights of the later rounds are drawn to those of the round before, as a
    /// number of positions
    #[arg(long, default_value_t = 50.0)]
    ridge: f32,
    /// The seed of the random numbers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Start with the weights in this file
    #[arg(long)]
    from: Option<PathBuf>,
    /// Continue after this many rounds, exactly as if the training had not been interrupted
    #[arg(long, value_name = "ROUNDS", default_value_t = 0, requires = "from")]
    done: usize,
    /// The folder that keeps what is done, so that the training can go on after an interruption
    #[arg(long, default_value = "target/train_flip")]
    work: PathBuf,
    /// The file to which the weights are written
    #[arg(long, default_value = "src/engine/assets/flip/weights.bin")]
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
            let weights =
                Trained::new(&file).with_context(|| format!("{} can't be used", path.display()))?;
            Some(weights)
        }
        None => None,
    };
    if args.deviation {
        let weights = trained.as_ref().map(|trained| &trained.weights);
        let weights = weights.unwrap_or_else(|| PatternWeights::trained());
        deviation::measure(&TrainedEvaluator::new(weights), args.seed);
        return Ok(());
    }
    let progress = Progress::open(&args.work)?;
    for number in args.done..args.games.len() + args.label_games.len() {
        let samples = play(&args, &progress, number, trained.as_ref())?;
        let prior = trained.as_ref().filter(|_| number >= args.games.len());
        let prior = prior.map(|trained| (trained.classes.as_slice(), args.ridge));
        let bar = progress_bar(PHASES as u64, format!("round {}: phases", number + 1));
        let fitted = regression::fit(&samples, prior, &bar);
        bar.finish();
        let file = weights::write(&fitted)?;
        fs::write(&args.out, &file)
            .with_context(|| format!("can't write {}", args.out.display()))?;
        eprintln!("{}: {} positions, {} bytes", args.out.display(), samples.len(), file.len());
        trained = Some(Trained::new(&file)?);
    }
    Ok(())
}

/// The weights of a round.
struct Trained {
    weights: PatternWeights,
    /// The weight of each class of features in each phase, in hundredths of a tile.
    classes: Vec<Vec<i16>>,
    /// The checksum at the end of the compressed file.
    checksum: u32,
}

impl Trained {
    fn new(file: &[u8]) -> Result<Self> {
        let classes = weights::read(file)?;
        let weights = PatternWeights::from_classes(&classes);
        let checksum = file.last_chunk().map_or(0, |bytes| u32::from_be_bytes(*bytes));
        Ok(Self { weights, classes, checksum })
    }
}

/// Plays the games of a round that are not stored yet. Returns the labelled positions of all.
fn play(
    args: &Args,
    progress: &Progress,
    number: usize,
    trained: Option<&Trained>,
) -> Result<Vec<Sample>> {
    let (games, rules) = match number.checked_sub(args.games.len()) {
        None => {
            let depth = args.depth.get(number).or(args.depth.last()).copied().unwrap_or(1);
            let seed = args.seed.wrapping_mul(1000).wrapping_add(number as u64);
            let round = Round { depth, exact: args.exact, seed };
            (args.games[number], RoundRules::Results(round))
        }
        Some(label_round) => {
            let seed = args.seed.wrapping_add(label_round as u64);
            let round = LabelRound { depth: args.label_depth, exact: args.label_exact, seed };
            (args.label_games[label_round], RoundRules::Labels(round))
        }
    };
    let bar = progress_bar(games, format!("round {}: games", number + 1));
    let mut samples = Vec::new();
    for first in (0..games).step_by(usize::try_from(PART_GAMES)?) {
        let part = first..(first + PART_GAMES).min(games);
        bar.set_position(part.start);
        let checksum = trained.map_or(0, |trained| trained.checksum);
        let name = format!("{checksum:08x}-{}-{}-{}", rules.name(), part.start, part.end);
        let bytes = progress.load_or_make(&format!("{name}.samples"), || {
            Ok(progress::to_bytes(&rules.play(trained, part, &bar)))
        })?;
        samples.extend(progress::from_bytes(&bytes));
    }
    bar.finish();
    Ok(samples)
}

/// The settings of a round, by the source of its labels.
enum RoundRules {
    Results(Round),
    Labels(LabelRound),
}

impl RoundRules {
    /// Returns a name for files of the round's games.
    fn name(&self) -> String {
        match self {
            Self::Results(Round { depth, exact, seed }) => {
                format!("results-depth-{depth}-exact-{exact}-seed-{seed}")
            }
            Self::Labels(LabelRound { depth, exact, seed }) => {
                format!("labels-depth-{depth}-exact-{exact}-seed-{seed}")
            }
        }
    }

    /// Plays some of the games and returns their labelled positions.
    fn play(&self, trained: Option<&Trained>, games: Range<u64>, bar: &ProgressBar) -> Vec<Sample> {
        let handcrafted = HandcraftedEvaluator::new(8);
        let trained = trained.map(|trained| TrainedEvaluator::new(&trained.weights));
        match (self, trained) {
            (Self::Results(round), Some(evaluator)) => round.play(&evaluator, true, games, bar),
            (Self::Results(round), None) => round.play(&handcrafted, false, games, bar),
            (Self::Labels(round), Some(evaluator)) => round.play(&evaluator, games, bar),
            (Self::Labels(round), None) => round.play(&handcrafted, games, bar),
        }
    }
}
