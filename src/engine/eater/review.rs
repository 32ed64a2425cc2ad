//! The review of a game: the cost of each choice against the opponent's optimal strategy.

use super::{
    Eater, EaterReason,
    model::{Cell, EaterBoard, EaterSetup, Role},
    players::expert::ExpertPlayer,
    solver::PositionAnalysis,
};
use crate::play::{
    CostThresholds, PlayerError, ReviewInput, ReviewMeasure, ReviewScale, Reviewable, Reviewer,
    SearchLimits, Seat, ThinkContext, Verdict,
};

impl Reviewable for Eater {
    const MEASURE: ReviewMeasure = ReviewMeasure {
        scale: ReviewScale::WinProbability,
        unit: "%",
        description: "the chance of winning",
        digits: 0,
        min_cost: 0.005,
        costly: CostThresholds { exact: 0.15, estimated: 0.15 },
    };

    fn reviewer(_: &EaterSetup, limits: &SearchLimits) -> Result<Box<dyn Reviewer<Self>>, String> {
        Ok(Box::new(EaterReviewer { expert: ExpertPlayer::with_limits(limits), last: None }))
    }

    fn final_value(&self, seat: Seat) -> Option<f64> {
        self.winner().map(|winner| f64::from(u8::from(winner == Role::of(seat))))
    }
}

struct EaterReviewer {
    expert: ExpertPlayer,
    /// The last analysis, which serves for the choices of both sides.
    last: Option<(EaterBoard, PositionAnalysis)>,
}

impl Reviewer<Eater> for EaterReviewer {
    fn assess(
        &mut self,
        choice: &ReviewInput<Eater>,
        context: &ThinkContext,
    ) -> Result<Verdict<Cell, EaterReason>, PlayerError> {
        let (seat, played, board) = (choice.seat, choice.action, &choice.observation.board);
        let role = Role::of(seat);
        let analysis = self.analysis(board, context)?;
        let chance = analysis.chance(role);
        let strategy = analysis.of(role);
        let most_likely = strategy.most_likely().map(|(cell, _)| cell);
        let cost = if strategy.probability(played) > 0.0 {
            // All cells of an optimal mix are equally good.
            Some(0.0)
        } else if analysis.exact {
            let value = self.expert.value_of_choice(board, played, role, &analysis, context)?;
            value.map(|value| (chance - role.chance(value)).max(0.0))
        } else if let Some(best) = most_likely {
            Some(self.estimate_cost(board, [played, best], role, &analysis, context)?)
        } else {
            None
        };
        let is_good = cost.is_some_and(|cost| cost < Eater::MEASURE.min_cost);
        Ok(Verdict {
            better: most_likely.filter(|_| !is_good),
            cost,
            considered: strategy.choices().to_vec(),
            replies: analysis.of(role.other()).choices().to_vec(),
            ..Verdict::good(seat, played, Some(chance), analysis.exact)
        })
    }
}

/// Maximum number of replies that the estimate of a cost considers.
const MAX_REPLIES: usize = 4;
/// Below this, an estimated cost is not significant and counts as 0.
const MIN_ESTIMATED_COST: f64 = 0.03;

impl EaterReviewer {
    /// Estimates how much higher the chance of winning, from 0 to 1, is with the best cell, against
    /// the opponent's most likely replies.
    fn estimate_cost(
        &mut self,
        board: &EaterBoard,
        [played, best]: [Cell; 2],
        role: Role,
        analysis: &PositionAnalysis,
        context: &ThinkContext,
    ) -> Result<f64, PlayerError> {
        let mut replies = analysis.of(role.other()).choices().to_vec();
        replies.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        replies.truncate(MAX_REPLIES);
        let total: f64 = replies.iter().map(|(_, probability)| probability).sum();
        let searches = u32::try_from(2 * replies.len()).unwrap_or(1).max(1);
        let (mut best_chance, mut played_chance) = (0.0, 0.0);
        for (reply, probability) in replies {
            for (cell, chance) in [(best, &mut best_chance), (played, &mut played_chance)] {
                let mut after = board.clone();
                after.apply(role.joint_move(cell, reply));
                let analysis = self.expert.analyse(&after, &context.share(100 / searches))?;
                *chance += probability / total * analysis.chance(role);
            }
        }
        let cost = best_chance - played_chance;
        Ok(if cost < MIN_ESTIMATED_COST { 0.0 } else { cost })
    }

    /// Returns the analysis of a position. Consecutive calls for the same position search only
    /// once.
    fn analysis(
        &mut self,
        board: &EaterBoard,
        context: &ThinkContext,
    ) -> Result<PositionAnalysis, PlayerError> {
        if let Some((last_board, analysis)) = &self.last
            && last_board == board
        {
            return Ok(analysis.clone());
        }
        let analysis = self.expert.analyse(board, context)?;
        self.last = Some((board.clone(), analysis.clone()));
        Ok(analysis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Budget, CancelToken, RecordHeader, Session, review_session};

    fn session(size: u16, rounds: &[[&str; 2]]) -> Session<Eater> {
        let setup = EaterSetup::new(size).unwrap();
        let mut session = Session::new(RecordHeader {
            setup,
            players: vec!["human".to_owned(); 2],
            seed: 1,
            clock: None,
        });
        for (seat, cell) in rounds.iter().flat_map(|round| round.iter().enumerate()) {
            session.choose(Seat::new(seat), cell.parse().unwrap()).unwrap();
        }
        session
    }

    fn verdicts(session: &Session<Eater>, budget: Budget) -> Vec<Vec<Verdict<Cell, EaterReason>>> {
        let mut all = Vec::new();
        review_session(session, &SearchLimits::new(budget), &CancelToken::default(), &mut |step| {
            all.push(step.verdicts);
        })
        .unwrap();
        all.reverse();
        all
    }

    #[test]
    fn the_chances_of_both_sides_sum_to_1_and_bad_cells_cost_something() {
        // The Passer takes one corner, then the opposite one.
        let session = session(4, &[["1 1", "2 2"], ["4 4", "3 3"]]);
        let all = verdicts(&session, Budget::Nodes(200_000));
        for round in &all {
            let [passer, eater] = &round[..] else { panic!("both sides choose") };
            assert!((passer.value.unwrap() + eater.value.unwrap() - 1.0).abs() < 1e-9);
            assert!(
                passer.exact && passer.cost.unwrap() >= 0.0 && eater.cost.unwrap() >= 0.0,
                "{round:?}"
            );
        }
        assert!(
            all.iter()
                .flatten()
                .any(|verdict| verdict.better.is_some() && verdict.cost.unwrap() > 0.005)
        );
    }

    #[test]
    fn the_chance_and_the_cost_are_estimated_where_the_position_cannot_be_solved() {
        let session = session(9, &[["1 1", "5 5"]]);
        let all = verdicts(&session, Budget::Nodes(2_000));
        let passer = &all[0][0];
        assert!(
            !passer.exact && passer.cost.unwrap() > 0.0 && passer.better.is_some(),
            "{passer:?}"
        );
        assert!((0.0..=1.0).contains(&passer.value.unwrap()));
        let total: f64 = passer.considered.iter().map(|(_, probability)| probability).sum();
        assert!((total - 1.0).abs() < 1e-9, "{passer:?}");
    }
}
