//! Tests of Flip.

mod ladder;
mod openings;
mod players;
mod random_play;
mod rules;
mod strength;
