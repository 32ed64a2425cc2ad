//! How the page of saved games looks.

use std::ops::Range;

use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length},
        Layout, Rect,
    },
    style::Modifier,
};

use super::{Command, KEYS, SavedGamesScreen, list::ListStatus};
use crate::{
    app::saved_games::descriptions,
    arcade::keys::GAME_DIGITS,
    games::GameFacts,
    widgets::{
        ClickAreas, Look, drawing,
        keys::key_name,
        list::{TextColumn, draw_scroll_marks, draw_selection, draw_text_right},
        page::{Frame, WindowClass},
    },
};
use fourcade_engine::GameKind;

/// The width of a list with all columns. A wider one has more room for the players.
const LIST_WIDTH: u16 = 75;
const MAX_LIST_WIDTH: u16 = LIST_WIDTH + 25;
/// Below this width, the list has fewer columns.
const NARROW_WIDTH: u16 = LIST_WIDTH - 10;

pub struct SavedGamesLayout {
    title: Rect,
    filter: Rect,
    headings: Option<Rect>,
    pub list: Rect,
    /// Two lines about the selected game.
    details: Rect,
}

impl SavedGamesLayout {
    pub fn new(area: Rect) -> Self {
        let Frame { class, title, content } = Frame::new(area);
        let has_headings = class > WindowClass::Small;
        let (heading, gap) = (u16::from(has_headings), u16::from(has_headings));
        // The scroll marks are to the right of the list; in a small window, that is the page's
        // margin.
        let width = content.width.saturating_sub(gap).min(MAX_LIST_WIDTH);
        let rows = [Length(1), Length(gap), Length(heading), Fill(1), Length(gap), Length(2)];
        let [filter, _, headings, list, _, details] =
            Rect { width, ..content }.layout(&Layout::vertical(rows));
        Self {
            title,
            filter,
            headings: has_headings.then_some(headings),
            list,
            details: drawing::skip_columns(details, 2),
        }
    }
}

const PLAYED_AT: TextColumn = TextColumn::new(2, 10);
const GAME: TextColumn = TextColumn::new(14, 13);
const PLAYERS: TextColumn = TextColumn::new(29, 18);
const RESULT: TextColumn = TextColumn::new(48, 11);
const TURNS: TextColumn = TextColumn::new(60, 5);
const MARKS: TextColumn = TextColumn::new(66, 8);
const NARROW_GAME: TextColumn = TextColumn::new(2, 13);
const NARROW_PLAYERS: TextColumn = TextColumn::new(16, 11);
const NARROW_RESULT: TextColumn = TextColumn::new(28, 10);

fn extra_width(row: Rect) -> u16 {
    row.width.saturating_sub(LIST_WIDTH)
}

/// The columns to the right of the players: the result, the turns and the marks.
fn after_players(row: Rect) -> [TextColumn; 3] {
    [RESULT, TURNS, MARKS].map(|column| TextColumn { x: column.x + extra_width(row), ..column })
}

pub struct View<'a> {
    pub screen: &'a SavedGamesScreen,
    pub look: &'a Look,
}

impl View<'_> {
    pub fn draw(
        &self,
        layout: &SavedGamesLayout,
        visible: Range<usize>,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        self.draw_title(layout.title, &visible, buffer);
        self.draw_filter(layout.filter, buffer, areas);
        areas.focus_on(layout.list);
        if self.screen.list.status() != ListStatus::Filled {
            return self.draw_status(layout.list, buffer);
        }
        if let Some(headings) = layout.headings {
            self.draw_headings(headings, buffer);
        }
        let has_more_above = visible.start > 0;
        let has_more_below = visible.end < self.screen.list.len();
        for (row, position) in layout.list.rows().zip(visible) {
            areas.add(row, Command::Row(position));
            self.draw_row(position, row, buffer, areas);
        }
        draw_scroll_marks(buffer, layout.list, has_more_above, has_more_below, self.look);
        if let Some(game) = self.screen.list.selected_game() {
            let played_at = self.screen.clock.date_and_time(game.times.last_played);
            let lines = [
                descriptions::seats_within(game, layout.details.width, self.screen.naming),
                format!("{played_at}, {}", descriptions::facts(game)),
            ];
            for (line, row) in lines.iter().zip(layout.details.rows()) {
                drawing::draw_text(buffer, row, line, self.look.dim(), self.look);
            }
        }
    }

    fn draw_title(&self, area: Rect, visible: &Range<usize>, buffer: &mut Buffer) {
        let (title, look) = ("Saved games", self.look);
        drawing::draw_text(buffer, area, title, look.accent(), look);
        let text = match (&self.screen.job, self.screen.list.len()) {
            (Some(job), _) => format!("{}{}", job.kind.description(), look.glyphs.activity_dots),
            (None, 0) => return,
            (None, count) => format!("{} - {} of {count}", visible.start + 1, visible.end),
        };
        let rest = drawing::skip_columns(area, drawing::text_width(title) + 2);
        draw_text_right(buffer, rest, &text, look.dim(), look);
    }

    /// A click on the filter selects the next game and, at the last one, shows all games.
    fn draw_filter(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let look = self.look;
        let filter = self.screen.list.filter();
        let title = filter.map_or("all", |game| GameFacts::of(game).title);
        let parts = [
            ("Game (", look.dim()),
            (&**GAME_DIGITS, look.accent()),
            ("): ", look.dim()),
            (title, if filter.is_none() { look.text() } else { look.strong() }),
        ];
        let mut rest = area;
        for (text, style) in parts {
            drawing::draw_text(buffer, rest, text, style, look);
            rest = drawing::skip_columns(rest, drawing::text_width(text));
        }
        let at = filter.and_then(|game| GameKind::ALL.iter().position(|other| *other == game));
        let next = GameKind::ALL.get(at.map_or(0, |at| at + 1)).copied();
        // After the last game, the command with the filter's own game shows all games.
        if let Some(game) = next.or(filter) {
            areas.add(Rect { width: area.width - rest.width, ..area }, Command::Game(game));
        }
    }

    fn draw_status(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let (text, style) = match self.screen.list.status() {
            ListStatus::Filled => return,
            ListStatus::Loading => (format!("Loading{}", look.glyphs.activity_dots), look.dim()),
            ListStatus::Failed(error) => {
                (format!("Can't read the saved games: {error}."), look.alert())
            }
            ListStatus::Empty => {
                let leave = key_name(&KEYS, &Command::Leave);
                let or_import = if self.screen.has_files {
                    let import = key_name(&KEYS, &Command::Import);
                    format!(", or {import} to import a game from a file")
                } else {
                    String::new()
                };
                let text = format!(
                    "No games yet. Every game you play is saved here. Press {leave} for the \
                     menu{or_import}."
                );
                (text, look.text())
            }
            ListStatus::NoMatch => (
                format!(
                    "No games match. Press {} to show all games.",
                    key_name(&KEYS, &Command::Leave)
                ),
                look.text(),
            ),
        };
        let area = Rect { width: area.width.min(60), ..area };
        drawing::draw_lines(buffer, area, &look.keymap.fill(&text), style, look);
    }

    fn draw_headings(&self, row: Rect, buffer: &mut Buffer) {
        let style = self.look.dim();
        let [result, turns, _] = after_players(row);
        for (column, heading) in
            [(PLAYED_AT, "when"), (GAME, "game"), (PLAYERS, "players"), (result, "result")]
        {
            column.draw(buffer, row, heading, style, self.look);
        }
        turns.draw_right(buffer, row, "turns", style, self.look);
    }

    fn draw_row(&self, position: usize, row: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let look = self.look;
        let (plain, dim, strong) = if position == self.screen.list.selected() {
            let plain = look.selected().remove_modifier(Modifier::BOLD);
            draw_selection(buffer, row, plain, look, areas);
            (plain, plain, look.selected())
        } else {
            (look.text(), look.dim(), look.strong())
        };
        let Some(game) = self.screen.list.game(position) else { return };
        let naming = self.screen.naming;
        // Unfinished games stand out.
        let result_style = if game.times.ended.is_none() { strong } else { plain };
        let (title, result) = (descriptions::title(game), descriptions::result(game));
        if row.width < NARROW_WIDTH {
            NARROW_GAME.draw(buffer, row, &title, plain, look);
            let players = descriptions::opponents_within(game, NARROW_PLAYERS.width, naming);
            NARROW_PLAYERS.draw(buffer, row, &players, plain, look);
            NARROW_RESULT.draw(buffer, row, &result, result_style, look);
        } else {
            let played_at = self.screen.clock.time_or_date(game.times.last_played);
            PLAYED_AT.draw(buffer, row, &played_at, dim, look);
            GAME.draw(buffer, row, &title, plain, look);
            let [result_column, turns, marks] = after_players(row);
            let width = PLAYERS.width + extra_width(row);
            let players = descriptions::players_within(game, width, naming);
            TextColumn { width, ..PLAYERS }.draw(buffer, row, &players, plain, look);
            result_column.draw(buffer, row, &result, result_style, look);
            turns.draw_right(buffer, row, &game.turns.to_string(), plain, look);
            marks.draw(buffer, row, &descriptions::marks(game), dim, look);
        }
    }
}
