//! `fourcade simulate --ladder`: each named level against the level below it.

use std::{
    io::{self, Write},
    process::ExitCode,
    time::Instant,
};

use serde::Serialize;

use super::{
    SimulateArgs,
    part::{PartTotals, SimulationPart},
    plan::SimulationPlan,
    player,
    report::{Effort, write_budget},
    report_interrupt, status, warn_of_variation,
};
use crate::{
    cli::{
        args,
        error::CliError,
        interrupts::Interrupts,
        output::{
            Column, counted, progress_bar, standard_output, table_lines, write_json, write_table,
        },
    },
    games::ArcadeGame,
};
use fourcade_engine::play::{
    CancelToken, Level, Moments, SeriesShare, arena::ArenaPlan, random, series_moments,
};

/// The number of levels that are measured: each against the one below it.
pub const STEPS: usize = Level::ALL.len() - 1;

/// The number of games for each level if none is given.
const DEFAULT_GAMES: u64 = 400;

/// The smallest and the largest share of the points that a level should take from the level below.
const WANTED_SHARE: (f64, f64) = (0.65, 0.85);

/// The results of all levels.
#[derive(Serialize)]
pub struct LadderReport {
    /// The key of the game.
    game: &'static str,
    /// The title of the game.
    #[serde(skip)]
    title: &'static str,
    /// The board size, in games with more than one size.
    size: Option<u16>,
    /// The seed.
    seed: u64,
    /// The number of games that were planned for each level.
    games: usize,
    /// The number of games in a series.
    series: usize,
    /// The number of threads.
    threads: usize,
    /// The elapsed wall-clock time in seconds.
    seconds: f64,
    /// The results of each level above the lowest, from Easy on.
    levels: Vec<LadderRow>,
    /// What was played.
    #[serde(skip)]
    plan: SimulationPlan,
}

/// The result of a level against the level below it.
#[derive(Clone, Debug, Serialize)]
struct LadderRow {
    /// The name of the level.
    level: &'static str,
    /// The level's player.
    player: &'static str,
    /// The name of the level below.
    below: &'static str,
    /// The player of the level below.
    below_player: &'static str,
    /// The number of games that counted.
    games: usize,
    /// The share of the points, from 0 to 1.
    share: f64,
    /// Half the width of the share's 95 % confidence interval.
    share_ci95: f64,
    /// Whether the share is within [`WANTED_SHARE`].
    is_within: bool,
}

/// Plays the games and prints the results. Without an error, the exit status is that of an
/// interrupted command if it was interrupted, and success otherwise.
pub fn run<G: ArcadeGame>(args: &SimulateArgs) -> Result<ExitCode, CliError> {
    // Each deal is played with every seating, and each series has its deals.
    let group = G::SEAT_NAMES.len() * G::LADDER_SERIES;
    let mut plan = args.plan::<G>()?;
    plan.swap = true;
    plan.opening = G::RANDOM_OPENING;
    plan.games = super::game_count(args.games.unwrap_or(DEFAULT_GAMES))?.next_multiple_of(group);

    let budget = args.budget::<G>();
    let size = plan.size.unwrap_or_default();
    let deal = |rng: &mut random::Rng| G::deal(size, rng).expect("this size was checked above");
    let mut steps = Vec::new();
    for (below, level) in steps_of_levels() {
        let mut players = Vec::new();
        for seat in 0..G::SEAT_NAMES.len() {
            let name = G::LEVELS[if seat == 0 { level } else { below } as usize].player;
            let player = player::<G>(name, budget)?;
            plan.is_searching |= player.uses_budget;
            players.push((player.name, player.factory));
        }
        let (games, seed, opening) = (plan.games, plan.seed, plan.opening);
        steps.push(ArenaPlan { players, games, swap: true, seed, budget, opening, deal: &deal });
    }

    let cancel = CancelToken::default();
    let threads = args::thread_count(args.threads);
    let start = Instant::now();
    let range = plan.range::<G>(args.shard);
    let planned = range.len() * steps.len();
    let mut finished = 0;
    let mut levels = Vec::new();
    {
        let _interrupts = Interrupts::watch(&cancel)?;
        let bar = progress_bar(planned, "games");
        for step in &steps {
            let played = step.run_range(range.clone(), Some(threads), &cancel, &|_| bar.inc(1));
            let played = played.map_err(|error| CliError::Failed(error.to_string()))?;
            finished += played.len();
            levels.push(series_moments(&played, G::LADDER_SERIES));
        }
        bar.finish_and_clear();
    }
    let is_interrupted = finished < planned;
    report_interrupt(finished, planned, args.shard);
    let effort = Effort { threads, time: start.elapsed() };
    warn_of_variation(&plan, args.json);
    if let Some(shard) = args.shard {
        let totals = PartTotals::Levels(levels);
        let part = SimulationPart::new(shard, plan, effort, finished, totals);
        part.print()?;
        return Ok(status(is_interrupted));
    }
    let mut output = standard_output();
    LadderReport::new::<G>(&plan, &levels, effort).write(&mut output, args.json)?;
    output.flush()?;
    Ok(status(is_interrupted))
}

/// Returns each level above the lowest, with the one below it first.
fn steps_of_levels() -> impl Iterator<Item = (Level, Level)> {
    Level::ALL.into_iter().zip(Level::ALL.into_iter().skip(1))
}

const COLUMNS: [Column<LadderRow>; 4] = [
    ("level", |row| {
        let LadderRow { level, player, below, below_player, .. } = row;
        format!("{level} ({player}) against {below} ({below_player})")
    }),
    ("games", |row| row.games.to_string()),
    ("points", |row| format!("{:.1}% ± {:.1}%", 100.0 * row.share, 100.0 * row.share_ci95)),
    ("65% to 85%", |row| row.verdict().to_owned()),
];

impl LadderRow {
    /// Says whether the share is within [`WANTED_SHARE`], and whether the interval leaves a doubt.
    fn verdict(&self) -> &'static str {
        let (low, high) = (self.share - self.share_ci95, self.share + self.share_ci95);
        let (min, max) = WANTED_SHARE;
        match self.is_within {
            true if min <= low && high <= max => "yes",
            true => "probably",
            false if high < min || max < low => "no",
            false => "probably not",
        }
    }
}

impl LadderReport {
    /// Creates the report of a game `G` from the moments of the levels' shares. Levels without a
    /// complete series are left out.
    pub fn new<G: ArcadeGame>(plan: &SimulationPlan, levels: &[Moments], effort: Effort) -> Self {
        let mut rows = Vec::new();
        for ((below, level), moments) in steps_of_levels().zip(levels) {
            let share = SeriesShare::of(moments, G::SEAT_NAMES.len());
            if share.series > 0 {
                rows.push(LadderRow {
                    level: level.name(),
                    player: G::LEVELS[level as usize].player,
                    below: below.name(),
                    below_player: G::LEVELS[below as usize].player,
                    games: share.series * G::LADDER_SERIES,
                    share: share.mean,
                    share_ci95: share.ci95,
                    is_within: (WANTED_SHARE.0..=WANTED_SHARE.1).contains(&share.mean),
                });
            }
        }
        Self {
            game: G::KEY,
            title: G::TITLE,
            size: plan.size,
            seed: plan.seed,
            games: plan.games,
            series: G::LADDER_SERIES,
            threads: effort.threads,
            seconds: effort.time.as_secs_f64(),
            levels: rows,
            plan: plan.clone(),
        }
    }

    /// Writes the report as one line of JSON, or as a table.
    pub fn write(&self, output: &mut dyn Write, as_json: bool) -> io::Result<()> {
        if as_json { write_json(output, self) } else { self.write_table(output) }
    }

    /// Writes the conditions of the games and a table of the results.
    fn write_table(&self, output: &mut dyn Write) -> io::Result<()> {
        write!(output, "{}", self.title)?;
        if let Some(size) = self.size {
            write!(output, ", size {size}")?;
        }
        let (games, threads) = (counted(self.games, "game"), counted(self.threads, "thread"));
        let (seed, seconds) = (self.seed, self.seconds);
        writeln!(output, ": {games} for each level, seed {seed}, {threads}, {seconds:.1} s")?;
        if let Some(budget) = self.plan.budget() {
            write_budget(output, budget)?;
        }
        if self.series > 1 {
            writeln!(
                output,
                "points: the share of the others that one player of the level beats in a series \
                 of {} games,\nby its points for places; equal players have 50%\n",
                self.series
            )?;
        } else {
            writeln!(output, "points: 1 for a win and 1/2 for a draw; equal players have 50%\n")?;
        }
        write_table(output, &table_lines(&COLUMNS.each_ref(), &self.levels))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_verdict_tells_whether_the_interval_leaves_a_doubt() {
        for (share, share_ci95, verdict) in [
            (0.75, 0.05, "yes"),
            (0.67, 0.05, "probably"),
            (0.84, 0.02, "probably"),
            (0.64, 0.05, "probably not"),
            (0.60, 0.04, "no"),
            (0.90, 0.02, "no"),
        ] {
            let is_within = (WANTED_SHARE.0..=WANTED_SHARE.1).contains(&share);
            let row = LadderRow {
                level: "Easy",
                player: "b",
                below: "Beginner",
                below_player: "a",
                games: 2,
                share,
                share_ci95,
                is_within,
            };
            assert_eq!(row.verdict(), verdict, "{share} ± {share_ci95}");
        }
    }
}
