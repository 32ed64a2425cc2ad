//! Background work: a [`Job`] runs on its own thread or on a [`Worker`], and the screen that
//! started it takes the result.

use std::{
    any::Any,
    fmt, io, mem,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Condvar, Mutex, PoisonError,
        mpsc::{self, Receiver, RecvTimeoutError, Sender},
    },
    thread,
    time::{Duration, Instant},
};

use crate::sync::lock;
use fourcade_engine::play::CancelToken;

/// Wakes the thread that takes the results of jobs.
#[derive(Clone)]
pub struct Wake {
    wake: Arc<dyn Fn() + Send + Sync>,
    #[cfg(test)]
    jobs: Arc<Mutex<(usize, usize)>>,
}

impl Wake {
    pub fn new(wake: impl Fn() + Send + Sync + 'static) -> Self {
        Self {
            wake: Arc::new(wake),
            #[cfg(test)]
            jobs: Arc::default(),
        }
    }

    pub fn wake(&self) {
        (self.wake)();
    }

    /// The numbers of jobs started and completed with this handle, for tests that wait for all.
    #[cfg(test)]
    pub fn jobs(&self) -> (usize, usize) {
        *lock(&self.jobs)
    }
}

impl fmt::Debug for Wake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Wake")
    }
}

/// Background work with a result `T` and progress reports `P`. Dropping it sets the job's cancel
/// token, which the tasks of a [`Worker`] ignore.
#[derive(Debug)]
pub struct Job<T, P = String> {
    slot: Arc<Slot<T, P>>,
    cancel: CancelToken,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// The work panicked, or its thread could not be started.
    #[error("{0}")]
    Failed(String),
    #[error("it has stopped; restart fourcade")]
    Ended,
}

/// State shared between a job and the thread that does its work.
#[derive(Debug)]
struct Slot<T, P> {
    state: Mutex<SlotState<T, P>>,
    answered: Condvar,
}

#[derive(Debug)]
struct SlotState<T, P> {
    reports: Vec<P>,
    result: Option<Result<T, JobError>>,
}

#[derive(Debug)]
pub struct Reporter<T, P> {
    slot: Arc<Slot<T, P>>,
    wake: Wake,
}

impl<T, P> Reporter<T, P> {
    pub fn report(&self, report: P) {
        lock(&self.slot.state).reports.push(report);
        self.wake.wake();
    }
}

/// The writing end of a job's result. Dropped unused, it fails with [`JobError::Ended`].
struct Promise<T, P> {
    slot: Option<Arc<Slot<T, P>>>,
    wake: Wake,
}

impl<T, P> Promise<T, P> {
    fn fulfil(mut self, result: Result<T, JobError>) {
        self.fulfil_once(result);
    }

    fn fulfil_once(&mut self, result: Result<T, JobError>) {
        let Some(slot) = self.slot.take() else { return };
        lock(&slot.state).result = Some(result);
        slot.answered.notify_all();
        #[cfg(test)]
        {
            lock(&self.wake.jobs).1 += 1;
        }
        self.wake.wake();
    }

    /// Runs the work. A panic becomes an error.
    fn fulfil_with(self, work: impl FnOnce() -> T) {
        let result = catch_unwind(AssertUnwindSafe(work));
        self.fulfil(result.map_err(|panic| JobError::Failed(panic_message(panic.as_ref()))));
    }
}

impl<T, P> Drop for Promise<T, P> {
    fn drop(&mut self) {
        self.fulfil_once(Err(JobError::Ended));
    }
}

impl<T, P> Job<T, P> {
    fn new() -> Self {
        let state = Mutex::new(SlotState { reports: Vec::new(), result: None });
        let slot = Arc::new(Slot { state, answered: Condvar::new() });
        Self { slot, cancel: CancelToken::default() }
    }

    fn promise(&self, wake: &Wake) -> Promise<T, P> {
        #[cfg(test)]
        {
            lock(&wake.jobs).0 += 1;
        }
        Promise { slot: Some(Arc::clone(&self.slot)), wake: wake.clone() }
    }

    /// Takes what the work returned, or why it has failed, if the job has ended.
    pub fn take_output(&self) -> Option<Result<T, String>> {
        let result = lock(&self.slot.state).result.take();
        result.map(|result| result.map_err(|error| error.to_string()))
    }

    /// Takes the reports since the last call, oldest first. All precede the result.
    pub fn take_reports(&self) -> Vec<P> {
        mem::take(&mut lock(&self.slot.state).reports)
    }

    /// Returns the latest report and drops the earlier ones.
    pub fn last_report(&self) -> Option<P>
    where
        P: Clone,
    {
        let reports = &mut lock(&self.slot.state).reports;
        reports.drain(..reports.len().saturating_sub(1));
        reports.last().cloned()
    }
}

impl<T, E: From<JobError>, P> Job<Result<T, E>, P> {
    /// Takes the result if the job has ended. If the work has failed, the [`JobError`] becomes an
    /// `E`.
    pub fn take_result(&self) -> Option<Result<T, E>> {
        let result = lock(&self.slot.state).result.take()?;
        Some(result.unwrap_or_else(|error| Err(error.into())))
    }

    /// Blocks until the result is there. Not for the drawing thread.
    pub fn wait(self) -> Result<T, E> {
        loop {
            if let Some(result) = self.wait_for(Duration::MAX) {
                return result;
            }
        }
    }

    /// Blocks until the result is there or the timeout passes. Not for the drawing thread.
    pub fn wait_for(&self, timeout: Duration) -> Option<Result<T, E>> {
        let state = lock(&self.slot.state);
        let waited =
            self.slot.answered.wait_timeout_while(state, timeout, |state| state.result.is_none());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        self.take_result()
    }
}

impl From<JobError> for String {
    fn from(error: JobError) -> Self {
        error.to_string()
    }
}

impl<T: Send + 'static, P: Send + 'static> Job<T, P> {
    /// Starts `work` on a new thread. A panic or a failure to start the thread becomes an error.
    pub fn start(
        wake: &Wake,
        work: impl FnOnce(CancelToken, Reporter<T, P>) -> T + Send + 'static,
    ) -> Self {
        let job = Self::new();
        let (promise, cancel) = (job.promise(wake), job.cancel.clone());
        let reporter = Reporter { slot: Arc::clone(&job.slot), wake: wake.clone() };
        let started = spawn("worker", move || promise.fulfil_with(|| work(cancel, reporter)));
        if let Err(error) = started {
            let error = JobError::Failed(format!("can't start a thread: {error}"));
            lock(&job.slot.state).result = Some(Err(error));
        }
        job
    }
}

#[cfg(test)]
impl<T, P> Job<T, P> {
    /// Creates a job with this report that never ends.
    pub fn stub(report: Option<P>) -> Self {
        let job = Self::new();
        lock(&job.slot.state).reports.extend(report);
        job
    }
}

impl<T, P> Drop for Job<T, P> {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Starts a thread. Boxing the work keeps the code that starts threads from being monomorphized.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let work: Box<dyn FnOnce() + Send> = Box::new(work);
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "internal error".to_owned())
}

/// The state that a [`Worker`] keeps on its thread.
pub trait WorkerState: Send + 'static {
    /// The result of [`Worker::end`].
    type Output: Send + 'static;

    /// Runs periodic work, before the first task and after each. Returns when it is due again.
    fn run_due(&mut self) -> Option<Instant>;

    /// Cleans up after the last task.
    fn finish(self) -> Self::Output;
}

impl WorkerState for () {
    type Output = ();

    fn run_due(&mut self) -> Option<Instant> {
        None
    }

    fn finish(self) {}
}

enum Task<W: WorkerState> {
    Run(Box<dyn FnOnce(&mut W) + Send>),
    End(Option<Promise<W::Output, String>>),
}

/// A cheap handle of a thread that runs tasks in order and ends with its last handle.
pub struct Worker<W: WorkerState> {
    tasks: Sender<Task<W>>,
    wake: Wake,
    _end: Arc<EndGuard<W>>,
}

/// Ends the thread when the last handle is dropped.
struct EndGuard<W: WorkerState>(Sender<Task<W>>);

impl<W: WorkerState> Drop for EndGuard<W> {
    fn drop(&mut self) {
        // Sending fails if the thread has already ended.
        let _ = self.0.send(Task::End(None));
    }
}

impl<W: WorkerState> Clone for Worker<W> {
    fn clone(&self) -> Self {
        let Self { tasks, wake, _end: end } = self;
        Self { tasks: tasks.clone(), wake: wake.clone(), _end: Arc::clone(end) }
    }
}

impl<W: WorkerState> fmt::Debug for Worker<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Worker")
    }
}

impl<W: WorkerState> Worker<W> {
    /// Starts a thread with this name. `open` runs on it with a handle that triggers
    /// [`WorkerState::run_due`]. If the thread can't be started, all jobs fail.
    pub fn start(name: &str, wake: &Wake, open: impl FnOnce(Wake) -> W + Send + 'static) -> Self {
        let (tasks, received) = mpsc::channel();
        let poke = tasks.clone();
        let poke = Wake::new(move || {
            // Sending fails once the thread has ended.
            let _ = poke.send(Task::Run(Box::new(|_| ())));
        });
        // If the thread doesn't start, the receiver is dropped and all jobs fail.
        let _ = spawn(name, move || run(open(poke), received));
        let end = Arc::new(EndGuard(tasks.clone()));
        Self { tasks, wake: wake.clone(), _end: end }
    }

    /// Returns a worker without a thread, whose jobs all fail.
    pub fn ended() -> Self {
        let (tasks, _) = mpsc::channel();
        let end = Arc::new(EndGuard(tasks.clone()));
        Self { tasks, wake: Wake::new(|| ()), _end: end }
    }

    /// Returns a handle whose results wake this thread.
    #[cfg(test)]
    pub fn waking(self, wake: &Wake) -> Self {
        Self { wake: wake.clone(), ..self }
    }

    /// Queues a task. Returns `false` if the thread has ended.
    pub fn run(&self, task: impl FnOnce(&mut W) + Send + 'static) -> bool {
        self.tasks.send(Task::Run(Box::new(task))).is_ok()
    }

    /// Queues a task and returns its job. The task runs even if the job is dropped.
    pub fn ask<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut W) -> T + Send + 'static,
    ) -> Job<T> {
        let job = Job::new();
        let promise = job.promise(&self.wake);
        self.run(move |state| promise.fulfil_with(|| task(state)));
        job
    }

    /// Ends the thread after the queued tasks. Later tasks fail.
    pub fn end(&self) -> Job<W::Output> {
        let job = Job::new();
        let _ = self.tasks.send(Task::End(Some(job.promise(&self.wake))));
        job
    }
}

fn run<W: WorkerState>(mut state: W, tasks: Receiver<Task<W>>) {
    let promise = loop {
        let task = match state.run_due() {
            None => tasks.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(at) => tasks.recv_timeout(at.saturating_duration_since(Instant::now())),
        };
        match task {
            Ok(Task::Run(task)) => task(&mut state),
            Ok(Task::End(promise)) => break promise,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    let output = state.finish();
    // Refuse further tasks before the end is reported.
    drop(tasks);
    if let Some(promise) = promise {
        promise.fulfil(Ok(output));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wake, and a receiver that gets a message for each call.
    fn wakes() -> (Wake, Receiver<()>) {
        let (sender, receiver) = mpsc::channel();
        (Wake::new(move || sender.send(()).unwrap_or_default()), receiver)
    }

    #[test]
    fn a_result_can_be_taken_once() {
        let (wake, wakes) = wakes();
        let job = Job::start(&wake, |_, reporter: Reporter<_, String>| {
            reporter.report("half".to_owned());
            7
        });
        assert_eq!(wakes.iter().take(2).count(), 2);
        assert_eq!(job.take_reports(), ["half"]);
        assert!(job.take_reports().is_empty());
        assert_eq!(job.take_output(), Some(Ok(7)));
        assert_eq!(job.take_output(), None);
    }

    #[test]
    fn a_panic_becomes_an_error() {
        let (wake, wakes) = wakes();
        let job = Job::<(), ()>::start(&wake, |_, _| panic!("out of cards"));
        assert!(wakes.recv().is_ok());
        assert_eq!(job.take_output(), Some(Err("out of cards".to_owned())));
    }

    #[test]
    fn dropping_a_job_cancels_its_work() {
        let (sender, receiver) = mpsc::channel();
        let job = Job::<(), ()>::start(&wakes().0, move |cancel, _| {
            while !cancel.is_cancelled() {
                thread::yield_now();
            }
            sender.send(()).unwrap();
        });
        drop(job);
        assert!(receiver.recv().is_ok());
    }

    #[test]
    fn a_worker_runs_tasks_in_order_even_if_their_jobs_are_dropped() {
        let worker = Worker::start("test", &wakes().0, |_| ());
        let (sender, numbers) = mpsc::channel();
        for number in 0..10 {
            let sender = sender.clone();
            drop(worker.ask(move |()| sender.send(number)));
        }
        let panic: Job<Result<(), JobError>> = worker.ask(|()| panic!("on purpose"));
        assert_eq!(panic.wait(), Err(JobError::Failed("on purpose".to_owned())));
        assert_eq!(numbers.try_iter().collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
        let (release, released) = mpsc::channel::<()>();
        let job = worker.ask(move |()| Ok::<_, JobError>(released.recv().is_err()));
        assert_eq!(job.wait_for(Duration::ZERO), None);
        drop(release);
        assert_eq!(job.wait(), Ok(true));
    }

    #[test]
    fn a_job_of_a_worker_that_has_ended_fails_instead_of_hanging() {
        let worker = Worker::start("test", &wakes().0, |_| ());
        let (release, released) = mpsc::channel::<()>();
        let last = worker.ask(move |()| Ok::<_, JobError>(released.recv().is_err()));
        let (end, late) = (worker.end(), worker.ask(|()| Ok::<_, JobError>(())));
        drop(release);
        assert_eq!((last.wait(), late.wait()), (Ok(true), Err(JobError::Ended)));
        assert_eq!(worker.ask(|()| Ok::<_, JobError>(())).wait(), Err(JobError::Ended));
        while end.take_output().is_none() {
            thread::yield_now();
        }
    }

    #[test]
    fn waking_a_worker_runs_its_due_work() {
        struct Counter(mpsc::Sender<()>);
        impl WorkerState for Counter {
            type Output = ();
            fn run_due(&mut self) -> Option<Instant> {
                self.0.send(()).unwrap_or_default();
                None
            }
            fn finish(self) {}
        }
        let (ran, runs) = mpsc::channel();
        let (poke, pokes) = mpsc::channel();
        let worker = Worker::start("test", &wakes().0, move |wake| {
            poke.send(wake).unwrap();
            Counter(ran)
        });
        pokes.recv().unwrap().wake();
        assert_eq!(runs.iter().take(2).count(), 2);
        drop(worker);
        assert!(runs.recv().is_err(), "the thread ends with its last handle");
    }
}
