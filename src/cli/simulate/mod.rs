//! `fourcade simulate`: many games between computer players.

mod game_line;
mod report;

use std::{
    collections::BTreeSet,
    io::{self, Write as _},
    process::ExitCode,
    time::Instant,
};

use indicatif::ProgressBar;

use super::{
    args::{self, game_parser},
    batch::{LinePrograms, serve},
    error::{self, CliError},
    interrupts::{self, Interrupts},
    numbers::number,
    output::{progress_bar, standard_output},
    programs,
};
use crate::{
    games::{ArcadeGame, has_programs, parse_player},
    settings::consent::Programs,
};
use fourcade_course::batch::{LinesObserver, play_lines};
use fourcade_engine::{
    GameKind,
    play::{
        CancelToken,
        arena::{ArenaGame, ArenaPlan},
        random, series_share,
    },
    with_game,
};

use game_line::GameLine;
use report::{Effort, LadderReport, SimulationReport, steps_of_levels};

const DEFAULT_LADDER_GAMES: u64 = 400;

/// Play many games between computers and summarise the results
///
/// The same seed gives the same games on every machine and with any number of threads, unless
/// --time is given. --via divides the games between machines.
#[derive(clap::Args)]
#[command(after_help = args::players_help(false), after_long_help = help())]
#[expect(clippy::struct_excessive_bools, reason = "each of them is an option of its own")]
pub struct SimulateArgs {
    /// The game
    #[arg(value_parser = game_parser(), required_unless_present = "batch")]
    game: Option<GameKind>,
    /// The players in the order of the seats (see below)
    #[arg(long, value_name = "A,B[,C,D]", required_unless_present_any = ["ladder", "batch"])]
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
        required_unless_present_any = ["ladder", "batch"]
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
    /// Let a command play the games, for example on several hosts (see below)
    #[arg(long, value_name = "COMMAND", conflicts_with = "threads")]
    via: Option<String>,
    /// Play games described by JSON lines on standard input, and print a line for each result
    #[arg(
        long,
        conflicts_with_all = [
            "game", "players", "ladder", "games", "swap", "seed", "nodes", "time", "openings",
            "size", "json", "via"
        ]
    )]
    batch: bool,
    /// Allow the programs to start that the lines of --batch name, even without a sandbox
    #[arg(long)]
    allow_programs: bool,
}

const VIA_HELP: &str = "\
--via COMMAND starts a command in the shell with a line for each game on its standard input, and \
reads the results from its standard output, in any order. `fourcade simulate --batch` plays such \
lines; programs such as GNU parallel spread them over processes and hosts. Lines without a result \
are sent again, up to 3 times. With --batch, each line on standard input is a game, such as
  {\"id\":\"a\",\"game\":\"flip\",\"players\":[\"greedy\",\"random\"],\"seed\":7,\"number\":3}
Programs that lines name start only in a sandbox, unless you give --allow-programs.";

fn help() -> String {
    let players = args::players_help(false);
    format!(
        "{players}\n\n{VIA_HELP}\n
Examples:
  fourcade simulate flip --players greedy,random --games 1000 --swap
  fourcade simulate flip --players first,last --games 10 --size 6 --openings 4 --seed 7 --json
  fourcade simulate flip --ladder --games 1000
  fourcade simulate flip --ladder --via 'parallel --pipe -N 20 fourcade simulate --batch'

draws: games in which first place was shared.  rate: wins, with a draw as half a win.  score: tiles,
pairs or penalty points; in Eater 1 for a win.  points: one for each player behind, and half for
each one in the same place.

Intervals (±) are 95% intervals. With --swap they are computed over the deals, because games with
the same deal are not independent."
    )
}

impl SimulateArgs {
    pub fn run(self, programs: &Programs) -> Result<ExitCode, CliError> {
        let Some(game) = self.game else {
            let line_programs = LinePrograms::new(programs, self.allow_programs);
            return serve(self.threads, |line: &GameLine, cancel| {
                line.play(&line_programs, programs, cancel)
            });
        };
        if self.allow_programs {
            return Err(CliError::usage("--allow-programs belongs to --batch; add it"));
        }
        let players = args::split_players(&self.players);
        let args = Self { players, ..self };
        with_game!(game, G => args.simulate::<G>(programs))
    }

    /// Returns a line for each series of games.
    fn series<G: ArcadeGame>(&self, programs: &Programs) -> Result<Vec<GameLine>, CliError> {
        let lineups = if self.ladder {
            ladder_lineups::<G>().collect()
        } else {
            args::check_players::<G>(&self.players, false, &programs.runner)?;
            vec![self.players.clone()]
        };
        let size = args::board_size::<G>(self.size.as_deref())?;
        let swap = self.swap || self.ladder;
        let series = GameLine {
            game: G::KEY.to_owned(),
            size: G::SIZES.map(|_| size),
            seed: self.seed.unwrap_or_else(random::fresh_seed),
            swap,
            random_moves: self.openings.unwrap_or(if swap { G::RANDOM_OPENING_STEPS } else { 0 }),
            nodes: self.time.is_none().then(|| self.nodes.unwrap_or(G::DEFAULT_NODES)),
            time_ms: self.time,
            ..GameLine::default()
        };
        Ok(lineups.into_iter().map(|players| GameLine { players, ..series.clone() }).collect())
    }

    fn games_per_series<G: ArcadeGame>(&self) -> Result<usize, CliError> {
        let (default, group) = if self.ladder {
            // Complete series only, with every seating of each deal.
            (DEFAULT_LADDER_GAMES, G::SEAT_NAMES.len() * G::LADDER_SERIES_LENGTH)
        } else {
            (0, 1)
        };
        let games = usize::try_from(self.games.unwrap_or(default));
        let too_many = |_| CliError::usage("this machine cannot count so many games");
        Ok(games.map_err(too_many)?.next_multiple_of(group))
    }

    fn simulate<G: ArcadeGame>(&self, programs: &Programs) -> Result<ExitCode, CliError> {
        let series = self.series::<G>(programs)?;
        let games = self.games_per_series::<G>()?;
        let deal = series[0].dealer::<G>()?;
        let mut arenas = Vec::new();
        for line in &series {
            for name in &line.players {
                programs.allow(&parse_player(G::FACTS.kind, name)?);
            }
            arenas.push(line.arena::<G>(games, &deal, programs)?);
        }
        let is_searching = try_players(&arenas)?;

        let planned = games * arenas.len();
        let start = Instant::now();
        let (threads, played) = self.play(&series, games, &arenas)?;
        let finished: usize = played.iter().map(Vec::len).sum();
        if finished < planned {
            error::print_message(&format_args!(
                "interrupted: these are the {finished} games of {planned} that were finished"
            ));
        }
        if self.json && is_searching && self.time.is_some() {
            error::print_message(&"with --time the results may vary from run to run");
        }
        let effort = Effort { threads, via: self.via.clone(), time: start.elapsed() };
        let budget = is_searching.then(|| series[0].budget::<G>());
        let mut output = standard_output();
        if self.ladder {
            let shares = played.iter().map(|games| series_share(games, G::LADDER_SERIES_LENGTH));
            let report =
                LadderReport::new::<G>(&series[0], games, &shares.collect::<Vec<_>>(), effort);
            report.write(&mut output, budget, self.json)?;
        } else {
            warn_of_started_programs(&self.players, &played[0]);
            let runs_here = self.via.is_none() && has_programs::<G>(&self.players);
            let sandbox = runs_here.then(|| programs::sandbox_name(&programs.runner));
            let report = SimulationReport::new::<G>(&series[0], &played[0], effort, sandbox);
            report.warn_of_faults();
            report.write(&mut output, budget, self.json)?;
        }
        output.flush()?;
        Ok(interrupts::exit_code(finished < planned))
    }

    /// Plays this many games of each series until an interrupt. Returns the number of threads, or
    /// `None` if a command plays, and the finished games of each series.
    fn play<G: ArcadeGame>(
        &self,
        series: &[GameLine],
        games: usize,
        arenas: &[ArenaPlan<G>],
    ) -> Result<(Option<usize>, Vec<Vec<ArenaGame>>), CliError> {
        let cancel = CancelToken::default();
        let _interrupts = Interrupts::watch(&cancel)?;
        let bar = progress_bar(games * arenas.len(), "games");
        let played = match &self.via {
            Some(command) => (None, play_via(command, series, games, &cancel, &bar)?),
            None => {
                let threads = args::thread_count(self.threads);
                (Some(threads), play_here(arenas, threads, &cancel, &bar)?)
            }
        };
        bar.finish_and_clear();
        Ok(played)
    }
}

/// Returns the players that measure each level above the lowest: one of the level, and the others
/// of the level below.
fn ladder_lineups<G: ArcadeGame>() -> impl Iterator<Item = Vec<String>> {
    steps_of_levels().map(|(below, level)| {
        let level = |seat| if seat == 0 { level } else { below };
        let player = |seat| G::FACTS.kind.level_player(level(seat)).player.to_owned();
        (0..G::SEAT_NAMES.len()).map(player).collect()
    })
}

/// Makes each player once, so that errors appear before the games begin. Returns whether one of
/// them searches, so that the budget matters.
fn try_players<G: ArcadeGame>(arenas: &[ArenaPlan<G>]) -> Result<bool, CliError> {
    let mut is_searching = false;
    for arena in arenas {
        for (_, make) in &arena.players {
            is_searching |= make().map_err(CliError::Failed)?.uses_budget(arena.budget);
        }
    }
    Ok(is_searching)
}

fn play_here<G: ArcadeGame>(
    arenas: &[ArenaPlan<G>],
    threads: usize,
    cancel: &CancelToken,
    bar: &ProgressBar,
) -> Result<Vec<Vec<ArenaGame>>, CliError> {
    let play = |arena: &ArenaPlan<G>| arena.run(Some(threads), cancel, &|_| bar.inc(1));
    let played = arenas.iter().map(play).collect::<Result<_, _>>();
    played.map_err(|error| CliError::Failed(error.to_string()))
}

/// Lets a command play the games. Returns the finished games of each series.
fn play_via(
    command: &str,
    series: &[GameLine],
    games: usize,
    cancel: &CancelToken,
    bar: &ProgressBar,
) -> Result<Vec<Vec<ArenaGame>>, CliError> {
    let lines: Vec<_> = series
        .iter()
        .enumerate()
        .flat_map(|(index, line)| (0..games).map(move |number| line.numbered(index, number)))
        .collect();
    let mut played = ViaGames { games: vec![None; lines.len()], bar };
    play_lines(command, &lines, "games", cancel, &mut played)
        .map_err(|error| CliError::Failed(error.to_string()))?;
    let finished = |series: &mut [Option<_>]| series.iter_mut().filter_map(Option::take).collect();
    Ok(played.games.chunks_mut(games).map(finished).collect())
}

struct ViaGames<'a> {
    /// By the index of the line.
    games: Vec<Option<ArenaGame>>,
    bar: &'a ProgressBar,
}

impl LinesObserver<GameLine> for ViaGames<'_> {
    fn played(&mut self, index: usize, _: &GameLine, game: ArenaGame) -> io::Result<()> {
        self.games[index] = Some(game);
        self.bar.inc(1);
        Ok(())
    }

    fn message(&mut self, text: &str) {
        self.bar.suspend(|| error::print_message(&text));
    }
}

fn warn_of_started_programs(players: &[String], games: &[ArenaGame]) {
    for (index, player) in players.iter().enumerate() {
        let started = games.iter().flat_map(|game| &game.started[index]);
        programs::warn_of_started(player, &started.cloned().collect::<BTreeSet<_>>());
    }
}
