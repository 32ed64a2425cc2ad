//! What the engine says of a position.

use std::time::Duration;

use super::{End, Engine, Found, Reach, endgame::Shape};
use crate::{
    games::flip::rules::{FlipBoard, Position, Square, cell_of},
    play::{PlayerError, SearchStop, ThinkContext},
};

/// How far an analysis looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Plies; nothing: as far as the budget allows.
    pub depth: Option<u32>,
    /// The final score is wanted: the position is played out, whatever that takes. Where the budget
    /// ends before, what was found until then is no exact score.
    pub exact: bool,
    /// Bytes that the table of positions may take.
    pub memory: usize,
    /// Threads that may search.
    pub threads: usize,
}

impl Default for Limits {
    /// As far as the budget allows, on one thread.
    fn default() -> Self {
        Self { depth: None, exact: false, memory: 64 << 20, threads: 1 }
    }
}

/// What the engine found of a position. Scores are for the side to move, in hundredths of a tile:
/// the final difference, empty cells to the winner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// What is reached with best play, as far as that is known.
    pub score: i32,
    /// Whether the score is the final one.
    pub exact: bool,
    /// How many plies it looked ahead.
    pub depth: u32,
    /// The best moves: all equally good ones of an exact score, else one. None where the side to
    /// move must pass, or the game is over.
    pub best: Vec<Square>,
    /// How the game goes on from here as far as it was looked at. Who must pass does so without a
    /// word.
    pub line: Vec<Square>,
    /// Positions looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// Analyses a position on a board up to 8 x 8. `tell` hears of each deeper result. A search that is
/// cancelled or out of budget gives what it has.
///
/// # Errors
/// [`PlayerError::Cancelled`] only when it has nothing at all; a fault for larger boards.
pub fn analyse(
    position: &Position,
    limits: &Limits,
    think: &ThinkContext,
    tell: &mut dyn FnMut(&Analysis),
) -> Result<Analysis, PlayerError> {
    let FlipBoard::Bits { size, tiles } = position.board else {
        return Err(PlayerError::Fault("boards up to 8 x 8 can be analysed".to_owned()));
    };
    let (mover, other) = (position.to_move, position.to_move.other());
    let (own, opp) = (tiles[mover.index()], tiles[other.index()]);
    if position.is_over() {
        return Ok(over(Shape::new(size).final_score(own, opp), think));
    }
    // Who can't move passes: then the other's best is what counts, against us.
    let must_pass = position.legal().is_empty();
    let seen = if must_pass { (opp, own) } else { (own, opp) };
    let analysis = |found: &Found| {
        let cells = |indices: &[u32]| indices.iter().map(|&at| cell_of(at)).collect();
        Analysis {
            score: if must_pass { -found.value } else { found.value },
            exact: found.exact,
            depth: found.depth,
            best: if must_pass { Vec::new() } else { cells(&found.best) },
            line: cells(&found.line),
            nodes: found.nodes,
            time: think.elapsed(),
        }
    };
    let end = match limits.depth {
        _ if limits.exact => End::Exact,
        Some(depth) if depth < position.board.empties() => End::StepReview,
        Some(_) => End::Exact,
        None => End::WithinReach,
    };
    let Limits { depth, memory, threads, .. } = *limits;
    let reach = Reach { nodes: u64::MAX, depth, end, memory: Some(memory), threads };
    let mut last = None;
    let halted = Engine::default().look(size, seen, reach, think, &mut |found| {
        let analysis = analysis(found);
        tell(&analysis);
        last = Some(analysis);
    });
    match (last, halted) {
        (Some(last), _) => Ok(Analysis { time: think.elapsed(), ..last }),
        (None, Err(SearchStop::Spent)) => {
            Err(PlayerError::Fault("the budget is too small for a first look".to_owned()))
        }
        (None, Ok(()) | Err(SearchStop::Cancelled)) => Err(PlayerError::Cancelled),
    }
}

/// The end of a game.
fn over(tiles: i32, think: &ThinkContext) -> Analysis {
    Analysis {
        score: 100 * tiles,
        exact: true,
        depth: 0,
        best: Vec::new(),
        line: Vec::new(),
        nodes: 1,
        time: think.elapsed(),
    }
}

#[cfg(test)]
mod tests;
