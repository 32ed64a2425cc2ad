//! Starting a new game: opens its table and remembers the choices for the next time.

use super::{
    Start,
    screen::{Context, Screen},
    table::TableScreen,
};
use crate::{
    games::{ArcadeGame, GameView},
    settings::last_setups::{LastSetup, LastSetups},
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, RecordHeader, Session, random},
    with_game,
};

/// Opens the table of a new game. Its setup becomes the last one, which a background thread writes;
/// the game starts even if it can't be written.
///
/// # Errors
/// Returns a message if the game can't be played on a board of this size.
pub fn start_game(
    game: GameKind,
    setup: LastSetup,
    seed: u64,
    last_setups: &LastSetups,
    context: &Context,
) -> Result<Box<dyn Screen>, String> {
    let table = with_game!(game, G => open_table::<G>(&setup, seed, context))?;
    let key = game.key();
    last_setups.remember(key, setup);
    let last_setups = last_setups.clone();
    context.files.run(move |()| drop(last_setups.write(key)));
    Ok(table)
}

/// Opens the table of a game of the usual size against the weakest level.
///
/// # Errors
/// Returns a message if the game can't be dealt.
pub fn first_game(game: GameKind, context: &Context) -> Result<Box<dyn Screen>, String> {
    with_game!(game, G => open_table::<G>(&first_setup::<G>(), random::fresh_seed(), context))
}

fn first_setup<G: ArcadeGame>() -> LastSetup {
    let opponent = G::LEVELS[Level::Beginner as usize].player;
    let seats = (0..G::SEAT_NAMES.len()).map(|seat| if seat == 0 { HUMAN } else { opponent });
    let players = seats.map(str::to_owned).collect();
    LastSetup { players, size: G::SIZES.map(|sizes| sizes.default), ..LastSetup::default() }
}

/// Deals a new game.
///
/// # Errors
/// Returns a message if the game can't be played on a board of this size.
pub fn new_session<G: ArcadeGame>(setup: &LastSetup, seed: u64) -> Result<Session<G>, String> {
    let start = G::deal(setup.size.unwrap_or_default(), &mut random::rng(seed, &[]))?;
    let (seats, clock) = (setup.players.clone(), setup.clock);
    Ok(Session::new(RecordHeader { setup: start, seats, seed, clock }))
}

fn open_table<G: GameView>(
    setup: &LastSetup,
    seed: u64,
    context: &Context,
) -> Result<Box<dyn Screen>, String> {
    let start = Start::Playing(None);
    let table = TableScreen::<G>::new(new_session(setup, seed)?, start, &context.home.settings);
    let mut table = table.saved_to(&context.store);
    table.begin(&context.background);
    Ok(Box::new(table))
}
