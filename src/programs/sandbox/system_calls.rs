//! A seccomp filter of the system calls that are forbidden in a sandbox.

use std::{collections::BTreeMap, env::consts::ARCH, io};

use nix::libc::{self, c_long};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen as ArgLen, SeccompCmpOp as Op, SeccompCondition,
    SeccompFilter, SeccompRule, apply_filter,
};

use super::SandboxKind;

/// Calls that fail with `ENOSYS`, so that libraries do without them.
const MISSING: [c_long; 29] = [
    // Its flags are in memory, where a filter can't see them. Libraries fall back to `clone`.
    libc::SYS_clone3,
    // Objects of the kernel whose memory would count for no process.
    libc::SYS_memfd_create,
    libc::SYS_memfd_secret,
    libc::SYS_vmsplice,
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_io_setup,
    // The keyring of the user's session.
    libc::SYS_add_key,
    libc::SYS_keyctl,
    libc::SYS_request_key,
    // Parts of the kernel that no player needs and that had many vulnerabilities.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_fanotify_init,
    libc::SYS_pidfd_getfd,
];

/// Flags of `clone` that make a namespace.
const NEW_NAMESPACES: [i32; 7] = [
    libc::CLONE_NEWNS,
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWUTS,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWNET,
];

/// On x86-64, each call has a second number with this bit set (x32).
const X32_BIT: c_long = 0x4000_0000;

/// Mask of a socket's type, without its flags.
const SOCKET_TYPE: u64 = 0xf;

/// The rules of each call. A call with an empty list is always refused.
type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Installs the filters for this thread and everything that it starts.
///
/// # Errors
/// Returns an error if seccomp is not available.
pub fn restrict(kind: SandboxKind) -> io::Result<()> {
    let missing = MISSING.map(|call| (call, Vec::new())).into();
    install(missing, libc::ENOSYS)?;
    install(forbidden(kind).map_err(io::Error::other)?, libc::EPERM)
}

fn install(mut rules: Rules, error: i32) -> io::Result<()> {
    if cfg!(target_arch = "x86_64") {
        let x32 = rules.iter().map(|(call, rules)| (call | X32_BIT, rules.clone()));
        rules.append(&mut x32.collect());
    }
    let program = ARCH.try_into().and_then(|processor| {
        let action = SeccompAction::Errno(error.unsigned_abs());
        SeccompFilter::new(rules, SeccompAction::Allow, action, processor)?.try_into()
    });
    let program: BpfProgram = program.map_err(io::Error::other)?;
    apply_filter(&program).map_err(io::Error::other)
}

fn forbidden(kind: SandboxKind) -> seccompiler::Result<Rules> {
    let argument = |at, op, value| {
        SeccompRule::new(vec![SeccompCondition::new(at, ArgLen::Dword, op, value)?])
    };
    let bits = |at, mask, value: i32| argument(at, Op::MaskedEq(mask), bits_of(value));
    let makes_namespace = |flag: i32| bits(0, bits_of(flag), flag);
    let is_not_local = argument(0, Op::Ne, bits_of(libc::AF_UNIX))?;
    let mut rules = Rules::from([
        (libc::SYS_unshare, Vec::new()),
        (libc::SYS_setns, Vec::new()),
        (
            libc::SYS_clone,
            NEW_NAMESPACES.into_iter().map(makes_namespace).collect::<Result<_, _>>()?,
        ),
        (libc::SYS_socket, vec![is_not_local.clone()]),
        (libc::SYS_socketpair, vec![is_not_local]),
    ]);
    if kind == SandboxKind::Landlock {
        // Landlock hides files, but a program could still connect to sockets in the file system.
        // Pairs of sockets are allowed if they stay connected to each other.
        rules.insert(libc::SYS_socket, Vec::new());
        rules.insert(libc::SYS_connect, Vec::new());
        let pairs = rules.entry(libc::SYS_socketpair).or_default();
        pairs.push(bits(1, SOCKET_TYPE, libc::SOCK_DGRAM)?);
        pairs.push(bits(1, SOCKET_TYPE, libc::SOCK_RAW)?);
    }
    Ok(rules)
}

fn bits_of(value: i32) -> u64 {
    u64::from(value.unsigned_abs())
}
