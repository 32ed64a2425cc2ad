//! The effect of each entry, who may add it, and that replicas ignore illegal entries.

use super::*;
use fourcade_engine::play::{
    Observation as _, RecordHeader, TimeControl, header_json,
    toy::{Toy, ToyAction, bid, setup, turn},
};

/// A table with its log.
struct Table {
    replica: Replica,
    session: Session<Toy>,
    log: Vec<StoredEntry>,
    /// The time of the database.
    now: i64,
}

fn id(name: &str) -> ClientId {
    ClientId::stored(name)
}

const fn seat(index: usize) -> Seat {
    Seat::new(index)
}

fn header(seats: &[&str], clock: Option<TimeControl>) -> String {
    header_json::<Toy>(&RecordHeader {
        setup: setup(&[3, 1, 2, 4][..seats.len()]),
        players: seats.iter().map(|&name| name.to_owned()).collect(),
        seed: 5,
        clock,
    })
    .unwrap()
}

impl Table {
    fn new(seats: &[&str]) -> Self {
        Self::timed(seats, None)
    }

    fn timed(seats: &[&str], clock: Option<TimeControl>) -> Self {
        let (replica, session) = Replica::start(&header(seats, clock)).unwrap();
        Self { replica, session, log: Vec::new(), now: 1_000_000 }
    }

    /// A table at which these people sit, each with a client of the same name.
    fn with_people(names: &[&str]) -> Self {
        Self::with_clock(names, None)
    }

    fn with_clock(names: &[&str], clock: Option<TimeControl>) -> Self {
        let seats: Vec<_> =
            names.iter().map(|&name| if name == "first" { name } else { "human" }).collect();
        let mut table = Self::timed(&seats, clock);
        for (index, &name) in names.iter().enumerate().filter(|(_, name)| **name != "first") {
            table.add(name, Entry::Sit { seat: seat(index), name: name.to_owned() });
        }
        table
    }

    /// Stores an entry, legal or not. Returns the change.
    fn store(&mut self, client: &str, entry: Option<Entry>) -> Option<Change> {
        let number = self.replica.entry_count();
        let stored = StoredEntry { number, client: id(client), entry, added: self.now };
        let change = self.replica.apply(&mut self.session, &stored);
        self.log.push(stored);
        change
    }

    #[allow(clippy::needless_pass_by_value)] // Entries are made where they are added.
    fn add(&mut self, client: &str, entry: Entry) {
        let progress = self.progress_after(client, &entry);
        assert!(self.store(client, Some(entry.clone())).is_some(), "{client} {entry:?}");
        assert_eq!(progress, Ok(self.progress()), "{client} {entry:?}");
    }

    /// Checks that an entry is refused, and that it is ignored if it is stored nevertheless.
    #[allow(clippy::needless_pass_by_value)] // As above.
    fn refuse(&mut self, client: &str, entry: Entry, reason: &str) {
        let error = self.replica.check(&self.session, &id(client), &entry, self.now).unwrap_err();
        assert_eq!(error.to_string(), reason, "{client} {entry:?}");
        let progress = self.progress_after(client, &entry);
        assert!(progress.is_err());
        self.ignore(client, Some(entry));
    }

    fn ignore(&mut self, client: &str, entry: Option<Entry>) {
        let (mut replica, session) = (self.replica.clone(), self.session.clone());
        assert_eq!(self.store(client, entry), None);
        replica.entry_count = self.replica.entry_count;
        replica.last_entry_time = self.replica.last_entry_time;
        let before = format!("{replica:?} {session:?}");
        assert_eq!(before, format!("{:?} {:?}", self.replica, self.session));
    }

    fn progress_after(&self, client: &str, entry: &Entry) -> Result<TableProgress, ActionError> {
        self.replica.progress_after(&self.session, &id(client), entry, self.now)
    }

    fn choice(&self, index: usize, action: ToyAction) -> Entry {
        let (step, action) = (self.replica.step(), action.to_string());
        Entry::Choose { seat: seat(index), step, action }
    }

    fn choose(&mut self, client: &str, index: usize, action: ToyAction) {
        let choice = self.choice(index, action);
        self.add(client, choice);
    }

    fn lines(&self) -> usize {
        self.session.lines().len()
    }

    fn pending(&self) -> Vec<(Seat, ToyAction)> {
        self.session.pending_choices().collect()
    }

    fn awaited(&self) -> Seats {
        self.replica.awaited(&self.session)
    }

    /// The clients among `names` that may choose for a seat.
    fn deciders<'a>(&self, index: usize, names: &[&'a str]) -> Vec<&'a str> {
        let may = |name: &&str| self.replica.may_choose(&self.session, &id(name), seat(index));
        names.iter().copied().filter(may).collect()
    }

    fn progress(&self) -> TableProgress {
        self.replica.progress(self.session.position())
    }

    fn places(&self) -> Option<Vec<PersonPlace>> {
        self.replica.places(self.session.position())
    }
}

impl Drop for Table {
    /// A client that reads the log later has the same table.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let header = header_json::<Toy>(self.session.header()).unwrap();
        let (mut replica, mut session) = Replica::start::<Toy>(&header).unwrap();
        for stored in &self.log {
            replica.apply(&mut session, stored);
        }
        let now = format!("{:?} {:?}", self.replica, self.session);
        assert_eq!(format!("{replica:?} {session:?}"), now);
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
    assert_eq!(table.awaited(), Seats::NONE);
    table.add("bob", sit(2, "bob"));
    assert!(table.replica.has_begun());
    assert_eq!(table.awaited(), Seats::first(3));
    assert_eq!(table.deciders(1, &["ada", "bob"]), ["ada", "bob"]);
    assert_eq!(table.progress().state, TableState::Running);
}

#[test]
fn a_person_who_leaves_keeps_the_seat_only_if_the_game_has_begun() {
    let mut table = Table::new(&["human", "human"]);
    table.add("ada", sit(0, "ada"));
    table.refuse("bob", Entry::Leave { seat: seat(0) }, "this isn't your seat");
    table.add("ada", Entry::Leave { seat: seat(0) });
    assert_eq!(table.progress().state, TableState::Closed);
    table.add("eve", sit(0, "eve"));
    table.add("bob", sit(1, "bob"));
    table.add("eve", Entry::Leave { seat: seat(0) });
    assert_eq!(table.deciders(0, &["bob", "eve"]), [""; 0]);
    table.refuse("ada", sit(0, "ada"), "somebody else has this seat");
    // She comes back to her seat in another process.
    table.add("eve again", sit(0, "eve"));
    table.refuse("eve", table.choice(0, bid(1)), "this isn't your seat");
    table.choose("eve again", 0, bid(1));
}

#[test]
fn a_choice_is_for_the_current_step_and_waits_for_the_others() {
    let mut table = Table::with_people(&["ada", "bob"]);
    let first = table.replica.step();
    table.choose("bob", 1, bid(2));
    assert_eq!(table.pending(), [(seat(1), bid(2))]);
    assert_eq!((table.lines(), table.replica.step()), (0, first));
    table.refuse("bob", table.choice(1, bid(3)), "it is not your turn");
    table.refuse("bob", table.choice(0, bid(3)), "this isn't your seat");
    table.refuse("ada", table.choice(0, bid(11)), "the highest bid is 10");
    table.refuse("ada", table.choice(0, turn(1)), "all seats bid now");
    let late = table.choice(0, bid(1));
    table.choose("ada", 0, bid(1));
    assert_eq!(table.lines(), 1);
    assert_eq!(table.replica.step(), table.replica.entry_count());
    table.refuse("ada", late, "it is not your turn");
    table.refuse("ada", table.choice(0, turn(0)), "it is not your turn");
    let (step, action) = (table.replica.step(), "?".to_owned());
    let nonsense = Entry::Choose { seat: seat(1), step, action };
    table.refuse("bob", nonsense, "expected a bid or a turn");
    table.choose("bob", 1, turn(0));
}

#[test]
fn invalid_entries_are_ignored() {
    let mut table = Table::with_people(&["ada", "bob"]);
    for text in ["", "{}", "null", r#"{"do":"sit","seat":4,"name":"ada"}"#, r#"{"do":"win"}"#] {
        table.ignore("ada", Entry::from_json(text));
    }
    table.ignore("ada", Entry::from_json(r#"{"do":"leave","seat":0,"now":true}"#));
    table.choose("ada", 0, bid(1));
}

#[test]
fn a_resignation_keeps_the_choices_of_the_others_and_hands_the_seat_to_a_computer() {
    let mut table = Table::with_people(&["ada", "bob", "eve"]);
    table.choose("bob", 1, bid(2));
    table.refuse("ada", Entry::Resign { seat: seat(2) }, "this isn't your seat");
    let step = table.replica.step();
    table.add("eve", Entry::Resign { seat: seat(2) });
    assert_eq!(table.session.lines(), [RecordLine::Resign(seat(2))]);
    assert_eq!(table.pending(), [(seat(1), bid(2))]);
    assert_eq!(table.replica.step(), step);
    table.refuse("eve", Entry::Resign { seat: seat(2) }, "this isn't your seat");
    let stand_in = Entry::StandIn { seat: seat(2) };
    table.refuse("ada", stand_in, "a computer plays for this seat already");
    table.choose("ada", 2, bid(9));
    table.choose("ada", 0, bid(1));
    assert_eq!(table.lines(), 2);
    // The computer on her seat is second.
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
    assert_eq!(table.session.outcome().unwrap().scores(), [-7, 0, -4]);
    let places: Vec<_> =
        table.places().unwrap().into_iter().map(|person| (person.name, person.place)).collect();
    let expected = [("ada", 2), ("bob", 1), ("eve", 3)];
    assert_eq!(places, expected.map(|(name, place)| (name.to_owned(), place)));
}

#[test]
fn the_game_of_two_ends_with_a_resignation() {
    let mut table = Table::with_people(&["ada", "bob"]);
    table.refuse("ada", Entry::Rematch { code: "k7m2".to_owned() }, "the game isn't over yet");
    table.choose("ada", 0, bid(2));
    table.add("bob", Entry::Resign { seat: seat(1) });
    assert_eq!(table.session.lines(), [RecordLine::Resign(seat(1))]);
    assert!(table.session.outcome().is_some());
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
    let result = table.places().unwrap();
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
fn moves_and_pending_choices_are_taken_back_when_all_agree() {
    let mut table = after_bids(["ada", "bob", "eve"]);
    table.refuse("ada", ask(1, 0), "this isn't your seat");
    table.refuse("ada", ask(0, 1), "there is nothing to take back");
    table.refuse("ada", answer(0, true), "nobody has asked to take back moves");
    table.choose("bob", 1, turn(0));
    table.choose("bob", 1, turn(1));
    // Some have made their next bid.
    table.choose("ada", 0, bid(5));
    let old = table.choice(1, bid(1));
    table.add("eve", ask(2, 2));
    table.refuse("ada", ask(0, 0), "somebody has already asked to take back moves");
    table.refuse("eve", answer(2, true), "nobody has asked to take back moves");
    table.add("ada", answer(0, true));
    assert_eq!(table.lines(), 3);
    table.add("bob", answer(1, true));
    assert_eq!(table.lines(), 2);
    assert_eq!(table.pending(), []);
    table.refuse("bob", old, "it is not your turn");
    table.choose("bob", 1, turn(2));
    // Such a game doesn't count for the ratings.
    for index in [0, 1, 2] {
        table.choose(["ada", "bob", "eve"][index], index, bid(3));
    }
    table.choose("ada", 0, turn(0));
    table.choose("ada", 0, turn(1));
    assert_eq!(table.progress().state, TableState::Finished);
    assert_eq!(table.places(), None);
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
    // The question of a person who leaves is dropped.
    table.add("ada", ask(0, 0));
    table.add("ada", Entry::Leave { seat: seat(0) });
    assert_eq!(table.replica.undo_question(), None);
}

#[test]
fn a_computers_move_does_not_end_a_question() {
    let mut table = Table::with_people(&["ada", "bob", "first"]);
    table.choose("ada", 0, bid(1));
    table.choose("bob", 1, bid(1));
    table.choose("ada", 2, bid(9));
    table.add("ada", ask(0, 0));
    table.choose("ada", 2, turn(0));
    assert!(table.replica.undo_question().is_some());
    table.add("bob", answer(1, true));
    assert_eq!(table.lines(), 0);
}

#[test]
fn people_who_are_away_need_not_agree_to_an_undo() {
    // One leaves, and a computer decides for the other.
    let mut table = after_bids(["ada", "bob", "eve"]);
    table.add("ada", ask(0, 0));
    table.add("bob", Entry::Leave { seat: seat(1) });
    assert_eq!(table.lines(), 1);
    table.add("ada", Entry::StandIn { seat: seat(2) });
    assert_eq!(table.lines(), 0);
    // A person who is back is asked again.
    table.add("eve", sit(2, "eve"));
    assert_eq!(table.replica.undo_voters(&table.session, seat(0)), Seats::one(seat(2)));
}

#[test]
fn one_process_with_two_seats_does_not_ask_itself() {
    let mut table = Table::new(&["human", "human"]);
    table.add("ada", sit(0, "ada"));
    table.add("ada", sit(1, "ada"));
    table.choose("ada", 0, bid(1));
    table.choose("ada", 1, bid(1));
    table.add("ada", ask(0, 0));
    assert_eq!(table.lines(), 0);
    assert_eq!(table.places(), None);
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
    let late = table.choice(1, bid(2));
    table.add("bob", sit(1, "bob"));
    // The computer's choice comes too late.
    table.refuse("ada", late, "this isn't your seat");
    table.choose("bob", 1, bid(3));
}

#[test]
fn any_arcade_plays_for_a_computer_and_the_first_entry_counts() {
    let mut table = Table::with_people(&["ada", "bob", "first"]);
    assert_eq!(table.deciders(2, &["ada", "bob", "eve"]), ["ada", "bob", "eve"]);
    assert_eq!(table.deciders(1, &["ada", "bob", "eve"]), ["bob"]);
    let second = table.choice(2, bid(3));
    table.choose("bob", 2, bid(1));
    table.refuse("ada", second, "it is not your turn");
    assert_eq!(table.pending(), [(seat(2), bid(1))]);
}

/// Two people with a minute each and an increment of two seconds. The first step is due.
fn with_minutes() -> Table {
    Table::with_clock(&["ada", "bob"], Some(TimeControl::game(1, 2)))
}

impl Table {
    /// A choice that took this many seconds by the database's clock.
    fn choose_in(&mut self, index: usize, action: ToyAction, seconds: i64) {
        self.now += seconds * 1000;
        self.choose(["ada", "bob", "eve"][index], index, action);
    }

    fn left(&self) -> Vec<u64> {
        let left = |index| {
            let left = self.replica.time_left(&self.session, seat(index), self.now);
            left.unwrap().as_secs()
        };
        (0..self.replica.occupants().len()).map(left).collect()
    }

    fn flag(&self, index: usize) -> Entry {
        let (seat, step) = (seat(index), self.replica.step());
        let loses = self.session.header().clock.is_some_and(TimeControl::loses_on_time);
        let legal = self.session.game().observe(Seats::one(seat)).legal(seat);
        let action = legal.first().filter(|_| !loses).map(ToString::to_string);
        Entry::Flag { seat, step, action }
    }
}

#[test]
fn choices_are_timed_by_the_databases_clock() {
    let mut table = with_minutes();
    table.choose_in(0, bid(2), 10);
    table.now += 3000;
    // The clock of a person who has chosen stops.
    assert_eq!(table.left(), [50, 47]);
    table.choose_in(1, bid(1), 7);
    assert_eq!(table.left(), [52, 42]);
    table.choose_in(0, turn(0), 10);
    assert_eq!(table.left(), [44, 42]);
    // If the database's clock is set back, no time is taken.
    table.choose_in(0, turn(1), -500);
    assert_eq!(table.left(), [46, 42]);
    // An undo restores the time, and the step is due from then on.
    table.now += 1000 * 1000;
    table.add("ada", ask(0, 1));
    table.add("bob", answer(1, true));
    assert_eq!(table.left(), [52, 42]);
    table.choose_in(0, turn(1), 5);
    assert_eq!(table.left(), [49, 42]);
}

#[test]
fn a_reveal_takes_no_time() {
    let mut table = with_minutes();
    table.choose_in(0, bid(2), 0);
    table.choose_in(1, bid(1), 0);
    table.choose_in(0, turn(0), 0);
    // The second card ends the round.
    table.choose_in(0, turn(1), 0);
    assert_eq!(table.left(), [66, 62]);
    table.now += 2000;
    assert_eq!(table.left(), [66, 62]);
    table.choose_in(1, bid(1), 5);
    assert_eq!(table.left(), [61, 57]);
    table.now += 61_000;
    table.add("bob", table.flag(0));
    assert_eq!(table.session.flagged(), Some(seat(0)));
}

#[test]
fn clocks_start_when_the_last_person_sits_down() {
    let mut table = Table::timed(&["human", "human"], Some(TimeControl::game(1, 2)));
    table.add("ada", sit(0, "ada"));
    table.now += 3_600_000;
    table.add("bob", sit(1, "bob"));
    table.choose_in(0, bid(1), 3);
    table.choose_in(1, bid(2), 3);
    assert_eq!(table.left(), [59, 56]);
}

#[test]
fn any_arcade_can_claim_that_a_persons_time_is_over() {
    for client in ["ada", "bob", "eve"] {
        let mut table = with_minutes();
        let early = "there is time left";
        table.now += 59_999;
        table.refuse(client, table.flag(0), early);
        table.now += 1;
        let step = table.replica.step() + 1;
        table.refuse(client, Entry::Flag { seat: seat(0), step, action: None }, early);
        // A choice before the claim counts and brings its increment.
        table.choose_in(0, bid(1), 0);
        table.refuse(client, table.flag(0), early);
        table.add(client, table.flag(1));
        assert_eq!(table.session.flagged(), Some(seat(1)));
        assert_eq!(table.progress().state, TableState::Finished);
        let places: Vec<u32> =
            table.places().unwrap().into_iter().map(|person| person.place).collect();
        assert_eq!(places, [1, 2]);
        table.refuse(client, table.flag(1), early);
    }
    let mut without = Table::with_people(&["ada", "bob"]);
    without.refuse("bob", without.flag(0), "this game has no clocks");
}

#[test]
fn a_person_who_is_away_loses_by_the_clock_instead_of_a_stand_in() {
    let mut table = with_minutes();
    table.add("bob", Entry::Leave { seat: seat(1) });
    table.refuse("ada", Entry::StandIn { seat: seat(1) }, CLOCK_DECIDES);
    table.choose_in(0, bid(1), 1);
    table.now += 60_000;
    table.add("ada", table.flag(1));
    assert_eq!(table.session.outcome().unwrap().winners().only(), Some(seat(0)));
}

#[test]
fn the_choice_for_a_late_person_is_in_the_log() {
    let mut table = Table::with_clock(&["ada", "bob", "eve"], Some(TimeControl::choice(20)));
    table.choose_in(0, bid(1), 1);
    table.now += 18_999;
    table.refuse("ada", table.flag(1), "there is time left");
    table.now += 1;
    let Entry::Flag { seat: late, step, action } = table.flag(1) else { panic!("a flag") };
    let drawn = action.clone().unwrap().parse().unwrap();
    for action in [None, Some("bid 11".to_owned())] {
        let entry = Entry::Flag { seat: late, step, action };
        assert!(table.replica.check(&table.session, &id("ada"), &entry, table.now).is_err());
        table.ignore("ada", Some(entry));
    }
    table.add("ada", Entry::Flag { seat: late, step, action });
    assert_eq!(table.pending(), [(seat(0), bid(1)), (seat(1), drawn)]);
    table.now += 1_000_000;
    table.add("watcher", table.flag(2));
    let RecordLine::Step { times, .. } = &table.session.lines()[0] else { panic!("a step") };
    assert_eq!(times.iter().map(|time| time.late).collect::<Vec<_>>(), [false, true, true]);
    // The next choice has its own time.
    assert_eq!(table.left(), [20; 3]);
}

#[test]
fn computers_and_people_who_have_resigned_have_no_clock() {
    let mut table =
        Table::with_clock(&["ada", "bob", "first", "eve"], Some(TimeControl::choice(20)));
    table.add("eve", Entry::Resign { seat: seat(3) });
    table.now += 100_000;
    assert_eq!(table.replica.timed_seats(&table.session), Seats::first(2));
    for index in [2, 3] {
        table.refuse("ada", table.flag(index), "there is time left");
    }
}

#[test]
fn a_player_can_say_one_phrase_every_ten_seconds() {
    let mut table = Table::with_people(&["ada", "bob"]);
    let say = |index| Entry::Say { seat: seat(index), phrase: Phrase::WellPlayed };
    let said = |index| Some(Change::Said(seat(index), Phrase::WellPlayed));
    assert_eq!(table.store("ada", Some(say(0))), said(0));
    table.now += PHRASE_INTERVAL - 1;
    assert_eq!(table.store("ada", Some(say(0))), None);
    // Each seat has its own pause, and a client can't speak for others.
    assert_eq!(table.store("bob", Some(say(1))), said(1));
    assert_eq!(table.store("carl", Some(say(0))), None);
    table.now += 1;
    assert_eq!(table.store("ada", Some(say(0))), said(0));
    // If the database's clock is set back, the pause still counts.
    table.now -= 1_000_000;
    assert_eq!(table.store("ada", Some(say(0))), None);
    let json = say(0).to_json();
    assert_eq!(json, r#"{"do":"say","seat":0,"phrase":"well-played"}"#);
    assert_eq!(Entry::from_json(&json), Some(say(0)));
    assert_eq!(Entry::from_json(&json.replace("well-played", "anything")), None);
}
