//! The rows of forms.

use ratatui::layout::Rect;

use super::{ListDensity, Outcome, RowId};
use crate::widgets::{drawing, list};

/// The columns of the labels on a [`Page`](super::Page).
pub const LABEL_WIDTH: u16 = 10;
/// The columns on the left of values.
pub(super) const POINTER_WIDTH: u16 = 2;
/// The columns reserved for the records of a list and a short mark, so that nothing moves when they
/// appear.
const RECORD_WIDTH: u16 = 12;
/// The columns of a field for typed text without a limit.
const TYPING_WIDTH: u16 = 32;

type Set<T> = Box<dyn Fn(&mut T, usize)>;
type SetText<T> = Box<dyn Fn(&mut T, &str) -> Result<(), String>>;

pub struct Typed<T> {
    pub title: String,
    /// What can be typed, if the title doesn't say it.
    pub hint: String,
    pub text: String,
    /// The maximum width of the text, in columns.
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
    /// All values one below another, if they fit.
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

/// What a list tells about a value.
#[derive(Clone, Debug, Default)]
pub struct Details {
    /// Whether an empty line precedes the value, if there is room.
    pub begins_group: bool,
    pub name: String,
    /// `None` if the value never has one, so that the column of records ignores its name.
    pub record: Option<String>,
    /// A text in the accent colour, the longest form first.
    pub mark: &'static [&'static str],
    /// An explanation, if there is room: below a value with a record, and beside one without.
    pub gloss: String,
}

impl Details {
    pub(super) fn has_gloss_below(&self) -> bool {
        self.record.is_some() && !self.gloss.is_empty()
    }
}

pub(super) struct ValuePlaces {
    pub(super) areas: Vec<Rect>,
    /// The columns before the text of each value but the first.
    inset: u16,
}

impl ValuePlaces {
    pub(super) fn inset(&self, index: usize) -> u16 {
        if index == 0 { POINTER_WIDTH } else { self.inset }
    }
}

/// A row of a form over the choices `T`.
pub struct Row<T> {
    /// The label unless the form sets another one.
    pub id: RowId,
    /// Empty for buttons.
    pub label: &'static str,
    pub help: String,
    /// Text that can be typed instead of choosing.
    pub typed: Option<Typed<T>>,
    pub(super) control: Control,
    /// All values; only the current one if it can only be typed.
    pub values: Vec<String>,
    /// Shown after the value on a [`Page`](super::Page), in secondary style: the first one that
    /// fits, or the shortened last one.
    pub(super) notes: Vec<String>,
    /// The details of each value.
    pub details: Vec<Details>,
    pub chosen: usize,
    set: Option<Set<T>>,
    /// The seat whose colour the name has.
    pub(super) seat: Option<usize>,
    /// The row whose text begins with letters typed here.
    pub letters_to: Option<RowId>,
    is_shown: bool,
    /// Whether an empty line precedes the row, if there is room.
    pub begins_group: bool,
    /// The number of rows kept free above it if there is room, because another choice fills them.
    pub(super) free_above: usize,
    pub(super) emphasis: Emphasis,
}

impl<T> Row<T> {
    fn new(label: &'static str, control: Control, values: Vec<String>) -> Self {
        Self {
            id: label.into(),
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
            letters_to: None,
            is_shown: true,
            begins_group: false,
            free_above: 0,
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

    /// A button with the first text that fits.
    pub fn button(id: RowId, texts: impl Into<Vec<String>>) -> Self {
        Self { id, ..Self::new("", Control::Button, texts.into()) }
    }

    pub fn id(self, id: RowId) -> Self {
        Self { id, ..self }
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

    /// Digits begin the typed value, instead of running commands.
    pub fn begun_by_digits(self) -> Self {
        let typed = self.typed.map(|typed| Typed { begins: |it| it.is_ascii_digit(), ..typed });
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

    pub fn details(self, details: Vec<Details>) -> Self {
        Self { details, ..self }
    }

    /// Shows the values one below another if there is room, followed by these details.
    pub fn listed(self, details: Vec<Details>) -> Self {
        Self { control: Control::List, ..self.details(details) }
    }

    /// Makes this the row about a seat's player.
    pub fn seat(self, seat: usize) -> Self {
        Self { id: RowId::OfSeat(seat), seat: Some(seat), ..self }
    }

    pub fn letters_to(self, row: RowId) -> Self {
        Self { letters_to: Some(row), ..self }
    }

    pub fn shown_if(self, is_shown: bool) -> Self {
        Self { is_shown, ..self }
    }

    pub fn free_above(self, rows: usize) -> Self {
        Self { free_above: rows, ..self }
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

    /// Tells which letters and digits begin a text.
    pub fn begins(&self) -> fn(char) -> bool {
        match (&self.typed, self.letters_to) {
            (Some(typed), _) => typed.begins,
            (None, Some(_)) => char::is_alphabetic,
            (None, None) => |_| false,
        }
    }

    /// The columns of the field for typed text, with one for the cursor behind it.
    pub(super) fn field_width(&self) -> u16 {
        let max_width = self.typed.as_ref().and_then(|typed| typed.max_width);
        max_width.map_or(TYPING_WIDTH, |columns| drawing::cells(columns) + 1)
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
        self.choose(self.turned(by), choices)
    }

    /// Chooses the next value or, after the last one, the first.
    pub(super) fn cycle(&self, choices: &mut T) -> Outcome {
        self.choose(list::cycle(self.chosen, 1, self.values.len()), choices)
    }

    pub fn choose(&self, index: usize, choices: &mut T) -> Outcome {
        let Some(set) = &self.set else { return Outcome::Fixed };
        if index < self.values.len() {
            set(choices, index);
        }
        Outcome::Changed(self.id)
    }

    pub(super) fn type_text(&self, text: &str, choices: &mut T) -> Outcome {
        match self.typed.as_ref().map(|typed| typed.set(choices, text)) {
            Some(Err(error)) => Outcome::Refused(error),
            _ => Outcome::Changed(self.id),
        }
    }

    /// The places of all values in `area`; `None` if they don't fit. Each has a column on the
    /// right.
    pub(super) fn value_places(
        &self,
        area: Rect,
        lists: Option<ListDensity>,
    ) -> Option<ValuePlaces> {
        let across = |inset: u16, gap: u16| {
            let mut x = area.x;
            let place = |(index, value): (usize, &String)| {
                let inset = if index == 0 { POINTER_WIDTH } else { inset };
                let width = inset + drawing::text_width(value) + 1;
                let place = Rect { x, width, height: 1, ..area }.intersection(area);
                x += width + gap;
                // The column after the last value may be missing.
                (place.width + 1 >= width && place.height == 1).then_some(place)
            };
            let areas = self.values.iter().enumerate().map(place).collect::<Option<_>>()?;
            Some(ValuePlaces { areas, inset })
        };
        match self.control {
            Control::Choice => across(POINTER_WIDTH, 1)
                .or_else(|| across(POINTER_WIDTH, 0))
                .or_else(|| across(1, 0)),
            Control::List => lists
                .filter(|&it| area.height >= self.lines(it))
                .map(|it| self.list_places(area, it)),
            _ => None,
        }
    }

    /// The places of all values, one below another.
    pub(super) fn list_places(&self, area: Rect, density: ListDensity) -> ValuePlaces {
        let (mut y, mut gap) = (area.y, 0);
        let place = |index: usize| {
            let details = self.details.get(index);
            if density.groups && details.is_some_and(|it| it.begins_group) {
                gap = 1;
            }
            let has_gloss = density.glosses && details.is_some_and(Details::has_gloss_below);
            let place = Rect { y: y + gap, height: 1 + u16::from(has_gloss), ..area };
            (y, gap) = (place.bottom(), u16::from(has_gloss));
            place
        };
        let areas = (0..self.values.len()).map(place).collect();
        ValuePlaces { areas, inset: POINTER_WIDTH }
    }

    /// The columns of the names and of the records after the values of a list, from its left.
    pub(super) fn detail_columns(&self) -> [u16; 2] {
        let width = |text: &str| if text.is_empty() { 0 } else { drawing::text_width(text) + 2 };
        let all = || self.values.iter().zip(&self.details);
        // The other values end the rows.
        let values = all().filter(|(_, it)| it.record.is_some() || !it.name.is_empty());
        let value = values.map(|(value, _)| width(value)).max().unwrap_or(0);
        let names = all().filter(|(_, it)| it.record.is_some());
        [value, value + names.map(|(_, it)| width(&it.name)).max().unwrap_or(0)]
    }

    /// The columns from a list's records to its marks.
    pub(super) fn mark_column(&self) -> u16 {
        let widths =
            self.details.iter().filter_map(|it| it.record.as_deref()).map(drawing::text_width);
        widths.max().unwrap_or(0) + 1
    }

    /// The least width of a page at which a list shows its details.
    pub fn list_width(&self) -> Option<u16> {
        self.is_list().then(|| LABEL_WIDTH + self.values_width())
    }

    /// Whether the longest marks and a column after them fit into a list of this width.
    pub fn has_full_marks(&self, width: u16) -> bool {
        let x = 2 + self.detail_columns()[1] + self.mark_column();
        let marks = self.details.iter().filter_map(|it| it.mark.first());
        marks.map(|mark| x + drawing::text_width(mark)).all(|end| end < width)
    }

    /// Whether the glosses fit into a list of this width, if they are shown.
    pub(super) fn fits_across(&self, density: ListDensity, width: u16) -> bool {
        let glosses = self.details.iter().filter(|it| !it.gloss.is_empty());
        let mut ends = glosses.map(|it| 2 + self.gloss_x(it) + drawing::text_width(&it.gloss));
        !density.glosses || ends.all(|end| end <= width)
    }

    /// The column of a gloss: that of the values, or the one after those that have theirs beside
    /// them.
    pub(super) fn gloss_x(&self, details: &Details) -> u16 {
        if details.has_gloss_below() {
            return 0;
        }
        let beside = |it: &Details| !it.has_gloss_below() && !it.gloss.is_empty();
        let values = self.values.iter().zip(&self.details).filter(|(_, it)| beside(it));
        values.map(|(value, _)| drawing::text_width(value) + 2).max().unwrap_or(0)
    }

    pub(super) fn values_width(&self) -> u16 {
        2 + self.detail_columns()[1] + RECORD_WIDTH
    }

    pub(super) fn chosen_width(&self) -> u16 {
        self.values.get(self.chosen).map_or(0, |value| drawing::text_width(value))
    }

    /// The least width of a button.
    pub(super) fn least_width(&self) -> u16 {
        self.values.last().map_or(0, |text| drawing::text_width(text) + 3)
    }

    pub(super) fn is_list(&self) -> bool {
        self.control == Control::List
    }

    pub(super) fn lines(&self, density: ListDensity) -> u16 {
        if self.is_list() { self.list_height(density) } else { 1 }
    }

    pub(super) fn list_height(&self, density: ListDensity) -> u16 {
        let tall = Rect { height: u16::MAX, ..Rect::ZERO };
        self.list_places(tall, density).areas.last().map_or(0, |it| it.bottom())
    }
}
