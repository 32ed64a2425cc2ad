//! Reasons with weights, which order them: the weightiest comes first.

use std::cmp::Reverse;

/// If no reason has this weight, only the weightiest one is given.
pub const MIN_WEIGHT: i32 = 15;
/// The weight of a reason that outweighs all others.
pub const DECISIVE: i32 = 1000;
/// Below this weight, a reason is never given.
const NEGLIGIBLE: i32 = 4;

/// A list of reasons with their weights.
#[derive(Debug)]
pub struct Weighed<R>(Vec<(i32, R)>);

impl<R> Default for Weighed<R> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<R> Weighed<R> {
    /// Adds a reason. Equal weights keep their order.
    pub fn add(&mut self, weight: i32, reason: R) {
        if weight >= NEGLIGIBLE {
            self.0.push((weight, reason));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Keeps the `count` weightiest of the reasons that hold. Tests no more reasons than needed.
    pub fn keep(&mut self, count: usize, mut holds: impl FnMut(&R) -> bool) {
        self.0.sort_by_key(|&(weight, _)| Reverse(weight));
        let mut kept = 0;
        self.0.retain(|(_, reason)| {
            let is_kept = kept < count && holds(reason);
            kept += usize::from(is_kept);
            is_kept
        });
    }

    /// Returns the reasons that are worth giving, the weightiest first.
    pub fn sorted(mut self) -> Vec<R> {
        self.0.sort_by_key(|&(weight, _)| Reverse(weight));
        let worthy = self.0.iter().filter(|&&(weight, _)| weight >= MIN_WEIGHT).count();
        self.0.truncate(worthy.max(1));
        self.0.into_iter().map(|(_, reason)| reason).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_weightiest_comes_first_and_the_weak_only_alone() {
        let sorted = |weights: &[i32]| {
            let mut reasons = Weighed::default();
            for &weight in weights {
                reasons.add(weight, weight);
            }
            reasons.sorted()
        };
        assert_eq!(sorted(&[20, 3, 14, DECISIVE]), [DECISIVE, 20]);
        assert_eq!(sorted(&[5, 3, 14]), [14]);
        assert!(sorted(&[3, -20]).is_empty());
    }

    #[test]
    fn the_weightiest_that_hold_are_kept() {
        let mut reasons = Weighed::default();
        (20..30).for_each(|weight| reasons.add(weight, weight));
        let mut tried = 0;
        reasons.keep(2, |weight| {
            tried += 1;
            weight % 2 == 0
        });
        assert_eq!((reasons.sorted(), tried), (vec![28, 26], 4));
    }
}
