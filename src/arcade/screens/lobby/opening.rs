//! Opening shared tables: what a new table is, and the screen of a table.

use crate::{
    arcade::{
        ScreenFactory,
        dialog::Question,
        screen::{Context, Screen},
        table::{JoinAs, open_shared_table, refuse_programs},
    },
    database::shared_tables::{
        Client, Link, TableCode,
        connection::Location,
        new_table,
        presence::Timing,
        store::{NewTable, StoredTable, TableState},
    },
    games::ArcadeGame,
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, RecordHeader, Seat, TimeControl, random},
    with_game,
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSharedGame {
    pub game: GameKind,
    /// The board size, in games with several sizes.
    pub size: Option<u16>,
    /// The player of each seat, by its name on the command line; [`HUMAN`] for a person.
    pub players: Vec<String>,
    /// The seat of the person who opens the table, which must be a person's; `None` for the first
    /// such seat.
    pub own_seat: Option<usize>,
    /// How much time people have.
    pub clock: Option<TimeControl>,
    /// Whether everybody finds the table in the lobby.
    pub is_public: bool,
    pub seed: u64,
}

impl NewSharedGame {
    /// Returns the table at which `client` has sat down.
    pub fn to_table(&self, client: &Client) -> Result<NewTable, String> {
        with_game!(self.game, G => self.table_of::<G>(client))
    }

    fn table_of<G: ArcadeGame>(&self, client: &Client) -> Result<NewTable, String> {
        refuse_programs::<G>(&self.players)
            .map_err(|reason| format!("{reason}; name one of the arcade's own, or {HUMAN}"))?;
        let setup = G::deal(self.size.unwrap_or_default(), &mut random::rng(self.seed, &[]))?;
        let (seats, seed, clock) = (self.players.clone(), self.seed, self.clock);
        let header = RecordHeader { setup, seats, seed, clock };
        let seat = self.own_seat.map(Seat::new);
        let table = new_table::<G>(&header, client, seat, self.is_public)?;
        if table.progress.state == TableState::Running {
            return Err("a shared table needs a seat for somebody else".to_owned());
        }
        Ok(table)
    }
}

/// Returns why nobody can come to a table any more, or `None` if it is open or its game goes on.
pub fn refusal(table: &StoredTable) -> Option<String> {
    match table.state {
        TableState::Open | TableState::Running => None,
        TableState::Finished => Some(format!("the game at table {} is over", table.code)),
        TableState::Closed => Some(format!("table {} was closed", table.code)),
    }
}

/// Reads a code as it was typed or pasted, alone or as the end of `fourcade join k7m2`.
pub fn read_code(text: &str) -> Result<TableCode, String> {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    let is_command = text.trim_start().starts_with("fourcade join ");
    let code = if is_command { last } else { text };
    code.parse().map_err(|error: crate::database::shared_tables::code::CodeError| error.to_string())
}

/// Starts the thread that talks to the database, for the screens of this arcade.
pub fn link(location: Location, client: Client, context: &Context) -> Link {
    let client = match &context.home.guest {
        Some(guest) => client.with_table_limit(guest.limits.tables),
        None => client,
    };
    Link::open(location, client, Timing::default(), &context.background)
}

pub fn at_shared_table(
    table: StoredTable,
    location: Location,
    client: Client,
    arrival: JoinAs,
) -> ScreenFactory {
    Box::new(move |context| {
        let link = link(location, client, context);
        let screen = open_shared_table(&table, &link, arrival, context);
        screen.unwrap_or_else(|error| cannot_open(&table.code, &error))
    })
}

pub fn cannot_open(code: &TableCode, error: &str) -> Box<dyn Screen> {
    Box::new(Question::message(format!("Table {code} can't be opened"), error))
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
    fn whoever_opens_a_table_sits_at_it() {
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

    #[test]
    fn a_code_is_read_alone_or_from_the_command() {
        for text in ["k7m2", " K7M2 ", "fourcade join k7m2", "  fourcade join K7M2\n"] {
            assert_eq!(read_code(text).unwrap().as_str(), "k7m2", "{text:?}");
        }
        for text in ["", "k7", "rm -rf k7m2", "fourcade join", "k7m2 k7m2"] {
            assert!(read_code(text).unwrap_err().contains("k7m2"), "{text:?}");
        }
    }
}
