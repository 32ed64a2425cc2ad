//! Tests of shared tables with the whole program: several arcades in pseudo-terminals, and a
//! database between them.

mod clocks;
mod commands;
mod follower;
mod games;
mod interruptions;
mod lines;
mod lobby;

use fourcade::database::shared_tables::connection::Location;

use crate::support::{Launch, Output, Terminal};

/// Where the tables of a test are: in the home folder, without any settings, or on a server.
#[derive(Clone)]
pub struct Place {
    launch: Launch,
    url: Option<String>,
}

impl Place {
    /// The usual file in a new home folder.
    pub fn at_home() -> Self {
        Self { launch: Launch::arcade().bare().env("USER", "ada"), url: None }
    }

    /// A new database on the server of the tests; `None` if there is no server.
    pub fn on_server() -> Option<Self> {
        #[cfg(feature = "postgres")]
        let url = crate::postgres_server::PostgresServer::shared()?.create_database();
        #[cfg(not(feature = "postgres"))]
        let url: String = return None;
        let Self { launch, .. } = Self::at_home();
        Some(Self { launch: launch.env("FOURCADE_DATABASE", &url), url: Some(url) })
    }

    /// Where the database is.
    pub fn location(&self) -> Location {
        match &self.url {
            Some(url) => Location::Server(url.clone()),
            None => Location::File(self.launch.home().join("shared.db")),
        }
    }

    /// Starts an arcade with these arguments, separated by spaces. All arcades share the home.
    #[track_caller]
    pub fn start(&self, args: &str) -> Terminal {
        self.launch.clone().args(args.split_whitespace()).args(["--no-motion"]).start()
    }

    /// The launch of an arcade.
    pub fn launch(&self) -> Launch {
        self.launch.clone()
    }
}

/// Returns the code that stands at a table where somebody waits for others.
#[track_caller]
pub fn code(terminal: &Terminal) -> String {
    terminal.wait("the table's code", |output: &Output| {
        let text = output.text();
        let (_, after) = text.split_once("fourcade join ")?;
        after.split_whitespace().next().map(str::to_owned)
    })
}
