//! The iterations of a search: to which depths, and how selectively.

use super::BoardKnowledge;
use crate::play::{EndgamePolicy, SearchLimits};

/// The selectivity of searches that do not reach the end of the game.
pub(super) const MIDGAME_SELECTIVITY: u8 = 6;
/// The selectivity of such searches if an exact one must follow, for which they order the moves.
const PREPARING_SELECTIVITY: u8 = 5;
/// The selectivities of the searches to the end of the game that come before the exact one, if that
/// may not finish within the budget.
const ENDGAME_SELECTIVITIES: [u8; 3] = [7, 4, 2];
/// The maximum number of empty squares of positions that are solved after only a shallow search.
const MAX_QUICK_EMPTIES: u32 = 13;
/// The maximum depth of that shallow search, in plies.
const MAX_QUICK_DEPTH: u32 = 4;
/// Deepening ends, and the search to the end of the game begins, this many plies before the end.
const ENDGAME_PLIES: u32 = 10;
/// The maximum depth of deepening before an exact search with the hand-crafted evaluation, in
/// plies.
const MAX_HANDCRAFTED_DEPTH: u32 = 8;

/// One iteration of the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Iteration {
    Search { depth: u32, selectivity: u8 },
    Solve,
}

/// Returns the iterations of the search of a position with this many empty squares.
/// `expected_nodes` is about how many nodes the budget allows.
pub(super) fn iterations(
    board: &BoardKnowledge,
    limits: &SearchLimits,
    empties: u32,
    expected_nodes: u64,
) -> Vec<Iteration> {
    let max_depth = limits.depth.unwrap_or(empties).min(empties);
    let is_selective = board.evaluator.has_prob_cut();
    let solves = match limits.endgame {
        EndgamePolicy::Evaluate => false,
        EndgamePolicy::Solve => true,
        // With a limited depth only an endgame that needs no selective searches is feasible.
        EndgamePolicy::SolveIfFeasible => {
            (is_selective && limits.depth.is_none())
                || empties <= board.max_solvable_empties(expected_nodes)
        }
    };
    let selectivity = match limits.endgame {
        EndgamePolicy::Solve => PREPARING_SELECTIVITY,
        EndgamePolicy::Evaluate | EndgamePolicy::SolveIfFeasible => MIDGAME_SELECTIVITY,
    };
    let deepening =
        |max_depth| (1..=max_depth).map(move |depth| Iteration::Search { depth, selectivity });
    if !solves {
        deepening(max_depth).collect()
    } else if !is_selective {
        let max_depth = (empties / 2).min(MAX_HANDCRAFTED_DEPTH);
        deepening(max_depth).chain([Iteration::Solve]).collect()
    } else if empties <= MAX_QUICK_EMPTIES {
        let max_depth = MAX_QUICK_DEPTH.min(empties / 2);
        deepening(max_depth).chain([Iteration::Solve]).collect()
    } else if limits.endgame == EndgamePolicy::Solve {
        deepening(empties - ENDGAME_PLIES).chain([Iteration::Solve]).collect()
    } else {
        // The exact search may not finish within the budget, so less and less selective
        // searches to the end of the game precede it.
        let endgame = ENDGAME_SELECTIVITIES
            .map(|selectivity| Iteration::Search { depth: empties, selectivity });
        let deepening = deepening(empties - ENDGAME_PLIES);
        deepening.chain(endgame).chain([Iteration::Solve]).collect()
    }
}
