//! Single games with programs that misbehave, and with a person.

use std::{sync::LazyLock, time::Duration};

use fourcade_course::program::{AnswerRules, LateStreak, ProgramPlayer, SHORT_TIME};
use fourcade_engine::{
    intensity::{Intensity, model::Deal},
    play::{Budget, Game, Player, Seat, Seats, ThinkContext, random},
};
use fourcade_programs::Runner;

use super::{CommandOutput, FOLDER, TestDir};
use crate::support::wait_until;

/// Plays a game of a program against three system players and returns the log, which must be
/// complete.
fn game_with(dir: &TestDir, program: &str, more: &str) -> String {
    let CommandOutput { status, out, err } =
        dir.run(&format!("referee ./{program} --seed 11 {more}"));
    assert_eq!(status, 0, "{err}");
    let created =
        format!("fourcade: ./{program}: creates files (left), which the course forbids\n");
    let err = if program == "leaving-in-game" { err.replace(&created, "") } else { err };
    let (_, summary) = err.split_once("fourcade: to repeat this game, use --seed 11\n").unwrap();
    let kinds = summary.lines().filter(|line| line.contains(" times; first: ")).count();
    assert_eq!(kinds > 0, out.contains(" - referee chooses "), "{err}");
    assert_eq!(out.lines().filter(|line| line.starts_with("Round ")).count(), 40, "{out}");
    assert_eq!(out.lines().filter(|line| line.starts_with('#')).count(), 4, "{out}");
    dir.assert_nothing_is_left();
    out
}

#[test]
fn each_misbehaviour_is_an_illegal_move_that_the_log_describes() {
    let dir = TestDir::new();
    for (program, discards, plays, more) in [
        (
            "ritchie",
            "discards [10, 11, 12] - illegal discard",
            "plays the 42 - card not in hand",
            "",
        ),
        ("silent", "printed nothing", "printed nothing", ""),
        (
            "crashing",
            "ended by signal 11 (segmentation fault)",
            "ended by signal 11 (segmentation fault)",
            "",
        ),
        ("hanging", "timed out after 0.1 s", "timed out after 0.1 s", "--timeout 0.1"),
        ("flooding", "printed more than 64 KiB", "printed more than 64 KiB", ""),
        ("junk", "printed no number but \"no idea\"", "printed no number but \"no idea\"", ""),
    ] {
        let log = game_with(&dir, program, more);
        // If both messages are the same, the log has it once for the pass and ten times for cards.
        let fault = |what: &str| format!(" {what}: 5 penalty points - referee chooses ");
        assert_eq!(
            log.matches(&fault(discards)).count() - usize::from(discards == plays) * 10,
            1,
            "{log}"
        );
        assert_eq!(
            log.matches(&fault(plays)).count() - usize::from(discards == plays),
            10,
            "{log}"
        );
        let last = log.lines().rfind(|line| line.starts_with("#4")).unwrap();
        let points: u32 = last.split(' ').nth(2).unwrap().parse().unwrap();
        assert!(points >= 55, "{last}");
    }
}

#[test]
fn the_log_shows_too_few_numbers() {
    let log = game_with(&TestDir::new(), "short", "");
    let discards = log.lines().find(|line| line.contains("discards [")).unwrap();
    assert!(
        discards.contains("] - illegal discard: 5 penalty points - referee chooses ["),
        "{discards}"
    );
    assert_eq!(discards.split(['[', ']']).nth(1).unwrap().split(", ").count(), 2, "{discards}");
    assert_eq!(log.matches(" printed nothing: 5 penalty points").count(), 10, "{log}");
}

#[test]
fn programs_that_play_by_the_rules_are_not_fined() {
    let dir = TestDir::new();
    for program in ["lowest", "wordy", "lowest.c", "leaving-in-game"] {
        let log = game_with(&dir, program, "");
        assert!(!log.contains("5 penalty points"), "{program}: {log}");
    }
    #[cfg(target_os = "linux")]
    assert_eq!(super::processes("leaving-in-game").len(), 0);
}

#[test]
fn the_example_programs_of_the_documentation_play_by_the_rules() {
    let dir = TestDir::new();
    let log = game_with(&dir, "low.c", "");
    assert!(log.contains("Low ") && !log.contains(": 5 penalty points"), "{log}");
    // With Python both programs are the same player.
    let python = std::path::Path::new("/usr/bin/python3");
    if python.exists() {
        let compiled = log.replacen("cc -O2 -Wall -o low ./low.c -lm\n", "", 1);
        // Another Python, in a home, would have to be shown.
        let mut game = dir.command("referee ./low.py --seed 11");
        let output = game.env("PATH", "/usr/bin:/bin").output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), compiled);
    }
}

#[test]
fn a_program_need_not_read_its_input() {
    let log = game_with(&TestDir::new(), "deaf", "");
    assert_eq!(
        log.matches(" discards [42, 43, 44] - illegal discard: 5 penalty points").count(),
        1,
        "{log}"
    );
    let (legal, illegal) =
        (log.matches(" plays the 44\n").count(), log.matches(" plays the 44 - ").count());
    assert_eq!(legal + illegal, 10, "{log}");
}

#[test]
fn names_are_made_printable_and_different() {
    let dir = TestDir::new();
    let ran = dir.run("referee ./lulu ./lulu ./control ./silent --seed 1 --in-order");
    let seats: Vec<_> =
        ran.out.lines().skip(3).take(4).map(|line| line[18..26].to_owned()).collect();
    assert_eq!(seats, ["Lulu    ", "Lulu 2  ", "[2Jcontr", "silent  "], "{}", ran.out);
    let warning =
        "fourcade: ./silent is called silent here: asked for its name, it printed nothing\n";
    assert!(ran.err.starts_with(warning), "{}", ran.err);
    // A system player whose name is taken is not used.
    let out = dir.stdout_of("referee ./lulu --in-order --seed 1");
    let names: Vec<_> =
        out.lines().skip(3).take(4).map(|line| line[18..].split(": ").next().unwrap()).collect();
    assert_eq!(names, ["Lulu  ", "Morgan", "Amy   ", "Rat   "]);
}

#[test]
fn our_own_players_take_part() {
    let dir = TestDir::new();
    let out = dir.stdout_of(
        "referee --player random --player random --player counter ./lowest --seed 4 --in-order",
    );
    let names: Vec<_> = out
        .lines()
        .skip(3)
        .take(4)
        .map(|line| line[18..].split(": ").next().unwrap().trim())
        .collect();
    assert_eq!(names, ["lowest", "fourcade random", "fourcade random 2", "fourcade counter"]);
    assert!(dir.stdout_of("referee --player program:./ritchie").contains("Dennis Ritchie"));
}

#[test]
fn a_record_can_be_replayed_and_continued() {
    let dir = TestDir::new();
    let record = dir.stdout_of("referee ./ritchie ./lowest.c --seed 2 --json");
    let path = dir.file("game");
    std::fs::write(&path, &record).unwrap();
    let header = record.lines().next().unwrap();
    assert!(
        header.contains("\"program:./ritchie\"") && header.contains("\"program:./lowest.c\""),
        "{header}"
    );
    assert_eq!(
        record.matches("\"said\":\"plays the 42 - card not in hand\",\"fine\":5").count(),
        10,
        "{record}"
    );
    let replayed = dir.stdout_of("replay HERE/game --plain");
    assert!(
        replayed.contains("Dennis Ritchie plays the 42 - card not in hand: +5, the referee chose"),
        "{replayed}"
    );
    // The same programs finish the first half of the game with the same result.
    let lines: Vec<_> = record.lines().take(20).chain(["{\"end\":19}", ""]).collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    let continued = dir.stdout_of("watch intensity --plain --load HERE/game --allow-programs");
    assert_eq!(continued.lines().last(), replayed.lines().last());
    dir.assert_nothing_is_left();
}

#[test]
fn a_person_is_prompted_until_the_answer_is_legal() {
    let dir = TestDir::new();
    let prompted = dir.run_with_input("referee -i --seed 4 --in-order", "1 2 3\nx\n10 10 11\n");
    assert_eq!(prompted.status, 1);
    assert!(
        prompted.err.ends_with("fourcade: the input ended before the game did\n"),
        "{}",
        prompted.err
    );
    let hand = prompted
        .out
        .lines()
        .find_map(|line| line.strip_prefix("Hand: ["))
        .unwrap()
        .trim_end_matches(']');
    let hand: Vec<_> = hand.split(", ").collect();
    assert_eq!(hand.len(), 10);
    let expected = format!(
        "Version: 0.2\n\nDiscards:\n\nInteractive Player must choose discards.\nHand: [{all}]\n\
         Enter cards to discard: The 1 is not in your hand.\n\
         Enter cards to discard: Three cards are wanted, such as {first}.\n\
         Enter cards to discard: {refused}\n\
         Enter cards to discard: \n",
        all = hand.join(", "),
        first = hand[..3].join(" "),
        refused = if hand.contains(&"10") {
            "The 10 is there twice."
        } else {
            "The 10 is not in your hand."
        },
    );
    assert_eq!(prompted.out, expected);
    // All cards are typed in each round: the illegal ones cost nothing.
    let mut input = format!("{}\n", hand[..3].join(", "));
    for _ in 0..10 {
        input.extend((10..50).map(|card| format!("{card}\n")));
    }
    let played = dir.run_with_input("referee -i --seed 4 --in-order", &input);
    assert_eq!(played.status, 0, "{}{}", played.out, played.err);
    assert!(!played.out.contains("holding") && !played.out.contains("Deal:"), "{}", played.out);
    assert!(!played.out.contains("Interactive Player 5 penalty"), "{}", played.out);
    assert_eq!(played.out.matches("Interactive Player turn to play.\nHand: [").count(), 10);
    assert!(
        played.out.contains("\nEnter card to play: Round 0: Interactive Player plays the "),
        "{}",
        played.out
    );
    assert_eq!(
        played.out.matches("\nRound 9: Lulu               plays the ").count(),
        1,
        "{}",
        played.out
    );
    assert_eq!(played.out.matches(" plays the ").count(), 40);
    assert!(played.out.contains("Finishing Positions\n\n#1 with "), "{}", played.out);
}

#[test]
fn an_entrant_that_cannot_play_is_an_error_that_says_what_to_do() {
    let dir = TestDir::new();
    for (args, status, hint) in [
        ("referee", 2, "name a program, a --player, or play yourself with -i"),
        (
            "referee ./lowest ./lowest ./lowest ./lowest ./lowest",
            2,
            "at most 4 can play, but 5 are named",
        ),
        (
            "referee -i ./lowest ./lowest ./lowest ./lowest",
            2,
            "at most 4 can play, but 5 are named",
        ),
        ("referee -i --json", 2, "can't be used with"),
        ("referee ./nothing", 1, "there is no program ./nothing; give the path of"),
        ("referee .", 1, "is a folder"),
        ("referee ./text", 1, "chmod +x ./text"),
        ("referee broken.c", 1, "broken.c could not be compiled:\n"),
        ("referee --player human", 2, "human can't play here; name computer players"),
        ("referee --player contuer", 2, "did you mean counter"),
        ("referee --player program:./nothing", 1, "there is no program ./nothing"),
        ("referee ./lowest --timeout 0", 2, "seconds from 0.01 to 3600"),
        ("referee ./lowest --seed x", 2, "--seed"),
        ("tournament", 2, "there are no players"),
        ("tournament ./lowest --rounds 0", 2, "--rounds"),
        ("tournament ./lowest --save a --resume b", 2, "can't be used with"),
        ("tournament --resume HERE/nothing", 1, "give --resume a folder written with --save"),
        ("tournament --resume text", 1, "text isn't a tournament saved with --save (line 1: "),
        (
            "tournament ./lowest --save text",
            1,
            "text already exists; continue it with --resume text, or save elsewhere",
        ),
    ] {
        let ran = dir.run(args);
        assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{args}: {}", ran.err);
        assert!(ran.err.contains(hint), "{args}: {}", ran.err);
    }
    assert!(
        dir.run("referee broken.c").err.contains("expected"),
        "the compiler's message is shown"
    );
    dir.assert_nothing_is_left();
}

#[test]
fn the_sandbox_is_used_or_reported_as_missing() {
    let dir = TestDir::new();
    let ran = dir.run("referee ./lowest --seed 11 --sandbox");
    if ran.status == 0 {
        assert_eq!(ran.out, dir.stdout_of("referee ./lowest --seed 11"));
    } else {
        assert!(
            ran.status == 1 && ran.out.is_empty() && ran.err.contains("allow user namespaces"),
            "{}",
            ran.err
        );
    }
    dir.assert_nothing_is_left();
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_game_leaves_no_process_and_no_file() {
    use rustix::process::{Pid, Signal, kill_process};
    let dir = TestDir::new();
    for (signal, status) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let child = dir.command("referee ./hanging-in-game lowest.c").spawn().unwrap();
        wait_until("the program runs", || !super::processes("hanging-in-game").is_empty());
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(status));
        assert!(output.stderr.ends_with(b"fourcade: interrupted\n"));
        assert!(super::processes("hanging-in-game").is_empty());
        dir.assert_nothing_is_left();
    }
    // An interrupt also ends the prompt to a person.
    let child = dir
        .command("referee -i lowest.c --seed 1")
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("the program is compiled", || {
        std::fs::read_dir(dir.file("tmp")).unwrap().count() > 0
    });
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    dir.assert_nothing_is_left();
}

#[test]
fn a_program_that_was_late_ten_times_in_a_row_has_less_time() {
    LazyLock::force(&FOLDER);
    let runner = Runner::with_supervisor(env!("CARGO_BIN_EXE_fourcade"));
    let hanging = FOLDER.path().join("hanging");
    let program = runner.prepare(&hanging, &|| false).unwrap();
    let rules = AnswerRules::new(SHORT_TIME + Duration::from_millis(200), false);
    let player = ProgramPlayer::new(program, rules);
    let seat = Seat::new(0);
    let game = Intensity::start(&Deal::shuffled(&mut random::rng(1, &[])));
    let answers = |mut player: ProgramPlayer| {
        [(); 2].map(|()| {
            let context = ThinkContext::new(Budget::Nodes(1), 1, seat, 0);
            let observation = game.observe(Seats::one(seat));
            let answer = Player::<Intensity>::choose(&mut player, seat, &observation, &context);
            answer.unwrap_err().to_string()
        })
    };
    let [ninth, later] = answers(player.clone().with_late_streak(LateStreak(9)));
    assert!(ninth.contains("timed out after 1.2 s"), "{ninth}");
    assert!(later.contains("timed out after 1 s"), "{later}");
    // Outside of matches, the limit stays.
    let [_, later] = answers(player);
    assert!(later.contains("timed out after 1.2 s"), "{later}");
}
