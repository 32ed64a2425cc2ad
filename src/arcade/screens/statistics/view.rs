//! Draws the statistics page: the tabs, the table with its bars, and the panels.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect, Size},
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};

use super::{
    Command, DrawnStatistics, KEYS, StatisticsScreen,
    charts::{self, PanelPlace},
    feats_view,
    layout::{CHART_GAP, PanelLayout, StatisticsPanel, panels},
    table_view::{self, TableWindow},
};
use crate::{
    app::{
        feats::FeatSection,
        statistics::{
            LISTED_GAMES, MIN_GAMES, StatisticsData, StatisticsRow, StatisticsTable, table_kinds,
            table_title,
        },
    },
    database::statistics::Uncounted,
    games::GameFacts,
    widgets::{
        ClickAreas, Look, drawing,
        keys::key_name,
        page::{Frame, TEXT_WIDTH, WindowClass},
    },
};
use fourcade_engine::GameKind;

/// The note below the panels: what is not counted, and what the columns mean.
const NOTE_HEIGHT: u16 = 2;
/// The least width and the greatest height of charts beside a list of games.
const CHART_BESIDE_LIST: Size = Size::new(26, 12);
const CHART: Size = Size::new(48, 30);
/// The same in large windows.
const LARGE_CHART: Size = Size::new(29, 16);
/// The rows that the list of feats gets if there is room; it scrolls.
const FEATS_HEIGHT: u16 = 30;
const MIN_BAR_WIDTH: u16 = charts::LEGEND_WIDTH;
const MAX_BAR_WIDTH: u16 = 60;
const MIN_WIDTH_WITH_BARS: u16 = 108;

pub struct View<'a> {
    pub screen: &'a StatisticsScreen,
    pub look: &'a Look,
}

impl View<'_> {
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) -> DrawnStatistics {
        let look = self.look;
        let frame = Frame::new(area);
        let class = frame.class;
        let gap = u16::from(class != WindowClass::Small);
        let parts = [Constraint::Fill(1), Constraint::Length(NOTE_HEIGHT)];
        let parts = Layout::vertical(parts).spacing(gap);
        let [body, _] = frame.content.layout(&parts);
        let frame = match self.screen.data() {
            Some(data) => frame.around(self.tallest_tab(data, body, class, gap)),
            None => frame,
        };
        let [body, note] = frame.content.layout(&parts);
        let first_row = self.screen.drawn.first_row;
        let mut drawn = DrawnStatistics { choices: Vec::new(), first_row };
        self.draw_head(&frame, buffer, areas);
        if let Some(data) = self.screen.data().filter(|_| self.screen.is_on_feats()) {
            let list = frame.content;
            let (row, first) = (Some(self.screen.row), drawn.first_row);
            drawn.first_row =
                feats_view::draw(&data.feats, row, first, list, (buffer, look, areas));
            return drawn;
        }
        let table = match &self.screen.data {
            Some(Err(error)) => {
                let text = format!("Can't count the saved games: {error}.");
                drawing::draw_lines(buffer, body, &text, look.alert(), look);
                return drawn;
            }
            _ => self.screen.table(),
        };
        let Some(table) = table else { return drawn };
        let used = if table.rows.is_empty() {
            self.draw_empty(table, body, class, buffer, areas)
        } else {
            self.draw_panels(table, body, class, &mut drawn, buffer, areas)
        };
        let y = if class == WindowClass::Small { note.y } else { note.y.min(used.bottom() + 1) };
        let has_leads = table_view::has_column(table, table_width(body), table_view::LEAD);
        let meanings =
            Some(column_meanings(table, has_leads)).filter(|_| class != WindowClass::Small);
        let meanings = meanings.filter(|text| !text.is_empty());
        let uncounted = Size::new(note.width, note.height - u16::from(meanings.is_some()));
        let lines = [Some(uncounted_text(table, uncounted)), meanings];
        let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
        drawing::draw_lines(buffer, Rect { y, ..note }, &text, look.dim(), look);
        drawn
    }

    /// The height for which the page is centred on all tabs, so that the tabs stay in place.
    fn tallest_tab(&self, data: &StatisticsData, area: Rect, class: WindowClass, gap: u16) -> u16 {
        let height = |table: &StatisticsTable| match table.rows.first() {
            Some(row) => self.layout(table, row, data, area, class).used().height,
            None => feats_view::summary_size(feats_of(table, data)).height,
        };
        let tables = data.tables.iter().map(height).max().unwrap_or(0) + gap + NOTE_HEIGHT;
        tables.max(feats_view::height(&data.feats).min(FEATS_HEIGHT))
    }

    fn layout(
        &self,
        table: &StatisticsTable,
        row: &StatisticsRow,
        data: &StatisticsData,
        area: Rect,
        class: WindowClass,
    ) -> PanelLayout {
        let (row, chart) = match class {
            // The panels of the total stay in place for all rows.
            WindowClass::Large => (&table.rows[0], LARGE_CHART),
            _ if row.sum.played < LISTED_GAMES => (row, CHART_BESIDE_LIST),
            _ => (row, CHART),
        };
        let panels = panels(class, row, &data.ratings).into_iter().map(|panel| {
            let size = match panel {
                StatisticsPanel::Games => charts::games_size(row, &data.games),
                StatisticsPanel::Feats => feats_view::summary_size(feats_of(table, data)),
                _ => chart,
            };
            (panel, size)
        });
        PanelLayout::new(area, class, table.rows.len(), panels.collect(), self.screen.panel)
    }

    /// Says how games get here and, in a large window, which feats exist. Returns the area used.
    fn draw_empty(
        &self,
        table: &StatisticsTable,
        area: Rect,
        class: WindowClass,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) -> Rect {
        let look = self.look;
        let key = |command| key_name(&KEYS, &command);
        let new_game = key(Command::Choose);
        let (heading, advice) = match table.kind {
            None => (
                "No games to count yet.".to_owned(),
                format!("Press {} for a game, then {new_game} to play it.", key(Command::NextTab)),
            ),
            Some(kind) => {
                let title = GameFacts::of(kind).title;
                (
                    format!("No games of {title} to count yet."),
                    format!("Press {new_game} to play {title}."),
                )
            }
        };
        let text = Paragraph::new(vec![
            Line::styled(heading, look.strong()),
            Line::styled("Finish a game against a computer, and it will count here.", look.text()),
            Line::styled(look.keymap.fill(&advice), look.dim()),
        ])
        .style(look.text())
        .wrap(Wrap { trim: true });
        if class != WindowClass::Large {
            let height = drawing::cells(text.line_count(area.width)).min(area.height);
            let used = Rect { height, ..area };
            text.render(used, buffer);
            return used;
        }
        let feats = self.screen.data().map_or(&[][..], |data| feats_of(table, data));
        let block =
            Rect { height: feats_view::summary_size(feats).height.min(area.height), ..area };
        let parts = Layout::horizontal([Constraint::Fill(1); 2]).spacing(CHART_GAP);
        let [left, right] = block.layout(&parts);
        text.render(Rect { width: left.width.min(TEXT_WIDTH), ..left }, buffer);
        let place = PanelPlace { area: right, number: None };
        feats_view::draw_summary(feats, place, (buffer, look, areas));
        block
    }

    /// Draws the title and all tabs, or only the chosen tab if there is no room.
    fn draw_head(&self, frame: &Frame, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (title, look) = ("Statistics", self.look);
        frame.draw_title(title, buffer, look, areas);
        let titles = table_kinds().map(table_title).chain(["Feats"]);
        let games = titles
            .map(|title| format!(" {title} "))
            .enumerate()
            .map(|(index, name)| (name, Command::Tab(index), index == self.screen.tab))
            .collect::<Vec<_>>();
        let width: u16 = games.iter().map(|(name, ..)| drawing::text_width(name) + 1).sum();
        let [.., previous, next] = look.glyphs.more;
        let area = frame.after_title(title);
        let start = area.x + 1;
        let tabs = if start + width <= area.right() + 1 {
            games
        } else {
            let chosen = games.into_iter().filter(|&(.., is_chosen)| is_chosen);
            let mut tabs = vec![(previous.to_owned(), Command::PreviousTab, false)];
            tabs.extend(chosen);
            tabs.push((next.to_owned(), Command::NextTab, false));
            tabs
        };
        let mut x = start;
        for (name, command, is_chosen) in tabs {
            let width = drawing::text_width(&name);
            let tab = Rect { x, width, height: 1, ..area }.intersection(area);
            let style = if is_chosen { look.selected() } else { look.dim() };
            if is_chosen {
                areas.focus_on(tab);
            }
            drawing::draw_text(buffer, tab, &name, style, look);
            // A click beside an arrow of one column counts, too.
            let target = if tab.width == 1 { Rect { x: tab.x - 1, width: 3, ..tab } } else { tab };
            areas.add(target, command);
            x += tab.width + 1;
        }
    }

    /// Returns the area that the panels take.
    fn draw_panels(
        &self,
        table: &StatisticsTable,
        area: Rect,
        class: WindowClass,
        drawn: &mut DrawnStatistics,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) -> Rect {
        let (screen, look) = (self.screen, self.look);
        let (Some(row), Some(data)) = (table.rows.get(screen.row), screen.data()) else {
            return area;
        };
        let layout = self.layout(table, row, data, area, class);
        for &(panel, area) in &layout.visible {
            let number = layout.choices.iter().position(|choice| *choice == panel);
            let number = number.map(|index| [index + 1, layout.choices.len()]);
            let place = PanelPlace { area, number };
            match panel {
                StatisticsPanel::Table => {
                    let (first, selected) = (drawn.first_row, screen.row);
                    let window = TableWindow { area, first, selected }.scrolled(table.rows.len());
                    drawn.first_row = window.first;
                    draw_table(window, table, buffer, look, areas);
                }
                // Large windows keep the place of charts that the row has too few games for.
                StatisticsPanel::WinRate | StatisticsPanel::Margins
                    if row.sum.played < MIN_GAMES => {}
                StatisticsPanel::WinRate => {
                    charts::draw_win_rate(place, &screen.history, row, buffer, look);
                }
                StatisticsPanel::Margins => {
                    charts::draw_margins(place, &screen.history, row, buffer, look);
                }
                StatisticsPanel::Games => {
                    charts::draw_games(place, &screen.history, row, buffer, look);
                }
                StatisticsPanel::Feats => {
                    let feats = feats_of(table, data);
                    feats_view::draw_summary(feats, place, (buffer, look, areas));
                }
                StatisticsPanel::Rating(kind) => {
                    let course = &data.ratings[kind as usize];
                    charts::draw_rating(place, GameFacts::of(kind).title, course, buffer, look);
                }
            }
        }
        let used = layout.used();
        drawn.choices = layout.choices;
        used
    }
}

fn draw_table(
    window: TableWindow,
    table: &StatisticsTable,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let area = window.area;
    let numbers = Rect { width: table_width(area), ..area };
    let width =
        table_view::draw(TableWindow { area: numbers, ..window }, table, buffer, look, areas);
    if area.width < MIN_WIDTH_WITH_BARS {
        return;
    }
    let bars =
        Rect { x: area.x + width + 3, width: (area.width - width - 3).min(MAX_BAR_WIDTH), ..area };
    charts::draw_legend(Rect { height: 1.min(bars.height), ..bars }, buffer, look);
    for (index, row, line) in window.rows(table) {
        let beside = Rect { x: area.x + width, width: 3 + bars.width, ..line };
        if index == window.selected {
            buffer.set_style(beside, look.selected());
        }
        areas.add(beside, Command::Row(index));
        let bar = Rect { x: bars.x, width: bars.width, ..line };
        charts::draw_result_bar(bar, &row.sum, buffer, look);
    }
}

/// The width of the table without its bars.
fn table_width(area: Rect) -> u16 {
    let has_bars = area.width >= MIN_WIDTH_WITH_BARS;
    // Without bars, one column is for the scroll marks.
    let beside = if has_bars { MIN_BAR_WIDTH.max(area.width / 4) + 3 } else { 1 };
    area.width.saturating_sub(beside)
}

/// The feats of a tab: those of its game, or all.
fn feats_of<'a>(table: &StatisticsTable, data: &'a StatisticsData) -> &'a [FeatSection] {
    let of_game = |kind: GameKind| data.feats.get(kind as usize..=kind as usize);
    table.kind.map_or(&data.feats[..], |kind| of_game(kind).unwrap_or_default())
}

fn column_meanings(table: &StatisticsTable, has_leads: bool) -> String {
    let has_draws = table.rows.iter().any(|row| row.sum.drawn > 0);
    let lead = has_leads.then_some("Lead: average points ahead in games played to the end.");
    let draws = has_draws.then_some("A draw is half a win.");
    lead.into_iter().chain(draws).collect::<Vec<_>>().join(" ")
}

/// Says how many games aren't counted or, if all are, which never count. Shortened to fit.
fn uncounted_text(table: &StatisticsTable, room: Size) -> String {
    let Uncounted { practice, among_persons, among_computers, unfinished } = table.uncounted;
    let counts = [unfinished, practice, among_persons, among_computers];
    if counts == [0; 4] {
        return "Games with help, for practice or with other people don't count.".to_owned();
    }
    let text = |parts: &[(u32, &str)]| {
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, name)| format!("{count} {name}")).collect();
        format!("Not counted: {}.", parts.join(", "))
    };
    let own = [(unfinished, "unfinished"), (practice, "practice or with help")];
    let others = [(among_persons, "between people"), (among_computers, "between computers")];
    let long = text(&[own, others].concat());
    if drawing::wrap_lines(&long, room.width).len() <= room.height.into() {
        return long;
    }
    text(&[own[0], (practice, "practice"), (among_persons + among_computers, "others")])
}
