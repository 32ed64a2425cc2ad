//! The standings of a tournament as tables, CSV and JSON.

use std::{
    borrow::Cow,
    io::{self, Write},
    iter,
    path::PathBuf,
};

use serde::Serialize;

use crate::{
    cli::{
        output::{Column, described_threads, table_lines, write_table},
        programs::option_text,
    },
    database::shared_tables::{ratings::leaderboard, store::PersonPlace},
    games::{ArcadeGame as _, counted},
    printable::printable,
};
use fourcade_course::{
    intensity::tournament::{Encounter, PairingSystem, PlayedGame, Standing},
    program::{MAX_LATE, SHORT_TIME},
};
use fourcade_engine::{
    intensity::Intensity,
    play::{FaultKind, Seat},
};
use fourcade_programs::quoted_path;

/// The output of `--format json`.
#[derive(Serialize)]
pub struct TournamentReport {
    pub game: &'static str,
    pub system: PairingSystem,
    pub seed: u64,
    pub rounds: usize,
    pub games: usize,
    pub games_played: usize,
    /// `None` if a command played the games.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threads: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// The sandbox of the programs, if any ran here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<&'static str>,
    pub seconds: f64,
    pub standings: Vec<Standing>,
    /// Rows and columns are in the order of the standings.
    pub crosstable: Vec<Vec<Option<Encounter>>>,
    /// Rows are in the order of the standings.
    pub points_by_round: Vec<Vec<f64>>,
    /// The folder of the saved records, if any.
    #[serde(skip)]
    pub saved_to: Option<PathBuf>,
    #[serde(skip)]
    pub options: Vec<String>,
}

/// A column of a table of players: its heading, the heading's meaning, and a cell.
pub type PlayerColumn = (&'static str, &'static str, fn(&Standing) -> String);

pub const COLUMNS: [PlayerColumn; 9] = [
    ("points", "3, 2, 1 and 0 for the places of a game; those who tie share the average", |row| {
        row.points.to_string()
    }),
    ("games", "the number of games", |row| row.games.to_string()),
    ("place", "the average place in a game", |row| {
        average_place_text(row).unwrap_or_else(|| "-".to_owned())
    }),
    ("penalty", "all penalty points", |row| row.penalty.to_string()),
    ("wins", "games won alone", |row| row.wins.to_string()),
    ("shared", "games in which first place was shared", |row| row.shared_wins.to_string()),
    ("rating", "as at shared tables, with its 95% interval; 1500 is the start", |row| {
        rating_text(row).unwrap_or_else(|| "-".to_owned())
    }),
    ("illegal", "wrong, late and missing answers, and crashes", |row| row.illegal.to_string()),
    ("slowest ms", "the time of the slowest answer", |row| format!("{:.1}", row.slowest_ms)),
];

pub const FAULT_COLUMNS: [PlayerColumn; 4] = [
    ("wrong", "in time, but no legal choice", |row| row.wrong().to_string()),
    ("late", "too slow", |row| row.faults.count(FaultKind::Late).to_string()),
    ("crashed", "the program failed or exceeded a limit", |row| {
        row.faults.count(FaultKind::Crashed).to_string()
    }),
    ("no answer", "the program printed nothing", |row| {
        row.faults.count(FaultKind::Silent).to_string()
    }),
];

/// Writes a table of players. `heading` is the one of the first column.
fn write_players<'a>(
    output: &mut dyn Write,
    heading: &'static str,
    columns: &[PlayerColumn],
    rows: impl Iterator<Item = &'a Standing>,
) -> io::Result<()> {
    let player: Column<Standing> = (heading, |row| format!("#{} {}", row.place, row.name));
    let columns: Vec<_> = iter::once(player)
        .chain(columns.iter().map(|&(heading, _, cell)| (heading, cell)))
        .collect();
    write_table(output, &table_lines(&columns.iter().collect::<Vec<_>>(), rows))
}

/// Example in the hint below the tables.
const FIRST_RECORD: &str = "round-01-game-1.fourcade";

/// With more players, the text has no crosstable.
const MAX_CROSSTABLE_PLAYERS: usize = 20;

/// The columns of CSV before those of the crosstable.
const CSV_COLUMNS: [Column<Standing>; 16] = [
    ("place", |row| row.place.to_string()),
    ("name", |row| csv_text(&row.name).into_owned()),
    ("player", |row| csv_text(&row.player).into_owned()),
    ("points", |row| row.points.to_string()),
    ("games", |row| row.games.to_string()),
    ("average_place", |row| average_place_text(row).unwrap_or_default()),
    ("penalty", |row| row.penalty.to_string()),
    ("wins", |row| row.wins.to_string()),
    ("shared_wins", |row| row.shared_wins.to_string()),
    ("rating", |row| row.rating.map_or_else(String::new, |rating| format!("{rating:.0}"))),
    ("rating_ci95", |row| row.rating_ci95.map_or_else(String::new, |half| format!("{half:.0}"))),
    ("illegal", |row| row.illegal.to_string()),
    ("late", |row| row.faults.count(FaultKind::Late).to_string()),
    ("crashed", |row| row.faults.count(FaultKind::Crashed).to_string()),
    ("silent", |row| row.faults.count(FaultKind::Silent).to_string()),
    ("slowest_ms", |row| format!("{:.1}", row.slowest_ms)),
];

/// Formats the average place; `None` without games.
fn average_place_text(row: &Standing) -> Option<String> {
    row.average_place.map(|place| format!("{place:.2}"))
}

/// Formats the rating and its interval, such as `1500 ± 690`; `None` without games.
fn rating_text(row: &Standing) -> Option<String> {
    Some(format!("{:.0} ± {:.0}", row.rating?, row.rating_ci95?))
}

/// Formats points and games against another player, such as `2.5/4`.
pub fn encounter_text(encounter: &Encounter) -> String {
    format!("{}/{}", encounter.points(), encounter.games)
}

/// Quotes texts that a spreadsheet would take for a formula.
fn csv_text(text: &str) -> Cow<'_, str> {
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}").into() } else { text.into() }
}

fn write_csv_line(output: &mut dyn Write, cells: &[String]) -> io::Result<()> {
    let quoted = cells.iter().map(|cell| {
        if cell.contains(['"', ',', '\n', '\r']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.clone()
        }
    });
    writeln!(output, "{}", quoted.collect::<Vec<_>>().join(","))
}

/// Computes the ratings as at shared tables. System players count as opponents.
pub fn rate(standings: &mut [Standing], played: &[PlayedGame]) {
    let places = |game: &PlayedGame| {
        let outcome = game.result.outcome();
        let seated = |(seat, number): (usize, &Option<usize>)| PersonPlace {
            name: number.map_or_else(|| format!("system {seat}"), |number| number.to_string()),
            place: outcome.place(Seat::new(seat)).into(),
        };
        game.pairing.seats.iter().enumerate().map(seated).collect()
    };
    for rating in leaderboard(&played.iter().map(places).collect::<Vec<_>>()) {
        let row = standings.iter_mut().find(|row| row.number.to_string() == rating.name);
        if let Some(row) = row {
            (row.rating, row.rating_ci95) = (Some(rating.rating), Some(rating.half_interval()));
        }
    }
}

impl TournamentReport {
    pub fn write_tables(&self, output: &mut dyn Write) -> io::Result<()> {
        let (rounds, games) = (counted(self.rounds, "round"), counted(self.games_played, "game"));
        let how = described_threads(self.threads);
        writeln!(
            output,
            "{}: {}, {rounds}, {games}, seed {}, {how}, {:.1} s\n",
            Intensity::FACTS.title,
            self.system,
            self.seed,
            self.seconds
        )?;
        write_players(output, "player", &COLUMNS, self.standings.iter())?;
        writeln!(
            output,
            "\nplayer: its own name; equal names are numbered in the order of the command line"
        )?;
        for (heading, meaning, _) in COLUMNS {
            writeln!(output, "{heading}: {meaning}")?;
        }
        if self.standings.iter().any(|row| row.illegal > 0) {
            writeln!(output)?;
            let offenders = self.standings.iter().filter(|row| row.illegal > 0);
            write_players(output, "illegal answers", &FAULT_COLUMNS, offenders)?;
            writeln!(output)?;
            for line in self.fault_lines() {
                writeln!(output, "{}", printable(&line))?;
            }
        }
        if let Some(note) = self.short_limit_note() {
            writeln!(output, "\n{note}")?;
        }
        if self.standings.len() <= MAX_CROSSTABLE_PLAYERS && self.games_played > 0 {
            writeln!(output)?;
            self.write_crosstable(output)?;
        }
        if let Some(folder) = &self.saved_to {
            let (path, options) =
                (quoted_path(&folder.join(FIRST_RECORD)), option_text(&self.options));
            writeln!(
                output,
                "\nto watch a game: fourcade replay {path}\n\
                 to repeat it: fourcade referee --repeat {path} --allow-programs{options}"
            )?;
        }
        Ok(())
    }

    /// Returns the faults of each player by kind, with the first example of each.
    pub fn fault_lines(&self) -> impl Iterator<Item = String> {
        self.standings.iter().flat_map(|row| {
            let line = move |count| format!("#{} {}: {count}", row.place, row.name);
            row.faults.counts().iter().map(line)
        })
    }

    /// Returns a note about players whose time limit was shortened, if any.
    pub fn short_limit_note(&self) -> Option<String> {
        let names = self.standings.iter().filter(|row| row.short_limit).map(|row| &*row.name);
        let names: Vec<_> = names.collect();
        (!names.is_empty()).then(|| {
            format!(
                "late {MAX_LATE} times in a row, and limited to {} s for each answer from then \
                 on: {}",
                SHORT_TIME.as_secs_f64(),
                names.join(", ")
            )
        })
    }

    fn write_crosstable(&self, output: &mut dyn Write) -> io::Result<()> {
        let numbers = (1..=self.standings.len()).map(|number| number.to_string());
        let mut lines = vec![iter::once("points against".to_owned()).chain(numbers).collect()];
        for ((row, encounters), number) in self.standings.iter().zip(&self.crosstable).zip(1..) {
            let cell =
                |cell: &Option<Encounter>| cell.as_ref().map_or("-".to_owned(), encounter_text);
            let name = format!("{number} {}", printable(&row.name));
            lines.push(iter::once(name).chain(encounters.iter().map(cell)).collect());
        }
        write_table(output, &lines)?;
        writeln!(output, "\na point for each game with a better place, half for a tie; / games")
    }

    pub fn write_csv(&self, output: &mut dyn Write) -> io::Result<()> {
        let opponents = self.standings.iter().map(|row| format!("points against {}", row.name));
        let headings = CSV_COLUMNS.iter().map(|(heading, _)| (*heading).to_owned());
        write_csv_line(output, &headings.chain(opponents).collect::<Vec<_>>())?;
        for (row, encounters) in self.standings.iter().zip(&self.crosstable) {
            let cells = CSV_COLUMNS.iter().map(|(_, cell)| cell(row));
            let points = |encounter: &Option<Encounter>| {
                encounter.map_or_else(String::new, |encounter| encounter.points().to_string())
            };
            write_csv_line(
                output,
                &cells.chain(encounters.iter().map(points)).collect::<Vec<_>>(),
            )?;
        }
        Ok(())
    }
}
