//! The parameters of multi-ProbCut: how far shallow searches with the trained evaluation are from
//! deeper ones. A deep search is cut if the score of a shallow one is beyond the window by a
//! margin.
//!
//! M. Buro, "Experiments with Multi-ProbCut and a new high-quality evaluation function for
//! Othello", 1997.

use super::ProbCut;

/// The highest selectivity.
pub const MAX_SELECTIVITY: u8 = 7;

/// The margin for each selectivity from 1 on, in standard deviations of the difference between the
/// scores of both searches. If it is normally distributed, a cut with this margin is wrong in
/// 0.05%, 0.5%, 2%, 5%, 10%, 14% and 21% of the cases.
const MARGINS_IN_DEVIATIONS: [f32; MAX_SELECTIVITY as usize] = [3.3, 2.6, 2.0, 1.6, 1.3, 1.1, 0.8];

/// A linear model of the standard deviation of the difference between the scores of a deep and a
/// shallow search, in hundredths of a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeviationModel {
    /// The constant term.
    pub constant: f32,
    /// The change for each ply of the deep search.
    pub per_deep_ply: f32,
    /// The change for each ply of the shallow search.
    pub per_shallow_ply: f32,
    /// The change for each empty square.
    pub per_empty_square: f32,
}

/// The model for searches. `cargo run --profile bench --example train_flip -- --deviation` measures
/// slightly higher deviations; this one was better in games.
const MODEL: DeviationModel = DeviationModel {
    constant: 497.0,
    per_deep_ply: 29.5,
    per_shallow_ply: -58.6,
    per_empty_square: -7.1,
};

/// The model for searches to one ply, which the static evaluation may replace. The same command
/// measures 210 to 480, less with many empty squares.
const ONE_PLY_MODEL: DeviationModel = DeviationModel {
    constant: 340.0,
    per_deep_ply: 0.0,
    per_shallow_ply: 0.0,
    per_empty_square: -2.0,
};

/// Less selective searches don't replace the last two plies by the static evaluation, because they
/// must be more accurate.
const MIN_STATIC_SELECTIVITY: u8 = 6;

/// The minimum deviation that the models predict, in hundredths of a tile.
const MIN_DEVIATION: f32 = 60.0;

#[allow(clippy::cast_precision_loss)] // small numbers
impl DeviationModel {
    /// Returns the standard deviation between searches to these depths, in plies, of a position
    /// with `empties` empty squares, in hundredths of a tile.
    pub fn between(&self, deep: u32, shallow: u32, empties: u32) -> f32 {
        let [deep, shallow, empties] = [deep, shallow, empties].map(|number| number as f32);
        (self.constant
            + self.per_deep_ply * deep
            + self.per_shallow_ply * shallow
            + self.per_empty_square * empties)
            .max(MIN_DEVIATION)
    }
}

/// Returns the depth of the shallow search that may replace a search to `depth` plies: 0, the
/// static evaluation, for the last two plies. For more plies, it is about half of `depth`, and odd
/// if `depth` is, since scores of odd and of even depths differ.
fn shallow_depth(depth: u32) -> u32 {
    if depth < 3 { 0 } else { depth / 4 * 2 + depth % 2 }
}

/// See [`Evaluator::prob_cut`](super::Evaluator::prob_cut).
#[allow(clippy::cast_possible_truncation)] // some thousands at most
pub fn prob_cut(depth: u32, empties: u32, selectivity: u8) -> Option<ProbCut> {
    let margin_in_deviations =
        *MARGINS_IN_DEVIATIONS.get(usize::from(selectivity).checked_sub(1)?)?;
    let shallow = shallow_depth(depth);
    if depth == 0 || (shallow == 0 && selectivity < MIN_STATIC_SELECTIVITY) {
        return None;
    }
    let model = if depth == 1 { ONE_PLY_MODEL } else { MODEL };
    // The static evaluation may differ from each of the two searches by a standard deviation.
    let static_margin = MODEL.between(depth, 0, empties) + MODEL.between(shallow, 0, empties);
    Some(ProbCut {
        depth: shallow,
        margin: (margin_in_deviations * model.between(depth, shallow, empties)) as i32,
        static_margin: static_margin as i32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prob_cut_is_shallower_and_a_higher_selectivity_has_a_smaller_margin() {
        for depth in 3..30 {
            let cuts: Vec<_> = (1..=MAX_SELECTIVITY)
                .map(|selectivity| prob_cut(depth, 40, selectivity).unwrap())
                .collect();
            assert!(cuts.iter().all(|cut| cut.depth < depth && cut.depth % 2 == depth % 2));
            assert!(cuts.is_sorted_by(|lower, higher| lower.margin > higher.margin));
        }
        for depth in 1..3 {
            assert_eq!(prob_cut(depth, 40, MIN_STATIC_SELECTIVITY).unwrap().depth, 0);
            assert_eq!(prob_cut(depth, 40, MIN_STATIC_SELECTIVITY - 1), None);
        }
        assert_eq!(prob_cut(0, 40, MAX_SELECTIVITY), None);
        assert_eq!(prob_cut(10, 40, 0), None);
    }
}
