//! The rows that forms about a game share.

use crate::{games::GameFacts, widgets::form::Row};
use fourcade_engine::{
    GameKind,
    play::{Level, TimeControl},
};

/// The board size, in games with several sizes.
pub fn size_row<T>(
    label: &'static str,
    game: GameKind,
    size: Option<u16>,
    field: impl Fn(&mut T) -> &mut Option<u16> + 'static,
) -> Row<T> {
    let shown = size.map(|size| format!("{size} x {size}")).unwrap_or_default();
    Row::value(label, shown).shown_if(size.is_some()).stepped(move |choices, up| {
        if let (Some(size), Some(sizes)) = (field(choices), game.sizes()) {
            let next = if up { size.saturating_add(1) } else { size.saturating_sub(1) };
            *size = next.clamp(sizes.min, sizes.max);
        }
    })
}

/// The person's seat; `None` if it is drawn at random.
pub fn seat_row<T>(
    game: GameKind,
    seat: Option<usize>,
    field: impl Fn(&mut T) -> &mut Option<usize> + 'static,
) -> Row<T> {
    let seats = game.seat_names().len();
    let names = GameFacts::of(game).seat_choices.iter().copied().chain(["Random"]);
    Row::choice("You play", names, seat.unwrap_or(seats), move |choices, index| {
        *field(choices) = Some(index).filter(|&seat| seat < seats);
    })
}

/// The clock of the people; the last value is one that was typed.
pub fn clock_row<T>(
    game: GameKind,
    clock: Option<TimeControl>,
    field: impl Fn(&mut T) -> &mut Option<TimeControl> + 'static,
) -> Row<T> {
    let clocks = GameFacts::of(game).clocks;
    let shown = clock.map_or_else(|| "none".to_owned(), |clock| clock.to_string());
    Row::value("Clock", shown).stepped(move |choices, up| {
        let clock = field(choices);
        let position = |clock| clocks.iter().position(|&other| other == clock);
        let at = clock.map_or(0, |clock| 1 + position(clock).unwrap_or(0));
        let next = if up { at + 1 } else { at.saturating_sub(1) };
        *clock = next.min(clocks.len()).checked_sub(1).map(|at| clocks[at]);
    })
}

/// The level of the computers.
pub fn level_row<T>(level: Level, field: impl Fn(&mut T) -> &mut Level + 'static) -> Row<T> {
    Row::choice("Computers", Level::ALL, level as usize, move |choices, index| {
        *field(choices) = Level::ALL[index];
    })
}
