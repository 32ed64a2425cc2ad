//! Sends the terminal's events to the drawing thread: one thread reads keys, clicks and pastes from
//! the input, another waits for signals, such as that of a resized window.

use std::{
    io,
    sync::mpsc::{self, Receiver, Sender},
    thread,
};

use crossterm::event::{Event, KeyEventKind};
use signal_hook::{
    consts::signal::{
        SIGABRT, SIGALRM, SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2,
        SIGWINCH, SIGXCPU,
    },
    iterator::Signals,
};

use super::{
    message::Message,
    terminal::{
        input::{Input, Received},
        watchdog::Watchdog,
    },
};
use crate::{app::Background, job::Wake, widgets::Key};

fn background_for(messages: Sender<Message>) -> Background {
    Background::new(Wake::new(move || {
        // The receiver is gone once the arcade has ended.
        let _ = messages.send(Message::Woken);
    }))
}

#[cfg(test)]
pub fn channel() -> (Background, Receiver<Message>) {
    let (sender, receiver) = mpsc::channel();
    (background_for(sender), receiver)
}

/// Reports the end of input when the input thread ends, even by a panic.
struct InputGuard {
    messages: Sender<Message>,
    watchdog: Watchdog,
}

impl Drop for InputGuard {
    fn drop(&mut self) {
        if self.messages.send(Message::InputClosed).is_ok() {
            self.watchdog.report_request(SIGHUP);
        }
    }
}

/// The signals that end the program; their default action would not restore the terminal.
const TERMINATING_SIGNALS: [i32; 9] =
    [SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGABRT, SIGXCPU];

/// If the drawing thread doesn't end the program when asked to, a [`Watchdog`] does.
pub fn listen() -> io::Result<(Background, Receiver<Message>)> {
    let (sender, receiver) = mpsc::channel();
    let mut input = Input::open()?;
    let watchdog = Watchdog::start()?;
    let mut signals =
        Signals::new(TERMINATING_SIGNALS.iter().chain(&[SIGTSTP, SIGCONT, SIGWINCH]))?;
    let background = background_for(sender.clone());
    let (messages, signal_watchdog) = (sender.clone(), watchdog.clone());
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            let message = match signal {
                SIGWINCH => Message::Resized,
                signal => Message::Signal(signal),
            };
            // The receiver is gone once the arcade has ended.
            let _ = messages.send(message);
            if TERMINATING_SIGNALS.contains(&signal) {
                signal_watchdog.report_request(signal);
            }
        }
    })?;
    thread::Builder::new().name("input".to_owned()).spawn(move || {
        let guard = InputGuard { messages: sender, watchdog };
        while let Some(batch) = input.next() {
            for received in batch {
                let is_interrupt =
                    matches!(&received, Received::Event(event) if is_interrupt(event));
                let message = match received {
                    Received::Event(event) => Message::Input(event),
                    Received::NonLatinKey(key, latin) => Message::NonLatinKey(key, latin),
                    Received::SupportsKitty => Message::SupportsKitty,
                };
                if guard.messages.send(message).is_err() {
                    return;
                }
                if is_interrupt {
                    guard.watchdog.report_request(SIGINT);
                }
            }
        }
    })?;
    Ok((background, receiver))
}

/// Whether this is Ctrl-C, which ends the program on every screen.
fn is_interrupt(event: &Event) -> bool {
    matches!(event, Event::Key(key) if key.kind != KeyEventKind::Release
        && Key::from(*key) == Key::ctrl('c'))
}
