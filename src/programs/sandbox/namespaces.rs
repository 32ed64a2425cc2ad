//! The sandbox of namespaces. The supervisor makes process, network, IPC and UTS namespaces, and a
//! user namespace unless it is root. Another process of our binary becomes their first process. It
//! makes a mount namespace, mounts the visible files, drops all privileges and starts the program.
//! Its standard error is the socket on which it reports to the supervisor. When it ends, the kernel
//! kills everything in the namespaces.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, stderr},
    os::{
        fd::{AsFd, AsRawFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    process::{Command, ExitCode, Stdio},
};

use nix::sched::{CloneFlags, unshare};
use rustix::{
    event::{PollFd, PollFlags},
    io::FdFlags,
    process::{
        DumpableBehavior, Pid, Signal, WaitOptions, getgid, getuid, set_dumpable_behavior,
        set_parent_process_death_signal, setrlimit, wait,
    },
    thread::{CapabilitySet, capabilities, configure_capability_in_ambient_set, set_capabilities},
};

use super::{
    SandboxKind, kernel::is_kernel_at_least, landlock, mounts, report::SandboxMessage, rights,
    start_watcher::StartWatcher,
};
use crate::{
    ProgramLimits,
    run::RunEnd,
    supervisor::{
        client::{SUPERVISOR, SupervisorRequest},
        pipe_pump::{poll_for, release_stdin_and_stdout},
    },
};

/// The argument after [`SUPERVISOR`] that makes a process the first one of the namespaces.
pub const FIRST_PROCESS: &str = "--first-process";
/// Replaces the argument for standard error's descriptor if standard error isn't captured.
const NO_STDERR: &str = "-";

/// Makes namespaces for this process's later children, and limits the number of processes in them.
/// This process must have one thread only.
pub fn make_namespaces(limits: &ProgramLimits) -> io::Result<()> {
    // The kernel counts processes in our user namespace separately from others of the same user, so
    // a fork bomb can't keep other programs from starting.
    let counts_apart = !may_make_namespaces() && is_kernel_at_least((5, 14));
    unshare_namespaces()?;
    if let Some((resource, limit)) = limits.task_limit(counts_apart) {
        setrlimit(resource, limit)?;
    }
    Ok(())
}

/// Returns the command of the namespaces' first process and the socket on which it reports.
///
/// `user` is the program's user and group if not our own; `stderr_pipe` receives its standard
/// error.
pub fn first_process_command(
    request: &SupervisorRequest,
    user: Option<u32>,
    stderr_pipe: Option<&OwnedFd>,
) -> io::Result<(Command, UnixStream)> {
    let (socket, child_socket) = UnixStream::pair()?;
    let mut first = Command::new("/proc/self/exe");
    first.arg0("fourcade").arg(SUPERVISOR).arg(FIRST_PROCESS).arg(request.to_arg());
    first.arg(stderr_pipe.map_or(NO_STDERR.to_owned(), |pipe| pipe.as_raw_fd().to_string()));
    if let Some(pipe) = stderr_pipe {
        // The first process inherits the descriptor.
        rustix::io::fcntl_setfd(pipe, FdFlags::empty())?;
    }
    first.args(user.map(|user| user.to_string()));
    // The program can read the environment of the first process.
    first.env_clear().envs(request.command.sandbox_environment());
    first.stderr(OwnedFd::from(child_socket));
    Ok((first, socket))
}

/// Whether we can make namespaces without a user namespace, as root can.
fn may_make_namespaces() -> bool {
    capabilities(None).is_ok_and(|sets| sets.effective.contains(CapabilitySet::SYS_ADMIN))
}

fn unshare_namespaces() -> io::Result<()> {
    let flags = CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    if may_make_namespaces() {
        return Ok(unshare(flags)?);
    }
    let (user, group) = (getuid(), getgid());
    unshare(flags | CloneFlags::CLONE_NEWUSER)?;
    // An unprivileged process may map its own group only if it gives up `setgroups`.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1", user = user.as_raw()))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1", group = group.as_raw()))?;
    // As an ambient capability, the right to mount survives the start of the first process.
    let mut sets = capabilities(None)?;
    sets.inheritable |= CapabilitySet::SYS_ADMIN;
    set_capabilities(None, sets)?;
    Ok(configure_capability_in_ambient_set(CapabilitySet::SYS_ADMIN, true)?)
}

/// Acts as the first process of the namespaces. `args` are those after [`FIRST_PROCESS`].
pub fn run_first_process(mut args: impl Iterator<Item = OsString>) -> ExitCode {
    let request = args.next().and_then(|arg| SupervisorRequest::from_arg(&arg));
    let stderr_pipe = args.next().and_then(|arg| take_inherited_fd(arg.to_str()?.parse().ok()?));
    let user = args.next().map(|arg| arg.to_string_lossy().parse()).transpose();
    let end = match (request, user) {
        (Some(request), Ok(user)) => run(&request, user, stderr_pipe)
            .unwrap_or_else(|error| RunEnd::CannotRun(format!("its sandbox: {error}"))),
        _ => RunEnd::CannotRun("its sandbox was asked for nothing".to_owned()),
    };
    SandboxMessage::Ended(end).send(&mut stderr());
    ExitCode::SUCCESS
}

/// Reopens an inherited descriptor so that our children don't inherit it.
fn take_inherited_fd(descriptor: i32) -> Option<OwnedFd> {
    let file = File::options().write(true).open(format!("/proc/self/fd/{descriptor}"));
    nix::unistd::close(descriptor).ok()?;
    file.ok().map(Into::into)
}

fn run(
    request: &SupervisorRequest,
    user: Option<u32>,
    stderr_pipe: Option<OwnedFd>,
) -> io::Result<RunEnd> {
    let SupervisorRequest { limits, command } = request;
    unshare(CloneFlags::CLONE_NEWNS)?;
    mounts::replace_root(command, limits.folder_bytes, user)?;
    // Older kernels have no Landlock; the namespaces suffice.
    let _ = landlock::restrict_writing(command);
    rights::drop_privileges(SandboxKind::Namespaces, user)?;
    // Otherwise the program could trace this process.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    // Must come after the change of user, which resets it.
    end_with_supervisor()?;
    let rule = command.sandbox.as_ref().and_then(|sandbox| sandbox.start_rule);
    if let Some(watcher) = StartWatcher::start(rule, stderr()) {
        watcher.watch_this_thread();
    }
    let mut process = command.to_command();
    command.inherit_output(&mut process, stderr_pipe);
    let child = match process.stdin(Stdio::inherit()).spawn() {
        Ok(child) => child,
        Err(error) => return Ok(RunEnd::start_failed(&error)),
    };
    let _ = release_stdin_and_stdout();
    let end = wait_for(Pid::from_child(&child));
    for name in command.left_files() {
        SandboxMessage::Created(name).send(&mut stderr());
    }
    end
}

/// Makes the kernel kill this process, and so everything in the namespaces, when the supervisor
/// ends.
fn end_with_supervisor() -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    let supervisor = stderr();
    let mut fds = [PollFd::from_borrowed_fd(supervisor.as_fd(), PollFlags::IN)];
    poll_for(&mut fds, std::time::Duration::ZERO)?;
    if fds[0].revents().contains(PollFlags::HUP) {
        return Err(io::Error::other("the supervisor has ended"));
    }
    Ok(())
}

/// Waits for the program and reaps its orphans.
fn wait_for(program: Pid) -> io::Result<RunEnd> {
    loop {
        let (pid, status) = match wait(WaitOptions::empty()) {
            Ok(Some(ended)) => ended,
            Ok(None) | Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        };
        if pid != program {
            continue;
        }
        if let Some(signal) = status.terminating_signal() {
            return Ok(RunEnd::Signal(signal));
        }
        if let Some(status) = status.exit_status() {
            return Ok(RunEnd::Status(status));
        }
    }
}
