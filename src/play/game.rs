//! The rules of a game as a state machine, and what may be seen of it.

use std::{
    borrow::Cow,
    fmt::{Debug, Display},
    hash::Hash,
    str::FromStr,
};

use serde::{Serialize, de::DeserializeOwned};

use super::{Outcome, Seat, Seats};

/// Why an action may not be taken, as a sentence for a person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ActionError(Cow<'static, str>);

impl ActionError {
    /// With this sentence.
    pub fn new(why: impl Into<Cow<'static, str>>) -> Self {
        Self(why.into())
    }
}

/// What some seats may know: the public history and what these seats alone know.
pub trait Observation: Clone + Debug + Send + Sync + 'static {
    /// What a seat decides.
    type Action;

    /// The actions that `seat` may take now, in a fixed order. Empty when it is not awaited, or
    /// when those who look do not know them.
    fn legal(&self, seat: Seat) -> Vec<Self::Action>;
}

/// A game: its state and its rules. Pure: no chance (the deal is in the setup), no clock, no I/O.
///
/// A step is a joint move: one action for each awaited seat, carried out together. So the game
/// never holds half of a simultaneous choice, and no observation can leak one.
pub trait Game: Clone + Debug + Send + Sync + 'static {
    /// The game's name in records and on the command line.
    const KEY: &'static str;
    /// The version of [`Self::Setup`] and of the actions' notation in records.
    const FORMAT: u32;

    /// All that fixes the start, the deal included. Values that would be no game must not exist:
    /// its constructor and its deserialisation refuse them.
    type Setup: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What a seat decides; displayed and parsed in the notation that players use.
    type Action: Copy
        + Debug
        + Eq
        + Hash
        + Display
        + FromStr<Err = ActionError>
        + Send
        + Sync
        + 'static;
    /// What a set of seats may know.
    type Observation: Observation<Action = Self::Action>;
    /// What everybody saw happen.
    type Event: Clone + Debug + PartialEq + Send + Sync + 'static;

    /// The state before the first step.
    fn start(setup: &Self::Setup) -> Self;

    /// All seats at this table: the first two to four.
    fn seats(&self) -> Seats;

    /// The seats that must decide now: several when they act at the same time, none when the game
    /// is over.
    fn awaited(&self) -> Seats;

    /// Whether `seat` may take `action` now.
    ///
    /// # Errors
    /// Says why not.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), ActionError>;

    /// Carries out one action for each awaited seat, in the order of the seats.
    ///
    /// # Errors
    /// Says why the moves are not legal; then nothing has changed. (See [`check_step`].)
    fn step(&mut self, moves: &[(Seat, Self::Action)]) -> Result<Vec<Self::Event>, ActionError>;

    /// Fines a seat whose player's choice broke the rules.
    ///
    /// # Errors
    /// If this game knows no such fine.
    fn fine(&mut self, seat: Seat, points: u32) -> Result<(), ActionError> {
        let _ = seat;
        if points == 0 { Ok(()) } else { Err(ActionError::new("this game has no fines")) }
    }

    /// What an illegal choice costs in this game.
    const FINE: u32 = 0;

    /// What these seats know together: one seat's whole information state, with no seat what
    /// everybody knows, with all of them everything that anybody knows.
    fn observe(&self, eyes: Seats) -> Self::Observation;

    /// Turns completed, as people count them (a move, a flip of two cards, a round).
    fn turns(&self) -> u32;

    /// Each seat's score as it stands (public), in the order of the seats.
    fn scores(&self) -> Vec<i32>;

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome>;
}

/// Checks that `moves` is one legal action for each awaited seat, in order: what every
/// [`Game::step`] asks first.
///
/// # Errors
/// Says what is wrong with them.
pub fn check_step<G: Game>(game: &G, moves: &[(Seat, G::Action)]) -> Result<(), ActionError> {
    if game.awaited().is_empty() {
        return Err(ActionError::new("the game is over"));
    }
    if !game.awaited().iter().eq(moves.iter().map(|&(seat, _)| seat)) {
        let wanted: Vec<_> = game.awaited().iter().map(|s| s.to_string()).collect();
        return Err(ActionError::new(format!(
            "a move of each of these seats is wanted: {}",
            wanted.join(", ")
        )));
    }
    moves.iter().try_for_each(|&(seat, action)| game.check(seat, action))
}
