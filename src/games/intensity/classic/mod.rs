//! The course's player program: `intensity [--player KIND]` answers one request of the
//! [`protocol`](super::protocol).
//!
//! The course sheet leaves some details open. They are settled as follows:
//! - The input is read up to the end of the request's last line, so a request typed at a terminal
//!   is answered at once.
//! - For its own tests (request 3) the player answers the two examples of the sheet. One line says
//!   whether both answers are legal.
//! - A request that no game leads to is answered, too, if its hand and its round allow an answer: by
//!   the rules of thumb of the player `careful`, which needs nothing else. A warning on standard
//!   error says what is wrong.
//! - The same request always gets the same answer: the seed follows from the request, and a search
//!   visits a fixed number of positions.

use std::{
    ffi::OsString,
    fmt,
    io::{self, BufRead, Write},
    iter,
};

use clap::Parser;

use super::{
    program,
    protocol::{ChoiceRequest, EXAMPLES, PartialRequest, PlayerRequest},
};
use crate::games::{find_player, player_patterns};
use fourcade_engine::intensity::{Intensity, model::IntensityAction, players::careful};
use fourcade_engine::play::{Budget, GameInfo, HUMAN, Player, PlayerError, ThinkContext, random};

/// The player that answers unless another one is named.
const DEFAULT_PLAYER: &str = "counter";

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
struct IntensityArgs {
    /// Which of our computers answers
    #[arg(long, value_name = "KIND", default_value = DEFAULT_PLAYER, value_parser = parse_computer)]
    player: String,
}

/// Parses the name of one of our computer players.
fn parse_computer(name: &str) -> Result<String, String> {
    if name == HUMAN {
        return Err(format!("{HUMAN} can't answer requests; name a computer player"));
    }
    find_player::<Intensity>(name).map_err(|why| why.to_string())?;
    if program::program_path(name).is_some() {
        return Err(
            "external programs answer requests themselves; name a built-in player".to_owned()
        );
    }
    Ok(name.to_owned())
}

/// Returns the name of one of our computer players in the referee's logs.
pub fn player_name(kind: &str) -> String {
    format!("fourcade {kind}")
}

/// Runs the program with these arguments and returns its exit status: 2 for invalid arguments and
/// for requests that can't be answered, 1 if the player does not answer. In both cases `output`
/// stays empty and the message goes to `messages`. A warning about a request goes there, too. A
/// read error counts as the end of the input.
///
/// # Errors
/// Returns an error if the output can't be written.
pub fn run(
    args: &[OsString],
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    messages: &mut dyn Write,
) -> io::Result<u8> {
    // Clap expects the program's name as the first argument but uses the name given above.
    let args = match IntensityArgs::try_parse_from(iter::once(&OsString::new()).chain(args)) {
        Ok(args) => args,
        Err(why) if why.use_stderr() => return Ok(write_message(messages, &why.render(), 2)),
        Err(why) => {
            write!(output, "{}", why.render())?;
            output.flush()?;
            return Ok(0);
        }
    };
    let player = find_player::<Intensity>(&args.player)
        .map_err(|why| why.to_string())
        .and_then(|spec| spec.make());
    let mut player = match player {
        Ok(player) => player,
        Err(why) => return Ok(write_message(messages, &format!("{why}\n"), 1)),
    };
    let answer = match PlayerRequest::read(input) {
        Ok(PlayerRequest::Name) => Ok(player_name(&args.player)),
        Ok(PlayerRequest::Choice(choice)) => {
            answer(player.as_mut(), &choice).map(|action| action.to_string())
        }
        Ok(PlayerRequest::Tests) => run_examples(player.as_mut())
            .map(|answers| format!("{}: {answers}", player_name(&args.player))),
        Err(why) => match why.partial().and_then(answer_partial) {
            Some(action) => {
                let warning = "the answer follows from the hand and the round alone";
                write_message(messages, &format!("warning: {why}; {warning}\n"), 0);
                Ok(action.to_string())
            }
            None => return Ok(write_message(messages, &format!("not a request: {why}\n"), 2)),
        },
    };
    match answer {
        Ok(answer) => {
            writeln!(output, "{answer}")?;
            output.flush()?;
            Ok(0)
        }
        Err(why) => Ok(write_message(messages, &format!("{why}\n"), 1)),
    }
}

/// Writes a message, ignoring errors, and returns the exit status.
fn write_message(messages: &mut dyn Write, text: &dyn fmt::Display, status: u8) -> u8 {
    let _ = write!(messages, "{text}");
    let _ = messages.flush();
    status
}

/// Returns the action of a player. The same request always gives the same action.
fn answer(
    player: &mut dyn Player<Intensity>,
    choice: &ChoiceRequest,
) -> Result<IntensityAction, String> {
    let text = PlayerRequest::Choice(choice.clone()).to_string();
    let seed = text.bytes().fold(0, |seed, byte| random::derive_seed(seed, &[byte.into()]));
    let context = ThinkContext::new(
        Budget::Nodes(Intensity::DEFAULT_NODES),
        seed,
        choice.seat(),
        choice.observation().history.len(),
    );
    match player.choose(choice.seat(), choice.observation(), &context) {
        Ok(action) => choice.parse_answer(action.to_string().as_bytes()),
        Err(PlayerError::Fault(why)) => Err(why),
        Err(PlayerError::Cancelled) => Err("was cancelled".to_owned()),
    }
}

/// Returns a legal answer to a request of which only the hand and the round are known.
fn answer_partial(request: &PartialRequest) -> Option<IntensityAction> {
    let hand = request.hand();
    let action = match request.playable() {
        None => IntensityAction::Pass(careful::cards_to_pass(hand)),
        Some(playable) => {
            IntensityAction::Play(careful::card_to_play(hand, playable, request.trick())?.0)
        }
    };
    Some(action).filter(|&action| request.allows(action))
}

/// Gives the examples of the sheet to a player and describes its answers.
fn run_examples(player: &mut dyn Player<Intensity>) -> Result<String, String> {
    let mut answers = Vec::new();
    for example in EXAMPLES {
        let request = example
            .parse::<PlayerRequest>()
            .map_err(|why| format!("an example of the sheet is not a request: {why}"))?;
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
