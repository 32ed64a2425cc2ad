//! What a process started, and what those started: as far as the system tells.

#[cfg(target_os = "linux")]
mod linux {
    use std::{collections::VecDeque, fs, path::Path, thread, time::Duration};

    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

    use crate::programs::{TICK, process::ResourceUsage};

    /// What a process and its descendants weigh. Memory on the swap disk counts, too; what several
    /// share counts for each of them.
    pub fn weigh(process: Pid) -> ResourceUsage {
        let mut weight = ResourceUsage::default();
        visit(process, |process| {
            weight.memory += memory_of_one(process);
            weight.processes += 1;
        });
        weight
    }

    fn memory_of_one(process: Pid) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", process.as_raw_pid()))
            .unwrap_or_default();
        let held =
            status.lines().filter(|line| line.starts_with("VmRSS:") || line.starts_with("VmSwap:"));
        held.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).sum::<u64>()
            << 10
    }

    /// Ends all our descendants, however long it takes. A process whose parent ends becomes our
    /// child (we are its subreaper), so it can't get lost; one that is started while we look is
    /// found the next time.
    pub fn end_all() {
        let us = getpid();
        let mut pause = Duration::from_micros(100);
        while has_children() {
            // Each is ended as soon as it is found: if there are very many we come to our turn
            // rarely.
            visit(us, |process| {
                if process != us {
                    // It fails if it has just ended.
                    let _ = kill_process(process, Signal::KILL);
                }
            });
            thread::sleep(pause);
            pause = TICK.min(pause * 2);
        }
    }

    /// Reaps the children that have ended. Are there others?
    fn has_children() -> bool {
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }

    /// Visits a process and then its descendants, parents before their children.
    fn visit(process: Pid, mut visitor: impl FnMut(Pid)) {
        let quick = Path::new("/proc/thread-self/children").exists();
        let parents = if quick { Vec::new() } else { parents() };
        let mut waiting = VecDeque::from([process]);
        while let Some(process) = waiting.pop_front() {
            visitor(process);
            if quick {
                waiting.extend(children(process));
            } else {
                waiting.extend(
                    parents.iter().filter(|(_, parent)| *parent == process).map(|(child, _)| child),
                );
            }
        }
    }

    /// The children of a process: each of its threads has its own.
    fn children(process: Pid) -> Vec<Pid> {
        let threads = fs::read_dir(format!("/proc/{}/task", process.as_raw_pid()))
            .into_iter()
            .flatten()
            .flatten();
        let lists =
            threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists
            .flat_map(|list| list.split_whitespace().filter_map(number).collect::<Vec<_>>())
            .collect()
    }

    /// All processes with their parents: for systems that keep no lists of children.
    fn parents() -> Vec<(Pid, Pid)> {
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter_map(|entry| {
            let process = number(entry.file_name().to_str()?)?;
            let line = fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name may hold spaces and brackets; behind its last one come the state and the
            // parent.
            let parent = line.rsplit_once(')')?.1.split_whitespace().nth(1)?;
            Some((process, number(parent)?))
        })
        .collect()
    }

    fn number(text: &str) -> Option<Pid> {
        Pid::from_raw(text.parse().ok()?)
    }

    #[cfg(test)]
    mod tests {
        use std::process::{Child, Command, Stdio};

        use super::*;

        #[test]
        fn both_ways_to_find_children_find_the_same() {
            let sleep = || Command::new("sleep").arg("1000").stdout(Stdio::null()).spawn().unwrap();
            let mut all: Vec<Child> = (0..3).map(|_| sleep()).collect();
            let us = getpid();
            for child in &all {
                let pid = Pid::from_child(child);
                assert!(parents().contains(&(pid, us)));
                assert!(weigh(pid).memory > 0 && weigh(pid).processes == 1);
                if Path::new("/proc/thread-self/children").exists() {
                    assert!(children(us).contains(&pid));
                }
            }
            assert!(
                weigh(us).processes >= 4
                    && weigh(us).memory > weigh(Pid::from_child(&all[0])).memory
            );
            for child in &mut all {
                child.kill().unwrap();
                child.wait().unwrap();
                assert_eq!(weigh(Pid::from_child(child)).memory, 0);
            }
        }
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::{end_all, weigh};

/// Not known here.
#[cfg(not(target_os = "linux"))]
pub(super) fn weigh(_: rustix::process::Pid) -> super::process::ResourceUsage {
    super::process::ResourceUsage::default()
}
