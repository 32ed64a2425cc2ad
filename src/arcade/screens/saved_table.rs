//! Opens a saved game at a table, to continue it or to show its result again.

use crate::{
    arcade::{ScreenFactory, Start, table::TableScreen},
    database::{Database, LoadedGame},
    games::{GameView, read_saved},
};
use fourcade_engine::{GameKind, play::Session, with_game};

/// Opens the table of an unfinished game. Fails if it is open at another table.
pub fn resume(database: &mut Database, id: i64) -> Result<ScreenFactory, String> {
    let loaded = database.claim(id).map_err(|error| error.to_string())?;
    let kind = loaded.summary.game.parse::<GameKind>().map_err(|error| error.to_string())?;
    with_game!(kind, G => open_table::<G>(loaded))
}

pub fn show_result(database: &mut Database, id: i64) -> Result<ScreenFactory, String> {
    let loaded = database.load(id).map_err(|error| error.to_string())?;
    let kind = loaded.summary.game.parse::<GameKind>().map_err(|error| error.to_string())?;
    with_game!(kind, G => {
        let session = read::<G>(&loaded)?;
        Ok(Box::new(move |context| {
            let settings = &context.home.settings;
            let mut screen = TableScreen::new(session, Start::Playing(None), settings);
            screen.table.show_result(&context.store, &loaded);
            Box::new(screen)
        }))
    })
}

fn read<G: GameView>(loaded: &LoadedGame) -> Result<Session<G>, String> {
    read_saved::<G>(loaded)
        .map_err(|error| format!("can't open this game: its record is damaged ({error})"))
}

fn open_table<G: GameView>(loaded: LoadedGame) -> Result<ScreenFactory, String> {
    let session = read::<G>(&loaded)?;
    Ok(Box::new(move |context| {
        let mut screen = TableScreen::new(session, Start::Playing(None), &context.home.settings);
        screen.table.resume(&context.store, &loaded);
        screen.begin(&context.background);
        Box::new(screen)
    }))
}
