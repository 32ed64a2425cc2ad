//! The course's text program: `concentration [--seed N] [--players A,B]`.
//!
//! What the sheet leaves open is decided like this:
//! - A menu answer is a line, read as C's `scanf("%d", ...)` would: ` 1`, `1.5` and `1 foo` choose
//!   the first mode. An answer without a number is none of the choices, nor is an empty line: the
//!   menu is shown again.
//! - The program ends with the choice 0 only, so the end of the input is told and is exit status 1
//!   at the menu, too.
//! - Of two computers that are named, the human plays against the last.
//! - The first game has the seed that was given, so `fourcade watch concentration` with that seed
//!   and these players is the same game as the second mode; each game after it has another one,
//!   derived from it.

mod table;

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

use clap::Parser;

use self::table::{Mode, Table};
use super::{Concentration, rules::CardLayout};
use crate::{
    games::{HUMAN, console, find_player, player_patterns},
    play::{RecordHeader, Session, random},
};

const TITLE: &str = "\
*****************************
* Welcome to Concentration! *
*****************************

";

const MENU: &str = "\
Please choose a mode of the game:
1. Human vs. Computer
2. Computer vs. Computer
0. Quit
Your choice: ";

/// The course's Concentration: a person against the computer, or two computers
///
/// A card is chosen by its row (0 to 3) and its column (1 to 13), such as `0 13`.
#[derive(Parser)]
#[command(
    name = "fourcade classic concentration",
    bin_name = "fourcade classic concentration",
    max_term_width = 100,
    after_help = format!("Players: {}", player_patterns::<Concentration>().join(", ")),
)]
struct Words {
    /// The seed of all chance: the cards and the computers' choices; a new one if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Computer 1 and Computer 2; the human plays against the last. One name stands for both
    #[arg(long, value_name = "A,B", default_value = "random", value_parser = computers)]
    players: [String; 2],
}

/// The names of both computers.
fn computers(text: &str) -> Result<[String; 2], String> {
    let names: Vec<_> = text.split(',').collect();
    let names = match names[..] {
        [both] => [both, both],
        [first, second] => [first, second],
        _ => return Err(format!("two computers play at most, not {}", names.len())),
    };
    for name in names {
        if name == HUMAN {
            return Err(format!("only computers are named here, no {HUMAN}"));
        }
        find_player::<Concentration>(name).map_err(|why| why.to_string())?;
    }
    Ok(names.map(str::to_owned))
}

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The menu was left.
    Quit,
    /// The input ended before that.
    Input,
}

/// Runs the program with the words behind its name; returns its exit status: 0 after the choice to
/// quit, 1 when the input ended before it, 2 for words that it does not know.
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
    let status = match menu(&words, input, output)? {
        End::Quit => 0,
        End::Input => {
            writeln!(output, "End of input.")?;
            1
        }
    };
    output.flush()?;
    Ok(status)
}

/// The title, then the menu before every game.
fn menu(words: &Words, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<End> {
    let seed = words.seed.unwrap_or_else(random::fresh_seed);
    let mut games = 0;
    output.write_all(TITLE.as_bytes())?;
    loop {
        output.write_all(MENU.as_bytes())?;
        output.flush()?;
        let Some(line) = console::read_line(input) else { return Ok(End::Input) };
        let mode = match console::scan_number(&line) {
            Some(0) => return Ok(End::Quit),
            Some(1) => Mode::Human,
            Some(2) => Mode::Computers,
            _ => continue,
        };
        let seed = if games == 0 { seed } else { random::derive(seed, &[games]) };
        games += 1;
        let session = deal(mode, &words.players, seed);
        if !Table::new(mode, session, input, output)?.play()? {
            return Ok(End::Input);
        }
    }
}

/// A game with this seed before its first turn.
fn deal(mode: Mode, computers: &[String; 2], seed: u64) -> Session<Concentration> {
    let setup = CardLayout::shuffled(&mut random::rng(seed, &[]));
    let mut seats = computers.to_vec();
    if mode == Mode::Human {
        HUMAN.clone_into(&mut seats[0]);
    }
    Session::new(RecordHeader { setup, seats, seed })
}

#[cfg(test)]
mod tests;
