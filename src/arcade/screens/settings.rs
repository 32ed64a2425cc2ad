//! The settings screen: each change is saved and visible at once, also on two preview boards.

use std::collections::VecDeque;

use crossterm::event::KeyCode;
use jiff::civil::{Date, date};
use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length, Max},
        Layout, Rect,
    },
};

use crate::{
    arcade::{
        dialog::{Question, yes_or_no},
        form_page::FormPage,
        save_as,
        screen::{Screen, ScreenContext, Transition},
        screens::thumbnails::{Thumbnail, thumbnail_area, thumbnail_of_deal},
    },
    games::capitalized,
    job::Job,
    settings::{EditedSettings, Setting, Settings, SettingsFile, SettingsWriteError, home::Home},
    widgets::{
        AnyCommand, Binding, ClickAreas, ColorDepth, Key, Look, Offer, drawing,
        form::{self, Form, FormCommand, FormView, Row, RowId},
        keys::key_name,
        page::{Frame, WindowClass},
    },
};
use fourcade_engine::GameKind;

/// The daily deals of this date are the preview.
const PREVIEW_DATE: Date = date(2026, 1, 1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Reset,
    Leave,
    ResetNow,
    /// Move the cursor to the setting with this label.
    Select(&'static str),
}

pub struct SettingsScreen {
    edited: EditedSettings,
    form: Form,
    preview: Vec<Option<Box<dyn Thumbnail>>>,
    /// Settings overridden by the command line and not changed since.
    overrides: Vec<&'static Setting>,
    file: SettingsFile,
    /// The result of saving the last change, in words.
    notice: Option<Result<String, String>>,
    /// The changes that are being saved, the oldest first.
    writes: VecDeque<Job<WriteResult<String>>>,
    /// Whether the page closes once all changes are written.
    is_leaving: bool,
}

/// The name of the copy if a broken settings file was replaced.
type WriteResult<E> = Result<Option<String>, E>;

pub fn open(home: &Home) -> Box<dyn Screen> {
    Box::new(SettingsScreen::new(home))
}

pub fn is_settings_page(offers: &[Offer<AnyCommand>]) -> bool {
    let reset = AnyCommand::new(Command::Reset);
    offers.iter().any(|offer| offer.command == reset)
}

pub fn open_at(label: &'static str, home: &Home) -> Box<dyn Screen> {
    let mut screen = SettingsScreen::new(home);
    screen.form.select(label);
    Box::new(screen)
}

impl SettingsScreen {
    pub fn new(home: &Home) -> Self {
        let Home { settings, overrides, themes, file, .. } = home.clone();
        Self {
            edited: EditedSettings { settings, themes },
            form: Form::new(Setting::THEME.row_id()),
            preview: GameKind::ALL[..2]
                .iter()
                .map(|&kind| thumbnail_of_deal(kind, PREVIEW_DATE, None))
                .collect(),
            overrides,
            file,
            notice: None,
            writes: VecDeque::new(),
            is_leaving: false,
        }
    }

    fn save(&mut self, row: RowId, context: &ScreenContext) -> Transition {
        let Some(setting) = Setting::on_screen().find(|setting| setting.row_id() == row) else {
            return Transition::Redraw;
        };
        self.overrides.retain(|other| *other != setting);
        self.write(context, move |file, settings| file.write(settings, setting))
    }

    /// Applies the settings and starts writing them.
    fn write<F>(&mut self, context: &ScreenContext, write: F) -> Transition
    where
        F: FnOnce(&SettingsFile, &Settings) -> WriteResult<SettingsWriteError> + Send + 'static,
    {
        let (file, settings) = (self.file.clone(), self.edited.settings.clone());
        let job = context
            .file_writer
            .ask(move |()| write(&file, &settings).map_err(|error| error.to_string()));
        self.writes.push_back(job);
        self.notice = Some(Ok(save_as::SAVING.to_owned()));
        self.apply()
    }

    fn finish_writes(&mut self) -> Transition {
        let mut transition = Transition::None;
        while let Some(result) = self.writes.front().and_then(Job::take_result) {
            self.writes.pop_front();
            transition = Transition::Redraw;
            self.notice = Some(match result {
                Ok(None) if !self.writes.is_empty() => continue,
                Ok(None) => Ok("saved".to_owned()),
                Ok(Some(copy)) => Ok(format!("saved; the broken file is now {copy}")),
                Err(error) => Err(format!("not saved: {error}")),
            });
        }
        let is_saved = matches!(self.notice, Some(Ok(_)));
        if self.is_leaving && self.writes.is_empty() && is_saved {
            return Transition::Close;
        }
        transition
    }

    fn apply(&self) -> Transition {
        Transition::ApplySettings {
            settings: Box::new(self.edited.settings.clone()),
            overrides: self.overrides.clone(),
        }
    }

    fn reset(&mut self, context: &ScreenContext) -> Transition {
        // The database, the limits of guests and the keys are kept: they aren't on this page.
        let settings = &mut self.edited.settings;
        let (database, guest) = (settings.database.take(), settings.guest);
        let keymap = settings.keymap.clone();
        *settings = Settings { database, guest, keymap, ..Settings::default() };
        self.overrides.clear();
        self.write(context, SettingsFile::write_all)
    }
}

impl FormPage for SettingsScreen {
    type Choices = EditedSettings;
    type Command = Command;

    const ENTER: Binding<FormCommand> = form::enter("next value, or type a name", "change");

    const KEYS: &'static [Binding<Command>] = &[
        Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
            .footer("Esc", "back"),
        Binding::new("reset", Command::Reset, &[], "reset all settings to defaults"),
    ];

    fn form(&mut self) -> (Vec<Row<EditedSettings>>, &mut Form, &mut EditedSettings) {
        (self.edited.rows(), &mut self.form, &mut self.edited)
    }

    /// Another choice cancels leaving.
    fn before_form_command(&mut self) {
        self.is_leaving = false;
    }

    fn follow(&mut self, row: RowId, context: &ScreenContext) -> Transition {
        self.save(row, context)
    }

    fn press(&mut self, row: RowId, context: &ScreenContext) -> Transition {
        if row == Setting::NAME.row_id() && context.home.is_guest() {
            return Transition::Notify("your name here can't be changed".to_owned());
        }
        self.ask_text("").unwrap_or_else(|| self.run_in_form(FormCommand::Right, context))
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        let was_leaving = std::mem::take(&mut self.is_leaving);
        match command {
            Command::Reset => {
                let text = "All settings go back to their defaults, and the names are removed.";
                let choices = yes_or_no("reset", "keep mine", AnyCommand::new(Command::ResetNow));
                Transition::Open(Box::new(Question::new("Reset to defaults?", text, choices)))
            }
            // The first press waits for the writes, so that the page can report an error.
            Command::Leave if !self.writes.is_empty() && !was_leaving => {
                self.is_leaving = true;
                Transition::None
            }
            Command::Leave => Transition::Close,
            Command::ResetNow => self.reset(context),
            Command::Select(label) => {
                self.form.select(label);
                Transition::Redraw
            }
        }
    }
}

impl Screen for SettingsScreen {
    fn on_wheel(&mut self, by: isize) -> Transition {
        let rows = self.edited.rows();
        let command = if by > 0 { FormCommand::Down } else { FormCommand::Up };
        self.form.run(command, &rows, &mut self.edited);
        Transition::Redraw
    }

    /// Takes over the changes of another page of settings that was open over this one.
    fn on_show(&mut self, context: &ScreenContext) {
        self.edited.settings.clone_from(&context.home.settings);
        self.overrides.clone_from(&context.home.overrides);
    }

    fn on_wake(&mut self, _: &ScreenContext) -> Transition {
        self.finish_writes()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        View { screen: self, look }.draw(area, buffer, areas);
    }
}

const LIST_WIDTH: u16 = 42;
const GAP: u16 = 4;
const DESCRIPTION_HEIGHT: u16 = 2;

struct View<'a> {
    screen: &'a SettingsScreen,
    look: &'a Look,
}

impl View<'_> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let rows = self.screen.edited.rows();
        let count = drawing::cells(rows.len());
        let frame = Frame::new(area);
        self.draw_title(&frame, buffer, areas);
        let body = frame.content;
        let list = Rect { width: LIST_WIDTH, ..body };
        let list = Rect { height: count + 1, ..list }.intersection(body);
        let mut form = FormView::new(&self.screen.form, buffer, self.look, areas);
        if frame.class == WindowClass::Large {
            form.draw_list(&rows, list);
            self.draw_descriptions(&rows, list, body.right(), buffer);
            let y = (list.bottom() + 1).min(body.bottom());
            let below = Rect { y, height: body.bottom() - y, ..body };
            let halves = Layout::horizontal([Fill(1), Fill(1)]).spacing(GAP);
            self.draw_preview(below.layout(&halves), buffer);
        } else if frame.class == WindowClass::Usual {
            form.draw_list(&rows, list);
            let below = Rect { y: list.bottom() + 1, height: DESCRIPTION_HEIGHT, ..body };
            self.draw_description(&rows, below.intersection(body), buffer);
            let x = list.right() + GAP;
            let beside = Rect { x, width: body.right().saturating_sub(x), ..list };
            let halves = Layout::vertical([Fill(1), Fill(1)]).spacing(1);
            // The preview may fill the empty row below the list.
            let beside = Rect { height: list.height + 1, ..beside }.intersection(body);
            self.draw_preview(beside.layout(&halves), buffer);
        } else {
            let [list, description] = body.layout(&Layout::vertical([Max(count + 1), Length(1)]));
            // The scroll marks stand beside the list.
            let width = LIST_WIDTH.min(list.width.saturating_sub(1));
            form.draw_list(&rows, Rect { width, ..list });
            self.draw_description(&rows, description, buffer);
        }
    }

    fn draw_preview(&self, rooms: [Rect; 2], buffer: &mut Buffer) {
        for (picture, room) in self.screen.preview.iter().zip(rooms) {
            if let (Some(picture), Some(place)) = (picture, thumbnail_area(room)) {
                picture.draw(place, buffer, self.look);
            }
        }
    }

    /// Draws the title and, beside it, the result of the last change or the path of the file.
    fn draw_title(&self, frame: &Frame, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (title, look) = ("Settings", self.look);
        frame.draw_title(title, buffer, look, areas);
        let place = frame.after_title(title);
        let (text, style) = match (&self.screen.notice, self.screen.file.path()) {
            (Some(Err(text)), _) => (text.clone(), look.alert()),
            (Some(Ok(text)), _) => (text.clone(), look.dim()),
            (None, Some(path)) => {
                let name = path.file_name().unwrap_or_default().display().to_string();
                let texts = [path.display().to_string(), name];
                (drawing::fitting(&texts, place.width).to_owned(), look.dim())
            }
            (None, None) => ("not saved: there is no home folder".to_owned(), look.dim()),
        };
        drawing::draw_text(buffer, place, &text, style, look);
    }

    fn draw_descriptions(
        &self,
        rows: &[Row<EditedSettings>],
        list: Rect,
        right: u16,
        buffer: &mut Buffer,
    ) {
        let x = list.right() + GAP;
        // An empty row precedes the names, which are typed.
        let lines = (list.y..).zip(rows);
        let lines = lines.map(|(y, row)| (y + u16::from(row.typed.is_some()), row));
        for (y, row) in lines {
            let line = Rect { x, y, width: right.saturating_sub(x), height: 1 };
            let is_selected = self.screen.form.is_selected(row.id);
            let style = if is_selected { self.look.text() } else { self.look.dim() };
            let text = if is_selected { self.description(row) } else { capitalized(&row.help) };
            drawing::draw_text(buffer, line, &text, style, self.look);
        }
    }

    fn draw_description(&self, rows: &[Row<EditedSettings>], area: Rect, buffer: &mut Buffer) {
        let text = self.description(self.screen.form.row(rows));
        form::draw_help(&text, drawing::skip_columns(area, 2), buffer, self.look);
    }

    /// Describes a setting, or says why its value has no effect or isn't saved.
    fn description(&self, row: &Row<EditedSettings>) -> String {
        let (screen, look) = (self.screen, self.look);
        if screen.overrides.iter().any(|setting| setting.row_id() == row.id) {
            "Set on the command line for this run.".to_owned()
        } else if row.id == Setting::THEME.row_id() && look.depth == ColorDepth::Mono {
            "This terminal shows no colours, or NO_COLOR is set.".to_owned()
        } else if row.typed.is_some() {
            let enter = key_name(&[SettingsScreen::ENTER], &FormCommand::Enter);
            look.keymap.fill(&format!("{} {enter} changes it.", row.help)).into_owned()
        } else {
            capitalized(&row.help)
        }
    }
}
