//! Judges how the program reads the cards that a person types.

use super::{
    Spot, integer,
    output::first_choice,
    person::{Person, Question, Style},
    shown_spot, text, typed_line, wrong_card_message,
};
use crate::check::{Run, Trial, TrialError, find_words};

/// Types `typed` as the first or second `card`, which must be refused with `message`. `up` stands
/// for a card that is face up, and `same` for the card chosen first.
pub fn judge_refusal(trial: &mut Trial<'_>, run: &Run) -> Result<(), TrialError> {
    let message = text(run, "message").unwrap_or_default();
    let is_second = integer(run, "card") == Some(2);
    let (ordinal, which) = if is_second { (2, "2nd") } else { (1, "1st") };
    let typed = text(run, "typed").unwrap_or_default();
    let mut person = Person::start(trial, run)?;
    let mut question = person.choose_mode(1)?;
    if typed == "up" {
        while person.face_up.is_empty() && question == Question::First {
            question = person.take_turn(Style::Good)?;
        }
    }
    let down = person.face_down();
    let first = down.first().copied().unwrap_or((0, 1));
    if is_second {
        person.turn_up(first)?;
    }
    let line = match typed {
        "up" => person.face_up.first().copied().map(typed_line).unwrap_or_default(),
        "same" => typed_line(first),
        typed => typed.to_owned(),
    };
    let (question, printed) = person.answer(&line)?;
    if first_choice(&printed).is_some() {
        let means = text(run, "means").map(|means| format!(": {means}")).unwrap_or_default();
        return Err(person.wrong(format!("`{line}` is accepted as the {which} card{means}")));
    }
    if question != (if is_second { Question::Second } else { Question::First }) {
        let sentence = format!("after `{line}` it does not ask for the {which} card again");
        return Err(person.wrong(sentence));
    }
    if find_words(&printed, message).is_none() {
        return Err(person.wrong(format!("after `{line}` it does not print `{message}`")));
    }
    // A legal card must be accepted afterwards, and the first card stays.
    let legal = typed_line(down.get(1).copied().unwrap_or(first));
    let (_, printed) = person.answer(&legal)?;
    match first_choice(&printed) {
        Some(choice) if typed_line(choice.spot) == legal && choice.ordinal == ordinal => Ok(()),
        _ => {
            let stays = if is_second {
                format!("; {} stays the 1st", typed_line(first))
            } else {
                String::new()
            };
            Err(person.wrong(format!(
                "after the refusal, `{legal}` is not accepted as the {which} card{stays}"
            )))
        }
    }
}

/// Types `typed` as the first card, which must mean the card at `spot`.
pub fn judge_acceptance(trial: &mut Trial<'_>, run: &Run) -> Result<(), TrialError> {
    let typed = text(run, "typed").unwrap_or_default();
    let spot = text(run, "spot").and_then(|spot| -> Option<Spot> {
        let (row, column) = spot.split_once(' ')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    });
    let spot = spot.ok_or_else(|| TrialError::bad_case("`accepts` needs a spot"))?;
    let mut person = Person::start(trial, run)?;
    person.choose_mode(1)?;
    let (_, printed) = person.answer(typed)?;
    match first_choice(&printed) {
        Some(choice) if choice.spot == spot => Ok(()),
        Some(choice) => Err(person.wrong(wrong_card_message(spot, choice.spot))),
        None => Err(person.wrong(format!(
            "\"{}\" is not accepted: it means the card at {}",
            typed.escape_debug(),
            shown_spot(spot)
        ))),
    }
}
