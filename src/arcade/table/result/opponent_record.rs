//! The results of a person against the same opponents, in sentences.

use crate::{
    app::{counting, feats},
    database::{Database, PersonResult, statistics::CountedGame},
    games::feats::Feat,
    practice::stars::{Star, has_star},
    widgets::Look,
};
use fourcade_engine::{GameKind, play::Level};

/// The results of a person against the same opponents on the same board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentRecord {
    played: usize,
    won: usize,
    /// The number of games won in a row, up to the last one.
    pub streak: usize,
    /// The number of games lost in a row, up to the last one.
    pub losses: usize,
    /// How the person stands with the star of the opponents' level, if they have one.
    pub star: Option<Star>,
    /// The feats that were done first in the last game.
    pub feats: Vec<&'static Feat>,
    /// Whether the last game has a larger margin than all earlier ones.
    is_new_best: bool,
    /// The margin of the last game, if it has one.
    last: Option<i32>,
}

impl OpponentRecord {
    /// Adds up the games against these opponents. The games must be in the order in which they
    /// ended.
    fn of(games: &[CountedGame], opponents: &str, size: Option<u16>) -> Self {
        let is_same = |game: &&CountedGame| game.opponents == opponents && game.size == size;
        let games: Vec<_> = games.iter().filter(is_same).collect();
        let is_won = |game: &&&CountedGame| game.result == PersonResult::Won;
        let is_lost = |game: &&&CountedGame| game.result == PersonResult::Lost;
        let margins = |games: &[&CountedGame]| games.iter().filter_map(|game| game.margin).max();
        let (last, earlier) = match games.split_last() {
            Some((last, earlier)) => (last.margin, margins(earlier)),
            None => (None, None),
        };
        Self {
            played: games.len(),
            won: games.iter().filter(is_won).count(),
            streak: games.iter().rev().take_while(is_won).count(),
            losses: games.iter().rev().take_while(is_lost).count(),
            star: None,
            feats: Vec::new(),
            is_new_best: last.zip(earlier).is_some_and(|(last, earlier)| last > earlier),
            last,
        }
    }

    /// Reads the games of this kind, adds up those against these opponents, and lights the star of
    /// their level if it is earned. `counts` is whether the game on the table is one of them.
    /// Returns `None` if the database can't be read.
    pub fn load(
        database: &mut Database,
        (kind, level): (GameKind, Option<Level>),
        (opponents, size): (&str, Option<u16>),
        counts: bool,
    ) -> Option<Self> {
        let games = counting::games(database, Some(kind.key())).ok()?;
        // A star that can't be stored is lit by the next game.
        let level = level.filter(|&level| has_star(level));
        let star = level.and_then(|level| Star::update(database, kind, level, &games).ok());
        if !counts {
            return Some(Self { star, ..Self::default() });
        }
        let feats = feats::of_last(database, kind, &games).unwrap_or_default();
        Some(Self { star, feats, ..Self::of(&games, opponents, size) })
    }

    /// Says what is missing for the star of a level, or that it was lit. `is_helped` is whether the
    /// game on the table doesn't count for it.
    pub fn star_sentence(&self, level: Level, is_helped: bool, look: &Look) -> Option<String> {
        let sentence = self.star?.sentence(level, is_helped)?;
        let is_new = matches!(self.star, Some(Star::New));
        Some(if is_new { format!("{} {sentence}", look.glyphs.stars[1]) } else { sentence })
    }

    /// Describes the record in up to two sentences. `against` names the opponents, such as
    /// `against Medium`.
    pub fn sentences(&self, against: &str, has_scores: bool) -> Vec<String> {
        let Self { played, won, streak, .. } = self;
        if *played == 0 {
            return Vec::new();
        }
        if *played == 1 {
            let margin = self.last.filter(|_| has_scores);
            let result = margin.map_or_else(String::new, |margin| match margin {
                0 => ": a tie".to_owned(),
                1.. => format!(": won by {margin}"),
                _ => format!(": lost by {}", -margin),
            });
            return vec![format!("Your first game {against}{result}.")];
        }
        let best = self.last.filter(|best| has_scores && self.is_new_best && *best > 0);
        let best = best.map(|best| format!("A new best {against}: won by {best}."));
        let standing = match streak {
            2.. => format!("{streak} wins in a row, {won} of {played} so far."),
            _ => format!("{won} of {played} won so far."),
        };
        best.into_iter().chain([standing]).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn game(opponents: &str, result: PersonResult, margin: i32) -> CountedGame {
        CountedGame {
            game: "flip".to_owned(),
            size: Some(8),
            opponents: opponents.to_owned(),
            ended: 0,
            result,
            margin: Some(margin),
            time: Duration::ZERO,
        }
    }

    #[test]
    fn only_games_against_the_same_opponents_count() {
        use PersonResult::{Lost, Won};
        let mut games = vec![
            game("level:3", Won, 20),
            game("level:3", Lost, -8),
            game("level:4", Lost, -40),
            game("level:3", Won, 2),
            game("level:3", Won, 22),
        ];
        let record = OpponentRecord::of(&games, "level:3", Some(8));
        let expected = OpponentRecord {
            played: 4,
            won: 3,
            streak: 2,
            losses: 0,
            star: None,
            feats: Vec::new(),
            is_new_best: true,
            last: Some(22),
        };
        assert_eq!(record, expected);
        assert_eq!(
            record.sentences("against Medium", true),
            ["A new best against Medium: won by 22.", "2 wins in a row, 3 of 4 so far."]
        );
        games.pop();
        let record = OpponentRecord::of(&games, "level:3", Some(8));
        assert_eq!(record.sentences("against Medium", true), ["2 of 3 won so far."]);
        assert_eq!(OpponentRecord::of(&games, "level:3", Some(6)).played, 0);
        let first = OpponentRecord::of(&games, "level:4", Some(8));
        let lost = ["Your first game against Hard: lost by 40."];
        assert_eq!(first.sentences("against Hard", true), lost);
        // Who has won is said above.
        assert_eq!(first.sentences("against Hard", false), ["Your first game against Hard."]);
    }
}
