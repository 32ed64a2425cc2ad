//! Form rows about a game: board size, seat, level, clock.

use std::ops::RangeInclusive;

use rand::RngExt as _;

use crate::{
    games::{GameFacts, counted},
    widgets::form::{Row, RowId},
};
use fourcade_engine::{
    GameKind,
    play::{Level, TimeControl, random},
};

pub const BOARD: RowId = RowId::Named("board");
pub const CLOCK: RowId = RowId::Named("clock");

/// Hidden in games with one size, whose `size` is `None`.
pub fn size_row<T>(
    game: GameKind,
    size: Option<u16>,
    field: impl Fn(&mut T) -> &mut Option<u16> + Copy + 'static,
) -> Row<T> {
    let sizes = game.sizes().map(|sizes| (sizes.min, sizes.default, sizes.max));
    let (min, usual, max) = sizes.unwrap_or_default();
    let chosen = usize::from(size.unwrap_or(min).saturating_sub(min));
    let values = (min..=max).map(|size| format!("{size} x {size}"));
    let take = move |choices: &mut T, text: &str| {
        let Some(sizes) = game.sizes() else { return Ok(()) };
        let allowed = u64::from(sizes.min)..=u64::from(sizes.max);
        *field(choices) = u16::try_from(typed_number(text, allowed)?).ok();
        Ok(())
    };
    Row::choice("Board", values, chosen, move |choices, index| {
        *field(choices) = (min..=max).nth(index);
    })
    .id(BOARD)
    .stepper(false)
    .shown_if(size.is_some())
    .help(format!(
        "Space types a size. Today's deal and recorded openings are always {usual} x {usual}."
    ))
    .typed("The board's size", size.unwrap_or_default().to_string(), take)
    .typing_hint(format!("{min} to {max}."))
}

/// Reads a number of a row, or says what to type.
pub fn typed_number(text: &str, allowed: RangeInclusive<u64>) -> Result<u64, String> {
    let text = text.trim();
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err("Type digits only, such as 12.".to_owned());
    }
    let number = text.parse().ok().filter(|number| allowed.contains(number));
    number.ok_or_else(|| format!("Type a number from {} to {}.", allowed.start(), allowed.end()))
}

/// The chosen seat. If `None` was chosen, each call draws one at random.
pub fn seat_or_random(game: GameKind, seat: Option<usize>) -> usize {
    let draw = || {
        let mut rng = random::rng(random::fresh_seed(), &[]);
        rng.random_range(0..game.seat_names().len())
    };
    seat.unwrap_or_else(draw)
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

/// The people's clock: none, one of the game's, or a typed one.
pub fn clock_row<T>(
    game: GameKind,
    clock: Option<TimeControl>,
    field: impl Fn(&mut T) -> &mut Option<TimeControl> + Copy + 'static,
) -> Row<T> {
    let facts = GameFacts::of(game);
    let example = match facts.clocks[0] {
        TimeControl::Game { .. } => "7+1",
        TimeControl::Choice(_) => "25",
    };
    let help = format!("{}\nSpace types another, such as {example}.", about_clock(clock));
    let typed = clock.filter(|clock| !facts.clocks.contains(clock));
    // A typed one takes the place of the last.
    let kept = facts.clocks.len() - usize::from(typed.is_some());
    let all: Vec<_> = facts.clocks[..kept].iter().copied().chain(typed).collect();
    let chosen = all.iter().position(|&other| Some(other) == clock).map_or(0, |at| at + 1);
    let shown = all.iter().map(ToString::to_string);
    let shown: Vec<_> = ["None".to_owned()].into_iter().chain(shown).collect();
    let text = clock.map(|clock| clock.to_string()).unwrap_or_default();
    let take = move |choices: &mut T, text: &str| {
        *field(choices) = typed_clock(facts, text.trim())?;
        Ok(())
    };
    Row::choice("Clock", shown, chosen, move |choices, at: usize| {
        *field(choices) = at.checked_sub(1).map(|at| all[at]);
    })
    .id(CLOCK)
    .help(help)
    .typed("The clock", text, take)
    .typing_hint(format!("such as {example}; empty for none."))
}

/// Reads a clock of this game, or says what to type. An empty text means none.
fn typed_clock(facts: &GameFacts, text: &str) -> Result<Option<TimeControl>, String> {
    if text.is_empty() {
        return Ok(None);
    }
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let (clock, refusal) = match facts.clocks[0] {
        TimeControl::Game { .. } => (facts.clock(text), "Type minutes+seconds, up to 180+600."),
        TimeControl::Choice(_) => {
            let unit = if is_number { "s" } else { "" };
            (facts.clock(&format!("{text}{unit}")), "Type 1 to 600 seconds, such as 25.")
        }
    };
    clock.map(Some).map_err(|_| refusal.to_owned())
}

fn about_clock(clock: Option<TimeControl>) -> String {
    match clock {
        None => "Take as long as you like.".to_owned(),
        Some(TimeControl::Choice(time)) => {
            format!("{} a move.", counted(time.as_secs(), "second"))
        }
        Some(TimeControl::Game { time, increment }) => {
            let minutes = counted(time.as_secs() / 60, "minute");
            match increment.as_secs() {
                0 => format!("{minutes} for the game."),
                more => format!("{minutes}, plus {} a move.", counted(more, "second")),
            }
        }
    }
}
