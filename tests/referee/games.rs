//! One game each with a program that misbehaves, and with a person.

use super::{Place, Ran};

/// A game of a program against three system players, whose log is whole.
fn game_with(place: &Place, program: &str, more: &str) -> String {
    let Ran { status, out, err } = place.run(&format!("referee ./{program} --seed 11 {more}"));
    assert_eq!(status, 0, "{err}");
    assert!(err.ends_with("fourcade: seed 11 repeats this game\n"), "{err}");
    assert_eq!(out.lines().filter(|line| line.starts_with("Round ")).count(), 40, "{out}");
    assert_eq!(out.lines().filter(|line| line.starts_with('#')).count(), 4, "{out}");
    place.assert_nothing_is_left();
    out
}

#[test]
fn each_misbehaviour_is_an_illegal_move_and_said_as_what_it_was() {
    let place = Place::new();
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
        let log = game_with(&place, program, more);
        let said = |what: &str| format!(" {what}: 5 penalty points - referee chooses ");
        assert_eq!(
            log.matches(&said(discards)).count() - usize::from(discards == plays) * 10,
            1,
            "{log}"
        );
        assert_eq!(log.matches(&said(plays)).count() - usize::from(discards == plays), 10, "{log}");
        let last = log.lines().rfind(|line| line.starts_with("#4")).unwrap();
        let points: u32 = last.split(' ').nth(2).unwrap().parse().unwrap();
        assert!(points >= 55, "{last}");
    }
}

#[test]
fn too_few_numbers_are_shown() {
    let log = game_with(&Place::new(), "short", "");
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
    let place = Place::new();
    for program in ["lowest", "wordy", "lowest.c", "leaving"] {
        let log = game_with(&place, program, "");
        assert!(!log.contains("5 penalty points"), "{program}: {log}");
    }
    #[cfg(target_os = "linux")]
    assert_eq!(super::processes("leaving").len(), 0);
}

#[test]
fn the_programs_of_the_readme_play_by_the_rules() {
    let place = Place::new();
    let log = game_with(&place, "low.c", "");
    assert!(log.contains("Low ") && !log.contains(": 5 penalty points"), "{log}");
    // Where there is no Python, each of its moves is a fault; else both programs are the same
    // player.
    let has_python = std::process::Command::new("python3").arg("--version").output().is_ok();
    if has_python {
        assert_eq!(game_with(&place, "low.py", ""), log);
    }
}

#[test]
fn a_program_need_not_read() {
    let log = game_with(&Place::new(), "deaf", "");
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
    let place = Place::new();
    let ran = place.run("referee ./lulu ./lulu ./control ./silent --seed 1 --in-order");
    let seats: Vec<_> =
        ran.out.lines().skip(1).take(4).map(|line| line[18..26].to_owned()).collect();
    assert_eq!(seats, ["Lulu    ", "Lulu 2  ", "[2Jcontr", "silent  "], "{}", ran.out);
    let remark =
        "fourcade: ./silent printed nothing when asked for its name; it is called silent here\n";
    assert!(ran.err.starts_with(remark), "{}", ran.err);
    // A system player whose name is taken stays away.
    let out = place.good("referee ./lulu --in-order --seed 1");
    let names: Vec<_> =
        out.lines().skip(1).take(4).map(|line| line[18..].split(": ").next().unwrap()).collect();
    assert_eq!(names, ["Lulu  ", "Morgan", "Amy   ", "Rat   "]);
}

#[test]
fn our_own_players_sit_there_too() {
    let place = Place::new();
    let out = place.good(
        "referee --player random --player random --player counter ./lowest --seed 4 --in-order",
    );
    let names: Vec<_> = out
        .lines()
        .skip(1)
        .take(4)
        .map(|line| line[18..].split(": ").next().unwrap().trim())
        .collect();
    assert_eq!(names, ["lowest", "fourcade random", "fourcade random 2", "fourcade counter"]);
    assert!(place.good("referee --player program:./ritchie").contains("Dennis Ritchie"));
}

#[test]
fn a_record_is_replayed_and_can_be_gone_on_with() {
    let place = Place::new();
    let record = place.good("referee ./ritchie ./lowest.c --seed 2 --json");
    let path = place.file("game");
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
    let replayed = place.good("replay HERE/game --plain");
    assert!(
        replayed.contains(
            "East program:./ritchie broke the rules (plays the 42 - card not in hand; costs 5)"
        ),
        "{replayed}"
    );
    // Half of it, played on by the same programs, comes to the same end.
    let lines: Vec<_> = record.lines().take(20).chain(["{\"end\":19}", ""]).collect();
    std::fs::write(&path, lines.join("\n")).unwrap();
    let went_on = place.good("watch intensity --plain --load HERE/game");
    assert_eq!(went_on.lines().last(), replayed.lines().last());
    place.assert_nothing_is_left();
}

#[test]
fn a_person_is_asked_until_the_answer_is_legal() {
    let place = Place::new();
    let asked = place.type_in("referee -i --seed 4 --in-order", "1 2 3\nx\n10 10 11\n");
    assert_eq!(asked.status, 1);
    assert!(
        asked.err.ends_with("fourcade: the input ended before the game did\n"),
        "{}",
        asked.err
    );
    let hand = asked
        .out
        .lines()
        .find_map(|line| line.strip_prefix("Hand: ["))
        .unwrap()
        .trim_end_matches(']');
    let hand: Vec<_> = hand.split(", ").collect();
    assert_eq!(hand.len(), 10);
    let expected = format!(
        "Discards:\n\nInteractive Player must choose discards.\nHand: [{all}]\n\
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
    assert_eq!(asked.out, expected);
    // Every number is tried in each round: what may not be played costs nothing.
    let mut typed = format!("{}\n", hand[..3].join(", "));
    for _ in 0..10 {
        typed.extend((10..50).map(|card| format!("{card}\n")));
    }
    let played = place.type_in("referee -i --seed 4 --in-order", &typed);
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
fn what_can_t_play_is_an_error_that_says_what_to_do() {
    let place = Place::new();
    for (words, status, hint) in [
        ("referee", 2, "name a program, a --player, or play yourself with -i"),
        (
            "referee ./lowest ./lowest ./lowest ./lowest ./lowest",
            2,
            "4 play at most, but 5 are named",
        ),
        ("referee -i ./lowest ./lowest ./lowest ./lowest", 2, "4 play at most, but 5 are named"),
        ("referee -i --json", 2, "cannot be used with"),
        ("referee ./nothing", 1, "there is no program ./nothing; give the path of"),
        ("referee .", 1, "is a folder"),
        ("referee ./text", 1, "chmod +x ./text"),
        ("referee broken.c", 1, "broken.c could not be compiled:\n"),
        ("referee --player human", 2, "only computers are named here, no human"),
        ("referee --player contuer", 2, "did you mean counter"),
        ("referee --player program:./nothing", 1, "there is no program ./nothing"),
        ("referee ./lowest --timeout 0", 2, "seconds from 0.01 to 3600"),
        ("referee ./lowest --seed x", 2, "--seed"),
        ("tournament", 2, "there are no players"),
        ("tournament ./lowest --rounds 0", 2, "--rounds"),
        ("tournament ./lowest --save a --resume b", 2, "cannot be used with"),
        ("tournament --resume HERE/nothing", 1, "give --resume a file that --save wrote"),
        ("tournament --resume text", 1, "text is no tournament that --save wrote (line 1: "),
        (
            "tournament ./lowest --save text",
            1,
            "text is there already; continue it with --resume text, or save elsewhere",
        ),
    ] {
        let ran = place.run(words);
        assert_eq!((ran.status, ran.out.as_str()), (status, ""), "{words}: {}", ran.err);
        assert!(ran.err.contains(hint), "{words}: {}", ran.err);
    }
    assert!(
        place.run("referee broken.c").err.contains("expected"),
        "what the compiler says is shown"
    );
    place.assert_nothing_is_left();
}

#[test]
fn a_sandbox_is_used_or_missed() {
    let place = Place::new();
    let ran = place.run("referee ./lowest --seed 11 --sandbox");
    if ran.status == 0 {
        assert_eq!(ran.out, place.good("referee ./lowest --seed 11"));
    } else {
        assert!(ran.status == 1 && ran.out.is_empty() && ran.err.contains("bwrap"), "{}", ran.err);
    }
    place.assert_nothing_is_left();
}

#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_game_leaves_nothing_behind() {
    use rustix::process::{Pid, Signal, kill_process};
    let place = Place::new();
    for signal in [Signal::INT, Signal::TERM] {
        let child = place.command("referee ./hanging lowest.c").spawn().unwrap();
        super::tournaments::wait_until("the program runs", || {
            !super::processes("hanging").is_empty()
        });
        kill_process(Pid::from_child(&child), signal).unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130));
        assert!(output.stderr.ends_with(b"fourcade: interrupted\n"));
        assert!(super::processes("hanging").is_empty());
        place.assert_nothing_is_left();
    }
    // A person who is asked is not waited for.
    let child = place
        .command("referee -i lowest.c --seed 1")
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    super::tournaments::wait_until("it is compiled", || {
        std::fs::read_dir(place.file("tmp")).unwrap().count() > 0
    });
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(130));
    place.assert_nothing_is_left();
}
