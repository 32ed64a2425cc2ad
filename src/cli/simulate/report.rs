//! The results of a simulation, as a table or as JSON.

use std::{
    io::{self, Write},
    time::Duration,
};

use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::plan::SimulationPlan;
use crate::{
    cli::output::{Column, counted, table_lines, write_json, write_table},
    games::ArcadeGame,
};
use fourcade_engine::play::{Budget, Summary, SummaryRow, SummaryTotals};

/// How long the games took, and on how many threads. A merged simulation has the time of all parts
/// together and the largest number of threads.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The number of threads.
    pub threads: usize,
    /// The elapsed wall-clock time.
    pub time: Duration,
}

/// Writes how far searching players look.
pub fn write_budget(output: &mut dyn Write, budget: Budget) -> io::Result<()> {
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

/// The result of a simulation.
pub struct SimulationReport<'a> {
    /// The title of the game.
    title: &'static str,
    /// The names of the seats.
    seat_names: &'static [&'static str],
    /// What was played.
    plan: &'a SimulationPlan,
    effort: Effort,
    /// The sandbox of the programs, if any took part and ran here.
    sandbox: Option<&'static str>,
    /// The results.
    summary: Summary,
}

/// Serialises to a flat object that includes the keys of the summary.
impl Serialize for SimulationReport<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("SimulationReport", 11)?;
        object.serialize_field("game", &self.plan.game)?;
        object.serialize_field("players", &self.plan.players)?;
        object.serialize_field("size", &self.plan.size)?;
        object.serialize_field("seed", &self.plan.seed)?;
        object.serialize_field("games", &self.summary.games)?;
        object.serialize_field("threads", &self.effort.threads)?;
        object.serialize_field("seconds", &self.effort.time.as_secs_f64())?;
        if let Some(sandbox) = self.sandbox {
            object.serialize_field("sandbox", sandbox)?;
        }
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

impl<'a> SimulationReport<'a> {
    /// Creates the report of a game `G` from the totals of all games played.
    pub fn new<G: ArcadeGame>(
        plan: &'a SimulationPlan,
        totals: &SummaryTotals,
        effort: Effort,
    ) -> Self {
        let summary = Summary::of(&plan.players, plan.swap, totals);
        Self { title: G::TITLE, seat_names: G::SEAT_NAMES, plan, effort, sandbox: None, summary }
    }

    /// Names the sandbox of the programs.
    pub fn with_sandbox(self, sandbox: Option<&'static str>) -> Self {
        Self { sandbox, ..self }
    }

    /// Writes the report as one line of JSON, or as a table.
    pub fn write(&self, output: &mut dyn Write, as_json: bool) -> io::Result<()> {
        if as_json { write_json(output, self) } else { self.write_table(output) }
    }

    /// Writes the conditions of the games and a table of the results.
    fn write_table(&self, output: &mut dyn Write) -> io::Result<()> {
        let Summary { games, turns_mean, turns_ci95, results } = &self.summary;
        write!(output, "{}", self.title)?;
        if let Some(size) = self.plan.size {
            write!(output, ", size {size}")?;
        }
        let (games, threads) = (counted(*games, "game"), counted(self.effort.threads, "thread"));
        let (seed, seconds) = (self.plan.seed, self.effort.time.as_secs_f64());
        writeln!(output, ": {games}, seed {seed}, {threads}, {seconds:.1} s")?;
        if let Some(budget) = self.plan.budget() {
            write_budget(output, budget)?;
        }
        if self.plan.opening > 0 {
            writeln!(output, "the first {} moves of each deal are random", self.plan.opening)?;
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
