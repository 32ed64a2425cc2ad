//! The tables in `docs/` match the program. `FOURCADE_WRITE_DOCS=1 cargo test --test program docs`
//! rewrites them, except for the key tables, which are tested in `src/arcade/tests`.

use crate::{hostile, pages};
use fourcade::{
    games::{GameFacts, HUMAN_DESCRIPTION, players_of_kind},
    settings::Setting,
};
use fourcade_engine::{GameKind, play::HUMAN};

/// Returns the dark theme as TOML, with a comment on the purpose of each colour.
fn theme() -> String {
    let purposes = [
        ("background", "the background of everything"),
        ("dim", "less important text"),
        ("rule", "lines and frames"),
        ("accent", "titles, keys"),
        ("selection", "the background of a selection"),
        ("alert", "errors"),
        ("seats", "the four seats"),
        ("cells", "a board's cells, alternating"),
        ("rim", "the frame around a board"),
        ("rim_text", "the numbers on the frame"),
        ("cursor", "the cell under the cursor"),
        ("fresh", "cells that the last move changed"),
        ("last", "the last move"),
        ("hint", "legal moves"),
        ("paper", "a card's face"),
        ("print", "black and red suits"),
        ("back", "a card's back and its pattern"),
    ];
    let text = include_str!("../../assets/themes/dark.toml");
    let explain = |line: &str| {
        let key = line.split(' ').next().unwrap_or_default();
        let purpose = purposes.iter().find(|(name, _)| *name == key);
        purpose.map_or_else(|| line.to_owned(), |(_, text)| format!("{line:<45}  # {text}"))
    };
    let lines: Vec<String> = text.lines().map(explain).collect();
    format!("```toml\n{}\n```\n", lines.join("\n"))
}

/// Turns a range in a player's name into an `N`: `casual:1..9` becomes `casual:N` and `1 to 9`.
fn with_number(pattern: &str) -> Option<(String, String)> {
    let (before, after) = pattern.split_once("..")?;
    let (name, min) = before.rsplit_once(':')?;
    let (max, suffix) = after.split_once(':').unwrap_or((after, ""));
    let suffix = if suffix.is_empty() { String::new() } else { format!(":{suffix}") };
    Some((format!("{name}:N{suffix}"), format!("{min} to {max}")))
}

/// The players of all games, with what they are.
fn player_tables() -> String {
    let row = |name: String, text: &str| format!("| `{name}` | {text} |\n");
    let table = |game| {
        let players = players_of_kind(game).kinds;
        let players = players.iter().map(|kind| match with_number(&kind.pattern()) {
            Some((name, range)) => row(name, &format!("{} (N is {range}.)", kind.description)),
            None => row(kind.pattern(), kind.description),
        });
        let title = format!("| {} | |\n|---|---|\n", GameFacts::of(game).title);
        title + &row(HUMAN.to_owned(), HUMAN_DESCRIPTION) + &players.collect::<String>()
    };
    GameKind::ALL.map(table).join("\n")
}

/// The settings, with their names on the page of settings.
fn settings_table() -> String {
    let row = |setting: &Setting| {
        let (group, key) = setting.key();
        let group = group.map(|group| format!("`[{group}]` ")).unwrap_or_default();
        let name = match setting.label {
            "" => "-".to_owned(),
            label if Setting::on_screen().any(|other| other == setting) => label.to_owned(),
            label => format!("- (line mode: {label})"),
        };
        format!("| {group}`{key}` | {name} |\n")
    };
    let rows: String = Setting::ALL.iter().map(row).collect();
    format!("| In `config.toml` | On the Settings page |\n|---|---|\n{rows}| `[keys]` | - |\n")
}

// One test per page, because writing a page reads and replaces the whole file.

#[test]
fn the_player_tables_match_the_games() {
    pages::check("players.md", "players", &player_tables());
}

#[test]
fn the_settings_and_the_example_theme_match_the_program() {
    pages::check("files-and-settings.md", "settings", &settings_table());
    pages::check("files-and-settings.md", "theme", &theme());
}

#[test]
fn the_table_of_hostile_programs_is_that_of_the_tests() {
    pages::check("sandbox.md", "hostile", &hostile::table::markdown());
}

#[cfg(target_os = "linux")]
#[test]
fn the_table_of_attempts_of_guests_is_that_of_the_tests() {
    pages::check("hosting.md", "attempts", &crate::guests::attempts::markdown());
}
