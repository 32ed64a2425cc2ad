//! Opens and closes the window of a program, with the threads that read its output and write its
//! input.

use std::{
    io::{Read, Write},
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Instant,
};

use portable_pty::{PtySize, native_pty_system};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};

use super::{Launch, Output, Terminal, terminal::to_pid, tty::Tty};

pub(super) struct Shared {
    output: Mutex<Output>,
    /// Signals each change of the output.
    pub(super) changed: Condvar,
    /// Whether the terminal has stopped reading.
    pub(super) is_frozen: AtomicBool,
    /// Whether the reader has noticed that the terminal is frozen.
    is_idle: AtomicBool,
}

impl Shared {
    pub(super) fn lock(&self) -> MutexGuard<'_, Output> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Terminal {
    #[track_caller]
    pub(super) fn open(launch: &Launch) -> Self {
        let (columns, rows) = launch.columns_and_rows();
        let pair = native_pty_system()
            .openpty(if launch.tells_size() { size(columns, rows) } else { size(0, 0) })
            .expect("a pseudo-terminal can be opened");
        let tty = pair.master.tty_name().expect("a terminal has a name");
        let initial_settings =
            Tty::open(&tty).and_then(|tty| tty.settings()).expect("a terminal has settings");
        let reader = pair.master.try_clone_reader().expect("a terminal can be read");
        let writer = pair.master.take_writer().expect("a terminal can be written");
        let command = launch.command();
        let started = Instant::now();
        let child = pair.slave.spawn_command(command).expect("the program can be started");
        drop(pair.slave);

        let output = Arc::new(Shared {
            output: Mutex::new(Output::new(columns, rows)),
            changed: Condvar::new(),
            is_frozen: AtomicBool::new(false),
            is_idle: AtomicBool::new(false),
        });
        let (input, to_write) = mpsc::channel();
        let unwritten = Arc::new(AtomicUsize::new(0));
        let threads = vec![
            thread::spawn({
                let (output, input, unwritten) = (output.clone(), input.clone(), unwritten.clone());
                move || read(reader, &output, &input, &unwritten)
            }),
            thread::spawn({
                let unwritten = unwritten.clone();
                move || write(writer, &to_write, &unwritten)
            }),
        ];
        let (child, master) = (Mutex::new(child), Some(pair.master));
        let (bare, home) = (launch.is_bare(), launch.folder());
        Self {
            output,
            input,
            unwritten,
            threads,
            master,
            child,
            tty,
            initial_settings,
            bare,
            continues: AtomicBool::new(false),
            _home: home,
            started,
        }
    }

    /// Closes the window while the program is running.
    #[track_caller]
    pub fn hang_up(&mut self) {
        let tty = Tty::open(&self.tty);
        // When the writer is dropped, it sends Enter and the key for the end of input, if there is
        // one.
        tty.iter().for_each(Tty::disable_end_key);
        let _ = self.input.send(None);
        self.output.lock().closing = true;
        self.master = None;
        // Wake the reader, which waits for output and keeps the window open meanwhile.
        if let Some(mut tty) = tty {
            tty.nudge();
        }
        for thread in self.threads.drain(..) {
            thread.join().expect("the terminal's threads don't panic");
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let process = if self.has_ended() { None } else { self.output.lock().process };
        let mut child = self.child.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pid) = process.and_then(Pid::from_raw) {
            let _ = kill_process_group(pid, Signal::KILL);
        }
        if let (Ok(None), Some(pid)) = (child.try_wait(), child.process_id().and_then(to_pid)) {
            let _ = kill_process(pid, Signal::KILL);
            let _ = child.wait();
        }
        let _ = self.input.send(None);
        self.thaw();
    }
}

impl Terminal {
    /// Stops reading the program's output, and fills the terminal's queue, so that the program's
    /// next output blocks it.
    #[track_caller]
    pub fn freeze(&self) {
        self.output.is_frozen.store(true, Ordering::SeqCst);
        let mut tty = Tty::open(&self.tty).expect("the terminal is open");
        // The reader waits for output. When it has taken some, it notices that it must stop.
        tty.nudge();
        let is_idle = |_: &Output| self.output.is_idle.load(Ordering::SeqCst).then_some(());
        self.wait_or_fail("the terminal to freeze", is_idle, || false);
        tty.fill();
    }

    pub fn thaw(&self) {
        self.output.is_frozen.store(false, Ordering::SeqCst);
        self.output.changed.notify_all();
    }
}

pub(super) fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

/// Reads the program's output until no process can write any more.
fn read(
    mut from: Box<dyn Read + Send>,
    shared: &Shared,
    answers: &Sender<Option<Vec<u8>>>,
    unwritten: &AtomicUsize,
) {
    let mut buffer = vec![0; 1 << 16];
    loop {
        let mut output = shared.lock();
        while shared.is_frozen.load(Ordering::SeqCst) && !output.closing {
            shared.is_idle.store(true, Ordering::SeqCst);
            shared.changed.notify_all();
            output = shared.changed.wait(output).unwrap_or_else(PoisonError::into_inner);
        }
        shared.is_idle.store(false, Ordering::SeqCst);
        drop(output);
        let Ok(count @ 1..) = from.read(&mut buffer) else { break };
        let mut output = shared.lock();
        if output.closing {
            break;
        }
        let answer = output.take(&buffer[..count]);
        drop(output);
        if !answer.is_empty() {
            unwritten.fetch_add(answer.len(), Ordering::SeqCst);
            let _ = answers.send(Some(answer));
        }
        shared.changed.notify_all();
    }
    shared.lock().ended = true;
    shared.changed.notify_all();
}

/// Writes the input. This has its own thread, because writing blocks while the program doesn't
/// read.
fn write(
    mut to: Box<dyn Write + Send>,
    typed: &Receiver<Option<Vec<u8>>>,
    unwritten: &AtomicUsize,
) {
    while let Ok(Some(bytes)) = typed.recv() {
        let _ = to.write_all(&bytes);
        unwritten.fetch_sub(bytes.len(), Ordering::SeqCst);
    }
}
