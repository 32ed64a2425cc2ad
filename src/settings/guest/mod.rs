//! Guests: people who come over SSH to an arcade on another person's account.
//!
//! A guest has a folder of their own in the host's data folder, and nothing else of the host. The
//! screens ask [`Home::is_guest`](super::home::Home::is_guest) before anything that guests can't
//! do: commands that need files, programs or a shell.

mod cores;
mod folder;

use std::{path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};

pub use cores::{Core, Cores};
pub use folder::{Origin, folder, is_taken};

pub const NOT_FOR_GUESTS: &str = "not available to guests";

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuestLimits {
    /// The number of tables that people with one name may have open at once.
    pub tables: u32,
    /// How long a computer player thinks about a move.
    pub thinking: Duration,
    /// The number of cores on which computer players think at once, for all guests together.
    pub cores: u32,
}

impl Default for GuestLimits {
    fn default() -> Self {
        Self { tables: 5, thinking: Duration::from_secs(1), cores: 1 }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Guest {
    /// The name under which others see the guest. The guest can't change it.
    pub name: String,
    pub limits: GuestLimits,
    /// The folder with a file for each core on which computer players think; see [`Cores`].
    pub cores_folder: PathBuf,
    /// Whether the guest wanted to run a command, which was not run.
    pub has_command: bool,
}

impl Guest {
    pub fn cores(&self) -> Cores {
        Cores::shared(self.cores_folder.clone(), self.limits.cores)
    }
}
