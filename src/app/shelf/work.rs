//! What is done with a kept game, each as a job that waits for the store and for files.

use std::{fs, path::Path};

use crate::{
    app::{
        ScreenFactory, Start, at_table,
        review::{self, Review},
        saving, unfinished,
    },
    games::{ArcadeGame, GameKind, GameVisitor},
    play::CancelToken,
    store::{GameIdentity, LoadedGame, RecordFile, SavedSeat, State, Store, Summary},
};

use super::words;

/// What came of it.
pub enum Done {
    /// A table to open.
    Open(ScreenFactory),
    /// Only words.
    Said(String),
    /// A game came in under this number, and words.
    TakenIn(i64, String),
}

/// Why this game is not looked through, if so: all would be seen that is hidden from persons who
/// still play.
pub fn no_replay(game: &Summary) -> Option<&'static str> {
    let is_played = game.state == State::Running && game.seats.iter().any(SavedSeat::is_person);
    (is_played && game.game.parse().is_ok_and(GameKind::hides))
        .then_some("it is not over: c goes on with it; it can be looked through when it is over")
}

/// A table on which the game is looked through.
pub fn replay(store: &Store, id: i64) -> Result<Done, String> {
    let loaded = store.load(id).map_err(|why| why.to_string())?;
    // It may have gone on since it was listed.
    if let Some(why) = no_replay(&loaded.summary) {
        return Err(why.to_owned());
    }
    let kind: GameKind = loaded.summary.game.parse()?;
    kind.with(Look(loaded))
}

struct Look(LoadedGame);

impl GameVisitor for Look {
    type Out = Result<Done, String>;

    fn visit<G: ArcadeGame>(self) -> Self::Out {
        let session = self.0.read::<G>();
        let session = session
            .map_err(|why| format!("the game can't be looked at: its record is wrong ({why})"))?;
        Ok(Done::Open(at_table(session, Start::Replay)))
    }
}

/// What the moves of the game have cost.
pub fn review(store: &Store, id: i64) -> Result<Done, String> {
    let loaded = store.load(id).map_err(|why| why.to_string())?;
    if let Some(why) = no_replay(&loaded.summary) {
        return Err(why.to_owned());
    }
    let kind: GameKind = loaded.summary.game.parse()?;
    kind.with(Judge(loaded))
}

struct Judge(LoadedGame);

impl GameVisitor for Judge {
    type Out = Result<Done, String>;

    fn visit<G: ArcadeGame>(self) -> Self::Out {
        let session = self.0.read::<G>();
        let session = session
            .map_err(|why| format!("the game can't be looked at: its record is wrong ({why})"))?;
        if let Some(why) = review::refusal(&session) {
            return Err(why);
        }
        let names = words::seats(&self.0.summary).into_iter().map(|seat| seat.who).collect();
        Ok(Done::Open(Box::new(move |context| Box::new(Review::new(&session, names, context)))))
    }
}

/// A table on which the game goes on under its number.
pub fn go_on(store: &Store, id: i64) -> Result<Done, String> {
    unfinished::open(store, id).map(Done::Open)
}

/// Writes the game to a file.
pub fn export(store: &Store, id: i64, path: &Path) -> Result<Done, String> {
    let loaded = store.load(id).map_err(|why| why.to_string())?;
    let text = loaded.text().map_err(|why| why.to_string())?;
    saving::save(path, |output| output.write_all(text.as_bytes())).map(Done::Said)
}

/// Deletes the game.
pub fn delete(store: &Store, id: i64) -> Result<Done, String> {
    store.delete(id).map_err(|why| why.to_string())?;
    Ok(Done::Said("deleted".to_owned()))
}

/// Takes in the game that a file holds.
pub fn import(store: &Store, path: &Path, cancel: &CancelToken) -> Result<Done, String> {
    // Such as a pipe: who writes there may never come.
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return Err(format!("{} is no file; give the path of a saved game", path.display()));
    }
    let file = RecordFile::open(path).map_err(|why| why.to_string())?;
    file.game.with(TakeIn { file, store, cancel })
}

struct TakeIn<'a> {
    file: RecordFile,
    store: &'a Store,
    cancel: &'a CancelToken,
}

impl GameVisitor for TakeIn<'_> {
    type Out = Result<Done, String>;

    fn visit<G: ArcadeGame>(self) -> Self::Out {
        let Self { file, store, cancel } = self;
        let session = file.read::<G>().map_err(|why| why.to_string())?;
        // Who has left meanwhile does not want it any more.
        if cancel.is_cancelled() {
            return Ok(Done::Said(String::new()));
        }
        let about = GameIdentity::of::<G>(session.header()).map_err(|why| why.to_string())?;
        if store.find(&session, &about).map_err(|why| why.to_string())?.is_some() {
            return Err("it is among the kept games already".to_owned());
        }
        let id = store.import(&session, about).map_err(|why| why.to_string())?;
        let game = store.load(id).map_err(|why| why.to_string())?.summary;
        Ok(Done::TakenIn(
            id,
            format!("imported: {}, {}", words::title(&game), words::players(&game)),
        ))
    }
}
