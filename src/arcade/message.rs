//! The messages that the drawing thread waits for: input, signals and news from jobs.

use std::{
    io,
    ops::Deref,
    sync::{
        Arc,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use crossterm::event::{Event, KeyEventKind};
use signal_hook::{
    consts::signal::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
        SIGWINCH, SIGXCPU,
    },
    iterator::Signals,
};

use super::terminal::{input::Input, watchdog::Watchdog};
use crate::{
    job::Wake,
    settings::guest::{Cores, Guest},
    widgets::Key,
};
use fourcade_engine::play::MemoryPool;

#[derive(Debug)]
pub enum Message {
    Input(Event),
    Resized,
    InputClosed,
    /// A signal, by its number, to stop, continue or end the program.
    Signal(i32),
    /// A job or the store has news, so the screens must check their jobs.
    Woken,
}

/// The memory for the tables of all searches of the arcade together, in bytes.
const SEARCH_MEMORY: usize = 64 << 20;

/// What the jobs of an arcade share: it wakes the drawing thread, and has the memory and the cores
/// for searches.
#[derive(Clone, Debug)]
pub struct Waker {
    wake: Wake,
    memory: MemoryPool,
    thinking: Arc<ThinkingLimits>,
}

#[derive(Debug, Default)]
struct ThinkingLimits {
    /// The time for a move; `None` for the usual one.
    time: Option<Duration>,
    cores: Cores,
}

impl Deref for Waker {
    type Target = Wake;

    fn deref(&self) -> &Wake {
        &self.wake
    }
}

impl Waker {
    pub fn memory(&self) -> &MemoryPool {
        &self.memory
    }

    /// Limits how long and on how many cores computer players think for a guest.
    pub fn with_limits_of(self, guest: &Guest) -> Self {
        let thinking = ThinkingLimits { time: Some(guest.limits.thinking), cores: guest.cores() };
        Self { thinking: Arc::new(thinking), ..self }
    }

    /// Returns how long a search takes that usually takes this long.
    pub fn thinking_time(&self, usual: Duration) -> Duration {
        self.thinking.time.unwrap_or(usual)
    }

    pub fn cores(&self) -> &Cores {
        &self.thinking.cores
    }

    #[cfg(test)]
    pub fn channel() -> (Self, Receiver<Message>) {
        let (sender, receiver) = mpsc::channel();
        (Self::sending(sender), receiver)
    }

    fn sending(messages: Sender<Message>) -> Self {
        Self::new(Wake::new(move || {
            // The receiver is gone once the arcade has ended.
            let _ = messages.send(Message::Woken);
        }))
    }

    /// Wakes whoever waits for the jobs.
    pub fn new(wake: Wake) -> Self {
        Self { wake, memory: MemoryPool::new(SEARCH_MEMORY), thinking: Arc::default() }
    }
}

/// Reports the end of the input when it is dropped.
struct InputGuard(Sender<Message>, Watchdog);

impl Drop for InputGuard {
    fn drop(&mut self) {
        if self.0.send(Message::InputClosed).is_ok() {
            self.1.expect_end(SIGHUP);
        }
    }
}

/// What the event loop must do after a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    None,
    Draw,
    /// Draw every cell, even those that have not changed.
    DrawAll,
    /// Send the stop signal to the whole process group, as the terminal does for Ctrl-Z.
    StopJob,
    Suspend,
    /// Take over the terminal again: the program was continued.
    Resume,
    /// End the program with success.
    Quit,
    /// End the program by the default action of this signal.
    Die(i32),
}

/// The signals that end the program. Their default action would leave the terminal as it is.
const ENDING: [i32; 9] =
    [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGABRT, SIGXCPU];

/// The threads that listen don't depend on the drawing thread: a [`Watchdog`] ends the program if
/// the drawing thread doesn't.
pub fn listen() -> io::Result<(Waker, Receiver<Message>)> {
    let (sender, receiver) = mpsc::channel();
    let mut input = Input::open()?;
    let watchdog = Watchdog::start()?;
    let mut signals = Signals::new(ENDING.iter().chain(&[SIGTSTP, SIGCONT, SIGWINCH]))?;
    let waker = Waker::sending(sender.clone());
    let (signalled, dog) = (sender.clone(), watchdog.clone());
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGWINCH => Message::Resized,
                signal => Message::Signal(signal),
            };
            // The receiver is gone once the arcade has ended.
            let _ = signalled.send(message);
            if ENDING.contains(&signal) {
                dog.expect_end(signal);
            }
        }
    })?;
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        // However the thread ends, the guard reports the end of the input.
        let guard = InputGuard(sender, watchdog);
        while let Some(events) = input.next() {
            for event in events {
                let is_interrupt = is_interrupt(&event);
                if guard.0.send(Message::Input(event)).is_err() {
                    return;
                }
                if is_interrupt {
                    guard.1.expect_end(SIGINT);
                }
            }
        }
    })?;
    Ok((waker, receiver))
}

/// Whether this is Ctrl-C, which ends the arcade on every screen.
fn is_interrupt(event: &Event) -> bool {
    matches!(event, Event::Key(key) if key.kind != KeyEventKind::Release
        && Key::from(*key) == Key::ctrl('c'))
}
