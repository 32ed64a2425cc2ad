//! The lobby's list of tables: its order and texts.

use crate::{
    database::shared_tables::store::{SeatSummary, StoredTable, TableState},
    games::{ArcadeGame, GameFacts, computer_name, counted, title_with_size},
};
use fourcade_engine::{
    GameKind,
    play::{Session, TimeControl},
    with_game,
};

/// The sections of the list, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Section {
    /// Tables at which this terminal's person has a seat.
    Own,
    Open,
    /// The games of others.
    Running,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JoinAs {
    /// Takes the seat they had before, or else an open one. If there is neither, they watch.
    Player,
    Watcher,
}

impl Section {
    pub fn title(self) -> &'static str {
        match self {
            Self::Own => "Your games",
            Self::Open => "Open tables",
            Self::Running => "Games to watch",
        }
    }

    pub fn join_as(self) -> JoinAs {
        match self {
            Self::Own | Self::Open => JoinAs::Player,
            Self::Running => JoinAs::Watcher,
        }
    }

    pub fn enter_label(self) -> &'static str {
        match self {
            Self::Own => "come back",
            Self::Open => "join",
            Self::Running => "watch",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedTable {
    pub stored: StoredTable,
    pub section: Section,
    /// Such as `Flip 8 x 8`.
    pub title: String,
    pub clock: Option<TimeControl>,
}

impl ListedTable {
    /// Sorts the tables by section for the person with this name, most recent first.
    pub fn sorted(tables: Vec<StoredTable>, name: &str) -> Vec<Self> {
        let mut listed: Vec<Self> =
            tables.into_iter().map(|table| Self::new(table, name)).collect();
        listed.sort_by(|a, b| {
            let key = |table: &Self| (table.section, std::cmp::Reverse(table.stored.touched));
            key(a).cmp(&key(b)).then_with(|| a.stored.code.cmp(&b.stored.code))
        });
        listed
    }

    fn new(stored: StoredTable, name: &str) -> Self {
        let own = SeatSummary::Person(name.to_owned());
        let section = match stored.state {
            _ if stored.seats.contains(&own) => Section::Own,
            TableState::Open => Section::Open,
            _ => Section::Running,
        };
        let kind = stored.game.parse::<GameKind>().ok();
        let (size, clock) = kind
            .and_then(|kind| with_game!(kind, G => size_and_clock::<G>(&stored.header)))
            .unwrap_or_default();
        let title = kind.map_or_else(
            || stored.game.clone(),
            |kind| title_with_size(GameFacts::of(kind).title, size),
        );
        Self { stored, section, title, clock }
    }

    /// `None` if this version of the program doesn't have the game.
    pub fn kind(&self) -> Option<GameKind> {
        self.stored.game.parse().ok()
    }

    pub fn has_seat_of(&self, name: &str) -> bool {
        let is_theirs =
            |seat: &SeatSummary| matches!(seat, SeatSummary::Person(other) if other == name);
        self.stored.seats.iter().any(is_theirs)
    }

    pub fn open_seats(&self) -> usize {
        self.stored.seats.iter().filter(|seat| **seat == SeatSummary::Open).count()
    }

    /// Such as `ada, bob` or `you, Easy`.
    pub fn players(&self, own_name: &str) -> String {
        let mut names: Vec<String> = Vec::new();
        for seat in &self.stored.seats {
            match seat {
                SeatSummary::Open => {}
                SeatSummary::Person(name) if name == own_name => names.push("you".to_owned()),
                SeatSummary::Person(name) => names.push(name.clone()),
                SeatSummary::Computer(name) => {
                    let name = computer_name(&self.stored.game, name);
                    // Computers of the same level are named once.
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
        }
        names.join(", ")
    }

    /// The number of open seats or else of turns, such as `1 seat open`.
    pub fn progress(&self) -> String {
        if self.stored.state == TableState::Outdated {
            return "closed".to_owned();
        }
        match (self.open_seats(), self.kind()) {
            (0, Some(kind)) => counted(self.stored.turns, GameFacts::of(kind).turn_name),
            (0, None) => String::new(),
            (1, _) => "1 seat open".to_owned(),
            (seats, _) => format!("{seats} seats open"),
        }
    }
}

fn size_and_clock<G: ArcadeGame>(header: &str) -> Option<(Option<u16>, Option<TimeControl>)> {
    let record = format!("{header}\n{{\"end\":0}}\n");
    let session = Session::<G>::read(&mut record.as_bytes()).ok()?;
    let header = session.header();
    Some((G::size_of(&header.setup), header.clock))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{app::lobby::NewSharedGame, database::shared_tables::Client};
    use fourcade_engine::play::{HUMAN, Level};

    fn table(code: &str, touched: i64, state: TableState, seats: &[SeatSummary]) -> StoredTable {
        let game = NewSharedGame {
            game: GameKind::Flip,
            size: Some(6),
            players: vec![HUMAN.to_owned(); 2],
            own_seat: None,
            clock: None,
            is_public: true,
            seed: 1,
        };
        let new = game.to_table(&Client::new("ada")).unwrap();
        StoredTable {
            code: code.parse().unwrap(),
            game: new.game,
            header: new.header,
            is_public: true,
            opened: 0,
            touched,
            state,
            seats: seats.to_vec(),
            turns: 3,
        }
    }

    fn person(name: &str) -> SeatSummary {
        SeatSummary::Person(name.to_owned())
    }

    #[test]
    fn own_games_come_first_and_then_what_can_be_joined() {
        let open = [person("bob"), SeatSummary::Open];
        let tables = vec![
            table("aaaa", 9, TableState::Running, &[person("bob"), person("cleo")]),
            table("bbbb", 3, TableState::Open, &open),
            table("cccc", 4, TableState::Open, &open),
            table("dddd", 1, TableState::Running, &[person("bob"), person("ada")]),
        ];
        let listed = ListedTable::sorted(tables, "ada");
        let codes: Vec<_> = listed.iter().map(|table| table.stored.code.as_str()).collect();
        assert_eq!(codes, ["dddd", "cccc", "bbbb", "aaaa"]);
        let texts: Vec<_> = listed
            .iter()
            .map(|table| (table.players("ada"), table.progress(), table.section.enter_label()))
            .collect();
        let text = |a: &str, b: &str, c: &'static str| (a.to_owned(), b.to_owned(), c);
        assert_eq!(texts[0], text("bob, you", "3 moves", "come back"));
        assert_eq!(texts[1], text("bob", "1 seat open", "join"));
        assert_eq!(texts[3], text("bob, cleo", "3 moves", "watch"));
        assert_eq!(listed[0].title, "Flip 6 x 6");
    }

    #[test]
    fn computers_are_named_by_their_level() {
        let easy = GameKind::Flip.level_player(Level::Easy).player.to_owned();
        let seats = [person("bob"), SeatSummary::Computer(easy.clone()), SeatSummary::Open];
        let seats = [&seats[..], &[SeatSummary::Computer(easy)]].concat();
        let listed = ListedTable::sorted(vec![table("aaaa", 1, TableState::Open, &seats)], "ada");
        assert_eq!(listed[0].players("ada"), "bob, Easy");
    }
}
