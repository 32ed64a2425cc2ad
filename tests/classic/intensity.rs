//! Intensity's player program asked as a referee asks it: thousands of requests from games played
//! at random.

use std::ffi::OsString;

use fourcade::{
    games::{
        GameInfo, PlayerArg,
        intensity::{
            Intensity, classic,
            protocol::{ChoiceRequest, PlayerRequest},
            rules::{Deal, IntensityAction},
        },
    },
    play::{Game, Observation, Seats, random},
};
use rand::seq::IndexedRandom;

/// The answer of one of our players, which must say nothing else.
fn ask(player: &str, request: &str) -> String {
    let words = ["--player".into(), OsString::from(player)];
    let (mut input, mut output, mut messages) = (request.as_bytes(), Vec::new(), Vec::new());
    let status = classic::run(&words, &mut input, &mut output, &mut messages).unwrap();
    assert_eq!((status, messages.len(), input.len()), (0, 0, 0), "{request}");
    String::from_utf8(output).unwrap()
}

/// Plays a game at random; `ask_for` gets its choices.
fn play_out(number: u64, mut ask_for: impl FnMut(&ChoiceRequest)) {
    let mut chance = random::rng(number, &[]);
    let mut game = Intensity::start(&Deal::shuffled(&mut chance));
    while !game.awaited().is_empty() {
        let mut moves = Vec::new();
        for seat in game.awaited().iter() {
            let seen = game.observe(Seats::one(seat));
            ask_for(&ChoiceRequest::of(seat, &seen).unwrap());
            moves.push((seat, *seen.legal(seat).choose(&mut chance).unwrap()));
        }
        game.step(&moves).unwrap();
    }
}

#[test]
fn every_answer_is_legal_and_in_the_form_of_the_sheet() {
    for player in Intensity::players().iter().filter(|kind| kind.arg != PlayerArg::Path) {
        // 44 requests a game; the expert thinks about each.
        let games = if player.name == "expert" { 5 } else { 46 };
        let mut asked = 0;
        for number in 0..games {
            play_out(number, |choice| {
                let answer = ask(player.name, &PlayerRequest::Choice(choice.clone()).to_string());
                let action: IntensityAction =
                    choice.read_answer(answer.as_bytes()).expect("a legal choice");
                assert_eq!(answer, format!("{action}\n"), "{}", player.name);
                let is_asked =
                    matches!(action, IntensityAction::Pass(_)) == choice.seen().is_passing;
                assert!(is_asked, "{answer}");
                asked += 1;
            });
        }
        assert_eq!(asked, 44 * games);
    }
}
