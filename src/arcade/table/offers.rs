//! Which commands of the table are available now, and why the others are not.

use std::borrow::Cow;

use super::{
    commands::{Command, KEYS, SHARED_KEYS, TableScreenCommand},
    computers,
    share::{NOT_BEGUN, TableShare, WATCHING},
    state::Table,
};
use crate::{
    arcade::screens::review,
    games::{ArcadeGame, Controller, GameView},
    widgets::{Binding, Key, Offer, keys::key_name},
};

pub type GameCommand<G> = <<G as GameView>::Controller as Controller<G>>::Command;

/// Returns why the commands of a game's controller are not available once the game is over.
fn game_over(is_shared: bool) -> String {
    let replay = key_name(&KEYS, Command::Replay);
    if is_shared {
        let rematch = key_name(&KEYS, Command::Swap);
        return format!("the game is over: {rematch} is a rematch, {replay} replays this one");
    }
    let again = key_name(&KEYS, Command::Again);
    format!("the game is over: {again} starts a new one, {replay} replays this one")
}

/// Whether one of these keys shows the result card when the game is over.
fn shows_result(keys: &[Key]) -> bool {
    let result = KEYS.iter().find(|binding| binding.command == Command::Result);
    result.is_some_and(|result| result.keys.iter().any(|key| keys.contains(key)))
}

fn refusal<G: ArcadeGame>(table: &Table<G>, command: Command) -> Option<Cow<'static, str>> {
    match shared_availability(table, command) {
        Availability::AsUsual => {}
        Availability::Available => return None,
        Availability::Refused(reason) => return Some(reason),
    }
    let game = &table.game;
    let is_over = game.is_over();
    let refuse = |condition: bool, reason: &'static str| condition.then_some(reason.into());
    match command {
        Command::Pause
        | Command::Step
        | Command::Previous
        | Command::Faster
        | Command::Slower
        | Command::StartNext
            if !game.is_watched() && !table.playback.is_paused() =>
        {
            Some("only available when computers play".into())
        }
        Command::Pause | Command::Step | Command::Faster | Command::Slower if is_over => {
            Some("the game is over".into())
        }
        Command::Pause | Command::Step => {
            let is_at_end = game.is_replay() && !game.has_next_recorded();
            is_at_end.then(|| {
                let play_on = key_name(&KEYS, Command::PlayOn);
                format!("the record ends here: you can go back, or play on with {play_on}").into()
            })
        }
        Command::Previous => refuse(table.undo_target().is_none(), "you are at the start"),
        Command::PlayOn if is_over && game.is_replay() => {
            Some("the game is over here: go back first, then play on".into())
        }
        Command::PlayOn | Command::First | Command::Last | Command::Jump => {
            refuse(!game.is_replay(), "only available in a replay")
        }
        Command::Result | Command::Replay => {
            refuse(!is_over || game.is_replay(), "the game is not over")
        }
        Command::Review if is_over || game.is_replay() => {
            review::refusal(game.session()).map(Cow::from)
        }
        Command::Review => Some("the game is not over".into()),
        Command::TakeKeyboard => {
            refuse(table.at_keyboard().next.is_none(), "nobody is waiting for the keyboard")
        }
        Command::EndDecided => {
            refuse(game.certain_loser().is_none() || game.is_replay(), "the game isn't decided yet")
        }
        Command::Undo => refuse(
            table.undo_target().is_none() && game.waiting().is_empty(),
            "there is no move to take back",
        ),
        Command::Redo => refuse(game.session().undone_len() == 0, "there is nothing to redo"),
        Command::Hint => hint_refusal(table),
        Command::Evaluate => refuse(!computers::can_evaluate(game), "no evaluation for this game"),
        Command::Resign => {
            refuse(is_over || game.people().is_empty() || game.is_replay(), "nobody can resign now")
        }
        Command::Faster
        | Command::Slower
        | Command::StartNext
        | Command::Again
        | Command::Swap
        | Command::Learn
        | Command::Save
        | Command::CopyInvitation
        | Command::Agree
        | Command::Decline
        | Command::StandIn
        | Command::TakeSeat
        | Command::Leave => None,
    }
}

fn hint_refusal<G: ArcadeGame>(table: &Table<G>) -> Option<Cow<'static, str>> {
    let (game, keyboard) = (&table.game, table.at_keyboard());
    if table.hint.is_thinking() {
        return Some("a hint is on its way".into());
    }
    if keyboard.next.is_some() {
        let take = key_name(&KEYS, Command::TakeKeyboard);
        return Some(format!("press {take} first, when nobody else is looking").into());
    }
    if game.deciding().len() > 1 && table.controller.is_blind() {
        return Some("your opponent would see it".into());
    }
    computers::advisable(game, keyboard.deciding).is_empty().then(|| "it is not your move".into())
}

fn footer<G: ArcadeGame>(
    table: &Table<G>,
    binding: &Binding<Command>,
) -> Option<(&'static str, &'static str)> {
    let (key, label) = binding.footer?;
    match binding.command {
        Command::Pause if table.playback.is_paused() => Some((key, "resume")),
        Command::Swap if table.game.shared.is_some() => Some((key, "rematch")),
        _ => Some((key, label)),
    }
}

pub fn offers<G: ArcadeGame>(table: &Table<G>) -> Vec<Offer<TableScreenCommand<GameCommand<G>>>> {
    let is_played_out = table.game.is_over() && !table.game.is_replay();
    let (mut offers, takes_text) = table.view_scene(|controller, scene| {
        let refusal = |binding: &Binding<_>| {
            let refusal = controller.refusal(binding.command, scene);
            // At the end, the keys of the result card work even while the last round is shown.
            if is_played_out && (refusal.is_some() || shows_result(binding.keys)) {
                return Some(game_over(table.game.shared.is_some()).into());
            }
            refusal
        };
        let offer = |binding: &Binding<_>| {
            let footer = controller.footer(binding, scene);
            let offer = Offer { footer, ..Offer::new(binding, refusal(binding)) };
            offer.map(TableScreenCommand::Game)
        };
        let offers: Vec<_> = G::Controller::KEYS.iter().map(offer).collect();
        (offers, controller.takes_text(scene))
    });
    let shared_keys = if table.game.shared.is_some() { &SHARED_KEYS[..] } else { &[] };
    // A key without a meaning now says so as at any other table.
    let shared_keys = shared_keys.iter().filter(|one| refusal(table, one.command).is_none());
    offers.extend(shared_keys.chain(&KEYS).map(|binding| {
        let offer = Offer::new(binding, refusal(table, binding.command));
        let is_listed = offer.is_available() || !binding.command.is_rare();
        Offer { is_listed, footer: footer(table, binding), ..offer }.map(TableScreenCommand::Table)
    }));
    if takes_text {
        let is_text = |offer: &&mut Offer<_>| offer.keys.iter().all(|key| key.is_text());
        for offer in offers.iter_mut().filter(is_text) {
            offer.refusal = Some("letters are part of your move now".into());
        }
    }
    offers
}

/// Whether a command is available at a shared table.
enum Availability {
    /// As at any other table.
    AsUsual,
    Available,
    Refused(Cow<'static, str>),
}

/// Why the pace, hints and evaluations are not available.
const NOT_SHARED: &str = "not available in a game with others";

/// Returns whether a command is available at this table, as far as sharing decides that.
fn shared_availability<G: ArcadeGame>(table: &Table<G>, command: Command) -> Availability {
    let is_for_shared = matches!(
        command,
        Command::CopyInvitation
            | Command::Agree
            | Command::Decline
            | Command::StandIn
            | Command::TakeSeat
    );
    match &table.game.shared {
        None if is_for_shared => Availability::Refused("only at a table shared with others".into()),
        None => Availability::AsUsual,
        Some(shared) => availability_of_shared(table, shared, command),
    }
}

fn availability_of_shared<G: ArcadeGame>(
    table: &Table<G>,
    shared: &TableShare,
    command: Command,
) -> Availability {
    let (session, is_over) = (table.game.session(), table.game.is_over());
    let available_if = |condition: bool, reason: &'static str| {
        if condition { Availability::Available } else { Availability::Refused(reason.into()) }
    };
    match command {
        Command::Pause
        | Command::Step
        | Command::Previous
        | Command::Faster
        | Command::Slower
        | Command::StartNext
        | Command::Redo
        | Command::EndDecided => Availability::Refused(NOT_SHARED.into()),
        Command::Hint if !is_over => Availability::Refused("no hints in a game with others".into()),
        Command::Evaluate if !is_over => {
            Availability::Refused("no evaluation in a game with others".into())
        }
        // The record holds what is hidden.
        Command::Save if !is_over => {
            Availability::Refused("you can save the game when it is over".into())
        }
        Command::Again if is_over => {
            let rematch = key_name(&KEYS, Command::Swap);
            Availability::Refused(format!("press {rematch} for a rematch").into())
        }
        Command::Again => {
            Availability::Refused("leave this table first, then start a new game".into())
        }
        Command::Swap if !is_over => Availability::Refused("a rematch comes after the game".into()),
        Command::Swap if shared.rematch.is_busy() => {
            Availability::Refused("the table for the rematch is on its way".into())
        }
        Command::Swap => {
            let is_open = shared.client.replica().rematch().is_some();
            available_if(is_open || !shared.own().is_empty(), WATCHING)
        }
        Command::Undo => shared
            .undo_entry(session)
            .map_or_else(Availability::Refused, |_| Availability::Available),
        Command::Resign if shared.is_open() => Availability::Refused(NOT_BEGUN.into()),
        Command::CopyInvitation => available_if(shared.is_open(), "all seats are taken"),
        Command::Agree | Command::Decline => available_if(
            shared.asked_seat(session).is_some(),
            "nobody asks you to take back a move",
        ),
        Command::StandIn => available_if(
            shared.seat_to_hand_over(session).is_some(),
            "nobody has been away for long enough",
        ),
        Command::TakeSeat => available_if(
            shared.seat_elsewhere(session).is_some(),
            "you have no seat at another terminal",
        ),
        _ => Availability::AsUsual,
    }
}
