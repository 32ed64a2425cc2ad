//! The settings: each is changed, seen and written at once.
//!
//! | file | |
//! |---|---|
//! | `keys` | the key table |
//! | `values` | the values in words, and the next one |
//! | `view` | the screen as it is drawn |
//! | `sample` | how the games will look |

mod keys;
mod sample;
mod values;
mod view;

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    dialog::{Choice, Input, Question, yes_or_no},
    screen::{Answer, Context, Screen, Transition},
};
use crate::{
    store::{
        home::Home,
        settings::{self, Setting, Settings, SettingsFile, SettingsWriteError},
        themes::Themes,
    },
    ui::{ClickAreas, Look, Offer},
};
use keys::Command;
use view::{AFTER, BEFORE};

pub use keys::KEYS;

static RESET: [Choice; 2] = yes_or_no("usual values", "keep mine");

static REPLACE: [Choice; 2] = yes_or_no("write a new one", "leave it");

/// What a dialog over the settings was opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SettingsDialog {
    /// The name of a person.
    Name(usize),
    /// Usual values for all.
    Reset,
    /// A new file in the place of a broken one.
    Replace,
}

/// The screen of the settings.
pub struct SettingsScreen {
    now: Settings,
    /// Those that the command line gave, and that were not changed since.
    given: Vec<Setting>,
    themes: Themes,
    file: SettingsFile,
    /// The row that is selected, in [`Setting::ALL`].
    row: usize,
    /// What came of the last change: in words, and whether it went wrong.
    news: Option<(String, bool)>,
    asked: Option<SettingsDialog>,
    /// The broken file is to stay.
    is_left: bool,
}

/// The screen of the settings at home.
pub fn open(home: &Home) -> Box<dyn Screen> {
    Box::new(SettingsScreen::new(home))
}

impl SettingsScreen {
    /// For what is at home.
    pub fn new(home: &Home) -> Self {
        let Home { settings, overrides: given, themes, file } = home.clone();
        Self { now: settings, given, themes, file, row: 0, news: None, asked: None, is_left: false }
    }

    fn setting(&self) -> Setting {
        Setting::ALL[self.row.min(Setting::ALL.len() - 1)]
    }

    fn step(&mut self, down: bool) -> Transition {
        let last = Setting::ALL.len() - 1;
        self.row = if down { (self.row + 1).min(last) } else { self.row.saturating_sub(1) };
        Transition::Stay
    }

    fn turn(&mut self, forward: bool) -> Transition {
        let setting = self.setting();
        if values::turn(&mut self.now, setting, forward, &self.themes) {
            return self.changed(setting);
        }
        Transition::Say("press Enter to type a name".to_owned())
    }

    fn choose(&mut self) -> Transition {
        let Setting::Name(person) = self.setting() else { return self.turn(true) };
        self.asked = Some(SettingsDialog::Name(person));
        Transition::Open(Box::new(Input::new(
            values::label(self.setting()),
            self.now.names[person].as_str(),
        )))
    }

    fn rename(&mut self, person: usize, text: &str) -> Transition {
        match settings::parse_name(text) {
            Ok(name) => {
                self.now.names[person] = name;
                self.changed(Setting::Name(person))
            }
            Err(why) => Transition::Alert(why),
        }
    }

    fn ask(
        &mut self,
        asked: SettingsDialog,
        title: &str,
        words: &str,
        choices: &'static [Choice],
    ) -> Transition {
        self.asked = Some(asked);
        Transition::Open(Box::new(Question::new(title, words, choices)))
    }

    fn changed(&mut self, setting: Setting) -> Transition {
        self.given.retain(|given| *given != setting);
        let written = self.file.write(&self.now, setting);
        self.wrote(written)
    }

    /// Tells what came of writing; if the file is broken, asks what shall become of it, once.
    fn wrote(&mut self, written: Result<(), SettingsWriteError>) -> Transition {
        self.news = Some(match written {
            Ok(()) => ("saved".to_owned(), false),
            Err(why @ SettingsWriteError::Broken(_)) if !self.is_left => {
                let words =
                    format!("{why}. A new file can be written; the broken one is kept beside it.");
                return self.ask(SettingsDialog::Replace, "Not saved", &words, &REPLACE);
            }
            Err(why) => (format!("not saved: {why}"), true),
        });
        self.count()
    }

    /// What is chosen counts from now on.
    fn count(&self) -> Transition {
        Transition::Change { settings: Box::new(self.now.clone()), given: self.given.clone() }
    }

    fn replace(&mut self) -> Transition {
        self.news = Some(match self.file.replace(&self.now, &self.given) {
            Ok(aside) => (format!("saved; the broken file is {aside}"), false),
            Err(why) => (format!("not saved: {why}"), true),
        });
        self.count()
    }

    fn reset(&mut self) -> Transition {
        self.now = Settings::default();
        self.given.clear();
        let written = self.file.write_all(&self.now);
        self.wrote(written)
    }
}

impl Screen for SettingsScreen {
    fn offers(&self) -> Vec<Offer> {
        KEYS.iter().map(|binding| Offer::of(binding, None)).collect()
    }

    fn run(&mut self, offer: usize, _: &Context) -> Transition {
        match KEYS[offer].command {
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::Turn(forward) => self.turn(forward),
            Command::Choose => self.choose(),
            Command::Reset => {
                let words = "All settings get their usual values; the names go, too.";
                self.ask(SettingsDialog::Reset, "Usual values?", words, &RESET)
            }
            Command::Leave => Transition::Back,
        }
    }

    fn answered(&mut self, answer: Answer, _: &Context) -> Transition {
        match (self.asked.take(), answer) {
            (Some(SettingsDialog::Name(person)), Answer::Text(text)) => self.rename(person, &text),
            (Some(SettingsDialog::Reset), Answer::Choice(0)) => self.reset(),
            (Some(SettingsDialog::Replace), Answer::Choice(0)) => self.replace(),
            (Some(SettingsDialog::Replace), _) => {
                self.is_left = true;
                self.news = Some(("not saved: config.toml is left as it is".to_owned(), true));
                self.count()
            }
            _ => Transition::Stay,
        }
    }

    /// A row is selected by the first click and changed by the next one; its arrows change it at
    /// once.
    fn clicked(&mut self, spot: usize, _: &Context) -> Transition {
        match spot {
            BEFORE => self.turn(false),
            AFTER => self.turn(true),
            row if row == self.row => self.choose(),
            row => {
                self.row = row.min(Setting::ALL.len() - 1);
                Transition::Stay
            }
        }
    }

    fn wheel(&mut self, down: bool) -> Transition {
        self.step(down)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.draw_all(area, buffer, look, areas);
    }
}
