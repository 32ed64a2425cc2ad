//! fourcade: a terminal arcade of four games.
//!
//! Four packages: [`fourcade_engine`] in `src/engine` is a library of the games (models, computer
//! players, solvers, reviews, records), [`fourcade_programs`] in `src/programs` runs other people's
//! programs with limits, [`fourcade_course`] in `src/course` is what a course needs (text programs,
//! referee, tournaments, checks), and `fourcade` in `src` is the arcade: everything that a person
//! sees, types, saves or starts.
//!
//! # Rooms
//!
//! A module uses its own room and the rooms below it, and no files use each other in a circle.
//! `tests/architecture` checks both; `docs/development.md` has a picture.
//!
//! | room | content |
//! |---|---|
//! | [`cli`] | arguments in, exit status out; one file per subcommand |
//! | [`arcade`] | the terminal app: the event loop, the stack of screens, dialogs |
//! | `arcade::screens` | the menu, New game, today's deals, the lobby, saved games, statistics, reviews, practice, settings, lessons, help |
//! | `arcade::table` | the screen of a table |
//! | `app::table` | a game that is played, watched or replayed: session, computers, clocks, coach, saving, sharing |
//! | `arcade::terminal` | taking and giving back the terminal, input, signals |
//! | [`plain`] | the arcade as a conversation in lines, for screen readers |
//! | [`app`] | what both front ends offer and do, without drawing: choices in, results out |
//! | [`games`] | what the arcade needs of each game: `view`, `controller`, `words`, `reasons`, `spoken`; `grid` is what several share |
//! | [`practice`] | rounds of puzzles, ratings, spaced repetition, stars; knows no game by name |
//! | [`database`] | saved games, statistics, practice and shared tables, in `SQLite` or `PostgreSQL` |
//! | [`settings`] | `config.toml`, themes, small state files, the folders of all files |
//! | [`widgets`] | forms, lists, charts, text fields, key bindings, themes, glyphs; knows no game and no screen |
//! | [`job`] | background work: jobs, and the threads of databases and files |
//! | [`printable`], [`sync`], [`backoff`] | text made safe to print, locks and priorities, automatic retries |
//! | [`fourcade_course`] | the course's text programs, programs as players, referee, tournaments, checks, GTP |
//! | [`fourcade_programs`] | running other people's programs with limits and a sandbox |
//! | [`fourcade_engine`] | the games without a terminal |
//!
//! # Where to change what
//!
//! | to change | go to |
//! |---|---|
//! | the rules of a game | `engine/<game>/model` |
//! | the strength of a level | `engine/<game>/players`, `info` |
//! | how a board looks | `games/<game>/view` |
//! | a game's keys and clicks | `games/<game>/controller`; `arcade::board` passes them on at a table, in a lesson and in practice |
//! | the sentences of a game's log, the goal of the moment | `games/<game>/words` |
//! | the moments of a game, and how they are staged | `games/<game>/moments`, `draw_moment` or `light` of its `view` |
//! | what opponents are called and say | `assets/opponents.toml`, `games::characters`, `app::table::opponent` |
//! | what people at one keyboard are called | [`settings::Settings::names`]; typed in [`app::new_game`], kept in [`database::SavedSeat`], told by `games::player_names` |
//! | why a move is good or costly | `engine/<game>/reasons`; its sentence: `games/<game>/reasons` |
//! | what a listener is told of a game and can ask | `games/<game>/spoken` |
//! | the conversation: menu, table, lobby, lesson, practice in lines | [`plain`] |
//! | what a page reads and does, on the screen and in lines: new games, today's deals, the lobby, saved games, statistics, practice, reviews | [`app`] |
//! | what a game is called, its summary, who plays it by default | its [`games::GameFacts`] |
//! | a cursor on a grid, typed coordinates, clicks on cells | `games::grid` |
//! | what the course's text programs have in common | [`fourcade_course::text_program`] |
//! | what is checked of other people's course programs | `course/assets/check/<game>`: a case each, and for Intensity a file of requests; properties and mistakes: `course/<game>/check`; sessions, requests and comparison: [`fourcade_course::check`]; the report: `cli/check/report` |
//! | a program as a player that is started for each decision | [`fourcade_course::program`]; what it is told, and what a check asks: `course/<game>/program` |
//! | games spread over processes and hosts | [`fourcade_course::batch`]: the lines, and the command that plays them; workers: `cli/batch` |
//! | a lesson | `assets/lessons`; [`games::lessons`] has its rules, `arcade::screens::lesson` its screen |
//! | an option or an error of the command line | [`cli`], in the file of the subcommand |
//! | a screen, a dialog, the reaction to a signal | [`arcade`] |
//! | a command: its name, its keys, its texts, when it is available | one row of its screen's `KEYS` |
//! | the keys that people give to commands | read in [`settings`], checked in `arcade::key_tables`, applied by [`widgets::keymap`] |
//! | the pages and settings that the help finds | `arcade::destinations` |
//! | what a terminal sends for a key | `arcade::terminal::input` |
//! | what a letter means on all screens | `LETTERS` in `arcade::tests::key_tables` |
//! | what is on top, whose turn it is to get keys and answers | `arcade::stack` |
//! | what must be read before a key can answer it, and for how long | `arcade::typed_ahead` |
//! | the page of practice, a round of positions | `arcade::screens::practice`, `plain::practice`; what both do: [`app::practice`]; its sentences: `games::puzzles` |
//! | a daily deal at the table: how it ended | `app::table::daily`; whether it counts: [`database`], when its first move is stored |
//! | what follows a better move in a review | [`app::review::play_on`] |
//! | the end of a game: how the board celebrates, when the card appears | `celebration` of [`games::Timing`], `app::table::ending` |
//! | clocks: when they run, what they show | `app::table::clock`; the clocks of a game: its [`games::GameFacts`]; what a choice at a shared table takes: [`database::shared_tables::Replica`] |
//! | what help costs, why something can't be done at a table | `app::table::price`, `app::table::refusals`, in both front ends |
//! | which games count for feats, stars, practice ratings and statistics | [`app::counting`] |
//! | a feat, what it measures | a row of `assets/feats.toml`, `feats` of the game |
//! | when a feat is stored and shown | [`app::feats`] |
//! | the result card, the panel beside the board | `arcade::table::result`, `arcade::table::panel` |
//! | what a wide window tells beside the score | `overview` of the game's `words`; `arcade::table::overview` draws it |
//! | a recorded opening | `engine/<game>/openings`; who begins with one: `games::openings` |
//! | a key that a page of the rules names | `arcade::rules_page` |
//! | the themes of a game's puzzles, what its choices are worth | `engine/<game>/puzzles` |
//! | a round of practice, ratings, when puzzles return | [`practice`] |
//! | work in the background | [`job`]; the page that started it takes the answer when it is woken; the memory and the limits of searches: [`app::Background`] |
//! | the place and size of pages | [`widgets::page::Frame`] |
//! | a format of games of Othello | [`fourcade_engine::flip::othello`]; which files are read: [`fourcade_engine::formats`], [`database::RecordFile`] |
//! | a picture or a recording of a game | [`arcade::picture`] |
//! | a setting | [`settings::Setting::ALL`]: one row, and its field above |
//! | a row of New game or another form | `rows` of [`app::new_game`], [`app::new_table`] or the page; `arcade::form_page` and [`widgets::form`] do the rest |
//! | what is saved of a game | [`database`]; a change of its tables is a new step of its `schema` |
//! | shared tables, their log and ratings | [`database::shared_tables`] |
//! | what guests over SSH can't do | `settings::guest`; the rows with `needs_host` in key tables |
//! | a colour, the footer, how key tables work | [`widgets`] |
//! | undo, the format of records, the play loop | [`fourcade_engine::play`] |
//! | the limits of other people's programs | [`fourcade_programs`] |
//! | which programs may start at all | [`settings::consent`] |
//!
//! Beside the sources: `examples/train_flip` trains Flip's evaluation and `examples/flip_book`
//! analyses its openings, `examples/solve_eater` solves small boards of Eater,
//! `examples/make_puzzles` makes the collections of puzzles, and all write to `src/engine/assets`;
//! `assets/themes` holds the colour themes, `assets/rules` the pages of the help, `assets/lessons`
//! the guided first games, `assets/feats.toml` the feats, `tests` the tests of the
//! whole program, `tests/data` their reference data, and `benches` the benchmarks.
//!
//! # Glossary
//!
//! [`fourcade_engine`] explains game, seat, player, action, step, observation, event, session,
//! record and arena. The arcade adds:
//!
//! | term | meaning |
//! |---|---|
//! | screen, dialog, widget | a full-screen view of the app; a modal over it; a reusable part |
//! | view, controller | how a game is drawn; what its keys and clicks do |
//! | table | the screen on which a game is played, watched or replayed |
//! | scene | what drawing and key handling may know of a table |
//!
//! # A game
//!
//! The engine knows a game as a [`fourcade_engine::play::Game`] with its
//! [`GameInfo`](fourcade_engine::play::GameInfo),
//! [`Explainable`](fourcade_engine::play::Explainable),
//! [`Reviewable`](fourcade_engine::play::Reviewable) and
//! [`Practicable`](fourcade_engine::play::Practicable) parts. [`games::ArcadeGame`] adds facts such
//! as its title, rules and lesson, [`games::GameWords`] the sentences, and [`games::Timing`] how
//! long a step is shown. On the screen, [`games::GameView`] adds the drawing and
//! [`games::Controller`] the keys.
//!
//! [`fourcade_engine::GameKind`] is the list of the games, and
//! [`with_game!`](fourcade_engine::with_game) the only place that turns a kind into a type. The
//! menu, the New game page, the table, the help and the subcommands include every game of that list.
//! `docs/development.md` has the recipe for a new one.
//!
//! # From a key to a move
//!
//! The input thread sends a message to the event loop, which passes it to the top screen. A screen
//! has one table of [`widgets::Binding`]s: what its keys run, when it is available, and what the
//! footer and the help say. Clicks and the answers of dialogs run commands, too. At a table, the
//! commands of the game's controller come first; its [`games::Reply`] may contain an action, which
//! goes to the [`Session`](fourcade_engine::play::Session). Computer players then decide in jobs on
//! their own threads. An answer wakes all screens, also those under a dialog; a screen that it
//! leads elsewhere goes there once it is on top again. An answer that is out of date is dropped.
//!
//! At a shared table an action goes to the log instead. All terminals read the log, and each
//! applies one entry after the other to its session when the table is ready to show it.

pub mod app;
pub mod arcade;
pub mod backoff;
pub mod cli;
pub mod database;
pub mod games;
pub mod job;
pub mod plain;
pub mod practice;
#[cfg(test)]
#[path = "../tests/support/scale.rs"]
mod scale;
pub mod settings;
pub mod sync;
pub mod widgets;

pub use fourcade_engine::printable;
pub use fourcade_programs::files;
