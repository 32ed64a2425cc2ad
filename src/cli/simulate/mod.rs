//! `fourcade simulate`: many games between computer players.

mod part;
mod plan;
mod report;

use crate::cli::args::game_parser;
use std::{
    collections::BTreeSet,
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use super::{
    args::{self, number},
    error::{self, CliError},
    interrupts::{self, Interrupts},
    output::progress_bar,
    programs,
};
use crate::{
    games::{ArcadeGame, has_programs, make_player, parse_player},
    settings::consent::Programs,
};
use fourcade_engine::{
    GameKind,
    play::{
        Budget, CancelToken, SummaryTotals,
        arena::{ArenaPlan, PlayerFactory},
        random, series_moments,
    },
    with_game,
};

use part::{PartTotals, SimulationPart};
use plan::{Shard, SimulationPlan};
use report::{Effort, steps_of_levels};

const DEFAULT_LADDER_GAMES: u64 = 400;

/// Play many games between computers and summarise the results
///
/// The same seed gives the same games on every machine and with any number of threads, unless
/// --time is given. --shard divides the games between machines.
#[derive(clap::Args)]
#[command(after_help = args::players_help(false), after_long_help = help())]
pub struct SimulateArgs {
    /// The game
    #[arg(value_parser = game_parser(), required_unless_present = "merge")]
    game: Option<GameKind>,
    /// The players in the order of the seats (see below)
    #[arg(long, value_name = "A,B[,C,D]", required_unless_present_any = ["ladder", "merge"])]
    players: Vec<String>,
    /// Measure the levels instead of --players: each one, from Easy to Expert, against the level
    /// below it
    #[arg(long, conflicts_with_all = ["players", "swap", "openings"])]
    ladder: bool,
    /// The number of games; with --ladder, for each level [default with --ladder: 400]
    #[arg(
        long,
        value_name = "N",
        value_parser = number(1..=100_000_000_u64),
        required_unless_present_any = ["ladder", "merge"]
    )]
    games: Option<u64>,
    /// Play each deal once with every seating, so that no player has an advantage
    #[arg(long)]
    swap: bool,
    /// The random seed [default: a new one, which is shown]
    #[arg(long, value_name = "N", value_parser = number(0..=u64::MAX))]
    seed: Option<u64>,
    /// The number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = number(1..=1024_u16))]
    threads: Option<u16>,
    /// The number of positions that a searching player may visit for a move
    #[arg(
        long,
        value_name = "N",
        value_parser = number(1..=u64::MAX),
        conflicts_with = "time"
    )]
    nodes: Option<u64>,
    /// The time that a searching player may use for a move, in milliseconds; the results may then
    /// vary
    #[arg(long, value_name = "MS", value_parser = number(1..=86_400_000_u64))]
    time: Option<u64>,
    /// The number of random moves that open each game, the same in all games of a deal [default:
    /// with --swap as many as the game needs (6 in Flip), otherwise none]
    #[arg(long, value_name = "K", value_parser = number(0..=1_000_000_u32))]
    openings: Option<u32>,
    /// The board size, in games with more than one size
    #[arg(long, value_name = "N")]
    size: Option<String>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Play only one of several parts of the games, such as 3/16, and print it for --merge
    #[arg(long, value_name = "I/N", requires_all = ["seed", "json"])]
    shard: Option<Shard>,
    /// Put all parts of a simulation together, which --shard printed, and print their results
    #[arg(
        long,
        value_name = "FILE",
        num_args = 1..,
        conflicts_with_all = [
            "game", "players", "ladder", "games", "swap", "seed", "threads", "nodes", "time",
            "openings", "size", "shard"
        ]
    )]
    merge: Vec<PathBuf>,
}

fn help() -> String {
    let players = args::players_help(false);
    format!(
        "{players}\n
Examples:
  fourcade simulate flip --players greedy,random --games 1000 --swap
  fourcade simulate flip --players first,last --games 10 --size 6 --openings 4 --seed 7 --json
  fourcade simulate flip --ladder --games 1000
  fourcade simulate flip --players level:4,level:3 --games 1000 --swap --seed 1 --shard 2/3 --json \\
      > part2.json
  fourcade simulate --merge part*.json

Intervals (±) are 95% intervals. With --swap they are computed over the deals, because games with
the same deal are not independent."
    )
}

impl SimulateArgs {
    pub fn run(self, programs: &Programs) -> Result<ExitCode, CliError> {
        let Some(game) = self.game else { return part::merge(&self.merge, self.json) };
        let players = args::split_players(&self.players);
        let args = Self { players, ..self };
        with_game!(game, G => args.simulate::<G>(programs))
    }

    fn budget<G: ArcadeGame>(&self) -> Budget {
        match self.time {
            Some(time) => Budget::Time(Duration::from_millis(time)),
            None => Budget::Nodes(self.nodes.unwrap_or(G::DEFAULT_NODES)),
        }
    }

    /// Returns the plan of the simulation, but for whether a player searches.
    fn plan<G: ArcadeGame>(&self) -> Result<SimulationPlan, CliError> {
        let size = args::board_size::<G>(self.size.as_deref())?;
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        G::deal(size, &mut random::rng(seed, &[])).map_err(CliError::Usage)?;
        let nodes = self.nodes.unwrap_or(G::DEFAULT_NODES);
        let swap = self.swap || self.ladder;
        let (default_games, group) = if self.ladder {
            // Each deal is played with every seating, and each series has its deals.
            (DEFAULT_LADDER_GAMES, G::SEAT_NAMES.len() * G::LADDER_SERIES)
        } else {
            (0, 1)
        };
        Ok(SimulationPlan {
            game: G::KEY.to_owned(),
            size: G::SIZES.map(|_| size),
            players: self.players.clone(),
            ladder: self.ladder,
            games: game_count(self.games.unwrap_or(default_games))?.next_multiple_of(group),
            swap,
            opening: self.openings.unwrap_or(if swap { G::RANDOM_OPENING } else { 0 }),
            seed,
            nodes: self.time.is_none().then_some(nodes),
            time_ms: self.time,
            is_searching: false,
        })
    }

    fn simulate<G: ArcadeGame>(&self, programs: &Programs) -> Result<ExitCode, CliError> {
        let lineups = if self.ladder {
            ladder_lineups::<G>().collect()
        } else {
            args::check_players::<G>(&self.players, false, &programs.runner)?;
            vec![self.players.clone()]
        };
        let mut plan = self.plan::<G>()?;
        let budget = self.budget::<G>();
        let size = plan.size.unwrap_or_default();
        let deal = |rng: &mut random::Rng| G::deal(size, rng).expect("this size was checked above");
        let mut arenas = Vec::new();
        for lineup in lineups {
            let players: Vec<_> = lineup
                .into_iter()
                .map(|name| player::<G>(name, budget, programs))
                .collect::<Result<_, _>>()?;
            plan.is_searching |= players.iter().any(|player| player.uses_budget);
            let SimulationPlan { games, swap, seed, opening, .. } = plan;
            let players = players.into_iter().map(|player| (player.name, player.factory)).collect();
            arenas.push(ArenaPlan { players, games, swap, seed, budget, opening, deal: &deal });
        }

        let cancel = CancelToken::default();
        let threads = args::thread_count(self.threads);
        let start = Instant::now();
        let range = plan.range::<G>(self.shard);
        let planned = range.len() * arenas.len();
        let mut finished = 0;
        let mut started = vec![BTreeSet::new(); self.players.len()];
        let mut totals = if self.ladder {
            PartTotals::Levels(Vec::new())
        } else {
            PartTotals::Players(SummaryTotals::new(self.players.len(), &[]))
        };
        {
            let _interrupts = Interrupts::watch(&cancel)?;
            let bar = progress_bar(planned, "games");
            for arena in &arenas {
                let games = arena.run_range(range.clone(), Some(threads), &cancel, &|_| bar.inc(1));
                let games = games.map_err(|error| CliError::Failed(error.to_string()))?;
                finished += games.len();
                for game in &games {
                    for (names, new) in started.iter_mut().zip(&game.started) {
                        names.extend(new.iter().cloned());
                    }
                }
                match &mut totals {
                    PartTotals::Levels(levels) => {
                        levels.push(series_moments(&games, G::LADDER_SERIES));
                    }
                    PartTotals::Players(totals) => {
                        *totals = SummaryTotals::new(self.players.len(), &games);
                    }
                }
            }
            bar.finish_and_clear();
        }
        report_interrupt(finished, planned, self.shard);
        for (player, names) in self.players.iter().zip(&started) {
            programs::warn_of_started(player, names);
        }
        let effort = Effort { threads, time: start.elapsed() };
        warn_of_variation(&plan, self.json);
        if let Some(shard) = self.shard {
            SimulationPart::new(shard, plan, effort, finished, totals).print()?;
        } else {
            let has_programs = has_programs::<G>(&self.players);
            let sandbox = has_programs.then(|| programs::sandbox_name(&programs.runner));
            totals.print_report::<G>(&plan, effort, sandbox, self.json)?;
        }
        Ok(if finished < planned {
            ExitCode::from(interrupts::exit_status())
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// Returns the players of each level above the lowest: one of the level against those of the level
/// below.
fn ladder_lineups<G: ArcadeGame>() -> impl Iterator<Item = Vec<String>> {
    steps_of_levels().map(|(below, level)| {
        let level = |seat| if seat == 0 { level } else { below };
        let player = |seat| G::LEVELS[level(seat) as usize].player.to_owned();
        (0..G::SEAT_NAMES.len()).map(player).collect()
    })
}

/// Says on standard error if not all games were finished.
fn report_interrupt(finished: usize, planned: usize, shard: Option<Shard>) {
    match shard {
        _ if finished >= planned => {}
        Some(shard) => error::print_message(&format_args!(
            "interrupted: shard {shard} has {finished} games of {planned} and can't be merged; \
             play it again"
        )),
        None => error::print_message(&format_args!(
            "interrupted: these are the {finished} games of {planned} that were finished"
        )),
    }
}

/// Says on standard error if the results may vary, where the results themselves don't say it.
fn warn_of_variation(plan: &SimulationPlan, as_json: bool) {
    if as_json && plan.may_vary() {
        error::print_message(&"with --time the results may vary from run to run");
    }
}

fn game_count(games: u64) -> Result<usize, CliError> {
    usize::try_from(games).map_err(|_| CliError::usage("this machine cannot count so many games"))
}

struct SimulatedPlayer<G: ArcadeGame> {
    name: String,
    factory: PlayerFactory<'static, G>,
    uses_budget: bool,
}

/// The player is made once here, so that an error shows before the games begin.
fn player<G: ArcadeGame>(
    name: String,
    budget: Budget,
    programs: &Programs,
) -> Result<SimulatedPlayer<G>, CliError> {
    let player = parse_player(G::FACTS.kind, &name)?;
    programs.allow(&player);
    let programs = programs.clone();
    let make = move || make_player::<G>(&player, &programs).map_err(|error| error.to_string());
    let uses_budget = make().map_err(CliError::Failed)?.uses_budget(budget);
    let factory = Box::new(make);
    Ok(SimulatedPlayer { name, factory, uses_budget })
}
