//! Pairing the entrants of a round.

use std::cmp::Reverse;

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::{PlayedGame, standings::doubled_points};
use crate::games::intensity::referee::shuffle_seats;
use fourcade_engine::{intensity::model::SEATS, play::random};

/// A game that is to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The number of the round, from 0.
    pub round: usize,
    /// The number of the game in its round, from 0. The strongest entrants play in game 0.
    pub game: usize,
    /// The seed of the deal and of all random choices.
    pub seed: u64,
    /// The number of the entrant on each seat, from 0; `None` for system players.
    pub seats: [Option<usize>; SEATS],
}

/// Returns the games of a round between this many entrants. All games of the earlier rounds must
/// have been played.
pub(super) fn pair_round(
    round: usize,
    entrants: usize,
    seed: u64,
    played: &[PlayedGame],
) -> Vec<Pairing> {
    let earlier = played.iter().filter(|game| game.pairing.round < round);
    let points = doubled_points(entrants, earlier);
    let mut order: Vec<_> = (0..entrants).collect();
    // The sort is stable, so entrants with equal points stay in random order.
    order.shuffle(&mut random::rng(seed, &[round as u64]));
    order.sort_by_key(|&number| Reverse(points[number]));
    let groups = order.chunks(SEATS).enumerate();
    groups
        .map(|(game, group)| {
            let seed = random::derive_seed(seed, &[round as u64, game as u64]) >> 32;
            let mut seats = std::array::from_fn(|seat| group.get(seat).copied());
            shuffle_seats(&mut seats, seed);
            Pairing { round, game, seed, seats }
        })
        .collect()
}
