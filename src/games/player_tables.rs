//! The players of all games as Markdown tables, for the documentation.

use std::fmt::Write as _;

use super::{ArcadeGame, GameKind, GameVisitor, HUMAN, HUMAN_DESCRIPTION};

/// Returns a table for each game with the names and descriptions of its players.
pub fn player_tables() -> String {
    let tables: Vec<String> =
        GameKind::ALL.into_iter().map(|kind| kind.with(PlayerTable)).collect();
    tables.join("\n")
}

struct PlayerTable;

impl GameVisitor for PlayerTable {
    type Output = String;

    fn visit<G: ArcadeGame>(self) -> String {
        let mut table = format!("| {} | |\n|---|---|\n", G::TITLE);
        let players = G::players().iter().map(|kind| (kind.pattern(), kind.description));
        for (name, description) in
            std::iter::once((HUMAN.to_owned(), HUMAN_DESCRIPTION)).chain(players)
        {
            let _ = writeln!(table, "| `{name}` | {description} |");
        }
        table
    }
}
