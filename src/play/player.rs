//! Who decides for a seat, and how long it may think.

use rand::seq::IndexedRandom;

use super::{ActionError, Fault, Game, Observation, Seat, Seats, ThinkContext};

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
        Ok(Advice::new(self.choose(seat, seen, think)?))
    }
}

/// What a player tells a person.
#[derive(Clone, Debug, PartialEq)]
pub struct Advice<A> {
    /// What to do.
    pub action: A,
    /// Why, in a few words.
    pub reason: Option<String>,
    /// What speaks for each action that was weighed, in a measure of the game's own: what it is
    /// worth, or how often a mixed strategy plays it.
    pub weights: Vec<(A, f64)>,
}

impl<A> Advice<A> {
    /// An action without more words.
    pub fn new(action: A) -> Self {
        Self { action, reason: None, weights: Vec::new() }
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
    let seen = game.observe(Seats::one(seat));
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
    let mut rng = think.replacement_rng();
    let legal = seen.legal(seat);
    let replacement = *legal.choose(&mut rng).ok_or_else(|| PlayerError::Fault(said.clone()))?;
    Ok((replacement, Some(Fault { seat, description: said, fine: G::FINE })))
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
    let advice = player.advise(seat, &game.observe(Seats::one(seat)), think)?;
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
        super::{Budget, Record, toy},
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
            session.choose_with_fault(seat, action, fault).expect("legal");
        }
        let mut written = Vec::new();
        session.record().write(&mut written).expect("memory");
        assert_eq!(
            Record::read(&mut written.as_slice()).expect("a sound record"),
            session.record()
        );
    }
}
