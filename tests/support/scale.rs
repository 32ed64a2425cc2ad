//! How much the tests try at random.

/// Returns how many games, cases or events a test tries: this many, or as many times more as
/// `FOURCADE_TEST_SCALE` says.
pub fn scaled(count: u32) -> u32 {
    let scale = std::env::var("FOURCADE_TEST_SCALE").ok();
    count * scale.map_or(1, |scale| scale.parse().expect("FOURCADE_TEST_SCALE is a number"))
}
