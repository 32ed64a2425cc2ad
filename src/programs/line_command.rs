//! A shell command of the user that answers lines with lines, such as one that spreads work over
//! hosts.
//!
//! Unlike other people's programs, it runs with the user's rights and without limits. Only the
//! length of its lines is limited.

use std::{
    io::{self, BufRead, BufReader, Read, Write as _},
    os::unix::process::CommandExt as _,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, kill_process_group};

use super::{Cancel, POLL_INTERVAL};

/// Longer lines are cut off.
const MAX_LINE_BYTES: u64 = 1 << 20;

const MAX_QUEUED_EVENTS: usize = 256;

/// Time allowed for the output to close after the command ended: a process that it left behind may
/// hold it open.
const OUTPUT_GRACE: Duration = Duration::from_secs(5);

/// Signals that end a command, each with the time to wait afterwards. Commands that run others
/// often wait for them at the first signal and end them at the second.
const STOP_SIGNALS: [(Signal, Duration); 3] = [
    (Signal::TERM, Duration::from_millis(500)),
    (Signal::TERM, Duration::from_secs(3)),
    (Signal::KILL, Duration::from_secs(3)),
];

/// The result of [`LineCommand::next_event`].
#[derive(Debug)]
pub enum CommandEvent {
    /// A line on standard output, without its line feed.
    Line(Vec<u8>),
    /// A line on standard error, without its line feed.
    ErrorLine(Vec<u8>),
    /// The command ended, and its output has been returned, except what a process that it left
    /// behind prints later.
    Ended(ExitStatus),
    /// The wait was cancelled or timed out.
    StillRunning,
}

/// A running shell command that prints lines. Dropping it ends the command.
pub struct LineCommand {
    child: Child,
    events: Receiver<CommandEvent>,
    /// The exit status and when it was noticed.
    ended: Option<(ExitStatus, Instant)>,
}

impl LineCommand {
    /// Starts a command in the shell, in its own process group, with `input` on standard input.
    ///
    /// # Errors
    /// Returns an error if the shell or a thread can't be started.
    pub fn start(command: &str, input: Vec<u8>) -> io::Result<Self> {
        let mut child = Command::new("/bin/sh")
            .args(["-c", command])
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let (sender, events) = sync_channel(MAX_QUEUED_EVENTS);
        let (stdin, stdout, stderr) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let started = Self { child, events, ended: None };
        // These threads are not joined: each ends when the other side of its pipe is closed, which
        // a leftover process can delay.
        if let Some(mut stdin) = stdin {
            // The command need not read everything.
            start_thread(move || drop(stdin.write_all(&input)))?;
        }
        if let Some(stdout) = stdout {
            let sender = sender.clone();
            start_thread(move || forward_lines(stdout, &sender, CommandEvent::Line))?;
        }
        if let Some(stderr) = stderr {
            start_thread(move || forward_lines(stderr, &sender, CommandEvent::ErrorLine))?;
        }
        Ok(started)
    }

    /// Waits for the next event, until `cancel` returns true or `deadline` has passed.
    ///
    /// # Errors
    /// Returns an error if the system can't report the command's exit status.
    pub fn next_event(
        &mut self,
        cancel: Cancel<'_>,
        deadline: Option<Instant>,
    ) -> io::Result<CommandEvent> {
        let mut pause = Duration::from_micros(200);
        loop {
            if cancel() || deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return Ok(CommandEvent::StillRunning);
            }
            let is_output_over = match self.events.recv_timeout(POLL_INTERVAL) {
                Ok(event) => return Ok(event),
                Err(RecvTimeoutError::Timeout) => false,
                Err(RecvTimeoutError::Disconnected) => true,
            };
            if self.ended.is_none() {
                self.ended = self.child.try_wait()?.map(|status| (status, Instant::now()));
            }
            match self.ended {
                Some((status, since)) if is_output_over || since.elapsed() > OUTPUT_GRACE => {
                    return Ok(CommandEvent::Ended(status));
                }
                None if is_output_over => {
                    thread::sleep(pause);
                    pause = POLL_INTERVAL.min(pause * 2);
                }
                _ => {}
            }
        }
    }

    /// Ends the command and its process group, if it is still running.
    fn stop(&mut self) {
        let group = Pid::from_child(&self.child);
        for (signal, patience) in STOP_SIGNALS {
            if self.ended.is_some() {
                return;
            }
            let _ = kill_process_group(group, signal);
            let start = Instant::now();
            while self.ended.is_none() && start.elapsed() < patience {
                // The command may be blocked until its output is read.
                while self.events.try_recv().is_ok() {}
                match self.child.try_wait() {
                    Ok(None) => thread::sleep(POLL_INTERVAL / 4),
                    Ok(Some(status)) => self.ended = Some((status, Instant::now())),
                    Err(_) => return,
                }
            }
        }
    }
}

impl Drop for LineCommand {
    fn drop(&mut self) {
        self.stop();
    }
}

fn start_thread(function: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name("command".to_owned()).spawn(function).map(drop)
}

/// Sends the lines of an output until the output ends or the receiver is gone.
fn forward_lines(
    output: impl Read,
    sender: &SyncSender<CommandEvent>,
    event: fn(Vec<u8>) -> CommandEvent,
) {
    let mut output = BufReader::new(output);
    while let Ok(Some(line)) = read_line(&mut output) {
        if sender.send(event(line)).is_err() {
            break;
        }
    }
}

/// Reads a line and removes its line feed, if any. Returns `None` at the end.
fn read_line(output: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    Read::take(&mut *output, MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
    if line.is_empty() {
        return Ok(None);
    }
    if line.pop_if(|last| *last == b'\n').is_none() {
        output.skip_until(b'\n')?;
    }
    Ok(Some(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines and messages of a command that runs to its end, and its exit status.
    fn run(command: &str, input: &str) -> (Vec<String>, Vec<String>, Option<i32>) {
        let mut command = LineCommand::start(command, input.into()).unwrap();
        let (mut lines, mut messages) = (Vec::new(), Vec::new());
        loop {
            match command.next_event(&|| false, None).unwrap() {
                CommandEvent::Line(line) => lines.push(String::from_utf8(line).unwrap()),
                CommandEvent::ErrorLine(line) => messages.push(String::from_utf8(line).unwrap()),
                CommandEvent::Ended(status) => return (lines, messages, status.code()),
                CommandEvent::StillRunning => unreachable!(),
            }
        }
    }

    #[test]
    fn the_lines_and_messages_of_a_command_are_returned_with_its_status() {
        let (lines, messages, status) = run("sed s/a/b/; echo why >&2; exit 3", "a\nca\n");
        assert_eq!(
            (lines, messages, status),
            (vec!["b".into(), "cb".into()], vec!["why".into()], Some(3))
        );
    }

    #[test]
    fn the_rest_of_a_long_line_is_skipped() {
        let (lines, ..) = run("head -c 3000000 /dev/zero; echo; echo next; printf last", "");
        let lengths: Vec<_> = lines.iter().map(String::len).collect();
        assert_eq!(lengths, [1 << 20, 4, 4]);
    }

    #[test]
    fn a_command_need_not_read_its_input() {
        let input = "line\n".repeat(100_000);
        assert_eq!(run("echo one", &input), (vec!["one".into()], vec![], Some(0)));
        let (lines, ..) = run("cat", &input);
        assert_eq!(lines.len(), 100_000, "nor does its output wait for the end of the input");
    }

    #[test]
    fn a_command_that_is_dropped_is_ended_with_what_it_started() {
        let script = "trap '' TERM; sleep 1000 & echo $!; while :; do wait; done";
        let mut command = LineCommand::start(script, Vec::new()).unwrap();
        let Ok(CommandEvent::Line(line)) = command.next_event(&|| false, None) else { panic!() };
        let child = Pid::from_raw(String::from_utf8(line).unwrap().parse().unwrap()).unwrap();
        let soon = Some(Instant::now() + Duration::from_millis(1));
        assert!(matches!(command.next_event(&|| false, soon).unwrap(), CommandEvent::StillRunning));
        assert!(matches!(command.next_event(&|| true, None).unwrap(), CommandEvent::StillRunning));
        drop(command);
        // It may still wait to be reaped, and a killed process takes a moment to end.
        let runs = || {
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.as_raw_pid()));
            stat.is_ok_and(|stat| !stat.contains(") Z "))
        };
        let start = Instant::now();
        while runs() {
            assert!(start.elapsed() < Duration::from_secs(30), "it still runs");
            thread::sleep(POLL_INTERVAL);
        }
    }
}
