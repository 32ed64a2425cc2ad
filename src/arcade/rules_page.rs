//! The keys in the pages of `assets/rules`, which come from the tables of keys.

use crate::{
    arcade::{
        screens::lobby,
        table::{TableCommand, key_name},
    },
    games::eater,
    widgets::keys,
};

/// Returns a page of `assets/rules` with the names of keys in place of what stands in braces.
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
    Some(match command {
        "end it" => key_name(&TableCommand::EndDecided),
        "type blind" => eater::blind_typing_key(),
        "open a table" => keys::key_name(&lobby::KEYS, &lobby::Command::New),
        "type a code" => keys::key_name(&lobby::KEYS, &lobby::Command::Code),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameFacts;
    use fourcade_engine::GameKind;

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
        let page = with_keys(GameFacts::of(GameKind::Eater).rules);
        assert!(page.contains("you can press `z` to end it"), "{page}");
        assert!(page.contains("Or press `Tab` and type"), "{page}");
    }
}
