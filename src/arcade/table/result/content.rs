//! What the result card says about a game that is over. It is plain data and text.

use super::{names::Names, share};
use crate::{arcade::table::state::Table, games::ArcadeGame};
use fourcade_engine::play::{Level, Outcome, Seat};

/// How a game ended for the people who look at the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The only person has won.
    Won,
    /// The only person has lost.
    Lost,
    /// A tie, or a game that is not about one person.
    Neutral,
}

/// A seat on the card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// The name of the seat.
    pub seat: &'static str,
    /// The name of its player.
    pub player: String,
    /// The score, in games whose scores say more than who won.
    pub score: Option<i32>,
    /// What the score consists of.
    pub details: Option<String>,
    /// Whether the seat has the first place.
    pub is_winner: bool,
}

/// What the card says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultContent {
    /// Who has won, in two or three words.
    pub title: String,
    /// How the game ended for the person.
    pub tone: Tone,
    /// The score in one line.
    pub subtitle: String,
    /// The seats.
    pub rows: Vec<ResultRow>,
    /// What else is worth knowing, a sentence each.
    pub notes: Vec<String>,
    /// The seat of the only person, if there is exactly one.
    pub person: Option<Seat>,
    /// The opponents of the only person, such as `against Medium`.
    pub against: Option<String>,
    /// The level of all opponents of the only person, if they have the same.
    pub level: Option<Level>,
    /// What a rematch changes.
    pub rematch: &'static str,
    /// The line to copy.
    pub share: String,
}

impl ResultContent {
    /// Describes the game on the table; `None` if it is not over.
    pub fn of<G: ArcadeGame>(table: &Table<G>) -> Option<Self> {
        let outcome = table.game.outcome()?;
        let names = Names::of(table);
        let ending = Ending { table, outcome: &outcome, names: &names };
        let person = names.only_person();
        let (title, tone) = ending.title();
        Some(Self {
            title,
            tone,
            subtitle: ending.subtitle(),
            rows: ending.rows(),
            notes: ending.notes(),
            person,
            against: person.and_then(|person| names.against(person)),
            level: person.and_then(|person| names.level_against(person)),
            rematch: G::REMATCH,
            share: share::line(table, &outcome, &names),
        })
    }
}

/// Writes the parts of the card.
struct Ending<'a, G: ArcadeGame> {
    table: &'a Table<G>,
    outcome: &'a Outcome,
    names: &'a Names,
}

impl<G: ArcadeGame> Ending<'_, G> {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        self.table.game.session().game().seats().iter()
    }

    fn has_resigned(&self, seat: Seat) -> bool {
        self.table.game.session().resigned().contains(seat)
    }

    fn title(&self) -> (String, Tone) {
        let winners = self.outcome.winners();
        if let Some(person) = self.names.only_person() {
            let is_winner = winners.contains(person) && !self.has_resigned(person);
            return match winners.len() {
                1 if is_winner => ("You win!".to_owned(), Tone::Won),
                _ if is_winner => ("It's a tie".to_owned(), Tone::Neutral),
                _ => ("You lose".to_owned(), Tone::Lost),
            };
        }
        let title = match winners.only() {
            Some(winner) if self.names.is_person(winner) => {
                format!("{} wins!", self.names.player(winner))
            }
            Some(winner) => format!("{} wins", G::SEAT_NAMES[winner.index()]),
            None => "It's a tie".to_owned(),
        };
        (title, Tone::Neutral)
    }

    fn subtitle(&self) -> String {
        let (outcome, names) = (self.outcome, self.names);
        if let Some(person) = names.only_person() {
            let against = names.against(person).unwrap_or_default();
            let own = outcome.score(person);
            let resigned = self.has_resigned(person);
            let text = if outcome.scores().len() == 2 {
                let other = outcome.score(person.other());
                match (G::HAS_SCORES, resigned) {
                    (true, true) => format!("You resigned at {own} to {other} {against}"),
                    (true, false) => format!("{own} to {other} {against}"),
                    (false, true) => format!("You resigned {against}"),
                    (false, false) => format!("{against} after {}", self.turns()),
                }
            } else if resigned {
                format!("You resigned; a computer took {own} points in your place")
            } else {
                let points = if own == 1 { "1 point".to_owned() } else { format!("{own} points") };
                format!("{}, with {points} {against}", self.place(person))
            };
            return first_upper(text.trim());
        }
        match (outcome.winners().only(), outcome.scores()) {
            (Some(winner), [_, _]) => {
                let (won, lost) = (names.player(winner), names.player(winner.other()));
                let beats = if won == lost { String::new() } else { format!("{won} beat {lost}") };
                match (G::HAS_SCORES, beats.is_empty()) {
                    (true, true) => self.scores(winner),
                    (true, false) => format!("{beats} by {}", self.scores(winner)),
                    (false, true) => format!("After {}", self.turns()),
                    (false, false) => format!("{beats} in {}", self.turns()),
                }
            }
            (None, [_, _]) => self.scores(Seat::new(0)),
            _ => format!("After {}", self.turns()),
        }
    }

    /// The scores of two seats, the one of `first` first.
    fn scores(&self, first: Seat) -> String {
        format!("{} to {}", self.outcome.score(first), self.outcome.score(first.other()))
    }

    fn turns(&self) -> String {
        match self.table.game.session().game().turns() {
            1 => "1 round".to_owned(),
            turns => format!("{turns} rounds"),
        }
    }

    /// The place of a seat, such as `2nd of 4` or `Tied for first with East`.
    fn place(&self, seat: Seat) -> String {
        let place = self.outcome.place(seat);
        let with: Vec<_> = self
            .seats()
            .filter(|&other| other != seat && self.outcome.place(other) == place)
            .map(|other| G::SEAT_NAMES[other.index()])
            .collect();
        let ordinal = match place {
            1 => "first",
            2 => "second",
            3 => "third",
            _ => "last",
        };
        match (with.as_slice(), place) {
            ([], 1) => "First place".to_owned(),
            ([], _) => format!("{} of {}", first_upper(ordinal), self.outcome.scores().len()),
            (with, _) => format!("Tied for {ordinal} with {}", with.join(" and ")),
        }
    }

    fn rows(&self) -> Vec<ResultRow> {
        let game = self.table.game.session().game();
        let row = |seat: Seat| ResultRow {
            seat: G::SEAT_NAMES[seat.index()],
            player: self.names.player(seat).to_owned(),
            score: G::HAS_SCORES.then(|| self.outcome.score(seat)),
            details: G::score_details(game, seat),
            is_winner: self.outcome.winners().contains(seat),
        };
        self.seats().map(row).collect()
    }

    fn notes(&self) -> Vec<String> {
        let session = self.table.game.session();
        let person = self.names.only_person();
        let mut notes = Vec::new();
        if let Some(daily) = &self.table.daily {
            notes.push(daily.note(session.is_practice()));
        } else if session.is_practice() {
            notes.push("A practice game: it doesn't count".to_owned());
        }
        for seat in session.resigned().iter().filter(|&seat| person != Some(seat)) {
            let (seat_name, player) = (G::SEAT_NAMES[seat.index()], self.names.player(seat));
            notes.push(format!("{seat_name} ({player}) resigned"));
        }
        notes.extend(G::highlights(session.game(), person));
        notes.extend(self.series());
        notes
    }

    /// The points of all games in the series; `None` during the first game.
    fn series(&self) -> Option<String> {
        let series = &self.table.series;
        if series.number() < 2 {
            return None;
        }
        let points = self.seats().map(|seat| {
            let points = series.points(seat, Some(self.outcome))?;
            Some(format!("{} {points}", self.names.in_series(seat, G::SEAT_NAMES)))
        });
        let points = points.collect::<Option<Vec<_>>>()?;
        Some(format!("Points after {} games: {}", series.number(), points.join(", ")))
    }
}

/// Makes the first letter of a text a capital.
pub fn first_upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
