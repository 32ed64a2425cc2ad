//! Tests of Intensity.

mod ladder;
mod matches;
mod passing;
mod players;
mod random_play;
