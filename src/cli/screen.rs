//! The one place where the command line hands over to the arcade's screens.

use std::{
    io::{IsTerminal, stdin, stdout},
    process::ExitCode,
};

use super::{args::ScreenOptions, error::Error};
use crate::{app, store::home::Home};

/// Whether there is a terminal to type on and to draw on.
pub fn has_terminal() -> bool {
    stdin().is_terminal() && stdout().is_terminal()
}

/// Opens the arcade at its menu, or with a screen over it.
pub fn open(look: &ScreenOptions, first: Option<app::ScreenFactory>) -> Result<ExitCode, Error> {
    if !has_terminal() {
        return Err(Error::usage(
            "the arcade needs a terminal to type on and to draw on; without one, try `fourcade watch GAME --plain`, \
             `fourcade replay FILE --plain` or `fourcade classic GAME`",
        ));
    }
    let (mut home, complaints) = Home::open();
    look.over_home(&mut home);
    Ok(app::run(home, &complaints, first)?)
}
