//! The computer players of the course's text programs.

use std::io;

use super::{ArcadeGame, find_player};
use fourcade_engine::play::HUMAN;
use fourcade_engine::play::{Budget, Fault, Player, Seat, ThinkContext, choose_checked};

/// Makes the computer player of this name, or returns `None` for a person.
///
/// # Errors
/// Returns an error if the name is unknown or the player can't be made.
pub fn make_course_player<G: ArcadeGame>(name: &str) -> io::Result<Option<Box<dyn Player<G>>>> {
    if name == HUMAN {
        return Ok(None);
    }
    let player = find_player::<G>(name).map_err(io::Error::other)?.make();
    player.map(Some).map_err(io::Error::other)
}

/// Lets a computer player choose for a seat. `decision` is the number of steps before this one. The
/// choice does not depend on the speed of the machine.
///
/// # Errors
/// Returns an error if the player fails and its choice can't be replaced.
pub fn ask_course_player<G: ArcadeGame>(
    player: &mut dyn Player<G>,
    game: &G,
    seat: Seat,
    seed: u64,
    decision: usize,
) -> io::Result<(G::Action, Option<Fault>)> {
    let context = ThinkContext::new(Budget::Nodes(G::DEFAULT_NODES), seed, seat, decision);
    choose_checked(player, game, seat, &context)
        .map_err(|error| io::Error::other(format!("a computer player gave no move: {error}")))
}
