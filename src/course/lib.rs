//! Referees and checks programs that students write for a programming course about four games, and
//! reproduces the course's own text programs. For teachers and students who want more than the
//! commands of `fourcade`, such as checks in their own grader. Unix only, like
//! [`fourcade_programs`], which runs the programs.
//!
//! Try a program in the first case of Flip:
//!
//! ```standalone_crate
//! use fourcade_course::{
//!     check::{CheckedProgram, Verdict},
//!     flip::check::SUITE,
//!     program::AnswerRules,
//! };
//! use fourcade_engine::play::CancelToken;
//! use fourcade_programs::{Runner, SUPERVISOR, supervise};
//! use std::{env, error::Error, process::ExitCode};
//!
//! fn main() -> Result<ExitCode, Box<dyn Error>> {
//!     // The supervisor of the checked program is this binary, too.
//!     let mut args = env::args_os().skip(1).peekable();
//!     if args.next_if(|arg| arg == SUPERVISOR).is_some() {
//!         return Ok(supervise(args));
//!     }
//!     // For a student's program, use `prepare` with its path, such as `flip.c`, and a sandbox.
//!     let shell_command = "echo Hello";
//!     let program = &Runner::default().prepare_command(shell_command, &|| false)?;
//!     let subject = CheckedProgram { program, shell_command, rules: AnswerRules::default() };
//!     let cases = SUITE.embedded_cases()?;
//!     let check = &SUITE.checks(&cases)[0];
//!     let result = check.try_program(&subject, &CancelToken::default())?;
//!     Runner::remove_folders();
//!     let Verdict::Failed(fault) = result.verdict else { panic!("it should print its usage") };
//!     println!("{}: {}", check.name(1), check.requirement());
//!     assert!(fault.sentence.starts_with("it prints `Hello` where `Usage: flip load filename`"));
//!     Ok(ExitCode::SUCCESS)
//! }
//! ```
//!
//! Begin with [`check::Suite`] for a check of a program, with [`program::ProgramPlayer`] for a
//! program as a player, and with [`intensity::referee::Match`] for a game with a log. The caller
//! asks whether a program may start, and handles options, output and interrupts. The games are in
//! [`fourcade_engine`].
//!
//! | module | content |
//! |---|---|
//! | [`check`], `<game>::check` | checks of other people's programs: text programs by the cases in `assets/check`, players by requests |
//! | [`program`] | programs as players, started for each decision with a request on standard input |
//! | [`intensity::referee`] | one game between programs, with the log of the course's referee |
//! | [`intensity::tournament`] | many games, played here or by an external command (`--via`) |
//! | [`intensity::protocol`] | the requests of the course's Intensity |
//! | `<game>::classic` | the text program of a game, exactly as its assignment demands |
//! | [`flip::gtp`] | the Go Text Protocol: an engine, and engines as players |
//! | [`batch`] | games as JSON lines, and an external command (`--via`) that plays them |
//! | [`text_program`] | what the text programs share: console, exit status, numbers as C reads them |
//! | [`players`] | the names of built-in players, with suggestions for wrong ones |
//!
//! In the course, the *system players* Lulu, Morgan, Amy and Rat fill empty seats and choose at
//! random. An answer is *late* if it comes after the time limit; after ten late answers in a row
//! ([`program::LateStreak`]), a program has one second for each answer.
//!
//! A call that runs programs blocks until they have answered, their time is over or its
//! [`CancelToken`](fourcade_engine::play::CancelToken) is set. A wrong answer isn't an error: it is
//! part of the result, with its [`FaultKind`](fourcade_engine::play::FaultKind). Times are in
//! seconds on command lines and in files, unless a name says `ms`.
//!
//! The course sheets aren't part of this package. Each case in `assets/check` states the
//! requirement of the sheet that it stands for.
//!
//! # More examples
//!
//! An engine that speaks the Go Text Protocol, with a built-in player:
//!
//! ```
//! use fourcade_course::flip::gtp::{GtpEngine, ThinkingLimit, serve};
//! use fourcade_engine::play::{CancelToken, find_player};
//!
//! let player = find_player("greedy")?;
//! let time = ThinkingLimit::Nodes(1000);
//! let mut engine = GtpEngine::new("greedy".to_owned(), player, time, 1, CancelToken::default());
//! let mut answers = Vec::new();
//! serve(&mut engine, &mut "boardsize 8\ngenmove b\nquit\n".as_bytes(), &mut answers)?;
//! assert_eq!(String::from_utf8(answers)?, "=\n\n= D3\n\n=\n\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The referee plays a game of three built-in players and a system player, and writes the course's
//! log. With paths of programs in `programs`, the binary must also be their
//! [supervisor](fourcade_programs::supervise).
//!
//! ```
//! use fourcade_course::{
//!     intensity::referee::{Match, RosterBuilder},
//!     program::{AnswerRules, LateStreak},
//! };
//! use fourcade_engine::{intensity::model::SEATS, play::CancelToken};
//! use fourcade_programs::Runner;
//!
//! let (rules, cancel) = (AnswerRules::default(), CancelToken::default());
//! let players = ["counter", "careful", "expert"].map(str::to_owned);
//! let runner = &Runner::default();
//! let builder =
//!     RosterBuilder { programs: &[], players: &players, runner, rules, skips_broken: false };
//! // `false`: no person takes part.
//! let mut roster = builder.build(false, &cancel)?;
//! roster.entrants.extend(roster.system_players(SEATS - roster.entrants.len())?);
//! let entrants = roster.entrants.try_into().ok().expect("there are four");
//! // Nobody was late in earlier games.
//! let late = [LateStreak::default(); SEATS];
//! let game = Match { entrants: &entrants, seed: 3, rules, late, cancel: &cancel };
//! let mut log = Vec::new();
//! let played = game.play(&mut std::io::empty(), &mut log)?;
//! assert!(played.result.penalty.iter().sum::<u32>() > 0);
//! assert!(String::from_utf8(log)?.contains("Finishing Positions\n\n#1 with "));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![warn(missing_docs, clippy::missing_errors_doc)]

pub mod batch;
pub mod check;
pub mod concentration;
pub mod eater;
pub mod flip;
pub mod intensity;
pub mod players;
pub mod program;
#[cfg(test)]
#[path = "../../tests/support/scale.rs"]
mod scale;
pub mod text;
pub mod text_program;

/// The example of the README is tested, too.
#[cfg(doctest)]
#[doc = include_str!("README.md")]
struct Readme;
