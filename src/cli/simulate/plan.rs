//! What determines the games of a simulation, and how they are divided into shards.

use std::{fmt, ops::Range, str::FromStr, time::Duration};

use serde::{Deserialize, Serialize};

use crate::games::ArcadeGame;
use fourcade_engine::play::Budget;

const MAX_SHARDS: u32 = 1_000_000;

/// Everything that determines the games of a simulation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SimulationPlan {
    /// The key of the game.
    pub game: String,
    /// The board size, in games with more than one size.
    pub size: Option<u16>,
    /// The names of the players; none with `ladder`.
    pub players: Vec<String>,
    /// Whether the levels are measured.
    pub ladder: bool,
    /// The number of games; for each level with `ladder`.
    pub games: usize,
    /// Whether the players change seats.
    pub swap: bool,
    /// The number of random moves that open each game.
    pub opening: u32,
    pub seed: u64,
    /// The number of positions that a searching player may visit for a move.
    pub nodes: Option<u64>,
    /// The time of a searching player for a move, in milliseconds.
    pub time_ms: Option<u64>,
    /// Whether a player searches, so that the budget matters.
    pub is_searching: bool,
}

impl SimulationPlan {
    /// Returns the budget of searching players, or `None` if no player searches.
    pub fn budget(&self) -> Option<Budget> {
        let time = self.time_ms.map(|ms| Budget::Time(Duration::from_millis(ms)));
        time.or(self.nodes.map(Budget::Nodes)).filter(|_| self.is_searching)
    }

    pub fn may_vary(&self) -> bool {
        self.is_searching && self.time_ms.is_some()
    }

    /// Returns the number of games that can't be divided between shards: those of a deal, or of
    /// the deals of a series.
    fn group<G: ArcadeGame>(&self) -> usize {
        match (self.ladder, self.swap) {
            (true, _) => G::SEAT_NAMES.len() * G::LADDER_SERIES,
            (false, true) => G::SEAT_NAMES.len(),
            (false, false) => 1,
        }
    }

    /// Returns the numbers of the games in a shard, or of all games if there is none; of each
    /// level with `ladder`.
    pub fn range<G: ArcadeGame>(&self, shard: Option<Shard>) -> Range<usize> {
        let Some(shard) = shard else { return 0..self.games };
        let group = self.group::<G>();
        let groups = self.games.div_ceil(group) as u128;
        let boundary = |number: u32| {
            let groups = groups * u128::from(number) / u128::from(shard.count);
            usize::try_from(groups).unwrap_or(usize::MAX).saturating_mul(group).min(self.games)
        };
        boundary(shard.number - 1)..boundary(shard.number)
    }

    /// Returns how this plan differs from another one: the option and both values.
    pub fn difference(&self, other: &Self) -> Option<(&'static str, String, String)> {
        let (own, others) = (self.options(), other.options());
        let mut pairs = own.into_iter().zip(others);
        pairs.find(|(own, other)| own != other).map(|((name, own), (_, other))| (name, own, other))
    }

    fn options(&self) -> [(&'static str, String); 11] {
        let option =
            |value: Option<u64>| value.map_or_else(|| "none".to_owned(), |value| value.to_string());
        [
            ("the game", self.game.clone()),
            ("--ladder", yes_or_no(self.ladder)),
            ("--players", self.players.join(",")),
            ("--size", option(self.size.map(u64::from))),
            ("--seed", self.seed.to_string()),
            ("--games", self.games.to_string()),
            ("--swap", yes_or_no(self.swap)),
            ("--openings", self.opening.to_string()),
            ("--nodes", option(self.nodes)),
            ("--time", option(self.time_ms)),
            ("searching players", yes_or_no(self.is_searching)),
        ]
    }
}

fn yes_or_no(value: bool) -> String {
    if value { "yes" } else { "no" }.to_owned()
}

/// One of several parts of a simulation, written as `3/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u32,
    pub count: u32,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parse = |number: &str| number.parse().ok().filter(|number| *number <= MAX_SHARDS);
        let shard = text.split_once('/').and_then(|(number, count)| {
            Some(Self { number: parse(number)?, count: parse(count)? })
        });
        shard.filter(|shard| (1..=shard.count).contains(&shard.number)).ok_or_else(|| {
            format!("expected a shard and the number of shards, at most {MAX_SHARDS}, such as 3/16")
        })
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use fourcade_engine::{
        concentration::Concentration, eater::Eater, flip::Flip, intensity::Intensity,
    };

    fn plan(games: usize, swap: bool, ladder: bool) -> SimulationPlan {
        SimulationPlan {
            game: String::new(),
            size: None,
            players: Vec::new(),
            ladder,
            games,
            swap,
            opening: 0,
            seed: 1,
            nodes: None,
            time_ms: None,
            is_searching: false,
        }
    }

    /// Checks that the shards contain each game once and divide no group.
    fn check<G: ArcadeGame>(games: usize, count: u32, swap: bool, ladder: bool) {
        let plan = plan(games, swap, ladder);
        let group = plan.group::<G>();
        let mut next = 0;
        for number in 1..=count {
            let range = plan.range::<G>(Some(Shard { number, count }));
            assert_eq!(range.start, next, "shard {number}/{count} of {games} games");
            assert!(range.start <= range.end);
            assert!(
                range.is_empty() || range.start.is_multiple_of(group),
                "{range:?} divides a group"
            );
            next = range.end;
        }
        assert_eq!(next, games);
    }

    proptest! {
        #[test]
        fn shards_contain_each_game_once_and_divide_no_group(
            games in 0_usize..200,
            count in 1_u32..60,
            swap: bool,
            ladder: bool,
        ) {
            check::<Flip>(games, count, swap, ladder);
            check::<Concentration>(games, count, swap, ladder);
            check::<Eater>(games, count, swap, ladder);
            check::<Intensity>(games, count, swap, ladder);
        }
    }

    #[test]
    fn shards_are_written_as_two_numbers() {
        assert_eq!("3/16".parse(), Ok(Shard { number: 3, count: 16 }));
        assert_eq!(Shard { number: 3, count: 16 }.to_string(), "3/16");
        for wrong in ["", "3", "0/4", "5/4", "1/0", "1/1000001", "-1/4", "1/2/3", "a/b"] {
            assert!(wrong.parse::<Shard>().unwrap_err().contains("such as 3/16"), "{wrong}");
        }
    }
}
