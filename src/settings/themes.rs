//! The available themes: the built-in ones, and those in `themes/*.toml` next to the settings file.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::OnceLock,
};

use crate::{
    files,
    printable::is_unprintable,
    settings::paths,
    widgets::{Theme, theme::ThemeError},
};

#[derive(Clone, Debug)]
pub struct Themes {
    /// The usable themes, never empty. The first is the default.
    all: Vec<NamedTheme>,
    /// The name and problem of each unusable theme. The name is empty if the folder can't be read.
    broken: Vec<(String, String)>,
}

/// A usable theme. Built-in ones are parsed on first use: parsing all would delay the start.
#[derive(Clone, Debug)]
struct NamedTheme {
    name: String,
    theme: OnceLock<Theme>,
}

impl NamedTheme {
    fn theme(&self) -> &Theme {
        self.theme.get_or_init(|| Theme::built_in(&self.name).unwrap_or_default())
    }
}

impl Themes {
    pub fn built_in() -> Self {
        let named = |name: &str| NamedTheme { name: name.to_owned(), theme: OnceLock::new() };
        Self { all: Theme::names().map(named).collect(), broken: Vec::new() }
    }

    pub fn at_home() -> Self {
        paths::config().map_or_else(Self::built_in, |folder| Self::with(&folder.join("themes")))
    }

    /// The built-in themes and those in this folder, which override them by name.
    pub fn with(folder: &Path) -> Self {
        let mut themes = Self::built_in();
        match theme_files(folder) {
            Ok(files) => {
                for file in &files {
                    themes.add(file);
                }
            }
            Err(error) if files::is_not_found(&error) && !folder.exists() => {}
            Err(error) => themes
                .broken
                .push((String::new(), format!("can't read the folder of themes: {error}"))),
        }
        themes
    }

    fn add(&mut self, path: &Path) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let file = path.file_name().unwrap_or_default().to_string_lossy();
        let theme = match files::read_text(path).map(|text| Theme::parse(&name, &text)) {
            Err(error) => Err(format!("can't be read: {error}")),
            Ok(Err(ThemeError::Invalid { problem, .. })) => Err(problem),
            Ok(result) => result.map_err(|error| error.to_string()),
        };
        match theme {
            // Users type the name, and the program shows it.
            Ok(_) if !is_printable(&name) => {
                let problem =
                    format!("themes/{file:?}: the name has characters that can't be typed");
                self.broken.push((name, problem));
            }
            Ok(theme) => {
                let theme = NamedTheme { name, theme: theme.into() };
                match self.all.iter_mut().find(|other| other.name == theme.name) {
                    Some(other) => *other = theme,
                    None => self.all.push(theme),
                }
            }
            Err(problem) => self.broken.push((name, format!("themes/{file}: {problem}"))),
        }
    }

    pub fn default_theme(&self) -> Theme {
        self.all.first().map(|first| first.theme().clone()).unwrap_or_default()
    }

    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all.iter().map(|theme| theme.name.as_str())
    }

    pub fn get(&self, name: &str) -> Option<&Theme> {
        self.all.iter().find(|theme| theme.name == name).map(NamedTheme::theme)
    }

    pub fn problem(&self, name: &str) -> Option<&str> {
        self.broken.iter().find(|(broken, _)| broken == name).map(|(_, problem)| problem.as_str())
    }

    pub fn problems(&self) -> impl Iterator<Item = String> {
        self.broken.iter().map(|(name, problem)| {
            if name.is_empty() {
                return format!("{problem}.");
            }
            format!("in {problem}; this theme is ignored.")
        })
    }
}

fn is_printable(name: &str) -> bool {
    !name.contains(|letter| is_unprintable(letter) || letter == char::REPLACEMENT_CHARACTER)
}

/// The TOML files in a folder, sorted by name, without hidden ones, which editors create.
fn theme_files(folder: &Path) -> io::Result<Vec<PathBuf>> {
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
    fn built_in_themes_are_parsed_on_first_use() {
        let themes = Themes::built_in();
        assert_eq!(themes.get("light").map(|theme| &*theme.name), Some("light"));
        let parsed = themes.all.iter().filter(|theme| theme.theme.get().is_some());
        assert_eq!(parsed.map(|theme| &*theme.name).collect::<Vec<_>>(), ["light"]);
    }

    #[test]
    fn themes_in_the_folder_follow_the_built_in_ones() {
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
        assert!(themes.get("a").unwrap().description.starts_with("mine"));
        assert_eq!(themes.problems().count(), 0);
    }

    #[test]
    fn a_theme_in_the_folder_replaces_the_built_in_one_of_its_name() {
        let themes = with(&[("light.toml", &DARK.replace("calm and dark", "mine"))]);
        assert_eq!(themes.names().count(), Theme::names().count());
        assert!(themes.get("light").unwrap().description.starts_with("mine"));
    }

    #[test]
    fn an_invalid_theme_is_reported_with_its_line_and_left_out() {
        let themes = with(&[
            ("colour.toml", &DARK.replace("#e6b450", "#e6b45")),
            ("missing.toml", &DARK.replace("alert ", "alarm ")),
            ("light.toml", "words ="),
        ]);
        assert_eq!(themes.names().count(), Theme::names().count());
        let problems: Vec<_> = themes.problems().collect();
        assert!(
            problems[0].starts_with("in themes/colour.toml: line 8: ")
                && problems[0].contains("#e6b45"),
            "{problems:?}"
        );
        assert!(problems[1].starts_with("in themes/light.toml: line 1: "), "{problems:?}");
        assert!(
            problems[2].starts_with("in themes/missing.toml: line 10: ")
                && problems[2].contains("alarm"),
            "{problems:?}"
        );
        // The built-in theme is still usable.
        assert!(themes.get("light").is_some() && themes.problem("light").is_some());
        assert!(themes.get("colour").is_none() && themes.problem("colour").is_some());
    }

    #[test]
    fn unreadable_themes_are_reported_but_a_missing_folder_is_not() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("folder.toml")).unwrap();
        assert_eq!(Themes::with(folder.path()).problems().count(), 1);
        assert_eq!(Themes::with(&folder.path().join("none")).problems().count(), 0);
        fs::write(folder.path().join("file"), "").unwrap();
        assert_eq!(Themes::with(&folder.path().join("file")).problems().count(), 1);
    }

    #[test]
    fn a_name_is_no_path() {
        let folder = tempfile::tempdir().unwrap();
        let themes = folder.path().join("themes");
        fs::create_dir(&themes).unwrap();
        fs::write(folder.path().join("outside.toml"), DARK).unwrap();
        let themes = Themes::with(&themes);
        let outside = folder.path().join("outside");
        for name in ["../outside", "../outside.toml", outside.to_str().unwrap(), ""] {
            assert!(themes.get(name).is_none(), "{name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_name_with_control_characters_is_refused() {
        let themes = with(&[("a\u{1b}[31m.toml", DARK)]);
        assert_eq!(themes.names().count(), Theme::names().count());
        assert!(themes.problems().all(|problem| !problem.contains('\u{1b}')));
        assert_eq!(themes.problems().count(), 1);
    }
}
