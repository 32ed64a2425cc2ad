//! The help: the commands of the screen below, which are found by name and run from here, and its
//! rules.

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Margin, Rect, Size},
    style::Style,
    text::{Line, Span},
    widgets::{Paragraph, Widget, Wrap},
};

use super::super::{
    rules_page::with_keys,
    screen::{Commands, Context, Screen, Transition},
};
use crate::widgets::{
    AnyCommand, Binding, ClickAreas, Key, Look, Offer, TextField, drawing,
    keys::{Group, refuse},
    list::{draw_scroll_marks, scroll},
    markdown,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    PageUp,
    PageDown,
    Switch,
    RunSelected,
    /// Run this one of the listed commands.
    Run(usize),
    /// Clear the filter, or close the help if there is none.
    Back,
    Close,
}

/// Letters are typed into the filter.
pub static KEYS: [Binding<Command, Help>; 8] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up)], "up").footer("arrows", "move"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down)], "down"),
    Binding::new(Command::PageUp, &[Key::plain(KeyCode::PageUp)], "page up"),
    Binding::new(Command::PageDown, &[Key::plain(KeyCode::PageDown)], "page down"),
    Binding::new(Command::Switch, &[Key::plain(KeyCode::Tab)], "switch between keys and rules")
        .footer("Tab", "keys / rules")
        .refused(|help| refuse(help.page.is_none(), "this screen has no rules")),
    Binding::new(Command::RunSelected, &[Key::plain(KeyCode::Enter)], "run the selected command")
        .footer("Enter", "do it")
        .refused(|help| refuse(help.shows_page, "switch to the keys to run a command")),
    Binding::new(Command::Back, &[Key::plain(KeyCode::Esc)], "clear the filter, or close the help")
        .footer("Esc", "close"),
    Binding::new(Command::Close, &[Key::plain(KeyCode::F(1))], "close the help"),
];

pub struct Help {
    /// The commands of the screen below, group by group.
    offers: Vec<Offer<AnyCommand>>,
    filter: TextField,
    /// The rules, in Markdown.
    page: Option<&'static str>,
    shows_page: bool,
    /// Among the listed commands.
    selected: usize,
    /// The first visible row of the commands, and of the page.
    first: usize,
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

/// A row of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Gap,
    Heading(Group),
    /// The index of a listed command, and the line of its description.
    Command(usize, usize),
}

/// How the commands are listed.
#[derive(Clone, Copy)]
struct ListStyle {
    is_grouped: bool,
    has_gaps: bool,
    /// The columns of the descriptions, which are wrapped.
    width: u16,
}

impl ListStyle {
    fn rows<C>(self, offers: &[&Offer<C>]) -> Vec<Row> {
        let (mut rows, mut group) = (Vec::new(), None);
        for (at, offer) in offers.iter().enumerate() {
            if self.is_grouped && group.replace(offer.group) != Some(offer.group) {
                rows.extend((self.has_gaps && at > 0).then_some(Row::Gap));
                rows.push(Row::Heading(offer.group));
            }
            let lines = drawing::wrap(offer.description, self.width).len();
            rows.extend((0..lines).map(|line| Row::Command(at, line)));
        }
        rows
    }
}

/// Whether each typed word begins a word of this text.
fn has_words(text: &str, typed: &str) -> bool {
    let text = text.to_lowercase();
    let words = || text.split(|letter: char| !letter.is_alphanumeric());
    typed.split_whitespace().all(|typed| words().any(|word| word.starts_with(typed)))
}

impl Help {
    pub fn new(
        offers: Vec<Offer<AnyCommand>>,
        page: Option<&'static str>,
        shows_page: bool,
    ) -> Self {
        let mut offers: Vec<_> = offers.into_iter().filter(|offer| offer.is_listed).collect();
        let moves = |offer: &Offer<_>| offer.keys.first().is_some_and(|key| key.is_movement());
        offers.sort_by_key(|offer| (offer.group, moves(offer)));
        let extent = ScrollExtent { max_scroll: 0, rows: 1 };
        let shows_page = shows_page && page.is_some();
        let filter = TextField::default();
        Self { offers, filter, page, shows_page, selected: 0, first: 0, scroll: 0, extent }
    }

    /// The commands that the filter lets through: first those with the typed key, then those
    /// whose name begins like that.
    fn listed(&self) -> Vec<&Offer<AnyCommand>> {
        let typed = self.filter.text().trim();
        let lower = typed.to_lowercase();
        let has_key = |offer: &Offer<_>| offer.keys.iter().any(|key| key.name() == typed);
        let is_named = |offer: &Offer<_>| {
            let label = offer.footer.map_or("", |(_, label)| label);
            let key_names = || offer.keys.iter().map(|key| key.name().to_lowercase());
            [offer.description, label].iter().any(|name| has_words(name, &lower))
                || key_names().any(|name| name == lower)
        };
        let mut listed: Vec<_> = self.offers.iter().filter(|offer| is_named(offer)).collect();
        if !typed.is_empty() {
            let begins = |offer: &Offer<_>| offer.description.to_lowercase().starts_with(&lower);
            listed.sort_by_key(|offer| (!has_key(offer), !begins(offer)));
        }
        listed
    }

    /// Moves the selection, or the page, down by `rows` rows, or up if `rows` is negative.
    fn move_by(&mut self, rows: i32) -> Transition {
        if self.shows_page {
            let max = self.extent.max_scroll;
            self.scroll = u16::try_from(i32::from(self.scroll) + rows).unwrap_or(0).min(max);
        } else {
            let last = self.listed().len().saturating_sub(1);
            let moved = i64::try_from(self.selected).unwrap_or(0) + i64::from(rows);
            self.selected = usize::try_from(moved).unwrap_or(0).min(last);
        }
        Transition::Redraw
    }

    fn is_filtered(&self) -> bool {
        !self.shows_page && !self.filter.text().is_empty()
    }

    /// Shows the commands again after the filter has changed.
    fn follow_filter(&mut self) -> Transition {
        (self.shows_page, self.selected, self.first) = (false, 0, 0);
        Transition::Redraw
    }

    /// Runs a listed command on the screen below.
    fn run_below(&self, at: usize) -> Transition {
        match self.listed().get(at) {
            Some(Offer { refusal: Some(reason), .. }) => Transition::Notify(reason.to_string()),
            Some(offer) => Transition::CloseAndRun(offer.command.clone()),
            None => Transition::None,
        }
    }

    /// The columns of the keys in a list of this width.
    fn key_width(&self, width: u16) -> u16 {
        let widths = self.offers.iter().map(|offer| drawing::text_width(&offer.key_names()));
        widths.max().unwrap_or(0).min(width / 2)
    }

    /// What the filter lets through is not grouped.
    fn list_style(&self, size: Size) -> ListStyle {
        ListStyle {
            is_grouped: self.filter.text().trim().is_empty(),
            has_gaps: size.height >= LOW - 4,
            width: size.width.saturating_sub(self.key_width(size.width) + 2),
        }
    }

    fn draw_keys(
        &mut self,
        inside: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let listed = self.listed();
        let height = usize::from(inside.height);
        let rows = self.list_style(inside.as_size()).rows(&listed);
        let selected = self.selected;
        let is_selected = |row: &Row| matches!(row, Row::Command(at, _) if *at == selected);
        let line = rows.iter().position(is_selected).unwrap_or(0);
        let last = rows.iter().rposition(is_selected).unwrap_or(0);
        // The heading above the first command is seen together with it.
        let line = if line == 1 { 0 } else { line };
        let first = scroll(self.first, last, rows.len(), height).min(line);
        draw_scroll_marks(buffer, inside, first > 0, first + height < rows.len(), look);
        let key_width = self.key_width(inside.width);
        if listed.is_empty() {
            drawing::draw_text(buffer, inside, "No such command here.", look.dim(), look);
        }
        for (row, place) in rows.iter().skip(first).zip(inside.rows()) {
            let (at, line) = match *row {
                Row::Gap => continue,
                Row::Heading(group) => {
                    drawing::draw_text(buffer, place, group.title(), look.strong(), look);
                    continue;
                }
                Row::Command(at, line) => (at, line),
            };
            let offer = listed[at];
            let [base, key, description] = if at == selected {
                [look.selected(); 3]
            } else if offer.is_available() {
                [look.text(), look.accent(), look.text()]
            } else {
                [look.dim(), look.dim(), look.dim()]
            };
            buffer.set_style(place, base);
            if at == selected && line == 0 {
                areas.focus_on(place);
            }
            let keys = Rect { width: key_width, ..place };
            if line == 0 {
                drawing::draw_text(buffer, keys, &offer.key_names(), key, look);
            }
            let width = place.width.saturating_sub(key_width + 2);
            let rest = Rect { x: place.x + key_width + 2, width, ..place };
            let lines = drawing::wrap(offer.description, width);
            drawing::draw_text(buffer, rest, &lines[line], description, look);
            areas.add(place, AnyCommand::new(Command::Run(at)));
        }
        drop(listed);
        self.first = first;
        self.extent = ScrollExtent { max_scroll: 0, rows: inside.height };
    }

    /// Draws what is typed, or that something can be typed.
    fn draw_filter(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        if !self.shows_page {
            self.filter.draw(area, buffer, look, areas);
        }
        if self.shows_page || self.filter.text().is_empty() {
            let rest = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
            let [long, short] = PROMPTS;
            let text = if drawing::text_width(long) <= rest.width { long } else { short };
            drawing::draw_text(buffer, rest, text, look.dim(), look);
        }
    }

    fn draw_page(&mut self, page: &Paragraph, inside: Rect, buffer: &mut Buffer, look: &Look) {
        let lines = u16::try_from(page.line_count(inside.width)).unwrap_or(u16::MAX);
        let max_scroll = lines.saturating_sub(inside.height);
        self.extent = ScrollExtent { max_scroll, rows: inside.height };
        self.scroll = self.scroll.min(max_scroll);
        page.clone().scroll((self.scroll, 0)).render(inside, buffer);
        draw_scroll_marks(buffer, inside, self.scroll > 0, self.scroll < max_scroll, look);
    }
}

impl Commands for Help {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let mut offers = Offer::all(&KEYS, self);
        if self.is_filtered() {
            Offer::relabel(&mut offers, &Command::Back, "clear");
        }
        offers
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
            Command::Run(at) => self.run_below(at),
            Command::Back if self.is_filtered() => {
                self.filter.take();
                self.follow_filter()
            }
            Command::Back | Command::Close => Transition::Close,
        }
    }
}

/// What stands in the empty filter: also how to run a command without a key.
const PROMPTS: [&str; 2] = ["type to find a command, Enter runs it", "type to find one"];
/// The largest size of the box, in columns and rows.
const MAX_SIZE: (u16, u16) = (72, 56);
/// Windows with fewer rows have no gap below the tabs and the filter.
const LOW: u16 = 16;

impl Screen for Help {
    fn on_key(&mut self, key: Key, context: &Context) -> Transition {
        if self.shows_page && key == Key::char(' ') {
            return self.run(Command::PageDown, context);
        }
        if self.filter.on_key(key) { self.follow_filter() } else { Transition::None }
    }

    fn on_paste(&mut self, text: &str) -> Transition {
        self.filter.insert(text);
        self.follow_filter()
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.move_by(if down { 3 } else { -3 })
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let available = area.inner(Margin::new(1, 0));
        let (max_width, max_height) = MAX_SIZE;
        let width = available.width.saturating_sub(4).min(max_width);
        let page = self.page.filter(|_| self.shows_page).map(|page| {
            let page = Paragraph::new(markdown::render(&with_keys(page), look));
            page.style(look.text()).wrap(Wrap { trim: false })
        });
        let head = if available.height < LOW { 1 } else { 2 };
        let height = |rows: usize| {
            let wanted = u16::try_from(rows).unwrap_or(u16::MAX).saturating_add(head);
            available.height.saturating_sub(2).min(wanted).min(max_height)
        };
        // The box keeps its place during typing.
        let rows = match &page {
            Some(page) => page.line_count(width),
            None => {
                let all: Vec<_> = self.offers.iter().collect();
                let style = self.list_style(Size::new(width, available.height));
                ListStyle { is_grouped: true, ..style }.rows(&all).len()
            }
        };
        let place = Rect { height: height(rows) + 2, ..area };
        let place = Rect { y: area.y + area.height.saturating_sub(place.height) / 2, ..place };
        let place = place.intersection(area);
        let shown = match &page {
            Some(_) => rows,
            None => {
                let listed = self.listed();
                self.list_style(Size::new(width, available.height)).rows(&listed).len().max(1)
            }
        };
        let size = (width, height(shown.min(rows)));
        let place = Rect { height: (size.1 + 2).min(place.height), ..place };
        let inside = drawing::draw_dialog_frame(buffer, place, size, "Help", look, areas);
        let mut top = Rect { height: 1.min(inside.height), ..inside };
        let left = inside.height.saturating_sub(head);
        let body = Rect { y: inside.bottom() - left, height: left, ..inside };
        if self.page.is_some() {
            let tab = |name, on: bool| {
                let style: Style = if on { look.selected() } else { look.dim() };
                Span::styled(format!(" {name} "), style)
            };
            let tabs =
                [tab("Keys", !self.shows_page), Span::raw(" "), tab("Rules", self.shows_page)];
            let tabs = Line::from(tabs.to_vec());
            let width = u16::try_from(tabs.width()).unwrap_or(0).min(top.width);
            buffer.set_line(top.x, top.y, &tabs, top.width);
            areas.add(Rect { width, ..top }, AnyCommand::new(Command::Switch));
            let taken = (width + 2).min(top.width);
            top = Rect { x: top.x + taken, width: top.width - taken, ..top };
        }
        self.draw_filter(top, buffer, look, areas);
        match page {
            Some(page) => {
                areas.focus_on(body);
                self.draw_page(&page, body, buffer, look);
            }
            None => self.draw_keys(body, buffer, look, areas),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::arcade::tests::stage::{Stage, session, table};

    fn at_table() -> Stage {
        Stage::menu().over(table(session(["human", "human"], 8, &["2 4"])))
    }

    #[test]
    fn typing_finds_commands_by_name_and_by_key() {
        let mut stage = at_table();
        stage.keys("?").shows("type to find a command").shows("Look").shows("resign");
        stage.keys("RE").shows("redo").shows("resign").shows("!previous");
        stage.keys("<Esc>SEATS").shows("swapped").shows("!resign").shows("!Look");
        stage.keys("<Esc>").shows("resign").keys("u");
        // The key comes before the names that contain its letter.
        let drawn = stage.usual();
        let at = |text: &str| drawn.find(text).unwrap_or(usize::MAX);
        assert!(at("take back the last move") < at("cursor up"), "{drawn}");
        stage.keys("qq?").shows("No such command here.").keys("<Esc><Esc>").shows("X to move");
    }

    #[test]
    fn a_command_without_a_key_is_run_by_its_name() {
        let mut stage = at_table();
        stage.keys("?resign<Enter>").shows("Your opponent wins the game.").keys("n");
        stage.shows("X to move").keys("?").keys("<F1>").shows("X to move");
    }

    #[test]
    fn letters_lead_from_the_rules_to_the_commands() {
        let mut stage = at_table();
        stage.keys("?<Tab>").shows("!resign").keys(" ").shows("!resign");
        stage.keys("resi").shows("resign").shows("Esc clear");
    }

    #[test]
    fn help_over_a_text_field_has_only_the_keys_that_work_there() {
        let mut stage = Stage::menu().over(table(session(["human", "human"], 8, &["2 4"])));
        stage.keys("s").shows("Save the game as").shows("F1 help").shows("!? help");
        stage.keys("?q").shows("?q").keys("<F1>").shows("accept the text");
        stage.shows("F1  ").shows("!? F1").shows("!quit  ");
    }
}
