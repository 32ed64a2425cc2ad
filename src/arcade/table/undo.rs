//! Taking choices back, making them again, and moving within a recorded game.

use super::{game::TableGame, hand_over, state::Table};
use crate::{
    arcade::message::Waker,
    games::{self, ArcadeGame, Controller as _},
};

impl<G: ArcadeGame> Table<G> {
    /// Returns the number of lines that remain after an undo; `None` if there is nothing to take
    /// back.
    pub fn undo_target(&self) -> Option<usize> {
        // The opening of a daily deal stays.
        let first = self.daily.map_or(0, |_| games::daily_opening_len::<G>());
        self.game.undo_target(self.moves_by_line()).filter(|&lines| lines >= first)
    }

    /// Whether an undo would take back a step that revealed something hidden to a person.
    pub fn undo_reveals(&self) -> bool {
        self.game.undo_reveals(self.moves_by_line())
    }

    /// Whether undo and redo move by single lines of the record, not by choices of people.
    fn moves_by_line(&self) -> bool {
        self.game.is_watched() || self.playback.is_paused()
    }

    /// Takes back the choices of people that wait for those of other seats. If there are none,
    /// takes back the last choice of a person or, in a game that is watched or paused, the last
    /// line.
    pub fn undo(&mut self, waker: &Waker) {
        let waiting = self.game.waiting();
        if !waiting.is_empty() {
            for seat in waiting.iter() {
                self.game.retract(seat);
            }
            self.restart_step();
            self.advance(waker);
            return;
        }
        let Some(lines) = self.undo_target() else { return };
        if self.undo_reveals() {
            self.mark_practice();
        }
        self.stop_thinking();
        self.game.go_to(lines);
        self.restart_step();
        if self.game.is_watched() {
            self.playback.set_paused(true);
        }
        self.playback.skip_animation();
        self.advance(waker);
    }

    /// Redoes what was taken back, up to the next choice of a person. In a game that is watched or
    /// paused, redoes one line.
    pub fn redo(&mut self, waker: &Waker) {
        self.stop_thinking();
        self.restart_step();
        if self.moves_by_line() {
            self.game.redo();
        } else {
            self.game.redo_to_decision();
        }
        self.playback.note_step(&self.game, true);
        self.advance(waker);
    }

    /// Moves within a recorded game with `go`, and pauses.
    pub fn seek(&mut self, go: impl FnOnce(&mut TableGame<G>)) {
        self.stop_thinking();
        go(&mut self.game);
        self.playback.set_paused(true);
        self.playback.skip_animation();
    }

    /// Prepares for the choices of a step to be made again.
    pub fn restart_step(&mut self) {
        self.hand_over.release();
        if hand_over::has_secrets(&self.game) {
            self.controls.reset();
        }
    }
}
