//! The way from the menu to a game: the first time, its lesson is offered.

use crossterm::event::KeyCode;
use ratatui::{buffer::Buffer, layout::Rect};

use crate::games::ArcadeKind as _;
use crate::{
    arcade::{
        dialog::{DialogChoice, Question, choice},
        screen::{Commands, Context, Screen, Transition},
        screens::new_game,
    },
    widgets::{ClickAreas, Key, Look, Offer},
};
use fourcade_engine::GameKind;

const LEARN: usize = 0;

static CHOICES: [DialogChoice; 2] = [
    choice(LEARN, &[Key::plain(KeyCode::Enter), Key::char('y')], "Enter", "learn"),
    choice(1, &[Key::plain(KeyCode::Esc), Key::char('n')], "Esc", "skip"),
];

struct LessonOffer {
    game: GameKind,
    question: Question,
}

/// Returns what opens when a game is chosen in the menu: the New game page or, the first time, the
/// offer of its lesson. `key` is the key that opens the lesson later.
pub fn open_game(game: GameKind, key: &str, context: &Context) -> Box<dyn Screen> {
    let home = context.home;
    // Who has set up the game before knows it.
    if home.last_setups.last(game.key()).is_some() || !home.lesson_offers.take(game.key()) {
        return new_game::open(game, context);
    }
    let offers = home.lesson_offers.clone();
    // If it can't be written, the lesson is offered again in the next run.
    context.files.run(move |()| drop(offers.write()));
    let text =
        format!("Learn it in two minutes, by playing. You can also press {key} in the menu later.");
    let question = Question::new(format!("New to {}?", game.title()), text, &CHOICES);
    Box::new(LessonOffer { game, question })
}

impl Commands for LessonOffer {
    /// The number of the answer.
    type Command = usize;

    fn offers(&self) -> Vec<Offer<usize>> {
        self.question.offers()
    }

    fn run(&mut self, answer: usize, context: &Context) -> Transition {
        Transition::Replace(match answer {
            LEARN => super::open(self.game, context),
            _ => new_game::open(self.game, context),
        })
    }
}

impl Screen for LessonOffer {
    fn is_dialog(&self) -> bool {
        true
    }

    fn draw(&mut self, area: Rect, buffer: &mut Buffer, look: &Look, areas: &mut ClickAreas) {
        self.question.draw(area, buffer, look, areas);
    }
}
