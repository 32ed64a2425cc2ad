//! Locks, and the priority of threads.

pub use fourcade_engine::sync::lock;

/// Gives this thread the lowest priority for the rest of its life on Linux. Elsewhere it does
/// nothing.
pub fn be_nice() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 19);
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn only_the_thread_itself_becomes_nice() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let there = thread::spawn(move || {
            be_nice();
            niceness()
        });
        assert_eq!(there.join().unwrap(), 19);
        assert_eq!(niceness(), before);
    }
}
