//! Every way to exit or stop the program restores the terminal.

use std::{fs, thread, time::Duration};

use rustix::process::kill_process;

use super::flip_table::{
    assert_left, leave_unfinished, play_once, table, wait_tiles, wait_to_move, without_storage,
};
use crate::support::{Exit, Launch, Output, Signal, TIMEOUT, Terminal, wait_until};

/// A pause between keys that the program notices.
const PAUSE: Duration = Duration::from_millis(200);

/// Starts the program and makes a move. Returns the terminal and the number of tiles.
fn in_a_game(launch: &Launch) -> (Terminal, u32) {
    let terminal = launch.start();
    let count = play_once(&terminal);
    (terminal, count)
}

fn game() -> Launch {
    table("human,level:1", "")
}

#[test]
fn quitting_asks_only_if_a_game_would_be_lost() {
    let terminal = Launch::arcade().start();
    terminal.wait_text("avoid tricks");
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
    assert_eq!(terminal.text().trim(), "");

    let (terminal, _) = in_a_game(&game());
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));

    let (terminal, count) = in_a_game(&without_storage(&game()));
    for key in ["n", "esc"] {
        terminal.press("q");
        terminal.wait_text("Quit?");
        terminal.press(key);
        terminal.wait_gone("Quit?");
        wait_tiles(&terminal, count);
    }
    terminal.press("q");
    terminal.wait_text("Quit?");
    terminal.press("y");
    // The game is not kept.
    assert_left(&terminal, &Exit::Code(1));
}

#[test]
fn ctrl_c_quits_at_once() {
    let (terminal, _) = in_a_game(&game());
    terminal.press("ctrl-c");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
fn a_signal_ends_the_program_with_the_conventional_status() {
    let signals = [
        (Signal::TERM, 143, "Terminated"),
        (Signal::INT, 130, "Interrupt"),
        (Signal::QUIT, 131, "Quit"),
        (Signal::HUP, 129, "Hangup"),
        (Signal::USR1, 138, "User defined signal 1"),
        (Signal::USR2, 140, "User defined signal 2"),
        (Signal::ALARM, 142, "Alarm clock"),
        (Signal::ABORT, 134, "Aborted"),
        (Signal::XCPU, 152, "CPU time limit exceeded"),
    ];
    for (signal, code, name) in signals {
        let (terminal, _) = in_a_game(&game());
        terminal.signal(signal);
        assert_left(&terminal, &Exit::Code(code));

        let terminal = table("expert:no-book,human", "").bare().start();
        terminal.wait_text("thinking");
        terminal.signal(signal);
        assert_eq!(terminal.wait_exit(), Exit::Signal(name.to_owned()));
    }
}

/// Ends a program and stops it at the moment at which raw mode has ended. From then on, the system
/// discards output that is on its way when Ctrl-C is pressed.
#[track_caller]
fn assert_restored_before_raw_mode_ends(launch: &Launch, end: impl Fn(&Terminal)) {
    // The program is not always stopped quickly enough to see a wrong order.
    for _ in 0..8 {
        let terminal = launch.clone().bare().start();
        terminal.wait_text("avoid tricks");
        end(&terminal);
        while terminal.is_raw() {
            assert!(terminal.started.elapsed() < TIMEOUT, "raw mode ends");
        }
        // It may have ended already.
        let signal = |signal| {
            let _ = kill_process(terminal.process(), signal);
        };
        signal(Signal::STOP);
        let is_restored = |output: &Output| output.modes().unrestored().is_empty();
        terminal.wait_for("the modes to be restored", is_restored);
        signal(Signal::CONT);
        terminal.wait_exit();
    }
}

#[test]
fn the_terminal_gets_everything_before_a_key_can_become_a_signal() {
    let arcade = Launch::arcade();
    assert_restored_before_raw_mode_ends(&arcade, |terminal| terminal.press("q"));
    assert_restored_before_raw_mode_ends(&arcade, |terminal| terminal.signal(Signal::TERM));
}

#[test]
#[cfg(debug_assertions)]
fn the_terminal_of_a_blocked_arcade_gets_everything_before_a_key_can_become_a_signal() {
    let blocked = Launch::arcade().env("FOURCADE_FAULT", "stuck");
    assert_restored_before_raw_mode_ends(&blocked, |terminal| {
        terminal.signal(Signal::TERM);
        terminal.signal(Signal::INT);
    });
}

#[test]
fn closing_the_window_ends_the_program() {
    let mut terminal = game().bare().start();
    wait_to_move(&terminal);
    terminal.hang_up();
    let exit = terminal.wait_exit();
    // The program gets a signal and the end of its input, in any order.
    assert!([Exit::Code(0), Exit::Signal("Hangup".to_owned())].contains(&exit), "{exit:?}");
}

#[test]
fn an_arcade_whose_terminal_goes_away_ends_without_a_signal() {
    // The shell leads the session and survives the hang-up, so the arcade gets no SIGHUP.
    let script = r#"trap : HUP; "$@"; echo "$?" >"$HOME/status""#;
    let launch = Launch::script(script).bare();
    let arcade = env!("CARGO_BIN_EXE_fourcade");
    let launch = launch.args([arcade, "play", "flip", "--size", "6", "--players", "human,level:1"]);
    let mut terminal = launch.start();
    let count = play_once(&terminal);
    terminal.hang_up();
    let status = || fs::read_to_string(launch.home().join("status")).unwrap_or_default();
    wait_until("the arcade has ended", || status().ends_with('\n'));
    assert_eq!(status(), "0\n");

    let terminal = Launch::arcade().env("FOURCADE_HOME", launch.home()).start();
    terminal.wait_text("Continue");
    terminal.press("enter");
    wait_tiles(&terminal, count);
}

#[test]
fn a_cut_sequence_does_not_swallow_ctrl_c() {
    for cut in ["\x1b[<", "\x1b[<0;1", "\x1b[20", "\x1b[1;", "\x1b[M", "\x1bO", "\x1b[200~ab"] {
        let terminal = Launch::arcade().start();
        terminal.wait_text("avoid tricks");
        terminal.type_text(cut);
        // In a paste it is text unless there was a pause before it.
        wait_until(&format!("Ctrl-C is read after {cut:?}"), || {
            thread::sleep(PAUSE);
            terminal.press("ctrl-c");
            terminal.has_ended()
        });
        terminal.assert_restored();
    }
}

#[test]
fn replies_of_the_terminal_are_not_typed() {
    let terminal = Launch::arcade().start();
    terminal.wait_text("avoid tricks");
    for reply in [
        "\x1b]11;rgb:2222/2222/2222\x07",
        "\x1b]11;rgb:2222/2222/2222\x1b\\",
        "\x1bP>|XTerm(323)\x1b\\",
        "\x1b_Gi=1;2\x1b\\",
        "\x1b^dq\x1b\\",
        "\x1bXq\x1b\\",
    ] {
        // At once, and in two parts.
        let (first, second) = reply.split_at(4);
        for parts in [&[reply][..], &[first, second]] {
            for part in parts {
                terminal.type_text(part);
            }
            terminal.press("4");
            terminal.wait_text("New game: Eater");
            terminal.press("esc");
            terminal.wait_text("avoid tricks");
        }
    }
    terminal.press("q");
    assert_left(&terminal, &Exit::Code(0));
}

#[test]
#[cfg(debug_assertions)]
fn a_blocked_arcade_ends_and_restores_the_terminal() {
    for how in ["one signal", "two signals", "one key", "two keys"] {
        let terminal = Launch::arcade().env("FOURCADE_FAULT", "stuck").start();
        terminal.wait_text("avoid tricks");
        let status = if how.ends_with("signal") || how.ends_with("signals") {
            terminal.signal(Signal::TERM);
            if how == "two signals" {
                terminal.signal(Signal::TERM);
            }
            143
        } else {
            terminal.press(if how == "one key" { "ctrl-c" } else { "ctrl-c ctrl-c" });
            130
        };
        assert_left(&terminal, &Exit::Code(status));
    }
}

#[test]
fn an_arcade_whose_terminal_does_not_read_ends_and_restores_the_terminal() {
    for signal in [true, false] {
        let (terminal, _) = in_a_game(&game());
        terminal.freeze();
        // More than the terminal holds.
        for _ in 0..40 {
            terminal.press("ctrl-l");
        }
        // On a busy machine the system makes room late.
        terminal.freeze();
        if signal {
            terminal.signal(Signal::TERM);
        } else {
            terminal.press("ctrl-c");
        }
        terminal.wait_gone_process();
        terminal.thaw();
        assert_left(&terminal, &Exit::Code(if signal { 143 } else { 130 }));
    }
}

#[test]
fn ctrl_z_stops_the_program_and_fg_continues_it() {
    for by_signal in [false, true] {
        let (terminal, mut count) = in_a_game(&game());
        let mut times_entered = terminal.modes().times_entered();
        for _ in 0..2 {
            if by_signal {
                terminal.signal(Signal::TSTP);
            } else {
                terminal.press("ctrl-z");
            }
            terminal.wait_stopped();
            terminal.assert_restored();
            terminal.foreground();
            wait_tiles(&terminal, count);
            assert!(
                terminal.is_raw()
                    && terminal.modes().alternate_screen()
                    && terminal.modes().mouse()
            );
            count = play_once(&terminal);
            // The alternate screen is entered exactly once. Leaving and entering it again would
            // flicker and show keys that are typed meanwhile.
            times_entered += 1;
            assert_eq!(terminal.modes().times_entered(), times_entered);
        }
        terminal.press("q");
        assert_left(&terminal, &Exit::Code(0));
    }
}

#[test]
fn the_window_can_be_resized_while_the_program_is_stopped() {
    let (terminal, count) = in_a_game(&game());
    terminal.press("ctrl-z");
    terminal.wait_stopped();
    terminal.resize(120, 40);
    terminal.foreground();
    wait_tiles(&terminal, count);
    terminal.wait_for("a footer in the last row", |output| {
        output.find("q quit").is_some_and(|(_, row)| row == 39)
    });
}

#[test]
#[cfg(debug_assertions)]
fn an_error_restores_the_terminal_and_is_reported() {
    let terminal = Launch::arcade().env("FOURCADE_FAULT", "error").start();
    assert_left(&terminal, &Exit::Code(1));
    terminal.wait_text("a fault on purpose");
}

#[test]
#[cfg(debug_assertions)]
fn a_panic_while_drawing_restores_the_terminal_and_is_reported() {
    let terminal = Launch::arcade().env("FOURCADE_FAULT", "draw").start();
    assert_left(&terminal, &Exit::Code(101));
    terminal.wait_text("a fault on purpose in draw");
}

#[test]
#[cfg(debug_assertions)]
fn a_panic_in_a_player_is_shown_and_logged_and_the_arcade_continues() {
    let launch = game().env("FOURCADE_FAULT", "worker");
    let terminal = launch.start();
    wait_to_move(&terminal);
    terminal.press("tab enter");
    terminal.wait_text("can't continue:");
    terminal.wait_text("a fault on");
    assert!(terminal.modes().alternate_screen() && terminal.is_raw());
    let log = fs::read_to_string(launch.home().join("fourcade.log")).expect("the log was written");
    assert!(
        log.contains("a worker panicked") && log.contains("a fault on purpose in worker"),
        "{log}"
    );
    leave_unfinished(&terminal);
}
