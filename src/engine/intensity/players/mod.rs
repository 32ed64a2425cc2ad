//! Intensity's computer players and the parts that they share.
//!
//! | module | contents |
//! |---|---|
//! | [`novice`] | players that make the mistakes of a first game |
//! | [`careful`] | a player that follows rules of thumb |
//! | [`counter`] | a player that counts cards |
//! | [`expert`] | a player that searches sampled deals |
//! | [`seat_knowledge`] | what a seat knows about the hidden cards |
//! | [`card_evaluation`] | what a card costs, estimated from that knowledge |
//! | [`deal_sampler`] | deals that agree with that knowledge |

pub mod card_evaluation;
pub mod careful;
pub mod counter;
pub mod deal_sampler;
pub mod expert;
pub mod novice;
pub mod seat_knowledge;
