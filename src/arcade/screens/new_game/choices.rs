//! What is chosen on the New game page: who plays, on which seat, and the board size.

use rand::RngExt as _;

use crate::{
    arcade::screens::new_table::TableChoices,
    games::{GameFacts, PlayerList},
    settings::last_setups::LastSetup,
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, random},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    Computer(Level),
    /// Another person at this keyboard.
    Friend,
    /// Another person at a shared table.
    Terminal,
    /// Nobody: computers play, and the person watches.
    Watch,
    /// The players that were chosen in the advanced setup.
    Custom,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Opponent,
    Seat,
    /// The level of the computers that fill the seats of a game with a friend, or all seats.
    Computers,
    Size,
    Play,
    Advanced,
}

impl Row {
    pub fn label(self) -> &'static str {
        match self {
            Self::Opponent => "Opponent",
            Self::Seat => "You play",
            Self::Computers => "Computers",
            Self::Size => "Board",
            Self::Play | Self::Advanced => "",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    game: GameKind,
    opponent: Opponent,
    level: Level,
    /// The person's seat; `None` if it is drawn at random.
    seat: Option<usize>,
    /// The board size, in games with several sizes.
    size: Option<u16>,
    /// The players that were chosen in the advanced setup, by seat.
    custom: Option<Vec<String>>,
    pub allows_programs: bool,
}

impl Choices {
    /// The choices of a first game: an easy opponent, and the person has the first seat.
    pub fn first_game(game: GameKind) -> Self {
        let level = Level::Easy;
        Self {
            game,
            opponent: Opponent::Computer(level),
            level,
            seat: Some(0),
            size: game.sizes().map(|sizes| sizes.default),
            custom: None,
            allows_programs: true,
        }
    }

    /// The choices with which the game was started last, as far as they are still possible.
    pub fn of_last_game(game: GameKind, last: &LastSetup) -> Self {
        let mut choices = Self::first_game(game);
        if let (Some(size), Some(sizes)) = (last.size, game.sizes()) {
            choices.size = Some(size.clamp(sizes.min, sizes.max));
        }
        let players = PlayerList::of_kind(game);
        let is_player = |name: &String| name == HUMAN || players.parse(name).is_ok();
        if last.players.len() != game.seat_names().len() || !last.players.iter().all(is_player) {
            return choices;
        }
        let named = |name: &String| Level::ALL.into_iter().find(|level| level.name() == name);
        let chosen_level = last.level.as_ref().and_then(named);
        let computer = last.players.iter().find(|name| *name != HUMAN);
        let level = chosen_level.or_else(|| computer.and_then(|name| game.level_of(name)));
        choices.level = level.unwrap_or(choices.level);
        let is_person = |name: &String| name == HUMAN;
        let people = last.players.iter().filter(|name| is_person(name)).count();
        choices.seat = last.players.iter().position(is_person).or(Some(0));
        choices.opponent = match people {
            0 => Opponent::Watch,
            1 => Opponent::Computer(choices.level),
            _ => Opponent::Friend,
        };
        // The player of a level may be another one than in an older version.
        if chosen_level.is_none() && choices.players() != last.players {
            choices.opponent = Opponent::Custom;
            choices.custom = Some(last.players.clone());
        } else if last.has_random_seat {
            choices.seat = None;
        }
        choices
    }

    pub fn game(&self) -> GameKind {
        self.game
    }

    pub fn opponent(&self) -> Opponent {
        self.opponent
    }

    pub fn level(&self) -> Level {
        self.level
    }

    pub fn size(&self) -> Option<u16> {
        self.size
    }

    pub fn play_against(&mut self, level: Level) {
        (self.opponent, self.level) = (Opponent::Computer(level), level);
    }

    fn opponents(&self) -> Vec<Opponent> {
        let mut all: Vec<_> = Level::ALL.map(Opponent::Computer).into();
        all.extend([Opponent::Friend, Opponent::Terminal, Opponent::Watch]);
        all.extend(self.custom.as_ref().map(|_| Opponent::Custom));
        all
    }

    /// The rows that matter for the chosen opponent.
    pub fn rows(&self) -> Vec<Row> {
        let seats = self.game.seat_names().len();
        let mut rows = vec![Row::Opponent];
        match self.opponent {
            Opponent::Terminal if seats > 2 => rows.extend([Row::Seat, Row::Computers]),
            Opponent::Computer(_) | Opponent::Terminal => rows.push(Row::Seat),
            Opponent::Watch => rows.push(Row::Computers),
            Opponent::Friend if seats > 2 => rows.push(Row::Computers),
            Opponent::Friend | Opponent::Custom => {}
        }
        rows.extend(self.size.map(|_| Row::Size));
        rows.extend([Row::Play, Row::Advanced]);
        rows
    }

    /// The size has one value: the chosen one.
    pub fn values(&self, row: Row) -> Vec<String> {
        match row {
            Row::Opponent => self.opponents().into_iter().map(opponent_name).collect(),
            Row::Seat => {
                let mut names = GameFacts::of(self.game).seat_choices.to_vec();
                names.push("Random");
                names.into_iter().map(str::to_owned).collect()
            }
            Row::Computers => Level::ALL.map(|level| level.to_string()).into(),
            Row::Size => self.size.map(|size| format!("{size} x {size}")).into_iter().collect(),
            Row::Play => vec!["Play".to_owned()],
            Row::Advanced if self.allows_programs => {
                vec!["Advanced: seats, programs, seed".to_owned()]
            }
            Row::Advanced => vec!["Advanced: seats, seed".to_owned()],
        }
    }

    pub fn chosen(&self, row: Row) -> usize {
        match row {
            Row::Opponent => {
                self.opponents().iter().position(|&other| other == self.opponent).unwrap_or(0)
            }
            Row::Seat => self.seat.unwrap_or(self.game.seat_names().len()),
            Row::Computers => self.level as usize,
            Row::Size | Row::Play | Row::Advanced => 0,
        }
    }

    pub fn choose(&mut self, row: Row, index: usize) {
        match row {
            Row::Opponent => {
                let Some(&opponent) = self.opponents().get(index) else { return };
                self.opponent = opponent;
                if let Opponent::Computer(level) = opponent {
                    self.level = level;
                }
            }
            Row::Seat => {
                self.seat = Some(index).filter(|&seat| seat < self.game.seat_names().len());
            }
            Row::Computers => self.level = Level::ALL.get(index).copied().unwrap_or(self.level),
            Row::Size | Row::Play | Row::Advanced => {}
        }
    }

    /// The first and the last value are ends.
    pub fn step(&mut self, row: Row, forward: bool) {
        if let (Row::Size, Some(size), Some(sizes)) = (row, self.size, self.game.sizes()) {
            let next = if forward { size.saturating_add(1) } else { size.saturating_sub(1) };
            self.size = Some(next.clamp(sizes.min, sizes.max));
            return;
        }
        let index = self.chosen(row);
        let next = if forward { index + 1 } else { index.saturating_sub(1) };
        if next < self.values(row).len() {
            self.choose(row, next);
        }
    }

    /// By seat. A random seat is drawn anew by each call.
    pub fn players(&self) -> Vec<String> {
        let seats = self.game.seat_names().len();
        let mut players = vec![self.game.level_player(self.level).player.to_owned(); seats];
        match self.opponent {
            Opponent::Computer(_) => {
                let draw = || random::rng(random::fresh_seed(), &[]).random_range(0..seats);
                HUMAN.clone_into(&mut players[self.seat.unwrap_or_else(draw)]);
            }
            Opponent::Friend | Opponent::Terminal => {
                for seat in [0, seats / 2] {
                    HUMAN.clone_into(&mut players[seat]);
                }
            }
            Opponent::Watch => {}
            Opponent::Custom => return self.custom.clone().unwrap_or(players),
        }
        players
    }

    pub fn to_table(&self) -> TableChoices {
        TableChoices::new(self.game, self.size, self.seat, self.level)
    }

    pub fn to_setup(&self) -> LastSetup {
        let is_custom = self.opponent == Opponent::Custom;
        LastSetup {
            players: self.players(),
            size: self.size,
            level: (!is_custom).then(|| self.level.to_string()),
            has_random_seat: matches!(self.opponent, Opponent::Computer(_)) && self.seat.is_none(),
        }
    }
}

fn opponent_name(opponent: Opponent) -> String {
    match opponent {
        Opponent::Computer(level) => level.to_string(),
        Opponent::Friend => "A friend at this keyboard".to_owned(),
        Opponent::Terminal => "Another terminal".to_owned(),
        Opponent::Watch => "Just watch".to_owned(),
        Opponent::Custom => "Custom".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(players: &[&str]) -> LastSetup {
        let players = players.iter().map(|&name| name.to_owned()).collect();
        LastSetup { players, ..LastSetup::default() }
    }

    fn read(game: GameKind, players: &[&str]) -> Choices {
        Choices::of_last_game(game, &last(players))
    }

    #[test]
    fn all_choices_are_read_back_from_the_setup_of_their_game() {
        for game in GameKind::ALL {
            let mut choices = Choices::first_game(game);
            for opponent in 0..choices.values(Row::Opponent).len() {
                choices.choose(Row::Opponent, opponent);
                if choices.opponent() == Opponent::Terminal {
                    // The lobby opens these tables.
                    continue;
                }
                for row in [Row::Seat, Row::Computers] {
                    for index in 0..choices.values(row).len() {
                        if choices.rows().contains(&row) {
                            choices.choose(row, index);
                            choices.step(Row::Size, true);
                            let setup = choices.to_setup();
                            let again = Choices::of_last_game(game, &setup);
                            assert_eq!(again.to_setup().size, setup.size);
                            for same in choices.rows() {
                                assert_eq!(again.chosen(same), choices.chosen(same), "{setup:?}");
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn setups_without_a_level_are_understood() {
        let flip = |level: Level| GameKind::Flip.level_player(level).player;
        let medium = flip(Level::Medium);
        let choices = read(GameKind::Flip, &[medium, HUMAN]);
        assert_eq!(choices.opponent(), Opponent::Computer(Level::Medium));
        assert_eq!(choices.chosen(Row::Seat), 1);
        assert_eq!(read(GameKind::Flip, &[HUMAN, HUMAN]).opponent(), Opponent::Friend);
        assert_eq!(read(GameKind::Flip, &[medium, medium]).opponent(), Opponent::Watch);
        // Anything else is kept as it was.
        for players in [[HUMAN, "greedy"], [medium, flip(Level::Easy)], [HUMAN, "program:x"]] {
            let choices = read(GameKind::Flip, &players);
            assert_eq!(choices.opponent(), Opponent::Custom, "{players:?}");
            assert_eq!(choices.players(), players);
        }
        let careful = GameKind::Intensity.level_player(Level::Easy).player;
        let four = [HUMAN, HUMAN, careful, careful];
        assert_eq!(read(GameKind::Intensity, &four).opponent(), Opponent::Custom);
        let four = [HUMAN, careful, HUMAN, careful];
        assert_eq!(read(GameKind::Intensity, &four).opponent(), Opponent::Friend);
    }

    #[test]
    fn a_setup_that_is_no_longer_possible_counts_as_none() {
        for players in [&["human"][..], &["human", "nobody"], &[]] {
            assert_eq!(read(GameKind::Flip, players), Choices::first_game(GameKind::Flip));
        }
        let size = |size| {
            let last = LastSetup { size: Some(size), ..LastSetup::default() };
            Choices::of_last_game(GameKind::Eater, &last).size()
        };
        assert_eq!([1, 5, 9_000].map(size), [Some(3), Some(5), Some(50)]);
    }

    #[test]
    fn a_random_seat_is_each_seat_at_times() {
        let mut choices = Choices::first_game(GameKind::Flip);
        choices.choose(Row::Seat, 2);
        let seat = |_| choices.players().iter().position(|name| name == HUMAN);
        let seats: std::collections::BTreeSet<_> = (0..200).map(seat).collect();
        assert_eq!(seats, [Some(0), Some(1)].into());
    }

    #[test]
    fn values_have_ends() {
        let mut choices = Choices::first_game(GameKind::Flip);
        for _ in 0..9 {
            choices.step(Row::Opponent, true);
        }
        assert_eq!(choices.opponent(), Opponent::Watch);
        for _ in 0..9 {
            choices.step(Row::Opponent, false);
        }
        assert_eq!(choices.opponent(), Opponent::Computer(Level::Beginner));
    }
}
