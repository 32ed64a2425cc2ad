//! The log: the last events of the game.

use super::column::PanelColumn;
use crate::{
    app::table::{Table, opponent},
    games::{self, GameView, counted, has_programs},
    widgets::drawing,
};
use fourcade_engine::play::{Seat, Seats};

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

/// Draws the last events, the newest at the bottom. No event is cut off.
pub fn draw_log<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
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
