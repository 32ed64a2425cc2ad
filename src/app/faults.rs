//! Deliberate faults, for tests of how the arcade handles them. Only builds with debug assertions
//! have them.

/// The environment variable that names the place where a fault occurs: `draw`, `stuck`, `worker`,
/// `error`, or `lines`, where it occurs when the word `fault` is typed.
const VARIABLE: &str = "FOURCADE_FAULT";

/// Whether a fault is to occur at this place.
pub fn is_struck(place: &str) -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value == place)
}

/// Blocks the thread for ever if a fault is to occur at this place.
pub fn block(place: &str) {
    while is_struck(place) {
        std::thread::park();
    }
}

/// Panics if a fault is to occur at this place.
pub fn strike(place: &str) {
    assert!(!is_struck(place), "a fault on purpose in {place}");
}
