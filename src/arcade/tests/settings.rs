//! The settings: changes are applied and saved at once, and new tables start with them.

use std::{fs, path::Path};

use insta::assert_snapshot;

use super::stage::{self, SIZES, Stage, session};
use crate::{
    arcade::{Start, screens::settings::SettingsScreen, table::TableScreen},
    settings::{Setting, Settings, SettingsFile, home::Home, themes::Themes},
    widgets::{ColorDepth, testing},
};

fn settings(home: Home) -> Stage {
    let screen = SettingsScreen::new(&home);
    Stage::with_home(home, ColorDepth::True).over(screen)
}

fn home_in(folder: &Path) -> Home {
    let (themes, file) = (Themes::built_in(), SettingsFile::at(folder.join("config.toml")));
    let (settings, _) = file.read(&themes);
    Home { settings, themes, file, ..Home::unsaved(Settings::default()) }
}

/// Presses keys in a home with the settings file `before`; each `|` waits until everything is
/// written. Checks the screen's texts (absent behind a `!`), and that the file is `after`.
#[track_caller]
fn check(before: &str, keys: &str, texts: &[&str], after: &str) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.toml"), before).unwrap();
    let mut stage = settings(home_in(folder.path()));
    for part in keys.split('|') {
        stage.keys(part).settle();
    }
    for text in texts {
        stage.shows(text);
    }
    assert_eq!(
        fs::read_to_string(folder.path().join("config.toml")).unwrap(),
        after,
        "after {keys}"
    );
}

#[test]
fn the_path_of_the_file_is_whole_or_only_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let long = folder.path().join("a-long-name-of-a-folder");
    let mut stage = settings(home_in(&long));
    let path = long.join("config.toml").display().to_string();
    assert!(stage.text((120, 40)).contains(&path));
    let small = stage.text((40, 12));
    assert!(small.contains("Settings  config.toml\n"), "{small}");
}

#[test]
fn settings_are_drawn_in_all_sizes() {
    for (width, height) in SIZES {
        assert_snapshot!(
            format!("settings-{width}x{height}"),
            settings(stage::home(false)).text((width, height))
        );
    }
    let mut named = stage::still();
    named.names = ["Ada", "", "A name so wide it is", ""].map(str::to_owned);
    let mut last = settings(Home::unsaved(named));
    assert_snapshot!("settings-last-rows", last.keys("jjjjjjjj").text((40, 12)));
    assert_snapshot!("settings-name", last.keys("<Enter>").text((80, 24)));
    assert_snapshot!(
        "settings-usual",
        settings(stage::home(false)).keys("?reset<Enter>").text((40, 12))
    );
    for (name, depth, ascii) in [
        ("dark", ColorDepth::True, false),
        ("ansi", ColorDepth::Ansi, false),
        ("mono", ColorDepth::Mono, false),
        ("ascii", ColorDepth::Mono, true),
    ] {
        let home = stage::home(ascii);
        let screen = SettingsScreen::new(&home);
        let mut stage = Stage::with_home(home, depth).over(screen);
        assert_snapshot!(format!("settings-styled-{name}"), testing::styled(&stage.draw((80, 24))));
    }
}

#[test]
fn problems_are_drawn_in_all_sizes() {
    let problems: Vec<String> = (1..6)
        .map(|line| {
            format!(
                "in config.toml, line {line}: glyphs is \"latin\", but must be \"unicode\" or \
                 \"ascii\"; using unicode."
            )
        })
        .collect();
    let mut stage = Stage::menu();
    stage.arcade.alert(&problems);
    for (width, height) in SIZES {
        assert_snapshot!(format!("complaints-{width}x{height}"), stage.text((width, height)));
    }
    stage.keys("j").shows("!line 1").shows("avoid tricks");
}

#[test]
fn each_change_is_saved_at_once() {
    for (keys, text, after) in [
        ("l", "◂ light ▸", "theme = \"light\""),
        ("h", "◂ mono ▸", "theme = \"mono\""),
        ("jl", "ASCII", "glyphs = \"ascii\""),
        ("j<Enter><Space>", "Unicode", "glyphs = \"unicode\""),
        ("jjjl", "Motion       ◂ off ▸", "motion = false"),
        ("jjjjl", "Mouse        ◂ off ▸", "mouse = false"),
        ("jjjjjl", "0.4 s per move", "pace = 0.4"),
        ("jjjjjhh", "3 s per move", "pace = 3"),
        ("jjjjjjl", "Show results ◂ 3 s ▸", "linger = 3"),
        ("jjjjjjllll", "until a key press", "linger = \"key\""),
        ("jjjjjjjl", "Answer after ◂ 1 s ▸", "answer-delay = 1"),
        ("jjjjjjjh", "Answer after ◂ 0.3 s ▸", "answer-delay = 0.3"),
        ("jjjjjjjjl", "Coach        ◂ on ▸", "coach = true"),
        ("jjjjjjjjjl", "Bell         ◂ on ▸", "bell = true"),
        ("jjjjjjjjjjl", "Table talk   ◂ off ▸", "table-talk = false"),
        ("jjjjjjjjjjjl", "Opponents    ◂ Levels ▸", "opponents = \"levels\""),
        ("jjjjjjjjjjjj<Enter> Ada <Enter>", "Your name      Ada", "[names]\nfirst = \"Ada\""),
        (
            "<Up>jjjjjjjjjjjjjjjjjj<Enter>Rosa<Enter>",
            "Player 4       Rosa",
            "[names]\nfourth = \"Rosa\"",
        ),
    ] {
        check("# mine\n", keys, &[text, "saved"], &format!("# mine\n{after}\n"));
    }
    for keys in [
        "jjjjjjjjjjjjl",
        "jjjjjjjjjjjj<Enter>Ada<Esc>",
        "jjjjjjjjjjjj<Enter>123456789012345678901<Enter>",
        "?reset<Enter><Esc>",
    ] {
        check("# mine\n", keys, &["!saved"], "# mine\n");
    }
}

#[test]
fn a_reset_is_confirmed_first() {
    let before = "# mine\ntheme = \"light\" # bright\n[names]\nfirst = \"Ada\"\n";
    check(before, "?reset<Enter>n", &["light", "Ada"], before);
    check(
        before,
        "?reset<Enter>y",
        &["◂ dark ▸", "!Ada"],
        "# mine\ntheme = \"dark\" # bright\n[names]\nfirst = \"\"\n",
    );
}

#[test]
fn a_reset_leaves_the_shared_tables_where_they_are() {
    let before = "theme = \"light\"\n[shared]\ndatabase = \"postgres://db/arcade\"\n";
    check(before, "?reset<Enter>y", &["◂ dark ▸"], &before.replace("light", "dark"));
}

#[test]
fn a_broken_file_is_kept_beside_the_new_one() {
    let header = "# Settings of fourcade; docs/files-and-settings.md says what you can set here.\n";
    let after = format!("{header}glyphs = \"ascii\"\n");
    check("theme = \n", "jl", &["ASCII", "broken file is now config.toml.broken"], &after);
}

#[test]
fn a_new_file_does_not_contain_values_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("config.toml"), "theme = \n").unwrap();
    let mut home =
        Home { overrides: vec![&Setting::GLYPHS, &Setting::THEME], ..home_in(folder.path()) };
    (home.settings.ascii_glyphs, home.settings.theme) = (true, "mono".to_owned());
    settings(home).keys("jjjjl").settle().shows("saved");
    let written = fs::read_to_string(folder.path().join("config.toml")).unwrap();
    assert!(written.ends_with("\nmouse = false\n") && !written.contains("glyphs"), "{written}");
}

#[test]
fn changes_are_visible_at_once() {
    let light = Themes::built_in().get("light").unwrap().palette(ColorDepth::True);
    let mut stage = settings(stage::home(false));
    let background = |stage: &mut Stage| stage.draw((80, 24))[(0, 0)].bg;
    assert_ne!(background(&mut stage), light.background);
    stage.keys("l");
    assert_eq!(background(&mut stage), light.background);
    stage.keys("jl").shows("> Characters").shows("!▸");
    stage.settle().keys("<Esc>").shows("f o u r c a d e");
    assert_eq!(background(&mut stage), light.background);
    assert!(stage.arcade.settings().mouse);
    stage.keys("Sjjjjl");
    assert!(!stage.arcade.settings().mouse);
}

#[test]
fn clicks_select_and_change_settings() {
    let size = (80, 24);
    let mut stage = settings(stage::home(false));
    stage.click("Motion", size).shows("No animations.");
    stage.click("Motion", size).shows("Tiles and cards turn");
    stage.click("Watch pace", size).click("◂", size).shows("1.5 s per move");
    let (column, row) = stage.find("1.5 s per move ▸", size);
    stage.click_at((column + 13, row)).shows("0.8 s per move");
    stage.click("Your name", size).click("Your name", size).shows("Enter accept");
}

#[test]
fn values_of_the_command_line_are_marked_until_they_change() {
    let given = Home { overrides: vec![&Setting::THEME], ..stage::home(false) };
    let mut stage = settings(given);
    stage.shows("Set on the command line").keys("l").shows("!Set on the command line");
    stage.keys("j").shows("!Set on the command line");
    // The same holds when the settings are opened again.
    stage.settle().keys("<Esc>S").shows("Settings").shows("!Set on the command line");
}

#[test]
fn new_tables_start_with_the_settings() {
    let mut chosen = Settings { pace: std::time::Duration::from_millis(1500), ..stage::still() };
    chosen.names = ["Ada", "Grace", "", ""].map(str::to_owned);
    let table = |players, moves: &[&str]| {
        TableScreen::new(session(players, 8, moves), Start::Playing(None), &chosen)
    };
    Stage::menu().over(table(["first", "last"], &["2 4"])).shows("1.5 s per move");
    Stage::menu()
        .over(table(["human", "first"], &[]))
        .shows("O Ada")
        .shows("Your move.")
        .shows("!Grace");
    Stage::menu().over(table(["first", "human"], &["2 4"])).shows("X Ada");
    let mut both = Stage::menu().over(table(["human", "human"], &[]));
    both.shows("Ada to move").shows("X Grace").keys("x").shows("Grace to move").shows("X Ada");
    both.keys("?resign<Enter>y").shows("X Ada wins");
    // The same holds for tables that the setup opens.
    let mut setup =
        Stage::with_home(Home::unsaved(chosen.clone()), ColorDepth::True).over(stage::advanced());
    setup.keys("<Enter>").shows("O Ada");
}

#[test]
fn leaving_waits_once_for_the_disk_and_says_what_is_not_saved() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("config.toml");
    let open = |text: &str| {
        fs::write(&file, text).unwrap();
        settings(home_in(folder.path()))
    };
    // The results of writes arrive only when the stage settles.
    open("").keys("l<Esc>").shows("Theme").settle().shows("avoid tricks");
    open("").keys("l<Esc><Esc>").shows("avoid tricks");
    open("").keys("l").settle().keys("<Esc>").shows("avoid tricks");
    // Another key cancels leaving.
    open("").keys("l<Esc>j").settle().shows("Theme").shows("saved");
    let mut blocked = open("");
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    blocked.keys("l<Esc>").settle().shows("Theme").shows("not saved");
    blocked.keys("<Esc>").shows("avoid tricks");
}
