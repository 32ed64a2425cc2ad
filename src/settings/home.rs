//! The settings and themes in effect.

use std::{env, io, path::PathBuf};

use super::{
    Setting, Settings, SettingsFile, code_attempts::CodeAttempts, guest::Guest,
    last_setups::LastSetups, lessons::Lessons, local_clock::LocalClock, log, themes::Themes,
};
use crate::widgets::{ColorDepth, Look};

#[derive(Clone, Debug)]
pub struct Home {
    pub settings: Settings,
    /// Settings overridden by the command line. Not written to the file unless changed.
    pub overrides: Vec<&'static Setting>,
    pub themes: Themes,
    pub file: SettingsFile,
    pub last_setups: LastSetups,
    pub lessons: Lessons,
    /// `None` for the user of this account.
    pub guest: Option<Guest>,
    /// The location of shared tables from the command line.
    pub database: Option<String>,
    pub clock: LocalClock,
    /// Finds the folder in which the program runs.
    pub working_folder: fn() -> io::Result<PathBuf>,
    pub code_attempts: CodeAttempts,
}

impl Home {
    pub fn open() -> (Self, Vec<String>) {
        let (themes, file) = (Themes::at_home(), SettingsFile::at_home());
        let (settings, mut problems) = file.read(&themes);
        problems.extend(themes.problems());
        let (last_setups, problem) = LastSetups::at_home();
        problems.extend(problem.into_iter().chain(log::problem()));
        let lessons = Lessons::at_home();
        let overrides = Vec::new();
        let home = Self {
            settings,
            overrides,
            themes,
            file,
            last_setups,
            lessons,
            guest: None,
            database: None,
            clock: LocalClock::default(),
            working_folder: env::current_dir,
            code_attempts: CodeAttempts::default(),
        };
        (home, problems)
    }

    /// Has the built-in themes and no files.
    pub fn unsaved(settings: Settings) -> Self {
        Self {
            settings,
            overrides: Vec::new(),
            themes: Themes::built_in(),
            file: SettingsFile::disabled(),
            last_setups: LastSetups::disabled(),
            lessons: Lessons::disabled(),
            database: None,
            guest: None,
            clock: LocalClock::default(),
            working_folder: env::current_dir,
            code_attempts: CodeAttempts::default(),
        }
    }

    /// The guest plays under a fixed name.
    pub fn set_guest(&mut self, guest: Guest) {
        self.guest = Some(guest);
        self.apply_guest_name();
    }

    pub fn is_guest(&self) -> bool {
        self.guest.is_some()
    }

    /// Whether computers play in the menu's pictures and, after a time without keys, in a demo.
    /// Guests see none, because running games need the processor.
    pub fn plays_demos(&self) -> bool {
        self.settings.motion.enabled && !self.is_guest()
    }

    /// Replaces the settings and overrides. A guest keeps their name.
    pub fn use_settings(&mut self, settings: Settings, overrides: Vec<&'static Setting>) {
        (self.settings, self.overrides) = (settings, overrides);
        self.apply_guest_name();
    }

    fn apply_guest_name(&mut self) {
        let Some(guest) = &self.guest else { return };
        self.settings.set_own_name(&guest.name);
        if !self.overrides.contains(&&Setting::NAME) {
            self.overrides.push(&Setting::NAME);
        }
    }

    pub fn look(&self, depth: ColorDepth) -> Look {
        let theme = self.themes.get(&self.settings.theme).cloned();
        let theme = theme.unwrap_or_else(|| self.themes.default_theme());
        let keymap = self.settings.keymap.clone();
        Look { keymap, ..Look::new(&theme, depth, self.settings.ascii_glyphs) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::guest::GuestLimits;

    #[test]
    fn a_guest_keeps_the_name() {
        let mut home = Home::unsaved(Settings::default());
        let (name, limits) = ("Ada".to_owned(), GuestLimits::default());
        home.set_guest(Guest { name, limits, cores_folder: PathBuf::new(), has_command: false });
        assert!(home.is_guest() && !home.plays_demos());
        assert_eq!(home.settings.own_name(), "Ada");
        let names = ["Eve", "Bob", "", ""].map(str::to_owned);
        home.use_settings(Settings { names, ..Settings::default() }, Vec::new());
        assert_eq!(home.settings.names[..2], ["Ada", "Bob"]);
        assert_eq!(home.overrides, [&Setting::NAME]);
    }
}
