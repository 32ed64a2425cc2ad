//! Which of the kept games are listed: by game, by opponent, by how they ended.

use crate::{
    games::GameKind,
    store::{Filter, PersonCount, PersonResult, State},
};

/// How the listed games ended, or who was among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndingFilter {
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

impl EndingFilter {
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
pub struct ListFilter {
    game: Option<GameKind>,
    opponent: Option<String>,
    ending: EndingFilter,
}

impl ListFilter {
    /// As the store understands it.
    pub fn filter(&self) -> Filter {
        let result = match self.ending {
            EndingFilter::Won => Some(PersonResult::Won),
            EndingFilter::Drawn => Some(PersonResult::Drawn),
            EndingFilter::Lost => Some(PersonResult::Lost),
            EndingFilter::Any
            | EndingFilter::Running
            | EndingFilter::Several
            | EndingFilter::Computers => None,
        };
        let persons = match self.ending {
            EndingFilter::Several => Some(PersonCount::Several),
            EndingFilter::Computers => Some(PersonCount::Nobody),
            _ => None,
        };
        Filter {
            game: self.game.map(|game| game.key().to_owned()),
            player: self.opponent.clone(),
            state: (self.ending == EndingFilter::Running).then_some(State::Running),
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
        self.ending = next(&EndingFilter::ALL, Some(&self.ending)).unwrap_or_default();
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
        let mut filter = ListFilter::default();
        let names = ["first".to_owned(), "last".to_owned()];
        let mut seen = Vec::new();
        for _ in 0..=GameKind::ALL.len() {
            filter.next_game();
            seen.push(filter.words()[0].clone());
        }
        assert_eq!(seen, ["Intensity", "Flip", "Concentration", "Eater", "all"]);
        let mut seen = Vec::new();
        for _ in 0..3 {
            filter.next_opponent(&names);
            seen.push(filter.words()[1].clone());
        }
        assert_eq!(seen, ["first", "last", "anyone"]);
        let mut filters = Vec::new();
        for ending in EndingFilter::ALL {
            assert_eq!(filter.ending, ending);
            filters.push(filter.filter());
            filter.next_ending();
        }
        assert_eq!(filter, ListFilter::default());
        filters.dedup();
        assert_eq!(filters.len(), EndingFilter::ALL.len());
    }

    #[test]
    fn another_game_has_other_opponents() {
        let mut filter = ListFilter::default();
        filter.next_opponent(&["first".to_owned()]);
        filter.next_game();
        assert_eq!(
            filter.filter(),
            Filter { game: Some("intensity".to_owned()), ..Filter::default() }
        );
    }
}
