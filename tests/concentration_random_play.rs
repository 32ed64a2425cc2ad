//! What holds in every position of Concentration, over games played at random.

mod random_play;

use fourcade::{
    games::concentration::{
        Concentration,
        rules::{CardLayout, ConcentrationEvent, Face, PlayingCard, Spot},
    },
    play::{Game, Observation, RecordHeader, Seat, Seats, Session, random},
};
use proptest::{collection::vec, prelude::*, sample::Index};
use random_play::{check_jumps, check_record, check_undo};

/// A game at random: its session goes to `look` at the start and after each card.
///
/// A choice takes any card, or, if it says so, another one of the first card's rank: else no game
/// would come to its end.
fn play_out(
    seed: u64,
    choices: &[(Index, bool)],
    mut look: impl FnMut(&Session<Concentration>),
) -> Session<Concentration> {
    let setup = CardLayout::shuffled(&mut random::rng(seed, &[]));
    let seats = vec!["human".to_owned(), "human".to_owned()];
    let mut session =
        Session::<Concentration>::new(RecordHeader { setup: setup.clone(), seats, seed: 0 });
    look(&session);
    for (choice, matches) in choices {
        let Some(seat) = session.awaited().only() else { break };
        let observed = session.game().observe(Seats::one(seat));
        let legal = observed.legal(seat);
        let is_mate = |&&spot: &&Spot| {
            observed.first.is_some_and(|(_, card)| setup.at(spot).rank() == card.rank())
        };
        let mate = legal.iter().filter(|_| *matches).find(is_mate);
        session.choose(seat, *mate.unwrap_or(choice.get(&legal))).unwrap();
        look(&session);
    }
    session
}

/// Enough choices for games to come to their end, if most of the turns are matches.
fn choices() -> impl Strategy<Value = Vec<(Index, bool)>> {
    vec((any::<Index>(), prop::bool::weighted(0.8)), 0..100)
}

/// What holds at any moment.
fn check(game: &Concentration, deal: &CardLayout) {
    let seen = game.seen();
    assert_eq!(*seen, game.observe(Seats::NONE));
    let won: Vec<PlayingCard> = seen
        .faces
        .iter()
        .filter_map(|face| if let Face::Won(card, _) = face { Some(*card) } else { None })
        .collect();
    let turned: Vec<(Spot, PlayingCard)> = Spot::all()
        .filter_map(
            |spot| if let Face::Turned(card) = seen.at(spot) { Some((spot, card)) } else { None },
        )
        .collect();
    assert_eq!(turned, seen.first.into_iter().collect::<Vec<_>>());
    assert_eq!(won.len() + turned.len() + seen.face_down().count(), Spot::COUNT);
    for spot in Spot::all() {
        assert!(match seen.at(spot) {
            Face::Down => true,
            Face::Turned(card) | Face::Won(card, _) => card == deal.at(spot),
        });
    }
    // pairs are won, by whoever has them
    for rank in won.iter().map(|card| card.rank()) {
        assert_eq!(won.iter().filter(|card| card.rank() == rank).count() % 2, 0);
    }
    let scores = game.scores();
    assert_eq!(scores.iter().sum::<i32>(), i32::try_from(won.len()).unwrap());
    for seat in game.seats().iter() {
        let pairs = seen.history.iter().filter(|turn| turn.seat == seat && turn.is_pair()).count();
        assert_eq!(
            (scores[seat.index()], seen.won(seat)),
            (i32::try_from(2 * pairs).unwrap(), 2 * pairs)
        );
    }
    // each has a turn after the other, match or not
    assert!(
        seen.history.iter().enumerate().all(|(number, turn)| turn.seat == Seat::new(number % 2))
    );
    assert_eq!(game.turns() as usize, seen.history.len());
    assert_eq!(game.outcome().is_some(), won.len() == PlayingCard::COUNT);
    match game.awaited().only() {
        Some(seat) => {
            assert_eq!(seat.index(), seen.history.len() % 2);
            assert_eq!(seen.legal(seat), seen.face_down().collect::<Vec<_>>());
            assert!(!seen.legal(seat).is_empty());
        }
        None => assert!(game.outcome().is_some()),
    }
}

/// Each card is told of when it is turned up, each turn when it is over, and the end once.
fn check_events(session: &Session<Concentration>) {
    let mut turns = session.game().seen().history.iter();
    for (number, events) in session.events().iter().enumerate() {
        let ConcentrationEvent::Turned { spot, card, .. } = events[0] else {
            panic!("a card is turned up first")
        };
        assert_eq!(card, session.header().setup.at(spot));
        let closing = if number % 2 == 1 { turns.next() } else { None };
        let told = closing.map(|&turn| {
            if turn.is_pair() {
                ConcentrationEvent::Won(turn)
            } else {
                ConcentrationEvent::Missed(turn)
            }
        });
        let is_last = number + 1 == session.lines().len() && session.outcome().is_some();
        assert!(
            events[1..].iter().eq(told.iter().chain(is_last.then_some(&ConcentrationEvent::Over)))
        );
    }
    assert_eq!(turns.next(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn cards_and_turns_are_counted_as_the_rules_say(seed in any::<u64>(), choices in choices()) {
        let deal = CardLayout::shuffled(&mut random::rng(seed, &[]));
        let session = play_out(seed, &choices, |session| check(session.game(), &deal));
        check_events(&session);
    }

    #[test]
    fn undo_gives_back_the_same_states(seed in any::<u64>(), choices in choices()) {
        let mut states = Vec::new();
        let mut session = play_out(seed, &choices, |session| states.push(session.game().clone()));
        check_undo(&mut session, &states);
    }

    #[test]
    fn wherever_a_session_goes_it_is_as_if_just_played(
        seed in any::<u64>(),
        choices in choices(),
        goals in vec(any::<Index>(), 1..20),
    ) {
        let mut states = Vec::new();
        let mut session = play_out(seed, &choices, |session| states.push(session.game().clone()));
        check_jumps(&mut session, &states, goals);
    }

    #[test]
    fn what_is_not_legal_changes_nothing(seed in any::<u64>(), choices in choices()) {
        play_out(seed, &choices, |session| {
            let game = session.game();
            let moves = Seats::first(2).iter().flat_map(|seat| Spot::all().map(move |spot| (seat, spot)));
            for (seat, spot) in moves {
                let mut after = game.clone();
                let is_legal = game.observe(Seats::one(seat)).legal(seat).contains(&spot);
                assert_eq!(game.check(seat, spot).is_ok(), is_legal);
                assert_eq!(after.step(&[(seat, spot)]).is_ok(), is_legal);
                assert_eq!(after == *game, !is_legal);
            }
        });
    }

    #[test]
    fn a_record_is_read_as_it_was_written(seed in any::<u64>(), choices in choices()) {
        check_record(&play_out(seed, &choices, |_| ()).record());
    }
}
