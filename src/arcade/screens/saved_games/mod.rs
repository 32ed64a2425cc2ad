//! The screen of saved games: a list to replay, continue, review, delete, export or import games.
//!
//! | file | contents |
//! |---|---|
//! | `list` | the list of games, loaded in sections, and the selected game |
//! | `preview` | the last position of the selected game |
//! | `jobs` | what can be done with a game, as background jobs |

mod jobs;
mod list;
mod preview;

use std::{
    borrow::Cow,
    ops::Range,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use crossterm::event::KeyCode;
use ratatui::{
    buffer::Buffer,
    layout::{
        Constraint::{Fill, Length, Max, Min},
        Layout, Offset, Rect,
    },
    style::{Modifier, Style},
};

use crate::{
    app::{
        Background, save_file,
        saved_games::{ListFilter, descriptions},
    },
    arcade::{
        dialog::{Question, yes_or_no},
        keys::{GAME_DIGITS, with_games},
        save_as,
        screen::{Commands, Context, Screen, Transition},
    },
    database::{Database, GameStatus, SavedGame, Store},
    games::Notation,
    job::Job,
    settings::local_clock::LocalClock,
    widgets::{
        AnyCommand, Binding, ClickAreas, Key, Look, Offer, drawing,
        keys::{Refusal, key_name},
        list::{TextColumn, draw_scroll_marks, draw_selection, draw_text_right},
        page::{Frame, WindowClass},
    },
};
use fourcade_engine::GameKind;
use jobs::{JobKind, JobOutcome};
use list::{GameList, ListStatus};
use preview::Preview;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Up,
    Down,
    PageUp,
    PageDown,
    First,
    Last,
    /// Select this row, or open its game if it is selected.
    Row(usize),
    /// Resume the game, or replay it if it is over.
    Open,
    Review,
    Delete,
    Export,
    Import,
    /// Show all games, or leave if all are shown.
    Leave,
    /// Show only this game, or all of them again.
    Game(GameKind),
    Opponent,
    Result,
    /// Delete the game with this id.
    DeleteNow(i64),
    ExportTo {
        id: i64,
        path: PathBuf,
        may_replace: bool,
    },
    ImportFrom(PathBuf),
}

const BEFORE: [Binding<Command, SavedGamesScreen>; 12] = [
    Binding::new(Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "previous game"),
    Binding::new(Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "next game"),
    Binding::new(Command::PageUp, &[Key::plain(KeyCode::PageUp)], "page up"),
    Binding::new(Command::PageDown, &[Key::plain(KeyCode::PageDown)], "page down"),
    Binding::new(Command::First, &[Key::plain(KeyCode::Home)], "most recent game"),
    Binding::new(Command::Last, &[Key::plain(KeyCode::End)], "oldest game"),
    Binding::new(
        Command::Open,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "resume the game, or replay it if it is over",
    )
    .footer("Enter", "replay")
    .refused(|screen| screen.selected_game().err()),
    Binding::new(Command::Review, &[Key::char('e')], "review: what each move cost")
        .footer("e", "review")
        .refused(SavedGamesScreen::replay_refusal),
    Binding::new(
        Command::Leave,
        &[Key::plain(KeyCode::Esc)],
        "show all games, or back to the menu",
    )
    .footer("Esc", "back"),
    Binding::new(Command::Delete, &[Key::plain(KeyCode::Delete)], "delete the game")
        .footer("Del", "delete")
        .refused(|screen| screen.selected_game().err()),
    Binding::new(Command::Export, &[Key::char('s')], "save the game to a file")
        .footer("s", "export")
        .needs_host()
        .refused(|screen| screen.selected_game().err()),
    Binding::new(Command::Import, &[Key::char('I')], "import a game from a file")
        .footer("I", "import")
        .needs_host(),
];

const AFTER: [Binding<Command, SavedGamesScreen>; 2] = [
    Binding::new(Command::Result, &[Key::char('f')], "filter by result"),
    Binding::new(Command::Opponent, &[Key::char('F')], "filter by opponent"),
];

pub static KEYS: LazyLock<Vec<Binding<Command, SavedGamesScreen>>> =
    LazyLock::new(|| with_games(BEFORE, None, Command::Game, AFTER));

struct RunningJob {
    kind: JobKind,
    job: Job<Result<JobOutcome, String>>,
}

pub struct SavedGamesScreen {
    store: Store,
    notation: Notation,
    background: Background,
    clock: LocalClock,
    list: GameList,
    preview: Preview,
    job: Option<RunningJob>,
    /// Whether games can be imported and exported: not for guests.
    has_files: bool,
}

pub fn open(context: &Context) -> Box<dyn Screen> {
    Box::new(SavedGamesScreen::new(context))
}

impl SavedGamesScreen {
    fn new(context: &Context) -> Self {
        let (store, background) = (context.store.clone(), context.background.clone());
        let list = GameList::new(store.clone());
        let preview = Preview::default();
        Self {
            store,
            background,
            notation: context.notation(),
            clock: context.home.clock.clone(),
            list,
            preview,
            job: None,
            has_files: !context.home.is_guest(),
        }
    }

    /// Returns the selected game, or why nothing can be done with it.
    fn selected_game(&self) -> Result<&SavedGame, Cow<'static, str>> {
        self.list.selected_game().ok_or_else(|| "no game is selected".into())
    }

    fn replay_refusal(&self) -> Refusal {
        match self.selected_game() {
            Ok(game) => jobs::replay_refusal(game).map(Cow::from),
            Err(reason) => Some(reason),
        }
    }

    fn is_running(&self) -> bool {
        self.list.selected_game().is_some_and(|game| game.status == GameStatus::Running)
    }

    fn is_filtered(&self) -> bool {
        *self.list.filter() != ListFilter::default()
    }

    fn change_list(&mut self, change: impl FnOnce(&mut GameList)) -> Transition {
        change(&mut self.list);
        // A game that was to be opened is no longer the selected one.
        self.job.take_if(|running| running.kind == JobKind::Open);
        self.load_preview();
        Transition::Redraw
    }

    fn change_filter(&mut self, change: impl FnOnce(&mut ListFilter, &[String])) -> Transition {
        self.change_list(|list| list.change_filter(change))
    }

    fn load_preview(&mut self) {
        self.preview.load(self.list.selected_game(), self.notation, &self.store);
    }

    /// Starts a job, unless another one is running.
    fn start(
        &mut self,
        kind: JobKind,
        start: impl FnOnce(&Store, &Background) -> Job<Result<JobOutcome, String>>,
    ) -> Transition {
        if let Some(running) = &self.job {
            return Transition::Notify(format!("please wait: {}", running.kind.description()));
        }
        let job = start(&self.store, &self.background);
        self.job = Some(RunningJob { kind, job });
        Transition::Redraw
    }

    fn open_game(
        &mut self,
        open: impl FnOnce(&mut Database, i64) -> Result<JobOutcome, String> + Send + 'static,
    ) -> Transition {
        let Some(game) = self.list.selected_game() else { return Transition::None };
        let id = game.id;
        self.start(JobKind::Open, |store, _| store.ask(move |games| open(games, id)))
    }

    fn open(&mut self) -> Transition {
        self.open_game(if self.is_running() { jobs::resume } else { jobs::replay })
    }

    fn ask_to_delete(&self) -> Transition {
        let Some(game) = self.list.selected_game() else { return Transition::None };
        let text = format!(
            "{}, {}, played {}.",
            descriptions::title(game),
            descriptions::players(game),
            self.clock.date_and_time(game.times.last_played)
        );
        let delete = AnyCommand::new(Command::DeleteNow(game.id));
        let choices = yes_or_no("delete it", "keep it", delete);
        Transition::Open(Box::new(Question::new("Delete this game?", text, choices)))
    }

    fn ask_for_export_file(&self, context: &Context) -> Transition {
        let Some(game) = self.list.selected_game() else { return Transition::None };
        // The key comes from the database and must not become a path.
        let key = game.game.parse().map_or("game", GameKind::key);
        let id = game.id;
        let name = save_file::proposed_name(key, &self.clock, game.times.last_played);
        save_as::ask_name(&name, context, move |path| {
            AnyCommand::new(Command::ExportTo { id, path, may_replace: false })
        })
    }

    /// Exports a game. Unless `may_replace` is set, asks before it replaces a file.
    fn export(&mut self, id: i64, path: PathBuf, may_replace: bool) -> Transition {
        if path.as_os_str().is_empty() {
            return Transition::Alert(save_as::NO_FILE_NAME.to_owned());
        }
        self.start(JobKind::Export, |store, background| {
            let store = store.clone();
            Job::start(background, move |_, _| jobs::export(&store, id, path, may_replace))
        })
    }

    fn import(&mut self, path: PathBuf) -> Transition {
        if path.as_os_str().is_empty() {
            return Transition::Alert(save_as::NO_FILE_NAME.to_owned());
        }
        self.start(JobKind::Import, |store, background| {
            let store = store.clone();
            Job::start(background, move |cancel, _| jobs::import(&store, &path, &cancel))
        })
    }

    fn finish_job(&mut self, context: &Context) -> Option<Transition> {
        let running = self.job.as_ref()?;
        let (kind, result) = (running.kind, running.job.take()?);
        self.job = None;
        Some(match result.and_then(|outcome| outcome) {
            Ok(JobOutcome::Open(factory)) => Transition::Open(factory(context)),
            Ok(JobOutcome::Done(message)) => {
                self.list.refresh();
                Transition::Notify(message)
            }
            Ok(JobOutcome::Exists(id, path)) => {
                let replace = Command::ExportTo { id, path: path.clone(), may_replace: true };
                save_as::ask_to_replace(&path, AnyCommand::new(replace))
            }
            Ok(JobOutcome::Imported { id, message }) => {
                // The filter might hide the new game.
                self.list.change_filter(|filter, _| *filter = ListFilter::default());
                self.list.refresh_and_select(Some(id));
                Transition::Notify(message)
            }
            // An error in a file may take more than one line.
            Err(error) if kind == JobKind::Import => {
                Transition::Open(Box::new(Question::message("Not imported", error)))
            }
            Err(error) => {
                self.list.refresh();
                Transition::Alert(error)
            }
        })
    }
}

impl Commands for SavedGamesScreen {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        let mut offers = Offer::all(&KEYS, self);
        if self.is_running() {
            Offer::relabel(&mut offers, &Command::Open, "resume");
        }
        if self.is_filtered() {
            Offer::relabel(&mut offers, &Command::Leave, "show all");
        }
        offers
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.change_list(|list| list.step(false)),
            Command::Down => self.change_list(|list| list.step(true)),
            Command::PageUp => self.change_list(|list| list.page(false)),
            Command::PageDown => self.change_list(|list| list.page(true)),
            Command::First => self.change_list(|list| list.select(0)),
            Command::Last => self.change_list(|list| list.select(usize::MAX)),
            Command::Row(row) if row == self.list.selected() => self.open(),
            Command::Row(row) => self.change_list(|list| list.select(row)),
            Command::Open => self.open(),
            Command::Review => self.open_game(jobs::review),
            Command::Delete => self.ask_to_delete(),
            Command::Export => self.ask_for_export_file(context),
            Command::Import => {
                let title = "Import a game from the file";
                save_as::ask_file(title, Path::new(""), context, |path| {
                    AnyCommand::new(Command::ImportFrom(path))
                })
            }
            Command::Leave if self.is_filtered() => {
                self.change_filter(|filter, _| *filter = ListFilter::default())
            }
            Command::Leave => Transition::Close,
            Command::Game(game) => self.change_filter(|filter, _| filter.toggle_game(game)),
            Command::Opponent => self.change_filter(ListFilter::next_opponent),
            Command::Result => self.change_filter(|filter, _| filter.next_result()),
            Command::DeleteNow(id) => self
                .start(JobKind::Delete, |store, _| store.ask(move |games| jobs::delete(games, id))),
            Command::ExportTo { id, path, may_replace } => self.export(id, path, may_replace),
            Command::ImportFrom(path) => self.import(path),
        }
    }
}

impl Screen for SavedGamesScreen {
    fn on_wheel(&mut self, down: bool) -> Transition {
        self.change_list(|list| list.step(down))
    }

    fn on_show(&mut self, _: &Context) {
        // Games may have been played since the list was loaded.
        self.list.refresh();
    }

    fn on_wake(&mut self, context: &Context) -> Transition {
        let has_changed = self.list.poll() | self.preview.poll();
        self.load_preview();
        match self.finish_job(context) {
            Some(transition) => transition,
            None if has_changed => Transition::Redraw,
            None => Transition::None,
        }
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let layout = SavedGamesLayout::new(area);
        let visible = self.list.scroll(layout.list.height);
        View { screen: self, look }.draw(&layout, visible, buffer, areas);
    }
}

/// The width of a list with all columns. A wider one has more room for the players.
const LIST_WIDTH: u16 = 75;
/// The list is narrow, with fewer columns, below this width.
const NARROW_WIDTH: u16 = LIST_WIDTH - 10;
/// The height of the details without a board.
const SHORT_DETAILS_HEIGHT: u16 = 2;
/// The columns between the list and the details beside it.
const GAP: u16 = 4;
/// The columns that a list beside the details may have in addition.
const MORE_FOR_PLAYERS: u16 = 8;
/// The minimum width of the details beside the list: the tiles of a usual board fit.
const MIN_BESIDE: u16 = 32;
/// The minimum and the maximum height of the details with a board below the list.
const DETAILS_HEIGHTS: [u16; 2] = [9, 22];

struct SavedGamesLayout {
    title: Rect,
    filter: Rect,
    /// The headings of the columns, where there is room for them.
    headings: Option<Rect>,
    list: Rect,
    details: Rect,
}

impl SavedGamesLayout {
    fn new(area: Rect) -> Self {
        let Frame { class, title, content } = Frame::new(area);
        let gap = u16::from(class > WindowClass::Small);
        let (body, beside) = if class == WindowClass::Large {
            let list = Max(LIST_WIDTH + 1 + MORE_FOR_PLAYERS);
            let columns = Layout::horizontal([list, Min(MIN_BESIDE)]).spacing(GAP);
            let [body, beside] = content.layout(&columns);
            (body, Some(beside))
        } else {
            (content, None)
        };
        // The scroll marks stand beside the list: in a narrow window, in the margin of the page.
        let body = Rect { width: body.width.saturating_sub(gap), ..body };
        let rows = Layout::vertical([Length(1), Length(gap), Length(gap), Fill(1)]);
        let [filter, _, headings, rest] = body.layout(&rows);
        let headings = (gap > 0).then_some(headings);
        if let Some(beside) = beside {
            let details = Rect { y: rest.y - 1, height: rest.height, ..beside };
            return Self { title, filter, headings, list: rest, details };
        }
        let details = if gap > 0 {
            let [min, max] = DETAILS_HEIGHTS;
            (rest.height * 2 / 5).clamp(min, max)
        } else {
            SHORT_DETAILS_HEIGHT
        };
        let [list, details] =
            rest.layout(&Layout::vertical([Fill(1), Length(details)]).spacing(gap));
        let inset = Offset::new(2, 0);
        let details = details.offset(inset).intersection(details);
        Self { title, filter, headings, list, details }
    }
}

const PLAYED_AT: TextColumn = TextColumn::new(2, 10);
const GAME: TextColumn = TextColumn::new(14, 13);
const PLAYERS: TextColumn = TextColumn::new(29, 18);
const RESULT: TextColumn = TextColumn::new(49, 10);
const TURNS: TextColumn = TextColumn::new(60, 5);
const MARKS: TextColumn = TextColumn::new(66, 8);
const NARROW_GAME: TextColumn = TextColumn::new(2, 13);
const NARROW_PLAYERS: TextColumn = TextColumn::new(16, 11);
const NARROW_RESULT: TextColumn = TextColumn::new(28, 10);

/// The columns that a row of a very wide list has in addition, all for the players.
fn extra_width(row: Rect) -> u16 {
    row.width.saturating_sub(LIST_WIDTH)
}

/// The columns to the right of the players: the result, the turns and the marks.
fn after_players(row: Rect) -> [TextColumn; 3] {
    [RESULT, TURNS, MARKS].map(|column| TextColumn { x: column.x + extra_width(row), ..column })
}

struct View<'a> {
    screen: &'a SavedGamesScreen,
    look: &'a Look,
}

impl View<'_> {
    fn draw(
        &self,
        layout: &SavedGamesLayout,
        visible: Range<usize>,
        buffer: &mut Buffer,
        areas: &mut ClickAreas,
    ) {
        self.draw_title(layout.title, &visible, buffer);
        self.draw_filter(layout.filter, buffer, areas);
        areas.focus_on(layout.list);
        if *self.screen.list.status() != ListStatus::Filled {
            return self.draw_status(layout.list, buffer);
        }
        if let Some(headings) = layout.headings {
            self.draw_headings(headings, buffer);
        }
        let has_more_above = visible.start > 0;
        let has_more_below = visible.end < self.screen.list.len();
        for (row, position) in layout.list.rows().zip(visible) {
            areas.add(row, Command::Row(position));
            self.draw_row(position, row, buffer, areas);
        }
        draw_scroll_marks(buffer, layout.list, has_more_above, has_more_below, self.look);
        if let Some(game) = self.screen.list.selected_game() {
            let played_at = self.screen.clock.date_and_time(game.times.last_played);
            GameDetails { game, played_at, preview: &self.screen.preview, look: self.look }
                .draw(layout.details, buffer);
        }
    }

    fn draw_title(&self, area: Rect, visible: &Range<usize>, buffer: &mut Buffer) {
        let (title, look) = ("Saved games", self.look);
        drawing::draw_text(buffer, area, title, look.accent(), look);
        let text = match (&self.screen.job, self.screen.list.len()) {
            (Some(job), _) => format!("{}{}", job.kind.description(), look.glyphs.going_on),
            (None, 0) => return,
            (None, count) => format!("{} - {} of {count}", visible.start + 1, visible.end),
        };
        let inset = drawing::text_width(title) + 2;
        let rest = Rect { x: area.x + inset, width: area.width.saturating_sub(inset), ..area };
        draw_text_right(buffer, rest, &text, look.dim(), look);
    }

    /// Draws each part of the filter with its key, as a button.
    fn draw_filter(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let look = self.look;
        let is_narrow = area.width < NARROW_WIDTH;
        // A click on the game shows the next one.
        let filter = self.screen.list.filter();
        let parts = [
            (GAME_DIGITS.clone(), ["Game", "all"], Command::Game(filter.game_after())),
            (key_name(&KEYS, &Command::Opponent), ["Opponent", "anyone"], Command::Opponent),
            (key_name(&KEYS, &Command::Result), ["Result", "any result"], Command::Result),
        ];
        let values = filter.labels().into_iter();
        let mut x = area.x;
        if is_narrow {
            drawing::draw_text(buffer, area, "Show", look.dim(), look);
            x = (x + 5).min(area.right());
        }
        for ((key, [label, short], command), (value, default)) in
            parts.into_iter().zip(values.zip(ListFilter::default().labels()))
        {
            let (is_default, start) = (value == default, x);
            let value_style = if is_default { look.text() } else { look.strong() };
            let parts = if is_narrow {
                let value = if is_default { short.to_owned() } else { value };
                [
                    ("", look.dim()),
                    (&*key, look.accent()),
                    (" ", look.dim()),
                    (&*value, value_style),
                ]
                .map(|(text, style)| (text.to_owned(), style))
            } else {
                [
                    (format!("{label} ("), look.dim()),
                    (key, look.accent()),
                    ("): ".to_owned(), look.dim()),
                    (value, value_style),
                ]
            };
            for (text, style) in &parts {
                let rest = Rect { x, width: area.right().saturating_sub(x), ..area };
                drawing::draw_text(buffer, rest, text, *style, look);
                x = (x + drawing::text_width(text)).min(area.right());
            }
            areas.add(Rect { x: start, width: x - start, ..area }, command);
            x = (x + if is_narrow { 2 } else { 4 }).min(area.right());
        }
    }

    fn draw_status(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let (text, style) = match self.screen.list.status() {
            ListStatus::Filled => return,
            ListStatus::Loading => (format!("Loading{}", look.glyphs.going_on), look.dim()),
            ListStatus::Failed(error) => {
                (format!("Can't read the saved games: {error}."), look.alert())
            }
            ListStatus::Empty => {
                let leave = key_name(&KEYS, &Command::Leave);
                let or_import = if self.screen.has_files {
                    let import = key_name(&KEYS, &Command::Import);
                    format!(", or {import} to import a game from a file")
                } else {
                    String::new()
                };
                let text = format!(
                    "No games yet. Every game you play is saved here. Press {leave} for the \
                     menu{or_import}."
                );
                (text, look.text())
            }
            ListStatus::NoMatch => (
                format!(
                    "No games match. Press {} to show all games.",
                    key_name(&KEYS, &Command::Leave)
                ),
                look.text(),
            ),
        };
        let area = Rect { width: area.width.min(60), ..area };
        drawing::draw_lines(buffer, area, &text, style, self.look);
    }

    fn draw_headings(&self, row: Rect, buffer: &mut Buffer) {
        let style = self.look.dim();
        let [result, turns, _] = after_players(row);
        for (column, heading) in
            [(PLAYED_AT, "when"), (GAME, "game"), (PLAYERS, "players"), (result, "result")]
        {
            column.draw(buffer, row, heading, style, self.look);
        }
        turns.draw_right(buffer, row, "turns", style, self.look);
    }

    fn draw_row(&self, position: usize, row: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let look = self.look;
        let (plain, dim, strong) = if position == self.screen.list.selected() {
            let plain = look.selected().remove_modifier(Modifier::BOLD);
            draw_selection(buffer, row, plain, look, areas);
            (plain, plain, look.selected())
        } else {
            (look.text(), look.dim(), look.strong())
        };
        let Some(game) = self.screen.list.game(position) else {
            return PLAYED_AT.draw(buffer, row, look.glyphs.ellipsis, dim, look);
        };
        // Unfinished games stand out.
        let result_style = if game.times.ended.is_none() { strong } else { plain };
        let (title, result) = (descriptions::title(game), descriptions::result(game));
        if row.width < NARROW_WIDTH {
            NARROW_GAME.draw(buffer, row, &title, plain, look);
            let players = descriptions::opponents_within(game, NARROW_PLAYERS.width);
            NARROW_PLAYERS.draw(buffer, row, &players, plain, look);
            NARROW_RESULT.draw(buffer, row, &result, result_style, look);
        } else {
            let played_at = self.screen.clock.time_or_date(game.times.last_played);
            PLAYED_AT.draw(buffer, row, &played_at, dim, look);
            GAME.draw(buffer, row, &title, plain, look);
            let [result_column, turns, marks] = after_players(row);
            let width = PLAYERS.width + extra_width(row);
            let players = descriptions::players_within(game, width);
            TextColumn { width, ..PLAYERS }.draw(buffer, row, &players, plain, look);
            result_column.draw(buffer, row, &result, result_style, look);
            turns.draw_right(buffer, row, &game.turns.to_string(), plain, look);
            marks.draw(buffer, row, &descriptions::marks(game), dim, look);
        }
    }
}

/// The width of the text beside a board.
const TEXT_WIDTH: u16 = 30;
/// Higher details have an empty line above the seats.
const SPACIOUS_DETAILS: u16 = 7;

struct GameDetails<'a> {
    game: &'a SavedGame,
    played_at: String,
    preview: &'a Preview,
    look: &'a Look,
}

impl GameDetails<'_> {
    /// Draws as much as fits into the area.
    fn draw(&self, area: Rect, buffer: &mut Buffer) {
        if area.height <= SHORT_DETAILS_HEIGHT {
            return self.draw_short(area, buffer);
        }
        // The board is below the text in a high area, or else beside it.
        let rows = 5 + u16::try_from(self.game.seats.len()).unwrap_or(u16::MAX);
        let (text, board) = if area.height > rows + area.width / 4 {
            let text = Rect { height: rows, ..area };
            (text, Rect { y: text.bottom(), height: area.height - rows, ..area })
        } else {
            let text = Rect { width: TEXT_WIDTH, ..area }.intersection(area);
            let x = (text.right() + 2).min(area.right());
            (text, Rect { x, width: area.right() - x, ..area })
        };
        self.draw_text(text, buffer);
        match self.preview.board(self.game) {
            Some(Ok(position)) => position.draw(board, buffer, self.look),
            Some(Err(error)) => {
                drawing::draw_lines(buffer, board, error, self.look.alert(), self.look);
            }
            None => {}
        }
    }

    /// Draws the seats in one line, and the other facts in a second one.
    fn draw_short(&self, area: Rect, buffer: &mut Buffer) {
        let lines = [
            self.seats_within(area.width),
            format!("{}, {}", self.played_at, descriptions::facts(self.game)),
        ];
        for (line, row) in lines.iter().zip(area.rows()) {
            drawing::draw_text(buffer, row, line, self.look.dim(), self.look);
        }
    }

    /// The seats with their players and scores, without the players if they don't fit.
    fn seats_within(&self, columns: u16) -> String {
        let score =
            |score: Option<i32>| score.map_or_else(String::new, |score| format!(" {score}"));
        let seats = descriptions::seats(self.game);
        let all = seats.iter().map(|at| format!("{} {}{}", at.seat, at.player, score(at.score)));
        let all = all.collect::<Vec<_>>().join(", ");
        if drawing::text_width(&all) <= columns {
            return all;
        }
        let scores = seats.iter().map(|at| format!("{}{}", at.seat, score(at.score)));
        scores.collect::<Vec<_>>().join(", ")
    }

    fn draw_text(&self, area: Rect, buffer: &mut Buffer) {
        let look = self.look;
        let mut rows = area.rows();
        let mut put_line = |text: &str, style: Style, score: Option<i32>| {
            let row = rows.next().unwrap_or(Rect { height: 0, ..area });
            drawing::draw_text(buffer, row, text, style, look);
            if let Some(score) = score {
                draw_text_right(buffer, row, &score.to_string(), style, look);
            }
        };
        put_line(&descriptions::title(self.game), look.strong(), None);
        put_line(&self.played_at, look.dim(), None);
        if area.height > SPACIOUS_DETAILS {
            put_line("", look.dim(), None);
        }
        for (index, seat) in descriptions::seats(self.game).into_iter().enumerate() {
            let note =
                if seat.note.is_empty() { String::new() } else { format!(", {}", seat.note) };
            let text = format!("{} {}{note}", seat.seat, seat.player);
            put_line(&text, look.seat(index), seat.score);
        }
        put_line(&descriptions::facts(self.game), look.dim(), None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_grows_with_the_window() {
        let layout = |width, height| SavedGamesLayout::new(Rect::new(0, 0, width, height));
        let sizes = [(80, 23), (100, 29), (120, 39), (200, 59)];
        let lists = sizes.map(|(width, height)| layout(width, height).list);
        assert_eq!(lists.map(|list| list.width), [75, 91, 75, 83]);
        assert_eq!(lists.map(|list| list.height), [6, 12, 32, 41]);
        for (width, height) in &sizes[..2] {
            let SavedGamesLayout { headings, list, details, .. } = layout(*width, *height);
            assert!(headings.is_some() && details.y == list.bottom() + 1);
            assert_eq!(details.bottom(), height - 1, "a row above the key bar");
        }
        for (width, height) in &sizes[2..] {
            let SavedGamesLayout { list, details, .. } = layout(*width, *height);
            assert!(details.x > list.right() && details.width >= MIN_BESIDE);
        }
    }
}
