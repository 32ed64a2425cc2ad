//! The computer players at the table.

use std::mem;

use super::{
    game::TableGame,
    thinking::{Thinking, Thought},
};
use crate::{
    arcade::{job::Job, message::Waker, program_question::ProgramQuestion, screen::Transition},
    games::{ArcadeGame, strongest_player},
    programs::consent::{Consent, ProgramRequest},
    settings::{allowed_programs::AllowedPrograms, log},
};
use fourcade_engine::{
    GameKind,
    play::{Fault, Game, HUMAN, Level, Player, Seat, Seats, choose_checked},
};

/// A choice for a computer player, and the fault if it replaces an illegal choice.
type ComputerChoice<G> = (<G as Game>::Action, Option<Fault>);

/// The computer players of a table.
pub struct ComputerPlayers<G: ArcadeGame> {
    /// The players by seat. `None` before the first choice, while the player is thinking, and for
    /// people.
    players: Vec<Option<Box<dyn Player<G>>>>,
    thinking: Vec<Thinking<G, ComputerChoice<G>>>,
    /// The choices that have been made but may not be shown yet.
    ready: Vec<ReadyChoice<G>>,
    /// The player that can't go on, if there is one.
    trouble: Option<Trouble>,
    /// The program that waits for the permission to start.
    waiting: Option<WaitingProgram>,
    /// The job that remembers an allowed program.
    remembering: Option<Job<()>>,
}

/// A program that may not start before the user has been asked.
struct WaitingProgram {
    seat: Seat,
    /// The question, until it is shown.
    request: Option<Box<ProgramRequest>>,
}

/// A choice that has been made but may not be shown yet.
pub struct ReadyChoice<G: Game> {
    /// The seat of the player.
    pub seat: Seat,
    /// The choice.
    pub action: G::Action,
    /// The player's fault, if the choice replaces an illegal one.
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
    /// Returns the players of a table with this number of seats. Each is made when it must choose.
    pub fn new(seats: usize) -> Self {
        Self {
            players: (0..seats).map(|_| None).collect(),
            thinking: Vec::new(),
            ready: Vec::new(),
            trouble: None,
            waiting: None,
            remembering: None,
        }
    }

    /// Opens the question whether the waiting program may start. Returns `None` if no program
    /// waits, or the question has been taken before.
    pub fn take_question(&mut self) -> Option<Transition> {
        let waiting = self.waiting.as_mut()?;
        let request = waiting.request.take()?;
        let seat = G::SEAT_NAMES[waiting.seat.index()];
        Some(Transition::Open(Box::new(ProgramQuestion::new(seat, *request))))
    }

    /// Takes the answer to a request. If the program may start, its player is made when it is asked
    /// again, when the job that remembers it wakes the table; otherwise it can't go on.
    pub fn answer_request(&mut self, request: ProgramRequest, is_allowed: bool, waker: &Waker) {
        let waiting = self.waiting.take();
        if is_allowed {
            Consent::global().allow(&request);
            self.remembering = Some(Job::start(waker, move |_, _| {
                if let Err(error) = AllowedPrograms::at_home().remember(&request) {
                    log::write(&format!("the allowed programs can't be written: {error}"));
                }
            }));
        } else if let Some(WaitingProgram { seat, .. }) = waiting {
            let reason = "you didn't allow its program to start".to_owned();
            self.trouble = Some(Trouble { seat, reason });
        }
    }

    /// The seats whose players are thinking, each with the progress it reported last.
    pub fn thinking(&self) -> impl Iterator<Item = (Seat, Option<String>)> + '_ {
        self.thinking.iter().map(|thinking| (thinking.seat, thinking.progress()))
    }

    /// Whether a choice has been made but not shown yet.
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
                // The others that wait are asked about once the first one has been answered.
                Thought::NotAllowed(request) if self.waiting.is_none() => {
                    self.waiting = Some(WaitingProgram { seat, request: Some(request) });
                }
                Thought::NotAllowed(_) => {}
                Thought::Failed(reason) => self.trouble = Some(Trouble { seat, reason }),
            }
        }
        is_changed
    }

    /// Takes the choices that have been made but not shown yet.
    pub fn take_ready(&mut self) -> Vec<ReadyChoice<G>> {
        mem::take(&mut self.ready)
    }

    /// Asks the computer players of these seats that are not thinking yet. Returns whether there
    /// were any.
    pub fn ask(&mut self, game: &TableGame<G>, seats: Seats, waker: &Waker) -> bool {
        if self.trouble.is_some() || self.waiting.is_some() || game.is_replay() {
            return false;
        }
        let mut has_asked = false;
        for seat in seats.iter() {
            let is_busy = self.thinking.iter().any(|thinking| thinking.seat == seat)
                || self.ready.iter().any(|ready| ready.seat == seat);
            if is_busy {
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

    /// Stops all thinking, and drops the choices that were not shown yet, any trouble and the
    /// question about a program.
    pub fn stop(&mut self) {
        self.waiting = None;
        self.thinking.clear();
        self.ready.clear();
        self.trouble = None;
    }

    /// Drops all players, so that new ones are made.
    pub fn renew(&mut self) {
        self.players.fill_with(|| None);
    }

    /// Moves each player to the next seat.
    pub fn rotate(&mut self) {
        self.players.rotate_right(1);
    }

    /// Adds a player that is thinking and never answers.
    #[cfg(test)]
    pub fn stub_thinking(&mut self, seat: Seat, progress: &str) {
        self.thinking.push(Thinking::stub(seat, progress));
    }

    /// Records that the player of this seat can't go on.
    #[cfg(test)]
    pub fn stub_trouble(&mut self, seat: Seat, reason: &str) {
        self.trouble = Some(Trouble { seat, reason: reason.to_owned() });
    }
}

/// The level of the computer player that stands in for a person who is away.
const STAND_IN: Level = Level::Medium;

/// Returns the name of the computer player that decides for a seat. For a person who has resigned,
/// it is the strongest one.
fn player_name<G: ArcadeGame>(game: &TableGame<G>, seat: Seat) -> String {
    let name = &game.seat_players()[seat.index()];
    let kind: Option<GameKind> = G::KEY.parse().ok();
    match kind {
        _ if name != HUMAN => name.clone(),
        Some(kind) if !game.session().resigned().contains(seat) => {
            kind.level_player(STAND_IN).player.to_owned()
        }
        _ => strongest_player::<G>(),
    }
}
