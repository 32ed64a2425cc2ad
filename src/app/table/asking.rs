//! What the table asks in dialogs, and the questions' words.

use std::path::PathBuf;

use crossterm::event::KeyCode;

use super::{commands::Command, state::TableScreen};
use crate::{
    app::{
        Start,
        dialog::{DialogChoice, Question, TextInput, choice, yes_or_no},
        review::ReviewScreen,
        saving,
        screen::{Context, Transition},
    },
    games::{ArcadeGame, HUMAN},
    play::Seat,
    ui::Key,
};

/// What a dialog over the table was opened for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// Taking back what has shown something hidden.
    Practice,
    /// Giving up.
    Resign,
    /// Who plays on from a position of a recorded game.
    Players,
    /// A turn of a recorded game.
    Turn,
    /// A command that loses the game.
    Leave(Command),
    /// The name of a file, and what follows.
    Save(Option<Command>),
    /// A file that is there, and what follows.
    Replace(PathBuf, Option<Command>),
}

static LEAVE: [DialogChoice; 3] = [
    choice(0, &[Key::char('y')], "y", "yes"),
    choice(1, &[Key::char('s')], "s", "save it first"),
    choice(2, &[Key::char('n'), Key::plain(KeyCode::Esc)], "n", "no"),
];

static RESIGN: [DialogChoice; 2] = yes_or_no("give up", "play on");

static TAKE_BACK: [DialogChoice; 2] = yes_or_no("take it back", "play on");

/// Those who played a recorded game play on.
const AS_RECORDED: DialogChoice =
    choice(0, &[Key::char('r'), Key::plain(KeyCode::Enter)], "r", "as recorded");
const LOOK_ON: DialogChoice =
    choice(usize::MAX, &[Key::char('n'), Key::plain(KeyCode::Esc)], "n", "stay here");
/// The keys of the seats.
const DIGITS: [(&[Key], &str); 4] = [
    (&[Key::char('1')], "1"),
    (&[Key::char('2')], "2"),
    (&[Key::char('3')], "3"),
    (&[Key::char('4')], "4"),
];

const PRACTICE: &str = "You have seen what was hidden, so the game becomes one for practice.";

pub(super) const LOSS: &str = "It is not finished, and it is not saved.";

impl<G: ArcadeGame> TableScreen<G> {
    pub(super) fn ask_practice(&mut self) -> Transition {
        self.asked = Some(Asked::Practice);
        Transition::Open(Box::new(Question::new("Take it back?", PRACTICE, &TAKE_BACK)))
    }

    pub(super) fn ask_resign(&mut self) -> Transition {
        self.asked = Some(Asked::Resign);
        let is_the_end = self.session.game().seats().len() == 2;
        let what = if is_the_end {
            "The other side wins the game."
        } else {
            "A computer plays on in your place."
        };
        Transition::Open(Box::new(Question::new("Give up?", what, &RESIGN)))
    }

    pub(super) fn ask_loss(&mut self, then: Command) -> Transition {
        self.asked = Some(Asked::Leave(then));
        let title = if then == Command::Leave { "Leave this game?" } else { "Start anew?" };
        Transition::Open(Box::new(Question::new(title, LOSS, &LEAVE)))
    }

    /// Asks who plays on from here: those who played, or a person on the seat of a computer.
    pub(super) fn ask_players(&mut self) -> Transition {
        let header = self.session.header();
        let resigned = self.session.resigned();
        let computers: Vec<Seat> =
            self.session.game().seats().iter().filter(|&seat| !self.is_for_people(seat)).collect();
        let free = computers.into_iter().filter(|seat| !resigned.contains(*seat));
        let names: Vec<_> = G::SEAT_NAMES
            .iter()
            .zip(&header.seats)
            .map(|(seat, name)| format!("{seat} {}", if name == HUMAN { "a person" } else { name }))
            .collect();
        let mut choices = vec![AS_RECORDED];
        choices.extend(free.filter_map(|seat| {
            let (keys, digit) = DIGITS.get(seat.index())?;
            Some(choice(seat.index() + 1, keys, digit, G::SEAT_NAMES[seat.index()]))
        }));
        let words = if choices.len() > 1 {
            format!("It was played by {}. They play on, or you take a seat.", names.join(", "))
        } else {
            format!("It was played by {}. They play on.", names.join(", "))
        };
        choices.push(LOOK_ON);
        self.asked = Some(Asked::Players);
        Transition::Open(Box::new(Question::new("Play on from here?", words, choices)))
    }

    pub(super) fn ask_turn(&mut self) -> Transition {
        let turns = self.recorded.map_or(0, |recorded| recorded.turns);
        self.asked = Some(Asked::Turn);
        Transition::Open(Box::new(TextInput::new(format!("Go to which turn (0 - {turns})?"), "")))
    }

    pub(super) fn jump(&mut self, text: &str) -> Transition {
        let turns = self.recorded.map_or(0, |recorded| recorded.turns);
        match text.trim().parse() {
            Ok(turn) if turn <= turns => {
                self.go_to_turn(turn);
                Transition::Redraw
            }
            _ => {
                Transition::Alert(format!("there is no such turn; give a number from 0 to {turns}"))
            }
        }
    }

    /// A table of its own on which the game that is over here is looked through.
    pub(super) fn replay(&self, context: &Context) -> Self {
        Self::new(self.session.clone(), Start::Replay, &context.home.settings)
            .kept_in(context.store)
    }

    /// The review of the game that is over, or of all of a recorded game.
    pub(super) fn review(&self, context: &Context) -> ReviewScreen<G> {
        let names = self.session.game().seats().iter().map(|seat| self.name(seat)).collect();
        ReviewScreen::new(&self.session, names, context)
    }

    /// Asks for a file's name; when the game is saved, this command follows.
    pub(super) fn ask_name(&mut self, then: Option<Command>) -> Transition {
        self.asked = Some(Asked::Save(then));
        let name = format!("{}-{}.jsonl", G::KEY, self.session.header().seed);
        let name = self.file.clone().unwrap_or_else(|| name.into());
        saving::ask_name(&name)
    }

    pub(super) fn save(
        &mut self,
        path: PathBuf,
        replace: bool,
        then: Option<Command>,
        context: &Context,
    ) -> Transition {
        if path.as_os_str().is_empty() {
            return Transition::Alert("please give a file name".to_owned());
        }
        let is_own = self.file.as_ref() == Some(&path);
        if let Some(go) = saving::ask_to_replace(&path).filter(|_| !replace && !is_own) {
            self.asked = Some(Asked::Replace(path, then));
            return go;
        }
        let said = match saving::save(&path, |output| self.session.record().write(output)) {
            Ok(said) => said,
            Err(why) => return Transition::Alert(why),
        };
        self.mark_saved();
        self.file = Some(path);
        match then {
            Some(command) => self.command(command, context),
            None => Transition::Notify(said),
        }
    }
}
