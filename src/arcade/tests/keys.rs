//! The key tables: no clashes, a description for each key, and footers that name bound keys.

use super::{
    key_tables::{self, KeyRow, KeyTable},
    stage::{self, Stage, session},
};
use crate::{
    arcade::{
        dialog::TextInput,
        screen::Screen,
        screens::{
            help::Help, menu::MenuScreen, saved_games, settings, statistics::StatisticsScreen,
        },
    },
    games::GameFacts,
    widgets::{AnyCommand, Key},
};
use fourcade_engine::GameKind;

/// The names that footers use for several keys at once.
const GROUPS: [&str; 7] = ["arrows", "0-9", "1-4", "1-5", "+ -", ", .", "Del"];

#[track_caller]
fn assert_no_clash(title: &str, rows: &[KeyRow]) {
    for (at, row) in rows.iter().enumerate() {
        for other in &rows[..at] {
            let clash = row.keys.iter().find(|key| other.keys.contains(key));
            let (one, two) = (row.description, other.description);
            assert_eq!(clash, None, "{title}: {one} / {two}");
        }
    }
}

fn all() -> Vec<KeyTable> {
    let mut all = vec![
        key_tables::everywhere(),
        key_tables::at_the_table(),
        key_tables::help(),
        key_tables::input(),
    ];
    all.extend(of_screens());
    all.extend(key_tables::of_games());
    all
}

/// The tables whose keys never run a command of the whole arcade.
fn of_screens() -> [KeyTable; 13] {
    [
        key_tables::menu(),
        key_tables::saved_games(),
        key_tables::statistics(),
        key_tables::settings(),
        key_tables::new_game(),
        key_tables::advanced_setup(),
        key_tables::review(),
        key_tables::result(),
        key_tables::daily(),
        key_tables::practice(),
        key_tables::lobby(),
        key_tables::new_table(),
        key_tables::leaderboard(),
    ]
}

#[test]
fn no_key_has_two_meanings() {
    let everywhere = key_tables::everywhere().rows;
    for table in of_screens() {
        assert_no_clash(&table.title, &[table.rows, everywhere.clone()].concat());
    }
    // At a table, a key may run several commands of which one is available; [`Stage::draw`] checks
    // that.
    for game in key_tables::of_games() {
        assert_no_clash(&game.title, &[game.rows, everywhere.clone()].concat());
    }
    for table in [key_tables::help(), key_tables::input()] {
        // These may take over keys of the whole arcade, but then they take all keys of a command.
        // Letters are typed there.
        let taken: Vec<_> = table.rows.iter().flat_map(|row| row.keys).collect();
        let is_taken = |key: &Key| key.is_text() || taken.contains(&key);
        let free = everywhere.iter().filter(|row| !row.keys.iter().all(is_taken));
        assert_no_clash(&table.title, &table.rows.iter().chain(free).copied().collect::<Vec<_>>());
    }
}

#[test]
fn each_binding_has_a_description() {
    let titles = GameKind::ALL.map(|kind| GameFacts::of(kind).title);
    for table in all() {
        for KeyRow { description, .. } in &table.rows {
            assert!(!description.is_empty() && !description.ends_with('.'), "{description}");
            let is_title = titles.contains(description);
            assert!(is_title || !description.starts_with(char::is_uppercase), "{description}");
        }
        let mut descriptions: Vec<_> = table.rows.iter().map(|row| row.description).collect();
        descriptions.sort_unstable();
        descriptions.dedup();
        assert_eq!(
            descriptions.len(),
            table.rows.len(),
            "{}: two rows have the same description",
            table.title
        );
    }
}

#[test]
fn footers_name_bound_keys() {
    for table in all() {
        for row in &table.rows {
            let Some((key, label)) = row.footer else { continue };
            let is_bound = row.keys.iter().any(|bound| bound.name() == key);
            assert!(is_bound || GROUPS.contains(&key), "{}: {key} {label}", table.title);
            assert!(
                !label.is_empty() && label.len() <= 12,
                "{}: {label:?} is empty or too long for a footer",
                table.title
            );
        }
    }
}

/// A screen with its name and its key table.
type NamedScreen = (&'static str, Box<dyn Screen>, Vec<KeyRow>);

#[test]
fn the_offers_of_a_screen_are_its_key_table() {
    let game = key_tables::of_games()
        .into_iter()
        .find(|game| game.title == "Flip")
        .expect("Flip")
        .rows
        .into_iter();
    let table: Vec<KeyRow> = game.chain(key_tables::at_the_table().rows).collect();
    let page = |own: KeyTable| [key_tables::forms().rows, own.rows].concat();
    let stage = Stage::menu();
    let saved_games = stage.arcade.make(Box::new(saved_games::open));
    let screens: [NamedScreen; 9] = [
        ("saved games", saved_games, key_tables::saved_games().rows),
        ("menu", Box::new(MenuScreen::new(1)), key_tables::menu().rows),
        ("statistics", Box::new(StatisticsScreen::default()), key_tables::statistics().rows),
        ("settings", settings::open(&stage::home(false)), page(key_tables::settings())),
        ("new game", Box::new(stage::new_game(GameKind::Flip)), page(key_tables::new_game())),
        ("advanced", Box::new(stage::setup()), page(key_tables::advanced_setup())),
        ("help", Box::new(Help::new(Vec::new(), None, false)), key_tables::help().rows),
        ("input", Box::new(TextInput::new("", "", AnyCommand::new)), key_tables::input().rows),
        ("table", Box::new(stage::table(session(["human", "human"], 8, &[]))), table),
    ];
    for (name, screen, rows) in screens {
        let offers = screen.any_offers();
        assert_eq!(offers.len(), rows.len(), "{name}");
        for (offer, row) in offers.iter().zip(&rows) {
            assert_eq!(
                (offer.keys, offer.footer, offer.description),
                (row.keys, row.footer, row.description),
                "{name}"
            );
        }
    }
}
