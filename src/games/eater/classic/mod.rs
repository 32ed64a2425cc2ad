//! The course's text program: `eater [SIZE] [--passer KIND] [--eater KIND] [--seed N]`.
//!
//! What the sheet leaves open is decided like this:
//! - The board's size, as a word or as an answer, is a whole number in decimal and nothing else; an
//!   answer may have white space around it. An answer that is none, or out of range, is asked for
//!   again without more words.
//! - A size that is given as a word and can't be had ends the program with status 2, as all words
//!   do that it does not know.
//! - When the input ends at the question for the size, nobody in particular is to blame: `End of
//!   input.`, status 1.
//! - A number of two digits above a column begins where its markers stand.
//! - Nothing that a person types is told again; in a clash the line about it stands for both
//!   choices.
//! - With the same seed, size and computers `fourcade watch eater` is the same game.

mod table;

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

use clap::Parser;

use self::table::Table;
use super::{
    Eater,
    rules::{EaterSetup, Role},
};
use crate::{
    games::{HUMAN, console, find_player, player_patterns},
    play::{RecordHeader, Session, random},
};

/// The smallest and the largest board of this program.
const SIZES: [u16; 2] = [3, 15];

/// The course's Eater: the Passer wants a path from top to bottom, the Eater wants that there is
/// none
///
/// Both choose a cell in every round, and the board changes when both have. A cell is chosen by its
/// row and its column, from 1 and from the top left, such as `2 3`.
#[derive(Parser)]
#[command(
    name = "fourcade classic eater",
    bin_name = "fourcade classic eater",
    max_term_width = 100,
    after_help = format!("KIND: {HUMAN}, {}", player_patterns::<Eater>().join(", ")),
)]
struct Words {
    /// How many rows and columns the board has, from 3 to 15; asked for if not given
    #[arg(allow_negative_numbers = true, value_parser = sized)]
    size: Option<EaterSetup>,
    /// Who plays the Passer
    #[arg(long, value_name = "KIND", default_value = HUMAN, value_parser = kind)]
    passer: String,
    /// Who plays the Eater
    #[arg(long, value_name = "KIND", default_value = HUMAN, value_parser = kind)]
    eater: String,
    /// The seed of the computers' chance; a new one if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// A person or the name of a computer player.
fn kind(name: &str) -> Result<String, String> {
    if name != HUMAN {
        find_player::<Eater>(name).map_err(|why| why.to_string())?;
    }
    Ok(name.to_owned())
}

/// A board of this size, if the program has one.
fn sized(text: &str) -> Result<EaterSetup, String> {
    let [least, most] = SIZES;
    let size = text.parse().ok().filter(|size| (least..=most).contains(size));
    let size =
        size.ok_or_else(|| format!("the board's size is an integer from {least} to {most}"))?;
    EaterSetup::new(size).map_err(|why| why.to_string())
}

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The game is over.
    Over,
    /// The input ended before that: this side was asked, or the question was how large the board
    /// is.
    Input(Option<Role>),
}

/// Runs the program with the words behind its name; returns its exit status: 0 after the end of the
/// game, 1 when the input ended before it, 2 for words that it does not know.
///
/// # Errors
/// Those of `output`. (What goes wrong with `input` counts as its end.)
pub fn run(words: &[OsString], input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<u8> {
    // Clap wants a program's name first, but takes the one above.
    let words = match Words::try_parse_from(std::iter::once(&OsString::new()).chain(words)) {
        Ok(words) => words,
        Err(why) => {
            write!(output, "{}", why.render())?;
            output.flush()?;
            return Ok(if why.use_stderr() { 2 } else { 0 });
        }
    };
    let end = match ask_size(words.size, input, output)? {
        None => End::Input(None),
        Some(setup) => {
            let seed = words.seed.unwrap_or_else(random::fresh_seed);
            let session =
                Session::new(RecordHeader { setup, seats: vec![words.passer, words.eater], seed });
            Table::new(session, input, output)?.play()?
        }
    };
    match end {
        End::Over => {}
        End::Input(None) => writeln!(output, "End of input.")?,
        End::Input(Some(side)) => writeln!(output, "End of input from the {side}.")?,
    }
    output.flush()?;
    Ok(u8::from(end != End::Over))
}

/// The size that was given, or else the first answer that is one; nothing at the end of the input.
fn ask_size(
    given: Option<EaterSetup>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<Option<EaterSetup>> {
    if given.is_some() {
        return Ok(given);
    }
    let [least, most] = SIZES;
    loop {
        write!(output, "Board size ({least}-{most}): ")?;
        output.flush()?;
        let Some(line) = console::read_line(input) else { return Ok(None) };
        let answer = std::str::from_utf8(&line).ok().and_then(|line| sized(line.trim()).ok());
        if answer.is_some() {
            return Ok(answer);
        }
    }
}

#[cfg(test)]
mod tests;
