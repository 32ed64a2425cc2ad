//! What guests get: their name, a folder of their own, and an arcade that ends with its connection.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

use super::sshd::Sshd;
use crate::support::{Exit, Output, Terminal};

#[test]
fn each_guest_has_a_name_and_a_folder() {
    let Some(sshd) = Sshd::start(&["ada", "bob"]) else { return };
    for name in ["ada", "bob"] {
        let terminal = sshd.launch(name, &["-t"], &[]).start();
        // The first visit begins with a welcome.
        terminal.wait_text("Welcome");
        terminal.press("enter");
        terminal.wait_text(&format!("You are {name}"));
        terminal.press("ctrl-c");
        assert_eq!(terminal.wait_exit(), Exit::Code(0));
        let folder = sshd.host().join("guests/named").join(name);
        assert_eq!(fs::read_to_string(folder.join("name")).unwrap(), format!("{name}\n"));
        assert!(folder.join("fourcade.db").exists());
    }
}

#[test]
fn a_guest_without_a_name_is_asked_and_gets_no_name_with_a_key() {
    let Some(sshd) = Sshd::start(&["ada"]) else { return };
    sshd.furnish(&["ada"]);
    let terminal = sshd.launch("nobody", &["-t"], &[]).start();
    terminal.wait_text("What is your name?");
    for (name, reason) in [
        ("", "Type a name."),
        ("Ada", "choose another name"),
        ("an extremely long name", "20 columns"),
    ] {
        terminal.type_text(name);
        terminal.press("enter");
        terminal.wait_text(reason);
        for _ in name.chars() {
            terminal.press("bs");
        }
        if !name.is_empty() {
            terminal.wait_gone(reason);
        }
    }
    terminal.press("ctrl-z");
    terminal.wait_text("Not available to guests.");
    terminal.type_text("../../evil");
    terminal.press("enter");
    terminal.wait_text("Welcome");
    terminal.press("enter");
    terminal.wait_text("You are ../../evil");
    let folders = fs::read_dir(sshd.host().join("guests/own-name")).unwrap();
    let folders: Vec<_> = folders.map(|folder| folder.unwrap().path()).collect();
    assert_eq!(folders.len(), 1);
    assert_eq!(fs::read_to_string(folders[0].join("name")).unwrap(), "../../evil\n");
    terminal.press("ctrl-c");
    assert_eq!(terminal.wait_exit(), Exit::Code(0));
}

#[test]
fn the_arcade_ends_with_its_connection() {
    let Some(sshd) = Sshd::start(&["ada"]) else { return };
    sshd.furnish(&["ada"]);
    for signal in [Signal::KILL, Signal::HUP] {
        let terminal = sshd.launch("ada", &["-t"], &[]).start();
        terminal.wait_text("You are ada");
        sshd.wait_guests("ada", 1);
        kill_process(terminal.process(), signal).unwrap();
        sshd.wait_guests("ada", 0);
    }
    // A guest's process that is killed takes its connection along.
    let terminal = sshd.launch("ada", &["-t"], &[]).start();
    terminal.wait_text("You are ada");
    let (process, _) = sshd.wait_guests("ada", 1)[0];
    kill_process(Pid::from_raw(process).unwrap(), Signal::KILL).unwrap();
    assert_ne!(terminal.wait_exit(), Exit::Code(0));
}

/// Returns the number of tiles of Flip that the panel shows for these two people.
fn tiles(output: &Output, names: [&str; 2]) -> Option<u32> {
    let text = output.text();
    let score = |name: &str| {
        text.lines().find_map(|line| {
            let words: Vec<_> = line.split_whitespace().collect();
            let is_row =
                words.windows(2).any(|pair| ["O", "X"].contains(&pair[0]) && pair[1] == name);
            words.last().filter(|_| is_row)?.parse::<u32>().ok()
        })
    };
    Some(score(names[0])? + score(names[1])?)
}

fn is_over(output: &Output) -> bool {
    ["Rematch", "rematch", "You win", "You lose", "tie"]
        .iter()
        .any(|text| output.find(text).is_some())
}

#[test]
fn two_guests_play_a_game() {
    let Some(sshd) = Sshd::start(&["ada", "bob"]) else { return };
    sshd.furnish(&["ada", "bob"]);
    let ada = sshd.launch("ada", &["-t"], &[]).start();
    let bob = sshd.launch("bob", &["-t"], &[]).start();
    for (terminal, other) in [(&ada, "bob"), (&bob, "ada")] {
        terminal.wait_text("No tables yet");
        terminal.wait_for("the other guest", |output| output.find(other).is_some());
    }
    ada.press("n");
    ada.wait_text("Open the table");
    // Flip, on the smallest board.
    ada.press("right down left left left left");
    ada.wait_text("4 x 4");
    ada.press("enter");
    ada.wait_text("Waiting for another");
    bob.wait_text("4 x 4");
    bob.press("enter");
    let people: [(&Terminal, [&str; 2]); 2] = [(&ada, ["you", "bob"]), (&bob, ["ada", "you"])];
    let mut last = 4;
    while last < 16 {
        // Whoever is to move plays; the other one sees it.
        let mut has_moved = false;
        for (terminal, names) in people {
            let is_to_move = |output: &Output| {
                tiles(output, names) == Some(last) && output.find("Your move").is_some()
            };
            if terminal.inspect(is_to_move) {
                terminal.press("tab enter");
                has_moved = true;
                break;
            }
        }
        if people.iter().all(|(terminal, _)| terminal.inspect(is_over)) {
            break;
        }
        if has_moved {
            for (terminal, names) in people {
                terminal.wait_for("the move", |output| {
                    is_over(output) || tiles(output, names).is_some_and(|now| now > last)
                });
            }
            last += 1;
        } else {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
    }
    for (terminal, _) in people {
        terminal.wait_for("the end", is_over);
        terminal.press("ctrl-c");
        assert_eq!(terminal.wait_exit(), Exit::Code(0));
    }
    sshd.wait_guests("ada", 0);
    sshd.wait_guests("bob", 0);
}
