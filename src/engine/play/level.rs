//! The named levels of computer opponents. A game's [`GameInfo::LEVELS`](super::GameInfo::LEVELS)
//! says which player stands for each level.

use std::fmt;

/// The strength of a computer opponent, under the name that people see.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Makes the mistakes that people make in their first games.
    Beginner,
    /// Knows the game, but is easily beaten with some practice.
    Easy,
    /// A fair opponent for most people.
    Medium,
    /// Makes few mistakes.
    Hard,
    /// The strongest level that every game has.
    Expert,
    /// Stronger than Expert. Only some games have it.
    Master,
}

impl Level {
    /// All levels, weakest first.
    pub const ALL: [Self; 6] =
        [Self::Beginner, Self::Easy, Self::Medium, Self::Hard, Self::Expert, Self::Master];
    /// The levels that every game has, weakest first.
    pub const COMMON: [Self; 5] =
        [Self::Beginner, Self::Easy, Self::Medium, Self::Hard, Self::Expert];

    /// The name shown to people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "Beginner",
            Self::Easy => "Easy",
            Self::Medium => "Medium",
            Self::Hard => "Hard",
            Self::Expert => "Expert",
            Self::Master => "Master",
        }
    }

    /// The next stronger level, or `None` after the strongest.
    pub fn next(self) -> Option<Self> {
        Self::ALL.into_iter().find(|&level| level > self)
    }

    /// The next weaker level, or `None` before the weakest.
    pub fn previous(self) -> Option<Self> {
        Self::ALL.into_iter().rfind(|&level| level < self)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The player that stands for a level of a game.
#[derive(Clone, Copy, Debug)]
pub struct LevelPlayer {
    /// The name of the player on the command line, such as `level:6`. Its number is not the
    /// position of the level: in Flip, `level:6` is Hard.
    pub player: &'static str,
    /// How this level plays, as a predicate: "looks a few moves ahead."
    pub description: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        GameKind,
        play::{HUMAN, find_player},
        with_game,
    };

    #[test]
    fn every_level_of_every_game_has_a_player_of_its_own() {
        for kind in GameKind::ALL {
            for &level in kind.levels() {
                let player = kind.level_player(level);
                let is_player = with_game!(kind, G => find_player::<G>(player.player).is_ok());
                assert!(is_player, "{kind:?}: {}", player.player);
                assert_eq!(kind.level_of(player.player), Some(level), "{kind:?}");
                assert!(player.description.ends_with('.'), "{kind:?}, {level}");
            }
            assert_eq!(kind.level_of(HUMAN), None);
        }
    }

    #[test]
    fn the_level_after_the_strongest_does_not_exist() {
        assert_eq!(Level::Easy.next(), Some(Level::Medium));
        assert_eq!(Level::Master.next(), None);
    }

    #[test]
    fn a_game_without_a_master_has_the_expert_in_its_place() {
        assert_eq!(GameKind::Eater.levels(), Level::COMMON);
        assert_eq!(GameKind::Eater.level_player(Level::Master).player, "expert");
        assert_eq!(GameKind::Flip.levels(), Level::ALL);
    }
}
