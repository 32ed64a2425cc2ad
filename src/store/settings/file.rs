//! The file of the settings: read whole, changed in parts, so that what a person wrote around them
//! stays.

use std::{
    fs, io, mem,
    path::{Path, PathBuf},
};

use toml_edit::{DocumentMut, Item, TableLike, Value};

use super::{Setting, Settings, read};
use crate::{
    files,
    store::{paths, themes::Themes},
};

/// What a new file begins with.
const HEAD: &str = "# Settings of fourcade; its README says what can stand here.\n";

/// The file of the settings.
#[derive(Clone, Debug)]
pub struct SettingsFile {
    /// None if there is no home.
    path: Option<PathBuf>,
}

/// Why a change was not written.
#[derive(Debug, thiserror::Error)]
pub enum SettingsWriteError {
    /// The file is broken, and writing would lose what stands in it.
    #[error("config.toml is broken in {0}")]
    Broken(String),
    /// There is no place for it.
    #[error("there is no home folder; FOURCADE_HOME can name one")]
    NoHome,
    /// The system refuses.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl SettingsFile {
    /// The file at home.
    pub fn at_home() -> Self {
        Self { path: paths::config().map(|folder| folder.join("config.toml")) }
    }

    /// This file.
    pub fn at(path: PathBuf) -> Self {
        Self { path: Some(path) }
    }

    /// No file: nothing is kept.
    pub fn disabled() -> Self {
        Self { path: None }
    }

    /// Where it is.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What is sound in it, the usual values for the rest, and what is wrong, in sentences.
    pub fn read(&self, themes: &Themes) -> (Settings, Vec<String>) {
        let Some(path) = &self.path else { return Default::default() };
        match files::read_text(path) {
            Ok(text) => {
                let reading = read(&text, themes);
                let complaints =
                    reading.complaints.iter().map(|complaint| format!("config.toml, {complaint}."));
                (reading.settings, complaints.collect())
            }
            Err(why) if files::is_not_found(&why) => Default::default(),
            Err(why) => (
                Settings::default(),
                vec![format!("config.toml can't be read: {why}; the usual settings are taken.")],
            ),
        }
    }

    /// Writes one setting.
    ///
    /// # Errors
    /// If the file is broken as a whole (see [`Self::replace`]) or can't be written.
    pub fn write(&self, settings: &Settings, setting: Setting) -> Result<(), SettingsWriteError> {
        self.change(|document| put(document, setting, settings))
    }

    /// Writes those settings that stand in the file or are not the usual ones.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn write_all(&self, settings: &Settings) -> Result<(), SettingsWriteError> {
        self.change(|document| put_all(document, settings, &[]))
    }

    /// Sets a broken file aside and writes a new one, without those settings that were given for
    /// this run only; returns the name of the old one.
    ///
    /// # Errors
    /// If that can't be done; the broken file stays.
    pub fn replace(
        &self,
        settings: &Settings,
        given: &[Setting],
    ) -> Result<String, SettingsWriteError> {
        let path = self.path.as_deref().ok_or(SettingsWriteError::NoHome)?;
        let aside = free_name(path);
        fs::copy(path, &aside)?;
        let mut document = DocumentMut::new();
        put_all(&mut document, settings, given);
        write(path, HEAD, &document)?;
        Ok(aside.file_name().unwrap_or_default().to_string_lossy().into_owned())
    }

    fn change(&self, change: impl FnOnce(&mut DocumentMut)) -> Result<(), SettingsWriteError> {
        let path = self.path.as_deref().ok_or(SettingsWriteError::NoHome)?;
        let text = match files::read_text(path) {
            Ok(text) => text,
            Err(why) if why.kind() == io::ErrorKind::NotFound => HEAD.to_owned(),
            Err(why) if why.kind() == io::ErrorKind::InvalidData => {
                return Err(SettingsWriteError::Broken(why.to_string()));
            }
            Err(why) => return Err(why.into()),
        };
        let mut document: DocumentMut = text.parse().map_err(|why: toml_edit::TomlError| {
            let before = why.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            SettingsWriteError::Broken(format!("line {}", before.matches('\n').count() + 1))
        })?;
        // Comments alone are the head of what is to come, not its end.
        let head =
            if document.is_empty() { mem::take(&mut document).to_string() } else { String::new() };
        change(&mut document);
        write(path, &head, &document)
    }
}

fn write(path: &Path, head: &str, document: &DocumentMut) -> Result<(), SettingsWriteError> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let gap = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
    Ok(files::write_atomic(path, |out| write!(out, "{head}{gap}{document}"))?)
}

/// A name beside this file that is not taken.
fn free_name(path: &Path) -> PathBuf {
    let named = |number: u32| {
        let mut name = path.as_os_str().to_owned();
        name.push(if number == 1 { ".broken".to_owned() } else { format!(".broken-{number}") });
        PathBuf::from(name)
    };
    (1..1000)
        .map(named)
        .find(|aside| fs::symlink_metadata(aside).is_err())
        .unwrap_or_else(|| named(1))
}

/// A setting as TOML has it.
fn value(settings: &Settings, setting: Setting) -> Value {
    match setting {
        Setting::Theme => settings.theme.as_str().into(),
        Setting::Glyphs => if settings.ascii { "ascii" } else { "unicode" }.into(),
        Setting::Motion => settings.motion.enabled.into(),
        Setting::Mouse => settings.mouse.into(),
        Setting::Pace => number(settings.wait.as_secs_f64()),
        Setting::Linger => {
            settings.motion.linger.map_or_else(|| "key".into(), |time| number(time.as_secs_f64()))
        }
        Setting::Name(person) => settings.names[person].as_str().into(),
    }
}

/// Whole seconds without a point.
fn number(seconds: f64) -> Value {
    #[allow(clippy::cast_possible_truncation)] // at most 100
    if seconds.fract() == 0.0 { (seconds as i64).into() } else { seconds.into() }
}

/// The table of the document that has this setting; made if it is not there.
fn table<'a>(document: &'a mut DocumentMut, group: Option<&str>) -> Option<&'a mut dyn TableLike> {
    let Some(group) = group else { return Some(document.as_table_mut()) };
    let item = document.entry(group).or_insert_with(toml_edit::table);
    if !item.is_table_like() {
        *item = toml_edit::table();
    }
    item.as_table_like_mut()
}

/// Puts a setting into a document; what stands around it stays.
fn put(document: &mut DocumentMut, setting: Setting, settings: &Settings) {
    let (group, key) = setting.key();
    let Some(table) = table(document, group) else { return };
    let new = value(settings, setting);
    match table.get_mut(key).and_then(Item::as_value_mut) {
        Some(old) => {
            let around = old.decor().clone();
            *old = new;
            *old.decor_mut() = around;
        }
        None => drop(table.insert(key, Item::Value(new))),
    }
}

/// Puts all settings but `left_out` into a document, if they are there or not the usual ones.
fn put_all(document: &mut DocumentMut, settings: &Settings, left_out: &[Setting]) {
    let usual = Settings::default();
    for setting in Setting::ALL.into_iter().filter(|setting| !left_out.contains(setting)) {
        let (group, key) = setting.key();
        let is_there = match group {
            None => document.contains_key(key),
            Some(group) => document.get(group).and_then(|table| table.get(key)).is_some(),
        };
        let is_usual = value(settings, setting).to_string() == value(&usual, setting).to_string();
        if is_there || !is_usual {
            put(document, setting, settings);
        }
    }
}
