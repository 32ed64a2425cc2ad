//! The settings file. Settings are changed one at a time, which preserves comments and formatting.

use std::{
    fs, io, mem,
    path::{Path, PathBuf},
};

use toml_edit::{DocumentMut, Item, TableLike};

use super::{Setting, Settings, parse};
use crate::{
    files,
    settings::{
        paths::{self, HOME_VARIABLE},
        themes::Themes,
    },
};

const FILE_HEADER: &str =
    "# Settings of fourcade; docs/files-and-settings.md says what you can set here.\n";

#[derive(Clone, Debug)]
pub struct SettingsFile {
    path: Option<PathBuf>,
}

#[derive(Debug, thiserror::Error)]
pub enum SettingsWriteError {
    #[error("there is no home folder; set {HOME_VARIABLE} to a folder")]
    NoHome,
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl SettingsFile {
    pub fn at_home() -> Self {
        Self { path: paths::config().map(|folder| folder.join("config.toml")) }
    }

    pub fn at(path: PathBuf) -> Self {
        Self { path: Some(path) }
    }

    /// Reads as the defaults and can't be written.
    pub fn disabled() -> Self {
        Self { path: None }
    }

    /// `None` if there is no home folder.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Reads the settings, with defaults for invalid ones and a message for each problem.
    pub fn read(&self, themes: &Themes) -> (Settings, Vec<String>) {
        let Some(path) = &self.path else { return Default::default() };
        match files::read_text(path) {
            Ok(text) => {
                let parsed = parse(&text, themes);
                let problems =
                    parsed.problems.iter().map(|problem| format!("in config.toml, {problem}."));
                (parsed.settings, problems.collect())
            }
            Err(error) if files::is_not_found(&error) => Default::default(),
            Err(error) => (
                Settings::default(),
                vec![format!("can't read config.toml: {error}; the default settings are used.")],
            ),
        }
    }

    /// Writes a setting. A file that is not TOML is replaced; returns the name of its copy.
    pub fn write(
        &self,
        settings: &Settings,
        setting: &Setting,
    ) -> Result<Option<String>, SettingsWriteError> {
        self.edit(|document| set(document, setting, settings))
    }

    /// Writes all settings that are in the file or differ from the defaults; see [`Self::write`].
    pub fn write_all(&self, settings: &Settings) -> Result<Option<String>, SettingsWriteError> {
        self.edit(|document| set_all(document, settings))
    }

    /// See [`Self::write`].
    fn edit(
        &self,
        edit: impl FnOnce(&mut DocumentMut),
    ) -> Result<Option<String>, SettingsWriteError> {
        let path = self.path.as_deref().ok_or(SettingsWriteError::NoHome)?;
        let parsed = match files::read_text(path) {
            Ok(text) => text.parse().ok(),
            Err(error) if files::is_not_found(&error) => FILE_HEADER.parse().ok(),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => None,
            Err(error) => return Err(error.into()),
        };
        let copy = if parsed.is_none() { Some(back_up(path)?) } else { None };
        let mut document: DocumentMut =
            parsed.or_else(|| FILE_HEADER.parse().ok()).unwrap_or_default();
        // If the file has only comments, keep them above the new settings.
        let header =
            if document.is_empty() { mem::take(&mut document).to_string() } else { String::new() };
        edit(&mut document);
        write(path, &header, &document)?;
        Ok(copy)
    }
}

fn write(path: &Path, header: &str, document: &DocumentMut) -> Result<(), SettingsWriteError> {
    if let Some(folder) = path.parent() {
        files::create_private_folder(folder)?;
    }
    let gap = if header.is_empty() || header.ends_with('\n') { "" } else { "\n" };
    Ok(files::write_atomic(path, |out| write!(out, "{header}{gap}{document}"))?)
}

/// Copies a broken file to the first free name with `.broken`, `.broken-2` and so on. Returns it.
fn back_up(path: &Path) -> io::Result<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut copy = format!("{name}.broken");
    for number in 2.. {
        if fs::symlink_metadata(path.with_file_name(&copy)).is_err() {
            break;
        }
        copy = format!("{name}.broken-{number}");
    }
    fs::copy(path, path.with_file_name(&copy))?;
    Ok(copy)
}

/// `group` is the name of the table; `None` for the root. A missing table is created.
fn table<'a>(document: &'a mut DocumentMut, group: Option<&str>) -> Option<&'a mut dyn TableLike> {
    let Some(group) = group else { return Some(document.as_table_mut()) };
    let item = document.entry(group).or_insert_with(toml_edit::table);
    if !item.is_table_like() {
        *item = toml_edit::table();
    }
    item.as_table_like_mut()
}

/// Sets the value of a setting, keeping the comments and white space around it.
fn set(document: &mut DocumentMut, setting: &Setting, settings: &Settings) {
    let (group, key) = setting.key();
    let Some(table) = table(document, group) else { return };
    let new = setting.value(settings);
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            let decor = old.decor().clone();
            *old = new;
            *old.decor_mut() = decor;
        }
        None => drop(table.insert(key, Item::Value(new))),
    }
}

/// Sets all settings that are in the document or differ from the defaults.
fn set_all(document: &mut DocumentMut, settings: &Settings) {
    let defaults = Settings::default();
    for setting in Setting::ALL {
        let (group, key) = setting.key();
        let is_present = match group {
            None => document.contains_key(key),
            Some(group) => document.get(group).and_then(|table| table.get(key)).is_some(),
        };
        let is_default =
            setting.value(settings).to_string() == setting.value(&defaults).to_string();
        if is_present || !is_default {
            set(document, setting, settings);
        }
    }
}
