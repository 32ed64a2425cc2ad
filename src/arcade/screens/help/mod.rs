//! The help: finds and runs the commands of the screen below, and shows its rules.
//!
//! | file | contents |
//! |---|---|
//! | `list` | the rows of the list of commands |
//! | `rules` | the rules in one column or two |

mod list;
mod rules;

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{Rect, Size},
    text::{Line, Span},
};

use crate::{
    arcade::{
        destinations::DestinationOffer,
        screen::{Commands, Screen, ScreenContext, Transition},
    },
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer, TextField, drawing,
        keys::refuse,
        list::{draw_scroll_marks, scroll},
    },
};
use list::{List, Row, grouped_rows, split_at_heading, ungrouped_rows};
use rules::RulesPage;

/// The prompts of the empty filter, the longest first.
const PROMPTS: [&str; 3] =
    ["type to find a command, a page or a setting", "type to find a command", "type to find one"];
/// Replaces the key of a command that has none, which Enter runs in the help.
const NO_KEY: &str = "from here";
const MIN_COLUMN_WIDTH: u16 = 43;
const MAX_COLUMN_WIDTH: u16 = 72;
const COLUMN_GAP: u16 = 4;
const MAX_SINGLE_COLUMN_ROWS: usize = 16;
const KEY_GAP: u16 = 2;
const MIN_LIST_HEIGHT_WITH_GAPS: u16 = 12;
/// From this height of the window on, there is a gap below the head.
const MIN_HEIGHT_WITH_HEAD_GAP: u16 = 16;

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
    destinations: Vec<DestinationOffer>,
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
    /// The number of rows that were visible in the last frame.
    visible_rows: u16,
}

/// A command or destination in the list.
#[derive(Clone, Copy)]
struct Listed<'a> {
    offer: &'a Offer<AnyCommand>,
    /// Shown in place of the keys if it has none.
    without_key: &'static str,
    /// Searched besides the description.
    label: &'static str,
}

/// The width of each of two columns side by side, if both fit.
fn half_width(width: u16) -> Option<u16> {
    let half = width.saturating_sub(COLUMN_GAP) / 2;
    (half >= MIN_COLUMN_WIDTH).then_some(half.min(MAX_COLUMN_WIDTH))
}

/// If each typed word begins a word of the text, returns the byte offset of the first typed one.
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

    pub fn with_destinations(self, destinations: Vec<DestinationOffer>) -> Self {
        Self { destinations, ..self }
    }

    /// The matches of the filter: commands with the typed key, then available commands,
    /// destinations, unavailable commands, and destinations of which only the hint matches. Among
    /// these, earlier matches in a description come first.
    fn listed(&self) -> Vec<Listed<'_>> {
        let commands = self.offers.iter().map(|offer| {
            let label = offer.footer.as_ref().map_or("", |(_, label)| label);
            Listed { offer, without_key: NO_KEY, label }
        });
        let typed = self.filter.text().trim();
        if typed.is_empty() {
            return commands.collect();
        }
        let destinations =
            self.destinations.iter().map(|DestinationOffer { offer, kind, hint }| Listed {
                offer,
                without_key: kind,
                label: hint,
            });
        let lower = typed.to_lowercase();
        let match_position = |Listed { offer, label, .. }: &Listed| {
            let is_key = offer.keys.iter().any(|key| key.name().to_lowercase() == lower);
            let is_label_or_key = place_of_words(label, &lower).is_some() || is_key;
            place_of_words(offer.description, &lower).or(is_label_or_key.then_some(usize::MAX))
        };
        let rank = |is_command: bool, listed: &Listed| {
            let position = match_position(listed)?;
            let class = match (is_command, listed.offer.is_available()) {
                (true, true) => 0,
                (false, _) if position < usize::MAX => 1,
                (true, false) => 2,
                (false, _) => 3,
            };
            let has_key = listed.offer.keys.iter().any(|key| key.name() == typed);
            Some((!has_key, class, position))
        };
        let commands = commands.filter_map(|it| Some((rank(true, &it)?, it)));
        let destinations = destinations.filter_map(|it| Some((rank(false, &it)?, it)));
        let mut matches: Vec<_> = commands.chain(destinations).collect();
        matches.sort_by_key(|(rank, _)| *rank);
        matches.into_iter().map(|(_, listed)| listed).collect()
    }

    fn move_by(&mut self, rows: isize) -> Transition {
        if self.shows_rules {
            let scroll = usize::from(self.rules_scroll).saturating_add_signed(rows);
            self.rules_scroll = drawing::cells(scroll).min(self.max_rules_scroll);
        } else {
            let last = self.listed().len().saturating_sub(1);
            self.selected = self.selected.saturating_add_signed(rows).min(last);
        }
        Transition::Redraw
    }

    fn is_filtered(&self) -> bool {
        !self.shows_rules && !self.filter.text().is_empty()
    }

    fn follow_filter(&mut self) -> Transition {
        (self.shows_rules, self.selected, self.first) = (false, 0, 0);
        Transition::Redraw
    }

    fn run_listed(&self, at: usize) -> Transition {
        match self.listed().get(at).map(|listed| listed.offer) {
            Some(Offer { refusal: Some(reason), .. }) => Transition::Notify(reason.to_string()),
            Some(offer) => Transition::CloseAndRun(offer.command.clone()),
            None => Transition::None,
        }
    }

    fn key_width(&self, column_width: u16) -> u16 {
        let widths = self.offers.iter().map(|offer| drawing::text_width(&offer.key_names()));
        widths.max().unwrap_or(0).max(drawing::text_width(NO_KEY)).min(column_width / 2)
    }

    fn description_width(&self, column_width: u16) -> u16 {
        column_width.saturating_sub(self.key_width(column_width) + KEY_GAP)
    }

    /// All commands in groups: in two columns if one would be long and both fit.
    fn list_all(&self, room: Size) -> List {
        let has_gaps = room.height >= MIN_LIST_HEIGHT_WITH_GAPS;
        let rows = |width| grouped_rows(&self.offers, self.description_width(width), has_gaps);
        if let Some(column_width) = half_width(room.width)
            && rows(column_width).len() > MAX_SINGLE_COLUMN_ROWS
            && let Some(columns) = split_at_heading(&rows(column_width))
            && columns.iter().all(|rows| rows.len() <= room.height.into())
        {
            return List { columns, column_width };
        }
        let column_width = room.width.min(MAX_COLUMN_WIDTH);
        List { columns: vec![rows(column_width)], column_width }
    }

    fn list_matches(&self, column_width: u16) -> List {
        let offers: Vec<_> = self.listed().iter().map(|listed| listed.offer).collect();
        let rows = ungrouped_rows(&offers, self.description_width(column_width));
        List { columns: vec![rows], column_width }
    }

    fn draw_list(
        &mut self,
        list: &List,
        area: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) {
        if self.listed().is_empty() {
            drawing::draw_text(buffer, area, "Nothing is called that.", look.dim(), look);
        }
        let mut first = 0;
        // Two columns never scroll.
        if let [rows] = &list.columns[..] {
            first = self.first_row(rows, usize::from(area.height));
            let has_more = first + usize::from(area.height) < rows.len();
            draw_scroll_marks(buffer, area, first > 0, has_more, look);
        }
        let mut column = Rect { width: list.column_width, ..area };
        for rows in &list.columns {
            for (row, place) in rows.iter().skip(first).zip(column.intersection(area).rows()) {
                self.draw_row(*row, place, buffer, look, areas);
            }
            column.x += list.column_width + COLUMN_GAP;
        }
        (self.first, self.visible_rows) = (first, area.height);
    }

    /// The first row to show, so that the selected command is visible after as little scrolling as
    /// possible.
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
        let Some(&Listed { offer, without_key, .. }) = self.listed().get(at) else { return };
        let is_selected = at == self.selected;
        let [row_style, key_style, description_style] = if is_selected {
            [look.selected(); 3]
        } else if offer.is_available() {
            [look.text(), look.accent(), look.text()]
        } else {
            [look.dim(); 3]
        };
        buffer.set_style(place, row_style);
        let key_width = self.key_width(place.width);
        if line == 0 {
            if is_selected {
                areas.focus_on(place);
            }
            let keys = Rect { width: key_width, ..place };
            let names = offer.key_names();
            if names.is_empty() {
                let style = if is_selected { key_style } else { look.dim() };
                drawing::draw_text(buffer, keys, without_key, style, look);
            } else {
                drawing::draw_text(buffer, keys, &names, key_style, look);
            }
        }
        let width = self.description_width(place.width);
        if let Some(text) = drawing::wrap(offer.description, width).get(line) {
            let description = Rect { x: place.x + key_width + KEY_GAP, width, ..place };
            drawing::draw_text(buffer, description, text, description_style, look);
        }
        areas.add(place, Command::Run(at));
    }

    /// Draws a frame for content of this size, which may be taller than the window, and returns its
    /// inside. The top edge is that of a frame for `max_height` rows, so that it doesn't move while
    /// the list shrinks.
    fn draw_frame(
        &self,
        area: Rect,
        content: Size,
        max_height: u16,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) -> Rect {
        let (head, room) = (head_height(area), content_room(area));
        let height = head + content.height.min(room.height);
        let max_height = head + max_height.min(room.height);
        let y = area.y + area.height.saturating_sub(max_height + 2) / 2;
        let place = Rect { y, height: height + 2, ..area }.intersection(area);
        let size = Size::new(content.width, height);
        let inside = drawing::draw_dialog_frame(buffer, place, size, "Help", look, areas);
        let filter = self.draw_tabs(inside, buffer, look, areas);
        self.draw_filter(filter, buffer, look, areas);
        let height = inside.height.saturating_sub(head);
        Rect { y: inside.bottom() - height, height, ..inside }
    }

    /// Draws the tabs if there are rules. Returns the rest of the row.
    fn draw_tabs(
        &self,
        inside: Rect,
        buffer: &mut Buffer,
        look: &Look,
        areas: &mut ClickAreas,
    ) -> Rect {
        let row = Rect { height: 1.min(inside.height), ..inside };
        if self.rules.is_none() {
            return row;
        }
        let tab = |name, is_shown| {
            let style = if is_shown { look.selected() } else { look.dim() };
            Span::styled(format!(" {name} "), style)
        };
        let (keys, rules) = (tab("Keys", !self.shows_rules), tab("Rules", self.shows_rules));
        let tabs = Line::from(vec![keys, Span::raw(" "), rules]);
        let width = u16::try_from(tabs.width()).unwrap_or(0).min(row.width);
        buffer.set_line(row.x, row.y, &tabs, row.width);
        areas.add(Rect { width, ..row }, Command::Switch);
        drawing::skip_columns(row, width + 2)
    }

    fn draw_filter(&self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let typed = if self.shows_rules { "" } else { self.filter.text() };
        if !self.shows_rules {
            self.filter.draw(area, buffer, look, areas);
        }
        let inset = drawing::text_width(typed) + if typed.is_empty() { 1 } else { 3 };
        let rest = drawing::skip_columns(area, inset);
        let listed = self.listed();
        let refusal = listed.get(self.selected).and_then(|listed| listed.offer.refusal.as_ref());
        let text = match refusal.filter(|_| !self.shows_rules) {
            Some(reason) => drawing::truncate(&format!("not now: {reason}"), rest.width, look),
            None if !typed.is_empty() => return,
            None => drawing::fitting(&PROMPTS, rest.width).to_owned(),
        };
        drawing::draw_text(buffer, rest, &text, look.dim(), look);
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

    fn run(&mut self, command: Command, _: &ScreenContext) -> Transition {
        let page = usize::from(self.visible_rows).cast_signed();
        match command {
            Command::Up => self.move_by(-1),
            Command::Down => self.move_by(1),
            Command::PageUp => self.move_by(-page),
            Command::PageDown => self.move_by(page),
            Command::First => self.move_by(isize::MIN),
            Command::Last => self.move_by(isize::MAX),
            Command::Switch => {
                self.shows_rules = !self.shows_rules;
                Transition::Redraw
            }
            Command::RunSelected => self.run_listed(self.selected),
            Command::Run(at) => self.run_listed(at),
            Command::Back if self.is_filtered() => {
                self.filter.take();
                self.follow_filter()
            }
            Command::Back | Command::Close => Transition::Close,
        }
    }
}

/// The rows of the tabs and the filter, and the gap below them.
fn head_height(area: Rect) -> u16 {
    if area.height < MIN_HEIGHT_WITH_HEAD_GAP { 1 } else { 2 }
}

/// The space for the list or the rules: without the frame, the head and a margin.
fn content_room(area: Rect) -> Size {
    let width = area.width.saturating_sub(6);
    Size::new(width, area.height.saturating_sub(2 + head_height(area)))
}

impl Screen for HelpScreen {
    fn on_key(&mut self, key: Key, context: &ScreenContext) -> Transition {
        if self.shows_rules && key == Key::char(' ') {
            return self.run(Command::PageDown, context);
        }
        if self.filter.on_key(key) { self.follow_filter() } else { Transition::None }
    }

    fn on_paste(&mut self, text: &str, _: &ScreenContext) -> Transition {
        self.filter.insert(text);
        self.follow_filter()
    }

    fn takes_text(&self) -> bool {
        true
    }

    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.move_by(3 * rows)
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let room = content_room(area);
        if let Some(rules) = self.rules.filter(|_| self.shows_rules) {
            let page = RulesPage::new(rules, room, look);
            let size = page.size();
            let body = self.draw_frame(area, size, size.height, buffer, look, areas);
            areas.focus_on(body);
            self.visible_rows = page.visible_lines(body);
            self.max_rules_scroll = page.max_scroll(body);
            self.rules_scroll = self.rules_scroll.min(self.max_rules_scroll);
            page.draw(body, self.rules_scroll, buffer, look);
        } else {
            let all = self.list_all(room);
            // The frame keeps its top edge and its width while the filter changes.
            let max_size = all.size();
            let is_filtered = !self.filter.text().trim().is_empty();
            let list = if is_filtered { self.list_matches(max_size.width) } else { all };
            let size = Size::new(max_size.width, list.size().height.max(1));
            let body = self.draw_frame(area, size, max_size.height, buffer, look, areas);
            self.draw_list(&list, body, buffer, look, areas);
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
        let drawn = stage.medium();
        let places = ["resign", "redraw", "redo", "pause or resume"].map(|text| drawn.find(text));
        assert!(places.is_sorted() && places[0].is_some(), "{drawn}");
        stage.keys("<Esc>SEATS").shows("swapped").shows("!resign").shows("!Look");
        stage.keys("<Esc>").shows("resign").keys("u");
        // The key comes before the names that contain its letter.
        let drawn = stage.medium();
        let at = |text: &str| drawn.find(text).unwrap_or(usize::MAX);
        assert!(at("take back the last move") < at("cursor up"), "{drawn}");
        stage
            .keys("qq?")
            .shows("Nothing is called that.")
            .keys("<Esc><Esc>")
            .shows("Player 2 to move");
    }

    #[test]
    fn a_command_without_a_key_is_run_by_its_name() {
        let mut stage = at_table();
        stage.keys("?resign").shows("from here  ").keys("<Enter>");
        stage.shows("Player 1 wins the game.").keys("n");
        stage.shows("Player 2 to move").keys("?").keys("<F1>").shows("Player 2 to move");
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
            let settings = stage.medium();
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
        stage.keys("?today<Enter>").shows("Today's deal").keys("<Esc>").shows("Player 2 to move");
        // A setting that is changed there is also changed on a page of settings below.
        stage.keys("?motion<Enter>").shows("▸ Motion").keys("?statist<Enter>").shows("Statistics");
        stage.keys("?bell<Enter>").shows("▸ Bell").keys("<Right>").settle().keys("<Esc>");
        stage
            .shows("Statistics")
            .keys("<Esc>")
            .shows("▸ Motion")
            .keys("<Esc>")
            .shows("Player 2 to move");
        assert!(stage.arcade.settings().bell);
    }

    #[test]
    fn help_over_a_text_field_leads_to_a_page_and_back() {
        let mut stage = at_table();
        stage.keys("sabc").shows("abc").keys("<F1>motion<Enter>").shows("▸ Motion");
        stage.keys("<Esc>").shows("abc").keys("<Esc>").shows("Player 2 to move");
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
