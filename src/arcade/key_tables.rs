//! All key tables, for the documentation and the tests.

use std::fmt::Write as _;

use super::{
    dialog, keys, program_question,
    screens::{
        advanced_setup, daily, help, lesson, lobby, menu, new_game, new_table, review, saved_games,
        settings, statistics,
    },
    table,
};
use crate::games::ArcadeKind as _;
use crate::{
    games::{ArcadeGame, Controller, GameVisitor},
    widgets::Binding,
};
use fourcade_engine::GameKind;

/// A key table, without the commands.
pub struct KeyTable {
    /// The screen or game to which the keys belong.
    pub title: String,
    /// The rows.
    pub rows: Vec<Binding<()>>,
}

impl KeyTable {
    fn new<C: Copy>(title: impl Into<String>, bindings: &[Binding<C>]) -> Self {
        let rows = bindings.iter().map(Binding::without_command).collect();
        Self { title: title.into(), rows }
    }

    /// The table in Markdown.
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

/// The keys that work on every screen.
pub fn everywhere() -> KeyTable {
    KeyTable::new("Everywhere", keys::KEYS)
}

/// The keys that every game's table has.
pub fn at_the_table() -> KeyTable {
    KeyTable::new("At the table", &table::KEYS)
}

/// The keys that a table shared with other terminals has in addition.
pub fn at_a_shared_table() -> KeyTable {
    KeyTable::new("At a table shared with others", &table::SHARED_KEYS)
}

/// The keys of the result card.
pub fn result() -> KeyTable {
    KeyTable::new("On the result card", &table::result::KEYS)
}

/// The keys of the page of today's deals.
pub fn daily() -> KeyTable {
    KeyTable::new("On the page of today's deals", &daily::KEYS)
}

/// The keys of each game at the table.
pub fn of_games() -> Vec<KeyTable> {
    struct KeysOf;
    impl GameVisitor for KeysOf {
        type Output = KeyTable;
        fn visit<G: ArcadeGame>(self) -> KeyTable {
            KeyTable::new(G::TITLE, <G::Controller as Controller<G>>::KEYS)
        }
    }
    GameKind::ALL.into_iter().map(|kind| kind.with(KeysOf)).collect()
}

/// The keys of the menu.
pub fn menu() -> KeyTable {
    KeyTable::new("In the menu", &menu::KEYS)
}

/// The keys of the settings.
pub fn settings() -> KeyTable {
    KeyTable::new("In the settings", &settings::KEYS)
}

/// The keys of the saved games.
pub fn saved_games() -> KeyTable {
    KeyTable::new("In the saved games", &saved_games::KEYS)
}

/// The keys of the statistics.
pub fn statistics() -> KeyTable {
    KeyTable::new("In the statistics", &statistics::KEYS)
}

/// The keys of a lesson.
pub fn lesson() -> KeyTable {
    KeyTable::new("In a lesson", &lesson::KEYS)
}

/// The keys of the review.
pub fn review() -> KeyTable {
    KeyTable::new("In a review", &review::KEYS)
}

/// The keys of the New game page.
pub fn new_game() -> KeyTable {
    KeyTable::new("In a new game", &new_game::KEYS)
}

/// The keys of the lobby.
pub fn lobby() -> KeyTable {
    KeyTable::new("Among the shared tables", &lobby::KEYS)
}

/// The keys of the leaderboard.
pub fn leaderboard() -> KeyTable {
    KeyTable::new("On the leaderboard", &lobby::LEADERBOARD_KEYS)
}

/// The keys of the page of a new shared table.
pub fn new_table() -> KeyTable {
    KeyTable::new("For a new shared table", &new_table::KEYS)
}

/// The keys of the advanced setup.
pub fn advanced_setup() -> KeyTable {
    KeyTable::new("In the advanced setup of a game", &advanced_setup::KEYS)
}

/// The keys of the help.
pub fn help() -> KeyTable {
    KeyTable::new("In the help", help::KEYS)
}

/// The keys of a text input.
pub fn input() -> KeyTable {
    KeyTable::new("In a text field", dialog::INPUT_KEYS)
}

/// The keys of the question whether a program may start.
pub fn program_question() -> KeyTable {
    KeyTable::new("When asked whether to start a program", &program_question::KEYS)
}

/// All key tables as Markdown.
pub fn markdown() -> String {
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
