//! The table's keys, and the reasons why its commands may be unavailable.

use std::borrow::Cow;

use crossterm::event::KeyCode;

use super::commands::Command;
use crate::{
    app::{
        review,
        table::{
            SharedTable, Table, coach, computers,
            refusals::{self, COUNTED, HINT_COMING},
            settled,
        },
    },
    arcade::board::Board,
    games::{ArcadeGame, GameView, NOT_YOUR_TURN, join},
    widgets::{
        AnyCommand, Binding, Key, Offer,
        keys::{self, Group, Refusal, refuse},
    },
};

/// The keys that open the result card, which the game's controller may use, too.
const RESULT_KEYS: &[Key] = &[Key::plain(KeyCode::Enter), Key::char(' ')];

pub const NO_MISTAKE: &str = "no mistake worth practising has been found";

const NOT_OVER: &str = "the game is not over";

/// The table's commands. If a key has several, the first one that is available runs.
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
    .footer("Enter", "show")
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
    Binding::new("step-back", Command::StepBack, &[Key::char(',')], "one move back, then pause")
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
    Binding::new(
        "start-next",
        Command::ToggleStartNext,
        &[],
        "play one game after another, on or off",
    ),
    Binding::new(
        "go-to",
        Command::GoTo,
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
    .footer("z", "end")
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
        // A record contains hidden cards and choices.
        .needs_host(),
    Binding::new("swap", Command::Rematch, &[Key::char('x')], "new game with the seats swapped")
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
    Binding::new("practice", Command::Practise, &[Key::char('P')], "practice: your mistakes")
        .group(Group::Game)
        .footer("P", "mistakes")
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

pub fn refusal<G: ArcadeGame>(table: &Table<G>, command: &Command) -> Option<Refusal> {
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
        Command::Hurry => refuse(!is_computers_turn(table), "nothing moves now"),
        Command::Pause | Command::Step => refuse_unless_steppable(table),
        Command::StartClocks => clock_refusal()
            .or_else(|| refuse(!game.clock.is_stopped(), "the clocks are not stopped")),
        Command::StopClocks => {
            clock_refusal().or_else(|| refuse(game.clock.is_stopped(), "the clocks are stopped"))
        }
        Command::StepBack | Command::ToggleStartNext => refuse_unless_watched(table),
        Command::Faster | Command::Slower => refuse_unless_running(table),
        Command::Review if game.is_over() || game.is_replay() => {
            review::refusal(session).map(Cow::from)
        }
        Command::Review => Some(NOT_OVER.into()),
        Command::PlayOn => {
            let is_over = game.is_replay() && game.is_over();
            refuse(is_over, "the game is over here: go back first, then play on")
                .or_else(|| refuse_unless_replay(table))
        }
        Command::GoTo | Command::First | Command::Last => refuse_unless_replay(table),
        Command::Result | Command::Replay | Command::CopyResult => refuse_unless_over(table),
        Command::Practise => refuse_unless_over(table).or_else(|| {
            let count = table.mistakes.borrow().count();
            refuse(count == 0, NO_MISTAKE)
        }),
        Command::EndDecided => {
            let is_over = game.is_over() && !game.is_replay();
            let is_decided = settled(table).decided().is_some() && !game.is_replay();
            refuse_if_shared(table)
                .or_else(|| is_over.then(|| what_next(table, "the game is over").into()))
                .or_else(|| refuse(!is_decided, "the game isn't decided yet"))
        }
        Command::Undo => refusals::undo(table).map(|why| match &*why {
            COUNTED => what_next(table, &why).into(),
            _ => why,
        }),
        Command::Redo => {
            let is_empty = session.undone_len() == 0;
            refuse_if_shared(table).or_else(|| refuse(is_empty, "there is nothing to redo"))
        }
        Command::Hint => match refusals::hint(table) {
            Some(why) if why == NOT_YOUR_TURN => Some(whose_turn(table).into()),
            refusal => refusal,
        },
        Command::Again => match share {
            Some(_) if game.is_over() => {
                Some(format!("press {} for a rematch", key_name(&Command::Rematch)).into())
            }
            Some(_) => Some("leave this table first, then start a new game".into()),
            None => refusals::new_game(table),
        },
        Command::Save => refusals::save(table),
        Command::Rematch => refusals::rematch(table),
        Command::Resign => refusals::resign(table),
        Command::Evaluate => refusals::evaluation(table),
        Command::Coach => coach::refusal(game),
        _ => None,
    }
}

pub fn key_name(command: &Command) -> String {
    keys::key_name(&KEYS, command)
}

pub fn take_keyboard_text<G: ArcadeGame>() -> String {
    let is_duel = G::SEAT_NAMES.len() == 2;
    let others = if is_duel { "your opponent isn't" } else { "nobody else is" };
    format!("press {} when {others} looking", key_name(&Command::TakeKeyboard))
}

/// The answer to a person who tries to choose out of turn.
fn whose_turn<G: ArcadeGame>(table: &Table<G>) -> String {
    if table.at_keyboard().next.is_some() {
        return take_keyboard_text::<G>();
    }
    if table.game.is_over() {
        return what_next(table, "the game is over");
    }
    if table.game.clock.is_stopped() {
        return paused_text();
    }
    let seats = table.game.awaited();
    let name = |seat| match &table.game.shared {
        Some(shared) if table.game.is_person(seat) => shared.person_name(seat),
        _ => G::SEAT_NAMES[seat.index()].to_owned(),
    };
    match &*seats.iter().map(name).collect::<Vec<_>>() {
        [] => NOT_YOUR_TURN.to_owned(),
        [name] => format!("{name} is playing"),
        names => format!("{} are playing", join(names)),
    }
}

pub fn paused_text() -> String {
    format!("the clocks are stopped: press {} to play on", key_name(&Command::StartClocks))
}

/// Whether computers are to move in a game that people play here.
fn is_computers_turn<G: ArcadeGame>(table: &Table<G>) -> bool {
    let keyboard = table.at_keyboard();
    let is_turn = !keyboard.deciding.is_empty() || keyboard.next.is_some();
    !is_turn && goes_on_here(table)
}

/// Whether somebody at the keyboard can choose now or in a moment, without a hand-over.
fn is_turn_due<G: ArcadeGame>(table: &Table<G>) -> bool {
    let is_stuck = table.computers.failure.is_some();
    goes_on_here(table) && table.at_keyboard().next.is_none() && !is_stuck
}

/// Whether people play here, nobody plays elsewhere, and nothing stops the game.
fn goes_on_here<G: ArcadeGame>(table: &Table<G>) -> bool {
    let game = &table.game;
    !game.clock.is_stopped()
        && game.shared.is_none()
        && !game.is_watched()
        && !game.is_over()
        && !table.playback.is_paused()
}

fn refuse_if_shared<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    refuse(table.game.shared.is_some(), "not available in a game with others")
}

fn refuse_unless_over<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    refuse(table.game.is_replay(), "this is a replay")
        .or_else(|| refuse(!table.game.is_over(), NOT_OVER))
}

fn refuse_unless_replay<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    refuse(!table.game.is_replay(), "only available in a replay")
}

fn refuse_unless_watched<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    let is_watched = table.game.is_watched() || table.playback.is_paused();
    refuse_if_shared(table).or_else(|| refuse(!is_watched, "only available when computers play"))
}

fn refuse_unless_running<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    refuse_unless_watched(table).or_else(|| refuse(table.game.is_over(), "the game is over"))
}

fn refuse_unless_steppable<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    refuse_unless_running(table).or_else(|| {
        let is_at_end = table.game.is_replay() && !table.game.has_next_recorded();
        is_at_end.then(|| {
            let play_on = key_name(&Command::PlayOn);
            format!("the record ends here: you can go back, or play on with {play_on}").into()
        })
    })
}

/// The commands of the table. `esc_label` is the label of Esc if it closes or clears something on
/// the board.
pub fn offers<G: ArcadeGame>(
    table: &Table<G>,
    esc_label: Option<&'static str>,
) -> Vec<Offer<Command>> {
    let mut offers = Offer::all_with(Group::Table, &KEYS, |command| refusal(table, command));
    let advisable = computers::advisable(&table.game, table.at_keyboard().deciding);
    for (command, label) in [
        (Command::Pause, table.playback.is_paused().then_some("play")),
        (Command::Rematch, table.game.shared.is_some().then_some("rematch")),
        (Command::Hint, table.hint.is_last(advisable).then_some("hide")),
        (Command::Leave, esc_label),
    ] {
        if let Some(label) = label {
            Offer::relabel(&mut offers, &command, label);
        }
    }
    let is_hint_due = is_turn_due(table)
        && refusals::hint(table).is_some_and(|why| why == NOT_YOUR_TURN || why == HINT_COMING);
    for offer in offers.iter_mut().filter(|offer| offer.command == Command::Hint) {
        offer.is_due = is_hint_due;
    }
    // In a watched game or a replay, the footer leaves out the commands for players.
    if table.game.is_watched() {
        let is_for_players =
            |command: &Command| matches!(command, Command::Undo | Command::Hint | Command::Rematch);
        for offer in offers.iter_mut().filter(|offer| is_for_players(&offer.command)) {
            offer.footer = None;
        }
    }
    offers
}

/// Joins the offers in the order of the footer: between two turns the one to take the keyboard; the
/// game's own; the table's up to the hint; those that change the board's look; and the rest.
pub fn with_board<G: GameView>(
    table: &Table<G>,
    board: &Board<G>,
    own: Vec<Offer<AnyCommand>>,
) -> Vec<Offer<AnyCommand>> {
    let is_played_out = table.game.is_over() && !table.game.is_replay();
    let of_game = table.scene(|scene| {
        board.offers(scene, is_turn_due(table), |binding, refusal| {
            if refusal.as_deref() == Some(NOT_YOUR_TURN) {
                return Some(whose_turn(table).into());
            }
            // The page between two turns shows no board whose look could change.
            if binding.group == Some(Group::Look) && table.hand_over_page().is_some() {
                return Some(whose_turn(table).into());
            }
            // After the game, keys of the result card open it even while the last round is shown.
            let shows_result = binding.keys.iter().any(|key| RESULT_KEYS.contains(key));
            if is_played_out && (refusal.is_some() || shows_result) {
                return Some(what_next(table, "the game is over").into());
            }
            refusal
        })
    });
    let (mut offers, look): (Vec<_>, Vec<_>) =
        of_game.into_iter().partition(|offer| offer.group != Group::Look);
    offers.extend(own);
    if table.hand_over_page().is_some() {
        let take_keyboard = AnyCommand::new(Command::TakeKeyboard);
        offers.sort_by_key(|offer| offer.command != take_keyboard);
    }
    let hint = AnyCommand::new(Command::Hint);
    let hint = offers.iter().position(|offer| offer.command == hint);
    let before_look = hint.map_or(offers.len(), |at| at + 1);
    offers.splice(before_look..before_look, look);
    let is_shared = table.at_keyboard().next.is_some();
    if is_shared || table.shows_reveal() {
        shorten_footer(&mut offers, table.hand_over_page().is_some(), is_shared);
    }
    offers
}

/// Keeps only the necessary commands in the footer between two turns and during a reveal. If people
/// share the keyboard, characters that run other commands only end a reveal.
fn shorten_footer(offers: &mut [Offer<AnyCommand>], is_page: bool, is_shared: bool) {
    let enter = Key::plain(KeyCode::Enter);
    let runs = |offer: &Offer<_>| offer.is_available() && offer.keys.contains(&enter);
    // Before the page of the next turn, each command only ends the display of the last step.
    let end_of_step = offers.iter().position(runs).filter(|_| !is_page);
    for (at, offer) in offers.iter_mut().enumerate() {
        let is_needed = match offer.command.get() {
            Some(Command::Leave | Command::EndDecided | Command::Undo) => true,
            Some(Command::TakeKeyboard) | None => is_page,
            Some(_) => false,
        };
        if end_of_step == Some(at) {
            offer.footer = Some(("any key".into(), "go on"));
            offer.is_due = false;
        } else if !is_needed {
            offer.footer = None;
            if end_of_step.is_some() && is_shared {
                offer.remove_typed_keys(Key::is_text, "press any key to go on first");
            }
        }
    }
}

/// A refusal after the game, with the keys that lead on.
fn what_next<G: ArcadeGame>(table: &Table<G>, refusal: &str) -> String {
    let replay = key_name(&Command::Replay);
    let next = if table.game.shared.is_some() {
        format!("{} is a rematch, ", key_name(&Command::Rematch))
    } else if table.daily.is_some() {
        String::new()
    } else {
        format!("{} starts a new one, ", key_name(&Command::Again))
    };
    format!("{refusal}: {next}{replay} replays this one")
}
