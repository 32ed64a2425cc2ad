//! The tree of positions, and how it grows.

use std::collections::HashMap;

use super::node::Node;
use crate::{
    games::eater::{
        rules::{Cell, EaterBoard, Pair, Role},
        solve::{Analysis, Solution},
    },
    play::Rng,
};

/// Says what a position is worth to the Passer, if that is known for certain.
pub type Oracle<'a> = &'a mut dyn FnMut(&EaterBoard) -> Option<f64>;

/// The positions looked at, each once, however it comes about. The first one is where the search
/// starts.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    places: HashMap<EaterBoard, u32>,
    opened: usize,
    /// The most positions.
    room: usize,
    /// Fillings of a new position, in 64s.
    times: u32,
}

/// The most rows of positions that are kept: some 60 MB. (A position takes about 40 bytes a row,
/// and 100 more.)
const MOST_ROWS: usize = 1_200_000;
/// The most opened positions (2.5 KB more each).
const MOST_OPENED: usize = 30_000;
/// Rounds of learning at each visit.
const ROUNDS: u32 = 2;
/// Fillings of the first position, in 64s.
const FIRST_TIMES: u32 = 64;
/// Shares below this are what is left of the first rounds' errors.
const NEGLIGIBLE: f64 = 0.01;
/// In a solution only rounding errors are left.
const ROUNDING: f64 = 1e-9;

impl Tree {
    /// A tree that starts from a position which is not decided yet.
    pub fn new(board: &EaterBoard, rng: &mut Rng) -> Self {
        let times = match board.size() {
            ..=6 => 1,
            7..=9 => 4,
            _ => 8,
        };
        let mut start = Node::new(board.clone(), FIRST_TIMES, rng);
        if !start.exact {
            start.open(FIRST_TIMES, rng);
        }
        Self {
            nodes: vec![start],
            places: HashMap::new(),
            opened: 1,
            room: MOST_ROWS / usize::from(board.size()),
            times,
        }
    }

    /// The Passer's chance at the start, as far as it is known.
    pub fn value(&self) -> f64 {
        self.nodes[0].value
    }

    /// Whether there is nothing to be found out.
    pub fn is_certain(&self) -> bool {
        self.nodes[0].exact
    }

    /// How many positions have been looked at.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Goes down once: to a position that is new, or is opened now, or is certain; and learns on
    /// the way back.
    pub fn descend(&mut self, oracle: Oracle<'_>, rng: &mut Rng) {
        let mut way: Vec<(usize, usize, usize)> = Vec::new();
        let mut at = 0;
        loop {
            let node = &mut self.nodes[at];
            if node.exact {
                break;
            }
            let Some(inner) = &node.inner else {
                if self.opened < MOST_OPENED {
                    self.opened += 1;
                    node.open(self.times, rng);
                }
                break;
            };
            let (row, col) = inner.pick(rng);
            way.push((at, row, col));
            let child = inner.children[row][col] as usize;
            if child == 0 {
                let pair = Pair { passer: inner.choices[row], eater: inner.choices[col] };
                let Some(child) = self.child(at, pair, oracle, rng) else {
                    way.pop();
                    break;
                };
                if let Some(inner) = &mut self.nodes[at].inner {
                    inner.children[row][col] = child;
                }
                self.learn(&way, child as usize);
                return;
            }
            at = child;
        }
        self.learn(&way, at);
    }

    /// Where the position after a pair of choices stands; nothing if there is no room for it.
    fn child(
        &mut self,
        parent: usize,
        pair: Pair,
        oracle: Oracle<'_>,
        rng: &mut Rng,
    ) -> Option<u32> {
        let mut board = self.nodes[parent].board.clone();
        board.mark(pair);
        let board = essence(board);
        if let Some(&place) = self.places.get(&board) {
            return Some(place);
        }
        let place =
            u32::try_from(self.nodes.len()).ok().filter(|_| self.nodes.len() < self.room)?;
        let mut node = Node::new(board.clone(), self.times, rng);
        if let Some(known) = (!node.exact).then(|| oracle(&board)).flatten() {
            node = Node::certain(board.clone(), known);
        }
        self.nodes.push(node);
        self.places.insert(board, place);
        Some(place)
    }

    /// Carries what is known of the position `last` back to the start.
    fn learn(&mut self, way: &[(usize, usize, usize)], last: usize) {
        let Node { mut value, mut exact, .. } = self.nodes[last];
        for &(at, row, col) in way.iter().rev() {
            let Some(mut inner) = self.nodes[at].inner.take() else { continue };
            inner.set(row, col, value, exact);
            for other in 0..inner.choices.len() {
                for (row, col) in [(row, other), (other, col)] {
                    let child = inner.children[row][col] as usize;
                    if child != 0 {
                        inner.set(row, col, self.nodes[child].value, self.nodes[child].exact);
                    }
                }
            }
            exact = inner.is_settled();
            if exact {
                value = inner.regrets.matrix().value();
            } else {
                inner.regrets.learn(ROUNDS);
                value = inner.regrets.value();
            }
            self.nodes[at].value = value;
            self.nodes[at].exact = exact;
            if exact && at != 0 {
                self.opened -= 1; // Nobody goes there again.
            } else {
                self.nodes[at].inner = Some(inner);
            }
        }
    }

    /// Both sides' mixtures at the start.
    pub fn analysis(&self) -> Analysis {
        let start = &self.nodes[0];
        let Some(inner) = &start.inner else {
            // The Passer takes a neck in the hope that the Eater does not.
            let cells =
                start.neck.map_or_else(|| start.board.free().iter().collect(), |neck| vec![neck]);
            return Analysis::indifferent(&cells, start.value, start.exact);
        };
        if start.exact {
            let Solution { rows, cols, value } = inner.regrets.matrix().solve();
            let [passer, eater] =
                [rows, cols].map(|shares| mixture(&inner.choices, &shares, ROUNDING));
            return Analysis { passer, eater, value, exact: true };
        }
        let [passer, eater] =
            inner.regrets.average().map(|shares| mixture(&inner.choices, &shares, NEGLIGIBLE));
        Analysis { passer, eater, value: start.value, exact: false }
    }
}

/// The cells with their shares, in reading order, without the negligible ones.
fn mixture(choices: &[Cell], shares: &[f64], negligible: f64) -> Vec<(Cell, f64)> {
    let mut mixture: Vec<_> = choices
        .iter()
        .copied()
        .zip(shares.iter().copied())
        .filter(|&(_, share)| share > negligible)
        .collect();
    let sum: f64 = mixture.iter().map(|(_, share)| share).sum();
    for (_, share) in &mut mixture {
        *share /= sum;
    }
    mixture.sort_by_key(|&(cell, _)| cell);
    mixture
}

/// What of a board matters: dead cells are the Eater's, and of the mirror images one stands for
/// all.
fn essence(board: EaterBoard) -> EaterBoard {
    if board.is_connected() {
        return board;
    }
    let live = board.live();
    let mut plain = board;
    for cell in plain.cells() {
        if !live.contains(cell) {
            plain.set(cell, Some(Role::Eater));
        }
    }
    let (mirrored, upside_down) = (plain.mirrored(), plain.upside_down());
    let both = upside_down.mirrored();
    let images = [plain, mirrored, upside_down, both];
    let key = |board: &EaterBoard| {
        board.rows(Role::Passer).chain(board.rows(Role::Eater)).collect::<Vec<_>>()
    };
    let [first, rest @ ..] = images;
    rest.into_iter()
        .fold(first, |least, image| if key(&image) < key(&least) { image } else { least })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::random;

    fn drawn(board: &str) -> EaterBoard {
        board.parse().unwrap()
    }

    #[test]
    fn a_full_tree_still_learns_what_it_can() {
        let mut rng = random::rng(1, &[]);
        let mut tree = Tree::new(&EaterBoard::empty(4), &mut rng);
        tree.room = 100;
        for _ in 0..3_000 {
            tree.descend(&mut |_| None, &mut rng);
        }
        let found = tree.analysis();
        assert!(
            tree.len() == 100 && !found.exact && (0.1..0.5).contains(&found.value),
            "{}",
            found.value
        );
    }

    #[test]
    fn what_does_not_matter_makes_no_difference() {
        // The cell at the bottom right can't be reached.
        let board = essence(drawn("..E\n.EE\n.EP"));
        for same in ["..E\n.EE\n.E.", "E..\nEE.\nEE.", ".E.\n.EE\n..E", "PE.\nEE.\nE.."] {
            assert_eq!(essence(drawn(same)), board, "{same}");
        }
        assert_ne!(essence(drawn(".PE\n.EE\n.EP")), board);
    }
}
