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
    let outcome = Engine::default().search(
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
mod tests;
