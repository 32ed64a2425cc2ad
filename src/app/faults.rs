//! Faults on purpose, for the tests of what happens then: only in builds with debug assertions.

/// The variable that names the place that fails: `draw`, `worker` or `error`.
const VARIABLE: &str = "FOURCADE_FAULT";

/// Whether this place is to fail.
pub fn is_struck(place: &str) -> bool {
    std::env::var_os(VARIABLE).is_some_and(|named| named == place)
}

/// Panics if this place is to fail.
pub fn strike(place: &str) {
    assert!(!is_struck(place), "a fault on purpose in {place}");
}
