//! Matches between Intensity's players, in which each deal is played from every seat.

use fourcade_engine::{
    intensity::{Intensity, model::Deal},
    play::{
        Budget, CancelToken,
        arena::{ArenaGame, ArenaPlan, PlayerFactory},
        find_player,
    },
};

/// Always plays the same deals.
pub fn play(names: [&'static str; 4], games: usize, nodes: u64) -> Vec<ArenaGame> {
    let entrant = |name: &'static str| -> (String, PlayerFactory<'static, Intensity>) {
        (
            name.to_owned(),
            Box::new(move || find_player::<Intensity>(name).map_err(|error| error.to_string())),
        )
    };
    let plan = ArenaPlan {
        players: names.into_iter().map(entrant).collect(),
        games,
        swap: true,
        seed: 1,
        budget: Budget::Nodes(nodes),
        opening_steps: 0,
        deal: &|rng| Deal::shuffled(rng),
    };
    plan.run(None, &CancelToken::default(), &|_| ()).unwrap()
}
