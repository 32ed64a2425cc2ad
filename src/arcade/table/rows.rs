//! The rows of the table's commands: their keys, when they are available, and why not.

use std::borrow::Cow;

use crossterm::event::KeyCode;

use super::commands::Command;
use crate::{
    app::{
        review,
        table::{SharedTable, Table, coach, computers, refusals},
    },
    arcade::board::Board,
    games::{ArcadeGame, GameView, NOT_YOUR_TURN, join},
    widgets::{
        AnyCommand, Binding, Key, Offer,
        keys::{self, Group, Refusal, refuse},
    },
};

/// The rows of the table's commands. The first ones are for shared tables.
pub static KEYS: [Binding<Command>; 35] = [
    Binding::new(
        "copy",
        Command::CopyInvitation,
        &[Key::char('y')],
        "copy the command with which others join",
    )
    .footer("y", "copy")
    .hidden(),
    Binding::new(
        "stand-in",
        Command::StandIn,
        &[Key::char('p')],
        "let a computer play for somebody who is away",
    )
    .footer("p", "computer")
    .hidden(),
    Binding::new("say", Command::Speak, &[Key::char('C')], "say a phrase to the others")
        .footer("C", "say")
        .hidden(),
    Binding::new(
        "go-on",
        Command::TakeSeat,
        &[Key::plain(KeyCode::Enter)],
        "move your game to this terminal",
    )
    .footer("Enter", "play here")
    .hidden(),
    Binding::new(
        "go-on",
        Command::TakeKeyboard,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "show your cards or choices, when nobody else is looking",
    )
    .group(Group::Game)
    .footer("Enter", "show my turn")
    .hidden(),
    Binding::new(
        "go-on",
        Command::Hurry,
        &[Key::plain(KeyCode::Enter), Key::char(' ')],
        "while computers play: don't wait for what moves",
    )
    .group(Group::Game)
    .hidden(),
    Binding::new("go-on", Command::Result, RESULT_KEYS, "show the result of the game")
        .group(Group::Look)
        .footer("Enter", "result")
        .hidden(),
    Binding::new("pause", Command::Pause, &[Key::char(' ')], "pause or resume the computers")
        .footer("Space", "pause"),
    Binding::new(
        "go-on",
        Command::StartClocks,
        &[Key::plain(KeyCode::Enter), Key::char(' '), Key::char('T')],
        "play on after you stopped the clocks",
    )
    .group(Group::Game)
    .footer("Enter", "play on")
    .hidden(),
    Binding::new("pause-clocks", Command::StopClocks, &[Key::char('T')], "pause: stop the clocks")
        .group(Group::Game)
        .footer("T", "pause")
        .hidden(),
    Binding::new("step", Command::Step, &[Key::char('.')], "one move forward, then pause")
        .footer(", .", "step"),
    Binding::new("step-back", Command::Previous, &[Key::char(',')], "one move back, then pause")
        .hidden(),
    Binding::new("review", Command::Review, &[Key::char('e')], "review: what each move cost")
        .footer("e", "review")
        .hidden(),
    Binding::new(
        "play-on",
        Command::PlayOn,
        &[Key::char('b')],
        "leave the recorded game and play on from here",
    )
    .footer("b", "play on")
    .hidden(),
    Binding::new(
        "faster",
        Command::Faster,
        &[Key::char('+'), Key::char('=')],
        "computers move faster",
    )
    .group(Group::Look)
    .footer("+ -", "speed"),
    Binding::new("slower", Command::Slower, &[Key::char('-')], "computers move slower")
        .group(Group::Look),
    Binding::new("start-next", Command::StartNext, &[], "play one game after another, on or off"),
    Binding::new(
        "go-to",
        Command::Jump,
        &[Key::char(':')],
        "go to a round or move of a recorded game",
    )
    .footer(":", "go to")
    .hidden(),
    Binding::new(
        "first",
        Command::First,
        &[Key::plain(KeyCode::Home)],
        "the first position of a recorded game",
    )
    .hidden(),
    Binding::new(
        "last",
        Command::Last,
        &[Key::plain(KeyCode::End)],
        "the last position of a recorded game",
    )
    .hidden(),
    Binding::new("replay", Command::Replay, &[Key::char('r')], "replay the finished game")
        .footer("r", "replay")
        .hidden(),
    Binding::new("leave", Command::Leave, &[Key::plain(KeyCode::Esc)], "back")
        .footer("Esc", "back"),
    Binding::new(
        "end-decided",
        Command::EndDecided,
        &[Key::char('z')],
        "end a game that is already decided",
    )
    .group(Group::Game)
    .footer("z", "end it")
    .hidden(),
    Binding::new("undo", Command::Undo, &[Key::char('u')], "take back the last move")
        .group(Group::Game)
        .footer("u", "undo"),
    Binding::new("redo", Command::Redo, &[Key::ctrl('r')], "redo the move you took back")
        .group(Group::Game),
    Binding::new("hint", Command::Hint, &[Key::char('i')], "hint: the strongest computer's choice")
        .group(Group::Game)
        .footer("i", "hint"),
    Binding::new("new", Command::Again, &[Key::char('n')], "new game with the same players")
        .group(Group::Game)
        .footer("n", "new"),
    Binding::new("save", Command::Save, &[Key::char('s')], "save the game to a file")
        .footer("s", "save")
        // The record holds what is hidden.
        .needs_host(),
    Binding::new("swap", Command::Swap, &[Key::char('x')], "new game with the seats swapped")
        .footer("x", "swap")
        .group(Group::Game),
    Binding::new(
        "copy",
        Command::CopyResult,
        &[Key::char('y')],
        "copy the result to the clipboard",
    )
    .group(Group::Table)
    .footer("y", "copy")
    .hidden(),
    Binding::new("practice", Command::Practise, &[Key::char('P')], "practice: try your mistakes")
        .group(Group::Game)
        .footer("P", "try mistakes")
        .hidden(),
    Binding::new("resign", Command::Resign, &[], "resign").group(Group::Game),
    Binding::new(
        "evaluation",
        Command::Evaluate,
        &[Key::char('v')],
        "show or hide the evaluation bar",
    )
    .group(Group::Look),
    Binding::new(
        "coach",
        Command::Coach,
        &[Key::char('c')],
        "coach: explain costly moves, on or off",
    )
    .group(Group::Game),
    Binding::new("learn", Command::Learn, &[Key::char('L')], "learn the game, step by step")
        .group(Group::Game),
];

/// Why a command of the table is not available now; `None` if it is.
pub fn refusal<G: ArcadeGame>(table: &Table<G>, command: &Command) -> Refusal {
    let game = &table.game;
    let (session, share) = (game.session(), game.shared.as_ref());
    let clock_refusal = || game.clock_refusal().map(Cow::from);
    match command {
        Command::CopyInvitation => {
            refuse(!share.is_some_and(SharedTable::is_open), "there is nothing to copy now")
        }
        Command::StandIn => refusals::stand_in(table),
        Command::Speak => refusals::say(table),
        Command::TakeSeat => {
            let elsewhere = share.and_then(|shared| shared.seat_elsewhere(session));
            refuse(elsewhere.is_none(), "your game is not at another terminal")
        }
        Command::TakeKeyboard => {
            refuse(table.at_keyboard().next.is_none(), "nobody is waiting for the keyboard")
        }
        Command::Hurry => refuse(!others_play(table), "nothing moves now"),
        Command::Pause | Command::Step => not_stepping(table),
        Command::StartClocks => clock_refusal()
            .or_else(|| refuse(!game.clock.is_stopped(), "the clocks are not stopped")),
        Command::StopClocks => {
            clock_refusal().or_else(|| refuse(game.clock.is_stopped(), "the clocks are stopped"))
        }
        Command::Previous | Command::StartNext => not_watched(table),
        Command::Faster | Command::Slower => not_running(table),
        Command::Review if game.is_over() || game.is_replay() => {
            review::refusal(session).map(Cow::from)
        }
        Command::Review => Some(NOT_OVER.into()),
        Command::PlayOn => {
            let is_over = game.is_replay() && game.is_over();
            refuse(is_over, "the game is over here: go back first, then play on")
                .or_else(|| no_replay(table))
        }
        Command::Jump | Command::First | Command::Last => no_replay(table),
        Command::Result | Command::Replay | Command::CopyResult => unfinished(table),
        Command::Practise => unfinished(table).or_else(|| {
            let count = table.mistakes.borrow().count();
            refuse(count == 0, NO_MISTAKE)
        }),
        Command::EndDecided => {
            let is_decided = table.decided().is_some() && !game.is_replay();
            shared(table).or_else(|| refuse(!is_decided, "the game isn't decided yet"))
        }
        Command::Undo => refusals::undo(table),
        Command::Redo => {
            let is_empty = session.undone_len() == 0;
            shared(table).or_else(|| refuse(is_empty, "there is nothing to redo"))
        }
        Command::Hint => match refusals::hint(table) {
            Some(why) if why == NOT_YOUR_TURN => Some(whose_turn(table).into()),
            refusal => refusal,
        },
        Command::Again => share.map(|_| {
            if game.is_over() {
                format!("press {} for a rematch", key_name(&Command::Swap)).into()
            } else {
                "leave this table first, then start a new game".into()
            }
        }),
        Command::Save => refusals::save(table),
        Command::Swap => refusals::rematch(table),
        Command::Resign => refusals::resign(table),
        Command::Evaluate => refusals::evaluation(table),
        Command::Coach => coach::refusal(game),
        _ => None,
    }
}

/// They bring the result card, even while the game's controller has them, too.
const RESULT_KEYS: &[Key] = &[Key::plain(KeyCode::Enter), Key::char(' ')];

pub const NO_MISTAKE: &str = "no mistake of yours has been found";

const NOT_OVER: &str = "the game is not over";

/// The name of a command's key.
pub fn key_name(command: &Command) -> String {
    keys::key_name(&KEYS, command)
}

/// Asks the next of this many people to take the keyboard.
pub fn take_keyboard_text(people: usize) -> String {
    let others = if people > 2 { "nobody else is" } else { "your opponent isn't" };
    format!("press {} when {others} looking", key_name(&Command::TakeKeyboard))
}

/// Says whom the table waits for, to somebody who wants to play.
fn whose_turn<G: ArcadeGame>(table: &Table<G>) -> String {
    if table.at_keyboard().next.is_some() {
        return take_keyboard_text(table.game.active_people().len());
    }
    if table.game.is_over() {
        return game_over(table.game.shared.is_some());
    }
    if table.game.clock.is_stopped() {
        return paused_text();
    }
    let seats = table.game.awaited();
    let name = |seat| match &table.game.shared {
        Some(shared) if table.game.is_human(seat) => shared.person_name(seat),
        _ => G::SEAT_NAMES[seat.index()].to_owned(),
    };
    match &*seats.iter().map(name).collect::<Vec<_>>() {
        [] => NOT_YOUR_TURN.to_owned(),
        [name] => format!("{name} is playing"),
        names => format!("{} are playing", join(names)),
    }
}

/// Says that the clocks are stopped, and how to go on.
pub fn paused_text() -> String {
    format!("the clocks are stopped: press {} to play on", key_name(&Command::StartClocks))
}

/// Whether people play here, but computers are to move.
fn others_play<G: ArcadeGame>(table: &Table<G>) -> bool {
    let (game, keyboard) = (&table.game, table.at_keyboard());
    let is_turn = !keyboard.deciding.is_empty() || keyboard.next.is_some();
    !is_turn
        && !game.clock.is_stopped()
        && game.shared.is_none()
        && !game.is_watched()
        && !game.is_over()
        && !table.playback.is_paused()
}

fn shared<G: ArcadeGame>(table: &Table<G>) -> Refusal {
    refuse(table.game.shared.is_some(), "not available in a game with others")
}

fn unfinished<G: ArcadeGame>(table: &Table<G>) -> Refusal {
    refuse(table.game.is_replay(), "this is a replay")
        .or_else(|| refuse(!table.game.is_over(), NOT_OVER))
}

fn no_replay<G: ArcadeGame>(table: &Table<G>) -> Refusal {
    refuse(!table.game.is_replay(), "only available in a replay")
}

fn not_watched<G: ArcadeGame>(table: &Table<G>) -> Refusal {
    let is_watched = table.game.is_watched() || table.playback.is_paused();
    shared(table).or_else(|| refuse(!is_watched, "only available when computers play"))
}

fn not_running<G: ArcadeGame>(table: &Table<G>) -> Refusal {
    not_watched(table).or_else(|| refuse(table.game.is_over(), "the game is over"))
}

fn not_stepping<G: ArcadeGame>(table: &Table<G>) -> Refusal {
    not_running(table).or_else(|| {
        let is_at_end = table.game.is_replay() && !table.game.has_next_recorded();
        is_at_end.then(|| {
            let play_on = key_name(&Command::PlayOn);
            format!("the record ends here: you can go back, or play on with {play_on}").into()
        })
    })
}

/// The commands of the table. Esc closes `layer` first, if there is one.
pub fn offers<G: ArcadeGame>(table: &Table<G>, layer: Option<&'static str>) -> Vec<Offer<Command>> {
    let mut offers = Offer::each(Group::Table, &KEYS, |command| refusal(table, command));
    let advisable = computers::advisable(&table.game, table.at_keyboard().deciding);
    for (command, label) in [
        (Command::Pause, table.playback.is_paused().then_some("play")),
        (Command::Swap, table.game.shared.is_some().then_some("rematch")),
        (Command::Hint, table.hint.is_last(advisable).then_some("hide")),
        (Command::Leave, layer),
    ] {
        if let Some(label) = label {
            Offer::relabel(&mut offers, &command, label);
        }
    }
    // Whoever watches takes nothing back, and has no seat to swap.
    if table.game.is_watched() || table.game.is_replay() {
        let is_for_players =
            |command: &Command| matches!(command, Command::Undo | Command::Hint | Command::Swap);
        for offer in offers.iter_mut().filter(|offer| is_for_players(&offer.command)) {
            offer.footer = None;
        }
    }
    offers
}

/// Puts the commands of the board before those of the table. The footer has the keys of the look
/// after the others of the game.
pub fn with_board<G: GameView>(
    table: &Table<G>,
    board: &Board<G>,
    own: Vec<Offer<AnyCommand>>,
) -> Vec<Offer<AnyCommand>> {
    let is_played_out = table.game.is_over() && !table.game.is_replay();
    let game = table.scene(|scene| {
        board.offers(scene, |binding, refusal| {
            if refusal.as_deref() == Some(NOT_YOUR_TURN) {
                return Some(whose_turn(table).into());
            }
            // At the end, the keys of the result card work even while the last round is shown.
            let shows_result = binding.keys.iter().any(|key| RESULT_KEYS.contains(key));
            if is_played_out && (refusal.is_some() || shows_result) {
                return Some(game_over(table.game.shared.is_some()).into());
            }
            refusal
        })
    });
    let (mut offers, look): (Vec<_>, Vec<_>) =
        game.into_iter().partition(|offer| offer.group != Group::Look);
    let after_hint =
        KEYS.iter().position(|row| row.command == Command::Hint).map_or(0, |at| at + 1);
    let before_look = offers.len() + after_hint;
    offers.extend(own);
    offers.splice(before_look..before_look, look);
    offers
}

/// Returns why the commands of a game's controller are not available once the game is over.
fn game_over(is_shared: bool) -> String {
    let replay = key_name(&Command::Replay);
    if is_shared {
        let rematch = key_name(&Command::Swap);
        return format!("the game is over: {rematch} is a rematch, {replay} replays this one");
    }
    let again = key_name(&Command::Again);
    format!("the game is over: {again} starts a new one, {replay} replays this one")
}
