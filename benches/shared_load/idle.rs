//! The processor time and memory of processes that wait at tables.

use std::{
    fs,
    io::{self, Read as _},
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::Duration,
};

use fourcade::{
    database::shared_tables::{Client, Link, link::wait_until_ended, presence::Timing},
    job::Wake,
};
use portable_pty::{CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::play::open_table;
use crate::shared_player::Job;

/// Time for the processes to start before the measurement.
const WARM_UP: Duration = Duration::from_secs(8);

pub struct Cost {
    /// Of one core, for all processes together.
    pub core_percent: f64,
    /// The mean resident memory of a process.
    pub resident_megabytes: f64,
    /// The mean proportional memory of a process: shared memory is divided by the number of its
    /// users.
    pub proportional_megabytes: f64,
}

/// A process that waits at a table. It is killed when this is dropped.
pub enum IdleProcess {
    /// A process without a screen.
    Plain(Child),
    /// The arcade in a pseudo-terminal, whose master must stay open.
    Arcade { child: Box<dyn portable_pty::Child + Send + Sync>, _master: Box<dyn MasterPty + Send> },
}

impl IdleProcess {
    /// Starts a process without a screen.
    pub fn plain(mut command: Command) -> Self {
        let child = command.stdin(Stdio::null()).stdout(Stdio::null()).spawn();
        Self::Plain(child.expect("the process starts"))
    }

    /// Starts the arcade at a table, with its files in this folder.
    pub fn arcade(job: &Job, home: &Path) -> Self {
        let size = PtySize { rows: 24, cols: 80, ..PtySize::default() };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_fourcade"));
        command.args(["join", &job.code, "--name", &job.name, "--database", &job.location]);
        command.arg("--no-motion");
        command.env("TERM", "xterm-256color");
        command.env("FOURCADE_HOME", home);
        let child = pair.slave.spawn_command(command).expect("the arcade starts");
        let mut output = pair.master.try_clone_reader().expect("its output");
        // The thread ends with the arcade.
        thread::spawn(move || io::copy(&mut output.by_ref(), &mut io::sink()));
        Self::Arcade { child, _master: pair.master }
    }

    fn id(&self) -> u32 {
        match self {
            Self::Plain(child) => child.id(),
            Self::Arcade { child, .. } => child.process_id().unwrap_or_default(),
        }
    }
}

impl Drop for IdleProcess {
    fn drop(&mut self) {
        // The process may have ended already.
        match self {
            Self::Plain(child) => {
                let _ = child.kill();
                let _ = child.wait();
            }
            Self::Arcade { child, .. } => {
                let _ = child.kill();
                let _ = child.wait();
            }
        }
    }
}

/// Measures this many processes that wait at tables, two at each.
pub fn measure_idle(
    place: &str,
    count: usize,
    duration: Duration,
    start: &dyn Fn(&Job) -> IdleProcess,
) -> Cost {
    let location = place.parse().expect("any text is a location");
    let link = Link::open(location, Client::new("ada"), Timing::default(), &Wake::new(|| ()));
    let mut processes = Vec::new();
    for _ in 0..count / 2 {
        let table = open_table(&link);
        for name in ["ada", "bob"] {
            let (location, code) = (place.to_owned(), table.code.to_string());
            let job = Job { location, code, name: name.to_owned(), pause: 0 };
            let process = start(&job);
            processes.push((process.id(), process));
        }
    }
    drop(link);
    wait_until_ended(Duration::from_secs(9));
    thread::sleep(WARM_UP);
    let sum = |measure: fn(u32) -> f64| processes.iter().map(|&(id, _)| measure(id)).sum::<f64>();
    let before = sum(cpu_seconds);
    thread::sleep(duration);
    let after = sum(cpu_seconds);
    #[allow(clippy::cast_precision_loss)]
    let each = |total: f64| total / processes.len() as f64;
    Cost {
        core_percent: 100.0 * (after - before) / duration.as_secs_f64(),
        resident_megabytes: each(sum(|id| megabytes(id, "Rss:"))),
        proportional_megabytes: each(sum(|id| megabytes(id, "Pss:"))),
    }
}

/// The processor time of a process so far, in seconds.
fn cpu_seconds(process: u32) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/schedstat"));
    let of_main = first_number(&text.unwrap_or_default());
    let tasks = fs::read_dir(format!("/proc/{process}/task"));
    let of_all: f64 = tasks
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|task| fs::read_to_string(task.path().join("schedstat")).ok())
        .map(|text| first_number(&text))
        .sum();
    of_all.max(of_main) / 1e9
}

fn first_number(text: &str) -> f64 {
    text.split_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0.0)
}

/// The memory of a process by a key of `smaps_rollup`.
fn megabytes(process: u32, key: &str) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(key));
    line.map_or(0.0, first_number) / 1024.0
}
