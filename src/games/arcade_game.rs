//! What the arcade needs to know about a game besides its engine.
//!
//! | trait | what it describes |
//! |---|---|
//! | [`ArcadeGame`] | its [facts](GameFacts), and who plays |
//! | [`ActionText`] | how actions are written and typed |
//! | [`GameWords`] | the game in words |
//! | [`Spoken`] | the game by ear |
//! | [`Timing`] | how long what happens is shown |
//! | [`Measured`] | what is measured of a finished game, for feats |
//! | [`Moments`] | which steps are worth a pause |
//!
//! The screen adds [`GameView`](super::GameView) and [`Controller`](super::Controller).

use super::{ActionText, Notation, Overview, Timing, feats::Measured, moments::Moments};
use fourcade_course::program::ProgramKind;
use fourcade_course::text_program;
use fourcade_engine::{
    GameKind,
    play::{
        Explainable, Game, GameInfo, Practicable, RecordHeader, Seat, Session, TimeControl, random,
    },
    with_game,
};

pub trait ArcadeGame: GameWords + Spoken + Timing + Moments + Practicable + Measured {
    const FACTS: GameFacts;
    /// The course's text program, if there is one.
    const TEXT_PROGRAM: Option<text_program::Program> = None;

    /// The kinds of players that start a program. They follow the computer players of the engine.
    const PROGRAM_PLAYERS: &'static [ProgramKind<Self>] = &[];
}

#[derive(Debug)]
pub struct GameFacts {
    pub kind: GameKind,
    pub title: &'static str,
    /// What people also call the game or its relatives, in small letters.
    pub aliases: &'static [&'static str],
    /// What the game is about, in one line.
    pub summary: &'static str,
    /// The rules, as a page of Markdown.
    pub rules: &'static str,
    /// The guided first game, as a file of [`lessons`](super::lessons), if there is one.
    pub lesson: Option<&'static str>,
    pub default_seats: &'static [&'static str],
    /// The places among which one person chooses, by seat; they follow "You play".
    pub seat_choices: &'static [&'static str],
    /// Who sits where if two people play at one keyboard, in sentences on separate lines. They have
    /// the first seat and the one opposite.
    pub two_people: &'static str,
    /// Players that answer at once and play well enough to be watched.
    pub demo_seats: &'static [&'static str],
    /// Players that need no tables, because the menu is always there.
    pub thumbnail_seats: &'static [&'static str],
    /// The board size of the thumbnail, in games with several sizes: small enough for its pieces to
    /// be told apart.
    pub thumbnail_size: Option<u16>,
    /// The clocks among which people choose; others of the same kind can be typed.
    pub clocks: &'static [TimeControl],
    /// What [`Game::turns`](fourcade_engine::play::Game::turns) counts, as a word for people.
    pub turn_name: &'static str,
    /// What a step of the record is, as a word for people.
    pub step_name: &'static str,
    /// Openings of a board of the default size, in games without chance: actions separated by
    /// commas. After each of them, the person on the first seat decides.
    pub openings: &'static [&'static str],
}

/// The clocks of games that are lost when the time is over.
pub const GAME_CLOCKS: [TimeControl; 3] =
    [TimeControl::game(3, 2), TimeControl::game(5, 3), TimeControl::game(10, 5)];
/// The clocks of games in which a computer chooses when the time is over.
pub const CHOICE_CLOCKS: [TimeControl; 3] =
    [TimeControl::choice(10), TimeControl::choice(20), TimeControl::choice(60)];

impl GameFacts {
    /// Reads a clock with which the game can be played.
    ///
    /// # Errors
    /// Returns a sentence that says which clocks there are.
    pub fn clock(&self, text: &str) -> Result<TimeControl, String> {
        let clock = text.parse().ok().filter(|clock| self.clocks[0].is_like(*clock));
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

    /// The game that people also call by this name, such as `reversi`.
    pub fn by_alias(name: &str) -> Option<&'static Self> {
        let name = name.to_lowercase();
        let mut all = GameKind::ALL.into_iter().map(Self::of);
        all.find(|facts| facts.aliases.contains(&&*name))
    }

    /// The facts of a game that is only known at run time.
    pub const fn of(kind: GameKind) -> &'static Self {
        with_game!(kind, G => &G::FACTS)
    }
}

/// What a sign on the board means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LegendRow {
    pub sign: &'static str,
    /// The seat that the sign belongs to, if it belongs to one.
    pub seat: Option<Seat>,
    pub meaning: &'static str,
}

/// How a game is put into words.
pub trait GameWords: GameInfo + Explainable + ActionText {
    /// What changes in a rematch, such as `colours swapped`.
    const REMATCH: &'static str = "seats swapped";

    /// Whether the names of the seats say something about the game. Otherwise people read the names
    /// of the players only, also in the log.
    const HAS_SEAT_NAMES: bool = true;

    /// Draws what the observing seats see, as lines of text.
    fn draw_plain(observation: &Self::Observation) -> String;

    /// Whether plain-text output draws the board after a step with these events. It is left out
    /// where the description of the events is enough.
    fn draws_after(events: &[Self::Event]) -> bool {
        let _ = events;
        true
    }

    /// Tells an event, or returns `None` if it is not worth mentioning. The observation is that
    /// after the event; it matters only to listeners.
    fn tell(event: &Self::Event, style: Style, to: &Listener<Self>) -> Option<String>;

    /// What a player does and has done with this action, for sentences like `Play 2 4.` and `X
    /// played 2 4.`
    fn verbs(action: &Self::Action) -> [&'static str; 2] {
        let _ = action;
        ["play", "played"]
    }

    /// What an action is, as the object of a sentence like `Your costliest move was 2 4.`
    fn describe_action(action: Self::Action, notation: Notation) -> String {
        Self::write(action, notation)
    }

    /// Writes why an action of `chooser` is good or costly, for the reader on a seat, as a clause
    /// that can follow the action and a colon: `it gives X the corner 1 8`.
    fn explain(
        reason: &Self::Reason,
        chooser: Seat,
        reader: Option<Seat>,
        notation: Notation,
    ) -> String;

    /// Whether the reason says already what the action leads to.
    fn tells_outlook(reason: &Self::Reason) -> bool {
        let _ = reason;
        false
    }

    /// Says why no choice matters any more, as a sentence without a full stop, if the observation
    /// shows it: one side can't win, or nothing is left to win. `reader` is the seat of the only
    /// person.
    fn decided(observation: &Self::Observation, reader: Option<Seat>) -> Option<String> {
        let _ = (observation, reader);
        None
    }

    /// Says what the person on this seat wants to do now, for somebody who is new to the game:
    /// "Follow suit if you can: 1s were led". It follows "Your move: ", without a full stop. The
    /// observation is what the person knows.
    fn goal(observation: &Self::Observation, seat: Seat, notation: Notation) -> Option<String> {
        let _ = (observation, seat, notation);
        None
    }

    /// Describes what the score of a seat consists of, such as `5 calves, buffalo`. Returns `None`
    /// if the score says it all.
    fn score_details(game: &Self, seat: Seat) -> Option<String> {
        let _ = (game, seat);
        None
    }

    /// Describes what mattered in a game that is over, in short sentences without a full stop.
    /// `person` is the seat of the only person among the players, who is addressed as "you";
    /// `names` holds the name of the player on each seat.
    fn highlights(
        game: &Self,
        person: Option<Seat>,
        names: &[String],
        notation: Notation,
    ) -> Vec<String> {
        let _ = (game, person, names, notation);
        Vec::new()
    }

    /// Draws a game that is over in four to eight rows of block characters, to be shared as text.
    /// The person on this seat is the one who shares it.
    fn share_picture(game: &Self, person: Seat) -> Vec<String>;

    /// How a game that is over went for the person on this seat, in at most thirteen squares.
    fn share_squares(game: &Self, person: Seat) -> Vec<ShareSquare>;

    /// Describes how far the game has progressed in a few words, or returns `None`.
    fn progress(observation: &Self::Observation) -> Option<String> {
        let _ = observation;
        None
    }

    /// Explains the signs on the board to new players. `height` is the number of rows that the board
    /// is drawn in, or `None` where its cells are drawn with letters.
    fn legend(observation: &Self::Observation, height: Option<u16>) -> &'static [LegendRow] {
        let _ = (observation, height);
        &[]
    }

    /// What a large window tells beside the score, or `None`. `history` are the events of all steps
    /// so far. It must not say more than the people at the table can see.
    fn overview(history: &[Vec<Self::Event>], observation: &Self::Observation) -> Option<Overview> {
        let _ = (history, observation);
        None
    }
}

/// How a game is told to a listener.
pub trait Spoken: GameWords {
    /// What can be typed as a move, with an example.
    const HOW_TO_TYPE: &'static str = "a cell by its row and column, such as 3 4";

    /// What the listener can ask of this game, besides what every game answers.
    const QUESTIONS: &'static [Question<Self>] = &[];

    /// Whether the score is told after an event.
    fn changes_score(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// The score on request.
    fn score(listener: &Listener<Self>) -> String;

    /// The whole position, in parts.
    fn position(listener: &Listener<Self>) -> Vec<String>;

    /// The moves that the listener can make now, in groups, the most useful one first.
    fn moves(listener: &Listener<Self>) -> Vec<String>;
}

/// How a part of a game went for a person, in a text to share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShareSquare {
    Good,
    Fair,
    Bad,
}

impl ShareSquare {
    /// As an emoji, or as a plain character that every font has.
    pub fn character(self, is_plain: bool) -> char {
        match (self, is_plain) {
            (Self::Good, false) => '\u{1f7e9}',
            (Self::Fair, false) => '\u{1f7e8}',
            (Self::Bad, false) => '\u{1f7e5}',
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

/// How an event is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A line of plain text.
    Line,
    /// A line in the log beside the board. Unless the log `reveals`, it must not tell what is
    /// hidden again by then: people play, and have to remember it.
    Log { reveals: bool, is_short: bool },
    /// Sentences for a listener, the news first.
    Spoken,
    /// The question of a drill what was done in this step: "Where was the 5?"
    Question,
}

/// Who reads or listens, and what they know.
pub struct Listener<'a, G: Game> {
    pub observation: &'a G::Observation,
    /// The seat that is asked now, or whose knowledge is told.
    pub seat: Seat,
    /// The names of the players, by seat; a listener alone is `you`.
    pub names: &'a [String],
    pub notation: Notation,
}

/// Something that a listener can ask.
pub struct Question<G: Spoken> {
    pub word: &'static str,
    /// What follows the word, such as `N`; empty if nothing does.
    pub argument: &'static str,
    pub help: &'static str,
    pub answer: fn(&Listener<G>, &str) -> Result<Vec<String>, String>,
}

/// Default size, computer players on all seats. `None` if the game cannot be dealt.
pub fn demo_game<G: ArcadeGame>(seed: u64) -> Option<Session<G>> {
    let size = G::SIZES.map_or(0, |sizes| sizes.default);
    let setup = G::deal(size, &mut random::rng(seed, &[])).ok()?;
    let seats = G::FACTS.demo_seats.iter().map(|&name| name.to_owned()).collect();
    Some(Session::new(RecordHeader { setup, seats, seed, clock: None }))
}

/// Such as `Flip 8 x 8`.
pub fn title_with_size(title: &str, size: Option<u16>) -> String {
    size.map_or_else(|| title.to_owned(), |size| format!("{title} {size} x {size}"))
}
