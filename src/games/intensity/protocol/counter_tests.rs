//! The counter's answers to requests of the course's protocol.

use fourcade_engine::{
    intensity::players::counter::CounterPlayer,
    play::{Budget, Player as _, ThinkContext},
};

use super::PlayerRequest;

/// The player's answer to a request of the course's protocol, with its reason.
fn answer(request: &str) -> (String, String) {
    let Ok(PlayerRequest::Choice(choice)) = PlayerRequest::read(&mut request.as_bytes()) else {
        panic!("{request:?}")
    };
    let (seat, observation) = (choice.seat(), choice.observation());
    let context = ThinkContext::new(Budget::Nodes(1), 1, seat, 0);
    let advice = CounterPlayer.advise(seat, observation, &context).unwrap();
    assert_eq!(Ok(advice.action), CounterPlayer.choose(seat, observation, &context));
    (advice.action.to_string(), advice.reason.unwrap())
}

#[test]
fn dangerous_cards_are_passed() {
    for (hand, passed) in [
        ("10 11 20 21 30 31 32 47 48 49", "47 48 49"),
        ("10 11 12 20 21 22 30 37 38 39", "37 38 39"),
        // The buffalo is safe with many lower cards of its suit.
        ("10 19 29 38 39 40 41 42 43 47", "29 38 39"),
    ] {
        assert_eq!(answer(&format!("1\n{hand}\n")).0, passed, "{hand}");
    }
}

#[test]
fn cards_are_played_with_reasons() {
    for (request, card, reason) in [
        // The last to play stays under the 16.
        (
            "2\n10 3 3\n10 13 15 21 22 30 31 40 41 44\n12 16 11\n\n47 48 49\n13 15 44\n",
            "15",
            "your highest card that stays under",
        ),
        // The buffalo goes under the 48.
        (
            "2\n10 2 2\n10 11 20 21 30 31 40 41 42 47\n45 48\n\n12 13 14\n40 41 42\n",
            "47",
            "someone else must take",
        ),
        // The buffalo is discarded when the suit can't be followed.
        (
            "2\n10 1 1\n20 21 22 23 30 31 40 41 42 47\n15\n\n12 13 14\n40 41 42\n",
            "47",
            "someone else must take",
        ),
    ] {
        let (played, why) = answer(request);
        assert_eq!(played, card, "{request:?}: {why}");
        assert!(why.contains(reason), "{request:?}: {why}");
    }
}
