//! A person's results against the same opponents on a board of the same size.

use crate::{
    app::{counting, feats},
    database::{Database, PersonResult, statistics::FinishedGame},
    games::feats::Feat,
    practice::stars::{Star, has_star},
};
use fourcade_engine::{GameKind, play::Level};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentRecord {
    played: usize,
    won: usize,
    pub winning_streak: usize,
    pub losing_streak: usize,
    /// The progress to the star of the opponents' level, if there is one.
    pub star: Option<Star>,
    /// The feats achieved for the first time in the last game.
    pub feats: Vec<&'static Feat>,
    is_new_best: bool,
    last_margin: Option<i32>,
}

impl OpponentRecord {
    /// Counts the games against these opponents. The games must be in the order of their ends.
    fn of(games: &[FinishedGame], opponents: &str, size: Option<u16>) -> Self {
        let is_same = |game: &&FinishedGame| game.opponents == opponents && game.size == size;
        let games: Vec<_> = games.iter().filter(is_same).collect();
        let is_won = |game: &&&FinishedGame| game.result == PersonResult::Won;
        let is_lost = |game: &&&FinishedGame| game.result == PersonResult::Lost;
        let margins =
            |games: &[&FinishedGame]| games.iter().filter_map(|game| game.margin.points()).max();
        let (last, earlier) = match games.split_last() {
            Some((last, earlier)) => (last.margin.points(), margins(earlier)),
            None => (None, None),
        };
        Self {
            played: games.len(),
            won: games.iter().filter(is_won).count(),
            winning_streak: games.iter().rev().take_while(is_won).count(),
            losing_streak: games.iter().rev().take_while(is_lost).count(),
            star: None,
            feats: Vec::new(),
            is_new_best: last.zip(earlier).is_some_and(|(last, earlier)| last > earlier),
            last_margin: last,
        }
    }

    /// Reads the games and stores a star that is earned; `None` if the database can't be read.
    /// `counts` means that the database has the game on the table.
    pub fn load(
        database: &mut Database,
        kind: GameKind,
        level: Option<Level>,
        opponents: &str,
        size: Option<u16>,
        counts: bool,
    ) -> Option<Self> {
        let games = counting::games(database, Some(kind.key())).ok()?;
        // A star that can't be stored is earned again by the next game.
        let level = level.filter(|&level| has_star(level));
        let star = level.and_then(|level| Star::update(database, kind, level, &games).ok());
        if !counts {
            return Some(Self { star, ..Self::default() });
        }
        let feats = feats::done_in_last_game(database, kind, &games).unwrap_or_default();
        Some(Self { star, feats, ..Self::of(&games, opponents, size) })
    }

    /// `against` is such as `against Lotte`.
    pub fn news(&self, against: &str, has_scores: bool) -> Option<String> {
        let best = self.last_margin.filter(|best| has_scores && self.is_new_best && *best > 0);
        if let Some(best) = best {
            return Some(format!("A new best {against}: won by {best}."));
        }
        let wins = self.winning_streak;
        (wins >= 2).then(|| format!("{wins} wins in a row {against}."))
    }

    /// `None` if there was no other game that counts.
    pub fn standing(&self, against: &str) -> Option<String> {
        match self.played {
            0 | 1 => None,
            played => Some(format!("{} of {played} won {against}.", self.won)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::database::statistics::Margin;

    fn game(opponents: &str, result: PersonResult, margin: i32) -> FinishedGame {
        FinishedGame {
            id: 0,
            game: "flip".to_owned(),
            size: Some(8),
            opponents: opponents.to_owned(),
            ended: 0,
            result,
            margin: Margin::Points(margin),
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
            winning_streak: 2,
            losing_streak: 0,
            star: None,
            feats: Vec::new(),
            is_new_best: true,
            last_margin: Some(22),
        };
        assert_eq!(record, expected);
        let news = |record: &OpponentRecord, has_scores| record.news("against Medium", has_scores);
        let best = "A new best against Medium: won by 22.";
        assert_eq!(news(&record, true).as_deref(), Some(best));
        assert_eq!(news(&record, false).as_deref(), Some("2 wins in a row against Medium."));
        let standing = |record: &OpponentRecord| record.standing("against Medium");
        assert_eq!(standing(&record).as_deref(), Some("3 of 4 won against Medium."));
        games.pop();
        let record = OpponentRecord::of(&games, "level:3", Some(8));
        assert_eq!(news(&record, true), None);
        assert_eq!(standing(&record).as_deref(), Some("2 of 3 won against Medium."));
        assert_eq!(OpponentRecord::of(&games, "level:3", Some(6)).played, 0);
        let first = OpponentRecord::of(&games, "level:4", Some(8));
        assert_eq!(news(&first, true), None);
        assert_eq!(standing(&first), None);
    }

    #[test]
    fn a_game_that_does_not_count_has_no_standing() {
        let (kind, opponents) = (GameKind::Flip, "level:3");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let mut database = Database::open(Some(path), Duration::from_secs(1));
        let record = OpponentRecord::load(&mut database, kind, None, opponents, Some(8), false);
        assert_eq!(record.unwrap().standing("against Medium"), None);
    }
}
