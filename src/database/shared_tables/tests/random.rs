//! Random work of several clients at one table; see [`shared_trial`](super::shared_trial).

use proptest::{prelude::*, test_runner::TestRunner};

use super::{
    each_database,
    shared_trial::{ops, random_cases, run},
};
use fourcade_engine::play::{
    RecordHeader, TimeControl,
    toy::{Toy, setup},
};

#[test]
fn no_entry_is_lost_doubled_or_out_of_order_after_any_failure() {
    each_database(|location| {
        let inputs = (ops(120), 0_usize..=1, any::<bool>(), any::<bool>());
        let result = TestRunner::new(random_cases(40)).run(&inputs, |input| {
            let (ops, computers, at_once, has_clock) = input;
            let mut players = vec!["human".to_owned(); 3];
            players[..computers].fill("first".to_owned());
            let clock = has_clock.then_some(TimeControl::choice(20));
            let header = RecordHeader { setup: setup(&[3, 1, 2]), players, seed: 1, clock };
            run::<Toy>(location, &header, &ops, at_once);
            Ok(())
        });
        result.unwrap();
    });
}
