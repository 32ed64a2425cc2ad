//! Keys, and the tables that bind them to commands.
//!
//! A screen has one table of [`Binding`]s. Dispatch, the footer, the help and the README's key
//! lists come from it.

use std::borrow::Cow;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key with its modifiers. Shift is part of the letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The key.
    pub code: KeyCode,
    /// Whether Ctrl is held.
    pub ctrl: bool,
    /// Whether Alt is held.
    pub alt: bool,
}

impl Key {
    /// A key without modifiers.
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, ctrl: false, alt: false }
    }

    /// A letter or sign.
    pub const fn char(letter: char) -> Self {
        Self::plain(KeyCode::Char(letter))
    }

    /// A letter with Ctrl.
    pub const fn ctrl(letter: char) -> Self {
        Self { code: KeyCode::Char(letter), ctrl: true, alt: false }
    }

    /// What it is called.
    pub fn name(self) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(letter) => letter.to_string(),
            KeyCode::BackTab => "Shift-Tab".to_owned(),
            KeyCode::PageUp => "PgUp".to_owned(),
            KeyCode::PageDown => "PgDn".to_owned(),
            KeyCode::F(number) => format!("F{number}"),
            code => format!("{code:?}"),
        };
        format!(
            "{}{}{name}",
            if self.ctrl { "Ctrl-" } else { "" },
            if self.alt { "Alt-" } else { "" }
        )
    }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        Self {
            code: event.code,
            ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
            alt: event.modifiers.contains(KeyModifiers::ALT),
        }
    }
}

/// When a binding can apply at all: bindings that share a key must not share a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When(u8);

impl When {
    /// At any time.
    pub const ALWAYS: Self = Self(0b1111);
    /// When a person must decide.
    pub const DECIDING: Self = Self(0b001);
    /// When no person must decide, and things go on.
    pub const WATCHING: Self = Self(0b010);
    /// When the game is over.
    pub const OVER: Self = Self(0b100);
    /// When a person must decide who is not to look yet.
    pub const COVERED: Self = Self(0b1000);

    /// In either case.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether there is a moment that belongs to both.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// A row of a screen's key table.
#[derive(Clone, Copy, Debug)]
pub struct Binding<C: 'static> {
    /// What it does.
    pub command: C,
    /// The keys that do it.
    pub keys: &'static [Key],
    /// For the footer: what the key is called there, and one word. (None: only in the help.)
    pub footer: Option<(&'static str, &'static str)>,
    /// For the help: what it does, in a few words.
    pub words: &'static str,
    /// When it can apply.
    pub when: When,
}

impl<C: Copy> Binding<C> {
    /// A row that applies at any time and stands in the help only.
    pub const fn new(command: C, keys: &'static [Key], words: &'static str) -> Self {
        Self { command, keys, footer: None, words, when: When::ALWAYS }
    }

    /// It stands in the footer: what its key is called there, and one word.
    pub const fn footer(self, key: &'static str, word: &'static str) -> Self {
        Self { footer: Some((key, word)), ..self }
    }

    /// It can apply only then.
    pub const fn when(self, when: When) -> Self {
        Self { when, ..self }
    }
}

/// A binding as the footer and the help see it.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The keys.
    pub keys: &'static [Key],
    /// See [`Binding::footer`].
    pub footer: Option<(&'static str, &'static str)>,
    /// See [`Binding::words`].
    pub words: &'static str,
    /// Why it does not apply now, if so.
    pub refusal: Option<Cow<'static, str>>,
    /// Whether the help lists it: not what another game has, or a rare moment.
    pub listed: bool,
}

impl Offer {
    /// A row of a table that applies now, or doesn't for this reason.
    pub fn of<C>(binding: &Binding<C>, refusal: Option<Cow<'static, str>>) -> Self {
        Self {
            keys: binding.keys,
            footer: binding.footer,
            words: binding.words,
            refusal,
            listed: true,
        }
    }

    /// Whether it applies now.
    pub fn applies(&self) -> bool {
        self.refusal.is_none()
    }

    /// Its keys by name.
    pub fn key_names(&self) -> String {
        self.keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(" ")
    }
}

/// The place of the offer that `key` means now: one that applies, else one that says why it
/// doesn't.
pub fn find(offers: &[Offer], key: Key) -> Option<usize> {
    let bound = |offer: &Offer| offer.keys.contains(&key);
    offers.iter().position(|o| bound(o) && o.applies()).or_else(|| offers.iter().position(bound))
}

/// Returns the name of the first key that runs `command`, or an empty string if none does.
pub fn key_name<C: Copy + PartialEq>(table: &[Binding<C>], command: C) -> String {
    let binding = table.iter().find(|binding| binding.command == command);
    binding.and_then(|binding| binding.keys.first()).map_or_else(String::new, |key| key.name())
}

/// The keys that two rows of one table claim for the same moment.
pub fn clashes<C>(table: &[Binding<C>]) -> Vec<String> {
    let rows: Vec<_> = table.iter().map(|row| (row.words, row.keys, row.when)).collect();
    clashes_in(&rows)
}

/// [`clashes`] over rows of several tables: words, keys, moment.
pub fn clashes_in(rows: &[(&str, &[Key], When)]) -> Vec<String> {
    let mut found = Vec::new();
    for (i, (words, keys, when)) in rows.iter().enumerate() {
        for (other_words, other_keys, other_when) in &rows[..i] {
            for key in keys.iter().filter(|key| other_keys.contains(key) && when.meets(*other_when))
            {
                found.push(format!("{}: {words} / {other_words}", key.name()));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [Binding<u8>; 3] = [
        Binding {
            command: 0,
            keys: &[Key::char('a'), Key::plain(KeyCode::Enter)],
            footer: Some(("Enter", "act")),
            words: "act",
            when: When::DECIDING,
        },
        Binding {
            command: 1,
            keys: &[Key::char('a')],
            footer: None,
            words: "again",
            when: When::OVER,
        },
        Binding {
            command: 2,
            keys: &[Key::ctrl('a')],
            footer: None,
            words: "all",
            when: When::ALWAYS,
        },
    ];

    #[test]
    fn a_clash_is_a_key_for_two_things_at_one_moment() {
        assert_eq!(clashes(&TABLE), Vec::<String>::new());
        let rows = [("act", TABLE[0].keys, When::DECIDING), ("any", TABLE[1].keys, When::ALWAYS)];
        assert_eq!(clashes_in(&rows), ["a: any / act"]);
    }

    #[test]
    fn a_key_finds_what_applies_before_what_does_not() {
        let mut offers: Vec<_> = TABLE.iter().map(|row| Offer::of(row, None)).collect();
        offers[0].refusal = Some("not now".into());
        assert_eq!(find(&offers, Key::char('a')), Some(1));
        offers[1].refusal = Some("not now".into());
        assert_eq!(find(&offers, Key::char('a')), Some(0));
        assert_eq!(find(&offers, Key::char('z')), None);
    }

    #[test]
    fn keys_have_names() {
        let names = [
            Key::char(' '),
            Key::ctrl('c'),
            Key::plain(KeyCode::F(1)),
            Key::plain(KeyCode::BackTab),
        ];
        assert_eq!(names.map(Key::name), ["Space", "Ctrl-c", "F1", "Shift-Tab"]);
    }
}
