//! What the people at a table do.

use std::{rc::Rc, sync::Arc, time::Instant};

use super::Table;
use crate::{
    app::{
        Background,
        table::{
            coach::Coach, computers, ending::Ending, game::TableGame, game_file::GameFile,
            hand_over, playback::Mover, shared_table::SharedTable,
        },
    },
    database::{Store, shared_tables::Entry},
    games::{self, ArcadeGame},
    settings::Settings,
};
use fourcade_engine::play::{
    ActionError, Choice, HUMAN, Level, Observation as _, Seat, Seats, Session,
};

impl<G: ArcadeGame> Table<G> {
    pub fn act(
        &mut self,
        seat: Seat,
        action: G::Action,
        background: &Background,
    ) -> Result<(), ActionError> {
        self.follow_clock(Instant::now());
        if !self.game.deciding().contains(seat) {
            return Err(ActionError::new(games::NOT_YOUR_TURN));
        }
        self.choose(seat, Choice::new(action))?;
        if self.game.shared.is_some() {
            // The choice is shown when it arrives in the log.
            return Ok(());
        }
        // The next person must not see this one's hint and cursor.
        self.hint.clear();
        if self.hand_over.has_hand_overs(&self.game) {
            self.resets_input = true;
        }
        self.advance(background);
        Ok(())
    }

    /// Takes back a person's choice that waits for those of other seats.
    pub fn retract(&mut self, seat: Seat) {
        if self.game.shared.is_some() {
            // A choice in the log stays.
            return;
        }
        self.game.session_mut().retract(seat);
        self.autosave.update(&self.game);
    }

    pub fn set_clocks_stopped(&mut self, is_stopped: bool) {
        // Charges the time until now.
        self.follow_clock(Instant::now());
        self.game.clock.set_stopped(is_stopped);
        self.follow_clock(Instant::now());
    }

    pub fn take_keyboard(&mut self) {
        self.resets_input = true;
        self.hand_over.take(self.at_keyboard().next);
        self.follow_clock(Instant::now());
    }

    /// Dismisses a reveal and the coach's remark, after a key. Returns whether there was any.
    pub fn dismiss(&mut self, background: &Background) -> bool {
        let lingered = self.playback.dismiss(&self.game) | self.coach.dismiss();
        if lingered {
            self.advance(background);
        }
        lingered
    }

    /// Ends the animation of a dismissed reveal, before another key is handled.
    pub fn finish_leaving(&mut self, background: &Background) {
        if self.playback.finish_leaving() {
            self.advance(background);
        }
    }

    /// Ends the replay and continues as a new game, perhaps with a person on the seat `person`.
    pub fn play_on(&mut self, person: Option<Seat>, settings: &Settings, background: &Background) {
        self.game.play_on(person);
        // Only the original game may count.
        self.daily = None;
        if person.is_some() {
            self.series.set_names(self.game.seat_players(), &settings.names);
            self.computers.renew();
        }
        self.autosave.start_game(None, &self.game, &self.series);
        if self.game.has_people() {
            self.mark_practice();
        }
        self.playback.set_paused(false);
        self.restart_step();
        self.settle();
        self.advance(background);
    }

    /// Plays the rest of a decided game, with the first legal choice of every seat.
    pub fn play_out(&mut self, background: &Background) {
        'game: while self.decided().is_some() {
            let (game, awaited) = (self.game.session().game(), self.game.session().awaited());
            let choices = awaited
                .iter()
                .map(|seat| (seat, game.observe(Seats::one(seat)).legal(seat).first().copied()));
            for (seat, action) in choices.collect::<Vec<_>>() {
                let chosen = action.map(|action| self.choose(seat, Choice::new(action)));
                if !matches!(chosen, Some(Ok(()))) {
                    break 'game;
                }
            }
        }
        self.settle();
        self.advance(background);
    }

    /// Resigns for a seat. The game goes on if it is not over.
    pub fn resign(&mut self, seat: Seat, background: &Background) -> Result<(), ActionError> {
        if self.game.shared.is_some() {
            return self.game.add(Entry::Resign { seat });
        }
        self.game.session_mut().resign(seat)?;
        self.autosave.set_begun();
        self.settle();
        self.advance(background);
        Ok(())
    }

    pub fn toggle_pause(&mut self, background: &Background) {
        self.playback.set_paused(!self.playback.is_paused());
        if self.playback.is_paused() {
            self.stop_thinking();
        } else {
            self.advance(background);
        }
    }

    pub fn single_step(&mut self, background: &Background) {
        self.playback.single_step();
        self.advance(background);
    }

    pub fn ask_hint(&mut self, background: &Background) -> Result<(), String> {
        self.hint.ask(
            &self.game,
            computers::advisable(&self.game, self.at_keyboard().deciding),
            background,
        )
    }

    pub fn toggle_eval_bar(&mut self, background: &Background) {
        self.eval_bar.toggle(&self.game, background);
        self.update_eval_bar();
    }

    /// Evaluates the current position if the evaluation is on.
    pub fn update_eval_bar(&mut self) {
        let is_started = self.eval_bar.follow(&self.game);
        // For people who play, the evaluation is a hint.
        if is_started && !self.game.is_watched() && !self.game.is_over() {
            self.mark_hint();
        }
    }

    /// Calls the coach, or sends it away. Returns the notice to show.
    pub fn toggle_coach(&mut self) -> &'static str {
        self.coach = Coach::new(!self.coach.is_on(), &self.game);
        if !self.coach.is_on() {
            return "The coach is silent.";
        }
        self.mark_practice();
        "The coach speaks up after a costly move. The game is for practice."
    }

    /// Stops all thinking, and drops answers that were not shown yet.
    pub fn stop_thinking(&mut self) {
        self.computers.stop();
        self.hint.clear();
        self.playback.end_single_step();
    }

    pub(super) fn mark_hint(&mut self) {
        self.game.session_mut().mark_hint();
    }

    pub fn mark_practice(&mut self) {
        self.game.session_mut().mark_practice();
    }

    /// Makes this a practice game, and saves it even before the first move: otherwise, a daily deal
    /// would count if it is opened again.
    pub fn mark_practice_and_save(&mut self) {
        self.mark_practice();
        self.autosave.set_begun();
    }

    /// The number of lines that remain after an undo; `None` if there is nothing to take back.
    pub fn undo_target(&self) -> Option<usize> {
        // A recorded opening can't be taken back.
        let first = games::opening_len(self.game.session());
        self.game.undo_target(self.moves_by_line()).filter(|&lines| lines >= first)
    }

    /// Whether an undo would take back a reveal in a game of one person; others never count.
    pub fn undo_costs(&self) -> bool {
        let is_alone = self.game.session().header().people().only().is_some();
        is_alone && self.game.undo_reveals(self.moves_by_line())
    }

    /// Whether undo and redo move by lines of the record rather than choices of people.
    fn moves_by_line(&self) -> bool {
        self.game.is_watched() || self.playback.is_paused()
    }

    /// Takes back the last choice that waits for other seats or, if there is none, goes back to
    /// [`Self::undo_target`].
    pub fn undo(&mut self, background: &Background) {
        if let Some(seat) = self.game.last_waiting_person() {
            self.game.session_mut().retract(seat);
            self.restart_step();
            self.hand_over.taken_back = Seats::one(seat);
            self.advance(background);
            return;
        }
        let Some(lines) = self.undo_target() else { return };
        if self.undo_costs() {
            self.mark_practice();
        } else if self.game.has_people() {
            // The person has seen the answers, which is as good as a hint.
            self.mark_hint();
        }
        self.game.session_mut().go_to(lines);
        self.restart_step();
        self.hand_over.taken_back = self.game.session().awaited();
        if self.game.is_watched() {
            self.playback.set_paused(true);
        }
        self.settle();
        self.advance(background);
    }

    /// Redoes moves up to the next choice of a person; one line if the game is watched or paused.
    pub fn redo(&mut self, background: &Background) {
        self.stop_thinking();
        self.restart_step();
        if self.moves_by_line() {
            self.game.session_mut().redo();
        } else {
            self.game.redo_to_decision();
        }
        // Redoing counts as a person's move: the answer comes after the usual delay.
        self.begin_step(Mover::Person);
        self.advance(background);
    }

    /// Moves within a recorded game with `go`, and pauses.
    pub fn seek(&mut self, go: impl FnOnce(&mut TableGame<G>)) {
        go(&mut self.game);
        self.moments.clear_text();
        self.playback.set_paused(true);
        self.settle();
    }

    /// Prepares for a step to be chosen again, perhaps by another person first.
    pub fn restart_step(&mut self) {
        self.moments.clear_text();
        self.hint.clear();
        self.hand_over.release();
        if hand_over::people_have_secrets(&self.game) {
            self.resets_input = true;
        }
    }

    /// If `swap_seats` is set, each player moves to the next seat.
    pub fn new_game(&mut self, swap_seats: bool) {
        let session = self.game.new_session(self.series.number(), swap_seats);
        let is_untouched = self.game.has_people()
            && !self.game.is_over()
            && !self.autosave.has_begun()
            && self.game.last_choice_of_people().is_none();
        if self.game.is_replay() {
            // A replayed game is not part of the series.
            self.series.restart();
        } else if !is_untouched {
            self.series.next_game(self.game.session().outcome().as_ref());
        }
        if swap_seats {
            self.series.swap_seats(self.game.seat_players());
            self.computers.rotate();
        }
        self.start(session);
    }

    fn start(&mut self, session: Session<G>) {
        self.game = TableGame::new(session);
        self.daily = None;
        self.ending = Ending::default();
        self.mistakes = Rc::default();
        self.costliest = Arc::default();
        self.moments.clear_text();
        self.resets_input = true;
        self.hand_over.release();
        self.playback.set_paused(false);
        self.autosave.start_game(None, &self.game, &self.series);
        self.file = GameFile::with_lines(Vec::new());
        self.settle();
    }

    /// Starts a new series in which all computer players have this level.
    pub fn play_level(&mut self, level: Level) {
        let player = G::FACTS.kind.level_player(level).player;
        let session = self.game.new_session(self.series.number(), false);
        let seat = |name: &String| if name == HUMAN { HUMAN } else { player }.to_owned();
        let seats = session.header().players.iter().map(seat).collect();
        self.series.restart();
        self.computers.renew();
        self.start(session.with_players(seats));
    }

    /// Shares this table. The game is saved to the person's own games when it is over.
    pub fn share(&mut self, shared: SharedTable, store: &Store) {
        self.autosave.set_shared(store, shared.series_id);
        self.game.shared = Some(shared);
    }

    pub fn leave_shared(&mut self) {
        self.game.leave();
        // Entries that were not shown yet come before the departure.
        self.follow_log(Instant::now());
    }

    /// Opens the table of the next game, or joins it if another player has opened it.
    pub fn ask_rematch(&mut self, background: &Background) -> Result<(), String> {
        let session = self.game.new_session(1, true);
        let Some(shared) = &mut self.game.shared else { return Ok(()) };
        if let Some(code) = shared.rematch_code() {
            shared.join_rematch(code);
            return Ok(());
        }
        let result = shared.open_rematch::<G>(session.header());
        self.advance(background);
        result
    }
}
