//! The advanced setup of a game, by keys and by mouse.

use super::stage::{self, Stage};
use crate::{
    arcade::{message::Effect, screens::advanced_setup::AdvancedSetupScreen},
    settings::{
        consent::Programs,
        last_setups::{LastSetup, LastSetups},
    },
};
use fourcade_engine::GameKind;

/// Checks that, after some keys, the screen shows each text or, behind a `!`, lacks it.
#[track_caller]
fn check(keys: &str, texts: &[&str]) {
    let mut stage = Stage::menu().over(stage::setup());
    stage.keys(keys);
    for text in texts {
        if !shows_value(&mut stage, text) {
            stage.shows(text);
        }
    }
}

/// Whether the screen shows a label and its value, such as `Size 8 x 8`, at the left of a line.
fn shows_value(stage: &mut Stage, text: &str) -> bool {
    let words =
        |line: &str| line.replace(['◂', '▸'], "").split_whitespace().collect::<Vec<_>>().join(" ");
    let text = format!("{text} ");
    stage.usual().lines().any(|line| (words(line) + " ").starts_with(&text))
}

/// Returns the chosen players of these seats.
fn chosen(stage: &mut Stage, seats: &[&str]) -> String {
    let drawn = stage.usual();
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
        ("j<Right><Right><Right><Right><Right><Right>", "X", "Person Custom"),
        ("jk", "O", "Person Easy"),
        ("<Tab><Tab>", "Size", "Person Easy"),
        ("<S-Tab>", "Start", "Person Easy"),
        ("<Tab><Tab><Tab><Tab><Tab><Tab>", "O", "Person Easy"),
    ] {
        let page = stage::setup();
        let mut stage = Stage::menu().over(page);
        stage.keys(keys);
        assert_eq!(chosen(&mut stage, &SEATS), names, "after {keys}");
        let y = stage.arcade.focus().expect("the cursor is somewhere").y;
        let line = stage.usual().lines().nth(y.into()).unwrap().trim_matches([' ', '▸']).to_owned();
        assert!(line.starts_with(seat), "after {keys}: {line}");
    }
}

#[test]
fn every_player_can_be_typed() {
    check("j<Space>", &["A player"]);
    check("j<Space>level:8<Enter>", &["Custom: Level 8", "a strong player at 10"]);
    check("j<Space>level:7<Enter>", &["Expert", "!A player", "Expert looks two moves ahead"]);
    check("j<Space>level:8<Esc>", &["Easy", "!A player"]);
    check("j<Space>human<Enter>", &["Flip has no player called"]);
    check("j<Space>greddy<Enter>", &["Easy", "greedy"]);
    for wrong in ["level:0", "level:7x", "level:"] {
        check(&format!("j<Space>{wrong}<Enter>"), &["Easy", "Level needs a number from 1 to 10"]);
    }
    // What was typed stays while levels are tried.
    check("j<Space>greedy<Enter>hl", &["Custom: Greedy"]);
}

#[test]
fn sizes_and_seeds_stay_within_their_limits() {
    let size = "<Tab><Tab>";
    let seed = "<Tab><Tab><Tab><Tab>";
    check(&format!("{size}<Right>"), &["Size 9 x 9"]);
    check(&format!("{size}{}", "h".repeat(9)), &["Size 4 x 4"]);
    check(&format!("{size}1024<Enter>"), &["Size 1024 x 1024"]);
    check(&format!("{size}1024<Enter>l"), &["Size 1024 x 1024"]);
    for wrong in ["3", "1025", "x", "", "-8", "99999999"] {
        check(
            &format!("{size}1<C-u>{wrong}<Enter>"),
            &["Size 8 x 8", "The size must be within 4 - 1024."],
        );
    }
    check(&format!("{size}8 0<Enter>"), &["Size 8 x 8", "The size must be within 4 - 1024."]);
    check(&format!("{size}1<C-u> 12 <Enter>"), &["Size 12 x 12"]);
    check(&format!("{seed}l"), &["Seed 8"]);
    check(&format!("{seed}{}", "h".repeat(9)), &["Seed 0"]);
    check(&format!("{seed}18446744073709551615<Enter>l"), &["Seed 18446744073709551615"]);
    check(
        &format!("{seed}18446744073709551616<Enter>"),
        &["Seed 7", "The seed must be a whole number."],
    );
    check("<S-Tab>7", &["Choose a player, the size, the clock or the seed first."]);
}

#[test]
fn the_chosen_players_are_described() {
    let mut stage = Stage::menu().over(stage::setup());
    stage
        .shows("A person at this keyboard.")
        .keys("ll")
        .shows("Easy looks one move ahead and often");
    stage.keys("<Space>random<Enter>").shows("Takes any legal cell.");
    check("jjl", &["Size 9 x 9", "!9 and"]);
    check("jjjl", &["Clock 3+2"]);
    check("jjjjl", &["Seed 8"]);
}

#[test]
fn the_chosen_game_starts() {
    check("<Enter>", &["Your move.", "Flip 8 x 8", "Lotte", "seed 7"]);
    check("jhhhhh<Tab>h<Tab><Tab>l<Enter>", &["O to move.", "Flip 7 x 7", "Player 2", "seed 8"]);
    check("<Esc>", &["!advanced setup"]);
    check("<Enter><Esc>", &["advanced setup"]);
    check("?", &["start the game"]);
    check("?<Tab>", &["Reversi"]);
    let mut stage = Stage::menu().over(stage::setup());
    stage.keys("q");
    assert_eq!(stage.effect, Effect::Quit);
}

#[test]
fn a_custom_player_must_be_named() {
    let custom = "j<Right><Right><Right><Right><Right>";
    check(custom, &["Space types one: first, last,"]);
    for keys in ["<Space>", "<Enter>", "<Tab><Enter>"] {
        let keys = format!("{custom}{keys}");
        check(&keys, &["A player"]);
        check(&format!("{keys}<Esc>"), &["Space types one"]);
    }
}

#[test]
fn every_game_takes_programs() {
    for game in GameKind::ALL {
        let page = AdvancedSetupScreen::new(
            game,
            LastSetup::default(),
            LastSetups::disabled(),
            7,
            Programs::default(),
        );
        let mut stage = Stage::menu().over(page);
        stage.keys("<Space>program:./engine<Enter>").shows("!program:./engine");
        assert!(chosen(&mut stage, game.seat_names()).contains("Custom: engine"), "{game:?}");
    }
}

#[test]
fn clicks_choose_players_and_fields() {
    let mut stage = Stage::menu().over(stage::setup());
    let size = (120, 40);
    stage.click("Hard", size);
    assert_eq!(chosen(&mut stage, &SEATS), "Hard Easy");
    stage.click("Size", (100, 30)).click("Size", (100, 30)).shows("The board's size");
    stage.keys("<Esc>").click("Start", (100, 30)).shows("seed 7");
}

#[test]
fn the_setup_of_the_last_started_game_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let choices = LastSetups::at(folder.path().join("choices.toml")).0;
    let setup = || {
        let last = choices.last("flip").unwrap_or_default();
        AdvancedSetupScreen::new(GameKind::Flip, last, choices.clone(), 7, Programs::default())
    };
    Stage::menu().over(setup()).keys("jl<Tab>l").keys("<Esc>");
    Stage::menu().over(setup()).shows("Easy").shows("◂ 8 x 8 ▸");
    Stage::menu().over(setup()).keys("jl<Tab>l<Enter>");
    let mut again = Stage::menu().over(setup());
    again.shows("◂ 9 x 9 ▸");
    assert_eq!(chosen(&mut again, &SEATS), "Person Medium");
}
