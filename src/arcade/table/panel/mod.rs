//! Draws the table: the board, and the panel with the players, the score, the status and the log.
//! The panel is beside the board, or below it if that makes the board clearly larger.
//!
//! | file | contents |
//! |---|---|
//! | `column` | an area that is filled from top to bottom, and what the game reports about itself |
//! | `players` | the title, the players with their scores and clocks, and how the game stands |
//! | `status` | what the table waits for |
//! | `thinking` | which computer players are thinking |
//! | `shared` | what only a shared table says |
//! | `events` | the log: the last events |
//! | `curtain` | the page between two people at one keyboard |

mod column;
mod curtain;
mod events;
mod players;
mod shared;
mod status;
mod thinking;

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Fill, Layout, Rect},
};

use super::result::CardPlace;
use crate::{
    app::table::Table,
    arcade::split::{Split, TextRoom},
    games::{Controller, GameView},
    widgets::{ClickAreas, Look, drawing, list, page::WindowClass},
};
use column::{PanelColumn, PanelInfo};
use events::draw_log;
use players::{
    draw_evaluation, draw_legend, draw_overview, draw_progress, draw_seats, draw_shares, draw_title,
};
use status::draw_status;

pub use curtain::draw_curtain;
pub use status::status;

pub fn draw_table<G: GameView>(
    table: &Table<G>,
    controller: &mut G::Controller,
    card: Option<&CardPlace>,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let is_new = table.autosave.experience.needs_goals();
    let has_legend = table.game.is_watched() || is_new && table.game.active_people().len() == 1;
    let class = WindowClass::of(area);
    let (split, info) = table.scene(|scene| {
        let extent = |space| G::extent(controller, scene, space, look);
        let split = Split::new(area, &TextRoom::of(area), &extent);
        let with_card = card.and_then(|_| Split::with_card(area, split.board, &extent));
        if let Some(card) = card {
            card.set(with_card);
        }
        let split = with_card.unwrap_or_else(|| split.with_free_corner(G::free_corner));
        G::draw(controller, scene, split.board, buffer, look, areas);
        let goal = |seat| G::goal(scene.observation, seat, scene.notation);
        let height = look.glyphs.blocks.then_some(split.board.height);
        let told = table.settled_observation();
        let info = PanelInfo {
            open_points: G::open_points(&told),
            progress: G::progress(&told),
            pending_input: controller.pending_input(scene),
            goal: scene.deciding.iter().next().filter(|_| is_new).and_then(goal),
            legend: if has_legend { G::legend(scene.observation, height) } else { &[] },
            overview: None,
        };
        // The card takes the place of the panel.
        (with_card.is_none().then_some(split), info)
    });
    let Some(split) = split else { return };
    // The overview would tell the end of the count.
    let has_overview = class == WindowClass::Large && !table.is_celebrating();
    let overview = has_overview.then(|| {
        let history = &table.game.session().events()[..table.settled_lines()];
        let mut overview = G::overview(history, &table.settled_observation())?;
        for row in &mut overview.rows {
            if let Some(seat) = row.seat {
                row.label = table.called(seat);
            }
        }
        Some(overview)
    });
    let info = PanelInfo { overview: overview.flatten(), ..info };
    let Split { text, is_below, .. } = split;
    let mut column = PanelColumn { buffer, look, area: text, y: text.y, is_below, class };
    if !is_below {
        return draw_panel(&mut column, table, &info, areas);
    }
    let gap = if column.is_spacious() { 4 } else { 1 };
    let halves = Layout::horizontal([Fill(1), Fill(1)]).spacing(gap);
    let [left, right] = text.layout(&halves);
    column.area = left;
    draw_standing(&mut column, table, &info);
    (column.area, column.y) = (right, right.y);
    draw_status_and_log(&mut column, table, &info, areas);
}

/// Draws the whole panel beside the board.
fn draw_panel<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    info: &PanelInfo,
    areas: &mut ClickAreas,
) {
    let gap = u16::from(column.is_spacious());
    draw_title(column, table);
    column.y += gap;
    draw_seats(column, table);
    if column.rest() > 6 {
        draw_shares(column, table, info);
        draw_evaluation(column, table);
        draw_progress(column, table, info);
        draw_legend(column, info);
        draw_overview(column, info);
    } else {
        draw_evaluation(column, table);
    }
    column.y += gap;
    // The status takes at least two rows, so that the log doesn't move with every turn.
    draw_status(column, table, info, areas, if gap > 0 { 2 } else { 0 });
    column.y += gap;
    let log = column.y;
    draw_log(column, table);
    leave_room_for_messages(column, log, areas);
}

/// Draws the players and the score: the left half of a panel below the board.
fn draw_standing<G: GameView>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    let top = column.below_names(1);
    draw_title(column, table);
    let title = column.end_of_text(top);
    draw_seats(column, table);
    draw_shares(column, table, info);
    draw_evaluation(column, table);
    if column.rest() > 0 {
        draw_progress(column, table, info);
        return draw_overview(column, info);
    }
    // Where the rows are few, the progress stands beside the title, or the end of it.
    let progress = info.progress.as_deref().unwrap_or_default();
    let end = progress.rsplit(", ").next().unwrap_or_default();
    let free = top.right().saturating_sub(title + 2);
    if let Some(text) = [progress, end].iter().find(|text| drawing::text_width(text) <= free) {
        list::draw_text_right(column.buffer, top, text, column.look.dim(), column.look);
    }
}

/// The rows that a gap above the log of a panel below the board leaves to it, and its own.
const MIN_LOG_ROWS_BELOW_GAP: u16 = 5;

/// Draws the status and the log: the right half of a panel below the board.
fn draw_status_and_log<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    info: &PanelInfo,
    areas: &mut ClickAreas,
) {
    draw_status(column, table, info, areas, 1);
    if column.rest() >= MIN_LOG_ROWS_BELOW_GAP {
        column.y += 1;
    }
    draw_log(column, table);
}

/// The rows of most messages beside a board.
const MESSAGE_ROWS: u16 = 3;

/// Leaves the rows below the log to messages, or else those of the oldest events. `top` is the
/// first row of the log.
fn leave_room_for_messages(column: &PanelColumn, top: u16, areas: &mut ClickAreas) {
    let y = match column.rest() {
        MESSAGE_ROWS => column.y,
        rest if rest > MESSAGE_ROWS => column.y + 1,
        _ => top,
    };
    let height = column.area.bottom().saturating_sub(y);
    areas.set_message_area(Rect { y, height, ..column.area });
}
