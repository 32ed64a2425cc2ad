//! The gain from the expert's search for a pass.

use fourcade_engine::{
    intensity::{
        Intensity,
        model::{CardSet, Deal, IntensityAction, IntensityObservation, SEATS, right_of},
        players::{
            card_evaluation::PASSING_DANGER,
            counter,
            deal_sampler::DealSampler,
            expert::{Objective, Playout},
            seat_knowledge::SeatKnowledge,
        },
    },
    play::{Budget, Game, Meter, Rng, Seat, Seats, ThinkContext, find_player, random},
};

use crate::statistics::mean_ci95;

/// The number of deals on which two passes of a hand are compared.
const DEALS: u32 = 300;

fn context(nodes: u64, hand: u64) -> ThinkContext {
    ThinkContext::new(Budget::Nodes(nodes), hand, Seat::new(0), 0)
}

fn pass(name: &str, observation: &IntensityObservation, context: &ThinkContext) -> CardSet {
    let mut player = find_player::<Intensity>(name).unwrap();
    match player.choose(Seat::new(0), observation, context).unwrap() {
        IntensityAction::Pass(cards) => cards,
        action @ IntensityAction::Play(_) => panic!("{action} is no pass"),
    }
}

/// The mean gain of the first pass over the second, in points for the place, if all seats otherwise
/// pass and play like `counter`.
fn gain(hand: CardSet, passes: [CardSet; 2], meter: &mut Meter, rng: &mut Rng) -> f64 {
    let seat = Seat::new(0);
    let sampler = DealSampler::new(&SeatKnowledge::before_pass(seat, hand)).unwrap();
    let mut sum = 0.0;
    for _ in 0..DEALS {
        let hands = sampler.sample(rng);
        let others = hands.map(|hand| counter::cards_to_pass(hand, &PASSING_DANGER).unwrap());
        let [first, second] = passes.map(|own| {
            let mut given = others;
            given[0] = own;
            let after: [CardSet; SEATS] = std::array::from_fn(|seat| {
                (hands[seat] - given[seat]) | given[right_of(Seat::new(seat)).index()]
            });
            Objective::Places.cost(Playout::start(after).finish(meter).unwrap(), seat)
        });
        sum += second - first;
    }
    sum / f64::from(DEALS)
}

#[test]
#[ignore = "takes some minutes"]
fn the_search_for_a_pass_gains_even_with_a_small_budget() {
    for nodes in [10_000, 30_000, 100_000] {
        let mut rng = random::rng(1, &[nodes]);
        let mut meter = context(u64::MAX, 0).meter();
        let gains = (0..400).map(|number| {
            let game = Intensity::start(&Deal::shuffled(&mut random::rng(number, &[])));
            let observation = game.observe(Seats::one(Seat::new(0)));
            let hand = observation.hands[0].unwrap();
            let passes = ["expert:places", "counter"]
                .map(|name| pass(name, &observation, &context(nodes, number)));
            if passes[0] == passes[1] { 0.0 } else { gain(hand, passes, &mut meter, &mut rng) }
        });
        let (mean, half_width) = mean_ci95(gains);
        println!("{nodes:>7} nodes: {mean:+.3} +- {half_width:.3} points for the place");
        assert!(mean > half_width, "{nodes} nodes: {mean} +- {half_width}");
    }
}
