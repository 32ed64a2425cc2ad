//! `expert`: plays the exact equilibrium where what is left can be solved, and searches above that.

use super::{mixture::sample, montecarlo};
use crate::{
    games::eater::{
        Eater,
        rules::{Cell, EaterBoard, EaterObservation, Role},
        solve::{Analysis, Effort, Solver},
    },
    play::{Advice, Budget, Player, PlayerError, SearchStop, Seat, ThinkContext},
};

/// Plays an equilibrium: it draws its cell from the optimal mixture, so that nobody can do better
/// against it than the position is worth. For either side, on boards of any size.
#[derive(Debug, Default)]
pub struct Expert {
    solver: Solver,
}

/// The whole analysis of a position: how both sides should mix, and the Passer's chance. Exact
/// where the position can be solved with half of the budget, an estimate elsewhere.
///
/// # Errors
/// [`PlayerError::Cancelled`].
pub fn analyse(seen: &EaterObservation, think: &ThinkContext) -> Result<Analysis, PlayerError> {
    Expert::default().analyse(&seen.board, think)
}

impl Player<Eater> for Expert {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &EaterObservation,
        think: &ThinkContext,
    ) -> Result<Cell, PlayerError> {
        let analysis = self.analyse(&seen.board, think)?;
        drawn(&analysis, seat, think)
    }

    /// The cell that it would choose, both sides' prospects, and how often it would choose each
    /// cell.
    fn advise(
        &mut self,
        seat: Seat,
        seen: &EaterObservation,
        think: &ThinkContext,
    ) -> Result<Advice<Cell>, PlayerError> {
        let analysis = self.analyse(&seen.board, think)?;
        let action = drawn(&analysis, seat, think)?;
        let words = Some(prospects(&analysis));
        Ok(Advice { action, reason: words, weights: analysis.of(Role::of(seat)).to_vec() })
    }
}

/// The cell that chance draws for a seat.
fn drawn(analysis: &Analysis, seat: Seat, think: &ThinkContext) -> Result<Cell, PlayerError> {
    let cell = sample(analysis.of(Role::of(seat)), &mut montecarlo::dice(think));
    cell.ok_or_else(|| PlayerError::Fault("has no cell to choose".to_owned()))
}

/// The Passer's chance in words.
fn prospects(analysis: &Analysis) -> String {
    let percent = 100.0 * analysis.value;
    match analysis.exact {
        true if analysis.value <= 0.0 => "the Eater is sure to win".to_owned(),
        true if analysis.value >= 1.0 => "the Passer is sure to win".to_owned(),
        true => format!("with best play the Passer wins {percent:.0}%"),
        false => format!("an estimate: the Passer wins {percent:.0}%"),
    }
}

impl Expert {
    /// As [`analyse`], with what it remembers.
    ///
    /// # Errors
    /// [`PlayerError::Cancelled`].
    pub fn analyse(
        &mut self,
        board: &EaterBoard,
        think: &ThinkContext,
    ) -> Result<Analysis, PlayerError> {
        if let Budget::Nodes(_) = think.budget() {
            self.solver.forget(); // What it remembers would let it solve more: the same budget, another answer.
        }
        match self.solve(board, think) {
            Ok(Some(analysis)) => Ok(analysis),
            Ok(None) | Err(SearchStop::Spent) => {
                self.search(board, think).map_err(|_| PlayerError::Cancelled)
            }
            Err(SearchStop::Cancelled) => Err(PlayerError::Cancelled),
        }
    }

    /// The Passer's chance if one side chooses this cell and the other one as an exact analysis
    /// says; nothing if that can't be found within the budget.
    ///
    /// # Errors
    /// [`PlayerError::Cancelled`].
    pub fn against(
        &mut self,
        board: &EaterBoard,
        cell: Cell,
        side: Role,
        analysis: &Analysis,
        think: &ThinkContext,
    ) -> Result<Option<f64>, PlayerError> {
        let mut effort = Effort::whole(think);
        let mut chance = 0.0;
        for &(other, share) in analysis.of(side.other()) {
            let mut after = board.clone();
            after.mark(side.pair(cell, other));
            match self.solver.value(&after, &mut effort) {
                Ok(Some(value)) => chance += share * value,
                Ok(None) | Err(SearchStop::Spent) => return Ok(None),
                Err(SearchStop::Cancelled) => return Err(PlayerError::Cancelled),
            }
        }
        Ok(Some(chance))
    }

    /// What a search finds that knows the values of small endings.
    fn search(&mut self, board: &EaterBoard, think: &ThinkContext) -> Result<Analysis, SearchStop> {
        let mut effort = Effort::whole(think);
        let mut oracle = |left: &EaterBoard| {
            let small = left.live().and(&left.free()).len() <= KNOWN_CELLS;
            small.then(|| self.solver.value(left, &mut effort).ok().flatten()).flatten()
        };
        montecarlo::search(board, think, &mut oracle)
    }

    /// The solution, where it can be hoped for.
    fn solve(
        &mut self,
        board: &EaterBoard,
        think: &ThinkContext,
    ) -> Result<Option<Analysis>, SearchStop> {
        let mut effort = Effort::share(think, 2);
        think
            .meter()
            .check()
            .or_else(|halt| if halt == SearchStop::Cancelled { Err(halt) } else { Ok(()) })?;
        if !hopeful(board.live().and(&board.free()).len(), think.budget()) {
            return Ok(None);
        }
        let analysis = self.solver.analyse(board, &mut effort)?;
        if let Some(Analysis { value, .. }) = &analysis {
            think.report(|| format!("solved: the Passer wins {:.1}%", 100.0 * value));
        }
        Ok(analysis)
    }
}

/// The search is told the values of endings with at most so many live cells: these are found at
/// once.
const KNOWN_CELLS: u32 = 9;

/// Whether so many live cells may be solved: in positions from random play 16 of them took 25,000
/// positions at most and 800 in the middle, each further cell up to twice as many; a second is
/// enough for some 40,000.
fn hopeful(cells: u32, budget: Budget) -> bool {
    let positions = match budget {
        Budget::Nodes(nodes) => u128::from(nodes),
        Budget::Time(time) => time.as_millis() * 40,
    };
    1_u128.checked_shl(cells).is_some_and(|most| most <= positions.saturating_mul(16).max(1 << 9))
}
