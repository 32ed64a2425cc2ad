//! The names of players on the result card.

use crate::{
    app::table::{Table, opponent},
    games::{ArcadeGame, join},
};
use fourcade_engine::play::{Level, Seat};

pub struct Names {
    players: Vec<String>,
    seats: &'static [&'static str],
    /// The person here, if there is exactly one, whom the card calls "you".
    pub you: Option<Seat>,
    /// The level of all opponents, if they have the same.
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

    /// Such as `against Lotte` or `against Gesine, Tilda and Emil`.
    pub fn against(&self, person: Seat) -> String {
        let others = self.players.iter().enumerate();
        let others = others.filter(|(seat, _)| *seat != person.index());
        let mut names: Vec<_> = others.map(|(_, name)| name.clone()).collect();
        // Three opponents may all be called `Medium`.
        names.dedup();
        format!("against {}", join(&names))
    }

    /// Such as `against Lotte, Easy`, in a game of two.
    pub fn against_with_level(&self, person: Seat) -> String {
        let name = self.unique(person.other());
        match self.level.filter(|level| level.name() != name) {
            Some(level) => format!("against {name}, {level}"),
            None => format!("against {name}"),
        }
    }

    /// The name of a player or, if another one has the same name, that of the seat.
    pub fn unique(&self, seat: Seat) -> &str {
        let name = self.player(seat);
        let is_unique = self.players.iter().filter(|other| *other == name).count() == 1;
        if is_unique { name } else { self.seats[seat.index()] }
    }

    pub fn players(&self) -> &[String] {
        &self.players
    }
}
