//! Background jobs: work on another thread whose result one screen waits for.

use std::{
    any::Any,
    io, mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex},
    thread,
};

use super::message::Waker;
use crate::sync::lock;
use fourcade_engine::play::CancelToken;

/// A background job with a result of type `T`. While it works, it may report values of type `P`.
/// Dropping the job cancels the work and discards its result.
#[derive(Debug)]
pub struct Job<T, P = String> {
    slot: Arc<Mutex<Slot<T, P>>>,
    cancel: CancelToken,
}

/// The work of a job. It is boxed, so that the code that starts it is compiled once per result.
pub type Work<T, P> = Box<dyn FnOnce(CancelToken, Reporter<T, P>) -> T + Send>;

/// What a job's thread passes to its screen.
#[derive(Debug)]
struct Slot<T, P> {
    reports: Vec<P>,
    result: Option<Result<T, String>>,
}

#[derive(Debug)]
pub struct Reporter<T, P> {
    slot: Arc<Mutex<Slot<T, P>>>,
    waker: Waker,
}

impl<T, P> Reporter<T, P> {
    pub fn report(&self, report: P) {
        lock(&self.slot).reports.push(report);
        self.waker.wake();
    }
}

impl<T: Send + 'static, P: Send + 'static> Job<T, P> {
    /// Starts `work` on a new thread. A panic in it becomes an error, as does a failure to start
    /// the thread.
    pub fn start(
        waker: &Waker,
        work: impl FnOnce(CancelToken, Reporter<T, P>) -> T + Send + 'static,
    ) -> Self {
        Self::start_with(waker, Box::new(work), &|task| {
            spawn_worker(task).map_err(|error| format!("can't start a thread: {error}"))
        })
    }

    /// Starts `work` on the thread to which `run` passes it. An error of `run` becomes the result.
    pub fn start_with(
        waker: &Waker,
        work: Work<T, P>,
        run: &dyn Fn(Box<dyn FnOnce() + Send>) -> Result<(), String>,
    ) -> Self {
        let slot = Arc::new(Mutex::new(Slot { reports: Vec::new(), result: None }));
        let cancel = CancelToken::default();
        let job = Self { slot: Arc::clone(&slot), cancel: cancel.clone() };
        let waker = waker.clone();
        let task = move || {
            let reporter = Reporter { slot: Arc::clone(&slot), waker: waker.clone() };
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

    /// Takes the reports since the last call, the oldest first. Once the job has ended, all its
    /// reports have arrived.
    pub fn take_reports(&self) -> Vec<P> {
        mem::take(&mut lock(&self.slot).reports)
    }

    /// Returns the last report and forgets those before it.
    pub fn last_report(&self) -> Option<P>
    where
        P: Clone,
    {
        let reports = &mut lock(&self.slot).reports;
        reports.drain(..reports.len().saturating_sub(1));
        reports.last().cloned()
    }
}

impl<T, P> Drop for Job<T, P> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Starts a thread. The work is boxed, so that the code for starting one is compiled only once.
fn spawn_worker(work: Box<dyn FnOnce() + Send>) -> io::Result<()> {
    thread::Builder::new().name("worker".to_owned()).spawn(work).map(drop)
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "internal error".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arcade::message::Message;

    #[test]
    fn a_result_can_be_taken_once() {
        let (waker, messages) = Waker::channel();
        let job = Job::start(&waker, |_, reporter: Reporter<_, String>| {
            reporter.report("half".to_owned());
            7
        });
        assert!(messages.iter().take(2).all(|m| matches!(m, Message::Woken)));
        assert_eq!(job.take_reports(), ["half"]);
        assert!(job.take_reports().is_empty());
        assert_eq!(job.take(), Some(Ok(7)));
        assert_eq!(job.take(), None);
    }

    #[test]
    fn a_panic_becomes_an_error() {
        let (waker, messages) = Waker::channel();
        let job = Job::<(), ()>::start(&waker, |_, _| panic!("out of cards"));
        assert!(messages.recv().is_ok());
        assert_eq!(job.take(), Some(Err("out of cards".to_owned())));
    }

    #[test]
    fn dropping_a_job_cancels_its_work() {
        let (waker, _messages) = Waker::channel();
        let (sender, receiver) = std::sync::mpsc::channel();
        let job = Job::<(), ()>::start(&waker, move |cancel, _| {
            while !cancel.is_cancelled() {
                thread::yield_now();
            }
            sender.send(()).unwrap();
        });
        drop(job);
        assert!(receiver.recv().is_ok());
    }
}
