//! `fourcade engine`: one of our players for the interfaces and referees of others.

use std::{
    io::{self, BufReader, stdin, stdout},
    os::fd::AsFd,
    process::ExitCode,
    sync::{Arc, atomic::AtomicBool},
    thread,
    time::Duration,
};

use clap::value_parser;
use rustix::event::{PollFd, PollFlags, poll};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag::register_conditional_shutdown,
};

use super::{args, error::Error, interrupts::INTERRUPTED};
use crate::{
    games::{
        HUMAN, find_player,
        flip::{
            Flip, program,
            protocol::{self, TimeControl},
        },
        strongest_player,
    },
    play::{CancelToken, random},
};

/// How long it thinks about a move when nobody says anything of time (seconds).
const USUAL: f64 = 1.0;

/// Play under another program's interface
///
/// The engine reads commands from standard input and answers them on standard output, until `quit`
/// or the end of the input.
#[derive(clap::Args)]
#[command(
    subcommand_required = true,
    disable_help_subcommand = true,
    after_long_help = "Example:
  fourcade engine flip --player level:5       `fourcade engine flip --help` says more"
)]
pub struct Engine {
    #[command(subcommand)]
    game: Game,
}

/// The games for which others have interfaces.
#[derive(clap::Subcommand)]
enum Game {
    Flip(FlipEngine),
}

/// Flip as Othello, by the Go Text Protocol (GTP), version 2
///
/// Outside is Othello's usual start, and Black moves first. Boards have 4 to 26 columns. A
/// controller's clock (`time_settings`, `time_left`) says how long a move may take, unless --nodes
/// is given.
#[derive(clap::Args)]
#[command(after_help = args::players_of_ours::<Flip>(), after_long_help = help())]
struct FlipEngine {
    /// Which of our computers plays
    #[arg(long, value_name = "NAME", default_value_t = strongest_player::<Flip>(), value_parser = computer)]
    player: String,
    /// Think at most so many seconds about a move; without it as the controller's clock says, or 1
    /// if there is no clock
    #[arg(long, value_name = "SECONDS", value_parser = seconds, conflicts_with = "nodes")]
    time: Option<f64>,
    /// Positions to look at for a move, whatever the clock says; the same moves on every machine
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The seed of all chance; a new one if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

fn help() -> String {
    format!(
        "{}\n
Examples:
  fourcade engine flip                              the command of an engine, for an interface
  fourcade engine flip --player level:5 --time 2
  printf 'play black f5\\ngenmove white\\nshowboard\\n' | fourcade engine flip
  fourcade play flip --players 'human,program:fourcade engine flip --nodes 100000'",
        args::players_of_ours::<Flip>()
    )
}

/// An interrupt, or being told to end, ends the engine at once, also where whoever started it
/// ignores interrupts (as shells do in the background).
fn end_when_told() -> io::Result<()> {
    for signal in [SIGINT, SIGTERM] {
        register_conditional_shutdown(signal, INTERRUPTED.into(), Arc::new(AtomicBool::new(true)))?;
    }
    Ok(())
}

/// The name of one of our computers.
fn computer(name: &str) -> Result<String, String> {
    if name == HUMAN {
        return Err(format!("only a computer can be an engine, no {HUMAN}"));
    }
    find_player::<Flip>(name).map_err(|why| why.to_string())?;
    if program::is_program_name(name) {
        return Err(
            "another program can be an engine itself; name one of our own players".to_owned()
        );
    }
    Ok(name.to_owned())
}

fn seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|seconds| (0.01..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| "seconds from 0.01 to 86400 are wanted".to_owned())
}

impl Engine {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode, Error> {
        let Game::Flip(flip) = self.game;
        flip.run()
    }
}

impl FlipEngine {
    fn run(self) -> Result<ExitCode, Error> {
        let player = find_player::<Flip>(&self.player)?.make().map_err(Error::Failed)?;
        let pace = match (self.nodes, self.time) {
            (Some(nodes), _) => TimeControl::Nodes(nodes),
            (None, Some(time)) => TimeControl::Time(Duration::from_secs_f64(time)),
            (None, None) => TimeControl::Clock(Duration::from_secs_f64(USUAL)),
        };
        let cancel = CancelToken::default();
        watch_listener(&cancel)?;
        end_when_told()?;
        let name = format!("fourcade {}", self.player);
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        let mut engine = protocol::GtpEngine::new(name, player, pace, seed, cancel);
        protocol::serve(&mut engine, &mut BufReader::new(stdin()), &mut stdout())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Sets the flag when nobody can hear us any more: then there is nothing to think about. (The end
/// of the input alone says only that there will be no more commands.)
fn watch_listener(cancel: &CancelToken) -> io::Result<()> {
    let cancel = cancel.clone();
    thread::Builder::new().name("listener".to_owned()).spawn(move || {
        let output = stdout();
        loop {
            let mut awaited = [PollFd::from_borrowed_fd(output.as_fd(), PollFlags::empty())];
            match poll(&mut awaited, None) {
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
                Ok(_) if awaited.iter().all(|output| output.revents().is_empty()) => {}
                Ok(_) => {
                    cancel.cancel();
                    return;
                }
            }
        }
    })?;
    Ok(())
}
