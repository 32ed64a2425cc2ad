//! What a simulation found, for people and for programs.

use std::io::{self, Write};

use serde::{Serialize, Serializer, ser::SerializeStruct};

use crate::{
    games::ArcadeGame,
    play::{Budget, Summary, SummaryRow},
};

/// The result of a simulation.
pub struct Report<'a> {
    /// The game's key.
    pub game: &'static str,
    /// The players' names.
    pub players: &'a [String],
    /// The size, in games with more than one.
    pub size: Option<u16>,
    /// The seed.
    pub seed: u64,
    /// How many threads played.
    pub threads: usize,
    /// How long they took together (wall clock).
    pub seconds: f64,
    /// All games, summed up.
    pub summary: Summary,
}

/// One flat object: the summary's keys stand among the others.
impl Serialize for Report<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Report", 10)?;
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

/// A column of the table: its heading, and what stands under it.
type Column = (&'static str, fn(&SummaryRow) -> String);

const COLUMNS: &[Column] = &[
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

impl Report<'_> {
    /// Writes it as one line of JSON.
    pub fn write_json(&self, output: &mut dyn Write) -> io::Result<()> {
        serde_json::to_writer(&mut *output, self)?;
        writeln!(output)
    }

    /// Writes it as a table, with the terms of the games.
    pub fn write_table<G: ArcadeGame>(
        &self,
        output: &mut dyn Write,
        budget: Budget,
        opening: u32,
    ) -> io::Result<()> {
        let Summary { games, turns_mean, turns_ci95, results } = &self.summary;
        write!(output, "{}", G::TITLE)?;
        if let Some(size) = self.size {
            write!(output, ", size {size}")?;
        }
        let (games, threads) = (counted(*games, "game"), counted(self.threads, "thread"));
        writeln!(output, ": {games}, seed {}, {threads}, {:.1} s", self.seed, self.seconds)?;
        match budget {
            // One position is what games have where nobody searches.
            Budget::Nodes(1) => {}
            Budget::Nodes(nodes) => {
                writeln!(output, "searching players look at {nodes} positions a move")?
            }
            Budget::Time(time) => {
                writeln!(
                    output,
                    "searching players think {} ms a move: results may vary",
                    time.as_millis()
                )?;
            }
        }
        if opening > 0 {
            writeln!(output, "the first {opening} steps of each deal are played by chance")?;
        }
        writeln!(output, "a game has {turns_mean:.1} ± {turns_ci95:.1} turns\n")?;
        let mut rows =
            vec![COLUMNS.iter().map(|(heading, _)| (*heading).to_owned()).collect::<Vec<_>>()];
        rows.extend(results.iter().map(|row| {
            let mut cells: Vec<_> = COLUMNS.iter().map(|(_, cell)| cell(row)).collect();
            if let Some(seat) = row.seat.and_then(|seat| G::SEAT_NAMES.get(seat)) {
                cells[0] = format!("{seat} {}", cells[0]);
            }
            cells
        }));
        write_aligned(output, &rows)
    }
}

/// A number of things, such as `1 game` or `2 games`.
pub fn counted(count: usize, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Rows of a table, all with as many cells: the first column to the left, all others to the right.
pub fn write_aligned(output: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let columns = rows.first().map_or(0, Vec::len);
    let widths: Vec<_> = (0..columns).map(width).collect();
    for row in rows {
        write!(output, "{:<1$}", row[0], widths[0])?;
        for (cell, width) in row.iter().zip(&widths).skip(1) {
            write!(output, "  {cell:>width$}")?;
        }
        writeln!(output)?;
    }
    Ok(())
}
