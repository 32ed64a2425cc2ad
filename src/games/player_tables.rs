//! The players of all games as Markdown, for the README.

use std::fmt::Write as _;

use super::{ArcadeGame, GameKind, GameVisitor, HUMAN, HUMAN_DESCRIPTION};

/// A table for each game that can be played: the names of its players, and how they play.
pub fn player_tables() -> String {
    let tables: Vec<String> = GameKind::ALL.into_iter().map(|kind| kind.with(OfGame)).collect();
    tables.join("\n")
}

struct OfGame;

impl GameVisitor for OfGame {
    type Output = String;

    fn visit<G: ArcadeGame>(self) -> String {
        let mut table = format!("| {} | |\n|---|---|\n", G::TITLE);
        let players = G::players().iter().map(|kind| (kind.pattern(), kind.description));
        for (name, words) in std::iter::once((HUMAN.to_owned(), HUMAN_DESCRIPTION)).chain(players) {
            let _ = writeln!(table, "| `{name}` | {words} |");
        }
        table
    }
}
