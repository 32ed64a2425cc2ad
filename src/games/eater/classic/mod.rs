//! The course's text program: `eater [SIZE] [--passer KIND] [--eater KIND] [--seed N]`.
//!
//! Where the course sheet leaves a choice, the program does this:
//! - The board's size must be a decimal integer, both as an argument and as an answer. White space
//!   around an answer is ignored. After a bad answer the program says what is allowed and asks
//!   again.
//! - A bad size on the command line ends the program with exit status 2, like any other bad
//!   argument.
//! - If the input ends at the question for the size, the program prints `End of input.` without
//!   the name of a player and exits with status 1.
//! - A two-digit number above a column starts where the column's markers are.
//! - Two people choose one after the other. On a terminal, the Passer's typed line is erased before
//!   the Eater is asked, because both choose at the same time by the rules.
//! - A person's choice is not printed again. After a clash, one line stands for both choices.
//! - With the same seed, size and computer players, `fourcade watch eater` plays the same game.

mod game_loop;

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
    ops::RangeInclusive,
};

use clap::Parser;

use self::game_loop::ClassicEater;
use crate::{
    games::{
        console::{self, EchoColumns},
        find_player, player_patterns,
    },
    printable::printable_lines,
};
use fourcade_engine::eater::{
    Eater,
    model::{EaterSetup, Role},
};
use fourcade_engine::play::{HUMAN, RecordHeader, Session, random};

/// The board sizes that the program accepts.
const SIZES: RangeInclusive<u16> = 3..=15;

/// The course's Eater: the Passer builds a path from top to bottom, the Eater prevents it
///
/// In each round both choose a cell, and the board changes when both have chosen. Type the row and
/// the column of a cell, such as `2 3`. Both are counted from 1, starting at the top left.
#[derive(Parser)]
#[command(
    name = "fourcade classic eater",
    bin_name = "fourcade classic eater",
    max_term_width = 100,
    after_help = format!("KIND: {HUMAN}, {}", player_patterns::<Eater>().join(", ")),
)]
struct Args {
    /// The number of rows and columns, from 3 to 15; asked for if not given
    #[arg(allow_negative_numbers = true, value_parser = parse_size)]
    size: Option<EaterSetup>,
    /// Who plays the Passer
    #[arg(long, value_name = "KIND", default_value = HUMAN, value_parser = parse_kind)]
    passer: String,
    /// Who plays the Eater
    #[arg(long, value_name = "KIND", default_value = HUMAN, value_parser = parse_kind)]
    eater: String,
    /// The seed of the computer players' random choices; a new one if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Checks that the name is `human` or the name of a computer player.
fn parse_kind(name: &str) -> Result<String, String> {
    if name != HUMAN {
        find_player::<Eater>(name).map_err(|error| error.to_string())?;
    }
    Ok(name.to_owned())
}

/// Parses the size of a board.
fn parse_size(text: &str) -> Result<EaterSetup, BadSizeError> {
    let size = text.parse().ok().filter(|size| SIZES.contains(size)).ok_or(BadSizeError)?;
    EaterSetup::new(size).map_err(|_| BadSizeError)
}

/// The error for a text that is not the size of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the board's size is an integer from {} to {}", SIZES.start(), SIZES.end())]
struct BadSizeError;

/// Why the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum EndReason {
    /// The game is over.
    GameOver,
    /// The input ended at the question for the board's size.
    NoSize,
    /// The input ended when it was this role's turn to choose.
    NoChoice(Role),
}

/// Runs the program with the arguments after its name.
///
/// Returns the exit status: 0 after a complete game, 1 if the input ended before that, 2 for bad
/// arguments. A failure to read `input` counts as the end of the input. `echo_columns` is asked
/// before a typed line is erased.
///
/// # Errors
/// Returns an error if `output` cannot be written or a player cannot be created.
pub fn run(
    args: &[OsString],
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    echo_columns: EchoColumns,
) -> io::Result<u8> {
    // Clap expects the program's name first, but prints `bin_name` instead.
    let args = match Args::try_parse_from(std::iter::once(&OsString::new()).chain(args)) {
        Ok(args) => args,
        Err(error) => {
            write!(output, "{}", printable_lines(&error.render().to_string()))?;
            output.flush()?;
            return Ok(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let end = match choose_size(args.size, input, output)? {
        None => EndReason::NoSize,
        Some(setup) => {
            let seed = args.seed.unwrap_or_else(random::fresh_seed);
            let session =
                Session::new(RecordHeader { setup, seats: vec![args.passer, args.eater], seed });
            ClassicEater::new(session, input, output, echo_columns)?.play()?
        }
    };
    match end {
        EndReason::GameOver => {}
        EndReason::NoSize => writeln!(output, "End of input.")?,
        EndReason::NoChoice(role) => writeln!(output, "End of input from the {role}.")?,
    }
    output.flush()?;
    Ok(u8::from(end != EndReason::GameOver))
}

/// Returns the given size or asks for one until the answer is valid. Returns `None` at the end of
/// the input.
fn choose_size(
    given: Option<EaterSetup>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<Option<EaterSetup>> {
    if given.is_some() {
        return Ok(given);
    }
    loop {
        write!(output, "Board size ({}-{}): ", SIZES.start(), SIZES.end())?;
        output.flush()?;
        let Some(line) = console::read_line(input) else { return Ok(None) };
        let answer = std::str::from_utf8(&line).ok().and_then(|line| parse_size(line.trim()).ok());
        if answer.is_some() {
            return Ok(answer);
        }
        writeln!(output, "Enter an integer from {} to {}.", SIZES.start(), SIZES.end())?;
    }
}

#[cfg(test)]
mod tests;
