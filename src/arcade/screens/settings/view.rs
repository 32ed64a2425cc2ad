//! How the settings screen is drawn: a row for each setting, the description of the selected one,
//! and a sample of how the games will look. All sizes are in terminal columns and rows.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
    widgets::{Paragraph, Widget, Wrap},
};

use super::{SettingsNotice, SettingsScreen, sample, values};
use crate::{
    settings::Setting,
    widgets::{
        ClickAreas, ClickTarget, ColorDepth, Look, drawing,
        list::{draw_scroll_marks, draw_selection, scroll},
    },
};

/// The click item of the arrow before the selected value.
pub const PREVIOUS_VALUE_ITEM: usize = 1000;
/// The click item of the arrow after the selected value.
pub const NEXT_VALUE_ITEM: usize = 1001;
/// The width of the list.
const LIST_WIDTH: u16 = 42;
/// The columns between the list and the sample beside it.
const GAP: u16 = 4;
/// The minimum size of a window with the sample beside the list.
const WIDE: (u16, u16) = (76, 18);
/// The left end and the width of the labels.
const LABEL: (u16, u16) = (2, 12);
/// The left end of the values.
const VALUE_X: u16 = 17;

/// Draws the screen.
pub struct View<'a> {
    pub screen: &'a SettingsScreen,
    pub look: &'a Look,
}

impl View<'_> {
    /// Draws the screen.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let rows = u16::try_from(Setting::SHOWN.len()).unwrap_or(u16::MAX);
        let is_wide = area.width >= WIDE.0 && area.height >= WIDE.1;
        let (width, height) = if is_wide {
            (LIST_WIDTH + GAP + sample::SIZE.width, rows + 7)
        } else {
            (LIST_WIDTH.min(area.width.saturating_sub(2)), area.height)
        };
        let body = area.centered(Length(width), Length(height.min(area.height)));
        self.draw_title(Rect { height: 1, ..body }, buffer);
        if is_wide {
            let list = Rect { y: body.y + 2, height: rows + 1, width: LIST_WIDTH, ..body };
            self.draw_list(list, buffer, areas);
            self.draw_description(Rect { y: list.bottom() + 1, height: 3, ..list }, buffer);
            let (width, height) = (sample::SIZE.width, sample::SIZE.height);
            let beside = Rect { x: list.right() + GAP, width, height, ..list };
            sample::draw(beside.intersection(body), buffer, self.look);
        } else {
            // The description takes one row, the sample two.
            let below = Rect { y: body.bottom().saturating_sub(3), height: 3, ..body };
            let list_height = below.y.saturating_sub(body.y + 1).min(rows + 1);
            let list = Rect { y: body.y + 1, height: list_height, ..body };
            self.draw_list(list, buffer, areas);
            self.draw_description(Rect { height: 1, ..below }, buffer);
            sample::draw_small(Rect { y: below.y + 1, height: 2, ..below }, buffer, self.look);
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
        let value = values::value(&self.screen.settings, setting);
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
        drawing::draw_text(buffer, label, values::label(setting), label_style, look);
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
            capitalized(&values::description(&screen.settings, setting, &screen.themes))
        };
        let area = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
        if area.height == 1 {
            return drawing::draw_text(buffer, area, &text, look.dim(), look);
        }
        Paragraph::new(text).style(look.dim()).wrap(Wrap { trim: true }).render(area, buffer);
    }
}

/// Returns a text with a capital first letter.
fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
}
