//! Reads the numbers that a program prints as its answer.

use std::str::FromStr;

use crate::text::shortened;
use fourcade_engine::play::ActionError;

const MAX_QUOTED_CHARS: usize = 24;

/// The accepted form of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerFormat {
    /// The last whole numbers of the output, as in the course. Everything before is ignored.
    #[default]
    LastNumbers,
    /// Only the requested numbers and white space.
    Exact,
}

impl AnswerFormat {
    /// Checks that the output has this format. The error is a predicate for the player's name. An
    /// empty output passes here, because the parser reports it.
    pub(crate) fn check(self, output: &[u8], wanted: usize) -> Result<(), String> {
        let words: Vec<_> =
            output.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).collect();
        let is_number = |word: &&[u8]| word.iter().all(u8::is_ascii_digit);
        let is_exact = words.len() == wanted && words.iter().all(is_number);
        if self == Self::LastNumbers || words.is_empty() || is_exact {
            return Ok(());
        }
        let what = match wanted {
            1 => "one number",
            2 => "two numbers",
            _ => "three numbers",
        };
        Err(format!("printed {} instead of {what}", quote(output)))
    }
}

/// Parses the last two numbers of the output as an action that `check` accepts. The error is a
/// predicate for the player's name.
pub fn read_row_and_column<A>(
    format: AnswerFormat,
    output: &[u8],
    check: impl FnOnce(A) -> Result<(), ActionError>,
) -> Result<A, String>
where
    A: Copy + FromStr<Err = ActionError>,
{
    format.check(output, 2)?;
    match parse_numbers(output)[..] {
        [] => Err(no_number_message(output)),
        [number] => Err(format!("printed only one number, {}", short_number(number))),
        [.., row, column] => {
            let action = format!("{row} {column}").parse();
            let legal = action.and_then(|action| check(action).map(|()| action));
            legal.map_err(|error| {
                format!("{} {} - {error}", short_number(row), short_number(column))
            })
        }
    }
}

/// Returns all runs of digits, without leading zeros.
pub fn parse_numbers(output: &[u8]) -> Vec<&str> {
    let runs = output.split(|byte| !byte.is_ascii_digit()).filter(|run| !run.is_empty());
    runs.filter_map(|run| std::str::from_utf8(run).ok())
        .map(|run| match run.trim_start_matches('0') {
            "" => "0",
            number => number,
        })
        .collect()
}

pub fn short_number(number: &str) -> String {
    shortened(number, MAX_QUOTED_CHARS).into_owned()
}

/// Describes an output without numbers, as a predicate for the player's name.
pub fn no_number_message(output: &[u8]) -> String {
    if String::from_utf8_lossy(output).trim().is_empty() {
        return "printed nothing".to_owned();
    }
    format!("printed no number but {}", quote(output))
}

/// Quotes the beginning of an output for a message.
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

    fn read<A: Copy + FromStr<Err = ActionError>>(output: &[u8]) -> Result<A, String> {
        read_row_and_column(AnswerFormat::LastNumbers, output, |_| Ok(()))
    }

    #[test]
    fn the_last_two_numbers_are_the_row_and_the_column() {
        let cell = |row: u16, column: u16| Ok(Cell::new(row - 1, column - 1));
        for (output, answer) in [
            (&b"2 3"[..], cell(2, 3)),
            (b"2 3\n", cell(2, 3)),
            (b"  02\t003", cell(2, 3)),
            (b"5 cells are free.\nRow 2, column 3.\n", cell(2, 3)),
            (b"(2,3)\0\xff", cell(2, 3)),
            (b"99 1", cell(99, 1)),
        ] {
            assert_eq!(read(output), answer, "{output:?}");
        }
        assert_eq!(read(b"0 13"), Ok(Spot::new(0, 13).unwrap()));
    }

    #[test]
    fn the_error_says_what_a_program_printed() {
        let error = |output: &str| read::<Cell>(output.as_bytes()).unwrap_err();
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
        assert_eq!(
            read::<Spot>(b"4 1").unwrap_err(),
            "4 1 - row and column must be within 0 - 3 and 1 - 13"
        );
    }

    #[test]
    fn an_exact_answer_is_two_numbers_and_nothing_else() {
        let exact = |output: &[u8]| -> Result<Cell, String> {
            read_row_and_column(AnswerFormat::Exact, output, |_| Ok(()))
        };
        assert_eq!(exact(b" 02\t3\n"), Ok(Cell::new(1, 2)));
        assert_eq!(exact(b"1 2 3"), Err("printed \"1 2 3\" instead of two numbers".to_owned()));
    }
}
