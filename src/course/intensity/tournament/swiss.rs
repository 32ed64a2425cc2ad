//! The Swiss system: in each round, entrants with similar points meet.

use std::cmp::Reverse;

use rand::seq::SliceRandom as _;

use super::{Pairing, PlayedGame, shuffle_seats, standings::half_points};
use fourcade_engine::{intensity::model::SEATS, play::random};

/// Pairs a round of a Swiss tournament. `entrants` is their number. All games of earlier rounds
/// must have been played.
pub(super) fn pair_round(
    round: usize,
    entrants: usize,
    seed: u64,
    played: &[PlayedGame],
) -> Vec<Pairing> {
    let earlier = played.iter().filter(|game| game.pairing.round < round);
    let points = half_points(entrants, earlier);
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
