//! fourcade: a terminal arcade of four games. This page is the map of the house.
//!
//! # Where things are
//!
//! From the street to the ground; what is higher uses what is lower, never the other way round.
//!
//! | floor | what it is | go there to change |
//! |---|---|---|
//! | `main.rs`, [`cli`] | arguments in, exit status out; one file a subcommand | an option, an error on the command line, what `simulate` prints |
//! | [`app`] | the arcade on the screen: terminal, event loop, screens | a screen, a dialog, what happens on a signal |
//! | `games/<game>/view`, `controls` | how one game is drawn and steered on the table | how a board looks, a game's keys |
//! | [`store`] | what outlives a run: the games (`SQLite`), statistics of them, the settings, themes of one's own, the last choices, the log | what is remembered, and where; a setting (`settings/mod.rs` lists them) |
//! | `games/<game>/text`, `classic` | one game in plain lines; the course's program, to the letter | the log's words, the classic program |
//! | `games/intensity/protocol`, `program`, `referee`, `tournament` | other people's programs that play Intensity: what they are asked, and their games | the referee's log, who plays whom, a saved tournament |
//! | `games/flip/protocol`, `program` | other people's Othello programs: our engine for their interfaces, their engines as our players | what our engine answers, what theirs are told |
//! | `games/<game>/review` | what a game's strongest player says of each choice of a recorded game | how a choice is judged |
//! | `games/flip/engine` | what can be found out about a position of Flip: search, exact end, trained evaluation | how strong `expert` is, how a position is analysed |
//! | `games/<game>/players` | computer players | how a computer plays, a level's strength |
//! | `games/<game>/rules` | the model: pure, no terminal, no disk, no clock, no threads | the rules |
//! | [`ui`] | theme, glyphs, keys, mouse areas, widgets: knows no game | a colour's purpose, the footer, how a key table works |
//! | [`programs`] | a program that somebody else wrote: run once, or talked with, with limits; knows no game | how a player program is limited, what its failure is called |
//! | [`files`] | a file written whole or not at all | |
//! | [`play`] | what it is to play any game: rules, seats, players, sessions, records, the arena; knows no game, no terminal | undo, the record's format, how many games are run at once |
//!
//! Beside the sources: `examples/train_flip` (the trainer of Flip's evaluation; it writes
//! `assets/flip`), `assets/themes` (colours; a new one is named in `ui/theme.rs`), `assets/rules`
//! (the pages that the help shows), `tests` (whole-program tests: command line, classic
//! transcripts, pseudo-terminal), `tests/data` (reference data), `benches` (what is measured).
//!
//! # How a game lives here
//!
//! [`play::Game`] is its rules as a state machine. A step is a joint move of all awaited seats, so
//! simultaneous moves, hidden cards and turns of several choices are the same thing as Reversi.
//! Players get a [`play::Game::Observation`], never the game. [`games::ArcadeGame`] is what the arcade
//! wants beside the rules: names, sizes, players, words, a view with keys ([`games::Controls`]).
//! [`games::GameKind`] is the one list of the games; its `with` is the only place that turns a name
//! into a type.
//!
//! So a new game is a folder under `games/` with the same rooms, and one arm in `games/kinds.rs`.
//! The menu, the setup, the table, the help, `play`, `watch`, `simulate`, `replay` and `classic`
//! have it then.
//!
//! # How a key becomes a move
//!
//! The input thread sends a message; the app's event loop hands it to the arcade's stack of
//! screens. The screen on top has one table of [`ui::Binding`]s: dispatch, footer and help come
//! from it. The table screen asks the game's controls first; their [`games::Reply`] may be an
//! action, which goes to the [`play::Session`]. Then the computers whose choice is wanted are
//! asked, each as a job on a thread of its own; its result comes back as a message, or nowhere if
//! nobody waits any more.

pub mod app;
pub mod cli;
pub mod files;
pub mod games;
pub mod lines;
pub mod play;
pub mod programs;
pub mod store;
pub mod sync;
pub mod ui;
