//! How the statistics screen is drawn: the games to choose from, the table and the charts of one
//! game, and what is not counted.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect},
    style::Style,
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};

use super::{
    StatisticsScreen, charts,
    data::{self, StatisticsTable},
    layout::{PanelLayout, SizeClass, StatisticsLayout, StatisticsPanel},
    table_view::{self, TableWindow},
};
use crate::games::ArcadeKind as _;
use crate::{
    arcade::screens::menu,
    database::statistics::Uncounted,
    widgets::{ClickAreas, ClickTarget, Look, drawing, keys::key_name},
};
use fourcade_engine::GameKind;

/// The click item of the arrow before the chosen game, in windows without room for all games.
pub const PREVIOUS_GAME_ITEM: usize = 50;
/// The click item of the arrow after the chosen game.
pub const NEXT_GAME_ITEM: usize = 51;
/// The minimum width of a bar beside the table.
const BAR_WIDTH: u16 = 32;

/// What the screen must know about its last drawing.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawnStatistics {
    /// The class of the window.
    pub class: SizeClass,
    /// Whether all panels of the game were visible.
    pub shows_all: bool,
    /// The first visible row of the table.
    pub first_row: usize,
}

/// Draws the screen.
pub struct View<'a> {
    pub screen: &'a StatisticsScreen,
    pub look: &'a Look,
}

impl View<'_> {
    /// Draws the screen.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) -> DrawnStatistics {
        let look = self.look;
        let class = SizeClass::of(area);
        let layout = StatisticsLayout::new(area, class);
        let mut drawn =
            DrawnStatistics { class, shows_all: false, first_row: self.screen.drawn.first_row };
        self.draw_head(layout.head, buffer, areas);
        let table = match &self.screen.data {
            Some(Err(error)) => {
                let text = format!("Can't count the saved games: {error}.");
                draw_paragraph(layout.body, &text, look.alert(), buffer);
                return drawn;
            }
            _ => self.screen.table(),
        };
        let Some(table) = table else { return drawn };
        let used = if table.rows.is_empty() {
            draw_empty(layout.body, table, buffer, look);
            layout.body
        } else {
            self.draw_panels(table, layout.body, &mut drawn, buffer, areas)
        };
        let note = layout.note;
        let y = if class == SizeClass::Small { note.y } else { note.y.min(used.bottom() + 1) };
        let text = uncounted_text(table, class);
        draw_paragraph(Rect { y, ..note }, &text, look.dim(), buffer);
        drawn
    }

    /// Draws the title, and all games to choose from, or the chosen one if there is no room.
    fn draw_head(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (title, look) = ("Statistics", self.look);
        drawing::draw_text(buffer, area, title, look.accent(), look);
        let games = data::table_kinds()
            .map(|kind| format!(" {} ", data::table_title(kind)))
            .enumerate()
            .map(|(index, name)| (name, index, index == self.screen.tab))
            .collect::<Vec<_>>();
        let width: u16 = games.iter().map(|(name, ..)| drawing::text_width(name) + 1).sum();
        let [.., previous, next] = look.glyphs.more;
        let start = area.x + drawing::text_width(title) + 3;
        let tabs = if start + width <= area.right() + 1 {
            games
        } else {
            let chosen = games.into_iter().filter(|&(.., is_chosen)| is_chosen);
            let mut tabs = vec![(previous.to_owned(), PREVIOUS_GAME_ITEM, false)];
            tabs.extend(chosen);
            tabs.push((next.to_owned(), NEXT_GAME_ITEM, false));
            tabs
        };
        let mut x = start;
        for (name, item, is_chosen) in tabs {
            let width = drawing::text_width(&name);
            let tab = Rect { x, width, height: 1, ..area }.intersection(area);
            let style = if is_chosen { look.selected() } else { look.dim() };
            drawing::draw_text(buffer, tab, &name, style, look);
            // A single arrow would be hard to click.
            let target = if tab.width == 1 { Rect { x: tab.x - 1, width: 3, ..tab } } else { tab };
            areas.add(target, ClickTarget::Item(item));
            x += tab.width + 1;
        }
    }

    /// Draws the table and the charts of the chosen game; returns the part of the area that they
    /// take.
    fn draw_panels(
        &self,
        table: &StatisticsTable,
        area: Rect,
        drawn: &mut DrawnStatistics,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) -> Rect {
        let (screen, look) = (self.screen, self.look);
        let Some(row) = table.rows.get(screen.row) else { return area };
        let rows = table.rows.len();
        let layout = PanelLayout::new(area, drawn.class, rows, row.is_scored(), screen.panel);
        let mut used = layout.table.unwrap_or(area);
        let window = TableWindow { area: used, first: drawn.first_row, selected: screen.row }
            .scrolled(rows, 1);
        match drawn.class {
            SizeClass::Small => {}
            SizeClass::Normal => {
                table_view::draw(window.beside_scroll_marks(), table, buffer, look, areas);
            }
            SizeClass::Wide => draw_table_with_bars(window, table, buffer, look, areas),
        }
        for &(panel, area) in &layout.panels {
            match panel {
                StatisticsPanel::Table => {
                    table_view::draw(window.beside_scroll_marks(), table, buffer, look, areas);
                }
                StatisticsPanel::WinRate => {
                    charts::draw_win_rate(area, &screen.history, row, buffer, look);
                }
                StatisticsPanel::Margins => {
                    charts::draw_margins(area, &screen.history, row, buffer, look);
                }
                StatisticsPanel::ResultBars => {
                    let window = TableWindow { area, ..window }.scrolled(rows, 2);
                    charts::draw_result_bars(window, &table.rows, buffer, look, areas);
                }
            }
            used = used.union(area);
        }
        (drawn.first_row, drawn.shows_all) = (window.first, layout.shows_all);
        used
    }
}

/// Draws the table, and a bar beside each of its rows.
fn draw_table_with_bars(
    window: TableWindow,
    table: &StatisticsTable,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let bar_width = BAR_WIDTH.max(window.area.width / 4);
    let parts = Layout::horizontal([Constraint::Fill(1), Constraint::Length(bar_width)]).spacing(4);
    let [numbers, bars] = window.area.layout(&parts);
    let window = TableWindow { area: numbers, ..window };
    table_view::draw(window, table, buffer, look, areas);
    charts::draw_legend(Rect { height: 1.min(bars.height), ..bars }, buffer, look);
    for (_, row, line) in window.rows(table) {
        let bar = Rect { x: bars.x, width: bars.width, ..line };
        charts::draw_result_bar(bar, &row.sum, buffer, look);
    }
}

/// Draws instructions for a table without games.
fn draw_empty(area: Rect, table: &StatisticsTable, buffer: &mut Buffer, look: &Look) {
    let [heading, menu_key] = match table.kind {
        None => [
            "No games to count yet.".to_owned(),
            "Press a game's number in the menu to play it.".to_owned(),
        ],
        Some(kind) => {
            let index = GameKind::ALL.iter().position(|&other| other == kind).unwrap_or(0);
            let key = key_name(&menu::KEYS, menu::Command::Open(index));
            let title = kind.title();
            [
                format!("No games of {title} to count yet."),
                format!("Press {key} in the menu to play {title}."),
            ]
        }
    };
    let text = Paragraph::new(vec![
        Line::styled(heading, look.strong()),
        Line::styled("Finish a game against a computer, and it will count here.", look.text()),
        Line::styled(menu_key, look.dim()),
    ])
    .style(look.text())
    .centered()
    .wrap(Wrap { trim: true });
    let rows = u16::try_from(text.line_count(area.width)).unwrap_or(u16::MAX);
    text.render(area.centered_vertically(Constraint::Length(rows.min(area.height))), buffer);
}

fn draw_paragraph(area: Rect, text: &str, style: Style, buffer: &mut Buffer) {
    Paragraph::new(text).style(style).wrap(Wrap { trim: true }).render(area, buffer);
}

/// Says how many games are not counted, or which kinds never are if all games so far are counted.
fn uncounted_text(table: &StatisticsTable, class: SizeClass) -> String {
    let Uncounted { among_persons, among_computers, unfinished } = table.uncounted;
    let counts = [unfinished, table.practice, among_persons, among_computers];
    let names = match class {
        SizeClass::Small => ["unfinished", "practice", "people", "computers"],
        _ => ["unfinished", "practice", "between people", "between computers"],
    };
    let parts = counts.into_iter().zip(names).filter(|(count, _)| *count > 0);
    let parts: Vec<String> = parts.map(|(count, name)| format!("{count} {name}")).collect();
    if parts.is_empty() {
        return "Practice games and games between people or computers don't count.".to_owned();
    }
    format!("Not counted: {}.", parts.join(", "))
}
