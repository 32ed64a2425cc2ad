//! Flip as a [`Game`].

use std::sync::Arc;

use super::{FlipBoard, Position, Side, Square};
use crate::{
    games::grid::BoardSize,
    play::{ActionError, Game, Observation, Outcome, Seat, Seats, check_step},
};

/// The smallest board.
pub const MIN_SIZE: u16 = 4;
/// The largest board.
pub const MAX_SIZE: u16 = 1024;

/// The size of the board.
pub type FlipSetup = BoardSize<MIN_SIZE, MAX_SIZE>;

/// What everybody sees happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlipEvent {
    /// A tile was put on a cell and others changed owner.
    Placed {
        /// Whose tile it is.
        side: Side,
        /// Where it was put.
        cell: Square,
        /// Which tiles changed owner.
        flipped: Vec<Square>,
    },
    /// This side could not move.
    Passed(Side),
    /// The game ended with these tiles of O and X.
    Over([u32; 2]),
}

/// A game of Flip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    position: Position,
    moves: Arc<Vec<Square>>,
    turns: u32,
    over: bool,
}

/// What anybody may know: everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlipObservation {
    /// The board and whose move it is.
    pub position: Position,
    /// All moves from the start on, passes left out.
    pub moves: Arc<Vec<Square>>,
    /// Whether the game has ended.
    pub over: bool,
}

impl FlipObservation {
    /// The last move.
    pub fn last(&self) -> Option<Square> {
        self.moves.last().copied()
    }
}

impl Observation for FlipObservation {
    type Action = Square;

    fn legal(&self, seat: Seat) -> Vec<Square> {
        if self.over || self.position.to_move.seat() != seat {
            Vec::new()
        } else {
            self.position.legal()
        }
    }
}

impl Flip {
    /// The board and whose move it is.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The board.
    pub fn board(&self) -> &FlipBoard {
        &self.position.board
    }
}

impl Game for Flip {
    const KEY: &'static str = "flip";
    const FORMAT: u32 = 1;

    type Setup = FlipSetup;
    type Action = Square;
    type Observation = FlipObservation;
    type Event = FlipEvent;

    fn start(setup: &FlipSetup) -> Self {
        Self {
            position: Position::start(setup.size()),
            moves: Arc::default(),
            turns: 0,
            over: false,
        }
    }

    fn seats(&self) -> Seats {
        Seats::first(2)
    }

    fn awaited(&self) -> Seats {
        if self.over { Seats::NONE } else { Seats::one(self.position.to_move.seat()) }
    }

    fn check(&self, seat: Seat, cell: Square) -> Result<(), ActionError> {
        let board = &self.position.board;
        let last = board.size() - 1;
        if !self.awaited().contains(seat) {
            Err(ActionError::new("it is not your move"))
        } else if !board.has(cell) {
            Err(ActionError::new(format!("row and column must be within 0 - {last}")))
        } else if board.at(cell).is_some() {
            Err(ActionError::new("that cell is taken"))
        } else if !board.is_legal(self.position.to_move, cell) {
            Err(ActionError::new("a move must flip at least one tile"))
        } else {
            Ok(())
        }
    }

    fn step(&mut self, moves: &[(Seat, Square)]) -> Result<Vec<FlipEvent>, ActionError> {
        check_step(self, moves)?;
        let side = self.position.to_move;
        let mut events = Vec::new();
        for &(_, cell) in moves {
            if let Some(flipped) = self.position.board.play(side, cell) {
                Arc::make_mut(&mut self.moves).push(cell);
                self.turns += 1;
                events.push(FlipEvent::Placed { side, cell, flipped });
            }
        }
        self.settle(side.other(), &mut events);
        Ok(events)
    }

    fn observe(&self, _: Seats) -> FlipObservation {
        FlipObservation {
            position: self.position.clone(),
            moves: Arc::clone(&self.moves),
            over: self.over,
        }
    }

    fn turns(&self) -> u32 {
        self.turns
    }

    fn scores(&self) -> Vec<i32> {
        self.board().counts().iter().map(|&tiles| tiles.cast_signed()).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.over.then(|| Outcome::highest_wins(self.scores()))
    }
}

impl Flip {
    /// Gives the move to `next`, or back when it must pass, or ends the game.
    fn settle(&mut self, next: Side, events: &mut Vec<FlipEvent>) {
        let full = self.board().empties() == 0;
        for side in [next, next.other()] {
            self.position.to_move = side;
            if !full {
                if self.board().first_legal(side).is_some() {
                    return;
                }
                events.push(FlipEvent::Passed(side));
            }
        }
        self.over = true;
        events.push(FlipEvent::Over(self.board().counts()));
    }
}
