//! The result card: who has won a game that is over, and what to do next. The record against the
//! same opponents and the costliest move are looked up while the card is open.

use std::{
    borrow::Cow,
    cell::Cell,
    rc::Rc,
    time::{Duration, Instant},
};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::Style,
    text::{Line, Span},
};

use super::{commands::Command, daily, state::Table};
use crate::{
    arcade::{
        message::Waker,
        screen::{Commands, Context, Screen, Transition},
        screens::{
            daily::calendar::Calendar,
            review::{self, REVIEW_LIMITS},
        },
    },
    database::{
        DailyDate, Database, GameProgress, PersonResult, SavedDaily, StoreError, opponents,
        statistics::CountedGame,
    },
    games::{ArcadeGame, Notation, capitalized, counted, join, title_with_size},
    job::Job,
    printable::printable,
    sync::be_nice,
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer,
        drawing::{self, LARGE_LETTER},
        keys::{self, refuse},
    },
};
use fourcade_engine::{
    GameKind,
    play::{
        Budget, CostliestLimits, GameInfo, HUMAN, Level, Outcome, RecordHeader, SearchLimits, Seat,
        Session, costliest_decision, random,
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultCommand {
    /// Play again with the seats swapped. A daily deal has no rematch: the table is left.
    Rematch,
    NextLevel,
    Review,
    Replay,
    NewGame,
    Copy,
    Close,
}

pub static KEYS: [Binding<ResultCommand, ResultCard>; 7] = [
    Binding::new(ResultCommand::Rematch, &[Key::plain(KeyCode::Enter)], "play a rematch")
        .footer("Enter", "rematch"),
    Binding::new(ResultCommand::NextLevel, &[Key::char('t')], "try the next level")
        .footer("t", "next level")
        .unlisted()
        .refused(|card| refuse(card.next_level().is_none(), "win three games in a row first")),
    Binding::new(ResultCommand::Review, &[Key::char('e')], "review the game")
        .footer("e", "review")
        .refused(|card| card.review_refusal.clone().map(Cow::from)),
    Binding::new(ResultCommand::Replay, &[Key::char('r')], "replay the game").footer("r", "replay"),
    Binding::new(ResultCommand::NewGame, &[Key::char('n')], "start a new game on the same seats")
        .footer("n", "new game")
        .unlisted()
        .refused(|card| {
            let reason = "a rematch is the next game of this table";
            refuse(card.invitation.is_some(), reason)
        }),
    Binding::new(ResultCommand::Copy, &[Key::char('y')], "copy the result to the clipboard")
        .footer("y", "copy"),
    Binding::new(ResultCommand::Close, &[Key::plain(KeyCode::Esc)], "look at the board")
        .footer("Esc", "board"),
];

/// The number of games won in a row after which the card suggests the next level.
const WINS_FOR_NEXT_LEVEL: usize = 3;

/// The result card, a dialog over the table.
pub struct ResultCard {
    title: String,
    content: ResultContent,
    has_scores: bool,
    /// The results against the same opponents, once the store has answered.
    record: Option<OpponentRecord>,
    job: Option<Job<Option<OpponentRecord>>>,
    is_daily: bool,
    /// The date of the daily deal, if it counts, and the games of all days.
    daily: Option<(GameKind, DailyDate, Calendar)>,
    daily_job: Option<Job<Result<Vec<SavedDaily>, StoreError>>>,
    review_refusal: Option<String>,
    costliest: CostliestMove,
    /// Whether somebody has opened the next table; `None` if the game was not played with people
    /// at other terminals.
    invitation: Option<Rc<Cell<bool>>>,
    has_copied: bool,
    /// What the table offers: its keys put the card away, unless they work on the card.
    table_offers: Vec<Offer<AnyCommand>>,
}

impl ResultCard {
    /// Creates the card of the game on the table, and asks the store about earlier games. Returns
    /// `None` if the game is not over.
    pub fn new<G: ArcadeGame>(
        table: &Table<G>,
        table_offers: Vec<Offer<AnyCommand>>,
        context: &Context,
    ) -> Option<Self> {
        let result = ResultContent::of(table)?;
        let session = table.game.session();
        let size = G::size_of(&session.header().setup);
        let is_counted =
            table.game.shared.is_none() && result.against.is_some() && !session.is_practice();
        let job = (is_counted && context.store.is_available()).then(|| {
            let seats = GameProgress::of(session).seats;
            let load =
                move |games: &mut _| OpponentRecord::load(games, G::KEY, &opponents(&seats), size);
            context.store.ask(load)
        });
        let kind = G::KEY.parse().ok().filter(|_| is_counted);
        let daily = table.daily.zip(kind).map(|(date, kind)| (kind, date, Calendar::default()));
        let daily_job = (daily.is_some() && context.store.is_available())
            .then(|| context.store.ask(Database::daily_games));
        let review_refusal = review::refusal(session);
        let costliest = match result.person.filter(|_| review_refusal.is_none()) {
            Some(person) => CostliestMove::find(session, person, context.waker),
            None => CostliestMove::default(),
        };
        Some(Self {
            title: title_with_size(G::FACTS.title, size),
            content: result,
            has_scores: G::HAS_SCORES,
            record: None,
            job,
            is_daily: table.daily.is_some(),
            daily,
            daily_job,
            review_refusal,
            costliest,
            invitation: table.game.shared.as_ref().map(|shared| Rc::clone(&shared.is_invited)),
            has_copied: false,
            table_offers,
        })
    }

    fn next_level(&self) -> Option<Level> {
        let record = self.record.as_ref()?;
        self.content.level.filter(|_| record.streak >= WINS_FOR_NEXT_LEVEL)?.next()
    }

    fn label(&self, command: ResultCommand, is_long: bool) -> String {
        if command == ResultCommand::Review
            && let Some(label) = self.costliest.label(is_long)
        {
            return label;
        }
        let label = match command {
            ResultCommand::Rematch if self.is_daily => "Done",
            ResultCommand::Rematch if self.is_invited() && is_long => "Join the rematch",
            ResultCommand::Rematch if self.is_invited() => "Join",
            ResultCommand::Rematch if is_long => {
                return format!("Rematch, {}", self.content.rematch);
            }
            ResultCommand::NextLevel => {
                return self.next_level().map_or_else(String::new, |level| format!("Try {level}?"));
            }
            ResultCommand::Rematch => "Rematch",
            ResultCommand::Review => "Review",
            ResultCommand::Replay => "Replay",
            ResultCommand::NewGame if is_long => "New game, same seats",
            ResultCommand::NewGame => "New game",
            ResultCommand::Copy if is_long => "Copy result",
            ResultCommand::Copy => "Copy",
            ResultCommand::Close if is_long => "Look at the board",
            ResultCommand::Close => "Board",
        };
        label.to_owned()
    }

    fn is_invited(&self) -> bool {
        self.invitation.as_ref().is_some_and(|invitation| invitation.get())
    }

    fn notes(&self, look: &Look) -> Vec<(String, Style)> {
        let mut notes: Vec<_> =
            self.content.notes.iter().map(|note| (note.clone(), look.text())).collect();
        if let Some((kind, date, calendar)) = &self.daily {
            let lines = daily::record(calendar, *kind, *date, look.glyphs.bar);
            notes.extend(lines.into_iter().map(|line| (line, look.accent())));
        } else if let (Some(record), Some(against)) = (&self.record, &self.content.against) {
            let sentences = record.sentences(against, self.has_scores);
            notes.extend(sentences.into_iter().map(|sentence| (sentence, look.accent())));
        }
        if self.is_invited() {
            notes.push(("A rematch is waiting for you".to_owned(), look.accent()));
        }
        if self.has_copied {
            notes.push(("Copied (or copy it from here):".to_owned(), look.dim()));
            notes.extend(self.content.share.lines().map(|line| (line.to_owned(), look.text())));
        }
        notes
    }
}

impl Commands for ResultCard {
    type Command = ResultCommand;

    fn offers(&self) -> Vec<Offer<ResultCommand>> {
        let mut offers = Offer::all(&KEYS, self);
        if self.is_daily {
            Offer::relabel(&mut offers, &ResultCommand::Rematch, "done");
        }
        offers
    }

    fn run(&mut self, command: ResultCommand, _: &Context) -> Transition {
        let command = match command {
            ResultCommand::Rematch if self.is_daily => Command::Leave,
            ResultCommand::Rematch => Command::Swap,
            ResultCommand::NextLevel => Command::NextLevel,
            ResultCommand::Review => Command::Review,
            ResultCommand::Replay => Command::Replay,
            ResultCommand::NewGame => Command::Again,
            ResultCommand::Copy => {
                self.has_copied = true;
                return Transition::Copy(self.content.share.clone());
            }
            ResultCommand::Close => return Transition::Close,
        };
        Transition::CloseAndRun(AnyCommand::new(command))
    }
}

impl Screen for ResultCard {
    fn is_dialog(&self) -> bool {
        true
    }

    fn on_key(&mut self, key: Key, _: &Context) -> Transition {
        let is_bound = KEYS.iter().any(|binding| binding.keys.contains(&key));
        let is_opener = key == Key::char(' ');
        match keys::find(&self.table_offers, key).filter(|_| !is_bound && !is_opener) {
            Some(offer) => Transition::CloseAndRun(offer.command.clone()),
            None => Transition::None,
        }
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        let mut has_news = self.costliest.collect();
        if let Some(result) = self.job.as_ref().and_then(Job::take) {
            self.job = None;
            self.record = result.ok().flatten();
            has_news = true;
        }
        if let (Some(result), Some((.., calendar))) =
            (self.daily_job.as_ref().and_then(Job::take), &mut self.daily)
        {
            self.daily_job = None;
            *calendar = Calendar::new(result.ok().and_then(Result::ok).unwrap_or_default());
            has_news = true;
        }
        if has_news { Transition::Redraw } else { Transition::None }
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        draw(self, area, buffer, look, areas);
    }
}

/// How a game ended for the people who look at the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tone {
    /// The only person has won.
    Won,
    /// The only person has lost.
    Lost,
    /// A tie, or a game that is not about one person.
    Neutral,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ResultRow {
    seat: &'static str,
    player: String,
    /// The score, in games whose scores say more than who won.
    score: Option<i32>,
    /// What the score consists of.
    details: Option<String>,
    /// Whether the seat has the first place.
    is_winner: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ResultContent {
    /// Who has won, in two or three words.
    title: String,
    tone: Tone,
    subtitle: String,
    rows: Vec<ResultRow>,
    /// What else is worth knowing, a sentence each.
    notes: Vec<String>,
    /// The seat of the only person, if there is exactly one.
    person: Option<Seat>,
    /// The opponents of the only person, such as `against Medium`.
    against: Option<String>,
    /// The level of all opponents of the only person, if they have the same.
    level: Option<Level>,
    rematch: &'static str,
    share: String,
}

impl ResultContent {
    /// Describes the game on the table; `None` if it is not over.
    fn of<G: ArcadeGame>(table: &Table<G>) -> Option<Self> {
        let outcome = table.game.session().outcome()?;
        let names = Names::of(table);
        let ending = Ending { table, outcome: &outcome, names: &names };
        let person = names.you;
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

    fn result_of(&self, person: Seat) -> PersonResult {
        let winners = self.outcome.winners();
        let is_winner = winners.contains(person) && !self.has_resigned(person);
        match winners.len() {
            1 if is_winner => PersonResult::Won,
            _ if is_winner => PersonResult::Drawn,
            _ => PersonResult::Lost,
        }
    }

    fn title(&self) -> (String, Tone) {
        let winners = self.outcome.winners();
        if let Some(person) = self.names.you {
            return match self.result_of(person) {
                PersonResult::Won => ("You win!".to_owned(), Tone::Won),
                PersonResult::Drawn => ("It's a tie".to_owned(), Tone::Neutral),
                PersonResult::Lost => ("You lose".to_owned(), Tone::Lost),
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
        if let Some(person) = names.you {
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
                let points = counted(own, "point");
                format!("You resigned; a computer took {points} in your place")
            } else {
                let points = counted(own, "point");
                format!("{}, with {points} {against}", self.place(person))
            };
            return capitalized(text.trim());
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
        counted(self.table.game.session().game().turns(), G::FACTS.turn_name)
    }

    /// The place of a seat, such as `Second of 4` or `Tied for first with East`.
    fn place(&self, seat: Seat) -> String {
        let place = self.outcome.place(seat);
        let with: Vec<_> = self
            .seats()
            .filter(|&other| other != seat && self.outcome.place(other) == place)
            .map(|other| G::SEAT_NAMES[other.index()].to_owned())
            .collect();
        let ordinal = match place {
            1 => "first",
            2 => "second",
            3 => "third",
            _ => "last",
        };
        match (with.as_slice(), place) {
            ([], 1) => "First place".to_owned(),
            ([], _) => format!("{} of {}", capitalized(ordinal), self.outcome.scores().len()),
            (with, _) => format!("Tied for {ordinal} with {}", join(with)),
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
        let person = self.names.you;
        let mut notes = Vec::new();
        if let Some(date) = self.table.daily {
            let result = person.map_or(PersonResult::Lost, |person| self.result_of(person));
            notes.push(daily::verdict::<G>(date, result, session.is_practice()));
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
        let name = |seat| self.names.in_series(seat, G::SEAT_NAMES);
        let standing = series.standing(Some(self.outcome), name)?;
        Some(format!("Points after {} games: {standing}", series.number()))
    }
}

struct Names {
    players: Vec<String>,
    /// The players as in the record.
    recorded: Vec<String>,
    kind: GameKind,
    /// The seat of the person whom the card addresses, if there is exactly one.
    you: Option<Seat>,
}

impl Names {
    fn of<G: ArcadeGame>(table: &Table<G>) -> Self {
        Self {
            players: table.player_names(),
            recorded: table.game.seat_players().to_vec(),
            kind: G::FACTS.kind,
            you: table.game.humans_here().only(),
        }
    }

    fn player(&self, seat: Seat) -> &str {
        &self.players[seat.index()]
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.recorded[seat.index()] == HUMAN
    }

    /// The opponents of a person, such as `against Medium`; `None` if they have different names.
    fn against(&self, person: Seat) -> Option<String> {
        let mut others = self.others(person).map(|seat| self.player(seat));
        let first = others.next()?;
        others.all(|other| other == first).then(|| format!("against {first}"))
    }

    /// The level of all opponents of a person; `None` if they don't have the same one.
    fn level_against(&self, person: Seat) -> Option<Level> {
        let level = |seat: Seat| self.kind.level_of(&self.recorded[seat.index()]);
        let mut others = self.others(person).map(level);
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
    if let Some(date) = table.daily {
        // Only the picture has several lines.
        return daily::share_text(table, date, &printable(&result));
    }
    let size = G::size_of(&header.setup).map_or_else(String::new, |n| format!(" {n}x{n}"));
    let text = format!("fourcade {}{size}{result}.", G::FACTS.title);
    let text = match replay_command::<G>(header) {
        Some(command) => format!("{text} Replay the deal: {command}"),
        None => text,
    };
    printable(&text).into_owned()
}

/// Returns the result, such as `, Medium: won 34-30`.
fn share_result<G: ArcadeGame>(outcome: &Outcome, names: &Names) -> String {
    let seats = outcome.scores().len();
    let person = names.you;
    let first = person.unwrap_or(Seat::new(0)).index();
    let scores: Vec<_> =
        (0..seats).map(|at| outcome.scores()[(first + at) % seats].to_string()).collect();
    let scores = if G::HAS_SCORES { format!(" {}", scores.join("-")) } else { String::new() };
    let winners = outcome.winners();
    let Some(person) = person else {
        let verdict = match winners.only() {
            Some(winner) => {
                let player = capitalized(names.player(winner));
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
    let players = match level_options::<G>(&header.seats) {
        Some(level) => level,
        None => format!("--players {}", quoted(&header.seats.join(","))?),
    };
    let has_people = header.seats.iter().any(|name| name == HUMAN);
    let command = if has_people { "play" } else { "watch" };
    Some(format!("fourcade {command} {}{size} --seed {} {players}", G::KEY, header.seed))
}

/// The options that seat at most one person among computers of one level; `None` if the players are
/// others.
fn level_options<G: GameInfo>(players: &[String]) -> Option<String> {
    let kind: GameKind = G::KEY.parse().ok()?;
    let mut people = players.iter().enumerate().filter(|(_, name)| *name == HUMAN);
    let seat = match (people.next(), people.next()) {
        (None | Some((0, _)), None) => String::new(),
        (Some((seat, _)), None) => format!(" --seat {}", G::SEAT_NAMES[seat].to_lowercase()),
        (_, Some(_)) => return None,
    };
    let mut computers = players.iter().filter(|name| *name != HUMAN);
    let first = computers.next()?;
    let level = kind.level_of(first).filter(|_| computers.all(|name| name == first))?;
    Some(format!("--level {}{seat}", level.name().to_lowercase()))
}

fn quoted(text: &str) -> Option<Cow<'_, str>> {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || ",:-._/=+@".contains(letter);
    if text.chars().all(is_plain) { Some(text.into()) } else { shlex::try_quote(text).ok() }
}

/// The results of a person against the same opponents on the same board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct OpponentRecord {
    played: usize,
    won: usize,
    /// The number of games won in a row, up to the last one.
    streak: usize,
    /// The largest margin of all games, if any has one.
    best: Option<i32>,
    /// Whether the last game has a larger margin than all earlier ones.
    is_new_best: bool,
}

impl OpponentRecord {
    /// Adds up the games against these opponents. The games must be in the order in which they
    /// ended.
    fn of(games: &[CountedGame], opponents: &str, size: Option<u16>) -> Self {
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
    fn load(
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
    fn sentences(&self, against: &str, has_scores: bool) -> Vec<String> {
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
struct CostliestMove {
    /// Dropping the job stops the search.
    job: Option<Job<Option<CostliestText>>>,
    found: Option<CostliestText>,
    /// Whether a move was looked for, found or not.
    is_wanted: bool,
}

#[derive(Debug)]
struct CostliestText {
    /// The move and what it cost.
    text: String,
    /// Why it was costly, as a clause.
    reason: Option<String>,
}

impl CostliestMove {
    /// Starts to look for the costliest move of `seat` in a game that is over and can be reviewed.
    fn find<G: ArcadeGame>(session: &Session<G>, seat: Seat, waker: &Waker) -> Self {
        let (session, memory) = (session.clone(), waker.memory().clone());
        let notation = Notation::on_screen();
        let job = Job::start(waker, move |cancel, _| {
            be_nice();
            let share = memory.take(MEMORY);
            let limits = CostliestLimits {
                scan: SCAN_LIMITS,
                confirmation: SearchLimits { memory: Some(share.bytes()), ..REVIEW_LIMITS },
                deadline: Some(Instant::now() + MAX_SCAN),
            };
            let verdict = costliest_decision(&session, seat, &limits, &cancel).ok()??;
            let played = G::write(verdict.played, notation);
            let change = G::MEASURE.format_change(verdict.cost?);
            let why = |reason| G::explain(reason, seat, Some(seat), notation);
            let reason = verdict.reasons.first().map(why);
            Some(CostliestText { text: format!("{played} ({change})"), reason })
        });
        Self { job: Some(job), found: None, is_wanted: true }
    }

    /// Takes the result of the search; returns whether it has ended now.
    fn collect(&mut self) -> bool {
        let Some(result) = self.job.as_ref().and_then(Job::take) else { return false };
        self.job = None;
        self.found = result.ok().flatten();
        true
    }

    /// The label of the key that opens the review: with the reason if that fits a long one.
    fn label(&self, is_long: bool) -> Option<String> {
        let CostliestText { text, reason } = self.found.as_ref()?;
        let explained = reason.as_ref().filter(|_| is_long).and_then(|reason| {
            let starts = ["Review: your costliest move was ", "Review: "];
            let labels = starts.map(|start| format!("{start}{text}: {reason}"));
            let fits = |label: &String| drawing::text_width(label) + 2 <= MIN_WIDTH_FOR_COLUMNS;
            labels.into_iter().find(fits)
        });
        let introduction = if is_long { "your costliest move was " } else { "" };
        Some(explained.unwrap_or_else(|| format!("Review: {introduction}{text}")))
    }
}

/// The maximum width of the card without its frame.
const MAX_WIDTH: u16 = 64;
/// The minimum height of a window for large letters.
const MIN_HEIGHT_FOR_LARGE: u16 = 22;
/// The minimum width of the card for two columns of keys with long labels.
const MIN_WIDTH_FOR_COLUMNS: u16 = 58;
/// The width of the left column of keys.
const LEFT_COLUMN: u16 = 34;
/// The columns between two short labels.
const GAP: u16 = 2;
/// The maximum width of the names of the players.
const MAX_NAME: u16 = 16;
/// The width of a bar beside details.
const SHORT_BAR: u16 = 16;

/// A key with its label, where it is drawn relative to the first one.
struct KeyLabel {
    command: ResultCommand,
    key: &'static str,
    label: String,
    x: u16,
    y: u16,
}

fn draw(card: &ResultCard, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
    let width = area.width.saturating_sub(4).min(MAX_WIDTH);
    let plan = Plan::new(card, width, area.height.saturating_sub(2), look);
    let inside =
        drawing::draw_dialog_frame(buffer, area, (width, plan.height()), &card.title, look, areas);
    let mut painter = Painter { buffer, look, inside, y: inside.y };
    painter.title(card, plan.is_large);
    for text in &plan.subtitle {
        painter.text(text, look.strong());
    }
    painter.gap(plan.gaps > 0);
    painter.rows(&card.content.rows);
    painter.gap(plan.gaps > 1 && !plan.notes.is_empty());
    for (text, style) in &plan.notes {
        painter.text(text, *style);
    }
    painter.gap(plan.gaps > 2);
    painter.keys(&plan.keys, areas);
}

/// What is drawn, if not everything fits: first the gaps go, then the large letters, then the last
/// notes.
struct Plan {
    is_large: bool,
    gaps: u16,
    subtitle: Vec<String>,
    rows: u16,
    notes: Vec<(String, Style)>,
    keys: Vec<KeyLabel>,
}

impl Plan {
    fn new(card: &ResultCard, width: u16, height: u16, look: &Look) -> Self {
        let content = &card.content;
        let letters = drawing::text_width(&content.title);
        let is_large = look.glyphs.blocks
            && height + 2 >= MIN_HEIGHT_FOR_LARGE
            && letters.saturating_mul(LARGE_LETTER.0) <= width;
        let mut notes = Vec::new();
        for (text, style) in card.notes(look) {
            notes.extend(wrap_all(&text, width).into_iter().map(|row| (row, style)));
        }
        let mut plan = Self {
            is_large,
            gaps: 3,
            subtitle: wrap_all(&content.subtitle, width),
            rows: u16::try_from(content.rows.len()).unwrap_or(u16::MAX),
            notes,
            keys: key_labels(card, width),
        };
        let is_too_high = |plan: &Self| plan.height() > height;
        while is_too_high(&plan) && plan.gaps > 0 {
            plan.gaps -= 1;
        }
        if is_too_high(&plan) {
            plan.is_large = false;
        }
        // The footer has all keys, too.
        if is_too_high(&plan) && !card.has_copied {
            let is_main = |key: &KeyLabel| {
                matches!(key.command, ResultCommand::Rematch | ResultCommand::Close)
            };
            plan.keys.retain(is_main);
            place_in_rows(&mut plan.keys, width);
        }
        while is_too_high(&plan) && !plan.notes.is_empty() {
            // What was copied is more important than the rest.
            if card.has_copied { drop(plan.notes.remove(0)) } else { drop(plan.notes.pop()) }
        }
        plan
    }

    fn height(&self) -> u16 {
        let title = if self.is_large { LARGE_LETTER.1 } else { 1 };
        let gaps = self.gaps - u16::from(self.gaps > 1 && self.notes.is_empty());
        let notes = u16::try_from(self.notes.len()).unwrap_or(u16::MAX);
        let keys = self.keys.iter().map(|key| key.y + 1).max().unwrap_or(0);
        let subtitle = u16::try_from(self.subtitle.len()).unwrap_or(u16::MAX);
        (title + self.rows + keys + gaps).saturating_add(subtitle).saturating_add(notes)
    }
}

/// Wraps a text, and breaks words that are longer than a row.
fn wrap_all(text: &str, width: u16) -> Vec<String> {
    let columns = usize::from(width.max(1));
    let mut rows = Vec::new();
    for row in drawing::wrap(text, width) {
        let letters: Vec<char> = row.chars().collect();
        rows.extend(letters.chunks(columns).map(|chunk| chunk.iter().collect::<String>()));
    }
    rows
}

/// Returns the keys that work now: in two columns with long labels, or in rows with short ones.
fn key_labels(card: &ResultCard, width: u16) -> Vec<KeyLabel> {
    let is_wide = width >= MIN_WIDTH_FOR_COLUMNS;
    let available = KEYS.iter().filter(|binding| (binding.refusal)(card).is_none());
    let mut labels: Vec<KeyLabel> = available
        .map(|binding| {
            let label = card.label(binding.command, is_wide);
            let (key, _) = binding.footer.unwrap_or_default();
            KeyLabel { command: binding.command, key, label, x: 0, y: 0 }
        })
        .collect();
    if is_wide {
        place_in_columns(&mut labels, card.costliest.is_wanted);
    } else {
        place_in_rows(&mut labels, width);
    }
    labels
}

/// Places keys in two columns. The review has the second row for itself if `is_review_long`.
fn place_in_columns(labels: &mut [KeyLabel], is_review_long: bool) {
    let is_long = |label: &KeyLabel| is_review_long && label.command == ResultCommand::Review;
    for (label, number) in labels.iter_mut().filter(|label| !is_long(label)).zip(0..) {
        let row = number / 2;
        (label.x, label.y) = (number % 2 * LEFT_COLUMN, row + u16::from(is_review_long && row > 0));
    }
    if let Some(review) = labels.iter_mut().find(|label| is_long(label)) {
        (review.x, review.y) = (0, 1);
    }
}

/// Places keys one after the other in as few rows as possible.
fn place_in_rows(labels: &mut [KeyLabel], width: u16) {
    let (mut x, mut y) = (0, 0);
    for label in labels {
        let columns = label.width();
        if x > 0 && x + columns > width {
            (x, y) = (0, y + 1);
        }
        (label.x, label.y) = (x, y);
        x += columns + GAP;
    }
}

impl KeyLabel {
    fn width(&self) -> u16 {
        drawing::text_width(self.key) + 1 + drawing::text_width(&self.label)
    }
}

struct Painter<'a> {
    buffer: &'a mut Buffer,
    look: &'a Look,
    inside: Rect,
    y: u16,
}

impl Painter<'_> {
    /// The next row, of no height if there is no room.
    fn row(&self) -> Rect {
        let height = u16::from(self.y < self.inside.bottom());
        Rect { y: self.y, height, ..self.inside }
    }

    fn gap(&mut self, is_wanted: bool) {
        self.y += u16::from(is_wanted);
    }

    fn title(&mut self, card: &ResultCard, is_large: bool) {
        let style = match card.content.tone {
            Tone::Won => self.look.accent(),
            Tone::Lost | Tone::Neutral => self.look.strong(),
        };
        if !is_large {
            return self.text(&card.content.title, style);
        }
        let area =
            Rect { y: self.y, height: LARGE_LETTER.1, ..self.inside }.intersection(self.inside);
        drawing::draw_large_text(self.buffer, area, &card.content.title, style);
        self.y += LARGE_LETTER.1;
    }

    fn text(&mut self, text: &str, style: Style) {
        drawing::draw_text(self.buffer, self.row(), text, style, self.look);
        self.y += 1;
    }

    fn rows(&mut self, rows: &[ResultRow]) {
        let look = self.look;
        let widest = |text: &dyn Fn(&ResultRow) -> u16| rows.iter().map(text).max().unwrap_or(0);
        let seat_width = widest(&|row| drawing::text_width(row.seat));
        let name_width = widest(&|row| drawing::text_width(&row.player)).min(MAX_NAME);
        let details_width = widest(&|row| row.details.as_deref().map_or(0, drawing::text_width));
        let most = rows.iter().filter_map(|row| row.score).max().unwrap_or(0).max(1);
        for (seat, row) in rows.iter().enumerate() {
            let area = self.row();
            let pointer = if row.is_winner { look.glyphs.pointer } else { " " };
            let player = drawing::truncate(&row.player, name_width, look);
            let score = row.score.map_or_else(String::new, |score| format!("{score:>4}"));
            let line = Line::from(vec![
                Span::styled(pointer, look.accent()),
                Span::styled(
                    format!(" {:<width$}  ", row.seat, width = usize::from(seat_width)),
                    look.seat(seat),
                ),
                Span::styled(
                    format!("{player:<width$}", width = usize::from(name_width)),
                    look.text(),
                ),
                Span::styled(score, look.seat(seat)),
            ]);
            self.buffer.set_line(area.x, area.y, &line, area.width);
            self.y += 1;
            let Some(score) = row.score else { continue };
            let x = area.x + (4 + seat_width + name_width + 6).min(area.width);
            let rest = area.right() - x;
            let with_details = rest.saturating_sub(details_width + 2);
            let bar = if details_width > 0 { with_details.min(SHORT_BAR) } else { rest };
            self.bar(Rect { x, width: bar, ..area }, seat, score, most);
            if let Some(details) = &row.details {
                let x = if bar > 0 { x + bar + 2 } else { x };
                let width = area.right().saturating_sub(x);
                let area = Rect { x, width, ..area };
                drawing::draw_text(self.buffer, area, details, look.dim(), look);
            }
        }
    }

    /// Draws a score as a bar; `most` fills the whole area.
    fn bar(&mut self, area: Rect, seat: usize, score: i32, most: i32) {
        if area.height == 0 {
            return;
        }
        let filled = i32::from(area.width) * score.clamp(0, most) / most;
        for column in 0..area.width {
            let (glyph, style) = if i32::from(column) < filled {
                (self.look.glyphs.bar, self.look.seat(seat))
            } else {
                (self.look.glyphs.track, self.look.rule())
            };
            self.buffer.set_string(area.x + column, area.y, glyph, style);
        }
    }

    fn keys(&mut self, keys: &[KeyLabel], areas: &mut ClickAreas) {
        for label in keys {
            let y = self.y + label.y;
            if y >= self.inside.bottom() {
                return;
            }
            let line = Line::from(vec![
                Span::styled(label.key, self.look.accent()),
                Span::styled(format!(" {}", label.label), self.look.text()),
            ]);
            let width = label.width().min(self.inside.width.saturating_sub(label.x));
            let area = Rect { x: self.inside.x + label.x, y, width, height: 1 };
            self.buffer.set_line(area.x, area.y, &line, area.width);
            areas.add(area, AnyCommand::new(label.command));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
