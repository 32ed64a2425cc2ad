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
    First,
    Last,
    Switch,
    RunSelected,
    /// Run this one of the listed commands.
    Run(usize),
    /// Clear the filter, or close the help if there is none.
    Back,
    Close,
}

/// Letters are typed into the filter.
pub static KEYS: [Binding<Command, Help>; 10] = [
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up)], "up").footer("arrows", "move"),
    Binding::new("down", Command::Down, &[Key::plain(KeyCode::Down)], "down"),
    Binding::new("page-up", Command::PageUp, &[Key::plain(KeyCode::PageUp)], "page up"),
    Binding::new("page-down", Command::PageDown, &[Key::plain(KeyCode::PageDown)], "page down"),
    Binding::new("first", Command::First, &[Key::plain(KeyCode::Home)], "first row"),
    Binding::new("last", Command::Last, &[Key::plain(KeyCode::End)], "last row"),
    Binding::new(
        "rules",
        Command::Switch,
        &[Key::plain(KeyCode::Tab)],
        "switch between keys and rules",
    )
    .footer("Tab", "rules")
    .refused(|help| refuse(help.page.is_none(), "this screen has no rules")),
    Binding::new(
        "choose",
        Command::RunSelected,
        &[Key::plain(KeyCode::Enter)],
        "run the selected command",
    )
    .footer("Enter", "do it")
    .refused(|help| refuse(help.shows_page, "switch to the keys to run a command")),
    Binding::new(
        "leave",
        Command::Back,
        &[Key::plain(KeyCode::Esc)],
        "clear the filter, or close the help",
    )
    .footer("Esc", "close"),
    Binding::new("help", Command::Close, &[Key::plain(KeyCode::F(1))], "close the help"),
];

pub struct Help {
    /// The commands of the screen below, group by group.
    offers: Vec<Offer<AnyCommand>>,
    /// The pages and settings elsewhere, which only typing finds.
    elsewhere: Vec<Offer<AnyCommand>>,
    filter: TextField,
    /// The rules, in Markdown.
    page: Option<&'static str>,
    shows_page: bool,
    /// Among the listed commands.
    selected: usize,
    /// The first visible row of the commands, and of the page.
    first: usize,
    scroll: u16,
    /// The largest possible first row of the page, and the visible rows, in the last drawing.
    max_scroll: u16,
    visible_rows: u16,
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
    /// The columns of the keys, and of the descriptions, which are wrapped.
    key_width: u16,
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

/// The rows of the list, in columns of this width side by side.
struct List {
    columns: Vec<Vec<Row>>,
    width: u16,
}

impl List {
    fn width(&self) -> u16 {
        let count = u16::try_from(self.columns.len()).unwrap_or(1);
        count * (self.width + COLUMN_GAP) - COLUMN_GAP
    }

    fn height(&self) -> usize {
        self.columns.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// Splits rows before the heading of a group, so that the longer part is as short as possible.
/// `None` if there is only one group.
fn split_at_group(rows: &[Row]) -> Option<Vec<Vec<Row>>> {
    let headings = (1..rows.len()).filter(|&at| matches!(rows[at], Row::Heading(_)));
    let at = headings.min_by_key(|&at| (at - 1).max(rows.len() - at))?;
    let left = &rows[..at];
    let left = left.strip_suffix(&[Row::Gap]).unwrap_or(left);
    Some(vec![left.to_vec(), rows[at..].to_vec()])
}

/// The columns of what stands side by side in a room of this width, if there is space for two.
fn half(width: u16) -> Option<u16> {
    let half = width.saturating_sub(COLUMN_GAP) / 2;
    (half >= MIN_COLUMN).then_some(half.min(MAX_WIDTH))
}

/// Where a page of this width breaks into two columns: at the empty line that makes the longer one
/// shortest, if both fit into this height then. Also returns the rows of the longer column.
fn column_break(page: &Paragraph, width: u16, height: u16) -> (Option<u16>, usize) {
    let lines = page.line_count(width);
    let area = Rect::new(0, 0, width, u16::try_from(lines).unwrap_or(u16::MAX));
    let mut drawn = Buffer::empty(area);
    page.render(area, &mut drawn);
    let is_empty = |y: &u16| (0..width).all(|x| drawn[(x, *y)].symbol() == " ");
    let rows = |y: &u16| (*y).max(area.height.saturating_sub(y + 1));
    let gaps = (1..area.height).filter(is_empty).filter(|y| rows(y) <= height);
    gaps.min_by_key(rows).map_or((None, lines.div_ceil(2)), |y| (Some(y), rows(&y).into()))
}

/// If each typed word begins a word of this text, returns the place of the first one.
fn place_of_words(text: &str, typed: &str) -> Option<usize> {
    let text = text.to_lowercase();
    let begins_word = |at: &usize| !text[..*at].ends_with(char::is_alphanumeric);
    let place = |word: &str| text.match_indices(word).map(|(at, _)| at).find(begins_word);
    let places: Option<Vec<_>> = typed.split_whitespace().map(place).collect();
    places.map(|places| places.first().copied().unwrap_or(0))
}

impl Help {
    pub fn new(
        offers: Vec<Offer<AnyCommand>>,
        page: Option<&'static str>,
        shows_page: bool,
    ) -> Self {
        let mut offers: Vec<_> = offers.into_iter().filter(|offer| offer.is_listed).collect();
        let moves = |offer: &Offer<_>| offer.keys.first().is_some_and(|key| key.is_movement());
        offers.sort_by_key(|offer| (offer.group, !offer.is_available(), moves(offer)));
        let shows_page = shows_page && page.is_some();
        let filter = TextField::default();
        Self {
            offers,
            elsewhere: Vec::new(),
            filter,
            page,
            shows_page,
            selected: 0,
            first: 0,
            scroll: 0,
            max_scroll: 0,
            visible_rows: 1,
        }
    }

    /// Also finds these.
    pub fn with_destinations(self, elsewhere: Vec<Offer<AnyCommand>>) -> Self {
        Self { elsewhere, ..self }
    }

    /// What the filter lets through: first the commands with the typed key, then those of this screen
    /// that are available. The earlier the typed words stand in what is said of a command, the
    /// better. What is elsewhere comes last if only its explanation has the words.
    fn listed(&self) -> Vec<&Offer<AnyCommand>> {
        let typed = self.filter.text().trim();
        if typed.is_empty() {
            return self.offers.iter().collect();
        }
        let lower = typed.to_lowercase();
        let rank = |offer: &Offer<_>| {
            let label = offer.footer.as_ref().map_or("", |(_, label)| label);
            let is_key = offer.keys.iter().any(|key| key.name().to_lowercase() == lower);
            let other = place_of_words(label, &lower).is_some() || is_key;
            place_of_words(offer.description, &lower).or(other.then_some(usize::MAX))
        };
        let has_key = |offer: &Offer<_>| offer.keys.iter().any(|key| key.name() == typed);
        let ranked = |offer, is_here: bool| {
            let rank = rank(offer)?;
            let class = match (is_here, offer.is_available()) {
                (true, true) => 0,
                (false, _) if rank < usize::MAX => 1,
                (true, false) => 2,
                (false, _) => 3,
            };
            Some((offer, (class, rank)))
        };
        let here = self.offers.iter().filter_map(|offer| ranked(offer, true));
        let elsewhere = self.elsewhere.iter().filter_map(|offer| ranked(offer, false));
        let mut listed: Vec<(&Offer<AnyCommand>, _)> = here.chain(elsewhere).collect();
        listed.sort_by_key(|(offer, rank)| (!has_key(offer), *rank));
        listed.into_iter().map(|(offer, _)| offer).collect()
    }

    /// Moves the selection, or the page, down by `rows` rows, or up if `rows` is negative.
    fn move_by(&mut self, rows: i32) -> Transition {
        if self.shows_page {
            let scroll = u16::try_from(i32::from(self.scroll) + rows).unwrap_or(0);
            self.scroll = scroll.min(self.max_scroll);
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
        widths.max().unwrap_or(0).max(drawing::text_width(NO_KEY)).min(width / 2)
    }

    /// Lists all commands in a room of this size: in two columns if they are many and fit.
    fn list_all(&self, room: Size) -> List {
        let all: Vec<_> = self.offers.iter().collect();
        let list = |width| self.list_style(width, room.height, true).rows(&all);
        if let Some(width) = half(room.width)
            && list(width).len() > MAX_SINGLE_COLUMN
            && let Some(columns) = split_at_group(&list(width))
            && columns.iter().all(|rows| rows.len() <= room.height.into())
        {
            return List { columns, width };
        }
        let width = room.width.min(MAX_WIDTH);
        List { columns: vec![list(width)], width }
    }

    fn list_style(&self, width: u16, height: u16, is_grouped: bool) -> ListStyle {
        let key_width = self.key_width(width);
        let rest = width.saturating_sub(key_width + 2);
        ListStyle { is_grouped, has_gaps: height >= LOW - 4, key_width, width: rest }
    }

    /// Lists what the filter lets through, not grouped, as wide as the list of all commands.
    fn list(&self, all: List, room: Size) -> List {
        if self.filter.text().trim().is_empty() {
            return all;
        }
        let style = self.list_style(all.width(), room.height, false);
        List { columns: vec![style.rows(&self.listed())], width: all.width() }
    }

    fn draw_keys(
        &mut self,
        list: &List,
        inside: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        if self.listed().is_empty() {
            drawing::draw_text(buffer, inside, "Nothing is called that.", look.dim(), look);
        }
        let mut first = 0;
        if let [rows] = &list.columns[..] {
            first = self.first_row(rows, usize::from(inside.height));
            let has_more = first + usize::from(inside.height) < rows.len();
            draw_scroll_marks(buffer, inside, first > 0, has_more, look);
        }
        let mut column = Rect { width: list.width, ..inside };
        for rows in &list.columns {
            for (row, place) in rows.iter().skip(first).zip(column.intersection(inside).rows()) {
                self.draw_row(*row, place, buffer, look, areas);
            }
            column.x += list.width + COLUMN_GAP;
        }
        (self.first, self.visible_rows) = (first, inside.height);
    }

    /// Scrolls as little as possible so that the selected command is visible.
    fn first_row(&self, rows: &[Row], height: usize) -> usize {
        let is_selected = |row: &Row| matches!(row, Row::Command(at, _) if *at == self.selected);
        let line = rows.iter().position(is_selected).unwrap_or(0);
        let last = rows.iter().rposition(is_selected).unwrap_or(0);
        // The heading above the first command is seen together with it.
        let line = if line == 1 { 0 } else { line };
        scroll(self.first, last, rows.len(), height).min(line)
    }

    fn draw_row(
        &self,
        row: Row,
        place: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        let (at, line) = match row {
            Row::Gap => return,
            Row::Heading(group) => {
                return drawing::draw_text(buffer, place, group.title(), look.strong(), look);
            }
            Row::Command(at, line) => (at, line),
        };
        let Some(&offer) = self.listed().get(at) else { return };
        let [base, mut key, description] = if at == self.selected {
            [look.selected(); 3]
        } else if offer.is_available() {
            [look.text(), look.accent(), look.text()]
        } else {
            [look.dim(); 3]
        };
        buffer.set_style(place, base);
        if at == self.selected && line == 0 {
            areas.focus_on(place);
        }
        let style = self.list_style(place.width, 0, false);
        if line == 0 {
            let mut names = offer.key_names();
            if names.is_empty() {
                names = offer.footer.as_ref().map_or(NO_KEY.into(), |(kind, _)| kind.to_string());
                key = if at == self.selected { key } else { look.dim() };
            }
            drawing::draw_text(buffer, Rect { width: style.key_width, ..place }, &names, key, look);
        }
        let x = place.x + style.key_width + 2;
        let rest = Rect { x, width: style.width, ..place };
        if let Some(text) = drawing::wrap(offer.description, style.width).get(line) {
            drawing::draw_text(buffer, rest, text, description, look);
        }
        areas.add(place, Command::Run(at));
    }

    /// Draws what is typed, or that something can be typed, and why the selected command can't run.
    fn draw_filter(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let typed = if self.shows_page { "" } else { self.filter.text() };
        if !self.shows_page {
            self.filter.draw(area, buffer, look, areas);
        }
        let inset = drawing::text_width(typed) + if typed.is_empty() { 1 } else { 3 };
        let x = (area.x + inset).min(area.right());
        let rest = Rect { x, width: area.right() - x, ..area };
        let listed = self.listed();
        let refusal = listed.get(self.selected).and_then(|offer| offer.refusal.as_ref());
        let text = match refusal.filter(|_| !self.shows_page) {
            Some(reason) => drawing::truncate(&format!("not now: {reason}"), rest.width, look),
            None if !typed.is_empty() => return,
            None => drawing::fitting(&PROMPTS, rest.width).to_owned(),
        };
        drawing::draw_text(buffer, rest, &text, look.dim(), look);
    }

    /// Draws the rules. Where they are longer than the box, they go on in a second column, below
    /// the empty line `break_at` if there is one.
    fn draw_page(
        &mut self,
        page: &Paragraph,
        columns: &[Rect],
        break_at: Option<u16>,
        buffer: &mut Buffer,
        look: &Look,
    ) {
        let Some(first) = columns.first() else { return };
        let lines = u16::try_from(page.line_count(first.width)).unwrap_or(u16::MAX);
        let rows = columns.iter().map(|column| column.height).sum();
        let max_scroll = if break_at.is_some() { 0 } else { lines.saturating_sub(rows) };
        (self.max_scroll, self.visible_rows) = (max_scroll, rows);
        self.scroll = self.scroll.min(max_scroll);
        let mut scroll = self.scroll;
        for column in columns {
            let height = break_at.filter(|_| scroll == 0).unwrap_or(column.height);
            let column = Rect { height: height.min(column.height), ..*column };
            page.clone().scroll((scroll, 0)).render(column, buffer);
            scroll += height + u16::from(break_at.is_some());
        }
        let all = columns.iter().copied().reduce(Rect::union).unwrap_or(*first);
        draw_scroll_marks(buffer, all, self.scroll > 0, self.scroll < max_scroll, look);
    }
}

impl Commands for Help {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let mut offers = Offer::all(&KEYS, self);
        Offer::relabel(
            &mut offers,
            &Command::Switch,
            if self.shows_page { "keys" } else { "rules" },
        );
        if self.is_filtered() {
            Offer::relabel(&mut offers, &Command::Back, "clear");
        }
        offers
    }

    fn run(&mut self, command: Command, _: &Context) -> Transition {
        let page = i32::from(self.visible_rows);
        match command {
            Command::Up => self.move_by(-1),
            Command::Down => self.move_by(1),
            Command::PageUp => self.move_by(-page),
            Command::PageDown => self.move_by(page),
            Command::First => self.move_by(i32::MIN / 2),
            Command::Last => self.move_by(i32::MAX / 2),
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
const PROMPTS: [&str; 3] =
    ["type to find a command, a page or a setting", "type to find a command", "type to find one"];
/// Stands where others have their key.
const NO_KEY: &str = "no key";
/// The least and the largest width of a column of commands, or of the rules.
const MIN_COLUMN: u16 = 43;
const MAX_WIDTH: u16 = 72;
/// The columns between two columns of text.
const COLUMN_GAP: u16 = 4;
/// So many rows are in one column.
const MAX_SINGLE_COLUMN: usize = 16;
/// Windows with fewer rows have no gap below the tabs and the filter.
const LOW: u16 = 16;

impl Screen for Help {
    fn on_key(&mut self, key: Key, context: &Context) -> Transition {
        if self.shows_page && key == Key::char(' ') {
            return self.run(Command::PageDown, context);
        }
        if self.filter.on_key(key) { self.follow_filter() } else { Transition::None }
    }

    fn on_paste(&mut self, text: &str, _: &Context) -> Transition {
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
        let head = if available.height < LOW { 1 } else { 2 };
        // Inside the border and below the head.
        let width = available.width.saturating_sub(4);
        let room = Size::new(width, available.height.saturating_sub(2 + head));
        let page = self.page.filter(|_| self.shows_page).map(|page| {
            let page = Paragraph::new(markdown::render(&with_keys(page, &look.keymap), look));
            page.style(look.text()).wrap(Wrap { trim: false })
        });
        let all = self.list_all(room);
        // During typing the box keeps its upper edge and its width.
        let (text_width, columns, break_at, rows) = match &page {
            Some(page) => {
                let single = room.width.min(MAX_WIDTH);
                let is_long = page.line_count(single) > room.height.into();
                match half(room.width).filter(|_| is_long) {
                    Some(half) => {
                        let (break_at, rows) = column_break(page, half, room.height);
                        (half, 2, break_at, rows)
                    }
                    None => (single, 1, None, page.line_count(single)),
                }
            }
            None => (all.width(), 1, None, all.height()),
        };
        let list = self.list(all, room);
        let height = |rows| u16::try_from(rows).unwrap_or(room.height).min(room.height) + head;
        let largest = height(rows);
        let rows = if page.is_some() { largest } else { height(list.height().max(1)) };
        let size = (columns * (text_width + COLUMN_GAP) - COLUMN_GAP, rows);
        let y = area.y + area.height.saturating_sub(largest + 2) / 2;
        let place = Rect { y, height: rows + 2, ..area }.intersection(area);
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
            areas.add(Rect { width, ..top }, Command::Switch);
            let taken = (width + 2).min(top.width);
            top = Rect { x: top.x + taken, width: top.width - taken, ..top };
        }
        self.draw_filter(top, buffer, look, areas);
        match page {
            Some(page) => {
                let place = |column| {
                    let x = body.x + column * (text_width + COLUMN_GAP);
                    Rect { x, width: text_width, ..body }.intersection(body)
                };
                let columns: Vec<_> = (0..columns).map(place).collect();
                areas.focus_on(body);
                self.draw_page(&page, &columns, break_at, buffer, look);
            }
            None => self.draw_keys(&list, body, buffer, look, areas),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::arcade::tests::{
        fitting::screens,
        stage::{Stage, session, table},
    };

    fn at_table() -> Stage {
        Stage::menu().over(table(session(["human", "human"], 8, &["2 4"])))
    }

    #[test]
    fn typing_finds_commands_by_name_and_by_key() {
        let mut stage = at_table();
        stage.keys("?").shows("type to find a command").shows("Look").shows("resign");
        let place = |typed| super::place_of_words("Redo the rest, or not", typed);
        assert_eq!(["re o", "rest", "est"].map(place), [Some(0), Some(9), None]);
        stage.keys("RE").shows("redo").shows("resign").shows("!previous");
        // What begins like that comes first, and what is not available last.
        let drawn = stage.usual();
        let places = ["resign", "redraw", "redo", "pause or resume"].map(|text| drawn.find(text));
        assert!(places.is_sorted() && places[0].is_some(), "{drawn}");
        stage.keys("<Esc>SEATS").shows("swapped").shows("!resign").shows("!Look");
        stage.keys("<Esc>").shows("resign").keys("u");
        // The key comes before the names that contain its letter.
        let drawn = stage.usual();
        let at = |text: &str| drawn.find(text).unwrap_or(usize::MAX);
        assert!(at("take back the last move") < at("cursor up"), "{drawn}");
        stage.keys("qq?").shows("Nothing is called that.").keys("<Esc><Esc>").shows("X to move");
    }

    #[test]
    fn a_command_without_a_key_is_run_by_its_name() {
        let mut stage = at_table();
        stage.keys("?resign").shows("no key  ").keys("<Enter>");
        stage.shows("Your opponent wins the game.").keys("n");
        stage.shows("X to move").keys("?").keys("<F1>").shows("X to move");
    }

    #[test]
    fn a_command_that_is_not_available_says_why() {
        let mut stage = at_table();
        stage.keys("?redo").shows("not now: there is nothing to redo");
    }

    #[test]
    fn pages_and_settings_are_found_from_every_screen() {
        for (name, mut stage) in screens() {
            let before = stage.arcade.screens().len();
            stage.keys("<F1>theme").shows("Theme").shows("setting  ").keys("<Enter>");
            let settings = stage.usual();
            assert!(settings.contains("▸ Theme"), "{name}: {settings}");
            let expected = before + usize::from(name != "settings");
            assert_eq!(stage.arcade.screens().len(), expected, "{name}");
            if name == "settings" {
                stage.keys("<F1>settings:").shows("Nothing is called that.").keys("<Esc><Esc>");
            }
            stage.keys("<Esc>");
            if name != "settings" && name != "statistics" && name != "menu" {
                stage.keys("<F1>statist").shows("page  ").shows("statistics: wins");
                stage.keys("<Enter>").shows("Statistics").keys("<Esc>");
                assert_eq!(stage.arcade.screens().len(), before, "{name}");
            }
        }
    }

    #[test]
    fn a_game_goes_on_after_a_visit_to_another_page() {
        let mut stage = at_table();
        stage.keys("?today<Enter>").shows("Today's deal").keys("<Esc>").shows("X to move");
        // A setting that is changed there is also changed on a page of settings below.
        stage.keys("?motion<Enter>").shows("▸ Motion").keys("?statist<Enter>").shows("Statistics");
        stage.keys("?bell<Enter>").shows("▸ Bell").keys("<Right>").settle().keys("<Esc>");
        stage.shows("Statistics").keys("<Esc>").shows("▸ Motion").keys("<Esc>").shows("X to move");
        assert!(stage.arcade.settings().bell);
    }

    #[test]
    fn help_over_a_text_field_leads_elsewhere_and_back() {
        let mut stage = at_table();
        stage.keys("sabc").shows("abc").keys("<F1>motion<Enter>").shows("▸ Motion");
        stage.keys("<Esc>").shows("abc").keys("<Esc>").shows("X to move");
    }

    #[test]
    fn wide_windows_show_all_commands_at_once() {
        for size in [(100, 30), (120, 40), (200, 60)] {
            let text = at_table().keys("?").text(size);
            assert!(text.contains("cursor up") && text.contains("redraw the screen"), "{text}");
        }
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
