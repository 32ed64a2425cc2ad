//! The supervisor: a separate process that starts a program, limits it, and kills all processes
//! that it leaves behind.

use std::{
    ffi::OsString,
    fs,
    io::{self, PipeReader, Read, Write, stderr},
    os::{
        fd::{AsFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::Path,
    process::{Child, Command, ExitCode},
    time::{Duration, Instant},
};

use rustix::{
    event::{PollFd, PollFlags},
    process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, setrlimit, setsid, waitid},
};

use super::{
    client::{SUPERVISOR, SupervisorRequest},
    pipe_pump::{poll_for, release_stdin_and_stdout},
    process_tree,
};
use crate::{
    POLL_INTERVAL, ProgramLimits,
    command::CapturedStream,
    run::{RunEnd, SupervisorReport},
    sandbox::{SandboxKind, report::SandboxReport},
    shared_folder,
    temp_folder::TempFolder,
};

#[cfg(target_os = "linux")]
use crate::sandbox::{landlock, namespaces, rights, start_watcher::StartWatcher};

const MAX_STDERR_BYTES: usize = 4096;

const CHUNK_BYTES: usize = 16 * 1024;
/// Maximum number of chunks read before the limits are checked again.
const CHUNKS_AT_ONCE: usize = 16;

/// Interval of checks on systems where no descriptor signals the end of a process.
const POLL_INTERVAL_WITHOUT_EXIT_FD: Duration = Duration::from_millis(1);

/// Time for which a start is retried if the system allows no more processes.
const START_RETRY_TIME: Duration = Duration::from_secs(2);

/// Pause between two counts of a folder, as a multiple of the time that a count takes.
const COUNT_PAUSE_FACTOR: u32 = 10;

/// Exit status of a supervisor whose arguments are not a request.
const USAGE_STATUS: u8 = 2;

/// Acts as a supervisor: runs one program as specified by `args`, the arguments after
/// [`SUPERVISOR`], and returns the exit status for this process.
///
/// Standard input and output belong to the program. Standard error is the socket to the client, the
/// process that started the supervisor.
pub fn supervise(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let mut args = args.into_iter();
    let first = args.next().unwrap_or_default();
    #[cfg(target_os = "linux")]
    if first == namespaces::FIRST_PROCESS {
        // The supervisor has already closed its inherited descriptors.
        return namespaces::run_first_process(args);
    }
    close_inherited_descriptors();
    let Some(request) = SupervisorRequest::from_arg(&first) else {
        let message = format!("fourcade: `{SUPERVISOR}` is for internal use only");
        let _ = writeln!(stderr(), "{message}");
        return ExitCode::from(USAGE_STATUS);
    };
    if let Err(error) = run(&request) {
        send_report(&SupervisorReport::failed(RunEnd::CannotRun(error.to_string())));
    }
    ExitCode::SUCCESS
}

/// Closes inherited descriptors except the three standard ones. Otherwise the program would inherit
/// those that our parent left open.
fn close_inherited_descriptors() {
    let entries = fs::read_dir("/dev/fd").into_iter().flatten().flatten();
    let descriptors: Vec<i32> =
        entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    for descriptor in descriptors.into_iter().filter(|&descriptor| descriptor > 2) {
        // Fails for the descriptor with which the folder was read.
        let _ = nix::unistd::close(descriptor);
    }
}

fn send_report(report: &SupervisorReport) {
    let report = serde_json::to_vec(report).unwrap_or_default();
    // Fails if our client is gone.
    let _ = stderr().write_all(&report);
}

/// Begins a session. On Linux, this process also becomes the subreaper of its descendants.
fn lead_session() -> io::Result<()> {
    // Fails only for the leader of a process group, which we are not.
    let _ = setsid();
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{getpid, set_child_subreaper, set_parent_process_death_signal};

        set_child_subreaper(Some(getpid()))?;
        // If the program has suspended us, this wakes us when our client ends, so that we can end
        // the program. It also comes, without meaning, when the thread that started us ends.
        set_parent_process_death_signal(Some(Signal::CONT))?;
    }
    Ok(())
}

fn run(request: &SupervisorRequest) -> io::Result<()> {
    lead_session()?;
    let folder = request.command.folder.as_ref().filter(|folder| !folder.is_kept);
    let folder = folder.and_then(|folder| TempFolder::adopt(&folder.path).ok());
    for (resource, limit) in request.limits.resource_limits() {
        setrlimit(resource, limit)?;
    }
    let reports_stderr = request.command.captured == CapturedStream::StdoutAndStderr;
    let (mut stderr_pipe, stderr_input) =
        if reports_stderr { StderrPipe::new()? } else { Default::default() };
    let (mut child, messages) = match start(request, stderr_input) {
        Ok(started) => started,
        Err(error) => {
            send_report(&SupervisorReport::failed(RunEnd::start_failed(&error)));
            return Ok(());
        }
    };
    // If this fails, our client notices later that the program has closed its output.
    let _ = release_stdin_and_stdout();
    let end = watch(&mut child, request, &mut stderr_pipe)
        .unwrap_or_else(|error| RunEnd::CannotRun(error.to_string()));
    let time = child.elapsed();
    let has_namespaces = child.has_namespaces;
    drop(child);
    let sandbox_report =
        messages.map(|mut socket| SandboxReport::read(&mut socket)).unwrap_or_default();
    let end = match end {
        // This is the status of the namespaces' first process, which outlives the program.
        RunEnd::Status(_) if has_namespaces => sandbox_report
            .end
            .unwrap_or_else(|| RunEnd::CannotRun("its sandbox has ended".to_owned())),
        end => end,
    };
    stderr_pipe.drain();
    let stderr = stderr_pipe.into_text();
    let SandboxReport { started, mut created, .. } = sandbox_report;
    if !has_namespaces {
        created = request.command.left_files();
    }
    send_report(&SupervisorReport { end, time, stderr, started, created });
    #[cfg(target_os = "linux")]
    process_tree::kill_descendants();
    drop(folder);
    Ok(())
}

/// Starts the program and returns the socket on which its sandbox reports, if it has one.
/// `stderr_pipe` receives the program's standard error.
fn start(
    request: &SupervisorRequest,
    stderr_pipe: Option<OwnedFd>,
) -> io::Result<(ChildProcess, Option<UnixStream>)> {
    let command = &request.command;
    let plain = |stderr_pipe| {
        // Set as late as possible, because the limit counts our own threads, too.
        if let Some((resource, limit)) = request.limits.task_limit(false) {
            setrlimit(resource, limit)?;
        }
        let mut process = command.to_command();
        command.inherit_output(&mut process, stderr_pipe);
        ChildProcess::start(&mut process, false)
    };
    #[cfg(target_os = "linux")]
    let user = command.sandbox.as_ref().and_then(|_| rights::program_user());
    #[cfg(target_os = "linux")]
    if let Some(user) = user {
        rights::give_folder_access(command.folder.as_ref(), user)?;
    }
    match command.sandbox.as_ref().map(|sandbox| sandbox.kind) {
        None => Ok((plain(stderr_pipe)?, None)),
        #[cfg(target_os = "linux")]
        Some(SandboxKind::Landlock) => {
            // Landlock restricts one thread and everything that it starts, not this process.
            let (messages, output) = UnixStream::pair()?;
            let rule = command.sandbox.as_ref().and_then(|sandbox| sandbox.start_rule);
            // Started outside the restricted thread: the program could take over a thread that has
            // the same restrictions.
            let watcher = StartWatcher::start(rule, output);
            let restricted = || {
                landlock::restrict_to_visible_files(command)?;
                rights::drop_privileges(SandboxKind::Landlock, user)?;
                if let Some(watcher) = watcher {
                    watcher.watch_this_thread();
                }
                plain(stderr_pipe)
            };
            let child = std::thread::scope(|scope| scope.spawn(restricted).join());
            Ok((child.unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))?, Some(messages)))
        }
        #[cfg(target_os = "linux")]
        Some(SandboxKind::Namespaces) => {
            namespaces::make_namespaces(&request.limits)?;
            let (mut first, messages) =
                namespaces::first_process_command(request, user, stderr_pipe.as_ref())?;
            Ok((ChildProcess::start(&mut first, true)?, Some(messages)))
        }
        #[cfg(not(target_os = "linux"))]
        Some(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}

fn watch(
    child: &mut ChildProcess,
    request: &SupervisorRequest,
    stderr_pipe: &mut StderrPipe,
) -> io::Result<RunEnd> {
    let limits = &request.limits;
    let shared = request.command.folder.as_ref().filter(|folder| folder.is_kept);
    let mut folder = shared.map(|folder| WatchedFolder::new(&folder.path, limits.folder_bytes));
    let (client, exit_fd) = (stderr(), child.exit_fd());
    let interval = match &exit_fd {
        Some(_) => POLL_INTERVAL,
        None => POLL_INTERVAL_WITHOUT_EXIT_FD,
    };
    loop {
        let end = child.check(limits)?;
        if matches!(end, None | Some(RunEnd::Status(_)))
            && folder.as_mut().is_some_and(|folder| folder.is_overfull(end.is_some()))
        {
            return Ok(RunEnd::FolderLimit);
        }
        if let Some(end) = end {
            return Ok(end);
        }
        let mut fds = Vec::with_capacity(3);
        fds.push(PollFd::from_borrowed_fd(client.as_fd(), PollFlags::IN));
        fds.extend(stderr_pipe.pipe.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        fds.extend(exit_fd.as_ref().map(|fd| PollFd::from_borrowed_fd(fd.as_fd(), PollFlags::IN)));
        poll_for(&mut fds, interval.min(child.time_left(limits)))?;
        // The client never writes, so an event means that it has closed the socket.
        if fds.first().is_some_and(|client| !client.revents().is_empty()) {
            return Ok(RunEnd::Stopped);
        }
        stderr_pipe.drain();
    }
}

struct WatchedFolder<'a> {
    path: &'a Path,
    max_bytes: u64,
    next_count: Instant,
}

impl<'a> WatchedFolder<'a> {
    fn new(path: &'a Path, max_bytes: u64) -> Self {
        Self { path, max_bytes, next_count: Instant::now() }
    }

    /// Whether the folder holds too much. Unless `must_count` is set, returns false without
    /// counting if the last count is recent.
    fn is_overfull(&mut self, must_count: bool) -> bool {
        let start = Instant::now();
        if !must_count && start < self.next_count {
            return false;
        }
        let is_overfull = shared_folder::is_overfull(self.path, self.max_bytes);
        // Counting takes only a small part of the time, even in large folders.
        self.next_count = Instant::now() + POLL_INTERVAL.max(COUNT_PAUSE_FACTOR * start.elapsed());
        is_overfull
    }
}

#[derive(Default)]
struct StderrPipe {
    /// `None` if standard error isn't captured or was closed.
    pipe: Option<PipeReader>,
    kept: Vec<u8>,
}

impl StderrPipe {
    /// Also returns the program's end of the pipe.
    fn new() -> io::Result<(Self, Option<OwnedFd>)> {
        let (output, input) = io::pipe()?;
        rustix::io::ioctl_fionbio(&output, true)?;
        Ok((Self { pipe: Some(output), kept: Vec::new() }, Some(input.into())))
    }

    /// Reads available output, at most [`CHUNKS_AT_ONCE`] chunks of it.
    fn drain(&mut self) {
        let mut chunk = [0; CHUNK_BYTES];
        for _ in 0..CHUNKS_AT_ONCE {
            let Some(pipe) = &mut self.pipe else { return };
            match pipe.read(&mut chunk) {
                Ok(count) if count > 0 => {
                    let free = MAX_STDERR_BYTES - self.kept.len();
                    self.kept.extend(&chunk[..count.min(free)]);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Ok(_) | Err(_) => self.pipe = None,
            }
        }
    }

    fn into_text(self) -> String {
        String::from_utf8_lossy(&self.kept).into_owned()
    }
}

/// Starts a process, with retries while the system allows no more: perhaps another program of the
/// same user has started many, and its supervisor will end it soon.
fn spawn(command: &mut Command) -> io::Result<Child> {
    let called_at = Instant::now();
    loop {
        let started = command.spawn();
        let may_wait = matches!(&started, Err(error) if error.kind() == io::ErrorKind::WouldBlock)
            && called_at.elapsed() <= START_RETRY_TIME;
        if !may_wait {
            return started;
        }
        let client = stderr();
        let mut fds = [PollFd::from_borrowed_fd(client.as_fd(), PollFlags::IN)];
        poll_for(&mut fds, POLL_INTERVAL)?;
        // An event means that the client has closed the socket, as in `watch`.
        if !fds[0].revents().is_empty() {
            return started;
        }
    }
}

/// A child process in its own process group, which is killed on drop.
struct ChildProcess {
    child: Child,
    pid: Pid,
    started_at: Instant,
    usage_checked_at: Instant,
    /// Whether this is the first process of namespaces, with the program as its child.
    has_namespaces: bool,
}

impl ChildProcess {
    fn start(command: &mut Command, has_namespaces: bool) -> io::Result<Self> {
        let child = spawn(command.process_group(0))?;
        let now = Instant::now();
        let pid = Pid::from_child(&child);
        Ok(Self { pid, child, started_at: now, usage_checked_at: now, has_namespaces })
    }

    /// Returns a descriptor that becomes readable when the process has ended. Linux only.
    fn exit_fd(&self) -> Option<impl AsFd + use<>> {
        #[cfg(target_os = "linux")]
        let fd = rustix::process::pidfd_open(self.pid, rustix::process::PidfdFlags::empty()).ok();
        #[cfg(not(target_os = "linux"))]
        let fd = None::<OwnedFd>;
        fd
    }

    fn elapsed(&self) -> Duration {
        self.started_at.elapsed()
    }

    fn time_left(&self, limits: &ProgramLimits) -> Duration {
        limits.time.saturating_sub(self.elapsed())
    }

    /// Returns how the process ended or which limit it exceeded, or `None` if it may continue.
    fn check(&mut self, limits: &ProgramLimits) -> io::Result<Option<RunEnd>> {
        // Not reaped here, because the process group can be killed only while its ID is in use.
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        if let Some(status) = waitid(WaitId::Pid(self.pid), options)? {
            let signal = status.terminating_signal().map(RunEnd::Signal);
            return Ok(signal.or_else(|| status.exit_status().map(RunEnd::Status)));
        }
        if self.time_left(limits).is_zero() {
            return Ok(Some(RunEnd::TimedOut));
        }
        if self.usage_checked_at.elapsed() < POLL_INTERVAL {
            return Ok(None);
        }
        self.usage_checked_at = Instant::now();
        let usage = process_tree::usage(self.pid);
        // The program itself doesn't count.
        let own = 1 + u64::from(self.has_namespaces);
        if usage.processes > limits.processes.saturating_add(own) {
            return Ok(Some(RunEnd::ProcessLimit));
        }
        let sockets = self.has_namespaces.then(|| process_tree::socket_bytes(self.pid));
        let memory = usage.memory_bytes.saturating_add(sockets.unwrap_or_default());
        Ok((memory > limits.memory_bytes).then_some(RunEnd::MemoryLimit))
    }
}

impl Drop for ChildProcess {
    fn drop(&mut self) {
        // These fail only if the group or the process no longer exists.
        let _ = kill_process_group(self.pid, Signal::KILL);
        let _ = self.child.wait();
    }
}
