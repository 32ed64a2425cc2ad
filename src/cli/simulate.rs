//! `fourcade simulate`: many games between computer players.

use std::{
    io::{BufWriter, Write, stdout},
    num::NonZeroUsize,
    process::ExitCode,
    thread,
    time::{Duration, Instant},
};

use clap::value_parser;
use indicatif::{ProgressBar, ProgressStyle};

use super::{
    args,
    error::{self, Error},
    interrupts::{INTERRUPTED, Interrupts},
    report::Report,
};
use crate::{
    games::{ArcadeGame, GameKind, GameVisitor, find_player},
    play::{
        Budget, CancelToken, Summary,
        arena::{ArenaPlan, PlayerFactory},
        random,
    },
};

/// Play many games between computers and sum them up
///
/// The same seed gives the same games on every machine and with any number of threads, unless
/// --time is given.
#[derive(clap::Args)]
#[command(after_help = args::players_help(false), after_long_help = help())]
pub struct Simulate {
    /// Which game
    game: GameKind,
    /// Who plays, in the order of the seats (see below)
    #[arg(long, value_name = "A,B[,C,D]", required = true)]
    players: Vec<String>,
    /// How many games
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=100_000_000))]
    games: u64,
    /// Play each deal once with every seating, so that no player is favoured
    #[arg(long)]
    swap: bool,
    /// The seed of all chance; a new one if not given (it is shown)
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many threads; as many as there are cores if not given
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Positions that a searching player may look at for a move
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..), conflicts_with = "time")]
    nodes: Option<u64>,
    /// Milliseconds that a searching player may think about a move; results may vary then
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=86_400_000))]
    time: Option<u64>,
    /// Steps played by chance before each game, the same in all games of a deal; if not given, some
    /// with --swap (6 in Flip), else none
    #[arg(long, value_name = "K", value_parser = value_parser!(u32).range(0..=1_000_000))]
    openings: Option<u32>,
    /// The size of the board, in games with more than one
    #[arg(long, value_name = "N")]
    size: Option<u64>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    let players = args::players_help(false);
    format!(
        "{players}\n
Examples:
  fourcade simulate flip --players greedy,random --games 1000 --swap
  fourcade simulate flip --players first,last --games 10 --size 6 --openings 4 --seed 7 --json

Intervals (±) are 95% intervals; with --swap they are over deals, as games of one deal are not independent."
    )
}

impl Simulate {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode, Error> {
        let players = args::split_players(&self.players);
        self.game.with(Self { players, ..self })
    }

    fn budget<G: ArcadeGame>(&self) -> Budget {
        match self.time {
            Some(time) => Budget::Time(Duration::from_millis(time)),
            None => Budget::Nodes(self.nodes.unwrap_or(G::DEFAULT_NODES)),
        }
    }

    fn threads(&self) -> usize {
        self.threads.map_or_else(
            || thread::available_parallelism().map_or(1, NonZeroUsize::get),
            usize::from,
        )
    }
}

impl GameVisitor for Simulate {
    type Output = Result<ExitCode, Error>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        args::check_players::<G>(&self.players, false)?;
        let size = args::size::<G>(self.size)?;
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        G::deal(size, &mut random::rng(seed, &[])).map_err(Error::Usage)?;
        let plan = ArenaPlan::<G> {
            players: self.players.iter().map(|name| player(name)).collect::<Result<_, _>>()?,
            games: usize::try_from(self.games)
                .map_err(|_| Error::usage("so many games can't be counted here"))?,
            swap: self.swap,
            seed,
            budget: self.budget::<G>(),
            opening: self.openings.unwrap_or(if self.swap { G::RANDOM_OPENING } else { 0 }),
            keep_records: false,
            deal: &|chance| G::deal(size, chance).expect("this size was dealt above"),
        };

        let cancel = CancelToken::default();
        let threads = self.threads();
        let began = Instant::now();
        let bouts = {
            let _watched = Interrupts::watch(&cancel)?;
            let bar = progress_bar(self.games);
            let bouts = plan.run(Some(threads), &cancel, &|_| bar.inc(1));
            bar.finish_and_clear();
            bouts.map_err(|why| Error::Failed(why.to_string()))?
        };
        let cut_short = bouts.len() < plan.games;
        if cut_short {
            let (done, wanted) = (bouts.len(), plan.games);
            error::report(&format_args!(
                "interrupted: these are the {done} games of {wanted} that were finished"
            ));
        }
        let report = Report {
            game: G::KEY,
            size: G::SIZES.map(|_| size),
            seed,
            threads,
            seconds: began.elapsed().as_secs_f64(),
            summary: Summary::of(&self.players, self.swap, &bouts),
            players: &self.players,
        };
        let mut output = BufWriter::new(stdout());
        if self.json {
            if self.time.is_some() {
                error::report(&"with --time the results may vary from run to run");
            }
            report.write_json(&mut output)?;
        } else {
            report.write_table::<G>(&mut output, plan.budget, plan.opening)?;
        }
        output.flush()?;
        Ok(if cut_short { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }
}

/// A player's name and maker; it is made once here, so that what is wrong with it is known before
/// the games begin.
fn player<G: ArcadeGame>(name: &str) -> Result<(String, PlayerFactory<'static, G>), Error> {
    let found = find_player::<G>(name)?;
    found.make().map_err(Error::Failed)?;
    Ok((name.to_owned(), Box::new(move || found.make())))
}

fn progress_bar(games: u64) -> ProgressBar {
    // Drawn on standard error, and only if that is a terminal.
    let bar = ProgressBar::new(games);
    let style =
        ProgressStyle::with_template("{wide_bar} {human_pos} of {human_len} games, {eta} left");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
