//! The commands of the table's screen, and why one is not available.

use std::borrow::Cow;

use super::{
    commands::{Command, KEYS, SHARED_KEYS, TableScreenCommand},
    eval_bar, hint,
    shared::{self, Availability},
    state::Table,
};
use crate::{
    arcade::screens::review,
    games::{ArcadeGame, Controller, GameView},
    widgets::{Binding, Key, Offer, keys::key_name},
};

/// The command type of a game's controls.
pub type GameCommand<G> = <<G as GameView>::Controller as Controller<G>>::Command;

/// Returns why the commands of a game's controls are not available once the game is over.
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

/// Returns why a command is not available now; `None` if it is.
fn refusal<G: ArcadeGame>(table: &Table<G>, command: Command) -> Option<Cow<'static, str>> {
    match shared::availability(table, command) {
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
            refuse(table.access().next.is_none(), "nobody is waiting for the keyboard")
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
        Command::Evaluate => refuse(!eval_bar::is_supported(game), "no evaluation for this game"),
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
    let (game, access) = (&table.game, table.access());
    if table.hint.is_thinking() {
        return Some("a hint is on its way".into());
    }
    if access.next.is_some() {
        let take = key_name(&KEYS, Command::TakeKeyboard);
        return Some(format!("press {take} first, when nobody else is looking").into());
    }
    if game.deciding().len() > 1 && table.controls.is_blind() {
        return Some("your opponent would see it".into());
    }
    hint::advisable(game, access.deciding).is_empty().then(|| "it is not your move".into())
}

/// Returns the key and the label with which the footer shows a command of the table now.
fn footer<G: ArcadeGame>(
    table: &Table<G>,
    binding: &Binding<Command>,
) -> Option<(&'static str, &'static str)> {
    let (key, label) = binding.footer?;
    match binding.command {
        Command::Pause if table.playback.is_paused() => Some((key, "resume")),
        Command::Swap if table.shared.is_some() => Some((key, "rematch")),
        _ => Some((key, label)),
    }
}

/// Returns the commands of the table's screen. An unavailable one comes with the reason.
pub fn offers<G: ArcadeGame>(table: &Table<G>) -> Vec<Offer<TableScreenCommand<GameCommand<G>>>> {
    let is_played_out = table.game.is_over() && !table.game.is_replay();
    let (mut offers, takes_text) = table.view_scene(|controls, scene| {
        let refusal = |binding: &Binding<_>| {
            let refusal = controls.refusal(binding.command, scene);
            // At the end, the keys of the result card work even while the last round is shown.
            if is_played_out && (refusal.is_some() || shows_result(binding.keys)) {
                return Some(game_over(table.shared.is_some()).into());
            }
            refusal
        };
        let offer = |binding: &Binding<_>| {
            let footer = controls.footer(binding, scene);
            let offer = Offer { footer, ..Offer::new(binding, refusal(binding)) };
            offer.map(TableScreenCommand::Game)
        };
        let offers: Vec<_> = G::Controller::KEYS.iter().map(offer).collect();
        (offers, controls.takes_text(scene))
    });
    let shared_keys = if table.shared.is_some() { &SHARED_KEYS[..] } else { &[] };
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
