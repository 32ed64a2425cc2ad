//! Injected faults, for tests of how the arcade handles them. Only in builds with debug assertions.

/// The environment variable that names the place of the fault: `draw`, `stuck`, `worker`, `error`,
/// or `lines`, where typing the word `fault` triggers it.
const VARIABLE: &str = "FOURCADE_FAULT";

pub fn is_struck(place: &str) -> bool {
    std::env::var_os(VARIABLE).is_some_and(|value| value == place)
}

pub fn block(place: &str) {
    while is_struck(place) {
        std::thread::park();
    }
}

pub fn strike(place: &str) {
    assert!(!is_struck(place), "a fault on purpose in {place}");
}
