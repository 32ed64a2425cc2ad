//! The searching players: `level:1` to `level:10`, and `expert`.

use super::{
    book::Book,
    levels::{LEVELS_8_X_8, LEVELS_OTHER_SIZES, SearchStrength},
    wide, wording,
};
use crate::{
    flip::{
        Flip,
        model::{FlipObservation, Side, Square, bitboard::Position},
        search::{Engine, RootPosition, SearchResult},
    },
    play::{Advice, Budget, Player, PlayerError, SearchStop, Seat, ThinkContext},
};

/// A player that searches.
#[derive(Debug)]
pub struct SearchPlayer {
    level_8_x_8: SearchStrength,
    level_other_sizes: SearchStrength,
    /// Whether it plays openings from the book on 8 x 8.
    uses_book: bool,
    engine: Engine,
}

impl SearchPlayer {
    /// The player that uses its whole budget, after openings from the book.
    pub fn expert() -> Self {
        Self { uses_book: true, ..Self::expert_without_book() }
    }

    /// The player that uses its whole budget from the first move on.
    pub fn expert_without_book() -> Self {
        Self::new(SearchStrength::MAX, SearchStrength::MAX)
    }

    /// The player of a level, counted from 1, or `None` if there is no such level.
    pub fn level(number: u32) -> Option<Self> {
        let index = usize::try_from(number).ok()?.checked_sub(1)?;
        Some(Self::new(*LEVELS_8_X_8.get(index)?, *LEVELS_OTHER_SIZES.get(index)?))
    }

    fn new(level_8_x_8: SearchStrength, level_other_sizes: SearchStrength) -> Self {
        Self { level_8_x_8, level_other_sizes, uses_book: false, engine: Engine::default() }
    }

    /// The position, if the player may use the book there.
    fn book_position(
        &self,
        seat: Seat,
        observation: &FlipObservation,
        context: &ThinkContext,
    ) -> Option<Position> {
        let board = &observation.position.board;
        let uses_book = self.uses_book && board.size() == 8 && !context.is_cancelled();
        board.bitboards(Side::of(seat)).filter(|_| uses_book)
    }

    /// Returns the best move and, on a board up to 8 x 8, the last reported result.
    fn search(
        &mut self,
        seat: Seat,
        observation: &FlipObservation,
        context: &ThinkContext,
    ) -> Result<(Square, Option<SearchResult>), PlayerError> {
        let (board, side) = (&observation.position.board, Side::of(seat));
        let level = if board.size() == 8 { self.level_8_x_8 } else { self.level_other_sizes };
        let mut rng = context.rng();
        let mut handicap = |square| level.handicap(board, side, square, &mut rng);
        context.check_cancelled()?;
        let mut last = None;
        let best = match board.bitboards(side) {
            Some(position) => {
                let legal = board.legal(side);
                let handicaps: Vec<_> = legal.into_iter().map(&mut handicap).collect();
                let root = RootPosition { size: board.size(), position, handicaps: &handicaps };
                self.engine.choose(&root, &level.limits(), context, &mut |result| {
                    context.report(|| wording::progress(result));
                    last = Some(result.clone());
                })
            }
            None => wide::choose(board, side, handicap, &level, context),
        };
        match best {
            Ok(Some(square)) => Ok((square, last)),
            Ok(None) => Err(PlayerError::no_action()),
            Err(SearchStop::Cancelled | SearchStop::Spent) => Err(PlayerError::Cancelled),
        }
    }
}

impl Player<Flip> for SearchPlayer {
    fn choose(
        &mut self,
        seat: Seat,
        observation: &FlipObservation,
        context: &ThinkContext,
    ) -> Result<Square, PlayerError> {
        let position = self.book_position(seat, observation, context);
        match position.and_then(|it| Book::built_in().choose(it, &mut context.rng())) {
            Some(chosen) => Ok(chosen.square),
            None => self.search(seat, observation, context).map(|(square, _)| square),
        }
    }

    fn advise(
        &mut self,
        seat: Seat,
        observation: &FlipObservation,
        context: &ThinkContext,
    ) -> Result<Advice<Square>, PlayerError> {
        let position = self.book_position(seat, observation, context);
        // Games should vary, but advice should be the best move.
        if let Some(best) = position.and_then(|it| Book::built_in().best_move(it)) {
            let outlook = Some(wording::prospects(best.score, false));
            return Ok(Advice { outlook, ..Advice::new(best.square) });
        }
        let (action, result) = self.search(seat, observation, context)?;
        // The value of the last report holds only for its best moves.
        let Some(result) = result.filter(|result| result.best.contains(&action)) else {
            return Ok(Advice::new(action));
        };
        Ok(Advice {
            outlook: Some(wording::prospects(result.score, result.exact)),
            value: Some(f64::from(result.score) / 100.0),
            exact: result.exact,
            ..Advice::new(action)
        })
    }

    fn uses_budget(&self, _: Budget) -> bool {
        [self.level_8_x_8, self.level_other_sizes].iter().any(|level| level.depth != Some(0))
    }
}
