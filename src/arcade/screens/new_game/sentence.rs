//! The sentences about the chosen opponent.

use super::{
    choices::{Choices, Opponent},
    results::PastResults,
};
use crate::games::ArcadeKind as _;
use fourcade_engine::play::HUMAN;

/// Describes who plays, and how the person has done against this opponent so far. Each sentence
/// begins a new line.
pub fn describe(choices: &Choices, results: &PastResults) -> String {
    let (game, level) = (choices.game(), choices.level());
    let seats = game.seat_names().len();
    let computer = game.level_player(level);
    let about_level = format!("{level} {}", computer.description);
    match choices.opponent() {
        Opponent::Computer(_) => {
            let record = results.against(computer.player, seats - 1);
            let them = if seats > 2 { "them" } else { "it" };
            match record {
                None => about_level,
                Some((_, 0)) => format!("{about_level}\nNo finished games against {them} yet."),
                Some((won, played)) => {
                    format!("{about_level}\nYou have won {won} of {played} against {them}.")
                }
            }
        }
        Opponent::Friend if seats > 2 => {
            format!("{}\n{level} computers play the other seats.", game.friends())
        }
        Opponent::Friend => game.friends().to_owned(),
        Opponent::Terminal if seats > 2 => {
            format!("Somebody joins you from another terminal.\n{level} computers play the rest.")
        }
        Opponent::Terminal => "Somebody joins you from another terminal.".to_owned(),
        Opponent::Watch => {
            let all = if seats > 2 { "It plays all four seats." } else { "It plays both sides." };
            format!("{about_level}\n{all}")
        }
        Opponent::Custom => {
            let players = choices.players();
            let alone = players.iter().filter(|name| *name == HUMAN).count() == 1;
            let name = |name: &String| match name.as_str() {
                HUMAN if alone => "you".to_owned(),
                HUMAN => "a person".to_owned(),
                name => name.to_owned(),
            };
            let seats = game.seat_names().iter().zip(&players);
            let seats: Vec<String> =
                seats.map(|(seat, player)| format!("{seat} {}", name(player))).collect();
            format!("As chosen under Advanced: {}.", seats.join(", "))
        }
    }
}
