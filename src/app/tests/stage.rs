//! An arcade without a terminal: tests type keys, click, and look at what it draws.

use std::sync::mpsc::Receiver;

use crossterm::event::{Event, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::{
        Start,
        arcade::{Arcade, Effect},
        menu::MenuScreen,
        message::{Message, Waker},
        screen::Screen,
        setup::SetupScreen,
        table::TableScreen,
    },
    games::{ArcadeGame, flip::Flip},
    play::{RecordHeader, Session, random},
    store::{Store, home::Home, last_setups::LastSetups, settings::Settings},
    ui::{ColorDepth, testing},
};

/// An arcade, and the messages of its jobs.
pub struct Stage {
    pub arcade: Arcade,
    pub messages: Receiver<Message>,
    /// The effect of the last key or click.
    pub effect: Effect,
}

impl Stage {
    /// An arcade at its menu.
    pub fn menu() -> Self {
        Self::looking(ColorDepth::True, false)
    }

    /// An arcade at its menu with this colour depth, with ASCII glyphs if `ascii`.
    pub fn looking(depth: ColorDepth, ascii: bool) -> Self {
        Self::at(home(ascii), depth)
    }

    /// An arcade at its menu with these settings and themes.
    pub fn at(home: Home, depth: ColorDepth) -> Self {
        Self::with(home, depth, Store::disabled())
    }

    /// An arcade at its menu with this store.
    pub fn keeping(store: &Store) -> Self {
        Self::with(home(false), ColorDepth::True, store.clone())
    }

    /// An arcade at its menu with everything given.
    pub fn with(home: Home, depth: ColorDepth, store: Store) -> Self {
        let (waker, messages) = Waker::channel();
        let arcade = Arcade::new(Box::new(MenuScreen::new(1)), home, depth, waker, store);
        Self { arcade, messages, effect: Effect::None }
    }

    /// Handles messages of jobs until this text is shown.
    #[track_caller]
    pub fn wait(&mut self, words: &str) -> &mut Self {
        while !self.usual().contains(words) {
            let message = self.messages.recv().expect("a job has news");
            self.arcade.handle(message);
        }
        self
    }

    /// Handles the next message of a job.
    pub fn hear(&mut self) -> &mut Self {
        let message = self.messages.recv().expect("a job has news");
        self.arcade.handle(message);
        self
    }

    /// Handles messages until no job is running.
    pub fn settle(&mut self) -> &mut Self {
        while self.arcade.is_busy() {
            self.hear();
        }
        self
    }

    /// Opens a screen over the others.
    pub fn over(mut self, screen: impl Screen + 'static) -> Self {
        self.arcade.open(Box::new(screen));
        self
    }

    /// Types keys, written as for [`testing::keys`].
    pub fn keys(&mut self, written: &str) -> &mut Self {
        for key in testing::keys(written) {
            let modifiers = if key.ctrl { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
            self.effect =
                self.arcade.handle(Message::Input(Event::Key(KeyEvent::new(key.code, modifiers))));
        }
        self
    }

    /// Clicks on a text in a window of this size.
    pub fn click(&mut self, words: &str, size: (u16, u16)) -> &mut Self {
        let place = self.find(words, size);
        self.click_at(place)
    }

    /// Draws a window of this size and returns the column and row of a text in it.
    pub fn find(&mut self, words: &str, size: (u16, u16)) -> (u16, u16) {
        let drawn = self.text(size);
        let (row, line) =
            drawn.lines().enumerate().find(|(_, line)| line.contains(words)).expect(words);
        let column = line[..line.find(words).unwrap_or(0)].chars().count();
        (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
    }

    /// Clicks on a cell, whatever was drawn since it was found.
    pub fn click_at(&mut self, (column, row): (u16, u16)) -> &mut Self {
        let kind = MouseEventKind::Down(MouseButton::Left);
        let click = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.effect = self.arcade.handle(Message::Input(Event::Mouse(click)));
        self
    }

    /// Draws a window of this size.
    pub fn draw(&mut self, (width, height): (u16, u16)) -> Buffer {
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        self.arcade.draw(area, &mut buffer);
        buffer
    }

    /// Draws a window of this size and returns its text.
    pub fn text(&mut self, size: (u16, u16)) -> String {
        testing::text(&self.draw(size))
    }

    /// Like [`Self::text`] after some keys. The window is drawn before the keys, too, because a
    /// screen that scrolls must know its size.
    pub fn text_after(&mut self, written: &str, size: (u16, u16)) -> String {
        self.text(size);
        self.keys(written).text(size)
    }

    /// The text of a large window.
    pub fn usual(&mut self) -> String {
        self.text((100, 30))
    }

    /// Asserts that a large window shows a text or, if it starts with `!`, that it doesn't.
    #[track_caller]
    pub fn shows(&mut self, words: &str) -> &mut Self {
        let drawn = self.usual();
        let (wanted, words) = words.strip_prefix('!').map_or((true, words), |words| (false, words));
        assert_eq!(drawn.contains(words), wanted, "{words:?} in\n{drawn}");
        self
    }
}

/// A game of Flip between these players after these moves.
pub fn session(players: [&'static str; 2], size: u16, moves: &[&str]) -> Session<Flip> {
    session_of(players, size, moves)
}

/// A game of any kind after these moves. The moves of one step are in the order of the seats.
pub fn session_of<G: ArcadeGame>(
    players: impl AsRef<[&'static str]>,
    size: u16,
    moves: &[&str],
) -> Session<G> {
    let setup = G::deal(size, &mut random::rng(7, &[])).unwrap();
    let seats = players.as_ref().iter().map(ToString::to_string).collect();
    let mut session = Session::new(RecordHeader { setup, seats, seed: 7 });
    for cell in moves {
        let seat = session.awaited().iter().next().expect("the game is not over");
        session.choose(seat, cell.parse().unwrap()).expect(cell);
    }
    session
}

/// The table of a game. No computer player thinks before something happens.
pub fn table<G: ArcadeGame>(session: Session<G>) -> TableScreen<G> {
    TableScreen::new(session, Start::Playing(None), &still())
}

/// The default settings without motion.
pub fn still() -> Settings {
    Settings { motion: testing::NO_MOTION, ..Settings::default() }
}

/// Settings without motion that are saved nowhere.
pub fn home(ascii: bool) -> Home {
    Home::unsaved(Settings { ascii, ..still() })
}

/// A setup that remembers no earlier one.
pub fn setup() -> SetupScreen<Flip> {
    SetupScreen::new(LastSetups::disabled(), 7)
}

/// The moves of a whole game on the smallest board. X wins.
pub fn whole_game() -> Vec<String> {
    let mut session = session(["first", "last"], 4, &[]);
    let mut moves = Vec::new();
    while session.outcome().is_none() {
        let cell = session.game().position().legal()[0];
        let seat = session.awaited().only().unwrap();
        session.choose(seat, cell).unwrap();
        moves.push(cell.to_string());
    }
    moves
}
