//! The key tables: no clashes, a description for each key, and footers that name bound keys.

use std::collections::BTreeSet;

use super::{
    fitting::screens_over,
    stage::{self, Stage, session},
};
use crate::{
    arcade::{
        dialog::TextInput,
        key_tables::{self, KeyRow, KeyTable},
        screen::Screen,
        screens::{
            help::HelpScreen, menu::MenuScreen, saved_games, settings, statistics::StatisticsScreen,
        },
    },
    games::GameFacts,
    settings::{Settings, home::Home, parse, themes::Themes},
    widgets::{AnyCommand, ColorDepth, Key, Keymap, keymap::CustomKeys, keys},
};
use fourcade_engine::GameKind;

/// The names that footers use for several keys at once.
const GROUPS: [&str; 10] =
    ["arrows", "Up Down", "Left Right", "0-9", "1-4", "digits", "+ -", ", .", "y Y", "Del"];

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
fn of_screens() -> [KeyTable; 12] {
    [
        key_tables::menu(),
        key_tables::saved_games(),
        key_tables::statistics(),
        key_tables::settings(),
        key_tables::new_game(),
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
    // At a table, a key may run several commands, one of which is available: see [`Stage::draw`].
    for game in key_tables::of_games() {
        assert_no_clash(&game.title, &[game.rows, everywhere.clone()].concat());
    }
    for table in [key_tables::help(), key_tables::input()] {
        // Letters are typed there. A table takes either all keys of an arcade command or none.
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
    let input = TextInput::new("", "", AnyCommand::new).with_next(|text, _| AnyCommand::new(text));
    let screens: [NamedScreen; 9] = [
        ("saved games", saved_games, key_tables::saved_games().rows),
        ("menu", Box::new(MenuScreen::new(1)), key_tables::menu().rows),
        ("statistics", Box::new(StatisticsScreen::default()), key_tables::statistics().rows),
        ("settings", settings::open(&stage::home(false)), page(key_tables::settings())),
        ("new game", Box::new(stage::new_game(GameKind::Flip)), page(key_tables::new_game())),
        ("advanced", Box::new(stage::advanced()), page(key_tables::new_game())),
        ("help", Box::new(HelpScreen::new(Vec::new(), None, false)), key_tables::help().rows),
        ("input", Box::new(input), key_tables::input().rows),
        ("table", Box::new(stage::table(session(["human", "human"], 8, &[]))), table),
    ];
    for (name, screen, rows) in screens {
        let offers = screen.any_offers();
        assert_eq!(offers.len(), rows.len(), "{name}");
        for (offer, row) in offers.iter().zip(&rows) {
            assert_eq!(&*offer.keys, row.keys, "{name}");
            // Two keys of New game lead elsewhere in its advanced form.
            if name != "advanced" {
                assert_eq!(offer.description, row.description, "{name}");
            }
            // Those of New game depend on the selected row and the game.
            if !["new game", "advanced"].contains(&name) {
                let footer = row.footer.map(|(key, label)| (key.into(), label));
                assert_eq!(offer.footer, footer, "{name}");
            }
        }
    }
}

fn a_new_key_for_each_command() -> Keymap {
    let tables = key_tables::all();
    let names: BTreeSet<_> =
        tables.iter().flat_map(|table| &table.rows).map(|row| row.name).collect();
    let free = ('!'..='~').filter(|letter| !letter.is_ascii_digit() && *letter != ',');
    let keys = free.map(|letter| Key { alt: true, ..Key::char(letter) });
    let keys = keys.chain(('\u{e0}'..='\u{ff}').map(Key::char));
    let custom =
        |(name, key): (&str, _)| CustomKeys { name: name.to_owned(), keys: vec![key], line: 1 };
    names.into_iter().zip(keys).map(custom).collect()
}

fn with_keys(keymap: Keymap) -> Stage {
    let home = Home::unsaved(Settings { keymap, ..stage::still() });
    Stage::with_home(home, ColorDepth::True)
}

#[test]
fn every_command_of_every_screen_can_have_another_key() {
    let keymap = a_new_key_for_each_command();
    assert_eq!(key_tables::checked(&keymap), (keymap.clone(), Vec::new()));
    let key_of = |name: &str| keymap.iter().find(|custom| custom.name == name).unwrap().keys[0];
    let with_dialogs = |menu: &dyn Fn() -> Stage| {
        let mut screens = screens_over(menu);
        let input = TextInput::new("", "", AnyCommand::new::<String>);
        screens.push(("input".to_owned(), menu().over(input)));
        let help = HelpScreen::new(Vec::new(), None, false);
        screens.push(("help".to_owned(), menu().over(help)));
        screens
    };
    let own = with_dialogs(&Stage::menu);
    let changed = with_dialogs(&|| with_keys(keymap.clone()));
    let mut seen = BTreeSet::new();
    for ((name, own), (_, mut changed)) in own.into_iter().zip(changed) {
        let (before, after) = (own.arcade.offers(), changed.arcade.offers());
        assert_eq!(before.len(), after.len(), "{name}");
        for (old, new) in before.iter().zip(&after) {
            let what = (name.as_str(), new.description);
            assert_eq!((old.name, old.description), (new.name, new.description), "{name}");
            let key = key_of(new.name);
            if changed.arcade.is_text_on_top(key) {
                continue;
            }
            seen.insert(new.name);
            let found = keys::find(&after, key).map(|offer| offer.name);
            assert_eq!(found, Some(new.name), "{what:?}");
            let old_keys = old.keys.iter().filter(|key| !key.is_fixed());
            for old_key in old_keys {
                assert!(keys::find(&after, *old_key).is_none(), "{what:?} has {old_key:?}, too");
            }
            if let Some((text, _)) = &new.footer {
                assert!(text.contains(&key.name()), "{what:?}: {text}");
            }
        }
        let help = changed.text_after("<F1>", (200, 60));
        for offer in after.iter().filter(|offer| offer.is_listed && name != "help") {
            let key = key_of(offer.name).name();
            assert!(help.contains(&key), "{name}: {key} {}\n{help}", offer.description);
        }
    }
    assert!(seen.len() > 60, "{seen:?}");
}

#[test]
fn a_changed_key_runs_its_command_and_the_old_one_does_not() {
    let custom = |pairs: &[(&str, &str)]| {
        let custom = |(name, key): &(&str, &str)| CustomKeys {
            name: (*name).to_owned(),
            keys: vec![Key::parse(key).unwrap()],
            line: 1,
        };
        let keymap: Keymap = pairs.iter().map(custom).collect();
        assert_eq!(key_tables::checked(&keymap).1, Vec::<String>::new());
        with_keys(keymap)
    };
    let mut menu = custom(&[("statistics", "x"), ("help", "!")]);
    menu.keys("t")
        .shows("avoid tricks")
        .keys("x")
        .shows("Statistics")
        .keys("?")
        .shows("!to find a");
    menu.keys("!").shows("to find a").keys("<Esc>").keys("<F1>").shows("to find a");
    // Undo and hint change places.
    let table = || stage::table(session(["human", "human"], 8, &["2 4"]));
    let mut game = custom(&[("undo", "i"), ("hint", "u")]).over(table());
    game.shows("i undo")
        .shows("Player 2 to move")
        .keys("i")
        .shows("Player 1 to move")
        .keys("?undo");
    game.shows("i  ");
    // What is typed at the board and in text stays.
    let mut game = custom(&[("undo", "F"), ("save", "f")]).over(table());
    game.keys("11")
        .shows("!row column")
        .keys("3")
        .shows("row column: 3")
        .keys("f")
        .shows("Save the");
    game.keys("ffF").shows("ffF");
}

#[test]
fn keys_that_cannot_be_given_are_named_in_a_sentence() {
    let problems = |text: &str| {
        let parsed = parse(text, &Themes::built_in());
        let read = parsed.problems.iter().map(|problem| format!("in config.toml, {problem}."));
        let (keymap, problems) = key_tables::checked(&parsed.settings.keymap);
        assert_eq!(keymap.iter().count(), text.matches("# kept").count(), "{text}");
        read.chain(problems).collect::<Vec<_>>().join("\n")
    };
    for (text, problem) in [
        (
            "[keys]\nundoo = \"z\"",
            "line 2: there is no command \"undoo\"; did you mean undo? `fourcade",
        ),
        (
            "[keys]\nundo = \"zz\"",
            "line 2: undo: there is no key \"zz\"; keys are single characters",
        ),
        (
            "[keys]\nundo = \"esc\"",
            "line 2: undo: F1, Esc and Ctrl-c can't be reassigned; it is ignored.",
        ),
        ("[keys]\nundo = \"ctrl-c\"", "can't be reassigned"),
        ("[keys]\nundo = [\"z\", \"f1\"]", "can't be reassigned"),
        (
            "[keys]\nundo = \"5\"",
            "undo: 5 can't be reassigned, because cells and cards are typed with it",
        ),
        ("[keys]\nundo = 5", "undo is 5, but must be a key, such as \"u\", or a list of keys"),
        ("[keys]\nundo = []", "undo is [], but must be a key"),
        (
            "[keys]\nundo = \"i\"",
            "line 2: i can't be both undo (take back the last move) and hint (hint: the strongest",
        ),
        ("[keys]\nhint = \"H\" # kept\nundo = \"H\"", "line 3: H can't be both"),
        ("[keys]\nhint = \"u\"  # kept\nundo = \"i\" # kept", ""),
        ("[keys]\nstatistics = \"q\"", "q can't be both statistics"),
        ("keys = 5", "there is no setting \"keys\""),
    ] {
        let told = problems(text);
        assert!(told.contains(problem) && told.is_empty() == problem.is_empty(), "{text}: {told}");
    }
}
