//! Tests of the games: rules, computer players, solvers, and properties of random games.

mod concentration;
mod conversation;
mod deals;
mod eater;
mod flip;
mod intensity;
mod puzzles;
mod random_play;
mod reasons;
#[path = "../support/scale.rs"]
mod scale;
mod shared_tables;
mod statistics;
