//! Computer players and hints at a table, as background jobs.

use std::{
    mem,
    sync::{Arc, OnceLock},
    time::Duration,
};

use super::game::TableGame;
use crate::{
    app::Background,
    games::{self, ArcadeGame, Notation, Unavailable, make_player, parse_player},
    job::Job,
    settings::{
        consent::{ProgramRequest, Programs},
        log,
    },
};
use fourcade_engine::play::{
    Advice, Choice, Fault, Game, HUMAN, Level, Player, PlayerError, PlayerName, Seat, Seats,
    Session, ThinkContext, choose_checked, strongest_player,
};

/// A computer player's choice, and the fault if it replaces an illegal choice.
type ComputerChoice<G> = (<G as Game>::Action, Option<Fault>);

pub struct ComputerPlayers<G: ArcadeGame> {
    /// The name of the sandbox in which programs run, once one is ready.
    pub sandbox: Option<&'static str>,
    /// By seat. `None` before the first choice, while the player is thinking, and for people.
    players: Vec<Option<Box<dyn Player<G>>>>,
    pub thinking: Vec<Thinking<G, ComputerChoice<G>>>,
    /// Choices that are not shown yet.
    ready: Vec<(Seat, Choice<G::Action>)>,
    pub failure: Option<PlayerFailure>,
    waiting: Option<WaitingProgram>,
    /// Stores the user's consent to a program.
    remembering: Option<Job<()>>,
}

/// A program that can't start before the user has agreed.
struct WaitingProgram {
    seat: Seat,
    /// `None` once it has been taken.
    request: Option<Box<ProgramRequest>>,
}

#[derive(Clone, Debug)]
pub struct PlayerFailure {
    pub seat: Seat,
    pub reason: String,
}

impl<G: ArcadeGame> ComputerPlayers<G> {
    pub fn new(seats: usize) -> Self {
        Self {
            players: (0..seats).map(|_| None).collect(),
            thinking: Vec::new(),
            ready: Vec::new(),
            failure: None,
            waiting: None,
            remembering: None,
            sandbox: None,
        }
    }

    /// Takes the request of the program that waits for consent. Each request is returned once.
    pub fn take_request(&mut self) -> Option<(Seat, Box<ProgramRequest>)> {
        let waiting = self.waiting.as_mut()?;
        Some((waiting.seat, waiting.request.take()?))
    }

    /// If the program is allowed, the job that stores the consent wakes the table to ask again.
    pub fn answer_request(
        &mut self,
        request: ProgramRequest,
        is_allowed: bool,
        background: &Background,
    ) {
        let waiting = self.waiting.take();
        if is_allowed {
            let consent = Arc::clone(&background.programs().consent);
            consent.allow(&request);
            self.remembering = Some(Job::start(background, move |_, _| {
                if let Err(error) = consent.remember(&request) {
                    log::write(&format!("the allowed programs can't be written: {error}"));
                }
            }));
        } else if let Some(WaitingProgram { seat, .. }) = waiting {
            let reason = "you didn't allow its program to start".to_owned();
            self.failure = Some(PlayerFailure { seat, reason });
        }
    }

    /// Whether a player has failed, or waits for consent to its program.
    pub fn is_stuck(&self) -> bool {
        self.failure.is_some() || self.waiting.is_some()
    }

    pub fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Returns whether there may be a choice or progress to show.
    pub fn poll(&mut self) -> bool {
        let was_thinking = !self.thinking.is_empty();
        for thinking in mem::take(&mut self.thinking) {
            let seat = thinking.seat;
            match thinking.job.take_result() {
                None => self.thinking.push(thinking),
                Some(Ok((mut player, (action, fault)))) => {
                    let note = player.take_note();
                    self.players[seat.index()] = Some(player);
                    self.ready.push((seat, Choice { action, fault, time: None, note }));
                }
                // The user is asked about one program at a time.
                Some(Err(Unavailable::NotAllowed(request))) => {
                    self.waiting.get_or_insert(WaitingProgram { seat, request: Some(request) });
                }
                Some(Err(Unavailable::Failed(reason))) => {
                    self.failure = Some(PlayerFailure { seat, reason });
                }
            }
        }
        was_thinking
    }

    pub fn take_ready(&mut self) -> Vec<(Seat, Choice<G::Action>)> {
        mem::take(&mut self.ready)
    }

    /// Asks the idle computer players of these seats. Returns whether there were any.
    pub fn ask(&mut self, game: &TableGame<G>, seats: Seats, background: &Background) -> bool {
        if self.is_stuck() || game.is_replay() {
            return false;
        }
        let mut has_asked = false;
        for seat in seats.iter() {
            let is_busy = self.thinking.iter().any(|thinking| thinking.seat == seat)
                || self.ready.iter().any(|ready| ready.0 == seat);
            if is_busy {
                continue;
            }
            let thinker = match self.players[seat.index()].take() {
                Some(player) => Ok(Thinker::Made(player)),
                None => Thinker::named(&player_name(game, seat)),
            };
            match thinker {
                Ok(thinker) => {
                    let session = game.session();
                    self.thinking.push(Thinking::start(
                        session,
                        seat,
                        thinker,
                        choose_checked,
                        background,
                    ));
                }
                Err(reason) => self.failure = Some(PlayerFailure { seat, reason }),
            }
            has_asked = true;
        }
        has_asked
    }

    pub fn cancel(&mut self, seat: Seat) {
        self.thinking.retain(|thinking| thinking.seat != seat);
        self.ready.retain(|ready| ready.0 != seat);
    }

    /// Stops all thinking, and drops choices, failures and requests for consent.
    pub fn stop(&mut self) {
        self.waiting = None;
        self.thinking.clear();
        self.ready.clear();
        self.failure = None;
    }

    /// Drops all players, so that new ones are created.
    pub fn renew(&mut self) {
        self.players.fill_with(|| None);
    }

    pub fn rotate(&mut self) {
        self.players.rotate_right(1);
    }
}

/// Plays for a person who is away.
const STAND_IN: Level = Level::Medium;

/// The strongest player decides for a person who has resigned while other people play on.
fn player_name<G: ArcadeGame>(game: &TableGame<G>, seat: Seat) -> String {
    let name = &game.seat_players()[seat.index()];
    if name != HUMAN {
        name.clone()
    } else if game.session().resigned().contains(seat) && !game.is_abandoned() {
        strongest_player::<G>()
    } else {
        G::FACTS.kind.level_player(STAND_IN).player.to_owned()
    }
}

/// The hint at a table: asked for, or shown.
pub struct TableHint<G: ArcadeGame> {
    last_seat: Option<Seat>,
    thinking: Option<Thinking<G, games::Hint<G>>>,
    shown: Option<games::Hint<G>>,
    /// The reason for a missing hint, until it is reported.
    failure: Option<String>,
}

impl<G: ArcadeGame> Default for TableHint<G> {
    fn default() -> Self {
        Self { last_seat: None, thinking: None, shown: None, failure: None }
    }
}

/// The seats for which a hint can be given: the person who decides or, in a game between computer
/// players, those that must choose.
pub fn advisable<G: ArcadeGame>(game: &TableGame<G>, deciding: Seats) -> Seats {
    match deciding.only() {
        Some(seat) => Seats::one(seat),
        None if game.is_watched() && !game.is_over() => game.session().game().awaited(),
        None => Seats::NONE,
    }
}

impl<G: ArcadeGame> TableHint<G> {
    /// The advice to mark on the board, unless no action matters any more.
    pub fn advice(&self) -> Option<&Advice<G::Action>> {
        self.shown.as_ref().filter(|hint| !hint.is_moot).map(|hint| &hint.advice)
    }

    pub fn shown(&self) -> Option<&games::Hint<G>> {
        self.shown.as_ref()
    }

    pub fn is_moot(&self) -> bool {
        self.shown.as_ref().is_some_and(|hint| hint.is_moot)
    }

    /// The hint as a sentence that fits, addressed to the person on the seat or to watchers.
    pub fn sentence(
        &self,
        is_watching: bool,
        notation: Notation,
        fits: impl Fn(&str) -> bool,
    ) -> Option<String> {
        let (hint, seat) = self.shown.as_ref().zip(self.last_seat)?;
        Some(games::describe_hint::<G>(hint, seat, is_watching, notation, fits))
    }

    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether the next request removes the hint that is shown; see [`Self::ask`].
    pub fn is_last(&self, seats: Seats) -> bool {
        let shown = self.shown.as_ref().and(self.last_seat);
        shown.is_some_and(|shown| seats.iter().all(|seat| seat <= shown))
    }

    /// Asks for a hint for the first of these seats or, if a hint is shown, for the next seat.
    /// After the last seat, the hint is removed.
    pub fn ask(
        &mut self,
        game: &TableGame<G>,
        seats: Seats,
        background: &Background,
    ) -> Result<(), String> {
        let last = self.shown.take().and(self.last_seat);
        let Some(seat) = seats.iter().find(|&seat| last.is_none_or(|last| seat > last)) else {
            return Ok(());
        };
        self.last_seat = Some(seat);
        let (session, thinker) = (game.session(), Thinker::named(&strongest_player::<G>())?);
        self.thinking = Some(Thinking::start(session, seat, thinker, games::hint, background));
        Ok(())
    }

    /// Returns whether there is a new hint.
    pub fn poll(&mut self) -> bool {
        let Some(thinking) = &self.thinking else { return false };
        match thinking.job.take_result() {
            None => return false,
            Some(Ok((_, hint))) => self.shown = Some(hint),
            Some(Err(Unavailable::NotAllowed(request))) => self.failure = Some(request.refusal()),
            Some(Err(Unavailable::Failed(reason))) => {
                self.failure = Some(format!("no hint: {reason}"));
            }
        }
        self.thinking = None;
        self.shown.is_some()
    }

    pub fn take_failure(&mut self) -> Option<String> {
        self.failure.take()
    }

    pub fn clear(&mut self) {
        self.thinking = None;
        self.shown = None;
    }
}

pub const THINKING_TIME: Duration = Duration::from_secs(1);

/// More cores hardly make a search deeper.
const MAX_HELPING_CORES: usize = 7;

/// Shown while computer players of other guests use all cores.
const WAITING: &str = "waiting for its turn";

/// Gets an answer from a player: [`choose_checked`] or [`games::hint`].
pub type Ask<G, A> = fn(&mut dyn Player<G>, &G, Seat, &ThinkContext) -> Result<A, PlayerError>;

/// The answer, and the player to be asked again later.
pub type PlayerAnswer<G, A> = Result<(Box<dyn Player<G>>, A), Unavailable>;

pub enum Thinker<G: ArcadeGame> {
    Made(Box<dyn Player<G>>),
    /// Created in the job, because that may compile a program.
    New(PlayerName),
}

impl<G: ArcadeGame> Thinker<G> {
    fn named(name: &str) -> Result<Self, String> {
        parse_player(G::FACTS.kind, name).map(Self::New).map_err(|error| error.to_string())
    }

    fn player(self, programs: &Programs) -> Result<Box<dyn Player<G>>, Unavailable> {
        match self {
            Self::Made(player) => Ok(player),
            Self::New(player) => make_player(&player, programs),
        }
    }
}

/// Dropping it cancels the job.
pub struct Thinking<G: ArcadeGame, A> {
    pub seat: Seat,
    pub job: Job<PlayerAnswer<G, A>>,
}

impl<G: ArcadeGame, A: Send + 'static> Thinking<G, A> {
    pub fn start(
        session: &Session<G>,
        seat: Seat,
        thinker: Thinker<G>,
        ask: Ask<G, A>,
        background: &Background,
    ) -> Self {
        let budget = background.budget(THINKING_TIME, G::DEFAULT_NODES);
        let (memory, cores) = (background.memory().clone(), background.cores().clone());
        let (programs, counts_nodes) = (background.programs().clone(), background.counts_nodes());
        let (game_seed, lines) = (session.header().seed, session.lines().len());
        let game = session.game().clone();
        let job = Job::start(background, move |cancel, reporter| {
            #[cfg(debug_assertions)]
            crate::app::injected_faults::panic_if_set("worker");
            let on_wait = || reporter.report(WAITING.to_owned());
            let _core = cores.wait(&cancel, on_wait).ok_or(PlayerError::Cancelled)?;
            let mut player = thinker.player(&programs)?;
            // A parallel search keeps idle cores until it has answered.
            let helping_cores = OnceLock::new();
            let threads =
                move || 1 + helping_cores.get_or_init(|| cores.take_idle(MAX_HELPING_CORES)).len();
            // The time for thinking starts here, after waiting for a core and creating the player.
            let mut context = ThinkContext::new(budget, game_seed, seat, lines)
                .with_cancel(cancel)
                .with_listener(move |text| reporter.report(text));
            if !counts_nodes {
                context = context.with_threads(threads).with_memory(memory);
            }
            let answer = ask(player.as_mut(), &game, seat, &context)?;
            Ok((player, answer))
        });
        Self { seat, job }
    }
}
