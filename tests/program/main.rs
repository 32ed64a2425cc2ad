//! Tests of the whole program: its commands, the arcade in a pseudo-terminal, the course's
//! programs, and programs of other people that it runs.

mod classic;
mod cli;
mod docs;
mod flows;
mod fuzz;
#[cfg(unix)]
mod grid_programs;
#[cfg(unix)]
mod gtp;
#[cfg(target_os = "linux")]
mod guests;
mod harness;
#[cfg(target_os = "linux")]
mod hostile;
mod kills;
#[path = "../support/pages.rs"]
mod pages;
#[cfg(unix)]
mod player_check;
#[cfg(feature = "postgres")]
#[path = "../support/postgres_server.rs"]
mod postgres_server;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod referee;
#[path = "../support/scale.rs"]
mod scale;
#[cfg(unix)]
mod shared;
#[path = "../support/shared_kills.rs"]
mod shared_kills;
#[path = "../support/shared_player.rs"]
mod shared_player;
mod store;
mod support;
#[cfg(unix)]
mod upgrade;
