//! A choice or a hint of a computer player as a job.

use std::{sync::OnceLock, time::Duration};

use crate::{
    arcade::{job::Job, message::Waker},
    games::{ArcadeGame, find_player},
    programs::consent::ProgramRequest,
    settings::allowed_programs::AllowedPrograms,
};
use fourcade_engine::play::{Budget, Player, PlayerError, Seat, Session, ThinkContext};

/// How long a searching player thinks about a choice.
pub const THINKING_TIME: Duration = Duration::from_secs(1);

/// The maximum number of idle cores that help a search. More hardly make it deeper.
const MAX_HELPING_CORES: usize = 7;

/// What is reported while computer players of other guests use all cores.
const WAITING: &str = "waiting for its turn";

/// A function that gets an answer from a player: [`choose_checked`](fourcade_engine::play::choose_checked) or
/// [`advise_checked`](fourcade_engine::play::advise_checked).
pub type Ask<G, A> = fn(&mut dyn Player<G>, &G, Seat, &ThinkContext) -> Result<A, PlayerError>;

/// A player, to be used again, and its answer.
type PlayerAnswer<G, A> = Result<(Box<dyn Player<G>>, A), NoAnswer>;

/// Why a job has no answer.
enum NoAnswer {
    /// The player gave none.
    Player(PlayerError),
    /// The player is a program that nobody has allowed to start.
    NotAllowed(Box<ProgramRequest>),
}

impl From<PlayerError> for NoAnswer {
    fn from(error: PlayerError) -> Self {
        Self::Player(error)
    }
}

/// A player that is thinking about an answer. Dropping this value cancels the job.
pub struct Thinking<G: ArcadeGame, A> {
    /// The seat for which the player thinks.
    pub seat: Seat,
    job: Job<PlayerAnswer<G, A>>,
}

/// The state of a [`Thinking`].
pub enum Thought<G: ArcadeGame, A> {
    /// The player is still thinking.
    Pending,
    /// The player, to be used again, and its answer.
    Answer(Box<dyn Player<G>>, A),
    /// The player is a program that nobody has allowed to start.
    NotAllowed(Box<ProgramRequest>),
    /// There will be no answer, for this reason.
    Failed(String),
}

impl<G: ArcadeGame, A: Send + 'static> Thinking<G, A> {
    /// Asks `player`, or a new player with this name, to decide for `seat`. The new player is made
    /// in the job, because a program may have to be compiled.
    ///
    /// # Errors
    /// Returns an error if there is no player with this name.
    pub fn start(
        session: &Session<G>,
        seat: Seat,
        name: &str,
        player: Option<Box<dyn Player<G>>>,
        ask: Ask<G, A>,
        waker: &Waker,
    ) -> Result<Self, String> {
        let kind = find_player::<G>(name).map_err(|error| error.to_string())?;
        let budget = Budget::Time(waker.thinking_time(THINKING_TIME));
        let (memory, cores) = (waker.memory().clone(), waker.cores().clone());
        let (game_seed, lines) = (session.header().seed, session.lines().len());
        let game = session.game().clone();
        let job = Job::start(waker, move |cancel, reporter| {
            #[cfg(debug_assertions)]
            crate::arcade::faults::strike("worker");
            let on_wait = || reporter.report(WAITING.to_owned());
            let _core = cores.wait(&cancel, on_wait).ok_or(PlayerError::Cancelled)?;
            let mut player = match player {
                Some(player) => player,
                None => {
                    let request = kind.program_request().map_err(PlayerError::Fault)?;
                    if let Some(request) = AllowedPrograms::at_home().unanswered(request) {
                        return Err(NoAnswer::NotAllowed(Box::new(request)));
                    }
                    kind.make().map_err(PlayerError::Fault)?
                }
            };
            // A search on several threads takes idle cores until the answer.
            let helping_cores = OnceLock::new();
            let threads =
                move || 1 + helping_cores.get_or_init(|| cores.take_idle(MAX_HELPING_CORES)).len();
            // The clock starts only now.
            let context = ThinkContext::new(budget, game_seed, seat, lines)
                .with_threads(threads)
                .with_memory(memory)
                .with_cancel(cancel)
                .with_listener(move |text| reporter.report(text));
            let answer = ask(player.as_mut(), &game, seat, &context)?;
            Ok((player, answer))
        });
        Ok(Self { seat, job })
    }

    /// What the player reported last.
    pub fn progress(&self) -> Option<String> {
        self.job.last_report()
    }

    /// Takes the answer, if the player has finished.
    pub fn take(&self) -> Thought<G, A> {
        match self.job.take() {
            None => Thought::Pending,
            Some(Ok(Ok((player, answer)))) => Thought::Answer(player, answer),
            Some(Ok(Err(NoAnswer::NotAllowed(request)))) => Thought::NotAllowed(request),
            Some(Ok(Err(NoAnswer::Player(PlayerError::Fault(reason))))) => Thought::Failed(reason),
            Some(Ok(Err(NoAnswer::Player(PlayerError::Cancelled)))) => {
                Thought::Failed("it was stopped".to_owned())
            }
            Some(Err(panic)) => Thought::Failed(format!("internal error: {panic}")),
        }
    }

    /// Returns a player that has reported `progress` and never answers.
    #[cfg(test)]
    pub fn stub(seat: Seat, progress: &str) -> Self {
        Self { seat, job: Job::stub(Some(progress.to_owned())) }
    }
}
