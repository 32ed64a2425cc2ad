//! The log of a shared table, and what this process knows about the people.

use std::{
    cell::Cell,
    collections::VecDeque,
    rc::Rc,
    time::{Duration, Instant},
};

use super::{arrival::Arrival, rematch::Rematch};
use crate::{
    arcade::{screens::saved_games::clock::LocalClock, table::game::TableGame},
    database::shared_tables::{
        Change, Entry, Link, Occupant, TableClient, TableCode, Whereabouts, store::StoredTable,
    },
    games::{ArcadeGame, PlayerList},
};
use fourcade_engine::play::{ActionError, HUMAN, Seat, Seats, random};

/// The shared part of a table: its log, and what this process knows about the people.
pub struct TableShare<G: ArcadeGame> {
    pub client: TableClient<G>,
    /// What the person came for, until they sit or watch.
    pub(super) arrival: Option<Arrival>,
    /// The changes that are not shown yet.
    pub(super) incoming: VecDeque<Change<G::Action>>,
    /// Whether the table shows what was in the log when it was opened.
    pub(super) has_caught_up: bool,
    /// The seats of this terminal's person when the log was read last.
    pub(super) own_before: Seats,
    /// Whether the person is to be asked if their game moves here from another terminal.
    pub(super) asks_for_seat: bool,
    /// What is to be reported in place of the footer.
    pub(super) news: Option<String>,
    /// The next table of these people.
    pub(super) rematch: Rematch,
    /// Whether somebody else has opened the next table, for the result card.
    pub is_invited: Rc<Cell<bool>>,
    /// Whether the command for others was copied.
    pub(super) has_copied: bool,
    /// The step that is due; `None` before the game has begun.
    step: Option<u64>,
    /// When it became due, in milliseconds since 1970.
    due: i64,
    pub(super) clock: LocalClock,
    /// A number that all processes derive for this table.
    pub(super) series_id: i64,
}

/// Programs can't play at shared tables: any of the terminals there may have to run the computer
/// players, and nobody's program runs at somebody else's.
///
/// # Errors
/// Returns a message if one of the players is a program.
pub fn refuse_programs<G: ArcadeGame>(players: &[String]) -> Result<(), String> {
    let list = PlayerList::of::<G>();
    match players.iter().find(|name| list.is_program(name)) {
        Some(name) => Err(format!(
            "{name:?} can't play at a shared table, because any of the terminals there may have to \
             run the computer players"
        )),
        None => Ok(()),
    }
}

impl<G: ArcadeGame> TableShare<G> {
    /// Follows a table.
    ///
    /// # Errors
    /// Returns a message if the record of the table can't be used, or a program plays there.
    pub fn follow(link: &Link, stored: &StoredTable, arrival: Arrival) -> Result<Self, String> {
        let client = TableClient::follow(link.clone(), stored, |name| name == HUMAN)
            .map_err(|error| format!("this table can't be used: {error}"))?;
        // Another program may have made the table.
        refuse_programs::<G>(&client.replica().session().header().seats)?;
        let code = stored.code.as_str().bytes().map(u64::from);
        let path: Vec<u64> = code.collect();
        let id = random::derive_seed(stored.opened.cast_unsigned(), &path);
        Ok(Self {
            client,
            arrival: Some(arrival),
            incoming: VecDeque::new(),
            has_caught_up: false,
            own_before: Seats::NONE,
            asks_for_seat: false,
            news: None,
            rematch: Rematch::default(),
            is_invited: Rc::default(),
            has_copied: false,
            step: None,
            due: stored.touched,
            clock: clock(),
            series_id: id.cast_signed(),
        })
    }

    /// The code of the table.
    pub fn code(&self) -> &TableCode {
        self.client.code()
    }

    /// The command with which others come to the table.
    pub fn invitation(&self) -> String {
        format!("fourcade join {}", self.code())
    }

    /// Whether seats are open, so that the game has not begun.
    pub fn is_open(&self) -> bool {
        self.client.has_read() && !self.client.replica().has_begun()
    }

    /// The seats that must choose now.
    pub fn awaited(&self, game: &TableGame<G>) -> Seats {
        if self.client.replica().has_begun() { game.session().awaited() } else { Seats::NONE }
    }

    /// The seats of this terminal's person.
    pub fn own(&self) -> Seats {
        self.client.own_seats()
    }

    /// The seats of this terminal's person that can't choose now.
    pub(super) fn held(&self) -> Seats {
        let replica = self.client.replica();
        let id = &self.client.link().client().id;
        let may_choose = |seat: Seat| {
            self.incoming.is_empty()
                && replica.awaited().contains(seat)
                && replica.decider(seat) == Some(id)
                && !self.client.is_sending_choice(seat)
        };
        self.own().iter().filter(|&seat| !may_choose(seat)).collect()
    }

    /// The seats of computer players for which this process must choose now.
    pub fn computer_seats(&self, game: &TableGame<G>) -> Seats {
        if !self.has_caught_up || !self.incoming.is_empty() {
            return Seats::NONE;
        }
        let decided_here = self.client.decided_here();
        let must_choose = |&seat: &Seat| {
            decided_here.contains(seat)
                && !game.is_person(seat)
                && !self.client.is_sending_choice(seat)
        };
        self.client.replica().awaited().iter().filter(must_choose).collect()
    }

    /// Adds a choice of this terminal's person to the log.
    ///
    /// # Errors
    /// Returns an error if the rules forbid the choice or the seat must not choose now.
    pub(super) fn choose(&mut self, seat: Seat, action: G::Action) -> Result<(), ActionError> {
        self.client.choose(seat, action)
    }

    /// Adds an entry to the log.
    ///
    /// # Errors
    /// Returns an error if it is not legal now.
    pub(super) fn add(&mut self, entry: Entry) -> Result<(), ActionError> {
        self.client.add(entry)
    }

    /// Resigns for this terminal's person.
    ///
    /// # Errors
    /// Returns an error if the game has not begun or is over.
    pub fn resign(&mut self, seat: Seat) -> Result<(), ActionError> {
        self.add(Entry::Resign { seat })
    }

    /// Takes what is to be reported in place of the footer.
    pub fn take_news(&mut self) -> Option<String> {
        self.news.take()
    }

    /// The first seat that must choose and whose person has been away for so long that a computer
    /// may play for them.
    pub fn seat_to_hand_over(&self, game: &TableGame<G>) -> Option<Seat> {
        if self.own().is_empty() {
            return None;
        }
        let may_go = |&seat: &Seat| {
            let is_person = matches!(
                self.client.replica().occupants()[seat.index()],
                Occupant::Person { has_stand_in: false, .. }
            );
            is_person && self.client.may_hand_over(seat)
        };
        self.awaited(game).iter().find(may_go)
    }

    /// When a seat may be handed over that may not be yet; `None` if nobody is away.
    pub fn next_tick(&self) -> Option<Instant> {
        let replica = self.client.replica();
        if self.own().is_empty() || replica.is_over() {
            return None;
        }
        let limit = self.client.link().timing().hand_over;
        let rest = |seat: Seat| match self.client.whereabouts(seat)? {
            Whereabouts::Away(silence) => Some(limit.saturating_sub(silence)),
            Whereabouts::Here | Whereabouts::Gone => None,
        };
        let next = replica.awaited().iter().filter_map(rest).filter(|rest| !rest.is_zero()).min();
        next.map(|rest| Instant::now() + rest + Duration::from_millis(20))
    }

    /// Notes when the step that is due became due.
    pub(super) fn note_step(&mut self) {
        let replica = self.client.replica();
        let step = replica.has_begun().then(|| replica.step());
        // What was in the log before has the time of its last entry.
        if step != self.step && self.has_caught_up {
            self.due = self.clock.milliseconds();
        }
        self.step = step;
    }

    /// When the step that is due became due, such as `14:05`.
    pub fn since(&self) -> String {
        self.clock.time_or_date(self.due)
    }
}

#[cfg(not(test))]
fn clock() -> LocalClock {
    LocalClock::system()
}

#[cfg(test)]
fn clock() -> LocalClock {
    LocalClock::stopped()
}
