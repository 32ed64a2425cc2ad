//! Flip as a [`Game`]: a state machine of moves, passes and the end.

use std::sync::Arc;

use super::{FlipBoard, FlipPosition, MAX_SIZE, MIN_SIZE, Side, Square};
use crate::play::{ActionError, BoardSize, Game, Observation, Outcome, Seat, Seats, check_step};

/// The setup of a game: the size of the board.
pub type FlipSetup = BoardSize<MIN_SIZE, MAX_SIZE>;

/// A public event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlipEvent {
    /// A side moved.
    Placed {
        /// The side that moved.
        side: Side,
        /// The square on which it put a tile.
        square: Square,
        /// The squares of the tiles that changed owner.
        flipped: Vec<Square>,
    },
    /// A side could not move and passed.
    Passed {
        /// The side that passed.
        side: Side,
        /// Whether the other side can't move either, so that the game ends.
        is_end: bool,
    },
    /// The game ended with these numbers of tiles of O and of X.
    Over([u32; 2]),
}

/// A game of Flip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flip {
    position: FlipPosition,
    moves: Arc<Vec<Square>>,
    is_over: bool,
}

/// The state of a game, which both seats see: no information is hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlipObservation {
    /// The board and the side to move.
    pub position: FlipPosition,
    /// All moves since the start, without passes.
    pub moves: Arc<Vec<Square>>,
    /// Whether the game has ended.
    pub is_over: bool,
}

impl FlipObservation {
    /// The last move, or `None` at the start.
    pub fn last(&self) -> Option<Square> {
        self.moves.last().copied()
    }
}

impl Observation for FlipObservation {
    type Action = Square;

    fn legal(&self, seat: Seat) -> Vec<Square> {
        if self.is_over || self.position.to_move.seat() != seat {
            Vec::new()
        } else {
            self.position.legal()
        }
    }
}

impl Flip {
    /// The board and the side to move.
    pub fn position(&self) -> &FlipPosition {
        &self.position
    }

    /// The board.
    pub fn board(&self) -> &FlipBoard {
        &self.position.board
    }

    /// Gives the turn to `next`, or back to its opponent if `next` must pass, or ends the game.
    fn advance_turn(&mut self, next: Side, events: &mut Vec<FlipEvent>) {
        let full = self.board().empties() == 0;
        let sides = [next, next.other()];
        let is_end = sides.iter().all(|&side| self.board().first_legal(side).is_none());
        for side in sides {
            self.position.to_move = side;
            if self.board().first_legal(side).is_some() {
                return;
            }
            if !full {
                events.push(FlipEvent::Passed { side, is_end });
            }
        }
        self.is_over = true;
        events.push(FlipEvent::Over(self.board().counts()));
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
        let position = FlipPosition::start(setup.size());
        Self { position, moves: Arc::default(), is_over: false }
    }

    fn seats(&self) -> Seats {
        Seats::first(2)
    }

    fn awaited(&self) -> Seats {
        if self.is_over { Seats::NONE } else { Seats::one(self.position.to_move.seat()) }
    }

    fn check(&self, seat: Seat, square: Square) -> Result<(), ActionError> {
        let board = &self.position.board;
        let last = board.size() - 1;
        if !self.awaited().contains(seat) {
            Err(ActionError::new("it is not your move"))
        } else if !board.contains(square) {
            Err(ActionError::new(format!("row and column must be within 0 - {last}")))
        } else if board.at(square).is_some() {
            Err(ActionError::new("that cell is taken"))
        } else if !board.is_legal(self.position.to_move, square) {
            Err(ActionError::new("a move must turn at least one tile"))
        } else {
            Ok(())
        }
    }

    fn step(&mut self, moves: &[(Seat, Square)]) -> Result<Vec<FlipEvent>, ActionError> {
        check_step(self, moves)?;
        let side = self.position.to_move;
        let mut events = Vec::new();
        for &(_, square) in moves {
            if let Some(flipped) = self.position.board.play(side, square) {
                Arc::make_mut(&mut self.moves).push(square);
                events.push(FlipEvent::Placed { side, square, flipped });
            }
        }
        self.advance_turn(side.other(), &mut events);
        Ok(events)
    }

    fn observe(&self, _: Seats) -> FlipObservation {
        FlipObservation {
            position: self.position.clone(),
            moves: Arc::clone(&self.moves),
            is_over: self.is_over,
        }
    }

    fn turns(&self) -> u32 {
        u32::try_from(self.moves.len()).unwrap_or(u32::MAX)
    }

    fn scores(&self) -> Vec<i32> {
        self.board().counts().iter().map(|&tiles| tiles.cast_signed()).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over.then(|| Outcome::highest_wins(self.scores()))
    }
}
