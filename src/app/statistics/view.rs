//! The statistics as they are drawn: the games to choose from, the table of one, charts, and what
//! is not counted.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Margin, Rect},
    style::Style,
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};

use super::{
    Part, Statistics, charts,
    known::{self, Page},
    table::{self, Window},
};
use crate::{
    store::statistics::Uncounted,
    ui::{ClickAreas, ClickTarget, Look, widgets},
};

/// The spots of the arrows beside the game, where there is no room for all games.
pub const BEFORE: usize = 50;
pub const AFTER: usize = 51;
/// A window of at least this size has the table and a chart.
const USUAL: (u16, u16) = (60, 18);
/// A window of at least so many columns has the bars beside the table.
const WIDE: u16 = 112;
/// A window of at least so many rows has more air.
const TALL: u16 = 30;
/// Columns of a bar beside the table, at least.
const BAR: u16 = 32;
/// Nothing gets wider than this.
const WIDEST: u16 = 140;
/// Rows of a chart with its heading: at least, and at most.
const CHART: (u16, u16) = (8, 24);
/// Columns of a chart that stands beside another one, and the air between them.
const BESIDE: (u16, u16) = (50, 3);

/// What there is room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Room {
    /// The table or a chart.
    Small,
    /// The table, and below it charts.
    #[default]
    Usual,
    /// The bars beside the table, and below them charts.
    Wide,
}

impl Room {
    fn of(area: Rect) -> Self {
        match (area.width, area.height) {
            (width, height) if width < USUAL.0 || height < USUAL.1 => Self::Small,
            (WIDE.., _) => Self::Wide,
            _ => Self::Usual,
        }
    }
}

impl Statistics {
    pub(super) fn draw_all(
        &mut self,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let room = Room::of(area);
        let body = area.inner(Margin::new(1, 0)).centered_horizontally(Constraint::Max(WIDEST));
        let (head, air, note) = match room {
            Room::Small => (1, 0, 2),
            _ => (if area.height < TALL { 2 } else { 3 }, 1, 1),
        };
        let rows = [
            Constraint::Length(head),
            Constraint::Fill(1),
            Constraint::Length(air),
            Constraint::Length(note),
        ];
        let [head, rest, _, note] = body.layout(&Layout::vertical(rows));
        self.head(head, buffer, look, areas);
        (self.room, self.shows_all) = (room, false);
        if let Some(why) = &self.trouble {
            return words(
                rest,
                &format!("The kept games can't be counted: {why}."),
                look.alert(),
                buffer,
            );
        }
        // Until the store has answered there is nothing to say.
        let Some(page) = self.table() else { return };
        let mut used = rest;
        let note_words = not_counted(page, room);
        if page.rows.is_empty() {
            nothing(rest, page, buffer, look);
        } else {
            used = self.page(rest, room, buffer, look, areas);
        }
        let y = if room == Room::Small { note.y } else { note.y.min(used.bottom() + 1) };
        words(Rect { y, ..note }, &note_words, look.dim(), buffer);
    }

    /// The title, and the games to choose from: all of them, or the chosen one where there is no
    /// room for all.
    fn head(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let title = "Statistics";
        widgets::put(buffer, area, title, look.accent(), look);
        let name = |kind| format!(" {} ", known::title(kind));
        let games = known::kinds()
            .enumerate()
            .map(|(tab, kind)| (name(kind), tab, tab == self.tab))
            .collect::<Vec<_>>();
        let wide: u16 = games.iter().map(|(name, ..)| widgets::width(name) + 1).sum();
        let [.., before, after] = look.glyphs.more;
        let start = area.x + widgets::width(title) + 3;
        let shown = if start + wide <= area.right() + 1 {
            games
        } else {
            let name = games.get(self.tab).map(|(name, ..)| name.clone()).unwrap_or_default();
            vec![
                (before.to_owned(), BEFORE, false),
                (name, self.tab, true),
                (after.to_owned(), AFTER, false),
            ]
        };
        let mut x = start;
        for (name, spot, is_chosen) in shown {
            let place =
                Rect { x, width: widgets::width(&name), height: 1, ..area }.intersection(area);
            let style = if is_chosen { look.selected() } else { look.dim() };
            widgets::put(buffer, place, &name, style, look);
            // An arrow alone is hard to hit.
            let target =
                if place.width == 1 { Rect { x: place.x - 1, width: 3, ..place } } else { place };
            areas.add(target, ClickTarget::Item(spot));
            x += place.width + 1;
        }
    }

    /// The table and the charts of the game that was chosen; returns the part of the area that was
    /// used.
    fn page(
        &mut self,
        area: Rect,
        room: Room,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) -> Rect {
        let Some(page) = self.table() else { return area };
        let Some(row) = page.rows.get(self.row) else { return area };
        let plan = Plan::new(area, room, page.rows.len(), row.is_scored(), self.part);
        let numbers = plan.table.unwrap_or(area);
        let window = Window { area: numbers, first: self.first, selected: self.row }
            .around_selected(page.rows.len(), 1);
        match room {
            Room::Small => {}
            Room::Usual => table::draw(window.beside_signs(), page, buffer, look, areas),
            Room::Wide => beside(window, page, buffer, look, areas),
        }
        let mut used = numbers;
        for &(part, place) in &plan.shown {
            match part {
                Part::Numbers => table::draw(window.beside_signs(), page, buffer, look, areas),
                Part::Won => charts::won(place, &self.history, row, buffer, look),
                Part::Margins => charts::margins(place, &self.history, row, buffer, look),
                Part::Bars => {
                    let window =
                        Window { area: place, ..window }.around_selected(page.rows.len(), 2);
                    charts::bars(window, &page.rows, buffer, look, areas);
                }
            }
            used = used.union(place);
        }
        (self.first, self.shows_all) = (window.first, plan.shows_all);
        used
    }
}

/// The parts that can be chosen where there is so much room.
pub fn parts(room: Room, is_scored: bool) -> Vec<Part> {
    let mut parts = vec![Part::Numbers, Part::Won, Part::Margins, Part::Bars];
    parts.retain(|part| match part {
        Part::Numbers => room == Room::Small,
        Part::Won => true,
        Part::Margins => is_scored,
        Part::Bars => room != Room::Wide,
    });
    parts
}

/// What is shown where.
struct Plan {
    /// The parts that are shown, and whether these are all.
    shown: Vec<(Part, Rect)>,
    shows_all: bool,
    /// The place of the table, where it is none of them.
    table: Option<Rect>,
}

impl Plan {
    /// For a table of so many rows, in which this part was chosen.
    fn new(area: Rect, room: Room, rows: usize, is_scored: bool, chosen: Part) -> Self {
        let parts = parts(room, is_scored);
        let chosen = parts.iter().position(|part| *part == chosen).unwrap_or(0);
        if room == Room::Small {
            return Self { shown: vec![(parts[chosen], area)], shows_all: false, table: None };
        }
        let rows = u16::try_from(rows + 1).unwrap_or(u16::MAX);
        let [table, below] = area.layout(
            &Layout::vertical([
                Constraint::Length(rows.min(area.height.saturating_sub(CHART.0 + 1))),
                Constraint::Fill(1),
            ])
            .spacing(1),
        );
        let places = places(below, parts.len());
        let shows_all = places.len() == parts.len();
        let first = if shows_all { 0 } else { chosen };
        Self {
            shown: parts.into_iter().skip(first).zip(places).collect(),
            shows_all,
            table: Some(table),
        }
    }
}

/// The places of charts, as many of so many as there is room for: beside each other, or else below
/// each other.
fn places(area: Rect, parts: usize) -> Vec<Rect> {
    let count = u16::try_from(parts).unwrap_or(1).max(1);
    let (wide, gap) = BESIDE;
    if area.width >= count * (wide + gap) - gap {
        let area = Rect { height: area.height.min(CHART.1), ..area };
        let columns = Layout::horizontal(vec![Constraint::Fill(1); parts]).spacing(gap);
        return columns.split(area).to_vec();
    }
    if area.height >= count * (CHART.0 + 2) {
        let area = Rect { height: area.height.min(count * CHART.1), ..area };
        return Layout::vertical(vec![Constraint::Fill(1); parts]).spacing(1).split(area).to_vec();
    }
    vec![Rect { height: area.height.min(CHART.1), ..area }]
}

/// The table, and beside each of its rows a bar.
fn beside(window: Window, page: &Page, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
    let wide = BAR.max(window.area.width / 4);
    let parts = Layout::horizontal([Constraint::Fill(1), Constraint::Length(wide)]).spacing(4);
    let [numbers, bars] = window.area.layout(&parts);
    let window = Window { area: numbers, ..window };
    table::draw(window, page, buffer, look, areas);
    charts::legend(Rect { height: 1.min(bars.height), ..bars }, buffer, look);
    for (_, row, place) in window.rows(page) {
        charts::bar(Rect { x: bars.x, width: bars.width, ..place }, &row.sum, buffer, look);
    }
}

/// What can be done where nothing is counted yet.
fn nothing(area: Rect, page: &Page, buffer: &mut Buffer, look: &Look) {
    let number = known::kinds().position(|kind| kind == page.kind).unwrap_or(0);
    let lines = match page.kind {
        None => [
            "There is no game to count yet.".to_owned(),
            "Play one against a computer to its end: it is counted here.".to_owned(),
            "The numbers in the menu open the games.".to_owned(),
        ],
        Some(kind) => [
            format!("There is no game of {kind} to count yet."),
            "Play one against a computer to its end: it is counted here.".to_owned(),
            format!("{number} in the menu opens {kind}."),
        ],
    };
    let styles = [look.strong(), look.text(), look.dim()];
    let lines: Vec<Line> =
        lines.into_iter().zip(styles).map(|(line, style)| Line::styled(line, style)).collect();
    let page = Paragraph::new(lines).style(look.text()).centered().wrap(Wrap { trim: true });
    let rows = u16::try_from(page.line_count(area.width)).unwrap_or(u16::MAX);
    page.render(area.centered_vertically(Constraint::Length(rows.min(area.height))), buffer);
}

fn words(area: Rect, text: &str, style: Style, buffer: &mut Buffer) {
    Paragraph::new(text).style(style).wrap(Wrap { trim: true }).render(area, buffer);
}

/// What is not counted, or what would not be.
fn not_counted(page: &Page, room: Room) -> String {
    let Uncounted { among_persons, among_computers, unfinished } = page.uncounted;
    let counts = [unfinished, page.practice, among_persons, among_computers];
    let names = match room {
        Room::Small => ["not over", "practice", "persons", "computers"],
        _ => ["not over", "for practice", "of persons", "of computers"],
    };
    let parts = counts.into_iter().zip(names).filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, name)| format!("{count} {name}")).collect();
    if parts.is_empty() {
        return "Games of several persons, of computers alone and for practice do not count."
            .to_owned();
    }
    format!("Not counted: {}.", parts.join(", "))
}
