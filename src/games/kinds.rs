//! The facts of a game that is only known at run time.

use fourcade_engine::{GameKind, with_game};

use super::{ArcadeGame, PlayerList};

/// An operation on a game whose type is only known at run time. [`ArcadeKind::with`] calls it with
/// the type.
pub trait GameVisitor {
    /// The result of the operation.
    type Output;

    /// Runs the operation for the game `G`.
    fn visit<G: ArcadeGame>(self) -> Self::Output;
}

/// What the arcade knows of each game.
pub trait ArcadeKind: Copy {
    /// Runs an operation for the type of this game.
    fn with<V: GameVisitor>(self, visitor: V) -> V::Output;

    /// The name shown to people.
    fn title(self) -> &'static str;

    /// What the game is about, in one line.
    fn summary(self) -> &'static str;

    /// Writes a number of turns for people, such as `1 round`; see [`ArcadeGame::TURN_NAME`].
    fn count_turns(self, turns: u32) -> String;

    /// The places among which one person chooses, by seat.
    fn seat_choices(self) -> &'static [&'static str];

    /// Who sits where if two people play at one keyboard, in sentences on separate lines.
    fn friends(self) -> &'static str;

    /// The player on each seat when none is given.
    fn default_seats(self) -> &'static [&'static str];

    /// The rules, as a page of Markdown.
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
