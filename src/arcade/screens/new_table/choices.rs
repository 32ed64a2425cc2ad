//! What is chosen for a new shared table, and the players that follow from it.

use rand::RngExt as _;

use crate::{arcade::screens::lobby::NewSharedGame, games::GameFacts};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, random},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableRow {
    Game,
    Size,
    Seat,
    /// The number of people, in games with more than two seats.
    People,
    Computers,
    /// Who finds the table.
    Access,
    Open,
}

impl TableRow {
    /// All rows; their numbers in the form are their indices.
    pub const ALL: [Self; 7] = [
        Self::Game,
        Self::Size,
        Self::Seat,
        Self::People,
        Self::Computers,
        Self::Access,
        Self::Open,
    ];

    pub fn label(self) -> &'static str {
        match self {
            Self::Game => "Game",
            Self::Size => "Board",
            Self::Seat => "You play",
            Self::People => "People",
            Self::Computers => "Computers",
            Self::Access => "Table",
            Self::Open => "",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChoices {
    game: GameKind,
    /// The board size, in games with several sizes.
    size: Option<u16>,
    /// The seat of the person who opens the table; `None` if it is drawn at random.
    seat: Option<usize>,
    people: usize,
    level: Level,
    is_public: bool,
}

impl Default for TableChoices {
    fn default() -> Self {
        let [game, ..] = GameKind::ALL;
        let size = game.sizes().map(|sizes| sizes.default);
        Self::new(game, size, Some(0), Level::Medium)
    }
}

impl TableChoices {
    /// A table for two people in the lobby, with computers of this level on the other seats.
    pub fn new(game: GameKind, size: Option<u16>, seat: Option<usize>, level: Level) -> Self {
        Self { game, size, seat, people: 2, level, is_public: true }
    }

    pub fn game(&self) -> GameKind {
        self.game
    }

    fn choose_game(&mut self, game: GameKind) {
        self.game = game;
        self.size = game.sizes().map(|sizes| sizes.default);
        self.seat = self.seat.filter(|&seat| seat < self.seats());
        self.people = self.people.min(self.seats());
    }

    fn seats(&self) -> usize {
        self.game.seat_names().len()
    }

    /// The rows that matter for the chosen game.
    pub fn rows(&self) -> Vec<TableRow> {
        let matters = |row: &TableRow| match row {
            TableRow::Size => self.size.is_some(),
            TableRow::People => self.seats() > 2,
            TableRow::Computers => self.people < self.seats(),
            _ => true,
        };
        TableRow::ALL.into_iter().filter(matters).collect()
    }

    /// The size has one value: the chosen one.
    pub fn values(&self, row: TableRow) -> Vec<String> {
        match row {
            TableRow::Game => GameKind::ALL.map(|game| GameFacts::of(game).title.to_owned()).into(),
            TableRow::Size => {
                self.size.map(|size| format!("{size} x {size}")).into_iter().collect()
            }
            TableRow::Seat => {
                let names = GameFacts::of(self.game).seat_choices.iter().copied();
                names.chain(["Random"]).map(str::to_owned).collect()
            }
            TableRow::People => (2..=self.seats()).map(|people| people.to_string()).collect(),
            TableRow::Computers => Level::ALL.map(|level| level.to_string()).into(),
            TableRow::Access => ["In the lobby", "By code only"].map(str::to_owned).into(),
            TableRow::Open => vec!["Open the table".to_owned()],
        }
    }

    pub fn chosen(&self, row: TableRow) -> usize {
        match row {
            TableRow::Game => GameKind::ALL.iter().position(|&game| game == self.game).unwrap_or(0),
            TableRow::Seat => self.seat.unwrap_or(self.seats()),
            TableRow::People => self.people - 2,
            TableRow::Computers => self.level as usize,
            TableRow::Access => usize::from(!self.is_public),
            TableRow::Size | TableRow::Open => 0,
        }
    }

    pub fn choose(&mut self, row: TableRow, index: usize) {
        if index >= self.values(row).len() {
            return;
        }
        match row {
            TableRow::Game => self.choose_game(GameKind::ALL[index]),
            TableRow::Seat => self.seat = Some(index).filter(|&seat| seat < self.seats()),
            TableRow::People => self.people = 2 + index,
            TableRow::Computers => self.level = Level::ALL[index],
            TableRow::Access => self.is_public = index == 0,
            TableRow::Size | TableRow::Open => {}
        }
    }

    /// The first and the last value are ends.
    pub fn step(&mut self, row: TableRow, forward: bool) {
        if let (TableRow::Size, Some(size), Some(sizes)) = (row, self.size, self.game.sizes()) {
            let next = if forward { size.saturating_add(1) } else { size.saturating_sub(1) };
            self.size = Some(next.clamp(sizes.min, sizes.max));
            return;
        }
        let index = self.chosen(row);
        if forward {
            self.choose(row, index + 1);
        } else if index > 0 {
            self.choose(row, index - 1);
        }
    }

    /// A random seat is drawn anew by each call.
    pub fn to_game(&self, seed: u64) -> NewSharedGame {
        let seats = self.seats();
        let draw = || random::rng(random::fresh_seed(), &[]).random_range(0..seats);
        let own = self.seat.unwrap_or_else(draw);
        let mut players = vec![self.game.level_player(self.level).player.to_owned(); seats];
        // Two people sit opposite each other.
        let distances = [0, seats / 2].into_iter().chain((1..seats).filter(|&d| d != seats / 2));
        for distance in distances.take(self.people) {
            HUMAN.clone_into(&mut players[(own + distance) % seats]);
        }
        NewSharedGame {
            game: self.game,
            size: self.size,
            players,
            own_seat: Some(own),
            is_public: self.is_public,
            seed,
        }
    }

    /// Describes the table in two sentences.
    pub fn describe(&self) -> String {
        let computers = self.seats() - self.people;
        let open = match self.people - 1 {
            1 => "One open seat".to_owned(),
            seats => format!("{seats} open seats"),
        };
        let who = match computers {
            0 => format!("{open}."),
            1 => format!("{open}, and one {} computer.", self.level),
            computers => format!("{open}, and {computers} {} computers.", self.level),
        };
        let access = if self.is_public {
            "Anyone can find it in the lobby and watch."
        } else {
            "Only people who know its code can come."
        };
        format!("{who}\n{access}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::shared_tables::{Client, store::SeatSummary};

    #[test]
    fn every_choice_gives_a_table_with_an_open_seat() {
        let ada = Client::new("ada");
        for game in 0..4 {
            let mut choices = TableChoices::default();
            choices.choose(TableRow::Game, game);
            for seat in 0..choices.values(TableRow::Seat).len() {
                for people in 0..choices.values(TableRow::People).len() {
                    choices.choose(TableRow::Seat, seat);
                    choices.choose(TableRow::People, people);
                    let table = choices.to_game(1).to_table(&ada).expect("a table");
                    let seats = &table.progress.seats;
                    let open = seats.iter().filter(|who| **who == SeatSummary::Open).count();
                    assert_eq!(open, people + 1, "{seats:?}");
                    if seat < seats.len() {
                        assert_eq!(seats[seat], SeatSummary::Person("ada".to_owned()));
                    }
                }
            }
        }
    }

    #[test]
    fn two_people_sit_opposite_each_other() {
        let mut choices = TableChoices::default();
        choices.choose(TableRow::Seat, 1);
        let is_person = |name: &String| name == HUMAN;
        let people: Vec<bool> = choices.to_game(1).players.iter().map(is_person).collect();
        assert_eq!(people, [false, true, false, true]);
    }

    #[test]
    fn values_have_ends_and_rows_follow_the_game() {
        let mut choices = TableChoices::default();
        assert!(
            choices.rows().contains(&TableRow::People) && !choices.rows().contains(&TableRow::Size)
        );
        for _ in 0..9 {
            choices.step(TableRow::Game, true);
        }
        assert_eq!(choices.game(), GameKind::Eater);
        assert!(
            !choices.rows().contains(&TableRow::People) && choices.rows().contains(&TableRow::Size)
        );
        choices.step(TableRow::Size, true);
        assert_ne!(choices.to_game(1).size, GameKind::Eater.sizes().map(|sizes| sizes.default));
        choices.step(TableRow::Access, true);
        assert!(!choices.to_game(1).is_public && choices.describe().contains("code"));
    }
}
