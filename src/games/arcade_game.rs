//! What the arcade needs to know about a game besides its rules.
//!
//! | trait | what it describes |
//! |---|---|
//! | [`GameInfo`] | what the game is: names, sizes, players, how it starts |
//! | [`GameText`] | how it is written as plain text |
//! | [`GameView`] | how it is shown and played on the table |
//! | [`Reviewable`] | how its moves are reviewed afterwards |

use std::time::Duration;

use super::Controls;
use fourcade_engine::play::{LevelPlayer, PlayerKind, Reviewable};
use fourcade_engine::play::{Game, RecordHeader, Rng, Seat, Session, random};

/// The board sizes that a game can be played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeRange {
    /// The smallest size.
    pub min: u16,
    /// The largest size.
    pub max: u16,
    /// The size that is used when none is given.
    pub default: u16,
}

/// What a game is: its names, sizes and players, and how it starts.
pub trait GameInfo: Game {
    /// The name shown to people.
    const TITLE: &'static str;
    /// What the game is about, in one line.
    const SUMMARY: &'static str;
    /// The rules, as a page of Markdown.
    const RULES: &'static str;
    /// The guided first game, as a file of [`lessons`](super::lessons).
    const LESSON: &'static str;
    /// The name of each seat.
    const SEAT_NAMES: &'static [&'static str];
    /// The player on each seat when none is given.
    const DEFAULT_SEATS: &'static [&'static str];
    /// The player of each [`Level`](fourcade_engine::play::Level), weakest first.
    const LEVELS: [LevelPlayer; 5];
    /// The places among which one person chooses, by seat; they follow "You play".
    const SEAT_CHOICES: &'static [&'static str] = Self::SEAT_NAMES;
    /// Who sits where if two people play at one keyboard, in sentences on separate lines. They have
    /// the first seat and the one opposite.
    const FRIENDS: &'static str;
    /// The computer player on each seat of the menu's demo game. These players answer at once and
    /// play well enough to be watched.
    const DEMO_SEATS: &'static [&'static str];
    /// The computer player on each seat of the menu's thumbnail. The menu is always there, so these
    /// players need no tables.
    const THUMBNAIL_SEATS: &'static [&'static str] = Self::DEMO_SEATS;
    /// The board sizes, if the game has more than one.
    const SIZES: Option<SizeRange>;
    /// How many positions a searching player may visit for one choice if neither a time nor a
    /// number of positions is given.
    const DEFAULT_NODES: u64;
    /// How many random steps begin each game of a simulation in which the players change seats.
    /// Without them, deterministic players would repeat the same game.
    const RANDOM_OPENING: u32;
    /// The number of games in a series in which two neighbouring levels are compared. It is more
    /// than one where a single game is mostly a matter of luck.
    const LADDER_SERIES: usize = 1;

    /// What [`Game::turns`] counts, as a word for people.
    const TURN_NAME: &'static str = "move";
    /// What a step of the record is, as a word for people.
    const STEP_NAME: &'static str = "move";

    /// The openings of the daily deals, in games without chance: actions separated by commas. A
    /// game with openings is at its first decision of the person after each of them.
    const DAILY_OPENINGS: &'static [&'static str] = &[];

    /// Whether the scores say more than who won.
    const HAS_SCORES: bool = true;
    /// Whether a seat sees or chooses something that the other seats must not see. People who share
    /// a keyboard then take turns looking at the screen.
    const HAS_SECRETS: bool = false;
    /// Whether anything is hidden during the game: secrets of a seat, or cards that lie face down.
    const HIDES_INFORMATION: bool = Self::HAS_SECRETS;

    /// The computer players, weakest first.
    fn players() -> &'static [PlayerKind<Self>];

    /// Makes a random start on a board of this size. Games with a single size ignore `size`.
    ///
    /// # Errors
    /// Returns an error if the game cannot be played on a board of this size.
    fn deal(size: u16, rng: &mut Rng) -> Result<Self::Setup, String>;

    /// The board size of a start, or `None` in games with a single size.
    fn size_of(setup: &Self::Setup) -> Option<u16>;

    /// The seat that can no longer win, although the rules let the game go on, or `None`. The loss
    /// must follow from public information, because the table then offers to end the game.
    fn certain_loser(&self) -> Option<Seat> {
        None
    }

    /// Whether a step with these events revealed something that was hidden before. A person who
    /// takes such a step back still knows what it revealed.
    fn reveals(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }
}

/// How a game is written as plain text.
pub trait GameText: GameInfo {
    /// What changes in a rematch, such as `colours swapped`.
    const REMATCH: &'static str = "seats swapped";

    /// Draws what the observing seats see, as lines of text.
    fn draw_plain(observation: &Self::Observation) -> String;

    /// Whether plain-text output draws the board after a step with these events. It is left out
    /// where the description of the events is enough.
    fn draws_after(events: &[Self::Event]) -> bool {
        let _ = events;
        true
    }

    /// Describes an event in one line, or returns `None` if it is not worth mentioning. `names`
    /// holds the name of the player on each seat.
    fn describe(event: &Self::Event, names: &[String]) -> Option<String>;

    /// Describes an event in the log beside a game that people play. Unlike [`Self::describe`], it
    /// must not reveal what is hidden again by then.
    fn describe_in_log(event: &Self::Event, names: &[String]) -> Option<String> {
        Self::describe(event, names)
    }

    /// What a player does with this action, such as `play`, for sentences like `Play 2 4.`
    fn verb(action: &Self::Action) -> &'static str {
        let _ = action;
        "play"
    }

    /// Says what the person on this seat wants to do now, for somebody who is new to the game:
    /// "Follow suit if you can: 1s were led". It follows "Your move: ", without a full stop. The
    /// observation is what the person knows.
    fn goal(observation: &Self::Observation, seat: Seat) -> Option<String> {
        let _ = (observation, seat);
        None
    }

    /// Describes what the score of a seat consists of, such as `5 calves, buffalo`. Returns `None`
    /// if the score says it all.
    fn score_details(game: &Self, seat: Seat) -> Option<String> {
        let _ = (game, seat);
        None
    }

    /// Describes what mattered in a game that is over, in short sentences without a full stop.
    /// `person` is the seat of the only person among the players, who is addressed as "you".
    fn highlights(game: &Self, person: Option<Seat>) -> Vec<String> {
        let _ = (game, person);
        Vec::new()
    }

    /// Describes how far the game has progressed in a few words, or returns `None`.
    fn progress(observation: &Self::Observation) -> Option<String> {
        let _ = observation;
        None
    }
}

/// How a game is shown and played on the table.
pub trait GameView: GameText {
    /// The view and the keys of the game.
    type Controls: Controls<Self>;
    /// Whether what [lingers](Self::lingers) moves away when its time has come.
    const LINGERING_LEAVES: bool = false;

    /// The number of points that no seat has won yet, or `None` in a game whose seats do not share
    /// a fixed total.
    fn open_points(observation: &Self::Observation) -> Option<u32> {
        let _ = observation;
        None
    }

    /// Whether the next step hides what a step with these events showed, such as two cards that do
    /// not match. The table then keeps showing it for a moment, or until a key is pressed.
    fn lingers(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }

    /// How long the animation of a step with these events takes: less than half a second.
    fn animation(events: &[Self::Event]) -> Duration {
        let _ = events;
        Duration::from_millis(260)
    }
}

/// A game with everything the arcade needs: information, text, view and review.
pub trait ArcadeGame: GameInfo + GameText + GameView + Reviewable {}

impl<G: GameInfo + GameText + GameView + Reviewable> ArcadeGame for G {}

/// Starts the menu's demo game: default size, computer players on all seats. Returns `None` if the
/// game cannot be dealt.
pub fn demo_game<G: GameInfo>(seed: u64) -> Option<Session<G>> {
    let size = G::SIZES.map_or(0, |sizes| sizes.default);
    let setup = G::deal(size, &mut random::rng(seed, &[])).ok()?;
    let seats = G::DEMO_SEATS.iter().map(|&name| name.to_owned()).collect();
    Some(Session::new(RecordHeader { setup, seats, seed }))
}

/// Returns the title of a game with its board size, if any, such as `Flip 8 x 8`.
pub fn title_with_size(title: &str, size: Option<u16>) -> String {
    size.map_or_else(|| title.to_owned(), |size| format!("{title} {size} x {size}"))
}
