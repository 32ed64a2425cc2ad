//! Analyses Flip's openings and writes `src/engine/assets/flip/book.txt`.
//!
//!     cargo run --profile bench --example flip_book
//!
//! The position that is reached with the smallest loss is searched next, until the book has the
//! requested number of positions. The scores of the last positions are passed up to the first.
//!
//! The analysis can be interrupted at any time. The same command continues it, because all searches
//! are stored in a folder. A larger book needs only the additional searches; another evaluation
//! needs a new folder. The same arguments give the same book.

mod graph;
mod search;
mod searches;

use std::{path::PathBuf, time::Duration};

use clap::{Parser, value_parser};
use color_eyre::eyre::{Context, Result};
use fourcade::files::write_atomic;
use fourcade_engine::flip::{
    players::book::Book,
    search::evaluation::{PatternWeights, TrainedEvaluator},
};
use graph::Graph;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use search::MoveSearcher;
use searches::Searches;

/// The number of positions searched at once. It is the same on every machine, because the book
/// depends on it.
const BATCH: usize = 4;

/// Analyses Flip's openings.
#[derive(Parser)]
struct Args {
    /// The number of positions
    #[arg(long, default_value_t = 800, value_parser = value_parser!(u32).range(1..))]
    positions: u32,
    /// The depth of the searches in plies
    #[arg(long, default_value_t = 24, value_parser = value_parser!(u32).range(2..=60))]
    depth: u32,
    /// What a ply costs, in hundredths of a tile, beside what its move loses: a high cost gives a
    /// broad book, a low one a deep book
    #[arg(long, default_value_t = 40)]
    ply_cost: i32,
    /// The folder that keeps the searches
    #[arg(long, default_value = "target/flip_book")]
    work: PathBuf,
    /// The file to which the book is written
    #[arg(long, default_value = "src/engine/assets/flip/book.txt")]
    out: PathBuf,
}

fn main() -> Result<()> {
    color_eyre::install()?;
    let args = Args::parse();
    let mut searches = Searches::open(&args.work, args.depth)?;
    let style = ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}")?;
    let bar = ProgressBar::new(args.positions.into()).with_style(style).with_message("positions");
    bar.enable_steady_tick(Duration::from_millis(500));
    let evaluator = TrainedEvaluator::new(PatternWeights::trained());
    let mut graph = Graph::default();
    let wanted = args.positions as usize;
    while graph.len() < wanted {
        let count = BATCH.min(wanted - graph.len());
        let positions = graph.frontier(args.ply_cost, count);
        if positions.is_empty() {
            break;
        }
        let missing: Vec<_> =
            positions.iter().copied().filter(|&new| searches.moves(new).is_none()).collect();
        let results: Vec<_> = missing
            .into_par_iter()
            .map_init(
                || MoveSearcher::new(&evaluator),
                |searcher, position| (position, searcher.good_moves(position, args.depth)),
            )
            .collect();
        searches.add(results)?;
        for position in positions {
            graph.add(position, searches.moves(position).unwrap_or_default());
        }
        graph.update_scores();
        bar.set_position(graph.len() as u64);
    }
    bar.finish();
    let lines: Vec<_> = graph.entries().iter().map(|entry| format!("{entry}\n")).collect();
    let text = lines.concat();
    Book::read(&text)?;
    write_atomic(&args.out, |file| file.write_all(text.as_bytes()))
        .with_context(|| format!("can't write {}", args.out.display()))?;
    eprintln!("{}: {} positions, {} bytes", args.out.display(), lines.len(), text.len());
    Ok(())
}
