//! What a person has at home: settings and themes, as they count now.

use super::{
    settings::{Setting, Settings, SettingsFile},
    themes::Themes,
};
use crate::ui::{ColorDepth, Look, Theme};

/// The settings as they count now, the themes, and where the settings are kept.
#[derive(Clone, Debug)]
pub struct Home {
    /// The settings.
    pub settings: Settings,
    /// Those that were overrides for this run only, whatever the file says.
    pub overrides: Vec<Setting>,
    /// The themes to choose from.
    pub themes: Themes,
    /// Where the settings are kept.
    pub file: SettingsFile,
}

impl Home {
    /// What is there, and what is wrong with it, in sentences.
    pub fn open() -> (Self, Vec<String>) {
        let (themes, file) = (Themes::at_home(), SettingsFile::at_home());
        let (settings, mut complaints) = file.read(&themes);
        complaints.extend(themes.faults());
        (Self { settings, overrides: Vec::new(), themes, file }, complaints)
    }

    /// These settings, kept nowhere.
    pub fn unsaved(settings: Settings) -> Self {
        Self {
            settings,
            overrides: Vec::new(),
            themes: Themes::built_in(),
            file: SettingsFile::disabled(),
        }
    }

    /// How things look by these settings on a terminal of this depth.
    pub fn look(&self, depth: ColorDepth) -> Look {
        let usual = || self.themes.all().first().cloned().unwrap_or_default();
        let theme: Theme = self.themes.get(&self.settings.theme).cloned().unwrap_or_else(usual);
        Look::new(&theme, depth, self.settings.ascii)
    }
}
