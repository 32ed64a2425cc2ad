//! How strong the levels are.

use super::search::Limits;

/// What makes a level as strong as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    /// How far it looks.
    pub limits: Limits,
    /// Up to so much is added to or taken from the value of each move by chance (hundredths of a
    /// tile).
    pub noise: i32,
    /// How much it likes each tile that a move flips now, as beginners do (hundredths of a tile).
    pub greed: i32,
    /// How little it likes to leave the middle, as beginners don't (hundredths of a tile; twice in
    /// a corner).
    pub shyness: i32,
}

const fn level(nodes: u64, depth: u32, solve: bool, noise: i32, greed: i32, shyness: i32) -> Level {
    Level { limits: Limits { nodes, depth, solve }, noise, greed, shyness }
}

/// How many levels there are.
pub const COUNT: u32 = 10;

/// The levels from 1 on, on 8 x 8, where the trained evaluation judges. Each wins about three games
/// of four or more against the one before (`flip_ladder` measures it).
#[rustfmt::skip]
pub static ON_8_X_8: [Level; COUNT as usize] = [
    //     nodes  depth  solve  noise  greed  shyness
    level(   500,     0, false,   300,   100,     400), // sees only tiles, and stays in the middle
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

/// The levels from 1 on, on all other boards: the plain evaluation needs less noise to be as weak.
#[rustfmt::skip]
pub static ELSEWHERE: [Level; COUNT as usize] = [
    //     nodes  depth  solve  noise  greed  shyness
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
