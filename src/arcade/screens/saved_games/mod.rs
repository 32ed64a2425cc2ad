//! The screen of saved games: a list to replay, continue, review, delete, export or import games.
//!
//! | file | contents |
//! |---|---|
//! | `list` | the list of games, and the selected game |
//! | `jobs` | the background jobs on games |

mod jobs;
mod list;

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
        Constraint::{Fill, Length},
        Layout, Rect,
    },
    style::Modifier,
};

use crate::{
    app::{Background, save_file, saved_games::descriptions},
    arcade::{
        dialog::{Question, yes_or_no},
        keys::{GAME_DIGITS, with_games},
        save_as,
        screen::{Commands, Screen, ScreenContext, Transition},
    },
    database::{Database, GameStatus, SavedGame, Store},
    games::{GameFacts, Naming},
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
pub use jobs::open_replay;
use jobs::{JobKind, JobOutcome};
use list::{GameList, ListStatus};

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
    /// Show only this game, or all games if it was the filter.
    Game(GameKind),
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
    Binding::new("up", Command::Up, &[Key::plain(KeyCode::Up), Key::char('k')], "previous game"),
    Binding::new("down", Command::Down, &[Key::plain(KeyCode::Down), Key::char('j')], "next game"),
    Binding::new("page-up", Command::PageUp, &[Key::plain(KeyCode::PageUp)], "page up"),
    Binding::new("page-down", Command::PageDown, &[Key::plain(KeyCode::PageDown)], "page down"),
    Binding::new("first", Command::First, &[Key::plain(KeyCode::Home)], "most recent game"),
    Binding::new("last", Command::Last, &[Key::plain(KeyCode::End)], "oldest game"),
    Binding::new(
        "choose",
        Command::Open,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "resume the game, or replay it if it is over",
    )
    .footer("Enter", "replay")
    .refused(|screen| screen.selected_game().err()),
    Binding::new("review", Command::Review, &[Key::char('e')], "review: what each move cost")
        .footer("e", "review")
        .refused(SavedGamesScreen::replay_refusal),
    Binding::new(
        "leave",
        Command::Leave,
        &[Key::plain(KeyCode::Esc)],
        "show all games, or back to the menu",
    )
    .footer("Esc", "back"),
    Binding::new("delete", Command::Delete, &[Key::plain(KeyCode::Delete)], "delete the game")
        .footer("Del", "delete")
        .refused(|screen| screen.selected_game().err()),
    Binding::new("save", Command::Export, &[Key::char('s')], "save the game to a file")
        .footer("s", "export")
        .needs_host()
        .refused(|screen| screen.selected_game().err()),
    Binding::new("import", Command::Import, &[Key::char('I')], "import a game from a file")
        .footer("I", "import")
        .needs_host(),
];

pub static KEYS: LazyLock<Vec<Binding<Command, SavedGamesScreen>>> =
    LazyLock::new(|| with_games(BEFORE, None, Command::Game, []));

struct RunningJob {
    kind: JobKind,
    job: Job<Result<JobOutcome, String>>,
}

pub struct SavedGamesScreen {
    store: Store,
    background: Background,
    clock: LocalClock,
    naming: Naming,
    list: GameList,
    job: Option<RunningJob>,
    /// Whether games can be imported and exported, which guests can't do.
    has_files: bool,
}

pub fn open(context: &ScreenContext) -> Box<dyn Screen> {
    Box::new(SavedGamesScreen::new(context))
}

impl SavedGamesScreen {
    fn new(context: &ScreenContext) -> Self {
        let (store, background) = (context.store.clone(), context.background.clone());
        let list = GameList::new(store.clone());
        Self {
            store,
            background,
            clock: context.home.clock.clone(),
            naming: context.naming(),
            list,
            job: None,
            has_files: !context.home.is_guest(),
        }
    }

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
        self.list.filter().is_some()
    }

    fn change_list(&mut self, change: impl FnOnce(&mut GameList)) -> Transition {
        change(&mut self.list);
        // A game that was about to open is no longer the selected one.
        self.job.take_if(|running| running.kind == JobKind::Open);
        Transition::Redraw
    }

    fn toggle_game(&mut self, game: GameKind) -> Transition {
        let filter = Some(game).filter(|_| self.list.filter() != Some(game));
        self.change_list(|list| list.set_filter(filter))
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
            descriptions::players(game, self.naming),
            self.clock.date_and_time(game.times.last_played)
        );
        let delete = AnyCommand::new(Command::DeleteNow(game.id));
        let choices = yes_or_no("delete it", "keep it", delete);
        Transition::Open(Box::new(Question::new("Delete this game?", text, choices)))
    }

    fn ask_for_export_file(&self, context: &ScreenContext) -> Transition {
        let Some(game) = self.list.selected_game() else { return Transition::None };
        // The key comes from the database and must not become a path.
        let key = game.game.parse().map_or("game", GameKind::key);
        let id = game.id;
        let name = save_file::proposed_name(key, &self.clock, game.times.last_played);
        save_as::ask_game_file(&name, context, move |path| {
            AnyCommand::new(Command::ExportTo { id, path, may_replace: false })
        })
    }

    /// Unless `may_replace` is set, asks before replacing a file.
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
        let naming = self.naming;
        self.start(JobKind::Import, |store, background| {
            let store = store.clone();
            Job::start(background, move |cancel, _| jobs::import(&store, &path, naming, &cancel))
        })
    }

    fn finish_job(&mut self, context: &ScreenContext) -> Option<Transition> {
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
                self.list.set_filter(None);
                self.list.refresh_and_select(id);
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

    fn run(&mut self, command: Command, context: &ScreenContext) -> Transition {
        match command {
            Command::Up => self.change_list(|list| list.step(-1)),
            Command::Down => self.change_list(|list| list.step(1)),
            Command::PageUp => self.change_list(|list| list.page(-1)),
            Command::PageDown => self.change_list(|list| list.page(1)),
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
            Command::Leave if self.is_filtered() => self.change_list(|list| list.set_filter(None)),
            Command::Leave => Transition::Close,
            Command::Game(game) => self.toggle_game(game),
            Command::DeleteNow(id) => self
                .start(JobKind::Delete, |store, _| store.ask(move |games| jobs::delete(games, id))),
            Command::ExportTo { id, path, may_replace } => self.export(id, path, may_replace),
            Command::ImportFrom(path) => self.import(path),
        }
    }
}

impl Screen for SavedGamesScreen {
    fn on_wheel(&mut self, rows: isize) -> Transition {
        self.change_list(|list| list.step(rows))
    }

    fn on_show(&mut self, context: &ScreenContext) {
        self.naming = context.naming();
        // Games may have been played since the list was loaded.
        self.list.refresh();
    }

    fn on_wake(&mut self, context: &ScreenContext) -> Transition {
        let has_changed = self.list.collect();
        match self.finish_job(context) {
            Some(transition) => transition,
            None if has_changed => Transition::Redraw,
            None => Transition::None,
        }
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let layout = SavedGamesLayout::new(area);
        let visible = self.list.scroll_to_selected(layout.list.height);
        View { screen: self, look }.draw(&layout, visible, buffer, areas);
    }
}

/// The width of a list with all columns. A wider one has more room for the players.
const LIST_WIDTH: u16 = 75;
const MAX_LIST_WIDTH: u16 = LIST_WIDTH + 25;
/// Below this width, the list has fewer columns.
const NARROW_WIDTH: u16 = LIST_WIDTH - 10;

struct SavedGamesLayout {
    title: Rect,
    filter: Rect,
    headings: Option<Rect>,
    list: Rect,
    /// Two lines about the selected game.
    details: Rect,
}

impl SavedGamesLayout {
    fn new(area: Rect) -> Self {
        let Frame { class, title, content } = Frame::new(area);
        let gap = u16::from(class > WindowClass::Small);
        // The scroll marks stand beside the list, in a small window in the page's margin.
        let width = content.width.saturating_sub(gap).min(MAX_LIST_WIDTH);
        let rows = [Length(1), Length(gap), Length(gap), Fill(1), Length(gap), Length(2)];
        let [filter, _, headings, list, _, details] =
            Rect { width, ..content }.layout(&Layout::vertical(rows));
        let details = Rect { x: details.x + 2, width: details.width.saturating_sub(2), ..details };
        Self { title, filter, headings: (gap > 0).then_some(headings), list, details }
    }
}

const PLAYED_AT: TextColumn = TextColumn::new(2, 10);
const GAME: TextColumn = TextColumn::new(14, 13);
const PLAYERS: TextColumn = TextColumn::new(29, 18);
const RESULT: TextColumn = TextColumn::new(48, 11);
const TURNS: TextColumn = TextColumn::new(60, 5);
const MARKS: TextColumn = TextColumn::new(66, 8);
const NARROW_GAME: TextColumn = TextColumn::new(2, 13);
const NARROW_PLAYERS: TextColumn = TextColumn::new(16, 11);
const NARROW_RESULT: TextColumn = TextColumn::new(28, 10);

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
        if self.screen.list.status() != ListStatus::Filled {
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
            let lines = [
                descriptions::seats_within(game, layout.details.width, self.screen.naming),
                format!("{played_at}, {}", descriptions::facts(game)),
            ];
            for (line, row) in lines.iter().zip(layout.details.rows()) {
                drawing::draw_text(buffer, row, line, self.look.dim(), self.look);
            }
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

    /// A click on the filter selects the next game.
    fn draw_filter(&self, area: Rect, buffer: &mut Buffer, areas: &mut ClickAreas) {
        let look = self.look;
        let filter = self.screen.list.filter();
        let title = filter.map_or("all", |game| GameFacts::of(game).title);
        let parts = [
            ("Game (", look.dim()),
            (&**GAME_DIGITS, look.accent()),
            ("): ", look.dim()),
            (title, if filter.is_none() { look.text() } else { look.strong() }),
        ];
        let mut rest = area;
        for (text, style) in parts {
            drawing::draw_text(buffer, rest, text, style, look);
            let width = drawing::text_width(text).min(rest.width);
            rest = Rect { x: rest.x + width, width: rest.width - width, ..rest };
        }
        let at = filter.and_then(|game| GameKind::ALL.iter().position(|other| *other == game));
        let next = GameKind::ALL.get(at.map_or(0, |at| at + 1)).copied();
        if let Some(game) = next.or(filter) {
            areas.add(Rect { width: area.width - rest.width, ..area }, Command::Game(game));
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
        drawing::draw_lines(buffer, area, &look.keymap.fill(&text), style, look);
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
        let Some(game) = self.screen.list.game(position) else { return };
        let naming = self.screen.naming;
        // Unfinished games stand out.
        let result_style = if game.times.ended.is_none() { strong } else { plain };
        let (title, result) = (descriptions::title(game), descriptions::result(game));
        if row.width < NARROW_WIDTH {
            NARROW_GAME.draw(buffer, row, &title, plain, look);
            let players = descriptions::opponents_within(game, NARROW_PLAYERS.width, naming);
            NARROW_PLAYERS.draw(buffer, row, &players, plain, look);
            NARROW_RESULT.draw(buffer, row, &result, result_style, look);
        } else {
            let played_at = self.screen.clock.time_or_date(game.times.last_played);
            PLAYED_AT.draw(buffer, row, &played_at, dim, look);
            GAME.draw(buffer, row, &title, plain, look);
            let [result_column, turns, marks] = after_players(row);
            let width = PLAYERS.width + extra_width(row);
            let players = descriptions::players_within(game, width, naming);
            TextColumn { width, ..PLAYERS }.draw(buffer, row, &players, plain, look);
            result_column.draw(buffer, row, &result, result_style, look);
            turns.draw_right(buffer, row, &game.turns.to_string(), plain, look);
            marks.draw(buffer, row, &descriptions::marks(game), dim, look);
        }
    }
}
