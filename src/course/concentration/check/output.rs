//! Reads what a program prints.

use super::{CARDS, COLUMNS, Card, Desktop, Spot};
use crate::check::{find_words, words};

/// A card that a player turned up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub who: String,
    /// 1 for the first card of a turn, 2 for the second.
    pub ordinal: usize,
    pub spot: Spot,
    pub card: Card,
    pub line: String,
}

/// A part of the game that the program reports in its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    Desktop(Desktop),
    Choice(Choice),
    /// The player who found a pair.
    Pair(String),
    /// All flipped cards and those of each player, with the printed line.
    Counts([usize; 3], String),
    End,
    Turns(usize),
    /// The printed line.
    Winner(String),
}

/// Parses the output of a program line by line. Unknown lines are skipped.
pub fn read_reports(text: &str) -> Vec<Report> {
    let mut reports = Vec::new();
    let mut cards = Desktop::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(row) = read_row(line) {
            cards.extend(row);
            if cards.len() == CARDS {
                reports.push(Report::Desktop(std::mem::take(&mut cards)));
            }
            continue;
        }
        cards.clear();
        reports.extend(read_line(line));
    }
    reports
}

pub fn first_choice(printed: &str) -> Option<Choice> {
    read_reports(printed).into_iter().find_map(|report| match report {
        Report::Choice(choice) => Some(choice),
        _ => None,
    })
}

/// Parses a row of the desktop: one card, or `None`, for each column.
fn read_row(line: &str) -> Option<Vec<Option<Card>>> {
    let mut row = Vec::new();
    let mut rest = line.trim();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix("XXX") {
            row.push(None);
            rest = after.trim_start();
            continue;
        }
        let suit = rest.chars().next().filter(|suit| "CDSH".contains(*suit))?;
        let after = rest[1..].trim_start();
        let ranks = ["10", "2", "3", "4", "5", "6", "7", "8", "9", "A", "J", "Q", "K"];
        let rank = ranks.into_iter().find(|rank| after.starts_with(rank))?;
        row.push(Some(format!("{suit}{rank}")));
        rest = after[rank.len()..].trim_start();
    }
    (row.len() == COLUMNS as usize).then_some(row)
}

fn read_line(line: &str) -> Option<Report> {
    let words: Vec<&str> = words(line).collect();
    let has = |wanted: &str| find_words(line, wanted).is_some();
    if let Some(at) = words.iter().position(|word| *word == "chose") {
        return read_choice(line, &words, at).map(Report::Choice);
    }
    if has("got a matched pair!") {
        let end = words.iter().position(|word| *word == "got")?;
        return Some(Report::Pair(player_name(&words[..end])));
    }
    if has("Flipped cards:") {
        let after_colons = words.windows(2).filter(|pair| pair[0] == ":");
        let counts: Vec<usize> = after_colons.filter_map(|pair| pair[1].parse().ok()).collect();
        return Some(Report::Counts(counts.try_into().ok()?, line.to_owned()));
    }
    if has("*** End of Game ***") {
        return Some(Report::End);
    }
    if has("turns played") {
        let before = words.iter().position(|word| *word == "turns")?.checked_sub(1)?;
        return Some(Report::Turns(words[before].parse().ok()?));
    }
    let is_result = has("You win!") || has("wins!") || has("A tie!");
    is_result.then(|| Report::Winner(line.trim().to_owned()))
}

/// Parses a line such as `You chose 1st card (0,12) and it is D 8`, in which `chose` is the word
/// number `at`.
fn read_choice(line: &str, words: &[&str], at: usize) -> Option<Choice> {
    let ordinal = match *words.get(at + 1)? {
        "1st" | "first" => 1,
        "2nd" | "second" => 2,
        _ => return None,
    };
    let open = words.iter().position(|word| *word == "(")?;
    let spot = (words.get(open + 1)?.parse().ok()?, words.get(open + 3)?.parse().ok()?);
    let card = words.iter().skip_while(|word| **word != "is").skip(1).copied().collect();
    Some(Choice { who: player_name(&words[..at]), ordinal, spot, card, line: line.to_owned() })
}

/// Returns the name of a player, ignoring blanks: `Computer1` is Computer 1.
fn player_name(words: &[&str]) -> String {
    let name = words.concat();
    let known =
        ["Computer 1", "Computer 2"].into_iter().find(|known| without_blanks(known) == name);
    known.map_or_else(|| words.join(" "), str::to_owned)
}

pub fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Whether a line ends with these words, ignoring blanks.
pub fn ends_with(line: &str, wanted: &str) -> bool {
    let [line, wanted] = [line, wanted].map(|text| words(text).collect::<Vec<_>>());
    line.ends_with(&wanted)
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::{super::wrong_card_message, *};
    use crate::scale::scaled;

    /// Parts of what a program shows, and what looks like them.
    const PARTS: [&str; 19] = [
        "XXX ",
        "C10",
        "D é",
        "C\u{301}",
        "\n",
        "You chose 1st card (",
        "0, 1",
        "9, 99999999999999999999",
        "-9223372036854775808, 1",
        "-2147483648, -2147483648",
        ") and it is ",
        "C2",
        "é",
        "You got a matched pair!\n",
        "Flipped cards: 4; You: 2; Computer: ３;\n",
        "*** End of Game ***\n",
        "99999999999999999999 turns played!\n",
        "You win!\n",
        "２",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(scaled(256)))]

        #[test]
        fn nothing_that_a_program_prints_makes_the_checker_panic(
            parts in vec(select(PARTS.to_vec()), 0..40),
            other in any::<String>(),
        ) {
            for text in [parts.concat(), other] {
                for report in read_reports(&text) {
                    if let Report::Choice(choice) = report {
                        wrong_card_message((0, 1), choice.spot);
                    }
                }
                ends_with(&text, "1st card");
            }
        }
    }

    #[test]
    fn what_a_program_shows_is_read_blanks_apart() {
        let row = "XXX\tC J\tC10\tD 8\tXXX XXX XXX XXX XXX XXX XXX XXX S A\t\n";
        let text = format!(
            "{row}\n{row}{row}\n{row}You chose 1st card (0,12) and it is D 8\n\
             Computer 1 got a matched pair!\nFlipped cards: 4; You: 2; Computer: 2;\n\
             *** End of Game ***\n319 turns played!\nComputer 2 wins!\n"
        );
        let reports = read_reports(&text);
        let Report::Desktop(desktop) = &reports[0] else { panic!("{reports:?}") };
        assert_eq!(desktop[1..4], ["CJ", "C10", "D8"].map(|card| Some(card.to_owned())));
        assert_eq!((desktop.len(), &desktop[0]), (52, &None));
        let (who, card) = ("You".to_owned(), "D8".to_owned());
        let line = "You chose 1st card (0,12) and it is D 8".to_owned();
        assert_eq!(
            reports[1],
            Report::Choice(Choice { who, ordinal: 1, spot: (0, 12), card, line })
        );
        let rest = [
            Report::Pair("Computer 1".to_owned()),
            Report::Counts([4, 2, 2], "Flipped cards: 4; You: 2; Computer: 2;".to_owned()),
            Report::End,
            Report::Turns(319),
            Report::Winner("Computer 2 wins!".to_owned()),
        ];
        assert_eq!(reports[2..], rest);
    }

    #[test]
    fn a_spot_far_from_the_table_is_only_wrong() {
        let message = wrong_card_message((0, 1), (i32::MIN, i32::MIN));
        assert!(message.ends_with("the card at (-2147483648, -2147483648) is turned up"));
    }
}
