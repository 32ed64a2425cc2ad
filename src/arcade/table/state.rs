//! The parts of a table, and how they advance together.

use std::time::Instant;

use super::{
    autosave::Autosave,
    computers::ComputerPlayers,
    eval_bar::EvalBar,
    game::TableGame,
    game_file::GameFile,
    hand_over::{self, Access, HandOver},
    hint::{self, Hint},
    playback::Playback,
    result::ResultCue,
    series::Series,
    shared::TableShare,
};
use crate::{
    arcade::{Start, message::Waker, screens::daily::DailyGame},
    database::{LoadedGame, Store},
    games::{ArcadeGame, Controller, Scene},
    settings::Settings,
};
use fourcade_engine::play::{ActionError, Fault, Seat, Session};

/// The game and all other parts of a table except the dialogs.
pub struct Table<G: ArcadeGame> {
    pub game: TableGame<G>,
    pub controls: G::Controller,
    pub playback: Playback,
    pub computers: ComputerPlayers<G>,
    pub hint: Hint<G>,
    pub hand_over: HandOver,
    pub series: Series,
    pub autosave: Autosave,
    pub file: GameFile<G>,
    /// When the result card appears.
    pub result: ResultCue,
    /// The daily deal that is played, if it is one.
    pub daily: Option<DailyGame>,
    /// The evaluation bar, if it is shown.
    pub eval_bar: Option<EvalBar<G>>,
    /// The log of the game and the people at other terminals, if the table is shared.
    pub shared: Option<TableShare<G>>,
}

impl<G: ArcadeGame> Table<G> {
    /// A table at which this session continues or is replayed. The session must be at its end.
    pub fn new(session: Session<G>, start: Start, settings: &Settings) -> Self {
        let file = GameFile::with_lines(session.lines().to_vec());
        let game = match start {
            Start::Playing(_) => TableGame::new(session),
            Start::Replay => TableGame::replay(session),
        };
        Self {
            controls: G::Controller::default(),
            playback: Playback::new(start, settings),
            computers: ComputerPlayers::new(game.seat_players().len()),
            hint: Hint::default(),
            hand_over: HandOver::default(),
            series: Series::new(game.seat_players(), &settings.names),
            autosave: Autosave::nowhere(),
            file,
            result: ResultCue::new(game.is_over() || game.is_replay()),
            daily: None,
            eval_bar: None,
            shared: None,
            game,
        }
    }

    /// Saves this and the following games to `store`.
    pub fn save_to(&mut self, store: &Store) {
        self.autosave.set_store(store, self.daily, &self.game, &self.series);
    }

    /// Continues a game that was loaded from `store`, and its series.
    pub fn resume(&mut self, store: &Store, loaded: &LoadedGame) {
        self.series = self.series.clone().resumed(self.game.seat_players(), loaded);
        self.autosave = Autosave::resume(store, loaded, &mut self.game);
        self.daily = loaded.daily.map(DailyGame::new);
    }

    /// Whether a person would lose the game by leaving it, because it is not saved.
    pub fn is_unsaved(&self) -> bool {
        self.shared.is_none()
            && !self.game.people().is_empty()
            && !self.game.is_over()
            && !self.autosave.is_saved()
            && !self.file.contains(&self.game)
    }

    /// What may be seen now, and for which seats choices may be made.
    pub fn access(&self) -> Access {
        self.hand_over.access(&self.game, &self.controls)
    }

    /// Calls `act` with the controls and the current scene.
    pub fn with_scene<T>(&mut self, act: impl FnOnce(&mut G::Controller, &Scene<G>) -> T) -> T {
        let access = self.access();
        let observation = self.game.observe(access.viewers);
        let scene = access.scene(&self.game, &self.playback, &self.hint, &observation);
        act(&mut self.controls, &scene)
    }

    /// Calls `view` with the controls and the current scene, without changing the controls.
    pub fn view_scene<T>(&self, view: impl FnOnce(&G::Controller, &Scene<G>) -> T) -> T {
        let access = self.access();
        let observation = self.game.observe(access.viewers);
        view(&self.controls, &access.scene(&self.game, &self.playback, &self.hint, &observation))
    }

    /// Returns the name of a seat's player for the screen; see [`Series::player_name`].
    pub fn player_name(&self, seat: Seat) -> String {
        self.series.player_name(G::KEY, self.game.seat_players(), seat)
    }

    /// Returns the name of a seat, followed by its person's name, if the person has one.
    pub fn seat_name(&self, seat: Seat) -> String {
        self.series.seat_name(G::SEAT_NAMES, seat)
    }

    /// Whether what the last step revealed is still shown.
    pub fn is_lingering(&self) -> bool {
        self.playback.is_lingering(&self.game, Instant::now())
    }

    /// When [`Self::advance`] must be called next, if nothing else happens before.
    pub fn next_tick(&self) -> Option<Instant> {
        let next = self.playback.next_tick(&self.game, self.computers.has_ready());
        let shared = self.shared.as_ref().and_then(TableShare::next_tick);
        next.into_iter().chain(shared).chain(self.result_due()).min()
    }

    /// When the result card appears by itself; `None` if it doesn't.
    pub fn result_due(&self) -> Option<Instant> {
        self.result.due().filter(|_| !self.playback.starts_next())
    }

    /// Advances the game as far as possible now. Returns whether what is shown may have changed.
    pub fn advance(&mut self, waker: &Waker) -> bool {
        let now = Instant::now();
        // Take the results of the jobs.
        let mut is_changed = self.collect();
        // Replay the next recorded step.
        is_changed |= self.playback.replay_step(&mut self.game, now);
        // Show what people at other terminals have done.
        is_changed |= self.follow_log(now);
        // Make the choices of computer players that may be shown now.
        if self.playback.is_due(&self.game, now) {
            for choice in self.computers.take_ready() {
                // A choice that doesn't fit any more is dropped: the game has moved on.
                is_changed |= match &mut self.shared {
                    Some(shared) => shared.client.choose(choice.seat, choice.action).is_ok(),
                    None => self.choose(choice.seat, choice.action, choice.fault).is_ok(),
                };
            }
        }
        if !self.game.is_replay() {
            self.result.follow(self.game.is_over());
        }
        // Save what has happened.
        self.autosave.update(&mut self.game);
        // Start the next game.
        if self.playback.next_game_due(&self.game).is_some_and(|due| now >= due) {
            self.new_game(false);
            is_changed = true;
        }
        // Ask the computer players that must choose now.
        if self.playback.is_running() {
            is_changed |= self.computers.ask(&self.game, self.computer_seats(), waker);
        }
        is_changed
    }

    /// Takes the results of the jobs. Returns whether what is shown may have changed.
    fn collect(&mut self) -> bool {
        let has_news = self.hint.is_thinking() | self.autosave.experience.collect();
        if self.hint.collect() && !self.game.is_watched() {
            self.mark_hint();
        }
        self.computers.collect() | has_news | self.eval_bar.as_mut().is_some_and(EvalBar::collect)
    }

    /// Makes a choice for a person or a computer player.
    fn choose(
        &mut self,
        seat: Seat,
        action: G::Action,
        fault: Option<Fault>,
    ) -> Result<(), ActionError> {
        let is_step = self.game.choose(seat, action, fault)?;
        if is_step || self.game.is_person(seat) {
            self.autosave.note_played();
        }
        if is_step {
            self.playback.note_step(&self.game, self.game.is_person(seat));
            self.hint.clear();
        }
        Ok(())
    }

    /// Makes a choice for a person.
    ///
    /// # Errors
    /// Returns an error if the person must not choose now or the rules forbid the choice.
    pub fn act(&mut self, seat: Seat, action: G::Action, waker: &Waker) -> Result<(), ActionError> {
        if !self.game.deciding().contains(seat) {
            return Err(ActionError::new("it is not your move"));
        }
        if self.shared.is_some() {
            return self.add_choice(seat, action);
        }
        self.choose(seat, action, None)?;
        // The next person must see neither the hint nor the cursor of this one.
        self.hint.clear();
        if hand_over::has_hand_overs(&self.game, &self.controls) {
            self.controls.reset();
        }
        self.advance(waker);
        Ok(())
    }

    /// Takes back a person's choice that waits for others.
    pub fn retract(&mut self, seat: Seat) {
        if self.shared.is_some() {
            // The choice is in the log.
            return;
        }
        self.game.retract(seat);
        self.autosave.update(&mut self.game);
    }

    /// Hands the keyboard to the person whose turn it is.
    pub fn take_keyboard(&mut self) {
        self.controls.reset();
        self.hand_over.take(self.access().next);
    }

    /// Records that a key was pressed, which ends lingering. Returns whether anything lingered.
    pub fn dismiss(&mut self, waker: &Waker) -> bool {
        let lingered = self.playback.dismiss(&self.game);
        if lingered {
            self.advance(waker);
        }
        lingered
    }

    /// Ends the motion of what a key has sent away, before another key is handled.
    pub fn hurry(&mut self, waker: &Waker) {
        if self.playback.hurry() {
            self.advance(waker);
        }
    }

    /// Ends the replay and plays on from here as a new game: with the recorded players, or with a
    /// person on this seat.
    pub fn play_on(&mut self, person: Option<Seat>, settings: &Settings, waker: &Waker) {
        self.stop_thinking();
        self.game.play_on(person);
        if person.is_some() {
            self.series.set_names(self.game.seat_players(), &settings.names);
            self.computers.renew();
        }
        self.autosave.start_game(None, &self.game, &self.series);
        // The game counts only where it was played first.
        if self.game.has_humans() {
            self.mark_practice();
        }
        self.playback.set_paused(false);
        self.restart_step();
        self.playback.skip_animation();
        self.advance(waker);
    }

    /// Resigns for a seat, and lets the game go on if it is not over.
    ///
    /// # Errors
    /// Returns an error if the game is over or the seat has resigned before.
    pub fn resign(&mut self, seat: Seat, waker: &Waker) -> Result<(), ActionError> {
        self.stop_thinking();
        self.game.resign(seat)?;
        self.autosave.note_played();
        self.playback.skip_animation();
        self.advance(waker);
        Ok(())
    }

    /// Pauses or resumes the computer players or the replay.
    pub fn toggle_pause(&mut self, waker: &Waker) {
        self.playback.set_paused(!self.playback.is_paused());
        if self.playback.is_paused() {
            self.stop_thinking();
        } else {
            self.advance(waker);
        }
    }

    /// Makes one move of the computer players or the replay, and pauses.
    pub fn single_step(&mut self, waker: &Waker) {
        self.playback.single_step();
        self.advance(waker);
    }

    /// Asks for a hint for the next seat for which there may be one.
    ///
    /// # Errors
    /// Returns a message if the strongest player can't start to think.
    pub fn ask_hint(&mut self, waker: &Waker) -> Result<(), String> {
        self.hint.ask(&self.game, hint::advisable(&self.game, self.access().deciding), waker)
    }

    /// Shows the evaluation bar, or hides it.
    pub fn toggle_eval_bar(&mut self, waker: &Waker) {
        self.eval_bar = if self.eval_bar.is_some() { None } else { Some(EvalBar::new(waker)) };
        self.update_eval_bar();
    }

    /// Evaluates the current position, if the evaluation bar is shown.
    pub fn update_eval_bar(&mut self) {
        let is_started = self.eval_bar.as_mut().is_some_and(|bar| bar.follow(&self.game));
        // The evaluation helps the people who play, as a hint does.
        if is_started && !self.game.is_watched() && !self.game.is_over() {
            self.mark_hint();
        }
    }

    /// Stops all thinking and drops what was not shown yet.
    pub fn stop_thinking(&mut self) {
        self.computers.stop();
        self.hint.clear();
        self.playback.cancel_single_step();
    }

    fn mark_hint(&mut self) {
        self.game.mark_hint();
        self.autosave.note_mark();
    }

    pub fn mark_practice(&mut self) {
        self.game.mark_practice();
        self.autosave.note_mark();
    }
}
