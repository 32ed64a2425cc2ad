//! The others at a shared table: who comes and goes, what they ask, and whether the table answers.

use std::{
    mem,
    time::{Duration, Instant},
};

use super::{Error, console::Wait, door::Door, told::Teller};
use crate::{
    app::{
        lobby::{JoinAs, explain},
        table::{NO_LOG, SharedTable, Table},
    },
    database::shared_tables::{Occupant, store::StoredTable},
    games::{ArcadeGame, YOU, join, sentence, title_with_size},
};
use fourcade_engine::play::Seat;

/// A question at a shared table. It is answered by yes or no while the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whether another player may take back a move.
    Undo,
    Resign,
    /// Whether the game moves here from another terminal.
    TakeSeat,
}

/// How far the person has come at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// They wait for the first entry of the log.
    Arriving,
    /// They wait for the other players.
    Waiting,
    /// The game has begun.
    Playing,
}

/// What has been told about the others, each thing once.
pub struct Others<'a> {
    door: &'a Door,
    /// The wait for the first entry of the log.
    opening: Wait,
    /// Whether the person has heard why that may take forever.
    is_late: bool,
    stage: Stage,
    /// Who sits where, and whether they are away, by seat.
    people: Vec<String>,
    remarks: Vec<Option<&'static str>>,
    /// Why the database doesn't answer.
    outage: Option<String>,
    /// Why a computer can't go on.
    trouble: Option<String>,
    /// The seat for which a computer could play.
    hand_over: Option<Seat>,
    /// The step in which the person has heard for whom their choice waits.
    waits: Option<u64>,
    /// Whether the person has asked for a move back, and nothing has come of it yet.
    pub has_asked: bool,
    is_invited: bool,
}

impl<'a> Others<'a> {
    pub fn new(door: &'a Door) -> Self {
        Self {
            door,
            opening: Wait::new("the table"),
            is_late: false,
            stage: Stage::Arriving,
            people: Vec::new(),
            remarks: Vec::new(),
            outage: None,
            trouble: None,
            hand_over: None,
            waits: None,
            has_asked: false,
            is_invited: false,
        }
    }

    pub fn is_introduced(&self) -> bool {
        self.stage != Stage::Arriving
    }

    /// Waits for the first entry of the log, and introduces the table. Returns whether the person
    /// has arrived.
    pub fn arrive<G: ArcadeGame>(
        &mut self,
        teller: &mut Teller,
        table: &Table<G>,
    ) -> Result<bool, Error> {
        self.tell_outage(teller, table)?;
        let Some(shared) = &table.game.shared else { return Ok(true) };
        if shared.client.has_read() && shared.join_as.is_none() {
            self.introduce(teller, table, shared)?;
            return Ok(true);
        }
        if shared.is_log_overdue() && !mem::replace(&mut self.is_late, true) {
            teller.console.say(NO_LOG)?;
        }
        teller.console.pass(&mut self.opening, Instant::now() + Duration::from_secs(1))?;
        Ok(false)
    }

    /// Says that the database doesn't answer, or does again.
    fn tell_outage<G: ArcadeGame>(
        &mut self,
        teller: &mut Teller,
        table: &Table<G>,
    ) -> Result<(), Error> {
        let outage = table.game.shared.as_ref().and_then(|shared| shared.client.trouble());
        let outage =
            outage.map(|outage| explain(&outage.error, &self.door.location) + outage.advice());
        if outage == self.outage {
            return Ok(());
        }
        let text = outage.as_deref().unwrap_or("The shared tables answer again.").to_owned();
        self.outage = outage;
        teller.console.say(&text)
    }

    fn introduce<G: ArcadeGame>(
        &mut self,
        teller: &mut Teller,
        table: &Table<G>,
        shared: &SharedTable,
    ) -> Result<(), Error> {
        self.stage = if shared.is_open() { Stage::Waiting } else { Stage::Playing };
        (self.people, self.remarks) = (shared.person_names(), remarks(table, shared));
        let session = table.game.session();
        let title = title_with_size(G::FACTS.title, G::size_of(&session.header().setup));
        let clock = session.header().clock.map_or_else(String::new, |clock| format!(", {clock}"));
        teller.console.say(&format!("Table {}: {title}{clock}.", shared.code()))?;
        if shared.is_watching() {
            teller.console.say("You are watching.")?;
        }
        if shared.is_open() {
            teller.console.say(&format!("Others come with: {}", shared.invitation()))?;
            return teller.console.say(&waiting_text(teller, table));
        }
        teller.players::<G>()?;
        if session.lines().is_empty() {
            Ok(())
        } else {
            teller.tell_position(session, teller.audience())
        }
    }

    /// Tells what the screen reports in place of its footer, such as who has come, and that the
    /// game begins.
    pub fn tell_people<G: ArcadeGame>(
        &mut self,
        teller: &mut Teller,
        table: &mut Table<G>,
    ) -> Result<(), Error> {
        self.tell_outage(teller, table)?;
        if let Some(news) = table.game.shared.as_mut().and_then(|shared| shared.news.take()) {
            teller.console.say(&sentence(&news))?;
        }
        let Some(shared) = &table.game.shared else { return Ok(()) };
        let people = shared.person_names();
        let before = mem::replace(&mut self.people, people.clone());
        let is_changed = before != people;
        if !shared.is_open() && self.stage == Stage::Waiting {
            self.stage = Stage::Playing;
            teller.console.say("The game begins.")?;
            teller.players::<G>()
        } else if shared.is_open() && is_changed {
            teller.console.say(&waiting_text(teller, table))
        } else {
            Ok(())
        }
    }

    /// Tells who is away, back, or replaced by a computer, and what can be done.
    pub fn tell_absence<G: ArcadeGame>(
        &mut self,
        teller: &mut Teller,
        table: &Table<G>,
    ) -> Result<(), Error> {
        let Some(shared) = table.game.shared.as_ref().filter(|_| !table.game.is_over()) else {
            return Ok(());
        };
        let remarks = remarks(table, shared);
        let before = mem::replace(&mut self.remarks, remarks.clone());
        for (index, (before, now)) in before.into_iter().zip(remarks).enumerate() {
            let name = &self.people[index];
            if before == now || name == YOU || is_seat_open(shared, Seat::new(index)) {
                continue;
            }
            let absence = shared.absence_sentence(table.game.session(), Seat::new(index));
            let text = absence.unwrap_or_else(|| format!("{name} is back."));
            teller.console.say(&text)?;
        }
        let seat = shared.seat_for_stand_in(table.game.session());
        let is_new = seat != mem::replace(&mut self.hand_over, seat);
        match seat.filter(|_| is_new) {
            None => Ok(()),
            Some(seat) => {
                let name = &self.people[seat.index()];
                teller.console.say(&format!("computer lets one play until {name} is back."))
            }
        }
    }

    /// Tells why a computer can't go on.
    pub fn tell_trouble<G: ArcadeGame>(
        &mut self,
        teller: &mut Teller,
        table: &Table<G>,
    ) -> Result<(), Error> {
        let trouble = table.computers.failure.as_ref().map(|failure| failure.reason.clone());
        let is_new = trouble != self.trouble;
        self.trouble = trouble;
        match self.trouble.as_ref().filter(|_| is_new) {
            Some(reason) => teller.console.say(&format!("A computer can't go on: {reason}.")),
            None => Ok(()),
        }
    }

    /// Asks what others want to know, and tells what has come of the person's own question.
    pub fn tell_questions<G: ArcadeGame>(
        &mut self,
        teller: &mut Teller,
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
            teller.console.say(&format!("{asking} asks to take back a move. Yes or no?"))?;
        }
        if asks_for_seat {
            *question = Some(Question::TakeSeat);
            let text = "Your seat is open at another terminal. Move the game here? Yes or no?";
            teller.console.say(text)?;
        }
        if is_settled && mem::take(&mut self.has_asked) {
            teller.console.say("Your move is not taken back.")?;
        }
        Ok(())
    }

    /// Tells that the next table is open.
    pub fn tell_invitation<G: ArcadeGame>(
        &mut self,
        teller: &mut Teller,
        table: &Table<G>,
    ) -> Result<(), Error> {
        let shared = table.game.shared.as_ref();
        let is_invited = shared.is_some_and(|shared| shared.is_invited.get());
        if is_invited && !mem::replace(&mut self.is_invited, is_invited) {
            return teller
                .console
                .say("The others have opened the next table: rematch goes there.");
        }
        self.is_invited = is_invited;
        Ok(())
    }

    /// Tells for whom a person's choice waits.
    pub fn tell_wait<G: ArcadeGame>(
        &mut self,
        teller: &mut Teller,
        table: &Table<G>,
    ) -> Result<(), Error> {
        let step = table.game.shared.as_ref().map(|shared| shared.client.replica().step());
        if table.game.waiting().is_empty() || self.waits == step {
            return Ok(());
        }
        self.waits = step;
        teller.console.say("You have chosen.")?;
        teller.console.say(&waiting_text(teller, table))
    }

    /// Asks the others whether a move may be taken back.
    pub fn ask_undo<G: ArcadeGame>(
        &mut self,
        teller: &mut Teller,
        table: &mut Table<G>,
    ) -> Result<(), Error> {
        let Some((shared, session)) = table.game.sharing() else { return Ok(()) };
        let asked = shared.undo_entry(session).map_err(|why| why.to_string()).and_then(|entry| {
            let own = shared.own_seats().iter().next();
            let voters = own.map(|seat| shared.client.replica().undo_voters(session, seat));
            let names = voters.map(|seats| shared.names_on(seats)).unwrap_or_default();
            shared.client.add(session, entry).map_err(|error| error.to_string())?;
            Ok(names)
        });
        match asked {
            Err(why) => teller.console.say(&sentence(&why)),
            Ok(names) => {
                self.has_asked = true;
                if names.is_empty() {
                    return Ok(());
                }
                teller.console.say(&format!("You ask {names} for your move back."))
            }
        }
    }
}

/// Goes to the table of the next game once it is there.
pub fn follow_rematch<G: ArcadeGame>(
    teller: &mut Teller,
    table: &mut Table<G>,
) -> Result<Option<(StoredTable, JoinAs)>, Error> {
    let Some((shared, session)) = table.game.sharing() else { return Ok(None) };
    let arrival = if shared.own_seats().is_empty() { JoinAs::Watcher } else { JoinAs::Player };
    match shared.advance_rematch(session) {
        None => Ok(None),
        Some(Ok(stored)) => Ok(Some((stored, arrival))),
        Some(Err(why)) => teller.console.say(&sentence(&why)).map(|()| None),
    }
}

/// Tells who plays, who is away and who watches, and for whom the table waits.
pub fn tell_who<G: ArcadeGame>(teller: &mut Teller, table: &Table<G>) -> Result<(), Error> {
    let Some(shared) = &table.game.shared else { return Ok(()) };
    teller.players::<G>()?;
    let session = table.game.session();
    let seats = session.game().seats().iter();
    let absent: Vec<_> = seats.filter_map(|seat| shared.absence_sentence(session, seat)).collect();
    teller.console.say_all(&absent)?;
    if let Some([names, _]) = shared.spectators() {
        teller.console.say(&format!("{names}."))?;
    }
    let text = match table.game.deciding().is_empty() {
        true if table.game.is_over() => "The game is over.".to_owned(),
        true => waiting_text(teller, table),
        false => "It is your move.".to_owned(),
    };
    teller.console.say(&text)
}

/// Why the person can't choose in a game that is not over.
pub fn why_not_now<G: ArcadeGame>(teller: &Teller, table: &Table<G>) -> String {
    let shared = table.game.shared.as_ref();
    if shared.is_some_and(SharedTable::is_watching) {
        return "You are watching.".to_owned();
    }
    let waiting = waiting_text(teller, table);
    if shared.is_some_and(SharedTable::is_open) {
        waiting
    } else {
        format!("It is not your move. {waiting}")
    }
}

/// For whom the table waits.
fn waiting_text<G: ArcadeGame>(teller: &Teller, table: &Table<G>) -> String {
    if let Some(shared) = table.game.shared.as_ref().filter(|shared| shared.is_open()) {
        return shared.open_seats_sentence();
    }
    let own = table.game.humans_here();
    let awaited = table.game.awaited().iter().filter(|&seat| !own.contains(seat));
    let names: Vec<_> = awaited.map(|seat| teller.names[seat.index()].clone()).collect();
    match names.as_slice() {
        [] => "Waiting for the others.".to_owned(),
        names => format!("Waiting for {}.", join(names)),
    }
}

fn is_seat_open(shared: &SharedTable, seat: Seat) -> bool {
    shared.client.replica().occupants()[seat.index()] == Occupant::Open
}

/// What is to be said about who is away, by seat.
fn remarks<G: ArcadeGame>(table: &Table<G>, shared: &SharedTable) -> Vec<Option<&'static str>> {
    let session = table.game.session();
    session.game().seats().iter().map(|seat| shared.absence_label(session, seat)).collect()
}
