//! Practice: the page, a round with right and wrong answers, and the puzzle of the day.

use super::stage::{self, LARGE, Stage, USUAL};
use crate::{
    arcade::screens::practice::{
        self,
        round::{RoundScreen, Task},
    },
    database::{DailyDate, Database, Store, tests::Waiting},
    games::ArcadeGame,
    practice::{
        exercise::{Exercise, Source},
        history::History,
        rating,
        round::Round,
    },
    widgets::testing,
};
use fourcade_engine::{
    GameKind,
    flip::Flip,
    intensity::Intensity,
    play::{Practicable as _, Puzzle, RecordHeader, Session},
    with_game,
};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn store(folder: &tempfile::TempDir) -> Store {
    Store::at(folder.path().join("fourcade.db"), || ())
}

fn puzzles<G: ArcadeGame>(count: usize) -> Vec<Puzzle<G>> {
    G::collection().unwrap().puzzles.into_iter().take(count).collect()
}

fn screen<G: ArcadeGame>(puzzles: &[Puzzle<G>], task: Task) -> RoundScreen<G> {
    let exercise =
        |puzzle: &Puzzle<G>| Exercise::Puzzle(Box::new(puzzle.clone()), Source::Collection);
    let round = Round::of(puzzles.iter().map(exercise).collect());
    let first = round.exercises()[0].clone();
    RoundScreen::new(round, first, task)
}

fn a_round() -> Task {
    Task::Round { before: rating::rate(Vec::new()) }
}

/// The keys of a right and of a wrong choice.
fn right_and_wrong(puzzle: &Puzzle<Flip>) -> [String; 2] {
    let wrong = puzzle.choices().iter().find(|choice| !puzzle.is_right(choice.action)).unwrap();
    [puzzle.answers()[0], wrong.action].map(|action| stage::keys_of(&action.to_string()))
}

#[test]
fn a_round_keeps_the_first_answers_and_what_was_wrong_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let puzzles = puzzles::<Flip>(3);
    let mut stage = Stage::keeping(&store).over(screen(&puzzles, a_round()));
    insta::assert_snapshot!("position-80x24", stage.text(USUAL));
    insta::assert_snapshot!("position-120x40", stage.text(LARGE));
    let keys: Vec<_> = puzzles.iter().map(right_and_wrong).collect();
    stage.shows("Flip, 1 of 3").shows("3 minutes left").keys(&keys[0][0]).shows("is right.");
    // A wrong choice can be taken back, but the first answer counts.
    stage.keys("<Enter>").shows("2 of 3").keys(&keys[1][1]).shows("is wrong. It costs");
    insta::assert_snapshot!("verdict-80x24", stage.text(USUAL));
    insta::assert_snapshot!("verdict-120x40", stage.text(LARGE));
    stage.shows("!Right").keys("u").shows("Find").keys(&keys[1][0]).shows("is right.");
    // Or the right choices are shown.
    stage.keys("<Enter>").shows("3 of 3").keys(&keys[2][1]).shows("is wrong").shows("!Right");
    stage.keys("<Enter>").shows("Right").keys("u").shows("There is no wrong choice.");
    stage.keys("<Enter>").settle().shows("1 of 3 right.").shows("Wrong at first: 2 and 3.");
    stage.shows("Returning: 2 tomorrow.");
    insta::assert_snapshot!("end-80x24", stage.text(USUAL));
    insta::assert_snapshot!("end-120x40", stage.text(LARGE));
    stage.keys("<Enter>").shows("see you");

    let answers = store.wait(|database| database.answers("flip")).unwrap();
    let ids: Vec<_> = puzzles.iter().map(Puzzle::id).collect();
    let found: Vec<_> = answers.iter().map(|answer| (answer.puzzle, answer.is_right)).collect();
    assert_eq!(found, [(ids[0], true), (ids[1], false), (ids[2], false)]);
    let history = store.wait(History::<Flip>::load).unwrap();
    let now = jiff::Timestamp::now().as_millisecond();
    assert!(puzzles.iter().all(|puzzle| !history.is_due(puzzle, now)));
    let due: Vec<_> = puzzles.iter().map(|puzzle| history.is_due(puzzle, now + 2 * DAY)).collect();
    assert_eq!(due, [false, true, true]);
}

#[test]
fn the_page_begins_a_round_and_says_what_was_done_today() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let mut stage = Stage::keeping(&store);
    stage.keys("P").settle().shows("Practice").shows("nothing yet").shows("none due");
    insta::assert_snapshot!("page-80x24", stage.text(USUAL));
    insta::assert_snapshot!("page-120x40", stage.text(LARGE));
    insta::assert_snapshot!("page-40x12", stage.text((40, 12)));
    for (key, kind) in ["1", "2", "3", "4"].into_iter().zip(GameKind::ALL) {
        let title = with_game!(kind, G => G::FACTS.title);
        stage.keys(key).settle().shows(&format!("{title}, 1 of ")).keys("<Esc>").shows("nothing");
    }
    let puzzles = puzzles::<Flip>(1);
    let mut round = Stage::keeping(&store).over(screen(&puzzles, a_round()));
    round.keys(&right_and_wrong(&puzzles[0])[0]).settle();
    stage.keys("<Esc>P").settle().shows("1 of 1");
}

#[test]
fn the_puzzle_of_the_day_is_answered_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let puzzles = puzzles::<Flip>(1);
    let [right, wrong] = right_and_wrong(&puzzles[0]);
    let today = DailyDate::today();
    let mut stage = Stage::keeping(&store);
    stage.keys("Py").shows("You have not answered a puzzle of the day.");
    stage.arcade.open(Box::new(screen(&puzzles, Task::Daily(today))));
    stage.shows("Flip, puzzle of the day").shows("!left").keys(&wrong).shows("is wrong");
    stage.keys("u").keys(&right).shows("is right").keys("<Enter>").settle();
    stage.shows("solved at try 2").keys("<Up><Up><Down>D");
    stage.shows("You have answered it; the next one");
    stage.keys("y").shows("Copied");
    let line = format!(
        "fourcade, the puzzles of {today}: Flip solved at try 2. Solve them: fourcade practice"
    );
    assert_eq!(stage.arcade.take_copied(), Some(line));
    // The others are still open.
    stage.keys("<Up>D").settle().shows("Intensity, puzzle of the day").keys("<Esc>");
    assert!(store.wait(|database: &mut Database| database.answers("flip")).unwrap().is_empty());
}

#[test]
fn who_leaves_a_puzzle_of_the_day_after_a_wrong_choice_has_not_solved_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let puzzles = puzzles::<Flip>(1);
    let today = DailyDate::today();
    let mut stage = Stage::keeping(&store).over(screen(&puzzles, Task::Daily(today)));
    stage.keys(&right_and_wrong(&puzzles[0])[1]).keys("<Esc>P").settle().shows("not solved");
}

#[test]
fn a_round_can_be_played_without_a_database() {
    let mut stage = Stage::menu();
    stage.arcade.open_from(practice::at_page(Some(GameKind::Eater)));
    stage.settle().shows("Eater, 1 of 10").keys("<Esc>").shows("Nothing is kept");
}

/// The same puzzle after the hands of two others were exchanged, before cards are passed.
fn with_other_hands(puzzle: &Puzzle<Intensity>) -> Puzzle<Intensity> {
    let seat = puzzle.seat().index();
    let header = puzzle.session().header();
    let mut deal = serde_json::to_value(&header.setup).unwrap();
    deal["hands"].as_array_mut().unwrap().swap((seat + 1) % 4, (seat + 2) % 4);
    let setup = serde_json::from_value(deal).unwrap();
    let seats = header.seats.clone();
    let session = Session::new(RecordHeader { setup, seats, seed: 0 });
    let judgement = puzzle.judgement().clone();
    Puzzle::new(&session, puzzle.seat(), puzzle.theme(), judgement, puzzle.tolerance()).unwrap()
}

#[test]
fn deals_that_look_alike_to_the_person_draw_the_same_picture() {
    let all = Intensity::collection().unwrap().puzzles;
    let puzzle = all.into_iter().find(|puzzle| puzzle.session().lines().is_empty()).unwrap();
    let other = with_other_hands(&puzzle);
    assert_ne!(puzzle.session().header().setup, other.session().header().setup);
    for size in [USUAL, LARGE, (200, 60)] {
        let [one, other] = [&puzzle, &other].map(|puzzle| {
            let puzzles = std::slice::from_ref(puzzle);
            let mut stage = Stage::menu().over(screen(puzzles, a_round()));
            testing::styled(&stage.draw(size))
        });
        assert_eq!(one, other);
    }
}
