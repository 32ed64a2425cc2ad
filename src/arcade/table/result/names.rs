//! Who is called what on the result card.

use crate::{app::table::Table, games::ArcadeGame};
use fourcade_engine::play::{HUMAN, Seat};

/// The names of the players, by seat.
pub struct Names {
    players: Vec<String>,
    /// The players as in the record.
    recorded: Vec<String>,
    seats: &'static [&'static str],
    /// The seat of the person whom the card addresses, if there is exactly one.
    pub you: Option<Seat>,
}

impl Names {
    pub fn of<G: ArcadeGame>(table: &Table<G>) -> Self {
        Self {
            players: table.player_names(),
            recorded: table.game.seat_players().to_vec(),
            seats: G::SEAT_NAMES,
            you: table.game.humans_here().only(),
        }
    }

    pub fn player(&self, seat: Seat) -> &str {
        &self.players[seat.index()]
    }

    pub fn is_person(&self, seat: Seat) -> bool {
        self.recorded[seat.index()] == HUMAN
    }

    /// The opponents of a person, such as `against Medium`; `None` if they have different names.
    pub fn against(&self, person: Seat) -> Option<String> {
        let mut others = self.others(person).map(|seat| self.player(seat));
        let first = others.next()?;
        others.all(|other| other == first).then(|| format!("against {first}"))
    }

    fn others(&self, person: Seat) -> impl Iterator<Item = Seat> {
        (0..self.players.len()).map(Seat::new).filter(move |&seat| seat != person)
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
