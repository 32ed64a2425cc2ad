//! What a conversation says about saving, and when it stores something.

use std::path::Path;

use rusqlite::Connection;

use super::{converse, script};
use fourcade::{
    database::{DailyDate, Store},
    games::{ActionText as _, ArcadeGame as _, Notation, daily_session},
    plain::{self, App, Origin},
};
use fourcade_engine::{
    flip::Flip,
    play::{Game as _, GameInfo as _, Observation as _, RecordHeader, Seats, Session},
};

fn session() -> Session<Flip> {
    let setup = Flip::deal_seeded(8, 4).unwrap();
    let players = vec!["human".to_owned(), "first".to_owned()];
    Session::new(RecordHeader { setup, players, seed: 4, clock: None })
}

/// The first legal move, as it is typed.
fn first_move(session: &Session<Flip>) -> String {
    let seat = session.awaited().only().unwrap();
    let action = session.game().observe(Seats::NONE).legal(seat)[0];
    Flip::write(action, Notation::FromOne)
}

fn play(app: &mut App, session: Session<Flip>, daily: Option<DailyDate>) {
    let origin = daily.map_or(Origin::New, Origin::Daily);
    plain::play(app, session, origin).unwrap();
}

/// The number of rows that a query counts.
fn count(home: &Path, from: &str) -> i64 {
    let connection = Connection::open(home.join("fourcade.db")).unwrap();
    let sql = format!("SELECT count(*) FROM {from}");
    connection.query_row(&sql, [], |row| row.get(0)).unwrap()
}

#[test]
fn a_game_is_called_saved_only_if_it_is() {
    let home = tempfile::tempdir().unwrap();
    let lines = format!("{}\nback\n", first_move(&session()));
    let text = converse(home.path(), script(&lines), |app| {
        play(app, session(), None);
        Ok(())
    });
    assert!(text.ends_with("> back\nThe game is saved.\n"), "{text}");
    assert_eq!(count(home.path(), "games"), 1);

    let other = Connection::open(home.path().join("fourcade.db")).unwrap();
    let text = converse(home.path(), script(&lines), |app| {
        app.context.store.wait_until_open();
        other.execute_batch("BEGIN EXCLUSIVE").unwrap();
        play(app, session(), None);
        other.execute_batch("COMMIT").unwrap();
        app.context.store.close().unwrap_err();
        app.context.store = Store::disabled();
        Ok(())
    });
    // The failure is said before the next line is asked for, and once.
    let (before, after) = text.split_once("> back").unwrap();
    let why = "This game is not saved any more:";
    assert_eq!(before.matches(why).count(), 1, "{text}");
    assert_eq!(before.matches("is locked by another program").count(), 1, "{text}");
    assert_eq!(after, "\nThe game is not saved.\n");
}

#[test]
fn an_undo_costs_what_it_costs_on_the_screen() {
    let home = tempfile::tempdir().unwrap();
    for (typed, hinted) in [("", 0), ("undo\n", 1), ("hint\n", 2)] {
        let lines = format!("{}\n{typed}back\n", first_move(&session()));
        let text = converse(home.path(), script(&lines), |app| {
            play(app, session(), None);
            Ok(())
        });
        assert_eq!(count(home.path(), "games WHERE hinted"), hinted, "{text}");
    }
}

#[test]
fn games_at_local_tables_have_no_clocks() {
    let home = tempfile::tempdir().unwrap();
    let mut timed = session();
    timed.set_clock(Flip::FACTS.clocks[0]);
    let text = converse(home.path(), script("help\nback\n"), |app| {
        play(app, timed, None);
        Ok(())
    });
    assert!(!text.contains("clock") && !text.contains("minutes"), "{text}");
}

#[test]
fn a_game_is_played_where_nothing_can_be_saved() {
    let home = tempfile::tempdir().unwrap();
    let lines = format!("1\n1\n{}\nback\nback\nstat\nsav\npractice\nback\n", {
        let session = daily_session::<Flip>(DailyDate::today().date()).unwrap();
        first_move(&session)
    });
    let text = converse(home.path(), script(&lines), |app| {
        app.context.store = Store::disabled();
        plain::practice_rounds::<Flip>(app, None, 7)?;
        play(app, session(), None);
        Ok(())
    });
    assert!(!text.contains("saved."), "{text}");
}

#[test]
fn a_deal_that_became_practice_before_the_first_move_stays_so() {
    let home = tempfile::tempdir().unwrap();
    let today = DailyDate::today();
    for (lines, expected) in [("hint\nyes\nback\n", "It counts"), ("back\n", "It is for practice.")]
    {
        let text = converse(home.path(), script(lines), |h| plain::daily_deal::<Flip>(h, today));
        assert!(text.contains(expected), "{text}");
    }
    assert_eq!(count(home.path(), "games WHERE daily IS NOT NULL AND practice"), 1);
}

#[test]
fn a_deal_that_is_begun_after_midnight_is_for_practice() {
    let home = tempfile::tempdir().unwrap();
    let yesterday = DailyDate::today().previous().unwrap();
    let session = || daily_session::<Flip>(yesterday.date()).unwrap();
    let lines = format!("{}\nhint\nback\n", first_move(&session()));
    let text = converse(home.path(), script(&lines), |app| {
        play(app, session(), Some(yesterday));
        Ok(())
    });
    let (_, after) = text.split_once("It is for practice.").unwrap();
    assert!(after.contains("A new day has begun (UTC)"), "{text}");
    assert!(!after.contains("Yes or no?"), "a hint costs nothing now: {text}");
    assert_eq!(count(home.path(), "games WHERE daily IS NULL AND practice"), 1);
}

#[test]
fn a_verdict_on_the_puzzle_of_the_day_is_stored_before_anything_else_is_typed() {
    let home = tempfile::tempdir().unwrap();
    let path = home.path().to_owned();
    let mut lines = vec!["1 1", "1 2", "1 3", "1 4", "1 5", "1 6", "1 7", "1 8"].into_iter();
    let listen = move |said: &str| {
        if said.contains("Right!") || said.contains("Not this one.") {
            assert_eq!(count(&path, "daily_answers"), 1, "{said}");
            return None;
        }
        lines.next().map(str::to_owned)
    };
    let today = DailyDate::today();
    converse(home.path(), listen, |app| plain::puzzle_of_the_day::<Flip>(app, today));
}
