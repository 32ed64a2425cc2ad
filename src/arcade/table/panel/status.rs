//! The status: whose turn it is, a hint, or the result.

use super::{
    column::{PanelColumn, PanelInfo},
    events::{Told, log_lines},
    match_points::draw_match_score,
    players::awaited_seats,
    shared::{draw_rematch, draw_shared_status, draw_waiting, shared_title},
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
    games::{self, GameEnd, GameView, SeatInput, capitalized},
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
    text::{Line, Span},
};

/// The status takes at least `min_rows`, and the terminal's cursor unless it is on the board.
/// Returns the area that a message may replace: not choices that are being typed.
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
    column.prompt.unwrap_or(place)
}

/// The person's name and what they do, in a row of the seat's colour. If there is no room for both,
/// only the name, which is cut if it is long.
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

/// The rows of a name in large letters with the blank rows around it. If several people share the
/// keyboard, a large window names each player in turn.
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
    let (look, game) = (column.look, &table.game);
    if let Some(failure) = &table.computers.failure {
        return column.paragraph(&failure_text(table, failure), look.alert());
    }
    if draw_shared_status(column, table) {
        return;
    }
    let is_moving = table.playback.is_moving::<G>();
    if table.is_celebrating() && !is_moving {
        return column.paragraph("The game is over.", look.strong());
    }
    if let Some(remark) = table.coach.remark().filter(|_| !is_moving) {
        let undo = key_name(&Command::Undo);
        column.paragraph(&format!("{remark} Take it back? {undo}"), look.accent());
        return column.paragraph("Any other key plays on.", look.dim());
    }
    if let Some(outcome) = settled(table).outcome() {
        column.paragraph(&ending(table, &outcome), look.strong());
        return draw_rematch(column, table);
    }
    if game.clock.is_stopped() {
        return column.paragraph(&games::sentence(&paused_text()), look.accent());
    }
    if table.shows_reveal() {
        return draw_reveal(column, table);
    }
    if !info.seat_inputs.is_empty() {
        draw_seat_inputs(column, table, info);
        return draw_decided(column, table);
    }
    let named = person_to_move(table);
    // A small window has room for a hint alone.
    let has_hint = column.class == WindowClass::Small && table.hint.advice().is_some();
    draw_person(column, table, named.filter(|_| !has_large_name && !has_hint), "to move");
    if named.is_some() {
        column.prompt = Some(column.rest());
    }
    if let Some(input) = &info.pending_input {
        let is_known = !table.experience.needs_goals();
        let end = input.lines().last().filter(|_| is_known && rows_for_greeting(column, table) > 0);
        let texts: Vec<_> = [input.as_str()].into_iter().chain(end).collect();
        let style = named.map_or(look.accent(), |_| look.text());
        draw_turn(column, table, &texts, style);
        return draw_decided(column, table);
    }
    if !settled(table).deciding().is_empty() {
        let is_thinking = table.hint.is_thinking();
        let turn = match (named, is_thinking) {
            (None, false) => "Your move.",
            (None, true) => "Your move: a hint is on its way.",
            (Some(_), false) => "",
            (Some(_), true) => "A hint is on its way.",
        };
        let is_decided = settled(table).decided().is_some();
        // Advice may contradict the goal, and in a decided game the goal no longer matters.
        let is_moot = is_decided || table.hint.advice().is_some();
        let goal = info.goal.as_ref().filter(|_| !is_thinking && !is_moot);
        let with_goal = goal.map(|goal| match named {
            None => format!("Your move: {goal}."),
            Some(_) => games::sentence(goal),
        });
        let texts: Vec<_> = with_goal.as_deref().into_iter().chain([turn]).collect();
        let style = match named {
            None if is_decided => look.dim(),
            None => look.strong(),
            Some(_) => look.text(),
        };
        draw_turn(column, table, &texts, style);
        let hidden = hidden_choices(table).filter(|_| column.class > WindowClass::Small);
        if let Some(text) = hidden {
            column.paragraph(&text, look.dim());
        }
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

/// What happened, whether that decides the game, and who is next if several people share the
/// keyboard.
fn draw_reveal<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let (look, width) = (column.look, column.area.width);
    let decided = decided_text(table, column.class);
    let is_shared = table.game.active_people().len() > 1;
    let next = table.game.deciding().iter().next().filter(|_| is_shared);
    let rows_below = decided.map_or(0, |text| column.rows_for(&text)) + usize::from(next.is_some());
    let rows = usize::from(column.free_rows()).saturating_sub(rows_below);
    for (text, style) in log_lines(table, width, rows, column.class, Told::Last, look) {
        let style = if style == look.text() { look.strong() } else { style };
        column.line(&text, style);
    }
    draw_decided(column, table);
    if next.is_some() && column.free_rows() > 1 {
        column.y += 1;
    }
    draw_person(column, table, next, "is next");
    // Alone with computers, the footer is enough.
    if next.is_some() || table.game.shared.is_some() {
        column.line("Press any key.", look.dim());
    }
}

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

/// Rows kept for the log below typed choices: enough for the news of the last step.
const LOG_ROWS_BELOW_INPUTS: usize = 2;

/// A line per seat that types, with the key that takes it back or all such keys below, and above
/// them how to type, as far as there is room.
fn draw_seat_inputs<G: GameView>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    let inputs = &info.seat_inputs;
    let form = |name: &dyn Fn(Seat) -> String, has_undo: bool| -> Vec<String> {
        let names: Vec<_> = inputs.iter().map(|input| name(input.seat)).collect();
        let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        let line = |(input, name): (&SeatInput, &String)| {
            let undo = format!("   {} undoes", input.undo_key[0]);
            let undo = if has_undo { &undo } else { "" };
            format!("{name:width$}  {}{undo}", input.typed)
        };
        inputs.iter().zip(&names).map(line).collect()
    };
    let player = |seat| games::leading_name(&table.player_name(seat));
    let seat_name = |seat| table.seat_name(seat);
    let letter = |seat| table.seat_name(seat).chars().take(1).collect();
    let names: [&dyn Fn(Seat) -> String; 3] = [&player, &seat_name, &letter];
    let [whole, seats, letters] = names;
    let forms = [(whole, true), (seats, true), (whole, false), (seats, false), (letters, false)];
    let forms = forms.map(|(name, has_undo)| (form(name, has_undo), has_undo));
    let width = column.area.width;
    let fits = |lines: &[String]| lines.iter().all(|line| drawing::text_width(line) <= width);
    let last = forms.len() - 1;
    let at = forms.iter().position(|(lines, _)| fits(lines)).unwrap_or(last);
    let (lines, has_undo) = &forms[at];
    let log = if settled(table).lines() > 0 { LOG_ROWS_BELOW_INPUTS } else { 0 };
    let decided = decided_text(table, column.class).map_or(0, |text| column.rows_for(&text));
    let free = usize::from(column.free_rows()).saturating_sub(log.max(decided));
    let look = column.look;
    let has_undo_below = !has_undo && lines.len() < free;
    let rows = lines.len() + usize::from(has_undo_below);
    let place = column.rest();
    if let Some(prompt) =
        info.pending_input.as_ref().filter(|it| column.rows_for(it) + rows <= free)
    {
        column.paragraph(prompt, look.strong());
    }
    column.prompt = Some(Rect { height: column.y - place.y, ..place });
    for (input, line) in inputs.iter().zip(lines) {
        column.line(line, look.seat(input.seat.index()));
    }
    if has_undo_below {
        draw_undo_keys(column, table, inputs);
    }
}

/// Each key has the colour of its seat and, if there is room, the player's initials, such as `P1`.
fn draw_undo_keys<G: GameView>(column: &mut PanelColumn, table: &Table<G>, inputs: &[SeatInput]) {
    let (look, row) = (column.look, column.row());
    let initials = |seat: Seat| -> String {
        let name = table.player_name(seat);
        name.split_whitespace().filter_map(|word| word.chars().next()).chain([' ']).collect()
    };
    let line = |length: usize, has_initials: bool| {
        let mut spans = vec![Span::styled("Undo:", look.dim())];
        for (at, input) in inputs.iter().enumerate() {
            spans.push(Span::styled(if at > 0 { ", " } else { " " }, look.dim()));
            let name = if has_initials { initials(input.seat) } else { String::new() };
            let text = name + input.undo_key[length];
            spans.push(Span::styled(text, look.seat(input.seat.index())));
        }
        Line::from(spans)
    };
    let lines = [line(0, true), line(1, true), line(0, false), line(1, false)];
    let fits = |line: &&Line| line.width() <= usize::from(row.width);
    let line = lines.iter().find(fits).unwrap_or(&lines[lines.len() - 1]);
    column.buffer.set_line(row.x, row.y, line, row.width);
    column.y += 1;
}

/// Draws the first text that leaves room for the hint, and the hint. If none does, and always in a
/// small window, it stands alone.
fn draw_turn<G: GameView>(
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
            column.paragraph(line, style);
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
    column.paragraph(&hint, column.look.accent());
}

fn draw_decided<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    if let Some(text) = decided_text(table, column.class) {
        column.paragraph(&text, column.look.text());
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
        let reason = decided.split(": ").next().unwrap_or(&decided);
        return Some(format!("{reason}: {key} ends it."));
    }
    // A hint may already give the reason.
    let decided = Some(decided + ".").filter(|_| !table.hint.is_moot());
    let end = format!("Press {key} to end the game.");
    let texts: Vec<_> = decided.into_iter().chain(can_end(table).then_some(end)).collect();
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
    column.paragraph(&text, look.strong());
    let pace = table.playback.description();
    column.line(if rest > 0 { &pace } else { "The record ends here." }, look.dim());
}
