//! A table, replayed from its log.

mod check;

use super::{
    ClientId, Entry, StoredEntry,
    store::{PersonPlace, SeatSummary, TableProgress, TableState},
};
use fourcade_engine::play::{ActionError, Game, RecordReadError, Seat, Seats, Session};

/// Who has a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Occupant {
    /// Nobody yet.
    Open,
    /// A person.
    Person {
        /// The person's name.
        name: String,
        /// The process in which the person plays; `None` after they have left.
        client: Option<ClientId>,
        /// Whether a computer decides until they are back.
        has_stand_in: bool,
    },
    /// A computer player, by its name on the command line.
    Computer(String),
}

/// A change of the game, in the order of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change<A> {
    /// A seat has chosen.
    Chosen(Seat, A),
    /// A seat has resigned.
    Resigned(Seat),
    /// Lines were taken back; this many remain.
    TakenBack(usize),
    /// Something other than the game has changed, such as who sits where.
    Table,
}

/// A question of a person whether moves may be taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UndoQuestion {
    /// The seat of the person who asks.
    pub seat: Seat,
    /// The number of the record's lines that remain.
    pub lines: usize,
    /// The seats of the people who have agreed.
    pub agreed: Seats,
}

/// A table, replayed from its log. Replicas that have read the same entries are equal.
#[derive(Clone, Debug)]
pub struct Replica<G: Game> {
    session: Session<G>,
    occupants: Vec<Occupant>,
    /// The client whose process runs the computer players.
    host: ClientId,
    /// The number of entries read.
    read: u64,
    /// The step that is due; see [`Self::step`].
    step: u64,
    undo: Option<UndoQuestion>,
    /// Whether moves were taken back, so that the game doesn't count for the ratings.
    has_undone: bool,
    /// The code of the table with the next game, as it was stored.
    rematch: Option<String>,
}

impl<G: Game> Replica<G> {
    /// Returns a table before its first entry: the header of its record, and who opened it.
    /// `is_person` tells a person's seat by the name of its player.
    ///
    /// # Errors
    /// Returns an error if the header can't be used.
    pub fn new(
        header: &str,
        opened_by: ClientId,
        is_person: impl Fn(&str) -> bool,
    ) -> Result<Self, RecordReadError> {
        let record = format!("{header}\n{{\"end\":0}}\n");
        let session = Session::<G>::read(&mut record.as_bytes())?;
        let occupants = session.header().seats.iter().map(|name| {
            if is_person(name) { Occupant::Open } else { Occupant::Computer(name.clone()) }
        });
        let occupants = occupants.collect();
        Ok(Self {
            session,
            occupants,
            host: opened_by,
            read: 0,
            step: 0,
            undo: None,
            has_undone: false,
            rematch: None,
        })
    }

    /// The game.
    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// Who has the seats, in their order.
    pub fn occupants(&self) -> &[Occupant] {
        &self.occupants
    }

    /// The client whose process runs the computer players.
    pub fn host(&self) -> &ClientId {
        &self.host
    }

    /// The number of entries read, which is the number of the next one.
    pub fn read_count(&self) -> u64 {
        self.read
    }

    /// The step that is due: the number of entries when it became due. It differs from that of
    /// every other step, even if steps are taken back.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// The question whether moves may be taken back, while it is open.
    pub fn undo_question(&self) -> Option<UndoQuestion> {
        self.undo
    }

    /// The code of the table with the next game of these people.
    pub fn rematch(&self) -> Option<&str> {
        self.rematch.as_deref()
    }

    /// Whether all seats are taken, so that the game has begun.
    pub fn has_begun(&self) -> bool {
        !self.occupants.contains(&Occupant::Open)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    /// The first seat that is open.
    pub fn open_seat(&self) -> Option<Seat> {
        self.seats().find(|&seat| *self.occupant(seat) == Occupant::Open)
    }

    /// The seats of a client's person.
    pub fn seats_of(&self, client: &ClientId) -> Seats {
        let is_theirs = |seat: &Seat| {
            matches!(self.occupant(*seat),
            Occupant::Person { client: Some(holder), .. } if holder == client)
        };
        self.seats().filter(is_theirs).collect()
    }

    /// The seats of people with this name, wherever they play.
    pub fn seats_named(&self, wanted: &str) -> Seats {
        let is_theirs = |seat: &Seat| {
            matches!(self.occupant(*seat),
            Occupant::Person { name, .. } if name == wanted)
        };
        self.seats().filter(is_theirs).collect()
    }

    /// The client that decides for a seat: the person's own, or the host for a computer. `None` if
    /// the person has left.
    pub fn decider(&self, seat: Seat) -> Option<&ClientId> {
        match self.occupant(seat) {
            Occupant::Person { client, has_stand_in: false, .. }
                if !self.session.resigned().contains(seat) =>
            {
                client.as_ref()
            }
            Occupant::Open => None,
            _ => Some(&self.host),
        }
    }

    /// The seats that must choose now; none before the game has begun.
    pub fn awaited(&self) -> Seats {
        if self.has_begun() { self.session.awaited() } else { Seats::NONE }
    }

    /// The seats whose people must agree before moves are taken back: those who play, except for
    /// the one who asks.
    pub fn undo_voters(&self, asking: Seat) -> Seats {
        let asking = self.holder(asking);
        let votes = |seat: &Seat| self.is_played_by_person(*seat) && self.holder(*seat) != asking;
        self.seats().filter(votes).collect()
    }

    /// The client of the person on a seat; `None` for a computer, an open seat, and a person who
    /// has left.
    fn holder(&self, seat: Seat) -> Option<&ClientId> {
        match self.occupant(seat) {
            Occupant::Person { client, .. } => client.as_ref(),
            _ => None,
        }
    }

    /// Whether the person on a seat decides for it.
    fn is_played_by_person(&self, seat: Seat) -> bool {
        let is_person = matches!(
            self.occupant(seat),
            Occupant::Person { client: Some(_), has_stand_in: false, .. }
        );
        is_person && !self.session.resigned().contains(seat)
    }

    /// Reads the next entry. Returns the changes of the game; none if the entry is not legal.
    pub fn read(&mut self, stored: &StoredEntry) -> Vec<Change<G::Action>> {
        let entry = serde_json::from_str::<Entry>(&stored.text);
        let mut changes = Vec::new();
        if let Ok(entry) = entry
            && self.check(&stored.client, &entry).is_ok()
        {
            // A choice may still be one that the rules forbid.
            changes = self.apply(&stored.client, entry).unwrap_or_default();
        }
        self.read = stored.number + 1;
        let is_new_step = changes.iter().any(|change| match change {
            Change::Chosen(..) => self.session.pending_choices().next().is_none(),
            Change::TakenBack(_) => true,
            Change::Resigned(_) | Change::Table => false,
        });
        if is_new_step {
            self.step = self.read;
        }
        changes
    }

    /// Applies an entry that [`Self::check`] has accepted.
    fn apply(
        &mut self,
        client: &ClientId,
        entry: Entry,
    ) -> Result<Vec<Change<G::Action>>, ActionError> {
        let mut changes = vec![];
        match entry {
            Entry::Sit { seat, name } => {
                self.occupants[seat.index()] =
                    Occupant::Person { name, client: Some(client.clone()), has_stand_in: false };
            }
            Entry::Leave { seat } => {
                let is_begun = self.has_begun();
                // Nobody waits for the answer to a question of somebody who has left.
                self.undo = self.undo.filter(|question| question.seat != seat);
                let occupant = &mut self.occupants[seat.index()];
                match occupant {
                    Occupant::Person { client, .. } if is_begun => *client = None,
                    occupant => *occupant = Occupant::Open,
                }
                if self.undo.is_some() {
                    changes.extend(self.settle_undo());
                }
            }
            Entry::Choose { seat, action, .. } => {
                let action: G::Action = action.parse()?;
                self.session.choose(seat, action)?;
                // A person who plays on has answered. A computer's move answers nothing.
                if self.is_played_by_person(seat) || self.is_over() {
                    self.undo = None;
                }
                return Ok(vec![Change::Chosen(seat, action)]);
            }
            Entry::Resign { seat } => {
                // The others' choices for this step stay.
                let pending: Vec<_> = self.session.pending_choices().collect();
                self.session.resign(seat)?;
                self.undo = None;
                changes.push(Change::Resigned(seat));
                for (seat, action) in pending {
                    if self.session.choose(seat, action).is_ok() {
                        changes.push(Change::Chosen(seat, action));
                    }
                }
                return Ok(changes);
            }
            Entry::AskUndo { seat, lines } => {
                self.undo = Some(UndoQuestion { seat, lines, agreed: Seats::NONE });
                changes.extend(self.settle_undo());
            }
            Entry::AnswerUndo { agrees: false, .. } => self.undo = None,
            Entry::AnswerUndo { seat, agrees: true } => {
                if let Some(question) = &mut self.undo {
                    question.agreed = question.agreed.with(seat);
                }
                changes.extend(self.settle_undo());
            }
            Entry::StandIn { seat } => {
                if let Occupant::Person { has_stand_in, .. } = &mut self.occupants[seat.index()] {
                    *has_stand_in = true;
                }
                if self.undo.is_some() {
                    changes.extend(self.settle_undo());
                }
            }
            Entry::Host => self.host = client.clone(),
            Entry::Rematch { code } => self.rematch = Some(code),
        }
        changes.push(Change::Table);
        Ok(changes)
    }

    /// Takes back moves if everybody has agreed.
    fn settle_undo(&mut self) -> Option<Change<G::Action>> {
        let question = self.undo?;
        if self.undo_voters(question.seat).iter().any(|seat| !question.agreed.contains(seat)) {
            return None;
        }
        self.undo = None;
        self.has_undone = true;
        self.session.go_to(question.lines);
        Some(Change::TakenBack(question.lines))
    }

    /// Returns the table after a client has added an entry now.
    ///
    /// # Errors
    /// Returns an error if the entry is not legal.
    pub fn after(&self, client: &ClientId, entry: &Entry) -> Result<Self, ActionError> {
        self.check(client, entry)?;
        let mut after = self.clone();
        let text = entry.to_json();
        after.read(&StoredEntry { number: self.read, client: client.clone(), text });
        Ok(after)
    }

    /// Returns what the lobby shows of the table.
    pub fn progress(&self) -> TableProgress {
        let is_empty =
            !self.occupants.iter().any(|occupant| matches!(occupant, Occupant::Person { .. }));
        let state = match (self.is_over(), self.has_begun()) {
            (true, _) => TableState::Finished,
            (_, true) => TableState::Running,
            _ if is_empty && self.read > 0 => TableState::Closed,
            _ => TableState::Open,
        };
        let seats = self.occupants.iter().map(|occupant| match occupant {
            Occupant::Open => SeatSummary::Open,
            Occupant::Person { name, .. } => SeatSummary::Person(name.clone()),
            Occupant::Computer(name) => SeatSummary::Computer(name.clone()),
        });
        TableProgress {
            state,
            seats: seats.collect(),
            turns: self.session.game().turns(),
            result: self.result(),
        }
    }

    /// Returns the places of the people, if the game is over and counts for the ratings: at least
    /// two people with different names, and no move was taken back. Who resigned is last, wherever
    /// the computer that played on has come.
    fn result(&self) -> Option<Vec<PersonPlace>> {
        let outcome = self.session.outcome()?;
        let last = self.occupants.len().try_into().unwrap_or(u32::MAX);
        let place = |seat| {
            let has_resigned = self.session.resigned().contains(seat);
            if has_resigned { last } else { outcome.place(seat).into() }
        };
        let people: Vec<PersonPlace> = self
            .seats()
            .filter_map(|seat| match self.occupant(seat) {
                Occupant::Person { name, .. } => {
                    Some(PersonPlace { name: name.clone(), place: place(seat) })
                }
                _ => None,
            })
            .collect();
        let names: std::collections::BTreeSet<_> =
            people.iter().map(|person| &person.name).collect();
        (people.len() > 1 && names.len() == people.len() && !self.has_undone).then_some(people)
    }

    fn occupant(&self, seat: Seat) -> &Occupant {
        &self.occupants[seat.index()]
    }

    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        self.session.game().seats().iter()
    }
}

#[cfg(test)]
mod tests;
