//! Counts of a player's illegal choices by kind, for summaries of games and of checks.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::FaultKind;

/// The illegal choices of one kind. [`Display`](fmt::Display) gives a summary, such as `late 3
/// times; first in round 2, game 1: timed out after 1 s`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FaultCount {
    /// The kind.
    pub kind: FaultKind,
    /// The number of choices.
    pub count: u64,
    /// The description of the first one, as a phrase.
    pub first: String,
    /// The place of the first one, such as `round 2, game 1`. Empty if unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
}

/// A player's illegal choices by kind, in the order in which the kinds first occurred.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FaultTally(Vec<FaultCount>);

impl FaultTally {
    /// Counts a choice. Its description is kept if it is the first of its kind.
    pub fn add(&mut self, kind: FaultKind, description: &str) {
        let (first, place) = (description.to_owned(), String::new());
        self.add_count(FaultCount { kind, count: 1, first, place });
    }

    /// Adds the choices of a later tally, whose place is `place` unless it is known.
    pub fn add_all(&mut self, later: &Self, place: &str) {
        for count in &later.0 {
            let own = if count.place.is_empty() { place } else { &count.place };
            self.add_count(FaultCount { place: own.to_owned(), ..count.clone() });
        }
    }

    fn add_count(&mut self, added: FaultCount) {
        match self.0.iter_mut().find(|known| known.kind == added.kind) {
            Some(known) => known.count = known.count.saturating_add(added.count),
            None => self.0.push(added),
        }
    }

    /// The number of choices of this kind.
    pub fn count(&self, kind: FaultKind) -> u64 {
        self.0.iter().find(|count| count.kind == kind).map_or(0, |count| count.count)
    }

    /// The number of choices of all kinds.
    pub fn total(&self) -> u64 {
        self.0.iter().fold(0, |total, count| total.saturating_add(count.count))
    }

    /// Whether no choice was illegal.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The counts of the kinds that occurred.
    pub fn counts(&self) -> &[FaultCount] {
        &self.0
    }
}

impl fmt::Display for FaultCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, count, first, place } = self;
        let kind = kind.name();
        match (count, place.as_str()) {
            (1, "") => write!(f, "{kind} once: {first}"),
            (1, place) => write!(f, "{kind} once, in {place}: {first}"),
            (count, "") => write!(f, "{kind} {count} times; first: {first}"),
            (count, place) => write!(f, "{kind} {count} times; first in {place}: {first}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_each_kind_is_kept_with_its_place() {
        let mut of_game = FaultTally::default();
        of_game.add(FaultKind::Late, "timed out after 1 s");
        of_game.add(FaultKind::Illegal, "plays the 7 - card not in hand");
        of_game.add(FaultKind::Late, "timed out after 2 s");
        let mut all = FaultTally::default();
        all.add_all(&of_game, "round 1, game 2");
        all.add_all(&of_game, "round 2, game 1");
        all.add(FaultKind::Silent, "printed nothing");
        assert_eq!(
            (all.total(), all.count(FaultKind::Late), all.count(FaultKind::Crashed)),
            (7, 4, 0)
        );
        let summaries: Vec<_> = all.counts().iter().map(ToString::to_string).collect();
        let expected = [
            "late 4 times; first in round 1, game 2: timed out after 1 s",
            "illegal 2 times; first in round 1, game 2: plays the 7 - card not in hand",
            "no answer once: printed nothing",
        ];
        assert_eq!(summaries, expected);
        let text = serde_json::to_string(&all).unwrap();
        assert_eq!(serde_json::from_str::<FaultTally>(&text).unwrap(), all);
    }
}
