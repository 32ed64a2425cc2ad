//! The tree of positions and the descents through it.

use std::collections::HashMap;

use super::node::{ExpandedNode, TreeNode};
use crate::{
    eater::{
        model::{EaterBoard, JointMove, Role},
        solver::{MatrixSolution, MixedStrategy, PositionAnalysis},
    },
    play::Rng,
};

/// Returns the Passer's exact chance of winning from a position, or `None` if it is unknown.
pub type Oracle<'a> = &'a mut dyn FnMut(&EaterBoard) -> Option<f64>;

/// The positions of a search, the root first. Transpositions and mirror images share a node.
#[derive(Debug)]
pub struct SearchTree {
    nodes: Vec<TreeNode>,
    indices: HashMap<EaterBoard, u32>,
    /// The number of nodes that are expanded now.
    expanded: usize,
    max_nodes: usize,
    max_expanded: usize,
    /// The number of batches of playouts for a new node.
    batches: u32,
}

/// The memory of a node per row of the board: about 40 bytes, and a part of another 100 per node.
const ROW_BYTES: usize = 50;
/// The additional memory of an expanded node.
const EXPANDED_BYTES: usize = 2500;
/// The rounds of regret matching in each node of a descent.
const ROUNDS_PER_VISIT: u32 = 2;
const ROOT_BATCHES: u32 = 16;
/// In an average strategy, probabilities up to this are remainders of the inaccurate first rounds.
const NEGLIGIBLE_SHARE: f64 = 0.01;
/// In a solution, probabilities up to this are rounding errors.
const ROUNDING_ERROR: f64 = 1e-9;

/// A step of a descent: a node, and the pair of choices that leads to the next one.
struct PathStep {
    node: usize,
    row: usize,
    col: usize,
}

impl SearchTree {
    /// Creates a tree with the board as its root and a limit of about `memory` bytes.
    pub fn new(board: &EaterBoard, memory: usize, rng: &mut Rng) -> Self {
        let batches = match board.size() {
            ..=6 => 1,
            _ => 2,
        };
        let mut root = TreeNode::new(board.clone(), ROOT_BATCHES, rng);
        if !root.is_exact {
            root.expand(ROOT_BATCHES, rng);
        }
        Self {
            nodes: vec![root],
            indices: HashMap::new(),
            expanded: 1,
            max_nodes: memory / 2 / ROW_BYTES / usize::from(board.size()),
            max_expanded: memory / 2 / EXPANDED_BYTES,
            batches,
        }
    }

    pub fn value(&self) -> f64 {
        self.nodes[0].value
    }

    pub fn is_solved(&self) -> bool {
        self.nodes[0].is_exact
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Descends from the root to a node that is exact or that this descent adds or expands, and
    /// backs up its value along the path.
    pub fn descend(&mut self, oracle: Oracle<'_>, rng: &mut Rng) {
        let mut path: Vec<PathStep> = Vec::new();
        let mut index = 0;
        loop {
            let node = &mut self.nodes[index];
            if node.is_exact {
                break;
            }
            let Some(expanded) = &node.expanded else {
                if self.expanded < self.max_expanded {
                    self.expanded += 1;
                    node.expand(self.batches, rng);
                }
                break;
            };
            let (row, col) = expanded.select(rng);
            path.push(PathStep { node: index, row, col });
            let child = expanded.children[row][col] as usize;
            if child == 0 {
                let joint_move =
                    JointMove { passer: expanded.choices[row], eater: expanded.choices[col] };
                let Some(child) = self.find_or_add_child(index, joint_move, oracle, rng) else {
                    path.pop();
                    break;
                };
                if let Some(expanded) = &mut self.nodes[index].expanded {
                    expanded.children[row][col] = child;
                }
                self.back_up(&path, child as usize);
                return;
            }
            index = child;
        }
        self.back_up(&path, index);
    }

    /// Returns the index of the position after a joint move, which is added to the tree if needed.
    /// Returns `None` if the tree is full.
    fn find_or_add_child(
        &mut self,
        parent: usize,
        joint_move: JointMove,
        oracle: Oracle<'_>,
        rng: &mut Rng,
    ) -> Option<u32> {
        let mut board = self.nodes[parent].board.clone();
        board.apply(joint_move);
        let board = canonical_board(board);
        if let Some(&index) = self.indices.get(&board) {
            return Some(index);
        }
        if self.nodes.len() >= self.max_nodes {
            return None;
        }
        let index = u32::try_from(self.nodes.len()).ok()?;
        let mut node = TreeNode::new(board.clone(), self.batches, rng);
        if !node.is_exact
            && let Some(value) = oracle(&board)
        {
            node = TreeNode::exact(board.clone(), value);
        }
        self.nodes.push(node);
        self.indices.insert(board, index);
        Some(index)
    }

    /// Backs up the value of the node `last` along the path to the root.
    fn back_up(&mut self, path: &[PathStep], last: usize) {
        let TreeNode { mut value, mut is_exact, .. } = self.nodes[last];
        for &PathStep { node, row, col } in path.iter().rev() {
            let Some(mut expanded) = self.nodes[node].expanded.take() else { continue };
            expanded.set_payoff(row, col, value, is_exact);
            self.update_payoffs(&mut expanded, row, col);
            is_exact = expanded.is_solved();
            if is_exact {
                value = expanded.regrets.matrix().value();
            } else {
                expanded.regrets.learn(ROUNDS_PER_VISIT);
                value = expanded.regrets.value();
            }
            self.nodes[node].value = value;
            self.nodes[node].is_exact = is_exact;
            if is_exact && node != 0 {
                // The search doesn't visit a solved node again.
                self.expanded -= 1;
            } else {
                self.nodes[node].expanded = Some(expanded);
            }
        }
    }

    /// Updates the payoffs in a row and a column, because other paths may have changed the values
    /// of these children.
    fn update_payoffs(&self, expanded: &mut ExpandedNode, row: usize, col: usize) {
        for other in 0..expanded.choices.len() {
            for (row, col) in [(row, other), (other, col)] {
                let child = expanded.children[row][col] as usize;
                if child != 0 {
                    let TreeNode { value, is_exact, .. } = self.nodes[child];
                    expanded.set_payoff(row, col, value, is_exact);
                }
            }
        }
    }

    /// The strategies at the root and its value.
    pub fn analysis(&self) -> PositionAnalysis {
        let root = &self.nodes[0];
        let Some(expanded) = &root.expanded else {
            // The Passer also takes the cut cell, in case the Eater doesn't.
            let cells = root
                .cut_cell
                .map_or_else(|| root.board.empty_cells().iter().collect(), |cell| vec![cell]);
            return PositionAnalysis::indifferent(&cells, root.value, root.is_exact);
        };
        let strategy = |probabilities: &[f64], negligible| {
            let choices = expanded.choices.iter().copied();
            MixedStrategy::from_weights(choices.zip(probabilities.iter().copied()), negligible)
        };
        if root.is_exact {
            let MatrixSolution { rows, cols, value } = expanded.regrets.matrix().solve();
            let [passer, eater] = [rows, cols].map(|shares| strategy(&shares, ROUNDING_ERROR));
            return PositionAnalysis { passer, eater, value, exact: true };
        }
        let [passer, eater] =
            expanded.regrets.settled_average().map(|shares| strategy(&shares, NEGLIGIBLE_SHARE));
        PositionAnalysis { passer, eater, value: root.value, exact: false }
    }
}

/// Returns the canonical form of a board: dead cells are the Eater's, and of the mirror images, the
/// one with the lowest key.
fn canonical_board(mut board: EaterBoard) -> EaterBoard {
    if board.is_connected() {
        return board;
    }
    let live = board.live_cells();
    for cell in board.cells() {
        if !live.contains(cell) {
            board.set(cell, Some(Role::Eater));
        }
    }
    let (mirrored, upside_down) = (board.mirrored(), board.upside_down());
    let rotated = upside_down.mirrored();
    let key = |board: &EaterBoard| {
        board.rows(Role::Passer).chain(board.rows(Role::Eater)).collect::<Vec<_>>()
    };
    [mirrored, upside_down, rotated]
        .into_iter()
        .fold(board, |first, image| if key(&image) < key(&first) { image } else { first })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::random;

    fn canonical(board: &str) -> EaterBoard {
        canonical_board(board.parse().unwrap())
    }

    #[test]
    fn a_full_tree_still_improves_its_estimate() {
        let mut rng = random::rng(1, &[]);
        let mut tree = SearchTree::new(&EaterBoard::empty(4), 1 << 20, &mut rng);
        tree.max_nodes = 100;
        for _ in 0..3_000 {
            tree.descend(&mut |_| None, &mut rng);
        }
        let analysis = tree.analysis();
        assert!(
            tree.len() == 100 && !analysis.exact && (0.1..0.5).contains(&analysis.value),
            "{}",
            analysis.value
        );
    }

    #[test]
    fn dead_cells_and_mirror_images_have_one_canonical_board() {
        // The marker at the bottom right can't be reached.
        let board = canonical("..E\n.EE\n.EP");
        for same in ["..E\n.EE\n.E.", "E..\nEE.\nEE.", ".E.\n.EE\n..E", "PE.\nEE.\nE.."] {
            assert_eq!(canonical(same), board, "{same}");
        }
        assert_ne!(canonical(".PE\n.EE\n.EP"), board);
    }
}
