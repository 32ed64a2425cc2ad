//! The values of the settings: in words, and the next one.

use std::{cmp::Reverse, time::Duration};

use crate::{
    app::table::{WAITS, in_seconds},
    store::{
        settings::{Setting, Settings},
        themes::Themes,
    },
};

/// How long something may stay to be looked at; last: until a key is pressed.
const LINGERS: [Option<Duration>; 7] = [
    Some(Duration::ZERO),
    Some(Duration::from_secs(1)),
    Some(Duration::from_secs(2)),
    Some(Duration::from_secs(3)),
    Some(Duration::from_secs(5)),
    Some(Duration::from_secs(10)),
    None,
];

/// What a setting is called.
pub fn label(setting: Setting) -> &'static str {
    match setting {
        Setting::Theme => "Theme",
        Setting::Glyphs => "Glyphs",
        Setting::Motion => "Motion",
        Setting::Mouse => "Mouse",
        Setting::Pace => "Pace",
        Setting::Linger => "Linger",
        Setting::Name(0) => "Your name",
        Setting::Name(1) => "Second name",
        Setting::Name(2) => "Third name",
        Setting::Name(_) => "Fourth name",
    }
}

/// Its value.
pub fn value(settings: &Settings, setting: Setting) -> String {
    let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
    match setting {
        Setting::Theme => settings.theme.clone(),
        Setting::Glyphs => if settings.ascii { "ASCII" } else { "Unicode" }.to_owned(),
        Setting::Motion => switch(settings.motion.enabled),
        Setting::Mouse => switch(settings.mouse),
        Setting::Pace => format!("{} a move", in_seconds(settings.wait)),
        Setting::Linger => {
            settings.motion.linger.map_or_else(|| "until a key".to_owned(), in_seconds)
        }
        Setting::Name(person) => match (settings.names[person].as_str(), person) {
            ("", 0) => "you".to_owned(),
            ("", _) => format!("player {}", person + 1),
            (name, _) => name.to_owned(),
        },
    }
}

/// What it means.
pub fn words<'a>(settings: &Settings, setting: Setting, themes: &'a Themes) -> &'a str {
    match setting {
        Setting::Theme => {
            themes.get(&settings.theme).map_or("", |theme| theme.description.as_str())
        }
        Setting::Glyphs if settings.ascii => "Plain signs that every terminal has.",
        Setting::Glyphs => "Lines, blocks and the suits of cards.",
        Setting::Motion if settings.motion.enabled => {
            "Tiles and cards turn in a quarter of a second."
        }
        Setting::Motion => "Nothing moves by itself.",
        Setting::Mouse if settings.mouse => {
            "Clicks and the wheel work here (with Shift they select text)."
        }
        Setting::Mouse => "The mouse is the terminal's own: it selects text.",
        Setting::Pace => "The least time between two moves where computers play alone.",
        Setting::Linger => "How long what the next move hides stays to be seen.",
        Setting::Name(0) => "What you are called at the table. Enter types it.",
        Setting::Name(_) => "The next person's at the same keyboard. Enter types it.",
    }
}

/// Gives a setting its next value, or the one before; after the last comes the first. Says whether
/// it has such values.
pub fn turn(settings: &mut Settings, setting: Setting, forward: bool, themes: &Themes) -> bool {
    match setting {
        Setting::Theme => {
            let names: Vec<&str> = themes.names().collect();
            let at = names.iter().position(|name| *name == settings.theme).unwrap_or(0);
            let step = if forward { 1 } else { names.len() - 1 };
            names[(at + step) % names.len()].clone_into(&mut settings.theme);
        }
        Setting::Glyphs => settings.ascii = !settings.ascii,
        Setting::Motion => settings.motion.enabled = !settings.motion.enabled,
        Setting::Mouse => settings.mouse = !settings.mouse,
        // To the right it gets faster.
        Setting::Pace => {
            settings.wait = next(&WAITS.map(Reverse), Reverse(settings.wait), forward).0
        }
        Setting::Linger => {
            // Until a key is longer than any time.
            let long = |linger: Option<Duration>| (linger.is_none(), linger.unwrap_or_default());
            let (is_key, time) = next(&LINGERS.map(long), long(settings.motion.linger), forward);
            settings.motion.linger = (!is_key).then_some(time);
        }
        Setting::Name(_) => return false,
    }
    true
}

/// The value behind `now` in a list that grows, or the one before it, whether `now` is in the list
/// or between.
fn next<T: Copy + Ord, const N: usize>(list: &[T; N], now: T, forward: bool) -> T {
    let found = if forward {
        list.iter().find(|&&value| value > now).or(list.first())
    } else {
        list.iter().rev().find(|&&value| value < now).or(list.last())
    };
    found.copied().unwrap_or(now)
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
    fn values_go_round_and_back() {
        for setting in Setting::ALL.into_iter().take(6) {
            let mut settings = Settings::default();
            let mut seen = vec![value(&settings, setting)];
            loop {
                let next = turned(&settings, setting, true);
                assert_eq!(turned(&next, setting, false), settings, "{setting:?}");
                settings = next;
                if settings == Settings::default() {
                    break;
                }
                seen.push(value(&settings, setting));
            }
            let count = seen.len();
            seen.sort();
            seen.dedup();
            assert!(count == seen.len() && count >= 2, "{setting:?}: {seen:?}");
        }
    }

    #[test]
    fn a_value_between_two_others_finds_both() {
        let between = Settings {
            wait: Duration::from_secs(1),
            motion: crate::ui::Motion { enabled: true, linger: Some(Duration::from_secs(7)) },
            ..Settings::default()
        };
        let both = |setting| {
            [false, true].map(|forward| value(&turned(&between, setting, forward), setting))
        };
        assert_eq!(both(Setting::Pace), ["1.5 s a move", "0.8 s a move"]);
        assert_eq!(both(Setting::Linger), ["5 s", "10 s"]);
    }

    #[test]
    fn names_have_no_next_value() {
        let mut settings = Settings::default();
        assert!(!turn(&mut settings, Setting::Name(0), true, &Themes::built_in()));
        assert_eq!(settings, Settings::default());
    }
}
