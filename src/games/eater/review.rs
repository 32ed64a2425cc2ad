//! The review of a game of Eater: the chances of winning round by round, and what a choice cost
//! against the best mixture of the other side.

use super::{
    Eater,
    players::expert::Expert,
    rules::{Cell, EaterBoard, EaterSetup, Role},
    solve::Analysis,
};
use crate::{
    games::{Measure, ReviewInput, Reviewable, Reviewer, Scale, Verdict},
    play::{PlayerError, SearchLimits, Seat, ThinkContext},
};

impl Reviewable for Eater {
    const MEASURE: Measure = Measure {
        scale: Scale::WinProbability,
        unit: "%",
        description: "the chance of winning",
        digits: 0,
        min_cost: 0.005,
    };

    fn reviewer(_: &EaterSetup, _: &SearchLimits) -> Result<Box<dyn Reviewer<Self>>, String> {
        Ok(Box::new(Judge::default()))
    }

    fn final_value(&self, seat: Seat) -> Option<f64> {
        self.winner().map(|winner| f64::from(u8::from(winner == Role::of(seat))))
    }
}

/// Judges choices by the expert's analysis.
#[derive(Default)]
struct Judge {
    expert: Expert,
    /// The position that was analysed last: both sides choose in it.
    last: Option<(EaterBoard, Analysis)>,
}

impl Reviewer<Eater> for Judge {
    fn assess(
        &mut self,
        choice: &ReviewInput<Eater>,
        think: &ThinkContext,
    ) -> Result<Verdict<Cell>, PlayerError> {
        let (seat, played, board) = (choice.seat, choice.action, &choice.observation.board);
        let side = Role::of(seat);
        let analysis = self.analysis(board, think)?;
        let chance = for_side(analysis.value, side);
        let shares = analysis.of(side);
        let share =
            shares.iter().find(|(cell, _)| *cell == played).map_or(0.0, |(_, share)| *share);
        let usual = shares.iter().max_by(|(_, one), (_, other)| one.total_cmp(other));
        let cost = if share > 0.0 {
            Some(0.0)
        } else if analysis.exact {
            let reached = self.expert.against(board, played, side, &analysis, think)?;
            reached.map(|reached| (chance - for_side(reached, side)).max(0.0))
        } else {
            usual
                .map(|(cell, _)| self.estimate(board, [*cell, played], side, &analysis, think))
                .transpose()?
        };
        // Any cell that the expert would choose is as good as the others.
        let is_good = cost.is_some_and(|cost| cost < Eater::MEASURE.min_cost);
        Ok(Verdict {
            seat,
            played,
            value: Some(chance),
            better: usual.map(|(cell, _)| *cell).filter(|_| !is_good),
            cost,
            exact: analysis.exact,
            comment: Some(words(share, usual.copied())),
        })
    }
}

/// Cells of the other side that an estimate looks at.
const LOOKED_AT: usize = 4;
/// An estimate that is less than this says nothing.
const UNSURE: f64 = 0.03;

impl Judge {
    /// About how much worse the second cell is than the first one, against the cells that the other
    /// side chooses most often.
    fn estimate(
        &mut self,
        board: &EaterBoard,
        cells: [Cell; 2],
        side: Role,
        analysis: &Analysis,
        think: &ThinkContext,
    ) -> Result<f64, PlayerError> {
        let mut replies = analysis.of(side.other()).to_vec();
        replies.sort_by(|(_, one), (_, other)| other.total_cmp(one));
        replies.truncate(LOOKED_AT);
        let whole: f64 = replies.iter().map(|(_, share)| share).sum();
        let looks = u32::try_from(2 * replies.len()).unwrap_or(1).max(1);
        let mut chances = [0.0; 2];
        for (reply, share) in replies {
            for (cell, chance) in cells.into_iter().zip(&mut chances) {
                let mut after = board.clone();
                after.mark(side.pair(cell, reply));
                let value = self.expert.analyse(&after, &think.share(100 / looks))?.value;
                *chance += share / whole * for_side(value, side);
            }
        }
        let cost = chances[0] - chances[1];
        Ok(if cost < UNSURE { 0.0 } else { cost })
    }

    fn analysis(
        &mut self,
        board: &EaterBoard,
        think: &ThinkContext,
    ) -> Result<Analysis, PlayerError> {
        if let Some((known, analysis)) = &self.last
            && known == board
        {
            return Ok(analysis.clone());
        }
        let analysis = self.expert.analyse(board, think)?;
        self.last = Some((board.clone(), analysis.clone()));
        Ok(analysis)
    }
}

/// The Passer's chance for either side.
fn for_side(chance: f64, side: Role) -> f64 {
    match side {
        Role::Passer => chance,
        Role::Eater => 1.0 - chance,
    }
}

/// How often the expert would choose so, and what it would choose most often.
fn words(share: f64, usual: Option<(Cell, f64)>) -> String {
    let often = |share: f64| match 100.0 * share {
        0.0 => "never".to_owned(),
        percent if percent >= 99.5 => "always".to_owned(),
        percent => format!("in {:.0} of 100", percent.max(1.0)),
    };
    let own = format!("the expert chooses it {}", often(share));
    match usual {
        Some((cell, most)) if most > share => format!("{own}, {cell} {}", often(most)),
        _ => own,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        games::review_session,
        play::{Budget, CancelToken, RecordHeader, Session},
    };

    fn session(size: u16, rounds: &[[&str; 2]]) -> Session<Eater> {
        let setup = EaterSetup::new(size).unwrap();
        let mut session =
            Session::new(RecordHeader { setup, seats: vec!["human".to_owned(); 2], seed: 1 });
        for (seat, cell) in rounds.iter().flat_map(|round| round.iter().enumerate()) {
            session.choose(Seat::new(seat), cell.parse().unwrap()).unwrap();
        }
        session
    }

    fn verdicts(session: &Session<Eater>, budget: Budget) -> Vec<Vec<Verdict<Cell>>> {
        let mut all = Vec::new();
        review_session(
            session,
            &SearchLimits::new(budget),
            &CancelToken::default(),
            &mut |judged| all.push(judged.verdicts),
        )
        .unwrap();
        all.reverse();
        all
    }

    #[test]
    fn the_chances_of_both_sides_add_up_and_bad_cells_cost() {
        // The Passer begins in a corner and goes on in another one.
        let session = session(4, &[["1 1", "2 2"], ["4 4", "3 3"]]);
        let all = verdicts(&session, Budget::Nodes(200_000));
        for round in &all {
            let [passer, eater] = &round[..] else { panic!("both choose") };
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
    fn where_it_can_not_be_solved_the_chance_and_the_cost_are_estimates() {
        let session = session(9, &[["1 1", "5 5"]]);
        let all = verdicts(&session, Budget::Nodes(300));
        let passer = &all[0][0];
        assert!(
            !passer.exact && passer.cost.unwrap() > 0.0 && passer.better.is_some(),
            "{passer:?}"
        );
        assert!((0.0..=1.0).contains(&passer.value.unwrap()));
        assert!(
            passer.comment.as_deref().unwrap().starts_with("the expert chooses it "),
            "{passer:?}"
        );
    }
}
