//! Random keys, mouse events and window sizes, the same from the same seed.

use std::collections::VecDeque;

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng, seq::IndexedRandom};

use super::{Exit, Launch, Mouse, Terminal, keys::NAMES};

/// The environment variable with the seed.
const SEED: &str = "FOURCADE_FUZZ_SEED";
/// The largest window: columns and rows.
const LARGEST: (u16, u16) = (250, 80);
/// Keys that are characters; all but the one that quits, and the one that would name a file outside
/// of the program's own folder.
const CHARACTERS: &str =
    "abcdefghijklmnoprstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789?:+-*.,<>!#é界";
/// The key that quits: rare, or the program would never be long in one place.
const QUIT: &str = "q";
/// Keys with Ctrl or Alt. (Not Ctrl-C: in the moment between giving the terminal back and ending it
/// is a signal.)
const CHORDS: [&str; 5] = ["ctrl-l", "ctrl-a", "ctrl-d", "ctrl-u", "alt-x"];
/// How many of the last events a failure shows.
const REMEMBERED: usize = 30;

/// Something that happens to a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// Keys, each read before the next comes.
    Keys(String),
    /// Keys that arrive all at once.
    Burst(String),
    /// Something with the mouse.
    Mouse(Mouse),
    /// The window gets this many columns and rows.
    Resize(u16, u16),
    /// This text is pasted.
    Paste(String),
}

/// Makes events at random.
pub struct Monkey(ChaCha8Rng);

/// The seed that the environment gives, or a new one. It is printed, so that a failure can be had
/// again.
pub fn seed_from_env() -> u64 {
    let given = std::env::var(SEED)
        .ok()
        .map(|seed| seed.parse().unwrap_or_else(|_| panic!("{SEED} is a number")));
    let seed = given.unwrap_or_else(|| rand::rng().random_range(0..1_000_000_000));
    println!("{SEED}={seed}");
    seed
}

impl Monkey {
    /// With this seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn character(&mut self) -> char {
        let all: Vec<char> = CHARACTERS.chars().collect();
        *all.choose(&mut self.0).expect("there are some")
    }

    fn key(&mut self) -> String {
        match self.0.random_range(0..300) {
            0 => QUIT.to_owned(),
            1..150 => self.character().to_string(),
            150..160 => (*CHORDS.choose(&mut self.0).expect("there are some")).to_owned(),
            _ => (*NAMES.choose(&mut self.0).expect("there are some")).to_owned(),
        }
    }

    fn mouse(&mut self) -> Mouse {
        // Mostly near the middle of things, now and then beyond the edge of the window.
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
    /// Makes it happen.
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

/// Lets random things happen to a program. `ready` waits until it listens. Where it ends by a key
/// it must end well, and is started again; where it stops, it is continued. Returns the terminal it
/// is in at last.
#[track_caller]
pub fn run_random_events(
    launch: &Launch,
    seed: u64,
    events: usize,
    ready: impl Fn(&Terminal),
) -> Terminal {
    let begin = || {
        let terminal = launch.start();
        ready(&terminal);
        terminal
    };
    let mut terminal = begin();
    let mut trail = Trail(VecDeque::new());
    for (number, event) in Monkey::new(seed).take(events).enumerate() {
        if terminal.has_ended() {
            assert_clean_exit(&terminal);
            terminal = begin();
        }
        go_on(&terminal);
        trail.add(number, &event);
        event.apply(&terminal);
    }
    go_on(&terminal);
    if terminal.has_ended() {
        assert_clean_exit(&terminal);
        return begin();
    }
    terminal
}

/// Continues a program that was stopped, once the terminal is seen to be given back.
#[track_caller]
fn go_on(terminal: &Terminal) {
    if terminal.is_stopped() {
        terminal.assert_restored();
        terminal.foreground();
    }
}

/// Checks that the program ended because it was asked to, and gave the terminal back.
#[track_caller]
pub fn assert_clean_exit(terminal: &Terminal) {
    assert_eq!(terminal.wait_exit(), Exit::Code(0), "\n{}", terminal.describe());
    terminal.assert_restored();
}

/// The last events, shown when the test fails.
struct Trail(VecDeque<(usize, Event)>);

impl Trail {
    fn add(&mut self, number: usize, event: &Event) {
        self.0.push_back((number, event.clone()));
        if self.0.len() > REMEMBERED {
            self.0.pop_front();
        }
    }
}

impl Drop for Trail {
    fn drop(&mut self) {
        if std::thread::panicking() {
            println!("the last events: {:#?}", self.0);
        }
    }
}
