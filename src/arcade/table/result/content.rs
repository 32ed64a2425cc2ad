//! The texts of the result card about the game.

use super::{names::Names, share_text::result_to_share};
use crate::{
    app::{
        counting,
        table::{Table, opponent},
    },
    database::PersonResult,
    games::{ArcadeGame, GameEnd, counted, headline, leading_name, ordinal, sentence},
    widgets::glyphs::unbroken,
};
use fourcade_engine::play::{Level, Outcome, Seat, Seats};

/// The title of a tie, short enough for large letters.
const TIE: &str = "A tie";

#[derive(Clone, Debug, PartialEq)]
pub struct ResultRow {
    pub seat: Seat,
    /// Empty in a game whose seats have no names, unless two players have the same.
    pub seat_name: &'static str,
    pub player: String,
    /// `None` in a game without scores.
    pub score: Option<i32>,
    /// How the player left, or else a remark such as `buffalo` or `won`.
    pub details: Option<String>,
    pub has_left: bool,
    /// The points of a match of more than two.
    pub match_points: Option<f64>,
    pub is_winner: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ResultContent {
    pub title: String,
    /// The winners, if the title is about them.
    pub winners: Seats,
    /// Whether a person at this keyboard has won.
    pub is_won_here: bool,
    pub subtitle: String,
    pub rows: Vec<ResultRow>,
    pub highlights: Vec<String>,
    pub match_score: Option<String>,
    /// The seat of the person here, if there is exactly one.
    pub person: Option<Seat>,
    /// The opponents of that person, such as `against Lotte`.
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
        let texts = ResultTexts { table, end, outcome: &outcome, names: &names };
        let person = names.you;
        let is_shared = table.game.shared.is_some();
        let counts = !is_shared && counting::session_counts(table.game.session());
        Some(Self {
            title: texts.title(),
            winners: texts.titled_winners(),
            is_won_here: texts.is_won_here(),
            subtitle: texts.subtitle(),
            rows: texts.rows(),
            highlights: texts.highlights(),
            match_score: texts.match_score(),
            person,
            against: person.map(|person| names.against(person)),
            level: opponent::level(table),
            counts,
            farewell: opponent::result_remark(table)
                .map(|(face, words)| format!("{}\u{a0}{words}", unbroken(face))),
            is_watched: table.game.is_watched(),
            rematch: G::REMATCH,
            share: result_to_share(table)?,
        })
    }
}

/// Writes the texts of the result card.
struct ResultTexts<'a, G: ArcadeGame> {
    table: &'a Table<G>,
    end: GameEnd<'a>,
    outcome: &'a Outcome,
    names: &'a Names,
}

impl<G: ArcadeGame> ResultTexts<'_, G> {
    fn seats(&self) -> impl Iterator<Item = Seat> + use<G> {
        self.table.game.session().game().seats().iter()
    }

    /// A tie is not a win.
    fn is_won_here(&self) -> bool {
        let mut people = self.table.game.people_here().iter();
        people.any(|person| self.end.result_of(person) == PersonResult::Won)
    }

    fn title(&self) -> String {
        if let Some(person) = self.names.you {
            return match self.end.result_of(person) {
                PersonResult::Won => "You win!".to_owned(),
                PersonResult::Drawn => TIE.to_owned(),
                PersonResult::Lost if self.is_last(person) => "You lose".to_owned(),
                PersonResult::Lost => {
                    format!("You come {}", ordinal(self.outcome.place(person)))
                }
            };
        }
        if self.titled_winners().len() > 1 {
            return TIE.to_owned();
        }
        let name = |seat| self.names.unique(seat);
        headline(self.outcome, self.titled_people(), name).unwrap_or_else(|| {
            let winner = self.outcome.winners().only();
            winner.map_or_else(String::new, |it| format!("{} wins", self.names.unique(it)))
        })
    }

    fn is_last(&self, person: Seat) -> bool {
        let place = |seat| self.outcome.place(seat);
        self.end.resigned.contains(person) || self.seats().all(|seat| place(seat) <= place(person))
    }

    /// The people whom the title is about: those here or, if there are none, all.
    fn titled_people(&self) -> Seats {
        let here = self.table.game.people_here();
        if here.is_empty() { self.table.game.session().header().people() } else { here }
    }

    fn titled_winners(&self) -> Seats {
        let (people, winners) = (self.titled_people(), self.outcome.winners());
        let is_titled = people.is_empty() || people.iter().any(|it| winners.contains(it));
        if is_titled { winners } else { Seats::NONE }
    }

    /// The whole result of two players, or what the rows of more players don't say.
    fn subtitle(&self) -> String {
        if self.outcome.scores().len() == 2 {
            return self.subtitle_of_two();
        }
        let has_resigned = self.names.you.is_some_and(|it| self.end.resigned.contains(it));
        if has_resigned { "The rest was played for you.".to_owned() } else { String::new() }
    }

    /// The result as the person sees it or, without one, the winner, whom the title names.
    fn subtitle_of_two(&self) -> String {
        let names = self.names;
        if let Some((seat, how)) = self.end.departures().next() {
            let is_you = names.you == Some(seat);
            let who = if is_you { "You" } else { names.unique(seat) };
            let scores = self.scores(names.you.unwrap_or(seat));
            let at = if G::HAS_SCORES { format!(" at {scores}") } else { String::new() };
            let against = if is_you { names.against(seat) } else { String::new() };
            return format!("{who} {how}{at} {against}").trim_end().to_owned();
        }
        let Some(seat) = names.you.or(self.outcome.winners().only()) else {
            return self.scores(Seat::new(0));
        };
        let against = names.against(seat);
        if G::HAS_SCORES {
            format!("{} {against}", self.scores(seat))
        } else {
            format!("In {} {against}", self.turns())
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

    /// The rows by seat or, with more than two players, the best one first.
    fn rows(&self) -> Vec<ResultRow> {
        let game = self.table.game.session().game();
        let departure = |seat| self.end.departures().find(|(it, _)| *it == seat).map(|it| it.1);
        let is_of_two = self.outcome.scores().len() == 2;
        let match_points = self.table.series.match_points(Some(self.outcome));
        let match_points = match_points.filter(|_| !is_of_two);
        let has_seats = G::HAS_SEAT_NAMES || self.names.are_shared();
        let winners = self.outcome.winners();
        let victory = |seat| (winners.only() == Some(seat) && !G::HAS_SCORES).then_some("won");
        let row = |seat: Seat| ResultRow {
            seat,
            seat_name: if has_seats { G::SEAT_NAMES[seat.index()] } else { "" },
            player: if has_seats {
                self.names.player(seat).to_owned()
            } else {
                leading_name(self.names.player(seat))
            },
            score: G::HAS_SCORES.then(|| self.outcome.score(seat)),
            details: match departure(seat) {
                Some(how) => Some(how.to_owned()),
                None => G::score_details(game, seat).or_else(|| victory(seat).map(str::to_owned)),
            },
            has_left: departure(seat).is_some(),
            match_points: match_points.as_ref().map(|points| points[seat.index()]),
            is_winner: winners.contains(seat),
        };
        let mut seats: Vec<_> = self.seats().collect();
        if !is_of_two {
            seats.sort_by_key(|&seat| self.outcome.place(seat));
        }
        seats.into_iter().map(row).collect()
    }

    /// Empty if a player left a game of two, which says little about how it was played.
    fn highlights(&self) -> Vec<String> {
        if self.end.is_unfinished() {
            return Vec::new();
        }
        let (game, names) = (self.table.game.session().game(), self.names.players());
        let highlights = G::highlights(game, self.names.you, names, self.table.notation);
        highlights.iter().map(|highlight| sentence(highlight)).collect()
    }

    /// The score of a match of two; `None` after its first game.
    fn match_score(&self) -> Option<String> {
        if self.outcome.scores().len() > 2 {
            return None;
        }
        let series = &self.table.series;
        let names: Vec<_> = self.seats().map(|seat| self.names.unique(seat).to_owned()).collect();
        series.standing(Some(self.outcome), &names, self.names.you)
    }
}
