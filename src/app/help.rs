//! Help: the keys of the screen below, each of which can be run from here, and its page of rules.

use std::cell::Cell;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::Style,
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};

use super::screen::{Answer, Context, Screen, Transition};
use crate::ui::{Binding, ClickAreas, ClickTarget, Key, Look, Offer, markdown, widgets};

/// What the keys of the help do.
#[derive(Clone, Copy, Debug)]
pub enum Command {
    /// One row up.
    Up,
    /// One row down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the keys or to the rules.
    Turn,
    /// Run the key that is selected.
    Run,
    /// Back to the screen below.
    Close,
}

/// The help's key table.
pub static KEYS: &[Binding<Command>] = &[
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up")
        .footer("arrows", "move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down"),
    Binding::new(Command::PageUp, &[Key::plain(KeyCode::PageUp)], "a page up"),
    Binding::new(Command::PageDown, &[Key::plain(KeyCode::PageDown)], "a page down"),
    Binding::new(
        Command::Turn,
        &[
            Key::plain(KeyCode::Tab),
            Key::plain(KeyCode::Left),
            Key::plain(KeyCode::Right),
            Key::char('h'),
            Key::char('l'),
        ],
        "turn between keys and rules",
    )
    .footer("Tab", "keys / rules"),
    Binding::new(
        Command::Run,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "do what is selected",
    )
    .footer("Enter", "do it"),
    Binding::new(
        Command::Close,
        &[Key::plain(KeyCode::Esc), Key::char('q'), Key::char('?'), Key::plain(KeyCode::F(1))],
        "close the help",
    )
    .footer("Esc", "close"),
];

/// The help of another screen.
pub struct Help {
    offers: Vec<(usize, Offer)>,
    page: Option<&'static str>,
    shows_page: bool,
    selected: usize,
    scroll: u16,
    /// How far the page can be scrolled, and by how much a page is: known once it is drawn.
    extent: Cell<(u16, u16)>,
}

impl Help {
    /// For a screen with these offers and this page.
    pub fn new(offers: Vec<Offer>, page: Option<&'static str>) -> Self {
        let offers = offers.into_iter().enumerate().filter(|(_, offer)| offer.listed).collect();
        Self { offers, page, shows_page: false, selected: 0, scroll: 0, extent: Cell::new((0, 1)) }
    }

    fn step(&mut self, by: i32) -> Transition {
        if self.shows_page {
            let (most, _) = self.extent.get();
            self.scroll = u16::try_from(i32::from(self.scroll) + by).unwrap_or(0).min(most);
        } else {
            let last = self.offers.len().saturating_sub(1);
            let moved = i64::try_from(self.selected).unwrap_or(0) + i64::from(by);
            self.selected = usize::try_from(moved).unwrap_or(0).min(last);
        }
        Transition::Stay
    }

    fn draw_keys(&self, inside: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let rows = usize::from(inside.height);
        let first = self.selected.saturating_sub(rows.saturating_sub(1));
        self.extent.set((0, inside.height));
        more(inside, (first > 0, first + rows < self.offers.len()), buffer, look);
        let wide = self
            .offers
            .iter()
            .map(|(_, offer)| widgets::text_width(&offer.key_names()))
            .max()
            .unwrap_or(0);
        let wide = wide.min(inside.width / 2);
        for ((at, (_, offer)), row) in self.offers.iter().enumerate().skip(first).zip(inside.rows())
        {
            let [base, key, words] = if at == self.selected {
                [look.selected(); 3]
            } else if offer.applies() {
                [look.text(), look.accent(), look.text()]
            } else {
                [look.dim(), look.dim(), look.dim()]
            };
            buffer.set_style(row, base);
            widgets::draw_text(buffer, Rect { width: wide, ..row }, &offer.key_names(), key, look);
            let rest =
                Rect { x: row.x + wide + 2, width: row.width.saturating_sub(wide + 2), ..row };
            widgets::draw_text(buffer, rest, offer.words, words, look);
            areas.add(row, ClickTarget::Spot(at));
        }
    }

    fn draw_page(&mut self, page: &str, inside: Rect, buffer: &mut Buffer, look: &Look) {
        let page = Paragraph::new(markdown::render(page, look))
            .style(look.text())
            .wrap(Wrap { trim: false });
        let lines = u16::try_from(page.line_count(inside.width)).unwrap_or(u16::MAX);
        let most = lines.saturating_sub(inside.height);
        self.extent.set((most, inside.height));
        self.scroll = self.scroll.min(most);
        page.scroll((self.scroll, 0)).render(inside, buffer);
        more(inside, (self.scroll > 0, self.scroll < most), buffer, look);
    }
}

/// Signs to the right of `inside` where there is more above or below.
fn more(inside: Rect, (is_above, is_below): (bool, bool), buffer: &mut Buffer, look: &Look) {
    let [above, below, ..] = look.glyphs.more;
    if is_above && inside.height > 0 {
        buffer.set_string(inside.right(), inside.y, above, look.dim());
    }
    if is_below && inside.height > 0 {
        buffer.set_string(inside.right(), inside.bottom() - 1, below, look.dim());
    }
}

impl Screen for Help {
    fn offers(&self) -> Vec<Offer> {
        KEYS.iter()
            .map(|binding| {
                let refusal = match binding.command {
                    Command::Turn if self.page.is_none() => {
                        Some("there are no rules for this screen".into())
                    }
                    Command::Run if self.shows_page => Some("turn to the keys to run one".into()),
                    _ => None,
                };
                Offer::of(binding, refusal)
            })
            .collect()
    }

    fn run(&mut self, offer: usize, context: &Context) -> Transition {
        let (_, page) = self.extent.get();
        match KEYS[offer].command {
            Command::Up => self.step(-1),
            Command::Down => self.step(1),
            Command::PageUp => self.step(-i32::from(page)),
            Command::PageDown => self.step(i32::from(page)),
            Command::Turn => {
                self.shows_page = !self.shows_page;
                Transition::Stay
            }
            Command::Run => self.clicked(self.selected, context),
            Command::Close => Transition::Back,
        }
    }

    fn clicked(&mut self, spot: usize, _: &Context) -> Transition {
        match self.offers.get(spot) {
            Some((number, offer)) if offer.applies() => Transition::Answer(Answer::Run(*number)),
            Some((_, Offer { refusal: Some(why), .. })) => Transition::Say(why.to_string()),
            _ => Transition::Nowhere,
        }
    }

    fn wheel(&mut self, down: bool) -> Transition {
        self.step(if down { 3 } else { -3 })
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let room = area.inner(Margin::new(1, 0));
        // A page is long; keys alone take what they need.
        let rows =
            if self.page.is_some() { 30 } else { u16::try_from(self.offers.len()).unwrap_or(30) };
        let size = (room.width.saturating_sub(4).min(72), room.height.saturating_sub(2).min(rows));
        let inside = widgets::draw_dialog_frame(buffer, area, size, "Help", look, areas);
        let tab = |name, on: bool| {
            let style: Style = if on { look.selected() } else { look.dim() };
            Span::styled(format!(" {name} "), style)
        };
        let top = Rect { height: 1.min(inside.height), ..inside };
        let body = Rect { y: inside.y + 2, height: inside.height.saturating_sub(2), ..inside };
        if let Some(page) = self.page {
            let tabs = Line::from(vec![
                tab("Keys", !self.shows_page),
                Span::raw(" "),
                tab("Rules", self.shows_page),
            ]);
            buffer.set_line(top.x, top.y, &tabs, top.width);
            areas.add(top, ClickTarget::Offer(4));
            if self.shows_page {
                return self.draw_page(page, body, buffer, look);
            }
            self.draw_keys(body, buffer, look, areas);
        } else {
            self.draw_keys(inside, buffer, look, areas);
        }
    }
}
