//! Drives an arcade without a terminal: sends it keys, and draws it into a buffer.

use std::{
    sync::mpsc::Receiver,
    time::{Duration, Instant},
};

use crossterm::event::{Event, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::{buffer::Buffer, layout::Rect};

use super::wrapped_text;
pub use crate::app::table::tests::{session, session_of, still, whole_game};
use crate::{
    arcade::{
        Start,
        message::{Effect, Message},
        screen::Screen,
        screens::{menu::MenuScreen, new_game::NewGameScreen},
        stack::Arcade,
        table::TableScreen,
        terminal_events,
        typed_ahead::READING_TIME,
    },
    database::Store,
    games::{ActionText as _, GameView, Notation},
    settings::{
        Settings, consent::Programs, home::Home, last_setups::LastSetups,
        local_clock::testing::stopped,
    },
    widgets::{ColorDepth, Offer, glyphs::NO_BREAK_SPACE, keys::KEY_START, testing},
};
use fourcade_engine::{
    GameKind,
    flip::Flip,
    play::{MemoryPool, Session},
};

/// Fails a test that waits this long for a job.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The minimum window.
pub const SMALL: (u16, u16) = (40, 12);
pub const USUAL: (u16, u16) = (80, 24);
/// Has room for the texts of most tests.
pub const MEDIUM: (u16, u16) = (100, 30);
pub const LARGE: (u16, u16) = (120, 40);
pub const SIZES: [(u16, u16); 3] = [SMALL, USUAL, LARGE];

/// An arcade and the messages of its jobs.
pub struct Stage {
    pub arcade: Arcade,
    pub messages: Receiver<Message>,
    pub background: crate::app::Background,
    /// The effect of the last key or click.
    pub effect: Effect,
    pub memory: MemoryPool,
}

/// Constructors of an arcade at its menu.
impl Stage {
    pub fn menu() -> Self {
        Self::with_look(ColorDepth::True, false)
    }

    pub fn with_look(depth: ColorDepth, ascii: bool) -> Self {
        Self::with_home(home(ascii), depth)
    }

    pub fn with_home(home: Home, depth: ColorDepth) -> Self {
        Self::new(home, depth, Store::disabled())
    }

    pub fn with_store(store: &Store) -> Self {
        Self::new(home(false), ColorDepth::True, store.clone())
    }

    pub fn new(home: Home, depth: ColorDepth, store: Store) -> Self {
        let (background, messages) = terminal_events::channel();
        let memory = background.memory().clone();
        let store = store.waking(&background);
        let menu = Box::new(MenuScreen::new(1));
        let working_folder = || Ok("games".into());
        let home = Home { clock: stopped(), working_folder, ..home };
        let arcade = Arcade::new(menu, home, depth, background.clone(), store);
        Self { arcade, messages, background, effect: Effect::None, memory }
    }
}

impl Stage {
    /// Handles messages of jobs until the text is visible or, after a `!`, absent.
    #[track_caller]
    pub fn wait(&mut self, text: &str) -> &mut Self {
        let (expected, text) = text.strip_prefix('!').map_or((true, text), |text| (false, text));
        while self.has(text) != expected {
            self.handle_next();
        }
        self
    }

    /// Waits for the next message of a job and handles it.
    #[track_caller]
    pub fn handle_next(&mut self) -> &mut Self {
        let Ok(message) = self.messages.recv_timeout(TIMEOUT) else {
            panic!("no job has news. The screen:\n{}", self.medium());
        };
        self.arcade.handle(message);
        self
    }

    /// Like [`Self::wait`], but also handles the messages of another arcade.
    #[track_caller]
    pub fn wait_with(&mut self, other: &mut Self, text: &str) -> &mut Self {
        let (expected, text) = text.strip_prefix('!').map_or((true, text), |text| (false, text));
        let start = Instant::now();
        while self.has(text) != expected {
            assert!(start.elapsed() < TIMEOUT, "{}\n{}", self.medium(), other.medium());
            for stage in [&mut *self, &mut *other] {
                while let Ok(message) = stage.messages.recv_timeout(Duration::from_millis(5)) {
                    stage.arcade.handle(message);
                }
            }
        }
        self
    }

    /// Handles messages of jobs until no job is running and the screens have all answers.
    #[track_caller]
    pub fn settle(&mut self) -> &mut Self {
        loop {
            let (started, answered) = self.background.jobs();
            if answered < started {
                self.handle_next();
                continue;
            }
            self.arcade.handle(Message::Woken);
            if self.background.jobs().0 == started {
                return self;
            }
        }
    }

    pub fn over(mut self, screen: impl Screen + 'static) -> Self {
        self.arcade.open(Box::new(screen));
        self
    }

    /// Lets the reading time of an interruption pass.
    fn read(&mut self) {
        if let Some(then) = Instant::now().checked_sub(READING_TIME) {
            self.arcade.on_frame_shown(then);
        }
    }

    /// Presses keys, written as for [`testing::keys`].
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for key in testing::keys(keys) {
            self.read();
            let modifiers = if key.ctrl { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
            self.effect =
                self.arcade.handle(Message::Input(Event::Key(KeyEvent::new(key.code, modifiers))));
        }
        self
    }

    /// Draws a window and clicks on a text in it.
    pub fn click(&mut self, text: &str, size: (u16, u16)) -> &mut Self {
        let position = self.find(text, size);
        self.click_at(position)
    }

    /// The column and the row of a text, in a newly drawn window.
    pub fn find(&mut self, text: &str, size: (u16, u16)) -> (u16, u16) {
        let drawn = self.text(size);
        let (row, line) =
            drawn.lines().enumerate().find(|(_, line)| line.contains(text)).expect(text);
        let column = line[..line.find(text).unwrap_or(0)].chars().count();
        (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
    }

    /// Doesn't draw first.
    pub fn click_at(&mut self, (column, row): (u16, u16)) -> &mut Self {
        self.read();
        let kind = MouseEventKind::Down(MouseButton::Left);
        let click = MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE };
        self.effect = self.arcade.handle(Message::Input(Event::Mouse(click)));
        self
    }

    /// Draws a window, with the menu's thumbnails if it shows them.
    pub fn draw(&mut self, (width, height): (u16, u16)) -> Buffer {
        self.assert_no_clash();
        self.read();
        let area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(area);
        self.arcade.draw(area, &mut buffer);
        if self.has_pictures_to_start() {
            self.settle();
            buffer.reset();
            self.arcade.draw(area, &mut buffer);
        }
        buffer
    }

    /// Whether the page draws its thumbnails only after its first frame.
    fn has_pictures_to_start(&self) -> bool {
        let page = self.arcade.screens().iter().rfind(|screen| !screen.is_dialog());
        page.filter(|page| page.status().is_none())
            .and_then(|page| page.next_tick())
            .is_some_and(|due| due <= Instant::now())
    }

    /// Asserts that no two available commands share a key.
    fn assert_no_clash(&self) {
        let mut offers = self.arcade.offers();
        offers.retain(Offer::is_available);
        for (at, offer) in offers.iter().enumerate() {
            for other in &offers[..at] {
                let clash = offer.keys.iter().find(|key| other.keys.contains(key));
                assert_eq!(clash, None, "{} / {}", other.description, offer.description);
            }
        }
    }

    pub fn text(&mut self, size: (u16, u16)) -> String {
        let text = testing::text(&self.draw(size));
        assert!(!text.contains(KEY_START), "a key is not named yet:\n{text}");
        text
    }

    /// Also draws the window before the keys, because scrolling depends on its size.
    pub fn text_after(&mut self, keys: &str, size: (u16, u16)) -> String {
        self.text(size);
        self.keys(keys).text(size)
    }

    /// The text in a medium window.
    pub fn medium(&mut self) -> String {
        self.text(MEDIUM)
    }

    /// Asserts that the text is visible or, after a `!`, absent; see [`Self::has`].
    #[track_caller]
    pub fn shows(&mut self, text: &str) -> &mut Self {
        let (expected, text) = text.strip_prefix('!').map_or((true, text), |text| (false, text));
        assert_eq!(self.has(text), expected, "{text:?} in\n{}", self.medium());
        self
    }

    /// Whether a medium window contains the text, wrapped or not.
    pub fn has(&mut self, text: &str) -> bool {
        let drawn = self.medium();
        drawn.contains(text) || wrapped_text::find(drawn.lines(), text).is_some()
    }
}

/// The computer players don't think until an event arrives.
pub fn table<G: GameView>(session: Session<G>) -> TableScreen<G> {
    TableScreen::new(session, Start::Playing(None), &still())
}

/// A home that saves nothing, with the settings of [`still`].
pub fn home(ascii: bool) -> Home {
    Home::unsaved(Settings { ascii_glyphs: ascii, ..still() })
}

/// The advanced form of Flip's New game page, which remembers no choices.
pub fn advanced() -> NewGameScreen {
    advanced_of(GameKind::Flip)
}

pub fn advanced_of(game: GameKind) -> NewGameScreen {
    let mut page = new_game(game);
    page.show_advanced(Programs::default());
    page
}

pub fn new_game(game: GameKind) -> NewGameScreen {
    NewGameScreen::new(game, LastSetups::disabled(), 7)
}

/// The keys that choose a square of Flip, given as in records.
pub fn keys_of(square: &str) -> String {
    let square = square.parse().expect("a square");
    Flip::write(square, Notation::FromOne).replace(NO_BREAK_SPACE, "") + "<Enter>"
}
