//! Starting a new game: opens its table and remembers the choices for the next time.

use super::{
    Start,
    screen::{Context, Screen},
    table::TableScreen,
};
use crate::games::ArcadeKind as _;
use crate::{
    games::{ArcadeGame, GameVisitor},
    settings::last_setups::{LastSetup, LastSetups},
};
use fourcade_engine::{
    GameKind,
    play::{RecordHeader, Session, random},
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
    let table = game.with(OpenTable { setup: &setup, seed, context })?;
    let key = game.key();
    last_setups.remember(key, setup);
    let last_setups = last_setups.clone();
    context.files.run(move |()| drop(last_setups.write(key)));
    Ok(table)
}

struct OpenTable<'a> {
    setup: &'a LastSetup,
    seed: u64,
    context: &'a Context<'a>,
}

impl GameVisitor for OpenTable<'_> {
    type Output = Result<Box<dyn Screen>, String>;

    fn visit<G: ArcadeGame>(self) -> Self::Output {
        let Self { setup, seed, context } = self;
        let start = G::deal(setup.size.unwrap_or_default(), &mut random::rng(seed, &[]))?;
        let header = RecordHeader { setup: start, seats: setup.players.clone(), seed };
        let start = Start::Playing(None);
        let table = TableScreen::<G>::new(Session::new(header), start, &context.home.settings);
        let mut table = table.saved_to(context.store);
        table.begin(context.waker);
        Ok(Box::new(table))
    }
}
