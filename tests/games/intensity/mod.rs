//! Tests of Intensity.

mod ladder;
mod matches;
mod mixed;
mod passing;
mod players;
mod random_play;
mod reasons;
mod review;
mod rules;
mod styles;
