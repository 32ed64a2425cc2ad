//! The messages that the drawing thread waits for: input, signals and news from jobs.

use std::{
    io,
    sync::mpsc::{self, Receiver, Sender},
    thread,
    time::Duration,
};

use crossterm::event::{self, Event};
use signal_hook::{
    consts::signal::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP},
    iterator::Signals,
};

use crate::play::MemoryPool;

/// A message for the drawing thread.
#[derive(Debug)]
pub enum Message {
    /// Input from the terminal: a key, a click, a paste or a new size.
    Input(Event),
    /// The terminal will send no more input.
    InputClosed,
    /// A signal, by its number, to stop, continue or end the program.
    Signal(i32),
    /// A job or the store has news, so the screens must check their jobs.
    Woken,
}

/// The memory for the tables of all searches of the arcade together, in bytes.
const SEARCH_MEMORY: usize = 64 << 20;

/// What the jobs of an arcade share: it wakes the drawing thread, and has the memory for searches.
#[derive(Clone, Debug)]
pub struct Waker {
    messages: Sender<Message>,
    memory: MemoryPool,
}

impl Waker {
    /// Reports that a job or the store has news.
    pub fn wake(&self) {
        // The receiver is gone once the arcade has ended.
        let _ = self.messages.send(Message::Woken);
    }

    /// The memory for the tables of all searches.
    pub fn memory(&self) -> &MemoryPool {
        &self.memory
    }

    /// Creates a waker and the receiver of its messages.
    pub fn channel() -> (Self, Receiver<Message>) {
        let (sender, receiver) = mpsc::channel();
        (Self { messages: sender, memory: MemoryPool::new(SEARCH_MEMORY) }, receiver)
    }
}

/// Reports the end of the input when it is dropped.
struct InputGuard(Sender<Message>);

impl Drop for InputGuard {
    fn drop(&mut self) {
        let _ = self.0.send(Message::InputClosed);
    }
}

/// What the event loop must do after a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Do nothing: nothing has changed.
    None,
    /// Draw what changed.
    Draw,
    /// Draw every cell, even those that have not changed.
    DrawAll,
    /// Send the stop signal to the whole process group, as the terminal does for Ctrl-Z.
    StopJob,
    /// Stop the program until it is continued.
    Suspend,
    /// Take over the terminal again: the program was continued.
    Resume,
    /// End the program with success.
    Quit,
    /// End the program by the default action of this signal.
    Die(i32),
}

/// Starts to listen to the terminal and to signals.
///
/// # Errors
/// Returns an error if signals can't be received or a thread can't be started.
pub fn listen() -> io::Result<(Waker, Receiver<Message>)> {
    let (waker, receiver) = Waker::channel();
    // This installs the handler for resizes, so that none is missed before the thread runs.
    event::poll(Duration::ZERO)?;
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
    let sender = waker.messages.clone();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            if sender.send(Message::Signal(signal)).is_err() {
                break;
            }
        }
    })?;
    let sender = waker.messages.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        // However the thread ends, the guard reports the end of the input.
        let guard = InputGuard(sender);
        while let Ok(event) = event::read() {
            if guard.0.send(Message::Input(event)).is_err() {
                return;
            }
        }
    })?;
    Ok((waker, receiver))
}
