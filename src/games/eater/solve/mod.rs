//! Exact play: Eater solved by backward induction, where what is left of a position is small
//! enough.
//!
//! # What a position is worth
//!
//! V, the Passer's chance of winning with best play on both sides, is 1 or 0 where the game is
//! decided. Elsewhere it is the value of the matrix game ([`Matrix`]) whose entry for each pair of
//! choices is V of the position that they lead to.
//!
//! Who wins depends only on which of the empty cells the Passer will have got: a function f that
//! says for each set of empty cells whether they connect, together with the Passer's cells. More
//! cells never hurt, so f is given by the smallest sets that connect: that is all that an
//! [`Ending`] keeps. The Passer's marker on a cell takes it out of the sets; the Eater's takes away
//! the sets that hold it. The rest of this page shows what may be left out.
//!
//! # More is better
//!
//! *If f connects wherever g does (on the same cells), then V(f) >= V(g).* By induction on the
//! number of cells: after any pair of choices the same holds for what f and g have become, so each
//! entry of the one matrix is at least that of the other, and so is its value.
//!
//! # Choices
//!
//! Call i and k cells of an ending where *each set that holds k holds i as well*. Then neither side
//! needs to choose k. Write f = (i and (a or (k and b))) or h, where a, b and h are functions of
//! the other cells, and f|ik and so on for what becomes of f when the Passer (P) gets the cell or
//! the Eater (E) does.
//!
//! | | the Passer takes i | the Passer takes k |
//! |---|---|---|
//! | the Eater takes another cell | a or (x and b) or h | (x and (a or b)) or h |
//! | the Eater takes i | h | h |
//! | the Eater takes k | a or h | (i and a) or h |
//!
//! In the first line x is the cell of the two that is left; with "more is better" (the names of the
//! cells don't matter) i is at least as good for the Passer in every line. For the Eater:
//!
//! | | the Eater takes i | the Eater takes k |
//! |---|---|---|
//! | the Passer takes another cell | h | (i and a) or h |
//! | the Passer takes i | h | a or h |
//! | the Passer takes k | h | (i and a) or h |
//!
//! So taking i leaves the Passer at most as much in every line. What is dominated like this may be
//! struck out for both sides at once: each one's optimal mixture over the other choices is optimal
//! among all. (Clashes spoil the mirror image of this argument: of two cells that can replace each
//! other, both are needed.)
//!
//! - *Dead cells*, which are in no set, give way to any live one. So the value does not depend on
//!   them, nor on how many there are, and they drop out of the position.
//! - Of cells that are always needed together one is enough.
//! - A *neck*, a cell in all sets: the Eater takes it and has won, V = 0. In what is left after the
//!   Eater's choice of j and the Passer's of i, the necks are those of the sets without j, but for
//!   i; so many positions need not be looked at at all.
//!
//! # Names don't matter
//!
//! Endings that are the same but for the cells' names are worth the same; so mirrored boards,
//! boards upside down, and boards of different sizes share one entry of the memo. Names are given
//! by colour refinement (`canon.rs`).
//!
//! All of 4 x 4 are some 17,000 endings (3 x 3: 67) of the 43 million boards.

mod analysis;
mod canon;
mod effort;
mod ending;
mod gather;
mod matrix;
mod memo;
mod search;

pub use analysis::Analysis;
pub use effort::Effort;
pub use ending::{Ending, Set};
pub use matrix::{Matrix, Solution};
pub use search::Solver;
