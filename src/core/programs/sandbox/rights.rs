//! The rights that a program in a sandbox does not have.

use std::{fs, io, path::Path};

use rustix::{
    fs::{Mode, chmod, chown},
    process::{Gid, Uid, geteuid},
    thread::{
        CapabilitySet, CapabilitySets, clear_ambient_capability_set, set_capabilities,
        set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid,
    },
};

use super::SandboxKind;

/// The user and the group `nobody`.
const NOBODY: u32 = 65534;

/// Returns the user and the group as whom a program runs that root starts. The system's limits hold
/// for every user except root, and only root's files belong to root.
pub fn program_user() -> Option<(Uid, Gid)> {
    // The root of a user namespace is an ordinary user outside, and there may be no others.
    let has_nobody = || {
        let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
        map.lines().any(|line| {
            let mut numbers = line.split_whitespace().map(str::parse::<u32>);
            let (first, count) = (numbers.next(), numbers.nth(1));
            matches!((first, count), (Some(Ok(first)), Some(Ok(count)))
                if (first..first.saturating_add(count)).contains(&NOBODY))
        })
    };
    (geteuid().is_root() && has_nobody()).then(|| (Uid::from_raw(NOBODY), Gid::from_raw(NOBODY)))
}

/// Lets a program of root write to its folder, which stays root's.
pub fn share_folder(folder: &Path) -> io::Result<()> {
    if let Some((_, group)) = program_user() {
        chown(folder, None, Some(group))?;
        chmod(folder, Mode::RWXU | Mode::RWXG)?;
    }
    Ok(())
}

/// Gives up the rights of this thread, for ever and for all that it starts. No program can have more
/// rights than who starts it after that, so that the bounding set of capabilities need not change.
pub fn give_up(kind: SandboxKind) -> io::Result<()> {
    if let Some((user, group)) = program_user() {
        set_thread_groups(&[])?;
        set_thread_res_gid(group, group, group)?;
        set_thread_res_uid(user, user, user)?;
    }
    clear_ambient_capability_set()?;
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })?;
    set_no_new_privs(true)?;
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    return super::system_calls::restrict(kind);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    Err(io::Error::other(format!("there is no filter of system calls for {kind:?} here")))
}
