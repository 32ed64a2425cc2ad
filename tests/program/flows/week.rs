//! A person's first week: games, stars, the daily deal, the puzzle of the day, and practice whose
//! wrong answers return. The clock is moved from day to day with libfaketime.

use std::{
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use fourcade::{
    database::{Database, GameIdentity},
    games::feats::measure,
    practice::mistakes,
};
use fourcade_engine::{
    flip::Flip,
    play::{CancelToken, Seat, Session},
};

use super::stars::{ends_with_a_forced_move, won_game};
use crate::support::{Launch, Output, Terminal};

/// The library, where Debian and Fedora have it.
fn libfaketime() -> Option<PathBuf> {
    let folders = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64"];
    let paths = folders.map(|folder| Path::new(folder).join("faketime/libfaketime.so.1"));
    paths.into_iter().find(|path| path.exists())
}

struct Person {
    home: Launch,
    library: PathBuf,
}

impl Person {
    /// Starts the arcade this number of days after today.
    fn starts(&self, day: u32, args: &[&str]) -> Terminal {
        let launch = Launch::arcade().env("FOURCADE_HOME", self.home.home());
        let launch = launch.env("LD_PRELOAD", &self.library).env("FAKETIME", format!("+{day}d"));
        let launch = launch.env("FAKETIME_DONT_FAKE_MONOTONIC", "1");
        launch.env("DONT_FAKE_MONOTONIC", "1").args(args).start()
    }

    /// The page of practice on this day, with Flip selected.
    fn page(&self, day: u32) -> Terminal {
        let terminal = self.starts(day, &[]);
        terminal.wait_text("Saved games");
        terminal.press("P right");
        terminal.wait_text("• Flip");
        terminal
    }
}

fn leave(terminal: &Terminal) {
    terminal.wait_text("q quit");
    terminal.press("q");
    terminal.wait_exit();
}

/// What stands in the row `label` of Flip's column on the page of practice, once it is there.
fn flip_cell(screen: &Output, label: &str) -> Option<String> {
    let text = screen.text();
    let column = text.lines().find_map(|line| line.find("• Flip").map(|at| line[..at].chars()))?;
    let row = text.lines().find(|line| line.trim_start().starts_with(label))?;
    let cell: String = row.chars().skip(column.count() + 2).take(15).collect();
    Some(cell.trim().to_owned()).filter(|cell| !cell.is_empty())
}

fn cell(terminal: &Terminal, label: &str) -> String {
    terminal.wait(label, |screen| flip_cell(screen, label))
}

/// How many exercises of Flip are due.
fn due(terminal: &Terminal) -> usize {
    cell(terminal, "to repeat").parse().unwrap_or(0)
}

/// Answers a position with the first legal move, and a wrong answer with the right one. Returns
/// whether the first one was right.
fn answer(terminal: &Terminal) -> bool {
    let has_verdict =
        |screen: &Output| screen.find("Right!").or(screen.find("Not this one.")).is_some();
    terminal.wait_idle(Duration::from_secs(1));
    // On a very busy machine, the first keys have once been without effect.
    for _ in 0..2 {
        terminal.press("tab enter");
        let pressed = Instant::now();
        while !terminal.inspect(has_verdict) && pressed.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(20));
        }
        if terminal.inspect(has_verdict) {
            break;
        }
    }
    terminal.wait_for("a verdict", has_verdict);
    let is_right = terminal.text().contains("Right!");
    if !is_right {
        terminal.press("enter");
        terminal.wait_text("The answer:");
    }
    is_right
}

/// Answers a round of at most ten positions. Returns the number of wrong answers.
fn round(terminal: &Terminal) -> usize {
    terminal.press("enter");
    let mut wrong = 0;
    for number in 1..=10 {
        terminal.wait_text(&format!("Flip, {number} of 10"));
        wrong += usize::from(!answer(terminal));
        terminal.press("enter");
    }
    terminal.wait_text("of 10 right.");
    terminal.wait_text("Your rating:");
    terminal.press("esc");
    wrong
}

/// Plays a rush to its end, and goes back to the page, which shows how many were solved.
fn rush(terminal: &Terminal) {
    let is_over = |screen: &Output| screen.find("You solved ").is_some();
    for number in 1.. {
        terminal.wait_text(&format!("Flip rush, position {number}"));
        answer(terminal);
        terminal.press("enter");
        let next = format!("Flip rush, position {}", number + 1);
        terminal.wait_for("the next position", |screen| {
            is_over(screen) || screen.find(&next).is_some()
        });
        if terminal.inspect(is_over) {
            break;
        }
    }
    terminal.press("esc");
    terminal.wait_text("Rush");
}

/// A game that gives the third of three wins with its last move, a feat because it is won by two
/// tiles, and in which a mistake is sure.
fn game_with_a_mistake() -> Session<Flip> {
    won_game(|game| {
        let mut found = 0;
        measure(game, Seat::new(0))["lead"] == 2
            && ends_with_a_forced_move(game)
            && mistakes::find(game, Seat::new(0), &CancelToken::default(), &mut |_| found += 1)
                .is_ok()
            && found == 1
    })
}

#[test]
fn a_first_week_brings_stars_ratings_and_wrong_answers_back() {
    let Some(library) = libfaketime() else {
        return eprintln!("libfaketime is not installed: the first week is not tested");
    };
    let person = Person { home: Launch::arcade(), library };
    let path = person.home.home().join("fourcade.db");
    let mut database = Database::open(Some(path), Duration::from_secs(1));
    let game = game_with_a_mistake();
    let mut unfinished = game.clone();
    unfinished.go_to(game.lines().len() - 1);
    for session in [&game, &game, &unfinished] {
        let identity = GameIdentity::of::<Flip>(game.header()).unwrap();
        database.import(session, identity).unwrap();
    }
    drop(database);

    // The first day: a star, mistakes of the game that earned it, and a rating.
    let terminal = person.starts(0, &[]);
    terminal.wait_text("Continue");
    terminal.press("enter");
    terminal.wait_text("Your move");
    terminal.press("tab enter");
    terminal.wait_text("A feat: By a whisker.");
    terminal.wait_text("★ A star: you have");
    terminal.press("esc e");
    terminal.wait_text("P mistakes");
    terminal.press("P");
    terminal.wait_text("Flip, 1 of ");
    answer(&terminal);
    leave(&terminal);
    let terminal = person.page(0);
    // The margin of a rating says something only after five results.
    let rating = cell(&terminal, "rating");
    assert!(rating.parse::<u32>().is_ok(), "{rating:?}");
    let wrong = round(&terminal);
    terminal.wait_text("• Flip");
    terminal.wait_for("a rating with its margin", |screen| {
        flip_cell(screen, "rating").is_some_and(|rating| rating.contains(" ± "))
    });
    // What was wrong returns tomorrow.
    assert_eq!(due(&terminal), 0, "{}", terminal.describe());
    terminal.press("D");
    terminal.wait_text("Flip, puzzle of the day");
    answer(&terminal);
    terminal.press("esc");
    terminal.wait_text("• Flip");
    terminal.wait_for("the puzzle's result", |screen| {
        flip_cell(screen, "daily puzzle").is_some_and(|answer| answer != "not played")
    });
    leave(&terminal);

    for day in 1..7 {
        let terminal = person.starts(day, &["daily", "flip"]);
        terminal.wait_text("Your move");
        terminal.run_by_name("resign");
        terminal.press("y");
        let streak = match day {
            1 => "Play tomorrow".to_owned(),
            _ => format!("Flip played {day} days"),
        };
        terminal.wait_text(&streak);
        leave(&terminal);

        let terminal = person.page(day);
        assert_eq!(cell(&terminal, "daily puzzle"), "not played", "a new puzzle");
        if day == 1 {
            assert!(due(&terminal) >= wrong, "{wrong} wrong: {}", terminal.describe());
            let before = due(&terminal);
            let wrong = round(&terminal);
            terminal.wait_text("• Flip");
            terminal.wait_for(&format!("fewer due after {wrong} wrong answers"), |screen| {
                flip_cell(screen, "to repeat").is_some_and(|due| due.parse().unwrap_or(0) < before)
            });
        }
        leave(&terminal);
        if day == 2 {
            let terminal = person.starts(day, &["practice", "flip", "--rush"]);
            rush(&terminal);
            leave(&terminal);
        }
    }
    let terminal = person.starts(6, &[]);
    terminal.wait_text("★☆☆☆☆");
    // The feat of the first day has kept its date.
    terminal.press("t backtab");
    terminal.wait_text("★ By a whisker");
    terminal.press(&"down ".repeat(11));
    terminal.wait_text("Done on ");
    leave(&terminal);
}
