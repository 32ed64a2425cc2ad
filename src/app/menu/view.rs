//! How the menu is drawn: the games side by side with their pictures where there is room, else a
//! list.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
    style::{Modifier, Style},
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};
use tui_big_text::{BigText, PixelSize};

use super::{Menu, rows::Row};
use crate::{
    games::{GameKind, THUMBNAIL_SIZE},
    ui::{ClickAreas, ClickTarget, Look, widgets},
};

/// The rows of the large title.
const TITLE: u16 = 4;
/// The rows under a picture: its game's name, and two for its line.
const WORDS: u16 = 3;
/// The columns between two pictures, at least.
const GAP: u16 = 1;
/// The columns before the line of a row in the list.
const NAMES: u16 = 16;

/// The least window in which the games stand side by side.
#[allow(clippy::cast_possible_truncation)] // four
pub const WIDE: Size = Size::new(
    GameKind::ALL.len() as u16 * (THUMBNAIL_SIZE.width + GAP),
    TITLE + THUMBNAIL_SIZE.height + WORDS + (Row::ALL.len() - GameKind::ALL.len()) as u16 + 2,
);

/// Whether the games stand side by side in such an area.
pub fn is_wide(area: Rect) -> bool {
    area.width >= WIDE.width && area.height >= WIDE.height
}

/// What the menu is drawn with.
pub struct View<'a> {
    pub menu: &'a Menu,
    pub look: &'a Look,
}

impl View<'_> {
    /// Draws it, and makes each row a spot.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        if is_wide(area) {
            self.draw_wide(area, buffer, areas)
        } else {
            self.draw_list(area, buffer, areas)
        }
    }

    fn draw_wide(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let games = u16::try_from(GameKind::ALL.len()).unwrap_or(u16::MAX);
        let others: Vec<Row> = self.menu.rows().filter(|row| row.game().is_none()).collect();
        let below = u16::try_from(others.len()).unwrap_or(u16::MAX);
        // Pictures are small or twice as large; what is left of the height becomes air, first above
        // the list.
        let fixed = TITLE + 1 + WORDS + below;
        let is_large = area.height >= fixed + 2 * THUMBNAIL_SIZE.height
            && area.width >= 2 * games * THUMBNAIL_SIZE.width;
        let height = if is_large { 2 * THUMBNAIL_SIZE.height } else { THUMBNAIL_SIZE.height };
        let width = 2 * height + 2;
        let step = (area.width / games).min(width + 4);
        let air = (area.height - fixed - height).min(3);
        let [above, between, apart] = [u16::from(air > 2), u16::from(air > 1), u16::from(air > 0)];
        let whole = Length(fixed + height + air);
        let body = area.centered(Length(step * games - (step - width)), whole);
        title(Rect { y: body.y + above, ..body }, buffer, self.look);
        let y = body.y + above + TITLE + 1;
        for (number, row) in Row::ALL.into_iter().filter(|row| row.game().is_some()).enumerate() {
            let x = body.x + u16::try_from(number).unwrap_or(0) * step;
            let picture = Rect::new(x, y, width, height);
            if let Some(pictures) = &self.menu.pictures {
                pictures.draw(number, picture, buffer, self.look);
            }
            self.caption(row, Rect { y: y + height + between, height: WORDS, ..picture }, buffer);
            areas.add(
                Rect { height: height + between + WORDS, ..picture },
                ClickTarget::Item(row.spot()),
            );
        }
        let mut place = Rect { y: y + height + between + WORDS + apart, height: 1, ..body };
        for row in others {
            self.row(row, place, buffer);
            areas.add(place, ClickTarget::Item(row.spot()));
            place.y += 1;
        }
    }

    /// The name of a game and what it is about.
    fn caption(&self, row: Row, area: Rect, buffer: &mut Buffer) {
        let is_selected = row == self.menu.selected;
        let style = if is_selected { self.look.selected() } else { self.look.strong() };
        let name = Rect { height: 1, ..area };
        self.mark(row, name, buffer);
        widgets::put(
            buffer,
            Rect { x: name.x + 2, width: name.width - 2, ..name },
            row.title(),
            style,
            self.look,
        );
        let words = Rect { y: area.y + 1, height: area.height - 1, ..area };
        Paragraph::new(row.line())
            .style(self.look.dim())
            .wrap(Wrap { trim: true })
            .render(words, buffer);
    }

    fn draw_list(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let rows: Vec<Row> = self.menu.rows().collect();
        let count = u16::try_from(rows.len()).unwrap_or(u16::MAX);
        let is_tall = area.height > count + TITLE + 2;
        let head = if is_tall { TITLE + 1 } else { u16::from(area.height > count) };
        let width = area.width.saturating_sub(if area.width > 44 { 4 } else { 2 }).min(WIDE.width);
        let body = area.centered(Length(width), Length((head + count).min(area.height)));
        if head > 0 {
            title(Rect { height: head, ..body }, buffer, self.look);
        }
        for (row, y) in rows.into_iter().zip(body.y + head..body.bottom()) {
            let place = Rect { y, height: 1, ..body };
            self.row(row, place, buffer);
            areas.add(place, ClickTarget::Item(row.spot()));
        }
    }

    /// A row of the list: name and line.
    fn row(&self, row: Row, area: Rect, buffer: &mut Buffer) {
        let is_selected = row == self.menu.selected;
        let plain = |style: Style| style.remove_modifier(Modifier::BOLD);
        let (name, words) = if is_selected {
            (self.look.selected(), plain(self.look.selected()))
        } else {
            (self.look.strong(), self.look.dim())
        };
        self.mark(row, area, buffer);
        let names =
            Rect { x: area.x + 2, width: (NAMES - 1).min(area.width.saturating_sub(2)), ..area };
        widgets::put(buffer, names, row.title(), name, self.look);
        let left = NAMES + 2;
        let rest = Rect {
            x: area.x + left.min(area.width),
            width: area.width.saturating_sub(left),
            ..area
        };
        widgets::put(buffer, rest, self.menu.line(row), words, self.look);
    }

    /// Marks a row that is selected.
    fn mark(&self, row: Row, area: Rect, buffer: &mut Buffer) {
        if row == self.menu.selected {
            buffer.set_style(area, self.look.selected());
            let style = self.look.selected().fg(self.look.inks.accent);
            buffer.set_string(area.x, area.y, self.look.glyphs.pointer, style);
        }
    }
}

/// The arcade's name, large where there is room.
fn title(area: Rect, buffer: &mut Buffer, look: &Look) {
    // Eight letters of 8 x 8 pixels in quadrants.
    let place = Rect { height: TITLE.min(area.height), width: 32.min(area.width), ..area };
    if look.glyphs.blocks && place.height == TITLE && place.width == 32 {
        let lines = vec![Line::from("fourcade")];
        BigText::builder()
            .pixel_size(PixelSize::Quadrant)
            .style(look.accent())
            .lines(lines)
            .build()
            .render(place, buffer);
    } else {
        let y = area.y + (place.height - 1) / 2;
        widgets::put(buffer, Rect { y, height: 1, ..area }, "f o u r c a d e", look.accent(), look);
    }
}
