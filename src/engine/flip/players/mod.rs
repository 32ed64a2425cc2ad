//! Flip's computer players.

pub mod book;
mod levels;
mod search;
mod simple;
mod wide;
pub(super) mod wording;

pub use levels::COUNT as LEVEL_COUNT;
pub use search::SearchPlayer;
pub use simple::SimplePlayer;
