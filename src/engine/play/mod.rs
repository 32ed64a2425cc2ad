//! The parts that all games share, without a terminal or a disk. Only the [`arena`] starts threads.
//! The [front page](crate) explains the terms.
//!
//! | part | content |
//! |---|---|
//! | [`Game`], [`Observation`] | the rules as a state machine, and the knowledge of seats |
//! | [`Seat`], [`Seats`], [`Outcome`] | places at the table, and their results |
//! | [`Player`], [`ThinkContext`], [`Budget`] | the deciding player, and its limits |
//! | [`MemoryPool`] | the memory that several searches share |
//! | [`Session`], [`Record`] | a game in progress with undo; a game as JSON lines |
//! | [`Driver`], [`take_turn`] | the play loop |
//! | [`TimeControl`], [`ChoiceTime`] | the clocks of people |
//! | [`GameInfo`], [`PlayerKind`], [`Level`] | a kind of game: its facts and computer players |
//! | [`Puzzle`], [`Drill`], [`Practicable`] | positions to practise in, with judged choices |
//! | [`Reviewable`], [`review_session`], [`costliest_decision`] | the costs of decisions |
//! | [`Explainable`] | reasons for these costs |
//! | [`arena`], [`ArenaSummary`], [`SeriesShare`] | many games at once, and their results |
//! | [`BoardSize`] | the setup of a game on a square board |
//! | [`random`] | random generators that are derived from a seed |

pub mod arena;
mod board_size;
mod checkpoints;
mod clock;
mod driver;
mod faults;
mod game;
mod info;
mod level;
mod memory;
mod outcome;
mod player;
mod puzzle;
pub mod random;
mod record;
mod registry;
mod review;
mod sample_sums;
mod search;
mod seat;
mod series_share;
mod session;
mod summary;
#[cfg(any(test, feature = "testing"))]
pub mod toy;

pub use board_size::BoardSize;
pub use clock::{ChoiceTime, TimeControl, TimeControlError};
pub use driver::{Decision, Driver, PlayHost, take_turn};
pub use faults::{FaultCount, FaultTally};
pub use game::{ActionError, Game, Observation, check_step};
pub use info::{GameInfo, SizeRange, built_in_players, find_player, strongest_player};
pub use level::{Level, LevelPlayer};
pub use memory::{MemoryPool, MemoryShare};
pub use outcome::Outcome;
pub(crate) use player::none_if_spent;
pub use player::{Advice, Player, PlayerError, Random, advise_checked, choose_checked};
pub use puzzle::{
    Collection, CollectionError, Drill, JudgedChoice, Judgement, PUZZLE_TRIES, Practicable, Puzzle,
    PuzzleError, PuzzleSolves, PuzzleTheme, find_mistake,
};
pub use random::Rng;
pub use record::{
    Fault, FaultKind, HUMAN, MAX_LINE_BYTES, MatchInfo, ProgramNote, Record, RecordHeader,
    RecordLine, RecordPreamble, RecordReadError, StepMarks, closing_json, header_json,
};
pub use registry::{PlayerArg, PlayerInfo, PlayerKind, PlayerList, PlayerName, PlayerNameError};
pub(crate) use review::weighed;
pub use review::{
    ActionValues, CostThresholds, CostliestLimits, Evaluation, Explainable, GameVerdict,
    LiveEvaluator, ReviewInput, ReviewMeasure, ReviewScale, Reviewable, Reviewer, StepReview,
    Verdict, costliest_decision, costly_decision, decision_of, explain, own_decisions,
    review_session, reviewable_lines,
};
pub use search::{
    Budget, CancelToken, EndgamePolicy, Meter, SearchLimits, SearchStop, ThinkContext,
};
pub use seat::{MAX_SEATS, Seat, Seats};
pub use series_share::{SeriesShare, series_share};
pub use session::{Choice, Position, Session};
pub use summary::{ArenaSummary, PlayerSummary};
