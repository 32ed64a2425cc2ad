//! Tests of Flip.

mod ladder;
mod players;
mod random_play;
mod rules;
mod strength;
