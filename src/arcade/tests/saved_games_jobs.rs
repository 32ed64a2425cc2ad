//! Jobs of the list of saved games: exporting and importing, failures, hidden information.

use std::fs;

use super::{
    saved_games::SavedGamesFixture,
    stage::{Stage, session_of},
};
use crate::arcade::{Start, open_table};
use fourcade_engine::{
    concentration::Concentration,
    eater::Eater,
    flip::Flip,
    play::{Game, Observation, Seat, Seats},
};

#[test]
fn an_exported_game_can_be_imported_again() {
    let fixture = SavedGamesFixture::with_games();
    let path = fixture.file("out.jsonl");
    let name = path.display().to_string();
    let mut stage = fixture.open();
    stage
        .keys("jjjj")
        .settle()
        .keys("x")
        .shows("flip-2.jsonl")
        .keys("<C-u>")
        .keys(&name)
        .keys("<Enter>");
    stage.wait("Saved as").settle();
    let id = fixture.games()[4].id;
    assert_eq!(fs::read_to_string(&path).unwrap(), fixture.store.load(id).unwrap().text().unwrap());
    fs::write(&path, "precious").unwrap();
    for (answer, is_kept) in [("n", true), ("y", false)] {
        stage.keys("x<C-u>").keys(&name).keys("<Enter>").settle();
        stage.shows("Replace it?").keys(answer).settle();
        assert_eq!(fs::read_to_string(&path).unwrap() == "precious", is_kept);
    }
    stage.keys("x<C-u>/nowhere/at/all<Enter>").wait("Not saved: /nowhere/at/all").settle();
    stage.keys("d").shows("Delete this game?").keys("n").settle().shows("of 6");
    stage.keys("dy").wait("Deleted.").settle().shows("1 - 5 of 5");
    // The imported game is selected, whatever the filter was.
    stage
        .keys("g")
        .settle()
        .keys("i")
        .keys(&name)
        .keys("<Enter>")
        .wait("Imported: Flip 8 x 8")
        .settle();
    stage.shows("1 - 6 of 6").shows("game all").keys("<Enter>").wait("Replay: move 0 of 3");
}

/// Returns the text of the dialog.
fn dialog_text(stage: &mut Stage) -> String {
    let drawn = stage.usual();
    let inside =
        drawn.lines().filter_map(|line| Some(line.split_once('│')?.1.rsplit_once('│')?.0.trim()));
    inside.collect::<Vec<_>>().join(" ")
}

#[test]
fn files_that_are_not_records_are_not_imported() {
    let fixture = SavedGamesFixture::with_games();
    let good = fixture.store.load(fixture.games()[4].id).unwrap().text().unwrap();
    let mut stage = fixture.open();
    for (text, expected) in [
        ("hello\n".to_owned(), "not a saved game"),
        (good.replace("2 5", "0 0"), "line 3"),
        (good.lines().next().unwrap().to_owned() + "\n", "(line 2:"),
        (good.replace("\"flip\"", "\"poker\""), "there is no game called"),
        (good.clone(), "in the list already"),
    ] {
        fs::write(fixture.file("bad"), &text).unwrap();
        let name = fixture.file("bad").display().to_string();
        stage.keys("i").keys(&name).keys("<Enter>").settle().shows("Not imported");
        assert!(
            dialog_text(&mut stage).contains(expected),
            "{expected} in\n{}",
            dialog_text(&mut stage)
        );
        stage.keys("<Enter>").settle().shows("!Not imported");
    }
    for (name, expected) in
        [("/none", "no such file"), ("/", "it is a folder"), ("/dev/null/x", "can't read")]
    {
        stage.keys("i").keys(name).keys("<Enter>").settle();
        assert!(
            dialog_text(&mut stage).contains(expected),
            "{expected} in\n{}",
            dialog_text(&mut stage)
        );
        stage.keys("<Esc>").settle();
    }
    // The message waits while the help is open.
    stage
        .keys("i/none<Enter>?")
        .settle()
        .shows("page up")
        .keys("<Esc>")
        .settle()
        .shows("Not imported")
        .keys("<Enter>");
    stage.keys("i<Enter>").shows("Type a file name.");
    assert_eq!(fixture.games().len(), 6);
}

#[test]
fn a_message_never_takes_the_answer_to_an_open_question() {
    let fixture = SavedGamesFixture::with_games();
    let mut stage = fixture.open();
    // The message waits until the open question has been answered.
    stage.keys("i/none<Enter>d").settle().shows("Delete this game?").shows("!Not imported");
    stage
        .keys("n")
        .settle()
        .shows("Not imported")
        .keys("<Enter>")
        .settle()
        .shows("!Not imported")
        .shows("1 - 6 of 6");
    fs::write(fixture.file("out"), "precious").unwrap();
    let name = fixture.file("out").display().to_string();
    stage.keys("i/none<Enter>x<C-u>").keys(&name).settle().keys("<Enter>").shows("Not imported");
    stage.settle().keys("<Enter>").shows("Replace it?").keys("n").settle();
    assert_eq!(fs::read_to_string(fixture.file("out")).unwrap(), "precious");
    // The help runs the command that it shows.
    stage.keys("i/none<Enter>?").settle().keys("jjjjjjjjjj<Enter>").shows("Delete this game?");
    stage
        .keys("y")
        .wait("Not imported")
        .keys("<Enter>")
        .wait("1 - 5 of 5")
        .settle()
        .shows("!Not imported");
    // Leaving the screen drops the message.
    stage
        .keys("i/none<Enter>?")
        .settle()
        .keys("jjjjjjjjj<Enter>")
        .shows("see you")
        .keys("g")
        .settle();
    stage.shows("!Not imported").shows("1 - 5 of 5");
}

#[test]
fn hidden_information_is_not_replayed_before_the_game_is_over() {
    const WHY: &str = "Not over yet: resume it with c, and replay it when it is over.";
    let fixture = SavedGamesFixture::with_games();
    let mut stage = fixture.open();
    for title in ["Intensity", "Concentration", "Eater 9 x 9"] {
        stage.keys("<Enter>").shows(WHY).keys("?<Esc>").settle().shows(&format!("!{WHY}"));
        stage.click(title, (100, 30)).shows(WHY).settle().shows("!Replay");
        stage.keys("j").settle();
    }
    // People's games can be replayed when they are over; games without hidden information and games
    // between computers at any time.
    stage.keys("j").settle().keys("<Enter>").wait("Replay: move 0 of 3").keys("<Esc>").settle();
    fixture.keep(&session_of::<Concentration>(["memory:5", "memory:5"], 0, &["0 1", "0 2"]));
    let mut given_up = session_of::<Concentration>(["human", "human"], 0, &["0 1", "0 2"]);
    given_up.resign(Seat::new(0)).unwrap();
    fixture.keep(&given_up);
    let mut finished = session_of::<Eater>(["human", "smart"], 5, &[]);
    while finished.outcome().is_none() {
        for seat in finished.awaited().iter() {
            let action = finished.game().observe(Seats::one(seat)).legal(seat)[0];
            finished.choose(seat, action).unwrap();
        }
    }
    fixture.keep(&finished);
    let mut stage = fixture.open();
    for _ in 0..3 {
        stage.keys("<Enter>").wait("Replay: ").keys("<Esc>").settle().keys("j").settle();
    }
    // The game has been continued since it was listed.
    stage.keys("<Home>").settle();
    let connection = rusqlite::Connection::open(fixture.file("fourcade.db")).unwrap();
    connection
        .execute(
            "UPDATE games SET state = 'running', ended = NULL, checksum = NULL WHERE id = ?1",
            [fixture.games()[0].id],
        )
        .unwrap();
    stage.keys("<Enter>").wait(WHY);
}

#[test]
fn an_imported_game_is_practice() {
    let fixture = SavedGamesFixture::new();
    let mut won = session_of::<Flip>(["human", "greedy"], 6, &["1 3"]);
    won.resign(Seat::new(1)).unwrap();
    let mut text = Vec::new();
    won.record().write(&mut text).unwrap();
    fs::write(fixture.file("won.jsonl"), text).unwrap();
    let mut stage = fixture.open();
    let name = fixture.file("won.jsonl");
    stage.keys(&format!("i{}<Enter>", name.display())).wait("Imported").settle();
    let counted = fixture.store.counted_games(None).unwrap();
    assert!(matches!(&counted[..], [game] if game.is_practice), "{counted:?}");
}

#[test]
fn a_game_deleted_by_another_arcade_is_reported() {
    for keys in ["<Enter>", "c", "x<C-u>out.jsonl<Enter>", "dy"] {
        let fixture = SavedGamesFixture::with_games();
        let mut stage = fixture.open();
        stage.keys("jjjj").settle();
        fixture.store.delete(fixture.games()[4].id).unwrap();
        stage.keys(keys).wait("it may have been deleted").settle().shows("1 - 5 of 5");
    }
}

#[test]
fn a_failing_store_is_reported_and_read_again() {
    let fixture = SavedGamesFixture::with_games();
    let mut stage = fixture.open();
    // Another program has locked the file.
    let other = rusqlite::Connection::open(fixture.file("fourcade.db")).unwrap();
    other.execute_batch("BEGIN EXCLUSIVE").unwrap();
    stage.keys("dy").wait("locked by another program").settle();
    drop(other);
    stage.keys("a").wait("1 - 6 of 6");
    // A wrong record in a sound file does not affect the other games.
    let connection = rusqlite::Connection::open(fixture.file("fourcade.db")).unwrap();
    connection
        .execute("UPDATE lines SET line = '{}' WHERE game = ?1", [fixture.games()[4].id])
        .unwrap();
    stage
        .keys("jjjj")
        .settle()
        .shows("its record is damaged")
        .keys("<Enter>")
        .wait("an't replay")
        .settle();
    stage.keys("c").wait("an't resume").settle();
    stage.keys("j").settle().shows("!its record is damaged");
}

#[test]
fn clicks_select_and_open_games() {
    let fixture = SavedGamesFixture::with_games();
    let size = (100, 30);
    let mut stage = fixture.open();
    stage
        .click("Flip 8 x 8", size)
        .settle()
        .shows("O you")
        .click("Flip 8 x 8", size)
        .wait("Replay: move 0 of 3");
    stage.keys("<Esc>").settle();
    stage.click("d delete", size).shows("Delete this game?").keys("<Esc>").settle();
    stage.click("i import", size).shows("Import a game");
}

#[test]
fn the_list_opens_from_the_menu() {
    let fixture = SavedGamesFixture::with_games();
    let mut stage = Stage::keeping(&fixture.store);
    stage.keys("g").wait("1 - 6 of 6").keys("<Esc>").shows("see you");
    stage.click("resume or replay", (100, 30)).wait("1 - 6 of 6");
    // A game that is played at a table is listed at once.
    stage.arcade.open_from(open_table(
        session_of::<Flip>(["human", "human"], 8, &[]),
        Start::Playing(None),
    ));
    stage.keys("24<Enter><Esc>").wait("1 - 7 of 7").shows("2 players");
}
