//! The settings as they are drawn: a row each, what the selected one means, and how the games will
//! look.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect},
    widgets::{Paragraph, Widget, Wrap},
};

use super::{Chooser, sample, values};
use crate::{
    store::settings::Setting,
    ui::{ClickAreas, ClickTarget, ColorDepth, Look, widgets},
};

/// The spots of the arrows beside the selected value.
pub const BEFORE: usize = 1000;
pub const AFTER: usize = 1001;
/// Columns of the rows, and of the sample beside them.
const LIST: u16 = 42;
/// A window of at least this size has the sample beside the rows.
const WIDE: (u16, u16) = (76, 18);

impl Chooser {
    pub(super) fn draw_all(
        &self,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let rows = u16::try_from(Setting::ALL.len()).unwrap_or(u16::MAX);
        let is_wide = area.width >= WIDE.0 && area.height >= WIDE.1;
        let (width, height) = if is_wide {
            (LIST + 4 + sample::SIZE.width, rows + 7)
        } else {
            (LIST.min(area.width.saturating_sub(2)), area.height)
        };
        let body = area.centered(Length(width), Length(height.min(area.height)));
        self.title(Rect { height: 1, ..body }, buffer, look);
        if is_wide {
            let list = Rect { y: body.y + 2, height: rows + 1, width: LIST, ..body };
            self.list(list, buffer, look, areas);
            let words = Rect { y: list.bottom() + 1, height: 3, ..list };
            self.words(words, buffer, look);
            let beside = Rect::from((list.positions().next().unwrap_or_default(), sample::SIZE));
            sample::draw(Rect { x: list.right() + 4, ..beside }.intersection(body), buffer, look);
        } else {
            // One row says what the setting means, two show how things look.
            let below = Rect { y: body.bottom().saturating_sub(3), height: 3, ..body };
            let list = Rect {
                y: body.y + 1,
                height: below.y.saturating_sub(body.y + 1).min(rows + 1),
                ..body
            };
            self.list(list, buffer, look, areas);
            self.words(Rect { height: 1, ..below }, buffer, look);
            sample::strip(Rect { y: below.y + 1, height: 2, ..below }, buffer, look);
        }
    }

    /// The title, and beside it where the settings are kept, or what came of the last change.
    fn title(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let title = "Settings";
        widgets::put(buffer, area, title, look.accent(), look);
        let place = || match self.file.path() {
            Some(path) => path.display().to_string(),
            None => "there is no home folder to keep them in".to_owned(),
        };
        let (words, style) = match &self.news {
            Some((words, true)) => (words.clone(), look.alert()),
            Some((words, false)) => (words.clone(), look.dim()),
            None => (place(), look.dim()),
        };
        let inset = widgets::width(title) + 2;
        let rest = Rect { x: area.x + inset, width: area.width.saturating_sub(inset), ..area };
        widgets::put(buffer, rest, &words, style, look);
    }

    /// The rows, as many as there is room for, with the selected one among them; the names stand a
    /// little apart.
    fn list(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let rows = Setting::ALL.len();
        let is_whole = usize::from(area.height) > rows;
        let room = usize::from(area.height).max(1);
        let first = if is_whole {
            0
        } else {
            (self.row + 1).saturating_sub(room - 1).min(rows.saturating_sub(room))
        };
        let mut y = area.y;
        for (at, &setting) in Setting::ALL.iter().enumerate().skip(first) {
            y += u16::from(is_whole && setting == Setting::Name(0));
            if y >= area.bottom() {
                break;
            }
            let row = Rect { y, height: 1, ..area };
            areas.add(row, ClickTarget::Item(at));
            self.row(setting, at == self.row, row, buffer, look, areas);
            y += 1;
        }
        let [above, below, ..] = look.glyphs.more;
        if first > 0 {
            buffer.set_string(area.right(), area.y, above, look.dim());
        }
        if !is_whole && first + room < rows && area.height > 0 {
            buffer.set_string(area.right(), area.bottom() - 1, below, look.dim());
        }
    }

    fn row(
        &self,
        setting: Setting,
        is_selected: bool,
        row: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let [.., before, after] = look.glyphs.more;
        let value = values::value(&self.now, setting);
        let has_name =
            !matches!(setting, Setting::Name(person) if self.now.names[person].is_empty());
        let (label, style) = match (is_selected, has_name) {
            (true, _) => (look.selected(), look.selected()),
            (false, true) => (look.text(), look.strong()),
            (false, false) => (look.text(), look.dim()),
        };
        if is_selected {
            buffer.set_style(row, look.selected());
            buffer.set_string(
                row.x,
                row.y,
                look.glyphs.pointer,
                look.selected().fg(look.inks.accent),
            );
        }
        widgets::put(
            buffer,
            Rect { x: row.x + 2, width: 12.min(row.width), ..row },
            values::label(setting),
            label,
            look,
        );
        let place = Rect { x: row.x + 17, width: row.width.saturating_sub(19), ..row };
        widgets::put(buffer, place, &value, style, look);
        if is_selected && !matches!(setting, Setting::Name(_)) {
            let end = place.x + widgets::width(&value).min(place.width) + 1;
            for (x, sign, spot) in
                [(place.x.saturating_sub(2), before, BEFORE), (end, after, AFTER)]
            {
                buffer.set_string(x, row.y, sign, style);
                areas
                    .add(Rect { x: x.saturating_sub(1), width: 3, ..row }, ClickTarget::Item(spot));
            }
        }
    }

    /// What the selected setting means, and why it may not be what one sees or what the file says.
    fn words(&self, area: Rect, buffer: &mut Buffer, look: &Look) {
        let setting = self.setting();
        let words = values::words(&self.now, setting, &self.themes);
        let words = if self.given.contains(&setting) {
            "Given on the command line, for this run.".to_owned()
        } else if setting == Setting::Theme && look.depth == ColorDepth::Mono {
            "This terminal shows no colours, or NO_COLOR is set.".to_owned()
        } else {
            let mut letters = words.chars();
            letters.next().map(char::to_uppercase).into_iter().flatten().chain(letters).collect()
        };
        let area = Rect { x: area.x + 2, width: area.width.saturating_sub(2), ..area };
        if area.height == 1 {
            return widgets::put(buffer, area, &words, look.dim(), look);
        }
        Paragraph::new(words).style(look.dim()).wrap(Wrap { trim: true }).render(area, buffer);
    }
}
