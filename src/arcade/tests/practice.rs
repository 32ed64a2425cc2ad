//! Practice: the page, a round with right and wrong answers, and the puzzle of the day.

use std::collections::BTreeSet;

use rand::seq::IndexedRandom as _;

use super::stage::{self, LARGE, Stage, USUAL};
use crate::{
    app::practice::load_history,
    arcade::{
        Start,
        screens::{
            practice::{
                self,
                round::{RoundScreen, Task},
            },
            review::ReviewScreen,
        },
        table::TableScreen,
    },
    database::{DailyDate, Database, Store, tests::Waiting},
    games::{ArcadeGame, GameView, Notation, puzzles},
    practice::{
        exercise::{Exercise, Source},
        history::PracticeHistory,
        mistakes, rating,
        round::{RUSH, Round},
    },
    widgets::{glyphs::NO_BREAK_SPACE, testing},
};
use fourcade_engine::{
    GameKind,
    concentration::{
        Concentration,
        model::{CardLayout, ConcentrationEvent, Spot},
    },
    eater::Eater,
    flip::Flip,
    intensity::{
        Intensity,
        model::{Deal, SEATS},
    },
    play::{
        CancelToken, Drill, Game as _, Observation as _, Practicable as _, Puzzle, RecordHeader,
        Seat, Seats, Session, random,
    },
    with_game,
};

const DAY: i64 = 24 * 60 * 60 * 1000;

fn store(folder: &tempfile::TempDir) -> Store {
    Store::at(folder.path().join("fourcade.db"), || ())
}

fn puzzles<G: GameView>(count: usize) -> Vec<Puzzle<G>> {
    G::collection().unwrap().puzzles.into_iter().take(count).collect()
}

fn screen<G: GameView>(puzzles: &[Puzzle<G>], task: Task) -> RoundScreen<G> {
    let exercise =
        |puzzle: &Puzzle<G>| Exercise::Puzzle(Box::new(puzzle.clone()), Source::Collection);
    let round = Round::from_exercises(puzzles.iter().map(exercise).collect());
    let first = round.exercises()[0].clone();
    RoundScreen::new(round, first, task, Notation::FromOne)
}

fn a_round() -> Task {
    Task::Round { theme: None, before: rating::rate(Vec::new()) }
}

fn keys_of<G: GameView>(action: G::Action) -> String {
    let text = G::write(action, Notation::FromOne).replace(NO_BREAK_SPACE, " ");
    match text.split(' ').collect::<Vec<_>>()[..] {
        // Cards to pass are marked.
        [one, two, three] => format!("{one}<Space>{two}<Space>{three}<Space><Enter>"),
        _ => text.replace(' ', "") + "<Enter>",
    }
}

/// The keys of a right and of a wrong choice.
fn right_and_wrong<G: GameView>(puzzle: &Puzzle<G>) -> [String; 2] {
    let wrong = puzzle.choices().iter().find(|choice| !puzzle.is_right(choice.action)).unwrap();
    [puzzle.answers()[0], wrong.action].map(keys_of::<G>)
}

fn snapshots(name: &str, stage: &mut Stage) {
    for size in stage::SIZES {
        let text = stage.text(size).replace(&DailyDate::today().in_words(), "TODAY");
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), text);
    }
}

#[test]
fn a_round_keeps_first_answers_and_repeats_wrong_ones() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let puzzles = puzzles::<Flip>(3);
    let mut stage = Stage::with_store(&store).over(screen(&puzzles, a_round()));
    snapshots("position", &mut stage);
    let keys: Vec<_> = puzzles.iter().map(right_and_wrong).collect();
    stage.shows("Flip, 1 of 3").shows("0 right, 3 minutes left").shows("Find the best move.");
    stage.keys("u").shows("There is no wrong choice.").keys(&keys[0][0]).shows("Right!");
    stage.settle();
    snapshots("right", &mut stage);
    // A wrong choice can be taken back, but the first answer counts.
    stage.keys("<Enter>").shows("2 of 3").keys(&keys[1][1]).shows("Not this one.");
    stage
        .shows("You played")
        .settle()
        .shows("behind the best")
        .shows("u try again")
        .shows("!Right");
    snapshots("wrong", &mut stage);
    stage.keys("u").shows("Find").keys(&keys[1][0]).shows("Right, at last.");
    // Enter shows the right choices instead.
    stage.keys("<Enter>").shows("3 of 3").keys(&keys[2][1]).shows("Enter answer").shows("!Right");
    stage.keys("<Enter>").settle().shows("The answer:");
    snapshots("answer", &mut stage);
    stage.keys("u").shows("There is no wrong choice.");
    stage.shows("Enter finish").keys("<Enter>").settle().shows("1 of 3 right.");
    stage.shows("wrong, returns tomorrow").shows("Your rating: 1");
    snapshots("end", &mut stage);
    // Only what was wrong is asked again, and it doesn't count.
    stage.shows("u missed ones").keys("u").shows("Flip, 1 of 2").shows("once more");
    stage.keys(&keys[1][0]).shows("Right!").keys("<Enter>").keys(&keys[2][1]);
    stage.keys("<Enter><Enter>").settle().shows("1 of 2 right.").shows("!Your rating");
    stage.keys("u").shows("Flip, 1 of 1").keys(&keys[2][0]).keys("<Enter>").settle();
    stage.shows("1 of 1 right.").keys("u").shows("All positions were right.");
    // Enter begins another round.
    stage.shows("Enter another round").keys("<Enter>").settle().shows("Flip, 1 of 10");
    stage.keys("<Esc>").shows("Today's deal");

    let answers = store.wait(|database| database.answers("flip")).unwrap();
    let ids: Vec<_> = puzzles.iter().map(Puzzle::id).collect();
    let found: Vec<_> = answers.iter().map(|answer| (answer.puzzle, answer.is_right)).collect();
    assert_eq!(found, [(ids[0], true), (ids[1], false), (ids[2], false)]);
    let history = store.wait(load_history::<Flip>).unwrap();
    let now = jiff::Timestamp::now().as_millisecond();
    assert!(puzzles.iter().all(|puzzle| !history.is_due(puzzle, now)));
    let due: Vec<_> = puzzles.iter().map(|puzzle| history.is_due(puzzle, now + 2 * DAY)).collect();
    assert_eq!(due, [false, true, true]);
}

#[test]
fn every_game_asks_and_judges_in_all_sizes() {
    fn check<G: GameView>() {
        let puzzles = puzzles::<G>(2);
        let mut stage = Stage::menu().over(screen(&puzzles, a_round()));
        let [right, wrong] = right_and_wrong(&puzzles[0]);
        let fits = |stage: &mut Stage, name: &str| {
            let text = stage.text((40, 12));
            insta::assert_snapshot!(format!("{}-{name}-40x12", G::KEY), text);
        };
        fits(&mut stage, "position");
        stage.keys(&wrong).shows("Not this one.");
        fits(&mut stage, "wrong");
        stage.keys("u").keys(&right).settle().shows("Right, at last.");
        stage.keys("<Enter>").shows("2 of 2");
    }
    check::<Intensity>();
    check::<Concentration>();
    check::<Eater>();
}

#[test]
fn the_chosen_round_stays_when_another_game_is_selected() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::with_store(&store(&folder));
    stage.keys("P").settle().keys("jjjjjjjjjj<Right>");
    let is_rush = |line: &str| line.contains('▸') && line.contains("Rush");
    assert!(stage.medium().lines().any(is_rush), "{}", stage.medium());
    stage.keys("kkkkkkkkkk<Right>").shows("▸ Mixed");
}

#[test]
fn a_rush_ends_with_the_third_wrong_answer_and_the_best_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let rush = || {
        let collection = Flip::collection().unwrap();
        let rng = &mut random::rng(1, &[]);
        let round = Round::new(&collection, &PracticeHistory::default(), Some(RUSH), 0, rng);
        let first = round.exercises()[0].clone();
        let puzzle = |exercise: &Exercise<Flip>| match exercise {
            Exercise::Puzzle(puzzle, _) => right_and_wrong(puzzle),
            Exercise::Drill(_) => panic!("a drill"),
        };
        let keys: Vec<_> = round.exercises().iter().map(puzzle).collect();
        let task = Task::Round { theme: Some(RUSH), before: rating::rate(Vec::new()) };
        (RoundScreen::new(round, first, task, Notation::FromOne), keys)
    };
    let play = |answers: &[bool]| {
        let (screen, keys) = rush();
        let mut stage = Stage::with_store(&store).over(screen);
        stage.shows("Flip rush, position 1").shows("0 solved, 3 lives left");
        for (is_right, [right, wrong]) in answers.iter().zip(&keys) {
            stage.keys(if *is_right { right } else { wrong });
            if !is_right {
                stage.shows("Not this one.").keys("<Enter>");
            }
            stage.keys("<Enter>");
        }
        stage
    };
    let mut stage = play(&[true, false, true, false]);
    stage.shows("Flip rush, position 5").shows("2 solved, 1 life left");
    snapshots("rush", &mut stage);
    // A rush that is left counts, too.
    stage.keys("<Esc>").settle();
    assert_eq!(store.wait(|database| database.rushes("flip")).unwrap(), [2]);
    let mut stage = play(&[false, true, true, true, false, false]);
    stage.settle().shows("You solved 3. That's your best!");
    snapshots("rush-end", &mut stage);
    stage.keys("<Esc>");
    play(&[false, true, false, false]).settle().shows("You solved 1. Your best is 3.");
    assert_eq!(store.wait(|database| database.rushes("flip")).unwrap(), [2, 3, 1]);
    stage.keys("P").settle().keys("<Right>").shows("best 3, last 1");
    stage.arcade.open_from(practice::page_factory(Some(GameKind::Eater), true));
    stage.settle().shows("Eater rush, position 1");
}

fn a_drill(length: usize) -> (Drill<Concentration>, RoundScreen<Concentration>) {
    let drill = Concentration::drill(length, &mut random::rng(4, &[])).unwrap();
    let round = Round::from_exercises(vec![Exercise::Drill(Box::new(drill.clone()))]);
    (
        drill.clone(),
        RoundScreen::new(round, Exercise::Drill(Box::new(drill)), a_round(), Notation::FromOne),
    )
}

fn answer_keys(drill: &Drill<Concentration>, question: usize) -> String {
    keys_of::<Concentration>(drill.answer(question).unwrap())
}

#[test]
fn a_drill_shows_cards_one_after_another_and_asks_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let (drill, screen) = a_drill(3);
    let mut stage = Stage::with_store(&store).over(screen);
    stage.shows("Remember where 3 cards are");
    let cards: Vec<String> =
        (0..3).map(|index| puzzles::question(&drill, index).unwrap()).collect();
    let card = |index: usize| {
        cards[index].trim_start_matches("Where was ").trim_end_matches('?').to_owned()
    };
    for step in 0..3 {
        let question = drill.questions().iter().position(|&asked| asked == step).unwrap();
        stage.keys("<Enter>").shows(&format!("{} of 3", step + 1));
        assert!(stage.text(USUAL).contains(&card(question)));
        if step == 1 {
            snapshots("drill", &mut stage);
        }
    }
    stage.keys("<Enter>");
    for (question, text) in cards.iter().enumerate() {
        stage.shows(text).shows(&format!("Question {} of 3", question + 1));
        // Nothing tells where the others are.
        for other in (0..3).filter(|&other| other != question) {
            stage.shows(&format!("!{}", card(other)));
        }
        stage.keys(&answer_keys(&drill, question));
    }
    stage.shows("You remembered all 3 cards.").keys("<Enter>").settle().shows("1 of 1 right.");
    stage.shows("Memory, 3 cards");
    let history = store.wait(load_history::<Concentration>).unwrap();
    assert_eq!(history.last_drill, Some((3, true)));
}

#[test]
fn a_drill_ends_with_the_first_card_that_was_forgotten() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let (drill, screen) = a_drill(4);
    let mut stage = Stage::with_store(&store).over(screen);
    stage.keys("<Enter><Enter><Enter><Enter><Enter>").keys(&answer_keys(&drill, 0));
    stage.shows("Question 2 of 4").keys(&answer_keys(&drill, 0)).shows("Not there.");
    stage.shows("1 of 4 were right.");
    snapshots("forgotten", &mut stage);
    stage.keys("<Enter>").settle().shows("0 of 1 right.");
    let history = store.wait(load_history::<Concentration>).unwrap();
    assert_eq!(history.last_drill, Some((4, false)));
}

#[test]
fn the_page_begins_a_round_and_counts_todays_puzzles() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let mut stage = Stage::with_store(&store);
    stage.keys("P").settle().shows("Practice").shows("none yet").shows("Mixed");
    snapshots("page", &mut stage);
    for (key, kind) in ["1", "2", "3", "4"].into_iter().zip(GameKind::ALL) {
        let title = with_game!(kind, G => G::FACTS.title);
        stage.keys(key).settle().shows(&format!("{title}, 1 of 10")).keys("<Esc>").settle();
        stage.shows(&format!("• {title}"));
    }
    // A round of one theme, and of mistakes, of which there are none.
    stage
        .keys("<Left><Left><Down><Down><Enter>")
        .settle()
        .shows("Flip, 1 of 10")
        .shows("plays last in each region");
    stage.keys("<Esc>").settle().keys("<Up>").shows("• Flip");
    stage.keys("<Down><Down><Down><Down><Enter>").settle();
    stage.shows("You have no mistakes to practise");
    let puzzles = puzzles::<Flip>(1);
    let mut round = Stage::with_store(&store).over(screen(&puzzles, a_round()));
    round.keys(&right_and_wrong(&puzzles[0])[0]).settle();
    stage.keys("<Esc><Esc>P").settle().shows("1 of 1").keys("<Right>").shows("1 of 60 solved");
}

#[test]
fn the_puzzle_of_the_day_is_answered_once() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let puzzles = puzzles::<Flip>(1);
    let [right, wrong] = right_and_wrong(&puzzles[0]);
    let today = DailyDate::today();
    let mut stage = Stage::with_store(&store);
    stage.keys("P").settle().keys("y").shows("You have not answered a puzzle of the day.");
    stage.arcade.open(Box::new(screen(&puzzles, Task::Daily(today))));
    stage.shows("Flip, puzzle of the day").shows("!left").keys(&wrong).shows("Not this one.");
    stage.keys("u").keys(&right).shows("Right, at last.").keys("<Enter>").settle();
    stage.shows("solved on try 2").keys("<Left><Left><Left><Right>D");
    stage.shows("You have answered it; the next one");
    stage.keys("y").shows("Copied");
    let line = format!(
        "fourcade, the puzzles of {today}: Flip solved on try 2. Solve them: fourcade practice"
    );
    assert_eq!(stage.arcade.take_copied(), Some(line));
    // The others are still open.
    stage.keys("<Left>D").settle().shows("Intensity, puzzle of").keys("<Esc>");
    assert!(store.wait(|database: &mut Database| database.answers("flip")).unwrap().is_empty());
}

#[test]
fn leaving_the_puzzle_of_the_day_after_a_wrong_choice_fails_it() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let puzzles = puzzles::<Flip>(1);
    let today = DailyDate::today();
    let mut stage = Stage::with_store(&store).over(screen(&puzzles, Task::Daily(today)));
    stage.keys(&right_and_wrong(&puzzles[0])[1]).keys("<Esc>P").settle().shows("not solved");
}

#[test]
fn a_verdict_on_the_puzzle_of_the_day_is_stored_when_it_is_given() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let puzzles = puzzles::<Flip>(1);
    let [right, wrong] = right_and_wrong(&puzzles[0]);
    let open = || Stage::with_store(&store).over(screen(&puzzles, Task::Daily(DailyDate::today())));
    let stored = || {
        let answers = store.wait(|database| database.daily_answers("flip")).unwrap();
        answers.first().map(|answer| answer.solved_at)
    };
    let (mut first, mut second) = (open(), open());
    assert_eq!(stored(), None);
    // It needs neither Enter nor Esc.
    first.keys(&wrong).shows("Not this one.");
    assert_eq!(stored(), Some(None));
    // What was wrong is not forgotten in another window, but can be corrected in this one.
    second.keys(&right).shows("Right!");
    assert_eq!(stored(), Some(None));
    first.keys("u").keys(&right).shows("Right, at last.");
    assert_eq!(stored(), Some(Some(2)));
}

#[test]
fn a_round_can_be_played_without_a_database() {
    let mut stage = Stage::menu();
    stage.arcade.open_from(practice::page_factory(Some(GameKind::Eater), false));
    stage.settle().shows("Eater, 1 of 10").keys("<Esc>").shows("Nothing is kept");
}

/// A game of a person who plays badly after the opening.
fn with_mistakes() -> Session<Flip> {
    let game = |seed| {
        let mut session = stage::session(["human", "greedy"], 4, &[]);
        let mut rng = random::rng(seed, &[]);
        while session.outcome().is_none() {
            let seat = session.awaited().only().unwrap();
            let legal = session.game().observe(Seats::one(seat)).legal(seat);
            session.choose(seat, *legal.choose(&mut rng).unwrap()).unwrap();
        }
        session
    };
    let has_mistake = |session: &Session<Flip>| {
        let (person, cancel, mut found) = (Seat::new(0), CancelToken::default(), false);
        mistakes::find(session, person, &cancel, &mut |_| found = true).unwrap();
        found
    };
    (0..100).map(game).find(has_mistake).unwrap()
}

#[test]
fn the_result_card_finds_mistakes_that_can_be_practised() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let table = TableScreen::new(with_mistakes(), Start::Playing(None), &stage::still());
    let mut stage = Stage::with_store(&store).over(table.saved_to(&store));
    stage.keys("<Enter>").shows("Rematch").shows("Looking for your costliest move.").settle();
    stage.keys("P").settle().shows("Flip, 1 of ").shows("Find something better");
    stage.keys("<Esc>").shows("Rematch");
    // Without a database, mistakes aren't searched for.
    let mut stage = Stage::menu().over(stage::table(with_mistakes()));
    stage.keys("<Enter>").settle().shows("Rematch").shows("!istakes");
}

#[test]
fn a_review_finds_mistakes_that_can_be_practised() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let session = with_mistakes();
    let mut stage = Stage::with_store(&store);
    let names = ["you", "greedy"].map(str::to_owned).to_vec();
    stage
        .arcade
        .open_from(Box::new(move |context| Box::new(ReviewScreen::new(&session, names, context))));
    stage.keys("P").shows("No mistake of yours that is sure has been found.");
    stage.wait("P mistakes").settle();
    let count = store.wait(load_history::<Flip>).unwrap().mistakes.len();
    assert!(count > 0);
    stage.keys("P").settle().shows(&format!("Flip, 1 of {count}"));
    stage.shows("You are O. Find something better");
    stage.keys("<Esc>").settle().shows("Review");
}

/// The puzzle with another setup of its game and the same steps; `None` if the rules forbid them.
fn with_setup<G: GameView>(puzzle: &Puzzle<G>, setup: G::Setup) -> Option<Puzzle<G>> {
    let players = puzzle.session().header().players.clone();
    let mut session = Session::new(RecordHeader { setup, players, seed: 0, clock: None });
    for line in puzzle.session().lines() {
        session.push(line.clone()).ok()?;
    }
    let judgement = puzzle.judgement().clone();
    Puzzle::new(&session, puzzle.seat(), puzzle.theme(), judgement, puzzle.tolerance()).ok()
}

/// The puzzle with two cards of other seats exchanged; `None` if the visible history forbids it.
fn with_hidden_cards_exchanged(puzzle: &Puzzle<Intensity>) -> Option<Puzzle<Intensity>> {
    let deal = puzzle.session().header().setup.hands();
    let hands = puzzle.session().game().position().hands;
    let others: Vec<_> = (0..SEATS).filter(|&seat| seat != puzzle.seat().index()).collect();
    let pairs = others.iter().flat_map(|&one| others.iter().map(move |&other| (one, other)));
    pairs.filter(|(one, other)| one < other).find_map(|(one, other)| {
        let held = |seat: usize| (deal[seat] & hands[seat]).iter();
        held(one).flat_map(|card| held(other).map(move |more| (card, more))).find_map(|cards| {
            let mut exchanged = deal;
            exchanged[one] = exchanged[one].without(cards.0).with(cards.1);
            exchanged[other] = exchanged[other].without(cards.1).with(cards.0);
            with_setup(puzzle, Deal::new(exchanged).unwrap())
        })
    })
}

/// Asserts that a person sees the same position, and the same verdict after a wrong choice.
fn assert_alike<G: GameView>(one: &Puzzle<G>, other: &Puzzle<G>) {
    let pictures = |puzzle: &Puzzle<G>| {
        let mut stage = Stage::menu().over(screen(std::slice::from_ref(puzzle), a_round()));
        let [_, wrong] = right_and_wrong(puzzle);
        let mut pictures = Vec::new();
        for keys in ["", &wrong, "<Enter>"] {
            stage.keys(keys).settle();
            for size in [stage::SMALL, USUAL, LARGE, (200, 60)] {
                pictures.push(testing::styled(&stage.draw(size)));
            }
        }
        pictures
    };
    assert_ne!(format!("{:?}", one.session().header()), format!("{:?}", other.session().header()));
    assert_eq!(pictures(one), pictures(other));
}

#[test]
fn deals_with_the_same_visible_cards_draw_the_same_picture() {
    let all = Intensity::collection().unwrap().puzzles;
    let puzzle = all.iter().find(|puzzle| puzzle.session().lines().is_empty()).unwrap();
    let mut deal = serde_json::to_value(&puzzle.session().header().setup).unwrap();
    let seat = puzzle.seat().index();
    deal["hands"].as_array_mut().unwrap().swap((seat + 1) % 4, (seat + 2) % 4);
    assert_alike(puzzle, &with_setup(puzzle, serde_json::from_value(deal).unwrap()).unwrap());

    // In the middle of a game, two cards of other seats are exchanged.
    let middle = all.iter().filter(|puzzle| (2..6).contains(&puzzle.observation().history.len()));
    let alike = middle.filter_map(|puzzle| Some((puzzle, with_hidden_cards_exchanged(puzzle)?)));
    let alike: Vec<_> = alike.take(3).collect();
    assert_eq!(alike.len(), 3);
    for (puzzle, other) in &alike {
        assert_alike(puzzle, other);
    }

    // Two cards that nobody has turned up change places.
    let puzzle = Concentration::collection().unwrap().puzzles.remove(0);
    let turned: BTreeSet<usize> = puzzle
        .session()
        .events()
        .iter()
        .flatten()
        .filter_map(|event| match event {
            ConcentrationEvent::Turned { spot, .. } => Some(spot.index()),
            _ => None,
        })
        .collect();
    let hidden: Vec<_> = (0..52).filter(|index| !turned.contains(index)).collect();
    let setup = &puzzle.session().header().setup;
    let mut cards: Vec<_> = Spot::all().map(|spot| setup.at(spot)).collect();
    cards.swap(hidden[0], hidden[1]);
    assert_alike(&puzzle, &with_setup(&puzzle, CardLayout::new(&cards).unwrap()).unwrap());
}
