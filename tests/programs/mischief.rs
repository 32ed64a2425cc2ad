//! What every room tells and ends, with a keeper and without.

use std::{thread, time::Duration};

use fourcade::{
    play::CancelToken,
    programs::{ProgramError, ProgramLimits, Runner},
};

use super::{Naughty, kept, long, processes, short, wait_until};

/// Does it in both rooms.
fn everywhere(test: impl Fn(Naughty)) {
    test(Naughty::new(&kept()));
    test(Naughty::new(&Runner::default()));
}

/// How many programs run in its folder.
#[track_caller]
fn assert_ran(naughty: &Naughty, times: usize) {
    assert_eq!(naughty.folders().len(), times);
}

#[test]
fn an_answer_is_what_was_printed_whatever_the_status_is() {
    everywhere(|naughty| {
        assert_eq!(naughty.answer("answer 23"), "23");
        let answer = naughty.run("status 7", &long()).unwrap();
        assert_eq!((&*answer.output, answer.status), (&b"printed\n"[..], 7));
        assert!(answer.time > Duration::ZERO);
        assert_eq!(naughty.run("junk 0", &long()).unwrap().output, b"\xFF\0\xFE junk");
        assert_ran(&naughty, 3);
    });
}

#[test]
fn each_run_has_a_fresh_folder() {
    everywhere(|naughty| {
        naughty.answer("answer 1");
        naughty.answer("answer 2");
        let folders = naughty.folders();
        assert_ne!(folders[0], folders[1]);
    });
}

#[test]
fn silence_is_told_with_its_status() {
    everywhere(|naughty| {
        assert_eq!(naughty.run("silent 0", &long()), Err(ProgramError::NoOutput(0)));
        assert_eq!(naughty.run("silent 3", &long()), Err(ProgramError::NoOutput(3)));
    });
}

#[test]
fn who_never_ends_times_out_even_after_an_answer() {
    everywhere(|naughty| {
        for mischief in ["hang 0", "stubborn 0", "burn 0"] {
            let failed = naughty.run(mischief, &short()).unwrap_err();
            assert_eq!(failed.to_string(), "timed out after 0.3 s", "{mischief}");
            if mischief == "stubborn 0" {
                assert_ran(&naughty, 2);
            }
        }
    });
}

#[test]
fn a_crash_is_told_by_its_signal_even_after_an_answer() {
    everywhere(|naughty| {
        let crashed = naughty.run("crash 0", &long()).unwrap_err();
        assert_eq!(crashed.to_string(), "ended by signal 11 (segmentation fault)");
        assert_eq!(naughty.run("raise 6", &long()), Err(ProgramError::Signal(6)));
        assert_eq!(naughty.run("raise 9", &long()), Err(ProgramError::Signal(9)));
    });
}

#[test]
fn a_flood_is_stopped_and_what_just_fits_is_an_answer() {
    everywhere(|naughty| {
        let flooded = naughty.run("flood 0", &long()).unwrap_err();
        assert_eq!(flooded.to_string(), "printed more than 64 KiB");
        let small = ProgramLimits { output_bytes: 5, ..long() };
        assert_eq!(naughty.run("print 5", &small).unwrap().output, b"xxxxx");
        assert_eq!(naughty.run("print 6", &small), Err(ProgramError::OutputLimit(5)));
        assert_eq!(naughty.run("print 65536", &long()).unwrap().output.len(), 65536);
        assert_eq!(naughty.run("print 65537", &long()), Err(ProgramError::OutputLimit(65536)));
    });
}

#[test]
fn standard_error_is_no_answer_and_holds_nobody_up() {
    everywhere(|naughty| assert_eq!(naughty.answer("mutter 1000000"), "aloud"));
}

#[test]
fn a_long_input_is_read_or_not_as_the_program_likes() {
    everywhere(|naughty| {
        for mischief in ["count 0", "deaf 0", "answer 1", "silent 0"] {
            let mut input = naughty.words(mischief);
            let before = input.len();
            input.resize(before + 3_000_000, b'x');
            let said = naughty.program.run(&input, &long(), &CancelToken::default());
            match mischief {
                // What follows the words, with the end of their line.
                "count 0" => assert_eq!(said.unwrap().output, b"3000001\n"),
                "deaf 0" => assert_eq!(said.unwrap().output, b"heard enough\n"),
                "answer 1" => assert_eq!(said.unwrap().output, b"1\n"),
                _ => assert_eq!(said, Err(ProgramError::NoOutput(0))),
            }
            naughty.assert_nothing_is_left();
        }
    });
}

#[test]
fn no_folder_is_left_whatever_is_in_it() {
    everywhere(|naughty| {
        assert_eq!(naughty.answer("mess 0"), "made");
        assert_ran(&naughty, 1);
    });
}

#[test]
fn whoever_waits_for_an_answer_can_be_told_not_to() {
    everywhere(|naughty| {
        let cancel = CancelToken::default();
        let said = thread::scope(|scope| {
            let running =
                scope.spawn(|| naughty.program.run(&naughty.words("stubborn 0"), &long(), &cancel));
            wait_until("the program runs", || !processes(naughty.program.file()).is_empty());
            cancel.cancel();
            running.join().unwrap()
        });
        assert_eq!(said, Err(ProgramError::Cancelled));
        naughty.assert_nothing_is_left();
        // Too late to begin.
        assert_eq!(naughty.program.run(b"", &long(), &cancel), Err(ProgramError::Cancelled));
    });
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    everywhere(|naughty| {
        let limits = ProgramLimits { memory_bytes: 32 << 20, ..long() };
        assert_eq!(naughty.answer("hungry 16"), "full");
        // 100 GiB.
        let failed = naughty.run("hungry 102400", &limits).unwrap_err();
        assert_eq!(failed.to_string(), "used more than 32 MiB of memory");
    });
}

#[cfg(target_os = "linux")]
#[test]
fn processor_time_is_limited() {
    everywhere(|naughty| {
        let limits = ProgramLimits { cpu_time: Duration::from_secs(1), ..long() };
        let failed = naughty.run("burn 0", &limits).unwrap_err();
        assert_eq!(failed.to_string(), "ended by signal 24 (too much processor time)");
    });
}

#[cfg(target_os = "linux")]
#[test]
fn files_are_limited() {
    everywhere(|naughty| {
        assert_eq!(naughty.answer("large 1"), "written");
        let failed = naughty.run("large 1000", &long()).unwrap_err();
        assert_eq!(failed.to_string(), "ended by signal 25 (a file grew too large)");
    });
}

#[test]
fn many_run_at_once() {
    everywhere(|naughty| {
        thread::scope(|scope| {
            for thread in 0..8 {
                let naughty = &naughty;
                scope.spawn(move || {
                    for run in 0..20 {
                        let number = thread * 100 + run;
                        let said = naughty.program.run(
                            &naughty.words(&format!("answer {number}")),
                            &long(),
                            &CancelToken::default(),
                        );
                        assert_eq!(said.unwrap().output, format!("{number}\n").into_bytes());
                    }
                });
            }
        });
        naughty.assert_nothing_is_left();
        assert_ran(&naughty, 160);
    });
}
