//! What the arcade needs of each game: how it is drawn, what its keys do, its words, its lesson,
//! its course program.
//!
//! Each game has the same modules:
//!
//! | module | content |
//! |---|---|
//! | `view` | how the game is drawn |
//! | `controller` | what its keys and clicks do |
//! | `words` | the game in words: log, goals, highlights |
//! | `reasons` | why an action is good or costly, in words |
//! | `spoken` | the game by ear: events as sentences, and what a listener can ask |
//! | `classic` | the text program of the course |
//! | `check` | what is checked of other people's programs of the course (not in Intensity) |
//!
//! The traits of these modules are in `arcade_game`, `view` and `controller`; `words` has the
//! sentences about all games, `puzzles` those of practice, `text` capitals and suggestions,
//! `overview` what a wide window tells. `grid` is what the games on a grid share, `course` the
//! host of the course programs, and `check` runs other people's in scripted sessions. `program`
//! runs other people's programs as players, once for each decision; what they are asked is in the
//! `program` of each game but Flip.
//!
//! Intensity also has the course's protocol, a referee and tournaments; Flip speaks the Go Text
//! Protocol. The models and the computer players are in [`fourcade_engine`].

mod arcade_game;
pub mod check;
pub mod concentration;
mod controller;
pub mod course;
mod daily;
pub mod eater;
pub mod flip;
mod grid;
pub mod intensity;
pub mod lessons;
mod opponents;
mod overview;
mod players;
pub mod program;
pub mod puzzles;
pub mod spoken;
pub mod text;
mod view;
mod words;

pub use arcade_game::{
    ArcadeGame, CHOICE_CLOCKS, GAME_CLOCKS, GameFacts, GameWords, LegendRow, demo_game,
    title_with_size,
};
#[cfg(test)]
pub use controller::testing;
pub use controller::{Controller, NOT_YOUR_TURN, Reply, Scene};
pub use daily::{DAILY_LEVEL, daily_opening_len, daily_session};
pub use grid::{GridGame, GridPos, Notation};
pub use opponents::{Moment, Opponent};
pub use overview::{Overview, OverviewRow, Series};
pub use players::{
    HUMAN_DESCRIPTION, Unavailable, UnknownPlayerError, allow_program, built_in_name,
    check_built_in, check_recorded_players, has_people, has_programs, make_player, parse_player,
    people, player_tables, players_of, players_of_kind, program_name, program_request,
};
pub use text::{capitalized, shorten, suggestion};
pub use view::{GameCommand, GameView, MAX_CELEBRATION, THUMBNAIL_SIZE};
pub use words::{
    Hint, YOU, amount_in_words, called, computer_name, computer_name_anywhere, cost_in_words,
    counted, describe_fault, describe_flag, describe_hint, describe_late, describe_note,
    describe_resignation, describe_result, describe_seats, hint, join, join_with, listed_names,
    names_at, number_word, number_words, only_person, player_names, seat_and_player, sentence,
    subject, subject_within, written, written_step,
};
