//! Choosing by chance.

use rand::RngExt;

use crate::{games::eater::rules::Cell, play::Rng};

/// One of the cells, by their probabilities (of sum 1); none of none.
pub fn sample(mixture: &[(Cell, f64)], rng: &mut Rng) -> Option<Cell> {
    let mut left: f64 = rng.random();
    let possible = || mixture.iter().filter(|&&(_, share)| share > 0.0);
    let found = possible().find(|&&(_, share)| {
        left -= share;
        left < 0.0
    });
    // Rounding may leave a little more than nothing.
    found.or_else(|| possible().next_back()).map(|&(cell, _)| cell)
}

/// Any of these cells.
pub fn uniform(cells: &[Cell]) -> Vec<(Cell, f64)> {
    let share = f64::from(u32::try_from(cells.len()).unwrap_or(u32::MAX)).recip();
    cells.iter().map(|&cell| (cell, share)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::random;

    #[test]
    fn cells_come_as_often_as_they_should() {
        let cells = [0, 1, 2].map(|col| Cell::new(0, col));
        let mixture = [(cells[0], 0.2), (cells[1], 0.0), (cells[2], 0.8)];
        let mut rng = random::rng(1, &[]);
        let count = (0..10_000).filter(|_| sample(&mixture, &mut rng) == Some(cells[0])).count();
        assert!(
            (1_840..2_160).contains(&count),
            "{count} is more than four standard errors off 2000"
        );
        assert!((0..1_000).all(|_| sample(&mixture, &mut rng) != Some(cells[1])));
        assert_eq!(sample(&[], &mut rng), None);
        assert!((uniform(&cells)[1].1 - 1.0 / 3.0).abs() < 1e-12);
    }
}
