//! A simulated person who plays by what the program shows.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    CARDS, Card, FIRST, SECOND, Spot, all_spots,
    output::{Report, ends_with, first_choice, read_reports},
    text, typed_line, wrong_card_message,
};
use crate::check::{Dialogue, Run, Trial, TrialError};

const MENU: &str = "Your choice:";

/// More turns than any game takes, even with random choices.
const MAX_TURNS: usize = 20_000;

/// With this many cards won, a person who aims for a tie stops looking for pairs.
const EVEN_CARDS: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    Menu,
    /// For the first card of a turn.
    First,
    /// For the second card of a turn.
    Second,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Remembers everything.
    Good,
    /// Avoids pairs as long as possible.
    Bad,
    /// Aims for a tie.
    Even,
}

impl Style {
    /// The style named in the test case, by default [`Style::Good`].
    pub fn of(run: &Run) -> Result<Self, TrialError> {
        match text(run, "person").unwrap_or("good") {
            "good" => Ok(Self::Good),
            "bad" => Ok(Self::Bad),
            "even" => Ok(Self::Even),
            other => Err(TrialError::bad_case(format!("there is no person `{other}`"))),
        }
    }
}

pub struct Person<'a> {
    dialogue: Dialogue<'a>,
    /// The session since the last menu, printed and typed.
    pub shown: String,
    /// All cards turned up so far.
    seen: BTreeMap<Spot, Card>,
    /// The spots of cards that stay face up, because their pair was found.
    pub face_up: BTreeSet<Spot>,
    /// Number of cards that the person has won.
    own_cards: usize,
    pub typed: Vec<Spot>,
}

impl<'a> Person<'a> {
    /// Starts the program and waits for its menu.
    pub fn start(trial: &mut Trial<'a>, run: &Run) -> Result<Self, TrialError> {
        let mut dialogue = trial.start_dialogue(&run.args)?;
        dialogue.wait_for(&[MENU])?;
        let shown = String::new();
        let (seen, face_up) = (BTreeMap::new(), BTreeSet::new());
        Ok(Self { dialogue, shown, seen, face_up, own_cards: 0, typed: Vec::new() })
    }

    /// Types a line and returns the next question with what was printed before it.
    pub fn answer(&mut self, line: &str) -> Result<(Question, String), TrialError> {
        let all = [[MENU].as_slice(), &FIRST, &SECOND].concat();
        let printed = self.dialogue.answer(line, &all)?;
        let last = printed.trim_end().lines().last().unwrap_or_default();
        let is_asked = |prompts: &[&str]| prompts.iter().any(|prompt| ends_with(last, prompt));
        let question = if is_asked(&FIRST) {
            Question::First
        } else if is_asked(&SECOND) {
            Question::Second
        } else {
            Question::Menu
        };
        self.shown.push_str(line);
        self.shown.push('\n');
        self.shown.push_str(&printed);
        self.learn(&printed);
        Ok((question, printed))
    }

    pub fn choose_mode(&mut self, mode: i64) -> Result<Question, TrialError> {
        self.shown.clear();
        self.seen.clear();
        self.face_up.clear();
        self.own_cards = 0;
        self.typed.clear();
        Ok(self.answer(&mode.to_string())?.0)
    }

    fn learn(&mut self, printed: &str) {
        let mut turn = Vec::new();
        for report in read_reports(printed) {
            match report {
                Report::Choice(choice) => {
                    self.seen.insert(choice.spot, choice.card);
                    if choice.ordinal == 1 {
                        turn.clear();
                    }
                    turn.push(choice.spot);
                }
                Report::Pair(who) => {
                    self.own_cards += if who == "You" { 2 } else { 0 };
                    self.face_up.extend(turn.drain(..));
                }
                Report::Desktop(desktop) => {
                    let up = all_spots().zip(desktop).filter(|(_, card)| card.is_some());
                    self.face_up = up.map(|(spot, _)| spot).collect();
                    turn.clear();
                }
                _ => {}
            }
        }
    }

    pub fn face_down(&self) -> Vec<Spot> {
        all_spots().filter(|spot| !self.face_up.contains(spot)).collect()
    }

    /// Chooses a card, which must be accepted.
    pub fn turn_up(&mut self, spot: Spot) -> Result<Question, TrialError> {
        let is_first = self.typed.len().is_multiple_of(2);
        let line = typed_line(spot);
        let (question, printed) = self.answer(&line)?;
        self.typed.push(spot);
        let Some(choice) = first_choice(&printed) else {
            return Err(self.wrong(format!("the card {line} is refused, though it is face down")));
        };
        if choice.spot != spot {
            return Err(self.wrong(wrong_card_message(spot, choice.spot)));
        }
        if is_first && question != Question::Second {
            return Err(self.wrong("after the 1st card it does not ask for the 2nd"));
        }
        Ok(question)
    }

    /// Reports a mistake, with the lines typed so far.
    pub fn wrong(&self, sentence: impl Into<String>) -> TrialError {
        self.dialogue.fault(sentence).into()
    }

    fn rank_at(&self, spot: Spot) -> Option<&str> {
        self.seen.get(&spot)?.get(1..)
    }

    pub fn take_turn(&mut self, style: Style) -> Result<Question, TrialError> {
        let down = self.face_down();
        let wants_pair = self.wants_pair(style, down.len());
        let (known, unknown): (Vec<Spot>, Vec<Spot>) =
            down.iter().partition(|spot| self.seen.contains_key(spot));
        if let Some((first, second)) = self.known_choice(&known, wants_pair) {
            self.turn_up(first)?;
            return self.turn_up(second);
        }
        let Some(&first) = unknown.first().or(down.first()) else {
            return Err(self.wrong("all cards are up, and the game is not over"));
        };
        self.turn_up(first)?;
        let Some(second) = self.second_card(first, &known, &unknown, wants_pair) else {
            return Err(self.wrong("one card is left, and the game is not over"));
        };
        self.turn_up(second)
    }

    fn wants_pair(&self, style: Style, down_count: usize) -> bool {
        match style {
            Style::Good => true,
            Style::Bad => false,
            // Each player wins one of the last two pairs, whoever finds the first.
            Style::Even => self.own_cards < EVEN_CARDS || down_count <= CARDS - 2 * EVEN_CARDS,
        }
    }

    /// Returns two known cards: a pair if `wants_pair`, otherwise two of different ranks.
    fn known_choice(&self, known: &[Spot], wants_pair: bool) -> Option<(Spot, Spot)> {
        let mut choices = known.iter().enumerate().flat_map(|(index, &first)| {
            known[index + 1..].iter().map(move |&second| (first, second))
        });
        choices.find(|&(first, second)| {
            let is_pair = self.rank_at(first) == self.rank_at(second);
            is_pair == wants_pair
        })
    }

    /// Returns the second card of a turn, once the first is known.
    fn second_card(
        &self,
        first: Spot,
        known: &[Spot],
        unknown: &[Spot],
        wants_pair: bool,
    ) -> Option<Spot> {
        let others: Vec<Spot> =
            known.iter().chain(unknown).copied().filter(|&spot| spot != first).collect();
        let makes_pair = |spot: &&Spot| {
            self.seen.contains_key(*spot) && self.rank_at(**spot) == self.rank_at(first)
        };
        let second = if wants_pair {
            others.iter().find(makes_pair).or_else(|| second_unknown(first, unknown))
        } else {
            others.iter().find(|spot| !makes_pair(spot))
        };
        second.or(others.first()).copied()
    }

    pub fn play(&mut self, mode: i64, style: Style) -> Result<(), TrialError> {
        let mut question = self.choose_mode(mode)?;
        for _ in 0..MAX_TURNS {
            match question {
                Question::Menu => return Ok(()),
                Question::First => question = self.take_turn(style)?,
                Question::Second => return Err(self.wrong("it asks for a 2nd card before a 1st")),
            }
        }
        Err(self.wrong(format!("the game is not over after {MAX_TURNS} turns")))
    }

    pub fn quit(mut self) -> Result<(), TrialError> {
        self.dialogue.finish("0")
    }
}

/// Returns an unknown card after `first`, the first of the unknown ones. In every other turn this
/// is the card below it, if there is one; otherwise it is the next.
fn second_unknown(first: Spot, unknown: &[Spot]) -> Option<&Spot> {
    let next = unknown.get(1);
    if unknown.len() % 4 >= 2 {
        return next;
    }
    unknown.iter().find(|spot| spot.0 != first.0 && spot.1 == first.1).or(next)
}
