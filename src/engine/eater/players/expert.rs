//! `expert`: plays the exact equilibrium of positions that it can solve, and searches others.

use super::montecarlo::{self, WANTED_MEMORY_BYTES};
use crate::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, Role},
        solver::{PositionAnalysis, SolveBudget, Solver, describe_mix, to_tenths},
    },
    play::{
        Advice, Budget, MemoryShare, Player, PlayerError, SearchLimits, SearchStop, Seat,
        ThinkContext, none_if_spent,
    },
};

/// Draws its cell from an optimal mixed strategy, against which no opponent does better than the
/// value of the position. Plays either role on boards of any size.
#[derive(Debug, Default)]
pub struct ExpertPlayer {
    solver: Solver,
    /// The memory of the solver and of the tree search; `None` before the first analysis.
    memory: Option<MemoryShare>,
}

/// The part of the memory for the solver. The rest is for the tree search.
const SOLVER_MEMORY_PERCENT: usize = 40;

/// Maximum number of live empty cells of a small position, which is solved with any budget and
/// during the tree search.
const MAX_SMALL_CELLS: u32 = 9;

/// Above this probability, a cell isn't described as part of a mix.
const NEARLY_CERTAIN: f64 = 0.95;

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

    /// The value is the role's chance of winning. The considered cells have their probabilities in
    /// the mix.
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
            considered: analysis.of(role).choices().to_vec(),
            replies: analysis.of(role.other()).choices().to_vec(),
        })
    }

    fn uses_budget(&self, _: Budget) -> bool {
        true
    }
}

fn sample(
    analysis: &PositionAnalysis,
    seat: Seat,
    context: &ThinkContext,
) -> Result<Cell, PlayerError> {
    let cell = analysis.of(Role::of(seat)).sample(&mut montecarlo::choice_rng(context));
    cell.ok_or_else(PlayerError::no_action)
}

/// Describes the player's mix of cells or, if there is no choice, the chance of winning.
fn describe(analysis: &PositionAnalysis, role: Role, cell: Cell) -> String {
    let (value, probability) = (analysis.chance(role), analysis.of(role).probability(cell));
    let percent = 100.0 * value;
    match analysis.exact {
        true if value <= 0.0 => "you can't win any more".to_owned(),
        true if value >= 1.0 => "you can't lose any more".to_owned(),
        _ if probability <= NEARLY_CERTAIN => describe_mix(to_tenths(probability)),
        true => format!("with best play you win {percent:.0}% of the time"),
        false => format!("you win about {percent:.0}% of the time"),
    }
}

impl ExpertPlayer {
    /// Returns an expert with about as much memory as the limits allow.
    pub fn with_limits(limits: &SearchLimits) -> Self {
        let mut expert = Self::default();
        if let Some(bytes) = limits.memory {
            expert.set_memory(MemoryShare::new(bytes));
        }
        expert
    }

    fn ensure_memory(&mut self, context: &ThinkContext) {
        if self.memory.is_none() {
            self.set_memory(context.memory_share(WANTED_MEMORY_BYTES));
        }
    }

    fn set_memory(&mut self, memory: MemoryShare) {
        let solver_bytes = memory.bytes() / 100 * SOLVER_MEMORY_PERCENT;
        self.solver = Solver::with_memory(solver_bytes).with_openings();
        self.memory = Some(memory);
    }

    /// Analyses a position: exactly if half of the budget suffices to solve it, otherwise by a tree
    /// search. Within a budget of time, the solver uses cached values of earlier calls.
    ///
    /// # Errors
    /// Returns [`PlayerError::Cancelled`] if the search was cancelled.
    pub fn analyse(
        &mut self,
        board: &EaterBoard,
        context: &ThinkContext,
    ) -> Result<PositionAnalysis, PlayerError> {
        self.ensure_memory(context);
        if let Budget::Nodes(_) = context.budget() {
            // With cached values, the same budget of positions would solve more, so the answer
            // would depend on earlier calls.
            self.solver.clear_cache();
        }
        match self.solve(board, context)? {
            Some(analysis) => Ok(analysis),
            None => self.search(board, context).map_err(|_| PlayerError::Cancelled),
        }
    }

    /// Returns an equilibrium, or `None` if half of the budget is too small to find it.
    ///
    /// # Errors
    /// Returns [`PlayerError::Cancelled`] if the search was cancelled.
    pub fn solve_exactly(
        &mut self,
        board: &EaterBoard,
        context: &ThinkContext,
    ) -> Result<Option<PositionAnalysis>, PlayerError> {
        self.ensure_memory(context);
        self.solve(board, context)
    }

    /// Returns the Passer's chance if `role` chooses this cell and the opponent plays its strategy
    /// from an exact analysis, or `None` if the budget is too small.
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
            let Some(value) = none_if_spent(self.solver.value(&after, &mut budget))?.flatten()
            else {
                return Ok(None);
            };
            mean += probability * value;
        }
        Ok(Some(mean))
    }

    /// Estimates the analysis by a tree search that asks the solver for the values of small
    /// positions.
    fn search(
        &mut self,
        board: &EaterBoard,
        context: &ThinkContext,
    ) -> Result<PositionAnalysis, SearchStop> {
        let mut budget = SolveBudget::whole(context);
        let memory = self.memory.as_ref().map_or(WANTED_MEMORY_BYTES, MemoryShare::bytes);
        let tree_bytes = memory / 100 * (100 - SOLVER_MEMORY_PERCENT);
        let mut oracle = |after: &EaterBoard| {
            if after.live_empty_cells().len() > MAX_SMALL_CELLS {
                return None;
            }
            self.solver.value(after, &mut budget).ok().flatten()
        };
        montecarlo::search(board, tree_bytes, context, &mut oracle)
    }

    /// Solves the position with half of the budget. Returns `None` if that is not feasible.
    fn solve(
        &mut self,
        board: &EaterBoard,
        context: &ThinkContext,
    ) -> Result<Option<PositionAnalysis>, PlayerError> {
        context.check_cancelled()?;
        let mut budget = SolveBudget::share(context, 2);
        let is_feasible = is_solvable(board.live_empty_cells().len(), context.budget())
            || none_if_spent(self.solver.knows_opening(board, &budget))? == Some(true);
        if !is_feasible {
            return Ok(None);
        }
        let analysis = none_if_spent(self.solver.analyse(board, &mut budget))?.flatten();
        if let Some(PositionAnalysis { value, .. }) = &analysis {
            context.report(|| format!("solved: the Passer wins {:.1}%", 100.0 * value));
        }
        Ok(analysis)
    }
}

const POSITIONS_PER_MILLISECOND: u128 = 40;

/// The number of subsets of the live empty cells for which a budget of one position is enough.
///
/// So 16 cells need a budget of 4,096 positions. Positions from random play took 800 in the median
/// and 25,000 at most, and each further cell at most doubled that. If half of the budget isn't
/// enough after all, the position is searched.
const SUBSETS_PER_POSITION: u128 = 16;

/// Whether a position with this many live empty cells can probably be solved.
fn is_solvable(cells: u32, budget: Budget) -> bool {
    let positions = match budget {
        Budget::Nodes(nodes) => u128::from(nodes),
        Budget::Time(time) => time.as_millis() * POSITIONS_PER_MILLISECOND,
    };
    let max_subsets = positions.saturating_mul(SUBSETS_PER_POSITION);
    cells <= MAX_SMALL_CELLS
        || 1_u128.checked_shl(cells).is_some_and(|subsets| subsets <= max_subsets)
}
