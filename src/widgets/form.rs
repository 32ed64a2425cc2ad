//! Forms: rows with values to choose from, rows for typed text, and buttons.
//!
//! A page keeps its choices in a type `T` and builds its [`Row`]s from them whenever it needs them:
//! the texts of each row, and the change that it makes to the choices. The [`Form`] keeps the
//! selected row, runs keys and clicks, and draws the rows.

use std::cell::Cell;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        Layout, Rect, Size,
    },
    style::{Modifier, Style},
};

use super::{
    Binding, ClickAreas, ColorDepth, Key, Look, drawing,
    list::{self, draw_scroll_marks, draw_selection, scroll},
};

/// The columns of the labels on a [`Page`].
const LABEL_WIDTH: u16 = 10;
/// The columns reserved for the note of a row.
const NOTE_WIDTH: u16 = 16;
/// The columns reserved for the second detail of each value, so that nothing moves when it appears.
const RECORD_WIDTH: u16 = 11;
/// The columns of the third detail, with those before it.
const MARK_WIDTH: u16 = 10;
/// The columns of a field for typed text, if the text isn't longer.
const FIELD_WIDTH: u16 = 14;
/// The columns of the labels in a list.
const LIST_LABEL_WIDTH: u16 = 13;

/// The commands of a form. Rows are identified by their labels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormCommand {
    Up,
    Down,
    First,
    Last,
    /// Choose the previous value, or select the button on the left.
    Left,
    Right,
    /// Select the next row, cyclically.
    Next,
    Previous,
    /// Press the button that stands out, or the selected row.
    Enter,
    /// Type the value of the selected row, or do the same as [`Self::Enter`].
    Edit,
    Select(&'static str),
    /// Choose the next value of a row (true) or the previous one.
    Turn(&'static str, bool),
    Choose(&'static str, usize),
    Type(String),
}

/// The keys of every form, except [Enter](enter), whose label depends on the page, and
/// [`EDIT`], which follows it.
pub static KEYS: [Binding<FormCommand>; 8] = [
    Binding::new(
        "up",
        FormCommand::Up,
        &[Key::plain(KeyCode::Up), Key::char('k')],
        "the row above",
    )
    .footer("arrows", "choose"),
    Binding::new(
        "down",
        FormCommand::Down,
        &[Key::plain(KeyCode::Down), Key::char('j')],
        "the row below",
    ),
    Binding::new("first", FormCommand::First, &[Key::plain(KeyCode::Home)], "the first row"),
    Binding::new("last", FormCommand::Last, &[Key::plain(KeyCode::End)], "the last row"),
    Binding::new(
        "left",
        FormCommand::Left,
        &[Key::plain(KeyCode::Left), Key::char('h')],
        "the value on the left",
    ),
    Binding::new(
        "right",
        FormCommand::Right,
        &[Key::plain(KeyCode::Right), Key::char('l')],
        "the value on the right",
    ),
    Binding::new(
        "next",
        FormCommand::Next,
        &[Key::plain(KeyCode::Tab)],
        "the next row; after the last one, the first",
    ),
    Binding::new(
        "previous",
        FormCommand::Previous,
        &[Key::plain(KeyCode::BackTab)],
        "the row before; before the first one, the last",
    ),
];

pub const EDIT: Binding<FormCommand> = Binding::new(
    "type",
    FormCommand::Edit,
    &[Key::char(' ')],
    "type a value, where one can be typed; otherwise the same as Enter",
);

pub const fn enter(description: &'static str, label: &'static str) -> Binding<FormCommand> {
    const KEYS: &[Key] = &[Key::plain(KeyCode::Enter)];
    Binding::new("choose", FormCommand::Enter, KEYS, description).footer("Enter", label)
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The selection may have moved.
    Moved,
    Changed(&'static str),
    Pressed(&'static str),
    /// The text of the selected row is to be typed.
    Typing,
    /// The selected row has no other value.
    Fixed,
    /// The typed text was refused with this message.
    Refused(String),
}

type Set<T> = Box<dyn Fn(&mut T, usize)>;
type SetText<T> = Box<dyn Fn(&mut T, &str) -> Result<(), String>>;

pub struct Typed<T> {
    pub title: String,
    pub text: String,
    set: SetText<T>,
}

impl<T> Typed<T> {
    /// Sets the text. Returns a message if it is refused.
    pub fn set(&self, choices: &mut T, text: &str) -> Result<(), String> {
        (self.set)(choices, text)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Control {
    /// All values in a line, if they fit.
    Choice,
    /// All values below each other, if they fit.
    List,
    /// Only the chosen value, between two arrows.
    Stepper { wraps: bool },
    /// Side by side with other buttons.
    Button,
}

/// A row of a form over the choices `T`.
pub struct Row<T> {
    /// Identifies the row in its form.
    pub label: &'static str,
    /// Explains the row or its chosen value.
    pub help: String,
    /// Text that can be typed instead of choosing.
    pub typed: Option<Typed<T>>,
    control: Control,
    /// All values; only the current one if it can only be typed.
    pub values: Vec<String>,
    /// Shown after the value on a [`Page`], in secondary style. A long one ends at its last comma.
    note: String,
    /// Columns after each value of a list: names, a record, and a mark in the accent colour. If
    /// there is no room for both, the record is shortened to its first word or left out.
    pub details: Vec<[String; 3]>,
    pub chosen: usize,
    set: Option<Set<T>>,
    /// The label has the colour of this seat.
    seat: Option<usize>,
    is_shown: bool,
    begins_group: bool,
    is_preset: bool,
}

impl<T> Row<T> {
    fn new(label: &'static str, control: Control, values: Vec<String>) -> Self {
        Self {
            label,
            help: String::new(),
            typed: None,
            control,
            values,
            note: String::new(),
            details: Vec::new(),
            chosen: 0,
            set: None,
            seat: None,
            is_shown: true,
            begins_group: false,
            is_preset: false,
        }
    }

    /// A row that shows all its values if there is room.
    pub fn choice<V: ToString>(
        label: &'static str,
        values: impl IntoIterator<Item = V>,
        chosen: usize,
        set: impl Fn(&mut T, usize) + 'static,
    ) -> Self {
        let values = values.into_iter().map(|value| value.to_string()).collect();
        Self { chosen, set: Some(Box::new(set)), ..Self::new(label, Control::Choice, values) }
    }

    /// A row whose value can only be [typed](Self::typed).
    pub fn value(label: &'static str, value: impl Into<String>) -> Self {
        Self::new(label, Control::Stepper { wraps: false }, vec![value.into()])
    }

    /// A button. If there is no room, only the text before a colon is shown.
    pub fn button(label: &'static str, text: impl Into<String>) -> Self {
        Self::new(label, Control::Button, vec![text.into()])
    }

    /// Shows only the chosen value. If it wraps, the first value follows the last one.
    pub fn stepper(self, wraps: bool) -> Self {
        Self { control: Control::Stepper { wraps }, ..self }
    }

    /// Lets people type a text; see [`Typed`].
    pub fn typed(
        self,
        title: impl Into<String>,
        text: impl Into<String>,
        set: impl Fn(&mut T, &str) -> Result<(), String> + 'static,
    ) -> Self {
        let typed = Typed { title: title.into(), text: text.into(), set: Box::new(set) };
        Self { typed: Some(typed), ..self }
    }

    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    pub fn note(self, note: impl Into<String>) -> Self {
        Self { note: note.into(), ..self }
    }

    /// Shows the values below each other if there is room, followed by these details.
    pub fn listed(self, details: Vec<[String; 3]>) -> Self {
        Self { control: Control::List, details, ..self }
    }

    /// Gives the label the colour of a seat.
    pub fn seat(self, seat: usize) -> Self {
        Self { seat: Some(seat), ..self }
    }

    pub fn shown_if(self, is_shown: bool) -> Self {
        Self { is_shown, ..self }
    }

    /// Adds an empty line before the row if there is room.
    pub fn group_if(self, begins_group: bool) -> Self {
        Self { begins_group, ..self }
    }

    /// Shows the value as a placeholder, because nothing was typed.
    pub fn preset_if(self, is_preset: bool) -> Self {
        Self { is_preset, ..self }
    }

    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    pub fn has_steps(&self) -> bool {
        self.set.is_some()
    }

    /// Whether the value can only be typed.
    pub fn is_field(&self) -> bool {
        self.typed.is_some() && !self.has_steps()
    }

    pub fn is_button(&self) -> bool {
        self.control == Control::Button
    }

    /// Chooses the next or previous value.
    pub fn turn(&self, forward: bool, choices: &mut T) -> Outcome {
        let (chosen, last) = (self.chosen, self.values.len().saturating_sub(1));
        let wraps = self.control == Control::Stepper { wraps: true };
        let next = match (forward, wraps) {
            (true, true) if chosen == last => 0,
            (false, true) if chosen == 0 => last,
            (true, _) => chosen + 1,
            (false, _) => chosen.saturating_sub(1),
        };
        self.choose(next, choices);
        if self.has_steps() { Outcome::Changed(self.label) } else { Outcome::Fixed }
    }

    pub fn choose(&self, index: usize, choices: &mut T) {
        if let Some(set) = self.set.as_ref().filter(|_| index < self.values.len()) {
            set(choices, index);
        }
    }

    /// Returns the places of all values in `area`, or `None` if they don't fit. Each has two
    /// columns on the left for the pointer and one on the right.
    fn value_areas(&self, area: Rect) -> Option<Vec<Rect>> {
        let places = |gap: u16| -> Option<Vec<Rect>> {
            let mut x = area.x;
            let place = |value: &String| {
                let width = drawing::text_width(value) + 3;
                let place = Rect { x, width, height: 1, ..area }.intersection(area);
                x += width + gap;
                // The column after the last value may be missing.
                (place.width + 1 >= width && place.height == 1).then_some(place)
            };
            self.values.iter().map(place).collect()
        };
        match self.control {
            // A gap separates the mark of the chosen value from the value before it.
            Control::Choice => places(1).or_else(|| places(0)),
            Control::List if area.height >= self.lines() => {
                Some(area.rows().take(self.values.len()).collect())
            }
            _ => None,
        }
    }

    /// The columns of the names and of the records after the values of a list, from its left.
    fn detail_columns(&self) -> [u16; 2] {
        let detailed = self.values.iter().zip(&self.details);
        let detailed = detailed.filter(|(_, [names, ..])| !names.is_empty());
        let widths =
            detailed.map(|(value, [names, ..])| [value, names].map(|it| drawing::text_width(it)));
        let [value, names] =
            widths.reduce(|one, two| [one[0].max(two[0]), one[1].max(two[1])]).unwrap_or_default();
        [2 + value, 4 + value + names]
    }

    /// The least width at which a list shows its details, and the one at which it shows its marks
    /// beside the records.
    pub fn list_widths(&self) -> [u16; 2] {
        let width = LABEL_WIDTH + 2 + self.detail_columns()[1] + RECORD_WIDTH;
        [width, width + MARK_WIDTH]
    }

    fn lines(&self) -> u16 {
        if self.control == Control::List { drawing::cells(self.values.len()) } else { 1 }
    }
}

#[derive(Clone, Debug)]
pub struct Form {
    selected: &'static str,
    /// Whether the last frame had a list with its values below each other.
    has_list: Cell<bool>,
}

impl Form {
    pub fn new(selected: &'static str) -> Self {
        Self { selected, has_list: Cell::new(false) }
    }

    pub fn select(&mut self, label: &'static str) {
        self.selected = label;
    }

    /// Selects the first row if the selected one doesn't exist any more.
    pub fn keep_to<T>(&mut self, rows: &[Row<T>]) {
        self.select(self.row(rows).label);
    }

    /// The index of the selected row; 0 if it doesn't exist any more.
    fn index<T>(&self, rows: &[Row<T>]) -> usize {
        rows.iter().position(|row| row.label == self.selected).unwrap_or(0)
    }

    /// # Panics
    /// Panics if there are no rows.
    pub fn row<'a, T>(&self, rows: &'a [Row<T>]) -> &'a Row<T> {
        &rows[self.index(rows)]
    }

    pub fn is_selected(&self, label: &'static str) -> bool {
        self.selected == label
    }

    /// The row that Enter presses: the selected button, or else the first one. If the form has no
    /// buttons or the selected row can only be typed, the selected row.
    fn entered<T>(&self, rows: &[Row<T>]) -> &'static str {
        let selected = self.row(rows);
        let first = rows.iter().find(|row| row.is_button());
        first.filter(|_| !selected.is_button() && selected.has_steps()).unwrap_or(selected).label
    }

    /// # Panics
    /// Panics if there are no rows.
    pub fn run<T>(&mut self, command: FormCommand, rows: &[Row<T>], choices: &mut T) -> Outcome {
        self.keep_to(rows);
        let at = self.index(rows);
        let (row, last) = (&rows[at], rows.len() - 1);
        match command {
            FormCommand::Up | FormCommand::Down => {
                let down = command == FormCommand::Down;
                let is_end = row.chosen == if down { row.values.len() - 1 } else { 0 };
                if row.control == Control::List && self.has_list.get() && !is_end {
                    return row.turn(down, choices);
                }
                self.select(rows[list::step(at, down, rows.len())].label);
            }
            FormCommand::First => self.select(rows[0].label),
            FormCommand::Last => self.select(rows[last].label),
            FormCommand::Left | FormCommand::Right => {
                let right = command == FormCommand::Right;
                if !row.is_button() {
                    return row.turn(right, choices);
                }
                let beside = &rows[list::step(at, right, rows.len())];
                if beside.is_button() {
                    self.select(beside.label);
                }
            }
            FormCommand::Edit if row.typed.is_some() => return Outcome::Typing,
            FormCommand::Enter | FormCommand::Edit => return Outcome::Pressed(self.entered(rows)),
            FormCommand::Type(text) => {
                return match row.typed.as_ref().map(|typed| typed.set(choices, &text)) {
                    Some(Err(error)) => Outcome::Refused(error),
                    _ => Outcome::Changed(row.label),
                };
            }
            FormCommand::Next => self.select(rows[if at < last { at + 1 } else { 0 }].label),
            FormCommand::Previous => self.select(rows[at.checked_sub(1).unwrap_or(last)].label),
            FormCommand::Select(label)
            | FormCommand::Turn(label, _)
            | FormCommand::Choose(label, _) => {
                let Some(row) = rows.iter().find(|row| row.label == label) else {
                    return Outcome::Moved;
                };
                return self.click(&command, row, choices);
            }
        }
        Outcome::Moved
    }

    fn click<T>(&mut self, command: &FormCommand, row: &Row<T>, choices: &mut T) -> Outcome {
        if row.is_button() {
            return Outcome::Pressed(row.label);
        }
        let was_selected = self.selected == row.label;
        self.select(row.label);
        match *command {
            FormCommand::Turn(_, forward) => row.turn(forward, choices),
            FormCommand::Choose(_, index) => {
                row.choose(index, choices);
                Outcome::Changed(row.label)
            }
            _ if was_selected => Outcome::Pressed(row.label),
            _ => Outcome::Moved,
        }
    }

    pub fn view<'a>(
        &'a self,
        buffer: &'a mut Buffer,
        look: &'a Look,
        areas: &'a mut ClickAreas,
    ) -> FormView<'a> {
        FormView { form: self, buffer, look, areas }
    }
}

pub struct FormView<'a> {
    form: &'a Form,
    buffer: &'a mut Buffer,
    look: &'a Look,
    areas: &'a mut ClickAreas,
}

impl FormView<'_> {
    fn text(&mut self, area: Rect, text: &str, style: Style) {
        drawing::draw_text(self.buffer, area, text, style, self.look);
    }

    /// Draws rows below each other, scrolled to the selected row if necessary. In a list, the whole
    /// selected row is highlighted, and each row shows only its chosen value.
    fn draw_rows<T>(&mut self, rows: &[&Row<T>], density: Density, is_list: bool, area: Rect) {
        let heights = rows.iter().map(|row| density.height(row));
        let height =
            heights.sum::<u16>() + density.gap * drawing::cells(rows.len()).saturating_sub(1);
        let groups = drawing::cells(rows.iter().filter(|row| row.begins_group).count());
        let visible = usize::from(area.height).max(1);
        let selected = rows.iter().position(|row| self.form.is_selected(row.label)).unwrap_or(0);
        // Keep one row below the selected one visible.
        let first =
            if height <= area.height { 0 } else { scroll(0, selected + 1, rows.len(), visible) };
        let noted = rows.iter().filter(|row| !row.note.is_empty());
        let values = noted.flat_map(|row| &row.values).map(|value| drawing::text_width(value));
        let notes_x = values.max().unwrap_or(0) + 4;
        let mut y = area.y;
        for row in &rows[first..] {
            y += u16::from(row.begins_group && height + groups <= area.height);
            let height = density.height(row);
            if y + height > area.bottom() {
                break;
            }
            self.draw_row(row, (is_list, notes_x), Rect { y, height, ..area });
            y += height + density.gap;
        }
        let has_more_below = height > area.height && first + visible < rows.len();
        draw_scroll_marks(self.buffer, area, first > 0, has_more_below, self.look);
    }

    /// Draws rows as a list, with empty lines between them if there is room.
    pub fn draw_list<T>(&mut self, rows: &[Row<T>], area: Rect) {
        let gap = u16::from(area.height >= 2 * drawing::cells(rows.len()));
        let density = Density { gap, ..Density::LOWEST };
        self.draw_rows(&rows.iter().collect::<Vec<_>>(), density, true, area);
    }

    /// Draws a row with all its values, or with the chosen one between two arrows.
    fn draw_row<T>(&mut self, row: &Row<T>, (is_list, notes_x): (bool, u16), area: Rect) {
        let look = self.look;
        self.areas.add(area, FormCommand::Select(row.label));
        let is_selected = self.form.is_selected(row.label);
        let color = row.seat.map(|seat| look.seat(seat));
        let (label_style, value_style) = match (is_list, is_selected) {
            (false, true) if let Some(color) = color => (color, look.selected()),
            (false, false) if let Some(color) = color => (color, look.strong()),
            (true, true) => (look.selected(), look.selected()),
            (true, false) if row.is_preset => (look.text(), look.dim()),
            (false, false) if row.is_preset => (look.dim(), look.text()),
            (true, false) => (look.text(), look.strong()),
            (false, true) => (look.accent(), look.selected()),
            (false, false) => (look.dim(), look.strong()),
        };
        // In a list, two columns on the left are for the pointer.
        let (inset, label_width) = if is_list { (2, LIST_LABEL_WIDTH) } else { (0, LABEL_WIDTH) };
        if is_list && is_selected {
            draw_selection(self.buffer, area, look.selected(), look, self.areas);
        }
        let x = area.x + inset;
        let label = Rect { x, width: label_width - 1, height: 1, ..area }.intersection(area);
        self.text(label, row.label, label_style);
        let x = (x + label_width).min(area.right());
        let rest = Rect { x, width: area.right() - x, ..area };
        let note_width = if row.note.is_empty() { 0 } else { NOTE_WIDTH };
        let values = Rect { width: rest.width.saturating_sub(note_width), ..rest };
        let places = row.value_areas(values).filter(|_| !is_list);
        if row.control == Control::List {
            self.form.has_list.set(places.is_some());
        }
        let end = match places {
            Some(places) => {
                self.draw_values(row, &places);
                places.last().map_or(rest.x, |place| place.right())
            }
            None => {
                let has_arrows = row.has_steps() && (!is_list || is_selected);
                if is_selected && !is_list {
                    let value = Rect { x: rest.x + 2, ..rest };
                    self.areas.focus_on(value.intersection(rest));
                }
                self.draw_value(row, value_style, (is_list, has_arrows), rest);
                rest.x + if row.is_field() { notes_x.max(FIELD_WIDTH + 2) } else { notes_x }
            }
        };
        let width = rest.right().saturating_sub(end + 2);
        let notes = [row.note.as_str(), row.note.split(", ").next().unwrap_or_default()];
        let note = drawing::fitting(&notes, width);
        if drawing::text_width(note) <= width {
            self.text(Rect { x: end + 2, width, height: 1, ..rest }, note, look.dim());
        }
    }

    fn draw_values<T>(&mut self, row: &Row<T>, places: &[Rect]) {
        let look = self.look;
        let is_selected = self.form.is_selected(row.label);
        let [names_x, record_x] = row.detail_columns();
        for (index, &place) in places.iter().enumerate() {
            let style = match (is_selected, index == row.chosen) {
                (true, true) => look.selected(),
                (false, true) => look.chosen(),
                (_, false) => look.dim(),
            };
            self.buffer.set_style(place, style);
            if index == row.chosen {
                let mark = style.fg(look.palette.accent);
                self.buffer.set_string(place.x, place.y, look.glyphs.dot, mark);
            }
            let text = Rect { x: place.x + 2, width: place.width - 2, ..place };
            if is_selected && index == row.chosen {
                self.areas.focus_on(text);
            }
            self.text(text, &row.values[index], style);
            if let Some([names, record, mark]) = row.details.get(index) {
                let at = |x| Rect { x: text.x + x, ..text }.intersection(text);
                self.text(at(names_x), names, style);
                let count = record.split(' ').next().unwrap_or_default();
                let before_mark = |text: &str, gap| {
                    let gap = if text.is_empty() || mark.is_empty() { "" } else { gap };
                    format!("{text}{gap}")
                };
                let records = [before_mark(record, ", "), before_mark(count, " "), String::new()];
                let room = at(record_x).width.saturating_sub(drawing::text_width(mark));
                let record = drawing::fitting(&records, room);
                self.text(at(record_x), record, style);
                let mark_style = style.fg(look.palette.accent);
                self.text(at(record_x + drawing::text_width(record)), mark, mark_style);
            }
            self.areas.add(place, FormCommand::Choose(row.label, index));
        }
    }

    fn draw_value<T>(
        &mut self,
        row: &Row<T>,
        mut style: Style,
        (is_list, has_arrows): (bool, bool),
        area: Rect,
    ) {
        let value = row.values.get(row.chosen).map_or("", String::as_str);
        let is_field = row.is_field() && !is_list;
        let text_width = drawing::text_width(value).max(if is_field { FIELD_WIDTH } else { 0 });
        let width = (text_width + 4).min(area.width);
        let place = Rect { width, height: 1, ..area };
        let text = Rect { x: place.x + 2, width: width.saturating_sub(4), ..place };
        if is_field {
            let filled = if self.form.is_selected(row.label) { style } else { self.look.chosen() };
            let color = row.seat.and_then(|seat| self.look.seat(seat).fg);
            style = color.map_or(filled, |color| filled.fg(color));
            self.buffer.set_style(text, style.add_modifier(Modifier::UNDERLINED));
        } else if has_arrows || self.form.is_selected(row.label) {
            self.buffer.set_style(place, style);
        }
        if has_arrows {
            let [.., previous, next] = self.look.glyphs.more;
            let arrow = style.fg(self.look.palette.accent);
            for (glyph, x, forward) in [(previous, place.x, false), (next, text.right() + 1, true)]
            {
                self.text(Rect { x, width: 1, ..place }.intersection(area), glyph, arrow);
                let target = Rect { x: x.saturating_sub(1), width: 3, ..place };
                self.areas.add(target, FormCommand::Turn(row.label, forward));
            }
        }
        self.text(text, value, style);
    }

    /// Draws a button, highlighted if Enter presses it. Returns the column after it.
    fn draw_button<T>(&mut self, row: &Row<T>, is_entered: bool, area: Rect) -> u16 {
        let look = self.look;
        let is_selected = self.form.is_selected(row.label);
        let has_fills = look.depth > ColorDepth::Ansi;
        let style = match (is_selected, is_entered) {
            (true, _) if has_fills => look.accent().add_modifier(Modifier::REVERSED),
            (true, _) => look.selected(),
            (false, true) if has_fills => look.chosen(),
            (false, true) => look.strong(),
            (false, false) => look.dim(),
        };
        let mut text = row.values.concat();
        if drawing::text_width(&text) + 3 > area.width {
            text.truncate(text.find(':').unwrap_or(text.len()));
        }
        let place = Rect { width: (drawing::text_width(&text) + 3).min(area.width), ..area };
        let text_area = Rect { x: place.x + 2, width: place.width.saturating_sub(2), ..place };
        if is_selected || is_entered {
            self.buffer.set_style(place, style);
            let pointer =
                if is_selected && has_fills { style } else { style.fg(look.palette.accent) };
            self.text(place, look.glyphs.pointer, pointer);
        }
        if is_selected {
            self.areas.focus_on(text_area.intersection(area));
        }
        self.text(text_area.intersection(area), &text, style);
        self.areas.add(place, FormCommand::Select(row.label));
        place.right()
    }
}

/// A page with a form: the rows, the buttons in one line, and a text about the choices.
pub struct Page<'a, T> {
    pub rows: &'a [Row<T>],
    pub text: &'a str,
    /// The least number of rows for the text.
    pub text_height: u16,
}

#[derive(Clone, Copy)]
struct Density {
    gap: u16,
    /// Whether lists show all their values.
    has_lists: bool,
    after_list: u16,
    margin: u16,
    above_text: u16,
}

impl Density {
    const LOWEST: Self = Self { gap: 0, has_lists: false, after_list: 0, margin: 0, above_text: 0 };
    const ALL: [Self; 8] = [
        Self { gap: 1, has_lists: true, after_list: 0, margin: 1, above_text: 1 },
        Self { has_lists: true, after_list: 1, margin: 1, above_text: 1, ..Self::LOWEST },
        Self { has_lists: true, after_list: 1, margin: 1, ..Self::LOWEST },
        Self { has_lists: true, margin: 1, ..Self::LOWEST },
        Self { has_lists: true, ..Self::LOWEST },
        Self { margin: 1, above_text: 1, ..Self::LOWEST },
        Self { above_text: 1, ..Self::LOWEST },
        Self::LOWEST,
    ];

    fn height<T>(self, row: &Row<T>) -> u16 {
        let lines = if self.has_lists { row.lines() } else { 1 };
        if lines > 1 { lines + self.after_list } else { lines }
    }
}

impl<T> Page<'_, T> {
    fn rows_height(&self, density: Density) -> u16 {
        let rows: Vec<_> = self.rows.iter().filter(|row| !row.is_button()).collect();
        let gaps = density.gap * drawing::cells(rows.len()).saturating_sub(1);
        rows.into_iter().map(|row| density.height(row)).sum::<u16>() + gaps
    }

    fn height_at(&self, density: Density) -> u16 {
        self.rows_height(density)
            + density.gap
            + density.margin
            + 1
            + density.above_text
            + self.text_height
    }

    /// The height at the density that fits into this size.
    pub fn height(&self, size: Size) -> u16 {
        self.height_at(self.density(size))
    }

    /// The most generous density that fits.
    fn density(&self, size: Size) -> Density {
        let fits = |density: &Density| self.height_at(*density) <= size.height;
        Density::ALL.into_iter().find(fits).unwrap_or(Density::LOWEST)
    }

    pub fn draw(&self, area: Rect, view: &mut FormView) {
        let entered = view.form.entered(self.rows);
        let density = self.density(area.as_size());
        let above_buttons = density.gap + density.margin;
        let below_rows = above_buttons + 1 + density.above_text + self.text_height;
        let rows = self.rows_height(density);
        let rows = rows.min(area.height.saturating_sub(below_rows));
        let [rows, _, mut buttons, _, text] = Layout::vertical([
            Length(rows),
            Length(above_buttons),
            Length(1),
            Length(density.above_text),
            Fill(1),
        ])
        .areas(area);
        let look = view.look;
        let (buttons_row, values): (Vec<_>, Vec<_>) =
            self.rows.iter().partition(|row| row.is_button());
        view.draw_rows(&values, density, false, rows);
        drawing::draw_lines(view.buffer, text, self.text, look.text(), look);
        for row in buttons_row {
            let end = view.draw_button(row, row.label == entered, buttons);
            let width = LABEL_WIDTH.max(end - buttons.x).min(buttons.width);
            buttons = Rect { x: buttons.x + width, width: buttons.width - width, ..buttons };
        }
    }
}

/// Draws a help text in secondary style, wrapped if the area has more than one line.
pub fn draw_help(text: &str, area: Rect, buffer: &mut Buffer, look: &Look) {
    if area.height == 1 {
        return drawing::draw_text(buffer, area, text, look.dim(), look);
    }
    drawing::draw_lines(buffer, area, text, look.dim(), look);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::testing;

    #[derive(Clone, Debug, Default, PartialEq)]
    struct Meal {
        dish: usize,
        guests: u8,
        name: String,
    }

    const DISHES: [&str; 3] = ["Soup", "Salad", "Stew"];

    fn rows(meal: &Meal) -> Vec<Row<Meal>> {
        vec![
            Row::choice("Dish", DISHES, meal.dish, |meal: &mut Meal, dish| meal.dish = dish),
            Row::choice("Guests", 0..=9, meal.guests.into(), |meal: &mut Meal, guests| {
                meal.guests = u8::try_from(guests).unwrap();
            })
            .stepper(false),
            Row::value("Name", &meal.name).typed("A name", "", |meal: &mut Meal, name| {
                meal.name = Some(name.to_owned()).filter(|name| !name.is_empty()).ok_or("none")?;
                Ok(())
            }),
            Row::button("Eat", "Eat: now"),
            Row::button("Leave", "Leave"),
        ]
    }

    fn form() -> Form {
        Form::new("Dish")
    }

    /// The commands of these keys: arrows, and Tab in both directions.
    fn commands(keys: &str) -> Vec<FormCommand> {
        let command = |key| KEYS.iter().find(|row| row.keys.contains(&key)).unwrap();
        testing::keys(keys).into_iter().map(|key| command(key).command.clone()).collect()
    }

    #[track_caller]
    fn check(keys: &str, selected: &str, (dish, guests): (usize, u8)) {
        let (mut form, mut meal) = (form(), Meal::default());
        for command in commands(keys) {
            form.run(command, &rows(&meal), &mut meal);
        }
        assert_eq!((form.selected, meal.dish, meal.guests), (selected, dish, guests), "{keys}");
    }

    #[test]
    fn keys_move_between_rows_and_change_their_values() {
        check("", "Dish", (0, 0));
        check("klh", "Dish", (0, 0));
        check("llll", "Dish", (2, 0));
        check("jlll<Left>", "Guests", (0, 2));
        check("jjl", "Name", (0, 0));
        // Buttons are side by side.
        check("jjjl", "Leave", (0, 0));
        check("jjjlhh", "Eat", (0, 0));
        check("jjjjjj", "Leave", (0, 0));
        check("<S-Tab>", "Leave", (0, 0));
        check("<S-Tab><Tab><Tab>", "Guests", (0, 0));
    }

    #[test]
    fn up_and_down_move_within_a_list_and_leave_it_at_its_ends() {
        let dishes = |meal: &Meal| {
            let set = |meal: &mut Meal, dish| meal.dish = dish;
            let prices = ["3", "4", "9"].map(|price| [price, "", ""].map(str::to_owned)).into();
            vec![
                Row::choice("Dish", DISHES, meal.dish, set).listed(prices),
                Row::value("Guests", ""),
            ]
        };
        let lists = [("Dish", 2), ("Guests", 2), ("Guests", 2)];
        let steppers = [("Guests", 1), ("Guests", 1), ("Guests", 1)];
        for (height, moves) in [(3, lists), (2, steppers)] {
            let (mut form, mut meal) = (form(), Meal { dish: 1, ..Meal::default() });
            let (buffer, _) = testing::drawn((40, height), |area, buffer, areas| {
                let look = testing::dark();
                form.view(buffer, &look, areas).draw_row(&dishes(&meal)[0], (false, 0), area);
            });
            assert_eq!(testing::text(&buffer).contains("• Salad  4"), height == 3);
            for (label, dish) in moves {
                form.run(FormCommand::Down, &dishes(&meal), &mut meal);
                assert_eq!((form.selected, meal.dish), (label, dish));
            }
        }
    }

    #[test]
    fn the_first_row_is_selected_if_the_selected_one_is_gone() {
        let (mut form, mut meal) = (Form::new("Gone"), Meal::default());
        assert_eq!(form.row(&rows(&meal)).label, "Dish");
        form.run(FormCommand::Right, &rows(&meal), &mut meal);
        assert_eq!((form.selected, meal.dish), ("Dish", 1));
    }

    #[test]
    fn typed_text_is_checked() {
        let mut meal = Meal::default();
        let rows = rows(&meal);
        let typed = rows[2].typed.as_ref().unwrap();
        assert_eq!(typed.set(&mut meal, ""), Err("none".to_owned()));
        assert_eq!(typed.set(&mut meal, "Ada"), Ok(()));
        assert_eq!(meal.name, "Ada");
    }

    /// Draws the page; returns its lines and clickable areas.
    fn drawn(form: &Form, size: (u16, u16)) -> (Vec<String>, ClickAreas) {
        let rows = rows(&Meal::default());
        let page = Page { rows: &rows, text: "Hot.", text_height: 1 };
        let look = testing::dark();
        let (buffer, areas) = testing::drawn(size, |area, buffer, areas| {
            page.draw(area, &mut form.view(buffer, &look, areas));
        });
        (testing::text(&buffer).lines().map(str::to_owned).collect(), areas)
    }

    #[test]
    fn a_page_adapts_to_its_size() {
        let wide = ["Dish      • Soup    Salad    Stew", "", "Guests    ◂ 0 ▸"];
        assert_eq!(drawn(&form(), (40, 11)).0[..3], wide);
        let narrow = ["Dish      ◂ Soup ▸", "Guests    ◂ 0 ▸"];
        assert_eq!(drawn(&form(), (24, 8)).0[..2], narrow);
        let low = drawn(&form(), (40, 5)).0;
        assert_eq!([&*low[0], &*low[3], &*low[4]], [wide[0], "▸ Eat: now   Leave", "Hot."]);
        // The selected row is visible even in the lowest window.
        let mut name = form();
        name.select("Name");
        let lowest = drawn(&name, (40, 3)).0;
        assert!(lowest[0].starts_with("Name") && lowest[1].contains("Eat"), "{lowest:?}");
    }

    #[test]
    fn the_button_that_enter_presses_stands_out() {
        let buttons = |depth, selected| {
            let look = testing::look(depth, false);
            let (form, rows) = (Form::new(selected), rows(&Meal::default()));
            let page = Page { rows: &rows, text: "", text_height: 0 };
            let (buffer, _) = testing::drawn((40, 9), |area, buffer, areas| {
                page.draw(area, &mut form.view(buffer, &look, areas));
            });
            let text = testing::text(&buffer);
            let y = text.lines().position(|line| line.contains("Eat: now")).unwrap();
            let y = u16::try_from(y).unwrap();
            let row = (0..buffer.area.width).map(|x| &buffer[(x, y)]);
            let is_filled =
                |cell: &ratatui::buffer::Cell| cell.modifier.contains(Modifier::REVERSED);
            (text.lines().nth(y.into()).unwrap().to_owned(), row.filter(|it| is_filled(it)).count())
        };
        let entered = "▸ Eat: now   Leave".to_owned();
        for depth in [ColorDepth::Mono, ColorDepth::Ansi, ColorDepth::True] {
            assert_eq!(buttons(depth, "Dish"), (entered.clone(), 0), "{depth:?}");
        }
        // The selected one is filled.
        assert_eq!(buttons(ColorDepth::True, "Eat"), (entered, 11));
    }

    #[test]
    fn clicks_choose_values_and_press_buttons() {
        let (mut form, mut meal) = (form(), Meal::default());
        let (lines, areas) = drawn(&form, (40, 9));
        let mut click = |text: &str, beside: usize| {
            let y = lines.iter().position(|line| line.contains(text)).unwrap();
            let x = lines[y].chars().take_while(|&letter| !text.starts_with(letter)).count();
            let at = |number: usize| u16::try_from(number).unwrap();
            let command = areas.hit(at(x + beside), at(y)).unwrap().get().unwrap();
            (form.run(command, &rows(&meal), &mut meal), meal.clone())
        };
        assert_eq!(click("Guests", 0).0, Outcome::Moved);
        assert_eq!(click("Guests", 0).0, Outcome::Pressed("Guests"));
        assert_eq!(click("0 ▸", 2).1.guests, 1);
        let (outcome, meal) = click("Stew", 24);
        assert_eq!((outcome, meal.dish), (Outcome::Moved, 0), "behind the last value");
        assert_eq!(click("Eat", 0).0, Outcome::Pressed("Eat"));
    }
}
