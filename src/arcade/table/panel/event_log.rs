//! The log: the last events of the game.

use super::column::PanelColumn;
use crate::{
    app::table::{Settled, Table, opponent, settled},
    games::{self, GameEnd, GameView, counted, has_programs, spoken::Audience},
    widgets::{Look, drawing, page::WindowClass, paragraphs::Styled},
};
use fourcade_engine::play::{RecordLine, Seat, Seats};
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
    // Texts of the log are the same for all seats.
    let (seat, notation) = (Seat::new(0), table.notation);
    let audience = |names| Audience::<G> { observation, seat, names, notation };
    let settled = settled(table);
    // The status beside the last step already gives this cause.
    let cause_in_status = settled.decided().filter(|_| steps == Told::Last).map(|it| it.cause);
    let last = settled.lines();
    let mut log = LogBuilder {
        table,
        settled,
        with_names: audience(&names),
        with_short_names: audience(&short_names),
        cause_in_status,
        width,
        rows,
        look,
        newest_first: Vec::new(),
    };
    let numbers = match steps {
        Told::All => 1..=last,
        Told::Last => last.max(1)..=last,
        Told::AllButLast => 1..=last.saturating_sub(1),
    };
    let opening = games::opening_len(table.game.session());
    // The log is filled from the newest line to the oldest.
    for number in numbers.rev() {
        if log.is_in_result(number) {
            continue;
        }
        if number <= opening {
            let moves = counted(opening, G::FACTS.step_name);
            let text = format!("The first {moves} have already been played");
            log.add(&text, log.step_style(number));
            break;
        }
        if !log.add_step(number) {
            break;
        }
    }
    if let Some(greeting) = opponent::greeting(table) {
        log.add(&greeting, look.text());
    }
    if let Some(status) = sandbox_status(table) {
        log.add(status, look.dim());
    }
    log.newest_first.reverse();
    log.newest_first
}

struct LogBuilder<'a, G: GameView> {
    table: &'a Table<G>,
    settled: Settled<'a, G>,
    with_names: Audience<'a, G>,
    with_short_names: Audience<'a, G>,
    /// A text that the log leaves out.
    cause_in_status: Option<String>,
    width: u16,
    rows: usize,
    look: &'a Look,
    newest_first: Vec<Styled>,
}

impl<G: GameView> LogBuilder<'_, G> {
    /// Whether the step is a resignation or a loss on time, which the result also reports.
    fn is_in_result(&self, number: usize) -> bool {
        let session = self.table.game.session();
        let line = &session.lines()[number - 1];
        let (RecordLine::Resign(seat) | RecordLine::Flag(seat)) = line else { return false };
        let Some(outcome) = self.settled.outcome() else { return false };
        GameEnd::of(session, &outcome, None).departures().any(|(left, _)| left == *seat)
    }

    fn is_last(&self, number: usize) -> bool {
        number == self.settled.lines()
    }

    fn step_style(&self, number: usize) -> Style {
        if self.is_last(number) { self.look.text() } else { self.look.dim() }
    }

    /// Adds the texts of a step until one doesn't fit. Returns whether all did.
    fn add_step(&mut self, number: usize) -> bool {
        let style = self.step_style(number);
        let mut texts: Vec<_> =
            self.step_texts(number).into_iter().map(|text| (text, style)).collect();
        if let Some(moment) = self.settled.moment_text().filter(|text| text.lines == number) {
            texts.extend(moment.texts().map(|text| (text.to_owned(), self.look.accent())));
        }
        texts.retain(|(text, _)| self.cause_in_status.as_ref() != Some(text));
        texts.iter().rev().all(|(text, style)| self.add(text, *style))
    }

    /// The incidents and events of a step, each told at a length that fits into a row if possible.
    fn step_texts(&self, number: usize) -> Vec<String> {
        let Self { table, with_names, with_short_names, .. } = self;
        let session = table.game.session();
        let is_lingering = table.is_lingering() && number == session.lines().len();
        // People must remember earlier reveals, so the log leaves them out.
        let reveals = table.game.is_watched() || self.is_last(number) && is_lingering;
        let is_covered = table.hand_over_page().is_some();
        let style = |is_short| games::Style::Log { reveals, is_short, is_covered };
        let fits = |text: &String| drawing::text_width(text) <= self.width;
        let tell = |event| {
            let long = G::tell(event, style(false), with_names).filter(fits);
            let short = || G::tell(event, style(true), with_names).filter(fits);
            let shortest = || G::tell(event, style(true), with_short_names).filter(fits);
            // A text that takes two rows anyway has room for the names.
            let wrapped = || G::tell(event, style(true), with_names);
            long.or_else(short).or_else(shortest).or_else(wrapped)
        };
        let (line, events) = (&session.lines()[number - 1], &session.events()[number - 1]);
        let mut texts = games::describe_incidents::<G>(line, style(false), with_names);
        texts.extend(events.iter().filter_map(tell));
        texts
    }

    /// Adds a text before the others, unless it doesn't fit. Returns whether it did.
    fn add(&mut self, text: &str, style: Style) -> bool {
        let lines = drawing::wrap(text, self.width);
        let fits = self.newest_first.len() + lines.len() <= self.rows;
        if fits {
            self.newest_first.extend(lines.into_iter().rev().map(|line| (line, style)));
        }
        fits
    }
}
