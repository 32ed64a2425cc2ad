//! Intensity's computer players: what they may know, what they choose, and how well they play.

use std::{sync::mpsc, thread, time::Duration};

use fourcade_course::intensity::protocol::PlayerRequest;
use fourcade_engine::{
    intensity::{
        Intensity,
        model::{
            Card, CardSet, Deal, IntensityAction, IntensityObservation, PASS_SIZE, SEATS, left_of,
            right_of,
        },
        players::{
            deal_sampler::DealSampler, expert::highest_equivalent, seat_knowledge::SeatKnowledge,
        },
    },
    play::{
        Budget, CancelToken, Game, Observation, Player, PlayerError, Rng, Seat, Seats,
        ThinkContext, find_player, random,
    },
};
use rand::seq::{IndexedRandom, IteratorRandom};

const NAMES: [&str; 5] = ["random", "careful", "counter", "expert", "expert:places"];
const SEARCHING: [&str; 2] = ["expert", "expert:places"];

fn player(name: &str) -> Box<dyn Player<Intensity>> {
    find_player::<Intensity>(name).unwrap()
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..SEATS).map(Seat::new)
}

fn observe(game: &Intensity, seat: Seat) -> IntensityObservation {
    game.observe(Seats::one(seat))
}

fn context(budget: Budget, seat: Seat) -> ThinkContext {
    ThinkContext::new(budget, 7, seat, 3)
}

fn ask(name: &str, game: &Intensity, seat: Seat, budget: Budget) -> IntensityAction {
    player(name).choose(seat, &observe(game, seat), &context(budget, seat)).unwrap()
}

/// Plays a game at random. Before each step, calls `visit` with the game and a seat that must
/// choose.
fn play_at_random(seed: u64, mut visit: impl FnMut(&Intensity, Seat, &mut Rng)) {
    let mut rng = random::rng(seed, &[]);
    let mut game = Intensity::start(&Deal::shuffled(&mut rng));
    loop {
        let awaited = game.awaited();
        let Some(seat) = awaited.iter().choose(&mut rng) else { return };
        visit(&game, seat, &mut rng);
        let any = |seat| (seat, *observe(&game, seat).legal(seat).choose(&mut rng).unwrap());
        let moves: Vec<_> = awaited.iter().map(any).collect();
        game.step(&moves).unwrap();
    }
}

/// Returns another game with the same observation of `seat`: the hidden cards are dealt anew, and
/// the passes between other seats are chosen anew.
fn redeal(game: &Intensity, seat: Seat, rng: &mut Rng) -> Intensity {
    let observation = observe(game, seat);
    if observation.is_passing {
        let hand = observation.hands[seat.index()].unwrap();
        let sampler = DealSampler::new(&SeatKnowledge::before_pass(seat, hand)).unwrap();
        return Intensity::start(&Deal::new(sampler.sample(rng)).unwrap());
    }
    let mut hands =
        DealSampler::new(&SeatKnowledge::from_observation(seat, &observation)).unwrap().sample(rng);
    for played in observation.plays() {
        let hand = &mut hands[played.seat.index()];
        *hand = hand.with(played.card);
    }
    let mut passed = observation.passed;
    for giver in [left_of(seat), left_of(left_of(seat))] {
        let taker = hands[left_of(giver).index()];
        passed[giver.index()] = Some(taker.iter().sample(rng, PASS_SIZE).into_iter().collect());
    }
    let passed = passed.map(Option::unwrap);
    let hands_before = std::array::from_fn(|seat| {
        (hands[seat] - passed[right_of(Seat::new(seat)).index()]) | passed[seat]
    });
    let mut replayed = Intensity::start(&Deal::new(hands_before).unwrap());
    let moves = seats().map(|seat| (seat, IntensityAction::Pass(passed[seat.index()])));
    replayed.step(&moves.collect::<Vec<_>>()).unwrap();
    // The rules check that the other seats could have played as they did.
    for played in observation.plays() {
        replayed.step(&[(played.seat, IntensityAction::Play(played.card))]).unwrap();
    }
    replayed
}

#[test]
fn all_choices_are_legal() {
    let mut situations = 0;
    for seed in 0..50 {
        play_at_random(seed, |game, seat, _| {
            situations += 1;
            for name in NAMES {
                let action = ask(name, game, seat, Budget::Nodes(300));
                game.check(seat, action)
                    .unwrap_or_else(|why| panic!("{name}, seed {seed}: {action}: {why}"));
            }
        });
    }
    assert!(situations > 2000, "{situations}");
}

#[test]
fn no_choice_depends_on_hidden_cards() {
    let mut differ = 0;
    for seed in 0..10 {
        play_at_random(seed, |game, seat, rng| {
            let replayed = redeal(game, seat, rng);
            assert_eq!(observe(&replayed, seat), observe(game, seat), "seed {seed}");
            differ += u32::from(replayed != *game);
            for name in NAMES {
                let choices =
                    [game, &replayed].map(|game| ask(name, game, seat, Budget::Nodes(2_000)));
                assert_eq!(choices[0], choices[1], "{name}, seed {seed}");
            }
        });
    }
    assert!(differ > 260, "{differ}");
}

#[test]
fn sampled_deals_agree_with_the_knowledge() {
    for seed in 0..200 {
        play_at_random(seed, |game, seat, rng| {
            let observation = observe(game, seat);
            if observation.is_passing {
                return;
            }
            let knowledge = SeatKnowledge::from_observation(seat, &observation);
            // The real hands agree with the knowledge.
            for (other, &hand) in game.position().hands.iter().enumerate() {
                assert!(
                    knowledge.possible[other].contains_all(hand)
                        && hand.contains_all(knowledge.certain[other]),
                    "seed {seed}"
                );
            }
            for _ in 0..5 {
                let hands = DealSampler::new(&knowledge).expect("the real deal agrees").sample(rng);
                let all = hands.iter().fold(CardSet::NONE, |all, &hand| all | hand);
                assert_eq!(
                    (all, hands[seat.index()]),
                    (knowledge.hand | knowledge.unseen, knowledge.hand)
                );
                for (other, hand) in hands.into_iter().enumerate() {
                    assert_eq!(hand.len(), observation.hand_sizes[other]);
                    assert!(
                        knowledge.possible[other].contains_all(hand)
                            && hand.contains_all(knowledge.certain[other])
                    );
                }
            }
        });
    }
}

#[test]
fn choices_depend_only_on_the_seed_and_not_on_earlier_choices() {
    let mut used = NAMES.map(player);
    for seed in 0..4 {
        play_at_random(seed, |game, seat, _| {
            for (name, used) in NAMES.iter().zip(&mut used) {
                let budget = Budget::Nodes(3_000);
                let again =
                    used.choose(seat, &observe(game, seat), &context(budget, seat)).unwrap();
                assert_eq!(again, ask(name, game, seat, budget), "{name}");
            }
        });
    }
}

/// The two example requests of the course sheet.
fn requests() -> [(Seat, IntensityObservation); 2] {
    let texts = [
        "1\n13 19 24 25 29 32 39 44 46 49\n",
        "2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n",
    ];
    texts.map(|text| match PlayerRequest::read(&mut text.as_bytes()) {
        Ok(PlayerRequest::Choice(choice)) => (choice.seat(), choice.observation().clone()),
        other => panic!("{other:?}"),
    })
}

#[test]
fn the_examples_of_the_course_sheet_are_answered() {
    let [(passer, passing), (seat, playing)] = requests();
    for name in NAMES {
        let pass =
            player(name).choose(passer, &passing, &context(Budget::Nodes(3_000), passer)).unwrap();
        assert!(passing.legal(passer).contains(&pass), "{name}: {pass}");
        let play =
            player(name).choose(seat, &playing, &context(Budget::Nodes(3_000), seat)).unwrap();
        assert_eq!(play, IntensityAction::Play(Card::new(23).unwrap()), "{name}");
    }
}

#[test]
fn a_forced_choice_is_not_searched() {
    // With an hour to think, this test would not end.
    let budget = Budget::Time(Duration::from_secs(3600));
    let [_, (seat, playing)] = requests();
    for name in NAMES {
        let advice = player(name).advise(seat, &playing, &context(budget, seat)).unwrap();
        assert_eq!(advice.action, IntensityAction::Play(Card::new(23).unwrap()), "{name}");
    }
}

#[test]
fn an_empty_budget_still_gives_a_legal_choice() {
    play_at_random(1, |game, seat, _| {
        for budget in [Budget::Nodes(0), Budget::Nodes(1), Budget::Time(Duration::ZERO)] {
            for name in NAMES {
                let action = ask(name, game, seat, budget);
                assert!(game.check(seat, action).is_ok(), "{name}: {action}");
            }
        }
    });
}

#[test]
fn advice_is_the_choice_with_weights() {
    play_at_random(2, |game, seat, _| {
        let observation = observe(game, seat);
        let legal = observation.legal(seat);
        for name in &NAMES[1..] {
            let context = context(Budget::Nodes(5_000), seat);
            let advice = player(name).advise(seat, &observation, &context).unwrap();
            assert_eq!(
                advice.action,
                player(name).choose(seat, &observation, &context).unwrap(),
                "{name}"
            );
            assert!(
                advice
                    .considered
                    .iter()
                    .all(|(action, cost)| legal.contains(action) && cost.is_finite()),
                "{name}"
            );
            let is_pass = observation.is_passing && !SEARCHING.contains(name);
            let alike = |&action: &_| highest_equivalent(seat, &observation, action);
            let is_one_choice = legal.iter().all(|action| alike(action) == alike(&legal[0]));
            let has_none = is_one_choice || *name == "careful" || is_pass;
            assert!(has_none || !advice.considered.is_empty(), "{name}");
        }
    });
}

#[test]
fn a_cancelled_search_returns_an_error() {
    let game = Intensity::start(&Deal::shuffled(&mut random::rng(1, &[])));
    let seat = Seat::new(0);
    for name in SEARCHING {
        let cancel = CancelToken::default();
        cancel.cancel();
        for budget in [Budget::Time(Duration::from_secs(3600)), Budget::Nodes(u64::MAX)] {
            let context = context(budget, seat).with_cancel(cancel.clone());
            assert_eq!(
                player(name).choose(seat, &observe(&game, seat), &context),
                Err(PlayerError::Cancelled),
                "{name}"
            );
        }
    }
}

#[test]
fn a_search_can_be_cancelled_while_it_runs() {
    let mut game = Intensity::start(&Deal::shuffled(&mut random::rng(1, &[])));
    for name in SEARCHING {
        for is_passing in [true, false] {
            let seat = Seat::new(0);
            let observation = observe(&game, seat);
            let cancel = CancelToken::default();
            let (sender, reports) = mpsc::channel();
            let context = context(Budget::Nodes(u64::MAX), seat)
                .with_cancel(cancel.clone())
                .with_listener(move |report| drop(sender.send(report)));
            let search = thread::spawn(move || player(name).choose(seat, &observation, &context));
            // The search may be finished before it is cancelled.
            let first_report = reports.recv();
            cancel.cancel();
            let answer = search.join().unwrap();
            assert!(
                first_report.is_ok() && (answer == Err(PlayerError::Cancelled) || answer.is_ok()),
                "{name}: {answer:?}"
            );
            if is_passing {
                let moves = seats().map(|seat| (seat, observe(&game, seat).legal(seat)[0]));
                game.step(&moves.collect::<Vec<_>>()).unwrap();
            }
        }
        game = Intensity::start(&Deal::shuffled(&mut random::rng(2, &[])));
    }
}

/// The average penalty points, and points for the place, of the first of four players.
fn play(names: [&'static str; SEATS], games: usize, nodes: u64) -> (f64, f64) {
    let games_played = super::matches::play(names, games, nodes);
    let games = f64::from(u32::try_from(games).unwrap());
    let penalty: f64 =
        games_played.iter().map(|game| f64::from(game.outcome.score(game.seat_of(0)))).sum();
    let points: f64 = games_played.iter().map(|game| game.outcome.points(game.seat_of(0))).sum();
    println!("{names:?}: {:.3} penalty points, {:.3} points", penalty / games, points / games);
    (penalty / games, points / games)
}

#[test]
fn each_player_is_stronger_than_the_one_before() {
    let (penalty, _) = play(["careful", "random", "random", "random"], 2_000, 1);
    assert!(penalty < 1.2, "{penalty}");
    let (penalty, points) = play(["counter", "careful", "careful", "careful"], 2_000, 1);
    assert!(penalty < 3.2 && points > 1.7, "{penalty} {points}");
    let (penalty, points) = play(["expert", "careful", "careful", "careful"], 80, 10_000);
    assert!(penalty < 3.7 && points > 1.6, "{penalty} {points}");
}
