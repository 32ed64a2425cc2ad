//! A new game: its choices, and its deal.
//!
//! | file | contents |
//! |---|---|
//! | `choices` | who plays, on which seat, the board size, the clock and the seed |
//! | `seat_pickers` | the player of each seat, on the advanced form |
//! | `results` | how the person has done against each level |

mod choices;
mod results;
mod seat_pickers;

use super::Context;
use crate::{
    games::{ArcadeGame, GameFacts, person_against, play_opening},
    settings::{
        MAX_PEOPLE, Setting, Settings,
        last_setups::{GameSetup, LastSetups},
    },
};
use fourcade_engine::{
    GameKind,
    play::{Level, RecordHeader, Session, random},
};

pub use choices::{ADVANCED, Choices, ListShows, OPPONENT, Opponent, PLAY, SEED, START};
pub use results::PastResults;

pub fn no_such_level(game: GameKind, level: Level) -> String {
    let title = GameFacts::of(game).title;
    format!("{title} has no {level}: nobody is stronger than Expert")
}

/// Deals a game and remembers its setup, which is written in the background. An error in writing it
/// is ignored.
pub fn start<G: ArcadeGame>(
    setup: GameSetup,
    seed: u64,
    last_setups: &LastSetups,
    context: &Context,
) -> Result<Session<G>, String> {
    let session = new_session(&setup, seed)?;
    last_setups.remember(G::KEY, setup);
    let last_setups = last_setups.clone();
    context.file_writer.run(move |()| drop(last_setups.write(G::KEY)));
    Ok(session)
}

/// Stores the names of the people at the keyboard. Returns the new settings, if any name is new.
pub fn keep_names(names: &[String; MAX_PEOPLE], context: &Context) -> Option<Settings> {
    let old = &context.home.settings;
    if old.names == *names {
        return None;
    }
    let is_new = old.names.iter().zip(names).map(|(old, new)| old != new);
    let changed: Vec<_> = Setting::of_names()
        .zip(is_new)
        .filter_map(|(setting, is_new)| is_new.then_some(setting))
        .collect();
    let settings = Settings { names: names.clone(), ..old.clone() };
    let (file, written) = (context.home.file.clone(), settings.clone());
    context.file_writer.run(move |()| {
        for setting in changed {
            // The game starts even if this fails.
            drop(file.write(&written, setting));
        }
    });
    Some(settings)
}

/// Deals a game of the usual size against Beginner.
pub fn beginner_session<G: ArcadeGame>() -> Result<Session<G>, String> {
    let players = person_against::<G>(Level::Beginner);
    let size = G::SIZES.map(|sizes| sizes.default);
    new_session(&GameSetup { players, size, ..GameSetup::default() }, random::fresh_seed())
}

/// Deals a new game, or explains why the board can't have this size.
pub fn new_session<G: ArcadeGame>(setup: &GameSetup, seed: u64) -> Result<Session<G>, String> {
    let deal = G::deal_seeded(setup.size.unwrap_or_default(), seed)?;
    let players = setup.players.clone();
    let mut session = Session::new(RecordHeader { setup: deal, players, seed, clock: setup.clock });
    if setup.has_opening && setup.size == G::SIZES.map(|sizes| sizes.default) {
        play_opening(&mut session, seed)?;
    }
    Ok(session)
}
