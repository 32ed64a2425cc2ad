//! A position of the search tree.

use rand::RngExt;

use super::{
    evaluation::{estimate_log_odds, estimate_value, log_odds, to_probability},
    playouts::Playouts,
    regret::{ChoiceWeights, MAX_CHOICES, RegretMatching},
};
use crate::{
    eater::model::{Cell, CellSet, EaterBoard, Role},
    play::Rng,
};

/// The tree index of the position after each pair of choices, or 0 if it is not in the tree.
pub type ChildTable = [[u32; MAX_CHOICES]; MAX_CHOICES];

#[derive(Debug)]
pub struct TreeNode {
    /// The board, on which dead cells are the Eater's.
    pub board: EaterBoard,
    /// The current estimate of the Passer's chance of winning.
    pub value: f64,
    pub is_exact: bool,
    /// A cut cell, with which the Eater wins, if any.
    pub cut_cell: Option<Cell>,
    /// The matrix game of the position, once it has been expanded.
    pub expanded: Option<Box<ExpandedNode>>,
}

#[derive(Debug)]
pub struct ExpandedNode {
    pub choices: Vec<Cell>,
    pub regrets: RegretMatching,
    pub children: ChildTable,
    /// For each choice of the Passer, the Eater's choices with an exact payoff, as bits.
    exact: [u16; MAX_CHOICES],
    /// Whether `choices` contains all live empty cells.
    has_all_choices: bool,
}

/// The rounds of regret matching on the estimated payoffs of a newly expanded position.
const INITIAL_ROUNDS: u32 = 30;
/// The probability that a side explores instead of playing its current strategy.
const EXPLORATION_RATE: f64 = 0.2;

impl TreeNode {
    #[inline]
    pub fn exact(board: EaterBoard, value: f64) -> Self {
        Self { board, value, is_exact: true, cut_cell: None, expanded: None }
    }

    /// Creates a new position and estimates its value from this many batches of playouts.
    pub fn new(board: EaterBoard, batches: u32, rng: &mut Rng) -> Self {
        if board.is_connected() {
            return Self::exact(board, 1.0);
        }
        let live = board.live_cells();
        if live.is_empty() {
            return Self::exact(board, 0.0);
        }
        let playouts = Playouts::run(&board, &live, batches, rng);
        let cells = live_empty_cells(&board, live);
        if let Some(cut_cell) = find_cut_cell(&board, &cells, &playouts) {
            return Self { cut_cell: Some(cut_cell), ..Self::exact(board, 0.0) };
        }
        let value = estimate_value(&playouts, &cells);
        Self { board, value, is_exact: false, cut_cell: None, expanded: None }
    }

    /// Expands the position with payoffs estimated from this many batches of playouts, which also
    /// improve the estimate of its value.
    #[inline]
    pub fn expand(&mut self, batches: u32, rng: &mut Rng) {
        let live = self.board.live_cells();
        let playouts = Playouts::run(&self.board, &live, batches, rng);
        let cells = live_empty_cells(&self.board, live);
        self.value = f64::midpoint(self.value, estimate_value(&playouts, &cells));
        let expanded = ExpandedNode::new(&self.board, cells, &playouts, self.value);
        self.expanded = Some(Box::new(expanded));
    }
}

impl ExpandedNode {
    /// Creates the matrix game of a position with these live empty cells, with payoffs shifted so
    /// that its value is close to `value`, the better estimate.
    fn new(board: &EaterBoard, cells: Vec<Cell>, playouts: &Playouts, value: f64) -> Self {
        let has_all_choices = cells.len() <= MAX_CHOICES;
        let mut choices = cells;
        choices.sort_by(|&a, &b| playouts.criticality(b).total_cmp(&playouts.criticality(a)));
        choices.truncate(MAX_CHOICES);
        let mut regrets = RegretMatching::new(choices.len());
        let estimates = estimate_payoffs(board, &choices, playouts);
        set_payoffs(&mut regrets, &estimates, 0.0);
        regrets.learn(INITIAL_ROUNDS);
        let offset = log_odds(value) - log_odds(regrets.value());
        set_payoffs(&mut regrets, &estimates, offset);
        let children = [[0; MAX_CHOICES]; MAX_CHOICES];
        Self { choices, regrets, children, exact: [0; MAX_CHOICES], has_all_choices }
    }

    #[inline]
    pub fn set_payoff(&mut self, row: usize, col: usize, value: f64, is_exact: bool) {
        self.regrets.set_payoff(row, col, value);
        self.exact[row] |= u16::from(is_exact) << col;
    }

    /// Whether the value of the matrix game is exact: no choice is left out, and all payoffs are
    /// exact.
    #[inline]
    pub fn is_solved(&self) -> bool {
        let count = self.choices.len();
        self.has_all_choices
            && self.exact[..count].iter().all(|row| row.count_ones() as usize == count)
    }

    /// Selects the pair of choices that the search visits next.
    ///
    /// Each side plays its current strategy or, to correct bad estimates, explores: it tries an
    /// unvisited choice against the other side's or, if there is none, a random choice. A pair with
    /// an exact payoff is replaced by another one, if possible in the same row or column.
    pub fn select(&self, rng: &mut Rng) -> (usize, usize) {
        let count = self.choices.len();
        let [passer, eater] = self.regrets.current();
        let (mut row, mut col) = (draw(&passer, count, rng), draw(&eater, count, rng));
        if rng.random_bool(EXPLORATION_RATE) {
            row = (0..count)
                .find(|&row| self.children[row][col] == 0)
                .unwrap_or_else(|| rng.random_range(0..count));
        }
        if rng.random_bool(EXPLORATION_RATE) {
            col = (0..count)
                .find(|&col| self.children[row][col] == 0)
                .unwrap_or_else(|| rng.random_range(0..count));
        }
        let is_open = |row: usize, col: usize| self.exact[row] >> col & 1 == 0;
        if is_open(row, col) {
            return (row, col);
        }
        let start = rng.random_range(0..count);
        let indices = || (start..count).chain(0..start);
        let in_row = || indices().find(|&col| is_open(row, col)).map(|col| (row, col));
        let in_col = || indices().find(|&row| is_open(row, col)).map(|row| (row, col));
        let anywhere = || {
            let mut pairs = indices().flat_map(|row| (0..count).map(move |col| (row, col)));
            pairs.find(|&(row, col)| is_open(row, col))
        };
        let nearby = if rng.random() { in_row().or_else(in_col) } else { in_col().or_else(in_row) };
        nearby.or_else(anywhere).unwrap_or((row, col))
    }
}

/// Draws the index of a choice.
#[inline]
fn draw(probabilities: &ChoiceWeights, count: usize, rng: &mut Rng) -> usize {
    let mut remaining: f64 = rng.random();
    let drawn = probabilities[..count].iter().position(|probability| {
        remaining -= probability;
        remaining < 0.0
    });
    drawn.unwrap_or(count - 1)
}

/// Estimates the payoffs of all pairs of choices, as log odds.
fn estimate_payoffs(
    board: &EaterBoard,
    choices: &[Cell],
    playouts: &Playouts,
) -> [ChoiceWeights; MAX_CHOICES] {
    // A cell with criticality c raises the connection rate by c / 2 if the Passer gets it, and
    // lowers it by c / 2 if the Eater does. The effects of two cells nearly add up.
    let effect = |cell: Cell| playouts.criticality(cell) / 2.0;
    let mut estimates = [[0.0; MAX_CHOICES]; MAX_CHOICES];
    for (row, &passer) in estimates.iter_mut().zip(choices) {
        let wins = is_winning_cell(board, passer);
        for (estimate, &eater) in row.iter_mut().zip(choices) {
            let is_clash = passer == eater;
            let gain = if is_clash { 0.0 } else { effect(passer) };
            *estimate = if wins && !is_clash {
                f64::INFINITY
            } else {
                estimate_log_odds(playouts.connection_rate() + gain - effect(eater))
            };
        }
    }
    estimates
}

/// Sets all payoffs from estimates of their log odds, to which `offset` is added.
fn set_payoffs(
    regrets: &mut RegretMatching,
    estimates: &[ChoiceWeights; MAX_CHOICES],
    offset: f64,
) {
    let count = regrets.count();
    for (row, estimates) in estimates.iter().enumerate().take(count) {
        for (col, estimate) in estimates.iter().enumerate().take(count) {
            regrets.set_payoff(row, col, to_probability(estimate + offset));
        }
    }
}

fn live_empty_cells(board: &EaterBoard, live: CellSet) -> Vec<Cell> {
    live.intersection(&board.empty_cells()).iter().collect()
}

#[inline]
fn is_winning_cell(board: &EaterBoard, cell: Cell) -> bool {
    let mut after = board.clone();
    after.set(cell, Some(Role::Passer));
    after.is_connected()
}

/// Returns a cut cell, if any: a cell on all paths that the Passer may still complete.
fn find_cut_cell(board: &EaterBoard, cells: &[Cell], playouts: &Playouts) -> Option<Cell> {
    let mut candidates: Vec<Cell> =
        cells.iter().copied().filter(|&cell| !playouts.has_connected_without(cell)).collect();
    // The most critical cells are the most likely cut cells.
    candidates.sort_by(|&a, &b| playouts.criticality(b).total_cmp(&playouts.criticality(a)));
    let mut after = board.clone();
    candidates.into_iter().find(|&cell| {
        after.set(cell, Some(Role::Eater));
        let is_closed = !after.can_connect();
        after.set(cell, None);
        is_closed
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::random;

    #[test]
    fn the_payoffs_of_an_expanded_position_agree_with_its_estimate() {
        let mut rng = random::rng(1, &[]);
        let boards = ["....\n....\n....\n....", ".P..\nE...\n..P.\n.E..", "..E.\n.P..\n.P..\nE..."];
        for board in boards {
            let mut node = TreeNode::new(board.parse().unwrap(), 16, &mut rng);
            node.expand(16, &mut rng);
            let payoffs_value = node.expanded.unwrap().regrets.matrix().value();
            let difference = payoffs_value - node.value;
            assert!(difference.abs() < 0.02, "{payoffs_value} {}\n{board}", node.value);
        }
    }
}
