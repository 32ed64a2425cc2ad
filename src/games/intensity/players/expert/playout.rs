//! Playing a deal to its end, fast.

use std::sync::LazyLock;

use super::super::judge::{Judge, Look, PASSING, PLAYING, Table};
use crate::{
    games::intensity::rules::{Card, Cards, Position, SEATS},
    play::{Halt, Meter},
};

static DANGER: LazyLock<Table> = LazyLock::new(|| Table::of(&PLAYING));
static PASS_DANGER: LazyLock<Table> = LazyLock::new(|| Table::of(&PASSING));

/// Judges cards as `counter` does, from tables.
pub fn judge() -> Judge<&'static Table> {
    Judge { weights: PLAYING, danger: &DANGER }
}

/// How dangerous hands are after passing, from tables.
pub fn pass_danger() -> &'static Table {
    &PASS_DANGER
}

/// What the seat to move would play who counts the cards, but does not watch who can't follow.
fn reply(judge: &Judge<&Table>, position: &Position) -> Option<Card> {
    let seat = position.to_move()?;
    let playable = position.playable();
    if playable.len() == 1 {
        return playable.lowest();
    }
    let hand = position.hands[seat.index()];
    let out = position.hands.iter().fold(Cards::NONE, |all, &hand| all | hand) - hand;
    let counts = position.hands.map(Cards::len);
    let look = Look { seat, hand, trick: position.trick, out, may: [out; SEATS], has: [Cards::NONE; SEATS], counts };
    judge.cheapest(&look, playable)
}

/// Plays to the end; every card is counted.
///
/// # Errors
/// [`Halt`] when the meter says so; then the rounds are not over.
pub fn finish(mut position: Position, meter: &mut Meter) -> Result<[u32; SEATS], Halt> {
    let judge = judge();
    while let Some(card) = reply(&judge, &position) {
        meter.tick()?;
        position.play(card);
    }
    Ok(position.taken)
}
