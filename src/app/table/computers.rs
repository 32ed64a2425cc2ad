//! The computer players at the table.

use std::mem;

use super::{
    game::TableGame,
    thinking::{Thinking, Thought},
};
use crate::{
    app::message::Waker,
    games::{ArcadeGame, HUMAN, strongest_player},
    play::{Fault, Game, Player, Seat, choose_checked},
};

/// A choice of a computer player, and the fault that it replaces.
type ComputerChoice<G> = (<G as Game>::Action, Option<Fault>);

/// The computer players of a table.
pub struct ComputerPlayers<G: ArcadeGame> {
    /// The players by seat. A seat has none before its first choice, while it thinks, and if a
    /// person sits there.
    players: Vec<Option<Box<dyn Player<G>>>>,
    thinking: Vec<Thinking<G, ComputerChoice<G>>>,
    /// Choices that wait for the time when they may be shown.
    ready: Vec<ReadyChoice<G>>,
    trouble: Option<Trouble>,
}

/// A choice that waits for the time when it may be shown.
pub struct ReadyChoice<G: Game> {
    /// The seat of the player.
    pub seat: Seat,
    /// The choice.
    pub action: G::Action,
    /// The fault of the player that the choice replaces.
    pub fault: Option<Fault>,
}

/// A computer player that can't go on.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// Its seat.
    pub seat: Seat,
    /// Why it can't go on.
    pub reason: String,
}

impl<G: ArcadeGame> ComputerPlayers<G> {
    /// The players of a table with so many seats.
    pub fn new(seats: usize) -> Self {
        Self {
            players: (0..seats).map(|_| None).collect(),
            thinking: Vec::new(),
            ready: Vec::new(),
            trouble: None,
        }
    }

    /// The players that are thinking.
    pub fn thinking(&self) -> impl Iterator<Item = (Seat, Option<String>)> + '_ {
        self.thinking.iter().map(|thinking| (thinking.seat, thinking.progress()))
    }

    /// Whether a choice waits for the time when it may be shown.
    pub fn has_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// The player that can't go on, if there is one.
    pub fn trouble(&self) -> Option<&Trouble> {
        self.trouble.as_ref()
    }

    /// Takes the answers of the players that have finished thinking. Returns whether there may be
    /// something new to show: a choice, or the progress of a player.
    pub fn collect(&mut self) -> bool {
        let is_changed = !self.thinking.is_empty();
        for thinking in mem::take(&mut self.thinking) {
            let seat = thinking.seat;
            match thinking.take() {
                Thought::Pending => self.thinking.push(thinking),
                Thought::Answer(player, (action, fault)) => {
                    self.players[seat.index()] = Some(player);
                    self.ready.push(ReadyChoice { seat, action, fault });
                }
                Thought::Failed(reason) => self.trouble = Some(Trouble { seat, reason }),
            }
        }
        is_changed
    }

    /// Takes the choices that waited for their time.
    pub fn take_ready(&mut self) -> Vec<ReadyChoice<G>> {
        mem::take(&mut self.ready)
    }

    /// Asks the players that must choose and are not thinking yet. Returns whether there were any.
    pub fn ask(&mut self, game: &TableGame<G>, waker: &Waker) -> bool {
        if self.trouble.is_some() || game.is_replay() {
            return false;
        }
        let mut has_asked = false;
        for seat in game.session().awaited().iter() {
            let is_busy = self.thinking.iter().any(|thinking| thinking.seat == seat)
                || self.ready.iter().any(|ready| ready.seat == seat);
            if is_busy || game.is_person(seat) {
                continue;
            }
            let name = player_name(game, seat);
            let player = self.players[seat.index()].take();
            match Thinking::start(game.session(), seat, &name, player, choose_checked, waker) {
                Ok(thinking) => self.thinking.push(thinking),
                Err(reason) => self.trouble = Some(Trouble { seat, reason }),
            }
            has_asked = true;
        }
        has_asked
    }

    /// Stops all thinking and drops the choices that were not shown yet.
    pub fn stop(&mut self) {
        self.thinking.clear();
        self.ready.clear();
        self.trouble = None;
    }

    /// Replaces all players by new ones.
    pub fn renew(&mut self) {
        self.players.fill_with(|| None);
    }

    /// Moves all players one seat on.
    pub fn rotate(&mut self) {
        self.players.rotate_right(1);
    }

    /// Lets a seat think without end.
    #[cfg(test)]
    pub fn stub_thinking(&mut self, seat: Seat, progress: &str) {
        self.thinking.push(Thinking::stub(seat, progress));
    }

    /// Lets a player fail.
    #[cfg(test)]
    pub fn stub_trouble(&mut self, seat: Seat, reason: &str) {
        self.trouble = Some(Trouble { seat, reason: reason.to_owned() });
    }
}

/// The computer player that decides for a seat: the strongest one if a person resigned there.
fn player_name<G: ArcadeGame>(game: &TableGame<G>, seat: Seat) -> String {
    let name = &game.seat_players()[seat.index()];
    if name == HUMAN { strongest_player::<G>() } else { name.clone() }
}
