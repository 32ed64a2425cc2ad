//! Limits the cores on which computer players think.

use std::{
    fs::{self, File},
    path::PathBuf,
    thread,
    time::Duration,
};

use crate::files;
use fourcade_engine::play::CancelToken;

const RETRY: Duration = Duration::from_millis(25);

const SAMPLES: usize = 4;
const SAMPLE_INTERVAL: Duration = Duration::from_millis(5);

/// The cores on which computer players think, shared by all processes with the same folder.
///
/// Each core is a file, and a search needs the lock on one. The system releases the lock when the
/// process ends.
#[derive(Clone, Debug, Default)]
pub struct Cores {
    /// The folder, and the number of files in it; `None` for no limit.
    shared: Option<(PathBuf, u32)>,
}

/// The right to use a core until this is dropped.
#[derive(Debug)]
#[must_use]
pub struct Core {
    /// Locked while open.
    _file: Option<File>,
}

impl Cores {
    pub fn shared(folder: PathBuf, count: u32) -> Self {
        Self { shared: Some((folder, count.max(1))) }
    }

    /// Blocks until a core is free; `None` if the search is cancelled before that. `on_wait` is
    /// called once if no core is free at first. Not for the drawing thread.
    pub fn wait(&self, cancel: &CancelToken, on_wait: impl FnOnce()) -> Option<Core> {
        let mut on_wait = Some(on_wait);
        loop {
            if cancel.is_cancelled() {
                return None;
            }
            if let Some(core) = self.try_take() {
                return Some(core);
            }
            if let Some(on_wait) = on_wait.take() {
                on_wait();
            }
            thread::sleep(RETRY);
        }
    }

    /// Releases the core for a moment, so that others get their turn, and waits for one again.
    pub fn take_turns(&self, core: &mut Option<Core>, cancel: &CancelToken) {
        if self.shared.is_some() {
            *core = None;
            // Longer than the time between two attempts of a waiting search.
            thread::sleep(RETRY * 2);
            *core = self.wait(cancel, || ());
        }
    }

    /// Takes up to `max` more cores that are free and idle, for a search that already has one. One
    /// idle core is left to the drawing thread, and one free core to the next guest.
    pub fn take_idle(&self, max: usize) -> Vec<Core> {
        let mut taken: Vec<_> = (0..=max).map_while(|_| self.try_take()).collect();
        taken.pop();
        if !taken.is_empty() {
            taken.truncate(usable_idle_cores());
        }
        taken
    }

    /// Takes a free core. If the files can't be used, there is no limit.
    fn try_take(&self) -> Option<Core> {
        let Some((folder, count)) = &self.shared else { return Some(Core { _file: None }) };
        let mut is_usable = false;
        for number in 0..*count {
            let path = folder.join(format!("core-{number}"));
            let Ok(file) = files::private_file().create(true).open(path) else { continue };
            match file.try_lock() {
                Ok(()) => return Some(Core { _file: Some(file) }),
                Err(std::fs::TryLockError::WouldBlock) => is_usable = true,
                Err(std::fs::TryLockError::Error(_)) => {}
            }
        }
        (!is_usable).then_some(Core { _file: None })
    }
}

/// The number of the machine's cores that can help a search on this thread; 0 if unknown. Takes
/// several samples, so that threads that run only for a moment, such as drawing, don't count.
fn usable_idle_cores() -> usize {
    let running = (0..SAMPLES).map_while(|sample| {
        if sample > 0 {
            thread::sleep(SAMPLE_INTERVAL);
        }
        running_threads(&fs::read_to_string("/proc/stat").ok()?)
    });
    let cores = thread::available_parallelism();
    running.min().zip(cores.ok()).map_or(0, |(running, cores)| idle_cores(cores.get(), running))
}

/// The number of idle cores while `running` threads run, less one for the drawing thread.
const fn idle_cores(cores: usize, running: usize) -> usize {
    cores.saturating_sub(running + 1)
}

/// `stat` is the text of `/proc/stat`.
fn running_threads(stat: &str) -> Option<usize> {
    stat.lines().find_map(|line| line.strip_prefix("procs_running "))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_free(cores: &Cores) -> bool {
        cores.try_take().is_some()
    }

    #[test]
    fn two_processes_share_the_limit() {
        let folder = tempfile::tempdir().unwrap();
        let cores = Cores::shared(folder.path().to_owned(), 2);
        let first = cores.try_take().unwrap();
        let other = Cores::shared(folder.path().to_owned(), 2);
        let _second = other.try_take().unwrap();
        assert!(!is_free(&cores) && !is_free(&other));
        drop(first);
        assert!(is_free(&other));
    }

    #[test]
    fn waiting_ends_when_a_core_is_free_or_the_search_is_cancelled() {
        let folder = tempfile::tempdir().unwrap();
        let cores = Cores::shared(folder.path().to_owned(), 1);
        let core = cores.try_take().unwrap();
        let cancel = CancelToken::default();
        let (waiting, waits) = std::sync::mpsc::channel();
        let (there, token) = (cores.clone(), cancel.clone());
        let waiter =
            thread::spawn(move || there.wait(&token, move || waiting.send(()).unwrap()).is_some());
        waits.recv().unwrap();
        drop(core);
        assert!(waiter.join().unwrap());
        let _core = cores.try_take().unwrap();
        let (there, token) = (cores.clone(), cancel.clone());
        let waiter = thread::spawn(move || there.wait(&token, || ()).is_none());
        cancel.cancel();
        assert!(waiter.join().unwrap());
    }

    #[test]
    fn a_search_that_takes_turns_lets_others_have_the_core() {
        let folder = tempfile::tempdir().unwrap();
        let cores = Cores::shared(folder.path().to_owned(), 1);
        let mut core = cores.try_take();
        let there = cores.clone();
        let waiter = thread::spawn(move || there.wait(&CancelToken::default(), || ()).is_some());
        let cancel = CancelToken::default();
        while !waiter.is_finished() {
            cores.take_turns(&mut core, &cancel);
        }
        assert!(waiter.join().unwrap());
    }

    #[test]
    fn one_idle_core_is_left() {
        let idle =
            [(8, 1), (2, 1), (1, 1), (8, 7), (8, 9)].map(|(all, used)| idle_cores(all, used));
        assert_eq!(idle, [6, 0, 0, 0, 0]);
    }

    #[test]
    fn one_free_core_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let cores = Cores::shared(folder.path().to_owned(), 2);
        let _core = cores.try_take().unwrap();
        assert!(cores.take_idle(7).is_empty());
        assert!(is_free(&cores));
        assert!(Cores::default().take_idle(0).is_empty());
    }

    #[test]
    fn the_number_of_running_threads_is_read() {
        let stat = "cpu  1 2 3\ncpu0 1 2 3\nprocesses 4711\nprocs_running 3\nprocs_blocked 0\n";
        assert_eq!(running_threads(stat), Some(3));
        for stat in ["", "procs_running\n", "procs_running x\n", "procs_running -1\n"] {
            assert_eq!(running_threads(stat), None);
        }
    }

    #[test]
    fn without_usable_files_there_is_no_limit() {
        let folder = tempfile::tempdir().unwrap();
        let cores = Cores::shared(folder.path().join("missing"), 1);
        let (_one, _two) = (cores.try_take().unwrap(), cores.try_take().unwrap());
        assert!(is_free(&Cores::default()));
    }
}
