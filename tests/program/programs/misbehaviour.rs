//! Misbehaviour that is reported and stopped.

use std::{thread, time::Duration};

use fourcade_engine::play::CancelToken;
use fourcade_programs::{ProgramError, ProgramLimits};

use super::{TestProgram, generous_limits, processes, short_limits, supervised};
use crate::support::wait_until;

/// Checks how often the program has run.
#[track_caller]
fn assert_ran(subject: &TestProgram, times: usize) {
    assert_eq!(subject.folders().len(), times);
}

#[test]
fn printed_output_is_an_answer_whatever_the_exit_status() {
    let subject = TestProgram::new(&supervised());
    assert_eq!(subject.answer("answer 23"), "23");
    let input = subject.input_for("status 7");
    let run = subject.program.run(&input, &generous_limits(), &|| false);
    assert_eq!((&*run.output, run.end), (&b"printed\n"[..], Ok(7)));
    assert!(run.time > Duration::ZERO);
    assert_eq!(subject.run("junk 0", &generous_limits()).unwrap(), b"\xFF\0\xFE junk");
    assert_ran(&subject, 3);
}

#[test]
fn each_run_has_a_fresh_folder() {
    let subject = TestProgram::new(&supervised());
    subject.answer("answer 1");
    subject.answer("answer 2");
    let folders = subject.folders();
    assert_ne!(folders[0], folders[1]);
}

#[test]
fn no_output_is_reported_with_the_exit_status() {
    let subject = TestProgram::new(&supervised());
    assert_eq!(subject.run("silent 0", &generous_limits()), Err(ProgramError::NoOutput(0)));
    assert_eq!(subject.run("silent 3", &generous_limits()), Err(ProgramError::NoOutput(3)));
}

#[test]
fn a_program_that_never_ends_times_out_even_after_an_answer() {
    let subject = TestProgram::new(&supervised());
    for behaviour in ["hang 0", "stubborn 0", "burn 0"] {
        let failed = subject.run(behaviour, &short_limits()).unwrap_err();
        assert_eq!(failed.to_string(), "timed out after 0.3 s", "{behaviour}");
        if behaviour == "stubborn 0" {
            assert_ran(&subject, 2);
        }
    }
}

#[test]
fn a_crash_is_reported_with_its_signal_even_after_an_answer() {
    let subject = TestProgram::new(&supervised());
    let crashed = subject.run("crash 0", &generous_limits()).unwrap_err();
    assert_eq!(crashed.to_string(), "ended by signal 11 (segmentation fault)");
    assert_eq!(subject.run("raise 6", &generous_limits()), Err(ProgramError::Signal(6)));
    assert_eq!(subject.run("raise 9", &generous_limits()), Err(ProgramError::Signal(9)));
}

#[test]
fn endless_output_is_stopped_and_output_up_to_the_limit_is_an_answer() {
    let subject = TestProgram::new(&supervised());
    let flooded = subject.run("flood 0", &generous_limits()).unwrap_err();
    assert_eq!(flooded.to_string(), "printed more than 64 KiB");
    let small = ProgramLimits { output_bytes: 5, ..generous_limits() };
    assert_eq!(subject.run("print 5", &small).unwrap(), b"xxxxx");
    assert_eq!(subject.run("print 6", &small), Err(ProgramError::OutputLimit(5)));
    assert_eq!(subject.run("print 65536", &generous_limits()).unwrap().len(), 65536);
    assert_eq!(
        subject.run("print 65537", &generous_limits()),
        Err(ProgramError::OutputLimit(65536))
    );
}

#[test]
fn standard_error_is_discarded_and_does_not_block() {
    let subject = TestProgram::new(&supervised());
    assert_eq!(subject.answer("mutter 1000000"), "aloud");
}

#[test]
fn a_program_need_not_read_its_input() {
    let subject = TestProgram::new(&supervised());
    for behaviour in ["count 0", "deaf 0", "answer 1", "silent 0"] {
        let mut input = subject.input_for(behaviour);
        let before = input.len();
        input.resize(before + 3_000_000, b'x');
        let result = subject.program.run(&input, &generous_limits(), &|| false).answer();
        match behaviour {
            // The rest of the input, including the line feed.
            "count 0" => assert_eq!(result.unwrap(), b"3000001\n"),
            "deaf 0" => assert_eq!(result.unwrap(), b"heard enough\n"),
            "answer 1" => assert_eq!(result.unwrap(), b"1\n"),
            _ => assert_eq!(result, Err(ProgramError::NoOutput(0))),
        }
        subject.assert_nothing_is_left();
    }
}

#[test]
fn the_folder_is_removed_whatever_it_contains() {
    let subject = TestProgram::new(&supervised());
    assert_eq!(subject.answer("mess 0"), "made");
    assert_ran(&subject, 1);
}

#[test]
fn a_run_can_be_cancelled() {
    let subject = TestProgram::new(&supervised());
    let cancel = CancelToken::default();
    let result = thread::scope(|scope| {
        let running = scope.spawn(|| {
            subject
                .program
                .run(&subject.input_for("stubborn 0"), &generous_limits(), &|| {
                    cancel.is_cancelled()
                })
                .answer()
        });
        wait_until("the program runs", || !processes(subject.program.file()).is_empty());
        cancel.cancel();
        running.join().unwrap()
    });
    assert_eq!(result, Err(ProgramError::Cancelled));
    subject.assert_nothing_is_left();
    // A run can be cancelled before it starts, too.
    assert_eq!(
        subject.program.run(b"", &generous_limits(), &|| cancel.is_cancelled()).answer(),
        Err(ProgramError::Cancelled)
    );
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    let subject = TestProgram::new(&supervised());
    let limits = ProgramLimits { memory_bytes: 32 << 20, ..generous_limits() };
    assert_eq!(subject.answer("hungry 16"), "full");
    // The program asks for 100 GiB.
    let failed = subject.run("hungry 102400", &limits).unwrap_err();
    assert_eq!(failed.to_string(), "used more than 32 MiB of memory");
}

#[cfg(target_os = "linux")]
#[test]
fn processor_time_is_limited() {
    let subject = TestProgram::new(&supervised());
    let limits = ProgramLimits { cpu_time: Duration::from_secs(1), ..generous_limits() };
    let failed = subject.run("burn 0", &limits).unwrap_err();
    assert_eq!(failed.to_string(), "ended by signal 24 (too much processor time)");
}

#[cfg(target_os = "linux")]
#[test]
fn file_sizes_are_limited() {
    let subject = TestProgram::new(&supervised());
    assert_eq!(subject.answer("large 1"), "written");
    let failed = subject.run("large 1000", &generous_limits()).unwrap_err();
    assert_eq!(failed.to_string(), "ended by signal 25 (a file grew too large)");
}

#[test]
fn many_programs_run_at_once() {
    let subject = TestProgram::new(&supervised());
    thread::scope(|scope| {
        for thread in 0..8 {
            let subject = &subject;
            scope.spawn(move || {
                for run in 0..20 {
                    let number = thread * 100 + run;
                    let result = subject
                        .program
                        .run(
                            &subject.input_for(&format!("answer {number}")),
                            &generous_limits(),
                            &|| false,
                        )
                        .answer();
                    assert_eq!(result.unwrap(), format!("{number}\n").into_bytes());
                }
            });
        }
    });
    subject.assert_nothing_is_left();
    assert_ran(&subject, 160);
}
