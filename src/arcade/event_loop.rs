//! The event loop: starts the arcade, waits for messages, draws, and ends it.

use std::{
    io::{self, Write as _},
    process::ExitCode,
    sync::mpsc::{Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};

use color_eyre::eyre::Context as _;
use rustix::process::Signal;
use signal_hook::{consts::signal::SIGTSTP, low_level::emulate_default_handler};

use super::{
    ScreenFactory,
    dialog::Question,
    key_tables,
    message::{Effect, Message},
    screens::{
        self,
        guest::{CheckName, GuestScreen},
    },
    stack::Arcade,
    table::{commands::Command, keys::key_name},
    terminal::{
        self,
        attention::{self, Bell},
        guard::Guard,
    },
    terminal_events,
    welcome::welcome,
};
#[cfg(debug_assertions)]
use crate::app::injected_faults;
use crate::{
    database::{Store, shared_tables::link},
    printable::printable,
    settings::{consent::Programs, home::Home, paths},
    sync::lock,
    widgets::{ColorDepth, TerminalKind},
};
use fourcade_programs::Runner;

/// Time allowed at exit to tell shared tables that we are leaving.
const LEAVE_TIMEOUT: Duration = Duration::from_secs(1);

/// Runs the arcade until it ends. The exit status is not 0 if games could not be saved.
///
/// Opens `first`, if any, over the menu, and reports `setting_problems`. A first run that begins at
/// the menu, or is a guest's, shows the welcome.
pub fn run(
    mut home: Home,
    programs: Programs,
    setting_problems: &[String],
    first: Option<ScreenFactory>,
) -> color_eyre::Result<ExitCode> {
    terminal::guard::install_panic_hook();
    let is_greeted = first.is_none() || home.guest.is_some();
    let is_welcomed = is_greeted && paths::mark_first_run();
    let (keymap, key_problems) = key_tables::checked(&home.settings.keymap);
    let welcome = is_welcomed.then(|| welcome(&keymap));
    home.settings.keymap = keymap;
    let has_command = home.guest.as_ref().is_some_and(|guest| guest.has_command);
    let refusal =
        has_command.then(|| Question::message("Not run", "Only the arcade is open to guests."));
    let (background, messages) =
        terminal_events::listen().wrap_err("the arcade can't listen to the terminal")?;
    let background = background.with_programs(programs);
    let background = match &home.guest {
        Some(guest) => background.with_limits_of(guest),
        None => background,
    };
    let wake = background.clone();
    let store = StoreGuard(Store::at_home(saving_advice(&home), move || wake.wake()));
    let mut guard =
        Guard::new(home.settings.mouse).wrap_err("the arcade can't take over the terminal")?;
    let mut arcade = Arcade::new(
        Box::new(screens::menu::MenuScreen::new(fourcade_engine::play::random::fresh_seed())),
        home,
        ColorDepth::detect(),
        background,
        store.0.clone(),
    )
    .on_terminal(TerminalKind::detect());
    if let Some(first) = first {
        arcade.open_from(first);
    }
    arcade.alert(&[setting_problems, &key_problems].concat());
    for message in refusal.into_iter().chain(welcome) {
        arcade.open(Box::new(message));
    }
    let effect = match run_until_end(&mut arcade, &mut guard, &messages) {
        Err(error) if is_hang_up(&error) => Effect::Quit,
        result => result?,
    };
    drop(guard);
    arcade.finish_files();
    let resume_hint = arcade.resume_hint().filter(|_| effect == Effect::Quit);
    // Dropping the screens leaves their shared tables.
    drop(arcade);
    link::wait_until_ended(LEAVE_TIMEOUT);
    let closed = store.0.close();
    if let Err(error) = &closed {
        let error = error.to_string();
        eprintln!("fourcade: some games were not saved: {}", printable(&error));
    }
    if let Some(hint) = resume_hint.filter(|_| closed.is_ok()) {
        let _ = writeln!(io::stdout(), "{}", printable(&hint));
    }
    if let Effect::Die(signal) = effect {
        // Destructors don't run when a signal ends the process.
        Runner::remove_folders();
        // The parent process sees the cause only if the process dies by the signal itself.
        emulate_default_handler(signal)?;
    }
    Ok(if closed.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Appended to the message that games can't be saved to the database.
fn saving_advice(home: &Home) -> String {
    if home.is_guest() {
        return String::new();
    }
    format!("; {} saves it to a file", key_name(&Command::Save))
}

/// Asks a guest for a name before the arcade starts; `None` if they leave.
///
/// The program must then replace itself, because the input and signal threads keep running.
pub fn ask_guest_name(home: Home, check: CheckName) -> color_eyre::Result<Option<String>> {
    terminal::guard::install_panic_hook();
    let (background, messages) =
        terminal_events::listen().wrap_err("the arcade can't listen to the terminal")?;
    let mut guard =
        Guard::new(home.settings.mouse).wrap_err("the arcade can't take over the terminal")?;
    let screen = GuestScreen::new(check);
    let name = screen.name();
    let depth = ColorDepth::detect();
    let mut arcade = Arcade::new(Box::new(screen), home, depth, background, Store::disabled());
    let effect = run_until_end(&mut arcade, &mut guard, &messages)?;
    drop(guard);
    if let Effect::Die(signal) = effect {
        emulate_default_handler(signal)?;
    }
    Ok(lock(&name).take())
}

/// Whether drawing failed because the terminal is gone, which the input thread reports later.
fn is_hang_up(error: &color_eyre::Report) -> bool {
    let code = error.downcast_ref::<io::Error>().and_then(io::Error::raw_os_error);
    code == Some(rustix::io::Errno::IO.raw_os_error())
}

/// Closes the store on drop, so that all games are written however the arcade ends.
struct StoreGuard(Store);

impl Drop for StoreGuard {
    fn drop(&mut self) {
        // Errors are reported where the store is closed explicitly.
        let _ = self.0.close();
    }
}

fn run_until_end(
    arcade: &mut Arcade,
    guard: &mut Guard,
    messages: &Receiver<Message>,
) -> color_eyre::Result<Effect> {
    let (mut effect, mut bell) = (Effect::Draw, Bell::default());
    loop {
        match effect {
            Effect::Draw | Effect::DrawAll => {
                if effect == Effect::DrawAll {
                    guard.invalidate()?;
                }
                draw(arcade, guard, &mut bell)?;
            }
            // The process group may include a wrapper that started this program.
            Effect::StopJob if terminal::guard::can_suspend() => {
                rustix::process::kill_current_process_group(Signal::TSTP)?;
            }
            // SIGCONT arrives as a message later and leads to `Resume`.
            Effect::Suspend if terminal::guard::can_suspend() => {
                arcade.on_suspend();
                terminal::guard::restore();
                emulate_default_handler(SIGTSTP)?;
            }
            Effect::None | Effect::StopJob | Effect::Suspend => {}
            Effect::Resume => {
                guard.resume()?;
                draw(arcade, guard, &mut bell)?;
            }
            Effect::Quit | Effect::Die(_) => return Ok(effect),
        }
        effect = next_effect(arcade, messages);
    }
}

fn draw(arcade: &mut Arcade, guard: &mut Guard, bell: &mut Bell) -> color_eyre::Result<()> {
    #[cfg(debug_assertions)]
    {
        injected_faults::panic_if_set("draw");
        color_eyre::eyre::ensure!(!injected_faults::is_set("error"), "a fault on purpose");
    }
    guard.set_mouse(arcade.settings().mouse)?;
    if arcade.supports_kitty() {
        guard.use_kitty()?;
    }
    let table = attention::visible_table(arcade.screens());
    guard.set_title(&attention::title(table.as_ref()))?;
    if bell.take_ring(table.as_ref()) && arcade.settings().bell {
        terminal::guard::ring_bell()?;
    }
    if let Some(text) = arcade.take_copied() {
        terminal::guard::copy(&text)?;
    }
    guard.draw(|frame| {
        arcade.draw(frame.area(), frame.buffer_mut());
        if let Some(focus) = arcade.focus() {
            frame.set_cursor_position(focus);
        }
    })?;
    arcade.on_frame_shown(Instant::now());
    #[cfg(debug_assertions)]
    injected_faults::block_if_set("stuck");
    Ok(())
}

/// Waits for a message or the next tick. Returns the combined effect of all pending messages.
fn next_effect(arcade: &mut Arcade, messages: &Receiver<Message>) -> Effect {
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
