//! The model of Concentration: 52 cards lie face down in 4 rows of 13. In each turn a seat turns up
//! two cards; it wins them if they have the same rank.
//!
//! ```
//! use fourcade_engine::{
//!     concentration::{
//!         Concentration,
//!         model::{CardLayout, Face, PlayingCard},
//!     },
//!     play::{Game as _, Seat, Seats},
//! };
//!
//! // Each row holds a suit in order, so each column holds the four cards of a rank.
//! let cards: Vec<_> = PlayingCard::all().collect();
//! let mut game = Concentration::start(&CardLayout::new(&cards)?);
//!
//! // Row 0, column 1 and row 1, column 1: the ace of clubs and the ace of diamonds.
//! let first = Seat::new(0);
//! for spot in ["0 1", "1 1"] {
//!     game.step(&[(first, spot.parse()?)])?;
//! }
//! assert_eq!(game.scores(), [1, 0]);
//! let ace = "CA".parse()?;
//! assert_eq!(game.observation().at("0 1".parse()?), Face::Won(ace, first));
//!
//! // The turn passes to the other seat even after a pair.
//! assert_eq!(game.awaited(), Seats::one(Seat::new(1)));
//! # Ok::<(), fourcade_engine::play::ActionError>(())
//! ```

mod card;
mod card_layout;
mod game;
mod spot;

pub use card::{CardRank, PlayingCard, PlayingSuit};
pub use card_layout::CardLayout;
pub use game::{Concentration, ConcentrationEvent, ConcentrationObservation, Face, Turn};
pub use spot::{COLUMNS, ROWS, Spot};
