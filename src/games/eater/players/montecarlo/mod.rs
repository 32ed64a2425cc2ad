//! `montecarlo`: tree search for simultaneous choices.
//!
//! Each position of the tree is a matrix game: an entry for each pair of choices, which is the
//! value of the position that they lead to. Both sides learn to play it by regret matching; what
//! they would play now, with some curiosity, also says where the search goes next
//! (simultaneous-move Monte Carlo tree search: Tak, Lanctot and Winands 2014; Bosansky, Lisy,
//! Lanctot, Cermak and Winands 2016). On its way back it writes the value found into the matrices
//! and learns some rounds more. Since each entry is a value, not the result of one sampled line of
//! play, what is learnt at a position is worth something to all that lead there.
//!
//! A new position is valued by filling its empty cells by chance (`fills`): how often the Passer
//! connects. The same fillings tell which cells decide the game most often, and these are the ones
//! to choose from (at most twelve; the best cell is the one most likely to decide, if both choose
//! in turns that are drawn by lot: Peres, Schramm, Sheffield and Wilson 2007). Only live cells
//! matter; a position with a neck is lost at once.
//!
//! When all payoffs of a position are certain it is solved, and counts as certain itself; the
//! search does not go there again. So the endings get solved from below, small boards altogether.
//!
//! What is played is drawn from the average of what was learnt at the start, never the cell chosen
//! most often: a deterministic side is copied.

mod fills;
mod node;
mod regret;
mod tree;

pub use tree::Oracle;
use tree::Tree;

use super::mixture::sample;
use crate::{
    games::eater::{
        Eater,
        rules::{Cell, EaterBoard, EaterObservation, Role},
        solve::Analysis,
    },
    play::{Player, PlayerError, Rng, SearchStop, Seat, ThinkContext},
};

/// The searching player. A budget of nodes is the number of descents, each of which adds or opens
/// one position.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo;

impl Player<Eater> for MonteCarlo {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &EaterObservation,
        think: &ThinkContext,
    ) -> Result<Cell, PlayerError> {
        let found =
            search(&seen.board, think, &mut |_| None).map_err(|_| PlayerError::Cancelled)?;
        sample(found.of(Role::of(seat)), &mut dice(think))
            .ok_or_else(|| PlayerError::Fault("there is no empty cell".to_owned()))
    }
}

/// Chance for the choice itself: a stream of its own, so that the search's draws say nothing about
/// it.
pub fn dice(think: &ThinkContext) -> Rng {
    let mut rng = think.rng();
    rng.set_stream(1);
    rng
}

/// Searches a position within the budget of `think`: how both sides should mix, and the Passer's
/// chance. The budget is spent unless the position gets solved before. `oracle` is asked about
/// every new position that is not decided yet; what it knows for certain ends the search there.
///
/// # Errors
/// [`SearchStop::Cancelled`] when it was asked to stop.
pub fn search(
    board: &EaterBoard,
    think: &ThinkContext,
    oracle: Oracle<'_>,
) -> Result<Analysis, SearchStop> {
    let mut rng = think.rng();
    let mut meter = think.meter();
    let mut tree = Tree::new(board, &mut rng);
    let mut next_report = 1024;
    let halt = loop {
        if tree.is_certain() {
            break SearchStop::Spent;
        }
        if let Err(halt) = meter.tick().and_then(|()| meter.check()) {
            break halt;
        }
        tree.descend(oracle, &mut rng);
        if meter.nodes() == next_report {
            next_report *= 2;
            think.report(|| told(&tree));
        }
    };
    if halt == SearchStop::Cancelled || think.is_cancelled() {
        return Err(SearchStop::Cancelled);
    }
    Ok(tree.analysis())
}

fn told(tree: &Tree) -> String {
    format!("{} positions, Passer {:.0}%", tree.len(), 100.0 * tree.value())
}
