//! Saved games: which are listed, how they are described, and those that are unfinished.

pub mod descriptions;
mod filter;
pub mod unfinished;

pub use filter::ListFilter;
