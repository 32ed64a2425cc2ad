//! Judges whole games: one by a rule, or several by what they have in common.

use std::collections::BTreeSet;

use super::{
    Card, Desktop, Spot, integer,
    person::{Person, Style},
    rules::{self, RULES},
    shown_game::ShownGame,
    text,
};
use crate::{
    check::{CheckFault, Run, Trial, TrialError},
    text::counted,
};

/// Number of deals in one run. Each is compared with the previous one.
const DEALS: usize = 8;

type AreAlike = fn(&Card, &Card) -> bool;

/// A property of cards, its comparison, and the maximum number of places, over all deals, that may
/// keep it from one deal to the next. A shuffled deck exceeds none in a million runs.
const MAX_ALIKE: [(&str, AreAlike, usize); 3] = [
    ("card", |left, right| left == right, 30),
    ("suit", |left, right| left.get(..1) == right.get(..1), 150),
    ("rank", |left, right| left.get(1..) == right.get(1..), 70),
];

/// Maximum number of games of two computers to see all three results. About one in seven is a tie.
const MAX_RESULT_GAMES: usize = 60;

/// Plays `games` games of `mode` in one run and judges the last by `rule`. The `person` is `good`,
/// `bad` or `even`; see [`Style`].
pub fn judge_game(trial: &mut Trial<'_>, run: &Run) -> Result<(), TrialError> {
    let mode = integer(run, "mode");
    let mode = mode.ok_or_else(|| TrialError::bad_case("`game` needs a mode, 1 or 2"))?;
    let rule_name = text(run, "rule");
    let rule_name = rule_name.ok_or_else(|| TrialError::bad_case("`game` needs a rule"))?;
    let known = RULES.iter().find(|(name, _)| *name == rule_name);
    let (_, rule) = known.ok_or_else(|| {
        let names: Vec<_> = RULES.iter().map(|(name, _)| *name).collect();
        let names = names.join(", ");
        TrialError::bad_case(format!("there is no rule `{rule_name}`; there are: {names}"))
    })?;
    let style = Style::of(run)?;
    let mut person = Person::start(trial, run)?;
    for _ in 0..integer(run, "games").unwrap_or(1) {
        person.play(mode, style)?;
    }
    let game = ShownGame::new(mode, &person);
    rule(&game).map_err(|sentence| person.wrong(sentence))?;
    person.quit()
}

/// Plays two games in different seconds. Their cards or choices must differ, as `what` says.
pub fn judge_difference(trial: &mut Trial<'_>, run: &Run) -> Result<(), TrialError> {
    let mode = integer(run, "mode").unwrap_or(2);
    let play = |trial: &mut Trial<'_>| -> Result<ShownGame, TrialError> {
        let mut person = Person::start(trial, run)?;
        person.play(mode, Style::Good)?;
        Ok(ShownGame::new(mode, &person))
    };
    let first = play(trial)?;
    trial.wait_for_another_second()?;
    let second = play(trial)?;
    let choices = |game: &ShownGame| -> Vec<Spot> {
        game.computer_turns().flat_map(|(turn, _)| turn.spots()).collect()
    };
    let (same, sentence) = match text(run, "what") {
        Some("cards") => (
            first.deal() == second.deal(),
            "two runs deal the same cards: the deck isn't shuffled, or always in the same way",
        ),
        _ => (
            choices(&first) == choices(&second),
            "the computer makes the same choices in two runs: they aren't random",
        ),
    };
    if same { Err(CheckFault::new(sentence).into()) } else { Ok(()) }
}

/// Plays games of two computers in one run. The deck must be shuffled before each.
pub fn judge_deals(trial: &mut Trial<'_>, run: &Run) -> Result<(), TrialError> {
    let mut person = Person::start(trial, run)?;
    let mut deals = Vec::new();
    for _ in 0..DEALS {
        person.play(2, Style::Good)?;
        deals.extend(ShownGame::new(2, &person).deal());
    }
    check_shuffling(&deals).map_err(|sentence| person.wrong(sentence))?;
    person.quit()
}

/// Checks that no deal resembles the one before.
fn check_shuffling(deals: &[Desktop]) -> Result<(), String> {
    if deals.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("the next game of the same run has the same cards again".to_owned());
    }
    for (what, is_alike, most) in MAX_ALIKE {
        let pairs = deals.windows(2).flat_map(|pair| pair[0].iter().zip(&pair[1]));
        let cards = pairs.filter_map(|(left, right)| Some((left.as_ref()?, right.as_ref()?)));
        let alike = cards.filter(|(left, right)| is_alike(left, right)).count();
        if alike > most {
            return Err(format!(
                "the deck is not shuffled well: in {} in a row, a place got the same {what} again \
                 {}; by chance, at most {most} times",
                counted(deals.len(), "game"),
                counted(alike, "time")
            ));
        }
    }
    Ok(())
}

/// Plays games of two computers in one run until each has won and one was a tie. Every result must
/// be announced correctly. A result that doesn't occur in [`MAX_RESULT_GAMES`] games isn't judged.
pub fn judge_results(trial: &mut Trial<'_>, run: &Run) -> Result<(), TrialError> {
    let mut person = Person::start(trial, run)?;
    let mut results = BTreeSet::new();
    for _ in 0..MAX_RESULT_GAMES {
        person.play(2, Style::Good)?;
        let game = ShownGame::new(2, &person);
        rules::winner(&game).map_err(|sentence| person.wrong(sentence))?;
        let [first, second] = game.won();
        results.insert(first.cmp(&second));
        if results.len() == 3 {
            break;
        }
    }
    person.quit()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITS: [char; 4] = ['C', 'D', 'S', 'H'];
    const RANKS: [&str; 13] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];

    /// Eight deals. Each changes the suit and the rank in every place, except that the second deal
    /// keeps `kept` cards of the first.
    fn deals(kept: usize) -> Vec<Desktop> {
        let changes = |deal: usize, place: usize| deal - usize::from(deal > 0 && place < kept);
        let card = |number: usize| format!("{}{}", SUITS[number % 4], RANKS[number % 13]);
        let deal = |deal| (0..52).map(|place| Some(card(place + changes(deal, place)))).collect();
        (0..DEALS).map(deal).collect()
    }

    #[test]
    fn as_many_cards_may_stay_in_their_places_as_the_message_says() {
        assert_eq!(check_shuffling(&deals(30)), Ok(()));
        let message = check_shuffling(&deals(31)).unwrap_err();
        assert!(message.contains("the same card"), "{message}");
        assert!(message.contains("31 times") && message.contains("at most 30"), "{message}");
        let message = check_shuffling(&deals(52)).unwrap_err();
        assert!(message.contains("has the same cards again"), "{message}");
    }
}
