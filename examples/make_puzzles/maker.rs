//! Makes a puzzle: plays a game between levels, finds a position of a theme, verifies it and
//! measures its difficulty.

use color_eyre::eyre::{Result, eyre};
use fourcade_engine::play::{
    Budget, Judgement, Level, Observation as _, PUZZLE_TRIES, Player, PlayerError, Practicable,
    Puzzle, PuzzleSolves, PuzzleTheme, RecordHeader, RecordLine, Rng, Seat, Seats, Session,
    ThinkContext, choose_checked, find_player, random,
};
use rand::{RngExt as _, seq::SliceRandom as _};

/// The maximum number of candidates of a game that are searched.
const MAX_CANDIDATES: usize = 4;
/// The minimum number of [`PUZZLE_TRIES`] in which the strongest player solves a puzzle.
const MIN_MASTER_SOLVES: u8 = 18;
/// The maximum number of [`PUZZLE_TRIES`] in which Beginner solves a puzzle.
const MAX_BEGINNER_SOLVES: u8 = 12;

/// The parts of making puzzles that differ between games.
pub trait Maker: Practicable {
    /// Returns the board size and the players of a game from which a puzzle of the theme may come.
    fn table(theme: &str, rng: &mut Rng) -> (u16, Vec<&'static str>);

    /// The possible numbers of random steps at the start of a game.
    const OPENING: std::ops::Range<u32> = 0..1;

    /// Whether the position may hold a puzzle of the theme for this seat, by a quick look.
    fn is_candidate(theme: &str, observation: &Self::Observation, seat: Seat) -> bool;

    /// Judges the choices quickly. `None` skips to [`Self::verify`].
    fn scan(
        theme: &str,
        observation: &Self::Observation,
        seat: Seat,
        context: &ThinkContext,
    ) -> Result<Option<Judgement<Self::Action>>, PlayerError> {
        let _ = (theme, observation, seat, context);
        Ok(None)
    }

    /// Whether a quick judgement promises a puzzle.
    fn is_promising(judgement: &Judgement<Self::Action>) -> bool {
        let _ = judgement;
        true
    }

    /// Judges the choices thoroughly.
    fn verify(
        theme: &str,
        observation: &Self::Observation,
        seat: Seat,
        context: &ThinkContext,
    ) -> Result<Judgement<Self::Action>, PlayerError>;

    /// The largest cost of a right choice. `None` if right and wrong choices are too close.
    fn tolerance(theme: &str, judgement: &Judgement<Self::Action>) -> Option<f64>;

    /// Whether the puzzle is about the theme.
    fn fits(theme: &str, puzzle: &Puzzle<Self>) -> bool;

    /// Whether a different search agrees.
    fn is_confirmed(puzzle: &Puzzle<Self>, context: &ThinkContext) -> Result<bool, PlayerError>;
}

/// Makes the puzzle with this number of a theme, if its game holds one.
pub fn make<G: Maker>(theme: &PuzzleTheme, seed: u64, number: u64) -> Result<Option<Puzzle<G>>> {
    let path: Vec<u64> = G::KEY.bytes().chain(theme.key.bytes()).map(u64::from).collect();
    let seed = random::derive_seed(random::derive_seed(seed, &path), &[number]);
    let mut rng = random::rng(seed, &[]);
    let session = play::<G>(theme.key, seed, &mut rng)?;
    let mut candidates = 0;
    for (line, seat) in decisions(&session, &mut rng) {
        let mut before = session.clone();
        before.go_to(line);
        let observation = before.game().observe(Seats::one(seat));
        if !G::is_candidate(theme.key, &observation, seat) {
            continue;
        }
        candidates += 1;
        if candidates > MAX_CANDIDATES {
            break;
        }
        let candidate = Candidate { before: &before, seat, theme: theme.key, seed };
        if let Some(puzzle) = candidate.verified_puzzle(&observation)? {
            return Ok(Some(puzzle));
        }
    }
    Ok(None)
}

/// Plays a game between players that suit the theme.
fn play<G: Maker>(theme: &str, seed: u64, rng: &mut Rng) -> Result<Session<G>> {
    let (size, names) = G::table(theme, rng);
    let setup = G::deal(size, rng).map_err(|error| eyre!(error))?;
    let mut players = Vec::new();
    for name in &names {
        players.push(find_player::<G>(name)?);
    }
    let seats = names.iter().map(ToString::to_string).collect();
    let mut session = Session::<G>::new(RecordHeader { setup, players: seats, seed, clock: None });
    for _ in 0..rng.random_range(G::OPENING) {
        for seat in session.awaited().iter() {
            let legal = session.game().observe(Seats::one(seat)).legal(seat);
            let action = legal[rng.random_range(0..legal.len())];
            session.choose(seat, action)?;
        }
    }
    while session.outcome().is_none() {
        for seat in session.awaited().iter() {
            let lines = session.lines().len();
            let context = ThinkContext::new(Budget::Nodes(G::DEFAULT_NODES), seed, seat, lines);
            let player = players[seat.index()].as_mut();
            let (action, _) = choose_checked(player, session.game(), seat, &context)?;
            session.choose(seat, action)?;
        }
    }
    Ok(session)
}

/// All decisions of a game in random order: the index of the line and the seat.
fn decisions<G: Maker>(session: &Session<G>, rng: &mut Rng) -> Vec<(usize, Seat)> {
    let mut all = Vec::new();
    for (index, line) in session.lines().iter().enumerate() {
        if let RecordLine::Step { moves, .. } = line {
            all.extend(moves.iter().map(|&(seat, _)| (index, seat)));
        }
    }
    all.shuffle(rng);
    all
}

struct Candidate<'a, G: Maker> {
    before: &'a Session<G>,
    seat: Seat,
    theme: &'a str,
    seed: u64,
}

impl<G: Maker> Candidate<'_, G> {
    fn verified_puzzle(&self, observation: &G::Observation) -> Result<Option<Puzzle<G>>> {
        let context = |purpose| {
            let seed = random::derive_seed(self.seed, &[purpose]);
            ThinkContext::new(Budget::Nodes(u64::MAX), seed, self.seat, self.before.lines().len())
        };
        let (theme, seat) = (self.theme, self.seat);
        match G::scan(theme, observation, seat, &context(1)) {
            Ok(Some(judgement)) if !G::is_promising(&judgement) => return Ok(None),
            Err(PlayerError::Fault(_)) => return Ok(None),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let judgement = match G::verify(theme, observation, seat, &context(2)) {
            Ok(judgement) => judgement.rounded(),
            Err(PlayerError::Fault(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let Some(tolerance) = G::tolerance(theme, &judgement) else { return Ok(None) };
        let Ok(puzzle) = Puzzle::new(self.before, seat, theme, judgement, tolerance) else {
            return Ok(None);
        };
        if !G::fits(theme, &puzzle) {
            return Ok(None);
        }
        let [beginner, .., master] = player_names::<G>();
        let mut solves = PuzzleSolves::default();
        solves[0] = count_solves::<G>(&puzzle, &beginner, 0)?;
        if solves[0] > MAX_BEGINNER_SOLVES {
            return Ok(None);
        }
        solves[5] = count_solves::<G>(&puzzle, &master, 5)?;
        if solves[5] < MIN_MASTER_SOLVES || !G::is_confirmed(&puzzle, &context(3))? {
            return Ok(None);
        }
        for (level, name) in player_names::<G>().iter().enumerate().take(5).skip(1) {
            solves[level] = count_solves::<G>(&puzzle, name, level)?;
        }
        Ok(Some(puzzle.with_solves(solves)))
    }
}

/// The players of the five levels, and the strongest player.
fn player_names<G: Maker>() -> [String; 6] {
    let master = G::PLAYERS.last().map(|kind| kind.info().default_name()).unwrap_or_default();
    let mut names = G::LEVELS.iter().map(|level| level.player.to_owned()).chain([master]);
    std::array::from_fn(|_| names.next().unwrap_or_default())
}

/// Returns the number of [`PUZZLE_TRIES`] in which a player solves the puzzle.
fn count_solves<G: Maker>(puzzle: &Puzzle<G>, name: &str, level: usize) -> Result<u8> {
    let seed = random::derive_seed(puzzle.id(), &[level as u64]);
    let mut solved = 0;
    for number in 0..PUZZLE_TRIES {
        let mut player: Box<dyn Player<G>> = find_player::<G>(name)?;
        let budget = Budget::Nodes(G::DEFAULT_NODES);
        let context = ThinkContext::new(budget, seed, puzzle.seat(), number.into());
        let action = player.choose(puzzle.seat(), &puzzle.observation(), &context)?;
        solved += u8::from(puzzle.is_right(action));
    }
    Ok(solved)
}

/// The player of a random level among these.
pub fn level_player<G: Maker>(levels: &[Level], rng: &mut Rng) -> &'static str {
    G::LEVELS[levels[rng.random_range(0..levels.len())] as usize].player
}

/// Returns a tolerance between `min` and `max`, in the middle of the widest gap between the costs
/// of choices. `None` without a gap, or if the error of a choice reaches the tolerance.
pub fn clear_tolerance<A: Copy + PartialEq>(
    judgement: &Judgement<A>,
    min: f64,
    max: f64,
) -> Option<f64> {
    let best = judgement.best_value();
    let mut costs: Vec<_> =
        judgement.choices.iter().map(|choice| (best - choice.value, choice.error)).collect();
    costs.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let gaps = costs.windows(2).map(|pair| (pair[0].0.max(min), pair[1].0.min(max)));
    let widest = gaps
        .filter(|(from, to)| to > from)
        .max_by(|one, other| (one.1 - one.0).total_cmp(&(other.1 - other.0)))?;
    let tolerance = (50.0 * (widest.0 + widest.1)).round() / 100.0;
    let is_clear = |&(cost, error): &(f64, f64)| (cost - tolerance).abs() > error;
    costs.iter().all(is_clear).then_some(tolerance)
}
