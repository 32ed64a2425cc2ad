//! Processes as `/proc` shows them.

use std::{collections::VecDeque, fs, path::Path, thread, time::Duration};

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait, waitpid};

use super::ResourceUsage;
use crate::POLL_INTERVAL;

/// Linux's default buffer size of a socket.
const SOCKET_BYTES: u64 = 208 << 10;

const MIN_PAUSE: Duration = Duration::from_micros(100);

/// Returns the resources of a process and its descendants. Swapped memory and page tables
/// count; memory shared by several processes counts for each of them.
pub fn usage(process: Pid) -> ResourceUsage {
    let mut usage = ResourceUsage::default();
    visit(process, |process| {
        usage.memory_bytes += memory_bytes(process);
        usage.processes += 1;
    });
    usage
}

fn memory_bytes(process: Pid) -> u64 {
    let status =
        fs::read_to_string(format!("/proc/{}/status", process.as_raw_pid())).unwrap_or_default();
    let names = ["VmRSS:", "VmSwap:", "VmPTE:"];
    let is_memory = |line: &&str| names.iter().any(|name| line.starts_with(name));
    let kibibytes = status
        .lines()
        .filter(is_memory)
        .filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    kibibytes.sum::<u64>() << 10
}

/// Estimates the memory of all socket buffers in a process's network namespace. The kernel
/// counts it for no process.
pub fn socket_bytes(process: Pid) -> u64 {
    let path = format!("/proc/{}/net/sockstat", process.as_raw_pid());
    let text = fs::read_to_string(path).unwrap_or_default();
    let count = text.lines().find_map(|line| line.strip_prefix("sockets: used "));
    count.and_then(|count| count.parse::<u64>().ok()).unwrap_or_default() * SOCKET_BYTES
}

/// Kills all our descendants. Blocks until none is left. None can escape, because we are their
/// subreaper: a process whose parent ends becomes our child. Processes started during a round
/// are found in the next one.
pub fn kill_descendants() {
    let own = getpid();
    let mut pause = MIN_PAUSE;
    while reap_and_check_children() {
        // Each process is killed as soon as it is found: in a fork bomb we rarely get processor
        // time.
        visit(own, |process| {
            if process != own {
                // Fails if the process has just ended.
                let _ = kill_process(process, Signal::KILL);
            }
        });
        thread::sleep(pause);
        pause = POLL_INTERVAL.min(pause * 2);
    }
}

/// Kills a child of ours and its descendants, and reaps it if it ended at once.
pub fn kill_tree(child: Pid) {
    visit(child, |process| {
        // Fails if the process has just ended.
        let _ = kill_process(process, Signal::KILL);
    });
    let _ = waitpid(Some(child), WaitOptions::NOHANG);
}

/// Reaps the children that have ended and returns whether others remain.
fn reap_and_check_children() -> bool {
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

/// Visits a process and its descendants, parents before their children.
fn visit(process: Pid, mut visitor: impl FnMut(Pid)) {
    let children = Children::find();
    let mut queue = VecDeque::from([process]);
    while let Some(process) = queue.pop_front() {
        visitor(process);
        queue.extend(children.of(process));
    }
}

pub fn children(process: Pid) -> Vec<Pid> {
    Children::find().of(process)
}

/// The source of the children of processes.
enum Children {
    /// The lists that the kernel has of them.
    Lists,
    /// All processes with their parents, for kernels without such lists.
    Parents(Vec<(Pid, Pid)>),
}

impl Children {
    fn find() -> Self {
        let has_lists = Path::new("/proc/thread-self/children").exists();
        if has_lists { Self::Lists } else { Self::Parents(parents()) }
    }

    fn of(&self, process: Pid) -> Vec<Pid> {
        match self {
            Self::Lists => listed_children(process),
            Self::Parents(all) => {
                let children = all.iter().filter(|(_, parent)| *parent == process);
                children.map(|(child, _)| *child).collect()
            }
        }
    }
}

fn listed_children(process: Pid) -> Vec<Pid> {
    let threads = fs::read_dir(format!("/proc/{}/task", process.as_raw_pid()))
        .into_iter()
        .flatten()
        .flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_whitespace().filter_map(parse_pid).collect::<Vec<_>>())
        .collect()
}

/// Returns all processes with their parents.
fn parents() -> Vec<(Pid, Pid)> {
    let all = fs::read_dir("/proc").into_iter().flatten().flatten();
    all.filter_map(|entry| {
        let process = parse_pid(entry.file_name().to_str()?)?;
        let line = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The state and the parent follow the process name, which may itself contain spaces and
        // brackets.
        let parent = line.rsplit_once(')')?.1.split_whitespace().nth(1)?;
        Some((process, parse_pid(parent)?))
    })
    .collect()
}

fn parse_pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use std::process::{Child, Command, Stdio};

    use super::*;

    #[test]
    fn both_ways_of_finding_children_agree() {
        let sleep = || Command::new("sleep").arg("1000").stdout(Stdio::null()).spawn().unwrap();
        let mut sleepers: Vec<Child> = (0..3).map(|_| sleep()).collect();
        let own = getpid();
        for child in &sleepers {
            let pid = Pid::from_child(child);
            assert!(Children::Parents(parents()).of(own).contains(&pid));
            assert!(usage(pid).memory_bytes > 0 && usage(pid).processes == 1);
            assert!(children(own).contains(&pid));
        }
        let first = usage(Pid::from_child(&sleepers[0]));
        assert!(usage(own).processes >= 4 && usage(own).memory_bytes > first.memory_bytes);
        for child in &mut sleepers {
            child.kill().unwrap();
            child.wait().unwrap();
            assert_eq!(usage(Pid::from_child(child)).memory_bytes, 0);
        }
    }
}
