//! When the result card appears by itself.

use std::time::{Duration, Instant};

/// How long the last move is visible before the card appears.
const DELAY: Duration = Duration::from_millis(500);

/// Whether the card is to appear by itself: once per game, when it ends at this table.
#[derive(Clone, Copy, Debug)]
pub struct ResultCue {
    /// When the end of the game was noticed; `None` while the game goes on.
    ended: Option<Instant>,
    /// Whether the card has appeared, or is not to appear by itself.
    is_done: bool,
}

impl ResultCue {
    /// The cue of a table whose game may be over from the start. No card appears for such a game.
    pub fn new(is_over: bool) -> Self {
        Self { ended: is_over.then(Instant::now), is_done: is_over }
    }

    /// Records whether the game is over.
    pub fn follow(&mut self, is_over: bool) {
        if !is_over {
            *self = Self::new(false);
        } else if self.ended.is_none() {
            self.ended = Some(Instant::now());
        }
    }

    /// Records that the card has appeared.
    pub fn set_done(&mut self) {
        self.is_done = true;
    }

    /// Whether the card is still to appear.
    pub fn is_pending(&self) -> bool {
        self.ended.is_some() && !self.is_done
    }

    /// When the card appears by itself; `None` if it doesn't.
    pub fn due(&self) -> Option<Instant> {
        self.ended.filter(|_| self.is_pending()).map(|ended| ended + DELAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_card_appears_once_for_each_end() {
        let mut cue = ResultCue::new(false);
        cue.follow(false);
        assert!(!cue.is_pending() && cue.due().is_none());
        cue.follow(true);
        assert!(cue.is_pending() && cue.due().is_some_and(|due| due > Instant::now()));
        cue.set_done();
        cue.follow(true);
        assert!(!cue.is_pending() && cue.due().is_none());
        // The last move was taken back and made again.
        cue.follow(false);
        cue.follow(true);
        assert!(cue.is_pending());
        assert!(!ResultCue::new(true).is_pending());
    }
}
