//! fourcade: a terminal arcade of four games.
//!
//! There are two packages: `fourcade-core` in `src/core` has the games and what they are built on,
//! and `fourcade` in `src` the app, the store, shared tables and the command line. This crate
//! re-exports the modules of the core, so that paths are the same in both.
//!
//! # Layers
//!
//! A module uses modules of its own layer and of the layers below it. `tests/architecture` checks
//! this order.
//!
//! | layer | content |
//! |---|---|
//! | `main.rs`, [`cli`] | arguments in, exit status out; one file per subcommand |
//! | [`app`] | the terminal app: terminal guard, event loop, screens |
//! | `games/<game>/view`, `controls` | how one game is drawn and operated |
//! | [`store`] | everything that outlives a run: settings (TOML), games and statistics (SQL) |
//! | [`shared_tables`] | games between people at several terminals; knows no game |
//! | `games/<game>/text`, `classic` | one game in plain text; the course's text programs |
//! | `games/intensity/protocol`, `referee`, `tournament` | external player programs for Intensity |
//! | `games/flip/protocol`, `program` | the Go Text Protocol: our engine, and engines of others |
//! | `games/<game>/review` | the review of recorded games |
//! | `games/<game>/players`, `games/flip/engine`, `games/eater/solver` | computer players |
//! | `games/<game>/rules` | the model: pure, no terminal, disk, clock or threads |
//! | [`ui`] | themes, glyphs, key bindings, widgets; knows no game |
//! | [`programs`] | running external programs with limits; knows no game |
//! | [`play`] | what every game has: game, seat, player, session, record, arena; knows no game |
//! | [`files`], [`lines`], [`sync`] | atomic writes, bounded line reading, locks and priorities |
//! | [`printable`] | text from elsewhere, made safe to print and to draw |
//!
//! # Where to change what
//!
//! | to change | go to |
//! |---|---|
//! | an option or an error of the command line | [`cli`], in the file of the subcommand |
//! | a screen, a dialog, the reaction to a key or a signal | [`app`] |
//! | how a board looks, a game's keys | `games/<game>/view`, `controls` |
//! | a setting, a statistic, what is saved | [`store`] |
//! | what guests over SSH can't do | `store::guest`; `needs_host` in the commands of a screen |
//! | the sentences of a game's log, the goal of the moment | `games/<game>/text` |
//! | a lesson | `assets/lessons`; [`games::lessons`] has its rules, `app::lesson` its screen |
//! | the strength of a level | `games/<game>/players` |
//! | a colour, the footer, how key tables work | [`ui`] |
//! | undo, the format of records, the play loop | [`play`] |
//! | the limits of external programs | [`programs`] |
//!
//! Beside the sources: `examples/train_flip` trains Flip's evaluation and `examples/flip_book`
//! analyses its openings, and both write to `assets/flip`; `examples/solve_eater` solves small
//! boards of Eater;
//! `assets/themes` holds the colour themes, `assets/rules` the pages of the help, `assets/lessons`
//! the guided first games, `tests` the tests of the whole program, `tests/data` their reference
//! data, and `benches` the benchmarks.
//!
//! # Glossary
//!
//! | term | meaning |
//! |---|---|
//! | game | the rules as a state machine ([`play::Game`]) |
//! | seat, player | a place at the table; the person, computer or program that decides for it |
//! | action, step | the decision of one seat; the joint move of all seats that must decide now |
//! | observation | one seat's information set: the public history and what only this seat knows |
//! | event | something that happened and that everybody could see |
//! | session | a game in progress: game, players, record, undo ([`play::Session`]) |
//! | record | the game as data: a header and its steps ([`play::Record`]) |
//! | screen, dialog | a full-screen view of the app; a modal over it |
//! | view, layout | drawing; where things go |
//! | table | the screen on which a game is played, watched or replayed |
//! | arena | many games at once, for measurements ([`play::arena`]) |
//!
//! # A game
//!
//! [`play::Game`] is the rules of a game as a state machine. A step is a joint move of all awaited
//! seats, so simultaneous moves, hidden cards and turns of several choices need no special cases.
//! Players get a [`play::Game::Observation`], never the game. [`games::ArcadeGame`] adds what the
//! app needs: information, text, view and keys ([`games::Controller`]), and review.
//!
//! [`games::GameKind`] is the list of the games, and [`games::GameKind::with`] is the only place
//! that turns a game's name into its type. A new game is a module in `games` with the same parts
//! and one variant of `GameKind`. The menu, the New game page, the table, the help and the
//! subcommands then include it.
//!
//! # From a key to a move
//!
//! The input thread sends a message to the event loop, which passes it to the top screen. A screen
//! has one table of [`ui::Binding`]s for dispatch, footer and help. The table screen first passes
//! the key to the game's controls; their [`games::Reply`] may contain an action, which goes to the
//! [`play::Session`]. Computer players then decide in jobs on their own threads. The result of a
//! job comes back as a message and is dropped if it is out of date.

pub mod arcade;
pub mod cli;
pub mod database;
pub mod files;
pub mod games;
pub mod programs;
pub mod settings;
pub mod sync;
pub mod widgets;

pub use fourcade_engine::printable;
