//! Intensity's computer players.

pub mod card_evaluation;
pub mod careful;
pub mod counter;
pub mod deal_sampler;
pub mod expert;
pub mod seat_knowledge;

use super::{Intensity, program};
use crate::{
    games::{PlayerArg, PlayerKind},
    play::{PlayerError, Random},
};
use careful::CarefulPlayer;
use counter::CounterPlayer;
use expert::{IntensityExpert, Objective};

/// The suffix of the expert's name that makes it play for its place.
const PLACES: &str = "places";

/// All computer players, weakest first.
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
        description: "Plays under where it can, and gets rid of the buffalo and of high cards where \
                      it can't follow.",
        make: |_, _| Ok(Box::new(CarefulPlayer)),
    },
    PlayerKind {
        name: "counter",
        arg: PlayerArg::None,
        description: "Counts the cards, knows who is out of a suit, and weighs what each card may \
                      cost.",
        make: |_, _| Ok(Box::new(CounterPlayer)),
    },
    PlayerKind {
        name: "expert",
        arg: PlayerArg::Word(&[PLACES]),
        description: "Plays on in many deals that agree with all it has seen, for few points; with \
                      places, for a good place.",
        make: |_, suffix| {
            let objective = if suffix == PLACES { Objective::Places } else { Objective::Points };
            Ok(Box::new(IntensityExpert { objective }))
        },
    },
    program::KIND,
];

/// The error of a player that has no legal card to choose from.
fn no_legal_card() -> PlayerError {
    PlayerError::Fault("there is no legal card".to_owned())
}
