//! Puzzles: positions in which one seat must find a good choice, and memory drills.
//!
//! A [`Puzzle`] is a prefix of a record, the seat to choose, and a judgement of each of its
//! choices. Reading one replays the prefix, so every puzzle agrees with the rules. People must be
//! shown only the [observation](Puzzle::observation) of the seat.

mod collection;
mod drill;
mod judgement;
mod practicable;
mod text;

use super::{
    ActionError, Explainable, Game, GameVerdict, HUMAN, Observation as _, Record, RecordHeader,
    Seat, Seats, Session, Verdict, explain, random,
};

pub use collection::{Collection, CollectionError};
pub use drill::Drill;
pub use judgement::{JudgedChoice, Judgement};
pub use practicable::{Practicable, PuzzleTheme, find_mistake};

/// The number of tries per player when the difficulty of a puzzle is measured.
pub const PUZZLE_TRIES: u8 = 20;

/// The number of [`PUZZLE_TRIES`] in which the player of each [`Level`](super::Level) solved a
/// puzzle, weakest first. Without a Master, the last number is the strongest player's.
pub type PuzzleSolves = [u8; 6];

/// Values that differ by less are equal.
const ROUNDING: f64 = 1e-9;

/// A position in which a seat must choose, with a judgement of its choices.
#[derive(Clone, Debug)]
pub struct Puzzle<G: Game> {
    session: Session<G>,
    seat: Seat,
    id: u64,
    theme: String,
    judgement: Judgement<G::Action>,
    tolerance: f64,
    solves: Option<PuzzleSolves>,
}

/// A session of people, whose names and seed don't matter.
fn new_session<G: Game>(setup: G::Setup) -> Session<G> {
    let players = vec![HUMAN.to_owned(); G::start(&setup).seats().len()];
    Session::new(RecordHeader { setup, players, seed: 0, clock: None })
}

/// The [`Puzzle::id`] of a position.
fn position_id<G: Game>(session: &Session<G>, seat: Seat) -> u64 {
    let text = text::position_text(session, seat);
    let path: Vec<u64> = text.bytes().map(u64::from).collect();
    random::derive_seed(0, &path)
}

/// Why a puzzle cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PuzzleError {
    /// The text is not a puzzle.
    #[error("this isn't a puzzle: {0}")]
    Text(String),
    /// The setup cannot be used.
    #[error("its setup can't be used: {0}")]
    Setup(String),
    /// A step before the position is illegal.
    #[error("its step {number} can't be played: {error}")]
    Step {
        /// The number of the step, from 1.
        number: usize,
        /// Why it is not legal.
        error: ActionError,
    },
    /// The seat has no choice in the position.
    #[error("seat {0} has no choice in its position")]
    NotAwaited(Seat),
    /// The judged choices are not the legal ones.
    #[error("its judged choices aren't the legal ones")]
    Choices,
    /// All choices are right, or a value is not finite.
    #[error("its judgement tells no right choices from wrong ones")]
    Judgement,
}

impl<G: Game> Puzzle<G> {
    /// Creates a puzzle for `seat` in the position of a session. A choice is right if it costs at
    /// most `tolerance`, allowing for the error of the estimate.
    ///
    /// The puzzle keeps the setup and the lines of the session, but not the players and the seed.
    ///
    /// # Errors
    /// Returns an error if the seat has no choice, if the judged choices are not the legal ones, or
    /// if none of them is wrong.
    pub fn new(
        session: &Session<G>,
        seat: Seat,
        theme: impl Into<String>,
        judgement: Judgement<G::Action>,
        tolerance: f64,
    ) -> Result<Self, PuzzleError> {
        let Record { header, lines, .. } = session.record();
        let mut session = new_session(header.setup);
        for (number, line) in (1..).zip(lines) {
            session.push(line).map_err(|error| PuzzleError::Step { number, error })?;
        }
        let id = position_id(&session, seat);
        let theme = theme.into();
        let puzzle = Self { session, seat, id, theme, judgement, tolerance, solves: None };
        puzzle.check().map(|()| puzzle)
    }

    fn check(&self) -> Result<(), PuzzleError> {
        if !self.session.awaited().contains(self.seat) {
            return Err(PuzzleError::NotAwaited(self.seat));
        }
        let legal = self.observation().legal(self.seat);
        let is_judged = |action: &G::Action| {
            self.choices().iter().filter(|choice| choice.action == *action).count() == 1
        };
        if legal.len() != self.choices().len() || !legal.iter().all(is_judged) {
            return Err(PuzzleError::Choices);
        }
        let numbers = self.choices().iter().flat_map(|choice| [choice.value, choice.error]);
        let is_sound = numbers.chain([self.tolerance]).all(f64::is_finite);
        let has_wrong = self.choices().iter().any(|choice| !self.is_right(choice.action));
        if is_sound && has_wrong { Ok(()) } else { Err(PuzzleError::Judgement) }
    }

    /// Adds the measured difficulty.
    pub fn with_solves(self, solves: PuzzleSolves) -> Self {
        Self { solves: Some(solves), ..self }
    }

    /// The identity of the puzzle in a database: a hash of its position and seat.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The game up to the position. Show people the [observation](Self::observation) instead.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// The seat that must choose.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The information set of the seat.
    pub fn observation(&self) -> G::Observation {
        self.session.game().observe(Seats::one(self.seat))
    }

    /// The key of the puzzle's [`PuzzleTheme`], or any text for a puzzle outside a collection.
    pub fn theme(&self) -> &str {
        &self.theme
    }

    /// The maximum cost of a right choice.
    pub fn tolerance(&self) -> f64 {
        self.tolerance
    }

    /// The values of all choices.
    pub fn judgement(&self) -> &Judgement<G::Action> {
        &self.judgement
    }

    /// The legal choices with their values.
    pub fn choices(&self) -> &[JudgedChoice<G::Action>] {
        &self.judgement.choices
    }

    /// The right choices, the best first.
    pub fn answers(&self) -> Vec<G::Action> {
        let mut right: Vec<_> =
            self.choices().iter().filter(|choice| self.is_right(choice.action)).collect();
        right.sort_by(|one, other| other.value.total_cmp(&one.value));
        right.into_iter().map(|choice| choice.action).collect()
    }

    /// Whether a choice is legal and right.
    pub fn is_right(&self, action: G::Action) -> bool {
        let best = self.judgement.best_value();
        let is_right = |choice: &JudgedChoice<G::Action>| {
            best - choice.value - choice.error <= self.tolerance + ROUNDING
        };
        self.judgement.of(action).is_some_and(is_right)
    }

    /// The measured difficulty, if any.
    pub fn solves(&self) -> Option<PuzzleSolves> {
        self.solves
    }
}

impl<G: Explainable> Puzzle<G> {
    /// The verdict on a choice without its reasons, or `None` if it is not legal.
    pub fn verdict(&self, played: G::Action) -> Option<GameVerdict<G>> {
        let choice = self.judgement.of(played)?;
        let exact = self.judgement.is_exact;
        let good = |value| Verdict::good(self.seat, played, Some(value), exact);
        Some(if self.is_right(played) {
            good(choice.value)
        } else {
            Verdict {
                better: self.answers().first().copied(),
                cost: self.judgement.cost(played),
                ..good(self.judgement.best_value())
            }
        })
    }

    /// The verdict on a choice with its reasons, or `None` if it is not legal. May search.
    pub fn explained(&self, played: G::Action) -> Option<GameVerdict<G>> {
        let mut verdict = self.verdict(played)?;
        explain::<G>(&mut verdict, &self.observation());
        Some(verdict)
    }
}

#[cfg(test)]
mod tests;
