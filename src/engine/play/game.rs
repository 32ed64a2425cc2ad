//! The rules of a game as a state machine, and the observations of its seats.

use std::{
    borrow::Cow,
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use serde::{Serialize, de::DeserializeOwned};

use super::{Outcome, Seat, Seats};

/// Why an action is illegal, or why some input is not an action or a part of a game, such as a
/// card. The message is for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ActionError(Cow<'static, str>);

impl ActionError {
    /// An error with this message.
    pub fn new(message: impl Into<Cow<'static, str>>) -> Self {
        Self(message.into())
    }
}

/// An information set: the public history and the private knowledge of the observing seats.
pub trait Observation: Clone + Debug + Send + Sync + 'static {
    /// The decision of one seat.
    type Action;

    /// The legal actions of `seat` in a fixed order. Empty if the seat is not awaited or if the
    /// observing seats cannot know them.
    fn legal(&self, seat: Seat) -> Vec<Self::Action>;
}

/// A game: its state and its rules. The setup holds all randomness; there is no clock or I/O.
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
    /// The name of this kind of game in records and on the command line.
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
    /// A public event.
    type Event: Clone + Debug + PartialEq + Send + Sync + 'static;

    /// Creates the state before the first step.
    fn start(setup: &Self::Setup) -> Self;

    /// All two to four seats of this game.
    fn seats(&self) -> Seats;

    /// The seats that must decide now: several for simultaneous choices, none at the end.
    fn awaited(&self) -> Seats;

    /// Checks that `seat` may take `action` now.
    ///
    /// # Errors
    /// Returns an error if the action is not legal.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), ActionError>;

    /// Applies one action for each awaited seat, given in the order of the seats.
    ///
    /// # Errors
    /// Returns an error and leaves the game unchanged if the moves are illegal. See [`check_step`].
    fn step(&mut self, moves: &[(Seat, Self::Action)]) -> Result<Vec<Self::Event>, ActionError>;

    /// Fines a seat for an illegal choice.
    ///
    /// # Errors
    /// Returns an error if the game has no fines or the fine is too high.
    fn fine(&mut self, seat: Seat, points: u32) -> Result<(), ActionError> {
        let _ = seat;
        if points == 0 { Ok(()) } else { Err(ActionError::new("this game has no fines")) }
    }

    /// The fine for an illegal choice, in the game's points.
    const FINE: u32 = 0;

    /// Whether these events showed a reveal: something that the next step hides again, such as two
    /// cards that don't match.
    fn shows_reveal(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }

    /// A seat that can no longer win although the game goes on, if any. This must follow from
    /// public information, because players may then end the game.
    fn certain_loser(&self) -> Option<Seat> {
        None
    }

    /// The pooled knowledge of these seats: public information for no seat, its information set for
    /// one seat, and everything that any seat knows for all of them.
    fn observe(&self, viewers: Seats) -> Self::Observation;

    /// The observation of everybody once the game is over, even by a resignation or the clock.
    fn observe_finished(&self) -> Self::Observation {
        self.observe(self.seats())
    }

    /// The number of completed turns as people count them: moves, pairs of cards or rounds.
    fn turns(&self) -> u32;

    /// The public scores in the order of the seats.
    fn scores(&self) -> Vec<i32>;

    /// The outcome, or `None` if the game is not over.
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
