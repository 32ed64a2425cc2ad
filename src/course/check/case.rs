//! The cases of a check: what a program is given, and what the course sheet asks of it. Each is a
//! TOML file, and a teacher can write others.

use std::{collections::BTreeMap, fs, io, path::Path};

use include_dir::Dir;
use serde::Deserialize;

use super::script::Script;

/// The file of a folder with cases that says how games are started.
const STARTS: &str = "start.toml";

/// What stands for the size of the board in it.
pub(crate) const SIZE: &str = "{size}";

/// What a program is given, and what the sheet asks of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The name of its file, without `.toml`.
    #[serde(skip)]
    pub name: String,
    /// What the sheet asks, in a sentence.
    pub requirement: String,
    /// What the program finds in its folder: folders, and files with their contents.
    #[serde(default)]
    pub(super) folders: Vec<String>,
    #[serde(default)]
    pub(super) files: BTreeMap<String, String>,
    /// The runs of the program, one after the other, in the same folder.
    #[serde(rename = "run")]
    pub(crate) runs: Vec<Run>,
    /// Typical mistakes, by what is printed in place of the first line that differs.
    #[serde(default, rename = "mistake")]
    pub(super) mistakes: Vec<Mistake>,
}

/// One run of the program. What is not given is not compared.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Run {
    /// How the game is started: an entry of `start.toml`, whose arguments and lines come first.
    pub start: Option<String>,
    /// The size of the board: `{size}` stands for it in `start.toml`.
    pub size: Option<i64>,
    /// A size that is typed before it, and must be refused.
    pub refused_size: Option<i64>,
    /// Whether the game is started as our programs start it, because nobody has said otherwise.
    #[serde(skip)]
    pub starts_like_ours: bool,
    #[serde(default)]
    pub args: Vec<String>,
    /// All that is printed and typed; see [`Script`].
    pub session: Option<String>,
    /// What is typed if there is no session.
    #[serde(default)]
    pub typed: Vec<String>,
    /// What is printed at least, in this order.
    #[serde(default)]
    pub shows: Vec<String>,
    /// What must not be printed.
    #[serde(default)]
    pub never: Vec<String>,
    pub status: Option<i32>,
    /// The files that must be there afterwards.
    #[serde(default)]
    pub saves: Vec<String>,
    /// Whether blanks matter, too.
    #[serde(default)]
    pub exact: bool,
    /// The name of what the game checks, with its parameters.
    pub property: Option<PropertyCall>,
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
    /// How the line that came begins, blanks apart.
    pub came: String,
    pub means: String,
}

/// How a game is started.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Start {
    #[serde(default)]
    pub args: Vec<String>,
    /// The lines that answer the program's questions before the first move.
    #[serde(default)]
    pub typed: Vec<String>,
    /// Whether the program has no such game: its cases are left out.
    #[serde(default)]
    pub missing: bool,
    #[serde(skip)]
    is_ours: bool,
}

/// A run with the arguments and lines that start its game, or why there is none.
pub(crate) enum Started {
    Run(Box<Run>),
    LeftOut(&'static str),
}

/// Cases, and how their games are started.
#[derive(Clone, Debug, Default)]
pub struct Cases {
    /// The cases, sorted by name.
    pub cases: Vec<Case>,
    pub(super) starts: BTreeMap<String, Start>,
}

/// Why there are no cases. The message says what to do.
#[derive(Debug, thiserror::Error)]
pub enum CaseError {
    /// A file is no case.
    #[error("{file} is no case: {why}")]
    Wrong {
        /// The name of the file.
        file: String,
        /// What is wrong with it.
        why: String,
    },
    /// A folder or a file in it can't be read.
    #[error("{folder} can't be read: {why}; give --cases a folder with .toml files")]
    Unreadable {
        /// The path of the folder.
        folder: String,
        /// What the system said.
        why: io::Error,
    },
    /// A folder without cases: its path.
    #[error("{0} has no cases; each is a .toml file, as docs/programs.md describes")]
    Empty(String),
}

impl Cases {
    /// Returns the cases that are part of this program.
    pub(super) fn embedded(folder: &Dir<'_>) -> Result<Self, CaseError> {
        let files = folder.files().filter_map(|file| {
            Some((file.path().file_name()?.to_str()?.to_owned(), file.contents_utf8()?.to_owned()))
        });
        let mut cases = Self::read(files.collect())?;
        cases.starts.values_mut().for_each(|start| start.is_ours = true);
        Ok(cases)
    }

    /// Adds the cases of a folder. Those with the same names, and the same starts, replace others.
    ///
    /// # Errors
    /// Returns an error if the folder can't be read or has no cases, or if a file is no case.
    pub fn add_folder(&mut self, folder: &Path) -> Result<(), CaseError> {
        let shown = folder.display().to_string();
        let unreadable = |why| CaseError::Unreadable { folder: shown.clone(), why };
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
            if file == STARTS {
                cases.starts = toml::from_str(&text).map_err(|why| wrong(why.to_string()))?;
                continue;
            }
            let mut case: Case = toml::from_str(&text).map_err(|why| wrong(why.to_string()))?;
            file.trim_end_matches(".toml").clone_into(&mut case.name);
            for run in &case.runs {
                run.script().map_err(wrong)?;
            }
            cases.cases.push(case);
        }
        Ok(cases)
    }
}

impl Run {
    /// Returns what is typed, and what is printed if there is a session.
    pub fn script(&self) -> Result<Script, String> {
        match &self.session {
            Some(session) if self.typed.is_empty() => Script::parse(session),
            Some(_) => Err("what is typed stands either in `session` or in `typed`".to_owned()),
            None => Ok(Script::of_typed(&self.typed)),
        }
    }

    /// Returns the run with the arguments and lines that start its game.
    pub fn started(&self, starts: &BTreeMap<String, Start>) -> Result<Started, String> {
        let Some(name) = &self.start else { return Ok(Started::Run(Box::new(self.clone()))) };
        let start = starts.get(name).ok_or_else(|| format!("{STARTS} has no `{name}`"))?;
        if start.missing {
            return Ok(Started::LeftOut("start.toml says that the program has no such game"));
        }
        if self.refused_size.is_some() && !start.typed.iter().any(|line| line.contains(SIZE)) {
            return Ok(Started::LeftOut("the size isn't typed, so it can't be asked for again"));
        }
        let with_size = |text: &String, size: Option<i64>| {
            text.replace(SIZE, &size.map(|size| size.to_string()).unwrap_or_default())
        };
        let mut typed = Vec::new();
        for line in &start.typed {
            if self.refused_size.is_some() && line.contains(SIZE) {
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
