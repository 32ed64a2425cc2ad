//! How the lobby looks: its list, a line about the selected table, and the people.

use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length, Max},
        Layout, Rect,
    },
    style::{Modifier, Style},
};

use super::{Command, KEYS, LobbyScreen};
use crate::{
    app::lobby::{ListedTable, Section, Visit, Visitor, refusal},
    database::shared_tables::store::SeatSummary,
    games::{GameFacts, computer_name, sentence},
    widgets::{
        ClickAreas, Look, drawing,
        keys::key_name,
        list::{TextColumn, draw_scroll_marks, draw_selection, scroll},
        page::{Frame, WindowClass},
        paragraphs::{self, wrapped},
    },
};
use fourcade_engine::GameKind;

/// Below this width, the list has fewer columns.
const NARROW_WIDTH: u16 = 46;
const MAX_WIDTH: u16 = 104;
const PEOPLE_GAP: u16 = 2;
const HOW_TO_WIDTH: u16 = 66;
/// The column of keys beside the instructions.
const KEY_WIDTH: u16 = 3;

struct LobbyLayout {
    frame: Frame,
    list: Rect,
    /// One line about the selected table.
    details: Rect,
    /// A list, or a single line in a small window.
    people: Rect,
}

impl LobbyLayout {
    fn new(area: Rect, list_rows: u16) -> Self {
        let frame = Frame::new(area);
        let Frame { class, content, .. } = frame;
        let body = Rect { width: content.width.min(MAX_WIDTH), ..content };
        let has_people = class > WindowClass::Small;
        // The list also has room for an error message.
        let rows = if has_people {
            [Max(list_rows.max(12)), Length(1), Length(1), Length(0)]
        } else {
            [Fill(1), Length(0), Length(1), Length(1)]
        };
        let [list, _, details, line] = body.layout(&Layout::vertical(rows));
        let (list, people) = if has_people {
            let people = if class == WindowClass::Large { 34 } else { 24 };
            let [list, people] =
                list.layout(&Layout::horizontal([Fill(1), Length(people)]).spacing(PEOPLE_GAP));
            (list, people)
        } else {
            // The scroll marks are to the right of the list.
            (Rect { width: list.width.saturating_sub(1), ..list }, line)
        };
        Self { frame, list, details, people }
    }
}

const CODE: TextColumn = TextColumn::new(2, 8);
const NARROW_CODE: TextColumn = TextColumn::new(2, 4);
const NARROW_GAME_X: u16 = 7;
const GAME: TextColumn = TextColumn::new(9, 16);
const PLAYERS_X: u16 = 26;
const PROGRESS_WIDTH: u16 = 12;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ListLine {
    Gap,
    Heading(Section),
    Table(usize),
}

pub struct View<'a> {
    pub screen: &'a LobbyScreen,
    pub look: &'a Look,
}

impl View<'_> {
    /// Returns the first visible line of the list.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) -> usize {
        let (look, mut first) = (self.look, self.screen.first_visible);
        let layout = LobbyLayout::new(area, self.list_rows());
        let name = self.screen.visit().map(|visit| format!("You are {}", visit.client().name));
        let name = name.unwrap_or_default();
        layout.frame.draw_title_with("Play with others", &name, buffer, look, areas);
        let list = self.draw_problem(layout.list, buffer);
        areas.focus_on(layout.list);
        if self.screen.tables().is_empty() {
            self.draw_empty(list, buffer);
        } else {
            first = self.draw_list(list, buffer, areas);
            self.draw_details(layout.details, buffer);
        }
        let visitors = self.screen.visit().map(Visit::visitors).unwrap_or_default();
        if layout.people.height > 1 {
            self.draw_people(&visitors, layout.people, buffer);
        } else {
            self.draw_people_line(&visitors, layout.people, buffer);
        }
        first
    }

    /// Draws the problem, if any. Returns the area below it.
    fn draw_problem(&self, area: Rect, buffer: &mut Buffer) -> Rect {
        let Some(problem) = self.screen.shown_problem() else { return area };
        let lines = wrapped([(problem, self.look.alert())], area.width);
        paragraphs::draw(&lines, area, buffer, self.look)
    }

    fn list_rows(&self) -> u16 {
        drawing::cells(match self.lines(true).len() {
            0 => self.instructions(HOW_TO.len(), HOW_TO_WIDTH).len(),
            lines => lines,
        })
    }

    /// A heading and the first parts of [`HOW_TO`].
    fn instructions(&self, parts: usize, width: u16) -> Vec<Instruction> {
        let look = self.look;
        let line = |text: &str, style| Instruction { key: None, text: text.to_owned(), style };
        let mut lines = vec![line("No tables yet: nobody has opened one.", look.strong())];
        for (command, title, text) in HOW_TO.into_iter().take(parts) {
            lines.push(line("", look.text()));
            let key = command.map(|command| key_name(&KEYS, &command));
            let key = key.map(|key| look.keymap.fill(&key).into_owned());
            lines.push(Instruction { key, ..line(title, look.strong()) });
            let text = drawing::wrap(text, width.saturating_sub(KEY_WIDTH));
            lines.extend(text.iter().map(|text| line(text, look.dim())));
        }
        lines
    }

    fn draw_empty(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let has_problem = self.screen.shown_problem().is_some();
        let text = match self.screen.visit() {
            _ if has_problem => return,
            None => format!(
                "The others see you under a name. Press {} to type yours.",
                key_name(&KEYS, &Command::Choose)
            ),
            Some(visit) if !visit.has_read() => format!("One moment{}", look.glyphs.activity_dots),
            Some(_) => {
                let width = area.width.min(HOW_TO_WIDTH);
                let parts = (2..=HOW_TO.len()).rev();
                let mut parts = parts.map(|parts| self.instructions(parts, width));
                if let Some(lines) = parts.find(|lines| lines.len() <= area.height.into()) {
                    return draw_instructions(&lines, area, buffer, look);
                }
                format!(
                    "No tables yet.\n\nPress {} to open one. The others find it here, or \
                     join with its code.\n\nGot a code? Press {} and type it.",
                    key_name(&KEYS, &Command::New),
                    key_name(&KEYS, &Command::Code)
                )
            }
        };
        let area = Rect { width: area.width.min(60), ..area };
        drawing::draw_lines(buffer, area, &look.keymap.fill(&text), look.text(), look);
    }

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

    /// Scrolls to the selection. Returns the first visible line.
    fn draw_list(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) -> usize {
        let height = usize::from(area.height);
        let lines = Some(self.lines(true)).filter(|lines| lines.len() <= height);
        let lines = lines.unwrap_or_else(|| self.lines(false));
        let selected = self.screen.selected_index();
        let line = lines.iter().position(|line| *line == ListLine::Table(selected)).unwrap_or(0);
        // The first table is visible together with its heading.
        let line = if line == 1 { 0 } else { line };
        let first = scroll(self.screen.first_visible, line, lines.len(), height);
        for (line, row) in lines.iter().skip(first).zip(area.rows()) {
            match *line {
                ListLine::Gap => {}
                ListLine::Heading(section) => {
                    let style = self.look.dim();
                    drawing::draw_text(buffer, row, section.title(), style, self.look);
                }
                ListLine::Table(index) => {
                    if let Some(table) = self.screen.tables().get(index) {
                        self.draw_row(table, index == selected, row, buffer, areas);
                        areas.add(row, Command::Row(index));
                    }
                }
            }
        }
        let has_more_below = first + height < lines.len();
        draw_scroll_marks(buffer, area, first > 0, has_more_below, self.look);
        first
    }

    fn draw_row(
        &self,
        table: &ListedTable,
        is_selected: bool,
        row: Rect,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let look = self.look;
        let (plain, dim, strong) = if is_selected {
            let plain = look.selected().remove_modifier(Modifier::BOLD);
            draw_selection(buffer, row, plain, look, areas);
            (plain, plain, look.selected())
        } else {
            (look.text(), look.dim(), look.strong())
        };
        let code = table.stored.code.as_str();
        let players = table.players(self.own_name());
        if row.width < NARROW_WIDTH {
            NARROW_CODE.draw(buffer, row, code, strong, look);
            let width = row.width.saturating_sub(NARROW_GAME_X);
            let text = narrow_text(table, &players);
            TextColumn { x: NARROW_GAME_X, width }.draw(buffer, row, &text, plain, look);
            return;
        }
        CODE.draw(buffer, row, code, strong, look);
        GAME.draw(buffer, row, &table.title, plain, look);
        let end = row.width.saturating_sub(PROGRESS_WIDTH + 1);
        let width = end.saturating_sub(PLAYERS_X + 1);
        TextColumn { x: PLAYERS_X, width }.draw(buffer, row, &players, plain, look);
        let is_deserted = self.screen.visit().is_some_and(|visit| visit.is_deserted(table));
        let (text, style) = match table.open_seats() {
            0 => (table.progress(), dim),
            _ if is_deserted => ("nobody here".to_owned(), dim),
            _ => (table.progress(), strong),
        };
        TextColumn { x: end, width: PROGRESS_WIDTH }.draw_right(buffer, row, &text, style, look);
    }

    fn draw_details(&self, area: Rect, buffer: &mut Buffer) {
        let Some(table) = self.screen.selected_table() else { return };
        if let Some(reason) = refusal(&table.stored) {
            return drawing::draw_text(
                buffer,
                area,
                &sentence(&reason),
                self.look.text(),
                self.look,
            );
        }
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
        let clock = table.clock.map_or_else(String::new, |clock| format!(", {clock}"));
        let text = format!("{}{clock}{secret}: {}", table.title, seats.join(", "));
        drawing::draw_text(buffer, area, &text, self.look.text(), self.look);
    }

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
            let place = if visitor.is_self { "you" } else { &*visitor.activity };
            drawing::draw_text(buffer, row, &visitor.name, look.text(), look);
            let rest = drawing::skip_columns(row, drawing::text_width(&visitor.name) + 2);
            drawing::draw_text(buffer, rest, place, look.dim(), look);
        }
        if let Some(row) = rows.next().filter(|_| is_full) {
            let text = format!("and {} more", visitors.len() - shown);
            drawing::draw_text(buffer, row, &text, look.dim(), look);
        }
    }

    fn draw_people_line(&self, visitors: &[Visitor], area: Rect, buffer: &mut Buffer) {
        let others: Vec<&str> =
            visitors.iter().filter(|it| !it.is_self).map(|it| it.name.as_str()).collect();
        let text = match others.as_slice() {
            _ if visitors.is_empty() => return,
            [] => "Nobody else is here".to_owned(),
            others => format!("Here: {}", others.join(", ")),
        };
        drawing::draw_text(buffer, area, &text, self.look.dim(), self.look);
    }

    fn own_name(&self) -> &str {
        self.screen.visit().map_or("", |visit| &visit.client().name)
    }
}

/// A line of the instructions for a lobby without tables.
struct Instruction {
    /// The key of the command that begins here.
    key: Option<String>,
    text: String,
    style: Style,
}

/// The parts of the instructions: the command if there is one, a title and a text.
const HOW_TO: [(Option<Command>, &str, &str); 4] = [
    (
        Some(Command::New),
        "Open a table",
        "Choose a game and who sits where. Your friends join by the code of the table.",
    ),
    (Some(Command::Code), "Join with a code", "Type the code that a friend has told you."),
    (
        None,
        "What the others see",
        "Your table is listed here, for players and spectators, unless it is private.",
    ),
    (
        None,
        "Who is in this lobby",
        "At first, only your own other terminals. To meet friends here, all of you start \
         fourcade --database FILE with the same file.",
    ),
];

/// A table in a narrow row: game, players and the number of open seats.
fn narrow_text(table: &ListedTable, players: &str) -> String {
    let title = table.kind().map_or(&*table.title, |kind| GameFacts::of(kind).title);
    match table.open_seats() {
        0 => format!("{title}: {players}"),
        seats => format!("{title}: {players} +{seats}"),
    }
}

fn draw_instructions(lines: &[Instruction], area: Rect, buffer: &mut Buffer, look: &Look) {
    for ((index, line), row) in lines.iter().enumerate().zip(area.rows()) {
        if let Some(key) = &line.key {
            drawing::draw_text(buffer, row, key, look.accent(), look);
        }
        let place = drawing::skip_columns(row, if index == 0 { 0 } else { KEY_WIDTH });
        drawing::draw_text(buffer, place, &line.text, line.style, look);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_the_lobby_never_overlap() {
        for (width, height) in [(40, 11), (60, 15), (76, 17), (80, 23), (100, 29), (200, 59)] {
            let area = Rect::new(0, 0, width, height);
            let LobbyLayout { frame, list, details, people } = LobbyLayout::new(area, 9);
            let parts = [frame.title, list, details, people];
            for (index, part) in parts.iter().enumerate() {
                assert!(!part.is_empty() && area.union(*part) == area, "{width} x {height}");
                let others = parts.iter().skip(index + 1);
                assert!(others.into_iter().all(|other| !part.intersects(*other)), "{parts:?}");
            }
            assert!(list.height >= 6 && list.width >= 37, "{list:?}");
        }
    }
}
