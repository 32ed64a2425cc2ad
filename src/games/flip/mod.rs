//! Flip: Reversi on a board of any size.

pub mod classic;
mod controls;
pub mod engine;
mod info;
mod openings;
pub mod players;
pub mod program;
pub mod protocol;
mod review;
pub mod rules;
mod text;
mod view;

pub use fourcade_engine::flip::model::Flip;
