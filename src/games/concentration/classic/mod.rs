//! The course's text program: `concentration [--seed N] [--players A,B]`.
//!
//! The course sheet leaves some details open. They are settled as follows:
//! - A menu answer is a line, read as C's `scanf("%d", ...)` would: ` 1`, `1.5` and `1 foo` choose
//!   the first mode. After an empty line or an answer without a number the menu is shown again.
//! - Only the choice 0 ends the program normally. The end of the input is reported and leads to
//!   exit status 1, also at the menu.
//! - If two computers are named, the human plays against the second.
//! - The appendix of the sheet describes a player whose memory stops recording when it is full. This
//!   is what `memory:K` means here; elsewhere its name is `memory:K:full`.
//! - The first game uses the given seed, so `fourcade watch concentration` with that seed and these
//!   players is the same game as the second mode. Each later game uses a seed derived from it.

mod table;

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

use clap::Parser;

use self::table::{ClassicTable, Mode};
use crate::{
    games::{console, find_player, player_patterns},
    printable::printable_lines,
};
use fourcade_engine::concentration::{
    Concentration,
    model::CardLayout,
    players::{FULL, PERFECT, memory_capacity},
};
use fourcade_engine::play::{HUMAN, RecordHeader, Session, random};

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
    after_help = players_help(),
)]
struct ClassicArgs {
    /// The seed of all chance: the cards and the computers' choices; a new one if not given
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Computer 1 and Computer 2; the human plays against the last. One name stands for both
    #[arg(long, value_name = "A,B", default_value = "random", value_parser = parse_computers)]
    players: [String; 2],
}

fn players_help() -> String {
    format!(
        "Players: {}\nmemory:K is the player of the course sheet here, the same as memory:K:full.",
        player_patterns::<Concentration>().join(", ")
    )
}

/// Returns the player that this name means in the course program.
fn course_player(name: &str) -> String {
    match memory_capacity(name) {
        Some(_) if name != PERFECT && !name.ends_with(FULL) => format!("{name}{FULL}"),
        _ => name.to_owned(),
    }
}

/// Parses the names of both computers.
fn parse_computers(text: &str) -> Result<[String; 2], String> {
    let names: Vec<_> = text.split(',').collect();
    let names = match names[..] {
        [both] => [both, both],
        [first, second] => [first, second],
        _ => return Err(format!("two computers play at most, not {}", names.len())),
    };
    for name in names {
        if name == HUMAN {
            return Err(format!("{HUMAN} can't play here; name computer players"));
        }
        find_player::<Concentration>(name).map_err(|why| why.to_string())?;
    }
    Ok(names.map(course_player))
}

/// The way the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ProgramEnd {
    /// The person chose to quit.
    Quit,
    /// The input ended.
    EndOfInput,
}

/// Runs the program with these arguments. Returns its exit status: 0 after the choice to quit, 1 if
/// the input ended first, 2 for invalid arguments.
///
/// # Errors
/// Returns an error if writing to `output` fails. A read error counts as the end of the input.
pub fn run(args: &[OsString], input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<u8> {
    // Clap expects the program's name first, but displays the one given above.
    let args = match ClassicArgs::try_parse_from(std::iter::once(&OsString::new()).chain(args)) {
        Ok(args) => args,
        Err(why) => {
            write!(output, "{}", printable_lines(&why.render().to_string()))?;
            output.flush()?;
            return Ok(if why.use_stderr() { 2 } else { 0 });
        }
    };
    let status = match menu(&args, input, output)? {
        ProgramEnd::Quit => 0,
        ProgramEnd::EndOfInput => {
            writeln!(output, "End of input.")?;
            1
        }
    };
    output.flush()?;
    Ok(status)
}

/// Shows the title, then the menu before every game.
fn menu(
    args: &ClassicArgs,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<ProgramEnd> {
    let seed = args.seed.unwrap_or_else(random::fresh_seed);
    let mut games = 0;
    output.write_all(TITLE.as_bytes())?;
    loop {
        output.write_all(MENU.as_bytes())?;
        output.flush()?;
        let Some(line) = console::read_line(input) else { return Ok(ProgramEnd::EndOfInput) };
        let mode = match console::scan_number(&line) {
            Some(0) => return Ok(ProgramEnd::Quit),
            Some(1) => Mode::Human,
            Some(2) => Mode::Computers,
            _ => continue,
        };
        let seed = if games == 0 { seed } else { random::derive_seed(seed, &[games]) };
        games += 1;
        let session = deal(mode, &args.players, seed);
        if !ClassicTable::new(mode, session, input, output)?.play()? {
            return Ok(ProgramEnd::EndOfInput);
        }
    }
}

/// Starts a game with this seed.
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
