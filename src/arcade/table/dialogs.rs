//! The questions that the table asks.

use crossterm::event::KeyCode;

use super::{commands::Command, game::TableGame, share::TableShare, state::Table};
use crate::{
    arcade::dialog::{DialogChoice, Question, TextInput, choice, yes_or_no},
    games::ArcadeGame,
    widgets::Key,
};
use fourcade_engine::play::Seat;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableDialog {
    /// Whether to take back a step that revealed something hidden.
    Practice,
    Resign,
    /// Who plays on from a position of a recorded game.
    Players,
    Result,
    /// The turn of a recorded game to go to.
    Turn,
    /// Whether to run a command that loses the game.
    Loss(Command),
    /// Whether to start a new game although the one on the table is not over.
    NewGame(Command),
    /// Whether to leave a shared table whose game is not over.
    LeaveShared,
    /// Whether to take the own seat from another terminal.
    TakeSeat,
    /// The name of the file to save the game to, and the command to run afterwards.
    Save(Option<Command>),
}

static LOSS_CHOICES: [DialogChoice; 3] = [
    choice(0, &[Key::char('y')], "y", "yes"),
    choice(1, &[Key::char('s')], "s", "save it first"),
    choice(2, &[Key::char('n'), Key::plain(KeyCode::Esc)], "n", "no"),
];
static RESIGN_CHOICES: [DialogChoice; 2] = yes_or_no("resign", "play on");
static LEAVE_CHOICES: [DialogChoice; 2] = yes_or_no("leave", "stay");
static TAKE_SEAT_CHOICES: [DialogChoice; 2] = yes_or_no("move it here", "watch");
static PRACTICE_CHOICES: [DialogChoice; 2] = yes_or_no("take it back", "play on");

static NEW_GAME_CHOICES: [DialogChoice; 2] = yes_or_no("new game", "play on");

const AS_RECORDED: DialogChoice =
    choice(0, &[Key::char('r'), Key::plain(KeyCode::Enter)], "r", "same players");
const DONT_PLAY_ON: DialogChoice =
    choice(usize::MAX, &[Key::char('n'), Key::plain(KeyCode::Esc)], "n", "stay here");
const SEAT_KEYS: [(&[Key], &str); 4] = [
    (&[Key::char('1')], "1"),
    (&[Key::char('2')], "2"),
    (&[Key::char('3')], "3"),
    (&[Key::char('4')], "4"),
];

pub const UNSAVED: &str = "It isn't finished and hasn't been saved.";
const RESUMABLE: &str = "It is saved; you can resume it under Games.";
/// The message after a new game was started in place of one that is not over.
pub const LEFT_SAVED: &str = "your last game is saved; you can resume it under Games";
const PRACTICE: &str = "You have seen what was hidden. This will count as a practice game.";

pub fn practice() -> Question {
    Question::new("Take it back?", PRACTICE, &PRACTICE_CHOICES)
}

pub fn resign<G: ArcadeGame>(game: &TableGame<G>) -> Question {
    let ends_game = game.session().game().seats().len() == 2;
    let consequence =
        if ends_game { "Your opponent wins the game." } else { "A computer takes over your seat." };
    Question::new("Resign?", consequence, &RESIGN_CHOICES)
}

pub fn leave_shared(shared: &TableShare) -> Question {
    Question::new("Leave the table?", shared.farewell(), &LEAVE_CHOICES)
}

pub fn take_seat() -> Question {
    let text = "Your seat is open at another terminal. Move the game here?";
    Question::new("Play here?", text, &TAKE_SEAT_CHOICES)
}

/// Asks whether to run a command that loses the game, or to save it to a file first if it can be.
pub fn loss(command: Command, can_save: bool) -> Question {
    let title = if command == Command::Leave { "Leave this game?" } else { "Start a new game?" };
    let [yes, save, no] = LOSS_CHOICES;
    let choices = if can_save { vec![yes, save, no] } else { vec![yes, no] };
    Question::new(title, UNSAVED, choices)
}

/// Whether a person who starts a new game at this table leaves one that is not over, but saved.
pub fn is_resumable<G: ArcadeGame>(table: &Table<G>) -> bool {
    let game = &table.game;
    !game.people().is_empty()
        && !game.is_over()
        && !game.is_replay()
        && !game.session().lines().is_empty()
        && table.autosave.is_saved()
}

/// Asks whether to leave a saved game that is not over and start a new one.
pub fn new_game() -> Question {
    Question::new("Leave this game?", RESUMABLE, &NEW_GAME_CHOICES)
}

/// Asks who plays on from here: the recorded players (choice 0), or a person in place of a computer
/// player (the number of its seat, from 1).
pub fn players<G: ArcadeGame>(table: &Table<G>) -> Question {
    let game = &table.game;
    let resigned = game.session().resigned();
    let is_free = |&seat: &Seat| !game.is_human(seat) && !resigned.contains(seat);
    let free = game.session().game().seats().iter().filter(is_free);
    let name = |seat: Seat| format!("{}: {}", G::SEAT_NAMES[seat.index()], table.player_name(seat));
    let names: Vec<_> = game.session().game().seats().iter().map(name).collect();
    let mut choices = vec![AS_RECORDED];
    choices.extend(free.filter_map(|seat| {
        let (keys, digit) = SEAT_KEYS.get(seat.index())?;
        Some(choice(seat.index() + 1, keys, digit, G::SEAT_NAMES[seat.index()]))
    }));
    let offer = if choices.len() > 1 {
        "Continue with the same players, or take over a seat?"
    } else {
        "Continue with the same players?"
    };
    choices.push(DONT_PLAY_ON);
    let text = format!("{offer} {}.", names.join(", "));
    Question::new("Play on from here?", text, choices)
}

/// Asks for a turn of a recorded game, from 0 to `turns`.
pub fn turn<G: ArcadeGame>(turns: u32) -> TextInput {
    TextInput::new(format!("Go to which {} (0 - {turns})?", G::TURN_NAME), "")
}

/// Reads the answer to [`turn`].
pub fn parse_turn(text: &str, turns: u32) -> Result<u32, String> {
    let turn = text.trim().parse().ok().filter(|turn| *turn <= turns);
    turn.ok_or_else(|| format!("type a number from 0 to {turns}"))
}
