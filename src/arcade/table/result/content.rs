//! The texts of the result card about the game.

use super::{names::Names, share_text::share_text};
use crate::{
    app::{
        counting,
        table::{Table, daily, opponent},
    },
    database::{DailyDate, PersonResult},
    games::{
        ArcadeGame, GameEnd, capitalized, counted, headline, join, leading_name, ordinal, sentence,
    },
    widgets::glyphs::unbroken,
};
use fourcade_engine::play::{Level, Outcome, Seat};

/// The title of a tie, short enough for large letters.
const TIE: &str = "A tie";

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// Empty in a game whose seats have no names.
    pub seat: &'static str,
    pub player: String,
    /// `None` in a game without scores.
    pub score: Option<i32>,
    pub details: Option<String>,
    pub is_winner: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultContent {
    /// The winner, in two or three words.
    pub title: String,
    /// Whether a person at this keyboard has won.
    pub is_festive: bool,
    pub subtitle: String,
    pub rows: Vec<ResultRow>,
    pub departures: Vec<String>,
    pub highlights: Vec<String>,
    pub match_score: Option<String>,
    /// Whether the game counts, and when the next deal comes.
    pub next: Option<String>,
    /// The seat of the person here, if there is exactly one.
    pub person: Option<Seat>,
    /// The opponents of that person, such as `against Medium`.
    pub against: Option<String>,
    pub level: Option<Level>,
    /// Whether the game counts in statistics and ratings.
    pub counts: bool,
    pub farewell: Option<String>,
    /// Whether only computers have played.
    pub is_watched: bool,
    pub rematch: &'static str,
    pub share: String,
}

impl ResultContent {
    /// `None` if the game is not over.
    pub fn of<G: ArcadeGame>(table: &Table<G>) -> Option<Self> {
        let outcome = table.game.session().outcome()?;
        let names = Names::of(table);
        let end = GameEnd::of(table.game.session(), &outcome, names.you);
        let game = FinishedGame { table, end, outcome: &outcome, names: &names };
        let person = names.you;
        Some(Self {
            title: game.title(),
            is_festive: game.is_won_here(),
            subtitle: game.subtitle(),
            rows: game.rows(),
            departures: game.departures(),
            highlights: game.highlights(),
            match_score: game.match_score(),
            next: game.next(),
            person,
            against: person.and_then(|person| names.against(person)),
            level: opponent::level(table),
            counts: table.game.shared.is_none() && counting::session_counts(table.game.session()),
            farewell: opponent::result_remark(table)
                .map(|(face, words)| format!("{}\u{a0}{words}", unbroken(face))),
            is_watched: table.game.is_watched(),
            rematch: G::REMATCH,
            share: share_text(table)?,
        })
    }
}

struct FinishedGame<'a, G: ArcadeGame> {
    table: &'a Table<G>,
    end: GameEnd<'a>,
    outcome: &'a Outcome,
    names: &'a Names,
}

impl<G: ArcadeGame> FinishedGame<'_, G> {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        self.table.game.session().game().seats().iter()
    }

    /// A tie is not a win.
    fn is_won_here(&self) -> bool {
        let mut people = self.table.game.humans_here().iter();
        people.any(|person| self.end.result_of(person) == PersonResult::Won)
    }

    fn title(&self) -> String {
        let winners = self.outcome.winners();
        if let Some(person) = self.names.you {
            let title = match self.end.result_of(person) {
                PersonResult::Won => "You win!",
                PersonResult::Drawn => TIE,
                PersonResult::Lost => "You lose",
            };
            return title.to_owned();
        }
        let here = self.table.game.humans_here();
        let all = self.table.game.session().header().people();
        let people = if here.is_empty() { all } else { here };
        if let Some(headline) = headline(&self.end, people, |seat| self.names.player(seat)) {
            return headline;
        }
        match winners.only() {
            Some(winner) => format!("{} wins", self.names.unique(winner)),
            None if winners.len() < self.outcome.scores().len() => {
                let names: Vec<_> =
                    winners.iter().map(|seat| self.names.unique(seat).to_owned()).collect();
                format!("{} tie for first", join(&names))
            }
            None => TIE.to_owned(),
        }
    }

    fn subtitle(&self) -> String {
        let (outcome, names) = (self.outcome, self.names);
        if let Some(person) = names.you {
            let own = outcome.score(person);
            return if outcome.scores().len() == 2 {
                let against = names.against_with_level(person);
                let scores = self.scores(person);
                match (G::HAS_SCORES, self.end.departures().next()) {
                    (true, Some((seat, how))) if seat == person => {
                        format!("You {how} at {scores} {against}")
                    }
                    (false, Some((seat, how))) if seat == person => format!("You {how} {against}"),
                    (true, Some((seat, how))) => {
                        format!("{} {how} at {scores}", names.player(seat))
                    }
                    (false, Some((seat, how))) => format!("{} {how}", names.player(seat)),
                    (true, None) => format!("{scores} {against}"),
                    (false, None) => format!("In {} {against}", self.turns()),
                }
            } else if self.end.resigned.contains(person) {
                let points = counted(own, "point");
                format!("You resigned; a computer took {points} in your place")
            } else {
                let points = match own {
                    0 => "No points!".to_owned(),
                    _ => counted(own, "point") + ".",
                };
                format!("{points} {}.", capitalized(&self.place(person)))
            };
        }
        match (outcome.winners().only(), outcome.scores()) {
            (Some(winner), [_, _]) => {
                if let Some((seat, how)) = self.end.departures().next() {
                    let name = names.unique(seat);
                    return if G::HAS_SCORES {
                        format!("{name} {how} at {}", self.scores(seat))
                    } else {
                        format!("{name} {how}")
                    };
                }
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

    /// The scores of two seats, such as `34 to 30`, with that of `first` first.
    fn scores(&self, first: Seat) -> String {
        let [own, other] = [first, first.other()].map(|seat| self.outcome.score(seat));
        unbroken(&format!("{own} to {other}"))
    }

    fn turns(&self) -> String {
        counted(self.table.game.session().game().turns(), G::FACTS.turn_name)
    }

    /// Such as `second of 4` or `You tie for first with East`.
    fn place(&self, seat: Seat) -> String {
        let place = self.outcome.place(seat);
        let with: Vec<_> = self
            .seats()
            .filter(|&other| other != seat && self.outcome.place(other) == place)
            .map(|other| self.names.unique(other).to_owned())
            .collect();
        let ordinal = ordinal(place);
        if with.is_empty() {
            format!("{ordinal} of {}", self.outcome.scores().len())
        } else {
            format!("You tie for {ordinal} with {}", join(&with))
        }
    }

    /// Empty if the scores decided nothing.
    fn rows(&self) -> Vec<ResultRow> {
        if G::HAS_SCORES && self.end.is_unfinished() {
            return Vec::new();
        }
        let game = self.table.game.session().game();
        let row = |seat: Seat| ResultRow {
            seat: if G::HAS_SEAT_NAMES { G::SEAT_NAMES[seat.index()] } else { "" },
            player: if G::HAS_SEAT_NAMES {
                self.names.player(seat).to_owned()
            } else {
                leading_name(self.names.player(seat))
            },
            score: G::HAS_SCORES.then(|| self.outcome.score(seat)),
            details: G::score_details(game, seat),
            is_winner: self.outcome.winners().contains(seat) && !self.end.resigned.contains(seat),
        };
        self.seats().map(row).collect()
    }

    /// Empty in a game of two, where the subtitle says who left.
    fn departures(&self) -> Vec<String> {
        if self.outcome.scores().len() == 2 {
            return Vec::new();
        }
        let others = self.end.departures().filter(|(seat, _)| self.names.you != Some(*seat));
        let tell = |(seat, how): (Seat, _)| {
            let seat_name = G::SEAT_NAMES[seat.index()];
            format!("{seat_name} ({}) {how}.", self.names.player(seat))
        };
        others.map(tell).collect()
    }

    fn next(&self) -> Option<String> {
        let is_practice = self.table.game.session().is_practice();
        let Some(date) = self.table.daily else {
            return is_practice.then(|| "Practice, not counted.".to_owned());
        };
        // If the deal counts, the headline already gives the result.
        if date == DailyDate::today() && !is_practice {
            return Some("A new deal comes tomorrow.".to_owned());
        }
        let result = self.names.you.map_or(PersonResult::Lost, |person| self.end.result_of(person));
        Some(daily::verdict::<G>(date, result, is_practice))
    }

    fn highlights(&self) -> Vec<String> {
        let (game, names) = (self.table.game.session().game(), self.names.players());
        let highlights = G::highlights(game, self.names.you, names, self.table.notation);
        highlights.iter().map(|highlight| sentence(highlight)).collect()
    }

    /// The score of the match; `None` after its first game.
    fn match_score(&self) -> Option<String> {
        let series = &self.table.series;
        let names: Vec<_> = self.seats().map(|seat| self.names.unique(seat).to_owned()).collect();
        let standing = series.standing(Some(self.outcome), &names, self.names.you)?;
        Some(format!("Match: {standing}."))
    }
}
