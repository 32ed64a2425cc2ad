//! Eater: the Passer makes a way down, the Eater eats it, and both choose at the same time.

pub mod classic;
mod controls;
mod info;
pub mod players;
mod review;
pub mod rules;
pub mod solve;
mod text;
mod view;

pub use rules::Eater;
