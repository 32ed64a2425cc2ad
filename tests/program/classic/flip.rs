//! Saved games of Flip that go from the arcade to the course's program.

use std::{fs, path::Path};

use assert_cmd::Command;
use fourcade::games::ArcadeGame as _;
use fourcade_engine::{
    flip::Flip,
    play::{PlayerInfo, Session, built_in_players},
};

use crate::support::program;

/// Runs the program in this folder. Returns its standard output, its standard error and its exit
/// status.
fn run(folder: &Path, args: &str, typed: &str) -> (String, String, Option<i32>) {
    let output = Command::from_std(program(folder))
        .args(args.split(' '))
        .current_dir(folder)
        .write_stdin(typed)
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code())
}

fn seats(file: &Path) -> Vec<String> {
    let session = Session::<Flip>::read(&mut &*fs::read(file).unwrap()).unwrap();
    session.header().players.clone()
}

#[test]
fn a_game_that_the_arcade_saved_goes_on_with_any_of_its_players() {
    let folder = tempfile::tempdir().unwrap();
    // A person who tries all squares again and again.
    let squares: Vec<_> = (0..36).map(|index| format!("{} {}\n", index / 6, index % 6)).collect();
    let squares = squares.concat();
    let players = built_in_players::<Flip>().kinds;
    let mut players: Vec<_> = players.iter().map(PlayerInfo::default_name).collect();
    players.push(Flip::FACTS.default_seats[1].to_owned());
    assert!(players.len() > 5);
    for (number, player) in players.iter().enumerate() {
        let (saved, again) = (format!("saved{number}"), format!("again{number}"));
        let arcade = format!("play flip --plain --size 6 --seed 1 --players human,{player}");
        let (printed, messages, status) =
            run(folder.path(), &arcade, &format!("1 3\nsave {saved}\nquit\n"));
        assert_eq!((messages.as_str(), status), ("", Some(0)), "{player}: {printed}");

        let load = format!("classic flip load {saved}");
        let (printed, messages, status) = run(folder.path(), &load, &squares.repeat(36));
        assert_eq!((messages.as_str(), status), ("", Some(0)), "{player}: {printed}");
        assert!(printed.contains("\nPlayer X moves at ") && printed.contains("\nGame Over - O="));

        // The arcade opens what the classic program saves, with the same players.
        let (printed, _, status) = run(folder.path(), &load, &format!("{squares}s{again}\n"));
        assert!(printed.ends_with("Game saved.\n") && status == Some(0), "{player}: {printed}");
        assert_eq!(seats(&folder.path().join(&again)), ["human", player.as_str()]);
        let replay = format!("replay {again} --plain");
        assert_eq!(run(folder.path(), &replay, "").2, Some(0), "{player}");
    }
}
