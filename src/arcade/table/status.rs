//! The status in the panel: whose turn it is, what to do, or how the game ended.

use super::{
    commands::{Command, KEYS},
    computers::Trouble,
    panel_column::{PanelColumn, PanelInfo},
    shared,
    state::Table,
};
use crate::{
    arcade::screen::{TableStatus, TableTurn},
    games::{self, ArcadeGame},
    widgets::keys::key_name,
};
use fourcade_engine::play::{Outcome, Seat};

/// Draws the status.
pub fn draw<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>, info: &PanelInfo) {
    let (look, game) = (column.look, &table.game);
    if let Some(trouble) = table.computers.trouble() {
        return column.paragraph(&trouble_text(table, trouble), look.alert());
    }
    if shared::status::draw(column, table) {
        return;
    }
    if let Some(outcome) = game.outcome() {
        column.paragraph(&ending(table, &outcome), look.strong());
        shared::status::draw_rematch(column, table);
        if let Some(series) = series_points(table) {
            column.paragraph(&format!("{series}."), look.accent());
        }
        return;
    }
    if table.is_lingering() && !game.is_watched() && !table.playback.is_sent_away() {
        return column.line("Press any key", look.strong());
    }
    if let Some(next) = table.access().next {
        column.paragraph(&hand_over_text(table, next), look.accent());
        return draw_decided(column, table);
    }
    if let Some(input) = &info.pending_input {
        input.lines().for_each(|line| column.paragraph(line, look.accent()));
        return draw_hint(column, table);
    }
    if let Some(seat) = game.deciding().iter().next() {
        let turn = match game.people().len() {
            1 => "Your move".to_owned(),
            _ => format!("{} to move", table.seat_name(seat)),
        };
        let hint = if table.hint.is_thinking() { ": a hint is on its way" } else { "" };
        let goal = info.goal.as_ref().filter(|_| hint.is_empty() && game.people().len() == 1);
        let goal = goal.map_or_else(String::new, |goal| format!(": {goal}"));
        column.paragraph(&format!("{turn}{hint}{goal}."), look.strong());
    } else if table.shared.is_some() {
        shared::status::draw_waiting(column, table);
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
pub fn describe<G: ArcadeGame>(table: &Table<G>) -> TableStatus {
    let game = &table.game;
    let (turn, text) = if game.is_replay() {
        (TableTurn::Others, "replay")
    } else if game.is_over() {
        (TableTurn::Over, "game over")
    } else if let Some(shared) = table.shared.as_ref().filter(|_| game.deciding().is_empty()) {
        let turn = if shared.is_open() {
            TableTurn::Arrival
        } else if shared.asked_seat().is_some() {
            TableTurn::Person
        } else {
            TableTurn::Others
        };
        let title = shared::status::title(shared, shared.awaited(game));
        return TableStatus { title: format!("{}: {title}", G::TITLE), turn };
    } else if game.deciding().is_empty() {
        let text = if game.is_watched() { "watching" } else { "waiting for the computer" };
        (TableTurn::Others, text)
    } else {
        (TableTurn::Person, "your move")
    };
    let seat = table.access().next.or_else(|| game.deciding().iter().next());
    let named = seat.filter(|_| turn == TableTurn::Person && game.people().len() > 1);
    let title = match named {
        Some(seat) => format!("{}: {} to move", G::TITLE, G::SEAT_NAMES[seat.index()]),
        None => format!("{}: {text}", G::TITLE),
    };
    TableStatus { title, turn }
}

/// Describes the points of all games in the series; `None` during the first game.
pub fn series_points<G: ArcadeGame>(table: &Table<G>) -> Option<String> {
    let outcome = table.game.outcome();
    let seats = table.game.session().game().seats();
    let points = seats.iter().map(|seat| {
        let points = table.series.points(seat, outcome.as_ref())?;
        Some(format!("{} {points}", G::SEAT_NAMES[seat.index()]))
    });
    let points = points.collect::<Option<Vec<_>>>()?;
    let is_series = table.series.number() > 1;
    is_series.then(|| format!("Points of all games: {}", points.join(", ")))
}

/// Says why a computer player can't go on, and what to do.
fn trouble_text<G: ArcadeGame>(table: &Table<G>, trouble: &Trouble) -> String {
    let seat_name = G::SEAT_NAMES[trouble.seat.index()];
    let (player, reason) = (table.player_name(trouble.seat), &trouble.reason);
    if table.shared.is_some() {
        return format!("{seat_name} ({player}) can't continue: {reason}.");
    }
    let (undo, again) = (key_name(&KEYS, Command::Undo), key_name(&KEYS, Command::Again));
    format!(
        "{seat_name} ({player}) can't continue: {reason}. \
         Press {undo} to take back a move, or {again} for a new game."
    )
}

/// Asks the next person to take the keyboard.
fn hand_over_text<G: ArcadeGame>(table: &Table<G>, next: Seat) -> String {
    let (next, take) = (table.seat_name(next), key_name(&KEYS, Command::TakeKeyboard));
    let others =
        if table.game.people().len() > 2 { "nobody else is" } else { "your opponent isn't" };
    format!("{next}, your turn: press {take} when {others} looking.")
}

/// Describes how the game ended.
fn ending<G: ArcadeGame>(table: &Table<G>, outcome: &Outcome) -> String {
    let session = table.game.session();
    let seats = session.game().seats();
    let only = table.game.humans_here().only();
    // A single person is "you"; several people have names.
    let winners = outcome.winners();
    let verdict = match only {
        Some(person) if !winners.contains(person) => "You lose. ",
        Some(_) if winners.len() == 1 => "You win! ",
        _ => "",
    };
    let is_named = |seat: Seat| match only {
        None => true,
        Some(only) => table.shared.is_some() && seat != only && table.game.is_human(seat),
    };
    let name = |seat| if is_named(seat) { table.player_name(seat) } else { String::new() };
    let names: Vec<_> = seats.iter().map(name).collect();
    let resigned = session.resigned();
    format!("{verdict}{}", games::describe_result::<G>(outcome, &names, resigned, only))
}

/// Draws the hint, if there is one.
fn draw_hint<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let Some(advice) = table.hint.advice() else { return };
    let seat = table.hint.seat().filter(|_| table.game.is_watched());
    column.paragraph(&games::describe_advice::<G>(advice, seat), column.look.accent());
}

/// Draws which side can't win any more, if there is one.
fn draw_decided<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let can_end = !table.game.is_replay() && table.shared.is_none();
    let Some(loser) = table.game.certain_loser().filter(|_| can_end) else { return };
    let (loser, end) = (G::SEAT_NAMES[loser.index()], key_name(&KEYS, Command::EndDecided));
    let text = format!("{loser} can't win any more. Press {end} to end the game.");
    column.paragraph(&text, column.look.text());
}

/// Draws the position within a recorded game.
fn draw_replay<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let (look, session) = (column.look, table.game.session());
    let (done, rest) = (session.lines().len(), session.undone_len());
    let position = format!("Replay: {} {done} of {}", G::STEP_NAME, done + rest);
    column.paragraph(&position, look.strong());
    let pace = table.playback.description();
    column.line(if rest > 0 { &pace } else { "The record ends here." }, look.dim());
}

/// Draws which computer players are thinking, or the pace.
fn draw_computers<G: ArcadeGame>(column: &mut PanelColumn, table: &Table<G>) {
    let look = column.look;
    let pace = table.playback.description();
    if table.playback.is_paused() {
        return column.line(&pace, look.strong());
    }
    let mut thinking = table.computers.thinking().peekable();
    if thinking.peek().is_none() && table.game.is_watched() {
        column.line(&pace, look.dim());
    }
    for (seat, progress) in thinking {
        let seat_name = G::SEAT_NAMES[seat.index()];
        column.line(&format!("{seat_name} is thinking{}", look.glyphs.ellipsis), look.strong());
        if let Some(progress) = progress {
            column.line(&progress, look.dim());
        }
    }
}
