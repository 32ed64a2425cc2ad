//! The supervisors that this process has started, and the processes that a killed supervisor leaves
//! to us.

use std::{
    collections::HashSet,
    io,
    process::{Child, Command},
    sync::{LazyLock, Mutex, PoisonError, RwLock},
    time::{Duration, Instant},
};

use rustix::process::Pid;

use crate::sync;

/// How long to wait until all processes that a supervisor has left behind are dead.
const KILL_TIMEOUT: Duration = Duration::from_secs(10);

/// The supervisors that have not been waited for.
static SUPERVISORS: LazyLock<Mutex<HashSet<Pid>>> = LazyLock::new(Mutex::default);

/// Shared by those that start a supervisor, until it is known, and owned by those that look for
/// stray processes, so that nobody takes a supervisor for one. [`SUPERVISORS`] is not locked
/// meanwhile: on a busy machine a start takes long, and those that have ended need not wait for it.
static STARTING: RwLock<()> = RwLock::new(());

/// On Linux this process becomes the parent of what a supervisor leaves behind if it is killed.
pub(super) fn start(command: &mut Command) -> io::Result<Child> {
    let _starting = STARTING.read().unwrap_or_else(PoisonError::into_inner);
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    let child = command.spawn()?;
    sync::lock(&SUPERVISORS).insert(Pid::from_child(&child));
    Ok(child)
}

/// Forgets a supervisor that has been waited for.
pub(super) fn forget(supervisor: Pid) {
    sync::lock(&SUPERVISORS).remove(&supervisor);
}

/// Kills the processes that supervisors have left behind. These are our children that are no
/// supervisors and that belong to other sessions: every supervisor begins a session, which no
/// process can leave for ours.
pub(super) fn kill_strays() {
    #[cfg(target_os = "linux")]
    {
        use std::thread;

        use super::{POLL_INTERVAL, process_tree};

        let started = Instant::now();
        while started.elapsed() < KILL_TIMEOUT {
            let starting = STARTING.write().unwrap_or_else(PoisonError::into_inner);
            let supervisors = sync::lock(&SUPERVISORS);
            let strays: Vec<Pid> = process_tree::children(rustix::process::getpid())
                .into_iter()
                .filter(|pid| !supervisors.contains(pid) && is_in_other_session(*pid))
                .collect();
            drop((supervisors, starting));
            if strays.is_empty() {
                return;
            }
            for stray in strays {
                process_tree::kill_tree(stray);
            }
            thread::sleep(POLL_INTERVAL);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (KILL_TIMEOUT, Instant::now());
}

#[cfg(target_os = "linux")]
fn is_in_other_session(process: Pid) -> bool {
    use nix::unistd::{Pid, getsid};

    // In a process namespace the number of a session that is outside is 0.
    let session = getsid(Some(Pid::from_raw(process.as_raw_pid())));
    session.is_ok_and(|session| Ok(session) != getsid(None))
}
