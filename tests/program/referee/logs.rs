//! The log of a game: byte for byte, and consistent with the rules.

use std::{fs, path::Path};

use fourcade_course::text::counted;

use super::{FOLDER, TestDir};

#[test]
fn the_log_has_the_format_of_the_course() {
    let dir = TestDir::new();
    let log = dir.stdout_of("referee ./student ./ritchie --seed 3");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/referee/log.txt");
    let expected = fs::read_to_string(file).unwrap();
    for (number, (line, expected)) in log.lines().zip(expected.lines()).enumerate() {
        assert_eq!(line, expected, "line {}", number + 1);
    }
    assert_eq!(log, expected);
    assert_eq!(
        dir.stdout_of("referee ./student ./ritchie --seed 3"),
        expected,
        "the seed repeats it"
    );
    assert_ne!(dir.stdout_of("referee ./student ./ritchie --seed 4"), expected);
}

#[test]
fn the_log_begins_with_the_version_and_the_compilations() {
    let dir = TestDir::new();
    let heading = |args: &str| {
        let log = dir.stdout_of(&format!("referee {args} --seed 3"));
        log[..log.find("\n\n").unwrap() + 2].to_owned()
    };
    let compiled = "Version: 0.2\ncc -O2 -Wall -o lowest lowest.c -lm\n\n";
    assert_eq!(heading("lowest.c"), compiled);
    assert_eq!(heading("lowest.c ./student lowest.c"), compiled, "it is compiled once");
    assert_eq!(
        heading("--player random ./student --player program:./low.c lowest.c"),
        "Version: 0.2\ncc -O2 -Wall -o lowest lowest.c -lm\ncc -O2 -Wall -o low ./low.c -lm\n\n"
    );
    assert_eq!(heading("./student --player counter"), "Version: 0.2\n\n");
    fs::copy(FOLDER.path().join("lowest.c"), dir.file("my\n player.c")).unwrap();
    let path = dir.file("my\n player.c").display().to_string();
    let output = dir.command("referee --seed 3").arg(&path).output().unwrap();
    let log = String::from_utf8(output.stdout).unwrap();
    let line = format!("cc -O2 -Wall -o 'my  player' '{}' -lm", path.replace('\n', " "));
    assert_eq!(log.lines().skip(1).take(2).collect::<Vec<_>>(), [&*line, ""], "{log}");
    // A record has no heading, and a person gets the same one.
    assert!(dir.stdout_of("referee lowest.c --json --seed 3").starts_with('{'));
    let played = dir.run_with_input("referee -i lowest.c --seed 3", "");
    assert!(played.out.starts_with(&format!("{compiled}Discards:\n\n")), "{}", played.out);
}

#[test]
fn the_seats_are_shuffled_unless_in_order() {
    let dir = TestDir::new();
    let seats = |args: &str| -> Vec<String> {
        let log = dir.stdout_of(&format!("referee --player random --player random {args}"));
        log.lines()
            .skip(3)
            .take(4)
            .map(|line| line[18..].split(": ").next().unwrap().trim().to_owned())
            .collect()
    };
    let given = ["fourcade random", "fourcade random 2", "Lulu", "Morgan"];
    assert_eq!(seats("--seed 1 --in-order"), given);
    let shuffled: std::collections::HashSet<_> =
        (1..6).map(|seed| seats(&format!("--seed {seed}"))).collect();
    assert!(shuffled.len() > 2, "{shuffled:?}");
    for mut seats in shuffled {
        seats.sort();
        let mut given = given;
        given.sort_unstable();
        assert_eq!(seats, given);
    }
}

/// Everything in a log follows from the deal and the cards played.
#[test]
fn a_log_is_consistent_with_the_rules() {
    let dir = TestDir::new();
    for seed in 0..10 {
        let log = dir.stdout_of(&format!(
            "referee --player counter --player random --player careful --seed {seed}"
        ));
        check(&log);
    }
}

fn check(log: &str) {
    let log = log.strip_prefix("Version: 0.2\n\n").expect("the log begins with the version");
    let blocks: Vec<_> = log.split("\n\n").collect();
    assert_eq!(
        blocks.len(),
        15,
        "deal, discards, ten rounds, two blocks of positions, an empty block: {log}"
    );
    let cards = |text: &str| -> Vec<u32> {
        let inside = text.split(['[', ']']).nth(1).unwrap();
        inside
            .split(", ")
            .filter(|card| !card.is_empty())
            .map(|card| card.parse().unwrap())
            .collect()
    };
    let (deal, passed): (Vec<_>, Vec<_>) = (1..5)
        .map(|line| {
            (
                cards(blocks[0].lines().nth(line).unwrap()),
                cards(blocks[1].lines().nth(line).unwrap()),
            )
        })
        .unzip();
    let names: Vec<_> = (1..5)
        .map(|line| blocks[0].lines().nth(line).unwrap()[18..].split(": ").next().unwrap())
        .collect();
    let width = names.iter().map(|name| name.trim().len()).max().unwrap();
    assert!(names.iter().all(|name| name.len() == width), "{names:?}");
    let mut hands: Vec<Vec<u32>> = (0..4)
        .map(|seat| {
            let kept = deal[seat].iter().filter(|card| !passed[seat].contains(card));
            let mut hand: Vec<_> = kept.chain(&passed[(seat + 3) % 4]).copied().collect();
            hand.sort_unstable();
            hand
        })
        .collect();
    let (mut leader, mut points) = (0, [0; 4]);
    for round in 0..10 {
        let lines: Vec<_> = blocks[2 + round].lines().collect();
        let mut trick = Vec::new();
        for (turn, line) in lines[..4].iter().enumerate() {
            let seat = (leader + turn) % 4;
            let card: u32 = line.rsplit(' ').next().unwrap().parse().unwrap();
            let list: Vec<_> = hands[seat].iter().map(ToString::to_string).collect();
            let name = names[seat];
            assert_eq!(
                *line,
                format!("Round {round}: {name} holding [{}] plays the {card}", list.join(", "))
            );
            hands[seat].retain(|&other| other != card);
            trick.push((seat, card));
        }
        let led = trick[0].1 / 10;
        let winner = trick
            .iter()
            .filter(|(_, card)| card / 10 == led)
            .max_by_key(|(_, card)| *card)
            .unwrap()
            .0;
        let worth = |card: u32| if card == 47 { 7 } else { u32::from(card / 10 == 3) };
        let penalty: u32 = trick.iter().map(|&(_, card)| worth(card)).sum();
        let which = if penalty > 0 {
            format!(" which contains {}", counted(penalty, "penalty point"))
        } else {
            String::new()
        };
        assert_eq!(lines[4], format!("{} wins the round{which}", names[winner].trim()));
        points[winner] += penalty;
        leader = winner;
    }
    assert_eq!(blocks[12], "Finishing Positions");
    let mut order: Vec<_> = (0..4).collect();
    order.sort_by_key(|&seat| points[seat]);
    let place = |seat: usize| 1 + points.iter().filter(|&&other| other < points[seat]).count();
    let line = |&seat: &usize| {
        let points = counted(points[seat], "penalty point");
        format!("#{} with {points} {}", place(seat), names[seat].trim())
    };
    let ending: Vec<_> = order.iter().map(line).collect();
    assert_eq!(blocks[13], ending.join("\n"));
    assert_eq!(blocks[14], "");
}
