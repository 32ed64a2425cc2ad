//! The stack of screens: passes events to the top one, and draws into a buffer.

use std::time::Instant;

use crossterm::event::{Event, KeyCode, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::{
    buffer::Buffer,
    layout::{Position, Rect},
    widgets::{Block, Widget},
};
use signal_hook::consts::signal::{SIGCONT, SIGTSTP};

use super::{
    destinations::Destination,
    dialog::{Question, either},
    environment::Environment,
    keys::{Command, KEYS},
    message::{Effect, Message},
    notice::Notice,
    screen::{Screen, ScreenContext, ScreenFactory, Transition},
    screens::{daily, help::HelpScreen, lesson, settings},
    start_game::beginner_game,
    terminal::input::is_non_latin,
    typed_ahead::{Interruption, TypedAhead},
};
use crate::{
    app::Background,
    database::Store,
    settings::{Settings, guest::NOT_FOR_GUESTS, home::Home},
    widgets::{
        AnyCommand, ClickAreas, ColorDepth, Key, Keymap, Offer, TerminalKind, backdrop, drawing,
        glyphs::NO_BREAK_SPACE,
        keys::{self, Group},
    },
};

const COPIED_IN_TMUX: &str = "Sent to the terminal (tmux needs set-clipboard on)";
/// Shown once, after a letter of another script that runs no command.
const LATIN_LETTERS: &str =
    "commands are Latin letters; arrows, Enter, Tab, digits and F1 reach everything";

pub struct Arcade {
    screens: Vec<Box<dyn Screen>>,
    /// Transitions of screens that are not on top, with the index of the screen.
    waiting: Vec<(usize, Transition)>,
    environment: Environment,
    areas: ClickAreas,
    typed_ahead: TypedAhead,
    /// The height of the stack with the last dialog that opened without a key or a click.
    unprompted_height: Option<usize>,
    notice: Option<Notice>,
    is_quitting: bool,
    supports_kitty: bool,
    has_shown_latin_notice: bool,
}

impl Arcade {
    pub fn new(
        mut first: Box<dyn Screen>,
        home: Home,
        depth: ColorDepth,
        background: Background,
        store: Store,
    ) -> Self {
        let environment = Environment::new(home, depth, background, store);
        first.on_show(&environment.context());
        Self {
            screens: vec![first],
            waiting: Vec::new(),
            environment,
            areas: ClickAreas::default(),
            typed_ahead: TypedAhead::default(),
            unprompted_height: None,
            notice: None,
            is_quitting: false,
            supports_kitty: false,
            has_shown_latin_notice: false,
        }
    }

    pub fn on_terminal(mut self, terminal: TerminalKind) -> Self {
        self.environment.terminal = terminal;
        self
    }

    pub fn open(&mut self, screen: Box<dyn Screen>) {
        self.screens.push(screen);
        // The areas of the last frame belong to the screen below.
        self.areas.clear();
        self.typed_ahead.reset();
    }

    /// Shows messages until the next key, after any earlier alerts.
    pub fn alert(&mut self, messages: &[String]) {
        if messages.is_empty() {
            return;
        }
        let filled = messages.iter().map(|text| self.keymap().fill(text).into_owned());
        let alert = Notice::alert(&filled.collect::<Vec<_>>());
        self.notice = Some(alert.after(self.notice.take().filter(Notice::is_alert)));
    }

    pub fn open_from(&mut self, factory: ScreenFactory) {
        let screen = self.make(factory);
        self.open(screen);
    }

    pub fn make(&self, factory: ScreenFactory) -> Box<dyn Screen> {
        factory(&self.environment.context())
    }

    pub fn take_copied(&mut self) -> Option<String> {
        self.environment.copied.take()
    }

    pub fn supports_kitty(&self) -> bool {
        self.supports_kitty
    }

    pub fn settings(&self) -> &Settings {
        &self.environment.app.home.settings
    }

    /// The screens, from bottom to top.
    pub fn screens(&self) -> &[Box<dyn Screen>] {
        &self.screens
    }

    fn keymap(&self) -> &Keymap {
        &self.environment.look.keymap
    }

    /// Tells which keys are text on the top screen.
    fn typed_keys(&self) -> impl Fn(Key) -> bool + use<> {
        let is_typed = self.screens.last().map(|top| top.typed_characters());
        move |key| match key.code {
            KeyCode::Char(typed) if key.is_text() => is_typed.is_some_and(|it| it(typed)),
            _ => false,
        }
    }

    pub fn is_text_on_top(&self, key: Key) -> bool {
        self.typed_keys()(key)
    }

    pub fn next_tick(&self) -> Option<Instant> {
        let typed_ahead = self.typed_ahead.ignored_until();
        typed_ahead.into_iter().chain(self.screens.last()?.next_tick()).min()
    }

    /// Must be called at the time of [`Self::next_tick`].
    pub fn tick(&mut self) -> Effect {
        let has_buttons_again = self.typed_ahead.take_ended(Instant::now());
        let transition = self.with_top(Screen::on_tick);
        let effect = self.follow_unprompted(transition);
        if effect == Effect::None && has_buttons_again { Effect::Draw } else { effect }
    }

    pub fn on_frame_shown(&mut self, now: Instant) {
        self.typed_ahead.set_shown(self.interruption(), now);
    }

    fn interruption(&self) -> Option<Interruption> {
        let is_unprompted = self.unprompted_height == Some(self.screens.len());
        let dialog = is_unprompted.then_some(Interruption::Dialog);
        self.screens.last().and_then(|top| top.interruption()).or(dialog)
    }

    /// Whether keys are ignored now, because the top screen can't have been read yet.
    fn is_typed_ahead(&self) -> bool {
        self.typed_ahead.ignores_keys(self.interruption(), Instant::now())
    }

    pub fn on_suspend(&mut self) {
        for screen in &mut self.screens {
            screen.on_suspend();
        }
    }

    pub fn handle(&mut self, message: Message) -> Effect {
        match message {
            Message::Woken => self.on_wake(),
            // Guests have no shell to continue the program.
            Message::Signal(SIGTSTP) if self.environment.app.home.is_guest() => Effect::None,
            Message::Signal(SIGTSTP) => Effect::Suspend,
            Message::Signal(SIGCONT) => Effect::Resume,
            Message::Signal(signal) => Effect::Die(signal),
            Message::InputClosed => Effect::Quit,
            Message::Input(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                self.on_key(Key::from(key))
            }
            Message::NonLatinKey(key, latin) => {
                let key = Key::from(key);
                self.on_key(if self.is_text_on_top(key) { key } else { Key::char(latin) })
            }
            Message::SupportsKitty => {
                self.supports_kitty = true;
                Effect::Draw
            }
            Message::Input(Event::Paste(_)) if self.is_typed_ahead() => Effect::None,
            Message::Input(Event::Paste(text)) => {
                let transition = self.with_top(|top, context| top.on_paste(&text, context));
                self.follow(transition)
            }
            Message::Input(Event::Mouse(mouse)) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => self.on_click(mouse.column, mouse.row),
                MouseEventKind::ScrollDown => self.on_wheel(1),
                MouseEventKind::ScrollUp => self.on_wheel(-1),
                _ => Effect::None,
            },
            // The terminal may have cut off cells even if the size is the same again.
            Message::Resized => Effect::DrawAll,
            Message::Input(_) => Effect::None,
        }
    }

    fn with_top(
        &mut self,
        act: impl FnOnce(&mut (dyn Screen + 'static), &ScreenContext) -> Transition,
    ) -> Transition {
        let context = self.environment.context();
        self.screens.last_mut().map_or(Transition::None, |top| act(top.as_mut(), &context))
    }

    /// Wakes all screens, because the job that ended may be that of a screen under a dialog.
    fn on_wake(&mut self) -> Effect {
        let mut context = self.environment.context();
        let top = self.screens.len().saturating_sub(1);
        let mut woken = Vec::with_capacity(self.screens.len());
        for (at, screen) in self.screens.iter_mut().enumerate() {
            context.is_on_top = at == top;
            woken.push(screen.on_wake(&context));
        }
        let mut effect = Effect::None;
        for (at, transition) in woken.into_iter().enumerate() {
            if at < top && transition.changes_top() {
                // A screen that opened now would take the keys meant for the one on top.
                self.waiting.push((at, transition));
                continue;
            }
            effect = match self.follow_unprompted(transition) {
                Effect::None => effect,
                followed => followed,
            };
        }
        let mut news = self.environment.take_and_log_news();
        news.extend(self.environment.app.background.programs().runner.take_sandbox_warning());
        self.alert(&news);
        if effect == Effect::None && !news.is_empty() {
            effect = Effect::Draw;
        }
        effect
    }

    fn on_key(&mut self, key: Key) -> Effect {
        if self.is_typed_ahead() && !self.always_works(key) {
            if key.is_text() {
                self.typed_ahead.wait_for_end_of_word(Instant::now());
            }
            return Effect::None;
        }
        let had_notice = self.notice.take().is_some();
        let is_typed = self.is_text_on_top(key);
        let offers = if is_typed { Vec::new() } else { self.offers() };
        let effect = match keys::find(&offers, key) {
            Some(offer) if offer.is_available() => self.run(&offer.command),
            found => match (self.with_top(|top, context| top.on_key(key, context)), found) {
                (Transition::None, Some(Offer { refusal: Some(reason), .. })) => {
                    self.follow(Transition::Notify(reason.to_string()))
                }
                (transition, _) => self.follow(transition),
            },
        };
        match key.code {
            KeyCode::Char(letter)
                if effect == Effect::None
                    && is_non_latin(letter)
                    && !self.has_shown_latin_notice =>
            {
                self.has_shown_latin_notice = true;
                self.follow(Transition::Notify(LATIN_LETTERS.to_owned()))
            }
            _ if effect == Effect::None && had_notice => Effect::Draw,
            _ => effect,
        }
    }

    /// Whether the key works even while keys are ignored: Esc, the arcade's keys, and those the
    /// screen allows. Characters among the arcade's might have been meant for the screen below a
    /// card or a question, but no hand-over interrupts text.
    fn always_works(&self, key: Key) -> bool {
        let is_arcade_key = || self.keymap().binds(KEYS, key);
        if self.screens.last().is_some_and(|top| top.works_unread(key)) {
            return true;
        }
        let is_clear = !key.is_text() || self.is_hand_over();
        key == Key::plain(KeyCode::Esc) || is_clear && is_arcade_key()
    }

    fn is_hand_over(&self) -> bool {
        matches!(self.interruption(), Some(Interruption::HandOver(_)))
    }

    fn on_click(&mut self, column: u16, row: u16) -> Effect {
        if self.is_typed_ahead() {
            return Effect::None;
        }
        let had_notice = self.notice.take().is_some();
        let effect = match self.areas.hit(column, row) {
            Some(command) => self.run_if_available(&command),
            None => Effect::None,
        };
        if effect == Effect::None && had_notice { Effect::Draw } else { effect }
    }

    fn on_wheel(&mut self, rows: isize) -> Effect {
        let transition = self.with_top(|top, _| top.on_wheel(rows));
        self.follow(transition)
    }

    /// The top screen's offers, then the arcade's. What needs the host is hidden from guests.
    pub fn offers(&self) -> Vec<Offer<AnyCommand>> {
        let mut offers = self.screens.last().map_or_else(Vec::new, |top| top.any_offers());
        let is_typed = self.typed_keys();
        self.keymap().apply(&mut offers, &is_typed);
        for offer in &mut offers {
            offer.remove_typed_keys(&is_typed, "letters are typed here");
        }
        let taken: Vec<Key> = offers.iter().flat_map(|offer| &*offer.keys).copied().collect();
        let mut own = Offer::all_with(Group::Program, KEYS, |_| None);
        self.keymap().apply(&mut own, &is_typed);
        for mut offer in own {
            offer.remove_typed_keys(&is_typed, "finish this first");
            if offer.keys.iter().all(|key| taken.contains(key)) && offer.is_available() {
                offer.refusal = Some("these keys do something else here".into());
            }
            offers.push(offer.map(AnyCommand::new));
        }
        if self.environment.app.home.is_guest() {
            for offer in offers.iter_mut().filter(|offer| offer.needs_host) {
                refuse_guest(offer);
            }
        }
        offers
    }

    /// Runs a command chosen by a click or in a dialog, unless it is an unavailable offer.
    fn run_if_available(&mut self, command: &AnyCommand) -> Effect {
        let refusal = |offer: Offer<_>| offer.refusal.filter(|_| offer.command == *command);
        match self.offers().into_iter().find_map(refusal) {
            Some(reason) => self.follow(Transition::Notify(reason.into_owned())),
            None => self.run(command),
        }
    }

    fn run(&mut self, command: &AnyCommand) -> Effect {
        match command.get() {
            Some(Command::Help) => self.open_help(),
            Some(Command::Quit) => self.quit(),
            Some(Command::Interrupt) => Effect::Quit,
            Some(Command::Suspend) => Effect::StopJob,
            Some(Command::Redraw) => Effect::DrawAll,
            Some(Command::Lesson { game, step }) => {
                let screen = lesson::begin(game, step, &self.environment.context());
                self.open(screen);
                Effect::Draw
            }
            Some(Command::PlayBeginner(game)) => {
                match beginner_game(game, &self.environment.context()) {
                    Ok(table) => self.open(table),
                    Err(error) => self.notice = Some(Notice::alert(&[error])),
                }
                Effect::Draw
            }
            Some(Command::PlayDeal(game)) => {
                let play = AnyCommand::new(daily::Command::Open(game));
                if self.offers().iter().all(|offer| offer.command != play) {
                    self.open(daily::open(&self.environment.context()));
                }
                self.run(&play)
            }
            Some(Command::CancelQuit) => {
                self.is_quitting = false;
                Effect::Draw
            }
            None => match command.get() {
                Some(destination) => self.go_to(destination),
                None => {
                    let transition = self.with_top(|top, context| top.run_any(command, context));
                    self.follow(transition)
                }
            },
        }
    }

    fn go_to(&mut self, destination: Destination) -> Effect {
        if let Destination::Setting(label) = destination
            && settings::is_settings_page(&self.offers())
        {
            return self.run(&AnyCommand::new(settings::Command::Select(label)));
        }
        if let Some(screen) = destination.open(&self.environment.context()) {
            self.open(screen);
        }
        Effect::Draw
    }

    fn open_help(&mut self) -> Effect {
        let Some(top) = self.screens.last() else { return Effect::None };
        let offers = self.offers();
        // While a guest is asked for a name, other pages can't be opened yet.
        let destinations = if self.screens.first().is_some_and(|first| !first.takes_text()) {
            Destination::offers(&self.environment.context(), &offers)
        } else {
            Vec::new()
        };
        let help = HelpScreen::new(offers, top.help_page(), top.help_begins_with_page())
            .with_destinations(destinations);
        self.open(Box::new(help));
        Effect::Draw
    }

    fn quit(&mut self) -> Effect {
        let Some(loss) = self.screens.iter().find_map(|screen| screen.unsaved_warning()) else {
            return Effect::Quit;
        };
        if !self.is_quitting {
            self.is_quitting = true;
            let quit = AnyCommand::new(Command::Interrupt);
            let stay = AnyCommand::new(Command::CancelQuit);
            let choices = either(("quit", quit), ("stay", stay));
            let loss = self.keymap().fill(&loss).into_owned();
            self.open(Box::new(Question::new("Quit?", loss, choices)));
        }
        Effect::Draw
    }

    /// Follows a transition that wasn't caused by a key or a click.
    fn follow_unprompted(&mut self, transition: Transition) -> Effect {
        // Keys typed ahead into a text field do no harm.
        let opens = matches!(&transition, Transition::Open(screen) | Transition::Replace(screen)
            if screen.is_dialog() && !screen.takes_text());
        let effect = self.follow(transition);
        if opens {
            self.unprompted_height = Some(self.screens.len());
        }
        effect
    }

    fn follow(&mut self, transition: Transition) -> Effect {
        match transition {
            Transition::None => return Effect::None,
            Transition::Redraw => {}
            Transition::Copy { text, name } => {
                self.environment.copied = Some(text.replace(NO_BREAK_SPACE, " "));
                let notice = match name {
                    _ if self.environment.terminal.is_tmux => COPIED_IN_TMUX.to_owned(),
                    None => "Copied".to_owned(),
                    Some(name) => format!("Copied: {name}"),
                };
                self.notice = Some(Notice::info(&notice));
            }
            Transition::Open(screen) => {
                // A notice answers the last key, so it is stale once a screen opens without one.
                self.notice.take_if(|notice| !notice.is_alert());
                self.open(screen);
            }
            Transition::Close => {
                self.close();
                if self.screens.is_empty() {
                    return Effect::Quit;
                }
                self.follow_waiting();
            }
            Transition::CloseAndNotify(text) => {
                if self.follow(Transition::Close) == Effect::Quit {
                    return Effect::Quit;
                }
                return self.follow(Transition::Notify(text));
            }
            Transition::Replace(screen) => {
                self.remove_top();
                self.open(screen);
            }
            Transition::CloseAndRun(command) => return self.close_and_run(&command),
            Transition::Notify(text) => {
                self.notice = Some(Notice::info(&self.keymap().fill(&text)));
            }
            Transition::NotifyVerbatim(sentences) => {
                self.notice = Some(Notice::sentences(&sentences));
            }
            Transition::Alert(text) => {
                self.notice = Some(Notice::alert(&[self.keymap().fill(&text).into_owned()]));
            }
            Transition::ApplySettings { settings, overrides } => {
                self.environment.use_settings(*settings, overrides);
            }
            Transition::Quit => return self.quit(),
        }
        Effect::Draw
    }

    fn remove_top(&mut self) {
        self.screens.pop();
        self.typed_ahead.reset();
        self.unprompted_height.take_if(|height| *height > self.screens.len());
        self.waiting.retain(|(at, _)| *at < self.screens.len());
        self.areas.clear();
    }

    fn close(&mut self) {
        self.remove_top();
        // Jobs of the screen that is now on top may have ended while it was covered.
        self.environment.app.background.wake();
        // A screen with a waiting transition is not shown yet.
        if self.waiting_for_top().is_none()
            && let Some(top) = self.screens.last_mut()
        {
            top.on_show(&self.environment.context());
        }
    }

    fn close_and_run(&mut self, command: &AnyCommand) -> Effect {
        self.close();
        let effect = self.run_if_available(command);
        self.follow_waiting();
        if effect == Effect::None { Effect::Draw } else { effect }
    }

    fn waiting_for_top(&self) -> Option<usize> {
        self.waiting.iter().position(|(at, _)| at + 1 == self.screens.len())
    }

    fn follow_waiting(&mut self) {
        if let Some(first) = self.waiting_for_top() {
            let (_, transition) = self.waiting.remove(first);
            self.follow_unprompted(transition);
        }
    }

    pub fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        self.draw_screens(area, buffer);
        drawing::make_printable(buffer, &self.environment.look);
    }

    pub fn focus(&self) -> Option<Position> {
        self.areas.focus()
    }

    fn draw_screens(&mut self, area: Rect, buffer: &mut Buffer) {
        self.areas.clear();
        let is_typed_ahead = self.is_typed_ahead();
        let is_hand_over = self.is_hand_over();
        self.areas.set_buttons_disabled(is_typed_ahead && !is_hand_over);
        let look = &self.environment.look;
        Block::new().style(look.text()).render(area, buffer);
        let bottom = self.screens.iter().rposition(|screen| !screen.is_dialog()).unwrap_or(0);
        let min = self.screens.get(bottom).map(|screen| screen.min_size()).unwrap_or_default();
        if area.width < min.width || area.height < min.height {
            let text = format!(
                "Terminal too small: {} x {}\n(needs {} x {})",
                area.width, area.height, min.width, min.height
            );
            return drawing::draw_lines(buffer, area, &text, look.text(), look);
        }
        let body = Rect { height: area.height - 1, ..area };
        if let Some((top, below)) = self.screens[bottom..].split_last_mut() {
            for screen in below.iter_mut() {
                screen.draw_below_dialog(body, buffer, look);
            }
            let room = below.last().map_or(body, |screen| screen.dialog_room(body));
            let height = top.dialog_height(room).filter(|&height| height <= room.height);
            let room = height.map_or(body, |_| room);
            backdrop::dim_around(buffer, body, room, look);
            top.draw(room, buffer, look, &mut self.areas);
        }
        if let Some(notice) = &self.notice {
            notice.draw(body, buffer, look, &mut self.areas);
        }
        let footer = Rect { y: body.bottom(), height: 1, ..area };
        self.draw_footer(footer, is_typed_ahead && is_hand_over, buffer);
    }

    /// Dims the keys that will work in a moment if `waits`.
    fn draw_footer(&mut self, area: Rect, waits: bool, buffer: &mut Buffer) {
        let mut offers = self.offers();
        for offer in offers.iter_mut().filter(|offer| waits && offer.is_available()) {
            offer.is_due = !offer.keys.iter().any(|&key| self.always_works(key));
        }
        let look = &self.environment.look;
        drawing::draw_footer(buffer, area, &offers, KEYS.len(), look, &mut self.areas);
    }

    pub fn resume_hint(&self) -> Option<String> {
        let is_guest = self.environment.app.home.is_guest();
        self.screens.iter().rev().find_map(|screen| screen.resume_hint()).filter(|_| !is_guest)
    }

    pub fn finish_files(&self) {
        self.environment.app.finish_files();
    }
}

fn refuse_guest(offer: &mut Offer<AnyCommand>) {
    offer.refusal = Some(NOT_FOR_GUESTS.into());
    (offer.footer, offer.is_listed) = (None, false);
}
