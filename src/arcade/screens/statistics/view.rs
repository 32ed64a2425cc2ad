//! Draws the statistics page: the tabs, the table with its bars, and the panels.

use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Layout, Rect, Size},
    text::Line,
    widgets::{Paragraph, Widget, Wrap},
};

use super::{
    Command, DrawnStatistics, KEYS, StatisticsScreen,
    charts::{self, GameRating, PanelPlace},
    feats_view,
    layout::{MIN_GRID_SIZE, PageContents, PanelLayout, StatisticsPanel},
    results_view::{self, ResultsWindow},
    table_view::{self, TableWindow},
};
use crate::{
    app::{
        feats::FeatSection,
        statistics::{
            RatingChart, ResultHistory, StatisticsData, StatisticsRow, StatisticsTable,
            table_kinds, table_title,
        },
    },
    database::statistics::{ResultTally, Uncounted},
    practice::stars::LAST_GAMES,
    widgets::{
        ClickAreas, Look, drawing,
        keys::key_name,
        list,
        page::{Frame, WindowClass},
    },
};
use fourcade_engine::GameKind;

const MIN_WIDTH_WITH_BARS: u16 = 108;
/// The widths of bars without and with a border, on which the legend stands.
const BAR_WIDTHS: [u16; 2] = [26, 12];
const BAR_GAP: u16 = 3;

pub struct View<'a> {
    pub screen: &'a StatisticsScreen,
    pub look: &'a Look,
}

impl View<'_> {
    pub fn draw(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) -> DrawnStatistics {
        let (screen, look) = (self.screen, self.look);
        let frame = Frame::filling(area);
        let has_grid = fits_grid(&frame);
        let first_row = screen.drawn.first_row;
        let mut drawn = DrawnStatistics { first_row, ..DrawnStatistics::default() };
        self.draw_head(&frame, buffer, areas);
        let data = match &screen.data {
            Some(Ok(data)) => data,
            Some(Err(error)) => {
                let text = format!("Can't count the saved games: {error}.");
                drawing::draw_lines(buffer, frame.content, &text, look.alert(), look);
                return drawn;
            }
            None => return drawn,
        };
        let [body, note] = split(&frame, has_grid);
        let Some(table) = screen.table() else {
            let row = screen.row;
            let area = if has_grid { body } else { frame.content };
            if frame.class == WindowClass::Large {
                let [done, all] = feats_view::progress(&data.feats);
                let text = format!("{done} of {all} feats");
                list::draw_text_right(buffer, frame.title, &text, look.dim(), look);
            }
            [drawn.first_row, drawn.visible[0]] =
                feats_view::draw(data, row, first_row, area, buffer, look, areas);
            return drawn;
        };
        let class = frame.class;
        drawn.class = class;
        let (ratings, total) = (&data.ratings, &screen.total);
        let contents = PageContents { table, ratings, total, row: screen.selected_row() };
        let layout = if has_grid {
            PanelLayout::grid(body, contents)
        } else {
            PanelLayout::new(body, class, contents, screen.panel)
        };
        drawn.hides_rows = !layout.shows(StatisticsPanel::Table);
        drawn.hides_results = !layout.shows(StatisticsPanel::Games);
        drawn.has_picture = layout.shows(StatisticsPanel::Picture);
        self.draw_panels(&layout, table, data, &mut drawn, buffer, areas);
        if class == WindowClass::Small {
            self.draw_panel_number(&frame, &layout, buffer);
        } else {
            self.draw_note(table, data, &layout, note, buffer);
            areas.replace_with_message(note);
        }
        drawn.choices = layout.choices;
        drawn
    }

    /// Says what isn't counted. In large windows, also explains the columns and what is missing.
    fn draw_note(
        &self,
        table: &StatisticsTable,
        data: &StatisticsData,
        layout: &PanelLayout,
        note: Rect,
        buffer: &mut Buffer,
    ) {
        let look = self.look;
        let has_stars = layout.has_borders && table.kind.is_none();
        let meanings = Some(meanings_text(table, &data.ratings, has_stars))
            .filter(|text| note.height > 1 && !text.is_empty());
        let room = Size::new(note.width, note.height - u16::from(meanings.is_some()));
        let lines = [Some(uncounted_text(table, room)), meanings];
        let text = lines.into_iter().flatten().collect::<Vec<_>>().join("\n");
        drawing::draw_lines(buffer, note, &text, look.dim(), look);
    }

    /// Draws the number of the panel beside the title, because not all panels of small windows have
    /// a heading.
    fn draw_panel_number(&self, frame: &Frame, layout: &PanelLayout, buffer: &mut Buffer) {
        let (shown, choices) = (layout.visible[0].0, &layout.choices);
        if let Some(number) = choices.iter().position(|choice| *choice == shown) {
            let text = format!("{}/{}", number + 1, choices.len());
            list::draw_text_right(buffer, frame.title, &text, self.look.dim(), self.look);
        }
    }

    /// Explains how to play a game that counts.
    fn draw_advice(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let key = |command| key_name(&KEYS, &command);
        let [tab, new_game] = [key(Command::NextTab), key(Command::Choose)];
        let advice = format!("Press {tab} for a game, then {new_game} to play it.");
        let lines = vec![
            Line::styled("No games to count yet.", look.strong()),
            Line::styled("Finish a game against a computer, and it will count here.", look.text()),
            Line::styled(look.keymap.fill(&advice), look.dim()),
        ];
        let text = Paragraph::new(lines).style(look.text()).wrap(Wrap { trim: true });
        // In small windows, the text may use the rows below its area, which are empty.
        let height = drawing::cells(text.line_count(area.width)).max(area.height);
        text.render(Rect { height, ..area }.intersection(buffer.area), buffer);
    }

    /// Names the key that starts a game against the selected opponents; empty if there is none.
    fn advice_to_play(&self) -> String {
        let row = self.screen.selected_row();
        let Some(row) = row.filter(|_| self.screen.enter_action().1 == Some(Command::NewGame))
        else {
            return String::new();
        };
        let action = match &*row.characters {
            _ if row.is_total() => "starts a new game",
            "" => &format!("plays {}", row.full_name),
            characters => &format!("plays {}: {characters}", row.full_name),
        };
        let key = key_name(&KEYS, &Command::Choose);
        self.look.keymap.fill(&format!("{key} {action}.")).into_owned()
    }

    /// Draws the title and all tabs, or only the chosen tab if there is no room.
    fn draw_head(&self, frame: &Frame, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let (title, look) = ("Statistics", self.look);
        frame.draw_title(title, buffer, look, areas);
        let titles = table_kinds().map(table_title).chain(["Feats"]);
        let all = titles
            .map(|title| format!(" {title} "))
            .enumerate()
            .map(|(index, name)| (name, Command::Tab(index), index == self.screen.tab))
            .collect::<Vec<_>>();
        let width: u16 = all.iter().map(|(name, ..)| drawing::text_width(name) + 1).sum();
        let [.., previous, next] = look.glyphs.more;
        let area = frame.after_title(title);
        let start = area.x + 1;
        let tabs = if start + width <= area.right() + 1 {
            all
        } else {
            let chosen = all.into_iter().filter(|&(.., is_chosen)| is_chosen);
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

    fn draw_panels(
        &self,
        layout: &PanelLayout,
        table: &StatisticsTable,
        data: &StatisticsData,
        drawn: &mut DrawnStatistics,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        let (screen, look) = (self.screen, self.look);
        let nothing = StatisticsRow::without_games();
        // Before the first game, the panels are about all opponents.
        let selected = screen.selected_row().filter(|_| screen.total.games > 0);
        let row = selected.unwrap_or(&nothing);
        let history = &screen.history;
        let all = format!("All of {}", table_title(table.kind));
        let all = if table.kind.is_some() { &*all } else { table_title(None) };
        // The games of a row may be too few for a line.
        let of_line = |has_line: fn(&ResultHistory) -> bool| {
            if has_line(history) || !has_line(&screen.total) {
                (history, charts::row_titles(row))
            } else {
                (&screen.total, vec![all])
            }
        };
        let rating_of = |kind| GameRating::new(kind, data);
        for &(panel, area) in &layout.visible {
            let number = layout.choices.iter().position(|choice| *choice == panel);
            let number = number.filter(|_| drawn.class > WindowClass::Small);
            let number = number.map(|index| [index + 1, layout.choices.len()]);
            let place = PanelPlace { area, number, has_border: layout.has_borders };
            match panel {
                StatisticsPanel::Table if table.rows.is_empty() => {
                    let area = draw_table_border(place, table, buffer, look);
                    self.draw_advice(area, buffer);
                }
                StatisticsPanel::Table => {
                    let area = draw_table_border(place, table, buffer, look);
                    let (first, selected) = (drawn.first_row, screen.row);
                    let has_focus = screen.result.is_none();
                    let window = TableWindow { area, first, selected, has_focus };
                    let window = window.scrolled(table.rows.len());
                    drawn.first_row = window.first;
                    drawn.visible[0] = window.visible();
                    draw_table(window, table, layout.has_borders, buffer, look, areas);
                }
                StatisticsPanel::Opponents => {
                    draw_opponents(place, data.opponents(), buffer, look);
                }
                StatisticsPanel::Lines => {
                    let advice = self.advice_to_play();
                    charts::draw_beginning(place, table.kind, &screen.total, &advice, buffer, look);
                }
                StatisticsPanel::WinRate => {
                    let (history, titles) = of_line(ResultHistory::has_win_rate);
                    charts::draw_win_rate(place, history, &titles, buffer, look);
                }
                StatisticsPanel::Margins => {
                    let (history, titles) = of_line(ResultHistory::has_margins);
                    charts::draw_margins(place, history, &titles, buffer, look);
                }
                StatisticsPanel::Games => {
                    let (first, selected) = (screen.drawn.first_result, screen.result);
                    let window = ResultsWindow { history, row, first, selected };
                    [drawn.first_result, drawn.visible[1]] =
                        results_view::draw(window, place, buffer, look, areas);
                }
                StatisticsPanel::Feats => {
                    let feats = feats_of(table, data);
                    feats_view::draw_summary(feats, place, buffer, look, areas);
                }
                StatisticsPanel::Picture => screen.picture.draw(place, buffer, look),
                StatisticsPanel::RatingOf(kind) => {
                    let rating =
                        GameRating { title: &[table_title(Some(kind))], ..rating_of(kind) };
                    charts::draw_rating(place, &rating, buffer, look);
                }
                StatisticsPanel::Rating => match table.kind {
                    None => charts::draw_ratings(place, &data.ratings, &data.stars, buffer, look),
                    Some(kind) => charts::draw_rating(place, &rating_of(kind), buffer, look),
                },
            }
        }
    }
}

fn fits_grid(frame: &Frame) -> bool {
    let Size { width, height } = MIN_GRID_SIZE;
    frame.content.width >= width && frame.content.height >= height
}

/// The panels, and the note below them.
fn split(frame: &Frame, has_grid: bool) -> [Rect; 2] {
    let (height, gap) = match frame.class {
        _ if has_grid => (2, 0),
        WindowClass::Small => (0, 0),
        WindowClass::Usual => (1, 1),
        WindowClass::Large => (2, 1),
    };
    let parts = [Constraint::Fill(1), Constraint::Length(height)];
    frame.content.layout(&Layout::vertical(parts).spacing(gap))
}

/// Draws the border of a table with the legend of its bars. Returns the area inside.
fn draw_table_border(
    place: PanelPlace,
    table: &StatisticsTable,
    buffer: &mut Buffer,
    look: &Look,
) -> Rect {
    if !place.has_border {
        return place.area;
    }
    let name = if table.kind.is_some() { "opponents" } else { "games" };
    let area = charts::draw_titled(place, &[], name, &[], buffer, look);
    let legend = Rect { height: 1, y: place.area.y, ..area };
    charts::draw_legend(legend, &sum_of(table), buffer, look);
    area
}

/// The sum of all games, which is the first row if there are several.
fn sum_of(table: &StatisticsTable) -> ResultTally {
    table.rows.first().map(|row| row.sum.clone()).unwrap_or_default()
}

/// Draws the most played opponents, which can't be selected.
fn draw_opponents(place: PanelPlace, table: StatisticsTable, buffer: &mut Buffer, look: &Look) {
    let count = table.rows.len();
    let shown = usize::from(place.area.height.saturating_sub(3));
    let part = (shown < count).then(|| format!("{shown} of {count}, most played first"));
    let area = charts::draw_titled(place, &[], "opponents", part.as_slice(), buffer, look);
    if count == 0 {
        return charts::draw_hint(area, "Your opponents will be listed here.", buffer, look);
    }
    let rows = table.rows.into_iter().take(shown).collect();
    let (table, areas) = (StatisticsTable { rows, ..table }, &mut ClickAreas::default());
    let window = TableWindow { area, first: 0, selected: count, has_focus: false };
    draw_table(window, &table, place.has_border, buffer, look, areas);
}

fn draw_table(
    window: TableWindow,
    table: &StatisticsTable,
    has_border: bool,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let area = window.area;
    let has_bars = sum_of(table).played > 0 && (has_border || area.width >= MIN_WIDTH_WITH_BARS);
    let bar_width = BAR_WIDTHS[usize::from(has_border)];
    // Without bars, one column is for the scroll marks.
    let width = if has_bars { BAR_GAP + bar_width } else { 1 };
    let [numbers, beside] =
        area.layout(&Layout::horizontal([Constraint::Fill(1), Constraint::Length(width)]));
    table_view::draw(TableWindow { area: numbers, ..window }, table, buffer, look, areas);
    if !has_bars {
        return;
    }
    let bars = Rect { x: beside.right().saturating_sub(bar_width), width: bar_width, ..area };
    let gap = Rect { width: beside.width.saturating_sub(bar_width + 1), ..beside };
    if !has_border {
        let legend = Rect { height: 1.min(bars.height), ..bars };
        charts::draw_legend(legend, &sum_of(table), buffer, look);
    }
    for (index, row, line) in window.rows(table) {
        let beside = Rect { x: beside.x, width: beside.width, ..line };
        areas.add(beside, Command::Row(index));
        if index == window.selected {
            buffer.set_style(Rect { y: line.y, height: 1, ..gap }, window.selected_style(look));
        }
        let bar = Rect { x: bars.x, width: bars.width, ..line };
        charts::draw_result_bar(bar, &row.sum, buffer, look);
    }
}

/// The feats of a tab: those of its game, or all.
fn feats_of<'a>(table: &StatisticsTable, data: &'a StatisticsData) -> &'a [FeatSection] {
    let of_game = |kind: GameKind| data.feats.get(kind as usize..=kind as usize);
    table.kind.map_or(&data.feats[..], |kind| of_game(kind).unwrap_or_default())
}

fn meanings_text(table: &StatisticsTable, ratings: &[RatingChart], has_stars: bool) -> String {
    let has_leads = table.rows.iter().any(|row| row.sum.margin_mean.is_some());
    let has_draws = table.rows.iter().any(|row| row.sum.drawn > 0);
    let lead = has_leads.then_some("Lead: average points ahead in games played to the end.");
    let draws = has_draws.then_some("A draw is half a win.");
    let mut rated = ratings
        .iter()
        .zip(GameKind::ALL)
        .filter(|(_, kind)| table.kind.is_none_or(|of_page| of_page == *kind));
    let is_unrated = rated.any(|(chart, _)| chart.known().is_none());
    let rating = is_unrated.then(charts::rating_begins);
    let stars = has_stars
        .then(|| format!("Stars count your wins in the last {LAST_GAMES} games against a level."));
    let sentences = lead.into_iter().chain(draws).map(str::to_owned).chain(rating).chain(stars);
    sentences.collect::<Vec<_>>().join(" ")
}

/// Says how many games aren't counted or, if all are, which never count. Shortened to fit.
fn uncounted_text(table: &StatisticsTable, room: Size) -> String {
    let Uncounted { practice, among_persons, among_computers, unfinished } = table.uncounted;
    let counts = [unfinished, practice, among_persons, among_computers];
    if counts == [0; 4] {
        return "Practice games and games with other people don't count.".to_owned();
    }
    let text = |parts: &[(u32, &str)]| {
        let parts = parts.iter().filter(|(count, _)| *count > 0);
        let parts: Vec<String> = parts.map(|(count, name)| format!("{count} {name}")).collect();
        format!("Not counted: {}.", parts.join(", "))
    };
    let own = [(unfinished, "unfinished"), (practice, "for practice")];
    let others = [(among_persons, "between people"), (among_computers, "between computers")];
    let long = text(&[own, others].concat());
    if drawing::wrap_lines(&long, room.width).len() <= room.height.into() {
        return long;
    }
    text(&[own[0], own[1], (among_persons + among_computers, "others")])
}
