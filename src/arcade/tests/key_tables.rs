//! Conventions of all key tables, and the copies of tables and rules in the manual.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use crossterm::event::KeyCode;

use super::pages;
use crate::{
    arcade::{
        key_tables::{KeyTable, all, input, program_question},
        rules_page::with_keys,
    },
    games::GameFacts,
    widgets::{Key, Keymap},
};
use fourcade_engine::GameKind;

fn to_markdown(KeyTable { title, rows }: &KeyTable) -> String {
    let mut table = format!("### {title}\n\n| Key | What it does | Name |\n|---|---|---|\n");
    for row in rows {
        let keys: Vec<String> = row.keys.iter().map(|key| format!("`{}`", key.name())).collect();
        let _ = writeln!(table, "| {} | {} | `{}` |", keys.join(" "), row.description, row.name);
    }
    table
}

fn key_tables_markdown() -> String {
    all().iter().map(to_markdown).collect::<Vec<_>>().join("\n")
}

/// Links to the tables.
fn contents_markdown() -> String {
    let link = |table: &KeyTable| {
        let anchor = table.title.to_lowercase().replace(' ', "-").replace('\'', "");
        format!("[{}](#{anchor})", table.title)
    };
    all().iter().map(link).collect::<Vec<_>>().join(",\n") + "\n"
}

/// The rules of a game, for a section of the manual: without the title, and with smaller headings.
fn rules_markdown(kind: GameKind) -> String {
    let rules = with_keys(GameFacts::of(kind).rules, &Keymap::default());
    let (_title, text) = rules.split_once("\n\n").expect("the rules begin with a title");
    text.replace("## ", "### ")
}

/// The one meaning of a letter on every screen where it works.
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
    letter('Y', "copy today's results", &["copy the results"]),
    letter('t', "table of rounds, statistics, ratings", &["rounds", "statistics", "ratings"]),
    letter('o', "others", &["others"]),
    letter('d', "today's deal", &["deal"]),
    letter('D', "puzzle of the day", &["puzzle of the day"]),
    letter('P', "practice", &["practice"]),
    letter('L', "lesson", &["learn"]),
    letter('g', "saved games", &["saved games"]),
    letter('a', "advanced form", &["advanced"]),
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

/// The letters that stand for arrow keys.
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
    others.extend([program_question(), input()].map(|table| table.title));
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
fn the_rules_and_key_tables_of_the_manual_match_the_arcade() {
    for kind in GameKind::ALL {
        pages::check(
            "games.md",
            &format!("rules of {}", GameFacts::of(kind).title),
            &rules_markdown(kind),
        );
    }
    pages::check("keys.md", "contents", &contents_markdown());
    pages::check("keys.md", "keys", &key_tables_markdown());
    pages::check("keys.md", "letters", &letters_markdown());
}

#[test]
fn a_command_has_one_name_and_one_key() {
    let mut keys = BTreeMap::new();
    for table in all() {
        for row in &table.rows {
            let is_kebab = |letter: char| letter.is_ascii_lowercase() || letter == '-';
            assert!(!row.name.is_empty() && row.name.chars().all(is_kebab), "{row:?}");
            let own = keys.entry(row.name).or_insert(row.keys);
            let shared = own.iter().any(|key| row.keys.contains(key)) || own == &row.keys;
            assert!(shared, "{} has other keys: {}: {row:?}", row.name, table.title);
        }
    }
}
