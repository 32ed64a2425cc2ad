//! The advanced form of the New game page, by keys and by mouse.

use super::stage::{self, Stage};
use crate::{
    arcade::{message::Effect, screens::new_game::NewGameScreen},
    settings::{consent::Programs, last_setups::LastSetups},
};
use fourcade_engine::GameKind;

/// On the first seat.
fn advanced_of(game: GameKind) -> Stage {
    let mut stage = Stage::menu().over(stage::advanced_of(game));
    stage.keys("<Home>");
    stage
}

fn advanced() -> Stage {
    advanced_of(GameKind::Flip)
}

/// Checks that, after some keys, the screen shows each text or, behind a `!`, lacks it.
#[track_caller]
fn check(keys: &str, texts: &[&str]) {
    let mut stage = advanced();
    stage.keys(keys);
    for text in texts {
        if !shows_value(&mut stage, text) {
            stage.shows(text);
        }
    }
}

/// Whether the screen shows a label and its value, such as `Board 8 x 8`, at the left of a line.
fn shows_value(stage: &mut Stage, text: &str) -> bool {
    let words =
        |line: &str| line.replace(['◂', '▸'], "").split_whitespace().collect::<Vec<_>>().join(" ");
    let text = format!("{text} ");
    stage.medium().lines().any(|line| (words(line) + " ").starts_with(&text))
}

fn chosen(stage: &mut Stage, seats: &[&str]) -> String {
    let drawn = stage.medium();
    let row = |seat: &&str| {
        let rest = drawn.lines().find_map(|line| line.trim().strip_prefix(&format!("{seat} ")));
        let (_, value) = rest.and_then(|rest| rest.split_once(['•', '◂'])).expect("a chosen one");
        let value = value.trim().split("  ").next().unwrap_or_default();
        value.trim_end_matches(" ▸").to_owned()
    };
    seats.iter().map(row).collect::<Vec<_>>().join(" ")
}

const SEATS: [&str; 2] = ["O", "X"];

#[test]
fn arrow_keys_choose_players() {
    for (keys, seat, names) in [
        ("", "O", "Person Easy"),
        ("l", "O", "Beginner Easy"),
        ("llh", "O", "Beginner Easy"),
        ("hhh", "O", "Person Easy"),
        ("jh", "X", "Person Beginner"),
        ("j<Right><Right><Right><Right>", "X", "Person Master"),
        ("j<Right><Right><Right><Right><Right>", "X", "Person First"),
        ("j<Right><Right><Right><Right><Right><Right><Right><Right>", "X", "Person Greedy"),
        ("j<Right><Right><Right><Right><Right><Right><Right><Right><Right>", "X", "Person Custom"),
        ("jk", "O", "Person Easy"),
        ("<Tab><Tab>", "Board", "Person Easy"),
        ("<S-Tab>", "Play", "Person Easy"),
        ("j5", "X", "Person Expert"),
        ("<Tab><Tab><Tab><Tab><Tab><Tab><Tab>", "O", "Person Easy"),
    ] {
        let mut stage = advanced();
        stage.keys(keys);
        assert_eq!(chosen(&mut stage, &SEATS), names, "after {keys}");
        let y = stage.arcade.focus().expect("the cursor is somewhere").y;
        let line =
            stage.medium().lines().nth(y.into()).unwrap().trim_matches([' ', '▸']).to_owned();
        assert!(line.starts_with(seat), "after {keys}: {line}");
    }
}

#[test]
fn every_player_can_be_typed() {
    check("j<Space>", &["Player for X: such as level:10 or program:./mybot."]);
    check("7", &["!Player for"]);
    check("j<Space>level:8<Enter>", &["X Level 8", "a strong player at 10"]);
    check("j<Space>greedy<Enter>", &["X Greedy", "!▸  Greedy"]);
    // A level keeps the name that was typed.
    check("j<Space>level:7<Enter>", &["X level:7", "Viktor looks two moves"]);
    check("j<Space>level:7<Enter>a", &["• Expert"]);
    check("j<Space>level:8<Esc>", &["Easy", "!Player for"]);
    check("j<Space>human<Enter>", &["There is no player \"human\"."]);
    check(
        "j<Space>greddy<Enter>",
        &["X greddy", "There is no player \"greddy\".", "such as level:10"],
    );
    for wrong in ["level:0", "level:7x", "level:"] {
        check(&format!("j<Space>{wrong}<Enter>"), &[wrong, "Level needs a number from 1 to 10"]);
    }
    // What was typed stays while levels are tried.
    check("j<Space>level:8<Enter>hl", &["X Level 8"]);
}

#[test]
fn sizes_and_seeds_stay_within_their_limits() {
    let size = "<Tab><Tab>";
    let seed = "<Tab><Tab><Tab><Tab><Tab>";
    check(&format!("{size}<Right>"), &["Board 9 x 9"]);
    check(&format!("{size}{}", "h".repeat(9)), &["Board 4 x 4"]);
    check(&format!("{size}1024<Enter>"), &["Board 1024 x 1024"]);
    check(&format!("{size}1024<Enter>l"), &["Board 1024 x 1024"]);
    let [range, digits] = ["Type a number from 4 to 1024.", "Type digits only, such as 12."];
    for (wrong, message) in [
        ("3", range),
        ("1025", range),
        ("99999999", range),
        ("99999999999999999999", range),
        ("x", digits),
        ("", digits),
        ("-8", digits),
        ("8 0", digits),
    ] {
        let keys = format!("{size}1<C-u>{wrong}<Enter>");
        check(&keys, &[message, "The board's size: 4 to 1024."]);
        check(&format!("{keys}<Esc>"), &["Board 8 x 8"]);
    }
    check(&format!("{size}1<C-u> 12 <Enter>"), &["Board 12 x 12"]);
    check(seed, &["Seed Random", "Enter play", "Space seed", "!1-6 level"]);
    check(&format!("{seed}18446744073709551615<Enter>"), &["Seed 18446744073709551615"]);
    check(&format!("{seed}7<Enter>7<C-u><Enter>"), &["Seed Random"]);
    check(
        &format!("{seed}18446744073709551616<Enter>"),
        &["Type a number from 0 to 18446744073709551615."],
    );
    check(&format!("{seed}12x<Enter>"), &["Type digits only, such as 12.", "Seed 12x"]);
    // Letters stay commands.
    check(&format!("{seed}a"), &["New game: Flip", "!Flip, advanced"]);
    check(&format!("{seed}7"), &["The seed: such as 12; empty: random."]);
    check("<S-Tab>7", &["!The board's size", "!The seed"]);
}

#[test]
fn an_error_is_not_cut() {
    for game in GameKind::ALL {
        for size in [(80, 24), (100, 30), (120, 40), (200, 60)] {
            let text = advanced_of(game).text_after("<Down><Space>program:./nope<Enter>", size);
            assert!(text.contains("There is no program") && text.contains(" file."), "{text}");
        }
    }
}

#[test]
fn down_and_up_accept_what_is_typed() {
    for (keys, row) in [("<Down>", "Seed"), ("<Tab>", "Seed"), ("<Up>", "Start")] {
        let mut stage = advanced();
        stage.keys(&format!("<Tab><Tab><Tab><Tab>7+1{keys}")).shows("• 7+1");
        let y = stage.arcade.focus().expect("the cursor is somewhere").y;
        let line = stage.medium().lines().nth(y.into()).expect("a line").trim().to_owned();
        assert!(line.starts_with(row), "after {keys}: {line}");
    }
}

#[test]
fn the_footer_names_what_is_typed() {
    check("", &["Space name", "!1-6 level"]);
    check("jj", &["Space size"]);
    check("jjjj", &["Space time"]);
}

#[test]
fn the_chosen_players_are_described() {
    let mut stage = advanced();
    stage.shows("A person at this keyboard.").keys("ll").shows("Karl looks one move");
    stage.keys("<Space>random<Enter>").shows("Takes any legal cell.");
    check("jjjjl", &["Clock None • 3+2", "3 minutes, plus 2 seconds a move."]);
    check("jjj", &["A recorded opening plays"]);
    check("j", &["X Easy (*_*) Lotte", "Space player", "1-6 level"]);
}

#[test]
fn all_players_of_a_seat_stand_beside_the_form() {
    for game in GameKind::ALL {
        // The first computer's seat is selected.
        let mut stage = Stage::menu().over(stage::advanced_of(game));
        for size in [(80, 24), (120, 40), (200, 60)] {
            let drawn = stage.text(size);
            for text in [&format!("Players for {}", game.seat_names()[1]), "Medium", "Custom"] {
                assert!(drawn.contains(text), "{text}\n{drawn}");
            }
        }
        assert!(!stage.text((40, 12)).contains("Custom"));
    }
}

#[test]
fn the_panel_follows_the_selected_row() {
    let size = (80, 24);
    let mut stage = advanced();
    stage.click("Greedy", size);
    assert_eq!(chosen(&mut stage, &SEATS), "Greedy Easy");
    for (keys, texts) in [
        ("", ["Players for O", "the most tiles"]),
        ("<Tab>", ["Players for X", "Lotte looks one move"]),
        ("<Tab>", ["Board: 8 x 8", "Space types a size."]),
        ("<Tab>", ["Start: Usual", "A recorded opening plays"]),
        ("<Tab>", ["Clock: None", "Computers have no clock."]),
        ("<Tab>", ["Seed: Random", "Type a number."]),
        ("<Tab>", ["Lotte, Easy", "doesn't count."]),
        (
            "<Home>hhhhhhhhhh<Tab><Tab><Tab><Tab><Right>",
            ["Clock: 3+2", "3 minutes, plus 2 seconds a move."],
        ),
    ] {
        let drawn = stage.keys(keys).text(size);
        assert!(texts.iter().all(|text| drawn.contains(text)), "{texts:?}\n{drawn}");
    }
}

#[test]
fn the_panel_says_which_seat_has_no_player() {
    let drawn = advanced().keys(&format!("j{}<End>", "<Right>".repeat(9))).text((80, 24));
    for text in ["X         still to be chosen", "X still needs a player."] {
        assert!(drawn.contains(text), "{text}\n{drawn}");
    }
}

#[test]
fn the_list_of_players_says_what_was_typed() {
    for (typed, listed) in [("program:/bin/sh", "your program"), ("level:7", "as typed")] {
        let mut stage = advanced();
        stage.keys(&format!("j<Space>{typed}<Enter>"));
        let drawn = stage.text((80, 24));
        assert!(drawn.contains(listed) && !drawn.contains("type a player"), "{drawn}");
    }
}

#[test]
fn every_seat_keeps_its_name_in_the_smallest_window() {
    let mut stage = advanced_of(GameKind::Intensity);
    stage.keys("<Space>AdaAdaAdaAdaAdaAdaAd<Enter><Tab><Space>casual:5<Enter>");
    let drawn = stage.text((40, 12));
    for name in ["AdaAdaAda", "…", "Tobias", "Paula", "Henrik"] {
        assert!(drawn.contains(name), "{name}\n{drawn}");
    }
}

#[test]
fn a_clock_of_seconds_needs_no_unit() {
    let mut stage = advanced_of(GameKind::Intensity);
    stage.keys("<Tab><Tab><Tab><Tab>45<Enter>").shows("20s  • 45s");
}

#[test]
fn every_text_about_a_seat_fits_into_the_smallest_window() {
    for game in GameKind::ALL {
        let mut stage = advanced_of(game);
        for player in 0..=game.levels().len() {
            let drawn = stage.text((40, 12));
            let last = drawn.lines().rev().skip(1).find(|line| !line.trim().is_empty());
            let is_whole = last.is_some_and(|line| line.trim().ends_with('.'));
            assert!(is_whole, "{game:?} {player}: {drawn}");
            stage.keys("<Right>");
        }
    }
}

#[test]
fn the_chosen_game_starts() {
    let seed = "<Tab><Tab><Tab><Tab><Tab>8<Enter>";
    check(&format!("{seed}<Home><Enter>"), &["Your move.", "Flip 8 x 8", "Lotte", "seed 8"]);
    check(
        "jhhhhh<Tab>h<Tab><Tab><Tab>8<Enter><Home><Enter>",
        &["Player 1 to move", "Flip 7 x 7", "Player 2"],
    );
    for keys in ["<Esc>", "a"] {
        check(keys, &["!, advanced"]);
    }
    check("<Enter><Esc>", &["New game: Flip, advanced"]);
    check("", &["Enter play", "Esc back", "!a advanced"]);
    check("?", &["play, or choose what is under the cursor"]);
    check("?<Tab>", &["Reversi"]);
    let mut stage = advanced();
    stage.keys("q");
    assert_eq!(stage.effect, Effect::Quit);
}

#[test]
fn a_custom_player_must_be_named() {
    let custom = &format!("j{}", "<Right>".repeat(9));
    check(custom, &["Type any other player or program."]);
    for keys in ["<Space>", "<Enter>", "<Tab><Enter>"] {
        let keys = format!("{custom}{keys}");
        check(&keys, &["Player for X"]);
        check(&format!("{keys}<Esc>"), &["Type any"]);
    }
    let typed = ["X Level 8", "Enter play", "Space player"];
    check(&format!("{custom}<Space>level:8<Enter>"), &typed);
    // Letters stay commands.
    check(&format!("{custom}a"), &["!, advanced"]);
    let drawn = advanced().keys(custom).text((80, 24));
    for key in ["Enter type player", "Esc back", "q quit"] {
        assert!(drawn.contains(key), "{key}\n{drawn}");
    }
    check(&format!("{custom}2"), &["Easy", "!Player for"]);
    check(custom, &["Play: choose a player for X"]);
}

#[test]
fn every_game_takes_programs() {
    for game in GameKind::ALL {
        let mut stage = advanced_of(game);
        stage.keys("<Right><Space>program:/bin/sh<Enter>").shows("!program:/bin/sh");
        assert!(chosen(&mut stage, game.seat_names()).contains("sh"), "{game:?}");
    }
}

#[test]
fn clicks_choose_players_and_fields() {
    let mut stage = advanced();
    let size = (100, 30);
    let (column, row) = stage.find("Easy", size);
    stage.click_at((column + 5, row));
    assert_eq!(chosen(&mut stage, &SEATS), "Person Medium");
    stage.click("Board  ", size).click("Board  ", size).shows("The board's size");
    stage.keys("<Esc>").click("Seed  ", size).click("Seed  ", size).shows("The seed");
    stage.keys("7<Enter>");
    stage.click("▸ Play", size).shows("seed 7");
}

#[test]
fn the_choices_of_the_last_started_game_are_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let choices = LastSetups::at(folder.path().join("choices.toml")).0;
    let page = || NewGameScreen::new(GameKind::Flip, choices.clone(), 7);
    let advanced = || {
        let mut page = page();
        page.show_advanced(Programs::default());
        page
    };
    Stage::menu().over(advanced()).keys("l<Tab>l").keys("<Esc>");
    Stage::menu().over(advanced()).shows("Easy").shows("◂ 8 x 8 ▸");
    Stage::menu().over(advanced()).keys("l<Tab>l<Tab><Tab>l<Enter>");
    Stage::menu().over(page()).shows("• Medium").shows("Advanced: clock 3+2");
    let mut again = Stage::menu().over(advanced());
    again.shows("◂ 9 x 9 ▸").shows("• 3+2");
    assert_eq!(chosen(&mut again, &SEATS), "Person Medium");
}
