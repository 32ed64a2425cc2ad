//! Draws the rows and buttons of forms.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Color, Modifier, Style},
};

use super::{
    Details, Form, FormCommand, ListDensity, Row, TypingPlace,
    density::Density,
    row::{Control, Emphasis, LABEL_WIDTH, ValuePlaces},
};
use crate::widgets::{
    ClickAreas, ColorDepth, Look, drawing,
    list::{draw_scroll_marks, draw_selection, scroll},
};

const NOTE_WIDTH: u16 = 16;
/// The least columns of values with notes, so that the notes stay in place.
const NOTED_VALUE_WIDTH: u16 = 8;
const LIST_LABEL_WIDTH: u16 = 13;

pub struct FormView<'a> {
    pub(super) form: &'a Form,
    pub(super) buffer: &'a mut Buffer,
    pub(super) look: &'a Look,
    pub(super) areas: &'a mut ClickAreas,
}

impl<'a> FormView<'a> {
    pub fn new(
        form: &'a Form,
        buffer: &'a mut Buffer,
        look: &'a Look,
        areas: &'a mut ClickAreas,
    ) -> Self {
        Self { form, buffer, look, areas }
    }

    pub(super) fn draw_line(&mut self, area: Rect, text: &str, style: Style) {
        drawing::draw_text(self.buffer, area, text, style, self.look);
    }

    /// Draws rows one below another, scrolled to the selected row if necessary. In a list, the
    /// whole selected row is highlighted, and each row shows only its chosen value.
    pub(super) fn draw_rows<T>(
        &mut self,
        rows: &[&Row<T>],
        density: Density,
        is_list: bool,
        area: Rect,
    ) {
        let total = density.heights(rows);
        let free = rows.iter().map(|row| density.free_above(row)).sum::<u16>();
        let groups = drawing::cells(rows.iter().filter(|row| row.begins_group).count());
        let visible = usize::from(area.height).max(1);
        let selected = rows.iter().position(|row| self.form.is_selected(row.id)).unwrap_or(0);
        // Keep one row below the selected one visible.
        let first =
            if total <= area.height { 0 } else { scroll(0, selected + 1, rows.len(), visible) };
        let noted = rows.iter().filter(|row| !row.notes.is_empty());
        let notes_x = 4 + noted.map(|row| row.chosen_width()).fold(NOTED_VALUE_WIDTH, u16::max);
        let mut y = area.y;
        for row in &rows[first..] {
            y += u16::from(row.begins_group && total + groups <= area.height);
            if total + free <= area.height {
                y += density.free_above(row);
            }
            let height = density.height(row);
            if y + height > area.bottom() {
                break;
            }
            let place = Rect { y, height, ..area };
            self.draw_row(row, is_list, density.lists, notes_x, place);
            y += height + density.gap;
        }
        let has_more_below = total > area.height && first + visible < rows.len();
        draw_scroll_marks(self.buffer, area, first > 0, has_more_below, self.look);
    }

    /// Draws rows as a list, with empty lines between them if there is room.
    pub fn draw_list<T>(&mut self, rows: &[Row<T>], area: Rect) {
        let gap = u16::from(area.height >= 2 * drawing::cells(rows.len()));
        let density = Density { gap, ..Density::LOWEST };
        self.draw_rows(&rows.iter().collect::<Vec<_>>(), density, true, area);
    }

    /// Draws a row with all its values, or with the chosen one between two arrows.
    pub(super) fn draw_row<T>(
        &mut self,
        row: &Row<T>,
        is_list: bool,
        lists: Option<ListDensity>,
        notes_x: u16,
        area: Rect,
    ) {
        let look = self.look;
        self.areas.add(area, FormCommand::Select(row.id));
        let is_selected = self.form.is_selected(row.id);
        let (label_style, value_style) = label_and_value_styles(row, is_list, is_selected, look);
        // In a list, two columns on the left are for the pointer.
        let (inset, label_width) = if is_list { (2, LIST_LABEL_WIDTH) } else { (0, LABEL_WIDTH) };
        if is_list && is_selected {
            draw_selection(self.buffer, area, look.selected(), look, self.areas);
        }
        let x = area.x + inset;
        let label = Rect { x, width: label_width - 1, height: 1, ..area }.intersection(area);
        self.draw_line(label, row.label, label_style);
        let x = (x + label_width).min(area.right());
        let rest = Rect { x, width: area.right() - x, ..area };
        if is_selected && !is_list && row.typed.is_some() {
            let x = (x + 2).min(rest.right());
            let field = Rect { x, width: row.field_width().min(rest.right() - x), ..rest };
            self.form.typing_place.set(Some(TypingPlace { field, row: rest, text: Rect::ZERO }));
        }
        let note_width = if row.notes.is_empty() { 0 } else { NOTE_WIDTH };
        let values = Rect { width: rest.width.saturating_sub(note_width), ..rest };
        let places = row.value_places(values, lists).filter(|_| !is_list && row.is_available());
        if row.control == Control::List {
            self.form.has_list.set(places.is_some());
        }
        let is_folded = places.is_none() && !is_list && row.control == Control::List;
        let position_width = if is_folded { self.draw_position(row, rest) } else { 0 };
        let end = match places {
            Some(places) => {
                let has_glosses = lists.is_some_and(|lists| lists.glosses);
                let chosen = if is_selected { look.selected() } else { look.chosen() };
                self.draw_values(row, &places, chosen, has_glosses);
                if let Some(place) = places.areas.get(row.chosen).filter(|_| is_selected) {
                    let x = place.x + places.inset(row.chosen);
                    self.areas.focus_on(Rect { x, height: 1, ..*place });
                }
                places.areas.last().map_or(rest.x, |place| place.right())
            }
            None => {
                let has_arrows = row.has_steps() && (!is_list || is_selected);
                if is_selected && !is_list {
                    let value = Rect { x: rest.x + 2, ..rest };
                    self.areas.focus_on(value.intersection(rest));
                }
                self.draw_value(row, value_style, is_list, has_arrows, rest);
                rest.x + if row.is_field() { notes_x.max(row.field_width() + 2) } else { notes_x }
            }
        };
        let width = rest.right().saturating_sub(end + 2 + position_width);
        let note = drawing::fitting(&row.notes, width);
        let name_style = |seat| look.seat(seat).remove_modifier(Modifier::BOLD);
        let style = row.seat.map_or_else(|| look.dim(), name_style);
        self.draw_line(Rect { x: end + 2, width, height: 1, ..rest }, note, style);
    }

    /// Draws the position in a list of which only the chosen value is shown. Returns its width,
    /// with a gap before it.
    fn draw_position<T>(&mut self, row: &Row<T>, area: Rect) -> u16 {
        let position = format!("{}/{}", row.chosen + 1, row.values.len());
        let width = drawing::text_width(&position).min(area.width);
        let place = Rect { x: area.right() - width, width, height: 1, ..area };
        self.draw_line(place.intersection(area), &position, self.look.dim());
        width + 1
    }

    fn accented(&self, style: Style) -> Style {
        tinted(style, self.look.palette.accent)
    }

    pub(super) fn draw_values<T>(
        &mut self,
        row: &Row<T>,
        places: &ValuePlaces,
        chosen: Style,
        has_glosses: bool,
    ) {
        let look = self.look;
        for (index, &place) in places.areas.iter().enumerate() {
            let style = if index == row.chosen { chosen } else { look.dim() };
            self.buffer.set_style(place, style);
            if index == row.chosen {
                let mark = self.accented(style);
                self.buffer.set_string(place.x, place.y, look.glyphs.dot, mark);
            }
            let inset = places.inset(index);
            let width = place.width - inset;
            let text = Rect { x: place.x + inset, width, height: 1, ..place };
            // Before its details, the value stands out.
            let value_style = if index == row.chosen { style } else { look.text() };
            self.draw_line(text, &row.values[index], value_style);
            if let Some(details) = row.details.get(index) {
                self.draw_details(row, details, style, text);
                if has_glosses {
                    let x = row.gloss_x(details).min(text.width);
                    let gloss = Rect { x: text.x + x, width: text.width - x, ..text };
                    let gloss = Rect { y: place.bottom() - 1, ..gloss };
                    let style = style.remove_modifier(Modifier::BOLD);
                    self.draw_line(gloss, &details.gloss, style);
                }
            }
            self.areas.add(place, FormCommand::Choose(row.id, index));
        }
    }

    fn draw_details<T>(&mut self, row: &Row<T>, details: &Details, style: Style, area: Rect) {
        let [name_x, record_x] = row.detail_columns();
        let at = |x: u16| {
            let x = x.min(area.width);
            Rect { x: area.x + x, width: area.width - x, ..area }
        };
        self.draw_line(at(name_x), &details.name, style);
        self.draw_line(at(record_x), details.record.as_deref().unwrap_or_default(), style);
        let mark = at(record_x + row.mark_column());
        self.draw_line(
            mark,
            drawing::fitting(details.mark, mark.width.saturating_sub(1)),
            self.accented(style),
        );
    }

    fn draw_value<T>(
        &mut self,
        row: &Row<T>,
        mut style: Style,
        is_list: bool,
        has_arrows: bool,
        area: Rect,
    ) {
        let value = row.values.get(row.chosen).map_or("", String::as_str);
        let is_field = row.is_field() && !is_list;
        let text_width =
            drawing::text_width(value).max(if is_field { row.field_width() } else { 0 });
        let width = (text_width + 4).min(area.width);
        let place = Rect { width, height: 1, ..area };
        let text = Rect { x: place.x + 2, width: width.saturating_sub(4), ..place };
        if is_field {
            let filled = if self.form.is_selected(row.id) { style } else { self.look.chosen() };
            style = match row.seat.and_then(|seat| self.look.seat(seat).fg) {
                Some(color) => tinted(filled, color),
                None if row.emphasis == Emphasis::Preset => filled.remove_modifier(Modifier::BOLD),
                None => filled,
            };
            self.buffer.set_style(text, style.add_modifier(Modifier::UNDERLINED));
        } else if has_arrows || self.form.is_selected(row.id) {
            self.buffer.set_style(place, style);
        }
        if has_arrows {
            let [.., previous, next] = self.look.glyphs.more;
            for (glyph, x, by) in [(previous, place.x, -1), (next, text.right() + 1, 1)] {
                let dim = tinted(style, self.look.palette.dim);
                let arrow = if row.can_turn(by) { self.accented(style) } else { dim };
                self.draw_line(Rect { x, width: 1, ..place }.intersection(area), glyph, arrow);
                let target = Rect { x: x.saturating_sub(1), width: 3, ..place };
                self.areas.add(target, FormCommand::Turn(row.id, by));
            }
        }
        self.draw_line(text, value, style);
    }

    /// Draws a button with the first text that fits. The first button stands out. Returns the
    /// column after it.
    pub(super) fn draw_button<T>(&mut self, row: &Row<T>, is_first: bool, area: Rect) -> u16 {
        let look = self.look;
        let is_selected = self.form.is_selected(row.id);
        let has_fills = look.depth > ColorDepth::Ansi;
        let style = match (is_selected, is_first) {
            (true, _) if has_fills => look.accent().add_modifier(Modifier::REVERSED),
            (true, _) => look.selected(),
            (false, _) if row.emphasis == Emphasis::Dim => look.dim(),
            (false, true) if has_fills => look.chosen(),
            (false, true) => look.strong(),
            (false, false) => look.text(),
        };
        let text = drawing::fitting(&row.values, area.width.saturating_sub(3));
        let place = Rect { width: (drawing::text_width(text) + 3).min(area.width), ..area };
        let text_area = Rect { x: place.x + 2, width: place.width.saturating_sub(2), ..place };
        if is_selected || is_first {
            self.buffer.set_style(place, style);
            let pointer = if is_selected && has_fills { style } else { self.accented(style) };
            self.draw_line(place, look.glyphs.pointer, pointer);
        }
        if is_selected {
            self.areas.focus_on(text_area.intersection(area));
        }
        self.draw_line(text_area.intersection(area), text, style);
        self.areas.add(place, FormCommand::Select(row.id));
        place.right()
    }
}

fn label_and_value_styles<T>(
    row: &Row<T>,
    is_list: bool,
    is_selected: bool,
    look: &Look,
) -> (Style, Style) {
    match (is_list, is_selected) {
        (true, true) => (look.selected(), look.selected()),
        (false, true) if row.emphasis == Emphasis::Dim => {
            (look.accent(), tinted(look.selected(), look.palette.dim))
        }
        (false, true) => (look.accent(), look.selected()),
        (_, false) if row.emphasis == Emphasis::Dim => (look.dim(), look.dim()),
        (true, false) if row.emphasis == Emphasis::Preset => (look.text(), look.dim()),
        (false, false) if row.emphasis == Emphasis::Preset => (look.dim(), look.text()),
        (true, false) => (look.text(), look.strong()),
        (false, false) => (look.dim(), look.strong()),
    }
}

/// Reversed text keeps one colour, because its colour fills the background.
fn tinted(style: Style, color: Color) -> Style {
    if style.add_modifier.contains(Modifier::REVERSED) { style } else { style.fg(color) }
}

/// Draws a help text, wrapped if the area has more than one line.
pub fn draw_help(text: &str, area: Rect, buffer: &mut Buffer, look: &Look) {
    if area.height == 1 {
        return drawing::draw_text(buffer, area, text, look.dim(), look);
    }
    drawing::draw_lines(buffer, area, text, look.dim(), look);
}
