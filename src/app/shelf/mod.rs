//! The kept games: all of them in a list, to look at one again, go on with one, take one out or in.
//!
//! | file | |
//! |---|---|
//! | `keys` | the key table |
//! | `list` | the stretch of the list that is known, and the selected game |
//! | `sieve` | which games are listed |
//! | `words`, `clock` | a game, and when it was, in words |
//! | `preview` | the last position of the selected game |
//! | `work` | what is done with a game, as jobs |
//! | `view` | the screen as it is drawn |

mod clock;
mod keys;
mod list;
mod preview;
mod sieve;
mod view;
mod words;
mod work;

use std::{
    borrow::Cow,
    path::{Path, PathBuf},
};

use ratatui::{buffer::Buffer, layout::Rect};

use super::{
    dialog::{DialogChoice, Question, TextInput, yes_or_no},
    job::Job,
    message::Waker,
    saving,
    screen::{Commands, Context, DialogAnswer, Screen, Transition},
};
use crate::{
    play::CancelToken,
    store::{State, Store},
    ui::{ClickAreas, Look, Offer},
};
use clock::Clock;
use keys::Command;
use list::List;
use preview::Preview;
use sieve::Sieve;
use work::Done;

pub use keys::KEYS;

static DELETE: [DialogChoice; 2] = yes_or_no("delete it", "keep it");

/// What is said while a file is read.
const IMPORTING: &str = "reading the file";

/// What a dialog over the list was opened for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Asked {
    /// Deleting the game with this number.
    Delete(i64),
    /// The file to which the game with this number goes.
    Export(i64),
    /// Whether this file is replaced by it.
    Replace(i64, PathBuf),
    /// The file from which a game comes.
    Import,
}

/// Something that is being done.
struct Work {
    job: Job<Result<Done, String>>,
    /// In a few words.
    words: &'static str,
    /// It leads to a table.
    opens: bool,
}

/// The screen of the kept games.
pub struct Shelf {
    store: Store,
    waker: Waker,
    clock: Clock,
    list: List,
    preview: Preview,
    work: Option<Work>,
    asked: Option<Asked>,
}

/// The screen of the kept games.
pub fn open(context: &Context) -> Box<dyn Screen> {
    Box::new(Shelf::new(context, Clock::here()))
}

/// The same at a standing clock.
#[cfg(test)]
pub fn open_still(context: &Context) -> Box<dyn Screen> {
    Box::new(Shelf::new(context, Clock::stopped()))
}

impl Shelf {
    fn new(context: &Context, clock: Clock) -> Self {
        let (store, waker) = (context.store.clone(), context.waker.clone());
        let list = List::new(store.clone(), waker.clone());
        Self { store, waker, clock, list, preview: Preview::default(), work: None, asked: None }
    }

    /// Why a command does not apply now, if so.
    fn refusal(&self, command: Command) -> Option<Cow<'static, str>> {
        let is_about_a_game = matches!(
            command,
            Command::Replay | Command::GoOn | Command::Review | Command::Delete | Command::Export
        );
        let Some(game) = self.list.game().filter(|_| is_about_a_game) else {
            return is_about_a_game.then(|| "there is no game selected".into());
        };
        match command {
            Command::Replay | Command::Review => work::no_replay(game).map(Cow::from),
            Command::GoOn if game.state != State::Running => Some(
                "the game is over: look at it with Enter, and play on from a move of it with b"
                    .into(),
            ),
            _ => None,
        }
    }

    /// The selection or the list changes.
    fn turn(&mut self, change: impl FnOnce(&mut List)) -> Transition {
        change(&mut self.list);
        // Who moves on does not want what was chosen before.
        self.work.take_if(|work| work.opens);
        self.look();
        Transition::Redraw
    }

    fn sift(&mut self, change: impl FnOnce(&mut Sieve, &[String])) -> Transition {
        self.turn(|list| list.sift(change))
    }

    fn look(&mut self) {
        self.preview.want(self.list.game(), &self.store, &self.waker);
    }

    /// Does this in the background, unless something else is being done.
    fn start(
        &mut self,
        words: &'static str,
        opens: bool,
        work: impl FnOnce(&Store, &CancelToken) -> Result<Done, String> + Send + 'static,
    ) -> Transition {
        if let Some(work) = &self.work {
            return Transition::Notify(format!("one moment: {}", work.words));
        }
        let store = self.store.clone();
        let job = Job::start(&self.waker, move |cancel, _| work(&store, &cancel));
        self.work = Some(Work { job, words, opens });
        Transition::Redraw
    }

    fn replay(&mut self) -> Transition {
        // A click asks for it, too.
        if let Some(why) = self.refusal(Command::Replay) {
            return Transition::Notify(why.into_owned());
        }
        let Some(id) = self.list.game().map(|game| game.id) else { return Transition::None };
        self.start("reading the game", true, move |store, _| work::replay(store, id))
    }

    fn go_on(&mut self) -> Transition {
        let Some(id) = self.list.game().map(|game| game.id) else { return Transition::None };
        self.start("reading the game", true, move |store, _| work::go_on(store, id))
    }

    fn review(&mut self) -> Transition {
        let Some(id) = self.list.game().map(|game| game.id) else { return Transition::None };
        self.start("reading the game", true, move |store, _| work::review(store, id))
    }

    fn ask_to_delete(&mut self) -> Transition {
        let Some(game) = self.list.game() else { return Transition::None };
        let played = self.clock.long(game.touched);
        let words = format!("{}, {}, played {played}.", words::title(game), words::players(game));
        self.asked = Some(Asked::Delete(game.id));
        Transition::Open(Box::new(Question::new("Delete this game?", words, &DELETE)))
    }

    fn ask_where_to(&mut self) -> Transition {
        let Some(game) = self.list.game() else { return Transition::None };
        let name = format!("{}-{}.jsonl", game.game, game.id);
        self.asked = Some(Asked::Export(game.id));
        saving::ask_name(Path::new(&name))
    }

    fn export(&mut self, id: i64, path: PathBuf, replace: bool) -> Transition {
        if path.as_os_str().is_empty() {
            return Transition::Alert("please give a file name".to_owned());
        }
        if let Some(go) = saving::ask_to_replace(&path).filter(|_| !replace) {
            self.asked = Some(Asked::Replace(id, path));
            return go;
        }
        self.start("writing the game", false, move |store, _| work::export(store, id, &path))
    }

    fn import(&mut self, path: PathBuf) -> Transition {
        if path.as_os_str().is_empty() {
            return Transition::Alert("please give a file name".to_owned());
        }
        self.start(IMPORTING, false, move |store, cancel| work::import(store, &path, cancel))
    }

    /// Takes what came of the work.
    fn finish(&mut self) -> Option<Transition> {
        let result = self.work.as_ref()?.job.take()?;
        let imports = self.work.take().is_some_and(|work| work.words == IMPORTING);
        Some(match result.and_then(|done| done) {
            Ok(Done::Open(first)) => Transition::OpenFrom(first),
            Ok(Done::Said(words)) => {
                self.list.refresh();
                Transition::Notify(words)
            }
            Ok(Done::TakenIn(id, words)) => {
                // It may be none of those that are listed.
                self.list.sift(|sieve, _| *sieve = Sieve::default());
                self.list.refresh_at(Some(id));
                Transition::Notify(words)
            }
            // What is wrong with a file takes more than a line.
            Err(why) if imports => {
                Transition::Open(Box::new(Question::message("Not imported", why)))
            }
            Err(why) => {
                self.list.refresh();
                Transition::Alert(why)
            }
        })
    }
}

impl Commands for Shelf {
    type Command = Command;

    fn offers(&self) -> Vec<Offer<Command>> {
        KEYS.iter().map(|binding| Offer::new(binding, self.refusal(binding.command))).collect()
    }

    fn run(&mut self, command: Command, _: &Context) -> Transition {
        match command {
            Command::Up => self.turn(|list| list.step(-1)),
            Command::Down => self.turn(|list| list.step(1)),
            Command::PageUp => self.turn(|list| list.page(false)),
            Command::PageDown => self.turn(|list| list.page(true)),
            Command::First => self.turn(|list| list.select(0)),
            Command::Last => self.turn(|list| list.select(u32::MAX)),
            Command::Replay => self.replay(),
            Command::GoOn => self.go_on(),
            Command::Review => self.review(),
            Command::Delete => self.ask_to_delete(),
            Command::Export => self.ask_where_to(),
            Command::Import => {
                self.asked = Some(Asked::Import);
                Transition::Open(Box::new(TextInput::new("Import the game in the file", "")))
            }
            Command::Leave => Transition::Close,
            Command::Game => self.sift(|sieve, _| sieve.next_game()),
            Command::Opponent => self.sift(Sieve::next_opponent),
            Command::Result => self.sift(|sieve, _| sieve.next_ending()),
            Command::All => self.sift(|sieve, _| *sieve = Sieve::default()),
        }
    }
}

impl Screen for Shelf {
    fn on_answer(&mut self, answer: DialogAnswer, _: &Context) -> Transition {
        match (self.asked.take(), answer) {
            (Some(Asked::Delete(id)), DialogAnswer::Choice(0)) => {
                self.start("deleting the game", false, move |store, _| work::delete(store, id))
            }
            (Some(Asked::Export(id)), DialogAnswer::Text(name)) => {
                self.export(id, name.into(), false)
            }
            (Some(Asked::Replace(id, path)), DialogAnswer::Choice(0)) => {
                self.export(id, path, true)
            }
            (Some(Asked::Import), DialogAnswer::Text(name)) => self.import(name.trim().into()),
            _ => Transition::Redraw,
        }
    }

    /// A row is selected by the first click, and looked at by the next one.
    fn on_click(&mut self, spot: usize, _: &Context) -> Transition {
        let place = u32::try_from(spot).unwrap_or(u32::MAX);
        if place == self.list.selected() {
            self.replay()
        } else {
            self.turn(|list| list.select(place))
        }
    }

    fn on_wheel(&mut self, down: bool) -> Transition {
        self.turn(|list| list.step(if down { 1 } else { -1 }))
    }

    /// What was played meanwhile stands in the list.
    fn on_show(&mut self, _: &Context) {
        self.list.refresh();
    }

    fn on_wake(&mut self, _: &Context) -> Transition {
        let has_changed = self.list.learn() | self.preview.learn();
        self.look();
        match self.finish() {
            Some(go) => go,
            None if has_changed => Transition::Redraw,
            None => Transition::None,
        }
    }

    #[cfg(test)]
    fn is_busy(&self) -> bool {
        self.work.is_some() || self.list.is_asking() || self.preview.is_reading()
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.draw_all(area, buffer, look, areas);
    }
}
