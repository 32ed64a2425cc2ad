//! All key tables, for the tests and the documentation.

use std::{collections::BTreeSet, fmt::Write as _};

use crossterm::event::KeyCode;

use super::pages;
use crate::{
    arcade::{
        dialog,
        form_page::FormPage,
        keys, program_question,
        screens::{
            advanced_setup::AdvancedSetup, daily, help, lesson, lobby, menu, new_game::NewGame,
            new_table::NewTablePage, practice, review, saved_games, settings::SettingsScreen,
            statistics,
        },
        table,
    },
    games::{Controller, GameFacts, GameView},
    widgets::{Binding, Key, form},
};
use fourcade_engine::{GameKind, with_game};

/// A key table, without the commands.
pub struct KeyTable {
    /// The screen or game to which the keys belong.
    pub title: String,
    /// The rows.
    pub rows: Vec<KeyRow>,
}

/// A row of a key table, without the command.
#[derive(Clone, Copy, Debug)]
pub struct KeyRow {
    pub keys: &'static [Key],
    pub footer: Option<(&'static str, &'static str)>,
    pub description: &'static str,
}

impl KeyRow {
    fn new<C, S>(binding: &Binding<C, S>) -> Self {
        let Binding { keys, footer, description, .. } = *binding;
        Self { keys, footer, description }
    }
}

impl KeyTable {
    fn new<C, S>(title: impl Into<String>, bindings: &[Binding<C, S>]) -> Self {
        Self { title: title.into(), rows: bindings.iter().map(KeyRow::new).collect() }
    }

    /// The keys of a page of choices, without those that all such pages have.
    fn of_page<P: FormPage>(title: &str) -> Self {
        let mut table = Self::new(title, &[P::ENTER]);
        table.rows.extend(P::KEYS.iter().map(KeyRow::new));
        table
    }

    fn to_markdown(&self) -> String {
        let mut table = format!("| {} | |\n|---|---|\n", self.title);
        for row in &self.rows {
            let keys: Vec<String> =
                row.keys.iter().map(|key| format!("`{}`", key.name())).collect();
            let _ = writeln!(table, "| {} | {} |", keys.join(" "), row.description);
        }
        table
    }
}

pub fn everywhere() -> KeyTable {
    KeyTable::new("Everywhere", keys::KEYS)
}

pub fn at_the_table() -> KeyTable {
    KeyTable::new("At the table", &table::rows::KEYS)
}

pub fn result() -> KeyTable {
    KeyTable::new("On the result card", &table::result::KEYS)
}

pub fn daily() -> KeyTable {
    KeyTable::new("On the page of today's deals", &daily::KEYS)
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
    KeyTable::of_page::<NewGame>("In a new game")
}

pub fn lobby() -> KeyTable {
    KeyTable::new("Among the shared tables", &lobby::KEYS)
}

pub fn leaderboard() -> KeyTable {
    KeyTable::new("On the leaderboard", &lobby::LEADERBOARD_KEYS)
}

pub fn new_table() -> KeyTable {
    KeyTable::of_page::<NewTablePage>("For a new shared table")
}

pub fn advanced_setup() -> KeyTable {
    KeyTable::of_page::<AdvancedSetup>("In the advanced setup of a game")
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

/// All key tables, in the order of the manual.
fn all() -> Vec<KeyTable> {
    let mut tables = vec![
        everywhere(),
        menu(),
        saved_games(),
        statistics(),
        forms(),
        settings(),
        new_game(),
        advanced_setup(),
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

/// The key tables of the manual, as Markdown.
fn markdown() -> String {
    all().iter().map(KeyTable::to_markdown).collect::<Vec<_>>().join("\n")
}

/// What a letter means, on every screen where it works.
struct Letter {
    key: char,
    meaning: &'static str,
    /// The description of each row with the letter has one of these words.
    words: &'static [&'static str],
}

const fn letter(key: char, meaning: &'static str, words: &'static [&'static str]) -> Letter {
    Letter { key, meaning, words }
}

/// All letters, those that never change first.
const LETTERS: [Letter; 30] = [
    letter('?', "help", &["help"]),
    letter('q', "quit", &["quit"]),
    letter('u', "undo", &["back"]),
    letter('i', "hint", &["hint"]),
    letter('n', "new game, new table", &["new"]),
    letter('s', "save", &["save"]),
    letter('e', "review", &["review"]),
    letter('r', "replay", &["replay"]),
    letter('y', "copy", &["copy"]),
    letter('Y', "copy with squares", &["squares"]),
    letter('t', "table of rounds, statistics, ratings", &["rounds", "statistics", "ratings"]),
    letter('o', "others", &["others"]),
    letter('d', "today's deal", &["deals"]),
    letter('D', "puzzle of the day", &["puzzle of the day"]),
    letter('P', "practice", &["practice"]),
    letter('L', "lesson", &["learn"]),
    letter('g', "saved games", &["saved games"]),
    letter('a', "advanced setup", &["advanced"]),
    letter('c', "coach", &["coach"]),
    letter('C', "say something at a shared table", &["phrase"]),
    letter('b', "play on from a recorded position", &["play on from here"]),
    letter('I', "import a game", &["import"]),
    letter('m', "what the computers hold or remember", &["hands", "remember"]),
    letter('N', "the level above or below", &["level above or below"]),
    letter('p', "a computer plays for somebody", &["computer play"]),
    letter('T', "stop the time", &["stop the clocks", "stopped the clocks"]),
    letter('S', "settings", &["settings"]),
    letter('v', "another view: evaluation, chart, graph", &["evaluation", "chart", "graph"]),
    letter('w', "watch a table", &["watch"]),
    letter('x', "swap the seats", &["seats swapped"]),
];
/// Eater's own.
const END: Letter = letter('z', "end a decided game", &["decided"]);

/// The letters beside an arrow key that they stand for.
const MOVES: [(char, KeyCode); 4] =
    [('h', KeyCode::Left), ('j', KeyCode::Down), ('k', KeyCode::Up), ('l', KeyCode::Right)];

/// The letters of the answers, in dialogs that ask something.
const ANSWERS: [char; 2] = ['y', 'n'];

fn letters() -> impl Iterator<Item = Letter> {
    LETTERS.into_iter().chain([END])
}

/// The letters of the manual, as Markdown.
fn letters_markdown() -> String {
    let mut table = "| Letter | Meaning |\n|---|---|\n".to_owned();
    for Letter { key, meaning, .. } in letters() {
        let _ = writeln!(table, "| `{key}` | {meaning} |");
    }
    table + "| `h` `j` `k` `l` | left, down, up, right |\n"
}

#[test]
fn a_letter_has_one_meaning_on_every_screen() {
    let questions = program_question().title;
    let mut used = BTreeSet::new();
    for table in all() {
        for row in &table.rows {
            for key in row.keys.iter().filter(|key| key.is_text()) {
                let KeyCode::Char(letter) = key.code else { continue };
                if !letter.is_alphabetic() && letter != '?' {
                    continue;
                }
                used.insert(letter);
                if let Some((_, arrow)) = MOVES.iter().find(|(at, _)| *at == letter) {
                    let is_arrow = row.keys.contains(&Key::plain(*arrow));
                    assert!(is_arrow, "{letter} is no arrow key: {}: {row:?}", table.title);
                    continue;
                }
                if table.title == questions && ANSWERS.contains(&letter) {
                    continue;
                }
                let meaning = letters().find(|meaning| meaning.key == letter);
                let words = meaning.map_or(&[][..], |meaning| meaning.words);
                let means_it = words.iter().any(|word| row.description.contains(word));
                assert!(means_it, "{letter} means something else: {}: {row:?}", table.title);
            }
        }
    }
    let unused: Vec<_> = letters().map(|row| row.key).filter(|at| !used.contains(at)).collect();
    assert!(unused.is_empty(), "unused: {unused:?}");
}

#[test]
fn home_and_end_work_in_every_list_and_hand() {
    let binds =
        |table: &KeyTable, code| table.rows.iter().any(|row| row.keys.contains(&Key::plain(code)));
    // Boards and texts are no lists; the cards of a hand are in a row.
    let boards = [GameKind::Flip, GameKind::Concentration, GameKind::Eater];
    let mut others = boards.map(|kind| GameFacts::of(kind).title.to_owned()).to_vec();
    others.push(program_question().title);
    let has_arrows = |table: &KeyTable| binds(table, KeyCode::Up) || binds(table, KeyCode::Left);
    let lists = all().into_iter().filter(has_arrows);
    for table in lists.filter(|table| !others.contains(&table.title)) {
        assert!(
            binds(&table, KeyCode::Home) && binds(&table, KeyCode::End),
            "Home or End is missing: {}",
            table.title
        );
    }
}

#[test]
fn the_key_tables_of_the_manual_match_the_bindings() {
    pages::check("playing.md", "keys", &markdown());
    pages::check("playing.md", "letters", &letters_markdown());
}
