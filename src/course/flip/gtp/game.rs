//! A game as the protocol sees it: a list of moves and passes.

use super::vertex::GtpMove;
use fourcade_engine::flip::model::{FlipObservation, FlipPosition, Side, Square};

#[derive(Clone, Debug)]
pub(super) struct GtpGame {
    position: FlipPosition,
    moves: Vec<(Side, GtpMove)>,
}

impl GtpGame {
    pub fn new(size: u16) -> Self {
        Self { position: FlipPosition::start(size), moves: Vec::new() }
    }

    pub fn position(&self) -> &FlipPosition {
        &self.position
    }

    pub fn size(&self) -> u16 {
        self.position.board.size()
    }

    pub fn can_move(&self, side: Side) -> bool {
        self.position.board.first_legal(side).is_some()
    }

    /// Whether this side may move or pass now: on its turn, or if the other side must pass.
    pub fn is_turn_of(&self, side: Side) -> bool {
        self.position.to_move == side || !self.can_move(side.other())
    }

    /// Plays a move or a pass. Returns `false` without any change if it is illegal.
    pub fn play(&mut self, side: Side, to: GtpMove) -> bool {
        let is_legal = self.is_turn_of(side)
            && match to {
                Some(square) => self.position.board.play(side, square).is_some(),
                None => !self.can_move(side),
            };
        if is_legal {
            self.position.to_move = side.other();
            self.moves.push((side, to));
        }
        is_legal
    }

    /// Takes the last move back. Returns `false` if there is none.
    pub fn undo(&mut self) -> bool {
        let had_moves = self.moves.pop().is_some();
        let mut before = Self::new(self.size());
        for &(side, to) in &self.moves {
            before.play(side, to);
        }
        *self = before;
        had_moves
    }

    pub fn observation_of(&self, side: Side) -> FlipObservation {
        let moves: Vec<Square> = self.moves.iter().filter_map(|&(_, to)| to).collect();
        let position = FlipPosition { board: self.position.board.clone(), to_move: side };
        FlipObservation { position, moves: moves.into(), is_over: false }
    }
}

/// Returns all moves that led to an observation, including passes, or `None` if its position
/// doesn't follow from its moves.
pub fn moves_with_passes(observation: &FlipObservation) -> Option<Vec<(Side, GtpMove)>> {
    let mut game = GtpGame::new(observation.position.board.size());
    let pass_if_stuck = |game: &mut GtpGame| {
        let side = game.position.to_move;
        if !game.can_move(side) && game.can_move(side.other()) {
            game.play(side, None);
        }
    };
    for &square in observation.moves.iter() {
        pass_if_stuck(&mut game);
        let side = game.position.to_move;
        if !game.play(side, Some(square)) {
            return None;
        }
    }
    pass_if_stuck(&mut game);
    (game.position == observation.position).then_some(game.moves)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fourcade_engine::{
        flip::{Flip, model::FlipSetup},
        play::Game,
    };

    #[test]
    fn an_observation_that_does_not_follow_from_its_moves_has_no_move_list() {
        let game = Flip::start(&FlipSetup::new(8).unwrap());
        let mut observation = game.observe(game.seats());
        observation.position.to_move = Side::X;
        assert_eq!(moves_with_passes(&observation), None);
        observation.position.to_move = Side::O;
        assert_eq!(moves_with_passes(&observation), Some(Vec::new()));
        observation.moves = vec![Square::new(0, 0)].into();
        assert_eq!(moves_with_passes(&observation), None);
    }
}
