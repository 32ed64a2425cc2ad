//! Checks other people's programs for Concentration: plays as a person who reads the program's
//! output, and judges the games by rules.

use std::collections::{BTreeMap, BTreeSet};

use include_dir::{Dir, include_dir};

use crate::{
    check::{CheckError, Dialogue, Fault, Property, Run, Suite, Trial, find_words, words},
    text::counted,
};
use fourcade_engine::{concentration::Concentration, play::Game};

static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/check/concentration");

/// The checks of a text program for Concentration.
pub const SUITE: Suite = Suite {
    game: Concentration::KEY,
    cases: &CASES,
    properties: &[
        ("game", Property::Judged(judge_game)),
        ("refuses", Property::Judged(judge_refusal)),
        ("accepts", Property::Judged(judge_acceptance)),
        ("differs", Property::Judged(judge_difference)),
        ("deals", Property::Judged(judge_deals)),
        ("results", Property::Judged(judge_results)),
    ],
    explain: |_, _, _| None,
};

const MENU: &str = "Your choice:";
/// The sheet uses both wordings.
const FIRST: [&str; 2] = ["1st card:", "first card:"];
const SECOND: [&str; 2] = ["2nd card:", "second card:"];

const ROWS: i32 = 4;
const COLUMNS: i32 = 13;
const CARDS: usize = 52;

/// With random choices, no game takes this many turns.
const MAX_TURNS: usize = 20_000;

/// Number of deals in one run, each of which is compared with the one before.
const DEALS: usize = 8;

type AreAlike = fn(&Card, &Card) -> bool;

/// A property of cards, its comparison, and the maximum number of places, in all comparisons
/// together, where successive deals may agree. A shuffled deck exceeds none in a million runs.
const MAX_ALIKE: [(&str, AreAlike, usize); 3] = [
    ("card", |left, right| left == right, 30),
    ("suit", |left, right| left.get(..1) == right.get(..1), 150),
    ("rank", |left, right| left.get(1..) == right.get(1..), 70),
];

/// Maximum number of games of two computers until each result has occurred. About one in seven is a
/// tie.
const MAX_RESULT_GAMES: usize = 60;

/// Maximum number of pairs that a computer may find with a card that was never turned up. Two or
/// three are expected.
const MAX_LUCKY_PAIRS: usize = 11;

/// Number of a computer's first turns whose cards must vary.
const VARIED_TURNS: usize = 12;
/// Minimum number of different cards in these turns, counted separately for first and second cards.
const VARIED_CARDS: usize = 5;
/// Only turns with at least this many cards face down count.
const VARIED_DOWN: usize = 26;

/// With this many cards won, a person who aims for a tie stops looking for pairs.
const EVEN_CARDS: usize = 24;

/// Row and column as they are typed.
type Spot = (i32, i32);

/// Suit and rank as shown, without blanks.
type Card = String;

/// The 52 cards as shown; `None` for those face down.
type Desktop = Vec<Option<Card>>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    Desktop(Desktop),
    Chose {
        who: String,
        ordinal: usize,
        spot: Spot,
        card: Card,
        line: String,
    },
    Pair(String),
    /// All flipped cards and those of each player, with the printed line.
    Count([usize; 3], String),
    End,
    Turns(usize),
    Winner(String),
}

/// Parses the output of a program line by line. Unknown lines are skipped.
fn read_items(text: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut rows: Desktop = Vec::new();
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        if let Some(row) = read_row(line) {
            rows.extend(row);
            if rows.len() == CARDS {
                items.push(Item::Desktop(std::mem::take(&mut rows)));
            }
            continue;
        }
        rows.clear();
        items.extend(read_line(line));
    }
    items
}

fn read_row(line: &str) -> Option<Desktop> {
    let mut row = Desktop::new();
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

fn read_line(line: &str) -> Option<Item> {
    let words: Vec<&str> = words(line).map(|(word, _)| word).collect();
    let has = |wanted: &str| find_words(line, wanted).is_some();
    if let Some(at) = words.iter().position(|word| *word == "chose") {
        let ordinal = match *words.get(at + 1)? {
            "1st" | "first" => 1,
            "2nd" | "second" => 2,
            _ => return None,
        };
        let open = words.iter().position(|word| *word == "(")?;
        let spot = (words.get(open + 1)?.parse().ok()?, words.get(open + 3)?.parse().ok()?);
        let card = words.iter().skip_while(|word| **word != "is").skip(1);
        let who = player(&words[..at]);
        let (card, line) = (card.copied().collect(), line.to_owned());
        return Some(Item::Chose { who, ordinal, spot, card, line });
    }
    if has("got a matched pair!") {
        let end = words.iter().position(|word| *word == "got")?;
        return Some(Item::Pair(player(&words[..end])));
    }
    if has("Flipped cards:") {
        let after_colons = words.windows(2).filter(|pair| pair[0] == ":");
        let counts: Vec<usize> = after_colons.filter_map(|pair| pair[1].parse().ok()).collect();
        return Some(Item::Count(counts.try_into().ok()?, line.to_owned()));
    }
    match () {
        () if has("*** End of Game ***") => Some(Item::End),
        () if has("turns played") => {
            let before = words.iter().position(|word| *word == "turns")?.checked_sub(1)?;
            Some(Item::Turns(words[before].parse().ok()?))
        }
        () if has("You win!") || has("wins!") || has("A tie!") => {
            Some(Item::Winner(line.trim().to_owned()))
        }
        () => None,
    }
}

/// Returns the name of a player, ignoring blanks: `Computer1` is Computer 1.
fn player(words: &[&str]) -> String {
    let name = words.concat();
    let known =
        ["Computer 1", "Computer 2"].into_iter().find(|known| without_blanks(known) == name);
    known.map_or_else(|| words.join(" "), str::to_owned)
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Menu,
    First,
    Second,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Remembers everything.
    Good,
    /// Avoids pairs as long as possible.
    Bad,
    /// Aims for a tie.
    Even,
}

impl Style {
    fn of(run: &Run) -> Self {
        match text(run, "person") {
            Some("bad") => Self::Bad,
            Some("even") => Self::Even,
            _ => Self::Good,
        }
    }
}

/// A simulated person who plays by what the program shows.
struct Person<'a> {
    dialogue: Dialogue<'a>,
    /// The output since the last menu.
    shown: String,
    seen: BTreeMap<Spot, Card>,
    gone: BTreeSet<Spot>,
    /// Number of cards that the person has won.
    won: usize,
    typed: Vec<Spot>,
}

impl<'a> Person<'a> {
    fn start(trial: &mut Trial<'a>, run: &Run) -> Result<Self, CheckError> {
        let mut dialogue = trial.start_dialogue(&run.args)?;
        dialogue.wait_for(&[MENU])?;
        let shown = String::new();
        let (seen, gone) = (BTreeMap::new(), BTreeSet::new());
        Ok(Self { dialogue, shown, seen, gone, won: 0, typed: Vec::new() })
    }

    fn answer(&mut self, line: &str) -> Result<(Question, String), CheckError> {
        let all = [[MENU].as_slice(), &FIRST, &SECOND].concat();
        let printed = self.dialogue.answer(line, &all)?;
        let last = printed.trim_end().lines().last().unwrap_or_default();
        let is_asked = |prompts: &[&str]| prompts.iter().any(|prompt| ends_with(last, prompt));
        let question = match () {
            () if is_asked(&FIRST) => Question::First,
            () if is_asked(&SECOND) => Question::Second,
            () => Question::Menu,
        };
        self.shown.push_str(line);
        self.shown.push('\n');
        self.shown.push_str(&printed);
        self.learn(&printed);
        Ok((question, printed))
    }

    fn choose_mode(&mut self, mode: i64) -> Result<Question, CheckError> {
        self.shown.clear();
        self.seen.clear();
        self.gone.clear();
        self.won = 0;
        self.typed.clear();
        Ok(self.answer(&mode.to_string())?.0)
    }

    fn learn(&mut self, printed: &str) {
        let mut turn = Vec::new();
        for item in read_items(printed) {
            match item {
                Item::Chose { ordinal, spot, card, .. } => {
                    self.seen.insert(spot, card);
                    if ordinal == 1 {
                        turn.clear();
                    }
                    turn.push(spot);
                }
                Item::Pair(who) => {
                    self.won += if who == "You" { 2 } else { 0 };
                    self.gone.extend(turn.drain(..));
                }
                Item::Desktop(desktop) => {
                    let up = spots().zip(desktop).filter(|(_, card)| card.is_some());
                    self.gone = up.map(|(spot, _)| spot).collect();
                    turn.clear();
                }
                _ => {}
            }
        }
    }

    fn down(&self) -> Vec<Spot> {
        spots().filter(|spot| !self.gone.contains(spot)).collect()
    }

    /// Chooses a card, which must be accepted.
    fn turn_up(&mut self, spot: Spot) -> Result<Question, CheckError> {
        let second = self.typed.len() % 2 == 1;
        let line = format!("{} {}", spot.0, spot.1);
        let (question, printed) = self.answer(&line)?;
        self.typed.push(spot);
        let Some(chosen) = first_chosen(&printed) else {
            return Err(self.wrong(format!("the card {line} is refused, though it is face down")));
        };
        if chosen.spot != spot {
            return Err(self.wrong(wrong_card_message(spot, chosen.spot)));
        }
        if !second && question != Question::Second {
            return Err(self.wrong("after the 1st card it does not ask for the 2nd"));
        }
        Ok(question)
    }

    fn wrong(&self, sentence: impl Into<String>) -> CheckError {
        self.dialogue.fault(sentence).into()
    }

    fn take_turn(&mut self, style: Style) -> Result<Question, CheckError> {
        let down = self.down();
        // Each player gets one of the last two pairs, whoever takes the first.
        let is_good = match style {
            Style::Good => true,
            Style::Bad => false,
            Style::Even => self.won < EVEN_CARDS || down.len() <= CARDS - 2 * EVEN_CARDS,
        };
        let rank = |person: &Self, spot: &Spot| {
            person.seen.get(spot).map(|card| card.get(1..).unwrap_or_default().to_owned())
        };
        let known: Vec<Spot> =
            down.iter().copied().filter(|spot| self.seen.contains_key(spot)).collect();
        let unknown: Vec<Spot> =
            down.iter().copied().filter(|spot| !self.seen.contains_key(spot)).collect();
        let mut pairs = known.iter().enumerate().flat_map(|(index, &first)| {
            known[index + 1..].iter().map(move |&second| (first, second))
        });
        let wanted =
            pairs.find(|(first, second)| (rank(self, first) == rank(self, second)) == is_good);
        if let Some((first, second)) = wanted {
            self.turn_up(first)?;
            return self.turn_up(second);
        }
        let Some(&first) = unknown.first().or(down.first()) else {
            return Err(self.wrong("all cards are up, and the game is not over"));
        };
        self.turn_up(first)?;
        let found = rank(self, &first);
        let mut others: Vec<Spot> = known.iter().chain(&unknown).copied().collect();
        others.retain(|&spot| spot != first);
        let fits = |spot: &&Spot| self.seen.contains_key(*spot) && rank(self, spot) == found;
        // If both cards are unknown, the second is alternately beside and below the first.
        let beside = unknown.get(1);
        let below = unknown.iter().find(|spot| spot.0 != first.0 && spot.1 == first.1);
        let next = if unknown.len() % 4 < 2 { below.or(beside) } else { beside };
        let second = if is_good {
            others.iter().find(fits).or(next)
        } else {
            others.iter().find(|spot| !fits(spot))
        };
        let Some(&second) = second.or(others.first()) else {
            return Err(self.wrong("one card is left, and the game is not over"));
        };
        self.turn_up(second)
    }

    fn play(&mut self, mode: i64, style: Style) -> Result<(), CheckError> {
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

    fn quit(mut self) -> Result<(), CheckError> {
        self.dialogue.finish("0")
    }
}

fn ends_with(line: &str, wanted: &str) -> bool {
    let [line, wanted] =
        [line, wanted].map(|text| words(text).map(|word| word.0).collect::<Vec<_>>());
    line.ends_with(&wanted)
}

fn spots() -> impl Iterator<Item = Spot> {
    (0..ROWS).flat_map(|row| (1..=COLUMNS).map(move |column| (row, column)))
}

fn integer(run: &Run, name: &str) -> Option<i64> {
    run.property.as_ref()?.parameters.get(name)?.as_integer()
}

fn text<'a>(run: &'a Run, name: &str) -> Option<&'a str> {
    run.property.as_ref()?.parameters.get(name)?.as_str()
}

/// Plays `games` games of `mode` in one run and judges the last by `rule`. The `person` is `good`,
/// `bad` or `even`; see [`Style`].
fn judge_game(trial: &mut Trial<'_>, run: &Run) -> Result<(), CheckError> {
    let bad = |why: &str| CheckError::BadCase(why.to_owned());
    let mode = integer(run, "mode").ok_or_else(|| bad("`game` needs a mode, 1 or 2"))?;
    let name = text(run, "rule").ok_or_else(|| bad("`game` needs a rule"))?;
    let known = RULES.iter().find(|(known, _)| *known == name);
    let (_, rule) = known.ok_or_else(|| {
        let names: Vec<_> = RULES.iter().map(|(name, _)| *name).collect();
        CheckError::BadCase(format!("there is no rule `{name}`; there are: {}", names.join(", ")))
    })?;
    let mut person = Person::start(trial, run)?;
    for _ in 0..integer(run, "games").unwrap_or(1) {
        person.play(mode, Style::of(run))?;
    }
    let game = Played::new(mode, &person);
    rule(&game).map_err(|sentence| person.wrong(sentence))?;
    person.quit()
}

/// Types `typed` as the first or second `card`, which must be refused with `message`. `up` stands
/// for a card that is face up, and `same` for the card chosen first.
fn judge_refusal(trial: &mut Trial<'_>, run: &Run) -> Result<(), CheckError> {
    let message = text(run, "message").unwrap_or_default();
    let is_second = integer(run, "card") == Some(2);
    let typed = text(run, "typed").unwrap_or_default();
    let mut person = Person::start(trial, run)?;
    let mut question = person.choose_mode(1)?;
    if typed == "up" {
        while person.gone.is_empty() && question == Question::First {
            question = person.take_turn(Style::Good)?;
        }
    }
    let down = person.down();
    let mut last = down.first().copied().unwrap_or((0, 1));
    if is_second {
        person.turn_up(last)?;
    }
    let name = |spot: Spot| format!("{} {}", spot.0, spot.1);
    let line = match typed {
        "up" => person.gone.first().copied().map(name).unwrap_or_default(),
        "same" => name(last),
        typed => typed.to_owned(),
    };
    let (question, printed) = person.answer(&line)?;
    let again = if is_second { Question::Second } else { Question::First };
    let accepted = first_chosen(&printed).is_some();
    if accepted || question != again {
        let means = text(run, "means").map(|means| format!(": {means}")).unwrap_or_default();
        let which = if is_second { "2nd" } else { "1st" };
        return Err(person.wrong(if accepted {
            format!("`{line}` is accepted as the {which} card{means}")
        } else {
            format!("after `{line}` it does not ask for the {which} card again")
        }));
    }
    if find_words(&printed, message).is_none() {
        return Err(person.wrong(format!("after `{line}` it does not print `{message}`")));
    }
    // A legal card must be accepted afterwards, and the first card stays.
    let first = last;
    last = down.get(1).copied().unwrap_or(last);
    let (_, printed) = person.answer(&name(last))?;
    let ordinal = if is_second { 2 } else { 1 };
    match first_chosen(&printed) {
        Some(chosen) if chosen.spot == last && chosen.ordinal == ordinal => Ok(()),
        _ => Err(person.wrong(format!(
            "after the refusal, `{}` is not accepted as the {} card{}",
            name(last),
            if is_second { "2nd" } else { "1st" },
            if is_second { format!("; {} stays the 1st", name(first)) } else { String::new() }
        ))),
    }
}

/// Types `typed` as the first card, which must mean the card at `spot`.
fn judge_acceptance(trial: &mut Trial<'_>, run: &Run) -> Result<(), CheckError> {
    let typed = text(run, "typed").unwrap_or_default();
    let spot = text(run, "spot").and_then(|spot| {
        let (row, column) = spot.split_once(' ')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    });
    let spot = spot.ok_or_else(|| CheckError::BadCase("`accepts` needs a spot".to_owned()))?;
    let mut person = Person::start(trial, run)?;
    person.choose_mode(1)?;
    let (_, printed) = person.answer(typed)?;
    match first_chosen(&printed) {
        Some(chosen) if chosen.spot == spot => Ok(()),
        Some(chosen) => Err(person.wrong(wrong_card_message(spot, chosen.spot))),
        None => Err(person.wrong(format!(
            "\"{}\" is not accepted: it means the card at {}",
            typed.escape_debug(),
            name(spot)
        ))),
    }
}

/// Plays two games at different times. The `what`, `cards` or `choices`, must differ.
fn judge_difference(trial: &mut Trial<'_>, run: &Run) -> Result<(), CheckError> {
    let mode = integer(run, "mode").unwrap_or(2);
    let mut games = Vec::new();
    for number in 0..2 {
        if number > 0 {
            trial.wait_for_another_second()?;
        }
        let mut person = Person::start(trial, run)?;
        person.play(mode, Style::Good)?;
        games.push(Played::new(mode, &person));
    }
    let cards = Played::deal;
    let choices = |game: &Played| -> Vec<Spot> {
        let turns = game.turns.iter().filter(|turn| turn.who != "You");
        turns.flat_map(|turn| turn.cards.iter().map(|(spot, _)| *spot)).collect()
    };
    let [first, second] = games.as_slice() else { return Ok(()) };
    let (same, sentence) = match text(run, "what") {
        Some("cards") => (
            cards(first) == cards(second),
            "two runs deal the same cards: the deck isn't shuffled, or always in the same way",
        ),
        _ => (
            choices(first) == choices(second),
            "the computer makes the same choices in two runs: they aren't random",
        ),
    };
    if same { Err(Fault::new(sentence).into()) } else { Ok(()) }
}

/// Plays games of two computers in one run. Each must be shuffled again.
fn judge_deals(trial: &mut Trial<'_>, run: &Run) -> Result<(), CheckError> {
    let mut person = Person::start(trial, run)?;
    let mut deals = Vec::new();
    for _ in 0..DEALS {
        person.play(2, Style::Good)?;
        deals.extend(Played::new(2, &person).deal());
    }
    if deals.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(person.wrong("the next game of the same run has the same cards again"));
    }
    for (what, is_alike, most) in MAX_ALIKE {
        let pairs = deals.windows(2).flat_map(|pair| pair[0].iter().zip(&pair[1]));
        let cards = pairs.filter_map(|(left, right)| Some((left.as_ref()?, right.as_ref()?)));
        let alike = cards.filter(|(left, right)| is_alike(left, right)).count();
        if alike > most {
            return Err(person.wrong(format!(
                "the deck is not shuffled well: in {DEALS} games, a place had the same {what} as \
                 in the game before {}, which chance does less than {most} times",
                counted(alike, "time")
            )));
        }
    }
    person.quit()
}

/// Plays games of two computers in one run until each has won and one was a tie. Every result must
/// be announced correctly.
fn judge_results(trial: &mut Trial<'_>, run: &Run) -> Result<(), CheckError> {
    let mut person = Person::start(trial, run)?;
    let mut results = BTreeSet::new();
    for _ in 0..MAX_RESULT_GAMES {
        person.play(2, Style::Good)?;
        let game = Played::new(2, &person);
        check_winner(&game).map_err(|sentence| person.wrong(sentence))?;
        let [first, second] = game.won();
        results.insert(first.cmp(&second));
        if results.len() == 3 {
            break;
        }
    }
    person.quit()
}

struct Turn {
    who: String,
    cards: Vec<(Spot, Card)>,
    lines: Vec<String>,
    pair: Option<String>,
    desktops: Vec<Desktop>,
    counts: Option<([usize; 3], String)>,
}

impl Turn {
    fn is_pair(&self) -> bool {
        let rank = |index: usize| self.cards.get(index).and_then(|(_, card)| card.get(1..));
        rank(0).is_some() && rank(0) == rank(1)
    }
}

/// A finished game as the program showed it.
struct Played {
    names: [&'static str; 2],
    /// The whole session, printed and typed.
    shown: String,
    items: Vec<Item>,
    start: Vec<Item>,
    turns: Vec<Turn>,
    typed: Vec<Spot>,
}

impl Played {
    fn new(mode: i64, person: &Person<'_>) -> Self {
        let names = if mode == 1 { ["You", "Computer"] } else { ["Computer 1", "Computer 2"] };
        let items = read_items(&person.shown);
        let (mut start, mut turns) = (Vec::new(), Vec::<Turn>::new());
        for item in &items {
            match (item, turns.last_mut()) {
                (Item::Chose { who, ordinal: 1, spot, card, line }, _) => turns.push(Turn {
                    who: who.clone(),
                    cards: vec![(*spot, card.clone())],
                    lines: vec![line.clone()],
                    pair: None,
                    desktops: Vec::new(),
                    counts: None,
                }),
                (Item::Chose { spot, card, line, .. }, Some(turn)) => {
                    turn.cards.push((*spot, card.clone()));
                    turn.lines.push(line.clone());
                }
                (Item::Pair(who), Some(turn)) => turn.pair = Some(who.clone()),
                (Item::Desktop(desktop), Some(turn)) => turn.desktops.push(desktop.clone()),
                (Item::Count(counts, line), Some(turn)) => {
                    turn.counts = Some((*counts, line.clone()));
                }
                (item, None) => start.push(item.clone()),
                _ => {}
            }
        }
        let (shown, typed) = (person.shown.clone(), person.typed.clone());
        Self { names, shown, items, start, turns, typed }
    }

    fn desktops(&self) -> Vec<&Desktop> {
        let desktops = self.items.iter().filter_map(|item| match item {
            Item::Desktop(desktop) => Some(desktop),
            _ => None,
        });
        desktops.collect()
    }

    /// Returns the cards at the end, when all are face up.
    fn deal(&self) -> Option<Desktop> {
        self.desktops().last().map(|desktop| (*desktop).clone())
    }

    /// Returns the computers' turns, each with the number of cards face down before it.
    fn computer_turns(&self) -> impl Iterator<Item = (&Turn, usize)> {
        let mut down = CARDS;
        let turns = self.turns.iter().map(move |turn| {
            let before = down;
            down -= if turn.is_pair() { 2.min(down) } else { 0 };
            (turn, before)
        });
        turns.filter(|(turn, _)| turn.who != "You")
    }

    /// Returns the number of cards that each player has won.
    fn won(&self) -> [usize; 2] {
        let of = |name: &str| {
            2 * self.turns.iter().filter(|turn| turn.is_pair() && turn.who == name).count()
        };
        self.names.map(of)
    }
}

/// A card that the program says was turned up.
struct Chosen {
    ordinal: usize,
    spot: Spot,
}

fn first_chosen(printed: &str) -> Option<Chosen> {
    read_items(printed).into_iter().find_map(|item| match item {
        Item::Chose { ordinal, spot, .. } => Some(Chosen { ordinal, spot }),
        _ => None,
    })
}

fn wrong_card_message(typed: Spot, told: Spot) -> String {
    let why = match (told.0 - typed.0, told.1 - typed.1) {
        (0, 1) => "; columns are counted from 1, not from 0",
        (1 | -1, 0) => "; rows are counted from 0",
        (0, -1) => "; columns are counted from 1",
        _ if told == (typed.1, typed.0) => "; the row comes first, then the column",
        _ => "",
    };
    format!("{} {} was typed, and the card at {} is turned up{why}", typed.0, typed.1, name(told))
}

/// Checks a line with the number of all flipped cards and those of each player.
fn check_count_line(line: &str, names: [&str; 2], counts: [usize; 3]) -> Result<(), String> {
    let ([first, second], [all, of_first, of_second]) = (names, counts);
    let right = format!("Flipped cards: {all}; {first}: {of_first}; {second}: {of_second};");
    ensure(find_words(line, &right).is_some(), || wrong_line_message(line, &right))
}

fn wrong_line_message(line: &str, right: &str) -> String {
    format!("it prints `{}`; `{right}` is right", line.trim())
}

/// Explains wrong numbers of all flipped cards and those of each player.
fn wrong_counts_message(came: [usize; 3], right: [usize; 3]) -> String {
    let what = if came.map(|pairs| 2 * pairs) == right {
        "pairs are counted instead of cards"
    } else {
        "the flipped cards are not counted right"
    };
    let ([all, first, second], [right, right_first, right_second]) = (came, right);
    format!(
        "{what}: {all} ({first} and {second} by the players) instead of {right} ({right_first} and \
         {right_second})"
    )
}

/// Conjugates a verb: "You turn", "Computer turns".
fn with_verb(who: &str, verb: &str) -> String {
    if who == "You" { format!("You {verb}") } else { format!("{who} {verb}s") }
}

fn name((row, column): Spot) -> String {
    format!("({row}, {column})")
}

fn ensure(holds: bool, sentence: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(sentence()) }
}

type Rule = fn(&Played) -> Result<(), String>;

/// Rules for a whole game. An error says what is wrong.
const RULES: [(&str, Rule); 18] = [
    ("first desktop", |game| {
        let Some(Item::Desktop(first)) = game.start.first() else {
            return Err("the 4 rows of 13 cards are not shown at the start".to_owned());
        };
        ensure(first.iter().all(Option::is_none), || {
            "cards are face up at the start; all are shown as XXX".to_owned()
        })
    }),
    ("deck", |game| {
        let desktops = game.desktops();
        let last = desktops.last().ok_or("the cards are never shown")?;
        let down = last.iter().filter(|card| card.is_none()).count();
        ensure(down == 0, || format!("the game ends with {} face down", counted(down, "card")))?;
        let cards: BTreeSet<_> = last.iter().flatten().collect();
        ensure(cards.len() == CARDS, || {
            format!("the deck has {} different cards instead of {CARDS}", cards.len())
        })
    }),
    ("echo", |game| {
        let own = game.turns.iter().filter(|turn| turn.who == "You");
        let shown: Vec<Spot> = own.flat_map(|turn| turn.cards.iter().map(|card| card.0)).collect();
        let different = game.typed.iter().zip(&shown).find(|(typed, shown)| typed != shown);
        if let Some((typed, shown)) = different {
            return Err(wrong_card_message(*typed, *shown));
        }
        ensure(game.typed.len() == shown.len(), || "a card that was chosen is not shown".to_owned())
    }),
    ("same cards", |game| {
        let mut seen = BTreeMap::new();
        let mut check = |spot: Spot, card: &Card| {
            let known = seen.entry(spot).or_insert_with(|| card.clone());
            ensure(known == card, || {
                format!("the card at {} is first {known}, then {card}", name(spot))
            })
        };
        for item in &game.items {
            match item {
                Item::Chose { spot, card, .. } => check(*spot, card)?,
                Item::Desktop(desktop) => {
                    for (spot, card) in spots().zip(desktop) {
                        card.as_ref().map_or(Ok(()), |card| check(spot, card))?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }),
    ("pairs are told", |game| {
        game.turns.iter().try_for_each(|turn| {
            let cards = turn.cards.iter().map(|(_, card)| card.as_str()).collect::<Vec<_>>();
            let cards = cards.join(" and ");
            match (&turn.pair, turn.is_pair()) {
                (None, false) => Ok(()),
                (Some(who), true) => ensure(*who == turn.who, || {
                    format!(
                        "{} turned up {cards}, but {who} is said to have got the pair",
                        turn.who
                    )
                }),
                (None, true) => {
                    Err(format!("{cards} are a pair, but no matched pair is announced"))
                }
                (Some(_), false) => {
                    Err(format!("{cards} are announced as a pair, but their ranks differ"))
                }
            }
        })
    }),
    ("shown cards", |game| {
        let mut up = BTreeSet::new();
        for turn in &game.turns {
            if turn.is_pair() {
                up.extend(turn.cards.iter().map(|(spot, _)| *spot));
            }
            for desktop in &turn.desktops {
                for (spot, card) in spots().zip(desktop) {
                    match (card, up.contains(&spot)) {
                        (None, true) => {
                            return Err(format!(
                                "the card at {} is hidden after its pair was \
                                found",
                                name(spot)
                            ));
                        }
                        (Some(card), false) => {
                            return Err(format!(
                                "the card at {} is shown as {card}, though its \
                                pair was not found",
                                name(spot)
                            ));
                        }
                        _ => {}
                    }
                }
            }
        }
        Ok(())
    }),
    ("desktop after each turn", |game| {
        let missing = game.turns.iter().position(|turn| turn.desktops.is_empty());
        missing.map_or(Ok(()), |turn| {
            let turn = &game.turns[turn];
            Err(format!("the cards are not shown after a turn of {}", turn.who))
        })
    }),
    ("two desktops", |game| {
        let count = game.desktops().len();
        ensure(count == 2, || {
            format!(
                "the cards are shown {} instead of twice, at the start and at the end",
                counted(count, "time")
            )
        })
    }),
    ("turns alternate", |game| {
        for (number, turn) in game.turns.iter().enumerate() {
            let expected = game.names[number % 2];
            ensure(turn.cards.len() == 2, || {
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
    }),
    ("legal choices", |game| {
        let mut up = BTreeSet::new();
        for turn in &game.turns {
            for (spot, _) in &turn.cards {
                ensure(spots().any(|known| known == *spot), || {
                    format!(
                        "{} {}, which is not on the table",
                        with_verb(&turn.who, "choose"),
                        name(*spot)
                    )
                })?;
                ensure(!up.contains(spot), || {
                    format!(
                        "{} {}, which is face up already",
                        with_verb(&turn.who, "choose"),
                        name(*spot)
                    )
                })?;
            }
            let same = turn.cards.len() == 2 && turn.cards[0].0 == turn.cards[1].0;
            ensure(!same, || format!("{} the same card twice", with_verb(&turn.who, "choose")))?;
            if turn.is_pair() {
                up.extend(turn.cards.iter().map(|(spot, _)| *spot));
            }
        }
        Ok(())
    }),
    ("counts", |game| {
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
    }),
    ("end of game", |game| {
        let end = game.items.iter().filter(|item| **item == Item::End).count();
        ensure(end == 1, || "`*** End of Game ***` is not printed once at the end".to_owned())?;
        let [first, second] = game.won();
        ensure(first + second == CARDS, || {
            format!("the game ends with {} flipped", counted(first + second, "card"))
        })
    }),
    ("turns played", |game| {
        let told = game.items.iter().find_map(|item| match item {
            Item::Turns(turns) => Some(*turns),
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
    }),
    ("winner", check_winner),
    ("choices are told", |game| {
        for turn in &game.turns {
            for (((row, column), card), (line, ordinals)) in
                turn.cards.iter().zip(turn.lines.iter().zip([["1st", "first"], ["2nd", "second"]]))
            {
                let right = ordinals.map(|ordinal| {
                    let (suit, rank) = card.split_at_checked(1).unwrap_or_default();
                    format!(
                        "{} chose {ordinal} card ({row},{column:2}) and it is {suit}{rank:>2}",
                        turn.who
                    )
                });
                let is_right = right.iter().any(|right| find_words(line, right).is_some());
                ensure(is_right, || wrong_line_message(line, &right[0]))?;
            }
        }
        Ok(())
    }),
    ("questions", |game| {
        for question in [FIRST, SECOND] {
            let right = question.map(|end| format!("Please input {end}"));
            let is_asked = right.iter().any(|right| find_words(&game.shown, right).is_some());
            ensure(is_asked, || format!("it does not ask `{}`", right[0]))?;
        }
        Ok(())
    }),
    ("honest choices", |game| {
        let mut seen = BTreeSet::new();
        let mut lucky = BTreeMap::new();
        for turn in &game.turns {
            let is_new = turn.cards.last().is_some_and(|(spot, _)| !seen.contains(spot));
            if is_new && turn.is_pair() {
                *lucky.entry(turn.who.as_str()).or_insert(0) += 1;
            }
            seen.extend(turn.cards.iter().map(|(spot, _)| *spot));
        }
        let found =
            lucky.into_iter().find(|(who, count)| *who != "You" && *count > MAX_LUCKY_PAIRS);
        found.map_or(Ok(()), |(who, count)| {
            Err(format!(
                "{who} finds {count} pairs with cards that nobody had turned up: it knows the \
                 hidden cards"
            ))
        })
    }),
    ("varied choices", |game| {
        let turns: Vec<&Turn> = game
            .computer_turns()
            .filter(|(turn, down)| *down >= VARIED_DOWN && turn.cards.len() == 2)
            .map(|(turn, _)| turn)
            .take(VARIED_TURNS)
            .collect();
        for (card, ordinal) in [(0, "1st"), (1, "2nd")] {
            let spots: BTreeSet<Spot> = turns.iter().map(|turn| turn.cards[card].0).collect();
            ensure(turns.len() < VARIED_TURNS || spots.len() >= VARIED_CARDS, || {
                format!(
                    "the {ordinal} card of the first {VARIED_TURNS} turns of a computer is always \
                     one of the same {}: it isn't random",
                    spots.len()
                )
            })?;
        }
        let mut choices: Vec<Spot> = Vec::new();
        for turn in game.turns.iter().filter(|turn| turn.who != "You") {
            choices.extend(turn.cards.iter().map(|(spot, _)| *spot));
        }
        let rising = choices.windows(2).filter(|pair| pair[0] < pair[1]).count();
        ensure(choices.len() < 12 || rising * 10 < choices.len() * 9, || {
            "the computer chooses the cards in their order, not at random".to_owned()
        })
    }),
];

fn check_winner(game: &Played) -> Result<(), String> {
    let told = game.items.iter().find_map(|item| match item {
        Item::Winner(line) => Some(line.as_str()),
        _ => None,
    });
    let told = told.ok_or("the winner is not named")?;
    let [first, second] = game.won();
    let expected = match first.cmp(&second) {
        std::cmp::Ordering::Equal => "A tie!".to_owned(),
        order => {
            let winner = game.names[usize::from(order.is_lt())];
            if winner == "You" { "You win!".to_owned() } else { format!("{winner} wins!") }
        }
    };
    ensure(without_blanks(told).contains(&without_blanks(&expected)), || {
        format!("it says `{told}` after {first} and {second} cards; `{expected}` is right")
    })
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::*;
    use crate::scale::scaled;

    /// Parts of what a program shows, and what looks like them.
    const PARTS: [&str; 18] = [
        "XXX ",
        "C10",
        "D é",
        "C\u{301}",
        "\n",
        "You chose 1st card (",
        "0, 1",
        "9, 99999999999999999999",
        "-9223372036854775808, 1",
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
        fn anything_can_be_shown(
            parts in vec(select(PARTS.to_vec()), 0..40),
            other in any::<String>(),
        ) {
            for text in [parts.concat(), other] {
                for item in read_items(&text) {
                    if let Item::Chose { spot, .. } = item {
                        wrong_card_message((0, 1), spot);
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
        let items = read_items(&text);
        let Item::Desktop(desktop) = &items[0] else { panic!("{items:?}") };
        assert_eq!(desktop[1..4], ["CJ", "C10", "D8"].map(|card| Some(card.to_owned())));
        assert_eq!((desktop.len(), &desktop[0]), (52, &None));
        let (who, card) = ("You".to_owned(), "D8".to_owned());
        let line = "You chose 1st card (0,12) and it is D 8".to_owned();
        assert_eq!(items[1], Item::Chose { who, ordinal: 1, spot: (0, 12), card, line });
        let rest = [
            Item::Pair("Computer 1".to_owned()),
            Item::Count([4, 2, 2], "Flipped cards: 4; You: 2; Computer: 2;".to_owned()),
            Item::End,
            Item::Turns(319),
            Item::Winner("Computer 2 wins!".to_owned()),
        ];
        assert_eq!(items[2..], rest);
    }
}
