//! The check of other people's programs for Concentration: a person at the keyboard who reads what
//! the program shows, and the rules of a game that was played so.

use std::collections::{BTreeMap, BTreeSet};

use include_dir::{Dir, include_dir};

use crate::games::{
    check::{Fault, Problem, Property, Run, Suite, Talk, Trial, find_words, words},
    counted,
};
use fourcade_engine::{concentration::Concentration, play::Game};

static CASES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/check/concentration");

pub const SUITE: Suite = Suite {
    game: Concentration::KEY,
    cases: &CASES,
    properties: &[
        ("game", Property::Judged(judge_game)),
        ("refuses", Property::Judged(judge_refusal)),
        ("accepts", Property::Judged(judge_acceptance)),
        ("differs", Property::Judged(judge_difference)),
    ],
    explain: |_, _, _| None,
};

const MENU: &str = "Your choice:";
/// The sheet has both wordings.
const FIRST: [&str; 2] = ["1st card:", "first card:"];
const SECOND: [&str; 2] = ["2nd card:", "second card:"];

const ROWS: i32 = 4;
const COLUMNS: i32 = 13;
const CARDS: usize = 52;

/// No game takes so many turns, unless the computer doesn't choose at random.
const MAX_TURNS: usize = 20_000;

/// Row and column, as they are typed.
type Spot = (i32, i32);

/// A card as it is shown, without blanks: a suit and a rank.
type Card = String;

/// What is shown of the 52 cards: `None` for those that are face down.
type Desktop = Vec<Option<Card>>;

#[derive(Clone, Debug, PartialEq, Eq)]
enum Item {
    Desktop(Desktop),
    Chose {
        who: String,
        ordinal: usize,
        spot: Spot,
        card: Card,
    },
    Pair(String),
    /// The flipped cards, and those of each player.
    Count([usize; 3]),
    End,
    Turns(usize),
    Winner(String),
}

/// Reads what a program shows, line by line. Other lines are left out.
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

/// Reads a row of the desktop: 13 cards.
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
    let words: Vec<&str> = words(line).into_iter().map(|(word, _)| word).collect();
    let has = |wanted: &str| find_words(line, wanted).is_some();
    let numbers = || words.iter().filter_map(|word| word.parse::<usize>().ok());
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
        return Some(Item::Chose { who, ordinal, spot, card: card.copied().collect() });
    }
    if has("got a matched pair") {
        let end = words.iter().position(|word| *word == "got")?;
        return Some(Item::Pair(player(&words[..end])));
    }
    if has("Flipped cards:") {
        let after_colons = words.windows(2).filter(|pair| pair[0] == ":");
        let counts: Vec<usize> = after_colons.filter_map(|pair| pair[1].parse().ok()).collect();
        return Some(Item::Count(counts.try_into().ok()?));
    }
    match () {
        () if has("End of Game") => Some(Item::End),
        () if has("turns played") => Some(Item::Turns(numbers().next()?)),
        () if has("You win!") || has("wins!") || has("A tie!") => {
            Some(Item::Winner(line.trim().to_owned()))
        }
        () => None,
    }
}

/// Returns the name of a player, blanks apart: `Computer1` is Computer 1.
fn player(words: &[&str]) -> String {
    let name = words.concat();
    let known =
        ["Computer 1", "Computer 2"].into_iter().find(|known| without_blanks(known) == name);
    known.map_or_else(|| words.join(" "), str::to_owned)
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// What the program waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Question {
    Menu,
    First,
    Second,
}

/// A person who plays, and sees what is shown.
struct Person<'a> {
    talk: Talk<'a>,
    /// What was shown since the last menu.
    shown: String,
    seen: BTreeMap<Spot, Card>,
    gone: BTreeSet<Spot>,
    /// The cards that were chosen.
    typed: Vec<Spot>,
}

impl<'a> Person<'a> {
    /// Starts the program and waits for its menu.
    fn start(trial: &mut Trial<'a>, run: &Run) -> Result<Self, Problem> {
        let mut talk = trial.talk(&run.args)?;
        talk.wait_for(&[MENU])?;
        let shown = String::new();
        Ok(Self { talk, shown, seen: BTreeMap::new(), gone: BTreeSet::new(), typed: Vec::new() })
    }

    /// Types something and waits for the next question.
    fn answer(&mut self, line: &str) -> Result<(Question, String), Problem> {
        let all = [[MENU].as_slice(), &FIRST, &SECOND].concat();
        let printed = self.talk.answer(line, &all)?;
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

    /// Chooses a mode, from which a new game begins.
    fn choose_mode(&mut self, mode: i64) -> Result<Question, Problem> {
        self.shown.clear();
        self.seen.clear();
        self.gone.clear();
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
                Item::Pair(_) => self.gone.extend(turn.drain(..)),
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
    fn turn_up(&mut self, spot: Spot) -> Result<Question, Problem> {
        let second = self.typed.len() % 2 == 1;
        let line = format!("{} {}", spot.0, spot.1);
        let (question, printed) = self.answer(&line)?;
        self.typed.push(spot);
        let Some(chosen) = first_chosen(&printed) else {
            return Err(self.wrong(format!("the card {line} is refused, though it is face down")));
        };
        if chosen.spot != spot {
            return Err(self.wrong(told_instead(spot, chosen.spot)));
        }
        if !second && question != Question::Second {
            return Err(self.wrong("after the 1st card it does not ask for the 2nd"));
        }
        Ok(question)
    }

    fn wrong(&self, sentence: impl Into<String>) -> Problem {
        self.talk.fault(sentence).into()
    }

    /// Takes a turn: with a good memory, or so that no pair is found as long as possible.
    fn take_turn(&mut self, is_good: bool) -> Result<Question, Problem> {
        let down = self.down();
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
        let second = if is_good {
            others.iter().find(fits).or(unknown.get(1))
        } else {
            others.iter().find(|spot| !fits(spot))
        };
        let Some(&second) = second.or(others.first()) else {
            return Err(self.wrong("one card is left, and the game is not over"));
        };
        self.turn_up(second)
    }

    /// Plays a game to its end, which the menu shows.
    fn play(&mut self, mode: i64, is_good: bool) -> Result<(), Problem> {
        let mut question = self.choose_mode(mode)?;
        for _ in 0..MAX_TURNS {
            match question {
                Question::Menu => return Ok(()),
                Question::First => question = self.take_turn(is_good)?,
                Question::Second => return Err(self.wrong("it asks for a 2nd card before a 1st")),
            }
        }
        Err(self.wrong(format!("the game is not over after {MAX_TURNS} turns")))
    }

    /// Chooses to quit, and waits until the program has ended.
    fn quit(mut self) -> Result<(), Problem> {
        self.talk.leave("0")
    }
}

fn ends_with(line: &str, wanted: &str) -> bool {
    let [line, wanted] = [words(line), words(wanted)];
    let same = |(left, right): (&(&str, usize), &(&str, usize))| left.0 == right.0;
    line.len() >= wanted.len() && line.iter().rev().zip(wanted.iter().rev()).all(same)
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

/// Plays `games` games in one run, in the `mode`, and judges the last by a `rule`. The `person` is
/// `good` or `bad`.
fn judge_game(trial: &mut Trial<'_>, run: &Run) -> Result<(), Problem> {
    let bad = |why: &str| Problem::BadCase(why.to_owned());
    let mode = integer(run, "mode").ok_or_else(|| bad("`game` needs a mode, 1 or 2"))?;
    let name = text(run, "rule").ok_or_else(|| bad("`game` needs a rule"))?;
    let known = RULES.iter().find(|(known, _)| *known == name);
    let (_, rule) = known.ok_or_else(|| {
        let names: Vec<_> = RULES.iter().map(|(name, _)| *name).collect();
        Problem::BadCase(format!("there is no rule `{name}`; there are: {}", names.join(", ")))
    })?;
    let mut person = Person::start(trial, run)?;
    for _ in 0..integer(run, "games").unwrap_or(1) {
        person.play(mode, text(run, "person") != Some("bad"))?;
    }
    let game = Played::new(mode, &person);
    rule(&game).map_err(|sentence| person.wrong(sentence))?;
    person.quit()
}

/// Types `typed` as the first or second `card`, which must be refused with the `message`. In its
/// place, `up` stands for a card that is up already, `same` for the card chosen first.
fn judge_refusal(trial: &mut Trial<'_>, run: &Run) -> Result<(), Problem> {
    let message = text(run, "message").unwrap_or_default();
    let is_second = integer(run, "card") == Some(2);
    let typed = text(run, "typed").unwrap_or_default();
    let mut person = Person::start(trial, run)?;
    let mut question = person.choose_mode(1)?;
    if typed == "up" {
        while person.gone.is_empty() && question == Question::First {
            question = person.take_turn(true)?;
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
    // A card that may be chosen is accepted then, and the first one stays.
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

/// Types `typed` as the first card, which must be taken for the one at `spot`.
fn judge_acceptance(trial: &mut Trial<'_>, run: &Run) -> Result<(), Problem> {
    let typed = text(run, "typed").unwrap_or_default();
    let spot = text(run, "spot").and_then(|spot| {
        let (row, column) = spot.split_once(' ')?;
        Some((row.parse().ok()?, column.parse().ok()?))
    });
    let spot = spot.ok_or_else(|| Problem::BadCase("`accepts` needs a spot".to_owned()))?;
    let mut person = Person::start(trial, run)?;
    person.choose_mode(1)?;
    let (_, printed) = person.answer(typed)?;
    match first_chosen(&printed) {
        Some(chosen) if chosen.spot == spot => Ok(()),
        Some(chosen) => Err(person.wrong(told_instead(spot, chosen.spot))),
        None => Err(person.wrong(format!(
            "\"{}\" is not accepted: it means the card at {}",
            typed.escape_debug(),
            name(spot)
        ))),
    }
}

/// Plays two games at different times, whose `what` must differ: the `cards` or the `choices`.
fn judge_difference(trial: &mut Trial<'_>, run: &Run) -> Result<(), Problem> {
    let mode = integer(run, "mode").unwrap_or(2);
    let mut games = Vec::new();
    for number in 0..2 {
        if number > 0 {
            trial.wait_for_another_second()?;
        }
        let mut person = Person::start(trial, run)?;
        person.play(mode, true)?;
        games.push(Played::new(mode, &person));
    }
    let cards = |game: &Played| game.desktops().last().map(|desktop| (*desktop).clone());
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

struct Turn {
    who: String,
    cards: Vec<(Spot, Card)>,
    pair: Option<String>,
    desktops: Vec<Desktop>,
    counts: Option<[usize; 3]>,
}

impl Turn {
    fn is_pair(&self) -> bool {
        let rank = |index: usize| self.cards.get(index).and_then(|(_, card)| card.get(1..));
        rank(0).is_some() && rank(0) == rank(1)
    }
}

/// A game as it was shown.
struct Played {
    names: [&'static str; 2],
    items: Vec<Item>,
    /// What was shown before the first turn.
    start: Vec<Item>,
    turns: Vec<Turn>,
    /// The cards that the person chose.
    typed: Vec<Spot>,
}

impl Played {
    fn new(mode: i64, person: &Person<'_>) -> Self {
        let names = if mode == 1 { ["You", "Computer"] } else { ["Computer 1", "Computer 2"] };
        let items = read_items(&person.shown);
        let (mut start, mut turns) = (Vec::new(), Vec::<Turn>::new());
        for item in &items {
            match (item, turns.last_mut()) {
                (Item::Chose { who, ordinal: 1, spot, card }, _) => turns.push(Turn {
                    who: who.clone(),
                    cards: vec![(*spot, card.clone())],
                    pair: None,
                    desktops: Vec::new(),
                    counts: None,
                }),
                (Item::Chose { spot, card, .. }, Some(turn)) => {
                    turn.cards.push((*spot, card.clone()));
                }
                (Item::Pair(who), Some(turn)) => turn.pair = Some(who.clone()),
                (Item::Desktop(desktop), Some(turn)) => turn.desktops.push(desktop.clone()),
                (Item::Count(counts), Some(turn)) => turn.counts = Some(*counts),
                (item, None) => start.push(item.clone()),
                _ => {}
            }
        }
        Self { names, items, start, turns, typed: person.typed.clone() }
    }

    fn desktops(&self) -> Vec<&Desktop> {
        let desktops = self.items.iter().filter_map(|item| match item {
            Item::Desktop(desktop) => Some(desktop),
            _ => None,
        });
        desktops.collect()
    }

    /// Returns the cards that each player has won.
    fn won(&self) -> [usize; 2] {
        let of = |name: &str| {
            2 * self.turns.iter().filter(|turn| turn.is_pair() && turn.who == name).count()
        };
        self.names.map(of)
    }
}

/// What a program tells of a card that was turned up.
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

fn told_instead(typed: Spot, told: Spot) -> String {
    let why = match (told.0 - typed.0, told.1 - typed.1) {
        (0, 1) => "; columns are counted from 1, not from 0",
        (1 | -1, 0) => "; rows are counted from 0",
        (0, -1) => "; columns are counted from 1",
        _ if told == (typed.1, typed.0) => "; the row comes first, then the column",
        _ => "",
    };
    format!("{} {} was typed, and the card at {} is turned up{why}", typed.0, typed.1, name(told))
}

/// Says that the flipped cards, and those of each player, should be others.
fn told_counts(came: [usize; 3], right: [usize; 3]) -> String {
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

/// Returns a player with a verb: "You turn", "Computer turns".
fn acts(who: &str, verb: &str) -> String {
    if who == "You" { format!("You {verb}") } else { format!("{who} {verb}s") }
}

fn name((row, column): Spot) -> String {
    format!("({row}, {column})")
}

fn ensure(holds: bool, sentence: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(sentence()) }
}

type Rule = fn(&Played) -> Result<(), String>;

/// What can be asked of a whole game. An error says what is wrong.
const RULES: [(&str, Rule); 15] = [
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
            return Err(told_instead(*typed, *shown));
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
                format!("{} up one card only", acts(&turn.who, "turn"))
            })?;
            let after_pair = number > 0 && game.turns[number - 1].is_pair();
            ensure(turn.who == expected, || {
                if after_pair {
                    format!(
                        "{} again after a pair; a pair gives no extra turn",
                        acts(&turn.who, "move")
                    )
                } else {
                    format!("{} out of turn", acts(&turn.who, "move"))
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
                        acts(&turn.who, "choose"),
                        name(*spot)
                    )
                })?;
                ensure(!up.contains(spot), || {
                    format!(
                        "{} {}, which is face up already",
                        acts(&turn.who, "choose"),
                        name(*spot)
                    )
                })?;
            }
            let same = turn.cards.len() == 2 && turn.cards[0].0 == turn.cards[1].0;
            ensure(!same, || format!("{} the same card twice", acts(&turn.who, "choose")))?;
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
            match turn.counts {
                Some(counts) => {
                    let right = [sum, won[0], won[1]];
                    ensure(counts == right, || told_counts(counts, right))?;
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
    ("winner", |game| {
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
    }),
    ("varied choices", |game| {
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

#[cfg(test)]
mod tests {
    use super::*;

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
        assert_eq!(items[1], Item::Chose { who, ordinal: 1, spot: (0, 12), card });
        let rest = [
            Item::Pair("Computer 1".to_owned()),
            Item::Count([4, 2, 2]),
            Item::End,
            Item::Turns(319),
            Item::Winner("Computer 2 wins!".to_owned()),
        ];
        assert_eq!(items[2..], rest);
    }
}
