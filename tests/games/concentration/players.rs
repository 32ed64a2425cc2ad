//! Concentration's computer players: what they may know, what they choose, and how well they play.

use fourcade_engine::{
    concentration::{
        Concentration,
        model::{CardLayout, Face, PlayingCard, Spot, Turn},
        players::{Memory, memory_capacity},
    },
    play::{
        Budget, CancelToken, Game, GameInfo, Player, Rng, Seat, Seats, ThinkContext,
        arena::{ArenaGame, ArenaPlan, PlayerFactory},
        find_player, random,
    },
};
use rand::seq::SliceRandom;

use crate::{scale::scaled, statistics::mean_ci95};

const PLAYERS: [&str; 10] = [
    "random",
    "memory:0",
    "memory:1",
    "memory:5",
    "memory:10",
    "memory:52",
    "memory:0:full",
    "memory:1:full",
    "memory:10:full",
    "perfect",
];

fn player(name: &str) -> Box<dyn Player<Concentration>> {
    find_player::<Concentration>(name).unwrap()
}

fn context(seat: Seat, decision: usize) -> ThinkContext {
    ThinkContext::new(Budget::Nodes(1), 7, seat, decision)
}

/// The card that the player chooses for the seat to move.
fn ask(player: &mut dyn Player<Concentration>, game: &Concentration, decision: usize) -> Spot {
    let seat = game.awaited().only().unwrap();
    player.choose(seat, &game.observe(Seats::one(seat)), &context(seat, decision)).unwrap()
}

fn turn_up(game: &mut Concentration, spot: Spot) {
    let seat = game.awaited().only().unwrap();
    game.step(&[(seat, spot)]).unwrap();
}

fn shuffled(seed: u64) -> CardLayout {
    CardLayout::shuffled(&mut random::rng(seed, &[]))
}

/// Plays a game between two players. Before each choice, calls `visit` with the game and the number
/// of the choice.
fn play(
    names: [&str; 2],
    seed: u64,
    mut visit: impl FnMut(&Concentration, usize),
) -> Concentration {
    let mut game = Concentration::start(&shuffled(seed));
    let mut players = names.map(player);
    for decision in 0.. {
        let Some(seat) = game.awaited().only() else { break };
        visit(&game, decision);
        let spot = ask(players[seat.index()].as_mut(), &game, decision);
        game.check(seat, spot).unwrap_or_else(|why| panic!("{names:?}: {spot}: {why}"));
        turn_up(&mut game, spot);
    }
    game
}

/// Returns the same game with the unknown cards shuffled.
fn redeal(game: &Concentration, deal: &CardLayout, rng: &mut Rng) -> Concentration {
    let observation = game.observation();
    let turned = |spot| {
        observation
            .history
            .iter()
            .flat_map(|turn| turn.cards)
            .chain(observation.first)
            .any(|(known, _)| known == spot)
    };
    let hidden: Vec<Spot> = Spot::all().filter(|&spot| !turned(spot)).collect();
    let mut cards = *deal.cards();
    let mut unseen: Vec<PlayingCard> = hidden.iter().map(|&spot| deal.at(spot)).collect();
    unseen.shuffle(rng);
    for (spot, card) in hidden.into_iter().zip(unseen) {
        cards[spot.index()] = card;
    }
    let mut redealt = Concentration::start(&CardLayout::new(&cards).unwrap());
    for turn in observation.history.iter() {
        turn.cards.into_iter().for_each(|(spot, _)| turn_up(&mut redealt, spot));
    }
    observation.first.into_iter().for_each(|(spot, _)| turn_up(&mut redealt, spot));
    redealt
}

#[test]
fn no_choice_depends_on_unknown_cards() {
    for name in PLAYERS {
        let mut rng = random::rng(1, &[]);
        let mut asked = player(name);
        let mut differ = false;
        play([name, "memory:5"], 5, |game, decision| {
            if decision < 200 {
                let redealt = redeal(game, &shuffled(5), &mut rng);
                differ |= redealt != *game;
                let choices = [game, &redealt].map(|game| ask(asked.as_mut(), game, decision));
                assert_eq!(choices[0], choices[1], "{name}, choice {decision}");
            }
        });
        assert!(differ, "the shuffle changes the layout");
    }
}

#[test]
fn choices_do_not_depend_on_earlier_choices() {
    for name in PLAYERS {
        let mut used = player(name);
        play([name, "memory:10"], 9, |game, decision| {
            let fresh = ask(player(name).as_mut(), game, decision);
            assert_eq!(ask(used.as_mut(), game, decision), fresh, "{name}");
            assert_eq!(ask(used.as_mut(), game, decision), fresh, "{name}");
        });
    }
}

#[test]
fn all_choices_are_legal_over_whole_games() {
    for (seed, first) in (0..).zip(PLAYERS) {
        for second in PLAYERS {
            let game = play([first, second], seed, |_, _| ());
            assert_eq!(game.scores().iter().sum::<i32>(), 26);
        }
    }
}

/// Random play reaches positions that these players would avoid.
#[test]
fn choices_are_legal_in_any_position() {
    for name in PLAYERS {
        let mut asked = player(name);
        play(["random", "random"], 3, |game, decision| {
            let spot = ask(asked.as_mut(), game, decision);
            assert_eq!(game.observation().at(spot), Face::Down, "{name}");
        });
    }
}

/// Whether a turn was a pass: both cards were known with this memory, and of different ranks.
fn is_pass(turn: Turn, memory: &Memory) -> bool {
    !turn.is_pair() && turn.cards.iter().all(|&(spot, _)| memory.at(spot).is_some())
}

#[test]
fn memory_players_take_known_pairs_and_never_pass() {
    let names = [0, 1, 2, 5, 10, 20, 52]
        .into_iter()
        .flat_map(|cards| [format!("memory:{cards}"), format!("memory:{cards}:full")]);
    for name in names {
        let capacity = memory_capacity(&name).unwrap();
        for seed in 0..20 {
            let game = play([name.as_str(), "random"], seed, |_, _| ());
            let history = &game.observation().history;
            for (number, turn) in
                history.iter().enumerate().filter(|(_, turn)| turn.seat == Seat::new(0))
            {
                let memory = Memory::new(&history[..number], capacity);
                assert!(!is_pass(*turn, &memory), "{name}: {turn:?}");
                let [(spot, first), (_, second)] = turn.cards;
                if memory.pair().is_some() || memory.mate(spot, first).is_some() {
                    assert_eq!(first.rank(), second.rank(), "{name}: {turn:?}");
                }
            }
        }
    }
}

/// Plays games between two players who keep their seats.
fn games(names: [&str; 2], games: usize) -> Vec<ArenaGame> {
    let maker = |name: &str| -> (String, PlayerFactory<'static, Concentration>) {
        let player = name.to_owned();
        (name.to_owned(), Box::new(move || find_player(&player).map_err(|error| error.to_string())))
    };
    let plan = ArenaPlan {
        players: names.into_iter().map(maker).collect(),
        games,
        swap: false,
        seed: 1,
        budget: Budget::Nodes(Concentration::DEFAULT_NODES),
        opening_steps: Concentration::RANDOM_OPENING_STEPS,
        deal: &CardLayout::shuffled,
    };
    plan.run(None, &CancelToken::default(), &|_| ()).unwrap()
}

/// Asserts that the mean of some values is `expected` within four standard errors and `tolerance`,
/// the possible error of the expected value.
#[track_caller]
fn assert_mean(what: &str, values: impl Iterator<Item = f64>, expected: f64, tolerance: f64) {
    let (mean, ci95) = mean_ci95(values);
    let error = ci95 / 1.96;
    println!("{what}: {mean:.4} +- {error:.4} (standard error), {expected} expected");
    assert!(
        (mean - expected).abs() < 4.0 * error + tolerance,
        "{what}: {mean} +- {error} instead of {expected}"
    );
}

#[track_caller]
fn assert_turns(name: &str, number: u32, expected: f64, tolerance: f64) {
    let finished = games([name, name], scaled(number) as usize);
    assert_mean(
        &format!("turns of {name}"),
        finished.iter().map(|game| f64::from(game.turns)),
        expected,
        tolerance,
    );
}

/// Asserts the mean lead, in pairs, of the player in the first seat.
#[track_caller]
fn assert_lead(names: [&str; 2], number: u32, expected: f64, tolerance: f64) {
    let finished = games(names, scaled(number) as usize);
    let lead = |game: &ArenaGame| {
        let score = |seat| f64::from(game.outcome.score(Seat::new(seat)));
        score(0) - score(1)
    };
    assert_mean(
        &format!("pairs that {} is ahead of {}", names[0], names[1]),
        finished.iter().map(lead),
        expected,
        tolerance,
    );
}

#[test]
fn games_take_the_expected_number_of_turns() {
    assert_turns("random", 200, 352.857_142_857, 0.0);
    assert_turns("memory:0", 200, 352.857_142_857, 0.0);
    assert_turns("memory:52", 1_000, 41.699_799_481, 0.0);
    assert_turns("memory:20", 1_000, 41.70, 0.02);
    // Values of an independent simulation.
    assert_turns("memory:5", 1_000, 55.88, 0.05);
    assert_turns("memory:10", 1_000, 42.01, 0.02);
}

#[test]
fn the_player_with_the_better_memory_leads() {
    assert_lead(["perfect", "memory:52"], 3_000, 1.5236, 1e-4);
    assert_lead(["memory:52", "perfect"], 3_000, -1.4084, 1e-4);
    assert_lead(["memory:52", "memory:5"], 500, 6.87, 0.1);
}

/// The experiment of the course sheet, with a memory as the sheet describes it: one that stops
/// recording when it is full.
#[test]
fn a_memory_that_stops_recording_needs_more_turns_than_one_that_forgets() {
    let turns = |name: &str| {
        let finished = games([name, name], 300);
        mean_ci95(finished.iter().map(|game| f64::from(game.turns))).0
    };
    let [full_5, full_10, full_52] =
        ["memory:5:full", "memory:10:full", "memory:52:full"].map(turns);
    let [newest_5, newest_52] = ["memory:5", "memory:52"].map(turns);
    assert!(full_5 > full_10 + 2.0, "{full_5}, {full_10}");
    assert!(full_5 > newest_5 + 2.0, "{full_5}, {newest_5}");
    // A memory of all cards is never full.
    assert!((full_52 - newest_52).abs() < 1.0, "{full_52}, {newest_52}");
}

#[test]
fn the_first_of_two_equal_players_leads_slightly() {
    assert_lead(["perfect", "perfect"], 2_000, 0.037_092_696, 0.0);
    assert_lead(["memory:52", "memory:52"], 2_000, 0.028_859_581, 0.0);
}
