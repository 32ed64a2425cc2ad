//! Parses the answers of a program.

use unicode_width::UnicodeWidthChar;

use super::ChoiceRequest;
use crate::program::answer::{AnswerFormat, no_number_message, parse_numbers, short_number};
use fourcade_engine::intensity::model::{
    Card, CardSet, IntensityAction, PASS_SIZE, unplayable_error,
};

/// Longer names are cut off.
pub(crate) const MAX_NAME_CHARS: usize = 32;

impl ChoiceRequest {
    /// Parses the last three numbers of the output as cards to pass, or the last one as the card to
    /// play. Anything except digits separates numbers.
    ///
    /// # Errors
    /// Returns what is wrong, as a predicate for the player's name in the referee's log, such as
    /// `plays the 42 - card not in hand`.
    pub fn parse_answer(
        &self,
        format: AnswerFormat,
        output: &[u8],
    ) -> Result<IntensityAction, String> {
        let count = if self.observation.is_passing { PASS_SIZE } else { 1 };
        format.check(output, count)?;
        let numbers = parse_numbers(output);
        match &numbers[numbers.len().saturating_sub(count)..] {
            [] => Err(no_number_message(output)),
            [card] if !self.observation.is_passing => self.parse_play(card),
            cards => self.parse_pass(cards),
        }
    }

    fn parse_pass(&self, numbers: &[&str]) -> Result<IntensityAction, String> {
        let hand = self.observation.hands[self.seat.index()].unwrap_or_default();
        let cards: Option<CardSet> = numbers.iter().map(|number| parse_card(number)).collect();
        match cards.filter(|&cards| cards.len() == PASS_SIZE && hand.contains_all(cards)) {
            Some(cards) => Ok(IntensityAction::Pass(cards)),
            None => {
                let quoted: Vec<_> = numbers.iter().map(|number| short_number(number)).collect();
                Err(format!("discards [{}] - illegal discard", quoted.join(", ")))
            }
        }
    }

    fn parse_play(&self, number: &str) -> Result<IntensityAction, String> {
        let hand = self.observation.hands[self.seat.index()].unwrap_or_default();
        match parse_card(number).filter(|&card| hand.contains(card)) {
            None => Err(format!("plays the {} - card not in hand", short_number(number))),
            Some(card) if self.observation.playable(self.seat).contains(card) => {
                Ok(IntensityAction::Play(card))
            }
            Some(card) => Err(format!(
                "plays the {card} - {}",
                unplayable_error(self.observation.trick.led_suit())
            )),
        }
    }
}

pub(super) fn parse_card(number: &str) -> Option<Card> {
    number.parse().ok().and_then(Card::new)
}

/// Returns at most 32 printable characters of the first line that has any.
pub(crate) fn parse_name(output: &[u8]) -> Option<String> {
    let is_printable =
        |char: &char| *char != char::REPLACEMENT_CHARACTER && char.width().is_some_and(|w| w > 0);
    String::from_utf8_lossy(output).lines().find_map(|line| {
        let line: String = line.chars().filter(is_printable).collect();
        let name: String = line.trim().chars().take(MAX_NAME_CHARS).collect();
        let name = name.trim_end();
        (!name.is_empty()).then(|| name.to_owned())
    })
}

/// Checks that a name is one line of at most [`MAX_NAME_CHARS`] characters, as the course demands.
/// The error is a predicate for the program's name.
pub(crate) fn check_name(output: &[u8]) -> Result<(), String> {
    let asked = format!("the course allows one line of {MAX_NAME_CHARS}");
    let text = String::from_utf8_lossy(output);
    let lines = text.trim_end().lines().count();
    let length = text.trim().chars().count();
    if parse_name(output).is_none() {
        Err("prints no name".to_owned())
    } else if lines > 1 {
        Err(format!("prints {lines} lines as its name; {asked}"))
    } else if length > MAX_NAME_CHARS {
        Err(format!("prints a name of {length} characters; {asked}"))
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::intensity::protocol::tests::{PASS_EXAMPLE, PLAY_EXAMPLE, choice};

    const USUAL: AnswerFormat = AnswerFormat::LastNumbers;

    #[test]
    fn the_last_numbers_of_an_output_count() {
        let (passing, playing) = (choice(PASS_EXAMPLE), choice(PLAY_EXAMPLE));
        for output in [
            "29 39 49",
            "29, 39, 49",
            "[29,39,49]",
            "I pass: 13? No. 29 39 49.",
            "49\n29\r\n39",
            "029-39+49",
        ] {
            assert_eq!(
                passing.parse_answer(USUAL, output.as_bytes()),
                Ok("29 39 49".parse().unwrap()),
                "{output}"
            );
        }
        for output in
            ["23", "23\n", "thinking of 11 and 15: 23!", "\0\u{ff}23", "2.23", "-23", "0023"]
        {
            assert_eq!(
                playing.parse_answer(USUAL, output.as_bytes()),
                Ok("23".parse().unwrap()),
                "{output}"
            );
        }
    }

    #[test]
    fn an_illegal_answer_is_described() {
        let passing = choice(PASS_EXAMPLE);
        for (output, message) in [
            ("", "printed nothing"),
            (" \n\t", "printed nothing"),
            ("no idea", "printed no number but \"no idea\""),
            ("29 39", "discards [29, 39] - illegal discard"),
            ("43 44 45 ", "discards [43, 44, 45] - illegal discard"),
            ("29 29 39", "discards [29, 29, 39] - illegal discard"),
            ("29 39 50", "discards [29, 39, 50] - illegal discard"),
            ("29 39 00", "discards [29, 39, 0] - illegal discard"),
            (
                "29 39 123456789012345678901234567890",
                "discards [29, 39, 123456789012345678901234...] - illegal discard",
            ),
        ] {
            assert_eq!(
                passing.parse_answer(USUAL, output.as_bytes()),
                Err(message.to_owned()),
                "{output:?}"
            );
        }
        let playing = choice(PLAY_EXAMPLE);
        for (output, message) in [
            ("pass\u{1b}[J", "printed no number but \"pass\\u{1b}[J\""),
            ("pass\u{1b}[2J", "plays the 2 - card not in hand"),
            ("42 ", "plays the 42 - card not in hand"),
            ("23 7", "plays the 7 - card not in hand"),
            ("99999999999", "plays the 99999999999 - card not in hand"),
            ("33", "plays the 33 - must follow the 2s"),
        ] {
            assert_eq!(
                playing.parse_answer(USUAL, output.as_bytes()),
                Err(message.to_owned()),
                "{output:?}"
            );
        }
        let leading = choice("2\n10 0 0\n10 11 12 13 14 15 16 17 18 39\n\n\n20 21 22\n17 18 39\n");
        assert_eq!(
            leading.parse_answer(USUAL, b"39"),
            Err("plays the 39 - calves may not be led yet".to_owned())
        );
    }

    #[test]
    fn an_exact_answer_is_the_numbers_and_nothing_else() {
        let (passing, playing) = (choice(PASS_EXAMPLE), choice(PLAY_EXAMPLE));
        let exact = |request: &ChoiceRequest, output: &str| {
            request.parse_answer(AnswerFormat::Exact, output.as_bytes())
        };
        for output in ["29 39 49", "29 39 49\n", " 49\t39\r\n029\n\n"] {
            assert_eq!(exact(&passing, output), Ok("29 39 49".parse().unwrap()), "{output:?}");
        }
        assert_eq!(exact(&playing, "23\n"), Ok("23".parse().unwrap()));
        for (output, message) in [
            ("13 29 39 49", "printed \"13 29 39 49\" instead of three numbers"),
            ("29 39", "printed \"29 39\" instead of three numbers"),
            ("29, 39, 49", "printed \"29, 39, 49\" instead of three numbers"),
            ("I pass 29 39 49", "printed \"I pass 29 39 49\" instead of three numbers"),
            ("+29 39 49", "printed \"+29 39 49\" instead of three numbers"),
            ("", "printed nothing"),
            (" \n", "printed nothing"),
            ("29 39 50", "discards [29, 39, 50] - illegal discard"),
        ] {
            assert_eq!(exact(&passing, output), Err(message.to_owned()), "{output:?}");
        }
        for (output, message) in [
            ("11 23", "printed \"11 23\" instead of one number"),
            ("2.23", "printed \"2.23\" instead of one number"),
            ("-23", "printed \"-23\" instead of one number"),
            ("\u{0}23", "printed \"\\0"),
            ("42", "plays the 42 - card not in hand"),
            ("thinking of 11 and 15: 23!", "printed \"thinking of 11 and 15: 2\"... instead of"),
        ] {
            let answer = exact(&playing, output).unwrap_err();
            assert!(answer.starts_with(message), "{output:?}: {answer}");
        }
        let usual = passing.parse_answer(USUAL, b"13 29 39 49");
        assert_eq!(usual, Ok("29 39 49".parse().unwrap()));
    }

    #[test]
    fn a_name_is_one_line_of_at_most_32_characters() {
        for (output, error) in [
            ("Ada\n", None),
            ("x".repeat(32).as_str(), None),
            ("", Some("prints no name")),
            ("\n\n", Some("prints no name")),
            (
                "é".repeat(33).as_str(),
                Some("prints a name of 33 characters; the course allows one line of 32"),
            ),
            (
                "Ada\nLovelace\n",
                Some("prints 2 lines as its name; the course allows one line of 32"),
            ),
            ("\nAda\n", Some("prints 2 lines as its name; the course allows one line of 32")),
        ] {
            assert_eq!(check_name(output.as_bytes()).err().as_deref(), error, "{output:?}");
        }
    }

    #[test]
    fn a_name_is_the_printable_part_of_a_line() {
        let name = |output: &str| parse_name(output.as_bytes());
        assert_eq!(name("Dennis Ritchie\n"), Some("Dennis Ritchie".to_owned()));
        assert_eq!(name("COMP1511 Student"), Some("COMP1511 Student".to_owned()));
        assert_eq!(name("\n \r\n  Ken  \nThompson"), Some("Ken".to_owned()));
        assert_eq!(name("a\u{1b}[31mb\u{202e}c\td"), Some("a[31mbcd".to_owned()));
        assert_eq!(name(&"x".repeat(40)), Some("x".repeat(32)));
        assert_eq!(name(&format!("{} y", "x".repeat(31))), Some("x".repeat(31)));
        assert_eq!(name("Zoë 牛"), Some("Zoë 牛".to_owned()));
        assert_eq!((name(""), name(" \n\u{7}\n")), (None, None));
        assert_eq!(parse_name(b"\xff\xfeab\0"), Some("ab".to_owned()));
    }
}
