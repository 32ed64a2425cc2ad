//! A local or shared table as a conversation. The game itself is [`app::table`](crate::app::table),
//! as on the screen.

mod typed;

use std::time::{Duration, Instant};

use super::{
    App, Console, Error, ending,
    narrator::{Narrator, line_sentences},
    others::{Others, Question, follow_rematch},
    review,
    shared_tables::SharedTables,
};
use crate::{
    app::{
        Background,
        lobby::JoinAs,
        table::{
            SharedTable, Start, Table,
            clock::{Clock, LOW_TIME},
            deal_text::counting_condition,
            moments::MomentText,
            opponent,
        },
    },
    database::{DailyDate, LoadedGame, shared_tables::store::StoredTable},
    games::{ArcadeGame, capitalized, counted, join, sentence, title_with_size},
    settings::Settings,
    widgets::Motion,
};
use fourcade_engine::play::{RecordLine, Seat, Seats, Session};
use typed::duration_in_words;

#[derive(Clone, Copy)]
pub enum Origin<'a> {
    New,
    /// A daily deal. It counts unless the session is marked as practice.
    Daily(DailyDate),
    Saved(&'a LoadedGame),
}

const LEAVE_TIMEOUT: Duration = Duration::from_secs(3);

enum Next {
    Back,
    /// The game at a local table is over.
    Over,
    Rematch(StoredTable, JoinAs),
}

/// The person's settings, but without animations and delays.
fn table_settings<G: ArcadeGame>(app: &App, session: &Session<G>) -> Settings {
    let own = &app.context.home.settings;
    let is_alone = session.header().people().len() == 1;
    Settings {
        motion: Motion { enabled: false, linger: Some(Duration::ZERO) },
        answer_delay: Duration::ZERO,
        pace: Duration::ZERO,
        coach: own.coach && review::can_review(session),
        // A single person is "you".
        names: if is_alone { Default::default() } else { own.names.clone() },
        ..own.clone()
    }
}

/// Plays at a local table until the game ends or the person leaves. Returns a finished game.
pub fn play<G: ArcadeGame>(
    app: &mut App,
    session: Session<G>,
    origin: Origin,
) -> Result<Option<Session<G>>, Error> {
    let settings = table_settings(app, &session);
    let mut table = Table::new(session, Start::Playing(None), &settings);
    // Without a clock, because listening takes time.
    table.game.clock = Clock::new(None);
    match origin {
        Origin::New => table.save_to(&app.context.store),
        Origin::Daily(date) => table.play_daily(date, &app.context.store),
        Origin::Saved(loaded) => table.resume(&app.context.store, loaded),
    }
    table.look_up_experience();
    let mut conversation = Conversation::new(app, table, None);
    conversation.introduce()?;
    let end = conversation.run();
    let Conversation { narrator, table, .. } = conversation;
    match end? {
        Next::Back | Next::Rematch(..) => {
            if table.autosave.has_begun() {
                let is_saved = table.autosave.wait() || table.file.contains(&table.game);
                narrator.console.say_reports()?;
                let not = if is_saved { "" } else { "not " };
                narrator.console.say(&format!("The game is {not}saved."))?;
            }
            Ok(None)
        }
        Next::Over => {
            table.autosave.wait();
            let names = narrator.names;
            let session = table.game.session().clone();
            ending::tell(app, &session, &names, table.daily)?;
            if let Some((_, farewell)) = opponent::result_remark(&table) {
                app.console.say_aside(&farewell)?;
            }
            review::offer(app, &session, &names)?;
            Ok(Some(session))
        }
    }
}

/// Plays at a shared table until the person leaves it. Returns the table of the rematch if the
/// person goes there.
pub fn play_shared<G: ArcadeGame>(
    app: &mut App,
    tables: &SharedTables,
    stored: &StoredTable,
    arrival: JoinAs,
) -> Result<Option<(StoredTable, JoinAs)>, Error> {
    let joined = SharedTable::join::<G>(&tables.link, stored, arrival, &app.context.home.clock);
    let (shared, session) = match joined {
        Ok(joined) => joined,
        Err(error) => {
            app.console.say(&sentence(&error))?;
            return Ok(None);
        }
    };
    let settings = Settings { coach: false, ..table_settings(app, &session) };
    let mut table = Table::new(session, Start::Playing(None), &settings);
    table.share(shared, &app.context.store);
    let mut conversation = Conversation::new(app, table, Some(Others::new(tables)));
    let end = conversation.run();
    if !matches!(end, Ok(Next::Rematch(..)))
        && let Some(how_to_return) = conversation.leave_shared()
    {
        conversation.narrator.console.say(&how_to_return)?;
    }
    match end? {
        Next::Back | Next::Over => Ok(None),
        Next::Rematch(table, arrival) => Ok(Some((table, arrival))),
    }
}

const LINES_PER_PAGE: usize = 10;

pub fn replay<G: ArcadeGame>(
    console: &mut Console,
    session: &Session<G>,
    names: &[String],
) -> Result<(), Error> {
    let (viewers, seat, notation) = (Seats::first(names.len()), Seat::new(0), console.notation);
    for line in 0..session.lines().len() {
        console.say_all(&line_sentences::<G>(session, line, viewers, seat, names, notation))?;
        let told = line + 1;
        let is_page = told % LINES_PER_PAGE == 0 && told < session.lines().len();
        if is_page && !console.go_on("Enter goes on, back ends.")? {
            return Ok(());
        }
    }
    Ok(())
}

/// A seat's turn, which is announced once.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Turn {
    /// The step of the log at a shared table.
    step: Option<u64>,
    lines: usize,
    seat: Seat,
}

struct Conversation<'a, G: ArcadeGame> {
    narrator: Narrator<'a>,
    table: Table<G>,
    background: Background,
    /// `None` at a local table.
    others: Option<Others<'a>>,
    /// The record as it was told.
    told_lines: Vec<RecordLine<G::Action>>,
    announced_turn: Option<Turn>,
    warned_turn: Option<Turn>,
    question: Option<Question>,
    is_end_told: bool,
}

impl<'a, G: ArcadeGame> Conversation<'a, G> {
    fn new(app: &'a mut App, table: Table<G>, others: Option<Others<'a>>) -> Self {
        let (console, background) = (&mut app.console, app.context.background.clone());
        let is_local = others.is_none();
        let people = if is_local { table.game.people_here() } else { Seats::NONE };
        let names = table.player_names();
        Self {
            narrator: Narrator { console, people, names, shows_all: is_local },
            // Earlier moves are told as the position.
            told_lines: table.game.session().lines().to_vec(),
            table,
            background,
            others,
            announced_turn: None,
            warned_turn: None,
            question: None,
            is_end_told: false,
        }
    }

    /// Runs the conversation until the person leaves or a local game is over.
    fn run(&mut self) -> Result<Next, Error> {
        match self.tell_and_answer() {
            Err(Error::Back) => Ok(Next::Back),
            end => end,
        }
    }

    fn tell_and_answer(&mut self) -> Result<Next, Error> {
        loop {
            self.table.advance(&self.background);
            if let Some(others) = &mut self.others {
                let (narrator, table) = (&mut self.narrator, &mut self.table);
                if let Some((next, arrival)) = follow_rematch(narrator, table)? {
                    return Ok(Next::Rematch(next, arrival));
                }
                narrator.people = table.game.people_here();
                narrator.names = table.player_names();
                if !others.is_introduced() {
                    if others.arrive(narrator, table)? {
                        self.told_lines = table.game.session().lines().to_vec();
                    }
                    continue;
                }
                others.tell_people(narrator, table)?;
            }
            self.tell_lines()?;
            self.tell_news()?;
            if self.is_local() && self.table.game.is_over() {
                return Ok(Next::Over);
            }
            self.tell_end()?;
            if self.tell_coach_remark()? {
                continue;
            }
            if self.is_local() && is_thinking(&self.table) {
                self.wait_for_computers()?;
                continue;
            }
            self.announce_turn()?;
            if let Some(line) = self.read_line()?.filter(|line| !line.is_empty()) {
                self.run_line(&line)?;
            }
        }
    }

    /// Waits for a line. `None` if the table must be advanced first.
    fn read_line(&mut self) -> Result<Option<String>, Error> {
        let deadline = self.table.next_tick();
        let game = &self.table.game;
        // Simultaneous choices of people at one terminal must stay hidden.
        let is_hidden = self.is_local()
            && G::HAS_SECRETS
            && self.narrator.people.len() > 1
            && game.session().awaited().len() > 1;
        if is_hidden {
            self.narrator.console.read_hidden_line(deadline)
        } else {
            self.narrator.console.read_line(deadline)
        }
    }

    fn say(&mut self, text: &str) -> Result<(), Error> {
        self.narrator.console.say(text)
    }

    fn is_local(&self) -> bool {
        self.others.is_none()
    }

    fn session(&self) -> &Session<G> {
        self.table.game.session()
    }

    /// The seat whose questions are answered.
    fn seat(&self) -> Seat {
        let deciding = self.table.at_keyboard().deciding.iter().next();
        deciding.unwrap_or_else(|| self.narrator.listening_seat())
    }

    fn wait_for_computers(&mut self) -> Result<(), Error> {
        let what = if self.table.coach.is_thinking() {
            "the coach".to_owned()
        } else {
            let seats = self.table.game.awaited().iter();
            join(&seats.map(|seat| self.narrator.names[seat.index()].clone()).collect::<Vec<_>>())
        };
        let Self { narrator, table, background, .. } = self;
        let revision = table.game.session().revision();
        narrator.console.wait_for_work(&what, || {
            table.advance(background);
            let has_changed = table.game.session().revision() != revision;
            (has_changed || !is_thinking(table)).then_some(())
        })
    }

    fn introduce(&mut self) -> Result<(), Error> {
        let session = self.table.game.session();
        let title = title_with_size(G::FACTS.title, G::size_of(&session.header().setup));
        self.say(&format!("{title}."))?;
        self.narrator.tell_players::<G>()?;
        if let Some(date) = self.table.daily {
            let counts = counting_condition(&self.table);
            let counts = counts.unwrap_or_else(|| "It is for practice.".to_owned());
            self.say(&format!("The daily deal of {}. {counts}", date.in_words()))?;
        }
        if !self.told_lines.is_empty() && !self.narrator.has_secrets::<G>() {
            let seat = self.narrator.listening_seat();
            self.narrator.tell_position(self.table.game.session(), seat)?;
        }
        match opponent::greeting(&self.table) {
            Some(greeting) => self.narrator.console.say_aside(&greeting),
            None => Ok(()),
        }
    }

    /// Tells new lines of the record, and how many were taken back.
    fn tell_lines(&mut self) -> Result<(), Error> {
        let session = self.table.game.session();
        let lines = session.lines();
        let kept = self.told_lines.iter().zip(lines).take_while(|(old, new)| old == new).count();
        if kept == self.told_lines.len() && kept == lines.len() {
            return Ok(());
        }
        let taken_back = self.told_lines.len() - kept;
        self.told_lines = lines.to_vec();
        if taken_back > 0 {
            if let Some(others) = &mut self.others {
                others.has_asked = false;
            }
            let steps = counted(taken_back, G::FACTS.step_name);
            self.narrator.console.say(&format!("Taken back: {steps}."))?;
        }
        let mut shown = session.clone();
        let is_abandoned = self.table.game.is_abandoned();
        for line in kept..self.told_lines.len() {
            // Once all people have resigned, further moves aren't told.
            if is_abandoned && matches!(self.told_lines[line], RecordLine::Step { .. }) {
                continue;
            }
            shown.go_to(line + 1);
            self.narrator.tell_last_line(&shown)?;
            let moment_text = self.table.moment_text().filter(|text| text.lines == line + 1);
            for text in moment_text.into_iter().flat_map(MomentText::texts) {
                self.narrator.console.say_aside(text)?;
            }
        }
        Ok(())
    }

    /// Tells absences, failed computers and questions at a shared table. At a local one, fails if a
    /// computer can't go on.
    fn tell_news(&mut self) -> Result<(), Error> {
        let (narrator, table) = (&mut self.narrator, &mut self.table);
        if let Some(others) = &mut self.others {
            others.tell_absence(narrator, table)?;
            others.tell_computer_failure(narrator, table)?;
            return others.tell_questions(narrator, table, &mut self.question);
        }
        if let Some((_, request)) = table.computers.take_request() {
            return Err(Error::Failed(request.refusal()));
        }
        match &table.computers.failure {
            Some(failure) => {
                Err(Error::Failed(format!("a player gave no move: {}", failure.reason)))
            }
            None => Ok(()),
        }
    }

    /// Tells the end of a shared game, and a later invitation to the rematch.
    fn tell_end(&mut self) -> Result<(), Error> {
        let Some(others) = &mut self.others else { return Ok(()) };
        if self.table.game.is_over() && !self.is_end_told {
            self.is_end_told = true;
            self.question = None;
            self.table.ending.finish();
            let (person, session) = (self.narrator.people.only(), self.table.game.session());
            ending::tell_result(self.narrator.console, session, &self.narrator.names, person)?;
            self.narrator
                .console
                .say("rematch plays again with the seats swapped, back leaves the table.")?;
        }
        others.tell_invitation(&mut self.narrator, &self.table)
    }

    /// Tells the remark of the coach and offers an undo. Returns whether there was a remark.
    fn tell_coach_remark(&mut self) -> Result<bool, Error> {
        let Some(remark) = self.table.coach.remark().map(str::to_owned) else { return Ok(false) };
        let takes_back = self.narrator.console.confirm(&format!("{remark} Take it back?"))?;
        if takes_back {
            self.table.undo(&self.background);
            self.announced_turn = None;
        }
        self.table.dismiss(&self.background);
        Ok(true)
    }

    fn turn(&self, seat: Seat) -> Turn {
        let step = self.table.game.shared.as_ref().map(|shared| shared.client.replica().step());
        Turn { step, lines: self.session().lines().len(), seat }
    }

    /// Says whose move it is, whom a choice waits for, or that time runs out.
    fn announce_turn(&mut self) -> Result<(), Error> {
        if self.is_local() {
            // Errors of saving are reported before the next line is read.
            self.table.autosave.wait();
            // Saving may reveal that the daily deal is only practice.
            self.table.advance(&self.background);
            self.narrator.console.say_reports()?;
        }
        if let Some(seat) = self.table.at_keyboard().next {
            let who = self.seat_name(seat);
            let taken_back = self.table.taken_back_text();
            let taken_back = taken_back.map_or_else(String::new, |text| format!(" {text}"));
            self.narrator.console.clear()?;
            let call = format!(
                "{who}, it is your turn.{taken_back} Press Enter when nobody else listens."
            );
            if !self.narrator.console.go_on(&call)? {
                return Err(Error::Back);
            }
            self.table.take_keyboard();
        }
        let deciding = self.table.at_keyboard().deciding.iter().next();
        let Some(seat) = deciding else {
            return match &mut self.others {
                Some(others) => others.tell_wait(&mut self.narrator, &self.table),
                None => Ok(()),
            };
        };
        let turn = self.turn(seat);
        if self.announced_turn != Some(turn) {
            self.announced_turn = Some(turn);
            let call = if self.narrator.people.len() > 1 {
                format!("{}, your move.", self.seat_name(seat))
            } else {
                self.narrator.your_move(self.table.game.session(), seat)
            };
            self.say(&call)?;
        }
        let left = self.table.game.time_left(seat, Instant::now());
        if let Some(left) = left.filter(|left| *left <= LOW_TIME)
            && self.warned_turn != Some(turn)
        {
            self.warned_turn = Some(turn);
            self.say(&format!("{} left.", capitalized(&duration_in_words(left))))?;
        }
        Ok(())
    }

    fn seat_name(&self, seat: Seat) -> String {
        let name = &self.narrator.names[seat.index()];
        if G::HAS_SEAT_NAMES {
            format!("{}, {name}", G::SEAT_NAMES[seat.index()])
        } else {
            name.clone()
        }
    }

    /// Waits until the departure is sent. Returns how to come back to an unfinished game.
    fn leave_shared(&mut self) -> Option<String> {
        let is_playing = !self.table.game.people_here().is_empty() && !self.table.game.is_over();
        let shared = self.table.game.shared.as_ref();
        let how_to_return = shared.filter(|_| is_playing).map(SharedTable::leaving_note);
        if is_playing {
            self.table.leave_shared();
        }
        let end = Instant::now() + LEAVE_TIMEOUT;
        let is_sending = |table: &Table<G>| {
            table.game.shared.as_ref().is_some_and(|shared| shared.client.is_sending())
        };
        while is_sending(&self.table)
            && Instant::now() < end
            && self.narrator.console.wait_for_news(Duration::from_millis(200)).is_ok()
        {
            self.table.follow_log(Instant::now());
        }
        how_to_return
    }
}

/// Whether people must wait for a computer's move or the coach.
fn is_thinking<G: ArcadeGame>(table: &Table<G>) -> bool {
    let game = &table.game;
    if table.coach.remark().is_some() {
        return false;
    }
    let is_waiting = game.deciding().is_empty() && !game.is_over() && !table.computers.is_stuck();
    is_waiting || table.coach.is_thinking()
}
