//! Words that all games share: who is called what, how a game has ended, what a computer advises.

mod ending;
mod player_names;
mod sentences;

pub use ending::{describe_fault, describe_outcome, describe_result, describe_seats};
pub use player_names::{computer_name, computer_name_anywhere, listed_names, player_names};
pub use sentences::{YOU, describe_advice, describe_resignation, subject, subject_within};
