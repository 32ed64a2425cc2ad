//! `fourcade simulate`: many games between computer players.

mod ladder;

use std::{
    io::{self, Write},
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::value_parser;
use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::{
    args,
    error::{self, CliError},
    interrupts::{self, Interrupts},
    output::{
        Column, counted, progress_bar, standard_output, table_lines, write_json, write_table,
    },
};
use crate::{
    games::{ArcadeGame, GameKind, GameVisitor, find_player},
    play::{
        Budget, CancelToken, Summary, SummaryRow,
        arena::{ArenaPlan, PlayerFactory},
        random,
    },
};

/// Play many games between computers and summarise the results
///
/// The same seed gives the same games on every machine and with any number of threads, unless
/// --time is given.
#[derive(clap::Args)]
#[command(after_help = args::players_help(false), after_long_help = help())]
pub struct SimulateArgs {
    /// The game
    game: GameKind,
    /// The players in the order of the seats (see below)
    #[arg(long, value_name = "A,B[,C,D]", required_unless_present = "ladder")]
    players: Vec<String>,
    /// Measure the levels instead of --players: each one, from Easy to Expert, against the level
    /// below it
    #[arg(long, conflicts_with_all = ["players", "swap", "openings"])]
    ladder: bool,
    /// The number of games; with --ladder, for each level [default with --ladder: 400]
    #[arg(
        long,
        value_name = "N",
        value_parser = value_parser!(u64).range(1..=100_000_000),
        required_unless_present = "ladder"
    )]
    games: Option<u64>,
    /// Play each deal once with every seating, so that no player has an advantage
    #[arg(long)]
    swap: bool,
    /// The random seed [default: a new one, which is shown]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The number of threads [default: the number of cores]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The number of positions that a searching player may visit for a move
    #[arg(
        long,
        value_name = "N",
        value_parser = value_parser!(u64).range(1..),
        conflicts_with = "time"
    )]
    nodes: Option<u64>,
    /// The time that a searching player may use for a move, in milliseconds; the results may then
    /// vary
    #[arg(long, value_name = "MS", value_parser = value_parser!(u64).range(1..=86_400_000))]
    time: Option<u64>,
    /// The number of random moves that open each game, the same in all games of a deal [default:
    /// with --swap as many as the game needs (6 in Flip), otherwise none]
    #[arg(long, value_name = "K", value_parser = value_parser!(u32).range(0..=1_000_000))]
    openings: Option<u32>,
    /// The board size, in games with more than one size
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
  fourcade simulate flip --ladder --games 1000

Intervals (±) are 95% intervals. With --swap they are computed over the deals, because games with
the same deal are not independent."
    )
}

impl SimulateArgs {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let players = args::split_players(&self.players);
        self.game.with(Self { players, ..self })
    }

    fn budget<G: ArcadeGame>(&self) -> Budget {
        match self.time {
            Some(time) => Budget::Time(Duration::from_millis(time)),
            None => Budget::Nodes(self.nodes.unwrap_or(G::DEFAULT_NODES)),
        }
    }
}

impl GameVisitor for SimulateArgs {
    type Output = Result<ExitCode, CliError>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        if self.ladder {
            return ladder::run::<G>(&self);
        }
        args::check_players::<G>(&self.players, false)?;
        let size = args::board_size::<G>(self.size)?;
        let seed = self.seed.unwrap_or_else(random::fresh_seed);
        G::deal(size, &mut random::rng(seed, &[])).map_err(CliError::Usage)?;
        let budget = self.budget::<G>();
        let players: Vec<_> =
            self.players.iter().map(|name| player(name, budget)).collect::<Result<_, _>>()?;
        let is_searching = players.iter().any(|player| player.uses_budget);
        let plan = ArenaPlan::<G> {
            players: players.into_iter().map(|player| (player.name, player.factory)).collect(),
            games: game_count(self.games.unwrap_or_default())?,
            swap: self.swap,
            seed,
            budget,
            opening: self.openings.unwrap_or(if self.swap { G::RANDOM_OPENING } else { 0 }),
            deal: &|rng| G::deal(size, rng).expect("this size was checked above"),
        };

        let cancel = CancelToken::default();
        let threads = args::thread_count(self.threads);
        let start = Instant::now();
        let games = {
            let _interrupts = Interrupts::watch(&cancel)?;
            let bar = progress_bar(plan.games, "games");
            let games = plan.run(Some(threads), &cancel, &|_| bar.inc(1));
            bar.finish_and_clear();
            games.map_err(|error| CliError::Failed(error.to_string()))?
        };
        let is_interrupted = games.len() < plan.games;
        if is_interrupted {
            let (done, planned) = (games.len(), plan.games);
            error::print_message(&format_args!(
                "interrupted: these are the {done} games of {planned} that were finished"
            ));
        }
        let report = SimulationReport {
            game: G::KEY,
            title: G::TITLE,
            seat_names: G::SEAT_NAMES,
            size: G::SIZES.map(|_| size),
            seed,
            threads,
            seconds: start.elapsed().as_secs_f64(),
            summary: Summary::new(&self.players, self.swap, &games),
            players: &self.players,
        };
        let mut output = standard_output();
        if self.json {
            if self.time.is_some() && is_searching {
                error::print_message(&"with --time the results may vary from run to run");
            }
            report.write_json(&mut output)?;
        } else {
            let searched = is_searching.then_some(budget);
            report.write_table(&mut output, searched, plan.opening)?;
        }
        output.flush()?;
        Ok(if is_interrupted {
            ExitCode::from(interrupts::exit_status())
        } else {
            ExitCode::SUCCESS
        })
    }
}

/// Returns a number of games as a size in memory.
fn game_count(games: u64) -> Result<usize, CliError> {
    usize::try_from(games).map_err(|_| CliError::usage("this machine cannot count so many games"))
}

/// Writes how far searching players look.
fn write_budget(output: &mut dyn Write, budget: Budget) -> io::Result<()> {
    match budget {
        Budget::Nodes(nodes) => {
            writeln!(output, "players that search look at up to {nodes} positions per move")
        }
        Budget::Time(time) => {
            let ms = time.as_millis();
            writeln!(output, "players that search think for {ms} ms per move: results may vary")
        }
    }
}

/// A player of the simulation.
struct SimulatedPlayer<G: ArcadeGame> {
    name: String,
    factory: PlayerFactory<'static, G>,
    /// Whether the budget limits its search.
    uses_budget: bool,
}

/// Returns the player with this name. The player is made once here, so that an error shows before
/// the games begin.
fn player<G: ArcadeGame>(name: &str, budget: Budget) -> Result<SimulatedPlayer<G>, CliError> {
    let player = find_player::<G>(name)?;
    player.allow();
    let uses_budget = player.make().map_err(CliError::Failed)?.uses_budget(budget);
    let factory = Box::new(move || player.make());
    Ok(SimulatedPlayer { name: name.to_owned(), factory, uses_budget })
}

/// The result of a simulation.
struct SimulationReport<'a> {
    /// The key of the game.
    game: &'static str,
    /// The title of the game.
    title: &'static str,
    /// The names of the seats.
    seat_names: &'static [&'static str],
    /// The names of the players.
    players: &'a [String],
    /// The board size, in games with more than one size.
    size: Option<u16>,
    /// The seed.
    seed: u64,
    /// The number of threads.
    threads: usize,
    /// The elapsed wall-clock time in seconds.
    seconds: f64,
    /// The results.
    summary: Summary,
}

/// Serialises to a flat object that includes the keys of the summary.
impl Serialize for SimulationReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("SimulationReport", 10)?;
        object.serialize_field("game", self.game)?;
        object.serialize_field("players", self.players)?;
        object.serialize_field("size", &self.size)?;
        object.serialize_field("seed", &self.seed)?;
        object.serialize_field("games", &self.summary.games)?;
        object.serialize_field("threads", &self.threads)?;
        object.serialize_field("seconds", &self.seconds)?;
        object.serialize_field("turns_mean", &self.summary.turns_mean)?;
        object.serialize_field("turns_ci95", &self.summary.turns_ci95)?;
        object.serialize_field("results", &self.summary.results)?;
        object.end()
    }
}

const COLUMNS: [Column<SummaryRow>; 11] = [
    ("player", |row| row.player.clone()),
    ("wins", |row| row.wins.to_string()),
    ("draws", |row| row.draws.to_string()),
    ("losses", |row| row.losses.to_string()),
    ("rate", |row| format!("{:.1}%", 100.0 * row.win_rate)),
    ("score", |row| format!("{:.2} ± {:.2}", row.score_mean, row.score_ci95)),
    ("points", |row| format!("{:.2}", row.points_mean)),
    ("illegal", |row| row.illegal.to_string()),
    ("moves", |row| row.moves.to_string()),
    ("ms/move", |row| format!("{:.3}", row.ms_per_move)),
    ("slowest", |row| format!("{:.1}", row.ms_max)),
];

impl SimulationReport<'_> {
    /// Writes the report as one line of JSON.
    fn write_json(&self, output: &mut dyn Write) -> io::Result<()> {
        write_json(output, self)
    }

    /// Writes the conditions of the games and a table of the results. `budget` is `None` if no
    /// player searches.
    fn write_table(
        &self,
        output: &mut dyn Write,
        budget: Option<Budget>,
        opening: u32,
    ) -> io::Result<()> {
        let Summary { games, turns_mean, turns_ci95, results } = &self.summary;
        write!(output, "{}", self.title)?;
        if let Some(size) = self.size {
            write!(output, ", size {size}")?;
        }
        let (games, threads) = (counted(*games, "game"), counted(self.threads, "thread"));
        writeln!(output, ": {games}, seed {}, {threads}, {:.1} s", self.seed, self.seconds)?;
        if let Some(budget) = budget {
            write_budget(output, budget)?;
        }
        if opening > 0 {
            writeln!(output, "the first {opening} moves of each deal are random")?;
        }
        writeln!(output, "a game has {turns_mean:.1} ± {turns_ci95:.1} turns\n")?;
        let mut lines = table_lines(&COLUMNS.each_ref(), results);
        for (line, row) in lines.iter_mut().skip(1).zip(results) {
            if let Some(seat) = row.seat.and_then(|seat| self.seat_names.get(seat)) {
                line[0] = format!("{seat} {}", line[0]);
            }
        }
        write_table(output, &lines)
    }
}
