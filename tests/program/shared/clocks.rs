//! Games with clocks between two arcades.

use fourcade::database::shared_tables::{
    Client, Entry, TableCode,
    connection::{self, Connection},
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
use crate::support::{Signal, Terminal};

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
    let (code, number) = (&follower.code, replica.entry_count());
    let added = store::append(connection, code, number, &client.id, entry, &progress);
    assert_eq!(added, Ok(Appended::Done));
    follower.update();
}

/// A game of Flip in which each of two people has made a move, and has ten seconds left. Both
/// have left their arcades; the first one is to move.
fn game_with_little_time(place: &Place) -> Follower<Flip> {
    let clock = Some(TimeControl::game(1, 0));
    let players = vec![HUMAN.to_owned(); 2];
    let setup = FlipSetup::new(6).expect("a size");
    let header = RecordHeader { setup, players, seed: 1, clock };
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
        let entry = Entry::Choose { seat, step: follower.replica.step(), action };
        add(connection, &mut follower, person, &entry);
    }
    for person in &people {
        store::remove_client(connection, &person.id).expect("the client is gone");
    }
    // Each move has taken 50 seconds.
    pass(place, &code, 1, 50_000);
    pass(place, &code, 2, 50_000);
    Follower::new(place, code.as_str())
}

/// Lets this time go by between an entry of the log and the next one.
fn pass(place: &Place, code: &TableCode, number: u64, milliseconds: i64) {
    let mut connection = connection::open(&place.location(), || {}).expect("the database opens");
    let sql = "UPDATE entries SET added = added - $3 WHERE code = $1 AND number <= $2";
    let values = [code.as_str().into(), number.into(), milliseconds.into()];
    connection.execute(sql, &values).expect("time goes by");
}

/// Ada's and Bob's arcades at this table.
fn come_back(place: &Place, follower: &mut Follower<Flip>) -> [Terminal; 2] {
    let code = follower.code.clone();
    let arcades = ["ada", "bob"].map(|name| place.start(&format!("join {code} --name {name}")));
    arcades[0].wait_text("Your move");
    arcades[1].wait_text("Waiting for ada");
    arcades
}

/// Who has lost by the clock.
fn flagged(follower: &mut Follower<Flip>) -> Seat {
    follower.wait("the end", Follower::is_over);
    follower.session.flagged().expect("a time that is over")
}

#[test]
fn a_player_out_of_time_loses_even_if_an_arcade_is_suspended() {
    for suspended in [0, 1] {
        let place = Place::at_home();
        let mut follower = game_with_little_time(&place);
        let arcades = come_back(&place, &mut follower);
        arcades[suspended].signal(Signal::STOP);
        assert_eq!(flagged(&mut follower), ADA);
        arcades[suspended].signal(Signal::CONT);
        for (arcade, headline) in arcades.iter().zip(["You lose", "You win!"]) {
            arcade.wait_text(headline);
            arcade.wait_text("ran out of time");
        }
    }
}

#[track_caller]
fn a_killed_arcade_loses_by_the_clock(place: &Place) {
    let mut follower = game_with_little_time(place);
    let [first, second] = come_back(place, &mut follower);
    first.signal(Signal::KILL);
    first.wait_exit();
    assert_eq!(flagged(&mut follower), ADA);
    second.wait_text("You win!");
    second.wait_text("ran out of time");
}

#[test]
fn a_killed_player_loses_by_the_clock() {
    a_killed_arcade_loses_by_the_clock(&Place::at_home());
}

#[test]
fn a_killed_player_loses_by_the_clock_of_the_server() {
    if let Some(place) = Place::on_server() {
        a_killed_arcade_loses_by_the_clock(&place);
    }
}

#[test]
fn any_running_arcade_lets_a_computer_choose_for_a_late_player() {
    let place = Place::at_home();
    let players = "--players human,novice,human,novice";
    let first = place.start(&format!("play intensity --share --linger 0 --clock 1s {players}"));
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
    // Nobody chooses any cards.
    let other = Seat::new(2);
    follower.wait("late choices", |table| late(table, ADA) > 0 && late(table, other) > 0);
    first.signal(Signal::KILL);
    first.wait_exit();
    follower.update();
    let before = late(&follower, ADA);
    follower.wait("a choice for who was killed", |table| late(table, ADA) > before + 1);
    second.wait_text("ran out of time");
}
