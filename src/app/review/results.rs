//! The results of a review so far: the verdicts, and the costs and values derived from them.

use crate::games::{ArcadeGame, opening_len};
use fourcade_engine::play::{ReviewMeasure, Seat, Session, StepReview, Verdict, reviewable_lines};

/// Actions are text, so that the type doesn't depend on the game.
pub struct ReviewResults {
    pub measure: ReviewMeasure,
    /// By line of the record.
    verdicts: Vec<Vec<Verdict<String, String>>>,
    pub total_steps: usize,
    /// The number of lines of the recorded opening, which nobody at the table has played.
    pub opening: usize,
    pub reviewed_steps: usize,
    /// The indices of a line and of a verdict on it, in the order of [`Self::costly`].
    costly: Vec<(usize, usize)>,
    person: Option<Seat>,
    /// The value of the final position for each seat, if the game is over.
    final_values: Vec<Option<f64>>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatLoss {
    pub cost: f64,
    pub costly_moves: usize,
    /// Costly or not.
    pub judged_moves: usize,
}

impl ReviewResults {
    /// The session must have no undone lines.
    pub fn new<G: ArcadeGame>(session: &Session<G>) -> Self {
        let (lines, opening) = (session.lines(), opening_len(session));
        let game = session.game();
        Self {
            measure: G::MEASURE,
            verdicts: vec![Vec::new(); lines.len()],
            total_steps: reviewable_lines(lines).filter(|line| *line >= opening).count(),
            opening,
            reviewed_steps: 0,
            costly: Vec::new(),
            person: session.header().people().only(),
            final_values: game.seats().iter().map(|seat| game.final_value(seat)).collect(),
        }
    }

    pub fn add(&mut self, step: StepReview<String, String>) {
        if step.line < self.opening {
            return;
        }
        self.reviewed_steps += 1;
        let Some(verdicts) = self.verdicts.get_mut(step.line) else { return };
        *verdicts = step.verdicts;
        for (index, verdict) in self.verdicts[step.line].iter().enumerate() {
            if !self.is_costly(verdict) {
                continue;
            }
            let rank = |verdict: &Verdict<String, String>| {
                (self.person == Some(verdict.seat), cost(verdict))
            };
            let comes_before = |&(line, index): &(usize, usize)| {
                self.verdicts[line].get(index).is_some_and(|other| rank(other) >= rank(verdict))
            };
            let position = self.costly.partition_point(comes_before);
            self.costly.insert(position, (step.line, index));
        }
    }

    fn is_costly(&self, verdict: &Verdict<String, String>) -> bool {
        verdict.better.is_some() && self.measure.is_costly(cost(verdict), verdict.exact)
    }

    pub fn total_lines(&self) -> usize {
        self.verdicts.len()
    }

    /// Empty if the line was not reviewed.
    pub fn verdicts(&self, line: usize) -> &[Verdict<String, String>] {
        self.verdicts.get(line).map_or(&[], Vec::as_slice)
    }

    /// Costly verdicts with their lines: the only person's before the others', each costliest
    /// first.
    pub fn costly(&self) -> impl ExactSizeIterator<Item = (usize, &Verdict<String, String>)> {
        self.costly.iter().map(|&(line, index)| (line, &self.verdicts[line][index]))
    }

    /// The number of the only person's costly moves, which come first in [`Self::costly`].
    pub fn own_costly_count(&self) -> Option<usize> {
        let person = self.person?;
        Some(self.costly().take_while(|(_, verdict)| verdict.seat == person).count())
    }

    /// The value for a seat after the first `lines` lines of the record, if it is known.
    pub fn value(&self, lines: usize, seat: Seat) -> Option<f64> {
        let for_seat = |verdict: &Verdict<String, String>, value| {
            self.measure.change_perspective(value, verdict.seat, seat)
        };
        let before_next_move =
            self.verdicts(lines).iter().find_map(|verdict| for_seat(verdict, verdict.value?));
        let is_end = lines == self.verdicts.len();
        let at_end = || self.final_values.get(seat.index()).copied().flatten().filter(|_| is_end);
        let after_last_move = || {
            // The cost of one of several simultaneous moves does not determine the value.
            let [verdict] = self.verdicts(lines.checked_sub(1)?) else { return None };
            for_seat(verdict, verdict.value? - verdict.cost?)
        };
        before_next_move.or_else(at_end).or_else(after_last_move)
    }

    /// The points of a seat's line in the graph.
    pub fn points(&self, seat: Seat) -> Vec<(f64, f64)> {
        (0..=self.verdicts.len())
            .filter_map(|lines| Some((graph_x(lines), self.value(lines, seat)?)))
            .collect()
    }

    pub fn loss(&self, seat: Seat) -> SeatLoss {
        let mut loss = SeatLoss::default();
        for verdict in self.verdicts.iter().flatten().filter(|verdict| verdict.seat == seat) {
            loss.cost += cost(verdict);
            loss.costly_moves += usize::from(self.is_costly(verdict));
            loss.judged_moves += 1;
        }
        loss
    }
}

/// The horizontal position in the graph after the first `lines` lines.
pub fn graph_x(lines: usize) -> f64 {
    f64::from(u32::try_from(lines).unwrap_or(u32::MAX))
}

pub fn cost(verdict: &Verdict<String, String>) -> f64 {
    verdict.cost.unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::new_game::new_session, settings::last_setups::GameSetup};
    use fourcade_engine::intensity::Intensity;

    fn verdict(seat: usize, cost: f64) -> Verdict<String, String> {
        Verdict {
            better: Some("13 14 15".to_owned()),
            cost: Some(cost),
            ..Verdict::good(Seat::new(seat), "10 11 12".to_owned(), None, false)
        }
    }

    #[test]
    fn the_persons_costly_moves_come_first_even_within_a_step() {
        let players = ["human", "careful", "careful", "careful"].map(str::to_owned).to_vec();
        let setup = GameSetup { players, ..GameSetup::default() };
        let mut results = ReviewResults::new(&new_session::<Intensity>(&setup, 7).unwrap());
        results.verdicts = vec![Vec::new(); 3];
        results.add(StepReview { line: 1, verdicts: vec![verdict(1, 1.2)] });
        let costs = [1.3, 0.8, 2.5, 1.0];
        let pass = costs.iter().enumerate().map(|(seat, &cost)| verdict(seat, cost)).collect();
        results.add(StepReview { line: 0, verdicts: pass });
        results.add(StepReview { line: 2, verdicts: vec![verdict(2, 0.9)] });
        let sorted: Vec<_> = results.costly().map(|(_, verdict)| cost(verdict)).collect();
        // The person has the first seat.
        assert_eq!(sorted, [1.3, 2.5, 1.2, 1.0, 0.9, 0.8]);
        results.add(StepReview { line: 2, verdicts: vec![verdict(0, 0.6)] });
        assert_eq!(results.loss(Seat::new(0)).costly_moves, 1, "a small loss is not called costly");
        assert_eq!(results.loss(Seat::new(3)).judged_moves, 1);
    }
}
