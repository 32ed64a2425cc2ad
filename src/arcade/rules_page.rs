//! Fills in the names of keys in the pages of `assets/rules`.

use crate::{
    arcade::{screens::lobby, table::keys},
    games::{Controller, GameView},
    widgets::{Binding, Keymap},
};
use fourcade_engine::{GameKind, with_game};

/// Replaces each `{description}` of a command in a page by the name of the command's key.
pub fn with_keys(page: &str, keymap: &Keymap) -> String {
    let mut parts = page.split(['{', '}']);
    let mut filled = parts.next().unwrap_or_default().to_owned();
    while let Some(command) = parts.next() {
        let key = key_of(command, keymap).unwrap_or_else(|| command.to_owned());
        filled.extend(["`", &key, "`"]);
        filled += parts.next().unwrap_or_default();
    }
    filled
}

fn key_of(command: &str, keymap: &Keymap) -> Option<String> {
    let of_game =
        |kind| with_game!(kind, G => described(<G as GameView>::Controller::KEYS, command, keymap));
    let games = GameKind::ALL.into_iter().find_map(of_game);
    let of_table = || described(&keys::KEYS, command, keymap);
    games.or_else(of_table).or_else(|| described(&lobby::KEYS, command, keymap))
}

fn described<C, S>(table: &[Binding<C, S>], command: &str, keymap: &Keymap) -> Option<String> {
    let row = table.iter().find(|row| row.description == command)?;
    Some(keymap.keys(row.name, row.keys).first()?.name())
}

#[cfg(test)]
mod tests {
    use crossterm::event::KeyCode;

    use super::*;
    use crate::{
        games::GameFacts,
        widgets::{Key, keymap::CustomKeys},
    };

    #[test]
    fn every_key_in_the_rules_comes_from_a_key_table() {
        let own = Keymap::default();
        let shared = include_str!("../../assets/rules/shared_tables.md");
        let rules = GameKind::ALL.map(|kind| GameFacts::of(kind).rules);
        for page in rules.into_iter().chain([shared]) {
            let mut commands = page.split(['{', '}']).skip(1).step_by(2);
            assert!(commands.all(|command| key_of(command, &own).is_some()), "{page}");
            // A key written out in a page would be wrong once the binding changes.
            let mut quoted = page.split('`').skip(1).step_by(2);
            assert!(!quoted.any(|text| text.len() == 1 && text != "!"), "{page}");
            assert!(!page.contains("press Tab"), "{page}");
        }
        let pages = GameKind::ALL.map(|kind| with_keys(GameFacts::of(kind).rules, &own)).concat();
        let end = described(&keys::KEYS, END, &own).unwrap();
        assert!(pages.contains(&format!("you can press `{end}` to end it")), "{pages}");
        assert!(pages.contains("Or press\n`Tab` and type"), "{pages}");
    }

    #[test]
    fn the_rules_name_the_users_own_keys() {
        let (name, keys) = ("end-decided".to_owned(), vec![Key::plain(KeyCode::F(5))]);
        let keymap = [CustomKeys { name, keys, line: 1 }].into_iter().collect();
        let page = with_keys(GameFacts::of(GameKind::Eater).rules, &keymap);
        assert!(page.contains("you can press `F5` to end it"), "{page}");
    }

    const END: &str = "end a game that is already decided";
}
