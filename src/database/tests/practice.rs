//! Tests of stored practice.

use super::{StoreFolder, Waiting, play};
use crate::database::{
    Store,
    practice::{Answer, DailyAnswer, Repetition, StoredMistake},
};

const GAME: &str = "toy";
/// A number that is negative in the database.
const HIGH: u64 = u64::MAX - 5;

fn mistake(puzzle: u64, game_id: i64, found: i64) -> StoredMistake {
    StoredMistake {
        puzzle,
        json: format!("{{\"puzzle\":{puzzle}}}"),
        game_id: Some(game_id),
        line: 3,
        played: "bid 3".to_owned(),
        found,
    }
}

fn add(store: &Store, mistake: StoredMistake) {
    store.wait(move |database| database.add_mistake(GAME, &mistake)).unwrap();
}

fn mistakes(store: &Store, game: &'static str) -> Vec<StoredMistake> {
    store.wait(move |database| database.mistakes(game)).unwrap()
}

fn repetitions(store: &Store) -> Vec<(u64, Repetition)> {
    store.wait(|database| database.repetitions(GAME)).unwrap().into_iter().collect()
}

fn answer(store: &Store, answer: Answer, returns: Option<Repetition>) {
    store.wait(move |database| database.add_answer(GAME, answer, returns)).unwrap();
}

#[test]
fn a_mistake_outlives_its_saved_game() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let id = play(&store, &["human", "a"]);
    add(&store, mistake(1, id, 10));
    add(&store, mistake(HIGH, id, 20));
    // The same position in a game that doesn't exist.
    add(&store, StoredMistake { line: 4, ..mistake(1, 999, 30) });
    let again = StoredMistake { line: 4, game_id: None, ..mistake(1, 999, 30) };
    assert_eq!(mistakes(&store, GAME), [again.clone(), mistake(HIGH, id, 20)]);
    assert_eq!(mistakes(&store, "other"), []);
    store.close().unwrap();

    let store = folder.open();
    store.delete(id).unwrap();
    let orphan = StoredMistake { game_id: None, ..mistake(HIGH, id, 20) };
    assert_eq!(mistakes(&store, GAME), [again, orphan]);
    assert_eq!(folder.check(), "ok");
}

#[test]
fn answers_are_stored_in_order_with_the_repetitions_of_their_puzzles() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let wrong = Answer { puzzle: HIGH, answered: 50, is_right: false, rating: Some(1712.5) };
    let right = Answer { puzzle: 7, answered: 40, is_right: true, rating: None };
    let returns = Repetition { level: 0, due: 90 };
    answer(&store, wrong, Some(returns));
    answer(&store, right, None);
    assert_eq!(store.wait(|database| database.answers(GAME)).unwrap(), [right, wrong]);
    assert_eq!(store.wait(|database| database.answers("other")).unwrap(), []);
    assert_eq!(repetitions(&store), [(HIGH, returns)]);

    let later = Repetition { level: 1, due: 200 };
    answer(&store, Answer { answered: 95, is_right: true, ..wrong }, Some(later));
    assert_eq!(repetitions(&store), [(HIGH, later)]);
    answer(&store, Answer { answered: 210, is_right: true, ..wrong }, None);
    assert_eq!(repetitions(&store), []);
    assert_eq!(store.wait(|database| database.answers(GAME)).unwrap().len(), 4);
}

#[test]
fn only_the_first_answer_to_a_puzzle_of_the_day_is_stored() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let daily = |date: &str, solved_at| DailyAnswer {
        date: date.parse().unwrap(),
        puzzle: HIGH,
        solved_at,
    };
    let (today, before) = (daily("2026-11-24", Some(2)), daily("2026-11-23", None));
    for answer in [today, before, daily("2026-11-24", Some(1))] {
        store.wait(move |database| database.add_daily_answer(GAME, answer)).unwrap();
    }
    assert_eq!(store.wait(|database| database.daily_answers(GAME)).unwrap(), [before, today]);
    assert_eq!(store.wait(|database| database.daily_answers("other")).unwrap(), []);
}

#[test]
fn a_star_is_lit_once() {
    let folder = StoreFolder::new();
    let store = folder.open();
    let light =
        |level, time| store.wait(move |database| database.light_star(GAME, level, time)).unwrap();
    assert_eq!([light(3, 5), light(1, 5), light(3, 6)], [true, true, false]);
    assert!(light(3, 5), "it is the same time again");
    assert_eq!(store.wait(|database| database.stars(GAME)).unwrap(), [1, 3]);
    assert_eq!(store.wait(|database| database.stars("other")).unwrap(), [0; 0]);
}
