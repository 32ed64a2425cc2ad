//! Notices when a program starts other programs. The kernel holds each system call that executes a
//! file until a thread of ours has answered (seccomp user notification). If our process ends, such
//! calls fail.
//!
//! The first call starts the program itself. Calls that only launch it don't count, such as `env`
//! executing the interpreter of a script or the parts of valgrind executing each other. All other
//! calls count, even if they fail.

#![allow(unsafe_code, reason = "no crate at hand has user notifications of seccomp")]
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "numbers and flags of the kernel, and addresses in 64-bit processes"
)]

use std::{
    ffi::OsStr,
    fs,
    io::{self, IoSliceMut, Write},
    iter,
    os::{
        fd::{AsFd, AsRawFd, FromRawFd, OwnedFd},
        unix::ffi::OsStrExt,
    },
    path::{Path, PathBuf},
    sync::mpsc::{Sender, channel},
    thread,
};

use nix::{
    libc::{self, sock_filter},
    sys::uio::{RemoteIoVec, process_vm_readv},
    unistd::Pid,
};
use rustix::event::{PollFd, PollFlags, poll};

use super::{
    config::{Launcher, StartRule},
    kernel::is_kernel_at_least,
    report::{MAX_NAME_CHARS, MAX_NAMES, SandboxMessage},
};

/// The oldest kernel in which a held call can continue (`SECCOMP_USER_NOTIF_FLAG_CONTINUE`).
const MIN_KERNEL: (u32, u32) = (5, 5);

/// The system calls that execute a file, each with the index of its path argument. On x86-64 they
/// also have x32 numbers.
const EXEC_CALLS: &[(u32, usize)] = if cfg!(target_arch = "x86_64") {
    &[
        (libc::SYS_execve as u32, 0),
        (libc::SYS_execveat as u32, 1),
        (0x4000_0208, 0),
        (0x4000_0221, 1),
    ]
} else {
    &[(libc::SYS_execve as u32, 0), (libc::SYS_execveat as u32, 1)]
};

/// Prefix of the executable in which valgrind runs a program; the platform follows.
const VALGRIND_TOOL: &[u8] = b"memcheck-";

/// The kernel's maximum length of a path, which is also the smallest page size.
const PATH_BYTES: usize = libc::PATH_MAX as usize;

/// A thread that answers the notifications of a filter once it gets the filter's descriptor.
pub struct StartWatcher(Sender<OwnedFd>);

impl StartWatcher {
    /// Returns `None` if there is no rule or the kernel is too old. Messages go to `output`.
    pub fn start(rule: Option<StartRule>, output: impl Write + Send + 'static) -> Option<Self> {
        let rule = rule.filter(|_| is_kernel_at_least(MIN_KERNEL))?;
        let (sender, receiver) = channel();
        let watch = move || {
            if let Ok(listener) = receiver.recv() {
                WatchThread {
                    rule,
                    output,
                    program: None,
                    second_image: None,
                    reported_names: Vec::new(),
                }
                .run(&listener);
            }
        };
        thread::Builder::new().spawn(watch).ok()?;
        Some(Self(sender))
    }

    /// Watches everything that this thread starts. Nothing is noticed in containers where another
    /// process already watches.
    pub fn watch_this_thread(self) {
        if let Ok(listener) = install_filter() {
            let _ = self.0.send(listener);
        }
    }
}

/// Installs the filter for this thread and returns the descriptor of its notifications.
fn install_filter() -> io::Result<OwnedFd> {
    let instruction =
        |code: u32, k: u32, jt: usize| sock_filter { code: code as u16, jt: jt as u8, jf: 0, k };
    // The number of the call is at offset 0 of the filter's input.
    let load = instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0);
    let returns = |action| instruction(libc::BPF_RET | libc::BPF_K, action, 0);
    let compare = EXEC_CALLS.iter().enumerate().map(|(at, (call, _))| {
        // A match jumps past the other comparisons and the instruction that allows everything.
        instruction(libc::BPF_JMP | libc::BPF_JEQ | libc::BPF_K, *call, EXEC_CALLS.len() - at)
    });
    let mut filter: Vec<_> = iter::once(load)
        .chain(compare)
        .chain([returns(libc::SECCOMP_RET_ALLOW), returns(libc::SECCOMP_RET_USER_NOTIF)])
        .collect();
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_mut_ptr() };
    // SAFETY: `program` points to a filter of its length; both outlive the call.
    let listener = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
            &raw const program,
        )
    };
    if listener < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: with this flag the call returns a new descriptor with no other owner. The kernel sets
    // close-on-exec.
    Ok(unsafe { OwnedFd::from_raw_fd(listener as i32) })
}

struct WatchThread<W> {
    rule: StartRule,
    output: W,
    /// Process ID of the program, once it was started.
    program: Option<u32>,
    /// Executable of that process at its second call: the launcher, if there is one.
    second_image: Option<PathBuf>,
    reported_names: Vec<String>,
}

impl<W: Write> WatchThread<W> {
    /// Answers calls until no watched process is left.
    fn run(mut self, listener: &OwnedFd) {
        loop {
            let mut fds = [PollFd::new(listener, PollFlags::IN)];
            match poll(&mut fds, None) {
                Err(rustix::io::Errno::INTR) => continue,
                Err(_) => return,
                Ok(_) if !fds[0].revents().contains(PollFlags::IN) => return,
                Ok(_) => {}
            }
            // Fails if the process was killed or interrupted meanwhile.
            if let Ok(call) = receive(listener) {
                self.answer(listener, &call);
            }
        }
    }

    fn answer(&mut self, listener: &OwnedFd, call: &libc::seccomp_notif) {
        let is_launch = match self.program {
            None => true,
            Some(program) => call.pid == program && self.is_launching(program),
        };
        if !is_launch {
            // Must be sent before the answer: later, the program may already have ended.
            self.report(file_name(call));
        }
        // A call that a signal interrupts is made again.
        let is_refused = self.rule.refuses_starts && !is_launch;
        if respond(listener, call.id, is_refused).is_ok() {
            self.program.get_or_insert(call.pid);
        }
    }

    /// Whether the current executable in the program's process only launches the program. Assumed
    /// in containers that hide the executable.
    fn is_launching(&mut self, program: u32) -> bool {
        let image = || fs::read_link(format!("/proc/{program}/exe"));
        match (self.rule.launcher, image()) {
            (Launcher::None, _) => false,
            (_, Err(_)) => true,
            (Launcher::Env, Ok(image)) => {
                *self.second_image.get_or_insert_with(|| image.clone()) == image
            }
            (Launcher::Valgrind, Ok(image)) => {
                let name = image.file_name().unwrap_or_default();
                !name.as_encoded_bytes().starts_with(VALGRIND_TOOL)
            }
        }
    }

    fn report(&mut self, name: String) {
        if self.reported_names.len() < MAX_NAMES && !self.reported_names.contains(&name) {
            SandboxMessage::Started(name.clone()).send(&mut self.output);
            self.reported_names.push(name);
        }
    }
}

fn receive(listener: &OwnedFd) -> io::Result<libc::seccomp_notif> {
    let data = libc::seccomp_data { nr: 0, arch: 0, instruction_pointer: 0, args: [0; 6] };
    // The kernel requires zeros.
    let mut call = libc::seccomp_notif { id: 0, pid: 0, flags: 0, data };
    let listener = listener.as_fd().as_raw_fd();
    // SAFETY: the kernel writes one value of this type, whose size is part of the request.
    let result = unsafe { libc::ioctl(listener, libc::SECCOMP_IOCTL_NOTIF_RECV, &raw mut call) };
    if result == 0 { Ok(call) } else { Err(io::Error::last_os_error()) }
}

fn respond(listener: &OwnedFd, id: u64, is_refused: bool) -> io::Result<()> {
    let (error, flags) = if is_refused {
        (-libc::EPERM, 0)
    } else {
        (0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32)
    };
    let mut response = libc::seccomp_notif_resp { id, val: 0, error, flags };
    let listener = listener.as_fd().as_raw_fd();
    // SAFETY: the kernel reads one value of this type, whose size is part of the request.
    let result =
        unsafe { libc::ioctl(listener, libc::SECCOMP_IOCTL_NOTIF_SEND, &raw mut response) };
    if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Returns the name of the file that a call executes. Only for messages: the process can change it
/// at any time.
fn file_name(call: &libc::seccomp_notif) -> String {
    let known = EXEC_CALLS.iter().find(|(number, _)| *number == call.data.nr as u32);
    let address = known.and_then(|(_, at)| call.data.args.get(*at)).copied().unwrap_or_default();
    let path = path_at(call.pid, address as usize);
    let name = Path::new(OsStr::from_bytes(&path)).file_name().unwrap_or_default();
    let name: String = name.to_string_lossy().chars().take(MAX_NAME_CHARS).collect();
    if name.is_empty() { "unknown".to_owned() } else { name }
}

/// Returns the path at an address of another process; empty if it can't be read.
fn path_at(process: u32, address: usize) -> Vec<u8> {
    let mut path = vec![0; PATH_BYTES];
    // Read in two parts, because the next page may not be mapped.
    let first = PATH_BYTES - address % PATH_BYTES;
    let pages = [
        RemoteIoVec { base: address, len: first },
        RemoteIoVec { base: address.wrapping_add(first), len: PATH_BYTES - first },
    ];
    let pid = Pid::from_raw(process.cast_signed());
    let count = process_vm_readv(pid, &mut [IoSliceMut::new(&mut path)], &pages);
    path.truncate(count.unwrap_or_default());
    path.split(|byte| *byte == 0).next().unwrap_or_default().to_vec()
}
