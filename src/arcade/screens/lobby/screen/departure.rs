//! On the way from the lobby to a table.

use super::LobbyScreen;
use crate::{
    arcade::{
        screen::{Context, Transition},
        screens::{
            lobby::{
                listing::Section,
                opening::{cannot_open, refusal},
                trouble::explain,
            },
            new_table::{self, TableChoices},
        },
        table::{JoinAs, open_shared_table},
    },
    database::shared_tables::{
        PendingAnswer, TableCode,
        store::{self, StoredTable},
    },
};

/// A table to which the person is on the way.
pub(super) struct Departure {
    code: TableCode,
    arrival: JoinAs,
    reply: PendingAnswer<StoredTable>,
}

impl LobbyScreen {
    /// Sets off to a table: asks whether it is still there.
    pub(super) fn depart(&mut self, code: TableCode, arrival: JoinAs) -> Transition {
        let Some(visit) = &self.visit else { return Transition::None };
        let asked = code.clone();
        let reply = visit.link().ask(move |connection| store::table(connection, &asked));
        self.departure = Some(Departure { code, arrival, reply });
        Transition::None
    }

    /// Goes to the selected table.
    pub(super) fn choose(&mut self) -> Transition {
        let Some(table) = self.selected_table() else { return Transition::None };
        let arrival =
            if table.section == Section::Running { JoinAs::Watcher } else { JoinAs::Player };
        self.depart(table.stored.code.clone(), arrival)
    }

    /// Opens the page of a new table with these choices.
    pub(super) fn open_new_table(&mut self, choices: TableChoices) -> Transition {
        let Some(visit) = &mut self.visit else { return Transition::None };
        visit.follow(false);
        self.is_seen = false;
        Transition::Open(new_table::open(visit.link().clone(), choices))
    }

    /// Opens the screen of the table once the database has answered.
    pub(super) fn arrive(&mut self, context: &Context) -> Option<Transition> {
        let answer = self.departure.as_ref()?.reply.take()?;
        let Departure { code, arrival, .. } = self.departure.take()?;
        let (visit, location) = (self.visit.as_mut()?, self.location.as_ref()?);
        let table = match answer {
            Ok(table) => table,
            Err(error) => return Some(Transition::Alert(explain(&error, location))),
        };
        if let Some(reason) = refusal(&table) {
            return Some(Transition::Alert(reason));
        }
        Some(match open_shared_table(&table, visit.link(), arrival, context) {
            Ok(screen) => {
                visit.follow(false);
                (self.is_seen, self.selected) = (false, Some(code));
                Transition::Open(screen)
            }
            Err(error) => Transition::Open(cannot_open(&code, &error)),
        })
    }
}
