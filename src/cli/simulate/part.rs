//! `simulate --shard` and `simulate --merge`: a part of a simulation in a file, and all parts put
//! together.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use serde::{Deserialize, Serialize};

use super::{
    plan::{Shard, SimulationPlan},
    report::{Effort, LADDER_STEPS, LadderReport, SimulationReport},
    warn_of_variation,
};
use crate::{
    cli::{
        error::CliError,
        output::{standard_output, write_json},
    },
    files,
    games::{ArcadeGame, counted},
};
use fourcade_engine::{
    GameKind,
    play::{Moments, SummaryTotals},
    with_game,
};

const FORMAT: u32 = 1;

/// The most missing shards that a message names.
const MAX_NAMED: usize = 12;

/// What every part begins with, whatever its version.
#[derive(Deserialize)]
struct PartHeading {
    #[serde(rename = "fourcade_simulation_part")]
    format: u32,
    fourcade: String,
}

/// The results of a shard: what `--shard` prints and `--merge` reads.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimulationPart {
    #[serde(rename = "fourcade_simulation_part")]
    format: u32,
    /// Another version may play other games.
    fourcade: String,
    shard: Shard,
    plan: SimulationPlan,
    threads: usize,
    time_ns: u64,
    /// The number of games that were finished; fewer than planned if it was interrupted.
    finished: usize,
    totals: PartTotals,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PartTotals {
    Players(SummaryTotals),
    /// Those of each level above the lowest.
    Levels(Vec<Moments>),
}

impl PartTotals {
    /// `sandbox` is that of the programs, if any took part.
    pub fn print_report<G: ArcadeGame>(
        &self,
        plan: &SimulationPlan,
        effort: Effort,
        sandbox: Option<&'static str>,
        as_json: bool,
    ) -> io::Result<()> {
        let mut output = standard_output();
        match self {
            Self::Players(totals) => {
                let report = SimulationReport::new::<G>(plan, totals, effort, sandbox);
                report.warn_of_faults();
                report.write(&mut output, as_json)?;
            }
            Self::Levels(levels) => {
                LadderReport::new::<G>(plan, levels, effort).write(&mut output, as_json)?;
            }
        }
        output.flush()
    }

    fn checked_add(&self, other: &Self) -> Option<Self> {
        match (self, other) {
            (Self::Players(one), Self::Players(other)) => one.checked_add(other).map(Self::Players),
            (Self::Levels(one), Self::Levels(other)) if one.len() == other.len() => {
                let levels = one.iter().zip(other);
                let added = levels.map(|(one, other)| one.checked_add(*other)).collect();
                Option::map(added, Self::Levels)
            }
            _ => None,
        }
    }
}

impl SimulationPart {
    pub fn new(
        shard: Shard,
        plan: SimulationPlan,
        effort: Effort,
        finished: usize,
        totals: PartTotals,
    ) -> Self {
        Self {
            format: FORMAT,
            fourcade: env!("CARGO_PKG_VERSION").to_owned(),
            shard,
            plan,
            threads: effort.threads,
            time_ns: u64::try_from(effort.time.as_nanos()).unwrap_or(u64::MAX),
            finished,
            totals,
        }
    }

    /// Prints the part as one line of JSON.
    pub fn print(&self) -> io::Result<()> {
        let mut output = standard_output();
        write_json(&mut output, self)?;
        output.flush()
    }

    /// Reads a part that was written by this version.
    fn read(path: &Path) -> Result<Self, CliError> {
        let name = path.display();
        let foreign = |why: &dyn std::fmt::Display| {
            CliError::Failed(format!(
                "{name} isn't a part of a simulation ({why}); give --merge the files that \
                 --shard printed"
            ))
        };
        let text = files::read_text(path).map_err(|why| {
            CliError::Failed(format!(
                "{name} can't be read: {why}; give --merge the files that --shard printed"
            ))
        })?;
        let heading: PartHeading = serde_json::from_str(&text).map_err(|why| foreign(&why))?;
        let version = env!("CARGO_PKG_VERSION");
        if (heading.format, heading.fourcade.as_str()) != (FORMAT, version) {
            return Err(CliError::Failed(format!(
                "{name} was printed by fourcade {}, but this is fourcade {version}; \
                 play its shard again with the same version everywhere",
                heading.fourcade
            )));
        }
        let part: Self = serde_json::from_str(&text).map_err(|why| foreign(&why))?;
        Ok(part)
    }

    /// Checks that the shard was finished and that its numbers fit its plan.
    fn check<G: ArcadeGame>(&self, path: &Path) -> Result<(), CliError> {
        let (name, shard) = (path.display(), self.shard);
        let damaged = || {
            CliError::Failed(format!(
                "{name} is damaged; play its shard again with --shard {shard}"
            ))
        };
        let levels = if self.plan.ladder { LADDER_STEPS } else { 1 };
        let planned = self.plan.range::<G>(Some(shard)).len().saturating_mul(levels);
        if self.finished < planned {
            return Err(CliError::Failed(format!(
                "{name} is incomplete: it was interrupted after {} of {planned}; \
                 play it again with --shard {shard}",
                counted(self.finished, "game")
            )));
        }
        let is_consistent = match &self.totals {
            PartTotals::Players(totals) => {
                !self.plan.ladder
                    && totals.games() == planned as u64
                    && self.plan.players.len() == G::SEAT_NAMES.len()
                    && totals.is_consistent(self.plan.players.len())
            }
            PartTotals::Levels(levels) => {
                let group = (G::SEAT_NAMES.len() * G::LADDER_SERIES) as u64;
                let groups = self.plan.range::<G>(Some(shard)).len() as u64 / group;
                self.plan.ladder
                    && levels.len() == LADDER_STEPS
                    && levels.iter().all(|level| level.count() == groups)
            }
        };
        if self.finished == planned && is_consistent { Ok(()) } else { Err(damaged()) }
    }
}

struct Parts {
    parts: Vec<(PathBuf, SimulationPart)>,
    as_json: bool,
}

/// Puts the parts in these files together and prints the report of the whole simulation.
pub fn merge(paths: &[PathBuf], as_json: bool) -> Result<ExitCode, CliError> {
    let mut parts = Vec::new();
    for path in paths {
        parts.push((path.clone(), SimulationPart::read(path)?));
    }
    let Some((path, first)) = parts.first() else {
        return Err(CliError::usage("--merge needs the files that --shard printed"));
    };
    let kind = GameKind::ALL.into_iter().find(|kind| kind.key() == first.plan.game);
    let kind = kind.ok_or_else(|| {
        CliError::Failed(format!("{}: there is no game {:?}", path.display(), first.plan.game))
    })?;
    let parts = Parts { parts, as_json };
    with_game!(kind, G => parts.merge::<G>())
}

impl Parts {
    fn merge<G: ArcadeGame>(mut self) -> Result<ExitCode, CliError> {
        self.check_plans()?;
        for (path, part) in &self.parts {
            part.check::<G>(path)?;
        }
        self.check_shards()?;
        self.parts.sort_by_key(|(_, part)| part.shard.number);
        let threads = self.parts.iter().map(|(_, part)| part.threads).max().unwrap_or(1);
        let times = self.parts.iter().map(|(_, part)| part.time_ns);
        let time = Duration::from_nanos(times.fold(0, u64::saturating_add));
        let (_, first) = &self.parts[0];
        let mut totals = first.totals.clone();
        for (path, part) in &self.parts[1..] {
            totals = totals.checked_add(&part.totals).ok_or_else(|| {
                CliError::Failed(format!(
                    "{} is damaged: its sums don't fit the others; play its shard again",
                    path.display()
                ))
            })?;
        }
        let effort = Effort { threads, time };
        warn_of_variation(&first.plan, self.as_json);
        totals.print_report::<G>(&first.plan, effort, None, self.as_json)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Checks that all parts are of the same simulation, divided in the same way.
    fn check_plans(&self) -> Result<(), CliError> {
        let Some(((first_path, first), others)) = self.parts.split_first() else { return Ok(()) };
        let first_name = first_path.display();
        for (path, part) in others {
            let name = path.display();
            if let Some((option, own, expected)) = part.plan.difference(&first.plan) {
                return Err(CliError::Failed(format!(
                    "{name} belongs to another simulation: {option} is {own}, but {expected} in \
                     {first_name}; give --merge the parts of one simulation"
                )));
            }
            if part.shard.count != first.shard.count {
                return Err(CliError::Failed(format!(
                    "{name} is shard {}, but {first_name} is shard {}, so their games may \
                     overlap; give --merge parts with the same number of shards",
                    part.shard, first.shard
                )));
            }
        }
        Ok(())
    }

    /// Checks that each shard is there once.
    fn check_shards(&self) -> Result<(), CliError> {
        let mut by_number: Vec<_> = self.parts.iter().collect();
        by_number.sort_by_key(|(_, part)| part.shard.number);
        for pair in by_number.windows(2) {
            let &[(one, part), (other, next)] = pair else { continue };
            if part.shard == next.shard {
                return Err(CliError::Failed(format!(
                    "shard {} is there twice: {} and {}; leave one out",
                    part.shard,
                    one.display(),
                    other.display()
                )));
            }
        }
        let count = self.parts.first().map_or(0, |(_, part)| part.shard.count);
        let mut given = by_number.iter().map(|(_, part)| part.shard.number).peekable();
        let missing: Vec<_> = (1..=count)
            .filter(|number| given.next_if_eq(number).is_none())
            .map(|number| Shard { number, count }.to_string())
            .collect();
        let [first, ..] = missing.as_slice() else { return Ok(()) };
        let (named, more) = missing.split_at(missing.len().min(MAX_NAMED));
        let more =
            if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        Err(CliError::Failed(format!(
            "{} missing: {}{more}; play them with --shard {first} and so on, and give --merge \
             their files, too",
            if missing.len() == 1 { "a shard is" } else { "shards are" },
            named.join(", ")
        )))
    }
}
