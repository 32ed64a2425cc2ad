//! Programs written by other people as players that are started anew for each decision: the request
//! on standard input, the answer on standard output.
//!
//! The requests are a game's own. They consist of numbers, and so do the answers, of which the last
//! ones count: a program may print its reasoning first.

use std::str::FromStr;

use crate::programs::{Program, ProgramLimits, Runner};
use fourcade_engine::play::{
    CancelToken, Game, Player, PlayerArg, PlayerError, PlayerKind, Seat, ThinkContext,
};

/// The name of this kind of player, which precedes the program: `program:./player`.
pub const NAME: &str = "program";

/// The maximum number of characters of an invalid answer that a message quotes.
const MAX_QUOTED_CHARS: usize = 24;

/// A game whose programs answer with a row and a column, in the notation of its actions.
pub trait AsksPrograms: Game {
    /// What a program is told.
    const DESCRIPTION: &'static str;

    /// The text of a request for the decision of this seat, which tells what the seat knows.
    fn request(seat: Seat, observation: &Self::Observation) -> String;
}

/// The kind of player that runs programs in the global runner with the default limits.
pub const fn kind<G: AsksPrograms>() -> PlayerKind<G> {
    PlayerKind {
        name: NAME,
        arg: PlayerArg::Command,
        description: G::DESCRIPTION,
        make: |_, command| {
            let prepared = Runner::global().prepare_command(command, &CancelToken::default());
            let program = prepared.map_err(|error| error.to_string())?;
            Ok(Box::new(AskedProgram { program, limits: ProgramLimits::default() }))
        },
    }
}

pub struct AskedProgram {
    pub program: Program,
    /// For each decision.
    pub limits: ProgramLimits,
}

impl<G: AsksPrograms> Player<G> for AskedProgram {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &G::Observation,
        context: &ThinkContext,
    ) -> Result<G::Action, PlayerError> {
        let request = G::request(seat, observation);
        let answer = self.program.run(request.as_bytes(), &self.limits, context.cancel_token())?;
        parse_row_and_column(&answer.output).map_err(PlayerError::Fault)
    }
}

/// Reads the last two numbers of the output as an action. The error is a phrase whose subject is
/// the player. The rules are not checked.
fn parse_row_and_column<A>(output: &[u8]) -> Result<A, String>
where
    A: FromStr<Err: ToString>,
{
    match parse_numbers(output)[..] {
        [] => Err(no_number_message(output)),
        [number] => Err(format!("printed only one number, {}", shorten(number))),
        [.., row, column] => format!("{row} {column}").parse().map_err(|error: A::Err| {
            format!("{} {} - {}", shorten(row), shorten(column), error.to_string())
        }),
    }
}

/// Without leading zeros. Anything but digits separates numbers.
pub fn parse_numbers(output: &[u8]) -> Vec<&str> {
    let runs = output.split(|byte| !byte.is_ascii_digit()).filter(|run| !run.is_empty());
    runs.filter_map(|run| std::str::from_utf8(run).ok())
        .map(|run| match run.trim_start_matches('0') {
            "" => "0",
            number => number,
        })
        .collect()
}

/// The beginning of a long number, for a message.
pub fn shorten(number: &str) -> String {
    match number.get(..MAX_QUOTED_CHARS) {
        Some(start) if start.len() < number.len() => format!("{start}..."),
        _ => number.to_owned(),
    }
}

/// What a program did that printed no number, as a phrase.
pub fn no_number_message(output: &[u8]) -> String {
    if String::from_utf8_lossy(output).trim().is_empty() {
        return "printed nothing".to_owned();
    }
    format!("printed no number but {}", quote(output))
}

/// The beginning of an output in quotes, for a message.
pub fn quote(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let text = text.trim();
    let ellipsis = if text.chars().nth(MAX_QUOTED_CHARS).is_some() { "..." } else { "" };
    let quoted: String = text.chars().take(MAX_QUOTED_CHARS).collect();
    format!("{quoted:?}{ellipsis}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{concentration::model::Spot, eater::model::Cell};

    #[test]
    fn the_last_two_numbers_are_the_row_and_the_column() {
        let cell = |row: u16, column: u16| Ok(Cell::new(row - 1, column - 1));
        for (output, answer) in [
            (&b"2 3"[..], cell(2, 3)),
            (b"2 3\n", cell(2, 3)),
            (b"  02\t003", cell(2, 3)),
            (b"5 cells are free.\nRow 2, column 3.\n", cell(2, 3)),
            (b"(2,3)\0\xff", cell(2, 3)),
            // The rules are not checked here.
            (b"99 1", cell(99, 1)),
        ] {
            assert_eq!(parse_row_and_column(output), answer, "{output:?}");
        }
        assert_eq!(parse_row_and_column(b"0 13"), Ok(Spot::new(0, 13).unwrap()));
    }

    #[test]
    fn the_error_says_what_a_program_printed() {
        let error = |output: &str| parse_row_and_column::<Cell>(output.as_bytes()).unwrap_err();
        for (output, why) in [
            ("", "printed nothing"),
            (" \n", "printed nothing"),
            ("one one\n", "printed no number but \"one one\""),
            ("\u{1b}[2J", "printed only one number, 2"),
            ("12", "printed only one number, 12"),
            ("0 1", "0 1 - give a row and a column, such as 2 3"),
            ("70000 1", "70000 1 - give a row and a column, such as 2 3"),
        ] {
            assert_eq!(error(output), why, "{output:?}");
        }
        let long = error(&format!("1 {}", "9".repeat(5000)));
        assert!(long.starts_with("1 999") && long.len() < 100, "{long}");
        let spot = parse_row_and_column::<Spot>(b"4 1").unwrap_err();
        assert_eq!(spot, "4 1 - row and column must be within 0 - 3 and 1 - 13");
    }
}
