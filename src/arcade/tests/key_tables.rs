//! All key tables, for the tests and the documentation.

use std::fmt::Write as _;

use super::pages;
use crate::{
    arcade::{
        dialog, keys, program_question,
        screens::{
            advanced_setup, daily, help, lesson, lobby, menu, new_game, new_table, review,
            saved_games, settings, statistics,
        },
        table,
    },
    games::{Controller, GameFacts, GameView},
    widgets::{Binding, Key, keys::WhileRefused},
};
use fourcade_engine::{GameKind, flip::Flip, with_game};

/// A key table, without the commands.
pub struct KeyTable {
    /// The screen or game to which the keys belong.
    pub title: String,
    /// The rows.
    pub rows: Vec<KeyRow>,
}

/// A row of a key table, without the command.
#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    pub keys: &'static [Key],
    pub footer: Option<(&'static str, &'static str)>,
    pub description: &'static str,
}

impl KeyRow {
    fn new<C, S>(binding: &Binding<C, S>) -> Self {
        let Binding { keys, footer, description, .. } = *binding;
        Self { keys, footer, description }
    }
}

impl KeyTable {
    fn new<C, S>(title: impl Into<String>, bindings: &[Binding<C, S>]) -> Self {
        Self { title: title.into(), rows: bindings.iter().map(KeyRow::new).collect() }
    }

    fn to_markdown(&self) -> String {
        let mut table = format!("| {} | |\n|---|---|\n", self.title);
        for row in &self.rows {
            let keys: Vec<String> =
                row.keys.iter().map(|key| format!("`{}`", key.name())).collect();
            let _ = writeln!(table, "| {} | {} |", keys.join(" "), row.description);
        }
        table
    }
}

pub fn everywhere() -> KeyTable {
    KeyTable::new("Everywhere", keys::KEYS)
}

pub fn at_the_table() -> KeyTable {
    of_table("At the table", false)
}

pub fn at_a_shared_table() -> KeyTable {
    of_table("At a table shared with others", true)
}

/// The rows of the table's commands that all tables have, or that only shared tables have.
fn of_table(title: &str, is_shared: bool) -> KeyTable {
    let rows = table::rows::rows::<Flip>().iter();
    let rows = rows.filter(|row| (row.while_refused == WhileRefused::Absent) == is_shared);
    KeyTable { title: title.to_owned(), rows: rows.map(KeyRow::new).collect() }
}

pub fn result() -> KeyTable {
    KeyTable::new("On the result card", &table::result::KEYS)
}

pub fn daily() -> KeyTable {
    KeyTable::new("On the page of today's deals", &daily::KEYS)
}

pub fn of_games() -> Vec<KeyTable> {
    let keys = |kind| {
        let title = GameFacts::of(kind).title;
        with_game!(kind, G => {
            KeyTable::new(title, <<G as GameView>::Controller as Controller<G>>::KEYS)
        })
    };
    GameKind::ALL.map(keys).into()
}

pub fn menu() -> KeyTable {
    KeyTable::new("In the menu", &menu::KEYS)
}

pub fn settings() -> KeyTable {
    KeyTable::new("In the settings", &settings::KEYS)
}

pub fn saved_games() -> KeyTable {
    KeyTable::new("In the saved games", &saved_games::KEYS)
}

pub fn statistics() -> KeyTable {
    KeyTable::new("In the statistics", &statistics::KEYS)
}

pub fn lesson() -> KeyTable {
    KeyTable::new("In a lesson", lesson::LessonScreen::<Flip>::ROWS)
}

pub fn review() -> KeyTable {
    KeyTable::new("In a review", &review::KEYS)
}

pub fn new_game() -> KeyTable {
    KeyTable::new("In a new game", &new_game::KEYS)
}

pub fn lobby() -> KeyTable {
    KeyTable::new("Among the shared tables", &lobby::KEYS)
}

pub fn leaderboard() -> KeyTable {
    KeyTable::new("On the leaderboard", &lobby::LEADERBOARD_KEYS)
}

pub fn new_table() -> KeyTable {
    KeyTable::new("For a new shared table", &new_table::KEYS)
}

pub fn advanced_setup() -> KeyTable {
    KeyTable::new("In the advanced setup of a game", &advanced_setup::KEYS)
}

pub fn help() -> KeyTable {
    KeyTable::new("In the help", &help::KEYS)
}

pub fn input() -> KeyTable {
    KeyTable::new("In a text field", dialog::INPUT_KEYS)
}

pub fn program_question() -> KeyTable {
    KeyTable::new("When asked whether to start a program", &program_question::KEYS)
}

/// The key tables of the manual, as Markdown.
fn markdown() -> String {
    let mut tables = vec![
        everywhere(),
        menu(),
        saved_games(),
        statistics(),
        settings(),
        new_game(),
        advanced_setup(),
        at_the_table(),
        at_a_shared_table(),
    ];
    tables.extend(of_games());
    tables.extend([
        result(),
        daily(),
        lobby(),
        new_table(),
        lesson(),
        review(),
        help(),
        input(),
        program_question(),
    ]);
    tables.iter().map(KeyTable::to_markdown).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_key_tables_of_the_manual_match_the_bindings() {
    pages::check("playing.md", "keys", &markdown());
}
