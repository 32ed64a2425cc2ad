//! A game as the protocol tells it: moves and passes, one after the other.

use super::vertex::Move;
use crate::games::flip::rules::{FlipObservation, FlipPosition, Side, Square};

/// A game from the start.
#[derive(Clone, Debug)]
pub(super) struct Game {
    position: FlipPosition,
    moves: Vec<(Side, Move)>,
}

impl Game {
    pub fn new(size: u16) -> Self {
        Self { position: FlipPosition::start(size), moves: Vec::new() }
    }

    pub fn position(&self) -> &FlipPosition {
        &self.position
    }

    pub fn size(&self) -> u16 {
        self.position.board.size()
    }

    /// Whether this side may move to a cell, or must pass, if it is its turn.
    pub fn can_move(&self, side: Side) -> bool {
        self.position.board.first_legal(side).is_some()
    }

    /// Whether it is this side's turn; or the other's, which can only pass.
    pub fn is_turn_of(&self, side: Side) -> bool {
        self.position.to_move == side || !self.can_move(side.other())
    }

    /// Moves; or does nothing and says no, if that is not legal.
    pub fn play(&mut self, side: Side, to: Move) -> bool {
        let is_legal = self.is_turn_of(side)
            && match to {
                Some(cell) => self.position.board.play(side, cell).is_some(),
                None => !self.can_move(side),
            };
        if is_legal {
            self.position.to_move = side.other();
            self.moves.push((side, to));
        }
        is_legal
    }

    /// Takes the last move back; or says no, if there is none.
    pub fn undo(&mut self) -> bool {
        let is_there = self.moves.pop().is_some();
        let mut before = Self::new(self.size());
        for &(side, to) in &self.moves {
            before.play(side, to);
        }
        *self = before;
        is_there
    }

    /// What a player sees whose turn it is.
    pub fn seen_by(&self, side: Side) -> FlipObservation {
        let moves: Vec<Square> = self.moves.iter().filter_map(|&(_, to)| to).collect();
        let position = FlipPosition { board: self.position.board.clone(), to_move: side };
        FlipObservation { position, moves: moves.into(), over: false }
    }
}

/// All moves and passes that led to what is seen, passes included; nothing if what is seen does not
/// come from the moves that belong to it.
pub fn moves_of(seen: &FlipObservation) -> Option<Vec<(Side, Move)>> {
    let mut game = Game::new(seen.position.board.size());
    let pass_if_stuck = |game: &mut Game| {
        let side = game.position.to_move;
        if !game.can_move(side) && game.can_move(side.other()) {
            game.play(side, None);
        }
    };
    for &cell in seen.moves.iter() {
        pass_if_stuck(&mut game);
        let side = game.position.to_move;
        if !game.play(side, Some(cell)) {
            return None;
        }
    }
    pass_if_stuck(&mut game);
    (game.position == seen.position).then_some(game.moves)
}
