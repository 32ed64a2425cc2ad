//! `perfect`: plays as well as can be, by a table of all states' values.
//!
//! # The state
//!
//! Both players are taken to forget nothing. Then both know the same, and all that matters of a
//! rank is how many of its cards nobody has won yet (4, 2 or 0) and how many of those are known.
//! That makes 8 kinds of ranks, and one for a rank that is gone. Ranks of the same kind are alike,
//! as are their known cards, and all unknown cards. So a state is how many ranks are of each kind:
//! for 13 ranks there are C(13 + 8, 8) = 203,490 states ([`State`]). Whose turn it is need not be
//! said: V(s), the pairs that the player to move wins from here on less those of the opponent, is
//! the same for both.
//!
//! # A turn
//!
//! Let rank r have d(r) cards left, k(r) of them known, and let u be the sum of all d(r) - k(r),
//! the unknown cards. The first card is
//!
//! - a known one: the state is what it was;
//! - an unknown one: it is of rank r with probability (d(r) - k(r)) / u, and then one more card of
//!   r is known.
//!
//! In either case now a state s and the rank r of the first card say all, with that card counted as
//! known in s, in k and in u. (It is not asked whether it was known before.) The second card is
//!
//! - its mate, if k(r) >= 2: a pair is won, of which both cards count as known. Worth 1 - V(s with
//!   (d, k) -> (d - 2, k - 2) for r);
//! - an unknown one, if u > 0: with probability (d(r) - k(r)) / u it is of rank r, too, and a pair
//!   is won of which one card counts as known: 1 - V(s with (d, k) -> (d - 2, k - 1) for r). For
//!   each other rank q, with probability (d(q) - k(q)) / u, it is of that rank: -V(s with k(q) +
//!   1);
//! - a known one of another rank, if there is one: nothing else becomes known. Worth -V(s).
//!
//! V(s) is the largest of what the first cards are worth: for a known one the largest of its second
//! ones, for an unknown one the mean over its ranks of the largest of theirs. When no cards are
//! left, V is 0.
//!
//! # Passing
//!
//! Two known cards that are unlike, in this order, leave the state as it was, with the other player
//! to move: a pass. Let W be the value of the best turn without a pass. Then V must solve V =
//! max(W, -V). If W >= 0, only V = W does: after a pass the opponent takes W, so that passing is
//! worth -W. If W < 0, only V = 0 does: nobody wants to be the first to stop passing, and what goes
//! on for ever wins nothing. So V = max(W, 0) where a pass is possible, and V = W elsewhere. W < 0
//! in 36 of the states in which a pass is possible.
//!
//! # One pass over the states
//!
//! Every turn but a pass makes a card known or wins two. So ranks go from kind to kind in one
//! direction only, if (4, 0) is the first kind, (4, 4) the fifth, and (2, 0) to (2, 2) and "gone"
//! follow. `state::Numbers` numbers the states such that every turn leads to a smaller number; in
//! that order each value follows from those that are known already.

mod knowledge;
mod player;
mod solution;
mod state;
mod turn;
mod weigh;

pub use player::{Perfect, in_cards};
pub use solution::Solution;
pub use state::{Kind, State};
pub use turn::{Number, Second};
pub use weigh::{Weighed, weigh_all};

#[cfg(test)]
mod tests;
