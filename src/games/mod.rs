//! The games: the one list of them, and what each brings.
//!
//! Every game is a flat with the same rooms: `rules` (the model), `players` (computers), `text` (in
//! plain lines), `classic` (the course's program), `review` (what its choices were worth), `view`
//! and `controls` (on the table). [`Flat`] is what the arcade asks of them. What two of them share
//! stands beside them: `square` (boards of rows and columns), `lines` (what is typed at a text
//! program).

pub mod concentration;
mod controls;
pub mod eater;
mod ending;
mod flat;
pub mod flip;
pub mod intensity;
mod kinds;
mod lines;
mod player_tables;
mod players;
mod review;
mod square;

pub use controls::{Controls, Reply, SMALL, Scene};
pub use ending::{broken, ending, people};
pub use flat::{Flat, Sizes, shown, titled};
pub use kinds::{GameKind, Visitor};
pub use player_tables::player_tables;
pub use players::{
    Arg, Found, HUMAN, HUMAN_WORDS, PlayerKind, UnknownPlayer, default_name, find_player, names,
    strongest,
};
pub use review::{
    Choice, Effort, Evaluator, Judged, Measure, Outlook, Reviewed, Reviewer, Scale, Verdict,
    review, steps,
};
