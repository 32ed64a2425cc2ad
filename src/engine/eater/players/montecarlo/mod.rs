//! `montecarlo`: Monte Carlo tree search for a simultaneous-move game.
//!
//! Each position of the tree is a matrix game with one entry for each pair of choices: the value of
//! the position to which they lead. Both sides learn this game by regret matching. Their current
//! strategies, with some exploration, decide where the search goes next (simultaneous-move Monte
//! Carlo tree search: Tak, Lanctot and Winands 2014; Bosansky, Lisy, Lanctot, Cermak and Winands
//! 2016). On its way back to the root, the search writes the new value into the matrices and plays
//! more rounds of regret matching. Each entry is a value, not the result of one sampled game, so
//! learning at a position helps all positions that lead to it.
//!
//! The value of a new position is estimated from random playouts (`playouts`): from the rate at
//! which the Passer connects, and from how critical each cell is for the result (`evaluation`).
//! Both sides choose among the twelve most critical cells. (If the player to move is drawn by lot,
//! the cell that is most likely to be decisive is the best move: Peres, Schramm, Sheffield and
//! Wilson 2007.) Only live cells matter, and the Eater wins at once in a position with a cut cell.
//!
//! A position whose payoffs are all exact becomes exact itself and is not visited again. So
//! positions near the end of the game get solved first, and on small boards the whole game.
//!
//! The player draws its choice from the average strategy at the root, because always taking the
//! most frequent cell would be predictable. After the search, the root goes on learning with its
//! final payoffs, to reduce the influence of the inaccurate first ones on the average.

mod evaluation;
mod node;
mod playouts;
mod regret;
mod tree;

pub use tree::Oracle;
use tree::SearchTree;

use crate::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, Role},
        solver::PositionAnalysis,
    },
    play::{Budget, Player, PlayerError, Rng, SearchStop, Seat, ThinkContext},
};

/// Draws its choice from the strategy that a tree search finds. A budget of positions counts the
/// descents through the tree, each of which adds or expands one position.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarloPlayer;

/// Memory for the search tree, in bytes, if there is enough.
pub const WANTED_MEMORY_BYTES: usize = 64 << 20;

impl Player<Eater> for MonteCarloPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &EaterObservation,
        context: &ThinkContext,
    ) -> Result<Cell, PlayerError> {
        let memory = context.memory_share(WANTED_MEMORY_BYTES);
        let analysis = search(&observation.board, memory.bytes(), context, &mut |_| None)
            .map_err(|_| PlayerError::Cancelled)?;
        analysis
            .of(Role::of(seat))
            .sample(&mut choice_rng(context))
            .ok_or_else(PlayerError::no_action)
    }

    fn uses_budget(&self, _: Budget) -> bool {
        true
    }
}

/// The generator that draws the choice, independent of the one that the search uses.
pub fn choice_rng(context: &ThinkContext) -> Rng {
    let mut rng = context.rng();
    rng.set_stream(1);
    rng
}

/// Searches a position with a tree of at most about this many bytes, until the budget is spent or
/// the position is solved.
///
/// `oracle` is asked for the value of each new undecided position.
///
/// # Errors
/// Returns [`SearchStop::Cancelled`] if the search was cancelled.
pub fn search(
    board: &EaterBoard,
    memory: usize,
    context: &ThinkContext,
    oracle: Oracle<'_>,
) -> Result<PositionAnalysis, SearchStop> {
    let mut rng = context.rng();
    let mut meter = context.meter();
    let mut tree = SearchTree::new(board, memory, &mut rng);
    let mut next_report = 1024;
    while !tree.is_solved() && meter.tick().and_then(|()| meter.check()).is_ok() {
        tree.descend(oracle, &mut rng);
        if meter.nodes() == next_report {
            next_report *= 2;
            context.report(|| {
                format!("{} positions, Passer {:.0}%", tree.len(), 100.0 * tree.value())
            });
        }
    }
    if context.is_cancelled() { Err(SearchStop::Cancelled) } else { Ok(tree.analysis()) }
}
