//! Tests of Concentration.

mod players;
mod random_play;
mod reasons;
mod rules;
