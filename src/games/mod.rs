//! The games: the one list of them, and what each brings.
//!
//! Every game is a flat with the same rooms: `rules` (the model), `players` (computers), `text` (in
//! plain lines), `classic` (the course's program), `review` (what its choices were worth), `view`
//! and `controls` (on the table). [`ArcadeGame`] is what the arcade asks of them. What two of them share
//! stands beside them: `square` (boards of rows and columns), `console` (what is typed at a text
//! program).

mod arcade_game;
pub mod concentration;
mod console;
mod controls;
pub mod eater;
mod ending;
pub mod flip;
mod grid;
pub mod intensity;
mod kinds;
mod player_tables;
mod players;
mod review;

pub use arcade_game::{
    ArcadeGame, GameInfo, GameText, GameView, SizeRange, demo_game, title_with_size,
};
pub use controls::{Controls, Reply, Scene, THUMBNAIL_SIZE};
pub use ending::{describe_fault, describe_outcome, describe_seats};
pub use kinds::{GameKind, GameVisitor};
pub use player_tables::player_tables;
pub use players::{
    HUMAN, HUMAN_DESCRIPTION, PlayerArg, PlayerKind, PlayerSpec, UnknownPlayerError,
    default_player_name, find_player, player_patterns, strongest_player,
};
pub use review::{
    Evaluation, LiveEvaluator, Measure, ReviewInput, Reviewable, Reviewer, Scale, StepReview,
    Verdict, review_session, reviewable_lines,
};
