//! Reads the log of a shared table, and plays at the terminals what is legal.

use std::{
    thread,
    time::{Duration, Instant},
};

use fourcade::{
    database::shared_tables::{
        Occupant, Replica, TableCode,
        connection::{self, Connection},
        store,
    },
    games::{ArcadeGame, Notation},
};
use fourcade_engine::{
    concentration::{Concentration, model::Spot},
    eater::Eater,
    flip::Flip,
    intensity::{Intensity, model::IntensityAction},
    play::{Game, Observation, Seat, Seats, Session},
};

use super::Place;
use crate::support::Terminal;

/// How long a test waits for an entry before it fails.
const PATIENCE: Duration = Duration::from_secs(30);
/// The time between two looks at the log.
const POLL: Duration = Duration::from_millis(5);

/// How a game is played by keys.
pub trait TypedGame: ArcadeGame {
    /// Returns a legal action that brings the game to its end.
    fn sensible(session: &Session<Self>, seat: Seat) -> Self::Action {
        session.game().observe(Seats::one(seat)).legal(seat)[0]
    }

    /// Types an action at the terminal of its seat.
    fn enter(terminal: &Terminal, action: Self::Action) {
        terminal.press(&format!(
            "{} enter",
            Self::write(action, Notation::FromOne).replace('\u{a0}', " ")
        ));
    }
}

impl TypedGame for Flip {}

impl TypedGame for Eater {}

impl TypedGame for Intensity {
    fn enter(terminal: &Terminal, action: IntensityAction) {
        match action {
            IntensityAction::Pass(_) => terminal.press("space l space l space enter"),
            IntensityAction::Play(card) => {
                let digits = card.to_string();
                terminal.press(&format!("{} {} enter", &digits[..1], &digits[1..]));
            }
        }
    }
}

impl TypedGame for Concentration {
    /// Turns up a pair: these players know where the cards are.
    fn sensible(session: &Session<Self>, seat: Seat) -> Spot {
        let observation = session.game().observe(Seats::one(seat));
        let legal = observation.legal(seat);
        let rank = |spot: Spot| session.header().setup.at(spot).rank();
        let wanted = observation.first.map_or_else(|| rank(legal[0]), |(spot, _)| rank(spot));
        *legal.iter().find(|spot| rank(**spot) == wanted).expect("the other card of the pair")
    }

    fn enter(terminal: &Terminal, spot: Spot) {
        terminal.press(&format!("{} space", spot.row() + 1));
        terminal.type_text(&spot.column().to_string());
        terminal.press("enter");
    }
}

/// Reads the log of a table.
pub struct Follower<G: Game> {
    connection: Box<dyn Connection>,
    pub code: TableCode,
    pub replica: Replica,
    pub session: Session<G>,
}

impl<G: TypedGame> Follower<G> {
    /// Follows the table with this code.
    #[track_caller]
    pub fn new(place: &Place, code: &str) -> Self {
        let mut connection =
            connection::open(&place.location(), || {}).expect("the database opens");
        let code: TableCode = code.parse().expect("a code");
        let table = store::table(connection.as_mut(), &code).expect("the table exists");
        let (replica, session) = Replica::start(&table.header).expect("the header can be read");
        Self { connection, code, replica, session }
    }

    /// Reads the new entries.
    pub fn update(&mut self) {
        let from = self.replica.entry_count();
        let news = store::entries(self.connection.as_mut(), &self.code, from)
            .expect("the log can be read");
        for entry in &news.entries {
            self.replica.apply(&mut self.session, entry);
        }
    }

    /// Waits until a condition holds. Returns whether it came true in time.
    pub fn holds_within(&mut self, limit: Duration, holds: impl Fn(&Self) -> bool) -> bool {
        let deadline = Instant::now() + limit;
        loop {
            self.update();
            if holds(self) {
                return true;
            }
            if Instant::now() > deadline {
                return false;
            }
            thread::sleep(POLL);
        }
    }

    pub fn has_begun(&self) -> bool {
        self.replica.has_begun()
    }

    pub fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    pub fn awaited(&self) -> Seats {
        self.replica.awaited(&self.session)
    }

    /// Waits until a condition holds.
    #[track_caller]
    pub fn wait(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        assert!(self.holds_within(PATIENCE, holds), "{what}: {:?}", self.replica);
    }

    /// The person's seat that must choose first, if it is not a computer's turn.
    fn awaited_person(&self) -> Option<Seat> {
        let is_person =
            |seat: &Seat| matches!(self.replica.occupants()[seat.index()], Occupant::Person { .. });
        self.awaited().iter().find(is_person)
    }

    /// Lets the people at `terminals`, by seat, make up to `limit` choices. Returns the number of
    /// choices, which is smaller if the game is over.
    #[track_caller]
    pub fn play(&mut self, terminals: &[(Seat, &Terminal)], limit: usize) -> usize {
        for made in 0..limit {
            self.wait("a person's turn or the end", |table| {
                table.is_over() || table.awaited_person().is_some()
            });
            let Some(seat) = self.awaited_person().filter(|_| !self.is_over()) else {
                return made;
            };
            let (_, terminal) =
                terminals.iter().find(|(own, _)| *own == seat).expect("a terminal of the seat");
            self.choose(seat, terminal);
        }
        limit
    }

    /// Makes the choice of a seat at its terminal, and waits until it is in the log.
    #[track_caller]
    fn choose(&mut self, seat: Seat, terminal: &Terminal) {
        let (step, lines) = (self.replica.step(), self.session.lines().len());
        let action = G::sensible(&self.session, seat);
        let has_chosen = |table: &Self| {
            table.replica.step() != step
                || table.session.lines().len() != lines
                || !table.awaited().contains(seat)
        };
        // A table that shows the position before does not take the keys yet, or only some of them.
        for attempt in 0..5 {
            if attempt > 0 {
                terminal.press("bs bs bs");
            }
            terminal.wait_for("the person's turn", |output| {
                ["Your move", "of 3 marked"].iter().any(|text| output.find(text).is_some())
            });
            G::enter(terminal, action);
            if self.holds_within(Duration::from_secs(4), has_chosen) {
                return;
            }
        }
        panic!("{action} was not played\n{}", terminal.describe());
    }
}
