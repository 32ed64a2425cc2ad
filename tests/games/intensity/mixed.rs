//! The strength of Intensity's players at tables of different players.

use fourcade_engine::{
    intensity::{
        Intensity,
        model::{Deal, SEATS},
    },
    play::{
        Budget, CancelToken, GameInfo, Player, RecordHeader, Seat, Session, arena::play_out,
        find_player, random,
    },
};
use rand::RngExt;

use super::styles::StylePlayer;
use crate::statistics::mean_ci95;

/// A player of the arcade, by its name, or one in the style of a simple program.
#[derive(Clone, Copy, Debug)]
enum TablePlayer {
    Named(&'static str),
    Style(StylePlayer),
}

/// The players from which the others at a table are drawn.
const OTHERS: [TablePlayer; 8] = [
    TablePlayer::Named("random"),
    TablePlayer::Named("careful"),
    TablePlayer::Named("counter"),
    TablePlayer::Style(StylePlayer::Low),
    TablePlayer::Style(StylePlayer::High),
    TablePlayer::Style(StylePlayer::Duck),
    TablePlayer::Style(StylePlayer::Dump),
    TablePlayer::Style(StylePlayer::Void),
];

fn make(player: TablePlayer) -> Box<dyn Player<Intensity>> {
    match player {
        TablePlayer::Named(name) => find_player::<Intensity>(name).unwrap(),
        TablePlayer::Style(style) => Box::new(style),
    }
}

/// Plays each deal from every seat against three players that are drawn for it, always the same.
/// Returns the mean points for the place, with half the width of the 95% confidence interval over
/// the deals.
fn points(hero: TablePlayer, deals: u64, nodes: u64) -> (f64, f64) {
    let points = mean_ci95((0..deals).map(|deal| {
        let mut rng = random::rng(77, &[deal]);
        let setup = Deal::shuffled(&mut rng);
        let others: [TablePlayer; SEATS - 1] =
            std::array::from_fn(|_| OTHERS[rng.random_range(0..OTHERS.len())]);
        let points = (0..SEATS).map(|shift| {
            let mut table = vec![make(hero)];
            table.extend(others.map(make));
            table.rotate_right(shift);
            let header = RecordHeader {
                setup: setup.clone(),
                players: vec![String::new(); SEATS],
                seed: 4 * deal + shift as u64,
                clock: None,
            };
            let mut session = Session::<Intensity>::new(header);
            play_out(&mut session, table, Budget::Nodes(nodes), &CancelToken::default()).unwrap();
            session.outcome().unwrap().points(Seat::new(shift))
        });
        points.sum::<f64>() / 4.0
    }));
    println!("{hero:?}, {deals} deals, {nodes} nodes: {:.3} +- {:.3}", points.0, points.1);
    points
}

#[test]
fn counting_cards_beats_simple_styles() {
    let (counter, half_width) = points(TablePlayer::Named("counter"), 200, 1);
    assert!(counter - half_width > 1.8);
    for style in StylePlayer::ALL {
        assert!(points(TablePlayer::Style(style), 50, 1).0 < counter);
    }
}

#[test]
#[ignore = "takes half an hour"]
fn the_expert_is_best_at_a_mixed_table() {
    let nodes = Intensity::DEFAULT_NODES;
    let [counter, _, places] = ["counter", "expert", "expert:places"]
        .map(|name| points(TablePlayer::Named(name), 150, nodes));
    assert!(places.0 > counter.0 && places.0 >= 2.05);
}
