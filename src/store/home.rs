//! The settings and themes in effect.

use super::{
    last_setups::LastSetups,
    lesson_offers::LessonOffers,
    log,
    settings::{Setting, Settings, SettingsFile},
    themes::Themes,
};
use crate::ui::{ColorDepth, Look};

/// The settings and themes in effect, and the file of the settings.
#[derive(Clone, Debug)]
pub struct Home {
    /// The settings in effect.
    pub settings: Settings,
    /// The settings that the command line overrides for this run. Their values are not written to
    /// the file unless they are changed during the run.
    pub overrides: Vec<Setting>,
    /// The available themes.
    pub themes: Themes,
    /// The file of the settings.
    pub file: SettingsFile,
    /// The last setup of each game.
    pub last_setups: LastSetups,
    /// The games whose lesson has been offered.
    pub lesson_offers: LessonOffers,
    /// Where the command line says that shared tables are.
    pub database: Option<String>,
}

impl Home {
    /// Reads the settings and themes in the home folder. Returns them together with a message for
    /// each problem.
    pub fn open() -> (Self, Vec<String>) {
        let (themes, file) = (Themes::at_home(), SettingsFile::at_home());
        let (settings, mut problems) = file.read(&themes);
        problems.extend(themes.problems());
        let (last_setups, problem) = LastSetups::at_home();
        problems.extend(problem.into_iter().chain(log::problem()));
        let lesson_offers = LessonOffers::at_home();
        let overrides = Vec::new();
        let home =
            Self { settings, overrides, themes, file, last_setups, lesson_offers, database: None };
        (home, problems)
    }

    /// Returns these settings with the built-in themes and without a file.
    pub fn unsaved(settings: Settings) -> Self {
        Self {
            settings,
            overrides: Vec::new(),
            themes: Themes::built_in(),
            file: SettingsFile::disabled(),
            last_setups: LastSetups::disabled(),
            lesson_offers: LessonOffers::disabled(),
            database: None,
        }
    }

    /// Returns the look of these settings on a terminal with this colour depth.
    pub fn look(&self, depth: ColorDepth) -> Look {
        let theme = self.themes.get(&self.settings.theme).cloned();
        let theme = theme.unwrap_or_else(|| self.themes.default_theme());
        Look::new(&theme, depth, self.settings.ascii)
    }
}
