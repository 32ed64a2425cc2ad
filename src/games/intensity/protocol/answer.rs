//! Reading what a program answered.

use unicode_width::UnicodeWidthChar;

use super::ChoiceRequest;
use crate::games::intensity::rules::{Card, CardSet, IntensityAction, PASS_SIZE, unplayable_error};

/// The most characters of a name that count.
const LONGEST_NAME: usize = 32;

/// The most digits of a number, and letters of what is no answer, that are repeated to people.
const SHOWN: usize = 24;

impl ChoiceRequest {
    /// The choice in what a program printed: of all whole numbers (anything that is no digit
    /// separates them) the last three are the cards to pass, the last one is the card to play.
    ///
    /// # Errors
    /// If this is no legal choice: what it is instead, as a referee says it behind the player's
    /// name.
    pub fn read_answer(&self, printed: &[u8]) -> Result<IntensityAction, String> {
        let numbers = numbers(printed);
        let wanted = if self.seen.is_passing { PASS_SIZE } else { 1 };
        let last = &numbers[numbers.len().saturating_sub(wanted)..];
        match last {
            [] => Err(no_number(printed)),
            [card] if !self.seen.is_passing => self.play(card),
            cards => self.pass(cards),
        }
    }

    fn pass(&self, numbers: &[&str]) -> Result<IntensityAction, String> {
        let hand = self.seen.hands[self.seat.index()].unwrap_or_default();
        let cards: Option<CardSet> = numbers.iter().map(|number| card(number)).collect();
        match cards.filter(|&cards| cards.len() == PASS_SIZE && hand.contains_all(cards)) {
            Some(cards) => Ok(IntensityAction::Pass(cards)),
            None => {
                let shown: Vec<_> = numbers.iter().map(|number| shown(number)).collect();
                Err(format!("discards [{}] - illegal discard", shown.join(", ")))
            }
        }
    }

    fn play(&self, number: &str) -> Result<IntensityAction, String> {
        let hand = self.seen.hands[self.seat.index()].unwrap_or_default();
        match card(number).filter(|&card| hand.contains(card)) {
            None => Err(format!("plays the {} - card not in hand", shown(number))),
            Some(card) if self.seen.playable(self.seat).contains(card) => {
                Ok(IntensityAction::Play(card))
            }
            Some(card) => {
                Err(format!("plays the {card} - {}", unplayable_error(self.seen.trick.led_suit())))
            }
        }
    }
}

/// The whole numbers in what a program printed, without the zeros before them.
pub fn numbers(printed: &[u8]) -> Vec<&str> {
    let runs = printed.split(|byte| !byte.is_ascii_digit()).filter(|run| !run.is_empty());
    runs.filter_map(|run| std::str::from_utf8(run).ok())
        .map(|run| match run.trim_start_matches('0') {
            "" => "0",
            number => number,
        })
        .collect()
}

fn card(number: &str) -> Option<Card> {
    number.parse().ok().and_then(Card::new)
}

fn shown(number: &str) -> String {
    if number.len() > SHOWN { format!("{}...", &number[..SHOWN]) } else { number.to_owned() }
}

/// What is said of an answer in which there is no number.
fn no_number(printed: &[u8]) -> String {
    let text = String::from_utf8_lossy(printed);
    let text = text.trim();
    if text.is_empty() {
        return "printed nothing".to_owned();
    }
    let more = if text.chars().nth(SHOWN).is_some() { "..." } else { "" };
    format!("printed no number but {:?}{more}", text.chars().take(SHOWN).collect::<String>())
}

/// The name in what a program printed: its first line that has any printable characters, at most 32
/// of them. Nothing if there is no such line.
pub fn read_name(printed: &[u8]) -> Option<String> {
    let is_printable = |letter: &char| {
        *letter != char::REPLACEMENT_CHARACTER && letter.width().is_some_and(|w| w > 0)
    };
    String::from_utf8_lossy(printed).lines().find_map(|line| {
        let line: String = line.chars().filter(is_printable).collect();
        let name: String = line.trim().chars().take(LONGEST_NAME).collect();
        let name = name.trim_end();
        (!name.is_empty()).then(|| name.to_owned())
    })
}
