//! Injected faults, for tests of how they are handled. Only in builds with debug assertions.

/// The environment variable that names the place of the fault: `draw`, `stuck`, `worker`, `error`,
/// or `lines`, where typing the word `fault` triggers it.
const VARIABLE: &str = "FOURCADE_FAULT";

pub fn is_set(place: &str) -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value == place)
}

pub fn block_if_set(place: &str) {
    while is_set(place) {
        std::thread::park();
    }
}

pub fn panic_if_set(place: &str) {
    assert!(!is_set(place), "a fault on purpose in {place}");
}
