//! Locks, and the priority of threads.

pub use fourcade_engine::sync::lock;

/// Gives the current thread the lowest priority. Does nothing outside of Linux.
pub fn lower_thread_priority() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::setpriority_process(None, 19);
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn only_the_current_thread_gets_a_lower_priority() {
        let niceness = || rustix::process::getpriority_process(None).unwrap();
        let before = niceness();
        let there = thread::spawn(move || {
            lower_thread_priority();
            niceness()
        });
        assert_eq!(there.join().unwrap(), 19);
        assert_eq!(niceness(), before);
    }
}
