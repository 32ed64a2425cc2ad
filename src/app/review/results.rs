//! What is known of a game that is being judged: the verdicts so far, and what follows from them.

use crate::{
    games::{ArcadeGame, StepReview, Verdict, reviewable_lines},
    play::{Game, Seat, Session},
};

/// What is known.
pub struct ReviewResults<G: Game> {
    /// By the record's lines.
    verdicts: Vec<Vec<Verdict<G::Action>>>,
    /// How many steps there are to judge, and how many are judged.
    pub wanted: usize,
    pub done: usize,
    /// What cost something, the dearest first: line, and place among the verdicts of it.
    costly: Vec<(usize, usize)>,
    /// The last value of each seat, where the game came to its end.
    ends: Vec<Option<f64>>,
}

/// What a seat has given away.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SeatLoss {
    /// All together.
    pub cost: f64,
    /// In so many choices that cost something worth a word.
    pub choices: usize,
}

impl<G: ArcadeGame> ReviewResults<G> {
    /// Of a game at its end, nothing yet.
    pub fn new(session: &Session<G>) -> Self {
        let lines = session.lines();
        let game = session.game();
        Self {
            verdicts: lines.iter().map(|_| Vec::new()).collect(),
            wanted: reviewable_lines(lines).count(),
            done: 0,
            costly: Vec::new(),
            ends: game.seats().iter().map(|seat| game.final_value(seat)).collect(),
        }
    }

    /// A step was judged.
    pub fn learn(&mut self, judged: StepReview<G::Action>) {
        self.done += 1;
        for (place, verdict) in judged.verdicts.iter().enumerate() {
            if cost(verdict) < G::MEASURE.min_cost {
                continue;
            }
            let dearer = |&(line, other): &(usize, usize)| {
                self.verdicts[line].get(other).is_some_and(|known| cost(known) >= cost(verdict))
            };
            let at = self.costly.partition_point(dearer);
            self.costly.insert(at, (judged.line, place));
        }
        if let Some(known) = self.verdicts.get_mut(judged.line) {
            *known = judged.verdicts;
        }
    }

    /// What is said of a line of the record.
    pub fn of_line(&self, line: usize) -> &[Verdict<G::Action>] {
        self.verdicts.get(line).map_or(&[], Vec::as_slice)
    }

    /// The choices that cost most, the dearest first, with their lines.
    pub fn costly(&self) -> impl ExactSizeIterator<Item = (usize, &Verdict<G::Action>)> {
        self.costly.iter().map(|&(line, place)| (line, &self.verdicts[line][place]))
    }

    /// The value for a seat when so many lines stood, if that is known.
    pub fn value(&self, lines: usize, by: Seat) -> Option<f64> {
        let of_verdict = |verdict: &Verdict<G::Action>, value| {
            G::MEASURE.change_perspective(value, verdict.seat, by)
        };
        let before =
            self.of_line(lines).iter().find_map(|verdict| of_verdict(verdict, verdict.value?));
        let at_end = || {
            self.ends.get(by.index()).copied().flatten().filter(|_| lines == self.verdicts.len())
        };
        before.or_else(at_end).or_else(|| {
            // What the last choice has left; where several chose, nobody's alone.
            let [verdict] = self.of_line(lines.checked_sub(1)?) else { return None };
            of_verdict(verdict, verdict.value? - verdict.cost?)
        })
    }

    /// The line over the moves for a seat.
    pub fn points(&self, by: Seat) -> Vec<(f64, f64)> {
        (0..=self.verdicts.len())
            .filter_map(|lines| Some((place(lines), self.value(lines, by)?)))
            .collect()
    }

    /// What a seat has given away.
    pub fn given(&self, seat: Seat) -> SeatLoss {
        let own = self.verdicts.iter().flatten().filter(|verdict| verdict.seat == seat);
        own.fold(SeatLoss::default(), |given, verdict| SeatLoss {
            cost: given.cost + cost(verdict),
            choices: given.choices + usize::from(cost(verdict) >= G::MEASURE.min_cost),
        })
    }
}

/// A number of lines as a place in the graph.
pub fn place(lines: usize) -> f64 {
    f64::from(u32::try_from(lines).unwrap_or(u32::MAX))
}

/// What a choice cost, as far as that can be said.
pub fn cost<A>(verdict: &Verdict<A>) -> f64 {
    verdict.cost.unwrap_or(0.0)
}
