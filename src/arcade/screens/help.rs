//! The help: finds and runs the commands of the screen below, and shows its rules.

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
    /// Run the listed command with this index.
    Run(usize),
    /// Clear the filter, or close the help if there is none.
    Back,
    Close,
}

/// No letters are bound, because they are typed into the filter.
pub static KEYS: [Binding<Command, HelpScreen>; 10] = [
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
    .refused(|help| refuse(help.rules.is_none(), "this screen has no rules")),
    Binding::new(
        "choose",
        Command::RunSelected,
        &[Key::plain(KeyCode::Enter)],
        "run the selected command",
    )
    .footer("Enter", "do it")
    .refused(|help| refuse(help.shows_rules, "switch to the keys to run a command")),
    Binding::new(
        "leave",
        Command::Back,
        &[Key::plain(KeyCode::Esc)],
        "clear the filter, or close the help",
    )
    .footer("Esc", "close"),
    Binding::new("help", Command::Close, &[Key::plain(KeyCode::F(1))], "close the help"),
];

pub struct HelpScreen {
    /// The commands of the screen below, sorted by group.
    offers: Vec<Offer<AnyCommand>>,
    /// Other pages and settings, listed only if the filter finds them.
    destinations: Vec<Offer<AnyCommand>>,
    filter: TextField,
    /// In Markdown.
    rules: Option<&'static str>,
    shows_rules: bool,
    /// An index among the listed commands.
    selected: usize,
    /// The first visible row of the commands.
    first: usize,
    rules_scroll: u16,
    max_rules_scroll: u16,
    /// In the last frame.
    visible_rows: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Row {
    Gap,
    Heading(Group),
    /// The indices of a listed command and of a line of its description.
    Command(usize, usize),
}

#[derive(Clone, Copy)]
struct ListStyle {
    is_grouped: bool,
    has_gaps: bool,
    key_width: u16,
    description_width: u16,
}

impl ListStyle {
    fn rows<C>(self, offers: &[&Offer<C>]) -> Vec<Row> {
        let (mut rows, mut group) = (Vec::new(), None);
        for (at, offer) in offers.iter().enumerate() {
            if self.is_grouped && group.replace(offer.group) != Some(offer.group) {
                rows.extend((self.has_gaps && at > 0).then_some(Row::Gap));
                rows.push(Row::Heading(offer.group));
            }
            let lines = drawing::wrap(offer.description, self.description_width).len();
            rows.extend((0..lines).map(|line| Row::Command(at, line)));
        }
        rows
    }
}

struct List {
    columns: Vec<Vec<Row>>,
    column_width: u16,
}

impl List {
    fn width(&self) -> u16 {
        let count = u16::try_from(self.columns.len()).unwrap_or(1);
        count * (self.column_width + COLUMN_GAP) - COLUMN_GAP
    }

    fn height(&self) -> usize {
        self.columns.iter().map(Vec::len).max().unwrap_or(0)
    }
}

/// Splits the rows at a heading, as evenly as possible. `None` if there is only one group.
fn split_at_group(rows: &[Row]) -> Option<Vec<Vec<Row>>> {
    let headings = (1..rows.len()).filter(|&at| matches!(rows[at], Row::Heading(_)));
    let at = headings.min_by_key(|&at| (at - 1).max(rows.len() - at))?;
    let left = &rows[..at];
    let left = left.strip_suffix(&[Row::Gap]).unwrap_or(left);
    Some(vec![left.to_vec(), rows[at..].to_vec()])
}

/// The width of each of two columns side by side, if both fit.
fn half_width(width: u16) -> Option<u16> {
    let half = width.saturating_sub(COLUMN_GAP) / 2;
    (half >= MIN_COLUMN_WIDTH).then_some(half.min(MAX_COLUMN_WIDTH))
}

/// Finds the empty line that splits a page into two columns of at most `height` rows, as evenly as
/// possible. Also returns the rows of the longer column.
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

/// If each typed word begins a word of the text, returns the byte offset of the first one.
fn place_of_words(text: &str, typed: &str) -> Option<usize> {
    let text = text.to_lowercase();
    let begins_word = |at: &usize| !text[..*at].ends_with(char::is_alphanumeric);
    let place = |word: &str| text.match_indices(word).map(|(at, _)| at).find(begins_word);
    let places: Option<Vec<_>> = typed.split_whitespace().map(place).collect();
    places.map(|places| places.first().copied().unwrap_or(0))
}

impl HelpScreen {
    pub fn new(
        offers: Vec<Offer<AnyCommand>>,
        rules: Option<&'static str>,
        shows_rules: bool,
    ) -> Self {
        let mut offers: Vec<_> = offers.into_iter().filter(|offer| offer.is_listed).collect();
        let moves = |offer: &Offer<_>| offer.keys.first().is_some_and(|key| key.is_movement());
        offers.sort_by_key(|offer| (offer.group, !offer.is_available(), moves(offer)));
        let shows_rules = shows_rules && rules.is_some();
        let filter = TextField::default();
        Self {
            offers,
            destinations: Vec::new(),
            filter,
            rules,
            shows_rules,
            selected: 0,
            first: 0,
            rules_scroll: 0,
            max_rules_scroll: 0,
            visible_rows: 1,
        }
    }

    pub fn with_destinations(self, destinations: Vec<Offer<AnyCommand>>) -> Self {
        Self { destinations, ..self }
    }

    /// The matches of the filter: commands with the typed key, then available commands,
    /// destinations, unavailable commands, and destinations of which only the label matches. Among
    /// these, earlier matches in a description come first.
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
        let destinations = self.destinations.iter().filter_map(|offer| ranked(offer, false));
        let mut listed: Vec<(&Offer<AnyCommand>, _)> = here.chain(destinations).collect();
        listed.sort_by_key(|(offer, rank)| (!has_key(offer), *rank));
        listed.into_iter().map(|(offer, _)| offer).collect()
    }

    /// Moves the selection or the rules down by `rows` rows, or up if `rows` is negative.
    fn move_by(&mut self, rows: i32) -> Transition {
        if self.shows_rules {
            let scroll = u16::try_from(i32::from(self.rules_scroll) + rows).unwrap_or(0);
            self.rules_scroll = scroll.min(self.max_rules_scroll);
        } else {
            let last = self.listed().len().saturating_sub(1);
            let moved = i64::try_from(self.selected).unwrap_or(0) + i64::from(rows);
            self.selected = usize::try_from(moved).unwrap_or(0).min(last);
        }
        Transition::Redraw
    }

    fn is_filtered(&self) -> bool {
        !self.shows_rules && !self.filter.text().is_empty()
    }

    /// Shows the commands from the top after the filter has changed.
    fn follow_filter(&mut self) -> Transition {
        (self.shows_rules, self.selected, self.first) = (false, 0, 0);
        Transition::Redraw
    }

    fn run_below(&self, at: usize) -> Transition {
        match self.listed().get(at) {
            Some(Offer { refusal: Some(reason), .. }) => Transition::Notify(reason.to_string()),
            Some(offer) => Transition::CloseAndRun(offer.command.clone()),
            None => Transition::None,
        }
    }

    fn key_width(&self, width: u16) -> u16 {
        let widths = self.offers.iter().map(|offer| drawing::text_width(&offer.key_names()));
        widths.max().unwrap_or(0).max(drawing::text_width(NO_KEY)).min(width / 2)
    }

    fn list_all(&self, room: Size) -> List {
        let all: Vec<_> = self.offers.iter().collect();
        let list = |width| self.list_style(width, room.height, true).rows(&all);
        if let Some(width) = half_width(room.width)
            && list(width).len() > MAX_SINGLE_COLUMN_ROWS
            && let Some(columns) = split_at_group(&list(width))
            && columns.iter().all(|rows| rows.len() <= room.height.into())
        {
            return List { columns, column_width: width };
        }
        let width = room.width.min(MAX_COLUMN_WIDTH);
        List { columns: vec![list(width)], column_width: width }
    }

    fn list_style(&self, width: u16, height: u16, is_grouped: bool) -> ListStyle {
        let key_width = self.key_width(width);
        let description_width = width.saturating_sub(key_width + 2);
        let has_gaps = height >= MIN_HEIGHT_WITH_GAPS - 4;
        ListStyle { is_grouped, has_gaps, key_width, description_width }
    }

    /// Lists the matches of the filter without groups, as wide as the list of all commands.
    fn list(&self, all: List, room: Size) -> List {
        if self.filter.text().trim().is_empty() {
            return all;
        }
        let style = self.list_style(all.width(), room.height, false);
        List { columns: vec![style.rows(&self.listed())], column_width: all.width() }
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
        let mut column = Rect { width: list.column_width, ..inside };
        for rows in &list.columns {
            for (row, place) in rows.iter().skip(first).zip(column.intersection(inside).rows()) {
                self.draw_row(*row, place, buffer, look, areas);
            }
            column.x += list.column_width + COLUMN_GAP;
        }
        (self.first, self.visible_rows) = (first, inside.height);
    }

    /// Scrolls as little as possible so that the selected command is visible.
    fn first_row(&self, rows: &[Row], height: usize) -> usize {
        let is_selected = |row: &Row| matches!(row, Row::Command(at, _) if *at == self.selected);
        let line = rows.iter().position(is_selected).unwrap_or(0);
        let last = rows.iter().rposition(is_selected).unwrap_or(0);
        // The first command is visible together with its heading.
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
        let rest = Rect { x, width: style.description_width, ..place };
        if let Some(text) = drawing::wrap(offer.description, style.description_width).get(line) {
            drawing::draw_text(buffer, rest, text, description, look);
        }
        areas.add(place, Command::Run(at));
    }

    /// Draws the typed text or a prompt, and why the selected command can't run.
    fn draw_filter(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let typed = if self.shows_rules { "" } else { self.filter.text() };
        if !self.shows_rules {
            self.filter.draw(area, buffer, look, areas);
        }
        let inset = drawing::text_width(typed) + if typed.is_empty() { 1 } else { 3 };
        let x = (area.x + inset).min(area.right());
        let rest = Rect { x, width: area.right() - x, ..area };
        let listed = self.listed();
        let refusal = listed.get(self.selected).and_then(|offer| offer.refusal.as_ref());
        let text = match refusal.filter(|_| !self.shows_rules) {
            Some(reason) => drawing::truncate(&format!("not now: {reason}"), rest.width, look),
            None if !typed.is_empty() => return,
            None => drawing::fitting(&PROMPTS, rest.width).to_owned(),
        };
        drawing::draw_text(buffer, rest, &text, look.dim(), look);
    }

    /// Draws the rules. A second column goes on below the empty line `break_at`, or where the first
    /// one ends.
    fn draw_rules(
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
        (self.max_rules_scroll, self.visible_rows) = (max_scroll, rows);
        self.rules_scroll = self.rules_scroll.min(max_scroll);
        let mut scroll = self.rules_scroll;
        for column in columns {
            let height = break_at.filter(|_| scroll == 0).unwrap_or(column.height);
            let column = Rect { height: height.min(column.height), ..*column };
            page.clone().scroll((scroll, 0)).render(column, buffer);
            scroll += height + u16::from(break_at.is_some());
        }
        let all = columns.iter().copied().reduce(Rect::union).unwrap_or(*first);
        let scroll = self.rules_scroll;
        draw_scroll_marks(buffer, all, scroll > 0, scroll < max_scroll, look);
    }
}

impl Commands for HelpScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let mut offers = Offer::all(&KEYS, self);
        Offer::relabel(
            &mut offers,
            &Command::Switch,
            if self.shows_rules { "keys" } else { "rules" },
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
                self.shows_rules = !self.shows_rules;
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

/// The prompt of the empty filter, the longest one first.
const PROMPTS: [&str; 3] =
    ["type to find a command, a page or a setting", "type to find a command", "type to find one"];
const NO_KEY: &str = "no key";
const MIN_COLUMN_WIDTH: u16 = 43;
const MAX_COLUMN_WIDTH: u16 = 72;
const COLUMN_GAP: u16 = 4;
const MAX_SINGLE_COLUMN_ROWS: usize = 16;
/// Lower windows have no gap below the tabs and the filter.
const MIN_HEIGHT_WITH_GAPS: u16 = 16;

impl Screen for HelpScreen {
    fn on_key(&mut self, key: Key, context: &Context) -> Transition {
        if self.shows_rules && key == Key::char(' ') {
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
        let head = if available.height < MIN_HEIGHT_WITH_GAPS { 1 } else { 2 };
        let width = available.width.saturating_sub(4);
        let room = Size::new(width, available.height.saturating_sub(2 + head));
        let page = self.rules.filter(|_| self.shows_rules).map(|page| {
            let page = Paragraph::new(markdown::render(&with_keys(page, &look.keymap), look));
            page.style(look.text()).wrap(Wrap { trim: false })
        });
        let all = self.list_all(room);
        // The box keeps its top edge and its width while the filter changes.
        let (text_width, columns, break_at, rows) = match &page {
            Some(page) => {
                let single = room.width.min(MAX_COLUMN_WIDTH);
                let is_long = page.line_count(single) > room.height.into();
                match half_width(room.width).filter(|_| is_long) {
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
        if self.rules.is_some() {
            let tab = |name, on: bool| {
                let style: Style = if on { look.selected() } else { look.dim() };
                Span::styled(format!(" {name} "), style)
            };
            let tabs =
                [tab("Keys", !self.shows_rules), Span::raw(" "), tab("Rules", self.shows_rules)];
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
                self.draw_rules(&page, &columns, break_at, buffer, look);
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
        // Descriptions that begin with the text come first, unavailable commands last.
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
    fn help_over_a_text_field_leads_to_a_page_and_back() {
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
    fn typing_on_the_rules_searches_the_commands() {
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
