//! Round robins: groups of four in which any two entrants meet equally often.
//!
//! The groups are the blocks of a 2-(v, 4, λ) design, in which any two of v points meet in λ
//! blocks. Such designs exist for each v and the λ of [`meetings_per_pair`] (Hanani, "The Existence
//! and Construction of Balanced Incomplete Block Designs", 1961). The points are the residues
//! modulo an odd number and, if v is even, infinity, which stays in place when a block is shifted.
//! The shifts of a few base blocks form a design if each difference of two residues occurs λ times
//! in them.

use rand::{RngExt as _, seq::SliceRandom as _};

use super::{Pairing, shuffle_seats};
use fourcade_engine::{intensity::model::SEATS, play::random};

/// Maximum number of entrants. The search finds a design for every number up to this one.
pub const MAX_ENTRANTS: usize = 100;

/// The member of a group on each seat, for the group's four games. Each member sits on each seat
/// once, and passes cards to each other member at least once (Williams, "Experimental Designs
/// Balanced for the Estimation of Residual Effects of Treatments", 1949).
const SEATINGS: [[usize; SEATS]; SEATS] = [[0, 1, 3, 2], [1, 2, 0, 3], [2, 3, 1, 0], [3, 0, 2, 1]];

/// The search restarts after this many changes for each base block.
const CHANGES_BEFORE_RESTART: usize = 1000;

/// Returns the games of each round. An entrant is in at most one group of a round. The four games
/// of a group have the same deal.
pub(super) fn pairings(entrants: usize, seed: u64) -> Vec<Vec<Pairing>> {
    let mut order: Vec<_> = (0..entrants).collect();
    order.shuffle(&mut random::rng(seed, &[]));
    let mut rounds_of_games = Vec::new();
    for (round, groups) in group_rounds(entrants).into_iter().enumerate() {
        let mut games = Vec::new();
        for (number, group) in groups.into_iter().enumerate() {
            let seed = random::derive_seed(seed, &[round as u64, number as u64]) >> 32;
            let mut members = group.map(|point| order.get(point).copied());
            shuffle_seats(&mut members, seed);
            for seating in SEATINGS {
                let seats = seating.map(|member| members[member]);
                games.push(Pairing { round, game: games.len(), seed, seats });
            }
        }
        rounds_of_games.push(games);
    }
    rounds_of_games
}

/// Puts each group into the first round in which all its members are free.
fn group_rounds(entrants: usize) -> Vec<Vec<[usize; SEATS]>> {
    let mut rounds: Vec<Vec<[usize; SEATS]>> = Vec::new();
    for group in balanced_groups(entrants) {
        let is_free = |round: &&mut Vec<[usize; SEATS]>| {
            round.iter().flatten().all(|point| !group.contains(point))
        };
        match rounds.iter_mut().find(is_free) {
            Some(round) => round.push(group),
            None => rounds.push(vec![group]),
        }
    }
    rounds
}

/// Returns the number of groups in which any two entrants meet, the smallest for which a design
/// exists. It is doubled for 10, 25 and 28 entrants, where the search finds no design of shifts.
fn meetings_per_pair(entrants: usize) -> usize {
    match (entrants, entrants % 12) {
        (10, _) => 4,
        (25 | 28, _) | (_, 7 | 10) => 2,
        (_, 1 | 4) => 1,
        (_, 0 | 5 | 8 | 9) => 3,
        _ => 6,
    }
}

/// Returns the points of all groups. With fewer than four entrants, the only group has points
/// without an entrant.
fn balanced_groups(entrants: usize) -> Vec<[usize; SEATS]> {
    if entrants == 0 {
        return Vec::new();
    }
    let points = entrants.max(SEATS);
    let (modulus, meetings) = (points - (1 - points % 2), meetings_per_pair(points));
    let infinity = modulus;
    let mut wanted = vec![i32::try_from(meetings).unwrap_or(i32::MAX); modulus / 2 + 1];
    wanted[0] = 0;
    let (mut blocks, mut groups) = (Vec::new(), Vec::new());
    if points.is_multiple_of(2) {
        // The shifts of a block with infinity make three meetings of infinity with each residue.
        // The block below makes one, because only a third of its shifts are different.
        let third = modulus / 3;
        for _ in 0..meetings % 3 {
            wanted[third] -= 1;
            groups.extend(
                (0..third).map(|shift| [infinity, shift, third + shift, 2 * third + shift]),
            );
        }
        blocks.extend(vec![vec![0; SEATS - 1]; meetings / 3]);
    }
    let others = wanted.iter().sum::<i32>().unsigned_abs() as usize - 3 * blocks.len();
    blocks.extend(vec![vec![0; SEATS]; others / 6]);
    find_base_blocks(&wanted, &mut blocks, modulus);
    for shift in 0..modulus {
        let shifted = |residue: &usize| (residue + shift) % modulus;
        let point = |block: &[usize], member| block.get(member).map_or(infinity, shifted);
        groups.extend(blocks.iter().map(|block| [0, 1, 2, 3].map(|member| point(block, member))));
    }
    groups
}

/// Hill climbing: makes random changes that don't increase the error, until the blocks have the
/// wanted distances. `wanted` has the number of occurrences of each distance of two residues, from
/// 0.
fn find_base_blocks(wanted: &[i32], blocks: &mut [Vec<usize>], modulus: usize) {
    let mut rng = random::rng(modulus as u64, &[blocks.len() as u64]);
    loop {
        let mut missing = wanted.to_vec();
        for block in blocks.iter_mut() {
            block.fill(0);
            // All pairs of members have the distance 0.
            missing[0] -= if block.len() == SEATS { 6 } else { 3 };
        }
        let mut error: i32 = missing.iter().map(|count| count * count).sum();
        for _ in 0..=CHANGES_BEFORE_RESTART * blocks.len() {
            if error == 0 {
                return;
            }
            let block = rng.random_range(0..blocks.len());
            let block = &mut blocks[block];
            let member = rng.random_range(0..block.len());
            let old = block[member];
            let change = replace(block, member, rng.random_range(0..modulus), &mut missing);
            if change <= 0 {
                error += change;
            } else {
                replace(block, member, old, &mut missing);
            }
        }
    }
}

/// Replaces a member of a block and updates `missing`. Returns the change in its sum of squares.
fn replace(block: &mut [usize], member: usize, new: usize, missing: &mut [i32]) -> i32 {
    let modulus = 2 * missing.len() - 1;
    let distance = |one: usize, other: usize| {
        let difference = one.abs_diff(other);
        difference.min(modulus - difference)
    };
    let mut change = 0;
    for (index, &other) in block.iter().enumerate() {
        if index != member {
            let lost = &mut missing[distance(block[member], other)];
            change += 2 * *lost + 1;
            *lost += 1;
            let gained = &mut missing[distance(new, other)];
            change -= 2 * *gained - 1;
            *gained -= 1;
        }
    }
    block[member] = new;
    change
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts for each pair in how many of these groups both are.
    fn pairs(entrants: usize, groups: impl Iterator<Item = [usize; SEATS]>) -> Vec<Vec<usize>> {
        let mut met = vec![vec![0; entrants]; entrants];
        for group in groups {
            for one in group {
                for other in group {
                    met[one][other] += 1;
                }
            }
        }
        met
    }

    #[test]
    fn any_two_entrants_are_equally_often_in_a_group() {
        for entrants in SEATS..=MAX_ENTRANTS {
            let groups = balanced_groups(entrants);
            let met = pairs(entrants, groups.iter().copied());
            let expected = meetings_per_pair(entrants);
            for (one, row) in met.iter().enumerate() {
                for (other, &met) in row.iter().enumerate() {
                    let own = expected * (entrants - 1) / 3;
                    let expected = if one == other { own } else { expected };
                    assert_eq!(met, expected, "{entrants} entrants: {one} and {other}");
                }
            }
            assert_eq!(12 * groups.len(), expected * entrants * (entrants - 1));
        }
    }

    #[test]
    fn all_sit_equally_often_on_each_seat_and_beside_each_other() {
        for entrants in SEATS..=41 {
            let rounds = pairings(entrants, 7);
            let meetings = meetings_per_pair(entrants);
            let mut seats = vec![[0; SEATS]; entrants];
            let mut passed = vec![vec![0; entrants]; entrants];
            for (number, round) in rounds.iter().enumerate() {
                let mut seen = vec![0; entrants];
                for (game, pairing) in round.iter().enumerate() {
                    assert_eq!((pairing.round, pairing.game), (number, game));
                    assert_eq!(pairing.seed, round[game / 4 * 4].seed, "one deal for a group");
                    let members = pairing.seats.map(|number| number.unwrap());
                    for (seat, &member) in members.iter().enumerate() {
                        seats[member][seat] += 1;
                        seen[member] += 1;
                        passed[member][members[(seat + 1) % SEATS]] += 1;
                    }
                }
                assert!(seen.iter().all(|&games| games == 0 || games == 4), "{seen:?}");
            }
            let own = meetings * (entrants - 1) / 3;
            assert!(seats.iter().all(|seats| *seats == [own; SEATS]), "{entrants}: {seats:?}");
            for (one, row) in passed.iter().enumerate() {
                for (other, passed) in row.iter().enumerate().filter(|(other, _)| *other != one) {
                    assert!(
                        (meetings..=2 * meetings).contains(passed),
                        "{one} to {other}: {row:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn fewer_than_four_entrants_are_one_group_with_system_players() {
        assert!(pairings(0, 7).is_empty());
        for entrants in 1..SEATS {
            let [round] = &pairings(entrants, 7)[..] else { panic!("there is one round") };
            assert_eq!(round.len(), 4);
            for seat in 0..SEATS {
                let mut seated: Vec<_> = round.iter().filter_map(|game| game.seats[seat]).collect();
                seated.sort_unstable();
                assert_eq!(seated, (0..entrants).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_pairings_of_a_seed_never_change() {
        // The games of a saved tournament must fit.
        let found: Vec<_> = pairings(13, 7)[1].iter().map(|game| (game.seed, game.seats)).collect();
        let expected = [[2, 5, 12, 10], [5, 10, 2, 12], [10, 12, 5, 2], [12, 2, 10, 5]];
        assert_eq!(found, expected.map(|seats| (2_186_607_963, seats.map(Some))));
    }
}
