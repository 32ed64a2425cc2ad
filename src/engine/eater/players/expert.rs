//! `expert`: plays the exact equilibrium of positions that can be solved, and searches the others.

use super::montecarlo;
use crate::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, Role},
        solver::{PositionAnalysis, SolveBudget, Solver, mixed, tenths},
    },
    play::{Advice, Budget, MemoryShare, Player, PlayerError, SearchStop, Seat, ThinkContext},
};

/// Draws its cell from an optimal mixed strategy, so that no opponent can do better against it than
/// the value of the position. Plays either role on boards of any size.
#[derive(Debug, Default)]
pub struct ExpertPlayer {
    solver: Solver,
    /// The memory of the solver and of the tree search; `None` before the first analysis.
    memory: Option<MemoryShare>,
}

/// The memory that the expert uses if it can get it, in bytes.
const WANTED_MEMORY: usize = 64 << 20;
/// The share of the memory, in per cent, for the solver. The rest is for the tree search.
const SOLVER_SHARE: usize = 40;

impl Player<Eater> for ExpertPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &EaterObservation,
        context: &ThinkContext,
    ) -> Result<Cell, PlayerError> {
        let analysis = self.analyse(&observation.board, context)?;
        sample(&analysis, seat, context)
    }

    /// Returns the cell that the expert would choose, its role's chance, and the probability of
    /// each cell.
    fn advise(
        &mut self,
        seat: Seat,
        observation: &EaterObservation,
        context: &ThinkContext,
    ) -> Result<Advice<Cell>, PlayerError> {
        let analysis = self.analyse(&observation.board, context)?;
        let role = Role::of(seat);
        let action = sample(&analysis, seat, context)?;
        Ok(Advice {
            action,
            outlook: Some(describe(&analysis, role, action)),
            value: Some(analysis.chance(role)),
            exact: analysis.exact,
            weights: analysis.of(role).choices().to_vec(),
            replies: analysis.of(role.other()).choices().to_vec(),
        })
    }

    fn uses_budget(&self, _: Budget) -> bool {
        true
    }
}

/// Draws a cell from the strategy of a seat.
fn sample(
    analysis: &PositionAnalysis,
    seat: Seat,
    context: &ThinkContext,
) -> Result<Cell, PlayerError> {
    let cell = analysis.of(Role::of(seat)).sample(&mut montecarlo::choice_rng(context));
    cell.ok_or_else(|| PlayerError::Fault("has no cell to choose".to_owned()))
}

/// Tells the player with this role how often to choose the cell or, if there is no choice, the
/// chance of winning.
fn describe(analysis: &PositionAnalysis, role: Role, cell: Cell) -> String {
    let (value, probability) = (analysis.chance(role), analysis.of(role).probability(cell));
    let percent = 100.0 * value;
    match analysis.exact {
        true if value <= 0.0 => "you can't win any more".to_owned(),
        true if value >= 1.0 => "you can't lose any more".to_owned(),
        _ if probability <= ALWAYS => mixed(tenths(probability)),
        true => format!("with best play you win {percent:.0}% of the time"),
        false => format!("you win about {percent:.0}% of the time"),
    }
}

/// A cell that is chosen more often than this is as good as certain.
const ALWAYS: f64 = 0.95;

impl ExpertPlayer {
    /// Returns an expert that uses about this many bytes at most.
    pub fn with_memory(bytes: usize) -> Self {
        let mut expert = Self::default();
        expert.set_memory(MemoryShare::new(bytes));
        expert
    }

    fn set_memory(&mut self, memory: MemoryShare) {
        self.solver = Solver::with_memory(memory.bytes() / 100 * SOLVER_SHARE).with_openings();
        self.memory = Some(memory);
    }

    /// Analyses a position. The analysis is exact if the position can be solved with half of the
    /// budget, otherwise it is an estimate. Within a time limit it also uses the values that it has
    /// found before.
    ///
    /// # Errors
    /// Returns [`PlayerError::Cancelled`] if the search was cancelled.
    pub fn analyse(
        &mut self,
        board: &EaterBoard,
        context: &ThinkContext,
    ) -> Result<PositionAnalysis, PlayerError> {
        if self.memory.is_none() {
            self.set_memory(context.memory_share(WANTED_MEMORY));
        }
        if let Budget::Nodes(_) = context.budget() {
            // With remembered values it could solve more positions within the same budget, so the
            // answer would depend on what was analysed before.
            self.solver.forget();
        }
        match self.solve(board, context) {
            Ok(Some(analysis)) => Ok(analysis),
            Ok(None) | Err(SearchStop::Spent) => {
                self.search(board, context).map_err(|_| PlayerError::Cancelled)
            }
            Err(SearchStop::Cancelled) => Err(PlayerError::Cancelled),
        }
    }

    /// Returns an equilibrium of a position, or `None` if it can't be solved with half of the
    /// budget.
    ///
    /// # Errors
    /// Returns [`PlayerError::Cancelled`] if the search was cancelled.
    pub fn solve_exactly(
        &mut self,
        board: &EaterBoard,
        context: &ThinkContext,
    ) -> Result<Option<PositionAnalysis>, PlayerError> {
        if self.memory.is_none() {
            self.set_memory(context.memory_share(WANTED_MEMORY));
        }
        match self.solve(board, context) {
            Ok(analysis) => Ok(analysis),
            Err(SearchStop::Spent) => Ok(None),
            Err(SearchStop::Cancelled) => Err(PlayerError::Cancelled),
        }
    }

    /// Returns the Passer's chance if `role` chooses this cell and the opponent plays its strategy
    /// from an exact analysis. Returns `None` if the budget is not enough.
    ///
    /// # Errors
    /// Returns [`PlayerError::Cancelled`] if the search was cancelled.
    pub fn value_of_choice(
        &mut self,
        board: &EaterBoard,
        cell: Cell,
        role: Role,
        analysis: &PositionAnalysis,
        context: &ThinkContext,
    ) -> Result<Option<f64>, PlayerError> {
        let mut budget = SolveBudget::whole(context);
        let mut mean = 0.0;
        for &(reply, probability) in analysis.of(role.other()).choices() {
            let mut after = board.clone();
            after.apply(role.joint_move(cell, reply));
            match self.solver.value(&after, &mut budget) {
                Ok(Some(value)) => mean += probability * value,
                Ok(None) | Err(SearchStop::Spent) => return Ok(None),
                Err(SearchStop::Cancelled) => return Err(PlayerError::Cancelled),
            }
        }
        Ok(Some(mean))
    }

    /// Estimates the analysis by a tree search that gets the values of small positions from the
    /// solver.
    fn search(
        &mut self,
        board: &EaterBoard,
        context: &ThinkContext,
    ) -> Result<PositionAnalysis, SearchStop> {
        let mut budget = SolveBudget::whole(context);
        let memory = self.memory.as_ref().map_or(WANTED_MEMORY, MemoryShare::bytes);
        let mut oracle = |after: &EaterBoard| {
            let is_small = live_empty_count(after) <= MAX_ORACLE_CELLS;
            is_small.then(|| self.solver.value(after, &mut budget).ok().flatten()).flatten()
        };
        montecarlo::search(board, memory / 100 * (100 - SOLVER_SHARE), context, &mut oracle)
    }

    /// Solves the position with half of the budget. Returns `None` if that is not feasible.
    fn solve(
        &mut self,
        board: &EaterBoard,
        context: &ThinkContext,
    ) -> Result<Option<PositionAnalysis>, SearchStop> {
        let mut budget = SolveBudget::share(context, 2);
        if context.meter().check() == Err(SearchStop::Cancelled) {
            return Err(SearchStop::Cancelled);
        }
        if !is_solvable(live_empty_count(board), context.budget())
            && !self.solver.knows_opening(board, &budget)?
        {
            return Ok(None);
        }
        let analysis = self.solver.analyse(board, &mut budget)?;
        if let Some(PositionAnalysis { value, .. }) = &analysis {
            context.report(|| format!("solved: the Passer wins {:.1}%", 100.0 * value));
        }
        Ok(analysis)
    }
}

/// Returns the number of empty cells that are live.
fn live_empty_count(board: &EaterBoard) -> u32 {
    board.live_cells().intersection(&board.empty_cells()).len()
}

/// The largest number of live empty cells in positions that the tree search passes to the solver,
/// which solves them at once.
const MAX_ORACLE_CELLS: u32 = 9;

/// Returns whether a position with this many live empty cells can probably be solved.
///
/// With 16 cells, positions from random play took 25,000 solved positions at most, and 800 in the
/// median. Each further cell doubled that at most. One second is enough for about 40,000 positions.
fn is_solvable(cells: u32, budget: Budget) -> bool {
    let positions = match budget {
        Budget::Nodes(nodes) => u128::from(nodes),
        Budget::Time(time) => time.as_millis() * 40,
    };
    1_u128.checked_shl(cells).is_some_and(|limit| limit <= positions.saturating_mul(16).max(1 << 9))
}
