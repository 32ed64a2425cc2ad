//! Parses settings. Valid values are used even if others are invalid, and each problem is reported
//! with its line.

use std::{fmt, ops::Range, time::Duration};

use toml::de::{DeTable, DeValue};

use super::{Setting, Settings, parse_name};
use crate::{printable::printable, settings::themes::Themes};

/// The maximum time between two moves, in seconds.
const MAX_WAIT: f64 = 100.0;
/// The maximum time before a computer player's answer, in seconds.
const MAX_ANSWER_DELAY: f64 = 3.0;
/// The maximum time for which a result stays visible, in seconds.
const MAX_LINGER: f64 = 60.0;
const MAX_GUEST_TABLES: u32 = 1000;
/// The maximum time for a computer player's move at a guest's table, in seconds.
const MAX_GUEST_THINKING: f64 = 60.0;
const MAX_GUEST_CORES: u32 = 1000;
/// The maximum number of times that a text is parsed while invalid lines are removed.
const MAX_PASSES: usize = 20;
/// The maximum number of characters of an invalid value that a message quotes.
const MAX_QUOTED: usize = 30;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingProblem {
    /// The number of the line, from 1.
    pub line: usize,
    /// What is wrong, and which value is used instead.
    pub description: String,
}

impl fmt::Display for SettingProblem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.description)
    }
}

#[derive(Clone, Debug)]
pub struct ParsedSettings {
    /// The valid values, and the defaults for the others.
    pub settings: Settings,
    /// The problems, sorted by line.
    pub problems: Vec<SettingProblem>,
    /// Whether the whole text is valid TOML, so that it can be edited.
    pub is_toml: bool,
}

pub fn parse(text: &str, themes: &Themes) -> ParsedSettings {
    let (text, problems) = without_invalid_lines(text);
    let is_toml = problems.is_empty();
    let mut parser =
        SettingsParser { text: &text, themes, settings: Settings::default(), problems };
    if let Ok(table) = DeTable::parse(&text) {
        parser.parse_table(None, table.get_ref());
    }
    parser.problems.sort_by_key(|problem| problem.line);
    ParsedSettings { settings: parser.settings, problems: parser.problems, is_toml }
}

/// Empties the lines that are not valid TOML. Returns the remaining text and the problems with
/// these lines. If there are still errors after [`MAX_PASSES`], the remaining text is empty.
fn without_invalid_lines(text: &str) -> (String, Vec<SettingProblem>) {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut problems: Vec<SettingProblem> = Vec::new();
    // An invalid line can hide errors in others, which are found once it is removed.
    for _ in 0..MAX_PASSES {
        let text = lines.join("\n");
        let (_, errors) = DeTable::parse_recoverable(&text);
        if errors.is_empty() {
            return (text, problems);
        }
        for error in errors {
            let line = error.span().map_or(1, |span| line_of(&text, span.start));
            // Only the first error in a line is reported.
            if problems.iter().all(|other| other.line != line) {
                let message = error.message().replace('\n', " ");
                let description = format!("{}; this line is ignored", printable(&message));
                problems.push(SettingProblem { line, description });
            }
            if let Some(line) = lines.get_mut(line - 1) {
                *line = "";
            }
        }
    }
    (String::new(), problems)
}

/// Returns the number of the line, from 1, that contains the byte at this offset.
fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes().iter().take(offset).filter(|&&byte| byte == b'\n').count() + 1
}

/// Collects the values and the problems of a valid TOML text.
struct SettingsParser<'a> {
    text: &'a str,
    themes: &'a Themes,
    settings: Settings,
    problems: Vec<SettingProblem>,
}

impl SettingsParser<'_> {
    /// Parses all entries of a table, which is the root if `group` is `None`.
    fn parse_table(&mut self, group: Option<&str>, table: &DeTable) {
        for (key, value) in table {
            let line = line_of(self.text, key.span().start);
            let key = key.get_ref().as_ref();
            let setting = Setting::ALL.into_iter().find(|setting| setting.key() == (group, key));
            let result = match (setting, value.get_ref()) {
                (Some(setting), value) => self.set(setting, value),
                (None, DeValue::Table(inner)) if group.is_none() && is_group(key) => {
                    self.parse_table(Some(key), inner);
                    Ok(())
                }
                (None, _) => Err(list_settings(group)),
            };
            if let Err(expected) = result {
                let found = self.quote(value.span());
                let text = match setting {
                    Some(_) => format!("{key} is {found}, but must be {expected}"),
                    None => format!("there is no setting {key:?}; {expected}"),
                };
                let description = printable(&text).into_owned();
                self.problems.push(SettingProblem { line, description });
            }
        }
    }

    /// Returns the source text of a value, shortened to one line and [`MAX_QUOTED`] characters.
    fn quote(&self, span: Range<usize>) -> String {
        let source = self.text.get(span).unwrap_or_default();
        let start: String =
            source.lines().next().unwrap_or_default().chars().take(MAX_QUOTED).collect();
        if start == source { start } else { format!("{start}...") }
    }

    /// Sets one value. If it is invalid, the error says what is expected and what is used instead.
    fn set(&mut self, setting: Setting, value: &DeValue) -> Result<(), String> {
        let settings = &mut self.settings;
        match setting {
            Setting::Theme => {
                let name = value.as_str().filter(|name| self.themes.get(name).is_some());
                let all = || self.themes.names().collect::<Vec<_>>().join(", ");
                let expected = || format!("a theme ({}); using {}", all(), settings.theme);
                name.ok_or_else(expected)?.clone_into(&mut settings.theme);
            }
            Setting::Glyphs => {
                settings.ascii = match value.as_str() {
                    Some("unicode") => false,
                    Some("ascii") => true,
                    _ => {
                        return Err("\"unicode\" or \"ascii\"; using unicode".to_owned());
                    }
                }
            }
            Setting::Motion => settings.motion.enabled = boolean(value)?,
            Setting::Mouse => settings.mouse = boolean(value)?,
            Setting::Pace => {
                let expected = || {
                    format!("seconds from 0 to {MAX_WAIT}; using {}", settings.wait.as_secs_f64())
                };
                settings.wait = seconds(value, MAX_WAIT).ok_or_else(expected)?;
            }
            Setting::AnswerDelay => {
                let expected = || {
                    format!(
                        "seconds from 0 to {MAX_ANSWER_DELAY}; using {}",
                        settings.answer_delay.as_secs_f64()
                    )
                };
                settings.answer_delay = seconds(value, MAX_ANSWER_DELAY).ok_or_else(expected)?;
            }
            Setting::Bell => {
                let bell = value.as_bool();
                settings.bell = bell.ok_or("true or false; using false")?;
            }
            Setting::Linger => {
                let linger = if value.as_str() == Some("key") {
                    Some(None)
                } else {
                    seconds(value, MAX_LINGER).map(Some)
                };
                let default = settings.motion.linger.unwrap_or_default().as_secs_f64();
                let expected =
                    || format!("seconds from 0 to {MAX_LINGER}, or \"key\"; using {default}");
                settings.motion.linger = linger.ok_or_else(expected)?;
            }
            Setting::Name(person) => {
                let name =
                    value.as_str().ok_or_else(|| "text in quotes".to_owned()).and_then(parse_name);
                settings.names[person] =
                    name.map_err(|error| format!("a name ({error}); it is ignored"))?;
            }
            Setting::Database => {
                let expected = "a file or a postgres:// URL (text in quotes); it is ignored";
                let place = value.as_str().ok_or(expected)?.trim();
                settings.database = Some(place.to_owned()).filter(|place| !place.is_empty());
            }
            Setting::GuestTables => {
                let tables = &mut settings.guest.tables;
                *tables = count(value, MAX_GUEST_TABLES)
                    .ok_or_else(|| format!("from 1 to {MAX_GUEST_TABLES}; using {tables}"))?;
            }
            Setting::GuestThinking => {
                let expected = format!("seconds from 0.1 to {MAX_GUEST_THINKING}; using 1");
                let time = seconds(value, MAX_GUEST_THINKING).ok_or_else(|| expected.clone())?;
                let is_long_enough = time >= Duration::from_millis(100);
                settings.guest.thinking = is_long_enough.then_some(time).ok_or(expected)?;
            }
            Setting::GuestCores => {
                let cores = &mut settings.guest.cores;
                *cores = count(value, MAX_GUEST_CORES)
                    .ok_or_else(|| format!("from 1 to {MAX_GUEST_CORES}; using {cores}"))?;
            }
        }
        Ok(())
    }
}

fn is_group(key: &str) -> bool {
    Setting::ALL.into_iter().any(|setting| setting.key().0 == Some(key))
}

/// Lists the settings in a table, for a message about an unknown one.
fn list_settings(group: Option<&str>) -> String {
    let keys = Setting::ALL
        .into_iter()
        .map(Setting::key)
        .filter(|(other, _)| *other == group)
        .map(|(_, key)| key);
    let keys = keys.collect::<Vec<_>>().join(", ");
    match group {
        Some(group) => format!("the settings in [{group}] are {keys}"),
        None => format!("the settings are {keys}, [names], [shared] and [guest]"),
    }
}

fn boolean(value: &DeValue) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| "true or false; using true".to_owned())
}

/// Returns a whole number from 1 to `max`, or `None` if the value is not such a number.
fn count(value: &DeValue, max: u32) -> Option<u32> {
    let DeValue::Integer(number) = value else { return None };
    let number = u32::from_str_radix(number.as_str(), number.radix()).ok()?;
    (1..=max).contains(&number).then_some(number)
}

/// Returns a duration from 0 to `max` seconds, or `None` if the value is not such a number.
fn seconds(value: &DeValue, max: f64) -> Option<Duration> {
    let number = match value {
        DeValue::Integer(number) => {
            f64::from(u16::from_str_radix(number.as_str(), number.radix()).ok()?)
        }
        DeValue::Float(number) => number.as_str().parse().ok()?,
        _ => return None,
    };
    (0.0..=max).contains(&number).then(|| Duration::from_secs_f64(number))
}
