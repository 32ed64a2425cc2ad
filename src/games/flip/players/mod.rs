//! Flip's computer players.

mod levels;
mod search;
mod simple;
mod wide;
mod wording;

use search::SearchPlayer;
use simple::SimplePlayer;

use super::{Flip, program};
use crate::{
    games::{PlayerArg, PlayerKind},
    play::Random,
};

/// The kinds of players, the weakest first.
pub static KINDS: &[PlayerKind<Flip>] = &[
    PlayerKind {
        name: "first",
        arg: PlayerArg::None,
        description: "Takes the first legal cell in reading order.",
        make: |_, _| Ok(Box::new(SimplePlayer::First)),
    },
    PlayerKind {
        name: "last",
        arg: PlayerArg::None,
        description: "Takes the last legal cell in reading order.",
        make: |_, _| Ok(Box::new(SimplePlayer::Last)),
    },
    PlayerKind {
        name: "random",
        arg: PlayerArg::None,
        description: "Takes any legal cell.",
        make: |_, _| Ok(Box::new(Random)),
    },
    PlayerKind {
        name: "greedy",
        arg: PlayerArg::None,
        description: "Flips as many tiles as it can.",
        make: |_, _| Ok(Box::new(SimplePlayer::Greedy)),
    },
    PlayerKind {
        name: "level",
        arg: PlayerArg::Number { range: 1..=levels::COUNT, default: 3 },
        description: "Looks ahead, from a child's play at 1 to a strong player's at 10.",
        make: |number, _| match SearchPlayer::level(number) {
            Some(player) => Ok(Box::new(player)),
            None => Err(format!("there is no level {number}")),
        },
    },
    PlayerKind {
        name: "expert",
        arg: PlayerArg::None,
        description: "Looks as far ahead as its time allows, and plays the end perfectly.",
        make: |_, _| Ok(Box::new(SearchPlayer::expert())),
    },
    program::KIND,
];
