//! Today's deal: the page, and that a deal counts once.

use super::stage::{self, Stage, home};
use crate::{
    app::{counting, daily::day_to_share},
    arcade::{
        dialog::Question,
        screens::{
            daily::{self, DailyScreen},
            saved_table,
        },
    },
    database::{
        DailyDate, Database, GameIdentity, PersonResult, SavedDaily, Store, statistics,
        tests::Waiting,
    },
    games::{ArcadeGame, daily_session},
    widgets::{ColorDepth, TerminalKind, testing},
};
use fourcade_engine::{
    GameKind,
    flip::Flip,
    intensity::Intensity,
    play::{Game as _, Observation as _, Seat, Seats},
};

/// The size of the pictures in the documentation.
const SIZE: (u16, u16) = (100, 30);

fn store(folder: &tempfile::TempDir) -> Store {
    Store::at(folder.path().join("fourcade.db"), || ())
}

fn day(date: &str, game: &str, result: Option<PersonResult>, scores: &[i32]) -> SavedDaily {
    let date = date.parse().unwrap();
    SavedDaily {
        id: 1,
        game: game.to_owned(),
        date,
        result,
        scores: scores.to_vec(),
        place: None,
        is_practice: false,
        has_resigned: false,
        turns: 12,
    }
}

#[test]
fn the_page_shows_the_results_and_a_calendar() {
    use PersonResult::{Drawn, Lost, Won};
    let games = vec![
        day("2026-11-22", "flip", Some(Won), &[34, 30]),
        day("2026-11-21", "flip", Some(Lost), &[20, 44]),
        day("2026-11-19", "flip", Some(Won), &[40, 24]),
        SavedDaily { place: Some(2), ..day("2026-11-22", "intensity", Some(Lost), &[5, 3, 8, 1]) },
        SavedDaily { place: Some(1), ..day("2026-11-20", "intensity", Some(Won), &[2, 5, 8, 2]) },
        day("2026-11-20", "concentration", Some(Drawn), &[26, 26]),
    ];
    let date = "2026-11-22".parse().unwrap();
    let mut stage = Stage::menu().over(DailyScreen::with_games(date, games));
    insta::assert_snapshot!("daily_100x30", stage.text(SIZE));
    insta::assert_snapshot!("daily_40x12", stage.text((40, 12)));
    stage.shows("2nd with 5 penalty points").shows("won 34-30");
}

#[test]
fn the_first_game_of_the_day_counts() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let mut stage = Stage::new(home(false), ColorDepth::True, store.clone());
    stage.keys("d").settle().shows("Today's deal").shows("not played");
    stage.keys("y").shows("You have not finished a deal of this day.");
    let picture = |stage: &mut Stage| -> Vec<String> {
        let text = stage.keys("").text(SIZE);
        text.lines().skip(4).take(24).map(|line| line.chars().skip(44).collect()).collect()
    };
    stage.keys("<Down>");
    let opening = picture(&mut stage);
    // The game is continued until it is over.
    stage.keys("2").wait("Flip 8 x 8").settle().shows("!, practice");
    let session = daily_session::<Flip>(DailyDate::today().date()).unwrap();
    let first = session.game().observe(Seats::NONE).legal(Seat::new(0))[0];
    stage.keys("u").shows("There is no move to take back.");
    for key in ["n", "x"] {
        stage.keys(key).shows("Leave the daily deal first, then start a new game.");
    }
    // The opening is part of the deal.
    stage.shows("The first").shows("!O played").shows("!You played");
    stage.keys(&stage::keys_of(&first.to_string()));
    stage.keys("<Esc>").settle().shows("unfinished").shows("Enter resume");
    assert_ne!(picture(&mut stage), opening, "the page shows the game as it stands");
    stage.shows(" moves so far.").shows("Saved: Flip 8 x 8.");
    stage.keys("y").shows("You have not finished").shows("!y copy");
    stage.keys("<Esc>").settle().shows("Today's deal: Flip").keys("d").settle().keys("<Down>");
    stage.shows("0 of 4 won");
    stage.keys("2").wait("Flip 8 x 8").settle().shows("!, practice");
    stage.keys("?resign<Enter>").shows("This counts").shows("as your result in the daily deal.");
    stage.keys("y").shows("resigned");
    stage.keys("<Enter>").shows("  resigned").wait("Play tomorrow for 2 days in a row.");
    stage.shows("Next deal: Concentration").shows("!Rematch").shows("!New game");
    stage.keys("u").shows("The game is over and counts: r replays this one.");
    stage.keys("n").shows("New games start in the menu.");
    // Esc leads to the board and back to the page, where the deal is still selected.
    stage.keys("<Esc><Esc>").settle().wait("by resigning");
    stage.shows("▸ Flip").shows("You were O against Irma").shows("0 of 4 won");
    stage.shows("Enter practice").shows("Another game is for practice.");
    stage.shows("Play tomorrow for 2 days in a row.");
    stage.keys("y").settle().shows("Copied: your results.");
    let copied = stage.arcade.take_copied().unwrap();
    let [_, _, flip, cards, _, _] = copied.lines().collect::<Vec<_>>()[..] else {
        panic!("{copied}")
    };
    assert!(
        flip.starts_with("Flip: lost ")
            && flip.contains(" by resigning")
            && cards == "Concentration: not played",
        "{copied}"
    );
    assert!(copied.contains("Play them: fourcade daily --date "), "{copied}");
    // Not every terminal passes on what it is sent.
    let tmux = TerminalKind { is_tmux: true, ..TerminalKind::CAPABLE };
    stage.arcade = stage.arcade.on_terminal(tmux);
    stage.keys("y").settle().shows("Sent to the terminal (tmux needs set-clipboard on).");
    assert_eq!(store.wait(Database::daily_games).unwrap().len(), 1);
    let games = store.wait(|games| counting::games(games, None)).unwrap();
    assert_eq!(statistics::tally(&games, statistics::Grouping::All)[0].lost, 1);
    // The menu counts the deals.
    let menu = stage.keys("<Esc>").settle().text((80, 24));
    assert!(menu.contains("Today's deal 1/4"), "{menu}");
    let menu = stage.text((120, 40));
    assert!(menu.contains("1 of 4 played"), "{menu}");
    // A second game is for practice.
    stage.keys("d").settle();
    stage.keys("2").wait(", practice");
    stage.keys("?resign<Enter>y<Enter>").shows(", practice ");
    stage.wait("Next deal: Concentration").shows("!Play tomorrow").keys("<Esc><Esc>").settle();
    store.flush().unwrap();
    let daily_games = store.wait(Database::daily_games).unwrap();
    assert_eq!(daily_games.len(), 1);
    assert_eq!(daily_games[0].result, Some(PersonResult::Lost));
    // The calendar of the statistics.
    stage.keys("<Esc>td").settle().shows("by resigning");
}

/// Stores a finished game of today's deal.
fn play_deal<G: ArcadeGame>(store: &Store, resigns: bool) -> i64 {
    let today = DailyDate::today();
    let mut session = daily_session::<G>(today.date()).unwrap();
    if resigns {
        session.resign(Seat::new(0)).unwrap();
    }
    while session.outcome().is_none() {
        let seat = session.awaited().iter().next().unwrap();
        let choice = session.game().observe(Seats::first(4)).legal(seat)[0];
        session.choose(seat, choice).unwrap();
    }
    let identity = GameIdentity::of::<G>(session.header()).unwrap();
    let id = store.import(&session, identity).unwrap();
    let sql = format!("UPDATE games SET daily = '{today}' WHERE id = {id}");
    store.query(move |connection| connection.execute_batch(&sql)).unwrap();
    id
}

#[test]
fn enter_goes_on_to_the_next_deal_until_all_are_played() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let id = play_deal::<Intensity>(&store, false);
    let mut stage = Stage::with_store(&store);
    // From a saved game, the page opens first.
    let result = store.wait(move |games| Ok(saved_table::show_result(games, id))).unwrap();
    stage.arcade.open_from(result.ok().unwrap());
    let height = stage.arcade.screens().len();
    stage.settle().wait("Next deal: Flip (3 deals left).").shows("Next deal  ");
    stage.keys("?").shows("play today's next deal").shows("!rematch").keys("<Esc><Enter>");
    let resign = "?resign<Enter>y<Enter>";
    stage.settle().wait("Flip 8 x 8").shows("aily deal").keys(resign);
    stage.wait("Next deal: Concentration").keys("<Enter>").settle();
    stage.wait("Concentration").shows("aily deal").keys(resign);
    stage.wait("Next deal: Eater (1 deal left).").keys("<Enter>").settle();
    stage.wait("Eater").shows("aily deal").keys(resign);
    stage.wait("New deals in ").shows("Done").keys("<Enter>").settle().wait(" of 4 won");
    assert_eq!(stage.arcade.screens().len(), height, "the played tables are left");
}

#[test]
fn a_replay_of_a_deal_begins_after_its_opening_and_does_not_count() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    play_deal::<Flip>(&store, false);
    let mut stage = Stage::with_store(&store);
    stage.arcade.open_from(daily::page_factory(None, None));
    let date = format!("Daily deal, {}", DailyDate::today().in_words());
    stage.settle().keys("<Down>r").settle().wait("Replay: move 8 of").shows(&date);
    stage.shows("!seed").shows("!It counts").shows("The first 8 moves have already been played");
    for keys in [",", "<End><Home>", ":0<Enter>"] {
        stage.keys(keys).shows("Replay: move 8 of");
    }
    // A branch of it is another game.
    stage.keys("b<Enter>").wait(", practice").shows("!Daily deal").shows("!It counts");
}

#[test]
fn a_deal_says_what_makes_it_practice_and_asks_before() {
    for (key, question) in [
        ("i", "Show a hint?"),
        ("u", "Take it back?"),
        ("v", "Show the evaluation?"),
        ("c", "Play with a coach?"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let store = store(&folder);
        let mut stage = Stage::new(home(false), ColorDepth::True, store.clone());
        stage.keys("d2").wait("Flip 8 x 8").settle();
        stage.shows(&format!("Daily deal, {}", DailyDate::today().in_words()));
        stage.shows("It counts. A hint or an undo");
        // A hint spoils the deal even before the first move.
        if key != "i" {
            let session = daily_session::<Flip>(DailyDate::today().date()).unwrap();
            let first = session.game().observe(Seats::NONE).legal(Seat::new(0))[0];
            stage.keys(&stage::keys_of(&first.to_string()));
            stage.wait("Irma played").wait("Your move");
        }
        stage.keys(key).shows(question).shows("won't count.");
        // Nothing happens before the answer.
        stage.keys("n").shows("It counts. A hint").shows("!, practice");
        stage.keys(key).keys("y").shows(", practice").shows("!It counts");
        stage.keys("<Esc>").settle().shows("unfinished");
        // It stays the game of the day.
        stage.keys("2").wait(", practice").keys("?resign<Enter>y<Enter>").shows(", practice ");
        stage.keys("<Enter>").settle().shows("practice only");
        stage.keys("2").wait(", practice").keys("<Esc>").settle();
        store.flush().unwrap();
        let games = store.wait(Database::daily_games).unwrap();
        assert_eq!((games.len(), games[0].is_practice), (1, true), "{key}");
        assert_eq!(store.wait(|games| counting::games(games, None)).unwrap(), []);
    }
}

#[test]
fn the_copied_text_has_a_picture_of_the_deal() {
    let mut stage = Stage::with_store(&Store::disabled());
    stage
        .arcade
        .open_from(daily::page_factory(Some("2026-11-22".parse().unwrap()), Some(GameKind::Flip)));
    stage.settle().wait("Daily deal, 22 November 2026").keys("?resign<Enter>y<Enter>y");
    let text = stage.arcade.take_copied().expect("a text");
    let lines: Vec<_> = text.lines().collect();
    assert!(
        lines[0].starts_with("fourcade Flip, 22 November 2026, for practice, against Irma: lost "),
        "{text}"
    );
    assert_eq!(lines[lines.len() - 1], "Play the deal: fourcade daily flip --date 2026-11-22");
    assert_eq!(lines.len(), 10, "{text}");
    assert!(lines[1..9].iter().all(|line| line.chars().count() == 16), "{text}");
    stage
        .keys("<Esc><Esc>")
        .settle()
        .shows("Daily deal")
        .shows("Sun 22 Nov 2026")
        .shows("Other days are for practice.")
        .shows("!played, new deals");
}

#[test]
fn a_deal_opens_even_if_another_screen_covers_its_page() {
    let folder = tempfile::tempdir().unwrap();
    for store in [store(&folder), Store::disabled()] {
        for is_closed_first in [false, true] {
            let mut stage = Stage::with_store(&store);
            stage.arcade.open_from(daily::page_factory(None, Some(GameKind::Flip)));
            stage.arcade.open(Box::new(Question::message("Not run", "This is over it.")));
            stage.keys("?").shows("Help");
            if !is_closed_first {
                stage.settle();
            }
            stage.keys("<Esc>").shows("This is over it").shows("Today's deal");
            stage.keys("<Enter>").settle().shows("Flip 8 x 8").shows("!over it");
            stage.keys("<Esc>").settle().shows("Today's deal");
        }
    }
}

#[test]
fn a_copied_row_of_squares_has_only_what_was_played() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let today = DailyDate::today();
    let texts = [true, false].map(|resigns| {
        let sql = "UPDATE games SET daily = NULL";
        store.query(|connection| connection.execute_batch(sql)).unwrap();
        play_deal::<Flip>(&store, resigns);
        store.wait(move |games| day_to_share(games, today, false)).unwrap()
    });
    let squares =
        |text: &str| text.lines().map(|line| line.matches(['🟩', '🟨', '🟥']).count()).max();
    assert_eq!(texts.each_ref().map(|text| squares(text)), [Some(0), Some(8)], "{texts:?}");
    // Each day has another deal, so not every game has all kinds of squares.
    let has_legend = |text: &String| {
        let has_fair = text.contains('🟨');
        let between = if has_fair { " 🟨 so-so," } else { "" };
        text.contains(&format!("🟩 went well,{between} 🟥 did not."))
    };
    assert_eq!(texts.each_ref().map(has_legend), [false, true], "{texts:?}");
    assert!(texts.iter().all(|text| text.lines().all(|line| !line.is_empty())), "{texts:?}");
}

#[test]
fn a_deal_counts_for_its_own_date() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let date = "2026-11-22".parse().unwrap();
    let keep = |date: Option<&str>, resigns: bool| {
        let mut session = daily_session::<Flip>(DailyDate::today().date()).unwrap();
        if resigns {
            session.resign(Seat::new(0)).unwrap();
        }
        let identity = GameIdentity::of::<Flip>(session.header()).unwrap();
        let id = store.import(&session, identity).unwrap();
        if let Some(date) = date {
            let sql = format!("UPDATE games SET daily = '{date}' WHERE id = {id}");
            store.query(move |connection| connection.execute_batch(&sql)).unwrap();
        }
        id
    };
    keep(None, true);
    let counting = keep(Some("2026-11-22"), true);
    keep(Some("2026-11-22"), false);
    keep(Some("2026-11-23"), false);
    let games = store.wait(Database::daily_games).unwrap();
    let found: Vec<_> = games.iter().map(|game| (game.date.to_string(), game.result)).collect();
    assert_eq!(
        found,
        [("2026-11-22".to_owned(), Some(PersonResult::Lost)), ("2026-11-23".to_owned(), None)]
    );
    assert_eq!(games[0].id, counting);
    assert_eq!(store.load(counting).unwrap().daily, Some(date));
    assert_eq!(GameKind::Flip.key(), games[0].game);
}

#[test]
fn the_deal_of_another_day_that_was_played_is_practice() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let mut stage = Stage::with_store(&store);
    let yesterday = DailyDate::today().previous();
    stage.arcade.open_from(daily::page_factory(yesterday, Some(GameKind::Flip)));
    stage.settle().wait("Daily deal").keys("?resign<Enter>y<Enter>").shows(", practice ");
    stage.keys("<Enter>").settle().wait("practice only").shows("Other days are for practice.");
    stage.keys("y").shows("Only practice games: nothing to copy.");
    stage.keys("r").settle().wait("Replay").keys("<Esc>").settle().shows("practice only");
    stage.keys("<Down>r").shows("Not played yet.");
    store.flush().unwrap();
    assert!(store.take_messages().is_empty(), "nothing was lost to a new day");
    assert_eq!(store.wait(|games| counting::games(games, None)).unwrap(), []);
}

/// The keys of the first legal move in today's deal of Flip.
fn first_move() -> String {
    let session = daily_session::<Flip>(DailyDate::today().date()).unwrap();
    stage::keys_of(&session.game().observe(Seats::NONE).legal(Seat::new(0))[0].to_string())
}

#[test]
fn a_deal_that_two_windows_begin_counts_in_the_one_that_moves_first() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let mut windows = [(); 2].map(|()| {
        let mut stage = Stage::with_store(&store);
        stage.arcade.open_from(daily::page_factory(None, Some(GameKind::Flip)));
        stage.settle().shows("It counts. A hint");
        stage
    });
    for stage in &mut windows {
        stage.keys(&first_move()).wait("Irma played");
    }
    let [first, second] = &mut windows;
    store.flush().unwrap();
    second.settle().wait(", practice").shows("!It counts");
    first.settle().shows("It counts").shows("!, practice");
    for stage in &mut windows {
        stage.keys("?resign<Enter>y").shows("resigned");
    }
    store.flush().unwrap();
    let (counted, uncounted) = store.wait(|games| counting::statistics(games, None)).unwrap();
    assert_eq!((counted.len(), uncounted["flip"].practice), (1, 1));
    assert_eq!(store.wait(Database::daily_games).unwrap().len(), 1);
}

#[test]
fn a_deal_begun_after_its_day_is_practice() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let yesterday = DailyDate::today().previous().unwrap();
    let mut session = daily_session::<Flip>(yesterday.date()).unwrap();
    let identity = GameIdentity::of::<Flip>(session.header()).unwrap();
    let identity = GameIdentity { daily: Some(yesterday), ..identity };
    let mut handle = store.new_game(identity);
    let first = session.game().observe(Seats::NONE).legal(Seat::new(0))[0];
    session.choose(Seat::new(0), first).unwrap();
    handle.update(&session);
    assert!(handle.wait_until_saved() && handle.is_for_practice());
    let news = store.take_messages().join(" ");
    assert!(news.contains("a new day has begun") && news.contains(&yesterday.in_words()), "{news}");
    assert!(store.wait(Database::daily_games).unwrap().is_empty());
}

#[test]
fn the_last_day_of_a_week_is_today() {
    let date = "2026-11-24".parse().unwrap();
    let days = ["2026-11-24", "2026-11-18", "2026-11-17", "2026-11-09"];
    let games = days.map(day_of_flip).to_vec();
    let mut stage = Stage::menu().over(DailyScreen::with_games(date, games));
    stage.keys("<Down>");
    for (size, days, results) in [
        ((40, 12), "W  T  F  S  S  M  T", "▐W▌ ⋅  ⋅  ⋅  ⋅  ⋅ ▐W▌"),
        ((80, 24), "W  T  F  S  S  M  T", "▐W▌ ⋅  ⋅  ⋅  ⋅  ⋅ ▐W▌"),
        ((160, 50), "Mon Tue Wed Thu Fri Sat Sun  Mon Tue", "⋅   W   W   ⋅   ⋅   ⋅   ⋅    ⋅   W"),
    ] {
        let text = stage.text(size);
        assert!(text.contains(days) && text.contains(results), "{text}");
    }
    let mut today = Stage::menu().over(DailyScreen::with_games(DailyDate::today(), Vec::new()));
    let small = today.text((40, 12));
    for part in ["Today's deal ", " 0 of 4 won", "Your first game counts."] {
        assert!(small.contains(part), "{small}");
    }
}

#[test]
fn the_arrows_lead_to_other_games_and_days() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::with_store(&store(&folder));
    stage.arcade.open_from(daily::page_factory(None, None));
    stage.settle().shows("▸ Intensity").keys("<Down>").shows("▸ Flip");
    stage.keys("<Right>").shows("New deals come tomorrow.").shows("Today's deal");
    let before = DailyDate::today().plus_days(-8).unwrap();
    stage.keys("<Left><Left><Left><Left><Left><Left><Left><Left>").settle();
    stage.shows(&format!("◂ {} ▸", on_page(before))).shows("for practice.").shows("▸ Flip");
    let table = format!("Daily deal, {}", before.in_words());
    stage.keys("<Enter>").wait(&table).keys("<Esc>").settle();
    let yesterday = DailyDate::today().previous().unwrap();
    stage.keys("<Right><Right><Right><Right><Right><Right><Right>").shows(&on_page(yesterday));
    stage.keys("<Right>").settle().shows("Today's deal").shows("Your first game counts.");
    stage.click("◂", SIZE).settle().shows(&format!("◂ {} ▸", on_page(yesterday)));
    // The last of the days is today.
    let (x, y) = stage.find("Intensity", SIZE);
    stage.click_at((x + 36, y - 1)).settle().shows("Today's deal");
    // A click on a result chooses its game and day.
    stage.keys("<Left>").settle().shows(&on_page(yesterday));
    let (_, y) = stage.find("Concentration", SIZE);
    stage.click_at((x + 36, y)).settle().shows("▸ Concentration").shows("Today's deal");
    // A click selects a game, and a second one plays it.
    stage.click("Eater", SIZE).shows("▸ Eater").click("Eater", SIZE).settle().wait("Daily deal, ");
}

#[test]
fn a_lost_deal_looks_lost_and_ends_the_chance_to_win_all_four() {
    let today = DailyDate::today();
    let look = testing::dark();
    for (result, style, can_win_all) in
        [(PersonResult::Won, look.won(), true), (PersonResult::Lost, look.alert(), false)]
    {
        let game = day(&today.to_string(), "flip", Some(result), &[34, 30]);
        let mut stage = Stage::menu().over(DailyScreen::with_games(today, vec![game]));
        assert_eq!(stage.has("Win all four today to earn a feat."), can_win_all);
        let buffer = stage.draw(SIZE);
        let text = testing::text(&buffer);
        let (y, x) = (0..)
            .zip(text.lines())
            .find_map(|(y, line)| Some((y, line.find("34-30")?)))
            .expect("the result");
        let cell = &buffer[(u16::try_from(x).unwrap(), y)];
        assert_eq!(Some(cell.fg), style.fg, "{result:?}");
    }
}

/// The date as in the head of the page.
fn on_page(date: DailyDate) -> String {
    date.date().strftime("%a %-d %b %Y").to_string()
}

#[test]
fn what_the_day_is_good_for_has_the_same_place_for_all_games() {
    for size in [(40, 12), SIZE, (80, 24), (120, 40), (200, 60)] {
        let mut stage = Stage::menu().over(DailyScreen::with_games(DailyDate::today(), Vec::new()));
        let mut places = || {
            let text = stage.keys("<Down>").text(size);
            let place = |words: &str| text.lines().position(|line| line.contains(words));
            ["Your first game counts.", "The same deals for", "Win all four today"].map(place)
        };
        let first = places();
        assert!(first[0].is_some() && places() == first && places() == first, "{size:?}");
    }
}

#[test]
fn a_result_looks_the_same_in_the_selected_row() {
    for depth in [ColorDepth::Mono, ColorDepth::Ansi] {
        let today = DailyDate::today();
        let folder = tempfile::tempdir().unwrap();
        let stage = Stage::new(home(false), depth, store(&folder));
        let games = vec![day_of_flip(&today.to_string())];
        let mut stage = stage.over(DailyScreen::with_games(today, games));
        let mut result = |keys: &str| {
            let buffer = stage.keys(keys).draw((80, 24));
            let style = |x: u16| buffer[(x, 7)].style();
            assert_eq!(buffer[(36, 7)].symbol(), "W");
            [35, 36, 37].map(style)
        };
        assert_eq!(result(""), result("<Down>"), "{depth:?}");
    }
}

#[test]
fn a_day_with_four_wins_is_perfect() {
    let stage_on = |date: DailyDate| {
        let won = |kind: GameKind| day(&date.to_string(), kind.key(), Some(PersonResult::Won), &[]);
        Stage::menu().over(DailyScreen::with_games(date, GameKind::ALL.map(won).to_vec()))
    };
    let mut stage = stage_on(DailyDate::today());
    stage.shows("★ 4 of 4 won, new ").shows("★ A perfect day.");
    // A short date leaves more room.
    for (date, standing) in
        [("2026-11-22", "22 Nov    ★ 4 of 4 won"), ("2026-12-01", "1 Dec     ★ 4 of 4 won")]
    {
        let small = stage_on(date.parse().unwrap()).text((40, 12));
        assert!(small.contains(standing), "{small}");
    }
}

#[test]
fn a_large_window_has_points_and_totals() {
    let today = DailyDate::today();
    let lost = |kind: GameKind| day(&today.to_string(), kind.key(), Some(PersonResult::Lost), &[]);
    let mut games = GameKind::ALL.map(lost);
    games[GameKind::Intensity as usize].scores = vec![5, 3, 8, 1];
    let mut stage = Stage::menu().over(DailyScreen::with_games(today, games.to_vec()));
    stage.shows("0 of 4 won").shows("Another game is for practice.");
    let large = stage.text((120, 40));
    for part in [
        "You 5, Ruben 3, Clara 8, Lorenz 1.",
        "days played in a row",
        "played  won       now  longest",
    ] {
        assert!(large.contains(part), "{large}");
    }
}

#[test]
fn only_games_that_count_and_unfinished_ones_have_signs() {
    let today = DailyDate::today();
    let unfinished = day(&today.to_string(), "flip", None, &[3, 5]);
    let eater = day(&today.to_string(), "eater", Some(PersonResult::Won), &[]);
    let practice = SavedDaily { is_practice: true, ..eater };
    let mut stage = Stage::menu().over(DailyScreen::with_games(today, vec![unfinished, practice]));
    let text = stage.text((80, 24));
    for (title, sign) in [("Intensity", "⋅"), ("Flip", "…"), ("Concentration", "⋅"), ("Eater", "P")]
    {
        let row = text.lines().find(|line| line.contains(title)).expect(title);
        let list = row.chars().take(40).collect::<String>();
        assert!(list.trim_end().ends_with(sign), "{text}");
    }
    stage.shows("unfinished").shows("practice only");
    // A game that was begun in time counts, even after its day.
    let begun = day(&today.previous().unwrap().to_string(), "flip", None, &[3, 5]);
    let mut stage = Stage::menu().over(DailyScreen::with_games(today, vec![begun]));
    stage.keys("<Left>").shows("Other days are for practice.");
    stage.keys("<Down>").shows("unfinished").shows("This game counts.");
}

#[test]
fn days_before_the_first_game_have_no_signs() {
    let folder = tempfile::tempdir().unwrap();
    let mut stage = Stage::with_store(&store(&folder));
    stage.arcade.open_from(daily::page_factory(None, None));
    let mut counts = |keys: &str| {
        let text = stage.keys(keys).settle().text((80, 24));
        let list = |row: &str| row.chars().skip(16).take(23).collect::<String>();
        let count = |row| list(text.lines().nth(row).unwrap()).split_whitespace().count();
        [count(3), count(4)]
    };
    // Everybody sees a whole week.
    assert_eq!([counts(""), counts("<Left>")], [[7, 1], [7, 2]]);
    let wide = |stage: &mut Stage| stage.text((200, 60));
    assert!(!wide(&mut stage).contains("in a row"));
    let mut played = Stage::menu().over(DailyScreen::with_games(
        "2026-11-22".parse().unwrap(),
        vec![day_of_flip("2026-11-20"), day_of_flip("2026-11-22")],
    ));
    let played = wide(&mut played);
    assert!(played.matches("Flip").count() == 2 && played.matches("Eater").count() == 1);
    assert!(played.contains("16  17  18  19  20  21  22"), "{played}");
}

fn day_of_flip(date: &str) -> SavedDaily {
    day(date, "flip", Some(PersonResult::Won), &[34, 30])
}

#[test]
fn the_page_turns_to_the_new_day_when_a_deal_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let store = store(&folder);
    let yesterday = DailyDate::today().previous().unwrap();
    let mut stage = Stage::with_store(&store).over(DailyScreen::with_games(yesterday, Vec::new()));
    stage.shows(&on_page(yesterday)).keys("2").settle();
    stage.wait(&format!("Daily deal, {}", DailyDate::today().in_words())).shows("It counts");
}
