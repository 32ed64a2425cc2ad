//! `fourcade analyse`: what the strongest players say of a position, or of a whole recorded game.

mod game;
mod position;

use std::{num::NonZeroUsize, path::PathBuf, process::ExitCode, thread, time::Duration};

use clap::value_parser;

use super::error::Error;
use crate::play::{Budget, SearchLimits};

/// How long one position is thought about when nothing is said.
const USUAL: Duration = Duration::from_secs(1);
/// Bytes in a megabyte of memory.
const MEGABYTE: usize = 1 << 20;

/// Analyse a position of Flip, or review a recorded game
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  fourcade analyse game.fourcade                  what each move cost, and what was better
  fourcade analyse game.fourcade --time 5 --json > review.jsonl
  fourcade analyse --board \"---------------------------OX------XO--------------------------- X\" --depth 12
  fourcade analyse --board \"-----OX--XO----- O\" --exact --json

Of a position --json prints one object with the keys score, best, line, exact, depth, nodes and seconds. The score is the final difference in
tiles for the side to move, empty cells to the winner; moves are written as a row and a column. Of a game it prints a line for each choice: move, seat,
player, played, better, value, cost, unit, exact and words; values are for the seat that chose, the larger the
better (so penalty points are below zero).")]
pub struct Analyse {
    /// A recorded game, of which every move is judged
    #[arg(conflicts_with = "board")]
    file: Option<PathBuf>,
    /// A position of Flip: the cells row by row (X, O and - for an empty one), a space, and who is
    /// to move
    #[arg(long, value_name = "CELLS SIDE", allow_hyphen_values = true)]
    board: Option<String>,
    /// Look so many moves ahead
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=64), conflicts_with = "exact")]
    depth: Option<u32>,
    /// Think so long about a position; a second if nothing is said
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Look at so many positions, which gives the same answer everywhere
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), conflicts_with = "time")]
    nodes: Option<u64>,
    /// Play Flip out to its end, however long that takes
    #[arg(long)]
    exact: bool,
    /// Memory for the positions looked at
    #[arg(long, value_name = "MB", value_parser = value_parser!(u16).range(1..), default_value_t = 64)]
    memory: u16,
    /// How many threads; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.001..=86_400.0).contains(seconds));
    seconds
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "seconds from 0.001 to 86400 are wanted".to_owned())
}

impl Analyse {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode, Error> {
        match (&self.board, &self.file) {
            (Some(board), _) => position::run(&self, board),
            (None, Some(file)) => game::run(&self, file),
            (None, None) => {
                Err(Error::usage("give the path of a saved game, or a position with --board"))
            }
        }
    }

    /// How much may be thought about a position.
    fn budget(&self) -> Budget {
        match (self.time, self.nodes) {
            (Some(time), _) => Budget::Time(time),
            (None, Some(nodes)) => Budget::Nodes(nodes),
            (None, None) if self.exact || self.depth.is_some() => Budget::Nodes(u64::MAX),
            (None, None) => Budget::Time(USUAL),
        }
    }

    /// What may be used for a position or a choice.
    fn effort(&self) -> SearchLimits {
        let cores = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        SearchLimits {
            budget: self.budget(),
            depth: self.depth,
            exact: self.exact,
            memory: usize::from(self.memory) * MEGABYTE,
            threads: self.threads.map_or_else(cores, usize::from),
        }
    }
}
