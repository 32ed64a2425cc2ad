//! Tests of the whole program: its commands, the arcade in a pseudo-terminal, the course's
//! programs, and programs of other people that it runs.

mod classic;
mod cli;
mod docs;
mod flows;
mod fuzz;
#[cfg(unix)]
mod gtp;
#[cfg(target_os = "linux")]
mod guests;
mod harness;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(unix)]
mod programs;
#[cfg(unix)]
mod referee;
mod store;
mod support;
