//! Tests of Eater.

mod expert;
mod ladder;
mod players;
mod random_play;
mod reasons;
mod rules;
mod search;
mod solver;
