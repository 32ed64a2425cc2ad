//! What the arcade adds to the games: drawing, keys, words and lessons.
//!
//! Each game has the same modules:
//!
//! | module | content |
//! |---|---|
//! | `view` | how the game is drawn |
//! | `controller` | its keys and clicks |
//! | `words` | the game in words: log, goals, highlights |
//! | `reasons` | why an action is good or costly, in words |
//! | `moments` | the steps that are worth a pause |
//! | `spoken` | events, position and answers as sentences for a listener |
//! | `feats` | measures of a finished game |
//!
//! Their traits are in `arcade_game`, `timing`, `moments`, `view`, `controller` and `feats`. For
//! all games alike:
//!
//! | module | content |
//! |---|---|
//! | `names`, `results`, `incidents`, `hints`, `grammar` | texts |
//! | `players`, `characters` | the registry of players; names, faces and lines of opponents |
//! | `scene` | what drawing and keys read of a table |
//! | `overview` | the summary beside the score |
//! | `daily_deal`, `openings` | deals of the day, and recorded first moves |
//! | `puzzles`, `lessons` | texts of practice, and guided first games |
//! | `grid` | boards of cells |
//!
//! Models and computer players are in [`fourcade_engine`]; [`fourcade_course`] has what only
//! courses need.

mod arcade_game;
mod characters;
pub mod concentration;
mod controller;
mod daily_deal;
pub mod eater;
pub mod feats;
pub mod flip;
mod grammar;
mod grid;
mod hints;
mod incidents;
pub mod intensity;
pub mod lessons;
pub mod moments;
mod names;
mod openings;
mod overview;
mod players;
pub mod puzzles;
mod results;
mod scene;
pub mod spoken;
mod timing;
mod view;

pub use arcade_game::{
    ArcadeGame, CHOICE_CLOCKS, Decided, GAME_CLOCKS, GameFacts, GameWords, LegendRow, ShareSquare,
    Style, demo_game, title_with_size,
};
pub use characters::{Character, Mood, Naming, Occasion, Remarks};
#[cfg(test)]
pub use controller::testing;
pub use controller::{Controller, NOT_YOUR_TURN, PEOPLE_PLAY, Reply, SeatInput, offers};
pub use daily_deal::{DAILY_LEVEL, daily_session};
pub use fourcade_course::{
    players::UnknownPlayerError,
    text::{capitalized, counted, suggestion},
};
pub use grammar::{join, join_with, number_word, number_words, sentence};
pub use grid::{ActionText, GridGame, GridPos, Notation, draw_thumbnail_ground};
pub use hints::{
    Hint, behind_the_best, cost_in_words, describe_hint, gain_in_words, hint, written_step,
};
pub use incidents::describe_incidents;
pub use names::{
    YOU, assign_names, computer_name, describe_seats, leading_name, listed_names, names_at,
    numbered_people, player_names, seat_and_player, subject, subject_within,
};
pub use openings::{opening_len, play_opening};
pub use overview::{Overview, OverviewRow, Series};
pub use players::{
    HUMAN_DESCRIPTION, Unavailable, built_in_name, has_programs, make_player, parse_player,
    person_against, players_of, players_of_kind, program_name, read_record_file, read_saved,
};
pub use results::{GameEnd, describe_result, headline, ordinal};
pub use scene::{KeyboardOptions, Scene};
pub use timing::{MAX_CELEBRATION, Timing};
use timing::{STEP_TIME, parts_done};
pub use view::{GameCommand, GameView, THUMBNAIL_SIZE};
