//! The table's screen: its commands, the events that it handles, and the answers to its dialogs.

mod answers;
mod saving;

use std::{path::PathBuf, time::Instant};

use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
};

use super::{
    commands::{Command, KEYS, TableScreenCommand},
    dialogs::{self, LOSS, TableDialog},
    panel,
    refusals::{self, GameCommand},
    state::Table,
    status,
};
use crate::{
    arcade::{
        Start,
        message::Waker,
        screen::{Commands, Context, DialogAnswer, Screen, TableStatus, Transition},
        screens::{lesson, review::ReviewScreen},
    },
    database::{LoadedGame, Store},
    games::{ArcadeGame, Controller, Reply, Scene},
    settings::Settings,
    widgets::{ClickAreas, Key, Look, Offer, keys::key_name},
};
use fourcade_engine::play::{ActionError, Seat, Session};

/// The screen on which a game is played, watched or replayed.
pub struct TableScreen<G: ArcadeGame> {
    /// Everything but the dialogs.
    pub table: Table<G>,
    /// What the open dialog is about.
    pub dialog: Option<TableDialog>,
    /// The file that may be replaced, and the command to run afterwards.
    replace: Option<(PathBuf, Option<Command>)>,
}

impl<G: ArcadeGame> TableScreen<G> {
    /// A table at which this session continues or is replayed, with the pace, motion and names of
    /// the settings. The session must be at its end.
    pub fn new(session: Session<G>, start: Start, settings: &Settings) -> Self {
        Self { table: Table::new(session, start, settings), dialog: None, replace: None }
    }

    /// Saves this and the following games to `store`.
    pub fn saved_to(mut self, store: &Store) -> Self {
        self.table.save_to(store);
        self
    }

    /// Continues a game that was loaded from `store`.
    pub fn resumed(mut self, store: &Store, loaded: &LoadedGame) -> Self {
        self.table.resume(store, loaded);
        self
    }

    /// Starts the next game by itself whenever one is over.
    pub fn starting_next(mut self) -> Self {
        self.table.playback.set_starts_next(true);
        self
    }

    /// Begins to play. What the last step of a loaded game revealed is not shown again.
    pub fn begin(&mut self, waker: &Waker) {
        self.table.autosave.look_up_experience(G::KEY, waker);
        self.table.dismiss(waker);
        self.table.hurry(waker);
        self.table.advance(waker);
    }

    /// Runs a command that every game's table has.
    pub fn run_table_command(&mut self, command: Command, context: &Context) -> Transition {
        let waker = context.waker;
        let lingered = self.table.dismiss(waker);
        if let Some(transition) = self.run_shared(command, context) {
            return transition;
        }
        let table = &mut self.table;
        match command {
            // The key may only have been meant to end the lingering.
            Command::TakeKeyboard if lingered => {}
            Command::TakeKeyboard => table.take_keyboard(),
            Command::Pause => table.toggle_pause(waker),
            Command::Step => table.single_step(waker),
            Command::Faster => table.playback.change_speed(true),
            Command::Slower => table.playback.change_speed(false),
            Command::StartNext => return self.toggle_start_next(),
            Command::Undo if table.undo_reveals() && !table.game.session().is_practice() => {
                return self.open_dialog(TableDialog::Practice, dialogs::practice());
            }
            Command::Undo | Command::Previous => table.undo(waker),
            Command::Redo => table.redo(waker),
            Command::Hint => {
                return table
                    .ask_hint(waker)
                    .map_or_else(Transition::Alert, |()| Transition::Redraw);
            }
            Command::Evaluate => table.toggle_eval_bar(waker),
            Command::Resign => {
                let question = dialogs::resign(&table.game);
                return self.open_dialog(TableDialog::Resign, question);
            }
            Command::EndDecided => return self.resign(self.table.game.losing_seat(), waker),
            Command::PlayOn => {
                let question = dialogs::players(table);
                return self.open_dialog(TableDialog::Players, question);
            }
            Command::Jump => {
                let input = dialogs::turn::<G>(self.recorded_turns());
                return self.open_dialog(TableDialog::Turn, input);
            }
            Command::Result => return self.open_result(context),
            Command::Replay => return self.open_replay(context),
            Command::Review => return self.open_review(context),
            Command::First => table.seek(|game| game.go_to(0)),
            Command::Last => table.seek(|game| game.go_to(usize::MAX)),
            Command::Again | Command::Swap | Command::Leave if self.table.is_unsaved() => {
                let question = dialogs::loss(command, !context.home.is_guest());
                return self.open_dialog(TableDialog::Loss(command), question);
            }
            Command::Again | Command::Swap if dialogs::is_resumable(&self.table) => {
                return self.open_dialog(TableDialog::NewGame(command), dialogs::new_game());
            }
            Command::Again | Command::Swap => self.new_game(command == Command::Swap, waker),
            Command::Leave => return Transition::Close,
            // These are for shared tables.
            Command::CopyInvitation
            | Command::Agree
            | Command::Decline
            | Command::StandIn
            | Command::TakeSeat => return Transition::None,
            Command::Learn => return Transition::Open(lesson::open_typed::<G>(context)),
            Command::Save => return self.ask_file_name(None, context),
        }
        Transition::Redraw
    }

    fn toggle_start_next(&mut self) -> Transition {
        let starts_next = !self.table.playback.starts_next();
        self.table.playback.set_starts_next(starts_next);
        let next = "The next game will start automatically.";
        let none = "The next game won't start automatically.";
        Transition::Notify(if starts_next { next } else { none }.to_owned())
    }

    fn new_game(&mut self, swap_seats: bool, waker: &Waker) {
        self.table.new_game(swap_seats);
        self.table.autosave.look_up_experience(G::KEY, waker);
        self.table.advance(waker);
    }

    /// Opens another table on which the game is replayed.
    fn open_replay(&self, context: &Context) -> Transition {
        let session = self.table.game.session().clone();
        let mut replay = Self::new(session, Start::Replay, &context.home.settings);
        if self.table.shared.is_some() {
            replay.table.series = self.table.series.clone();
        }
        Transition::Open(Box::new(replay.saved_to(context.store)))
    }

    /// Opens the review of the game or, in a replay, of the whole recorded game.
    fn open_review(&self, context: &Context) -> Transition {
        let session = self.table.game.session();
        let seats = session.game().seats();
        let names = seats.iter().map(|seat| self.table.player_name(seat)).collect();
        Transition::Open(Box::new(ReviewScreen::new(session, names, context)))
    }

    /// The number of turns in the replayed game; 0 if this is not a replay.
    fn recorded_turns(&self) -> u32 {
        self.table.game.replaying().map_or(0, |replay| replay.turns)
    }

    pub fn open_dialog(
        &mut self,
        dialog: TableDialog,
        screen: impl Screen + 'static,
    ) -> Transition {
        self.dialog = Some(dialog);
        Transition::Open(Box::new(screen))
    }

    /// Lets the game's controls handle a command, a key or a click. While something lingers, a
    /// choice or a key without meaning only ends the lingering, so that no choice is made by
    /// accident.
    fn control(
        &mut self,
        context: &Context,
        act: impl FnOnce(&mut G::Controller, &Scene<G>) -> Reply<G::Action>,
    ) -> Transition {
        self.table.hurry(context.waker);
        let reply = self.table.with_scene(act);
        let lingered = self.table.dismiss(context.waker);
        match reply {
            Reply::Act(..) | Reply::Ignored if lingered => Transition::Redraw,
            Reply::Ignored => Transition::None,
            Reply::Changed => Transition::Redraw,
            Reply::Refused(reason) => Transition::Notify(reason.into_owned()),
            Reply::Retract(seat) => {
                self.table.retract(seat);
                Transition::Redraw
            }
            Reply::Act(seat, action) => {
                redraw_or_notify(self.table.act(seat, action, context.waker))
            }
        }
    }

    /// Like [`Self::control`], for keys and clicks that are not commands. While the keyboard is
    /// being handed over, they only end lingering.
    fn control_unless_covered(
        &mut self,
        context: &Context,
        act: impl FnOnce(&mut G::Controller, &Scene<G>) -> Reply<G::Action>,
    ) -> Transition {
        if self.table.access().next.is_none() {
            return self.control(context, act);
        }
        if self.table.dismiss(context.waker) { Transition::Redraw } else { Transition::None }
    }

    /// Resigns for a seat, or reports why nobody can resign.
    fn resign(&mut self, seat: Result<Seat, ActionError>, waker: &Waker) -> Transition {
        if let Some(shared) = &mut self.table.shared {
            return redraw_or_notify(seat.and_then(|seat| shared.resign(seat)));
        }
        redraw_or_notify(seat.and_then(|seat| self.table.resign(seat, waker)))
    }
}

/// Redraws the table, or reports why nothing happened.
fn redraw_or_notify(result: Result<(), ActionError>) -> Transition {
    match result {
        Ok(()) => Transition::Redraw,
        Err(error) => Transition::Notify(error.to_string()),
    }
}

impl<G: ArcadeGame> Commands for TableScreen<G> {
    type Command = TableScreenCommand<GameCommand<G>>;

    fn offers(&self) -> Vec<Offer<Self::Command>> {
        refusals::offers(&self.table)
    }

    fn run(&mut self, command: Self::Command, context: &Context) -> Transition {
        match command {
            TableScreenCommand::Game(command) => {
                self.control(context, |controls, scene| controls.run(command, scene))
            }
            TableScreenCommand::Table(command) => self.run_table_command(command, context),
        }
    }

    fn needs_host(&self, command: Self::Command) -> bool {
        command == TableScreenCommand::Table(Command::Save)
    }
}

impl<G: ArcadeGame> Screen for TableScreen<G> {
    fn on_key(&mut self, key: Key, context: &Context) -> Transition {
        if self.is_result_wanted(key) {
            return self.open_result(context);
        }
        self.control_unless_covered(context, |controls, scene| controls.on_key(key, scene))
    }

    fn on_click(&mut self, item: usize, context: &Context) -> Transition {
        self.control_unless_covered(context, |controls, scene| controls.on_click(item, scene))
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        if self.table.access().next.is_some() {
            return Transition::None;
        }
        match self.table.with_scene(|controls, scene| controls.on_wheel(down, scene)) {
            Reply::Changed => Transition::Redraw,
            _ => Transition::None,
        }
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        let is_changed = self.table.advance(context.waker);
        if let Some(transition) = self.finish_saving(context) {
            return transition;
        }
        let changed = if is_changed { Transition::Redraw } else { Transition::None };
        let result = self.open_due_result(context);
        let question = result.or_else(|| self.table.computers.take_question());
        let question = question.or_else(|| self.ask_for_seat());
        let failure = || self.table.hint.take_failure().map(Transition::Alert);
        let other = question.or_else(failure);
        other.or_else(|| self.hear_shared(context)).unwrap_or(changed)
    }

    fn next_tick(&self) -> Option<Instant> {
        self.table.next_tick()
    }

    fn on_tick(&mut self, context: &Context) -> Transition {
        // A frame of an animation is drawn even if the game doesn't change.
        self.table.advance(context.waker);
        self.open_due_result(context).unwrap_or(Transition::Redraw)
    }

    fn on_answer(&mut self, answer: DialogAnswer, context: &Context) -> Transition {
        self.take_answer(answer, context)
    }

    fn help_page(&self) -> Option<&'static str> {
        Some(G::RULES)
    }

    fn help_begins_with_page(&self) -> bool {
        self.table.autosave.experience.is_first_game()
    }

    fn unsaved_warning(&self) -> Option<String> {
        if let Some(shared) = &self.table.shared {
            let is_playing = !shared.own().is_empty() && !self.table.game.is_over();
            return is_playing.then(|| shared.farewell());
        }
        let (title, save) = (G::TITLE, key_name(&KEYS, Command::Save));
        self.table.is_unsaved().then(|| {
            format!(
                "Your game of {title} is still on the table. {LOSS} \
                 (Press {save} there to save it.)"
            )
        })
    }

    fn status(&self) -> Option<TableStatus> {
        Some(status::describe(&self.table))
    }

    fn takes_text(&self) -> bool {
        self.table.view_scene(Controller::takes_text)
    }

    fn min_size(&self) -> Size {
        G::MIN_SIZE
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.table.playback.note_drawn(&self.table.game, Instant::now());
        self.table.update_eval_bar();
        panel::draw_table(&mut self.table, area, buffer, look, areas);
    }
}
