//! The themes to choose from: those that come with the program, and a person's own in
//! `themes/*.toml` beside the settings.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use crate::{
    files,
    store::paths,
    ui::{Theme, theme::ThemeError},
};

/// The themes to choose from, and those that can't be used.
#[derive(Clone, Debug)]
pub struct Themes {
    /// Never empty: the first is the usual one.
    all: Vec<Theme>,
    broken: Vec<(String, String)>,
}

impl Themes {
    /// Those that come with the program.
    pub fn built_in() -> Self {
        let all = Theme::names().filter_map(|name| Theme::built_in(name).ok()).collect();
        Self { all, broken: Vec::new() }
    }

    /// And those at home.
    pub fn at_home() -> Self {
        paths::config().map_or_else(Self::built_in, |folder| Self::with(&folder.join("themes")))
    }

    /// And those in this folder. One with a name that comes with the program takes its place.
    pub fn with(folder: &Path) -> Self {
        let mut themes = Self::built_in();
        match files_in(folder) {
            Ok(files) => files.iter().for_each(|file| themes.add(file)),
            Err(why) if files::is_not_found(&why) && !folder.exists() => {}
            Err(why) => themes
                .broken
                .push((String::new(), format!("the folder of themes can't be read: {why}"))),
        }
        themes
    }

    fn add(&mut self, path: &Path) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let theme = match files::read_text(path).map(|text| Theme::parse(&name, &text)) {
            Err(why) => Err(format!("can't be read: {why}")),
            Ok(Err(ThemeError::Broken { what, .. })) => Err(what),
            Ok(other) => other.map_err(|why| why.to_string()),
        };
        match theme {
            // A name is typed and shown.
            Ok(_)
                if name.contains(|letter: char| {
                    letter.is_control() || letter == char::REPLACEMENT_CHARACTER
                }) =>
            {
                self.broken.push((name, format!("themes/{file:?}: nobody can type this name")));
            }
            Ok(theme) => match self.all.iter_mut().find(|known| known.name == name) {
                Some(known) => *known = theme,
                None => self.all.push(theme),
            },
            Err(what) => self.broken.push((name, format!("themes/{file}: {what}"))),
        }
    }

    /// All that can be used.
    pub fn all(&self) -> &[Theme] {
        &self.all
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|theme| theme.name.as_str())
    }

    /// The theme with this name.
    pub fn get(&self, name: &str) -> Option<&Theme> {
        self.all.iter().find(|theme| theme.name == name)
    }

    /// What is wrong with the theme of this name, if it is there and can't be used.
    pub fn fault(&self, name: &str) -> Option<&str> {
        self.broken.iter().find(|(broken, _)| broken == name).map(|(_, why)| why.as_str())
    }

    /// What is wrong with those that can't be used, in sentences.
    pub fn faults(&self) -> impl Iterator<Item = String> {
        self.broken.iter().map(|(name, why)| {
            let left_out = if name.is_empty() { "" } else { "; this theme is left out" };
            format!("{why}{left_out}.")
        })
    }
}

/// The files of a folder that may be themes, by name. Hidden ones belong to editors.
fn files_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    let is_theme = |path: &PathBuf| {
        let is_hidden =
            path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        path.extension().is_some_and(|extension| extension == "toml") && !is_hidden
    };
    let mut paths: Vec<_> = paths.into_iter().filter(is_theme).collect();
    paths.sort();
    Ok(paths)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DARK: &str = include_str!("../../assets/themes/dark.toml");

    fn with(files: &[(&str, &str)]) -> Themes {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            fs::write(folder.path().join(name), text).unwrap();
        }
        Themes::with(folder.path())
    }

    #[test]
    fn own_themes_stand_behind_those_of_the_program() {
        let mine = DARK.replace("calm and dark", "mine");
        let themes = with(&[
            ("b.toml", DARK),
            ("a.toml", &mine),
            ("c.txt", "x"),
            (".d.toml", "x"),
            ("e", "x"),
        ]);
        let names: Vec<_> = themes.names().collect();
        assert_eq!(names[Theme::names().count()..], ["a", "b"]);
        assert!(themes.get("a").unwrap().words.starts_with("mine"));
        assert_eq!(themes.faults().count(), 0);
    }

    #[test]
    fn one_with_a_known_name_takes_its_place() {
        let themes = with(&[("light.toml", &DARK.replace("calm and dark", "mine"))]);
        assert_eq!(themes.all().len(), Theme::names().count());
        assert!(themes.get("light").unwrap().words.starts_with("mine"));
    }

    #[test]
    fn a_broken_theme_is_named_with_its_line_and_left_out() {
        let themes = with(&[
            ("colour.toml", &DARK.replace("#e6b450", "#e6b45")),
            ("missing.toml", &DARK.replace("alert ", "alarm ")),
            ("light.toml", "words ="),
        ]);
        assert_eq!(themes.all().len(), Theme::names().count());
        let faults: Vec<_> = themes.faults().collect();
        assert!(
            faults[0].starts_with("themes/colour.toml: line 8: ") && faults[0].contains("#e6b45"),
            "{faults:?}"
        );
        assert!(faults[1].starts_with("themes/light.toml: line 1: "), "{faults:?}");
        assert!(
            faults[2].starts_with("themes/missing.toml: line 10: ") && faults[2].contains("alarm"),
            "{faults:?}"
        );
        // The one that comes with the program can still be used.
        assert!(themes.get("light").is_some() && themes.fault("light").is_some());
        assert!(themes.get("colour").is_none() && themes.fault("colour").is_some());
    }

    #[test]
    fn what_is_no_file_is_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("folder.toml")).unwrap();
        assert_eq!(Themes::with(folder.path()).faults().count(), 1);
        assert_eq!(Themes::with(&folder.path().join("none")).faults().count(), 0);
        fs::write(folder.path().join("file"), "").unwrap();
        assert_eq!(Themes::with(&folder.path().join("file")).faults().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_name_that_nobody_can_type_is_refused() {
        let themes = with(&[("a\u{1b}[31m.toml", DARK)]);
        assert_eq!(themes.all().len(), Theme::names().count());
        assert!(themes.faults().all(|fault| !fault.contains('\u{1b}')));
        assert_eq!(themes.faults().count(), 1);
    }
}
