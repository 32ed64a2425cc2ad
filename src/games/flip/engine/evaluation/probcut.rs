//! How far a shallow search with this evaluation is off what a deeper one finds.

use super::Check;

/// For each selectivity from 1 on: a check must be so many standard deviations beyond the window.
/// (A normal distribution is farther above with 0.05%, 0.5%, 2%, 5%, 10%, 14% and 21%.)
const DEVIATIONS: [f32; 7] = [3.3, 2.6, 2.0, 1.6, 1.3, 1.1, 0.8];

/// The boldest selectivity.
pub const BOLDEST: u8 = 7;

/// Shallower searches aren't worth a check.
const FROM: u32 = 3;

/// The standard deviation of the difference between searches to two depths, in hundredths of a
/// tile, as a sum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// Always.
    pub constant: f32,
    /// For each ply of the deeper search.
    pub deep: f32,
    /// For each ply of the shallower one.
    pub shallow: f32,
    /// For each empty cell.
    pub empty: f32,
}

/// Measured on games of the evaluation itself by `cargo run --release --example train_flip --
/// --spread`.
const SPREAD: Spread = Spread { constant: 584.2, deep: 34.7, shallow: -68.9, empty: -8.3 };

/// No spread is taken to be less.
const LEAST: f32 = 60.0;

#[allow(clippy::cast_precision_loss)] // small numbers
impl Spread {
    /// Between searches to these depths with so many empty cells, in hundredths of a tile.
    pub fn between(&self, deep: u32, shallow: u32, empties: u32) -> f32 {
        let [deep, shallow, empties] = [deep, shallow, empties].map(|number| number as f32);
        (self.constant + self.deep * deep + self.shallow * shallow + self.empty * empties)
            .max(LEAST)
    }
}

/// The depth of the search that checks one to `depth`: about half, odd or even like it.
fn checking(depth: u32) -> u32 {
    let half = depth / 4 * 2 + depth % 2;
    if half == 0 { depth - 2 } else { half }
}

/// The check of a search to `depth`.
#[allow(clippy::cast_possible_truncation)] // some thousands at most
pub fn check(depth: u32, empties: u32, selectivity: u8) -> Option<Check> {
    let deviations = *DEVIATIONS.get(usize::from(selectivity).checked_sub(1)?)?;
    if depth < FROM {
        return None;
    }
    let checking = checking(depth);
    Some(Check {
        depth: checking,
        margin: (deviations * SPREAD.between(depth, checking, empties)) as i32,
        promise: (SPREAD.between(depth, 0, empties) + SPREAD.between(checking, 0, empties)) as i32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_are_shallower_and_bolder_ones_have_less_margin() {
        for depth in FROM..30 {
            let margins: Vec<_> =
                (1..=BOLDEST).map(|selectivity| check(depth, 40, selectivity).unwrap()).collect();
            assert!(
                margins.iter().all(|check| check.depth < depth && check.depth % 2 == depth % 2)
            );
            assert!(margins.is_sorted_by(|bolder, less| bolder.margin > less.margin));
        }
        assert_eq!(check(2, 40, 3), None);
        assert_eq!(check(10, 40, 0), None);
    }
}
