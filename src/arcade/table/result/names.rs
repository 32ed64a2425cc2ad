//! The names of players on the result card.

use crate::{
    app::table::Table,
    games::{ArcadeGame, join},
};
use fourcade_engine::play::Seat;

pub struct Names {
    players: Vec<String>,
    seats: &'static [&'static str],
    /// The person here, if there is exactly one, whom the card calls "you".
    pub you: Option<Seat>,
}

impl Names {
    pub fn of<G: ArcadeGame>(table: &Table<G>) -> Self {
        Self {
            players: table.player_names(),
            seats: G::SEAT_NAMES,
            you: table.game.people_here().only(),
        }
    }

    pub fn player(&self, seat: Seat) -> &str {
        &self.players[seat.index()]
    }

    /// The opponents of a person, such as `against Lotte` or `against Gesine, Tilda and Emil`.
    pub fn against(&self, person: Seat) -> String {
        let mut names: Vec<String> = Vec::new();
        for (seat, name) in self.players.iter().enumerate() {
            // Several opponents may be called `Medium`.
            if seat != person.index() && !names.contains(name) {
                names.push(name.clone());
            }
        }
        format!("against {}", join(&names))
    }

    /// Whether two players have the same name.
    pub fn are_shared(&self) -> bool {
        (1..self.players.len()).any(|at| self.players[..at].contains(&self.players[at]))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_opponents_share_is_said_once() {
        let against = |players: [&str; 4]| {
            let players = players.map(str::to_owned).to_vec();
            let seats = &["North", "East", "South", "West"];
            Names { players, seats, you: None }.against(Seat::new(0))
        };
        assert_eq!(against(["you", "Medium", "Lotte", "Medium"]), "against Medium and Lotte");
        assert_eq!(against(["you", "Medium", "Medium", "Medium"]), "against Medium");
    }
}
