//! The log of the game.

use super::column::PanelColumn;
use crate::{
    app::table::{Table, opponent, settled},
    games::{self, GameEnd, GameView, counted, has_programs, spoken::Audience},
    widgets::{Look, drawing, page::WindowClass, paragraphs::Styled},
};
use fourcade_engine::play::{Outcome, RecordLine, Seat, Seats, Session};
use ratatui::style::Style;

fn sandbox_status<G: GameView>(table: &Table<G>) -> Option<&'static str> {
    let seats = &table.game.session().header().players;
    let starts_programs = !table.game.is_replay() && has_programs::<G>(seats);
    table.computers.sandbox.filter(|_| starts_programs)
}

/// The names of the players for the log. A replay doesn't call its reader "you".
fn log_names<G: GameView>(table: &Table<G>) -> Vec<String> {
    let mut names = table.player_names();
    if table.game.is_replay() && G::HAS_SEAT_NAMES {
        for you in names.iter_mut().filter(|name| *name == games::YOU) {
            you.clear();
        }
    } else if let Some(you) = table.game.people_here().only() {
        games::YOU.clone_into(&mut names[you.index()]);
    }
    names
}

/// The names for texts that don't fit with the full ones: empty where the seat's name is enough.
/// People keep their names unless the window is small.
fn short_names<G: GameView>(table: &Table<G>, names: &[String], class: WindowClass) -> Vec<String> {
    let short_name = |(at, name): (usize, &String)| {
        let is_person = table.game.is_person(Seat::new(at));
        let keeps_name = is_person && (class > WindowClass::Small || name == games::YOU);
        if keeps_name || !G::HAS_SEAT_NAMES { name.clone() } else { String::new() }
    };
    names.iter().enumerate().map(short_name).collect()
}

/// Which steps are told.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Told {
    All,
    Last,
    AllButLast,
}

pub fn draw_log<G: GameView>(column: &mut PanelColumn, table: &Table<G>) {
    let (width, rows) = (column.area.width, usize::from(column.free_rows()));
    let steps = if table.shows_reveal() { Told::AllButLast } else { Told::All };
    for (text, style) in log_lines(table, width, rows, column.class, steps, column.look) {
        column.draw_line(&text, style);
    }
}

/// The last events as styled lines, oldest first, as many as fit into `rows` of `width`.
pub fn log_lines<G: GameView>(
    table: &Table<G>,
    width: u16,
    rows: usize,
    class: WindowClass,
    steps: Told,
    look: &Look,
) -> Vec<Styled> {
    let names = log_names(table);
    let short_names = short_names(table, &names, class);
    let observation = &table.game.observe(Seats::NONE);
    let (seat, notation) = (Seat::new(0), table.notation);
    let audience = |names| Audience::<G> { observation, seat, names, notation };
    let listeners = [&audience(&names), &audience(&short_names)];
    let session = table.game.session();
    let opening = games::opening_len(session);
    let (told, outcome) = (settled(table).lines(), settled(table).outcome());
    let is_lingering = table.is_lingering() && told == session.lines().len();
    let line_style = |is_news| if is_news { look.text() } else { look.dim() };
    let mut log = Log { width, rows, lines: Vec::new() };
    let is_covered = table.hand_over_page().is_some();
    // The status beside the last step says so, too.
    let decided = settled(table).decided().filter(|_| steps == Told::Last);
    let is_repeated = |text: &str| decided.as_ref().is_some_and(|why| why.cause == text);
    let (skipped, taken) = match steps {
        Told::All => (0, told),
        Told::Last => (0, 1),
        Told::AllButLast => (1, told),
    };
    for number in (1..=told).rev().skip(skipped).take(taken) {
        if is_in_result(session, number, outcome.as_ref()) {
            continue;
        }
        let is_news = number == told;
        if number <= opening {
            let moves = counted(opening, G::FACTS.step_name);
            log.add(&format!("The first {moves} have already been played"), line_style(is_news));
            break;
        }
        // People must remember earlier reveals, so the log leaves them out.
        let reveals = table.game.is_watched() || is_news && is_lingering;
        let style = |is_short| games::Style::Log { reveals, is_short, is_covered };
        let texts = step_texts(session, number, listeners, style, width);
        let mut texts: Vec<_> = texts.into_iter().map(|text| (text, line_style(is_news))).collect();
        if let Some(moment) = settled(table).moment_text().filter(|text| text.lines == number) {
            texts.extend(moment.texts().map(|text| (text.to_owned(), look.accent())));
        }
        texts.retain(|(text, _)| !is_repeated(text));
        if !texts.iter().rev().all(|(text, style)| log.add(text, *style)) {
            break;
        }
    }
    // The log is filled backwards: it begins with the sandbox and the opponent's greeting.
    if let Some(greeting) = opponent::greeting(table) {
        log.add(&greeting, line_style(true));
    }
    if let Some(status) = sandbox_status(table) {
        log.add(status, line_style(false));
    }
    log.lines.reverse();
    log.lines
}

/// Whether the step is the end of a player's game, which the result tells, too.
fn is_in_result<G: GameView>(
    session: &Session<G>,
    number: usize,
    outcome: Option<&Outcome>,
) -> bool {
    let (RecordLine::Resign(seat) | RecordLine::Flag(seat)) = session.lines()[number - 1] else {
        return false;
    };
    let end = outcome.map(|outcome| GameEnd::of(session, outcome, None));
    end.is_some_and(|end| end.departures().any(|(left, _)| left == seat))
}

/// The incidents and events of a step, each told at a length that fits into a row if possible.
fn step_texts<G: GameView>(
    session: &Session<G>,
    number: usize,
    [with_names, with_short_names]: [&Audience<G>; 2],
    style: impl Fn(bool) -> games::Style,
    width: u16,
) -> Vec<String> {
    let fits = |text: &String| drawing::text_width(text) <= width;
    let tell = |event| {
        let long = G::tell(event, style(false), with_names).filter(fits);
        let short = || G::tell(event, style(true), with_names).filter(fits);
        let shortest = || G::tell(event, style(true), with_short_names).filter(fits);
        // A text that takes two rows anyway has room for the names.
        long.or_else(short).or_else(shortest).or_else(|| G::tell(event, style(true), with_names))
    };
    let (line, events) = (&session.lines()[number - 1], &session.events()[number - 1]);
    let mut texts = games::describe_incidents::<G>(line, style(false), with_names);
    texts.extend(events.iter().filter_map(tell));
    texts
}

/// The log while it is filled from the newest line to the oldest.
struct Log {
    width: u16,
    rows: usize,
    lines: Vec<Styled>,
}

impl Log {
    /// Adds a text before the others, unless it doesn't fit. Returns whether it did.
    fn add(&mut self, text: &str, style: Style) -> bool {
        let lines = drawing::wrap(text, self.width);
        let fits = self.lines.len() + lines.len() <= self.rows;
        if fits {
            self.lines.extend(lines.into_iter().rev().map(|line| (line, style)));
        }
        fits
    }
}
