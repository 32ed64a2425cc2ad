//! Concentration: two players find the pairs among 52 cards that lie face down.

mod info;
pub mod model;
pub mod players;
mod puzzles;
mod reasons;
mod review;
#[cfg(test)]
mod test_games;

pub use model::Concentration;
pub use reasons::ConcentrationReason;
