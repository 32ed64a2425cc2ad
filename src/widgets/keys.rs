//! Keys, the tables that bind them to commands, and the available commands.
//!
//! A screen has one table of [`Binding`]s. Key dispatch, the footer, the help, the key lists of the
//! documentation and every sentence that names a key come from this table.

use std::{any::Any, borrow::Cow, fmt::Debug, rc::Rc};

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A key press. Shift is part of the character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    pub code: KeyCode,
    pub ctrl: bool,
    pub alt: bool,
}

impl Key {
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, ctrl: false, alt: false }
    }

    pub const fn char(character: char) -> Self {
        Self::plain(KeyCode::Char(character))
    }

    pub const fn ctrl(character: char) -> Self {
        Self { code: KeyCode::Char(character), ctrl: true, alt: false }
    }

    pub fn is_text(self) -> bool {
        matches!(self.code, KeyCode::Char(_)) && !self.ctrl && !self.alt
    }

    /// Whether the key types a letter, a digit or a space.
    pub fn is_word_character(self) -> bool {
        let is_one = |typed: char| typed.is_alphanumeric() || typed == ' ';
        self.is_text() && matches!(self.code, KeyCode::Char(typed) if is_one(typed))
    }

    pub fn is_movement(self) -> bool {
        use KeyCode::{BackTab, Down, End, Home, Left, PageDown, PageUp, Right, Tab, Up};
        matches!(
            self.code,
            Up | Down | Left | Right | Tab | BackTab | PageUp | PageDown | Home | End
        )
    }

    /// Whether the key's meaning can't be changed: help, back and quit.
    pub fn is_fixed(self) -> bool {
        const FIXED: [Key; 3] =
            [Key::plain(KeyCode::F(1)), Key::plain(KeyCode::Esc), Key::ctrl('c')];
        FIXED.contains(&self)
    }

    /// Whether the key is used to type cells and cards at a board.
    pub fn types_cells(self) -> bool {
        matches!(self, Self { code: KeyCode::Char('0'..='9' | ',') | KeyCode::Backspace, .. })
            && !self.ctrl
            && !self.alt
    }

    /// Parses the name of a key in any case; `None` if terminals can't send it.
    pub fn parse(name: &str) -> Option<Self> {
        let named = |key: &Self| key.name().eq_ignore_ascii_case(name);
        if let Some(key) = named_keys().find(named) {
            return Some(key);
        }
        let lower = name.to_ascii_lowercase();
        let (rest, is_alt) = match lower.strip_prefix("alt-") {
            Some(_) => (&name["alt-".len()..], true),
            None => (name, false),
        };
        match lower.strip_prefix("ctrl-").map(str::parse::<char>) {
            // Terminals send these three as Backspace, Tab and Enter.
            Some(Ok(letter @ 'a'..='z')) if !matches!(letter, 'h' | 'i' | 'm') => {
                Some(Self::ctrl(letter))
            }
            Some(_) => None,
            None => {
                let character = rest.parse::<char>().ok()?;
                let is_shown = !character.is_control() && !character.is_whitespace();
                is_shown.then_some(Self { alt: is_alt, ..Self::char(character) })
            }
        }
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

/// The keys with a name longer than a character.
fn named_keys() -> impl Iterator<Item = Key> {
    use KeyCode::{
        BackTab, Backspace, Char, Delete, Down, End, Enter, Esc, F, Home, Insert, Left, PageDown,
        PageUp, Right, Tab, Up,
    };
    let named = [
        Enter,
        Char(' '),
        Tab,
        BackTab,
        Up,
        Down,
        Left,
        Right,
        Home,
        End,
        PageUp,
        PageDown,
        Insert,
        Delete,
        Backspace,
        Esc,
    ];
    named.into_iter().chain((1..=12).map(F)).map(Key::plain)
}

/// The names of all keys but characters and fixed keys, for a message.
pub fn special_key_names() -> String {
    let names: Vec<_> = named_keys().filter(|key| !key.is_fixed()).map(Key::name).collect();
    names.join(", ")
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

/// The reason why a command is not available.
pub type Refusal = Cow<'static, str>;

pub fn refuse(is_refused: bool, reason: &'static str) -> Option<Refusal> {
    is_refused.then(|| reason.into())
}

/// The section of the help with a command, in the order of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Game,
    Look,
    Table,
    /// The rows and values of a page.
    Page,
    Program,
}

impl Group {
    pub fn title(self) -> &'static str {
        match self {
            Self::Game => "Game",
            Self::Look => "Look",
            Self::Table => "Table",
            Self::Page => "This page",
            Self::Program => "Program",
        }
    }
}

/// A row of a screen's key table. The state `S` decides whether its command is available.
pub struct Binding<C: 'static, S = ()> {
    /// The name of the command in the settings; empty for answers to a question.
    pub name: &'static str,
    pub command: C,
    /// The first key is named in sentences. Without keys, the command can be run from the help.
    pub keys: &'static [Key],
    /// The key's name and a short label for the footer; `None` if only the help lists the binding.
    pub footer: Option<(&'static str, &'static str)>,
    pub description: &'static str,
    /// `None` for the default group of its table.
    pub group: Option<Group>,
    /// Whether the command needs the host's files, programs or shell, which guests don't have.
    pub needs_host: bool,
    /// Whether the help omits the command while it is not available.
    pub is_hidden: bool,
    pub refusal: fn(&S) -> Option<Refusal>,
}

impl<C: Copy, S> Clone for Binding<C, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Copy, S> Copy for Binding<C, S> {}

impl<C, S> Binding<C, S> {
    /// A binding that is always available and listed only in the help.
    pub const fn new(
        name: &'static str,
        command: C,
        keys: &'static [Key],
        description: &'static str,
    ) -> Self {
        Self {
            name,
            command,
            keys,
            footer: None,
            description,
            group: None,
            needs_host: false,
            is_hidden: false,
            refusal: |_| None,
        }
    }

    pub const fn footer(mut self, key: &'static str, label: &'static str) -> Self {
        self.footer = Some((key, label));
        self
    }

    pub const fn needs_host(mut self) -> Self {
        self.needs_host = true;
        self
    }

    pub const fn refused(mut self, refusal: fn(&S) -> Option<Refusal>) -> Self {
        self.refusal = refusal;
        self
    }

    pub const fn hidden(mut self) -> Self {
        self.is_hidden = true;
        self
    }

    pub const fn group(mut self, group: Group) -> Self {
        self.group = Some(group);
        self
    }
}

/// The delimiters of a command's name and default key in a sentence; noncharacters.
pub const KEY_START: char = '\u{fdd0}';
pub const KEY_END: char = '\u{fdd1}';

/// A placeholder for a command's first key in a sentence, which
/// [`fill`](super::keymap::Keymap::fill) replaces by the key's name. Panics if `table` doesn't bind
/// the command to a key.
pub fn key_name<C: PartialEq + Debug, S>(table: &[Binding<C, S>], command: &C) -> String {
    let binding = table.iter().find(|binding| binding.command == *command);
    let named = binding.and_then(|binding| Some((binding.name, binding.keys.first()?.name())));
    let (name, key) = named.unwrap_or_else(|| panic!("no key is bound to {command:?}"));
    format!("{KEY_START}{name}:{key}{KEY_END}")
}

/// A binding in the current state: a command with its keys, and the reason if it is not available.
#[derive(Clone, Debug)]
pub struct Offer<C> {
    pub name: &'static str,
    pub command: C,
    pub keys: Cow<'static, [Key]>,
    pub footer: Option<(Cow<'static, str>, &'static str)>,
    /// Whether the footer shows it dimmed, because it is about to be useful again.
    pub is_due: bool,
    pub description: &'static str,
    pub group: Group,
    pub refusal: Option<Refusal>,
    /// Whether the help lists it.
    pub is_listed: bool,
    pub needs_host: bool,
}

impl<C: Clone> Offer<C> {
    /// `group` is used if the row has none.
    pub fn new<S>(group: Group, binding: &Binding<C, S>, refusal: Option<Refusal>) -> Self {
        let Binding { name, command, keys, footer, description, needs_host, .. } = binding;
        Self {
            name,
            command: command.clone(),
            keys: (*keys).into(),
            footer: footer.map(|(key, label)| (key.into(), label)),
            is_due: false,
            description,
            group: binding.group.unwrap_or(group),
            is_listed: refusal.is_none() || !binding.is_hidden,
            refusal,
            needs_host: *needs_host,
        }
    }

    /// The offers of a key table whose rows decide which commands are available.
    pub fn all<S>(bindings: &[Binding<C, S>], state: &S) -> Vec<Self> {
        let offer = |row: &Binding<C, S>| Self::new(Group::Page, row, (row.refusal)(state));
        bindings.iter().map(offer).collect()
    }

    /// The offers of a key table in this group, if its rows don't decide which are available.
    pub fn all_with(
        group: Group,
        bindings: &[Binding<C>],
        refusal: impl Fn(&C) -> Option<Refusal>,
    ) -> Vec<Self> {
        bindings.iter().map(|row| Self::new(group, row, refusal(&row.command))).collect()
    }
}

impl<C: PartialEq> Offer<C> {
    pub fn relabel(offers: &mut [Self], command: &C, label: &'static str) {
        for offer in offers.iter_mut().filter(|offer| offer.command == *command) {
            offer.footer = offer.footer.take().map(|(key, _)| (key, label));
        }
    }

    /// Removes a command from the footer, because another key there runs it, too.
    pub fn omit_from_footer(offers: &mut [Self], command: &C) {
        for offer in offers.iter_mut().filter(|offer| offer.command == *command) {
            offer.footer = None;
        }
    }
}

impl<C> Offer<C> {
    pub fn is_available(&self) -> bool {
        self.refusal.is_none()
    }

    /// Removes keys that type text. If none remains, the command is refused and not listed.
    pub fn remove_typed_keys(&mut self, is_typed: impl Fn(Key) -> bool, reason: &'static str) {
        if !self.keys.iter().any(|key| is_typed(*key)) {
            return;
        }
        let first = self.keys.first().copied();
        self.keys.to_mut().retain(|key| !is_typed(*key));
        self.footer = match (self.footer.take(), self.keys.first()) {
            (footer, key) if key.copied() == first => footer,
            (Some((_, label)), Some(Key { code: KeyCode::F(1), .. })) => Some(("F1".into(), label)),
            _ => None,
        };
        if self.keys.is_empty() {
            (self.refusal, self.is_listed) = (Some(reason.into()), false);
        }
    }

    pub fn key_names(&self) -> String {
        self.keys.iter().map(|key| key.name()).collect::<Vec<_>>().join(" ")
    }

    pub fn map<D>(self, convert: impl FnOnce(C) -> D) -> Offer<D> {
        Offer {
            name: self.name,
            command: convert(self.command),
            keys: self.keys,
            footer: self.footer,
            is_due: self.is_due,
            description: self.description,
            group: self.group,
            refusal: self.refusal,
            is_listed: self.is_listed,
            needs_host: self.needs_host,
        }
    }
}

/// Returns the first available offer with this key, or else the first refused one.
pub fn find<C>(offers: &[Offer<C>], key: Key) -> Option<&Offer<C>> {
    let mut bound = offers.iter().filter(|offer| offer.keys.contains(&key));
    let available = bound.clone().find(|offer| offer.is_available());
    available.or_else(|| bound.next())
}

/// A type-erased command, for code shared by all screens: the stack, the footer, the help, clicks.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::Keymap;

    /// Whether each command is refused.
    type State = [bool; 3];

    static TABLE: [Binding<u8, State>; 3] = [
        Binding::new("act", 0, &[Key::char('a'), Key::plain(KeyCode::Enter)], "act")
            .footer("Enter", "act")
            .refused(|state: &State| refuse(state[0], "not now")),
        Binding::new("again", 1, &[Key::char('a')], "again")
            .refused(|state: &State| refuse(state[1], "not now"))
            .hidden(),
        Binding::new("all", 2, &[Key::ctrl('a')], "all")
            .refused(|state: &State| refuse(state[2], "not now"))
            .group(Group::Program),
    ];

    #[test]
    fn a_key_finds_the_available_command_first() {
        let found = |state, key| find(&Offer::all(&TABLE, &state), key).map(|offer| offer.command);
        assert_eq!(found([false, false, false], Key::char('a')), Some(0));
        assert_eq!(found([true, false, false], Key::char('a')), Some(1));
        assert_eq!(found([true, true, false], Key::char('a')), Some(0));
        assert_eq!(found([true, true, false], Key::char('z')), None);
    }

    #[test]
    fn a_hidden_command_is_listed_only_while_it_is_available() {
        let listed = |state| {
            let offers = Offer::all(&TABLE, &state);
            offers.iter().map(|offer| (offer.command, offer.is_listed)).collect::<Vec<_>>()
        };
        assert_eq!(listed([false; 3]), [(0, true), (1, true), (2, true)]);
        assert_eq!(listed([true; 3]), [(0, true), (1, false), (2, true)]);
    }

    #[test]
    fn the_group_of_a_row_overrides_that_of_its_table() {
        let group = |row| Offer::new(Group::Game, row, None).group;
        let groups: Vec<_> = TABLE.iter().map(group).collect();
        assert_eq!(groups, [Group::Game, Group::Game, Group::Program]);
    }

    #[test]
    fn only_keys_that_type_no_text_work_while_typing() {
        let [mut first, mut second, mut third] =
            Offer::all(&TABLE, &[false; 3]).try_into().unwrap();
        for offer in [&mut first, &mut second, &mut third] {
            offer.remove_typed_keys(Key::is_text, "you are typing");
        }
        assert_eq!((first.key_names().as_str(), first.is_available()), ("Enter", true));
        assert!(!second.is_available() && !second.is_listed && second.keys.is_empty());
        assert_eq!((third.key_names().as_str(), third.is_available()), ("Ctrl-a", true));
    }

    #[test]
    fn erased_commands_are_equal_if_their_types_and_values_are() {
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
        assert_eq!(Keymap::default().fill(&key_name(&TABLE, &2)), "Ctrl-a");
    }

    #[test]
    fn keys_are_read_by_their_names() {
        for key in named_keys().chain([Key::char('u'), Key::char('Ж'), Key::ctrl('r')]) {
            assert_eq!(Key::parse(&key.name()), Some(key));
        }
        assert_eq!(Key::parse("ctrl-R"), Some(Key::ctrl('r')));
        assert_eq!(Key::parse("SHIFT-TAB"), Some(Key::plain(KeyCode::BackTab)));
        assert_eq!(Key::parse("alt-X"), Some(Key { alt: true, ..Key::char('X') }));
        for name in ["", "uu", "ctrl-", "ctrl-i", "ctrl-1", "f13", "\u{1b}", "alt-", "\u{a0}"] {
            assert_eq!(Key::parse(name), None, "{name:?}");
        }
    }
}
