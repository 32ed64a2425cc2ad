//! The four games and what they have in common.
//!
//! [`GameKind`] is the list of the games. Each game has the same modules:
//!
//! | module | content |
//! |---|---|
//! | `rules` | the model |
//! | `players` | the computer players |
//! | `info` | names, sizes, how the game starts |
//! | `text` | the game in plain text |
//! | `classic` | the text program of the course |
//! | `review` | the review of recorded games |
//! | `view`, `controls` | how the game is drawn and operated |
//!
//! [`lessons`] teach each game by its rules alone.
//!
//! The app needs an [`ArcadeGame`], which combines the traits of these modules.

mod arcade_game;
pub mod concentration;
pub mod consent;
mod console;
mod controls;
mod course_players;
mod daily;
pub mod eater;
mod ending;
pub mod flip;
mod grid;
pub mod intensity;
mod kinds;
pub mod lessons;
mod levels;
mod player_names;
mod players;
mod review;
mod sentences;

pub use arcade_game::{
    ArcadeGame, GameInfo, GameText, GameView, SizeRange, demo_game, title_with_size,
};
pub use controller::{Controls, Reply, Scene, THUMBNAIL_SIZE};
pub use course_players::{ask_course_player, make_course_player};
pub use daily::{DAILY_LEVEL, DailyDate, daily_opening_len};
pub use wording::ending::{describe_fault, describe_outcome, describe_result, describe_seats};
pub use fourcade_engine::GameKind;
pub use kinds::{GameVisitor, UnknownGameError};
pub use fourcade_engine::play::level::{Level, LevelPlayer};
pub use wording::player_names::{computer_name, computer_name_anywhere, listed_names, player_names};
pub use players::{
    HUMAN, HUMAN_DESCRIPTION, PlayerArg, PlayerChoice, PlayerInfo, PlayerKind, PlayerList,
    PlayerSpec, UnknownPlayerError, check_recorded_players, find_player, has_people,
    player_patterns, player_tables, strongest_player,
};
pub use fourcade_engine::play::review::{CostliestLimits, Evaluation, LiveEvaluator, Measure, ReviewInput, Reviewable, Reviewer, Scale, StepReview, Verdict, costliest_decision, review_session, reviewable_lines};
pub use wording::sentences::{YOU, describe_advice, describe_resignation, subject, subject_within};
