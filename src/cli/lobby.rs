//! `fourcade lobby`: the shared tables and the people present.

use std::process::ExitCode;

use super::{
    error::CliError,
    plain,
    screen::{FrontEnd, ScreenOptions},
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
    pub fn run(self, global: ScreenOptions, programs: Programs) -> Result<ExitCode, CliError> {
        let screen = self.screen.or(global);
        match FrontEnd::choose(&screen)? {
            FrontEnd::Lines(mut home) => {
                self.shared.override_home(&mut home);
                plain::run(*home, programs, crate::plain::lobby)
            }
            FrontEnd::Screen(mut arcade) => {
                self.shared.override_home(&mut arcade.home);
                arcade.open(programs, Some(lobby::lobby_factory()))
            }
        }
    }
}
