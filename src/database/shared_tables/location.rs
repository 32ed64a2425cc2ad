//! The choice of the location of shared tables, by option, environment or settings.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
};

use super::connection::Location;
use crate::settings::{Settings, paths};

pub const DATABASE_VARIABLE: &str = "FOURCADE_DATABASE";

/// Returns the location of shared tables: from the option `--database`, the environment, the
/// settings, or by default a file in the data folder. `None` if there is no such folder.
pub fn choose_location(flag: Option<&str>, settings: &Settings) -> Option<Location> {
    let sources = LocationSources {
        flag: flag.map(str::to_owned),
        variable: env::var_os(DATABASE_VARIABLE),
        setting: settings.database.clone(),
        default: paths::shared_tables(),
        home: etcetera::home_dir().ok(),
    };
    sources.choose()
}

#[derive(Debug, Default)]
struct LocationSources {
    flag: Option<String>,
    variable: Option<OsString>,
    setting: Option<String>,
    default: Option<PathBuf>,
    home: Option<PathBuf>,
}

impl LocationSources {
    fn choose(self) -> Option<Location> {
        let variable = self.variable.filter(|text| !text.is_empty());
        if let Some(text) = self.flag.filter(|text| !text.is_empty()) {
            Some(parse(&text))
        } else if let Some(text) = variable {
            Some(text.to_str().map_or_else(|| Location::File(PathBuf::from(&text)), parse))
        } else if let Some(text) = self.setting {
            Some(match parse(&text) {
                Location::File(file) => {
                    Location::File(resolve(&file, self.home.as_deref(), self.default.as_deref()))
                }
                server @ Location::Server(_) => server,
            })
        } else {
            self.default.map(Location::File)
        }
    }
}

/// Resolves a path in the settings: `~` is the home folder, and other relative paths begin in the
/// folder of the default file.
fn resolve(file: &Path, home: Option<&Path>, default: Option<&Path>) -> PathBuf {
    if let (Ok(rest), Some(home)) = (file.strip_prefix("~"), home) {
        return home.join(rest);
    }
    default.and_then(Path::parent).unwrap_or(Path::new("")).join(file)
}

fn parse(text: &str) -> Location {
    match text.parse() {
        Ok(location) => location,
        Err(never) => match never {},
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources(flag: &str, variable: &str, setting: &str) -> LocationSources {
        let text = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
        LocationSources {
            flag: text(flag),
            variable: Some(variable.into()),
            setting: text(setting),
            default: Some("data/shared.db".into()),
            home: Some("ada".into()),
        }
    }

    #[test]
    fn the_option_overrides_the_environment_which_overrides_the_settings() {
        let file = |path: &str| Some(Location::File(path.into()));
        let server = "postgres://db.example/arcade";
        for (flag, variable, setting, expected) in [
            ("a.db", "b.db", "c.db", file("a.db")),
            ("", "b.db", "c.db", file("b.db")),
            ("", "", "c.db", file("data/c.db")),
            ("", "", "~/c.db", file("ada/c.db")),
            ("", "", "/var/c.db", file("/var/c.db")),
            ("", "", "", file("data/shared.db")),
            (server, "b.db", "c.db", Some(Location::Server(server.to_owned()))),
            ("", server, "c.db", Some(Location::Server(server.to_owned()))),
            ("", "", server, Some(Location::Server(server.to_owned()))),
        ] {
            let found = sources(flag, variable, setting).choose();
            assert_eq!(found, expected, "{flag:?} {variable:?} {setting:?}");
        }
    }

    #[test]
    fn only_the_default_location_needs_a_home_folder() {
        assert_eq!(LocationSources::default().choose(), None);
        let variable = Some(OsString::from("b.db"));
        let found = LocationSources { variable, ..LocationSources::default() }.choose();
        assert_eq!(found, Some(Location::File("b.db".into())));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_name_may_be_invalid_utf_8() {
        use std::os::unix::ffi::OsStringExt as _;
        let name = OsString::from_vec(vec![b'a', 0xff]);
        let found =
            LocationSources { variable: Some(name.clone()), ..LocationSources::default() }.choose();
        assert_eq!(found, Some(Location::File(name.into())));
    }
}
