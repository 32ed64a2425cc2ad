//! Practice: the themes of Eater's puzzles, and the judgement of all cells of a position.

use super::{
    Eater,
    model::{Cell, EaterObservation, Role},
    players::expert::ExpertPlayer,
};
use crate::play::{
    JudgedChoice, Judgement, Observation as _, PlayerError, Practicable, PuzzleTheme, SearchLimits,
    Seat, ThinkContext,
};

impl Practicable for Eater {
    const THEMES: &'static [PuzzleTheme] = &[
        PuzzleTheme {
            key: "only",
            title: "The only cell",
            goal: "Only one cell holds on: find the best one.",
        },
        PuzzleTheme {
            key: "rows",
            title: "Closing rows",
            goal: "Close the way: find the best cell.",
        },
        PuzzleTheme {
            key: "mix",
            title: "What is the mix?",
            goal: "Find a cell of the best mix: you must not be predictable.",
        },
    ];
    const COLLECTION: &'static [u8] = include_bytes!("../assets/puzzles/eater");
    const TOLERANCE: f64 = 0.02;
    const LADDER: [u8; 4] = [70, 80, 72, 75];

    /// Solves the position, because estimates would not separate good cells from bad ones. The
    /// value of a cell is the chance of winning with it against the opponent's best mix.
    fn judge(
        observation: &EaterObservation,
        seat: Seat,
        limits: &SearchLimits,
        context: &ThinkContext,
    ) -> Result<Judgement<Cell>, PlayerError> {
        let (role, board) = (Role::of(seat), &observation.board);
        let mut expert = ExpertPlayer::with_limits(limits);
        let analysis = expert.solve_exactly(board, context)?;
        let analysis = analysis.ok_or_else(PlayerError::small_budget)?;
        let strategy = analysis.of(role);
        let mut choices = Vec::new();
        for action in observation.legal(seat) {
            let value = expert.value_of_choice(board, action, role, &analysis, context)?;
            let value = role.chance(value.ok_or_else(PlayerError::small_budget)?);
            let share = Some(strategy.probability(action));
            choices.push(JudgedChoice { action, value, error: 0.0, share });
        }
        Ok(Judgement { choices, is_exact: true })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Budget;

    fn judged(board: &str, seat: usize, nodes: u64) -> Result<Judgement<Cell>, PlayerError> {
        let seat = Seat::new(seat);
        let budget = Budget::Nodes(nodes);
        let context = ThinkContext::new(budget, 1, seat, 0);
        let observation = EaterObservation::of(board.parse().unwrap());
        Eater::judge(&observation, seat, &SearchLimits::new(budget), &context)
    }

    #[test]
    fn both_sides_guess_between_the_last_cells() {
        // The Passer needs one of the three cells below its path, and wins 5 times out of 6.
        let board = ".P..\nEP..\n.P..\n...E";
        for (seat, best) in [(0, 5.0 / 6.0), (1, 1.0 / 6.0)] {
            let judgement = judged(board, seat, 10_000).unwrap();
            assert!(judgement.is_exact);
            for cell in ["4 1", "4 2", "4 3"] {
                let choice = judgement.of(cell.parse().unwrap()).unwrap();
                assert!((choice.value - best).abs() < 1e-9, "{seat} {choice:?}");
                assert!((choice.share.unwrap() - 1.0 / 3.0).abs() < 1e-9, "{choice:?}");
            }
            let idle = judgement.of("1 4".parse().unwrap()).unwrap();
            assert!(idle.value < best - 0.1 && idle.share == Some(0.0), "{seat} {idle:?}");
        }
    }

    #[test]
    fn a_position_that_cannot_be_solved_is_not_judged() {
        let empty = [".".repeat(7).as_str(); 7].join("\n");
        assert!(matches!(judged(&empty, 0, 1_000), Err(PlayerError::Fault(_))));
    }
}
