//! A checker for the output of Concentration's program: apart from cards that are turned up for the
//! first time, each line must follow from the output and input before it. The checker was written
//! from the course sheet alone.

use std::{collections::BTreeMap, ffi::OsString, fs};

use fourcade_course::concentration::classic;
use fourcade_engine::play::random;
use rand::{RngExt, seq::IndexedRandom};

use super::{
    CONCENTRATION,
    session_text::{InputEnded, SessionText, assert_any, numbers},
    transcript, transcripts,
};

const TITLE: &str = "*****************************\n* Welcome to Concentration! *\n*****************************\n\n";
const MENU: &str = "\
Please choose a mode of the game:\n1. Human vs. Computer\n2. Computer vs. Computer\n0. Quit\nYour choice: ";

/// The position of a card: its row, counted from 0, and its column, counted from 1.
type Place = (i64, i64);

/// The result of a finished game.
#[derive(Debug, PartialEq, Eq)]
struct Ending {
    /// Whether a person played against the computer.
    human: bool,
    turns: usize,
    /// The number of cards that each player won.
    scores: [usize; 2],
}

/// Checks the output of a session.
struct OutputChecker<'a> {
    text: SessionText<'a>,
    endings: Vec<Ending>,
}

/// The cards seen so far in a game.
#[derive(Default)]
struct SeenCards {
    cards: BTreeMap<Place, String>,
    /// The positions of the cards that were won, each with the winner's seat.
    won: BTreeMap<Place, usize>,
}

/// Returns the finished games of a session.
///
/// # Panics
/// Panics if the output or the exit status is wrong.
fn check_session(typed: &[u8], printed: &str, status: i32) -> Vec<Ending> {
    let text = SessionText::new(typed, printed);
    let mut checker = OutputChecker { text, endings: Vec::new() };
    let ended = checker.menu().is_err();
    if ended {
        checker.text.expect("End of input.\n");
    }
    checker.text.expect_end(ended, status);
    checker.endings
}

impl OutputChecker<'_> {
    /// Takes a line of input and returns the numbers at its start.
    fn numbers(&mut self) -> Result<Vec<i64>, InputEnded> {
        Ok(numbers(self.text.line()?))
    }

    fn menu(&mut self) -> Result<(), InputEnded> {
        self.text.expect(TITLE);
        loop {
            self.text.expect(MENU);
            match self.numbers()?.first() {
                Some(0) => return Ok(()),
                Some(1) => self.game(true)?,
                Some(2) => self.game(false)?,
                _ => {}
            }
        }
    }

    fn game(&mut self, human: bool) -> Result<(), InputEnded> {
        let names = if human { ["You", "Computer"] } else { ["Computer 1", "Computer 2"] };
        let mut seen = SeenCards::default();
        self.desktop(&seen);
        for turn in 0.. {
            let (seat, name) = (turn % 2, names[turn % 2]);
            let first = self.card(&mut seen, name, None)?;
            let second = self.card(&mut seen, name, Some(first))?;
            if seen.cards[&first][1..] == seen.cards[&second][1..] {
                self.text.expect(&format!("{name} got a matched pair!\n"));
                seen.won.extend([(first, seat), (second, seat)]);
            }
            let over = seen.won.len() == 52;
            if human || over {
                self.desktop(&seen);
            }
            let scores =
                [0, 1].map(|seat| seen.won.values().filter(|&&winner| winner == seat).count());
            if seat == 1 || over {
                let ([one, two], all) = (scores, seen.won.len());
                self.text.expect(&format!(
                    "Flipped cards: {all}; {}: {one}; {}: {two};\n",
                    names[0], names[1]
                ));
            }
            if over {
                self.ending(names, scores, turn + 1);
                self.endings.push(Ending { human, turns: turn + 1, scores });
                return Ok(());
            }
        }
        unreachable!("the loop ends with the game")
    }

    fn ending(&mut self, names: [&str; 2], scores: [usize; 2], turns: usize) {
        let mark = if names[0] == "You" { "" } else { "!" };
        self.text.expect(&format!("*** End of Game ***\n{turns} turns played{mark}\n"));
        self.text.expect(&match scores {
            [26, 26] => "A tie!\n".to_owned(),
            [one, two] if one > two && names[0] == "You" => "You win!\n".to_owned(),
            [one, two] => format!("{} wins!\n", names[usize::from(one < two)]),
        });
    }

    fn desktop(&mut self, seen: &SeenCards) {
        for row in 0..4 {
            for column in 1..=13 {
                let place = (row, column);
                self.text.expect(if seen.won.contains_key(&place) {
                    &seen.cards[&place]
                } else {
                    "XXX"
                });
                self.text.expect("\t");
            }
            self.text.expect("\n");
        }
    }

    /// Checks the next card that is turned up; `first` is the first card of this turn.
    fn card(
        &mut self,
        seen: &mut SeenCards,
        name: &str,
        first: Option<Place>,
    ) -> Result<Place, InputEnded> {
        let which = if first.is_none() { "1st" } else { "2nd" };
        let typed = if name == "You" { Some(self.choice(seen, which, first)?) } else { None };
        self.text.expect(&format!("{name} chose {which} card ("));
        let row = self.text.take(1).parse().expect("the row is a digit");
        self.text.expect(",");
        let column = self.text.take(2).trim_start().parse().expect("the column is a number");
        let place = (row, column);
        assert!((0..4).contains(&row) && (1..=13).contains(&column), "{place:?}");
        assert!(typed.is_none_or(|typed| typed == place), "{typed:?} was typed");
        assert!(
            first != Some(place) && !seen.won.contains_key(&place),
            "{place:?} may be turned up"
        );
        self.text.expect(") and it is ");
        let card = self.text.take(3);
        self.text.expect("\n");
        let ranks = [" A", " 2", " 3", " 4", " 5", " 6", " 7", " 8", " 9", "10", " J", " Q", " K"];
        assert!(
            ["C", "D", "S", "H"].contains(&&card[..1]) && ranks.contains(&&card[1..]),
            "{card:?} is a card"
        );
        assert_eq!(
            seen.cards.entry(place).or_insert_with(|| card.to_owned()),
            card,
            "the card is the same as before"
        );
        assert_eq!(
            seen.cards.values().filter(|&other| other == card).count(),
            1,
            "{card} is in only one place"
        );
        Ok(place)
    }

    /// Returns the choice of the person after all invalid ones.
    fn choice(
        &mut self,
        seen: &SeenCards,
        which: &str,
        first: Option<Place>,
    ) -> Result<Place, InputEnded> {
        loop {
            self.text.expect(&format!("Please input {which} card: "));
            let mut line = self.text.line()?.to_owned();
            // As for `scanf`, the second number may stand in a later line.
            while line.trim().parse::<i64>().is_ok() {
                line = format!("{line}\n{}", self.text.line()?);
            }
            match numbers(&line)[..] {
                [row @ 0..=3, column @ 1..=13, ..] if seen.won.contains_key(&(row, column)) => {
                    self.text.expect("The card must not be flipped already\n");
                }
                [row, column, ..] if first == Some((row, column)) => {
                    self.text.expect("The second card cannot be the same as first\n");
                }
                [row @ 0..=3, column @ 1..=13, ..] => return Ok((row, column)),
                _ => self.text.expect("Row and column must be within 0 - 3 and 1 - 13\n"),
            }
        }
    }
}

/// Runs the program with a seed and checks its output.
fn run(seed: u64, typed: &[u8]) -> Vec<Ending> {
    let args = ["--seed".into(), OsString::from(seed.to_string())];
    let (output, _, status) = super::run(classic::run, &args, &mut &*typed);
    check_session(typed, &output, status.into())
}

/// Checks that games have ended in every way: with each of the three results, and with each player
/// moving last.
fn check_variety(endings: &[Ending]) {
    assert_any(endings, "the first player winning", |end| end.scores[0] > 26);
    assert_any(endings, "the second player winning", |end| end.scores[0] < 26);
    assert_any(endings, "a tie", |end| end.scores[0] == 26);
    assert_any(endings, "the first player moving last", |end| end.turns % 2 == 1);
    assert_any(endings, "the second player moving last", |end| end.turns % 2 == 0);
}

#[test]
fn transcripts_follow_the_course_sheet() {
    let mut endings = Vec::new();
    for file in transcripts(&CONCENTRATION) {
        for run in transcript::parse(&CONCENTRATION, &fs::read_to_string(file).unwrap()) {
            if run.status != 2 {
                endings.extend(check_session(
                    &run.typed,
                    std::str::from_utf8(&run.printed).unwrap(),
                    run.status,
                ));
            }
        }
    }
    check_variety(&endings);
}

#[test]
fn games_between_computers_follow_the_course_sheet() {
    let endings: Vec<_> = (0..20).flat_map(|seed| run(seed, b"2\n2\n2\n0\n")).collect();
    assert!(endings.len() == 60 && endings.iter().all(|end| !end.human));
    check_variety(&endings);
}

#[test]
fn games_with_arbitrary_input_follow_the_course_sheet() {
    let mut endings = Vec::new();
    for seed in 0..30 {
        let mut rng = random::rng(seed, &[]);
        let mut typed = vec!["1".to_owned()];
        for _ in 0..rng.random_range(0..2000) {
            let junk = [
                "",
                "1",
                "2 ",
                "x",
                "1,2",
                "1 x",
                "  1\t2 more",
                "+1 +3",
                "2 5.5",
                "-0 13",
                "0 99",
            ];
            let junk = junk.choose(&mut rng).filter(|_| rng.random_ratio(1, 8));
            typed.push(match junk {
                Some(junk) => (*junk).to_owned(),
                None => format!("{} {}", rng.random_range(0..4), rng.random_range(1..=13)),
            });
        }
        endings.extend(run(seed, typed.join("\n").as_bytes()).into_iter().filter(|end| end.human));
    }
    check_variety(&endings);
}

#[test]
#[should_panic(expected = "but")]
fn the_checker_finds_a_wrong_character() {
    let (output, ..) =
        super::run(classic::run, &["--seed".into(), "1".into()], &mut &b"2\n0\n"[..]);
    let printed = output.replacen("turns played!", "turns played", 1);
    check_session(b"2\n0\n", &printed, 0);
}
