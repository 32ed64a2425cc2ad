//! Who may add what to a table's log.

use super::{Occupant, Replica};
use crate::database::shared_tables::{ClientId, Entry, TableCode, client::check_name};
use fourcade_engine::play::{ActionError, Game, Seat};

impl<G: Game> Replica<G> {
    /// Checks whether a client may add an entry now. The rules of the game are checked for a
    /// choice, too.
    ///
    /// # Errors
    /// Returns an error with the reason.
    pub fn check(&self, client: &ClientId, entry: &Entry) -> Result<(), ActionError> {
        let refuse = |reason: &'static str| Err(ActionError::new(reason));
        if let Some(seat) = entry_seat(entry)
            && !self.seats().any(|own| own == seat)
        {
            return refuse("there is no such seat");
        }
        let holds = |seat: Seat| self.seats_of(client).contains(seat);
        match entry {
            Entry::Sit { name, .. } if check_name(name).as_ref() != Ok(name) => {
                refuse("this name can't be used")
            }
            Entry::Sit { seat, name } => match self.occupant(*seat) {
                Occupant::Open => Ok(()),
                Occupant::Person { name: owner, .. } if owner == name => Ok(()),
                _ => refuse("somebody else has this seat"),
            },
            Entry::Leave { seat } if !holds(*seat) => refuse("this isn't your seat"),
            Entry::Choose { seat, step, action } => {
                if !self.has_begun() {
                    return refuse("the game begins when all seats are taken");
                }
                if *step != self.step || !self.awaited().contains(*seat) {
                    return refuse("it is not your turn");
                }
                if self.decider(*seat) != Some(client) {
                    return refuse("this isn't your seat");
                }
                self.session.game().check(*seat, action.parse()?)
            }
            Entry::Resign { seat } => {
                if !self.has_begun() || self.is_over() {
                    return refuse("there is no game to resign");
                }
                if !holds(*seat) || self.session.resigned().contains(*seat) {
                    return refuse("this isn't your seat");
                }
                Ok(())
            }
            Entry::AskUndo { seat, lines } => {
                if !holds(*seat) {
                    return refuse("this isn't your seat");
                }
                if self.undo.is_some() {
                    return refuse("somebody has already asked to take back moves");
                }
                if *lines >= self.session.lines().len() || self.is_over() {
                    return refuse("there is nothing to take back");
                }
                Ok(())
            }
            Entry::AnswerUndo { seat, .. } => match self.undo {
                Some(question)
                    if holds(*seat) && self.undo_voters(question.seat).contains(*seat) =>
                {
                    Ok(())
                }
                _ => refuse("nobody has asked to take back moves"),
            },
            Entry::StandIn { seat } => {
                let is_person =
                    matches!(self.occupant(*seat), Occupant::Person { has_stand_in: false, .. });
                let has_resigned = self.session.resigned().contains(*seat);
                let is_away = is_person && !has_resigned && !holds(*seat);
                if !self.has_begun() || self.is_over() || self.seats_of(client).is_empty() {
                    refuse("only a player can hand over a seat")
                } else if is_away {
                    Ok(())
                } else {
                    refuse("a computer plays for this seat already")
                }
            }
            Entry::Host if self.seats_of(client).is_empty() => refuse("only a player can do this"),
            Entry::Host if self.host == *client => refuse("this arcade runs the computers already"),
            Entry::Rematch { .. } if self.seats_of(client).is_empty() => {
                refuse("only a player can do this")
            }
            Entry::Rematch { .. } if !self.is_over() => refuse("the game isn't over yet"),
            Entry::Rematch { .. } if self.rematch.is_some() => {
                refuse("there is a table for the next game already")
            }
            Entry::Rematch { code } if code.parse::<TableCode>().is_err() => {
                refuse("this is not a table's code")
            }
            Entry::Leave { .. } | Entry::Host | Entry::Rematch { .. } => Ok(()),
        }
    }
}

/// The seat that an entry is about.
fn entry_seat(entry: &Entry) -> Option<Seat> {
    match *entry {
        Entry::Sit { seat, .. }
        | Entry::Leave { seat }
        | Entry::Choose { seat, .. }
        | Entry::Resign { seat }
        | Entry::AskUndo { seat, .. }
        | Entry::AnswerUndo { seat, .. }
        | Entry::StandIn { seat } => Some(seat),
        Entry::Host | Entry::Rematch { .. } => None,
    }
}
