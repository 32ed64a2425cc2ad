//! Who is called what on the result card.

use crate::{
    app::table::{Table, opponent},
    games::ArcadeGame,
};
use fourcade_engine::play::{Level, Seat};

/// The names of the players, by seat.
pub struct Names {
    players: Vec<String>,
    seats: &'static [&'static str],
    /// The seat of the person whom the card addresses, if there is exactly one.
    pub you: Option<Seat>,
    /// The level of all opponents.
    level: Option<Level>,
}

impl Names {
    pub fn of<G: ArcadeGame>(table: &Table<G>) -> Self {
        Self {
            players: table.player_names(),
            seats: G::SEAT_NAMES,
            you: table.game.humans_here().only(),
            level: opponent::level(table),
        }
    }

    pub fn player(&self, seat: Seat) -> &str {
        &self.players[seat.index()]
    }

    /// The opponents of a person: the only one by name, several by their level, such as `against
    /// Medium`; `None` if they have different ones.
    pub fn against(&self, person: Seat) -> Option<String> {
        match self.players.len() {
            2 => Some(format!("against {}", self.player(person.other()))),
            _ => self.level.map(|level| format!("against {level}")),
        }
    }

    /// The only opponent of a person with its level, such as `against Lotte, Easy`.
    pub fn against_with_level(&self, person: Seat) -> String {
        let name = self.player(person.other());
        match self.level.filter(|level| level.name() != name) {
            Some(level) => format!("against {name}, {level}"),
            None => format!("against {name}"),
        }
    }

    /// The name of a seat's player or, where players have the same name, that of the seat.
    pub fn unique(&self, seat: Seat) -> &str {
        let name = self.player(seat);
        let is_unique = self.players.iter().filter(|other| *other == name).count() == 1;
        if is_unique { name } else { self.seats[seat.index()] }
    }

    pub fn players(&self) -> &[String] {
        &self.players
    }
}
