//! The settings file. It is read as a whole but changed one setting at a time, so that comments and
//! formatting are preserved.

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

const FILE_HEADER: &str = "# Settings of fourcade; see its README for what you can set here.\n";

#[derive(Clone, Debug)]
pub struct SettingsFile {
    /// `None` if there is no home folder.
    path: Option<PathBuf>,
}

/// Why a change could not be written.
#[derive(Debug, thiserror::Error)]
pub enum SettingsWriteError {
    /// The file is not valid TOML, and writing would lose its contents.
    #[error("config.toml has an error in {0}")]
    Broken(String),
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

    /// Returns a settings file that doesn't exist: reading gives the defaults, and writing fails.
    pub fn disabled() -> Self {
        Self { path: None }
    }

    /// `None` if there is no home folder.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Reads the settings. Returns the valid values, with the defaults for the others, and a
    /// message for each problem. If the file doesn't exist, all values are the defaults.
    pub fn read(&self, themes: &Themes) -> (Settings, Vec<String>) {
        let Some(path) = &self.path else { return Default::default() };
        match files::read_text(path) {
            Ok(text) => {
                let parsed = parse(&text, themes);
                let problems =
                    parsed.problems.iter().map(|problem| format!("config.toml, {problem}."));
                (parsed.settings, problems.collect())
            }
            Err(error) if files::is_not_found(&error) => Default::default(),
            Err(error) => (
                Settings::default(),
                vec![format!("config.toml can't be read: {error}; the default settings are used.")],
            ),
        }
    }

    /// Fails if the file is not valid TOML; see [`Self::replace`].
    pub fn write(&self, settings: &Settings, setting: &Setting) -> Result<(), SettingsWriteError> {
        self.edit(|document| set(document, setting, settings))
    }

    /// Writes all settings that are in the file or differ from the defaults.
    pub fn write_all(&self, settings: &Settings) -> Result<(), SettingsWriteError> {
        self.edit(|document| set_all(document, settings, &[]))
    }

    /// Copies a broken file and replaces it with a new one, which contains these settings except
    /// `overrides`. Returns the name of the copy.
    /// After an error the broken file is unchanged.
    pub fn replace(
        &self,
        settings: &Settings,
        overrides: &[&Setting],
    ) -> Result<String, SettingsWriteError> {
        let path = self.path.as_deref().ok_or(SettingsWriteError::NoHome)?;
        let copy = free_name(path);
        fs::copy(path, &copy)?;
        let mut document = DocumentMut::new();
        set_all(&mut document, settings, overrides);
        write(path, FILE_HEADER, &document)?;
        Ok(copy.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }

    /// Applies a change to the file, which is created if it doesn't exist.
    fn edit(&self, edit: impl FnOnce(&mut DocumentMut)) -> Result<(), SettingsWriteError> {
        let path = self.path.as_deref().ok_or(SettingsWriteError::NoHome)?;
        let text = match files::read_text(path) {
            Ok(text) => text,
            Err(error) if files::is_not_found(&error) => FILE_HEADER.to_owned(),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(SettingsWriteError::Broken(error.to_string()));
            }
            Err(error) => return Err(error.into()),
        };
        let mut document: DocumentMut = text.parse().map_err(|error: toml_edit::TomlError| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            SettingsWriteError::Broken(format!("line {}", before.matches('\n').count() + 1))
        })?;
        // In a file that has only comments, keep them above the new settings.
        let header =
            if document.is_empty() { mem::take(&mut document).to_string() } else { String::new() };
        edit(&mut document);
        write(path, &header, &document)
    }
}

fn write(path: &Path, header: &str, document: &DocumentMut) -> Result<(), SettingsWriteError> {
    if let Some(folder) = path.parent() {
        files::create_private_folder(folder)?;
    }
    let gap = if header.is_empty() || header.ends_with('\n') { "" } else { "\n" };
    Ok(files::write_atomic(path, |out| write!(out, "{header}{gap}{document}"))?)
}

/// Returns an unused path: `path` with `.broken`, `.broken-2` and so on appended.
fn free_name(path: &Path) -> PathBuf {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { ".broken".to_owned() } else { format!(".broken-{number}") });
        PathBuf::from(name)
    };
    (1..1000)
        .map(named)
        .find(|name| fs::symlink_metadata(name).is_err())
        .unwrap_or_else(|| named(1))
}

/// Returns the table with this name (`None` is the root), which is created if it doesn't exist.
fn table<'a>(document: &'a mut DocumentMut, group: Option<&str>) -> Option<&'a mut dyn TableLike> {
    let Some(group) = group else { return Some(document.as_table_mut()) };
    let item = document.entry(group).or_insert_with(toml_edit::table);
    if !item.is_table_like() {
        *item = toml_edit::table();
    }
    item.as_table_like_mut()
}

/// Sets the value of a setting. The comments and the whitespace around it are preserved.
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

/// Sets the values of all settings that are in the document or differ from the defaults, except
/// the excluded ones.
fn set_all(document: &mut DocumentMut, settings: &Settings, excluded: &[&Setting]) {
    let defaults = Settings::default();
    for setting in Setting::ALL.iter().filter(|setting| !excluded.contains(setting)) {
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
