//! The commands that only a shared table has, and those that it lacks.

use std::borrow::Cow;

use super::table_share::TableShare;
use crate::{
    arcade::table::{
        commands::{Command, KEYS},
        state::Table,
    },
    database::shared_tables::{Entry, Occupant},
    games::ArcadeGame,
    widgets::keys::key_name,
};
use fourcade_engine::play::Seat;

/// Whether a command is available at a shared table.
pub enum Availability {
    /// As at any other table.
    AsUsual,
    /// It is available.
    Available,
    /// It is not available, for this reason.
    Refused(Cow<'static, str>),
}

/// Why the pace, hints and evaluations are not available.
const NOT_SHARED: &str = "not available in a game with others";
/// Why a watcher can't do what players can.
const WATCHING: &str = "you are watching";
/// Why the game can't be changed before it has begun.
const NOT_BEGUN: &str = "the game begins when all seats are taken";

/// Returns whether a command is available at this table, as far as sharing decides that.
pub fn availability<G: ArcadeGame>(table: &Table<G>, command: Command) -> Availability {
    let is_for_shared = matches!(
        command,
        Command::CopyInvitation
            | Command::Agree
            | Command::Decline
            | Command::StandIn
            | Command::TakeSeat
    );
    match &table.shared {
        None if is_for_shared => Availability::Refused("only at a table shared with others".into()),
        None => Availability::AsUsual,
        Some(shared) => shared_availability(table, shared, command),
    }
}

fn shared_availability<G: ArcadeGame>(
    table: &Table<G>,
    shared: &TableShare<G>,
    command: Command,
) -> Availability {
    let is_over = table.game.is_over();
    let available_if = |condition: bool, reason: &'static str| {
        if condition { Availability::Available } else { Availability::Refused(reason.into()) }
    };
    match command {
        Command::Pause
        | Command::Step
        | Command::Previous
        | Command::Faster
        | Command::Slower
        | Command::StartNext
        | Command::Redo
        | Command::EndDecided => Availability::Refused(NOT_SHARED.into()),
        Command::Hint if !is_over => Availability::Refused("no hints in a game with others".into()),
        Command::Evaluate if !is_over => {
            Availability::Refused("no evaluation in a game with others".into())
        }
        // The record holds what is hidden.
        Command::Save if !is_over => {
            Availability::Refused("you can save the game when it is over".into())
        }
        Command::Again if is_over => {
            let rematch = key_name(&KEYS, Command::Swap);
            Availability::Refused(format!("press {rematch} for a rematch").into())
        }
        Command::Again => {
            Availability::Refused("leave this table first, then start a new game".into())
        }
        Command::Swap if !is_over => Availability::Refused("a rematch comes after the game".into()),
        Command::Swap if shared.rematch.is_busy() => {
            Availability::Refused("the table for the rematch is on its way".into())
        }
        Command::Swap => {
            let is_open = shared.client.replica().rematch().is_some();
            available_if(is_open || !shared.own().is_empty(), WATCHING)
        }
        Command::Undo => {
            shared.undo_entry(table).map_or_else(Availability::Refused, |_| Availability::Available)
        }
        Command::Resign if shared.is_open() => Availability::Refused(NOT_BEGUN.into()),
        Command::CopyInvitation => available_if(shared.is_open(), "all seats are taken"),
        Command::Agree | Command::Decline => {
            available_if(shared.asked_seat().is_some(), "nobody asks you to take back a move")
        }
        Command::StandIn => available_if(
            shared.seat_to_hand_over(&table.game).is_some(),
            "nobody has been away for long enough",
        ),
        Command::TakeSeat => {
            available_if(shared.seat_elsewhere().is_some(), "you have no seat at another terminal")
        }
        _ => Availability::AsUsual,
    }
}

impl<G: ArcadeGame> TableShare<G> {
    /// The seat of this terminal's person who is asked whether moves may be taken back.
    pub fn asked_seat(&self) -> Option<Seat> {
        let replica = self.client.replica();
        // An answer may be on its way.
        let question = replica.undo_question().filter(|_| !self.client.is_sending())?;
        let voters = replica.undo_voters(question.seat);
        let is_asked = |&seat: &Seat| voters.contains(seat) && !question.agreed.contains(seat);
        self.own().iter().find(is_asked)
    }

    /// Returns the question whether the last move of this terminal's person may be taken back.
    ///
    /// # Errors
    /// Returns the reason if nothing can be asked now.
    pub(super) fn undo_entry(&self, table: &Table<G>) -> Result<Entry, Cow<'static, str>> {
        let (own, replica) = (self.own(), self.client.replica());
        let Some(seat) = own.iter().find(|&seat| table.game.is_person(seat)) else {
            return Err(WATCHING.into());
        };
        if !replica.has_begun() {
            return Err(NOT_BEGUN.into());
        }
        if let Some(question) = replica.undo_question() {
            let others = replica.undo_voters(question.seat);
            let names = self.names(if own.contains(question.seat) { others } else { own });
            return Err(format!("{names} must answer first").into());
        }
        if !table.game.waiting().is_empty() || self.client.is_sending() {
            return Err("you have chosen: wait for the others".into());
        }
        let target = table.game.session().last_choice_of(own).filter(|_| !table.game.is_over());
        let lines = target.ok_or("there is no move to take back")?;
        Ok(Entry::AskUndo { seat, lines })
    }

    /// Lets a computer play for a person who is away.
    pub(super) fn hand_over(&mut self, seat: Seat) -> Option<String> {
        let Occupant::Person { name, .. } = &self.client.replica().occupants()[seat.index()] else {
            return None;
        };
        let name = name.clone();
        match self.add(Entry::StandIn { seat }) {
            Ok(()) => Some(format!("a computer plays for {name} until they are back")),
            Err(error) => Some(error.to_string()),
        }
    }
}
