//! The names of the people at a shared table, and where they are.

use super::table_share::TableShare;
use crate::{
    database::shared_tables::{Occupant, Whereabouts},
    games::{ArcadeGame, YOU},
};
use fourcade_engine::play::{Seat, Seats};

/// What stands in the place of a name where nobody sits.
const OPEN: &str = "open";

impl<G: ArcadeGame> TableShare<G> {
    /// The name of the person on a seat: `you`, or the name with which they came. Empty for a
    /// computer player; "open" for a seat that nobody has.
    pub fn person_name(&self, seat: Seat) -> String {
        match &self.client.replica().occupants()[seat.index()] {
            Occupant::Open => OPEN.to_owned(),
            Occupant::Computer(_) => String::new(),
            Occupant::Person { .. } if self.own().contains(seat) => YOU.to_owned(),
            Occupant::Person { name, .. } => name.clone(),
        }
    }

    /// Whether the person on a seat is away, or a computer plays for them, in a word for the panel.
    pub fn remark(&self, seat: Seat) -> Option<&'static str> {
        let occupant = &self.client.replica().occupants()[seat.index()];
        if matches!(occupant, Occupant::Person { has_stand_in: true, .. }) {
            return Some("computer");
        }
        if self.client.replica().is_over() {
            return None;
        }
        match self.client.whereabouts(seat)? {
            Whereabouts::Here => None,
            Whereabouts::Away(_) => Some("away"),
            Whereabouts::Gone => Some("left"),
        }
    }

    /// The names of the people on these seats, such as `bob and carl`.
    pub fn names(&self, seats: Seats) -> String {
        join(&seats.iter().map(|seat| self.person_name(seat)).collect::<Vec<_>>())
    }

    /// Says that the game waits, and how to come back.
    pub fn farewell(&self) -> String {
        let invitation = self.invitation();
        let is_other = |name: &String| !["", YOU, OPEN].contains(&name.as_str());
        let seats = self.client.replica().session().game().seats();
        let has_others =
            seats.iter().map(|seat| self.person_name(seat)).any(|name| is_other(&name));
        if self.is_open() && !has_others {
            return "Nobody has joined yet. The table closes when you leave.".to_owned();
        }
        if self.is_open() {
            return format!("Your seat opens again. Come back with {invitation}.");
        }
        format!(
            "The game waits for you. Come back with {invitation}, or with \"Play with others\" in \
             the menu. After a while the others may let a computer play for you."
        )
    }

    /// The names of the people who watch, without this terminal's.
    pub fn other_watchers(&self) -> Vec<String> {
        let mut names = self.client.watchers();
        if self.own().is_empty() {
            let name = &self.client.link().client().name;
            if let Some(at) = names.iter().position(|other| other == name) {
                names.remove(at);
            }
        }
        names
    }
}

/// Joins names as in `ada`, `ada and bob` or `ada, bob and carl`.
pub fn join(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_joined_as_in_a_sentence() {
        for (names, expected) in [
            (&[][..], ""),
            (&["ada"], "ada"),
            (&["ada", "bob"], "ada and bob"),
            (&["ada", "bob", "carl"], "ada, bob and carl"),
        ] {
            let names: Vec<_> = names.iter().map(ToString::to_string).collect();
            assert_eq!(join(&names), expected);
        }
    }
}
