//! The stack of screens: what happens is handed to the one on top, and drawn when something
//! changed.
//!
//! It knows no terminal, so tests drive it over a buffer.

use std::time::Instant;

use crossterm::event::{Event, KeyCode, KeyEventKind, MouseButton, MouseEventKind};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    widgets::{Block, Paragraph, Widget, Wrap},
};
use signal_hook::consts::signal::{SIGCONT, SIGTSTP};

use super::{
    First,
    dialog::{Choice, Question, yes_or_no},
    help::Help,
    message::{Message, Waker},
    notice::Notice,
    screen::{Answer, Context, Screen, Transition},
};
use crate::{
    store::{Store, home::Home, log},
    ui::{Binding, ClickAreas, ClickTarget, ColorDepth, Key, Look, Offer, keys, widgets},
};

/// Commands of the whole arcade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Help for the screen on top.
    Help,
    /// End the program, perhaps after a question.
    Quit,
    /// End the program now.
    Interrupt,
    /// Stop the program, as the shell's job control does.
    Suspend,
    /// Draw everything anew.
    Redraw,
}

/// The keys that work on every screen.
pub static KEYS: &[Binding<Command>] = &[
    Binding::new(
        Command::Help,
        &[Key::char('?'), Key::plain(KeyCode::F(1))],
        "help: keys and rules",
    )
    .footer("?", "help"),
    Binding::new(Command::Quit, &[Key::char('q')], "quit").footer("q", "quit"),
    Binding::new(Command::Interrupt, &[Key::ctrl('c')], "quit at once"),
    Binding::new(Command::Suspend, &[Key::ctrl('z')], "back to the shell for a while (fg returns)"),
    Binding::new(Command::Redraw, &[Key::ctrl('l')], "draw the screen anew"),
];

static QUIT: [Choice; 2] = yes_or_no("quit", "stay");

/// What the event loop must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Nothing changed.
    None,
    /// Draw.
    Draw,
    /// Draw everything, whatever was there.
    DrawAll,
    /// Ask the whole job to stop, as the terminal's own Ctrl-Z does.
    StopJob,
    /// Stop the program until it is continued.
    Suspend,
    /// It was continued: take the terminal again.
    Resume,
    /// End well.
    Quit,
    /// End as this signal ends programs.
    Die(i32),
}

/// What all screens may use.
struct Here {
    /// The settings that count, and from them how things look.
    home: Home,
    look: Look,
    waker: Waker,
    store: Store,
}

impl Here {
    fn context(&self) -> Context<'_> {
        Context { waker: &self.waker, look: &self.look, home: &self.home, store: &self.store }
    }
}

/// The arcade: a stack of screens and how they look.
pub struct Arcade {
    screens: Vec<Box<dyn Screen>>,
    /// Dialogs that wait until their screens, known by their places, are on top and have their
    /// answers.
    waiting: Vec<(usize, Box<dyn Screen>)>,
    here: Here,
    areas: ClickAreas,
    notice: Option<Notice>,
    quitting: bool,
}

impl Arcade {
    /// With this screen at the bottom, on a terminal of this depth.
    pub fn new(
        mut first: Box<dyn Screen>,
        home: Home,
        depth: ColorDepth,
        waker: Waker,
        store: Store,
    ) -> Self {
        let here = Here { look: home.look(depth), home, waker, store };
        first.shown(&here.context());
        Self {
            screens: vec![first],
            waiting: Vec::new(),
            here,
            areas: ClickAreas::default(),
            notice: None,
            quitting: false,
        }
    }

    /// Opens a screen that is made as things are here.
    pub fn open_first(&mut self, first: First) {
        let screen = self.make(first);
        self.open(screen);
    }

    /// Makes a screen as things are here.
    pub fn make(&self, first: First) -> Box<dyn Screen> {
        first(&self.here.context())
    }

    /// Whether clicks and the wheel are for the arcade.
    pub fn wants_mouse(&self) -> bool {
        self.here.home.settings.mouse
    }

    /// Opens a screen as a command would.
    pub fn open(&mut self, screen: Box<dyn Screen>) {
        self.screens.push(screen);
        // What was drawn belongs to the screen below: a click on it must not reach this one.
        self.areas.clear();
    }

    fn close(&mut self) {
        self.screens.pop();
        self.waiting.retain(|(at, _)| *at < self.screens.len());
        self.areas.clear();
        if let Some(top) = self.screens.last_mut() {
            top.shown(&self.here.context());
        }
    }

    /// Opens what waits for the screen on top.
    fn open_waiting(&mut self) {
        let mut places = self.waiting.iter().map(|(at, _)| at + 1);
        if let Some(first) = places.position(|place| place == self.screens.len()) {
            let (_, dialog) = self.waiting.remove(first);
            self.open(dialog);
        }
    }

    /// Whether letters are text now.
    #[cfg(test)]
    pub fn takes_text(&self) -> bool {
        self.screens.last().is_some_and(|top| top.takes_text())
    }

    /// Whether a screen waits for a job.
    #[cfg(test)]
    pub fn is_busy(&self) -> bool {
        self.screens.iter().any(|screen| screen.is_busy())
    }

    /// When the screen on top wants to be ticked.
    pub fn next_tick(&self) -> Option<Instant> {
        self.screens.last()?.next_tick()
    }

    /// The time of [`Self::next_tick`] has come.
    pub fn tick(&mut self) -> Effect {
        let go = self.with_top(Screen::tick);
        self.follow(go)
    }

    /// Handles one message.
    pub fn handle(&mut self, message: Message) -> Effect {
        match message {
            Message::Woken => self.woken(),
            Message::Signal(SIGTSTP) => Effect::Suspend,
            Message::Signal(SIGCONT) => Effect::Resume,
            Message::Signal(signal) => Effect::Die(signal),
            Message::InputClosed => Effect::Quit,
            Message::Input(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                self.key(Key::from(key))
            }
            Message::Input(Event::Paste(text)) => {
                let go =
                    self.screens.last_mut().map_or(Transition::Nowhere, |top| top.pasted(&text));
                self.follow(go)
            }
            Message::Input(Event::Mouse(mouse)) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => self.click(mouse.column, mouse.row),
                MouseEventKind::ScrollDown => self.wheel(true),
                MouseEventKind::ScrollUp => self.wheel(false),
                _ => Effect::None,
            },
            // What was on the screen may be cut, even if the size is as before when this is heard.
            Message::Input(Event::Resize(..)) => Effect::DrawAll,
            Message::Input(_) => Effect::None,
        }
    }

    fn with_top(
        &mut self,
        act: impl FnOnce(&mut (dyn Screen + 'static), &Context) -> Transition,
    ) -> Transition {
        let context = self.here.context();
        self.screens.last_mut().map_or(Transition::Nowhere, |top| act(top.as_mut(), &context))
    }

    /// News may be for a screen under a dialog, so all look at their jobs.
    fn woken(&mut self) -> Effect {
        let context = self.here.context();
        let mut effect = Effect::None;
        let mut notice = None;
        let mut onward = None;
        let top = self.screens.len().saturating_sub(1);
        for (at, screen) in self.screens.iter_mut().enumerate() {
            match screen.woken(&context) {
                Transition::Nowhere => {}
                Transition::Say(words) => notice = Some(Notice::said(&words)),
                Transition::Alert(words) => notice = Some(Notice::alert(&[words])),
                go if at == top => onward = Some(go),
                // What has to be told waits. Under an open dialog it would take the answer that is
                // not meant for it.
                Transition::Open(dialog) if dialog.is_dialog() => self.waiting.push((at, dialog)),
                // Else a screen that is not on top can't lead anywhere.
                _ => effect = Effect::Draw,
            }
        }
        let news = self.here.store.news();
        if !news.is_empty() {
            for words in &news {
                log::write(words);
            }
            notice = Some(Notice::alert(&news));
        }
        if notice.is_some() {
            self.notice = notice;
            effect = Effect::Draw;
        }
        match onward.map(|go| self.follow(go)) {
            None | Some(Effect::None) => effect,
            Some(followed) => followed,
        }
    }

    /// The offers of the screen on top, and behind them those of the arcade.
    fn offers(&self) -> Vec<Offer> {
        let mut offers = self.screens.last().map_or_else(Vec::new, |top| top.offers());
        let quiet = self.screens.last().is_some_and(|top| top.takes_text());
        let taken: Vec<Key> = offers.iter().flat_map(|offer| offer.keys).copied().collect();
        let refusal = |binding: &Binding<Command>| {
            if binding.keys.iter().all(|key| taken.contains(key)) {
                return Some("its keys do something else here".into());
            }
            let is_letter = |key: &Key| matches!(key.code, KeyCode::Char(_)) && !key.ctrl;
            (quiet && binding.keys.iter().all(is_letter)).then(|| "finish this first".into())
        };
        offers.extend(KEYS.iter().map(|binding| Offer::of(binding, refusal(binding))));
        offers
    }

    fn key(&mut self, key: Key) -> Effect {
        let noticed = self.notice.take().is_some();
        let mut offers = self.offers();
        let is_letter = matches!(key.code, KeyCode::Char(_)) && !key.ctrl && !key.alt;
        if is_letter && self.screens.last().is_some_and(|top| top.takes_text()) {
            offers.clear();
        }
        let effect = match keys::find(&offers, key) {
            Some(offer) if offers[offer].applies() => self.run(offer),
            found => {
                let typed = self.with_top(|top, context| top.typed(key, context));
                let refusal = found.and_then(|offer| offers[offer].refusal.clone());
                match (typed, refusal) {
                    (Transition::Nowhere, Some(why)) => {
                        self.follow(Transition::Say(why.into_owned()))
                    }
                    (go, _) => self.follow(go),
                }
            }
        };
        if effect == Effect::None && noticed { Effect::Draw } else { effect }
    }

    fn click(&mut self, column: u16, row: u16) -> Effect {
        let noticed = self.notice.take().is_some();
        let effect = match self.areas.hit(column, row) {
            Some(ClickTarget::Offer(offer)) => self.run(offer),
            Some(ClickTarget::Spot(spot)) => {
                let go = self.with_top(|top, context| top.clicked(spot, context));
                self.follow(go)
            }
            Some(ClickTarget::Nothing) | None => Effect::None,
        };
        if effect == Effect::None && noticed { Effect::Draw } else { effect }
    }

    fn wheel(&mut self, down: bool) -> Effect {
        let go = self.screens.last_mut().map_or(Transition::Nowhere, |top| top.wheel(down));
        self.follow(go)
    }

    /// Runs an offer of the screen on top or, behind those, of the arcade.
    fn run(&mut self, offer: usize) -> Effect {
        let offers = self.offers();
        // What was clicked may have ceased to apply since it was drawn.
        if offers.get(offer).is_none_or(|offer| !offer.applies()) {
            return Effect::None;
        }
        let own = offers.len() - KEYS.len();
        if offer < own {
            let go = self.with_top(|top, context| top.run(offer, context));
            return self.follow(go);
        }
        let Some(binding) = KEYS.get(offer - own) else { return Effect::None };
        match binding.command {
            Command::Help => self.help(),
            Command::Quit => self.quit(),
            Command::Interrupt => Effect::Quit,
            Command::Suspend => Effect::StopJob,
            Command::Redraw => Effect::DrawAll,
        }
    }

    fn help(&mut self) -> Effect {
        let Some(top) = self.screens.last() else { return Effect::None };
        let help = Help::new(self.offers(), top.page());
        self.open(Box::new(help));
        Effect::Draw
    }

    fn quit(&mut self) -> Effect {
        let Some(loss) = self.screens.iter().find_map(|screen| screen.loses()) else {
            return Effect::Quit;
        };
        if !self.quitting {
            self.quitting = true;
            self.open(Box::new(Question::new("Quit?", loss, &QUIT)));
        }
        Effect::Draw
    }

    /// Goes where a screen said.
    fn follow(&mut self, go: Transition) -> Effect {
        match go {
            Transition::Nowhere => return Effect::None,
            Transition::Stay => {}
            Transition::Open(screen) => self.open(screen),
            Transition::OpenWith(first) => self.open_first(first),
            Transition::Back => {
                self.close();
                if self.screens.is_empty() {
                    return Effect::Quit;
                }
                self.open_waiting();
            }
            Transition::Answer(answer) => return self.answer(answer),
            Transition::Say(words) => self.notice = Some(Notice::said(&words)),
            Transition::Alert(words) => self.notice = Some(Notice::alert(&[words])),
            Transition::Change { settings, given } => {
                (self.here.home.settings, self.here.home.overrides) = (*settings, given);
                self.here.look = self.here.home.look(self.here.look.depth);
            }
            Transition::Quit => return self.quit(),
        }
        Effect::Draw
    }

    fn answer(&mut self, answer: Answer) -> Effect {
        self.close();
        let effect = match answer {
            Answer::Choice(choice) if self.quitting => {
                self.quitting = false;
                if choice == 0 { Effect::Quit } else { Effect::Draw }
            }
            Answer::Run(offer) => self.run(offer),
            answer => {
                let go = self.with_top(|top, context| top.answered(answer, context));
                self.follow(go)
            }
        };
        self.open_waiting();
        if effect == Effect::None { Effect::Draw } else { effect }
    }

    /// Draws the screens that are visible and the footer.
    pub fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        self.areas.clear();
        Block::new().style(self.here.look.text()).render(area, buffer);
        let bottom = self.screens.iter().rposition(|screen| !screen.is_dialog()).unwrap_or(0);
        let least = self.screens.get(bottom).map(|screen| screen.least()).unwrap_or_default();
        if area.width < least.width || area.height < least.height {
            let (width, height) = (least.width, least.height);
            let words = format!(
                "This needs {width} x {height}; the window is {} x {}.",
                area.width, area.height
            );
            return Paragraph::new(words)
                .style(self.here.look.text())
                .wrap(Wrap { trim: true })
                .render(area, buffer);
        }
        let (body, foot) =
            (Rect { height: area.height - 1, ..area }, area.rows().next_back().unwrap_or(area));
        for screen in &mut self.screens[bottom..] {
            screen.draw(body, buffer, &self.here.look, &mut self.areas);
        }
        if let Some(notice) = &self.notice {
            notice.draw(area, buffer, &self.here.look);
        } else {
            let offers = self.offers();
            widgets::draw_footer(
                buffer,
                foot,
                &offers,
                KEYS.len(),
                &self.here.look,
                &mut self.areas,
            );
        }
    }
}
