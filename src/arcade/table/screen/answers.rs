//! What the answers to a table's dialogs do.

use super::TableScreen;
use crate::{
    arcade::{
        saving::replace_answer,
        screen::{Context, DialogAnswer, Transition},
        table::{
            commands::Command,
            dialogs::{self, TableDialog},
        },
    },
    games::ArcadeGame,
};
use fourcade_engine::play::Seat;

impl<G: ArcadeGame> TableScreen<G> {
    /// Does what the answer to the open dialog says.
    pub(super) fn take_answer(&mut self, answer: DialogAnswer, context: &Context) -> Transition {
        use DialogAnswer::{Choice, Program, Text};
        let waker = context.waker;
        if let Some(is_replaced) = replace_answer(&answer) {
            return match self.replace.take().filter(|_| is_replaced) {
                Some((path, then)) => self.save(path, true, then, context),
                None => Transition::Redraw,
            };
        }
        match (self.dialog.take(), answer) {
            (Some(TableDialog::Save(then)), Text(name)) => {
                self.save(name.into(), false, then, context)
            }
            (Some(TableDialog::Resign), Choice(0)) => {
                self.resign(self.table.game.resigning_seat(), waker)
            }
            (Some(TableDialog::Practice), Choice(0)) => {
                self.table.undo(waker);
                Transition::Redraw
            }
            (Some(TableDialog::Players), Choice(choice)) if choice <= G::SEAT_NAMES.len() => {
                let person = choice.checked_sub(1).map(Seat::new);
                self.table.play_on(person, &context.home.settings, waker);
                Transition::Redraw
            }
            (Some(TableDialog::LeaveShared), Choice(0)) => self.leave_shared(),
            (Some(TableDialog::TakeSeat), Choice(0)) => {
                self.run_table_command(Command::TakeSeat, context)
            }
            (Some(TableDialog::Result), answer) => self.answer_result(&answer, context),
            (Some(TableDialog::Turn), Text(text)) => self.go_to_turn(&text),
            (_, Program { request, is_allowed }) => {
                self.table.computers.answer_request(*request, is_allowed, waker);
                Transition::Redraw
            }
            (Some(TableDialog::Loss(command)), Choice(0)) => {
                self.table.file.mark_saved(&self.table.game);
                self.run_table_command(command, context)
            }
            (Some(TableDialog::NewGame(command)), Choice(0)) => {
                self.new_game(command == Command::Swap, waker);
                Transition::Notify(dialogs::LEFT_SAVED.to_owned())
            }
            (Some(TableDialog::Loss(command)), Choice(1)) => {
                self.ask_file_name(Some(command), context)
            }
            _ => Transition::Redraw,
        }
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
}
