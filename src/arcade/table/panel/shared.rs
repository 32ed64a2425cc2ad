//! The status of a shared table.

use super::{
    column::{NAME_INDENT, PanelColumn},
    thinking::draw_thinking,
};
use crate::{
    app::table::{NO_LOG, SharedTable, Table},
    arcade::table::{commands::Command, keys::key_name},
    database::shared_tables::link::Outage,
    games::{GameView, capitalized},
    widgets::drawing::{self, LARGE_LETTER},
};
use fourcade_engine::play::{Seat, Seats};
use ratatui::layout::Rect;

/// Why nobody can play at a shared table.
pub enum Obstacle {
    Outage(Outage),
    /// The first entry of the log hasn't arrived in time.
    LogOverdue,
    /// The first entry of the log hasn't arrived yet.
    Opening,
    OpenSeats,
}

pub fn obstacle<G: GameView>(table: &Table<G>) -> Option<Obstacle> {
    let shared = table.game.shared.as_ref()?;
    if let Some(outage) = shared.client.outage() {
        Some(Obstacle::Outage(outage))
    } else if table.game.is_over() {
        None
    } else if shared.is_log_overdue() {
        Some(Obstacle::LogOverdue)
    } else if !shared.client.has_first_entry() {
        Some(Obstacle::Opening)
    } else {
        shared.is_open().then_some(Obstacle::OpenSeats)
    }
}

pub fn draw_obstacle<G: GameView>(column: &mut PanelColumn, table: &Table<G>, obstacle: &Obstacle) {
    let Some(shared) = &table.game.shared else { return };
    let look = column.look;
    match obstacle {
        Obstacle::Outage(outage) => {
            column.draw_paragraph(&outage_text(outage), look.alert());
            if is_sending(shared) {
                column.draw_paragraph("Your move will be sent.", look.text());
            }
        }
        Obstacle::LogOverdue => column.draw_paragraph(NO_LOG, look.alert()),
        Obstacle::Opening => {
            let text = format!("Opening the table{}", look.glyphs.activity_dots);
            column.draw_paragraph(&text, look.text());
        }
        Obstacle::OpenSeats => draw_invitation(column, shared),
    }
}

/// Whether a move from here hasn't been stored yet.
fn is_sending(shared: &SharedTable) -> bool {
    shared.own_seats().iter().any(|seat| shared.client.is_sending_choice(seat))
}

/// Draws the players that a shared table waits for, except for the person here.
pub fn draw_waiting<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(shared) = &table.game.shared else { return };
    let (look, session) = (column.look, table.game.session());
    let awaited = table.game.awaited();
    if shared.asked_seat(session).is_some() {
        // The others wait for an answer from here.
    } else if let Some(text) = waiting_text(table, shared) {
        column.draw_paragraph(&text, look.strong());
    } else {
        // Computer players of another process are thinking.
        let controlled = shared.client.controlled_seats(session);
        for seat in awaited.iter().filter(|&seat| !controlled.contains(seat)) {
            draw_thinking(column, table, seat);
        }
    }
    for seat in awaited.iter() {
        if let Some(text) = shared.absence_sentence(session, seat) {
            column.draw_paragraph(&text, look.text());
        }
    }
    if let Some(seat) = shared.seat_for_stand_in(session) {
        let (key, name) = (key_name(&Command::StandIn), shared.person_name(seat));
        let text = format!("Press {key} to let a computer play until {name} is back.");
        column.draw_paragraph(&text, look.accent());
    }
    if shared.seat_elsewhere(session).is_some() {
        let key = key_name(&Command::TakeSeat);
        let text = format!("You play at another terminal. Press {key} to move the game here.");
        column.draw_paragraph(&text, look.accent());
    } else if shared.is_watching() {
        column.draw_paragraph("You are watching.", look.dim());
    }
}

pub fn draw_watchers<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(shared) = &table.game.shared else { return };
    if let Some([names, count]) = shared.spectators().filter(|_| column.free_rows() > 6) {
        let columns = column.area.width.saturating_sub(NAME_INDENT);
        let text = if drawing::text_width(&names) <= columns { names } else { count };
        column.draw_indented_paragraph(&text, column.look.dim());
    }
}

pub fn draw_rematch<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(shared) = &table.game.shared else { return };
    if shared.rematch_code().is_some() && !shared.rematch.is_busy() {
        let key = key_name(&Command::Rematch);
        let text = if shared.own_seats().is_empty() {
            format!("There is a rematch: press {key} to watch it.")
        } else {
            format!("A rematch is waiting for you: press {key}.")
        };
        column.draw_paragraph(&text, column.look.accent());
    }
}

pub fn shared_title<G: GameView>(table: &Table<G>, shared: &SharedTable) -> String {
    if shared.is_open() || !shared.client.has_first_entry() {
        return format!("waiting for others ({})", shared.code());
    }
    match deciding_people(table, shared) {
        people if people.is_empty() => "waiting for the computer".to_owned(),
        people => format!("waiting for {}", shared.names_on(people)),
    }
}

fn outage_text(outage: &Outage) -> String {
    format!("{}.{}", capitalized(&outage.error.to_string()), outage.advice())
}

fn draw_invitation(column: &mut PanelColumn, shared: &SharedTable) {
    let (look, code) = (column.look, shared.code().as_str());
    let place = column.rest();
    column.draw_paragraph(&shared.open_seats_sentence(), look.strong());
    // A message leaves the way to join on the screen.
    column.replaceable = Some(Rect { height: column.y - place.y, ..place });
    let text = "To join, they choose \"Play with others\" in the menu, or type";
    let invitation = shared.invitation();
    let width = LARGE_LETTER.0 * drawing::cells(code.len());
    // 3 rows: a blank row above and below the code, and a row that names the key to copy.
    let rows =
        usize::from(LARGE_LETTER.1) + 3 + column.rows_for(text) + column.rows_for(&invitation);
    let is_large =
        look.glyphs.blocks && width <= column.area.width && usize::from(column.free_rows()) >= rows;
    if is_large {
        column.y += 1;
        let area = Rect { height: LARGE_LETTER.1, ..column.row() };
        drawing::draw_large_text(column.buffer, area, code, look.accent());
        column.y += LARGE_LETTER.1 + 1;
    }
    column.draw_paragraph(text, look.text());
    column.draw_paragraph(&invitation, look.accent());
    let key = key_name(&Command::CopyInvitation);
    column.draw_paragraph(&format!("({key} copies this.)"), look.dim());
}

/// Draws a player's question whether a move may be taken back, until all have agreed.
pub fn draw_undo_question<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(shared) = table.game.shared.as_ref().filter(|_| !table.game.is_over()) else { return };
    let replica = shared.client.replica();
    let Some(question) = replica.undo_question() else { return };
    let (look, session) = (column.look, table.game.session());
    if shared.asked_seat(session).is_some() {
        let asking = shared.person_name(question.seat);
        let text = format!("{asking} asks to take back a move.");
        return column.draw_paragraph(&text, look.accent());
    }
    let voters = replica.undo_voters(session, question.seat).iter();
    let missing: Seats = voters.filter(|&seat| !question.agreed.contains(seat)).collect();
    if missing.iter().any(|seat| shared.own_seats().contains(seat)) {
        return;
    }
    let names = shared.names_on(missing);
    let text = if shared.own_seats().contains(question.seat) {
        format!("You asked {names} for your move back.")
    } else {
        format!("{} asked {names} for a move back.", shared.person_name(question.seat))
    };
    column.draw_paragraph(&text, look.accent());
}

fn deciding_people<G: GameView>(table: &Table<G>, shared: &SharedTable) -> Seats {
    let (replica, resigned) = (shared.client.replica(), table.game.session().resigned());
    let decides = |&seat: &Seat| replica.has_person(seat) && !resigned.contains(seat);
    table.game.awaited().iter().filter(decides).collect()
}

/// The people whom the table waits for, and since when; `None` if it waits for no person.
fn waiting_text<G: GameView>(table: &Table<G>, shared: &SharedTable) -> Option<String> {
    if is_sending(shared) {
        return Some("Sending your move.".to_owned());
    }
    let own = shared.own_seats();
    let others: Seats =
        deciding_people(table, shared).iter().filter(|&seat| !own.contains(seat)).collect();
    (!others.is_empty()).then(|| {
        format!("Waiting for {} since {}.", shared.names_on(others), shared.step_start_time())
    })
}

/// Why the person on a seat is absent, such as ` (away)`; empty if they aren't.
pub fn seat_remark<G: GameView>(table: &Table<G>, seat: Seat) -> String {
    let shared = table.game.shared.as_ref();
    let absence = shared.and_then(|shared| shared.absence(table.game.session(), seat));
    absence.map_or_else(String::new, |absence| format!(" ({})", absence.label()))
}
