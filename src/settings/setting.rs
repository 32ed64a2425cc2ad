//! The table of settings, one row each: the key in the file, the texts of the page, and the values.

use std::{fmt, time::Duration};

use serde::{Deserialize, de::IntoDeserializer as _};
use toml::{Spanned, de::DeValue};
use toml_edit::Value as TomlValue;

use super::{MAX_PEOPLE, guest::GuestLimits, parse_name, themes::Themes};
use crate::widgets::{
    Keymap, Motion, Theme,
    form::{Row, RowId},
};

/// The choices of [`Settings::pace`], from slow to fast.
pub const PACES: [Duration; 7] = [
    Duration::from_secs(3),
    Duration::from_millis(1500),
    Duration::from_millis(800),
    Duration::from_millis(400),
    Duration::from_millis(150),
    Duration::from_millis(50),
    Duration::ZERO,
];

const ANSWER_DELAYS: [Duration; 6] = [
    Duration::ZERO,
    Duration::from_millis(300),
    Duration::from_millis(600),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(3),
];

const LINGERS: [Option<Duration>; 7] = [
    Some(Duration::ZERO),
    Some(Duration::from_secs(1)),
    Some(Duration::from_secs(2)),
    Some(Duration::from_secs(3)),
    Some(Duration::from_secs(5)),
    Some(Duration::from_secs(10)),
    None,
];

#[expect(clippy::struct_excessive_bools, reason = "each of them is a switch of its own")]
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    pub theme: String,
    pub ascii_glyphs: bool,
    /// Whether cells are numbered as on each game's course sheet.
    pub course_coordinates: bool,
    pub motion: Motion,
    pub mouse: bool,
    /// The minimum time between two moves when only computers play.
    pub pace: Duration,
    /// The minimum time from the end of a person's animated move to a computer's answer.
    pub answer_delay: Duration,
    /// Whether the terminal's bell rings for a person's move, for arrivals and at the end of a
    /// game.
    pub bell: bool,
    pub coach: bool,
    /// Whether computer opponents speak, and phrases of people at shared tables are shown.
    pub table_talk: bool,
    /// Whether computer opponents are called by their levels.
    pub opponents_by_level: bool,
    /// Whether copied texts about daily deals have plain characters instead of emoji.
    pub plain_squares: bool,
    /// Whether the arcade is a conversation in lines.
    pub arcade_in_lines: bool,
    pub telling: Detail,
    /// The names of the people at the keyboard, by seat; empty for the default.
    pub names: [String; MAX_PEOPLE],
    /// The file or `PostgreSQL` URL of shared tables; `None` for the default file.
    pub database: Option<String>,
    pub guest: GuestLimits,
    pub keymap: Keymap,
}

impl Settings {
    /// The name of the person whose arcade this is; empty for the default.
    pub fn own_name(&self) -> &str {
        &self.names[0]
    }

    pub fn set_own_name(&mut self, name: &str) {
        name.clone_into(&mut self.names[0]);
    }
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::names().next().unwrap_or_default().to_owned(),
            ascii_glyphs: false,
            course_coordinates: false,
            motion: Motion::default(),
            mouse: true,
            pace: Duration::from_millis(800),
            answer_delay: Duration::from_millis(600),
            bell: false,
            coach: false,
            table_talk: true,
            opponents_by_level: false,
            plain_squares: false,
            arcade_in_lines: false,
            telling: Detail::default(),
            names: Default::default(),
            database: None,
            guest: GuestLimits::default(),
            keymap: Keymap::default(),
        }
    }
}

/// Two settings are equal if they have the same key.
pub struct Setting {
    /// The key in the file, with its table if it is not in the root: `names.first`.
    key: &'static str,
    /// The label on the settings page; empty if the setting can be changed only in the file.
    pub label: &'static str,
    /// One text for the setting, or one for each of its values.
    help: &'static [&'static str],
    kind: Kind,
}

/// The type of a setting's values, with the field that holds it.
enum Kind {
    Switch(Field<bool>),
    /// One of several words, by index. The file has them in small letters.
    Words {
        get: fn(&Settings) -> usize,
        set: fn(&mut Settings, usize),
        words: &'static [&'static str],
    },
    Theme(Field<String>),
    Seconds {
        field: Field<Duration>,
        min: f64,
        max: f64,
        steps: &'static [Duration],
        suffix: &'static str,
    },
    /// Seconds, or `"key"` for `None`.
    UntilKey {
        field: Field<Option<Duration>>,
        max: f64,
        steps: &'static [Option<Duration>],
    },
    /// A person's name, and the placeholder for an empty one.
    Name(Field<String>, &'static str),
    /// A file or a server.
    Place(Field<Option<String>>),
    /// A whole number from 1 to this maximum.
    Count(Field<u32>, u32),
}

struct Field<V: 'static> {
    get: fn(&Settings) -> &V,
    get_mut: fn(&mut Settings) -> &mut V,
}

macro_rules! field {
    ($($path:tt)+) => {
        Field { get: |settings| &settings.$($path)+, get_mut: |settings| &mut settings.$($path)+ }
    };
}

/// [`Kind::Words`] for a `bool`, or for an enum with a list `ALL` of its values.
macro_rules! words {
    ($field:ident: bool, $($word:literal),+) => {
        Kind::Words {
            get: |settings| settings.$field.into(),
            set: |settings, index| settings.$field = index == 1,
            words: &[$($word),+],
        }
    };
    ($field:ident: $kind:ident, $($word:literal),+) => {
        Kind::Words {
            get: |settings| settings.$field as usize,
            set: |settings, index| settings.$field = $kind::ALL[index],
            words: &[$($word),+],
        }
    };
}

/// The detail of the descriptions in the arcade in lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Detail {
    /// Events only.
    Brief,
    /// Also the state of the game.
    #[default]
    Normal,
    /// Also the most important features of the position.
    Full,
}

impl Detail {
    const ALL: [Self; 3] = [Self::Brief, Self::Normal, Self::Full];
}

impl Setting {
    pub const THEME: Self = Self {
        key: "theme",
        label: "Theme",
        // The page shows the theme's own description.
        help: &[],
        kind: Kind::Theme(field!(theme)),
    };
    pub const GLYPHS: Self = Self {
        key: "glyphs",
        label: "Characters",
        help: &["Lines, blocks and card suits.", "Plain characters that every terminal can show."],
        kind: words!(ascii_glyphs: bool, "Unicode", "ASCII"),
    };
    pub const MOTION: Self = Self {
        key: "motion",
        label: "Motion",
        help: &["No animations.", "Tiles and cards turn in less than half a second."],
        kind: Kind::Switch(field!(motion.enabled)),
    };
    pub const LINGER: Self = Self {
        key: "linger",
        label: "Show results",
        help: &["How long a finished round or a mismatched pair stays visible."],
        kind: Kind::UntilKey { field: field!(motion.linger), max: 60.0, steps: &LINGERS },
    };
    pub const NAME: Self = Self {
        key: "names.first",
        label: "Your name",
        help: &["Your name at the table."],
        kind: Kind::Name(field!(names[0]), "you"),
    };

    /// All settings, in the order of the page; those without a label are only in the file.
    pub const ALL: &'static [Self] = &[
        Self::THEME,
        Self::GLYPHS,
        Self {
            key: "coordinates",
            label: "Coordinates",
            help: &[
                "Rows and columns are counted from 1 in every game.",
                "Rows and columns have the numbers of each game's course sheet.",
            ],
            kind: words!(course_coordinates: bool, "Arcade", "Course"),
        },
        Self::MOTION,
        Self {
            key: "mouse",
            label: "Mouse",
            help: &[
                "The mouse selects text, as usual in your terminal.",
                "Click and scroll in the arcade. Hold Shift to select text.",
            ],
            kind: Kind::Switch(field!(mouse)),
        },
        Self {
            key: "pace",
            label: "Watch pace",
            help: &["The pause between moves when only computers play."],
            kind: Kind::Seconds {
                field: field!(pace),
                min: 0.0,
                max: 100.0,
                steps: &PACES,
                suffix: " per move",
            },
        },
        Self::LINGER,
        Self {
            key: "answer-delay",
            label: "Answer after",
            help: &["A computer never answers your move sooner than this."],
            kind: Kind::Seconds {
                field: field!(answer_delay),
                min: 0.0,
                max: 3.0,
                steps: &ANSWER_DELAYS,
                suffix: "",
            },
        },
        Self {
            key: "coach",
            label: "Coach",
            help: &[
                "You play without advice, unless you ask for it.",
                "You may take back a costly move. Such games are for practice.",
            ],
            kind: Kind::Switch(field!(coach)),
        },
        Self {
            key: "bell",
            label: "Bell",
            help: &["No sound.", "Rings for your move, for arrivals and at the end."],
            kind: Kind::Switch(field!(bell)),
        },
        Self {
            key: "table-talk",
            label: "Table talk",
            help: &[
                "Nobody speaks, not even at shared tables.",
                "Opponents and people at shared tables say something now and then.",
            ],
            kind: Kind::Switch(field!(table_talk)),
        },
        Self {
            key: "opponents",
            label: "Opponents",
            help: &["Computers have names and faces.", "Computers are called by their levels."],
            kind: words!(opponents_by_level: bool, "Names", "Levels"),
        },
        Self {
            key: "squares",
            label: "",
            help: &[
                "Copied texts about today's deal have emoji.",
                "Copied texts about today's deal have plain characters.",
            ],
            kind: words!(plain_squares: bool, "Emoji", "Plain"),
        },
        Self {
            key: "arcade",
            label: "Arcade in",
            help: &[
                "Pictures on the whole screen.",
                "Lines of text, for screen readers, from the next start on.",
            ],
            kind: words!(arcade_in_lines: bool, "Screens", "Lines"),
        },
        Self {
            key: "telling",
            label: "Telling",
            help: &[
                "In lines: only what happens.",
                "In lines: what happens, and how the game stands.",
                "In lines: also what matters at the moment.",
            ],
            kind: words!(telling: Detail, "Brief", "Normal", "Full"),
        },
        Self::NAME,
        Self::other_name("names.second", "Player 2", field!(names[1]), "player 2"),
        Self::other_name("names.third", "Player 3", field!(names[2]), "player 3"),
        Self::other_name("names.fourth", "Player 4", field!(names[3]), "player 4"),
        Self::in_file("shared.database", Kind::Place(field!(database))),
        Self::in_file("guest.tables", Kind::Count(field!(guest.tables), 1000)),
        Self::in_file(
            "guest.thinking",
            Kind::Seconds {
                field: field!(guest.thinking),
                min: 0.1,
                max: 60.0,
                steps: &[],
                suffix: "",
            },
        ),
        Self::in_file("guest.cores", Kind::Count(field!(guest.cores), 1000)),
    ];

    const fn other_name(
        key: &'static str,
        label: &'static str,
        field: Field<String>,
        shown: &'static str,
    ) -> Self {
        let help = &["The name of another player at this keyboard."];
        Self { key, label, help, kind: Kind::Name(field, shown) }
    }

    const fn in_file(key: &'static str, kind: Kind) -> Self {
        Self { key, label: "", help: &[""], kind }
    }

    /// The settings for the names of the people at the keyboard.
    pub fn of_names() -> impl Iterator<Item = &'static Self> {
        Self::ALL.iter().filter(|setting| matches!(setting.kind, Kind::Name(..)))
    }

    pub fn on_screen() -> impl Iterator<Item = &'static Self> {
        Self::in_lines().filter(|setting| !setting.is_only_in_lines())
    }

    /// The help text of the setting, or of its first value.
    pub fn first_help(&self) -> &'static str {
        self.help.first().copied().unwrap_or_default()
    }

    pub fn in_lines() -> impl Iterator<Item = &'static Self> {
        Self::ALL.iter().filter(|setting| !setting.label.is_empty())
    }

    fn is_only_in_lines(&self) -> bool {
        matches!(self.key, "arcade" | "telling")
    }

    /// Returns the table of the setting in the file (`None` is the root), and its key there.
    pub fn key(&self) -> (Option<&'static str>, &'static str) {
        self.key.split_once('.').map_or((None, self.key), |(table, key)| (Some(table), key))
    }

    /// # Errors
    /// Returns a description of the valid values; the setting is then unchanged.
    pub(super) fn read(
        &self,
        settings: &mut Settings,
        value: Spanned<DeValue>,
        themes: &Themes,
    ) -> Result<(), String> {
        match &self.kind {
            Kind::Switch(field) => *(field.get_mut)(settings) = read(value, "true or false")?,
            Kind::Words { set, words, .. } => {
                let words: Vec<_> = words.iter().map(|word| word.to_lowercase()).collect();
                let quoted: Vec<_> = words.iter().map(|word| format!("{word:?}")).collect();
                let expected = quoted.join(" or ");
                let word: String = read(value, &expected)?;
                let index = words.iter().position(|other| *other == word).ok_or(expected)?;
                set(settings, index);
            }
            Kind::Theme(field) => {
                let names = themes.names().collect::<Vec<_>>().join(", ");
                let expected = format!("a theme ({names})");
                let name: String = read(value, &expected)?;
                themes.get(&name).ok_or(expected)?;
                *(field.get_mut)(settings) = name;
            }
            Kind::Seconds { field, min, max, .. } => {
                *(field.get_mut)(settings) = seconds(value, *min, *max)?;
            }
            Kind::UntilKey { field, max, .. } => {
                let is_key = value.get_ref().as_str() == Some("key");
                let time = if is_key { None } else { Some(seconds(value, 0.0, *max)) };
                let time =
                    time.transpose().map_err(|expected| format!("{expected}, or \"key\""))?;
                *(field.get_mut)(settings) = time;
            }
            Kind::Name(field, _) => {
                let name = read(value, "text in quotes");
                let name = name.and_then(|name: String| parse_name(&name));
                *(field.get_mut)(settings) = name.map_err(|error| format!("a name ({error})"))?;
            }
            Kind::Place(field) => {
                let place: String = read(value, "a file or a postgres:// URL (text in quotes)")?;
                let place = Some(place.trim().to_owned()).filter(|place| !place.is_empty());
                *(field.get_mut)(settings) = place;
            }
            Kind::Count(field, max) => {
                let expected = format!("from 1 to {max}");
                let count: u32 = read(value, &expected)?;
                *(field.get_mut)(settings) =
                    Some(count).filter(|count| (1..=*max).contains(count)).ok_or(expected)?;
            }
        }
        Ok(())
    }

    pub(super) fn value(&self, settings: &Settings) -> TomlValue {
        match &self.kind {
            Kind::Switch(field) => (*(field.get)(settings)).into(),
            Kind::Words { get, words, .. } => words[get(settings)].to_lowercase().into(),
            Kind::Theme(field) | Kind::Name(field, _) => (field.get)(settings).into(),
            Kind::Seconds { field, .. } => number(*(field.get)(settings)),
            Kind::UntilKey { field, .. } => (field.get)(settings).map_or("key".into(), number),
            Kind::Place(field) => (field.get)(settings).as_deref().unwrap_or_default().into(),
            Kind::Count(field, _) => i64::from(*(field.get)(settings)).into(),
        }
    }

    /// The ID of the setting's row in a form. Settings that are only in the file have no row.
    pub fn row_id(&self) -> RowId {
        self.label.into()
    }

    fn row(&'static self, settings: &Settings, themes: &Themes) -> Row<EditedSettings> {
        let help = self.first_help();
        let row = |text: &str| Row::value(self.label, text).help(help);
        let meaning = |index: usize| self.help.get(index).copied().unwrap_or(help);
        match &self.kind {
            Kind::Switch(field) => {
                let index = usize::from(*(field.get)(settings));
                let set = |edited: &mut EditedSettings, index| {
                    *(field.get_mut)(&mut edited.settings) = index == 1;
                };
                let row = Row::choice(self.label, ["off", "on"], index, set).stepper(true);
                row.help(meaning(index))
            }
            Kind::Words { get, set, words } => {
                let index = get(settings);
                let set = |edited: &mut EditedSettings, index| set(&mut edited.settings, index);
                let row = Row::choice(self.label, *words, index, set).stepper(true);
                row.help(meaning(index))
            }
            Kind::Theme(field) => {
                let theme = (field.get)(settings);
                let help = themes.get(theme).map_or("", |theme| theme.description.as_str());
                let index = themes.names().position(|name| name == theme).unwrap_or(0);
                let set = |edited: &mut EditedSettings, index| {
                    if let Some(name) = edited.themes.names().nth(index) {
                        name.clone_into((field.get_mut)(&mut edited.settings));
                    }
                };
                Row::choice(self.label, themes.names(), index, set).stepper(true).help(help)
            }
            Kind::Seconds { field, steps, suffix, .. } => {
                let (times, index) = with_current(steps, *(field.get)(settings), |time| time);
                let texts: Vec<_> =
                    times.iter().map(|&time| format!("{}{suffix}", in_seconds(time))).collect();
                let set = move |edited: &mut EditedSettings, index: usize| {
                    *(field.get_mut)(&mut edited.settings) = times[index];
                };
                Row::choice(self.label, texts, index, set).stepper(true).help(help)
            }
            Kind::UntilKey { field, steps, .. } => {
                let order = |time: Option<Duration>| time.unwrap_or(Duration::MAX);
                let (times, index) = with_current(steps, *(field.get)(settings), order);
                let text = |time: &Option<Duration>| {
                    time.map_or("until a key press".to_owned(), in_seconds)
                };
                let texts: Vec<_> = times.iter().map(text).collect();
                let set = move |edited: &mut EditedSettings, index: usize| {
                    *(field.get_mut)(&mut edited.settings) = times[index];
                };
                Row::choice(self.label, texts, index, set).stepper(true).help(help)
            }
            Kind::Name(field, shown) => {
                let name = (field.get)(settings);
                row(if name.is_empty() { shown } else { name })
                    .preset_if(name.is_empty())
                    .group_if(*self == Self::NAME)
                    .typed(self.label, name, |edited: &mut EditedSettings, text| {
                        *(field.get_mut)(&mut edited.settings) = parse_name(text)?;
                        Ok(())
                    })
            }
            // Not on the page. A URL may contain a password.
            Kind::Place(_) | Kind::Count(..) => row(""),
        }
    }
}

pub struct EditedSettings {
    pub settings: Settings,
    pub themes: Themes,
}

impl EditedSettings {
    pub fn rows(&self) -> Vec<Row<Self>> {
        Setting::on_screen().map(|setting| setting.row(&self.settings, &self.themes)).collect()
    }

    pub fn rows_in_lines(&self) -> Vec<Row<Self>> {
        Setting::in_lines().map(|setting| setting.row(&self.settings, &self.themes)).collect()
    }
}

impl PartialEq for Setting {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl fmt::Debug for Setting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.key)
    }
}

fn read<'de, V: Deserialize<'de>>(
    value: Spanned<DeValue<'de>>,
    expected: &str,
) -> Result<V, String> {
    V::deserialize(value.into_deserializer()).map_err(|_| expected.to_owned())
}

fn seconds(value: Spanned<DeValue>, min: f64, max: f64) -> Result<Duration, String> {
    let expected = format!("seconds from {min} to {max}");
    let seconds: f64 = read(value, &expected)?;
    if (min..=max).contains(&seconds) {
        Ok(Duration::from_secs_f64(seconds))
    } else {
        Err(expected)
    }
}

/// Returns seconds as a TOML integer if possible, otherwise as a float.
fn number(time: Duration) -> TomlValue {
    match (time.subsec_nanos(), i64::try_from(time.as_secs())) {
        (0, Ok(seconds)) => seconds.into(),
        _ => time.as_secs_f64().into(),
    }
}

/// Such as `0.33 s`.
pub fn in_seconds(time: Duration) -> String {
    let seconds = format!("{:.2}", time.as_secs_f64());
    format!("{} s", seconds.trim_end_matches('0').trim_end_matches('.'))
}

/// The values with the current one, which may be between two of them, and its index.
fn with_current<T: Copy + PartialEq, K: Ord>(
    values: &[T],
    current: T,
    key: impl Fn(T) -> K,
) -> (Vec<T>, usize) {
    let mut values = values.to_vec();
    if let Some(index) = values.iter().position(|&value| value == current) {
        return (values, index);
    }
    let is_ascending = values.is_sorted_by_key(|&value| key(value));
    let is_behind = |&value: &T| (key(value) > key(current)) == is_ascending;
    let index = values.iter().position(is_behind).unwrap_or(values.len());
    values.insert(index, current);
    (values, index)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(settings: &Settings, setting: &Setting) -> Row<EditedSettings> {
        let row = Setting::on_screen().find(|other| *other == setting).unwrap();
        row.row(settings, &Themes::built_in())
    }

    fn text(settings: &Settings, setting: &Setting) -> String {
        let row = row(settings, setting);
        row.values[row.chosen].clone()
    }

    fn turned(settings: &Settings, setting: &Setting, by: isize) -> Settings {
        let mut edited = EditedSettings { settings: settings.clone(), themes: Themes::built_in() };
        row(settings, setting).turn(by, &mut edited);
        edited.settings
    }

    #[test]
    fn values_cycle_in_both_directions() {
        for setting in Setting::on_screen().take(8) {
            let mut settings = Settings::default();
            let mut values = vec![text(&settings, setting)];
            loop {
                let next = turned(&settings, setting, 1);
                assert_eq!(turned(&next, setting, -1), settings, "{setting:?}");
                settings = next;
                if settings == Settings::default() {
                    break;
                }
                values.push(text(&settings, setting));
            }
            let count = values.len();
            values.sort();
            values.dedup();
            assert!(count == values.len() && count >= 2, "{setting:?}: {values:?}");
        }
    }

    #[test]
    fn a_value_between_two_others_has_both_as_neighbours() {
        let between = Settings {
            pace: Duration::from_secs(1),
            motion: Motion { enabled: true, linger: Some(Duration::from_secs(7)) },
            ..Settings::default()
        };
        let both =
            |setting: &Setting| [-1, 1].map(|by| text(&turned(&between, setting, by), setting));
        let pace = Setting::ALL.iter().find(|setting| setting.key == "pace").unwrap();
        assert_eq!(both(pace), ["1.5 s per move", "0.8 s per move"]);
        assert_eq!(both(&Setting::LINGER), ["5 s", "10 s"]);
    }

    #[test]
    fn names_have_no_next_value() {
        assert!(!row(&Settings::default(), &Setting::NAME).has_steps());
        let settings = turned(&Settings::default(), &Setting::NAME, 1);
        assert_eq!(settings, Settings::default());
    }
}
