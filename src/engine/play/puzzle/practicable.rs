//! The parts of a game that practice needs: themes, judged choices, and puzzles from mistakes.

use super::{Collection, CollectionError, Drill, Judgement, Puzzle, PuzzleSolves};
use crate::play::{
    GameInfo, GameVerdict, PlayerError, Reviewable, Rng, SearchLimits, Seat, Seats, Session,
    ThinkContext,
};

/// A theme of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PuzzleTheme {
    /// The name in files.
    pub key: &'static str,
    /// The name for people.
    pub title: &'static str,
    /// The task, as a sentence.
    pub goal: &'static str,
}

/// A game that can be practised. Without themes it has no puzzles.
#[expect(unused_variables, reason = "defaults name their parameters for the documentation")]
pub trait Practicable: GameInfo + Reviewable {
    /// The themes of the game's collection.
    const THEMES: &'static [PuzzleTheme] = &[];
    /// The file with the game's collection.
    const COLLECTION: &'static [u8] = &[];
    /// The number of lines of the record that belong to the opening, on a board of the default
    /// size. Mistakes in them are not practised, because opening books cover them.
    const OPENING_LINES: usize = 0;
    /// The tolerance of puzzles that are made from mistakes; see [`Puzzle::tolerance`].
    const TOLERANCE: f64 = 0.0;
    /// The percentage of the points that each level from Easy to Expert takes from the level below
    /// it, as measured in `docs/players.md`.
    const LADDER: [u8; 4];
    /// The lead of Master over Expert, in rating points; 0 without a Master.
    const MASTER_LEAD: f64 = 0.0;

    /// Whether the next choice belongs to the opening. Boards of another size than the default have
    /// none.
    fn is_opening(session: &Session<Self>) -> bool {
        let default_size = Self::SIZES.map(|sizes| sizes.default);
        let is_default = Self::size_of(&session.header().setup) == default_size;
        is_default && session.lines().len() < Self::OPENING_LINES
    }

    /// Judges all legal choices of `seat`.
    ///
    /// # Errors
    /// Returns an error if the search was cancelled or the position cannot be judged within the
    /// limits and the budget of the context.
    fn judge(
        observation: &Self::Observation,
        seat: Seat,
        limits: &SearchLimits,
        context: &ThinkContext,
    ) -> Result<Judgement<Self::Action>, PlayerError> {
        Err(PlayerError::Fault(format!("{} has no practice", Self::KEY)))
    }

    /// Whether `played` is an obvious mistake compared with `better`, whatever it costs.
    fn is_obvious_mistake(
        observation: &Self::Observation,
        played: Self::Action,
        better: Self::Action,
    ) -> bool {
        false
    }

    /// Makes a memory drill of `length` steps, if the game has drills.
    fn drill(length: usize, rng: &mut Rng) -> Option<Drill<Self>> {
        None
    }

    /// The number of [`PUZZLE_TRIES`](super::PUZZLE_TRIES) in which each player remembers a whole
    /// drill of this length.
    fn drill_solves(length: usize) -> PuzzleSolves {
        PuzzleSolves::default()
    }

    /// The length of the first drill, and the maximum length.
    const DRILL_LENGTHS: Option<[usize; 2]> = None;

    /// Reads the game's collection.
    ///
    /// # Errors
    /// Returns an error if the built-in file cannot be read.
    fn collection() -> Result<Collection<Self>, CollectionError> {
        if Self::COLLECTION.is_empty() {
            return Ok(Collection { puzzles: Vec::new() });
        }
        Collection::read(Self::COLLECTION)
    }
}

/// Makes a puzzle of a reviewed decision if it certainly was a mistake. `session` must be at the
/// position before the decision. A quick review suffices, because the choices are judged again.
///
/// # Errors
/// Returns an error if the search was cancelled. A position that cannot be judged gives no puzzle.
pub fn find_mistake<G: Practicable>(
    session: &Session<G>,
    verdict: &GameVerdict<G>,
    theme: &str,
    limits: &SearchLimits,
    context: &ThinkContext,
) -> Result<Option<Puzzle<G>>, PlayerError> {
    let (seat, played) = (verdict.seat, verdict.played);
    let (Some(better), Some(cost)) = (verdict.better, verdict.cost) else { return Ok(None) };
    let observation = session.game().observe(Seats::one(seat));
    let is_obvious = G::is_obvious_mistake(&observation, played, better);
    if G::is_opening(session) || !is_obvious && !G::MEASURE.is_costly(cost, true) {
        return Ok(None);
    }
    let judgement = match G::judge(&observation, seat, limits, context) {
        Ok(judgement) => judgement.rounded(),
        Err(PlayerError::Cancelled) => return Err(PlayerError::Cancelled),
        Err(PlayerError::Fault(_) | PlayerError::Failed(..)) => return Ok(None),
    };
    let Some(choice) = judgement.of(played) else { return Ok(None) };
    let cost = judgement.best_value() - choice.value;
    let is_sure = cost - choice.error > G::TOLERANCE;
    let is_mistake = is_obvious || G::MEASURE.is_costly(cost, judgement.is_exact);
    if !is_sure || !is_mistake {
        return Ok(None);
    }
    // Cannot fail: the seat is awaited, all its choices are judged, and one of them is wrong.
    Ok(Puzzle::new(session, seat, theme, judgement, G::TOLERANCE).ok())
}
