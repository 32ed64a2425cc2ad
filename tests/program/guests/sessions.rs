//! What guests get: their name, a folder of their own, and an arcade that ends with its connection.

use std::fs;

use rustix::process::{Pid, Signal, kill_process};

use super::sshd::Sshd;
use crate::support::Exit;

#[test]
fn each_guest_has_a_name_and_a_folder() {
    let Some(sshd) = Sshd::start(&["ada", "bob"]) else { return };
    for name in ["ada", "bob"] {
        let terminal = sshd.launch(name, &["-t"], &[]).start();
        // The first visit begins with a welcome.
        terminal.wait_text("Welcome");
        terminal.press("enter");
        terminal.press("s");
        terminal.wait_text(name);
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
    let terminal = sshd.launch("ada", &["-t"], &[]).start();
    terminal.wait_text("Concentration");
    terminal.press("ctrl-c");
    terminal.wait_exit();
    let terminal = sshd.launch("nobody", &["-t"], &[]).start();
    terminal.wait_text("What is your name?");
    for (name, reason) in [
        ("", "type a name"),
        ("Ada", "choose another name"),
        ("an extremely long name", "a name"),
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
    terminal.type_text("../../evil");
    terminal.press("enter");
    terminal.wait_text("Concentration");
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
    for signal in [Signal::KILL, Signal::HUP] {
        let terminal = sshd.launch("ada", &["-t"], &[]).start();
        terminal.wait_text("Concentration");
        sshd.wait_guests("ada", 1);
        kill_process(terminal.process(), signal).unwrap();
        sshd.wait_guests("ada", 0);
    }
    // A guest's process that is killed takes its connection along.
    let terminal = sshd.launch("ada", &["-t"], &[]).start();
    terminal.wait_text("Concentration");
    let (process, _) = sshd.wait_guests("ada", 1)[0];
    kill_process(Pid::from_raw(process).unwrap(), Signal::KILL).unwrap();
    assert_ne!(terminal.wait_exit(), Exit::Code(0));
}
