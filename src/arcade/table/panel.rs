//! Draws the table: the board, and the panel with the players, the score, the status and the log.
//! The panel is beside the board, or below it if that makes the board clearly larger.

use std::time::Instant;

use ratatui::{
    buffer::Buffer,
    layout::{Constraint::Fill, Layout, Rect},
    style::Style,
    text::{Line, Span},
};

use super::{
    commands::Command,
    overview,
    result::CardPlace,
    rows::{key_name, paused_text, take_keyboard_text},
};
use crate::{
    app::table::{NO_LOG, Table, TableShare, computers::Trouble, daily, opponent},
    arcade::{
        screen::{TableStatus, TableTurn},
        split::{Split, TextRoom},
    },
    database::{
        DailyDate,
        shared_tables::{Occupant, Whereabouts, link::Outage},
    },
    games::{
        self, Controller, GameView, LegendRow, Overview, capitalized, counted, has_programs, join,
        title_with_size,
    },
    widgets::{
        ClickAreas, Look,
        drawing::{self, LARGE_LETTER},
        glyphs::unbroken,
        list,
        page::WindowClass,
    },
};
use fourcade_engine::play::{Outcome, Seat, Seats};

/// The columns for a score, where there is room.
const MAX_SCORE_WIDTH: u16 = 5;

/// The columns before the name of a seat: the pointer and a space.
const NAME_INDENT: u16 = 2;

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
    let has_legend = table.game.is_watched() || is_new && table.game.people().len() == 1;
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
        let info = PanelInfo {
            open_points: G::open_points(scene.observation),
            progress: G::progress(scene.observation),
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
        let history = table.game.session().events();
        let mut overview = table.scene(|scene| G::overview(history, scene.observation))?;
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

/// The rows below an overview or a legend that are left for the status and the log.
const ROWS_BELOW_OVERVIEW: u16 = 8;

/// Draws the legend, if there is room for it.
fn draw_legend(column: &mut PanelColumn, info: &PanelInfo) {
    let rows = u16::try_from(info.legend.len()).unwrap_or(u16::MAX);
    if rows > 0 && column.rest() > rows + ROWS_BELOW_OVERVIEW {
        column.y += 1;
        for row in info.legend {
            let look = column.look;
            let style = row.seat.map_or_else(|| look.alert(), |seat| look.seat(seat.index()));
            let place = column.row();
            column.remark(row.meaning, look.dim());
            drawing::draw_text(column.buffer, place, row.sign, style, look);
        }
    }
}

/// Draws the overview, if there is room for it.
fn draw_overview(column: &mut PanelColumn, info: &PanelInfo) {
    let look = column.look;
    let overview = info.overview.as_ref().filter(|it| overview::can_be_drawn(it, look));
    let Some(overview) = overview else { return };
    let height = overview::height(overview);
    let below = if column.is_below { 0 } else { ROWS_BELOW_OVERVIEW };
    if column.rest() > height + below {
        column.y += 1;
        let area = column.below_names(height);
        overview::draw(overview, area, column.buffer, column.look);
        column.y += height;
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

fn draw_title<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let session = table.game.session();
    let header = session.header();
    let mut facts = Vec::new();
    let number = table.series.number();
    if number > 1 {
        facts.push(format!("game {number}"));
    }
    let is_high = column.is_spacious() && !column.is_below;
    if table.daily.is_some() && !is_high {
        facts.push("daily deal".to_owned());
    }
    if session.is_practice() {
        facts.push(PRACTICE.to_owned());
    }
    // Below a board, the title stands in the column of the names, where there is room.
    let has_inset = column.is_below && column.is_spacious();
    let inset = if has_inset { NAME_INDENT } else { 0 };
    let title = title_within(
        &title_with_size(G::FACTS.title, G::size_of(&header.setup)),
        G::FACTS.title,
        &facts,
        column.area.width - inset,
    );
    if inset > 0 {
        column.remark(&title, column.look.accent());
    } else {
        column.line(&title, column.look.accent());
    }
    if is_high {
        let text = match (&table.game.shared, table.daily) {
            // The seed tells the deal.
            (Some(shared), _) => format!("table {}", shared.code()),
            (None, Some(date)) => deal_title(date, column.area.width),
            (None, None) => format!("seed {}", header.seed),
        };
        column.line(&text, column.look.dim());
        if let Some(condition) = daily::condition(table) {
            column.paragraph(condition, column.look.dim());
        }
    }
}

const PRACTICE: &str = "practice";

/// Returns the title of a game with facts about it. Where that doesn't fit, the board's size is
/// left out, then the title or, if that is the only fact, that it is for practice.
fn title_within(with_size: &str, title: &str, facts: &[String], columns: u16) -> String {
    let facts = facts.join(", ");
    if facts.is_empty() {
        return with_size.to_owned();
    }
    let titles = [format!("{with_size}, {facts}"), format!("{title}, {facts}")];
    let fitting = titles.into_iter().find(|title| drawing::text_width(title) <= columns);
    // That it is for practice is said at its end, too.
    fitting.unwrap_or_else(|| if facts == PRACTICE { title.to_owned() } else { facts })
}

/// The name and the date of a deal, as long as there is room for.
fn deal_title(date: DailyDate, columns: u16) -> String {
    let (long, short) = (date.in_words(), date.in_short());
    let titles =
        [format!("Daily deal, {long}"), format!("Daily deal, {short}"), format!("Deal of {short}")];
    let fitting = titles.into_iter().find(|title| drawing::text_width(title) <= columns);
    fitting.unwrap_or(short)
}

/// The scores by seat; while the board celebrates, those that are counted so far.
fn shown_scores<G: GameView>(table: &Table<G>) -> Vec<i32> {
    let game = table.game.session().game();
    let celebrating = table.celebration().filter(|&done| done < 1.0);
    let counted = |done| G::counted_scores(&game.observe(Seats::NONE), done);
    celebrating.and_then(counted).unwrap_or_else(|| game.scores())
}

fn draw_seats<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let (look, session) = (column.look, table.game.session());
    let to_choose = to_choose(table);
    let scores = shown_scores(table);
    let player = |seat| {
        let has_resigned = session.resigned().contains(seat) && !table.game.is_over();
        let remark = if has_resigned { " (resigned)".to_owned() } else { seat_remark(table, seat) };
        if G::HAS_SEAT_NAMES {
            (table.called(seat), format!("{}{remark}", table.player_name(seat)))
        } else {
            let scene_names = &session.header().seats;
            let mark = G::seat_marks(scene_names).map(|marks| marks[seat.index()].clone() + "  ");
            (format!("{}{}{remark}", mark.unwrap_or_default(), table.called(seat)), String::new())
        }
    };
    let names: Vec<_> = session.game().seats().iter().map(player).collect();
    let widths = names.iter();
    let widths =
        widths.map(|(seat, player)| drawing::text_width(seat) + drawing::text_width(player));
    let digits = scores.iter().map(|score| drawing::text_width(&score.to_string())).max();
    let now = Instant::now();
    let seats = session.game().seats().iter();
    let clocks: Vec<_> = seats.map(|seat| table.game.clock_reading(seat, now)).collect();
    let clock_width =
        clocks.iter().flatten().map(|clock| drawing::text_width(&clock.text) + 1).max();
    let clock_width = clock_width.unwrap_or(0);
    // The pointer, two spaces, and a free column at the end.
    let widest = widths.max().unwrap_or(0) + clock_width + 4;
    let free = column.area.width.saturating_sub(widest);
    // A narrow panel has no room for free columns before and after a score.
    let score_width = match digits {
        Some(digits) if G::HAS_SCORES => free.min(MAX_SCORE_WIDTH).max(digits + 1),
        _ => 0,
    };
    let end = u16::from(score_width <= free);
    let columns = column.area.width.saturating_sub(score_width + clock_width + end + 2);
    let is_tight = columns < widest - clock_width - 3;
    for (at, (score, (seat_name, player))) in scores.iter().zip(&names).enumerate() {
        if column.rest() == 0 {
            return;
        }
        let (seat, row) = (Seat::new(at), column.row());
        let pointer = if to_choose.contains(seat) { look.glyphs.pointer } else { " " };
        let score = if G::HAS_SCORES {
            format!("{score:>width$}", width = usize::from(score_width))
        } else {
            String::new()
        };
        let [seat_name, player] = if G::HAS_SEAT_NAMES {
            seat_label(seat_name, player, columns, is_tight, look)
        } else {
            [drawing::truncate(seat_name, columns, look), String::new()]
        };
        let width = columns.saturating_sub(drawing::text_width(&seat_name) + 1);
        let (clock, clock_style) = match &clocks[at] {
            None => ("", look.text()),
            Some(clock) if clock.is_little => (&*clock.text, look.alert()),
            Some(clock) if clock.is_running => (&*clock.text, look.strong()),
            Some(clock) => (&*clock.text, look.text()),
        };
        let clock = format!("{clock:>width$}", width = usize::from(clock_width));
        let line = Line::from(vec![
            Span::styled(pointer, look.accent()),
            Span::styled(format!(" {seat_name} "), look.seat(at)),
            Span::styled(drawing::pad(&player, width), look.text()),
            Span::styled(clock, clock_style),
            Span::styled(score, look.seat(at)),
        ]);
        column.buffer.set_line(row.x, row.y, &line, row.width);
        column.y += 1;
    }
}

/// The seats that are pointed at: whom the table waits for. While a person chooses, computers that
/// choose at the same time are left out: how long they think says nothing about the game.
fn to_choose<G: GameView>(table: &Table<G>) -> Seats {
    let keyboard = table.at_keyboard();
    match keyboard.next {
        Some(next) => Seats::one(next),
        None if !keyboard.deciding.is_empty() => keyboard.deciding,
        None => table.game.awaited(),
    }
}

/// Draws how two seats share the points, and the points that no seat has yet.
fn draw_shares<G: GameView>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    let scores = shown_scores(table);
    // What the celebration has not counted yet is open, too.
    let all = table.game.session().game().scores();
    let uncounted = all.iter().sum::<i32>() - scores.iter().sum::<i32>();
    let open = info.open_points.map(|open| open.saturating_add_signed(uncounted));
    if let ([first, second], Some(open)) = (&scores[..], open)
        && column.rest() > 0
    {
        let shares = [*first, *second].map(|score| score.max(0).cast_unsigned());
        let row = column.take_bar_row();
        drawing::draw_share_bar(column.buffer, row, shares, open, column.look);
    }
}

fn draw_evaluation<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(bar) = table.eval_bar.as_ref().filter(|_| column.rest() > 1) else { return };
    let glyphs = &column.look.glyphs;
    let Some(evaluation) = bar.evaluation() else {
        let text = format!("thinking{}", glyphs.going_on);
        return column.remark(&text, column.look.dim());
    };
    let symbol = if glyphs.blocks { glyphs.low } else { glyphs.bar };
    // The bar of the score may stand above.
    column.remark(&evaluation.description, column.look.dim());
    let row = column.take_bar_row();
    drawing::draw_share_bar_with(symbol, column.buffer, row, evaluation.shares, 0, column.look);
}

fn draw_progress<G: GameView>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    if let Some(progress) = &info.progress {
        column.remark(progress, column.look.dim());
    }
    draw_watchers(column, table);
    if column.rest() > 6
        && !table.game.is_over()
        && let Some(series) = series_points(table)
    {
        column.paragraph(&series, column.look.dim());
    }
}

/// Says in which sandbox programs run, if any play.
fn sandbox_status<G: GameView>(table: &Table<G>) -> Option<&'static str> {
    let seats = &table.game.session().header().seats;
    let starts_programs = !table.game.is_replay() && has_programs::<G>(seats);
    table.computers.sandbox.filter(|_| starts_programs)
}

/// The names of the players for the log. Those of a single terminal are shown above, so the log
/// leaves them out, but people at other terminals have names there, too.
fn log_names<G: GameView>(table: &Table<G>) -> Vec<String> {
    let seats = table.game.session().game().seats();
    if !G::HAS_SEAT_NAMES {
        return table.player_names();
    }
    if let Some(shared) = &table.game.shared {
        return shared.person_names();
    }
    let you = table.game.humans_here().only().filter(|_| !table.game.is_replay());
    let name = |seat| if you == Some(seat) { games::YOU } else { "" };
    seats.iter().map(|seat| name(seat).to_owned()).collect()
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

/// Draws the last events, the newest at the bottom. No event is cut off.
fn draw_log<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let rows = usize::from(column.rest());
    let to = &games::spoken::Listener::<G> {
        observation: &table.game.session().game().observe(Seats::NONE),
        seat: Seat::new(0),
        names: &log_names(table),
        notation: table.notation,
    };
    // Nobody at the table has played the opening of a daily deal.
    let opening = table.daily.map_or(0, |_| games::daily_opening_len::<G>());
    let mut log: Vec<(String, bool)> = Vec::new();
    let session = table.game.session();
    let is_lingering = table.is_lingering();
    'steps: for (at, (events, line)) in
        session.events().iter().zip(session.lines()).rev().enumerate()
    {
        // People must remember what was revealed earlier, so the log leaves it out.
        let reveals = table.game.is_watched() || at == 0 && is_lingering;
        if session.lines().len() - at <= opening {
            let moves = counted(opening, G::FACTS.step_name);
            let text = format!("The first {moves} have already been played");
            let lines = drawing::wrap(&text, column.area.width);
            if log.len() + lines.len() <= rows {
                log.extend(lines.into_iter().rev().map(|line| (line, at == 0)));
            }
            break;
        }
        let width = column.area.width;
        let tell = |event| {
            let told = |is_short| G::tell(event, games::Style::Log { reveals, is_short }, to);
            told(false).filter(|text| drawing::text_width(text) <= width).or_else(|| told(true))
        };
        let mut texts =
            games::remarks::<G>(line, games::Style::Log { reveals, is_short: false }, to);
        texts.extend(events.iter().filter_map(tell));
        for text in texts.into_iter().rev() {
            let lines = drawing::wrap(&text, width);
            if log.len() + lines.len() > rows {
                break 'steps;
            }
            log.extend(lines.into_iter().rev().map(|line| (line, at == 0)));
        }
    }
    // The log begins with the sandbox and what the opponent says.
    let sandbox = sandbox_status(table).map(|status| (status.to_owned(), false));
    let greeting = opponent::greeting(table).map(|greeting| (greeting, true));
    for (text, is_news) in greeting.into_iter().chain(sandbox) {
        let lines = drawing::wrap(&text, column.area.width);
        if log.len() + lines.len() <= rows {
            log.extend(lines.into_iter().rev().map(|line| (line, is_news)));
        }
    }
    for (text, is_last) in log.into_iter().rev() {
        let style = if is_last { column.look.text() } else { column.look.dim() };
        column.line(&text, style);
    }
}

/// The seats that are not abbreviated by their first letters.
const ABBREVIATIONS: [(&str, &str); 2] = [("First", "1st"), ("Second", "2nd")];
/// The start of the name of a person who has not given one: `Player 1`.
const NUMBERED: &str = "Player ";

/// Returns the names of a seat and of its player for this number of columns. `is_tight` says
/// whether the names of some seat don't fit.
///
/// The number of a nameless person goes first, because the seat says as much; then the seat is
/// abbreviated. The player's name is cut off only if that is not enough.
fn seat_label(seat: &str, player: &str, columns: u16, is_tight: bool, look: &Look) -> [String; 2] {
    if is_tight && player.starts_with(NUMBERED) {
        return [seat.to_owned(), String::new()];
    }
    if drawing::text_width(seat) + 1 + drawing::text_width(player) <= columns {
        return [seat, player].map(str::to_owned);
    }
    let known = ABBREVIATIONS.iter().find(|(whole, _)| *whole == seat);
    let short =
        known.map_or_else(|| seat.chars().take(1).collect(), |(_, short)| (*short).to_owned());
    let rest = columns.saturating_sub(drawing::text_width(&short) + 1);
    let player = drawing::truncate(player, rest, look);
    [short, player]
}

/// Draws what the table waits for, in at least `min_rows`. It has the attention while there is no
/// cursor on the board.
fn draw_status<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    info: &PanelInfo,
    areas: &mut ClickAreas,
    min_rows: u16,
) {
    if areas.focus().is_none() {
        areas.focus_on(column.row().intersection(column.area));
    }
    let top = column.y;
    draw_status_texts(column, table, info);
    column.y = column.y.max(top + min_rows);
}

fn draw_status_texts<G: GameView>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    let (look, game) = (column.look, &table.game);
    if let Some(trouble) = &table.computers.trouble {
        return column.paragraph(&trouble_text(table, trouble), look.alert());
    }
    if draw_shared_status(column, table) {
        return;
    }
    if table.is_celebrating() {
        return column.paragraph("The game is over.", look.strong());
    }
    if let Some(remark) = table.coach.remark() {
        let undo = key_name(&Command::Undo);
        column.paragraph(&format!("{remark} Take it back? {undo}"), look.accent());
        return column.paragraph("Any other key plays on.", look.dim());
    }
    if let Some(outcome) = game.session().outcome() {
        column.paragraph(&ending(table, &outcome), look.strong());
        draw_rematch(column, table);
        if let Some(series) = series_points(table) {
            column.paragraph(&format!("{series}."), look.accent());
        }
        return;
    }
    if game.clock.is_stopped() {
        return column.paragraph(&games::sentence(&paused_text()), look.accent());
    }
    if table.is_lingering() && !game.is_watched() && !table.playback.is_sent_away() {
        return column.line("Press any key", look.strong());
    }
    if let Some(next) = table.at_keyboard().next {
        column.paragraph(&hand_over_text(table, next), look.accent());
        return draw_decided(column, table);
    }
    if let Some(input) = &info.pending_input {
        return draw_turn(column, table, &[input], look.accent());
    }
    if let Some(seat) = game.deciding().iter().next() {
        let turn = match game.people().len() {
            1 => "Your move".to_owned(),
            _ => format!("{} to move", table.seat_name(seat)),
        };
        let hint = if table.hint.is_thinking() { ": a hint is on its way" } else { "" };
        // Advice may say otherwise.
        let is_alone = game.people().len() == 1 && table.hint.advice().is_none();
        let goal = info.goal.as_ref().filter(|_| hint.is_empty() && is_alone);
        let with_goal = goal.map(|goal| format!("{turn}: {goal}."));
        let turn = format!("{turn}{hint}.");
        let texts: Vec<_> = with_goal.iter().chain([&turn]).map(String::as_str).collect();
        let is_decided = game.certain_loser().is_some();
        draw_turn(column, table, &texts, if is_decided { look.dim() } else { look.strong() });
        return draw_decided(column, table);
    } else if table.game.shared.is_some() {
        draw_waiting(column, table);
        draw_computers(column, table);
    } else if game.is_replay() {
        draw_replay(column, table);
    } else {
        draw_computers(column, table);
    }
    draw_hint(column, table);
    draw_decided(column, table);
}

/// Says what is going on, for the title of the terminal's window and for the bell.
pub fn status<G: GameView>(table: &Table<G>) -> TableStatus {
    let game = &table.game;
    let (turn, text) = if game.is_replay() {
        (TableTurn::Others, "replay")
    } else if game.is_over() {
        (TableTurn::Over, "game over")
    } else if let Some(shared) = table.game.shared.as_ref().filter(|_| game.deciding().is_empty()) {
        let turn = if shared.is_open() {
            TableTurn::OpenSeat
        } else if shared.asked_seat(game.session()).is_some() {
            TableTurn::Person
        } else {
            TableTurn::Others
        };
        let title = shared_title(table, shared);
        return TableStatus { title: format!("{}: {title}", G::FACTS.title), turn };
    } else if game.clock.is_stopped() {
        (TableTurn::Person, "paused")
    } else if game.deciding().is_empty() {
        let text = if game.is_watched() { "watching" } else { "waiting for the computer" };
        (TableTurn::Others, text)
    } else {
        (TableTurn::Person, "your move")
    };
    let seat = table.at_keyboard().next.or_else(|| game.deciding().iter().next());
    let named = seat.filter(|_| turn == TableTurn::Person && game.people().len() > 1);
    let title = match named {
        Some(seat) => format!("{}: {} to move", G::FACTS.title, table.called(seat)),
        None => format!("{}: {text}", G::FACTS.title),
    };
    TableStatus { title, turn }
}

/// Describes the points of all games in the series; `None` during the first game.
fn series_points<G: GameView>(table: &Table<G>) -> Option<String> {
    let outcome = table.game.session().outcome();
    let seats = (0..G::SEAT_NAMES.len()).map(Seat::new);
    let names: Vec<_> = seats.map(|seat| table.called(seat)).collect();
    let standing = table.series.standing(outcome.as_ref(), |seat| names[seat.index()].as_str())?;
    Some(format!("Points of all games: {standing}"))
}

/// Says why a computer player can't go on, and what to do.
fn trouble_text<G: GameView>(table: &Table<G>, trouble: &Trouble) -> String {
    let seat_name = G::SEAT_NAMES[trouble.seat.index()];
    let (player, reason) = (table.player_name(trouble.seat), &trouble.reason);
    if table.game.shared.is_some() {
        return format!("{seat_name} ({player}) can't continue: {reason}.");
    }
    let (undo, again) = (key_name(&Command::Undo), key_name(&Command::Again));
    format!(
        "{seat_name} ({player}) can't continue: {reason}. \
         Press {undo} to take back a move, or {again} for a new game."
    )
}

fn hand_over_text<G: GameView>(table: &Table<G>, next: Seat) -> String {
    let (name, seat) = (capitalized(&table.player_name(next)), G::SEAT_NAMES[next.index()]);
    let take = take_keyboard_text(table.game.people().len());
    format!("{name} ({seat}), your turn: {take}.")
}

fn ending<G: GameView>(table: &Table<G>, outcome: &Outcome) -> String {
    let session = table.game.session();
    let seats = session.game().seats();
    let only = table.game.humans_here().only();
    // A single person is "you"; several people have names.
    let winners = outcome.winners();
    let verdict = match only {
        // The sentence says it.
        _ if !G::HAS_SEAT_NAMES => "",
        Some(person) if !winners.contains(person) => "You lose. ",
        Some(_) if winners.len() == 1 => "You win! ",
        _ => "",
    };
    let is_named = |seat: Seat| match only.filter(|_| G::HAS_SEAT_NAMES) {
        None => true,
        Some(only) => table.game.shared.is_some() && seat != only && table.game.is_human(seat),
    };
    let name = |seat| if is_named(seat) { table.player_name(seat) } else { String::new() };
    let names: Vec<_> = seats.iter().map(name).collect();
    let gone = (session.resigned(), session.flagged());
    format!("{verdict}{}", games::describe_result::<G>(outcome, &names, gone, only))
}

/// Draws what the person does next, in the first of these texts that leaves room for the hint, and
/// the hint. The hint itself says whose turn it is: without room for both, it stands alone.
fn draw_turn<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    texts: &[&str],
    style: Style,
) {
    let rows = |text: &str| text.lines().map(|line| column.rows_of(line)).sum::<usize>();
    let hint = table.hint.sentence(table.game.is_watched(), table.notation, |_| true);
    let hint = hint.map_or(0, |hint| column.rows_of(&hint));
    let room = usize::from(column.rest()).saturating_sub(hint);
    let last = texts.last().filter(|_| hint == 0);
    let text = texts.iter().find(|text| rows(text) <= room).or(last);
    if let Some(text) = text {
        text.lines().for_each(|line| column.paragraph(line, style));
    }
    draw_hint(column, table);
}

fn draw_hint<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let fits = |text: &str| column.rows_of(text) <= usize::from(column.rest());
    let Some(hint) = table.hint.sentence(table.game.is_watched(), table.notation, fits) else {
        return;
    };
    column.paragraph(&hint, column.look.accent());
}

/// Draws which side can't win any more, if there is one, and how to end the game.
fn draw_decided<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let can_end = !table.game.is_replay() && table.game.shared.is_none();
    if table.game.certain_loser().is_none() {
        return;
    }
    // A hint may say it already.
    let reader = table.game.humans_here().only();
    let decided = table.scene(|scene| G::decided(scene.observation, reader));
    let decided = decided.filter(|_| !table.hint.is_moot()).map(|decided| decided + ".");
    let end = format!("Press {} to end the game.", key_name(&Command::EndDecided));
    let texts: Vec<_> = decided.into_iter().chain(can_end.then_some(end)).collect();
    column.paragraph(&texts.join(" "), column.look.text());
}

fn draw_replay<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let (look, session) = (column.look, table.game.session());
    let (done, rest) = (session.lines().len(), session.undone_len());
    let count = unbroken(&format!("{done} of {}", done + rest));
    let position = format!("{} {count}", G::FACTS.step_name);
    let whole = format!("Replay: {position}");
    let fits = drawing::text_width(&whole) <= column.area.width;
    let text = if fits { whole } else { capitalized(&position) };
    column.paragraph(&text, look.strong());
    let pace = table.playback.description();
    column.line(if rest > 0 { &pace } else { "The record ends here." }, look.dim());
}

/// Draws which computer players are thinking, or the pace.
fn draw_computers<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let look = column.look;
    let pace = table.playback.description();
    if table.playback.is_paused() {
        return column.line(&pace, look.strong());
    }
    let thinking = &table.computers.thinking;
    if thinking.is_empty() && table.game.is_watched() {
        column.line(&pace, look.dim());
    }
    let is_elsewhere = table.game.is_watched() || table.game.shared.is_some();
    for seat in table.game.awaited().iter().filter(|&seat| !table.game.is_human(seat)) {
        let one = thinking.iter().find(|one| one.seat == seat);
        // What a computer has chosen here is shown after a moment.
        if one.is_none() && is_elsewhere {
            continue;
        }
        draw_thinking(column, table, seat);
        if let Some(progress) = one.and_then(|one| one.job.last_report()) {
            column.line(&progress, look.dim());
        }
    }
}

fn draw_thinking<G: GameView>(column: &mut PanelColumn, table: &Table<G>, seat: Seat) {
    let (name, look) = (table.called(seat), column.look);
    column.paragraph(&format!("{name} is thinking{}", look.glyphs.going_on), look.strong());
}

/// Draws what only a shared table says. Returns whether that is the whole status.
fn draw_shared_status<G: GameView>(column: &mut PanelColumn, table: &Table<G>) -> bool {
    let Some(shared) = &table.game.shared else { return false };
    let look = column.look;
    if let Some(trouble) = shared.client.trouble() {
        column.paragraph(&outage_text(&trouble), look.alert());
        if !shared.own().iter().all(|seat| !shared.client.is_sending_choice(seat)) {
            column.paragraph("Your move will be sent.", look.text());
        }
        return true;
    }
    if table.game.is_over() {
        return false;
    }
    if shared.is_late() {
        column.paragraph(NO_LOG, look.alert());
        return true;
    }
    if !shared.client.has_read() {
        column.paragraph(&format!("Opening the table{}", look.glyphs.going_on), look.text());
        return true;
    }
    if shared.is_open() {
        draw_invitation(column, shared);
        return true;
    }
    draw_question(column, table, shared);
    false
}

/// Draws whom the table waits for, if it is not this terminal's person.
fn draw_waiting<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(shared) = &table.game.shared else { return };
    let (look, session) = (column.look, table.game.session());
    let awaited = table.game.awaited();
    if shared.asked_seat(session).is_some() {
        // The others wait for this person's answer.
    } else if let Some(text) = waiting_text(table, shared) {
        column.paragraph(&text, look.strong());
    } else {
        // Computers that another process runs.
        let decided_here = shared.client.decided_here(session);
        for seat in awaited.iter().filter(|&seat| !decided_here.contains(seat)) {
            draw_thinking(column, table, seat);
        }
    }
    for seat in awaited.iter() {
        if let Some(text) = absence_text(shared, seat) {
            column.paragraph(&text, look.text());
        }
    }
    if let Some(seat) = shared.seat_to_hand_over(session) {
        let (key, name) = (key_name(&Command::StandIn), shared.person_name(seat));
        let text = format!("Press {key} to let a computer play until {name} is back.");
        column.paragraph(&text, look.accent());
    }
    if shared.seat_elsewhere(session).is_some() {
        let key = key_name(&Command::TakeSeat);
        let text = format!("You play at another terminal. Press {key} to move the game here.");
        column.paragraph(&text, look.accent());
    } else if shared.is_watching() {
        column.paragraph("You are watching.", look.dim());
    }
}

fn draw_watchers<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(shared) = &table.game.shared else { return };
    let watchers = shared.other_watchers();
    if !watchers.is_empty() && column.rest() > 6 {
        column.remark(&format!("watching: {}", join(&watchers)), column.look.dim());
    }
}

/// Draws that there is a table for the next game.
fn draw_rematch<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(shared) = &table.game.shared else { return };
    if shared.rematch_code().is_some() && !shared.rematch.is_busy() {
        let key = key_name(&Command::Swap);
        let text = if shared.own().is_empty() {
            format!("There is a rematch: press {key} to watch it.")
        } else {
            format!("A rematch is waiting for you: press {key}.")
        };
        column.paragraph(&text, column.look.accent());
    }
}

/// Says what the table waits for in a few words, for the title of the terminal's window.
fn shared_title<G: GameView>(table: &Table<G>, shared: &TableShare) -> String {
    if shared.is_open() || !shared.client.has_read() {
        return format!("waiting for others ({})", shared.code());
    }
    match deciding_people(table, shared) {
        people if people.is_empty() => "waiting for the computer".to_owned(),
        people => format!("waiting for {}", shared.names(people)),
    }
}

fn outage_text(trouble: &Outage) -> String {
    format!("{}.{}", capitalized(&trouble.error.to_string()), trouble.advice())
}

fn draw_invitation(column: &mut PanelColumn, shared: &TableShare) {
    let (look, code) = (column.look, shared.code().as_str());
    let open = shared.client.replica().occupants().iter();
    let open = open.filter(|occupant| **occupant == Occupant::Open).count();
    let who = if open == 1 { "another player" } else { "other players" };
    column.paragraph(&format!("Waiting for {who}."), look.strong());
    let text = "To join, they choose \"Play with others\" in the menu, or type";
    let invitation = shared.invitation();
    let width = LARGE_LETTER.0 * u16::try_from(code.len()).unwrap_or(u16::MAX);
    // With an empty row on each side, and a row that says how to copy the command.
    let rows = usize::from(LARGE_LETTER.1) + 3 + column.rows_of(text) + column.rows_of(&invitation);
    let is_large =
        look.glyphs.blocks && width <= column.area.width && usize::from(column.rest()) >= rows;
    if is_large {
        column.y += 1;
        let area = Rect { height: LARGE_LETTER.1, ..column.row() };
        drawing::draw_large_text(column.buffer, area, code, look.accent());
        column.y += LARGE_LETTER.1 + 1;
    }
    column.paragraph(text, look.text());
    column.paragraph(&invitation, look.accent());
    let copy = match key_name(&Command::CopyInvitation) {
        _ if shared.has_copied => "Copied.".to_owned(),
        key => format!("({key} copies this.)"),
    };
    column.paragraph(&copy, look.dim());
}

fn draw_question<G: GameView>(column: &mut PanelColumn, table: &Table<G>, shared: &TableShare) {
    let replica = shared.client.replica();
    let Some(question) = replica.undo_question() else { return };
    let (look, session) = (column.look, table.game.session());
    if shared.asked_seat(session).is_some() {
        let asking = shared.person_name(question.seat);
        let text = format!("{asking} asks to take back a move.");
        return column.paragraph(&text, look.accent());
    }
    let voters = replica.undo_voters(session, question.seat).iter();
    let missing: Seats = voters.filter(|&seat| !question.agreed.contains(seat)).collect();
    if missing.iter().any(|seat| shared.own().contains(seat)) {
        return;
    }
    let names = shared.names(missing);
    let text = if shared.own().contains(question.seat) {
        format!("You asked {names} for your move back.")
    } else {
        format!("{} asked {names} for a move back.", shared.person_name(question.seat))
    };
    column.paragraph(&text, look.accent());
}

/// The seats of people that must choose now.
fn deciding_people<G: GameView>(table: &Table<G>, shared: &TableShare) -> Seats {
    let is_person = |&seat: &Seat| {
        matches!(
            shared.client.replica().occupants()[seat.index()],
            Occupant::Person { has_stand_in: false, .. }
        )
    };
    let resigned = table.game.session().resigned();
    table.game.awaited().iter().filter(is_person).filter(|&seat| !resigned.contains(seat)).collect()
}

/// Says whom the table waits for and since when; `None` if for computers or nobody.
fn waiting_text<G: GameView>(table: &Table<G>, shared: &TableShare) -> Option<String> {
    let own = shared.own();
    if own.iter().any(|seat| shared.client.is_sending_choice(seat)) {
        return Some("Sending your move.".to_owned());
    }
    let others: Seats =
        deciding_people(table, shared).iter().filter(|&seat| !own.contains(seat)).collect();
    (!others.is_empty())
        .then(|| format!("Waiting for {} since {}.", shared.names(others), shared.since()))
}

fn absence_text(shared: &TableShare, seat: Seat) -> Option<String> {
    let name = shared.person_name(seat);
    if matches!(
        shared.client.replica().occupants()[seat.index()],
        Occupant::Person { has_stand_in: true, .. }
    ) {
        return Some(format!("A computer plays for {name}."));
    }
    match shared.client.whereabouts(seat)? {
        Whereabouts::Here => None,
        Whereabouts::Away(_) => Some(format!("{name} is away.")),
        Whereabouts::Gone => Some(format!("{name} has left the table.")),
    }
}

/// The remark about the person on a seat, such as ` (away)`.
fn seat_remark<G: GameView>(table: &Table<G>, seat: Seat) -> String {
    let shared = table.game.shared.as_ref();
    let remark = shared.and_then(|shared| shared.remark(table.game.session(), seat));
    remark.map_or_else(String::new, |remark| format!(" ({remark})"))
}

/// What the game and its controller report about the position on the table.
struct PanelInfo {
    /// The points that no seat has yet, in a game whose seats share a fixed total.
    open_points: Option<u32>,
    progress: Option<String>,
    /// The text that is being typed, with a prompt.
    pending_input: Option<String>,
    /// What the person who decides wants to do, for somebody who is new to the game.
    goal: Option<String>,
    /// What the signs on the board mean, for the same person and for those who watch.
    legend: &'static [LegendRow],
    /// What a large window tells about the game.
    overview: Option<Overview>,
}

/// An area that is filled with lines from top to bottom.
struct PanelColumn<'a> {
    buffer: &'a mut Buffer,
    look: &'a Look,
    area: Rect,
    y: u16,
    /// Whether this is one of two halves below the board.
    is_below: bool,
    class: WindowClass,
}

impl PanelColumn<'_> {
    /// Whether the parts of the panel have empty rows between them.
    fn is_spacious(&self) -> bool {
        self.class > WindowClass::Small
    }

    fn rest(&self) -> u16 {
        self.area.bottom().saturating_sub(self.y)
    }

    /// Writes a line, if there is a free row.
    fn line(&mut self, text: &str, style: Style) {
        if self.rest() > 0 {
            drawing::draw_text(self.buffer, self.row(), text, style, self.look);
            self.y += 1;
        }
    }

    /// Writes a text in as many lines as it needs and as there are free rows.
    fn paragraph(&mut self, text: &str, style: Style) {
        for line in drawing::wrap(text, self.area.width) {
            self.line(&line, style);
        }
    }

    /// The rows that [`Self::paragraph`] needs for a text.
    fn rows_of(&self, text: &str) -> usize {
        drawing::wrap(text, self.area.width).len()
    }

    fn row(&self) -> Rect {
        Rect { y: self.y, height: 1, ..self.area }
    }

    /// Takes the next free row for a bar, from the names of the players to their scores.
    fn take_bar_row(&mut self) -> Rect {
        let row = self.below_names(1);
        self.y += 1;
        row
    }

    /// The next free rows, as far as there are that many, from the column of the players' names to
    /// the one before the last.
    fn below_names(&self, rows: u16) -> Rect {
        let width = self.area.width.saturating_sub(NAME_INDENT + 1);
        Rect {
            x: (self.area.x + NAME_INDENT).min(self.area.right()),
            y: self.y,
            width,
            height: rows.min(self.rest()),
        }
    }

    /// The column after the text in a row.
    fn end_of_text(&self, row: Rect) -> u16 {
        let is_free = |x: &u16| self.buffer[(*x, row.y)].symbol() == " ";
        let free = (row.x..row.right()).rev().take_while(is_free).count();
        row.right() - u16::try_from(free).unwrap_or(row.width)
    }

    /// Writes a text that belongs to the players, below their names.
    fn remark(&mut self, text: &str, style: Style) {
        for line in drawing::wrap(text, self.area.width.saturating_sub(NAME_INDENT)) {
            self.line(&format!("{:indent$}{line}", "", indent = usize::from(NAME_INDENT)), style);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::widgets::{ColorDepth, testing};

    #[test]
    fn the_date_is_shortened_before_it_is_cut() {
        let date = "2026-11-24".parse().unwrap();
        for (columns, text) in [
            (28, "Daily deal, 24 November 2026"),
            (27, "Daily deal, 24 Nov 2026"),
            (22, "Deal of 24 Nov 2026"),
            (14, "24 Nov 2026"),
        ] {
            assert_eq!(deal_title(date, columns), text);
        }
    }

    #[test]
    fn the_number_of_the_game_is_not_cut_off() {
        let facts = ["game 2".to_owned()];
        for (columns, title) in [(20, "Flip 4 x 4, game 2"), (17, "Flip, game 2"), (11, "game 2")] {
            assert_eq!(title_within("Flip 4 x 4", "Flip", &facts, columns), title);
        }
        assert_eq!(title_within("Flip 4 x 4", "Flip", &[], 17), "Flip 4 x 4");
    }

    #[test]
    fn names_are_abbreviated_before_they_are_cut_off() {
        let look = testing::look(ColorDepth::True, false);
        for (seat, player, columns, label) in [
            ("North", "Medium", 12, ["North", "Medium"]),
            ("North", "Beginner", 12, ["N", "Beginner"]),
            ("Second", "Beginner", 14, ["2nd", "Beginner"]),
            ("South", "Player 1", 14, ["South", ""]),
            ("Passer", "Maximiliane", 13, ["P", "Maximiliane"]),
            ("Passer", "Maximiliane", 12, ["P", "Maximilia…"]),
        ] {
            assert_eq!(seat_label(seat, player, columns, true, &look), label, "{columns}");
        }
        assert_eq!(seat_label("First", "Player 1", 14, false, &look), ["First", "Player 1"]);
    }
}
