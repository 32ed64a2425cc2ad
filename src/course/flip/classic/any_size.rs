//! Flip on boards of any size that fits into the memory.

use std::fs;

use serde::{Deserialize, Serialize};

use fourcade_engine::{
    flip::{
        Flip,
        model::{FlipBoard, FlipEvent, FlipObservation, MIN_SIZE, Side, Square},
    },
    play::{ActionError, Game, Outcome, Seat, Seats},
};

/// The memory that a square of a large board takes, in bytes. A game keeps one board.
const BYTES_PER_SQUARE: u128 = size_of::<Option<Side>>() as u128;

/// Flip without the arcade's limit of the board's size. Its records are those of [`Flip`].
#[derive(Clone, Debug, PartialEq)]
pub struct AnySizeFlip(pub Flip);

/// The size of a board that fitted into the memory when it was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedAnySize")]
pub struct AnySizeSetup {
    size: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UncheckedAnySize {
    size: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AnySizeError {
    #[error("a board has at least {MIN_SIZE} rows")]
    TooSmall,
    #[error("a board has at most {} rows here; choose a smaller one", u16::MAX)]
    UncountableRows,
    #[error(
        "a board of {size} x {size} needs {} of memory, but {}; choose a smaller one",
        megabytes(*.need),
        describe_shortage(*.free)
    )]
    OutOfMemory {
        size: u16,
        /// In bytes.
        need: u128,
        /// The free memory in bytes, if that is what is missing.
        free: Option<u128>,
    },
}

fn describe_shortage(free: Option<u128>) -> String {
    match free {
        Some(free) => format!("only {} are free", megabytes(free)),
        None => "the system does not give so much to this program".to_owned(),
    }
}

fn megabytes(bytes: u128) -> String {
    format!("{} MB", bytes.div_ceil(1_000_000))
}

impl AnySizeSetup {
    pub fn new(size: u64) -> Result<Self, AnySizeError> {
        if size < MIN_SIZE.into() {
            return Err(AnySizeError::TooSmall);
        }
        let size = u16::try_from(size).map_err(|_| AnySizeError::UncountableRows)?;
        check_memory(size, free_memory())?;
        Ok(Self { size })
    }
}

impl TryFrom<UncheckedAnySize> for AnySizeSetup {
    type Error = AnySizeError;

    fn try_from(unchecked: UncheckedAnySize) -> Result<Self, AnySizeError> {
        Self::new(unchecked.size)
    }
}

/// Checks that a board fits into the free memory, and that the system would give this program so
/// much. Systems promise more memory than they have and end programs that use it, so both matter.
fn check_memory(size: u16, free: Option<u128>) -> Result<(), AnySizeError> {
    let need = u128::from(size).pow(2) * BYTES_PER_SQUARE;
    if free.is_some_and(|free| need > free) {
        return Err(AnySizeError::OutOfMemory { size, need, free });
    }
    let refused = AnySizeError::OutOfMemory { size, need, free: None };
    let bytes = usize::try_from(need).map_err(|_| refused.clone())?;
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| refused)
}

/// Returns the memory that programs can use without swapping, in bytes, or `None` if the system
/// does not say.
fn free_memory() -> Option<u128> {
    parse_free_memory(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// Parses Linux's `/proc/meminfo`, whose unit is 1024 bytes.
fn parse_free_memory(text: &str) -> Option<u128> {
    let value = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    Some(value.trim().strip_suffix("kB")?.trim_end().parse::<u128>().ok()? * 1024)
}

impl Game for AnySizeFlip {
    const KEY: &'static str = Flip::KEY;
    const FORMAT: u32 = Flip::FORMAT;
    // One board may already fill the memory, and nothing is undone here.
    const KEEPS_STATES: bool = false;

    type Setup = AnySizeSetup;
    type Action = Square;
    type Observation = FlipObservation;
    type Event = FlipEvent;

    fn start(setup: &AnySizeSetup) -> Self {
        Self(Flip::on_board(FlipBoard::start(setup.size)))
    }

    fn seats(&self) -> Seats {
        self.0.seats()
    }

    fn awaited(&self) -> Seats {
        self.0.awaited()
    }

    fn check(&self, seat: Seat, square: Square) -> Result<(), ActionError> {
        self.0.check(seat, square)
    }

    fn step(&mut self, moves: &[(Seat, Square)]) -> Result<Vec<FlipEvent>, ActionError> {
        self.0.step(moves)
    }

    fn observe(&self, viewers: Seats) -> FlipObservation {
        self.0.observe(viewers)
    }

    fn turns(&self) -> u32 {
        self.0.turns()
    }

    fn scores(&self) -> Vec<i32> {
        self.0.scores()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_must_fit_into_the_memory() {
        assert_eq!(check_memory(20_000, Some(400_000_000)), Ok(()));
        let error = |size, free| check_memory(size, free).unwrap_err().to_string();
        assert_eq!(
            error(20_000, Some(399_000_000)),
            "a board of 20000 x 20000 needs 400 MB of memory, but only 399 MB are free; choose a \
             smaller one"
        );
        assert_eq!(AnySizeSetup::new(3), Err(AnySizeError::TooSmall));
        assert_eq!(AnySizeSetup::new(65_536), Err(AnySizeError::UncountableRows));
        assert_eq!(AnySizeSetup::new(2000), Ok(AnySizeSetup { size: 2000 }));
    }

    #[test]
    fn the_free_memory_is_read_as_linux_writes_it() {
        let text = "MemTotal:  24684056 kB\nMemFree: 1 kB\nMemAvailable:   23178000 kB\n";
        assert_eq!(parse_free_memory(text), Some(23_178_000 * 1024));
        for text in ["", "MemAvailable: x kB", "MemAvailable: 5", "MemFree: 5 kB"] {
            assert_eq!(parse_free_memory(text), None);
        }
    }
}
