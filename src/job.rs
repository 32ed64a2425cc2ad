//! Background work, which has one form: a [`Job`] runs on a thread of its own or on a [`Worker`],
//! and the screen that started it takes its answer.

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

/// Wakes the thread that takes the answers of jobs.
#[derive(Clone)]
pub struct Wake {
    wake: Arc<dyn Fn() + Send + Sync>,
    /// How many jobs have started and how many have answered, for tests that wait for all of them.
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

    /// How many jobs that wake it have started, and how many of them have answered. One that has
    /// not will still wake it.
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

/// Background work with a result of type `T`. While it works, it may report values of type `P`.
/// Dropping the job cancels the work and discards its result.
#[derive(Debug)]
pub struct Job<T, P = String> {
    slot: Arc<Slot<T, P>>,
    cancel: CancelToken,
}

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// The work panicked, or its thread could not be started.
    #[error("{0}")]
    Failed(String),
    /// The thread that was to do it has ended.
    #[error("it has stopped; restart fourcade")]
    Ended,
}

/// What the thread of a job passes to whoever waits for it.
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

/// The duty to give a job its result. Dropped before, it says that the work has ended.
struct Answer<T, P> {
    slot: Option<Arc<Slot<T, P>>>,
    wake: Wake,
}

impl<T, P> Answer<T, P> {
    fn give(mut self, result: Result<T, JobError>) {
        self.give_once(result);
    }

    fn give_once(&mut self, result: Result<T, JobError>) {
        let Some(slot) = self.slot.take() else { return };
        lock(&slot.state).result = Some(result);
        slot.answered.notify_all();
        #[cfg(test)]
        {
            lock(&self.wake.jobs).1 += 1;
        }
        self.wake.wake();
    }

    /// Does the work. A panic becomes an error.
    fn give_result_of(self, work: impl FnOnce() -> T) {
        let result = catch_unwind(AssertUnwindSafe(work));
        self.give(result.map_err(|panic| JobError::Failed(panic_message(panic.as_ref()))));
    }
}

impl<T, P> Drop for Answer<T, P> {
    fn drop(&mut self) {
        self.give_once(Err(JobError::Ended));
    }
}

impl<T, P> Job<T, P> {
    fn new() -> Self {
        let state = Mutex::new(SlotState { reports: Vec::new(), result: None });
        let slot = Arc::new(Slot { state, answered: Condvar::new() });
        Self { slot, cancel: CancelToken::default() }
    }

    fn answer_with(&self, wake: &Wake) -> Answer<T, P> {
        #[cfg(test)]
        {
            lock(&wake.jobs).0 += 1;
        }
        Answer { slot: Some(Arc::clone(&self.slot)), wake: wake.clone() }
    }

    /// Takes the result if the job has ended: the value of `work`, or an error message.
    pub fn take(&self) -> Option<Result<T, String>> {
        let result = lock(&self.slot.state).result.take();
        result.map(|result| result.map_err(|error| error.to_string()))
    }

    /// Takes the reports since the last call, the oldest first. Once the job has ended, all its
    /// reports have arrived.
    pub fn take_reports(&self) -> Vec<P> {
        mem::take(&mut lock(&self.slot.state).reports)
    }

    /// Returns the last report and forgets those before it.
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
    /// Takes the result if the job has ended.
    pub fn answer(&self) -> Option<Result<T, E>> {
        let result = lock(&self.slot.state).result.take()?;
        Some(result.unwrap_or_else(|error| Err(error.into())))
    }

    /// Waits for the result. Not for the thread that draws.
    pub fn wait(self) -> Result<T, E> {
        loop {
            if let Some(result) = self.wait_for(Duration::MAX) {
                return result;
            }
        }
    }

    /// Waits for the result, at most for this time. Not for the thread that draws.
    pub fn wait_for(&self, limit: Duration) -> Option<Result<T, E>> {
        let state = lock(&self.slot.state);
        let waited =
            self.slot.answered.wait_timeout_while(state, limit, |state| state.result.is_none());
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        self.answer()
    }
}

impl From<JobError> for String {
    fn from(error: JobError) -> Self {
        error.to_string()
    }
}

impl<T: Send + 'static, P: Send + 'static> Job<T, P> {
    /// Starts `work` on a new thread. A panic in it becomes an error, as does a failure to start
    /// the thread.
    pub fn start(
        wake: &Wake,
        work: impl FnOnce(CancelToken, Reporter<T, P>) -> T + Send + 'static,
    ) -> Self {
        let job = Self::new();
        let (answer, cancel) = (job.answer_with(wake), job.cancel.clone());
        let reporter = Reporter { slot: Arc::clone(&job.slot), wake: wake.clone() };
        let started = spawn("worker", move || answer.give_result_of(|| work(cancel, reporter)));
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

/// Starts a thread. The work is boxed, so that the code for starting one is compiled only once.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    let work: Box<dyn FnOnce() + Send> = Box::new(work);
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "internal error".to_owned())
}

/// What a [`Worker`] has on its thread.
pub trait Workplace: Send + 'static {
    /// What is left when the thread ends.
    type End: Send + 'static;

    /// Does what is due, before the first task and after each. Returns when something is due next.
    fn tend(&mut self) -> Option<Instant>;

    /// Does what is left to do after the last task.
    fn end(self) -> Self::End;
}

/// A place with nothing in it.
impl Workplace for () {
    type End = ();

    fn tend(&mut self) -> Option<Instant> {
        None
    }

    fn end(self) {}
}

enum Task<W: Workplace> {
    Run(Box<dyn FnOnce(&mut W) + Send>),
    End(Option<Answer<W::End, String>>),
}

/// A handle of a thread that does one task after the other, cheap to clone. The thread ends with
/// its last handle.
pub struct Worker<W: Workplace> {
    tasks: Sender<Task<W>>,
    wake: Wake,
    _end: Arc<EndGuard<W>>,
}

struct EndGuard<W: Workplace>(Sender<Task<W>>);

impl<W: Workplace> Drop for EndGuard<W> {
    fn drop(&mut self) {
        // The thread may have ended already.
        let _ = self.0.send(Task::End(None));
    }
}

impl<W: Workplace> Clone for Worker<W> {
    fn clone(&self) -> Self {
        let Self { tasks, wake, _end: end } = self;
        Self { tasks: tasks.clone(), wake: wake.clone(), _end: Arc::clone(end) }
    }
}

impl<W: Workplace> fmt::Debug for Worker<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Worker")
    }
}

impl<W: Workplace> Worker<W> {
    /// Starts a thread of this name. `open` makes what it works with, and is called there with a
    /// function that lets the thread look what is due. Without a thread, all jobs fail.
    pub fn start(name: &str, wake: &Wake, open: impl FnOnce(Wake) -> W + Send + 'static) -> Self {
        let (tasks, received) = mpsc::channel();
        let poke = tasks.clone();
        let poke = Wake::new(move || {
            // The thread has ended if nobody receives.
            let _ = poke.send(Task::Run(Box::new(|_| ())));
        });
        // Without a thread, nobody receives the tasks, which says that it has ended.
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

    /// Returns a handle whose answers wake this thread.
    #[cfg(test)]
    pub fn waking(self, wake: &Wake) -> Self {
        Self { wake: wake.clone(), ..self }
    }

    /// Does a task after all earlier ones. Returns `false` if the thread has ended.
    pub fn run(&self, task: impl FnOnce(&mut W) + Send + 'static) -> bool {
        self.tasks.send(Task::Run(Box::new(task))).is_ok()
    }

    /// Does a task after all earlier ones. It is done even if the job is dropped.
    pub fn ask<T: Send + 'static>(
        &self,
        task: impl FnOnce(&mut W) -> T + Send + 'static,
    ) -> Job<T> {
        let job = Job::new();
        let answer = job.answer_with(&self.wake);
        self.run(move |place| answer.give_result_of(|| task(place)));
        job
    }

    /// Ends the thread after all earlier tasks. Later ones fail.
    pub fn end(&self) -> Job<W::End> {
        let job = Job::new();
        let _ = self.tasks.send(Task::End(Some(job.answer_with(&self.wake))));
        job
    }
}

fn run<W: Workplace>(mut place: W, tasks: Receiver<Task<W>>) {
    let answer = loop {
        let task = match place.tend() {
            None => tasks.recv().map_err(|_| RecvTimeoutError::Disconnected),
            Some(at) => tasks.recv_timeout(at.saturating_duration_since(Instant::now())),
        };
        match task {
            Ok(Task::Run(task)) => task(&mut place),
            Ok(Task::End(answer)) => break answer,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break None,
        }
    };
    let end = place.end();
    // When the answer arrives, no task is accepted.
    drop(tasks);
    if let Some(answer) = answer {
        answer.give(Ok(end));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wake, and what receives a message for each call.
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
        assert_eq!(job.take(), Some(Ok(7)));
        assert_eq!(job.take(), None);
    }

    #[test]
    fn a_panic_becomes_an_error() {
        let (wake, wakes) = wakes();
        let job = Job::<(), ()>::start(&wake, |_, _| panic!("out of cards"));
        assert!(wakes.recv().is_ok());
        assert_eq!(job.take(), Some(Err("out of cards".to_owned())));
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
    fn a_worker_does_its_tasks_in_order_even_without_their_jobs() {
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
    fn a_job_is_answered_even_if_its_worker_has_ended() {
        let worker = Worker::start("test", &wakes().0, |_| ());
        let (release, released) = mpsc::channel::<()>();
        let last = worker.ask(move |()| Ok::<_, JobError>(released.recv().is_err()));
        let (end, late) = (worker.end(), worker.ask(|()| Ok::<_, JobError>(())));
        drop(release);
        assert_eq!((last.wait(), late.wait()), (Ok(true), Err(JobError::Ended)));
        assert_eq!(worker.ask(|()| Ok::<_, JobError>(())).wait(), Err(JobError::Ended));
        while end.take().is_none() {
            thread::yield_now();
        }
    }

    #[test]
    fn a_worker_that_is_poked_looks_what_is_due() {
        struct Counter(mpsc::Sender<()>);
        impl Workplace for Counter {
            type End = ();
            fn tend(&mut self) -> Option<Instant> {
                self.0.send(()).unwrap_or_default();
                None
            }
            fn end(self) {}
        }
        let (tended, times) = mpsc::channel();
        let (poke, pokes) = mpsc::channel();
        let worker = Worker::start("test", &wakes().0, move |wake| {
            poke.send(wake).unwrap();
            Counter(tended)
        });
        pokes.recv().unwrap().wake();
        assert_eq!(times.iter().take(2).count(), 2);
        drop(worker);
        assert!(times.recv().is_err(), "the thread ends with its last handle");
    }
}
