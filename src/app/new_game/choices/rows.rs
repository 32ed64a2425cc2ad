//! The rows of the New game page: those of the simple and of the advanced form.

use super::{Choices, Opponent, SimpleChoices};
use crate::{
    app::{
        game_rows::{clock_row, level_row, seat_row, size_row, typed_number},
        new_game::{PastResults, results::SUITABLE, seat_pickers::SeatPickers},
    },
    games::{Character, GameFacts, Mood, assign_names, capitalized, player_names},
    settings::{MAX_NAME_WIDTH, parse_name},
    widgets::form::{Details, Row, RowId},
};
use fourcade_engine::{
    GameKind,
    play::{HUMAN, Level},
};

/// The row that chooses an [`Opponent`].
pub const OPPONENT: RowId = RowId::Named("opponent");
pub const START: RowId = RowId::Named("start");
pub const SEED: RowId = RowId::Named("seed");
pub const PLAY: RowId = RowId::Named("play");
pub const ADVANCED: RowId = RowId::Named("advanced");

/// The digits of the largest seed.
const SEED_WIDTH: usize = 20;

impl Choices {
    pub fn opponent_row(&self) -> Row<Self> {
        let opponents = self.listed_opponents();
        let chosen = opponents.iter().position(|&other| other == self.simple.opponent);
        let names = opponents.iter().map(|&other| opponent_name(other));
        let levels = self.level_details(self.past.as_ref(), |level| self.name_in_list(level));
        let details = levels.chain(details_after_levels()).take(opponents.len()).collect();
        let set = |choices: &mut Self, index: usize| {
            choices.simple.opponent = choices.listed_opponents()[index];
        };
        Row::choice(opponent_label(self.game), names, chosen.unwrap_or(0), set)
            .id(OPPONENT)
            .listed(details)
    }

    pub fn rows(&self) -> Vec<Row<Self>> {
        match &self.seat_pickers {
            Some(pickers) => self.advanced_rows(pickers),
            None => self.simple_rows(),
        }
    }

    fn advanced_rows(&self, pickers: &SeatPickers) -> Vec<Row<Self>> {
        let player = |(seat, notes)| {
            let levels = self.level_details_on_seat(seat);
            let row = pickers.row(self.game, seat, levels, Self::seat_pickers_mut).notes(notes);
            match (self.person_number(seat), self.about_computer(seat)) {
                (Some(person), _) => self.with_typed_name(row, person),
                (None, Some(about)) => row.help(about),
                (None, None) => row,
            }
        };
        let players = self.seat_notes().into_iter().enumerate().map(player);
        let no_clock = (!self.has_people()).then_some("Computers have no clock.");
        let clock =
            clock_row(self.game, self.clock(), |choices: &mut Self| &mut choices.chosen_clock)
                .begun_by_digits()
                .unavailable_if(no_clock);
        let rows = [self.board_row(), self.start_row(), clock, self.seed_row(), self.play_row()];
        let mut rows: Vec<_> = players.chain(rows).filter(Row::is_shown).collect();
        rows[self.game.seat_names().len()].begins_group = true;
        rows
    }

    fn seat_pickers_mut(&mut self) -> Option<&mut SeatPickers> {
        self.seat_pickers.as_mut()
    }

    fn simple_rows(&self) -> Vec<Row<Self>> {
        let SimpleChoices { opponent, computers_level, people, seat } = self.simple;
        let seats = self.game.seat_names().len();
        let is_shared_keyboard = opponent == Opponent::Friend;
        let has_people_row = is_shared_keyboard && seats > 2;
        let has_seat_row = matches!(opponent, Opponent::Computer(_) | Opponent::FriendElsewhere);
        let seats_of_people = self.seats_of_people();
        let first_name = RowId::OfSeat(seats_of_people[0]);
        let has_computers_row = match opponent {
            Opponent::Watch => true,
            Opponent::Friend | Opponent::FriendElsewhere => seats_of_people.len() < seats,
            Opponent::Computer(_) | Opponent::BySeat => false,
        };
        let set_people = |choices: &mut Self, index| choices.simple.people = index + 2;
        let first = [
            self.opponent_row(),
            Row::choice("People", 2..=seats, people - 2, set_people)
                .letters_to(first_name)
                .shown_if(has_people_row),
        ];
        let names = seats_of_people.into_iter().enumerate();
        let names =
            names.map(|(person, seat)| self.name_row(person, seat).shown_if(is_shared_keyboard));
        let level_notes =
            if opponent == Opponent::Watch { self.watched_names() } else { Vec::new() };
        let rows = [
            seat_row(self.game, seat, |choices: &mut Self| &mut choices.simple.seat)
                .shown_if(has_seat_row),
            level_row(self.game, computers_level, |choices: &mut Self| {
                &mut choices.simple.computers_level
            })
            .notes(level_notes)
            // More people fill the row.
            .free_above(usize::from(has_people_row && people == 2))
            .shown_if(has_computers_row),
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
        let refusal = if self.opponent() == Opponent::FriendElsewhere {
            Some("Games with a friend elsewhere have the usual start.")
        } else {
            (!self.is_usual_size()).then_some("Recorded openings need a board of the usual size.")
        };
        let set_opening = |choices: &mut Self, index| choices.wants_opening = index == 1;
        Row::choice(
            "Start",
            ["Usual", "Recorded opening"],
            usize::from(self.has_opening()),
            set_opening,
        )
        .id(START)
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
            None if self.opponent() == Opponent::FriendElsewhere => vec!["Next".to_owned()],
            None if self.has_people() => vec!["Play".to_owned()],
            None => vec!["Watch".to_owned()],
        };
        Row::button(PLAY, texts).dim_if(untyped.is_some())
    }

    fn seed_row(&self) -> Row<Self> {
        let text = self.typed_seed.map(|seed| seed.to_string()).unwrap_or_default();
        let shown = if text.is_empty() { "Random" } else { &text };
        Row::value("Seed", shown)
            .id(SEED)
            .help("Type a number. The same one gives the same game again.")
            .typed("The seed", &text, |choices: &mut Self, text| {
                let typed = Some(text).filter(|text| !text.trim().is_empty());
                choices.typed_seed =
                    typed.map(|text| typed_number(text, 0..=u64::MAX)).transpose()?;
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
        self.with_typed_name(row, person).help(format!("The player of {label}: type a name."))
    }

    fn name(&self, person: usize) -> String {
        match self.names[person].as_str() {
            "" => default_name(person),
            name => name.to_owned(),
        }
    }

    /// Lets the name of a person at this keyboard be typed in a row.
    fn with_typed_name(&self, row: Row<Self>, person: usize) -> Row<Self> {
        let default = default_name(person);
        let title = format!("Name for {}", row.label);
        let take = move |choices: &mut Self, text: &str| {
            choices.names[person] =
                Some(parse_name(text)?).filter(|name| *name != default).unwrap_or_default();
            Ok(())
        };
        let hint = format!("up to {MAX_NAME_WIDTH} letters.");
        row.typed(title, self.name(person), take).at_most(MAX_NAME_WIDTH).typing_hint(hint)
    }

    /// The name of a level's only opponent. Several have no room beside a picture, so a word says
    /// how they play.
    fn name_in_list(&self, level: Level) -> &str {
        let mut characters = self.characters(level);
        let only = characters.next().filter(|_| characters.next().is_none());
        let word = GameFacts::of(self.game).level_words.get(level as usize);
        only.map_or(word.copied().unwrap_or_default(), |one| &one.name)
    }

    /// The levels of a computer on this seat. Without a person on another seat, there are no
    /// results.
    fn level_details_on_seat(&self, seat: usize) -> impl Iterator<Item = Details> {
        let mut players = self.players();
        players[seat].clear();
        let past = self.past.as_ref().filter(|_| players.iter().any(|other| other == HUMAN));
        self.level_details(past, move |level| {
            let mut players = players.clone();
            self.game.level_player(level).player.clone_into(&mut players[seat]);
            let character = self.naming.at_table(self.game, &players).swap_remove(seat);
            character.map_or("", |one| &one.name)
        })
    }

    /// The details of each level: its `name` in the list, the person's results against it, how it
    /// plays, and a mark if it suits the person.
    fn level_details<'a>(
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
}

pub(super) fn opponent_label(game: GameKind) -> &'static str {
    if game.seat_names().len() > 2 { "Opponents" } else { "Opponent" }
}

fn opponent_name(opponent: Opponent) -> String {
    match opponent {
        Opponent::Computer(level) => level.to_string(),
        Opponent::Friend => "A friend here".to_owned(),
        Opponent::FriendElsewhere => "A friend elsewhere".to_owned(),
        Opponent::Watch => "Just watch".to_owned(),
        Opponent::BySeat => "Custom".to_owned(),
    }
}

/// Details of the opponents that follow the levels in the list.
fn details_after_levels() -> [Details; 4] {
    let details = |gloss: &str| Details { gloss: gloss.to_owned(), ..Details::default() };
    let friend = Details { begins_group: true, ..details("at this keyboard") };
    let by_seat = Details { begins_group: true, ..details("from the advanced form") };
    [friend, details("at another terminal"), details("computers play"), by_seat]
}

fn default_name(person: usize) -> String {
    format!("Player {}", person + 1)
}
