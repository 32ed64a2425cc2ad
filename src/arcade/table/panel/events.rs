//! The log of the game.

use super::column::PanelColumn;
use crate::{
    app::table::{Table, moments::MomentText, opponent, settled},
    games::{self, GameView, counted, has_programs},
    widgets::{Look, drawing},
};
use fourcade_engine::play::{Seat, Seats};
use ratatui::style::Style;

fn sandbox_status<G: GameView>(table: &Table<G>) -> Option<&'static str> {
    let seats = &table.game.session().header().seats;
    let starts_programs = !table.game.is_replay() && has_programs::<G>(seats);
    table.computers.sandbox.filter(|_| starts_programs)
}

/// The names of the players for the log. A replay doesn't call its reader "you".
fn log_names<G: GameView>(table: &Table<G>) -> Vec<String> {
    let mut names = table.player_names();
    if table.game.is_replay() && G::HAS_SEAT_NAMES {
        names.iter_mut().filter(|name| *name == games::YOU).for_each(String::clear);
    } else if let Some(you) = table.game.humans_here().only() {
        games::YOU.clone_into(&mut names[you.index()]);
    }
    names
}

pub fn draw_log<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let rows = usize::from(column.free_rows());
    for (text, style) in log_lines(table, column.area.width, rows, false, column.look) {
        column.line(&text, style);
    }
}

/// The last events as styled lines, oldest first, that fit into `rows` of `width` without cutting.
pub fn log_lines<G: GameView>(
    table: &Table<G>,
    width: u16,
    rows: usize,
    is_covered: bool,
    look: &Look,
) -> Vec<(String, Style)> {
    let names = log_names(table);
    // Where a player's name doesn't fit, the log names only the seat.
    let seats: Vec<_> = names
        .iter()
        .map(
            |name| {
                if G::HAS_SEAT_NAMES && name != games::YOU { String::new() } else { name.clone() }
            },
        )
        .collect();
    let observation = &table.game.observe(Seats::NONE);
    let listener = |names| games::spoken::Listener::<G> {
        observation,
        seat: Seat::new(0),
        names,
        notation: table.notation,
    };
    let (to, seats_only) = (&listener(&names), &listener(&seats));
    let style = |is_news| if is_news { look.text() } else { look.dim() };
    let mut log: Vec<(String, Style)> = Vec::new();
    let session = table.game.session();
    let opening = games::opening_len(session);
    let told = settled(table).lines();
    let is_lingering = table.is_lingering() && told == session.lines().len();
    let steps = session.events().iter().zip(session.lines()).take(told);
    'steps: for (at, (events, line)) in steps.rev().enumerate() {
        // People must remember earlier reveals, so the log leaves them out.
        let reveals = table.game.is_watched() || at == 0 && is_lingering;
        if told - at <= opening {
            let moves = counted(opening, G::FACTS.step_name);
            let text = format!("The first {moves} have already been played");
            let lines = drawing::wrap(&text, width);
            if log.len() + lines.len() <= rows {
                log.extend(lines.into_iter().rev().map(|line| (line, style(at == 0))));
            }
            break;
        }
        let tell = |event| {
            let told = |is_short, to| {
                G::tell(event, games::Style::Log { reveals, is_short, is_covered }, to)
            };
            let fits = |text: &String| drawing::text_width(text) <= width;
            let short = || told(true, to).filter(fits);
            told(false, to).filter(fits).or_else(short).or_else(|| told(true, seats_only))
        };
        let mut texts = games::describe_incidents::<G>(
            line,
            games::Style::Log { reveals, is_short: false, is_covered },
            to,
        );
        texts.extend(events.iter().filter_map(tell));
        let mut texts: Vec<_> = texts.into_iter().map(|text| (text, style(at == 0))).collect();
        let moment_text =
            settled(table).moment_text().filter(|moment_text| moment_text.lines == told - at);
        if moment_text.is_some_and(|moment_text| moment_text.title.is_empty())
            && let Some((_, style)) = texts.last_mut()
        {
            *style = look.accent();
        }
        let moment = moment_text.into_iter().flat_map(MomentText::texts);
        texts.extend(moment.map(|text| (text.to_owned(), look.accent())));
        for (text, style) in texts.into_iter().rev() {
            let lines = drawing::wrap(&text, width);
            if log.len() + lines.len() > rows {
                break 'steps;
            }
            log.extend(lines.into_iter().rev().map(|line| (line, style)));
        }
    }
    // The log begins with the sandbox and the opponent's greeting.
    let sandbox = sandbox_status(table).map(|status| (status.to_owned(), false));
    let greeting = opponent::greeting(table).map(|greeting| (greeting, true));
    for (text, is_news) in greeting.into_iter().chain(sandbox) {
        let lines = drawing::wrap(&text, width);
        if log.len() + lines.len() <= rows {
            log.extend(lines.into_iter().rev().map(|line| (line, style(is_news))));
        }
    }
    log.reverse();
    log
}
