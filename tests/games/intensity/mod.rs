//! Tests of Intensity.

mod ladder;
mod matches;
mod players;
mod random_play;
