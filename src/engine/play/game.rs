//! The rules of a game as a state machine, and what its seats can observe.

use std::{
    borrow::Cow,
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use serde::{Serialize, de::DeserializeOwned};

use super::{Outcome, Seat, Seats};

/// Why an action is not allowed, as a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ActionError(Cow<'static, str>);

impl ActionError {
    /// Creates an error with this message.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }
}

/// An information set: the public history and what only the observing seats know.
pub trait Observation: Clone + Debug + Send + Sync + 'static {
    /// The decision of one seat.
    type Action;

    /// Returns the legal actions of `seat` in a fixed order. The list is empty if the seat is not
    /// awaited or if the observing seats cannot know its legal actions.
    fn legal(&self, seat: Seat) -> Vec<Self::Action>;
}

/// The state and the rules of a game, without randomness, clock or I/O. All randomness is in the
/// setup.
///
/// A step is a joint move: one action for each awaited seat, applied together. A game therefore
/// never contains half of a simultaneous choice, and no observation can leak one.
///
/// # Examples
///
/// ```
/// use fourcade_engine::{
///     flip::{Flip, model::FlipSetup},
///     play::{Game, Observation, Seat, Seats},
/// };
///
/// let mut game = Flip::start(&FlipSetup::new(4)?);
/// let first = Seat::new(0);
/// assert_eq!(game.awaited(), Seats::one(first));
///
/// let legal = game.observe(Seats::one(first)).legal(first);
/// assert_eq!(legal.len(), 4);
/// game.step(&[(first, legal[0])])?;
/// assert_eq!(game.scores(), [4, 1]);
/// assert_eq!(game.outcome(), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The game's name in records and on the command line.
    const KEY: &'static str;
    /// The version of [`Self::Setup`] and of the actions' notation in records.
    const FORMAT: u32;

    /// Everything that determines the start, such as the board size and the deal. Its constructor
    /// and its deserialisation reject invalid values.
    type Setup: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// The decision of one seat. It is displayed and parsed in the notation that players use.
    type Action: Copy
        + Debug
        + Eq
        + Hash
        + Display
        + FromStr<Err = ActionError>
        + Send
        + Sync
        + 'static;
    /// The information set of some seats.
    type Observation: Observation<Action = Self::Action>;
    /// Something that happened and that every seat could see.
    type Event: Clone + Debug + PartialEq + Send + Sync + 'static;

    /// Creates the state before the first step.
    fn start(setup: &Self::Setup) -> Self;

    /// Returns all seats of this game, two to four of them.
    fn seats(&self) -> Seats;

    /// Returns the seats that must decide now: several if they act simultaneously, none if the game
    /// is over.
    fn awaited(&self) -> Seats;

    /// Checks that `seat` may take `action` now.
    ///
    /// # Errors
    /// Returns an error if the action is not legal.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), ActionError>;

    /// Applies one action for each awaited seat, given in the order of the seats.
    ///
    /// # Errors
    /// Returns an error and leaves the game unchanged if the moves are not legal. See
    /// [`check_step`].
    fn step(&mut self, moves: &[(Seat, Self::Action)]) -> Result<Vec<Self::Event>, ActionError>;

    /// Fines a seat, whose player made an illegal choice, by this many of the game's points.
    ///
    /// # Errors
    /// Returns an error if the game has no fines or the fine is too high.
    fn fine(&mut self, seat: Seat, points: u32) -> Result<(), ActionError> {
        let _ = seat;
        if points == 0 { Ok(()) } else { Err(ActionError::new("this game has no fines")) }
    }

    /// The fine for an illegal choice, in the game's points.
    const FINE: u32 = 0;

    /// Whether the next step hides what a step with these events showed, such as two cards that do
    /// not match.
    fn shows_reveal(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }

    /// Returns what these seats know together. No seat gives the public information, one seat its
    /// information set, and all seats everything that any of them knows.
    fn observe(&self, viewers: Seats) -> Self::Observation;

    /// Returns the number of completed turns as people count them: moves, pairs of cards or rounds.
    fn turns(&self) -> u32;

    /// Returns the current public scores in the order of the seats.
    fn scores(&self) -> Vec<i32>;

    /// Returns the outcome, or `None` if the game is not over.
    fn outcome(&self) -> Option<Outcome>;
}

/// Checks that `moves` contains one legal action for each awaited seat, in order. Every
/// [`Game::step`] calls this first.
///
/// # Errors
/// Returns an error if the game is over, a move is missing, superfluous or out of order, or an
/// action is not legal.
pub fn check_step<G: Game>(game: &G, moves: &[(Seat, G::Action)]) -> Result<(), ActionError> {
    if game.awaited().is_empty() {
        return Err(ActionError::new("the game is over"));
    }
    if !game.awaited().iter().eq(moves.iter().map(|&(seat, _)| seat)) {
        let awaited: Vec<_> = game.awaited().iter().map(|seat| seat.to_string()).collect();
        return Err(ActionError::new(format!(
            "a move of each of these seats is wanted: {}",
            awaited.join(", ")
        )));
    }
    moves.iter().try_for_each(|&(seat, action)| game.check(seat, action))
}
