//! The values of the settings as text, and the next value of each setting.

use std::{borrow::Cow, cmp::Reverse, time::Duration};

use super::keys::{Command, KEYS};
use crate::{
    arcade::table::{WAITS, in_seconds},
    settings::{Setting, Settings, themes::Themes},
    widgets::keys::key_name,
};

/// The values of [`Setting::Linger`]. `None` waits for a key.
const LINGERS: [Option<Duration>; 7] = [
    Some(Duration::ZERO),
    Some(Duration::from_secs(1)),
    Some(Duration::from_secs(2)),
    Some(Duration::from_secs(3)),
    Some(Duration::from_secs(5)),
    Some(Duration::from_secs(10)),
    None,
];

/// The values of [`Setting::AnswerDelay`].
const ANSWER_DELAYS: [Duration; 6] = [
    Duration::ZERO,
    Duration::from_millis(300),
    Duration::from_millis(600),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(3),
];

/// The label of a setting.
pub fn label(setting: Setting) -> &'static str {
    match setting {
        Setting::Theme => "Theme",
        Setting::Glyphs => "Glyphs",
        Setting::Motion => "Motion",
        Setting::Mouse => "Mouse",
        Setting::Pace => "Pace",
        Setting::Linger => "Linger",
        Setting::AnswerDelay => "Answer delay",
        Setting::Bell => "Bell",
        Setting::Name(0) => "Your name",
        Setting::Name(1) => "Player 2",
        Setting::Name(2) => "Player 3",
        Setting::Name(_) => "Player 4",
        Setting::Database => "Shared tables",
        Setting::GuestTables | Setting::GuestThinking | Setting::GuestCores => "Guests",
    }
}

/// The value of a setting as text.
pub fn value(settings: &Settings, setting: Setting) -> String {
    let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
    match setting {
        Setting::Theme => settings.theme.clone(),
        Setting::Glyphs => if settings.ascii { "ASCII" } else { "Unicode" }.to_owned(),
        Setting::Motion => switch(settings.motion.enabled),
        Setting::Mouse => switch(settings.mouse),
        Setting::Pace => format!("{} per move", in_seconds(settings.wait)),
        Setting::AnswerDelay => in_seconds(settings.answer_delay),
        Setting::Bell => switch(settings.bell),
        Setting::Linger => {
            settings.motion.linger.map_or_else(|| "until a key press".to_owned(), in_seconds)
        }
        Setting::Name(person) => match (settings.names[person].as_str(), person) {
            ("", 0) => "you".to_owned(),
            ("", _) => format!("player {}", person + 1),
            (name, _) => name.to_owned(),
        },
        // It may hold a password.
        Setting::Database | Setting::GuestTables | Setting::GuestThinking | Setting::GuestCores => {
            "see config.toml".to_owned()
        }
    }
}

/// Describes a setting with its current value.
pub fn description<'a>(settings: &Settings, setting: Setting, themes: &'a Themes) -> Cow<'a, str> {
    let text = match setting {
        Setting::Theme => {
            themes.get(&settings.theme).map_or("", |theme| theme.description.as_str())
        }
        Setting::Glyphs if settings.ascii => "Plain characters that every terminal can show.",
        Setting::Glyphs => "Lines, blocks and card suits.",
        Setting::Motion if settings.motion.enabled => {
            "Tiles and cards turn in less than half a second."
        }
        Setting::Motion => "No animations.",
        Setting::Mouse if settings.mouse => {
            "Click and scroll in the arcade. Hold Shift to select text."
        }
        Setting::Mouse => "The mouse selects text, as usual in your terminal.",
        Setting::Pace => "The pause between moves when only computers play.",
        Setting::Linger => "How long a finished round or a mismatched pair stays visible.",
        Setting::AnswerDelay => "A computer never answers your move sooner than this.",
        Setting::Bell if settings.bell => "Rings for your move, for arrivals and at the end.",
        Setting::Bell => "No sound.",
        Setting::Name(person) => {
            let meaning = match person {
                0 => "Your name at the table",
                _ => "The name of another player at this keyboard",
            };
            return format!("{meaning}. Press {} to change it.", key_name(&KEYS, Command::Choose))
                .into();
        }
        Setting::Database => "The file or the server with the shared tables.",
        Setting::GuestTables | Setting::GuestThinking | Setting::GuestCores => {
            "What guests over SSH may do."
        }
    };
    text.into()
}

/// Gives a setting its next value, or the previous one, in a cycle. Returns `false` for a
/// text, which has no next value.
pub fn turn(settings: &mut Settings, setting: Setting, forward: bool, themes: &Themes) -> bool {
    match setting {
        Setting::Theme => {
            let names: Vec<&str> = themes.names().collect();
            let index = names.iter().position(|name| *name == settings.theme).unwrap_or(0);
            let step = if forward { 1 } else { names.len() - 1 };
            names[(index + step) % names.len()].clone_into(&mut settings.theme);
        }
        Setting::Glyphs => settings.ascii = !settings.ascii,
        Setting::Motion => settings.motion.enabled = !settings.motion.enabled,
        Setting::Mouse => settings.mouse = !settings.mouse,
        // The next pace is faster: the times are in falling order.
        Setting::Pace => {
            settings.wait = next(&WAITS.map(Reverse), Reverse(settings.wait), forward).0;
        }
        Setting::AnswerDelay => {
            settings.answer_delay = next(&ANSWER_DELAYS, settings.answer_delay, forward);
        }
        Setting::Bell => settings.bell = !settings.bell,
        Setting::Linger => {
            // Waiting for a key counts as longer than any time.
            let order = |linger: Option<Duration>| (linger.is_none(), linger.unwrap_or_default());
            let (waits, time) = next(&LINGERS.map(order), order(settings.motion.linger), forward);
            settings.motion.linger = (!waits).then_some(time);
        }
        Setting::Name(_)
        | Setting::Database
        | Setting::GuestTables
        | Setting::GuestThinking
        | Setting::GuestCores => return false,
    }
    true
}

/// Returns the next higher value of an ascending list, or the next lower one, in a cycle. `current`
/// need not be in the list.
fn next<T: Copy + Ord, const N: usize>(list: &[T; N], current: T, forward: bool) -> T {
    let next = if forward {
        list.iter().find(|&&value| value > current).or(list.first())
    } else {
        list.iter().rev().find(|&&value| value < current).or(list.last())
    };
    next.copied().unwrap_or(current)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(settings: &Settings, setting: Setting, forward: bool) -> Settings {
        let mut settings = settings.clone();
        assert!(turn(&mut settings, setting, forward, &Themes::built_in()));
        settings
    }

    #[test]
    fn values_cycle_in_both_directions() {
        for setting in Setting::SHOWN.iter().copied().take(8) {
            let mut settings = Settings::default();
            let mut values = vec![value(&settings, setting)];
            loop {
                let next = turned(&settings, setting, true);
                assert_eq!(turned(&next, setting, false), settings, "{setting:?}");
                settings = next;
                if settings == Settings::default() {
                    break;
                }
                values.push(value(&settings, setting));
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
            wait: Duration::from_secs(1),
            motion: crate::widgets::Motion { enabled: true, linger: Some(Duration::from_secs(7)) },
            ..Settings::default()
        };
        let both = |setting| {
            [false, true].map(|forward| value(&turned(&between, setting, forward), setting))
        };
        assert_eq!(both(Setting::Pace), ["1.5 s per move", "0.8 s per move"]);
        assert_eq!(both(Setting::Linger), ["5 s", "10 s"]);
    }

    #[test]
    fn names_have_no_next_value() {
        let mut settings = Settings::default();
        assert!(!turn(&mut settings, Setting::Name(0), true, &Themes::built_in()));
        assert_eq!(settings, Settings::default());
    }
}
