//! Opens the table of a new game.

use super::{
    Start,
    screen::{Context, Screen},
    table::TableScreen,
};
use crate::{
    app::new_game,
    games::GameView,
    settings::last_setups::{LastSetup, LastSetups},
};
use fourcade_engine::{GameKind, play::Session, with_game};

/// Remembers the setup as the last one. Fails if the game can't be played on a board of this size.
pub fn start_game(
    game: GameKind,
    setup: LastSetup,
    seed: u64,
    last_setups: &LastSetups,
    context: &Context,
) -> Result<Box<dyn Screen>, String> {
    with_game!(game, G => {
        let session = new_game::start::<G>(setup, seed, last_setups, context)?;
        Ok(open_table(session, context))
    })
}

/// Opens the table of a game of the usual size against Beginner.
pub fn beginner_game(game: GameKind, context: &Context) -> Result<Box<dyn Screen>, String> {
    with_game!(game, G => Ok(open_table(new_game::beginner_session::<G>()?, context)))
}

fn open_table<G: GameView>(session: Session<G>, context: &Context) -> Box<dyn Screen> {
    let table = TableScreen::new(session, Start::Playing(None), &context.home.settings);
    let mut table = table.saved_to(&context.store);
    table.begin(&context.background);
    Box::new(table)
}
