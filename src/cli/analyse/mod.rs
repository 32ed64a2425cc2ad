//! `fourcade analyse`: analyses a position of Flip or reviews a recorded game.

mod game;
mod position;

use std::{path::PathBuf, process::ExitCode, time::Duration};

use super::{
    args,
    error::CliError,
    numbers::{self, number},
};
use fourcade_engine::play::{Budget, EndgamePolicy, SearchLimits};

const DEFAULT_TIME: Duration = Duration::from_secs(1);
/// Bytes in a unit of `--memory`.
const MEGABYTE: usize = 1 << 20;

/// Analyse a position of Flip, or review a recorded game
#[derive(clap::Args)]
#[command(after_long_help = "Examples:
  fourcade analyse game.fourcade                  the cost of each move, and better moves
  fourcade analyse game.fourcade --time 5 --json > review.jsonl
  fourcade analyse games.ggf --game 2             a game of Othello in a file with several
  fourcade analyse --board \"---------------------------OX------XO--------------------------- X\" --depth 12
  fourcade analyse --board \"-----OX--XO----- O\" --exact --json

For a position, --json prints one object with the keys score, best, line, exact, depth, nodes and
seconds. The score is the final difference in tiles for the side to move, with empty cells counted
for the winner.

For a game, --json prints a line for each move with the keys move, seat, player, played, better,
value, cost, unit, exact, line (the expected moves), reasons (why the move was costly, or what
speaks for it if it was not) and merits (what speaks for the better move). Values are for the seat
that moved, and larger values are better, so penalty points are negative.

JSON has moves as in records. In Flip, their rows and columns count from 0; at the table, from 1.")]
pub struct AnalyseArgs {
    /// A recorded game to review, or a game of Othello as a move list or in GGF; `-` is standard
    /// input
    #[arg(conflicts_with = "board")]
    file: Option<PathBuf>,
    /// The number of the game in a file with several; without it they are listed
    #[arg(long, value_name = "N", requires = "file", value_parser = args::game_number())]
    game: Option<usize>,
    /// A position of Flip: the cells row by row (X, O, and - for empty), a space, and the side to
    /// move
    #[arg(long, value_name = "CELLS SIDE", allow_hyphen_values = true)]
    board: Option<String>,
    /// The search depth in moves
    #[arg(
        long,
        value_name = "N",
        value_parser = number(1..=64_u32),
        conflicts_with = "exact"
    )]
    depth: Option<u32>,
    /// The time for each position [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = numbers::seconds(0.001..=86_400.0))]
    time: Option<Duration>,
    /// The number of positions to search; the answer is then the same on every machine
    #[arg(
        long,
        value_name = "N",
        value_parser = number(1..=u64::MAX),
        conflicts_with = "time"
    )]
    nodes: Option<u64>,
    /// Search Flip to the end of the game, however long that takes
    #[arg(long)]
    exact: bool,
    /// The memory for searched positions
    #[arg(
        long,
        value_name = "MB",
        value_parser = number(1..=u16::MAX),
        default_value_t = 64
    )]
    memory: u16,
    /// The number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
    threads: Option<u16>,
    /// Print JSON instead of a table
    #[arg(long)]
    json: bool,
}

impl AnalyseArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        match (&self.board, &self.file) {
            (Some(board), _) => position::run(&self, board),
            (None, Some(file)) => game::run(&self, file),
            (None, None) => {
                Err(CliError::usage("give the path of a saved game, or a position with --board"))
            }
        }
    }

    fn budget(&self) -> Budget {
        match (self.time, self.nodes) {
            (Some(time), _) => Budget::Time(time),
            (None, Some(nodes)) => Budget::Nodes(nodes),
            (None, None) if self.exact || self.depth.is_some() => Budget::Nodes(u64::MAX),
            (None, None) => Budget::Time(DEFAULT_TIME),
        }
    }

    fn limits(&self) -> SearchLimits {
        SearchLimits {
            budget: self.budget(),
            depth: self.depth,
            endgame: if self.exact { EndgamePolicy::Solve } else { EndgamePolicy::SolveIfFeasible },
            memory: Some(usize::from(self.memory) * MEGABYTE),
            threads: args::thread_count(self.threads),
        }
    }
}
