//! What each entry does, who may add it, and that replicas ignore what is not legal.

use super::*;
use fourcade_engine::play::{
    RecordHeader, header_json,
    toy::{Toy, ToyAction, bid, setup, turn},
};

/// A table with its log.
struct Table {
    replica: Replica<Toy>,
    log: Vec<StoredEntry>,
}

fn id(name: &str) -> ClientId {
    ClientId::stored(name)
}

const fn seat(index: usize) -> Seat {
    Seat::new(index)
}

fn header(seats: &[&str]) -> String {
    header_json::<Toy>(&RecordHeader {
        setup: setup(&[3, 1, 2, 4][..seats.len()]),
        seats: seats.iter().map(|&name| name.to_owned()).collect(),
        seed: 5,
    })
    .unwrap()
}

impl Table {
    fn new(seats: &[&str]) -> Self {
        let replica = Replica::new(&header(seats), id("ada"), |name| name == "human").unwrap();
        Self { replica, log: Vec::new() }
    }

    /// A table at which these people have sat down, each in a process of the same name.
    fn with_people(names: &[&str]) -> Self {
        let seats: Vec<_> =
            names.iter().map(|&name| if name == "first" { name } else { "human" }).collect();
        let mut table = Self::new(&seats);
        for (index, &name) in names.iter().enumerate().filter(|(_, name)| **name != "first") {
            table.add(name, Entry::Sit { seat: seat(index), name: name.to_owned() });
        }
        table
    }

    /// Stores an entry as it is, whether it is legal or not.
    fn store(&mut self, client: &str, text: String) -> Vec<Change<ToyAction>> {
        let stored = StoredEntry { number: self.replica.read_count(), client: id(client), text };
        let changes = self.replica.read(&stored);
        self.log.push(stored);
        changes
    }

    #[allow(clippy::needless_pass_by_value)] // Entries are made where they are added.
    fn add(&mut self, client: &str, entry: Entry) -> Vec<Change<ToyAction>> {
        assert_eq!(self.replica.check(&id(client), &entry), Ok(()), "{client} {entry:?}");
        self.store(client, entry.to_json())
    }

    /// Checks that an entry is refused, and that it changes nothing if it is stored nevertheless.
    #[allow(clippy::needless_pass_by_value)] // As above.
    fn refuse(&mut self, client: &str, entry: Entry, reason: &str) {
        let error = self.replica.check(&id(client), &entry).unwrap_err();
        assert_eq!(error.to_string(), reason, "{client} {entry:?}");
        assert!(self.replica.after(&id(client), &entry).is_err());
        self.ignore(client, entry.to_json());
    }

    fn ignore(&mut self, client: &str, text: String) {
        let mut before = self.replica.clone();
        assert_eq!(self.store(client, text), []);
        before.read = self.replica.read;
        assert_eq!(format!("{before:?}"), format!("{:?}", self.replica));
    }

    fn choice(&self, index: usize, action: ToyAction) -> Entry {
        Entry::Choose { seat: seat(index), step: self.replica.step(), action: action.to_string() }
    }

    fn choose(&mut self, client: &str, index: usize, action: ToyAction) -> Vec<Change<ToyAction>> {
        let choice = self.choice(index, action);
        self.add(client, choice)
    }

    fn lines(&self) -> usize {
        self.replica.session().lines().len()
    }
}

impl Drop for Table {
    /// Whoever reads the log later has the same table.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let header = header_json::<Toy>(self.replica.session().header()).unwrap();
        let mut later = Replica::<Toy>::new(&header, id("ada"), |name| name == "human").unwrap();
        for stored in &self.log {
            later.read(stored);
        }
        assert_eq!(format!("{later:?}"), format!("{:?}", self.replica));
    }
}

fn sit(index: usize, name: &str) -> Entry {
    Entry::Sit { seat: seat(index), name: name.to_owned() }
}

#[test]
fn people_sit_down_and_the_game_begins_when_all_have() {
    let mut table = Table::new(&["human", "first", "human"]);
    assert_eq!(table.replica.open_seat(), Some(seat(0)));
    table.refuse("ada", table.choice(1, bid(1)), "the game begins when all seats are taken");
    table.add("ada", sit(0, "ada"));
    table.refuse("bob", sit(0, "bob"), "somebody else has this seat");
    table.refuse("bob", sit(1, "bob"), "somebody else has this seat");
    table.refuse("bob", sit(3, "bob"), "there is no such seat");
    for name in ["", " bob", "b\u{1b}[2Job", "\u{202e}bob", &"b".repeat(25)] {
        table.refuse("bob", sit(2, name), "this name can't be used");
    }
    assert!(!table.replica.has_begun());
    assert_eq!(table.replica.awaited(), Seats::NONE);
    table.add("bob", sit(2, "bob"));
    assert!(table.replica.has_begun());
    assert_eq!(table.replica.awaited(), Seats::first(3));
    assert_eq!(table.replica.decider(seat(1)), Some(&id("ada")));
    assert_eq!(table.replica.progress().state, TableState::Running);
}

#[test]
fn a_seat_is_open_again_if_its_person_leaves_before_the_game_and_theirs_if_later() {
    let mut table = Table::new(&["human", "human"]);
    table.add("ada", sit(0, "ada"));
    table.refuse("bob", Entry::Leave { seat: seat(0) }, "this isn't your seat");
    table.add("ada", Entry::Leave { seat: seat(0) });
    assert_eq!(table.replica.progress().state, TableState::Closed);
    table.add("eve", sit(0, "eve"));
    table.add("bob", sit(1, "bob"));
    table.add("eve", Entry::Leave { seat: seat(0) });
    assert_eq!(table.replica.decider(seat(0)), None);
    table.refuse("ada", sit(0, "ada"), "somebody else has this seat");
    // Her other process comes back to her seat.
    table.add("eve again", sit(0, "eve"));
    table.refuse("eve", table.choice(0, bid(1)), "this isn't your seat");
    table.choose("eve again", 0, bid(1));
}

#[test]
fn choices_are_for_the_step_that_is_due_and_simultaneous_ones_wait_for_each_other() {
    let mut table = Table::with_people(&["ada", "bob"]);
    let first = table.replica.step();
    assert_eq!(table.choose("bob", 1, bid(2)), [Change::Chosen(seat(1), bid(2))]);
    assert_eq!((table.lines(), table.replica.step()), (0, first));
    table.refuse("bob", table.choice(1, bid(3)), "it is not your turn");
    table.refuse("bob", table.choice(0, bid(3)), "this isn't your seat");
    table.refuse("ada", table.choice(0, bid(11)), "this is more than you have");
    table.refuse("ada", table.choice(0, turn(1)), "not now");
    let late = table.choice(0, bid(1));
    table.choose("ada", 0, bid(1));
    assert_eq!(table.lines(), 1);
    assert_eq!(table.replica.step(), table.replica.read_count());
    table.refuse("ada", late, "it is not your turn");
    table.refuse("ada", table.choice(0, turn(0)), "it is not your turn");
    let nonsense =
        Entry::Choose { seat: seat(1), step: table.replica.step(), action: "?".to_owned() };
    table.refuse("bob", nonsense, "expected a bid or a turn");
    table.choose("bob", 1, turn(0));
}

#[test]
fn what_is_not_an_entry_is_ignored() {
    let mut table = Table::with_people(&["ada", "bob"]);
    for text in ["", "{}", "null", r#"{"do":"sit","seat":4,"name":"ada"}"#, r#"{"do":"win"}"#] {
        table.ignore("ada", text.to_owned());
    }
    table.ignore("ada", r#"{"do":"leave","seat":0,"now":true}"#.to_owned());
    table.choose("ada", 0, bid(1));
}

#[test]
fn a_resignation_keeps_the_choices_of_the_others_and_hands_the_seat_to_a_computer() {
    let mut table = Table::with_people(&["ada", "bob", "eve"]);
    table.choose("bob", 1, bid(2));
    table.refuse("ada", Entry::Resign { seat: seat(2) }, "this isn't your seat");
    let step = table.replica.step();
    let changes = table.add("eve", Entry::Resign { seat: seat(2) });
    assert_eq!(changes, [Change::Resigned(seat(2)), Change::Chosen(seat(1), bid(2))]);
    assert_eq!(table.replica.step(), step);
    table.refuse("eve", Entry::Resign { seat: seat(2) }, "this isn't your seat");
    table.refuse("eve", table.choice(2, bid(1)), "this isn't your seat");
    let stand_in = Entry::StandIn { seat: seat(2) };
    table.refuse("ada", stand_in, "a computer plays for this seat already");
    table.choose("ada", 2, bid(9));
    table.choose("ada", 0, bid(1));
    assert_eq!(table.lines(), 2);
    // The computer wins for her, but she has given up.
    for card in [3, 0] {
        let card = if card == 3 { 2 } else { 0 };
        table.choose("ada", 2, turn(card));
    }
    table.choose("ada", 0, bid(10));
    table.choose("bob", 1, bid(0));
    table.choose("ada", 2, bid(1));
    for card in [1, 2] {
        table.choose("ada", 0, turn(card));
    }
    assert!(table.replica.is_over());
    assert_eq!(table.replica.session().outcome().unwrap().scores(), [-7, 0, -4]);
    let places: Vec<_> = table
        .replica
        .progress()
        .result
        .unwrap()
        .into_iter()
        .map(|person| (person.name, person.place))
        .collect();
    let expected = [("ada", 3), ("bob", 1), ("eve", 3)];
    assert_eq!(places, expected.map(|(name, place)| (name.to_owned(), place)));
}

#[test]
fn the_game_of_two_ends_with_a_resignation() {
    let mut table = Table::with_people(&["ada", "bob"]);
    table.refuse("ada", Entry::Rematch { code: "k7m2".to_owned() }, "the game isn't over yet");
    table.choose("ada", 0, bid(2));
    let changes = table.add("bob", Entry::Resign { seat: seat(1) });
    assert_eq!(changes, [Change::Resigned(seat(1))]);
    assert!(table.replica.is_over());
    table.refuse("ada", Entry::Resign { seat: seat(0) }, "there is no game to resign");
    table.refuse("ada", Entry::StandIn { seat: seat(1) }, "only a player can hand over a seat");
    let ask = Entry::AskUndo { seat: seat(0), lines: 0 };
    table.refuse("ada", ask, "there is nothing to take back");
    table.refuse("eve", Entry::Rematch { code: "k7m2".to_owned() }, "only a player can do this");
    let nonsense = Entry::Rematch { code: "\u{1b}[2J".to_owned() };
    table.refuse("ada", nonsense, "this is not a table's code");
    table.add("ada", Entry::Rematch { code: "k7m2".to_owned() });
    assert_eq!(table.replica.rematch(), Some("k7m2"));
    let second = Entry::Rematch { code: "k7m3".to_owned() };
    table.refuse("bob", second, "there is a table for the next game already");
    let result = table.replica.progress().result.unwrap();
    assert_eq!(result.iter().map(|person| person.place).collect::<Vec<_>>(), [1, 2]);
}

fn ask(index: usize, lines: usize) -> Entry {
    Entry::AskUndo { seat: seat(index), lines }
}

fn answer(index: usize, agrees: bool) -> Entry {
    Entry::AnswerUndo { seat: seat(index), agrees }
}

/// A table of three people after the first step, where Bob turns up a card.
fn after_bids(names: [&str; 3]) -> Table {
    let mut table = Table::with_people(&names);
    for (index, name) in names.into_iter().enumerate() {
        let client = if name == "first" { "ada" } else { name };
        table.choose(client, index, bid(if name == "bob" { 9 } else { 1 }));
    }
    assert_eq!(table.lines(), 1);
    table
}

#[test]
fn moves_are_taken_back_when_everybody_agrees_and_simultaneous_choices_with_them() {
    let mut table = after_bids(["ada", "bob", "eve"]);
    table.refuse("ada", ask(1, 0), "this isn't your seat");
    table.refuse("ada", ask(0, 1), "there is nothing to take back");
    table.refuse("ada", answer(0, true), "nobody has asked to take back moves");
    table.choose("bob", 1, turn(0));
    table.choose("bob", 1, turn(1));
    // The next bids are made by some.
    table.choose("ada", 0, bid(5));
    let old = table.choice(1, bid(1));
    table.add("eve", ask(2, 2));
    table.refuse("ada", ask(0, 0), "somebody has already asked to take back moves");
    table.refuse("eve", answer(2, true), "nobody has asked to take back moves");
    assert_eq!(table.add("ada", answer(0, true)), [Change::Table]);
    let changes = table.add("bob", answer(1, true));
    assert_eq!(changes, [Change::TakenBack(2), Change::Table]);
    assert_eq!(table.lines(), 2);
    assert_eq!(table.replica.session().pending_choices().count(), 0);
    table.refuse("bob", old, "it is not your turn");
    table.choose("bob", 1, turn(2));
    // Such a game doesn't count for the ratings.
    for index in [0, 1, 2] {
        table.choose(["ada", "bob", "eve"][index], index, bid(3));
    }
    table.choose("ada", 0, turn(0));
    table.choose("ada", 0, turn(1));
    assert_eq!(table.replica.progress().state, TableState::Finished);
    assert_eq!(table.replica.progress().result, None);
}

#[test]
fn a_question_ends_with_a_refusal_a_persons_move_or_a_resignation() {
    let mut table = after_bids(["ada", "bob", "eve"]);
    table.add("ada", ask(0, 0));
    table.add("eve", answer(2, false));
    assert_eq!(table.replica.undo_question(), None);
    table.add("ada", ask(0, 0));
    table.choose("bob", 1, turn(0));
    assert_eq!(table.replica.undo_question(), None);
    table.add("ada", ask(0, 0));
    table.add("eve", Entry::Resign { seat: seat(2) });
    assert_eq!(table.replica.undo_question(), None);
    // Who leaves takes the own question along.
    table.add("ada", ask(0, 0));
    table.add("ada", Entry::Leave { seat: seat(0) });
    assert_eq!(table.replica.undo_question(), None);
}

#[test]
fn a_computers_move_answers_no_question() {
    let mut table = Table::with_people(&["ada", "bob", "first"]);
    table.choose("ada", 0, bid(1));
    table.choose("bob", 1, bid(1));
    table.choose("ada", 2, bid(9));
    table.add("ada", ask(0, 0));
    table.choose("ada", 2, turn(0));
    assert!(table.replica.undo_question().is_some());
    let changes = table.add("bob", answer(1, true));
    assert_eq!(changes, [Change::TakenBack(0), Change::Table]);
}

#[test]
fn the_people_who_are_away_need_not_agree() {
    // One leaves, a computer decides for the other.
    let mut table = after_bids(["ada", "bob", "eve"]);
    table.add("ada", ask(0, 0));
    assert_eq!(table.add("bob", Entry::Leave { seat: seat(1) }), [Change::Table]);
    let changes = table.add("ada", Entry::StandIn { seat: seat(2) });
    assert_eq!(changes, [Change::TakenBack(0), Change::Table]);
    // Who is back is asked again.
    table.add("eve", sit(2, "eve"));
    assert_eq!(table.replica.undo_voters(seat(0)), Seats::one(seat(2)));
}

#[test]
fn one_process_with_two_seats_does_not_ask_itself() {
    let mut table = Table::new(&["human", "human"]);
    table.add("ada", sit(0, "ada"));
    table.add("ada", sit(1, "ada"));
    table.choose("ada", 0, bid(1));
    table.choose("ada", 1, bid(1));
    assert_eq!(table.add("ada", ask(0, 0)), [Change::TakenBack(0), Change::Table]);
    assert_eq!(table.replica.progress().result, None);
}

#[test]
fn a_computer_stands_in_until_the_person_is_back() {
    let mut table = Table::with_people(&["ada", "bob", "first"]);
    let stand_in = |index| Entry::StandIn { seat: seat(index) };
    table.refuse("eve", stand_in(1), "only a player can hand over a seat");
    table.refuse("ada", stand_in(0), "a computer plays for this seat already");
    table.refuse("ada", stand_in(2), "a computer plays for this seat already");
    table.add("ada", stand_in(1));
    table.refuse("ada", stand_in(1), "a computer plays for this seat already");
    table.refuse("bob", table.choice(1, bid(1)), "this isn't your seat");
    let late = table.choice(1, bid(2));
    table.add("bob", sit(1, "bob"));
    // The computer's choice comes too late.
    table.refuse("ada", late, "this isn't your seat");
    table.choose("bob", 1, bid(3));
}

#[test]
fn another_player_runs_the_computers() {
    let mut table = Table::with_people(&["ada", "bob", "first"]);
    table.refuse("eve", Entry::Host, "only a player can do this");
    table.refuse("ada", Entry::Host, "this arcade runs the computers already");
    table.add("bob", Entry::Host);
    table.refuse("ada", table.choice(2, bid(1)), "this isn't your seat");
    table.choose("bob", 2, bid(1));
}
