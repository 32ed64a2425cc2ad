//! Draws the table: the board, and a panel with the players, the score, the status and the log.

use ratatui::{
    buffer::Buffer,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    layout::TableLayout,
    panel_column::{PanelColumn, PanelInfo},
    seat_label::seat_label,
    shared,
    state::Table,
    status,
};
use crate::{
    games::{self, ArcadeGame, Controller, PlayerList, title_with_size},
    programs::Runner,
    widgets::{ClickAreas, Look, drawing},
};
use fourcade_engine::play::{RecordLine, Seat};

/// The smallest height of a panel with empty rows between its parts, in rows.
const MIN_HEIGHT_WITH_GAPS: u16 = 14;

/// The columns for a score, where there is room.
const MAX_SCORE_WIDTH: u16 = 5;

/// Draws the whole table.
pub fn draw_table<G: ArcadeGame>(
    table: &mut Table<G>,
    area: Rect,
    buffer: &mut Buffer,
    look: &Look,
    areas: &mut ClickAreas,
) {
    let is_new = table.autosave.experience.needs_goals();
    let (panels, info) = table.with_scene(|controls, scene| {
        let layout = TableLayout::best(area, &|space| G::extent(controls, scene, space, look));
        G::draw(controls, scene, layout.board, buffer, look, areas);
        let goal = |seat| G::goal(scene.observation, seat);
        let info = PanelInfo {
            open_points: G::open_points(scene.observation),
            progress: G::progress(scene.observation),
            pending_input: controls.pending_input(scene),
            goal: scene.deciding.iter().next().filter(|_| is_new).and_then(goal),
        };
        (layout.panels, info)
    });
    let (first, second) = panels;
    let mut column = PanelColumn { buffer, look, area: first, y: first.y };
    match second {
        None => draw_panel(&mut column, table, &info),
        Some(second) => {
            draw_standing(&mut column, table, &info);
            let mut column = PanelColumn { buffer, look, area: second, y: second.y };
            draw_status_and_log(&mut column, table, &info);
        }
    }
}

/// Draws the whole panel beside the board.
fn draw_panel<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    let gap = u16::from(column.area.height >= MIN_HEIGHT_WITH_GAPS);
    draw_title(column, table);
    column.y += gap;
    draw_seats(column, table);
    if column.rest() > 6 {
        draw_shares(column, table, info);
        draw_evaluation(column, table);
        draw_progress(column, table, info);
    } else {
        draw_evaluation(column, table);
    }
    column.y += gap;
    let status = column.y;
    status::draw(column, table, info);
    if gap > 0 {
        // The status takes at least two rows, so that the log doesn't move with every turn.
        column.y = column.y.max(status + 2) + 1;
    }
    draw_log(column, table);
}

/// Draws the players and the score: the left half of a panel below the board.
fn draw_standing<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    draw_title(column, table);
    draw_seats(column, table);
    draw_shares(column, table, info);
    draw_evaluation(column, table);
    draw_progress(column, table, info);
}

/// Draws the status and the log: the right half of a panel below the board.
fn draw_status_and_log<G: ArcadeGame>(
    column: &mut PanelColumn,
    table: &Table<G>,
    info: &PanelInfo,
) {
    let status = column.y;
    status::draw(column, table, info);
    column.y = column.y.max(status + 1);
    draw_log(column, table);
}

/// Draws the game's title and size, its number in the series and its seed.
fn draw_title<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let session = table.game.session();
    let header = session.header();
    let mut facts = Vec::new();
    let number = table.series.number();
    if number > 1 {
        facts.push(format!("game {number}"));
    }
    if session.is_practice() {
        facts.push("practice".to_owned());
    }
    let title = title_within(
        &title_with_size(G::TITLE, G::size_of(&header.setup)),
        G::TITLE,
        &facts,
        column.area.width,
    );
    column.line(&title, column.look.accent());
    if column.area.height >= MIN_HEIGHT_WITH_GAPS {
        let text = match &table.shared {
            // The seed tells the deal.
            Some(shared) => format!("table {}", shared.code()),
            None => format!("seed {}", header.seed),
        };
        column.line(&text, column.look.dim());
    }
}

/// Returns the title of a game with facts about it. Where that doesn't fit, the board's size is left
/// out, then the title.
fn title_within(with_size: &str, title: &str, facts: &[String], columns: u16) -> String {
    let facts = facts.join(", ");
    if facts.is_empty() {
        return with_size.to_owned();
    }
    let titles = [format!("{with_size}, {facts}"), format!("{title}, {facts}")];
    let fitting = titles.into_iter().find(|title| drawing::text_width(title) <= columns);
    fitting.unwrap_or(facts)
}

/// Draws the players with their scores and a pointer to those who must choose.
fn draw_seats<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let (look, session) = (column.look, table.game.session());
    let awaited = match &table.shared {
        Some(shared) => shared.awaited(&table.game),
        None => session.awaited(),
    };
    let scores = session.game().scores();
    let player = |seat| {
        let has_resigned = session.resigned().contains(seat) && !table.game.is_over();
        let remark = if has_resigned {
            " (resigned)".to_owned()
        } else {
            shared::status::remark(table, seat)
        };
        format!("{}{remark}", table.player_name(seat))
    };
    let players: Vec<_> = session.game().seats().iter().map(player).collect();
    let names = G::SEAT_NAMES.iter().zip(&players);
    let names = names.map(|(seat, player)| drawing::text_width(seat) + drawing::text_width(player));
    let digits = scores.iter().map(|score| drawing::text_width(&score.to_string())).max();
    // The pointer, two spaces, and a free column at the end.
    let widest = names.max().unwrap_or(0) + 4;
    let free = column.area.width.saturating_sub(widest);
    // A narrow panel has no room for free columns before and after a score.
    let score_width = match digits {
        Some(digits) if G::HAS_SCORES => free.min(MAX_SCORE_WIDTH).max(digits + 1),
        _ => 0,
    };
    let end = u16::from(score_width <= free);
    let columns = column.area.width.saturating_sub(score_width + end + 2);
    let is_tight = columns < widest - 3;
    for (at, (score, player)) in scores.iter().zip(&players).enumerate() {
        if column.rest() == 0 {
            return;
        }
        let (seat, seat_name, row) = (Seat::new(at), G::SEAT_NAMES[at], column.row());
        let pointer = if awaited.contains(seat) { look.glyphs.pointer } else { " " };
        let score = if G::HAS_SCORES {
            format!("{score:>width$}", width = usize::from(score_width))
        } else {
            String::new()
        };
        let [seat_name, player] = seat_label(seat_name, player, columns, is_tight, look);
        let width = columns.saturating_sub(drawing::text_width(&seat_name) + 1);
        let line = Line::from(vec![
            Span::styled(pointer, look.accent()),
            Span::styled(format!(" {seat_name} "), look.seat(at)),
            Span::styled(format!("{player:<width$}", width = usize::from(width)), look.text()),
            Span::styled(score, look.seat(at)),
        ]);
        column.buffer.set_line(row.x, row.y, &line, row.width);
        column.y += 1;
    }
}

/// Draws how two seats share the points, and the points that no seat has yet.
fn draw_shares<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    let scores = table.game.session().game().scores();
    if let ([first, second], Some(open)) = (&scores[..], info.open_points)
        && column.rest() > 0
    {
        let shares = [*first, *second].map(|score| score.max(0).cast_unsigned());
        let row = column.take_bar_row();
        drawing::draw_share_bar(column.buffer, row, shares, open, column.look);
    }
}

/// Draws the evaluation bar, if it is shown.
fn draw_evaluation<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(bar) = table.eval_bar.as_ref().filter(|_| column.rest() > 1) else { return };
    let glyphs = &column.look.glyphs;
    let Some(evaluation) = bar.evaluation() else {
        let text = format!(" thinking{}", glyphs.ellipsis);
        return column.line(&text, column.look.dim());
    };
    let symbol = if glyphs.blocks { glyphs.low } else { glyphs.bar };
    let row = column.take_bar_row();
    drawing::draw_share_bar_with(symbol, column.buffer, row, evaluation.shares, 0, column.look);
    column.line(&format!(" {}", evaluation.description), column.look.dim());
}

/// Draws the progress of the game and the points of the series.
fn draw_progress<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    if let Some(progress) = &info.progress {
        for line in drawing::wrap(progress, column.area.width.saturating_sub(1)) {
            column.line(&format!(" {line}"), column.look.dim());
        }
    }
    shared::status::draw_watchers(column, table);
    draw_sandbox(column, table);
    if column.rest() > 6
        && !table.game.is_over()
        && let Some(series) = status::series_points(table)
    {
        column.paragraph(&series, column.look.dim());
    }
}

/// Draws in which sandbox programs run, if any play.
fn draw_sandbox<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    if column.rest() > 6
        && !table.game.is_replay()
        && PlayerList::of::<G>().include_program(&table.game.session().header().seats)
        && let Some(status) = Runner::global().sandbox_status()
    {
        column.paragraph(status, column.look.dim());
    }
}

/// The names of the players for the log. Those of a single terminal are shown above, so the log
/// leaves them out, but people at other terminals have names there, too.
fn log_names<G: ArcadeGame>(table: &Table<G>) -> Vec<String> {
    let seats = table.game.session().game().seats();
    if let Some(shared) = &table.shared {
        return seats.iter().map(|seat| shared.person_name(seat)).collect();
    }
    let you = table.game.humans_here().only().filter(|_| !table.game.is_replay());
    let name = |seat| if you == Some(seat) { games::YOU } else { "" };
    seats.iter().map(|seat| name(seat).to_owned()).collect()
}

/// Draws the last events, the newest at the bottom. No event is cut off at its beginning.
fn draw_log<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let rows = usize::from(column.rest());
    let (names, nobody) = (log_names(table), vec![String::new(); G::SEAT_NAMES.len()]);
    // Nobody at the table has played the opening of a daily deal.
    let opening = table.daily.map_or(0, |_| games::daily_opening_len::<G>());
    let mut log: Vec<(String, bool)> = Vec::new();
    let session = table.game.session();
    let is_lingering = table.is_lingering();
    'steps: for (at, (events, line)) in
        session.events().iter().zip(session.lines()).rev().enumerate()
    {
        // People must remember what was revealed earlier, so the log leaves it out.
        let shows_all = table.game.is_watched() || at == 0 && is_lingering;
        let describe = if shows_all { G::describe } else { G::describe_in_log };
        let is_opening = session.lines().len() - at <= opening;
        let names = if is_opening { &nobody } else { &names };
        let descriptions = events.iter().rev().filter_map(|event| describe(event, names));
        let (faults, resigned) = match line {
            RecordLine::Step { faults, .. } => (&faults[..], None),
            RecordLine::Resign(seat) => (&[][..], Some(*seat)),
        };
        let faults = faults.iter().rev().map(|fault| games::describe_fault::<G>(fault, names));
        let resignation = resigned.map(|seat| games::describe_resignation::<G>(seat, names));
        for text in descriptions.chain(faults).chain(resignation) {
            let mut lines = drawing::wrap(&text, column.area.width);
            if log.is_empty() {
                lines.truncate(rows);
            }
            if log.len() + lines.len() > rows {
                break 'steps;
            }
            log.extend(lines.into_iter().rev().map(|line| (line, at == 0)));
        }
    }
    for (text, is_last) in log.into_iter().rev() {
        let style = if is_last { column.look.text() } else { column.look.dim() };
        column.line(&text, style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_the_game_is_not_cut_off() {
        let facts = ["game 2".to_owned()];
        for (columns, title) in [(20, "Flip 4 x 4, game 2"), (17, "Flip, game 2"), (11, "game 2")] {
            assert_eq!(title_within("Flip 4 x 4", "Flip", &facts, columns), title);
        }
        assert_eq!(title_within("Flip 4 x 4", "Flip", &[], 17), "Flip 4 x 4");
    }
}
