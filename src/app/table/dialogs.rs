//! The questions that the table asks.

use crossterm::event::KeyCode;

use super::{commands::Command, game::TableGame};
use crate::{
    app::dialog::{DialogChoice, Question, TextInput, choice, yes_or_no},
    games::{ArcadeGame, HUMAN},
    play::Seat,
    ui::Key,
};

/// What the dialog over the table is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableDialog {
    /// Whether to take back a step that revealed something hidden.
    Practice,
    /// Whether to resign.
    Resign,
    /// Who plays on from a position of a recorded game.
    Players,
    /// The result card.
    Result,
    /// The turn of a recorded game to go to.
    Turn,
    /// Whether to run a command that loses the game.
    Loss(Command),
    /// The name of the file to save the game to, and the command to run afterwards.
    Save(Option<Command>),
}

static LOSS_CHOICES: [DialogChoice; 3] = [
    choice(0, &[Key::char('y')], "y", "yes"),
    choice(1, &[Key::char('s')], "s", "save it first"),
    choice(2, &[Key::char('n'), Key::plain(KeyCode::Esc)], "n", "no"),
];
static RESIGN_CHOICES: [DialogChoice; 2] = yes_or_no("give up", "play on");
static PRACTICE_CHOICES: [DialogChoice; 2] = yes_or_no("take it back", "play on");

/// The choice to play on with the recorded players.
const AS_RECORDED: DialogChoice =
    choice(0, &[Key::char('r'), Key::plain(KeyCode::Enter)], "r", "as recorded");
/// The choice not to play on.
const STAY: DialogChoice =
    choice(usize::MAX, &[Key::char('n'), Key::plain(KeyCode::Esc)], "n", "stay here");
/// The keys of the seats, with their names.
const SEAT_KEYS: [(&[Key], &str); 4] = [
    (&[Key::char('1')], "1"),
    (&[Key::char('2')], "2"),
    (&[Key::char('3')], "3"),
    (&[Key::char('4')], "4"),
];

/// The warning that the game would be lost.
pub const LOSS: &str = "It is not finished, and it is not saved.";
const PRACTICE: &str = "You have seen what was hidden, so the game becomes one for practice.";

/// Asks whether to take back a step that revealed something hidden.
pub fn practice() -> Question {
    Question::new("Take it back?", PRACTICE, &PRACTICE_CHOICES)
}

/// Asks whether to resign.
pub fn resign<G: ArcadeGame>(game: &TableGame<G>) -> Question {
    let ends_game = game.session().game().seats().len() == 2;
    let consequence = if ends_game {
        "The other side wins the game."
    } else {
        "A computer plays on in your place."
    };
    Question::new("Give up?", consequence, &RESIGN_CHOICES)
}

/// Asks whether to run a command that loses the game.
pub fn loss(command: Command) -> Question {
    let title = if command == Command::Leave { "Leave this game?" } else { "Start anew?" };
    Question::new(title, LOSS, &LOSS_CHOICES)
}

/// Asks who plays on from here: the recorded players (choice 0), or a person in place of a computer
/// player (the number of its seat, from 1).
pub fn players<G: ArcadeGame>(game: &TableGame<G>) -> Question {
    let resigned = game.session().resigned();
    let is_free = |&seat: &Seat| !game.is_human(seat) && !resigned.contains(seat);
    let free = game.session().game().seats().iter().filter(is_free);
    let names: Vec<_> = G::SEAT_NAMES
        .iter()
        .zip(game.seat_players())
        .map(|(seat, name)| format!("{seat} {}", if name == HUMAN { "a person" } else { name }))
        .collect();
    let mut choices = vec![AS_RECORDED];
    choices.extend(free.filter_map(|seat| {
        let (keys, digit) = SEAT_KEYS.get(seat.index())?;
        Some(choice(seat.index() + 1, keys, digit, G::SEAT_NAMES[seat.index()]))
    }));
    let offer =
        if choices.len() > 1 { "They play on, or you take a seat." } else { "They play on." };
    choices.push(STAY);
    let text = format!("It was played by {}. {offer}", names.join(", "));
    Question::new("Play on from here?", text, choices)
}

/// Asks for a turn of a recorded game, from 0 to `turns`.
pub fn turn(turns: u32) -> TextInput {
    TextInput::new(format!("Go to which turn (0 - {turns})?"), "")
}

/// Reads the answer to [`turn`].
///
/// # Errors
/// Returns a message if the text is not a number from 0 to `turns`.
pub fn parse_turn(text: &str, turns: u32) -> Result<u32, String> {
    let turn = text.trim().parse().ok().filter(|turn| *turn <= turns);
    turn.ok_or_else(|| format!("there is no such turn; give a number from 0 to {turns}"))
}
