//! Tests that games are saved, resumed, found, exported and imported.

use std::fs;

use super::{SEAT, StoreFolder, Waiting, assert_saved, identity, play, session, step, text};
use crate::database::{
    Database, GameHandle, GameIdentity, GameStatus, PersonResult, Store, StoreError, opponents,
    statistics::{Grouping, Uncounted, tally},
};
use fourcade_engine::play::toy::{self, Toy};

#[test]
fn a_hint_before_the_first_step_is_saved() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let mut session = session(&["human", "human"]);
    let mut handle = store.new_game(identity(&session));
    session.choose(SEAT, toy::bid(3)).unwrap();
    handle.update(&session);
    session.mark_hint();
    handle.update(&session);
    store.flush().unwrap();
    let loaded = store.load(handle.id().unwrap()).unwrap();
    assert!(loaded.summary.marks.hinted);
    assert_eq!(loaded.read::<Toy>(|_| Ok(())).unwrap().pending_choices().count(), 1);
}

#[test]
fn every_step_is_saved_and_undone_steps_are_deleted() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let mut session = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&session));
    handle.update(&session);
    store.flush().unwrap();
    assert_eq!(
        (handle.id(), store.games().unwrap().len()),
        (None, 0),
        "a game without steps is not saved"
    );
    let check = |session: &_, handle: &mut GameHandle| {
        handle.update(session);
        store.flush().unwrap();
        assert_saved(&store, handle.id().unwrap(), session);
    };
    for _ in 0..3 {
        step(&mut session, 3);
        check(&session, &mut handle);
    }
    session.undo();
    check(&session, &mut handle);
    session.go_to(0);
    check(&session, &mut handle);
    step(&mut session, 7);
    check(&session, &mut handle);
    assert!(handle.is_saved());
    assert_eq!(store.games().unwrap().len(), 1, "there is one row");
    assert_eq!(folder.check(), "ok");
}

#[test]
fn a_game_continues_under_its_id_after_a_restart() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let mut first = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&first));
    step(&mut first, 3);
    first.mark_practice();
    handle.update(&first);
    store.close().unwrap();
    drop(handle);
    assert!(!store.new_game(identity(&first)).is_saved(), "a closed store saves nothing");

    let store = folder.open();
    let found = store.last_unfinished().unwrap().unwrap();
    assert_eq!(
        (found.game.as_str(), found.size, opponents(&found.seats).as_str()),
        ("toy", Some(9), "a")
    );
    assert_eq!((found.status, found.series.id, found.series.number), (GameStatus::Running, 77, 2));
    assert_eq!(found.seats.iter().map(|seat| seat.series_points).collect::<Vec<_>>(), [0.5, 1.0]);
    assert_eq!(found.person_names(), ["Ada", ""]);
    let loaded = store.claim(found.id).unwrap();
    let mut again = loaded.read::<Toy>(|_| Ok(())).unwrap();
    assert!(again.is_practice(), "the mark is restored before a step contains it");
    let mut handle = store.resume(&loaded, &again);
    while again.outcome().is_none() {
        step(&mut again, 3);
        handle.update(&again);
    }
    store.flush().unwrap();
    assert_eq!(handle.id(), Some(found.id));
    assert_saved(&store, found.id, &again);
    assert_eq!(store.last_unfinished().unwrap(), None);
    let ended = store.load(found.id).unwrap().summary;
    assert!(ended.times.ended.is_some() && ended.marks.practice);
    assert_eq!(ended.person_names(), ["Ada", ""]);
    assert_eq!((ended.status, ended.times.started), (GameStatus::Finished, found.times.started));
}

#[test]
fn a_game_that_is_open_at_a_table_cannot_be_opened_at_another_one() {
    let folder = StoreFolder::new();
    let (store, other) = (folder.open(), folder.open());
    let mut game = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&game));
    step(&mut game, 3);
    handle.update(&game);
    store.flush().unwrap();
    let id = handle.id().unwrap();
    for elsewhere in [&store, &other] {
        let refused = elsewhere.claim(id);
        assert!(matches!(refused, Err(StoreError::OpenElsewhere)), "{refused:?}");
    }
    // After it was left at its table, it can be opened at another one.
    drop(handle);
    store.flush().unwrap();
    let claimed = other.claim(id).unwrap();
    assert!(matches!(store.claim(id), Err(StoreError::OpenElsewhere)));
    let mut game = claimed.read::<Toy>(|_| Ok(())).unwrap();
    let mut handle = other.resume(&claimed, &game);
    drop(claimed);
    while game.outcome().is_none() {
        step(&mut game, 3);
        handle.update(&game);
    }
    other.flush().unwrap();
    assert!(matches!(store.claim(id), Err(StoreError::OpenElsewhere)));
    drop(handle);
    other.flush().unwrap();
    assert_eq!(store.finished_games().unwrap().len(), 1);
    store.close().unwrap();
    other.close().unwrap();
    assert_eq!(folder.files(), ["fourcade.db"], "the locks are removed");
}

#[test]
fn a_game_that_loses_its_row_is_not_saved_any_more() {
    for is_deleted in [true, false] {
        let folder = StoreFolder::new();
        let (store, other) = (folder.open(), folder.open());
        let mut here = session(&["human", "a"]);
        let mut handle = store.new_game(identity(&here));
        step(&mut here, 3);
        handle.update(&here);
        assert!(handle.wait_until_saved());
        let id = handle.id().unwrap();
        let refused = other.delete(id);
        assert!(matches!(refused, Err(StoreError::OpenElsewhere)), "{refused:?}");
        // As if the file system had no locks.
        let is_lock = |name: &String| name.contains("-game-");
        for name in folder.files().into_iter().filter(is_lock) {
            fs::remove_file(folder.file().with_file_name(name)).unwrap();
        }
        if is_deleted {
            other.delete(id).unwrap();
        } else {
            other.claim(id).unwrap();
        }
        step(&mut here, 5);
        handle.update(&here);
        assert!(!handle.wait_until_saved());
        let messages = store.take_messages().join(" ");
        assert!(messages.contains("deleted or continued in another window"), "{messages}");
        assert_eq!(other.games().unwrap().len(), usize::from(!is_deleted));
        play(&store, &["human", "a"]);
    }
}

#[test]
fn a_deleted_game_leaves_nothing() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let id = play(&store, &["human", "a"]);
    store.delete(id).unwrap();
    assert!(matches!(store.load(id), Err(StoreError::NoGame(missing)) if missing == id));
    assert!(matches!(store.delete(id), Err(StoreError::NoGame(_))));
    let rows = |table: &str| {
        let sql = format!("SELECT count(*) FROM {table}");
        store
            .query(move |connection| connection.query_row(&sql, [], |row| row.get::<_, i64>(0)))
            .unwrap()
    };
    assert_eq!((rows("games"), rows("seats"), rows("lines")), (0, 0, 0));
}

#[test]
fn the_result_is_saved_and_removed_when_the_game_continues() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let mut session = session(&["human", "a"]);
    let mut handle = store.new_game(identity(&session));
    step(&mut session, 3);
    session.resign(SEAT).unwrap();
    handle.update(&session);
    store.flush().unwrap();
    let summary = || store.load(handle.id().unwrap()).unwrap().summary;
    let ended = summary();
    assert_eq!((ended.status, ended.result), (GameStatus::Resigned, Some(PersonResult::Lost)));
    assert!(
        ended.seats[0].has_resigned
            && ended.seats[0].place == Some(2)
            && ended.seats[1].place == Some(1)
    );
    assert_eq!(store.last_unfinished().unwrap(), None);
    session.undo();
    let mut handle = handle;
    handle.update(&session);
    store.flush().unwrap();
    let again = store.last_unfinished().unwrap().unwrap();
    assert_eq!(
        (again.status, again.result, again.times.ended, again.seats[0].place),
        (GameStatus::Running, None, None, None)
    );
    assert_eq!(Some(again.id), handle.id());
}

/// Plays games with different players and results. Returns their IDs, oldest first.
fn play_several(store: &Store) -> Vec<i64> {
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
    ids.push(store.import(&unfinished, identity(&unfinished)).unwrap());
    let chess = GameIdentity { game: "chess".to_owned(), size: None, ..identity(&unfinished) };
    ids.push(store.import(&unfinished, chess).unwrap());
    ids
}

#[test]
fn games_are_listed_most_recently_played_first() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let all = play_several(&store);
    let newest_first: Vec<i64> = all.iter().rev().copied().collect();
    let ids = |count| {
        let games = store.wait(move |games| games.games(count)).unwrap();
        games.iter().map(|found| found.id).collect::<Vec<_>>()
    };
    assert_eq!((ids(100), ids(3)), (newest_first.clone(), newest_first[..3].to_vec()));
    assert_eq!(store.last_unfinished().unwrap().unwrap().id, all[6]);
    let finished =
        |game: &'static str| store.wait(move |games| games.count_finished(game)).unwrap();
    // Four of the five finished games have people.
    assert_eq!((finished("toy"), finished("chess"), finished("poker")), (4, 0, 0));
}

#[test]
fn statistics_include_the_games_with_one_person() {
    let folder = StoreFolder::new();
    let store = folder.open();
    play_several(&store);
    let rows: Vec<_> = store.finished_games().unwrap().into_iter().map(|(game, _)| game).collect();
    let sums = tally(&rows, Grouping::Opponents);
    let names: Vec<_> =
        sums.iter().map(|sum| (sum.opponents.as_deref().unwrap(), sum.played)).collect();
    assert_eq!(names, [("a", 1), ("a x 2", 1), ("b", 1)]);
    // With equal bids, the first seat wins the cards 4 and 5 for a bid of 3, twice.
    let with_b = sums.iter().find(|sum| sum.opponents.as_deref() == Some("b")).unwrap();
    assert_eq!((with_b.lost, with_b.margin_mean), (1, Some(-12.0)));
    assert_eq!(store.wait(|all| all.finished_games(Some("chess"))).unwrap(), []);
    let all = store.wait(Database::uncounted).unwrap();
    let uncounted = Uncounted { practice: 0, among_persons: 1, among_computers: 1, unfinished: 2 };
    assert_eq!(Uncounted::of(&all, None), uncounted);
    let of_chess = Uncounted { unfinished: 1, ..Uncounted::default() };
    assert_eq!(Uncounted::of(&all, Some("chess")), of_chess);
}

#[test]
fn an_exported_game_can_be_imported() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let id = play(&store, &["human", "a"]);
    let loaded = store.load(id).unwrap();
    let session = loaded.read::<Toy>(|_| Ok(())).unwrap();
    assert_eq!(loaded.text().unwrap(), text(&session));
    let copy = store.import(&session, identity(&session)).unwrap();
    assert_ne!(copy, id);
    assert_saved(&store, copy, &session);
    let empty = super::session(&["human", "a"]);
    assert!(matches!(store.import(&empty, identity(&empty)), Err(StoreError::NotSaved(_))));
}
