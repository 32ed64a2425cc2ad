//! The help: the keys of the screen below, whose commands can be run from here, and its rules.

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect},
    style::Style,
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};

use super::super::{
    rules_page::with_keys,
    screen::{Commands, Context, Screen, Transition},
};
use crate::widgets::{
    AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing, keys::refuse,
    list::draw_scroll_marks, markdown,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    PageUp,
    PageDown,
    Switch,
    RunSelected,
    /// Run the command in this row.
    Run(usize),
    Close,
}

pub static KEYS: [Binding<Command, Help>; 7] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "up")
        .footer("arrows", "move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "down"),
    Binding::new(Command::PageUp, &[Key::plain(KeyCode::PageUp)], "page up"),
    Binding::new(Command::PageDown, &[Key::plain(KeyCode::PageDown)], "page down"),
    Binding::new(
        Command::Switch,
        &[
            Key::plain(KeyCode::Tab),
            Key::plain(KeyCode::Left),
            Key::plain(KeyCode::Right),
            Key::char('h'),
            Key::char('l'),
        ],
        "switch between keys and rules",
    )
    .footer("Tab", "keys / rules")
    .refused(|help| refuse(help.page.is_none(), "this screen has no rules")),
    Binding::new(
        Command::RunSelected,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "run the selected command",
    )
    .footer("Enter", "do it")
    .refused(|help| refuse(help.shows_page, "switch to the keys to run a command")),
    Binding::new(
        Command::Close,
        &[Key::plain(KeyCode::Esc), Key::char('q'), Key::char('?'), Key::plain(KeyCode::F(1))],
        "close the help",
    )
    .footer("Esc", "close"),
];

pub struct Help {
    /// The offers of the screen below.
    offers: Vec<Offer<AnyCommand>>,
    /// The rules, in Markdown.
    page: Option<&'static str>,
    shows_page: bool,
    selected: usize,
    /// The first row of the page that is visible.
    scroll: u16,
    /// The extent in the last drawing.
    extent: ScrollExtent,
}

#[derive(Clone, Copy)]
struct ScrollExtent {
    /// The largest possible first row.
    max_scroll: u16,
    rows: u16,
}

impl Help {
    pub fn new(
        offers: Vec<Offer<AnyCommand>>,
        page: Option<&'static str>,
        shows_page: bool,
    ) -> Self {
        let offers = offers.into_iter().filter(|offer| offer.is_listed).collect();
        let extent = ScrollExtent { max_scroll: 0, rows: 1 };
        let shows_page = shows_page && page.is_some();
        Self { offers, page, shows_page, selected: 0, scroll: 0, extent }
    }

    /// Moves the selection, or the page, down by `rows` rows, or up if `rows` is negative.
    fn move_by(&mut self, rows: i32) -> Transition {
        if self.shows_page {
            let max = self.extent.max_scroll;
            self.scroll = u16::try_from(i32::from(self.scroll) + rows).unwrap_or(0).min(max);
        } else {
            let last = self.offers.len().saturating_sub(1);
            let moved = i64::try_from(self.selected).unwrap_or(0) + i64::from(rows);
            self.selected = usize::try_from(moved).unwrap_or(0).min(last);
        }
        Transition::Redraw
    }

    /// Runs the command in this row on the screen below.
    fn run_below(&self, row: usize) -> Transition {
        match self.offers.get(row) {
            Some(Offer { refusal: Some(reason), .. }) => Transition::Notify(reason.to_string()),
            Some(offer) => Transition::CloseAndRun(offer.command.clone()),
            None => Transition::None,
        }
    }

    fn draw_keys(
        &mut self,
        inside: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let rows = usize::from(inside.height);
        let first = self.selected.saturating_sub(rows.saturating_sub(1));
        self.extent = ScrollExtent { max_scroll: 0, rows: inside.height };
        let has_more_below = first + rows < self.offers.len();
        draw_scroll_marks(buffer, inside, first > 0, has_more_below, look);
        let key_widths = self.offers.iter().map(|offer| drawing::text_width(&offer.key_names()));
        let key_width = key_widths.max().unwrap_or(0).min(inside.width / 2);
        for ((at, offer), row) in self.offers.iter().enumerate().skip(first).zip(inside.rows()) {
            let [base, key, description] = if at == self.selected {
                [look.selected(); 3]
            } else if offer.is_available() {
                [look.text(), look.accent(), look.text()]
            } else {
                [look.dim(), look.dim(), look.dim()]
            };
            buffer.set_style(row, base);
            drawing::draw_text(
                buffer,
                Rect { width: key_width, ..row },
                &offer.key_names(),
                key,
                look,
            );
            let rest = Rect {
                x: row.x + key_width + 2,
                width: row.width.saturating_sub(key_width + 2),
                ..row
            };
            drawing::draw_text(buffer, rest, offer.description, description, look);
            areas.add(row, AnyCommand::new(Command::Run(at)));
        }
    }

    fn draw_page(&mut self, page: &str, inside: Rect, buffer: &mut Buffer, look: &Look) {
        let page = Paragraph::new(markdown::render(&with_keys(page), look))
            .style(look.text())
            .wrap(Wrap { trim: false });
        let lines = u16::try_from(page.line_count(inside.width)).unwrap_or(u16::MAX);
        let max_scroll = lines.saturating_sub(inside.height);
        self.extent = ScrollExtent { max_scroll, rows: inside.height };
        self.scroll = self.scroll.min(max_scroll);
        page.scroll((self.scroll, 0)).render(inside, buffer);
        draw_scroll_marks(buffer, inside, self.scroll > 0, self.scroll < max_scroll, look);
    }
}

impl Commands for Help {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        Offer::all(&KEYS, self)
    }

    fn run(&mut self, command: Command, _: &Context) -> Transition {
        let page = i32::from(self.extent.rows);
        match command {
            Command::Up => self.move_by(-1),
            Command::Down => self.move_by(1),
            Command::PageUp => self.move_by(-page),
            Command::PageDown => self.move_by(page),
            Command::Switch => {
                self.shows_page = !self.shows_page;
                Transition::Redraw
            }
            Command::RunSelected => self.run_below(self.selected),
            Command::Run(row) => self.run_below(row),
            Command::Close => Transition::Close,
        }
    }
}

impl Screen for Help {
    fn on_wheel(&mut self, down: bool) -> Transition {
        self.move_by(if down { 3 } else { -3 })
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let available = area.inner(Margin::new(1, 0));
        // A page fills the dialog; the keys alone take only the rows they need.
        let rows =
            if self.page.is_some() { 30 } else { u16::try_from(self.offers.len()).unwrap_or(30) };
        let size = (
            available.width.saturating_sub(4).min(72),
            available.height.saturating_sub(2).min(rows),
        );
        let inside = drawing::draw_dialog_frame(buffer, area, size, "Help", look, areas);
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
            areas.add(top, AnyCommand::new(Command::Switch));
            if self.shows_page {
                return self.draw_page(page, body, buffer, look);
            }
            self.draw_keys(body, buffer, look, areas);
        } else {
            self.draw_keys(inside, buffer, look, areas);
        }
    }
}
