//! The screen of saved games: a list to replay, continue, review, delete, export or import games.
//!
//! | file | |
//! |---|---|
//! | `keys` | the key table |
//! | `list` | the list of games, loaded in sections, and the selected game |
//! | `filter` | which games are listed |
//! | `descriptions`, `clock` | a game and its time as text |
//! | `preview` | the last position of the selected game |
//! | `jobs` | what can be done with a game, as background jobs |
//! | `layout`, `view`, `details` | how the screen is drawn |

pub mod clock;
mod descriptions;
mod details;
mod filter;
mod jobs;
mod keys;
mod layout;
mod list;
mod preview;
mod view;

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

use ratatui::{buffer::Buffer, layout::Rect};

use super::super::{
    dialog::{DialogChoice, Question, yes_or_no},
    job::Job,
    message::Waker,
    saving,
    screen::{Commands, Context, DialogAnswer, Screen, Transition},
    table::{self, TableCommand},
};
use crate::{
    database::{GameStatus, Store},
    widgets::{ClickAreas, Look, Offer, keys::key_name},
};
use clock::LocalClock;
use filter::ListFilter;
use fourcade_engine::{GameKind, play::CancelToken};
use jobs::{JobKind, JobOutcome};
use keys::Command;
use layout::SavedGamesLayout;
use list::GameList;
use preview::Preview;
use view::View;

pub use keys::KEYS;

static DELETE: [DialogChoice; 2] = yes_or_no("delete it", "keep it");

/// What the open dialog asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SavedGamesDialog {
    /// Whether to delete the game with this id.
    Delete(i64),
    /// The file to export the game with this id to.
    Export(i64),
    /// The file to import a game from.
    Import,
}

/// A job that is running.
struct RunningJob {
    kind: JobKind,
    job: Job<Result<JobOutcome, String>>,
}

/// The screen of saved games.
pub struct SavedGamesScreen {
    store: Store,
    waker: Waker,
    clock: LocalClock,
    list: GameList,
    preview: Preview,
    job: Option<RunningJob>,
    dialog: Option<SavedGamesDialog>,
    /// The game to export and the file that it may replace.
    replace: Option<(i64, PathBuf)>,
    /// Whether games can be imported and exported: not for guests.
    has_files: bool,
}

/// Opens the screen.
pub fn open(context: &Context) -> Box<dyn Screen> {
    Box::new(SavedGamesScreen::new(context, LocalClock::system()))
}

/// Opens the screen with a stopped clock.
#[cfg(test)]
pub fn open_with_stopped_clock(context: &Context) -> Box<dyn Screen> {
    Box::new(SavedGamesScreen::new(context, LocalClock::stopped()))
}

impl SavedGamesScreen {
    fn new(context: &Context, clock: LocalClock) -> Self {
        let (store, waker) = (context.store.clone(), context.waker.clone());
        let list = GameList::new(store.clone(), waker.clone());
        let preview = Preview::default();
        Self {
            store,
            waker,
            clock,
            list,
            preview,
            job: None,
            dialog: None,
            replace: None,
            has_files: !context.home.is_guest(),
        }
    }

    /// Returns why a command is not available now, or `None` if it is.
    fn refusal(&self, command: Command) -> Option<Cow<'static, str>> {
        let needs_game = matches!(
            command,
            Command::Replay
                | Command::Continue
                | Command::Review
                | Command::Delete
                | Command::Export
        );
        let Some(game) = self.list.selected_game().filter(|_| needs_game) else {
            return needs_game.then(|| "no game is selected".into());
        };
        match command {
            Command::Replay | Command::Review => jobs::replay_refusal(game).map(Cow::from),
            Command::Continue if game.status != GameStatus::Running => Some(
                format!(
                    "this game is over: replay it with {}, then play on from any move with {}",
                    key_name(&KEYS, Command::Replay),
                    key_name(&table::KEYS, TableCommand::PlayOn)
                )
                .into(),
            ),
            _ => None,
        }
    }

    /// Changes the selection or the filter.
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
        self.preview.load(self.list.selected_game(), &self.store, &self.waker);
    }

    /// Starts a job, unless another one is running.
    fn start(
        &mut self,
        kind: JobKind,
        work: impl FnOnce(&Store, &CancelToken) -> Result<JobOutcome, String> + Send + 'static,
    ) -> Transition {
        if let Some(running) = &self.job {
            return Transition::Notify(format!("please wait: {}", running.kind.description()));
        }
        let store = self.store.clone();
        let job = Job::start(&self.waker, move |cancel, _| work(&store, &cancel));
        self.job = Some(RunningJob { kind, job });
        Transition::Redraw
    }

    /// Opens the selected game.
    fn open_game(
        &mut self,
        open: impl FnOnce(&Store, i64) -> Result<JobOutcome, String> + Send + 'static,
    ) -> Transition {
        let Some(game) = self.list.selected_game() else { return Transition::None };
        let id = game.id;
        self.start(JobKind::Open, move |store, _| open(store, id))
    }

    fn replay(&mut self) -> Transition {
        // Clicks, unlike keys, have not been checked for a refusal.
        match self.refusal(Command::Replay) {
            Some(why) => Transition::Notify(why.into_owned()),
            None => self.open_game(jobs::replay),
        }
    }

    fn ask_to_delete(&mut self) -> Transition {
        let Some(game) = self.list.selected_game() else { return Transition::None };
        let text = format!(
            "{}, {}, played {}.",
            descriptions::title(game),
            descriptions::players(game),
            self.clock.date_and_time(game.times.last_played)
        );
        self.dialog = Some(SavedGamesDialog::Delete(game.id));
        Transition::Open(Box::new(Question::new("Delete this game?", text, &DELETE)))
    }

    fn ask_for_export_file(&mut self, context: &Context) -> Transition {
        let Some(game) = self.list.selected_game() else { return Transition::None };
        // The key comes from the database and must not become a path.
        let key = game.game.parse().map_or("game", GameKind::key);
        let name = format!("{key}-{}.jsonl", game.id);
        self.dialog = Some(SavedGamesDialog::Export(game.id));
        saving::ask_name(Path::new(&name), context)
    }

    fn ask_for_import_file(&mut self, context: &Context) -> Transition {
        self.dialog = Some(SavedGamesDialog::Import);
        saving::ask_file("Import a game from the file", Path::new(""), context)
    }

    /// Exports a game. Unless `may_replace` is set, asks before it replaces a file.
    fn export(&mut self, id: i64, path: PathBuf, may_replace: bool) -> Transition {
        if path.as_os_str().is_empty() {
            return Transition::Alert(saving::NO_FILE_NAME.to_owned());
        }
        self.start(JobKind::Export, move |store, _| jobs::export(store, id, path, may_replace))
    }

    fn import(&mut self, path: PathBuf) -> Transition {
        if path.as_os_str().is_empty() {
            return Transition::Alert(saving::NO_FILE_NAME.to_owned());
        }
        self.start(JobKind::Import, move |store, cancel| jobs::import(store, &path, cancel))
    }

    /// Handles the result of the job, if it has ended.
    fn finish_job(&mut self) -> Option<Transition> {
        let running = self.job.as_ref()?;
        let (kind, result) = (running.kind, running.job.take()?);
        self.job = None;
        Some(match result.and_then(|outcome| outcome) {
            Ok(JobOutcome::Open(factory)) => Transition::OpenFrom(factory),
            Ok(JobOutcome::Done(message)) => {
                self.list.refresh();
                Transition::Notify(message)
            }
            Ok(JobOutcome::Exists(id, path)) => {
                let question = saving::ask_to_replace(&path);
                self.replace = Some((id, path));
                question
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
        KEYS.iter().map(|binding| Offer::new(binding, self.refusal(binding.command))).collect()
    }

    fn run(&mut self, command: Command, context: &Context) -> Transition {
        match command {
            Command::Up => self.change_list(|list| list.step(false)),
            Command::Down => self.change_list(|list| list.step(true)),
            Command::PageUp => self.change_list(|list| list.page(false)),
            Command::PageDown => self.change_list(|list| list.page(true)),
            Command::First => self.change_list(|list| list.select(0)),
            Command::Last => self.change_list(|list| list.select(usize::MAX)),
            Command::Replay => self.replay(),
            Command::Continue => self.open_game(jobs::resume),
            Command::Review => self.open_game(jobs::review),
            Command::Delete => self.ask_to_delete(),
            Command::Export => self.ask_for_export_file(context),
            Command::Import => self.ask_for_import_file(context),
            Command::Leave => Transition::Close,
            Command::Game => self.change_filter(|filter, _| filter.next_game()),
            Command::Opponent => self.change_filter(ListFilter::next_opponent),
            Command::Result => self.change_filter(|filter, _| filter.next_result()),
            Command::All => self.change_filter(|filter, _| *filter = ListFilter::default()),
        }
    }

    fn needs_host(&self, command: Command) -> bool {
        matches!(command, Command::Export | Command::Import)
    }
}

impl Screen for SavedGamesScreen {
    fn on_answer(&mut self, answer: DialogAnswer, _: &Context) -> Transition {
        if let Some(is_replaced) = saving::replace_answer(&answer) {
            return match self.replace.take().filter(|_| is_replaced) {
                Some((id, path)) => self.export(id, path, true),
                None => Transition::Redraw,
            };
        }
        match (self.dialog.take(), answer) {
            (Some(SavedGamesDialog::Delete(id)), DialogAnswer::Choice(0)) => {
                self.start(JobKind::Delete, move |store, _| jobs::delete(store, id))
            }
            (Some(SavedGamesDialog::Export(id)), DialogAnswer::Text(name)) => {
                self.export(id, name.into(), false)
            }
            (Some(SavedGamesDialog::Import), DialogAnswer::Text(name)) => {
                self.import(name.trim().into())
            }
            _ => Transition::Redraw,
        }
    }

    /// The first click selects a row, the next one replays its game.
    fn on_click(&mut self, item: usize, _: &Context) -> Transition {
        if item == self.list.selected() {
            self.replay()
        } else {
            self.change_list(|list| list.select(item))
        }
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.change_list(|list| list.step(down))
    }

    fn on_show(&mut self, _: &Context) {
        // Games may have been played since the list was loaded.
        self.list.refresh();
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        let has_changed = self.list.poll() | self.preview.poll();
        self.load_preview();
        match self.finish_job() {
            Some(transition) => transition,
            None if has_changed => Transition::Redraw,
            None => Transition::None,
        }
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.job.is_some() || self.list.is_loading() || self.preview.is_loading()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        let layout = SavedGamesLayout::new(area);
        let visible = self.list.scroll(layout.list.height);
        View { screen: self, look }.draw(&layout, visible, buffer, areas);
    }
}
