//! The traits of a game in the arcade, besides those of the engine.
//!
//! | trait | content |
//! |---|---|
//! | [`ArcadeGame`] | [facts](GameFacts), and players that start programs |
//! | [`ActionText`] | writing and reading actions |
//! | [`GameWords`] | the game in words |
//! | [`Spoken`] | the game for a listener |
//! | [`Timing`] | durations of animations |
//! | [`Measured`] | measures of a finished game, for feats |
//! | [`Moments`] | steps that are worth a pause |
//!
//! The screen adds [`GameView`](super::GameView) and [`Controller`](super::Controller).

use std::fmt;

use super::{ActionText, Notation, Overview, Timing, feats::Measured, moments::Moments};
use fourcade_course::program::ProgramKind;
use fourcade_course::text_program;
use fourcade_engine::{
    GameKind,
    play::{Explainable, Game, GameInfo, Practicable, RecordHeader, Seat, Session, TimeControl},
    with_game,
};

pub trait ArcadeGame: GameWords + Spoken + Timing + Moments + Practicable + Measured {
    const FACTS: GameFacts;
    const TEXT_PROGRAM: Option<text_program::TextProgram> = None;

    /// Players that start a program, listed after the engine's.
    const PROGRAM_PLAYERS: &'static [ProgramKind<Self>] = &[];
}

#[derive(Debug)]
pub struct GameFacts {
    pub kind: GameKind,
    pub title: &'static str,
    /// Other names of the game and of similar ones, in lowercase.
    pub aliases: &'static [&'static str],
    pub summary: &'static str,
    pub rules: &'static str,
    /// The TOML of its [lesson](super::lessons).
    pub lesson: Option<&'static str>,
    pub default_seats: &'static [&'static str],
    /// By seat; each follows "You play".
    pub seat_choices: &'static [&'static str],
    /// How two people share the keyboard, one sentence per line. They have the first seat and the
    /// one opposite.
    pub two_people: &'static str,
    /// By level, a word for how its opponents play, if there are too many to name them; otherwise
    /// empty.
    pub level_words: &'static [&'static str],
    /// Fast players that are good enough to watch.
    pub demo_seats: &'static [&'static str],
    /// Players without large tables: the menu keeps them in memory.
    pub thumbnail_seats: &'static [&'static str],
    /// Small enough to tell pieces apart; `None` in a game of one size.
    pub thumbnail_size: Option<u16>,
    /// The clocks offered; others of the same kind can be typed.
    pub clocks: &'static [TimeControl],
    /// The noun for [`Game::turns`](fourcade_engine::play::Game::turns).
    pub turn_name: &'static str,
    /// The noun for a step of the record.
    pub step_name: &'static str,
    /// Openings for the default size, in games without chance: actions separated by commas. After
    /// each of them, the first seat moves.
    pub openings: &'static [&'static str],
}

/// The clocks of games that are lost on time.
pub const GAME_CLOCKS: [TimeControl; 3] =
    [TimeControl::game(3, 2), TimeControl::game(5, 3), TimeControl::game(10, 5)];
/// The clocks of games in which a computer chooses once the time is over.
pub const CHOICE_CLOCKS: [TimeControl; 3] =
    [TimeControl::choice(10), TimeControl::choice(20), TimeControl::choice(60)];

impl GameFacts {
    /// Parses a clock of this game's kind. The error names the possible clocks.
    pub fn clock(&self, text: &str) -> Result<TimeControl, String> {
        let clock = text.parse().ok().filter(|clock| self.clocks[0].is_same_kind(*clock));
        clock.ok_or_else(|| {
            let written = match self.clocks[0] {
                TimeControl::Game { .. } => "minutes for the game + seconds for each move",
                TimeControl::Choice(_) => "seconds for each choice, from 1s to 600s",
            };
            let examples = self.clocks.iter().map(ToString::to_string).collect::<Vec<_>>();
            let examples = examples.join(", ");
            format!("A clock for {} is {written}, such as {examples}.", self.title)
        })
    }

    /// Looks a game up by an alias such as `reversi`, in any case.
    pub fn by_alias(name: &str) -> Option<&'static Self> {
        let name = name.to_lowercase();
        let mut all = GameKind::ALL.into_iter().map(Self::of);
        all.find(|facts| facts.aliases.contains(&&*name))
    }

    pub const fn of(kind: GameKind) -> &'static Self {
        with_game!(kind, G => &G::FACTS)
    }
}

/// Why no choice matters any more, in phrases without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Such as `Row 2 is closed`.
    pub cause: String,
    /// Such as `the Passer can't win any more`.
    pub consequence: Option<String>,
}

impl fmt::Display for Decided {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cause)?;
        self.consequence.as_ref().map_or(Ok(()), |consequence| write!(f, ": {consequence}"))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegendRow {
    pub sign: &'static str,
    pub seat: Option<Seat>,
    pub meaning: &'static str,
}

pub trait GameWords: GameInfo + Explainable + ActionText {
    /// The change of seats in a rematch, such as `swap colours`.
    const REMATCH: &'static str = "swap seats";

    /// Why a game without a costly move is lost.
    const BAD_LUCK: Option<&str> = None;

    /// Whether seats have meaningful names, such as `Passer`. If not, texts name only the players.
    const HAS_SEAT_NAMES: bool = true;

    fn draw_plain(observation: &Self::Observation) -> String;

    /// Whether plain text has the board after a step with these events.
    fn draws_after(events: &[Self::Event]) -> bool {
        let _ = events;
        true
    }

    /// Tells an event; `None` if it isn't worth a mention. `to` has the observation after it.
    fn tell(event: &Self::Event, style: Style, to: &Audience<Self>) -> Option<String>;

    /// The verb of an action in the present and the past, as in `Play 2 4.` and `X played 2 4.`
    fn verbs(action: &Self::Action) -> [&'static str; 2] {
        let _ = action;
        ["play", "played"]
    }

    /// An action as a noun phrase, as in `Your costliest move: 2 4.`
    fn describe_action(action: Self::Action, notation: Notation) -> String {
        Self::write(action, notation)
    }

    /// A costly action and a better one as noun phrases, beside the board at the end of the game.
    fn describe_costly(
        actions: [Self::Action; 2],
        reasons: &[Self::Reason],
        end: &Self::Observation,
        notation: Notation,
    ) -> [String; 2] {
        let _ = (reasons, end);
        actions.map(|action| Self::describe_action(action, notation))
    }

    /// Writes a reason why an action of `chooser` is good or costly, as a clause that follows the
    /// action and a colon: `it gives X the corner 1 8`. The seat of `reader` is "you".
    fn explain(
        reason: &Self::Reason,
        chooser: Seat,
        reader: Option<Seat>,
        notation: Notation,
    ) -> String;

    /// Like [`Self::explain`], but a reason that compares the action with `better` names that one
    /// instead of writing "a better move".
    fn explain_against(
        reason: &Self::Reason,
        better: Self::Action,
        chooser: Seat,
        reader: Option<Seat>,
        notation: Notation,
    ) -> String {
        let _ = better;
        Self::explain(reason, chooser, reader, notation)
    }

    /// Whether the reason already includes the outlook of the action.
    fn tells_outlook(reason: &Self::Reason) -> bool {
        let _ = reason;
        false
    }

    /// Why no choice matters any more, if the game is decided. `reader` is the seat of the only
    /// person.
    fn decided(observation: &Self::Observation, reader: Option<Seat>) -> Option<Decided> {
        let _ = (observation, reader);
        None
    }

    /// Replaces the [goal](Self::goal) if people share the screen, because it advises one of them.
    const SHARED_GOAL: Option<&'static str> = None;

    /// The goal of the moment for a beginner, such as "Follow suit if you can: 1s were led". It
    /// follows "Your move: ", without a full stop. `observation` is that of the seat.
    fn goal(observation: &Self::Observation, seat: Seat, notation: Notation) -> Option<String> {
        let _ = (observation, seat, notation);
        None
    }

    /// A remark on a seat's score, such as `buffalo`.
    fn score_details(game: &Self, seat: Seat) -> Option<String> {
        let _ = (game, seat);
        None
    }

    /// Highlights of a finished game, in short sentences without a full stop. `person` is the seat
    /// of the only person, who is addressed as "you"; `names` are by seat.
    fn highlights(
        game: &Self,
        person: Option<Seat>,
        names: &[String],
        notation: Notation,
    ) -> Vec<String> {
        let _ = (game, person, names, notation);
        Vec::new()
    }

    /// Draws a finished game in four to eight rows of block characters, as the person on this seat
    /// shares it.
    fn share_picture(game: &Self, person: Seat) -> Vec<String>;

    /// The course of a finished game for the person on this seat, in at most 13 squares.
    fn share_squares(game: &Self, person: Seat) -> Vec<ShareSquare>;

    /// Such as `round 3 of 10`.
    fn progress(observation: &Self::Observation) -> Option<String> {
        let _ = observation;
        None
    }

    /// Explains the signs of the board, which is `height` rows high; `None` if its pieces are
    /// letters.
    fn legend(observation: &Self::Observation, height: Option<u16>) -> &'static [LegendRow] {
        let _ = (observation, height);
        &[]
    }

    /// The overview beside the score in large windows. It must reveal no more than the people at
    /// the table can see. `history` has the events of each step.
    fn overview(history: &[Vec<Self::Event>], observation: &Self::Observation) -> Option<Overview> {
        let _ = (history, observation);
        None
    }
}

/// The game told to a listener: how it stands, and answers to questions.
pub trait Spoken: GameWords {
    /// How to type a move, with an example; it follows "Type".
    const HOW_TO_TYPE: &'static str = "a cell by its row and column, such as 3 4";

    /// Questions besides those that every game answers.
    const QUESTIONS: &'static [TypedQuestion<Self>] = &[];

    /// Whether an answer about the score adds the progress of the game.
    const SCORE_TELLS_PROGRESS: bool = false;

    fn changes_score(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    fn score(audience: &Audience<Self>) -> String;

    fn position(audience: &Audience<Self>) -> Vec<String>;

    /// The legal moves of the seat in groups, the most useful group first.
    fn moves(audience: &Audience<Self>) -> Vec<String>;
}

/// How a part of a game went for the person who shares it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareSquare {
    Good,
    Fair,
    Bad,
}

impl ShareSquare {
    /// An emoji, or a plain character that every font has.
    pub fn character(self, is_plain: bool) -> char {
        match (self, is_plain) {
            (Self::Good, false) => '🟩',
            (Self::Fair, false) => '🟨',
            (Self::Bad, false) => '🟥',
            (Self::Good, true) => '█',
            (Self::Fair, true) => '▒',
            (Self::Bad, true) => '·',
        }
    }
}

impl From<std::cmp::Ordering> for ShareSquare {
    fn from(ordering: std::cmp::Ordering) -> Self {
        match ordering {
            std::cmp::Ordering::Greater => Self::Good,
            std::cmp::Ordering::Equal => Self::Fair,
            std::cmp::Ordering::Less => Self::Bad,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A line of plain text.
    Line,
    /// A line in the log beside the board. Unless the log `reveals`, it must not tell what is
    /// hidden again: players have to remember it. If the board `is_covered`, the log also tells
    /// what the board would show.
    Log { reveals: bool, is_short: bool, is_covered: bool },
    /// Sentences for a listener, the news first.
    Spoken,
    /// A drill's question about the event: "Where was the 5?"
    Question,
}

/// Who reads or hears a text, and what they know.
pub struct Audience<'a, G: Game> {
    pub observation: &'a G::Observation,
    /// The seat to move, or else that of a listener.
    pub seat: Seat,
    /// Player names by seat; a single listener is `you`.
    pub names: &'a [String],
    pub notation: Notation,
}

/// A question that a listener can type, such as `row 3`.
pub struct TypedQuestion<G: Spoken> {
    pub word: &'static str,
    /// The argument in the help, such as `N`; may be empty.
    pub argument: &'static str,
    pub help: &'static str,
    pub answer: fn(&Audience<G>, &str) -> Result<Vec<String>, String>,
}

/// `None` if the game can't be dealt.
pub fn demo_game<G: ArcadeGame>(seed: u64) -> Option<Session<G>> {
    let setup = G::deal_seeded(G::default_size(), seed).ok()?;
    let players = G::FACTS.demo_seats.iter().map(|&name| name.to_owned()).collect();
    Some(Session::new(RecordHeader { setup, players, seed, clock: None }))
}

/// Such as `Flip 8 x 8`.
pub fn title_with_size(title: &str, size: Option<u16>) -> String {
    size.map_or_else(|| title.to_owned(), |size| format!("{title} {size} x {size}"))
}
