//! The settings of `level:1` to `level:10`.

use rand::RngExt;

use crate::{
    flip::model::{FlipBoard, Side, Square},
    play::{Budget, EndgamePolicy, Rng, SearchLimits},
};

/// How strongly a searching player plays. Values of moves are in hundredths of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchStrength {
    /// The maximum number of positions searched for a move. The budget may allow fewer.
    pub nodes: u64,
    /// The maximum depth in plies: 0 means no search, `None` no limit.
    pub depth: Option<u32>,
    /// Whether to solve the endgame when that is feasible.
    pub solves: bool,
    /// The maximum of the random number that is added to or subtracted from the value of each move.
    pub noise: i32,
    /// Added to a move's value for each flipped tile, because beginners like to flip many.
    pub greed: i32,
    /// Subtracted from the value of a move to an edge, and twice for a corner. A negative value
    /// favours edges, as beginners do.
    pub edge_aversion: i32,
}

impl SearchStrength {
    /// Searches as far as the budget allows, without deliberate mistakes.
    pub const MAX: Self =
        Self { nodes: u64::MAX, depth: None, solves: true, noise: 0, greed: 0, edge_aversion: 0 };

    pub fn limits(&self) -> SearchLimits {
        SearchLimits {
            budget: Budget::Nodes(self.nodes),
            depth: self.depth,
            endgame: if self.solves {
                EndgamePolicy::SolveIfFeasible
            } else {
                EndgamePolicy::Evaluate
            },
            memory: None,
            threads: 1,
        }
    }

    /// The addition to the value of a move, in hundredths of a tile.
    pub fn handicap(&self, board: &FlipBoard, side: Side, square: Square, rng: &mut Rng) -> i32 {
        let mut handicap = 0;
        if self.noise > 0 {
            handicap += rng.random_range(-self.noise..=self.noise);
        }
        if self.greed != 0 {
            handicap += self.greed * i32::try_from(board.flips(side, square).len()).unwrap_or(0);
        }
        let is_outer = |place: u16| place == 0 || place == board.size() - 1;
        let edges = i32::from(is_outer(square.row)) + i32::from(is_outer(square.col));
        handicap - self.edge_aversion * edges
    }
}

const fn level(
    nodes: u64,
    depth: u32,
    solves: bool,
    noise: i32,
    greed: i32,
    edge_aversion: i32,
) -> SearchStrength {
    SearchStrength { nodes, depth: Some(depth), solves, noise, greed, edge_aversion }
}

/// The number of levels.
pub const COUNT: u32 = 10;

/// The levels from 1 on, on 8 x 8, with the trained evaluation. Each wins at least about three
/// games in four against the one before (measured by `tests/games/flip/ladder.rs`).
#[rustfmt::skip]
pub static LEVELS_8_X_8: [SearchStrength; COUNT as usize] = [
    //     nodes  depth solves  noise  greed  edge aversion
    level(   500,     0, false,   300,   100,     400), // only flips tiles, and avoids the edges
    level(   500,     0, false,   300,    10,     -30),
    level(   500,     1, false, 4_000,    50,       0),
    level( 1_000,     1, false, 2_500,     0,       0),
    level( 1_000,     1, false, 1_400,     0,       0),
    level( 2_000,     2, false, 1_200,     0,       0),
    level( 2_000,     2, false,   700,     0,       0),
    level( 4_000,     3, false,   550,     0,       0),
    level( 8_000,     4, true,    300,     0,       0),
    level(12_000,     6, true,    150,     0,       0),
];

/// The levels from 1 on, on other boards. The hand-crafted evaluation needs less noise.
#[rustfmt::skip]
pub static LEVELS_OTHER_SIZES: [SearchStrength; COUNT as usize] = [
    //     nodes  depth solves  noise  greed  edge aversion
    level(   500,     0, false,   300,   100,     400),
    level(   500,     0, false,   300,    10,     -30),
    level(   500,     1, false, 1_500,    50,       0),
    level( 1_000,     1, false,   550,     0,       0),
    level( 2_000,     2, false,   800,     0,       0),
    level( 2_000,     2, false,   250,     0,       0),
    level( 2_000,     3, false,   120,     0,       0),
    level( 4_000,     4, true,    150,     0,       0),
    level( 8_000,     5, true,     50,     0,       0),
    level(12_000,    10, true,      0,     0,       0),
];
