//! Which of the kept games are listed: by game, by opponent, by how they ended.

use crate::{
    games::GameKind,
    store::{GameFilter, GameStatus, PersonCount, PersonResult},
};

/// How the listed games ended, or who was among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// In any way.
    #[default]
    Any,
    /// Not yet.
    Running,
    /// The one person has won.
    Won,
    /// The one person has come first with somebody else.
    Drawn,
    /// The one person has lost.
    Lost,
    /// However, with more than one person.
    Several,
    /// However, without a person.
    Computers,
}

impl Ending {
    const ALL: [Self; 7] = [
        Self::Any,
        Self::Running,
        Self::Won,
        Self::Drawn,
        Self::Lost,
        Self::Several,
        Self::Computers,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Running => "unfinished",
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
            Self::Several => "several persons",
            Self::Computers => "computers alone",
        }
    }
}

/// Which games are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sieve {
    game: Option<GameKind>,
    opponent: Option<String>,
    ending: Ending,
}

impl Sieve {
    /// As the store understands it.
    pub fn filter(&self) -> GameFilter {
        let result = match self.ending {
            Ending::Won => Some(PersonResult::Won),
            Ending::Drawn => Some(PersonResult::Drawn),
            Ending::Lost => Some(PersonResult::Lost),
            Ending::Any | Ending::Running | Ending::Several | Ending::Computers => None,
        };
        let persons = match self.ending {
            Ending::Several => Some(PersonCount::Several),
            Ending::Computers => Some(PersonCount::Zero),
            _ => None,
        };
        GameFilter {
            game: self.game.map(|game| game.key().to_owned()),
            player: self.opponent.clone(),
            status: (self.ending == Ending::Running).then_some(GameStatus::Running),
            result,
            persons,
        }
    }

    /// The next game. Its opponents are others.
    pub fn next_game(&mut self) {
        self.game = next(&GameKind::ALL, self.game.as_ref());
        self.opponent = None;
    }

    /// The next of these opponents.
    pub fn next_opponent(&mut self, all: &[String]) {
        self.opponent = next(all, self.opponent.as_ref());
    }

    /// The next way to end.
    pub fn next_ending(&mut self) {
        self.ending = next(&Ending::ALL, Some(&self.ending)).unwrap_or_default();
    }

    /// The game, the opponent and the ending in words.
    pub fn words(&self) -> [String; 3] {
        [
            self.game.map_or_else(|| "all".to_owned(), |game| game.title().to_owned()),
            self.opponent.clone().unwrap_or_else(|| "anyone".to_owned()),
            self.ending.word().to_owned(),
        ]
    }
}

/// The one after this, in a round of all that begins with none.
fn next<T: Clone + PartialEq>(all: &[T], now: Option<&T>) -> Option<T> {
    let at = now.and_then(|now| all.iter().position(|one| one == now)).map_or(0, |at| at + 1);
    all.get(at).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_round_comes_back_to_all() {
        let mut sieve = Sieve::default();
        let names = ["first".to_owned(), "last".to_owned()];
        let mut seen = Vec::new();
        for _ in 0..=GameKind::ALL.len() {
            sieve.next_game();
            seen.push(sieve.words()[0].clone());
        }
        assert_eq!(seen, ["Intensity", "Flip", "Concentration", "Eater", "all"]);
        let mut seen = Vec::new();
        for _ in 0..3 {
            sieve.next_opponent(&names);
            seen.push(sieve.words()[1].clone());
        }
        assert_eq!(seen, ["first", "last", "anyone"]);
        let mut filters = Vec::new();
        for ending in Ending::ALL {
            assert_eq!(sieve.ending, ending);
            filters.push(sieve.filter());
            sieve.next_ending();
        }
        assert_eq!(sieve, Sieve::default());
        filters.dedup();
        assert_eq!(filters.len(), Ending::ALL.len());
    }

    #[test]
    fn another_game_has_other_opponents() {
        let mut sieve = Sieve::default();
        sieve.next_opponent(&["first".to_owned()]);
        sieve.next_game();
        assert_eq!(
            sieve.filter(),
            GameFilter { game: Some("intensity".to_owned()), ..GameFilter::default() }
        );
    }
}
