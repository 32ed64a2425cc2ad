use std::collections::BTreeSet;

use super::*;
use crate::play::find_player;
use crate::{
    intensity::{
        model::Deal,
        players::test_hands::{cards, turn},
    },
    play::{
        Budget, CancelToken,
        arena::{ArenaPlan, FinishedGame, PlayerFactory},
        series_share,
    },
};

/// The card played from `hand` after the cards of `round`, if nothing is overlooked.
fn played(hand: &str, round: &str) -> String {
    let (hand, playable, trick) = turn(hand, round);
    card_to_play(hand, playable, trick).unwrap().to_string()
}

#[test]
fn the_novice_makes_the_mistakes_of_a_first_game() {
    for (hand, round, card) in [
        // Leads the highest card of its longest suit, even above the buffalo.
        ("14 22 25 31 40 44 48", "", "48"),
        ("14 22 25 28 31 48", "", "28"),
        // Saves its high cards, and doesn't use the last seat of a free round.
        ("10 13 16 19", "17 12", "10"),
        ("12 16 19", "11 10 14", "12"),
        // Throws off the highest rank and keeps the buffalo.
        ("10 29 47", "30 31", "29"),
    ] {
        assert_eq!(played(hand, round), card, "{hand} after {round}");
    }
    // It gets rid of calves, even of harmless ones, and then of the highest ranks.
    for (hand, passed) in [
        ("10 18 19 20 29 30 31 32 47 48", "30 31 32"),
        ("10 18 19 20 21 22 31 47 48 49", "19 31 49"),
    ] {
        assert_eq!(cards_to_pass(cards(hand)).to_string(), passed, "{hand}");
    }
}

fn play(upper: &'static str, lower: &'static str, games: usize) -> Vec<FinishedGame> {
    let player = |name: &'static str| {
        let make: PlayerFactory<Intensity> =
            Box::new(move || find_player(name).map_err(|error| error.to_string()));
        (name.to_owned(), make)
    };
    let plan = ArenaPlan::<Intensity> {
        players: vec![player(upper), player(lower), player(lower), player(lower)],
        games,
        swap: true,
        seed: 1,
        budget: Budget::Nodes(1),
        opening: 0,
        deal: &|rng| Deal::shuffled(rng),
    };
    plan.run(None, &CancelToken::default(), &|_| ()).unwrap()
}

#[test]
fn the_players_below_careful_stand_in_the_order_of_the_list() {
    for (upper, lower) in [("novice", "random"), ("casual:5", "novice"), ("careful", "casual:5")] {
        let games = play(upper, lower, 480);
        assert!(games.iter().all(|game| game.tallies.iter().all(|tally| tally.illegal == 0)));
        let share = series_share(&games, 4);
        assert!(share.mean - share.ci95 > 0.5, "{upper} against {lower}: {share:?}");
    }
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let scores = |games: Vec<FinishedGame>| -> Vec<_> {
        games.into_iter().map(|game| game.outcome).collect()
    };
    let games = scores(play("casual:5", "novice", 16));
    assert_eq!(games, scores(play("casual:5", "novice", 16)));
    let distinct: BTreeSet<_> = games.iter().map(|outcome| outcome.scores().to_vec()).collect();
    assert!(distinct.len() > 4);
}
