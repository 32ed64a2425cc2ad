//! Dropping the privileges that a program in a sandbox must not have.

use std::{fs, io, os::unix::fs::MetadataExt};

use rustix::{
    fs::{Mode, chmod, chown},
    process::{Gid, Uid, geteuid, getpid, umask},
    thread::{
        CapabilitySet, CapabilitySets, clear_ambient_capability_set, set_capabilities,
        set_no_new_privs, set_thread_groups, set_thread_res_gid, set_thread_res_uid,
    },
};

use super::SandboxKind;
use crate::command::RunFolder;

/// First user and group ID of programs started by root, in a range that systems leave unused.
const FIRST_USER: u32 = 0x7000_0000;
/// Number of these IDs, which is larger than the number of process IDs.
const USERS: u32 = 0x1000_0000;

/// The user and group `nobody`, for systems that don't map the range.
const NOBODY: u32 = 65534;

/// Returns the user and group ID for a program, or `None` if it keeps ours. The system's limits are
/// counted by user and don't hold for root, so each program started by root has its own user.
pub fn program_user() -> Option<u32> {
    // In a user namespace, perhaps only root exists.
    let map = fs::read_to_string("/proc/self/uid_map").unwrap_or_default();
    let exists = |user: &u32| {
        map.lines().any(|line| {
            let mut numbers = line.split_whitespace().map(str::parse::<u32>);
            let (first, count) = (numbers.next(), numbers.nth(1));
            matches!((first, count), (Some(Ok(first)), Some(Ok(count)))
                if (first..first.saturating_add(count)).contains(user))
        })
    };
    let namespace = fs::metadata("/proc/self/ns/pid").map_or(0, |namespace| namespace.ino());
    let own = own_user(namespace, getpid().as_raw_pid().unsigned_abs());
    [own, NOBODY].into_iter().find(exists).filter(|_| geteuid().is_root())
}

/// Returns the user ID for a process. The namespace distinguishes processes with the same ID in two
/// containers.
fn own_user(namespace: u64, pid: u32) -> u32 {
    // Fibonacci hashing spreads the namespaces' numbers, which are close together.
    let spread = namespace.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let spread = u32::try_from(spread).unwrap_or_default();
    FIRST_USER + spread.wrapping_add(pid) % USERS
}

/// Lets a program of this user read our new files and write to its folder, which still belongs to
/// root. A kept folder is readable for others, because one user compiles a program and another runs
/// it.
pub fn give_folder_access(folder: Option<&RunFolder>, user: u32) -> io::Result<()> {
    umask(Mode::WGRP | Mode::WOTH);
    let Some(folder) = folder else { return Ok(()) };
    let others = if folder.is_kept { Mode::ROTH | Mode::XOTH } else { Mode::empty() };
    chown(&folder.path, None, Some(Gid::from_raw(user)))?;
    Ok(chmod(&folder.path, Mode::RWXU | Mode::RWXG | others)?)
}

/// Drops all privileges of this thread and everything that it starts. The bounding set of
/// capabilities need not change, because `no_new_privs` keeps any program from gaining more.
pub fn drop_privileges(kind: SandboxKind, user: Option<u32>) -> io::Result<()> {
    if let Some(number) = user {
        let (user, group) = (Uid::from_raw(number), Gid::from_raw(number));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_of_neighbouring_namespaces_have_users_of_their_own() {
        let first: u64 = 4_026_531_836;
        let of = |namespace| (1..=300).map(move |pid| own_user(first + namespace, pid));
        let mut all: Vec<_> = (0..100).flat_map(of).collect();
        assert!(all.iter().all(|user| (FIRST_USER..FIRST_USER + USERS).contains(user)));
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 100 * 300);
    }
}
