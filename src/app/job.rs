//! Background jobs: work on another thread whose result one screen waits for.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex},
    thread,
};

use super::message::Waker;
use crate::{play::CancelToken, sync::lock};

/// A background job. Dropping it cancels the work and discards its result.
#[derive(Debug)]
pub struct Job<T> {
    slot: Arc<Mutex<Slot<T>>>,
    cancel: CancelToken,
}

/// What a job's thread passes to its screen.
#[derive(Debug)]
struct Slot<T> {
    progress: Option<String>,
    result: Option<Result<T, String>>,
}

/// Reports the progress of a job to the screen that waits for it.
#[derive(Clone, Debug)]
pub struct Reporter<T> {
    slot: Arc<Mutex<Slot<T>>>,
    waker: Waker,
}

impl<T> Reporter<T> {
    /// Replaces the progress, a phrase for the screen, and wakes the screen.
    pub fn report(&self, progress: String) {
        lock(&self.slot).progress = Some(progress);
        self.waker.wake();
    }
}

impl<T: Send + 'static> Job<T> {
    /// Starts `work` on a new thread. A panic in it becomes an error, as does a failure to start
    /// the thread.
    pub fn start(
        waker: &Waker,
        work: impl FnOnce(CancelToken, Reporter<T>) -> T + Send + 'static,
    ) -> Self {
        Self::start_with(waker, work, |task| {
            let started = thread::Builder::new().name("worker".to_owned()).spawn(task);
            started.map(drop).map_err(|error| format!("a thread can't be started: {error}"))
        })
    }

    /// Starts `work` on the thread to which `run` passes it. An error of `run` becomes the result.
    pub fn start_with(
        waker: &Waker,
        work: impl FnOnce(CancelToken, Reporter<T>) -> T + Send + 'static,
        run: impl FnOnce(Box<dyn FnOnce() + Send>) -> Result<(), String>,
    ) -> Self {
        let slot = Arc::new(Mutex::new(Slot { progress: None, result: None }));
        let cancel = CancelToken::default();
        let job = Self { slot: Arc::clone(&slot), cancel: cancel.clone() };
        let waker = waker.clone();
        let reporter = Reporter { slot: Arc::clone(&slot), waker: waker.clone() };
        let task = move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(cancel, reporter)));
            lock(&slot).result = Some(result.map_err(|panic| panic_message(panic.as_ref())));
            waker.wake();
        };
        if let Err(error) = run(Box::new(task)) {
            lock(&job.slot).result = Some(Err(error));
        }
        job
    }

    /// Takes the result if the job has ended: the value of `work`, or an error message.
    pub fn take(&self) -> Option<Result<T, String>> {
        lock(&self.slot).result.take()
    }

    /// Returns the progress that was reported last.
    pub fn progress(&self) -> Option<String> {
        lock(&self.slot).progress.clone()
    }
}

#[cfg(test)]
impl<T> Job<T> {
    /// Creates a job with this progress that never ends.
    pub fn stub(progress: &str) -> Self {
        let slot = Slot { progress: Some(progress.to_owned()), result: None };
        Self { slot: Arc::new(Mutex::new(slot)), cancel: CancelToken::default() }
    }
}

impl<T> Drop for Job<T> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "it panicked".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::message::Message;

    #[test]
    fn a_result_can_be_taken_once() {
        let (waker, messages) = Waker::channel();
        let job = Job::start(&waker, |_, reporter| {
            reporter.report("half".to_owned());
            7
        });
        assert!(messages.iter().take(2).all(|m| matches!(m, Message::Woken)));
        assert_eq!(job.progress().as_deref(), Some("half"));
        assert_eq!(job.take(), Some(Ok(7)));
        assert_eq!(job.take(), None);
    }

    #[test]
    fn a_panic_becomes_an_error() {
        let (waker, messages) = Waker::channel();
        let job = Job::<()>::start(&waker, |_, _| panic!("out of cards"));
        assert!(messages.recv().is_ok());
        assert_eq!(job.take(), Some(Err("out of cards".to_owned())));
    }

    #[test]
    fn dropping_a_job_cancels_its_work() {
        let (waker, _messages) = Waker::channel();
        let (sender, receiver) = std::sync::mpsc::channel();
        let job = Job::start(&waker, move |cancel, _| {
            while !cancel.is_cancelled() {
                thread::yield_now();
            }
            sender.send(()).unwrap();
        });
        drop(job);
        assert!(receiver.recv().is_ok());
    }
}
