//! `fourcade stats`: wins, losses and streaks by game, opponent and size.

use std::{
    collections::BTreeMap,
    io::{self, Write},
    process::ExitCode,
};

use serde::Serialize;

use super::{
    args::game_parser,
    error::CliError,
    output::{Column, print_messages, standard_output, table_lines, write_json, write_table},
};
use crate::{
    app::{counting, statistics::tally_by_level},
    database::{
        Store,
        statistics::{Grouping, ResultTally, Uncounted, time_text},
    },
    games::{GameFacts, listed_names},
};
use fourcade_engine::GameKind;

const COUNTED: &str = "\
The statistics count the games that you finish against computers. Coming first alone is a win, and
sharing first place is a draw. Resigning is a loss without a margin. Practice games don't count:
games with help (a hint, an undo, the evaluation or the coach), from a file or a replay, and daily
deals that were played again.";

/// Show your wins, losses, margins and streaks
#[derive(clap::Args)]
#[command(after_help = COUNTED, after_long_help = help())]
pub struct StatsArgs {
    /// Only this game
    #[arg(value_parser = game_parser())]
    game: Option<GameKind>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    format!(
        "{COUNTED}\n
Examples:
  fourcade stats
  fourcade stats flip --json

margin: mean lead over the best opponent.  now: the current streak (3 won: you won the last three).
best: the longest streak of wins.  time: hours and minutes at the table."
    )
}

#[derive(Serialize)]
struct StatsReport {
    games: Vec<ResultTally>,
    uncounted: Uncounted,
}

impl StatsArgs {
    pub fn run(self) -> Result<ExitCode, CliError> {
        let report = self.report()?;
        let mut output = standard_output();
        if self.json {
            write_json(&mut output, &report)?;
        } else {
            report.write(&mut output)?;
        }
        output.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    fn report(&self) -> Result<StatsReport, CliError> {
        let game = self.game.map(GameKind::key);
        let Some(store) = Store::for_reading()? else {
            return Ok(StatsReport { games: Vec::new(), uncounted: Uncounted::default() });
        };
        let counted = store.ask(move |database| counting::statistics(database, game));
        let (rows, uncounted) = counted.wait()?;
        print_messages(&store.take_messages());
        let uncounted = Uncounted::of(&uncounted, game);
        Ok(StatsReport { games: tally_by_level(&rows, Grouping::Size), uncounted })
    }
}

const COLUMNS: [Column<ResultTally>; 10] = [
    ("against", |tally| {
        let game = tally.game.as_deref().unwrap_or_default();
        tally.opponents.as_deref().map_or_else(String::new, |list| listed_names(game, list))
    }),
    ("size", |tally| tally.size.map(|size| size.to_string()).unwrap_or_default()),
    ("played", |tally| tally.played.to_string()),
    ("won", |tally| tally.won.to_string()),
    ("drawn", |tally| tally.drawn.to_string()),
    ("lost", |tally| tally.lost.to_string()),
    ("margin", ResultTally::margin_text),
    ("now", ResultTally::streak_text),
    ("best", |tally| tally.longest_won.to_string()),
    ("time", |tally| time_text(tally.time)),
];

impl StatsReport {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let mut games: BTreeMap<&str, Vec<&ResultTally>> = BTreeMap::new();
        for tally in &self.games {
            games.entry(tally.game.as_deref().unwrap_or_default()).or_default().push(tally);
        }
        if games.is_empty() {
            writeln!(output, "You haven't finished a game against computers yet.\n")?;
        }
        for (key, tallies) in games {
            write_game(key, &tallies, output)?;
        }
        let Uncounted { practice, among_persons, among_computers, unfinished } = self.uncounted;
        writeln!(
            output,
            "Not counted: {unfinished} unfinished, {practice} for practice, \
             {among_persons} between people, {among_computers} between computers."
        )
    }
}

/// Writes the table of a game, without sizes if no row has one and without margins if the game has
/// no scores.
fn write_game(key: &str, tallies: &[&ResultTally], output: &mut dyn Write) -> io::Result<()> {
    let kind = key.parse::<GameKind>().ok();
    let is_used = |(heading, _): &&Column<ResultTally>| match *heading {
        "size" => tallies.iter().any(|tally| tally.size.is_some()),
        "margin" => kind.is_none_or(GameKind::has_scores),
        _ => true,
    };
    let columns: Vec<_> = COLUMNS.iter().filter(is_used).collect();
    writeln!(output, "{}", kind.map_or(key, |kind| GameFacts::of(kind).title))?;
    write_table(output, &table_lines(&columns, tallies.iter().copied()))?;
    writeln!(output)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::database::{
        PersonResult,
        statistics::{FinishedGame, Margin, Streak},
    };

    fn row(
        game: &str,
        size: Option<u16>,
        opponents: &str,
        result: PersonResult,
        margin: i32,
    ) -> FinishedGame {
        FinishedGame {
            id: 0,
            game: game.to_owned(),
            size,
            opponents: opponents.to_owned(),
            ended: 0,
            result,
            margin: Margin::Points(margin),
            time: Duration::from_secs(45 * 60),
        }
    }

    fn report() -> StatsReport {
        let rows = [
            row("flip", Some(8), "expert", PersonResult::Lost, -30),
            row("flip", Some(8), "level:3", PersonResult::Won, 10),
            row("flip", Some(8), "level:3", PersonResult::Won, 5),
            row("flip", Some(10), "level:3", PersonResult::Lost, -20),
            row("eater", Some(9), "smart", PersonResult::Lost, -1),
            row("intensity", None, "expert x 3", PersonResult::Drawn, 0),
        ];
        let uncounted =
            Uncounted { practice: 3, among_persons: 1, among_computers: 0, unfinished: 2 };
        StatsReport { games: tally_by_level(&rows, Grouping::Size), uncounted }
    }

    #[test]
    fn each_game_has_a_table_with_the_columns_it_needs() {
        let mut text = Vec::new();
        report().write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(
            text,
            "\
Eater
against  size  played  won  drawn  lost     now  best    time
Smart       9       1    0      0     1  1 lost     0  45 min

Flip
against   size  played  won  drawn  lost  margin     now  best    time
Beginner     8       2    2      0     0    +7.5   2 won     2  1:30 h
Beginner    10       1    0      0     1   -20.0  1 lost     0  45 min
Master       8       1    0      0     1   -30.0  1 lost     0  45 min

Intensity
against     played  won  drawn  lost  margin      now  best    time
Master x 3       1    0      1     0    +0.0  1 drawn     0  45 min

Not counted: 2 unfinished, 3 for practice, 1 between people, 0 between computers.
"
        );
    }

    #[test]
    fn the_json_report_has_the_same_numbers() {
        let json = serde_json::to_value(report()).unwrap();
        let first = &json["games"][1];
        assert_eq!(
            (&first["game"], &first["size"], &first["won"]),
            (&"flip".into(), &8.into(), &2.into())
        );
        assert_eq!((&first["margin_mean"], &first["seconds"]), (&7.5.into(), &5400.0.into()));
        let streak = Streak { result: PersonResult::Won, games: 2 };
        assert_eq!(first["streak"], serde_json::to_value(streak).unwrap());
        assert_eq!(first["streak"]["result"], "won");
        assert_eq!(json["uncounted"]["unfinished"], 2);
    }
}
