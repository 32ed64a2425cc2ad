//! The facts of a game that is only known at run time.

use std::fmt::Write as _;

use super::{ArcadeGame, HUMAN_DESCRIPTION, PlayerList};
use fourcade_engine::{GameKind, play::HUMAN, with_game};

/// An operation on a game whose type is only known at run time. [`ArcadeKind::with`] calls it with
/// the type.
pub trait GameVisitor {
    type Output;

    fn visit<G: ArcadeGame>(self) -> Self::Output;
}

/// What [`ArcadeGame`] says of a game, for a game that is only known at run time.
pub trait ArcadeKind: Copy {
    fn with<V: GameVisitor>(self, visitor: V) -> V::Output;

    fn title(self) -> &'static str;
    fn summary(self) -> &'static str;

    /// Writes a number of turns for people, such as `1 round`; see [`ArcadeGame::TURN_NAME`].
    fn count_turns(self, turns: u32) -> String;
    fn seat_choices(self) -> &'static [&'static str];
    fn friends(self) -> &'static str;
    fn default_seats(self) -> &'static [&'static str];
    fn rules(self) -> &'static str;

    /// The computer players, those that start programs included.
    fn players(self) -> PlayerList;
}

impl ArcadeKind for GameKind {
    fn with<V: GameVisitor>(self, visitor: V) -> V::Output {
        with_game!(self, G => visitor.visit::<G>())
    }

    fn title(self) -> &'static str {
        with_game!(self, G => G::TITLE)
    }

    fn summary(self) -> &'static str {
        with_game!(self, G => G::SUMMARY)
    }

    fn count_turns(self, turns: u32) -> String {
        let name = with_game!(self, G => G::TURN_NAME);
        format!("{turns} {name}{}", if turns == 1 { "" } else { "s" })
    }

    fn seat_choices(self) -> &'static [&'static str] {
        with_game!(self, G => G::SEAT_CHOICES)
    }

    fn friends(self) -> &'static str {
        with_game!(self, G => G::FRIENDS)
    }

    fn default_seats(self) -> &'static [&'static str] {
        with_game!(self, G => G::DEFAULT_SEATS)
    }

    fn rules(self) -> &'static str {
        with_game!(self, G => G::RULES)
    }

    fn players(self) -> PlayerList {
        with_game!(self, G => PlayerList::of::<G>())
    }
}

pub fn player_tables() -> String {
    let tables: Vec<String> = GameKind::ALL.into_iter().map(player_table).collect();
    tables.join("\n")
}

fn player_table(game: GameKind) -> String {
    let mut table = format!("| {} | |\n|---|---|\n", game.title());
    let _ = writeln!(table, "| `{HUMAN}` | {HUMAN_DESCRIPTION} |");
    for kind in game.players().kinds {
        let _ = writeln!(table, "| `{}` | {} |", kind.pattern(), kind.description);
    }
    table
}
