//! Concentration: find the pairs among 52 cards.

pub mod rules;

pub use rules::Concentration;
