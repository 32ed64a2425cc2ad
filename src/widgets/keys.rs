//! Keys, the tables that bind them to commands, and the commands that are available now.
//!
//! A screen has one table of [`Binding`]s. Key dispatch, the footer, the help, the key lists of the
//! documentation and every sentence that names a key come from this table.

use std::{any::Any, borrow::Cow, fmt::Debug, rc::Rc};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Shift is not a modifier but part of the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub code: KeyCode,
    pub ctrl: bool,
    pub alt: bool,
}

impl Key {
    /// A key without modifiers.
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, ctrl: false, alt: false }
    }

    pub const fn char(character: char) -> Self {
        Self::plain(KeyCode::Char(character))
    }

    pub const fn ctrl(character: char) -> Self {
        Self { code: KeyCode::Char(character), ctrl: true, alt: false }
    }

    /// Whether the key types a character into a line of text.
    pub fn is_text(self) -> bool {
        matches!(self.code, KeyCode::Char(_)) && !self.ctrl && !self.alt
    }

    /// The key's name on the screen, such as `Space` or `Ctrl-c`.
    pub fn name(self) -> String {
        let name = match self.code {
            KeyCode::Char(' ') => "Space".to_owned(),
            KeyCode::Char(character) => character.to_string(),
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

/// A set of situations in which a binding can be available.
///
/// Two bindings of one table may share a key if they share no situation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct When(u8);

impl When {
    pub const ALWAYS: Self = Self(0b11_1111);
    /// A person must decide.
    pub const DECIDING: Self = Self(0b001);
    /// No person must decide, and the game goes on.
    pub const WATCHING: Self = Self(0b010);
    pub const OVER: Self = Self(0b100);
    /// The keyboard is being handed to the person who must decide.
    pub const HAND_OVER: Self = Self(0b1000);

    /// A person at another terminal waits for an answer.
    pub const ASKED: Self = Self(0b1_0000);
    /// Seats are open for people at other terminals.
    pub const INVITING: Self = Self(0b10_0000);

    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn overlaps(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// A row of a screen's key table.
#[derive(Clone, Copy, Debug)]
pub struct Binding<C: 'static> {
    pub command: C,
    /// The first one names the binding in sentences.
    pub keys: &'static [Key],
    /// The key's name and a label of one or two words for the footer; `None` if only the help lists
    /// the binding.
    pub footer: Option<(&'static str, &'static str)>,
    /// What the command does in a few words, for the help.
    pub description: &'static str,
    pub when: When,
}

impl<C: Copy> Binding<C> {
    /// A binding that is available in all situations and that only the help lists.
    pub const fn new(command: C, keys: &'static [Key], description: &'static str) -> Self {
        Self { command, keys, footer: None, description, when: When::ALWAYS }
    }

    pub const fn footer(self, key: &'static str, label: &'static str) -> Self {
        Self { footer: Some((key, label)), ..self }
    }

    pub const fn when(self, when: When) -> Self {
        Self { when, ..self }
    }
}

/// The name of a command's first key, for sentences that mention it.
///
/// # Panics
/// Panics if `table` doesn't bind the command to a key.
pub fn key_name<C: Copy + PartialEq + Debug>(table: &[Binding<C>], command: C) -> String {
    let binding = table.iter().find(|binding| binding.command == command);
    let key = binding.and_then(|binding| binding.keys.first());
    key.unwrap_or_else(|| panic!("no key is bound to {command:?}")).name()
}

/// A binding as it applies now: a command with its keys, and the reason if it is not available.
#[derive(Clone, Debug)]
pub struct Offer<C> {
    pub command: C,
    pub keys: &'static [Key],
    /// See [`Binding::footer`].
    pub footer: Option<(&'static str, &'static str)>,
    pub description: &'static str,
    /// Why the command is not available now; `None` if it is.
    pub refusal: Option<Cow<'static, str>>,
    /// Whether the help lists the command.
    pub is_listed: bool,
}

impl<C: Copy> Offer<C> {
    /// An offer of `binding`'s command that is available unless there is a `refusal`.
    pub fn new(binding: &Binding<C>, refusal: Option<Cow<'static, str>>) -> Self {
        let Binding { command, keys, footer, description, .. } = *binding;
        Self { command, keys, footer, description, refusal, is_listed: true }
    }

    /// The offers of all commands of a key table, all available.
    pub fn all(bindings: &[Binding<C>]) -> Vec<Self> {
        bindings.iter().map(|binding| Self::new(binding, None)).collect()
    }
}

impl<C: Copy + PartialEq> Offer<C> {
    /// Like [`Self::all`], with this text for a command in the footer.
    pub fn all_with_footer(
        bindings: &[Binding<C>],
        command: C,
        footer: (&'static str, &'static str),
    ) -> Vec<Self> {
        let mut offers = Self::all(bindings);
        for offer in offers.iter_mut().filter(|offer| offer.command == command) {
            offer.footer = Some(footer);
        }
        offers
    }
}

impl<C> Offer<C> {
    pub fn is_available(&self) -> bool {
        self.refusal.is_none()
    }

    /// The names of the keys, separated by spaces.
    pub fn key_names(&self) -> String {
        self.keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(" ")
    }

    pub fn map<D>(self, convert: impl FnOnce(C) -> D) -> Offer<D> {
        let Self { command, keys, footer, description, refusal, is_listed } = self;
        Offer { command: convert(command), keys, footer, description, refusal, is_listed }
    }
}

/// Returns the first available offer with this key. If none is available, returns the first offer
/// with the key, which says why; `None` if the key is not bound.
pub fn find<C>(offers: &[Offer<C>], key: Key) -> Option<&Offer<C>> {
    let mut bound = offers.iter().filter(|offer| offer.keys.contains(&key));
    let first = bound.next()?;
    let available = std::iter::once(first).chain(bound).find(|offer| offer.is_available());
    available.or(Some(first))
}

/// A command of any screen, for code that handles commands without knowing their types: the stack
/// of screens, the footer, the help and clicks.
#[derive(Clone, Debug)]
pub struct AnyCommand(Rc<dyn ErasedCommand>);

impl AnyCommand {
    pub fn new<C: Clone + Eq + Debug + 'static>(command: C) -> Self {
        Self(Rc::new(command))
    }

    pub fn get<C: Clone + 'static>(&self) -> Option<C> {
        self.0.as_any().downcast_ref().cloned()
    }
}

impl PartialEq for AnyCommand {
    fn eq(&self, other: &Self) -> bool {
        self.0.is_equal(other.0.as_any())
    }
}

impl Eq for AnyCommand {}

trait ErasedCommand: Debug {
    fn as_any(&self) -> &dyn Any;
    fn is_equal(&self, other: &dyn Any) -> bool;
}

impl<C: Eq + Debug + 'static> ErasedCommand for C {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_equal(&self, other: &dyn Any) -> bool {
        other.downcast_ref() == Some(self)
    }
}

/// Describes each key that two rows of a table bind in the same situation.
pub fn clashes<C>(table: &[Binding<C>]) -> Vec<String> {
    let mut found = Vec::new();
    for (at, row) in table.iter().enumerate() {
        for other in table[..at].iter().filter(|other| row.when.overlaps(other.when)) {
            for key in row.keys.iter().filter(|key| other.keys.contains(key)) {
                let (one, two) = (row.description, other.description);
                found.push(format!("{}: {one} / {two}", key.name()));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: [Binding<u8>; 3] = [
        Binding::new(0, &[Key::char('a'), Key::plain(KeyCode::Enter)], "act")
            .footer("Enter", "act")
            .when(When::DECIDING),
        Binding::new(1, &[Key::char('a')], "again").when(When::OVER),
        Binding::new(2, &[Key::ctrl('a')], "all"),
    ];

    #[test]
    fn a_key_with_two_meanings_in_one_situation_is_a_clash() {
        assert_eq!(clashes(&TABLE), Vec::<String>::new());
        let rows = [TABLE[0], TABLE[1].when(When::ALWAYS)];
        assert_eq!(clashes(&rows), ["a: again / act"]);
    }

    #[test]
    fn a_key_finds_the_available_command_first() {
        let mut offers: Vec<_> = TABLE.iter().map(|row| Offer::new(row, None)).collect();
        let found = |offers: &[Offer<u8>], key| find(offers, key).map(|offer| offer.command);
        assert_eq!(found(&offers, Key::char('a')), Some(0));
        offers[0].refusal = Some("not now".into());
        assert_eq!(found(&offers, Key::char('a')), Some(1));
        offers[1].refusal = Some("not now".into());
        assert_eq!(found(&offers, Key::char('a')), Some(0));
        assert_eq!(found(&offers, Key::char('z')), None);
    }

    #[test]
    fn commands_of_any_type_are_equal_if_type_and_value_are() {
        let command = AnyCommand::new(7_u8);
        assert_eq!(command, AnyCommand::new(7_u8));
        assert_ne!(command, AnyCommand::new(8_u8));
        assert_ne!(command, AnyCommand::new(7_u16));
        assert_eq!((command.get::<u8>(), command.get::<u16>()), (Some(7), None));
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
        assert_eq!(key_name(&TABLE, 2), "Ctrl-a");
    }
}
