//! All key tables, and the check of the user's own keys.

use std::collections::BTreeSet;

use super::{
    dialog,
    form_page::FormPage,
    keys, program_question,
    screens::{
        daily, help, lesson, lobby, menu, new_game::NewGameScreen, new_table::NewTableScreen,
        practice, review, saved_games, settings::SettingsScreen, statistics,
    },
    table,
};
use crate::{
    games::{Controller, GameFacts, GameView},
    widgets::{Binding, Key, Keymap, form, keymap::CustomKeys},
};
use fourcade_engine::{GameKind, with_game};

#[derive(Default)]
pub struct KeyTable {
    pub title: String,
    pub rows: Vec<KeyRow>,
}

#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    pub name: &'static str,
    pub keys: &'static [Key],
    pub footer: Option<(&'static str, &'static str)>,
    pub description: &'static str,
}

impl KeyRow {
    fn new<C, S>(binding: &Binding<C, S>) -> Self {
        let Binding { name, keys, footer, description, .. } = *binding;
        Self { name, keys, footer, description }
    }
}

impl KeyTable {
    fn new<C, S>(title: impl Into<String>, bindings: &[Binding<C, S>]) -> Self {
        Self { title: title.into(), rows: bindings.iter().map(KeyRow::new).collect() }
    }

    /// The keys of a form page, without those that all forms have.
    fn of_page<P: FormPage>(title: &str) -> Self {
        let mut table = Self::new(title, &[P::ENTER, form::EDIT]);
        table.rows.extend(P::KEYS.iter().map(KeyRow::new));
        table
    }
}

pub fn everywhere() -> KeyTable {
    KeyTable::new("Everywhere", keys::KEYS)
}

pub fn at_the_table() -> KeyTable {
    KeyTable::new("At the table", &table::keys::KEYS)
}

pub fn result() -> KeyTable {
    KeyTable::new("On the result card", &table::result::KEYS)
}

pub fn daily() -> KeyTable {
    KeyTable::new("On the page of today's deal", &daily::KEYS)
}

pub fn of_games() -> Vec<KeyTable> {
    let keys = |kind| {
        let title = GameFacts::of(kind).title;
        with_game!(kind, G => {
            KeyTable::new(title, <<G as GameView>::Controller as Controller<G>>::KEYS)
        })
    };
    GameKind::ALL.map(keys).into()
}

pub fn menu() -> KeyTable {
    KeyTable::new("In the menu", &menu::KEYS)
}

pub fn forms() -> KeyTable {
    KeyTable::new("On every page of choices", &form::KEYS)
}

pub fn settings() -> KeyTable {
    KeyTable::of_page::<SettingsScreen>("In the settings")
}

pub fn saved_games() -> KeyTable {
    KeyTable::new("In the saved games", &saved_games::KEYS)
}

pub fn statistics() -> KeyTable {
    KeyTable::new("In the statistics", &statistics::KEYS)
}

pub fn practice() -> KeyTable {
    KeyTable::new("On the page of practice", &practice::KEYS)
}

pub fn practice_round() -> KeyTable {
    KeyTable::new("In a round of practice", &practice::round::KEYS)
}

pub fn lesson() -> KeyTable {
    KeyTable::new("In a lesson", &lesson::KEYS)
}

pub fn review() -> KeyTable {
    KeyTable::new("In a review", &review::KEYS)
}

pub fn new_game() -> KeyTable {
    KeyTable::of_page::<NewGameScreen>("In a new game")
}

pub fn lobby() -> KeyTable {
    KeyTable::new("Among the shared tables", &lobby::KEYS)
}

pub fn leaderboard() -> KeyTable {
    KeyTable::new("On the leaderboard", &lobby::LEADERBOARD_KEYS)
}

pub fn new_table() -> KeyTable {
    KeyTable::of_page::<NewTableScreen>("For a new shared table")
}

pub fn help() -> KeyTable {
    KeyTable::new("In the help", &help::KEYS)
}

pub fn input() -> KeyTable {
    KeyTable::new("In a text field", dialog::INPUT_KEYS)
}

pub fn program_question() -> KeyTable {
    KeyTable::new("When asked whether to start a program", &program_question::KEYS)
}

/// All tables, in the order of the manual.
pub fn all() -> Vec<KeyTable> {
    let mut tables = vec![
        everywhere(),
        menu(),
        saved_games(),
        statistics(),
        forms(),
        settings(),
        new_game(),
        at_the_table(),
    ];
    tables.extend(of_games());
    tables.extend([
        result(),
        daily(),
        practice(),
        practice_round(),
        lobby(),
        leaderboard(),
        new_table(),
        lesson(),
        review(),
        help(),
        input(),
        program_question(),
    ]);
    tables
}

/// The rows of each screen, from all its tables.
fn on_screens() -> Vec<Vec<KeyRow>> {
    let joined = |tables: Vec<KeyTable>| tables.into_iter().flat_map(|table| table.rows).collect();
    let pages = [settings(), new_game(), new_table()];
    let pages = pages.map(|page| vec![forms(), page, everywhere()]);
    let lists = [
        menu(),
        saved_games(),
        statistics(),
        review(),
        daily(),
        practice(),
        lobby(),
        leaderboard(),
    ];
    let lists = lists.map(|list| vec![list, everywhere()]);
    let dialogs = [vec![result(), everywhere()], vec![program_question(), everywhere()]];
    let boards = of_games().into_iter().flat_map(|game| {
        let with = |table| vec![KeyTable { rows: game.rows.clone(), ..KeyTable::default() }, table];
        [at_the_table(), practice_round(), lesson()].map(|table| {
            let mut tables = with(table);
            tables.push(everywhere());
            tables
        })
    });
    // Letters are text there, so the keys of the whole arcade don't apply.
    let texts = [vec![help()], vec![input()]];
    let screens = pages.into_iter().chain(lists).chain(dialogs).chain(boards).chain(texts);
    screens.map(joined).collect()
}

/// Returns the user's keys that can be used, and error messages for the others.
pub fn checked(keymap: &Keymap) -> (Keymap, Vec<String>) {
    if keymap.iter().next().is_none() {
        return Default::default();
    }
    let names: BTreeSet<&str> =
        all().iter().flat_map(|table| &table.rows).map(|row| row.name).collect();
    let (known, unknown): (Vec<_>, Vec<_>) =
        keymap.iter().cloned().partition(|custom| names.contains(&*custom.name));
    let mut problems: Vec<_> = unknown
        .into_iter()
        .map(|CustomKeys { name, line, .. }| {
            let likeness = |known: &&&str| strsim::jaro_winkler(known, &name);
            let near = names.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
            let near = near.map_or(String::new(), |near| format!("did you mean {near}? "));
            (line, format!("there is no command {name:?}; {near}`fourcade keys` lists them"))
        })
        .collect();
    let mut kept = known;
    let screens = on_screens();
    while let Some((at, problem)) = find_clash(&screens, &kept) {
        problems.push((kept.remove(at).line, problem));
    }
    problems.sort();
    let message = |(line, problem)| format!("in config.toml, line {line}: {problem}.");
    (kept.into_iter().collect(), problems.into_iter().map(message).collect())
}

/// The last custom keys that clash with another command of a screen: their index, and the problem.
/// Commands that share a default key don't clash, as they are never available at the same time.
fn find_clash(screens: &[Vec<KeyRow>], customs: &[CustomKeys]) -> Option<(usize, String)> {
    let keymap: Keymap = customs.iter().cloned().collect();
    let clash = |custom: &CustomKeys, own: &KeyRow, other: &KeyRow| {
        if own.name == other.name || own.keys.iter().any(|key| other.keys.contains(key)) {
            return None;
        }
        let others = keymap.keys(other.name, other.keys);
        let key = custom.keys.iter().find(|key| others.contains(key))?.name();
        Some(format!(
            "{key} can't be both {} ({}) and {} ({})",
            own.name, own.description, other.name, other.description
        ))
    };
    for (at, custom) in customs.iter().enumerate().rev() {
        for rows in screens {
            for own in rows.iter().filter(|row| row.name == custom.name) {
                if let Some(problem) = rows.iter().find_map(|other| clash(custom, own, other)) {
                    return Some((at, problem));
                }
            }
        }
    }
    None
}
