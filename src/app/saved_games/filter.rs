//! Which of the saved games are listed: by game, by opponent, by result.

use crate::{
    database::{GameFilter, GameStatus, PersonCount, PersonResult},
    games::{GameFacts, computer_name, computer_name_anywhere},
};
use fourcade_engine::GameKind;

/// The result of the listed games, or who played them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ResultFilter {
    #[default]
    Any,
    Unfinished,
    /// Games that their only person won.
    Won,
    /// Games in which their only person shares the first place.
    Drawn,
    /// Games that their only person lost.
    Lost,
    /// Games of two or more people.
    SeveralPeople,
    ComputersOnly,
}

impl ResultFilter {
    const ALL: [Self; 7] = [
        Self::Any,
        Self::Unfinished,
        Self::Won,
        Self::Drawn,
        Self::Lost,
        Self::SeveralPeople,
        Self::ComputersOnly,
    ];

    fn label(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::Unfinished => "unfinished",
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
            Self::SeveralPeople => "between people",
            Self::ComputersOnly => "computers only",
        }
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListFilter {
    game: Option<GameKind>,
    opponent: Option<String>,
    result: ResultFilter,
}

impl ListFilter {
    pub fn to_store(&self) -> GameFilter {
        let result = match self.result {
            ResultFilter::Won => Some(PersonResult::Won),
            ResultFilter::Drawn => Some(PersonResult::Drawn),
            ResultFilter::Lost => Some(PersonResult::Lost),
            _ => None,
        };
        let persons = match self.result {
            ResultFilter::SeveralPeople => Some(PersonCount::Several),
            ResultFilter::ComputersOnly => Some(PersonCount::Zero),
            _ => None,
        };
        GameFilter {
            game: self.game.map(|game| game.key().to_owned()),
            player: self.opponent.clone(),
            status: (self.result == ResultFilter::Unfinished).then_some(GameStatus::Running),
            result,
            persons,
        }
    }

    /// Lists this game only, or all again if it was. The opponent is reset, as each game has its own
    /// players.
    pub fn toggle_game(&mut self, game: GameKind) {
        self.game = Some(game).filter(|_| self.game != Some(game));
        self.opponent = None;
    }

    /// What [`Self::toggle_game`] is to do to list the games one after the other, and then all.
    pub fn game_after(&self) -> GameKind {
        let last = GameKind::ALL[GameKind::ALL.len() - 1];
        next(&GameKind::ALL, self.game.as_ref()).unwrap_or(last)
    }

    pub fn next_opponent(&mut self, opponents: &[String]) {
        self.opponent = next(opponents, self.opponent.as_ref());
    }

    pub fn next_result(&mut self) {
        self.result = next(&ResultFilter::ALL, Some(&self.result)).unwrap_or_default();
    }

    /// The name of an opponent for the screen.
    fn shown(&self, opponent: &str) -> String {
        match self.game {
            Some(game) => computer_name(game.key(), opponent),
            None => computer_name_anywhere(opponent),
        }
    }

    /// Names the game, the opponent and the result.
    pub fn labels(&self) -> [String; 3] {
        [
            self.game.map_or_else(|| "all".to_owned(), |game| GameFacts::of(game).title.to_owned()),
            self.opponent.as_ref().map_or_else(|| "anyone".to_owned(), |name| self.shown(name)),
            self.result.label().to_owned(),
        ]
    }
}

/// Returns the value after `current`: `None` comes before the first value and after the last.
fn next<T: Clone + PartialEq>(values: &[T], current: Option<&T>) -> Option<T> {
    let index = current.and_then(|current| values.iter().position(|value| value == current));
    values.get(index.map_or(0, |index| index + 1)).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_the_filter_cycles_back_to_all() {
        let mut filter = ListFilter::default();
        let opponents = ["first".to_owned(), "last".to_owned()];
        let mut labels = Vec::new();
        for _ in 0..=GameKind::ALL.len() {
            filter.toggle_game(filter.game_after());
            labels.push(filter.labels()[0].clone());
        }
        assert_eq!(labels, ["Intensity", "Flip", "Concentration", "Eater", "all"]);
        let mut labels = Vec::new();
        for _ in 0..3 {
            filter.next_opponent(&opponents);
            labels.push(filter.labels()[1].clone());
        }
        assert_eq!(labels, ["First", "Last", "anyone"]);
        let mut store_filters = Vec::new();
        for result in ResultFilter::ALL {
            assert_eq!(filter.result, result);
            store_filters.push(filter.to_store());
            filter.next_result();
        }
        assert_eq!(filter, ListFilter::default());
        store_filters.dedup();
        assert_eq!(store_filters.len(), ResultFilter::ALL.len());
    }

    #[test]
    fn opponents_have_the_names_of_their_levels() {
        let mut filter = ListFilter::default();
        let opponents = ["level:4".to_owned()];
        filter.next_opponent(&opponents);
        assert_eq!(filter.labels()[1], "Easy (Flip)");
        filter.toggle_game(GameKind::Flip);
        filter.next_opponent(&opponents);
        assert_eq!(filter.labels()[..2], ["Flip", "Easy"]);
    }

    #[test]
    fn changing_the_game_resets_the_opponent() {
        let mut filter = ListFilter::default();
        filter.next_opponent(&["first".to_owned()]);
        filter.toggle_game(GameKind::Intensity);
        assert_eq!(
            filter.to_store(),
            GameFilter { game: Some("intensity".to_owned()), ..GameFilter::default() }
        );
    }
}
