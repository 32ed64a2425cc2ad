//! The keys in the pages of `assets/rules`, which come from the tables of keys.

use crate::{
    arcade::{screens::lobby, table::rows},
    games::{Controller, GameView},
    widgets::Binding,
};
use fourcade_engine::{GameKind, with_game};

/// Returns a page of `assets/rules` with the name of a key in place of what stands in braces: the
/// command as the lists of keys describe it.
pub fn with_keys(page: &str) -> String {
    let mut parts = page.split(['{', '}']);
    let mut filled = parts.next().unwrap_or_default().to_owned();
    while let Some(command) = parts.next() {
        let key = key_of(command).unwrap_or_else(|| command.to_owned());
        filled.extend(["`", &key, "`"]);
        filled += parts.next().unwrap_or_default();
    }
    filled
}

fn key_of(command: &str) -> Option<String> {
    let of_game =
        |kind| with_game!(kind, G => described(<G as GameView>::Controller::KEYS, command));
    let games = GameKind::ALL.into_iter().find_map(of_game);
    let of_table = || described(&rows::KEYS, command);
    games.or_else(of_table).or_else(|| described(&lobby::KEYS, command))
}

/// The name of the first key of the row with this description.
fn described<C, S>(table: &[Binding<C, S>], command: &str) -> Option<String> {
    let row = table.iter().find(|row| row.description == command)?;
    Some(row.keys.first()?.name())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameFacts;

    #[test]
    fn every_key_of_the_rules_comes_from_a_table_of_keys() {
        let shared = include_str!("../../assets/rules/shared_tables.md");
        let rules = GameKind::ALL.map(|kind| GameFacts::of(kind).rules);
        for page in rules.into_iter().chain([shared]) {
            let mut commands = page.split(['{', '}']).skip(1).step_by(2);
            assert!(commands.all(|command| key_of(command).is_some()), "{page}");
            // A key that stands in a page itself may change without it.
            let mut quoted = page.split('`').skip(1).step_by(2);
            assert!(!quoted.any(|text| text.len() == 1 && text != "!"), "{page}");
            assert!(!page.contains("press Tab"), "{page}");
        }
        let pages = GameKind::ALL.map(|kind| with_keys(GameFacts::of(kind).rules)).concat();
        let end = described(&rows::KEYS, END).unwrap();
        assert!(pages.contains(&format!("you can press `{end}` to end it")), "{pages}");
        assert!(pages.contains("Or press\n`Tab` and type"), "{pages}");
    }

    const END: &str = "end a game that is already decided";
}
