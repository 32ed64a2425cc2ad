//! Intensity's player program answers thousands of requests from random games.

use std::ffi::OsString;

use fourcade_course::{
    intensity::{
        classic,
        protocol::{ChoiceRequest, PlayerRequest},
    },
    program::AnswerFormat,
};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Deal, IntensityAction},
    },
    play::{Game, GameInfo, Observation, PlayerArg, Seats, random},
};
use rand::seq::IndexedRandom;

use crate::scale::scaled;

/// Runs the program and returns the answer, which must be its whole output.
fn answer_of(player: &str, request: &str) -> String {
    let args = ["--player".into(), OsString::from(player)];
    let mut input = request.as_bytes();
    let (output, messages, status) = super::run(classic::run, &args, &mut input);
    assert_eq!((status, messages.len(), input.len()), (0, 0, 0), "{request}");
    output
}

/// Plays a random game and calls `on_choice` for each decision.
fn play_random_game(seed: u64, mut on_choice: impl FnMut(&ChoiceRequest)) {
    let mut rng = random::rng(seed, &[]);
    let mut game = Intensity::start(&Deal::shuffled(&mut rng));
    while !game.awaited().is_empty() {
        let mut moves = Vec::new();
        for seat in game.awaited().iter() {
            let observation = game.observe(Seats::one(seat));
            on_choice(&ChoiceRequest::new(seat, &observation).unwrap());
            moves.push((seat, *observation.legal(seat).choose(&mut rng).unwrap()));
        }
        game.step(&moves).unwrap();
    }
}

#[test]
fn every_answer_is_legal_and_has_the_format_of_the_sheet() {
    for kind in Intensity::PLAYERS.iter().filter(|kind| kind.arg != PlayerArg::Path) {
        let name = match &kind.arg {
            PlayerArg::Number { default, suffix, .. } => format!("{}:{default}{suffix}", kind.name),
            _ => kind.name.to_owned(),
        };
        // Each game has 44 requests, and the expert searches for each of them.
        let games = scaled(if kind.name == "expert" { 1 } else { 12 });
        let mut requests = 0;
        for seed in 0..games {
            play_random_game(seed.into(), |choice| {
                let answer = answer_of(&name, &PlayerRequest::Choice(choice.clone()).to_string());
                let action: IntensityAction = choice
                    .parse_answer(AnswerFormat::LastNumbers, answer.as_bytes())
                    .expect("a legal choice");
                assert_eq!(answer, format!("{action}\n"), "{name}");
                let matches_request =
                    matches!(action, IntensityAction::Pass(_)) == choice.observation().is_passing;
                assert!(matches_request, "{answer}");
                requests += 1;
            });
        }
        assert_eq!(requests, 44 * games);
    }
}
