//! The facts of a kind of game besides its rules.

use super::{
    Game, LevelPlayer, Player, PlayerKind, PlayerList, PlayerName, PlayerNameError, Rng, random,
};

/// A range of board sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeRange {
    /// The smallest size.
    pub min: u16,
    /// The largest size.
    pub max: u16,
    /// The default size.
    pub default: u16,
}

/// The facts of a kind of game: its seats, sizes and players, and how it starts.
pub trait GameInfo: Game {
    /// The name of each seat.
    const SEAT_NAMES: &'static [&'static str];
    /// The computer players, roughly from weak to strong.
    const PLAYERS: &'static [PlayerKind<Self>];
    /// The player of each [`Level`](super::Level), weakest first: five, or six where there is a
    /// stronger player than Expert.
    const LEVELS: &'static [LevelPlayer];
    /// The board sizes, if the game has more than one.
    const SIZES: Option<SizeRange>;
    /// The default budget of a decision, in positions.
    const DEFAULT_NODES: u64;
    /// The number of random steps at the start of each simulated game, if the players change seats.
    /// Without them, deterministic players would repeat the same game.
    const RANDOM_OPENING_STEPS: u32;
    /// The number of games per series when neighbouring levels are compared: more than one if a
    /// single game is mostly luck.
    const LADDER_SERIES_LENGTH: usize = 1;
    /// Whether scores matter beyond winning.
    const HAS_SCORES: bool = true;
    /// Whether seats have secrets from each other: cards or simultaneous choices.
    const HAS_SECRETS: bool = false;
    /// Whether anything is hidden during the game: secrets, or cards that lie face down.
    const HIDES_INFORMATION: bool = Self::HAS_SECRETS;

    /// Makes a random setup for a board of this size, which games with a single size ignore.
    ///
    /// # Errors
    /// Returns an error if the game cannot be played on a board of this size.
    fn deal(size: u16, rng: &mut Rng) -> Result<Self::Setup, String>;

    /// Makes the setup that belongs to a seed.
    ///
    /// # Errors
    /// Returns an error if the game cannot be played on a board of this size.
    fn deal_seeded(size: u16, seed: u64) -> Result<Self::Setup, String> {
        Self::deal(size, &mut random::rng(seed, &[]))
    }

    /// The default board size, or 0 in games with a single size.
    fn default_size() -> u16 {
        Self::SIZES.map_or(0, |sizes| sizes.default)
    }

    /// The board size of a setup, or `None` in games with a single size.
    fn size_of(setup: &Self::Setup) -> Option<u16>;

    /// Whether these events revealed hidden information, which undo can't take back.
    fn reveals_information(events: &[Self::Event]) -> bool {
        let _ = events;
        false
    }
}

/// The engine's players.
pub fn built_in_players<G: GameInfo>() -> PlayerList {
    PlayerList { kinds: G::PLAYERS.iter().map(PlayerKind::info).collect() }
}

/// The name of the engine's strongest player.
pub fn strongest_player<G: GameInfo>() -> String {
    G::PLAYERS.last().map(|kind| kind.info().default_name()).unwrap_or_default()
}

/// Makes the engine's player with this name, such as `level:3`.
///
/// # Errors
/// Returns an error if there is no such player or its argument is wrong.
pub fn find_player<G: GameInfo>(name: &str) -> Result<Box<dyn Player<G>>, PlayerNameError> {
    let PlayerName { kind_index, arg_number, arg_text, .. } =
        built_in_players::<G>().parse(name)?;
    (G::PLAYERS[kind_index].make)(arg_number, &arg_text).map_err(PlayerNameError::CannotMake)
}
