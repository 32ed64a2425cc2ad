//! The lesson of a game: its first game, guided, on a table of its own.
//!
//! | file | contents |
//! |---|---|
//! | `screen` | the screen: commands and events |
//! | `keys` | the commands and the key table |
//! | `layout` | where the board and the prompt are |
//! | `view` | how the prompt is drawn |
//! | `offer` | the offer of the lesson when a game is opened for the first time |
//!
//! What is taught stands in the files of [`games::lessons`](crate::games::lessons).

mod keys;
mod layout;
mod offer;
mod screen;
mod view;

use super::super::{
    ScreenFactory,
    dialog::Question,
    screen::{Context, Screen},
};
use crate::games::ArcadeKind as _;
use crate::games::{
    ArcadeGame, GameVisitor,
    lessons::{Lesson, LessonRun},
};
use fourcade_engine::GameKind;
use screen::LessonScreen;

pub use keys::KEYS;
pub use offer::open_game;

/// Opens the lesson of a game.
pub fn open(game: GameKind, context: &Context) -> Box<dyn Screen> {
    game.with(OpenLesson(context))
}

/// Opens the lesson of the game `G`.
pub fn open_typed<G: ArcadeGame>(context: &Context) -> Box<dyn Screen> {
    OpenLesson(context).visit::<G>()
}

/// Returns a factory for the lesson of a game.
pub fn at_lesson(game: GameKind) -> ScreenFactory {
    Box::new(move |context| open(game, context))
}

struct OpenLesson<'a>(&'a Context<'a>);

impl GameVisitor for OpenLesson<'_> {
    type Output = Box<dyn Screen>;

    fn visit<G: ArcadeGame>(self) -> Box<dyn Screen> {
        match Lesson::<G>::of_game().and_then(LessonRun::new) {
            Ok(run) => Box::new(LessonScreen::new(run, self.0.home.settings.motion)),
            Err(error) => Box::new(Question::message("No lesson", error.to_string())),
        }
    }
}
