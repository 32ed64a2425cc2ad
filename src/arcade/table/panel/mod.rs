//! Draws the table: the board, and beside or below it the panel with players, status and log.
//!
//! | file | contents |
//! |---|---|
//! | `column` | an area filled from top to bottom, and the game's texts about the position |
//! | `title` | the game, and what is special about it |
//! | `players` | the seats with their players, clocks and scores |
//! | `match_points` | the points of the match, from its second game on |
//! | `position` | shares of the points, evaluation, progress, legend, overview |
//! | `status` | whose turn it is, the hint, or the result |
//! | `seat_inputs` | what several people type at the same time |
//! | `thinking` | the computer players that are thinking |
//! | `shared` | the status of a shared table |
//! | `event_log` | the last events of the game |
//! | `hand_over` | the page between the turns of two people at one keyboard |

mod column;
mod event_log;
mod hand_over;
mod match_points;
mod players;
mod position;
mod seat_inputs;
mod shared;
mod status;
mod thinking;
mod title;

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Fill, Layout, Rect, Size},
};

use super::result::CardPlace;
use crate::{
    app::table::{Table, settled},
    arcade::split::{Split, TextRoom},
    games::{Controller, GameView, Overview, Scene},
    widgets::{ClickAreas, Look, drawing, list, page::WindowClass},
};
use column::{PanelColumn, PanelInfo};
use event_log::{Told, draw_log, log_lines};
use players::draw_seats;
use position::{draw_evaluation, draw_legend, draw_overview, draw_progress, draw_shares};
use status::draw_status;
use title::draw_title;

pub use hand_over::draw_hand_over;
pub use status::table_status;

pub fn draw_table<G: GameView>(
    table: &Table<G>,
    controller: &mut G::Controller,
    card: Option<&CardPlace>,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let class = WindowClass::of(area);
    let (split, info) = table.scene(|scene| {
        let extent = |space| G::extent(controller, scene, space, look);
        let is_celebrating = scene.celebration.is_some();
        let (split, has_card) = split_area::<G>(area, &extent, card, is_celebrating);
        G::draw(controller, scene, split.board, buffer, look, areas);
        let height = look.glyphs.blocks.then_some(split.board.height);
        let info = (!has_card).then(|| panel_info(table, controller, scene, class, height));
        (split, info)
    });
    let Some(info) = info else { return };
    let Split { text, is_below, .. } = split;
    let mut column = PanelColumn {
        buffer,
        look,
        area: text,
        y: text.y,
        is_below,
        class,
        replaceable: None,
        has_match_points: false,
    };
    if !is_below {
        return draw_panel(&mut column, table, &info, areas);
    }
    let gap = if column.is_spacious() { 4 } else { 1 };
    let halves = Layout::horizontal([Fill(1), Fill(1)]).spacing(gap);
    let [left, right] = text.layout(&halves);
    column.area = left;
    draw_players_and_score(&mut column, table, &info);
    (column.area, column.y) = (right, right.y);
    draw_status_and_log(&mut column, table, &info, areas);
}

/// Splits the area into the board and its panel, or the result card if that is open and has room
/// beside or below the board. Also returns whether it has.
fn split_area<G: GameView>(
    area: Rect,
    extent: &dyn Fn(Size) -> Size,
    card: Option<&CardPlace>,
    is_celebrating: bool,
) -> (Split, bool) {
    let split = Split::new(area, &TextRoom::of(area), extent);
    let with_card = card.and_then(|_| Split::with_card(area, split, extent));
    if let Some(card) = card {
        card.set(with_card);
    }
    let mut split = with_card.unwrap_or_else(|| split.with_free_corner(G::free_corner));
    // A board above the card has its place from the celebration on.
    if is_celebrating
        && split.is_below
        && let Some(card) = Split::with_card(area, split, extent)
    {
        let (y, bottom) = (card.text.y, split.text.bottom());
        let text = Rect { y, height: bottom.saturating_sub(y), ..split.text };
        split = Split { board: card.board, text, ..split };
    }
    (split, with_card.is_some())
}

/// `height` is the board's in rows; `None` if its pieces are letters.
fn panel_info<G: GameView>(
    table: &Table<G>,
    controller: &G::Controller,
    scene: &Scene<G>,
    class: WindowClass,
    height: Option<u16>,
) -> PanelInfo {
    let told = settled(table);
    let observation = told.observation();
    let is_new = table.experience.needs_goals();
    let is_alone = table.game.active_people().len() == 1;
    let shared_goal = G::SHARED_GOAL.filter(|_| !is_alone).map(str::to_owned);
    let goal = |seat| shared_goal.or_else(|| G::goal(&observation, seat, scene.notation));
    let has_legend = table.game.is_watched() || is_new;
    // While the board celebrates by counting, the overview would give away the result.
    let has_overview = class == WindowClass::Large && !table.is_celebrating();
    PanelInfo {
        open_points: G::open_points(&observation),
        progress: told.progress(),
        pending_input: controller.pending_input(scene),
        seat_inputs: controller.seat_inputs(scene),
        goal: told.deciding().iter().next().filter(|_| is_new).and_then(goal),
        legend: if has_legend { G::legend(scene.observation, height) } else { &[] },
        overview: if has_overview { overview(table) } else { None },
    }
}

fn overview<G: GameView>(table: &Table<G>) -> Option<Overview> {
    let told = settled(table);
    let history = &table.game.session().events()[..told.lines()];
    let mut overview = G::overview(history, &told.observation())?;
    for row in &mut overview.rows {
        if let Some(seat) = row.seat {
            row.label = table.seat_name(seat);
        }
    }
    Some(overview)
}

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
    if column.free_rows() > 6 {
        draw_shares(column, table, info);
        draw_evaluation(column, table);
        draw_progress(column, table, info);
        draw_legend(column, info);
        draw_overview(column, info);
    } else {
        draw_evaluation(column, table);
    }
    column.y += gap;
    // With at least two rows for the status, the log doesn't move at every turn.
    let status = draw_status(column, table, info, areas, if gap > 0 { 2 } else { 0 });
    if gap > 0 {
        column.y += gap;
    } else {
        leave_gap_above_log(column, table);
    }
    draw_log_and_leave_room(column, table, areas);
    areas.replace_with_message(status);
}

fn draw_players_and_score<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    info: &PanelInfo,
) {
    let top = column.below_names(1);
    draw_title(column, table);
    let title = column.end_of_text(top);
    draw_seats(column, table);
    draw_shares(column, table, info);
    draw_evaluation(column, table);
    // Rather than in the last row, the progress, or its last part, is drawn beside the title.
    let is_tight = column.free_rows() <= u16::from(column.is_spacious());
    let progress = info.progress.as_deref().unwrap_or_default();
    let end = progress.rsplit(", ").next().unwrap_or_default();
    let free = top.right().saturating_sub(title + 2);
    let fits = |text: &&&str| is_tight && drawing::text_width(text) <= free;
    match [progress, end].iter().find(fits) {
        Some(text) => {
            list::draw_text_right(column.buffer, top, text, column.look.dim(), column.look);
        }
        None => draw_progress(column, table, info),
    }
    draw_overview(column, info);
}

fn draw_status_and_log<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    info: &PanelInfo,
    areas: &mut ClickAreas,
) {
    let status = draw_status(column, table, info, areas, 1);
    leave_gap_above_log(column, table);
    draw_log_and_leave_room(column, table, areas);
    areas.replace_with_message(status);
}

/// Leaves a blank row above the log if the last step fits below it.
fn leave_gap_above_log<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let (width, look) = (column.area.width, column.look);
    let last = log_lines(table, width, usize::MAX, column.class, Told::Last, look);
    if last.len() < column.free_rows().into() {
        column.y += 1;
    }
}

/// The height of most messages beside a board, in rows.
const MESSAGE_ROWS: u16 = 3;

/// Draws the log and reserves the rows below it for messages or, if they are too few, its own rows.
/// In a large window, the log leaves enough rows, so that all messages have the same place. In a
/// small window, a message replaces the whole log, because the rest would begin in mid-sentence.
fn draw_log_and_leave_room<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    areas: &mut ClickAreas,
) {
    let log = column.rest();
    let has_room = column.class == WindowClass::Large && log.height > 2 * MESSAGE_ROWS + 1;
    let reserved = if has_room { MESSAGE_ROWS + 1 } else { 0 };
    column.area.height -= reserved;
    draw_log(column, table);
    column.area.height += reserved;
    match column.free_rows() {
        MESSAGE_ROWS => areas.set_message_area(column.rest()),
        rows if rows > MESSAGE_ROWS => {
            column.y += 1;
            areas.set_message_area(column.rest());
        }
        _ if column.is_spacious() => areas.set_message_area(log),
        _ => areas.replace_with_message(log),
    }
}
