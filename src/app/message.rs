//! What the drawing thread waits for: one channel for keys, resizes, signals and news from workers.

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

/// One thing that happened.
#[derive(Debug)]
pub enum Message {
    /// A key, a click, a paste, a new size.
    Input(Event),
    /// There will be no more input.
    InputClosed,
    /// A signal that concerns the terminal or the program's life.
    Signal(i32),
    /// A worker has news: the screens look at their jobs.
    Woken,
}

/// Wakes the drawing thread.
#[derive(Clone, Debug)]
pub struct Waker(Sender<Message>);

impl Waker {
    /// Says that a job has news.
    pub fn wake(&self) {
        // Nobody listens once the arcade has ended.
        let _ = self.0.send(Message::Woken);
    }

    /// A waker and where its messages arrive: for tests.
    pub fn channel() -> (Self, Receiver<Message>) {
        let (sender, receiver) = mpsc::channel();
        (Self(sender), receiver)
    }
}

/// Says that there will be no more input when it is dropped.
struct Closed(Sender<Message>);

impl Drop for Closed {
    fn drop(&mut self) {
        let _ = self.0.send(Message::InputClosed);
    }
}

/// Starts listening to the terminal and to signals.
///
/// # Errors
/// If the signals can't be listened to or the threads can't be started.
pub fn listen() -> io::Result<(Waker, Receiver<Message>)> {
    let (waker, receiver) = Waker::channel();
    // From here on a new window size is heard of, not only once the thread below has come to run.
    event::poll(Duration::ZERO)?;
    let mut signals = Signals::new([SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT])?;
    let sender = waker.0.clone();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            if sender.send(Message::Signal(signal)).is_err() {
                break;
            }
        }
    })?;
    let sender = waker.0.clone();
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        // Said however the thread ends: an arcade that hears nothing must not stay.
        let closed = Closed(sender);
        while let Ok(event) = event::read() {
            if closed.0.send(Message::Input(event)).is_err() {
                return;
            }
        }
    })?;
    Ok((waker, receiver))
}
