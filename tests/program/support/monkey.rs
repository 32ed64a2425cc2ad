//! Random keys, mouse events and window sizes that depend only on a seed.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng, seq::IndexedRandom};

use super::{Exit, Launch, Mouse, Terminal, keys::NAMES};

const SEED: &str = "FOURCADE_FUZZ_SEED";
/// Columns and rows.
const LARGEST: (u16, u16) = (250, 80);
/// The keys that are characters, except the one that quits and the slash, which would allow file
/// names outside the program's folder.
const CHARACTERS: &str =
    "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?:+-*.,<>!#é界";
/// Rare, so that the program runs for a while.
const QUIT: &str = "q";
/// Keys with Ctrl or Alt. (Ctrl-C is left out. If it came while the program exits, after it has
/// restored the terminal, it would be a signal.)
const CHORDS: [&str; 5] = ["ctrl-l", "ctrl-a", "ctrl-d", "ctrl-u", "alt-x"];
/// The number of events that a failing test shows.
const MAX_SHOWN: usize = 30;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Keys, each sent when the previous one has been read.
    Keys(String),
    /// Keys that are sent all at once.
    Burst(String),
    Mouse(Mouse),
    /// Columns and rows.
    Resize(u16, u16),
    Paste(String),
}

/// An endless iterator of random events.
pub struct Monkey(ChaCha8Rng);

/// Random unless the environment has one. Printed, so that a failure can be reproduced.
pub fn seed_from_env() -> u64 {
    let given = std::env::var(SEED)
        .ok()
        .map(|seed| seed.parse().unwrap_or_else(|_| panic!("{SEED} must be a number")));
    let seed = given.unwrap_or_else(|| rand::rng().random_range(0..1_000_000_000));
    println!("{SEED}={seed}");
    seed
}

impl Monkey {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn character(&mut self) -> char {
        let all: Vec<char> = CHARACTERS.chars().collect();
        *all.choose(&mut self.0).expect("the list is not empty")
    }

    fn key(&mut self) -> String {
        match self.0.random_range(0..300) {
            0 => QUIT.to_owned(),
            1..150 => self.character().to_string(),
            150..160 => (*CHORDS.choose(&mut self.0).expect("the list is not empty")).to_owned(),
            _ => (*NAMES.choose(&mut self.0).expect("the list is not empty")).to_owned(),
        }
    }

    fn mouse(&mut self) -> Mouse {
        // Mostly inside a window of the usual size, sometimes beyond its edge.
        let (columns, rows) = if self.0.random_bool(0.8) { (80, 24) } else { LARGEST };
        let (x, y) = (self.0.random_range(0..columns), self.0.random_range(0..rows));
        match self.0.random_range(0..8) {
            0 => Mouse::RightClick(x, y),
            1 => Mouse::WheelUp(x, y),
            2 => Mouse::WheelDown(x, y),
            3 => Mouse::Move(x, y),
            4 => Mouse::Drag(x, y),
            _ => Mouse::Click(x, y),
        }
    }

    fn size(&mut self) -> (u16, u16) {
        match self.0.random_range(0..4) {
            0 => (self.0.random_range(1..12), self.0.random_range(1..6)),
            1 => (80, 24),
            _ => (self.0.random_range(1..=LARGEST.0), self.0.random_range(1..=LARGEST.1)),
        }
    }
}

impl Iterator for Monkey {
    type Item = Event;

    fn next(&mut self) -> Option<Event> {
        Some(match self.0.random_range(0..100) {
            0..70 => Event::Keys(self.key()),
            70..75 => {
                let keys: Vec<_> = (0..self.0.random_range(2..12)).map(|_| self.key()).collect();
                Event::Burst(keys.join(" "))
            }
            75..90 => Event::Mouse(self.mouse()),
            90..98 => {
                let (columns, rows) = self.size();
                Event::Resize(columns, rows)
            }
            _ => {
                let length = self.0.random_range(0..40);
                Event::Paste(
                    (0..length)
                        .map(|_| if self.0.random_bool(0.1) { '\n' } else { self.character() })
                        .collect(),
                )
            }
        })
    }
}

impl Event {
    #[track_caller]
    pub fn apply(&self, terminal: &Terminal) {
        match self {
            Self::Keys(names) => terminal.press(names),
            Self::Burst(names) => terminal.press_at_once(names),
            Self::Mouse(event) => terminal.mouse(*event),
            Self::Resize(columns, rows) => terminal.resize(*columns, *rows),
            Self::Paste(text) => terminal.paste(text),
        }
    }
}

/// Starts a program and sends it random events. `ready` waits until the program has started.
///
/// If the program exits, it must exit cleanly, and is started again. If it stops, it is continued.
/// Returns the terminal in which the program runs at the end; it may still have events to handle.
#[track_caller]
pub fn run_random_events(
    launch: &Launch,
    seed: u64,
    events: usize,
    ready: impl Fn(&Terminal),
) -> Terminal {
    let start = || {
        let terminal = launch.start();
        terminal.continue_when_stopped();
        ready(&terminal);
        terminal
    };
    let mut terminal = start();
    let mut recent = RecentEvents(VecDeque::new());
    for (number, event) in Monkey::new(seed).take(events).enumerate() {
        if terminal.has_ended() {
            assert_clean_exit(&terminal);
            terminal = start();
        }
        recent.add(number, &event);
        event.apply(&terminal);
    }
    if terminal.has_ended() {
        assert_clean_exit(&terminal);
        return start();
    }
    terminal
}

/// Asserts that the program has exited with status 0 and has restored the terminal.
#[track_caller]
pub fn assert_clean_exit(terminal: &Terminal) {
    assert_eq!(terminal.wait_exit(), Exit::Code(0), "\n{}", terminal.describe());
    terminal.assert_restored();
}

/// The last events, which are printed when the test fails.
struct RecentEvents(VecDeque<(usize, Event)>);

impl RecentEvents {
    fn add(&mut self, number: usize, event: &Event) {
        self.0.push_back((number, event.clone()));
        if self.0.len() > MAX_SHOWN {
            self.0.pop_front();
        }
    }
}

impl Drop for RecentEvents {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("the last events: {:#?}", self.0);
        }
    }
}
