//! The rules of Concentration: 52 cards face down in 4 rows of 13; a turn turns up two; a pair of
//! the same rank is won.

mod card;
mod deal;
mod game;
mod spot;

pub use card::{CardRank, PlayingCard, PlayingSuit};
pub use deal::CardLayout;
pub use game::{Concentration, ConcentrationEvent, ConcentrationObservation, Face, Turn};
pub use spot::{COLUMNS, ROWS, Spot};
