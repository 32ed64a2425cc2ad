//! Parses settings. Valid values are used even if others are invalid, and one problem of each line
//! is reported. If the text is not TOML, only the first error is reported.

use std::{fmt, ops::Range};

use toml::de::{DeTable, DeValue};

use super::{Setting, Settings};
use crate::{
    printable::printable,
    settings::themes::Themes,
    widgets::{Key, keymap::CustomKeys, keys::special_key_names},
};

const KEYS: &str = "keys";

/// The maximum length of a quoted value, in characters.
const MAX_QUOTED: usize = 30;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingProblem {
    /// From 1.
    pub line: usize,
    pub description: String,
}

impl fmt::Display for SettingProblem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.description)
    }
}

#[derive(Clone, Debug)]
pub struct ParsedSettings {
    /// The valid values, with defaults for the others.
    pub settings: Settings,
    /// Sorted by line.
    pub problems: Vec<SettingProblem>,
}

pub fn parse(text: &str, themes: &Themes) -> ParsedSettings {
    let mut parser =
        SettingsParser { text, themes, settings: Settings::default(), problems: Vec::new() };
    match DeTable::parse(text) {
        Ok(table) => parser.parse_table(None, table.into_inner()),
        Err(error) => {
            let message = error.message().replace('\n', " ");
            let start = error.span().map_or(0, |span| span.start);
            parser.report(start, &format!("{message}; the default settings are used"));
        }
    }
    parser.problems.sort_by_key(|problem| problem.line);
    ParsedSettings { settings: parser.settings, problems: parser.problems }
}

struct SettingsParser<'a> {
    text: &'a str,
    themes: &'a Themes,
    settings: Settings,
    problems: Vec<SettingProblem>,
}

impl SettingsParser<'_> {
    /// The line of a byte offset, from 1.
    fn line(&self, offset: usize) -> usize {
        self.text.as_bytes().iter().take(offset).filter(|&&byte| byte == b'\n').count() + 1
    }

    /// Reports a problem at a byte offset, unless its line has one.
    fn report(&mut self, offset: usize, description: &str) {
        let line = self.line(offset);
        if self.problems.iter().all(|other| other.line != line) {
            let description = printable(description).into_owned();
            self.problems.push(SettingProblem { line, description });
        }
    }

    /// `group` is the name of the table; `None` for the root.
    fn parse_table(&mut self, group: Option<&str>, table: DeTable) {
        for (key, value) in table {
            let (start, span) = (key.span().start, value.span());
            let key = key.into_inner();
            let setting = Setting::ALL.iter().find(|setting| setting.key() == (group, &*key));
            let problem = if let Some(setting) = setting {
                let result = setting.read(&mut self.settings, value, self.themes);
                result.err().map(|expected| {
                    let (found, fallback) = (self.quote(span), fallback_text(setting));
                    format!("{key} is {found}, but must be {expected}; {fallback}")
                })
            } else {
                match value.into_inner() {
                    DeValue::Table(keys) if group.is_none() && key == KEYS => {
                        self.parse_keys(keys);
                        None
                    }
                    DeValue::Table(inner) if group.is_none() && groups().contains(&&*key) => {
                        self.parse_table(Some(&key), inner);
                        None
                    }
                    _ => Some(format!("there is no setting {key:?}; {}", list_settings(group))),
                }
            };
            if let Some(problem) = problem {
                self.report(start, &problem);
            }
        }
    }

    /// The names of commands are checked later, with the key tables.
    fn parse_keys(&mut self, table: DeTable) {
        let mut customs = Vec::new();
        for (name, value) in table {
            let start = name.span().start;
            let name = name.into_inner().into_owned();
            match keys_in(value.get_ref()) {
                Ok(keys) => {
                    let line = self.line(start);
                    customs.push(CustomKeys { name, keys, line });
                }
                Err(KeysError::NotKeys) => {
                    let found = self.quote(value.span());
                    let description = format!(
                        "{name} is {found}, but must be a key, such as \"u\", or a list of keys"
                    );
                    self.report(start, &format!("{description}; it is ignored"));
                }
                Err(KeysError::Unusable(problem)) => {
                    self.report(start, &format!("{name}: {problem}; it is ignored"));
                }
            }
        }
        customs.sort_by_key(|custom| custom.line);
        self.settings.keymap = customs.into_iter().collect();
    }

    /// The first line of a value's source text, up to [`MAX_QUOTED`] characters.
    fn quote(&self, span: Range<usize>) -> String {
        let source = self.text.get(span).unwrap_or_default();
        let start: String =
            source.lines().next().unwrap_or_default().chars().take(MAX_QUOTED).collect();
        if start == source { start } else { format!("{start}...") }
    }
}

enum KeysError {
    /// The value is neither a key nor a list of keys.
    NotKeys,
    /// A key doesn't exist or can't be reassigned, as this text says.
    Unusable(String),
}

/// Parses a key or a list of keys.
fn keys_in(value: &DeValue) -> Result<Vec<Key>, KeysError> {
    let names: Vec<&str> = match value {
        DeValue::String(name) => vec![name],
        DeValue::Array(names) => {
            let names: Option<_> = names.iter().map(|name| name.get_ref().as_str()).collect();
            names.ok_or(KeysError::NotKeys)?
        }
        _ => return Err(KeysError::NotKeys),
    };
    if names.is_empty() {
        return Err(KeysError::NotKeys);
    }
    names.into_iter().map(|name| usable_key(name).map_err(KeysError::Unusable)).collect()
}

fn usable_key(name: &str) -> Result<Key, String> {
    let key = Key::parse(name).ok_or_else(|| {
        let names = special_key_names();
        format!(
            "there is no key {name:?}; keys are single characters, such as u, those with Ctrl- or \
             Alt-, and {names}"
        )
    })?;
    if key.is_fixed() {
        return Err("F1, Esc and Ctrl-c can't be reassigned".to_owned());
    }
    if key.types_cells() {
        let name = key.name();
        return Err(format!(
            "{name} can't be reassigned, because cells and cards are typed with it"
        ));
    }
    Ok(key)
}

/// Describes the value used instead of an invalid one.
fn fallback_text(setting: &Setting) -> String {
    let default = setting.value(&Settings::default());
    match default.as_str() {
        Some("") => "it is ignored".to_owned(),
        Some(text) => format!("using {text}"),
        None => format!("using {default}"),
    }
}

fn groups() -> Vec<&'static str> {
    let mut groups: Vec<_> = Setting::ALL.iter().filter_map(|setting| setting.key().0).collect();
    groups.dedup();
    groups
}

/// Lists the settings, for a message about an unknown one.
fn list_settings(group: Option<&str>) -> String {
    let keys = Setting::ALL.iter().map(Setting::key).filter(|(other, _)| *other == group);
    let keys = keys.map(|(_, key)| key).collect::<Vec<_>>().join(", ");
    if let Some(group) = group {
        return format!("the settings in [{group}] are {keys}");
    }
    let groups: Vec<String> = groups().into_iter().map(|group| format!("[{group}]")).collect();
    format!("the settings are {keys}, {} and [{KEYS}]", groups.join(", "))
}
