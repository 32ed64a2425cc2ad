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
        words: "Takes the first legal cell in reading order.",
        make: |_, _| Ok(Box::new(SimplePlayer::First)),
    },
    PlayerKind {
        name: "last",
        arg: PlayerArg::None,
        words: "Takes the last legal cell in reading order.",
        make: |_, _| Ok(Box::new(SimplePlayer::Last)),
    },
    PlayerKind {
        name: "random",
        arg: PlayerArg::None,
        words: "Takes any legal cell.",
        make: |_, _| Ok(Box::new(Random)),
    },
    PlayerKind {
        name: "greedy",
        arg: PlayerArg::None,
        words: "Flips as many tiles as it can.",
        make: |_, _| Ok(Box::new(SimplePlayer::Greedy)),
    },
    PlayerKind {
        name: "level",
        arg: PlayerArg::Number { range: 1..=levels::COUNT, usual: 3 },
        words: "Looks ahead, from a child's play at 1 to a strong player's at 10.",
        make: |number, _| match SearchPlayer::level(number) {
            Some(player) => Ok(Box::new(player)),
            None => Err(format!("there is no level {number}")),
        },
    },
    PlayerKind {
        name: "expert",
        arg: PlayerArg::None,
        words: "Looks as far ahead as its time allows, and plays the end perfectly.",
        make: |_, _| Ok(Box::new(SearchPlayer::expert())),
    },
    program::KIND,
];
