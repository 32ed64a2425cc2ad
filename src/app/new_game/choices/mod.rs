//! The choices of the New game page: who plays, on which seat, the board size, the clock and the
//! seed.
//!
//! The simple form chooses an [`Opponent`], the advanced form a player for each seat.
//!
//! | file | contents |
//! |---|---|
//! | `rows` | the rows of both forms |
//! | `texts` | sentences about the chosen opponents |

mod rows;
mod texts;

use super::{PastResults, seat_pickers::SeatPickers};
use crate::{
    app::{game_rows::seat_or_random, new_table::TableChoices},
    games::{GameFacts, Naming, parse_player},
    settings::{MAX_PEOPLE, consent::Programs, last_setups::GameSetup},
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, TimeControl},
};

pub use rows::{ADVANCED, OPPONENT, PLAY, SEED, START};
pub use texts::ListShows;

const DEFAULT_LEVEL: Level = Level::Easy;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    Computer(Level),
    /// A friend at this keyboard.
    Friend,
    /// A friend at a shared table.
    FriendElsewhere,
    /// Only computers play.
    Watch,
    /// The players chosen seat by seat on the advanced form.
    BySeat,
}

/// What the simple form chooses about the players.
#[derive(Clone, Copy, Debug)]
struct SimpleChoices {
    opponent: Opponent,
    /// The level of the computers beside people, or in a game that is only watched.
    computers_level: Level,
    /// The number of people if several play at this keyboard.
    people: usize,
    /// The person's seat; `None` is a random one.
    seat: Option<usize>,
}

impl SimpleChoices {
    fn level(&self) -> Level {
        match self.opponent {
            Opponent::Computer(level) => level,
            _ => self.computers_level,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Choices {
    game: GameKind,
    simple: SimpleChoices,
    /// The players of [`Opponent::BySeat`].
    players_by_seat: Option<Vec<String>>,
    /// Present while the advanced form is shown.
    seat_pickers: Option<SeatPickers>,
    /// `None` in games with one size.
    size: Option<u16>,
    /// Ignored on boards without openings; see [`Self::has_opening`].
    wants_opening: bool,
    /// Ignored without people; see [`Self::clock`].
    chosen_clock: Option<TimeControl>,
    /// `None` is a random one. Ignored at shared tables; see [`Self::seed`].
    typed_seed: Option<u64>,
    /// The names of the people at this keyboard, in the order of their seats.
    pub names: [String; MAX_PEOPLE],
    pub allows_programs: bool,
    /// `None` until it has been read.
    pub past: Option<PastResults>,
    pub naming: Naming,
    pub has_table_talk: bool,
}

impl Choices {
    /// The default opponent, and the person on the first seat.
    pub fn default_for(game: GameKind) -> Self {
        Self {
            game,
            simple: SimpleChoices {
                opponent: Opponent::Computer(DEFAULT_LEVEL),
                computers_level: DEFAULT_LEVEL,
                people: 2,
                seat: Some(0),
            },
            players_by_seat: None,
            seat_pickers: None,
            size: game.sizes().map(|sizes| sizes.default),
            wants_opening: false,
            chosen_clock: None,
            typed_seed: None,
            names: Default::default(),
            allows_programs: true,
            past: None,
            naming: Naming::default(),
            has_table_talk: true,
        }
    }

    /// The choices of the last game, as far as they are still possible.
    pub fn of_last_game(game: GameKind, last: &GameSetup) -> Self {
        let mut choices = Self::default_for(game);
        if let Some(size) = last.size {
            choices.set_size(size);
        }
        choices.wants_opening = last.has_opening;
        let is_player = |name: &String| name == HUMAN || parse_player(game, name).is_ok();
        if last.players.len() != game.seat_names().len() || !last.players.iter().all(is_player) {
            return choices;
        }
        choices.chosen_clock =
            last.clock.filter(|clock| clock.is_same_kind(GameFacts::of(game).clocks[0]));
        let level = last
            .level
            .as_ref()
            .and_then(|name| game.levels().iter().copied().find(|level| level.name() == name));
        choices.choose_players(&last.players, level);
        if last.has_random_seat {
            choices.simple.seat = None;
        }
        choices
    }

    /// Chooses the opponent that stands for these players, by seat. A level that is known makes it
    /// one of the simple form, even if an older version had another player for it.
    fn choose_players(&mut self, players: &[String], known_level: Option<Level>) {
        let computer = players.iter().find(|name| *name != HUMAN);
        let level = known_level.or_else(|| computer.and_then(|name| self.game.level_of(name)));
        let level = level.unwrap_or(self.simple.computers_level);
        let is_person = |name: &String| name == HUMAN;
        let people = players.iter().filter(|name| is_person(name)).count();
        self.simple = SimpleChoices {
            opponent: match people {
                0 => Opponent::Watch,
                1 => Opponent::Computer(level),
                _ => Opponent::Friend,
            },
            computers_level: level,
            people: people.max(2),
            seat: players.iter().position(is_person).or(Some(0)),
        };
        if known_level.is_none() && self.players() != players {
            self.simple.opponent = Opponent::BySeat;
            self.players_by_seat = Some(players.to_vec());
        }
    }

    pub fn play_against(&mut self, level: Level) {
        self.simple.opponent = Opponent::Computer(level);
    }

    /// Instead of the default opponent, chooses the level that the past results suggest.
    pub fn play_against_suggested(&mut self) {
        let suggested = self.past.as_ref().and_then(PastResults::first_choice);
        let is_default = self.simple.opponent == Opponent::Computer(DEFAULT_LEVEL);
        if let Some(level) = suggested.filter(|_| is_default) {
            self.play_against(level);
        }
    }

    /// [`Opponent::BySeat`] while the advanced form is shown, otherwise that of the simple form.
    pub fn opponent(&self) -> Opponent {
        if self.shows_advanced() { Opponent::BySeat } else { self.simple.opponent }
    }

    /// The opponents on the list of the simple form.
    fn listed_opponents(&self) -> Vec<Opponent> {
        let levels = self.game.levels().iter().copied();
        let mut all: Vec<_> = levels.map(Opponent::Computer).collect();
        all.extend([Opponent::Friend, Opponent::FriendElsewhere, Opponent::Watch]);
        all.extend(self.players_by_seat.as_ref().map(|_| Opponent::BySeat));
        all
    }

    /// Explains why there is no advanced form.
    pub fn advanced_refusal(&self) -> Option<&'static str> {
        let is_refused = self.opponent() == Opponent::FriendElsewhere;
        is_refused.then_some("with a friend elsewhere, seats and clock are chosen on the next page")
    }

    /// Shows the advanced form with the players chosen so far.
    pub fn show_advanced(&mut self, programs: Programs) {
        let (players, allows_programs) = (self.draw_players(), self.allows_programs);
        let pickers = SeatPickers::new(self.game, &players, programs, allows_programs);
        self.seat_pickers = Some(pickers);
    }

    /// Returns to the simple form, where changed players may be another opponent.
    pub fn show_simple(&mut self) {
        if let Some(pickers) = self.seat_pickers.take().filter(SeatPickers::is_changed) {
            self.choose_players(&pickers.players(), None);
        }
    }

    pub fn shows_advanced(&self) -> bool {
        self.seat_pickers.is_some()
    }

    /// Chooses a computer player on the advanced form.
    pub fn choose_level_of(&mut self, seat: usize, level: Level) {
        if let Some(pickers) = &mut self.seat_pickers {
            pickers.choose_level(seat, level);
        }
    }

    pub fn size(&self) -> Option<u16> {
        self.size
    }

    /// Chooses the closest size that is possible.
    pub fn set_size(&mut self, size: u16) {
        self.size = self.game.sizes().map(|sizes| size.clamp(sizes.min, sizes.max));
    }

    fn is_usual_size(&self) -> bool {
        self.size == self.game.sizes().map(|sizes| sizes.default)
    }

    /// Only boards of the usual size have openings.
    pub fn has_opening(&self) -> bool {
        self.wants_opening && self.is_usual_size()
    }

    /// `None` for a random one, as at shared tables.
    pub fn seed(&self) -> Option<u64> {
        self.typed_seed.filter(|_| self.opponent() != Opponent::FriendElsewhere)
    }

    /// The clock of the people, if there are any.
    fn clock(&self) -> Option<TimeControl> {
        self.chosen_clock.filter(|_| self.has_people())
    }

    /// By seat; empty for a player that is still to be typed. If the person's seat is random, they
    /// are on the first one.
    fn players(&self) -> Vec<String> {
        self.players_with_person_on(self.simple.seat.unwrap_or(0))
    }

    /// Like [`Self::players`], but a random seat is drawn anew by each call.
    fn draw_players(&self) -> Vec<String> {
        self.players_with_person_on(seat_or_random(self.game, self.simple.seat))
    }

    /// `seat` is that of a person who plays against computers.
    fn players_with_person_on(&self, seat: usize) -> Vec<String> {
        if let Some(pickers) = &self.seat_pickers {
            return pickers.players();
        }
        let level = self.simple.level();
        let computer = self.game.level_player(level).player.to_owned();
        let mut players = vec![computer; self.game.seat_names().len()];
        let people = match self.simple.opponent {
            Opponent::Computer(_) => vec![seat],
            Opponent::Friend | Opponent::FriendElsewhere => self.seats_of_people(),
            Opponent::Watch => Vec::new(),
            Opponent::BySeat => return self.players_by_seat.clone().unwrap_or(players),
        };
        for seat in people {
            HUMAN.clone_into(&mut players[seat]);
        }
        players
    }

    /// The seats of people who play with each other: two sit opposite.
    fn seats_of_people(&self) -> Vec<usize> {
        let (seats, people) = (self.game.seat_names().len(), self.simple.people);
        match self.simple.opponent {
            Opponent::Friend if people > 2 => (0..people.min(seats)).collect(),
            _ => vec![0, seats / 2],
        }
    }

    pub fn has_people(&self) -> bool {
        self.players().iter().any(|player| player == HUMAN)
    }

    /// The number of the person on this seat, in seat order; `None` if a computer plays there.
    pub fn person_number(&self, seat: usize) -> Option<usize> {
        let players = self.players();
        let people = |seats: &[String]| seats.iter().filter(|player| *player == HUMAN).count();
        (players[seat] == HUMAN).then(|| people(&players[..seat]))
    }

    pub fn level_of(&self, seat: usize) -> Option<Level> {
        self.game.level_of(&self.players()[seat])
    }

    /// A seat whose player is still to be typed.
    pub fn untyped_seat(&self) -> Option<usize> {
        self.players().iter().position(String::is_empty)
    }

    pub fn to_table_choices(&self) -> TableChoices {
        let SimpleChoices { seat, .. } = self.simple;
        TableChoices::new(self.game, self.size, seat, self.simple.level(), self.chosen_clock)
    }

    /// Each call draws a random seat anew.
    pub fn to_setup(&self) -> GameSetup {
        let is_by_seat = self.opponent() == Opponent::BySeat;
        let is_alone = matches!(self.simple.opponent, Opponent::Computer(_));
        GameSetup {
            players: self.draw_players(),
            size: self.size,
            level: (!is_by_seat).then(|| self.simple.level().to_string()),
            has_random_seat: is_alone && self.simple.seat.is_none(),
            has_opening: self.wants_opening,
            clock: self.clock(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{rows::opponent_label, *};
    use crate::{app::new_game::new_session, widgets::form::Row};
    use fourcade_engine::with_game;

    fn last(players: &[&str]) -> GameSetup {
        let players = players.iter().map(|&name| name.to_owned()).collect();
        GameSetup { players, ..GameSetup::default() }
    }

    fn row(choices: &Choices, label: &str) -> Option<Row<Choices>> {
        choices.rows().into_iter().find(|row| row.label == label)
    }

    fn choose(choices: &mut Choices, label: &str, index: usize) {
        row(choices, label).unwrap().choose(index, choices);
    }

    fn read(game: GameKind, players: &[&str]) -> Choices {
        Choices::of_last_game(game, &last(players))
    }

    #[test]
    fn choices_survive_being_saved_as_the_last_setup() {
        for game in GameKind::ALL {
            let mut choices = Choices::default_for(game);
            for opponent in 0..row(&choices, opponent_label(game)).unwrap().values.len() {
                choose(&mut choices, opponent_label(game), opponent);
                if choices.opponent() == Opponent::FriendElsewhere {
                    // The lobby opens these tables.
                    continue;
                }
                for label in ["You play", "Computers", "Start"] {
                    let Some(values) = row(&choices, label) else { continue };
                    for index in 0..values.values.len() {
                        choose(&mut choices, label, index);
                        if let Some(size) = row(&choices, "Board") {
                            size.turn(1, &mut choices);
                        }
                        let setup = choices.to_setup();
                        let again = Choices::of_last_game(game, &setup);
                        assert_eq!(again.to_setup().size, setup.size);
                        for same in choices.rows() {
                            let read = row(&again, same.label).unwrap();
                            assert_eq!(read.chosen, same.chosen, "{setup:?}");
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_game_can_begin_after_a_recorded_opening() {
        let has_row = |choices: &Choices| row(choices, "Start").is_some();
        let offered = |game| has_row(&Choices::default_for(game));
        assert_eq!(GameKind::ALL.map(offered), [false, true, false, true]);
        for game in [GameKind::Flip, GameKind::Eater] {
            let mut choices = Choices::default_for(game);
            let lines = |choices: &Choices| {
                let setup = choices.to_setup();
                with_game!(game, G => new_session::<G>(&setup, 5).unwrap().lines().len())
            };
            assert_eq!(lines(&choices), 0);
            choose(&mut choices, "Start", 1);
            assert!(lines(&choices) > 0, "{game:?}");
            // Only boards of the usual size have openings.
            row(&choices, "Board").unwrap().turn(1, &mut choices);
            let start = row(&choices, "Start").unwrap();
            assert!(!start.is_available() && start.chosen == 0 && lines(&choices) == 0);
        }
    }

    #[test]
    fn setups_without_a_level_are_read() {
        let flip = |level: Level| GameKind::Flip.level_player(level).player;
        let medium = flip(Level::Medium);
        let choices = read(GameKind::Flip, &[medium, HUMAN]);
        assert_eq!(choices.opponent(), Opponent::Computer(Level::Medium));
        assert_eq!(row(&choices, "You play").unwrap().chosen, 1);
        assert_eq!(read(GameKind::Flip, &[HUMAN, HUMAN]).opponent(), Opponent::Friend);
        assert_eq!(read(GameKind::Flip, &[medium, medium]).opponent(), Opponent::Watch);
        // Anything else is kept as it was.
        for players in [[HUMAN, "greedy"], [medium, flip(Level::Easy)], [HUMAN, "program:x"]] {
            let choices = read(GameKind::Flip, &players);
            assert_eq!(choices.opponent(), Opponent::BySeat, "{players:?}");
            assert_eq!(choices.players(), players);
        }
        let careful = GameKind::Intensity.level_player(Level::Easy).player;
        let four = [HUMAN, HUMAN, careful, careful];
        assert_eq!(read(GameKind::Intensity, &four).opponent(), Opponent::BySeat);
        let four = [HUMAN, careful, HUMAN, careful];
        assert_eq!(read(GameKind::Intensity, &four).opponent(), Opponent::Friend);
    }

    #[test]
    fn a_setup_that_is_no_longer_possible_counts_as_none() {
        for players in [&["human"][..], &["human", "nobody"], &[]] {
            let first = Choices::default_for(GameKind::Flip);
            assert_eq!(read(GameKind::Flip, players).to_setup(), first.to_setup());
        }
        let size = |size| {
            let last = GameSetup { size: Some(size), ..GameSetup::default() };
            Choices::of_last_game(GameKind::Eater, &last).size()
        };
        assert_eq!([1, 5, 9_000].map(size), [Some(3), Some(5), Some(50)]);
    }

    #[test]
    fn every_seat_can_be_drawn_at_random() {
        let mut choices = Choices::default_for(GameKind::Flip);
        choose(&mut choices, "You play", 2);
        let seat = |_| choices.to_setup().players.iter().position(|name| name == HUMAN);
        let seats: std::collections::BTreeSet<_> = (0..200).map(seat).collect();
        assert_eq!(seats, [Some(0), Some(1)].into());
    }

    #[test]
    fn values_stop_at_their_ends() {
        let mut choices = Choices::default_for(GameKind::Flip);
        for _ in 0..9 {
            row(&choices, opponent_label(GameKind::Flip)).unwrap().turn(1, &mut choices);
        }
        assert_eq!(choices.opponent(), Opponent::Watch);
        for _ in 0..9 {
            row(&choices, opponent_label(GameKind::Flip)).unwrap().turn(-1, &mut choices);
        }
        assert_eq!(choices.opponent(), Opponent::Computer(Level::Beginner));
    }
}
