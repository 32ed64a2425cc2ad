//! The menu: the last unfinished game, all games, the settings, and the way out.

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Rect},
    text::Line,
    widgets::Widget,
};
use tui_big_text::{BigText, PixelSize};

use super::{
    First,
    job::Job,
    screen::{Context, Go, Screen},
    settings, setup, shelf, unfinished,
};
use crate::{
    games::GameKind,
    store::Summary,
    ui::{Areas, Binding, Key, Look, Offer, Target, widgets},
};

/// What the menu's keys do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// The row above.
    Up,
    /// The row below.
    Down,
    /// Open the row that is selected.
    Choose,
    /// Open the row with this number.
    Open(usize),
    /// Open the kept games.
    Games,
    /// Open the settings.
    Settings,
    /// Go on with the last unfinished game.
    Continue,
}

/// The menu's key table.
pub static KEYS: [Binding<Command>; 10] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up").footer("arrows", "move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down"),
    Binding::new(Command::Choose, &[Key::plain(KeyCode::Enter), Key::char(' ')], "choose").footer("Enter", "choose"),
    Binding::new(Command::Open(0), &[Key::char('1')], "the first game"),
    Binding::new(Command::Open(1), &[Key::char('2')], "the second game"),
    Binding::new(Command::Open(2), &[Key::char('3')], "the third game"),
    Binding::new(Command::Open(3), &[Key::char('4')], "the fourth game"),
    Binding::new(Command::Games, &[Key::char('g')], "the kept games: look at one again, go on with one"),
    Binding::new(Command::Settings, &[Key::char('s')], "settings: colours, motion, mouse, names"),
    Binding::new(Command::Continue, CONTINUE_KEYS, "go on with the last unfinished game").footer("c", "continue"),
];

const CONTINUE_KEYS: &[Key] = &[Key::char('c')];

/// The spot of the row that opens the kept games; those of the new ones are before it.
const GAMES: usize = GameKind::ALL.len();
/// The spot of the row that opens the settings.
const SETTINGS: usize = GAMES + 1;
/// The spot of the row that leaves.
const LEAVE: usize = SETTINGS + 1;
/// The spot of the row that goes on with the last unfinished game.
const CONTINUE: usize = LEAVE + 1;

/// The menu.
#[derive(Default)]
pub struct Menu {
    /// The spot of the row that is selected.
    selected: usize,
    /// Somebody has chosen it.
    is_chosen: bool,
    /// The number of the last unfinished game, and what it is called.
    unfinished: Option<(i64, String)>,
    /// What that is now is being asked.
    asking: Option<Job<Option<Summary>>>,
    /// It was chosen before that was known.
    is_wanted: bool,
    opening: Option<Job<Result<First, String>>>,
}

impl Menu {
    /// The spots of the rows, from above.
    fn spots(&self) -> Vec<usize> {
        self.unfinished.iter().map(|_| CONTINUE).chain(0..=LEAVE).collect()
    }

    fn step(&mut self, down: bool) -> Go {
        let spots = self.spots();
        let at = spots.iter().position(|&spot| spot == self.selected).unwrap_or(0);
        let next = if down { (at + 1).min(spots.len() - 1) } else { at.saturating_sub(1) };
        self.select(spots[next]);
        Go::Stay
    }

    fn select(&mut self, spot: usize) {
        (self.selected, self.is_chosen) = (spot, true);
        (self.opening, self.is_wanted) = (None, false);
    }

    /// Asks the store for the game; it is opened when it has come.
    fn go_on(&mut self, context: &Context) -> Go {
        // What stands there may be the one before.
        self.is_wanted = self.asking.is_some();
        if self.is_wanted {
            return Go::Stay;
        }
        let Some(&(id, _)) = self.unfinished.as_ref() else { return Go::Say(NO_GAME.to_owned()) };
        self.select(CONTINUE);
        let store = context.store.clone();
        self.opening = Some(Job::start(context.waker, move |_, _| unfinished::open(&store, id)));
        Go::Stay
    }

    /// Takes what the store says of the last unfinished game; says whether there is another row now.
    fn learn(&mut self, found: Option<Summary>) -> bool {
        let before = self.unfinished.take();
        self.unfinished = found.and_then(|game| Some((game.id, unfinished::words(&game)?)));
        match (&self.unfinished, self.selected) {
            // Whoever has not moved yet most likely wants this.
            (Some(_), _) if !self.is_chosen => self.selected = CONTINUE,
            (None, CONTINUE) => self.selected = 0,
            _ => {}
        }
        self.unfinished != before
    }
}

const NO_GAME: &str = "there is no unfinished game";

impl Screen for Menu {
    fn offers(&self) -> Vec<Offer> {
        let offer = |binding: &Binding<Command>| {
            let is_missing = binding.command == Command::Continue && self.unfinished.is_none();
            let offer = Offer::of(binding, is_missing.then(|| NO_GAME.into()));
            Offer { listed: offer.applies(), ..offer }
        };
        KEYS.iter().map(offer).collect()
    }

    /// The key to continue may come before it is known whether there is a game.
    fn typed(&mut self, key: Key, context: &Context) -> Go {
        let is_early = self.asking.is_some() && CONTINUE_KEYS.contains(&key);
        if is_early { self.go_on(context) } else { Go::Nowhere }
    }

    fn shown(&mut self, context: &Context) {
        let store = context.store.clone();
        if !store.is_somewhere() {
            return;
        }
        // A store that can't be read says so by itself.
        self.asking = Some(Job::start(context.waker, move |_, _| store.last_unfinished().ok().flatten()));
    }

    fn woken(&mut self, context: &Context) -> Go {
        let mut has_changed = false;
        if let Some(found) = self.asking.as_ref().and_then(Job::take) {
            self.asking = None;
            has_changed = self.learn(found.ok().flatten());
            if self.is_wanted {
                return self.go_on(context);
            }
        }
        match self.opening.as_ref().and_then(Job::take) {
            Some(Ok(Ok(first))) => {
                self.opening = None;
                Go::Make(first)
            }
            Some(Ok(Err(why)) | Err(why)) => Go::Alert(why),
            None if has_changed => Go::Stay,
            None => Go::Nowhere,
        }
    }

    fn run(&mut self, offer: usize, context: &Context) -> Go {
        match KEYS[offer].command {
            Command::Continue => self.go_on(context),
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::Choose => self.clicked(self.selected, context),
            Command::Open(at) => self.clicked(at, context),
            Command::Games => self.clicked(GAMES, context),
            Command::Settings => self.clicked(SETTINGS, context),
        }
    }

    fn clicked(&mut self, spot: usize, context: &Context) -> Go {
        match spot {
            LEAVE => return Go::Quit,
            CONTINUE => return self.go_on(context),
            _ => self.select(spot),
        }
        Go::Open(match GameKind::ALL.get(spot) {
            Some(kind) => setup::open(*kind),
            None if spot == GAMES => shelf::open(context),
            None => settings::open(context.home),
        })
    }

    fn wheel(&mut self, down: bool) -> Go {
        self.step(down)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        let big = area.width >= 76 && area.height >= 16;
        let spread = if area.height >= 20 { 2 } else { 1 };
        let title_rows = if big { 5 } else { 2 };
        let spots = self.spots();
        let rows = u16::try_from(spots.len()).unwrap_or(u16::MAX);
        let height = title_rows + 2 + rows * spread;
        let body = area.centered(
            Constraint::Length(area.width.saturating_sub(4).min(76)),
            Constraint::Length(height.min(area.height)),
        );
        title(body, big, buffer, look);
        let mut y = body.y + title_rows + u16::from(area.height > 12);
        for spot in spots {
            if y >= body.bottom().max(body.y + 1) && y >= area.bottom() {
                break;
            }
            let row = Rect { y, height: 1, ..body };
            self.row(spot, row, buffer, look);
            areas.add(row, Target::Spot(spot));
            y += if spot + 1 == GAMES && spread == 1 && area.height > 12 { 2 } else { spread };
        }
    }
}

impl Menu {
    fn row(&self, spot: usize, row: Rect, buffer: &mut Buffer, look: &Look) {
        let is_selected = spot == self.selected;
        let style = if is_selected { look.selected() } else { look.strong() };
        if is_selected {
            buffer.set_style(row, look.selected());
            buffer.set_string(row.x, row.y, look.glyphs.pointer, style.fg(look.inks.accent));
        }
        let (name, line) = match (GameKind::ALL.get(spot), &self.unfinished) {
            (Some(kind), _) => (kind.title(), kind.line()),
            (None, Some((_, words))) if spot == CONTINUE => ("Continue", words.as_str()),
            (None, _) if spot == GAMES => ("Games", "look at one again, go on with one"),
            (None, _) if spot == SETTINGS => ("Settings", "how it looks, and what you are called"),
            (None, _) => ("Quit", "see you"),
        };
        widgets::put(buffer, Rect { x: row.x + 2, width: 15.min(row.width - 2), ..row }, name, style, look);
        let rest = Rect { x: row.x + 18, width: row.width.saturating_sub(18), ..row };
        let words = if is_selected { look.selected() } else { look.dim() };
        let words = if is_selected { words.remove_modifier(ratatui::style::Modifier::BOLD) } else { words };
        widgets::put(buffer, rest, line, words, look);
    }
}

fn title(area: Rect, big: bool, buffer: &mut Buffer, look: &Look) {
    if big && look.glyphs.blocks {
        let text = BigText::builder()
            .pixel_size(PixelSize::Quadrant)
            .style(look.accent())
            .lines(vec![Line::from("fourcade")])
            .build();
        // Eight letters of 8 x 8 pixels in quadrants.
        let place = Rect { height: 4, width: 32.min(area.width), ..area };
        text.render(place, buffer);
    } else {
        widgets::put(buffer, area, "f o u r c a d e", look.accent(), look);
    }
}
