//! The others at a shared table: arrivals, absences, questions, and outages of the database.

use std::{
    mem,
    time::{Duration, Instant},
};

use super::{
    Error,
    console::Wait,
    narrator::Narrator,
    shared_tables::{SharedTables, ToldOutage},
};
use crate::{
    app::{
        lobby::{JoinAs, explain},
        table::{
            NO_LOG, SharedTable, Table,
            shared_table::{Absence, SeatHolder},
        },
    },
    database::shared_tables::store::StoredTable,
    games::{ArcadeGame, join, sentence, title_with_size},
};
use fourcade_engine::play::Seat;

/// A yes-or-no question that stays open while the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether another player may take back a move.
    Undo,
    Resign,
    /// Whether to move the person's game here from another terminal.
    TakeSeat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Waiting for the first entry of the log.
    Arriving,
    /// Waiting for other players.
    Waiting,
    Playing,
}

/// Tells each piece of news about the other people once. The fields are what was told last.
pub struct Others<'a> {
    tables: &'a SharedTables,
    opening: Wait,
    is_late: bool,
    stage: Stage,
    /// By seat.
    holders: Vec<SeatHolder>,
    /// By seat.
    absences: Vec<Option<Absence>>,
    outage: ToldOutage,
    computer_failure: Option<String>,
    stand_in_seat: Option<Seat>,
    /// The step in which [`Self::tell_wait`] spoke last.
    waiting_step: Option<u64>,
    /// Whether the person's own question for an undo is open.
    pub has_asked: bool,
    is_invited: bool,
}

impl<'a> Others<'a> {
    pub fn new(tables: &'a SharedTables) -> Self {
        Self {
            tables,
            opening: Wait::new("the table"),
            is_late: false,
            stage: Stage::Arriving,
            holders: Vec::new(),
            absences: Vec::new(),
            outage: ToldOutage::default(),
            computer_failure: None,
            stand_in_seat: None,
            waiting_step: None,
            has_asked: false,
            is_invited: false,
        }
    }

    pub fn is_introduced(&self) -> bool {
        self.stage != Stage::Arriving
    }

    /// Waits up to a second for the first entry of the log, then introduces the table. Returns
    /// whether it did.
    pub fn arrive<G: ArcadeGame>(
        &mut self,
        narrator: &mut Narrator,
        table: &Table<G>,
    ) -> Result<bool, Error> {
        self.tell_outage(narrator, table)?;
        let Some(shared) = &table.game.shared else { return Ok(true) };
        if shared.client.has_first_entry() && shared.join_as.is_none() {
            self.introduce(narrator, table, shared)?;
            return Ok(true);
        }
        if shared.is_log_overdue() && !self.is_late {
            self.is_late = true;
            narrator.console.say(NO_LOG)?;
        }
        narrator
            .console
            .continue_wait(&mut self.opening, Instant::now() + Duration::from_secs(1))?;
        Ok(false)
    }

    fn tell_outage<G: ArcadeGame>(
        &mut self,
        narrator: &mut Narrator,
        table: &Table<G>,
    ) -> Result<(), Error> {
        let outage = table.game.shared.as_ref().and_then(|shared| shared.client.outage());
        let outage =
            outage.map(|outage| explain(&outage.error, &self.tables.location) + outage.advice());
        self.outage.update(narrator.console, outage)
    }

    fn introduce<G: ArcadeGame>(
        &mut self,
        narrator: &mut Narrator,
        table: &Table<G>,
        shared: &SharedTable,
    ) -> Result<(), Error> {
        self.stage = if shared.is_open() { Stage::Waiting } else { Stage::Playing };
        (self.holders, self.absences) = (shared.holders(), absences_at(table, shared));
        let session = table.game.session();
        let title = title_with_size(G::FACTS.title, G::size_of(&session.header().setup));
        let clock = session.header().clock.map_or_else(String::new, |clock| format!(", {clock}"));
        narrator.console.say(&format!("Table {}: {title}{clock}.", shared.code()))?;
        if shared.is_watching() {
            narrator.console.say("You are watching.")?;
        }
        if shared.is_open() {
            narrator.console.say(&format!("Others come with: {}", shared.invitation()))?;
            return narrator.console.say(&waiting_text(narrator, table));
        }
        narrator.tell_players::<G>()?;
        if session.lines().is_empty() {
            Ok(())
        } else {
            narrator.tell_position(session, narrator.listening_seat())
        }
    }

    /// Tells outages, arrivals, other news, and that the game begins.
    pub fn tell_people<G: ArcadeGame>(
        &mut self,
        narrator: &mut Narrator,
        table: &mut Table<G>,
    ) -> Result<(), Error> {
        self.tell_outage(narrator, table)?;
        if let Some(news) = table.game.shared.as_mut().and_then(|shared| shared.news.take()) {
            narrator.console.say(&news)?;
        }
        let Some(shared) = &table.game.shared else { return Ok(()) };
        let holders = shared.holders();
        let is_changed = holders != self.holders;
        self.holders = holders;
        if !shared.is_open() && self.stage == Stage::Waiting {
            self.stage = Stage::Playing;
            narrator.console.say("The game begins.")?;
            narrator.tell_players::<G>()
        } else if shared.is_open() && is_changed {
            narrator.console.say(&waiting_text(narrator, table))
        } else {
            Ok(())
        }
    }

    /// Tells who is away, back, or replaced by a computer, and offers a computer.
    pub fn tell_absence<G: ArcadeGame>(
        &mut self,
        narrator: &mut Narrator,
        table: &Table<G>,
    ) -> Result<(), Error> {
        let Some(shared) = table.game.shared.as_ref().filter(|_| !table.game.is_over()) else {
            return Ok(());
        };
        let absences = absences_at(table, shared);
        let before = mem::replace(&mut self.absences, absences.clone());
        for (index, (before, now)) in before.into_iter().zip(absences).enumerate() {
            let holder = &self.holders[index];
            if before == now || !matches!(holder, SeatHolder::Other(_)) {
                continue;
            }
            let absence = shared.absence_sentence(table.game.session(), Seat::new(index));
            let text = absence.unwrap_or_else(|| format!("{} is back.", holder.name()));
            narrator.console.say(&text)?;
        }
        let seat = shared.seat_for_stand_in(table.game.session());
        let is_new = seat != self.stand_in_seat;
        self.stand_in_seat = seat;
        match seat.filter(|_| is_new) {
            None => Ok(()),
            Some(seat) => {
                let name = self.holders[seat.index()].name();
                narrator.console.say(&format!("computer lets one play until {name} is back."))
            }
        }
    }

    pub fn tell_computer_failure<G: ArcadeGame>(
        &mut self,
        narrator: &mut Narrator,
        table: &Table<G>,
    ) -> Result<(), Error> {
        let failure = table.computers.failure.as_ref().map(|failure| failure.reason.clone());
        let is_new = failure != self.computer_failure;
        self.computer_failure = failure;
        match self.computer_failure.as_ref().filter(|_| is_new) {
            Some(reason) => narrator.console.say(&format!("A computer can't go on: {reason}.")),
            None => Ok(()),
        }
    }

    /// Passes on the questions of others. Tells when the person's own undo was refused.
    pub fn tell_questions<G: ArcadeGame>(
        &mut self,
        narrator: &mut Narrator,
        table: &mut Table<G>,
        question: &mut Option<Question>,
    ) -> Result<(), Error> {
        let Some((shared, session)) = table.game.sharing() else { return Ok(()) };
        let asking = shared.take_question(session);
        let is_asked = shared.asked_seat(session).is_some();
        let asks_for_seat = mem::take(&mut shared.asks_for_seat);
        let is_settled =
            shared.client.replica().undo_question().is_none() && !shared.client.is_sending();
        if *question == Some(Question::Undo) && !is_asked && is_settled {
            *question = None;
        }
        if let Some(asking) = asking {
            *question = Some(Question::Undo);
            narrator.console.say(&format!("{asking} asks to take back a move. Yes or no?"))?;
        }
        if asks_for_seat {
            *question = Some(Question::TakeSeat);
            let text = "Your seat is open at another terminal. Move the game here? Yes or no?";
            narrator.console.say(text)?;
        }
        if is_settled && mem::take(&mut self.has_asked) {
            narrator.console.say("Your move is not taken back.")?;
        }
        Ok(())
    }

    pub fn tell_invitation<G: ArcadeGame>(
        &mut self,
        narrator: &mut Narrator,
        table: &Table<G>,
    ) -> Result<(), Error> {
        let shared = table.game.shared.as_ref();
        let is_invited = shared.is_some_and(|shared| shared.is_invited.get());
        let is_new = is_invited && !self.is_invited;
        self.is_invited = is_invited;
        if !is_new {
            return Ok(());
        }
        narrator.console.say("The others have opened the next table: rematch goes there.")
    }

    pub fn tell_wait<G: ArcadeGame>(
        &mut self,
        narrator: &mut Narrator,
        table: &Table<G>,
    ) -> Result<(), Error> {
        let step = table.game.shared.as_ref().map(|shared| shared.client.replica().step());
        if table.game.waiting_people().is_empty() || self.waiting_step == step {
            return Ok(());
        }
        self.waiting_step = step;
        narrator.console.say("You have chosen.")?;
        narrator.console.say(&waiting_text(narrator, table))
    }

    pub fn ask_undo<G: ArcadeGame>(
        &mut self,
        narrator: &mut Narrator,
        table: &mut Table<G>,
    ) -> Result<(), Error> {
        let Some((shared, session)) = table.game.sharing() else { return Ok(()) };
        let asked =
            shared.undo_entry(session).map_err(|error| error.to_string()).and_then(|entry| {
                let own = shared.own_seats().iter().next();
                let voters = own.map(|seat| shared.client.replica().undo_voters(session, seat));
                let names = voters.map(|seats| shared.names_on(seats)).unwrap_or_default();
                shared.client.add(session, entry).map_err(|error| error.to_string())?;
                Ok(names)
            });
        match asked {
            Err(error) => narrator.console.say(&sentence(&error)),
            Ok(names) => {
                self.has_asked = true;
                if names.is_empty() {
                    return Ok(());
                }
                narrator.console.say(&format!("You ask {names} for your move back."))
            }
        }
    }
}

/// Advances the rematch. Returns its table once that is open.
pub fn follow_rematch<G: ArcadeGame>(
    narrator: &mut Narrator,
    table: &mut Table<G>,
) -> Result<Option<(StoredTable, JoinAs)>, Error> {
    let Some((shared, session)) = table.game.sharing() else { return Ok(None) };
    let arrival = if shared.own_seats().is_empty() { JoinAs::Watcher } else { JoinAs::Player };
    match shared.advance_rematch(session) {
        None => Ok(None),
        Some(Ok(stored)) => Ok(Some((stored, arrival))),
        Some(Err(error)) => narrator.console.say(&sentence(&error)).map(|()| None),
    }
}

pub fn tell_who<G: ArcadeGame>(narrator: &mut Narrator, table: &Table<G>) -> Result<(), Error> {
    let Some(shared) = &table.game.shared else { return Ok(()) };
    narrator.tell_players::<G>()?;
    let session = table.game.session();
    let seats = session.game().seats().iter();
    let absent: Vec<_> = seats.filter_map(|seat| shared.absence_sentence(session, seat)).collect();
    narrator.console.say_all(&absent)?;
    if let Some([names, _]) = shared.spectators() {
        narrator.console.say(&format!("{names}."))?;
    }
    let text = match table.game.deciding().is_empty() {
        true if table.game.is_over() => "The game is over.".to_owned(),
        true => waiting_text(narrator, table),
        false => "It is your move.".to_owned(),
    };
    narrator.console.say(&text)
}

/// Explains why the person can't move in an unfinished game.
pub fn move_refusal<G: ArcadeGame>(narrator: &Narrator, table: &Table<G>) -> String {
    let shared = table.game.shared.as_ref();
    if shared.is_some_and(SharedTable::is_watching) {
        return "You are watching.".to_owned();
    }
    let waiting = waiting_text(narrator, table);
    if shared.is_some_and(SharedTable::is_open) {
        waiting
    } else {
        format!("It is not your move. {waiting}")
    }
}

fn waiting_text<G: ArcadeGame>(narrator: &Narrator, table: &Table<G>) -> String {
    if let Some(shared) = table.game.shared.as_ref().filter(|shared| shared.is_open()) {
        return shared.open_seats_sentence();
    }
    let own = table.game.people_here();
    let awaited = table.game.awaited().iter().filter(|&seat| !own.contains(seat));
    let names: Vec<_> = awaited.map(|seat| narrator.names[seat.index()].clone()).collect();
    match names.as_slice() {
        [] => "Waiting for the others.".to_owned(),
        names => format!("Waiting for {}.", join(names)),
    }
}

fn absences_at<G: ArcadeGame>(table: &Table<G>, shared: &SharedTable) -> Vec<Option<Absence>> {
    let session = table.game.session();
    session.game().seats().iter().map(|seat| shared.absence(session, seat)).collect()
}
