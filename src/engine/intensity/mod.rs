//! Intensity: a trick-taking game of four players and ten rounds, in which points are penalties.

mod info;
pub mod model;
pub mod players;
pub mod puzzles;
mod reasons;
mod review;
#[cfg(test)]
mod test_hands;

pub use model::Intensity;
pub use reasons::{IntensityReason, TimesInTen};
