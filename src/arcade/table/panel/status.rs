//! The status: whose turn it is, a hint, or the result.

use super::{
    column::{PanelColumn, PanelInfo},
    event_log::{Told, log_lines},
    match_points::draw_match_score,
    players::awaited_seats,
    seat_inputs::draw_seat_inputs,
    shared::{
        draw_obstacle, draw_rematch, draw_undo_question, draw_waiting, obstacle, shared_title,
    },
    thinking::draw_computers,
};
use crate::{
    app::table::{Table, computers::PlayerFailure, opponent, settled},
    arcade::{
        screen::{TableStatus, TableTurn},
        table::{
            commands::Command,
            keys::{key_name, paused_text},
        },
    },
    database::PersonResult,
    games::{self, GameEnd, GameView, capitalized},
    widgets::{
        ClickAreas,
        drawing::{self, LARGE_LETTER},
        glyphs::unbroken,
        page::WindowClass,
    },
};
use fourcade_engine::play::{Outcome, Seat};
use ratatui::{
    layout::{HorizontalAlignment, Rect, Size},
    style::{Modifier, Style},
};

/// Rows kept for the log below typed choices: enough for the news of the last step.
const LOG_ROWS_BELOW_INPUTS: usize = 2;

/// Draws the status in at least `min_rows` rows. It has the terminal's cursor unless that is on the
/// board. Returns the area that a message may replace: not choices that are being typed.
pub fn draw_status<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    info: &PanelInfo,
    areas: &mut ClickAreas,
    min_rows: u16,
) -> Rect {
    let name_rows = large_name_rows(column, table);
    if let Some(seat) = awaited_seats(table).only().filter(|_| name_rows > 0) {
        let y = column.y + name_rows - LARGE_LETTER.1 - 1;
        let place = Rect { y, height: LARGE_LETTER.1, ..column.row() };
        let name = games::leading_name(&table.player_name(seat));
        let (look, align) = (column.look, HorizontalAlignment::Left);
        drawing::draw_name(column.buffer, place, align, &name, look.seat(seat.index()), look);
    }
    column.y += name_rows;
    let place = column.rest();
    draw_status_texts(column, table, info, name_rows > 0);
    draw_match_score(column, table);
    // While a step is animated, there may be no text.
    if areas.focus().is_none() && column.y > place.y {
        areas.focus_on(place);
    }
    column.y = column.y.max(place.y + min_rows);
    column.replaceable.unwrap_or(place)
}

/// Draws the person's name and what they do in a row of the seat's colour. If there is no room for
/// both, draws only the name, which is cut if it is long.
fn draw_person<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    person: Option<Seat>,
    does: &str,
) {
    let Some(seat) = person.filter(|_| column.free_rows() > 0) else { return };
    let look = column.look;
    let name = games::subject(G::SEAT_NAMES, seat, &table.player_names());
    let width = column.area.width;
    let room = width.saturating_sub(2);
    let text = drawing::fitting(&[format!("{name} {does}"), name], room).to_owned();
    let text = format!(" {} ", drawing::truncate(&text, room, look));
    let style = look.seat(seat.index()).add_modifier(Modifier::REVERSED);
    // The blank before the name stands in the margin, so that the name is aligned with other texts.
    let place = Rect { x: column.area.x.saturating_sub(1), width: width + 1, ..column.row() };
    column.buffer.set_style(place, style);
    drawing::draw_text(column.buffer, place, &text, style, look);
    column.y += 1;
}

/// The person to move, if several people share the keyboard.
fn person_to_move<G: GameView>(table: &Table<G>) -> Option<Seat> {
    settled(table).deciding().iter().next().filter(|_| table.game.active_people().len() > 1)
}

/// Rows kept for the prompt and the log below a name in large letters.
const ROWS_BELOW_NAME: u16 = 3;

/// The rows of the next player's name in large letters, with the blank rows around it. 0 unless
/// several people share the keyboard, and the window is large.
fn large_name_rows<G: GameView>(column: &PanelColumn, table: &Table<G>) -> u16 {
    let room = Size::new(column.area.width, LARGE_LETTER.1);
    let fits = |name: &String| drawing::large_text_size(name, room).is_some();
    let rows = LARGE_LETTER.1 + if column.is_below { 1 } else { 2 };
    let has_room = column.class == WindowClass::Large
        && column.look.glyphs.blocks
        && column.free_rows() >= rows + ROWS_BELOW_NAME;
    let is_shared = table.game.active_people().len() > 1 && !table.game.is_over();
    if has_room && is_shared && table.player_names().iter().any(fits) { rows } else { 0 }
}

fn draw_status_texts<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    info: &PanelInfo,
    has_large_name: bool,
) {
    let look = column.look;
    if let Some(failure) = &table.computers.failure {
        return column.draw_paragraph(&failure_text(table, failure), look.alert());
    }
    if let Some(obstacle) = obstacle(table) {
        return draw_obstacle(column, table, &obstacle);
    }
    draw_undo_question(column, table);
    match Phase::of(table, info) {
        Phase::Celebration => column.draw_paragraph("The game is over.", look.strong()),
        Phase::CoachRemark(remark) => {
            let undo = key_name(&Command::Undo);
            column.draw_paragraph(&format!("{remark} Take it back? {undo}"), look.accent());
            column.draw_paragraph("Any other key plays on.", look.dim());
        }
        Phase::Over(outcome) => {
            column.draw_paragraph(&ending(table, &outcome), look.strong());
            draw_rematch(column, table);
        }
        Phase::ClocksStopped => {
            column.draw_paragraph(&games::sentence(&paused_text()), look.accent());
        }
        Phase::Reveal => draw_reveal(column, table),
        Phase::SeatInputs => {
            let log = if settled(table).lines() > 0 { LOG_ROWS_BELOW_INPUTS } else { 0 };
            draw_seat_inputs(column, table, info, log.max(rows_for_decided(column, table)));
            draw_decided(column, table);
        }
        Phase::Choice => {
            draw_choice(column, table, info, has_large_name);
            draw_decided(column, table);
        }
        Phase::Others => {
            draw_others(column, table);
            draw_hint(column, table);
            draw_decided(column, table);
        }
    }
}

/// What the status is about: the first of these that applies.
enum Phase<'a> {
    Celebration,
    /// The coach's remark on the last move, which can be taken back.
    CoachRemark(&'a str),
    Over(Outcome),
    ClocksStopped,
    Reveal,
    /// Several people type at the same time.
    SeatInputs,
    /// A person at the keyboard chooses.
    Choice,
    /// Computers or people elsewhere choose, or this is a replay.
    Others,
}

impl<'a> Phase<'a> {
    fn of<G: GameView>(table: &'a Table<G>, info: &PanelInfo) -> Self {
        let is_moving = table.playback.is_moving::<G>();
        if table.is_celebrating() && !is_moving {
            Self::Celebration
        } else if let Some(remark) = table.coach.remark().filter(|_| !is_moving) {
            Self::CoachRemark(remark)
        } else if let Some(outcome) = settled(table).outcome() {
            Self::Over(outcome)
        } else if table.game.clock.is_stopped() {
            Self::ClocksStopped
        } else if table.shows_reveal() {
            Self::Reveal
        } else if !info.seat_inputs.is_empty() {
            Self::SeatInputs
        } else if info.pending_input.is_some() || !settled(table).deciding().is_empty() {
            Self::Choice
        } else {
            Self::Others
        }
    }
}

/// Draws whose turn it is with the prompt or the goal, and the hint.
fn draw_choice<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    info: &PanelInfo,
    has_large_name: bool,
) {
    let person = person_to_move(table);
    // A small window has room for a hint alone.
    let has_only_hint = column.class == WindowClass::Small && table.hint.advice().is_some();
    if !has_large_name && !has_only_hint {
        draw_person(column, table, person, "to move");
    }
    if person.is_some() {
        column.replaceable = Some(column.rest());
    }
    match &info.pending_input {
        Some(prompt) => draw_prompt(column, table, prompt, person.is_some()),
        None => draw_turn(column, table, info.goal.as_deref(), person.is_some()),
    }
}

/// Draws the prompt of a choice that is being typed or, if there is little room, its last line.
fn draw_prompt<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    prompt: &str,
    is_named: bool,
) {
    // New players need the whole prompt.
    let may_shorten = !table.experience.needs_goals() && rows_for_greeting(column, table) > 0;
    let end = prompt.lines().last().filter(|_| may_shorten);
    let texts: Vec<_> = [prompt].into_iter().chain(end).collect();
    let style = if is_named { column.look.text() } else { column.look.accent() };
    draw_above_hint(column, table, &texts, style);
}

/// Draws that a person is to move, unless the status already names them, and what to aim for.
fn draw_turn<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    goal: Option<&str>,
    is_named: bool,
) {
    let (look, is_thinking) = (column.look, table.hint.is_thinking());
    let turn = match (is_named, is_thinking) {
        (false, false) => "Your move.",
        (false, true) => "Your move: a hint is on its way.",
        (true, false) => "",
        (true, true) => "A hint is on its way.",
    };
    let is_decided = settled(table).decided().is_some();
    // Advice may contradict the goal, and in a decided game the goal no longer matters.
    let is_moot = is_decided || table.hint.advice().is_some();
    let with_goal = goal
        .filter(|_| !is_thinking && !is_moot)
        .map(|goal| if is_named { games::sentence(goal) } else { format!("Your move: {goal}.") });
    let texts: Vec<_> = with_goal.as_deref().into_iter().chain([turn]).collect();
    let style = match (is_named, is_decided) {
        (true, _) => look.text(),
        (false, true) => look.dim(),
        (false, false) => look.strong(),
    };
    draw_above_hint(column, table, &texts, style);
    if let Some(text) = hidden_choices(table).filter(|_| column.class > WindowClass::Small) {
        column.draw_paragraph(&text, look.dim());
    }
}

/// Draws what goes on while nobody at the keyboard is to move.
fn draw_others<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    if table.game.shared.is_some() {
        draw_waiting(column, table);
        draw_computers(column, table);
    } else if table.game.is_replay() {
        draw_replay(column, table);
    } else {
        draw_computers(column, table);
    }
}

/// Draws what happened, whether that decides the game, and who is next if several people share the
/// keyboard.
fn draw_reveal<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let (look, width) = (column.look, column.area.width);
    let is_shared = table.game.active_people().len() > 1;
    let next = table.game.deciding().iter().next().filter(|_| is_shared);
    let rows_below = rows_for_decided(column, table) + usize::from(next.is_some());
    let rows = usize::from(column.free_rows()).saturating_sub(rows_below);
    for (text, style) in log_lines(table, width, rows, column.class, Told::Last, look) {
        let style = if style == look.text() { look.strong() } else { style };
        column.draw_line(&text, style);
    }
    draw_decided(column, table);
    if next.is_some() && column.free_rows() > 1 {
        column.y += 1;
    }
    draw_person(column, table, next, "is next");
    // Alone with computers, the footer is enough.
    if next.is_some() || table.game.shared.is_some() {
        column.draw_line("Press any key.", look.dim());
    }
}

/// The game and whose turn it is, for the window title and the bell.
pub fn table_status<G: GameView>(table: &Table<G>) -> TableStatus {
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
    let named = seat.filter(|_| turn == TableTurn::Person && game.active_people().len() > 1);
    let title = match named {
        Some(seat) => format!("{}: {} to move", G::FACTS.title, table.seat_name(seat)),
        None => format!("{}: {text}", G::FACTS.title),
    };
    TableStatus { title, turn }
}

fn failure_text<G: GameView>(table: &Table<G>, failure: &PlayerFailure) -> String {
    let seat_name = G::SEAT_NAMES[failure.seat.index()];
    let (player, reason) = (table.player_name(failure.seat), &failure.reason);
    if table.game.shared.is_some() {
        return format!("{seat_name} ({player}) can't continue: {reason}.");
    }
    let (undo, again) = (key_name(&Command::Undo), key_name(&Command::Again));
    format!(
        "{seat_name} ({player}) can't continue: {reason}. \
         Press {undo} to take back a move, or {again} for a new game."
    )
}

fn ending<G: GameView>(table: &Table<G>, outcome: &Outcome) -> String {
    let session = table.game.session();
    let seats = session.game().seats();
    let only = table.game.people_here().only();
    let end = GameEnd::of(session, outcome, only);
    let has_lost = only.is_some_and(|person| end.result_of(person) == PersonResult::Lost);
    // In a game without seat names, the result itself names the winner.
    let verdict = if has_lost && G::HAS_SEAT_NAMES { "You lose. " } else { "" };
    // A single person is called "you"; several people have names.
    let is_named = |seat: Seat| match only.filter(|_| G::HAS_SEAT_NAMES) {
        None => true,
        Some(only) => table.game.shared.is_some() && seat != only && table.game.is_person(seat),
    };
    let name = |seat| if is_named(seat) { table.player_name(seat) } else { String::new() };
    let names: Vec<_> = seats.iter().map(name).collect();
    format!("{verdict}{}", games::describe_result::<G>(&end, &names))
}

/// Draws the first text that leaves room for the hint, and the hint below it. If no text does, and
/// always in a small window, the hint stands alone.
fn draw_above_hint<G: GameView>(
    column: &mut PanelColumn,
    table: &Table<G>,
    texts: &[&str],
    style: Style,
) {
    let rows = |text: &str| text.lines().map(|line| column.rows_for(line)).sum::<usize>();
    let hint = table.hint.sentence(table.game.is_watched(), table.notation, |_| true);
    let hint = hint.map_or(0, |hint| column.rows_for(&hint));
    let room =
        usize::from(column.free_rows()).saturating_sub(hint + rows_for_greeting(column, table));
    let last = texts.last().filter(|_| hint == 0);
    let has_room = |text: &str| rows(text) <= room && (hint == 0 || column.is_spacious());
    let text = texts.iter().find(|text| has_room(text)).or(last);
    if let Some(text) = text {
        for line in text.lines() {
            column.draw_paragraph(line, style);
        }
    }
    draw_hint(column, table);
}

/// The rows kept free in a small panel for the opponent's greeting in the log.
fn rows_for_greeting<G: GameView>(column: &PanelColumn, table: &Table<G>) -> usize {
    if column.class > WindowClass::Small {
        return 0;
    }
    opponent::greeting(table).map_or(0, |greeting| column.rows_for(&greeting))
}

fn draw_hint<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let fits = |text: &str| column.rows_for(text) <= usize::from(column.free_rows());
    let Some(hint) = table.hint.sentence(table.game.is_watched(), table.notation, fits) else {
        return;
    };
    column.draw_paragraph(&hint, column.look.accent());
}

fn rows_for_decided<G: GameView>(column: &PanelColumn, table: &Table<G>) -> usize {
    decided_text(table, column.class).map_or(0, |text| column.rows_for(&text))
}

fn draw_decided<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    if let Some(text) = decided_text(table, column.class) {
        column.draw_paragraph(&text, column.look.text());
    }
}

pub fn hidden_choices<G: GameView>(table: &Table<G>) -> Option<String> {
    let waiting = table.game.waiting_people();
    if waiting.is_empty() || !table.hand_over.has_hand_overs(&table.game) {
        return None;
    }
    let who =
        waiting.only().map_or_else(|| "the others".to_owned(), |seat| table.player_name(seat));
    let all = if G::SEAT_NAMES.len() == 2 { "you choose" } else { "everyone has chosen" };
    Some(format!("What {who} chose stays hidden until {all}."))
}

/// Whether a decided game can be ended with a key.
fn can_end<G: GameView>(table: &Table<G>) -> bool {
    // While letters are typed blind, the key is one of them.
    let is_typed = table.hand_over.options.is_blind;
    !table.game.is_replay() && table.game.shared.is_none() && !is_typed
}

/// If the game is decided, the reason and the key that ends it.
pub fn decided_text<G: GameView>(table: &Table<G>, class: WindowClass) -> Option<String> {
    let (decided, key) = (settled(table).decided()?, key_name(&Command::EndDecided));
    if class == WindowClass::Small && can_end(table) {
        return Some(format!("{}: {key} ends it.", decided.cause));
    }
    // A hint may already give the reason.
    let reason = (!table.hint.is_moot()).then(|| format!("{decided}."));
    let end = can_end(table).then(|| format!("Press {key} to end the game."));
    let texts: Vec<_> = reason.into_iter().chain(end).collect();
    Some(texts.join(" "))
}

fn draw_replay<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let (look, session) = (column.look, table.game.session());
    let (all, rest) = (session.lines().len() + session.undone_len(), session.undone_len());
    let count = unbroken(&format!("{} of {all}", settled(table).lines()));
    let position = format!("{} {count}", G::FACTS.step_name);
    let whole = format!("Replay: {position}");
    let fits = drawing::text_width(&whole) <= column.area.width;
    let text = if fits { whole } else { capitalized(&position) };
    column.draw_paragraph(&text, look.strong());
    let pace = table.playback.description();
    column.draw_line(if rest > 0 { &pace } else { "The record ends here." }, look.dim());
}
