//! `fourcade engine`: a built-in player as an engine for other programs.

use std::{
    io::{self, BufReader, stdin},
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use signal_hook::flag::register_conditional_shutdown;

use super::{
    args,
    error::CliError,
    interrupts,
    numbers::{self, number},
    output::{standard_output, watch_output},
};
use fourcade_course::{
    flip::gtp::{self, ThinkingLimit},
    players::check_built_in,
};
use fourcade_engine::{
    flip::Flip,
    play::{CancelToken, HUMAN, find_player, random, strongest_player},
};

const DEFAULT_MOVE_TIME: Duration = Duration::from_secs(1);

/// Play as an engine for another program
///
/// The engine reads commands from standard input and answers them on standard output, until `quit`
/// or the end of the input.
#[derive(clap::Args)]
#[command(
    subcommand_required = true,
    disable_help_subcommand = true,
    after_long_help = "Example:
  fourcade engine flip --player level:5       see `fourcade engine flip --help`"
)]
pub struct EngineArgs {
    #[command(subcommand)]
    game: EngineGame,
}

/// The games with an engine.
#[derive(clap::Subcommand)]
enum EngineGame {
    Flip(FlipEngineArgs),
}

/// Flip as Othello, by the Go Text Protocol (GTP), version 2
///
/// Games start from Othello's standard position, and Black moves first. Boards have 4 to 26
/// columns. The controller's clock (`time_settings`, `time_left`) limits the time of a move, unless
/// --nodes is given.
#[derive(clap::Args)]
#[command(after_help = args::built_in_players_help::<Flip>(), after_long_help = help())]
struct FlipEngineArgs {
    /// The built-in player
    #[arg(
        long,
        value_name = "NAME",
        default_value_t = strongest_player::<Flip>(),
        value_parser = built_in_player
    )]
    player: String,
    /// The maximum time for a move in seconds [default: what the controller's clock allows, or 1
    /// without a clock]
    #[arg(
        long,
        value_name = "SECONDS",
        value_parser = numbers::seconds(0.01..=86_400.0),
        conflicts_with = "nodes"
    )]
    time: Option<Duration>,
    /// The number of positions to search for a move, whatever the clock says. With --seed, the
    /// moves are the same on every machine
    #[arg(long, value_name = "N", value_parser = number(1..=u64::MAX))]
    nodes: Option<u64>,
    /// The number of threads on which `expert` searches
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = number(1..=1024_u16),
        conflicts_with = "nodes"
    )]
    threads: u16,
    /// The random seed [default: a new one]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
}

fn help() -> String {
    format!(
        "{}\n
Examples:
  fourcade engine flip                              the command to enter in another program
  fourcade engine flip --player level:5 --time 2
  printf 'play black f5\\ngenmove white\\nshowboard\\n' | fourcade engine flip
  fourcade play flip --players 'human,program:fourcade engine flip --nodes 100000'",
        args::built_in_players_help::<Flip>()
    )
}

/// Makes interrupting signals end the engine at once, even if the parent process ignores them, as
/// shells do for background jobs.
fn exit_on_signals() -> io::Result<()> {
    for signal in interrupts::signals() {
        let status = interrupts::status_after(signal).into();
        register_conditional_shutdown(signal, status, Arc::new(AtomicBool::new(true)))?;
    }
    Ok(())
}

fn built_in_player(name: &str) -> Result<String, String> {
    if name == HUMAN {
        return Err(format!("an engine is a computer player, so it can't be {HUMAN}"));
    }
    check_built_in::<Flip>(name).map_err(|error| error.to_string())?;
    Ok(name.to_owned())
}

impl EngineArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        let EngineGame::Flip(flip) = self.game;
        flip.run()
    }
}

impl FlipEngineArgs {
    fn run(self) -> Result<ExitCode, CliError> {
        let player = find_player::<Flip>(&self.player)
            .map_err(|error| CliError::Failed(error.to_string()))?;
        let limit = match (self.nodes, self.time) {
            (Some(nodes), _) => ThinkingLimit::Nodes(nodes),
            (None, Some(time)) => ThinkingLimit::Time(time),
            (None, None) => ThinkingLimit::Clock(DEFAULT_MOVE_TIME),
        };
        let cancel = CancelToken::default();
        // Once standard output is closed, no answer can arrive. The end of standard input doesn't
        // cancel: it only means that there are no more commands.
        watch_output(&cancel).and_then(|_| exit_on_signals()).map_err(|error| {
            interrupts::start_error("the threads for output and signals", &error)
        })?;
        let name = format!("fourcade {}", self.player);
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        let mut engine = gtp::GtpEngine::new(name, player, limit, seed, cancel)
            .with_threads(self.threads.into());
        gtp::serve(&mut engine, &mut BufReader::new(stdin()), &mut standard_output())?;
        Ok(ExitCode::SUCCESS)
    }
}
