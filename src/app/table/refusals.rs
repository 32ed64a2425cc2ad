//! Explains why a command isn't available at a table now; `None` if it is.

use super::{
    computers, eval_bar,
    shared_table::{NOT_BEGUN, SharedTable, WATCHING},
    state::Table,
};
use crate::{
    app::counting,
    games::{ArcadeGame, NOT_YOUR_TURN},
    widgets::keys::{Refusal, refuse},
};

pub const HINT_COMING: &str = "a hint is on its way";
pub const COUNTED: &str = "the game is over and counts";

pub fn undo<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    if let Some(shared) = &table.game.shared {
        return shared.undo_entry(table.game.session()).err();
    }
    let game = &table.game;
    let has_move = table.undo_target().is_some() || !game.waiting_people().is_empty();
    let is_counted =
        game.is_over() && !game.is_replay() && counting::session_counts(game.session());
    refuse(is_counted, COUNTED).or_else(|| refuse(!has_move, "there is no move to take back"))
}

pub fn hint<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    let (game, keyboard) = (&table.game, table.at_keyboard());
    let is_blind_choice = game.deciding().len() > 1 && table.hand_over.options.is_blind;
    let is_turn = !computers::advisable(game, keyboard.deciding).is_empty();
    refuse_during_shared_game(table, "no hints in a game with others")
        .or_else(|| refuse(table.hint.is_thinking(), HINT_COMING))
        .or_else(|| {
            refuse(is_blind_choice && keyboard.next.is_none(), "your opponent would see it")
        })
        .or_else(|| refuse(!is_turn, NOT_YOUR_TURN))
}

pub fn resign<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    let game = &table.game;
    let is_open = game.shared.as_ref().is_some_and(SharedTable::is_open);
    let can_resign = !game.is_over() && !game.active_people().is_empty() && !game.is_replay();
    refuse(is_open, NOT_BEGUN).or_else(|| refuse(!can_resign, "nobody can resign now"))
}

pub fn save<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    refuse_during_shared_game(table, "you can save the game when it is over")
}

pub fn say<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    let Some(shared) = &table.game.shared else {
        return Some("only available at shared tables".into());
    };
    refuse(shared.own_seats().is_empty(), WATCHING)
        .or_else(|| refuse(!table.has_table_talk, "the settings hide table talk"))
}

pub fn stand_in<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    let Some(shared) = &table.game.shared else {
        return Some(
            "a computer can play for people who are away, but at shared tables only".into(),
        );
    };
    if shared.seat_for_stand_in(table.game.session()).is_some() {
        return None;
    }
    Some(if shared.is_open() {
        NOT_BEGUN.into()
    } else if let Some(name) = shared.awaited_and_away(table.game.session()) {
        format!("{name} is away: after a minute, a computer can play for them").into()
    } else {
        "nobody is away; a computer could play for somebody who is".into()
    })
}

pub fn new_game<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    let is_deal = table.daily.is_some() && !table.game.is_replay();
    refuse(is_deal, "leave the daily deal first, then start a new game")
}

pub fn rematch<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    let Some(shared) = &table.game.shared else { return new_game(table) };
    let has_rematch = shared.client.replica().rematch().is_some();
    refuse(!table.game.is_over(), "a rematch comes after the game")
        .or_else(|| refuse(shared.rematch.is_busy(), "the table for the rematch is on its way"))
        .or_else(|| refuse(!has_rematch && shared.own_seats().is_empty(), WATCHING))
}

pub fn evaluation<G: ArcadeGame>(table: &Table<G>) -> Option<Refusal> {
    refuse_during_shared_game(table, "no evaluation in a game with others")
        .or_else(|| refuse(!eval_bar::can_evaluate(&table.game), "no evaluation for this game"))
}

fn refuse_during_shared_game<G: ArcadeGame>(
    table: &Table<G>,
    reason: &'static str,
) -> Option<Refusal> {
    refuse(table.game.shared.is_some() && !table.game.is_over(), reason)
}
