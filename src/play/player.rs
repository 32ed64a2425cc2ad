//! Who decides for a seat, and how long it may think.

use std::{
    fmt,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use rand::seq::IndexedRandom;

use super::{ActionError, Fault, Game, Observation, Rng, Seat, random};

/// Decides for a seat.
///
/// The answer depends on what is seen, the budget and [`ThinkContext::rng`] alone; what a player keeps
/// between two calls is cache. So undo, resume, replay and hints need nothing from it.
pub trait Player<G: Game>: Send {
    /// One of the legal actions of `seat`, which is awaited.
    ///
    /// # Errors
    /// [`PlayerError`] says why there is no answer.
    fn choose(
        &mut self,
        seat: Seat,
        seen: &G::Observation,
        think: &ThinkContext,
    ) -> Result<G::Action, PlayerError>;

    /// What it would tell a person on this seat: the action it would choose and, if it can say so,
    /// why.
    ///
    /// # Errors
    /// As [`Self::choose`].
    fn advise(
        &mut self,
        seat: Seat,
        seen: &G::Observation,
        think: &ThinkContext,
    ) -> Result<Advice<G::Action>, PlayerError> {
        Ok(Advice::plain(self.choose(seat, seen, think)?))
    }
}

/// What a player tells a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<A> {
    /// What to do.
    pub action: A,
    /// Why, in a few words.
    pub words: Option<String>,
    /// What speaks for each action that was weighed, in a measure of the game's own: what it is
    /// worth, or how often a mixed strategy plays it.
    pub weights: Vec<(A, f64)>,
}

impl<A> Advice<A> {
    /// An action without more words.
    pub fn plain(action: A) -> Self {
        Self { action, words: None, weights: Vec::new() }
    }
}

/// Chooses any legal action, in any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(
        &mut self,
        seat: Seat,
        seen: &G::Observation,
        think: &ThinkContext,
    ) -> Result<G::Action, PlayerError> {
        let action = seen.legal(seat).choose(&mut think.rng()).copied();
        action.ok_or_else(|| PlayerError::Fault("there is no legal action".to_owned()))
    }
}

/// Why a player gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerError {
    /// It was asked to stop.
    Cancelled,
    /// It broke the rules of being a player (an external program crashed, say): what happened, as a
    /// phrase.
    Fault(String),
}

/// How much a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// Until so much time has passed.
    Time(Duration),
    /// So many positions: the same answer on every machine.
    Nodes(u64),
}

/// A flag that stops thinking, shared by who thinks and who waits.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Asks to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

type Listener = Arc<dyn Fn(String) + Send + Sync>;

/// The frame of one decision: budget, cancel flag, chance, and whom to tell how it goes.
#[derive(Clone)]
pub struct ThinkContext {
    budget: Budget,
    started: Instant,
    cancel: CancelToken,
    chance: u64,
    listener: Option<Listener>,
}

impl ThinkContext {
    /// For the decision of `seat` when `decision` lines of the record stand, in a game with this
    /// seed.
    pub fn new(budget: Budget, seed: u64, seat: Seat, decision: usize) -> Self {
        let chance = random::derive(seed, &[seat.index() as u64, decision as u64]);
        Self {
            budget,
            started: Instant::now(),
            cancel: CancelToken::default(),
            chance,
            listener: None,
        }
    }

    /// With this cancel flag.
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Tells `listener` how the thinking goes.
    pub fn with_listener(mut self, listener: impl Fn(String) + Send + Sync + 'static) -> Self {
        self.listener = Some(Arc::new(listener));
        self
    }

    /// The frame of one look among several: so many percent of the budget, from now on. Nobody
    /// listens.
    pub fn part(&self, percent: u32) -> Self {
        let budget = match self.budget {
            Budget::Time(time) => Budget::Time(time * percent / 100),
            Budget::Nodes(u64::MAX) => Budget::Nodes(u64::MAX),
            Budget::Nodes(nodes) => {
                Budget::Nodes((nodes / 100).saturating_mul(percent.into()).max(1))
            }
        };
        Self { budget, started: Instant::now(), listener: None, ..self.clone() }
    }

    /// How much it may think.
    pub fn budget(&self) -> Budget {
        self.budget
    }

    /// Time since the thinking began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Whether it was asked to stop.
    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    /// The flag itself, for work that somebody else does.
    pub fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// This decision's generator: the same at each call.
    pub fn rng(&self) -> Rng {
        random::rng(self.chance, &[])
    }

    /// Says in a few words how far the thinking has come.
    pub fn report(&self, words: impl FnOnce() -> String) {
        if let Some(listener) = &self.listener {
            listener(words());
        }
    }

    /// Counts the positions of a search and says when to stop.
    pub fn meter(&self) -> Meter {
        Meter {
            nodes: 0,
            limit: match self.budget {
                Budget::Nodes(nodes) => nodes,
                Budget::Time(_) => u64::MAX,
            },
            deadline: match self.budget {
                Budget::Time(time) => self.started.checked_add(time),
                Budget::Nodes(_) => None,
            },
            cancel: self.cancel.clone(),
        }
    }
}

impl fmt::Debug for ThinkContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Think")
            .field("budget", &self.budget)
            .field("chance", &self.chance)
            .finish_non_exhaustive()
    }
}

/// Why a search must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchStop {
    /// The budget is used up: answer with what is known.
    Spent,
    /// It was asked to stop: no answer is wanted.
    Cancelled,
}

/// Counts positions against a budget; the clock and the cancel flag are looked at now and then.
#[derive(Debug)]
pub struct Meter {
    nodes: u64,
    limit: u64,
    deadline: Option<Instant>,
    cancel: CancelToken,
}

impl Meter {
    /// Positions between two looks at the clock and the flag (a fraction of a millisecond).
    const STRIDE: u64 = 1024;

    /// Counts a position.
    ///
    /// # Errors
    /// [`SearchStop`] when the search must end.
    #[inline]
    pub fn tick(&mut self) -> Result<(), SearchStop> {
        self.add(1)
    }

    /// Counts positions that were looked at in one go.
    ///
    /// # Errors
    /// [`SearchStop`] when the search must end.
    #[inline]
    pub fn add(&mut self, nodes: u64) -> Result<(), SearchStop> {
        let before = self.nodes;
        self.nodes += nodes;
        if self.nodes > self.limit {
            return Err(SearchStop::Spent);
        }
        if self.nodes / Self::STRIDE == before / Self::STRIDE { Ok(()) } else { self.look() }
    }

    /// Looks at the flag and the clock now: for work that is coarser than a position.
    ///
    /// # Errors
    /// [`SearchStop`] when the search must end.
    pub fn look(&self) -> Result<(), SearchStop> {
        if self.cancel.is_cancelled() {
            return Err(SearchStop::Cancelled);
        }
        match self.deadline {
            Some(deadline) if Instant::now() >= deadline => Err(SearchStop::Spent),
            _ => Ok(()),
        }
    }

    /// One with the same limits, for a thread that helps: it begins to count anew.
    pub fn another(&self) -> Self {
        Self { nodes: 0, limit: self.limit, deadline: self.deadline, cancel: self.cancel.clone() }
    }

    /// Positions counted so far.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }
}

/// Asks `player` and checks its answer. A choice that breaks the rules is replaced by a random
/// legal one, and the [`Fault`] says what it was.
///
/// # Errors
/// [`PlayerError::Cancelled`] when the thinking was stopped, and a fault when there is no legal action to
/// put in its place.
pub fn choose_checked<G: Game>(
    player: &mut dyn Player<G>,
    game: &G,
    seat: Seat,
    think: &ThinkContext,
) -> Result<(G::Action, Option<Fault>), PlayerError> {
    let seen = game.observe(super::Seats::one(seat));
    let said = match player.choose(seat, &seen, think) {
        Ok(action) => match game.check(seat, action) {
            Ok(()) => return Ok((action, None)),
            Err(ActionError { .. }) if think.is_cancelled() => return Err(PlayerError::Cancelled),
            Err(why) => format!("{action} - {why}"),
        },
        Err(PlayerError::Fault(said)) => said,
        Err(PlayerError::Cancelled) => return Err(PlayerError::Cancelled),
    };
    let said = phrase(&said);
    // A stream of its own: the player may have drawn from the decision's generator.
    let mut rng = random::rng(think.chance, &[1]);
    let legal = seen.legal(seat);
    let replacement = *legal.choose(&mut rng).ok_or_else(|| PlayerError::Fault(said.clone()))?;
    Ok((replacement, Some(Fault { seat, said, fine: G::FINE })))
}

/// Asks a player what it would tell the person on this seat.
///
/// # Errors
/// As [`Player::choose`]; also if what it advises is not legal.
pub fn advise_checked<G: Game>(
    player: &mut dyn Player<G>,
    game: &G,
    seat: Seat,
    think: &ThinkContext,
) -> Result<Advice<G::Action>, PlayerError> {
    let advice = player.advise(seat, &game.observe(super::Seats::one(seat)), think)?;
    match game.check(seat, advice.action) {
        Ok(()) => Ok(advice),
        Err(_) if think.is_cancelled() => Err(PlayerError::Cancelled),
        Err(why) => Err(PlayerError::Fault(phrase(&format!("{} - {why}", advice.action)))),
    }
}

/// The most characters of what a player said that a [`Fault`] keeps: a phrase, far below the
/// longest line of a record.
const LONGEST_SAID: usize = 200;

/// What somebody said as a phrase of one line, cut where it gets long: a program may print
/// anything.
fn phrase(said: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    if said.chars().nth(LONGEST_SAID).is_none() {
        return said.chars().map(plain).collect();
    }
    said.chars().take(LONGEST_SAID - 3).map(plain).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Record, Seats, toy},
        *,
    };

    /// Says so much nonsense.
    struct Babbler(usize);

    impl Player<toy::Toy> for Babbler {
        fn choose(
            &mut self,
            _: Seat,
            _: &toy::ToyObservation,
            _: &ThinkContext,
        ) -> Result<toy::Action, PlayerError> {
            Err(PlayerError::Fault("\u{1b}[2Jé\n".repeat(self.0)))
        }
    }

    #[test]
    fn what_a_player_said_is_kept_as_a_phrase() {
        assert_eq!(phrase("a\tb\u{1b}[31m\u{9b}c"), "a b [31m c");
        assert_eq!(phrase(&"é".repeat(LONGEST_SAID)), "é".repeat(LONGEST_SAID));
        assert_eq!(phrase(&"é".repeat(LONGEST_SAID + 1)), "é".repeat(LONGEST_SAID - 3) + "...");
    }

    #[test]
    fn a_record_with_endless_faults_can_be_read_again() {
        let mut session = toy::session(&[3, 1, 2, 4]);
        for seat in Seats::first(4).iter() {
            let think = ThinkContext::new(Budget::Nodes(1), 1, seat, 0);
            let (action, fault) =
                choose_checked(&mut Babbler(100_000), session.game(), seat, &think)
                    .expect("it is replaced");
            session.choose_with(seat, action, fault).expect("legal");
        }
        let mut written = Vec::new();
        session.record().write(&mut written).expect("memory");
        assert_eq!(
            Record::read(&mut written.as_slice()).expect("a sound record"),
            session.record()
        );
    }
}
