//! Intensity: a trick-taking game of four players and ten rounds, in which points are penalties.

pub mod classic;
mod controls;
mod info;
pub mod players;
pub mod program;
pub mod protocol;
pub mod referee;
mod review;
pub mod rules;
mod text;
pub mod tournament;
mod view;

pub use fourcade_engine::intensity::model::Intensity;
