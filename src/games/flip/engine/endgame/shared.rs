//! How a thread works together with others at a search.

use std::sync::Arc;

use super::{
    Judge,
    close::Move,
    crew::{Crew, Split},
    deep::Deep,
    processor::Processor,
};
use crate::play::SearchStop;

/// With fewer empty cells a position is not shared among threads.
const SHARED_FROM: u32 = 14;

impl<'a, P: Processor, J: Judge> Deep<'a, P, J> {
    /// Helps the others until there is no more work.
    pub fn help(&mut self, crew: &Crew) {
        while let Some(split) = crew.next(None) {
            self.take_part(crew, &split);
        }
        // Whether the budget has room for these last ones is not for a helper to say.
        let _ = self.close.count(0);
    }

    /// Those who would help to search a position with so many empty cells now.
    pub fn who_helps(&self, left: u32) -> Option<&'a Crew> {
        self.crew.filter(|crew| left >= SHARED_FROM && crew.has_idle())
    }

    /// Ends the search if a shared position above it is settled: what it finds is of no use any
    /// more.
    pub fn look_if_wanted(&self) -> Result<(), SearchStop> {
        let is_settled = self.split.as_ref().is_some_and(|split| split.is_settled());
        if is_settled { Err(SearchStop::Spent) } else { Ok(()) }
    }

    /// Searches the moves of a position together with the others: the value of the best one, and
    /// its cell.
    pub fn share(&mut self, crew: &Crew, split: &Arc<Split>) -> Result<(i32, u32), SearchStop> {
        crew.offer(split);
        self.take_part(crew, split);
        while let Some(other) = crew.next(Some(split)) {
            self.take_part(crew, &other);
        }
        let found = crew.withdraw(split);
        match found.halt {
            Some(halt) => Err(halt),
            // What was found above it is of no use any more: perhaps not all moves were searched.
            None => self.look_if_wanted().map(|()| (found.best, found.best_at)),
        }
    }

    /// Searches moves of a shared position as long as there are any.
    fn take_part(&mut self, crew: &Crew, split: &Arc<Split>) {
        let _leaving = crew.leaving(split);
        let outer = self.split.replace(split.clone());
        while let Some(chosen) = split.take() {
            match self.search_shared(split, chosen) {
                Ok(value) => split.note(value, chosen.at),
                Err(_) if split.is_settled() => {}
                Err(halt) => split.give_up(halt),
            }
        }
        self.split = outer;
    }

    /// The value of a move of a shared position, or a bound.
    fn search_shared(&mut self, split: &Split, chosen: Move) -> Result<i32, SearchStop> {
        let (next_own, next_opp) = chosen.make(split.own, split.opp);
        let lower = split.lower();
        let value = -self.search(next_own, next_opp, -lower - 1, -lower)?;
        if value > lower && value < split.beta {
            let lower = split.lower();
            return Ok(-self.search(next_own, next_opp, -split.beta, -lower)?);
        }
        Ok(value)
    }
}
