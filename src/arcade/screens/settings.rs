//! The settings screen. Each change is visible and saved at once, and a sample shows how the games
//! will look.

use std::collections::VecDeque;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Length, Max},
        Layout, Position, Rect, Size,
    },
    style::{Color, Modifier},
};

use crate::{
    arcade::{
        dialog::{Question, yes_or_no},
        form_page::FormPage,
        save_as,
        screen::{Context, Screen, Transition},
    },
    games::capitalized,
    job::Job,
    settings::{Edited, Setting, Settings, SettingsFile, SettingsWriteError, home::Home},
    widgets::{
        AnyCommand, Binding, ClickAreas, ColorDepth, Key, Look, cards, drawing,
        form::{self, Form, FormCommand, Row},
        keys::key_name,
        page::{Frame, WindowClass},
        shapes,
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Reset,
    Leave,
    ResetNow,
}

pub struct SettingsScreen {
    edited: Edited,
    form: Form,
    /// The settings that still have the values given on the command line.
    overrides: Vec<&'static Setting>,
    file: SettingsFile,
    /// What became of the last change.
    notice: Option<Result<String, String>>,
    /// The changes that are being written, in their order.
    writes: VecDeque<Job<WriteResult>>,
    /// Whether the page is left once all changes are written.
    is_leaving: bool,
}

/// The result of writing the file: the name of the copy of a broken file that was replaced.
type WriteResult = Result<Option<String>, SettingsWriteError>;

pub fn open(home: &Home) -> Box<dyn Screen> {
    Box::new(SettingsScreen::new(home))
}

impl SettingsScreen {
    pub fn new(home: &Home) -> Self {
        let Home { settings, overrides, themes, file, .. } = home.clone();
        Self {
            edited: Edited { settings, themes },
            form: Form::new(Setting::THEME.label),
            overrides,
            file,
            notice: None,
            writes: VecDeque::new(),
            is_leaving: false,
        }
    }

    /// Saves the setting with this label.
    fn save(&mut self, label: &str, context: &Context) -> Transition {
        let Some(setting) = Setting::shown().find(|setting| setting.label == label) else {
            return Transition::Redraw;
        };
        self.overrides.retain(|other| *other != setting);
        self.write(context, move |file, settings| file.write(settings, setting))
    }

    /// Applies the settings, and starts to write them.
    fn write(
        &mut self,
        context: &Context,
        write: impl FnOnce(&SettingsFile, &Settings) -> WriteResult + Send + 'static,
    ) -> Transition {
        let (file, settings) = (self.file.clone(), self.edited.settings.clone());
        let job = context.files.ask(move |()| write(&file, &settings));
        self.writes.push_back(job);
        self.notice = Some(Ok(save_as::SAVING.to_owned()));
        self.apply()
    }

    /// Reports the results of the writes that have ended.
    fn finish_writes(&mut self) -> Transition {
        let mut transition = Transition::None;
        while let Some(result) = self.writes.front().and_then(Job::take) {
            self.writes.pop_front();
            transition = Transition::Redraw;
            self.notice = Some(match result {
                Ok(Ok(None)) if !self.writes.is_empty() => continue,
                Ok(Ok(None)) => Ok("saved".to_owned()),
                Ok(Ok(Some(copy))) => Ok(format!("saved; the broken file is now {copy}")),
                Ok(Err(error)) => Err(format!("not saved: {error}")),
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
            given: self.overrides.clone(),
        }
    }

    fn reset(&mut self, context: &Context) -> Transition {
        // The database is not on this page, and the shared tables stay where they are. Neither are
        // the limits of guests.
        let settings = &mut self.edited.settings;
        let (database, guest) = (settings.database.take(), settings.guest);
        *settings = Settings { database, guest, ..Settings::default() };
        self.overrides.clear();
        self.write(context, SettingsFile::write_all)
    }
}

impl FormPage for SettingsScreen {
    type Choices = Edited;
    type Command = Command;

    const ENTER: Binding<FormCommand> = form::enter("next value, or type a name", "change");

    const KEYS: &'static [Binding<Command>] = &[
        Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
            .footer("Esc", "back"),
        Binding::new(Command::Reset, &[], "reset all settings to defaults"),
    ];

    fn form(&mut self) -> (Vec<Row<Edited>>, &mut Form, &mut Edited) {
        // Another choice cancels leaving.
        self.is_leaving = false;
        (self.edited.rows(), &mut self.form, &mut self.edited)
    }

    fn follow(&mut self, row: &'static str, context: &Context) -> Transition {
        self.save(row, context)
    }

    /// Asks for a name, or takes the next value.
    fn press(&mut self, row: &'static str, context: &Context) -> Transition {
        if row == Setting::NAME.label && context.home.is_guest() {
            return Transition::Notify("your name here can't be changed".to_owned());
        }
        self.ask_text("").unwrap_or_else(|| self.run_in_form(FormCommand::Right, context))
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        let was_leaving = std::mem::take(&mut self.is_leaving);
        match command {
            Command::Reset => {
                let text = "All settings go back to their defaults, and the names are removed.";
                let choices = yes_or_no("reset", "keep mine", AnyCommand::new(Command::ResetNow));
                Transition::Open(Box::new(Question::new("Reset to defaults?", text, choices)))
            }
            // The page waits once, because it says why a change can't be saved.
            Command::Leave if !self.writes.is_empty() && !was_leaving => {
                self.is_leaving = true;
                Transition::None
            }
            Command::Leave => Transition::Close,
            Command::ResetNow => self.reset(context),
        }
    }
}

impl Screen for SettingsScreen {
    fn on_wheel(&mut self, down: bool) -> Transition {
        let rows = self.edited.rows();
        let command = if down { FormCommand::Down } else { FormCommand::Up };
        self.form.run(command, &rows, &mut self.edited);
        Transition::Redraw
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        self.finish_writes()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        View { screen: self, look }.draw(area, buffer, areas);
    }
}

const LIST_WIDTH: u16 = 42;
/// The columns between the list and the sample beside it.
const GAP: u16 = 4;
/// The rows for what the selected setting means.
const DESCRIPTION_HEIGHT: u16 = 2;

struct View<'a> {
    screen: &'a SettingsScreen,
    look: &'a Look,
}

impl View<'_> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let rows = self.screen.edited.rows();
        let count = u16::try_from(rows.len()).unwrap_or(u16::MAX);
        let frame = Frame::new(area);
        self.draw_title(&frame, buffer, areas);
        let body = frame.content;
        let list = Rect { width: LIST_WIDTH, ..body };
        if frame.class == WindowClass::Large {
            // In a high window, an empty line stands between the rows.
            let high = 2 * count + 2 + SAMPLE_SIZE.height;
            let step = if body.height >= high { 2 } else { 1 };
            let list = Rect { height: step * count + 1, ..list };
            self.screen.form.view(buffer, self.look, areas).draw_list(&rows, list);
            self.draw_descriptions(&rows, (list, step), body.right(), buffer);
            let below = Rect::from((Position::new(list.x + 2, list.bottom() + 1), SAMPLE_SIZE));
            draw_sample(below.intersection(body), buffer, self.look);
        } else if frame.class == WindowClass::Usual {
            let list = Rect { height: count + 1, ..list };
            self.screen.form.view(buffer, self.look, areas).draw_list(&rows, list);
            let below = Rect { y: list.bottom() + 1, height: DESCRIPTION_HEIGHT, ..body };
            self.draw_description(&rows, below.intersection(body), buffer);
            let beside = Rect::from((Position::new(list.right() + GAP, list.y), SAMPLE_SIZE));
            draw_sample(beside.intersection(body), buffer, self.look);
        } else {
            // The description takes one row, the sample two.
            let [list, description, sample] =
                body.layout(&Layout::vertical([Max(count + 1), Length(1), Length(2)]));
            // The scroll marks stand beside the list.
            let width = LIST_WIDTH.min(list.width.saturating_sub(1));
            let list = Rect { width, ..list };
            self.screen.form.view(buffer, self.look, areas).draw_list(&rows, list);
            self.draw_description(&rows, description, buffer);
            draw_small_sample(sample, buffer, self.look);
        }
    }

    /// Draws the title, and beside it the last change or the path of the settings file.
    fn draw_title(&self, frame: &Frame, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (title, look) = ("Settings", self.look);
        frame.draw_title(title, buffer, look, areas);
        let (text, style) = match (&self.screen.notice, self.screen.file.path()) {
            (Some(Err(text)), _) => (text.clone(), look.alert()),
            (Some(Ok(text)), _) => (text.clone(), look.dim()),
            (None, Some(path)) => (path.display().to_string(), look.dim()),
            (None, None) => ("not saved: there is no home folder".to_owned(), look.dim()),
        };
        drawing::draw_text(buffer, frame.behind(title), &text, style, look);
    }

    /// Draws what each setting means beside its row of the list.
    fn draw_descriptions(
        &self,
        rows: &[Row<Edited>],
        (list, step): (Rect, u16),
        right: u16,
        buffer: &mut Buffer,
    ) {
        let x = list.right() + GAP;
        // The names begin with an empty line.
        let lines = (list.y..).step_by(step.into()).zip(rows);
        let lines = lines.map(|(y, row)| (y + u16::from(row.typed.is_some()), row));
        for (y, row) in lines {
            let line = Rect { x, y, width: right.saturating_sub(x), height: 1 };
            let is_selected = self.screen.form.is_selected(row.label);
            let style = if is_selected { self.look.text() } else { self.look.dim() };
            let text = if is_selected { self.description(row) } else { capitalized(&row.help) };
            drawing::draw_text(buffer, line, &text, style, self.look);
        }
    }

    fn draw_description(&self, rows: &[Row<Edited>], area: Rect, buffer: &mut Buffer) {
        let text = self.description(self.screen.form.row(rows));
        let area = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
        form::draw_help(&text, area, buffer, self.look);
    }

    /// Says what a setting means, or why its value has no effect or is not saved.
    fn description(&self, row: &Row<Edited>) -> String {
        let (screen, look) = (self.screen, self.look);
        if screen.overrides.iter().any(|setting| setting.label == row.label) {
            "Set on the command line for this run.".to_owned()
        } else if row.label == Setting::THEME.label && look.depth == ColorDepth::Mono {
            "This terminal shows no colours, or NO_COLOR is set.".to_owned()
        } else if row.typed.is_some() {
            format!(
                "{} {} changes it.",
                row.help,
                key_name(&[SettingsScreen::ENTER], &FormCommand::Enter)
            )
        } else {
            capitalized(&row.help)
        }
    }
}

const SAMPLE_SIZE: Size = Size::new(28, 17);
/// The columns from one item of the sample to the next.
const SAMPLE_STEP: u16 = 7;
/// Twice as wide as high, which is square.
const SAMPLE_CELL: Size = Size::new(6, 3);
const SAMPLE_CARD: Size = Size::new(6, 4);
/// The seats' tiles in glyph sets without blocks.
const SEAT_LETTERS: [&str; 4] = ["O", "X", "P", "E"];
const SEAT_WORDS: [&str; 4] = ["first", "second", "third", "fourth"];

fn draw_sample(area: Rect, buffer: &mut Buffer, look: &Look) {
    drawing::draw_text(buffer, area, "Preview", look.dim(), look);
    let below = 2.min(area.height);
    let area = Rect { y: area.y + below, height: area.height - below, ..area };
    for (seat, background) in sample_backgrounds(look).into_iter().enumerate() {
        draw_tile(seat, background, sample_item(area, seat, SAMPLE_CELL, 0), buffer, look);
    }
    let mut x = area.x;
    for (seat, name) in SEAT_WORDS.into_iter().enumerate() {
        let row = Rect { x, y: area.y + 4, height: 1, width: SAMPLE_STEP }.intersection(area);
        drawing::draw_text(buffer, row, name, look.seat(seat), look);
        x += SAMPLE_STEP;
    }
    for index in 0..4 {
        draw_card(index, sample_item(area, index, SAMPLE_CARD, 6), buffer, look);
    }
    let bar = Rect { y: area.y + 11, height: 1, ..area }.intersection(area);
    if !bar.is_empty() {
        drawing::draw_share_bar(buffer, bar, [24, 14], 26, look);
    }
    for (row, text, style) in [(13, "Your move.", look.strong()), (14, "12 cards left", look.dim())]
    {
        drawing::draw_text(
            buffer,
            Rect { y: area.y + row, height: 1, ..area }.intersection(area),
            text,
            style,
            look,
        );
    }
    let alert = Rect { x: area.x + 14, y: area.y + 13, height: 1, width: 14 };
    drawing::draw_text(buffer, alert.intersection(area), "not allowed", look.alert(), look);
}

/// Draws the sample for small windows: in two rows, the seats' cells above their names, and cards.
fn draw_small_sample(area: Rect, buffer: &mut Buffer, look: &Look) {
    let samples = SEAT_WORDS.into_iter().zip(sample_backgrounds(look));
    for (seat, (name, background)) in samples.enumerate() {
        let cell = sample_item(area, seat, Size::new(3, 1), 0);
        draw_tile(seat, background, cell, buffer, look);
        let row = sample_item(area, seat, Size::new(SAMPLE_STEP, 1), 1);
        drawing::draw_text(buffer, row, name, look.seat(seat), look);
    }
    for (index, (x, y)) in [(0, 0), (5, 0), (0, 1)].into_iter().enumerate() {
        let (x, y) = (area.x + 4 * SAMPLE_STEP + 1 + x, area.y + y);
        draw_card(index, Rect::new(x, y, 4, 1).intersection(area), buffer, look);
    }
}

/// Those of a plain cell, the last move, the cursor, and a tile that the last move has turned.
fn sample_backgrounds(look: &Look) -> [Color; 4] {
    let palette = &look.palette;
    [palette.cells[0], palette.last, palette.cursor, palette.fresh]
}

/// Returns the area of an item in a row of items that begins `below` rows under the top.
fn sample_item(area: Rect, index: usize, size: Size, below: u16) -> Rect {
    let x = area.x + SAMPLE_STEP * u16::try_from(index).unwrap_or(0);
    Rect { x, y: area.y + below, width: size.width, height: size.height }.intersection(area)
}

fn draw_tile(seat: usize, background: Color, area: Rect, buffer: &mut Buffer, look: &Look) {
    let style = look.seat(seat).bg(background);
    cards::fill(buffer, area, " ", style);
    if area.height < SAMPLE_CELL.height || !look.glyphs.blocks {
        let letter =
            Rect { x: area.x + area.width / 2, y: area.y + area.height / 2, width: 1, height: 1 };
        return drawing::draw_text(
            buffer,
            letter.intersection(area),
            SEAT_LETTERS[seat % SEAT_LETTERS.len()],
            style,
            look,
        );
    }
    let color = look.palette.seats[seat % look.palette.seats.len()];
    match seat {
        0 => shapes::paint(buffer, area, color, shapes::ring(0.95, 0.45)),
        1 => shapes::paint(buffer, area, color, shapes::cross(0.85, 0.3)),
        2 => shapes::paint(buffer, area, color, shapes::square(0.8, 0.0)),
        _ => shapes::paint(buffer, area, color, shapes::open_mouth(0.95, false)),
    }
}

/// Draws a card: a black one (index 0), a red one (1), or the back of a card.
fn draw_card(index: usize, area: Rect, buffer: &mut Buffer, look: &Look) {
    if area.is_empty() {
        return;
    }
    if index >= 2 {
        return cards::draw_back(buffer, area, look);
    }
    let (face, [.., suit_red, suit_black, _]) = (["K", "7"], look.glyphs.suits);
    let suit = [suit_black, suit_red][index];
    let style = cards::face_style(look).fg(look.palette.print[index]).add_modifier(Modifier::BOLD);
    cards::draw_blank(buffer, area, style, look);
    let inside = cards::inner_area(area, look);
    let inset = u16::from(look.has_backgrounds());
    let corner = Rect { x: inside.x + inset, width: inside.width.saturating_sub(inset), ..inside };
    drawing::draw_text(
        buffer,
        corner.intersection(area),
        &format!("{}{suit}", face[index]),
        style,
        look,
    );
}
