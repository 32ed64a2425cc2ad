//! Locks that stay usable after a panic, and the priority of threads.

use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex, even if a thread panicked while it held the lock.
///
/// Use it where the protected value is valid between any two statements of the code that changes
/// it, so that a panic cannot leave it half changed.
#[inline]
pub fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

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

    #[test]
    fn a_poisoned_mutex_can_still_be_locked() {
        let mutex = Mutex::new(1);
        let panicked = thread::scope(|scope| {
            let thread = scope.spawn(|| {
                let _guard = lock(&mutex);
                panic!("poisons the mutex");
            });
            thread.join().is_err()
        });
        assert!(panicked && mutex.is_poisoned());
        assert_eq!(*lock(&mutex), 1);
    }
}
