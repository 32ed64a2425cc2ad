//! All key tables in one place: for the README, and for the tests that look for clashes.

use std::fmt::Write as _;

use super::{arcade, dialog, help, menu, review, saved_games, settings, setup, statistics, table};
use crate::{
    games::{ArcadeGame, Controls, GameKind, GameVisitor},
    ui::{Binding, Key, keys::When},
};

/// The rows of one key table, whatever they do.
pub struct KeyTable {
    /// Where they apply.
    pub title: String,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A row of a key table, without what it does.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// See [`Binding::keys`].
    pub keys: &'static [Key],
    /// See [`Binding::footer`].
    pub footer: Option<(&'static str, &'static str)>,
    /// See [`Binding::words`].
    pub words: &'static str,
    /// See [`Binding::when`].
    pub when: When,
}

impl KeyTable {
    fn new<C>(title: impl Into<String>, bindings: &[Binding<C>]) -> Self {
        let row =
            |b: &Binding<C>| Row { keys: b.keys, footer: b.footer, words: b.words, when: b.when };
        Self { title: title.into(), rows: bindings.iter().map(row).collect() }
    }

    /// As a table of Markdown.
    fn to_markdown(&self) -> String {
        let mut table = format!("| {} | |\n|---|---|\n", self.title);
        for row in &self.rows {
            let keys: Vec<String> =
                row.keys.iter().map(|key| format!("`{}`", key.name())).collect();
            let _ = writeln!(table, "| {} | {} |", keys.join(" "), row.words);
        }
        table
    }
}

/// The keys that work on every screen.
pub fn everywhere() -> KeyTable {
    KeyTable::new("Everywhere", arcade::KEYS)
}

/// The table's own keys.
pub fn at_the_table() -> KeyTable {
    KeyTable::new("At the table", &table::KEYS)
}

/// Each game's keys at the table.
pub fn of_games() -> Vec<KeyTable> {
    struct OfGame;
    impl GameVisitor for OfGame {
        type Output = KeyTable;
        fn visit<G: ArcadeGame>(self) -> KeyTable {
            KeyTable::new(G::TITLE, <G::Controls as Controls<G>>::KEYS)
        }
    }
    GameKind::ALL.into_iter().map(|kind| kind.with(OfGame)).collect()
}

/// The menu's keys.
pub fn menu() -> KeyTable {
    KeyTable::new("In the menu", &menu::KEYS)
}

/// The keys of the settings.
pub fn settings() -> KeyTable {
    KeyTable::new("In the settings", &settings::KEYS)
}

/// The keys of the kept games.
pub fn saved_games() -> KeyTable {
    KeyTable::new("In the kept games", &saved_games::KEYS)
}

/// The keys of the statistics.
pub fn statistics() -> KeyTable {
    KeyTable::new("In the statistics", &statistics::KEYS)
}

/// The keys of the review.
pub fn review() -> KeyTable {
    KeyTable::new("In the review of a game", &review::KEYS)
}

/// The setup's keys.
pub fn setup() -> KeyTable {
    KeyTable::new("In the setup of a game", &setup::KEYS)
}

/// The help's keys.
pub fn help() -> KeyTable {
    KeyTable::new("In the help", help::KEYS)
}

/// The keys of a line of text.
pub fn input() -> KeyTable {
    KeyTable::new("In a line of text", dialog::INPUT_KEYS)
}

/// All key tables as Markdown.
pub fn markdown() -> String {
    let mut tables = vec![
        everywhere(),
        menu(),
        saved_games(),
        statistics(),
        settings(),
        setup(),
        at_the_table(),
    ];
    tables.extend(of_games());
    tables.extend([review(), help(), input()]);
    tables.iter().map(KeyTable::to_markdown).collect::<Vec<_>>().join("\n")
}
