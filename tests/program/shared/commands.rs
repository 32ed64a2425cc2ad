//! The commands of shared tables, and what they say if something is wrong.

use std::fs;

use fourcade_engine::{flip::Flip, play::Seat};

use super::{Place, code, follower::Follower};
use crate::support::Exit;

/// Runs a command that fails before its screen opens. It must say these words.
#[track_caller]
fn fails(place: &Place, args: &str, status: u32, words: &[&str]) {
    let terminal = place.launch().args(args.split_whitespace()).size(100, 30).start();
    assert_eq!(terminal.wait_exit(), Exit::Code(status), "{args}: {}", terminal.describe());
    let text = terminal.text().split_whitespace().collect::<Vec<_>>().join(" ");
    for word in words {
        assert!(text.contains(word), "{args}: no {word:?} in {text}");
    }
    assert!(!terminal.modes().alternate_screen() && terminal.modes().times_entered() == 0);
}

#[test]
fn wrong_arguments_are_explained_before_the_screen_opens() {
    let place = Place::at_home();
    let long = "x".repeat(25);
    for (args, status, words) in [
        ("join", 2, &["CODE"][..]),
        ("join k7", 2, &["\"k7\" is not a table's code", "k7m2"]),
        ("join zzzz", 1, &["no table zzzz", "Check the code"]),
        ("watch --table zzzz", 1, &["no table zzzz"]),
        ("watch", 2, &["a shared table"]),
        ("watch flip --table zzzz", 2, &["can't be used with"]),
        (&format!("join zzzz --name {long}"), 2, &["a name is at most 20"]),
        ("play flip --name ada", 2, &["--name is for shared tables", "--share"]),
        ("play flip --private", 2, &["--share"]),
        ("play flip --share --players human,level:1", 2, &["a seat for somebody else"]),
        ("play flip --share --players level:1,level:1", 2, &["one player must be human"]),
        ("play flip --share --players human", 2, &["Flip has 2 seats"]),
        ("play flip --share --players human,program:x", 2, &["can't play at a shared table"]),
        ("play eater --share --players human,program:x", 2, &["can't play at a shared table"]),
        (
            "play concentration --share --players program:x,human",
            2,
            &["can't play at a shared table"],
        ),
        ("play flip --share --size 3", 2, &["from 4 to 1024"]),
        ("lobby k7m2", 2, &["`fourcade lobby` takes no \"k7m2\""]),
    ] {
        fails(&place, args, status, words);
    }
}

#[test]
fn a_database_that_cannot_be_used_is_explained() {
    let place = Place::at_home();
    let home = place.launch().home().to_owned();
    fs::write(home.join("notes"), "no database at all ".repeat(500)).unwrap();
    fails(
        &place,
        "join zzzz --database notes",
        1,
        &["isn't a file of shared tables", "--database"],
    );
    let text = fs::read_to_string(home.join("notes")).unwrap();
    assert!(text.starts_with("no database") && text.len() == 19 * 500);
    let url = "postgres://ada:secret@127.0.0.1:1/arcade";
    fails(&place, &format!("join zzzz --database {url}"), 1, &["127.0.0.1"]);
    let terminal = place.start(&format!("lobby --database {url}"));
    terminal.wait_text("nothing is lost");
    assert!(!terminal.frames().iter().any(|frame| frame.contains("secret")));
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), Exit::Code(0));
}

#[test]
fn a_finished_table_is_no_longer_there() {
    let place = Place::at_home();
    let first = place.start("play flip --share --size 4 --linger 0");
    let code = code(&first);
    let second = place.start(&format!("join {code} --name bob --linger 0"));
    let mut follower = Follower::<Flip>::new(&place, &code);
    follower.wait("both sit", Follower::has_begun);
    follower.play(&[(Seat::new(0), &first), (Seat::new(1), &second)], usize::MAX);
    let over = format!("the game at table {code} is over");
    fails(&place, &format!("join {code}"), 1, &[&over, "fourcade lobby"]);
    let lobby = place.start("lobby --name cleo");
    lobby.wait_text("No tables yet");
    lobby.press("t");
    lobby.wait_text("Leaderboard: Intensity");
    lobby.press("tab");
    lobby.wait_text("Leaderboard: Flip");
    lobby.wait_text("bob");
}

#[test]
fn a_name_comes_from_the_option_the_settings_or_the_login() {
    let place = Place::at_home();
    place.start("lobby").wait_text("You are ada");
    fs::write(place.launch().home().join("config.toml"), "[names]\nfirst = \"Ada L\"\n").unwrap();
    place.start("lobby").wait_text("You are Ada L");
    place.start("lobby --name cleo").wait_text("You are cleo");
    let config = fs::read_to_string(place.launch().home().join("config.toml")).unwrap();
    assert!(!config.contains("cleo"), "{config}");
}
