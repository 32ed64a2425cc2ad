//! `fourcade lobby`: the shared tables, and who is here.

use std::process::ExitCode;

use super::{
    error::CliError,
    plain,
    screen::{ScreenOptions, Way},
    shared::SharedArgs,
};
use crate::{arcade::screens::lobby, settings::consent::Programs};

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
    pub fn run(self, global: ScreenOptions, programs: Programs) -> Result<ExitCode, CliError> {
        let screen = self.screen.or(global);
        match Way::of(&screen)? {
            Way::Lines(mut home) => {
                self.shared.override_home(&mut home);
                plain::hold(*home, programs, crate::plain::lobby)
            }
            Way::Screen(mut opening) => {
                self.shared.override_home(&mut opening.home);
                opening.open(programs, Some(lobby::at_lobby()))
            }
        }
    }
}
