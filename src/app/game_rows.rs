//! Form rows about a game: board size, seat, level.

use crate::{games::GameFacts, widgets::form::Row};
use fourcade_engine::{GameKind, play::Level};

/// Hidden if `size` is `None`, in games with one size.
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

/// The person's seat; `None` is a random one.
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

pub fn level_row<T>(
    game: GameKind,
    level: Level,
    field: impl Fn(&mut T) -> &mut Level + 'static,
) -> Row<T> {
    Row::choice("Computers", game.levels(), level as usize, move |choices, index| {
        *field(choices) = game.levels()[index];
    })
}
