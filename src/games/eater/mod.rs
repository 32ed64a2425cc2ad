//! Eater: the Passer builds a path from top to bottom and the Eater blocks it. Both choose their
//! cells at the same time.

pub mod classic;
mod controls;
mod info;
pub mod players;
mod review;
pub mod rules;
pub mod solver;
mod text;
mod view;

pub use fourcade_engine::eater::model::Eater;
