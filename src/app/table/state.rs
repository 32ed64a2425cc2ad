//! The table: all its parts, and how they advance together.

use std::{
    borrow::Cow,
    cell::RefCell,
    mem,
    rc::Rc,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use super::{
    autosave::Autosave,
    coach::Coach,
    computers::{self, ComputerPlayers, TableHint},
    ending::Ending,
    eval_bar::EvalBar,
    experience::Experience,
    game::TableGame,
    game_file::GameFile,
    hand_over::{self, AtKeyboard, HandOver},
    moments::{MomentText, TableMoments},
    playback::{Mover, Playback, Start},
    series::Series,
    shared_table::SharedTable,
};
use crate::{
    app::{Background, feats, mistakes::MistakeSearch},
    database::{
        DailyDate, LoadedGame, Store,
        shared_tables::{Change, Entry, StoredEntry},
    },
    games::{
        self, ArcadeGame, Naming, Notation, Scene, capitalized, leading_name, moments::MOMENT_TIME,
    },
    settings::Settings,
    sync::lock,
    widgets::glyphs::unbroken,
};
use fourcade_engine::play::{
    ActionError, Choice, HUMAN, Level, Observation as _, RecordLine, Seat, Seats, Session,
};

pub struct Table<G: ArcadeGame> {
    pub game: TableGame<G>,
    pub playback: Playback,
    pub computers: ComputerPlayers<G>,
    pub hint: TableHint<G>,
    pub hand_over: HandOver,
    pub series: Series,
    pub autosave: Autosave,
    pub experience: Experience,
    pub file: GameFile<G>,
    pub ending: Ending,
    /// The search for the only person's mistakes in a finished game.
    pub mistakes: Rc<RefCell<MistakeSearch>>,
    /// The only person's costliest choice in a finished game, once a search has found it.
    pub costliest: Arc<Mutex<Option<G::Action>>>,
    moments: TableMoments,
    pub daily: Option<DailyDate>,
    pub coach: Coach,
    pub notation: Notation,
    pub naming: Naming,
    pub eval_bar: EvalBar<G>,
    /// Whether remarks of opponents and phrases of people at a shared table are shown.
    pub has_table_talk: bool,
    /// See [`Self::take_input_reset`].
    resets_input: bool,
}

impl<G: ArcadeGame> Table<G> {
    /// The session must be at its end.
    pub fn new(session: Session<G>, start: Start, settings: &Settings) -> Self {
        let file = GameFile::with_lines(session.lines().to_vec());
        let game = match start {
            Start::Playing(_) => TableGame::new(session),
            Start::Replay => TableGame::replay(session),
        };
        Self {
            playback: Playback::new(start, settings),
            computers: ComputerPlayers::new(game.seat_players().len()),
            hint: TableHint::default(),
            hand_over: HandOver::default(),
            series: Series::new(game.seat_players(), &settings.names),
            autosave: Autosave::disabled(),
            experience: Experience::default(),
            file,
            ending: if game.is_over() { Ending::past() } else { Ending::default() },
            mistakes: Rc::default(),
            costliest: Arc::default(),
            moments: TableMoments::default(),
            daily: None,
            coach: Coach::new(settings.coach, &game),
            notation: Notation::of(settings),
            naming: Naming::of(settings),
            eval_bar: EvalBar::default(),
            has_table_talk: settings.table_talk,
            resets_input: false,
            game,
        }
    }

    pub fn save_to(&mut self, store: &Store) {
        self.autosave.start_saving(store, self.daily, &self.game, &self.series);
    }

    pub fn look_up_experience(&mut self) {
        self.experience = Experience::look_up(G::KEY, self.autosave.store());
    }

    /// Sends the coach away, so that the deal can count.
    pub fn play_daily(&mut self, daily: DailyDate, store: &Store) {
        self.daily = Some(daily);
        self.coach = Coach::default();
        self.save_to(store);
    }

    pub fn resume(&mut self, store: &Store, loaded: &LoadedGame) {
        self.series = Series::resumed(&loaded.summary);
        self.autosave = Autosave::resume(store, loaded, &self.game);
        self.daily = loaded.daily;
    }

    pub fn show_result(&mut self, store: &Store, loaded: &LoadedGame) {
        self.series = Series::resumed(&loaded.summary);
        self.autosave = Autosave::for_finished_game(store, loaded);
        self.daily = loaded.daily;
        self.ending = Ending::reopened();
    }

    /// Whether a person's game would be lost by leaving the table.
    pub fn is_unsaved(&self) -> bool {
        self.game.shared.is_none()
            && !self.game.active_people().is_empty()
            && !self.game.is_over()
            && self.autosave.has_begun()
            && !self.autosave.is_saved()
            && !self.file.contains(&self.game)
    }

    /// Whether a person can leave this game now and resume it later: it is saved and not over.
    pub fn is_resumable(&self) -> bool {
        !self.game.active_people().is_empty()
            && !self.game.is_over()
            && !self.game.is_replay()
            && !self.game.session().lines().is_empty()
            && self.autosave.has_begun()
            && self.autosave.is_saved()
    }

    /// Whether this is a daily deal that counts so far. One begun on its day still counts after
    /// midnight.
    pub fn is_counting_deal(&self) -> bool {
        let is_in_time = |date| self.autosave.has_begun() || date == DailyDate::today();
        self.daily.is_some_and(is_in_time)
            && !self.game.is_replay()
            && !self.game.session().is_practice()
            && !self.game.is_over()
    }

    pub fn at_keyboard(&self) -> AtKeyboard {
        self.hand_over.at_keyboard(&self.game)
    }

    /// Whose choice was taken back, until the next person takes the keyboard.
    pub fn taken_back_text(&self) -> Option<String> {
        let seats = self.hand_over.taken_back;
        let what = match (seats.only(), self.game.session().undone_lines().first()) {
            (Some(seat), Some(RecordLine::Step { moves, .. })) if !G::HAS_SECRETS => {
                let choice = moves.iter().find(|&&(chooser, _)| chooser == seat)?.1;
                format!("{}'s {}", self.player_name(seat), G::write(choice, self.notation))
            }
            (Some(seat), _) => self.player_name(seat) + "'s choice",
            (None, _) => format!("The last {}", G::FACTS.step_name),
        };
        (!seats.is_empty()).then(|| what + " was taken back.")
    }

    /// [`Self::taken_back_text`] for people who share the keyboard, unless a hand-over page says it.
    pub fn undo_notice(&self) -> Option<String> {
        let is_shared = !self.game.is_watched() && self.game.active_people().len() > 1;
        let is_needed = is_shared && self.at_keyboard().next.is_none();
        self.taken_back_text().filter(|_| is_needed)
    }

    /// The person whom the hand-over page calls, once the last step and its reveal are over.
    pub fn hand_over_page(&self) -> Option<Seat> {
        let is_over = !self.playback.is_moving::<G>() && !self.is_lingering();
        self.at_keyboard().next.filter(|_| is_over)
    }

    /// Whether typed or marked input is void, because the person or the game has changed.
    pub fn take_input_reset(&mut self) -> bool {
        mem::take(&mut self.resets_input)
    }

    pub fn scene<T>(&self, show: impl FnOnce(&Scene<G>) -> T) -> T {
        let AtKeyboard { viewers, deciding, next } = self.at_keyboard();
        let now = Instant::now();
        show(&Scene {
            observation: &self.game.observe(viewers),
            deciding,
            next,
            events: self.game.session().events().last().map_or(&[], Vec::as_slice),
            motion: self.playback.animation(&self.game, now),
            moment: self.moments.current().zip(self.playback.moment_progress(now)),
            is_lingering: self.playback.is_lingering(&self.game, now),
            is_review: false,
            celebration: self.celebration(),
            hint: self.hint.advice(),
            resigned: self.game.session().resigned(),
            costliest: lock(&self.costliest).filter(|_| self.game.is_over()),
            names: &self.game.scene_names(),
            people: &self.person_names(),
            naming: self.naming,
            notation: self.notation,
        })
    }

    /// See [`TableGame::person_names`].
    pub fn person_names(&self) -> Cow<'_, [String]> {
        self.game.person_names(&self.series)
    }

    /// The players by seat, as in [`games::player_names`], each without a line break.
    pub fn player_names(&self) -> Vec<String> {
        let names = games::names_at(self.game.session(), &self.person_names(), self.naming);
        names.iter().map(|name| unbroken(name)).collect()
    }

    pub fn player_name(&self, seat: Seat) -> String {
        self.player_names().swap_remove(seat.index())
    }

    /// The name of a seat or, in games without seat names, of its player.
    pub fn seat_name(&self, seat: Seat) -> String {
        if G::HAS_SEAT_NAMES {
            return G::SEAT_NAMES[seat.index()].to_owned();
        }
        games::subject(G::SEAT_NAMES, seat, &self.player_names())
    }

    /// Says what resigning leads to.
    pub fn resignation(&self) -> String {
        let is_duel = self.game.session().game().seats().len() == 2;
        let consequence = match self.game.resigning_seat().ok().filter(|_| is_duel) {
            Some(seat) => {
                format!("{} wins the game.", capitalized(&self.player_name(seat.other())))
            }
            None => "A computer takes over your seat.".to_owned(),
        };
        if self.is_counting_deal() {
            return format!("{consequence} This counts as your result in the daily deal.");
        }
        consequence
    }

    pub fn is_lingering(&self) -> bool {
        self.playback.is_lingering(&self.game, Instant::now())
    }

    /// Whether people here look at the reveal of the last step, until one of them presses a key.
    pub fn shows_reveal(&self) -> bool {
        let is_playing = !self.game.is_watched() && !self.game.humans_here().is_empty();
        let is_shown = self.is_lingering() && !self.playback.is_moving::<G>();
        is_shown && is_playing && !self.playback.is_leaving() && !self.game.is_over()
    }

    /// When [`Self::advance`] must be called next, unless something happens before.
    pub fn next_tick(&self) -> Option<Instant> {
        let step = self.playback.next_tick(&self.game, self.computers.has_ready());
        let clock = self.game.next_clock_tick(Instant::now());
        let shared = self.game.shared.as_ref();
        // A log entry may be waiting for the end of a reveal that was never drawn.
        let waiting = shared.filter(|shared| !shared.client.is_at_end() && !self.game.is_watched());
        let entry = waiting.and_then(|_| self.playback.linger_end(&self.game));
        let shared = shared.and_then(|shared| shared.next_tick(self.game.session()));
        let celebration = self.ending.next_frame(Instant::now());
        let evaluation = self.eval_bar.is_due(&self.game).then(Instant::now);
        let ends_at_midnight = self.is_counting_deal() && !self.autosave.has_begun();
        let new_day = ends_at_midnight.then(|| Instant::now() + DailyDate::time_left());
        let ticks =
            [step, entry, shared, celebration, self.result_due(), evaluation, clock, new_day];
        ticks.into_iter().flatten().min()
    }

    /// The progress of the celebration at the end of the game, from 0 to 1; `None` in a replay.
    pub fn celebration(&self) -> Option<f32> {
        if self.game.is_replay() { None } else { self.ending.celebration(Instant::now()) }
    }

    pub fn is_celebrating(&self) -> bool {
        self.celebration().is_some_and(|done| done < 1.0)
    }

    /// When the result card opens automatically, if it will.
    pub fn result_due(&self) -> Option<Instant> {
        let may_appear = !self.playback.starts_next_game() && !self.game.is_replay();
        self.ending.due().filter(|_| may_appear)
    }

    /// Advances the game as far as possible now. Returns whether the table must be drawn again.
    pub fn advance(&mut self, background: &Background) -> bool {
        let now = Instant::now();
        let mut is_changed = self.poll();
        self.computers.sandbox = background.programs().runner.sandbox_status();
        // Charges the time of those who decided until now, before the game moves on.
        is_changed |= self.follow_clock(now);
        if self.playback.replay_step(&mut self.game, now) {
            self.begin_step(Mover::Computer);
            is_changed = true;
        }
        is_changed |= self.follow_log(now);
        if !self.coach.holds() && self.playback.is_due(&self.game, now) {
            for (seat, choice) in self.computers.take_ready() {
                // If the game has moved on, the choice is dropped.
                is_changed |= self.choose(seat, choice).is_ok();
            }
        }
        // Starts the clocks of those who decide next.
        is_changed |= self.follow_clock(now);
        if self.coach.follow(&self.game, self.notation, background) {
            self.mark_practice();
        }
        let has_ended = !self.game.is_replay() && self.ending.follow(&self.game, &self.playback);
        self.autosave.update(&self.game);
        if has_ended && self.autosave.has_begun() {
            feats::award(self.game.session(), self.daily, self.autosave.store());
        }
        if self.autosave.is_for_practice() && !self.game.session().is_practice() {
            self.mark_practice();
            is_changed = true;
        }
        if self.playback.next_game_due(&self.game).is_some_and(|due| now >= due) {
            self.new_game(false);
            is_changed = true;
        }
        if self.eval_bar.is_due(&self.game) {
            self.eval_bar.switch_on(background);
            self.update_eval_bar();
        }
        if self.playback.may_move() {
            is_changed |= self.computers.ask(&self.game, self.game.computers_to_ask(), background);
        }
        is_changed
    }

    /// Updates the clocks of a local table. Returns whether a person has run out of time.
    pub fn follow_clock(&mut self, now: Instant) -> bool {
        if self.game.clock.control().is_none() || self.game.shared.is_some() {
            return false;
        }
        let is_lingering = self.playback.is_lingering(&self.game, now);
        let late = self.game.run_clock(self.at_keyboard().deciding, is_lingering, now);
        let (Some(seat), Some(control)) = (late.iter().next(), self.game.clock.control()) else {
            return false;
        };
        self.hint.clear();
        if control.loses_on_time() {
            // This can't fail: the seat decides, so the game is not over.
            let _ = self.game.session_mut().flag(seat);
            self.autosave.set_begun();
            self.settle();
        } else {
            self.game.clock.set_late(late);
            self.resets_input = true;
        }
        true
    }

    pub fn set_clocks_stopped(&mut self, is_stopped: bool) {
        // Charges the time until now.
        self.follow_clock(Instant::now());
        self.game.clock.set_stopped(is_stopped);
        self.follow_clock(Instant::now());
    }

    /// Takes the results of the jobs. Returns whether the table must be drawn again.
    fn poll(&mut self) -> bool {
        let has_news = self.hint.is_thinking() | self.experience.poll();
        if self.hint.poll() && !self.game.is_watched() {
            self.mark_hint();
        }
        self.computers.poll()
            | self.coach.poll()
            | self.mistakes.borrow_mut().poll()
            | has_news
            | self.eval_bar.poll()
    }

    /// Makes a choice: in the session, or in the log of a shared table.
    fn choose(&mut self, seat: Seat, choice: Choice<G::Action>) -> Result<(), ActionError> {
        if let Some((shared, session)) = self.game.sharing() {
            return shared.client.choose(session, seat, choice.action);
        }
        let is_by_person = self.game.is_active_person(seat);
        let time = self.game.clock.choice_time(seat).filter(|_| is_by_person);
        let session = self.game.session_mut();
        let is_step = session.choose_with(seat, Choice { time, ..choice })?.is_some();
        if is_by_person || !self.game.has_humans() {
            self.autosave.set_begun();
        }
        if is_step {
            self.begin_step(if is_by_person { Mover::Person } else { Mover::Computer });
            self.hint.clear();
        }
        Ok(())
    }

    /// The text about the last moment, even while its step is animated.
    pub fn moment_text(&self) -> Option<&MomentText> {
        self.moments.text()
    }

    /// Animates the last step, which `mover` completed.
    fn begin_step(&mut self, mover: Mover) {
        self.moments.follow(&self.game, Some(self.naming).filter(|_| self.has_table_talk));
        if self.game.is_abandoned() {
            return self.playback.reset_step();
        }
        if self.game.last_step_lingers() && self.game.active_people().len() > 1 {
            // All people look at a reveal, so no hand may be shown beside it.
            self.hand_over.release();
        }
        // At the end of the game, the celebration takes the place of the moment.
        let shows_moment = self.moments.current().is_some() && !self.game.is_over();
        let moment_time = if shows_moment { MOMENT_TIME } else { Duration::ZERO };
        self.playback.begin_step(&self.game, moment_time, mover);
        let hands_over = self.hand_over.has_hand_overs(&self.game)
            && !self.game.is_watched()
            && !self.game.is_over();
        if G::HOLDS_CHOICES && hands_over {
            self.playback.hold_step();
        }
    }

    /// Stops thinking and animation after a change without a step, such as an undo or a
    /// resignation.
    fn settle(&mut self) {
        self.stop_thinking();
        self.playback.reset_step();
    }

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
        if self.game.has_humans() {
            self.mark_practice();
        }
        self.playback.set_paused(false);
        self.restart_step();
        self.settle();
        self.advance(background);
    }

    /// If the game is decided before its end, a sentence without a full stop that says so.
    pub fn decided(&self) -> Option<String> {
        if self.game.is_over() {
            return None;
        }
        self.decided_in(&self.game.observe(self.at_keyboard().viewers))
    }

    pub(super) fn decided_in(&self, observation: &G::Observation) -> Option<String> {
        G::decided(observation, self.game.humans_here().only())
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

    fn mark_hint(&mut self) {
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
        if let Some(seat) = self.game.last_waiting() {
            self.game.session_mut().retract(seat);
            self.restart_step();
            self.hand_over.taken_back = Seats::one(seat);
            self.advance(background);
            return;
        }
        let Some(lines) = self.undo_target() else { return };
        if self.undo_costs() {
            self.mark_practice();
        } else if self.game.has_humans() {
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
        if hand_over::has_secrets(&self.game) {
            self.resets_input = true;
        }
    }

    /// If `swap_seats` is set, each player moves to the next seat.
    pub fn new_game(&mut self, swap_seats: bool) {
        let session = self.game.new_session(self.series.number(), swap_seats);
        let is_untouched = self.game.has_humans()
            && !self.game.is_over()
            && !self.autosave.has_begun()
            && self.game.last_human_choice().is_none();
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

    /// Reads the log and shows its new entries. Returns whether the table is shared.
    pub fn follow_log(&mut self, now: Instant) -> bool {
        let Some(shared) = &mut self.game.shared else { return false };
        let is_new = !shared.client.has_first_entry();
        shared.client.receive();
        while self.is_entry_due(now, is_new) {
            self.show_entry();
        }
        let Some((shared, session)) = self.game.sharing() else { return false };
        if is_new {
            // Phrases from before the arrival are not reported.
            shared.news = None;
        }
        shared.react_to_log(session, is_new);
        let is_finished = session.outcome().is_some() && !shared.own_seats().is_empty();
        if is_new && shared.client.has_first_entry() {
            // Steps from before the arrival are not animated.
            self.playback.reset_step();
        }
        if is_finished {
            self.autosave.begin_shared(&self.game, &self.series);
        }
        true
    }

    /// Whether the next entry must be shown now. A reveal stays visible for its time, unless an
    /// entry must be sent or more entries wait than the choices of one step.
    fn is_entry_due(&self, now: Instant, is_new: bool) -> bool {
        let Some(shared) = &self.game.shared else { return false };
        let mut incoming = shared.client.incoming();
        let may_wait = !is_new
            && !shared.client.is_sending()
            && self.playback.is_lingering(&self.game, now)
            && incoming.len() <= self.game.session().awaited().len()
            && incoming.all(StoredEntry::is_choice);
        !shared.client.is_at_end() && !may_wait
    }

    fn show_entry(&mut self) {
        match self.game.apply_next() {
            Some(Change::Undo) => {
                let undone = self.game.session().undone_events();
                let is_revealed = undone.iter().any(|events| G::reveals_information(events));
                if is_revealed {
                    self.mark_practice();
                }
                self.restart_step();
                self.settle();
            }
            Some(Change::Resignation | Change::Flag) => self.settle(),
            Some(Change::Choice { seat, ends_step, is_late }) => {
                // Another process may have been quicker to choose for a computer player.
                self.computers.cancel(seat);
                self.resets_input |= is_late && self.game.is_active_person(seat);
                if ends_step {
                    let is_by_person = self.game.is_human(seat);
                    self.begin_step(if is_by_person { Mover::Person } else { Mover::Computer });
                    self.hint.clear();
                }
            }
            Some(Change::Said(seat, phrase)) if self.has_table_talk => {
                if let Some(shared) = &mut self.game.shared {
                    let name = leading_name(&shared.person_name(seat));
                    shared.report(format!("{name}: \"{}\".", phrase.text()));
                }
            }
            Some(Change::Said(..) | Change::Table) | None => {}
        }
    }
}
