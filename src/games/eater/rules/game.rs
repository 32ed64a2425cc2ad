//! Eater as a [`Game`].

use super::{Cell, EaterBoard, Role};
use crate::{
    games::grid::BoardSize,
    play::{ActionError, Game, Observation, Outcome, Seat, Seats, check_step},
};

/// The smallest board.
pub const MIN_SIZE: u16 = 3;
/// The largest board.
pub const MAX_SIZE: u16 = 50;

/// The size of the board.
pub type EaterSetup = BoardSize<MIN_SIZE, MAX_SIZE>;

/// What both chose in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pair {
    /// The Passer's choice.
    pub passer: Cell,
    /// The Eater's choice.
    pub eater: Cell,
}

impl Role {
    /// This side's choice and the other's.
    pub fn pair(self, own: Cell, other: Cell) -> Pair {
        match self {
            Self::Passer => Pair { passer: own, eater: other },
            Self::Eater => Pair { passer: other, eater: own },
        }
    }
}

impl Pair {
    /// The cell that both chose, if they did: the Eater's marker stands there.
    pub fn clash(self) -> Option<Cell> {
        (self.passer == self.eater).then_some(self.passer)
    }

    /// The choice of `side`.
    pub fn of(self, side: Role) -> Cell {
        match side {
            Role::Passer => self.passer,
            Role::Eater => self.eater,
        }
    }
}

/// What everybody sees happen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EaterEvent {
    /// Both have chosen; the same cell if they clashed.
    Chose {
        /// The Passer's choice.
        passer: Cell,
        /// The Eater's choice.
        eater: Cell,
    },
    /// The game ended and this side has won.
    Over(Role),
}

impl EaterEvent {
    /// The cell that both chose, if this is such a round.
    pub fn clash(self) -> Option<Cell> {
        match self {
            Self::Chose { passer, eater } => Pair { passer, eater }.clash(),
            Self::Over(_) => None,
        }
    }
}

/// A game of Eater.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Eater {
    board: EaterBoard,
    last: Option<Pair>,
    rounds: u32,
    winner: Option<Role>,
}

/// What anybody may know: everything but what is being chosen now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EaterObservation {
    /// The board.
    pub board: EaterBoard,
    /// What both chose in the last round.
    pub last: Option<Pair>,
    /// Who has won, once the game has ended.
    pub winner: Option<Role>,
}

impl EaterObservation {
    /// A board as it stands in the middle of a game (or at its end), however it came about.
    pub fn of(board: EaterBoard) -> Self {
        let winner = winner(&board);
        Self { board, last: None, winner }
    }
}

impl Observation for EaterObservation {
    type Action = Cell;

    /// The empty cells in reading order: the same for both sides.
    fn legal(&self, _: Seat) -> Vec<Cell> {
        if self.winner.is_some() { Vec::new() } else { self.board.free().iter().collect() }
    }
}

/// Who has won on this board, if anybody has: the Passer with a path, the Eater when the board is
/// full without one.
fn winner(board: &EaterBoard) -> Option<Role> {
    if board.is_connected() {
        Some(Role::Passer)
    } else {
        (board.empties() == 0).then_some(Role::Eater)
    }
}

impl Eater {
    /// The board.
    pub fn board(&self) -> &EaterBoard {
        &self.board
    }

    /// Who has won, once the game has ended.
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
        Self { board: EaterBoard::empty(setup.size()), last: None, rounds: 0, winner: None }
    }

    fn seats(&self) -> Seats {
        Seats::first(2)
    }

    fn awaited(&self) -> Seats {
        if self.winner.is_some() { Seats::NONE } else { self.seats() }
    }

    fn check(&self, seat: Seat, cell: Cell) -> Result<(), ActionError> {
        if !self.awaited().contains(seat) {
            Err(ActionError::new(if self.winner.is_some() {
                "the game is over"
            } else {
                "nobody sits there"
            }))
        } else if !self.board.has(cell) {
            Err(ActionError::new(format!(
                "row and column must be within 1 - {}",
                self.board.size()
            )))
        } else if self.board.at(cell).is_some() {
            Err(ActionError::new("that cell is taken"))
        } else {
            Ok(())
        }
    }

    fn step(&mut self, moves: &[(Seat, Cell)]) -> Result<Vec<EaterEvent>, ActionError> {
        check_step(self, moves)?;
        let &[(_, passer), (_, eater)] = moves else {
            return Err(ActionError::new("two choices are wanted"));
        };
        let pair = Pair { passer, eater };
        self.board.mark(pair);
        self.last = Some(pair);
        self.rounds += 1;
        self.winner = winner(&self.board);
        let mut events = vec![EaterEvent::Chose { passer, eater }];
        events.extend(self.winner.map(EaterEvent::Over));
        Ok(events)
    }

    fn observe(&self, _: Seats) -> EaterObservation {
        EaterObservation { board: self.board.clone(), last: self.last, winner: self.winner }
    }

    fn turns(&self) -> u32 {
        self.rounds
    }

    fn scores(&self) -> Vec<i32> {
        Role::BOTH.iter().map(|&side| i32::from(self.winner == Some(side))).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.winner.map(|_| Outcome::highest_wins(self.scores()))
    }
}
