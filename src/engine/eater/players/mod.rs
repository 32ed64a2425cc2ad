//! Eater's computer players.
//!
//! | player | how it chooses |
//! |---|---|
//! | [`LinePlayer`] | builds a straight column, or blocks a straight row |
//! | [`NovicePlayer`] | makes the mistakes of a first game |
//! | [`CasualPlayer`] | chooses like `NovicePlayer` or `SmartPlayer`, at random |
//! | [`smart::SmartPlayer`] | looks one round ahead over the cells that the cheapest paths share |
//! | [`montecarlo::MonteCarloPlayer`] | searches a tree of positions |
//! | [`expert::ExpertPlayer`] | solves positions where it can, and searches the others |
//!
//! `random` is [`play::Random`](crate::play::Random).

pub mod expert;
mod line;
pub mod montecarlo;
mod novice;
pub mod smart;

pub use line::LinePlayer;
pub use novice::{CasualPlayer, NovicePlayer};
