//! Opens the table of a new game.

use super::{
    Start,
    screen::{Screen, ScreenContext},
    table::open_table,
};
use crate::{
    app::new_game,
    settings::last_setups::{GameSetup, LastSetups},
};
use fourcade_engine::{GameKind, with_game};

/// Remembers the setup as the last one. Fails if the game can't be played on a board of this size.
pub fn start_game(
    game: GameKind,
    setup: GameSetup,
    seed: u64,
    last_setups: &LastSetups,
    context: &ScreenContext,
) -> Result<Box<dyn Screen>, String> {
    with_game!(game, G => {
        let session = new_game::start::<G>(setup, seed, last_setups, context)?;
        Ok(open_table(session, Start::Playing(None))(context))
    })
}

/// Opens the table of a game of the usual size against Beginner.
pub fn beginner_game(game: GameKind, context: &ScreenContext) -> Result<Box<dyn Screen>, String> {
    with_game!(game, G => {
        let session = new_game::beginner_session::<G>()?;
        Ok(open_table(session, Start::Playing(None))(context))
    })
}
