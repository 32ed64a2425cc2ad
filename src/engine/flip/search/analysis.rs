//! The analysis of a position on a board up to 8 x 8.

use super::{Engine, RootPosition, SearchResult, geometry::BoardGeometry};
use crate::{
    flip::model::FlipPosition,
    play::{EndgamePolicy, PlayerError, SearchLimits, SearchStop, ThinkContext},
};

/// Analyses a position on a board up to 8 x 8. `report` is called with each deeper result. If the
/// search is cancelled or runs out of budget, its last result is returned.
///
/// If the depth limit does not reach the end of the game, the endgame is not solved.
///
/// # Errors
/// Returns [`PlayerError::Cancelled`] if the search was cancelled before its first result, and
/// [`PlayerError::Fault`] if the board is larger than 8 x 8 or the budget was too small for a
/// result.
pub fn analyse(
    position: &FlipPosition,
    limits: &SearchLimits,
    context: &ThinkContext,
    report: &mut dyn FnMut(&SearchResult),
) -> Result<SearchResult, PlayerError> {
    analyse_with(&mut Engine::default(), position, limits, context, report)
}

/// Analyses a position as [`analyse`] does, with an engine that may have searched others before.
///
/// # Errors
/// As [`analyse`].
pub fn analyse_with(
    engine: &mut Engine,
    position: &FlipPosition,
    limits: &SearchLimits,
    context: &ThinkContext,
    report: &mut dyn FnMut(&SearchResult),
) -> Result<SearchResult, PlayerError> {
    let Some(bitboards) = position.bitboards() else {
        return Err(PlayerError::Fault("only boards up to 8 x 8 can be analysed".to_owned()));
    };
    let size = position.board.size();
    if position.is_over() {
        return Ok(SearchResult {
            score: 100 * BoardGeometry::new(size).final_score(bitboards),
            exact: true,
            depth: 0,
            best: Vec::new(),
            line: Vec::new(),
            nodes: 1,
        });
    }
    // A side without a legal move passes: its score is that of the opponent, negated.
    let must_pass = position.legal().is_empty();
    let bitboards = if must_pass { bitboards.pass() } else { bitboards };
    let endgame = match (limits.endgame, limits.depth) {
        (EndgamePolicy::SolveIfFeasible, Some(depth)) if depth < position.board.empties() => {
            EndgamePolicy::Evaluate
        }
        (EndgamePolicy::SolveIfFeasible, Some(_)) => EndgamePolicy::Solve,
        (policy, _) => policy,
    };
    let mut last = None;
    let outcome = engine.search(
        &RootPosition::new(size, bitboards),
        &SearchLimits { endgame, ..*limits },
        context,
        &mut |result| {
            let mut result = result.clone();
            if must_pass {
                result.score = -result.score;
                result.best = Vec::new();
            }
            report(&result);
            last = Some(result);
        },
    );
    match (last, outcome) {
        (Some(last), _) => Ok(last),
        (None, Err(SearchStop::Spent)) => {
            Err(PlayerError::Fault("the budget is too small for a first result".to_owned()))
        }
        (None, Ok(()) | Err(SearchStop::Cancelled)) => Err(PlayerError::Cancelled),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        flip::model::{Side, Square},
        play::{Budget, CancelToken, Seat},
    };

    const NODES: u64 = 2_000_000;

    fn context(nodes: u64) -> ThinkContext {
        ThinkContext::new(Budget::Nodes(nodes), 1, Seat::new(0), 0)
    }

    fn position(board: &str, to_move: Side) -> FlipPosition {
        FlipPosition { board: board.parse().unwrap(), to_move }
    }

    fn no_limits() -> SearchLimits {
        SearchLimits::new(Budget::Nodes(u64::MAX))
    }

    fn exact() -> SearchLimits {
        SearchLimits { endgame: EndgamePolicy::Solve, ..no_limits() }
    }

    /// Plays a line to the end of the game and returns the score of the side that began, in
    /// hundredths of a tile.
    fn play(position: &FlipPosition, line: &[Square]) -> i32 {
        let mut at = position.clone();
        for &square in line {
            if at.legal().is_empty() {
                at.to_move = at.to_move.other();
            }
            assert!(at.board.play(at.to_move, square).is_some(), "{square} in {line:?}");
            at.to_move = at.to_move.other();
        }
        assert!(at.is_over(), "{line:?} leads to the end");
        at.to_move = position.to_move;
        analyse(&at, &no_limits(), &context(1), &mut |_| {}).unwrap().score
    }

    #[test]
    fn the_4_x_4_game_is_solved_with_all_best_moves_and_a_line_to_the_end() {
        let start = FlipPosition::start(4);
        let result = analyse(&start, &exact(), &context(NODES), &mut |_| {}).unwrap();
        assert_eq!((result.score, result.exact, result.depth), (-1000, true, 12));
        assert_eq!(result.best, start.legal(), "all four are mirror images of each other");
        assert_eq!(play(&start, &result.line), -1000);
        assert!(result.nodes > 0);
    }

    #[test]
    fn a_depth_limit_is_kept_and_each_depth_is_reported() {
        let limits = SearchLimits { depth: Some(3), ..no_limits() };
        let mut depths = Vec::new();
        let result = analyse(&FlipPosition::start(8), &limits, &context(NODES), &mut |result| {
            depths.push(result.depth);
        })
        .unwrap();
        assert_eq!((depths.as_slice(), result.depth, result.exact), (&[1, 2, 3][..], 3, false));
        assert!((1..=3).contains(&result.line.len()) && result.best == [result.line[0]]);
    }

    #[test]
    fn a_depth_to_the_end_is_exact() {
        let limits = SearchLimits { depth: Some(12), ..no_limits() };
        let result =
            analyse(&FlipPosition::start(4), &limits, &context(NODES), &mut |_| {}).unwrap();
        assert_eq!((result.score, result.exact), (-1000, true));
    }

    #[test]
    fn a_side_that_must_pass_has_no_best_move_and_the_negated_score() {
        let passing = position("OX..\n....\n....\n....", Side::X);
        let other = FlipPosition { to_move: Side::O, ..passing.clone() };
        assert!(passing.legal().is_empty() && !other.legal().is_empty());
        let result = analyse(&passing, &exact(), &context(NODES), &mut |_| {}).unwrap();
        assert_eq!(
            (result.score, result.best.len(), result.line.as_slice()),
            (-1600, 0, &[Square::new(0, 2)][..])
        );
        assert_eq!(analyse(&other, &exact(), &context(NODES), &mut |_| {}).unwrap().score, 1600);
    }

    #[test]
    fn a_finished_game_has_its_final_score() {
        let position = position("OOO.\n....\n....\n..X.", Side::O);
        let result = analyse(&position, &no_limits(), &context(1), &mut |_| {}).unwrap();
        assert_eq!(
            (result.score, result.exact, result.best.len(), result.line.len()),
            (1400, true, 0, 0)
        );
    }

    #[test]
    fn the_last_result_before_the_budget_ends_is_returned() {
        let result =
            analyse(&FlipPosition::start(8), &exact(), &context(20_000), &mut |_| {}).unwrap();
        assert!(!result.exact && result.depth > 0 && !result.best.is_empty());
        let none = analyse(&FlipPosition::start(8), &exact(), &context(1), &mut |_| {});
        assert!(matches!(none, Err(PlayerError::Fault(error)) if error.contains("budget")));
    }

    #[test]
    fn a_cancelled_analysis_returns_its_last_result() {
        let cancel = CancelToken::default();
        let context = context(u64::MAX).with_cancel(cancel.clone());
        let limits = no_limits();
        let result = analyse(&FlipPosition::start(8), &limits, &context, &mut |result| {
            if result.depth == 4 {
                cancel.cancel();
            }
        });
        // The search checks for cancellation only now and then.
        assert!((4..10).contains(&result.unwrap().depth));
        assert_eq!(
            analyse(&FlipPosition::start(8), &limits, &context, &mut |_| {}),
            Err(PlayerError::Cancelled)
        );
    }

    #[test]
    fn a_board_of_more_than_64_cells_is_refused() {
        let refused = analyse(&FlipPosition::start(10), &exact(), &context(NODES), &mut |_| {});
        assert!(matches!(refused, Err(PlayerError::Fault(error)) if error.contains("8 x 8")));
    }
}
