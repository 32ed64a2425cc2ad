//! Tables at which unfinished games continue.

use crate::{
    arcade::{ScreenFactory, Start, table::TableScreen},
    database::{Database, LoadedGame},
    games::{GameView, check_recorded_players},
};
use fourcade_engine::{GameKind, with_game};

/// Loads a game from the database to continue it.
pub fn open(games: &mut Database, id: i64) -> Result<ScreenFactory, String> {
    let loaded = games.claim(id).map_err(|error| error.to_string())?;
    let kind = loaded.summary.game.parse::<GameKind>().map_err(|error| error.to_string())?;
    with_game!(kind, G => open_table::<G>(loaded))
}

fn open_table<G: GameView>(loaded: LoadedGame) -> Result<ScreenFactory, String> {
    let session = loaded
        .read::<G>(check_recorded_players::<G>)
        .map_err(|error| format!("can't resume this game: its record is damaged ({error})"))?;
    Ok(Box::new(move |context| {
        let table = TableScreen::new(session, Start::Playing(None), &context.home.settings);
        let mut table = table.resumed(&context.store, &loaded);
        table.begin(&context.background);
        Box::new(table)
    }))
}
