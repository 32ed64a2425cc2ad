//! The table's screen: runs commands and handles events.

use std::{
    mem,
    path::PathBuf,
    rc::{Rc, Weak},
    time::Instant,
};

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    commands::Command,
    dialogs::{self, UNSAVED},
    keys, panel,
    result::{CardPlace, ResultCard, result_to_share},
};
use crate::{
    app::{
        Background,
        lobby::JoinAs,
        save_file::SaveOutcome,
        table::{
            SharedTable, Start, Table,
            help_cost::{self, Help},
        },
    },
    arcade::{
        ScreenFactory,
        board::{Board, Input},
        keys as arcade,
        program_question::ProgramQuestion,
        save_as,
        screen::{Commands, ErasedCommands as _, Screen, ScreenContext, TableStatus, Transition},
        screens::{lesson, practice, review::ReviewScreen},
        typed_ahead::Interruption,
    },
    database::{
        DailyDate, Store,
        shared_tables::{Link, store::StoredTable},
    },
    games::{Controller, GameView, Reply, Scene, leading_name, title_with_size},
    printable::printable,
    settings::Settings,
    widgets::{AnyCommand, ClickAreas, Key, Look, Offer, page::WindowClass},
};
use fourcade_engine::{
    GameKind,
    play::{ActionError, Seat, Session},
    with_game,
};

pub struct TableScreen<G: GameView> {
    pub table: Table<G>,
    pub board: Board<G>,
    /// The place of the result card while it is open.
    card: Weak<CardPlace>,
    after_saving: Option<Box<Command>>,
}

impl<G: GameView> TableScreen<G> {
    /// The session must have no undone lines.
    pub fn new(session: Session<G>, start: Start, settings: &Settings) -> Self {
        let mut table = Table::new(session, start, settings);
        let board = Board::<G>::default();
        table.hand_over.options = board.controller.keyboard_options();
        Self { table, board, card: Weak::new(), after_saving: None }
    }

    /// Sets the names of the people, by seat; empty for a computer player.
    pub fn with_seat_names(mut self, names: Vec<String>) -> Self {
        self.table.series.set_seat_names(names);
        self
    }

    /// Makes a replay one of this daily deal, which can't count again.
    pub fn of_deal(mut self, daily: Option<DailyDate>) -> Self {
        self.table.daily = daily;
        self
    }

    pub fn playing_daily(mut self, daily: DailyDate, store: &Store) -> Self {
        self.table.play_daily(daily, store);
        self
    }

    pub fn saved_to(mut self, store: &Store) -> Self {
        self.table.save_to(store);
        self
    }

    /// Starts the table. The reveal of a loaded game's last step is not shown again.
    pub fn begin(&mut self, background: &Background) {
        self.table.look_up_experience();
        self.table.dismiss(background);
        self.table.finish_leaving(background);
        self.table.advance(background);
    }

    pub fn with_scene<T>(&mut self, act: impl FnOnce(&mut Board<G>, &Scene<G>) -> T) -> T {
        self.discard_stale_input();
        let Self { table, board, .. } = self;
        let result = table.scene(|scene| act(board, scene));
        table.hand_over.options = board.controller.keyboard_options();
        result
    }

    fn view_scene<T>(&self, view: impl FnOnce(&G::Controller, &Scene<G>) -> T) -> T {
        self.table.scene(|scene| view(&self.board.controller, scene))
    }

    /// The footer's label for Esc if it closes or clears something on the board.
    fn esc_label(&self) -> Option<&'static str> {
        let is_covered = self.table.hand_over_page().is_some();
        self.view_scene(Controller::esc_label).filter(|_| !is_covered)
    }

    /// Drops input that was typed for another seat or position.
    fn discard_stale_input(&mut self) {
        if self.table.take_input_reset() {
            self.board.controller.reset();
        }
    }

    fn leave(&self, context: &ScreenContext) -> Transition {
        if let Some(shared) = self.shared_in_play() {
            return open(dialogs::confirm_leaving_shared(shared));
        }
        if self.table.is_unsaved() {
            return open(dialogs::confirm_loss(Command::Leave, !context.home.is_guest()));
        }
        if self.table.is_resumable() {
            let size = G::size_of(&self.table.game.session().header().setup);
            let title = title_with_size(G::FACTS.title, size);
            return Transition::CloseAndNotify(format!("Saved: {title}"));
        }
        Transition::Close
    }

    fn start_new(&mut self, swaps: bool, context: &ScreenContext) -> Transition {
        if self.table.game.shared.is_some() {
            let asked = self.table.ask_rematch(&context.background);
            return asked.map_or_else(Transition::Alert, |()| Transition::Redraw);
        }
        if self.table.is_unsaved() {
            let command = if swaps { Command::Rematch } else { Command::Again };
            return open(dialogs::confirm_loss(command, !context.home.is_guest()));
        }
        if self.table.is_resumable() {
            return open(dialogs::confirm_new_game(swaps));
        }
        self.new_game(swaps, &context.background);
        if swaps && self.table.game.people_here().len() > 1 {
            return Transition::Notify("A new game with the seats swapped.".to_owned());
        }
        Transition::Redraw
    }

    fn undo(&mut self, background: &Background) -> Transition {
        let table = &mut self.table;
        if let Some((shared, session)) = table.game.sharing() {
            return match shared.undo_entry(session) {
                Ok(entry) => redraw_or_notify(table.game.add(entry)),
                Err(reason) => Transition::Notify(reason.into_owned()),
            };
        }
        if let Some(question) = dialogs::confirm_practice(table, Help::Undo) {
            return open(question);
        }
        let remark = help_cost::notice(table, Help::Undo);
        table.undo(background);
        remark.or_else(|| table.undo_notice()).map_or(Transition::Redraw, Transition::Notify)
    }

    fn ask_hint(&mut self, background: &Background) -> Transition {
        if let Some(question) = dialogs::confirm_practice(&self.table, Help::Hint) {
            return open(question);
        }
        let remark = help_cost::notice(&self.table, Help::Hint);
        match self.table.ask_hint(background) {
            Ok(()) => remark.map_or(Transition::Redraw, Transition::Notify),
            Err(reason) => Transition::Alert(reason),
        }
    }

    fn toggle_eval_bar(&mut self, background: &Background) -> Transition {
        if let Some(question) = dialogs::confirm_practice(&self.table, Help::Evaluation) {
            return open(question);
        }
        self.table.toggle_eval_bar(background);
        Transition::Redraw
    }

    fn toggle_coach(&mut self) -> Transition {
        if let Some(question) = dialogs::confirm_practice(&self.table, Help::Coach) {
            return open(question);
        }
        Transition::Notify(self.table.toggle_coach().to_owned())
    }

    fn toggle_start_next(&mut self) -> Transition {
        let starts_next = !self.table.playback.starts_next_game();
        self.table.playback.set_starts_next_game(starts_next);
        let next = "The next game will start automatically.";
        let none = "The next game won't start automatically.";
        Transition::Notify(if starts_next { next } else { none }.to_owned())
    }

    fn new_game(&mut self, swap_seats: bool, background: &Background) {
        self.table.new_game(swap_seats);
        self.table.look_up_experience();
        self.table.advance(background);
    }

    fn open_replay(&self, context: &ScreenContext) -> Transition {
        let session = self.table.game.session().clone();
        let replay = Self::new(session, Start::Replay, &context.home.settings);
        let replay = replay.with_seat_names(self.table.person_names().into_owned());
        let replay = replay.saved_to(&context.store).of_deal(self.table.daily);
        Transition::Open(Box::new(replay))
    }

    /// Opens the review of the game or, in a replay, of the whole recorded game.
    fn open_review(&self, context: &ScreenContext) -> Transition {
        let session = self.table.game.session();
        let seats = session.game().seats();
        let names = seats.iter().map(|seat| self.table.player_name(seat)).collect();
        Transition::Open(Box::new(ReviewScreen::new(session, names, context)))
    }

    /// 0 if this is not a replay.
    fn recorded_turns(&self) -> u32 {
        self.table.game.recorded_turns()
    }

    /// While a reveal is shown, a choice or an unbound key only dismisses it.
    fn handle_at_board(&mut self, input: Input, context: &ScreenContext) -> Transition {
        self.table.finish_leaving(&context.background);
        let reply = self.with_scene(|board, scene| board.handle(input, scene));
        let was_dismissed = self.table.dismiss(&context.background);
        self.table.follow_clock(Instant::now());
        let transition = match reply {
            Reply::Act(..) | Reply::Ignored if was_dismissed => Transition::Redraw,
            Reply::Ignored => Transition::None,
            Reply::Changed => Transition::Redraw,
            Reply::Refused(reason) => Transition::Notify(reason.into_owned()),
            Reply::RefusedTo(seat, reason) => {
                let name = leading_name(&self.table.player_name(seat));
                Transition::Notify(format!("{name}: {reason}"))
            }
            Reply::Retract(seat) => {
                self.table.retract(seat);
                Transition::Redraw
            }
            Reply::Act(seat, action) => {
                redraw_or_notify(self.table.act(seat, action, &context.background))
            }
        };
        self.discard_stale_input();
        transition
    }

    fn resign(&mut self, seat: Result<Seat, ActionError>, background: &Background) -> Transition {
        redraw_or_notify(seat.and_then(|seat| self.table.resign(seat, background)))
    }

    fn ask_file_name(&self, then: Option<Box<Command>>, context: &ScreenContext) -> Transition {
        let default = self.table.file.suggested_path(&context.home.clock);
        save_as::ask_game_file(&default, context, move |path| {
            AnyCommand::new(Command::SaveAs { path, may_replace: false, then: then.clone() })
        })
    }

    fn save(
        &mut self,
        path: PathBuf,
        may_replace: bool,
        then: Option<Box<Command>>,
        background: &Background,
    ) -> Transition {
        if path.as_os_str().is_empty() {
            return Transition::Alert(save_as::NO_FILE_NAME.to_owned());
        }
        let Table { file, game, .. } = &mut self.table;
        match file.save(game, path, may_replace, background) {
            Err(reason) => Transition::Alert(reason),
            Ok(()) => {
                self.after_saving = then;
                Transition::Notify(save_as::SAVING.to_owned())
            }
        }
    }

    /// Runs the command after saving, or asks for confirmation to replace a file.
    fn finish_saving(&mut self, context: &ScreenContext) -> Option<Transition> {
        let result = self.table.file.poll()?;
        Some(match (result, self.after_saving.take()) {
            (Err(reason), _) => Transition::Alert(reason),
            // The command was meant for the table, not for a dialog that was opened since.
            (Ok(SaveOutcome::Saved(_)), Some(command)) if context.is_on_top => {
                self.run(*command, context)
            }
            (Ok(SaveOutcome::Saved(message)), _) => Transition::Notify(message),
            (Ok(SaveOutcome::Exists(path)), then) => {
                let replace = Command::SaveAs { path: path.clone(), may_replace: true, then };
                save_as::ask_to_replace(&path, AnyCommand::new(replace))
            }
        })
    }

    fn open_result(&mut self, context: &ScreenContext) -> Transition {
        self.table.playback.end_reveal();
        let is_sudden = self.table.ending.is_news();
        self.table.ending.finish();
        let Some(card) = ResultCard::new(&self.table, is_sudden, self.any_offers(), context) else {
            return Transition::None;
        };
        self.card = Rc::downgrade(card.place());
        open(card)
    }

    fn open_due_result(&mut self, context: &ScreenContext) -> Option<Transition> {
        let is_due = self.table.result_due().is_some_and(|due| Instant::now() >= due);
        (is_due && context.is_on_top).then(|| self.open_result(context))
    }

    /// Whether the result card will open in a moment, so that every key or click only opens it now.
    fn is_result_coming(&self) -> bool {
        self.table.result_due().is_some_and(|due| Instant::now() < due)
    }

    /// Whether a key opens the result card early: every key before it is due, then those that are
    /// not bound at the table.
    fn opens_result_early(&self, key: Key) -> bool {
        let has_key = |offer: &Offer<_>| offer.is_listed && offer.keys.contains(&key);
        let is_bound = || self.any_offers().iter().any(has_key);
        self.table.result_due().is_some() && (self.is_result_coming() || !is_bound())
    }

    pub fn at_shared_table(
        stored: &StoredTable,
        link: &Link,
        join_as: JoinAs,
        context: &ScreenContext,
    ) -> Result<Self, String> {
        let (shared, session) = SharedTable::join::<G>(link, stored, join_as, &context.home.clock)?;
        let mut screen = Self::new(session, Start::Playing(None), &context.home.settings);
        screen.table.share(shared, &context.store);
        screen.begin(&context.background);
        Ok(screen)
    }

    fn shared_in_play(&self) -> Option<&SharedTable> {
        let shared = self.table.game.shared.as_ref()?;
        Some(shared).filter(|shared| !shared.own_seats().is_empty() && !self.table.game.is_over())
    }

    fn run_shared(&mut self, command: &Command) -> Option<Transition> {
        let (shared, session) = self.table.game.sharing()?;
        match command {
            Command::CopyInvitation => Some(Transition::copy(shared.invitation())),
            Command::AnswerUndo(agrees) => {
                Some(redraw_or_notify(self.table.game.answer_undo(*agrees)))
            }
            Command::StandIn => {
                let seat = shared.seat_for_stand_in(session)?;
                shared.add_stand_in(session, seat).map(Transition::Notify)
            }
            Command::TakeSeat => {
                let seat = shared.seat_elsewhere(session)?;
                shared.take_seat(session, seat);
                Some(Transition::Redraw)
            }
            _ => None,
        }
    }

    fn ask_about_program(&mut self) -> Option<Transition> {
        let (seat, request) = self.table.computers.take_request()?;
        let answers = [true, false].map(|is_allowed| {
            AnyCommand::new(Command::AnswerProgram { request: request.clone(), is_allowed })
        });
        let seat = G::SEAT_NAMES[seat.index()];
        Some(open(ProgramQuestion::new(seat, *request, answers)))
    }

    fn ask_for_seat(&mut self, context: &ScreenContext) -> Option<Transition> {
        let shared = self.table.game.shared.as_mut().filter(|_| context.is_on_top)?;
        mem::take(&mut shared.asks_for_seat).then(|| open(dialogs::take_seat()))
    }

    fn ask_about_undo(&mut self, context: &ScreenContext) -> Option<Transition> {
        let (shared, session) = self.table.game.sharing().filter(|_| context.is_on_top)?;
        shared.take_question(session).map(|asking| open(dialogs::allow_undo(&asking)))
    }

    fn poll_shared(&mut self, context: &ScreenContext) -> Option<Transition> {
        if let Some(transition) = self.follow_rematch(context) {
            return Some(transition);
        }
        self.table.game.shared.as_mut()?.news.take().map(Transition::NotifyVerbatim)
    }

    fn follow_rematch(&mut self, context: &ScreenContext) -> Option<Transition> {
        let (shared, session) = self.table.game.sharing()?;
        let stored = match shared.advance_rematch(session)? {
            Ok(stored) => stored,
            Err(reason) => return Some(Transition::Alert(reason)),
        };
        let is_player = !shared.own_seats().is_empty();
        let join_as = if is_player { JoinAs::Player } else { JoinAs::Watcher };
        let link = shared.client.link().clone();
        // The old table must be left first, because a link follows one table.
        self.table.game.shared = None;
        match Self::at_shared_table(&stored, &link, join_as, context) {
            Ok(screen) => *self = screen,
            Err(reason) => return Some(Transition::Alert(reason)),
        }
        Some(Transition::Redraw)
    }

    fn go_to_turn(&mut self, text: &str) -> Transition {
        match dialogs::parse_turn(text, self.recorded_turns()) {
            Ok(turn) => {
                self.table.seek(|game| game.go_to_turn(turn));
                Transition::Redraw
            }
            Err(reason) => Transition::Alert(reason),
        }
    }

    fn run_now(&mut self, command: Command, context: &ScreenContext) -> Transition {
        let background = &context.background;
        // A reveal that another key has dismissed may still be leaving the board.
        let was_shown = self.table.is_lingering();
        let was_dismissed = self.table.dismiss(background);
        let table = &mut self.table;
        match command {
            // The key may have been meant to dismiss the reveal.
            Command::TakeKeyboard if was_dismissed || was_shown => {}
            Command::TakeKeyboard => table.take_keyboard(),
            // `dismiss` has done it.
            Command::Hurry => {}
            Command::Pause => table.toggle_pause(background),
            Command::StopClocks => table.set_clocks_stopped(true),
            Command::StartClocks => table.set_clocks_stopped(false),
            Command::Step => table.single_step(background),
            Command::Faster => table.playback.speed_up(),
            Command::Slower => table.playback.slow_down(),
            Command::ToggleStartNext => return self.toggle_start_next(),
            Command::Undo => return self.undo(background),
            Command::StepBack => table.undo(background),
            Command::Redo => table.redo(background),
            Command::Hint => return self.ask_hint(background),
            Command::Evaluate => return self.toggle_eval_bar(background),
            Command::Coach => return self.toggle_coach(),
            Command::Resign => return open(dialogs::confirm_resignation(table)),
            Command::ResignNow => return self.resign(self.table.game.resigning_seat(), background),
            Command::EndDecided => match table.game.certain_loser() {
                Some(loser) => return self.resign(Ok(loser), background),
                None => table.play_out(background),
            },
            Command::PlayOn => return open(dialogs::choose_players(table)),
            Command::PlayOnAs(person) => table.play_on(person, &context.home.settings, background),
            Command::GoTo => return open(dialogs::choose_turn::<G>(self.recorded_turns())),
            Command::GoToTurn(text) => return self.go_to_turn(&text),
            Command::First => table.seek(|game| {
                let start = game.replay_start();
                game.session_mut().go_to(start);
            }),
            Command::Last => table.seek(|game| game.session_mut().go_to(usize::MAX)),
            Command::Result => return self.open_result(context),
            Command::CopyResult => {
                return result_to_share(table).map_or(Transition::None, Transition::copy);
            }
            Command::Practise => {
                return Transition::Open(practice::open_mistakes(G::FACTS.kind, context));
            }
            Command::Replay => return self.open_replay(context),
            Command::Review => return self.open_review(context),
            Command::Again => return self.start_new(false, context),
            Command::Rematch => return self.start_new(true, context),
            Command::BesideCard(command) => {
                self.table.ending.show_card_again();
                return self.run(*command, context);
            }
            Command::AcceptPractice(command) => {
                table.mark_practice_and_save();
                table.advance(background);
                return self.run(*command, context);
            }
            Command::LeaveForNew { swaps } => {
                self.new_game(swaps, background);
                return Transition::Notify(dialogs::LEFT_SAVED.to_owned());
            }
            Command::PlayLevel(level) => {
                table.play_level(level);
                table.advance(background);
            }
            Command::NextDeal(game) => {
                let play = arcade::Command::PlayDeal(game);
                return Transition::CloseAndRun(AnyCommand::new(play));
            }
            Command::Learn => return Transition::Open(lesson::open(G::FACTS.kind, context)),
            Command::Save => return self.ask_file_name(None, context),
            Command::SaveFirst(then) => return self.ask_file_name(Some(then), context),
            Command::SaveAs { path, may_replace, then } => {
                return self.save(path, may_replace, then, background);
            }
            Command::Discard(command) => {
                table.file.mark_saved(&table.game);
                return self.run(*command, context);
            }
            Command::AnswerProgram { request, is_allowed } => {
                table.computers.answer_request(*request, is_allowed, background);
            }
            Command::Speak => return open(dialogs::choose_phrase()),
            Command::Say(phrase) => return redraw_or_notify(table.game.say(phrase)),
            Command::CopyInvitation
            | Command::AnswerUndo(_)
            | Command::StandIn
            | Command::TakeSeat => {
                return self.run_shared(&command).unwrap_or(Transition::None);
            }
            Command::Leave if self.esc_label().is_some() => {
                self.board.controller.on_esc();
            }
            Command::Leave => return self.leave(context),
            Command::LeaveNow => {
                self.table.leave_shared();
                return Transition::Close;
            }
        }
        Transition::Redraw
    }
}

fn open(dialog: impl Screen + 'static) -> Transition {
    Transition::Open(Box::new(dialog))
}

fn redraw_or_notify(result: Result<(), ActionError>) -> Transition {
    match result {
        Ok(()) => Transition::Redraw,
        Err(error) => Transition::Notify(error.to_string()),
    }
}

impl<G: GameView> Commands for TableScreen<G> {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let mut offers = keys::offers(&self.table, self.esc_label());
        if self.is_result_coming() {
            // All other keys do the same.
            offers.retain(|offer| offer.command == Command::Result);
        }
        offers
    }

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        let transition = self.run_now(command, context);
        self.discard_stale_input();
        transition
    }

    fn with_part(&self, own: Vec<Offer<AnyCommand>>) -> Vec<Offer<AnyCommand>> {
        if self.is_result_coming() { own } else { keys::with_board(&self.table, &self.board, own) }
    }

    fn run_part(&mut self, command: &AnyCommand, context: &ScreenContext) -> Transition {
        if self.is_result_coming() {
            return self.open_result(context);
        }
        self.handle_at_board(Input::Command(command), context)
    }
}

impl<G: GameView> Screen for TableScreen<G> {
    fn on_key(&mut self, key: Key, context: &ScreenContext) -> Transition {
        if self.opens_result_early(key) {
            return self.open_result(context);
        }
        if self.table.at_keyboard().next.is_none() {
            return self.handle_at_board(Input::Key(key), context);
        }
        // While the keyboard is handed over, a key that runs nothing only dismisses a reveal. The
        // page says which key goes on, so no notice repeats it.
        let was_shown = self.table.hand_over_page().is_some();
        let is_answered = self.table.dismiss(&context.background) || was_shown;
        if is_answered { Transition::Redraw } else { Transition::None }
    }

    fn on_wheel(&mut self, rows: isize) -> Transition {
        if self.table.at_keyboard().next.is_some() {
            return Transition::None;
        }
        match self
            .with_scene(|board, scene| board.handle(Input::Wheel { is_down: rows > 0 }, scene))
        {
            Reply::Changed => Transition::Redraw,
            _ => Transition::None,
        }
    }

    fn on_show(&mut self, context: &ScreenContext) {
        self.table.notation = context.notation();
        self.table.naming = context.naming();
        self.table.game.skip_clock();
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        if !context.is_on_top {
            self.table.game.skip_clock();
        }
        let is_changed = self.table.advance(&context.background);
        if let Some(transition) = self.finish_saving(context) {
            return transition;
        }
        self.open_due_result(context)
            .or_else(|| self.ask_about_program())
            .or_else(|| self.ask_for_seat(context))
            .or_else(|| self.ask_about_undo(context))
            .or_else(|| self.table.hint.take_failure().map(Transition::Alert))
            .or_else(|| self.poll_shared(context))
            .unwrap_or(if is_changed { Transition::Redraw } else { Transition::None })
    }

    fn next_tick(&self) -> Option<Instant> {
        self.table.next_tick()
    }

    fn on_tick(&mut self, context: &ScreenContext) -> Transition {
        // Frames of an animation are drawn even if the game doesn't change.
        self.table.advance(&context.background);
        self.open_due_result(context).unwrap_or(Transition::Redraw)
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(G::FACTS.rules)
    }

    fn help_begins_with_page(&self) -> bool {
        self.table.experience.is_first_game()
    }

    fn unsaved_warning(&self) -> Option<String> {
        if self.table.game.shared.is_some() {
            return self.shared_in_play().map(SharedTable::leaving_note);
        }
        let (title, save) = (G::FACTS.title, keys::key_name(&Command::Save));
        self.table.is_unsaved().then(|| {
            format!(
                "Your game of {title} is still on the table. {UNSAVED} \
                 (Press {save} there to save it.)"
            )
        })
    }

    fn resume_hint(&self) -> Option<String> {
        let title = G::FACTS.title;
        if let Some(shared) = self.shared_in_play() {
            return Some(format!(
                "Your game of {title} waits: `{}` leads back to it.",
                shared.invitation()
            ));
        }
        let is_saved = self.table.is_resumable();
        is_saved.then(|| format!("Your game of {title} is saved: `fourcade` continues it."))
    }

    fn status(&self) -> Option<TableStatus> {
        Some(panel::table_status(&self.table))
    }

    fn interruption(&self) -> Option<Interruption> {
        let next = self.table.at_keyboard().next.filter(|_| !self.table.is_lingering());
        next.map(Interruption::HandOver)
    }

    fn works_unread(&self, key: Key) -> bool {
        let offers = self.offers();
        let undo = offers.iter().find(|offer| offer.command == Command::Undo);
        let is_undo = undo.is_some_and(|undo| undo.is_available() && undo.keys.contains(&key));
        is_undo && self.table.hand_over_page().is_some()
    }

    fn on_suspend(&mut self) {
        if self.table.game.clock_refusal().is_none() {
            self.table.set_clocks_stopped(true);
        }
    }

    fn takes_text(&self) -> bool {
        self.view_scene(Controller::takes_text)
    }

    fn typed_characters(&self) -> fn(char) -> bool {
        if self.takes_text() { |it| Key::char(it).is_word_character() } else { |_| false }
    }

    fn min_size(&self) -> Size {
        G::MIN_SIZE
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.table.playback.set_drawn(&self.table.game, Instant::now());
        self.table.eval_bar.set_room(WindowClass::of(area) == WindowClass::Large);
        self.table.update_eval_bar();
        if let Some(next) = self.table.hand_over_page() {
            return panel::draw_hand_over(&self.table, next, area, buffer, look, areas);
        }
        let card = self.card.upgrade();
        panel::draw_table(
            &self.table,
            &mut self.board.controller,
            card.as_deref(),
            area,
            buffer,
            look,
            areas,
        );
    }
}

pub fn open_table<G: GameView>(session: Session<G>, start: Start) -> ScreenFactory {
    Box::new(move |context| {
        let mut table =
            TableScreen::new(session, start, &context.home.settings).saved_to(&context.store);
        table.begin(&context.background);
        Box::new(table)
    })
}

/// Dropping the screen leaves the table.
pub fn open_shared_table(
    stored: &StoredTable,
    link: &Link,
    join_as: JoinAs,
    context: &ScreenContext,
) -> Result<Box<dyn Screen>, String> {
    let kind: GameKind = stored.game.parse().map_err(|_| {
        let game = printable(&stored.game);
        format!("this version of fourcade doesn't know the game {game:?}; update it")
    })?;
    with_game!(kind, G => {
        Ok(Box::new(TableScreen::<G>::at_shared_table(stored, link, join_as, context)?))
    })
}
