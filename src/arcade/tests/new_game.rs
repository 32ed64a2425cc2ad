//! The New game page, by keys and by mouse.

use super::{
    saved_games::SavedGamesFixture,
    stage::{self, Stage},
};
use crate::{
    arcade::screens::new_game::NewGameScreen,
    games::GameFacts,
    settings::last_setups::{GameSetup, LastSetups},
};
use fourcade_engine::{
    GameKind,
    play::{Level, Seat},
};

/// Checks that, after some keys, a game's page shows each text or, behind a `!`, lacks it.
#[track_caller]
fn check(game: GameKind, keys: &str, texts: &[&str]) {
    let mut stage = Stage::menu().over(stage::new_game(game));
    stage.medium();
    stage.keys(keys);
    for text in texts {
        stage.shows(text);
    }
}

#[test]
fn a_first_game_is_against_an_easy_opponent_and_enter_plays_it() {
    for game in GameKind::ALL {
        let title = format!("New game: {}", GameFacts::of(game).title);
        check(game, "", &[&title, "• Easy", "Easy ", "Play      Advanced"]);
        check(game, "<Enter>", &["!New game", GameFacts::of(game).title]);
        check(game, "<Enter><Esc>", &[&title]);
        check(game, "<Esc>", &["!New game"]);
    }
    check(GameKind::Flip, "", &["• O, first", "8 x 8"]);
    check(GameKind::Eater, "", &["• Passer", "7 x 7"]);
    check(GameKind::Intensity, "", &["• South  West  North  East  Random", "!Board"]);
    check(GameKind::Concentration, "", &["• First", "!Board"]);
}

#[test]
fn arrows_change_the_value_of_a_row_and_move_between_the_rows() {
    let flip = GameKind::Flip;
    for keys in ["<Tab>", "<Tab>j", "<Tab>jjj", "<Tab>jkk", "<Tab><Tab><S-Tab>"] {
        check(flip, keys, &["• Easy", "• O, first", "8 x 8"]);
    }
    check(flip, "<Right>", &["• Medium", "Anselm looks one move ahead"]);
    check(flip, "<Left><Left><Left>", &["• Beginner"]);
    check(flip, "5", &["• Expert"]);
    check(flip, "6", &["• Master", "Adele"]);
    check(GameKind::Eater, "6", &["• Easy", "Eater has no Master: nobody is stronger than Expert"]);
    check(flip, "<Tab>3<Right>", &["• Medium", "• X"]);
    check(flip, "<Tab><Right><Right><Right>", &["• Random"]);
    check(flip, "<Tab>j<Right>", &["9 x 9"]);
    check(flip, "<Tab>j<Left><Left><Left><Left><Left>", &["4 x 4"]);
    check(flip, "<Tab>j", &["Space types a size. Today's deal", "!1-6 level"]);
    check(flip, "<Tab>j11<Enter>", &["• Easy", "11 x 11"]);
    // The buttons.
    check(flip, "<Tab>jjj<Right><Enter>", &["New game: Flip, advanced"]);
    check(flip, "<Tab>jjjj<Enter>", &["New game: Flip, advanced"]);
    check(flip, "<Tab>jjj<Enter>", &["!Flip, advanced", "!New game"]);
    check(flip, "<Tab>jjj<Right><Left><Enter>", &["!Flip, advanced", "!New game"]);
    check(flip, "<Tab>jjjj", &["Enter open", "a advanced"]);
}

#[test]
fn up_and_down_go_through_the_opponents_and_enter_plays_against_any() {
    let flip = GameKind::Flip;
    let friend = "O begins";
    check(flip, "j", &["• Medium", "[._.] Anselm"]);
    check(flip, "6j", &["• A friend here", friend, "Enter play", "!You play"]);
    check(flip, "6j<Enter>", &["!New game", "Player 2"]);
    check(flip, "6jj", &["• A friend elsewhere", "▸ Next", "Enter next"]);
    check(flip, "6jjj", &["• Just watch", "Each ", "Computers", "Enter watch"]);
    check(flip, "6jjjj<Right>", &["• Just watch", "◂ Medium ▸"]);
    check(flip, "1k", &["• Beginner"]);
    check(flip, "j<Enter>", &["!New game", "Anselm"]);
    // Where only one opponent is shown, down leads to the next row.
    let mut small = Stage::menu().over(stage::new_game(flip));
    small.text((40, 12));
    assert!(small.text_after("<Down><Right>", (40, 12)).contains("• X"));
}

#[test]
fn friends_and_spectators_are_told_who_plays() {
    check(GameKind::Flip, "6<Right>", &["O begins", "!You play"]);
    check(GameKind::Flip, "6<Right><Enter>", &["Player 1", "Player 2"]);
    check(
        GameKind::Intensity,
        "6<Right>",
        &["You take turns. A page hides your cards", "Computers"],
    );
    check(GameKind::Eater, "5<Right>", &["You take turns. Look away"]);
    check(
        GameKind::Flip,
        "6<Right><Right><Right><Tab><Right>",
        &["• Just watch", "Medium ", "Each "],
    );
    check(GameKind::Concentration, "5<Right><Right><Right>", &["Each "]);
    check(GameKind::Intensity, "6<Right><Right><Right>", &["Each "]);
}

#[test]
fn people_at_one_keyboard_type_their_names() {
    let mut stage = Stage::menu().over(stage::new_game(GameKind::Flip));
    stage.medium();
    stage.keys("6j").shows("Tab names");
    stage.keys("<Tab>").shows("O           Player 1").shows("Space name").shows("!a advanced");
    // The default name stands in the box; accepted as it is, it isn't stored.
    stage.keys("<Right>").shows("Press Space to type it.");
    stage.keys("<Space>").shows("Player 1").keys("<End><Enter>").shows("O           Player 1");
    assert_eq!(stage.arcade.settings().names[0], "");
    // Typing stops at 20 columns.
    stage.keys("<Space>AdaAdaAdaAdaAdaAdaAda<Enter>").shows("O           AdaAdaAdaAdaAdaAdaAd ");
    stage
        .keys("<Space>Ada<Enter><Down><Space>Bob<Enter>")
        .shows("O           Ada")
        .shows("X           Bob");
    assert_eq!(stage.arcade.settings().names[..2], ["Ada", "Bob"]);
    stage.keys("<Home><Enter>").shows("Ada to move").shows("Bob").keys("<Esc>");
    // Letters and digits begin a name, also those of commands.
    stage.keys("6j<Home><Tab>all<Enter>").shows("O           all");
    stage.keys("3PO<Enter>").shows("O           3PO").shows("• A friend here");
    // Tab goes to the next name.
    stage.keys("<Space>Eve<Tab>Max<Enter>").shows("O           Eve").shows("X           Max");
    // Up to four people play where there are four seats.
    let mut stage = Stage::menu().over(stage::new_game(GameKind::Intensity));
    stage.medium();
    stage.keys("6j").shows("• 2").shows("North       Player 2").shows("Computers");
    stage.shows("Tab people").keys("<Tab><Tab>Ada<Enter>").shows("South       Ada").keys("<Up>");
    // The names follow, so letters begin the first one.
    stage.shows("!a advanced").keys("amy<Enter>").shows("South       amy").keys("<Up>");
    // Nothing moves when people are added.
    let mut play = |keys| {
        let drawn = stage.keys(keys).text((80, 24));
        ["A friend here", "People", "▸ Play"]
            .map(|text| drawn.lines().position(|line| line.contains(text)))
    };
    let [two, three, four] = ["", "<Right>", "<Right>"].map(&mut play);
    assert!(two == three && three == four, "{two:?} {three:?} {four:?}");
    stage.shows("• 4").shows("East        Player 4");
    stage.shows("!Computers").keys("<Enter>").shows("Your turn as South");
}

#[test]
fn no_row_of_a_board_game_moves_when_another_opponent_is_chosen() {
    for game in [GameKind::Flip, GameKind::Eater] {
        let mut stage = Stage::menu().over(stage::new_game(game));
        stage.text((80, 24));
        stage.keys("1");
        let levels = game.levels().len();
        let places = |stage: &mut Stage| {
            let drawn = stage.text((80, 24));
            let starts = ["  Board", "  ▸ Play"];
            starts.map(|start| drawn.lines().position(|line| line.starts_with(start)))
        };
        let before = places(&mut stage);
        stage.keys(&"<Down>".repeat(levels)).shows("• A friend here");
        assert_eq!(places(&mut stage), before, "{game:?}");
    }
}

#[test]
fn what_was_chosen_last_is_chosen_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("choices.toml");
    let last_setups = LastSetups::at(path.clone()).0;
    let page = || Stage::menu().over(NewGameScreen::new(GameKind::Flip, last_setups.clone(), 7));
    // Leaving the page remembers nothing.
    page().keys("5<Esc>");
    page().shows("• Easy");
    page().keys("4<Tab><Right><Right><Tab><Right><Enter>");
    page().shows("• Hard").shows("• Random").shows("9 x 9");
    // Players that don't match a level are an opponent called Custom.
    let players = ["human", "greedy"].map(str::to_owned).to_vec();
    last_setups.remember("flip", GameSetup { players, ..GameSetup::default() });
    page().shows("• Custom").shows("Chosen seat by seat:").shows("O: you, X: \"Greedy\".");
    page().keys("<Enter>").shows("Greedy");
    page().keys("2").shows("• Easy").shows("Custom");
}

#[test]
fn the_advanced_setup_begins_with_the_choices_and_changes_them_when_it_starts_a_game() {
    let last_setups = LastSetups::disabled();
    let mut stage = Stage::menu().over(NewGameScreen::new(GameKind::Flip, last_setups, 7));
    stage.keys("3<Tab><Right><Tab><Right>a");
    stage.shows("Flip, advanced").shows("◂ 9 x 9 ▸");
    stage.keys("<Esc>").shows("New game").shows("• Medium").shows("9 x 9");
    stage.keys("aa").shows("• Medium").keys("<Enter><Esc>").shows("• Medium");
    stage
        .keys("a1<Space>greedy<Enter><Enter><Esc><Esc><Home>")
        .shows("• Custom")
        .shows("O: \"Greedy\", X: you");
}

#[test]
fn the_simple_form_keeps_the_players_chosen_under_advanced() {
    for back in ["a", "<Esc>"] {
        let mut stage = Stage::menu().over(stage::new_game(GameKind::Flip));
        stage.keys(&format!("a3<Up><Right>5{back}")).shows("!, advanced").shows("• Custom");
        stage.shows("O: Expert, X: Medium.").keys("a").shows("◂ Expert ▸").shows("◂ Medium ▸");
        // Players that the simple form offers have their own names there.
        stage
            .keys("<Home><Left><Left><Left><Left><Left><Down>4a")
            .shows("• Hard")
            .shows("• O, first");
    }
    // Another opponent replaces them, until they are chosen again.
    let mut stage = Stage::menu().over(stage::new_game(GameKind::Flip));
    stage.keys("a<Up><Right>5a4").shows("• Hard").keys("a").shows("◂ Person ▸").shows("◂ Hard ▸");
    stage.keys("a").shows("• Hard").keys("6jjjj").shows("• Custom").shows("O: Expert, X: Easy.");
    stage.keys("a").shows("◂ Expert ▸").shows("◂ Easy ▸").keys("a");
    // A player still to be typed is asked for.
    stage.keys("a<Home><Tab>").keys(&"<Right>".repeat(9)).keys("a").shows("X: still to be typed");
    stage.keys("<Enter>").shows("Player for X").keys("greedy<Enter><Enter>").shows("Greedy");
}

#[test]
fn a_clock_and_a_seed_stay_with_any_opponent() {
    let (clock, seed) = ("a<Home><Tab><Tab><Tab><Tab><Right>", "<Tab>8<Enter>");
    let mut stage = Stage::menu().over(stage::new_game(GameKind::Flip));
    stage.keys(clock).keys("<Esc>").shows("• Easy").shows("!Custom").shows("Advanced: clock 3+2");
    stage.keys("a<Home><Tab><Tab><Tab><Tab>").keys(seed).keys("<Esc>3");
    stage.shows("• Medium").shows("Advanced: clock 3+2, seed 8");
    let small = stage.text((40, 12));
    assert!(small.contains("Advanced: 3+2, seed 8"), "{small}");
    stage.keys("a<Tab><Tab><Tab><Tab>1234567890123456<Enter>a");
    let small = stage.text((40, 12));
    assert!(small.contains("Advanced: clock, seed"), "{small}");
    stage.keys("a<Tab><Tab><Tab><Tab>8<Enter>a");
    stage.keys("a").shows("• 3+2").keys("a<Enter>").shows("3:00").shows("seed 8");
    // Computers have no clock, and a table with a friend elsewhere has a random seed.
    check(GameKind::Flip, &format!("{clock}a6jjj"), &["• Just watch", "Advanced: clock, programs"]);
    check(GameKind::Flip, &format!("{clock}{seed}a6jj"), &["Advanced: clock 3+2", "!seed 8"]);
}

#[test]
fn people_are_named_on_the_advanced_form_too() {
    let mut stage = Stage::menu().over(stage::new_game(GameKind::Flip));
    stage.medium();
    stage.keys("6ja").shows("◂ Person ▸    Player 1").shows("Space name").shows("Esc back");
    stage.keys("<Space>Ada<Enter>").shows("Person ▸    Ada").keys("<Down><Space>Bob<Enter>");
    stage.shows("Person ▸    Bob").keys("<Enter>").shows("Ada to move").keys("<Esc>a");
    assert_eq!(stage.arcade.settings().names[..2], ["Ada", "Bob"]);
    stage.shows("• A friend here").shows("O           Ada").shows("X           Bob");
}

#[test]
fn the_advanced_form_is_refused_with_a_friend_elsewhere() {
    let elsewhere = "• A friend elsewhere";
    let refusal = "With a friend elsewhere, seats and clock are chosen on the next page.";
    check(GameKind::Flip, "6jja", &[elsewhere, refusal, "!Flip, advanced", "!a advanced"]);
    check(GameKind::Flip, "6jj", &[elsewhere, "You choose the clock next.", "Advanced"]);
    // The start stays in place, but can't be changed.
    let start = "Games with a friend elsewhere have the usual start.";
    check(GameKind::Flip, "6jj<End><Up><Up><Right>", &[start, "!• Usual"]);
}

#[test]
fn games_of_computers_are_watched_without_a_clock() {
    check(GameKind::Flip, "6jjj", &["▸ Watch", "Enter watch"]);
    check(GameKind::Flip, "a", &["▸ Play", "Enter play"]);
    check(GameKind::Flip, "a<Up><Right>3", &["▸ Watch", "Enter watch"]);
    let person = "A person plays here: the right arrow chooses a computer.";
    check(GameKind::Flip, "a<Up>3", &["◂ Person ▸", person, "▸ Play"]);
    let clock = "a<Tab><Tab><Tab><Right><Home><Right>3<Tab><Tab><Tab><Tab>";
    check(GameKind::Flip, clock, &["Computers have no clock."]);
    check(GameKind::Flip, &format!("{clock}<Right><Space>"), &["!The clock"]);
}

#[test]
fn the_help_of_the_advanced_form_says_where_its_keys_lead() {
    let mut stage = Stage::menu().over(stage::new_game(GameKind::Flip));
    stage.keys("?").shows("back to the menu").keys("<Esc>a?");
    stage.shows("back to the simple form").shows("!back to the menu");
}

#[test]
fn clicks_choose_values_and_press_buttons() {
    let size = (100, 30);
    let mut stage = Stage::menu().over(stage::new_game(GameKind::Flip));
    stage.click("Hard", size).shows("• Hard");
    stage.click("Random", size).shows("• Random");
    let (column, row) = stage.find("8 x 8", size);
    stage.click_at((column + 6, row)).shows("9 x 9");
    stage.click_at((column - 2, row)).shows("8 x 8");
    stage.click("Just watch", size).shows("• Just watch").shows("Computers");
    stage.click("Advanced", size).shows("Flip, advanced").keys("<Esc>");
    stage.click(" Watch", size).shows("!New game").shows("Flip 8 x 8");
    let mut small = Stage::menu().over(stage::new_game(GameKind::Eater));
    let (column, row) = small.find("Easy", (40, 12));
    small.click_at((column + 5, row));
    assert!(small.text((40, 12)).contains("Medium"));
    assert!(small.text((40, 12)).contains(" 3/8"), "the position in the list");
    let (column, row) = small.find("Medium", (40, 12));
    small.click_at((column - 2, row));
    assert!(small.text((40, 12)).contains("Easy"));
}

#[test]
fn the_picture_shows_the_board_at_the_chosen_size() {
    let mut stage = Stage::menu().over(stage::new_game(GameKind::Eater));
    let drawn = stage.medium();
    let other = stage.keys("<Tab><Tab><Right>").medium();
    assert_ne!(drawn, other);
    // Nothing moves without motion.
    assert_eq!(other, stage.medium());
    assert_eq!(stage.arcade.next_tick(), None);
    let setup = GameSetup { size: Some(900), ..GameSetup::default() };
    let last_setups = LastSetups::disabled();
    last_setups.remember("flip", setup);
    let page = NewGameScreen::new(GameKind::Flip, last_setups, 7);
    Stage::menu().over(page).shows("900 x 900").shows("Boards up to");
}

#[test]
fn past_games_against_the_opponent_are_counted() {
    let fixture = SavedGamesFixture::new();
    let moves = stage::whole_game();
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let medium = GameKind::Flip.level_player(Level::Medium).player;
    fixture.keep(&stage::session(["human", medium], 4, &moves));
    let mut stage = Stage::with_store(&fixture.store);
    stage.keys("2").shows("New game: Flip").settle().shows("Medium    Anselm  1/1 won");
}

#[test]
fn every_text_fits_into_the_smallest_window() {
    for game in GameKind::ALL {
        let mut stage = Stage::menu().over(stage::new_game(game));
        for at in 0..9 {
            let drawn = stage.text((40, 12));
            let last = drawn.lines().rev().skip(1).find(|line| !line.trim().is_empty());
            let is_whole = last.is_some_and(|line| line.trim().ends_with('.'));
            assert!(is_whole, "{game:?} {at}: {drawn}");
            stage.keys("<Right>");
        }
        let drawn = stage.keys("1<End>").text((40, 12));
        assert!(drawn.contains("own programs."), "{drawn}");
    }
    // A notice replaces the whole text.
    let mut stage = Stage::menu().over(stage::new_game(GameKind::Eater));
    let text = stage.text((40, 12)).lines().nth(9).unwrap_or_default().to_owned();
    let drawn = stage.keys("6").text((40, 12));
    assert!(drawn.contains("Eater has no Master") && !drawn.contains(&text), "{drawn}");
}

#[test]
fn nothing_moves_when_the_results_have_been_read() {
    let fixture = SavedGamesFixture::new();
    for game in ["1", "2", "3", "4"] {
        let buttons = |stage: &mut Stage| stage.find("Advanced:", (80, 24));
        let mut unread = Stage::menu();
        let before = buttons(unread.keys(game));
        let mut read = Stage::with_store(&fixture.store);
        let after = buttons(read.keys(game).settle());
        assert_eq!(before, after, "{game}");
    }
}

#[test]
fn the_level_that_suits_the_rating_is_marked_after_five_games() {
    let fixture = SavedGamesFixture::new();
    let size = (100, 30);
    let keep = |level: Level| {
        let player = GameKind::Flip.level_player(level).player;
        let mut lost = stage::session(["human", player], 4, &[]);
        lost.resign(Seat::new(0)).unwrap();
        fixture.keep(&lost);
    };
    for _ in 0..4 {
        keep(Level::Beginner);
    }
    let page = || {
        let mut stage = Stage::with_store(&fixture.store);
        stage.keys("2").shows("New game: Flip").keys("1").settle();
        stage
    };
    assert!(!page().text(size).contains("fits you"));
    keep(Level::Beginner);
    page().shows("• Beginner  Pip     0/5 won ★").shows("Pip grabs").shows("★ Beginner fits you.");
    page().keys("3").shows("• Medium").shows("0/5 won ★").shows("!fits you");
    // Games between computers have no results.
    page().keys("a<Up>").shows("Beginner  Toni").shows("!won").shows("!★");
    page().keys("a<Up><Right>").shows("• Beginner  Toni").shows("!won").shows("!★");
    // The results stand below if the list of opponents has no room.
    let usual = page().text((80, 24));
    assert!(usual.contains("• Beginner  Pip     0/5 won ★"), "{usual}");
    assert_eq!(usual.matches("0/5 won").count(), 1, "{usual}");
    assert_eq!(usual.matches("★ Beginner fits you.").count(), 1, "{usual}");
    let small = page().keys("a").text((40, 12));
    assert!(small.contains("(o<o) Pip"), "{small}");
    let small = page().text((40, 12));
    assert!(small.contains("(o<o) Pip grabs"), "{small}");
    assert!(small.contains("0/5 won ★ Beginner fits you."), "{small}");
    assert!(!page().keys("5<Down><Down>").text((80, 24)).contains("fits you"));
    // With more room, the mark and the level say it themselves.
    let large = page().text((120, 40));
    for text in ["0/5 won ★ fits you", "Easy      Lotte   new", "Looks one move ahead, with many"]
    {
        assert!(large.contains(text), "{text} in {large}");
    }
    assert!(!large.contains("★ Beginner"), "{large}");
    let advanced = page().keys("a").text(size);
    assert!(advanced.contains("Beginner  Pip     0/5 won ★ fits you"), "{advanced}");
    // The first game on this page is against that level.
    Stage::with_store(&fixture.store).keys("2").settle().shows("• Beginner  Pip");
}
