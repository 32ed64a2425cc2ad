//! Guests: people who use another person's fourcade over SSH.
//!
//! A guest has only a folder in the host's data folder. What guests can't do, and where that is
//! decided:
//!
//! | guests can't | decided in |
//! |---|---|
//! | suspend the arcade, save a game to a file or import one | key tables, with [`Binding::needs_host`](crate::widgets::Binding::needs_host); refused by `arcade::stack` |
//! | name a file, or go on with a command in their shell | `arcade::save_as`, `arcade::stack` |
//! | change their name | [`Home::use_settings`](super::home::Home::use_settings); explained by the pages of settings and new games |
//! | choose programs as players | `arcade::screens::new_game` |
//! | see demos | [`Home::plays_demos`](super::home::Home::plays_demos) |
//! | think longer, on more cores | [`Background::with_limits_of`](crate::app::Background::with_limits_of) |
//! | have more shared tables | `app::lobby` |
//!
//! Texts that offer files ask [`Home::is_guest`](super::home::Home::is_guest).

mod cores;
mod folder;

use std::{path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};

pub use cores::{Core, Cores};
pub use folder::{NameOrigin, folder, is_taken};

pub const NOT_FOR_GUESTS: &str = "not available to guests";

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct GuestLimits {
    /// Shared tables that a person may have at once.
    pub tables: u32,
    /// Time that a computer player may use for a move.
    pub thinking: Duration,
    /// CPU cores that all guests share.
    pub cores: u32,
}

impl Default for GuestLimits {
    fn default() -> Self {
        Self { tables: 5, thinking: Duration::from_secs(1), cores: 1 }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Guest {
    /// The name shown to others, which the guest can't change.
    pub name: String,
    pub limits: GuestLimits,
    pub cores_folder: PathBuf,
    /// Whether the guest passed a command to ssh, which was not run.
    pub has_command: bool,
}

impl Guest {
    pub fn cores(&self) -> Cores {
        Cores::shared(self.cores_folder.clone(), self.limits.cores)
    }
}
