//! The review of a game of Flip: what each move cost, in tiles at the end.

use super::{
    Flip,
    engine::{Analysis, Limits, analyse},
    rules::{FlipBoard, FlipObservation, FlipSetup, Position, Side, Square},
};
use crate::{
    games::{
        Evaluation, LiveEvaluator, Measure, ReviewInput, Reviewable, Reviewer, Scale, Verdict,
    },
    play::{Game, PlayerError, SearchLimits, Seat, ThinkContext},
};

/// The most cells in a row of a board that can be judged.
const MOST: u16 = 8;
/// Percent of the budget for the position; the rest is for what was played, where that was not the
/// best.
const FIRST_LOOK: u32 = 65;
/// So many moves of a line are told.
const TOLD: usize = 6;

impl Reviewable for Flip {
    const MEASURE: Measure = Measure {
        scale: Scale::Lead,
        unit: "tiles",
        description: "tiles ahead at the end",
        digits: 1,
        min_cost: 0.5,
    };

    const HAS_DEPTH: bool = true;

    fn reviewer(
        setup: &FlipSetup,
        effort: &SearchLimits,
    ) -> Result<Box<dyn Reviewer<Self>>, String> {
        if setup.size() > MOST {
            return Err(format!("a game on a board of more than {MOST} x {MOST} can't be judged"));
        }
        Ok(Box::new(Judge { limits: (*effort).into() }))
    }

    fn evaluator(setup: &FlipSetup, effort: &SearchLimits) -> Option<Box<dyn LiveEvaluator<Self>>> {
        (setup.size() <= MOST).then(|| Box::new(Judge { limits: (*effort).into() }) as _)
    }

    fn final_value(&self, seat: Seat) -> Option<f64> {
        self.outcome().map(|_| final_tiles(self.board(), seat))
    }
}

impl From<SearchLimits> for Limits {
    fn from(SearchLimits { depth, exact, memory, threads, .. }: SearchLimits) -> Self {
        Self { depth, exact, memory, threads }
    }
}

/// The difference at the end of a game, empty cells to the winner.
fn final_tiles(board: &FlipBoard, seat: Seat) -> f64 {
    let [first, second] = board.counts().map(u32::cast_signed);
    let ahead = first - second;
    let ahead = ahead + ahead.signum() * board.empties().cast_signed();
    f64::from(if seat == Side::O.seat() { ahead } else { -ahead })
}

/// What is known of a position, for the side that is judged.
#[derive(Clone, Copy, Debug)]
struct Worth {
    tiles: f64,
    exact: bool,
    /// How many plies were looked ahead, counted from the position before the move that is judged.
    depth: u32,
}

/// Judges moves by the engine.
struct Judge {
    limits: Limits,
}

impl Reviewer<Flip> for Judge {
    fn assess(
        &mut self,
        choice: &ReviewInput<Flip>,
        think: &ThinkContext,
    ) -> Result<Verdict<Square>, PlayerError> {
        let (seat, played) = (choice.seat, choice.action);
        let position = &choice.observation.position;
        let mut after = Position { to_move: position.to_move.other(), ..position.clone() };
        after.board.play(position.to_move, played);
        let known = known_after(choice, &after);
        if let (Some(known), [_]) = (known, &position.legal()[..]) {
            // Where there was nothing to choose, there is nothing to think about.
            return Ok(Verdict::good(seat, played, Some(known.tiles), known.exact));
        }
        let mut depths = Vec::new();
        let found = analyse(position, &self.limits, &think.share(FIRST_LOOK), &mut |found| {
            depths.push((found.depth, tiles(found.score)));
        })?;
        uncancelled(think)?;
        let known = known.filter(|known| known.exact);
        let best = tiles(found.score);
        if found.best.contains(&played) {
            let value = known.map_or(best, |known| known.tiles);
            return Ok(Verdict::good(seat, played, Some(value), found.exact || known.is_some()));
        }
        let reached = match known {
            Some(known) => known,
            None => self.look_after(&after, &found, think)?,
        };
        // Estimates are compared where both have looked equally far.
        let equally_far =
            depths.iter().rev().find(|(depth, _)| !reached.exact && *depth == reached.depth);
        let best = equally_far.map_or(best, |(_, tiles)| *tiles);
        let exact = found.exact && reached.exact;
        if best <= reached.tiles {
            return Ok(Verdict::good(seat, played, Some(reached.tiles), exact));
        }
        Ok(Verdict {
            seat,
            played,
            value: Some(best),
            better: found.best.first().copied(),
            cost: Some(best - reached.tiles),
            exact,
            comment: Some(line(&found.line)),
        })
    }
}

impl LiveEvaluator<Flip> for Judge {
    fn evaluate(
        &mut self,
        seen: &FlipObservation,
        think: &ThinkContext,
        tell: &mut dyn FnMut(Evaluation),
    ) {
        let position = &seen.position;
        // What it has found when it is stopped was told already.
        let found =
            analyse(position, &self.limits, think, &mut |found| tell(evaluation(position, found)));
        if let Ok(found) = found
            && position.is_over()
        {
            tell(evaluation(position, &found));
        }
    }
}

/// What an analysis says for the first seat.
fn evaluation(position: &Position, found: &Analysis) -> Evaluation {
    let of_mover = tiles(found.score);
    let value = if position.to_move == Side::O { of_mover } else { -of_mover };
    let cells = f64::from(position.board.size()).powi(2);
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // from 0 to 64
    let share = |ahead: f64| f64::midpoint(cells, ahead).round().clamp(0.0, cells) as u32;
    let words = if found.exact {
        "for sure".to_owned()
    } else {
        format!("looks {} moves ahead", found.depth)
    };
    Evaluation {
        value,
        shares: [share(value), share(-value)],
        exact: found.exact,
        description: words,
    }
}

impl Judge {
    /// What the move that was played has reached, as far as a look of the same depth sees it.
    fn look_after(
        &self,
        after: &Position,
        found: &Analysis,
        think: &ThinkContext,
    ) -> Result<Worth, PlayerError> {
        let depth = Some(found.depth.saturating_sub(1).max(1)).filter(|_| !found.exact);
        let limits = Limits { depth, exact: found.exact, ..self.limits };
        let reached = analyse(after, &limits, &think.share(100 - FIRST_LOOK), &mut |_| {})?;
        uncancelled(think)?;
        Ok(Worth { tiles: -tiles(reached.score), exact: reached.exact, depth: reached.depth + 1 })
    }
}

/// What is known of the position after a move: that the game is over, or what was said of the next
/// move.
fn known_after(choice: &ReviewInput<Flip>, after: &Position) -> Option<Worth> {
    if after.is_over() {
        return Some(Worth {
            tiles: final_tiles(&after.board, choice.seat),
            exact: true,
            depth: 1,
        });
    }
    let next = choice.next_verdicts.first()?;
    let tiles = Flip::MEASURE.change_perspective(next.value?, next.seat, choice.seat)?;
    Some(Worth { tiles, exact: next.exact, depth: 0 })
}

/// An analysis that was cancelled says what it has; nobody wants that of one move among many.
fn uncancelled(think: &ThinkContext) -> Result<(), PlayerError> {
    if think.is_cancelled() { Err(PlayerError::Cancelled) } else { Ok(()) }
}

fn tiles(hundredths: i32) -> f64 {
    f64::from(hundredths) / 100.0
}

/// How it would have gone on.
fn line(cells: &[Square]) -> String {
    let told = cells.iter().take(TOLD).map(Square::to_string).collect::<Vec<_>>().join(", ");
    if cells.len() > TOLD { format!("{told} and so on") } else { told }
}

#[cfg(test)]
mod tests;
