//! The choices of the New game page: who plays, on which seat, the board size, the clock and the
//! seed.

use rand::RngExt as _;

use super::{
    PastResults,
    results::{SUITABLE, about_level},
    seat_pickers::SeatPickers,
};
use crate::{
    app::{
        game_rows::{clock_row, level_row, seat_row, size_row, typed_number},
        new_table::TableChoices,
    },
    games::{
        Character, GameFacts, Mood, Naming, Occasion, assign_names, capitalized, parse_player,
        player_names,
    },
    settings::{MAX_NAME_WIDTH, MAX_PEOPLE, consent::Programs, last_setups::LastSetup, parse_name},
    widgets::{
        form::{Details, Row, RowId},
        glyphs::NO_BREAK_SPACE,
    },
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level, TimeControl, random},
};

/// What a list of opponents shows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Shown {
    pub results: bool,
    /// How each level plays.
    pub glosses: bool,
}

/// The row that chooses an [`Opponent`].
pub const OPPONENT: RowId = RowId::Named("opponent");
pub const PLAY: RowId = RowId::Named("play");
pub const ADVANCED: RowId = RowId::Named("advanced");

/// The digits of the largest seed.
const SEED_WIDTH: usize = 20;
const DEFAULT_LEVEL: Level = Level::Easy;

fn opponent_label(game: GameKind) -> &'static str {
    if game.seat_names().len() > 2 { "Opponents" } else { "Opponent" }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    Computer(Level),
    /// A friend at this keyboard.
    Friend,
    /// A friend at a shared table.
    Elsewhere,
    /// Only computers play.
    Watch,
    /// The players chosen seat by seat on the advanced form.
    BySeat,
}

#[derive(Clone, Debug)]
pub struct Choices {
    game: GameKind,
    opponent: Opponent,
    /// The level of computers on other seats, or in a game that is only watched.
    level: Level,
    /// The number of people if several play at this keyboard.
    people: usize,
    /// The person's seat; `None` is a random one.
    seat: Option<usize>,
    /// `None` in games with one size.
    size: Option<u16>,
    has_opening: bool,
    /// The clock of the people.
    clock: Option<TimeControl>,
    /// `None` is a random one.
    seed: Option<u64>,
    /// The players of [`Opponent::BySeat`].
    players_by_seat: Option<Vec<String>>,
    /// Present while the advanced form is shown.
    seat_pickers: Option<SeatPickers>,
    pub allows_programs: bool,
    /// `None` until it has been read.
    pub past: Option<PastResults>,
    pub naming: Naming,
    pub has_table_talk: bool,
    /// Of the people at this keyboard, in the order of their seats.
    pub names: [String; MAX_PEOPLE],
}

impl Choices {
    /// The default opponent, and the person on the first seat.
    pub fn default_for(game: GameKind) -> Self {
        Self {
            game,
            opponent: Opponent::Computer(DEFAULT_LEVEL),
            level: DEFAULT_LEVEL,
            people: 2,
            seat: Some(0),
            size: game.sizes().map(|sizes| sizes.default),
            has_opening: false,
            clock: None,
            seed: None,
            players_by_seat: None,
            seat_pickers: None,
            allows_programs: true,
            past: None,
            naming: Naming::default(),
            has_table_talk: true,
            names: Default::default(),
        }
    }

    /// The choices of the last game, as far as they are still possible.
    pub fn of_last_game(game: GameKind, last: &LastSetup) -> Self {
        let mut choices = Self::default_for(game);
        if let Some(size) = last.size {
            choices.set_size(size);
        }
        choices.has_opening = last.has_opening;
        let is_player = |name: &String| name == HUMAN || parse_player(game, name).is_ok();
        if last.players.len() != game.seat_names().len() || !last.players.iter().all(is_player) {
            return choices;
        }
        choices.clock =
            last.clock.filter(|clock| clock.is_same_kind(GameFacts::of(game).clocks[0]));
        let levels = game.levels().iter().copied();
        let named = |name: &String| levels.clone().find(|level| level.name() == name);
        choices.choose_players(&last.players, last.level.as_ref().and_then(named));
        choices.seat = choices.seat.filter(|_| !last.has_random_seat);
        choices
    }

    /// Chooses the opponent that stands for these players, by seat. A level that is known makes it
    /// one of the simple form, even if an older version had another player for it.
    fn choose_players(&mut self, players: &[String], known_level: Option<Level>) {
        let computer = players.iter().find(|name| *name != HUMAN);
        let level = known_level.or_else(|| computer.and_then(|name| self.game.level_of(name)));
        let level = level.unwrap_or(self.level);
        let is_person = |name: &String| name == HUMAN;
        let people = players.iter().filter(|name| is_person(name)).count();
        self.level = level;
        self.seat = players.iter().position(is_person).or(Some(0));
        self.people = people.max(2);
        self.opponent = match people {
            0 => Opponent::Watch,
            1 => Opponent::Computer(level),
            _ => Opponent::Friend,
        };
        if known_level.is_none() && self.players() != players {
            self.opponent = Opponent::BySeat;
            self.players_by_seat = Some(players.to_vec());
        }
    }

    /// Instead of the default opponent, chooses the level that the past results suggest.
    pub fn play_against_suggested(&mut self) {
        let suggested = self.past.as_ref().and_then(PastResults::first_choice);
        let is_default = self.opponent == Opponent::Computer(DEFAULT_LEVEL);
        if let Some(level) = suggested.filter(|_| is_default) {
            self.play_against(level);
        }
    }

    pub fn opponent(&self) -> Opponent {
        if self.shows_advanced() { Opponent::BySeat } else { self.opponent }
    }

    pub fn level(&self) -> Level {
        match self.opponent {
            Opponent::Computer(level) => level,
            _ => self.level,
        }
    }

    /// Explains why there is no advanced form.
    pub fn advanced_refusal(&self) -> Option<&'static str> {
        let is_refused = self.opponent() == Opponent::Elsewhere;
        is_refused.then_some("with a friend elsewhere, seats and clock are chosen on the next page")
    }

    pub fn size(&self) -> Option<u16> {
        self.size
    }

    /// Only boards of the usual size have openings.
    pub fn has_opening(&self) -> bool {
        self.has_opening && self.size == self.game.sizes().map(|sizes| sizes.default)
    }

    /// Chooses the closest size that is possible.
    pub fn set_size(&mut self, size: u16) {
        self.size = self.game.sizes().map(|sizes| size.clamp(sizes.min, sizes.max));
    }

    /// Shows the advanced form with the players chosen so far.
    pub fn show_advanced(&mut self, programs: Programs) {
        let (players, allows_programs) = (self.players(), self.allows_programs);
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

    pub fn seat_pickers(&self) -> Option<&SeatPickers> {
        self.seat_pickers.as_ref()
    }

    /// On the advanced form.
    pub fn choose_level_of(&mut self, seat: usize, level: Level) {
        if let Some(pickers) = &mut self.seat_pickers {
            pickers.choose(seat, 1 + level as usize);
        }
    }

    fn seat_pickers_mut(&mut self) -> Option<&mut SeatPickers> {
        self.seat_pickers.as_mut()
    }

    /// `None` for a random one, as at shared tables.
    pub fn seed(&self) -> Option<u64> {
        self.seed.filter(|_| self.opponent() != Opponent::Elsewhere)
    }

    /// A seat whose player is still to be typed.
    pub fn untyped_seat(&self) -> Option<usize> {
        self.players().iter().position(String::is_empty)
    }

    pub fn has_people(&self) -> bool {
        self.players().iter().any(|player| player == HUMAN)
    }

    pub fn play_against(&mut self, level: Level) {
        self.opponent = Opponent::Computer(level);
    }

    pub fn opponents(&self) -> Vec<Opponent> {
        let levels = self.game.levels().iter().copied();
        let mut all: Vec<_> = levels.map(Opponent::Computer).collect();
        all.extend([Opponent::Friend, Opponent::Elsewhere, Opponent::Watch]);
        all.extend(self.players_by_seat.as_ref().map(|_| Opponent::BySeat));
        all
    }

    pub fn opponent_row(&self) -> Row<Self> {
        let opponents = self.opponents();
        let chosen = opponents.iter().position(|&other| other == self.opponent).unwrap_or(0);
        let names = opponents.iter().map(|&other| opponent_name(other));
        let levels = self.details(self.past.as_ref(), |level| self.opponent_in_list(level));
        Row::choice(opponent_label(self.game), names, chosen, Self::choose_opponent)
            .id(OPPONENT)
            .listed(levels.chain(other_details()).take(opponents.len()).collect())
    }

    pub fn rows(&self) -> Vec<Row<Self>> {
        match &self.seat_pickers {
            Some(pickers) => self.advanced_rows(pickers),
            None => self.simple_rows(),
        }
    }

    fn advanced_rows(&self, pickers: &SeatPickers) -> Vec<Row<Self>> {
        let player = |(seat, notes)| {
            let row =
                pickers.row(self.game, seat, self.details_of_seat(seat), Self::seat_pickers_mut);
            let row = row.notes(notes);
            match (self.person(seat), self.about_player(seat)) {
                (Some(person), _) => self.take_name(row, person),
                (None, Some(about)) => row.help(about),
                (None, None) => row,
            }
        };
        let players = self.seat_notes().into_iter().enumerate().map(player);
        let no_clock = (!self.has_people()).then_some("Computers have no clock.");
        let clock = clock_row(self.game, self.clock(), |choices: &mut Self| &mut choices.clock)
            .begun_by_digits()
            .unavailable_if(no_clock);
        let rows = [self.board_row(), self.start_row(), clock, self.seed_row(), self.play_row()];
        let mut rows: Vec<_> = players.chain(rows).filter(Row::is_shown).collect();
        rows[self.game.seat_names().len()].begins_group = true;
        rows
    }

    fn simple_rows(&self) -> Vec<Row<Self>> {
        let seats = self.game.seat_names().len();
        let has_seat = matches!(self.opponent, Opponent::Computer(_) | Opponent::Elsewhere);
        let people = self.seats_of_people();
        let first_name = RowId::OfSeat(people[0]);
        let has_computers = match self.opponent {
            Opponent::Watch => true,
            Opponent::Friend | Opponent::Elsewhere => people.len() < seats,
            Opponent::Computer(_) | Opponent::BySeat => false,
        };
        let is_shared_keyboard = self.opponent == Opponent::Friend;
        let has_people_row = is_shared_keyboard && seats > 2;
        let set_people = |choices: &mut Self, index| choices.people = index + 2;
        let first = [
            self.opponent_row(),
            Row::choice("People", 2..=seats, self.people - 2, set_people)
                .letters_to(first_name)
                .shown_if(has_people_row),
        ];
        let names = people.into_iter().enumerate();
        let names =
            names.map(|(person, seat)| self.name_row(person, seat).shown_if(is_shared_keyboard));
        let rows = [
            seat_row(self.game, self.seat, |choices: &mut Self| &mut choices.seat)
                .shown_if(has_seat),
            level_row(self.game, self.level, |choices: &mut Self| &mut choices.level)
                .notes(if self.opponent == Opponent::Watch {
                    self.watched_names()
                } else {
                    Vec::new()
                })
                // More people fill the row.
                .free_above(usize::from(has_people_row && self.people == 2))
                .shown_if(has_computers),
            self.board_row().free_above(usize::from(!is_shared_keyboard)),
            self.start_row(),
            self.play_row(),
            self.advanced_row().unavailable_if(self.advanced_refusal()),
        ];
        let rows = first.into_iter().chain(names).chain(rows);
        rows.filter(Row::is_shown).collect()
    }

    /// The button that shows the advanced form. It names the choices made there, as fully as there
    /// is room; if there are none, what it offers.
    fn advanced_row(&self) -> Row<Self> {
        let (clock, seed) = (self.clock(), self.seed());
        let join = |parts: [Option<String>; 2]| {
            let parts: Vec<_> = parts.into_iter().flatten().collect();
            format!("Advanced: {}", parts.join(", "))
        };
        let long_seed = seed.map(|seed| format!("seed {seed}"));
        let texts = if clock.is_none() && seed.is_none() {
            let offered = if self.allows_programs { "clock, programs" } else { "clock, seed" };
            vec![join([Some(offered.to_owned()), None])]
        } else {
            vec![
                join([clock.map(|clock| format!("clock {clock}")), long_seed.clone()]),
                join([clock.map(|clock| clock.to_string()), long_seed]),
                join([clock.map(|_| "clock".to_owned()), seed.map(|_| "seed".to_owned())]),
            ]
        };
        let help = if self.allows_programs {
            "Choose each player, the clock, the seed, or your own programs."
        } else {
            "Choose each player, the clock and the seed."
        };
        Row::button(ADVANCED, texts).help(help)
    }

    fn board_row(&self) -> Row<Self> {
        size_row(self.game, self.size, |choices: &mut Self| &mut choices.size).begun_by_digits()
    }

    fn start_row(&self) -> Row<Self> {
        let has_openings = !GameFacts::of(self.game).openings.is_empty();
        let usual_size = self.game.sizes().map(|sizes| sizes.default);
        let refusal = if self.opponent() == Opponent::Elsewhere {
            Some("Games with a friend elsewhere have the usual start.")
        } else {
            (self.size != usual_size).then_some("Recorded openings need a board of the usual size.")
        };
        let set_opening = |choices: &mut Self, index| choices.has_opening = index == 1;
        Row::choice(
            "Start",
            ["Usual", "Recorded opening"],
            usize::from(self.has_opening()),
            set_opening,
        )
        .help("A recorded opening plays the first moves for both.")
        .unavailable_if(refusal)
        .shown_if(has_openings)
    }

    fn play_row(&self) -> Row<Self> {
        let untyped = self.untyped_seat().map(|seat| self.game.seat_names()[seat]);
        let texts = match untyped {
            Some(seat) => vec![
                format!("Play: choose a player for {seat}"),
                format!("Choose a player for {seat}"),
                "Play".to_owned(),
            ],
            None if self.opponent() == Opponent::Elsewhere => vec!["Next".to_owned()],
            None if self.has_people() => vec!["Play".to_owned()],
            None => vec!["Watch".to_owned()],
        };
        Row::button(PLAY, texts).dim_if(untyped.is_some())
    }

    fn seed_row(&self) -> Row<Self> {
        let text = self.seed.map(|seed| seed.to_string()).unwrap_or_default();
        let shown = if text.is_empty() { "Random" } else { &text };
        Row::value("Seed", shown)
            .help("Type a number. The same one gives the same game again.")
            .typed("The seed", &text, |choices: &mut Self, text| {
                let typed = Some(text).filter(|text| !text.trim().is_empty());
                choices.seed = typed.map(|text| typed_number(text, 0..=u64::MAX)).transpose()?;
                Ok(())
            })
            .at_most(SEED_WIDTH)
            .begun_by_digits()
            .preset_if(text.is_empty())
            .typing_hint("such as 12; empty: random.")
    }

    fn name_row(&self, person: usize, seat: usize) -> Row<Self> {
        let label = self.game.seat_names()[seat];
        let row = Row::value(label, self.name(person)).seat(seat);
        self.take_name(row, person).help(format!("The player of {label}: type a name."))
    }

    fn name(&self, person: usize) -> String {
        match self.names[person].as_str() {
            "" => format!("Player {}", person + 1),
            name => name.to_owned(),
        }
    }

    /// Lets a row take the name of a person at this keyboard.
    fn take_name(&self, row: Row<Self>, person: usize) -> Row<Self> {
        let default = format!("Player {}", person + 1);
        let title = format!("Name for {}", row.label);
        let take = move |choices: &mut Self, text: &str| {
            choices.names[person] =
                Some(parse_name(text)?).filter(|name| *name != default).unwrap_or_default();
            Ok(())
        };
        let hint = format!("up to {MAX_NAME_WIDTH} letters.");
        row.typed(title, self.name(person), take).at_most(MAX_NAME_WIDTH).typing_hint(hint)
    }

    /// The number of the person on this seat, in seat order; `None` if a computer plays there.
    pub fn person(&self, seat: usize) -> Option<usize> {
        let players = self.players();
        let people = |seats: &[String]| seats.iter().filter(|player| *player == HUMAN).count();
        (players[seat] == HUMAN).then(|| people(&players[..seat]))
    }

    fn seats_of_people(&self) -> Vec<usize> {
        let seats = self.game.seat_names().len();
        match self.opponent {
            Opponent::Friend if self.people > 2 => (0..self.people.min(seats)).collect(),
            _ => vec![0, seats / 2],
        }
    }

    /// The name of a level's only opponent. Several have no room beside a picture, so a word says
    /// how they play.
    fn opponent_in_list(&self, level: Level) -> &str {
        let mut characters = self.characters(level);
        let only = characters.next().filter(|_| characters.next().is_none());
        let word = GameFacts::of(self.game).level_words.get(level as usize);
        only.map_or(word.copied().unwrap_or_default(), |one| &one.name)
    }

    /// For the computers on a seat. Without a person on another seat, there are no results.
    fn details_of_seat(&self, seat: usize) -> impl Iterator<Item = Details> {
        let mut players = self.players();
        players[seat].clear();
        let past = self.past.as_ref().filter(|_| players.iter().any(|other| other == HUMAN));
        self.details(past, move |level| {
            let mut players = players.clone();
            self.game.level_player(level).player.clone_into(&mut players[seat]);
            let character = self.naming.at_table(self.game, &players).swap_remove(seat);
            character.map_or("", |one| &one.name)
        })
    }

    /// By level: its name in a list, the person's results against it, how it plays, and a mark if
    /// it suits the person.
    fn details<'a>(
        &self,
        past: Option<&PastResults>,
        name: impl Fn(Level) -> &'a str,
    ) -> impl Iterator<Item = Details> {
        let record = move |level| past.and_then(|past| past.record(level));
        let has_results = self.game.levels().iter().any(|&level| record(level).is_some());
        let suitable = past.and_then(|past| past.suitable);
        self.game.levels().iter().map(move |&level| {
            let never_played = if has_results { "new" } else { "" };
            Details {
                name: name(level).to_owned(),
                record: Some(record(level).unwrap_or_else(|| never_played.to_owned())),
                mark: if suitable == Some(level) { SUITABLE } else { &[] },
                gloss: capitalized(self.game.level_player(level).description),
                begins_group: false,
            }
        })
    }

    /// Notes on each seat's player, the longest first: the face and the name. None on a custom
    /// player.
    fn seat_notes(&self) -> Vec<Vec<String>> {
        let players = self.players();
        let people = assign_names(&players, &self.names);
        let names = player_names(self.game.key(), &players, &people, self.naming);
        let characters = self.naming.at_table(self.game, &players);
        let note = |((name, character), player): ((String, Option<&Character>), &String)| {
            let face = character.map(|one| format!("{} ", one.face(Mood::Waiting)));
            let face = face.unwrap_or_default();
            let level = self.game.level_of(player);
            let name = match player.as_str() {
                "" => "type a player",
                // The row has its name.
                custom if level.is_none() && custom != HUMAN => return Vec::new(),
                _ => &name,
            };
            vec![format!("{face}{name}"), name.to_owned()]
        };
        names.into_iter().zip(characters).zip(&players).map(note).collect()
    }

    /// Empty if computers are called by their level.
    fn characters(&self, level: Level) -> impl Iterator<Item = &'static Character> {
        self.naming.opponents(self.game, level)
    }

    /// About the opponent, without what the list of opponents shows already.
    pub fn description(&self, shown: Shown) -> String {
        let (level, seats) = (self.level(), self.game.seat_names().len());
        match self.opponent() {
            Opponent::Computer(_) => {
                let about = self.about_opponents(level, shown);
                let record = self.past.as_ref().and_then(|past| past.record(level));
                let results = record.into_iter().chain(self.suitable_in_words(level));
                let results: Vec<_> = results.filter(|_| !shown.results).collect();
                format!("{about}\n{}", results.join(" ")).trim_end().to_owned()
            }
            Opponent::Friend => GameFacts::of(self.game).two_people.to_owned(),
            Opponent::Elsewhere => {
                let rest = format!("{level} computers play the rest. ");
                let rest = if seats > 2 { &rest } else { "" };
                format!("A friend joins from another terminal. {rest}You choose the clock next.")
            }
            Opponent::Watch if !self.watched_names().is_empty() => {
                format!("Each {}", self.game.level_player(level).description)
            }
            Opponent::Watch => {
                let players = self.naming.at_table(self.game, &self.players());
                self.about(players.into_iter().flatten(), level)
            }
            Opponent::BySeat if self.shows_advanced() => self.plan(),
            Opponent::BySeat => format!("Chosen seat by seat:\n{}.", self.players_in_words()),
        }
    }

    /// What Play starts from the advanced form, by row, with an empty line between groups.
    pub fn summary(&self) -> Vec<(&'static str, String)> {
        let players = self.players();
        let people = assign_names(&players, &self.names);
        let names = player_names(self.game.key(), &players, &people, self.naming);
        let line = |row: &Row<Self>| {
            let seat = self.game.seat_names().iter().position(|&name| name == row.label);
            let value = match seat {
                Some(seat) if players[seat].is_empty() => "still to be chosen".to_owned(),
                Some(seat) => match self.level_of(seat).map(|level| level.to_string()) {
                    Some(level) if level != names[seat] => format!("{}, {level}", names[seat]),
                    _ => names[seat].clone(),
                },
                None => row.values[row.chosen].clone(),
            };
            let gap = row.begins_group.then(Default::default);
            gap.into_iter().chain([(row.label, value)])
        };
        self.rows().iter().filter(|row| !row.is_button()).flat_map(line).collect()
    }

    /// Whether the game of the advanced form counts, or can't begin yet.
    fn plan(&self) -> String {
        if let Some(seat) = self.untyped_seat() {
            return format!("{} still needs a player.", self.game.seat_names()[seat]);
        }
        let text = match self.players().iter().filter(|player| *player == HUMAN).count() {
            0 => "Only computers play, so it doesn't count.",
            1 => "It counts in your statistics.",
            _ => "Between people, it doesn't count.",
        };
        text.to_owned()
    }

    /// The names of two computers that play each other, the longest text first. Empty if they have
    /// none, or are more than two.
    fn watched_names(&self) -> Vec<String> {
        let players = self.naming.at_table(self.game, &self.players());
        match players.as_slice() {
            [Some(one), Some(other)] => vec![
                format!("{}  {}", named_face(one), named_face(other)),
                format!("{}, {}", one.name, other.name),
            ],
            _ => Vec::new(),
        }
    }

    /// The faces of a level's opponents with how they play or, if that is shown, what the only one
    /// says.
    fn about_opponents(&self, level: Level, shown: Shown) -> String {
        let all: Vec<_> = self.characters(level).collect();
        // Of several opponents, a list of levels says in a word how they play.
        let is_said = shown.glosses || shown.results && all.len() > 1;
        match all.as_slice() {
            _ if !is_said => self.about(all.into_iter(), level),
            [one] => {
                let line = one.line(Occasion::Start, 0).filter(|_| self.has_table_talk);
                let line = line.map_or_else(String::new, |line| format!(": \"{line}\""));
                format!("{}{line}", named_face(one))
            }
            [first @ .., last] => {
                let first: Vec<_> = first.iter().map(|one| named_face(one)).collect();
                format!("You play against {} and {}.", first.join(", "), named_face(last))
            }
            [] => String::new(),
        }
    }

    /// The faces and names of these computer players, and how their level plays.
    fn about(&self, players: impl Iterator<Item = &'static Character>, level: Level) -> String {
        let faces: Vec<_> = players.map(named_face).collect();
        let how = self.game.level_player(level).description;
        match faces.as_slice() {
            [] => about_level(self.game, level),
            [face] => format!("{face} {how}"),
            several => format!("{}\nEach {how}", several.join("  ")),
        }
    }

    pub fn level_of(&self, seat: usize) -> Option<Level> {
        self.game.level_of(&self.players()[seat])
    }

    /// About the computer player on a seat, if it has a level.
    fn about_player(&self, seat: usize) -> Option<String> {
        let (players, level) = (self.players(), self.level_of(seat)?);
        let character = self.naming.at_table(self.game, &players).swap_remove(seat);
        Some(self.about(character.into_iter(), level))
    }

    /// Says so if this level suits the person.
    pub fn suitable_in_words(&self, level: Level) -> Option<String> {
        let is_suitable = self.past.as_ref()?.suitable == Some(level);
        is_suitable.then(|| format!("★{NO_BREAK_SPACE}{level} fits you."))
    }

    /// By seat, such as `O: you, X: Easy` or `O: you, X: "Greedy"`.
    fn players_in_words(&self) -> String {
        let players = self.players();
        let names = player_names(self.game.key(), &players, &[], Naming::Levels);
        let seats = self.game.seat_names().iter().zip(players.iter().zip(names));
        let seats = seats.map(|(seat, (player, name))| {
            let has_own_name = player != HUMAN && self.game.level_of(player).is_none();
            let name = match player.as_str() {
                "" => "still to be typed".to_owned(),
                // Its name, such as First, may be a word about the order of turns.
                player if has_own_name && !player.contains(':') => format!("\"{name}\""),
                _ => name,
            };
            format!("{seat}:{NO_BREAK_SPACE}{name}")
        });
        seats.collect::<Vec<_>>().join(", ")
    }

    /// An index of [`Self::opponents`].
    pub fn choose_opponent(&mut self, index: usize) {
        self.opponent = self.opponents()[index];
    }

    /// By seat. Each call draws a random seat anew.
    pub fn players(&self) -> Vec<String> {
        if let Some(pickers) = &self.seat_pickers {
            return pickers.players();
        }
        let seats = self.game.seat_names().len();
        let mut players = vec![self.game.level_player(self.level()).player.to_owned(); seats];
        match self.opponent {
            Opponent::Computer(_) => {
                let draw = || random::rng(random::fresh_seed(), &[]).random_range(0..seats);
                HUMAN.clone_into(&mut players[self.seat.unwrap_or_else(draw)]);
            }
            Opponent::Friend | Opponent::Elsewhere => {
                for seat in self.seats_of_people() {
                    HUMAN.clone_into(&mut players[seat]);
                }
            }
            Opponent::Watch => {}
            Opponent::BySeat => return self.players_by_seat.clone().unwrap_or(players),
        }
        players
    }

    pub fn to_table(&self) -> TableChoices {
        TableChoices::new(self.game, self.size, self.seat, self.level(), self.clock)
    }

    /// Of the people, if there are any.
    fn clock(&self) -> Option<TimeControl> {
        self.clock.filter(|_| self.has_people())
    }

    pub fn to_setup(&self) -> LastSetup {
        let is_by_seat = self.opponent() == Opponent::BySeat;
        LastSetup {
            players: self.players(),
            size: self.size,
            level: (!is_by_seat).then(|| self.level().to_string()),
            has_random_seat: matches!(self.opponent, Opponent::Computer(_)) && self.seat.is_none(),
            has_opening: self.has_opening,
            clock: self.clock(),
        }
    }
}

/// Of the opponents after the levels.
fn other_details() -> [Details; 4] {
    let details = |gloss: &str| Details { gloss: gloss.to_owned(), ..Details::default() };
    let friend = Details { begins_group: true, ..details("at this keyboard") };
    let by_seat = Details { begins_group: true, ..details("from the advanced form") };
    [friend, details("at another terminal"), details("computers play"), by_seat]
}

fn named_face(one: &Character) -> String {
    format!("{}{NO_BREAK_SPACE}{}", one.face(Mood::Waiting), one.name)
}

fn opponent_name(opponent: Opponent) -> String {
    match opponent {
        Opponent::Computer(level) => level.to_string(),
        Opponent::Friend => "A friend here".to_owned(),
        Opponent::Elsewhere => "A friend elsewhere".to_owned(),
        Opponent::Watch => "Just watch".to_owned(),
        Opponent::BySeat => "Custom".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::new_game::new_session;
    use fourcade_engine::with_game;

    fn last(players: &[&str]) -> LastSetup {
        let players = players.iter().map(|&name| name.to_owned()).collect();
        LastSetup { players, ..LastSetup::default() }
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
                if choices.opponent() == Opponent::Elsewhere {
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
            let last = LastSetup { size: Some(size), ..LastSetup::default() };
            Choices::of_last_game(GameKind::Eater, &last).size()
        };
        assert_eq!([1, 5, 9_000].map(size), [Some(3), Some(5), Some(50)]);
    }

    #[test]
    fn every_seat_can_be_drawn_at_random() {
        let mut choices = Choices::default_for(GameKind::Flip);
        choose(&mut choices, "You play", 2);
        let seat = |_| choices.players().iter().position(|name| name == HUMAN);
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
