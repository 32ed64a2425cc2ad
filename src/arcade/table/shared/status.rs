//! The status of a shared table in the panel.

use ratatui::{layout::Rect, text::Line, widgets::Widget};
use tui_big_text::{BigText, PixelSize};

use super::{people::join, table_share::TableShare};
use crate::{
    arcade::table::{
        commands::{Command, KEYS, SHARED_KEYS},
        panel_column::PanelColumn,
        state::Table,
    },
    database::shared_tables::{Occupant, Whereabouts, link::Outage},
    games::ArcadeGame,
    widgets::keys::key_name,
};
use fourcade_engine::play::{Seat, Seats};

/// The width and height of a large letter, in columns and rows.
const LETTER: (u16, u16) = (4, 4);
/// The rows around a large code that must be left.
const ROWS_AROUND_CODE: u16 = 7;

/// Draws what only a shared table says. Returns whether that is the whole status.
pub fn draw<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) -> bool {
    let Some(shared) = &table.shared else { return false };
    let look = column.look;
    if let Some(trouble) = shared.client.trouble() {
        column.paragraph(&trouble_text(&trouble), look.alert());
        if !shared.own().iter().all(|seat| !shared.client.is_sending_choice(seat)) {
            column.paragraph("Your move will be sent.", look.text());
        }
        return true;
    }
    if table.game.is_over() {
        return false;
    }
    if !shared.client.has_read() {
        column.paragraph(&format!("Opening the table{}", look.glyphs.ellipsis), look.text());
        return true;
    }
    if shared.is_open() {
        draw_invitation(column, shared);
        return true;
    }
    draw_question(column, shared);
    false
}

/// Draws whom the table waits for, if it is not this terminal's person.
pub fn draw_waiting<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(shared) = &table.shared else { return };
    let look = column.look;
    let awaited = shared.awaited(&table.game);
    if let Some(text) = waiting_text(shared, awaited) {
        column.paragraph(&text, look.strong());
    } else {
        // Computers that another process runs.
        let decided_here = shared.client.decided_here();
        for seat in awaited.iter().filter(|&seat| !decided_here.contains(seat)) {
            let (seat_name, dots) = (G::SEAT_NAMES[seat.index()], look.glyphs.ellipsis);
            column.line(&format!("{seat_name} is thinking{dots}"), look.strong());
        }
    }
    for seat in awaited.iter() {
        if let Some(text) = absence_text(shared, seat) {
            column.paragraph(&text, look.text());
        }
    }
    if let Some(seat) = shared.seat_to_hand_over(&table.game) {
        let (key, name) = (key_name(&SHARED_KEYS, Command::StandIn), shared.person_name(seat));
        let text = format!("Press {key} to let a computer play until {name} is back.");
        column.paragraph(&text, look.accent());
    }
    if shared.seat_elsewhere().is_some() {
        let key = key_name(&SHARED_KEYS, Command::TakeSeat);
        let text = format!("You play at another terminal. Press {key} to move the game here.");
        column.paragraph(&text, look.accent());
    } else if shared.is_watching() {
        column.paragraph("You are watching.", look.dim());
    }
}

/// Draws who watches.
pub fn draw_watchers<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(shared) = &table.shared else { return };
    let watchers = shared.other_watchers();
    if !watchers.is_empty() && column.rest() > 6 {
        column.paragraph(&format!(" watching: {}", join(&watchers)), column.look.dim());
    }
}

/// Draws that there is a table for the next game.
pub fn draw_rematch<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(shared) = &table.shared else { return };
    if shared.rematch_code().is_some() && !shared.rematch.is_busy() {
        let key = key_name(&KEYS, Command::Swap);
        let text = if shared.own().is_empty() {
            format!("There is a rematch: press {key} to watch it.")
        } else {
            format!("A rematch is waiting for you: press {key}.")
        };
        column.paragraph(&text, column.look.accent());
    }
}

/// Says what the table waits for in a few words, for the title of the terminal's window.
pub fn title<G: ArcadeGame>(shared: &TableShare<G>, awaited: Seats) -> String {
    if shared.is_open() || !shared.client.has_read() {
        return format!("waiting for others ({})", shared.code());
    }
    match people(shared, awaited) {
        people if people.is_empty() => "waiting for the computer".to_owned(),
        people => format!("waiting for {}", shared.names(people)),
    }
}

/// Describes trouble with the database as a sentence.
fn trouble_text(trouble: &Outage) -> String {
    let text = trouble.error.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase).into_iter().flatten();
    first.chain(letters).chain(['.']).chain(trouble.advice().chars()).collect()
}

/// Draws how others come to the table.
fn draw_invitation<G: ArcadeGame>(column: &mut PanelColumn, shared: &TableShare<G>) {
    let (look, code) = (column.look, shared.code().as_str());
    let open = shared.client.replica().occupants().iter();
    let open = open.filter(|occupant| **occupant == Occupant::Open).count();
    let who = if open == 1 { "another player" } else { "other players" };
    column.paragraph(&format!("Waiting for {who}."), look.strong());
    let width = LETTER.0 * u16::try_from(code.len()).unwrap_or(u16::MAX);
    let is_large = look.glyphs.blocks
        && width <= column.area.width
        && column.rest() >= LETTER.1 + ROWS_AROUND_CODE;
    if is_large {
        column.y += 1;
        let area = Rect { height: LETTER.1, ..column.row() };
        BigText::builder()
            .pixel_size(PixelSize::Quadrant)
            .style(look.accent())
            .lines(vec![Line::from(code)])
            .build()
            .render(area, column.buffer);
        column.y += LETTER.1 + 1;
    }
    let text = "To join, they choose \"Play with others\" in the menu, or type";
    column.paragraph(text, look.text());
    column.paragraph(&shared.invitation(), look.accent());
    let copy = match key_name(&SHARED_KEYS, Command::CopyInvitation) {
        _ if shared.has_copied => "Copied.".to_owned(),
        key => format!("({key} copies this.)"),
    };
    column.paragraph(&copy, look.dim());
}

/// Draws the question whether moves may be taken back.
fn draw_question<G: ArcadeGame>(column: &mut PanelColumn, shared: &TableShare<G>) {
    let replica = shared.client.replica();
    let Some(question) = replica.undo_question() else { return };
    let look = column.look;
    if shared.asked_seat().is_some() {
        let asking = shared.person_name(question.seat);
        let (yes, no) =
            (key_name(&SHARED_KEYS, Command::Agree), key_name(&SHARED_KEYS, Command::Decline));
        let text =
            format!("{asking} asks to take back a move. Press {yes} to agree, {no} to decline.");
        return column.paragraph(&text, look.accent());
    }
    let voters = replica.undo_voters(question.seat).iter();
    let missing: Seats = voters.filter(|&seat| !question.agreed.contains(seat)).collect();
    if missing.iter().any(|seat| shared.own().contains(seat)) {
        return;
    }
    let verb = if missing.len() == 1 { "is" } else { "are" };
    let names = shared.names(missing);
    column.paragraph(&format!("{names} {verb} asked to take back a move."), look.accent());
}

/// The seats among these on which people decide.
fn people<G: ArcadeGame>(shared: &TableShare<G>, seats: Seats) -> Seats {
    let is_person = |&seat: &Seat| {
        matches!(
            shared.client.replica().occupants()[seat.index()],
            Occupant::Person { has_stand_in: false, .. }
        )
    };
    let resigned = shared.client.replica().session().resigned();
    seats.iter().filter(is_person).filter(|&seat| !resigned.contains(seat)).collect()
}

/// Says whom the table waits for and since when; `None` if for computers or nobody.
fn waiting_text<G: ArcadeGame>(shared: &TableShare<G>, awaited: Seats) -> Option<String> {
    let own = shared.own();
    if own.iter().any(|seat| shared.client.is_sending_choice(seat)) {
        return Some("Sending your move.".to_owned());
    }
    let others: Seats =
        people(shared, awaited).iter().filter(|&seat| !own.contains(seat)).collect();
    (!others.is_empty())
        .then(|| format!("Waiting for {} since {}.", shared.names(others), shared.since()))
}

/// Says that the person on a seat is not at the table.
fn absence_text<G: ArcadeGame>(shared: &TableShare<G>, seat: Seat) -> Option<String> {
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
pub fn remark<G: ArcadeGame>(table: &Table<G>, seat: Seat) -> String {
    let remark = table.shared.as_ref().and_then(|shared| shared.remark(seat));
    remark.map_or_else(String::new, |remark| format!(" ({remark})"))
}
