//! Namespaces of our own. The supervisor makes process, network and IPC namespaces, and for others
//! than root a user namespace; a second process of our binary is their first process, builds the
//! view of the files, gives up all rights, and starts the program. When it ends, the kernel kills
//! everything in the namespaces.

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
    SandboxKind, kernel::has_kernel, landlock, mounts, report::SandboxMessage, rights,
    starts::Watcher,
};
use crate::{
    error::RunEnd,
    pipe_pump::{poll_for, release_stdin_and_stdout},
    supervisor_client::{SUPERVISOR, SupervisorRequest},
};

/// The argument after [`SUPERVISOR`] that makes a process the first one of the namespaces.
pub const INIT: &str = "--first-process";
/// The argument in place of the descriptor for standard error, if that is not captured.
const NONE: &str = "-";

/// Makes new namespaces for a program. Returns the command that starts their first process, and the
/// socket on which that reports how the program ended. This process must have one thread only, and
/// its later children are in the namespaces, too.
///
/// `user` is the one as whom the program runs, if that is another one. `errors` takes what the
/// program writes to standard error.
pub fn first_process(
    request: &SupervisorRequest,
    user: Option<u32>,
    errors: Option<&OwnedFd>,
) -> io::Result<(Command, UnixStream)> {
    // The kernel counts the processes in our user namespace apart from others of the same user, so
    // a program that starts many cannot keep others from starting.
    let counts_apart = !may_make_namespaces() && has_kernel((5, 14));
    make_namespaces()?;
    if let Some((resource, limit)) = request.limits.task_limit(counts_apart) {
        setrlimit(resource, limit)?;
    }
    let (socket, its_socket) = UnixStream::pair()?;
    let mut init = Command::new("/proc/self/exe");
    init.arg0("fourcade").arg(SUPERVISOR).arg(INIT).arg(request.to_arg());
    init.arg(errors.map_or(NONE.to_owned(), |errors| errors.as_raw_fd().to_string()));
    if let Some(errors) = errors {
        // The first process inherits it.
        rustix::io::fcntl_setfd(errors, FdFlags::empty())?;
    }
    init.args(user.map(|user| user.to_string()));
    // The program could read the environment of the first process.
    init.env_clear().envs(request.command.sandbox_environment());
    init.stderr(OwnedFd::from(its_socket));
    Ok((init, socket))
}

/// Whether we may make namespaces without a user namespace, as root may.
fn may_make_namespaces() -> bool {
    capabilities(None).is_ok_and(|sets| sets.effective.contains(CapabilitySet::SYS_ADMIN))
}

fn make_namespaces() -> io::Result<()> {
    let flags = CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS;
    if may_make_namespaces() {
        return Ok(unshare(flags)?);
    }
    let (user, group) = (getuid(), getgid());
    unshare(flags | CloneFlags::CLONE_NEWUSER)?;
    // A process without rights may map its own group only if it gives up `setgroups`.
    fs::write("/proc/self/setgroups", "deny")?;
    fs::write("/proc/self/uid_map", format!("{user} {user} 1", user = user.as_raw()))?;
    fs::write("/proc/self/gid_map", format!("{group} {group} 1", group = group.as_raw()))?;
    // The right to make mounts survives the start of the first process as an ambient one.
    let mut sets = capabilities(None)?;
    sets.inheritable |= CapabilitySet::SYS_ADMIN;
    set_capabilities(None, sets)?;
    Ok(configure_capability_in_ambient_set(CapabilitySet::SYS_ADMIN, true)?)
}

/// Acts as the first process of the namespaces, as the arguments after [`INIT`] specify.
pub fn init(mut args: impl Iterator<Item = OsString>) -> ExitCode {
    let request = args.next().and_then(|arg| SupervisorRequest::from_arg(&arg));
    let errors = args.next().and_then(|arg| take_over(arg.to_str()?.parse().ok()?));
    let user = args.next().map(|arg| arg.to_string_lossy().parse()).transpose();
    let end = match (request, user) {
        (Some(request), Ok(user)) => run(&request, user, errors)
            .unwrap_or_else(|why| RunEnd::CannotRun(format!("its sandbox: {why}"))),
        _ => RunEnd::CannotRun("its sandbox was asked for nothing".to_owned()),
    };
    SandboxMessage::Ended(end).send(&mut stderr());
    ExitCode::SUCCESS
}

/// Takes over a descriptor that this process has inherited, so that its children do not.
fn take_over(descriptor: i32) -> Option<OwnedFd> {
    let file = File::options().write(true).open(format!("/proc/self/fd/{descriptor}"));
    nix::unistd::close(descriptor).ok()?;
    file.ok().map(Into::into)
}

fn run(
    request: &SupervisorRequest,
    user: Option<u32>,
    errors: Option<OwnedFd>,
) -> io::Result<RunEnd> {
    let SupervisorRequest { limits, command } = request;
    unshare(CloneFlags::CLONE_NEWNS)?;
    mounts::enter(command, limits.folder_bytes, user)?;
    // Older kernels have no Landlock. The namespaces suffice.
    let _ = landlock::restrict_writing(command);
    rights::give_up(SandboxKind::Namespaces, user)?;
    // The program could look into this process.
    set_dumpable_behavior(DumpableBehavior::NotDumpable)?;
    // A process that becomes another user's loses this.
    end_with_supervisor()?;
    let rule = command.sandbox.as_ref().and_then(|view| view.starts);
    if let Some(watcher) = Watcher::start(rule, stderr()) {
        watcher.watch_this_thread();
    }
    let mut process = command.to_command();
    command.inherit_output(&mut process, errors);
    let child = match process.stdin(Stdio::inherit()).spawn() {
        Ok(child) => child,
        Err(why) => return Ok(RunEnd::start_failed(&why)),
    };
    let _ = release_stdin_and_stdout();
    let end = wait_for(Pid::from_child(&child));
    for name in command.left_files() {
        SandboxMessage::Created(name).send(&mut stderr());
    }
    end
}

/// Makes the kernel kill this process, and so all others in the namespaces, when the supervisor
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

/// Waits for the program, and reaps the processes that it leaves behind.
fn wait_for(program: Pid) -> io::Result<RunEnd> {
    loop {
        let (pid, status) = match wait(WaitOptions::empty()) {
            Ok(Some(ended)) => ended,
            Ok(None) | Err(rustix::io::Errno::INTR) => continue,
            Err(why) => return Err(why.into()),
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
