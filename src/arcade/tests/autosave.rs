//! Saving at the table: games are saved in the store while they are played, and continued later.

use std::{sync::mpsc, time::Duration};

use insta::assert_snapshot;
use tempfile::TempDir;

use super::stage::{self, Stage, session, session_of, whole_game};
use crate::{
    arcade::{Start, message::Effect, open_table},
    database::{GameStatus, PersonResult, SavedGame, Store, tests::Waiting},
    games::{GameView, read_saved},
    settings::{home::Home, lessons::Lessons},
    widgets::ColorDepth,
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{Choice, ChoiceTime, Seat, Session, TimeControl},
};

const PEOPLE: [&str; 2] = ["human", "human"];
const ONE_PERSON: [&str; 2] = ["human", "first"];

struct TempStore {
    folder: TempDir,
    store: Store,
}

impl TempStore {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::at(folder.path().join("fourcade.db"), || ());
        Self { folder, store }
    }

    /// Opens an arcade with this store and with this game at a table.
    fn at(&self, session: Session<Flip>, start: Start) -> Stage {
        let mut stage = Stage::with_store(&self.store);
        stage.arcade.open_from(open_table(session, start));
        stage
    }

    fn playing(&self, players: [&'static str; 2], moves: &[&str]) -> Stage {
        self.at(session(players, 8, moves), Start::Playing(None))
    }

    /// All games with their numbers of lines, the latest first.
    fn games(&self) -> Vec<(SavedGame, usize)> {
        let all = self.store.games().unwrap();
        let lines = |id| read_saved::<Flip>(&self.store.load(id).unwrap()).unwrap().lines().len();
        all.into_iter().map(|game| (game.clone(), lines(game.id))).collect()
    }

    #[track_caller]
    fn shows(&self, expected: &[(GameStatus, usize)]) -> &Self {
        let found: Vec<_> =
            self.games().iter().map(|(game, lines)| (game.status, *lines)).collect();
        assert_eq!(found, expected);
        self
    }
}

#[test]
fn every_step_and_every_undo_is_saved_at_once() {
    let fixture = TempStore::new();
    let mut stage = fixture.playing(PEOPLE, &[]);
    fixture.shows(&[]);
    for (keys, lines) in
        [("35<Enter>", 1), ("36<Enter>", 2), ("u", 1), ("<C-r>", 2), ("uu", 0), ("46<Enter>", 1)]
    {
        stage.keys(keys);
        fixture.shows(&[(GameStatus::Running, lines)]);
    }
    stage.keys("?resign<Enter>y");
    fixture.shows(&[(GameStatus::Resigned, 2)]);
    stage.keys("u");
    fixture.shows(&[(GameStatus::Running, 1)]);
}

#[test]
fn a_finished_game_ends_the_offer_of_its_lesson() {
    let fixture = TempStore::new();
    let lessons = Lessons::at(fixture.folder.path().join("lessons.toml"));
    let home = Home { lessons, ..stage::home(false) };
    let mut stage = Stage::new(home, ColorDepth::True, fixture.store.clone());
    stage.arcade.open_from(open_table(session(ONE_PERSON, 8, &[]), Start::Playing(None)));
    stage.keys("35<Enter>?resign<Enter>y").wait("resigned").keys("<Enter><Esc><Esc>").settle();
    stage.keys("2").shows("!New to Flip?").shows("New game: Flip").keys("<Esc>");
    stage.keys("1").shows("New to Intensity?");
}

#[test]
fn a_choice_that_waits_for_the_other_person_is_saved() {
    let fixture = TempStore::new();
    let mut stage = Stage::with_store(&fixture.store);
    stage.arcade.open_from(open_table(session_of::<Eater>(PEOPLE, 5, &[]), Start::Playing(None)));
    stage.shows("Your turn as Passer").keys("<Enter>22<Enter>").shows("Your turn as Eater");
    // A game can be open at only one table.
    drop(stage);
    let mut again = Stage::with_store(&fixture.store);
    again.wait("Continue").keys("<Enter>").wait("Your turn as Eater").shows("!2 2");
    again.keys("<Enter>33<Enter>").shows("Player 1: 2 2, Player 2: 3 3");
    // A choice that was taken back is not restored.
    again
        .keys("<Enter><Enter>44<Enter>")
        .shows("Your turn as Eater")
        .keys("u")
        .shows("Your turn as Passer");
    drop(again);
    let mut last = Stage::with_store(&fixture.store);
    last.wait("Continue").keys("<Enter>").wait("Your turn as Passer");
}

#[test]
fn a_person_who_resigns_among_four_has_lost_and_the_game_is_not_continued() {
    let fixture = TempStore::new();
    let four = ["human", "careful", "careful", "careful"];
    let mut stage = Stage::with_store(&fixture.store);
    stage.arcade.open_from(open_table(session_of::<Intensity>(four, 0, &[]), Start::Playing(None)));
    stage.shows("Pass three to").keys("?resign<Enter>y");
    let games = fixture.store.games().unwrap();
    assert_eq!(
        (games[0].status, games[0].result),
        (GameStatus::Resigned, Some(PersonResult::Lost))
    );
    assert_eq!(fixture.store.last_unfinished().unwrap(), None);
}

#[test]
fn people_who_changed_seats_keep_their_names_when_the_game_is_continued() {
    let fixture = TempStore::new();
    let named = |names: [&str; 4]| {
        let mut settings = stage::still();
        settings.names = names.map(str::to_owned);
        Stage::new(Home::unsaved(settings), ColorDepth::True, fixture.store.clone())
    };
    let mut stage = named(["Ada", "Grace", "", ""]);
    stage.arcade.open_from(open_table(session(PEOPLE, 4, &[]), Start::Playing(None)));
    stage
        .shows("Ada to move")
        .keys("x")
        .shows("Grace to move")
        .keys("<Tab><Enter>")
        .shows("▸ X Ada");
    drop(stage);
    let mut again = named(["Eve", "", "", ""]);
    again.wait("Continue").keys("<Enter>").wait("X Ada");
    again.keys("xy").shows("O Ada");
}

#[test]
fn a_new_game_belongs_to_the_same_series() {
    let fixture = TempStore::new();
    let mut stage = fixture.playing(PEOPLE, &[]);
    stage.keys("35<Enter>n").shows("Leave this game?").shows("It is saved; you can");
    stage.keys("n").shows("!game 2").keys("n<Esc>").shows("!game 2");
    stage
        .keys("ny")
        .shows("game 2")
        .shows("Your last game is saved; you can resume it under Saved games.");
    fixture.shows(&[(GameStatus::Running, 1)]);
    stage.keys("46<Enter>").keys("?resign<Enter>y").keys("x35<Enter>");
    fixture.shows(&[(GameStatus::Running, 1), (GameStatus::Resigned, 2), (GameStatus::Running, 1)]);
    let games = fixture.games();
    assert_eq!(games.iter().map(|(game, _)| game.series.number).collect::<Vec<_>>(), [3, 2, 1]);
    assert!(games.iter().all(|(game, _)| game.series.id == games[0].0.series.id));
    let series_points =
        |at: usize| games[at].0.seats.iter().map(|seat| seat.series_points).collect::<Vec<_>>();
    // X has resigned the second game and is O now.
    assert_eq!((series_points(0), series_points(1)), (vec![0.0, 1.0], vec![0.0, 0.0]));
}

#[test]
fn leaving_a_saved_game_needs_no_confirmation() {
    let fixture = TempStore::new();
    let mut stage = fixture.playing(PEOPLE, &[]);
    stage.keys("35<Enter>q");
    assert_eq!(stage.effect, Effect::Quit);
    stage.keys("<Esc>").shows("!Leave this game?").shows("Saved: Flip 8 x 8.").wait("Continue");
}

#[test]
fn a_recorded_game_is_saved_only_when_it_is_played_on() {
    let fixture = TempStore::new();
    let mut stage = fixture.at(session(PEOPLE, 8, &["2 4", "2 5", "2 6"]), Start::Replay);
    stage.keys("..<End><Home>.b<Enter>");
    fixture.shows(&[]);
    stage.keys("34<Enter>");
    fixture.shows(&[(GameStatus::Running, 2)]);
    // A loaded game is saved as a whole when it is continued.
    let mut stage = fixture.playing(PEOPLE, &["2 4", "2 5"]);
    fixture.shows(&[(GameStatus::Running, 2)]);
    stage.keys("37<Enter>");
    fixture.shows(&[(GameStatus::Running, 3), (GameStatus::Running, 2)]);
}

#[test]
fn a_game_between_computers_is_saved_when_it_is_over() {
    let fixture = TempStore::new();
    let moves = whole_game();
    let (_, before) = moves.split_last().unwrap();
    let before: Vec<&str> = before.iter().map(String::as_str).collect();
    let mut stage =
        fixture.at(session(["first", "last"], 4, &before), Start::Playing(Some(1000.0)));
    fixture.shows(&[]);
    while !stage.medium().contains("Watch another") {
        if stage.arcade.next_tick().is_some() {
            stage.arcade.tick();
        } else {
            let message = stage.messages.recv().unwrap();
            stage.arcade.handle(message);
        }
    }
    fixture.shows(&[(GameStatus::Finished, moves.len())]);
    assert_eq!(fixture.games()[0].0.result, None);
}

#[test]
fn a_finished_game_is_saved_with_its_result() {
    let fixture = TempStore::new();
    let moves = whole_game();
    let all: Vec<&str> = moves.iter().map(String::as_str).collect();
    let (last, before) = all.split_last().unwrap();
    let mut stage = fixture.at(session(["human", "human"], 4, before), Start::Playing(None));
    stage.keys(&stage::keys_of(last)).shows("wins");
    fixture.shows(&[(GameStatus::Finished, all.len())]);
    let (game, _) = &fixture.games()[0];
    assert_eq!(
        (game.size, game.seats[0].place.is_some(), game.result),
        (Some(4), true, None::<PersonResult>)
    );
}

#[test]
fn the_menu_continues_the_last_unfinished_game() {
    let fixture = TempStore::new();
    fixture.playing(ONE_PERSON, &[]).keys("35<Enter>");
    let mut stage = Stage::with_store(&fixture.store);
    stage.wait("Continue").shows("Flip 8 x 8 against First, 1 move so far");
    for size in [(40, 12), (80, 24)] {
        assert_snapshot!(format!("continue-{}x{}", size.0, size.1), stage.text(size));
    }
    // The item is selected because the selection has not been moved yet.
    stage.keys("<Enter>").wait("played 3 5");
    // The game keeps its row in the store.
    stage.keys("u").shows("Your move").keys("46<Enter>");
    fixture.shows(&[(GameStatus::Running, 1)]);
}

#[test]
fn a_game_goes_on_with_the_time_that_was_left() {
    let fixture = TempStore::new();
    let mut timed = session(ONE_PERSON, 8, &[]);
    timed.set_clock(TimeControl::game(5, 3));
    let square = timed.game().position().legal()[0];
    let time = ChoiceTime::new(Seat::new(0), Duration::from_secs(100));
    timed.choose_with(Seat::new(0), Choice { time: Some(time), ..Choice::new(square) }).unwrap();
    fixture.at(timed, Start::Playing(None)).settle().shows("3:23").keys("<Tab><Enter>");
    let mut stage = Stage::with_store(&fixture.store);
    stage.wait("Continue").keys("<Enter>").wait("Your move").shows("3:26");
}

#[test]
fn a_game_that_was_lost_by_the_clock_says_so_in_the_list() {
    let fixture = TempStore::new();
    let mut timed = session(ONE_PERSON, 8, &[]);
    timed.set_clock(TimeControl::game(1, 0));
    let square = timed.game().position().legal()[0];
    let time = ChoiceTime::new(Seat::new(0), Duration::from_secs(60));
    timed.choose_with(Seat::new(0), Choice { time: Some(time), ..Choice::new(square) }).unwrap();
    fixture.at(timed, Start::Playing(None)).settle().shows("  ran out of time");
    fixture.shows(&[(GameStatus::Resigned, 3)]);
    let (game, _) = fixture.games().remove(0);
    assert_eq!(game.result, Some(PersonResult::Lost));
    assert_eq!((game.seats[0].has_timed_out, game.seats[0].has_resigned), (true, false));
    Stage::with_store(&fixture.store).keys("g").wait("out of time");
}

#[test]
fn the_continue_item_appears_and_disappears_without_moving_the_selection() {
    let fixture = TempStore::new();
    let mut stage = Stage::with_store(&fixture.store);
    stage.keys("?continue").shows("Nothing is called that.").keys("<Esc><Esc>ll");
    let mut table = fixture.playing(PEOPLE, &[]);
    table.keys("35<Enter>");
    // The menu asks the store whenever it is shown.
    stage.keys("?<Esc>").wait("Continue");
    stage.keys("<Enter>").shows("New game: Concentration").keys("<Esc>").wait("Continue");
    stage.keys("j<Enter>").wait("open in another window");
    drop(table);
    stage.keys("<Enter>").wait("played 3 5").keys("<Esc>").wait("Continue");
    fixture.store.delete(fixture.games()[0].0.id).unwrap();
    stage.keys("?<Esc>");
    while stage.medium().contains("Continue") {
        let message = stage.messages.recv().unwrap();
        stage.arcade.handle(message);
    }
    // The selection returns to the game that was selected before.
    stage.keys("<Enter>").shows("New game: Concentration");
}

#[test]
fn a_game_that_is_continued_does_not_show_the_last_pair_again() {
    let fixture = TempStore::new();
    let start = || {
        let mut settings = stage::still();
        settings.motion.linger = None;
        Stage::new(Home::unsaved(settings), ColorDepth::True, fixture.store.clone())
    };
    let mut stage = start();
    let table = session_of::<Concentration>(PEOPLE, 0, &["0 1"]);
    stage.arcade.open_from(open_table(table, Start::Playing(None)));
    stage.keys("12<Enter>").shows("any key go on");
    // Leaving the table by a key would also end the reveal, so the stage is dropped.
    drop(stage);
    let mut again = start();
    again.wait("Continue").keys("<Enter>").wait("Player 2").shows("!any key go on");
}

#[test]
fn continuing_a_deleted_game_reports_an_error() {
    let fixture = TempStore::new();
    fixture.playing(PEOPLE, &[]).keys("35<Enter>");
    let mut stage = Stage::with_store(&fixture.store);
    stage.wait("Continue");
    fixture.store.delete(fixture.games()[0].0.id).unwrap();
    stage.keys("<Enter>").wait("it may have been deleted");
}

#[test]
fn a_move_is_shown_while_the_database_is_slow_and_saved_later() {
    let fixture = TempStore::new();
    let mut stage = fixture.playing(PEOPLE, &[]);
    let (release, released) = mpsc::channel::<()>();
    drop(fixture.store.ask(move |_| released.recv()));
    stage.keys("35<Enter>").shows("Player 2 to move");
    stage.keys("36<Enter>").shows("Player 2 played 3 6");
    drop(release);
    fixture.store.flush().unwrap();
    fixture.shows(&[(GameStatus::Running, 2)]);
}

/// Plays a game. Returns the text of its record, and whether it is for practice.
fn kept<G: GameView>(players: &[&'static str], keys: &[&str]) -> (String, bool) {
    let temp = TempStore::new();
    let store = &temp.store;
    let size = G::default_size();
    let table = stage::table(session_of::<G>(players, size, &[])).saved_to(store);
    let mut stage = Stage::with_store(store).over(table);
    stage.medium();
    for keys in keys {
        stage.keys(keys).settle();
    }
    let game = store.games().unwrap().remove(0);
    (store.load(game.id).unwrap().text().unwrap(), game.marks.practice)
}

#[test]
fn undo_makes_a_game_practice_if_it_showed_something() {
    let alone = ["human", "memory:5"];
    let is_practice = |keys: &[&str]| kept::<Concentration>(&alone, keys).1;
    assert!(!is_practice(&["<Enter>"]));
    assert!(is_practice(&["<Enter>", "uy"]));
    assert!(!is_practice(&["<Enter>", "un"]));
    assert!(is_practice(&["<Enter>", "uy", "<Enter>", "<Right><Enter>"]), "it stays so");
    let four = ["human", "careful", "careful", "careful"];
    let pass = " <Right> <Right> <Enter>";
    assert!(!kept::<Intensity>(&four, &[pass]).1);
    assert!(kept::<Intensity>(&four, &[pass, "uy"]).1);
    // Nothing is hidden in Flip.
    assert!(!kept::<Flip>(&PEOPLE, &["<Tab><Enter>", "u", "<Tab><Enter>"]).1);
    assert!(!kept::<Eater>(&PEOPLE, &["<Enter><Enter>", "u", "<Enter><Enter>"]).1);
    assert!(kept::<Eater>(&["human", "line"], &["<Enter>", "uy", "<Enter>"]).1);
    // Games of several people never count.
    assert!(!kept::<Concentration>(&PEOPLE, &["<Enter>", "u"]).1);
}

#[test]
fn the_record_says_before_which_steps_a_hint_was_asked_for() {
    let hinted = |keys: &[&str]| -> Vec<bool> {
        let (text, _) = kept::<Flip>(&PEOPLE, keys);
        let steps = text.lines().filter(|line| line.starts_with(r#"{"step""#));
        steps.map(|line| line.contains(r#""hinted":true"#)).collect()
    };
    let play = "<Tab><Enter>";
    assert_eq!(hinted(&[play, play]), [false; 2]);
    assert_eq!(hinted(&[play, "i", play, play]), [false, true, false]);
    assert_eq!(hinted(&[play, "i", play, "u", play]), [false, true]);
    // The answer to a step that is taken back is a hint, too.
    assert_eq!(hinted(&[play, "u", play, play]), [true, false]);
    let (text, _) = kept::<Concentration>(&PEOPLE, &["i", "<Enter>"]);
    assert!(text.contains(r#""hinted":true"#), "{text}");
}

#[test]
fn only_a_move_of_a_person_makes_a_record() {
    let fixture = TempStore::new();
    // The computer moves first, and the person leaves.
    let mut stage = fixture.playing(["first", "human"], &[]);
    stage.wait("Your move").keys("<Esc>").shows("avoid tricks").settle();
    fixture.shows(&[]);
    stage.shows("!Continue");
    let mut stage = fixture.playing(["first", "human"], &[]);
    stage.wait("Your move").keys("q");
    assert_eq!((stage.effect, stage.arcade.resume_hint()), (Effect::Quit, None));
    stage.keys("<Tab><Enter>").wait("Your move").settle();
    fixture.shows(&[(GameStatus::Running, 3)]);
    let resume_hint = stage.keys("q").arcade.resume_hint();
    assert_eq!(
        resume_hint.as_deref(),
        Some("Your game of Flip is saved: `fourcade` continues it.")
    );
}

#[test]
fn a_new_deal_at_an_untouched_table_is_the_same_game_of_the_series() {
    let fixture = TempStore::new();
    let mut stage = fixture.playing(PEOPLE, &[]);
    stage.keys("n").shows("!game 2").shows("!Leave this game?").keys("x").shows("!game 2");
    stage.keys("35<Enter>");
    assert_eq!(fixture.games()[0].0.series.number, 1);
    stage.keys("?resign<Enter>yn").shows("game 2").keys("n").shows("game 2").shows("!game 3");
}
