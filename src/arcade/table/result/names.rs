//! The names of the players on the result card.

use crate::{arcade::table::state::Table, games::ArcadeGame};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, Seat, Seats},
};

/// The names of the players by seat, and which of them are people.
pub struct Names {
    players: Vec<String>,
    levels: Vec<Option<Level>>,
    people: Seats,
    /// The seat of the person whom the card addresses, if there is exactly one.
    you: Option<Seat>,
}

impl Names {
    /// Returns the names of the players at a table. A computer player has the name of its level, if
    /// it has one.
    pub fn of<G: ArcadeGame>(table: &Table<G>) -> Self {
        let kind: Option<GameKind> = G::KEY.parse().ok();
        let recorded = table.game.seat_players();
        let is_human = |seat: &Seat| recorded[seat.index()] == HUMAN;
        let seats = table.game.session().game().seats();
        let people: Seats = seats.iter().filter(is_human).collect();
        let levels: Vec<_> =
            recorded.iter().map(|player| kind.and_then(|kind| kind.level_of(player))).collect();
        let mut number = 0;
        let name = |seat: Seat| {
            if let Some(level) = levels[seat.index()] {
                return level.name().to_owned();
            }
            if !people.contains(seat) {
                return recorded[seat.index()].clone();
            }
            number += 1;
            match table.series.person_name(seat) {
                "" if people.len() == 1 => "you".to_owned(),
                "" => format!("Player {number}"),
                name => name.to_owned(),
            }
        };
        let players = seats.iter().map(name).collect();
        Self { players, levels, people, you: table.game.humans_here().only() }
    }

    /// The name of the player on a seat.
    pub fn player(&self, seat: Seat) -> &str {
        &self.players[seat.index()]
    }

    /// Whether a person plays on this seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.people.contains(seat)
    }

    /// The seat of the only person at this terminal, if there is exactly one.
    pub fn only_person(&self) -> Option<Seat> {
        self.you
    }

    /// The opponents of a person, such as `against Medium`; `None` if they have different names.
    pub fn against(&self, person: Seat) -> Option<String> {
        let mut others = self.others(person).map(|seat| self.player(seat));
        let first = others.next()?;
        others.all(|other| other == first).then(|| format!("against {first}"))
    }

    /// The level of all opponents of a person; `None` if they don't have the same one.
    pub fn level_against(&self, person: Seat) -> Option<Level> {
        let mut others = self.others(person).map(|seat| self.levels[seat.index()]);
        let first = others.next()?;
        others.all(|other| other == first).then_some(first)?
    }

    fn others(&self, person: Seat) -> impl Iterator<Item = Seat> {
        (0..self.players.len()).map(Seat::new).filter(move |&seat| seat != person)
    }

    /// The name for the points of a series: the player's, or the seat's where players have the same
    /// name.
    pub fn in_series<'a>(&'a self, seat: Seat, seat_names: &[&'a str]) -> &'a str {
        let name = self.player(seat);
        let is_unique = self.players.iter().filter(|other| *other == name).count() == 1;
        if is_unique { name } else { seat_names[seat.index()] }
    }
}
