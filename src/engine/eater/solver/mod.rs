//! Exact play: solves Eater by backward induction where the remaining game is small enough.
//!
//! # The value of a position
//!
//! The value V of a position is the Passer's chance of winning with best play by both sides. It is
//! 1 or 0 if the game is decided. Otherwise it is the value of a zero-sum matrix game
//! ([`PayoffMatrix`]) with one entry for each pair of choices: V of the position to which they
//! lead.
//!
//! The winner depends only on the empty cells that the Passer gets in the end. So a position is a
//! Boolean function f of sets of empty cells: whether a set, together with the Passer's markers,
//! connects top and bottom. More cells never hurt the Passer, so f is monotone and determined by
//! its minimal winning sets, which are all that a `ReducedPosition` stores. A marker of the Passer
//! removes its cell from the sets; a marker of the Eater removes the sets that contain its cell.
//! The following sections show what the solver may leave out.
//!
//! # Monotonicity
//!
//! *If f connects wherever g does (on the same cells), then V(f) >= V(g).* The proof is by
//! induction on the number of cells: after any pair of choices the same relation holds between the
//! resulting functions, so each entry of f's matrix is at least as large as that of g's matrix, and
//! so is its value.
//!
//! # Dominated choices
//!
//! Let i and k be cells such that *each winning set that contains k also contains i*. Then neither
//! side needs to choose k. Write f = (i and (a or (k and b))) or h, where a, b and h are functions
//! of the other cells. The following tables show what remains of f after each pair of choices.
//!
//! | | the Passer takes i | the Passer takes k |
//! |---|---|---|
//! | the Eater takes another cell | a or (x and b) or h | (x and (a or b)) or h |
//! | the Eater takes i | h | h |
//! | the Eater takes k | a or h | (i and a) or h |
//!
//! In the first row, x is the one of the two cells that is still empty. By monotonicity (the names
//! of the cells do not matter) i is at least as good as k for the Passer in every row. For the
//! Eater:
//!
//! | | the Eater takes i | the Eater takes k |
//! |---|---|---|
//! | the Passer takes another cell | h | (i and a) or h |
//! | the Passer takes i | h | a or h |
//! | the Passer takes k | h | (i and a) or h |
//!
//! So in every row, taking i leaves the Passer at most as much. A choice that is dominated for both
//! sides can be removed for both at once: an optimal mixed strategy for the remaining choices is
//! optimal among all choices. (Clashes prevent a stronger argument: of two cells that are
//! interchangeable, both are needed.)
//!
//! - *Dead cells* are in no winning set and are dominated by any live cell. So the value does not
//!   depend on them or their number, and they are dropped.
//! - Of several cells that are always needed together, one is enough.
//! - A *cut cell* is in all winning sets: the Eater takes it and wins, so V = 0. After the Eater's
//!   choice of j and the Passer's choice of i, the cut cells are those of the sets without j,
//!   except i. So the solver can skip many positions entirely.
//!
//! # Canonical form
//!
//! Positions that differ only in the labels of the cells have the same value and share one entry of
//! the cache, even if they come from mirrored boards or from boards of different sizes. `canonical`
//! computes the key by colour refinement.
//!
//! The 43 million boards of size 4 x 4 reduce to about 17,000 positions (3 x 3: 67 positions).
//!
//! # Double oracle
//!
//! Most payoffs of a matrix game do not affect its value. `double_oracle` computes few of them, so
//! the solver visits 6,267 positions of 4 x 4 and 41 of 3 x 3.

mod backward_induction;
mod budget;
mod canonical;
mod double_oracle;
mod matrix;
mod opening_values;
mod reduced_position;
mod simplex;
mod strategy;
mod value_cache;

pub use backward_induction::{OpeningsError, Solver};
pub use budget::SolveBudget;
pub use matrix::{MatrixSolution, PayoffMatrix};
pub use strategy::{MixedStrategy, PositionAnalysis, describe_mix, times_in_ten, to_tenths};
