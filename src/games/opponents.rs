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
    /// What it may say when a game begins.
    start: Vec<String>,
    /// What it may say when it has won.
    won: Vec<String>,
    /// What it may say when it has lost.
    lost: Vec<String>,
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

    /// What it says when the game with this seed begins.
    pub fn greeting(&self, seed: u64) -> Option<String> {
        self.say(&self.start, seed)
    }

    /// What it says when it has won or lost the game with this seed.
    pub fn farewell(&self, has_won: bool, seed: u64) -> Option<String> {
        self.say(if has_won { &self.won } else { &self.lost }, seed)
    }

    fn say(&self, lines: &[String], seed: u64) -> Option<String> {
        let count = u64::try_from(lines.len()).ok()?;
        let at = usize::try_from(seed.checked_rem(count)?).ok()?;
        Some(format!("{}: \"{}\"", self.name, lines.get(at)?))
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
        assert_eq!(irma.greeting(2).unwrap(), "Irma: \"I'd rather have moves than tiles.\"");
        assert_ne!(irma.greeting(2), irma.greeting(3));
        assert_eq!(irma.greeting(u64::MAX), irma.greeting(3));
        assert_eq!(irma.farewell(true, 1).unwrap(), "Irma: \"The edges decided it.\"");
        assert_eq!(irma.farewell(false, 1).unwrap(), "Irma: \"Well counted at the end.\"");
    }
}
