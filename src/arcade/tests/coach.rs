//! The coach at the table.

use super::stage::{self, Stage, keys_of, session, still};
use crate::{
    arcade::{Start, table::TableScreen},
    settings::Settings,
};
use fourcade_engine::{
    flip::Flip,
    play::{
        Budget, CancelToken, Game as _, Observation as _, SearchLimits, Seat, Seats, Session,
        costly_decision,
    },
};

/// A game in which O moves next, with the cost of each of O's moves.
fn position() -> (Session<Flip>, Vec<(String, f64)>) {
    let moves: Vec<_> = stage::whole_game().into_iter().take(4).collect();
    let moves: Vec<_> = moves.iter().map(String::as_str).collect();
    let before = session(["human", "first"], 4, &moves);
    let (person, looks) = (Seat::new(0), [SearchLimits::new(Budget::Nodes(1_000_000))]);
    let cost = |square| {
        let mut after = before.clone();
        after.choose(person, square).unwrap();
        let verdict = costly_decision(&after, 4, person, &looks, &CancelToken::default());
        verdict.unwrap().and_then(|verdict| verdict.cost).unwrap_or(0.0)
    };
    let legal = before.game().observe(Seats::one(person)).legal(person);
    let costs = legal.into_iter().map(|square| (square.to_string(), cost(square))).collect();
    (before, costs)
}

/// The table in [`position`] with a coach, and the keys of O's costliest and of O's best move.
fn with_coach() -> (Stage, String, String) {
    let (session, mut costs) = position();
    costs.sort_by(|(_, one), (_, other)| one.total_cmp(other));
    let [(best, least), .., (worst, most)] = &*costs else { panic!("two moves: {costs:?}") };
    assert!(*least < 2.0 && *most >= 2.0, "{costs:?}");
    let settings = Settings { coach: true, ..still() };
    let table = TableScreen::new(session, Start::Playing(None), &settings);
    (Stage::menu().over(table), keys_of(worst), keys_of(best))
}

#[test]
fn a_costly_move_can_be_taken_back_before_the_opponent_answers() {
    let (mut stage, costly, good) = with_coach();
    stage.shows("!practice").keys(&costly).shows("!Take it back? u");
    stage.settle().shows("Take it back? u").shows("Any other key plays on.").shows("practice");
    stage.shows("!Your move.");
    stage.keys("u").shows("Your move.").shows("!Take it back");
    // A good move gets no comment.
    stage.keys(&good).settle().shows("!Take it back").shows("Your move.");
}

#[test]
fn any_other_key_plays_on() {
    let (mut stage, costly, _) = with_coach();
    stage.keys(&costly).settle().shows("Take it back? u");
    stage.keys("<Down>").shows("!Take it back");
    stage.settle().shows("Your move.");
    assert!(!stage.medium().contains("Take it back"), "the coach speaks once");
}

#[test]
fn the_coach_is_called_and_sent_away_with_a_key() {
    let mut stage = Stage::menu().over(stage::table(position().0));
    stage.keys("c").shows("The coach speaks up after a costly move.").shows("practice");
    stage.keys("c").shows("The coach is silent.");
    let two = session(["human", "human"], 4, &[]);
    Stage::menu()
        .over(stage::table(two))
        .keys("c")
        .shows("The coach accompanies one person alone.");
    let watched = session(["first", "last"], 4, &[]);
    Stage::menu().over(stage::table(watched)).keys("c").shows("accompanies one person");
}
