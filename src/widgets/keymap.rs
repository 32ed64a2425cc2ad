//! Custom keys of commands.

use std::{borrow::Cow, sync::Arc};

use crossterm::event::KeyCode;

use super::keys::{Binding, KEY_END, KEY_START, Key, Offer};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CustomKeys {
    pub name: String,
    pub keys: Vec<Key>,
    /// The line of the settings file, from 1.
    pub line: usize,
}

/// The commands with custom keys. All others have the default keys of their rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap(Arc<Vec<CustomKeys>>);

impl CustomKeys {
    /// Replaces the default keys by these, without those that type text. Fixed keys are kept.
    fn replace(&self, default: &[Key], is_typed: impl Fn(Key) -> bool) -> Cow<'static, [Key]> {
        let fixed = default.iter().filter(|key| key.is_fixed());
        self.keys.iter().filter(|&&key| !is_typed(key)).chain(fixed).copied().collect()
    }
}

impl FromIterator<CustomKeys> for Keymap {
    fn from_iter<I: IntoIterator<Item = CustomKeys>>(customs: I) -> Self {
        Self(Arc::new(customs.into_iter().collect()))
    }
}

impl Keymap {
    pub fn iter(&self) -> impl Iterator<Item = &CustomKeys> {
        self.0.iter()
    }

    /// The keys of a command: its custom keys and the fixed ones among the default keys, or else
    /// all default keys.
    pub fn keys(&self, name: &str, default: &'static [Key]) -> Cow<'static, [Key]> {
        let custom = self.custom(name);
        custom.map_or_else(|| default.into(), |custom| custom.replace(default, |_| false))
    }

    fn custom(&self, name: &str) -> Option<&CustomKeys> {
        self.0.iter().find(|custom| custom.name == name)
    }

    pub fn binds<C, S>(&self, table: &[Binding<C, S>], key: Key) -> bool {
        table.iter().any(|row| self.keys(row.name, row.keys).contains(&key))
    }

    /// Applies custom keys to offers, including their footers and refusals. Keys that type text are
    /// skipped; a command with no other custom keys keeps its default ones.
    pub fn apply<C>(&self, offers: &mut [Offer<C>], is_typed: impl Fn(Key) -> bool) {
        for offer in offers.iter_mut() {
            if let Some(refusal) = &mut offer.refusal
                && refusal.contains(KEY_START)
            {
                *refusal = self.fill(refusal).into_owned().into();
            }
        }
        let custom = |offer: &Offer<C>| {
            self.custom(offer.name).filter(|custom| !custom.keys.iter().all(|&key| is_typed(key)))
        };
        if !offers.iter().any(|offer| custom(offer).is_some()) {
            return;
        }
        let default: Vec<_> = offers.iter().map(|offer| offer.keys.clone()).collect();
        for offer in offers.iter_mut() {
            if let Some(custom) = custom(offer) {
                offer.keys = custom.replace(&offer.keys, &is_typed);
            }
        }
        update_footers(offers, &default);
    }

    /// Replaces the placeholders of [`key_name`](super::keys::key_name) by names of keys.
    pub fn fill<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once(KEY_START) {
            let Some((key, following)) = after.split_once(KEY_END) else { break };
            let (name, default) = key.split_once(':').unwrap_or(("", key));
            let custom = self.custom(name).and_then(|custom| custom.keys.first());
            filled += before;
            filled += &custom.map_or_else(|| default.to_owned(), |key| key.name());
            rest = following;
        }
        if filled.is_empty() && rest.len() == text.len() {
            return text.into();
        }
        (filled + rest).into()
    }

    /// The first key of a command and its label in the footer.
    pub fn key_and_label<C, S>(
        &self,
        row: &Binding<C, S>,
    ) -> Option<(Cow<'static, str>, &'static str)> {
        let (default, label) = row.footer?;
        let key = self.custom(row.name).and_then(|custom| custom.keys.first());
        Some((key.map_or(default.into(), |key| key.name().into()), label))
    }
}

/// Names the new keys in the footers of changed commands. A footer may also name default keys of
/// other commands, such as `+ -`.
fn update_footers<C>(offers: &mut [Offer<C>], default: &[Cow<'static, [Key]>]) {
    for at in 0..offers.len() {
        let Some((text, label)) = offers[at].footer.clone() else { continue };
        let group = keys_of(&text);
        let of_footer = (0..offers.len())
            .filter(|&other| other == at || default[other].iter().any(|key| group.contains(key)));
        if of_footer.clone().any(|other| offers[other].keys != default[other]) {
            let names = of_footer.filter_map(|other| offers[other].keys.first().copied());
            let mut names: Vec<_> = names.map(Key::name).collect();
            names.dedup();
            offers[at].footer = Some((names.join(" ").into(), label));
        }
    }
}

/// The keys in a footer's text for several keys, such as `+ -`, `1-4` or `arrows`.
fn keys_of(footer: &str) -> Vec<Key> {
    use KeyCode::{Down, Left, Right, Up};
    if footer == "arrows" {
        return [Up, Down, Left, Right].map(Key::plain).into();
    }
    if let [first @ b'0'..=b'9', b'-', last] = *footer.as_bytes() {
        return (first..=last).map(|digit| Key::char(digit.into())).collect();
    }
    let parts: Vec<&str> = footer.split(' ').collect();
    let single = |part: &&str| part.parse::<char>().ok().map(Key::char);
    if parts.len() > 1 { parts.iter().filter_map(single).collect() } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::keys::{Group, key_name};

    static TABLE: [Binding<u8>; 5] = [
        Binding::new("faster", 0, &[Key::char('+'), Key::char('=')], "faster")
            .footer("+ -", "speed"),
        Binding::new("slower", 1, &[Key::char('-')], "slower"),
        Binding::new("undo", 2, &[Key::char('u')], "undo").footer("u", "undo"),
        Binding::new("leave", 3, &[Key::plain(KeyCode::Esc)], "leave").footer("Esc", "back"),
        Binding::new("up", 4, &[Key::plain(KeyCode::Up), Key::char('k')], "up")
            .footer("arrows", "move"),
    ];

    fn keymap(customs: &[(&str, &str)]) -> Keymap {
        let custom = |(name, keys): &(&str, &str)| CustomKeys {
            name: (*name).to_owned(),
            keys: keys.split(' ').map(|key| Key::parse(key).unwrap()).collect(),
            line: 1,
        };
        customs.iter().map(custom).collect()
    }

    fn footers(customs: &[(&str, &str)]) -> String {
        let mut offers = Offer::all_with(Group::Game, &TABLE, |_| None);
        keymap(customs).apply(&mut offers, |_| false);
        let footers = offers.iter().filter_map(|offer| offer.footer.as_ref());
        footers.map(|(key, label)| format!("{key} {label}")).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn footers_name_custom_keys() {
        assert_eq!(footers(&[]), "+ - speed, u undo, Esc back, arrows move");
        assert_eq!(footers(&[("undo", "F5 z")]), "+ - speed, F5 undo, Esc back, arrows move");
        assert_eq!(footers(&[("slower", "s")]), "+ s speed, u undo, Esc back, arrows move");
        assert_eq!(footers(&[("leave", "x"), ("up", "w")]), "+ - speed, u undo, x back, w move");
    }

    #[test]
    fn a_command_keeps_its_fixed_keys() {
        let escape = Key::plain(KeyCode::Esc);
        assert_eq!(
            *keymap(&[("leave", "x")]).keys("leave", TABLE[3].keys),
            [Key::char('x'), escape]
        );
        assert_eq!(*keymap(&[("undo", "x")]).keys("undo", TABLE[2].keys), [Key::char('x')]);
    }

    #[test]
    fn custom_keys_that_type_text_are_not_used_while_typing() {
        let mut offers = Offer::all_with(Group::Game, &TABLE, |_| None);
        keymap(&[("undo", "z"), ("leave", "x")]).apply(&mut offers, Key::is_text);
        assert_eq!((offers[2].key_names(), offers[3].key_names()), ("u".into(), "Esc".into()));
    }

    #[test]
    fn sentences_name_custom_keys() {
        let text = format!("Take it back? {} or {{a}}", key_name(&TABLE, &2));
        assert_eq!(keymap(&[]).fill(&text), "Take it back? u or {a}");
        assert_eq!(keymap(&[("undo", "ctrl-z")]).fill(&text), "Take it back? Ctrl-z or {a}");
        assert_eq!(keymap(&[]).fill("plain"), "plain");
    }
}
