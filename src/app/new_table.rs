//! The choices for a new shared table.

use crate::{
    app::{
        game_rows::{clock_row, level_row, seat_or_random, seat_row, size_row},
        lobby::NewSharedGame,
    },
    games::GameFacts,
    widgets::form::{Row, RowId},
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, TimeControl},
};

pub const GAME: RowId = RowId::Named("game");
pub const OPEN: RowId = RowId::Named("open");

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChoices {
    game: GameKind,
    /// `None` in games with one size.
    size: Option<u16>,
    /// The seat of the person who opens the table; `None` is a random one.
    seat: Option<usize>,
    people: usize,
    level: Level,
    clock: Option<TimeControl>,
    is_public: bool,
}

impl Default for TableChoices {
    fn default() -> Self {
        let [game, ..] = GameKind::ALL;
        let size = game.sizes().map(|sizes| sizes.default);
        Self::new(game, size, Some(0), Level::Medium, None)
    }
}

impl TableChoices {
    /// A table for two people in the lobby, with computers of this level on the other seats.
    pub fn new(
        game: GameKind,
        size: Option<u16>,
        seat: Option<usize>,
        level: Level,
        clock: Option<TimeControl>,
    ) -> Self {
        Self { game, size, seat, people: 2, level, clock, is_public: true }
    }

    pub fn game(&self) -> GameKind {
        self.game
    }

    fn choose_game(&mut self, game: GameKind) {
        self.game = game;
        let clocks = GameFacts::of(game).clocks;
        self.clock = self.clock.filter(|clock| clocks[0].is_same_kind(*clock));
        self.size = game.sizes().map(|sizes| sizes.default);
        self.seat = self.seat.filter(|&seat| seat < self.seats());
        self.people = self.people.min(self.seats());
    }

    fn seats(&self) -> usize {
        self.game.seat_names().len()
    }

    /// The rows that apply to the chosen game. `open` is the label of the button.
    pub fn rows(&self, open: &str) -> Vec<Row<Self>> {
        let rows = [
            Row::choice(
                "Game",
                GameKind::ALL.map(|kind| GameFacts::of(kind).title),
                self.game as usize,
                |choices: &mut Self, index| {
                    choices.choose_game(GameKind::ALL[index]);
                },
            )
            .id(GAME),
            size_row(self.game, self.size, |choices: &mut Self| &mut choices.size),
            seat_row(self.game, self.seat, |choices: &mut Self| &mut choices.seat),
            Row::choice(
                "People",
                2..=self.seats(),
                self.people - 2,
                |choices: &mut Self, index| {
                    choices.people = 2 + index;
                },
            )
            .shown_if(self.seats() > 2),
            level_row(self.game, self.level, |choices: &mut Self| &mut choices.level)
                .shown_if(self.people < self.seats()),
            clock_row(self.game, self.clock, |choices: &mut Self| &mut choices.clock),
            Row::choice(
                "Table",
                ["In the lobby", "By code only"],
                usize::from(!self.is_public),
                |choices: &mut Self, index| choices.is_public = index == 0,
            ),
            Row::button(OPEN, [open.to_owned()]),
        ];
        rows.into_iter().filter(Row::is_shown).collect()
    }

    /// Each call draws a random seat anew.
    pub fn to_shared_game(&self, seed: u64) -> NewSharedGame {
        let seats = self.seats();
        let own = seat_or_random(self.game, self.seat);
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
            clock: self.clock,
            is_public: self.is_public,
            seed,
        }
    }

    /// One sentence about the clock or the open seats, and one about who can find the table.
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
        let first = match self.clock {
            None => &*who,
            Some(TimeControl::Game { .. }) => "Who runs out of time loses.",
            Some(TimeControl::Choice(_)) => "A computer makes late choices.",
        };
        format!("{first}\n{access}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::database::shared_tables::{Client, store::SeatSummary};

    fn row(choices: &TableChoices, label: &str) -> Option<Row<TableChoices>> {
        choices.rows("").into_iter().find(|row| row.label == label)
    }

    fn choose(choices: &mut TableChoices, label: &str, index: usize) {
        row(choices, label).unwrap().choose(index, choices);
    }

    fn count(choices: &TableChoices, label: &str) -> usize {
        row(choices, label).map_or(1, |row| row.values.len())
    }

    #[test]
    fn every_choice_gives_a_table_with_an_open_seat() {
        let ada = Client::new("ada");
        for game in 0..4 {
            let mut choices = TableChoices::default();
            choose(&mut choices, "Game", game);
            for seat in 0..count(&choices, "You play") {
                for people in 0..count(&choices, "People") {
                    choose(&mut choices, "You play", seat);
                    if let Some(row) = row(&choices, "People") {
                        row.choose(people, &mut choices);
                    }
                    let table = choices.to_shared_game(1).to_table(&ada).expect("a table");
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
        choose(&mut choices, "You play", 1);
        let is_person = |name: &String| name == HUMAN;
        let people: Vec<bool> = choices.to_shared_game(1).players.iter().map(is_person).collect();
        assert_eq!(people, [false, true, false, true]);
    }

    #[test]
    fn a_table_has_a_clock_of_its_game() {
        let mut choices = TableChoices::default();
        choose(&mut choices, "Clock", 1);
        let clock = |choices: &TableChoices| {
            let table = choices.to_shared_game(1).to_table(&Client::new("ada")).expect("a table");
            let (_, clock) = table.header.split_once(r#""clock":""#)?;
            Some(clock.split('"').next()?.to_owned())
        };
        assert_eq!(clock(&choices).as_deref(), Some("10s"));
        assert!(choices.describe().starts_with("A computer makes late choices."));
        choose(&mut choices, "Game", 1);
        assert_eq!((choices.game(), clock(&choices)), (GameKind::Flip, None));
        choose(&mut choices, "Clock", 3);
        assert_eq!(clock(&choices).as_deref(), Some("10+5"));
        assert!(choices.describe().starts_with("Who runs out of time loses."));
    }

    #[test]
    fn values_stop_at_their_ends_and_rows_follow_the_game() {
        let mut choices = TableChoices::default();
        assert!(row(&choices, "People").is_some() && row(&choices, "Board").is_none());
        for _ in 0..9 {
            row(&choices, "Game").unwrap().turn(1, &mut choices);
        }
        assert_eq!(choices.game(), GameKind::Eater);
        assert!(row(&choices, "People").is_none() && row(&choices, "Board").is_some());
        row(&choices, "Board").unwrap().turn(1, &mut choices);
        assert_ne!(
            choices.to_shared_game(1).size,
            GameKind::Eater.sizes().map(|sizes| sizes.default)
        );
        row(&choices, "Table").unwrap().turn(1, &mut choices);
        assert!(!choices.to_shared_game(1).is_public && choices.describe().contains("code"));
    }
}
