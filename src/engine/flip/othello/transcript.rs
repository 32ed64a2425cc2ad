//! The moves of a game, checked one after the other against the rules.

use crate::{
    flip::{
        Flip,
        model::{FlipEvent, FlipPosition, FlipSetup, Side, Square},
        othello::square_name,
    },
    play::{HUMAN, RecordHeader, Session},
};

/// A game that is read move by move.
pub(super) struct Transcript {
    pub session: Session<Flip>,
    /// The passes after the last move, which the text may repeat or leave out.
    passes: Vec<Side>,
    /// The number of the last move that was read, passes included.
    number: usize,
}

impl Transcript {
    pub(super) fn new(setup: FlipSetup) -> Self {
        let header =
            RecordHeader { setup, players: vec![HUMAN.to_owned(); 2], seed: 0, clock: None };
        Self { session: Session::new(header), passes: Vec::new(), number: 0 }
    }

    /// Plays a move, or a pass if `to` is `None`. `side` is the mover, if the text tells it. `name`
    /// is the move's text, for the error.
    pub(super) fn play(
        &mut self,
        side: Option<Side>,
        to: Option<Square>,
        name: &str,
    ) -> Result<(), String> {
        self.number += 1;
        let number = self.number;
        let result = match to {
            Some(square) => self.place(side, square),
            None => self.pass(side),
        };
        result.map_err(|why| format!("move {number} ({name}): {why}"))
    }

    fn place(&mut self, side: Option<Side>, square: Square) -> Result<(), String> {
        let game = self.session.game();
        if self.session.outcome().is_some() {
            return Err("the game is over".to_owned());
        }
        let (to_move, rows) = (game.position().to_move, game.board().size());
        if let Some(side) = side.filter(|side| *side != to_move) {
            return Err(format!("it is {}'s turn, not {}'s", colour(to_move), colour(side)));
        }
        if !game.board().contains(square) {
            return Err(format!("a board of {rows} x {rows} has no such square"));
        }
        let events = self.session.choose(to_move.seat(), square).map_err(|why| why.to_string())?;
        let passed = |event: &FlipEvent| match event {
            FlipEvent::Passed { side, .. } => Some(*side),
            FlipEvent::Placed { .. } | FlipEvent::Over(_) => None,
        };
        self.passes = events.unwrap_or_default().iter().filter_map(passed).collect();
        Ok(())
    }

    fn pass(&mut self, side: Option<Side>) -> Result<(), String> {
        match self.passes.first().copied() {
            Some(passed) if side.is_none_or(|side| side == passed) => {
                self.passes.remove(0);
                return Ok(());
            }
            Some(passed) => {
                return Err(format!("{} has no move, so it is the one to pass", colour(passed)));
            }
            None => {}
        }
        let FlipPosition { board, to_move } = self.session.game().position();
        let (to_move, first) = (*to_move, board.first_legal(*to_move));
        let example = first.and_then(|square| square_name(square, board.size()));
        Err(match (example, side.filter(|side| *side != to_move)) {
            (None, _) => "the game is over".to_owned(),
            (Some(_), Some(side)) => {
                format!("it is {}'s turn, not {}'s", colour(to_move), colour(side))
            }
            (Some(example), None) => format!(
                "{} has a move, such as {}, and may not pass",
                colour(to_move),
                example.to_lowercase()
            ),
        })
    }
}

pub(super) const fn colour(side: Side) -> &'static str {
    match side {
        Side::O => "Black",
        Side::X => "White",
    }
}
