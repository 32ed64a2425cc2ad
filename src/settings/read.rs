//! Parses settings. Valid values are used even if others are invalid, and each problem is reported
//! with its line. A text that is not TOML has only its first error, and no values.

use std::{fmt, ops::Range};

use toml::de::{DeTable, DeValue};

use super::{Setting, Settings};
use crate::{printable::printable, settings::themes::Themes};

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

/// Collects the values and the problems of a text.
struct SettingsParser<'a> {
    text: &'a str,
    themes: &'a Themes,
    settings: Settings,
    problems: Vec<SettingProblem>,
}

impl SettingsParser<'_> {
    /// Returns the number of the line, from 1, that contains the byte at this offset.
    fn line(&self, offset: usize) -> usize {
        self.text.as_bytes().iter().take(offset).filter(|&&byte| byte == b'\n').count() + 1
    }

    /// Reports a problem with what begins at this offset. Only the first one in a line counts.
    fn report(&mut self, offset: usize, description: &str) {
        let line = self.line(offset);
        if self.problems.iter().all(|other| other.line != line) {
            let description = printable(description).into_owned();
            self.problems.push(SettingProblem { line, description });
        }
    }

    /// Reads all entries of a table, which is the root if `group` is `None`.
    fn parse_table(&mut self, group: Option<&str>, table: DeTable) {
        for (key, value) in table {
            let (start, span) = (key.span().start, value.span());
            let key = key.into_inner();
            let setting = Setting::ALL.iter().find(|setting| setting.key() == (group, &*key));
            let problem = match (setting, value.get_ref()) {
                (Some(setting), _) => {
                    let result = setting.read(&mut self.settings, value, self.themes);
                    result.err().map(|expected| {
                        let (found, default) = (self.quote(span), default_of(setting));
                        format!("{key} is {found}, but must be {expected}; {default}")
                    })
                }
                (None, DeValue::Table(_)) if group.is_none() && groups().contains(&&*key) => {
                    if let DeValue::Table(inner) = value.into_inner() {
                        self.parse_table(Some(&key), inner);
                    }
                    None
                }
                (None, _) => Some(format!("there is no setting {key:?}; {}", list_settings(group))),
            };
            if let Some(problem) = problem {
                self.report(start, &problem);
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
}

/// Says what is used instead of an invalid value.
fn default_of(setting: &Setting) -> String {
    let default = setting.value(&Settings::default());
    match default.as_str() {
        Some("") => "it is ignored".to_owned(),
        Some(text) => format!("using {text}"),
        None => format!("using {default}"),
    }
}

/// The tables of the file, in their order.
fn groups() -> Vec<&'static str> {
    let mut groups: Vec<_> = Setting::ALL.iter().filter_map(|setting| setting.key().0).collect();
    groups.dedup();
    groups
}

/// Lists the settings in a table, for a message about an unknown one.
fn list_settings(group: Option<&str>) -> String {
    let keys = Setting::ALL.iter().map(Setting::key).filter(|(other, _)| *other == group);
    let keys = keys.map(|(_, key)| key).collect::<Vec<_>>().join(", ");
    if let Some(group) = group {
        return format!("the settings in [{group}] are {keys}");
    }
    let groups: Vec<String> = groups().into_iter().map(|group| format!("[{group}]")).collect();
    match groups.split_last() {
        Some((last, others)) => {
            format!("the settings are {keys}, {} and {last}", others.join(", "))
        }
        None => format!("the settings are {keys}"),
    }
}
