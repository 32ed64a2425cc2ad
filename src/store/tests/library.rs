//! Games that go in, go on, are found and come out.

use super::{Place, SEAT, about, assert_kept, play, session, step, text, update};
use crate::{
    play::toy::{self, Toy},
    store::{
        GameFilter, GameIdentity, GameStatus, PersonCount, PersonResult, Store, StoreError,
        statistics::{Grouping, Uncounted, tally},
    },
};

#[test]
fn a_hint_before_the_first_step_is_kept() {
    let place = Place::new();
    let store = place.open();
    let mut session = session(&["human", "human"]);
    let mut entry = store.new_game(about(&session));
    session.choose(SEAT, toy::bid(3)).unwrap();
    update(&mut entry, &mut session);
    session.mark_hint();
    entry.update(&session, 0, true);
    store.flush().unwrap();
    let loaded = store.load(entry.id().unwrap()).unwrap();
    assert!(loaded.summary.marks.hinted);
    assert_eq!(loaded.read::<Toy>().unwrap().pending_choices().count(), 1);
}

#[test]
fn every_step_is_kept_and_what_is_taken_back_is_not() {
    let place = Place::new();
    let store = place.open();
    let mut session = session(&["human", "a"]);
    let mut entry = store.new_game(about(&session));
    update(&mut entry, &mut session);
    store.flush().unwrap();
    assert_eq!(
        (entry.id(), store.count(&GameFilter::default()).unwrap()),
        (None, 0),
        "nothing has happened in it"
    );
    let check = |session: &mut _, entry: &mut _| {
        update(entry, session);
        store.flush().unwrap();
        assert_kept(&store, entry.id().unwrap(), session);
    };
    for _ in 0..3 {
        step(&mut session, 3);
        check(&mut session, &mut entry);
    }
    session.undo();
    check(&mut session, &mut entry);
    session.go_to(0);
    check(&mut session, &mut entry);
    step(&mut session, 7);
    check(&mut session, &mut entry);
    assert!(entry.is_kept());
    assert_eq!(store.count(&GameFilter::default()).unwrap(), 1, "it is one game");
    assert_eq!(place.check(), "ok");
}

#[test]
fn a_game_goes_on_under_its_number_after_a_new_start() {
    let place = Place::new();
    let store = place.open();
    let mut first = session(&["human", "a"]);
    let mut entry = store.new_game(about(&first));
    step(&mut first, 3);
    first.mark_practice();
    entry.update(&first, 0, true);
    store.close().unwrap();
    assert!(!store.new_game(about(&first)).is_kept(), "a closed store keeps nothing");

    let store = place.open();
    let found = store.last_unfinished().unwrap().unwrap();
    assert_eq!(
        (found.game.as_str(), found.size, found.opponents().as_str()),
        ("toy", Some(9), "a")
    );
    assert_eq!((found.status, found.series, found.number), (GameStatus::Running, 77, 2));
    assert_eq!(found.seats.iter().map(|seat| seat.series_points).collect::<Vec<_>>(), [0.5, 1.0]);
    let loaded = store.claim(found.id).unwrap();
    let mut again = loaded.read::<Toy>().unwrap();
    assert!(again.is_practice(), "it is known before the step that would say so");
    let mut entry = store.resume(&loaded);
    while again.outcome().is_none() {
        step(&mut again, 3);
        update(&mut entry, &mut again);
    }
    store.flush().unwrap();
    assert_eq!(entry.id(), Some(found.id));
    assert_kept(&store, found.id, &again);
    assert_eq!(store.last_unfinished().unwrap(), None);
    let ended = store.load(found.id).unwrap().summary;
    assert!(ended.ended.is_some() && ended.marks.practice);
    assert_eq!((ended.status, ended.started), (GameStatus::Finished, found.started));
}

#[test]
fn a_game_that_is_taken_up_at_another_table_goes_on_at_both() {
    let place = Place::new();
    let (store, other) = (place.open(), place.open());
    let mut here = session(&["human", "a"]);
    let mut entry = store.new_game(about(&here));
    step(&mut here, 3);
    update(&mut entry, &mut here);
    store.flush().unwrap();
    let id = entry.id().unwrap();

    let loaded = other.claim(id).unwrap();
    let mut there = loaded.read::<Toy>().unwrap();
    let mut taken = other.resume(&loaded);
    for _ in 0..2 {
        step(&mut there, 1);
        update(&mut taken, &mut there);
        other.flush().unwrap();
        step(&mut here, 5);
        update(&mut entry, &mut here);
        store.flush().unwrap();
    }
    assert_eq!(taken.id(), Some(id));
    assert_ne!(entry.id(), Some(id));
    assert_kept(&store, id, &there);
    assert_kept(&store, entry.id().unwrap(), &here);
}

#[test]
fn a_game_that_is_deleted_while_it_is_played_is_written_anew() {
    let place = Place::new();
    let store = place.open();
    let mut session = session(&["human", "a"]);
    let mut entry = store.new_game(about(&session));
    for _ in 0..2 {
        step(&mut session, 3);
        update(&mut entry, &mut session);
        store.flush().unwrap();
        let id = entry.id().unwrap();
        assert_kept(&store, id, &session);
        store.delete(id).unwrap();
        assert!(matches!(store.load(id), Err(StoreError::NoGame(missing)) if missing == id));
        assert!(matches!(store.delete(id), Err(StoreError::NoGame(_))));
    }
    let rows = |table: &str| {
        let sql = format!("SELECT count(*) FROM {table}");
        store
            .ask(move |connection| connection.query_row(&sql, [], |row| row.get::<_, i64>(0)))
            .unwrap()
    };
    assert_eq!((rows("games"), rows("seats"), rows("lines")), (0, 0, 0));
}

#[test]
fn how_a_game_ended_is_kept_and_changes_when_it_goes_on() {
    let place = Place::new();
    let store = place.open();
    let mut session = session(&["human", "a"]);
    let mut entry = store.new_game(about(&session));
    step(&mut session, 3);
    session.resign(SEAT).unwrap();
    update(&mut entry, &mut session);
    store.flush().unwrap();
    let summary = || store.load(entry.id().unwrap()).unwrap().summary;
    let ended = summary();
    assert_eq!((ended.status, ended.result), (GameStatus::Resigned, Some(PersonResult::Lost)));
    assert!(
        ended.seats[0].has_resigned
            && ended.seats[0].place == Some(2)
            && ended.seats[1].place == Some(1)
    );
    assert_eq!(store.last_unfinished().unwrap(), None);
    session.undo();
    let unchanged = session.take_unchanged();
    let mut entry = entry;
    entry.update(&session, unchanged, false);
    store.flush().unwrap();
    let again = store.last_unfinished().unwrap().unwrap();
    assert_eq!(
        (again.status, again.result, again.ended, again.seats[0].place),
        (GameStatus::Running, None, None, None)
    );
    assert_eq!(Some(again.id), entry.id());
}

/// Games of many kinds: their numbers in the order in which they were played.
fn several(store: &Store) -> Vec<i64> {
    let mut ids = Vec::new();
    for names in [
        &["human", "a"][..],
        &["b", "human"],
        &["human", "human"],
        &["a", "b", "a"],
        &["human", "a", "a"],
    ] {
        ids.push(play(store, names));
    }
    let mut unfinished = session(&["human", "a"]);
    step(&mut unfinished, 1);
    ids.push(store.import(&unfinished, about(&unfinished)).unwrap());
    let chess = GameIdentity { game: "chess".to_owned(), size: None, ..about(&unfinished) };
    ids.push(store.import(&unfinished, chess).unwrap());
    ids
}

#[test]
fn games_are_found_by_what_is_known_of_them() {
    let place = Place::new();
    let store = place.open();
    let all = several(&store);
    let newest_first: Vec<i64> = all.iter().rev().copied().collect();
    let any = GameFilter::default();
    let ids = |wanted: &GameFilter, skip, count| {
        store.games(wanted, skip, count).unwrap().iter().map(|found| found.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(&any, 0, 100), newest_first);
    assert_eq!(ids(&any, 2, 3), newest_first[2..5]);
    assert_eq!(ids(&any, 100, 3), [0; 0]);
    let of = |mut wanted: Vec<usize>| {
        wanted.reverse();
        wanted.into_iter().map(|at| all[at]).collect::<Vec<_>>()
    };
    let results: Vec<_> = all.iter().map(|&id| store.load(id).unwrap().summary.result).collect();
    let won =
        (0..all.len()).filter(|&at| results[at] == Some(PersonResult::Won)).collect::<Vec<_>>();
    assert!(!won.is_empty() && won.len() < 3, "{results:?}");
    for (wanted, found) in [
        (GameFilter { game: Some("chess".to_owned()), ..any.clone() }, vec![6]),
        (GameFilter { game: Some("poker".to_owned()), ..any.clone() }, vec![]),
        (GameFilter { player: Some("b".to_owned()), ..any.clone() }, vec![1, 3]),
        (GameFilter { status: Some(GameStatus::Running), ..any.clone() }, vec![5, 6]),
        (GameFilter { status: Some(GameStatus::Resigned), ..any.clone() }, vec![]),
        (GameFilter { result: Some(PersonResult::Won), ..any.clone() }, won),
        (GameFilter { persons: Some(PersonCount::Zero), ..any.clone() }, vec![3]),
        (GameFilter { persons: Some(PersonCount::Several), ..any.clone() }, vec![2]),
        (
            GameFilter {
                persons: Some(PersonCount::AtLeastOne),
                player: Some("b".to_owned()),
                ..any.clone()
            },
            vec![1],
        ),
    ] {
        let found = of(found);
        assert_eq!(ids(&wanted, 0, 100), found, "{wanted:?}");
        assert_eq!(store.count(&wanted).unwrap() as usize, found.len(), "{wanted:?}");
        for id in newest_first.iter().copied().chain([0]) {
            let place =
                found.iter().position(|&other| other == id).map(|at| u32::try_from(at).unwrap());
            assert_eq!(store.position_of(&wanted, id).unwrap(), place, "{wanted:?}");
        }
    }
    assert_eq!(store.computer_names(None).unwrap(), ["a", "b"]);
    assert_eq!(store.computer_names(Some("poker")).unwrap(), [""; 0]);
}

#[test]
fn statistics_are_made_of_the_games_of_one_person() {
    let place = Place::new();
    let store = place.open();
    several(&store);
    let rows = store.counted_games(None).unwrap();
    let sums = tally(&rows, Grouping::Opponents);
    let names: Vec<_> =
        sums.iter().map(|sum| (sum.opponents.as_deref().unwrap(), sum.played)).collect();
    assert_eq!(names, [("a", 1), ("a x 2", 1), ("b", 1)]);
    // Whoever bids most and sits first turns cards 4 and 5 for 3, twice.
    let with_b = sums.iter().find(|sum| sum.opponents.as_deref() == Some("b")).unwrap();
    assert_eq!((with_b.lost, with_b.margin_mean), (1, Some(-12.0)));
    assert_eq!(store.counted_games(Some("chess")).unwrap(), []);
    let uncounted = Uncounted { among_persons: 1, among_computers: 1, unfinished: 2 };
    assert_eq!(store.uncounted(None).unwrap(), uncounted);
    let of_chess = Uncounted { unfinished: 1, ..Uncounted::default() };
    assert_eq!(store.uncounted(Some("chess")).unwrap(), of_chess);
}

#[test]
fn a_game_goes_out_as_a_record_and_comes_in_again() {
    let place = Place::new();
    let store = place.open();
    let id = play(&store, &["human", "a"]);
    let loaded = store.load(id).unwrap();
    let session = loaded.read::<Toy>().unwrap();
    assert_eq!(loaded.text().unwrap(), text(&session));
    let copy = store.import(&session, about(&session)).unwrap();
    assert_ne!(copy, id);
    assert_kept(&store, copy, &session);
    let empty = super::session(&["human", "a"]);
    assert!(matches!(store.import(&empty, about(&empty)), Err(StoreError::NotSaved(_))));
}
