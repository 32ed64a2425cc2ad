//! Games with clocks between two arcades.

use fourcade::database::shared_tables::{
    Client, Entry, StoredEntry, TableCode,
    connection::{self, Connection},
    entry::TimeTaken,
    new_table,
    store::{self, Appended},
};
use fourcade_engine::{
    flip::{Flip, model::FlipSetup},
    intensity::Intensity,
    play::{
        Game as _, HUMAN, Observation as _, RecordHeader, RecordLine, Seat, Seats, TimeControl,
    },
};

use super::{
    Place, code,
    follower::{Follower, TypedGame},
};
use crate::support::{Signal, Terminal, wait_until};

const ADA: Seat = Seat::new(0);
const BOB: Seat = Seat::new(1);

/// Adds an entry to the log of a table, as another arcade would.
fn add<G: TypedGame>(
    connection: &mut dyn Connection,
    follower: &mut Follower<G>,
    client: &Client,
    entry: &Entry,
) {
    follower.update();
    let (replica, session) = (&follower.replica, &follower.session);
    let progress = replica.progress_after(session, &client.id, entry, 0).expect("a legal entry");
    let at = (&follower.code, replica.read_count());
    let added = store::append(connection, at, &client.id, entry, &progress);
    assert_eq!(added, Ok(Appended::Done));
    follower.update();
}

/// A game of Flip in which each of two people has made a move, and has ten seconds left. Both
/// have left their arcades; the first one is to move.
fn game_with_little_time(place: &Place) -> Follower<Flip> {
    let clock = Some(TimeControl::game(1, 0));
    let seats = vec![HUMAN.to_owned(); 2];
    let setup = FlipSetup::new(6).expect("a size");
    let header = RecordHeader { setup, seats, seed: 1, clock };
    let people = ["ada", "bob"].map(Client::new);
    let table = new_table::<Flip>(&header, &people[0], Some(ADA), true).expect("a table");
    let mut connection = connection::open(&place.location(), || {}).expect("the database opens");
    let connection = connection.as_mut();
    let code: TableCode =
        store::open_table(connection, &people[0], &table).expect("the table opens");
    let mut follower = Follower::<Flip>::new(place, code.as_str());
    let sit = Entry::Sit { seat: BOB, name: "bob".to_owned() };
    add(connection, &mut follower, &people[1], &sit);
    for (seat, person) in [ADA, BOB].into_iter().zip(&people) {
        let action = follower.session.game().observe(Seats::one(seat)).legal(seat)[0].to_string();
        let time = Some(TimeTaken { ms: 50_000, late: false });
        let entry = Entry::Choose { seat, step: follower.replica.step(), action, time };
        add(connection, &mut follower, person, &entry);
    }
    for person in &people {
        store::remove_client(connection, &person.id).expect("the client is gone");
    }
    follower
}

/// Ada's and Bob's arcades at this table.
fn come_back(place: &Place, follower: &mut Follower<Flip>) -> [Terminal; 2] {
    let code = follower.code.clone();
    let arcades = ["ada", "bob"].map(|name| place.start(&format!("join {code} --name {name}")));
    arcades[0].wait_text("Your move");
    arcades[1].wait_text("Waiting for ada");
    arcades
}

/// Who has lost by the clock, and whether their own arcade has said so.
fn flagged(follower: &mut Follower<Flip>) -> (Seat, bool) {
    follower.wait("the end", Follower::is_over);
    let seat = follower.session.flagged().expect("a time that is over");
    let log = follower.log();
    let flag = log.iter().find(|stored| matches!(stored.entry, Some(Entry::Flag { .. })));
    let client = &flag.expect("it is in the log").client;
    (seat, follower.replica.seats_of(client).contains(seat))
}

#[test]
fn who_runs_out_of_time_loses_at_both_terminals() {
    let place = Place::at_home();
    let mut follower = game_with_little_time(&place);
    let [first, second] = come_back(&place, &mut follower);
    // Her own arcade says so, even if nobody else does.
    second.signal(Signal::STOP);
    assert_eq!(flagged(&mut follower), (ADA, true));
    second.signal(Signal::CONT);
    first.wait_text("You ran out of time");
    second.wait_text("O (ada) ran out of time.");
}

#[track_caller]
fn a_killed_arcade_loses_by_the_clock(place: &Place) {
    let mut follower = game_with_little_time(place);
    let [first, second] = come_back(place, &mut follower);
    first.signal(Signal::KILL);
    first.wait_exit();
    assert_eq!(flagged(&mut follower), (ADA, false));
    second.wait_text("O (ada) ran out of time.");
}

#[test]
fn who_is_killed_loses_by_the_clock() {
    a_killed_arcade_loses_by_the_clock(&Place::at_home());
}

#[test]
fn who_is_killed_loses_by_the_clock_of_the_server() {
    if let Some(place) = Place::on_server() {
        a_killed_arcade_loses_by_the_clock(&place);
    }
}

#[test]
fn late_choices_are_made_by_ones_own_arcade_or_drawn_if_that_is_away() {
    let place = Place::at_home();
    let players = "--players human,novice,human,novice";
    let first = place.start(&format!("play intensity --share --linger 0 --clock 2s {players}"));
    let code = code(&first);
    let second = place.start(&format!("join {code} --name bob --linger 0"));
    let mut follower = Follower::<Intensity>::new(&place, &code);
    let late = |table: &Follower<Intensity>, seat: Seat| {
        let is_late = |line: &RecordLine<_>| match line {
            RecordLine::Step { times, .. } => {
                times.iter().any(|time| time.seat == seat && time.late)
            }
            _ => false,
        };
        table.session.lines().iter().filter(|line| is_late(line)).count()
    };
    // Nobody chooses any cards. On a busy machine the others may be first.
    let other = Seat::new(2);
    let chosen_late = |table: &mut Follower<Intensity>, own: Seat| {
        table.log().iter().any(|stored| match &stored.entry {
            Some(
                Entry::Choose { seat, time: Some(time), .. }
                | Entry::Commit { seat, time: Some(time), .. },
            ) => *seat == own && time.late,
            _ => false,
        })
    };
    for seat in [ADA, other] {
        wait_until("one's own arcade chooses late", || chosen_late(&mut follower, seat));
    }
    first.signal(Signal::KILL);
    first.wait_exit();
    let (entries, before) = (follower.log().len(), late(&follower, ADA));
    let is_flag = |stored: &StoredEntry| {
        let Some(Entry::Flag { seat, .. }) = stored.entry else { return false };
        seat == ADA
    };
    let mut flag = None;
    wait_until("the others say that the time is over", || {
        flag = follower.log().into_iter().skip(entries).find(is_flag);
        flag.is_some()
    });
    follower.wait("a choice that is drawn", |table| late(table, ADA) > before);
    assert!(follower.replica.seats_of(&flag.unwrap().client).contains(other));
    second.wait_text("ran out of time");
}
