//! How the table's screen opens a shared table and runs its commands.

use super::{arrival::Arrival, table_share::TableShare};
use crate::{
    arcade::{
        Start,
        screen::{Context, Transition},
        table::{
            commands::Command,
            dialogs::{self, TableDialog},
            screen::TableScreen,
            state::Table,
        },
    },
    database::shared_tables::{Entry, Link, store::StoredTable},
    games::ArcadeGame,
};
use fourcade_engine::play::ActionError;

impl<G: ArcadeGame> TableScreen<G> {
    /// A table that is shared with other terminals.
    ///
    /// # Errors
    /// Returns a message if the record of the table can't be used.
    pub fn shared(
        stored: &StoredTable,
        link: &Link,
        arrival: Arrival,
        context: &Context,
    ) -> Result<Self, String> {
        let shared = TableShare::follow(link, stored, arrival)?;
        let session = shared.client.replica().session().clone();
        let mut screen = Self::new(session, Start::Playing(None), &context.home.settings);
        screen.table.share(shared, context);
        screen.begin(context.waker);
        Ok(screen)
    }

    /// Runs a command that a shared table handles in its own way; `None` if this is not one, or the
    /// table is not shared.
    pub fn run_shared(&mut self, command: Command, context: &Context) -> Option<Transition> {
        let table = &mut self.table;
        let shared = table.shared.as_mut()?;
        match command {
            Command::CopyInvitation => {
                shared.has_copied = true;
                Some(Transition::Copy(shared.invitation()))
            }
            Command::Agree | Command::Decline => {
                let seat = shared.asked_seat()?;
                let agrees = command == Command::Agree;
                Some(report(shared.add(Entry::AnswerUndo { seat, agrees })))
            }
            Command::StandIn => {
                let seat = shared.seat_to_hand_over(&table.game)?;
                shared.hand_over(seat).map(Transition::Notify)
            }
            Command::TakeSeat => {
                let seat = shared.seat_elsewhere()?;
                shared.sit(seat);
                Some(Transition::Redraw)
            }
            Command::Leave if !shared.own().is_empty() && !table.game.is_over() => {
                let question = dialogs::leave_shared(shared);
                Some(self.open_dialog(TableDialog::LeaveShared, question))
            }
            Command::Swap => Some(self.play_rematch(context)),
            Command::Undo => {
                let entry = self.table.shared.as_ref()?.undo_entry(&self.table);
                let shared = self.table.shared.as_mut()?;
                Some(match entry {
                    Ok(entry) => report(shared.add(entry)),
                    Err(reason) => Transition::Notify(reason.into_owned()),
                })
            }
            _ => None,
        }
    }

    /// Asks once whether the person's game moves here from another terminal.
    pub fn ask_for_seat(&mut self) -> Option<Transition> {
        let shared = self.table.shared.as_mut()?;
        if self.dialog.is_some() || !std::mem::take(&mut shared.asks_for_seat) {
            return None;
        }
        Some(self.open_dialog(TableDialog::TakeSeat, dialogs::take_seat()))
    }

    /// Leaves a shared table; the game waits.
    pub fn leave_shared(&mut self) -> Transition {
        if let Some(shared) = &mut self.table.shared {
            for seat in shared.own().iter() {
                // Otherwise the others see it by the silence.
                let _ = shared.add(Entry::Leave { seat });
            }
        }
        Transition::Close
    }

    /// Handles what has happened at a shared table since the last call.
    pub fn hear_shared(&mut self, context: &Context) -> Option<Transition> {
        if let Some(transition) = self.follow_rematch(context) {
            return Some(transition);
        }
        let shared = self.table.shared.as_mut()?;
        shared.take_news().map(Transition::Notify)
    }
}

/// Redraws the table, or reports why nothing happened.
fn report(result: Result<(), ActionError>) -> Transition {
    result.map_or_else(|error| Transition::Notify(error.to_string()), |()| Transition::Redraw)
}

impl<G: ArcadeGame> Table<G> {
    /// Shares this table. The game is saved to the person's own games when it is over.
    pub fn share(&mut self, shared: TableShare<G>, context: &Context) {
        self.autosave.set_shared(context.store, shared.series_id, &self.game, &self.series);
        self.shared = Some(shared);
    }
}
