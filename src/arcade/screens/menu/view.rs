//! How the menu is drawn: the games side by side with their thumbnails in large windows, or else a
//! list. All sizes are in terminal columns and rows.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};
use tui_big_text::{BigText, PixelSize};

use super::{MenuScreen, items::MenuItem};
use crate::{
    games::THUMBNAIL_SIZE,
    widgets::{ClickAreas, ClickTarget, Look, drawing, list::draw_selection},
};
use fourcade_engine::GameKind;

/// The height of the large title.
const TITLE_HEIGHT: u16 = 4;
/// The width of the large title: eight letters of 8 x 8 pixels in quadrants.
const TITLE_WIDTH: u16 = 32;
/// The height of the text below a thumbnail: the game's title and a description of two lines.
const CAPTION_HEIGHT: u16 = 3;
/// The minimum distance between two thumbnails.
const GAP: u16 = 1;
/// The columns to the left of all titles, for the pointer to the selected item.
const POINTER_WIDTH: u16 = 2;
/// The width of the titles in the list.
const NAME_WIDTH: u16 = 18;

/// The number of games.
#[allow(clippy::cast_possible_truncation)] // 4
const GAMES: u16 = GameKind::ALL.len() as u16;
/// The number of other items.
#[allow(clippy::cast_possible_truncation)] // 7
const OTHER_ITEMS: u16 = (MenuItem::ALL.len() - GameKind::ALL.len()) as u16;

/// The minimum size of a window with the games side by side.
const WIDE: Size = Size::new(
    GAMES * (THUMBNAIL_SIZE.width + GAP) + POINTER_WIDTH + 2,
    TITLE_HEIGHT + 1 + THUMBNAIL_SIZE.height + CAPTION_HEIGHT + OTHER_ITEMS,
);

/// Whether the games stand side by side in this area.
pub fn is_wide(area: Rect) -> bool {
    area.width >= WIDE.width && area.height >= WIDE.height
}

/// Draws the menu.
pub struct View<'a> {
    pub menu: &'a MenuScreen,
    pub look: &'a Look,
}

impl View<'_> {
    /// Draws the menu. Each item is clickable under its index.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        if is_wide(area) {
            self.draw_wide(area, buffer, areas);
        } else {
            self.draw_list(area, buffer, areas);
        }
    }

    fn draw_wide(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (games, others): (Vec<_>, Vec<_>) =
            self.menu.items().into_iter().partition(|item| item.is_game());
        let list_height = u16::try_from(others.len()).unwrap_or(u16::MAX);
        let fixed = TITLE_HEIGHT + 1 + CAPTION_HEIGHT + list_height;
        // Thumbnails have their normal size, or twice that size.
        let is_large = area.height >= fixed + 2 * THUMBNAIL_SIZE.height
            && area.width >= 2 * GAMES * THUMBNAIL_SIZE.width + POINTER_WIDTH + 2;
        let height = if is_large { 2 * THUMBNAIL_SIZE.height } else { THUMBNAIL_SIZE.height };
        let width = 2 * height + 2;
        // A column on each side stays free.
        let room = area.width.saturating_sub(POINTER_WIDTH + 2);
        let step = (room.saturating_sub(width) / (GAMES - 1)).min(width + 4);
        // Up to three empty rows: first above the list, then below the thumbnails, then at the top.
        let empty_rows = (area.height - fixed - height).min(3);
        let [top, below_thumbnails, above_list] =
            [2, 1, 0].map(|other_rows| u16::from(empty_rows > other_rows));
        let texts = step * (GAMES - 1) + width;
        let whole =
            area.centered(Length(POINTER_WIDTH + texts), Length(fixed + height + empty_rows));
        let body = Rect { x: whole.x + POINTER_WIDTH, width: texts, ..whole };
        draw_title(Rect { y: body.y + top, ..body }, buffer, self.look);
        let y = body.y + top + TITLE_HEIGHT + 1;
        let mut x = body.x;
        for (index, item) in games.into_iter().enumerate() {
            let thumbnail = Rect::new(x, y, width, height);
            self.menu.thumbnails.draw(index, thumbnail, buffer, self.look);
            let caption =
                Rect { y: y + height + below_thumbnails, height: CAPTION_HEIGHT, ..thumbnail };
            self.draw_caption(item, caption, buffer);
            areas.add(thumbnail.union(caption), ClickTarget::Item(item.index()));
            x += step;
        }
        let y = y + height + below_thumbnails + CAPTION_HEIGHT + above_list;
        for (item, y) in others.into_iter().zip(y..) {
            let row = with_pointer(Rect { y, height: 1, ..body });
            self.draw_row(item, row, buffer);
            areas.add(row, ClickTarget::Item(item.index()));
        }
    }

    /// Draws the title and the description of a game.
    fn draw_caption(&self, item: MenuItem, area: Rect, buffer: &mut Buffer) {
        let is_selected = item == self.menu.selection.item;
        let style = if is_selected { self.look.selected() } else { self.look.strong() };
        let name = Rect { height: 1, ..area };
        self.draw_pointer(item, with_pointer(name), buffer);
        drawing::draw_text(buffer, name, item.title(), style, self.look);
        let description = Rect { y: area.y + 1, height: area.height - 1, ..area };
        Paragraph::new(item.description())
            .style(self.look.dim())
            .wrap(Wrap { trim: true })
            .render(description, buffer);
    }

    fn draw_list(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let items = self.menu.items();
        let count = u16::try_from(items.len()).unwrap_or(u16::MAX);
        let is_tall = area.height > count + TITLE_HEIGHT + 2;
        let head = if is_tall { TITLE_HEIGHT + 1 } else { u16::from(area.height > count) };
        let width = area.width.saturating_sub(if area.width > 44 { 4 } else { 2 }).min(WIDE.width);
        let body = area.centered(Length(width), Length((head + count).min(area.height)));
        if head > 0 {
            let x = body.x + POINTER_WIDTH;
            let width = body.width.saturating_sub(POINTER_WIDTH);
            draw_title(Rect { x, width, height: head, ..body }, buffer, self.look);
        }
        for (item, y) in items.into_iter().zip(body.y + head..body.bottom()) {
            let row = Rect { y, height: 1, ..body };
            self.draw_row(item, row, buffer);
            areas.add(row, ClickTarget::Item(item.index()));
        }
    }

    /// Draws a row of the list: title and description.
    fn draw_row(&self, item: MenuItem, area: Rect, buffer: &mut Buffer) {
        let is_selected = item == self.menu.selection.item;
        let style = if is_selected { self.look.selected() } else { self.look.strong() };
        let width = (NAME_WIDTH + 1).min(area.width);
        self.draw_pointer(item, Rect { width, ..area }, buffer);
        let title = Rect {
            x: area.x + 2,
            width: (NAME_WIDTH - 1).min(area.width.saturating_sub(2)),
            ..area
        };
        drawing::draw_text(buffer, title, item.title(), style, self.look);
        let left = NAME_WIDTH + 2;
        let rest = Rect {
            x: area.x + left.min(area.width),
            width: area.width.saturating_sub(left),
            ..area
        };
        let description = self.menu.description(item);
        drawing::draw_text(buffer, rest, description, self.look.dim(), self.look);
    }

    /// Draws the pointer and the background of an item if it is selected.
    fn draw_pointer(&self, item: MenuItem, row: Rect, buffer: &mut Buffer) {
        if item == self.menu.selection.item {
            draw_selection(buffer, row, self.look.selected(), self.look);
        }
    }
}

/// Returns a row with the columns for the pointer on its left.
fn with_pointer(row: Rect) -> Rect {
    Rect { x: row.x.saturating_sub(POINTER_WIDTH), width: row.width + POINTER_WIDTH, ..row }
}

/// Draws the arcade's name, large if it fits.
fn draw_title(area: Rect, buffer: &mut Buffer, look: &Look) {
    let title =
        Rect { height: TITLE_HEIGHT.min(area.height), width: TITLE_WIDTH.min(area.width), ..area };
    if look.glyphs.blocks && title.height == TITLE_HEIGHT && title.width == TITLE_WIDTH {
        let lines = vec![Line::from("fourcade")];
        BigText::builder()
            .pixel_size(PixelSize::Quadrant)
            .style(look.accent())
            .lines(lines)
            .build()
            .render(title, buffer);
    } else {
        let y = area.y + (title.height - 1) / 2;
        drawing::draw_text(
            buffer,
            Rect { y, height: 1, ..area },
            "f o u r c a d e",
            look.accent(),
            look,
        );
    }
}
