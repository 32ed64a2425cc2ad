//! The settings: changes are applied at once, saved, and loaded again the next time.

use std::fs;

use super::flip_table::assert_left;
use crate::support::{Exit, Launch, Terminal};

/// Returns the background colour in the file of a theme.
fn background(theme: &str) -> vt100::Color {
    match theme {
        "dark" => vt100::Color::Rgb(0x15, 0x18, 0x1e),
        "light" => vt100::Color::Rgb(0xf0, 0xee, 0xe8),
        _ => panic!("the background of {theme} is not listed here"),
    }
}

#[track_caller]
fn wait_background(terminal: &Terminal, theme: &str) {
    terminal.wait_for(&format!("the background of {theme}"), |output| {
        output.screen().cell(1, 1).is_some_and(|cell| cell.bgcolor() == background(theme))
    });
}

/// Returns the text of the settings file.
fn config(launch: &Launch) -> String {
    fs::read_to_string(launch.home().join("config.toml")).expect("the settings were written")
}

/// Creates a launch of the arcade with this settings file.
fn with_config(text: &str) -> Launch {
    let launch = Launch::arcade().without_settings();
    fs::write(launch.home().join("config.toml"), text).expect("the home can be written");
    launch
}

/// Quits the arcade and checks that it exits cleanly.
fn leave(terminal: &Terminal) {
    terminal.press("q");
    assert_left(terminal, &Exit::Code(0));
}

#[test]
fn a_theme_is_applied_at_once_and_loaded_the_next_time() {
    let launch = with_config("# by hand\nlinger = 3 # slow eyes\n");
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    wait_background(&terminal, "dark");
    terminal.press("S");
    terminal.wait_text("Show results   3 s");
    terminal.press("right");
    wait_background(&terminal, "light");
    terminal.wait_text("saved");
    assert_eq!(config(&launch), "# by hand\nlinger = 3 # slow eyes\ntheme = \"light\"\n");
    terminal.press("esc");
    terminal.wait_text("avoid tricks");
    wait_background(&terminal, "light");
    leave(&terminal);

    let again = launch.start();
    again.wait_text("avoid tricks");
    wait_background(&again, "light");
    again.press("S");
    again.wait_text("◂ light ▸");
    leave(&again);
}

#[test]
fn the_mouse_is_switched_off_and_on() {
    let launch = Launch::arcade().without_settings();
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    assert!(terminal.modes().mouse());
    terminal.click("Settings");
    terminal.wait_text("Mouse");
    terminal.press("down down down down enter");
    terminal.wait_for("the mouse to be switched off", |output| !output.modes().mouse());
    terminal.wait_text("The mouse selects text");
    terminal.press("enter");
    terminal.wait_for("the mouse to be switched on", |output| output.modes().mouse());
    terminal.press("enter");
    terminal.wait_for("the mouse to be switched off", |output| !output.modes().mouse());
    leave(&terminal);

    let again = launch.start();
    again.wait_text("avoid tricks");
    assert!(!again.modes().mouse() && again.modes().alternate_screen());
    // The mouse stays off when the program comes back from the shell.
    again.press("ctrl-z");
    again.wait_stopped();
    again.foreground();
    again.wait_text("avoid tricks");
    again.press("S");
    again.wait_text("Mouse          off");
    assert!(!again.modes().mouse());
    leave(&again);
}

#[test]
fn wrong_values_are_reported_and_the_other_ones_are_used() {
    let launch = with_config("theme = \"light\"\nglyphs = \"latin\"\nmotion = 7\n");
    let terminal = launch.start();
    terminal.wait_text("config.toml, line 2: glyphs is");
    terminal.wait_text("config.toml, line 3:");
    wait_background(&terminal, "light");
    terminal.press("down");
    terminal.wait_gone("line 3");
    leave(&terminal);
}

#[test]
fn a_broken_file_is_reported_and_kept_when_settings_are_saved() {
    let broken = "theme = \"light\"\nmotion =\n";
    let launch = with_config(broken);
    let terminal = launch.start();
    terminal.wait_text("config.toml, line 2:");
    terminal.wait_text("default settings are used");
    leave(&terminal);
    assert_eq!(config(&launch), broken);

    let again = launch.start();
    again.wait_text("config.toml, line 2:");
    again.press("S down enter");
    again.wait_text("config.toml.broken");
    assert!(config(&launch).ends_with("\nglyphs = \"ascii\"\n"), "{}", config(&launch));
    let kept = fs::read_to_string(launch.home().join("config.toml.broken"));
    assert_eq!(kept.expect("the old file was kept"), broken);
    leave(&again);

    let third = launch.start();
    third.wait_text("avoid tricks");
    third.wait_gone("line 2");
    leave(&third);
}

#[test]
fn custom_themes_are_listed_and_broken_ones_reported() {
    let launch = Launch::arcade().without_settings();
    let themes = launch.home().join("themes");
    let light = include_str!("../../../assets/themes/light.toml");
    fs::create_dir(&themes).expect("the home can be written");
    fs::write(
        themes.join("mine.toml"),
        light.replace("paper white, for bright rooms", "quite mine"),
    )
    .expect("the theme can be written");
    fs::write(themes.join("torn.toml"), light.replace("#754800", "#75480"))
        .expect("the theme can be written");
    let terminal = launch.start();
    terminal.wait_text("themes/torn.toml: line 8");
    terminal.press("ctrl-l");
    terminal.wait_gone("torn");
    terminal.press("S left");
    terminal.wait_text("◂ mine ▸");
    terminal.wait_text("Quite mine");
    wait_background(&terminal, "light");
    leave(&terminal);

    fs::remove_file(themes.join("torn.toml")).expect("the theme exists");
    fs::remove_file(launch.home().join("config.toml")).expect("the settings were written");
    let with_option = launch.clone().args(["--theme", "mine"]).start();
    with_option.wait_text("avoid tricks");
    wait_background(&with_option, "light");
    with_option.press("S");
    with_option.wait_text("Set on the command line");
    leave(&with_option);
    assert!(!launch.home().join("config.toml").exists());
}

#[test]
fn the_command_line_overrides_the_file() {
    let launch =
        with_config("theme = \"light\"\nmouse = false\n").args(["--theme", "dark", "play", "flip"]);
    let terminal = launch.start();
    terminal.wait_text("Your move");
    wait_background(&terminal, "dark");
    assert!(!terminal.modes().mouse());
    leave(&terminal);
    let plain = with_config("theme = \"light\"\n").env("NO_COLOR", "1").start();
    plain.wait_text("avoid tricks");
    plain.wait_for("no colours", |output| {
        output.screen().cell(1, 1).is_some_and(|cell| cell.bgcolor() == vt100::Color::Default)
    });
    leave(&plain);
}

#[test]
fn names_are_shown_at_the_table_but_not_recorded() {
    let launch = Launch::arcade().without_settings();
    let terminal = launch.start();
    terminal.wait_text("avoid tricks");
    terminal.press("S down down down down down down down down down down down down enter");
    terminal.wait_text("Your name");
    terminal.type_text("Ada");
    terminal.press("enter down enter");
    terminal.type_text("Grace");
    terminal.press("enter");
    terminal.wait_text("Player 2       Grace");
    // All changes are written before the arcade ends.
    leave(&terminal);
    assert!(
        config(&launch).ends_with("[names]\nfirst = \"Ada\"\nsecond = \"Grace\"\n"),
        "{}",
        config(&launch)
    );

    let table =
        launch.clone().args(["play", "flip", "--players", "human,human", "--seed", "1"]).start();
    table.wait_text("Ada to move");
    table.wait_text("X Grace");
    table.press("tab enter");
    table.wait_text("Grace to move");
    table.press("s");
    table.wait_text("Save the game as");
    table.submit_text("flip-1.jsonl");
    table.wait_text("Saved as");
    let record =
        fs::read_to_string(launch.home().join("flip-1.jsonl")).expect("the record was saved");
    assert!(record.contains("human") && !record.contains("Ada"), "{record}");
    // The names follow the players to their new seats.
    table.press("x y");
    table.wait_text("Grace to move");
    leave(&table);
}

#[test]
fn the_arcade_runs_when_the_settings_cannot_be_saved() {
    let launch = Launch::arcade().without_settings();
    fs::create_dir(launch.home().join("config.toml")).expect("the home can be written");
    let terminal = launch.start();
    terminal.wait_text("default settings are used");
    terminal.press("S right");
    wait_background(&terminal, "light");
    terminal.wait_text("not saved");
    leave(&terminal);
}

#[test]
fn keys_are_changed_in_the_file() {
    let terminal = with_config("[keys]\nquit = \"X\"\nundoo = \"z\"\n").start();
    terminal.wait_text("config.toml, line 3: there is no command");
    terminal.press("q q");
    terminal.wait_text("X quit");
    terminal.press("X");
    assert_left(&terminal, &Exit::Code(0));
}
