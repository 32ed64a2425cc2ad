//! Intensity's computer players: what they may know, what they choose, and how well they play.

mod intensity_match;

use std::{sync::mpsc, thread, time::Duration};

use fourcade::{
    games::{
        find_player,
        intensity::{
            Intensity,
            players::{deals::Deals, knowledge::Knowledge},
            protocol::PlayerRequest,
            rules::{
                Card, CardSet, Deal, IntensityAction, IntensityObservation, PASSED, SEATS, Trick,
                left, right,
            },
        },
    },
    play::{
        Budget, CancelToken, Game, Observation, Player, PlayerError, Rng, Seat, Seats,
        ThinkContext, random,
    },
};
use rand::seq::{IndexedRandom, IteratorRandom};

const NAMES: [&str; 5] = ["random", "careful", "counter", "expert", "expert:places"];
const SEARCHING: [&str; 2] = ["expert", "expert:places"];

fn player(name: &str) -> Box<dyn Player<Intensity>> {
    find_player::<Intensity>(name).unwrap().make().unwrap()
}

fn seats() -> impl Iterator<Item = Seat> {
    (0..SEATS).map(Seat::new)
}

fn seen_by(game: &Intensity, seat: Seat) -> IntensityObservation {
    game.observe(Seats::one(seat))
}

fn think(budget: Budget, seat: Seat) -> ThinkContext {
    ThinkContext::new(budget, 7, seat, 3)
}

fn ask(name: &str, game: &Intensity, seat: Seat, budget: Budget) -> IntensityAction {
    player(name).choose(seat, &seen_by(game, seat), &think(budget, seat)).unwrap()
}

/// A game played by any legal choices; `look` sees it before each of them, with a seat that must
/// choose.
fn play_at_random(seed: u64, mut look: impl FnMut(&Intensity, Seat, &mut Rng)) {
    let mut rng = random::rng(seed, &[]);
    let mut game = Intensity::start(&Deal::shuffled(&mut rng));
    loop {
        let awaited = game.awaited();
        let Some(seat) = awaited.iter().choose(&mut rng) else { return };
        look(&game, seat, &mut rng);
        let any = |seat| (seat, *seen_by(&game, seat).legal(seat).choose(&mut rng).unwrap());
        let moves: Vec<_> = awaited.iter().map(any).collect();
        game.step(&moves).unwrap();
    }
}

/// Another game in which `seat` has seen the same: the cards that it has not seen are dealt anew,
/// and what others passed among themselves is chosen anew.
fn dealt_anew(game: &Intensity, seat: Seat, rng: &mut Rng) -> Intensity {
    let seen = seen_by(game, seat);
    if seen.is_passing {
        let deals =
            Deals::of(&Knowledge::of_hand(seat, seen.hands[seat.index()].unwrap())).unwrap();
        return Intensity::start(&Deal::new(deals.draw(rng)).unwrap());
    }
    let mut hands = Deals::of(&Knowledge::of(seat, &seen)).unwrap().draw(rng);
    for (seat, card) in seen.history.iter().chain([&seen.trick]).flat_map(Trick::plays) {
        hands[seat.index()] = hands[seat.index()].with(card);
    }
    let mut passed = seen.passed;
    for giver in [left(seat), left(left(seat))] {
        let taker = hands[left(giver).index()];
        passed[giver.index()] = Some(taker.iter().sample(rng, PASSED).into_iter().collect());
    }
    let passed = passed.map(Option::unwrap);
    let before =
        |seat: Seat| (hands[seat.index()] - passed[right(seat).index()]) | passed[seat.index()];
    let mut anew =
        Intensity::start(&Deal::new(std::array::from_fn(|seat| before(Seat::new(seat)))).unwrap());
    anew.step(
        &seats()
            .map(|seat| (seat, IntensityAction::Pass(passed[seat.index()])))
            .collect::<Vec<_>>(),
    )
    .unwrap();
    // The rules themselves check here that the others could play as they did.
    for (seat, card) in seen.history.iter().chain([&seen.trick]).flat_map(Trick::plays) {
        anew.step(&[(seat, IntensityAction::Play(card))]).unwrap();
    }
    anew
}

#[test]
fn all_choices_are_legal_wherever_a_game_may_lead() {
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
fn no_choice_depends_on_cards_that_the_seat_has_not_seen() {
    let mut differ = 0;
    for seed in 0..15 {
        play_at_random(seed, |game, seat, rng| {
            let anew = dealt_anew(game, seat, rng);
            assert_eq!(seen_by(&anew, seat), seen_by(game, seat), "seed {seed}");
            differ += u32::from(anew != *game);
            for name in NAMES {
                let choices = [game, &anew].map(|game| ask(name, game, seat, Budget::Nodes(2_000)));
                assert_eq!(choices[0], choices[1], "{name}, seed {seed}");
            }
        });
    }
    assert!(differ > 400, "{differ}");
}

#[test]
fn deals_agree_with_all_that_is_known() {
    for seed in 0..200 {
        play_at_random(seed, |game, seat, rng| {
            let seen = seen_by(game, seat);
            if seen.is_passing {
                return;
            }
            let known = Knowledge::of(seat, &seen);
            // What is known is true of the hands as they are.
            for (other, &hand) in game.position().hands.iter().enumerate() {
                assert!(
                    known.may[other].contains_all(hand) && hand.contains_all(known.has[other]),
                    "seed {seed}"
                );
            }
            for _ in 0..5 {
                let hands = Deals::of(&known).expect("the deal as it is, at least").draw(rng);
                let all = hands.iter().fold(CardSet::NONE, |all, &hand| all | hand);
                assert_eq!((all, hands[seat.index()]), (known.hand | known.out, known.hand));
                for (other, hand) in hands.into_iter().enumerate() {
                    assert_eq!(hand.len(), seen.counts[other]);
                    assert!(
                        known.may[other].contains_all(hand) && hand.contains_all(known.has[other])
                    );
                }
            }
        });
    }
}

#[test]
fn the_same_seed_gives_the_same_choice_whatever_was_asked_before() {
    let mut used = NAMES.map(player);
    for seed in 0..4 {
        play_at_random(seed, |game, seat, _| {
            for (name, used) in NAMES.iter().zip(&mut used) {
                let budget = Budget::Nodes(3_000);
                let again = used.choose(seat, &seen_by(game, seat), &think(budget, seat)).unwrap();
                assert_eq!(again, ask(name, game, seat, budget), "{name}");
            }
        });
    }
}

/// What the course's sheet asks in its two examples.
fn requests() -> [(Seat, IntensityObservation); 2] {
    let texts = [
        "1\n13 19 24 25 29 32 39 44 46 49\n",
        "2\n9 2 0\n11 15 18 23 33 34 47 48 49\n24 26\n16 13 19 12\n37 38 39\n34 47 48\n",
    ];
    texts.map(|text| match PlayerRequest::read(&mut text.as_bytes()) {
        Ok(PlayerRequest::Choice(choice)) => (choice.seat(), choice.seen().clone()),
        other => panic!("{other:?}"),
    })
}

#[test]
fn the_sheets_examples_are_answered() {
    let [(passer, passing), (seat, playing)] = requests();
    for name in NAMES {
        let pass =
            player(name).choose(passer, &passing, &think(Budget::Nodes(3_000), passer)).unwrap();
        assert!(passing.legal(passer).contains(&pass), "{name}: {pass}");
        let play = player(name).choose(seat, &playing, &think(Budget::Nodes(3_000), seat)).unwrap();
        assert_eq!(play, IntensityAction::Play(Card::new(23).unwrap()), "{name}");
    }
}

#[test]
fn an_only_choice_takes_no_time() {
    // With an hour to think, this test would not end.
    let budget = Budget::Time(Duration::from_secs(3600));
    let [_, (seat, playing)] = requests();
    for name in NAMES {
        let advice = player(name).advise(seat, &playing, &think(budget, seat)).unwrap();
        assert_eq!(advice.action, IntensityAction::Play(Card::new(23).unwrap()), "{name}");
    }
}

#[test]
fn a_budget_of_nothing_still_gives_a_legal_choice() {
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
fn advice_is_the_choice_with_reasons() {
    play_at_random(2, |game, seat, _| {
        let seen = seen_by(game, seat);
        let legal = seen.legal(seat);
        for name in &NAMES[1..] {
            let think = think(Budget::Nodes(5_000), seat);
            let advice = player(name).advise(seat, &seen, &think).unwrap();
            assert_eq!(advice.action, player(name).choose(seat, &seen, &think).unwrap(), "{name}");
            assert!(
                advice
                    .weights
                    .iter()
                    .all(|(action, cost)| legal.contains(action) && cost.is_finite()),
                "{name}"
            );
            assert!(advice.reason.is_some() || legal.len() == 1, "{name}");
        }
    });
}

#[test]
fn a_search_that_is_cancelled_says_so() {
    let game = Intensity::start(&Deal::shuffled(&mut random::rng(1, &[])));
    let seat = Seat::new(0);
    for name in SEARCHING {
        let cancel = CancelToken::default();
        cancel.cancel();
        for budget in [Budget::Time(Duration::from_secs(3600)), Budget::Nodes(u64::MAX)] {
            let think = think(budget, seat).with_cancel(cancel.clone());
            assert_eq!(
                player(name).choose(seat, &seen_by(&game, seat), &think),
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
            let seen = seen_by(&game, seat);
            let cancel = CancelToken::default();
            let (reports, heard) = mpsc::channel();
            let think = think(Budget::Nodes(u64::MAX), seat)
                .with_cancel(cancel.clone())
                .with_listener(move |words| drop(reports.send(words)));
            let search = thread::spawn(move || player(name).choose(seat, &seen, &think));
            // It may have found its choice before it can be stopped; then it has not heard of it.
            let heard = heard.recv();
            cancel.cancel();
            let answer = search.join().unwrap();
            assert!(
                heard.is_ok() && (answer == Err(PlayerError::Cancelled) || answer.is_ok()),
                "{name}: {answer:?}"
            );
            if is_passing {
                let moves = seats().map(|seat| (seat, seen_by(&game, seat).legal(seat)[0]));
                game.step(&moves.collect::<Vec<_>>()).unwrap();
            }
        }
        game = Intensity::start(&Deal::shuffled(&mut random::rng(2, &[])));
    }
}

/// The average penalty points, and points for the place, of the first of four players.
fn play(names: [&'static str; SEATS], games: usize, nodes: u64) -> (f64, f64) {
    let bouts = intensity_match::play(names, games, nodes);
    let games = f64::from(u32::try_from(games).unwrap());
    let penalty: f64 =
        bouts.iter().map(|bout| f64::from(bout.outcome.score(bout.seat_of(0)))).sum();
    let points: f64 = bouts.iter().map(|bout| bout.outcome.points(bout.seat_of(0))).sum();
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
