//! Practice: the themes of Flip's puzzles, and the values of all moves of a position.

use super::{
    Flip,
    model::{FlipObservation, FlipPosition, Square},
    search::{Engine, SearchResult, analyse_with},
};
use crate::play::{
    EndgamePolicy, JudgedChoice, Judgement, PlayerError, Practicable, PuzzleTheme, SearchLimits,
    Seat, ThinkContext,
};

impl Practicable for Flip {
    const THEMES: &'static [PuzzleTheme] = &[
        PuzzleTheme {
            key: "corners",
            title: "Corners",
            goal: "Find the best move. Mind the corners.",
        },
        PuzzleTheme {
            key: "parity",
            title: "Parity",
            goal: "Find the best move. Who plays last in each region?",
        },
        PuzzleTheme {
            key: "wipe-out",
            title: "Wipe out",
            goal: "Leave your opponent without a tile.",
        },
        PuzzleTheme {
            key: "count",
            title: "Count the end",
            goal: "Count to the end: find the best move.",
        },
    ];
    const COLLECTION: &'static [u8] = include_bytes!("../assets/puzzles/flip");
    const OPENING_LINES: usize = 8;
    const TOLERANCE: f64 = 1.0;
    const LADDER: [u8; 4] = [72, 80, 76, 79];
    // `level:8` to `level:10` and `expert` take 82, 84, 83 and 93 % from the player before. As
    // differences in Elo ratings, that is 263 + 288 + 275 + 449.
    const MASTER_LEAD: f64 = 1275.0;

    /// Solves all moves, or compares them at the greatest depth that was reached for all.
    fn judge(
        observation: &FlipObservation,
        _: Seat,
        limits: &SearchLimits,
        context: &ThinkContext,
    ) -> Result<Judgement<Square>, PlayerError> {
        let position = &observation.position;
        let moves = position.legal();
        let share = context.share(100 / u32::try_from(moves.len().max(1)).unwrap_or(u32::MAX));
        let (mut engine, mut searches) = (Engine::default(), Vec::new());
        for &action in &moves {
            let after = position.after(action);
            searches.push(MoveSearch::new(&mut engine, &after, limits, &share)?);
            context.check_cancelled()?;
        }
        let is_exact = searches.iter().all(|search| search.exact.is_some());
        if !is_exact && limits.endgame == EndgamePolicy::Solve {
            return Err(PlayerError::small_budget());
        }
        let depths = searches.iter().filter(|search| search.exact.is_none());
        let depth = depths.map(MoveSearch::max_depth).min().unwrap_or(0);
        let judged = |(action, search): (Square, MoveSearch)| {
            let value = search.value_at(depth).ok_or_else(PlayerError::small_budget)?;
            Ok(JudgedChoice { action, value, error: 0.0, share: None })
        };
        let choices = moves.into_iter().zip(searches).map(judged).collect::<Result<_, _>>()?;
        Ok(Judgement { choices, is_exact })
    }
}

/// The values of a move for the side that moved, in tiles.
struct MoveSearch {
    exact: Option<f64>,
    /// The estimate of each search, with its depth in plies, the deepest last.
    estimates: Vec<(u32, f64)>,
}

impl MoveSearch {
    fn new(
        engine: &mut Engine,
        after: &FlipPosition,
        limits: &SearchLimits,
        context: &ThinkContext,
    ) -> Result<Self, PlayerError> {
        let mut estimates = Vec::new();
        let value = |result: &SearchResult| -f64::from(result.score) / 100.0;
        let last = analyse_with(engine, after, limits, context, &mut |result| {
            estimates.push((result.depth, value(result)));
        })?;
        Ok(Self { exact: last.exact.then(|| value(&last)), estimates })
    }

    /// The greatest depth that was reached, in plies.
    fn max_depth(&self) -> u32 {
        self.estimates.last().map_or(0, |(depth, _)| *depth)
    }

    /// The exact value or, if there is none, the estimate at this depth.
    fn value_at(&self, depth: u32) -> Option<f64> {
        let estimate = || self.estimates.iter().rev().find(|(reached, _)| *reached <= depth);
        self.exact.or_else(|| estimate().map(|(_, value)| *value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Budget, Game as _, Seats};

    fn judged(size: u16, moves: &str, limits: &SearchLimits, nodes: u64) -> Judgement<Square> {
        let setup = crate::flip::model::FlipSetup::new(size).unwrap();
        let mut game = Flip::start(&setup);
        for square in moves.split(',') {
            let seat = game.awaited().only().unwrap();
            game.step(&[(seat, square.parse().unwrap())]).unwrap();
        }
        let seat = game.awaited().only().unwrap();
        let context = ThinkContext::new(Budget::Nodes(nodes), 1, seat, 0);
        Flip::judge(&game.observe(Seats::one(seat)), seat, limits, &context).unwrap()
    }

    #[test]
    fn the_best_move_of_4_x_4_is_worth_the_game() {
        let limits = SearchLimits {
            endgame: EndgamePolicy::Solve,
            ..SearchLimits::new(Budget::Nodes(u64::MAX))
        };
        // X wins by 10 with best play, whatever O begins with.
        let judgement = judged(4, "0 2", &limits, u64::MAX);
        assert!(judgement.is_exact);
        assert!((judgement.best_value() - 10.0).abs() < 1e-9, "{judgement:?}");
        assert!(judgement.choices.iter().any(|choice| choice.value < 10.0), "{judgement:?}");
    }

    #[test]
    fn moves_are_estimated_where_the_game_is_long() {
        let judgement = judged(8, "2 4", &SearchLimits::new(Budget::Nodes(50_000)), 50_000);
        assert!(!judgement.is_exact && judgement.choices.len() == 3, "{judgement:?}");
        assert!(judgement.choices.iter().all(|choice| choice.value.abs() < 20.0), "{judgement:?}");
    }
}
