//! Eater as a [`Game`].

use super::{Cell, EaterBoard, JointMove, MAX_SIZE, MIN_SIZE, Role};
use crate::play::{ActionError, BoardSize, Game, Observation, Outcome, Seat, Seats, check_step};

/// The setup of a game: the size of its board.
pub type EaterSetup = BoardSize<MIN_SIZE, MAX_SIZE>;

/// A public event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EaterEvent {
    /// Both players have chosen a cell.
    Chose(JointMove),
    /// The round made this row, counted from 0, unreachable for any path.
    Closed(u16),
    /// The game has ended with this winner.
    Over(Role),
}

/// A game of Eater.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Eater {
    board: EaterBoard,
    last_move: Option<JointMove>,
    rounds: u32,
    winner: Option<Role>,
}

/// The knowledge of both players: everything but the choices of the current round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EaterObservation {
    /// The board.
    pub board: EaterBoard,
    /// The choices of the last round, or `None` before the first round.
    pub last_move: Option<JointMove>,
    /// The winner, once the game has ended.
    pub winner: Option<Role>,
}

impl EaterObservation {
    /// Creates the observation of a board without history.
    pub fn of(board: EaterBoard) -> Self {
        let winner = winner(&board);
        Self { board, last_move: None, winner }
    }
}

impl Observation for EaterObservation {
    type Action = Cell;

    fn legal(&self, _: Seat) -> Vec<Cell> {
        if self.winner.is_some() { Vec::new() } else { self.board.empty_cells().iter().collect() }
    }
}

/// The winner, if any: the Passer once it has a path, or the Eater once the board is full without
/// one.
fn winner(board: &EaterBoard) -> Option<Role> {
    if board.is_connected() {
        Some(Role::Passer)
    } else {
        (board.empty_count() == 0).then_some(Role::Eater)
    }
}

impl Eater {
    /// The board.
    pub fn board(&self) -> &EaterBoard {
        &self.board
    }

    /// The winner, once the game has ended.
    pub fn winner(&self) -> Option<Role> {
        self.winner
    }
}

impl Game for Eater {
    const KEY: &'static str = "eater";
    const FORMAT: u32 = 1;

    type Setup = EaterSetup;
    type Action = Cell;
    type Observation = EaterObservation;
    type Event = EaterEvent;

    fn start(setup: &EaterSetup) -> Self {
        Self { board: EaterBoard::empty(setup.size()), last_move: None, rounds: 0, winner: None }
    }

    fn seats(&self) -> Seats {
        Seats::first(2)
    }

    fn awaited(&self) -> Seats {
        if self.winner.is_some() { Seats::NONE } else { self.seats() }
    }

    fn check(&self, seat: Seat, cell: Cell) -> Result<(), ActionError> {
        if self.winner.is_some() {
            Err(ActionError::new("the game is over"))
        } else if !self.seats().contains(seat) {
            Err(ActionError::new("Eater has two seats only"))
        } else {
            self.board.check(cell)
        }
    }

    fn step(&mut self, moves: &[(Seat, Cell)]) -> Result<Vec<EaterEvent>, ActionError> {
        check_step(self, moves)?;
        let &[(_, passer), (_, eater)] = moves else {
            return Err(ActionError::new("a round needs the choices of both players"));
        };
        let joint_move = JointMove { passer, eater };
        let was_open = self.board.closed_row().is_none();
        self.board.apply(joint_move);
        self.last_move = Some(joint_move);
        self.rounds += 1;
        self.winner = winner(&self.board);
        let mut events = vec![EaterEvent::Chose(joint_move)];
        let closed = self.board.closed_row().filter(|_| was_open);
        events.extend(closed.map(EaterEvent::Closed));
        events.extend(self.winner.map(EaterEvent::Over));
        Ok(events)
    }

    fn certain_loser(&self) -> Option<Seat> {
        (!self.board.can_connect()).then_some(Role::Passer.seat())
    }

    fn observe(&self, _: Seats) -> EaterObservation {
        EaterObservation {
            board: self.board.clone(),
            last_move: self.last_move,
            winner: self.winner,
        }
    }

    fn turns(&self) -> u32 {
        self.rounds
    }

    fn scores(&self) -> Vec<i32> {
        Role::BOTH.iter().map(|&role| i32::from(self.winner == Some(role))).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|_| Outcome::highest_wins(self.scores()))
    }
}
