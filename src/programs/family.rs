//! What a process started, and what those started: as far as the system tells.

#[cfg(target_os = "linux")]
mod linux {
    use std::{
        fs,
        path::Path,
        thread,
        time::{Duration, Instant},
    };

    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, wait};

    /// How long to try to end what does not end.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// Bytes of memory that a process and its descendants hold, also on the swap disk. What several share counts for
    /// each of them.
    pub fn memory(process: Pid) -> u64 {
        descendants(process).into_iter().chain([process]).map(memory_of_one).sum()
    }

    fn memory_of_one(process: Pid) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", process.as_raw_pid())).unwrap_or_default();
        let held = status.lines().filter(|line| line.starts_with("VmRSS:") || line.starts_with("VmSwap:"));
        held.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).sum::<u64>() << 10
    }

    /// Ends all our descendants, and waits for them. A process whose parent ends becomes our child (we are its
    /// subreaper), so it can't get lost; one that is started while we look is found the next time.
    pub fn end_all() {
        let started = Instant::now();
        while has_children() && started.elapsed() < PATIENCE {
            for process in descendants(getpid()) {
                // It fails if it has just ended.
                let _ = kill_process(process, Signal::KILL);
            }
            thread::sleep(Duration::from_micros(200));
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

    /// Parents come before their children.
    fn descendants(process: Pid) -> Vec<Pid> {
        let quick = Path::new("/proc/thread-self/children").exists();
        let parents = if quick { Vec::new() } else { parents() };
        let mut found = vec![process];
        let mut next = 0;
        while let Some(&parent) = found.get(next) {
            if quick {
                found.extend(children(parent));
            } else {
                found.extend(parents.iter().filter(|(_, of)| *of == parent).map(|(child, _)| child));
            }
            next += 1;
        }
        found.split_off(1)
    }

    /// The children of a process: each of its threads has its own.
    fn children(process: Pid) -> Vec<Pid> {
        let threads = fs::read_dir(format!("/proc/{}/task", process.as_raw_pid())).into_iter().flatten().flatten();
        let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
        lists.flat_map(|list| list.split_whitespace().filter_map(number).collect::<Vec<_>>()).collect()
    }

    /// All processes with their parents: for systems that keep no lists of children.
    fn parents() -> Vec<(Pid, Pid)> {
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        all.filter_map(|entry| {
            let process = number(entry.file_name().to_str()?)?;
            let line = fs::read_to_string(entry.path().join("stat")).ok()?;
            // The name may hold spaces and brackets; behind its last one come the state and the parent.
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
                assert!(parents().contains(&(pid, us)) && descendants(us).contains(&pid));
                assert!(memory(pid) > 0 && memory(us) >= memory_of_one(us));
                if Path::new("/proc/thread-self/children").exists() {
                    assert!(children(us).contains(&pid));
                }
            }
            for child in &mut all {
                child.kill().unwrap();
                child.wait().unwrap();
                assert_eq!(memory(Pid::from_child(child)), 0);
            }
        }
    }
}

#[cfg(target_os = "linux")]
pub(super) use linux::{end_all, memory};

/// Not known here.
#[cfg(not(target_os = "linux"))]
pub(super) fn memory(_: rustix::process::Pid) -> u64 {
    0
}
