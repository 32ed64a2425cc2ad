//! The cases of a check. Each is a TOML file with a program's input and the output that the course
//! sheet demands. Teachers can write more.

use std::{collections::BTreeMap, fs, io, path::Path};

use include_dir::Dir;
use serde::Deserialize;

use super::script::Script;

/// The file in a folder of cases with the ways to start a game.
const START_FILE: &str = "start.toml";

/// Placeholder for the size of the board in [`START_FILE`].
pub(crate) const SIZE_PLACEHOLDER: &str = "{size}";

/// One or more runs of a program with the demanded output.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name of the file without `.toml`.
    #[serde(skip)]
    pub name: String,
    /// The demand of the sheet, as a sentence.
    pub requirement: String,
    /// Folders to create in the program's folder.
    #[serde(default)]
    pub(super) folders: Vec<String>,
    /// Contents of the files to create, by name.
    #[serde(default)]
    pub(super) files: BTreeMap<String, String>,
    /// Successive runs in the same folder.
    #[serde(rename = "run")]
    pub(crate) runs: Vec<Run>,
    /// Typical mistakes and their explanations.
    #[serde(default, rename = "mistake")]
    pub(super) mistakes: Vec<Mistake>,
}

/// One run of the program. Its output and exit status are checked only against the fields that the
/// case has.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    /// An entry of `start.toml`, whose arguments and lines come first.
    pub start: Option<String>,
    /// The size of the board, which replaces `{size}` in `start.toml`.
    pub size: Option<i64>,
    /// An illegal size that is typed first and must be refused.
    pub refused_size: Option<i64>,
    /// Whether the game starts as in the embedded `start.toml`.
    #[serde(skip)]
    pub starts_like_ours: bool,
    #[serde(default)]
    pub args: Vec<String>,
    /// The whole session, in the format of [`Script`].
    pub session: Option<String>,
    /// The typed lines, if there is no session.
    #[serde(default)]
    pub typed: Vec<String>,
    /// Texts that must be printed, in this order.
    #[serde(default)]
    pub shows: Vec<String>,
    /// Texts that must not be printed.
    #[serde(default)]
    pub never: Vec<String>,
    pub status: Option<i32>,
    /// Files that must exist afterwards.
    #[serde(default)]
    pub saves: Vec<String>,
    /// Whether differences in blanks are mistakes.
    #[serde(default)]
    pub exact: bool,
    /// A property of the game's [`Suite`](super::Suite).
    pub property: Option<PropertyCall>,
}

impl Run {
    pub fn parameter(&self, name: &str) -> Option<&toml::Value> {
        self.property.as_ref()?.parameters.get(name)
    }

    /// Returns the script of the session, or one of the typed lines alone.
    pub fn script(&self) -> Result<Script, String> {
        match &self.session {
            Some(session) if self.typed.is_empty() => Script::parse(session),
            Some(_) => Err("what is typed stands either in `session` or in `typed`".to_owned()),
            None => Ok(Script::from_typed(&self.typed)),
        }
    }

    /// Returns the run with the arguments and lines that start its game in front.
    pub fn started(&self, starts: &BTreeMap<String, Start>) -> Result<Started, String> {
        let Some(name) = &self.start else { return Ok(Started::Run(Box::new(self.clone()))) };
        let start = starts.get(name).ok_or_else(|| format!("{START_FILE} has no `{name}`"))?;
        if start.missing {
            return Ok(Started::LeftOut("start.toml says that the program has no such game"));
        }
        if self.refused_size.is_some()
            && !start.typed.iter().any(|line| line.contains(SIZE_PLACEHOLDER))
        {
            return Ok(Started::LeftOut("the size isn't typed, so it can't be asked for again"));
        }
        let with_size = |text: &String, size: Option<i64>| {
            text.replace(SIZE_PLACEHOLDER, &size.map(|size| size.to_string()).unwrap_or_default())
        };
        let mut typed = Vec::new();
        for line in &start.typed {
            if self.refused_size.is_some() && line.contains(SIZE_PLACEHOLDER) {
                typed.push(with_size(line, self.refused_size));
            }
            typed.push(with_size(line, self.size));
        }
        typed.extend(self.typed.iter().cloned());
        let mut args: Vec<_> = start.args.iter().map(|arg| with_size(arg, self.size)).collect();
        args.extend(self.args.iter().cloned());
        let run = Self { args, typed, starts_like_ours: start.is_ours, ..self.clone() };
        Ok(Started::Run(Box::new(run)))
    }
}

#[derive(Clone, Debug, Deserialize)]
pub(crate) struct PropertyCall {
    pub name: String,
    #[serde(flatten)]
    pub parameters: toml::Table,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Mistake {
    /// Beginning of the first line that differs, ignoring blanks.
    #[serde(rename = "came")]
    pub actual: String,
    pub means: String,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    #[serde(default)]
    pub args: Vec<String>,
    /// Answers to the program's questions before the first move.
    #[serde(default)]
    pub typed: Vec<String>,
    /// Whether the program doesn't have this game. Then its cases are left out.
    #[serde(default)]
    pub missing: bool,
    #[serde(skip)]
    is_ours: bool,
}

/// A run that includes the start of its game, or the reason for leaving it out.
pub(crate) enum Started {
    Run(Box<Run>),
    LeftOut(&'static str),
}

/// Cases can't be loaded.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// A file isn't a valid case.
    #[error("{file} is no case: {why}")]
    Wrong {
        /// The name of the file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// A folder or a file in it can't be read.
    #[error("{folder} can't be read: {error}; give --cases a folder with .toml files")]
    Unreadable {
        /// The path of the folder.
        folder: String,
        /// The system's error.
        error: io::Error,
    },
    /// The folder with this path has no cases.
    #[error("{0} has no cases; each is a .toml file, as docs/course-cases.md describes")]
    Empty(String),
}

/// Cases, and the ways to start their games.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    /// The cases, sorted by name.
    pub cases: Vec<Case>,
    pub(super) starts: BTreeMap<String, Start>,
}

impl Cases {
    pub(super) fn embedded(folder: &Dir<'_>) -> Result<Self, CaseError> {
        let files = folder.files().filter_map(|file| {
            Some((file.path().file_name()?.to_str()?.to_owned(), file.contents_utf8()?.to_owned()))
        });
        let mut cases = Self::read(files.collect())?;
        for start in cases.starts.values_mut() {
            start.is_ours = true;
        }
        Ok(cases)
    }

    /// Adds the cases and starts of a folder, which replace others of the same name.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read or has no cases, or if a file isn't a case.
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), CaseError> {
        let shown = folder.display().to_string();
        let unreadable = |error| CaseError::Unreadable { folder: shown.clone(), error };
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let path = entry.map_err(unreadable)?.path();
            if path.extension().is_some_and(|extension| extension == "toml") {
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                files.insert(name, fs::read_to_string(&path).map_err(unreadable)?);
            }
        }
        if files.is_empty() {
            return Err(CaseError::Empty(shown));
        }
        let added = Self::read(files)?;
        self.cases.retain(|case| added.cases.iter().all(|other| other.name != case.name));
        self.cases.extend(added.cases);
        self.starts.extend(added.starts);
        self.cases.sort_by(|left, right| left.name.cmp(&right.name));
        Ok(())
    }

    fn read(files: BTreeMap<String, String>) -> Result<Self, CaseError> {
        let mut cases = Self::default();
        for (file, text) in files {
            let wrong = |why: String| CaseError::Wrong { file: file.clone(), why };
            if file == START_FILE {
                cases.starts = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
                continue;
            }
            let mut case: Case = toml::from_str(&text).map_err(|error| wrong(error.to_string()))?;
            file.trim_end_matches(".toml").clone_into(&mut case.name);
            for run in &case.runs {
                run.script().map_err(wrong)?;
            }
            cases.cases.push(case);
        }
        Ok(cases)
    }
}
