//! The facts of a game besides its rules: seats, sizes, deals and computer players.

use super::{
    Game, LevelPlayer, Player, PlayerKind, PlayerList, PlayerName, PlayerNameError, Rng, Seat,
};

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

/// The facts of a game: its seats, sizes and players, and how it starts.
pub trait GameInfo: Game {
    /// The name of each seat.
    const SEAT_NAMES: &'static [&'static str];
    /// The computer players, weakest first.
    const PLAYERS: &'static [PlayerKind<Self>];
    /// The player of each [`Level`](super::Level), weakest first: five, or six where there is a
    /// stronger player than Expert.
    const LEVELS: &'static [LevelPlayer];
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
    /// Whether the scores say more than who won.
    const HAS_SCORES: bool = true;
    /// Whether a seat sees or chooses something that the other seats must not see.
    const HAS_SECRETS: bool = false;
    /// Whether anything is hidden during the game: secrets of a seat, or cards that lie face down.
    const HIDES_INFORMATION: bool = Self::HAS_SECRETS;

    /// Makes a random start on a board of this size. Games with a single size ignore `size`.
    ///
    /// # Errors
    /// Returns an error if the game cannot be played on a board of this size.
    fn deal(size: u16, rng: &mut Rng) -> Result<Self::Setup, String>;

    /// The board size of a start, or `None` in games with a single size.
    fn size_of(setup: &Self::Setup) -> Option<u16>;

    /// The seat that can no longer win, although the rules let the game go on, or `None`. The loss
    /// must follow from public information, because players may then end the game.
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

/// Returns the players of the engine.
pub fn built_in_players<G: GameInfo>() -> PlayerList {
    PlayerList { kinds: G::PLAYERS.iter().map(PlayerKind::info).collect() }
}

/// Returns the name of the strongest player of the engine.
pub fn strongest_player<G: GameInfo>() -> String {
    G::PLAYERS.last().map(|kind| kind.info().default_name()).unwrap_or_default()
}

/// Makes the player of the engine with this name, such as `level:3`.
///
/// # Errors
/// Returns an error if there is no such player or its argument is wrong.
pub fn find_player<G: GameInfo>(name: &str) -> Result<Box<dyn Player<G>>, PlayerNameError> {
    let PlayerName { index, number, text, .. } = built_in_players::<G>().parse(name)?;
    (G::PLAYERS[index].make)(number, &text).map_err(PlayerNameError::CannotMake)
}
