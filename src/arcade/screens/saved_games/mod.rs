//! The screen of saved games: a list to replay, continue, review, delete, export or import games.
//!
//! | file | contents |
//! |---|---|
//! | `list` | the list of games, and the selected game |
//! | `jobs` | the background jobs on games |
//! | `view` | how the page looks |

mod jobs;
mod list;
mod view;

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
    sync::LazyLock,
};

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::{
    app::{Background, save_file, saved_games::descriptions},
    arcade::{
        dialog::{Question, yes_or_no},
        keys::with_games,
        save_as,
        screen::{Commands, Screen, ScreenContext, Transition},
    },
    database::{Database, GameStatus, SavedGame, Store},
    games::Naming,
    job::Job,
    settings::local_clock::LocalClock,
    widgets::{AnyCommand, Binding, ClickAreas, Key, Look, Offer, keys::Refusal},
};
use fourcade_engine::GameKind;
pub use jobs::open_replay;
use jobs::{JobKind, JobOutcome};
use list::GameList;
use view::{SavedGamesLayout, View};

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

const KEYS_BEFORE_GAMES: [Binding<Command, SavedGamesScreen>; 12] = [
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
    LazyLock::new(|| with_games(KEYS_BEFORE_GAMES, None, Command::Game, []));

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

    fn replay_refusal(&self) -> Option<Refusal> {
        match self.selected_game() {
            Ok(game) => jobs::replay_refusal(game).map(Cow::from),
            Err(reason) => Some(reason),
        }
    }

    fn is_selection_running(&self) -> bool {
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
        self.start(JobKind::Open, |store, _| store.ask(move |database| open(database, id)))
    }

    fn open(&mut self) -> Transition {
        self.open_game(if self.is_selection_running() { jobs::resume } else { jobs::replay })
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

    /// Exports a game to a file. Unless `may_replace` is set, asks before replacing one.
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
        let (kind, result) = (running.kind, running.job.take_result()?);
        self.job = None;
        Some(match result {
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
        if self.is_selection_running() {
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
            Command::DeleteNow(id) => self.start(JobKind::Delete, |store, _| {
                store.ask(move |database| jobs::delete(database, id))
            }),
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
        let has_changed = self.list.poll();
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
