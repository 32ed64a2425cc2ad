//! Flip: corners, parity, wipe out, count the end. All positions are solved.

use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipObservation, FlipPosition, Side, Square},
        search::{Engine, RootPosition},
    },
    play::{
        Budget, EndgamePolicy, Judgement, Level, Observation as _, PlayerError, Practicable as _,
        Puzzle, Rng, SearchLimits, Seat, ThinkContext,
    },
};
use rand::RngExt as _;

use crate::maker::{Maker, level_player};

/// The largest lead of either side, in tiles, except for the theme `wipe-out`.
const MAX_LEAD: f64 = 36.0;
/// The budget for solving the position after one move, in nodes.
const SOLVE_NODES: u64 = 4_000_000;

const CORNERS: [Square; 4] =
    [Square::new(0, 0), Square::new(0, 7), Square::new(7, 0), Square::new(7, 7)];

impl Maker for Flip {
    const OPENING: std::ops::Range<u32> = 4..11;

    fn table(theme: &str, rng: &mut Rng) -> (u16, Vec<&'static str>) {
        let players = match theme {
            "wipe-out" => {
                let weak = ["greedy", "level:1", "level:2", "random"][rng.random_range(0..4)];
                let strong = ["level:7", "level:8", "level:9"][rng.random_range(0..3)];
                if rng.random() { vec![weak, strong] } else { vec![strong, weak] }
            }
            _ => (0..2).map(|_| level_player::<Self>(&Level::ALL, rng)).collect(),
        };
        (8, players)
    }

    fn is_candidate(theme: &str, observation: &FlipObservation, _: Seat) -> bool {
        let position = &observation.position;
        let empties = position.board.empties();
        let legal = position.legal();
        let corners =
            || legal.iter().any(|&square| takes_corner(square) || gives_corner(position, square));
        legal.len() >= 4
            && match theme {
                "corners" => (12..=17).contains(&empties) && corners(),
                "parity" => (8..=16).contains(&empties) && regions(position).len() > 1,
                "wipe-out" => {
                    let opponent = position.board.counts()[position.to_move.other().index()];
                    (6..=22).contains(&empties) && opponent <= 14
                }
                _ => (8..=14).contains(&empties),
            }
    }

    fn scan(
        theme: &str,
        observation: &FlipObservation,
        seat: Seat,
        context: &ThinkContext,
    ) -> Result<Option<Judgement<Square>>, PlayerError> {
        if observation.position.board.empties() <= 12 || theme == "wipe-out" {
            return Ok(None);
        }
        let limits = SearchLimits {
            depth: Some(8),
            endgame: EndgamePolicy::Evaluate,
            memory: Some(1 << 20),
            ..SearchLimits::new(Budget::Nodes(400_000))
        };
        Self::judge(observation, seat, &limits, context).map(Some)
    }

    /// Whether the best move is clearly better than most.
    fn is_promising(judgement: &Judgement<Square>) -> bool {
        let best = judgement.best_value();
        let good = judgement.choices.iter().filter(|choice| best - choice.value < 3.0).count();
        2 * good <= judgement.choices.len()
    }

    fn verify(
        theme: &str,
        observation: &FlipObservation,
        seat: Seat,
        context: &ThinkContext,
    ) -> Result<Judgement<Square>, PlayerError> {
        let nodes = if theme == "wipe-out" { SOLVE_NODES / 4 } else { SOLVE_NODES };
        let limits = SearchLimits {
            endgame: EndgamePolicy::Solve,
            memory: Some(8 << 20),
            ..SearchLimits::new(Budget::Nodes(nodes))
        };
        Self::judge(observation, seat, &limits, context)
    }

    /// Only the best moves are right. Leads are even, so all others cost at least 4 tiles for the
    /// theme `corners`, and at least 2 for the others.
    fn tolerance(theme: &str, judgement: &Judgement<Square>) -> Option<f64> {
        let wrong_above = if theme == "corners" { 3.0 } else { 1.0 };
        let best = judgement.best_value();
        let costs = || judgement.choices.iter().map(|choice| best - choice.value);
        let right = costs().filter(|&cost| cost < 1.0).count();
        let is_clear = costs().all(|cost| cost < 1.0 || cost > wrong_above);
        let is_open = theme == "wipe-out" || best.abs() <= MAX_LEAD;
        (is_clear && is_open && 2 * right <= judgement.choices.len()).then_some(1.0)
    }

    fn fits(theme: &str, puzzle: &Puzzle<Self>) -> bool {
        let observation = puzzle.observation();
        let position = &observation.position;
        let legal = observation.legal(puzzle.seat());
        let (right, wrong): (Vec<_>, Vec<_>) =
            legal.iter().copied().partition(|&square| puzzle.is_right(square));
        let gives = |&square: &Square| gives_corner(position, square);
        match theme {
            "corners" => {
                let takes = |&square: &Square| takes_corner(square);
                let takes_it = right.iter().all(takes);
                let waits = !right.iter().any(takes) && wrong.iter().any(takes);
                let keeps =
                    !right.iter().any(gives) && wrong.iter().filter(|&one| gives(one)).count() > 1;
                let sacrifices = right.iter().all(gives) && !wrong.iter().all(gives);
                takes_it || waits || keeps || sacrifices
            }
            "parity" => {
                let regions = regions(position);
                let is_odd = |square: &Square| {
                    regions.iter().any(|region| region.contains(square) && region.len() % 2 == 1)
                };
                right.iter().all(is_odd) && !wrong.iter().all(is_odd)
            }
            "wipe-out" => puzzle.judgement().best_value() >= 64.0,
            _ => true,
        }
    }

    /// Solves the whole position with the hand-crafted evaluation, which searches in another order.
    fn is_confirmed(puzzle: &Puzzle<Self>, context: &ThinkContext) -> Result<bool, PlayerError> {
        let position = puzzle.observation().position;
        let Some(bitboards) = position.bitboards() else { return Ok(false) };
        let limits = SearchLimits {
            endgame: EndgamePolicy::Solve,
            memory: Some(16 << 20),
            ..SearchLimits::new(Budget::Nodes(20 * SOLVE_NODES))
        };
        let mut last = None;
        let root = RootPosition::new(position.board.size(), bitboards);
        let solved = Engine::handcrafted()
            .search(&root, &limits, context, &mut |result| last = Some(result.clone()));
        let Some(result) = last.filter(|result| result.exact && solved.is_ok()) else {
            return Ok(false);
        };
        let mut answers = puzzle.answers();
        answers.sort_by_key(|square| square.index());
        let score = f64::from(result.score) / 100.0;
        Ok(result.best == answers && (score - puzzle.judgement().best_value()).abs() < 0.01)
    }
}

fn takes_corner(square: Square) -> bool {
    CORNERS.contains(&square)
}

/// Whether a move lets the opponent take a corner.
fn gives_corner(position: &FlipPosition, square: Square) -> bool {
    let mut after = position.board.clone();
    after.play(position.to_move, square);
    let opponent: Side = position.to_move.other();
    CORNERS.iter().any(|&corner| after.is_legal(opponent, corner))
}

/// The connected groups of empty cells.
fn regions(position: &FlipPosition) -> Vec<Vec<Square>> {
    let board = &position.board;
    let mut rest: Vec<_> = board.squares().filter(|&square| board.at(square).is_none()).collect();
    let mut regions = Vec::new();
    while let Some(start) = rest.pop() {
        let mut region = vec![start];
        let mut index = 0;
        while index < region.len() {
            let at = region[index];
            let is_near = |square: &Square| {
                square.row.abs_diff(at.row) <= 1 && square.col.abs_diff(at.col) <= 1
            };
            let (near, far) = rest.into_iter().partition(is_near);
            region.extend::<Vec<_>>(near);
            rest = far;
            index += 1;
        }
        regions.push(region);
    }
    regions
}
