//! The thread that writes the settings and the last setups, so that drawing never waits for the
//! disk. It writes one after the other, in the order of the changes.

use std::{
    sync::mpsc::{self, Sender},
    thread,
    time::Duration,
};

use super::{job::Job, message::Waker};

type Task = Box<dyn FnOnce() + Send>;

/// A handle of the thread, cheap to clone. The thread ends with its last handle.
#[derive(Clone, Debug)]
pub struct SettingsWriter(Sender<Task>);

impl SettingsWriter {
    pub fn start() -> Self {
        let (sender, tasks) = mpsc::channel::<Task>();
        // Without a thread, tasks can't be sent.
        let _ = thread::Builder::new().name("files".to_owned()).spawn(move || {
            for task in tasks {
                task();
            }
        });
        Self(sender)
    }

    /// Runs work after all earlier work. It is done even if the job is dropped.
    pub fn run<T: Send + 'static>(
        &self,
        waker: &Waker,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Job<T> {
        Job::start_with(waker, Box::new(|_, _| work()), &|task| {
            self.0.send(task).map_err(|_| "the thread has ended".to_owned())
        })
    }

    /// Waits until all work is done, at most for `timeout`: a network file system can block for
    /// ever.
    pub fn finish(&self, timeout: Duration) {
        let (done, finished) = mpsc::channel();
        let report = move || {
            // The caller may no longer wait.
            let _ = done.send(());
        };
        if self.0.send(Box::new(report)).is_ok() {
            let _ = finished.recv_timeout(timeout);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_done_in_order_even_without_its_job_and_may_hang() {
        let (waker, _messages) = Waker::channel();
        let worker = SettingsWriter::start();
        let (sender, numbers) = mpsc::channel();
        for number in 0..10 {
            let sender = sender.clone();
            drop(worker.run(&waker, move || sender.send(number)));
        }
        drop(worker.run(&waker, || panic!("on purpose")));
        worker.finish(Duration::from_secs(60));
        assert_eq!(numbers.try_iter().collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
        let (release, released) = mpsc::channel::<()>();
        let job = worker.run(&waker, move || released.recv().is_err());
        worker.finish(Duration::ZERO);
        assert_eq!(job.take(), None);
        drop(release);
        worker.finish(Duration::from_secs(60));
        assert_eq!(job.take(), Some(Ok(true)));
    }
}
