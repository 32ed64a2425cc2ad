//! The rows of forms.

use ratatui::layout::Rect;

use super::Outcome;
use crate::widgets::{drawing, list};

/// The columns of the labels on a [`Page`](super::Page).
pub(super) const LABEL_WIDTH: u16 = 10;
/// The columns reserved for the second detail of each value, so that nothing moves when it appears:
/// a short one has room for its mark, too.
const RECORD_WIDTH: u16 = 12;
/// Extra columns that the third detail needs.
const MARK_WIDTH: u16 = MARK_GAP + 8;
const MARK_GAP: u16 = 2;

/// The form of the records and marks of a list.
pub(super) struct Records {
    /// Not only the first word of each record.
    pub(super) is_whole: bool,
    /// The column of the marks, from that of the records: 0 if a mark replaces its record. `None` if
    /// there is no room for marks.
    pub(super) mark_x: Option<u16>,
}

impl Records {
    /// Whether no mark is missing or replaces its record.
    pub(super) fn is_complete(&self) -> bool {
        self.mark_x.is_some_and(|x| x > 0)
    }
}

pub(super) fn first_word(record: &str) -> &str {
    record.split(' ').next().unwrap_or_default()
}

type Set<T> = Box<dyn Fn(&mut T, usize)>;
type SetText<T> = Box<dyn Fn(&mut T, &str) -> Result<(), String>>;

pub struct Typed<T> {
    pub title: String,
    /// Says what can be typed if the title doesn't.
    pub hint: String,
    pub text: String,
    /// In columns.
    pub max_width: Option<usize>,
    /// The letters and digits that begin the text instead of running commands.
    begins: fn(char) -> bool,
    set: SetText<T>,
}

impl<T> Typed<T> {
    /// Returns a message if the text is refused.
    pub fn set(&self, choices: &mut T, text: &str) -> Result<(), String> {
        (self.set)(choices, text)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// All values in a line, if they fit.
    Choice,
    /// All values below each other, if they fit.
    List,
    /// Only the chosen value, between two arrows.
    Stepper { wraps: bool },
    /// Side by side with other buttons.
    Button,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Emphasis {
    Usual,
    /// The value is a placeholder.
    Preset,
    /// The row can't be used now.
    Dim,
}

/// A row of a form over the choices `T`.
pub struct Row<T> {
    /// Identifies the row in its form.
    pub label: &'static str,
    pub help: String,
    /// Text that can be typed instead of choosing.
    pub typed: Option<Typed<T>>,
    pub(super) control: Control,
    /// All values; only the current one if it can only be typed.
    pub values: Vec<String>,
    /// Shown after the value on a [`Page`](super::Page), in secondary style: the first one that
    /// fits.
    pub(super) notes: Vec<String>,
    /// Columns after each value of a list: names, a record, and a mark in the accent colour. If
    /// there is no room, records are shortened to their first word; then the mark replaces them.
    pub details: Vec<[String; 3]>,
    pub chosen: usize,
    set: Option<Set<T>>,
    /// The label has the colour of this seat.
    pub(super) seat: Option<usize>,
    is_shown: bool,
    pub(super) begins_group: bool,
    pub(super) emphasis: Emphasis,
}

impl<T> Row<T> {
    fn new(label: &'static str, control: Control, values: Vec<String>) -> Self {
        Self {
            label,
            help: String::new(),
            typed: None,
            control,
            values,
            notes: Vec::new(),
            details: Vec::new(),
            chosen: 0,
            set: None,
            seat: None,
            is_shown: true,
            begins_group: false,
            emphasis: Emphasis::Usual,
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

    /// If it wraps, the first value follows the last one.
    pub fn stepper(self, wraps: bool) -> Self {
        Self { control: Control::Stepper { wraps }, ..self }
    }

    pub fn typed(
        self,
        title: impl Into<String>,
        text: impl Into<String>,
        set: impl Fn(&mut T, &str) -> Result<(), String> + 'static,
    ) -> Self {
        let (title, text) = (title.into(), text.into());
        let begins = if self.has_steps() { |_| false } else { char::is_alphanumeric };
        let typed =
            Typed { title, hint: String::new(), text, max_width: None, begins, set: Box::new(set) };
        Self { typed: Some(typed), ..self }
    }

    /// Besides the values to choose from, these letters or digits begin a typed one.
    pub fn begun_by(self, begins: fn(char) -> bool) -> Self {
        let typed = self.typed.map(|typed| Typed { begins, ..typed });
        Self { typed, ..self }
    }

    /// Limits the width of the typed text, in columns.
    pub fn at_most(self, columns: usize) -> Self {
        let typed = self.typed.map(|typed| Typed { max_width: Some(columns), ..typed });
        Self { typed, ..self }
    }

    pub fn typing_hint(self, hint: impl Into<String>) -> Self {
        let typed = self.typed.map(|typed| Typed { hint: hint.into(), ..typed });
        Self { typed, ..self }
    }

    pub fn help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    pub fn notes(self, notes: Vec<String>) -> Self {
        Self { notes, ..self }
    }

    /// Shows the values below each other if there is room, followed by these details.
    pub fn listed(self, details: Vec<[String; 3]>) -> Self {
        Self { control: Control::List, details, ..self }
    }

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
        self.emphasis_if(is_preset, Emphasis::Preset)
    }

    fn emphasis_if(self, applies: bool, emphasis: Emphasis) -> Self {
        if applies { Self { emphasis, ..self } } else { self }
    }

    /// Dims a row that can't be used now.
    pub fn dim_if(self, is_dim: bool) -> Self {
        self.emphasis_if(is_dim, Emphasis::Dim)
    }

    /// With a reason, the row is dimmed and keeps its value.
    pub fn unavailable_if(self, reason: Option<&str>) -> Self {
        match reason {
            Some(reason) => Self { set: None, typed: None, ..self }.dim_if(true).help(reason),
            None => self,
        }
    }

    pub fn is_shown(&self) -> bool {
        self.is_shown
    }

    pub fn is_available(&self) -> bool {
        self.emphasis != Emphasis::Dim
    }

    pub fn has_steps(&self) -> bool {
        self.set.is_some()
    }

    /// Whether the value can only be typed.
    pub fn is_field(&self) -> bool {
        self.typed.is_some() && !self.has_steps()
    }

    /// Whether this letter or digit begins the text of the row.
    pub fn begins(&self, letter: char) -> bool {
        self.typed.as_ref().is_some_and(|typed| (typed.begins)(letter))
    }

    pub fn is_button(&self) -> bool {
        self.control == Control::Button
    }

    /// The index of the value `by` values later.
    fn turned(&self, by: isize) -> usize {
        let turned = if self.control == (Control::Stepper { wraps: true }) {
            list::cycle
        } else {
            list::step
        };
        turned(self.chosen, by, self.values.len())
    }

    pub(super) fn can_turn(&self, by: isize) -> bool {
        self.turned(by) != self.chosen
    }

    pub fn turn(&self, by: isize, choices: &mut T) -> Outcome {
        self.choose(self.turned(by), choices);
        if self.has_steps() { Outcome::Changed(self.label) } else { Outcome::Fixed }
    }

    pub fn choose(&self, index: usize, choices: &mut T) {
        if let Some(set) = self.set.as_ref().filter(|_| index < self.values.len()) {
            set(choices, index);
        }
    }

    /// Returns the places of all values in `area`, or `None` if they don't fit. Each has two
    /// columns on the left for the pointer and one on the right.
    pub(super) fn value_areas(&self, area: Rect) -> Option<Vec<Rect>> {
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
    pub(super) fn detail_columns(&self) -> [u16; 2] {
        let detailed = self.values.iter().zip(&self.details);
        let detailed = detailed.filter(|(_, [names, ..])| !names.is_empty());
        let widths =
            detailed.map(|(value, [names, ..])| [value, names].map(|it| drawing::text_width(it)));
        let [value, names] =
            widths.reduce(|one, two| [one[0].max(two[0]), one[1].max(two[1])]).unwrap_or_default();
        [2 + value, 4 + value + names]
    }

    /// How the records and marks of a list are shown on a page of this width.
    pub(super) fn records(&self, page_width: u16) -> Records {
        let room = page_width.saturating_sub(LABEL_WIDTH + 2 + self.detail_columns()[1]);
        let widest = |text: fn(&[String; 3]) -> &str| {
            self.details.iter().map(|details| drawing::text_width(text(details))).max().unwrap_or(0)
        };
        let whole = widest(|[_, record, _]| record);
        let first = widest(|[_, record, _]| first_word(record));
        let mark = widest(|[.., mark]| mark);
        let ways = [(true, whole + MARK_GAP), (false, first + 1), (whole <= room, 0)];
        let way = ways.into_iter().find(|(_, x)| x + mark <= room);
        let is_whole = way.map_or(whole <= room, |(is_whole, _)| is_whole);
        Records { is_whole, mark_x: way.map(|(_, x)| x) }
    }

    /// The least width at which a list shows its details, and the one at which it shows its marks
    /// beside the records.
    pub fn list_widths(&self) -> [u16; 2] {
        let width = LABEL_WIDTH + 2 + self.detail_columns()[1] + RECORD_WIDTH;
        [width, width + MARK_WIDTH]
    }

    pub(super) fn lines(&self) -> u16 {
        if self.control == Control::List { drawing::cells(self.values.len()) } else { 1 }
    }
}
