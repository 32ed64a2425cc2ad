//! Intensity's computer players.

pub mod careful;
pub mod counter;
pub mod deals;
pub mod expert;
pub mod judge;
pub mod knowledge;

use super::{Intensity, program};
use crate::{
    games::{PlayerArg, PlayerKind},
    play::{PlayerError, Random},
};
use expert::{Aim, Expert};

/// The word behind the expert's name that makes it play for its place.
const PLACES: &str = "places";

/// All of them, weakest first.
pub static KINDS: &[PlayerKind<Intensity>] = &[
    PlayerKind {
        name: "random",
        arg: PlayerArg::None,
        description: "Passes any three cards and plays any card that is allowed.",
        make: |_, _| Ok(Box::new(Random)),
    },
    PlayerKind {
        name: "careful",
        arg: PlayerArg::None,
        description: "Plays under where it can, and gets rid of the buffalo and of high cards where it can't follow.",
        make: |_, _| Ok(Box::new(careful::Careful)),
    },
    PlayerKind {
        name: "counter",
        arg: PlayerArg::None,
        description: "Counts the cards, knows who is out of a suit, and weighs what each card may cost.",
        make: |_, _| Ok(Box::new(counter::Counter::default())),
    },
    PlayerKind {
        name: "expert",
        arg: PlayerArg::Word(&[PLACES]),
        description: "Plays on in many deals that agree with all it has seen, for few points; with places, for a good place.",
        make: |_, word| {
            Ok(Box::new(Expert { aim: if word == PLACES { Aim::Places } else { Aim::Points } }))
        },
    },
    program::KIND,
];

/// There is nothing to choose from.
fn no_choice() -> PlayerError {
    PlayerError::Fault("there is no legal card".to_owned())
}
