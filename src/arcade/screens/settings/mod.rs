//! The settings screen. Each change is visible and saved at once.
//!
//! | file | |
//! |---|---|
//! | `keys` | the key table |
//! | `values` | the values as text, and the next value of each setting |
//! | `view` | how the screen is drawn |
//! | `sample` | a sample of how the games will look |

mod keys;
mod sample;
mod values;
mod view;

use std::collections::VecDeque;

use ratatui::{buffer::Buffer, layout::Rect};

use super::super::{
    dialog::{DialogChoice, Question, TextInput, yes_or_no},
    job::Job,
    saving,
    screen::{Commands, Context, DialogAnswer, Screen, Transition},
};
use crate::{
    settings::{
        self, Setting, Settings, SettingsFile, SettingsWriteError, home::Home, themes::Themes,
    },
    widgets::{ClickAreas, Look, Offer, keys::key_name},
};
use keys::Command;
use view::{NEXT_VALUE_ITEM, PREVIOUS_VALUE_ITEM, View};

pub use keys::KEYS;

static RESET: [DialogChoice; 2] = yes_or_no("reset", "keep mine");

static REPLACE: [DialogChoice; 2] = yes_or_no("write a new file", "leave it");

/// What the open dialog asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SettingsDialog {
    /// The name of the person with this index.
    Name(usize),
    /// Whether to reset all settings to their defaults.
    Reset,
    /// Whether to replace a broken file.
    Replace,
}

/// A message about the last change.
enum SettingsNotice {
    Success(String),
    Error(String),
}

/// The settings screen.
pub struct SettingsScreen {
    settings: Settings,
    /// The settings that still have the values given on the command line.
    overrides: Vec<Setting>,
    themes: Themes,
    file: SettingsFile,
    /// The index of the selected setting in [`Setting::SHOWN`].
    row: usize,
    notice: Option<SettingsNotice>,
    dialog: Option<SettingsDialog>,
    /// Whether the user has decided to keep a broken file.
    keeps_broken_file: bool,
    /// The changes that are being written, in their order.
    writes: VecDeque<Job<WriteResult>>,
}

/// The result of writing the file: the name of the copy of a broken file that was replaced.
type WriteResult = Result<Option<String>, SettingsWriteError>;

/// Opens the screen for the settings of `home`.
pub fn open(home: &Home) -> Box<dyn Screen> {
    Box::new(SettingsScreen::new(home))
}

impl SettingsScreen {
    /// Creates the screen for the settings of `home`.
    pub fn new(home: &Home) -> Self {
        let Home { settings, overrides, themes, file, .. } = home.clone();
        Self {
            settings,
            overrides,
            themes,
            file,
            row: 0,
            notice: None,
            dialog: None,
            keeps_broken_file: false,
            writes: VecDeque::new(),
        }
    }

    /// The selected setting.
    fn setting(&self) -> Setting {
        Setting::SHOWN[self.row.min(Setting::SHOWN.len() - 1)]
    }

    fn step(&mut self, down: bool) -> Transition {
        let last = Setting::SHOWN.len() - 1;
        self.row = if down { (self.row + 1).min(last) } else { self.row.saturating_sub(1) };
        Transition::Redraw
    }

    /// Gives the selected setting its next value, or the previous one.
    fn turn(&mut self, forward: bool, context: &Context) -> Transition {
        let setting = self.setting();
        if values::turn(&mut self.settings, setting, forward, &self.themes) {
            return self.save(setting, context);
        }
        Transition::Notify(format!("press {} to type a name", key_name(&KEYS, Command::Choose)))
    }

    /// Changes the selected setting: asks for a name, or takes the next value.
    fn choose(&mut self, context: &Context) -> Transition {
        let Setting::Name(person) = self.setting() else { return self.turn(true, context) };
        if person == 0 && context.home.is_guest() {
            return Transition::Notify("your name here can't be changed".to_owned());
        }
        self.dialog = Some(SettingsDialog::Name(person));
        let (title, name) = (values::label(self.setting()), self.settings.names[person].as_str());
        Transition::Open(Box::new(TextInput::new(title, name)))
    }

    fn rename(&mut self, person: usize, text: &str, context: &Context) -> Transition {
        match settings::parse_name(text) {
            Ok(name) => {
                self.settings.names[person] = name;
                self.save(Setting::Name(person), context)
            }
            Err(error) => Transition::Alert(error),
        }
    }

    fn ask(
        &mut self,
        dialog: SettingsDialog,
        title: &str,
        text: &str,
        choices: &'static [DialogChoice],
    ) -> Transition {
        self.dialog = Some(dialog);
        Transition::Open(Box::new(Question::new(title, text, choices)))
    }

    /// Saves a setting and applies it.
    fn save(&mut self, setting: Setting, context: &Context) -> Transition {
        self.overrides.retain(|other| *other != setting);
        self.write(context, move |file, settings| file.write(settings, setting).map(|()| None))
    }

    /// Applies the settings, and starts to write them.
    fn write(
        &mut self,
        context: &Context,
        write: impl FnOnce(&SettingsFile, &Settings) -> WriteResult + Send + 'static,
    ) -> Transition {
        let (file, settings) = (self.file.clone(), self.settings.clone());
        let job = context.files.run(context.waker, move || write(&file, &settings));
        self.writes.push_back(job);
        self.notice = Some(SettingsNotice::Success(saving::SAVING.to_owned()));
        self.apply()
    }

    /// Reports the results of the writes that have ended. If the file is broken, asks once whether
    /// to replace it.
    fn finish_writes(&mut self) -> Transition {
        let mut transition = Transition::None;
        // The answer to an open dialog is not for the question about a broken file.
        while self.dialog.is_none()
            && let Some(result) = self.writes.front().and_then(Job::take)
        {
            self.writes.pop_front();
            transition = Transition::Redraw;
            self.notice = Some(match result {
                Ok(Ok(None)) if !self.writes.is_empty() => continue,
                Ok(Ok(None)) => SettingsNotice::Success("saved".to_owned()),
                Ok(Ok(Some(copy))) => {
                    SettingsNotice::Success(format!("saved; the broken file is now {copy}"))
                }
                Ok(Err(error @ SettingsWriteError::Broken(_))) if !self.keeps_broken_file => {
                    // The later changes have the same problem.
                    self.writes.clear();
                    let text =
                        format!("{error}. Write a new file? The broken one is kept next to it.");
                    return self.ask(SettingsDialog::Replace, "Not saved", &text, &REPLACE);
                }
                Ok(Err(error)) => SettingsNotice::Error(format!("not saved: {error}")),
                Err(error) => SettingsNotice::Error(format!("not saved: {error}")),
            });
        }
        transition
    }

    /// Lets the arcade use the settings from now on.
    fn apply(&self) -> Transition {
        Transition::ApplySettings {
            settings: Box::new(self.settings.clone()),
            given: self.overrides.clone(),
        }
    }

    fn replace_file(&mut self, context: &Context) -> Transition {
        let overrides = self.overrides.clone();
        self.write(context, move |file, settings| file.replace(settings, &overrides).map(Some))
    }

    fn keep_broken_file(&mut self) -> Transition {
        self.keeps_broken_file = true;
        self.notice = Some(SettingsNotice::Error("not saved: config.toml is unchanged".to_owned()));
        self.apply()
    }

    fn reset(&mut self, context: &Context) -> Transition {
        // The database is not on this page, and the shared tables stay where they are. Neither are
        // the limits of guests.
        let (database, guest) = (self.settings.database.take(), self.settings.guest);
        self.settings = Settings { database, guest, ..Settings::default() };
        self.overrides.clear();
        self.write(context, |file, settings| file.write_all(settings).map(|()| None))
    }
}

impl Commands for SettingsScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS)
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::Turn(forward) => self.turn(forward, context),
            Command::Choose => self.choose(context),
            Command::Reset => {
                let text = "All settings go back to their defaults, and the names are removed.";
                self.ask(SettingsDialog::Reset, "Reset to defaults?", text, &RESET)
            }
            Command::Leave => Transition::Close,
        }
    }
}

impl Screen for SettingsScreen {
    fn on_answer(&mut self, answer: DialogAnswer, context: &Context) -> Transition {
        if !self.writes.is_empty() {
            // Their results have waited for this answer.
            context.waker.wake();
        }
        match (self.dialog.take(), answer) {
            (Some(SettingsDialog::Name(person)), DialogAnswer::Text(text)) => {
                self.rename(person, &text, context)
            }
            (Some(SettingsDialog::Reset), DialogAnswer::Choice(0)) => self.reset(context),
            (Some(SettingsDialog::Replace), DialogAnswer::Choice(0)) => self.replace_file(context),
            (Some(SettingsDialog::Replace), _) => self.keep_broken_file(),
            _ => Transition::Redraw,
        }
    }

    /// The first click selects a row, the next one changes its setting. The arrows change it at
    /// once.
    fn on_click(&mut self, item: usize, context: &Context) -> Transition {
        match item {
            PREVIOUS_VALUE_ITEM => self.turn(false, context),
            NEXT_VALUE_ITEM => self.turn(true, context),
            row if row == self.row => self.choose(context),
            row => {
                self.row = row.min(Setting::SHOWN.len() - 1);
                Transition::Redraw
            }
        }
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.step(down)
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        self.finish_writes()
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        !self.writes.is_empty()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        View { screen: self, look }.draw(area, buffer, areas);
    }
}
