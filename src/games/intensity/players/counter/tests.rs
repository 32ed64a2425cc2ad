use super::*;
use crate::{games::intensity::protocol::PlayerRequest, play::Budget};

/// What the player does, asked by a request of the course's protocol, with its words.
fn asked(request: &str) -> (String, String) {
    let Ok(PlayerRequest::Choice(choice)) = PlayerRequest::read(&mut request.as_bytes()) else {
        panic!("{request:?}")
    };
    let think = ThinkContext::new(Budget::Nodes(1), 1, choice.seat(), 0);
    let advice = Counter::default().advise(choice.seat(), choice.seen(), &think).unwrap();
    assert_eq!(Ok(advice.action), Counter::default().choose(choice.seat(), choice.seen(), &think));
    (advice.action.to_string(), advice.reason.unwrap())
}

#[test]
fn dangerous_cards_are_passed() {
    for (hand, passed) in [
        ("10 11 20 21 30 31 32 47 48 49", "47 48 49"),
        ("10 11 12 20 21 22 30 37 38 39", "37 38 39"),
        // The buffalo is safe behind many lower cards of its suit.
        ("10 19 29 38 39 40 41 42 43 47", "29 38 39"),
    ] {
        assert_eq!(asked(&format!("1\n{hand}\n")).0, passed, "{hand}");
    }
}

#[test]
fn cards_are_played_with_reasons() {
    for (request, card, words) in [
        // last to play, and somebody goes over it
        (
            "2\n10 3 3\n10 13 15 21 22 30 31 40 41 44\n12 16 11\n\n47 48 49\n13 15 44\n",
            "15",
            "this is the highest card that stays under",
        ),
        // the 48 lies there: the buffalo goes under it
        (
            "2\n10 2 2\n10 11 20 21 30 31 40 41 42 47\n45 48\n\n12 13 14\n40 41 42\n",
            "47",
            "somebody else must take",
        ),
        // no card of the suit
        (
            "2\n10 1 1\n20 21 22 23 30 31 40 41 42 47\n15\n\n12 13 14\n40 41 42\n",
            "47",
            "somebody else must take",
        ),
    ] {
        let (played, why) = asked(request);
        assert_eq!(played, card, "{request:?}: {why}");
        assert!(why.contains(words), "{request:?}: {why}");
    }
}
