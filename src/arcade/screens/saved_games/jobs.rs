//! Jobs on saved games. Those with a [`Database`] run on its thread; those with a [`Store`] wait
//! for it and for files, so they need other threads. Their errors are messages for the user.

use std::path::{Path, PathBuf};

use super::{Command, KEYS};
use crate::{
    app::{
        review,
        save_file::{self, SaveOutcome},
        saved_games::descriptions,
    },
    arcade::{
        ScreenFactory, Start,
        screens::{review::ReviewScreen, saved_table},
        table::TableScreen,
    },
    database::{
        Database, GameIdentity, GameStatus, LoadedGame, RecordFile, SavedGame, SavedSeat, Store,
        StoreError,
    },
    games::{ArcadeGame, GameView, Naming, read_record_file, read_saved},
    widgets::keys::key_name,
};
use fourcade_engine::{
    GameKind,
    play::{CancelToken, Session},
    with_game,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JobKind {
    Open,
    Delete,
    Export,
    Import,
}

impl JobKind {
    pub fn description(self) -> &'static str {
        match self {
            Self::Open => "reading the game",
            Self::Delete => "deleting the game",
            Self::Export => "writing the game",
            Self::Import => "reading the file",
        }
    }
}

pub enum JobOutcome {
    Open(ScreenFactory),
    /// Holds a message for the user.
    Done(String),
    /// The game with this id was not exported, because the file exists.
    Exists(i64, PathBuf),
    Imported {
        id: i64,
        message: String,
    },
}

const MAX_GAMES_PER_FILE: usize = 100;

/// Refuses running games with hidden information, which a replay would reveal to their players.
pub fn replay_refusal(game: &SavedGame) -> Option<String> {
    let is_played =
        game.status == GameStatus::Running && game.seats.iter().any(SavedSeat::is_person);
    (is_played && game.game.parse().is_ok_and(GameKind::hides_information))
        .then(|| format!("not over yet: {} resumes it", key_name(&KEYS, &Command::Open)))
}

pub fn replay(database: &mut Database, id: i64) -> Result<JobOutcome, String> {
    open_replay(database, id).map(JobOutcome::Open)
}

pub fn open_replay(database: &mut Database, id: i64) -> Result<ScreenFactory, String> {
    let loaded = load_for_replay(database, id)?;
    let kind = loaded.summary.game.parse::<GameKind>().map_err(|error| error.to_string())?;
    with_game!(kind, G => {
        let session = read::<G>(&loaded)?;
        Ok(Box::new(move |context| {
            let table = TableScreen::new(session, Start::Replay, &context.home.settings);
            let names = loaded.summary.person_names();
            let table = table.with_seat_names(names).saved_to(&context.store);
            let mut table = table.of_deal(loaded.daily);
            table.begin(&context.background);
            Box::new(table)
        }))
    })
}

pub fn review(database: &mut Database, id: i64) -> Result<JobOutcome, String> {
    let loaded = load_for_replay(database, id)?;
    let kind = loaded.summary.game.parse::<GameKind>().map_err(|error| error.to_string())?;
    with_game!(kind, G => open_review::<G>(&loaded))
}

fn open_review<G: GameView>(loaded: &LoadedGame) -> Result<JobOutcome, String> {
    let session = read::<G>(loaded)?;
    if let Some(reason) = review::refusal(&session) {
        return Err(reason);
    }
    let summary = loaded.summary.clone();
    Ok(JobOutcome::Open(Box::new(move |context| {
        let seats = descriptions::seats(&summary, context.naming());
        let names = seats.into_iter().map(|seat| seat.player).collect();
        Box::new(ReviewScreen::new(&session, names, context))
    })))
}

/// Checks again whether a game may be replayed, because it may have been continued by now.
fn load_for_replay(database: &mut Database, id: i64) -> Result<LoadedGame, String> {
    let loaded = database.load(id).map_err(|error| error.to_string())?;
    replay_refusal(&loaded.summary).map_or(Ok(loaded), Err)
}

fn read<G: ArcadeGame>(loaded: &LoadedGame) -> Result<Session<G>, String> {
    read_saved::<G>(loaded)
        .map_err(|error| format!("can't replay this game: its record is damaged ({error})"))
}

pub fn resume(database: &mut Database, id: i64) -> Result<JobOutcome, String> {
    saved_table::resume(database, id).map(JobOutcome::Open)
}

pub fn export(
    store: &Store,
    id: i64,
    path: PathBuf,
    may_replace: bool,
) -> Result<JobOutcome, String> {
    let loaded =
        store.ask(move |database| database.load(id)).wait().map_err(|error| error.to_string())?;
    let text = loaded.text().map_err(|error| error.to_string())?;
    Ok(match save_file::save(path, may_replace, text.as_bytes())? {
        SaveOutcome::Saved(message) => JobOutcome::Done(message),
        SaveOutcome::Exists(path) => JobOutcome::Exists(id, path),
    })
}

pub fn delete(database: &mut Database, id: i64) -> Result<JobOutcome, String> {
    database.delete(id).map_err(|error| error.to_string())?;
    Ok(JobOutcome::Done("deleted".to_owned()))
}

/// Imports the games of a file. If there are several, unreadable and known ones are skipped.
pub fn import(
    store: &Store,
    path: &Path,
    naming: Naming,
    cancel: &CancelToken,
) -> Result<JobOutcome, String> {
    let files = RecordFile::open_regular(path).map_err(|error| error.to_string())?;
    let count = files.len();
    if count > MAX_GAMES_PER_FILE {
        return Err(format!(
            "{} has {count} games, and {MAX_GAMES_PER_FILE} can be imported at once; \
             `fourcade export FILE --game N --format ggf` takes one out",
            path.display()
        ));
    }
    let mut imported = Vec::new();
    let mut errors = Vec::new();
    for file in files {
        match with_game!(file.game, G => import_game::<G>(file, store, cancel)) {
            Ok(game) => imported.extend(game),
            Err(error) => errors.push(error),
        }
    }
    let (Some(game), skipped) = (imported.last(), errors.len()) else {
        // Without an error, the import was cancelled.
        return errors.into_iter().next().map_or(Ok(JobOutcome::Done(String::new())), Err);
    };
    let (title, players) = (descriptions::title(game), descriptions::players(game, naming));
    let message = match errors.first() {
        None if count == 1 => format!("imported: {title}, {players}"),
        None => format!("imported {} games", imported.len()),
        Some(first) => {
            format!("imported {} of {count} games; {skipped} not, such as: {first}", imported.len())
        }
    };
    Ok(JobOutcome::Imported { id: game.id, message })
}

/// `None` if the import was cancelled.
fn import_game<G: ArcadeGame>(
    file: RecordFile,
    store: &Store,
    cancel: &CancelToken,
) -> Result<Option<SavedGame>, String> {
    let mut session = read_record_file::<G>(file).map_err(|error| error.to_string())?;
    // A game counts only where it was played.
    if !session.header().people().is_empty() {
        session.mark_practice();
    }
    if cancel.is_cancelled() {
        return Ok(None);
    }
    let header = session.record().header_json().map_err(|error| error.to_string())?;
    let identity = GameIdentity::of::<G>(session.header()).map_err(|error| error.to_string())?;
    let identity = GameIdentity { header, ..identity };
    let insert = move |database: &mut Database| {
        if database.find_same(&session, &identity)?.is_some() {
            return Ok(None);
        }
        let id = database.import(&session, identity)?;
        database.load(id).map(|loaded| Some(loaded.summary))
    };
    let imported = store.ask(insert).wait();
    let imported = imported.map_err(|error: StoreError| error.to_string())?;
    imported.map(Some).ok_or_else(|| "this game is in the list already".to_owned())
}
