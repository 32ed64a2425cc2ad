//! The `perfect` player, which plays optimally by a table of the values of all states.
//!
//! # The state
//!
//! Both players are assumed to forget nothing, so both know the same. A rank matters only by the
//! number of its cards that are left (4, 2 or 0) and how many of those are known. That makes 8
//! kinds of ranks, and one for a rank that is gone. Ranks of the same kind are interchangeable, as
//! are their known cards, and all unknown cards. So a state is the number of ranks of each kind:
//! for 13 ranks there are C(13 + 8, 8) = 203,490 states ([`State`]). A state needs no seat: V(s),
//! the expected number of pairs that the player to move wins from now on minus those of the
//! opponent, is the same for both.
//!
//! # A turn
//!
//! Let rank r have d(r) cards left, k(r) of them known, and let u be the sum of all d(r) - k(r),
//! the unknown cards. The first card is
//!
//! - a known one: the state does not change;
//! - an unknown one: it is of rank r with probability (d(r) - k(r)) / u, and then one more card of
//!   r is known.
//!
//! In either case, a state s and the rank r of the first card describe the turn. The first card
//! counts as known in s, in k and in u (whether or not it was known before). The second card is
//!
//! - its mate, if k(r) >= 2: a pair is won, of which both cards count as known. Worth 1 - V(s with
//!   (d, k) -> (d - 2, k - 2) for r);
//! - an unknown one, if u > 0: with probability (d(r) - k(r)) / u it is of rank r, too, and a pair
//!   is won of which one card counts as known: 1 - V(s with (d, k) -> (d - 2, k - 1) for r). For
//!   each other rank q, with probability (d(q) - k(q)) / u, it is of that rank: -V(s with k(q) +
//!   1);
//! - a known one of another rank, if any: nothing else becomes known. Worth -V(s).
//!
//! V(s) is the maximum over the first cards. A known first card is worth the maximum over its
//! second cards, an unknown one the mean of that maximum over its possible ranks. If no cards are
//! left, V is 0.
//!
//! # Passing
//!
//! Turning up two known cards of different ranks leaves the state unchanged, with the other player
//! to move: a pass. Let W be the value of the best turn without a pass. Then V must solve V =
//! max(W, -V). If W >= 0, the only solution is V = W: after a pass the opponent takes W, so passing
//! is worth -W. If W < 0, the only solution is V = 0: neither player gains by being the first to
//! stop passing, and passing forever wins no pairs. So V = max(W, 0) if a pass is possible, and V =
//! W otherwise. Of the states in which a pass is possible, 36 have W < 0.
//!
//! # The order of the states
//!
//! Every turn but a pass makes a card known or wins two. So in the order (4, 0) to (4, 4), (2, 0)
//! to (2, 2), "gone", a rank only ever moves to a later kind. `state::StateIndex` numbers the
//! states so that every turn but a pass leads to a smaller number. In that order, each value
//! follows from values that are already computed.

mod card_knowledge;
mod card_values;
mod player;
mod solution;
mod state;
mod turn;

pub use card_knowledge::{CardKnowledge, FirstCard};
pub use card_values::{CardValue, Purpose, card_values_with_passes, is_known_pair};
pub use player::PerfectPlayer;
pub use solution::Solution;
pub use state::{RankKind, State};
pub use turn::{Scalar, SecondCard};
