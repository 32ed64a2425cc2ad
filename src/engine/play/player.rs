//! Computer players: the trait, its errors, checks of the answers, and a random player.

use rand::seq::IndexedRandom;

use super::{
    Budget, Fault, FaultKind, Game, Observation, ProgramNote, SearchStop, Seat, Seats, ThinkContext,
};

/// Decides for a seat.
///
/// The answer depends only on the observation, the budget and [`ThinkContext::rng`], so undo,
/// resume, replay and hints work with every player. A player may cache results between calls, but
/// no state may change its answers. Within a budget of time, a cache may act like a faster
/// computer.
pub trait Player<G: Game>: Send {
    /// Chooses a legal action of `seat`, which must be awaited.
    ///
    /// # Errors
    /// Returns an error if the search was cancelled or the player failed.
    fn choose(
        &mut self,
        seat: Seat,
        observation: &G::Observation,
        context: &ThinkContext,
    ) -> Result<G::Action, PlayerError>;

    /// Advises a person on this seat. Unlike a choice, advice is not randomised for variety.
    ///
    /// # Errors
    /// See [`Self::choose`].
    fn advise(
        &mut self,
        seat: Seat,
        observation: &G::Observation,
        context: &ThinkContext,
    ) -> Result<Advice<G::Action>, PlayerError> {
        Ok(Advice::new(self.choose(seat, observation, context)?))
    }

    /// Takes the side effects of the last answer, if the player is an external program.
    fn take_note(&mut self) -> Option<ProgramNote> {
        None
    }

    /// Whether the answers depend on this kind of budget.
    fn uses_budget(&self, _budget: Budget) -> bool {
        false
    }
}

/// A player's advice to a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<A> {
    /// The recommended action.
    pub action: A,
    /// The expected result, in a few words with one number and its unit.
    pub outlook: Option<String>,
    /// The value of the action for the seat on the scale of the game's
    /// [`ReviewMeasure`](crate::play::ReviewMeasure), if known.
    pub value: Option<f64>,
    /// Whether the value is exact, not an estimate.
    pub exact: bool,
    /// The considered actions, each with a number that depends on the game: its value, its cost, or
    /// its probability in a mixed strategy.
    pub considered: Vec<(A, f64)>,
    /// In games of simultaneous choices, the probabilities of the opponent's best mixed strategy.
    pub replies: Vec<(A, f64)>,
}

impl<A> Advice<A> {
    /// Advice without values.
    pub fn new(action: A) -> Self {
        Self {
            action,
            outlook: None,
            value: None,
            exact: false,
            considered: Vec::new(),
            replies: Vec::new(),
        }
    }
}

/// Chooses a random legal action, in any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random;

impl<G: Game> Player<G> for Random {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &G::Observation,
        context: &ThinkContext,
    ) -> Result<G::Action, PlayerError> {
        let action = observation.legal(seat).choose(&mut context.rng()).copied();
        action.ok_or_else(PlayerError::no_action)
    }
}

/// Why a player gave no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// The search was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// The player gave no legal answer, for this reason. In a game, that counts as
    /// [`FaultKind::Illegal`]. The text is a phrase.
    #[error("{0}")]
    Fault(String),
    /// An external program failed, which counts as a fault of this kind. The text is a phrase.
    #[error("{1}")]
    Failed(FaultKind, String),
}

impl PlayerError {
    /// The seat has no legal action.
    pub(crate) fn no_action() -> Self {
        Self::Fault("there is no legal action".to_owned())
    }

    /// The budget is too small for a result.
    pub(crate) fn small_budget() -> Self {
        Self::Fault("the budget is too small".to_owned())
    }
}

impl ThinkContext {
    /// Fails if the search has been cancelled.
    ///
    /// # Errors
    /// Returns [`PlayerError::Cancelled`] if the search has been cancelled.
    pub fn check_cancelled(&self) -> Result<(), PlayerError> {
        if self.is_cancelled() { Err(PlayerError::Cancelled) } else { Ok(()) }
    }
}

/// Turns the result of a search whose budget is spent into `None`.
///
/// # Errors
/// Returns [`PlayerError::Cancelled`] if the search was cancelled.
pub(crate) fn none_if_spent<T>(result: Result<T, SearchStop>) -> Result<Option<T>, PlayerError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(SearchStop::Spent) => Ok(None),
        Err(SearchStop::Cancelled) => Err(PlayerError::Cancelled),
    }
}

/// Lets `player` choose and checks its answer against the rules. If the choice is illegal or the
/// player fails, returns a random legal action with a [`Fault`].
///
/// # Errors
/// Returns [`PlayerError::Cancelled`] if the search was cancelled, and [`PlayerError::Fault`] if a
/// replacement is needed but there is no legal action.
pub fn choose_checked<G: Game>(
    player: &mut dyn Player<G>,
    game: &G,
    seat: Seat,
    context: &ThinkContext,
) -> Result<(G::Action, Option<Fault>), PlayerError> {
    let observation = game.observe(Seats::one(seat));
    let (kind, description) = match player.choose(seat, &observation, context) {
        Ok(action) => match game.check(seat, action) {
            Ok(()) => return Ok((action, None)),
            Err(_) if context.is_cancelled() => return Err(PlayerError::Cancelled),
            Err(error) => (FaultKind::Illegal, format!("{action} - {error}")),
        },
        Err(PlayerError::Fault(description)) => (FaultKind::Illegal, description),
        Err(PlayerError::Failed(kind, description)) => (kind, description),
        Err(PlayerError::Cancelled) => return Err(PlayerError::Cancelled),
    };
    let description = to_phrase(&description);
    let legal = observation.legal(seat);
    let Some(&replacement) = legal.choose(&mut context.replacement_rng()) else {
        return Err(PlayerError::Fault(description));
    };
    Ok((replacement, Some(Fault { seat, description, fine: G::FINE, kind })))
}

/// Asks `player` for advice to a person on this seat and checks it against the rules.
///
/// # Errors
/// Returns an error if the player gives no advice or advises an illegal action.
pub fn advise_checked<G: Game>(
    player: &mut dyn Player<G>,
    game: &G,
    seat: Seat,
    context: &ThinkContext,
) -> Result<Advice<G::Action>, PlayerError> {
    let advice = player.advise(seat, &game.observe(Seats::one(seat)), context)?;
    match game.check(seat, advice.action) {
        Ok(()) => Ok(advice),
        Err(_) if context.is_cancelled() => Err(PlayerError::Cancelled),
        Err(error) => Err(PlayerError::Fault(to_phrase(&format!("{} - {error}", advice.action)))),
    }
}

const MAX_DESCRIPTION_CHARS: usize = 200;

/// Makes a player's message fit for a record: one line, no control characters, limited length.
fn to_phrase(text: &str) -> String {
    let printable = |letter: char| if letter.is_control() { ' ' } else { letter };
    if text.chars().nth(MAX_DESCRIPTION_CHARS).is_none() {
        return text.chars().map(printable).collect();
    }
    let start = text.chars().take(MAX_DESCRIPTION_CHARS - 3);
    start.map(printable).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Budget, Choice, Session, toy},
        *,
    };

    /// Always fails, with a message that repeats a line this many times.
    struct Failing(usize);

    impl Player<toy::Toy> for Failing {
        fn choose(
            &mut self,
            _: Seat,
            _: &toy::ToyObservation,
            _: &ThinkContext,
        ) -> Result<toy::ToyAction, PlayerError> {
            Err(PlayerError::Fault("\u{1b}[2Jé\n".repeat(self.0)))
        }
    }

    #[test]
    fn a_fault_is_described_in_one_short_line() {
        assert_eq!(to_phrase("a\tb\u{1b}[31m\u{9b}c"), "a b [31m c");
        assert_eq!(
            to_phrase(&"é".repeat(MAX_DESCRIPTION_CHARS)),
            "é".repeat(MAX_DESCRIPTION_CHARS)
        );
        assert_eq!(
            to_phrase(&"é".repeat(MAX_DESCRIPTION_CHARS + 1)),
            "é".repeat(MAX_DESCRIPTION_CHARS - 3) + "..."
        );
    }

    #[test]
    fn every_legal_action_replaces_an_illegal_one_equally_often() {
        let session = toy::session(&[3, 1, 2, 4]);
        let seat = Seat::new(1);
        let legal = session.game().observe(Seats::one(seat)).legal(seat);
        let replacement = |seed, line| {
            let context = ThinkContext::new(Budget::Nodes(1), seed, seat, line);
            let answer = choose_checked(&mut Failing(1), session.game(), seat, &context);
            let (action, fault) = answer.expect("a replacement");
            assert_eq!(fault.expect("a fault").seat, seat);
            legal.iter().position(|&other| other == action).expect("a legal action")
        };
        let mut counts = vec![0_usize; legal.len()];
        let rounds = 400 * legal.len();
        for round in 0..rounds {
            let (seed, line) = (round as u64 / 20, round % 20);
            let found = replacement(seed, line);
            assert_eq!(found, replacement(seed, line), "the same again");
            counts[found] += 1;
        }
        assert!(legal.len() > 2 && counts.iter().all(|&count| (300..500).contains(&count)));
    }

    #[test]
    fn a_record_with_long_faults_can_be_read_again() {
        let mut session = toy::session(&[3, 1, 2, 4]);
        for seat in Seats::first(4).iter() {
            let context = ThinkContext::new(Budget::Nodes(1), 1, seat, 0);
            let (action, fault) =
                choose_checked(&mut Failing(100_000), session.game(), seat, &context)
                    .expect("a replacement");
            let choice = Choice { fault, ..Choice::new(action) };
            session.choose_with(seat, choice).expect("a legal action");
        }
        let mut written = Vec::new();
        session.record().write(&mut written).expect("writing to memory");
        assert_eq!(
            Session::read(&mut written.as_slice()).expect("a valid record").record(),
            session.record()
        );
    }
}
