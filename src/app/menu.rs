//! The menu: the games, the settings, and the way out.

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Constraint, Rect},
    text::Line,
    widgets::Widget,
};
use tui_big_text::{BigText, PixelSize};

use super::{
    screen::{Context, Go, Screen},
    settings, setup,
};
use crate::{
    games::GameKind,
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
    /// Open the settings.
    Settings,
}

/// The menu's key table.
pub static KEYS: [Binding<Command>; 8] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up").footer("arrows", "move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down"),
    Binding::new(Command::Choose, &[Key::plain(KeyCode::Enter), Key::char(' ')], "choose").footer("Enter", "choose"),
    Binding::new(Command::Open(0), &[Key::char('1')], "the first game"),
    Binding::new(Command::Open(1), &[Key::char('2')], "the second game"),
    Binding::new(Command::Open(2), &[Key::char('3')], "the third game"),
    Binding::new(Command::Open(3), &[Key::char('4')], "the fourth game"),
    Binding::new(Command::Settings, &[Key::char('s')], "settings: colours, motion, mouse, names"),
];

/// The spot of the row that opens the settings.
const SETTINGS: usize = GameKind::ALL.len();
/// The spot of the row that leaves.
const LEAVE: usize = SETTINGS + 1;

/// The menu.
#[derive(Default)]
pub struct Menu {
    selected: usize,
}

impl Menu {
    fn step(&mut self, down: bool) -> Go {
        self.selected = if down { (self.selected + 1).min(LEAVE) } else { self.selected.saturating_sub(1) };
        Go::Stay
    }
}

impl Screen for Menu {
    fn offers(&self) -> Vec<Offer> {
        KEYS.iter().map(|binding| Offer::of(binding, None)).collect()
    }

    fn run(&mut self, offer: usize, context: &Context) -> Go {
        match KEYS[offer].command {
            Command::Up => self.step(false),
            Command::Down => self.step(true),
            Command::Choose => self.clicked(self.selected, context),
            Command::Open(at) => self.clicked(at, context),
            Command::Settings => self.clicked(SETTINGS, context),
        }
    }

    fn clicked(&mut self, spot: usize, context: &Context) -> Go {
        if spot == LEAVE {
            return Go::Quit;
        }
        self.selected = spot;
        let Some(kind) = GameKind::ALL.get(spot) else { return Go::Open(settings::open(context.home)) };
        Go::Open(setup::open(*kind))
    }

    fn wheel(&mut self, down: bool) -> Go {
        self.step(down)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut Areas) {
        let big = area.width >= 76 && area.height >= 16;
        let spread = if area.height >= 20 { 2 } else { 1 };
        let title_rows = if big { 5 } else { 2 };
        let rows = u16::try_from(LEAVE + 1).unwrap_or(6);
        let height = title_rows + 2 + rows * spread;
        let body = area.centered(
            Constraint::Length(area.width.saturating_sub(4).min(76)),
            Constraint::Length(height.min(area.height)),
        );
        title(body, big, buffer, look);
        let mut y = body.y + title_rows + u16::from(area.height > 12);
        for spot in 0..=LEAVE {
            if y >= body.bottom().max(body.y + 1) && y >= area.bottom() {
                break;
            }
            let row = Rect { y, height: 1, ..body };
            self.row(spot, row, buffer, look);
            areas.add(row, Target::Spot(spot));
            y += if spot + 1 == SETTINGS && spread == 1 && area.height > 12 { 2 } else { spread };
        }
    }
}

impl Menu {
    fn row(&self, spot: usize, row: Rect, buffer: &mut Buffer, look: &Look) {
        let kind = GameKind::ALL.get(spot);
        let is_selected = spot == self.selected;
        let style = if is_selected { look.selected() } else { look.strong() };
        if is_selected {
            buffer.set_style(row, look.selected());
            buffer.set_string(row.x, row.y, look.glyphs.pointer, style.fg(look.inks.accent));
        }
        let (name, line) = match kind {
            Some(kind) => (kind.title(), kind.line()),
            None if spot == SETTINGS => ("Settings", "how it looks, and what you are called"),
            None => ("Quit", "see you"),
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
