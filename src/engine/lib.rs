//! Four games as a library: rules, computer players, solvers, reviews and records.
//!
//! | game | what it is | model | computer players | exact play |
//! |---|---|---|---|---|
//! | [`intensity`] | a trick-taking game for four, in which points are penalties | [`intensity::model`] | [`intensity::players`]: `random`, `novice`, `casual:1` to `casual:9`, `careful`, `counter`, `expert` | none |
//! | [`flip`] | Reversi on a board of any size | [`flip::model`] | [`flip::players`]: `first`, `last`, `random`, `greedy`, `level:1` to `level:10`, `expert` | [`flip::search`], near the end |
//! | [`concentration`] | pairs to find among 52 cards that lie face down | [`concentration::model`] | [`concentration::players`]: `random`, `memory:0:full` to `memory:52:full`, `memory:0` to `memory:52`, `perfect` | [`concentration::players::perfect`], the whole game |
//! | [`eater`] | one player builds a path across a board, the other blocks it, and both choose at the same time | [`eater::model`] | [`eater::players`]: `random`, `line`, `novice`, `casual:1` to `casual:9`, `smart`, `montecarlo`, `expert` | [`eater::solver`], small boards |
//!
//! Within a range of numbers, the higher player is stronger. In Flip, `level:1` is the weakest
//! player; from `level:3` on, the levels beat the players before them.
//!
//! The players' data (weights, openings, puzzles) is part of the library. It was computed with this
//! code alone, by the programs in `examples` of the repository.
//!
//! # A first example
//!
//! A game between two computer players:
//!
//! ```
//! use fourcade_engine::{
//!     flip::{Flip, model::FlipSetup},
//!     play::{Budget, CancelToken, Game, RecordHeader, Session, arena::play_out, find_player},
//! };
//!
//! let players = vec![find_player::<Flip>("greedy")?, find_player("level:5")?];
//! let names = vec!["greedy".to_owned(), "level:5".to_owned()];
//! let header = RecordHeader { setup: FlipSetup::new(6)?, players: names, seed: 7, clock: None };
//! let mut session = Session::new(header);
//! play_out(&mut session, players, Budget::Nodes(1_000), &CancelToken::default())?;
//!
//! let outcome = session.outcome().expect("the game is over");
//! for (seat, name) in session.game().seats().iter().zip(&session.header().players) {
//!     println!("{name}: {} tiles, place {}", outcome.score(seat), outcome.place(seat));
//! }
//! session.record().write(&mut std::io::stdout())?;
//! # assert!(outcome.scores().iter().sum::<i32>() <= 36);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # How the pieces fit
//!
//! ```text
//!            start           observe            choose
//!     setup -------> Game ------------> Observation ---> Player
//!                     ^                                    |
//!                     | step                               | action
//!                     |                                    v
//!                     +---------------------------------- Session ---> Record
//! ```
//!
//! A [`Game`](play::Game) is the rules as a state machine; all randomness, such as the deal, is in
//! the setup. A step is a joint move of all seats that must decide now, so simultaneous moves,
//! hidden cards and turns of several choices need no special cases. A [`Player`](play::Player)
//! decides for a seat and gets an [`Observation`](play::Observation), never the game, so it knows
//! only what its seat may know; its answer depends only on the observation, the budget and a random
//! generator. A [`Session`](play::Session) collects the choices of a step, applies them together,
//! and can undo and redo them. It writes and reads the game as a [`Record`](play::Record) and
//! checks each step against the rules. [`arena`](play::arena) plays many games at once and
//! summarises the results.
//!
//! [`GameInfo`](play::GameInfo) adds facts besides the rules: seats, board sizes, deals, levels,
//! and the computer players by name. [`Reviewable`](play::Reviewable) judges the decisions of a
//! finished game, [`Explainable`](play::Explainable) gives reasons, and
//! [`Practicable`](play::Practicable) provides positions to practise. [`GameKind`] lists the games,
//! and [`with_game!`] turns a kind that is known only at run time into a type.
//!
//! # Conventions
//!
//! - **Moves as text** (`Display`, `FromStr`, records) are as on the *course sheets*, the
//!   assignments of a programming course for which the games were first written: the numbers of
//!   cards in Intensity, otherwise a row and a column. Both count from 0 in Flip, and from 1 in
//!   Eater; in Concentration, rows count from 0 and columns from 1.
//! - **Scores** ([`Outcome::scores`](play::Outcome::scores)) are tiles in Flip, pairs in
//!   Concentration, penalty points in Intensity (the lowest wins), and 1 for the winner of Eater.
//! - **Values and costs** of decisions have the unit of the game's
//!   [`ReviewMeasure`](play::ReviewMeasure). Values are for the seat that decides, and larger ones
//!   are better.
//! - **Time.** A player blocks until it has decided. [`Budget::Nodes`](play::Budget::Nodes) gives
//!   the same decision on every machine, [`Budget::Time`](play::Budget::Time) doesn't. A
//!   [`CancelToken`](play::CancelToken) stops a search, which then returns
//!   [`PlayerError::Cancelled`](play::PlayerError::Cancelled).
//! - **Errors** are types of their own that implement [`std::error::Error`]. Bad input, such as a
//!   record with an illegal step, is an error and never a panic.
//!
//! # Glossary
//!
//! | term | meaning |
//! |---|---|
//! | game | the rules as a state machine ([`play::Game`]) |
//! | setup | everything that determines the start, such as the board size and the deal |
//! | seat | a place at the table ([`play::Seat`]) |
//! | player | decides for a seat: a computer player ([`play::Player`]), a person or a program |
//! | action, step | the decision of one seat; the joint move of all seats that must decide now |
//! | round | in Intensity a trick ([`intensity::model::Trick`]), in Eater a step |
//! | observation | one seat's information set: the public history and its private knowledge ([`play::Observation`]) |
//! | event | something public that happened |
//! | outcome | the scores and places at the end ([`play::Outcome`]) |
//! | session | a game in progress, with undo ([`play::Session`]) |
//! | record | a game as data: a header and its steps ([`play::Record`]) |
//! | line | an entry of a record, such as a step ([`play::RecordLine`]), or its index |
//! | variation | the moves that would follow with best play; searches also call it a line |
//! | budget | the limit of a player's search for one decision ([`play::Budget`]) |
//! | level | the strength of a computer player under the name that people see ([`play::Level`]) |
//! | review | what each decision of a game cost ([`play::Reviewable`]) |
//! | reason | why a decision is good or costly, as data that is checked on the position ([`play::Explainable`]) |
//! | puzzle | a position in which one seat must find a good choice ([`play::Puzzle`]) |
//! | drill | a sequence to remember ([`play::Drill`]) |
//! | arena | many games at once, for measurements ([`play::arena`]) |
//!
//! # More examples
//!
//! Solve a position of Eater. Both sides choose at the same time, so best play is a mixed strategy:
//!
//! ```
//! use fourcade_engine::{
//!     eater::{
//!         model::EaterBoard,
//!         solver::{SolveBudget, Solver},
//!     },
//!     play::{Budget, Seat, ThinkContext},
//! };
//!
//! // The Passer needs one of the three cells below its path. The Eater has to guess which.
//! let board: EaterBoard = ".P..\nEP..\n.P..\n...E".parse()?;
//! let context = ThinkContext::new(Budget::Nodes(1_000), 7, Seat::new(0), 0);
//! let mut budget = SolveBudget::whole(&context);
//! let solved = Solver::default().analyse(&board, &mut budget)?.expect("the board is small");
//!
//! // If they meet on one cell, it is the Eater's, and they guess again.
//! assert!((solved.value - 5.0 / 6.0).abs() < 1e-9);
//! for cell in ["4 1", "4 2", "4 3"] {
//!     assert!((solved.passer.probability(cell.parse()?) - 1.0 / 3.0).abs() < 1e-9);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read a record and replay it:
//!
//! ```
//! use fourcade_engine::{flip::Flip, play::Session};
//!
//! let file = br#"{"fourcade":1,"game":"flip","format":1,"setup":{"size":4},"seats":["human","level:3"],"seed":7}
//! {"step":[[0,"0 2"]]}
//! {"step":[[1,"0 3"]]}
//! {"resign":0}
//! {"end":3}
//! "#;
//! let mut session = Session::<Flip>::read(&mut file.as_slice())?;
//! assert!(session.outcome().is_some());
//!
//! session.go_to(0);
//! while let Some(events) = session.redo() {
//!     println!("{events:?}");
//!     println!("{}", session.game().board());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Adding a game
//!
//! For contributors: a game is a module with the same parts as the others: `model` implements
//! [`Game`](play::Game), `players` [`Player`](play::Player), `info` [`GameInfo`](play::GameInfo),
//! `reasons` [`Explainable`](play::Explainable), `review` [`Reviewable`](play::Reviewable) and
//! `puzzles` [`Practicable`](play::Practicable). Reasons and puzzles are optional. A variant of
//! [`GameKind`] adds the game to the list.

#![warn(missing_docs, clippy::missing_errors_doc)]

pub mod concentration;
pub mod eater;
pub mod encoding;
pub mod flip;
pub mod formats;
pub mod intensity;
mod kind;
pub mod lines;
pub mod play;
pub mod printable;
pub mod sync;

pub use kind::{GameKind, UnknownGameError};

/// Tests the example in the README.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct Readme;
