//! Rules for a whole game. An error says in a sentence what is wrong.

use std::{
    cmp::Ordering,
    collections::{BTreeMap, BTreeSet},
};

use super::{
    CARDS, Card, FIRST, SECOND, Spot, all_spots,
    output::{Report, without_blanks},
    shown_game::{ShownGame, Turn},
    shown_spot, wrong_card_message,
};
use crate::{check::find_words, text::counted};

/// Maximum number of pairs that a computer may find with a card that was never turned up. Two or
/// three are expected.
const MAX_LUCKY_PAIRS: usize = 11;

/// Number of a computer's first turns whose cards must vary.
const VARIED_TURNS: usize = 12;
/// Minimum number of different cards in these turns, counted separately for first and second cards.
const VARIED_CARDS: usize = 5;
/// Only turns with at least this many cards face down count.
const VARIED_MIN_DOWN: usize = 26;

/// Minimum number of choices to judge whether they follow the order of the cards.
const MIN_ORDERED_CHOICES: usize = 12;

type Rule = fn(&ShownGame) -> Result<(), String>;

/// The rules by the names that cases use.
pub const RULES: [(&str, Rule); 18] = [
    ("first desktop", first_desktop),
    ("deck", deck),
    ("echo", echo),
    ("same cards", same_cards),
    ("pairs are told", pairs_are_told),
    ("shown cards", shown_cards),
    ("desktop after each turn", desktop_after_each_turn),
    ("two desktops", two_desktops),
    ("turns alternate", turns_alternate),
    ("legal choices", legal_choices),
    ("counts", counts),
    ("end of game", end_of_game),
    ("turns played", turns_played),
    ("winner", winner),
    ("choices are told", choices_are_told),
    ("questions", questions),
    ("honest choices", honest_choices),
    ("varied choices", varied_choices),
];

/// All cards are face down at the start.
fn first_desktop(game: &ShownGame) -> Result<(), String> {
    let Some(Report::Desktop(first)) = game.start.first() else {
        return Err("the 4 rows of 13 cards are not shown at the start".to_owned());
    };
    ensure(first.iter().all(Option::is_none), || {
        "cards are face up at the start; all are shown as XXX".to_owned()
    })
}

/// At the end, 52 different cards are face up.
fn deck(game: &ShownGame) -> Result<(), String> {
    let desktops = game.desktops();
    let last = desktops.last().ok_or("the cards are never shown")?;
    let down = last.iter().filter(|card| card.is_none()).count();
    ensure(down == 0, || format!("the game ends with {} face down", counted(down, "card")))?;
    let cards: BTreeSet<_> = last.iter().flatten().collect();
    ensure(cards.len() == CARDS, || {
        format!("the deck has {} different cards instead of {CARDS}", cards.len())
    })
}

/// The cards turned up are those that the person typed.
fn echo(game: &ShownGame) -> Result<(), String> {
    let own = game.turns.iter().filter(|turn| turn.who == "You");
    let shown: Vec<Spot> = own.flat_map(Turn::spots).collect();
    let different = game.typed.iter().zip(&shown).find(|(typed, shown)| typed != shown);
    if let Some((typed, shown)) = different {
        return Err(wrong_card_message(*typed, *shown));
    }
    ensure(game.typed.len() == shown.len(), || "a card that was chosen is not shown".to_owned())
}

/// A card never changes.
fn same_cards(game: &ShownGame) -> Result<(), String> {
    let mut seen = BTreeMap::new();
    let mut check = |spot: Spot, card: &Card| {
        let known = seen.entry(spot).or_insert_with(|| card.clone());
        ensure(known == card, || {
            format!("the card at {} is first {known}, then {card}", shown_spot(spot))
        })
    };
    for report in &game.reports {
        match report {
            Report::Choice(choice) => check(choice.spot, &choice.card)?,
            Report::Desktop(desktop) => {
                for (spot, card) in all_spots().zip(desktop) {
                    card.as_ref().map_or(Ok(()), |card| check(spot, card))?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// A pair is announced with the player who found it, and nothing else is.
fn pairs_are_told(game: &ShownGame) -> Result<(), String> {
    for turn in &game.turns {
        let cards: Vec<_> = turn.choices.iter().map(|choice| choice.card.as_str()).collect();
        let cards = cards.join(" and ");
        match (&turn.pair, turn.is_pair()) {
            (None, false) => {}
            (Some(who), true) => ensure(*who == turn.who, || {
                format!("{} turned up {cards}, but {who} is said to have got the pair", turn.who)
            })?,
            (None, true) => {
                return Err(format!("{cards} are a pair, but no matched pair is announced"));
            }
            (Some(_), false) => {
                return Err(format!("{cards} are announced as a pair, but their ranks differ"));
            }
        }
    }
    Ok(())
}

/// The cards of pairs stay face up, and all others are hidden again.
fn shown_cards(game: &ShownGame) -> Result<(), String> {
    let mut up = BTreeSet::new();
    for turn in &game.turns {
        if turn.is_pair() {
            up.extend(turn.spots());
        }
        for desktop in &turn.desktops {
            for (spot, card) in all_spots().zip(desktop) {
                match (card, up.contains(&spot)) {
                    (None, true) => {
                        return Err(format!(
                            "the card at {} is hidden after its pair was found",
                            shown_spot(spot)
                        ));
                    }
                    (Some(card), false) => {
                        return Err(format!(
                            "the card at {} is shown as {card}, though its pair was not found",
                            shown_spot(spot)
                        ));
                    }
                    _ => {}
                }
            }
        }
    }
    Ok(())
}

fn desktop_after_each_turn(game: &ShownGame) -> Result<(), String> {
    let missing = game.turns.iter().position(|turn| turn.desktops.is_empty());
    missing.map_or(Ok(()), |turn| {
        let turn = &game.turns[turn];
        Err(format!("the cards are not shown after a turn of {}", turn.who))
    })
}

fn two_desktops(game: &ShownGame) -> Result<(), String> {
    let count = game.desktops().len();
    ensure(count == 2, || {
        format!(
            "the cards are shown {} instead of twice, at the start and at the end",
            counted(count, "time")
        )
    })
}

/// The players take turns of two cards, also after a pair.
fn turns_alternate(game: &ShownGame) -> Result<(), String> {
    for (number, turn) in game.turns.iter().enumerate() {
        let expected = game.names[number % 2];
        ensure(turn.choices.len() == 2, || {
            format!("{} up one card only", with_verb(&turn.who, "turn"))
        })?;
        let after_pair = number > 0 && game.turns[number - 1].is_pair();
        ensure(turn.who == expected, || {
            if after_pair {
                format!(
                    "{} again after a pair; a pair gives no extra turn",
                    with_verb(&turn.who, "move")
                )
            } else {
                format!("{} out of turn", with_verb(&turn.who, "move"))
            }
        })?;
    }
    Ok(())
}

/// Each turn has two different cards that are face down.
fn legal_choices(game: &ShownGame) -> Result<(), String> {
    let mut up = BTreeSet::new();
    for turn in &game.turns {
        for spot in turn.spots() {
            ensure(all_spots().any(|known| known == spot), || {
                format!(
                    "{} {}, which is not on the table",
                    with_verb(&turn.who, "choose"),
                    shown_spot(spot)
                )
            })?;
            ensure(!up.contains(&spot), || {
                format!(
                    "{} {}, which is face up already",
                    with_verb(&turn.who, "choose"),
                    shown_spot(spot)
                )
            })?;
        }
        let same = turn.choices.len() == 2 && turn.choices[0].spot == turn.choices[1].spot;
        ensure(!same, || format!("{} the same card twice", with_verb(&turn.who, "choose")))?;
        if turn.is_pair() {
            up.extend(turn.spots());
        }
    }
    Ok(())
}

/// The flipped cards are counted after both players' turns.
fn counts(game: &ShownGame) -> Result<(), String> {
    let mut won = [0, 0];
    for (number, turn) in game.turns.iter().enumerate() {
        won[number % 2] += if turn.is_pair() { 2 } else { 0 };
        let sum = won[0] + won[1];
        match &turn.counts {
            Some((counts, line)) => {
                let right = [sum, won[0], won[1]];
                ensure(*counts == right, || wrong_counts_message(*counts, right))?;
                check_count_line(line, game.names, right)?;
            }
            None => ensure(number % 2 == 0 && sum < CARDS, || {
                "the flipped cards are not counted after both players' turns".to_owned()
            })?,
        }
    }
    Ok(())
}

/// The end is announced once, when all cards are up.
fn end_of_game(game: &ShownGame) -> Result<(), String> {
    let end = game.reports.iter().filter(|report| **report == Report::End).count();
    ensure(end == 1, || "`*** End of Game ***` is not printed once at the end".to_owned())?;
    let [first, second] = game.won();
    ensure(first + second == CARDS, || {
        format!("the game ends with {} flipped", counted(first + second, "card"))
    })
}

fn turns_played(game: &ShownGame) -> Result<(), String> {
    let told = game.reports.iter().find_map(|report| match report {
        Report::Turns(turns) => Some(*turns),
        _ => None,
    });
    let told = told.ok_or("the number of turns played is not printed")?;
    let turns = game.turns.len();
    ensure(told == turns, || {
        format!(
            "it says that {} were played, but {turns} is right: two cards are a turn",
            counted(told, "turn")
        )
    })
}

pub fn winner(game: &ShownGame) -> Result<(), String> {
    let told = game.reports.iter().find_map(|report| match report {
        Report::Winner(line) => Some(line.as_str()),
        _ => None,
    });
    let told = told.ok_or("the winner is not named")?;
    let [first, second] = game.won();
    let expected = match first.cmp(&second) {
        Ordering::Equal => "A tie!".to_owned(),
        order => {
            let name = game.names[usize::from(order.is_lt())];
            if name == "You" { "You win!".to_owned() } else { format!("{name} wins!") }
        }
    };
    ensure(without_blanks(told).contains(&without_blanks(&expected)), || {
        format!("it says `{told}` after {first} and {second} cards; `{expected}` is right")
    })
}

/// Each choice is reported in the words of the sheet.
fn choices_are_told(game: &ShownGame) -> Result<(), String> {
    for turn in &game.turns {
        for (choice, ordinals) in turn.choices.iter().zip([["1st", "first"], ["2nd", "second"]]) {
            let (row, column) = choice.spot;
            let (suit, rank) = choice.card.split_at_checked(1).unwrap_or_default();
            let right = ordinals.map(|ordinal| {
                format!(
                    "{} chose {ordinal} card ({row},{column:2}) and it is {suit}{rank:>2}",
                    turn.who
                )
            });
            let is_right = right.iter().any(|right| find_words(&choice.line, right).is_some());
            ensure(is_right, || wrong_line_message(&choice.line, &right[0]))?;
        }
    }
    Ok(())
}

/// Both cards are asked for in the words of the sheet.
fn questions(game: &ShownGame) -> Result<(), String> {
    for question in [FIRST, SECOND] {
        let right = question.map(|end| format!("Please input {end}"));
        let is_asked = right.iter().any(|right| find_words(&game.shown, right).is_some());
        ensure(is_asked, || format!("it does not ask `{}`", right[0]))?;
    }
    Ok(())
}

/// No computer knows the cards that are face down.
fn honest_choices(game: &ShownGame) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    let mut lucky = BTreeMap::new();
    for turn in &game.turns {
        let is_new = turn.choices.last().is_some_and(|choice| !seen.contains(&choice.spot));
        if is_new && turn.is_pair() {
            *lucky.entry(turn.who.as_str()).or_insert(0) += 1;
        }
        seen.extend(turn.spots());
    }
    let found = lucky.into_iter().find(|(who, count)| *who != "You" && *count > MAX_LUCKY_PAIRS);
    found.map_or(Ok(()), |(who, count)| {
        Err(format!(
            "{who} finds {count} pairs with cards that nobody had turned up: it knows the \
             hidden cards"
        ))
    })
}

/// The computers' choices vary and don't follow the order of the cards.
fn varied_choices(game: &ShownGame) -> Result<(), String> {
    let turns: Vec<&Turn> = game
        .computer_turns()
        .filter(|(turn, down)| *down >= VARIED_MIN_DOWN && turn.choices.len() == 2)
        .map(|(turn, _)| turn)
        .take(VARIED_TURNS)
        .collect();
    for (card, ordinal) in [(0, "1st"), (1, "2nd")] {
        let spots: BTreeSet<Spot> = turns.iter().map(|turn| turn.choices[card].spot).collect();
        ensure(turns.len() < VARIED_TURNS || spots.len() >= VARIED_CARDS, || {
            format!(
                "the {ordinal} card of the first {VARIED_TURNS} turns of a computer is always \
                 one of the same {}: it isn't random",
                spots.len()
            )
        })?;
    }
    let choices: Vec<Spot> = game.computer_turns().flat_map(|(turn, _)| turn.spots()).collect();
    let rising = choices.windows(2).filter(|pair| pair[0] < pair[1]).count();
    let is_in_order = choices.len() >= MIN_ORDERED_CHOICES && rising * 10 >= choices.len() * 9;
    ensure(!is_in_order, || {
        "the computer chooses the cards in their order, not at random".to_owned()
    })
}

/// Checks a line with the number of all flipped cards and those of each player.
fn check_count_line(line: &str, names: [&str; 2], counts: [usize; 3]) -> Result<(), String> {
    let ([first, second], [all, of_first, of_second]) = (names, counts);
    let right = format!("Flipped cards: {all}; {first}: {of_first}; {second}: {of_second};");
    ensure(find_words(line, &right).is_some(), || wrong_line_message(line, &right))
}

fn wrong_counts_message(actual: [usize; 3], right: [usize; 3]) -> String {
    let what = if actual.map(|pairs| pairs.saturating_mul(2)) == right {
        "pairs are counted instead of cards"
    } else {
        "the flipped cards are not counted right"
    };
    let ([all, first, second], [right, right_first, right_second]) = (actual, right);
    format!(
        "{what}: {all} ({first} and {second} by the players) instead of {right} ({right_first} and \
         {right_second})"
    )
}

fn wrong_line_message(line: &str, right: &str) -> String {
    format!("it prints `{}`; `{right}` is right", line.trim())
}

/// Conjugates a verb: "You turn", "Computer turns".
fn with_verb(who: &str, verb: &str) -> String {
    if who == "You" { format!("You {verb}") } else { format!("{who} {verb}s") }
}

fn ensure(holds: bool, sentence: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(sentence()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_counts_are_explained_however_large_they_are() {
        let message = wrong_counts_message([2, 1, 1], [4, 2, 2]);
        assert!(message.starts_with("pairs are counted instead of cards: 2 (1 and 1"), "{message}");
        let message = wrong_counts_message([usize::MAX; 3], [4, 2, 2]);
        assert!(message.starts_with("the flipped cards are not counted right: "), "{message}");
    }
}
