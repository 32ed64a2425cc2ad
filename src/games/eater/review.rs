//! The review of a game of Eater: the chances of winning round by round, and what a choice cost against the best
//! mixture of the other side.

use super::{
    Eater,
    players::expert::Expert,
    rules::{Board, Cell, Setup, Side},
    solve::Analysis,
};
use crate::{
    games::{Choice, Effort, Measure, Reviewed, Reviewer, Scale, Verdict},
    play::{Seat, Stop, Think},
};

impl Reviewed for Eater {
    const MEASURE: Measure = Measure { scale: Scale::Chance, unit: "%", words: "the chance of winning", least: 0.005 };

    fn reviewer(_: &Setup, _: &Effort) -> Result<Box<dyn Reviewer<Self>>, String> {
        Ok(Box::new(Judge::default()))
    }

    fn final_value(&self, seat: Seat) -> Option<f64> {
        self.winner().map(|winner| f64::from(u8::from(winner == Side::of(seat))))
    }
}

/// Judges choices by the expert's analysis.
#[derive(Default)]
struct Judge {
    expert: Expert,
    /// The position that was analysed last: both sides choose in it.
    last: Option<(Board, Analysis)>,
}

impl Reviewer<Eater> for Judge {
    fn judge(&mut self, choice: &Choice<Eater>, think: &Think) -> Result<Verdict<Cell>, Stop> {
        let (seat, played, board) = (choice.seat, choice.action, &choice.seen.board);
        let side = Side::of(seat);
        let analysis = self.analysis(board, think)?;
        let chance = for_side(analysis.value, side);
        let shares = analysis.of(side);
        let share = shares.iter().find(|(cell, _)| *cell == played).map_or(0.0, |(_, share)| *share);
        let cost = if share > 0.0 && analysis.exact {
            Some(0.0)
        } else if analysis.exact {
            let reached = self.expert.against(board, played, side, &analysis, think)?;
            reached.map(|reached| (chance - for_side(reached, side)).max(0.0))
        } else {
            None
        };
        let is_good = cost.map_or(share > 0.0, |cost| cost < Eater::MEASURE.least);
        let usual = shares.iter().max_by(|(_, one), (_, other)| one.total_cmp(other));
        Ok(Verdict {
            seat,
            played,
            value: Some(chance),
            better: usual.map(|(cell, _)| *cell).filter(|_| !is_good),
            cost,
            exact: analysis.exact,
            words: Some(words(share, usual.copied())),
        })
    }
}

impl Judge {
    fn analysis(&mut self, board: &Board, think: &Think) -> Result<Analysis, Stop> {
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
fn for_side(chance: f64, side: Side) -> f64 {
    match side {
        Side::Passer => chance,
        Side::Eater => 1.0 - chance,
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
        games::review::review,
        play::{Budget, Cancel, Header, Session},
    };

    fn session(size: u16, rounds: &[[&str; 2]]) -> Session<Eater> {
        let setup = Setup::new(size).unwrap();
        let mut session = Session::new(Header { setup, seats: vec!["human".to_owned(); 2], seed: 1 });
        for (seat, cell) in rounds.iter().flat_map(|round| round.iter().enumerate()) {
            session.choose(Seat::new(seat), cell.parse().unwrap()).unwrap();
        }
        session
    }

    fn verdicts(session: &Session<Eater>, budget: Budget) -> Vec<Vec<Verdict<Cell>>> {
        let mut all = Vec::new();
        review(session, &Effort::of(budget), &Cancel::default(), &mut |judged| all.push(judged.verdicts)).unwrap();
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
            assert!(passer.exact && passer.cost.unwrap() >= 0.0 && eater.cost.unwrap() >= 0.0, "{round:?}");
        }
        assert!(all.iter().flatten().any(|verdict| verdict.better.is_some() && verdict.cost.unwrap() > 0.005));
    }

    #[test]
    fn where_it_is_an_estimate_only_the_chance_is_said() {
        let session = session(9, &[["1 1", "5 5"]]);
        let all = verdicts(&session, Budget::Nodes(300));
        let passer = &all[0][0];
        assert!(!passer.exact && passer.cost.is_none() && passer.value.is_some());
        assert!(passer.words.as_deref().unwrap().starts_with("the expert chooses it "), "{passer:?}");
    }
}
