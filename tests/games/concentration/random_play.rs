//! Properties of Concentration that hold in every position of randomly played games.

use crate::random_play::{random_cases, test_sessions};
use fourcade_engine::{
    concentration::{
        Concentration,
        model::{CardLayout, ConcentrationEvent, Face, PlayingCard, Spot},
    },
    play::{Game, Observation, RecordHeader, Seat, Seats, Session, random},
};
use proptest::{collection::vec, prelude::*, sample::Index};

/// Calls `visit` with the session at the start and after each card of a random game.
///
/// A choice takes any card or, if its flag is set, the mate of the first card. Without the flag
/// hardly any game would end.
fn play_out(
    seed: u64,
    choices: &[(Index, bool)],
    mut visit: impl FnMut(&Session<Concentration>),
) -> Session<Concentration> {
    let setup = CardLayout::shuffled(&mut random::rng(seed, &[]));
    let players = vec!["human".to_owned(), "human".to_owned()];
    let mut session = Session::<Concentration>::new(RecordHeader {
        setup: setup.clone(),
        players,
        seed: 0,
        clock: None,
    });
    visit(&session);
    for (choice, matches) in choices {
        let Some(seat) = session.awaited().only() else { break };
        let observation = session.game().observe(Seats::one(seat));
        let legal = observation.legal(seat);
        let is_mate = |&&spot: &&Spot| {
            observation.first.is_some_and(|(_, card)| setup.at(spot).rank() == card.rank())
        };
        let mate = legal.iter().filter(|_| *matches).find(is_mate);
        session.choose(seat, *mate.unwrap_or(choice.get(&legal))).unwrap();
        visit(&session);
    }
    session
}

/// Enough choices for a whole game if most turns win a pair.
fn choices() -> impl Strategy<Value = Vec<(Index, bool)>> {
    vec((any::<Index>(), prop::bool::weighted(0.8)), 0..100)
}

/// Checks the invariants of cards and turns.
fn check(game: &Concentration, deal: &CardLayout) {
    let observation = game.observation();
    assert_eq!(*observation, game.observe(Seats::NONE));
    let won: Vec<PlayingCard> = observation
        .faces
        .iter()
        .filter_map(|face| if let Face::Won(card, _) = face { Some(*card) } else { None })
        .collect();
    let turned: Vec<(Spot, PlayingCard)> = Spot::all()
        .filter_map(|spot| {
            if let Face::Turned(card) = observation.at(spot) { Some((spot, card)) } else { None }
        })
        .collect();
    assert_eq!(turned, observation.first.into_iter().collect::<Vec<_>>());
    assert_eq!(won.len() + turned.len() + observation.face_down().count(), Spot::COUNT);
    for spot in Spot::all() {
        assert!(match observation.at(spot) {
            Face::Down => true,
            Face::Turned(card) | Face::Won(card, _) => card == deal.at(spot),
        });
    }
    // Cards are won in pairs of the same rank.
    for rank in won.iter().map(|card| card.rank()) {
        assert_eq!(won.iter().filter(|card| card.rank() == rank).count() % 2, 0);
    }
    let scores = game.scores();
    assert_eq!(scores.iter().sum::<i32>(), i32::try_from(won.len() / 2).unwrap());
    for seat in game.seats().iter() {
        let pairs =
            observation.history.iter().filter(|turn| turn.seat == seat && turn.is_pair()).count();
        assert_eq!(
            (scores[seat.index()], observation.cards_won(seat)),
            (i32::try_from(pairs).unwrap(), 2 * pairs)
        );
    }
    // The seats alternate, whether or not a turn wins a pair.
    assert!(
        observation
            .history
            .iter()
            .enumerate()
            .all(|(number, turn)| turn.seat == Seat::new(number % 2))
    );
    assert_eq!(game.turns() as usize, observation.history.len());
    assert_eq!(game.outcome().is_some(), won.len() == PlayingCard::COUNT);
    match game.awaited().only() {
        Some(seat) => {
            assert_eq!(seat.index(), observation.history.len() % 2);
            assert_eq!(observation.legal(seat), observation.face_down().collect::<Vec<_>>());
            assert!(!observation.legal(seat).is_empty());
        }
        None => assert!(game.outcome().is_some()),
    }
}

/// Checks the events of each step: each card, each complete turn, and the end.
fn check_events(session: &Session<Concentration>) {
    let mut turns = session.game().observation().history.iter();
    for (number, events) in session.events().iter().enumerate() {
        let ConcentrationEvent::Turned { spot, card, .. } = events[0] else {
            panic!("a card is turned up first")
        };
        assert_eq!(card, session.header().setup.at(spot));
        let closing = if number % 2 == 1 { turns.next() } else { None };
        let won_or_missed = closing.map(|&turn| {
            if turn.is_pair() {
                ConcentrationEvent::Won(turn)
            } else {
                ConcentrationEvent::Missed(turn)
            }
        });
        let is_last = number + 1 == session.lines().len() && session.outcome().is_some();
        assert!(
            events[1..]
                .iter()
                .eq(won_or_missed.iter().chain(is_last.then_some(&ConcentrationEvent::Over)))
        );
    }
    assert_eq!(turns.next(), None);
}

test_sessions!(play_out, choices);

proptest! {
    #![proptest_config(random_cases(100))]

    #[test]
    fn invariants_and_events_hold(seed in any::<u64>(), choices in choices()) {
        let deal = CardLayout::shuffled(&mut random::rng(seed, &[]));
        let session = play_out(seed, &choices, |session| check(session.game(), &deal));
        check_events(&session);
    }

    #[test]
    fn illegal_actions_change_nothing(seed in any::<u64>(), choices in choices()) {
        play_out(seed, &choices, |session| {
            let game = session.game();
            let all_spots = |seat| Spot::all().map(move |spot| (seat, spot));
            let moves = Seats::first(2).iter().flat_map(all_spots);
            for (seat, spot) in moves {
                let mut after = game.clone();
                let is_legal = game.observe(Seats::one(seat)).legal(seat).contains(&spot);
                assert_eq!(game.check(seat, spot).is_ok(), is_legal);
                assert_eq!(after.step(&[(seat, spot)]).is_ok(), is_legal);
                assert_eq!(after == *game, !is_legal);
            }
        });
    }
}
