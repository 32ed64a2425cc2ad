//! The settings screen. Each change is visible and saved at once, and a sample shows how the games
//! will look.

use std::{borrow::Cow, cmp::Reverse, collections::VecDeque, time::Duration};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
    style::{Color, Modifier},
    widgets::{Paragraph, Widget, Wrap},
};

use crate::{
    arcade::{
        dialog::{DialogChoice, Question, TextInput, yes_or_no},
        save_as,
        screen::{Commands, Context, DialogAnswer, Screen, Transition},
        table::{WAITS, in_seconds},
    },
    job::Job,
    settings::{
        self, Setting, Settings, SettingsFile, SettingsWriteError, home::Home, themes::Themes,
    },
    widgets::{
        Binding, ClickAreas, ClickTarget, ColorDepth, Key, Look, Offer, cards, drawing,
        keys::key_name,
        list::{draw_scroll_marks, draw_selection, scroll},
        shapes,
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    /// Take the next value of the setting (true) or the previous one (false).
    Turn(bool),
    Choose,
    Reset,
    Leave,
}

pub static KEYS: [Binding<Command>; 7] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "previous setting")
        .footer("arrows", "choose"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "next setting"),
    Binding::new(
        Command::Turn(false),
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "previous value",
    ),
    Binding::new(Command::Turn(true), &[Key::plain(KeyCode::Right), Key::char('l')], "next value"),
    Binding::new(
        Command::Choose,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "next value, or type a name",
    )
    .footer("Enter", "change"),
    Binding::new(Command::Leave, &[Key::plain(KeyCode::Esc)], "back to the menu")
        .footer("Esc", "back"),
    Binding::new(Command::Reset, &[Key::char('r')], "reset all settings to defaults")
        .footer("r", "reset"),
];

static RESET: [DialogChoice; 2] = yes_or_no("reset", "keep mine");

static REPLACE: [DialogChoice; 2] = yes_or_no("write a new file", "leave it");

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SettingsDialog {
    /// The name of the person with this index.
    Name(usize),
    Reset,
    /// Whether to replace a broken file.
    Replace,
}

enum SettingsNotice {
    Success(String),
    Error(String),
}

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

pub fn open(home: &Home) -> Box<dyn Screen> {
    Box::new(SettingsScreen::new(home))
}

impl SettingsScreen {
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

    fn turn(&mut self, forward: bool, context: &Context) -> Transition {
        let setting = self.setting();
        if turn_value(&mut self.settings, setting, forward, &self.themes) {
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
        let (title, name) = (label_of(self.setting()), self.settings.names[person].as_str());
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
        let job = context.files.ask(move |()| write(&file, &settings));
        self.writes.push_back(job);
        self.notice = Some(SettingsNotice::Success(save_as::SAVING.to_owned()));
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

/// The values of [`Setting::Linger`]. `None` waits for a key.
const LINGERS: [Option<Duration>; 7] = [
    Some(Duration::ZERO),
    Some(Duration::from_secs(1)),
    Some(Duration::from_secs(2)),
    Some(Duration::from_secs(3)),
    Some(Duration::from_secs(5)),
    Some(Duration::from_secs(10)),
    None,
];

const ANSWER_DELAYS: [Duration; 6] = [
    Duration::ZERO,
    Duration::from_millis(300),
    Duration::from_millis(600),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(3),
];

fn label_of(setting: Setting) -> &'static str {
    match setting {
        Setting::Theme => "Theme",
        Setting::Glyphs => "Glyphs",
        Setting::Motion => "Motion",
        Setting::Mouse => "Mouse",
        Setting::Pace => "Pace",
        Setting::Linger => "Linger",
        Setting::AnswerDelay => "Answer delay",
        Setting::Bell => "Bell",
        Setting::Name(0) => "Your name",
        Setting::Name(1) => "Player 2",
        Setting::Name(2) => "Player 3",
        Setting::Name(_) => "Player 4",
        Setting::Database => "Shared tables",
        Setting::GuestTables | Setting::GuestThinking | Setting::GuestCores => "Guests",
    }
}

fn value_text(settings: &Settings, setting: Setting) -> String {
    let switch = |on: bool| if on { "on" } else { "off" }.to_owned();
    match setting {
        Setting::Theme => settings.theme.clone(),
        Setting::Glyphs => if settings.ascii { "ASCII" } else { "Unicode" }.to_owned(),
        Setting::Motion => switch(settings.motion.enabled),
        Setting::Mouse => switch(settings.mouse),
        Setting::Pace => format!("{} per move", in_seconds(settings.wait)),
        Setting::AnswerDelay => in_seconds(settings.answer_delay),
        Setting::Bell => switch(settings.bell),
        Setting::Linger => {
            settings.motion.linger.map_or_else(|| "until a key press".to_owned(), in_seconds)
        }
        Setting::Name(person) => match (settings.names[person].as_str(), person) {
            ("", 0) => "you".to_owned(),
            ("", _) => format!("player {}", person + 1),
            (name, _) => name.to_owned(),
        },
        // It may hold a password.
        Setting::Database | Setting::GuestTables | Setting::GuestThinking | Setting::GuestCores => {
            "see config.toml".to_owned()
        }
    }
}

/// Describes a setting with its current value.
fn description_of<'a>(settings: &Settings, setting: Setting, themes: &'a Themes) -> Cow<'a, str> {
    let text = match setting {
        Setting::Theme => {
            themes.get(&settings.theme).map_or("", |theme| theme.description.as_str())
        }
        Setting::Glyphs if settings.ascii => "Plain characters that every terminal can show.",
        Setting::Glyphs => "Lines, blocks and card suits.",
        Setting::Motion if settings.motion.enabled => {
            "Tiles and cards turn in less than half a second."
        }
        Setting::Motion => "No animations.",
        Setting::Mouse if settings.mouse => {
            "Click and scroll in the arcade. Hold Shift to select text."
        }
        Setting::Mouse => "The mouse selects text, as usual in your terminal.",
        Setting::Pace => "The pause between moves when only computers play.",
        Setting::Linger => "How long a finished round or a mismatched pair stays visible.",
        Setting::AnswerDelay => "A computer never answers your move sooner than this.",
        Setting::Bell if settings.bell => "Rings for your move, for arrivals and at the end.",
        Setting::Bell => "No sound.",
        Setting::Name(person) => {
            let meaning = match person {
                0 => "Your name at the table",
                _ => "The name of another player at this keyboard",
            };
            return format!("{meaning}. Press {} to change it.", key_name(&KEYS, Command::Choose))
                .into();
        }
        Setting::Database => "The file or the server with the shared tables.",
        Setting::GuestTables | Setting::GuestThinking | Setting::GuestCores => {
            "What guests over SSH may do."
        }
    };
    text.into()
}

/// Gives a setting its next value, or the previous one, in a cycle. Returns `false` for a
/// text, which has no next value.
fn turn_value(settings: &mut Settings, setting: Setting, forward: bool, themes: &Themes) -> bool {
    match setting {
        Setting::Theme => {
            let names: Vec<&str> = themes.names().collect();
            let index = names.iter().position(|name| *name == settings.theme).unwrap_or(0);
            let step = if forward { 1 } else { names.len() - 1 };
            names[(index + step) % names.len()].clone_into(&mut settings.theme);
        }
        Setting::Glyphs => settings.ascii = !settings.ascii,
        Setting::Motion => settings.motion.enabled = !settings.motion.enabled,
        Setting::Mouse => settings.mouse = !settings.mouse,
        // The next pace is faster: the times are in falling order.
        Setting::Pace => {
            settings.wait = next_in_cycle(&WAITS.map(Reverse), Reverse(settings.wait), forward).0;
        }
        Setting::AnswerDelay => {
            settings.answer_delay = next_in_cycle(&ANSWER_DELAYS, settings.answer_delay, forward);
        }
        Setting::Bell => settings.bell = !settings.bell,
        Setting::Linger => {
            // Waiting for a key counts as longer than any time.
            let order = |linger: Option<Duration>| (linger.is_none(), linger.unwrap_or_default());
            let (waits, time) =
                next_in_cycle(&LINGERS.map(order), order(settings.motion.linger), forward);
            settings.motion.linger = (!waits).then_some(time);
        }
        Setting::Name(_)
        | Setting::Database
        | Setting::GuestTables
        | Setting::GuestThinking
        | Setting::GuestCores => return false,
    }
    true
}

/// Returns the next higher value of an ascending list, or the next lower one, in a cycle. `current`
/// need not be in the list.
fn next_in_cycle<T: Copy + Ord, const N: usize>(list: &[T; N], current: T, forward: bool) -> T {
    let next = if forward {
        list.iter().find(|&&value| value > current).or(list.first())
    } else {
        list.iter().rev().find(|&&value| value < current).or(list.last())
    };
    next.copied().unwrap_or(current)
}

const PREVIOUS_VALUE_ITEM: usize = 1000;
const NEXT_VALUE_ITEM: usize = 1001;
const LIST_WIDTH: u16 = 42;
/// The columns between the list and the sample beside it.
const GAP: u16 = 4;
/// The minimum size of a window with the sample beside the list.
const WIDE: (u16, u16) = (76, 18);
/// The left end and the width of the labels.
const LABEL: (u16, u16) = (2, 12);
const VALUE_X: u16 = 17;

struct View<'a> {
    screen: &'a SettingsScreen,
    look: &'a Look,
}

impl View<'_> {
    fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let rows = u16::try_from(Setting::SHOWN.len()).unwrap_or(u16::MAX);
        let is_wide = area.width >= WIDE.0 && area.height >= WIDE.1;
        let (width, height) = if is_wide {
            (LIST_WIDTH + GAP + SAMPLE_SIZE.width, rows + 7)
        } else {
            (LIST_WIDTH.min(area.width.saturating_sub(2)), area.height)
        };
        let body = area.centered(Length(width), Length(height.min(area.height)));
        self.draw_title(Rect { height: 1, ..body }, buffer);
        if is_wide {
            let list = Rect { y: body.y + 2, height: rows + 1, width: LIST_WIDTH, ..body };
            self.draw_list(list, buffer, areas);
            self.draw_description(Rect { y: list.bottom() + 1, height: 3, ..list }, buffer);
            let (width, height) = (SAMPLE_SIZE.width, SAMPLE_SIZE.height);
            let beside = Rect { x: list.right() + GAP, width, height, ..list };
            draw_sample(beside.intersection(body), buffer, self.look);
        } else {
            // The description takes one row, the sample two.
            let below = Rect { y: body.bottom().saturating_sub(3), height: 3, ..body };
            let list_height = below.y.saturating_sub(body.y + 1).min(rows + 1);
            let list = Rect { y: body.y + 1, height: list_height, ..body };
            self.draw_list(list, buffer, areas);
            self.draw_description(Rect { height: 1, ..below }, buffer);
            draw_small_sample(Rect { y: below.y + 1, height: 2, ..below }, buffer, self.look);
        }
    }

    /// Draws the title, and beside it the last change or the path of the settings file.
    fn draw_title(&self, area: Rect, buffer: &mut Buffer) {
        let (title, look) = ("Settings", self.look);
        drawing::draw_text(buffer, area, title, look.accent(), look);
        let (text, style) = match (&self.screen.notice, self.screen.file.path()) {
            (Some(SettingsNotice::Error(text)), _) => (text.clone(), look.alert()),
            (Some(SettingsNotice::Success(text)), _) => (text.clone(), look.dim()),
            (None, Some(path)) => (path.display().to_string(), look.dim()),
            (None, None) => ("not saved: there is no home folder".to_owned(), look.dim()),
        };
        let inset = drawing::text_width(title) + 2;
        let rest = Rect { x: area.x + inset, width: area.width.saturating_sub(inset), ..area };
        drawing::draw_text(buffer, rest, &text, style, look);
    }

    /// Draws the visible rows, including the selected one. If all rows are visible, an empty row
    /// separates the names.
    fn draw_list(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let count = Setting::SHOWN.len();
        let shows_all = usize::from(area.height) > count;
        let visible = usize::from(area.height).max(1);
        // One row below the selected one stays visible.
        let first = if shows_all { 0 } else { scroll(0, self.screen.row + 1, count, visible) };
        let mut y = area.y;
        for (index, &setting) in Setting::SHOWN.iter().enumerate().skip(first) {
            y += u16::from(shows_all && setting == Setting::Name(0));
            if y >= area.bottom() {
                break;
            }
            let row = Rect { y, height: 1, ..area };
            areas.add(row, ClickTarget::Item(index));
            self.draw_row(setting, index == self.screen.row, row, buffer, areas);
            y += 1;
        }
        let has_more_below = !shows_all && first + visible < count;
        draw_scroll_marks(buffer, area, first > 0, has_more_below, self.look);
    }

    fn draw_row(
        &self,
        setting: Setting,
        is_selected: bool,
        row: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let look = self.look;
        let value = value_text(&self.screen.settings, setting);
        let is_unnamed = matches!(
            setting,
            Setting::Name(person) if self.screen.settings.names[person].is_empty()
        );
        let (label_style, value_style) = match (is_selected, is_unnamed) {
            (true, _) => (look.selected(), look.selected()),
            (false, false) => (look.text(), look.strong()),
            (false, true) => (look.text(), look.dim()),
        };
        if is_selected {
            draw_selection(buffer, row, look.selected(), look);
        }
        let label = Rect { x: row.x + LABEL.0, width: LABEL.1.min(row.width), ..row };
        drawing::draw_text(buffer, label, label_of(setting), label_style, look);
        let width = row.width.saturating_sub(VALUE_X + 2);
        let place = Rect { x: row.x + VALUE_X, width, ..row };
        drawing::draw_text(buffer, place, &value, value_style, look);
        if is_selected && !matches!(setting, Setting::Name(_)) {
            let [.., previous, next] = look.glyphs.more;
            let end = place.x + drawing::text_width(&value).min(place.width) + 1;
            for (x, arrow, item) in [
                (place.x.saturating_sub(2), previous, PREVIOUS_VALUE_ITEM),
                (end, next, NEXT_VALUE_ITEM),
            ] {
                buffer.set_string(x, row.y, arrow, value_style);
                // A single arrow would be hard to click.
                let target = Rect { x: x.saturating_sub(1), width: 3, ..row };
                areas.add(target, ClickTarget::Item(item));
            }
        }
    }

    /// Draws what the selected setting means, or why its value has no effect or is not saved.
    fn draw_description(&self, area: Rect, buffer: &mut Buffer) {
        let (screen, look) = (self.screen, self.look);
        let setting = screen.setting();
        let text = if screen.overrides.contains(&setting) {
            "Set on the command line for this run.".to_owned()
        } else if setting == Setting::Theme && look.depth == ColorDepth::Mono {
            "This terminal shows no colours, or NO_COLOR is set.".to_owned()
        } else {
            capitalized(&description_of(&screen.settings, setting, &screen.themes))
        };
        let area = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
        if area.height == 1 {
            return drawing::draw_text(buffer, area, &text, look.dim(), look);
        }
        Paragraph::new(text).style(look.dim()).wrap(Wrap { trim: true }).render(area, buffer);
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}

const SAMPLE_SIZE: Size = Size::new(28, 15);
const SAMPLE_CELL: Size = Size::new(7, 3);
const SAMPLE_CARD: Size = Size::new(6, 4);
/// The seats' tiles in glyph sets without blocks.
const SEAT_LETTERS: [&str; 4] = ["O", "X", "P", "E"];
const SEAT_WORDS: [&str; 4] = ["first", "second", "third", "fourth"];

fn draw_sample(area: Rect, buffer: &mut Buffer, look: &Look) {
    let palette = &look.palette;
    // A plain cell, the last move, the cursor, and a tile that the last move has turned.
    let backgrounds = [palette.cells[0], palette.last, palette.cursor, palette.fresh];
    for (seat, background) in backgrounds.into_iter().enumerate() {
        draw_tile(seat, background, sample_item(area, seat, SAMPLE_CELL, 0), buffer, look);
    }
    let mut x = area.x;
    for (seat, name) in SEAT_WORDS.into_iter().enumerate() {
        let row = Rect { x, y: area.y + 4, height: 1, width: SAMPLE_CELL.width }.intersection(area);
        drawing::draw_text(buffer, row, name, look.seat(seat), look);
        x += SAMPLE_CELL.width;
    }
    for index in 0..4 {
        draw_card(index, sample_item(area, index, SAMPLE_CARD, 6), buffer, look);
    }
    let bar = Rect { y: area.y + 11, height: 1, ..area }.intersection(area);
    if !bar.is_empty() {
        drawing::draw_share_bar(buffer, bar, [24, 14], 26, look);
    }
    for (row, text, style) in
        [(13, "Your move.", look.strong()), (14, "and less important text", look.dim())]
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

/// Draws the sample for small windows: names, cells and cards in two rows.
fn draw_small_sample(area: Rect, buffer: &mut Buffer, look: &Look) {
    let palette = &look.palette;
    let mut x = area.x;
    for (seat, name) in SEAT_WORDS.into_iter().enumerate() {
        let row = Rect { x, height: 1, width: 8, ..area }.intersection(area);
        drawing::draw_text(buffer, row, name, look.seat(seat), look);
        x += 8;
    }
    let row = Rect { y: area.y + 1, height: 1, ..area };
    for (seat, background) in
        [palette.cells[0], palette.last, palette.cursor, palette.fresh].into_iter().enumerate()
    {
        let cell = Rect { x: row.x + 3 * u16::try_from(seat).unwrap_or(0), width: 3, ..row };
        draw_tile(seat, background, cell.intersection(area), buffer, look);
    }
    for index in 0..3 {
        let place = Rect { x: row.x + 14 + 5 * u16::try_from(index).unwrap_or(0), width: 4, ..row };
        draw_card(index, place.intersection(area), buffer, look);
    }
}

/// Returns the area of an item in a row of items that begins `below` rows under the top.
fn sample_item(area: Rect, index: usize, size: Size, below: u16) -> Rect {
    let x = area.x + SAMPLE_CELL.width * u16::try_from(index).unwrap_or(0);
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
    // A terminal's cells are about twice as high as wide, so this area is square.
    let disc = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
    match seat {
        0 => shapes::paint(buffer, disc, color, shapes::ring(0.95, 0.45)),
        1 => shapes::paint(buffer, disc, color, shapes::cross(0.85, 0.3)),
        2 => shapes::paint(buffer, disc, color, shapes::square(0.8, 0.0)),
        _ => shapes::paint(buffer, disc, color, shapes::open_mouth(0.95, false)),
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
    let inset = u16::from(cards::has_backgrounds(look));
    let corner = Rect { x: inside.x + inset, width: inside.width.saturating_sub(inset), ..inside };
    drawing::draw_text(
        buffer,
        corner.intersection(area),
        &format!("{}{suit}", face[index]),
        style,
        look,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turned(settings: &Settings, setting: Setting, forward: bool) -> Settings {
        let mut settings = settings.clone();
        assert!(turn_value(&mut settings, setting, forward, &Themes::built_in()));
        settings
    }

    #[test]
    fn values_cycle_in_both_directions() {
        for setting in Setting::SHOWN.iter().copied().take(8) {
            let mut settings = Settings::default();
            let mut values = vec![value_text(&settings, setting)];
            loop {
                let next = turned(&settings, setting, true);
                assert_eq!(turned(&next, setting, false), settings, "{setting:?}");
                settings = next;
                if settings == Settings::default() {
                    break;
                }
                values.push(value_text(&settings, setting));
            }
            let count = values.len();
            values.sort();
            values.dedup();
            assert!(count == values.len() && count >= 2, "{setting:?}: {values:?}");
        }
    }

    #[test]
    fn a_value_between_two_others_has_both_as_neighbours() {
        let between = Settings {
            wait: Duration::from_secs(1),
            motion: crate::widgets::Motion { enabled: true, linger: Some(Duration::from_secs(7)) },
            ..Settings::default()
        };
        let both = |setting| {
            [false, true].map(|forward| value_text(&turned(&between, setting, forward), setting))
        };
        assert_eq!(both(Setting::Pace), ["1.5 s per move", "0.8 s per move"]);
        assert_eq!(both(Setting::Linger), ["5 s", "10 s"]);
    }

    #[test]
    fn names_have_no_next_value() {
        let mut settings = Settings::default();
        assert!(!turn_value(&mut settings, Setting::Name(0), true, &Themes::built_in()));
        assert_eq!(settings, Settings::default());
    }
}
