//! How the saved-games screen is drawn: the filter, a row for each game, and the details of the
//! selected game.

use std::ops::Range;

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Modifier,
    widgets::{Paragraph, Widget, Wrap},
};

use super::{
    SavedGamesScreen, descriptions,
    details::GameDetails,
    filter::ListFilter,
    keys::{Command, KEYS},
    layout::{LIST_WIDTH, NARROW_WIDTH, SavedGamesLayout},
    list::ListStatus,
};
use crate::widgets::{
    AnyCommand, ClickAreas, ClickTarget, Look, drawing,
    keys::key_name,
    list::{TextColumn, draw_scroll_marks, draw_selection, draw_text_right},
};

const PLAYED_AT: TextColumn = TextColumn::new(2, 10);
const GAME: TextColumn = TextColumn::new(13, 16);
const PLAYERS: TextColumn = TextColumn::new(30, 18);
const RESULT: TextColumn = TextColumn::new(49, 10);
const TURNS: TextColumn = TextColumn::new(60, 5);
const MARKS: TextColumn = TextColumn::new(67, 8);
const NARROW_GAME: TextColumn = TextColumn::new(2, 13);
const NARROW_PLAYERS: TextColumn = TextColumn::new(16, 11);
const NARROW_RESULT: TextColumn = TextColumn::new(28, 10);

/// The columns that a row of a very wide list has in addition, all for the players.
fn extra_width(row: Rect) -> u16 {
    row.width.saturating_sub(LIST_WIDTH)
}

/// The columns to the right of the players: the result, the turns and the marks.
fn after_players(row: Rect) -> [TextColumn; 3] {
    [RESULT, TURNS, MARKS].map(|column| TextColumn { x: column.x + extra_width(row), ..column })
}

/// Draws the screen.
pub struct View<'a> {
    pub screen: &'a SavedGamesScreen,
    pub look: &'a Look,
}

impl View<'_> {
    /// Draws the screen with these rows of the list visible.
    pub fn draw(
        &self,
        layout: &SavedGamesLayout,
        visible: Range<usize>,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        self.draw_title(layout.title, &visible, buffer);
        self.draw_filter(layout.filter, buffer, areas);
        if *self.screen.list.status() != ListStatus::Filled {
            return self.draw_status(layout.list, buffer);
        }
        if let Some(headings) = layout.headings {
            self.draw_headings(headings, buffer);
        }
        let has_more_above = visible.start > 0;
        let has_more_below = visible.end < self.screen.list.len();
        for (row, position) in layout.list.rows().zip(visible) {
            areas.add(row, ClickTarget::Item(position));
            self.draw_row(position, row, buffer);
        }
        draw_scroll_marks(buffer, layout.list, has_more_above, has_more_below, self.look);
        if let Some(game) = self.screen.list.selected_game() {
            let played_at = self.screen.clock.date_and_time(game.times.last_played);
            GameDetails { game, played_at, preview: &self.screen.preview, look: self.look }
                .draw(layout.details, buffer);
        }
    }

    /// Draws the title, and beside it which games are visible or which job is running.
    fn draw_title(&self, area: Rect, visible: &Range<usize>, buffer: &mut Buffer) {
        let (title, look) = ("Games", self.look);
        drawing::draw_text(buffer, area, title, look.accent(), look);
        let text = match (&self.screen.job, self.screen.list.len()) {
            (Some(job), _) => format!("{}{}", job.kind.description(), look.glyphs.ellipsis),
            (None, 0) => return,
            (None, count) => format!("{} - {} of {count}", visible.start + 1, visible.end),
        };
        let inset = drawing::text_width(title) + 2;
        let rest = Rect { x: area.x + inset, width: area.width.saturating_sub(inset), ..area };
        draw_text_right(buffer, rest, &text, look.dim(), look);
    }

    /// Draws each part of the filter with its key, as a button.
    fn draw_filter(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let look = self.look;
        let is_narrow = area.width < NARROW_WIDTH;
        let parts =
            [(Command::Game, "game"), (Command::Opponent, "opponent"), (Command::Result, "result")];
        let values = self.screen.list.filter().labels().into_iter();
        let mut x = area.x;
        for ((command, label), (value, default)) in
            parts.into_iter().zip(values.zip(ListFilter::default().labels()))
        {
            let label = if is_narrow { String::new() } else { format!(" {label}") };
            let value_style = if value == default { look.dim() } else { look.strong() };
            let start = x;
            for (text, style) in [
                (&*key_name(&KEYS, command), look.accent()),
                (&*label, look.dim()),
                (" ", look.dim()),
                (&*value, value_style),
            ] {
                let rest = Rect { x, width: area.right().saturating_sub(x), ..area };
                drawing::draw_text(buffer, rest, text, style, look);
                x = (x + drawing::text_width(text)).min(area.right());
            }
            areas.add(
                Rect { x: start, width: x - start, ..area },
                ClickTarget::Command(AnyCommand::new(command)),
            );
            x = (x + if is_narrow { 2 } else { 4 }).min(area.right());
        }
    }

    /// Draws the reason why no game is listed, and what to do.
    fn draw_status(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let (text, style) = match self.screen.list.status() {
            ListStatus::Filled => return,
            ListStatus::Loading => (format!("Loading{}", look.glyphs.ellipsis), look.dim()),
            ListStatus::Failed(error) => {
                (format!("Can't read the saved games: {error}."), look.alert())
            }
            ListStatus::Empty => {
                let leave = key_name(&KEYS, Command::Leave);
                let or_import = if self.screen.has_files {
                    let import = key_name(&KEYS, Command::Import);
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
                    key_name(&KEYS, Command::All)
                ),
                look.text(),
            ),
        };
        let area = Rect { width: area.width.min(60), ..area };
        Paragraph::new(text).style(style).wrap(Wrap { trim: true }).render(area, buffer);
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

    fn draw_row(&self, position: usize, row: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let (plain, dim, strong) = if position == self.screen.list.selected() {
            let plain = look.selected().remove_modifier(Modifier::BOLD);
            draw_selection(buffer, row, plain, look);
            (plain, plain, look.selected())
        } else {
            (look.text(), look.dim(), look.strong())
        };
        let Some(game) = self.screen.list.game(position) else {
            return PLAYED_AT.draw(buffer, row, look.glyphs.ellipsis, dim, look);
        };
        // Unfinished games stand out.
        let result_style = if game.times.ended.is_none() { strong } else { plain };
        let (title, players, result) =
            (descriptions::title(game), descriptions::players(game), descriptions::result(game));
        if row.width < NARROW_WIDTH {
            NARROW_GAME.draw(buffer, row, &title, plain, look);
            let players = descriptions::players_within(game, NARROW_PLAYERS.width);
            NARROW_PLAYERS.draw(buffer, row, &players, plain, look);
            NARROW_RESULT.draw(buffer, row, &result, result_style, look);
        } else {
            let played_at = self.screen.clock.time_or_date(game.times.last_played);
            PLAYED_AT.draw(buffer, row, &played_at, dim, look);
            GAME.draw(buffer, row, &title, plain, look);
            let [result_column, turns, marks] = after_players(row);
            let width = PLAYERS.width + extra_width(row);
            TextColumn { width, ..PLAYERS }.draw(buffer, row, &players, plain, look);
            result_column.draw(buffer, row, &result, result_style, look);
            turns.draw_right(buffer, row, &game.turns.to_string(), plain, look);
            marks.draw(buffer, row, &descriptions::marks(game), dim, look);
        }
    }
}
