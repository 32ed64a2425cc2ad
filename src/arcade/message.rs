//! The messages that the drawing thread waits for: input, signals and news from jobs.

use std::{
    io,
    sync::mpsc::{self, Receiver, Sender},
    thread,
};

use crossterm::event::{Event, KeyEvent, KeyEventKind};
use signal_hook::{
    consts::signal::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
        SIGWINCH, SIGXCPU,
    },
    iterator::Signals,
};

use super::terminal::{
    input::{Input, Sent},
    watchdog::Watchdog,
};
use crate::{app::Background, job::Wake, widgets::Key};

#[derive(Debug)]
pub enum Message {
    Input(Event),
    /// A key with a letter that is not Latin, and the Latin character at its place.
    Placed(KeyEvent, char),
    /// The terminal has the kitty protocol.
    KnowsKitty,
    Resized,
    InputClosed,
    /// A signal, by its number, to stop, continue or end the program.
    Signal(i32),
    /// A job or the store has news, so the screens must check their jobs.
    Woken,
}

/// Returns what starts jobs that send [`Message::Woken`].
fn waking(messages: Sender<Message>) -> Background {
    Background::new(Wake::new(move || {
        // The receiver is gone once the arcade has ended.
        let _ = messages.send(Message::Woken);
    }))
}

#[cfg(test)]
pub fn channel() -> (Background, Receiver<Message>) {
    let (sender, receiver) = mpsc::channel();
    (waking(sender), receiver)
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
pub fn listen() -> io::Result<(Background, Receiver<Message>)> {
    let (sender, receiver) = mpsc::channel();
    let mut input = Input::open()?;
    let watchdog = Watchdog::start()?;
    let mut signals = Signals::new(ENDING.iter().chain(&[SIGTSTP, SIGCONT, SIGWINCH]))?;
    let background = waking(sender.clone());
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
        while let Some(sent) = input.next() {
            for sent in sent {
                let is_interrupt = matches!(&sent, Sent::Event(event) if is_interrupt(event));
                let message = match sent {
                    Sent::Event(event) => Message::Input(event),
                    Sent::Placed(key, place) => Message::Placed(key, place),
                    Sent::KnowsKitty => Message::KnowsKitty,
                };
                if guard.0.send(message).is_err() {
                    return;
                }
                if is_interrupt {
                    guard.1.expect_end(SIGINT);
                }
            }
        }
    })?;
    Ok((background, receiver))
}

/// Whether this is Ctrl-C, which ends the arcade on every screen.
fn is_interrupt(event: &Event) -> bool {
    matches!(event, Event::Key(key) if key.kind != KeyEventKind::Release
        && Key::from(*key) == Key::ctrl('c'))
}
