//! How the lobby is drawn: the tables in sections, the selected table in a line, and who is here.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Modifier,
    widgets::{Paragraph, Widget, Wrap},
};

use super::{
    keys::{Command, KEYS},
    layout::{LobbyLayout, NARROW_WIDTH},
    listing::{ListedTable, Section},
    screen::LobbyScreen,
    visit::Visitor,
};
use crate::games::ArcadeKind as _;
use crate::{
    database::shared_tables::store::SeatSummary,
    games::computer_name,
    widgets::{
        ClickAreas, ClickTarget, Look, drawing,
        keys::key_name,
        list::{TextColumn, draw_scroll_marks, draw_selection, draw_text_right, scroll},
    },
};
use fourcade_engine::GameKind;

const CODE: TextColumn = TextColumn::new(2, 8);
const NARROW_CODE: TextColumn = TextColumn::new(2, 4);
/// The column where the game begins in a narrow list.
const NARROW_GAME: u16 = 7;
const GAME: TextColumn = TextColumn::new(9, 16);
/// The column where the players begin.
const PLAYERS: u16 = 26;
/// The width of the progress at the end of a row.
const PROGRESS_WIDTH: u16 = 12;

/// A line of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListLine {
    /// An empty line before a heading.
    Gap,
    Heading(Section),
    /// The table with this index.
    Table(usize),
}

/// Draws the lobby.
pub struct View<'a> {
    pub screen: &'a LobbyScreen,
    pub look: &'a Look,
}

impl View<'_> {
    /// Draws the lobby. The list begins with the line `first`, which follows the selection.
    pub fn draw(
        &self,
        layout: &LobbyLayout,
        first: &mut usize,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let look = self.look;
        drawing::draw_text(buffer, layout.title, "Play with others", look.accent(), look);
        if let Some(visit) = self.screen.visit() {
            let name = format!("You are {}", visit.client().name);
            let inset = 18.min(layout.title.width);
            let right = Rect {
                x: layout.title.x + inset,
                width: layout.title.width - inset,
                ..layout.title
            };
            draw_text_right(buffer, right, &name, look.dim(), look);
        }
        let list = self.draw_trouble(layout.list, buffer);
        if self.screen.tables().is_empty() {
            self.draw_empty(list, buffer);
        } else {
            self.draw_list(list, first, buffer, areas);
            self.draw_details(layout.details, buffer);
        }
        let visitors = self.screen.visit().map(super::visit::Visit::visitors).unwrap_or_default();
        if layout.people.height > 1 {
            self.draw_people(&visitors, layout.people, buffer);
        } else {
            self.draw_people_line(&visitors, layout.people, buffer);
        }
    }

    /// Draws what is wrong in the first rows of an area. Returns the rest.
    fn draw_trouble(&self, area: Rect, buffer: &mut Buffer) -> Rect {
        let left_out = || unreadable_text(self.screen.visit()?.unreadable());
        let Some(trouble) = self.screen.trouble().or_else(left_out) else { return area };
        let lines = drawing::wrap(&trouble, area.width);
        let mut used = 0;
        for (line, row) in lines.iter().zip(area.rows()) {
            drawing::draw_text(buffer, row, line, self.look.alert(), self.look);
            used += 1;
        }
        let used = (used + 1).min(area.height);
        Rect { y: area.y + used, height: area.height - used, ..area }
    }

    /// Draws what to do while there is no table.
    fn draw_empty(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let has_trouble = self.screen.trouble().is_some();
        let text = match self.screen.visit() {
            _ if has_trouble => return,
            None => format!(
                "The others see you under a name. Press {} to type yours.",
                key_name(&KEYS, Command::Choose)
            ),
            Some(visit) if !visit.has_read() => format!("One moment{}", look.glyphs.ellipsis),
            Some(_) => format!(
                "No tables yet.\n\nPress {} to open one. The others find it here, or come with \
                 its code.\n\nGot a code? Press {} and type it.",
                key_name(&KEYS, Command::New),
                key_name(&KEYS, Command::Code)
            ),
        };
        let area = Rect { width: area.width.min(60), ..area };
        Paragraph::new(text).style(look.text()).wrap(Wrap { trim: true }).render(area, buffer);
    }

    /// Returns the lines of the list; `has_gaps` says whether there are empty ones.
    fn lines(&self, has_gaps: bool) -> Vec<ListLine> {
        let mut lines = Vec::new();
        let mut section = None;
        for (index, table) in self.screen.tables().iter().enumerate() {
            if section != Some(table.section) {
                if has_gaps && section.is_some() {
                    lines.push(ListLine::Gap);
                }
                section = Some(table.section);
                lines.push(ListLine::Heading(table.section));
            }
            lines.push(ListLine::Table(index));
        }
        lines
    }

    fn draw_list(
        &self,
        area: Rect,
        first: &mut usize,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let height = usize::from(area.height);
        let lines = Some(self.lines(true)).filter(|lines| lines.len() <= height);
        let lines = lines.unwrap_or_else(|| self.lines(false));
        let selected = self.screen.selected();
        let line = lines.iter().position(|line| *line == ListLine::Table(selected)).unwrap_or(0);
        // The heading above the first table is seen together with it.
        let line = if line == 1 { 0 } else { line };
        *first = scroll(*first, line, lines.len(), height);
        for (line, row) in lines.iter().skip(*first).zip(area.rows()) {
            match *line {
                ListLine::Gap => {}
                ListLine::Heading(section) => {
                    let style = self.look.dim();
                    drawing::draw_text(buffer, row, section.title(), style, self.look);
                }
                ListLine::Table(index) => {
                    if let Some(table) = self.screen.tables().get(index) {
                        self.draw_row(table, index == selected, row, buffer);
                        areas.add(row, ClickTarget::Item(index));
                    }
                }
            }
        }
        let has_more_below = *first + height < lines.len();
        draw_scroll_marks(buffer, area, *first > 0, has_more_below, self.look);
    }

    fn draw_row(&self, table: &ListedTable, is_selected: bool, row: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let (plain, dim, strong) = if is_selected {
            let plain = look.selected().remove_modifier(Modifier::BOLD);
            draw_selection(buffer, row, plain, look);
            (plain, plain, look.selected())
        } else {
            (look.text(), look.dim(), look.strong())
        };
        let code = table.stored.code.as_str();
        let players = table.players(self.own_name());
        if row.width < NARROW_WIDTH {
            NARROW_CODE.draw(buffer, row, code, strong, look);
            let kind = table.kind().map_or(table.title.clone(), |kind| kind.title().to_owned());
            let open = match table.open_seats() {
                0 => String::new(),
                seats => format!(" +{seats}"),
            };
            let text = format!("{kind}: {players}{open}");
            let width = row.width.saturating_sub(NARROW_GAME);
            TextColumn { x: NARROW_GAME, width }.draw(buffer, row, &text, plain, look);
            return;
        }
        CODE.draw(buffer, row, code, strong, look);
        GAME.draw(buffer, row, &table.title, plain, look);
        let end = row.width.saturating_sub(PROGRESS_WIDTH + 1);
        let width = end.saturating_sub(PLAYERS + 1);
        TextColumn { x: PLAYERS, width }.draw(buffer, row, &players, plain, look);
        let is_deserted = self.screen.visit().is_some_and(|visit| visit.is_deserted(table));
        let (text, style) = match table.open_seats() {
            0 => (table.progress(), dim),
            _ if is_deserted => ("nobody here".to_owned(), dim),
            _ => (table.progress(), strong),
        };
        TextColumn { x: end, width: PROGRESS_WIDTH }.draw_right(buffer, row, &text, style, look);
    }

    /// Draws who has which seat of the selected table.
    fn draw_details(&self, area: Rect, buffer: &mut Buffer) {
        let Some(table) = self.screen.selected_table() else { return };
        let names = table.kind().map_or(&[][..], GameKind::seat_names);
        let own = self.own_name();
        let seats = names.iter().zip(&table.stored.seats).map(|(seat, who)| match who {
            SeatSummary::Open => format!("{seat} open"),
            SeatSummary::Person(name) if name == own => format!("{seat} you"),
            SeatSummary::Person(name) => format!("{seat} {name}"),
            SeatSummary::Computer(name) => {
                format!("{seat} {}", computer_name(&table.stored.game, name))
            }
        });
        let seats: Vec<String> = seats.collect();
        let secret = if table.stored.is_public { "" } else { " (by code only)" };
        let text = format!("{}{secret}: {}", table.title, seats.join(", "));
        drawing::draw_text(buffer, area, &text, self.look.text(), self.look);
    }

    /// Draws the people below each other, each with what they do.
    fn draw_people(&self, visitors: &[Visitor], area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        if visitors.is_empty() {
            return;
        }
        let mut rows = area.rows();
        if let Some(row) = rows.next() {
            drawing::draw_text(buffer, row, "Here now", look.dim(), look);
        }
        let room = usize::from(area.height).saturating_sub(1);
        let is_full = visitors.len() > room;
        let shown = if is_full { room.saturating_sub(1) } else { visitors.len() };
        for (visitor, row) in visitors.iter().take(shown).zip(&mut rows) {
            let place = if visitor.is_self { "you" } else { &*visitor.place };
            drawing::draw_text(buffer, row, &visitor.name, look.text(), look);
            let inset = (drawing::text_width(&visitor.name) + 2).min(row.width);
            let rest = Rect { x: row.x + inset, width: row.width - inset, ..row };
            drawing::draw_text(buffer, rest, place, look.dim(), look);
        }
        if let Some(row) = rows.next().filter(|_| is_full) {
            let text = format!("and {} more", visitors.len() - shown);
            drawing::draw_text(buffer, row, &text, look.dim(), look);
        }
    }

    /// Draws the names of the people in one line.
    fn draw_people_line(&self, visitors: &[Visitor], area: Rect, buffer: &mut Buffer) {
        let others: Vec<&str> =
            visitors.iter().filter(|v| !v.is_self).map(|v| v.name.as_str()).collect();
        let text = match (visitors.is_empty(), others.as_slice()) {
            (true, _) => return,
            (false, []) => "Nobody else is here".to_owned(),
            (false, others) => format!("Here: {}", others.join(", ")),
        };
        drawing::draw_text(buffer, area, &text, self.look.dim(), self.look);
    }

    fn own_name(&self) -> &str {
        self.screen.visit().map_or("", |visit| &visit.client().name)
    }
}

/// Says how many rows of the database are left out; `None` if there are none.
pub fn unreadable_text(count: usize) -> Option<String> {
    match count {
        0 => None,
        1 => Some("1 entry in the database can't be read and is left out.".to_owned()),
        count => Some(format!("{count} entries in the database can't be read and are left out.")),
    }
}
