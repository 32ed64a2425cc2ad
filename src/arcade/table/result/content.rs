//! What the result card says about a game that is over. The record against the same opponents and
//! the costliest move are looked up while the card is open.

use std::time::{Duration, Instant};

use crate::{
    arcade::{message::Waker, screens::review::REVIEW_LIMITS, table::state::Table},
    database::{DailyDate, Database, PersonResult, statistics::CountedGame},
    games::ArcadeGame,
    job::Job,
    printable::printable,
    sync::be_nice,
};
use fourcade_engine::{
    GameKind,
    play::{
        Budget, CostliestLimits, GameInfo, HUMAN, Level, Outcome, RecordHeader, SearchLimits, Seat,
        Seats, Session, costliest_decision, random,
    },
};

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

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    pub seat: &'static str,
    pub player: String,
    /// The score, in games whose scores say more than who won.
    pub score: Option<i32>,
    /// What the score consists of.
    pub details: Option<String>,
    /// Whether the seat has the first place.
    pub is_winner: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultContent {
    /// Who has won, in two or three words.
    pub title: String,
    pub tone: Tone,
    pub subtitle: String,
    pub rows: Vec<ResultRow>,
    /// What else is worth knowing, a sentence each.
    pub notes: Vec<String>,
    /// The seat of the only person, if there is exactly one.
    pub person: Option<Seat>,
    /// The opponents of the only person, such as `against Medium`.
    pub against: Option<String>,
    /// The level of all opponents of the only person, if they have the same.
    pub level: Option<Level>,
    pub rematch: &'static str,
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
            share: share_line(table, &outcome, &names),
        })
    }
}

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
        if let Some(daily) = self.table.daily {
            notes.push(daily_note(daily, session.is_practice()));
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

fn first_upper(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn daily_note(daily: DailyDate, is_practice: bool) -> String {
    let day = daily.in_words();
    if is_practice {
        format!("The deal of {day}, for practice: only the first game counts")
    } else {
        format!("The deal of {day}: it counts")
    }
}

struct Names {
    players: Vec<String>,
    levels: Vec<Option<Level>>,
    people: Seats,
    /// The seat of the person whom the card addresses, if there is exactly one.
    you: Option<Seat>,
}

impl Names {
    /// Returns the names of the players at a table. A computer player has the name of its level, if
    /// it has one.
    fn of<G: ArcadeGame>(table: &Table<G>) -> Self {
        let kind: Option<GameKind> = G::KEY.parse().ok();
        let recorded = table.game.seat_players();
        let is_human = |seat: &Seat| recorded[seat.index()] == HUMAN;
        let seats = table.game.session().game().seats();
        let people: Seats = seats.iter().filter(is_human).collect();
        let levels: Vec<_> =
            recorded.iter().map(|player| kind.and_then(|kind| kind.level_of(player))).collect();
        let mut number = 0;
        let name = |seat: Seat| {
            if let Some(level) = levels[seat.index()] {
                return level.name().to_owned();
            }
            if !people.contains(seat) {
                return recorded[seat.index()].clone();
            }
            number += 1;
            match table.series.person_name(seat) {
                "" if people.len() == 1 => "you".to_owned(),
                "" => format!("Player {number}"),
                name => name.to_owned(),
            }
        };
        let players = seats.iter().map(name).collect();
        Self { players, levels, people, you: table.game.humans_here().only() }
    }

    fn player(&self, seat: Seat) -> &str {
        &self.players[seat.index()]
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.people.contains(seat)
    }

    fn only_person(&self) -> Option<Seat> {
        self.you
    }

    /// The opponents of a person, such as `against Medium`; `None` if they have different names.
    fn against(&self, person: Seat) -> Option<String> {
        let mut others = self.others(person).map(|seat| self.player(seat));
        let first = others.next()?;
        others.all(|other| other == first).then(|| format!("against {first}"))
    }

    /// The level of all opponents of a person; `None` if they don't have the same one.
    fn level_against(&self, person: Seat) -> Option<Level> {
        let mut others = self.others(person).map(|seat| self.levels[seat.index()]);
        let first = others.next()?;
        others.all(|other| other == first).then_some(first)?
    }

    fn others(&self, person: Seat) -> impl Iterator<Item = Seat> {
        (0..self.players.len()).map(Seat::new).filter(move |&seat| seat != person)
    }

    /// The name for the points of a series: the player's, or the seat's where players have the same
    /// name.
    fn in_series<'a>(&'a self, seat: Seat, seat_names: &[&'a str]) -> &'a str {
        let name = self.player(seat);
        let is_unique = self.players.iter().filter(|other| *other == name).count() == 1;
        if is_unique { name } else { seat_names[seat.index()] }
    }
}

fn share_line<G: ArcadeGame>(table: &Table<G>, outcome: &Outcome, names: &Names) -> String {
    let header = table.game.session().header();
    let result = share_result::<G>(outcome, names);
    let text = if let Some(daily) = table.daily {
        format!(
            "fourcade {} of {daily}{result}. Play the deal: fourcade daily {} --date {daily}",
            G::TITLE,
            G::KEY
        )
    } else {
        let size = G::size_of(&header.setup).map_or_else(String::new, |n| format!(" {n}x{n}"));
        let text = format!("fourcade {}{size}{result}.", G::TITLE);
        match replay_command::<G>(header) {
            Some(command) => format!("{text} Replay the deal: {command}"),
            None => text,
        }
    };
    printable(&text).into_owned()
}

/// Returns the result, such as `, Medium: won 34-30`.
fn share_result<G: ArcadeGame>(outcome: &Outcome, names: &Names) -> String {
    let seats = outcome.scores().len();
    let person = names.only_person();
    let first = person.unwrap_or(Seat::new(0)).index();
    let scores: Vec<_> =
        (0..seats).map(|at| outcome.scores()[(first + at) % seats].to_string()).collect();
    let scores = if G::HAS_SCORES { format!(" {}", scores.join("-")) } else { String::new() };
    let winners = outcome.winners();
    let Some(person) = person else {
        let verdict = match winners.only() {
            Some(winner) => {
                let player = first_upper(names.player(winner));
                format!("{} ({player}) won", G::SEAT_NAMES[winner.index()])
            }
            None => "a tie".to_owned(),
        };
        return format!(": {verdict}{scores}");
    };
    let verdict = match (winners.contains(person), winners.len()) {
        (true, 1) => "won",
        (true, _) => "tied",
        (false, _) => "lost",
    };
    let against = names.against(person).unwrap_or_default();
    let opponents = against.strip_prefix("against ").map_or_else(String::new, |n| format!(", {n}"));
    format!("{opponents}: {verdict}{scores}")
}

/// Returns the command that starts the same deal with the same players; `None` if the seed doesn't
/// determine the deal.
fn replay_command<G: GameInfo>(header: &RecordHeader<G::Setup>) -> Option<String> {
    let size = G::size_of(&header.setup);
    let deal = G::deal(size.unwrap_or_default(), &mut random::rng(header.seed, &[])).ok()?;
    if deal != header.setup {
        return None;
    }
    let default = G::SIZES.map(|sizes| sizes.default);
    let size =
        size.filter(|_| size != default).map_or_else(String::new, |n| format!(" --size {n}"));
    let players = &header.seats.join(",");
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ",:-._/=+@".contains(letter);
    let players = if players.chars().all(is_plain) {
        players.as_str().into()
    } else {
        shlex::try_quote(players).ok()?
    };
    Some(format!("fourcade play {}{size} --seed {} --players {players}", G::KEY, header.seed))
}

/// The results of a person against the same opponents on the same board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpponentRecord {
    pub played: usize,
    pub won: usize,
    /// The number of games won in a row, up to the last one.
    pub streak: usize,
    /// The largest margin of all games, if any has one.
    pub best: Option<i32>,
    /// Whether the last game has a larger margin than all earlier ones.
    pub is_new_best: bool,
}

impl OpponentRecord {
    /// Adds up the games against these opponents. The games must be in the order in which they
    /// ended.
    pub fn of(games: &[CountedGame], opponents: &str, size: Option<u16>) -> Self {
        let is_same = |game: &&CountedGame| {
            game.opponents == opponents && game.size == size && !game.is_practice
        };
        let games: Vec<_> = games.iter().filter(is_same).collect();
        let is_won = |game: &&&CountedGame| game.result == PersonResult::Won;
        let margins = |games: &[&CountedGame]| games.iter().filter_map(|game| game.margin).max();
        let (last, earlier) = match games.split_last() {
            Some((last, earlier)) => (last.margin, margins(earlier)),
            None => (None, None),
        };
        Self {
            played: games.len(),
            won: games.iter().filter(is_won).count(),
            streak: games.iter().rev().take_while(is_won).count(),
            best: margins(&games),
            is_new_best: last.zip(earlier).is_some_and(|(last, earlier)| last > earlier),
        }
    }

    /// Reads the games of this kind, and adds up those against these opponents. Returns `None` if
    /// there are none or the database can't be read.
    pub fn load(
        database: &mut Database,
        game: &str,
        opponents: &str,
        size: Option<u16>,
    ) -> Option<Self> {
        let games = database.counted_games(Some(game)).ok()?;
        Some(Self::of(&games, opponents, size)).filter(|record| record.played > 0)
    }

    /// Describes the record in up to two sentences. `against` names the opponents, such as
    /// `against Medium`.
    pub fn sentences(&self, against: &str, has_scores: bool) -> Vec<String> {
        let mut sentences = Vec::new();
        if let Some(best) = self.best.filter(|best| has_scores && *best > 0) {
            let best = format!("{best:+}");
            sentences.push(if self.is_new_best {
                format!("A new best {against}: {best}")
            } else {
                format!("Your best {against}: {best}")
            });
        }
        let Self { played, won, .. } = self;
        sentences.push(match self.streak {
            _ if *played == 1 => format!("Your first game {against}"),
            2.. => format!("{} wins in a row, {won} of {played} so far", self.streak),
            _ => format!("{won} of {played} won so far"),
        });
        sentences
    }
}

/// The limits of the first look at each move. It only selects the moves that are then searched with
/// the limits of the review.
const SCAN_LIMITS: SearchLimits = SearchLimits {
    memory: Some(4 << 20),
    ..SearchLimits::new(Budget::Time(Duration::from_millis(60)))
};
/// The longest time for the first look at all moves. In a longer game nothing is named.
const MAX_SCAN: Duration = Duration::from_secs(8);
/// The memory for the search of a selected move, in bytes.
const MEMORY: usize = 16 << 20;

/// The costliest move of a person, such as `5 2 (-6)`, once it is known.
#[derive(Debug, Default)]
pub struct CostliestMove {
    /// Dropping the job stops the search.
    job: Option<Job<Option<String>>>,
    text: Option<String>,
    /// Whether a move was looked for, found or not.
    pub is_wanted: bool,
}

impl CostliestMove {
    /// Starts to look for the costliest move of `seat` in a game that is over and can be reviewed.
    pub fn find<G: ArcadeGame>(session: &Session<G>, seat: Seat, waker: &Waker) -> Self {
        let (session, memory) = (session.clone(), waker.memory().clone());
        let job = Job::start(waker, move |cancel, _| {
            be_nice();
            let share = memory.take(MEMORY);
            let limits = CostliestLimits {
                scan: SCAN_LIMITS,
                confirmation: SearchLimits { memory: Some(share.bytes()), ..REVIEW_LIMITS },
                deadline: Some(Instant::now() + MAX_SCAN),
            };
            let verdict = costliest_decision(&session, seat, &limits, &cancel).ok()??;
            let change = G::MEASURE.format_change(verdict.cost?);
            Some(format!("{} ({change})", verdict.played))
        });
        Self { job: Some(job), text: None, is_wanted: true }
    }

    /// Takes the result of the search; returns whether it has ended now.
    pub fn collect(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take) else { return false };
        self.job = None;
        self.text = result.ok().flatten();
        true
    }

    #[cfg(test)]
    pub fn is_searching(&self) -> bool {
        self.job.is_some()
    }

    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn game(opponents: &str, result: PersonResult, margin: i32) -> CountedGame {
        CountedGame {
            game: "flip".to_owned(),
            size: Some(8),
            opponents: opponents.to_owned(),
            ended: 0,
            result,
            margin: Some(margin),
            time: Duration::ZERO,
            is_hinted: false,
            is_practice: false,
        }
    }

    #[test]
    fn only_games_against_the_same_opponents_count() {
        use PersonResult::{Lost, Won};
        let mut games = vec![
            game("level:3", Won, 20),
            game("level:3", Lost, -8),
            game("level:4", Lost, -40),
            game("level:3", Won, 2),
            game("level:3", Won, 22),
        ];
        let record = OpponentRecord::of(&games, "level:3", Some(8));
        let expected =
            OpponentRecord { played: 4, won: 3, streak: 2, best: Some(22), is_new_best: true };
        assert_eq!(record, expected);
        assert_eq!(
            record.sentences("against Medium", true),
            ["A new best against Medium: +22", "2 wins in a row, 3 of 4 so far"]
        );
        games[4].is_practice = true;
        let record = OpponentRecord::of(&games, "level:3", Some(8));
        assert_eq!(
            record.sentences("against Medium", true),
            ["Your best against Medium: +20", "2 of 3 won so far"]
        );
        assert_eq!(OpponentRecord::of(&games, "level:3", Some(6)).played, 0);
        let first = OpponentRecord::of(&games, "level:4", Some(8));
        assert_eq!(first.sentences("against Hard", true), ["Your first game against Hard"]);
    }
}
