//! The one place where the command line hands over to the arcade's screens.

use std::{
    io::{IsTerminal, stdin, stdout},
    path::PathBuf,
    process::ExitCode,
};

use super::{args::Look, error::Error};
use crate::games::GameKind;

/// How the screens look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScreenOptions {
    /// The name of a theme.
    pub theme: Option<String>,
    /// ASCII signs only.
    pub ascii: bool,
    /// Nothing moves by itself.
    pub no_motion: bool,
}

/// Where the arcade begins.
#[derive(Clone, Debug, PartialEq)]
pub enum Start {
    /// At its menu.
    Menu,
    /// At a table. All names and numbers have been checked, and the file could be read.
    Table {
        /// The game.
        game: GameKind,
        /// Who sits where, if it was said.
        players: Option<Vec<String>>,
        /// The size, if it was said.
        size: Option<u16>,
        /// The seed, if it was said.
        seed: Option<u64>,
        /// The record to go on with.
        load: Option<PathBuf>,
        /// Computers alone, and how many moves a second if it was said.
        watch: Option<Speed>,
    },
    /// Looking through a record.
    Replay(PathBuf),
}

/// Moves a second; the usual speed if none is given.
pub type Speed = Option<f64>;

impl From<Look> for ScreenOptions {
    fn from(look: Look) -> Self {
        Self { theme: look.theme, ascii: look.ascii, no_motion: look.no_motion }
    }
}

/// Whether there is a terminal to type on and to draw on.
pub fn has_terminal() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

/// Opens the arcade.
pub fn open(options: ScreenOptions, start: Start) -> Result<ExitCode, Error> {
    if !has_terminal() {
        return Err(Error::usage(
            "the arcade needs a terminal to type on and to draw on; without one, try `fourcade watch GAME --plain`, \
             `fourcade replay FILE --plain` or `fourcade classic GAME`",
        ));
    }
    Ok(app::run(&options, first(start)?)?)
}

/// The screen over the menu, if it is not the menu itself.
fn first(start: Start) -> Result<Option<app::First<'static>>, Error> {
    Ok(match start {
        Start::Menu => None,
        Start::Table { game, options, load: None } => Some(game.with(app::OpenTable(options))?),
    })
}
