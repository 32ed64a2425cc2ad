//! Properties of Intensity that hold in every position of randomly played games.

use crate::random_play::{random_cases, test_sessions};
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Card, CardSet, Deal, HAND_SIZE, IntensityAction, IntensityEvent, SEATS, Trick},
    },
    play::{Game, Observation, RecordHeader, Seat, Seats, Session, random},
};
use proptest::{collection::vec, prelude::*, sample::Index};

/// Plays a random game, and calls `visit` with its session at the start and after each step.
fn play_out(
    seed: u64,
    choices: &[Index],
    mut visit: impl FnMut(&Session<Intensity>),
) -> Session<Intensity> {
    let setup = Deal::shuffled(&mut random::rng(seed, &[]));
    let players = vec!["human".to_owned(); SEATS];
    let mut session =
        Session::<Intensity>::new(RecordHeader { setup, players, seed: 0, clock: None });
    visit(&session);
    for choice in choices {
        let Some(seat) = session.awaited().iter().next() else { break };
        let legal = session.game().observe(Seats::one(seat)).legal(seat);
        let was_passing = session.game().passed().is_none();
        session.choose(seat, *choice.get(&legal)).unwrap();
        if !was_passing || session.game().passed().is_some() {
            visit(&session);
        }
    }
    session
}

/// Up to 60 choices. A game has 44: four passes and forty cards.
fn choices() -> impl Strategy<Value = Vec<Index>> {
    vec(any::<Index>(), 0..60)
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..SEATS).map(Seat::new)
}

/// Checks the invariants of cards and points.
fn check_invariants(session: &Session<Intensity>) {
    let game = session.game();
    let position = game.position();
    let played = game
        .history()
        .iter()
        .fold(position.trick.card_set(), |played, trick| played | trick.card_set());
    let held = position.hands.into_iter().fold(CardSet::NONE, |held, hand| held | hand);
    assert_eq!(played | held, CardSet::ALL);
    assert_eq!(
        played.len() + position.hands.iter().copied().map(CardSet::len).sum::<usize>(),
        Card::COUNT
    );
    // Each seat has one card for each round in which it has not played.
    let rounds_left = HAND_SIZE - game.history().len();
    for seat in seats() {
        let has_played = position.trick.card_of(seat).is_some();
        assert_eq!(
            position.hands[seat.index()].len() + usize::from(has_played),
            rounds_left,
            "{seat}"
        );
    }
    // The scores add up to the penalties of the complete rounds.
    let points = game.history().iter().map(Trick::penalty).sum::<u32>();
    assert_eq!(game.scores().iter().sum::<i32>(), i32::try_from(points).unwrap());
    assert_eq!(points + (held | position.trick.card_set()).penalty(), CardSet::ALL.penalty());
    assert_eq!(game.turns() as usize, game.history().len());
    assert_eq!(game.outcome().is_some(), played.len() == Card::COUNT);
}

/// Replays the rounds by an independent reading of the rules: who leads, follows and wins.
fn check_rounds(session: &Session<Intensity>) {
    let game = session.game();
    let Some(passed) = game.passed() else { return };
    let mut leader = Seat::new(0);
    let mut calf_was_played = false;
    // After the pass, a seat held what it holds now and what it has played.
    let mut hands = game.position().hands;
    let rounds = game.history().iter().chain([&game.position().trick]);
    for (seat, card) in rounds.clone().flat_map(Trick::plays) {
        hands[seat.index()] = hands[seat.index()].with(card);
    }
    for seat in seats() {
        let from = passed[(seat.index() + 3) % SEATS];
        assert!(hands[seat.index()].contains_all(from), "what is passed is received");
        let dealt = (hands[seat.index()] - from) | passed[seat.index()];
        assert_eq!(dealt, session.header().setup.hand(seat));
    }
    for trick in rounds {
        assert_eq!(trick.leader(), leader);
        let led = trick.cards().first().map(|card| card.number() / 10);
        let mut best: Option<(Seat, Card)> = None;
        for (seat, card) in trick.plays() {
            let hand = &mut hands[seat.index()];
            let follows = Some(card.number() / 10) == led;
            assert!(
                follows || hand.iter().all(|held| Some(held.number() / 10) != led),
                "{card} must follow"
            );
            let is_free = calf_was_played
                || best.is_some()
                || hand.iter().all(|held| (30..40).contains(&held.number()));
            assert!(is_free || !(30..40).contains(&card.number()), "{card} may not be led");
            if follows && best.is_none_or(|(_, highest)| card.number() > highest.number()) {
                best = Some((seat, card));
            }
            *hand = hand.without(card);
        }
        if trick.is_complete() {
            leader = best.expect("four cards").0;
            assert_eq!(trick.winner(), leader);
        }
        calf_was_played |= trick.cards().iter().any(|card| (30..40).contains(&card.number()));
    }
}

/// Checks the events of each step: the pass, each card, each complete round, and the end.
fn check_events(session: &Session<Intensity>) {
    let rounds = session.game().history();
    for (number, (events, line)) in session.events().iter().zip(session.lines()).enumerate() {
        let fourcade_engine::play::RecordLine::Step { moves, .. } = line else {
            panic!("no seat resigns")
        };
        if number == 0 {
            assert_eq!((events[..].to_vec(), moves.len()), (vec![IntensityEvent::Passed], SEATS));
            continue;
        }
        let [(seat, IntensityAction::Play(card))] = moves[..] else { panic!("a card is played") };
        let round = number / SEATS;
        let closing = rounds.get(round.wrapping_sub(1)).filter(|_| number % SEATS == 0);
        let won = closing.map(|&trick| IntensityEvent::RoundWon { round: round - 1, trick });
        let is_last = number == HAND_SIZE * SEATS;
        let expected: Vec<_> = [
            Some(IntensityEvent::Played { seat, card }),
            won,
            is_last.then_some(IntensityEvent::Over),
        ]
        .into_iter()
        .flatten()
        .collect();
        assert_eq!(*events, expected);
    }
}

test_sessions!(play_out, choices);

proptest! {
    #![proptest_config(random_cases(100))]

    #[test]
    fn invariants_rules_and_events_hold(seed in any::<u64>(), choices in choices()) {
        let session = play_out(seed, &choices, check_invariants);
        check_rounds(&session);
        check_events(&session);
    }

    #[test]
    fn illegal_actions_change_nothing(seed in any::<u64>(), choices in choices()) {
        play_out(seed, &choices, |session| {
            let game = session.game();
            for seat in seats().filter(|_| game.passed().is_some()) {
                let legal = game.observe(Seats::one(seat)).legal(seat);
                for action in Card::all().map(IntensityAction::Play) {
                    let mut after = game.clone();
                    let is_legal = legal.contains(&action);
                    assert_eq!(game.check(seat, action).is_ok(), is_legal);
                    assert_eq!(after.step(&[(seat, action)]).is_ok(), is_legal);
                    assert_eq!(after == *game, !is_legal);
                }
            }
        });
    }

    #[test]
    fn a_seat_observes_its_own_cards_and_public_state(seed in any::<u64>(), choices in choices()) {
        play_out(seed, &choices, |session| {
            let game = session.game();
            let public = game.observe(Seats::NONE);
            assert_eq!((public.hands, public.passed), ([None; SEATS], [None; SEATS]));
            for seat in seats() {
                let observation = game.observe(Seats::one(seat));
                for other in seats() {
                    let hand = observation.hands[other.index()];
                    let own_hand = game.position().hands[seat.index()];
                    assert_eq!(hand, (other == seat).then_some(own_hand));
                }
                assert_eq!(
                    (observation.trick, &observation.history, observation.hand_sizes),
                    (public.trick, &public.history, public.hand_sizes)
                );
                let known_passes = if game.passed().is_some() { 2 } else { 0 };
                assert_eq!(observation.passed.iter().flatten().count(), known_passes);
            }
        });
    }
}

/// Four random players share the 17 points equally: 4.25 each.
#[test]
fn random_players_share_the_points_equally() {
    let mut sums = [0; SEATS];
    let games = 4000;
    for seed in 0..games {
        let mut game = Intensity::start(&Deal::shuffled(&mut random::rng(seed, &[])));
        let mut rng = random::rng(seed, &[1]);
        while !game.awaited().is_empty() {
            let choose = |seat: Seat| {
                use rand::seq::IndexedRandom;
                (seat, *game.observe(Seats::one(seat)).legal(seat).choose(&mut rng).unwrap())
            };
            let moves: Vec<_> = game.awaited().iter().map(choose).collect();
            game.step(&moves).unwrap();
        }
        for (sum, score) in sums.iter_mut().zip(game.scores()) {
            *sum += score;
        }
    }
    assert_eq!(sums.iter().sum::<i32>(), i32::try_from(games).unwrap() * 17);
    for sum in sums {
        let mean = f64::from(sum) / 4000.0;
        // The standard error is below 0.07.
        assert!((mean - 4.25).abs() < 0.35, "{sums:?}");
    }
}
