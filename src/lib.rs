//! fourcade: a terminal arcade of four games.
//!
//! Four packages: [`fourcade_engine`] in `src/engine` is a library of the games (models, computer
//! players, solvers, reviews, records), [`fourcade_programs`] in `src/programs` runs other people's
//! programs with limits, [`fourcade_course`] in `src/course` is what a course needs (text programs,
//! referee, tournaments, checks), and `fourcade` in `src` is the arcade and the command line.
//!
//! # Layers
//!
//! A module uses its own layer and the layers below it, and there are no circular dependencies
//! between files. `tests/architecture` checks both; `docs/development.md` shows which layer uses
//! which. Tests may use layers above their own.
//!
//! | layer | contents |
//! |---|---|
//! | [`cli`] | arguments in, exit status out; one file per subcommand |
//! | [`arcade`] | the screen: event loop, terminal events (keys, signals, resizing), stack of screens, dialogs |
//! | `arcade::screens`, `arcade::table` | how each page and a table look |
//! | `arcade::terminal` | taking and giving back the terminal, input |
//! | [`plain`] | the arcade as a conversation in lines, for screen readers |
//! | [`app`] | what both front ends offer and do, without drawing: choices in, results out |
//! | [`app::table`] | a game that is played, watched or replayed: session, computers, clocks, coach, saving, sharing |
//! | [`games`] | each game in the arcade: `view`, `controller`, `words`, `reasons`, `spoken`; `grid` for boards of cells |
//! | [`practice`] | rounds of puzzles, ratings, spaced repetition, stars; knows no game by name |
//! | [`database`] | saved games, statistics, practice and shared tables, in `SQLite` or `PostgreSQL` |
//! | [`settings`] | `config.toml`, themes, small state files, the folders of all files |
//! | [`widgets`] | forms, lists, charts, text fields, key bindings, themes, glyphs; knows no game and no screen |
//! | [`job`] | background jobs, and the threads of databases and files |
//! | [`printable`], [`sync`], [`backoff`] | text made safe to print, locks and priorities, automatic retries |
//!
//! # Glossary
//!
//! [`fourcade_engine`] explains game, seat, player, action, step, observation, event, session,
//! record and arena. The arcade adds:
//!
//! | term | meaning |
//! |---|---|
//! | screen, dialog, widget | a page that fills the terminal; a question over it; a part that pages share |
//! | view, controller | how a game is drawn; what its keys and clicks do |
//! | table | a game that is played, watched or replayed |
//! | scene | what drawing and key handling may know of a table |
//! | moment | a rare step that the board celebrates or regrets, such as a third pair in a row |
//! | reveal | what a step showed and the next one hides again, such as a finished round; it lingers, then leaves |
//! | lingering | while a reveal is shown |
//! | told | of a step: its text is in the log, or was said in line mode |
//! | settled | the game as it may be told: without a step whose animation still runs |
//! | offer | a command with its keys and, if it is refused, the reason |
//! | line mode | the arcade as a conversation in lines |
//! | level | one of the named strengths, from Beginner on; `level:N`, which is a player of Flip, is not one of them |
//! | trick, round | in Intensity, one card of each seat: `Trick` in the engine's model, "round" in all texts |
//! | line, variation | of a record: a step or an incident; of a review: the moves that could have followed a better one |
//!
//! # Where to change what
//!
//! Most pages have a module in [`app`] and one in `arcade::screens`; [`plain`] shows them in lines.
//! All games have the same modules in `engine/<game>` and `games/<game>`, and some have more. Each
//! subcommand has a file in [`cli`].
//!
//! | games | |
//! |---|---|
//! | rules, board sizes | `engine/<game>/model` |
//! | computer players and what they advise (hints); the strength of a level | `engine/<game>/players`, `info` |
//! | title, summary, default players, clocks, lesson | the game's [`games::GameFacts`] |
//! | the look of a board; its keys and clicks | `games/<game>/view`, `controller` |
//! | the sentences of the log; what a listener hears | `games/<game>/words`, `spoken` |
//! | why a move is good or costly | `engine/<game>/reasons`; its sentence: `games/<game>/reasons` |
//! | special moments | `games/<game>/moments`; drawn by the game's `view` |
//! | recorded openings | `engine/<game>/openings`, `games::openings` |
//! | puzzles and their themes | `engine/<game>/puzzles`; what they say: `games::puzzles` |
//! | the format of records, undo, the play loop | [`fourcade_engine::play`] |
//! | foreign formats | [`fourcade_engine::formats`], [`database::RecordFile`] |
//! | names and remarks of opponents | `assets/opponents.toml`, `games::characters`, `app::table::opponent` |
//! | which feats there are; their measures | `assets/feats.toml`; `games/<game>/feats`; stored and shown: [`app::feats`] |
//! | the rules pages | `assets/rules`; their keys: `arcade::rules_page` |
//! | the seed of a daily deal | `games::daily_deal`; its date: [`database::DailyDate`]; results: [`app::daily`] |
//! | the daily puzzle | [`practice::daily_puzzle`] |
//!
//! | a game at a table | |
//! |---|---|
//! | clocks | `app::table::clock`; at a shared table [`database::shared_tables::Replica`] |
//! | how long a finished round or pair (a reveal) stays | `app::table::playback`; the setting: [`widgets::Motion`] |
//! | when a computer starts to think | `Table::advance` in `app::table::state`; its job: `app::table::computers` |
//! | which games count; the cost of help | [`app::counting`]; `app::table::help_cost` |
//! | why a command isn't available | `app::table::refusals` |
//! | the end of a game | `app::table::ending`; the card: `arcade::table::result` |
//! | the panel beside the board | `arcade::table::panel`, `overview` |
//! | a better move in a review, and its variation | [`app::review::play_variation`] |
//! | shared tables: log, seats, ratings | [`database::shared_tables`]; at the table: `app::table::shared_table` |
//!
//! | the arcade | |
//! |---|---|
//! | a command: name, keys, texts, when it is available | one row of its screen's `KEYS` |
//! | keys that users assign | read in [`settings`], checked in `arcade::key_tables`, applied by [`widgets::keymap`] |
//! | letters that mean the same on all screens | `LETTERS` in `arcade::tests::key_tables` |
//! | which screen gets keys and answers | `arcade::stack`; keys typed too early: `arcade::typed_ahead` |
//! | a row of a form | `rows` of [`app::new_game`], [`app::new_table`] or the page, with [`widgets::form`] |
//! | a setting | one row of [`settings::Setting::ALL`], and its field |
//! | what the help finds | `arcade::destinations` |
//! | pictures and recordings of games | [`arcade::picture`] |
//! | size and place of pages | [`widgets::page::Frame`] |
//! | the colours of a theme | `assets/themes`, [`widgets::theme`]; users' themes: `settings::themes` |
//! | what line mode says, such as when it is your turn | `plain::narrator` |
//! | lessons | `assets/lessons`; their rules: [`games::lessons`] |
//! | ratings, the level that fits a person, repetition, rounds of practice and rushes | [`practice`] |
//! | tables of the database | a new step of `schema` in [`database`] |
//! | background work | [`job`]; memory and limits of searches: [`app::Background`] |
//! | limits of guests over SSH | `settings::guest`, and the rows with `needs_host` in key tables |
//!
//! | programs and the course | |
//! |---|---|
//! | a course's text programs | [`fourcade_course::text_program`] |
//! | a program as a player | [`fourcade_course::program`], `course/<game>/program`, `course/flip/gtp` |
//! | checks of course programs | [`fourcade_course::check`], `course/<game>/check`; cases: `course/assets/check/<game>` |
//! | games spread over hosts | [`fourcade_course::batch`]; workers: `cli/batch` |
//! | limits and sandbox | [`fourcade_programs`] |
//! | which programs may start | [`settings::consent`] |
//!
//! Beside the sources: `assets` (themes, rules, lessons, feats), `tests` with the tests of the
//! whole program and their `data`, `benches`, and `examples`, most of which make files in
//! `src/engine/assets`.
//!
//! # A game
//!
//! The engine knows a game as a [`fourcade_engine::play::Game`] with its
//! [`GameInfo`](fourcade_engine::play::GameInfo),
//! [`Explainable`](fourcade_engine::play::Explainable),
//! [`Reviewable`](fourcade_engine::play::Reviewable) and
//! [`Practicable`](fourcade_engine::play::Practicable) parts. [`games::ArcadeGame`] adds facts such
//! as its title, rules and lesson, [`games::GameWords`] the sentences, [`games::Timing`] the time
//! for which a step is shown, [`games::GameView`] the drawing and [`games::Controller`] the keys.
//!
//! [`fourcade_engine::GameKind`] lists the games, and [`with_game!`](fourcade_engine::with_game) is
//! the only place that turns a kind into a type; `fourcade check` also matches on kinds, because
//! the games have different suites. Pages and subcommands include every game of that list.
//! `docs/development.md` has the recipe for a new one.
//!
//! # From a key to a move
//!
//! The input thread sends a message to the event loop, which passes it to the top screen. A screen
//! has one table of [`widgets::Binding`]s: which command a key runs, when it is available, and what
//! the footer and the help say. Clicks and dialogs run commands, too. At a table, the commands of
//! the game's controller come first; its [`games::Reply`] may contain an action, which goes to the
//! [`Session`](fourcade_engine::play::Session). Computer players then decide in jobs on their own
//! threads. An answer wakes all screens, also those under a dialog, and an outdated one is
//! dropped. A screen under a dialog doesn't open another screen before the dialog is closed.
//!
//! At a shared table, an action goes to the log instead. All terminals read the log, and each
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
