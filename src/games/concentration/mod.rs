//! Concentration: two players find the pairs among 52 cards that lie face down.

pub mod classic;
mod controls;
mod info;
pub mod players;
mod review;
pub mod rules;
mod text;
mod view;

pub use fourcade_engine::concentration::model::Concentration;
