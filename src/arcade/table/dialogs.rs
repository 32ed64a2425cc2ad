//! The dialogs of the table.

use crossterm::event::KeyCode;

use super::commands::Command;
use crate::{
    app::table::{
        SharedTable, Table,
        help_cost::{self, Help},
    },
    arcade::dialog::{NO, Question, TextInput, YES, choice, either, yes_or_no},
    database::shared_tables::Phrase,
    games::ArcadeGame,
    widgets::{AnyCommand, Key},
};
use fourcade_engine::play::Seat;

const DIGITS: [(&[Key], &str); 6] = [
    (&[Key::char('1')], "1"),
    (&[Key::char('2')], "2"),
    (&[Key::char('3')], "3"),
    (&[Key::char('4')], "4"),
    (&[Key::char('5')], "5"),
    (&[Key::char('6')], "6"),
];

pub const UNSAVED: &str = "It isn't finished and hasn't been saved.";
const RESUMABLE: &str = "It is saved; you can resume it under Saved games.";
pub const LEFT_SAVED: &str = "your last game is saved; you can resume it under Saved games";

/// Asks for confirmation that help makes this a practice game; `None` if it doesn't.
pub fn confirm_practice<G: ArcadeGame>(table: &Table<G>, help: Help) -> Option<Question> {
    let text = help_cost::warning(table, help)?;
    let (title, yes, command) = match help {
        Help::Hint => ("Show a hint?", "show it", Command::Hint),
        Help::Coach => ("Play with a coach?", "call the coach", Command::Coach),
        Help::Evaluation => ("Show the evaluation?", "show it", Command::Evaluate),
        Help::Undo => ("Take it back?", "take it back", Command::Undo),
    };
    let accept = AnyCommand::new(Command::AcceptPractice(Box::new(command)));
    Some(Question::new(title, text, yes_or_no(yes, "play on", accept)))
}

pub fn confirm_resignation<G: ArcadeGame>(table: &Table<G>) -> Question {
    let choices = yes_or_no("resign", "play on", AnyCommand::new(Command::ResignNow));
    Question::new("Resign?", table.resignation_text(), choices)
}

pub fn confirm_leaving_shared(shared: &SharedTable) -> Question {
    let choices = yes_or_no("leave", "stay", AnyCommand::new(Command::LeaveNow));
    Question::new("Leave the table?", shared.leaving_note(), choices)
}

pub fn choose_phrase() -> Question {
    let say = |((keys, key), phrase): ((&'static [Key], _), Phrase)| {
        choice(keys, key, phrase.text(), Some(AnyCommand::new(Command::Say(phrase))))
    };
    let mut choices: Vec<_> = DIGITS.into_iter().zip(Phrase::ALL).map(say).collect();
    choices.push(choice(const { &[Key::plain(KeyCode::Esc)] }, "Esc", "nothing", None));
    Question::new("Say something?", "Everybody at the table reads it.", choices)
}

pub fn allow_undo(asking: &str) -> Question {
    let answer = |agrees| AnyCommand::new(Command::AnswerUndo(agrees));
    let choices = either(("agree", answer(true)), ("decline", answer(false)));
    Question::new("Take a move back?", format!("{asking} asks to take back a move."), choices)
}

pub fn take_seat() -> Question {
    let text = "Your seat is open at another terminal. Move the game here?";
    let choices = yes_or_no("move it here", "watch", AnyCommand::new(Command::TakeSeat));
    Question::new("Play here?", text, choices)
}

/// Asks for confirmation of a command that loses the game. If `can_save`, offers to save it first.
pub fn confirm_loss(command: Command, can_save: bool) -> Question {
    let title = if command == Command::Leave { "Leave this game?" } else { "Start a new game?" };
    let discard = AnyCommand::new(Command::Discard(Box::new(command.clone())));
    let mut choices = vec![choice(YES, "y", "yes", Some(discard))];
    if can_save {
        let save = AnyCommand::new(Command::SaveFirst(Box::new(command)));
        choices.push(choice(const { &[Key::char('s')] }, "s", "save it first", Some(save)));
    }
    choices.push(choice(NO, "n", "no", None));
    Question::new(title, UNSAVED, choices)
}

pub fn confirm_new_game(swaps: bool) -> Question {
    let leave = AnyCommand::new(Command::LeaveForNew { swaps });
    Question::new("Leave this game?", RESUMABLE, yes_or_no("new game", "play on", leave))
}

pub fn choose_players<G: ArcadeGame>(table: &Table<G>) -> Question {
    let game = &table.game;
    let resigned = game.session().resigned();
    let is_free = |&seat: &Seat| !game.is_person(seat) && !resigned.contains(seat);
    let free = game.session().game().seats().iter().filter(is_free);
    let name = |seat: Seat| format!("{}: {}", G::SEAT_NAMES[seat.index()], table.player_name(seat));
    let names: Vec<_> = game.session().game().seats().iter().map(name).collect();
    let play_on = |person| Some(AnyCommand::new(Command::PlayOnAs(person)));
    let keys = const { &[Key::plain(KeyCode::Enter)] };
    let mut choices = vec![choice(keys, "Enter", "same players", play_on(None))];
    choices.extend(free.filter_map(|seat| {
        let (keys, digit) = DIGITS.get(seat.index())?;
        Some(choice(keys, digit, G::SEAT_NAMES[seat.index()], play_on(Some(seat))))
    }));
    let offer = if choices.len() > 1 {
        "Continue with the same players, or take over a seat?"
    } else {
        "Continue with the same players?"
    };
    choices.push(choice(NO, "n", "stay here", None));
    let text = format!("{offer} {}.", names.join(", "));
    Question::new("Play on from here?", text, choices)
}

pub fn choose_turn<G: ArcadeGame>(turns: u32) -> TextInput {
    let title = format!("Go to which {} (0 - {turns})?", G::FACTS.turn_name);
    TextInput::new(title, "", |text| AnyCommand::new(Command::GoToTurn(text)))
}

pub fn parse_turn(text: &str, turns: u32) -> Result<u32, String> {
    let turn = text.trim().parse().ok().filter(|turn| *turn <= turns);
    turn.ok_or_else(|| format!("type a number from 0 to {turns}"))
}
