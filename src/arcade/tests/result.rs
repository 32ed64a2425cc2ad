//! The result card at the end of a game.

use std::{
    thread,
    time::{Duration, Instant},
};

use rand::seq::IndexedRandom as _;
use ratatui::style::Modifier;

use super::stage::{self, LARGE, SIZES, Stage, session, session_of, whole_game};
use crate::games::feats;
pub use crate::games::feats::testing::finished;
use crate::{
    app::counting,
    arcade::{Start, table::TableScreen},
    database::{DailyDate, Database, GameIdentity, Store, tests::Waiting},
    games::{GameView, daily_session},
    settings::{Settings, home::Home},
    widgets::{ColorDepth, glyphs::NO_BREAK_SPACE},
};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    intensity::Intensity,
    play::{
        Game as _, GameInfo as _, Level, Observation as _, RecordHeader, RecordLine, Seat, Seats,
        Session, random,
    },
};

fn card<G: GameView>(session: Session<G>) -> Stage {
    let mut stage = Stage::menu().over(stage::table(session));
    stage.keys("<Enter>");
    stage
}

#[track_caller]
fn check(name: &str, stage: Stage) {
    check_sizes(name, stage, &[(80, 24), (40, 12)]);
}

#[track_caller]
fn check_sizes(name: &str, mut stage: Stage, sizes: &[(u16, u16)]) {
    for &size in sizes {
        let drawn = stage.text(size);
        insta::assert_snapshot!(format!("result_{name}_{}x{}", size.0, size.1), drawn);
    }
}

#[test]
fn every_game_shows_what_mattered_in_it() {
    check_sizes("flip_won", card(finished::<Flip>(&["human", "level:3"], 7)), &SIZES);
    let concentration = finished::<Concentration>(&["human", "memory:8"], 7);
    check_sizes("concentration", card(concentration), &SIZES);
    check_sizes("eater", card(finished::<Eater>(&["expert", "human"], 7)), &SIZES);
    let players = ["human", "careful", "careful", "careful"];
    check_sizes("intensity", card(finished::<Intensity>(&players, 7)), &SIZES);
}

#[test]
fn a_loss_a_tie_and_a_resignation_have_their_own_sentences() {
    check("lost", card(finished::<Flip>(&["level:2", "human"], 7)));
    let mut resigned = session(["human", "level:3"], 8, &["2 4", "2 3"]);
    resigned.resign(Seat::new(0)).unwrap();
    check("resigned", card(resigned));
    let tie = finished::<Concentration>(&["human", "random"], tie_seed());
    check("tie", card(tie));
    let mut practice = finished::<Flip>(&["human", "greedy"], 7);
    practice.mark_practice();
    card(practice).shows(", practice ");
}

fn tie_seed() -> u64 {
    let is_tie = |seed: &u64| {
        let session = finished::<Concentration>(&["human", "random"], *seed);
        session.outcome().is_some_and(|outcome| outcome.winners().len() == 2)
    };
    (1..500).find(is_tie).expect("a tie")
}

#[test]
fn watched_games_and_games_of_two_people_name_the_winner() {
    check("watched", card(finished::<Flip>(&["level:2", "level:4"], 7)));
    check("watched_four", card(finished::<Intensity>(&["careful"; 4], 7)));
    check("two_people", card(finished::<Flip>(&["human", "human"], 7)));
    card(finished::<Intensity>(&["human", "careful", "human", "expert"], 7)).shows("Player 2");
}

#[test]
fn a_wide_name_leaves_room_for_its_result() {
    let names = ["bartholomew the 3rd", "maximiliane augusta", "", ""].map(str::to_owned);
    let settings = Settings { names, ..stage::still() };
    let players = ["human", "human"];
    let table = TableScreen::new(finished::<Flip>(&players, 7), Start::Playing(None), &settings);
    let mut stage = Stage::menu().over(table);
    stage.keys("<Enter>");
    for size in [(40, 12), (80, 24), (120, 40)] {
        let drawn = stage.text(size);
        assert!(drawn.contains("bartholomew the 3rd wins!"), "{drawn}");
        assert!(!drawn.contains("beat"), "the title names the winner: {drawn}");
        let is_narrow = size == (80, 24);
        let is_whole = drawn.replace("   2", "  2").contains("maximiliane augusta  2");
        assert!(is_narrow || is_whole, "{drawn}");
    }
}

#[test]
fn the_footer_has_the_keys_that_the_card_has_not() {
    let mut stage = card(finished::<Flip>(&["human", "level:3"], 7));
    for size in [(80, 24), (100, 30), (120, 40)] {
        let drawn = stage.text(size);
        let (shown, footer) = drawn.trim_end().rsplit_once('\n').expect("rows");
        let [shown, footer] = [shown, footer].map(str::to_lowercase);
        for label in ["rematch", "review", "replay", "new game", "copy", "board"] {
            let count = [&shown, &footer].iter().filter(|text| text.contains(label)).count();
            assert_eq!(count, 1, "{label} in\n{drawn}");
        }
    }
    // The help lists them all.
    stage.keys("?rematch").shows("play a rematch");
}

#[test]
fn the_cursor_is_on_the_headline() {
    let mut stage = card(finished::<Flip>(&["human", "level:3"], 7));
    for size in [(40, 12), (80, 24), (100, 30), (120, 40)] {
        let drawn = stage.draw(size);
        let at = stage.arcade.focus().expect("a focus");
        let row: String = (at.x..size.0).map(|x| drawn[(x, at.y)].symbol()).collect();
        assert!(row.starts_with([' ', NO_BREAK_SPACE]), "a blank before {row:?}");
        let result = if size.0 < 100 { "You win!" } else { "█ █   " };
        assert!(row.contains(result), "{row:?} at {size:?}");
    }
}

/// A table of Flip one move before the end, and the keys of that move.
fn before_the_end(settings: &Settings) -> (Stage, String) {
    let all = whole_game();
    let (last, before) = all.split_last().unwrap();
    let before: Vec<_> = before.iter().map(String::as_str).collect();
    let session = session(["human", "human"], 4, &before);
    let table = TableScreen::new(session, Start::Playing(None), settings);
    (Stage::menu().over(table), stage::keys_of(last))
}

fn tick(stage: &mut Stage) {
    let due = stage.arcade.next_tick().expect("a tick");
    thread::sleep(due.saturating_duration_since(Instant::now()));
    stage.arcade.tick();
}

#[test]
fn without_motion_the_card_is_there_at_once() {
    let (mut stage, keys) = before_the_end(&stage::still());
    stage.keys(&keys);
    assert!(stage.arcade.next_tick().is_some_and(|due| due <= Instant::now()));
    stage.arcade.tick();
    stage.shows("Rematch, swap colours");
    // A closed card comes back only with a key.
    stage.keys("<Esc>").shows("!Rematch");
    assert_eq!(stage.arcade.next_tick(), None);
    stage.keys("<Enter>").shows("Rematch").keys("<Esc> ").shows("Rematch");
    // After an undo, the card appears again.
    stage.keys("<Esc>u").keys(&keys);
    assert!(stage.arcade.next_tick().is_some());
}

#[test]
fn people_take_their_names_to_their_next_seats() {
    let (mut stage, keys) = before_the_end(&stage::still());
    stage.keys(&keys).arcade.tick();
    stage.keys("<Enter>").shows("game 2");
    stage.shows("O Player 2").shows("X Player 1").shows("Player 2 to move");
}

#[test]
fn the_seats_show_the_points_of_the_match() {
    let (mut stage, keys) = before_the_end(&stage::still());
    stage.keys(&keys).arcade.tick();
    let text = stage.keys("<Enter>").text((80, 24));
    let rows: Vec<_> = text.lines().map(|row| row.split_whitespace().collect()).collect();
    let rows: Vec<String> = rows.into_iter().map(|words: Vec<_>| words.join(" ")).collect();
    for row in ["match", "O Player 2 2 0", "X Player 1 2 1"] {
        assert!(rows.iter().any(|drawn| drawn.ends_with(row)), "{text}");
    }
    stage.shows("!leads 1 to 0");
}

#[test]
fn the_board_celebrates_before_the_card_appears() {
    let (mut stage, keys) = before_the_end(&Settings::default());
    let start = Instant::now();
    // The last tiles turn first.
    stage.keys(&keys).shows("!The game is over.").shows("!Rematch").shows("!wins");
    assert!(!stage.text(LARGE).contains("Tiles after each move"), "it tells the end");
    let (mut frames, mut is_told) = (0, false);
    while !stage.medium().contains("Rematch") {
        is_told |= stage.has("The game is over.");
        tick(&mut stage);
        frames += 1;
    }
    assert!(frames > 5 && is_told, "{frames} frames");
    let least = Duration::from_millis(900);
    assert!(start.elapsed() > least, "{:?}", start.elapsed());
}

#[test]
fn a_key_during_the_celebration_only_brings_the_card() {
    for key in ["<Enter>", " ", "u", "n", "y", "x", "<Esc>", "<Left>"] {
        let (mut stage, keys) = before_the_end(&Settings::default());
        stage.keys(&keys).shows("!Rematch").keys(key).shows("Rematch, swap colours");
        assert_eq!(stage.arcade.take_copied(), None, "{key}");
        // The board is at rest beside the card.
        stage.shows("    1           2").keys("<Esc>").shows("!Rematch").shows("wins");
    }
    let (mut stage, keys) = before_the_end(&Settings::default());
    stage.keys(&keys).shows("!Rematch");
    let position = stage.find("Flip", (100, 30));
    stage.click_at(position).shows("!Rematch");
    stage.click_at((20, 10)).shows("Rematch");
}

#[test]
fn the_keys_of_the_card_go_on() {
    let game = || card(finished::<Flip>(&["human", "first"], 7));
    game().keys("<Enter>").shows("game 2").shows("X you").shows("!Rematch");
    game().keys("n").shows("game 2").shows("O you");
    // What the card opens leads back to it.
    for (key, screen) in [("r", "Replay: move 0"), ("e", "Review")] {
        let mut stage = game();
        stage.keys(key).shows(screen).keys("<Esc>").settle();
        stage.shows("Rematch").keys("<Esc>").shows("!Rematch");
        stage.keys(key).shows(screen).keys("<Esc>").settle().shows("!Rematch").shows("You win");
    }
    for (key, reason) in [("N", "Win or lose three"), ("i", "The game is over: n starts")] {
        game().keys(key).shows(reason).shows("Rematch");
    }
    game().click("Rematch, swap", (100, 30)).shows("game 2");
    // Other keys of the table work, too.
    card(finished::<Flip>(&["human", "human"], 7)).keys("u").shows("!Rematch").shows("to move");
    game().keys("y ").shows("Rematch");
    game().keys("<Esc>").shows("!Rematch").shows("Enter result");
}

#[test]
fn a_counted_game_is_not_taken_back() {
    fn check<G: GameView>(players: [&str; 2]) {
        let seats = players.into_iter().chain([players[1]; 2]);
        let seats: Vec<_> = seats.take(G::SEAT_NAMES.len()).collect();
        let refusal = "The game is over and";
        let mut stage = card(finished::<G>(&seats, 7));
        stage.keys("u").shows(refusal).shows("Rematch");
        stage.keys("<Esc>").shows("!u undo").keys("u").shows(refusal).shows("Enter result");
        // What doesn't count can be played again.
        let mut practice = finished::<G>(&seats, 7);
        practice.mark_practice();
        card(practice).keys("u").shows("!Rematch").shows("!The game is over");
    }
    check::<Flip>(["human", "level:3"]);
    check::<Intensity>(["human", "careful"]);
    check::<Concentration>(["human", "memory:8"]);
    check::<Eater>(["human", "novice"]);
    let mut resigned = session(["human", "level:3"], 8, &["2 4", "2 3"]);
    resigned.resign(Seat::new(0)).unwrap();
    card(resigned).keys("u").shows("The game is over and counts").shows("  resigned");
}

#[test]
fn the_costliest_move_is_written_in_the_notation_of_the_screen() {
    let cell = |course_coordinates| -> Vec<i32> {
        let settings = Settings { course_coordinates, ..stage::still() };
        let session = finished::<Flip>(&["human", "first"], 7);
        let table = TableScreen::new(session, Start::Playing(None), &settings);
        let mut stage = Stage::with_home(Home::unsaved(settings), ColorDepth::True).over(table);
        let text = stage.keys("<Enter>").settle().text((100, 30)).replace(NO_BREAK_SPACE, " ");
        let words = text.split_whitespace().skip_while(|word| *word != "Costliest");
        words.filter_map(|word| word.parse().ok()).take(2).collect()
    };
    let course: Vec<i32> = cell(false).into_iter().map(|number| number - 1).collect();
    assert!(course.len() == 2 && cell(true) == course, "{course:?}");
}

#[test]
fn the_costliest_move_is_named_once_it_is_known() {
    // X takes the first square and O the last one to the end.
    let mut stage = card(finished::<Flip>(&["human", "first"], 7));
    let wide = (100, 30);
    let before = stage.text(wide);
    assert!(before.contains("Looking for your costliest move"), "{before}");
    let after = stage.settle().text(wide);
    assert!(after.contains("Costliest move: ") && after.contains("Better: "), "{after}");
    // The rest of the card stays where it is.
    let row = |text: &str| text.lines().position(|line| line.contains("Enter Rematch"));
    assert_eq!(row(&before), row(&after), "{before}{after}");
    // With two people, or none, it would be unclear whose move it is.
    for players in [["human", "human"], ["first", "last"]] {
        let mut stage = card(finished::<Flip>(&players, 7));
        assert!(!stage.settle().text(wide).contains("ostliest"), "{players:?}");
    }
}

#[test]
fn the_card_keeps_its_shape_when_mistakes_are_found() {
    fn check<G: GameView>(players: [&str; 2], size: (u16, u16)) {
        let seats = players.into_iter().chain([players[1]; 2]);
        let seats: Vec<_> = seats.take(G::SEAT_NAMES.len()).collect();
        let games = Games::new();
        let session = finished::<G>(&seats, 7);
        let table = TableScreen::new(session, Start::Playing(None), &stage::still());
        let mut stage = Stage::with_store(&games.store).over(table.saved_to(&games.store));
        stage.keys("<Enter>").wait("for a star");
        let mut shape = || {
            let drawn = stage.text(size);
            stage.settle();
            let places = ["╭", "╰", "Rematch", "Board", "board"];
            let rows = places.map(|text| drawn.lines().position(|row| row.contains(text)));
            (rows, drawn)
        };
        let [(before, first), (after, last)] = [shape(), shape()];
        assert_eq!(before, after, "{first}{last}");
    }
    check::<Flip>(["human", "level:3"], (120, 40));
    check::<Intensity>(["human", "careful"], (80, 24));
    check::<Concentration>(["human", "memory:8"], (100, 30));
    check::<Eater>(["human", "novice"], (80, 24));
}

#[test]
fn a_game_without_costly_moves_is_praised() {
    let mut resigned = session(["human", "level:3"], 8, &["2 4", "2 3"]);
    resigned.resign(Seat::new(0)).unwrap();
    let games = Games::new();
    let table = TableScreen::new(resigned, Start::Playing(None), &stage::still());
    let mut stage = Stage::with_store(&games.store).over(table.saved_to(&games.store));
    stage.keys("<Enter>").shows("costliest move").settle();
    stage.shows("No costly move.").shows("!Mistakes");
}

#[test]
fn a_notice_beside_the_result_hides_no_player() {
    for size in [(80, 24), (120, 40)] {
        let drawn = Games::new().play(false).text_after("y", size);
        for text in ["Copied: the result.", "│ You  ", "│ Oskar  "] {
            assert!(drawn.contains(text), "{text} in {drawn}");
        }
    }
}

#[test]
fn notices_stay_inside_the_frame_of_a_small_card() {
    let mut stage = card(finished::<Flip>(&["human", "level:3"], 7));
    for (key, notice) in
        [("y", "Copied: the result."), ("P", "No mistake worth"), ("N", "Win or lose")]
    {
        let drawn = stage.text_after(key, (40, 12));
        let row = drawn.lines().find(|row| row.contains(notice)).expect(&drawn);
        assert!(row.starts_with('│') && row.ends_with('│'), "{drawn}");
        assert!(drawn.contains('╰') && drawn.contains("Enter Rematch"), "{drawn}");
    }
}

#[test]
fn the_board_marks_the_costliest_move() {
    let mut stage = card(finished::<Flip>(&["human", "first"], 7));
    let mut marks = || {
        let count = stage.medium().matches('?').count();
        stage.settle();
        count
    };
    assert_eq!(marks() + 2, marks(), "on the board and beside the move");
    // The mark stays on the board without the card, but not on that of the next game.
    let mut marks = |keys| stage.keys(keys).medium().matches('?').count();
    assert_eq!(marks("<Esc>"), 2, "the key of the help is the other one");
    assert_eq!(marks("n"), 1);
}

#[test]
fn a_win_has_its_own_colour_and_large_letters_if_the_title_fits_in_two_lines() {
    let won = |seed: &u64| {
        let outcome = finished::<Flip>(&["human", "human"], *seed).outcome().unwrap();
        outcome.winners().only() == Some(Seat::new(1))
    };
    let seed = (1..40).find(won).expect("a game");
    let mut stage = card(finished::<Flip>(&["human", "human"], seed));
    let title = stage.find("wins!", (80, 24));
    let lost = stage.find("Player 1 ", (80, 24));
    let won = (lost.0, lost.1 + 1);
    let score = stage.find("X  Player 2", (80, 24));
    let drawn = stage.draw((80, 24));
    assert_eq!(drawn[title].fg, drawn[score].fg, "the winner's seat");
    assert!(drawn[won].modifier.contains(Modifier::BOLD), "the winner");
    assert!(!drawn[lost].modifier.contains(Modifier::BOLD));
    let large = stage.text((120, 40)).replace(NO_BREAK_SPACE, " ");
    assert!(!large.contains("wins!") && large.contains("X  Player 2"), "{large}");
}

#[test]
fn a_tie_has_one_bright_colour() {
    let mut stage = card(finished::<Concentration>(&["human", "random"], tie_seed()));
    let (x, y) = stage.find("A tie", (80, 24));
    let drawn = stage.draw((80, 24));
    assert_eq!(drawn[(x, y)].fg, drawn[(x + 4, y)].fg);
    assert!(drawn[(x, y)].modifier.contains(Modifier::REVERSED), "a bar");
}

#[test]
fn players_of_the_same_name_have_their_seats() {
    let mut stage = card(finished::<Concentration>(&["random", "random"], 7));
    stage.shows("First   Random").shows("Second  Random").shows("!Random wins").shows(" wins");
}

#[test]
fn a_match_of_four_has_a_column_for_its_points() {
    let mut session = session_of::<Intensity>(["human", "careful", "careful", "careful"], 0, &[]);
    session.mark_practice();
    let mut stage = Stage::menu().over(stage::table(session));
    for heading in ["! match │", " match │"] {
        stage.keys("?resign<Enter>y").settle();
        stage.wait("  resigned").shows(heading);
        stage.keys("<Enter>").settle();
    }
}

#[test]
fn a_message_leaves_the_frame_whole() {
    let mut stage = card(finished::<Flip>(&["human", "level:6"], 7));
    for (key, message) in [("y", "Copied: the result."), ("P", "No mistake")] {
        for size in [(80, 24), (100, 30), (120, 40)] {
            let drawn = stage.text_after(key, size);
            assert!(drawn.contains(message) && drawn.contains('╰'), "{drawn}");
        }
    }
}

#[test]
fn the_line_that_is_copied_starts_the_same_deal() {
    let session = finished::<Flip>(&["human", "level:6"], 7);
    let scores = session.game().scores();
    let mut stage = card(session);
    stage.keys("y").shows("Copied: the result.").shows("Rematch");
    let copied = stage.arcade.take_copied().expect("a text");
    assert_eq!(stage.arcade.take_copied(), None);
    let verdict = if scores[0] > scores[1] { "won" } else { "lost" };
    assert_eq!(
        copied,
        format!(
            "fourcade Flip 4x4, against Irma: {verdict} {}-{}. Replay the deal: \
             fourcade play flip --size 4 --seed 7 --level hard",
            scores[0], scores[1]
        )
    );
    // A deal that doesn't follow from the seed has no command.
    let mut other = finished::<Concentration>(&["human", "random"], 7);
    let players = other.header().players.clone();
    let header =
        RecordHeader { setup: other.header().setup.clone(), players, seed: 8, clock: None };
    let lines = other.lines().to_vec();
    other = Session::new(header);
    for line in lines {
        other.push(line).unwrap();
    }
    let mut stage = card(other);
    stage.keys("y");
    assert!(!stage.arcade.take_copied().unwrap().contains("fourcade play"));
}

#[test]
fn the_keys_of_the_card_work_on_the_board_behind_it() {
    let mut stage = card(finished::<Flip>(&["human", "level:6"], 7));
    stage.keys("<Esc>").shows("!Copied").keys("y").shows("Copied.");
    assert!(stage.arcade.take_copied().is_some_and(|text| text.starts_with("fourcade Flip 4x4")));
    stage.keys("P").shows("No mistake worth practising has been found.");
}

#[test]
fn the_headline_has_its_final_size_from_the_first_frame() {
    let games = Games::new();
    games.keep(true);
    for height in (18..=40).step_by(2) {
        let session = Games::game(true);
        let table = TableScreen::new(session, Start::Playing(None), &stage::still());
        let mut stage = Stage::with_store(&games.store).over(table.saved_to(&games.store));
        stage.keys("<Enter>");
        // The cursor is below large letters.
        let mut headline = || {
            let drawn = stage.draw((100, height));
            let y = stage.arcade.focus().expect("a focus").y;
            let row: String = (0..100).map(|x| drawn[(x, y)].symbol()).collect();
            stage.settle();
            row.contains("You win!")
        };
        assert_eq!(headline(), headline(), "{height} rows");
    }
}

#[test]
fn the_menu_offers_the_last_result_again() {
    let games = Games::new();
    games.keep(true);
    let mut stage = Stage::with_store(&games.store);
    stage.settle().shows("Last result").shows("Concentration against Oskar: won");
    stage.click("Last result", LARGE).settle();
    while !stage.has("Rematch") {
        tick(&mut stage);
    }
    stage.shows("You win!");
    // The game is not stored again, and the next one is.
    let count = |games: &Games| games.store.wait(|games| games.games(9)).unwrap().len();
    assert_eq!(count(&games), 1);
    stage.keys("<Enter>").shows("game 2");
}

#[test]
fn the_headline_is_about_the_people_at_the_keyboard() {
    let players = ["human", "careful", "human", "careful"];
    let title = |seed| card(finished::<Intensity>(&players, seed)).text((80, 24));
    let lost = |seed: &u64| {
        let outcome = finished::<Intensity>(&players, *seed).outcome().unwrap();
        outcome.winners().iter().all(|seat| seat.index() % 2 == 1)
    };
    for seed in (1..40).filter(lost).take(3) {
        let drawn = title(seed);
        assert!(drawn.contains(" comes ") || drawn.contains(" come "), "{drawn}");
    }
}

/// Saved games against Hard.
struct Games {
    store: Store,
    _folder: tempfile::TempDir,
}

impl Games {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { store: Store::at(folder.path().join("fourcade.db"), || ()), _folder: folder }
    }

    fn game(is_won: bool) -> Session<Concentration> {
        let winner = Some(Seat::new(usize::from(!is_won)));
        (1..50)
            .map(|seed| finished::<Concentration>(&["human", "memory:8"], seed))
            .find(|session| session.outcome().unwrap().winners().only() == winner)
            .expect("a game")
    }

    fn keep(&self, is_won: bool) {
        let session = Self::game(is_won);
        let identity = GameIdentity::of::<Concentration>(session.header()).unwrap();
        self.store.import(&session, identity).unwrap();
    }

    /// Shows the card of a game that isn't saved.
    fn card(&self, is_won: bool) -> Stage {
        let table = TableScreen::new(Self::game(is_won), Start::Playing(None), &stage::still());
        let mut stage = Stage::with_store(&self.store).over(table.saved_to(&self.store));
        stage.keys("<Enter>").settle();
        stage
    }

    /// Saves a game and shows its card.
    fn play(&self, is_won: bool) -> Stage {
        self.keep(is_won);
        self.card(is_won)
    }
}

#[test]
fn three_wins_in_a_row_suggest_the_next_level() {
    let games = Games::new();
    games.card(true).shows("!Try").shows("!so far");
    games.play(true).shows("1 of 3 wins against Hard for a star.").shows("!Try");
    games.play(true).shows("2 wins in a row against Oskar.").shows("!Try");
    let mut stage = games.play(true);
    stage.shows("A star: you have beaten Hard.").shows("Try Expert");
    let drawn = stage.text((40, 12));
    let row = |text: &str| drawn.lines().position(|row| row.contains(text));
    assert!(row("You win!") < row("You   ") && row("You   ") < row("A star"), "{drawn}");
    assert_eq!(row("Enter Rematch  e Review"), row("Enter Rematch"), "{drawn}");
    stage.keys("N").shows("!Rematch").shows("Elisabeth");
    games.play(true).shows("4 wins in a row").shows("Try Expert");
}

#[test]
fn the_feats_of_a_day_leave_room_for_the_rest() {
    let games = Games::new();
    games.keep(true);
    let done = [("concentration", ["elephant", "roll", "lucky"].as_slice())];
    let done = done.into_iter().chain([("all", ["perfect-day"].as_slice())]);
    let add = move |database: &mut Database| {
        let last = counting::games(database, Some("concentration"))?.pop().expect("a game");
        for (game, feat) in done.flat_map(|(game, feats)| feats.iter().map(move |it| (game, it))) {
            database.add_feat(game, feat, last.ended)?;
        }
        Ok(())
    };
    games.store.wait(add).unwrap();
    let mut stage = games.card(true);
    let large = stage.text((120, 40));
    assert!(large.contains("Elephant, On a roll") && large.contains("for a star"), "{large}");
    let drawn = stage.text((80, 24));
    for text in ["Feats: A perfect day", "for a star"] {
        assert!(drawn.contains(text), "{text} in {drawn}");
    }
    let small = stage.text((40, 12));
    assert!(small.contains("Feats: A perfect day"), "{small}");
}

#[test]
fn the_card_looks_the_same_when_it_is_opened_again() {
    let games = Games::new();
    let mut stage = games.play(false);
    for size in [(80, 24), (40, 12), (120, 40)] {
        let first = stage.text(size);
        stage.keys("<Esc>").text(size);
        stage.keys("<Enter>").settle();
        assert_eq!(stage.text(size), first);
    }
}

#[test]
fn the_keys_below_a_board_are_on_one_line_when_there_are_mistakes() {
    let games = Games::new();
    let mut stage = games.play(false);
    for size in [(120, 40), (200, 60)] {
        let drawn = stage.text(size);
        let row = drawn.lines().find(|row| row.contains("Enter Rematch")).expect(&drawn);
        assert!(row.contains("P Mistakes") && row.contains("y Copy"), "{drawn}");
    }
}

#[test]
fn three_losses_in_a_row_suggest_the_level_below() {
    let games = Games::new();
    games.play(false);
    games.play(false).shows("!Try");
    let mut stage = games.play(false);
    stage.shows("Try Medium").keys("N").shows("!Rematch").shows("Selma");
    games.play(true).shows("!Try");
    games.play(false).shows("!Try");
}

#[test]
fn the_card_says_what_is_missing_for_a_star_and_the_menu_shows_it() {
    let games = Games::new();
    let mut lost = games.play(false);
    lost.shows("0 of 3 wins against Hard for a star.").wait("ostliest");
    for height in 18..=30 {
        let drawn = lost.text((80, height));
        assert!(drawn.contains("3 wins against"), "{drawn}");
    }
    games.play(true).shows("1 of 3 wins against Hard for a star.");
    games.play(true).shows("2 of 3 wins against Hard for a star.");
    let mut menu = Stage::with_store(&games.store);
    menu.settle().shows("☆☆☆☆☆ 2 of 3").shows("☆☆☆☆☆ 0 of 3").shows("☆☆☆☆☆ 0 of 2").shows("!★");
    let lit = "A star: you have beaten Hard.";
    games.play(true).shows(lit);
    // The card is opened again, where it has little room.
    let again = games.card(true).text((80, 12));
    assert!(again.contains(lit), "{again}");
    games.play(true).shows("!A star").shows("!for a star");
    let stars = |ascii: bool, size| {
        let home = stage::home(ascii);
        let mut menu = Stage::new(home, ColorDepth::True, games.store.clone());
        menu.text(size);
        menu.settle().text(size)
    };
    for size in SIZES {
        let drawn = stars(false, size);
        assert_eq!(drawn.matches("☆☆☆☆☆").count(), 3, "{drawn}");
        assert!(drawn.contains("☆☆☆★☆"), "{drawn}");
    }
    assert!(stars(true, (80, 24)).contains("...*."));
}

/// A game of Flip that the person wins by two tiles with a last move, and that move.
fn before_a_feat() -> (Session<Flip>, String) {
    let games = (0..).map(|seed| finished::<Flip>(&["human", "level:3"], seed));
    let has_feat = |session: &Session<Flip>| {
        let is_own = matches!(session.lines().last(), Some(RecordLine::Step { moves, .. })
            if moves[0].0 == Seat::new(0));
        let measures = feats::measure(session, Seat::new(0));
        is_own && (measures["won"], measures["lead"]) == (1, 2)
    };
    let session = games.into_iter().find(has_feat).unwrap();
    let (last, lines) = session.lines().split_last().unwrap();
    let mut before = Session::<Flip>::new(session.header().clone());
    for line in lines {
        before.push(line.clone()).unwrap();
    }
    let RecordLine::Step { moves, .. } = last else { panic!("a step") };
    (before, moves[0].1.to_string())
}

#[test]
fn a_card_after_a_resignation_promises_no_star() {
    let games = Games::new();
    let mut stage = games.play(true);
    stage.shows("1 of 3 wins against Hard for a star.").keys("<Enter>");
    stage.keys("?resign<Enter>y").settle().shows("Match: it is 1").shows("!for a star");
}

#[test]
fn help_names_its_price_while_a_star_is_missing() {
    let games = Games::new();
    let table = || {
        let mut session = session_of::<Flip>(["human", "level:6"], 8, &["2 4"]);
        let answer = session.game().position().legal()[0];
        session.choose(Seat::new(1), answer).unwrap();
        let stage = Stage::with_store(&games.store);
        let table = TableScreen::new(session, Start::Playing(None), &stage::still());
        let mut table = table.saved_to(&games.store.clone().waking(&stage.background));
        table.begin(&stage.background);
        let mut stage = stage.over(table);
        stage.settle();
        stage
    };
    let star = "won't count for the star of Hard.";
    for (key, question) in [("c", "Play with a coach?"), ("v", "Show the evaluation?")] {
        let mut stage = table();
        stage.keys(key).shows(question).shows(star).keys("n").shows("!practice");
        stage.keys(key).keys("y").shows(", practice");
        // The second time has no price.
        stage.keys(key).shows("!star of Hard");
    }
    let remark = "With help, this game doesn't count for the star of Hard.";
    table().keys("i").shows(remark).settle().keys("u").shows("!star of Hard");
    table().keys("u").shows(remark);
    let light = |database: &mut Database| database.light_star("flip", Level::Hard as u8, 1);
    games.store.wait(light).unwrap();
    table().keys("c").shows("!star").shows("The coach speaks up");
    table().keys("u").shows("!star");
}

#[test]
fn a_feat_is_shown_once_on_the_card() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("fourcade.db"), || ());
    let play = |marks: fn(&mut Session<Flip>)| {
        let (mut session, last) = before_a_feat();
        marks(&mut session);
        let table = TableScreen::new(session, Start::Playing(None), &stage::still());
        let mut stage = Stage::with_store(&store).over(table.saved_to(&store));
        stage.keys(&stage::keys_of(&last)).keys("<Enter>").settle();
        stage
    };
    play(Session::mark_hint).shows(", practice ").shows("!A feat").shows("!for a star");
    let feat = "A feat: By a whisker.";
    let mut first = play(|_| ());
    first.shows("for a star").shows("!Practice");
    for size in [(80, 24), (80, 12), (120, 40)] {
        let drawn = first.text(size);
        assert!(drawn.contains(feat), "{drawn}");
    }

    first.shows(feat);
    play(|_| ()).shows("!A feat");
}

#[test]
fn the_opponent_speaks_on_the_card_unless_it_is_silent() {
    let drawn = |settings: &Settings, size| {
        let mut resigned = session_of::<Flip>(["human", "level:6"], 8, &[]);
        resigned.resign(Seat::new(0)).unwrap();
        let table = TableScreen::new(resigned, Start::Playing(None), settings);
        let mut stage = Stage::menu().over(table);
        stage.keys("<Enter>").text(size)
    };
    for size in [(200, 60), (80, 24), (40, 12)] {
        let text = drawn(&stage::still(), size);
        assert!(text.contains("Irma: "), "{text}");
    }
    let silent = Settings { table_talk: false, ..stage::still() };
    assert!(!drawn(&silent, (200, 60)).contains("Irma: "));
    let mut stage = card(finished::<Flip>(&["human", "level:6"], 7));
    let [usual, small] = [(80, 24), (40, 12)].map(|size| stage.text(size));
    assert!(usual.contains("Irma: "), "{usual}");
    assert!(small.contains("O  you"), "the scores matter more: {small}");
}

#[test]
fn the_opponent_says_something_else_after_the_next_game() {
    let games = Games::new();
    let remark = || {
        games.keep(true);
        let stage = Stage::with_store(&games.store);
        let table = TableScreen::new(Games::game(true), Start::Playing(None), &stage::still());
        let mut table = table.saved_to(&games.store.clone().waking(&stage.background));
        table.begin(&stage.background);
        let mut stage = stage.over(table);
        stage.settle().keys("<Enter>").settle();
        let drawn = stage.text((200, 60));
        let (_, words) = drawn.split_once("Oskar: \"").expect(&drawn);
        words.lines().next().map(str::to_owned)
    };
    assert_ne!(remark(), remark());
}

#[test]
fn replays_and_series_of_watched_games_show_no_card() {
    let game = finished::<Flip>(&["human", "first"], 7);
    let replay = TableScreen::new(game, Start::Replay, &stage::still());
    let mut stage = Stage::menu().over(replay);
    stage.keys("<End>").shows("You win");
    stage.keys("<Enter>").shows("!Rematch");
}

#[test]
fn series_have_points_on_the_card() {
    let moves = whole_game();
    let moves: Vec<_> = moves.iter().map(String::as_str).collect();
    let mut stage = Stage::menu().over(stage::table(session(["human", "human"], 4, &[])));
    let play = |stage: &mut Stage| {
        for square in &moves {
            stage.keys(&stage::keys_of(square));
        }
    };
    play(&mut stage);
    stage.keys("<Enter>").shows("Rematch").keys("<Enter>").shows("game 2");
    play(&mut stage);
    stage.keys("<Enter>").shows("Match: it is 1 to 1.");
    assert!(session_of::<Eater>(["human", "expert"], 5, &[]).outcome().is_none());
}

#[test]
fn a_win_is_festive_and_longer_bars_are_better() {
    let stars = |session| card(session).text((80, 24)).matches(['★', '☆']).count();
    assert!(stars(finished::<Flip>(&["human", "level:3"], 7)) > 3, "a win");
    assert!(stars(finished::<Flip>(&["human", "human"], 7)) > 1, "one of two people has won");
    assert_eq!(stars(finished::<Flip>(&["level:2", "human"], 7)), 0, "a loss");
    assert_eq!(stars(finished::<Flip>(&["level:2", "level:4"], 7)), 0, "nobody here has won");
    let players = ["human", "careful", "careful", "careful"];
    let drawn = card(finished::<Intensity>(&players, 7)).text((40, 12));
    assert!(drawn.contains("South") && !drawn.contains('█'), "{drawn}");
}

/// A finished deal of a day, with random choices of the person and of the opponents.
fn played_deal<G: GameView>(date: DailyDate) -> Session<G> {
    let mut session = daily_session::<G>(date.date()).unwrap();
    let mut rng = random::rng(3, &[]);
    while session.outcome().is_none() {
        for seat in session.awaited().iter() {
            let legal = session.game().observe(Seats::one(seat)).legal(seat);
            session.choose(seat, *legal.choose(&mut rng).unwrap()).unwrap();
        }
    }
    session
}

/// The card of a deal after a few stored days of deals.
fn deal_card<G: GameView>(home: Home, depth: ColorDepth) -> Stage {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::at(folder.path().join("fourcade.db"), || ());
    let date: DailyDate = "2026-11-22".parse().unwrap();
    let mut day = date;
    for _ in 0..4 {
        let session = played_deal::<G>(day);
        let identity = GameIdentity::of::<G>(session.header()).unwrap();
        let id = store.import(&session, identity).unwrap();
        let sql = format!("UPDATE games SET daily = '{day}' WHERE id = {id}");
        store.query(move |connection| connection.execute_batch(&sql)).unwrap();
        day = day.previous().unwrap();
    }
    let session = played_deal::<G>(date);
    let table = TableScreen::new(session, Start::Playing(None), &home.settings);
    let table = table.playing_daily(date, &store);
    let mut stage = Stage::new(home, depth, store).over(table);
    stage.keys("<Enter>").wait("longest");
    stage.shows("!for a star");
    stage
}

#[test]
fn the_card_of_a_daily_deal_says_what_matters() {
    fn check<G: GameView>() {
        for (depth, ascii) in [(ColorDepth::True, false), (ColorDepth::Mono, true)] {
            let mut stage = deal_card::<G>(stage::home(ascii), depth);
            for size in [(80, 24), (100, 30), (120, 40), (200, 60)] {
                let drawn = stage.text(size);
                for word in ["2026", "longest", "Done", "Review"] {
                    assert!(drawn.contains(word), "{word} in {drawn}");
                }
                assert!(drawn.contains("ostliest"), "{drawn}");
                let is_low = G::KEY == Concentration::KEY && size.1 <= 30;
                let speaks = G::KEY != Intensity::KEY && !is_low;
                assert_eq!(drawn.matches('"').count() == 2, speaks, "{drawn}");
            }
        }
    }
    check::<Flip>();
    check::<Intensity>();
    check::<Concentration>();
    check::<Eater>();
}

#[test]
fn after_a_resignation_the_rest_is_not_staged() {
    let players = ["human", "careful", "careful", "careful"];
    let mut session = session_of::<Intensity>(players, 0, &[]);
    session.mark_practice();
    let table = TableScreen::new(session, Start::Playing(None), &Settings::default());
    let mut stage = Stage::menu().over(table);
    let start = Instant::now();
    stage.keys("?resign<Enter>y").settle();
    while !stage.has("The rest was played for you.") {
        assert!(stage.arcade.next_tick().is_some(), "{}", stage.medium());
        tick(&mut stage);
    }
    assert!(start.elapsed() < Duration::from_secs(9), "ten rounds are not shown one by one");
}

/// A game in which the person resigned at once and the seat has the fewest points.
fn best_by_the_stand_in() -> Session<Intensity> {
    let players = ["human", "careful", "careful", "careful"];
    let (person, mut seeds) = (Seat::new(0), 0..);
    loop {
        let mut session = session_of::<Intensity>(players, 0, &[]);
        session.resign(person).unwrap();
        let mut rng = random::rng(seeds.next().unwrap(), &[]);
        while session.outcome().is_none() {
            for seat in session.awaited().iter() {
                let legal = session.game().observe(Seats::one(seat)).legal(seat);
                session.choose(seat, *legal.choose(&mut rng).unwrap()).unwrap();
            }
        }
        if session.game().outcome().unwrap().winners().only() == Some(person) {
            return session;
        }
    }
}

#[test]
fn who_resigns_has_lost_even_if_the_seat_has_the_fewest_points() {
    let session = best_by_the_stand_in();
    let winner = session.outcome().unwrap().winners().only().expect("one winner");
    let winner = Intensity::SEAT_NAMES[winner.index()];
    let mut stage = card(session);
    let drawn = stage.text((80, 24));
    assert!(!drawn.contains('★'), "{drawn}");
    assert!(drawn.contains(" place     out "), "{drawn}");
    stage.keys("y");
    let copied = stage.arcade.take_copied().expect("a text");
    assert!(copied.contains(": lost "), "{copied}");
    stage.keys("<Esc>").shows(&format!("You lose. {winner} wins:")).shows("You (South) resigned.");
}

/// A game that the person resigned when a row was closed.
fn given_up_after_a_closed_row() -> Session<Eater> {
    let mut session = session_of::<Eater>(["human", "novice"], 4, &[]);
    let mut rng = random::rng(7, &[]);
    while session.game().certain_loser().is_none() {
        for seat in session.awaited().iter() {
            let legal = session.game().observe(Seats::one(seat)).legal(seat);
            session.choose(seat, *legal.choose(&mut rng).unwrap()).unwrap();
        }
        if session.outcome().is_some() {
            session = session_of::<Eater>(["human", "novice"], 4, &[]);
        }
    }
    session.resign(Seat::new(0)).unwrap();
    session
}

#[test]
fn who_resigns_when_a_row_is_closed_has_lost_by_that_row() {
    let mut stage = card(given_up_after_a_closed_row());
    stage.shows("is closed.").shows("!resigned");
    stage.keys("<Esc>").shows("You lose. Eater wins.").shows("!You (Passer) resigned");
}

#[test]
fn a_game_that_a_person_left_has_the_usual_rows_and_its_own_remark() {
    let mut session = session(["human", "level:4"], 8, &["2 4", "2 3"]);
    session.resign(Seat::new(0)).unwrap();
    let mut stage = card(session);
    stage.shows("you    3  resigned").shows("!▆");
    let said = ["Already? I was only", "I'll take it."];
    assert!(said.iter().any(|line| stage.has(line)), "{}", stage.medium());
}

#[test]
fn a_resignation_is_the_result_of_a_game_without_moves() {
    fn check<G: GameView>() {
        let mut session = session_of::<G>(["human", "human"], G::SIZES.map_or(0, |it| it.min), &[]);
        session.resign(Seat::new(0)).unwrap();
        let mut stage = card(session);
        let drawn = stage.text((120, 40)).replace(NO_BREAK_SPACE, " ");
        assert!(drawn.contains("Player 2 wins!") || drawn.contains("Rematch"), "{drawn}");
        assert_eq!(drawn.matches("resigned").count(), 1, "{drawn}");
        let board = stage.text_after("<Esc>", (120, 40));
        assert_eq!(board.matches("resigned").count(), 1, "{board}");
        for filler in ["beat", "0 rounds", "Corners", "missed", "0 pairs"] {
            assert!(!drawn.contains(filler), "{filler} in {drawn}");
        }
    }
    check::<Flip>();
    check::<Concentration>();
    check::<Eater>();
}
