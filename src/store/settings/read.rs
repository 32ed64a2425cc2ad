//! Settings as they stand in a file: what is sound is taken, what is not is named with its line.

use std::{fmt, ops::Range, time::Duration};

use toml::de::{DeTable, DeValue};

use super::{Setting, Settings, name};
use crate::store::themes::Themes;

/// Seconds between two moves, at most.
const LONGEST_WAIT: f64 = 100.0;
/// Seconds for which something stays to be looked at, at most.
const LONGEST_LINGER: f64 = 60.0;
/// How often a text is read again without the lines that were broken.
const MOST_PASSES: usize = 20;
/// Letters of a wrong value that are repeated.
const QUOTED: usize = 30;

/// What is wrong in a file of settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingProblem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there, and what is taken instead.
    pub what: String,
}

impl fmt::Display for SettingProblem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

/// What a text says.
#[derive(Clone, Debug)]
pub struct ParsedSettings {
    /// What is sound in it, and the usual values for the rest.
    pub settings: Settings,
    /// What is not, by line.
    pub complaints: Vec<SettingProblem>,
    /// Whether the text as a whole is TOML, so that it can be changed in parts.
    pub is_toml: bool,
}

/// Reads settings.
pub fn read(text: &str, themes: &Themes) -> ParsedSettings {
    let (text, complaints) = without_broken_lines(text);
    let is_toml = complaints.is_empty();
    let mut reader =
        SettingsParser { text: &text, themes, settings: Settings::default(), complaints };
    if let Ok(table) = DeTable::parse(&text) {
        reader.table(None, table.get_ref());
    }
    reader.complaints.sort_by_key(|complaint| complaint.line);
    ParsedSettings { settings: reader.settings, complaints: reader.complaints, is_toml }
}

/// The text with nothing in the lines that make it no TOML, and what is wrong with them.
fn without_broken_lines(text: &str) -> (String, Vec<SettingProblem>) {
    let mut lines: Vec<&str> = text.lines().collect();
    let mut complaints: Vec<SettingProblem> = Vec::new();
    // What one line has opened can spoil others: these show when it is gone.
    for _ in 0..MOST_PASSES {
        let text = lines.join("\n");
        let (_, errors) = DeTable::parse_recoverable(&text);
        if errors.is_empty() {
            return (text, complaints);
        }
        for error in errors {
            let line = error.span().map_or(1, |span| line_of(&text, span.start));
            // Of several errors in a line, the first says why.
            if complaints.iter().all(|known| known.line != line) {
                let what = format!("{}; the line is left out", error.message().replace('\n', " "));
                complaints.push(SettingProblem { line, what });
            }
            if let Some(line) = lines.get_mut(line - 1) {
                *line = "";
            }
        }
    }
    (String::new(), complaints)
}

/// The line, from 1, of the byte at this place.
fn line_of(text: &str, at: usize) -> usize {
    text.as_bytes().iter().take(at).filter(|&&byte| byte == b'\n').count() + 1
}

struct SettingsParser<'a> {
    text: &'a str,
    themes: &'a Themes,
    settings: Settings,
    complaints: Vec<SettingProblem>,
}

impl SettingsParser<'_> {
    /// Takes what stands in a table.
    fn table(&mut self, group: Option<&str>, table: &DeTable) {
        for (key, value) in table {
            let line = line_of(self.text, key.span().start);
            let key = key.get_ref().as_ref();
            let setting = Setting::ALL.into_iter().find(|setting| setting.key() == (group, key));
            let taken = match (setting, value.get_ref()) {
                (Some(setting), value) => self.set(setting, value),
                (None, DeValue::Table(inner)) if group.is_none() && is_group(key) => {
                    self.table(Some(key), inner);
                    Ok(())
                }
                (None, _) => Err(unknown(group)),
            };
            if let Err(wanted) = taken {
                let found = self.found(value.span());
                let what = match setting {
                    Some(_) => format!("{key} is {found}, but should be {wanted}"),
                    None => format!("there is no setting {key:?}; {wanted}"),
                };
                let what = what.chars().filter(|letter| !letter.is_control()).collect();
                self.complaints.push(SettingProblem { line, what });
            }
        }
    }

    /// A value as it is written, if that is short.
    fn found(&self, span: Range<usize>) -> String {
        let written = self.text.get(span).unwrap_or_default();
        let start: String =
            written.lines().next().unwrap_or_default().chars().take(QUOTED).collect();
        if start == written { start } else { format!("{start}...") }
    }

    /// Takes one value, or says what is wanted and what is taken instead.
    fn set(&mut self, setting: Setting, value: &DeValue) -> Result<(), String> {
        let settings = &mut self.settings;
        match setting {
            Setting::Theme => {
                let known = value.as_str().filter(|name| self.themes.get(name).is_some());
                let all = || self.themes.names().collect::<Vec<_>>().join(", ");
                let wanted = || format!("a theme ({}); {} is taken instead", all(), settings.theme);
                known.ok_or_else(wanted)?.clone_into(&mut settings.theme);
            }
            Setting::Glyphs => {
                settings.ascii = match value.as_str() {
                    Some("unicode") => false,
                    Some("ascii") => true,
                    _ => {
                        return Err("\"unicode\" or \"ascii\"; unicode is taken instead".to_owned());
                    }
                }
            }
            Setting::Motion => settings.motion.enabled = switch(value)?,
            Setting::Mouse => settings.mouse = switch(value)?,
            Setting::Pace => {
                let wanted = || {
                    format!(
                        "seconds from 0 to {LONGEST_WAIT}; {} is taken instead",
                        settings.wait.as_secs_f64()
                    )
                };
                settings.wait = seconds(value, LONGEST_WAIT).ok_or_else(wanted)?;
            }
            Setting::Linger => {
                let linger = if value.as_str() == Some("key") {
                    Some(None)
                } else {
                    seconds(value, LONGEST_LINGER).map(Some)
                };
                let usual = settings.motion.linger.unwrap_or_default().as_secs_f64();
                let wanted = || {
                    format!(
                        "seconds from 0 to {LONGEST_LINGER}, or \"key\"; {usual} is taken instead"
                    )
                };
                settings.motion.linger = linger.ok_or_else(wanted)?;
            }
            Setting::Name(person) => {
                let name =
                    value.as_str().ok_or_else(|| "a text in quotes".to_owned()).and_then(name);
                settings.names[person] =
                    name.map_err(|why| format!("a name ({why}); it is left out"))?;
            }
        }
        Ok(())
    }
}

fn is_group(key: &str) -> bool {
    Setting::ALL.into_iter().any(|setting| setting.key().0 == Some(key))
}

/// What may stand where something unknown does.
fn unknown(group: Option<&str>) -> String {
    let keys = Setting::ALL
        .into_iter()
        .map(Setting::key)
        .filter(|(other, _)| *other == group)
        .map(|(_, key)| key);
    let keys = keys.collect::<Vec<_>>().join(", ");
    match group {
        Some(group) => format!("[{group}] has {keys}"),
        None => format!("there are {keys} and [names]"),
    }
}

fn switch(value: &DeValue) -> Result<bool, String> {
    value.as_bool().ok_or_else(|| "true or false; true is taken instead".to_owned())
}

/// A number of seconds, if it is not more than `most`.
fn seconds(value: &DeValue, most: f64) -> Option<Duration> {
    let number = match value {
        DeValue::Integer(number) => {
            f64::from(u16::from_str_radix(number.as_str(), number.radix()).ok()?)
        }
        DeValue::Float(number) => number.as_str().parse().ok()?,
        _ => return None,
    };
    (0.0..=most).contains(&number).then(|| Duration::from_secs_f64(number))
}
