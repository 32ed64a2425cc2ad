//! `fourcade lobby`: the shared tables, and who is here.

use std::process::ExitCode;

use super::{
    error::CliError,
    screen::{Opening, ScreenOptions},
    shared::SharedArgs,
};
use crate::arcade::screens::lobby;

/// Play with others: see who is here, join a table or open one
#[derive(clap::Args)]
pub struct LobbyArgs {
    #[command(flatten)]
    shared: SharedArgs,
    #[command(flatten)]
    screen: ScreenOptions,
}

impl LobbyArgs {
    /// `global` holds the screen options before the command's name.
    pub fn run(self, global: ScreenOptions) -> Result<ExitCode, CliError> {
        let mut opening = Opening::new(&self.screen.or(global))?;
        self.shared.override_home(&mut opening.home);
        opening.open(Some(lobby::at_lobby()))
    }
}
