//! The advanced setup of a game, by keys and by mouse.

use super::stage::{self, Stage, USUAL};
use crate::{
    arcade::{message::Effect, screens::advanced_setup::AdvancedSetup},
    settings::{
        consent::Programs,
        last_setups::{LastSetup, LastSetups},
    },
};
use fourcade_engine::GameKind;

/// Checks that the screen shows these texts after these keys. A text behind a `!` must be absent.
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

/// Returns the names behind the marks of what is chosen, from left to right.
fn chosen(stage: &mut Stage) -> String {
    let drawn = stage.usual();
    let drawn = drawn.split("Size").next().and_then(|text| text.split("Clock").next()).unwrap();
    let marked = drawn.lines().flat_map(|line| line.split('•').skip(1));
    let mut names: Vec<(usize, String)> = Vec::new();
    for line in drawn.lines().filter(|line| line.contains('•')) {
        let letters: Vec<char> = line.chars().collect();
        for at in (0..letters.len()).filter(|&at| letters[at] == '•') {
            let rest: String = letters[at + 2..].iter().collect();
            names.push((at, rest.split("  ").next().unwrap_or_default().to_owned()));
        }
    }
    assert!(marked.count() == names.len() && names.len() >= 2, "{drawn}");
    names.sort();
    names.into_iter().map(|(_, name)| name).collect::<Vec<_>>().join(" ")
}

/// Returns the seat of Flip in whose column the cursor is, or nothing.
fn selected_seat(stage: &mut Stage) -> &'static str {
    let drawn = stage.usual();
    let at = stage.arcade.focus().expect("the cursor is somewhere");
    let (x, y) = (usize::from(at.x), usize::from(at.y));
    let fields = drawn.lines().position(|line| line.contains("Size")).unwrap();
    let second = drawn.lines().find_map(|line| line.trim_start().strip_prefix("O ").map(|_| line));
    let second = second.and_then(|line| line.find('X')).expect("the names of the seats");
    match (y < fields, x < second) {
        (false, _) => "",
        (true, true) => "O",
        (true, false) => "X",
    }
}

#[test]
fn arrow_keys_choose_players() {
    for (keys, seat, names) in [
        ("", "O", "Person Easy"),
        ("j", "O", "Person Easy"),
        ("j<Space>", "O", "First Easy"),
        ("j<Enter>", "O", "First Easy"),
        ("jjk<Space>", "O", "First Easy"),
        ("kkk<Space>", "O", "Person Easy"),
        ("jjjjj<Space>", "O", "Beginner Easy"),
        ("jjjjj+", "O", "Easy Easy"),
        ("jjjjj---", "O", "Level 1 Easy"),
        ("jjjjj+++++++++", "O", "Level 10 Easy"),
        ("lk<Space>", "X", "Person Greedy"),
        ("l<Right>j<Space>", "X", "Person Master"),
        ("lh", "O", "Person Easy"),
        // A player under the cursor that is not chosen stays unchosen.
        ("lkh", "O", "Person Easy"),
        ("<Tab>k<Space>", "X", "Person Greedy"),
        ("<Tab><Tab>", "", "Person Easy"),
        ("<S-Tab>", "", "Person Easy"),
        ("<Tab><Tab><Tab><Tab><Tab><Tab>", "O", "Person Easy"),
    ] {
        let mut stage = Stage::menu().over(stage::setup());
        stage.keys(keys);
        assert_eq!(chosen(&mut stage), names, "after {keys}");
        assert_eq!(selected_seat(&mut stage), seat, "after {keys}");
    }
    check("+", &["This player takes no number."]);
    check("7", &["This player takes no number."]);
}

#[test]
fn numbers_can_be_typed() {
    check("l?type the<Enter>", &["A number from 1 to 10", "4"]);
    check("l7", &["A number from 1 to 10", "7"]);
    check("l7<Enter>", &["Expert", "!A number"]);
    check("l7<Esc>", &["Easy", "!A number"]);
    for wrong in ["0", "7x", "7<Back>"] {
        let keys = format!("l{wrong}<Enter>");
        check(&keys, &["Easy", "Level needs a number from 1 to 10"]);
    }
}

#[test]
fn sizes_and_seeds_stay_within_their_limits() {
    let size = "<Tab><Tab>";
    let seed = "<Tab><Tab><Tab><Tab>";
    check(&format!("{size}+"), &["Size 9 x 9"]);
    check(&format!("{size}<Right>"), &["Size 9 x 9"]);
    check(&format!("{size}{}", "-".repeat(9)), &["Size 4 x 4"]);
    check(&format!("{size}1024<Enter>"), &["Size 1024 x 1024"]);
    check(&format!("{size}1024<Enter>+"), &["Size 1024 x 1024"]);
    for wrong in ["3", "1025", "x", "", "-8", "99999999"] {
        check(
            &format!("{size}1<C-u>{wrong}<Enter>"),
            &["Size 8 x 8", "The size must be within 4 - 1024."],
        );
    }
    check(&format!("{size}8 0<Enter>"), &["Size 8 x 8", "The size must be within 4 - 1024."]);
    check(&format!("{size}1<C-u> 12 <Enter>"), &["Size 12 x 12"]);
    check(&format!("{seed}+"), &["Seed 8"]);
    check(&format!("{seed}{}", "-".repeat(9)), &["Seed 0"]);
    check(&format!("{seed}18446744073709551615<Enter>+"), &["Seed 18446744073709551615"]);
    check(
        &format!("{seed}18446744073709551616<Enter>"),
        &["Seed 7", "The seed must be a whole number."],
    );
    check("<S-Tab>+", &["Choose a player, the size, the clock or the seed first."]);
    check("<S-Tab>7", &["Choose a player, the size, the clock or the seed first."]);
}

#[test]
fn arrow_keys_move_between_the_seats_and_the_fields_below() {
    // In the usual window, a player is described only while a seat is selected.
    let mut stage = Stage::menu().over(stage::setup());
    let is_described = |drawn: String| drawn.contains("A person at this keyboard.");
    assert!(is_described(stage.text_after("<Tab><Tab>k", USUAL)));
    assert!(!is_described(stage.text_after("j", USUAL)));
    // In a wide one, all players are described.
    stage.shows("Takes any legal cell.");
    // A level is described as what the row shows, with the keys that change it.
    stage.keys("kl").shows("Looks one move ahead and");
    stage.keys("+").shows("+ and -").shows("1 to 10; this is 5.");
    check("ljjj+", &["Size 9 x 9", "• Easy"]);
    check("ljjjj+", &["Clock 3+2"]);
    check("ljjjjj+", &["Seed 8"]);
    check("ljjjjk+", &["Size 9 x 9"]);
}

#[test]
fn the_chosen_game_starts() {
    check("<Enter>", &["Your move.", "Flip 8 x 8", "Easy", "seed 7"]);
    check(
        "lkkkkk<Space><Tab>-<Tab><Tab>+<Enter>",
        &["O to move.", "Flip 7 x 7", "Player 2", "seed 8"],
    );
    check("<Esc>", &["!advanced setup"]);
    check("<Enter><Esc>", &["advanced setup"]);
    check("?", &["start the game"]);
    check("?<Tab>", &["Reversi"]);
    let mut stage = Stage::menu().over(stage::setup());
    stage.keys("q");
    assert_eq!(stage.effect, Effect::Quit);
}

#[test]
fn no_player_is_chosen_by_moving_on() {
    for game in GameKind::ALL {
        let page = AdvancedSetup::new(
            game,
            LastSetup::default(),
            LastSetups::disabled(),
            7,
            Programs::default(),
        );
        let mut stage = Stage::menu().over(page);
        let before = chosen(stage.keys("<S-Tab>"));
        // Down the second seat's column, past stronger players and programs, to the button.
        stage.keys("<Tab><Right>");
        for _ in 0..12 {
            stage.keys("<Down>").shows("!program:");
        }
        assert_eq!(chosen(&mut stage), before, "{game:?}");
    }
}

#[test]
fn a_program_must_be_named_to_be_chosen() {
    check("ljj", &["Program", "Press Space to name it.", "• Easy"]);
    for keys in ["ljj<Space>", "ljj<Enter>", "?name a prog<Enter>", "l?name a prog<Enter>"] {
        check(keys, &["The program's file or command"]);
        check(&format!("{keys}<Esc>"), &["• Easy", "• Person"]);
    }
    check("ljj<Space>./engine<Enter>", &["• engine", "• Person", "!program:"]);
    check("<Tab><Tab>?name a prog<Enter>", &["Select a seat first."]);
}

#[test]
fn every_game_takes_programs() {
    for game in GameKind::ALL {
        let page = AdvancedSetup::new(
            game,
            LastSetup::default(),
            LastSetups::disabled(),
            7,
            Programs::default(),
        );
        let mut stage = Stage::menu().over(page);
        stage.keys("<S-Tab><Tab>?name a prog<Enter>").shows("The program's file");
        stage.keys("./engine<Enter>").shows("• engine");
    }
}

#[test]
fn clicks_choose_players_and_fields() {
    let mut stage = Stage::menu().over(stage::setup());
    stage.click("Greedy", (100, 30));
    assert_eq!(chosen(&mut stage), "Greedy Easy");
    stage.click("Size", (100, 30)).click("Size", (100, 30)).shows("The board's size");
    stage.keys("<Esc>").click("Start", (100, 30)).shows("seed 7");
}

#[test]
fn the_setup_of_the_last_started_game_is_remembered() {
    let folder = tempfile::tempdir().unwrap();
    let choices = LastSetups::at(folder.path().join("choices.toml")).0;
    let setup = || {
        let last = choices.last("flip").unwrap_or_default();
        AdvancedSetup::new(GameKind::Flip, last, choices.clone(), 7, Programs::default())
    };
    Stage::menu().over(setup()).keys("l+<Tab>+").keys("<Esc>");
    Stage::menu().over(setup()).shows("Easy").shows("◂ 8 x 8 ▸");
    Stage::menu().over(setup()).keys("l+<Tab>+<Enter>");
    let mut again = Stage::menu().over(setup());
    again.shows("◂ 9 x 9 ▸");
    assert_eq!(chosen(&mut again), "Person Medium");
}
