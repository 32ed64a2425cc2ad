//! The computer opponents of each level: their names, and what they say before and after a game.
//!
//! They are in `assets/opponents.toml`, one table for each game and level.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use fourcade_engine::{GameKind, play::Level};

/// A computer opponent.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opponent {
    pub name: String,
    start: Vec<String>,
    won: Vec<String>,
    lost: Vec<String>,
}

/// When an opponent says something: at the start, or after it has won or lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    Start,
    Won,
    Lost,
}

/// By game and level.
type Opponents = BTreeMap<String, BTreeMap<String, Opponent>>;

static OPPONENTS: LazyLock<Opponents> = LazyLock::new(|| read().unwrap_or_default());

fn read() -> Result<Opponents, toml::de::Error> {
    toml::from_str(include_str!("../../assets/opponents.toml"))
}

impl Opponent {
    pub fn of(kind: GameKind, level: Level) -> Option<&'static Self> {
        OPPONENTS.get(kind.key())?.get(&level.name().to_lowercase())
    }

    /// What it says at this moment of the game with this seed.
    pub fn line(&self, moment: Moment, seed: u64) -> Option<&str> {
        let lines = match moment {
            Moment::Start => &self.start,
            Moment::Won => &self.won,
            Moment::Lost => &self.lost,
        };
        let count = u64::try_from(lines.len()).ok()?;
        let at = usize::try_from(seed.checked_rem(count)?).ok()?;
        lines.get(at).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_level_of_every_game_has_an_opponent_with_short_lines() {
        let mut names = BTreeSet::new();
        for kind in GameKind::ALL {
            for level in Level::ALL {
                let opponent = Opponent::of(kind, level).expect("an opponent");
                assert!(names.insert(&opponent.name), "{} is there twice", opponent.name);
                for lines in [&opponent.start, &opponent.won, &opponent.lost] {
                    assert_eq!(lines.len(), 2, "{}", opponent.name);
                    for line in lines {
                        assert!(line.is_ascii() && line.len() <= 60, "{line}");
                        assert!(line.ends_with(['.', '?', '!']), "{line}");
                    }
                }
            }
        }
        let all = read().expect("a valid file");
        assert_eq!(all.values().map(BTreeMap::len).sum::<usize>(), names.len());
    }

    #[test]
    fn the_seed_says_which_line() {
        let irma = Opponent::of(GameKind::Flip, Level::Hard).unwrap();
        let start = |seed| irma.line(Moment::Start, seed).unwrap();
        assert_eq!(start(2), "I'd rather have moves than tiles.");
        assert_ne!(start(2), start(3));
        assert_eq!(start(u64::MAX), start(3));
        assert_eq!(irma.line(Moment::Lost, 1), Some("Well counted at the end."));
    }
}
