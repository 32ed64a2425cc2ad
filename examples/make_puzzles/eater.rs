//! Eater: the only cell, closing rows, the mix. All positions are solved.

use fourcade_engine::{
    eater::{
        Eater,
        model::{Cell, EaterBoard, EaterObservation, Role},
    },
    play::{
        Budget, Judgement, Level, PlayerError, Practicable as _, Puzzle, Rng, SearchLimits, Seat,
        ThinkContext,
    },
};
use rand::RngExt as _;

use crate::maker::{Maker, level_player};

/// The budget for solving one puzzle, in positions.
const SOLVE_NODES: u64 = 400_000;
/// The minimum cost of a wrong cell.
const MIN_COST: f64 = 0.08;
/// The minimum probability of a cell in a mix.
const MIN_SHARE: f64 = 0.1;

impl Maker for Eater {
    fn table(_: &str, rng: &mut Rng) -> (u16, Vec<&'static str>) {
        let levels = [Level::Beginner, Level::Easy, Level::Medium, Level::Hard, Level::Hard];
        let players = (0..2).map(|_| level_player::<Self>(&levels, rng)).collect();
        (rng.random_range(4..=7), players)
    }

    fn is_candidate(theme: &str, observation: &EaterObservation, seat: Seat) -> bool {
        let live = live_empty_cells(&observation.board).count();
        let suits_theme = theme != "rows" || Role::of(seat) == Role::Eater;
        suits_theme && observation.winner.is_none() && (5..=14).contains(&live)
    }

    fn verify(
        _: &str,
        observation: &EaterObservation,
        seat: Seat,
        context: &ThinkContext,
    ) -> Result<Judgement<Cell>, PlayerError> {
        judge(observation, seat, 16 << 20, context)
    }

    fn tolerance(_: &str, judgement: &Judgement<Cell>) -> Option<f64> {
        let best = judgement.best_value();
        let is_clear = |cost: f64| cost <= Self::TOLERANCE || cost >= MIN_COST;
        let costs = judgement.choices.iter().map(|choice| best - choice.value);
        let is_open = (0.05..=1.0).contains(&best);
        (is_open && costs.into_iter().all(is_clear)).then_some(Self::TOLERANCE)
    }

    fn fits(theme: &str, puzzle: &Puzzle<Self>) -> bool {
        let answers = puzzle.answers();
        let board = puzzle.observation().board;
        let wrong = live_empty_cells(&board).filter(|&cell| !puzzle.is_right(cell)).count();
        let is_mixed = |cell: &&Cell| {
            let share = puzzle.judgement().of(**cell).and_then(|choice| choice.share);
            share.is_some_and(|share| share >= MIN_SHARE)
        };
        let mixed = answers.iter().filter(is_mixed).count();
        let open_cells = |row: u16| {
            (0..board.size())
                .filter(|&col| board.at(Cell::new(row, col)) != Some(Role::Eater))
                .count()
        };
        wrong >= 3
            && match theme {
                "only" => answers.len() == 1,
                "rows" => {
                    answers.len() <= 2 && answers.iter().all(|cell| open_cells(cell.row) <= 3)
                }
                _ => (2..=4).contains(&mixed) && mixed == answers.len(),
            }
    }

    /// Solves the position again with little memory, so that most values are computed anew in
    /// another order, and with left and right exchanged.
    fn is_confirmed(puzzle: &Puzzle<Self>, context: &ThinkContext) -> Result<bool, PlayerError> {
        let board = puzzle.observation().board;
        let mirrored = EaterObservation::of(board.mirrored());
        let judgement = judge(&mirrored, puzzle.seat(), 1 << 20, context)?;
        let best = judgement.best_value();
        let is_same = |(cell, value): (Cell, f64)| {
            let mirror = Cell::new(cell.row, board.size() - 1 - cell.col);
            let is_right = best - value <= Self::TOLERANCE;
            puzzle.is_right(mirror) == is_right
        };
        let same_value = (best - puzzle.judgement().best_value()).abs() < 0.001;
        let mut values = judgement.choices.iter().map(|choice| (choice.action, choice.value));
        Ok(same_value && values.all(is_same))
    }
}

fn judge(
    observation: &EaterObservation,
    seat: Seat,
    memory: usize,
    context: &ThinkContext,
) -> Result<Judgement<Cell>, PlayerError> {
    let budget = Budget::Nodes(SOLVE_NODES);
    let limits = SearchLimits { memory: Some(memory), ..SearchLimits::new(budget) };
    let context = ThinkContext::new(budget, 0, seat, 0).with_cancel(context.cancel_token().clone());
    Eater::judge(observation, seat, &limits, &context)
}

fn live_empty_cells(board: &EaterBoard) -> impl Iterator<Item = Cell> + use<> {
    board.live_empty_cells().iter().collect::<Vec<_>>().into_iter()
}
