//! Scales the number of random cases in tests.

/// Returns the number of games, cases or events to test: `count`, multiplied by
/// `FOURCADE_TEST_SCALE` if it is set.
pub fn scaled(count: u32) -> u32 {
    let scale = std::env::var("FOURCADE_TEST_SCALE").ok();
    count * scale.map_or(1, |scale| scale.parse().expect("FOURCADE_TEST_SCALE is a number"))
}
