//! The course's player program: `intensity [--player KIND]` answers one request of the
//! [`protocol`](super::protocol).
//!
//! What the sheet leaves open is decided like this:
//! - The input is read to the end of the request's last line, so an answer typed at a terminal
//!   comes at once.
//! - Its own tests (request 3) put the sheet's two examples to the player: one line says whether
//!   both answers are legal.
//! - The same request gets the same answer: the player's chance comes from the request, and a
//!   search looks at a fixed number of positions.

use std::{
    ffi::OsString,
    io::{self, BufRead, Write},
};

use clap::Parser;

use super::{
    Intensity, program,
    protocol::{ChoiceRequest, PlayerRequest},
    rules::IntensityAction,
};
use crate::{
    games::{GameInfo, HUMAN, find_player, player_patterns},
    play::{Budget, Player, PlayerError, ThinkContext, random},
};

/// The sheet's examples.
const EXAMPLES: [&str; 2] = [
    "1\n13 19 24 25 29 32 39 44 46 49\n",
    "2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n",
];

/// Who answers if nobody else is named.
const USUAL: &str = "counter";

/// A player program of the course's Intensity: answers one request
///
/// It reads a request from standard input (0: its name; 1 and a hand: three cards to pass; 2 and
/// what it knows: a card to play; 3: its own tests) and prints the answer.
#[derive(Parser)]
#[command(
    name = "fourcade classic intensity",
    bin_name = "fourcade classic intensity",
    max_term_width = 100,
    after_help = format!("Players: {}", player_patterns::<Intensity>().join(", ")),
)]
struct Words {
    /// Which of our computers answers
    #[arg(long, value_name = "KIND", default_value = USUAL, value_parser = computer)]
    player: String,
}

/// The name of one of our computers.
fn computer(name: &str) -> Result<String, String> {
    if name == HUMAN {
        return Err(format!("only a computer can answer, no {HUMAN}"));
    }
    find_player::<Intensity>(name).map_err(|why| why.to_string())?;
    if program::program_path(name).is_some() {
        return Err("another program can answer for itself; name one of our own players".to_owned());
    }
    Ok(name.to_owned())
}

/// The name that one of our computers has at a referee's table.
pub fn player_name(kind: &str) -> String {
    format!("fourcade {kind}")
}

/// Runs the program with the words behind its name; returns its exit status: 2, and nothing on
/// `output`, for words and requests that it does not know, 1 if a player does not answer. What is
/// wrong is said on `messages`.
///
/// # Errors
/// Those of `output`. (What goes wrong with `input` counts as its end.)
pub fn run(
    words: &[OsString],
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    messages: &mut dyn Write,
) -> io::Result<u8> {
    // Clap wants a program's name first, but takes the one above.
    let words = match Words::try_parse_from(std::iter::once(&OsString::new()).chain(words)) {
        Ok(words) => words,
        Err(why) if why.use_stderr() => return Ok(complain(messages, &why.render(), 2)),
        Err(why) => {
            write!(output, "{}", why.render())?;
            output.flush()?;
            return Ok(0);
        }
    };
    let made = find_player::<Intensity>(&words.player)
        .map_err(|why| why.to_string())
        .and_then(|found| found.make());
    let mut player = match made {
        Ok(player) => player,
        Err(why) => return Ok(complain(messages, &format!("{why}\n"), 1)),
    };
    let answer = match PlayerRequest::read(input) {
        Ok(PlayerRequest::Name) => Ok(player_name(&words.player)),
        Ok(PlayerRequest::Choice(choice)) => {
            answer(player.as_mut(), &choice).map(|action| action.to_string())
        }
        Ok(PlayerRequest::Tests) => test(player.as_mut())
            .map(|answers| format!("{}: {answers}", player_name(&words.player))),
        Err(why) => return Ok(complain(messages, &format!("not a request: {why}\n"), 2)),
    };
    match answer {
        Ok(answer) => {
            writeln!(output, "{answer}")?;
            output.flush()?;
            Ok(0)
        }
        Err(why) => Ok(complain(messages, &format!("{why}\n"), 1)),
    }
}

/// Says what is wrong; nobody may be there to hear it.
fn complain(messages: &mut dyn Write, what: &dyn std::fmt::Display, status: u8) -> u8 {
    let _ = write!(messages, "{what}");
    let _ = messages.flush();
    status
}

/// What a player does in such a place: always the same.
fn answer(
    player: &mut dyn Player<Intensity>,
    choice: &ChoiceRequest,
) -> Result<IntensityAction, String> {
    let text = PlayerRequest::Choice(choice.clone()).to_string();
    let seed = text.bytes().fold(0, |seed, byte| random::derive_seed(seed, &[byte.into()]));
    let think = ThinkContext::new(
        Budget::Nodes(Intensity::DEFAULT_NODES),
        seed,
        choice.seat(),
        choice.seen().history.len(),
    );
    match player.choose(choice.seat(), choice.seen(), &think) {
        Ok(action) => choice.read_answer(action.to_string().as_bytes()),
        Err(PlayerError::Fault(said)) => Err(said),
        Err(PlayerError::Cancelled) => Err("was cancelled".to_owned()),
    }
}

/// Puts the sheet's examples to a player and says what it answered.
fn test(player: &mut dyn Player<Intensity>) -> Result<String, String> {
    let mut answers = Vec::new();
    for example in EXAMPLES {
        let request = example
            .parse::<PlayerRequest>()
            .map_err(|why| format!("an example of the sheet is no request: {why}"))?;
        if let PlayerRequest::Choice(choice) = request {
            let action =
                answer(player, &choice).map_err(|why| format!("an example of the sheet: {why}"))?;
            answers.push(match action {
                IntensityAction::Pass(cards) => format!("passes {cards}"),
                IntensityAction::Play(card) => format!("plays {card}"),
            });
        }
    }
    Ok(format!("{} in the sheet's examples: all legal", answers.join(" and ")))
}

#[cfg(test)]
mod tests;
