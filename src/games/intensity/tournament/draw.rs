//! Who plays whom.

use std::cmp::Reverse;

use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};

use super::{Tournament, standings::doubled_points};
use crate::{
    games::intensity::{
        referee::{Entrant, shuffle_seats},
        rules::SEATS,
    },
    play::random,
};

/// A game before it is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairing {
    /// The round, from 0.
    pub round: usize,
    /// Its number in the round, from 0: the first is that of the strongest.
    pub game: usize,
    /// The seed of its deal and its chance.
    pub seed: u64,
    /// Who sits where: the numbers of those who take part, from 0; nothing for system players.
    pub seats: [Option<usize>; SEATS],
}

impl Tournament {
    /// The games of a round, when all before it are played.
    pub(super) fn draw(&self, round: usize) -> Vec<Pairing> {
        let before = self.played.iter().filter(|played| played.pairing.round < round);
        let points = doubled_points(self.entrants.len(), before);
        let mut order: Vec<_> = (0..self.entrants.len()).collect();
        // Chance decides between those who have equally many points: the sort leaves them as they
        // are.
        order.shuffle(&mut random::rng(self.seed, &[round as u64]));
        order.sort_by_key(|&number| Reverse(points[number]));
        let groups = order.chunks(SEATS).enumerate();
        groups
            .map(|(game, group)| {
                let seed = random::derive_seed(self.seed, &[round as u64, game as u64]) >> 32;
                let mut seats = std::array::from_fn(|seat| group.get(seat).copied());
                shuffle_seats(&mut seats, seed);
                Pairing { round, game, seed, seats }
            })
            .collect()
    }

    /// Who sits where in a game.
    pub(super) fn seats(&self, pairing: &Pairing) -> [Entrant; SEATS] {
        let mut system = self.system.iter().cycle();
        pairing.seats.map(|number| match number {
            Some(number) => self.entrants[number].clone(),
            None => system.next().unwrap_or(&self.entrants[0]).clone(),
        })
    }
}
