//! A new shared table: its game and players, and its form in the database.

use crate::{
    database::shared_tables::{
        Client, new_table,
        store::{NewTable, TableState},
    },
    games::{ArcadeGame, players_of},
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, RecordHeader, Seat, TimeControl},
    with_game,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSharedGame {
    pub game: GameKind,
    /// `None` in games with one size.
    pub size: Option<u16>,
    /// By seat, as named on the command line; [`HUMAN`] is a person.
    pub players: Vec<String>,
    /// The seat of the person who opens the table; `None` for the first seat of a person.
    pub own_seat: Option<usize>,
    pub clock: Option<TimeControl>,
    /// Whether the lobby lists the table.
    pub is_public: bool,
    pub seed: u64,
}

impl NewSharedGame {
    /// The table as it is stored, with `client` seated.
    pub fn to_table(&self, client: &Client) -> Result<NewTable, String> {
        with_game!(self.game, G => self.table_of::<G>(client))
    }

    fn table_of<G: ArcadeGame>(&self, client: &Client) -> Result<NewTable, String> {
        refuse_programs::<G>(&self.players)
            .map_err(|reason| format!("{reason}; name one of the arcade's own, or {HUMAN}"))?;
        let setup = G::deal_seeded(self.size.unwrap_or_default(), self.seed)?;
        let (seats, seed, clock) = (self.players.clone(), self.seed, self.clock);
        let header = RecordHeader { setup, players: seats, seed, clock };
        let seat = self.own_seat.map(Seat::new);
        let table = new_table::<G>(&header, client, seat, self.is_public)?;
        if table.progress.state == TableState::Running {
            return Err("a shared table needs a seat for somebody else".to_owned());
        }
        Ok(table)
    }
}

/// Programs can't play at shared tables: any terminal there may have to run the computer players,
/// and one person's program must not run on another person's machine.
pub fn refuse_programs<G: ArcadeGame>(players: &[String]) -> Result<(), String> {
    let list = players_of::<G>();
    match players.iter().find(|name| list.is_program(name)) {
        Some(name) => Err(format!(
            "{name:?} can't play at a shared table, because any of the terminals there may have to \
             run the computer players"
        )),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::shared_tables::store::SeatSummary;
    use fourcade_engine::play::Level;

    fn flip(players: [&str; 2]) -> NewSharedGame {
        NewSharedGame {
            game: GameKind::Flip,
            size: Some(6),
            players: players.map(str::to_owned).to_vec(),
            own_seat: None,
            clock: None,
            is_public: true,
            seed: 7,
        }
    }

    #[test]
    fn the_person_who_opens_a_table_has_a_seat() {
        let ada = Client::new("ada");
        let table = flip([HUMAN, HUMAN]).to_table(&ada).unwrap();
        let person = SeatSummary::Person("ada".to_owned());
        assert_eq!(table.progress.seats, [person.clone(), SeatSummary::Open]);
        assert_eq!((table.game.as_str(), table.progress.state), ("flip", TableState::Open));
        let second = NewSharedGame { own_seat: Some(1), ..flip([HUMAN, HUMAN]) };
        assert_eq!(second.to_table(&ada).unwrap().progress.seats, [SeatSummary::Open, person]);
    }

    #[test]
    fn a_table_needs_two_people_and_a_board() {
        let ada = Client::new("ada");
        let easy = GameKind::Flip.level_player(Level::Easy).player;
        for (game, reason) in [
            (flip([HUMAN, easy]), "somebody else"),
            (flip([easy, easy]), "one player must be human"),
            (NewSharedGame { own_seat: Some(1), ..flip([HUMAN, easy]) }, "seat"),
            (NewSharedGame { size: Some(3), ..flip([HUMAN, HUMAN]) }, "size"),
        ] {
            let error = game.to_table(&ada).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
    }
}
