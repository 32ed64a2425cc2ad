//! `fourcade stats`: who has won how often, by game, opponent and size.

use std::{
    collections::BTreeMap,
    io::{self, BufWriter, Write, stdout},
    process::ExitCode,
};

use serde::Serialize;

use super::{
    error::{self, Error},
    report::{counted, write_aligned},
};
use crate::{
    games::GameKind,
    store::{
        Store, paths,
        statistics::{Grouping, ResultTally, Uncounted, tally},
    },
};

/// What is counted, for people.
const COUNTED: &str = "Counted are games that are over and in which just one person played. Won is a first place of \
                       one's own, drawn a shared one; a game that was given up is lost, and has no margin. Games for \
                       practice are neither won nor lost.";

/// Your games: played, won, lost, margins, streaks
#[derive(clap::Args)]
#[command(after_help = COUNTED, after_long_help = help())]
pub struct Stats {
    /// This game only
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

margin: points ahead of the best other, on average.  now: how the last games ended alike (3 won: the last three).
best: the most games won one after the other.  time: hours and minutes at the table, practice included."
    )
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Report {
    games: Vec<ResultTally>,
    uncounted: Uncounted,
}

impl Stats {
    /// Runs it.
    pub fn run(self) -> Result<ExitCode, Error> {
        let report = self.report()?;
        let mut output = BufWriter::new(stdout());
        if self.json {
            serde_json::to_writer(&mut output, &report).map_err(io::Error::from)?;
            writeln!(output)?;
        } else {
            report.write(&mut output)?;
        }
        output.flush()?;
        Ok(ExitCode::SUCCESS)
    }

    fn report(&self) -> Result<Report, Error> {
        let game = self.game.map(GameKind::key);
        // Looking makes no file.
        let file = paths::database().filter(|file| file.exists());
        let Some(file) = file else {
            return Ok(Report { games: Vec::new(), uncounted: Uncounted::default() });
        };
        let store = Store::at(file, || ());
        let found = store.counted_games(game).and_then(|rows| Ok((rows, store.uncounted(game)?)));
        // What was wrong is said by the answer, too; what was set aside only here.
        let news = store.news();
        let (rows, uncounted) = found.map_err(|why| Error::Failed(why.to_string()))?;
        for words in news {
            error::report(&words);
        }
        Ok(Report { games: tally(&rows, Grouping::Size), uncounted })
    }
}

/// A column of a table: its heading, and what stands under it.
type Column = (&'static str, fn(&ResultTally) -> String);

const COLUMNS: &[Column] = &[
    ("against", |sum| sum.opponents.clone().unwrap_or_default()),
    ("size", |sum| sum.size.map(|size| size.to_string()).unwrap_or_default()),
    ("played", |sum| sum.played.to_string()),
    ("won", |sum| sum.won.to_string()),
    ("drawn", |sum| sum.drawn.to_string()),
    ("lost", |sum| sum.lost.to_string()),
    ("margin", ResultTally::margin_text),
    ("now", ResultTally::streak_text),
    ("best", |sum| sum.longest_won.to_string()),
    ("hinted", |sum| sum.hinted.to_string()),
    ("practice", |sum| sum.practice.to_string()),
    ("time", ResultTally::time_text),
];

impl Report {
    fn write(&self, output: &mut dyn Write) -> io::Result<()> {
        let mut games: BTreeMap<&str, Vec<&ResultTally>> = BTreeMap::new();
        for sum in &self.games {
            games.entry(sum.game.as_deref().unwrap_or_default()).or_default().push(sum);
        }
        if games.is_empty() {
            writeln!(output, "No games of one person are over yet.\n")?;
        }
        for (key, sums) in games {
            write_game(key, &sums, output)?;
        }
        let Uncounted { among_persons, among_computers, unfinished } = self.uncounted;
        let number = |count: u32| counted(usize::try_from(count).unwrap_or(usize::MAX), "game");
        writeln!(
            output,
            "Not counted: {} of several persons, {} of computers alone, {} not over.",
            number(among_persons),
            number(among_computers),
            number(unfinished)
        )
    }
}

fn write_game(key: &str, sums: &[&ResultTally], output: &mut dyn Write) -> io::Result<()> {
    let kind = key.parse::<GameKind>().ok();
    let is_used = |(heading, _): &&Column| match *heading {
        "size" => sums.iter().any(|sum| sum.size.is_some()),
        "margin" => kind.is_none_or(GameKind::has_scores),
        _ => true,
    };
    let columns: Vec<_> = COLUMNS.iter().filter(is_used).collect();
    writeln!(output, "{}", kind.map_or(key, |kind| kind.title()))?;
    let mut rows =
        vec![columns.iter().map(|(heading, _)| (*heading).to_owned()).collect::<Vec<_>>()];
    rows.extend(sums.iter().map(|sum| columns.iter().map(|(_, cell)| cell(sum)).collect()));
    write_aligned(output, &rows)?;
    writeln!(output)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::store::{
        PersonResult,
        statistics::{CountedGame, Streak},
    };

    fn row(
        game: &str,
        size: Option<u16>,
        opponents: &str,
        result: PersonResult,
        margin: i32,
    ) -> CountedGame {
        CountedGame {
            game: game.to_owned(),
            size,
            opponents: opponents.to_owned(),
            ended: 0,
            result,
            margin: Some(margin),
            time: Duration::from_secs(45 * 60),
            is_hinted: false,
            is_practice: false,
        }
    }

    fn report() -> Report {
        let rows = [
            row("flip", Some(8), "level:3", PersonResult::Won, 10),
            row("flip", Some(8), "level:3", PersonResult::Won, 5),
            row("flip", Some(10), "level:3", PersonResult::Lost, -20),
            row("eater", Some(9), "smart", PersonResult::Lost, -1),
            row("intensity", None, "expert x 3", PersonResult::Drawn, 0),
        ];
        let uncounted = Uncounted { among_persons: 1, among_computers: 0, unfinished: 2 };
        Report { games: tally(&rows, Grouping::Size), uncounted }
    }

    #[test]
    fn each_game_has_a_table_with_the_columns_that_mean_something() {
        let mut text = Vec::new();
        report().write(&mut text).unwrap();
        let text = String::from_utf8(text).unwrap();
        assert_eq!(
            text,
            "\
Eater
against  size  played  won  drawn  lost     now  best  hinted  practice  time
smart       9       1    0      0     1  1 lost     0       0         0  0:45

Flip
against  size  played  won  drawn  lost  margin     now  best  hinted  practice  time
level:3     8       2    2      0     0    +7.5   2 won     2       0         0  1:30
level:3    10       1    0      0     1   -20.0  1 lost     0       0         0  0:45

Intensity
against     played  won  drawn  lost  margin      now  best  hinted  practice  time
expert x 3       1    0      1     0    +0.0  1 drawn     0       0         0  0:45

Not counted: 1 game of several persons, 0 games of computers alone, 2 games not over.
"
        );
    }

    #[test]
    fn the_json_has_the_same_numbers() {
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
