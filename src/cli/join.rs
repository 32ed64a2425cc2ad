//! `fourcade join`: joins a shared table.

use std::process::ExitCode;

use super::{error::CliError, screen::ScreenOptions, shared::SharedArgs};
use crate::{app::lobby::JoinAs, database::shared_tables::TableCode, settings::consent::Programs};

/// Join somebody's table by its code, or come back to your own
///
/// You get an open seat. If you have left the table, you get your own seat back; if there is no
/// seat, you watch.
#[derive(clap::Args)]
#[command(after_long_help = "Example:
  fourcade join k7m2")]
pub struct JoinArgs {
    /// The code that is shown at the table
    #[arg(value_name = "CODE")]
    code: TableCode,
    #[command(flatten)]
    shared: SharedArgs,
    #[command(flatten)]
    screen: ScreenOptions,
}

impl JoinArgs {
    pub fn run(self, global: ScreenOptions, programs: Programs) -> Result<ExitCode, CliError> {
        self.shared.visit(&self.code, JoinAs::Player, &self.screen.or(global), programs)
    }
}
