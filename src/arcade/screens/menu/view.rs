//! Draws the menu.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Length, Rect, Size},
};

use super::{
    MenuScreen,
    items::MenuItem,
    keys::Command,
    layout::{
        CAPTION_HEIGHT, GAMES, MIN_THUMBNAIL_GAP, MenuLayout, POINTER_WIDTH, TITLE_HEIGHT,
        TITLE_WIDTH,
    },
    results::STARS_WIDTH,
};
use crate::widgets::{ClickAreas, Look, drawing, list::draw_selection, page};

const NAME_WIDTH: u16 = 18;
/// The widths of captions with summaries in two lines of about the same length, and in one line.
const CAPTION_WIDTHS: [u16; 2] = [17, 34];
/// In rows at least this wide, descriptions are further from the titles.
const WIDE_ROW: u16 = 74;
const MAX_LIST_WIDTH: u16 = 78;

pub struct View<'a> {
    pub menu: &'a MenuScreen,
    pub look: &'a Look,
    pub has_pictures: bool,
}

impl View<'_> {
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        match self.menu.layout {
            MenuLayout::List { is_low } => self.draw_list(is_low, area, buffer, areas),
            MenuLayout::Thumbnails { height, columns, gap } => {
                self.draw_with_thumbnails(height, columns, gap, area, buffer, areas);
            }
        }
    }

    fn draw_with_thumbnails(
        &self,
        height: u16,
        columns: u16,
        gap: u16,
        area: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let layout = self.menu.layout;
        let size = Size::new(2 * height, height);
        let step = thumbnail_step(size.width, area.width);
        // The last caption may be wider than its picture.
        let width = step * (GAMES - 1) + size.width.max(caption_width(step));
        let body = area.centered(Length(POINTER_WIDTH + width), Length(layout.height()));
        let body = Rect { x: body.x + POINTER_WIDTH, width, ..body };
        let title = Rect { height: layout.title_height(), ..body };
        let title = title.centered_horizontally(Length(layout.title_width()));
        draw_title(title, buffer, self.look);
        let rows = layout.rows(&self.menu.items());
        let first = Rect { y: title.bottom() + 1, ..body }.resize(size);
        self.draw_games(&rows[0], first, step, buffer, areas);
        // Without a game to continue, its row stays empty.
        let rows = &rows[1..];
        let lines = drawing::cells(rows.len()) * (1 + gap) - gap;
        let places = (body.bottom() - lines..).step_by(usize::from(1 + gap));
        for (y, items) in places.zip(rows) {
            let row = with_pointer(Rect { y, height: 1, ..body });
            // The items stand below the games.
            let column_step = if columns == 1 { row.width } else { step * (GAMES / columns) };
            let is_continue = items.first() == Some(&MenuItem::Continue);
            let item_step = if is_continue { row.width } else { column_step };
            // The description of the game to continue is aligned with those below it or, if there
            // are none, with the second title.
            let has_descriptions = columns != GAMES;
            let description_column =
                if has_descriptions { description_x(column_step) } else { step + POINTER_WIDTH };
            self.draw_items(items, item_step, description_column, row, buffer, areas);
        }
    }

    /// Draws the games `step` columns apart.
    fn draw_games(
        &self,
        games: &[MenuItem],
        first: Rect,
        step: u16,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let mut thumbnail = first;
        for (index, &item) in games.iter().enumerate() {
            if self.has_pictures {
                self.menu.thumbnails.draw(index, thumbnail, buffer, self.look);
            }
            let below = Rect { y: thumbnail.bottom(), height: 1, ..thumbnail };
            if let MenuItem::Game(game) = item {
                self.menu.results.draw_stars(game, below, buffer, self.look);
            }
            let width = caption_width(step);
            let caption = Rect { y: below.bottom(), width, height: CAPTION_HEIGHT, ..below };
            self.draw_caption(item, caption, buffer, areas);
            areas.add(thumbnail.union(caption), Command::Open(item));
            thumbnail.x += step;
        }
    }

    /// Draws the title and the description of a game, which are always the same.
    fn draw_caption(
        &self,
        item: MenuItem,
        area: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let is_selected = item == self.menu.selection.item;
        let style = if is_selected { self.look.selected() } else { self.look.strong() };
        let name = Rect { height: 1, ..area };
        self.draw_pointer(item, with_pointer(name), buffer, areas);
        drawing::draw_text(buffer, name, item.title(), style, self.look);
        let description = drawing::skip_rows(area, 1);
        let (text, style) = (item.description(), self.look.dim());
        drawing::draw_lines(buffer, description, text, style, self.look);
    }

    fn draw_list(&self, is_low: bool, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let rows = self.menu.layout.rows(&self.menu.items());
        let count = drawing::cells(rows.len());
        let is_tall = area.height > count + TITLE_HEIGHT + 2;
        let head = if is_tall { TITLE_HEIGHT + 1 } else { (area.height - count).min(2) };
        let width = area.width.saturating_sub(2 * page::margin(area.width)).min(MAX_LIST_WIDTH);
        let height = (head + count).min(area.height);
        let body = area.centered_horizontally(Length(width));
        let body = Rect { y: area.y + (area.height - height) / 2, height, ..body };
        if head > 0 {
            let title = drawing::skip_columns(Rect { height: head, ..body }, POINTER_WIDTH);
            draw_title(title, buffer, self.look);
        }
        for (items, y) in rows.iter().zip(body.y + head..body.bottom()) {
            let row = Rect { y, height: 1, ..body };
            let is_alone =
                !is_low || items.iter().any(|item| item.is_game() || *item == MenuItem::Continue);
            let step = if is_alone { body.width } else { NAME_WIDTH };
            let [MenuItem::Game(game)] = items[..] else {
                self.draw_items(items, step, description_x(step), row, buffer, areas);
                continue;
            };
            // The description leaves room for the stars.
            let x = row.right().saturating_sub(STARS_WIDTH).max(row.x);
            let stars = Rect { x, width: row.right() - x, ..row };
            let rest = Rect { width: (x - row.x).saturating_sub(1), ..row };
            self.draw_items(items, step, description_x(step), rest, buffer, areas);
            areas.add(row, Command::Open(items[0]));
            self.menu.results.draw_stars(game, stars, buffer, self.look);
        }
    }

    /// Draws the items `step` columns apart.
    fn draw_items(
        &self,
        items: &[MenuItem],
        step: u16,
        description_column: u16,
        row: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let mut place = Rect { width: step, ..row };
        for &item in items {
            let shown = place.intersection(row);
            self.draw_row(item, shown, description_column, buffer, areas);
            areas.add(shown, Command::Open(item));
            place.x += step;
        }
    }

    fn draw_row(
        &self,
        item: MenuItem,
        area: Rect,
        description_column: u16,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let is_selected = item == self.menu.selection.item;
        let style = if is_selected { self.look.selected() } else { self.look.strong() };
        let width = (NAME_WIDTH + 1).min(area.width);
        self.draw_pointer(item, Rect { width, ..area }, buffer, areas);
        let title = Rect {
            x: area.x + POINTER_WIDTH,
            width: (NAME_WIDTH - 1).min(area.width.saturating_sub(POINTER_WIDTH)),
            ..area
        };
        let name = self.menu.title(item);
        drawing::draw_text(buffer, title, name, style, self.look);
        let rest = drawing::skip_columns(area, description_column);
        let description = self.menu.description(item, rest.width);
        if drawing::text_width(&description) <= rest.width {
            drawing::draw_text(buffer, rest, &description, self.look.dim(), self.look);
        } else if let Some(text) = self.menu.short_description(item) {
            let rest = drawing::skip_columns(title, drawing::text_width(name) + 1);
            let style = if is_selected { style } else { self.look.dim() };
            drawing::draw_text(buffer, rest, &text, style, self.look);
        }
    }

    fn draw_pointer(&self, item: MenuItem, row: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        if item == self.menu.selection.item {
            draw_selection(buffer, row, self.look.selected(), self.look, areas);
        }
    }
}

/// The distance from a thumbnail of this width to the next one.
fn thumbnail_step(width: u16, window_width: u16) -> u16 {
    // The usual margin of a page stays free on both sides, if possible.
    let margin = 2 * page::margin(window_width) + POINTER_WIDTH;
    let min_width = GAMES * width + (GAMES - 1) * MIN_THUMBNAIL_GAP;
    let room = window_width.saturating_sub(margin).max(min_width);
    let last = width.max(CAPTION_WIDTHS[0]);
    (room.saturating_sub(last) / (GAMES - 1)).min(width + width / 2)
}

fn caption_width(step: u16) -> u16 {
    let [two_lines, one_line] = CAPTION_WIDTHS;
    if step > one_line { one_line } else { two_lines.min(step - 2) }
}

fn description_x(width: u16) -> u16 {
    NAME_WIDTH + if width >= WIDE_ROW { 4 } else { 2 }
}

fn with_pointer(row: Rect) -> Rect {
    Rect { x: row.x.saturating_sub(POINTER_WIDTH), width: row.width + POINTER_WIDTH, ..row }
}

fn draw_title(area: Rect, buffer: &mut Buffer, look: &Look) {
    if look.glyphs.blocks && area.height >= TITLE_HEIGHT && area.width >= TITLE_WIDTH {
        drawing::draw_large_text(buffer, area, "fourcade", look.accent());
    } else {
        let y = area.y + area.height.min(TITLE_HEIGHT).saturating_sub(1) / 2;
        drawing::draw_text(
            buffer,
            Rect { y, height: 1, ..area },
            "f o u r c a d e",
            look.accent(),
            look,
        );
    }
}
