//! The game on a table: the session, who plays it, observations, and navigation in the record.

use std::{
    borrow::Cow,
    cell::RefCell,
    rc::Rc,
    time::{Duration, Instant},
};

use super::{
    clock::{Clock, ClockReading, next_change},
    series::Series,
    shared_table::{SharedTable, WATCHING},
};
use crate::{
    database::shared_tables::{Change, Entry, Phrase},
    games::{ArcadeGame, opening_len, play_opening},
};
use fourcade_engine::play::{ActionError, HUMAN, RecordHeader, Seat, Seats, Session, random};

/// The controller's name for a person at another terminal.
const REMOTE_PERSON: &str = "elsewhere";

/// The session on a table. Its choices come from the keyboard and the computer players or, at a
/// shared table, from the log.
pub struct TableGame<G: ArcadeGame> {
    session: Session<G>,
    /// `Some` during a replay, until the game is played on.
    replay: Option<Replay>,
    pub clock: Clock,
    pub shared: Option<SharedTable>,
    /// The last observation and its viewers, cached until the position changes: an observation can
    /// be large, and handling a key needs it several times.
    observed: RefCell<Option<(Seats, Rc<G::Observation>)>>,
    /// [`Self::before`], cached until the position changes.
    before: RefCell<Option<Rc<G>>>,
}

#[derive(Clone, Copy, Debug)]
struct Replay {
    turns: u32,
    /// The length of the opening in lines: it was on the board when the game began.
    opening: usize,
}

impl<G: ArcadeGame> TableGame<G> {
    /// Continues from the session's current position.
    pub fn new(session: Session<G>) -> Self {
        let clock = Clock::new(session.header().clock);
        let (observed, before) = (RefCell::default(), RefCell::default());
        Self { session, replay: None, clock, shared: None, observed, before }
    }

    /// The names of the people, by seat. Empty for a computer player or a person without a name.
    pub fn person_names<'a>(&self, series: &'a Series) -> Cow<'a, [String]> {
        match &self.shared {
            Some(shared) => shared.person_names().into(),
            None => series.names().into(),
        }
    }

    /// Like [`person_names`](Self::person_names), but this terminal's person is called by name,
    /// too.
    pub fn saved_names(&self, series: &Series) -> Vec<String> {
        match &self.shared {
            Some(shared) => shared.joined_names(),
            None => series.names().to_vec(),
        }
    }

    /// Replays a recorded game from its start. The session must have no undone lines.
    pub fn replay(mut session: Session<G>) -> Self {
        let replay = Replay { turns: session.game().turns(), opening: opening_len(&session) };
        session.go_to(replay.opening);
        Self { replay: Some(replay), ..Self::new(session) }
    }

    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// Also drops the cached observation and position.
    pub fn session_mut(&mut self) -> &mut Session<G> {
        self.forget_position();
        &mut self.session
    }

    fn forget_position(&mut self) {
        *self.observed.get_mut() = None;
        *self.before.get_mut() = None;
    }

    /// The shared part of the table, with the session; `None` at a local table.
    pub fn sharing(&mut self) -> Option<(&mut SharedTable, &Session<G>)> {
        Some((self.shared.as_mut()?, &self.session))
    }

    pub fn add(&mut self, entry: Entry) -> Result<(), ActionError> {
        let Some((shared, session)) = self.sharing() else {
            return Err(ActionError::new("this table isn't shared"));
        };
        shared.client.add(session, entry)
    }

    pub fn leave(&mut self) {
        for seat in self.people_here().iter() {
            // If this fails, the others notice the missing heartbeats.
            let _ = self.add(Entry::Leave { seat });
        }
    }

    pub fn say(&mut self, phrase: Phrase) -> Result<(), ActionError> {
        let entry = self.shared.as_ref().and_then(|shared| shared.phrase_entry(phrase));
        self.add(entry.ok_or_else(|| ActionError::new(WATCHING))?)
    }

    pub fn answer_undo(&mut self, agrees: bool) -> Result<(), ActionError> {
        let Some((shared, session)) = self.sharing() else { return Ok(()) };
        let Some(seat) = shared.asked_seat(session) else { return Ok(()) };
        shared.was_asked = false;
        self.add(Entry::AnswerUndo { seat, agrees })
    }

    /// Applies the next entry of the log. Returns what it changes, if anything.
    pub fn apply_next(&mut self) -> Option<Change> {
        self.forget_position();
        self.shared.as_mut()?.client.apply_next(&mut self.session)
    }

    /// The combined observation of these seats. In games without secrets, all seats share one.
    pub fn observe(&self, viewers: Seats) -> Rc<G::Observation> {
        let viewers = if G::HAS_SECRETS { viewers } else { Seats::NONE };
        let mut observed = self.observed.borrow_mut();
        if let Some((seats, observation)) = &*observed
            && *seats == viewers
        {
            return Rc::clone(observation);
        }
        let observation = Rc::new(self.session.observe(viewers));
        *observed = Some((viewers, Rc::clone(&observation)));
        observation
    }

    /// The game before the last line of the record.
    pub fn before(&self) -> Rc<G> {
        let mut before = self.before.borrow_mut();
        let find = || {
            let lines = self.session.lines().len().saturating_sub(1);
            Rc::new(self.session.position_after(lines).game().clone())
        };
        Rc::clone(before.get_or_insert_with(find))
    }

    /// The players by seat, as in the record.
    pub fn seat_players(&self) -> &[String] {
        &self.session.header().players
    }

    /// Whether the seat belongs to a person, even one who has resigned.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.seat_players().get(seat.index()).is_some_and(|name| name == HUMAN)
    }

    pub fn has_people(&self) -> bool {
        !self.session.header().people().is_empty()
    }

    /// The players by seat for the game's controller: as in the record, but a person at another
    /// terminal is called `elsewhere`.
    pub fn scene_names(&self) -> Cow<'_, [String]> {
        let here = self.people_here();
        let is_elsewhere = |seat: Seat| self.is_person(seat) && !here.contains(seat);
        let seats = self.session.game().seats().iter();
        if here.is_empty() || !seats.clone().any(is_elsewhere) {
            return self.seat_players().into();
        }
        let name = |(seat, name): (Seat, &String)| {
            if is_elsewhere(seat) { REMOTE_PERSON.to_owned() } else { name.clone() }
        };
        seats.zip(self.seat_players()).map(name).collect()
    }

    /// The seats of the people at this terminal, even of those who have resigned.
    pub fn people_here(&self) -> Seats {
        match &self.shared {
            Some(shared) => shared.own_seats(),
            None => {
                let seats = self.session.game().seats().iter();
                seats.filter(|&seat| self.is_person(seat)).collect()
            }
        }
    }

    pub fn is_active_person(&self, seat: Seat) -> bool {
        self.people_here().contains(seat) && !self.session.resigned().contains(seat)
    }

    /// The seats of the people at this terminal who have not resigned.
    pub fn active_people(&self) -> Seats {
        self.session.game().seats().iter().filter(|&seat| self.is_active_person(seat)).collect()
    }

    /// The seats for which people at this terminal must decide now; none during a replay.
    pub fn deciding(&self) -> Seats {
        if self.is_replay() || self.clock.is_stopped() {
            return Seats::NONE;
        }
        self.choosable_seats().iter().filter(|&seat| self.decides(seat)).collect()
    }

    /// The seats of computer players that must choose now.
    pub fn computers_to_ask(&self) -> Seats {
        // A choice that the log has refused is not repeated at once.
        if self.shared.as_ref().is_some_and(|shared| !shared.client.backoff().may_try()) {
            return Seats::NONE;
        }
        self.choosable_seats().iter().filter(|&seat| !self.decides(seat)).collect()
    }

    fn decides(&self, seat: Seat) -> bool {
        let late = match &self.shared {
            Some(shared) => shared.client.late_choosers(&self.session),
            None => self.clock.late(&self.session),
        };
        self.is_active_person(seat) && !late.contains(seat)
    }

    /// [`Clock::run`] for a local table. No clock runs while a reveal is shown.
    pub fn run_clock(&mut self, deciding: Seats, is_lingering: bool, now: Instant) -> Seats {
        let running = if is_lingering { Seats::NONE } else { deciding };
        self.clock.run(&self.session, running, now)
    }

    /// Discards the time for which another screen covered the table, if it is a local one.
    pub fn skip_clock(&mut self) {
        self.clock.skip(Instant::now());
    }

    /// `None` without clocks.
    pub fn time_left(&self, seat: Seat, now: Instant) -> Option<Duration> {
        match &self.shared {
            Some(shared) => shared.client.time_left(&self.session, seat),
            None => self.clock.left(&self.session, seat, now),
        }
    }

    fn running_clocks(&self) -> Seats {
        match &self.shared {
            Some(shared) => shared.client.replica().timed_seats(&self.session),
            None => self.clock.running(),
        }
    }

    /// The display of a person's clock; `None` for computers and without clocks. A time for each
    /// choice is shown only while the game goes on.
    pub fn clock_reading(&self, seat: Seat, now: Instant) -> Option<ClockReading> {
        let loses = self.clock.control()?.loses_on_time();
        let is_shown = loses || !self.is_over() && !self.is_replay();
        let left = self.time_left(seat, now).filter(|_| is_shown && self.is_person(seat))?;
        Some(ClockReading::new(left, self.running_clocks().contains(seat), loses))
    }

    /// When a running clock must be drawn again.
    pub fn next_clock_tick(&self, now: Instant) -> Option<Instant> {
        let left = self.running_clocks().iter().filter_map(|seat| self.time_left(seat, now));
        left.filter_map(next_change).min().map(|time| now + time)
    }

    /// Explains why the clocks can't be stopped; `None` if they can.
    pub fn clock_refusal(&self) -> Option<&'static str> {
        match self.clock.control() {
            None => Some("this game has no clocks"),
            Some(_) if self.shared.is_some() => Some("clocks don't stop at a shared table"),
            Some(_) if self.is_replay() => Some("this is a replay"),
            Some(_) if self.is_over() => Some("the game is over"),
            Some(_) if self.active_people().is_empty() => Some("no person plays"),
            Some(_) => None,
        }
    }

    /// The seats for which people or computers at this terminal may choose now.
    fn choosable_seats(&self) -> Seats {
        match &self.shared {
            Some(shared) => shared.client.choosable_seats(&self.session),
            None => self.session.awaited(),
        }
    }

    /// The seats that must choose now, wherever their players are.
    pub fn awaited(&self) -> Seats {
        match &self.shared {
            Some(shared) => shared.client.replica().awaited(&self.session),
            None => self.session.awaited(),
        }
    }

    /// The seats of people whose choices wait for those of others.
    pub fn waiting_people(&self) -> Seats {
        if self.is_over() {
            return Seats::NONE;
        }
        let awaited = self.session.game().awaited();
        let has_chosen = |seat: Seat| !self.session.awaited().contains(seat);
        let is_waiting = |&seat: &Seat| self.is_active_person(seat) && has_chosen(seat);
        awaited.iter().filter(is_waiting).collect()
    }

    /// People choose in the order of their seats.
    pub fn last_waiting_person(&self) -> Option<Seat> {
        self.waiting_people().iter().last()
    }

    pub fn is_over(&self) -> bool {
        self.session.outcome().is_some()
    }

    /// The seat that can no longer win, in a game that is not over.
    pub fn certain_loser(&self) -> Option<Seat> {
        if self.is_over() { None } else { self.session.game().certain_loser() }
    }

    /// The number of turns in the record of a replay; 0 without one.
    pub fn recorded_turns(&self) -> u32 {
        self.replay.map_or(0, |replay| replay.turns)
    }

    pub fn is_replay(&self) -> bool {
        self.replay.is_some()
    }

    /// Whether a replay has not reached the end of the record.
    pub fn has_next_recorded(&self) -> bool {
        self.is_replay() && self.session.undone_len() > 0
    }

    /// Whether the game is only watched: no seat belongs to a person, or it is a replay.
    pub fn is_watched(&self) -> bool {
        self.is_replay() || !self.has_people()
    }

    /// Whether all people have resigned, so that nobody watches the rest of the game.
    pub fn is_abandoned(&self) -> bool {
        let is_local = self.shared.is_none() && !self.is_replay();
        is_local && self.has_people() && self.active_people().is_empty()
    }

    /// Whether the last step has a reveal, which the next step hides.
    pub fn last_step_lingers(&self) -> bool {
        !self.is_abandoned()
            && self.session.events().last().is_some_and(|events| G::shows_reveal(events))
    }

    /// The duration of the last step's animation.
    pub fn animation_time(&self) -> Duration {
        self.session.events().last().map_or(Duration::ZERO, |events| G::animation(events))
    }

    /// The seat of the person who would resign: the person to move, or else the only person.
    pub fn resigning_seat(&self) -> Result<Seat, ActionError> {
        let seat = self.deciding().iter().next().or_else(|| self.active_people().only());
        seat.ok_or_else(|| ActionError::new("only a person can resign"))
    }

    /// The first position of a replay, in lines: that after the opening.
    pub fn replay_start(&self) -> usize {
        self.replay.map_or(0, |replay| replay.opening)
    }

    /// Goes to the first position after `turn` turns, but at most to the end of the record.
    pub fn go_to_turn(&mut self, turn: u32) {
        let mut from = self.replay_start();
        let session = self.session_mut();
        let mut to = session.lines().len() + session.undone_len();
        while from < to {
            let middle = usize::midpoint(from, to);
            session.go_to(middle);
            if session.game().turns() < turn {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        session.go_to(from);
    }

    pub fn redo_to_decision(&mut self) {
        while self.session_mut().redo().is_some() && self.deciding().is_empty() {}
    }

    /// The number of lines left after an undo; `None` if nothing can be undone. `by_line` undoes
    /// the last line; otherwise, an undo goes back to [`Self::last_choice_of_people`].
    pub fn undo_target(&self, by_line: bool) -> Option<usize> {
        if by_line {
            self.session.lines().len().checked_sub(1)
        } else {
            self.last_choice_of_people()
        }
    }

    /// The number of lines before the last choice or resignation of a person.
    pub fn last_choice_of_people(&self) -> Option<usize> {
        let seats = self.session.game().seats().iter();
        self.session.last_choice_of(seats.filter(|&seat| self.is_person(seat)).collect())
    }

    /// Whether an undo would take back a step that revealed hidden information to a person.
    pub fn undo_reveals(&self, by_line: bool) -> bool {
        if !self.waiting_people().is_empty() || self.active_people().is_empty() || self.is_replay()
        {
            return false;
        }
        self.reveals_after(self.undo_target(by_line).unwrap_or(usize::MAX))
    }

    pub fn reveals_after(&self, lines: usize) -> bool {
        let later = self.session.events().get(lines..).unwrap_or_default();
        later.iter().any(|events| G::reveals_information(events))
    }

    /// Ends the replay. From here on, the recorded players play, or a person on the seat `person`.
    pub fn play_on(&mut self, person: Option<Seat>) {
        if let Some(seat) = person {
            let seats = with_person(self.seat_players(), seat);
            self.session.set_players(seats);
        }
        self.replay = None;
    }

    /// A session of the same players with a new deal, which depends on the seed of this game and on
    /// its `number` in the series. If `swap_seats` is set, each player moves to the next seat.
    pub fn new_session(&self, number: u32, swap_seats: bool) -> Session<G> {
        let header = self.session.header();
        let seed = random::derive_seed(header.seed, &[u64::from(number)]) >> 34;
        let size = G::size_of(&header.setup).unwrap_or_default();
        let setup = G::deal_seeded(size, seed).unwrap_or_else(|_| header.setup.clone());
        let mut players = header.players.clone();
        if swap_seats {
            players.rotate_right(1);
        }
        let mut session = Session::new(RecordHeader { setup, players, seed, clock: header.clock });
        if opening_len(&self.session) > 0 {
            // Tests ensure that all openings can be played.
            let _ = play_opening(&mut session, seed);
        }
        session
    }
}

/// The players after a person takes a seat. If there was exactly one person, they swap seats with
/// the computer player.
fn with_person(seats: &[String], seat: Seat) -> Vec<String> {
    let mut after = seats.to_vec();
    let mut people = seats.iter().enumerate().filter(|(_, name)| *name == HUMAN);
    match (people.next(), people.next()) {
        (Some((person, _)), None) => after.swap(person, seat.index()),
        _ => HUMAN.clone_into(&mut after[seat.index()]),
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::table::tests::{session, session_of};
    use fourcade_engine::{concentration::Concentration, eater::Eater};

    #[test]
    fn a_person_who_changes_seats_swaps_with_the_computer() {
        for (before, seat, after) in [
            (["human", "a", "b", "c"], 2, ["b", "a", "human", "c"]),
            (["human", "a", "human", "c"], 3, ["human", "a", "human", "human"]),
            (["d", "a", "b", "c"], 0, ["human", "a", "b", "c"]),
            (["human", "a", "b", "c"], 0, ["human", "a", "b", "c"]),
        ] {
            assert_eq!(
                with_person(&before.map(str::to_owned), Seat::new(seat)),
                after,
                "{before:?}"
            );
        }
    }

    #[test]
    fn a_resignation_reveals_all_cards() {
        let mut session = session_of::<Concentration>(["human", "memory:5"], 0, &[]);
        session.resign(Seat::new(0)).unwrap();
        let observation = TableGame::new(session).observe(Seats::NONE);
        assert_eq!((observation.face_down().count(), observation.cards_left()), (0, 52));
    }

    #[test]
    fn a_position_is_observed_once_for_viewers_who_see_the_same() {
        let mut game = TableGame::new(session(["human", "human"], 8, &[]));
        let first = game.observe(Seats::NONE);
        assert!(Rc::ptr_eq(&first, &game.observe(Seats::first(1))), "nobody has secrets");
        game.session_mut().choose(Seat::new(0), "2 4".parse().unwrap()).unwrap();
        assert!(game.observe(Seats::NONE) != first);

        let game = TableGame::new(session_of::<Eater>(["human", "human"], 5, &["1 1"]));
        let of_first = game.observe(Seats::first(1));
        assert!(Rc::ptr_eq(&of_first, &game.observe(Seats::first(1))));
        assert!(!Rc::ptr_eq(&of_first, &game.observe(Seats::NONE)));
    }
}
