//! Tests of the test terminal itself, with small shell scripts: a correct program that restores the
//! terminal, and faulty ones that each leave one thing unrestored.

use crate::support::{
    Event, Exit, Launch, Monkey, Mouse, Signal, Terminal, assert_clean_exit, run_random_events,
};

/// A full-screen program that restores the terminal when it ends and while it is stopped. It reads
/// commands, one per line. It polls ten times a second, because not every shell handles signals
/// while it reads.
const WELL_BEHAVED: &str = r#"
saved=$(stty -g)
enter() { stty raw -echo min 0 time 1; printf '\033[?1049h\033[?25l\033[?1000h\033[?1002h\033[?1003h\033[?1006h\033[?2004h'; }
leave() { printf '\033[?2004l\033[?1006l\033[?1003l\033[?1002l\033[?1000l\033[?25h\033[?1049l'; stty "$saved"; }
draw() { printf '\033[?2026h\033[2J\033[Hsize %s' "$(stty size)"; printf '\033[3;5Hready %s\033[?2026l' "$1"; }
stop() { leave; kill -STOP $$; enter; draw again; }
trap 'leave; exit 143' TERM; trap 'leave; exit 129' HUP; trap 'leave; exit 130' INT
trap 'news=stop' TSTP; trap 'news=resized' WINCH
enter; draw once
while :; do
    read -r line || { line=$news; news=; }
    case $line in
        '') ;;
        quit) leave; exit 7;;
        stop) stop;;
        *) draw "$line";;
    esac
done
"#;

/// Starts the well-behaved program and waits until it is ready.
fn well_behaved() -> Terminal {
    let terminal = Launch::script(WELL_BEHAVED).start();
    terminal.wait_text("ready once");
    terminal
}

#[test]
fn a_program_gets_a_clean_environment() {
    let launch = Launch::script("env; stty size; tty; printf '<%s>\\n' \"$@\"; echo done")
        .arg("a b")
        .env("MINE", "1");
    let terminal = launch.size(100, 40).start();
    terminal.wait_text("done");
    let text = terminal.text();
    for line in
        ["TERM=xterm-256color", "COLORTERM=truecolor", "LANG=C.UTF-8", "MINE=1", "40 100", "<a b>"]
    {
        assert!(text.lines().any(|l| l == line), "{line} is not in\n{text}");
    }
    assert!(text.contains("FOURCADE_HOME=") && text.contains("/dev/pts/"));
    assert!(!text.contains("NO_COLOR") && !text.contains("CARGO"));
    assert_eq!(terminal.wait_exit(), Exit::Code(0));
}

#[test]
fn a_second_start_has_the_same_home_folder() {
    let launch = Launch::script("cat saved 2>/dev/null; echo kept >saved; echo done");
    launch.start().wait_text("done");
    launch.start().wait_text("kept");
    assert!(launch.home().join("saved").exists());
}

#[test]
fn keys_are_sent_as_escape_sequences() {
    let terminal = Launch::script("stty raw -echo; echo ready; exec cat -v").start();
    terminal.wait_text("ready");
    terminal.press("up x ctrl-a enter esc backtab f5 del alt-b");
    terminal.wait_text("^[[Ax^A^M^[^[[Z^[[15~^[[3~^[b");
    // cat repeats this sequence, so that the program requests application cursor keys.
    terminal.type_text("\x1b[?1h");
    terminal.press("up");
    terminal.wait_text("^[[?1h^[[A");
}

#[test]
fn the_terminal_honours_the_requested_input_modes() {
    let script = r"stty raw -echo; printf '\033[?1h\033[?2004h\033[?1002h\033[?1006h'; echo ready; exec cat -v";
    let terminal = Launch::script(script).start();
    terminal.wait_text("ready");
    terminal.press("up home");
    terminal.paste("two words");
    terminal.mouse(Mouse::Move(1, 1));
    terminal.mouse(Mouse::Drag(0, 2));
    terminal.click("ready");
    terminal.mouse(Mouse::WheelDown(9, 4));
    let expected = "^[OA^[OH^[[200~two words^[[201~^[[<32;1;3M^[[<0;1;1M^[[<0;1;1m^[[<65;10;5M";
    terminal.wait_for(expected, |output| output.text().replace('\n', "").contains(expected));
}

#[test]
fn the_terminal_answers_queries() {
    let query =
        r"stty raw -echo; printf 'abc\033[6n\033[c\033[?2026$p\033]11;?\033\\'; exec cat -v";
    let terminal = Launch::script(query).start();
    terminal.wait_text("^[[1;4R^[[?62;22c^[[?2026;2$y^[]11;rgb:1212/1212/1212^[\\");
}

#[test]
fn the_exit_is_reported_by_the_shell_or_directly() {
    assert_eq!(Launch::script("exit 3").start().wait_exit(), Exit::Code(3));
    assert_eq!(Launch::script("exit 3").bare().start().wait_exit(), Exit::Code(3));
    for (bare, exit) in [(false, Exit::Code(143)), (true, Exit::Signal("Terminated".to_owned()))] {
        let launch = Launch::script("echo ready; exec sleep 100");
        let terminal = if bare { launch.bare() } else { launch }.start();
        terminal.wait_text("ready");
        terminal.signal(Signal::TERM);
        assert_eq!(terminal.wait_exit(), exit);
    }
}

#[test]
fn a_well_behaved_program_restores_the_screen() {
    let terminal = well_behaved();
    let modes = terminal.modes();
    assert!(
        terminal.is_raw()
            && modes.alternate_screen()
            && modes.mouse()
            && !modes.cursor()
            && modes.is_on(2004)
    );
    terminal.type_text("quit\n");
    assert_eq!(terminal.wait_exit(), Exit::Code(7));
    terminal.assert_restored();
    assert_eq!(terminal.text().trim(), "");
}

#[test]
fn a_well_behaved_program_restores_the_screen_on_signals() {
    for (signal, code) in [(Signal::TERM, 143), (Signal::HUP, 129), (Signal::INT, 130)] {
        let terminal = well_behaved();
        terminal.signal(signal);
        assert_eq!(terminal.wait_exit(), Exit::Code(code));
        terminal.assert_restored();
    }
}

#[test]
fn a_well_behaved_program_can_be_stopped_and_continued() {
    for by_signal in [false, true] {
        let terminal = well_behaved();
        for _ in 0..3 {
            if by_signal {
                terminal.signal(Signal::TSTP);
            } else {
                terminal.type_text("stop\n");
            }
            terminal.wait_stopped();
            terminal.assert_restored();
            terminal.foreground();
            terminal.wait_text("ready again");
            assert!(terminal.is_raw() && terminal.modes().alternate_screen());
            terminal.type_text("alive\n");
            terminal.wait_text("ready alive");
        }
        terminal.type_text("quit\n");
        assert_eq!(terminal.wait_exit(), Exit::Code(7));
        terminal.assert_restored();
    }
}

#[test]
fn waiting_continues_a_program_that_random_input_stopped() {
    let terminal = well_behaved();
    terminal.continue_when_stopped();
    // The program handles each line at any moment after it was read. What is typed while it stops
    // is lost.
    terminal.type_text("stop\n");
    terminal.wait_text("ready again");
    terminal.type_text("stop\n");
    assert!(!terminal.wait_end_or_text("ready again"));
    terminal.wait_for("two stops", |output| output.times_resumed == 2);
    terminal.type_text("stop\n");
    terminal.wait_for("three stops", |output| output.times_resumed == 3);
    terminal.type_text("quit\n");
    assert_eq!(terminal.wait_exit(), Exit::Code(7));
    terminal.assert_restored();
}

#[test]
fn a_program_that_stops_again_at_once_was_continued() {
    let terminal = Launch::script("for i in 1 2 3 4 5; do kill -STOP $$; done; echo done").start();
    for _ in 0..5 {
        terminal.wait_stopped();
        terminal.foreground();
    }
    terminal.wait_text("done");
}

#[test]
fn ctrl_z_stops_a_program_in_cooked_mode() {
    let terminal = Launch::script("echo ready; exec cat").start();
    terminal.wait_text("ready");
    terminal.send(vec![0x1a]);
    terminal.wait_stopped();
    terminal.foreground();
    terminal.type_text("hello\n");
    terminal.wait_for("an echo and an answer", |output| output.text().contains("hello\nhello"));
}

#[test]
fn a_program_is_notified_of_its_window_size() {
    let terminal = well_behaved();
    for (columns, rows) in [(100, 30), (250, 80), (1, 1), (40, 12)] {
        terminal.resize(columns, rows);
        let size = format!("size {rows} {columns}");
        if columns > 1 {
            terminal.wait_text(&size);
        }
    }
}

#[test]
fn a_program_is_notified_that_its_window_was_closed() {
    let launch = Launch::script(
        "trap 'echo gone >report; exit 9' HUP; echo ready; while :; do sleep 0.1; done",
    )
    .bare();
    let mut terminal = launch.start();
    terminal.wait_text("ready");
    terminal.hang_up();
    assert_eq!(terminal.wait_exit(), Exit::Code(9));
    assert_eq!(std::fs::read_to_string(launch.home().join("report")).unwrap(), "gone\n");
}

#[test]
fn closing_the_window_sends_no_input() {
    let launch = Launch::script(
        "trap 'exit 0' HUP; stty raw -echo; echo ready; while :; do dd bs=1 count=1 >>typed; done",
    );
    let launch = launch.bare();
    let mut terminal = launch.start();
    terminal.wait_text("ready");
    terminal.press("x");
    terminal.hang_up();
    terminal.wait_exit();
    assert_eq!(std::fs::read_to_string(launch.home().join("typed")).unwrap(), "x");
}

#[test]
fn every_unrestored_mode_is_reported() {
    let faulty = [
        (r"printf '\033[?1049h'", "alternate screen"),
        (r"printf '\033[?25l'", "the cursor"),
        (r"printf '\033[?1000h'", "mouse"),
        (r"printf '\033[?1000;1006h\033[?1000l'", "mouse"),
        (r"printf '\033[?1003h'", "mouse"),
        (r"printf '\033[?2004h'", "bracketed paste"),
        (r"printf '\033[?2026h'", "synchronized update"),
        (r"printf '\033[?1004h'", "focus"),
        (r"printf '\033[?7l'", "wrap"),
        (r"printf '\033[>1u'", "keyboard protocol"),
        (r"printf '\033[4 q'", "shape"),
        (r"printf '\033='", "keypad"),
        (r"printf '\033[31m'", "colours"),
        ("stty raw", "local modes of the tty"),
        ("stty -echo", "local modes of the tty"),
        ("stty -onlcr", "output modes of the tty"),
        ("stty intr ^X", "special keys of the tty"),
    ];
    for (script, report) in faulty {
        let terminal = Launch::script(script).start();
        assert_eq!(terminal.wait_exit(), Exit::Code(0));
        let left = terminal.unrestored().join("; ");
        assert!(left.contains(report), "{script}: {left:?} does not mention {report}");
        assert!(
            std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| terminal.assert_restored()))
                .is_err()
        );
    }
}

#[test]
fn an_unfinished_frame_is_not_inspected() {
    let terminal = Launch::script(
        r"printf '\033[?2026hhalf'; read -r _; printf ' whole\033[?2026l'; read -r _",
    )
    .start();
    terminal.send(b"\n".into());
    let text = terminal.text();
    assert!(!text.contains("half") || text.contains("whole"), "{text}");
    let text = terminal.wait("a frame", |output| output.find("half").map(|_| output.text()));
    assert!(text.contains("whole"));
}

#[test]
fn a_timeout_reports_the_screen() {
    let terminal = Launch::script("echo something else").start();
    let failure =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| terminal.wait_text("Flip")))
            .unwrap_err();
    let message = failure.downcast_ref::<String>().unwrap();
    assert!(
        message.contains("\"Flip\"")
            && message.contains("something else")
            && message.contains("ended: Code(0)")
    );
}

#[test]
fn the_same_seed_gives_the_same_events() {
    let events = |seed| Monkey::new(seed).take(500).collect::<Vec<_>>();
    assert_eq!(events(1), events(1));
    assert_ne!(events(1), events(2));
    assert!(events(1).iter().any(|event| matches!(event, Event::Resize(..))));
}

/// A program that redraws the screen on every input and ends on `q`.
const REDRAWING: &str = r#"
saved=$(stty -g)
stty raw -echo; printf '\033[?1049h\033[?1003h\033[?1006h\033[?2004h'
trap ': resized' WINCH
while :; do
    printf '\033[2J\033[Hready in %s' "$(stty size)"
    quit=$(dd bs=4096 count=1 2>/dev/null | tr -dc q)
    [ -z "$quit" ] || break
done
printf '\033[?2004l\033[?1006l\033[?1003l\033[?1049l'; stty "$saved"
"#;

#[test]
fn random_events_leave_a_correct_program_responsive() {
    let terminal = run_random_events(&Launch::script(REDRAWING), 1, 500, |terminal| {
        terminal.wait_text("ready");
    });
    terminal.resize(80, 24);
    // Press a key without effect to show the new size, unless the last event ended the program.
    terminal.press("x");
    if !terminal.wait_end_or_text("ready in 24 80") {
        terminal.press("q");
    }
    assert_clean_exit(&terminal);
}

#[test]
fn random_events_detect_a_program_that_ends_badly() {
    for ending in ["exit 1", "kill -SEGV $$", "exit 0"] {
        let script = REDRAWING.replace("; stty \"$saved\"", &format!("; {ending}"));
        let run = || {
            run_random_events(&Launch::script(&script), 1, 500, |terminal| {
                terminal.wait_text("ready");
            })
        };
        assert!(std::panic::catch_unwind(run).is_err(), "{ending}");
    }
}
