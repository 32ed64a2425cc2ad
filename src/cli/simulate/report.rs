//! The results of a simulation or of a game's levels, as a table or as JSON.

use std::{
    io::{self, Write},
    ops::RangeInclusive,
    time::Duration,
};

use serde::Serialize;

use super::{DEFAULT_LADDER_GAMES, game_line::GameLine};
use crate::{
    cli::{
        output::{Column, described_threads, table_lines, write_json, write_table},
        programs::warn_of_faults,
    },
    games::{ArcadeGame, counted},
};
use fourcade_engine::play::{
    ArenaSummary, Budget, Level, PlayerSummary, SeriesShare, arena::ArenaGame,
};

/// Share of the points that a level should win against the level below.
const WANTED_SHARE: RangeInclusive<f64> = 0.65..=0.85;

const TOO_FEW: &str = "too few games";

/// The time that the games took, and the threads or command that played them.
#[derive(Clone, Debug)]
pub struct Effort {
    /// `None` if a command played the games.
    pub threads: Option<usize>,
    pub via: Option<String>,
    pub time: Duration,
}

fn write_title(output: &mut dyn Write, title: &str, size: Option<u16>) -> io::Result<()> {
    write!(output, "{title}")?;
    size.map_or(Ok(()), |size| write!(output, ", size {size}"))
}

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

#[derive(Serialize)]
pub struct SimulationReport {
    game: &'static str,
    #[serde(skip)]
    title: &'static str,
    #[serde(skip)]
    turn_name: &'static str,
    #[serde(skip)]
    seat_names: &'static [&'static str],
    players: Vec<String>,
    /// `None` in games with a single size.
    size: Option<u16>,
    seed: u64,
    #[serde(skip)]
    random_moves: u32,
    games: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<String>,
    seconds: f64,
    /// The sandbox of the programs, if any ran here.
    #[serde(skip_serializing_if = "Option::is_none")]
    sandbox: Option<&'static str>,
    turns_mean: f64,
    turns_ci95: f64,
    results: Vec<PlayerSummary>,
}

const COLUMNS: [Column<PlayerSummary>; 11] = [
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

impl SimulationReport {
    pub fn new<G: ArcadeGame>(
        series: &GameLine,
        games: &[ArenaGame],
        effort: Effort,
        sandbox: Option<&'static str>,
    ) -> Self {
        let GameLine { players, size, seed, random_moves, .. } = series.clone();
        let ArenaSummary { games, turns_mean, turns_ci95, results } =
            ArenaSummary::new(&players, series.swap, games);
        Self {
            game: G::KEY,
            title: G::FACTS.title,
            turn_name: G::FACTS.turn_name,
            seat_names: G::SEAT_NAMES,
            players,
            size,
            seed,
            random_moves,
            games,
            threads: effort.threads,
            via: effort.via,
            seconds: effort.time.as_secs_f64(),
            sandbox,
            turns_mean,
            turns_ci95,
            results,
        }
    }

    /// Prints the illegal choices of each player to standard error.
    pub fn warn_of_faults(&self) {
        for row in &self.results {
            warn_of_faults(&row.player, &row.faults);
        }
    }

    /// `budget` is that of the players that search; `None` if none does.
    pub fn write(
        &self,
        output: &mut dyn Write,
        budget: Option<Budget>,
        as_json: bool,
    ) -> io::Result<()> {
        if as_json {
            return write_json(output, self);
        }
        write_title(output, self.title, self.size)?;
        let (games, how) = (counted(self.games, "game"), described_threads(self.threads));
        writeln!(output, ": {games}, seed {}, {how}, {:.1} s", self.seed, self.seconds)?;
        if let Some(budget) = budget {
            write_budget(output, budget)?;
        }
        if self.random_moves > 0 {
            writeln!(output, "the first {} moves of each deal are random", self.random_moves)?;
        }
        let (mean, ci95, turn) = (self.turns_mean, self.turns_ci95, self.turn_name);
        writeln!(output, "a game has {mean:.1} ± {ci95:.1} {turn}s\n")?;
        let mut lines = table_lines(&COLUMNS.each_ref(), &self.results);
        for (line, row) in lines.iter_mut().skip(1).zip(&self.results) {
            if let Some(seat) = row.seat.and_then(|seat| self.seat_names.get(seat)) {
                line[0] = format!("{seat} {}", line[0]);
            }
        }
        write_table(output, &lines)
    }
}

/// Returns each level above the lowest, preceded by the level below it.
pub fn steps_of_levels() -> impl Iterator<Item = (Level, Level)> {
    Level::COMMON.into_iter().zip(Level::COMMON.into_iter().skip(1))
}

#[derive(Serialize)]
pub struct LadderReport {
    game: &'static str,
    #[serde(skip)]
    title: &'static str,
    /// `None` in games with a single size.
    size: Option<u16>,
    seed: u64,
    /// Number of games planned for each level.
    games: usize,
    /// Number of games in a series.
    series: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    via: Option<String>,
    seconds: f64,
    /// Each level above the lowest, starting with Easy.
    levels: Vec<LadderRow>,
}

#[derive(Clone, Debug, Serialize)]
struct LadderRow {
    level: &'static str,
    player: &'static str,
    below: &'static str,
    below_player: &'static str,
    /// Number of games that counted.
    games: usize,
    /// Share of the points, from 0 to 1.
    share: f64,
    share_ci95: f64,
    is_within: bool,
}

const LADDER_COLUMNS: [Column<LadderRow>; 4] = [
    ("level", |row| {
        let LadderRow { level, below, .. } = row;
        format!("{level} against {below}")
    }),
    ("games", |row| row.games.to_string()),
    ("points", |row| format!("{:.1}% ± {:.1}%", 100.0 * row.share, 100.0 * row.share_ci95)),
    ("65% to 85%", |row| row.verdict().to_owned()),
];

impl LadderRow {
    /// Says whether the share is within [`WANTED_SHARE`], and how certain that is. No verdict while
    /// the confidence interval is wider than the wanted one.
    fn verdict(&self) -> &'static str {
        let (low, high) = (self.share - self.share_ci95, self.share + self.share_ci95);
        let (min, max) = WANTED_SHARE.into_inner();
        match self.is_within {
            _ if high < min || max < low => "no",
            _ if high - low > max - min => TOO_FEW,
            true if min <= low && high <= max => "yes",
            true => "probably",
            false => "probably not",
        }
    }
}

impl LadderReport {
    /// Leaves out levels without a complete series.
    pub fn new<G: ArcadeGame>(
        series: &GameLine,
        games: usize,
        shares: &[SeriesShare],
        effort: Effort,
    ) -> Self {
        let mut rows = Vec::new();
        for ((below, level), share) in steps_of_levels().zip(shares) {
            if share.series > 0 {
                rows.push(LadderRow {
                    level: level.name(),
                    player: G::FACTS.kind.level_player(level).player,
                    below: below.name(),
                    below_player: G::FACTS.kind.level_player(below).player,
                    games: share.series * G::LADDER_SERIES_LENGTH,
                    share: share.mean,
                    share_ci95: share.ci95,
                    is_within: WANTED_SHARE.contains(&share.mean),
                });
            }
        }
        Self {
            game: G::KEY,
            title: G::FACTS.title,
            size: series.size,
            seed: series.seed,
            games,
            series: G::LADDER_SERIES_LENGTH,
            threads: effort.threads,
            via: effort.via,
            seconds: effort.time.as_secs_f64(),
            levels: rows,
        }
    }

    /// `budget` is that of the players that search; `None` if none does.
    pub fn write(
        &self,
        output: &mut dyn Write,
        budget: Option<Budget>,
        as_json: bool,
    ) -> io::Result<()> {
        if as_json {
            return write_json(output, self);
        }
        write_title(output, self.title, self.size)?;
        let (games, how) = (counted(self.games, "game"), described_threads(self.threads));
        let (seed, seconds) = (self.seed, self.seconds);
        writeln!(output, ": {games} for each level, seed {seed}, {how}, {seconds:.1} s")?;
        if let Some(budget) = budget {
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
        write_table(output, &table_lines(&LADDER_COLUMNS.each_ref(), &self.levels))?;
        if self.levels.iter().any(|row| row.verdict() == TOO_FEW) {
            writeln!(
                output,
                "\n{TOO_FEW}: the result could be far off; try --games {}",
                DEFAULT_LADDER_GAMES.max(4 * self.games as u64)
            )?;
        }
        Ok(())
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
            (0.70, 0.24, "too few games"),
            (0.80, 0.39, "too few games"),
            (0.40, 0.24, "no"),
        ] {
            let is_within = WANTED_SHARE.contains(&share);
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
