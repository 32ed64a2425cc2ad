//! The arcade on the screen.
//!
//! One thread draws and waits on one channel: keys, resizes, signals, news of jobs. It sleeps while
//! nothing moves and draws only when something changed.

mod arcade;
mod chart;
mod dialog;
#[cfg(debug_assertions)]
mod faults;
mod greeting;
mod help;
mod job;
pub mod key_tables;
mod list;
mod menu;
mod message;
mod notice;
mod review;
mod saved_games;
mod saving;
mod screen;
mod settings;
mod setup;
mod statistics;
mod table;
mod terminal;
#[cfg(test)]
mod tests;
mod unfinished;

use std::{
    process::ExitCode,
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::Instant,
};

use color_eyre::eyre::Context as _;
use rustix::process::Signal;
use signal_hook::{consts::signal::SIGTSTP, low_level::emulate_default_handler};

use crate::{
    games::ArcadeGame,
    play::Session,
    store::{Store, home::Home, paths},
    ui::ColorDepth,
};
use arcade::{Arcade, Effect};
use message::Message;
use screen::{Context, Screen};
use table::Table;
use terminal::Guard;

pub use arcade::KEYS;

/// How a table begins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start {
    /// The game goes on; computers alone make so many moves a second, if it was said.
    Playing(Option<f64>),
    /// Before the first step of a recorded game, to look through it.
    Replay,
}

/// Makes a screen to open over the menu, once it is known how things are.
pub type First = Box<dyn FnOnce(&Context) -> Box<dyn Screen> + Send>;

/// A table at which this session goes on.
pub fn at_table<G: ArcadeGame>(session: Session<G>, start: Start) -> First {
    Box::new(move |context| {
        let mut table = Table::new(session, start, &context.home.settings).kept_in(context.store);
        table.advance(context.waker);
        Box::new(table)
    })
}

/// Opens the arcade at its menu, or with a screen over it, until it is left; says first what is
/// wrong at home.
///
/// # Errors
/// If the terminal fails.
pub fn run(
    home: Home,
    complaints: &[String],
    first: Option<First>,
) -> color_eyre::Result<ExitCode> {
    terminal::install_panic_hook();
    let (waker, messages) =
        message::listen().wrap_err("the arcade can't listen to the terminal")?;
    let news = waker.clone();
    let closing = Closing(Store::at_home(move || news.wake()));
    let mut guard =
        Guard::new(home.settings.mouse).wrap_err("the arcade can't take over the terminal")?;
    let mut arcade = Arcade::new(
        Box::new(menu::MenuScreen::new(crate::play::random::fresh_seed())),
        home,
        ColorDepth::detect(),
        waker,
        closing.0.clone(),
    );
    if let Some(first) = first {
        arcade.open_first(first);
    }
    let welcome = paths::is_first_run().then(greeting::welcome);
    for told in greeting::complaints(complaints).into_iter().chain(welcome) {
        arcade.open(Box::new(told));
    }
    let effect = event_loop(&mut arcade, &mut guard, &messages)?;
    drop(guard);
    if let Err(why) = closing.0.close() {
        eprintln!("fourcade: not all of this run's games are kept: {why}");
    }
    if let Effect::Die(signal) = effect {
        // The terminal is given back: now end as the signal says, so that whoever sent it can tell.
        emulate_default_handler(signal)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// However the arcade ends, what was played is written.
struct Closing(Store);

impl Drop for Closing {
    fn drop(&mut self) {
        // Where it can be told that this fails, it was closed before.
        let _ = self.0.close();
    }
}

/// Draws and handles messages until the arcade ends; says how it ended.
fn event_loop(
    arcade: &mut Arcade,
    guard: &mut Guard,
    messages: &Receiver<Message>,
) -> color_eyre::Result<Effect> {
    let mut effect = Effect::Draw;
    loop {
        match effect {
            Effect::Draw | Effect::DrawAll => {
                if effect == Effect::DrawAll {
                    guard.redraw()?;
                }
                draw(arcade, guard)?;
            }
            // Where there is a shell to go back to. All of the job stops, such as a program that
            // started this one.
            Effect::StopJob if terminal::has_shell() => {
                rustix::process::kill_current_process_group(Signal::TSTP)?
            }
            // The signal that ends the stop is a message too, and takes the terminal over again.
            Effect::Suspend if terminal::has_shell() => {
                terminal::restore();
                emulate_default_handler(SIGTSTP)?;
            }
            Effect::None | Effect::StopJob | Effect::Suspend => {}
            Effect::Resume => {
                guard.resume()?;
                draw(arcade, guard)?;
            }
            Effect::Quit | Effect::Die(_) => return Ok(effect),
        }
        effect = next(arcade, messages);
    }
}

fn draw(arcade: &mut Arcade, guard: &mut Guard) -> color_eyre::Result<()> {
    #[cfg(debug_assertions)]
    {
        faults::strike("draw");
        color_eyre::eyre::ensure!(!faults::is_struck("error"), "a fault on purpose");
    }
    guard.set_mouse(arcade.wants_mouse())?;
    guard.terminal().draw(|frame| arcade.draw(frame.area(), frame.buffer_mut()))?;
    Ok(())
}

/// Waits for a message or the next tick, and merges what queued up meanwhile.
fn next(arcade: &mut Arcade, messages: &Receiver<Message>) -> Effect {
    let received = match arcade.next_tick() {
        None => messages.recv().map_err(|_| RecvTimeoutError::Disconnected),
        Some(at) => messages.recv_timeout(at.saturating_duration_since(Instant::now())),
    };
    let mut effect = match received {
        Ok(message) => arcade.handle(message),
        Err(RecvTimeoutError::Timeout) => arcade.tick(),
        Err(RecvTimeoutError::Disconnected) => Effect::Quit,
    };
    while matches!(effect, Effect::None | Effect::Draw | Effect::DrawAll) {
        let Ok(message) = messages.try_recv() else { break };
        effect = match (effect, arcade.handle(message)) {
            (effect, Effect::None) | (effect @ Effect::DrawAll, Effect::Draw) => effect,
            (_, other) => other,
        };
    }
    effect
}
