//! The games: the one list of them, and what each brings.
//!
//! Every game is a flat with the same rooms: `rules` (the model), `players` (computers), `text` (in
//! plain lines), `classic` (the course's program), `review` (what its choices were worth), `view`
//! and `controls` (on the table). [`ArcadeGame`] is what the arcade asks of them. What two of them share
//! stands beside them: `square` (boards of rows and columns), `lines` (what is typed at a text
//! program).

mod arcade_game;
pub mod concentration;
mod controls;
pub mod eater;
mod ending;
pub mod flip;
mod grid;
pub mod intensity;
mod kinds;
mod lines;
mod player_tables;
mod players;
mod review;

pub use arcade_game::{
    ArcadeGame, GameInfo, GameText, GameView, SizeRange, demo_game, title_with_size,
};
pub use controls::{Controls, Reply, Scene, THUMBNAIL_SIZE};
pub use ending::{broken, ending, people};
pub use kinds::{GameKind, GameVisitor};
pub use player_tables::player_tables;
pub use players::{
    HUMAN, HUMAN_WORDS, PlayerArg, PlayerKind, PlayerSpec, UnknownPlayerError, default_name,
    find_player, names, strongest,
};
pub use review::{
    Evaluation, LiveEvaluator, Measure, ReviewInput, Reviewable, Reviewer, Scale, SearchLimits,
    StepReview, Verdict, review, steps,
};
